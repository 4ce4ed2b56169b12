//! How sure one may be: intervals, paired tests, and what a smaller test set would have said.
//!
//! The random streams are numpy's ([`Generator`], [`NumpyRng`]), bit by bit, and so are sums
//! ([`pairwise_sum`]) and percentiles ([`percentile_linear`]): an interval or a p-value computed here equals the one
//! that numpy gives for the same seed, to the last digit. Every function starts its own stream from its seed, so two
//! calls with equal sizes and seeds see the same draws; the plan types ([`BootstrapDraws`], [`PairedDraws`]) make
//! those draws once for many value vectors. Results do not depend on the number of threads.
//!
//! Functions here know nothing of topics: a sample is a slice with one value per topic, and two samples that are
//! compared hold the topics in the same order ([`TopicValues::aligned`](crate::TopicValues::aligned)).

pub(crate) mod checks;
mod descriptive;
pub(crate) mod distributions;
mod families;
mod gate;
mod intervals;
mod noncentral;
mod paired;
pub(crate) mod percentile;
mod planning;
pub(crate) mod random;
mod selection;
mod smaller_sets;
mod sums;

pub use descriptive::{mean, standard_deviation};
pub use families::{
    Anova, AnovaRow, Correction, Layout, Tukey, TukeyHsd, TukeyPair, randomised_tukey,
    randomised_tukey_by_group,
};
pub use gate::{
    GateEvidence, GateMode, GateVerdict, GateWarning, Gated, GatedMeasure, TopicChanges, TopicLoss, gate,
    topic_changes,
};
pub use intervals::{
    Bootstrap, BootstrapDraws, BootstrapInterval, ClusterDraws, Estimate, Groups, IntervalMethod,
    bootstrap_mean, cluster_bootstrap_mean, cluster_standard_error, t_interval, wilson_interval,
};
pub use paired::{
    BayesianBootstrap, GroupedComparison, GroupedDraws, Paired, PairedComparison, PairedDraws,
    PermutationTies, RankDistribution, SignTest, TTest, Verdict, Wilcoxon, Zeros, bayesian_bootstrap,
    bayesian_bootstrap_all, bootstrap_test, compare_paired, paired_t_test, sign_test, wilcoxon, wilcoxon_by,
};
pub use percentile::percentile_linear;
pub use planning::{
    Demand, Effect, MOST_TOPICS, PlannedDifference, PooledVariance, PowerPoint, PowerSettings, PowerSize,
    TPower, UnitSpread, WidthSize, anova_power, anova_topics, detectable_difference, expected_width,
    interval_topics, power_curve, power_curve_by_group, t_test_power, t_test_topics,
};
pub use random::{Generator, NumpyRng};
pub use selection::{
    Selection, SelectionKind, SelectionOptions, SelectionPlan, deal_folds, draw_dev, select,
};
pub use smaller_sets::{
    Growth, Reversal, SubsetSpread, growth, interval_widths, interval_widths_by_group, reversal,
    reversal_by_group, subset_means, subset_means_by_group, subset_spread, subset_spread_by_group,
    subset_study, subset_study_by_group,
};
pub use sums::pairwise_sum;
