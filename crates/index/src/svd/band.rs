//! Symmetric matrices whose entries lie near the diagonal.
//!
//! A Aᵀ seen from a block Krylov basis is such a matrix, and its eigenvalues cost the square of its size instead of the cube.

use std::ops::Range;

use super::tridiagonal::Tridiagonal;

/// A symmetric matrix with nothing farther than `half_width` from the diagonal.
#[derive(Debug, Clone)]
pub(super) struct Band {
    n: usize,
    half_width: usize,
    /// Row by row, what lies on and left of the diagonal: `half_width` + 1 numbers each, the last on the diagonal.
    lower: Vec<f64>,
}

impl Band {
    /// `entry(i, j)` is asked for j ≤ i ≤ j + `half_width` only.
    pub(super) fn from_fn(n: usize, half_width: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut lower = vec![0.0; n * (half_width + 1)];
        for i in 0..n {
            for j in i.saturating_sub(half_width)..=i {
                lower[i * (half_width + 1) + half_width + j - i] = entry(i, j);
            }
        }
        Self { n, half_width, lower }
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    pub(super) fn half_width(&self) -> usize {
        self.half_width
    }

    /// Entry of row `i` and column `j`, 0 outside the band.
    pub(super) fn get(&self, i: usize, j: usize) -> f64 {
        let (row, column) = (i.max(j), i.min(j));
        if row - column > self.half_width {
            return 0.0;
        }
        self.lower[row * (self.half_width + 1) + self.half_width + column - row]
    }

    /// The matrix times a number.
    pub(super) fn scaled(&self, factor: f64) -> Self {
        let lower = self.lower.iter().map(|x| x * factor).collect();
        Self { lower, ..*self }
    }

    /// A tridiagonal matrix with the same eigenvalues.
    ///
    /// Householder reflections, each followed down the band until what it stirred up has left at the end: Murata and Horikoshi
    /// (1975); Lang, *A parallel algorithm for reducing symmetric banded matrices to tridiagonal form* (1993).
    pub(super) fn tridiagonal(&self) -> Tridiagonal {
        let mut chase = Chase::of(self);
        if self.half_width > 1 {
            for column in 0..self.n.saturating_sub(2) {
                chase.clear(column);
            }
        }
        Tridiagonal {
            diagonal: (0..self.n).map(|i| chase.row(i, i..i + 1)[0]).collect(),
            off: (1..self.n).map(|i| chase.row(i, i - 1..i)[0]).collect(),
        }
    }
}

/// A band under reduction, with room for what reflections stir up left of it.
struct Chase {
    n: usize,
    half_width: usize,
    /// Row by row, what lies on and left of the diagonal: 2 · `half_width` + 1 numbers each.
    lower: Vec<f64>,
}

/// 1 − `factor` · v vᵀ.
struct Reflection {
    v: Vec<f64>,
    factor: f64,
}

impl Chase {
    fn of(band: &Band) -> Self {
        let (n, half_width) = (band.n, band.half_width.max(1));
        let mut chase = Self {
            n,
            half_width,
            lower: vec![0.0; n * (2 * half_width + 1)],
        };
        for i in 0..n {
            for j in i.saturating_sub(band.half_width)..=i {
                chase.row_mut(i, j..j + 1)[0] = band.get(i, j);
            }
        }
        chase
    }

    fn row(&self, i: usize, columns: Range<usize>) -> &[f64] {
        let width = 2 * self.half_width + 1;
        let first = i * width + width - 1 + columns.start - i;
        &self.lower[first..first + columns.len()]
    }

    fn row_mut(&mut self, i: usize, columns: Range<usize>) -> &mut [f64] {
        let width = 2 * self.half_width + 1;
        let first = i * width + width - 1 + columns.start - i;
        &mut self.lower[first..first + columns.len()]
    }

    /// Leaves nothing of `column` below the first entry under the diagonal.
    ///
    /// The reflection that does this fills a block further down. Of that block the first column is cleared again, and so on down
    /// the band; its other columns wait for the sweeps to come.
    fn clear(&mut self, column: usize) {
        let mut rows = column + 1..(column + 1 + self.half_width).min(self.n);
        let mut reflection = self.reflect_column(column, rows.clone());
        loop {
            self.reflect_both_sides(rows.clone(), &reflection);
            let below = rows.end..(rows.end + self.half_width).min(self.n);
            if below.is_empty() {
                return;
            }
            for i in below.clone() {
                reflection.apply(self.row_mut(i, rows.clone()));
            }
            let next = self.reflect_column(rows.start, below.clone());
            self.reflect_rows(below.clone(), rows.start + 1..rows.end, &next);
            (rows, reflection) = (below, next);
        }
    }

