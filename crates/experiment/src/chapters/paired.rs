//! Two systems on the same topics: the difference first, then whether it can be told from nothing.

use sokutei_measures::stats::{PairedComparison, Verdict};
use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BOTH_GAINS, DECIMALS, conditions};
use crate::findings::Findings;
use crate::published::paired_of;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("paired", "Paired comparisons");
    let statistics = &findings.plan.statistics;
    chapter.say(format!(
        "Differences by topic, B − A. Interval: bootstrap percentile, {} replicates. p: {} random sign flips, (b + 1) / (R + 1), \
         ties as numpy counts them. Each row stands for itself: the p values are not corrected for the number of rows.",
        statistics.replicates, statistics.permutations
    ));
    chapter.show(ours(findings));
    chapter.show(printed(findings));
    chapter
}

/// What interval and p allow one to say, together.
fn verdict(c: &PairedComparison) -> &'static str {
    match Verdict::of(&c.difference, c.p_value) {
        Verdict::NotDistinguishable => "not distinguishable here",
        Verdict::Unclear => "unclear: interval without 0, p above 0.05",
        Verdict::SecondAhead => "B ahead on this test set",
        Verdict::FirstAhead => "A ahead on this test set",
    }
}

fn ours(findings: &Findings<'_>) -> Table {
    let mut conditions = conditions(findings, "as listed", "10", BOTH_GAINS, "as listed");
    conditions.seed = findings.plan.statistics.seed.to_string();
    let columns = vec![
        Column::words("labeling"),
        Column::words("measure"),
        Column::words("A"),
        Column::words("B"),
        Column::numbers("B − A"),
        Column::numbers("interval"),
        Column::numbers("p"),
        Column::numbers("win/tie/loss of B"),
        Column::numbers("effect size"),
        Column::numbers("detectable at 80 % power"),
        Column::words("verdict"),
    ];
    let mut table = Table::new("paired", "Differences with interval and p", conditions, columns);
    for paired in &findings.statistics.paired {
        let (contrast, c) = (&paired.contrast, &paired.comparison);
        table.push(vec![
            Cell::text(contrast.labeling.name()),
            Cell::text(contrast.measure.to_string()),
            Cell::text(&contrast.a),
            Cell::text(&contrast.b),
            Cell::signed(c.difference.point, DECIMALS),
            Cell::signed_interval(c.difference.low, c.difference.high, DECIMALS),
            Cell::number(c.p_value, DECIMALS),
            Cell::text(format!("{}/{}/{}", c.win, c.tie, c.loss)),
            finite(c.effect_size, |v| Cell::signed(v, 3)),
            finite(c.minimal_detectable_difference, |v| Cell::number(v, DECIMALS)),
            Cell::text(verdict(c)),
        ]);
    }
    table
        .notes
        .push("Effect size: mean difference over the standard deviation of the differences.".to_owned());
    table
}

/// A number that a single topic, or differences that are all equal, cannot give.
fn finite(value: f64, cell: impl Fn(f64) -> Cell) -> Cell {
    if value.is_finite() {
        cell(value)
    } else {
        Cell::text("not defined")
    }
}

fn printed(findings: &Findings<'_>) -> Table {
    let mut conditions = conditions(findings, "as listed", "10", BOTH_GAINS, "as listed");
    "1,856 topics of the article's corpus".clone_into(&mut conditions.n);
    "0, one stream shared by all computations".clone_into(&mut conditions.seed);
    let columns = vec![
        Column::words("labeling"),
        Column::words("measure"),
        Column::words("A"),
        Column::words("B"),
        Column::published("B − A"),
        Column::published("interval"),
        Column::published("p"),
        Column::published("win/tie/loss"),
    ];
    let mut table = Table::new(
        "paired-article",
        "The same comparisons as the article prints them",
        conditions,
        columns,
    );
    for contrast in &findings.plan.comparisons {
        let (labeling, measure) = (contrast.labeling.name(), contrast.measure.to_string());
        let Some(p) = paired_of(labeling, &measure, &contrast.a, &contrast.b) else {
            continue;
        };
        let [win, tie, loss] = p.win_tie_loss;
        table.push(vec![
            Cell::text(labeling),
            Cell::text(measure),
            Cell::text(&contrast.a),
            Cell::text(&contrast.b),
            Cell::signed(p.difference, DECIMALS),
            Cell::signed_interval(p.low, p.high, DECIMALS),
            Cell::number(p.p, DECIMALS),
            Cell::text(format!("{win}/{tie}/{loss}")),
        ]);
    }
    table
}
