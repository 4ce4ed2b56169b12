//! `sokutei agree runs`: rankings beside each other.

use anyhow::Result;
use serde_json::{Value, json};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::agreement::{RunAgreement, RunAgreementRules, TopicAgreement, compare_runs};
use sokutei_measures::stats::{Estimate, bootstrap_mean, mean};
use sokutei_measures::{Cutoff, Run};
use sokutei_report::{Cell, Column, Conditions, Table};

use super::super::{runs, voice_of};
use super::shown::{Shown, bootstrap, digits, header, mean_document, pairs};
use crate::args::AgreeRuns as Args;
use crate::files;
use crate::progress::Progress;

/// Two runs and their means over topics.
struct Pair<'a> {
    names: [&'a str; 2],
    found: RunAgreement,
    ext: Estimate,
    /// Means of RBO_min and of RBO_min + RBO_res.
    bounds: [f64; 2],
    overlap: Estimate,
    /// Over the topics that have one.
    tau_b: Option<Estimate>,
}

/// One line of the table: a coefficient, its mean over topics if it has one, and what it may lie between.
struct Line<'a> {
    name: String,
    mean: Option<&'a Estimate>,
    bounds: Option<[f64; 2]>,
}

impl Pair<'_> {
    fn lines(&self, args: &Args) -> [Line<'_>; 3] {
        let line = |name, mean, bounds| Line { name, mean, bounds };
        [
            line(
                format!("RBO_ext (p {})", args.p),
                Some(&self.ext),
                Some(self.bounds),
            ),
            line(overlap_name(args), Some(&self.overlap), None),
            line("tau-b".to_owned(), self.tau_b.as_ref(), None),
        ]
    }
}

pub(super) fn run(args: &Args) -> Result<String> {
    let voice = voice_of(&args.run);
    let ties = runs::ties(&args.ties)?;
    runs::one_standard_input(&args.runs[0], &args.runs[1..])?;
    let depth = args.depth.map(cutoff).transpose()?;
    let rules = RunAgreementRules {
        ties,
        depth,
        p: args.p,
    };
    let progress = Progress::new(voice);
    let read = runs::named(&args.runs, &args.reading(), voice)?;
    progress.begin(Stage::Statistics);
    let found = pairs(&read)
        .map(|(a, b)| pair(args, rules, a, b))
        .collect::<Result<Vec<_>>>()?;
    progress.end(Stage::Statistics, "");
    found.iter().for_each(tell);
    let shown = Shown {
        tables: vec![table(args, &found)],
        document: document(args, &found),
        csv: csv(args, &found),
    };
    Ok(shown.in_format(args.format))
}

fn cutoff(depth: usize) -> Result<Cutoff> {
    Ok(Cutoff::new(u32::try_from(depth).unwrap_or(u32::MAX))?)
}

fn pair<'a>(
    args: &Args,
    rules: RunAgreementRules,
    (first, a): &'a (String, Run),
    (second, b): &'a (String, Run),
) -> Result<Pair<'a>> {
    let found = compare_runs(a, b, rules)?;
    let o = bootstrap(&args.resampling);
    let each = |value: fn(&TopicAgreement) -> f64| found.topics.iter().map(value).collect::<Vec<f64>>();
    let taus: Vec<f64> = found.topics.iter().filter_map(|topic| topic.tau_b.ok()).collect();
    let tau_b = if taus.is_empty() {
        None
    } else {
        Some(bootstrap_mean(&taus, &o)?)
    };
    Ok(Pair {
        names: [first, second],
        ext: bootstrap_mean(&each(|topic| topic.rbo.ext), &o)?,
        bounds: [
            mean(&each(|topic| topic.rbo.min)),
            mean(&each(|topic| topic.rbo.max())),
        ],
        overlap: bootstrap_mean(&each(|topic| topic.overlap), &o)?,
        tau_b,
        found,
    })
}

/// Topics that take no part.
fn tell(pair: &Pair<'_>) {
    let [first, second] = pair.names;
    let lacks = |other: &str| format!("that {other} lacks and left out of their agreement");
    runs::tell_topics(first, &[(&pair.found.only_first, &lacks(second))]);
    runs::tell_topics(second, &[(&pair.found.only_second, &lacks(first))]);
}

fn overlap_name(args: &Args) -> String {
    args.depth
        .map_or("overlap".to_owned(), |depth| format!("overlap@{depth}"))
}

