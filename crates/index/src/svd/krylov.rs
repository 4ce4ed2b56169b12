//! A large space, searched from a basis: block Lanczos on Tᵀ T, T the tall matrix, with every block kept and fully orthogonalised.
//!
//! The basis grows by a block at a time until the leading Ritz vectors have converged. Sources: Golub and Underwood, *The block
//! Lanczos method* (1977); Musco and Musco, *Randomized block Krylov methods* (2015), for the random start.

use std::collections::VecDeque;

use super::band::Band;
use super::kernels::{BLOCK, SparseRows, add_combination, normal_product, products};
use super::random::SplitMix64;
use super::rows::Rows;
use super::tridiagonal::dot;
use super::{Leading, SvdMethod, eigen};

/// Converged: the angle between the computed and the true space of leading vectors is at most this, at every cut.
const ANGLE: f64 = 1e-10;
/// Or the residuals are this small beside the largest eigenvalue, which is as small as they get: then a cut falls between
/// equal singular values, and no choice of vectors there is better than another.
const FLOOR: f64 = 4e-15;
/// Beyond the point where the leading vectors begin to converge, each vector added to the basis gains about the same number of
/// digits; that point was seen at about this share of the basis.
const ONSET: f64 = 0.75;
/// Values closer than this, beside the largest, count as one repeated value.
const REPEATED: f64 = 1e-9;
/// A column this short beside its image has no new direction.
const NOTHING_NEW: f64 = 1e-13;

/// The leading eigenvectors of `tallᵀ` · `tall`, for the largest of `cuts`.
///
/// `None` if the basis would fill most of the space: then the full space is the better way.
pub(super) fn leading(
    tall: &SparseRows,
    cuts: &[usize],
    seed: u64,
    grown: &(dyn Fn(usize) + Sync),
) -> Option<Leading> {
    let wanted = cuts.iter().copied().max()?;
    if wanted >= tall.cols() / 2 {
        return None;
    }
    // A value that is repeated more often than the start block is wide shows as many copies as the block has columns. Seeing that
    // many means that there may be more: begin again with a wider start. Past `wanted + 1` columns nothing can hide.
    let mut width = 1;
    loop {
        let found = converge(tall, cuts, Basis::new(tall.cols(), width, seed), grown)?;
        if longest_repetition(&found.values) < width * BLOCK || width * BLOCK > wanted {
            return Some(found.leading);
        }
        width *= 2;
    }
}

struct Found {
    values: Vec<f64>,
    leading: Leading,
}

/// The size of a basis in which `wanted` vectors have usually converged, seen on Japanese texts of 862 to 11,144 documents with 16
/// to 256 dimensions. A look costs the cube of the size, so the first should succeed.
pub(super) fn first_look(wanted: usize) -> usize {
    wanted * 13 / 4 + 350
}

/// When to look again after having found `angle` with a basis of `size`: as many digits further as are missing.
fn next_look(size: usize, angle: f64) -> usize {
    let gained = -angle.min(0.1).log10();
    let digits_per_vector = gained / (size as f64 * (1.0 - ONSET));
    let more = (-ANGLE.log10() - gained) / digits_per_vector;
    size + more.clamp(BLOCK as f64, size as f64 / 3.0) as usize
}

/// Grows the basis until the leading vectors have converged.
fn converge(
    tall: &SparseRows,
    cuts: &[usize],
    mut basis: Basis,
    grown: &(dyn Fn(usize) + Sync),
) -> Option<Found> {
    let (n, wanted) = (tall.cols(), cuts.iter().copied().max()?);
    let mut look_at = first_look(wanted).min(n * 2 / 3);
    loop {
        basis.grow(tall);
        grown(BLOCK);
        let size = basis.size();
        if size + BLOCK > n * 3 / 4 {
            return None;
        }
        if size < look_at {
            continue;
        }
        let (values, coordinates) = eigen::leading_of_band(&basis.projected(), wanted + 1);
        let residuals = basis.residuals(&coordinates);
        let angle = largest_angle(&values, &residuals, cuts);
        if angle <= ANGLE || residuals.iter().all(|&r| r <= values[0] * FLOOR) {
            let vectors = basis.combine(&coordinates.keep_columns(wanted));
            let method = SvdMethod::Krylov {
                basis: size,
                space: n,
                angle,
            };
            return Some(Found {
                values,
                leading: Leading { vectors, method },
            });
        }
        look_at = next_look(size, angle);
    }
}

/// The largest angle over the cuts between the space of the leading Ritz vectors and that of the leading eigenvectors.
///
/// Davis and Kahan: its sine is at most the residual over the gap to the values beyond the cut. Infinite while the gap is not
/// known from the residuals.
fn largest_angle(values: &[f64], residuals: &[f64], cuts: &[usize]) -> f64 {
    let angle = |&cut: &usize| {
        let residual = residuals[..cut].iter().copied().fold(0.0, f64::max);
        let gap = values[cut - 1] - values[cut] - residuals[cut];
        if gap > 0.0 { residual / gap } else { f64::INFINITY }
    };
    cuts.iter().map(angle).fold(0.0, f64::max)
}

/// How many values in a row are equal, as far as can be told; those that are 0 do not matter.
fn longest_repetition(values: &[f64]) -> usize {
    let positive = values.partition_point(|&v| v > values[0] * REPEATED);
    values[..positive]
        .chunk_by(|a, b| a - b <= values[0] * REPEATED)
        .map(<[f64]>::len)
        .max()
        .unwrap_or(0)
}

