//! `utility`: a worth for each cell of the contingency table.

use crate::formulas::real;

/// Sizes of what was retrieved and of what could have been.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// Documents retrieved.
    pub(super) retrieved: usize,
    /// Relevant documents retrieved.
    pub(super) found: usize,
    /// Relevant documents in all.
    pub(super) relevant: usize,
    /// Documents of the collection.
    pub(super) collection: u64,
}

/// a · found + b · (retrieved − found) + c · (relevant − found) + d · (everything else).
///
/// Any number. With `d` other than 0 the size of the collection is needed; without it (0) the last cell is negative, as in trec_eval. The mean over
/// topics is printed, not the sum. Source: trec_eval's `utility`.
pub(super) fn utility([a, b, c, d]: [f64; 4], table: Table) -> f64 {
    #[expect(clippy::cast_precision_loss)] // collections are far smaller than 2^53
    let collection = table.collection as f64;
    let (retrieved, found, relevant) = (real(table.retrieved), real(table.found), real(table.relevant));
    a * found
        + b * (retrieved - found)
        + c * (relevant - found)
        + d * (collection + found - retrieved - relevant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let table = Table {
            retrieved: 10,
            found: 3,
            relevant: 5,
            collection: 100,
        };
        assert_eq!(utility([1.0, -1.0, 0.0, 0.0], table), 3.0 - 7.0);
        assert_eq!(utility([2.0, -1.0, -0.5, 0.0], table), 6.0 - 7.0 - 1.0);
        assert_eq!(utility([0.0, 0.0, 0.0, 1.0], table), 88.0); // 100 − 10 − 5 + 3
    }
}
