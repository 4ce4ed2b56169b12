//! What fewer topics would have said: random subsets of the topics at hand, or of whole groups of them.

mod by_group;
mod growth;
mod subsets;
mod widths;

pub use by_group::{reversal_by_group, subset_means_by_group, subset_spread_by_group, subset_study_by_group};
pub use growth::{Growth, growth};
pub use subsets::{Reversal, SubsetSpread, reversal, subset_means, subset_spread, subset_study};
pub use widths::{interval_widths, interval_widths_by_group};
