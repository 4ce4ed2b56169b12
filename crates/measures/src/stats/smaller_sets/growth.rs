//! How an interval narrows as the test set grows.

use serde::{Deserialize, Serialize};

use super::subsets::check_sizes;
use crate::error::Error;
use crate::stats::checks;
use crate::stats::intervals::{Bootstrap, BootstrapDraws, Estimate};
use crate::stats::random::NumpyRng;

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
/// and settings as in [`bootstrap_mean`](crate::stats::bootstrap_mean).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_equals_numpys() {
        // numpy 2.4.6, a fresh default_rng(0) for the subsets and for each bootstrap (2,000 resamples):
        // x[rng.choice(200, n, replace=False)], then mean and percentiles 2.5 and 97.5 of the resampled means
        let expected = [
            (
                20,
                [0.37499999999999994, 0.2874791666666666, 0.4891666666666666],
                [0.6, 0.4, 0.8],
            ),
            (
                50,
                [0.44300000000000006, 0.3646666666666667, 0.5243333333333333],
                [0.8, 0.68, 0.9],
            ),
            (
                200,
                [0.4566666666666667, 0.4184979166666667, 0.4968416666666666],
                [0.855, 0.805, 0.9],
            ),
        ];
        let x: Vec<f64> = (0..200).map(|i| 1.0 / f64::from(i % 5 + 1)).collect();
        let r: Vec<f64> = (0..200).map(|i| f64::from(u8::from(i % 7 != 0))).collect();
        let rows = growth(&[&x, &r], &expected.map(|(n, _, _)| n), &Bootstrap::default()).unwrap();
        for (row, (n, of_x, of_r)) in rows.iter().zip(expected) {
            let found = |v: usize| {
                [
                    row.estimates[v].point,
                    row.estimates[v].low,
                    row.estimates[v].high,
                ]
            };
            assert_eq!((row.n, found(0), found(1)), (n, of_x, of_r));
        }
    }

    #[test]
    fn growth_beyond_the_topics_is_an_error() {
        let message = |vectors: &[&[f64]], sizes: &[usize]| {
            growth(vectors, sizes, &Bootstrap::default())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(&[&[1.0, 0.0]], &[3]),
            "growth: size is 3; it must be at most 2"
        );
        assert_eq!(
            message(&[], &[1]),
            "growth: no values; at least one topic is needed"
        );
        assert!(message(&[&[1.0], &[1.0, 0.0]], &[1]).contains("1 values against 2"));
    }
}
