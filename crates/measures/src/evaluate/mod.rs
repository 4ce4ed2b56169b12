//! A run against qrels: one ranking per topic feeds every measure.

mod bounds;
mod diversity;
mod orders;
mod ranked_topic;
mod tie_range;
mod user_models;
mod views;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

pub use self::bounds::{UnjudgedBounds, unjudged_bounds};
pub(crate) use self::ranked_topic::{RankedRows, RankedTopic, relevant_at};
use self::tie_range::order_decides;
pub use self::tie_range::{EVERY_ORDER, TieRange, TieRanges, tie_ranges};
use self::views::Views;
pub(crate) use self::views::gains_of;
use crate::error::Error;
use crate::ids::TopicId;
use crate::measure::Measure;
use crate::qrels::{Judgments, Qrels};
use crate::run::Run;
use crate::tie_break::TieBreak;
use crate::topic_values::TopicValues;

/// Values of every measure that was asked for, and what the means are over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// One entry per measure, in the order asked for.
    pub values: Vec<TopicValues>,
    /// Which topics count, and how.
    pub coverage: Coverage,
}

/// How the topics of a run and of its qrels meet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Topics with at least one judgment: what every mean is over.
    pub n_topics: usize,
    /// Of those, the ones that the run has no row for; each counts 0.
    pub judged_missing_in_run: Vec<TopicId>,
    /// Of those, the ones without a document of grade 1 or more; each counts 0 in a measure that asks which documents are relevant, and in
    /// one of gains unless a grade below 1 gains something. A measure with `rel=2` may find more: [`Qrels::without_relevant`].
    pub no_relevant: Vec<TopicId>,
    /// Of those, the ones where another order of equal scores gives another value of a measure that was asked for: the
    /// [`TieBreak`] decides it.
    pub decided_by_ties: Vec<TopicId>,
    /// Topics of the run that the qrels do not name; left out.
    pub in_run_not_judged: Vec<TopicId>,
    /// Topics that the qrels name without a single judgment; left out.
    pub without_judgments: Vec<TopicId>,
}

impl Coverage {
    /// Whether the run answers at least one judged topic.
    ///
    /// # Errors
    ///
    /// It answers none, so that every value is 0 for a reason that has nothing to do with search: the message
    /// shows a few topics of each side.
    pub fn require_overlap(&self) -> Result<(), Error> {
        if self.n_topics > self.judged_missing_in_run.len() {
            return Ok(());
        }
        Err(Error::NoOverlap {
            in_run: self.in_run_not_judged.clone(),
            judged: self.judged_missing_in_run.clone(),
        })
    }
}

impl Evaluation {
    /// Values of one measure, if it was asked for.
    #[must_use]
    pub fn get(&self, measure: &Measure) -> Option<&TopicValues> {
        self.values.iter().find(|values| values.measure == *measure)
    }
}

/// Computes measures per topic, over all topics of the qrels that have a judgment, in the order of the qrels.
///
/// A topic that the run lacks counts 0 (but for `NumRel` and `NumQ`, which look at the qrels alone, and `RBPResidual`, which is 1), as does one without
/// relevant documents in most measures; both are listed in [`Coverage`]. Topics of the run that nobody judged are listed and left out. Call
/// [`Coverage::require_overlap`] on files that came from somewhere else. Unjudged documents are not relevant
/// and gain nothing. The result is the same for any number of threads.
///
/// ```
/// use sokutei_measures::{Measure, TieBreak, evaluate, worked_example};
///
/// let measures = ["AP@5".parse::<Measure>()?, "ContextPrecision@5".parse()?];
/// let evaluation =
///     evaluate(&worked_example::run(), &worked_example::qrels(), &measures, TieBreak::RankColumn);
/// let printed: Vec<String> = evaluation.values.iter().map(|v| format!("{:.4}", v.mean())).collect();
/// assert_eq!(printed, ["0.2444", "0.3667"]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn evaluate(run: &Run, qrels: &Qrels, measures: &[Measure], tie: TieBreak) -> Evaluation {
    evaluate_by(run, qrels, measures, tie.into())
}

/// How a run becomes the one ranking per topic that every measure sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RankingRules {
    /// The order of equal scores.
    pub ties: TieBreak,
    /// What becomes of documents that nobody judged.
    pub unjudged: Unjudged,
}

/// What becomes of documents that nobody judged, or that have a grade below 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unjudged {
    /// They stay where they are, and are not relevant: what trec_eval does.
    #[default]
    NotRelevant,
    /// They are taken out, and those below move up: trec_eval's `-J`, "condensed lists" (Sakai, SIGIR 2007).
    Removed,
}

impl From<TieBreak> for RankingRules {
    fn from(ties: TieBreak) -> Self {
        Self {
            ties,
            unjudged: Unjudged::default(),
        }
    }
}

/// [`evaluate`] with all rules named.
#[must_use]
pub fn evaluate_by(run: &Run, qrels: &Qrels, measures: &[Measure], rules: RankingRules) -> Evaluation {
    let views = Views::of(measures);
    let judged: Vec<(&TopicId, &Judgments)> = judged_topics(qrels).collect();
    let per_topic: Vec<(Vec<f64>, bool)> = judged
        .par_iter()
        .map(|(topic, judgments)| {
            let ranked = RankedRows::of(run, topic, judgments, rules);
            let views = views.of_topic(judgments);
            let values = views.values(&RankedTopic::of(&ranked.rows, judgments));
            let is_tied = order_decides(ranked, &views, &values);
            (values, is_tied)
        })
        .collect();
    let topics: Vec<TopicId> = judged.iter().map(|(topic, _)| (*topic).clone()).collect();
    let values = measures.iter().enumerate().map(|(m, measure)| TopicValues {
        measure: measure.clone(),
        topics: topics.clone(),
        values: per_topic.iter().map(|(values, _)| values[m]).collect(),
    });
    let values = values.collect();
    let tied = topics
        .iter()
        .zip(&per_topic)
        .filter(|(_, (_, tied))| *tied)
        .map(|(topic, _)| topic.clone());
    let decided_by_ties = tied.collect();
    Evaluation {
        values,
        coverage: Coverage {
            decided_by_ties,
            ..coverage(run, qrels, &topics)
        },
    }
}

/// Topics that means are over.
pub(crate) fn judged_topics(qrels: &Qrels) -> impl Iterator<Item = (&TopicId, &Judgments)> {
    qrels.iter().filter(|(_, judgments)| !judgments.is_empty())
}

/// Everything but `decided_by_ties`, for which the rankings are needed.
pub(crate) fn coverage(run: &Run, qrels: &Qrels, topics: &[TopicId]) -> Coverage {
    let missing = topics.iter().filter(|topic| run.hits(topic).is_empty());
    let no_relevant: FxHashSet<&TopicId> = qrels.without_relevant(1).into_iter().collect();
    let not_judged = run.topics().filter(|topic| qrels.get(topic).is_none());
    let empty = qrels.iter().filter(|(_, judgments)| judgments.is_empty());
    Coverage {
        n_topics: topics.len(),
        judged_missing_in_run: missing.cloned().collect(),
        no_relevant: topics
            .iter()
            .filter(|topic| no_relevant.contains(topic))
            .cloned()
            .collect(),
        decided_by_ties: Vec::new(),
        in_run_not_judged: not_judged.cloned().collect(),
        without_judgments: empty.map(|(topic, _)| topic.clone()).collect(),
    }
}