    /// The reflection that leaves only the first of these entries of a column; they are replaced by what it leaves.
    fn reflect_column(&mut self, column: usize, rows: Range<usize>) -> Reflection {
        let mut v: Vec<f64> = rows.clone().map(|i| self.row(i, column..column + 1)[0]).collect();
        let rest: f64 = v[1..].iter().map(|x| x * x).sum();
        // nothing to clear: no reflection
        if rest <= 0.0 {
            return Reflection { v, factor: 0.0 };
        }
        let length = (v[0] * v[0] + rest).sqrt();
        let left = -length.copysign(v[0]);
        v[0] -= left;
        let factor = 2.0 / (v[0] * v[0] + rest);
        for i in rows.clone() {
            self.row_mut(i, column..column + 1)[0] = if i == rows.start { left } else { 0.0 };
        }
        Reflection { v, factor }
    }

    /// Reflects the rows of a block that lies left of the diagonal.
    fn reflect_rows(&mut self, rows: Range<usize>, columns: Range<usize>, by: &Reflection) {
        let mut sums = vec![0.0; columns.len()];
        for (i, v) in rows.clone().zip(&by.v) {
            add(&mut sums, *v, self.row(i, columns.clone()));
        }
        for (i, v) in rows.zip(&by.v) {
            add(self.row_mut(i, columns.clone()), -by.factor * v, &sums);
        }
    }

    /// Reflects the rows and the columns of a block on the diagonal.
    fn reflect_both_sides(&mut self, rows: Range<usize>, by: &Reflection) {
        let (first, v) = (rows.start, &by.v);
        let mut w = vec![0.0; v.len()];
        for i in rows.clone() {
            let row = self.row(i, first..i);
            w[i - first] += row.iter().zip(v).map(|(x, v)| x * v).sum::<f64>();
            add(&mut w[..i - first], v[i - first], row);
            w[i - first] += self.row(i, i..i + 1)[0] * v[i - first];
        }
        let inner: f64 = w.iter().zip(v).map(|(w, v)| w * v).sum();
        for (w, v) in w.iter_mut().zip(v) {
            *w = by.factor * (*w - by.factor / 2.0 * inner * v);
        }
        for i in rows {
            let row = self.row_mut(i, first..i + 1);
            add(row, -v[i - first], &w);
            add(row, -w[i - first], v);
        }
    }
}

impl Reflection {
    /// Reflects one row from the right.
    fn apply(&self, row: &mut [f64]) {
        let inner: f64 = row.iter().zip(&self.v).map(|(x, v)| x * v).sum();
        add(row, -self.factor * inner, &self.v);
    }
}

/// Adds `factor` · `x` to `out`, as far as the shorter of the two goes.
fn add(out: &mut [f64], factor: f64, x: &[f64]) {
    out.iter_mut().zip(x).for_each(|(out, x)| *out += factor * x);
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, SymmetricEigen};

    use super::*;

    fn odd_numbers(i: usize, j: usize) -> f64 {
        ((i * j + 7 * (i + j)) % 31) as f64 - 15.0
    }

    #[test]
    fn the_tridiagonal_matrix_has_the_eigenvalues_of_the_band() {
        for (n, half_width) in [
            (1, 0),
            (2, 1),
            (2, 5),
            (3, 2),
            (30, 1),
            (50, 2),
            (64, 16),
            (65, 16),
            (90, 33),
            (20, 19),
        ] {
            let band = Band::from_fn(n, half_width, odd_numbers);
            let whole = DMatrix::from_fn(n, n, |i, j| band.get(i, j));
            let mut expected = SymmetricEigen::new(whole).eigenvalues.as_slice().to_vec();
            expected.sort_by(|a, b| b.total_cmp(a));
            let largest = expected.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            for (rank, (ours, theirs)) in band.tridiagonal().largest(n).iter().zip(&expected).enumerate() {
                assert!(
                    (ours - theirs).abs() <= 1e-13 * largest,
                    "{n} {half_width}, {rank}: {ours}, {theirs}"
                );
            }
        }
    }

    #[test]
    fn entries_outside_the_band_are_zero() {
        let band = Band::from_fn(5, 1, |i, j| (10 * i + j) as f64);
        let entries = [band.get(3, 2), band.get(2, 3), band.get(4, 4), band.get(4, 2)];
        assert_eq!(entries.map(|x| x as i32), [32, 32, 44, 0]);
    }
}
