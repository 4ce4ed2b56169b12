//! The sign-flip (paired randomisation) test: how often would chance alone give as large a mean?
//!
//! If the two systems were exchangeable, each topic's difference could as well have the other sign. Fisher (1935),
//! Pitman (1937); for retrieval Smucker, Allan & Carterette (CIKM 2007).

use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::differences::largest;
use crate::stats::random::{Rows, Signs};
use crate::stats::sums::{pairwise_flipped, pairwise_sum, side_by_side};

/// When a permuted mean counts as being as large as the observed one.
///
/// Different sign patterns often give the same sum but for rounding; whether those count moves p in the third digit
/// when few topics differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PermutationTies {
    /// `|permuted| >= |observed|` on doubles, each mean being the pairwise sum over n: what
    /// `np.sum(np.abs((signs * d).mean(axis=1)) >= abs(d.mean()))` counts, rounding and all. For reproducing
    /// numbers that were made so.
    NumpyStrict,
    /// `|permuted| >= |observed| - tolerance * largest`, so that equal sums count however they were rounded; `largest` is the size of the largest
    /// difference, of a topic or of a group's topics together.
    Tolerance(f64),
}

impl Default for PermutationTies {
    /// A tolerance of 1e-12, far above rounding and far below any difference of means that a measure can make.
    fn default() -> Self {
        Self::Tolerance(1e-12)
    }
}

impl fmt::Display for PermutationTies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NumpyStrict => f.write_str("numpy-strict"),
            Self::Tolerance(tolerance) => write!(f, "tolerance {tolerance:e}"),
        }
    }
}

impl PermutationTies {
    /// The least |mean| that counts, for differences with this mean.
    fn threshold(self, observed: f64, d: &[f64]) -> f64 {
        match self {
            Self::NumpyStrict => observed.abs(),
            Self::Tolerance(tolerance) => observed.abs() - tolerance * largest(d),
        }
    }
}

/// For each vector of differences, how many rows of signs give a mean, sum / n, as large as the observed one.
pub(super) fn count_sampled(
    vectors: &[Vec<f64>],
    n: f64,
    signs: &Rows<Signs>,
    ties: PermutationTies,
) -> Vec<u64> {
    let thresholds: Vec<f64> = vectors
        .iter()
        .map(|d| ties.threshold(pairwise_sum(d) / n, d))
        .collect();
    let is_as_large = |sum: f64, v: usize| u64::from((sum / n).abs() >= thresholds[v]);
    let blocks = match ties {
        PermutationTies::NumpyStrict => in_numpys_order(vectors, signs, is_as_large),
        PermutationTies::Tolerance(_) => in_fours(vectors, signs, is_as_large),
    };
    let total = |v| blocks.iter().map(|counts: &Vec<u64>| counts[v]).sum();
    (0..vectors.len()).map(total).collect()
}

/// Counts of each block, with sums that are rounded as numpy rounds them.
fn in_numpys_order(
    vectors: &[Vec<f64>],
    signs: &Rows<Signs>,
    is_as_large: impl Fn(f64, usize) -> u64 + Sync,
) -> Vec<Vec<u64>> {
    let lanes = side_by_side(vectors);
    signs.map_blocks(|block| {
        let mut counts = vec![0u64; vectors.len()];
        let mut flips = vec![0u64; signs.n()];
        for row in block.rows() {
            unpack(row, &mut flips);
            let sums = lanes.iter().flat_map(|d| pairwise_flipped(d, &flips).0);
            for (v, (count, sum)) in counts.iter_mut().zip(sums).enumerate() {
                *count += is_as_large(sum, v);
            }
        }
        counts
    })
}

