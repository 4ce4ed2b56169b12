//! Parameters that are numbers.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use crate::error::Error;
use crate::trec::python_float;

/// A parameter of a measure that is a number, such as the persistence `p` of RBP: finite, compared and hashed by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Real(f64);

impl Real {
    /// Takes a number that lies in `range`.
    pub(super) fn within(
        range: RangeInclusive<f64>,
        value: f64,
        what: &'static str,
        name: &'static str,
    ) -> Result<Self, Error> {
        if range.contains(&value) {
            return Ok(Self(value + 0.0)); // -0.0 becomes 0.0
        }
        Err(Error::Setting {
            what,
            name,
            found: value.to_string(),
            expected: format!("a number from {} to {}", range.start(), range.end()),
        })
    }

    /// A number that this crate chose.
    pub(super) const fn known(value: f64) -> Self {
        Self(value)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&python_float(self.0))
    }
}
