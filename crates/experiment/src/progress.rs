//! Who is told how far the work is.
//!
//! This crate reads no clock: a library that times itself makes results that differ from run to run. An [`Observer`]
//! is told where the work is, and whoever owns the terminal keeps the time.

use std::fmt;

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

/// Told when a stage begins and ends. Both may be called from one thread only.
pub trait Observer {
    /// `stage` begins.
    fn begin(&self, stage: Stage);
    /// `stage` is done; `what` says in a few words what it made, such as "96 articles, 862 sections".
    fn end(&self, stage: Stage, what: &str);
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn begin(&self, _: Stage) {}
    fn end(&self, _: Stage, _: &str) {}
}
