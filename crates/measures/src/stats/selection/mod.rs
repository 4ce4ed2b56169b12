//! The best of several systems, and what the choosing itself does to its value.

mod choice;
mod folds;
mod outcome;
mod plan;
mod resampled;
mod select;

pub use folds::{deal_folds, draw_dev};
pub use outcome::{Selection, SelectionKind};
pub use plan::{SelectionOptions, SelectionPlan};
pub use select::select;
