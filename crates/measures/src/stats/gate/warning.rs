//! What to know before trusting a gate.

use std::fmt;

use serde::Serialize;

use super::judge::DUST;
use super::mode::GateMode;
use super::verdict::{Gated, GatedMeasure};
use crate::formulas::real;

/// A verdict is what it is; this says how much it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GateWarning {
    /// Drop mode: a drop that matters is smaller than what these units can tell from chance.
    DropCouldPassUnseen {
        /// Place of the measure.
        measure: usize,
        /// The drop that matters.
        delta: f64,
        /// [`GatedMeasure::minimal_detectable_difference`]; `None` for a single unit.
        minimal: Option<f64>,
        /// Number of units.
        n: usize,
        /// What they are: topics, or groups.
        unit: &'static str,
        /// How many would do, if that can be said.
        units_needed: Option<usize>,
    },
    /// Drop mode: no difference whatever could be significant, so the gate cannot fail.
    CannotFail {
        /// Place of the measure.
        measure: usize,
        /// [`GateEvidence::least_p`](super::GateEvidence::least_p).
        least_p: f64,
        /// What p would have to be for the first of the measures to fail: α over their number.
        needed_p: f64,
        /// Number of units.
        n: usize,
        /// What they are: topics, or groups.
        unit: &'static str,
    },
    /// Non-inferiority: two equal systems would be failed in more than 20 % of such test sets.
    MarginTooFine {
        /// Place of the measure.
        measure: usize,
        /// The margin.
        margin: f64,
        /// [`GatedMeasure::minimal_detectable_difference`]; `None` for a single unit.
        minimal: Option<f64>,
        /// Number of units.
        n: usize,
        /// What they are: topics, or groups.
        unit: &'static str,
        /// How many would do, if that can be said.
        units_needed: Option<usize>,
    },
    /// Non-inferiority by a bootstrap of few units: such intervals are too short, so the gate passes too easily.
    FewUnits {
        /// Place of the measure.
        measure: usize,
        /// Number of units.
        n: usize,
        /// What they are: topics, or groups.
        unit: &'static str,
    },
}

/// With fewer units than this a bootstrap interval lets a candidate that is worse by just the margin pass in more than 3.6 % instead of 2.5 %, if differences
/// are normal (P(t(n − 1) > z(0.975) · √((n − 1) / n)): 4.8 % with 10, 7.7 % with 5).
const FEW: usize = 20;

impl Gated {
    /// What to know before trusting the verdicts, in the order of the measures.
    #[must_use]
    pub fn warnings(&self) -> Vec<GateWarning> {
        let each = self.measures.iter().enumerate();
        each.flat_map(|(place, measure)| {
            let blind = self.blind(place, measure);
            let unseen = blind.is_none().then(|| self.unseen(place, measure)).flatten();
            [blind, unseen, self.few(place, measure)]
        })
        .flatten()
        .collect()
    }

    fn blind(&self, measure: usize, gated: &GatedMeasure) -> Option<GateWarning> {
        let GateMode::Drop { .. } = self.mode else {
            return None;
        };
        let (least_p, needed_p) = (gated.evidence.least_p, self.alpha / real(self.measures.len()));
        (least_p > needed_p + DUST).then(|| GateWarning::CannotFail {
            measure,
            least_p,
            needed_p,
            n: gated.evidence.difference.n,
            unit: gated.evidence.unit(),
        })
    }

    fn unseen(&self, measure: usize, gated: &GatedMeasure) -> Option<GateWarning> {
        let (minimal, units_needed) = (gated.minimal_detectable_difference, gated.units_needed);
        if minimal.is_some_and(|minimal| minimal <= self.mode.size()) {
            return None;
        }
        let (n, unit) = (gated.evidence.difference.n, gated.evidence.unit());
        Some(match self.mode {
            GateMode::Drop { delta } => GateWarning::DropCouldPassUnseen {
                measure,
                delta,
                minimal,
                n,
                unit,
                units_needed,
            },
            GateMode::NonInferiority { margin } => GateWarning::MarginTooFine {
                measure,
                margin,
                minimal,
                n,
                unit,
                units_needed,
            },
        })
    }

    fn few(&self, measure: usize, gated: &GatedMeasure) -> Option<GateWarning> {
        let difference = &gated.evidence.difference;
        let is_few = difference.replicates > 0 && (2..FEW).contains(&difference.n);
        let by_interval = matches!(self.mode, GateMode::NonInferiority { .. });
        (is_few && by_interval).then(|| GateWarning::FewUnits {
            measure,
            n: difference.n,
            unit: gated.evidence.unit(),
        })
    }
}

