//! All pairs of five systems: how often something is found where there is nothing, and how much of what there is.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sokutei_measures::Error;
use sokutei_measures::stats::{
    Correction, Layout, NumpyRng, Paired, PairedDraws, Tukey, mean, randomised_tukey, standard_deviation,
    t_interval,
};

use super::samples::Values;

const SYSTEMS: usize = 5;
/// Sets that share the draws.
const BATCH: usize = 25;

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// Topics of each set.
    pub(crate) n: usize,
    /// Whether the last system is better than the other four.
    pub(crate) better: bool,
    /// How many sets are drawn.
    pub(crate) sets: usize,
    /// Shuffles, and sign patterns, of each.
    pub(crate) permutations: u32,
    /// Of everything.
    pub(crate) seed: u64,
}

/// The ways to look at all pairs, as the table calls them.
pub(crate) const WAYS: [&str; 6] = [
    "flips, none",
    "flips, holm",
    "flips, bonferroni",
    "flips, bh",
    "randomised Tukey",
    "unpaired t, none",
];

/// Of the sets, how many have a pair with p ≤ 0.05 among those that are equal; and how many such pairs there are among the four that are not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Sets with a false alarm.
    pub(crate) false_alarms: usize,
    /// Differences found, of four in each set.
    pub(crate) true_alarms: usize,
}

/// Draws the sets and counts, for each of [`WAYS`]; the same on any number of threads.
///
/// # Errors
///
/// None, unless a setting is wrong.
pub(crate) fn simulate(family: &Family) -> Result<BTreeMap<&'static str, Found>, Error> {
    let batches = family.sets.div_ceil(BATCH);
    let counted = (0..batches).into_par_iter().map(|batch| one_batch(family, batch));
    let mut total: BTreeMap<&'static str, Found> = BTreeMap::new();
    for (way, found) in counted.collect::<Result<Vec<_>, Error>>()?.concat() {
        let sum = total.entry(way).or_default();
        sum.false_alarms += found.false_alarms;
        sum.true_alarms += found.true_alarms;
    }
    Ok(total)
}

#[expect(clippy::cast_possible_truncation)] // small numbers
fn one_batch(family: &Family, batch: usize) -> Result<Vec<(&'static str, Found)>, Error> {
    let key = [9, family.n as u32, u32::from(family.better), batch as u32];
    let mut rng = NumpyRng::spawned(family.seed, &key);
    let in_batch = BATCH.min(family.sets - batch * BATCH);
    let sets: Vec<Vec<Vec<f64>>> = (0..in_batch)
        .map(|_| systems_by_topics(family, &mut rng))
        .collect();
    let seed = rng.next_u64();
    let layouts = sets
        .iter()
        .map(|systems| Layout::new(&systems.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>()));
    let tukey = Tukey {
        permutations: family.permutations,
        seed,
        ..Tukey::default()
    };
    let tested = randomised_tukey(&layouts.collect::<Result<Vec<Layout>, Error>>()?, &tukey)?;
    let o = Paired {
        replicates: 1,
        permutations: family.permutations,
        seed,
        ..Paired::default()
    };
    let draws = PairedDraws::new(family.n, &o)?;
    let mut found = Vec::new();
    for (systems, tested) in sets.iter().zip(tested) {
        let pairs: Vec<(&[f64], &[f64])> = pairs().map(|(a, b)| (&systems[a][..], &systems[b][..])).collect();
        let flips: Vec<f64> = draws.compare_all(&pairs)?.iter().map(|c| c.p_value).collect();
        for (way, correction) in WAYS.iter().zip(Correction::NAMES) {
            let adjusted = correction.parse::<Correction>()?.adjust(&flips)?;
            found.push((*way, alarms(family, adjusted.iter().map(|p| *p <= 0.05))));
        }
        let hsd = tested.pairs.iter().map(|pair| pair.p_value <= 0.05);
        found.push((WAYS[4], alarms(family, hsd)));
        let critical = critical_t(2 * family.n - 2)?;
        let unpaired = pairs.iter().map(|(x, y)| unpaired_t(x, y).abs() >= critical);
        found.push((WAYS[5], alarms(family, unpaired)));
    }
    Ok(found)
}

fn systems_by_topics(family: &Family, rng: &mut NumpyRng) -> Vec<Vec<f64>> {
    let mut systems = vec![Vec::new(); SYSTEMS];
    for _ in 0..family.n {
        let of_topic = Values::ReciprocalRank.of_systems(SYSTEMS, family.better, rng);
        systems
            .iter_mut()
            .zip(of_topic)
            .for_each(|(system, value)| system.push(value));
    }
    systems
}

/// In the order of `TukeyHsd::pairs`.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..SYSTEMS).flat_map(|a| (a + 1..SYSTEMS).map(move |b| (a, b)))
}

fn alarms(family: &Family, is_alarm: impl Iterator<Item = bool>) -> Found {
    let (mut any_false, mut true_alarms) = (false, 0);
    for ((_, b), alarm) in pairs().zip(is_alarm) {
        let differ = family.better && b == SYSTEMS - 1;
        any_false |= alarm && !differ;
        true_alarms += usize::from(alarm && differ);
    }
    Found {
        false_alarms: usize::from(any_false),
        true_alarms,
    }
}

/// Student's t of two samples of one size, as if topics were not the same ones.
fn unpaired_t(x: &[f64], y: &[f64]) -> f64 {
    let (a, b) = (standard_deviation(x), standard_deviation(y));
    let error = ((a * a + b * b) / x.len() as f64).sqrt();
    if error == 0.0 {
        0.0
    } else {
        (mean(y) - mean(x)) / error
    }
}

/// t(97.5 %) with so many degrees of freedom, out of the interval of a sample whose standard error is 1.
fn critical_t(degrees_of_freedom: usize) -> Result<f64, Error> {
    let n = degrees_of_freedom + 1;
    let ramp: Vec<f64> = (0..n).map(|i| i as f64).collect();
    let e = t_interval(&ramp, 0.95)?;
    Ok(e.width() / 2.0 / (standard_deviation(&ramp) / (n as f64).sqrt()))
}
