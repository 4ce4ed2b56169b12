//! Reading a measure: `Name(key=value, …)@cutoff`, with blanks allowed between the parts.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::kind::CutoffRule;
use super::names::{kind_of, suggestion};
use super::{Gains, Measure, MeasureKind, Real};
use crate::cutoff::Cutoff;
use crate::error::{Error, MeasureError};

impl FromStr for Measure {
    type Err = Error;

    /// Reads the form that `Display` writes, and the other spellings that [`Measure`] lists.
    ///
    /// # Errors
    ///
    /// [`Error::Measure`] with the text, what is wrong with it and what to write instead.
    fn from_str(text: &str) -> Result<Self, Error> {
        let parser = Parser { text, rest: text };
        parser.measure().map_err(Error::Measure)
    }
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

/// The value of one parameter.
enum Value<'t> {
    Bare(&'t str),
    Quoted(&'t str),
    Table(&'t str),
}

impl<'t> Parser<'t> {
    fn error(&self, problem: impl Into<String>, hint: impl Into<String>) -> MeasureError {
        MeasureError {
            text: self.text.to_owned(),
            problem: problem.into(),
            hint: hint.into(),
        }
    }

    /// Takes `token` if it is next, and the blanks around it.
    fn eat(&mut self, token: char) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            None => false,
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
        }
    }

    /// Takes everything up to one of `ends` or the end.
    fn until(&mut self, ends: &[char]) -> &'t str {
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.trim()
    }

    fn measure(mut self) -> Result<Measure, MeasureError> {
        let name = self.until(&['(', '@']);
        let kind = kind_of(name).ok_or_else(|| {
            let problem = if name.is_empty() {
                "no name".to_owned()
            } else {
                format!("there is no measure {name:?}")
            };
            self.error(problem, suggestion(self.text.trim(), name))
        })?;
        let mut measure = Measure::of(kind, None);
        let mut is_recall_given = false;
        if self.eat('(') {
            is_recall_given = self.parameters(&mut measure)?;
        }
        if self.eat('@') {
            let found = self.rest.trim();
            if measure.cutoff.is_some() || is_recall_given {
                return Err(self.error("two cutoffs", "keep one"));
            }
            self.at(&mut measure, found)?;
        } else if !self.rest.trim().is_empty() {
            let problem = format!("{:?} follows the measure", self.rest.trim());
            let hint = match (measure.cutoff, measure.kind.shape().cutoff) {
                (None, CutoffRule::Needed) => format!("write {measure}@10"),
                (None, CutoffRule::Optional) => format!("write {measure} alone, or {measure}@10"),
                _ => format!("write {measure} alone"),
            };
            return Err(self.error(problem, hint));
        }
        match measure.kind.shape().cutoff {
            CutoffRule::Needed if measure.cutoff.is_none() => {
                Err(self.error("no cutoff", format!("write {measure}@10")))
            }
            CutoffRule::Recall if !is_recall_given && !self.text.contains('@') => Err(self.error(
                "no share of recall",
                format!("write {}@0.1", name_and_parameters(&measure)),
            )),
            _ => Ok(measure),
        }
    }

    /// What stands behind the `@`.
    fn at(&self, measure: &mut Measure, found: &str) -> Result<(), MeasureError> {
        match measure.kind.shape().cutoff {
            CutoffRule::Needed | CutoffRule::Optional => {
                measure.cutoff = Some(self.cutoff(&measure.kind, found)?);
                Ok(())
            }
            CutoffRule::Recall => {
                measure.kind = MeasureKind::InterpolatedPrecision(self.share(found)?);
                Ok(())
            }
            CutoffRule::Never => {
                let problem = format!(
                    "{} looks at the whole ranking and has no cutoff",
                    measure.kind.name()
                );
                Err(self.error(problem, format!("write {measure}")))
            }
        }
    }

    fn share(&self, found: &str) -> Result<Real, MeasureError> {
        self.real(found, 0.0..=1.0, ("IPrec", "recall"), "write IPrec@0.1, say")
    }

    /// A number in plain or scientific digits.
    fn real(
        &self,
        found: &str,
        range: RangeInclusive<f64>,
        (what, name): (&'static str, &'static str),
        hint: &str,
    ) -> Result<Real, MeasureError> {
        let problem = || {
            format!(
                "{name} {} is not a number from {} to {}",
                shown(found),
                range.start(),
                range.end()
            )
        };
        let value: f64 = found.parse().map_err(|_| self.error(problem(), hint))?;
        Real::within(range.clone(), value, what, name).map_err(|_| self.error(problem(), hint))
    }

