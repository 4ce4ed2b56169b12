//! AP correlation: Kendall's τ with the weight at the top.

use super::Undefined;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;

const WHAT: &str = "tau_ap";

/// What equal scores mean to [`tau_ap`]. Without any, `Refuse` and `A` give the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApTies {
    /// There are none: an equal score on either side makes it undefined (Yilmaz, Aslam & Robertson, SIGIR 2008).
    Refuse,
    /// τ_ap,a: equal scores of the estimate stand for all their orders, and the value is the mean over these. The reference has none.
    A,
    /// τ_ap,b: equal scores on both sides are ties, and each side is the reference once: the mean of both. Symmetric, also without ties.
    B,
}

impl ApTies {
    /// Every variant.
    pub const ALL: [Self; 3] = [Self::Refuse, Self::A, Self::B];

    /// The name: `refuse`, `a`, `b`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// AP correlation of an estimated order with a reference, both given as scores of the same items, larger first. −1 to 1.
///
/// τ_ap = 2/(n − 1) · Σ C(i)/(i − 1) − 1 over the places i = 2…n of the estimate, C(i) being the items above place i that the
/// reference also has above it (Yilmaz, Aslam & Robertson, SIGIR 2008). It is 1 for equal orders and −1 for reversed ones; a swap at the
/// top costs more than one at the bottom. Not symmetric but in the variant [`ApTies::B`].
///
/// The variants for ties are those of Urbano & Marrero (ICTIR 2017), after the authors' R package ircor, whose test values are met; the
/// paper's text was not at hand. O(n log n).
///
/// ```
/// use sokutei_measures::agreement::{ApTies, tau_ap};
///
/// let reference = [4.0, 3.0, 2.0, 1.0];
/// let top_swapped = tau_ap(&reference, &[3.0, 4.0, 2.0, 1.0], ApTies::Refuse)?;
/// let bottom_swapped = tau_ap(&reference, &[4.0, 3.0, 1.0, 2.0], ApTies::Refuse)?;
/// assert!((top_swapped - 1.0 / 3.0).abs() < 1e-15); // 2/3 · (0/1 + 2/2 + 3/3) − 1
/// assert!((bottom_swapped - 7.0 / 9.0).abs() < 1e-15); // 2/3 · (1/1 + 2/2 + 2/3) − 1
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two items, lists of different lengths, a score that is not finite, ties that the variant has no place for, `B` with all scores
/// of one side equal.
pub fn tau_ap(reference: &[f64], estimate: &[f64], ties: ApTies) -> Result<f64, Error> {
    checks::same_length(WHAT, reference.len(), estimate.len())?;
    if reference.len() < 2 {
        return Err(Undefined::TooFew.of(WHAT));
    }
    checks::sample(WHAT, reference)?;
    checks::sample(WHAT, estimate)?;
    tau_ap_or_why(reference, estimate, ties).map_err(|why| why.of(WHAT))
}

/// [`tau_ap`] of lists that are known to be in order.
pub(super) fn tau_ap_or_why(reference: &[f64], estimate: &[f64], ties: ApTies) -> Result<f64, Undefined> {
    if reference.len() < 2 {
        return Err(Undefined::TooFew);
    }
    let (x, y) = (levels(reference), levels(estimate));
    match ties {
        ApTies::Refuse if x.tied() || y.tied() => Err(Undefined::Ties),
        ApTies::A if x.tied() => Err(Undefined::Ties),
        ApTies::Refuse | ApTies::A => Ok(mean_over_orders(&x, &y)),
        ApTies::B => Ok(f64::midpoint(with_ties(&x, &y)?, with_ties(&y, &x)?)),
    }
}

/// Scores as levels, 0 for the best, equal scores on one level.
struct Levels {
    of_item: Vec<usize>,
    /// Items, best first.
    order: Vec<usize>,
    n: usize,
}

impl Levels {
    fn tied(&self) -> bool {
        self.n < self.of_item.len()
    }

    /// The items of each level, best level first.
    fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.order.chunk_by(|&a, &b| self.of_item[a] == self.of_item[b])
    }
}

fn levels(scores: &[f64]) -> Levels {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let score = |i: usize| scores[i] + 0.0; // −0 + 0 is 0
    order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    let mut of_item = vec![0; scores.len()];
    let mut level = 0;
    for pair in order.windows(2) {
        level += usize::from(score(pair[0]) > score(pair[1]));
        of_item[pair[1]] = level;
    }
    Levels {
        of_item,
        order,
        n: level + 1,
    }
}

