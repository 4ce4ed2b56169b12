//! What a choice is worth, in words.

use sokutei_measures::stats::{Selection, SelectionKind};
use sokutei_measures::{best_system_warnings, selection_warnings};

use super::Outcome;
use crate::commands::runs::topics;

/// What is recommended where the value is optimistic.
pub(super) const RECOMMENDED: &str = "--folds 5";

impl Outcome<'_> {
    /// The same for all measures.
    pub(super) fn kind(&self) -> &SelectionKind {
        &self.selections[0].kind
    }

    pub(super) fn name(&self, system: usize) -> &str {
        &self.judged.runs[system].name
    }

    /// The ends of an interval; a single topic, or group of them, has none.
    pub(super) fn interval(selection: &Selection) -> Option<(f64, f64)> {
        let estimate = &selection.estimate;
        (estimate.n > 1).then_some((estimate.low, estimate.high))
    }

    /// The first line of everything.
    pub(super) fn headline(&self) -> String {
        match self.kind() {
            SelectionKind::OnTestTopics => format!(
                "optimistic: chosen and measured on the same {}; {RECOMMENDED} measures the choice on topics that it was not made on",
                topics(self.judged.topics().len())
            ),
            SelectionKind::Split { n_dev, n_test, .. } => {
                format!("chosen on {}, measured on the other {n_test}", topics(*n_dev))
            }
            SelectionKind::NestedCrossValidation { sizes, .. } => format!(
                "chosen on all {}; measured in {} folds, each by the best of the others",
                topics(self.judged.topics().len()),
                sizes.len()
            ),
        }
    }

    pub(super) fn warnings(&self) -> Vec<String> {
        let names: Vec<String> = self.judged.measures.iter().map(ToString::to_string).collect();
        let mut warnings = Vec::new();
        if self.kind().is_optimistic() {
            let optimistic = selection_warnings(self.judged.runs.len(), &names);
            warnings.extend(optimistic.iter().map(ToString::to_string));
        }
        warnings.extend(self.torn_groups());
        for (selection, measure) in self.selections.iter().zip(&names) {
            let tied: Vec<&str> = selection.tied.iter().map(|&system| self.name(system)).collect();
            if !tied.is_empty() {
                warnings.push(format!(
                    "{measure}: {} is no better than {}; it is taken because it was named first",
                    self.name(selection.chosen),
                    tied.join(", ")
                ));
            }
        }
        let means = |of: usize| {
            let each = self.selections[of].means.iter().enumerate();
            each.map(|(system, mean)| (self.name(system).to_owned(), *mean))
                .collect()
        };
        let by_measure: Vec<_> = names
            .iter()
            .cloned()
            .enumerate()
            .map(|(i, name)| (name, means(i)))
            .collect();
        warnings.extend(best_system_warnings(&by_measure).iter().map(ToString::to_string));
        warnings
    }

    fn torn_groups(&self) -> Option<String> {
        let (SelectionKind::Split { split_groups, .. }
        | SelectionKind::NestedCrossValidation { split_groups, .. }) = self.kind()
        else {
            return None;
        };
        (*split_groups > 0).then(|| {
            format!(
                "groups with topics on both sides: {split_groups}; what is chosen on and what is measured on are then not independent, so name whole groups in --dev"
            )
        })
    }
}
