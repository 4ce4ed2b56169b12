//! From one ranking to the values of many measures: what several of them look at is made once.

use super::diversity::{self, Covered};
use super::ranked_topic::{RankedTopic, relevant_at};
use super::user_models::expected_utility;
use crate::cutoff::Cutoff;
use crate::formulas::{self, RecallPoint, real};
use crate::measure::{Gains, GradeScale, Measure, MeasureKind};
use crate::qrels::Judgments;

/// The views of a ranking that some list of measures needs, each once.
pub(super) struct Views<'m> {
    measures: &'m [Measure],
    /// For each measure, which of the following it looks at.
    places: Vec<Places>,
    /// `rel`, and whether unjudged documents are left out.
    thresholds: Vec<(i32, bool)>,
    gains: Vec<(Gains, bool)>,
    /// `rel` of measures that ask for subtopics.
    subtopics: Vec<i32>,
    leaves_out_unjudged: bool,
}

/// Where the views of a measure are.
#[derive(Clone, Copy)]
struct Places {
    threshold: Option<usize>,
    gains: Option<usize>,
    subtopics: Option<usize>,
}

/// The views of one topic, whatever its ranking.
pub(super) struct TopicViews<'v, 'q> {
    views: &'v Views<'v>,
    judgments: &'q Judgments,
    covered: Vec<Covered>,
}

/// One topic as a threshold sees it.
struct Relevance {
    relevant: Vec<bool>,
    n_relevant: usize,
}

/// Gains by rank, and the gains of all judged documents in descending order.
type GainsAndIdeal = (Vec<f64>, Vec<f64>);

/// What is seen of one topic.
struct Seen<'t, 'q> {
    topic: &'t RankedTopic<'q>,
    relevance: Vec<Relevance>,
    gains: Vec<GainsAndIdeal>,
    covered: &'t [Covered],
}

impl<'m> Views<'m> {
    pub(super) fn of(measures: &'m [Measure]) -> Self {
        let mut views = Self {
            measures,
            places: Vec::new(),
            thresholds: Vec::new(),
            gains: Vec::new(),
            subtopics: Vec::new(),
            leaves_out_unjudged: measures.iter().any(Measure::is_judged_only),
        };
        for measure in measures {
            let (rel, asks_for_subtopics) = (measure.rel(), measure.kind().is_of_diversity());
            let threshold = rel.filter(|_| !asks_for_subtopics);
            let threshold = threshold.map(|rel| (rel, measure.is_judged_only()));
            let subtopics = rel.filter(|_| asks_for_subtopics);
            let gains = measure
                .gains()
                .map(|gains| (gains.clone(), measure.is_judged_only()));
            let threshold = threshold.map(|threshold| place_of(threshold, &mut views.thresholds));
            let gains = gains.map(|gains| place_of(gains, &mut views.gains));
            let subtopics = subtopics.map(|rel| place_of(rel, &mut views.subtopics));
            views.places.push(Places {
                threshold,
                gains,
                subtopics,
            });
        }
        views
    }

    pub(super) fn of_topic<'v, 'q>(&'v self, judgments: &'q Judgments) -> TopicViews<'v, 'q> {
        let covered = self.subtopics.iter().map(|&rel| Covered::of(judgments, rel));
        TopicViews {
            covered: covered.collect(),
            views: self,
            judgments,
        }
    }

    /// Values of all measures for one ranking.
    fn values(&self, topic: &RankedTopic<'_>, covered: &[Covered]) -> Vec<f64> {
        let judged = self.leaves_out_unjudged.then(|| topic.judged_grades());
        let grades = |judged_only: bool| match &judged {
            Some(judged) if judged_only => judged,
            _ => &topic.grades,
        };
        let relevance = self.thresholds.iter().map(|&(rel, judged_only)| Relevance {
            relevant: relevant_at(grades(judged_only), rel),
            n_relevant: topic.judgments.n_relevant(rel),
        });
        let gains = self.gains.iter().map(|(gains, judged_only)| {
            let is_seen = |grade: &Option<f64>| !judged_only || grade.is_some_and(|grade| grade >= 0.0);
            gains_of(
                gains,
                topic.numbers().into_iter().filter(is_seen),
                topic.judgments,
            )
        });
        let seen = Seen {
            topic,
            relevance: relevance.collect(),
            gains: gains.collect(),
            covered,
        };
        let each = self.measures.iter().zip(&self.places);
        each.map(|(measure, &places)| value(&seen, measure, places))
            .collect()
    }
}

