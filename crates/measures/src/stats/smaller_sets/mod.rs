//! What fewer topics would have said: random subsets of the topics at hand.

mod growth;
mod subsets;

pub use growth::{Growth, growth};
pub use subsets::{Reversal, SubsetSpread, reversal, subset_means, subset_spread, subset_study};
