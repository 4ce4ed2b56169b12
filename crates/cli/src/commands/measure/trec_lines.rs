//! For programs that read what trec_eval prints.

use sokutei_measures::trec_eval::{Line, Value};
use sokutei_measures::{Aggregate, TopicValues};

use super::{Measured, Outcome};

/// What trec_eval calls the line of all topics.
const ALL: &str = "all";

impl Outcome<'_> {
    /// Measure, topic and value between tabs, with four decimals; first the name of the run, as trec_eval has it.
    ///
    /// Lines of topics come before those of all topics; several runs come one after the other.
    pub(super) fn trec_lines(&self) -> String {
        self.runs.iter().flat_map(|run| self.lines_of(run)).collect()
    }

    fn lines_of(&self, m: &Measured) -> Vec<String> {
        let all = &m.run.evaluation.values;
        let mut lines = Vec::new();
        if self.args.per_topic {
            for (place, topic) in all[0].topics.iter().enumerate() {
                lines.extend(all.iter().map(|of| line(of, topic.as_str(), of.values[place])));
            }
        }
        lines.push(format!("{:<22}\t{ALL}\t{}\n", "runid", m.run.name));
        lines.extend(all.iter().map(|of| line(of, ALL, of.aggregate())));
        lines
    }
}

fn line(of: &TopicValues, topic: &str, x: f64) -> String {
    let value = match of.measure.aggregate() {
        Aggregate::Sum => Value::Text(format!("{x:.0}")), // counts are whole numbers
        Aggregate::Mean | Aggregate::GeometricMean => Value::Number(x),
    };
    let name = of.measure.to_string();
    format!(
        "{}\n",
        Line {
            name: &name,
            topic,
            value: &value
        }
    )
}
