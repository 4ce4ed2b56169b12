//! For programs that read tables: one row for each system by each measure.

use super::Outcome;
use super::tables::by_folds;

const HEADER: [&str; 13] = [
    "measure",
    "run",
    "is_chosen",
    "mean_where_chosen",
    "best_in_resamples",
    "chosen_by_folds",
    "mean",
    "low",
    "high",
    "optimism",
    "bootstrap_optimism",
    "kind",
    "optimistic",
];

impl Outcome<'_> {
    /// What belongs to the chosen system alone is empty for the others, as is what the kind does not have.
    pub(super) fn csv(&self) -> Vec<Vec<String>> {
        let mut rows = vec![HEADER.map(str::to_owned).to_vec()];
        for measure in 0..self.selections.len() {
            rows.extend((0..self.judged.runs.len()).map(|system| self.csv_row(measure, system)));
        }
        rows
    }

    fn csv_row(&self, measure: usize, system: usize) -> Vec<String> {
        let selection = &self.selections[measure];
        let is_chosen = system == selection.chosen;
        let of_chosen = |value: Option<f64>| match value.filter(|_| is_chosen) {
            Some(value) => format!("{value:?}"),
            None => String::new(),
        };
        let estimate = &selection.estimate;
        vec![
            self.judged.measures[measure].to_string(),
            self.name(system).to_owned(),
            is_chosen.to_string(),
            format!("{:?}", selection.means[system]),
            format!("{:?}", selection.stability[system]),
            by_folds(selection, system).map_or_else(String::new, |(n, _)| n.to_string()),
            of_chosen(Some(estimate.point)),
            of_chosen(Self::interval(selection).map(|(low, _)| low)),
            of_chosen(Self::interval(selection).map(|(_, high)| high)),
            of_chosen(selection.optimism),
            of_chosen(Some(selection.bootstrap_optimism)),
            self.kind().name().to_owned(),
            self.kind().is_optimistic().to_string(),
        ]
    }
}