impl GateWarning {
    /// The name in JSON: `cannot-fail`, `drop-could-pass-unseen`, `margin-too-fine`, `few-units`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::CannotFail { .. } => "cannot-fail",
            Self::DropCouldPassUnseen { .. } => "drop-could-pass-unseen",
            Self::MarginTooFine { .. } => "margin-too-fine",
            Self::FewUnits { .. } => "few-units",
        }
    }

    /// Place of the measure that it is about.
    #[must_use]
    pub fn measure(&self) -> usize {
        match self {
            Self::CannotFail { measure, .. }
            | Self::DropCouldPassUnseen { measure, .. }
            | Self::MarginTooFine { measure, .. }
            | Self::FewUnits { measure, .. } => *measure,
        }
    }
}

impl fmt::Display for GateWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotFail {
                least_p,
                needed_p,
                n,
                unit,
                ..
            } => write!(
                f,
                "the gate cannot fail: p of {} is never below {least_p:.4}, and {needed_p:.4} is needed; add {unit}, or draw more patterns of signs",
                counted(*n, unit)
            ),
            Self::DropCouldPassUnseen {
                delta,
                minimal,
                n,
                unit,
                units_needed,
                ..
            } => {
                write!(f, "a drop of {delta} could pass unseen: ")?;
                sight(f, (*minimal, *n, unit))?;
                needed(f, *units_needed, unit, "show it")
            }
            Self::MarginTooFine {
                margin,
                minimal,
                n,
                unit,
                units_needed,
                ..
            } => {
                write!(
                    f,
                    "a candidate that is just as good may well fail by a margin of {margin}: "
                )?;
                sight(f, (*minimal, *n, unit))?;
                needed(f, *units_needed, unit, "do")
            }
            Self::FewUnits { n, unit, .. } => write!(
                f,
                "bootstrap intervals of {n} {unit} are too short, so the gate passes too easily; use --interval student-t, or more {unit}"
            ),
        }
    }
}

/// What so many units can see.
fn sight(f: &mut fmt::Formatter<'_>, (minimal, n, unit): (Option<f64>, usize, &str)) -> fmt::Result {
    match minimal {
        Some(minimal) => write!(
            f,
            "{n} {unit} tell {minimal:.4} from chance four times in five, and no less"
        ),
        None => write!(f, "one of the {unit} alone tells nothing from chance"),
    }
}

/// "1 topic", "2 topics".
fn counted(n: usize, unit: &str) -> String {
    let unit = if n == 1 { unit.trim_end_matches('s') } else { unit };
    format!("{n} {unit}")
}

fn needed(f: &mut fmt::Formatter<'_>, units_needed: Option<usize>, unit: &str, what: &str) -> fmt::Result {
    match units_needed {
        Some(units) => write!(f, "; about {units} {unit} would {what}"),
        None => write!(f, "; add {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{GateEvidence, Paired, compare_paired, gate};

    fn gated(differences: &[f64], mode: GateMode) -> Gated {
        let zeros = vec![0.0; differences.len()];
        let compared = compare_paired(&zeros, differences, &Paired::default()).unwrap();
        gate(&[GateEvidence::of_topics(&compared)], mode).unwrap()
    }

    fn kinds(gated: &Gated) -> Vec<&'static str> {
        gated.warnings().iter().map(GateWarning::kind).collect()
    }

    #[test]
    fn too_few_topics_for_the_size_say_how_many_there_should_be() {
        // standard deviation √(100 / 99) · 0.1, error 0.01005, times 2.801585 = 0.028157; 100 · 2.8157² = 792.8
        let d: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        let drop = gated(&d, GateMode::Drop { delta: 0.01 });
        assert_eq!(
            drop.warnings()[0].to_string(),
            "a drop of 0.01 could pass unseen: 100 topics tell 0.0282 from chance four times in five, and no less; about 793 topics would show it"
        );
        let margin = gated(&d, GateMode::NonInferiority { margin: 0.01 });
        assert_eq!(kinds(&margin), ["margin-too-fine"]);
        assert!(gated(&d, GateMode::Drop { delta: 0.03 }).warnings().is_empty());
        let json = serde_json::to_value(&drop.warnings()[0]).unwrap();
        assert_eq!(json["kind"], "drop-could-pass-unseen");
    }

    #[test]
    fn few_units_make_bootstrap_intervals_too_short() {
        let d = |n: i32| -> Vec<f64> { (0..n).map(|i| f64::from(i % 2) / 1000.0).collect() };
        let margin = GateMode::NonInferiority { margin: 0.01 };
        assert_eq!(kinds(&gated(&d(19), margin)), ["few-units"]);
        assert!(kinds(&gated(&d(20), margin)).is_empty());
        assert!(kinds(&gated(&d(19), GateMode::Drop { delta: 0.01 })).is_empty());
    }

    #[test]
    fn one_topic_tells_nothing_and_equal_runs_everything() {
        let one = gated(&[0.0], GateMode::Drop { delta: 0.01 });
        assert_eq!(
            one.warnings()[0].to_string(),
            "the gate cannot fail: p of 1 topic is never below 1.0000, and 0.0500 is needed; add topics, or draw more patterns of signs"
        );
        assert!(
            gated(&[0.0; 50], GateMode::Drop { delta: 0.01 })
                .warnings()
                .is_empty()
        );
    }
}
