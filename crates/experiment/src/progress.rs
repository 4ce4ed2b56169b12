//! Who is told how far the work is.
//!
//! This crate reads no clock: a library that times itself makes results that differ from run to run. An [`Observer`]
//! is told where the work is, and whoever owns the terminal keeps the time.

use std::fmt;
use std::sync::Once;

use sokutei_index::{Part, Progress};

/// One part of the work, in the order in which it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Pages to articles and sections.
    Ingest,
    /// Cheat-sheets to topics and qrels.
    Topics,
    /// Counting, weighting, factorisation.
    Index,
    /// Every topic on every system.
    Search,
    /// Every measure of every topic.
    Measure,
    /// Intervals, comparisons, subsets, mistakes.
    Statistics,
    /// Files and the report.
    Write,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 7] = [
        Self::Ingest,
        Self::Topics,
        Self::Index,
        Self::Search,
        Self::Measure,
        Self::Statistics,
        Self::Write,
    ];

    /// Its name in reports, lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ingest => "ingest",
            Self::Topics => "topics",
            Self::Index => "index",
            Self::Search => "search",
            Self::Measure => "measure",
            Self::Statistics => "statistics",
            Self::Write => "write",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Told when a stage begins and ends, and how far it is.
///
/// A stage is begun and ended from one thread. Its parts may overlap and may be reported from any thread; who only wants to
/// know of stages leaves the two methods about parts as they are.
pub trait Observer: Sync {
    /// `stage` begins.
    fn begin(&self, stage: Stage);
    /// `stage` is done, and so are its parts; `what` says in a few words what it made, such as "96 articles, 862 sections".
    fn end(&self, stage: Stage, what: &str);
    /// A part of the running stage begins: `total` units to do, 0 if that is not known; `unit` is their name in the plural.
    fn begin_part(&self, _name: &str, _total: u64, _unit: &str) {}
    /// `units` more of a part are done.
    fn advance(&self, _name: &str, _units: u64) {}
    /// A part is over, before its stage is.
    fn end_part(&self, _name: &str) {}
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn begin(&self, _: Stage) {}
    fn end(&self, _: Stage, _: &str) {}
}

/// What [`sokutei_ingest::ingest_dir_with`] calls after each page, told to an observer as the part `read`.
pub fn pages(observer: &dyn Observer) -> impl Fn(usize, usize) + Sync {
    const PART: &str = "read";
    let first = Once::new();
    move |_, of| {
        first.call_once(|| observer.begin_part(PART, of as u64, "pages"));
        observer.advance(PART, 1);
    }
}

/// The parts of building an index, told to an observer.
pub struct IndexParts<'a>(pub &'a dyn Observer);

impl Progress for IndexParts<'_> {
    fn begin(&self, part: &Part, units: u64) {
        let unit = match part {
            Part::Count => "documents",
            Part::Factorise(_) => "columns",
            _ => "",
        };
        self.0.begin_part(&part.to_string(), units, unit);
    }

    fn advance(&self, part: &Part, units: u64) {
        self.0.advance(&part.to_string(), units);
    }

    fn end(&self, part: &Part) {
        self.0.end_part(&part.to_string());
    }
}
