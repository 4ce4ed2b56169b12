//! Products of sparse and of tall dense matrices, row by row in parallel.
//!
//! Tasks have a fixed number of rows and every sum a fixed order, so that the bits do not depend on the number of threads.

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

/// `a` · `x`.
pub(crate) fn multiply(a: &SparseRows, x: &Rows) -> Rows {
    let mut out = Rows::zeros(a.rows(), x.cols());
    let stride = x.stride();
    let arch = Arch::new();
    out.data_mut()
        .par_chunks_mut(TASK * stride.max(1))
        .enumerate()
        .for_each(|(task, out)| {
            arch.dispatch(SparseTimesRows {
                a,
                x: x.data(),
                stride,
                first: task * TASK,
                out,
            });
        });
    out
}

struct SparseTimesRows<'a> {
    a: &'a SparseRows,
    x: &'a [f64],
    stride: usize,
    first: usize,
    out: &'a mut [f64],
}

impl WithSimd for SparseTimesRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let indptr = self.a.indptr();
        let starts = indptr.raw_storage();
        let strip = (4 * S::F64_LANES).min(PAD);
        for (row, out) in (self.first..).zip(self.out.chunks_exact_mut(self.stride)) {
            let range = starts[row]..starts[row + 1];
            let (columns, values) = (&self.a.indices()[range.clone()], &self.a.data()[range]);
            for s in (0..self.stride).step_by(strip) {
                let mut sums = [simd.splat_f64s(0.0); 4];
                for (&column, &value) in columns.iter().zip(values) {
                    let value = simd.splat_f64s(value);
                    let (x, _) = S::as_simd_f64s(&self.x[column as usize * self.stride + s..][..strip]);
                    for (sum, &x) in sums.iter_mut().zip(x) {
                        *sum = simd.mul_add_e_f64s(value, x, *sum);
                    }
                }
                let (out, _) = S::as_mut_simd_f64s(&mut out[s..s + strip]);
                out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum);
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
