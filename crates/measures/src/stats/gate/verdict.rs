//! What a gate says.

use serde::Serialize;

use super::evidence::GateEvidence;
use super::mode::GateMode;

/// What a gate says of one measure, about this test set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateVerdict {
    /// Drop mode, passed: the mean is not lower by `delta` or more, and no drop is significant.
    NoDropFound,
    /// Drop mode, passed: the mean is lower by `delta` or more, which may be chance.
    DropNotSignificant,
    /// Drop mode, passed: a drop is significant, and smaller than `delta`.
    SmallDrop,
    /// Drop mode, failed: a drop is significant, and `delta` or more.
    Dropped,
    /// Non-inferiority, passed: the whole interval lies above −`margin`.
    NotInferior,
    /// Non-inferiority, failed: the interval reaches −`margin`, or there is one unit and no interval to speak of. The candidate may be as good.
    NotShown,
    /// Non-inferiority, failed: the whole interval lies below −`margin`.
    Inferior,
}

impl GateVerdict {
    /// Whether the measure passes.
    #[must_use]
    pub fn passed(self) -> bool {
        match self {
            Self::NoDropFound | Self::DropNotSignificant | Self::SmallDrop | Self::NotInferior => true,
            Self::Dropped | Self::NotShown | Self::Inferior => false,
        }
    }

    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoDropFound => "no-drop-found",
            Self::DropNotSignificant => "drop-not-significant",
            Self::SmallDrop => "small-drop",
            Self::Dropped => "dropped",
            Self::NotInferior => "not-inferior",
            Self::NotShown => "not-shown",
            Self::Inferior => "inferior",
        }
    }
}

/// One measure, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GatedMeasure {
    /// What was looked at.
    pub evidence: GateEvidence,
    /// p by Holm's correction over the measures; `None` where nothing is corrected, in non-inferiority mode.
    pub p_corrected: Option<f64>,
    /// What is said of it.
    pub verdict: GateVerdict,
    /// The true difference of which p would be significant in 80 % of test sets of this size: (z(1 − α/2) + z(0.8)) · standard error. In drop mode
    /// α is divided by the number of measures, as Holm's first step does. In non-inferiority mode two equal systems pass in 80 % where it is
    /// the margin. `None` for a single unit.
    pub minimal_detectable_difference: Option<f64>,
    /// Drop mode: the true drop that fails in 80 % of test sets of this size, max(δ, z(1 − α/2) · standard error) + z(0.8) · standard error, normal approximation.
    /// It is above `delta` even with endless topics: a drop of just `delta` is measured as a smaller one half of the time. `None` else.
    pub drop_that_fails: Option<f64>,
    /// How many units would make `delta` or `margin` detectable in that sense, at the same spread; `None` where none would, at a size of 0,
    /// where all differences are equal, or for a single unit.
    pub units_needed: Option<usize>,
}

/// All measures of a gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gated {
    /// What was asked.
    pub mode: GateMode,
    /// 1 − level: the level of the test, or of what lies outside the intervals.
    pub alpha: f64,
    /// In the order of the evidence.
    pub measures: Vec<GatedMeasure>,
    /// Whether all of them passed.
    pub passed: bool,
}
