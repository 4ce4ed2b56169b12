//! Two systems on the same topics.

mod comparison;
mod sign_flips;

pub use comparison::{Paired, PairedComparison, PairedDraws, compare_paired};
pub use sign_flips::PermutationTies;
