//! What the qrels say of a document, for measures that tell unjudged from judged.

/// State of the document at one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooled {
    /// The qrels do not name it.
    Outside,
    /// The qrels name it with a grade below 0: it was pooled and not judged, as infAP's samples mark it.
    Unjudged,
    /// Judged, below the threshold.
    NotRelevant,
    /// Judged, at or above the threshold.
    Relevant,
}
