//! For programs that read tables: the numbers and names of the JSON document, each in a column of its own.

use super::Compared;
use super::rows::Row;
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
        header.extend(asked.bayes.as_ref().map(|_| "p_candidate_greater"));
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
            number(c.difference.low),
            number(c.difference.high),
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
            number(row.bootstrap_p),
        ];
        if let Some(by_group) = &row.by_group {
            let c = &by_group.comparison;
            cells.push(c.n_groups.to_string());
            cells.extend(
                [
                    c.difference.low,
                    c.difference.high,
                    c.p_value,
                    by_group.p_corrected,
                ]
                .map(number),
            );
        }
        cells.extend(row.asked.wilcoxon.as_ref().map(|w| number(w.p_value)));
        cells.extend(row.asked.sign_test.as_ref().map(|s| number(s.p_value)));
        cells.extend(row.asked.bayes.as_ref().map(|b| number(b.p_greater)));
        cells
    }
}

pub(super) fn number(x: f64) -> String {
    if x.is_finite() {
        format!("{x:?}")
    } else {
        String::new()
    }
}
