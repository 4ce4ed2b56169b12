//! Reading a measure: `Name(key=value, …)@cutoff`, with blanks allowed between the parts.

mod numbers;
mod parameters;

use std::str::FromStr;

use self::numbers::shown;
use self::parameters::with_scale;
use super::kind::CutoffRule;
use super::names::{kind_of, suggestion};
use super::{Measure, MeasureKind};
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
        self.check_scale(&measure)?;
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
                Err(self.error(problem, format!("write {}", with_scale(measure))))
            }
        }
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
}

/// The measure without what stands behind its `@`.
fn name_and_parameters(measure: &Measure) -> String {
    let text = measure.to_string();
    match text.rsplit_once('@') {
        Some((front, _)) => front.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests;
