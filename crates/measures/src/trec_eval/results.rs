//! All topics, and what they come to.

use rayon::prelude::*;

use super::formula::{Formula, Summary};
use super::line::Line;
use super::options::{Options, Version};
use super::seen::Seen;
use super::value::{Value, geometric_mean, value, value_of_missing};
use crate::error::Error;
use crate::evaluate::{Coverage, RankedRows, RankedTopic, coverage};
use crate::formulas::real;
use crate::ids::TopicId;
use crate::qrels::{Judgments, Qrels};
use crate::run::Run;

/// What trec_eval prints, before it is printed.
#[derive(Clone, Debug)]
pub struct Results {
    columns: Vec<(String, Formula)>,
    topics: Vec<OfTopic>,
    all: Vec<Option<Value>>,
    /// How run and qrels meet. What its lists say of counting 0 holds with `-c` only: without it, topics that the run lacks are left out.
    pub coverage: Coverage,
}

/// Values of one topic, in the order of the columns.
#[derive(Clone, Debug)]
struct OfTopic {
    topic: TopicId,
    values: Vec<Value>,
    is_printed: bool,
}

/// Measures a run as trec_eval does.
///
/// Topics are taken in the order of their ids, by bytes. The result is the same for any number of threads.
///
/// # Errors
///
/// Run and qrels have no topic in common; the message shows some of each side.
pub fn evaluate(run: &Run, qrels: &Qrels, options: &Options) -> Result<Results, Error> {
    let mut judged: Vec<(&TopicId, &Judgments)> = crate::evaluate::judged_topics(qrels).collect();
    let names: Vec<TopicId> = judged.iter().map(|(topic, _)| (*topic).clone()).collect();
    let mut coverage = coverage(run, qrels, &names);
    coverage.require_overlap()?;
    judged.sort_by_key(|(topic, _)| *topic);
    judged.retain(|(topic, _)| options.complete || !run.hits(topic).is_empty());
    let measured: Vec<(OfTopic, bool)> = judged
        .par_iter()
        .map(|(topic, judgments)| of_topic(run, topic, judgments, options))
        .collect();
    let tied = measured.iter().filter(|(_, tied)| *tied);
    coverage.decided_by_ties = tied.map(|(of, _)| of.topic.clone()).collect();
    let topics: Vec<OfTopic> = measured.into_iter().map(|(of, _)| of).collect();
    let columns = options.measures.columns.iter();
    let all = columns
        .clone()
        .enumerate()
        .map(|(i, column)| summary(column.formula.summary(), i, &topics, run))
        .collect();
    Ok(Results {
        columns: columns.map(|c| (c.label.clone(), c.formula.clone())).collect(),
        topics,
        all,
        coverage,
    })
}

/// Values of one topic, and whether the order of equal scores decides some.
fn of_topic(run: &Run, topic: &TopicId, judgments: &Judgments, options: &Options) -> (OfTopic, bool) {
    let ranked = RankedRows::of(run, topic, judgments, options.version.ties().into());
    let is_missing = run.hits(topic).is_empty();
    let of = if is_missing { value_of_missing } else { value };
    let seen = Seen::of(
        &RankedTopic::of(&ranked.rows, judgments).grades,
        judgments,
        options,
    );
    let columns = options.measures.columns.iter();
    let of_topic = OfTopic {
        topic: topic.clone(),
        values: columns
            .map(|column| of(&column.formula, &seen, options))
            .collect(),
        is_printed: !is_missing || options.version == Version::Trec10,
    };
    (of_topic, ranked.has_tied_grades())
}

/// One value for all topics, added in their order.
fn summary(kind: Summary, column: usize, topics: &[OfTopic], run: &Run) -> Option<Value> {
    let values = topics.iter().map(|of| &of.values[column]);
    let numbers = values.clone().map(|value| match value {
        Value::Number(number) => *number,
        Value::Count(count) => real(*count),
        Value::Text(_) => 0.0,
    });
    let counts = values.map(|value| match value {
        Value::Count(count) => *count,
        _ => 0,
    });
    match kind {
        Summary::Nothing => None,
        Summary::Tag => Some(Value::Text(run.tag.clone())),
        Summary::Topics => Some(Value::Count(topics.len())),
        Summary::Sum => Some(Value::Count(counts.sum())),
        Summary::Mean => Some(Value::Number(
            numbers.fold(0.0, |sum, x| sum + x) / real(topics.len()),
        )),
        Summary::GeometricMean => Some(Value::Number(geometric_mean(numbers))),
    }
}

impl Results {
    /// The lines of each topic (`-q`), topics in the order of their ids.
    pub fn topic_lines(&self) -> impl Iterator<Item = Line<'_>> {
        let printed = self.topics.iter().filter(|of| of.is_printed);
        printed.flat_map(|of| {
            let columns = self.columns.iter().zip(&of.values);
            columns
                .filter(|((_, formula), _)| formula.is_of_topics())
                .map(|((name, _), value)| Line {
                    name,
                    topic: of.topic.as_str(),
                    value,
                })
        })
    }

    /// The lines of all topics together, which trec_eval leaves out with `-n`.
    pub fn summary_lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.columns
            .iter()
            .zip(&self.all)
            .filter_map(|((name, _), value)| {
                Some(Line {
                    name,
                    topic: "all",
                    value: value.as_ref()?,
                })
            })
    }

    /// Number of topics that means are over.
    #[must_use]
    pub fn n_topics(&self) -> usize {
        self.topics.len()
    }
}
