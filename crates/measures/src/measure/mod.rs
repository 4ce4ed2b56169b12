//! What is measured: a definition with its parameters, printed and parsed in ir_measures' grammar.

mod gains;
mod grammar;
mod names;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use gains::{GainTable, Gains};

use crate::cutoff::Cutoff;
use crate::error::Error;

/// A measure with its parameters: `nDCG@10`, `RR(rel=2)@10`, `nDCG(gains={2:3})@5`.
///
/// `Display` and `FromStr` are inverse. The grammar is ir_measures', and a form that both know means the same
/// in both:
///
/// | measure | aliases | cutoff | parameters |
/// | --- | --- | --- | --- |
/// | `Success@5`: 1 if a relevant document is there | `Hit`, `HitRate` | needed | `rel` |
/// | `P@5`: relevant among the first 5, over 5 | `Precision` | needed | `rel` |
/// | `R@5`: relevant among the first 5, over all relevant | `Recall` | needed | `rel` |
/// | `RR@10`: 1 / rank of the first relevant | `MRR` | optional | `rel` |
/// | `AP@100`: mean of P@rank over all relevant | `MAP`, `mAP` | optional | `rel` |
/// | `nDCG@10`: discounted gain over the best possible | `NDCG` | optional | `dcg`, `gains` |
/// | `ContextPrecision@5`: as AP, over the relevant *seen* (Ragas) | `CP` | optional | `rel` |
/// | `Judged@10`: judged among those returned | | optional | |
///
/// * `rel=2` counts grades from 2 on as relevant (default 1, the least allowed).
/// * `dcg='exp-log2'` takes 2^grade − 1 as the gain of a grade instead of the grade (`dcg='log2'`, the default);
///   `gains='linear'` and `gains='exponential'` are read as the same two.
/// * `gains={2:3}` gives grade 2 the gain 3; grades that are not named gain themselves. Entries such as `1:1`
///   that change nothing are left out when printing, as ir_measures does.
///
/// The formulas are in [`formulas`](crate::formulas). ContextPrecision is not known to ir_measures.
///
/// ```
/// use sokutei_measures::{Cutoff, Gains, Measure};
///
/// let measure: Measure = "MRR(rel=2)@10".parse()?;
/// assert_eq!(measure, Measure::reciprocal_rank(Cutoff::new(10)?).with_rel(2)?);
/// assert_eq!(measure.to_string(), "RR(rel=2)@10");
///
/// let exponential = Measure::ndcg(Gains::Exponential, Cutoff::new(10)?);
/// assert_eq!(exponential.to_string(), "nDCG(dcg='exp-log2')@10");
///
/// let error = "P@0".parse::<Measure>().unwrap_err().to_string();
/// assert_eq!(error, "measure \"P@0\": cutoff 0 is not a whole number of at least 1; write P@1");
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    kind: MeasureKind,
    rel: i32,
    cutoff: Option<Cutoff>,
}

/// Which formula a [`Measure`] uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MeasureKind {
    /// [`formulas::success`](crate::formulas::success).
    Success,
    /// [`formulas::precision`](crate::formulas::precision).
    Precision,
    /// [`formulas::recall`](crate::formulas::recall).
    Recall,
    /// [`formulas::reciprocal_rank`](crate::formulas::reciprocal_rank).
    ReciprocalRank,
    /// [`formulas::average_precision`](crate::formulas::average_precision).
    AveragePrecision,
    /// [`formulas::ndcg`](crate::formulas::ndcg) with these gains.
    Ndcg(Gains),
    /// [`formulas::context_precision`](crate::formulas::context_precision).
    ContextPrecision,
    /// [`formulas::judged`](crate::formulas::judged).
    Judged,
}

impl MeasureKind {
    /// The measure's name without parameters, as printed.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Success => "Success",
            Self::Precision => "P",
            Self::Recall => "R",
            Self::ReciprocalRank => "RR",
            Self::AveragePrecision => "AP",
            Self::Ndcg(_) => "nDCG",
            Self::ContextPrecision => "ContextPrecision",
            Self::Judged => "Judged",
        }
    }

    fn needs_cutoff(&self) -> bool {
        matches!(self, Self::Success | Self::Precision | Self::Recall)
    }

    fn takes_rel(&self) -> bool {
        !matches!(self, Self::Ndcg(_) | Self::Judged)
    }
}

