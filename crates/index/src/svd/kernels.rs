//! Products of sparse and of tall dense matrices, piece by piece in parallel.
//!
//! Pieces and tasks are cut by the matrix alone, and every sum has a fixed order, so that the bits do not depend on the number of threads.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use sprs::CsMatI;

use super::rows::Rows;
use crate::simd::{PAD, VECTORS, add_to, fma_outer, strip};

/// Columns of one block of a basis.
pub(super) const BLOCK: usize = PAD;
/// Rows that one task works on.
const TASK: usize = 64;
/// Rows whose blocks stay in a core's own cache while they are multiplied.
const CACHED: usize = 512;

/// A sparse matrix by row: `f64` values, `u32` column numbers.
pub type SparseRows = CsMatI<f64, u32, usize>;

/// `tallᵀ` · `tall` · `x` for one block `x`.
pub(super) fn normal_product(tall: &SparseRows, x: &Rows) -> Rows {
    pass(tall, x, None)
}

/// `tall` · `x` and `tallᵀ` · `tall` · `x`. Equal columns of `tall` make equal rows of the second, to the last bit.
pub(super) fn images(tall: &SparseRows, x: &Rows) -> (Rows, Rows) {
    let mut image = Rows::zeros(tall.rows(), x.cols());
    let mut back = Rows::zeros(x.rows(), x.cols());
    for first in (0..x.stride()).step_by(BLOCK) {
        let block = pass(tall, &x.block(first), Some((&mut image, first)));
        back.set_block(first, &block);
    }
    (image, back)
}

/// `tallᵀ` · `tall` · `x` for one block `x`; on the way `tall` · `x` may be kept, in the columns of a matrix from the given one on.
///
/// Row by row of `tall`: its sum stays in registers and is at once added where the row has entries. So the matrix is read once, and
/// `x` and the result, which are as long as the short side, stay in a core's own cache.
fn pass(tall: &SparseRows, x: &Rows, image: Option<(&mut Rows, usize)>) -> Rows {
    let pieces = pieces(tall);
    let images = image.map_or_else(
        || pieces.iter().map(|_| None).collect(),
        |(image, first)| parts(image, &pieces, first),
    );
    let arch = Arch::new();
    let sums: Vec<Rows> = pieces
        .into_par_iter()
        .zip(images)
        .map(|(rows, image)| {
            let mut out = Rows::zeros(x.rows(), BLOCK);
            arch.dispatch(Pass {
                tall,
                rows,
                x: x.data(),
                image,
                out: out.data_mut(),
            });
            out
        })
        .collect();
    let mut out = Rows::zeros(x.rows(), BLOCK);
    let chunks = out.data_mut().par_chunks_mut(TASK * BLOCK).enumerate();
    chunks.for_each(|(task, out)| {
        for sum in &sums {
            let sum = &sum.data()[task * TASK * BLOCK..];
            out.iter_mut().zip(sum).for_each(|(out, x)| *out += x);
        }
    });
    out
}

/// Rows of `matrix` with about the same number of entries in each piece. The pieces depend on nothing but the matrix: their sums are
/// added in this order.
fn pieces(matrix: &SparseRows) -> Vec<Range<usize>> {
    /// Every piece has a result of its own, whose clearing and adding must not be felt.
    const LEAST: usize = 400_000;
    const MOST: usize = 16;
    let entries = (matrix.nnz() / MOST).max(LEAST);
    let indptr = matrix.indptr();
    let starts = indptr.raw_storage();
    let mut pieces = Vec::new();
    let mut first = 0;
    while first < matrix.rows() {
        let end = starts.partition_point(|&start| start < starts[first] + entries);
        let end = end.clamp(first + 1, matrix.rows());
        pieces.push(first..end);
        first = end;
    }
    pieces
}

/// The columns from `first` on of each piece's rows.
fn parts<'a>(matrix: &'a mut Rows, pieces: &[Range<usize>], first: usize) -> Vec<Option<Image<'a>>> {
    let stride = matrix.stride();
    let mut rest = matrix.data_mut();
    let cut = |rows: &Range<usize>| {
        let (rows, after) = std::mem::take(&mut rest).split_at_mut(rows.len() * stride);
        rest = after;
        Some(Image { rows, stride, first })
    };
    pieces.iter().map(cut).collect()
}

/// A block of columns, from column `first` on, of rows that are `stride` apart.
struct Image<'a> {
    rows: &'a mut [f64],
    stride: usize,
    first: usize,
}

struct Pass<'a> {
    tall: &'a SparseRows,
    rows: Range<usize>,
    x: &'a [f64],
    image: Option<Image<'a>>,
    out: &'a mut [f64],
}

