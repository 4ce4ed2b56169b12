//! From one topic to one value.

use super::binary_gain::binary_gain;
use super::eleven_points::eleven_points;
use super::formula::Formula;
use super::ndcg_at_levels::ndcg_at_levels;
use super::ndcg_rel::ndcg_rel;
use super::normalized_gain::normalized_gain;
use super::options::Options;
use super::r_precision_multiple::r_precision_multiple;
use super::relative_precision::relative_precision;
use super::relstring::relstring;
use super::seen::Seen;
use super::unjudged::{residual, unjudged};
use super::utility::utility;
use super::yaap::yaap;
use crate::formulas::{self, Pooled, real};

/// A value as it is printed: a count without decimals, a number with four, words as they are.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The tag of the run, or the grades of `relstring` between apostrophes.
    Text(String),
    /// A number of topics or documents.
    Count(usize),
    /// Everything else.
    Number(f64),
}

/// The value of one topic; geometric means begin with the plain value. What no topic has is nothing.
pub(super) fn value(formula: &Formula, seen: &Seen<'_>, options: &Options) -> Value {
    let relevant = seen.relevant.as_slice();
    let n_relevant = seen.n_relevant;
    let number = match formula {
        Formula::Runid => return Value::Text(String::new()),
        Formula::NumQ => return Value::Count(1),
        Formula::NumRet => return Value::Count(seen.grades.len()),
        Formula::NumRel => return Value::Count(n_relevant),
        Formula::NumRelRet => return Value::Count(seen.n_found()),
        Formula::NumNonrelJudgedRet => {
            let pooled = seen.pooled();
            return Value::Count(pooled.iter().filter(|p| **p == Pooled::NotRelevant).count());
        }
        Formula::NumNonjudgedRet => {
            return Value::Count(seen.judged().iter().filter(|judged| !**judged).count());
        }
        Formula::Relstring(length) => return Value::Text(format!("'{}'", relstring(&seen.grades, *length))),
        Formula::Map | Formula::GmMap => formulas::average_precision(relevant, n_relevant, None),
        Formula::MapCut(k) => formulas::average_precision(relevant, n_relevant, *k),
        Formula::Rprec => formulas::r_precision(relevant, n_relevant),
        Formula::Bpref | Formula::GmBpref => {
            formulas::bpref(&seen.pooled(), n_relevant, seen.n_not_relevant())
        }
        Formula::RecipRank => formulas::reciprocal_rank(relevant, None),
        Formula::IprecAtRecall(share) => {
            formulas::interpolated_precision(relevant, n_relevant, *share, options.version.recall_point())
        }
        Formula::ElevenPoints(shares) => {
            eleven_points(relevant, n_relevant, shares, options.version.recall_point())
        }
        Formula::P(k) => formulas::precision(relevant, *k),
        Formula::Recall(k) => formulas::recall(relevant, n_relevant, *k),
        Formula::InfAp => formulas::inferred_ap(&seen.pooled(), n_relevant),
        Formula::RprecMult(multiple) => r_precision_multiple(relevant, n_relevant, *multiple),
        Formula::Utility(worth) => utility(*worth, seen.table(options.collection)),
        Formula::BinG => binary_gain(relevant, n_relevant),
        Formula::NdcgCut(k) => formulas::ndcg(&seen.plain().by_rank, &seen.plain().ideal, *k),
        Formula::RelativeP(k) => relative_precision(relevant, n_relevant, *k),
        Formula::Success(k) => formulas::success(relevant, *k),
        Formula::SetP => formulas::set_precision(relevant),
        Formula::SetRelativeP => formulas::set_relative_precision(relevant, n_relevant),
        Formula::SetRecall => formulas::set_recall(relevant, n_relevant),
        Formula::SetMap => formulas::set_ap(relevant, n_relevant),
        Formula::SetF(beta) => formulas::set_f(relevant, n_relevant, *beta),
        Formula::Yaap => yaap(relevant, n_relevant),
        Formula::Rbp { p, gains } => formulas::rank_biased_precision(&seen.shares(gains), *p),
        Formula::RbpResid(p) => residual(&seen.judged(), *p),
        Formula::Unj(k) => unjudged(&seen.judged(), *k),
        // trec_eval gives 0 for this one, and none of the others, where no document reaches the level
        Formula::Rndcg(_) if n_relevant == 0 => 0.0,
        Formula::G(gains)
        | Formula::Dcg(gains)
        | Formula::IdealDcg(gains)
        | Formula::Ndcg(gains)
        | Formula::NdcgRel(gains)
        | Formula::Rndcg(gains) => {
            let gained = seen.gained(gains);
            let (by_rank, ideal) = (&gained.by_rank, &gained.ideal);
            match formula {
                Formula::G(_) => normalized_gain(by_rank, ideal),
                Formula::Dcg(_) => formulas::dcg(by_rank, None),
                Formula::IdealDcg(_) => formulas::dcg(ideal, None),
                Formula::NdcgRel(_) => ndcg_rel(by_rank, ideal),
                Formula::Rndcg(_) => ndcg_at_levels(by_rank, ideal),
                _ => formulas::ndcg(by_rank, ideal, None),
            }
        }
    };
    Value::Number(number)
}

/// The value of a topic that the run lacks (`-c`): that of an empty ranking, and no utility.
pub(super) fn value_of_missing(formula: &Formula, seen: &Seen<'_>, options: &Options) -> Value {
    match formula {
        Formula::Utility(_) => Value::Number(0.0),
        formula => value(formula, seen, options),
    }
}

/// The least value that a geometric mean is made of, so that one topic at 0 does not make it 0.
const LEAST: f64 = 0.00001;

/// exp of the mean of ln(max(value, 0.00001)).
pub(super) fn geometric_mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = real(values.len());
    let sum = values.fold(0.0, |sum, x| sum + x.max(LEAST).ln());
    (sum / n).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_at_zero_counts_a_hundred_thousandth() {
        let mean = geometric_mean([0.0, 0.1].into_iter());
        assert!((mean - 0.001).abs() < 1e-15); // √(10⁻⁵ · 10⁻¹)
    }
}
