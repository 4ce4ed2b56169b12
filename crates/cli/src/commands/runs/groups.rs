//! Topics that belong together: whole groups of them are the units of intervals and tests.

use anyhow::Result;
use sokutei_measures::TopicId;
use sokutei_measures::stats::Groups;

use crate::commands::topic_table::TopicTable;
use crate::terminal::{Voice, warn};

/// The column that is taken without being asked for.
const ARTICLE: &str = "article";

/// Groups of the measured topics.
pub(crate) struct TopicGroups {
    /// The column that makes them.
    pub(crate) column: String,
    pub(crate) groups: Groups,
}

impl TopicGroups {
    /// "96 groups of the column article".
    pub(crate) fn words(&self) -> String {
        let n = self.groups.n_groups();
        format!("{n} group{} by {}", if n == 1 { "" } else { "s" }, self.column)
    }
}

/// Groups `topics` by the column that was asked for, or by their article where the file knows it.
///
/// A topic without a value is a group of its own, which is told.
///
/// # Errors
/// No topic has the column that was asked for.
pub(crate) fn read(
    table: Option<&TopicTable>,
    asked: Option<&str>,
    topics: &[TopicId],
    voice: Voice,
) -> Result<Option<TopicGroups>> {
    let Some(table) = table else {
        return Ok(None);
    };
    let column = match asked {
        Some(column) => column,
        None if table.has_column(ARTICLE, topics) => ARTICLE,
        None => {
            voice.note(&format!(
                "note: {}: no measured topic has a column {ARTICLE:?}, so topics are taken one by one; --groups names another",
                table.name()
            ));
            return Ok(None);
        }
    };
    let values = table.column(column, topics)?;
    let alone = values.iter().filter(|value| value.is_none()).count();
    if alone > 0 {
        warn(&format!(
            "{}: {alone} of {} topics have no {column:?}; each of them is a group of its own",
            table.name(),
            topics.len()
        ));
    }
    // the place tells groups of one apart
    let labels = values.into_iter().enumerate();
    let labels = labels.map(|(place, value)| value.ok_or(place));
    Ok(Some(TopicGroups {
        column: column.to_owned(),
        groups: Groups::new(labels),
    }))
}
