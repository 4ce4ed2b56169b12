//! Topics dealt to folds, or drawn to be chosen on: whole groups, if there are any.

use super::plan::WHAT;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::intervals::Groups;
use crate::stats::random::NumpyRng;

/// The fold of each topic, from 0: groups are shuffled and dealt one by one, so that folds differ by one group at most.
///
/// The order is numpy's `default_rng(seed).permutation(n_groups)`; the k-th of it goes to fold k mod `folds`. Single topics are groups of one,
/// `Groups::new(0..n)`.
///
/// ```
/// use sokutei_measures::stats::{Groups, deal_folds};
///
/// let folds = deal_folds(&Groups::new(["a", "a", "b", "c", "c", "d"]), 2, 0)?;
/// assert_eq!((folds[0], folds[3]), (folds[1], folds[4])); // groups stay whole
/// assert!(folds.contains(&0) && folds.contains(&1));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two folds, more folds than groups.
pub fn deal_folds(groups: &Groups, folds: usize, seed: u64) -> Result<Vec<usize>, Error> {
    checks::at_least(WHAT, "number of folds", folds, 2)?;
    checks::at_most(WHAT, "number of folds", folds, groups.n_groups())?;
    let mut of_group = vec![0; groups.n_groups()];
    let order = NumpyRng::new(seed).permutation(groups.n_groups());
    for (k, group) in order.into_iter().enumerate() {
        of_group[group] = k % folds;
    }
    Ok(groups.of_topics().iter().map(|&group| of_group[group]).collect())
}

/// Places of topics to choose on, in ascending order: about `share` of the groups, at least one, and not all.
///
/// The first round(share · n_groups) of numpy's `default_rng(seed).permutation(n_groups)`, with all their topics.
///
/// ```
/// use sokutei_measures::stats::{Groups, draw_dev};
///
/// assert_eq!(draw_dev(&Groups::new(0..10), 0.3, 0)?.len(), 3);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// A share that is not between 0 and 1, fewer than two groups.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most the number of groups
pub fn draw_dev(groups: &Groups, share: f64, seed: u64) -> Result<Vec<usize>, Error> {
    let n = groups.n_groups();
    if !(share > 0.0 && share < 1.0) {
        return Err(Error::Setting {
            what: WHAT,
            name: "share of dev topics",
            found: share.to_string(),
            expected: "above 0 and below 1".to_owned(),
        });
    }
    checks::at_least(WHAT, "number of topics or groups", n, 2)?;
    let drawn = ((share * real(n)).round() as usize).clamp(1, n - 1);
    let mut is_dev = vec![false; n];
    for group in NumpyRng::new(seed).permutation(n).into_iter().take(drawn) {
        is_dev[group] = true;
    }
    let places = groups.of_topics().iter().enumerate();
    Ok(places
        .filter(|(_, group)| is_dev[**group])
        .map(|(place, _)| place)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_dealt_in_numpys_order() {
        // numpy 2.4.6: np.random.default_rng(3).permutation(7)
        let order = [5, 6, 2, 1, 4, 3, 0];
        let folds = deal_folds(&Groups::new(0..7), 3, 3).unwrap();
        let dealt: Vec<usize> = order.iter().map(|&topic| folds[topic]).collect();
        assert_eq!(dealt, [0, 1, 2, 0, 1, 2, 0]);
        let mut first_three = order[..3].to_vec();
        first_three.sort_unstable();
        assert_eq!(draw_dev(&Groups::new(0..7), 0.4, 3).unwrap(), first_three); // 2.8 are 3
    }

    #[test]
    fn groups_stay_whole() {
        let groups = Groups::new((0..60).map(|i| i / 4));
        let folds = deal_folds(&groups, 5, 1).unwrap();
        assert!(
            folds
                .chunks(4)
                .all(|group| group.iter().all(|fold| *fold == group[0]))
        );
        for fold in 0..5 {
            assert_eq!(folds.iter().filter(|of| **of == fold).count(), 12);
        }
        let dev = draw_dev(&groups, 0.5, 1).unwrap();
        assert_eq!(dev.len(), 32); // 7.5 groups are 8
        assert!(
            dev.chunks(4)
                .all(|group| group[0] % 4 == 0 && group[3] == group[0] + 3)
        );
    }

    #[test]
    fn something_is_left_on_either_side() {
        let groups = Groups::new(0..3);
        assert_eq!(draw_dev(&groups, 0.01, 0).unwrap().len(), 1);
        assert_eq!(draw_dev(&groups, 0.99, 0).unwrap().len(), 2);
    }

    #[test]
    fn what_cannot_be_dealt_is_refused() {
        let groups = Groups::new([0, 0, 1]);
        let message = |folds| deal_folds(&groups, folds, 0).unwrap_err().to_string();
        assert_eq!(
            message(1),
            "selection: number of folds is 1; it must be at least 2"
        );
        assert_eq!(
            message(3),
            "selection: number of folds is 3; it must be at most 2"
        );
        for share in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(
                draw_dev(&groups, share, 0)
                    .unwrap_err()
                    .to_string()
                    .contains("share of dev topics is")
            );
        }
        assert!(draw_dev(&Groups::new([0, 0]), 0.5, 0).is_err());
    }
}
