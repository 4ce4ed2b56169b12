//! What could the value be, had the documents been judged that nobody judged?

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::judged_topics;
use super::ranked_topic::{RankedRows, RankedTopic, relevant_at};
use super::views::{of_numbers, of_relevance};
use crate::error::Error;
use crate::formulas::dcg;
use crate::measure::{Measure, MeasureKind};
use crate::qrels::Qrels;
use crate::run::Run;
use crate::tie_break::TieBreak;

/// Between which values a measure lies, whatever the returned documents are worth that nobody judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnjudgedBounds {
    /// What was measured.
    pub measure: Measure,
    /// The least value: of the topics' least values.
    pub low: f64,
    /// The largest value: of the topics' largest values.
    pub high: f64,
}

/// Least and largest value of each measure over all judgments that the returned documents could have which have none, or a grade below 0.
///
/// A measure with a threshold sees them as relevant or not. Of any given number of relevant documents, those at the top give the largest value and those at
/// the bottom the least, so all numbers of both are tried, and the bounds are values that really occur. This takes time in the square of the number of unjudged
/// documents of a topic, for measures that ask how many relevant documents there are. Measures of grades see them with any grade up to the largest of the qrels: for `ERR`
/// and `RBP(max_rel=…)` the bounds are values that occur; for `nDCG` they are safe, but wider than need be, because the ideal ranking is taken with the
/// unjudged documents, each with the largest gain of such a grade, for the least and without them for the largest.
///
/// Documents that were not returned stay as they are: [`formulas::rank_biased_residual`](crate::formulas::rank_biased_residual) has a bound for what is behind the last rank.
/// Source of the idea: Moffat & Zobel, TOIS 27(1), 2008 (for RBP); Lu, Moffat & Culpepper, Inf. Retr. 19(4), 2016 (for others).
///
/// # Errors
///
/// A measure without such bounds: one that leaves unjudged documents out itself, or whose value can go up and down with a single judgment.
///
/// ```
/// use sokutei_measures::{TieBreak, trec, unjudged_bounds};
///
/// let qrels = trec::read_qrels("1 0 a 1\n".as_bytes(), "qrels")?.qrels;
/// let run = trec::read_run("1 Q0 a 1 2.0 x\n1 Q0 b 2 1.0 x\n".as_bytes(), "run")?;
/// let bounds = unjudged_bounds(&run, &qrels, &["AP".parse()?, "P@2".parse()?], TieBreak::Trec)?;
/// assert_eq!((bounds[0].low, bounds[0].high), (1.0, 1.0)); // b relevant: (1 + 2/2) / 2
/// assert_eq!((bounds[1].low, bounds[1].high), (0.5, 1.0));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn unjudged_bounds(
    run: &Run,
    qrels: &Qrels,
    measures: &[Measure],
    ties: TieBreak,
) -> Result<Vec<UnjudgedBounds>, Error> {
    let rules = measures.iter().map(Rule::of).collect::<Result<Vec<_>, _>>()?;
    let grades = qrels.iter().flat_map(|(_, judgments)| judgments.numbers());
    let scale = Scale {
        largest: grades.fold(1.0, f64::max),
        has_decimals: qrels.has_decimals(),
    };
    let judged: Vec<_> = judged_topics(qrels).collect();
    let topics: Vec<Vec<[f64; 2]>> = judged
        .par_iter()
        .map(|(topic, judgments)| {
            let ranked = RankedRows::of(run, topic, judgments, ties.into());
            let seen = Seen::of(RankedTopic::of(&ranked.rows, judgments), scale);
            let each = measures.iter().zip(&rules);
            each.map(|(measure, rule)| seen.bounds(measure, *rule)).collect()
        })
        .collect();
    let over = |m: usize, end: usize| {
        let values: Vec<f64> = topics.iter().map(|of_topic| of_topic[m][end]).collect();
        measures[m].aggregate().of(&values)
    };
    let bounds = measures.iter().enumerate().map(|(m, measure)| UnjudgedBounds {
        measure: measure.clone(),
        low: over(m, 0),
        high: over(m, 1),
    });
    Ok(bounds.collect())
}

/// How the bounds of a measure are found.
#[derive(Clone, Copy)]
enum Rule {
    /// None relevant and all relevant.
    Ends,
    /// Every number of relevant ones, at the top and at the bottom.
    EveryNumber,
    /// All with grade 0 and all with the largest grade.
    Grades,
    /// As for nDCG.
    OverIdeal,
}

