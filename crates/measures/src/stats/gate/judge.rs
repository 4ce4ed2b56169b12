//! From evidence to a verdict.

use super::evidence::GateEvidence;
use super::mode::GateMode;
use super::verdict::{GateVerdict, Gated, GatedMeasure};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::Correction;
use crate::stats::checks;
use crate::stats::distributions::normal_quantile;

/// Differences and p-values this close to a bound lie on it, and the bound fails: 0.49 − 0.5 is −0.010000000000000009.
pub(super) const DUST: f64 = 1e-12;
/// The power at which it is said what a gate can see.
const POWER: f64 = 0.8;

/// Judges a change by all measures that were asked for: it passes if every one of them does.
///
/// Bounds fail: p that is just α with a drop of just `delta`, and a lower end of just −`margin`, all within 1e-12.
///
/// ```
/// use sokutei_measures::stats::{GateEvidence, GateMode, GateVerdict, Paired, compare_paired, gate};
///
/// let before: Vec<f64> = (0..60).map(|i| 0.5 + f64::from(i % 5) / 10.0).collect();
/// let after: Vec<f64> = (0..60).map(|i| 0.45 + f64::from(i % 5) / 10.0 - f64::from(i % 3) / 100.0).collect();
/// let evidence = [GateEvidence::of_topics(&compare_paired(&before, &after, &Paired::default())?)];
///
/// let gated = gate(&evidence, GateMode::Drop { delta: 0.01 })?;
/// assert_eq!((gated.passed, gated.measures[0].verdict), (false, GateVerdict::Dropped));
/// // a drop of 0.06 is there, and smaller than 0.1
/// assert_eq!(gate(&evidence, GateMode::Drop { delta: 0.1 })?.measures[0].verdict, GateVerdict::SmallDrop);
/// assert!(gate(&evidence, GateMode::NonInferiority { margin: 0.1 })?.passed);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No measure; intervals of different levels, or of a level outside 0 to 1; a size that is negative or not finite; p that is no probability.
pub fn gate(evidence: &[GateEvidence], mode: GateMode) -> Result<Gated, Error> {
    mode.check()?;
    let alpha = 1.0 - common_level(evidence)?;
    let measures: Vec<GatedMeasure> = match mode {
        GateMode::Drop { delta } => {
            let p: Vec<f64> = evidence.iter().map(|e| e.p_value).collect();
            let each = evidence.iter().zip(Correction::Holm.adjust(&p)?);
            let z = two_sided(alpha / real(evidence.len()));
            each.map(|(e, p)| judged_by_drop(e, p, alpha, (delta, z)))
                .collect()
        }
        GateMode::NonInferiority { margin } => {
            let z = two_sided(alpha);
            evidence.iter().map(|e| judged_by_margin(e, margin, z)).collect()
        }
    };
    let passed = measures.iter().all(|measure| measure.verdict.passed());
    Ok(Gated {
        mode,
        alpha,
        measures,
        passed,
    })
}

/// The level that all intervals have.
fn common_level(evidence: &[GateEvidence]) -> Result<f64, Error> {
    const WHAT: &str = "gate";
    checks::at_least(WHAT, "number of measures", evidence.len(), 1)?;
    let level = evidence[0].difference.level;
    checks::level(WHAT, level)?;
    match evidence
        .iter()
        .map(|e| e.difference.level)
        .find(|other| other.total_cmp(&level).is_ne())
    {
        None => Ok(level),
        Some(other) => Err(Error::Setting {
            what: WHAT,
            name: "level",
            found: other.to_string(),
            expected: format!("{level} as for the first measure"),
        }),
    }
}

/// The normal quantile of a two-sided test at this level.
fn two_sided(alpha: f64) -> f64 {
    -normal_quantile(alpha / 2.0)
}

fn judged_by_drop(evidence: &GateEvidence, p: f64, alpha: f64, (delta, z): (f64, f64)) -> GatedMeasure {
    let drop = -evidence.difference.point;
    let is_large = drop > 0.0 && drop >= delta - DUST;
    let is_significant = p <= alpha + DUST;
    let verdict = match (is_large, is_significant) {
        (true, true) => GateVerdict::Dropped,
        (true, false) => GateVerdict::DropNotSignificant,
        (false, true) if drop > 0.0 => GateVerdict::SmallDrop,
        (false, _) => GateVerdict::NoDropFound,
    };
    let fails = |error: f64| delta.max(z * error) + normal_quantile(POWER) * error;
    GatedMeasure {
        p_corrected: Some(p),
        drop_that_fails: evidence.standard_error.map(fails),
        ..seen(evidence, verdict, (delta, z))
    }
}

