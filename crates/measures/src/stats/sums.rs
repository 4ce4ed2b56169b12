//! Sums in numpy's order.
//!
//! Floating-point sums depend on the order of addition. numpy adds up to 128 values with eight accumulators and
//! halves longer rows ("pairwise summation", which also keeps the rounding error small). Where a permuted mean is
//! compared with an observed one that equals it but for rounding, only the same order gives the same count.

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

/// Pairwise sum of what `value` makes of each item.
#[inline]
pub(super) fn pairwise<T: Copy>(items: &[T], value: impl Fn(T) -> f64 + Copy) -> f64 {
    if items.len() <= BLOCK {
        return block(items, value);
    }
    let (left, right) = items.split_at(half(items.len()));
    pairwise(left, value) + pairwise(right, value)
}

/// Pairwise sum of `x` with the sign bit of each value flipped where `flips` has its top bit set.
pub(super) fn pairwise_flipped(x: &[f64], flips: &[u64]) -> f64 {
    if x.len() <= BLOCK {
        let mut signed = [0.0; BLOCK];
        for ((to, value), flip) in signed.iter_mut().zip(x).zip(flips) {
            *to = f64::from_bits(value.to_bits() ^ flip);
        }
        return block(&signed[..x.len()], |value| value);
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

/// Up to [`BLOCK`] values with eight accumulators, fewer than eight one after the other.
#[inline]
fn block<T: Copy>(items: &[T], value: impl Fn(T) -> f64) -> f64 {
    let chunks = items.chunks_exact(8);
    let rest = chunks.remainder();
    if items.len() < 8 {
        return rest.iter().fold(-0.0, |sum, &item| sum + value(item));
    }
    let mut sums: Option<[f64; 8]> = None;
    for chunk in chunks {
        let values: [f64; 8] = std::array::from_fn(|i| value(chunk[i]));
        sums = Some(match sums {
            None => values,
            Some(sums) => std::array::from_fn(|i| sums[i] + values[i]),
        });
    }
    let [a, b, c, d, e, f, g, h] = sums.expect("at least eight items");
    let sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    rest.iter().fold(sum, |sum, &item| sum + value(item))
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
