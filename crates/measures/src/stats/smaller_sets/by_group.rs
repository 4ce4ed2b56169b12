//! Subsets of whole groups of topics.

use super::subsets::{Reversal, SubsetSpread, check_pairs, check_sizes, study};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::intervals::Groups;
use crate::stats::random::NumpyRng;
use crate::stats::sums::pairwise;

/// Spread of the mean over `subsets` random subsets of whole groups.
///
/// As [`subset_spread`](super::subset_spread), but a size counts groups: each subset is `choice(G, n, replace=False)` of the G
/// groups, in the order of their first topics, and its mean is over all topics of the groups drawn. `groups[i]` names the
/// group of `x[i]`.
///
/// # Errors
///
/// As [`subset_spread`](super::subset_spread), with groups in place of topics, and `groups` of another length than `x`.
pub fn subset_spread_by_group(
    x: &[f64],
    groups: &[usize],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<SubsetSpread>, Error> {
    Ok(subset_study_by_group(x, &[], groups, sizes, subsets, seed)?.0)
}

/// How often `subsets` random subsets of whole groups reverse the sign of the mean of `y - x` over all topics.
///
/// Draws as [`subset_spread_by_group`].
///
/// # Errors
///
/// As [`subset_spread_by_group`], and different lengths.
pub fn reversal_by_group(
    x: &[f64],
    y: &[f64],
    groups: &[usize],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<Reversal>, Error> {
    Ok(subset_study_by_group(x, &[(x, y)], groups, sizes, subsets, seed)?
        .1
        .swap_remove(0))
}

/// [`subset_spread_by_group`] of `x` and [`reversal_by_group`] of each pair, from subsets that are drawn once for all of them.
///
/// # Errors
///
/// As those.
pub fn subset_study_by_group(
    x: &[f64],
    pairs: &[(&[f64], &[f64])],
    groups: &[usize],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<(Vec<SubsetSpread>, Vec<Vec<Reversal>>), Error> {
    check_pairs(pairs)?;
    study(x, pairs, sizes, |vectors| {
        subset_means_by_group(vectors, groups, sizes, subsets, seed)
    })
}

/// Means over random subsets of whole groups: `[vector][size][subset]`, all vectors seeing the same subsets.
///
/// ```
/// use sokutei_measures::stats::subset_means_by_group;
///
/// // one group has two topics, and both are drawn or none
/// let means = subset_means_by_group(&[&[1.0, 0.0, 0.25]], &[7, 7, 9], &[1], 100, 0)?;
/// assert!(means[0][0].iter().all(|mean| [0.5, 0.25].contains(mean)));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// As [`subset_spread_by_group`], and vectors of different lengths.
pub fn subset_means_by_group(
    vectors: &[&[f64]],
    groups: &[usize],
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Result<Vec<Vec<Vec<f64>>>, Error> {
    for x in vectors {
        checks::same_length(WHAT, x.len(), groups.len())?;
        checks::sample(WHAT, x)?;
    }
    if vectors.is_empty() || groups.is_empty() {
        return Err(Error::EmptySample { what: WHAT });
    }
    checks::at_least(WHAT, "subsets", subsets, 1)?;
    let groups = Groups::new(groups);
    check_sizes(WHAT, sizes, groups.n_groups())?;
    Ok(drawn(vectors, &groups, sizes, subsets, seed))
}

fn drawn(
    vectors: &[&[f64]],
    groups: &Groups,
    sizes: &[usize],
    subsets: u32,
    seed: u64,
) -> Vec<Vec<Vec<f64>>> {
    let mut rng = NumpyRng::new(seed);
    let (mut chosen, mut taken) = (Vec::new(), Vec::new());
    let totals: Vec<Vec<f64>> = vectors.iter().map(|x| groups.totals(x)).collect();
    let mut means = vec![vec![Vec::with_capacity(subsets as usize); sizes.len()]; vectors.len()];
    for (s, &n) in sizes.iter().enumerate() {
        for _ in 0..subsets {
            rng.choose(groups.n_groups(), n, &mut chosen, &mut taken);
            let topics = real(chosen.iter().map(|&group| groups.sizes()[group]).sum());
            for (totals, means) in totals.iter().zip(&mut means) {
                means[s].push(pairwise(&chosen, |group| totals[group]) / topics);
            }
        }
    }
    means
}

const WHAT: &str = "subsets by group";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::subset_means;

    #[test]
    fn groups_of_one_topic_are_topics() {
        let x: Vec<f64> = (0..30).map(|i| f64::from(i % 8) / 8.0).collect(); // sums of eighths are exact
        let groups: Vec<usize> = (0..30).map(|i| 100 - i).collect();
        let by_group = subset_means_by_group(&[&x], &groups, &[4, 20], 50, 3).unwrap();
        assert_eq!(by_group, subset_means(&[&x], &[4, 20], 50, 3).unwrap());
    }

    #[test]
    fn all_groups_are_all_topics() {
        let spread = subset_spread_by_group(&[1.0, 0.5, 0.0], &[0, 0, 1], &[2], 10, 0).unwrap()[0];
        assert_eq!((spread.n, spread.min, spread.max), (2, 0.5, 0.5));
    }

    #[test]
    fn one_group_of_two_decides() {
        // differences 1 and 1 in one group, -1 in the other: together positive, alone one of each
        let row = reversal_by_group(&[0.0; 3], &[1.0, 1.0, -1.0], &[0, 0, 1], &[1], 1000, 0).unwrap()[0];
        assert!((row.reversed - 0.5).abs() < 0.05 && row.tied == 0.0);
    }

    #[test]
    fn sizes_beyond_the_groups_are_errors() {
        let message = |groups: &[usize], size| {
            subset_spread_by_group(&[1.0, 0.5, 0.0], groups, &[size], 5, 0)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(&[0, 0, 1], 3),
            "subsets by group: size is 3; it must be at most 2"
        );
        assert_eq!(
            message(&[0, 0, 1], 0),
            "subsets by group: size is 0; it must be at least 1"
        );
        assert!(message(&[0, 0], 1).contains("3 values against 2"));
        assert!(reversal_by_group(&[1.0], &[1.0, 0.0], &[0], &[1], 5, 0).is_err());
        assert!(subset_means_by_group(&[], &[], &[1], 5, 0).is_err());
    }
}
