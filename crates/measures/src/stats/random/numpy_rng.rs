//! numpy's `default_rng(seed)`: PCG64 and the draws that `numpy.random.Generator` makes from it.

use rand_core::Rng;
use rand_pcg::Pcg64;

use super::seed_sequence;
use super::ziggurat;
use crate::error::Error;
use crate::stats::checks;

/// The generator of `numpy.random.default_rng(seed)`, with the same stream bit by bit.
///
/// 32-bit draws take halves of 64-bit ones, the low half first; the other half waits for the next 32-bit draw,
/// also across calls. Known answers are tested against numpy 2.4.6. numpy itself reserves the right to change the
/// streams of `Generator` between versions (NEP 19), so the version belongs to the claim.
///
/// ```
/// use sokutei_measures::stats::NumpyRng;
///
/// let mut rng = NumpyRng::new(0);
/// assert_eq!(rng.random(), 0.6369616873214543); // np.random.default_rng(0).random()
/// let mut rng = NumpyRng::new(0);
/// assert_eq!(rng.choice_without_replacement(10, 3)?, [5, 9, 6]); // .choice(10, 3, replace=False)
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NumpyRng {
    pcg: Pcg64,
    half: Option<u32>,
}

impl NumpyRng {
    /// A fresh generator.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::of_state(seed_sequence::state_of(seed, &[]))
    }

    /// The generator that `SeedSequence(seed, spawn_key=key)` makes: one stream of its own for each key.
    ///
    /// `default_rng(SeedSequence(seed).spawn(n)[i])` is the stream with the key `[i]`.
    #[must_use]
    pub fn spawned(seed: u64, key: &[u32]) -> Self {
        Self::of_state(seed_sequence::state_of(seed, key))
    }

    fn of_state(state: [u64; 4]) -> Self {
        let [a, b, c, d] = state.map(u128::from);
        Self {
            pcg: Pcg64::new(a << 64 | b, c << 64 | d),
            half: None,
        }
    }

    /// The next 64 bits: `bit_generator.random_raw()`.
    pub fn next_u64(&mut self) -> u64 {
        self.pcg.next_u64()
    }

    /// The next 32 bits.
    #[expect(clippy::cast_possible_truncation)] // the halves of a word
    pub fn next_u32(&mut self) -> u32 {
        if let Some(half) = self.half.take() {
            return half;
        }
        let word = self.next_u64();
        self.half = Some((word >> 32) as u32);
        word as u32
    }

    /// A double in [0, 1) with 53 random bits: `random()`.
    #[expect(clippy::cast_precision_loss)] // 53 bits fit
    pub fn random(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A standard normal deviate: `standard_normal()`, by the ziggurat of 256 layers.
    pub fn standard_normal(&mut self) -> f64 {
        ziggurat::standard_normal(self)
    }

    /// A whole number below `n`, each equally likely: `integers(0, n)`.
    ///
    /// Lemire's method (2019), on 32-bit draws up to n = 2^32 and on 64-bit draws above. n = 1 draws nothing.
    ///
    /// # Errors
    ///
    /// n = 0: there is no such number.
    pub fn integers(&mut self, n: u64) -> Result<u64, Error> {
        checks::at_least("integers", "n", n, 1)?;
        Ok(self.at_most(n - 1))
    }

    /// −1 or 1: `choice([-1, 1])`.
    pub fn sign(&mut self) -> i8 {
        if self.next_sign_is_negative() { -1 } else { 1 }
    }

    /// `k` different numbers below `population`, in random order: `choice(population, k, replace=False)`.
    ///
    /// Floyd's algorithm and a shuffle, or, from a population above 10,000 and a fiftieth of it on, the tail of a
    /// partial shuffle.
    ///
    /// # Errors
    ///
    /// `k` above `population`.
    pub fn choice_without_replacement(&mut self, population: usize, k: usize) -> Result<Vec<usize>, Error> {
        checks::at_most("choice without replacement", "k", k, population)?;
        let mut chosen = Vec::new();
        self.choose(population, k, &mut chosen, &mut Vec::new());
        Ok(chosen)
    }

    /// The numbers below `n` in random order: `permutation(n)`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            let j = self.interval(i);
            order.swap(i, j);
        }
        order
    }

    /// [`NumpyRng::choice_without_replacement`] into a buffer; `taken` is working space. `k <= population`.
    pub(in crate::stats) fn choose(
        &mut self,
        population: usize,
        k: usize,
        chosen: &mut Vec<usize>,
        taken: &mut Vec<u64>,
    ) {
        const FLOYD_ALWAYS: usize = 10_000;
        const CUTOFF: usize = 50;
        chosen.clear();
        if population > FLOYD_ALWAYS && k > population / CUTOFF {
            chosen.extend(0..population);
            self.shuffle(chosen, population - k);
            chosen.drain(..population - k);
            return;
        }
        taken.clear();
        taken.resize(population.div_ceil(64), 0);
        for j in population - k..population {
            let drawn = self.index_at_most(j);
            // a number that is taken already gives way to j, which cannot be taken yet
            let number = if mark(taken, drawn) { drawn } else { j };
            mark(taken, number);
            chosen.push(number);
        }
        self.shuffle(chosen, 1);
    }

    /// Exchanges each place from the last down to `first` with one at or before it.
    fn shuffle(&mut self, places: &mut [usize], first: usize) {
        for i in (first..places.len()).rev() {
            let j = self.index_at_most(i);
            places.swap(i, j);
        }
    }

    #[expect(clippy::cast_possible_truncation)] // at most `max`, which is a usize
    fn index_at_most(&mut self, max: usize) -> usize {
        self.at_most(max as u64) as usize
    }

    /// `random_bounded_uint64`: a number from 0 to `max`.
    #[expect(clippy::cast_possible_truncation)] // each branch knows its range
    fn at_most(&mut self, max: u64) -> u64 {
        const ALL_32: u64 = u32::MAX as u64;
        match max {
            0 => 0,
            1..ALL_32 => u64::from(self.below_u32(max as u32 + 1)),
            ALL_32 => u64::from(self.next_u32()),
            u64::MAX => self.next_u64(),
            _ => self.below_u64(max + 1),
        }
    }

    /// Lemire's method in 32 bits, 2 <= n.
    #[inline]
    #[expect(clippy::cast_possible_truncation)] // the two halves of a product
    pub(in crate::stats) fn below_u32(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Lemire's method in 64 bits.
    #[expect(clippy::cast_possible_truncation)] // the two halves of a product
    fn below_u64(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// The sign bit of `choice([-1, 1])`: Lemire's method for n = 2 never rejects and keeps the top bit.
    #[inline]
    fn next_sign_is_negative(&mut self) -> bool {
        self.next_u32() >> 31 == 0
    }

    /// `choice([-1, 1], bits)` as bits of a word, the first the lowest, a set bit being −1; at most 64.
    pub(in crate::stats) fn next_signs(&mut self, bits: u32) -> u64 {
        let (mut signs, mut drawn) = (0, 0);
        if self.half.is_some() && bits > 0 {
            signs = u64::from(self.next_sign_is_negative());
            drawn = 1;
        }
        while drawn + 2 <= bits {
            // both halves of a word at once
            let word = !self.next_u64();
            signs |= (word >> 31 & 1 | word >> 62 & 2) << drawn;
            drawn += 2;
        }
        if drawn < bits {
            signs |= u64::from(self.next_sign_is_negative()) << drawn;
        }
        signs
    }

    /// `random_interval`: a number from 0 to `max` by masking and rejection, which permutation uses.
    #[expect(clippy::cast_possible_truncation)] // at most `max`, which is a usize
    fn interval(&mut self, max: usize) -> usize {
        let max = max as u64;
        if max == 0 {
            return 0;
        }
        let mask = u64::MAX >> max.leading_zeros();
        loop {
            let word = if max <= u64::from(u32::MAX) {
                u64::from(self.next_u32())
            } else {
                self.next_u64()
            };
            if word & mask <= max {
                return (word & mask) as usize;
            }
        }
    }
}

/// Sets a bit; whether it was clear.
fn mark(bits: &mut [u64], i: usize) -> bool {
    let (word, bit) = (&mut bits[i / 64], 1 << (i % 64));
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_draws_are_errors() {
        let mut rng = NumpyRng::new(0);
        assert_eq!(
            rng.integers(0).unwrap_err().to_string(),
            "integers: n is 0; it must be at least 1"
        );
        assert_eq!(
            rng.choice_without_replacement(3, 4).unwrap_err().to_string(),
            "choice without replacement: k is 4; it must be at most 3"
        );
        assert!(rng.choice_without_replacement(0, 0).unwrap().is_empty());
        assert!(rng.permutation(0).is_empty());
    }

    #[test]
    fn a_spare_half_outlives_64_bit_draws() {
        // numpy 2.4.6: g = np.random.default_rng(5); g.integers(0, 10), g.random(), g.integers(0, 10),
        // g.standard_normal(), g.integers(0, 10, 3), g.random(), g.integers(0, 10)
        let mut rng = NumpyRng::new(5);
        let ten = |rng: &mut NumpyRng| rng.integers(10).unwrap();
        assert_eq!(
            (ten(&mut rng), rng.random(), ten(&mut rng)),
            (6, 0.8079407897364937, 8)
        );
        assert_eq!(rng.standard_normal(), -0.24836162209524854);
        assert_eq!([(); 3].map(|()| ten(&mut rng)), [6, 2, 9]);
        assert_eq!((rng.random(), ten(&mut rng)), (0.38336888078551823, 0));
    }

    #[test]
    fn drawing_one_of_one_consumes_nothing() {
        let (mut a, mut b) = (NumpyRng::new(7), NumpyRng::new(7));
        assert_eq!(a.integers(1).unwrap(), 0);
        assert_eq!(a.next_u64(), b.next_u64());
    }
}
