//! A small space, taken whole: all eigenpairs of A Aᵀ.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::kernels::SparseRows;
use super::{Leading, SvdMethod, eigen};

/// The `wanted` leading eigenvectors of `a` · `at`.
pub(super) fn leading(a: &SparseRows, at: &SparseRows, wanted: usize) -> Leading {
    let (_, vectors) = eigen::leading(gram(a, at), wanted);
    Leading {
        vectors,
        method: SvdMethod::Full { space: a.rows() },
    }
}

/// `a` · `at`, computed below the diagonal and mirrored.
fn gram(a: &SparseRows, at: &SparseRows) -> DMatrix<f64> {
    let n = a.rows();
    let mut gram = vec![0.0; n * n];
    let (rows, columns) = (a.indptr(), at.indptr());
    let (rows, columns) = (rows.raw_storage(), columns.raw_storage());
    gram.par_chunks_mut(n.max(1)).enumerate().for_each(|(i, out)| {
        for place in rows[i]..rows[i + 1] {
            let (term, value) = (a.indices()[place] as usize, a.data()[place]);
            let range = columns[term]..columns[term + 1];
            for (&doc, &other) in at.indices()[range.clone()].iter().zip(&at.data()[range]) {
                if doc as usize > i {
                    break;
                }
                out[doc as usize] += value * other;
            }
        }
    });
    let mut gram = DMatrix::from_vec(n, n, gram);
    gram.fill_lower_triangle_with_upper_triangle();
    gram
}
