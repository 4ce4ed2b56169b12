//! What can be wrong with an analyser's parameters.

/// An analyser that cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The range of n-gram lengths is empty, starts at 0, or goes past [`MAX_N`](crate::MAX_N).
    #[error("character n-grams of {min} to {max}: use 1 <= min <= max <= {limit}")]
    NgramRange {
        /// Shortest length that was asked for, in code points.
        min: usize,
        /// Longest length that was asked for, in code points.
        max: usize,
        /// Longest length that there is.
        limit: usize,
    },
    /// A name such as `char(2,3)` was expected.
    #[error("unknown analyser `{0}`: expected a name such as `char(2,3)`")]
    Name(String),
}
