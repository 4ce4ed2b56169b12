//! The leading singular triplets of a sparse matrix, to nearly all digits.
//!
//! The matrix A has a row per document and a column per term. Everything happens on the side that is shorter, usually the
//! documents: eigenpairs of Tᵀ T, where T is A or Aᵀ, whichever is tall; over the full space when it is small, else over a block
//! Krylov basis that grows until the wanted triplets have converged. The other side is one product at the end. (scikit-learn's
//! default is a randomised method that stops after a fixed number of steps, with errors of some per cent in the small singular
//! values.)

mod band;
mod eigen;
mod full;
mod inverse_iteration;
mod kernels;
mod krylov;
mod random;
mod rows;
mod tridiagonal;

pub use kernels::SparseRows;
pub use rows::Rows;

use kernels::images;

/// How the factorisation is to be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SvdOptions {
    /// Seed of the random start block; another seed gives the same numbers but for their last digits.
    pub seed: u64,
    /// Which way to go.
    pub path: SvdPath,
}

/// Over the whole space, or from a basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SvdPath {
    /// The whole space if it is small, by itself or beside the dimensions that are wanted; else a Krylov basis.
    #[default]
    Auto,
    /// The whole space: time grows with the cube of the smaller side, memory with its square.
    Full,
    /// A Krylov basis, unless it would fill most of the space.
    Krylov,
}

/// A ≈ U · diag(`singular_values`) · Vᵀ.
#[derive(Debug, Clone)]
pub struct TruncatedSvd {
    /// Descending, all above 0. Fewer than were asked for if the matrix has no more.
    pub singular_values: Vec<f64>,
    /// U: a row per row of A, orthonormal columns.
    pub u: Rows,
    /// V: a row per column of A, orthonormal columns.
    pub v: Rows,
    /// A V: a row per row of A. It is U S but for rounding; equal rows of A have equal rows of it, to the last bit.
    pub av: Rows,
    /// How it was found.
    pub method: SvdMethod,
}

/// How a factorisation was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SvdMethod {
    /// From all eigenpairs of the product of the matrix with its transpose.
    Full {
        /// Dimensions of the space.
        space: usize,
    },
    /// From a block Krylov basis.
    Krylov {
        /// Vectors in the basis.
        basis: usize,
        /// Dimensions of the space it lies in.
        space: usize,
        /// Bound on the angle between the computed and the true spaces of leading vectors, the largest over the cuts.
        angle: f64,
    },
}

/// The leading `max(cuts)` singular triplets of `a`, such that the leading `c` of them are exact for each `c` of `cuts`.
///
/// Fewer come back if the matrix has fewer: A Aᵀ holds the squares, so that a singular value below √(n·ε) of the largest (n the
/// smaller side, ε the spacing of f64 at 1) cannot be told from 0 and is left out. Signs: the largest entry of each column of
/// U or V, whichever is the shorter, is positive.
///
/// `grown` hears how many vectors were added to the basis, now and then.
///
/// Cost: about nnz · basis + n · basis² operations, with a basis of four to six times the dimensions; memory n · basis.
///
/// ```
/// use sokutei_index::svd::{SparseRows, SvdOptions, truncated_svd};
///
/// // three documents over two terms: (3, 0), (0, 2), (4, 0)
/// let a = SparseRows::new((3, 2), vec![0, 1, 2, 3], vec![0, 1, 0], vec![3.0, 2.0, 4.0]);
/// let svd = truncated_svd(&a, &[2], SvdOptions::default(), |_| ());
/// assert!((svd.singular_values[0] - 5.0).abs() < 1e-14 && (svd.singular_values[1] - 2.0).abs() < 1e-14);
/// assert!((svd.u.row(2)[0] - 0.8).abs() < 1e-14);
/// ```
pub fn truncated_svd(
    a: &SparseRows,
    cuts: &[usize],
    options: SvdOptions,
    grown: impl Fn(usize) + Sync,
) -> TruncatedSvd {
    truncated_svd_of_transpose(&a.transpose_view().to_csr(), cuts, options, &grown)
}

/// [`truncated_svd`] of a matrix given by its transpose.
pub(crate) fn truncated_svd_of_transpose(
    at: &SparseRows,
    cuts: &[usize],
    options: SvdOptions,
    grown: &(dyn Fn(usize) + Sync),
) -> TruncatedSvd {
    let is_tall = at.cols() <= at.rows();
    let transposed;
    let tall = if is_tall {
        at
    } else {
        transposed = at.transpose_view().to_csr();
        &transposed
    };
    let Leading { vectors, method } = leading(tall, cuts, options, grown);
    // singular values as the lengths of images, which are exact to more digits than roots of eigenvalues
    let (image, back) = images(tall, &vectors);
    let lengths = image.column_lengths();
    let largest = lengths.iter().copied().fold(0.0, f64::max);
    let smallest = largest * (vectors.rows() as f64 * f64::EPSILON).sqrt();
    let rank = lengths.iter().take_while(|&&s| s > smallest).count();
    let signs: Vec<f64> = (0..rank).map(|j| sign_of_largest(&vectors, j)).collect();
    let inverse: Vec<f64> = lengths.iter().zip(&signs).map(|(s, sign)| sign / s).collect();
    let vectors = vectors.scale_columns(&signs);
    let (u, v, av) = if is_tall {
        (
            vectors,
            image.scale_columns(&inverse),
            back.scale_columns(&inverse),
        )
    } else {
        (
            image.clone().scale_columns(&inverse),
            vectors,
            image.scale_columns(&signs),
        )
    };
    TruncatedSvd {
        singular_values: lengths[..rank].to_vec(),
        u,
        v,
        av,
        method,
    }
}

/// Eigenvectors of the product of a matrix with its transpose, as long as its shorter side.
struct Leading {
    /// Orthonormal columns, by eigenvalue descending.
    vectors: Rows,
    method: SvdMethod,
}

/// The leading eigenvectors of `tallᵀ` · `tall`; `tall` has at least as many rows as columns.
fn leading(
    tall: &SparseRows,
    cuts: &[usize],
    options: SvdOptions,
    grown: &(dyn Fn(usize) + Sync),
) -> Leading {
    let n = tall.cols();
    let cuts: Vec<usize> = cuts.iter().map(|&c| c.min(n)).filter(|&c| c > 0).collect();
    let wanted = cuts.iter().copied().max().unwrap_or(0);
    if wanted == 0 {
        return Leading {
            vectors: Rows::zeros(n, 0),
            method: SvdMethod::Full { space: n },
        };
    }
    let from_basis = match options.path {
        // a basis that fills most of the space costs more than the space itself
        SvdPath::Auto => n * 3 / 4 > krylov::first_look(wanted),
        SvdPath::Full => false,
        SvdPath::Krylov => true,
    };
    let krylov = from_basis
        .then(|| krylov::leading(tall, &cuts, options.seed, grown))
        .flatten();
    krylov.unwrap_or_else(|| full::leading(tall, wanted))
}

fn sign_of_largest(vectors: &Rows, column: usize) -> f64 {
    let larger = |best: f64, i: usize| {
        let x = vectors.row(i)[column];
        if x.abs() > best.abs() { x } else { best }
    };
    (0..vectors.rows()).fold(0.0, larger).signum()
}
