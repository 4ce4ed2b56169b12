//! The order of documents with equal scores, and of a run as a whole: always named, never assumed.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::run::RunRow;

/// How the rows of a run become one ranking, which then feeds every measure.
///
/// The programs of the field differ here, and with coarse scores the difference decides values.
/// `-0.0` and `0.0` are equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Score descending, equal scores by docid *descending* (bytes): trec_eval 10, gdeval.
    Trec,
    /// The same with scores rounded to single precision first, so that near ties become ties: trec_eval up to
    /// 9.0.8 and pytrec_eval.
    Trec9,
    /// Score descending, equal scores by docid ascending (bytes): ir_measures' own `RR@k` and `Judged@k`.
    DocidAsc,
    /// The rank column alone, ascending; scores are ignored, rows of one rank stay in input order.
    RankColumn,
    /// Score descending, equal scores in the order of the input: what a stable sort gives, and for our own
    /// indexes the order of the corpus.
    InputOrder,
}

impl TieBreak {
    /// Every rule, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Trec,
        Self::Trec9,
        Self::DocidAsc,
        Self::RankColumn,
        Self::InputOrder,
    ];

    /// The name: `trec`, `trec9`, `docid-asc`, `rank-column`, `input-order`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec => "trec",
            Self::Trec9 => "trec9",
            Self::DocidAsc => "docid-asc",
            Self::RankColumn => "rank-column",
            Self::InputOrder => "input-order",
        }
    }

    /// Order of two rows of one topic; sort with a *stable* sort.
    pub(crate) fn compare(self, a: &RunRow, b: &RunRow) -> Ordering {
        let by_score = || descending(a.score, b.score);
        match self {
            Self::Trec => by_score().then_with(|| b.docid.cmp(&a.docid)),
            Self::Trec9 => descending(single(a.score), single(b.score)).then_with(|| b.docid.cmp(&a.docid)),
            Self::DocidAsc => by_score().then_with(|| a.docid.cmp(&b.docid)),
            Self::RankColumn => a.rank.cmp(&b.rank),
            Self::InputOrder => by_score(),
        }
    }

    /// Whether something other than what the system said decides the order of these two rows.
    pub(crate) fn ties(self, a: &RunRow, b: &RunRow) -> bool {
        match self {
            Self::Trec | Self::DocidAsc | Self::InputOrder => descending(a.score, b.score).is_eq(),
            Self::Trec9 => descending(single(a.score), single(b.score)).is_eq(),
            Self::RankColumn => a.rank == b.rank,
        }
    }
}

/// trec_eval up to 9.0.8 keeps scores as C `float`.
#[expect(clippy::cast_possible_truncation)] // rounding to single precision is the point
fn single(score: f64) -> f64 {
    f64::from(score as f32)
}

/// Larger first; adding 0.0 turns -0.0 into 0.0, and a run holds no NaN.
fn descending(a: f64, b: f64) -> Ordering {
    (b + 0.0).total_cmp(&(a + 0.0))
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TieBreak {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|tie| tie.name() == s);
        found.ok_or_else(|| Error::UnknownTieBreak { found: s.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_rules_are_inverse() {
        for tie in TieBreak::ALL {
            assert_eq!(tie.to_string().parse::<TieBreak>().unwrap(), tie);
            assert_eq!(serde_json::to_string(&tie).unwrap(), format!("\"{tie}\""));
        }
        let message = "random".parse::<TieBreak>().unwrap_err().to_string();
        assert!(
            message.contains("trec9") && message.contains("\"random\""),
            "{message}"
        );
    }
}
