//! What a reader of the numbers should be told before believing them.

use std::fmt;

use serde::Serialize;

use crate::formulas::real;
use crate::stats::PairedComparison;

/// Odd but legal results, each with a remedy in its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StatWarning {
    /// The mean difference favours one system and the number of topics won the other.
    MeanAndWinsDisagree {
        /// What was compared.
        comparison: String,
        /// Mean difference.
        difference: f64,
        /// Topics won.
        win: usize,
        /// Topics lost.
        loss: usize,
    },
    /// Subsets so large that they overlap: their spread understates what fresh topics would show.
    SubsetMoreThanHalf {
        /// Topics per subset.
        n: usize,
        /// Topics in all.
        of: usize,
    },
    /// The same with subsets of whole groups of topics.
    GroupSubsetMoreThanHalf {
        /// Groups per subset.
        n: usize,
        /// Groups in all.
        of: usize,
    },
    /// No system is best by every measure.
    BestSystemDiffers {
        /// Measure, and the system (or systems, if equal) with the largest mean.
        best: Vec<(String, String)>,
    },
    /// A mean difference smaller than what so many topics can detect.
    BelowMinimalDetectable {
        /// What was compared.
        comparison: String,
        /// Mean difference.
        difference: f64,
        /// What a test at 5 % finds in 80 % of such test sets.
        minimal: f64,
        /// Number of topics.
        n: usize,
        /// How many topics would do, if that can be said.
        topics_needed: Option<usize>,
    },
    /// No difference could make a corrected p small enough.
    CannotReachLevel {
        /// What is corrected together: "the comparisons", or those by group.
        comparisons: String,
        /// The least p that all arrangements, or so many permutations, can give.
        least_p: f64,
        /// Number of comparisons that it is corrected for.
        family_size: usize,
        /// What p has to be at most.
        alpha: f64,
    },
    /// The best of several systems was chosen on the topics that it is measured on: its value is too high for having been chosen.
    SelectedOnTestTopics {
        /// Number of systems.
        n_systems: usize,
        /// By which measures.
        measures: Vec<String>,
    },
}

impl StatWarning {
    /// The name in JSON: `mean-and-wins-disagree`, `subset-more-than-half`, `group-subset-more-than-half`, `best-system-differs`,
    /// `below-minimal-detectable`, `cannot-reach-level`, `selected-on-test-topics`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MeanAndWinsDisagree { .. } => "mean-and-wins-disagree",
            Self::SubsetMoreThanHalf { .. } => "subset-more-than-half",
            Self::GroupSubsetMoreThanHalf { .. } => "group-subset-more-than-half",
            Self::BestSystemDiffers { .. } => "best-system-differs",
            Self::BelowMinimalDetectable { .. } => "below-minimal-detectable",
            Self::CannotReachLevel { .. } => "cannot-reach-level",
            Self::SelectedOnTestTopics { .. } => "selected-on-test-topics",
        }
    }
}

impl fmt::Display for StatWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MeanAndWinsDisagree {
                comparison,
                difference,
                win,
                loss,
            } => write!(
                f,
                "{comparison}: the mean differs by {difference:+.4}, yet {win} topics win and {loss} lose; \
                 read the topics with the largest differences"
            ),
            Self::SubsetMoreThanHalf { n, of } => write!(
                f,
                "subsets of {n} are more than half of the {of} topics, so they overlap and vary too little; \
                 conclude from sizes up to {}",
                of / 2
            ),
            Self::GroupSubsetMoreThanHalf { n, of } => write!(
                f,
                "subsets of {n} groups are more than half of the {of} groups, so they overlap and vary too little; \
                 conclude from sizes up to {}",
                of / 2
            ),
            Self::BestSystemDiffers { best } => {
                f.write_str("which system is best depends on the measure: ")?;
                for (i, (measure, system)) in best.iter().enumerate() {
                    write!(f, "{}{system} by {measure}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("; choose the measure for the use, before the system")
            }
            Self::BelowMinimalDetectable {
                comparison, minimal, ..
            } if !minimal.is_finite() => {
                write!(
                    f,
                    "{comparison}: one topic cannot tell a difference from chance; add topics before concluding anything"
                )
            }
            Self::BelowMinimalDetectable {
                comparison,
                difference,
                minimal,
                n,
                topics_needed,
            } => {
                write!(
                    f,
                    "{comparison}: a difference of {difference:+.4} is below {minimal:.4}, the least that {n} \
                     topics detect four times in five; "
                )?;
                match topics_needed {
                    Some(needed) => write!(f, "it would take about {needed} topics"),
                    None => f.write_str("add topics before concluding anything"),
                }
            }
            Self::CannotReachLevel {
                comparisons,
                least_p,
                family_size,
                alpha,
            } => write!(
                f,
                "{comparisons}: corrected for {family_size}, p cannot fall to {alpha}, whatever the difference, since the least that there is, \
                 {least_p:.6}, counts {family_size} times; take more permutations or units, or compare less"
            ),
            Self::SelectedOnTestTopics { n_systems, measures } => write!(
                f,
                "whoever takes the best of these {n_systems} systems by {} chooses it on the topics that it is measured on, so that its value is \
                 optimistic; measure it on other topics, or by folds",
                measures.join(", ")
            ),
        }
    }
}

