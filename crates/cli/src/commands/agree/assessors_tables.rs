//! What `agree assessors` prints.

use serde_json::{Value, json};
use sokutei_report::{Cell, Column, Conditions, Table};

use super::assessors::{Assessor, Computed, Found, Outcome, Row};
use super::shown::{Shown, digits, ends, estimate_cells, estimate_document, header, value};
use crate::files;

const NO_PAIRS: &str = "no pair that all of these judged";

impl Outcome<'_> {
    pub(super) fn shown(&self) -> Shown {
        let crossed = self
            .cross_table
            .as_ref()
            .map(|(grades, counts)| self.crossed(grades, counts));
        Shown {
            tables: [self.coefficients(), self.judgments()]
                .into_iter()
                .chain(crossed)
                .collect(),
            document: self.document(),
            csv: self.csv(),
        }
    }

    fn n_pairs(&self) -> usize {
        self.judged_by.iter().sum()
    }

    fn conditions(&self) -> Conditions {
        let names: Vec<String> = self.args.qrels.iter().map(|path| files::name(path)).collect();
        Conditions {
            labeling: format!("{}{}", names.join(", "), self.args.reading().words()),
            n: format!(
                "{} pairs of topic and document, {} assessors",
                self.n_pairs(),
                names.len()
            ),
            seed: self.args.resampling.draws.seed_words(),
            ..Conditions::none()
        }
    }

    fn coefficients(&self) -> Table {
        let columns = vec![
            Column::words("coefficient"),
            Column::words("between"),
            Column::numbers("pairs"),
            Column::numbers("topics"),
            Column::numbers("value"),
            Column::numbers(format!("{} over pairs", self.args.resampling.draws.level_words())),
            Column::numbers(format!(
                "{} over topics",
                self.args.resampling.draws.level_words()
            )),
            Column::numbers(format!("{} asymptotic", self.args.resampling.draws.level_words())),
            Column::numbers("undefined"),
        ];
        let title = "Agreement of assessors";
        let mut table = Table::new("agree-assessors", title, self.conditions(), columns);
        self.rows.iter().for_each(|row| table.push(cells(row)));
        table.notes.push(format!(
            "Intervals: bootstrap percentile over pairs, and over whole topics, {} replicates; asymptotic: by the standard error of Fleiss, \
             Cohen & Everitt. Documents of one topic are judged together, so that an interval over pairs is often too short; one over few topics \
             is, too. Undefined: resamples over pairs · over topics that have no value, left out of the interval.",
            self.args.resampling.replicates
        ));
        table.notes.extend(self.rows.iter().filter_map(note));
        table
    }

    fn judgments(&self) -> Table {
        let columns = vec![
            Column::words("assessor"),
            Column::numbers("topics"),
            Column::numbers("judgments"),
            Column::numbers("also judged by another"),
        ];
        let mut table = Table::new(
            "agree-assessors-judgments",
            "Who judged what",
            self.conditions(),
            columns,
        );
        for Assessor {
            name,
            topics,
            judgments,
            shared,
        } in &self.assessors
        {
            table.push(vec![
                Cell::text(name),
                Cell::count(*topics),
                Cell::count(*judgments),
                Cell::count(*shared),
            ]);
        }
        let counts = self.judged_by.iter().enumerate();
        let words: Vec<String> = counts
            .map(|(i, n)| format!("{n} judged by {}", by(i + 1, self.judged_by.len())))
            .collect();
        table.notes.push(format!("Pairs: {}.", words.join(", ")));
        table
    }

    fn crossed(&self, grades: &[f64], counts: &[Vec<u64>]) -> Table {
        let [first, second] = [0, 1].map(|i| &self.assessors[i].name);
        let mut columns = vec![Column::numbers("grade")];
        columns.extend(grades.iter().map(|grade| Column::numbers(grade.to_string())));
        let title = format!("Grades of {first} (down) and {second} (across)");
        let mut table = Table::new("agree-assessors-grades", title, self.conditions(), columns);
        for (grade, row) in grades.iter().zip(counts) {
            let count = |&value: &u64| Cell::Count { value };
            table.push(
                std::iter::once(Cell::text(grade.to_string()))
                    .chain(row.iter().map(count))
                    .collect(),
            );
        }
        table
    }

    fn document(&self) -> Value {
        let args = self.args;
        let assessor = |a: &Assessor| json!({"qrels": a.name, "topics": a.topics, "judgments": a.judgments, "shared": a.shared});
        let crossed = self
            .cross_table
            .as_ref()
            .map(|(grades, counts)| json!({"grades": grades, "counts": counts}));
        json!({
            "schema_version": 1, "distances": distances(self), "lenient": args.lenient, "decimal_grades": args.decimal_grades,
            "rng": args.resampling.draws.rng.generator().name(), "seed": args.resampling.draws.seed, "replicates": args.resampling.replicates,
            "assessors": self.assessors.iter().map(assessor).collect::<Vec<_>>(),
            "pairs": self.n_pairs(), "pairs_judged_by": self.judged_by,
            "coefficients": self.rows.iter().map(row_document).collect::<Vec<_>>(),
            "cross_table": crossed,
        })
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let names = [
            "coefficient",
            "between",
            "pairs",
            "topics",
            "value",
            "low",
            "high",
            "undefined_resamples",
            "topics_low",
            "topics_high",
            "topics_undefined_resamples",
            "standard_error",
            "asymptotic_low",
            "asymptotic_high",
        ];
        let rows = self.rows.iter().map(csv_row);
        std::iter::once(header(&names)).chain(rows).collect()
    }
}

