//! Qrels, runs, measures, intervals and paired tests of retrieval evaluation, with TREC formats.
//!
//! The crate knows what was judged ([`Qrels`]), what a system returned ([`Run`]), how a [`Measure`] turns
//! both into one number per topic ([`evaluate`]), and how sure one may be of a mean or a difference
//! ([`stats`]). It does not know what a document contains, how it was found, or how a number is printed.
//!
//! A system returned d3, d7, d1, d9, d4; d1 is relevant with grade 2, d4 and d8 with grade 1; d8 was missed:
//!
//! ```
//! use sokutei_measures::{Measure, TieBreak, evaluate, trec};
//!
//! let qrels = trec::read_qrels("q 0 d1 2\nq 0 d4 1\nq 0 d8 1\n".as_bytes(), "qrels.txt")?.qrels;
//! let run = trec::read_run(
//!     "q Q0 d3 1 5 x\nq Q0 d7 2 4 x\nq Q0 d1 3 3 x\nq Q0 d9 4 2 x\nq Q0 d4 5 1 x\n".as_bytes(),
//!     "x.run",
//! )?;
//! let names = ["Success", "R", "P", "RR", "AP", "nDCG", "nDCG(dcg='exp-log2')"];
//! let mut lines = Vec::new();
//! for k in [1, 3, 5] {
//!     let measures: Vec<Measure> =
//!         names.iter().map(|name| format!("{name}@{k}").parse()).collect::<Result<_, _>>()?;
//!     let evaluation = evaluate(&run, &qrels, &measures, TieBreak::Trec);
//!     evaluation.coverage.require_overlap()?;
//!     let values: Vec<String> = evaluation.values.iter().map(|v| format!("{:.4}", v.mean())).collect();
//!     lines.push(format!("k={k} {}", values.join(" ")));
//! }
//! assert_eq!(lines, [
//!     //   Success     R      P     RR     AP   nDCG  nDCG with exponential gains
//!     "k=1 0.0000 0.0000 0.0000 0.0000 0.0000 0.0000 0.0000",
//!     "k=3 1.0000 0.3333 0.3333 0.3333 0.1111 0.3194 0.3631",
//!     "k=5 1.0000 0.6667 0.4000 0.3333 0.2444 0.4430 0.4568",
//! ]);
//! # Ok::<(), sokutei_measures::Error>(())
//! ```
//!
//! The same five documents, with the way to every number, are the module [`worked_example`].
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