fn table(args: &Args, found: &[Pair<'_>]) -> Table {
    let conditions = Conditions {
        measure: format!("RBO (p {}), {}, tau-b", args.p, overlap_name(args)),
        cutoff: args.depth.map_or("none".to_owned(), |depth| depth.to_string()),
        gain: "none".to_owned(),
        labeling: format!("none (ties: {}{})", args.ties, args.reading().words()),
        n: format!("topics that both answer, {} runs", args.runs.len()),
        seed: args.resampling.draws.seed_words(),
    };
    let columns = vec![
        Column::words("run"),
        Column::words("run"),
        Column::words("coefficient"),
        Column::numbers("mean"),
        Column::numbers(args.resampling.draws.interval_words()),
        Column::numbers("least and most"),
        Column::numbers("topics"),
    ];
    let mut table = Table::new("agree-runs", "Agreement of runs", conditions, columns);
    for pair in found {
        for Line { name, mean, bounds } in pair.lines(args) {
            let ends = |mean: &Estimate| Cell::interval(mean.low, mean.high, 4);
            table.push(vec![
                Cell::text(pair.names[0]),
                Cell::text(pair.names[1]),
                Cell::text(name),
                mean.map_or(Cell::text("not defined"), |mean| Cell::number(mean.point, 4)),
                mean.map_or(Cell::Empty, ends),
                bounds.map_or(Cell::Empty, |[least, most]| Cell::interval(least, most, 4)),
                Cell::count(mean.map_or(0, |mean| mean.n)),
            ]);
        }
    }
    table.notes = notes(args, found);
    table
}

fn notes(args: &Args, found: &[Pair<'_>]) -> Vec<String> {
    let mut notes = vec![format!(
        "Interval: bootstrap percentile over topics, {} replicates. Least and most: means of RBO_min and RBO_min + RBO_res, what the documents \
         that are not in the runs leave open. tau-b: over the documents that both returned.",
        args.resampling.replicates
    )];
    for pair in found {
        let without = pair.found.topics.len() - pair.tau_b.as_ref().map_or(0, |mean| mean.n);
        if without > 0 {
            let [first, second] = pair.names;
            notes.push(format!(
                "{first} and {second}: {} without tau-b, having fewer than two common documents or equal scores only, left out of its mean.",
                runs::topics(without)
            ));
        }
    }
    notes
}

fn document(args: &Args, found: &[Pair<'_>]) -> Value {
    let pairs: Vec<Value> = found.iter().map(pair_document).collect();
    let names: Vec<String> = args.runs.iter().map(|path| files::name(path)).collect();
    json!({
        "schema_version": 1, "files": names, "p": args.p, "depth": args.depth, "ties": args.ties,
        "lenient": args.lenient, "duplicates": args.reading().duplicates_name(),
        "rng": args.resampling.draws.rng.generator().name(), "seed": args.resampling.draws.seed, "replicates": args.resampling.replicates, "pairs": pairs,
    })
}

fn pair_document(pair: &Pair<'_>) -> Value {
    let ids = |topics: &[sokutei_measures::TopicId]| {
        topics.iter().map(|t| t.as_str().to_owned()).collect::<Vec<_>>()
    };
    let topic = |t: &TopicAgreement| {
        json!({
            "topic": t.topic.as_str(), "rbo_ext": t.rbo.ext, "rbo_min": t.rbo.min, "rbo_residual": t.rbo.residual,
            "overlap": t.overlap, "common": t.common, "tau_b": t.tau_b.ok(),
            "tau_b_not_defined": t.tau_b.err().map(|why| why.to_string()),
        })
    };
    json!({
        "runs": pair.names,
        "n": pair.found.topics.len(),
        "only_first": ids(&pair.found.only_first),
        "only_second": ids(&pair.found.only_second),
        "rbo_ext": mean_document(&pair.ext),
        "rbo_min": pair.bounds[0],
        "rbo_max": pair.bounds[1],
        "overlap": mean_document(&pair.overlap),
        "tau_b": pair.tau_b.as_ref().map(mean_document),
        "topics": pair.found.topics.iter().map(topic).collect::<Vec<_>>(),
    })
}

fn csv(args: &Args, found: &[Pair<'_>]) -> Vec<Vec<String>> {
    let names = [
        "first",
        "second",
        "coefficient",
        "mean",
        "low",
        "high",
        "least",
        "most",
        "n",
    ];
    let mut rows = vec![header(&names)];
    for pair in found {
        for Line { name, mean, bounds } in pair.lines(args) {
            rows.push(vec![
                pair.names[0].to_owned(),
                pair.names[1].to_owned(),
                name,
                digits(mean.map(|mean| mean.point)),
                digits(mean.map(|mean| mean.low)),
                digits(mean.map(|mean| mean.high)),
                digits(bounds.map(|[least, _]| least)),
                digits(bounds.map(|[_, most]| most)),
                mean.map_or(0, |mean| mean.n).to_string(),
            ]);
        }
    }
    rows
}
