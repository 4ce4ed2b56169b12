//! Two systems on the same topics.

use serde::Serialize;

use super::differences::{differences_by, spread};
use super::randomisation::{PValue, Randomisation};
use super::sign_flips::PermutationTies;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::distributions::normal_quantile;
use crate::stats::intervals::{Bootstrap, BootstrapDraws, BootstrapInterval, Estimate};
use crate::stats::random::{Generator, Source};

/// How to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Number of bootstrap resamples for the interval; 2,000 by default.
    pub replicates: u32,
    /// Number of random sign patterns for the p-value; 10,000 by default.
    pub permutations: u32,
    /// Seed of the random stream, resamples first and then signs; 0 by default.
    pub seed: u64,
    /// Nominal coverage of the interval; 0.95 by default.
    pub level: f64,
    /// When a permuted mean counts; a tolerance of 1e-12 by default.
    pub ties: PermutationTies,
    /// Whether to count all 2^n sign patterns instead of sampling when they are no more than `permutations`; true by
    /// default. Has no effect under [`PermutationTies::NumpyStrict`], which is there to repeat a sampled number.
    pub exact: bool,
    /// Which ends the interval has; percentiles by default.
    pub interval: BootstrapInterval,
    /// Where the draws come from; numpy's one stream by default.
    pub generator: Generator,
    /// Differences of at most this size count as ties; 0 by default. It changes nothing but the counts.
    pub tie_tolerance: f64,
}

impl Default for Paired {
    fn default() -> Self {
        Self {
            replicates: 2000,
            permutations: 10_000,
            seed: 0,
            level: 0.95,
            ties: PermutationTies::default(),
            exact: true,
            interval: BootstrapInterval::default(),
            generator: Generator::default(),
            tie_tolerance: 0.0,
        }
    }
}

/// What two systems on the same topics differ by; every number is about `y - x`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairedComparison {
    /// Mean difference with its bootstrap interval over topics.
    pub difference: Estimate,
    /// Two-sided p-value of the sign-flip test: (hits + 1) / (permutations + 1) when sampled (Phipson & Smyth 2010,
    /// so never 0), hits / 2^n when exact.
    pub p_value: f64,
    /// Sign patterns looked at.
    pub permutations: u32,
    /// Whether those were all there are.
    pub exact: bool,
    /// When a permuted mean counted.
    pub ties: PermutationTies,
    /// Topics on which y is larger.
    pub win: usize,
    /// Topics on which both are equal, or differ by no more than [`Paired::tie_tolerance`].
    pub tie: usize,
    /// Topics on which y is smaller.
    pub loss: usize,
    /// Standard deviation of the differences, n − 1 in the denominator; 0 for one topic.
    pub standard_deviation: f64,
    /// Mean over standard deviation of the differences: Cohen's d for paired samples. 0 when all differences are 0;
    /// infinite (JSON: null) when all are the same other number, or there is one topic that differs.
    pub effect_size: f64,
    /// The true mean difference that a two-sided test at 1 − level, 5 % say, would find in 80 % of test sets of this size:
    /// (z(1 − 5 % / 2) + z(0.8)) · standard deviation / √n = 2.802 · …, normal approximation (Bloom, Evaluation Review 19(5), 1995).
    /// Infinite (JSON: null) for one topic, whose spread is not known.
    pub minimal_detectable_difference: f64,
    /// Number of topics.
    pub n: usize,
}

/// The power that [`PairedComparison::minimal_detectable_difference`] is stated at.
const POWER: f64 = 0.8;

impl PairedComparison {
    /// How many topics would make the observed mean difference detectable, at the same spread; `None` when there is
    /// no difference, or the spread is not known.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at least 0, saturating
    #[must_use]
    pub fn topics_needed(&self) -> Option<usize> {
        let ratio = self.minimal_detectable_difference / self.difference.point;
        ratio
            .is_finite()
            .then(|| (real(self.n) * ratio * ratio).ceil().max(1.0) as usize)
    }
}

