//! Three readings of the same labels, and the measures that are taken under each.

use std::fmt;

use serde::{Serialize, Serializer};
use sokutei_measures::Measure;

/// What counts as relevant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Labeling {
    /// Only the sections that the author named, grade 1.
    Strict,
    /// Grade 2 for them, grade 1 for the other sections of their article.
    Graded,
    /// The ranking collapsed to articles; the article of a named section has grade 1.
    Article,
}

/// Cutoffs at which every measure is taken.
pub const CUTOFFS: [u32; 7] = [1, 3, 5, 10, 20, 50, 100];

impl Labeling {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Graded, Self::Article];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Graded => "graded",
            Self::Article => "article",
        }
    }

    /// Every measure that is taken under this labeling: for each of [`CUTOFFS`], 7 of *strict*, 6 of *graded*, 2 of
    /// *article*; 105 in all.
    #[must_use]
    pub fn measures(self) -> Vec<Measure> {
        let kinds: &[&str] = match self {
            Self::Strict => &["Success", "R", "P", "RR", "AP", "ContextPrecision", "nDCG"],
            Self::Graded => &["nDCG", EXPONENTIAL, "P", "R", "AP", "ContextPrecision"],
            Self::Article => &["Success", "RR"],
        };
        let names = CUTOFFS
            .iter()
            .flat_map(|k| kinds.iter().map(move |kind| format!("{kind}@{k}")));
        names.map(|name| measure(&name)).collect()
    }
}

/// nDCG with gains 2^grade − 1 (ir_measures' name), without its cutoff.
pub const EXPONENTIAL: &str = "nDCG(dcg='exp-log2')";

/// A measure by the name that stands in this crate's source.
///
/// # Panics
/// If the name is not one: a mistake in our source, found by any test.
pub(crate) fn measure(name: &str) -> Measure {
    name.parse()
        .unwrap_or_else(|e| panic!("our own measure name `{name}`: {e}"))
}

impl fmt::Display for Labeling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Labeling {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
