//! What is measured: a definition with its parameters, printed and parsed in ir_measures' grammar.

mod gains;
mod grade_scale;
mod grammar;
mod kind;
mod names;
mod real;
mod user_model;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use gains::{GainTable, Gains};
pub use grade_scale::GradeScale;
pub use kind::MeasureKind;
pub use real::Real;
pub use user_model::UserModel;

use self::kind::CutoffRule;
use crate::cutoff::Cutoff;
use crate::error::Error;
use crate::stats;

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
/// | `IDBasedContextPrecision@5`: relevant among the returned, over those (Ragas) | | optional | `rel` |
/// | `Judged@10`: judged among those returned | | optional | |
/// | `Rprec`: P at the number of relevant | | none | `rel` |
/// | `Bpref`: relevant above judged non-relevant | | none | `rel` |
/// | `infAP`: AP of a sampled pool | | none | `rel` |
/// | `IPrec@0.1`: best P from a share of recall on | | share of recall | `rel` |
/// | `SetP`, `SetR`, `SetAP`, `SetF(beta=2.0)`: of the set returned | | none | `rel`, `beta` |
/// | `SetP(relative=True)`: the same, over as many as could be relevant | `SetRelP` | none | `rel` |
/// | `RBP(rel=1,p=0.8)`: gain of a patient reader | | optional | `rel` or `max_rel`, `p` |
/// | `RBPResidual(p=0.8)`: what RBP could still gain | | optional | `p` |
/// | `ERR@20`: a reader who stops when content | | optional | `max_rel` |
/// | `Compat(p=0.95)`: overlap with an ideal ranking | | none | `p`, `normalize` |
/// | `Accuracy`: a relevant document above another | | optional | `rel` |
/// | `BPM(max_rel=3)@10`: a reader who stops when content or out of patience | | needed | `max_rel`, `min_rel`, `T` |
/// | `SDCG(max_rel=3)@10`: discounted gain over that of perfect documents | | needed | `max_rel`, `min_rel` |
/// | `NERR8(max_rel=3)@10`, `NERR9(max_rel=3)@10`: readers near to ERR's | | needed | `max_rel`, `min_rel` |
/// | `NERR10(max_rel=3)`: the same, patient as RBP's | | none | `max_rel`, `min_rel`, `p` |
/// | `NERR11(max_rel=3)`: the same, patient as INSQ's | | none | `max_rel`, `min_rel`, `T` |
/// | `INST(max_rel=3)`: a reader with a goal | | none | `max_rel`, `min_rel`, `T` |
/// | `INSQ(max_rel=3)`: the same, whatever was found | | none | `max_rel`, `min_rel`, `T` |
/// | `alpha_DCG@10`: gain of what is new | `α_DCG` | needed | `rel`, `alpha` |
/// | `alpha_nDCG@10`: the same over the best ranking | `α_nDCG` | optional | `rel`, `alpha` |
/// | `ERR_IA@20`: ERR of each subtopic | | needed | `rel` |
/// | `nERR_IA@20`: the same over the best ranking | | optional | `rel` |
/// | `NRBP`, `nNRBP`: RBP of what is new | | none | `rel`, `alpha`, `beta` |
/// | `AP_IA`: AP of each subtopic | `MAP_IA` | none | `rel` |
/// | `P_IA@10`: P of each subtopic | | needed | `rel` |
/// | `StRecall@10`: subtopics met | | optional | `rel` |
/// | `GMAP`: AP, the mean over topics geometric | | optional | `rel` |
/// | `NumRet`, `NumRet(rel=1)`, `NumRel`, `NumQ`: counts, summed | `NumRelRet` | none | `rel` |
///
/// * `judged_only=True` takes unjudged documents out of the ranking first (all but Judged, Bpref, infAP, SetR, RBP, ERR, Compat, Accuracy, BPM to INSQ, NRBP, nNRBP, StRecall, counts).
/// * `max_rel=3` is the largest grade of the scale: `RBP(max_rel=3)` gains grade / 3; `ERR` has 4 unless told, as gdeval; `BPM` to `INSQ` have to be told.
/// * `min_rel=1` is the grade of those that gains nothing (default 0): the gain is (grade − min_rel) / (max_rel − min_rel).
/// * `rel=2` counts grades from 2 on as relevant (default 1, the least allowed).
/// * The measures from `alpha_DCG` to `StRecall` ask which subtopics a document serves ([`Qrels::insert_for`](crate::Qrels::insert_for)); `alpha` is what a
///   subtopic loses each time it is covered, `beta` the probability of going on, both 0.5 unless told.
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
    judged_only: bool,
    cutoff: Option<Cutoff>,
}

/// How the values of topics become one value of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aggregate {
    /// The arithmetic mean.
    Mean,
    /// The sum: of counts.
    Sum,
    /// exp of the mean of ln(max(value, 0.00001)): trec_eval's `gm_map`.
    GeometricMean,
}

impl Aggregate {
    /// Values below are raised to this before their logarithm is taken, as trec_eval does.
    const LEAST: f64 = 0.00001;

