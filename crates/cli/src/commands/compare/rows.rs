//! Each run against the first.

use anyhow::Result;
use sokutei_measures::Measure;
use sokutei_measures::stats::{
    BayesianBootstrap, Bootstrap, Estimate, GroupedComparison, GroupedDraws, Paired, PairedComparison,
    PairedDraws, PermutationTies, SignTest, TTest, Verdict, Wilcoxon, Zeros, bayesian_bootstrap_all,
    bootstrap_test, paired_t_test, sign_test, wilcoxon,
};

use super::Compared;
use crate::args::{Compare, IntervalArg, TestArg};

/// One candidate by one measure.
pub(super) struct Row<'a> {
    pub(super) measure: &'a Measure,
    pub(super) baseline: &'a str,
    pub(super) candidate: &'a str,
    pub(super) means: [f64; 2],
    pub(super) comparison: PairedComparison,
    /// p of the sign flips, corrected within the family of all rows.
    pub(super) p_corrected: f64,
    /// None for a single topic.
    pub(super) t_test: Option<TTest>,
    /// None for a single topic.
    pub(super) bootstrap_p: Option<f64>,
    pub(super) by_group: Option<ByGroup>,
    pub(super) asked: Asked,
}

/// The same with whole groups of topics as units.
pub(super) struct ByGroup {
    pub(super) comparison: GroupedComparison,
    pub(super) p_corrected: f64,
}

/// Tests that are made on request.
pub(super) struct Asked {
    pub(super) wilcoxon: Option<Wilcoxon>,
    pub(super) sign_test: Option<SignTest>,
    pub(super) bayes: Option<BayesianBootstrap>,
}

impl Row<'_> {
    /// What may be said of the difference.
    pub(super) fn verdict(&self) -> Verdict {
        let by_topic = verdict(&self.comparison.difference, self.p_corrected);
        match &self.by_group {
            None => by_topic,
            Some(by_group) => by_topic.and(verdict(&by_group.comparison.difference, by_group.p_corrected)),
        }
    }
}

/// What may be said of a difference; nothing, of a single unit.
pub(super) fn verdict(difference: &Estimate, p_value: f64) -> Verdict {
    if has_interval(difference) {
        Verdict::of(difference, p_value)
    } else {
        Verdict::NotDistinguishable
    }
}

/// A single topic, or a single group, can be drawn in one way only: what looks like an interval has no width.
pub(super) fn has_interval(estimate: &Estimate) -> bool {
    estimate.n > 1
}

/// A pair before it is compared.
struct Pair<'a> {
    measure: &'a Measure,
    candidate: &'a str,
    x: &'a [f64],
    y: Vec<f64>,
}

/// Options of all comparisons, as they were typed.
pub(super) fn options(args: &Compare) -> Paired {
    Paired {
        replicates: args.replicates,
        permutations: args.permutations,
        seed: args.uncertainty.draws.seed,
        level: args.uncertainty.draws.level,
        ties: if args.numpy_ties {
            PermutationTies::NumpyStrict
        } else {
            PermutationTies::default()
        },
        interval: args.uncertainty.interval.bootstrap().unwrap_or_default(),
        generator: args.uncertainty.draws.rng.generator(),
        tie_tolerance: args.tie_tolerance,
        ..Paired::default()
    }
}

