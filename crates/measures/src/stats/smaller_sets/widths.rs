//! How wide an interval is on a smaller test set.

use super::subsets::check_sizes;
use crate::error::Error;
use crate::stats::checks;
use crate::stats::intervals::{Bootstrap, BootstrapDraws, ClusterDraws, Estimate, Groups};
use crate::stats::random::NumpyRng;

/// Mean width of the bootstrap interval over `subsets` random subsets of each size: `[vector][size]`.
///
/// Subsets come from one stream in the order of `sizes` (`choice(len(x), n, replace=False)`, with `o.seed`), each bootstrap
/// from a fresh one with the same seed: [`growth`](super::growth) looks at one subset of each size, and one may be odd.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, interval_widths};
///
/// let rr: Vec<f64> = (0..200).map(|i| 1.0 / f64::from(i % 5 + 1)).collect();
/// let widths = interval_widths(&[&rr], &[25, 100], 20, &Bootstrap::default())?;
/// assert!((widths[0][0] / widths[0][1] - 2.0).abs() < 0.1); // four times the topics, half the width
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No vectors or no values, different lengths, a value that is not finite, a size of 0 or above the number of topics, no
/// subsets, and settings as in [`bootstrap_mean`](crate::stats::bootstrap_mean).
pub fn interval_widths(
    vectors: &[&[f64]],
    sizes: &[usize],
    subsets: u32,
    o: &Bootstrap,
) -> Result<Vec<Vec<f64>>, Error> {
    let len = check(vectors, subsets, o)?;
    check_sizes(WHAT, sizes, len)?;
    mean_widths(vectors.len(), len, sizes, subsets, o.seed, |n| {
        let draws = BootstrapDraws::new(n, o)?;
        Ok(move |chosen: &[usize]| draws.means(&slices(&picked(vectors, chosen))))
    })
}

/// [`interval_widths`] with whole groups of topics: sizes count groups, `groups[i]` names the group of the i-th values, and the
/// bootstrap draws groups too.
///
/// # Errors
///
/// As [`interval_widths`], with groups in place of topics, and `groups` of another length than the vectors.
pub fn interval_widths_by_group(
    vectors: &[&[f64]],
    groups: &[usize],
    sizes: &[usize],
    subsets: u32,
    o: &Bootstrap,
) -> Result<Vec<Vec<f64>>, Error> {
    let len = check(vectors, subsets, o)?;
    checks::same_length(WHAT, len, groups.len())?;
    let groups = Groups::new(groups);
    check_sizes(WHAT, sizes, groups.n_groups())?;
    mean_widths(vectors.len(), groups.n_groups(), sizes, subsets, o.seed, |_| {
        Ok(|chosen: &[usize]| {
            let topics = topics_of(&groups, chosen);
            let labels: Vec<usize> = topics.iter().map(|&topic| groups.of_topics()[topic]).collect();
            ClusterDraws::new(&Groups::new(labels), o)?.means(&slices(&picked(vectors, &topics)))
        })
    })
}

const WHAT: &str = "interval widths";

/// The number of topics.
fn check(vectors: &[&[f64]], subsets: u32, o: &Bootstrap) -> Result<usize, Error> {
    let len = vectors.first().ok_or(Error::EmptySample { what: WHAT })?.len();
    for x in vectors {
        checks::same_length(WHAT, len, x.len())?;
        checks::sample(WHAT, x)?;
    }
    checks::at_least(WHAT, "subsets", subsets, 1)?;
    o.check(WHAT)?;
    Ok(len)
}

