//! Qrels, runs, measures, intervals and paired tests of retrieval evaluation, with TREC formats.
#![cfg_attr(feature = "evaluation", doc = "", doc = include_str!("overview.md"))]
//!
//! # Features
//!
//! * none: [`Docid`], [`TopicId`] and [`Hit`] only, all that an index needs to name what it found;
//! * `evaluation` (default): measures, statistics, TREC files;
//! * `formats` (default): the same data from JSON, JSON lines, CSV and TSV; headers of ir_metadata;
//! * `parquet`: the same data from Parquet.
#![cfg_attr(test, allow(clippy::float_cmp))] // tests assert exact doubles where exactness is the claim

#[cfg(feature = "evaluation")]
pub mod agreement;
mod hits;
mod ids;

#[cfg(feature = "evaluation")]
mod cutoff;
#[cfg(feature = "evaluation")]
mod error;
#[cfg(feature = "evaluation")]
mod evaluate;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "evaluation")]
pub mod formulas;
#[cfg(feature = "formats")]
pub mod ir_metadata;
#[cfg(feature = "evaluation")]
mod measure;
#[cfg(feature = "evaluation")]
pub mod mistakes;
#[cfg(feature = "evaluation")]
mod qrels;
#[cfg(feature = "evaluation")]
mod ranks;
#[cfg(feature = "evaluation")]
mod reading;
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
pub mod trec_eval;
#[cfg(feature = "evaluation")]
mod warnings;
#[cfg(feature = "evaluation")]
pub mod worked_example;

pub use hits::Hit;
pub use ids::{Docid, IdError, SubtopicId, TopicId};

#[cfg(feature = "evaluation")]
pub use {
    cutoff::Cutoff,
    error::{Error, Field, LineProblem, MeasureError},
    evaluate::{
        Coverage, EVERY_ORDER, Evaluation, RankingRules, TieRange, TieRanges, Unjudged, UnjudgedBounds,
        evaluate, evaluate_by, tie_ranges, unjudged_bounds,
    },
    measure::{Aggregate, GainTable, Gains, GradeScale, Measure, MeasureKind, Real, UserModel},
    qrels::{Inserted, Judgments, Qrels},
    ranks::{RankDistribution, first_relevant_ranks},
    reading::{Duplicates, Grades, Oddities, Oddity, Place, ReadingRules, RunHeader, Unit},
    run::{Run, RunRow},
    tie_break::TieBreak,
    topic_values::TopicValues,
    warnings::{
        StatWarning, best_system_warnings, comparison_warnings, group_subset_warnings, reach_warnings,
        selection_warnings, subset_warnings,
    },
};

/// The example of the README is compiled.
#[cfg(all(doctest, feature = "evaluation"))]
#[doc = include_str!("../README.md")]
struct Readme;
