//! Standard normal deviates: the ziggurat of Marsaglia & Tsang (2000) as numpy draws it.

use std::sync::LazyLock;

use super::numpy_rng::NumpyRng;
use super::ziggurat_tables::{F, X};

/// 2^52: the mantissa bits of one draw.
const MANTISSA: f64 = 4_503_599_627_370_496.0;
/// Where the tail starts, and its reciprocal as numpy writes it.
const TAIL: f64 = X[255];
const TAIL_RECIPROCAL: f64 = 0.273_661_237_329_758_3;

/// Of each layer the part, in units of 2^-52 of its width, that lies under the curve in full.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 2^52
static INNER: LazyLock<[u64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| match i {
        0 => (X[255] / X[0] * MANTISSA).round_ties_even() as u64,
        1 => 0,
        _ => (X[i - 1] / X[i] * MANTISSA).round_ties_even() as u64,
    })
});

/// One draw takes a 64-bit word: 8 bits of layer, a sign, 52 bits of place in the layer. About 1 in 150 needs more.
#[expect(clippy::cast_precision_loss)] // 52 bits fit
pub(in crate::stats) fn standard_normal(rng: &mut NumpyRng) -> f64 {
    loop {
        let word = rng.next_u64();
        let layer = (word & 0xff) as usize;
        let place = (word >> 9) & 0x000f_ffff_ffff_ffff;
        let size = place as f64 * (X[layer] / MANTISSA);
        let x = if word & 0x100 == 0 { size } else { -size };
        if place < INNER[layer] {
            return x;
        }
        if layer == 0 {
            let beyond = TAIL + tail(rng);
            return if (place >> 8) & 1 == 0 { beyond } else { -beyond };
        }
        if (F[layer - 1] - F[layer]) * rng.random() + F[layer] < (-0.5 * x * x).exp() {
            return x;
        }
    }
}

/// How far beyond [`TAIL`] (Marsaglia 1964).
fn tail(rng: &mut NumpyRng) -> f64 {
    loop {
        let x = -TAIL_RECIPROCAL * (-rng.random()).ln_1p();
        let y = -(-rng.random()).ln_1p();
        if y + y > x * x {
            return x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_satisfy_the_equations_of_the_ziggurat() {
        const AREA: f64 = 0.004_928_673_233_974_652;
        for i in 1..256 {
            let height = (-0.5 * X[i] * X[i]).exp();
            assert!((F[i] / height - 1.0).abs() < 3e-16, "layer {i}");
        }
        for i in 2..256 {
            assert!((X[i] * (F[i - 1] - F[i]) / AREA - 1.0).abs() < 1e-13, "layer {i}");
            assert!(X[i - 1] < X[i]);
        }
        assert_eq!((X[0] * F[255] * 1e15).round(), (AREA * 1e15).round());
    }

    #[test]
    fn the_stream_equals_numpys_over_wedges_and_tails() {
        // numpy 2.4.6: z = np.random.default_rng(7).standard_normal(200000)
        // np.bitwise_xor.reduce(z.view(np.uint64)), z.min(), z.max()
        let mut rng = NumpyRng::new(7);
        let (mut bits, mut min, mut max) = (0, 0.0f64, 0.0f64);
        for _ in 0..200_000 {
            let z = rng.standard_normal();
            bits ^= z.to_bits();
            (min, max) = (min.min(z), max.max(z));
        }
        assert_eq!(
            (bits, min, max),
            (125_972_375_991_667_553, -4.502222241099144, 4.522829666849905)
        );
    }
}
