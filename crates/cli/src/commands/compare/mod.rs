//! `sokutei compare`: runs against a baseline, or all with each other, topic by topic.

mod all_pairs;
mod csv;
mod document;
mod rows;
mod tables;

use anyhow::Result;
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::{
    Measure, best_system_warnings, comparison_warnings, reach_warnings, selection_warnings,
};
use sokutei_report::{Conditions, Table, csv_rows, latex_table, markdown_table, text_table};

use self::rows::Row;
use super::runs::groups::TopicGroups;
use super::runs::{Judged, MeasuredRun, Request};
use super::voice_of;
use crate::args::{Compare, CorrectionArg, Format};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;
use crate::terminal::{Voice, warn};

/// What all ways of comparing have in common.
struct Compared<'a> {
    args: &'a Compare,
    measures: &'a [Measure],
    measured: &'a [MeasuredRun],
    groups: Option<&'a TopicGroups>,
    judged: &'a Judged,
    request: &'a Request<'a>,
}

pub(crate) fn run(args: &Compare) -> Result<Exit> {
    let voice = voice_of(&args.run);
    args.uncertainty.require_difference()?;
    args.uncertainty.draws.warn_of_few(args.replicates);
    let request = Request {
        command: "compare",
        qrels: &args.qrels,
        runs: args.runs.clone(),
        measures: &args.measures,
        ties: &args.ties,
        grouping: &args.grouping,
        reading: &args.reading,
        seed: args.uncertainty.draws.seed_words(),
        decides: false,
    };
    let progress = Progress::new(voice);
    let judged = Judged::read(&request, voice, &progress)?;
    let compared = Compared {
        args,
        measures: &judged.measures,
        measured: &judged.runs,
        groups: judged.groups.as_ref(),
        judged: &judged,
        request: &request,
    };
    compared.note_selection(voice);
    progress.begin(Stage::Statistics);
    let out = if args.all_pairs {
        let tested = compared.all_pairs()?;
        progress.end(Stage::Statistics, "");
        compared.warn_of_best();
        compared.print_pairs(&tested)
    } else {
        let rows = compared.rows()?;
        progress.end(Stage::Statistics, "");
        compared.warn(&rows);
        compared.print(&rows)
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

impl Compared<'_> {
    fn print(&self, rows: &[Row<'_>]) -> String {
        match self.args.format {
            Format::Json => self.document(rows),
            Format::Csv => csv_rows(self.csv(rows)),
            Format::Text => rendered(&self.tables(rows), text_table),
            Format::Markdown => rendered(&self.tables(rows), markdown_table),
            Format::Latex => rendered(&self.tables(rows), latex_table),
        }
    }

    /// Whoever looks for the best of several systems here finds it too good.
    fn note_selection(&self, voice: Voice) {
        if self.measured.len() < 3 {
            return; // two systems are a planned comparison
        }
        let measures: Vec<String> = self.measures.iter().map(Measure::to_string).collect();
        for warning in selection_warnings(self.measured.len(), &measures) {
            voice.note(&format!("note: {warning} (sokutei select)"));
        }
    }

    /// What to know before quoting a number.
    fn warn(&self, rows: &[Row<'_>]) {
        for row in rows {
            let what = format!("{} {}->{}", row.measure, row.baseline, row.candidate);
            comparison_warnings(&what, &row.comparison)
                .iter()
                .for_each(|w| warn(&w.to_string()));
        }
        self.warn_of_reach(rows);
        self.warn_of_best();
    }

    /// Warns if no difference could be significant.
    fn warn_of_reach(&self, rows: &[Row<'_>]) {
        let family = match self.args.correction {
            CorrectionArg::Holm | CorrectionArg::Bonferroni => rows.len(),
            CorrectionArg::Bh | CorrectionArg::None => 1,
        };
        let alpha = self.args.uncertainty.draws.alpha();
        // of all arrangements the one that is there counts, and its mirror
        let least = |exact: bool, permutations: u32| match exact {
            true => 2.0 / f64::from(permutations),
            false => 1.0 / (f64::from(permutations) + 1.0),
        };
        let first = &rows[0];
        let by_topic = least(first.comparison.exact, first.comparison.permutations);
        let mut warnings = reach_warnings("by topic", by_topic, family, alpha);
        if let (Some(groups), Some(by_group)) = (self.groups, &first.by_group) {
            let by_group = least(by_group.comparison.exact, by_group.comparison.permutations);
            warnings.extend(reach_warnings(
                &format!("by {}", groups.column),
                by_group,
                family,
                alpha,
            ));
        }
        warnings.iter().for_each(|w| warn(&w.to_string()));
    }

    /// Warns if the best system depends on the measure.
    fn warn_of_best(&self) {
        let means = |i: usize| {
            self.measured
                .iter()
                .map(move |m| (m.name.clone(), m.evaluation.values[i].mean()))
        };
        let by_measure = self.measures.iter().enumerate();
        let by_measure: Vec<_> = by_measure
            .map(|(i, m)| (m.to_string(), means(i).collect()))
            .collect();
        best_system_warnings(&by_measure)
            .iter()
            .for_each(|w| warn(&w.to_string()));
    }

    fn conditions(&self) -> Conditions {
        self.judged.conditions(self.request)
    }
}

fn rendered(tables: &[Table], render: impl Fn(&Table) -> String) -> String {
    let rendered: Vec<String> = tables.iter().map(render).collect();
    rendered.join("\n")
}
