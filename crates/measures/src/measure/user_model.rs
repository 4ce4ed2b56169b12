//! The readers of the C/W/L measures, with what each can be told.

use super::Real;

/// When a reader goes on to the next rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UserModel {
    /// [`formulas::bejeweled_player`](crate::formulas::bejeweled_player).
    BejeweledPlayer {
        /// Gain at which the reader is content, 0 to 1,000,000.
        goal: Real,
    },
    /// [`formulas::scaled_dcg`](crate::formulas::scaled_dcg).
    ScaledDcg,
    /// [`formulas::nerr_8`](crate::formulas::nerr_8).
    Nerr8,
    /// [`formulas::nerr_9`](crate::formulas::nerr_9).
    Nerr9,
    /// [`formulas::nerr_10`](crate::formulas::nerr_10).
    Nerr10 {
        /// Probability of going on after a document that gains nothing, 0 to 1.
        p: Real,
    },
    /// [`formulas::nerr_11`](crate::formulas::nerr_11).
    Nerr11 {
        /// Gain that is sought, 0 to 1,000,000.
        goal: Real,
    },
    /// [`formulas::inst`](crate::formulas::inst).
    Inst {
        /// Gain that is sought, 0.5 to 1,000,000.
        goal: Real,
    },
    /// [`formulas::insq`](crate::formulas::insq).
    Insq {
        /// Gain that is sought, 0 to 1,000,000.
        goal: Real,
    },
}

/// ir_measures' T of every measure that has one.
pub(super) const GOAL: Real = Real::known(1.0);
/// ir_measures' p of NERR10.
pub(super) const PATIENCE: Real = Real::known(0.9);

impl UserModel {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::BejeweledPlayer { .. } => "BPM",
            Self::ScaledDcg => "SDCG",
            Self::Nerr8 => "NERR8",
            Self::Nerr9 => "NERR9",
            Self::Nerr10 { .. } => "NERR10",
            Self::Nerr11 { .. } => "NERR11",
            Self::Inst { .. } => "INST",
            Self::Insq { .. } => "INSQ",
        }
    }

    /// Whether reading ends at a cutoff; else only patience ends it.
    pub(super) fn has_cutoff(self) -> bool {
        matches!(
            self,
            Self::BejeweledPlayer { .. } | Self::ScaledDcg | Self::Nerr8 | Self::Nerr9
        )
    }

    /// The one number that a model can be told: its name, the least and largest it may be, and where it is kept.
    pub(super) fn number(&mut self) -> Option<(&'static str, std::ops::RangeInclusive<f64>, &mut Real)> {
        const MOST: f64 = 1e6;
        match self {
            Self::BejeweledPlayer { goal } | Self::Nerr11 { goal } | Self::Insq { goal } => {
                Some(("T", 0.0..=MOST, goal))
            }
            // below, a reader who found enough would go on with a probability above 1
            Self::Inst { goal } => Some(("T", 0.5..=MOST, goal)),
            Self::Nerr10 { p } => Some(("p", 0.0..=1.0, p)),
            Self::ScaledDcg | Self::Nerr8 | Self::Nerr9 => None,
        }
    }

    /// Its number as printed, if it is not the usual one.
    pub(super) fn own_parameter(self) -> Option<String> {
        match self {
            Self::BejeweledPlayer { goal }
            | Self::Nerr11 { goal }
            | Self::Inst { goal }
            | Self::Insq { goal } => (goal != GOAL).then(|| format!("T={goal}")),
            Self::Nerr10 { p } => (p != PATIENCE).then(|| format!("p={p}")),
            Self::ScaledDcg | Self::Nerr8 | Self::Nerr9 => None,
        }
    }
}
