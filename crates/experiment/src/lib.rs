//! An experiment plan to finished artefacts: sections, indexes, runs, values, comparisons, report.
//!
//! [`ExperimentPlan`] says what is wanted, [`run`] does it, [`OutputFolder`] holds what came out. The crate decides in
//! which order the other crates work and what is written where; how a page is read, how a query is scored and what a
//! measure means is theirs. It reads no clock and knows no terminal: both belong to whoever owns the [`Observer`].

mod artefacts;
mod chapters;
mod claimed_folder;
mod collection;
mod error;
mod findings;
mod hash;
mod labeling;
mod manifest;
mod output;
mod pages;
mod plan;
mod progress;
mod published;
mod retrieval;
mod run;
mod statistics;
mod unfinished;
mod values;
mod whole_file;

pub use claimed_folder::ClaimedFolder;
pub use collection::Collection;
pub use error::Error;
pub use findings::Findings;
pub use labeling::{CUTOFFS, EXPONENTIAL, Labeling};
pub use manifest::LAYOUT_VERSION;
pub use output::{Artefact, MANIFEST, OutputFolder, Written};
pub use pages::Pages;
pub use plan::{Contrast, ExperimentPlan, Fields, StatisticsPlan, UnknownQueries};
pub use progress::{IndexParts, Observer, Silent, Stage, pages};
pub use retrieval::{PREFIXED, Retrieval};
pub use run::{Outcome, run};
pub use statistics::{
    GrowthRow, Interval, Lead, Miss, OtherArticle, Paired, ReversalStudy, SeveralLabels, SeveralLabelsRow,
    Statistics,
};
pub use unfinished::{abandon_unfinished, is_leftover};
pub use values::{CURVE_DEPTH, SystemValues, TIES, Values};
pub use whole_file::{WholeFile, write_whole};
