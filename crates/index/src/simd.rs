//! The one inner loop that all dense work comes down to, for whatever vector unit there is.

use pulp::Simd;

/// Dense rows are padded with zeros to a multiple of this many numbers, so that no loop has a remainder to treat.
pub(crate) const PAD: usize = 16;

/// Vectors side by side in [`fma_outer`]: with four numbers against them, eight sums. They fit the registers of any unit, and
/// are just enough that none waits for the one before. (Sixteen sums spill on AVX2 and halve the speed.)
pub(crate) const VECTORS: usize = 2;

/// How many numbers [`fma_outer`] takes at once: [`VECTORS`] vectors, at most [`PAD`] numbers.
pub(crate) fn strip<S: Simd>() -> usize {
    (VECTORS * S::F64_LANES).min(PAD)
}

/// `sums[i]` += `q[i]` · `x`, for `Q` numbers `q` and a strip `x`; the sums stay in registers.
///
/// Each number of a sum is one chain of fused multiply-adds in the order of the calls: vectors run across results, never along
/// a sum, so that the bits are the same for every vector width. (A machine without fused multiply-add rounds twice, and
/// differs in the last bits.)
#[inline(always)]
pub(crate) fn fma_outer<S: Simd, const Q: usize>(
    simd: S,
    q: [f64; Q],
    x: &[f64],
    sums: &mut [[S::f64s; VECTORS]; Q],
) {
    let (x, _) = S::as_simd_f64s(x);
    for (sums, q) in sums.iter_mut().zip(q) {
        let q = simd.splat_f64s(q);
        for (sum, &x) in sums.iter_mut().zip(x) {
            *sum = simd.mul_add_e_f64s(q, x, *sum);
        }
    }
}

/// Adds the sums to `out`, one strip each, `stride` numbers apart; sums past the end of `out` are dropped.
#[inline(always)]
pub(crate) fn add_to<S: Simd, const Q: usize>(
    simd: S,
    sums: &[[S::f64s; VECTORS]; Q],
    out: &mut [f64],
    stride: usize,
) {
    for (sums, out) in sums.iter().zip(out.chunks_mut(stride)) {
        let (out, _) = S::as_mut_simd_f64s(&mut out[..strip::<S>()]);
        for (out, &sum) in out.iter_mut().zip(sums) {
            *out = simd.add_f64s(*out, sum);
        }
    }
}
