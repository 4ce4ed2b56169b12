//! Eigenvectors of a band matrix whose eigenvalues are known.
//!
//! A vector in no direction in particular, solved for with the matrix less its eigenvalue, turns into the eigenvector. As
//! LAPACK's `dstein`: Peters and Wilkinson, *The calculation of specified eigenvectors by inverse iteration* (1971).

use rayon::prelude::*;

use super::band::Band;
use super::random::SplitMix64;
use super::tridiagonal::dot;

/// Vectors whose values are closer than this share of the norm are made orthogonal to each other; farther apart they are so
/// already, to twelve digits.
const CLOSE: f64 = 1e-3;
/// Solves per vector; one brings it out, the others are for unlucky starts.
const SOLVES: usize = 3;
/// A vector of which its neighbours leave no more than this is begun again.
const LOST: f64 = 1e-6;
/// Times that a vector is begun at most.
const STARTS: usize = 8;

/// A unit eigenvector of `matrix` for each of `values`, orthogonal to one another; `values` are descending, repeated ones
/// repeated, and `norm` bounds them.
pub(super) fn eigenvectors(matrix: &Band, values: &[f64], norm: f64) -> Vec<Vec<f64>> {
    // with a norm of 1, no pivot and no solution comes near the ends of the range of f64
    let matrix = matrix.scaled(1.0 / norm);
    let values: Vec<f64> = values.iter().map(|v| v / norm).collect();
    let by_rank = values.par_iter().enumerate();
    let vectors = by_rank
        .map(|(rank, &value)| iterate(&matrix, value, rank as u64))
        .collect();
    make_orthogonal(&matrix, &values, vectors)
}

/// A vector in the space of the eigenvalues that cannot be told from `value`, from a start that `seed` chooses.
fn iterate(matrix: &Band, value: f64, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    let mut x: Vec<f64> = (0..matrix.n()).map(|_| random.symmetric()).collect();
    let factors = Factors::of(matrix, value);
    for _ in 0..SOLVES {
        factors.solve(&mut x);
        let largest = x.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        x.iter_mut().for_each(|v| *v /= largest);
    }
    x
}

