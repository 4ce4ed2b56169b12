//! Coefficients of assessors by name, and with intervals.

use std::fmt;

use super::resampling::{self, AgreementEstimate, Units};
use super::{Distances, KappaWeights, Level, Ratings, Undefined, alpha, cohen, fleiss};
use crate::error::Error;
use crate::stats::{Bootstrap, checks};

/// A coefficient of agreement of assessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coefficient {
    /// [`cohen_kappa`](super::cohen_kappa), of two.
    Cohen(KappaWeights),
    /// [`fleiss_kappa`](super::fleiss_kappa), of as many for each item.
    Fleiss,
    /// [`krippendorff_alpha`](super::krippendorff_alpha), of any number, with gaps.
    Krippendorff(Level),
}

impl Coefficient {
    /// Its value.
    ///
    /// # Errors
    ///
    /// Those of the function that computes it.
    pub fn of(self, ratings: &Ratings) -> Result<f64, Error> {
        match self {
            Self::Cohen(weights) => super::cohen_kappa(ratings, weights).map(|found| found.kappa),
            Self::Fleiss => super::fleiss_kappa(ratings),
            Self::Krippendorff(level) => super::krippendorff_alpha(ratings, level),
        }
    }

    /// Its value where item `i` counts `times[i]` times, of ratings that it was defined for.
    fn of_resample(self, ratings: &Ratings, times: &[u32]) -> Result<f64, Undefined> {
        match self {
            Self::Cohen(weights) => cohen::kappa_of(ratings, weights, times),
            Self::Fleiss => fleiss::kappa_of(ratings, times),
            Self::Krippendorff(level) => alpha::alpha_of(ratings, level, times),
        }
    }
}

impl fmt::Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = |distances| match distances {
            Distances::Grades => "grades",
            Distances::Positions => "positions",
        };
        match self {
            Self::Cohen(KappaWeights::Unweighted) => f.write_str("Cohen's kappa"),
            Self::Cohen(weights @ (KappaWeights::Linear(d) | KappaWeights::Quadratic(d))) => {
                write!(f, "weighted kappa ({}, {})", weights.name(), by(*d))
            }
            Self::Fleiss => f.write_str("Fleiss' kappa"),
            Self::Krippendorff(level) => write!(f, "Krippendorff's alpha ({})", level.name()),
        }
    }
}

/// Coefficients of the same ratings, each with its bootstrap percentile interval over `units`.
///
/// All see the same resamples: for each replicate as many units as there are, drawn with replacement (numpy's `integers(0, n, n)` from a fresh
/// `default_rng(seed)`); an item counts as often as its unit was drawn, and everything that a coefficient is made of, chance and the
/// distances of [`Level::Ordinal`] too, is computed anew. One that is not defined for the ratings themselves is given with its reason.
///
/// ```
/// use sokutei_measures::agreement::{Coefficient, Ratings, Units, estimate_coefficients};
/// use sokutei_measures::stats::Bootstrap;
///
/// let rows = [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|row| row.map(Some).to_vec());
/// let found = estimate_coefficients(&Ratings::new(&rows)?, &Units::items(4), &[Coefficient::Fleiss], &Bootstrap::default())?;
/// let interval = &found[0].interval;
/// assert!(interval.undefined > 0); // some resamples have one grade only
/// assert!(interval.ends.is_some_and(|(low, high)| low < high && high == 1.0));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Ratings that a coefficient cannot take, units for another number of items, settings out of range.
pub fn estimate_coefficients(
    ratings: &Ratings,
    units: &Units,
    coefficients: &[Coefficient],
    o: &Bootstrap,
) -> Result<Vec<AgreementEstimate>, Error> {
    checks::same_length("agreement of assessors", ratings.n_items(), units.n_items())?;
    let points = coefficients
        .iter()
        .map(|of| resampling::why_not(of.of(ratings)))
        .collect::<Result<Vec<_>, Error>>()?;
    let intervals = resampling::intervals(units.n(), units.method(), o, |drawn| {
        let times = units.times(drawn);
        coefficients
            .iter()
            .map(|of| of.of_resample(ratings, &times))
            .collect()
    })?;
    Ok(resampling::estimates(points, intervals))
}
