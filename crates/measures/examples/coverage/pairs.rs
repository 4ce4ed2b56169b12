//! Intervals and tests of one system or two: how often an interval holds the truth, how often a test says "different".

use std::collections::BTreeMap;

use rayon::prelude::*;
use sokutei_measures::Error;
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, BootstrapInterval, ClusterDraws, Estimate, GroupedDraws, NumpyRng, Paired,
    PairedDraws, Zeros, bootstrap_test, paired_t_test, sign_test, t_interval, wilcoxon, wilson_interval,
};

use super::samples::{TestSet, Topics, Values};

/// Sets that share the draws of resamples and signs; the next ones see others.
const BATCH: usize = 50;

/// One cell of the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// What values look like.
    pub(crate) values: Values,
    /// Whether they are alike within articles.
    pub(crate) topics: Topics,
    /// Topics of each set.
    pub(crate) n: usize,
    /// Whether the second system is better.
    pub(crate) better: bool,
    /// How many sets are drawn.
    pub(crate) sets: usize,
    /// Resamples, and sign patterns, of each.
    pub(crate) replicates: u32,
    /// Of everything.
    pub(crate) seed: u64,
}

/// How many sets of a cell have each property: `mean bca` when that interval of the mean holds the truth, `5 % paired t` when that test has p ≤ 0.05.
pub(crate) type Counts = BTreeMap<String, usize>;

/// Draws the sets of a cell and counts; the same on any number of threads.
///
/// # Errors
///
/// None, unless a setting is wrong.
pub(crate) fn simulate(cell: &Cell) -> Result<Counts, Error> {
    let batches = cell.sets.div_ceil(BATCH);
    let counted = (0..batches).into_par_iter().map(|batch| one_batch(cell, batch));
    let mut total = Counts::new();
    for counts in counted.collect::<Result<Vec<Counts>, Error>>()? {
        for (name, count) in counts {
            *total.entry(name).or_default() += count;
        }
    }
    Ok(total)
}

#[expect(clippy::cast_possible_truncation)] // small numbers
fn one_batch(cell: &Cell, batch: usize) -> Result<Counts, Error> {
    let key = [
        cell.values as u32,
        cell.topics as u32,
        cell.n as u32,
        u32::from(cell.better),
        batch as u32,
    ];
    let mut rng = NumpyRng::spawned(cell.seed, &key);
    let in_batch = BATCH.min(cell.sets - batch * BATCH);
    let sets: Vec<TestSet> = (0..in_batch)
        .map(|_| TestSet::draw(cell.values, cell.topics, cell.n, cell.better, &mut rng))
        .collect();
    let seed = rng.next_u64();
    let mut counts = Counts::new();
    if !cell.better {
        count_intervals(cell, &sets, seed, &mut counts)?;
    }
    count_tests(cell, &sets, seed, &mut counts)?;
    Ok(counts)
}

fn count(counts: &mut Counts, name: String, holds: bool) {
    *counts.entry(name).or_default() += usize::from(holds);
}

fn covers(e: &Estimate, truth: f64) -> bool {
    e.low <= truth && truth <= e.high
}

/// Of the mean of x, and of the mean difference, which is 0.
fn count_intervals(cell: &Cell, sets: &[TestSet], seed: u64, counts: &mut Counts) -> Result<(), Error> {
    let differences: Vec<Vec<f64>> = sets.iter().map(TestSet::differences).collect();
    for interval in BootstrapInterval::NAMES {
        let o = Bootstrap {
            replicates: cell.replicates,
            seed,
            interval: interval.parse()?,
            ..Bootstrap::default()
        };
        let draws = BootstrapDraws::new(cell.n, &o)?;
        let of = |vectors: Vec<&[f64]>| draws.means(&vectors);
        let means = of(sets.iter().map(|set| &set.x[..]).collect())?;
        let of_differences = of(differences.iter().map(Vec::as_slice).collect())?;
        for ((set, mean), difference) in sets.iter().zip(&means).zip(&of_differences) {
            count_interval(cell, interval, mean, difference, counts);
            if cell.topics == Topics::ByArticle {
                let both =
                    ClusterDraws::new(&set.articles, &o)?.means(&[&set.x[..], &set.differences()[..]])?;
                count_interval(cell, &format!("cluster-{interval}"), &both[0], &both[1], counts);
            }
        }
    }
    for (set, d) in sets.iter().zip(&differences) {
        count_interval(
            cell,
            "student-t",
            &t_interval(&set.x, 0.95)?,
            &t_interval(d, 0.95)?,
            counts,
        );
        if cell.values == Values::Success {
            let successes = set.x.iter().filter(|x| **x > 0.5).count();
            let wilson = wilson_interval(successes, cell.n, 0.95)?;
            count(
                counts,
                "mean wilson".to_owned(),
                covers(&wilson, cell.values.mean()),
            );
        }
    }
    Ok(())
}

fn count_interval(cell: &Cell, name: &str, mean: &Estimate, difference: &Estimate, counts: &mut Counts) {
    count(counts, format!("mean {name}"), covers(mean, cell.values.mean()));
    count(counts, format!("difference {name}"), covers(difference, 0.0));
}

/// The tests, as the tables call them.
pub(crate) const TESTS: [&str; 6] = [
    "paired t",
    "flips by topic",
    "flips by article",
    "bootstrap",
    "Wilcoxon",
    "sign test",
];

fn count_tests(cell: &Cell, sets: &[TestSet], seed: u64, counts: &mut Counts) -> Result<(), Error> {
    let o = Paired {
        replicates: cell.replicates,
        permutations: cell.replicates,
        seed,
        ..Paired::default()
    };
    let pairs: Vec<(&[f64], &[f64])> = sets.iter().map(|set| (&set.x[..], &set.y[..])).collect();
    let draws = PairedDraws::new(cell.n, &o)?;
    let flips = draws.compare_all(&pairs)?;
    let shifted = bootstrap_test(draws.bootstrap(), &pairs, 1e-12)?;
    for (((set, pair), flips), shifted) in sets.iter().zip(&pairs).zip(&flips).zip(shifted) {
        let (x, y) = *pair;
        let by_article = match cell.topics {
            Topics::Independent => None,
            Topics::ByArticle => {
                Some(GroupedDraws::new(&set.articles, &o)?.compare_all(&[*pair])?[0].p_value)
            }
        };
        // all differences alike: nothing to divide by, and nothing found
        let t = paired_t_test(x, y, 0.95)?.p_value.unwrap_or(1.0);
        let found = [
            Some(t),
            Some(flips.p_value),
            by_article,
            Some(shifted),
            Some(wilcoxon(x, y, Zeros::LeftOut)?.p_value),
            Some(sign_test(x, y, 0.0)?.p_value),
        ];
        for (test, p) in TESTS.iter().zip(found) {
            let Some(p) = p else { continue };
            count(counts, format!("5 % {test}"), p <= 0.05);
            count(counts, format!("1 % {test}"), p <= 0.01);
        }
    }
    Ok(())
}