/// τ_ap,a. An item of a group of t that begins at place p has (1/t)·Σ 1/(p + k − 2), k = 1…t, for each concordant item above the
/// group, and of those in the group, whose order the reference knows, 1/(2t)·Σ k/(p + k − 1), k = 1…t − 1.
fn mean_over_orders(x: &Levels, y: &Levels) -> f64 {
    let mut sum = 0.0;
    let above = concordant_above(x, y);
    let mut p = 1;
    for (group, above) in y.groups().zip(&above) {
        let t = group.len();
        if p > 1 {
            let weights: f64 = (1..=t).map(|k| 1.0 / real(p + k - 2)).sum();
            sum += above.iter().map(|&c| real(c)).sum::<f64>() * weights / real(t);
        }
        let within: f64 = (1..t).map(|k| real(k) / real(p + k - 1)).sum();
        sum += within / 2.0;
        p += t;
    }
    2.0 / real(x.of_item.len() - 1) * sum - 1.0
}

/// One half of τ_ap,b: a group that begins at place p has p − 1 items above it; the first group, which has none, is left out.
fn with_ties(x: &Levels, y: &Levels) -> Result<f64, Undefined> {
    let above = concordant_above(x, y);
    let (mut sum, mut n, mut p) = (0.0, 0, 1);
    for (group, above) in y.groups().zip(&above) {
        if p > 1 {
            n += group.len();
            sum += above.iter().map(|&c| real(c) / real(p - 1)).sum::<f64>();
        }
        p += group.len();
    }
    if n == 0 {
        return Err(Undefined::Constant);
    }
    Ok(2.0 / real(n) * sum - 1.0)
}

/// For each item of each group of `y`: how many items of better groups are also better in `x`.
fn concordant_above(x: &Levels, y: &Levels) -> Vec<Vec<usize>> {
    let mut seen = Counts::new(x.n);
    y.groups()
        .map(|group| {
            let above = group.iter().map(|&item| seen.below(x.of_item[item])).collect();
            group.iter().for_each(|&item| seen.add(x.of_item[item]));
            above
        })
        .collect()
}

/// How many of each level were seen, as a Fenwick tree.
struct Counts(Vec<usize>);

impl Counts {
    fn new(levels: usize) -> Self {
        Self(vec![0; levels + 1])
    }

    fn add(&mut self, level: usize) {
        let mut i = level + 1;
        while i < self.0.len() {
            self.0[i] += 1;
            i += i & i.wrapping_neg();
        }
    }

    /// How many were seen of better levels.
    fn below(&self, level: usize) -> usize {
        let (mut i, mut n) = (level, 0);
        while i > 0 {
            n += self.0[i];
            i &= i - 1;
        }
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // the README of github.com/julian-urbano/ircor at 126fbe9: n = 10; tau_ap,a after y <- round(y*5)/5, tau_ap,b after the same of x as well
    const X: [f64; 10] = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
    const Y: [f64; 10] = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];

    /// R rounds halves to even.
    fn fifths(x: [f64; 10]) -> [f64; 10] {
        x.map(|x| (x * 5.0).round_ties_even() / 5.0)
    }

    #[test]
    fn printed_values_of_ircor() {
        let close =
            |found: f64, expected: f64| assert!((found - expected).abs() < 5e-8, "{found} and {expected}");
        close(tau_ap(&X, &Y, ApTies::Refuse).unwrap(), 0.749_118_2);
        close(tau_ap(&X, &Y, ApTies::A).unwrap(), 0.749_118_2);
        close(tau_ap(&X, &fifths(Y), ApTies::A).unwrap(), 0.607_451_5);
        close(tau_ap(&fifths(X), &fifths(Y), ApTies::B).unwrap(), 0.626_984_1);
    }

    #[test]
    fn variants_say_what_they_cannot_take() {
        let message = |x: &[f64], y: &[f64], ties| tau_ap(x, y, ties).unwrap_err().to_string();
        let (tied, order) = ([1.0, 1.0, 2.0], [1.0, 2.0, 3.0]);
        let refused = "tau_ap is not defined: equal values; choose a variant that allows them";
        assert_eq!(message(&order, &tied, ApTies::Refuse), refused);
        assert_eq!(message(&tied, &order, ApTies::A), refused);
        assert_eq!(
            message(&[1.0; 3], &order, ApTies::B),
            "tau_ap is not defined: all values of one side are equal"
        );
        assert_eq!(
            message(&[1.0], &[1.0], ApTies::A),
            "tau_ap is not defined: too few items"
        );
        assert_eq!(tau_ap(&order, &[1.0; 3], ApTies::A).unwrap(), 0.0); // half of the orders each way
    }
}
