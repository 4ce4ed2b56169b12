//! Readers who at each rank go on or stop: the C/W/L framework.

mod bejeweled_player;
mod inst;
mod nerr;
mod scaled_dcg;

pub use bejeweled_player::bejeweled_player;
pub use inst::{insq, inst};
pub use nerr::{nerr_8, nerr_9, nerr_10, nerr_11};
pub use scaled_dcg::scaled_dcg;

/// Ranks that a reader can come to, as in cwl_eval and ir_measures; behind the last document returned they hold nothing.
pub const READING_DEPTH: usize = 1_000;

/// What a reader may expect of one ranking.
///
/// C(i) is the probability of going on from rank i to the next, g(i) the gain there. A rank is read by V(i) = C(1) … C(i − 1) of the readers; of
/// all that is read, W(i) = V(i) / Σ V is read there; and L(i) = V(i) (1 − C(i)) of the readers stop there. Sums run to [`READING_DEPTH`].
///
/// `per_item` is what ir_measures calls the value of such a measure. Source: Moffat, Bailey, Scholer & Thomas, TOIS 35(3), 2017, in the form of
/// cwl_eval (Azzopardi, Thomas & Moffat, SIGIR 2019), whose `EU`, `ETU` and `ED` the three are, with a cost of 1 for each document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedUtility {
    /// Σ W(i) g(i): gain per document read, 0 to 1.
    pub per_item: f64,
    /// Σ L(i) (g(1) + … + g(i)): gain until the reader stops. Who would read past the last rank counts nothing, so where some would it is
    /// less than `per_item` × `items`.
    pub total: f64,
    /// 1 / W(1): documents read, 1 to [`READING_DEPTH`].
    pub items: f64,
}

/// Where a reader is.
struct Reading {
    /// From 1.
    rank: usize,
    /// Gain at this rank.
    gain: f64,
    /// Gain up to this rank, summed from the first.
    found: f64,
}

impl ExpectedUtility {
    /// `gains` lie between 0 and 1; `goes_on` is C, between 0 and 1.
    fn of(gains: &[f64], goes_on: impl Fn(&Reading) -> f64) -> Self {
        let (mut readers, mut found) = (1.0, 0.0);
        let (mut read, mut gained, mut total) = (0.0, 0.0, 0.0);
        for rank in 1..=READING_DEPTH {
            let gain = gains.get(rank - 1).copied().unwrap_or(0.0);
            found += gain;
            let next = readers * goes_on(&Reading { rank, gain, found });
            read += readers;
            gained += readers * gain;
            total += (readers - next) * found;
            readers = next;
            if readers == 0.0 {
                break;
            }
        }
        Self {
            per_item: gained / read,
            total,
            items: read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::close;
    use super::*;

    #[test]
    fn a_constant_probability_is_rank_biased_precision() {
        // V 1, 0.5, 0.25, …: reads 2 documents; (1 + 0.25) / 2; stopping behind rank 1 and rank 3 with 1 and 2 gained
        let expected = ExpectedUtility::of(&[1.0, 0.0, 1.0], |_| 0.5);
        assert!(close(expected.per_item, 0.625) && close(expected.items, 2.0));
        assert!(close(expected.total, 0.5 + 0.25 + 0.125 * 2.0 + 0.125 * 2.0));
    }

    #[test]
    fn readers_who_never_stop_read_a_thousand_ranks_and_gain_nothing_in_all() {
        let expected = ExpectedUtility::of(&[1.0; 2_000], |_| 1.0);
        assert_eq!(expected.per_item, 1.0);
        assert_eq!((expected.total, expected.items), (0.0, 1_000.0));
    }

    #[test]
    fn a_reader_reads_at_least_one_document() {
        let nothing = ExpectedUtility::of(&[], |_| 0.0);
        assert_eq!((nothing.per_item, nothing.total, nothing.items), (0.0, 0.0, 1.0));
    }
}
