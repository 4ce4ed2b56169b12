//! How an interval narrows as the test set grows.

use serde::{Deserialize, Serialize};

use super::bootstrap::{Bootstrap, BootstrapDraws};
use super::numpy_rng::NumpyRng;
use super::subsets::check_sizes;
use super::{Estimate, checks};
use crate::error::Error;

/// One random subset of the topics, and what it says about each value vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// Topics in the subset.
    pub n: usize,
    /// One estimate per vector, in their order, all over the same subset.
    pub estimates: Vec<Estimate>,
}

/// One random subset per size and a bootstrap on each.
///
/// Subsets come from one stream in the order of `sizes` (`choice(len(x), n, replace=False)`, with `o.seed`), each
/// bootstrap from a fresh one with the same seed. A size may be the number of topics itself: the full set, in random
/// order. The width falls about with the root of n: four times the topics, half the width.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, growth};
///
/// let rr: Vec<f64> = (0..200).map(|i| 1.0 / f64::from(i % 5 + 1)).collect();
/// let rows = growth(&[&rr], &[20, 200], &Bootstrap::default())?;
/// assert!(rows[0].estimates[0].width() > 2.0 * rows[1].estimates[0].width());
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No vectors or no values, different lengths, a value that is not finite, a size of 0 or above the number of topics,
/// and settings as in [`bootstrap_mean`](super::bootstrap_mean).
pub fn growth(vectors: &[&[f64]], sizes: &[usize], o: &Bootstrap) -> Result<Vec<Growth>, Error> {
    const WHAT: &str = "growth";
    let len = vectors.first().ok_or(Error::EmptySample { what: WHAT })?.len();
    for x in vectors {
        checks::same_length(WHAT, len, x.len())?;
        checks::sample(WHAT, x)?;
    }
    o.check(WHAT)?;
    check_sizes(WHAT, sizes, len)?;
    let mut rng = NumpyRng::new(o.seed);
    let grown = sizes.iter().map(|&n| {
        let chosen = rng.choice_without_replacement(len, n)?;
        let picked: Vec<Vec<f64>> = vectors
            .iter()
            .map(|x| chosen.iter().map(|&i| x[i]).collect())
            .collect();
        let picked: Vec<&[f64]> = picked.iter().map(Vec::as_slice).collect();
        Ok(Growth {
            n,
            estimates: BootstrapDraws::new(n, o)?.means(&picked)?,
        })
    });
    grown.collect()
}