impl<'a> Compared<'a> {
    /// All comparisons, measure by measure.
    ///
    /// # Errors
    /// Runs over different topics; what the statistics refuse.
    pub(super) fn rows(&self) -> Result<Vec<Row<'a>>> {
        let pairs = self.pairs()?;
        let values: Vec<(&[f64], &[f64])> = pairs.iter().map(|pair| (pair.x, &pair.y[..])).collect();
        let options = options(self.args);
        let draws = PairedDraws::new(pairs[0].x.len(), &options)?;
        let compared = draws.compare_all(&values)?;
        let bootstrap_p = bootstrap_test(draws.bootstrap(), &values, 1e-12)?;
        let p: Vec<f64> = compared.iter().map(|c| c.p_value).collect();
        let corrected = self.args.correction.correction().adjust(&p)?;
        let mut by_group = self.by_group(&values, &options)?;
        let mut beliefs = self.beliefs(&values, &options)?.into_iter();
        let baseline = &self.measured[0];
        let mut rows = Vec::with_capacity(pairs.len());
        for (i, (pair, comparison)) in pairs.iter().zip(compared).enumerate() {
            let mut row = Row {
                measure: pair.measure,
                baseline: &baseline.name,
                candidate: pair.candidate,
                means: [pair.x, &pair.y].map(sokutei_measures::stats::mean),
                t_test: t_test(pair, options.level)?,
                bootstrap_p: (pair.x.len() > 1).then_some(bootstrap_p[i]),
                p_corrected: corrected[i],
                by_group: by_group.as_mut().and_then(Iterator::next),
                asked: self.asked(pair, beliefs.next())?,
                comparison,
            };
            if let (IntervalArg::StudentT, Some(t_test)) = (self.args.uncertainty.interval, &row.t_test) {
                row.comparison.difference = t_test.difference.clone();
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn pairs(&self) -> Result<Vec<Pair<'a>>> {
        let (baseline, candidates) = self.measured.split_first().expect("clap asks for two runs");
        let mut pairs = Vec::new();
        for (i, measure) in self.measures.iter().enumerate() {
            let base = &baseline.evaluation.values[i];
            for candidate in candidates {
                pairs.push(Pair {
                    measure,
                    candidate: &candidate.name,
                    x: &base.values,
                    y: base.aligned(&candidate.evaluation.values[i])?,
                });
            }
        }
        Ok(pairs)
    }

    /// The same comparisons by group, if there are groups.
    fn by_group(
        &self,
        pairs: &[(&[f64], &[f64])],
        options: &Paired,
    ) -> Result<Option<impl Iterator<Item = ByGroup> + use<>>> {
        let Some(groups) = self.groups else {
            return Ok(None);
        };
        let compared = GroupedDraws::new(&groups.groups, options)?.compare_all(pairs)?;
        let p: Vec<f64> = compared.iter().map(|c| c.p_value).collect();
        let corrected = self.args.correction.correction().adjust(&p)?;
        let both = compared.into_iter().zip(corrected);
        Ok(Some(both.map(|(comparison, p_corrected)| ByGroup {
            comparison,
            p_corrected,
        })))
    }

    fn asked(&self, pair: &Pair<'_>, bayes: Option<BayesianBootstrap>) -> Result<Asked> {
        let is_asked = |test: TestArg| self.args.tests.contains(&test);
        let (x, y) = (pair.x, &pair.y[..]);
        Ok(Asked {
            wilcoxon: is_asked(TestArg::Wilcoxon)
                .then(|| wilcoxon(x, y, Zeros::LeftOut))
                .transpose()?,
            sign_test: is_asked(TestArg::Sign)
                .then(|| sign_test(x, y, self.args.tie_tolerance))
                .transpose()?,
            bayes,
        })
    }

    /// P(candidate > baseline) of all pairs, if it was asked for.
    fn beliefs(&self, pairs: &[(&[f64], &[f64])], options: &Paired) -> Result<Vec<BayesianBootstrap>> {
        if !self.args.tests.contains(&TestArg::Bayes) {
            return Ok(Vec::new());
        }
        let draws = Bootstrap {
            replicates: options.replicates,
            seed: options.seed,
            level: options.level,
            generator: options.generator,
            ..Bootstrap::default()
        };
        let groups = self.groups.map(|groups| &groups.groups);
        Ok(bayesian_bootstrap_all(pairs, groups, &draws)?)
    }
}

/// Student's t, which a single topic does not have.
fn t_test(pair: &Pair<'_>, level: f64) -> Result<Option<TTest>> {
    let has_spread = pair.x.len() > 1;
    Ok(has_spread
        .then(|| paired_t_test(pair.x, &pair.y, level))
        .transpose()?)
}
