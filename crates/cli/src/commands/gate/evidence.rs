//! From measured runs to what a gate looks at.

use anyhow::{Result, bail};
use sokutei_measures::stats::{
    GateEvidence, GateMode, GroupedDraws, Groups, Paired, PairedDraws, gate, mean, paired_t_test,
    topic_changes,
};

use super::Outcome;
use crate::args::{Gate, IntervalArg};
use crate::commands::runs::{Judged, Request};

/// How p was found.
#[derive(Clone, Copy)]
pub(super) struct SignFlips {
    pub(super) permutations: u32,
    /// Whether those were all there are.
    pub(super) exact: bool,
}

/// Baseline and candidate by one measure.
type Pair = [Vec<f64>; 2];

impl<'a> Outcome<'a> {
    /// # Errors
    /// Runs over different topics; what the statistics refuse.
    pub(super) fn of(
        args: &'a Gate,
        request: &'a Request<'a>,
        judged: &'a Judged,
        mode: GateMode,
    ) -> Result<Self> {
        let pair = |measure: usize| -> Result<Pair> {
            let values = judged.values(measure)?;
            Ok(<Pair>::try_from(values).expect("two runs were named"))
        };
        let pairs = (0..judged.measures.len())
            .map(pair)
            .collect::<Result<Vec<Pair>>>()?;
        let (evidence, flips) = match &judged.groups {
            None => over_topics(args, &pairs)?,
            Some(groups) => over_groups(args, &pairs, &groups.groups)?,
        };
        let changes = pairs
            .iter()
            .map(|[x, y]| topic_changes(x, y, usize::from(args.show)));
        Ok(Self {
            args,
            request,
            judged,
            gated: gate(&evidence, mode)?,
            means: pairs.iter().map(|[x, y]| [mean(x), mean(y)]).collect(),
            changes: changes.collect::<Result<Vec<_>, _>>()?,
            flips,
        })
    }
}

fn over_topics(args: &Gate, pairs: &[Pair]) -> Result<(Vec<GateEvidence>, SignFlips)> {
    let options = options(args);
    let draws = PairedDraws::new(pairs[0][0].len(), &options)?;
    let mut compared = draws.compare_all(&slices(pairs))?;
    if args.uncertainty.interval == IntervalArg::StudentT {
        for (compared, [x, y]) in compared.iter_mut().zip(pairs) {
            compared.difference = paired_t_test(x, y, options.level)?.difference;
        }
    }
    let flips = SignFlips {
        permutations: compared[0].permutations,
        exact: compared[0].exact,
    };
    Ok((compared.iter().map(GateEvidence::of_topics).collect(), flips))
}

fn over_groups(args: &Gate, pairs: &[Pair], groups: &Groups) -> Result<(Vec<GateEvidence>, SignFlips)> {
    if args.uncertainty.interval == IntervalArg::StudentT {
        bail!(
            "--interval student-t is for single topics; with groups of topics choose percentile, basic or bca"
        );
    }
    let compared = GroupedDraws::new(groups, &options(args))?.compare_all(&slices(pairs))?;
    let flips = SignFlips {
        permutations: compared[0].permutations,
        exact: compared[0].exact,
    };
    let each = compared
        .iter()
        .zip(pairs)
        .map(|(compared, [x, y])| GateEvidence::of_groups(compared, (x, y), groups));
    Ok((each.collect::<Result<_, _>>()?, flips))
}

fn slices(pairs: &[Pair]) -> Vec<(&[f64], &[f64])> {
    pairs.iter().map(|[x, y]| (&x[..], &y[..])).collect()
}

fn options(args: &Gate) -> Paired {
    Paired {
        replicates: args.replicates,
        permutations: args.permutations,
        seed: args.uncertainty.draws.seed,
        level: args.uncertainty.draws.level,
        interval: args.uncertainty.interval.bootstrap().unwrap_or_default(),
        generator: args.uncertainty.draws.rng.generator(),
        ..Paired::default()
    }
}
