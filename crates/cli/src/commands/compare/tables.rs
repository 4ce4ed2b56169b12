//! For people: the differences, then other tests and what they could have found.

use sokutei_measures::stats::{Estimate, PairedComparison, RankDistribution, Verdict};
use sokutei_report::{Cell, Column, Table};

use super::Compared;
use super::rows::{Row, has_interval, verdict as single_verdict};
use crate::args::{Compare, CorrectionArg};

impl Compared<'_> {
    pub(super) fn tables(&self, rows: &[Row<'_>]) -> Vec<Table> {
        vec![self.differences(rows), self.sizes_and_tests(rows)]
    }

    /// Difference, interval, p, verdict.
    fn differences(&self, rows: &[Row<'_>]) -> Table {
        let interval = self.args.uncertainty.draws.interval_words();
        let mut columns = vec![
            Column::words("measure"),
            Column::words("baseline"),
            Column::numbers("mean"),
            Column::words("candidate"),
            Column::numbers("mean"),
            Column::numbers("difference"),
            Column::numbers(&interval),
            Column::numbers("p"),
        ];
        let corrected = self.is_corrected(rows);
        columns.extend(corrected.then(|| Column::numbers("p corrected")));
        if let Some(groups) = self.groups {
            columns.push(Column::numbers(format!("{interval} by {}", groups.column)));
            let p = if corrected { "p corrected" } else { "p" };
            columns.push(Column::numbers(format!("{p} by {}", groups.column)));
        }
        columns.push(Column::words("verdict"));
        let title = "Differences by topic, candidate − baseline";
        let mut table = Table::new("compare", title, self.conditions(), columns);
        for row in rows {
            let c = &row.comparison;
            let mut cells = vec![
                Cell::text(row.measure.to_string()),
                Cell::text(row.baseline),
                Cell::number(row.means[0], 4),
                Cell::text(row.candidate),
                Cell::number(row.means[1], 4),
                Cell::signed(c.difference.point, 4),
                ends(&c.difference),
                Cell::p_value(c.p_value, 4),
            ];
            cells.extend(corrected.then(|| Cell::p_value(row.p_corrected, 4)));
            if let Some(by_group) = &row.by_group {
                let d = &by_group.comparison.difference;
                cells.push(ends(d));
                cells.push(Cell::p_value(by_group.p_corrected, 4));
            }
            cells.push(Cell::text(verdict(row, self.args)));
            table.push(cells);
        }
        table.notes.extend(self.notes(rows));
        table
    }

    fn notes(&self, rows: &[Row<'_>]) -> Vec<String> {
        let first = &rows[0];
        let mut notes = vec![format!(
            "Interval: {}. p: {}.",
            self.args.uncertainty.words(self.args.replicates),
            p_value(&first.comparison)
        )];
        notes.push(family(self.args.correction, rows.len()));
        if let (Some(groups), Some(by_group)) = (self.groups, &first.by_group) {
            let corrected = if self.is_corrected(rows) {
                ", corrected as above"
            } else {
                ""
            };
            notes.push(format!(
                "By {}: whole groups are drawn and flipped ({}; {}){corrected}. The verdict needs both.",
                groups.column,
                by_group.comparison.difference.method,
                patterns(by_group.comparison.exact, by_group.comparison.permutations),
            ));
        }
        notes
    }

    fn is_corrected(&self, rows: &[Row<'_>]) -> bool {
        self.args.correction != CorrectionArg::None && rows.len() > 1
    }

    /// How large a difference is, what the topics could have shown, and what other tests say.
    fn sizes_and_tests(&self, rows: &[Row<'_>]) -> Table {
        let asked = &rows[0].asked;
        let mut columns = vec![
            Column::words("measure"),
            Column::words("candidate"),
            Column::numbers("win/tie/loss"),
            Column::numbers("effect size"),
            Column::numbers("detectable at 80 % power"),
            Column::numbers("p paired t"),
            Column::numbers("p bootstrap"),
        ];
        columns.extend(asked.wilcoxon.is_some().then(|| Column::numbers("p Wilcoxon")));
        columns.extend(asked.sign_test.is_some().then(|| Column::numbers("p sign test")));
        columns.extend(
            asked
                .bayes
                .is_some()
                .then(|| Column::numbers("P(candidate > / < baseline)")),
        );
        let title = "Size of the differences, and other tests";
        let mut table = Table::new("compare-tests", title, self.conditions(), columns);
        for row in rows {
            let c = &row.comparison;
            let t = row.t_test.as_ref().and_then(|t| t.p_value);
            let mut cells = vec![
                Cell::text(row.measure.to_string()),
                Cell::text(row.candidate),
                Cell::text(format!("{}/{}/{}", c.win, c.tie, c.loss)),
                defined(Some(c.effect_size), |x| Cell::signed(x, 3)),
                defined(Some(c.minimal_detectable_difference), |x| Cell::number(x, 4)),
                defined(t, |p| Cell::p_value(p, 4)),
                defined(row.bootstrap_p, |p| Cell::p_value(p, 4)),
            ];
            let p = |p: f64| Cell::p_value(p, 4);
            cells.extend(row.asked.wilcoxon.as_ref().map(|w| p(w.p_value)));
            cells.extend(row.asked.sign_test.as_ref().map(|s| p(s.p_value)));
            cells.extend(row.asked.bayes.as_ref().map(|b| {
                if row.comparison.n > 1 {
                    Cell::text(format!("{:.4} / {:.4}", b.p_greater, b.p_less))
                } else {
                    Cell::text("not defined")
                }
            }));
            table.push(cells);
        }
        table.notes.extend(self.notes_on_tests(rows));
        table
    }

    fn notes_on_tests(&self, rows: &[Row<'_>]) -> Vec<String> {
        let mut notes = vec![format!(
            "Effect size: mean over standard deviation of the differences. Ties: differences of at most {}. These p are of single comparisons over topics, not corrected, and so is what \
             is detectable.",
            self.args.tie_tolerance
        )];
        let asked = &rows[0].asked;
        let kinds = rows.iter().filter_map(|row| row.asked.wilcoxon.as_ref());
        let exact = kinds
            .clone()
            .filter(|w| w.distribution == RankDistribution::Exact)
            .count();
        if asked.wilcoxon.is_some() {
            notes.push(format!(
                "Wilcoxon (equal values left out; exact in {exact} of {} rows, else the normal approximation; the tolerance for ties is not \
                 used) asks whether differences lie evenly around 0, not whether their mean is 0.",
                kinds.count()
            ));
        }
        if asked.sign_test.is_some() {
            notes.push("The sign test asks who wins more often, not by how much.".to_owned());
        }
        if asked.bayes.is_some() {
            notes.push(format!(
                "P(candidate > / < baseline): Bayesian bootstrap over {}, {} draws; no p-value.",
                self.groups.map_or("topics".to_owned(), |groups| format!(
                    "groups by {}",
                    groups.column
                )),
                self.args.replicates
            ));
        }
        notes
    }
}

/// "Corrected by holm for a family of 6 comparisons."
pub(super) fn family(correction: CorrectionArg, size: usize) -> String {
    match (correction, size) {
        (_, 1) => "A family of one comparison: nothing to correct for.".to_owned(),
        (CorrectionArg::None, n) => format!("Not corrected for the number of comparisons, {n}."),
        (correction, n) => format!(
            "Corrected by {} for a family of {n} comparisons: every row.",
            correction.correction()
        ),
    }
}

/// What interval and p allow one to say, together.
pub(super) fn verdict(row: &Row<'_>, args: &Compare) -> String {
    let alpha = args.uncertainty.draws.alpha();
    let by_topic = single_verdict(&row.comparison.difference, row.p_corrected);
    match row.verdict() {
        Verdict::NotDistinguishable => "not distinguishable here".to_owned(),
        Verdict::SecondAhead => "candidate ahead on this test set".to_owned(),
        Verdict::FirstAhead => "baseline ahead on this test set".to_owned(),
        Verdict::Unclear if by_topic == Verdict::Unclear => {
            format!("unclear: interval without 0, p above {alpha}")
        }
        Verdict::Unclear => "unclear: topics and groups of them disagree".to_owned(),
    }
}

/// How p was found, by its named variants.
pub(super) fn p_value(c: &PairedComparison) -> String {
    format!("{}, ties: {}", patterns(c.exact, c.permutations), c.ties)
}

fn patterns(exact: bool, permutations: u32) -> String {
    if exact {
        format!("all 2^n = {permutations} sign flips")
    } else {
        format!("{permutations} random sign flips, (b + 1) / (R + 1)")
    }
}

/// The ends of an interval, which a single topic, or a single group, does not have.
pub(super) fn ends(difference: &Estimate) -> Cell {
    if has_interval(difference) {
        Cell::signed_interval(difference.low, difference.high, 4)
    } else {
        Cell::text("not defined")
    }
}

/// A number that a single topic, or differences that are all equal, cannot give.
fn defined(value: Option<f64>, cell: impl Fn(f64) -> Cell) -> Cell {
    match value {
        Some(value) if value.is_finite() => cell(value),
        _ => Cell::text("not defined"),
    }
}
