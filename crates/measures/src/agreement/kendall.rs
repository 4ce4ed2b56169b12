//! Kendall's τ: pairs that two orders put the same way, against those that they put otherwise.

use std::cmp::Ordering;

use super::Undefined;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;

const WHAT: &str = "Kendall's tau";

/// The n·(n − 1)/2 pairs of n items, by how two lists of scores order them. Each pair is in one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kendall {
    /// Number of items.
    pub n: usize,
    /// Pairs in the same order on both sides.
    pub concordant: u64,
    /// Pairs in opposite orders.
    pub discordant: u64,
    /// Pairs with equal scores on the first side only.
    pub tied_first: u64,
    /// Pairs with equal scores on the second side only.
    pub tied_second: u64,
    /// Pairs with equal scores on both sides.
    pub tied_both: u64,
    /// What the variance of concordant − discordant needs of the sizes of tied groups.
    pub(super) groups: [TiedGroups; 2],
}

/// Sums over groups of t equal scores of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TiedGroups {
    /// Σ t(t − 1)/2
    pub(super) pairs: u64,
    /// Σ t(t − 1)(t − 2)
    pub(super) triples: u128,
    /// Σ t(t − 1)(2t + 5)
    pub(super) spread: u128,
}

/// Counts the pairs of two lists of scores of the same items, in O(n log n) (Knight, JASA 61, 1966).
///
/// `x[i]` and `y[i]` are the scores of item `i`; larger is better on both sides, or on none. −0 and 0 are equal.
///
/// ```
/// use sokutei_measures::agreement::kendall;
///
/// let pairs = kendall(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0])?;
/// assert_eq!((pairs.concordant, pairs.discordant), (2, 6));
/// assert!((pairs.tau_b()? + 0.471404520791032).abs() < 1e-15); // scipy.stats.kendalltau
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two items, lists of different lengths, a score that is not finite.
pub fn kendall(x: &[f64], y: &[f64]) -> Result<Kendall, Error> {
    checks::same_length(WHAT, x.len(), y.len())?;
    if x.len() < 2 {
        return Err(Undefined::TooFew.of(WHAT));
    }
    checks::sample(WHAT, x)?;
    checks::sample(WHAT, y)?;
    Ok(count(x, y))
}