/// Gram–Schmidt, twice, against the vectors of values close by.
fn make_orthogonal(matrix: &Band, values: &[f64], vectors: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut done: Vec<Vec<f64>> = Vec::with_capacity(vectors.len());
    for (rank, mut x) in vectors.into_iter().enumerate() {
        let first = values[..rank].partition_point(|v| v - values[rank] > CLOSE);
        let mut rest = project_out(&done[first..], &mut x);
        for start in 1..STARTS {
            if rest > LOST {
                break;
            }
            // it lay in the space of those before it: another start has another part outside
            x = iterate(matrix, values[rank], (start * values.len() + rank) as u64);
            rest = project_out(&done[first..], &mut x);
        }
        done.push(x);
    }
    done
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

/// The matrix less a shift, as the product of a lower and an upper matrix with rows exchanged: LAPACK's `dgbtrf`.
struct Factors {
    half_width: usize,
    /// Row by row, from `half_width` left of the diagonal to 2 · `half_width` right of it: multipliers, pivot, upper matrix.
    rows: Vec<f64>,
    /// How far below its place each pivot was found.
    exchanged: Vec<usize>,
}

impl Factors {
    /// `matrix` has a norm of about 1.
    fn of(matrix: &Band, shift: f64) -> Self {
        let (n, half_width) = (matrix.n(), matrix.half_width());
        let width = 3 * half_width + 1;
        let mut rows = vec![0.0; n * width];
        for (i, row) in rows.chunks_exact_mut(width).enumerate() {
            for j in i.saturating_sub(half_width)..(i + half_width + 1).min(n) {
                row[half_width + j - i] = matrix.get(i, j) - if i == j { shift } else { 0.0 };
            }
        }
        let exchanged = (0..n)
            .map(|column| eliminate(&mut rows, half_width, column))
            .collect();
        Self {
            half_width,
            rows,
            exchanged,
        }
    }

    /// Replaces `x` by the solution of (matrix − shift) · solution = x.
    fn solve(&self, x: &mut [f64]) {
        let (width, half_width) = (3 * self.half_width + 1, self.half_width);
        for (column, &exchanged) in self.exchanged.iter().enumerate() {
            x.swap(column, column + exchanged);
            let (above, rest) = x.split_at_mut(column + 1);
            let below = self.rows[(column + 1) * width..].chunks_exact(width);
            for (distance, (x, row)) in (1..=half_width).zip(rest.iter_mut().zip(below)) {
                *x -= row[half_width - distance] * above[column];
            }
        }
        for (i, row) in self.rows.chunks_exact(width).enumerate().rev() {
            let (above, rest) = x.split_at_mut(i + 1);
            let known: f64 = row[half_width + 1..]
                .iter()
                .zip(rest.iter())
                .map(|(r, x)| r * x)
                .sum();
            above[i] = (above[i] - known) / row[half_width];
        }
    }
}

/// Takes `column` out of the rows below its pivot; how far below its place the pivot was found.
fn eliminate(rows: &mut [f64], half_width: usize, column: usize) -> usize {
    let width = 3 * half_width + 1;
    let (above, rest) = rows.split_at_mut((column + 1) * width);
    let pivot_row = &mut above[column * width + half_width..];
    let size = |distance: usize, row: &[f64]| row[half_width - distance].abs();
    let (mut exchanged, mut largest) = (0, pivot_row[0].abs());
    for (distance, row) in (1..=half_width).zip(rest.chunks_exact(width)) {
        if size(distance, row) > largest {
            (exchanged, largest) = (distance, size(distance, row));
        }
    }
    if exchanged > 0 {
        let row = &mut rest[(exchanged - 1) * width..exchanged * width];
        row[half_width - exchanged..width - exchanged].swap_with_slice(pivot_row);
    }
    // a shift that is an eigenvalue leaves a pivot of 0: replaced by rounding's size, so that its vector grows the most
    if pivot_row[0].abs() < f64::EPSILON {
        pivot_row[0] = f64::EPSILON.copysign(pivot_row[0]);
    }
    for (distance, row) in (1..=half_width).zip(rest.chunks_exact_mut(width)) {
        let row = &mut row[half_width - distance..width - distance];
        let factor = row[0] / pivot_row[0];
        row[0] = factor;
        for (x, p) in row[1..].iter_mut().zip(&pivot_row[1..]) {
            *x -= factor * p;
        }
    }
    exchanged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Residuals, lengths and angles of what was found, all beside the norm.
    fn check(matrix: &Band, k: usize) {
        let tridiagonal = matrix.tridiagonal();
        let (values, norm) = (tridiagonal.largest(k), tridiagonal.norm());
        let vectors = eigenvectors(matrix, &values, norm);
        let n = matrix.n();
        for (rank, (value, x)) in values.iter().zip(&vectors).enumerate() {
            for i in 0..n {
                let image: f64 = (0..n).map(|j| matrix.get(i, j) * x[j]).sum();
                assert!(
                    (image - value * x[i]).abs() <= 2e-13 * norm,
                    "{n}: {rank}, row {i}"
                );
            }
            for (other, y) in vectors[..=rank].iter().enumerate() {
                let (expected, found) = (if other == rank { 1.0 } else { 0.0 }, dot(x, y));
                assert!((found - expected).abs() <= 1e-11, "{n}: {rank}, {other}: {found}");
            }
        }
    }

    #[test]
    fn vectors_are_those_of_the_matrix_and_orthogonal() {
        let odd_numbers = |i: usize, j: usize| ((i * j + 7 * (i + j)) % 31) as f64 - 15.0;
        for (n, half_width) in [(1, 0), (1, 3), (2, 1), (30, 1), (64, 16), (90, 33), (20, 25)] {
            check(&Band::from_fn(n, half_width, odd_numbers), n);
        }
        check(&Band::from_fn(200, 1, |i, j| if i == j { 2.0 } else { -1.0 }), 7);
    }

    #[test]
    fn pairs_that_no_digit_tells_apart_have_orthogonal_vectors() {
        // Wilkinson's W21+: the largest two eigenvalues agree to fourteen digits
        let entry = |i: usize, j: usize| if i == j { (i as f64 - 10.0).abs() } else { 1.0 };
        check(&Band::from_fn(21, 1, entry), 21);
    }

    #[test]
    fn repeated_values_and_matrices_that_fall_apart_give_whole_spaces() {
        let on_diagonal =
            |value: fn(usize) -> f64| move |i: usize, j: usize| if i == j { value(i) } else { 0.0 };
        for half_width in [0, 1, 4] {
            check(&Band::from_fn(40, half_width, on_diagonal(|_| 1.0)), 40);
            check(
                &Band::from_fn(40, half_width, on_diagonal(|i| (i % 4) as f64)),
                40,
            );
            check(&Band::from_fn(40, half_width, on_diagonal(|_| 0.0)), 40);
            check(&Band::from_fn(1, half_width, on_diagonal(|_| -3.0)), 1);
        }
    }
}
