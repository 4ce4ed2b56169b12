//! May a change land: from comparisons of candidate and baseline to a typed verdict.
//!
//! Nothing is drawn here. The verdict is a function of [`GateEvidence`], which paired comparisons give, and of a [`GateMode`].

mod evidence;
mod judge;
mod mode;
mod topics;
mod verdict;
mod warning;

pub use evidence::GateEvidence;
pub use judge::gate;
pub use mode::GateMode;
pub use topics::{TopicChanges, TopicLoss, topic_changes};
pub use verdict::{GateVerdict, Gated, GatedMeasure};
pub use warning::GateWarning;
