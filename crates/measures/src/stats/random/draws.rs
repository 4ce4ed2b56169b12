//! Rows of random draws that many value vectors share.
//!
//! A plan of `rows` times `n` draws is kept in memory while it is small. A large one is drawn anew each time, block
//! by block, from the generator's state at the start of each block: bounded memory, same draws.

use rayon::prelude::*;

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
    /// Draws one row.
    fn fill(rng: &mut NumpyRng, n: u32, row: &mut [Self::Item]);
}

/// Numbers below n, n of them: `integers(0, n, n)`.
pub(in crate::stats) struct Indexes;

/// Signs, n of them, packed; a set bit is −1: `choice([-1, 1], n)`.
pub(in crate::stats) struct Signs;

impl Draw for Indexes {
    type Item = u32;

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

    fn row_len(n: u32) -> usize {
        (n as usize).div_ceil(64)
    }

    fn fill(rng: &mut NumpyRng, n: u32, row: &mut [u64]) {
        let mut left = n;
        for word in row {
            let bits = left.min(64);
            left -= bits;
            *word = (0..bits).fold(0, |word, bit| {
                word | u64::from(rng.next_sign_is_negative()) << bit
            });
        }
    }
}

/// `rows` rows of `n` draws each, in the order of one stream.
pub(in crate::stats) struct Rows<D: Draw> {
    n: u32,
    rows: usize,
    store: Store<D::Item>,
}

enum Store<T> {
    Kept(Vec<T>),
    /// The generator at the start of each block.
    Checkpoints(Vec<NumpyRng>),
}

impl<D: Draw> Rows<D> {
    /// Draws the rows; `rng` ends where the stream goes on.
    pub(in crate::stats) fn draw(n: u32, rows: u32, rng: &mut NumpyRng) -> Self {
        Self::draw_keeping(KEPT_BYTES, n, rows, rng)
    }

    fn draw_keeping(kept_bytes: usize, n: u32, rows: u32, rng: &mut NumpyRng) -> Self {
        let (rows, row_len) = (rows as usize, D::row_len(n));
        let bytes = rows.saturating_mul(row_len).saturating_mul(size_of::<D::Item>());
        let store = if bytes <= kept_bytes {
            let mut kept = vec![D::Item::default(); rows * row_len];
            kept.chunks_exact_mut(row_len)
                .for_each(|row| D::fill(rng, n, row));
            Store::Kept(kept)
        } else {
            let mut row = vec![D::Item::default(); row_len];
            let blocks = (0..rows).step_by(ROWS_PER_BLOCK).map(|first| {
                let checkpoint = rng.clone();
                for _ in first..rows.min(first + ROWS_PER_BLOCK) {
                    D::fill(rng, n, &mut row);
                }
                checkpoint
            });
            Store::Checkpoints(blocks.collect())
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
        match &self.store {
            Store::Kept(kept) => kept
                .par_chunks(ROWS_PER_BLOCK * row_len)
                .map(|items| f(Block { items, row_len }))
                .collect(),
            Store::Checkpoints(checkpoints) => checkpoints
                .par_iter()
                .enumerate()
                .map(|(block, checkpoint)| {
                    let rows = ROWS_PER_BLOCK.min(self.rows - block * ROWS_PER_BLOCK);
                    let mut rng = checkpoint.clone();
                    let mut items = vec![D::Item::default(); rows * row_len];
                    items
                        .chunks_exact_mut(row_len)
                        .for_each(|row| D::fill(&mut rng, self.n, row));
                    f(Block {
                        items: &items,
                        row_len,
                    })
                })
                .collect(),
        }
    }
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
                let (mut a, mut b) = (NumpyRng::new(9), NumpyRng::new(9));
                let kept = Rows::<Indexes>::draw(n, rows, &mut a);
                let repeated = Rows::<Indexes>::draw_keeping(0, n, rows, &mut b);
                assert_eq!(all(&kept), all(&repeated));
                let kept = Rows::<Signs>::draw(n, rows, &mut a);
                let repeated = Rows::<Signs>::draw_keeping(0, n, rows, &mut b);
                assert_eq!(all(&kept), all(&repeated));
                assert_eq!(a.next_u32(), b.next_u32());
            }
        }
    }

    #[test]
    fn indexes_below_one_consume_nothing() {
        let (mut a, mut b) = (NumpyRng::new(9), NumpyRng::new(9));
        assert_eq!(all(&Rows::<Indexes>::draw(1, 10, &mut a)), [0; 10]);
        assert_eq!(a.next_u32(), b.next_u32());
    }

    #[test]
    fn packed_signs_are_the_signs_of_the_stream() {
        let (mut a, mut b) = (NumpyRng::new(3), NumpyRng::new(3));
        let words = all(&Rows::<Signs>::draw(100, 7, &mut a));
        for row in words.chunks_exact(2) {
            let negative = (0..100).map(|i| row[i / 64] >> (i % 64) & 1 == 1);
            assert!(negative.eq((0..100).map(|_| b.sign() == -1)));
        }
    }
}
