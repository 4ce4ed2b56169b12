//! Sums in numpy's order.
//!
//! Floating-point sums depend on the order of addition. numpy adds up to 128 values with eight accumulators and
//! halves longer rows ("pairwise summation", which also keeps the rounding error small). Where a permuted mean is
//! compared with an observed one that equals it but for rounding, only the same order gives the same count.

use std::ops::Add;

/// The longest run of values that is added without halving.
const BLOCK: usize = 128;

/// Sum of a slice as `numpy.sum` computes it for contiguous doubles; −0.0 for an empty one, as there.
///
/// ```
/// use sokutei_measures::stats::pairwise_sum;
///
/// let x = vec![0.1; 1000];
/// assert_eq!(x.iter().sum::<f64>(), 99.9999999999986); // one after the other
/// assert_eq!(pairwise_sum(&x), 100.00000000000001); // np.sum(np.full(1000, 0.1))
/// ```
#[must_use]
pub fn pairwise_sum(x: &[f64]) -> f64 {
    pairwise(x, |value| value)
}

/// What is added up: a number, or one of each of several rows that are summed side by side, each as if it were alone.
pub(super) trait Summand: Copy + Add<Output = Self> {
    /// The sum of nothing, which changes no sum that it is added to.
    const NOTHING: Self;
    /// With the sign bit flipped where `flip` has its top bit set.
    fn flipped(self, flip: u64) -> Self;
}

impl Summand for f64 {
    const NOTHING: Self = -0.0;

    #[inline(always)]
    fn flipped(self, flip: u64) -> Self {
        Self::from_bits(self.to_bits() ^ flip)
    }
}

/// Rows that are summed side by side: an index or a sign is looked at once for all of them, and additions fill whole registers.
pub(super) const LANES: usize = 4;

/// One number of each of [`LANES`] rows.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [f64; LANES]);

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }
}

impl Summand for Lanes {
    const NOTHING: Self = Self([f64::NOTHING; LANES]);

    #[inline(always)]
    fn flipped(self, flip: u64) -> Self {
        Self(self.0.map(|value| value.flipped(flip)))
    }
}

/// The vectors, [`LANES`] side by side; the last filled up with zeros.
pub(super) fn side_by_side<V: AsRef<[f64]>>(vectors: &[V]) -> Vec<Vec<Lanes>> {
    let lanes = |vectors: &[V]| {
        let at = |i: usize| {
            let mut lanes = Lanes::default();
            for (lane, vector) in lanes.0.iter_mut().zip(vectors) {
                *lane = vector.as_ref()[i];
            }
            lanes
        };
        (0..vectors[0].as_ref().len()).map(at).collect()
    };
    vectors.chunks(LANES).map(lanes).collect()
}

/// Pairwise sum of what `value` makes of each item.
#[inline]
pub(super) fn pairwise<T: Copy, V: Summand>(items: &[T], value: impl Fn(T) -> V + Copy) -> V {
    if items.len() <= BLOCK {
        let eights = items.chunks_exact(8);
        let rest = eights.remainder().iter().map(|&item| value(item));
        return block(eights.map(|eight| std::array::from_fn(|i| value(eight[i]))), rest);
    }
    let (left, right) = items.split_at(half(items.len()));
    pairwise(left, value) + pairwise(right, value)
}

/// Pairwise sum of `x` with the sign bit of each value flipped where `flips` has its top bit set.
pub(super) fn pairwise_flipped<V: Summand>(x: &[V], flips: &[u64]) -> V {
    if x.len() <= BLOCK {
        let (eights, of_eights) = (x.chunks_exact(8), flips.chunks_exact(8));
        let rest = eights.remainder().iter().zip(of_eights.remainder());
        let eights = eights.zip(of_eights);
        return block(
            eights.map(|(eight, flips)| std::array::from_fn(|i| eight[i].flipped(flips[i]))),
            rest.map(|(value, &flip)| value.flipped(flip)),
        );
    }
    let middle = half(x.len());
    let ((left, right), (left_flips, right_flips)) = (x.split_at(middle), flips.split_at(middle));
    pairwise_flipped(left, left_flips) + pairwise_flipped(right, right_flips)
}

