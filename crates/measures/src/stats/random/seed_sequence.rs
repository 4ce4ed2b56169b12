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

/// Four 64-bit words of state for a generator: `SeedSequence(seed, spawn_key=key).generate_state(4, uint64)`.
///
/// An empty key is no key.
#[expect(clippy::cast_possible_truncation)] // a seed is taken apart into its halves
pub(in crate::stats) fn state_of(seed: u64, key: &[u32]) -> [u64; 4] {
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
    // what does not fit into the pool is mixed with each word of it
    for &word in key {
        for mixed in &mut pool {
            *mixed = combine(*mixed, hash.mix(word));
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
            assert_eq!(state_of(seed, &[]), state);
        }
    }

    #[test]
    fn states_of_keys_equal_numpys() {
        // numpy 2.4.6: np.random.SeedSequence(s, spawn_key=k).generate_state(4, np.uint64).tolist()
        let expected: [(u64, &[u32], [u64; 4]); 4] = [
            (
                0,
                &[0],
                [
                    8_668_861_027_912_758_289,
                    14_584_187_760_040_447_831,
                    7_402_292_003_153_977_891,
                    8_042_076_608_462_446_761,
                ],
            ),
            (
                0,
                &[1, 7],
                [
                    18_232_809_358_441_465_870,
                    12_983_257_633_602_308_582,
                    4_014_085_716_559_740_719,
                    7_188_528_099_044_271_226,
                ],
            ),
            (
                1 << 40 | 7,
                &[0, u32::MAX],
                [
                    17_246_202_777_981_094_123,
                    5_109_937_204_520_141_532,
                    15_473_743_961_367_630_681,
                    9_509_338_919_956_677_781,
                ],
            ),
            (
                5,
                &[1, 2, 3],
                [
                    16_594_298_527_247_517_489,
                    13_276_517_304_410_065_017,
                    8_523_866_275_124_134_597,
                    3_799_246_100_636_835_606,
                ],
            ),
        ];
        for (seed, key, state) in expected {
            assert_eq!(state_of(seed, key), state);
        }
    }
}
