//! What two rankings have in common, without its order.

use std::collections::HashSet;
use std::hash::Hash;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Undefined;
use crate::cutoff::Cutoff;
use crate::error::Error;
use crate::formulas::real;

/// Share of the first `k` places whose items both rankings have there. 0 to 1.
///
/// |A:k ∩ B:k| / k, where k counts no further than the longer of the two rankings: places that neither fills are no disagreement, places
/// that one fills are.
///
/// ```
/// use sokutei_measures::{Cutoff, agreement::overlap_at};
///
/// let k = Cutoff::new(3).expect("at least 1");
/// assert_eq!(overlap_at(&["a", "b", "c", "d"], &["c", "a", "x", "d"], k)?, 2.0 / 3.0);
/// assert_eq!(overlap_at(&["a", "b"], &["b", "a"], k)?, 1.0);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Two empty rankings, an item twice in one ranking.
pub fn overlap_at<T: Eq + Hash>(a: &[T], b: &[T], k: Cutoff) -> Result<f64, Error> {
    const WHAT: &str = "overlap";
    require_unique(WHAT, "first", a)?;
    require_unique(WHAT, "second", b)?;
    let depth = k.get() as usize;
    let (a, b) = (&a[..a.len().min(depth)], &b[..b.len().min(depth)]);
    let longer = a.len().max(b.len());
    if longer == 0 {
        return Err(Undefined::TooFew.of(WHAT));
    }
    let first: HashSet<&T, FxBuildHasher> = a.iter().collect();
    Ok(real(b.iter().filter(|item| first.contains(item)).count()) / real(longer))
}

/// A ranking has a place for each item.
pub(super) fn require_unique<T: Eq + Hash>(
    what: &'static str,
    which: &'static str,
    ranking: &[T],
) -> Result<(), Error> {
    let mut places: FxHashMap<&T, usize> = FxHashMap::default();
    for (i, item) in ranking.iter().enumerate() {
        if let Some(first) = places.insert(item, i) {
            return Err(Error::RepeatedItem {
                what,
                which,
                first: first + 1,
                second: i + 1,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_one_side_fills_count_and_others_do_not() {
        let at = |k, a: &[u8], b: &[u8]| overlap_at(a, b, Cutoff::new(k).unwrap()).unwrap();
        assert_eq!(at(10, &[1, 2, 3, 4], &[4, 3]), 0.5);
        assert_eq!(at(1, &[1, 2], &[2, 1]), 0.0);
        assert_eq!(at(10, &[], &[1]), 0.0);
    }

    #[test]
    fn a_ranking_has_no_item_twice_and_two_are_not_empty() {
        let k = Cutoff::new(2).unwrap();
        assert_eq!(
            overlap_at(&[1, 2], &[3, 4, 3], k).unwrap_err().to_string(),
            "overlap: the item at place 3 of the second ranking stands at place 1 already; keep one, usually the better placed"
        );
        assert_eq!(
            overlap_at::<u8>(&[], &[], k).unwrap_err().to_string(),
            "overlap is not defined: too few items"
        );
    }
}