impl Rule {
    fn of(measure: &Measure) -> Result<Self, Error> {
        let rule = match measure.kind() {
            _ if measure.is_judged_only() => None,
            MeasureKind::Success
            | MeasureKind::Precision
            | MeasureKind::ReciprocalRank
            | MeasureKind::IdBasedContextPrecision
            | MeasureKind::SetPrecision
            | MeasureKind::RelevantReturned
            | MeasureKind::RankBiasedPrecision { largest: None, .. } => Some(Self::Ends),
            MeasureKind::Recall
            | MeasureKind::AveragePrecision
            | MeasureKind::GeometricAveragePrecision
            | MeasureKind::ContextPrecision
            | MeasureKind::RPrecision
            | MeasureKind::InterpolatedPrecision(_)
            | MeasureKind::SetRecall
            | MeasureKind::SetRelativePrecision
            | MeasureKind::SetAp
            | MeasureKind::SetF { .. } => Some(Self::EveryNumber),
            MeasureKind::ExpectedReciprocalRank { .. }
            | MeasureKind::RankBiasedPrecision { largest: Some(_), .. } => Some(Self::Grades),
            MeasureKind::Ndcg(_) => Some(Self::OverIdeal),
            _ => None,
        };
        rule.ok_or_else(|| Error::Setting {
            what: "bounds over unjudged documents",
            name: "measure",
            found: measure.to_string(),
            expected: "one of Success, P, R, RR, AP, GMAP, nDCG, ContextPrecision, IDBasedContextPrecision, Rprec, IPrec, SetP, SetR, SetAP, SetF, RBP, ERR, NumRet(rel=1), \
                       without judged_only"
                .to_owned(),
        })
    }
}

/// Which grades an unjudged document can have.
#[derive(Clone, Copy)]
struct Scale {
    largest: f64,
    has_decimals: bool,
}

/// One ranking, and which of its documents nobody judged.
struct Seen<'q> {
    topic: RankedTopic<'q>,
    /// Grade at each rank.
    numbers: Vec<Option<f64>>,
    /// Ranks, from 0, of unjudged documents.
    unjudged: Vec<usize>,
    scale: Scale,
}

impl<'q> Seen<'q> {
    fn of(topic: RankedTopic<'q>, scale: Scale) -> Self {
        let numbers = topic.numbers();
        let is_unjudged = |&place: &usize| numbers[place].is_none_or(|grade| grade < 0.0);
        Self {
            unjudged: (0..numbers.len()).filter(is_unjudged).collect(),
            topic,
            numbers,
            scale,
        }
    }

    /// Least and largest value.
    fn bounds(&self, measure: &Measure, rule: Rule) -> [f64; 2] {
        match rule {
            Rule::Ends => {
                let n = self.unjudged.len();
                let [none, all] = [&self.unjudged[..0], &self.unjudged[..n]];
                [none, all].map(|relevant| self.value_with(measure, relevant))
            }
            Rule::EveryNumber => self.over_every_number(measure),
            Rule::Grades => {
                let largest = measure.largest_grade().map_or(self.scale.largest, f64::from);
                let value =
                    |numbers: &[Option<f64>]| of_numbers(measure, numbers).expect("a measure of grades");
                [value(&self.numbers), value(&self.numbers_with(largest))]
            }
            Rule::OverIdeal => self.over_ideal(measure),
        }
    }

    /// The value if of the unjudged documents these were relevant.
    fn value_with(&self, measure: &Measure, relevant: &[usize]) -> f64 {
        let rel = measure.rel().expect("a measure with a threshold");
        let mut at = relevant_at(&self.topic.grades, rel);
        relevant.iter().for_each(|&place| at[place] = true);
        let n_relevant = self.topic.judgments.n_relevant(rel) + relevant.len();
        of_relevance(measure, &at, n_relevant).expect("a measure with a threshold")
    }

    fn over_every_number(&self, measure: &Measure) -> [f64; 2] {
        let n = self.unjudged.len();
        let values = (0..=n).flat_map(|m| {
            let [top, bottom] = [&self.unjudged[..m], &self.unjudged[n - m..]];
            [top, bottom].map(|relevant| self.value_with(measure, relevant))
        });
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    }

    /// Grades at each rank, those of unjudged documents being this.
    fn numbers_with(&self, grade: f64) -> Vec<Option<f64>> {
        let mut numbers = self.numbers.clone();
        self.unjudged
            .iter()
            .for_each(|&place| numbers[place] = Some(grade));
        numbers
    }

    fn over_ideal(&self, measure: &Measure) -> [f64; 2] {
        let (gains, cutoff) = (measure.gains().expect("a measure with gains"), measure.cutoff());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "grades of qrels lie within 32 bits"
        )]
        let shift = gains.shift_for(self.scale.largest.ceil() as i32);
        let gain = |grade: f64| gains.scaled_number(grade, shift);
        let largest = gains.largest_to(self.scale.largest, self.scale.has_decimals, shift);
        let gained = |of_unjudged: f64| -> f64 {
            let gains = self.numbers.iter().map(|grade| grade.map_or(0.0, gain));
            let mut by_rank: Vec<f64> = gains.collect();
            self.unjudged
                .iter()
                .for_each(|&place| by_rank[place] = of_unjudged);
            dcg(&by_rank, cutoff)
        };
        let best = |n_unjudged: usize| {
            let mut ideal: Vec<f64> = self.topic.judgments.numbers().map(gain).collect();
            ideal.extend(std::iter::repeat_n(largest, n_unjudged));
            ideal.sort_by(|a, b| b.total_cmp(a));
            dcg(&ideal, cutoff)
        };
        let (least, most) = (gained(0.0), gained(largest));
        let share = |gained: f64, best: f64| {
            if gained > 0.0 {
                (gained / best).min(1.0)
            } else {
                0.0
            }
        };
        [share(least, best(self.unjudged.len())), share(most, best(0))]
    }
}
