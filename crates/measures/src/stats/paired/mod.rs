//! Two systems on the same topics: the difference, its interval, and tests of it.

mod bayesian_bootstrap;
mod bootstrap_test;
mod by_group;
mod comparison;
mod differences;
mod randomisation;
mod sign_flips;
mod sign_test;
mod t_test;
mod verdict;
mod wilcoxon;

pub use bayesian_bootstrap::{BayesianBootstrap, bayesian_bootstrap, bayesian_bootstrap_all};
pub use bootstrap_test::bootstrap_test;
pub use by_group::{GroupedComparison, GroupedDraws};
pub use comparison::{Paired, PairedComparison, PairedDraws, compare_paired};
pub use sign_flips::PermutationTies;
pub use sign_test::{SignTest, sign_test};
pub use t_test::{TTest, paired_t_test};
pub use verdict::Verdict;
pub use wilcoxon::{RankDistribution, Wilcoxon, Zeros, wilcoxon, wilcoxon_by};

pub(in crate::stats) use differences::differences;
