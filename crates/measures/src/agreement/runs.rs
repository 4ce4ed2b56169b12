//! Two runs beside each other, topic by topic, without any judgment.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::overlap::overlap_at;
use super::{Rbo, Undefined, kendall, rbo};
use crate::cutoff::Cutoff;
use crate::error::Error;
use crate::formulas::real;
use crate::ids::{Docid, TopicId};
use crate::run::{Run, RunRow, rank_at};
use crate::tie_break::TieBreak;

/// How runs are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunAgreementRules {
    /// The order of equal scores, for what needs one: rank-biased overlap, and which documents are above `depth`.
    pub ties: TieBreak,
    /// How many documents of each ranking are looked at; all without one.
    pub depth: Option<Cutoff>,
    /// The p of rank-biased overlap.
    pub p: f64,
}

/// How two runs agree on one topic.
#[derive(Clone, Debug, PartialEq)]
pub struct TopicAgreement {
    /// The topic.
    pub topic: TopicId,
    /// Rank-biased overlap.
    pub rbo: Rbo,
    /// [`overlap_at`] the depth, or over the longer ranking without one.
    pub overlap: f64,
    /// Documents that both returned, within the depth.
    pub common: usize,
    /// Kendall's τ-b over these; documents that a run does not order (by the tie rule's own notion: equal scores, or equal ranks) are ties.
    pub tau_b: Result<f64, Undefined>,
}

/// How two runs agree.
#[derive(Clone, Debug, PartialEq)]
pub struct RunAgreement {
    /// The topics that both answer, in the order of the first run; at least one.
    pub topics: Vec<TopicAgreement>,
    /// Topics of the first run alone; left out.
    pub only_first: Vec<TopicId>,
    /// Topics of the second run alone; left out.
    pub only_second: Vec<TopicId>,
}

/// Compares two runs on the topics that both answer.
///
/// ```
/// use sokutei_measures::agreement::{RunAgreementRules, compare_runs};
/// use sokutei_measures::{TieBreak, worked_example};
///
/// let run = worked_example::run();
/// let rules = RunAgreementRules { ties: TieBreak::Trec, depth: None, p: 0.9 };
/// let found = compare_runs(&run, &run, rules)?;
/// assert_eq!((found.topics[0].overlap, found.topics[0].tau_b), (1.0, Ok(1.0)));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No topic that both answer, a `p` outside 0 to 1.
pub fn compare_runs(a: &Run, b: &Run, rules: RunAgreementRules) -> Result<RunAgreement, Error> {
    let (both, only_first) = split(a, b);
    let (_, only_second) = split(b, a);
    if both.is_empty() {
        let (left, right) = (format!("run {}", a.tag), format!("run {}", b.tag));
        return Err(Error::TopicsDiffer {
            left,
            right,
            only_left: only_first,
            only_right: only_second,
        });
    }
    let topics = both.par_iter().map(|topic| of_topic(a, b, topic, rules));
    Ok(RunAgreement {
        topics: topics.collect::<Result<_, _>>()?,
        only_first,
        only_second,
    })
}

/// Topics of a run that another has, and those that it has not.
fn split(of: &Run, other: &Run) -> (Vec<TopicId>, Vec<TopicId>) {
    of.topics()
        .cloned()
        .partition(|topic| !other.hits(topic).is_empty())
}

fn of_topic(a: &Run, b: &Run, topic: &TopicId, rules: RunAgreementRules) -> Result<TopicAgreement, Error> {
    let rows = |run| -> Vec<&RunRow> {
        Cutoff::top(rules.depth, &Run::ranked_rows(run, topic, rules.ties)).to_vec()
    };
    let (a, b) = (rows(a), rows(b));
    let ids = |rows: &[&RunRow]| -> Vec<Docid> { rows.iter().map(|row| row.docid.clone()).collect() };
    let (first, second) = (ids(&a), ids(&b));
    let longer = Cutoff::new(rank_at(first.len().max(second.len()) - 1))?;
    let (x, y) = places_of_common(&a, &b, rules.ties);
    let tau_b = if x.len() < 2 {
        Err(Undefined::TooFew)
    } else {
        kendall::count(&x, &y).tau_b_or_why()
    };
    Ok(TopicAgreement {
        topic: topic.clone(),
        rbo: rbo(&first, &second, rules.p)?,
        overlap: overlap_at(&first, &second, rules.depth.unwrap_or(longer))?,
        common: x.len(),
        tau_b,
    })
}

