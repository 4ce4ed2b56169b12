//! Where the first relevant document is: what a mean reciprocal rank is made of.

use serde::{Deserialize, Serialize};

use crate::evaluate::{judged_topics, relevant_at};
use crate::qrels::Qrels;
use crate::run::{Run, rank_at};
use crate::tie_break::TieBreak;

/// Rank, from 1, of the first document of grade `rel` or more; `None` where the run has none.
///
/// One entry per judged topic, in the order of the qrels, as in [`TopicValues`](crate::TopicValues). A grade below
/// 1 is never relevant.
#[must_use]
pub fn first_relevant_ranks(run: &Run, qrels: &Qrels, rel: i32, tie: TieBreak) -> Vec<Option<u32>> {
    let first = |(topic, judgments): (_, &crate::qrels::Judgments)| {
        let ranking = run.ranking(topic, tie);
        let grades: Vec<Option<i32>> = ranking.into_iter().map(|docid| judgments.grade(docid)).collect();
        relevant_at(&grades, rel)
            .iter()
            .position(|relevant| *relevant)
            .map(rank_at)
    };
    judged_topics(qrels).map(first).collect()
}

/// How many topics have their first relevant document where.
///
/// ```
/// use sokutei_measures::RankDistribution;
///
/// let counts = RankDistribution::of(&[Some(1), Some(2), Some(7), Some(11), None]);
/// assert_eq!((counts.first, counts.second, counts.third_to_tenth, counts.beyond_tenth_or_absent), (1, 1, 1, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankDistribution {
    /// Topics with a relevant document at rank 1.
    pub first: usize,
    /// At rank 2, and none above.
    pub second: usize,
    /// At ranks 3 to 10.
    pub third_to_tenth: usize,
    /// Below rank 10, or nowhere in the run.
    pub beyond_tenth_or_absent: usize,
}

impl RankDistribution {
    /// Counts what [`first_relevant_ranks`] returned.
    #[must_use]
    pub fn of(ranks: &[Option<u32>]) -> Self {
        let mut counts = Self::default();
        for rank in ranks {
            match rank {
                Some(1) => counts.first += 1,
                Some(2) => counts.second += 1,
                Some(3..=10) => counts.third_to_tenth += 1,
                _ => counts.beyond_tenth_or_absent += 1,
            }
        }
        counts
    }
}
