//! The randomised test of honestly significant differences: all pairs of systems at once.

use rayon::prelude::*;
use serde::Serialize;

use super::layout::Layout;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::intervals::Groups;
use crate::stats::random::{Generator, NumpyRng, Purpose, Shuffles, of_replicate};

/// How to test all pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tukey {
    /// Number of times that the values of each topic are shuffled; 10,000 by default.
    pub permutations: u32,
    /// Seed of the shuffles; 0 by default.
    pub seed: u64,
    /// Where they come from; numpy's one stream by default.
    pub generator: Generator,
    /// A difference of means that is smaller by no more than this counts as being as large; 1e-12 by default.
    pub tolerance: f64,
}

impl Default for Tukey {
    fn default() -> Self {
        Self {
            permutations: 10_000,
            seed: 0,
            generator: Generator::default(),
            tolerance: 1e-12,
        }
    }
}

/// All pairs of systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TukeyHsd {
    /// Mean of each system.
    pub means: Vec<f64>,
    /// Every pair, (0, 1), (0, 2) … (m − 2, m − 1).
    pub pairs: Vec<TukeyPair>,
    /// Number of shuffles.
    pub permutations: u32,
    /// Number of topics.
    pub n: usize,
}

/// Two systems among several.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TukeyPair {
    /// Place of the first.
    pub a: usize,
    /// Place of the second, behind it.
    pub b: usize,
    /// Mean of the second less that of the first.
    pub difference: f64,
    /// How often chance alone puts the best and the worst system as far apart: (hits + 1) / (permutations + 1). It is corrected for the
    /// number of systems as it is.
    pub p_value: f64,
}

/// Tukey's honestly significant differences by randomisation on the two-way layout (Carterette 2012, not at hand), as the programs elinor and
/// MATTERS have it, but for the + 1.
///
/// If systems did not differ, the values of each topic could as well stand in any order. For each replicate every topic's values are
/// shuffled among the systems, and the largest less the smallest mean is noted; a pair's p is how often that was at least the pair's own
/// difference. Topics stay topics: that some are easy and some are hard is no noise here, as it is in a test that ignores pairing.
///
/// Draws equal numpy's `rng.permuted(x, axis=1)` on a topics × systems array, once for each replicate. Several layouts with equally many
/// topics and systems (one for each measure) see the same shuffles.
///
/// ```
/// use sokutei_measures::stats::{Layout, Tukey, randomised_tukey};
///
/// let (a, b, c) = ([0.1, 0.9, 0.4, 0.6], [0.1, 0.9, 0.4, 0.6], [0.2, 1.0, 0.5, 0.7]);
/// let hsd = &randomised_tukey(&[Layout::new(&[&a, &b, &c])?], &Tukey::default())?[0];
/// // a and b are equal: any shuffle sets the systems as far apart
/// assert_eq!(hsd.pairs[0].p_value, 1.0);
/// assert!(hsd.pairs[1].p_value < 0.1);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Layouts of different sizes, no permutations, a tolerance that is negative or not a finite number.
pub fn randomised_tukey(layouts: &[Layout], o: &Tukey) -> Result<Vec<TukeyHsd>, Error> {
    check(layouts, o)?;
    let rows = layouts
        .iter()
        .map(|layout| layout.topics().flatten().copied().collect());
    Ok(tested(layouts, &rows.collect::<Vec<_>>(), o))
}

/// [`randomised_tukey`] with whole groups of topics as units: all topics of a group are shuffled alike.
///
/// The means are those over topics. With few groups there are few arrangements, and p cannot be small.
///
/// # Errors
///
/// As [`randomised_tukey`], and groups of another number of topics.
pub fn randomised_tukey_by_group(
    layouts: &[Layout],
    groups: &Groups,
    o: &Tukey,
) -> Result<Vec<TukeyHsd>, Error> {
    check(layouts, o)?;
    for layout in layouts {
        checks::same_length(WHAT, layout.n_topics(), groups.n_topics())?;
    }
    let rows = layouts.iter().map(|layout| layout.totals(groups));
    Ok(tested(layouts, &rows.collect::<Vec<_>>(), o))
}

const WHAT: &str = "randomised Tukey HSD";

fn check(layouts: &[Layout], o: &Tukey) -> Result<(), Error> {
    checks::at_least(WHAT, "permutations", o.permutations, 1)?;
    checks::at_least(WHAT, "tolerance", o.tolerance, 0.0)?;
    checks::at_most(WHAT, "tolerance", o.tolerance, f64::MAX)?;
    for pair in layouts.windows(2) {
        checks::same_length(WHAT, pair[0].n_topics(), pair[1].n_topics())?;
        checks::same_length(WHAT, pair[0].n_systems(), pair[1].n_systems())?;
    }
    Ok(())
}