impl WithSimd for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let indptr = self.tall.indptr();
        let starts = indptr.raw_storage();
        let strip = (4 * S::F64_LANES).min(BLOCK);
        for (i, row) in self.rows.enumerate() {
            let range = starts[row]..starts[row + 1];
            let (columns, values) = (&self.tall.indices()[range.clone()], &self.tall.data()[range]);
            for s in (0..BLOCK).step_by(strip) {
                // every other entry to a sum of its own: one alone would wait for each addition
                let mut sums = [[simd.splat_f64s(0.0); 4]; 2];
                let mut add = |sum: usize, column: u32, value: f64| {
                    let value = simd.splat_f64s(value);
                    let (x, _) = S::as_simd_f64s(&self.x[column as usize * BLOCK + s..][..strip]);
                    for (sum, &x) in sums[sum].iter_mut().zip(x) {
                        *sum = simd.mul_add_e_f64s(value, x, *sum);
                    }
                };
                let (pairs, last) = (columns.chunks_exact(2), columns.chunks_exact(2).remainder());
                for (pair, values) in pairs.zip(values.chunks_exact(2)) {
                    add(0, pair[0], values[0]);
                    add(1, pair[1], values[1]);
                }
                if let (&[column], Some(&value)) = (last, values.last()) {
                    add(0, column, value);
                }
                let [even, odd] = sums;
                let sums: [S::f64s; 4] = std::array::from_fn(|v| simd.add_f64s(even[v], odd[v]));
                if let Some(image) = &mut self.image {
                    let (image, _) =
                        S::as_mut_simd_f64s(&mut image.rows[i * image.stride + image.first + s..][..strip]);
                    image.iter_mut().zip(&sums).for_each(|(image, &sum)| *image = sum);
                }
                for (&column, &value) in columns.iter().zip(values) {
                    let value = simd.splat_f64s(value);
                    let (out, _) = S::as_mut_simd_f64s(&mut self.out[column as usize * BLOCK + s..][..strip]);
                    for (out, &sum) in out.iter_mut().zip(&sums) {
                        *out = simd.mul_add_e_f64s(value, sum, *out);
                    }
                }
            }
        }
    }
}

/// `qᵀ` · `x` for each block `q` of a basis, one below the other: `blocks.len()` · [`BLOCK`] rows.
pub(super) fn products(blocks: &[Rows], x: &Rows) -> Rows {
    let mut out = Rows::zeros(blocks.len() * BLOCK, x.cols());
    let stride = x.stride();
    let arch = Arch::new();
    out.data_mut()
        .par_chunks_mut(BLOCK * stride)
        .zip(blocks)
        .for_each(|(out, q)| {
            for (q, x) in q
                .data()
                .chunks(CACHED * BLOCK)
                .zip(x.data().chunks(CACHED * stride))
            {
                arch.dispatch(Products { q, x, stride, out });
            }
        });
    out
}

/// Adds `qᵀ` · `x` to `out`; `q` has [`BLOCK`] columns, `x` and `out` have `stride`.
struct Products<'a> {
    q: &'a [f64],
    x: &'a [f64],
    stride: usize,
    out: &'a mut [f64],
}

impl WithSimd for Products<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let strip = strip::<S>();
        for j in (0..BLOCK).step_by(4) {
            for s in (0..self.stride).step_by(strip) {
                let mut sums = [[simd.splat_f64s(0.0); VECTORS]; 4];
                for (q, x) in self.q.chunks_exact(BLOCK).zip(self.x.chunks_exact(self.stride)) {
                    fma_outer(
                        simd,
                        [q[j], q[j + 1], q[j + 2], q[j + 3]],
                        &x[s..s + strip],
                        &mut sums,
                    );
                }
                add_to(simd, &sums, &mut self.out[j * self.stride + s..], self.stride);
            }
        }
    }
}

/// `out` + `q` · `h`, where the blocks `q` stand side by side and `h` has a row for each of their columns.
pub(super) fn add_combination(out: &mut Rows, blocks: &[Rows], h: &Rows) {
    let stride = h.stride();
    let arch = Arch::new();
    out.data_mut()
        .par_chunks_mut(TASK * stride)
        .enumerate()
        .for_each(|(task, out)| {
            let rows = out.len() / stride;
            for (q, h) in blocks.iter().zip(h.data().chunks(BLOCK * stride)) {
                let q = &q.data()[task * TASK * BLOCK..][..rows * BLOCK];
                arch.dispatch(Combination { q, h, stride, out });
            }
        });
}

/// Adds `q` · `h` to `out`; `q` has [`BLOCK`] columns, `h` and `out` have `stride`.
struct Combination<'a> {
    q: &'a [f64],
    h: &'a [f64],
    stride: usize,
    out: &'a mut [f64],
}

