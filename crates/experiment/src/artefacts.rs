//! The bytes of every file of an output folder. Nothing here touches the disk.

use std::borrow::Cow;

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use sokutei_measures::stats::{Estimate, PairedComparison};
use sokutei_measures::{Measure, Qrels, RankDistribution, Run, trec};
use sokutei_report::{self as report, ReportModel};
use sokutei_testset::duplicate_chunks;

use crate::findings::Findings;
use crate::labeling::measure;
use crate::output::{Artefact, pretty};
use crate::plan::{Contrast, ExperimentPlan};
use crate::statistics::Statistics;
use crate::{Error, Labeling};

/// Version of the JSON documents in an output folder.
const SCHEMA_VERSION: u32 = 1;

/// Every file but the manifest and what is volatile.
pub(crate) fn all(
    findings: &Findings<'_>,
    model: &ReportModel,
    chunks: Vec<u8>,
    topics: Vec<u8>,
) -> Result<Vec<Artefact>, Error> {
    let file = |path: String, bytes: Vec<u8>| Artefact { path, bytes };
    let retrieval = findings.retrieval;
    let runs: Vec<&Run> = retrieval.runs.values().chain([&retrieval.prefixed]).collect();
    let run_file = |run: &&Run| Ok(file(format!("runs/{}.run", run.tag), run_bytes(run)?));
    let (runs, others) = rayon::join(
        || {
            runs.par_iter()
                .map(run_file)
                .collect::<Result<Vec<Artefact>, Error>>()
        },
        || {
            [
                ("values.json", pretty(&values(findings))),
                ("per_topic.csv", per_topic(findings)),
                ("comparisons.json", pretty(&comparisons(findings))),
                ("warnings.json", pretty(&warnings(findings))),
                ("report.md", report::markdown(model).into_bytes()),
                ("report.json", report::json(model).into_bytes()),
            ]
        },
    );
    let qrels = Labeling::ALL.map(|labeling| {
        let bytes = qrels(findings.collection.qrels_of(labeling));
        file(format!("qrels/{labeling}.qrels"), bytes)
    });
    let sections_and_topics = [("sections.jsonl", chunks), ("topics.jsonl", topics)];
    let by_name = |(path, bytes): (&str, Vec<u8>)| file(path.to_owned(), bytes);
    let mut files: Vec<Artefact> = sections_and_topics.map(by_name).into();
    files.extend(qrels);
    files.extend(runs?);
    files.extend(others.map(by_name));
    Ok(files)
}

/// Qrels in TREC's four columns.
pub(crate) fn qrels(qrels: &Qrels) -> Vec<u8> {
    let mut bytes = Vec::new();
    trec::write_qrels(&mut bytes, qrels).expect("writing to memory does not fail");
    bytes
}

fn run_bytes(run: &Run) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    trec::write_run(&mut bytes, run)?;
    Ok(bytes)
}

/// Every warning, typed and whole.
fn warnings(findings: &Findings<'_>) -> Value {
    json!({
        "schema_version": SCHEMA_VERSION,
        "pages": findings.collection.page_warnings,
        "topics": findings.collection.topics.warnings,
        "rows_without_section": findings.collection.topics.unmatched,
        "rows_not_read": findings.collection.topics.skipped,
        "labels_partly_missed": findings.collection.topics.partly_missed,
        "articles_without_sheet": findings.collection.topics.articles_without_sheet,
        "duplicate_sections": duplicate_chunks(&findings.collection.chunks, &findings.collection.topics.topics),
        "indexes": findings.retrieval.warnings,
        "topics_without_hits": findings.retrieval.without_hits,
        "queries_shorter_than_n": findings.retrieval.short_queries,
        "queries_without_known_term": findings.retrieval.answered_without_terms,
        "numbers": findings.statistics.warnings,
    })
}

