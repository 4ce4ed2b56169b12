//! A small space, taken whole: all eigenpairs of Tᵀ T, T the tall matrix.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::kernels::SparseRows;
use super::{Leading, SvdMethod, eigen};

/// The `wanted` leading eigenvectors of `tallᵀ` · `tall`.
pub(super) fn leading(tall: &SparseRows, wanted: usize) -> Leading {
    let (_, vectors) = eigen::leading(gram(tall), wanted);
    Leading {
        vectors,
        method: SvdMethod::Full { space: tall.cols() },
    }
}

/// `tallᵀ` · `tall`, computed below the diagonal and mirrored.
fn gram(tall: &SparseRows) -> DMatrix<f64> {
    let (a, at): (SparseRows, _) = (tall.transpose_view().to_csr(), tall);
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
