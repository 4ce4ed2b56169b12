//! The measures as functions over slices, one formula per file; they know nothing of topics, ids or files.
//!
//! `relevant[i]`, `gains[i]` and `judged[i]` belong to rank `i + 1`. A cutoff hides the ranks below it; with
//! `None` the whole ranking is seen. Each value lies between 0 and 1, is 0 for an empty ranking, and is never
//! NaN: where a denominator would be 0, the value is 0. The C/W/L measures give an [`ExpectedUtility`], whose `per_item` is that value.

mod accuracy;
mod average_precision;
mod bpref;
mod compatibility;
mod context_precision;
mod cwl;
pub mod diversity;
mod expected_reciprocal_rank;
mod inferred_ap;
mod interpolated_precision;
mod judged;
mod ndcg;
mod pooled;
mod precision;
mod r_precision;
mod rank_biased;
mod recall;
mod reciprocal_rank;
mod set_based;
mod success;

pub use accuracy::accuracy;
pub use average_precision::average_precision;
pub use bpref::bpref;
pub use compatibility::compatibility;
pub use context_precision::context_precision;
pub use cwl::{
    ExpectedUtility, READING_DEPTH, bejeweled_player, insq, inst, nerr_8, nerr_9, nerr_10, nerr_11,
    scaled_dcg,
};
pub use expected_reciprocal_rank::expected_reciprocal_rank;
pub use inferred_ap::inferred_ap;
pub use interpolated_precision::{RecallPoint, interpolated_precision};
pub use judged::judged;
pub use ndcg::{dcg, discount, ndcg};
pub use pooled::Pooled;
pub use precision::precision;
pub use r_precision::r_precision;
pub use rank_biased::{rank_biased_precision, rank_biased_residual};
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;
pub use set_based::{set_ap, set_f, set_precision, set_recall, set_relative_precision};
pub use success::success;

/// Counts and ranks as doubles; exact up to 2^53.
#[expect(clippy::cast_precision_loss)] // rankings are far shorter than 2^53
pub(crate) fn real(count: usize) -> f64 {
    count as f64
}

/// Sum of precision at each relevant rank, and the number of those ranks.
fn sum_of_precisions(relevant: &[bool]) -> (f64, usize) {
    let (mut sum, mut seen) = (0.0, 0);
    for (i, _) in relevant.iter().enumerate().filter(|(_, relevant)| **relevant) {
        seen += 1;
        sum += real(seen) / real(i + 1);
    }
    (sum, seen)
}

/// The example of [`worked_example`](crate::worked_example): d3, d7, **d1**, d9, **d4**; d8 is not returned.
#[cfg(test)]
mod example {
    pub(super) const RELEVANT: [bool; 5] = [false, false, true, false, true];
    pub(super) const N_RELEVANT: usize = 3;

    pub(super) fn k(depth: u32) -> crate::Cutoff {
        crate::Cutoff::new(depth).expect("at least 1")
    }

    /// Equal but for the rounding of a few operations.
    pub(super) fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-15
    }
}
