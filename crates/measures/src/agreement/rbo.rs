//! Rank-biased overlap: agreement of two rankings of things that need not be the same, the top counting most.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::Undefined;
use super::overlap::require_unique;
use crate::error::Error;
use crate::formulas::real;

/// Rank-biased overlap of two rankings (Webber, Moffat & Zobel, TOIS 28(4), 2010). All numbers from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rbo {
    /// RBO_min: what the rankings as they are make certain, if nothing below agrees.
    pub min: f64,
    /// RBO_res: by how much the unseen rest could raise it; min + residual is the largest possible value.
    pub residual: f64,
    /// RBO_ext: the estimate, as if the agreement went on as it was.
    pub ext: f64,
}

impl Rbo {
    /// RBO_min + RBO_res.
    #[must_use]
    pub fn max(&self) -> f64 {
        (self.min + self.residual).min(1.0)
    }
}

/// Rank-biased overlap of two rankings, best item first, possibly of different lengths.
///
/// RBO is (1 − p)·Σ p^(d − 1)·A_d over all depths d, A_d being the share of common items among the first d. `p`, from above 0 to below 1, is the
/// chance that a reader goes on to the next place: at 0.9 the first 10 places have 86 % of the weight. Rankings end, so there is a
/// lower bound, a residual and an extrapolation: equations 11 (with the overlap of the longer list), 30 and 32 of the paper, as the programs
/// have them that name these equations (github.com/dlukes/rbo, PyPI rbo); the paper's own text was not at hand.
///
/// A ranking is taken in the order given: it has no ties. Who has equal scores must decide on their order first; breaking them by id raises
/// the value where both sides do it (Corsi & Urbano, SIGIR 2024, as their program's README has it).
///
/// ```
/// use sokutei_measures::agreement::rbo;
///
/// let found = rbo(&["a", "b", "c", "d"], &["b", "a", "c", "e"], 0.9)?;
/// assert!(found.min < found.ext && found.ext < found.max());
/// let same = rbo(&["a", "b", "c"], &["a", "b", "c"], 0.9)?;
/// assert!((same.ext - 1.0).abs() < 1e-12 && (same.max() - 1.0).abs() < 1e-12);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// An empty ranking, an item twice in one, a `p` outside 0 to 1.
pub fn rbo<T: Eq + Hash>(a: &[T], b: &[T], p: f64) -> Result<Rbo, Error> {
    const WHAT: &str = "rank-biased overlap";
    if !(p > 0.0 && p < 1.0) {
        let expected = "above 0 and below 1, such as 0.9".to_owned();
        return Err(Error::Setting {
            what: WHAT,
            name: "p",
            found: p.to_string(),
            expected,
        });
    }
    if a.is_empty() || b.is_empty() {
        return Err(Undefined::TooFew.of(WHAT));
    }
    require_unique(WHAT, "first", a)?;
    require_unique(WHAT, "second", b)?;
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    Ok(Overlaps::of(short, long).rbo(p))
}

/// `x[d - 1]` is X_d, the common items of the first d of the longer and the first d, or all, of the shorter ranking.
struct Overlaps {
    x: Vec<usize>,
    s: usize,
}

impl Overlaps {
    fn of<T: Eq + Hash>(short: &[T], long: &[T]) -> Self {
        let (mut of_short, mut of_long): (FxHashSet<&T>, FxHashSet<&T>) = Default::default();
        let mut common = 0;
        let mut x = Vec::with_capacity(long.len());
        for (i, item) in long.iter().enumerate() {
            if let Some(other) = short.get(i) {
                of_short.insert(other);
                common += usize::from(of_long.contains(other));
            }
            of_long.insert(item);
            common += usize::from(of_short.contains(item));
            x.push(common);
        }
        Self { x, s: short.len() }
    }

    fn rbo(&self, p: f64) -> Rbo {
        let bounded = |x: f64| x.clamp(0.0, 1.0); // sums round
        Rbo {
            min: bounded(self.min(p)),
            residual: bounded(self.residual(p)),
            ext: bounded(self.ext(p)),
        }
    }

