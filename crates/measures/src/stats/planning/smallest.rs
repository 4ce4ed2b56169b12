//! The smallest number of topics that is enough.

use serde::Serialize;

use super::checked::setting;
use crate::error::Error;

/// Sizes are looked for up to this number of topics.
pub const MOST_TOPICS: usize = 10_000_000;

/// The smallest number of topics whose power is enough.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PowerSize {
    /// Topics.
    pub n: usize,
    /// Power with so many, at least what was asked for.
    pub power: f64,
    /// Power with one topic less, below what was asked for; `None` for two topics, the fewest that a test takes.
    pub power_at_one_less: Option<f64>,
    /// Name of the formula of the power.
    pub formula: &'static str,
}

/// The smallest size from `least` on that is enough, where more topics are never worse; `None` beyond [`MOST_TOPICS`].
pub(super) fn smallest(least: usize, is_enough: impl Fn(usize) -> bool) -> Option<usize> {
    let (mut low, mut high) = (least, least);
    while !is_enough(high) {
        if high == MOST_TOPICS {
            return None;
        }
        low = high + 1;
        high = (2 * high).min(MOST_TOPICS);
    }
    // enough at `high`, not below `low`
    while low < high {
        let middle = low + (high - low) / 2;
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

/// The size at which a power reaches what was asked for.
pub(super) fn of_power(
    what: &'static str,
    difference: f64,
    wanted: f64,
    formula: &'static str,
    power: impl Fn(usize) -> f64,
) -> Result<PowerSize, Error> {
    let n = smallest(2, |n| power(n) >= wanted).ok_or_else(|| too_many(what, "difference", difference))?;
    Ok(PowerSize {
        n,
        power: power(n),
        power_at_one_less: (n > 2).then(|| power(n - 1)),
        formula,
    })
}

pub(super) fn too_many(what: &'static str, name: &'static str, found: f64) -> Error {
    let expected = format!("so large beside the standard deviation that {MOST_TOPICS} topics are enough");
    setting(what, name, found, &expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_threshold_is_found() {
        for threshold in [2, 3, 4, 5, 7, 8, 9, 1000, MOST_TOPICS - 1, MOST_TOPICS] {
            assert_eq!(smallest(2, |n| n >= threshold), Some(threshold));
        }
        assert_eq!(smallest(2, |_| false), None);
    }
}
