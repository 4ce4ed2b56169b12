//! How deep a measure looks.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The `10` of `nDCG@10`: a measure sees the first so many ranks and nothing below. At least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cutoff(NonZeroU32);

impl Cutoff {
    /// The first `depth` ranks.
    ///
    /// # Errors
    ///
    /// 0: a measure that looks at nothing has no value.
    pub fn new(depth: u32) -> Result<Self, Error> {
        NonZeroU32::new(depth).map(Self).ok_or_else(|| Error::Setting {
            what: "cutoff",
            name: "depth",
            found: depth.to_string(),
            expected: "at least 1".to_owned(),
        })
    }

    /// The number of ranks.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0.get()
    }

    /// The number of ranks as an index range's end.
    pub(crate) fn len(self) -> usize {
        self.0.get() as usize
    }

    /// The part of a ranking that a measure with this cutoff sees; all of it without one.
    pub(crate) fn top<T>(cutoff: Option<Self>, ranking: &[T]) -> &[T] {
        match cutoff {
            Some(k) => &ranking[..ranking.len().min(k.len())],
            None => ranking,
        }
    }
}

impl fmt::Display for Cutoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<NonZeroU32> for Cutoff {
    fn from(depth: NonZeroU32) -> Self {
        Self(depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cutoff_is_at_least_one() {
        assert_eq!(Cutoff::new(1).unwrap().get(), 1);
        assert_eq!(
            Cutoff::new(0).unwrap_err().to_string(),
            "cutoff: depth is 0; it must be at least 1"
        );
    }

    #[test]
    fn a_short_ranking_is_seen_whole() {
        let k = Cutoff::new(3).unwrap();
        assert_eq!(Cutoff::top(Some(k), &[1, 2]), [1, 2]);
        assert_eq!(Cutoff::top(Some(k), &[1, 2, 3, 4]), [1, 2, 3]);
        assert_eq!(Cutoff::top(None, &[1, 2, 3, 4]), [1, 2, 3, 4]);
    }
}
