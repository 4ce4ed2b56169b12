//! The leading eigenpairs of a symmetric matrix, dense or banded.

use nalgebra::{DMatrix, SymmetricTridiagonal};

use super::band::Band;
use super::inverse_iteration::eigenvectors;
use super::kernels::{BLOCK, add_combination};
use super::rows::Rows;
use super::tridiagonal::Tridiagonal;

/// The `k` largest eigenvalues of a dense matrix, descending, and their orthonormal eigenvectors as columns.
///
/// nalgebra reduces the matrix to a tridiagonal one; the pairs of that, and only the leading ones, are found here. (nalgebra's
/// own `SymmetricEigen` goes on to all pairs by QR iteration and takes 1.7 times as long.)
pub(super) fn leading(matrix: DMatrix<f64>, k: usize) -> (Vec<f64>, Rows) {
    let n = matrix.nrows();
    let (q, diagonal, off) = SymmetricTridiagonal::new(matrix).unpack();
    let tridiagonal = Tridiagonal {
        diagonal: diagonal.as_slice().to_vec(),
        off: off.as_slice().to_vec(),
    };
    let values = tridiagonal.largest(k);
    let vectors = eigenvectors(&tridiagonal.as_band(), &values, tridiagonal.norm());
    let coordinates = columns(n.next_multiple_of(BLOCK), &vectors);
    let mut eigenvectors = Rows::zeros(n, k);
    add_combination(&mut eigenvectors, &blocks(&q), &coordinates);
    (values, eigenvectors)
}

/// The same of a band matrix, whose vectors need no way back from the tridiagonal one: they are solved for in the band.
pub(super) fn leading_of_band(matrix: &Band, k: usize) -> (Vec<f64>, Rows) {
    let tridiagonal = matrix.tridiagonal();
    let values = tridiagonal.largest(k);
    let vectors = eigenvectors(matrix, &values, tridiagonal.norm());
    (values, columns(matrix.n(), &vectors))
}

/// Vectors side by side as the columns of a matrix of `n` rows, the rows past their ends 0.
fn columns(n: usize, vectors: &[Vec<f64>]) -> Rows {
    let mut columns = Rows::zeros(n, vectors.len());
    for (j, vector) in vectors.iter().enumerate() {
        vector
            .iter()
            .enumerate()
            .for_each(|(i, &x)| columns.row_mut(i)[j] = x);
    }
    columns
}

/// A matrix cut into blocks of columns, the last filled up with zeros.
fn blocks(matrix: &DMatrix<f64>) -> Vec<Rows> {
    let block = |first: usize| {
        let mut block = Rows::zeros(matrix.nrows(), BLOCK);
        for (j, column) in (first..matrix.ncols().min(first + BLOCK)).enumerate() {
            matrix
                .column(column)
                .iter()
                .enumerate()
                .for_each(|(i, &x)| block.row_mut(i)[j] = x);
        }
        block
    };
    (0..matrix.ncols()).step_by(BLOCK).map(block).collect()
}

#[cfg(test)]
mod tests {
    use nalgebra::SymmetricEigen;

    use super::*;

    #[test]
    fn leading_pairs_are_those_of_all_pairs() {
        let n = 90;
        let entry = |i: usize, j: usize| {
            ((i * j + 7 * (i + j)) % 31) as f64 - 15.0 + if i == j { i as f64 } else { 0.0 }
        };
        let matrix = DMatrix::from_fn(n, n, entry);
        let all = SymmetricEigen::new(matrix.clone());
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| all.eigenvalues[b].total_cmp(&all.eigenvalues[a]));
        for k in [1, 5, n] {
            let band = Band::from_fn(n, n - 1, entry);
            for (values, vectors) in [leading(matrix.clone(), k), leading_of_band(&band, k)] {
                for (rank, &place) in order[..k].iter().enumerate() {
                    assert!((values[rank] - all.eigenvalues[place]).abs() <= 1e-11);
                    let dot: f64 = (0..n)
                        .map(|i| vectors.row(i)[rank] * all.eigenvectors[(i, place)])
                        .sum();
                    assert!((dot.abs() - 1.0).abs() <= 1e-9, "{rank}: {dot}");
                }
            }
        }
    }
}
