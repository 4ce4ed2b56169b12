//! Rows of random draws that many value vectors share.
//!
//! A plan of `rows` times `n` draws is kept in memory while it is small. A large one is drawn anew each time, block
//! by block, from the generator's state at the start of each block, or from each row's own stream: bounded memory, same
//! draws.

use rayon::prelude::*;

use super::generator::{Generator, Purpose, Source, of_replicate};
use super::numpy_rng::NumpyRng;

/// Rows of one block: the unit of parallel work, whatever the number of threads.
const ROWS_PER_BLOCK: usize = 64;
/// Bytes of draws that a plan keeps.
const KEPT_BYTES: usize = 64 << 20;

/// What one draw is and how rows of it are stored.
pub(in crate::stats) trait Draw {
    /// The stored unit.
    type Item: Copy + Default + Send + Sync;
    /// Units that one row of `n` draws takes.
    fn row_len(n: u32) -> usize;
    /// The stream that is theirs alone, where each replicate has its own.
    const PURPOSE: Purpose;
    /// Draws one row from the stream that all rows share.
    fn fill(rng: &mut NumpyRng, n: u32, row: &mut [Self::Item]);
    /// Draws one row from a stream that is its own.
    fn fill_alone(rng: &mut NumpyRng, n: u32, row: &mut [Self::Item]) {
        Self::fill(rng, n, row);
    }
}

/// Numbers below n, n of them: `integers(0, n, n)`.
pub(in crate::stats) struct Indexes;

/// Signs, n of them, packed; a set bit is −1: `choice([-1, 1], n)`.
pub(in crate::stats) struct Signs;

/// Standard exponentials, n of them: `standard_exponential(n, method='inv')`.
pub(in crate::stats) struct Weights;

impl Draw for Indexes {
    type Item = u32;
    const PURPOSE: Purpose = Purpose::Resamples;

    fn row_len(n: u32) -> usize {
        n as usize
    }

    fn fill(rng: &mut NumpyRng, n: u32, row: &mut [u32]) {
        if n == 1 {
            row.fill(0); // numpy draws nothing then
        } else {
            row.fill_with(|| rng.below_u32(n));
        }
    }
}

impl Draw for Signs {
    type Item = u64;
    const PURPOSE: Purpose = Purpose::Signs;

    fn row_len(n: u32) -> usize {
        (n as usize).div_ceil(64)
    }

    fn fill(rng: &mut NumpyRng, n: u32, row: &mut [u64]) {
        let mut left = n;
        for word in row {
            let bits = left.min(64);
            left -= bits;
            *word = rng.next_signs(bits);
        }
    }

    fn fill_alone(rng: &mut NumpyRng, _: u32, row: &mut [u64]) {
        row.fill_with(|| rng.next_u64());
    }
}

impl Draw for Weights {
    type Item = f64;
    const PURPOSE: Purpose = Purpose::Weights;

    fn row_len(n: u32) -> usize {
        n as usize
    }

    fn fill(rng: &mut NumpyRng, _: u32, row: &mut [f64]) {
        row.fill_with(|| -(-rng.random()).ln_1p());
    }
}

/// `rows` rows of `n` draws each.
pub(in crate::stats) struct Rows<D: Draw> {
    n: u32,
    rows: usize,
    store: Store<D::Item>,
}

enum Store<T> {
    Kept(Vec<T>),
    /// The generator at the start of each block.
    Checkpoints(Vec<NumpyRng>),
    /// The seed of the streams that the rows have each for itself.
    Seed(u64),
}

impl<D: Draw> Rows<D> {
    /// Draws the rows; a stream that all share ends where it goes on.
    pub(in crate::stats) fn draw(n: u32, rows: u32, source: &mut Source) -> Self {
        Self::draw_keeping(KEPT_BYTES, n, rows, source)
    }

    fn draw_keeping(kept_bytes: usize, n: u32, rows: u32, source: &mut Source) -> Self {
        let (rows, row_len) = (rows as usize, D::row_len(n));
        let bytes = rows.saturating_mul(row_len).saturating_mul(size_of::<D::Item>());
        let store = match source.generator {
            Generator::Numpy if bytes <= kept_bytes => {
                let mut kept = vec![D::Item::default(); rows * row_len];
                kept.chunks_exact_mut(row_len)
                    .for_each(|row| D::fill(&mut source.stream, n, row));
                Store::Kept(kept)
            }
            Generator::Numpy => Store::Checkpoints(checkpoints::<D>(n, rows, &mut source.stream)),
            Generator::NumpySpawned if bytes <= kept_bytes => {
                let mut kept = vec![D::Item::default(); rows * row_len];
                let each = kept.par_chunks_exact_mut(row_len).enumerate();
                each.for_each(|(replicate, row)| fill_alone::<D>(source.seed, replicate, n, row));
                Store::Kept(kept)
            }
            Generator::NumpySpawned => Store::Seed(source.seed),
        };
        Self { n, rows, store }
    }

    /// Draws per row.
    pub(in crate::stats) fn n(&self) -> usize {
        self.n as usize
    }

