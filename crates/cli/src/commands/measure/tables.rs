//! Tables for people: the means, and what was asked for beside them.

use sokutei_measures::{Aggregate, EVERY_ORDER, Measure, TieRanges};
use sokutei_report::{Cell, Column, Conditions, Table};

use super::super::runs;
use super::{Args, BOUNDS, Outcome};
use crate::files;

impl Outcome<'_> {
    /// All tables that were asked for, one below the other.
    pub(super) fn tables(&self, render: impl Fn(&Table) -> String) -> String {
        let mut tables = vec![self.means()];
        tables.extend(self.args.tie_range.then(|| self.tie_range_table()));
        tables.extend((self.args.unjudged == BOUNDS).then(|| self.bounds_table()));
        tables.extend((!self.slices.is_empty()).then(|| self.slice_table()));
        tables.extend(self.args.per_topic.then(|| self.per_topic()));
        let rendered: Vec<String> = tables.iter().map(render).collect();
        rendered.join("\n")
    }

    fn conditions(&self, seed: String) -> Conditions {
        Conditions {
            measure: runs::names(self.measures),
            cutoff: "as named".to_owned(),
            gain: "as named".to_owned(),
            labeling: format!("{} ({})", files::name(&self.args.qrels), rules(self.args)),
            n: runs::topics(self.runs[0].run.evaluation.coverage.n_topics),
            seed,
        }
    }

    fn means(&self) -> Table {
        let mut columns = vec![Column::words("measure")];
        let has_intervals = self.args.replicates > 0;
        let interval = self.args.uncertainty.draws.interval_words();
        let groups = self.groups.as_ref().filter(|_| has_intervals);
        let by_group = groups.map(|groups| format!("by {}", groups.column));
        for m in &self.runs {
            columns.push(Column::numbers(&m.run.name));
            columns.extend(has_intervals.then(|| Column::numbers(&interval)));
            columns.extend(by_group.clone().map(Column::numbers));
        }
        let conditions = self.conditions(self.args.uncertainty.draws.seed_words());
        let mut table = Table::new("means", "Means over all judged topics", conditions, columns);
        for (i, measure) in self.measures.iter().enumerate() {
            let mut row = vec![Cell::text(measure.to_string())];
            for m in &self.runs {
                row.push(Cell::number(
                    m.run.evaluation.values[i].aggregate(),
                    decimals(measure),
                ));
                row.extend(has_intervals.then(|| match m.intervals[i] {
                    Some(e) => Cell::interval(e.low, e.high, 4),
                    None => Cell::Empty,
                }));
                row.extend(groups.map(|_| match m.by_group[i] {
                    Some(e) => Cell::interval(e.low, e.high, 4),
                    None => Cell::Empty,
                }));
            }
            table.push(row);
        }
        if has_intervals {
            table.notes.push(self.interval_note());
        }
        if let Some(groups) = groups {
            let (bootstrap, n) = (
                self.args.uncertainty.bootstrap_words(self.args.replicates),
                groups.words(),
            );
            table.notes.push(format!(
                "By {}: the interval if whole groups are drawn, with all their topics ({n}; {bootstrap}).",
                groups.column
            ));
        }
        if self.measures.iter().any(|m| m.aggregate() == Aggregate::Sum) {
            table
                .notes
                .push("NumRet, NumRel and NumQ are sums over topics.".to_owned());
        }
        let with_header = self.runs.iter().filter(|m| m.run.metadata.is_some());
        let names: Vec<&str> = with_header.map(|m| m.run.name.as_str()).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            table
                .notes
                .push(format!("With a header of ir_metadata: {names}."));
        }
        table
    }

    fn interval_note(&self) -> String {
        let words = self.args.uncertainty.words(self.args.replicates);
        match words.split_once(", ") {
            Some((method, replicates)) => format!("Interval: {method} over topics, {replicates}."),
            None => format!("Interval: {words} over topics."),
        }
    }

    fn tie_range_table(&self) -> Table {
        let columns = ["measure", "run"].map(Column::words).into_iter();
        let columns = columns.chain(["value", "least", "mean", "largest"].map(Column::numbers));
        let conditions = self.conditions("0".to_owned());
        let mut table = Table::new(
            "tie-range",
            "Over all orders of equal scores",
            conditions,
            columns.collect(),
        );
        for m in &self.runs {
            let Some(TieRanges {
                ranges,
                n_topics,
                n_sampled,
            }) = &m.run.tie_ranges
            else {
                continue;
            };
            for (values, range) in m.run.evaluation.values.iter().zip(ranges) {
                let decimals = decimals(&values.measure);
                let numbers = [values.aggregate(), range.low, range.mean, range.high];
                let words = [Cell::text(values.measure.to_string()), Cell::text(&m.run.name)].into_iter();
                table.push(words.chain(numbers.map(|x| Cell::number(x, decimals))).collect());
            }
            table.notes.push(format!(
                "{}: equal scores decide values of {}{}.",
                m.run.name,
                runs::topics(*n_topics),
                match n_sampled {
                    0 => String::new(),
                    n => format!("; {n} have more than {EVERY_ORDER} different orders, and their mean is of that many random ones"),
                }
            ));
            let open: Vec<String> = ranges
                .iter()
                .filter(|range| !range.is_exact)
                .map(|range| range.measure.to_string())
                .collect();
            if !open.is_empty() {
                table.notes.push(format!(
                    "{}: ends of the orders tried; others may go beyond them: {}.",
                    m.run.name,
                    open.join(", ")
                ));
            }
        }
        table
    }

    fn bounds_table(&self) -> Table {
        let columns = ["measure", "run"].map(Column::words).into_iter();
        let columns = columns.chain(["least", "value", "largest"].map(Column::numbers));
        let conditions = self.conditions("none".to_owned());
        let mut table = Table::new(
            "unjudged-bounds",
            "Over all judgments of unjudged documents",
            conditions,
            columns.collect(),
        );
        for m in &self.runs {
            for (values, bound) in m.run.evaluation.values.iter().zip(m.run.bounds.iter().flatten()) {
                let numbers = [bound.low, values.aggregate(), bound.high];
                let words = [Cell::text(values.measure.to_string()), Cell::text(&m.run.name)].into_iter();
                let decimals = decimals(&values.measure);
                table.push(words.chain(numbers.map(|x| Cell::number(x, decimals))).collect());
            }
        }
        table.notes.push(
            "Documents that were returned, and that nobody judged or that have a grade below 0.".to_owned(),
        );
        table
    }

    fn slice_table(&self) -> Table {
        let mut columns = vec![
            Column::words("by"),
            Column::words("slice"),
            Column::numbers("n"),
            Column::words("measure"),
        ];
        for m in &self.runs {
            columns.push(Column::numbers(&m.run.name));
            columns.extend(
                (self.args.replicates > 0)
                    .then(|| Column::numbers(self.args.uncertainty.draws.interval_words())),
            );
        }
        let conditions = self.conditions(self.args.uncertainty.draws.seed_words());
        let mut table = Table::new("slices", "Means by kind of topic", conditions, columns);
        for slice in &self.slices {
            for (i, measure) in self.measures.iter().enumerate() {
                let mut row = vec![
                    Cell::text(&slice.column),
                    Cell::text(&slice.value),
                    Cell::count(slice.n),
                    Cell::text(measure.to_string()),
                ];
                for values in &slice.runs {
                    let (x, e) = values[i];
                    row.push(Cell::number(x, decimals(measure)));
                    row.extend(
                        (self.args.replicates > 0)
                            .then(|| e.map_or(Cell::Empty, |e| Cell::interval(e.low, e.high, 4))),
                    );
                }
                table.push(row);
            }
        }
        table.notes.push("Slices were chosen before or after looking? An interval of one of many slices is too narrow for the second.".to_owned());
        table
    }

    fn per_topic(&self) -> Table {
        let names = self.runs.iter().map(|m| Column::numbers(&m.run.name));
        let columns = [Column::words("topic"), Column::words("measure")]
            .into_iter()
            .chain(names)
            .collect();
        let conditions = self.conditions("none".to_owned());
        let mut table = Table::new("per-topic", "Values of every topic", conditions, columns);
        for (i, values) in self.runs[0].run.evaluation.values.iter().enumerate() {
            for (t, topic) in values.topics.iter().enumerate() {
                let words = [Cell::text(topic.as_str()), Cell::text(values.measure.to_string())];
                let cells = self
                    .runs
                    .iter()
                    .map(|m| Cell::number(m.run.evaluation.values[i].values[t], decimals(&values.measure)));
                table.push(words.into_iter().chain(cells).collect());
            }
        }
        table
    }
}

/// The rules in words, where they are not the usual ones.
fn rules(args: &Args) -> String {
    let mut rules = format!("ties: {}{}", args.ties, args.reading.words());
    if args.unjudged == "removed" {
        rules.push_str(", unjudged: removed");
    }
    if let Some(sections) = &args.collapse {
        rules.push_str(&format!(", collapsed by {}", files::name(sections)));
    }
    rules
}

/// Counts are whole numbers.
fn decimals(measure: &Measure) -> u8 {
    match measure.aggregate() {
        Aggregate::Sum => 0,
        Aggregate::Mean | Aggregate::GeometricMean => 4,
    }
}
