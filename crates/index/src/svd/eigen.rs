//! The leading eigenpairs of a small dense symmetric matrix.

use nalgebra::{DMatrix, SymmetricEigen};

/// The `k` largest eigenvalues, descending, and their unit eigenvectors as columns.
pub(super) fn leading(matrix: DMatrix<f64>, k: usize) -> (Vec<f64>, DMatrix<f64>) {
    let n = matrix.nrows();
    let eigen = SymmetricEigen::new(matrix);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| {
        eigen.eigenvalues[j]
            .total_cmp(&eigen.eigenvalues[i])
            .then(i.cmp(&j))
    });
    order.truncate(k);
    let values = order.iter().map(|&i| eigen.eigenvalues[i]).collect();
    (values, eigen.eigenvectors.select_columns(&order))
}
