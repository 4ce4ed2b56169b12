//! What is said on stderr of qrels and runs that do not fit as one might think.

use std::collections::HashSet;

use sokutei_measures::{Evaluation, Measure, Qrels, Run, RunRow, TopicId};

use crate::terminal::warn;

/// Warns of grades above the scale that a measure assumes.
pub(super) fn tell_scale(qrels: &Qrels, measures: &[Measure]) {
    for measure in measures {
        let Some(largest) = measure.largest_grade() else {
            continue;
        };
        let above = numbers(qrels).filter(|&grade| grade > f64::from(largest));
        let (n, highest) = above.fold((0, 0.0), |(n, highest), grade| (n + 1, grade.max(highest)));
        if n > 0 {
            warn(&format!(
                "{measure}: judgments with a grade above {largest}, the largest of its scale: {n}; they count as {largest}, or say max_rel={}",
                highest.ceil()
            ));
        }
    }
}

/// Warns of grades that miss the threshold of a measure by less than 1: with decimals, `rel=1` may not be what is meant.
pub(super) fn tell_decimals(qrels: &Qrels, measures: &[Measure]) {
    if !qrels.has_decimals() {
        return;
    }
    for measure in measures {
        let Some(rel) = measure.rel().map(f64::from) else {
            continue;
        };
        let n = numbers(qrels)
            .filter(|&grade| grade > rel - 1.0 && grade < rel)
            .count();
        if n > 0 {
            warn(&format!(
                "{measure}: judgments with a grade above {} and below {rel}, which are not relevant to it: {n}",
                rel - 1.0
            ));
        }
    }
}

/// All grades, with their decimals.
fn numbers(qrels: &Qrels) -> impl Iterator<Item = f64> {
    qrels.iter().flat_map(|(_, judgments)| judgments.numbers())
}

/// Warns when not one judged document was retrieved: more often two numberings, or articles against sections, than a bad run.
/// Whether it did.
pub(crate) fn tell_strangers(name: &str, qrels: &Qrels, run: &Run) -> bool {
    let judged = |(topic, rows): (&TopicId, &[RunRow])| {
        qrels
            .get(topic)
            .is_some_and(|j| rows.iter().any(|row| j.grade(&row.docid).is_some()))
    };
    if run.iter().any(judged) {
        return false;
    }
    let in_run = run
        .iter()
        .find_map(|(_, rows)| rows.first())
        .map_or("nothing", |row| row.docid.as_str());
    let in_qrels = qrels
        .iter()
        .find_map(|(_, j)| j.iter().next())
        .map_or("nothing", |(d, _)| d.as_str());
    warn(&format!(
        "{name}: no judged document is in the run, so every value is 0; the run has `{in_run}`, the qrels have `{in_qrels}`: same --ids, and sections on both sides?"
    ));
    true
}

pub(super) fn tell_coverage(name: &str, evaluation: &Evaluation) {
    let (c, zeros) = (&evaluation.coverage, zeros(evaluation));
    let (counted, valued): (Vec<TopicId>, Vec<TopicId>) = c
        .no_relevant
        .iter()
        .cloned()
        .partition(|topic| zeros.contains(topic));
    tell_topics(
        name,
        &[
            (&c.judged_missing_in_run, "not in the run and counted 0"),
            (&c.in_run_not_judged, "of the run without a judgment and left out"),
            (
                &c.without_judgments,
                "in the qrels without a judgment and left out",
            ),
            (&counted, "without a relevant document and counted 0"),
            (
                &valued,
                "without a document of grade 1 or more, and not 0 in all that was asked for",
            ),
            (
                &c.decided_by_ties,
                "with equal scores whose order decides a value (see --ties)",
            ),
        ],
    );
}

/// Topics of which every value is 0.
fn zeros(evaluation: &Evaluation) -> HashSet<&TopicId> {
    let topics = evaluation.values.first().map_or(&[][..], |of| &of.topics);
    let is_zero = |place: usize| evaluation.values.iter().all(|of| of.values[place] == 0.0);
    let places = topics.iter().enumerate();
    places
        .filter(|(place, _)| is_zero(*place))
        .map(|(_, topic)| topic)
        .collect()
}

/// A warning for each list that has something in it.
pub(crate) fn tell_topics(name: &str, lists: &[(&Vec<TopicId>, &str)]) {
    for (ids, what) in lists {
        if let Some(first) = ids.first() {
            warn(&format!(
                "{name}: {} {what}; the first is {first}",
                topics(ids.len())
            ));
        }
    }
}

/// "1 topic", "2 topics".
pub(crate) fn topics(n: usize) -> String {
    format!("{n} topic{}", if n == 1 { "" } else { "s" })
}
