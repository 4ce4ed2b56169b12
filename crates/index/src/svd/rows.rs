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
    pub(crate) fn scale_columns(mut self, factors: &[f64]) -> Self {
        let stride = self.stride.max(1);
        self.data.par_chunks_mut(stride).for_each(|row| {
            row.iter_mut().zip(factors).for_each(|(x, f)| *x *= f);
        });
        if factors.len() < self.cols {
            self.keep_columns(factors.len())
        } else {
            self
        }
    }

    /// [`PAD`] columns from `first` on, a multiple of [`PAD`]; past the last column zeros.
    pub(crate) fn block(&self, first: usize) -> Self {
        let mut block = Self::zeros(self.rows, PAD);
        for (to, from) in block
            .data
            .chunks_exact_mut(PAD)
            .zip(self.data.chunks_exact(self.stride))
        {
            to.copy_from_slice(&from[first..first + PAD]);
        }
        block
    }

    /// The inverse of [`block`](Self::block).
    pub(crate) fn set_block(&mut self, first: usize, block: &Self) {
        for (to, from) in self
            .data
            .chunks_exact_mut(self.stride)
            .zip(block.data.chunks_exact(PAD))
        {
            to[first..first + PAD].copy_from_slice(from);
        }
    }

    /// The first `cols` columns.
    pub(crate) fn keep_columns(&self, cols: usize) -> Self {
        let mut kept = Self::zeros(self.rows, cols);
        for i in 0..self.rows {
            kept.row_mut(i).copy_from_slice(&self.row(i)[..cols]);
        }
        kept
    }

    /// Brings the rows into another order: row `i` goes to place `places[i]`, which are 0, 1, … in any order.
    pub(crate) fn reorder(&mut self, places: &[u32]) {
        let mut moved = vec![false; self.rows];
        let mut carried = vec![0.0; self.cols];
        for first in 0..self.rows {
            if std::mem::replace(&mut moved[first], true) {
                continue;
            }
            carried.copy_from_slice(self.row(first));
            let mut place = places[first] as usize;
            while place != first {
                self.row_mut(place).swap_with_slice(&mut carried);
                moved[place] = true;
                place = places[place] as usize;
            }
            self.row_mut(first).copy_from_slice(&carried);
        }
    }

    /// The numbers row by row, without what is between the rows.
    pub(crate) fn into_numbers(mut self) -> Vec<f64> {
        if self.cols < self.stride {
            for i in 0..self.rows {
                self.data
                    .copy_within(i * self.stride..i * self.stride + self.cols, i * self.cols);
            }
            self.data.truncate(self.rows * self.cols);
        }
        self.data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_to_their_places_and_lose_their_padding() {
        let mut rows = Rows::zeros(5, 2);
        for i in 0..5 {
            rows.row_mut(i).copy_from_slice(&[i as f64, -(i as f64)]);
        }
        rows.reorder(&[2, 1, 4, 0, 3]);
        assert_eq!(
            rows.into_numbers(),
            [3.0, -3.0, 1.0, -1.0, 0.0, 0.0, 4.0, -4.0, 2.0, -2.0]
        );
    }

    #[test]
    fn scaled_columns_are_those_that_have_a_factor() {
        let mut rows = Rows::zeros(2, 3);
        rows.row_mut(1).copy_from_slice(&[1.0, 2.0, 3.0]);
        assert_eq!(
            rows.clone().scale_columns(&[2.0, 3.0]).into_numbers(),
            [0.0, 0.0, 2.0, 6.0]
        );
        assert_eq!(rows.scale_columns(&[2.0, 3.0, 4.0]).row(1), [2.0, 6.0, 12.0]);
    }
}
