//! The leading eigenpairs of a symmetric tridiagonal matrix, and only those.
//!
//! Eigenvalues by bisection on Sturm counts, eigenvectors by inverse iteration with orthogonalisation among close values, as
//! LAPACK's `dstebz` and `dstein`: Barth, Martin and Wilkinson (1967); Peters and Wilkinson, *The calculation of specified
//! eigenvectors by inverse iteration* (1971). QR iteration, which gives all pairs, costs as much as the reduction to this form.

use rayon::prelude::*;

use super::random::SplitMix64;

/// Values that are bisected together, so that their divisions overlap.
const LANES: usize = 8;
/// Vectors whose values are closer than this share of the norm are made orthogonal to each other; farther apart they are so
/// already, to twelve digits.
const CLOSE: f64 = 1e-3;
/// Solves of inverse iteration; one brings out the vector, the others are for unlucky starts.
const SOLVES: usize = 3;
/// A vector of which its neighbours leave no more than this is begun again.
const LOST: f64 = 1e-6;
/// Times that a vector is begun at most.
const STARTS: usize = 8;

/// A symmetric tridiagonal matrix.
pub(super) struct Tridiagonal {
    pub(super) diagonal: Vec<f64>,
    /// One fewer than the diagonal has.
    pub(super) off: Vec<f64>,
}

