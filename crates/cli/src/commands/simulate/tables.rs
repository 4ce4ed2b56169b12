//! Tables for people.

use sokutei_report::{Cell, Column, Conditions, Table};

use super::Outcome;
use super::pairs::PairSize;
use super::sizes::beyond;
use super::systems::SystemSize;
use crate::commands::runs;
use crate::files;

impl Outcome<'_> {
    /// All tables, one below the other.
    pub(super) fn tables(&self, render: impl Fn(&Table) -> String) -> String {
        let mut tables = vec![self.system_table()];
        if !self.pairs.is_empty() {
            tables.push(self.pair_table());
        }
        tables.push(self.size_table());
        let rendered: Vec<String> = tables.iter().map(render).collect();
        rendered.join("\n")
    }

    fn conditions(&self) -> Conditions {
        let args = self.plan.args;
        let mut measures: Vec<String> = self
            .systems
            .iter()
            .map(|system| system.measure.to_string())
            .collect();
        measures.dedup();
        Conditions {
            measure: measures.join(", "),
            cutoff: "as named".to_owned(),
            gain: "as named".to_owned(),
            labeling: format!(
                "{} (ties: {}{})",
                files::name(&args.qrels),
                args.ties,
                args.reading.words()
            ),
            n: match self.plan.groups {
                None => self.plan.counted(),
                Some(_) => format!("{} in {}", runs::topics(self.plan.topics), self.plan.counted()),
            },
            seed: args.seed.to_string(),
        }
    }

    fn n_column(&self) -> Column {
        Column::numbers(format!("{}s", self.plan.unit()))
    }

    fn system_table(&self) -> Table {
        let args = self.plan.args;
        let columns = vec![
            Column::words("measure"),
            Column::words("run"),
            self.n_column(),
            Column::numbers("width of interval"),
            Column::numbers("by formula"),
            Column::numbers("middle 95 % of subsets"),
            Column::numbers("all subsets"),
        ];
        let title = "Each run with fewer and more";
        let mut table = Table::new("simulate-systems", title, self.conditions(), columns);
        for system in &self.systems {
            for size in &system.sizes {
                let words = [Cell::text(system.measure.to_string()), Cell::text(system.name)];
                table.push(words.into_iter().chain(system_cells(size)).collect());
            }
        }
        table.notes.push(format!(
            "Width of interval: mean over {} random subsets, bootstrap percentile, level {}, {} replicates. By formula: expected width of a \
             t interval.",
            args.intervals,
            1.0 - args.alpha,
            args.replicates
        ));
        table.notes.push(format!(
            "Subsets: means of {} random subsets without replacement; the larger they are, the more they overlap and the less they vary.",
            args.subsets
        ));
        table
    }

    fn pair_table(&self) -> Table {
        let args = self.plan.args;
        let columns = vec![
            Column::words("measure"),
            Column::words("baseline"),
            Column::words("candidate"),
            Column::numbers("difference"),
            self.n_column(),
            Column::numbers("reversed"),
            Column::numbers("tied"),
            Column::numbers(format!("power at {}", args.delta)),
            Column::numbers("by formula"),
            Column::numbers("power as observed"),
            Column::numbers(format!("detectable at {} power", args.power)),
        ];
        let title = "Each run against the first with fewer and more";
        let mut table = Table::new("simulate-pairs", title, self.conditions(), columns);
        for pair in &self.pairs {
            for size in &pair.sizes {
                let mut row = vec![
                    Cell::text(pair.measure.to_string()),
                    Cell::text(pair.baseline),
                    Cell::text(pair.candidate),
                    Cell::signed(pair.spread.mean, 4),
                ];
                row.extend(pair_cells(size));
                table.push(row);
            }
        }
        table.notes.extend(self.pair_notes());
        table
    }

    fn pair_notes(&self) -> [String; 3] {
        let args = self.plan.args;
        [
            format!(
                "Reversed: share of {} random subsets whose mean difference has the other sign; tied: is 0.",
                args.subsets
            ),
            format!(
                "Power at {}: share of {} resamples of the observed differences, moved so that their mean is {}, in which {} is \
                 significant at {} with that sign. By formula: noncentral t, from the standard deviation.",
                args.delta,
                args.resamples,
                args.delta,
                if self.plan.groups.is_some() { "a paired t-test of groups" } else { "a paired t-test" },
                args.alpha
            ),
            "Power as observed is the same without moving them: after the fact, and too high for what was picked because it came out large."
                .to_owned(),
        ]
    }

    fn size_table(&self) -> Table {
        let args = self.plan.args;
        let mut columns = vec![
            Column::words("measure"),
            Column::words("for"),
            Column::words("variance of"),
            Column::numbers("sd"),
        ];
        let differences = self.plan.differences.iter();
        columns.extend(differences.map(|difference| Column::numbers(difference.to_string())));
        let title = format!("How many {}s it takes to see a difference of", self.plan.unit());
        let mut table = Table::new("topic-set-size", title, self.conditions(), columns);
        for needs in &self.needs {
            let mut row = vec![
                Cell::text(needs.measure.to_string()),
                Cell::text(needs.form.words()),
                Cell::text(&needs.of),
                Cell::number(needs.deviation, 4),
            ];
            let cell = |size: &Option<usize>| size.map_or_else(|| Cell::text(beyond()), Cell::count);
            row.extend(needs.sizes.iter().map(cell));
            table.push(row);
        }
        table.notes.push(format!(
            "Tests are two-sided at {}, with power {} (noncentral t and F). An interval as wide: a t interval whose expected width, from end \
             to end, is the difference.",
            args.alpha, args.power
        ));
        table.notes.push(
            match self.plan.groups {
                None => "Anova: best and worst run so far apart, the others in the middle; runs taken as if on topics of their own.",
                Some(_) => "Groups of the sizes that were observed. An analysis of variance takes topics as independent, so it has no row here.",
            }
            .to_owned(),
        );
        table
    }
}

fn system_cells(size: &SystemSize) -> [Cell; 5] {
    let [width, middle, all] = match &size.subsets {
        None => [Cell::Empty, Cell::Empty, Cell::Empty],
        Some(of) => [
            Cell::number(of.width, 4),
            Cell::interval(of.means.p2_5, of.means.p97_5, 4),
            Cell::interval(of.means.min, of.means.max, 4),
        ],
    };
    [
        Cell::count(size.n),
        width,
        Cell::number(size.expected_width, 4),
        middle,
        all,
    ]
}

fn pair_cells(size: &PairSize) -> [Cell; 7] {
    let share = |x: Option<f64>| x.map_or(Cell::Empty, |x| Cell::share(x, 1));
    [
        Cell::count(size.n),
        share(size.reversal.map(|r| r.reversed)),
        share(size.reversal.map(|r| r.tied)),
        share(size.planned.map(|p| p.power)),
        share(size.planned.and_then(|p| p.by_formula)),
        share(size.observed.map(|p| p.power)),
        size.detectable.map_or(Cell::Empty, |x| Cell::number(x, 4)),
    ]
}
