//! Exact BM25, TF-IDF and LSA over character n-grams: one pass over the text, every score explained.
//!
//! [`IndexSet::build`] counts a corpus once and builds every [`System`] over it; each is then a [`Retriever`] that searches,
//! one query or many, and [explains](Retriever::explain) any score term by term. [`IndexSet::save`] and [`IndexSet::load`]
//! keep it in a checked file that is read in place.
//!
//! Scores are exact f64 sums in a fixed order: equal documents tie, ties keep corpus order, and the same input gives the same
//! bits on any number of threads. Underneath, and usable alone, lie [`Counts`] (who holds which n-gram how often), [`Impacts`]
//! (search over [`Postings`] of terms that may be anything) and the sparse [truncated SVD](svd).
//!
//! The crate knows neither topics nor judgments nor articles, reads no clock and prints nothing.

mod analysis;
mod bm25;
mod bounds;
mod build;
mod counting;
mod error;
mod impacts;
mod latent;
mod lexical;
mod lexicon;
mod postings;
mod progress;
mod ranking;
mod retriever;
mod set;
mod set_file;
mod simd;
mod stats;
mod store;
pub mod svd;
mod system;
mod tfidf;
mod warning;

pub use analysis::QueryTerms;
pub use bm25::{Bm25, Bm25Variant};
pub use counting::{Counts, NgramPostings};
pub use error::{DuplicateId, Error, FileProblem};
pub use impacts::{Impacts, TermRef};
pub use postings::Postings;
pub use progress::{Part, Progress, Silent};
pub use ranking::{Depth, ScoredOrd};
pub use retriever::{Explanation, Retriever, TermContribution};
pub use set::IndexSet;
pub use stats::{BuildStats, FactorStats, LengthStats};
pub use store::Loading;
pub use system::{DEFAULT_MAX_TERMS, System, SystemSpec, article_systems};
pub use tfidf::{smooth_idf, sublinear_tf, tfidf_weights};
pub use warning::IndexWarning;
