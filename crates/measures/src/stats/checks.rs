//! What samples and settings must satisfy before anything is drawn.

use std::fmt::Display;

use crate::error::Error;

/// A sample has values, and all of them are finite.
pub(crate) fn sample(what: &'static str, x: &[f64]) -> Result<(), Error> {
    if x.is_empty() {
        return Err(Error::EmptySample { what });
    }
    match x.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Error::ValueNotFinite {
            what,
            index,
            value: x[index],
        }),
    }
}

/// Two samples, or a sample and its plan, belong together.
pub(crate) fn same_length(what: &'static str, left: usize, right: usize) -> Result<(), Error> {
    if left == right {
        Ok(())
    } else {
        Err(Error::LengthMismatch { what, left, right })
    }
}

/// A count has a least value.
pub(crate) fn at_least<T: PartialOrd + Display>(
    what: &'static str,
    name: &'static str,
    found: T,
    least: T,
) -> Result<(), Error> {
    if found >= least {
        return Ok(());
    }
    Err(Error::Setting {
        what,
        name,
        found: found.to_string(),
        expected: format!("at least {least}"),
    })
}

/// A count has a largest value.
pub(crate) fn at_most<T: PartialOrd + Display>(
    what: &'static str,
    name: &'static str,
    found: T,
    largest: T,
) -> Result<(), Error> {
    if found <= largest {
        return Ok(());
    }
    Err(Error::Setting {
        what,
        name,
        found: found.to_string(),
        expected: format!("at most {largest}"),
    })
}

/// A nominal coverage lies strictly between 0 and 1.
pub(crate) fn level(what: &'static str, level: f64) -> Result<(), Error> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    let expected = "above 0 and below 1, 0.95 for a 95 % interval".to_owned();
    Err(Error::Setting {
        what,
        name: "level",
        found: level.to_string(),
        expected,
    })
}

/// Units that are resampled are numbered in 32 bits.
pub(crate) fn unit_count(what: &'static str, n: usize) -> Result<u32, Error> {
    if n == 0 {
        return Err(Error::EmptySample { what });
    }
    u32::try_from(n)
        .ok()
        .filter(|&n| n < u32::MAX)
        .ok_or_else(|| Error::Setting {
            what,
            name: "n",
            found: n.to_string(),
            expected: format!("below {}", u32::MAX),
        })
}