    /// What `f` makes of each block of rows, in order; blocks run in parallel.
    pub(in crate::stats) fn map_blocks<T: Send>(&self, f: impl Fn(Block<'_, D>) -> T + Sync) -> Vec<T> {
        let row_len = D::row_len(self.n);
        if let Store::Kept(kept) = &self.store {
            let blocks = kept.par_chunks(ROWS_PER_BLOCK * row_len);
            return blocks.map(|items| f(Block { items, row_len })).collect();
        }
        let drawn = |block| {
            let items = &self.drawn_again(block);
            f(Block { items, row_len })
        };
        let blocks = self.rows.div_ceil(ROWS_PER_BLOCK);
        (0..blocks).into_par_iter().map(drawn).collect()
    }

    /// The draws of a block that was not kept.
    fn drawn_again(&self, block: usize) -> Vec<D::Item> {
        let first = block * ROWS_PER_BLOCK;
        let (rows, row_len) = (ROWS_PER_BLOCK.min(self.rows - first), D::row_len(self.n));
        let mut items = vec![D::Item::default(); rows * row_len];
        let each = items.chunks_exact_mut(row_len);
        match &self.store {
            Store::Kept(_) => unreachable!("kept draws are not drawn again"),
            Store::Checkpoints(checkpoints) => {
                let mut rng = checkpoints[block].clone();
                each.for_each(|row| D::fill(&mut rng, self.n, row));
            }
            Store::Seed(seed) => each
                .zip(first..)
                .for_each(|(row, replicate)| fill_alone::<D>(*seed, replicate, self.n, row)),
        }
        items
    }
}

/// Draws one row from its own stream.
fn fill_alone<D: Draw>(seed: u64, replicate: usize, n: u32, row: &mut [D::Item]) {
    D::fill_alone(&mut of_replicate(seed, D::PURPOSE, replicate), n, row);
}

/// Draws all rows and keeps the generator as it was at the start of each block.
fn checkpoints<D: Draw>(n: u32, rows: usize, rng: &mut NumpyRng) -> Vec<NumpyRng> {
    let mut row = vec![D::Item::default(); D::row_len(n)];
    let blocks = (0..rows).step_by(ROWS_PER_BLOCK).map(|first| {
        let checkpoint = rng.clone();
        for _ in first..rows.min(first + ROWS_PER_BLOCK) {
            D::fill(rng, n, &mut row);
        }
        checkpoint
    });
    blocks.collect()
}

/// Consecutive rows.
pub(in crate::stats) struct Block<'a, D: Draw> {
    items: &'a [D::Item],
    row_len: usize,
}

impl<'a, D: Draw> Block<'a, D> {
    pub(in crate::stats) fn rows(&self) -> impl Iterator<Item = &'a [D::Item]> + use<'a, D> {
        self.items.chunks_exact(self.row_len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<D: Draw>(rows: &Rows<D>) -> Vec<D::Item> {
        rows.map_blocks(|block| block.rows().flatten().copied().collect::<Vec<_>>())
            .concat()
    }

    #[test]
    fn kept_and_repeated_draws_are_the_same_and_end_at_the_same_place() {
        for n in [1, 5, 64, 65, 200] {
            for rows in [1, 63, 64, 65, 300] {
                let [mut a, mut b] = [(); 2].map(|()| Source::new(Generator::Numpy, 9));
                let kept = Rows::<Indexes>::draw(n, rows, &mut a);
                let repeated = Rows::<Indexes>::draw_keeping(0, n, rows, &mut b);
                assert_eq!(all(&kept), all(&repeated));
                let kept = Rows::<Signs>::draw(n, rows, &mut a);
                let repeated = Rows::<Signs>::draw_keeping(0, n, rows, &mut b);
                assert_eq!(all(&kept), all(&repeated));
                assert_eq!(a.stream.next_u32(), b.stream.next_u32());
            }
        }
    }

    #[test]
    fn indexes_below_one_consume_nothing() {
        let [mut a, mut b] = [(); 2].map(|()| Source::new(Generator::Numpy, 9));
        assert_eq!(all(&Rows::<Indexes>::draw(1, 10, &mut a)), [0; 10]);
        assert_eq!(a.stream.next_u32(), b.stream.next_u32());
    }

    #[test]
    fn packed_signs_are_the_signs_of_the_stream() {
        let [mut a, mut b] = [(); 2].map(|()| Source::new(Generator::Numpy, 3));
        let words = all(&Rows::<Signs>::draw(100, 7, &mut a));
        for row in words.chunks_exact(2) {
            let negative = (0..100).map(|i| row[i / 64] >> (i % 64) & 1 == 1);
            assert!(negative.eq((0..100).map(|_| b.stream.sign() == -1)));
        }
    }

    #[test]
    fn each_row_can_have_a_stream_of_its_own() {
        // numpy 2.4.6: default_rng(SeedSequence(5, spawn_key=(0, r))).integers(0, 10, 4) for r = 0 and 70;
        // default_rng(SeedSequence(5, spawn_key=(1, 70))).bit_generator.random_raw(1)
        let mut source = Source::new(Generator::NumpySpawned, 5);
        let indexes = all(&Rows::<Indexes>::draw(10, 100, &mut source));
        assert_eq!(
            (&indexes[..4], &indexes[700..704]),
            (&[6, 2, 5, 3][..], &[8, 3, 5, 5][..])
        );
        let again = Rows::<Indexes>::draw_keeping(0, 10, 100, &mut source);
        assert_eq!(indexes, all(&again));
        let signs = all(&Rows::<Signs>::draw(64, 100, &mut source));
        assert_eq!(signs[70], 9_953_839_783_565_459_313);
    }
}
