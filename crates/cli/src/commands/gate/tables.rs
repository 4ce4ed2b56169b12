//! For people: the verdicts, then the topics behind them.

use sokutei_measures::stats::GateMode;
use sokutei_report::{Cell, Column, Table};

use super::Outcome;
use super::words::{Lost, cut};

impl Outcome<'_> {
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.verdicts()];
        tables.extend(self.losses(usize::MAX));
        tables
    }

    pub(super) fn verdicts(&self) -> Table {
        let mut columns = vec![
            Column::words("measure"),
            Column::numbers(cut(self.baseline())),
            Column::numbers(cut(self.candidate())),
            Column::numbers("difference"),
            Column::numbers(self.args.uncertainty.draws.interval_words()),
        ];
        if self.has_p() {
            columns.push(Column::numbers("p"));
            columns.extend(self.is_corrected().then(|| Column::numbers("p corrected")));
        }
        columns.extend([
            Column::numbers("lost/tied/won"),
            Column::numbers("detectable at 80 % power"),
        ]);
        columns.extend(self.has_p().then(|| Column::numbers("fails at 80 %")));
        columns.push(Column::words("verdict"));
        let title = "Gate, candidate − baseline";
        let mut table = Table::new("gate", title, self.judged.conditions(self.request), columns);
        for place in 0..self.gated.measures.len() {
            table.push(self.verdict_cells(place));
        }
        table.notes = self.methods();
        table
    }

    fn verdict_cells(&self, place: usize) -> Vec<Cell> {
        let (gated, changes, [baseline, candidate]) = (
            &self.gated.measures[place],
            &self.changes[place],
            self.means[place],
        );
        let (difference, p) = (&gated.evidence.difference, gated.evidence.p_value);
        let mut cells = vec![
            Cell::text(self.measure(place)),
            Cell::number(baseline, 4),
            Cell::number(candidate, 4),
            Cell::signed(difference.point, 4),
            self.interval(place).map_or_else(
                || Cell::text("not defined"),
                |(low, high)| Cell::signed_interval(low, high, 4),
            ),
        ];
        if self.has_p() {
            cells.push(Cell::p_value(p, 4));
            cells.extend(
                self.is_corrected()
                    .then(|| Cell::p_value(gated.p_corrected.unwrap_or(p), 4)),
            );
        }
        cells.push(Cell::text(format!(
            "{}/{}/{}",
            changes.lost, changes.tied, changes.won
        )));
        cells.push(defined(gated.minimal_detectable_difference));
        cells.extend(self.has_p().then(|| defined(gated.drop_that_fails)));
        cells.push(Cell::text(self.verdict(place)));
        cells
    }

    fn has_p(&self) -> bool {
        matches!(self.gated.mode, GateMode::Drop { .. })
    }

    fn is_corrected(&self) -> bool {
        self.gated.measures.len() > 1
    }

    /// At most so many topics that lost most, measure by measure; none if none lost, or none is to be shown.
    pub(super) fn losses(&self, most: usize) -> Option<Table> {
        let places = 0..self.gated.measures.len();
        let all = places.flat_map(|place| self.lost(place).map(move |lost| (place, lost)));
        let shown: Vec<(usize, Lost<'_>)> = all.take(most).collect();
        if shown.is_empty() {
            return None;
        }
        let mut columns = vec![
            Column::words("measure"),
            Column::words("topic"),
            Column::numbers(cut(self.baseline())),
            Column::numbers(cut(self.candidate())),
            Column::numbers("difference"),
        ];
        let has_queries = self.judged.table.is_some();
        columns.extend(has_queries.then(|| Column::words("query")));
        let title = "Topics that lost most";
        let mut table = Table::new("losses", title, self.judged.conditions(self.request), columns);
        for (place, lost) in &shown {
            let mut cells = vec![
                Cell::text(self.measure(*place)),
                Cell::text(cut(lost.topic.as_str())),
                Cell::number(lost.loss.baseline, 4),
                Cell::number(lost.loss.candidate, 4),
                Cell::signed(lost.loss.difference, 4),
            ];
            cells.extend(has_queries.then(|| lost.query.map_or(Cell::Empty, |query| Cell::text(cut(query)))));
            table.push(cells);
        }
        table.notes = self.notes_on_losses(&shown);
        Some(table)
    }

    fn notes_on_losses(&self, shown: &[(usize, Lost<'_>)]) -> Vec<String> {
        let of_measure = |place: usize| {
            let n = shown.iter().filter(|(of, _)| *of == place).count();
            format!(
                "{} of {} for {}",
                n,
                self.changes[place].lost,
                self.measure(place)
            )
        };
        let shares: Vec<String> = (0..self.gated.measures.len()).map(of_measure).collect();
        let mut notes = vec![format!("Shown of the topics that lost: {}.", shares.join(", "))];
        let missing: Vec<String> = shown
            .iter()
            .filter(|(_, lost)| lost.is_missing)
            .map(|(_, lost)| cut(lost.topic.as_str()))
            .collect();
        if !missing.is_empty() {
            notes.push(format!("Not in the candidate at all: {}.", missing.join(", ")));
        }
        notes
    }
}

/// A number that a single unit cannot give.
fn defined(value: Option<f64>) -> Cell {
    value.map_or_else(|| Cell::text("not defined"), |value| Cell::number(value, 4))
}