/// Places of the documents that both rankings have, from 0 at the top, documents without an order sharing one.
fn places_of_common(a: &[&RunRow], b: &[&RunRow], ties: TieBreak) -> (Vec<f64>, Vec<f64>) {
    let of_b: FxHashMap<&Docid, f64> = b.iter().map(|row| &row.docid).zip(places(b, ties)).collect();
    let of_a = a.iter().zip(places(a, ties));
    of_a.filter_map(|(row, place)| Some((place, *of_b.get(&row.docid)?)))
        .unzip()
}

fn places(rows: &[&RunRow], ties: TieBreak) -> Vec<f64> {
    let mut place = 0;
    let after = rows.windows(2).map(|pair| {
        place += usize::from(!ties.ties(pair[0], pair[1]));
        real(place)
    });
    std::iter::once(0.0).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hits::Hit;

    fn run(tag: &str, topics: &[(&str, &[(&str, f64)])]) -> Run {
        let hit = |(id, score): &(&str, f64)| Hit {
            docid: Docid::new(id).unwrap(),
            score: *score,
        };
        let topics = topics
            .iter()
            .map(|(q, hits)| (TopicId::new(q).unwrap(), hits.iter().map(hit).collect()));
        Run::from_hits(tag, topics).unwrap()
    }

    fn rules(ties: TieBreak, depth: u32) -> RunAgreementRules {
        RunAgreementRules {
            ties,
            depth: Cutoff::new(depth).ok(),
            p: 0.9,
        }
    }

    #[test]
    fn equal_scores_are_ties_to_tau_and_an_order_to_the_rest() {
        let a = run("a", &[("q", &[("x", 3.0), ("y", 1.0), ("z", 1.0), ("u", 0.5)])]);
        let b = run("b", &[("q", &[("x", 9.0), ("z", 8.0), ("y", 7.0), ("w", 6.0)])]);
        // trec puts z before y in a as well: three common places out of four
        let t = &compare_runs(&a, &b, rules(TieBreak::Trec, 0)).unwrap().topics[0];
        assert_eq!((t.common, t.overlap), (3, 0.75));
        assert!((t.tau_b.unwrap() - 2.0 / 6f64.sqrt()).abs() < 1e-15); // xy, xz concordant, yz tied in a
        assert_eq!(
            compare_runs(&a, &b, rules(TieBreak::Trec, 2)).unwrap().topics[0].overlap,
            1.0
        );
        assert_eq!(
            compare_runs(&a, &b, rules(TieBreak::DocidAsc, 2)).unwrap().topics[0].overlap,
            0.5
        );
        let by_rank = &compare_runs(&a, &b, rules(TieBreak::RankColumn, 0))
            .unwrap()
            .topics[0];
        assert!((by_rank.tau_b.unwrap() - 1.0 / 3.0).abs() < 1e-15); // y before z in a, after it in b
    }

    #[test]
    fn topics_of_one_run_are_listed_and_no_common_topic_is_an_error() {
        let a = run("a", &[("q1", &[("x", 1.0)]), ("q2", &[("x", 1.0)])]);
        let b = run("b", &[("q2", &[("y", 1.0)]), ("q3", &[("x", 1.0)])]);
        let found = compare_runs(&a, &b, rules(TieBreak::Trec, 0)).unwrap();
        assert_eq!(
            (found.only_first[0].as_str(), found.only_second[0].as_str()),
            ("q1", "q3")
        );
        assert_eq!(
            (found.topics[0].rbo.ext, found.topics[0].tau_b),
            (0.0, Err(Undefined::TooFew))
        );
        let c = run("c", &[("9", &[("x", 1.0)])]);
        assert_eq!(
            compare_runs(&a, &c, rules(TieBreak::Trec, 0))
                .unwrap_err()
                .to_string(),
            "run a and run c cover different topics: \"q1\", \"q2\" only in run a, \"9\" only in run c"
        );
    }
}
