//! Agreement: of two orders of the same things, of two rankings, of several assessors.
//!
//! * Orders given as scores: Kendall's τ ([`kendall`]), AP correlation ([`tau_ap`]).
//! * Rankings that hold different things: rank-biased overlap ([`rbo`]), [`overlap_at`].
//! * Assessors: [`Ratings`] and their [`Coefficient`]s: Cohen's kappa, weighted or not, Fleiss' kappa, Krippendorff's alpha.
//! * The same of runs, of orders of systems, and of qrels: [`compare_runs`], [`SystemValues`], [`JudgedPairs`].
//!
//! A coefficient of values that do not vary is not defined. That is an [`Error::Undefined`](crate::Error::Undefined) with its reason
//! ([`Undefined`]), and in a resample it is counted ([`ResampledInterval::undefined`]): no function here gives NaN.

mod alpha;
mod coefficient;
mod cohen;
mod fleiss;
mod judged_pairs;
mod kendall;
mod kendall_p;
mod overlap;
mod ratings;
mod rbo;
mod resampling;
mod runs;
mod systems;
mod tau_ap;
mod undefined;

pub use alpha::{Level, krippendorff_alpha};
pub use coefficient::{Coefficient, estimate_coefficients};
pub use cohen::{CohenKappa, Distances, KappaWeights, cohen_kappa};
pub use fleiss::fleiss_kappa;
pub use judged_pairs::JudgedPairs;
pub use kendall::{Kendall, kendall};
pub use kendall_p::KendallTest;
pub use overlap::overlap_at;
pub use ratings::{LARGEST_SCALE, Ratings, RatingsProblem};
pub use rbo::{Rbo, rbo};
pub use resampling::{AgreementEstimate, ResampledInterval, Units};
pub use runs::{RunAgreement, RunAgreementRules, TopicAgreement, compare_runs};
pub use systems::{SystemAgreement, SystemValues};
pub use tau_ap::{ApTies, tau_ap};
pub use undefined::Undefined;