    /// The name: `mean`, `sum`, `geometric-mean`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Sum => "sum",
            Self::GeometricMean => "geometric-mean",
        }
    }

    /// One value of many; 0 of none.
    #[must_use]
    pub fn of(self, values: &[f64]) -> f64 {
        match self {
            _ if values.is_empty() => 0.0,
            Self::Mean => stats::mean(values),
            Self::Sum => stats::pairwise_sum(values),
            Self::GeometricMean => self.back(stats::mean(&self.summands(values))),
        }
    }

    /// What is averaged: logarithms for a geometric mean, else the values.
    #[must_use]
    pub fn summands(self, values: &[f64]) -> Vec<f64> {
        match self {
            Self::Mean | Self::Sum => values.to_vec(),
            Self::GeometricMean => values.iter().map(|value| value.max(Self::LEAST).ln()).collect(),
        }
    }

    /// From a mean of [`summands`](Self::summands) to the scale of the values.
    #[must_use]
    pub fn back(self, mean: f64) -> f64 {
        match self {
            Self::Mean | Self::Sum => mean,
            Self::GeometricMean => mean.exp(),
        }
    }
}

impl Measure {
    fn of(kind: MeasureKind, cutoff: Option<Cutoff>) -> Self {
        Self {
            kind,
            rel: 1,
            judged_only: false,
            cutoff,
        }
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
        if !self.kind.shape().takes_rel {
            return Err(setting("left out: this measure has no threshold"));
        }
        if rel < 1 {
            return Err(setting("at least 1"));
        }
        Ok(Self { rel, ..self })
    }

    /// The same measure over the judged documents alone: those without a grade, or with one below 0, are taken out of the ranking first.
    ///
    /// # Errors
    ///
    /// A measure that has no such form.
    pub fn judged_only(self) -> Result<Self, Error> {
        if self.kind.shape().takes_judged_only {
            return Ok(Self {
                judged_only: true,
                ..self
            });
        }
        Err(Error::Setting {
            what: self.kind.name(),
            name: "judged_only",
            found: "True".to_owned(),
            expected: "left out: this measure has no such form".to_owned(),
        })
    }

    /// The same measure at another cutoff; itself where it looks at the whole ranking by definition (`Rprec`, `SetP`).
    #[must_use]
    pub fn at(self, cutoff: Cutoff) -> Self {
        match self.kind.shape().cutoff {
            CutoffRule::Needed | CutoffRule::Optional => Self {
                cutoff: Some(cutoff),
                ..self
            },
            CutoffRule::Never | CutoffRule::Recall => self,
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
        self.kind.shape().takes_rel.then_some(self.rel)
    }

    /// Whether documents without a judgment are taken out of the ranking first.
    #[must_use]
    pub fn is_judged_only(&self) -> bool {
        self.judged_only
    }

    /// The largest grade of the scale that the measure assumes; grades above count as it.
    #[must_use]
    pub fn largest_grade(&self) -> Option<i32> {
        match self.kind {
            MeasureKind::ExpectedReciprocalRank { largest } => Some(largest),
            MeasureKind::RankBiasedPrecision { largest, .. } => largest,
            MeasureKind::ExpectedUtility { scale, .. } => Some(scale.largest),
            _ => None,
        }
    }

    /// Whether the value can fall when a document of a higher grade changes places with one above it; `has_decimals` says whether grades have any.
    ///
    /// A measure of diversity does not see grades but subtopics. A reader of `BPM` may stop sooner, a table of gains need not rise with the
    /// grade, and what comes above a cutoff counts in the divisor of `ContextPrecision@k` and `Accuracy@k`.
    pub(crate) fn may_fall(&self, has_decimals: bool) -> bool {
        match &self.kind {
            MeasureKind::Ndcg(gains) => gains.may_fall(has_decimals),
            MeasureKind::ContextPrecision | MeasureKind::Accuracy => self.cutoff.is_some(),
            MeasureKind::ExpectedUtility { model, .. } => {
                matches!(model, UserModel::BejeweledPlayer { .. })
            }
            kind => kind.is_of_diversity(),
        }
    }

    /// How the values of topics become one.
    #[must_use]
    pub fn aggregate(&self) -> Aggregate {
        match self.kind {
            MeasureKind::GeometricAveragePrecision => Aggregate::GeometricMean,
            MeasureKind::Returned
            | MeasureKind::RelevantReturned
            | MeasureKind::Relevant
            | MeasureKind::Topics => Aggregate::Sum,
            _ => Aggregate::Mean,
        }
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
        let prints_rel = self.rel != 1 || self.kind.always_prints_rel();
        let mut parameters: Vec<String> = prints_rel
            .then(|| format!("rel={}", self.rel))
            .into_iter()
            .collect();
        parameters.extend(self.kind.own_parameters());
        parameters.extend(self.judged_only.then(|| "judged_only=True".to_owned()));
        let mut text = self.kind.name().to_owned();
        if !parameters.is_empty() {
            text.push_str(&format!("({})", parameters.join(",")));
        }
        if let MeasureKind::InterpolatedPrecision(share) = self.kind {
            text.push_str(&format!("@{share}"));
        } else if let Some(cutoff) = self.cutoff {
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
