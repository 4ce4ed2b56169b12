//! Why a coefficient has no value.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Why a coefficient is not defined for an input that is otherwise in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Undefined {
    /// Fewer items than the coefficient needs: two to have an order, one rated by two to have an agreement.
    TooFew,
    /// All values of one side are equal, so that there is no order.
    Constant,
    /// All ratings are equal, so that agreement beyond chance cannot be told from chance.
    OneCategory,
    /// Equal values where the named variant has no place for them.
    Ties,
}

impl Undefined {
    /// The reason as part of [`Error`], for the coefficient `what`.
    pub(super) fn of(self, what: &'static str) -> Error {
        Error::Undefined { what, why: self }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TooFew => "too few items",
            Self::Constant => "all values of one side are equal",
            Self::OneCategory => "all ratings are equal",
            Self::Ties => "equal values; choose a variant that allows them",
        })
    }
}
