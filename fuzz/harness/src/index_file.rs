//! Bytes → index file → index → rankings.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use sokutei_index::{Depth, Error, IndexSet, Loading, Retriever, ScoredOrd, Silent, System, SystemSpec};
use sokutei_measures::{Docid, Run, TopicId};
use sokutei_text::CharNgrams;
use tempfile::TempDir;

use crate::index_edits::{Edit, edited, edits};
use crate::index_format::{Parts, laid_out, reseal, sealed, split};

const TEXTS: [&str; 6] = [
    "検索の評価",
    "索引の圧縮",
    "",
    "検索と索引",
    "RDPのポート番号3389",
    "検索と索引",
];
const QUERIES: [&str; 5] = [
    "検索の評価",
    "索引",
    "検索検索検索",
    "ポート番号を検索する索引のRDP",
    "猫",
];

/// Bytes that begin as an index file are one: loaded as they are, and again with the checksums made right, so that what lies
/// behind them is reached. Any other bytes are edits of a good file (`index_edits`), whose checksums are right.
pub fn index_file(bytes: &[u8]) {
    if bytes.starts_with(b"SOKUTEI") {
        load(bytes);
        let mut right = bytes.to_vec();
        reseal(&mut right);
        load(&right);
    } else if let [base, rest @ ..] = bytes {
        let bases = bases();
        let edits: Vec<Edit> = edits(rest).collect();
        let parts = bases[usize::from(*base) % bases.len()].clone();
        load(&edited(parts, &edits));
    }
}

/// Loads a file in both ways. If it is not refused, it is an index like any other.
fn load(file: &[u8]) {
    thread_local! {
        static FOLDER: TempDir = tempfile::tempdir().expect("a temporary folder");
    }
    FOLDER.with(|folder| {
        let folder = folder.path();
        fs::write(IndexSet::file_in(folder), file).expect("a temporary folder is written to");
        let [read, mapped] = [Loading::Read, Loading::Mapped].map(|way| IndexSet::load_with(folder, way));
        match (read, mapped) {
            (Err(read), Err(mapped)) => {
                assert!(matches!(read, Error::File { .. }), "{read}");
                assert_eq!(read.to_string(), mapped.to_string());
            }
            (Ok(read), Ok(mapped)) => {
                check(&read);
                let rankings = rankings(&read);
                assert_eq!(self::rankings(&mapped), rankings);
                // it can be saved, and answers the same when it is loaded again
                let again = folder.join("again");
                read.save(&again).expect("a temporary folder is written to");
                let again = IndexSet::load(&again).expect("what was saved");
                assert_eq!(self::rankings(&again), rankings);
            }
            (read, mapped) => panic!("read: {read:?}, mapped: {mapped:?}"),
        }
    });
}

/// The rankings of all systems, as deep as they go.
fn rankings(set: &IndexSet) -> Vec<Vec<ScoredOrd>> {
    let all = Depth::new(1_000_000).expect("not 0");
    let systems = set.systems();
    systems
        .flat_map(|system| retriever(set, system).search_batch(&QUERIES, all))
        .collect()
}

fn retriever<'s>(set: &'s IndexSet, system: &System) -> &'s dyn Retriever {
    set.retriever(&system.tag).expect("a system of this index")
}

/// What holds for every index, however it came about.
fn check(set: &IndexSet) {
    let ids: BTreeSet<&str> = set.docids().iter().map(Docid::as_str).collect();
    assert_eq!(ids.len(), set.docids().len(), "two documents have one id");
    for system in set.systems() {
        let retriever = retriever(set, system);
        let nothing = retriever.query_terms("");
        assert_eq!(nothing.too_short_by, system.spec.ngrams().min(), "{system:?}");
        for depth in [2, 1_000_000] {
            let depth = Depth::new(depth).expect("not 0");
            let batch = retriever.search_batch(&QUERIES, depth);
            for (query, ranking) in QUERIES.iter().zip(&batch) {
                assert_eq!(*ranking, retriever.search(query, depth));
                check_ranking(set, retriever, query, depth, ranking);
            }
        }
    }
}

fn check_ranking(
    set: &IndexSet,
    retriever: &dyn Retriever,
    query: &str,
    depth: Depth,
    ranking: &[ScoredOrd],
) {
    let n_docs = set.docids().len();
    assert!(ranking.len() <= depth.get().min(n_docs));
    if !retriever.query_terms(query).is_searchable() {
        assert!(ranking.is_empty(), "hits without a known term");
    }
    for pair in ranking.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        assert!(
            a.score > b.score || a.score.to_bits() == b.score.to_bits() && a.ord < b.ord,
            "{ranking:?}"
        );
    }
    for hit in ranking {
        assert!(hit.score.is_finite(), "{ranking:?}");
        let explanation = retriever
            .explain(query, hit.ord)
            .expect("a document that is there");
        assert_eq!(explanation.score.to_bits(), hit.score.to_bits());
        assert_eq!(explanation.docid, set.docids()[hit.ord as usize]);
    }
    assert!(retriever.explain(query, n_docs as u32).is_err());
    // what a search finds can be written as a run
    let topic = TopicId::new("q").expect("an id");
    let run = Run::from_hits(retriever.system().tag.as_str(), [(topic, set.hits(ranking))]);
    assert_eq!(run.expect("a run").n_rows(), ranking.len());
}

/// The good files that are edited, in parts.
fn bases() -> &'static [Parts] {
    static BASES: OnceLock<Vec<Parts>> = OnceLock::new();
    BASES.get_or_init(|| {
        let ngrams = |min, max| CharNgrams::new(min, max).expect("a valid range");
        let bm25 = |tag, min, max| System::new(tag, SystemSpec::bm25(ngrams(min, max), 1.2, 0.75));
        let lsa = |tag, dims| {
            let (ngrams, max_terms) = (ngrams(2, 2), 20);
            System::new(
                tag,
                SystemSpec::Lsa {
                    ngrams,
                    dims,
                    max_terms,
                },
            )
        };
        let tfidf = System::new("tfidf", SystemSpec::Tfidf { ngrams: ngrams(2, 2) });
        let all = vec![bm25("bm25", 2, 3), tfidf, lsa("lsa_1", 1), lsa("lsa_2", 2)];
        let sets: [(&[&str], Vec<System>); 4] = [
            (&TEXTS, vec![bm25("bm25", 1, 1)]),
            (&TEXTS, all.clone()),
            (&TEXTS, vec![lsa("lsa", 3)]),
            (&[], all),
        ];
        sets.iter().map(|(texts, systems)| base(texts, systems)).collect()
    })
}

/// An index, saved and taken apart. Put together again it is the same file: the format is what it is said to be.
fn base(texts: &[&str], systems: &[System]) -> Parts {
    let docids: Vec<Docid> = (0..texts.len())
        .map(|i| Docid::new(format!("t{i}#0")).expect("an id"))
        .collect();
    let (set, _, _) = IndexSet::build(docids, texts, systems, &Silent).expect("an index");
    let folder = tempfile::tempdir().expect("a temporary folder");
    set.save(folder.path()).expect("saved");
    let file = fs::read(IndexSet::file_in(folder.path())).expect("what was saved");
    let parts = split(&file).expect("an undamaged file");
    let (contents, body) = laid_out(&parts);
    assert_eq!(sealed(&contents, &body), file);
    parts
}