impl<'q> TopicViews<'_, 'q> {
    /// Values of all measures for one ranking of the topic.
    pub(super) fn values(&self, topic: &RankedTopic<'q>) -> Vec<f64> {
        self.views.values(topic, &self.covered)
    }

    pub(super) fn measures(&self) -> &[Measure] {
        self.views.measures
    }

    pub(super) fn judgments(&self) -> &'q Judgments {
        self.judgments
    }

    pub(super) fn ask_for_subtopics(&self) -> bool {
        !self.covered.is_empty()
    }

    /// What tells documents of one whole grade apart: [`Judgments::kinds`] if some measure asks for subtopics, else decimals; none where nothing does.
    pub(super) fn kinds(&self) -> Vec<usize> {
        if self.ask_for_subtopics() {
            self.judgments.kinds()
        } else if self.judgments.has_decimals() {
            self.judgments.places_of_numbers()
        } else {
            Vec::new()
        }
    }
}

/// Value of a measure that looks at the views of these places.
fn value(seen: &Seen<'_, '_>, measure: &Measure, places: Places) -> f64 {
    let at = places.threshold.map(|place| &seen.relevance[place]);
    if let Some(value) = at.and_then(|at| of_relevance(measure, &at.relevant, at.n_relevant)) {
        return value;
    }
    let topic = seen.topic;
    if measure.kind().is_of_grades() {
        return of_numbers(measure, &topic.numbers()).expect("a measure of grades");
    }
    let n_relevant = || at.expect("a measure with a threshold has its view").n_relevant;
    let rel = || measure.rel().expect("it takes rel");
    let cutoff = measure.cutoff();
    match measure.kind() {
        MeasureKind::Judged => formulas::judged(&topic.judged(), cutoff),
        MeasureKind::Ndcg(_) => {
            let (gains, ideal) = &seen.gains[places.gains.expect("a measure with gains has its view")];
            formulas::ndcg(gains, ideal, cutoff)
        }
        MeasureKind::Bpref => {
            formulas::bpref(&topic.pooled(rel()), n_relevant(), topic.n_not_relevant(rel()))
        }
        MeasureKind::InferredAp => formulas::inferred_ap(&topic.pooled(rel()), n_relevant()),
        MeasureKind::RankBiasedResidual { p } => {
            formulas::rank_biased_residual(Cutoff::top(cutoff, &topic.judged()), p.get())
        }
        MeasureKind::Compatibility { p, normalize } => {
            formulas::compatibility(&topic.ideal_places(), topic.grades.len(), p.get(), *normalize)
        }
        MeasureKind::Returned => real(topic.grades.len()),
        MeasureKind::Topics => 1.0,
        _ => {
            let place = places
                .subtopics
                .expect("what is left is of diversity, and has its view");
            diversity::value(measure, topic, &seen.covered[place])
        }
    }
}

