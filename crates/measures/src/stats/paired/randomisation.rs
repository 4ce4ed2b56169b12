//! The p-value of the sign-flip test, sampled or from all patterns.

use super::comparison::Paired;
use super::sign_flips::{PermutationTies, count_exact, count_sampled};
use crate::error::Error;
use crate::stats::checks;
use crate::stats::random::{Rows, Signs, Source};

/// Signs for units that flip together: single topics, or groups of them.
pub(super) struct Randomisation {
    units: usize,
    ties: PermutationTies,
    permutations: u32,
    signs: Option<Rows<Signs>>, // none when all patterns are counted
}

/// A p-value and how it was found.
pub(super) struct PValue {
    pub(super) p: f64,
    pub(super) permutations: u32,
    pub(super) exact: bool,
}

impl Randomisation {
    /// Draws the signs unless all patterns can be counted.
    pub(super) fn new(
        what: &'static str,
        units: usize,
        o: &Paired,
        source: &mut Source,
    ) -> Result<Self, Error> {
        let n = checks::unit_count(what, units)?;
        let signs = (!counts_all(o, units)).then(|| Rows::draw(n, o.permutations, source));
        Ok(Self {
            units,
            ties: o.ties,
            permutations: o.permutations,
            signs,
        })
    }

    /// For each vector of one value per unit: how often the mean, sum / n, is as large as the observed one.
    pub(super) fn p_values(&self, vectors: &[Vec<f64>], n: f64) -> Vec<PValue> {
        let hits = match &self.signs {
            Some(signs) => count_sampled(vectors, n, signs, self.ties),
            None => vectors.iter().map(|d| count_exact(d, n, self.ties)).collect(),
        };
        hits.into_iter().map(|hits| self.p_value(hits)).collect()
    }

    #[expect(clippy::cast_precision_loss)] // counts are at most 2^32
    fn p_value(&self, hits: u64) -> PValue {
        if self.signs.is_none() {
            let permutations = 1 << self.units;
            return PValue {
                p: hits as f64 / f64::from(permutations),
                permutations,
                exact: true,
            };
        }
        PValue {
            p: (hits + 1) as f64 / (f64::from(self.permutations) + 1.0),
            permutations: self.permutations,
            exact: false,
        }
    }
}

/// Whether p comes from all sign patterns.
fn counts_all(o: &Paired, units: usize) -> bool {
    let sampled_by_name = o.ties == PermutationTies::NumpyStrict;
    o.exact && !sampled_by_name && units < 32 && 1u64 << units <= u64::from(o.permutations)
}
