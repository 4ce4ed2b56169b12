//! Every statistic of the library for samples that come as JSON: one question a line in, one answer a line out.
//!
//! ```sh
//! echo '{"task": "t-test", "x": [0.5, 0.0, 1.0], "y": [1.0, 0.5, 1.0]}' | cargo run --release --package sokutei-measures --example statistics
//! ```
//!
//! `task` is one of `mean`, `t-interval`, `wilson`, `compare`, `t-test`, `wilcoxon`, `sign-test`, `bootstrap-test`, `bayesian-bootstrap`,
//! `correction`, `anova`, `tukey`; what else a question holds is in [`Question`], and what is left out has the library's default. `groups`
//! names the group of each topic, where groups and not topics are the units. An answer is what the library returns, or
//! `{"error": "…"}`. `scripts/check-statistics` asks some thousand questions and compares the answers with scipy, statsmodels, ranx and numpy.
//!
//! Exit codes: 0 every line answered, with errors of the library or not · 1 a line was no question; it is named on stderr.

use std::error::Error as StdError;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sokutei_measures::Error;
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, BootstrapInterval, ClusterDraws, Correction, Generator, GroupedDraws, Groups,
    Layout, Paired, PermutationTies, RankDistribution, Tukey, Zeros, bayesian_bootstrap, bootstrap_test,
    compare_paired, paired_t_test, randomised_tukey, sign_test, t_interval, wilcoxon, wilcoxon_by,
    wilson_interval,
};

/// One line of input.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Question {
    task: String,
    /// Values of one system, or of the first of two.
    x: Vec<f64>,
    /// Values of the second on the same topics.
    y: Vec<f64>,
    /// The group of each topic.
    groups: Option<Vec<u64>>,
    /// Values of several systems.
    systems: Vec<Vec<f64>>,
    /// p-values of a family.
    p: Vec<f64>,
    successes: usize,
    n: usize,
    replicates: u32,
    permutations: u32,
    seed: u64,
    level: f64,
    interval: BootstrapInterval,
    generator: Generator,
    ties: PermutationTies,
    exact: bool,
    tie_tolerance: f64,
    zeros: Zeros,
    /// Chosen by the number of topics if it is left out.
    distribution: Option<RankDistribution>,
    correction: String,
}

impl Default for Question {
    fn default() -> Self {
        let o = Paired::default();
        Self {
            task: String::new(),
            x: Vec::new(),
            y: Vec::new(),
            groups: None,
            systems: Vec::new(),
            p: Vec::new(),
            successes: 0,
            n: 0,
            replicates: o.replicates,
            permutations: o.permutations,
            seed: o.seed,
            level: o.level,
            interval: o.interval,
            generator: o.generator,
            ties: o.ties,
            exact: o.exact,
            tie_tolerance: o.tie_tolerance,
            zeros: Zeros::default(),
            distribution: None,
            correction: Correction::default().name().to_owned(),
        }
    }
}

fn main() -> Result<(), Box<dyn StdError>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let question: Question = serde_json::from_str(&line?).map_err(|e| format!("line {number}: {e}"))?;
        let answer = match question.answer() {
            Some(answer) => answer.unwrap_or_else(|e| json!({ "error": e.to_string() })),
            None => return Err(format!("line {number}: there is no task {:?}", question.task).into()),
        };
        writeln!(out, "{answer}")?;
        out.flush()?; // whoever asks line by line waits for it
    }
    Ok(())
}

impl Question {
    /// `None` if there is no such task.
    fn answer(&self) -> Option<Result<Value, Error>> {
        let (x, y) = (&self.x[..], &self.y[..]);
        Some(match self.task.as_str() {
            "mean" => self.mean(),
            "t-interval" => t_interval(x, self.level).map(written),
            "wilson" => wilson_interval(self.successes, self.n, self.level).map(written),
            "compare" => self.compare(),
            "t-test" => paired_t_test(x, y, self.level).map(written),
            "wilcoxon" => match self.distribution {
                None => wilcoxon(x, y, self.zeros).map(written),
                Some(distribution) => wilcoxon_by(x, y, self.zeros, distribution).map(written),
            },
            "sign-test" => sign_test(x, y, self.tie_tolerance).map(written),
            "bootstrap-test" => self.bootstrap_test(),
            "bayesian-bootstrap" => {
                bayesian_bootstrap(x, y, self.grouped().as_ref(), &self.bootstrap()).map(written)
            }
            "correction" => self.corrected(),
            "anova" => self
                .layout()
                .and_then(|layout| Ok(written((layout.means(), layout.anova()?)))),
            "tukey" => self.tukey(),
            _ => return None,
        })
    }

    fn grouped(&self) -> Option<Groups> {
        self.groups.as_ref().map(Groups::new)
    }

    fn bootstrap(&self) -> Bootstrap {
        Bootstrap {
            replicates: self.replicates,
            seed: self.seed,
            level: self.level,
            interval: self.interval,
            generator: self.generator,
        }
    }

    fn mean(&self) -> Result<Value, Error> {
        let estimates = match self.grouped() {
            None => BootstrapDraws::new(self.x.len(), &self.bootstrap())?.means(&[&self.x])?,
            Some(groups) => ClusterDraws::new(&groups, &self.bootstrap())?.means(&[&self.x])?,
        };
        Ok(written(&estimates[0]))
    }

    fn compare(&self) -> Result<Value, Error> {
        let o = Paired {
            replicates: self.replicates,
            permutations: self.permutations,
            seed: self.seed,
            level: self.level,
            ties: self.ties,
            exact: self.exact,
            interval: self.interval,
            generator: self.generator,
            tie_tolerance: self.tie_tolerance,
        };
        let Some(groups) = self.grouped() else {
            return compare_paired(&self.x, &self.y, &o).map(written);
        };
        let compared = GroupedDraws::new(&groups, &o)?.compare_all(&[(&self.x, &self.y)])?;
        Ok(written(&compared[0]))
    }

    fn bootstrap_test(&self) -> Result<Value, Error> {
        let draws = BootstrapDraws::new(self.x.len(), &self.bootstrap())?;
        bootstrap_test(&draws, &[(&self.x, &self.y)], tolerance(self.ties)).map(written)
    }

    fn corrected(&self) -> Result<Value, Error> {
        let correction: Correction = self.correction.parse()?;
        correction.adjust(&self.p).map(written)
    }

    fn layout(&self) -> Result<Layout, Error> {
        Layout::new(&self.systems.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>())
    }

    fn tukey(&self) -> Result<Value, Error> {
        let o = Tukey {
            permutations: self.permutations,
            seed: self.seed,
            generator: self.generator,
            tolerance: tolerance(self.ties),
        };
        Ok(written(&randomised_tukey(&[self.layout()?], &o)?[0]))
    }
}

/// For the tests that know no other rule.
fn tolerance(ties: PermutationTies) -> f64 {
    match ties {
        PermutationTies::Tolerance(tolerance) => tolerance,
        PermutationTies::NumpyStrict => 0.0,
    }
}

/// An answer as JSON; what is infinite becomes null.
fn written(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("results are numbers, names and lists")
}
