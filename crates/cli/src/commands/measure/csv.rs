//! For programs that read tables.

use sokutei_measures::TieRanges;
use sokutei_report::csv_rows;

use super::intervals::Interval;
use super::{BOUNDS, Outcome};

impl Outcome<'_> {
    /// One table. The mean of a run has no topic, the value of a topic no interval.
    pub(super) fn csv(&self) -> String {
        let mut header = vec!["measure", "run", "topic", "value", "low", "high"];
        if self.groups.is_some() {
            header.extend(["group_low", "group_high"]);
        }
        if self.args.tie_range {
            header.extend(["tie_low", "tie_mean", "tie_high"]);
        }
        if self.args.unjudged == BOUNDS {
            header.extend(["unjudged_low", "unjudged_high"]);
        }
        if !self.args.by.is_empty() {
            header.extend(["by", "slice", "n"]);
        }
        let width = header.len();
        let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
        let mut push = |mut row: Vec<String>| {
            row.resize(width, String::new());
            rows.push(row);
        };
        let number = |x: f64| format!("{x:?}");
        let ends =
            |e: &Option<Interval>| e.map_or([String::new(), String::new()], |e| [e.low, e.high].map(number));
        for m in &self.runs {
            for (i, values) in m.run.evaluation.values.iter().enumerate() {
                let words =
                    |topic: &str| vec![values.measure.to_string(), m.run.name.clone(), topic.to_owned()];
                let mut row = words("");
                row.push(number(values.aggregate()));
                row.extend(ends(&m.intervals[i]));
                if self.groups.is_some() {
                    row.extend(ends(&m.by_group[i]));
                }
                if let Some(TieRanges { ranges, .. }) = &m.run.tie_ranges {
                    row.extend([ranges[i].low, ranges[i].mean, ranges[i].high].map(number));
                }
                if let Some(bounds) = &m.run.bounds {
                    row.extend([bounds[i].low, bounds[i].high].map(number));
                }
                push(row);
                if self.args.per_topic {
                    for (topic, &x) in values.topics.iter().zip(&values.values) {
                        let mut row = words(topic.as_str());
                        row.push(number(x));
                        push(row);
                    }
                }
            }
        }
        for slice in &self.slices {
            for (m, values) in self.runs.iter().zip(&slice.runs) {
                for (measure, (x, e)) in m.run.evaluation.values.iter().zip(values) {
                    let mut row = vec![
                        measure.measure.to_string(),
                        m.run.name.clone(),
                        String::new(),
                        number(*x),
                    ];
                    row.extend(ends(e));
                    row.resize(width - 3, String::new());
                    row.extend([slice.column.clone(), slice.value.clone(), slice.n.to_string()]);
                    push(row);
                }
            }
        }
        csv_rows(rows)
    }
}
