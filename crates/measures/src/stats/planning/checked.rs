//! What is asked of a test set, and what must hold of it.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// How sure a test must be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Demand {
    /// Probability of finding a difference where there is none, α; 0.05 by default.
    pub alpha: f64,
    /// Probability of finding the difference that is there, 1 − β; 0.8 by default.
    pub power: f64,
}

impl Default for Demand {
    fn default() -> Self {
        Self {
            alpha: 0.05,
            power: 0.8,
        }
    }
}

/// What is to be found, and in which noise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// The true difference of means that must not be missed, in units of the measure; its sign does not matter.
    pub difference: f64,
    /// Variance, in squared units of the measure; of what, is said by each function.
    pub variance: f64,
}

impl Demand {
    pub(super) fn check(&self, what: &'static str) -> Result<(), Error> {
        alpha(what, self.alpha)?;
        // no number of topics has less power than alpha
        if self.power > self.alpha && self.power < 1.0 {
            return Ok(());
        }
        let expected = format!("above alpha ({}) and below 1", self.alpha);
        Err(setting(what, "power", self.power, &expected))
    }
}

impl Effect {
    pub(super) fn check(&self, what: &'static str) -> Result<(), Error> {
        if !self.difference.is_finite() || self.difference == 0.0 {
            return Err(setting(
                what,
                "difference",
                self.difference,
                "a finite number other than 0",
            ));
        }
        variance(what, self.variance)
    }
}

pub(super) fn alpha(what: &'static str, alpha: f64) -> Result<(), Error> {
    if alpha > 0.0 && alpha < 1.0 {
        return Ok(());
    }
    Err(setting(
        what,
        "alpha",
        alpha,
        "above 0 and below 1, 0.05 for a test at 5 %",
    ))
}

pub(super) fn variance(what: &'static str, variance: f64) -> Result<(), Error> {
    positive(what, "variance", variance)
}

pub(super) fn positive(what: &'static str, name: &'static str, found: f64) -> Result<(), Error> {
    if found > 0.0 && found.is_finite() {
        return Ok(());
    }
    Err(setting(what, name, found, "above 0 and finite"))
}

pub(super) fn setting(what: &'static str, name: &'static str, found: f64, expected: &str) -> Error {
    Error::Setting {
        what,
        name,
        found: found.to_string(),
        expected: expected.to_owned(),
    }
}