/// Compares `y` with `x`, value by value: the difference is `y - x`.
///
/// `x[i]` and `y[i]` belong to the same topic. Equals numpy's computation on a fresh
/// `default_rng(seed)`: `integers(0, n, (B, n))` for the interval, then `choice([-1, 1], (R, n))` for p.
///
/// ```
/// use sokutei_measures::stats::{Paired, compare_paired};
///
/// let before = [1.0, 0.5, 0.0, 0.25, 1.0, 0.5];
/// let after = [1.0, 1.0, 0.5, 0.5, 1.0, 0.25];
/// let c = compare_paired(&before, &after, &Paired::default())?;
/// assert_eq!((c.difference.point, c.win, c.tie, c.loss), (1.0 / 6.0, 3, 2, 1));
/// // four topics differ: of the 16 patterns of their signs, 6 have a mean as large
/// assert_eq!((c.p_value, c.exact, c.permutations), (6.0 / 16.0, true, 64));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No values, different lengths, a value that is not finite, no replicates or permutations, a level outside 0 to 1, a
/// tolerance that is negative or not a finite number.
pub fn compare_paired(x: &[f64], y: &[f64], o: &Paired) -> Result<PairedComparison, Error> {
    checks::same_length(WHAT, x.len(), y.len())?;
    PairedDraws::new(x.len(), o)?.compare(x, y)
}

const WHAT: &str = "paired comparison";

/// The draws of paired comparisons over `n` topics, made once for any number of pairs.
///
/// The resamples come first in the stream, so they are those of [`BootstrapDraws`] with the same seed and
/// replicates, and serve intervals of single systems too.
pub struct PairedDraws {
    settings: Paired,
    bootstrap: BootstrapDraws,
    randomisation: Randomisation,
}

impl PairedDraws {
    /// Draws for samples of `n` topics.
    ///
    /// # Errors
    ///
    /// No topics, and settings as in [`compare_paired`].
    pub fn new(n: usize, o: &Paired) -> Result<Self, Error> {
        o.check()?;
        let mut source = Source::new(o.generator, o.seed);
        let bootstrap = BootstrapDraws::from_source(n, &o.bootstrap(), &mut source)?;
        let randomisation = Randomisation::new(WHAT, n, o, &mut source)?;
        Ok(Self {
            settings: *o,
            bootstrap,
            randomisation,
        })
    }

    /// The resamples, for intervals of single systems over the same topics.
    #[must_use]
    pub fn bootstrap(&self) -> &BootstrapDraws {
        &self.bootstrap
    }

    /// [`compare_paired`] with these draws.
    ///
    /// # Errors
    ///
    /// As [`compare_paired`], and a length other than the plan's.
    pub fn compare(&self, x: &[f64], y: &[f64]) -> Result<PairedComparison, Error> {
        let compared = self.compare_all(&[(x, y)])?;
        let [comparison] = <[PairedComparison; 1]>::try_from(compared).expect("one pair, one comparison");
        Ok(comparison)
    }

    /// Several pairs `(x, y)`, in their order.
    ///
    /// # Errors
    ///
    /// As [`PairedDraws::compare`].
    pub fn compare_all(&self, pairs: &[(&[f64], &[f64])]) -> Result<Vec<PairedComparison>, Error> {
        let differences = pairs
            .iter()
            .map(|(x, y)| differences_by(self.settings.ties, WHAT, x, y));
        let differences = differences.collect::<Result<Vec<Vec<f64>>, Error>>()?;
        let vectors: Vec<&[f64]> = differences.iter().map(Vec::as_slice).collect();
        let estimates = self.bootstrap.means(&vectors)?;
        let p_values = match differences.first() {
            Some(first) => self.randomisation.p_values(&differences, real(first.len())),
            None => Vec::new(),
        };
        let compared = differences.iter().zip(estimates).zip(p_values);
        Ok(compared
            .map(|((d, difference), p)| self.comparison(d, difference, &p))
            .collect())
    }

    fn comparison(&self, d: &[f64], difference: Estimate, p: &PValue) -> PairedComparison {
        let tied = self.settings.tie_tolerance;
        let (n, mean, spread) = (d.len(), difference.point, spread(d));
        PairedComparison {
            p_value: p.p,
            permutations: p.permutations,
            exact: p.exact,
            ties: self.settings.ties,
            win: d.iter().filter(|d| **d > tied).count(),
            tie: d.iter().filter(|d| d.abs() <= tied).count(),
            loss: d.iter().filter(|d| **d < -tied).count(),
            standard_deviation: spread,
            effect_size: if mean == 0.0 { 0.0 } else { mean / spread },
            minimal_detectable_difference: if n < 2 {
                f64::INFINITY
            } else {
                (-normal_quantile((1.0 - self.settings.level) / 2.0) + normal_quantile(POWER)) * spread
                    / real(n).sqrt()
            },
            n,
            difference,
        }
    }
}