/// Counts of each block, with sums of four differences at a time that are looked up: five times as fast.
fn in_fours(
    vectors: &[Vec<f64>],
    signs: &Rows<Signs>,
    is_as_large: impl Fn(f64, usize) -> u64 + Sync,
) -> Vec<Vec<u64>> {
    let sums: Vec<Vec<FourSigned>> = vectors
        .iter()
        .map(|d| d.chunks(4).map(four_signed).collect())
        .collect();
    signs.map_blocks(|block| {
        let mut counts = vec![0u64; vectors.len()];
        for row in block.rows() {
            for (v, (count, sums)) in counts.iter_mut().zip(&sums).enumerate() {
                *count += is_as_large(looked_up(sums, row), v);
            }
        }
        counts
    })
}

/// The sums of up to four differences under each pattern of their signs.
type FourSigned = [f64; 16];

fn four_signed(d: &[f64]) -> FourSigned {
    std::array::from_fn(|pattern| {
        let signed = d.iter().enumerate();
        signed
            .map(|(i, d)| if pattern >> i & 1 == 1 { -d } else { *d })
            .sum()
    })
}

/// The sum of all differences under a row of signs.
fn looked_up(sums: &[FourSigned], row: &[u64]) -> f64 {
    // four sums side by side, so that no addition waits for the last
    let mut side = [0.0; 4];
    for (sums, word) in sums.chunks(16).zip(row) {
        for (four, sums) in sums.iter().enumerate() {
            side[four % 4] += sums[(word >> (4 * four) & 15) as usize];
        }
    }
    (side[0] + side[1]) + (side[2] + side[3])
}

/// How many of all sign patterns, 2 to the length, give a mean, sum / n, as large as the observed one; the length is small.
pub(super) fn count_exact(d: &[f64], n: f64, ties: PermutationTies) -> u64 {
    const PATTERNS_PER_PIECE: u64 = 1 << 12;
    let threshold = ties.threshold(pairwise_sum(d) / n, d);
    let patterns = 1u64 << d.len();
    let count_from = |first: u64| {
        let mut flips = vec![0u64; d.len()];
        let counts = (first..patterns.min(first + PATTERNS_PER_PIECE)).map(|pattern| {
            unpack(&[pattern], &mut flips);
            u64::from((pairwise_flipped(d, &flips) / n).abs() >= threshold)
        });
        counts.sum::<u64>()
    };
    let pieces = patterns.div_ceil(PATTERNS_PER_PIECE);
    (0..pieces)
        .into_par_iter()
        .map(|piece| count_from(piece * PATTERNS_PER_PIECE))
        .sum()
}

/// Packed signs, one bit each, to sign bits of doubles.
fn unpack(words: &[u64], flips: &mut [u64]) {
    for (flips, word) in flips.chunks_mut(64).zip(words) {
        for (i, flip) in flips.iter_mut().enumerate() {
            *flip = (word >> i) << 63;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tie_rules_print_their_names() {
        assert_eq!(PermutationTies::NumpyStrict.to_string(), "numpy-strict");
        assert_eq!(PermutationTies::default().to_string(), "tolerance 1e-12");
    }

    #[test]
    fn all_patterns_are_counted_in_pieces_of_any_size() {
        // with powers of two every sum is different and exact, so only the observed pattern and its mirror count
        let d: Vec<f64> = (0..14).map(|i| f64::from(1 << i)).collect();
        assert_eq!(count_exact(&d, 14.0, PermutationTies::default()), 2);
        assert_eq!(count_exact(&[0.0; 14], 14.0, PermutationTies::default()), 1 << 14);
    }

    #[test]
    fn sums_that_are_looked_up_are_sums() {
        for n in [1, 3, 4, 5, 63, 64, 65, 130] {
            let d: Vec<f64> = (0..n).map(|i| f64::from(i * i % 17) - 8.0).collect(); // whole, so every order is exact
            let sums: Vec<FourSigned> = d.chunks(4).map(four_signed).collect();
            let words: Vec<u64> = (1..=3)
                .map(|w| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(w))
                .collect();
            let mut flips = vec![0; d.len()];
            unpack(&words, &mut flips);
            assert_eq!(looked_up(&sums, &words), pairwise_flipped(&d, &flips), "{n}");
        }
    }
}
