//! For people: what was chosen by each measure, then all systems.

use sokutei_measures::stats::{Selection, SelectionKind};
use sokutei_report::{Cell, Column, Table};

use super::Outcome;

impl Outcome<'_> {
    pub(super) fn tables(&self) -> Vec<Table> {
        vec![self.chosen(), self.systems()]
    }

    fn chosen(&self) -> Table {
        let interval = self.args.uncertainty.draws.interval_words();
        let is_optimistic = self.kind().is_optimistic();
        let mut columns = vec![Column::words("measure"), Column::words("chosen")];
        columns.extend((!is_optimistic).then(|| Column::numbers("mean where chosen")));
        let (mean, difference) = if is_optimistic {
            ("mean (optimistic)", "optimism by resampling")
        } else {
            ("mean where measured", "optimism")
        };
        columns.extend([
            Column::numbers(mean),
            Column::numbers(interval),
            Column::numbers(difference),
            Column::numbers("best in resamples"),
        ]);
        let conditions = self.judged.conditions(self.request);
        let mut table = Table::new("select", "Chosen system", conditions, columns);
        for (i, selection) in self.selections.iter().enumerate() {
            table.push(self.chosen_cells(i, selection));
        }
        table.notes = self.notes();
        table
    }

    fn chosen_cells(&self, measure: usize, selection: &Selection) -> Vec<Cell> {
        let estimate = &selection.estimate;
        let mut cells = vec![
            Cell::text(self.judged.measures[measure].to_string()),
            Cell::text(self.name(selection.chosen)),
        ];
        let where_chosen = selection.means[selection.chosen];
        cells.extend(selection.optimism.map(|_| Cell::number(where_chosen, 4)));
        cells.extend([
            Cell::number(estimate.point, 4),
            Self::interval(selection).map_or_else(
                || Cell::text("not defined"),
                |(low, high)| Cell::interval(low, high, 4),
            ),
            Cell::signed(selection.optimism.unwrap_or(selection.bootstrap_optimism), 4),
            Cell::share(selection.stability[selection.chosen], 1),
        ]);
        cells
    }

    fn notes(&self) -> Vec<String> {
        let optimism = match self.kind() {
            SelectionKind::OnTestTopics => {
                "Optimism by resampling: the best mean of a resample less that system's mean here, on average; a guess at what the choosing added."
            }
            SelectionKind::Split { .. } => {
                "Optimism: mean where chosen less mean where measured; one side may have harder topics, too."
            }
            SelectionKind::NestedCrossValidation { .. } => {
                "The mean where measured is that of choosing so, over all topics; its interval does not know that the folds' choices hang together. \
                 Optimism: mean where chosen less that."
            }
        };
        let words = self.args.uncertainty.words(self.args.replicates);
        let mut notes = vec![
            format!("Interval: {words}."),
            optimism.to_owned(),
            format!(
                "Best in resamples: share of {} resamples of the topics chosen on in which it is the best.",
                self.args.replicates
            ),
        ];
        if let Some(groups) = &self.judged.groups {
            notes.push(format!("Units are {}, not single topics.", groups.words()));
        }
        notes
    }

    fn systems(&self) -> Table {
        let mut columns = vec![
            Column::words("measure"),
            Column::words("system"),
            Column::numbers("mean where chosen"),
            Column::numbers("best in resamples"),
        ];
        let has_folds = matches!(self.kind(), SelectionKind::NestedCrossValidation { .. });
        columns.extend(has_folds.then(|| Column::numbers("chosen by folds")));
        let conditions = self.judged.conditions(self.request);
        let mut table = Table::new("systems", "All systems", conditions, columns);
        for (i, selection) in self.selections.iter().enumerate() {
            for (system, mean) in selection.means.iter().enumerate() {
                let mut cells = vec![
                    Cell::text(self.judged.measures[i].to_string()),
                    Cell::text(self.name(system)),
                    Cell::number(*mean, 4),
                    Cell::share(selection.stability[system], 1),
                ];
                cells.extend(by_folds(selection, system).map(|(n, of)| Cell::text(format!("{n} of {of}"))));
                table.push(cells);
            }
        }
        table
    }
}

/// By how many folds a system was chosen, and how many there are.
pub(super) fn by_folds(selection: &Selection, system: usize) -> Option<(usize, usize)> {
    match &selection.kind {
        SelectionKind::NestedCrossValidation { chosen, .. } => {
            Some((chosen.iter().filter(|of| **of == system).count(), chosen.len()))
        }
        _ => None,
    }
}
