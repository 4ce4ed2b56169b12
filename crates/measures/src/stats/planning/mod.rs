//! How many topics it takes, before they are made.
//!
//! Formulas: [`t_test_topics`], [`anova_topics`] and [`interval_topics`] give the smallest number of topics that does what is
//! asked for; [`t_test_power`], [`anova_power`], [`expected_width`] and [`detectable_difference`] say what a given number
//! does. Resampling: [`power_curve`] asks the same of the differences that were observed, whatever their distribution.
//! What is put in is a variance from topics at hand ([`PooledVariance`]), and what comes out is about more topics of that kind.

mod anova;
mod checked;
mod interval;
mod power_curve;
mod smallest;
mod t_test;
mod units;
mod variance;

pub use anova::{anova_power, anova_topics};
pub use checked::{Demand, Effect};
pub use interval::{WidthSize, expected_width, interval_topics};
pub use power_curve::{PlannedDifference, PowerPoint, PowerSettings, power_curve, power_curve_by_group};
pub use smallest::{MOST_TOPICS, PowerSize};
pub use t_test::{TPower, detectable_difference, t_test_power, t_test_topics};
pub use units::UnitSpread;
pub use variance::PooledVariance;
