//! What must hold for every order, ranking and set of ratings, tried on random ones.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // laws state equality where the arithmetic is the same

use proptest::prelude::*;
use sokutei_measures::agreement::{
    ApTies, Coefficient, Distances, KappaWeights, KendallTest, Level, Ratings, SystemValues, Units,
    estimate_coefficients, kendall, overlap_at, rbo, tau_ap,
};
use sokutei_measures::stats::Bootstrap;
use sokutei_measures::{Cutoff, Error};

/// Two lists of scores of the same items, coarse, so that ties happen.
fn scores() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (2usize..25).prop_flat_map(|n| {
        let list = move || prop::collection::vec((0i32..12).prop_map(f64::from), n);
        (list(), list())
    })
}

/// Different scores of the same items.
fn untied() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (2usize..25).prop_flat_map(|n| {
        let list = move || Just((0..n).map(|i| i as f64).collect::<Vec<f64>>()).prop_shuffle();
        (list(), list())
    })
}

/// Two rankings out of the same 30 items.
fn rankings() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let ranking = || (Just((0u8..30).collect::<Vec<u8>>()).prop_shuffle(), 1usize..30);
    let cut = |(mut ids, n): (Vec<u8>, usize)| {
        ids.truncate(n);
        ids
    };
    (ranking().prop_map(cut), ranking().prop_map(cut))
}

fn ratings(raters: usize, gaps: bool) -> impl Strategy<Value = Vec<Vec<Option<f64>>>> {
    let grade = (0i32..4).prop_map(|grade| Some(f64::from(grade)));
    let rating = if gaps {
        prop_oneof![1 => Just(None), 3 => grade].boxed()
    } else {
        grade.boxed()
    };
    prop::collection::vec(prop::collection::vec(rating, raters), 1..30)
}

const WEIGHTS: [KappaWeights; 5] = [
    KappaWeights::Unweighted,
    KappaWeights::Linear(Distances::Grades),
    KappaWeights::Quadratic(Distances::Grades),
    KappaWeights::Linear(Distances::Positions),
    KappaWeights::Quadratic(Distances::Positions),
];

/// The value, or none if there is none; any other error fails.
fn value(found: Result<f64, Error>) -> Option<f64> {
    match found {
        Ok(value) => {
            assert!(value.is_finite() && value <= 1.0 + 1e-12, "{value}");
            Some(value)
        }
        Err(Error::Undefined { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}

fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (None, None) => true,
        _ => false,
    }
}

fn minus(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| -x).collect()
}

/// Every order that equal scores leave open, as scores.
fn orders(scores: &[f64]) -> Vec<Vec<f64>> {
    let Some(tied) = scores
        .iter()
        .position(|x| scores.iter().filter(|y| *y == x).count() > 1)
    else {
        return vec![scores.to_vec()];
    };
    // each of the tied goes to the top of its group once
    let group = (0..scores.len()).filter(|&i| scores[i] == scores[tied]);
    group
        .flat_map(|first| {
            let above = |x: f64| if x > scores[tied] { x + 1.0 } else { x };
            let mut next: Vec<f64> = scores.iter().map(|&x| above(x)).collect();
            next[first] += 1.0;
            orders(&next)
        })
        .collect()
}