/// Averages what `intervals` finds on each subset of each size; it is made once for each size.
fn mean_widths<F: Fn(&[usize]) -> Result<Vec<Estimate>, Error>>(
    n_vectors: usize,
    population: usize,
    sizes: &[usize],
    subsets: u32,
    seed: u64,
    intervals: impl Fn(usize) -> Result<F, Error>,
) -> Result<Vec<Vec<f64>>, Error> {
    let mut rng = NumpyRng::new(seed);
    let mut widths = vec![Vec::with_capacity(sizes.len()); n_vectors];
    for &n in sizes {
        let intervals = intervals(n)?;
        let mut sums = vec![0.0; n_vectors];
        for _ in 0..subsets {
            let chosen = rng.choice_without_replacement(population, n)?;
            for (sum, estimate) in sums.iter_mut().zip(intervals(&chosen)?) {
                *sum += estimate.width();
            }
        }
        for (widths, sum) in widths.iter_mut().zip(sums) {
            widths.push(sum / f64::from(subsets));
        }
    }
    Ok(widths)
}

/// Topics of the groups that were drawn, group by group in the order of the draws.
fn topics_of(groups: &Groups, chosen: &[usize]) -> Vec<usize> {
    let mut members = vec![Vec::new(); groups.n_groups()];
    for (topic, &group) in groups.of_topics().iter().enumerate() {
        members[group].push(topic);
    }
    chosen.iter().flat_map(|&group| members[group].clone()).collect()
}

fn picked(vectors: &[&[f64]], topics: &[usize]) -> Vec<Vec<f64>> {
    let of = |x: &&[f64]| topics.iter().map(|&topic| x[topic]).collect();
    vectors.iter().map(of).collect()
}

fn slices(vectors: &[Vec<f64>]) -> Vec<&[f64]> {
    vectors.iter().map(Vec::as_slice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{bootstrap_mean, cluster_bootstrap_mean};

    fn values(n: i32) -> Vec<f64> {
        (0..n).map(|i| f64::from(i * 5 % 8) / 8.0).collect() // sums of eighths are exact
    }

    #[test]
    fn groups_of_one_topic_are_topics() {
        let x = values(40);
        let groups: Vec<usize> = (0..40).collect();
        let o = Bootstrap::default();
        assert_eq!(
            interval_widths_by_group(&[&x], &groups, &[10, 40], 4, &o).unwrap(),
            interval_widths(&[&x], &[10, 40], 4, &o).unwrap()
        );
    }

    #[test]
    fn all_groups_once_are_the_cluster_bootstrap_of_all() {
        // the same groups in another order: another resample of the same kind
        let x = values(60);
        let groups: Vec<usize> = (0..60).map(|i| i / 3).collect();
        let o = Bootstrap::default();
        let width = interval_widths_by_group(&[&x], &groups, &[20], 3, &o).unwrap()[0][0];
        let whole = cluster_bootstrap_mean(&x, &groups, &o).unwrap().width();
        assert!((width / whole - 1.0).abs() < 0.05, "{width} {whole}");
        let topics = bootstrap_mean(&x, &o).unwrap().width();
        assert!((topics / whole - 1.0).abs() > 0.1, "the example tells them apart");
    }

    #[test]
    fn constant_values_have_no_width() {
        let widths = interval_widths(&[&[0.5; 8]], &[1, 8], 2, &Bootstrap::default()).unwrap();
        assert_eq!(widths, [[0.0, 0.0]]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let o = Bootstrap::default();
        let message = |vectors: &[&[f64]], sizes: &[usize], subsets| {
            interval_widths(vectors, sizes, subsets, &o)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(&[&[1.0, 0.0]], &[3], 1),
            "interval widths: size is 3; it must be at most 2"
        );
        assert!(message(&[&[1.0, 0.0]], &[1], 0).contains("subsets is 0"));
        assert!(message(&[], &[1], 1).contains("no values"));
        assert!(message(&[&[1.0], &[1.0, 0.0]], &[1], 1).contains("1 values against 2"));
        let groups = interval_widths_by_group(&[&[1.0, 0.0]], &[0], &[1], 1, &o);
        assert!(groups.unwrap_err().to_string().contains("2 values against 1"));
        let groups = interval_widths_by_group(&[&[1.0, 0.0]], &[0, 0], &[2], 1, &o);
        assert!(groups.unwrap_err().to_string().contains("at most 1"));
    }
}
