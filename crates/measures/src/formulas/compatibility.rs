//! How near is a ranking to an ideal one?

use super::real;

/// Rank-biased overlap of a ranking of `n_returned` documents with an ideal one, over the overlap of the ideal with itself.
///
/// `ideal[i]` is the place, from 0, at which the ranking has the document of rank `i + 1` of the ideal order, `None` where it lacks it. The ideal order
/// is best grade first, documents of one grade as the ranking has them; it holds no document of grade 0. Depth d weighs `p`^(d − 1), `p` from 0 to 1, up to the longer of the two. With
/// `normalize` false the overlap itself is returned, which a short ideal keeps below 1. Between 0 and 1, 0 for an empty ideal.
///
/// Source: Clarke, Vtyurina & Smucker, TOIS 39(3), 2021; ir_measures' `Compat`.
///
/// ```
/// use sokutei_measures::formulas::compatibility;
///
/// assert_eq!(compatibility(&[Some(0), Some(1)], 2, 0.95, true), 1.0);
/// assert_eq!(compatibility(&[None], 3, 0.95, true), 0.0);
/// ```
#[must_use]
pub fn compatibility(ideal: &[Option<usize>], n_returned: usize, p: f64, normalize: bool) -> f64 {
    if ideal.is_empty() {
        return 0.0;
    }
    let depth = n_returned.max(ideal.len());
    // a document is shared from the depth on at which both orders have it
    let mut arrivals = vec![0usize; depth];
    for (place, found) in ideal.iter().enumerate() {
        if let Some(found) = found {
            arrivals[place.max(*found)] += 1;
        }
    }
    let (mut shared, mut weight) = (0usize, 1.0);
    let (mut overlap, mut best, mut weights) = (0.0, 0.0, 0.0);
    for (above, arrived) in arrivals.into_iter().enumerate() {
        shared += arrived;
        overlap += weight * real(shared) / real(above + 1);
        best += weight * real(ideal.len().min(above + 1)) / real(above + 1);
        weights += weight;
        weight *= p;
    }
    if normalize {
        overlap / weights / (best / weights)
    } else {
        overlap / weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ideal_document_at_rank_two_by_hand() {
        // ranking x, a; ideal a: shared at depth 1 nothing, at depth 2 one. overlap p/2, of the ideal with itself 1 + p/2
        let p = 0.8;
        let value = compatibility(&[Some(1)], 2, p, true);
        assert!((value - (p / 2.0) / (1.0 + p / 2.0)).abs() < 1e-15);
        let value = compatibility(&[Some(1)], 2, p, false);
        assert!((value - (p / 2.0) / (1.0 + p)).abs() < 1e-15);
        assert_eq!(compatibility(&[], 2, p, true), 0.0);
    }
}
