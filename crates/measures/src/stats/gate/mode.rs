//! The two questions that a gate may ask.

use serde::Serialize;

use crate::error::Error;
use crate::stats::checks;

/// When a change fails. Sizes are absolute, in the unit of the measure: 0.01 of nDCG, not 1 % of what it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "mode", rename_all = "kebab-case")]
pub enum GateMode {
    /// Fails if a drop is shown that is large enough to matter: p ≤ 1 − level after Holm's correction over the measures, and a mean that is
    /// lower by `delta` or more. What is not shown passes, so few topics let much through.
    ///
    /// p is two-sided and only drops fail: of changes without any effect at most (1 − level) / 2 fail by one measure, 2.5 % at 0.95, and at most
    /// 1 − level by several. A true drop of
    /// exactly `delta` is measured as a smaller one half of the time, and passes then, however many topics there are.
    Drop {
        /// The least drop that fails, 0 or more.
        delta: f64,
    },
    /// Passes only if it is shown that no measure lost `margin` or more: the lower end of each interval of candidate − baseline lies above
    /// −`margin`. What is not shown fails, so few topics let little through.
    ///
    /// Every measure must pass, so there is nothing to correct for: the chance that all pass is no larger than that of the one that should not
    /// (intersection–union). With a two-sided interval at 0.95, a candidate that is worse by exactly `margin` passes in about 2.5 %.
    NonInferiority {
        /// The loss that one would not accept, 0 or more. With 0 the candidate must be shown to be better.
        margin: f64,
    },
}

impl GateMode {
    /// The name that is printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Drop { .. } => "drop",
            Self::NonInferiority { .. } => "non-inferiority",
        }
    }

    /// `delta` or `margin`.
    #[must_use]
    pub fn size(self) -> f64 {
        match self {
            Self::Drop { delta } => delta,
            Self::NonInferiority { margin } => margin,
        }
    }

    pub(super) fn check(self) -> Result<(), Error> {
        let name = match self {
            Self::Drop { .. } => "delta",
            Self::NonInferiority { .. } => "margin",
        };
        checks::at_least("gate", name, self.size(), 0.0)?;
        checks::at_most("gate", name, self.size(), f64::MAX)
    }
}
