//! Numbers of a file that a search can add up.

use std::ops::RangeInclusive;

use rayon::prelude::*;

/// What weights may be: above the idf of any corpus of 32-bit numbers, and far from where sums lose themselves.
pub(crate) const WEIGHTS: RangeInclusive<f64> = 0.0..=64.0;
/// What coordinates may be: of vectors no longer than 1, but for rounding.
pub(crate) const COORDINATES: RangeInclusive<f64> = -1.001..=1.001;

/// What lengths of such vectors may be.
pub(crate) const LENGTHS: RangeInclusive<f64> = 0.0..=1.001;

/// Numbers that are looked at together: no early end within them, so that they go through vector registers.
const RUN: usize = 1 << 12;

/// Whether every number lies in a range; one that is no number does not.
pub(crate) fn all_in(numbers: &[f64], range: &RangeInclusive<f64>) -> bool {
    let (low, high) = (*range.start(), *range.end());
    let run = |run: &[f64]| run.iter().fold(true, |all, &x| all & (low <= x) & (x <= high));
    numbers.par_chunks(RUN).all(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_outside_is_found_wherever_it_stands() {
        let mut numbers = vec![0.5; 3 * RUN + 7];
        assert!(all_in(&numbers, &WEIGHTS) && all_in(&[], &WEIGHTS));
        for place in [0, RUN - 1, RUN, numbers.len() - 1] {
            for outside in [f64::NAN, f64::INFINITY, -1e-300, 64.1] {
                numbers[place] = outside;
                assert!(!all_in(&numbers, &WEIGHTS), "{outside} at {place}");
            }
            numbers[place] = 64.0;
        }
    }
}
