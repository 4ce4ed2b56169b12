//! What was built, in numbers.

use serde::{Deserialize, Serialize};

use crate::NgramPostings;

/// What was built, in numbers; nothing here depends on the clock or on the number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BuildStats {
    /// Documents, empty ones included.
    pub n_docs: usize,
    /// One entry per n-gram length that was counted.
    pub lengths: Vec<LengthStats>,
    /// One entry per factorisation.
    pub factorisations: Vec<FactorStats>,
}

/// The n-grams of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthStats {
    /// Code points in each.
    pub n: usize,
    /// Different ones.
    pub terms: usize,
    /// Pairs of a term and a document that holds it.
    pub postings: usize,
    /// Occurrences.
    pub tokens: u64,
}

/// A factorisation and the systems that it serves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FactorStats {
    /// Tags of the systems.
    pub tags: Vec<String>,
    /// Terms that take part.
    pub n_terms: usize,
    /// Dimensions of the space.
    pub dims: usize,
    /// Singular values, descending.
    pub singular_values: Vec<f64>,
    /// Vectors in the basis from which they were computed.
    pub basis: usize,
    /// Dimensions of the space that the basis lies in.
    pub space: usize,
    /// Bound on the angle between the computed and the true space; 0 where the whole space was taken.
    pub angle: f64,
    /// Seed of the start block.
    pub seed: u64,
}

impl LengthStats {
    pub(crate) fn of(grams: &NgramPostings) -> Self {
        let postings = grams.postings();
        Self {
            n: grams.n(),
            terms: postings.n_terms(),
            postings: postings.n_postings(),
            tokens: (0..postings.n_docs() as u32)
                .map(|doc| u64::from(postings.len_of(doc)))
                .sum(),
        }
    }
}