impl Measure {
    fn of(kind: MeasureKind, cutoff: Option<Cutoff>) -> Self {
        Self { kind, rel: 1, cutoff }
    }

    /// `Success@cutoff`.
    #[must_use]
    pub fn success(cutoff: Cutoff) -> Self {
        Self::of(MeasureKind::Success, Some(cutoff))
    }

    /// `P@cutoff`.
    #[must_use]
    pub fn precision(cutoff: Cutoff) -> Self {
        Self::of(MeasureKind::Precision, Some(cutoff))
    }

    /// `R@cutoff`.
    #[must_use]
    pub fn recall(cutoff: Cutoff) -> Self {
        Self::of(MeasureKind::Recall, Some(cutoff))
    }

    /// `RR@cutoff`, or `RR` with `None`.
    #[must_use]
    pub fn reciprocal_rank(cutoff: impl Into<Option<Cutoff>>) -> Self {
        Self::of(MeasureKind::ReciprocalRank, cutoff.into())
    }

    /// `AP@cutoff`, or `AP` with `None`.
    #[must_use]
    pub fn average_precision(cutoff: impl Into<Option<Cutoff>>) -> Self {
        Self::of(MeasureKind::AveragePrecision, cutoff.into())
    }

    /// `nDCG@cutoff` with these gains, or over the whole ranking with `None`.
    #[must_use]
    pub fn ndcg(gains: Gains, cutoff: impl Into<Option<Cutoff>>) -> Self {
        Self::of(MeasureKind::Ndcg(gains), cutoff.into())
    }

    /// `ContextPrecision@cutoff`, or over the whole ranking with `None`.
    #[must_use]
    pub fn context_precision(cutoff: impl Into<Option<Cutoff>>) -> Self {
        Self::of(MeasureKind::ContextPrecision, cutoff.into())
    }

    /// `Judged@cutoff`, or over the whole ranking with `None`.
    #[must_use]
    pub fn judged(cutoff: impl Into<Option<Cutoff>>) -> Self {
        Self::of(MeasureKind::Judged, cutoff.into())
    }

    /// The same measure with another least grade that counts as relevant.
    ///
    /// # Errors
    ///
    /// A `rel` below 1, or a measure that works on gains or judgments instead (nDCG, Judged).
    pub fn with_rel(self, rel: i32) -> Result<Self, Error> {
        let setting = |expected: &str| Error::Setting {
            what: self.kind.name(),
            name: "rel",
            found: rel.to_string(),
            expected: expected.to_owned(),
        };
        if !self.kind.takes_rel() {
            return Err(setting("left out: this measure has no threshold"));
        }
        if rel < 1 {
            return Err(setting("at least 1"));
        }
        Ok(Self { rel, ..self })
    }

    /// The same measure at another cutoff.
    #[must_use]
    pub fn at(self, cutoff: Cutoff) -> Self {
        Self {
            cutoff: Some(cutoff),
            ..self
        }
    }

    /// The formula.
    #[must_use]
    pub fn kind(&self) -> &MeasureKind {
        &self.kind
    }

    /// The cutoff; `None` looks at the whole ranking.
    #[must_use]
    pub fn cutoff(&self) -> Option<Cutoff> {
        self.cutoff
    }

    /// The least grade that counts as relevant; `None` for measures that have no such threshold.
    #[must_use]
    pub fn rel(&self) -> Option<i32> {
        self.kind.takes_rel().then_some(self.rel)
    }

    /// The gains; `None` for measures other than nDCG.
    #[must_use]
    pub fn gains(&self) -> Option<&Gains> {
        match &self.kind {
            MeasureKind::Ndcg(gains) => Some(gains),
            _ => None,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.kind.name().to_owned();
        match &self.kind {
            MeasureKind::Ndcg(Gains::Exponential) => text.push_str("(dcg='exp-log2')"),
            MeasureKind::Ndcg(Gains::Explicit(table)) => text.push_str(&format!("(gains={table})")),
            _ if self.rel != 1 => text.push_str(&format!("(rel={})", self.rel)),
            _ => {}
        }
        if let Some(cutoff) = self.cutoff {
            text.push_str(&format!("@{cutoff}"));
        }
        f.pad(&text)
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}
