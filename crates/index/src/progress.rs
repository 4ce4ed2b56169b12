//! What a long build is doing, told to whoever wants to show or time it.

use std::fmt;

/// A part of the work of building an index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Normalising and counting the text; units are documents.
    Count,
    /// The weights of one system, by its tag; no units.
    Weights(String),
    /// The singular value decomposition that serves these systems; units are columns of the basis, and how many it
    /// will take is not known beforehand.
    Factorise(Vec<String>),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count => f.write_str("count n-grams"),
            Self::Weights(tag) => write!(f, "weights {tag}"),
            Self::Factorise(tags) => write!(f, "factorise {}", tags.join(", ")),
        }
    }
}

/// A listener to the parts of a build.
///
/// Parts may overlap and may be reported from any thread. This crate reads no clock: who wants seconds takes the
/// time between `begin` and `end`.
pub trait Progress: Sync {
    /// A part begins. `units` is how much there is to do, 0 if that is not known.
    fn begin(&self, part: &Part, units: u64);
    /// `units` more are done.
    fn advance(&self, part: &Part, units: u64);
    /// The part is over.
    fn end(&self, part: &Part);
}

/// Listens to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &Part, _: u64) {}
    fn advance(&self, _: &Part, _: u64) {}
    fn end(&self, _: &Part) {}
}