    /// A grade of at least 1.
    fn grade(&self, name: &str, found: &str, hint: &str) -> Result<i32, MeasureError> {
        let grade = found.parse().ok().filter(|&grade: &i32| grade >= 1);
        grade.ok_or_else(|| {
            let problem = format!("{name} {} is not a whole number of at least 1", shown(found));
            self.error(problem, hint)
        })
    }

    fn flag(&self, name: &str, found: &str) -> Result<bool, MeasureError> {
        match found {
            "True" | "true" | "1" => Ok(true),
            "False" | "false" | "0" => Ok(false),
            _ => Err(self.error(
                format!("{name} {} is neither True nor False", shown(found)),
                format!("write {name}=True, say"),
            )),
        }
    }

    fn cutoff(&self, kind: &MeasureKind, found: &str) -> Result<Cutoff, MeasureError> {
        // Python's int is plain digits; u32 would also read "+5"
        let digits = !found.is_empty() && found.bytes().all(|b| b.is_ascii_digit());
        let cutoff = if digits {
            found.parse().ok().and_then(|depth| Cutoff::new(depth).ok())
        } else {
            None
        };
        cutoff.ok_or_else(|| {
            let near = match found.parse::<f64>() {
                Ok(n) if n < 1.0 => "1".to_owned(),
                Ok(n) if n <= f64::from(u32::MAX) => format!("{:.0}", n.floor()),
                _ => "10".to_owned(),
            };
            let problem = format!("cutoff {} is not a whole number of at least 1", shown(found));
            self.error(problem, format!("write {}@{near}", kind.name()))
        })
    }

    /// Everything up to the closing parenthesis; whether a share of recall was among it.
    fn parameters(&mut self, measure: &mut Measure) -> Result<bool, MeasureError> {
        let mut seen: Vec<&str> = Vec::new();
        while !self.eat(')') {
            let key = self.until(&['=', ',', ')']);
            if !self.eat('=') {
                let problem = format!("parameter {} has no value", shown(key));
                return Err(self.error(problem, "write key=value"));
            }
            if seen.contains(&key) {
                return Err(self.error(format!("parameter {key} is given twice"), "keep one"));
            }
            seen.push(key);
            let value = self.value()?;
            self.set(measure, key, value)?;
            if !self.eat(',') && !self.rest.trim_start().starts_with(')') {
                return Err(self.error("the parameters have no closing parenthesis", "add a )"));
            }
        }
        self.check_together(measure, &seen)?;
        Ok(seen.contains(&"recall"))
    }