/// Warnings about one comparison; `comparison` says what was compared, `RR@10 bm25_2->bm25_23`.
///
/// ```
/// use sokutei_measures::{comparison_warnings, stats::{Paired, compare_paired}};
///
/// // one topic loses a lot, three win a little
/// let c = compare_paired(&[1.0, 0.0, 0.0, 0.0], &[0.0, 0.25, 0.25, 0.25], &Paired::default())?;
/// let kinds: Vec<&str> = comparison_warnings("RR@10 a->b", &c).iter().map(|w| w.kind()).collect();
/// assert_eq!(kinds, ["mean-and-wins-disagree", "below-minimal-detectable"]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn comparison_warnings(comparison: &str, c: &PairedComparison) -> Vec<StatWarning> {
    let (comparison, difference) = (comparison.to_owned(), c.difference.point);
    let mut warnings = Vec::new();
    if difference > 0.0 && c.win < c.loss || difference < 0.0 && c.win > c.loss {
        let (win, loss) = (c.win, c.loss);
        let comparison = comparison.clone();
        warnings.push(StatWarning::MeanAndWinsDisagree {
            comparison,
            difference,
            win,
            loss,
        });
    }
    if difference.abs() < c.minimal_detectable_difference {
        warnings.push(StatWarning::BelowMinimalDetectable {
            comparison,
            difference,
            minimal: c.minimal_detectable_difference,
            n: c.n,
            topics_needed: c.topics_needed(),
        });
    }
    warnings
}

/// Warnings about subsets of `n` topics; one per size above half of them.
#[must_use]
pub fn subset_warnings(sizes: &[usize], n: usize) -> Vec<StatWarning> {
    let large = sizes.iter().filter(|size| 2 * **size > n);
    large
        .map(|&size| StatWarning::SubsetMoreThanHalf { n: size, of: n })
        .collect()
}

/// Warnings about subsets of whole groups; one per size, in groups, above half of the `n` groups.
#[must_use]
pub fn group_subset_warnings(sizes: &[usize], n: usize) -> Vec<StatWarning> {
    let large = sizes.iter().filter(|size| 2 * **size > n);
    large
        .map(|&size| StatWarning::GroupSubsetMoreThanHalf { n: size, of: n })
        .collect()
}

/// A warning if no difference could make a corrected p (Holm, Bonferroni) small enough.
///
/// ```
/// use sokutei_measures::reach_warnings;
///
/// // five topics have 32 arrangements, of which at least two count
/// assert_eq!(reach_warnings("the comparisons", 2.0 / 32.0, 1, 0.05).len(), 1);
/// assert!(reach_warnings("the comparisons", 1.0 / 10_001.0, 100, 0.05).is_empty());
/// ```
#[must_use]
pub fn reach_warnings(comparisons: &str, least_p: f64, family_size: usize, alpha: f64) -> Vec<StatWarning> {
    let is_out_of_reach = least_p * real(family_size) > alpha + 1e-12;
    let warning = || StatWarning::CannotReachLevel {
        comparisons: comparisons.to_owned(),
        least_p,
        family_size,
        alpha,
    };
    is_out_of_reach.then(warning).into_iter().collect()
}

/// A warning to whoever takes the best of several systems on one set of topics; none for fewer than two systems.
///
/// A single planned comparison of two systems needs none: its p and its interval know that there are two.
///
/// ```
/// use sokutei_measures::selection_warnings;
///
/// let measures = ["nDCG@10".to_owned()];
/// assert_eq!(selection_warnings(6, &measures)[0].kind(), "selected-on-test-topics");
/// assert!(selection_warnings(1, &measures).is_empty());
/// ```
#[must_use]
pub fn selection_warnings(n_systems: usize, measures: &[String]) -> Vec<StatWarning> {
    let measures = measures.to_vec();
    (n_systems > 1)
        .then_some(StatWarning::SelectedOnTestTopics { n_systems, measures })
        .into_iter()
        .collect()
}

