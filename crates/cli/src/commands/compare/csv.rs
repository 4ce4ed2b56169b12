//! For programs that read tables: the numbers and names of the JSON document, each in a column of its own.

use sokutei_measures::stats::Estimate;

use super::Compared;
use super::rows::{Row, has_interval};
use super::tables::verdict;

/// Columns of every comparison.
const HEADER: [&str; 20] = [
    "measure",
    "baseline",
    "baseline_mean",
    "candidate",
    "candidate_mean",
    "n",
    "difference",
    "low",
    "high",
    "p",
    "win",
    "tie",
    "loss",
    "effect_size",
    "minimal_detectable_difference",
    "verdict",
    "p_corrected",
    "family_size",
    "p_t",
    "p_bootstrap",
];

impl Compared<'_> {
    /// A header, and a row for each comparison. What the values cannot give is empty, as it is null in JSON.
    pub(super) fn csv(&self, rows: &[Row<'_>]) -> Vec<Vec<String>> {
        let asked = &rows[0].asked;
        let mut header: Vec<&str> = HEADER.to_vec();
        if self.groups.is_some() {
            header.extend([
                "n_groups",
                "group_low",
                "group_high",
                "group_p",
                "group_p_corrected",
            ]);
        }
        header.extend(asked.wilcoxon.as_ref().map(|_| "p_wilcoxon"));
        header.extend(asked.sign_test.as_ref().map(|_| "p_sign_test"));
        if asked.bayes.is_some() {
            header.extend(["p_candidate_greater", "p_candidate_less"]);
        }
        let header = header.into_iter().map(str::to_owned).collect();
        let rows_of_csv = rows.iter().map(|row| self.csv_row(row, rows.len()));
        std::iter::once(header).chain(rows_of_csv).collect()
    }

    fn csv_row(&self, row: &Row<'_>, family_size: usize) -> Vec<String> {
        let c = &row.comparison;
        let mut cells = vec![
            row.measure.to_string(),
            row.baseline.to_owned(),
            number(row.means[0]),
            row.candidate.to_owned(),
            number(row.means[1]),
            c.n.to_string(),
            number(c.difference.point),
            end(&c.difference, c.difference.low),
            end(&c.difference, c.difference.high),
            number(c.p_value),
            c.win.to_string(),
            c.tie.to_string(),
            c.loss.to_string(),
            number(c.effect_size),
            number(c.minimal_detectable_difference),
            verdict(row, self.args),
            number(row.p_corrected),
            family_size.to_string(),
            row.t_test
                .as_ref()
                .and_then(|t| t.p_value)
                .map_or_else(String::new, number),
            row.bootstrap_p.map_or_else(String::new, number),
        ];
        if let Some(by_group) = &row.by_group {
            let c = &by_group.comparison;
            cells.push(c.n_groups.to_string());
            cells.extend([c.difference.low, c.difference.high].map(|x| end(&c.difference, x)));
            cells.extend([c.p_value, by_group.p_corrected].map(number));
        }
        cells.extend(row.asked.wilcoxon.as_ref().map(|w| number(w.p_value)));
        cells.extend(row.asked.sign_test.as_ref().map(|s| number(s.p_value)));
        if let Some(b) = &row.asked.bayes {
            cells.extend([b.p_greater, b.p_less].map(|p| if c.n > 1 { number(p) } else { String::new() }));
        }
        cells
    }
}

/// An end of an interval, if there is one.
pub(super) fn end(difference: &Estimate, x: f64) -> String {
    if has_interval(difference) {
        number(x)
    } else {
        String::new()
    }
}

pub(super) fn number(x: f64) -> String {
    if x.is_finite() {
        format!("{x:?}")
    } else {
        String::new()
    }
}
