//! Parameters: which measure takes which, and what each is set to.

use super::super::kind::CutoffRule;
use super::super::{Gains, Measure, MeasureKind, UserModel};
use super::numbers::shown;
use super::{Parser, Value};
use crate::error::MeasureError;

impl Parser<'_> {
    pub(super) fn set(&self, measure: &mut Measure, key: &str, value: Value<'_>) -> Result<(), MeasureError> {
        let shape = measure.kind.shape();
        match (key, value) {
            ("cutoff", Value::Bare(found)) if shape.cutoff != CutoffRule::Recall => {
                self.at(measure, found)?
            }
            ("recall", Value::Bare(found)) if shape.cutoff == CutoffRule::Recall => {
                self.at(measure, found)?
            }
            ("rel", Value::Bare(found)) if shape.takes_rel || measure.kind == MeasureKind::Returned => {
                if measure.kind == MeasureKind::Returned {
                    measure.kind = MeasureKind::RelevantReturned;
                }
                measure.rel = self.grade("rel", found, "write rel=2, say, or leave it out")?;
            }
            ("relative", Value::Bare(found)) if is_set_precision(&measure.kind) => {
                measure.kind = match self.flag("relative", found)? {
                    true => MeasureKind::SetRelativePrecision,
                    false => MeasureKind::SetPrecision,
                };
            }
            ("judged_only", Value::Bare(found)) if shape.takes_judged_only => {
                measure.judged_only = self.flag("judged_only", found)?;
            }
            ("dcg", Value::Quoted("log2")) if measure.kind.discounts_by_log2_alone() => {}
            ("dcg" | "gains", value) => {
                let MeasureKind::Ndcg(gains) = &mut measure.kind else {
                    return Err(self.unknown_parameter(measure, key));
                };
                if *gains != Gains::Linear {
                    return Err(self.error("dcg and gains contradict each other", "keep one"));
                }
                *gains = self.gains(key, value)?;
            }
            (_, Value::Bare(found)) => {
                if !self.set_own(&mut measure.kind, key, found)? {
                    return Err(self.unknown_parameter(measure, key));
                }
            }
            _ => return Err(self.unknown_parameter(measure, key)),
        }
        Ok(())
    }

    /// Sets a number or flag that belongs to one kind of measure; `false` if it has no such parameter.
    pub(super) fn set_own(
        &self,
        kind: &mut MeasureKind,
        key: &str,
        found: &str,
    ) -> Result<bool, MeasureError> {
        const SCALE: &str = "write the largest grade of the scale, max_rel=3, say";
        let name = kind.name();
        match (kind, key) {
            (MeasureKind::SetF { beta }, "beta") => {
                *beta = self.real(found, 0.0..=1e6, ("SetF", "beta"), "write beta=2.0, say")?;
            }
            (MeasureKind::RankBiasedPrecision { p, .. } | MeasureKind::RankBiasedResidual { p }, "p") => {
                *p = self.real(found, 0.0..=1.0, ("RBP", "p"), "write p=0.8, say")?;
            }
            (MeasureKind::Compatibility { p, .. }, "p") => {
                *p = self.real(found, 0.0..=1.0, ("Compat", "p"), "write p=0.95, say")?;
            }
            (
                MeasureKind::AlphaDcg { alpha }
                | MeasureKind::AlphaNdcg { alpha }
                | MeasureKind::NoveltyAndRankBiasedPrecision { alpha, .. }
                | MeasureKind::NormalizedNoveltyAndRankBiasedPrecision { alpha, .. },
                "alpha",
            ) => {
                *alpha = self.real(found, 0.0..=1.0, (name, "alpha"), "write alpha=0.5, say")?;
            }
            (
                MeasureKind::NoveltyAndRankBiasedPrecision { beta, .. }
                | MeasureKind::NormalizedNoveltyAndRankBiasedPrecision { beta, .. },
                "beta",
            ) => {
                *beta = self.real(found, 0.0..=1.0, (name, "beta"), "write beta=0.5, say")?;
            }
            (MeasureKind::Compatibility { normalize, .. }, "normalize") => {
                *normalize = self.flag("normalize", found)?;
            }
            (MeasureKind::RankBiasedPrecision { largest, .. }, "max_rel") => {
                *largest = Some(self.grade("max_rel", found, SCALE)?);
            }
            (MeasureKind::ExpectedReciprocalRank { largest }, "max_rel") => {
                *largest = self.grade("max_rel", found, SCALE)?;
            }
            (MeasureKind::ExpectedUtility { scale, .. }, "max_rel") => {
                scale.largest = self.grade("max_rel", found, SCALE)?;
            }
            (MeasureKind::ExpectedUtility { scale, .. }, "min_rel") => {
                scale.least = self.least_grade(found)?;
            }
            (MeasureKind::ExpectedUtility { model, .. }, _) => {
                let name = model.name();
                match model.number() {
                    Some((parameter, range, number)) if parameter == key => {
                        let hint = format!("write {key}={number}, say");
                        *number = self.real(found, range, (name, parameter), &hint)?;
                    }
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A measure that needs a scale of grades has one, from a lower grade to a higher.
    pub(super) fn check_scale(&self, measure: &Measure) -> Result<(), MeasureError> {
        let MeasureKind::ExpectedUtility { model, scale } = measure.kind else {
            return Ok(());
        };
        if scale.least < scale.largest {
            return Ok(());
        }
        let problem = match scale.largest {
            0 => "no max_rel, the largest grade of the scale".to_owned(),
            largest => format!("min_rel {} is not below max_rel {largest}", scale.least),
        };
        let told = with_scale(measure);
        if told.cutoff.is_some() || !model.has_cutoff() {
            return Err(self.error(problem, format!("write {told}")));
        }
        let found = self.rest.trim().strip_prefix('@').map(str::trim);
        let found = found.filter(|found| self.cutoff(&measure.kind, found).is_ok());
        Err(self.error(problem, format!("write {told}@{}", found.unwrap_or("10"))))
    }

    pub(super) fn gains(&self, key: &str, value: Value<'_>) -> Result<Gains, MeasureError> {
        match (key, value) {
            ("dcg", Value::Quoted("log2")) | ("gains", Value::Quoted("lin" | "linear")) => Ok(Gains::Linear),
            ("dcg", Value::Quoted("exp-log2")) | ("gains", Value::Quoted("exp" | "exponential")) => {
                Ok(Gains::Exponential)
            }
            ("gains", Value::Table(table)) => {
                let pairs = table.split(',').map(str::trim).filter(|pair| !pair.is_empty());
                let pairs: Option<Vec<(i32, f64)>> = pairs
                    .map(|pair| {
                        let (grade, gain) = pair.split_once(':')?;
                        Some((grade.trim().parse().ok()?, gain.trim().parse().ok()?))
                    })
                    .collect();
                let hint = "write grades and gains, as in nDCG(gains={1:1,2:3})@10";
                let pairs =
                    pairs.ok_or_else(|| self.error(format!("gains {{{table}}} is no table"), hint))?;
                Gains::explicit(pairs).map_err(|error| self.error(error.to_string(), hint))
            }
            ("dcg", _) => Err(self.error(
                "dcg is neither 'log2' nor 'exp-log2'",
                "write nDCG(dcg='exp-log2')@10",
            )),
            _ => Err(self.error(
                "gains is neither a table nor 'linear' nor 'exponential'",
                "write nDCG(gains={2:3})@10 or nDCG(dcg='exp-log2')@10",
            )),
        }
    }

    /// Parameters that exclude one another.
    pub(super) fn check_together(&self, measure: &Measure, seen: &[&str]) -> Result<(), MeasureError> {
        if seen.contains(&"rel") && seen.contains(&"max_rel") {
            let hint = format!(
                "keep rel for relevant or not, max_rel for graded {}",
                measure.kind.name()
            );
            return Err(self.error("rel and max_rel contradict each other", hint));
        }
        Ok(())
    }

    pub(super) fn unknown_parameter(&self, measure: &Measure, key: &str) -> MeasureError {
        let shape = measure.kind.shape();
        let mut known: Vec<&str> = Vec::new();
        let takes_rel = shape.takes_rel || measure.kind == MeasureKind::Returned;
        known.extend(takes_rel.then_some("rel=2"));
        known.extend(match &measure.kind {
            MeasureKind::Ndcg(_) => Some("dcg='exp-log2' or gains={2:3}"),
            MeasureKind::SetPrecision | MeasureKind::SetRelativePrecision => Some("relative=True"),
            MeasureKind::SetF { .. } => Some("beta=2.0"),
            MeasureKind::RankBiasedPrecision { .. } => Some("p=0.8, max_rel=3"),
            MeasureKind::RankBiasedResidual { .. } => Some("p=0.8"),
            MeasureKind::ExpectedReciprocalRank { .. } => Some("max_rel=4"),
            MeasureKind::Compatibility { .. } => Some("p=0.95, normalize=False"),
            MeasureKind::AlphaDcg { .. } | MeasureKind::AlphaNdcg { .. } => Some("alpha=0.5"),
            MeasureKind::NoveltyAndRankBiasedPrecision { .. }
            | MeasureKind::NormalizedNoveltyAndRankBiasedPrecision { .. } => Some("alpha=0.5, beta=0.5"),
            MeasureKind::ExpectedUtility { .. } => Some("max_rel=3, min_rel=1"),
            _ => None,
        });
        if let MeasureKind::ExpectedUtility { model, .. } = &measure.kind {
            known.extend(match model {
                UserModel::ScaledDcg => Some("dcg='log2'"),
                UserModel::Nerr8 | UserModel::Nerr9 => None,
                UserModel::Nerr10 { .. } => Some("p=0.9"),
                _ => Some("T=1.0"),
            });
        }
        known.extend(shape.takes_judged_only.then_some("judged_only=True"));
        let known = match (known.is_empty(), shape.cutoff) {
            (false, _) => known.join(", "),
            (true, CutoffRule::Never) => "none".to_owned(),
            (true, _) => "only a cutoff".to_owned(),
        };
        let name = measure.kind.name();
        self.error(
            format!("{name} has no parameter {}", shown(key)),
            format!("{name} takes {known}"),
        )
    }
}

fn is_set_precision(kind: &MeasureKind) -> bool {
    matches!(
        kind,
        MeasureKind::SetPrecision | MeasureKind::SetRelativePrecision
    )
}

/// The same measure with some scale, if it needs one and has none.
pub(super) fn with_scale(measure: &Measure) -> Measure {
    let mut told = measure.clone();
    if let MeasureKind::ExpectedUtility { scale, .. } = &mut told.kind
        && scale.least >= scale.largest
    {
        scale.largest = scale.least.saturating_add(1).max(3);
    }
    told
}