/// [`kendall`] of lists that are known to be in order.
pub(super) fn count(x: &[f64], y: &[f64]) -> Kendall {
    let mut rows: Vec<(f64, f64)> = x.iter().zip(y).map(|(&x, &y)| (x + 0.0, y + 0.0)).collect(); // −0 + 0 is 0
    rows.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let first = tied_groups(&rows, |a, b| a.0.total_cmp(&b.0));
    let both = tied_groups(&rows, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut seconds: Vec<f64> = rows.into_iter().map(|(_, y)| y).collect();
    let discordant = inversions(&mut seconds);
    let second = tied_groups(&seconds, f64::total_cmp);
    let (tied_first, tied_second) = (first.pairs - both.pairs, second.pairs - both.pairs);
    let all = pairs(x.len());
    Kendall {
        n: x.len(),
        concordant: all - discordant - tied_first - tied_second - both.pairs,
        discordant,
        tied_first,
        tied_second,
        tied_both: both.pairs,
        groups: [first, second],
    }
}

impl Kendall {
    /// τ-a: (concordant − discordant) / all pairs. Tied pairs count for neither, so that ties keep it from 1. −1 to 1.
    #[must_use]
    pub fn tau_a(&self) -> f64 {
        self.surplus() / large(pairs(self.n))
    }

    /// τ-b: as τ-a, but over √(pairs not tied in the first · pairs not tied in the second) (Kendall 1945). −1 to 1.
    ///
    /// Two orders with the same ties reach 1. Equals `scipy.stats.kendalltau`.
    ///
    /// # Errors
    ///
    /// All scores of one side are equal.
    pub fn tau_b(&self) -> Result<f64, Error> {
        self.tau_b_or_why().map_err(|why| why.of("tau-b"))
    }

    pub(super) fn tau_b_or_why(&self) -> Result<f64, Undefined> {
        let all = pairs(self.n);
        let untied = self.groups.map(|of| large(all - of.pairs));
        if untied.contains(&0.0) {
            return Err(Undefined::Constant);
        }
        let tau = self.surplus() / (untied[0] * untied[1]).sqrt(); // exact where both sides have the same ties
        Ok(tau.clamp(-1.0, 1.0)) // the root rounds
    }

    /// Whether some scores of a side are equal.
    #[must_use]
    pub fn has_ties(&self) -> bool {
        self.tied_first + self.tied_second + self.tied_both > 0
    }

    /// Concordant − discordant.
    pub(super) fn surplus(&self) -> f64 {
        large(self.concordant) - large(self.discordant)
    }
}

/// Pairs of n items.
pub(super) fn pairs(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

/// A number of pairs; beyond 2^53 the last digits round.
#[expect(clippy::cast_precision_loss)]
pub(super) fn large(count: u64) -> f64 {
    count as f64
}

/// Sums over the runs of equal neighbours.
fn tied_groups<T>(sorted: &[T], order: impl Fn(&T, &T) -> Ordering) -> TiedGroups {
    let mut sums = TiedGroups::default();
    for group in sorted.chunk_by(|a, b| order(a, b).is_eq()) {
        let t = group.len() as u64;
        sums.pairs += pairs(group.len());
        let (t, ordered) = (u128::from(t), 2 * u128::from(pairs(group.len())));
        sums.triples += ordered * t.saturating_sub(2);
        sums.spread += ordered * (2 * t + 5);
    }
    sums
}

/// Pairs that stand in descending order; the slice is sorted.
fn inversions(y: &mut [f64]) -> u64 {
    let mut space = y.to_vec();
    sort_counting(y, &mut space)
}

/// A merge sort: each value of the right half that passes some of the left was in the wrong order with each of them.
fn sort_counting(y: &mut [f64], space: &mut [f64]) -> u64 {
    if y.len() < 2 {
        return 0;
    }
    let middle = y.len() / 2;
    let mut n = {
        let (left, right) = y.split_at_mut(middle);
        let (space_left, space_right) = space.split_at_mut(middle);
        sort_counting(left, space_left) + sort_counting(right, space_right)
    };
    let (mut i, mut j) = (0, middle);
    for place in space.iter_mut() {
        if j == y.len() || (i < middle && y[i] <= y[j]) {
            *place = y[i];
            i += 1;
        } else {
            n += (middle - i) as u64;
            *place = y[j];
            j += 1;
        }
    }
    y.copy_from_slice(space);
    n
}

/// Places of `means` from the worst up, those within `tolerance` of their neighbour sharing one.
///
/// Means that differ by the rounding of their sums alone are no order.
pub(super) fn places(means: &[f64], tolerance: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    order.sort_by(|&a, &b| means[a].total_cmp(&means[b]));
    let mut places = vec![0.0; means.len()];
    let mut place = 0;
    for pair in order.windows(2) {
        place += usize::from(means[pair[1]] - means[pair[0]] > tolerance);
        places[pair[1]] = real(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_hand() {
        // items a b c d; first side a > b = c > d, second side b > a > c = d
        let k = kendall(&[3.0, 2.0, 2.0, 1.0], &[2.0, 3.0, 1.0, 1.0]).unwrap();
        // ab discordant, ac ad bd concordant, bc tied first, cd tied second
        assert_eq!(
            (
                k.concordant,
                k.discordant,
                k.tied_first,
                k.tied_second,
                k.tied_both
            ),
            (3, 1, 1, 1, 0)
        );
        assert_eq!(k.tau_a(), 2.0 / 6.0);
        assert!((k.tau_b().unwrap() - 2.0 / 5.0).abs() < 1e-15);
    }

    #[test]
    fn zero_and_minus_zero_are_a_tie() {
        let k = kendall(&[0.0, -0.0, 1.0], &[-0.0, 0.0, 1.0]).unwrap();
        assert_eq!((k.tied_both, k.concordant), (1, 2));
        assert_eq!(k.tau_b().unwrap(), 1.0);
    }

    #[test]
    fn what_has_no_order_has_no_tau_b() {
        let message = |x: &[f64], y: &[f64]| kendall(x, y).and_then(|k| k.tau_b()).unwrap_err().to_string();
        assert_eq!(
            message(&[1.0, 1.0], &[1.0, 2.0]),
            "tau-b is not defined: all values of one side are equal"
        );
        assert_eq!(
            message(&[1.0], &[1.0]),
            "Kendall's tau is not defined: too few items"
        );
        assert!(message(&[1.0, f64::NAN], &[1.0, 2.0]).contains("value 1 (from 0) is NaN"));
        assert!(message(&[1.0, 2.0], &[1.0]).contains("2 values against 1"));
    }

    #[test]
    fn means_that_differ_by_rounding_share_a_place() {
        assert_eq!(places(&[0.3, 0.1 + 0.2, 0.1, 0.5], 1e-12), [1.0, 1.0, 0.0, 2.0]);
    }
}
