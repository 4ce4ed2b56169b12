//! What commands that compare runs, or decide between them, begin with.

use std::path::{Path, PathBuf};

use anyhow::Result;
use sokutei_measures::{Measure, TopicId};
use sokutei_report::Conditions;

use super::asked::{require_better_is_larger, require_means};
use super::groups::{self, TopicGroups};
use super::{
    How, MeasuredRun, evaluate_all, measures, names, one_standard_input, qrels, require_values, ties, topics,
};
use crate::args::{Grouping, Reading};
use crate::commands::topic_table::TopicTable;
use crate::files;
use crate::progress::Progress;
use crate::terminal::Voice;

/// Runs to be compared, as they were typed.
pub(crate) struct Request<'a> {
    pub(crate) command: &'static str,
    pub(crate) qrels: &'a Path,
    pub(crate) runs: Vec<PathBuf>,
    pub(crate) measures: &'a [String],
    pub(crate) ties: &'a str,
    pub(crate) grouping: &'a Grouping,
    pub(crate) reading: &'a Reading,
    /// Seed, as it stands above tables.
    pub(crate) seed: String,
    /// Whether the larger value wins, so that a measure of which less is better has no place.
    pub(crate) decides: bool,
}

/// The same, read and measured.
pub(crate) struct Judged {
    pub(crate) measures: Vec<Measure>,
    pub(crate) runs: Vec<MeasuredRun>,
    /// The file of topics, if one was named.
    pub(crate) table: Option<TopicTable>,
    pub(crate) groups: Option<TopicGroups>,
}

impl Judged {
    /// Reads and measures.
    ///
    /// # Errors
    /// Files that cannot be read, measures that have no mean, a run without one topic of the qrels or without a judged document.
    pub(crate) fn read(request: &Request<'_>, voice: Voice, progress: &Progress) -> Result<Self> {
        let measures = measures(request.measures)?;
        require_means(request.command, &measures)?;
        if request.decides {
            require_better_is_larger(request.command, &measures)?;
        }
        let how = How::from(ties(request.ties)?);
        let topics = request.grouping.topics.as_deref();
        let files = request.runs.iter().map(PathBuf::as_path).chain(topics);
        one_standard_input(request.qrels, &files.map(Path::to_owned).collect::<Vec<_>>())?;
        let table = topics.map(TopicTable::read).transpose()?;
        let qrels = qrels(request.qrels, request.reading, &measures, voice)?;
        let runs = evaluate_all(
            &qrels,
            &request.runs,
            &measures,
            (&how, request.reading),
            (voice, progress),
        )?;
        require_values(&runs)?;
        let topics = &runs[0].evaluation.values[0].topics;
        let groups = groups::read(table.as_ref(), request.grouping.groups.as_deref(), topics, voice)?;
        Ok(Self {
            measures,
            runs,
            table,
            groups,
        })
    }

    /// The topics of all values.
    pub(crate) fn topics(&self) -> &[TopicId] {
        &self.runs[0].evaluation.values[0].topics
    }

    /// Values of every run by one measure, in one order of topics.
    ///
    /// # Errors
    /// Runs over different topics.
    pub(crate) fn values(&self, measure: usize) -> Result<Vec<Vec<f64>>> {
        let first = &self.runs[0].evaluation.values[measure];
        let each = self.runs.iter();
        each.map(|run| Ok(first.aligned(&run.evaluation.values[measure])?))
            .collect()
    }

    /// What stands above every table.
    pub(crate) fn conditions(&self, request: &Request<'_>) -> Conditions {
        let topics = topics(self.topics().len());
        let (qrels, ties) = (files::name(request.qrels), request.ties);
        Conditions {
            measure: names(&self.measures),
            cutoff: "as named".to_owned(),
            gain: "as named".to_owned(),
            labeling: format!("{qrels} (ties: {ties}{})", request.reading.words()),
            n: match &self.groups {
                None => topics,
                Some(groups) => format!("{topics}, {}", groups.words()),
            },
            seed: request.seed.clone(),
        }
    }
}
