//! What is odd about a corpus or a system, said rather than repaired in silence.

use std::fmt;

use serde::Serialize;
use sokutei_measures::Docid;

use crate::error::Shortened;

/// Something odd that did not stop the build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum IndexWarning {
    /// Documents of white space only, or of nothing: no lexical system can return them.
    EmptyDocuments {
        /// Their ids, in corpus order.
        docids: Vec<Docid>,
    },
    /// Documents that are not empty and yet shorter than the shortest n-gram.
    DocumentsWithoutTerms {
        /// The analyser, such as `char(2,3)`.
        analyser: String,
        /// Their ids, in corpus order.
        docids: Vec<Docid>,
    },
    /// The corpus does not have as many dimensions as were asked for.
    FewerDimensions {
        /// Tag of the system.
        tag: String,
        /// Dimensions asked for.
        asked: usize,
        /// Dimensions used: all that the matrix of documents and terms gives.
        used: usize,
        /// Documents in the corpus.
        n_docs: usize,
        /// Terms kept.
        n_terms: usize,
    },
}

impl IndexWarning {
    /// The name of the kind, as in the JSON form.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::EmptyDocuments { .. } => "empty-documents",
            Self::DocumentsWithoutTerms { .. } => "documents-without-terms",
            Self::FewerDimensions { .. } => "fewer-dimensions",
        }
    }
}

impl fmt::Display for IndexWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |docids: &[Docid]| Shortened::of(docids.iter().map(Docid::to_string)).to_string();
        match self {
            Self::EmptyDocuments { docids } => {
                write!(
                    f,
                    "{} empty documents, which no query finds: {}",
                    docids.len(),
                    list(docids)
                )
            }
            Self::DocumentsWithoutTerms { analyser, docids } => write!(
                f,
                "{} documents too short for a term of {analyser}; shorter n-grams would find them: {}",
                docids.len(),
                list(docids)
            ),
            Self::FewerDimensions {
                tag,
                asked,
                used,
                n_docs,
                n_terms,
            } => write!(
                f,
                "{tag} uses {used} of {asked} dimensions: {n_docs} documents and {n_terms} terms give no more; ask for fewer"
            ),
        }
    }
}
