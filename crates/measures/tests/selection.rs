//! Choosing among simulated systems: whose value can be believed.
#![cfg(feature = "evaluation")]

use rayon::ThreadPoolBuilder;
use sokutei_measures::stats::{
    Bootstrap, Generator, Groups, NumpyRng, Selection, SelectionOptions, SelectionPlan, deal_folds, draw_dev,
    mean, select,
};

const SYSTEMS: usize = 10;
const TOPICS: usize = 40;

/// Systems without any difference: normal values around 0, standard deviation 1.
fn equal_systems(rng: &mut NumpyRng) -> Vec<Vec<f64>> {
    let mut values = || (0..TOPICS).map(|_| rng.standard_normal()).collect();
    (0..SYSTEMS).map(|_| values()).collect()
}

fn options(replicates: u32, generator: Generator) -> SelectionOptions {
    SelectionOptions {
        bootstrap: Bootstrap {
            replicates,
            generator,
            ..Bootstrap::default()
        },
        student_t: false,
    }
}

fn chosen(systems: &[Vec<f64>], plan: &SelectionPlan, o: &SelectionOptions) -> Selection {
    let systems: Vec<&[f64]> = systems.iter().map(Vec::as_slice).collect();
    select(&systems, plan, None, o).expect("a choice")
}

#[test]
fn the_best_of_equal_systems_looks_good_on_the_same_topics_only() {
    const TRIALS: usize = 400;
    let mut rng = NumpyRng::new(11);
    let o = options(50, Generator::Numpy);
    let (mut same, mut split, mut nested, mut predicted) = (vec![], vec![], vec![], vec![]);
    let groups = Groups::new(0..TOPICS);
    for seed in 0..TRIALS as u64 {
        let systems = equal_systems(&mut rng);
        let on_test = chosen(&systems, &SelectionPlan::OnTestTopics, &o);
        same.push(on_test.estimate.point);
        predicted.push(on_test.bootstrap_optimism);
        let dev = draw_dev(&groups, 0.5, seed).expect("topics");
        split.push(chosen(&systems, &SelectionPlan::Split { dev }, &o).estimate.point);
        let folds = deal_folds(&groups, 5, seed).expect("folds");
        let plan = SelectionPlan::NestedCrossValidation { folds };
        nested.push(chosen(&systems, &plan, &o).estimate.point);
    }
    // the largest of ten standard normal values is 1.53875 on average (scipy 1.17.1, quad of x d(norm.cdf(x)^10)); by √40: 0.2433
    let optimistic = mean(&same);
    assert!((0.22..0.265).contains(&optimistic), "{optimistic}");
    // one mean of 20 topics varies by 0.22, of 40 by 0.16; 400 of them by 0.011 and 0.008: four of those
    assert!(mean(&split).abs() < 0.045, "{}", mean(&split));
    assert!(mean(&nested).abs() < 0.045, "{}", mean(&nested));
    // resamples of the same topics see most of it
    assert!((0.1..0.25).contains(&mean(&predicted)), "{}", mean(&predicted));
}

#[test]
fn the_choice_is_the_same_on_any_number_of_threads() {
    let systems = equal_systems(&mut NumpyRng::new(2));
    let folds = deal_folds(&Groups::new(0..TOPICS), 4, 0).expect("folds");
    for generator in [Generator::Numpy, Generator::NumpySpawned] {
        let on = |threads| {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            let plan = SelectionPlan::NestedCrossValidation { folds: folds.clone() };
            pool.install(|| chosen(&systems, &plan, &options(500, generator)))
        };
        assert_eq!(on(1), on(8));
    }
}
