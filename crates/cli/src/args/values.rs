//! Values of flags: what is accepted, and what a shell may complete.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use sokutei_index::article_systems;
use sokutei_measures::agreement::ApTies;
use sokutei_measures::{TieBreak, trec_eval};
use sokutei_testset::Similarity;

/// Measures that a shell offers; any other that can be read is as good.
const MEASURES: [&str; 12] = [
    "nDCG@10",
    "RR@10",
    "R@10",
    "R@100",
    "P@5",
    "P@10",
    "Success@1",
    "Success@5",
    "Success@10",
    "AP@100",
    "ContextPrecision@10",
    "Judged@10",
];

/// The same for trec_eval's names.
const TREC_EVAL_MEASURES: [&str; 12] = [
    "official",
    "all_trec",
    "set",
    "map",
    "ndcg",
    "ndcg_cut.10",
    "recip_rank",
    "P.5",
    "recall.100",
    "success.1",
    "bpref",
    "Rprec",
];

pub(super) fn depth(s: &str) -> Result<usize, String> {
    match s.parse::<usize>() {
        Ok(0) => Err("depth 0 keeps no hit; use 1 or more".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("expected a whole number of 1 or more".to_owned()),
    }
}

pub(super) fn share(s: &str) -> Result<f64, String> {
    match s.parse::<f64>() {
        Ok(x) if (0.0..=1.0).contains(&x) => Ok(x),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// The p of rank-biased overlap.
pub(super) fn persistence(s: &str) -> Result<f64, String> {
    match s.parse::<f64>() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => Err("expected a number above 0 and below 1, such as 0.9".to_owned()),
    }
}

pub(super) fn ap_ties() -> PossibleValuesParser {
    PossibleValuesParser::new(ApTies::ALL.map(ApTies::name))
}

/// A share that is neither nothing nor all.
pub(super) fn between_0_and_1(s: &str) -> Result<f64, String> {
    match s.parse::<f64>() {
        Ok(x) if x > 0.0 && x < 1.0 => Ok(x),
        _ => Err("expected a number above 0 and below 1, such as 0.05".to_owned()),
    }
}

pub(super) fn tie_rules() -> PossibleValuesParser {
    PossibleValuesParser::new(TieBreak::ALL.map(TieBreak::name))
}

pub(super) fn similarities() -> PossibleValuesParser {
    PossibleValuesParser::new(Similarity::ALL.map(Similarity::name))
}

/// A system that can be built.
pub(super) fn one_of_the_tags() -> PossibleValuesParser {
    PossibleValuesParser::new(tags())
}

/// A system of an index: the index knows which it has.
pub(super) fn some_tag() -> Offered {
    Offered(tags())
}

/// A measure, which its own parser reads.
pub(super) fn some_measure() -> Offered {
    Offered(MEASURES.to_vec())
}

/// A measure of trec_eval, with its parameters.
pub(super) fn some_trec_eval_measure() -> Offered {
    Offered(TREC_EVAL_MEASURES.to_vec())
}

/// Versions of trec_eval.
pub(super) fn trec_eval_rules() -> PossibleValuesParser {
    PossibleValuesParser::new(trec_eval::Version::ALL.map(trec_eval::Version::name))
}

fn tags() -> Vec<&'static str> {
    // a few bytes, once: clap keeps names for the whole run
    let leaked = |system: sokutei_index::System| -> &'static str { system.tag.leak() };
    article_systems().into_iter().map(leaked).collect()
}

/// Any text; a shell offers these.
#[derive(Clone)]
pub(crate) struct Offered(Vec<&'static str>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}
/// A number that is not below 0.
pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("it must be a number, 0 or more".to_owned()),
    }
}