impl Tridiagonal {
    /// The `k` largest eigenvalues, descending, and a unit eigenvector for each, orthogonal to one another.
    pub(super) fn leading(&self, k: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
        // with a norm of 1, no pivot and no solution comes near the ends of the range of f64
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
        let by_rank = values.par_iter().enumerate();
        let vectors = by_rank
            .map(|(rank, &value)| scaled.iterate(value, rank as u64))
            .collect();
        let vectors = scaled.make_orthogonal(&values, vectors);
        (values.iter().map(|v| v * norm).collect(), vectors)
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
    fn norm(&self) -> f64 {
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

    /// A vector in the space of the eigenvalues that cannot be told from `value`, from a start that `seed` chooses.
    fn iterate(&self, value: f64, seed: u64) -> Vec<f64> {
        let mut random = SplitMix64::new(seed);
        let mut x: Vec<f64> = (0..self.n()).map(|_| random.symmetric()).collect();
        let factors = Factors::of(self, value);
        for _ in 0..SOLVES {
            factors.solve(&mut x);
            let largest = x.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            x.iter_mut().for_each(|v| *v /= largest);
        }
        x
    }

    /// Gram–Schmidt, twice, against the vectors of values close by.
    fn make_orthogonal(&self, values: &[f64], vectors: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        let mut done: Vec<Vec<f64>> = Vec::with_capacity(vectors.len());
        for (rank, mut x) in vectors.into_iter().enumerate() {
            let first = values[..rank].partition_point(|v| v - values[rank] > CLOSE * self.norm());
            let mut rest = project_out(&done[first..], &mut x);
            for start in 1..STARTS {
                if rest > LOST {
                    break;
                }
                // it lay in the space of those before it: another start has another part outside
                x = self.iterate(values[rank], (start * values.len() + rank) as u64);
                rest = project_out(&done[first..], &mut x);
            }
            done.push(x);
        }
        done
    }
}

/// Takes the parts along `others` out of `x`, twice, and scales it to length 1; the share of its length that was left.
fn project_out(others: &[Vec<f64>], x: &mut [f64]) -> f64 {
    let before = dot(x, x).sqrt();
    for _ in 0..2 {
        for other in others {
            let h = dot(other, x);
            x.iter_mut().zip(other).for_each(|(x, o)| *x -= h * o);
        }
    }
    let after = dot(x, x).sqrt();
    x.iter_mut().for_each(|v| *v /= after);
    after / before
}

/// The matrix less a shift, as the product of a lower and an upper matrix with rows exchanged.
struct Factors {
    pivots: Vec<f64>,
    /// First and second diagonal above the pivots.
    upper: Vec<[f64; 2]>,
    /// What row `i` takes from the next, and whether the two were exchanged first.
    lower: Vec<(f64, bool)>,
}

impl Factors {
    fn of(matrix: &Tridiagonal, shift: f64) -> Self {
        let n = matrix.n();
        // a shift that is an eigenvalue leaves a pivot of 0: replaced by rounding's size, so that its vector grows the most
        let smallest = matrix.norm() * f64::EPSILON;
        let nonzero = |pivot: f64| {
            if pivot.abs() < smallest {
                smallest.copysign(pivot)
            } else {
                pivot
            }
        };
        let (mut pivots, mut upper, mut lower) = (
            Vec::with_capacity(n),
            Vec::with_capacity(n),
            Vec::with_capacity(n),
        );
        let off = |i: usize| matrix.off.get(i).copied().unwrap_or(0.0);
        let (mut here, mut right) = (matrix.diagonal[0] - shift, off(0));
        for i in 0..n - 1 {
            let (below, diagonal, beyond) = (off(i), matrix.diagonal[i + 1] - shift, off(i + 1));
            if below.abs() > here.abs() {
                let factor = here / below;
                pivots.push(below);
                upper.push([diagonal, beyond]);
                lower.push((factor, true));
                (here, right) = (right - factor * diagonal, -factor * beyond);
            } else {
                let pivot = nonzero(here);
                let factor = below / pivot;
                pivots.push(pivot);
                upper.push([right, 0.0]);
                lower.push((factor, false));
                (here, right) = (diagonal - factor * right, beyond);
            }
        }
        pivots.push(nonzero(here));
        upper.push([0.0; 2]);
        Self { pivots, upper, lower }
    }

    /// Replaces `x` by the solution of (matrix − shift) · solution = x.
    fn solve(&self, x: &mut [f64]) {
        for (i, &(factor, exchanged)) in self.lower.iter().enumerate() {
            if exchanged {
                x.swap(i, i + 1);
            }
            x[i + 1] -= factor * x[i];
        }
        let (mut next, mut after) = (0.0, 0.0);
        for (x, (pivot, [first, second])) in x.iter_mut().zip(self.pivots.iter().zip(&self.upper)).rev() {
            *x = (*x - first * next - second * after) / pivot;
            (next, after) = (*x, next);
        }
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

    /// Residuals, lengths and angles of what was found, all beside the norm.
    fn check(matrix: &Tridiagonal, k: usize, expected: impl Fn(usize) -> f64) {
        let (values, vectors) = matrix.leading(k);
        let (n, norm) = (matrix.n(), matrix.norm());
        for (rank, (value, x)) in values.iter().zip(&vectors).enumerate() {
            assert!(
                (value - expected(rank)).abs() <= 1e-14 * norm,
                "{rank}: {value}, expected {}",
                expected(rank)
            );
            for i in 0..n {
                let beside = |j: Option<usize>, e: Option<usize>| {
                    j.zip(e)
                        .and_then(|(j, e)| Some(x.get(j)? * matrix.off.get(e)?))
                        .unwrap_or(0.0)
                };
                let image = matrix.diagonal[i] * x[i]
                    + beside(i.checked_sub(1), i.checked_sub(1))
                    + beside(Some(i + 1), Some(i));
                assert!((image - value * x[i]).abs() <= 1e-13 * norm, "{rank}, row {i}");
            }
            for (other, y) in vectors[..=rank].iter().enumerate() {
                let expected = if other == rank { 1.0 } else { 0.0 };
                assert!(
                    (dot(x, y) - expected).abs() <= 1e-11,
                    "{rank}, {other}: {}",
                    dot(x, y)
                );
            }
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
    fn pairs_that_no_digit_tells_apart_have_orthogonal_vectors() {
        // Wilkinson's W21+: the largest two eigenvalues agree to fourteen digits
        let wilkinson = Tridiagonal {
            diagonal: (0..21).map(|i| f64::from(i - 10i32).abs()).collect(),
            off: vec![1.0; 20],
        };
        let values = wilkinson.leading(21).0;
        assert!((values[0] - 10.746_194_182_903_393).abs() < 1e-14 && values[0] - values[1] < 1e-13);
        check(&wilkinson, 21, |rank| values[rank]);
    }

    #[test]
    fn repeated_values_and_matrices_that_fall_apart_give_whole_spaces() {
        let n = 40;
        let identity = Tridiagonal {
            diagonal: vec![1.0; n],
            off: vec![0.0; n - 1],
        };
        check(&identity, n, |_| 1.0);
        let steps = Tridiagonal {
            diagonal: (0..n).map(|i| (i % 4) as f64).collect(),
            off: vec![0.0; n - 1],
        };
        check(&steps, n, |rank| 3.0 - (rank / 10) as f64);
        let zero = Tridiagonal {
            diagonal: vec![0.0; n],
            off: vec![0.0; n - 1],
        };
        check(&zero, n, |_| 0.0);
        check(
            &Tridiagonal {
                diagonal: vec![-3.0],
                off: vec![],
            },
            1,
            |_| -3.0,
        );
    }
}