impl Paired {
    pub(super) fn check(&self) -> Result<(), Error> {
        checks::at_least(WHAT, "permutations", self.permutations, 1)?;
        let permutation_ties = match self.ties {
            PermutationTies::Tolerance(tolerance) => tolerance,
            PermutationTies::NumpyStrict => 0.0,
        };
        for (name, tolerance) in [
            ("tolerance", permutation_ties),
            ("tie_tolerance", self.tie_tolerance),
        ] {
            checks::at_least(WHAT, name, tolerance, 0.0)?;
            checks::at_most(WHAT, name, tolerance, f64::MAX)?;
        }
        Ok(())
    }

    /// The part that intervals need.
    pub(super) fn bootstrap(&self) -> Bootstrap {
        Bootstrap {
            replicates: self.replicates,
            seed: self.seed,
            level: self.level,
            interval: self.interval,
            generator: self.generator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(d: &[f64], o: &Paired) -> PairedComparison {
        compare_paired(&vec![0.0; d.len()], d, o).unwrap()
    }

    #[test]
    fn equal_systems_differ_by_nothing() {
        let c = compare(
            &[0.0; 20],
            &Paired {
                exact: false,
                ..Paired::default()
            },
        );
        assert_eq!((c.difference.low, c.difference.high, c.p_value), (0.0, 0.0, 1.0));
        assert_eq!((c.win, c.tie, c.loss), (0, 20, 0));
        assert_eq!((c.effect_size, c.minimal_detectable_difference), (0.0, 0.0));
        assert_eq!(c.topics_needed(), None);
    }

    #[test]
    fn exact_and_sampled_p_of_one_differing_topic_are_one() {
        // whatever its sign, the mean is as large
        let d = [0.0, 0.25, 0.0, 0.0];
        for ties in [PermutationTies::NumpyStrict, PermutationTies::default()] {
            for exact in [true, false] {
                assert_eq!(
                    compare(
                        &d,
                        &Paired {
                            ties,
                            exact,
                            ..Paired::default()
                        }
                    )
                    .p_value,
                    1.0
                );
            }
        }
    }

    #[test]
    fn numpy_strict_never_enumerates() {
        let ties = PermutationTies::NumpyStrict;
        let c = compare(
            &[0.5, 0.25, 1.0],
            &Paired {
                ties,
                ..Paired::default()
            },
        );
        assert!(!c.exact && c.permutations == 10_000);
        let c = compare(&[0.5, 0.25, 1.0], &Paired::default());
        assert_eq!((c.exact, c.permutations, c.p_value), (true, 8, 0.25));
    }

    #[test]
    fn effect_and_detectable_difference_by_hand() {
        // mean 0.5, standard deviation sqrt(((0.5)^2 * 4) / 3) = 0.57735
        let c = compare(&[0.0, 1.0, 0.0, 1.0], &Paired::default());
        assert!((c.standard_deviation - (1.0f64 / 3.0).sqrt()).abs() < 1e-15);
        assert!((c.effect_size - 0.5 * 3f64.sqrt()).abs() < 1e-15);
        assert!((c.minimal_detectable_difference - 2.801_585_218 * 0.577_350_269 / 2.0).abs() < 1e-9);
        // 4 * (0.80874 / 0.5)^2 = 10.46
        assert_eq!(c.topics_needed(), Some(11));
    }

    #[test]
    fn one_topic_has_no_spread() {
        let c = compare(&[0.5], &Paired::default());
        assert_eq!((c.standard_deviation, c.p_value), (0.0, 1.0));
        assert!(c.effect_size.is_infinite() && c.minimal_detectable_difference.is_infinite());
        assert_eq!(c.topics_needed(), None);
        let json = serde_json::to_value(&c).unwrap();
        assert!(json["effect_size"].is_null());
    }

    #[test]
    fn bad_pairs_and_settings_are_errors() {
        let message = |x: &[f64], y: &[f64], o: &Paired| compare_paired(x, y, o).unwrap_err().to_string();
        let o = Paired::default();
        assert!(message(&[1.0], &[1.0, 2.0], &o).contains("1 values against 2"));
        assert!(message(&[], &[], &o).contains("no values"));
        assert!(message(&[1.0], &[f64::NAN], &o).contains("value 0 (from 0) is NaN"));
        assert!(message(&[1.0], &[1.0], &Paired { permutations: 0, ..o }).contains("permutations is 0"));
        let ties = PermutationTies::Tolerance(f64::NAN);
        assert!(message(&[1.0], &[1.0], &Paired { ties, ..o }).contains("tolerance is NaN"));
    }
}
