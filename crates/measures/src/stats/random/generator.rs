//! Which random stream a resampling draws from.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::numpy_rng::NumpyRng;
use crate::error::Error;

/// A named source of draws.
///
/// Both are PCG64 seeded by numpy's `SeedSequence`, so numpy can repeat either; both give the same numbers on any number
/// of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Generator {
    /// One stream, `default_rng(seed)`, from which all replicates are drawn in order, as a user of numpy would. The default.
    #[default]
    Numpy,
    /// One stream for each replicate r: `default_rng(SeedSequence(seed, spawn_key=(purpose, r)))`, with purpose 0 for
    /// resamples, 1 for signs, 2 for shuffles within topics, 3 for weights. Threads draw for themselves, and signs take one bit each
    /// (`bit_generator.random_raw`, lowest bit first, a set bit is −1): for large work.
    NumpySpawned,
}

impl Generator {
    /// The names that [`FromStr`] reads.
    pub const NAMES: [&str; 2] = ["numpy", "numpy-spawned"];

    /// The name that is printed and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Numpy => Self::NAMES[0],
            Self::NumpySpawned => Self::NAMES[1],
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Generator {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "numpy" => Ok(Self::Numpy),
            "numpy-spawned" => Ok(Self::NumpySpawned),
            _ => Err(Error::Setting {
                what: "random numbers",
                name: "generator",
                found: name.to_owned(),
                expected: format!("one of {}", Self::NAMES.join(", ")),
            }),
        }
    }
}

/// What draws are for: a stream of their own under [`Generator::NumpySpawned`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Purpose {
    Resamples = 0,
    Signs = 1,
    Shuffles = 2,
    Weights = 3,
}

/// Where the draws of one computation come from.
pub(in crate::stats) struct Source {
    pub(in crate::stats) generator: Generator,
    pub(in crate::stats) seed: u64,
    /// The one stream of [`Generator::Numpy`].
    pub(in crate::stats) stream: NumpyRng,
}

impl Source {
    pub(in crate::stats) fn new(generator: Generator, seed: u64) -> Self {
        Self {
            generator,
            seed,
            stream: NumpyRng::new(seed),
        }
    }
}

/// The stream of one replicate.
#[expect(clippy::cast_possible_truncation)] // replicates are counted in u32
pub(crate) fn of_replicate(seed: u64, purpose: Purpose, replicate: usize) -> NumpyRng {
    NumpyRng::spawned(seed, &[purpose as u32, replicate as u32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for name in Generator::NAMES {
            assert_eq!(name.parse::<Generator>().unwrap().to_string(), name);
        }
        assert_eq!(
            "mt19937".parse::<Generator>().unwrap_err().to_string(),
            "random numbers: generator is mt19937; it must be one of numpy, numpy-spawned"
        );
    }

    #[test]
    fn a_replicates_stream_is_numpys() {
        // numpy 2.4.6: r = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(0, 1)));
        // r.integers(0, 10, 5), r.bit_generator.random_raw(2)
        let mut rng = of_replicate(0, Purpose::Resamples, 1);
        let drawn = [(); 5].map(|()| rng.integers(10).unwrap());
        assert_eq!(drawn, [5, 3, 3, 9, 7]);
        assert_eq!(rng.next_u64(), 4_528_815_170_747_011_095);
        assert_eq!(rng.next_u64(), 4_986_586_171_833_655_684);
    }
}