struct Basis {
    n: usize,
    /// Orthonormal columns, [`BLOCK`] to each.
    blocks: Vec<Rows>,
    /// Tᵀ T seen from the basis, a block of columns for each block; of those, the rows of the block and of its neighbours before.
    projected: Vec<Rows>,
    /// The blocks to come, before they are made orthonormal: what the images of the newest blocks have outside the basis. As
    /// many as the start was wide.
    pending: VecDeque<Rows>,
    /// Length scale of the images, to tell a new direction from rounding.
    scale: f64,
    random: SplitMix64,
}

impl Basis {
    /// A start of `width` random blocks.
    fn new(n: usize, width: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut block = || {
            let mut block = Rows::zeros(n, BLOCK);
            block.data_mut().iter_mut().for_each(|x| *x = random.symmetric());
            block
        };
        let pending = (0..width).map(|_| block()).collect();
        Self {
            n,
            blocks: Vec::new(),
            projected: Vec::new(),
            pending,
            scale: 0.0,
            random,
        }
    }

    fn size(&self) -> usize {
        self.blocks.len() * BLOCK
    }

    /// Adds a pending block; what its image has outside the basis waits in turn.
    fn grow(&mut self, tall: &SparseRows) {
        let block = self.next_orthonormal();
        let mut image = normal_product(tall, &block);
        self.scale = image.column_lengths().into_iter().fold(self.scale, f64::max);
        self.blocks.push(block);
        // an image has parts along its own block and the `width` before it; of the older ones only rounding, which is taken out
        // when its turn comes
        let neighbours = self.blocks.len().saturating_sub(self.pending.len() + 2);
        let h = project_out_blocks(&self.blocks[neighbours..], &mut image);
        self.projected.push(h);
        self.pending.push_back(image);
    }

    /// The next pending block with orthonormal columns, orthogonal to the basis; twice, because once is not enough.
    fn next_orthonormal(&mut self) -> Rows {
        let mut block = self
            .pending
            .pop_front()
            .expect("every block that leaves puts one in");
        self.orthonormalise_columns(&mut block);
        self.project_out_basis(&mut block);
        self.orthonormalise_columns(&mut block);
        block
    }

    /// Takes out of `block` what the basis has of it.
    fn project_out_basis(&self, block: &mut Rows) {
        project_out_blocks(&self.blocks, block);
    }

    /// Gram–Schmidt among the columns, each projected twice. A column that holds nothing new is replaced by a random one.
    fn orthonormalise_columns(&mut self, block: &mut Rows) {
        let mut columns: Vec<Vec<f64>> = (0..BLOCK)
            .map(|j| (0..self.n).map(|i| block.row(i)[j]).collect())
            .collect();
        for j in 0..BLOCK {
            let (done, rest) = columns.split_at_mut(j);
            let column = &mut rest[0];
            let before = dot(column, column).sqrt();
            project_out(done, column);
            project_out(done, column);
            let mut length = dot(column, column).sqrt();
            if length <= NOTHING_NEW * before.max(self.scale) {
                column.iter_mut().for_each(|x| *x = self.random.symmetric());
                self.project_out_basis_of(column);
                project_out(done, column);
                self.project_out_basis_of(column);
                project_out(done, column);
                length = dot(column, column).sqrt();
            }
            column.iter_mut().for_each(|x| *x /= length);
        }
        for i in 0..self.n {
            block
                .row_mut(i)
                .iter_mut()
                .zip(&columns)
                .for_each(|(out, column)| *out = column[i]);
        }
    }

    fn project_out_basis_of(&self, column: &mut [f64]) {
        let mut block = Rows::zeros(self.n, BLOCK);
        column
            .iter()
            .enumerate()
            .for_each(|(i, &x)| block.row_mut(i)[0] = x);
        self.project_out_basis(&mut block);
        column
            .iter_mut()
            .enumerate()
            .for_each(|(i, x)| *x = block.row(i)[0]);
    }

    /// Qᵀ Tᵀ T Q: a band, since an image reaches the blocks before its own and the one that is made of it, but none between.
    fn projected(&self) -> Band {
        let entry = |i: usize, j: usize| {
            let (of, h) = (i / BLOCK, &self.projected[i / BLOCK]);
            let first = (of + 1) * BLOCK - h.rows();
            // what lies above the diagonal, mirrored
            h.row(j - first)[i % BLOCK]
        };
        Band::from_fn(self.size(), self.pending.len() * BLOCK, entry)
    }

    /// The length of Tᵀ T u − λ u for each Ritz vector u, given by its coordinates.
    ///
    /// What leaves the basis is what the images of the newest blocks have outside it: the pending blocks.
    fn residuals(&mut self, coordinates: &Rows) -> Vec<f64> {
        let mut pending = std::mem::take(&mut self.pending);
        pending.iter_mut().for_each(|block| self.project_out_basis(block));
        self.pending = pending;
        let newest = coordinates.rows_from(self.size() - self.pending.len() * BLOCK);
        combine(self.pending.make_contiguous(), &newest).column_lengths()
    }

    /// Q · `coordinates`.
    fn combine(&self, coordinates: &Rows) -> Rows {
        combine(&self.blocks, coordinates)
    }
}

/// The blocks side by side, times `coordinates`.
fn combine(blocks: &[Rows], coordinates: &Rows) -> Rows {
    let mut combined = Rows::zeros(blocks[0].rows(), coordinates.cols());
    add_combination(&mut combined, blocks, coordinates);
    combined
}

/// Takes out of `block` what these orthonormal blocks have of it, and says how much that was.
fn project_out_blocks(blocks: &[Rows], block: &mut Rows) -> Rows {
    let mut h = products(blocks, block);
    h.negate();
    add_combination(block, blocks, &h);
    h.negate();
    h
}

fn project_out(done: &[Vec<f64>], column: &mut [f64]) {
    for other in done {
        let h = dot(other, column);
        column.iter_mut().zip(other).for_each(|(x, o)| *x -= h * o);
    }
}
