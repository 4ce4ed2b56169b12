//! What a smaller test set would have said: many random subsets of the topics, without replacement.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::formulas::real;
use crate::stats::percentile::of_sorted;
use crate::stats::random::NumpyRng;
use crate::stats::sums::pairwise;
use crate::stats::{checks, descriptive};

/// How the mean spreads over subsets of one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubsetSpread {
    /// Topics per subset.
    pub n: usize,
    /// Smallest mean.
    pub min: f64,
    /// 2.5th percentile.
    pub p2_5: f64,
    /// 5th percentile.
    pub p5: f64,
    /// Median.
    pub median: f64,
    /// 95th percentile.
    pub p95: f64,
    /// 97.5th percentile.
    pub p97_5: f64,
    /// Largest mean.
    pub max: f64,
}

/// How often subsets of one size contradict the full set about the sign of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reversal {
    /// Topics per subset.
    pub n: usize,
    /// Share of the subsets (0 to 1) whose mean difference has the opposite sign. Where the full set's mean is
    /// exactly 0 there is no sign to reverse, and this equals `tied`, as `np.sign` compares.
    pub reversed: f64,
    /// Share of the subsets whose mean difference is exactly 0.
    pub tied: f64,
}

/// Spread of the mean over `subsets` random subsets of each size.
///
/// One stream serves all sizes in their order: `choice(len(x), n, replace=False)` for each subset. From about half of
/// the topics on, subsets overlap so much that the spread says little about fresh topics
/// ([`subset_warnings`](crate::subset_warnings)).
///
/// # Errors
///
/// No values, a value that is not finite, a size of 0 or above the number of topics, no subsets.
pub fn subset_spread(
    x: &[f64],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<SubsetSpread>, Error> {
    Ok(subset_study(x, &[], sizes, subsets, seed)?.0)
}

/// How often `subsets` random subsets of each size reverse the sign of the mean of `y - x`.
///
/// Draws as [`subset_spread`].
///
/// # Errors
///
/// As [`subset_spread`], and different lengths.
pub fn reversal(
    x: &[f64],
    y: &[f64],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<Reversal>, Error> {
    Ok(subset_study(x, &[(x, y)], sizes, subsets, seed)?.1.swap_remove(0))
}

/// [`subset_spread`] of `x` and [`reversal`] of each pair of `pairs`, from subsets that are drawn once for all of them.
///
/// # Errors
///
/// As those.
pub fn subset_study(
    x: &[f64],
    pairs: &[(&[f64], &[f64])],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<(Vec<SubsetSpread>, Vec<Vec<Reversal>>), Error> {
    check_pairs(pairs)?;
    study(x, pairs, sizes, |vectors| {
        subset_means(vectors, sizes, subsets, seed)
    })
}

/// Both values of a pair are samples of one length.
pub(super) fn check_pairs(pairs: &[(&[f64], &[f64])]) -> Result<(), Error> {
    for (a, b) in pairs {
        checks::same_length(WHAT, a.len(), b.len())?;
        checks::sample(WHAT, a)?;
        checks::sample(WHAT, b)?;
    }
    Ok(())
}

/// Spread of `x` and reversals of the pairs, from whatever draws the means.
pub(super) fn study(
    x: &[f64],
    pairs: &[(&[f64], &[f64])],
    sizes: &[usize],
    means: impl Fn(&[&[f64]]) -> Result<Vec<Vec<Vec<f64>>>, Error>,
) -> Result<(Vec<SubsetSpread>, Vec<Vec<Reversal>>), Error> {
    let difference = |(a, b): &(&[f64], &[f64])| a.iter().zip(*b).map(|(a, b)| b - a).collect();
    let differences: Vec<Vec<f64>> = pairs.iter().map(difference).collect();
    let vectors: Vec<&[f64]> = std::iter::once(x)
        .chain(differences.iter().map(Vec::as_slice))
        .collect();
    let mut means = means(&vectors)?.into_iter();
    let spread = sizes.iter().zip(means.next().into_iter().flatten());
    let spread = spread.map(|(&n, means)| spread_of(n, means)).collect();
    let reversals = differences.iter().zip(means).map(|(d, means)| {
        let full = sign(descriptive::mean(d));
        sizes
            .iter()
            .zip(means)
            .map(|(&n, means)| reversal_of(n, full, &means))
            .collect()
    });
    Ok((spread, reversals.collect()))
}

fn spread_of(n: usize, mut means: Vec<f64>) -> SubsetSpread {
    means.sort_unstable_by(f64::total_cmp);
    let at = |q| of_sorted(&means, q);
    SubsetSpread {
        n,
        min: means[0],
        p2_5: at(2.5),
        p5: at(5.0),
        median: at(50.0),
        p95: at(95.0),
        p97_5: at(97.5),
        max: means[means.len() - 1],
    }
}

fn reversal_of(n: usize, full: i8, means: &[f64]) -> Reversal {
    let share =
        |wanted: i8| real(means.iter().filter(|mean| sign(**mean) == wanted).count()) / real(means.len());
    Reversal {
        n,
        reversed: share(-full),
        tied: share(0),
    }
}

/// Means over random subsets: `[vector][size][subset]`, all vectors seeing the same subsets.
///
/// # Errors
///
/// As [`subset_spread`], and vectors of different lengths.
pub fn subset_means(
    vectors: &[&[f64]],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<Vec<Vec<f64>>>, Error> {
    let len = vectors.first().ok_or(Error::EmptySample { what: WHAT })?.len();
    for x in vectors {
        checks::same_length(WHAT, len, x.len())?;
        checks::sample(WHAT, x)?;
    }
    checks::at_least(WHAT, "subsets", subsets, 1)?;
    check_sizes(WHAT, sizes, len)?;
    let mut rng = NumpyRng::new(seed);
    let (mut chosen, mut taken) = (Vec::new(), Vec::new());
    let mut means = vec![vec![Vec::with_capacity(subsets as usize); sizes.len()]; vectors.len()];
    for (s, &n) in sizes.iter().enumerate() {
        for _ in 0..subsets {
            rng.choose(len, n, &mut chosen, &mut taken);
            for (x, means) in vectors.iter().zip(&mut means) {
                means[s].push(pairwise(&chosen, |i| x[i]) / real(n));
            }
        }
    }
    Ok(means)
}

const WHAT: &str = "subsets";

/// Each size is between 1 and the number of topics.
pub(in crate::stats) fn check_sizes(what: &'static str, sizes: &[usize], len: usize) -> Result<(), Error> {
    for &n in sizes {
        checks::at_least(what, "size", n, 1)?;
        checks::at_most(what, "size", n, len)?;
    }
    Ok(())
}

/// −1, 0 or 1, as `np.sign`; both zeros are 0.
fn sign(x: f64) -> i8 {
    i8::from(x > 0.0) - i8::from(x < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subset_of_everything_is_the_full_set() {
        let x = [1.0, 0.5, 0.25, 0.0];
        let spread = subset_spread(&x, &[4], 10, 0).unwrap()[0];
        assert_eq!((spread.min, spread.median, spread.max), (0.4375, 0.4375, 0.4375));
        let reversed = reversal(&x, &[1.0; 4], &[4], 10, 0).unwrap()[0];
        assert_eq!((reversed.reversed, reversed.tied), (0.0, 0.0));
    }

    #[test]
    fn a_shared_stream_gives_every_vector_its_own_result() {
        let x: Vec<f64> = (0..30).map(|i| f64::from(i) / 30.0).collect();
        let y: Vec<f64> = x.iter().map(|v| v * v).collect();
        let both = subset_means(&[&x, &y], &[5, 20], 50, 3).unwrap();
        assert_eq!(both[1], subset_means(&[&y], &[5, 20], 50, 3).unwrap()[0]);
        assert_eq!((both.len(), both[0].len(), both[0][1].len()), (2, 2, 50));
    }

    #[test]
    fn sizes_beyond_the_topics_are_errors() {
        let message = |sizes: &[usize], subsets| {
            subset_spread(&[1.0, 0.0], sizes, subsets, 0)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(message(&[1, 3], 5), "subsets: size is 3; it must be at most 2");
        assert_eq!(message(&[0], 5), "subsets: size is 0; it must be at least 1");
        assert_eq!(message(&[1], 0), "subsets: subsets is 0; it must be at least 1");
        assert!(subset_spread(&[], &[], 5, 0).is_err());
        assert!(reversal(&[1.0], &[1.0, 0.0], &[1], 5, 0).is_err());
        assert!(subset_study(&[1.0, 0.5], &[(&[1.0], &[0.0])], &[1], 5, 0).is_err());
    }

    #[test]
    fn a_study_is_what_each_part_is_alone() {
        let x: Vec<f64> = (0..30).map(|i| f64::from(i) / 30.0).collect();
        let y: Vec<f64> = x.iter().map(|v| 1.02 * v * v + 0.15).collect();
        let (spread, reversals) = subset_study(&x, &[(&x, &y), (&y, &x)], &[5, 20], 50, 3).unwrap();
        assert_eq!(spread, subset_spread(&x, &[5, 20], 50, 3).unwrap());
        assert_eq!(reversals[0], reversal(&x, &y, &[5, 20], 50, 3).unwrap());
        assert_eq!(reversals[1], reversal(&y, &x, &[5, 20], 50, 3).unwrap());
        assert!(
            reversals[0][0].reversed > 0.0,
            "the example has subsets that disagree"
        );
    }
}
