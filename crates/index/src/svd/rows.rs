//! Dense matrices by row, as wide as the widest vector unit likes.

use rayon::prelude::*;

use crate::simd::PAD;

/// A dense matrix stored row by row; column `j` of row `i` is `row(i)[j]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    rows: usize,
    cols: usize,
    stride: usize,
    data: Vec<f64>,
}

impl Rows {
    /// All zero.
    pub(crate) fn zeros(rows: usize, cols: usize) -> Self {
        let stride = cols.next_multiple_of(PAD);
        Self {
            rows,
            cols,
            stride,
            data: vec![0.0; rows * stride],
        }
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// One row, of [`cols`](Self::cols) numbers.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.stride..i * self.stride + self.cols]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.stride..i * self.stride + self.cols]
    }

    /// Distance between the beginnings of two rows; a multiple of [`PAD`].
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn data(&self) -> &[f64] {
        &self.data
    }

    pub(crate) fn data_mut(&mut self) -> &mut [f64] {
        &mut self.data
    }

    /// The rows from `first` on.
    pub(crate) fn rows_from(&self, first: usize) -> Self {
        Self {
            rows: self.rows - first,
            data: self.data[first * self.stride..].to_vec(),
            ..*self
        }
    }

    pub(crate) fn negate(&mut self) {
        self.data.iter_mut().for_each(|x| *x = -*x);
    }

    /// The Euclidean length of each column, summed in pieces of a fixed size.
    pub(crate) fn column_lengths(&self) -> Vec<f64> {
        const PIECE: usize = 1024;
        let pieces: Vec<Vec<f64>> = self
            .data
            .par_chunks(PIECE * self.stride.max(1))
            .map(|rows| {
                let mut squares = vec![0.0; self.stride];
                for row in rows.chunks_exact(self.stride) {
                    squares.iter_mut().zip(row).for_each(|(s, x)| *s += x * x);
                }
                squares
            })
            .collect();
        (0..self.cols)
            .map(|j| pieces.iter().map(|p| p[j]).sum::<f64>().sqrt())
            .collect()
    }

    /// Multiplies every column by its factor and keeps the first `factors.len()` of them.
    pub(crate) fn scale_columns(&self, factors: &[f64]) -> Self {
        let mut scaled = Self::zeros(self.rows(), factors.len());
        let (stride, from) = (scaled.stride.max(1), self.stride.max(1));
        scaled
            .data
            .par_chunks_mut(stride)
            .zip(self.data.par_chunks(from))
            .for_each(|(out, row)| {
                for ((out, x), f) in out.iter_mut().zip(row).zip(factors) {
                    *out = x * f;
                }
            });
        scaled
    }
}
