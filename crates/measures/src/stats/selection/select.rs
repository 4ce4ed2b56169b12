//! Choosing and measuring.

use super::choice::{Choice, among, at, best};
use super::outcome::{Selection, SelectionKind};
use super::plan::{SelectionOptions, SelectionPlan, WHAT};
use crate::error::Error;
use crate::stats::intervals::Groups;
use crate::stats::{checks, descriptive};

/// Chooses the system with the largest mean, and says what the choice is worth.
///
/// `systems[s][t]` is the value of system s on topic t. With `groups` whole groups of topics are resampled; deal and draw them whole, too
/// ([`deal_folds`](crate::stats::deal_folds), [`draw_dev`](crate::stats::draw_dev)).
///
/// ```
/// use sokutei_measures::stats::{SelectionOptions, SelectionPlan, select};
///
/// let (a, b) = ([0.5, 0.5, 0.5, 0.5], [1.0, 1.0, 0.0, 0.0]);
/// let split = SelectionPlan::Split { dev: vec![0, 1] };
/// let selection = select(&[&a, &b], &split, None, &SelectionOptions::default())?;
/// // b is the best of the first two topics and worth nothing on the others
/// assert_eq!((selection.chosen, selection.means, selection.estimate.point), (1, vec![0.5, 1.0], 0.0));
/// assert_eq!(selection.optimism, Some(1.0));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two systems; systems or groups of different numbers of topics; no values, one that is not finite; a plan that does not fit the topics; Student's
/// interval with groups, or of one topic; settings as for a bootstrap.
pub fn select(
    systems: &[&[f64]],
    plan: &SelectionPlan,
    groups: Option<&Groups>,
    o: &SelectionOptions,
) -> Result<Selection, Error> {
    check(systems, plan, groups, o)?;
    let all: Vec<usize> = (0..systems[0].len()).collect();
    match plan {
        SelectionPlan::OnTestTopics => {
            let chosen = Choice::on(systems, &all, groups, o)?;
            let values = systems[chosen.best];
            chosen.measured(SelectionKind::OnTestTopics, values, groups, o)
        }
        SelectionPlan::Split { dev } => split(systems, dev, groups, o),
        SelectionPlan::NestedCrossValidation { folds } => {
            let nested = Nested::over(systems, folds);
            let kind = SelectionKind::NestedCrossValidation {
                sizes: nested.sizes,
                chosen: nested.chosen,
                split_groups: groups.map_or(0, |groups| split_groups(groups, folds)),
            };
            Choice::on(systems, &all, groups, o)?.measured(kind, &nested.values, groups, o)
        }
    }
}

fn check(
    systems: &[&[f64]],
    plan: &SelectionPlan,
    groups: Option<&Groups>,
    o: &SelectionOptions,
) -> Result<(), Error> {
    checks::at_least(WHAT, "number of systems", systems.len(), 2)?;
    let n = systems[0].len();
    for values in systems {
        checks::same_length(WHAT, n, values.len())?;
        checks::sample(WHAT, values)?;
    }
    if let Some(groups) = groups {
        checks::same_length(WHAT, n, groups.n_topics())?;
    }
    if o.student_t && groups.is_some() {
        return Err(Error::Setting {
            what: WHAT,
            name: "interval",
            found: "student-t over groups".to_owned(),
            expected: "one of a bootstrap where there are groups".to_owned(),
        });
    }
    plan.check(n)
}

/// Chosen on the topics at `dev`, measured on the others.
fn split(
    systems: &[&[f64]],
    dev: &[usize],
    groups: Option<&Groups>,
    o: &SelectionOptions,
) -> Result<Selection, Error> {
    let n = systems[0].len();
    let mut sides = vec![1; n];
    dev.iter().for_each(|&place| sides[place] = 0);
    let places = |side: usize| -> Vec<usize> { (0..n).filter(|&place| sides[place] == side).collect() };
    let (dev, test) = (places(0), places(1));
    let chosen = Choice::on(systems, &dev, groups, o)?;
    let kind = SelectionKind::Split {
        n_dev: dev.len(),
        n_test: test.len(),
        split_groups: groups.map_or(0, |groups| split_groups(groups, &sides)),
    };
    let values = at(systems[chosen.best], &test);
    chosen.measured(kind, &values, among(groups, &test).as_ref(), o)
}