fn distances(outcome: &Outcome<'_>) -> &'static str {
    match outcome.args.distances {
        crate::args::DistancesArg::Grades => "grades",
        crate::args::DistancesArg::Positions => "positions",
    }
}

/// "one", "2", "all 3".
fn by(n: usize, all: usize) -> String {
    match n {
        1 => "one".to_owned(),
        _ if n == all && all > 2 => format!("all {n}"),
        _ if n == all => "both".to_owned(),
        _ => n.to_string(),
    }
}

fn cells(row: &Row) -> Vec<Cell> {
    let mut cells = vec![Cell::text(row.coefficient.to_string()), Cell::text(&row.between)];
    match &row.found {
        Found::NoPairs => {
            cells.extend([Cell::count(0), Cell::count(0), Cell::text("no common pair")]);
            cells.resize(9, Cell::Empty);
        }
        Found::Computed(c) => cells.extend([
            Cell::count(c.n_pairs),
            Cell::count(c.n_topics),
            value(&c.over_pairs.value),
            ends(&c.over_pairs.interval),
            ends(&c.over_topics.interval),
            c.asymptotic
                .as_ref()
                .map_or(Cell::Empty, |a| Cell::interval(a.ends[0], a.ends[1], 4)),
            undefined(c),
        ]),
    }
    cells
}

/// Resamples without a value, over pairs and over topics; nothing where all have one.
fn undefined(c: &Computed) -> Cell {
    match [&c.over_pairs, &c.over_topics].map(|over| over.interval.undefined) {
        [0, 0] => Cell::Empty,
        [pairs, topics] => Cell::text(format!("{pairs} · {topics}")),
    }
}

/// Why a coefficient of common pairs is not defined.
fn note(row: &Row) -> Option<String> {
    match &row.found {
        Found::NoPairs => None,
        Found::Computed(c) => {
            let why = c.over_pairs.value.err()?;
            Some(format!(
                "{} of {} is not defined: {why}.",
                row.coefficient, row.between
            ))
        }
    }
}

fn row_document(row: &Row) -> Value {
    let mut document = json!({"coefficient": row.coefficient.to_string(), "between": row.between});
    let more = match &row.found {
        Found::NoPairs => json!({"pairs": 0, "topics": 0, "not_defined": NO_PAIRS}),
        Found::Computed(c) => computed_document(c),
    };
    let fields = document.as_object_mut().expect("an object");
    fields.extend(more.as_object().expect("an object").clone());
    document
}

fn computed_document(c: &Computed) -> Value {
    let asymptotic = c.asymptotic.as_ref();
    let asymptotic =
        asymptotic.map(|a| json!({"standard_error": a.standard_error, "low": a.ends[0], "high": a.ends[1]}));
    json!({
        "pairs": c.n_pairs, "topics": c.n_topics,
        "over_pairs": estimate_document(&c.over_pairs), "over_topics": estimate_document(&c.over_topics),
        "asymptotic": asymptotic,
    })
}

fn csv_row(row: &Row) -> Vec<String> {
    let mut cells = vec![row.coefficient.to_string(), row.between.clone()];
    if let Found::Computed(c) = &row.found {
        cells.extend([c.n_pairs.to_string(), c.n_topics.to_string()]);
        cells.extend(estimate_cells(&c.over_pairs));
        cells.extend(estimate_cells(&c.over_topics).split_off(1));
        let a = c.asymptotic.as_ref();
        cells.extend([
            digits(a.map(|a| a.standard_error)),
            digits(a.map(|a| a.ends[0])),
            digits(a.map(|a| a.ends[1])),
        ]);
    } else {
        cells.extend(["0".to_owned(), "0".to_owned()]);
        cells.resize(14, String::new());
    }
    cells
}
