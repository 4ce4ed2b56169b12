//! From a seed to 256 bits of state, as numpy's `SeedSequence(seed).generate_state(4, uint64)` does it.
//!
//! M. E. O'Neill's seed_seq (2015) with a pool of four 32-bit words; entropy is the seed in 32-bit words, low first.

const POOL: usize = 4;
const INIT_A: u32 = 0x43b0_d7e5;
const MULT_A: u32 = 0x931e_8875;
const INIT_B: u32 = 0x8b51_f9dd;
const MULT_B: u32 = 0x58f3_8ded;
const MIX_L: u32 = 0xca01_f9dd;
const MIX_R: u32 = 0x4973_f715;

/// The hash whose constant changes with each use.
struct Hash {
    constant: u32,
    multiplier: u32,
}

impl Hash {
    fn mix(&mut self, value: u32) -> u32 {
        let value = value ^ self.constant;
        self.constant = self.constant.wrapping_mul(self.multiplier);
        let value = value.wrapping_mul(self.constant);
        value ^ (value >> 16)
    }
}

fn combine(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(MIX_L).wrapping_sub(y.wrapping_mul(MIX_R));
    mixed ^ (mixed >> 16)
}

/// Four 64-bit words of state for a generator.
#[expect(clippy::cast_possible_truncation)] // a seed is taken apart into its halves
pub(in crate::stats) fn state_of(seed: u64) -> [u64; 4] {
    // a seed of 64 bits fills two words of the pool; a missing word counts as 0, so small seeds agree
    let entropy = [seed as u32, (seed >> 32) as u32, 0, 0];
    let mut hash = Hash {
        constant: INIT_A,
        multiplier: MULT_A,
    };
    let mut pool = entropy.map(|word| hash.mix(word));
    for source in 0..POOL {
        for target in (0..POOL).filter(|target| *target != source) {
            pool[target] = combine(pool[target], hash.mix(pool[source]));
        }
    }
    let mut hash = Hash {
        constant: INIT_B,
        multiplier: MULT_B,
    };
    let words: [u32; 2 * POOL] = std::array::from_fn(|i| hash.mix(pool[i % POOL]));
    std::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_equal_numpys() {
        // numpy 2.4.6: np.random.SeedSequence(s).generate_state(4, np.uint64).tolist()
        let expected = [
            (
                0,
                [
                    15_793_235_383_387_715_774,
                    12_390_638_538_380_655_177,
                    2_361_836_109_651_742_017,
                    3_188_717_715_514_472_916,
                ],
            ),
            (
                42,
                [
                    11_465_652_750_463_011_511,
                    15_382_171_918_060_459_190,
                    9_018_504_550_953_525_431,
                    3_703_499_796_004_394_495,
                ],
            ),
            (
                20_261_104,
                [
                    15_777_198_390_067_844_838,
                    15_820_695_581_371_533_047,
                    12_949_789_005_994_662_895,
                    15_285_902_144_452_436_177,
                ],
            ),
            (
                1 << 40 | 7,
                [
                    974_592_680_304_384_533,
                    11_164_224_302_760_304_993,
                    11_068_753_026_110_695_683,
                    4_650_291_916_314_288_918,
                ],
            ),
        ];
        for (seed, state) in expected {
            assert_eq!(state_of(seed), state);
        }
    }
}