/// What nested cross-validation chose and measured.
struct Nested {
    sizes: Vec<usize>,
    chosen: Vec<usize>,
    /// Of each topic, under the choice of the other folds.
    values: Vec<f64>,
}

impl Nested {
    fn over(systems: &[&[f64]], folds: &[usize]) -> Self {
        let count = folds.iter().max().map_or(0, |last| last + 1);
        let places = |is_in: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..folds.len()).filter(|&place| is_in(folds[place])).collect()
        };
        let mut nested = Self {
            sizes: Vec::new(),
            chosen: Vec::new(),
            values: vec![0.0; folds.len()],
        };
        for fold in 0..count {
            let (others, own) = (places(&|of| of != fold), places(&|of| of == fold));
            let means: Vec<f64> = systems
                .iter()
                .map(|system| descriptive::mean(&at(system, &others)))
                .collect();
            let chosen = best(&means);
            own.iter()
                .for_each(|&place| nested.values[place] = systems[chosen][place]);
            nested.sizes.push(own.len());
            nested.chosen.push(chosen);
        }
        nested
    }
}

/// How many groups have topics on several sides.
fn split_groups(groups: &Groups, sides: &[usize]) -> usize {
    let mut first: Vec<Option<usize>> = vec![None; groups.n_groups()];
    let mut is_split = vec![false; groups.n_groups()];
    for (&group, &side) in groups.of_topics().iter().zip(sides) {
        is_split[group] |= *first[group].get_or_insert(side) != side;
    }
    is_split.into_iter().filter(|is_split| *is_split).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Bootstrap, BootstrapInterval, bootstrap_mean, t_interval};

    const A: [f64; 6] = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
    const B: [f64; 6] = [1.0, 1.0, 0.0, 0.0, 1.0, 0.25];

    fn options() -> SelectionOptions {
        SelectionOptions::default()
    }

    #[test]
    fn on_the_same_topics_the_value_is_the_mean_of_the_best() {
        let selection = select(&[&A, &B], &SelectionPlan::OnTestTopics, None, &options()).unwrap();
        assert_eq!((selection.chosen, selection.optimism), (1, None));
        assert_eq!(selection.means, [0.5, 3.25 / 6.0]);
        assert_eq!(
            selection.estimate,
            bootstrap_mean(&B, &Bootstrap::default()).unwrap()
        );
        assert!(selection.kind.is_optimistic());
        // B varies by 0.46 and is ahead by 0.04: it is the best in little more than half of the resamples
        assert!(
            (0.45..0.75).contains(&selection.stability[1]),
            "{:?}",
            selection.stability
        );
        assert!((selection.stability.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(selection.bootstrap_optimism > 0.0);
    }

    #[test]
    fn folds_measure_what_the_others_chose_by_hand() {
        // without fold 0 (places 0, 1): A 0.5, B 1.25 / 4: A is chosen, and measured as 0.5, 0.5
        // without fold 1 (2, 3): A 0.5, B 3.25 / 4: B, measured as 0, 0
        // without fold 2 (4, 5): A 0.5, B 2 / 4: equal, the first: A, measured as 0.5, 0.5
        let plan = SelectionPlan::NestedCrossValidation {
            folds: vec![0, 0, 1, 1, 2, 2],
        };
        let selection = select(&[&A, &B], &plan, None, &options()).unwrap();
        let kind = SelectionKind::NestedCrossValidation {
            sizes: vec![2, 2, 2],
            chosen: vec![0, 1, 0],
            split_groups: 0,
        };
        assert_eq!((&selection.kind, selection.chosen), (&kind, 1));
        assert!((selection.estimate.point - 2.0 / 6.0).abs() < 1e-15);
        assert!((selection.optimism.unwrap() - (3.25 / 6.0 - 2.0 / 6.0)).abs() < 1e-15);
    }

    #[test]
    fn a_system_that_is_always_best_has_no_optimism() {
        let better: Vec<f64> = A.iter().map(|value| value + 0.25).collect();
        let plan = SelectionPlan::NestedCrossValidation {
            folds: vec![0, 1, 2, 0, 1, 2],
        };
        let selection = select(
            &[&A, &better, &B.map(|value| value / 4.0)],
            &plan,
            None,
            &options(),
        )
        .unwrap();
        assert_eq!((selection.chosen, selection.optimism), (1, Some(0.0)));
        assert_eq!(
            (selection.bootstrap_optimism, &selection.stability[..]),
            (0.0, &[0.0, 1.0, 0.0][..])
        );
        assert_eq!((selection.estimate.low, selection.estimate.high), (0.75, 0.75));
    }

    #[test]
    fn of_equal_systems_the_first_is_taken_and_the_others_are_named() {
        let selection = select(&[&B, &A, &B], &SelectionPlan::OnTestTopics, None, &options()).unwrap();
        assert_eq!((selection.chosen, selection.tied), (0, vec![2]));
        assert_eq!(selection.stability[2], 0.0);
    }

    #[test]
    fn groups_are_resampled_whole_and_counted_where_they_are_torn() {
        let groups = Groups::new([0, 0, 1, 1, 2, 2]);
        let split = SelectionPlan::Split { dev: vec![0, 1, 2] };
        let selection = select(&[&A, &B], &split, Some(&groups), &options()).unwrap();
        let kind = SelectionKind::Split {
            n_dev: 3,
            n_test: 3,
            split_groups: 1,
        };
        assert_eq!(selection.kind, kind);
        // on places 3, 4, 5, of two groups
        assert_eq!((selection.chosen, selection.estimate.n), (1, 2));
        assert!((selection.estimate.point - 1.25 / 3.0).abs() < 1e-15);
        let single = Groups::new(0..6);
        let plan = SelectionPlan::OnTestTopics;
        let (topics, groups) = (
            select(&[&A, &B], &plan, None, &options()).unwrap(),
            select(&[&A, &B], &plan, Some(&single), &options()).unwrap(),
        );
        assert_eq!(
            (topics.stability, topics.estimate.low),
            (groups.stability, groups.estimate.low)
        );
    }

    #[test]
    fn the_interval_is_the_one_that_was_asked_for() {
        let plan = SelectionPlan::OnTestTopics;
        let student = SelectionOptions {
            student_t: true,
            ..options()
        };
        assert_eq!(
            select(&[&A, &B], &plan, None, &student).unwrap().estimate,
            t_interval(&B, 0.95).unwrap()
        );
        let mut basic = options();
        basic.bootstrap.interval = BootstrapInterval::Basic;
        let estimate = select(&[&A, &B], &plan, None, &basic).unwrap().estimate;
        assert_eq!(estimate.method.name(), "basic");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let message = |systems: &[&[f64]], plan: &SelectionPlan| {
            select(systems, plan, None, &options()).unwrap_err().to_string()
        };
        let plan = SelectionPlan::OnTestTopics;
        assert!(message(&[&A], &plan).contains("number of systems is 1"));
        assert!(message(&[&A, &B[..5]], &plan).contains("6 values against 5"));
        assert!(message(&[&[], &[]], &plan).contains("no values"));
        assert!(message(&[&A, &[f64::NAN; 6]], &plan).contains("NaN"));
        for (dev, words) in [
            (vec![], "number of dev topics is 0"),
            (
                (0..6).collect(),
                "number of dev topics is 6; it must be at most 5",
            ),
            (vec![0, 6], "place of a dev topic is 6"),
            (vec![0, 0], "place of a dev topic is 0 twice"),
        ] {
            assert!(
                message(&[&A, &B], &SelectionPlan::Split { dev }).contains(words),
                "{words}"
            );
        }
        for (folds, words) in [
            (vec![0; 6], "number of folds is 1"),
            (vec![0, 1], "6 values against 2"),
            (vec![0, 2, 0, 2, 0, 2], "0 in fold 1"),
            (vec![0, 0, 0, 0, 0, 6], "number of folds is 7"),
        ] {
            let plan = SelectionPlan::NestedCrossValidation { folds };
            assert!(message(&[&A, &B], &plan).contains(words), "{words}");
        }
        let student = SelectionOptions {
            student_t: true,
            ..options()
        };
        let groups = Groups::new(0..6);
        let error = select(&[&A, &B], &plan, Some(&groups), &student).unwrap_err();
        assert!(error.to_string().contains("student-t over groups"));
    }
}
