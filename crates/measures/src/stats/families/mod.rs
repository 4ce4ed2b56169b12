//! Many comparisons at once: what to do with their p-values, and all pairs of systems together.

mod correction;
mod layout;
mod tukey;

pub use correction::Correction;
pub use layout::{Anova, AnovaRow, Layout};
pub use tukey::{Tukey, TukeyHsd, TukeyPair, randomised_tukey, randomised_tukey_by_group};