/// Tests each layout; `rows` has what is shuffled together, a value for each system.
fn tested(layouts: &[Layout], rows: &[Vec<f64>], o: &Tukey) -> Vec<TukeyHsd> {
    let Some(first) = layouts.first() else {
        return Vec::new();
    };
    let shape = Shape {
        n_systems: first.n_systems(),
        n_topics: real(first.n_topics()),
    };
    let ranges = ranges(rows, shape, o);
    let tested = layouts.iter().enumerate().map(|(l, layout)| {
        let mut of_layout: Vec<f64> = ranges.iter().map(|by_layout| by_layout[l]).collect();
        of_layout.sort_unstable_by(f64::total_cmp);
        hsd(layout, &of_layout, o)
    });
    tested.collect()
}

/// What all layouts have in common.
#[derive(Clone, Copy)]
struct Shape {
    n_systems: usize,
    n_topics: f64,
}

fn hsd(layout: &Layout, sorted_ranges: &[f64], o: &Tukey) -> TukeyHsd {
    let means = layout.means();
    let pair = |a: usize, b: usize| {
        let difference = means[b] - means[a];
        let below = sorted_ranges.partition_point(|range| *range < difference.abs() - o.tolerance);
        TukeyPair {
            a,
            b,
            difference,
            p_value: (real(sorted_ranges.len() - below) + 1.0) / (real(sorted_ranges.len()) + 1.0),
        }
    };
    let pairs = (0..means.len()).flat_map(|a| (a + 1..means.len()).map(move |b| (a, b)));
    TukeyHsd {
        means: means.to_vec(),
        pairs: pairs.map(|(a, b)| pair(a, b)).collect(),
        permutations: o.permutations,
        n: layout.n_topics(),
    }
}

/// For each replicate, the largest less the smallest mean of each layout.
fn ranges(rows: &[Vec<f64>], shape: Shape, o: &Tukey) -> Vec<Vec<f64>> {
    match o.generator {
        Generator::Numpy => {
            let mut shuffles = Shuffles::new(NumpyRng::new(o.seed));
            let replicates = 0..o.permutations;
            replicates
                .map(|_| shuffled_ranges(rows, shape, &mut shuffles))
                .collect()
        }
        Generator::NumpySpawned => {
            let replicate = |r: u32| {
                let rng = of_replicate(o.seed, Purpose::Shuffles, r as usize);
                shuffled_ranges(rows, shape, &mut Shuffles::new(rng))
            };
            (0..o.permutations).into_par_iter().map(replicate).collect()
        }
    }
}

/// One replicate.
fn shuffled_ranges(rows: &[Vec<f64>], shape: Shape, shuffles: &mut Shuffles) -> Vec<f64> {
    let mut sums = vec![vec![0.0; shape.n_systems]; rows.len()];
    if let ([rows], [sums]) = (rows, &mut sums[..]) {
        add_shuffled(rows, shuffles, sums);
    } else {
        add_equally_shuffled(rows, shuffles, &mut sums);
    }
    sums.iter().map(|sums| range(sums) / shape.n_topics).collect()
}

/// Adds up the values of one layout, those of each row in a random order.
fn add_shuffled(rows: &[f64], shuffles: &mut Shuffles, sums: &mut [f64]) {
    let mut row = vec![0.0; sums.len()];
    for values in rows.chunks_exact(sums.len()) {
        row.copy_from_slice(values);
        shuffles.shuffle(&mut row);
        sums.iter_mut().zip(&row).for_each(|(sum, value)| *sum += value);
    }
}

/// The same for several, which see the same orders.
fn add_equally_shuffled(layouts: &[Vec<f64>], shuffles: &mut Shuffles, sums: &mut [Vec<f64>]) {
    let in_order: Vec<usize> = (0..sums[0].len()).collect();
    let mut order = in_order.clone();
    for first in (0..layouts[0].len()).step_by(in_order.len()) {
        order.copy_from_slice(&in_order);
        shuffles.shuffle(&mut order);
        for (sums, rows) in sums.iter_mut().zip(layouts) {
            sums.iter_mut()
                .zip(&order)
                .for_each(|(sum, &from)| *sum += rows[first + from]);
        }
    }
}

fn range(sums: &[f64]) -> f64 {
    let largest = sums.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    let smallest = sums.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    largest - smallest
}
