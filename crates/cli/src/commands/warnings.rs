//! Warnings of pages and cheat-sheets on stderr: counted by kind, or all of them.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use sokutei_ingest::{IngestWarning, Level};
use sokutei_testset::TopicWarning;

use crate::args::Warnings;
use crate::terminal::{Voice, warn};

/// What was odd so far. Of each kind it keeps the number and the first: there may be very many pages.
pub(super) struct Heard<'a> {
    flags: &'a Warnings,
    voice: Voice,
    kinds: BTreeMap<&'static str, Kind>,
}

struct Kind {
    level: Level,
    count: usize,
    first: String,
}

impl<'a> Heard<'a> {
    pub(super) fn new(flags: &'a Warnings, voice: Voice) -> Self {
        Self {
            flags,
            voice,
            kinds: BTreeMap::new(),
        }
    }

    pub(super) fn pages(&mut self, warnings: &[IngestWarning]) {
        for warning in warnings {
            self.add(warning.kind(), warning.level(), warning);
        }
    }

    pub(super) fn topics(&mut self, warnings: &[TopicWarning]) {
        for warning in warnings {
            self.add(warning.kind(), Level::Warning, warning);
        }
    }

    fn add(&mut self, kind: &'static str, level: Level, words: &dyn std::fmt::Display) {
        if self.flags.all_warnings {
            print(level, &format!("{kind}: {words}"), self.voice);
        }
        let known = self.kinds.entry(kind).or_insert_with(|| Kind {
            level,
            count: 0,
            first: words.to_string(),
        });
        known.count += 1;
    }

    /// Tells how many there are of each kind, unless all were told already, and refuses to go on if there must be none.
    ///
    /// # Errors
    /// Warnings under `--strict`. Notes are none.
    pub(super) fn tell(self) -> Result<()> {
        if !self.flags.all_warnings {
            self.tell_kinds();
        }
        let serious = self.kinds.values().filter(|kind| kind.level == Level::Warning);
        let serious: usize = serious.map(|kind| kind.count).sum();
        if self.flags.strict && serious > 0 {
            bail!("{serious} warnings, and --strict makes them an error; nothing was written");
        }
        Ok(())
    }

    fn tell_kinds(&self) {
        for (name, Kind { level, count, first }) in &self.kinds {
            let more = if *count > 1 { " …" } else { "" };
            print(*level, &format!("{name} × {count}: {first}{more}"), self.voice);
        }
        if self.kinds.values().any(|kind| kind.count > 1) {
            self.voice
                .note("note: only the first of each kind is shown; --all-warnings shows all");
        }
    }
}

fn print(level: Level, words: &str, voice: Voice) {
    match level {
        Level::Warning => warn(words),
        Level::Note => voice.note(&format!("note: {words}")),
    }
}
