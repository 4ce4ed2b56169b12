//! What `agree systems` prints.

use serde_json::{Value, json};
use sokutei_measures::agreement::AgreementEstimate;
use sokutei_report::{Cell, Column, Conditions, Table};

use super::super::runs;
use super::shown::{Shown, ends, estimate_cells, estimate_document, gaps, header, value};
use super::systems::{Comparison, Order, Outcome};
use crate::files;

/// Means that are no further apart share a place, as the library has it.
const EQUAL_MEANS: f64 = 1e-12;

impl Comparison {
    fn coefficients(&self) -> [(&'static str, &AgreementEstimate); 3] {
        [
            ("tau-b", &self.found.tau_b),
            ("tau_ap (first is reference)", &self.found.tau_ap),
            ("tau_ap (second is reference)", &self.found.tau_ap_reversed),
        ]
    }
}

impl Outcome<'_> {
    pub(super) fn shown(&self) -> Shown {
        Shown {
            tables: vec![self.agreement(), self.means()],
            document: self.document(),
            csv: self.csv(),
        }
    }

    fn conditions(&self) -> Conditions {
        let args = self.args;
        let other = args.other_qrels.as_ref();
        let other = other.map_or(String::new(), |path| format!(" and {}", files::name(path)));
        Conditions {
            measure: runs::names(&self.measures),
            cutoff: "as named".to_owned(),
            gain: "as named".to_owned(),
            labeling: format!(
                "{}{other} (ties: {}{})",
                files::name(&args.qrels),
                args.ties,
                args.reading.words()
            ),
            n: format!("{} systems, {}", self.systems.len(), runs::topics(self.n_topics)),
            seed: args.resampling.draws.seed_words(),
        }
    }

    fn agreement(&self) -> Table {
        let columns = vec![
            Column::words("first order"),
            Column::words("second order"),
            Column::words("coefficient"),
            Column::numbers("value"),
            Column::numbers(self.args.resampling.draws.interval_words()),
        ];
        let title = "Agreement of orders of systems";
        let mut table = Table::new("agree-systems", title, self.conditions(), columns);
        for comparison in &self.comparisons {
            for (name, found) in comparison.coefficients() {
                table.push(vec![
                    Cell::text(&comparison.names[0]),
                    Cell::text(&comparison.names[1]),
                    Cell::text(name),
                    value(&found.value),
                    ends(&found.interval),
                ]);
            }
        }
        table.notes = self.notes();
        table
    }

    fn notes(&self) -> Vec<String> {
        let n = self.systems.len();
        let mut notes = vec![
            format!(
                "Interval: bootstrap percentile over topics, {} replicates, both orders made anew on each. tau_ap: ties by variant {}.",
                self.args.resampling.replicates, self.args.ap_ties
            ),
            format!(
                "{n} systems: without ties tau-b can only be one of {} values.",
                n * (n - 1) / 2 + 1
            ),
        ];
        for comparison in &self.comparisons {
            let [first, second] = &comparison.names;
            let what = |name: &str| format!("{first} and {second}: {name}");
            notes.extend(
                comparison
                    .coefficients()
                    .into_iter()
                    .filter_map(|(name, found)| gaps(&what(name), found)),
            );
        }
        notes
    }

    fn means(&self) -> Table {
        let mut columns = vec![Column::words("system")];
        for order in &self.orders {
            columns.push(Column::numbers(&order.name));
            columns.push(Column::numbers("place"));
        }
        let title = "Means and places of the systems";
        let mut table = Table::new("agree-systems-means", title, self.conditions(), columns);
        for (i, system) in self.systems.iter().enumerate() {
            let of_order = |order: &Order| [Cell::number(order.means[i], 4), Cell::count(place(order, i))];
            let cells = self.orders.iter().flat_map(of_order);
            table.push(std::iter::once(Cell::text(system)).chain(cells).collect());
        }
        table
    }

    fn document(&self) -> Value {
        let args = self.args;
        let comparison = |c: &Comparison| {
            json!({
                "orders": c.names, "n_systems": c.found.n_systems, "n_topics": c.found.n_topics,
                "tau_b": estimate_document(&c.found.tau_b),
                "tau_ap_first_is_reference": estimate_document(&c.found.tau_ap),
                "tau_ap_second_is_reference": estimate_document(&c.found.tau_ap_reversed),
            })
        };
        let order = |order: &Order| {
            let systems = self.systems.iter().enumerate();
            let of_system =
                |(i, name)| json!({"system": name, "mean": order.means[i], "place": place(order, i)});
            json!({"order": order.name, "systems": systems.map(of_system).collect::<Vec<Value>>()})
        };
        json!({
            "schema_version": 1, "qrels": files::name(&args.qrels), "other_qrels": args.other_qrels.as_ref().map(|path| files::name(path)),
            "ties": args.ties, "ap_ties": args.ap_ties, "lenient": args.reading.lenient, "duplicates": args.reading.duplicates_name(),
            "decimal_grades": args.reading.decimal_grades, "rng": args.resampling.draws.rng.generator().name(), "seed": args.resampling.draws.seed, "replicates": args.resampling.replicates,
            "comparisons": self.comparisons.iter().map(comparison).collect::<Vec<_>>(),
            "orders": self.orders.iter().map(order).collect::<Vec<_>>(),
        })
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let names = [
            "first",
            "second",
            "coefficient",
            "value",
            "low",
            "high",
            "undefined_resamples",
            "n_systems",
            "n_topics",
        ];
        let mut rows = vec![header(&names)];
        for comparison in &self.comparisons {
            let (systems, topics) = (comparison.found.n_systems, comparison.found.n_topics);
            for (name, found) in comparison.coefficients() {
                let mut row = comparison.names.to_vec();
                row.push(name.to_owned());
                row.extend(estimate_cells(found));
                row.extend([systems.to_string(), topics.to_string()]);
                rows.push(row);
            }
        }
        rows
    }
}

/// From 1 at the top; equal means share the best place.
fn place(order: &Order, system: usize) -> usize {
    let above = order
        .means
        .iter()
        .filter(|&&mean| mean > order.means[system] + EQUAL_MEANS);
    above.count() + 1
}