    /// (1 − p)/p · [Σ_{d ≤ l} (X_d − X_l)·p^d/d − X_l·ln(1 − p)]
    fn min(&self, p: f64) -> f64 {
        let x_l = real(self.last());
        let sum: f64 = powers(p)
            .zip(&self.x)
            .map(|((d, power), &x)| (real(x) - x_l) * power / d)
            .sum();
        (1.0 - p) / p * (sum - x_l * (-p).ln_1p())
    }

    /// p^s + p^l − p^f − (1 − p)/p · [s·Σ_{s<d≤f} p^d/d + l·Σ_{l<d≤f} p^d/d + X_l·(ln 1/(1 − p) − Σ_{d≤f} p^d/d)], f = l + s − X_l: the
    /// depth at which two rankings that agree on all they can have the same items.
    fn residual(&self, p: f64) -> f64 {
        let (s, l, x_l) = (self.s, self.x.len(), self.last());
        let f = l + s - x_l;
        let terms: Vec<f64> = powers(p).take(f).map(|(d, power)| power / d).collect();
        let sum = |from: usize| terms[from..].iter().sum::<f64>();
        let rest = real(x_l) * (-(-p).ln_1p() - sum(0));
        let raised = |depth: usize| p.powf(real(depth));
        raised(s) + raised(l) - raised(f) - (1.0 - p) / p * (real(s) * sum(s) + real(l) * sum(l) + rest)
    }

    /// (1 − p)/p · [Σ_{d ≤ l} X_d/d·p^d + Σ_{s<d≤l} X_s·(d − s)/(s·d)·p^d] + [(X_l − X_s)/l + X_s/s]·p^l
    fn ext(&self, p: f64) -> f64 {
        let (s, l, x_s) = (real(self.s), real(self.x.len()), real(self.x[self.s - 1]));
        let sum: f64 = powers(p)
            .zip(&self.x)
            .map(|((d, power), &x)| (real(x) / d + x_s * (d - s).max(0.0) / (s * d)) * power)
            .sum();
        let beyond = (real(self.last()) - x_s) / l + x_s / s;
        (1.0 - p) / p * sum + beyond * p.powf(l)
    }

    fn last(&self) -> usize {
        self.x[self.x.len() - 1]
    }
}

/// d and p^d for d = 1, 2, …
fn powers(p: f64) -> impl Iterator<Item = (f64, f64)> {
    (1..).map(move |d: usize| (real(d), p.powf(real(d))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(x: &str) -> Vec<char> {
        x.chars().collect()
    }

    fn of(a: &str, b: &str, p: f64) -> Rbo {
        rbo(&letters(a), &letters(b), p).unwrap()
    }

    #[test]
    fn printed_values_of_rbo_py() {
        // docstrings of github.com/dlukes/rbo, rbo.py, three digits: seven identical items at p = 0.9, and the first two swapped
        let shown = |x: f64| format!("{x:.3}");
        let same = of("abcdefg", "abcdefg", 0.9);
        assert_eq!(
            [same.min, same.residual, same.ext].map(shown),
            ["0.767", "0.233", "1.000"]
        );
        assert_eq!(shown(of("abcdefg", "bacdefg", 0.9).ext), "0.900");
    }

    #[test]
    fn one_place_by_hand() {
        // [a] and [a]: (1 − p)/p · ln(1/(1 − p)) is certain; [a] and [b]: nothing is, and places 2 and on can agree fully from depth 2 on:
        // at depth 2 both can be {a, b}, so that max is p
        let same = of("a", "a", 0.5);
        assert!((same.min - 2f64.ln()).abs() < 1e-15 && (same.max() - 1.0).abs() < 1e-15 && same.ext == 1.0);
        let other = of("a", "b", 0.5);
        assert!(other.min == 0.0 && (other.residual - 0.5).abs() < 1e-15 && other.ext == 0.0);
    }

    #[test]
    fn bad_input_is_named() {
        let message = |a: &str, b: &str, p| rbo(&letters(a), &letters(b), p).unwrap_err().to_string();
        assert_eq!(
            message("", "a", 0.9),
            "rank-biased overlap is not defined: too few items"
        );
        for p in [0.0, 1.0, f64::NAN] {
            assert!(message("a", "a", p).contains("it must be above 0 and below 1, such as 0.9"));
        }
        assert!(message("aba", "a", 0.9).contains("place 3 of the first ranking stands at place 1 already"));
    }
}
