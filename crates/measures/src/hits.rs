//! One retrieved document.

use serde::{Deserialize, Serialize};

use crate::ids::Docid;

/// A document that a retriever returned for one topic, with the score that placed it.
///
/// A ranking is a `Vec<Hit>`, best first; the rank of a hit is its position, counted from 1.
///
/// ```
/// use sokutei_measures::{Docid, Hit};
///
/// let hit = Hit { docid: Docid::new("t128#2")?, score: 29.7 };
/// assert_eq!(hit.docid.as_str(), "t128#2");
/// # Ok::<(), sokutei_measures::IdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The document.
    pub docid: Docid,
    /// What the ranking was sorted by, larger first; finite where a run is made from it.
    pub score: f64,
}
