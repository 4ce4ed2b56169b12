//! Qrels, runs, measures, intervals and paired tests of retrieval evaluation, with TREC formats.
//!
//! The crate knows what was judged ([`Qrels`]), what a system returned ([`Run`]), how a [`Measure`] turns
//! both into one number per topic ([`evaluate`]), and how sure one may be of a mean or a difference
//! ([`stats`]). It does not know what a document contains, how it was found, or how a number is printed.
//!
//! ```
//! use sokutei_measures::{Measure, TieBreak, evaluate, trec};
//!
//! let qrels = trec::read_qrels("q 0 d1 2\nq 0 d4 1\nq 0 d8 1\n".as_bytes(), "qrels.txt")?.qrels;
//! let run = trec::read_run(
//!     "q Q0 d3 1 5 x\nq Q0 d7 2 4 x\nq Q0 d1 3 3 x\nq Q0 d9 4 2 x\nq Q0 d4 5 1 x\n".as_bytes(),
//!     "x.run",
//! )?;
//! let measures: Vec<Measure> = vec!["nDCG@5".parse()?, "AP@5".parse()?, "R@3".parse()?];
//! let evaluation = evaluate(&run, &qrels, &measures, TieBreak::Trec);
//! evaluation.coverage.require_overlap()?;
//! let printed: Vec<String> = evaluation.values.iter().map(|v| format!("{} {:.4}", v.measure, v.mean())).collect();
//! assert_eq!(printed, ["nDCG@5 0.4430", "AP@5 0.2444", "R@3 0.3333"]);
//! # Ok::<(), sokutei_measures::Error>(())
//! ```
//!
//! The same five documents, with every number worked by hand, are the module [`worked_example`].
//!
//! # Features
//!
//! * none: [`Docid`], [`TopicId`] and [`Hit`] only, all that an index needs to name what it found;
//! * `evaluation` (default): everything else.

#![cfg_attr(test, allow(clippy::float_cmp))] // tests assert exact doubles where exactness is the claim

mod hits;
mod ids;

#[cfg(feature = "evaluation")]
mod cutoff;
#[cfg(feature = "evaluation")]
mod error;
#[cfg(feature = "evaluation")]
mod evaluate;
#[cfg(feature = "evaluation")]
pub mod formulas;
#[cfg(feature = "evaluation")]
mod measure;
#[cfg(feature = "evaluation")]
pub mod mistakes;
#[cfg(feature = "evaluation")]
mod qrels;
#[cfg(feature = "evaluation")]
mod ranks;
#[cfg(feature = "evaluation")]
mod run;
#[cfg(feature = "evaluation")]
pub mod stats;
#[cfg(feature = "evaluation")]
mod tie_break;
#[cfg(feature = "evaluation")]
mod topic_values;
#[cfg(feature = "evaluation")]
pub mod trec;
#[cfg(feature = "evaluation")]
mod warnings;
#[cfg(feature = "evaluation")]
pub mod worked_example;

pub use hits::Hit;
pub use ids::{Docid, IdError, TopicId};

#[cfg(feature = "evaluation")]
pub use {
    cutoff::Cutoff,
    error::{Error, LineProblem, MeasureError},
    evaluate::{Coverage, Evaluation, evaluate},
    measure::{GainTable, Gains, Measure, MeasureKind},
    qrels::{Inserted, Judgments, Qrels},
    ranks::{RankDistribution, first_relevant_ranks},
    run::{Run, RunRow},
    tie_break::TieBreak,
    topic_values::TopicValues,
    warnings::{StatWarning, best_system_warnings, comparison_warnings, subset_warnings},
};
