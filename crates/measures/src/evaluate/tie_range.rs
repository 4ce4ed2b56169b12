//! What else could the value have been, had equal scores been ordered otherwise?

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::orders::Orders;
use super::ranked_topic::RankedRows;
use super::views::{TopicViews, Views};
use super::{RankingRules, judged_topics};
use crate::ids::TopicId;
use crate::measure::{Measure, MeasureKind};
use crate::qrels::{Judgments, Qrels};
use crate::run::Run;
use crate::stats::{NumpyRng, mean};

/// Values of one measure over all orders of documents with equal scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TieRange {
    /// What was measured.
    pub measure: Measure,
    /// The least value: of the topics' least values.
    pub low: f64,
    /// What a random order gives in the mean: of the topics' means.
    pub mean: f64,
    /// The largest value: of the topics' largest values.
    pub high: f64,
    /// Whether no order at all gives a value beyond these ends; otherwise none of the orders that were tried does.
    pub is_exact: bool,
}

/// How much of the values the tie rule decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TieRanges {
    /// One entry per measure, in the order asked for.
    pub ranges: Vec<TieRange>,
    /// Topics of which the order of equal scores decides a value.
    pub n_topics: usize,
    /// Topics with more than [`EVERY_ORDER`] different orders: their means are of that many seeded random orders, and their
    /// ends the best of those and of the two extremes, best grade first and best grade last.
    pub n_sampled: usize,
}

/// Up to so many different orders of a topic are all tried.
pub const EVERY_ORDER: usize = 1_000;

/// Least, mean and largest value over all orders of documents with equal scores, all orders being equally likely.
///
/// Orders that differ only in documents of one grade (for measures of diversity, of one grade for each subtopic) give one value and are tried once. Up to [`EVERY_ORDER`] of a topic are
/// tried, which is exact. Past that the mean is estimated; the ends are exact for every measure that never falls when a better
/// document moves up (all but `Bpref`, `infAP`, `Judged`, `BPM`, `ContextPrecision@k`, `Accuracy@k`, `nDCG` with a table in which a higher grade gains less, and
/// the measures of diversity).
///
/// Source: McSherry & Najork, ECIR 2008, who take the mean; trec_eval's order of docids is one of the orders.
///
/// ```
/// use sokutei_measures::{TieBreak, tie_ranges, trec};
///
/// let qrels = trec::read_qrels("1 0 a 0\n1 0 b 1\n".as_bytes(), "qrels")?.qrels;
/// let run = trec::read_run("1 Q0 b 1 1.0 x\n1 Q0 a 2 1.0 x\n".as_bytes(), "run")?;
/// let ranges = tie_ranges(&run, &qrels, &["nDCG".parse()?], TieBreak::Trec.into());
/// let range = &ranges.ranges[0];
/// assert_eq!([range.low, range.mean, range.high].map(|x| format!("{x:.4}")), ["0.6309", "0.8155", "1.0000"]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn tie_ranges(run: &Run, qrels: &Qrels, measures: &[Measure], rules: RankingRules) -> TieRanges {
    let judged: Vec<_> = judged_topics(qrels).collect();
    // apart, so that the orders tried for a measure do not depend on the others
    let (of_diversity, others): (Vec<&Measure>, Vec<&Measure>) = measures
        .iter()
        .partition(|measure| measure.kind().is_of_diversity());
    let kinds = [of_diversity, others].map(|kind| kind.into_iter().cloned().collect::<Vec<_>>());
    let asked = kinds.iter().filter(|kind| !kind.is_empty());
    let of_kinds: Vec<(&Vec<Measure>, Vec<TopicRange>)> = asked
        .map(|kind| (kind, topic_ranges(run, &judged, kind, rules)))
        .collect();
    let has_decimals = qrels.has_decimals();
    let range = |measure: &Measure| {
        let mut ranges = of_kinds
            .iter()
            .filter_map(|(kind, topics)| range_of((measure, has_decimals), kind, topics));
        ranges.next().expect("each is of one kind")
    };
    let n_where = |is_so: fn(&TopicRange) -> bool| {
        let in_some = |topic: &usize| of_kinds.iter().any(|(_, topics)| is_so(&topics[*topic]));
        (0..judged.len()).filter(in_some).count()
    };
    TieRanges {
        ranges: measures.iter().map(range).collect(),
        n_topics: n_where(|topic| topic.is_tied),
        n_sampled: n_where(|topic| topic.is_sampled),
    }
}

fn topic_ranges(
    run: &Run,
    judged: &[(&TopicId, &Judgments)],
    measures: &[Measure],
    rules: RankingRules,
) -> Vec<TopicRange> {
    let views = Views::of(measures);
    let of_topic = |(topic, judgments): &(&TopicId, &Judgments)| {
        TopicRange::of(
            RankedRows::of(run, topic, judgments, rules),
            &views.of_topic(judgments),
        )
    };
    judged.par_iter().map(of_topic).collect()
}