/// Whether the same system is best by every measure; at most one warning.
///
/// `means` holds, per measure, each system with its mean. Systems with equal means are best together.
#[must_use]
pub fn best_system_warnings(means: &[(String, Vec<(String, f64)>)]) -> Vec<StatWarning> {
    let best: Vec<(&String, Vec<&String>)> = means
        .iter()
        .filter(|(_, systems)| !systems.is_empty())
        .map(|(measure, systems)| {
            let largest = systems
                .iter()
                .map(|(_, mean)| *mean)
                .fold(f64::NEG_INFINITY, f64::max);
            let tags = systems
                .iter()
                .filter(|(_, mean)| mean.total_cmp(&largest).is_eq());
            (measure, tags.map(|(tag, _)| tag).collect())
        })
        .collect();
    let Some((_, first)) = best.first() else {
        return Vec::new();
    };
    if first
        .iter()
        .any(|tag| best.iter().all(|(_, tags)| tags.contains(tag)))
    {
        return Vec::new();
    }
    let join = |tags: Vec<&String>| {
        tags.into_iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" and ")
    };
    let best = best
        .into_iter()
        .map(|(measure, tags)| (measure.clone(), join(tags)))
        .collect();
    vec![StatWarning::BestSystemDiffers { best }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Paired, compare_paired};

    fn means(rows: &[(&str, &[(&str, f64)])]) -> Vec<(String, Vec<(String, f64)>)> {
        let own = |systems: &[(&str, f64)]| {
            systems
                .iter()
                .map(|(tag, mean)| ((*tag).to_owned(), *mean))
                .collect()
        };
        rows.iter()
            .map(|(measure, systems)| ((*measure).to_owned(), own(systems)))
            .collect()
    }

    #[test]
    fn a_best_system_that_differs_is_named_by_measure() {
        let table = means(&[
            ("RR@10", &[("bm25_2", 0.6954), ("bm25_23", 0.7090)]),
            ("Success@5", &[("bm25_2", 0.8475), ("bm25_23", 0.8432)]),
        ]);
        let warnings = best_system_warnings(&table);
        assert_eq!(
            warnings[0].to_string(),
            "which system is best depends on the measure: bm25_23 by RR@10, bm25_2 by Success@5; \
             choose the measure for the use, before the system"
        );
        assert!(best_system_warnings(&table[..1]).is_empty());
        let equal = means(&[("A", &[("x", 0.5), ("y", 0.5)]), ("B", &[("x", 0.1), ("y", 0.2)])]);
        assert!(best_system_warnings(&equal).is_empty()); // y is best, once together with x
        assert!(best_system_warnings(&[]).is_empty());
    }

    #[test]
    fn sizes_above_half_are_warned_of() {
        let warnings = subset_warnings(&[20, 912, 913, 1000], 1824);
        assert_eq!(warnings.len(), 2);
        assert_eq!(
            warnings[1].to_string(),
            "subsets of 1000 are more than half of the 1824 topics, so they overlap and vary too little; \
             conclude from sizes up to 912"
        );
    }

    #[test]
    fn a_clear_difference_is_not_warned_of() {
        let y: Vec<f64> = (0..100).map(|i| 0.5 + f64::from(i % 3) / 10.0).collect();
        let c = compare_paired(&[0.0; 100], &y, &Paired::default()).unwrap();
        assert!(comparison_warnings("x", &c).is_empty());
        let c = compare_paired(&y, &y, &Paired::default()).unwrap();
        assert!(comparison_warnings("x", &c).is_empty());
    }

    #[test]
    fn a_small_difference_says_how_many_topics_it_needs() {
        let y = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -0.9];
        let c = compare_paired(&[0.0; 8], &y, &Paired::default()).unwrap();
        let warnings = comparison_warnings("RR@10 a->b", &c);
        let text = warnings[0].to_string();
        assert!(
            text.starts_with("RR@10 a->b: a difference of +0.0125 is below 1.0"),
            "{text}"
        );
        assert!(text.contains("it would take about"), "{text}");
        assert_eq!(
            serde_json::to_value(&warnings[0]).unwrap()["kind"],
            warnings[0].kind()
        );
    }
}
