//! A run against qrels: one ranking per topic feeds every measure.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::formulas;
use crate::ids::TopicId;
use crate::measure::{Gains, Measure, MeasureKind};
use crate::qrels::{Judgments, Qrels, is_relevant};
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
    /// Of those, the ones without a document of grade 1 or more; each counts 0. A measure with `rel=2` may find
    /// more: [`Qrels::without_relevant`].
    pub no_relevant: Vec<TopicId>,
    /// Of those, the ones where documents of different grades tie, so that the [`TieBreak`] decides values.
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
/// A topic that the run lacks counts 0, as does one without relevant documents; both are listed in
/// [`Coverage`]. Topics of the run that nobody judged are listed and left out. Call
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
    let needs = Needs::of(measures);
    let judged: Vec<(&TopicId, &Judgments)> = judged_topics(qrels).collect();
    let per_topic: Vec<(Vec<f64>, bool)> = judged
        .par_iter()
        .map(|(topic, judgments)| {
            let ranked = RankedTopic::of(run, topic, judgments, tie);
            (needs.values(&ranked, measures), ranked.decided_by_ties)
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
fn coverage(run: &Run, qrels: &Qrels, topics: &[TopicId]) -> Coverage {
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

/// What the measures see of one topic.
struct RankedTopic<'q> {
    /// Grade of the document at each rank, `None` if unjudged.
    grades: Vec<Option<i32>>,
    judgments: &'q Judgments,
    /// Whether documents of different grades tie.
    decided_by_ties: bool,
}

impl<'q> RankedTopic<'q> {
    fn of(run: &Run, topic: &TopicId, judgments: &'q Judgments, tie: TieBreak) -> Self {
        let rows = run.ranked_rows(topic, tie);
        let grades: Vec<Option<i32>> = rows.iter().map(|row| judgments.grade(&row.docid)).collect();
        // tied rows are neighbours, so neighbours of different grades suffice
        let decided_by_ties = rows
            .windows(2)
            .zip(grades.windows(2))
            .any(|(r, g)| g[0] != g[1] && tie.ties(r[0], r[1]));
        Self {
            grades,
            judgments,
            decided_by_ties,
        }
    }
}

/// The views of a ranking that some list of measures needs, each once.
struct Needs {
    rels: Vec<i32>,
    gains: Vec<Gains>,
}

impl Needs {
    fn of(measures: &[Measure]) -> Self {
        let mut needs = Self {
            rels: Vec::new(),
            gains: Vec::new(),
        };
        for measure in measures {
            if let Some(rel) = measure.rel().filter(|rel| !needs.rels.contains(rel)) {
                needs.rels.push(rel);
            }
            if let Some(gains) = measure.gains().filter(|gains| !needs.gains.contains(gains)) {
                needs.gains.push(gains.clone());
            }
        }
        needs
    }

    /// Values of all measures for one topic.
    fn values(&self, topic: &RankedTopic<'_>, measures: &[Measure]) -> Vec<f64> {
        let relevance: Vec<(Vec<bool>, usize)> = self
            .rels
            .iter()
            .map(|&rel| (relevant_at(&topic.grades, rel), topic.judgments.n_relevant(rel)))
            .collect();
        let gains: Vec<(Vec<f64>, Vec<f64>)> = self
            .gains
            .iter()
            .map(|gains| gains_of(gains, &topic.grades, topic.judgments))
            .collect();
        let at = |measure: &Measure| {
            let rel = measure
                .rel()
                .and_then(|rel| self.rels.iter().position(|&r| r == rel));
            &relevance[rel.expect("rels were collected from these measures")]
        };
        let value = |measure: &Measure| {
            let cutoff = measure.cutoff();
            let depth = || cutoff.expect("a measure that needs a cutoff has one");
            match measure.kind() {
                MeasureKind::Success => formulas::success(&at(measure).0, cutoff),
                MeasureKind::Precision => formulas::precision(&at(measure).0, depth()),
                MeasureKind::Recall => formulas::recall(&at(measure).0, at(measure).1, cutoff),
                MeasureKind::ReciprocalRank => formulas::reciprocal_rank(&at(measure).0, cutoff),
                MeasureKind::AveragePrecision => {
                    formulas::average_precision(&at(measure).0, at(measure).1, cutoff)
                }
                MeasureKind::ContextPrecision => formulas::context_precision(&at(measure).0, cutoff),
                MeasureKind::Judged => {
                    let judged: Vec<bool> = topic.grades.iter().map(Option::is_some).collect();
                    formulas::judged(&judged, cutoff)
                }
                MeasureKind::Ndcg(wanted) => {
                    let found = self.gains.iter().position(|gains| gains == wanted);
                    let (gains, ideal) = &gains[found.expect("gains were collected from these measures")];
                    formulas::ndcg(gains, ideal, cutoff)
                }
            }
        };
        measures.iter().map(value).collect()
    }
}

/// Which ranks hold a document of grade `rel` or more.
pub(crate) fn relevant_at(grades: &[Option<i32>], rel: i32) -> Vec<bool> {
    grades
        .iter()
        .map(|grade| grade.is_some_and(|grade| is_relevant(grade, rel)))
        .collect()
}

/// Gains by rank, and the gains of all judged documents in descending order.
pub(crate) fn gains_of(gains: &Gains, grades: &[Option<i32>], judgments: &Judgments) -> (Vec<f64>, Vec<f64>) {
    let largest = judgments.iter().map(|(_, grade)| grade).max().unwrap_or(0);
    let shift = gains.shift_for(largest);
    let by_rank = grades
        .iter()
        .map(|grade| grade.map_or(0.0, |grade| gains.scaled(grade, shift)))
        .collect();
    let mut ideal: Vec<f64> = judgments
        .iter()
        .map(|(_, grade)| gains.scaled(grade, shift))
        .collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    (by_rank, ideal)
}
