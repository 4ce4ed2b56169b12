//! What an experiment was: inputs by hash, every parameter by its named variant, outputs by hash. Nothing here changes
//! from run to run.

use serde_json::{Value, json};
use sokutei_measures::stats::PermutationTies;
use sokutei_testset::topic_coverage;

use crate::Labeling;
use crate::collection::Collection;
use crate::hash::{sha256, sha256_parts};
use crate::output::{Artefact, KIND, hashes};
use crate::plan::ExperimentPlan;
use crate::values::TIES;

/// Version of the layout of the output folder.
pub const LAYOUT_VERSION: u32 = 1;

/// The manifest of an experiment before its outputs are known: enough to tell whether a folder belongs to it.
pub(crate) fn identity(
    plan: &ExperimentPlan,
    collection: &Collection,
    chunks: &[u8],
    topics: &[u8],
) -> Value {
    let qrels = Labeling::ALL.map(|l| (l.name(), crate::artefacts::qrels(collection.qrels_of(l))));
    json!({
        "kind": KIND,
        "schema_version": LAYOUT_VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "inputs": {
            "articles": collection.ingested.articles.len(),
            "sections": collection.chunks.len(),
            "topics": collection.topics.topics.len(),
            "sections_sha256": sha256(chunks),
            "topics_sha256": sha256(topics),
            "qrels_sha256": sha256_parts(qrels.iter().map(|(name, bytes)| (*name, bytes.as_slice()))),
        },
        "parameters": parameters(plan),
    })
}

/// Adds what is only known at the end.
pub(crate) fn complete(mut identity: Value, collection: &Collection, artefacts: &[Artefact]) -> Value {
    let coverage = topic_coverage(&collection.topics.topics, collection.qrels_of(Labeling::Strict));
    identity["collection"] = json!({
        "match_report": collection.topics.report,
        "topic_coverage": coverage,
        "warnings": crate::artefacts::warning_counts(collection),
    });
    identity["outputs"] = json!(hashes(artefacts));
    identity
}

/// Every parameter, by name.
pub(crate) fn parameters(plan: &ExperimentPlan) -> Value {
    let s = &plan.statistics;
    let ties = match s.ties {
        PermutationTies::NumpyStrict => "numpy-strict".to_owned(),
        PermutationTies::Tolerance(t) => format!("tolerance {t:e}"),
    };
    json!({
        "ingest": plan.ingest,
        "numbering": plan.ingest.numbering,
        "labels": {
            "rule": "article (contains, else best ratio)",
            "similarity": plan.matching.similarity.name(),
            "threshold": plan.matching.threshold,
            "multi": plan.matching.multi.name(),
        },
        "fields": plan.fields.name(),
        "analyser": "NFKC, lower case, runs of white space to one space; character n-grams",
        "systems": plan.systems.iter().map(|s| json!({"tag": s.tag, "scorer": s.spec.to_string(), "spec": s.spec})).collect::<Vec<_>>(),
        "focus": plan.focus,
        "depth": plan.depth,
        "lsa_queries_without_known_term": plan.unknown_queries.name(),
        "ties_in_runs": "corpus order",
        "ties_in_measures": TIES.to_string(),
        "topics_policy": "mean over all topics; a topic without hits counts 0",
        "statistics": {
            "seed": s.seed,
            "generator": "numpy default_rng (PCG64), fresh for each computation",
            "bootstrap": "percentile, numpy linear quantile",
            "replicates": s.replicates,
            "permutations": s.permutations,
            "permutation_ties": ties,
            "p_value": "(b + 1) / (R + 1)",
            "level": s.level,
            "subsets": s.subsets,
            "sizes": s.sizes,
            "sample": s.sample,
        },
        "comparisons": plan.comparisons.iter().map(|c| format!("{} {} {} -> {}", c.labeling, c.measure, c.a, c.b)).collect::<Vec<_>>(),
    })
}
