//! Many short shuffles from one stream.

use super::numpy_rng::NumpyRng;

/// How many words are drawn at once.
const BUFFERED: usize = 512;

/// Shuffles short rows as `permuted(x, axis=1)` does, one after the other.
///
/// numpy draws a number up to i by cutting a word to the bits of i and drawing again if it is too large. A quarter of the words are, at
/// random, which is what costs the time when each is a branch; here a word that is too large exchanges a place with itself.
pub(in crate::stats) struct Shuffles {
    rng: NumpyRng,
    words: [u32; 2 * BUFFERED],
    next: usize,
}

impl Shuffles {
    /// Shuffles from this stream, which nothing else draws from afterwards.
    pub(in crate::stats) fn new(rng: NumpyRng) -> Self {
        Self {
            rng,
            words: [0; 2 * BUFFERED],
            next: 2 * BUFFERED,
        }
    }

    #[inline]
    fn next_u32(&mut self) -> u32 {
        if self.next == self.words.len() {
            self.refill();
        }
        let word = self.words[self.next];
        self.next += 1;
        word
    }

    /// The halves of 64-bit words, the low one first.
    #[expect(clippy::cast_possible_truncation)] // the halves of a word
    fn refill(&mut self) {
        for halves in self.words.chunks_exact_mut(2) {
            let word = self.rng.next_u64();
            halves[0] = word as u32;
            halves[1] = (word >> 32) as u32;
        }
        self.next = 0;
    }

    /// Brings `row` into random order; it has fewer than 2^32 places.
    pub(in crate::stats) fn shuffle<T: Copy>(&mut self, row: &mut [T]) {
        let mut i = row.len().saturating_sub(1);
        while i > 0 {
            let mask = usize::MAX >> i.leading_zeros();
            // as long as the mask stays the same
            while i > mask >> 1 {
                let j = self.next_u32() as usize & mask;
                let is_in_range = j <= i;
                let j = if is_in_range { j } else { i };
                row.swap(i, j);
                i -= usize::from(is_in_range);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_shuffled_as_numpy_shuffles_them() {
        for m in [0, 1, 2, 3, 5, 16, 20, 33, 200] {
            let (mut shuffles, mut rng) = (Shuffles::new(NumpyRng::new(7)), NumpyRng::new(7));
            for _ in 0..300 {
                let mut row: Vec<u16> = (0..m).collect();
                shuffles.shuffle(&mut row);
                assert!(
                    rng.permutation(usize::from(m))
                        .into_iter()
                        .eq(row.into_iter().map(usize::from))
                );
            }
        }
    }
}