proptest! {
    #[test]
    fn every_pair_is_counted_once((x, y) in scores()) {
        let k = kendall(&x, &y).unwrap();
        let (mut concordant, mut discordant, mut both) = (0, 0, 0);
        for i in 0..x.len() {
            for j in 0..i {
                let product = (x[i] - x[j]) * (y[i] - y[j]);
                concordant += u64::from(product > 0.0);
                discordant += u64::from(product < 0.0);
                both += u64::from(x[i] == x[j] && y[i] == y[j]);
            }
        }
        prop_assert_eq!((k.concordant, k.discordant, k.tied_both), (concordant, discordant, both));
        let all = (x.len() * (x.len() - 1) / 2) as u64;
        prop_assert_eq!(k.concordant + k.discordant + k.tied_first + k.tied_second + k.tied_both, all);
    }

    #[test]
    fn tau_is_symmetric_one_for_equal_orders_and_minus_one_for_reversed((x, y) in scores()) {
        let tau = |x: &[f64], y: &[f64]| value(kendall(x, y).unwrap().tau_b());
        prop_assert_eq!(tau(&x, &y), tau(&y, &x));
        prop_assert!(tau(&x, &x).is_none_or(|tau| tau == 1.0));
        prop_assert!(tau(&x, &minus(&x)).is_none_or(|tau| tau == -1.0));
        prop_assert!(same(tau(&x, &y), tau(&x, &minus(&y)).map(|tau| -tau)));
        prop_assert_eq!(kendall(&x, &y).unwrap().tau_a(), kendall(&y, &x).unwrap().tau_a());
    }

    #[test]
    fn without_ties_all_variants_of_tau_are_one((x, y) in untied()) {
        let k = kendall(&x, &y).unwrap();
        prop_assert!((k.tau_a() - k.tau_b().unwrap()).abs() < 1e-15);
        prop_assert_eq!(tau_ap(&x, &y, ApTies::Refuse).unwrap(), tau_ap(&x, &y, ApTies::A).unwrap());
        let mean = f64::midpoint(tau_ap(&x, &y, ApTies::Refuse).unwrap(), tau_ap(&y, &x, ApTies::Refuse).unwrap());
        prop_assert!((tau_ap(&x, &y, ApTies::B).unwrap() - mean).abs() < 1e-12);
    }

    #[test]
    fn p_values_are_shares_and_the_same_for_reversed_orders((x, y) in untied()) {
        for test in [KendallTest::Exact, KendallTest::Normal] {
            let p = kendall(&x, &y).unwrap().p_value(test).unwrap();
            prop_assert!(p > 0.0 && p <= 1.0);
            let reversed = kendall(&x, &minus(&y)).unwrap().p_value(test).unwrap();
            prop_assert!((p - reversed).abs() < 1e-15);
        }
    }

    #[test]
    fn tau_ap_is_one_for_equal_orders_and_minus_one_for_reversed((x, y) in scores(), (u, v) in untied()) {
        prop_assert!((tau_ap(&u, &u, ApTies::Refuse).unwrap() - 1.0).abs() < 1e-12);
        prop_assert!((tau_ap(&u, &minus(&u), ApTies::Refuse).unwrap() + 1.0).abs() < 1e-12);
        prop_assert!((-1.0 - 1e-12..=1.0 + 1e-12).contains(&tau_ap(&u, &v, ApTies::Refuse).unwrap()));
        let b = |x: &[f64], y: &[f64]| value(tau_ap(x, y, ApTies::B));
        prop_assert_eq!(b(&x, &y), b(&y, &x));
        prop_assert!(b(&x, &x).is_none_or(|tau| (tau - 1.0).abs() < 1e-12));
    }

    #[test]
    fn tau_ap_a_is_the_mean_over_all_orders_of_the_ties(
        y in prop::collection::vec((0i32..4).prop_map(f64::from), 2..7),
        seed in any::<u64>(),
    ) {
        let x: Vec<f64> = (0..y.len() as u64).map(|i| (seed.rotate_left((7 * i) as u32) % 1000) as f64 + i as f64 / 100.0).collect();
        let orders = orders(&y);
        let values = orders.iter().map(|y| tau_ap(&x, y, ApTies::Refuse).unwrap());
        let mean = values.sum::<f64>() / orders.len() as f64;
        prop_assert!((tau_ap(&x, &y, ApTies::A).unwrap() - mean).abs() < 1e-12);
    }

    #[test]
    fn rank_biased_overlap_lies_between_its_bounds_and_is_symmetric((a, b) in rankings(), p in 0.01..0.99f64) {
        let found = rbo(&a, &b, p).unwrap();
        prop_assert_eq!(found, rbo(&b, &a, p).unwrap());
        prop_assert!(found.min <= found.ext + 1e-12 && found.ext <= found.min + found.residual + 1e-12);
        prop_assert!(found.max() <= 1.0);
        let same = rbo(&a, &a, p).unwrap();
        prop_assert!((same.ext - 1.0).abs() < 1e-12 && (same.max() - 1.0).abs() < 1e-12);
        let strangers: Vec<u8> = b.iter().map(|id| id + 100).collect();
        let none = rbo(&a, &strangers, p).unwrap();
        prop_assert_eq!((none.min, none.ext), (0.0, 0.0));
    }

    #[test]
    fn a_longer_view_narrows_the_residual((a, b) in rankings(), p in 0.05..0.95f64) {
        let n = a.len().min(b.len());
        let at = |depth: usize| rbo(&a[..depth], &b[..depth], p).unwrap();
        for depth in 1..n {
            let (short, long) = (at(depth), at(depth + 1));
            prop_assert!(short.min <= long.min + 1e-12 && long.max() <= short.max() + 1e-12);
        }
    }

    #[test]
    fn overlap_is_a_symmetric_share((a, b) in rankings(), k in 1u32..40) {
        let k = Cutoff::new(k).unwrap();
        let found = overlap_at(&a, &b, k).unwrap();
        prop_assert!((0.0..=1.0).contains(&found));
        prop_assert_eq!(found, overlap_at(&b, &a, k).unwrap());
        prop_assert_eq!(overlap_at(&a, &a, k).unwrap(), 1.0);
    }

    #[test]
    fn kappa_is_symmetric_and_one_for_equal_ratings(rows in ratings(2, false)) {
        let of = |rows: &[Vec<Option<f64>>], weights| value(Coefficient::Cohen(weights).of(&Ratings::new(rows).unwrap()));
        let swapped: Vec<_> = rows.iter().map(|row| vec![row[1], row[0]]).collect();
        let equal: Vec<_> = rows.iter().map(|row| vec![row[0], row[0]]).collect();
        for weights in WEIGHTS {
            prop_assert!(same(of(&rows, weights), of(&swapped, weights)));
            prop_assert!(of(&equal, weights).is_none_or(|kappa| kappa == 1.0));
        }
    }

    #[test]
    fn distances_of_grades_do_not_change_with_their_unit(rows in ratings(2, false)) {
        let scaled: Vec<_> = rows.iter().map(|row| row.iter().map(|x| x.map(|x| 5.0 * x - 3.0)).collect()).collect();
        let (plain, scaled) = (Ratings::new(&rows).unwrap(), Ratings::new(&scaled).unwrap());
        let interval = Coefficient::Krippendorff(Level::Interval);
        for of in WEIGHTS.map(Coefficient::Cohen).into_iter().chain([interval]) {
            prop_assert!(same(value(of.of(&plain)), value(of.of(&scaled))), "{}", of);
        }
    }

    #[test]
    fn names_of_categories_mean_nothing_to_nominal_coefficients(rows in ratings(3, false)) {
        // 0 1 2 3 become 3 0 1 2: another order, other distances
        let renamed: Vec<_> = rows.iter().map(|row| row.iter().map(|x| x.map(|x| (x + 3.0) % 4.0)).collect()).collect();
        let (plain, renamed) = (Ratings::new(&rows).unwrap(), Ratings::new(&renamed).unwrap());
        for of in [Coefficient::Fleiss, Coefficient::Krippendorff(Level::Nominal)] {
            prop_assert!(same(value(of.of(&plain)), value(of.of(&renamed))));
        }
        let everyone: Vec<usize> = (0..plain.n_items()).collect();
        let pair = |ratings: &Ratings| ratings.select(&everyone, &[0, 2]).unwrap();
        let cohen = Coefficient::Cohen(KappaWeights::Unweighted);
        prop_assert!(same(value(cohen.of(&pair(&plain))), value(cohen.of(&pair(&renamed)))));
    }

    #[test]
    fn ordinal_distances_see_only_the_order(rows in ratings(3, true)) {
        let stretched: Vec<_> = rows.iter().map(|row| row.iter().map(|x| x.map(|x| x * x * x - 8.0)).collect()).collect();
        let of = |rows: &[Vec<Option<f64>>]| value(Coefficient::Krippendorff(Level::Ordinal).of(&Ratings::new(rows).unwrap()));
        prop_assert_eq!(of(&rows), of(&stretched));
    }

    #[test]
    fn the_order_of_items_and_raters_changes_nothing(rows in ratings(4, true)) {
        let turned: Vec<Vec<Option<f64>>> = rows.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
        for level in Level::ALL {
            let of = |rows: &[Vec<Option<f64>>]| value(Coefficient::Krippendorff(level).of(&Ratings::new(rows).unwrap()));
            prop_assert_eq!(of(&rows), of(&turned));
        }
    }

    #[test]
    fn an_item_that_one_rated_changes_no_alpha(rows in ratings(3, true), grade in 0i32..4) {
        let mut more = rows.clone();
        more.push(vec![None, Some(f64::from(grade)), None]);
        for level in Level::ALL {
            let of = |rows: &[Vec<Option<f64>>]| value(Coefficient::Krippendorff(level).of(&Ratings::new(rows).unwrap()));
            prop_assert_eq!(of(&rows), of(&more));
        }
    }

    #[test]
    fn alpha_of_two_nears_fleiss_by_one_over_the_number_of_ratings(rows in ratings(2, false)) {
        // alpha = pi + (1 − pi)/n for n ratings of two raters without gaps
        let ratings = Ratings::new(&rows).unwrap();
        let of = |coefficient: Coefficient| value(coefficient.of(&ratings));
        let pi = of(Coefficient::Fleiss);
        let expected = pi.map(|pi| pi + (1.0 - pi) / (2.0 * rows.len() as f64));
        prop_assert!(same(of(Coefficient::Krippendorff(Level::Nominal)), expected));
    }

    #[test]
    fn intervals_are_in_order_count_what_is_undefined_and_repeat(rows in ratings(2, false), level in 0.5..0.99f64, seed in any::<u64>()) {
        let ratings = Ratings::new(&rows).unwrap();
        let o = Bootstrap { replicates: 40, seed, level, ..Bootstrap::default() };
        let all = [Coefficient::Cohen(KappaWeights::Unweighted), Coefficient::Fleiss, Coefficient::Krippendorff(Level::Interval)];
        let each: Vec<usize> = (0..rows.len()).map(|i| 3 * i + 1).collect();
        let found = estimate_coefficients(&ratings, &Units::items(rows.len()), &all, &o).unwrap();
        let grouped = estimate_coefficients(&ratings, &Units::groups(&each), &all, &o).unwrap();
        for (found, grouped) in found.iter().zip(&grouped) {
            // every item its own group is the bootstrap of items
            prop_assert_eq!(found.interval.ends, grouped.interval.ends);
            prop_assert_eq!(found.interval.ends.is_none(), found.interval.undefined == 40);
            prop_assert!(found.interval.ends.is_none_or(|(low, high)| low <= high && high <= 1.0 + 1e-12));
        }
    }

    #[test]
    fn an_order_of_systems_agrees_with_itself(values in prop::collection::vec(prop::collection::vec((0u8..8).prop_map(|x| f64::from(x) / 8.0), 6), 2..6)) {
        let systems = SystemValues::new(values).unwrap();
        let o = Bootstrap { replicates: 30, ..Bootstrap::default() };
        let found = systems.agreement(&systems, ApTies::B, &o).unwrap();
        for of in [&found.tau_b, &found.tau_ap, &found.tau_ap_reversed] {
            prop_assert!(of.value.is_none_or_one());
            prop_assert!(of.interval.ends.is_none_or(|(low, high)| (low - 1.0).abs() < 1e-12 && (high - 1.0).abs() < 1e-12));
        }
    }
}

trait NoneOrOne {
    fn is_none_or_one(&self) -> bool;
}

impl<E> NoneOrOne for Result<f64, E> {
    fn is_none_or_one(&self) -> bool {
        self.as_ref().map_or(true, |value| (value - 1.0).abs() < 1e-12)
    }
}