impl WithSimd for Combination<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let strip = strip::<S>();
        // four rows at a time; what a last group lacks is computed with zeros and dropped
        for (q, out) in self.q.chunks(4 * BLOCK).zip(self.out.chunks_mut(4 * self.stride)) {
            let row = |r: usize| q.get(r * BLOCK..(r + 1) * BLOCK).unwrap_or(&[0.0; BLOCK]);
            let (q0, q1, q2, q3) = (row(0), row(1), row(2), row(3));
            for s in (0..self.stride).step_by(strip) {
                let mut sums = [[simd.splat_f64s(0.0); VECTORS]; 4];
                for (j, h) in self.h.chunks_exact(self.stride).enumerate() {
                    fma_outer(simd, [q0[j], q1[j], q2[j], q3[j]], &h[s..s + strip], &mut sums);
                }
                add_to(simd, &sums, &mut out[s..], self.stride);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(rows: usize, cols: usize, seed: usize) -> Rows {
        let mut out = Rows::zeros(rows, cols);
        for i in 0..rows {
            out.row_mut(i)
                .iter_mut()
                .enumerate()
                .for_each(|(j, x)| *x = ((i * 31 + j * 17 + seed) % 23) as f64 - 11.0);
        }
        out
    }

    /// Whole numbers are added without rounding, so that any order must give the same.
    fn check(what: &str, ours: &Rows, by_definition: impl Fn(usize, usize) -> f64) {
        for i in 0..ours.rows() {
            for (j, &x) in ours.row(i).iter().enumerate() {
                assert!((x - by_definition(i, j)).abs() < 0.5, "{what} ({i}, {j}): {x}");
            }
        }
    }

    #[test]
    fn products_are_those_of_the_definition_for_sizes_that_fit_no_task() {
        for (rows, cols) in [(1, 1), (3, 16), (67, 17), (130, 40), (1100, 5)] {
            let blocks = [
                filled(rows, BLOCK, 1),
                filled(rows, BLOCK, 2),
                filled(rows, BLOCK, 3),
            ];
            let x = filled(rows, cols, 4);
            let by_definition = |i: usize, j: usize| {
                (0..rows)
                    .map(|r| blocks[i / BLOCK].row(r)[i % BLOCK] * x.row(r)[j])
                    .sum()
            };
            check("products", &products(&blocks, &x), by_definition);

            let h = filled(3 * BLOCK, cols, 5);
            let mut out = x.clone();
            add_combination(&mut out, &blocks, &h);
            let by_definition = |i: usize, j: usize| {
                x.row(i)[j]
                    + (0..3 * BLOCK)
                        .map(|k| blocks[k / BLOCK].row(i)[k % BLOCK] * h.row(k)[j])
                        .sum::<f64>()
            };
            check("combination", &out, by_definition);
        }
    }

    #[test]
    fn sparse_products_are_those_of_the_definition() {
        let (rows, inner) = (67, 30);
        let is_there = |i: usize, k: usize| (i * 7 + k * 3).is_multiple_of(5);
        let entry = |i: usize, k: usize| {
            if is_there(i, k) {
                ((i + k) % 9) as f64 - 4.0
            } else {
                0.0
            }
        };
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for i in 0..rows {
            for k in (0..inner).filter(|&k| is_there(i, k)) {
                columns.push(k as u32);
                values.push(entry(i, k));
            }
            starts.push(values.len());
        }
        let a = SparseRows::new((rows, inner), starts, columns, values);
        for cols in [1, 16, 33, 256] {
            let x = filled(inner, cols, 6);
            let (image, back) = images(&a, &x);
            let of_image = |i: usize, j: usize| (0..inner).map(|k| entry(i, k) * x.row(k)[j]).sum::<f64>();
            check("image", &image, of_image);
            check("back", &back, |k, j| {
                (0..rows).map(|i| entry(i, k) * of_image(i, j)).sum()
            });
        }
        let x = filled(inner, BLOCK, 6);
        assert_eq!(normal_product(&a, &x), images(&a, &x).1);
    }

    #[test]
    fn pieces_cover_all_rows_whatever_their_lengths() {
        for lengths in [
            vec![],
            vec![0],
            vec![0, 0, 3],
            vec![900_000, 0, 1, 500_000, 0],
            vec![1000; 2000],
        ] {
            let starts: Vec<usize> = std::iter::once(0)
                .chain(lengths.iter().scan(0, |sum, &n| {
                    *sum += n;
                    Some(*sum)
                }))
                .collect();
            let columns: Vec<u32> = lengths.iter().flat_map(|&n| 0..n as u32).collect();
            let values = vec![1.0; columns.len()];
            let matrix = SparseRows::new((lengths.len(), 900_000), starts, columns, values);
            let pieces = pieces(&matrix);
            let rows: Vec<usize> = pieces.iter().cloned().flatten().collect();
            assert_eq!(rows, (0..lengths.len()).collect::<Vec<_>>());
            assert_eq!(pieces.len() > 1, matrix.nnz() > 400_000, "{pieces:?}");
        }
    }
}
