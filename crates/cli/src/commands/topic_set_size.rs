//! `sokutei topic-set-size`: how many topics, from plain numbers.

use anyhow::Result;
use serde_json::{Map, Value, json};
use sokutei_measures::stats::{
    Demand, Effect, PowerSize, WidthSize, anova_topics, interval_topics, t_test_topics,
};
use sokutei_report::{Cell, Column, Conditions, Table, csv_rows, latex_table, markdown_table, text_table};

use crate::args::{Format, SizeForAnova, SizeForInterval, SizeForTTest, Spread, TopicSetSize};
use crate::exit::Exit;
use crate::files;

/// A size with all that it rests on, as names and values in the order in which they are shown.
struct Answer {
    id: &'static str,
    title: &'static str,
    fields: Vec<(&'static str, Value)>,
    note: &'static str,
}

pub(crate) fn run(args: &TopicSetSize) -> Result<Exit> {
    let (answer, format) = match args {
        TopicSetSize::TTest(a) => (for_t_test(a)?, a.format),
        TopicSetSize::Interval(a) => (for_interval(a)?, a.format),
        TopicSetSize::Anova(a) => (for_anova(a)?, a.format),
    };
    let out = match format {
        Format::Json => answer.document(),
        Format::Csv => answer.csv(),
        Format::Text => text_table(&answer.table()),
        Format::Markdown => markdown_table(&answer.table()),
        Format::Latex => latex_table(&answer.table()),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

/// The variance; a negative deviation gives a negative one, which the library refuses.
fn variance(spread: &Spread) -> f64 {
    match (spread.variance, spread.sd) {
        (Some(variance), _) => variance,
        (None, Some(sd)) => sd * sd.abs(),
        (None, None) => unreachable!("one of them is required"),
    }
}

fn for_t_test(args: &SizeForTTest) -> Result<Answer> {
    let effect = Effect {
        difference: args.demand.difference,
        variance: variance(&args.spread),
    };
    let demand = Demand {
        alpha: args.demand.alpha,
        power: args.demand.power,
    };
    let size = t_test_topics(&effect, &demand, args.formula.power())?;
    Ok(Answer {
        id: "topics-for-t-test",
        title: "Topics for a two-sided paired t-test",
        fields: of_power(&size, &effect, &demand),
        note: "Variance: of the differences by topic.",
    })
}

fn for_anova(args: &SizeForAnova) -> Result<Answer> {
    let effect = Effect {
        difference: args.demand.difference,
        variance: variance(&args.spread),
    };
    let demand = Demand {
        alpha: args.demand.alpha,
        power: args.demand.power,
    };
    let size = anova_topics(args.systems as usize, &effect, &demand)?;
    let mut fields = of_power(&size, &effect, &demand);
    fields.insert(3, ("systems", json!(args.systems)));
    Ok(Answer {
        id: "topics-for-anova",
        title: "Topics for a one-way analysis of variance",
        fields,
        note: "Difference: between the best and the worst system, the others in the middle. Variance: of topics within a system.",
    })
}

fn for_interval(args: &SizeForInterval) -> Result<Answer> {
    let variance = variance(&args.spread);
    let WidthSize {
        n,
        width,
        width_at_one_less,
        formula,
    } = interval_topics(args.width, variance, args.alpha)?;
    Ok(Answer {
        id: "topics-for-interval",
        title: "Topics for an interval of a mean",
        fields: vec![
            ("topics", json!(n)),
            ("expected_width", json!(width)),
            ("expected_width_with_one_less", json!(width_at_one_less)),
            ("width", json!(args.width)),
            ("variance", json!(variance)),
            ("alpha", json!(args.alpha)),
            ("formula", json!(formula)),
        ],
        note: "Widths are from end to end. Variance: of the values, or of the differences by topic for an interval of a difference.",
    })
}

fn of_power(size: &PowerSize, effect: &Effect, demand: &Demand) -> Vec<(&'static str, Value)> {
    vec![
        ("topics", json!(size.n)),
        ("achieved_power", json!(size.power)),
        ("power_with_one_less", json!(size.power_at_one_less)),
        ("difference", json!(effect.difference)),
        ("variance", json!(effect.variance)),
        ("alpha", json!(demand.alpha)),
        ("power", json!(demand.power)),
        ("formula", json!(size.formula)),
    ]
}

impl Answer {
    fn table(&self) -> Table {
        let column = |(name, value): &(&str, Value)| {
            let title = name.replace('_', " ");
            match value {
                Value::String(_) => Column::words(title),
                _ => Column::numbers(title),
            }
        };
        let cell = |(name, value): &(&str, Value)| match value {
            Value::Null => Cell::Empty,
            Value::String(word) => Cell::text(word),
            // what was typed is shown as it was typed, what was computed is rounded
            Value::Number(number) if is_computed(name) => Cell::number(number.as_f64().unwrap_or(0.0), 4),
            value => Cell::text(value.to_string()),
        };
        let mut table = Table::new(
            self.id,
            self.title,
            Conditions::none(),
            self.fields.iter().map(column).collect(),
        );
        table.push(self.fields.iter().map(cell).collect());
        table.notes.push(self.note.to_owned());
        table
    }

    fn document(&self) -> String {
        let version = [("schema_version", json!(1))];
        let fields = version.iter().chain(&self.fields);
        let document: Map<String, Value> = fields
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        format!("{:#}\n", Value::Object(document))
    }

    fn csv(&self) -> String {
        let names = self.fields.iter().map(|(name, _)| (*name).to_owned()).collect();
        let values = self.fields.iter().map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            value => value.to_string(),
        });
        csv_rows([names, values.collect::<Vec<String>>()])
    }
}

fn is_computed(name: &str) -> bool {
    name.contains("_power") || name.starts_with("power_") || name.starts_with("expected_")
}
