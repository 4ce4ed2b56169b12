//! What `trec_eval` is asked for, besides its two files.

use std::fmt;
use std::str::FromStr;

use super::asked::Measures;
use crate::cutoff::Cutoff;
use crate::error::Error;
use crate::formulas::RecallPoint;
use crate::tie_break::TieBreak;

/// The versions of trec_eval that differ in values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// Version 10: scores in double precision ([`TieBreak::Trec`]), [`RecallPoint::Trec10`].
    #[default]
    Trec10,
    /// Up to 9.0.8, pytrec_eval: scores in single precision ([`TieBreak::Trec9`]), [`RecallPoint::Trec9`]; no `rbp`, `rbp_resid` and `unj` in
    /// `all_trec`; a topic that the run lacks has no lines of its own.
    Trec9,
}

impl Version {
    /// Both, the usual one first.
    pub const ALL: [Self; 2] = [Self::Trec10, Self::Trec9];

    /// The name: `trec10`, `trec9`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec10 => "trec10",
            Self::Trec9 => "trec9",
        }
    }

    /// How equal scores are ordered.
    #[must_use]
    pub fn ties(self) -> TieBreak {
        match self {
            Self::Trec10 => TieBreak::Trec,
            Self::Trec9 => TieBreak::Trec9,
        }
    }

    /// How many documents a share of recall is.
    #[must_use]
    pub fn recall_point(self) -> RecallPoint {
        match self {
            Self::Trec10 => RecallPoint::Trec10,
            Self::Trec9 => RecallPoint::Trec9,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Version {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|version| version.name() == s);
        found.ok_or_else(|| Error::Setting {
            what: "trec_eval",
            name: "version",
            found: format!("{s:?}"),
            expected: "trec10 or trec9".to_owned(),
        })
    }
}

/// Measures and what holds for all of them; each field is a flag of trec_eval.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is computed (`-m`).
    pub measures: Measures,
    /// The version that is followed.
    pub version: Version,
    /// The least grade that counts as relevant (`-l`). With 0, documents judged not relevant count as relevant.
    pub level: u16,
    /// How many documents of a topic are looked at (`-M`); all without it.
    pub depth: Option<Cutoff>,
    /// Whether topics that the run lacks take part, with 0 (`-c`).
    pub complete: bool,
    /// Whether documents without a grade of 0 or more are taken out before anything is counted (`-J`).
    pub judged_only: bool,
    /// Documents of the collection, which only `utility` looks at (`-N`).
    pub collection: u64,
}

impl Options {
    /// These measures, and of everything else what trec_eval does without a flag.
    #[must_use]
    pub fn of(measures: Measures, version: Version) -> Self {
        Self {
            measures,
            version,
            level: 1,
            depth: None,
            complete: false,
            judged_only: false,
            collection: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_names_are_inverse() {
        for version in Version::ALL {
            assert_eq!(version.to_string().parse::<Version>().unwrap(), version);
        }
        let message = "trec8".parse::<Version>().unwrap_err().to_string();
        assert_eq!(
            message,
            "trec_eval: version is \"trec8\"; it must be trec10 or trec9"
        );
    }
}
