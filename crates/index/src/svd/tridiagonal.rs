//! The largest eigenvalues of a symmetric tridiagonal matrix, and only those.
//!
//! By bisection on Sturm counts, as LAPACK's `dstebz`: Barth, Martin and Wilkinson (1967). QR iteration, which gives all of
//! them, costs more.

use rayon::prelude::*;

use super::band::Band;

/// Values that are bisected together, so that their divisions overlap.
const LANES: usize = 8;

/// A symmetric tridiagonal matrix.
pub(super) struct Tridiagonal {
    pub(super) diagonal: Vec<f64>,
    /// One fewer than the diagonal has.
    pub(super) off: Vec<f64>,
}

impl Tridiagonal {
    /// The `k` largest eigenvalues, descending.
    pub(super) fn largest(&self, k: usize) -> Vec<f64> {
        // with a norm of 1, no pivot comes near the ends of the range of f64
        let norm = self.norm();
        let scaled = Self {
            diagonal: self.diagonal.iter().map(|d| d / norm).collect(),
            off: self.off.iter().map(|e| e / norm).collect(),
        };
        let ranks: Vec<usize> = (0..k).step_by(LANES).collect();
        let mut values: Vec<f64> = ranks
            .par_iter()
            .flat_map_iter(|&rank| scaled.bisect(rank))
            .collect();
        values.truncate(k);
        values.iter().map(|v| v * norm).collect()
    }

    /// The same matrix as a band.
    pub(super) fn as_band(&self) -> Band {
        let entry = |i: usize, j: usize| if i == j { self.diagonal[i] } else { self.off[j] };
        Band::from_fn(self.n(), 1, entry)
    }

    fn n(&self) -> usize {
        self.diagonal.len()
    }

    /// The eigenvalues lie in this interval, by Gershgorin's circles.
    fn interval(&self) -> (f64, f64) {
        let radius = |i: usize| {
            let before = i.checked_sub(1).map_or(0.0, |j| self.off[j].abs());
            before + self.off.get(i).map_or(0.0, |e| e.abs())
        };
        let ends = (0..self.n()).map(|i| (self.diagonal[i] - radius(i), self.diagonal[i] + radius(i)));
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), (a, b)| {
            (lo.min(a), hi.max(b))
        })
    }

    /// The largest size that an eigenvalue may have; 1 for a matrix of zeros.
    pub(super) fn norm(&self) -> f64 {
        let (lo, hi) = self.interval();
        let norm = lo.abs().max(hi.abs());
        if norm > 0.0 { norm } else { 1.0 }
    }

    /// The eigenvalues of rank `first` and the next, counted from the largest: [`LANES`] of them, those past the end repeated.
    fn bisect(&self, first: usize) -> [f64; LANES] {
        let squares: Vec<f64> = self.off.iter().map(|e| e * e).collect();
        let smallest = squares.iter().copied().fold(1.0, f64::max) * f64::MIN_POSITIVE;
        let (lo, hi) = self.interval();
        let margin = self.norm() * f64::EPSILON * 4.0;
        let (mut lo, mut hi) = ([lo - margin; LANES], [hi + margin; LANES]);
        // the value of rank r is below x exactly if at least n − r values are
        let enough: [usize; LANES] = std::array::from_fn(|lane| self.n().saturating_sub(first + lane).max(1));
        loop {
            let middle: [f64; LANES] = std::array::from_fn(|lane| lo[lane] + (hi[lane] - lo[lane]) / 2.0);
            let narrow = |lane: usize| middle[lane] <= lo[lane] || hi[lane] - lo[lane] <= margin;
            if (0..LANES).all(narrow) {
                return middle;
            }
            let below = self.count_below(&middle, &squares, smallest);
            for lane in 0..LANES {
                if below[lane] >= enough[lane] {
                    hi[lane] = middle[lane];
                } else {
                    lo[lane] = middle[lane];
                }
            }
        }
    }

    /// How many eigenvalues are below each of `x`: the negative pivots of the matrix less x, by Sylvester's law of inertia.
    fn count_below(&self, x: &[f64; LANES], squares: &[f64], smallest: f64) -> [usize; LANES] {
        let mut below = [0; LANES];
        let mut pivots = [f64::INFINITY; LANES];
        for (i, &d) in self.diagonal.iter().enumerate() {
            let square = i.checked_sub(1).map_or(0.0, |j| squares[j]);
            for lane in 0..LANES {
                let pivot = d - x[lane] - square / pivots[lane];
                pivots[lane] = if pivot.abs() < smallest { -smallest } else { pivot };
                below[lane] += usize::from(pivots[lane] < 0.0);
            }
        }
        below
    }
}

/// Eight sums side by side: one alone would wait for every addition.
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (x8, y8) = (x.chunks_exact(8), y.chunks_exact(8));
    let rest: f64 = x8
        .remainder()
        .iter()
        .zip(y8.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in x8.zip(y8) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matrix: &Tridiagonal, k: usize, expected: impl Fn(usize) -> f64) {
        let values = matrix.largest(k);
        assert_eq!(values.len(), k);
        for (rank, value) in values.iter().enumerate() {
            let expected = expected(rank);
            assert!(
                (value - expected).abs() <= 1e-14 * matrix.norm(),
                "{rank}: {value}, expected {expected}"
            );
        }
    }

    #[test]
    fn a_vibrating_string_has_its_known_tones() {
        let n = 200;
        let string = Tridiagonal {
            diagonal: vec![2.0; n],
            off: vec![-1.0; n - 1],
        };
        let tone =
            |rank: usize| 2.0 - 2.0 * ((n - rank) as f64 * std::f64::consts::PI / (n + 1) as f64).cos();
        for k in [1, 7, 8, 9, n] {
            check(&string, k, tone);
        }
    }

    #[test]
    fn values_that_nearly_agree_are_both_found() {
        // Wilkinson's W21+: the largest two eigenvalues agree to fourteen digits
        let wilkinson = Tridiagonal {
            diagonal: (0..21).map(|i| f64::from(i - 10i32).abs()).collect(),
            off: vec![1.0; 20],
        };
        check(&wilkinson, 2, |_| 10.746_194_182_903_393);
    }

    #[test]
    fn repeated_values_are_found_as_often_as_they_are_there() {
        let n = 40;
        let diagonal = |value: fn(usize) -> f64| Tridiagonal {
            diagonal: (0..n).map(value).collect(),
            off: vec![0.0; n - 1],
        };
        check(&diagonal(|_| 1.0), n, |_| 1.0);
        check(&diagonal(|i| (i % 4) as f64), n, |rank| 3.0 - (rank / 10) as f64);
        check(&diagonal(|_| 0.0), n, |_| 0.0);
        let one = Tridiagonal {
            diagonal: vec![-3.0],
            off: vec![],
        };
        check(&one, 1, |_| -3.0);
    }
}
