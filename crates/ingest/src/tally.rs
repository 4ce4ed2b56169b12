//! Warnings in short.

use std::collections::BTreeMap;

use crate::warning::{IngestWarning, Level};

/// Warnings counted by kind, each kind with its first: what a person is told, without the memory of all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarningTally {
    kinds: BTreeMap<&'static str, (usize, IngestWarning)>,
}

impl WarningTally {
    /// Counts one more.
    pub fn add(&mut self, warning: IngestWarning) {
        self.kinds.entry(warning.kind()).or_insert((0, warning)).0 += 1;
    }

    /// Kind, count and first warning, in the order of the kinds' names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize, &IngestWarning)> {
        self.kinds
            .iter()
            .map(|(kind, (count, first))| (*kind, *count, first))
    }

    /// How many are of [`Level::Warning`].
    #[must_use]
    pub fn serious(&self) -> usize {
        let serious = self.iter().filter(|(.., first)| first.level() == Level::Warning);
        serious.map(|(_, count, _)| count).sum()
    }
}

impl Extend<IngestWarning> for WarningTally {
    fn extend<I: IntoIterator<Item = IngestWarning>>(&mut self, warnings: I) {
        warnings.into_iter().for_each(|warning| self.add(warning));
    }
}