fn judged_by_margin(evidence: &GateEvidence, margin: f64, z: f64) -> GatedMeasure {
    let (low, high) = (evidence.difference.low, evidence.difference.high);
    let verdict = match evidence.standard_error {
        None => GateVerdict::NotShown,
        Some(_) if low > -margin + DUST => GateVerdict::NotInferior,
        Some(_) if high < -margin - DUST => GateVerdict::Inferior,
        Some(_) => GateVerdict::NotShown,
    };
    seen(evidence, verdict, (margin, z))
}

/// A verdict, and what so many units can see of a difference of this size.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at least 1, saturating
fn seen(evidence: &GateEvidence, verdict: GateVerdict, (size, z): (f64, f64)) -> GatedMeasure {
    let minimal = evidence
        .standard_error
        .map(|error| (z + normal_quantile(POWER)) * error);
    let needed = |minimal: f64| {
        let ratio = minimal / size;
        let is_known = ratio.is_finite() && ratio > 0.0;
        is_known.then(|| (real(evidence.difference.n) * ratio * ratio).ceil().max(1.0) as usize)
    };
    GatedMeasure {
        evidence: evidence.clone(),
        p_corrected: None,
        verdict,
        minimal_detectable_difference: minimal,
        drop_that_fails: None,
        units_needed: minimal.and_then(needed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, IntervalMethod};

    fn evidence((low, point, high): (f64, f64, f64), p_value: f64) -> GateEvidence {
        GateEvidence {
            difference: Estimate {
                point,
                low,
                high,
                level: 0.95,
                method: IntervalMethod::Percentile,
                replicates: 2000,
                seed: 0,
                n: 100,
            },
            p_value,
            least_p: 1e-4,
            standard_error: Some(0.005),
        }
    }

    fn verdict(ends: (f64, f64, f64), p: f64, mode: GateMode) -> GateVerdict {
        gate(&[evidence(ends, p)], mode).unwrap().measures[0].verdict
    }

    #[test]
    fn a_drop_fails_if_it_is_significant_and_large() {
        let mode = GateMode::Drop { delta: 0.01 };
        let at = |point: f64, p: f64| verdict((point - 0.01, point, point + 0.01), p, mode);
        assert_eq!(at(-0.02, 0.01), GateVerdict::Dropped);
        assert_eq!(at(-0.02, 0.06), GateVerdict::DropNotSignificant);
        assert_eq!(at(-0.005, 0.01), GateVerdict::SmallDrop);
        assert_eq!(at(-0.005, 0.5), GateVerdict::NoDropFound);
        assert_eq!(at(0.02, 0.01), GateVerdict::NoDropFound);
    }

    #[test]
    fn bounds_fail() {
        // p of just α, a drop of just δ, though 0.49 − 0.5 and 1 − 0.95 are not what they look like
        let mode = GateMode::Drop { delta: 0.01 };
        for drop in [-0.01, 0.49 - 0.5, 0.69 - 0.7, 0.09 - 0.1] {
            assert_eq!(
                verdict((-0.02, drop, 0.0), 0.05, mode),
                GateVerdict::Dropped,
                "{drop:?}"
            );
        }
        assert_eq!(
            verdict((-0.02, -0.01, 0.0), 0.050_001, mode),
            GateVerdict::DropNotSignificant
        );
        assert_eq!(
            verdict((-0.02, -0.009_999, 0.0), 0.05, mode),
            GateVerdict::SmallDrop
        );
        let mut at_a_tenth = evidence((-0.02, -0.01, 0.0), 0.1);
        at_a_tenth.difference.level = 0.9; // 1 − 0.9 is below 0.1
        assert!(!gate(&[at_a_tenth], mode).unwrap().passed);
        // a lower end of just −margin
        let mode = GateMode::NonInferiority { margin: 0.01 };
        for low in [-0.01, 0.49 - 0.5, 0.69 - 0.7, 0.09 - 0.1] {
            assert_eq!(
                verdict((low, 0.0, 0.01), 1.0, mode),
                GateVerdict::NotShown,
                "{low:?}"
            );
        }
        assert_eq!(
            verdict((-0.009_999, 0.0, 0.01), 1.0, mode),
            GateVerdict::NotInferior
        );
        assert_eq!(verdict((-0.03, -0.02, -0.01), 0.001, mode), GateVerdict::NotShown);
        assert_eq!(
            verdict((-0.03, -0.02, -0.010_001), 0.001, mode),
            GateVerdict::Inferior
        );
    }

    #[test]
    fn a_size_of_nothing_asks_for_any_drop_or_for_a_gain() {
        let drop = GateMode::Drop { delta: 0.0 };
        assert_eq!(
            verdict((-0.002, -0.001, -0.0005), 0.01, drop),
            GateVerdict::Dropped
        );
        assert_eq!(
            verdict((0.0005, 0.001, 0.002), 0.01, drop),
            GateVerdict::NoDropFound
        );
        assert_eq!(verdict((0.0, 0.0, 0.0), 1.0, drop), GateVerdict::NoDropFound);
        let margin = GateMode::NonInferiority { margin: 0.0 };
        assert_eq!(verdict((0.0, 0.0, 0.0), 1.0, margin), GateVerdict::NotShown);
        assert_eq!(
            verdict((0.001, 0.002, 0.003), 0.01, margin),
            GateVerdict::NotInferior
        );
    }

    #[test]
    fn drops_are_corrected_by_holm_and_margins_are_not() {
        let two = [
            evidence((-0.04, -0.02, 0.0), 0.03),
            evidence((-0.04, -0.02, 0.0), 0.04),
        ];
        let gated = gate(&two, GateMode::Drop { delta: 0.01 }).unwrap();
        // 2 · 0.03, and no less than that
        assert_eq!(gated.measures[0].p_corrected, Some(0.06));
        assert_eq!(gated.measures[1].p_corrected, Some(0.06));
        assert!(gated.passed);
        assert!(!gate(&two[..1], GateMode::Drop { delta: 0.01 }).unwrap().passed);
        // one measure of two fails: so does the gate
        let mixed = [
            evidence((-0.005, 0.0, 0.005), 1.0),
            evidence((-0.02, 0.0, 0.02), 1.0),
        ];
        let gated = gate(&mixed, GateMode::NonInferiority { margin: 0.01 }).unwrap();
        assert_eq!(gated.measures[0].p_corrected, None);
        assert_eq!((gated.measures[0].verdict.passed(), gated.passed), (true, false));
    }

    #[test]
    fn what_the_units_can_see_by_hand() {
        // z(0.975) + z(0.8) = 1.959964 + 0.841621; with two measures z(0.9875) = 2.241403 (scipy 1.17.1, norm.ppf)
        let one = &gate(&[evidence((0.0, 0.0, 0.0), 1.0)], GateMode::Drop { delta: 0.01 })
            .unwrap()
            .measures[0];
        assert!((one.minimal_detectable_difference.unwrap() - 2.801_585_2 * 0.005).abs() < 1e-9);
        // 100 · (0.0140079 / 0.01)² = 196.2
        assert_eq!(one.units_needed, Some(197));
        // 1.96 · 0.005 is below δ: δ + 0.841621 · 0.005
        assert!((one.drop_that_fails.unwrap() - 0.014_208_106).abs() < 1e-8);
        let two = [evidence((0.0, 0.0, 0.0), 1.0), evidence((0.0, 0.0, 0.0), 1.0)];
        let two = &gate(&two, GateMode::Drop { delta: 0.01 }).unwrap().measures[0];
        assert!((two.minimal_detectable_difference.unwrap() - 3.083_024 * 0.005).abs() < 1e-8);
        // now z · error = 0.0112 is above δ, and the two are the same
        assert!((two.drop_that_fails.unwrap() - two.minimal_detectable_difference.unwrap()).abs() < 1e-15);
    }

    #[test]
    fn a_single_unit_shows_nothing() {
        let mut one = evidence((0.0, 0.0, 0.0), 1.0);
        one.standard_error = None;
        let margin = gate(
            std::slice::from_ref(&one),
            GateMode::NonInferiority { margin: 0.5 },
        )
        .unwrap();
        assert_eq!(margin.measures[0].verdict, GateVerdict::NotShown);
        let drop = &gate(&[one], GateMode::Drop { delta: 0.5 }).unwrap().measures[0];
        assert_eq!(
            (
                drop.minimal_detectable_difference,
                drop.drop_that_fails,
                drop.units_needed
            ),
            (None, None, None)
        );
    }

    #[test]
    fn bad_settings_are_refused() {
        let e = evidence((0.0, 0.0, 0.0), 1.0);
        let message = |evidence: &[GateEvidence], mode| gate(evidence, mode).unwrap_err().to_string();
        let mode = GateMode::Drop { delta: 0.01 };
        assert!(message(&[], mode).contains("number of measures is 0"));
        let other = GateEvidence {
            difference: Estimate {
                level: 0.9,
                ..e.difference.clone()
            },
            ..e.clone()
        };
        assert_eq!(
            message(&[e.clone(), other], mode),
            "gate: level is 0.9; it must be 0.95 as for the first measure"
        );
        for size in [-0.01, f64::NAN, f64::INFINITY] {
            assert!(message(std::slice::from_ref(&e), GateMode::Drop { delta: size }).contains("delta is"));
            let margin = GateMode::NonInferiority { margin: size };
            assert!(message(std::slice::from_ref(&e), margin).contains("margin is"));
        }
        assert!(
            message(
                &[GateEvidence {
                    p_value: f64::NAN,
                    ..e
                }],
                mode
            )
            .contains("p is NaN")
        );
    }
}
