//! The mean of a function over an estimated scale.

/// Panels on the range of the scale, and as many where the function changes.
const PANELS: u32 = 32;
/// How far from 1 the scale is followed, in units of 1/√df. √χ² is a Lipschitz function of normal variables, so less than
/// e^−50 of its mass lies beyond ten of them (concentration of Gaussian measure).
const REACH: f64 = 10.0;

/// Positive nodes and weights of Gauss and Legendre's rule with 16 points (mpmath 1.3: roots of P₁₆ to 40 digits).
const NODES: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_58),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_74),
    (0.755_404_408_355_003, 0.124_628_971_255_533_88),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_79),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
];

/// Where a function of the scale changes: around `centre`, over some multiples of `width`.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) centre: f64,
    pub(super) width: f64,
}

/// Smallest and largest scale that matter with `df` degrees of freedom.
pub(super) fn range(df: f64) -> (f64, f64) {
    let reach = REACH / df.sqrt();
    ((1.0 - reach).max(0.0), 1.0 + reach)
}

/// Mean of `f(s)` where s² is a chi-square by its degrees of freedom; `df` >= 1.
///
/// The density is not normalised by its formula but by its sum over the same nodes.
pub(super) fn mean_over_scale(df: f64, change: Change, f: impl Fn(f64) -> f64) -> f64 {
    let (mut total, mut mass) = (0.0, 0.0);
    let ends = panel_ends(df, change);
    for panel in ends.windows(2) {
        let (middle, half) = (f64::midpoint(panel[0], panel[1]), (panel[1] - panel[0]) / 2.0);
        for (node, weight) in NODES {
            for s in [middle - half * node, middle + half * node] {
                let density = half * weight * density(df, s);
                mass += density;
                total += density * f(s);
            }
        }
    }
    total / mass
}

/// Density of the scale, but for a factor: s^(df − 1) e^(−df (s² − 1) / 2).
fn density(df: f64, s: f64) -> f64 {
    ((df - 1.0) * s.ln() - df * (s - 1.0) * (s + 1.0) / 2.0).exp()
}

/// Ends of the panels in order: even ones over the whole range, and even ones where the function changes.
fn panel_ends(df: f64, change: Change) -> Vec<f64> {
    let (low, high) = range(df);
    let mut ends = even(low, high);
    let reach = REACH * change.width;
    let (from, to) = (
        (change.centre - reach).clamp(low, high),
        (change.centre + reach).clamp(low, high),
    );
    if from < to {
        ends.extend(even(from, to));
    }
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    ends
}

fn even(low: f64, high: f64) -> Vec<f64> {
    let step = (high - low) / f64::from(PANELS);
    let mut ends: Vec<f64> = (0..PANELS).map(|i| low + step * f64::from(i)).collect();
    ends.push(high);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_the_scale_by_hand() {
        // E s² = 1; E s for df = 1 is √(2/π), for df = 2 √π / 2
        let nowhere = Change {
            centre: 0.0,
            width: 0.0,
        };
        for df in [1.0, 2.0, 3.0, 10.0, 1e3, 1e6] {
            assert!(
                (mean_over_scale(df, nowhere, |s| s * s) - 1.0).abs() < 1e-12,
                "{df}"
            );
        }
        let pi = std::f64::consts::PI;
        assert!((mean_over_scale(1.0, nowhere, |s| s) - (2.0 / pi).sqrt()).abs() < 1e-13);
        assert!((mean_over_scale(2.0, nowhere, |s| s) - pi.sqrt() / 2.0).abs() < 1e-13);
    }
}