/// Means of every measure by system and labeling.
fn values(findings: &Findings<'_>) -> Value {
    let means = |system: &crate::values::SystemValues| -> Value {
        let by_labeling = Labeling::ALL.map(|labeling| {
            let means: Map<String, Value> = labeling
                .measures()
                .iter()
                .map(|m| (m.to_string(), json!(system.mean(labeling, m))))
                .collect();
            (labeling.name().to_owned(), Value::Object(means))
        });
        Value::Object(by_labeling.into_iter().collect())
    };
    let systems: Map<String, Value> = findings
        .values
        .systems
        .iter()
        .map(|(tag, v)| (tag.clone(), means(v)))
        .collect();
    let mut prefixed = Map::new();
    prefixed.insert(
        findings.retrieval.prefixed.tag.clone(),
        means(&findings.values.prefixed),
    );
    let ranks: Map<String, Value> = findings
        .values
        .systems
        .iter()
        .map(|(tag, v)| {
            let d = RankDistribution::of(&v.first_ranks);
            (
                tag.clone(),
                json!({
                    "rank1": d.first,
                    "rank2": d.second,
                    "rank3to10": d.third_to_tenth,
                    "beyond10_or_absent": d.beyond_tenth_or_absent,
                }),
            )
        })
        .collect();
    let curves: Map<String, Value> = findings
        .values
        .systems
        .iter()
        .map(|(tag, v)| (tag.clone(), json!(v.recall_curve)))
        .collect();
    json!({
        "schema_version": SCHEMA_VERSION,
        "n_topics": findings.n_topics(),
        "topics_policy": "mean over all topics; a topic without hits counts 0",
        "systems": systems,
        "prefixed": prefixed,
        "first_relevant_ranks": ranks,
        "recall_at_1_to_100": curves,
        "topics_without_hits": findings.retrieval.without_hits,
    })
}

/// Values of the headline measures, one line for each topic, system, labeling and measure.
fn per_topic(findings: &Findings<'_>) -> Vec<u8> {
    let named = |(labeling, measure): (Labeling, Measure)| {
        let names = [labeling.to_string(), measure.to_string()];
        (labeling, measure, names)
    };
    let headline: Vec<_> = ExperimentPlan::headline().into_iter().map(named).collect();
    let header = ["topic", "system", "labeling", "measure", "value"].map(Cow::from);
    let mut rows = vec![header];
    for (tag, system) in &findings.values.systems {
        for (labeling, measure, names) in &headline {
            let values = system.topic_values(*labeling, measure);
            for (topic, value) in values.topics.iter().zip(&values.values) {
                let [labeling, measure] = names;
                let names = [topic.as_str(), tag, labeling, measure].map(Cow::from);
                let [topic, tag, labeling, measure] = names;
                rows.push([topic, tag, labeling, measure, format!("{value:?}").into()]);
            }
        }
    }
    report::csv_rows(rows.iter().map(|row| row.iter().map(|field| field.as_bytes()))).into_bytes()
}

fn comparisons(findings: &Findings<'_>) -> Value {
    let (plan, s) = (&findings.plan.statistics, findings.statistics);
    json!({
        "schema_version": SCHEMA_VERSION,
        "seed": plan.seed,
        "replicates": plan.replicates,
        "permutations": plan.permutations,
        "level": plan.level,
        "bootstrap": bootstrap(s),
        "cluster_bootstrap": {(findings.plan.focus.clone()): {"strict RR@10": triple(&s.cluster), "clusters": s.cluster.n}},
        "paired": s.paired.iter().map(|p| paired(&p.contrast, &p.comparison)).collect::<Vec<_>>(),
        "leads": s.leads.iter().map(lead).collect::<Vec<_>>(),
        "growth": {(findings.plan.focus.clone()): growth(s)},
        "subset_spread": {(findings.plan.focus.clone()): spread(s)},
        "reversal": reversal(s),
        "mistakes": s.mistakes.iter().map(|m| json!({
            "kind": m.kind, "mistake": m.kind.description(), "labeling": m.labeling, "measure": m.measure.to_string(),
            "right": m.right, "wrong": m.wrong, "effect": m.effect(),
        })).collect::<Vec<_>>(),
        "prefixed": prefixed(findings),
        "several_labels": {
            "topics": s.several_labels.topics,
            "unmatched_under_first": s.several_labels.unmatched_under_first,
            "RR@10": s.several_labels.rows.iter().map(|r| (r.tag.clone(), json!({"first": r.first, "all": r.all}))).collect::<Map<_, _>>(),
        },
        "first_hit_in_other_article": {
            "system": findings.plan.focus,
            "topics": s.other_article.topics,
            "without_hits": s.other_article.without_hits,
            "sample": s.other_article.sample.iter().map(|m| &m.qid).collect::<Vec<_>>(),
        },
        "label_accuracy": findings.collection.truth.as_ref().map(|t| t.by_kind()),
        "warnings": findings.number_notices(),
    })
}

