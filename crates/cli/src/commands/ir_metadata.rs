//! Headers of ir_metadata that this program begins.

use sokutei_index::{System, SystemSpec};
use sokutei_measures::ir_metadata::{Metadata, Node};

/// Version of the schema that is written.
const SCHEMA: &str = "0.2";

/// A header that names nothing but a run.
pub(super) fn begun(tag: &str) -> Metadata {
    let mut metadata = Metadata::default();
    metadata.complete(&["schema version"], Node::plain(SCHEMA));
    metadata.complete(&["tag"], Node::text(tag));
    metadata
}

/// The header of a run of ours: all that decides its rows, and nothing of time and machine.
pub(super) fn of_search(system: &System, topics: &str, depth: usize) -> Metadata {
    let mut metadata = begun(&system.tag);
    let toolkit = format!("sokutei=={}", env!("CARGO_PKG_VERSION"));
    let toolkit = Node::Sequence(vec![Node::text(toolkit)]);
    metadata.complete(&["platform", "software", "retrieval toolkit"], toolkit);
    let lang = Node::Sequence(vec![Node::text("rust")]);
    metadata.complete(&["implementation", "source", "lang"], lang);
    metadata.complete(&["method", "automatic"], Node::plain("true"));
    let tokenizer = Node::text(system.spec.ngrams().to_string());
    metadata.complete(&["method", "indexing", "tokenizer"], tokenizer);
    metadata.complete(
        &["method", "retrieval"],
        Node::Sequence(vec![stage(system, depth)]),
    );
    metadata.complete(&["data", "test collection", "topics"], Node::text(topics));
    metadata
}

/// The only stage of the ranking. The schema has parameters beside name and method.
fn stage(system: &System, depth: usize) -> Node {
    let number = |x: f64| Node::plain(format!("{x:?}"));
    let whole = |n: usize| Node::plain(n.to_string());
    let parameters = match &system.spec {
        SystemSpec::Bm25 { k1, b, .. } => vec![("k1", number(*k1)), ("b", number(*b))],
        SystemSpec::Tfidf { .. } => Vec::new(),
        SystemSpec::Lsa { dims, max_terms, .. } => {
            vec![("dims", whole(*dims)), ("max_terms", whole(*max_terms))]
        }
    };
    let mut stage = Metadata::default();
    stage.complete(&["name"], Node::text(&system.tag));
    stage.complete(&["method"], Node::text(system.spec.to_string()));
    for (name, value) in parameters {
        stage.complete(&[name], value);
    }
    stage.complete(&["depth"], whole(depth));
    Node::Mapping(stage.entries)
}
