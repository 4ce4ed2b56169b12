//! One cell of a table: a typed value with the number of decimals at which a person reads it.

use serde::Serialize;

/// What stands in a cell. Numbers keep all their digits; `decimals` is how many a renderer shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Cell {
    /// Nothing to say here.
    Empty,
    /// Words, possibly from a page.
    Text {
        /// The words.
        value: String,
    },
    /// A count.
    Count {
        /// The count.
        value: u64,
    },
    /// A number.
    Number {
        /// The number; finite.
        value: f64,
        /// Shown decimals.
        decimals: u8,
    },
    /// A difference, shown with its sign.
    Signed {
        /// The number; finite.
        value: f64,
        /// Shown decimals.
        decimals: u8,
    },
    /// An interval.
    Interval {
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
        /// Shown decimals.
        decimals: u8,
        /// Whether the bounds are differences, shown with their signs.
        signed: bool,
    },
    /// A p-value: what would round to 0 is shown as `<0.0001`.
    PValue {
        /// 0 to 1.
        value: f64,
        /// Shown decimals.
        decimals: u8,
    },
    /// A share of 1, shown in per cent.
    Share {
        /// 0 to 1.
        value: f64,
        /// Shown decimals of the percentage.
        decimals: u8,
    },
}

impl Cell {
    /// Words.
    pub fn text(value: impl Into<String>) -> Self {
        Self::Text { value: value.into() }
    }

    /// A count.
    #[must_use]
    pub fn count(value: usize) -> Self {
        Self::Count { value: value as u64 }
    }

    /// A number with `decimals` shown.
    #[must_use]
    pub fn number(value: f64, decimals: u8) -> Self {
        Self::Number { value, decimals }
    }

    /// A difference with `decimals` shown.
    #[must_use]
    pub fn signed(value: f64, decimals: u8) -> Self {
        Self::Signed { value, decimals }
    }

    /// An interval of values.
    #[must_use]
    pub fn interval(low: f64, high: f64, decimals: u8) -> Self {
        Self::Interval {
            low,
            high,
            decimals,
            signed: false,
        }
    }

    /// An interval of differences.
    #[must_use]
    pub fn signed_interval(low: f64, high: f64, decimals: u8) -> Self {
        Self::Interval {
            low,
            high,
            decimals,
            signed: true,
        }
    }

    /// A p-value with `decimals` shown.
    #[must_use]
    pub fn p_value(value: f64, decimals: u8) -> Self {
        Self::PValue { value, decimals }
    }

    /// A share between 0 and 1.
    #[must_use]
    pub fn share(value: f64, decimals: u8) -> Self {
        Self::Share { value, decimals }
    }

    /// The cell as a person reads it, rounded, not yet escaped.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text { value } => value.clone(),
            Self::Count { value } => value.to_string(),
            Self::Number { value, decimals } => fixed(*value, *decimals, false),
            Self::Signed { value, decimals } => fixed(*value, *decimals, true),
            Self::Interval {
                low,
                high,
                decimals,
                signed,
            } => {
                format!(
                    "[{}, {}]",
                    fixed(*low, *decimals, *signed),
                    fixed(*high, *decimals, *signed)
                )
            }
            Self::PValue { value, decimals } => p_value(*value, *decimals),
            Self::Share { value, decimals } => format!("{} %", fixed(100.0 * value, *decimals, false)),
        }
    }
}

/// A p-value that rounds to zero is small and not zero.
fn p_value(value: f64, decimals: u8) -> String {
    let least = 10f64.powi(-i32::from(decimals));
    if value < least / 2.0 {
        return format!("<{}", fixed(least, decimals, false));
    }
    fixed(value, decimals, false)
}

/// Fixed decimals; a value that rounds to zero has no sign, so that "-0.0000" is never read as a loss.
fn fixed(value: f64, decimals: u8, signed: bool) -> String {
    let places = usize::from(decimals);
    let shown = if signed {
        format!("{value:+.places$}")
    } else {
        format!("{value:.places$}")
    };
    let zero = !shown.bytes().any(|b| (b'1'..=b'9').contains(&b));
    if zero {
        shown.trim_start_matches(['+', '-']).to_owned()
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_never_shown_as_zero() {
        assert_eq!(Cell::p_value(1e-9, 4).shown(), "<0.0001");
        assert_eq!(Cell::p_value(0.0, 3).shown(), "<0.001");
        assert_eq!(Cell::p_value(0.00009, 4).shown(), "0.0001");
        assert_eq!(Cell::p_value(1.0, 4).shown(), "1.0000");
    }

    #[test]
    fn a_difference_that_rounds_to_zero_has_no_sign() {
        assert_eq!(Cell::signed(-0.000_04, 4).shown(), "0.0000");
        assert_eq!(Cell::signed(0.0136, 4).shown(), "+0.0136");
        assert_eq!(
            Cell::signed_interval(-0.0016, 0.0124, 4).shown(),
            "[-0.0016, +0.0124]"
        );
    }

    #[test]
    fn shares_are_per_cent() {
        assert_eq!(Cell::share(0.331, 1).shown(), "33.1 %");
    }
}
