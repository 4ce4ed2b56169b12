//! **Wrong on purpose**: formulas that go wrong in practice, beside the right value, on one's own run.
//!
//! Each of the nine returns a plausible number and no error, which is why they last. [`all`] computes the right
//! and the wrong mean on a run, so that a reader sees what a slip is worth *here*; the formulas themselves are in
//! [`wrong`]. Nothing else in this crate uses them.

mod table;
pub mod wrong;

pub use table::all;

use serde::Serialize;

use crate::measure::Measure;

/// One slip and what it does to the mean over all topics.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// Which slip.
    pub kind: MistakeKind,
    /// Which labels were used: `"strict"`, `"graded"` or `"article"`.
    pub labeling: &'static str,
    /// The measure that was meant.
    pub measure: Measure,
    /// Its mean.
    pub right: f64,
    /// What the slip makes of it.
    pub wrong: f64,
}

impl Mistake {
    /// `wrong - right`.
    #[must_use]
    pub fn effect(&self) -> f64 {
        self.wrong - self.right
    }
}

/// The nine slips, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// [`wrong::ndcg_with_ideal_from_run`].
    IdealFromRun,
    /// [`wrong::ndcg_with_shifted_discount`].
    ShiftedDiscount,
    /// [`wrong::article_recall_with_repeats`].
    RepeatedArticles,
    /// [`wrong::recall_over_cutoff`].
    RecallOverCutoff,
    /// [`wrong::mean_of_found`].
    UnansweredLeftOut,
    /// [`wrong::reciprocal_rank_in_id_order`].
    RankColumnLost,
    /// [`wrong::average_precision_over_seen`].
    SeenInsteadOfAll,
    /// [`wrong::ndcg_with_exponential_gains`].
    ExponentialAsLinear,
    /// [`wrong::reciprocal_rank_from_zero`].
    RanksFromZero,
}

impl MistakeKind {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::IdealFromRun,
        Self::ShiftedDiscount,
        Self::RepeatedArticles,
        Self::RecallOverCutoff,
        Self::UnansweredLeftOut,
        Self::RankColumnLost,
        Self::SeenInsteadOfAll,
        Self::ExponentialAsLinear,
        Self::RanksFromZero,
    ];

    /// Place in the table, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// What was done, in one line.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::IdealFromRun => "ideal order built from the retrieved top k, not from the qrels",
            Self::ShiftedDiscount => "discount log2(rank) in the DCG, log2(rank + 1) in the ideal",
            Self::RepeatedArticles => {
                "article recall counted over chunks, repeats not removed (can exceed 1)"
            }
            Self::RecallOverCutoff => "recall divided by k instead of by the number of relevant documents",
            Self::UnansweredLeftOut => "topics that found nothing left out of the mean",
            Self::RankColumnLost => "documents taken in the order of their ids, the rank being lost",
            Self::SeenInsteadOfAll => "AP divided by the relevant documents seen instead of all of them",
            Self::ExponentialAsLinear => "exponential gains read as if they were linear",
            Self::RanksFromZero => "ranks counted from 0 and then taken as 1 / (rank + 2)",
        }
    }
}