fn prefixed(findings: &Findings<'_>) -> Vec<Value> {
    let row = |(name, comparison): (&str, &PairedComparison)| {
        let contrast = Contrast {
            labeling: Labeling::Strict,
            measure: measure(name),
            a: findings.plan.focus.clone(),
            b: findings.retrieval.prefixed.tag.clone(),
        };
        paired(&contrast, comparison)
    };
    ["RR@10", "R@10"]
        .into_iter()
        .zip(&findings.statistics.prefixed)
        .map(row)
        .collect()
}

/// Point, lower and upper bound.
fn triple(e: &Estimate) -> Value {
    json!([e.point, e.low, e.high])
}

fn bootstrap(s: &Statistics) -> Value {
    let of = |rows: &[crate::statistics::Interval]| -> Value {
        let row =
            |i: &crate::statistics::Interval| (format!("{} {}", i.labeling, i.measure), triple(&i.estimate));
        rows.iter().map(row).collect::<Map<_, _>>().into()
    };
    s.intervals
        .iter()
        .map(|(tag, rows)| (tag.clone(), of(rows)))
        .collect::<Map<_, _>>()
        .into()
}

fn paired(contrast: &Contrast, c: &PairedComparison) -> Value {
    json!({
        "labeling": contrast.labeling,
        "measure": contrast.measure.to_string(),
        "a": contrast.a,
        "b": contrast.b,
        "n": c.n,
        "difference": c.difference.point,
        "low": c.difference.low,
        "high": c.difference.high,
        "p": c.p_value,
        "win": c.win,
        "tie": c.tie,
        "loss": c.loss,
        "effect_size": c.effect_size,
        "minimal_detectable_difference": c.minimal_detectable_difference,
    })
}

fn lead(lead: &crate::statistics::Lead) -> Value {
    json!({
        "labeling": lead.labeling,
        "measure": lead.measure.to_string(),
        "leader": lead.leader,
        "mean": lead.mean,
        "runner_up": lead.runner_up,
        "lead": triple(&lead.comparison.difference),
    })
}

fn growth(s: &Statistics) -> Value {
    let rows = s.growth.iter().map(|r| {
        (
            r.n.to_string(),
            json!({"RR@10": triple(&r.rr), "R@10": triple(&r.recall)}),
        )
    });
    rows.collect::<Map<_, _>>().into()
}

fn spread(s: &Statistics) -> Value {
    let row = |r: &sokutei_measures::stats::SubsetSpread| json!({"min": r.min, "p2.5": r.p2_5, "p5": r.p5, "median": r.median, "p95": r.p95, "p97.5": r.p97_5, "max": r.max});
    s.spread
        .iter()
        .map(|r| (r.n.to_string(), row(r)))
        .collect::<Map<_, _>>()
        .into()
}

fn reversal(s: &Statistics) -> Value {
    let study = |study: &crate::statistics::ReversalStudy| {
        let c = &study.contrast;
        let rows = study
            .rows
            .iter()
            .map(|r| (r.n.to_string(), json!({"reversed": r.reversed, "tied": r.tied})));
        (
            format!("{} {} {}->{}", c.labeling, c.measure, c.a, c.b),
            rows.collect::<Map<_, _>>().into(),
        )
    };
    s.reversal.iter().map(study).collect::<Map<_, _>>().into()
}