/// Value of a measure that asks which ranks hold a relevant document and how many there are, and nothing else; `None` for others.
pub(super) fn of_relevance(measure: &Measure, relevant: &[bool], n_relevant: usize) -> Option<f64> {
    let cutoff = measure.cutoff();
    let depth = || cutoff.expect("a measure that needs a cutoff has one");
    Some(match measure.kind() {
        MeasureKind::Success => formulas::success(relevant, cutoff),
        MeasureKind::Precision => formulas::precision(relevant, depth()),
        MeasureKind::Recall => formulas::recall(relevant, n_relevant, cutoff),
        MeasureKind::ReciprocalRank => formulas::reciprocal_rank(relevant, cutoff),
        MeasureKind::AveragePrecision | MeasureKind::GeometricAveragePrecision => {
            formulas::average_precision(relevant, n_relevant, cutoff)
        }
        MeasureKind::ContextPrecision => formulas::context_precision(relevant, cutoff),
        MeasureKind::IdBasedContextPrecision => formulas::set_precision(Cutoff::top(cutoff, relevant)),
        MeasureKind::RPrecision => formulas::r_precision(relevant, n_relevant),
        MeasureKind::InterpolatedPrecision(share) => {
            formulas::interpolated_precision(relevant, n_relevant, share.get(), RecallPoint::Trec9)
        }
        MeasureKind::SetPrecision => formulas::set_precision(relevant),
        MeasureKind::SetRelativePrecision => formulas::set_relative_precision(relevant, n_relevant),
        MeasureKind::SetRecall => formulas::set_recall(relevant, n_relevant),
        MeasureKind::SetAp => formulas::set_ap(relevant, n_relevant),
        MeasureKind::SetF { beta } => formulas::set_f(relevant, n_relevant, beta.get()),
        MeasureKind::RankBiasedPrecision { p, largest: None } => {
            let gain = |&relevant: &bool| f64::from(u8::from(relevant));
            let gains: Vec<f64> = Cutoff::top(cutoff, relevant).iter().map(gain).collect();
            formulas::rank_biased_precision(&gains, p.get())
        }
        MeasureKind::Accuracy => formulas::accuracy(relevant, cutoff),
        MeasureKind::RelevantReturned => real(relevant.iter().filter(|relevant| **relevant).count()),
        MeasureKind::Relevant => real(n_relevant),
        _ => return None,
    })
}

/// Value of a measure that asks for the grade at each rank, and nothing else; `None` for others.
pub(super) fn of_numbers(measure: &Measure, numbers: &[Option<f64>]) -> Option<f64> {
    let cutoff = measure.cutoff();
    Some(match measure.kind() {
        MeasureKind::RankBiasedPrecision {
            p,
            largest: Some(largest),
        } => {
            let scale = GradeScale::to(*largest);
            let gain = |grade: &Option<f64>| grade.map_or(0.0, |grade| scale.gain(grade));
            let gains: Vec<f64> = Cutoff::top(cutoff, numbers).iter().map(gain).collect();
            formulas::rank_biased_precision(&gains, p.get())
        }
        MeasureKind::ExpectedReciprocalRank { largest } => {
            let grades: Vec<f64> = numbers.iter().map(|grade| grade.unwrap_or(0.0)).collect();
            formulas::expected_reciprocal_rank(&grades, *largest, cutoff)
        }
        MeasureKind::ExpectedUtility { model, scale } => {
            expected_utility(*model, *scale, numbers, cutoff).per_item
        }
        _ => return None,
    })
}

/// Where a view is among those that were collected; it is added if it is not there.
fn place_of<T: PartialEq>(wanted: T, views: &mut Vec<T>) -> usize {
    views.iter().position(|view| *view == wanted).unwrap_or_else(|| {
        views.push(wanted);
        views.len() - 1
    })
}

/// Gains by rank, and the gains of all judged documents in descending order.
pub(crate) fn gains_of(
    gains: &Gains,
    by_rank: impl Iterator<Item = Option<f64>>,
    judgments: &Judgments,
) -> GainsAndIdeal {
    let largest = judgments.numbers().fold(0.0, f64::max).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "grades of qrels lie within 32 bits"
    )]
    let shift = gains.shift_for(largest as i32);
    let gain = |grade: f64| gains.scaled_number(grade, shift);
    let mut ideal: Vec<f64> = judgments.numbers().map(gain).collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    (by_rank.map(|grade| grade.map_or(0.0, gain)).collect(), ideal)
}