/// Whether no order gives a value beyond those of best grade first and best grade last.
fn extremes_suffice(measure: &Measure, has_decimals: bool) -> bool {
    let of_judged = matches!(
        measure.kind(),
        MeasureKind::Bpref | MeasureKind::InferredAp | MeasureKind::Judged
    );
    !of_judged && !measure.may_fall(has_decimals)
}

/// The range of a measure, if it is one of `measures`.
fn range_of(
    (measure, has_decimals): (&Measure, bool),
    measures: &[Measure],
    topics: &[TopicRange],
) -> Option<TieRange> {
    let m = measures.iter().position(|known| known == measure)?;
    let over = |value: fn(&Spread) -> f64| {
        let values: Vec<f64> = topics.iter().map(|topic| value(&topic.values[m])).collect();
        measure.aggregate().of(&values)
    };
    Some(TieRange {
        measure: measure.clone(),
        low: over(|spread| spread.low),
        mean: over(|spread| spread.mean),
        high: over(|spread| spread.high),
        is_exact: extremes_suffice(measure, has_decimals) || !topics.iter().any(|topic| topic.is_sampled),
    })
}

/// Whether some order of equal scores gives other values than `values`, those of the ranking as it is.
///
/// The two extremes are looked at, best grade first and best grade last: no measure that never falls when a better document moves
/// up has another value between two equal ones. For the others ([`Measure::may_fall`]) up to [`EVERY_ORDER`] orders are looked at as well:
/// all of them, or that many random ones.
pub(super) fn order_decides(ranked: RankedRows, views: &TopicViews<'_, '_>, values: &[f64]) -> bool {
    let mut orders = Orders::of(ranked, views.kinds());
    if !orders.is_tied() {
        return false;
    }
    let is_other = |orders: &Orders| {
        let others = orders.values(views);
        let mut each = views.measures().iter().zip(values.iter().zip(&others));
        each.any(|(measure, (&a, &b))| differ(measure, a, b))
    };
    for best_first in [true, false] {
        orders.go_to_extreme(best_first);
        if is_other(&orders) {
            return true;
        }
    }
    let has_decimals = views.judgments().has_decimals();
    let may_be_decided = |measure: &Measure| {
        // the cutoff of judged documents may lie further down
        let cutoff = measure.cutoff().filter(|_| !measure.is_judged_only());
        measure.may_fall(has_decimals) && orders.reach(cutoff)
    };
    if !views.measures().iter().any(may_be_decided) {
        return false;
    }
    if orders.count().is_none_or(|n| n > EVERY_ORDER) {
        let mut rng = NumpyRng::new(0);
        return (0..EVERY_ORDER).any(|_| {
            orders.shuffle(&mut rng);
            is_other(&orders)
        });
    }
    while orders.advance() {
        if is_other(&orders) {
            return true;
        }
    }
    false
}

/// Whether two values of a measure are different. Over subtopics the order of sums can change their last bits.
fn differ(measure: &Measure, a: f64, b: f64) -> bool {
    const ROUNDING: f64 = 1e-12;
    if measure.kind().is_of_diversity() {
        (a - b).abs() > ROUNDING
    } else {
        a.to_bits() != b.to_bits()
    }
}

/// Values of one topic and one measure.
struct Spread {
    low: f64,
    mean: f64,
    high: f64,
}

/// One topic: a spread per measure.
struct TopicRange {
    values: Vec<Spread>,
    is_tied: bool,
    is_sampled: bool,
}

impl TopicRange {
    fn of(ranked: RankedRows, views: &TopicViews<'_, '_>) -> Self {
        let mut orders = Orders::of(ranked, views.kinds());
        let is_sampled = orders.is_tied() && orders.count().is_none_or(|n| n > EVERY_ORDER);
        let mut values: Vec<Vec<f64>> = Vec::new(); // [order][measure]
        let mut extremes = 0;
        if is_sampled {
            for best_first in [true, false] {
                orders.go_to_extreme(best_first);
                values.push(orders.values(views));
                extremes += 1;
            }
            let mut rng = NumpyRng::new(0);
            for _ in 0..EVERY_ORDER {
                orders.shuffle(&mut rng);
                values.push(orders.values(views));
            }
        } else {
            orders.go_to_extreme(false);
            loop {
                values.push(orders.values(views));
                if !orders.advance() {
                    break;
                }
            }
        }
        let n_measures = values[0].len();
        let spread = |m: usize| {
            let of_orders = || values.iter().map(|values| values[m]);
            let drawn: Vec<f64> = of_orders().skip(extremes).collect();
            Spread {
                low: of_orders().fold(f64::INFINITY, f64::min),
                mean: mean(&drawn),
                high: of_orders().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        let values: Vec<Spread> = (0..n_measures).map(spread).collect();
        Self {
            is_tied: views
                .measures()
                .iter()
                .zip(&values)
                .any(|(measure, of)| differ(measure, of.low, of.high)),
            values,
            is_sampled,
        }
    }
}