    /// Parameters that exclude one another.
    fn check_together(&self, measure: &Measure, seen: &[&str]) -> Result<(), MeasureError> {
        if seen.contains(&"rel") && seen.contains(&"max_rel") {
            let hint = format!(
                "keep rel for relevant or not, max_rel for graded {}",
                measure.kind.name()
            );
            return Err(self.error("rel and max_rel contradict each other", hint));
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Value<'t>, MeasureError> {
        for quote in ['\'', '"'] {
            if self.eat(quote) {
                let value = self.until(&[quote]);
                return if self.eat(quote) {
                    Ok(Value::Quoted(value))
                } else {
                    Err(self.error("a quote is not closed", format!("add a {quote}")))
                };
            }
        }
        if self.eat('{') {
            let table = self.until(&['}']);
            return if self.eat('}') {
                Ok(Value::Table(table))
            } else {
                Err(self.error("a brace is not closed", "add a }"))
            };
        }
        Ok(Value::Bare(self.until(&[',', ')', '@'])))
    }

    fn set(&self, measure: &mut Measure, key: &str, value: Value<'_>) -> Result<(), MeasureError> {
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
            ("judged_only", Value::Bare(found)) if shape.takes_judged_only => {
                measure.judged_only = self.flag("judged_only", found)?;
            }
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
    fn set_own(&self, kind: &mut MeasureKind, key: &str, found: &str) -> Result<bool, MeasureError> {
        const SCALE: &str = "write the largest grade of the scale, max_rel=3, say";
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
            (MeasureKind::Compatibility { normalize, .. }, "normalize") => {
                *normalize = self.flag("normalize", found)?;
            }
            (MeasureKind::RankBiasedPrecision { largest, .. }, "max_rel") => {
                *largest = Some(self.grade("max_rel", found, SCALE)?);
            }
            (MeasureKind::ExpectedReciprocalRank { largest }, "max_rel") => {
                *largest = self.grade("max_rel", found, SCALE)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn gains(&self, key: &str, value: Value<'_>) -> Result<Gains, MeasureError> {
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

    fn unknown_parameter(&self, measure: &Measure, key: &str) -> MeasureError {
        let shape = measure.kind.shape();
        let mut known: Vec<&str> = Vec::new();
        known.extend(shape.takes_rel.then_some("rel=2"));
        known.extend(match &measure.kind {
            MeasureKind::Ndcg(_) => Some("dcg='exp-log2' or gains={2:3}"),
            MeasureKind::SetF { .. } => Some("beta=2.0"),
            MeasureKind::RankBiasedPrecision { .. } => Some("p=0.8, max_rel=3"),
            MeasureKind::RankBiasedResidual { .. } => Some("p=0.8"),
            MeasureKind::ExpectedReciprocalRank { .. } => Some("max_rel=4"),
            MeasureKind::Compatibility { .. } => Some("p=0.95, normalize=False"),
            _ => None,
        });
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

/// The measure without what stands behind its `@`.
fn name_and_parameters(measure: &Measure) -> String {
    let text = measure.to_string();
    match text.rsplit_once('@') {
        Some((front, _)) => front.to_owned(),
        None => text,
    }
}

/// Numbers as they are, everything else in quotes.
fn shown(found: &str) -> String {
    if found.parse::<f64>().is_ok_and(f64::is_finite) {
        found.to_owned()
    } else {
        format!("{found:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        text.parse::<Measure>()
            .unwrap_or_else(|e| panic!("{e}"))
            .to_string()
    }

    fn message(text: &str) -> String {
        text.parse::<Measure>().unwrap_err().to_string()
    }

    #[test]
    fn canonical_names_print_as_they_were_written() {
        for text in [
            "Success@1",
            "P(rel=2)@5",
            "R@10",
            "RR",
            "RR(rel=2)@10",
            "AP",
            "AP(rel=2)@100",
            "nDCG",
            "nDCG@10",
            "nDCG(dcg='exp-log2')@5",
            "nDCG(gains={2:3})@10",
            "nDCG(gains={2:3,3:7})@5",
            "nDCG(gains={1:0.3,2:0.9})",
            "ContextPrecision@5",
            "ContextPrecision(rel=2)",
            "Judged@10",
            "Judged",
            "IDBasedContextPrecision(rel=2)@5",
            "P(rel=2,judged_only=True)@5",
            "nDCG(gains={2:3},judged_only=True)@5",
            "Rprec",
            "Bpref(rel=2)",
            "infAP",
            "IPrec@0.1",
            "IPrec(rel=2)@1.0",
            "SetP",
            "SetR(rel=2)",
            "SetAP",
            "SetF(rel=2,beta=2.0)",
            "RBP(rel=1)",
            "RBP(rel=1,p=0.5)",
            "RBP(max_rel=3,p=0.9)@20",
            "RBPResidual(p=0.5)",
            "ERR@20",
            "ERR(max_rel=2)",
            "Compat",
            "Compat(p=0.8,normalize=False)",
            "Accuracy(rel=2)@10",
            "GMAP",
            "NumRet",
            "NumRet(rel=1)",
            "NumRel",
            "NumQ",
        ] {
            assert_eq!(printed(text), text);
        }
    }

    #[test]
    fn aliases_blanks_and_defaults_print_canonically() {
        for (text, expected) in [
            ("Hit@5", "Success@5"),
            ("MRR@10", "RR@10"),
            ("MAP", "AP"),
            ("NDCG@10", "nDCG@10"),
            ("Precision@5", "P@5"),
            ("Recall@100", "R@100"),
            (
                " nDCG ( gains = { 2 : 3 , 1 : 1 } ) @ 10 ",
                "nDCG(gains={2:3})@10",
            ),
            ("nDCG(gains={0:0,1:1,2:3})@10", "nDCG(gains={2:3})@10"),
            ("nDCG(gains={1:1})@10", "nDCG@10"),
            ("nDCG(dcg=\"exp-log2\")", "nDCG(dcg='exp-log2')"),
            ("nDCG(gains='exponential')@10", "nDCG(dcg='exp-log2')@10"),
            ("nDCG(dcg='log2')@10", "nDCG@10"),
            ("P(rel=1)@5", "P@5"),
            ("P(cutoff=5,rel=2)", "P(rel=2)@5"),
            ("AP()@5", "AP@5"),
            ("AP(judged_only=False)@5", "AP@5"),
            ("RBP(p=0.8)", "RBP(rel=1)"),
            ("RBP(p=0.50,rel=2)", "RBP(rel=2,p=0.5)"),
            ("ERR(max_rel=4)@10", "ERR@10"),
            ("SetF(beta=1)", "SetF"),
            ("IPrec@.1", "IPrec@0.1"),
            ("IPrec(recall=0.1)", "IPrec@0.1"),
            ("NumRelRet", "NumRet(rel=1)"),
            ("NumRelRet(rel=2)", "NumRet(rel=2)"),
        ] {
            assert_eq!(printed(text), expected);
        }
    }

    #[test]
    fn messages_name_the_measure_the_fault_and_a_way_out() {
        for (text, expected) in [
            ("P@0", "cutoff 0 is not a whole number of at least 1; write P@1"),
            ("P@-1", "cutoff -1 is not a whole number of at least 1; write P@1"),
            (
                "P@x",
                "cutoff \"x\" is not a whole number of at least 1; write P@10",
            ),
            (
                "P@5.0",
                "cutoff 5.0 is not a whole number of at least 1; write P@5",
            ),
            (
                "P@",
                "cutoff \"\" is not a whole number of at least 1; write P@10",
            ),
            (
                "nDCG@99999999999",
                "cutoff 99999999999 is not a whole number of at least 1; write nDCG@10",
            ),
            ("P", "no cutoff; write P@10"),
            ("P(rel=2)", "no cutoff; write P(rel=2)@10"),
            (
                "",
                "no name; there are Success, P, R, RR, AP, nDCG, ContextPrecision, Judged, IDBasedContextPrecision, GMAP, Rprec, Bpref, \
                 infAP, IPrec, SetP, SetR, SetAP, SetF, RBP, RBPResidual, ERR, Compat, Accuracy, NumRet, NumRel, NumQ",
            ),
            ("ndgc@10", "there is no measure \"ndgc\"; did you mean nDCG@10?"),
            (
                "P(rel=0)@5",
                "rel 0 is not a whole number of at least 1; write rel=2, say, or leave it out",
            ),
            ("P(rel=2,rel=3)@5", "parameter rel is given twice; keep one"),
            (
                "nDCG(rel=2)@5",
                "nDCG has no parameter \"rel\"; nDCG takes dcg='exp-log2' or gains={2:3}, judged_only=True",
            ),
            (
                "Bpref(judged_only=True)",
                "Bpref has no parameter \"judged_only\"; Bpref takes rel=2",
            ),
            (
                "AP(judged_only=yes)",
                "judged_only \"yes\" is neither True nor False; write judged_only=True, say",
            ),
            (
                "Rprec@10",
                "Rprec looks at the whole ranking and has no cutoff; write Rprec",
            ),
            ("IPrec", "no share of recall; write IPrec@0.1"),
            ("IPrec(rel=2)", "no share of recall; write IPrec(rel=2)@0.1"),
            (
                "IPrec@10",
                "recall 10 is not a number from 0 to 1; write IPrec@0.1, say",
            ),
            (
                "RBP(p=nan)",
                "p \"nan\" is not a number from 0 to 1; write p=0.8, say",
            ),
            (
                "RBP(rel=1,max_rel=3)",
                "rel and max_rel contradict each other; keep rel for relevant or not, max_rel for graded RBP",
            ),
            (
                "ERR(max_rel=0)@5",
                "max_rel 0 is not a whole number of at least 1; write the largest grade of the scale, max_rel=3, say",
            ),
            ("NumQ(rel=1)", "NumQ has no parameter \"rel\"; NumQ takes none"),
            (
                "Judged(rel=1)@5",
                "Judged has no parameter \"rel\"; Judged takes only a cutoff",
            ),
            (
                "nDCG(dcg='exp')",
                "dcg is neither 'log2' nor 'exp-log2'; write nDCG(dcg='exp-log2')@10",
            ),
            ("P(5)@5", "parameter 5 has no value; write key=value"),
            ("P(rel=2@5", "the parameters have no closing parenthesis; add a )"),
            ("P(cutoff=5)@5", "two cutoffs; keep one"),
            ("RR)@5", "there is no measure \"RR)\"; did you mean RR@5?"),
            (
                "RR(rel=2)x",
                "\"x\" follows the measure; write RR(rel=2) alone, or RR(rel=2)@10",
            ),
            // found by fuzzing: what was suggested here, P@5@10 and P alone, is no measure
            ("P(cutoff=5)x", "\"x\" follows the measure; write P@5 alone"),
            ("P(rel=2)x", "\"x\" follows the measure; write P(rel=2)@10"),
            (
                "nDCG(gains={2:3},dcg='exp-log2')",
                "dcg and gains contradict each other; keep one",
            ),
            (
                "nDCG(gains={2-3})",
                "gains {2-3} is no table; write grades and gains, as in nDCG(gains={1:1,2:3})@10",
            ),
            ("nDCG(gains={2:3)", "a brace is not closed; add a }"),
        ] {
            assert_eq!(message(text), format!("measure {text:?}: {expected}"));
        }
    }
}
