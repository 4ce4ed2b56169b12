//! Flags of trec_eval.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::values::{some_trec_eval_measure, trec_eval_rules};

const EXAMPLES: &str = "\
Examples:
  sokutei trec-eval graded.qrels bm25.run                          the official measures
  sokutei trec-eval -m ndcg_cut.10,20 -m P.5 graded.qrels bm25.run
  sokutei trec-eval -q -c -l2 -m all_trec graded.qrels bm25.run";

/// Measure one run as trec_eval does, line by line.
///
/// Names, parameters, flags and output are those of trec_eval 10. A measure is a name, or a name and a list behind a dot: map, P.5,10,
/// iprec_at_recall.0.1,0.5, ndcg.1=3,2=9, rbp.p=0.8. Groups are official, all_trec and set.
#[derive(Debug, ClapArgs)]
#[command(before_help = EXAMPLES)]
pub(crate) struct TrecEval {
    /// Qrels (TREC, four columns); - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// The run (TREC, six columns); - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) run: PathBuf,
    /// Measure or group, as trec_eval writes them; may be repeated. The official ones if left out
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", value_parser = some_trec_eval_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// The values of every topic as well
    #[arg(long, short = 'q', alias = "query_eval_wanted")]
    pub(crate) per_topic: bool,
    /// Means over all topics of the qrels; those that the run lacks count 0. Without it they are left out
    #[arg(long, short = 'c', alias = "complete_rel_info_wanted")]
    pub(crate) complete: bool,
    /// The least grade that counts as relevant
    #[arg(
        long,
        short = 'l',
        value_name = "GRADE",
        default_value_t = 1,
        alias = "level_for_rel",
        allow_negative_numbers = true
    )]
    pub(crate) level: u16,
    /// Look at the first N documents of each topic only
    #[arg(
        long,
        short = 'M',
        value_name = "N",
        alias = "Max_retrieved_per_topic",
        allow_negative_numbers = true
    )]
    pub(crate) depth: Option<NonZeroU32>,
    /// No lines for all topics together
    #[arg(long, short = 'n', alias = "nosummary")]
    pub(crate) no_summary: bool,
    /// Take unjudged documents out of the run first
    #[arg(long, short = 'J', alias = "Judged_docs_only")]
    pub(crate) judged_only: bool,
    /// Documents in the collection, for utility only
    #[arg(
        long,
        short = 'N',
        value_name = "N",
        default_value_t = 0,
        alias = "Number_docs_in_coll",
        allow_negative_numbers = true
    )]
    pub(crate) collection: u64,
    /// Version to follow: trec9 has scores in single precision and other recall points
    #[arg(long, value_name = "VERSION", default_value = "trec10", value_parser = trec_eval_rules())]
    pub(crate) rules: String,
}
