//! What an experiment was: inputs by hash, every parameter by its named variant, outputs by hash. Nothing here changes
//! from run to run.

use serde_json::{Map, Value, json};
use sokutei_testset::topic_coverage;

use crate::Labeling;
use crate::collection::Collection;
use crate::findings::Findings;
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
    let truth = collection
        .truth
        .as_ref()
        .map(|t| sha256(&serde_json::to_vec(t).expect("plain data")));
    let qrels = Labeling::ALL.map(|l| (l.name(), crate::artefacts::qrels(collection.qrels_of(l))));
    json!({
        "kind": KIND,
        "schema_version": LAYOUT_VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "inputs": {
            "articles": collection.n_articles,
            "sections": collection.chunks.len(),
            "topics": collection.topics.topics.len(),
            "sections_sha256": sha256(chunks),
            "topics_sha256": sha256(topics),
            "qrels_sha256": sha256_parts(qrels.iter().map(|(name, bytes)| (*name, bytes.as_slice()))),
            "truth_sha256": truth,
        },
        "parameters": parameters(plan),
    })
}

/// Adds what is only known at the end.
pub(crate) fn complete(mut identity: Value, findings: &Findings<'_>, artefacts: &[Artefact]) -> Value {
    let collection = findings.collection;
    let coverage = topic_coverage(&collection.topics.topics, collection.qrels_of(Labeling::Strict));
    let warnings: Map<String, Value> = findings
        .collection_notices()
        .into_iter()
        .map(|n| (n.kind, json!(n.count)))
        .collect();
    identity["collection"] = json!({
        "match_report": collection.topics.report,
        "topic_coverage": coverage,
        "warnings": warnings,
    });
    identity["outputs"] = json!(hashes(artefacts));
    identity
}

/// Every parameter, by name.
pub(crate) fn parameters(plan: &ExperimentPlan) -> Value {
    // every field is named, so that a new one cannot be forgotten here; the path of the pages is not what they are
    let ExperimentPlan {
        corpus: _,
        ingest,
        matching,
        truth,
        fields,
        systems,
        focus,
        depth,
        unknown_queries,
        comparisons,
        statistics: s,
        strict: _, // what is computed is the same
    } = plan;
    json!({
        "ingest": ingest,
        "numbering": ingest.numbering,
        "truth": truth.is_some(),
        "labels": {
            "rule": "article (contains, else best ratio)",
            "similarity": matching.similarity.name(),
            "threshold": matching.threshold,
            "multi": matching.multi.name(),
        },
        "fields": fields.name(),
        "analyser": "NFKC, lower case, runs of white space to one space; character n-grams",
        "systems": systems.iter().map(|s| json!({"tag": s.tag, "scorer": s.spec.to_string(), "spec": s.spec})).collect::<Vec<_>>(),
        "focus": focus,
        "depth": depth,
        "lsa_queries_without_known_term": unknown_queries.name(),
        "ties_in_runs": "corpus order",
        "ties_in_measures": TIES.to_string(),
        "topics_policy": "mean over all topics; a topic without hits counts 0",
        "statistics": {
            "seed": s.seed,
            "generator": "numpy default_rng (PCG64), fresh for each computation",
            "bootstrap": "percentile, numpy linear quantile",
            "replicates": s.replicates,
            "permutations": s.permutations,
            "permutation_ties": s.ties.to_string(),
            "p_value": "(b + 1) / (R + 1)",
            "level": s.level,
            "subsets": s.subsets,
            "sizes": s.sizes,
            "sample": s.sample,
        },
        "comparisons": comparisons.iter().map(|c| format!("{} {} {} -> {}", c.labeling, c.measure, c.a, c.b)).collect::<Vec<_>>(),
    })
}