/// Where numpy halves: at a multiple of eight.
fn half(len: usize) -> usize {
    let half = len / 2;
    half - half % 8
}

/// The sum of up to [`BLOCK`] values, eight by eight with an accumulator for each place, then what is left one after the other.
#[inline]
fn block<V: Summand>(mut eights: impl Iterator<Item = [V; 8]>, rest: impl Iterator<Item = V>) -> V {
    let sum = eights.next().map_or(V::NOTHING, |first| {
        let add = |sums: [V; 8], values: [V; 8]| std::array::from_fn(|i| sums[i] + values[i]);
        let [a, b, c, d, e, f, g, h] = eights.fold(first, add);
        ((a + b) + (c + d)) + ((e + f) + (g + h))
    });
    rest.fold(sum, |sum, value| sum + value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(n: usize) -> Vec<f64> {
        (0..n).map(|i| 1.0 / (i as f64 + 1.0)).collect()
    }

    #[test]
    fn sums_equal_numpys_at_every_length_that_matters() {
        // numpy 2.4.6: [float(np.sum(1.0 / np.arange(1.0, n + 1))) for n in ...]
        let expected = [
            (1, 1.0),
            (2, 1.5),
            (7, 2.5928571428571425),
            (8, 2.7178571428571425),
            (9, 2.8289682539682537),
            (15, 3.3182289932289937),
            (16, 3.3807289932289937),
            (127, 5.425334592589172),
            (128, 5.433147092589173),
            (129, 5.440899030573669),
            (130, 5.4485913382659765),
            (136, 5.493542515771517),
            (255, 6.120438712817281),
            (256, 6.124344962817281),
            (257, 6.128236013400938),
            (264, 6.155057511774695),
            (1000, 7.485470860550345),
            (1824, 8.086276933295057),
            (1856, 8.103663950607903),
            (5000, 9.094508852984436),
        ];
        for (n, sum) in expected {
            assert_eq!(pairwise_sum(&ramp(n)), sum, "{n} values");
        }
        assert!(pairwise_sum(&[]).to_bits() == (-0.0f64).to_bits());
    }

    #[test]
    fn side_by_side_every_row_is_summed_as_if_alone() {
        for n in [0, 1, 7, 8, 9, 127, 128, 129, 300, 1856] {
            let rows: Vec<Vec<f64>> = (1..=LANES + 2)
                .map(|k| ramp(n).iter().map(|x| x * k as f64 - 0.01).collect())
                .collect();
            let flips: Vec<u64> = (0..n as u64).map(|i| (i * i % 3 % 2) << 63).collect();
            let groups = side_by_side(&rows);
            assert_eq!(groups.len(), rows.len().div_ceil(LANES));
            let bits = |sums: Vec<f64>| sums.iter().map(|sum| sum.to_bits()).collect::<Vec<u64>>();
            let alone = |sum: &dyn Fn(&[f64]) -> f64| bits(rows.iter().map(|row| sum(row)).collect());
            let in_lanes = |sum: &dyn Fn(&[Lanes]) -> Lanes| {
                let lanes = groups.iter().flat_map(|group| sum(group).0);
                bits(lanes.take(rows.len()).collect())
            };
            assert_eq!(
                in_lanes(&|group| pairwise(group, |lanes| lanes)),
                alone(&pairwise_sum),
                "{n}"
            );
            assert_eq!(
                in_lanes(&|group| pairwise_flipped(group, &flips)),
                alone(&|row| pairwise_flipped(row, &flips)),
                "{n}"
            );
        }
    }

    #[test]
    fn flipped_sums_equal_sums_of_flipped_values() {
        for n in [0, 1, 7, 8, 9, 127, 128, 129, 300, 1856] {
            let x = ramp(n);
            let flips: Vec<u64> = (0..n as u64).map(|i| (i * i % 3 % 2) << 63).collect();
            let flipped: Vec<f64> = x
                .iter()
                .zip(&flips)
                .map(|(x, flip)| if *flip == 0 { *x } else { -x })
                .collect();
            assert_eq!(
                pairwise_flipped(&x, &flips).to_bits(),
                pairwise_sum(&flipped).to_bits()
            );
        }
    }
}
