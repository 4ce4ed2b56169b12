//! The bundled corpus: topics and qrels against the oracle's, labels against what their authors meant.

mod fixtures;

use std::sync::LazyLock;

use fixtures::{oracle_fields, root, rows, unzipped};
use serde_json::{Value, json};
use sokutei_ingest::{Chunk, IngestOptions, Ingested, ingest_dir};
use sokutei_measures::Docid;
use sokutei_testset::truth::{self, LabelKind, Outcome};
use sokutei_testset::{
    BuiltTopics, MatchOptions, Multi, SheetHeader, TopicWarning, article_qrels, build_topics, find_sheet,
    graded_qrels, label_coverage, pair_by_row, read_topics, strict_qrels, write_topics,
};

static CORPUS: LazyLock<(Ingested, Vec<Chunk>)> = LazyLock::new(|| {
    let ingested = ingest_dir(&root("corpus/articles"), &IngestOptions::default()).unwrap();
    let chunks = ingested.chunks();
    (ingested, chunks)
});

fn built(multi: Multi) -> BuiltTopics {
    build_topics(
        &CORPUS.0,
        &MatchOptions {
            multi,
            ..MatchOptions::ARTICLE
        },
    )
    .unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root("data/expected").join(name)).unwrap()).unwrap()
}

#[test]
fn topics_equal_the_oracle_on_its_fields() {
    let built = built(Multi::All);
    let lines = unzipped(&root("data/expected/queries.jsonl.gz"));
    let expected: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(built.topics.len(), expected.len());
    for (topic, expected) in built.topics.iter().zip(&expected) {
        assert_eq!(oracle_fields(topic), *expected);
    }
}

#[test]
fn graded_qrels_equal_the_oracle_in_every_line_and_their_order() {
    let expected = unzipped(&root("data/expected/qrels.txt.gz"));
    let ours = rows(&graded_qrels(&built(Multi::All).topics, &CORPUS.1));
    let ours: Vec<String> = ours
        .into_iter()
        .map(|(q, d, g)| format!("{q} 0 {d} {g}"))
        .collect();
    assert_eq!(ours, expected.lines().collect::<Vec<_>>());
}

#[test]
fn reports_equal_the_oracle_under_both_policies() {
    let under_first = expected("multi_first.json")["report"].clone();
    for (multi, expected) in [
        (Multi::All, expected("evalset_report.json")),
        (Multi::First, under_first),
    ] {
        let built = built(multi);
        let counts = built.report;
        let dropped: Vec<Value> = built
            .unmatched
            .iter()
            .map(|u| json!([u.article, u.query, u.label]))
            .collect();
        let ours = json!({
            "rows": counts.rows, "contains": counts.contains, "fuzzy": counts.fuzzy, "multi": counts.multi,
            "partly_missed": built.partly_missed.iter().map(|p| &p.qid).collect::<Vec<_>>(), "dropped": dropped,
        });
        assert_eq!(ours, expected, "{multi}");
    }
}

#[test]
fn every_row_is_a_topic_or_listed() {
    let built = built(Multi::All);
    let counts = built.report;
    assert_eq!(counts.rows, built.topics.len() + built.unmatched.len());
    assert_eq!((counts.sheets, counts.rows, counts.skipped), (96, 849, 0));
    assert_eq!(built.articles_without_sheet, []);
    for row in &built.unmatched {
        let nearest = row.nearest.as_ref().unwrap();
        assert!(nearest.ratio < 0.5, "{row}");
    }
}

#[test]
fn each_topic_leads_back_to_its_row_and_its_sections() {
    let (ingested, chunks) = &*CORPUS;
    for topic in &built(Multi::All).topics {
        let article = ingested.articles.iter().find(|a| a.file == topic.file).unwrap();
        assert_eq!(article.id, topic.article);
        let sheet = find_sheet(&article.tables, &SheetHeader::default()).unwrap();
        let row = sheet.rows.iter().find(|r| r.row == topic.row).unwrap();
        assert_eq!(
            (&row.query, &row.answer, &row.label),
            (&topic.query, &topic.answer, &topic.label)
        );
        assert!(!topic.answer.is_empty());
        for part in &topic.parts {
            let chunk = chunks.iter().find(|c| c.id == part.docid.as_str()).unwrap();
            assert_eq!((&chunk.heading, &chunk.article), (&part.heading, &topic.article));
            assert!(part.ratio >= 0.5 && part.ratio >= topic.ratio);
            assert!(topic.relevant.contains_key(&part.docid));
        }
        let runner_up = topic.runner_up.as_ref().unwrap();
        assert!(!topic.relevant.contains_key(&runner_up.docid));
    }
}

#[test]
fn a_runner_up_never_fits_a_single_label_better_than_its_section() {
    for topic in built(Multi::All).topics.iter().filter(|t| !t.has_several_parts()) {
        assert!(
            topic.runner_up.as_ref().unwrap().ratio <= topic.ratio,
            "{}",
            topic.qid
        );
    }
}

#[test]
fn the_rule_of_the_article_finds_what_authors_meant_and_labels_nothing_else() {
    let built = built(Multi::All);
    let report = truth::compare(&built, &truth::load(&root("corpus/truth")).unwrap());
    let counts: Vec<_> = report
        .by_kind()
        .iter()
        .map(|k| (k.kind, k.right, k.rows, k.wrong, k.also))
        .collect();
    let expected = [
        (LabelKind::Substring, 638, 638, 0, 0),
        (LabelKind::Near, 144, 144, 0, 0),
        (LabelKind::Multi, 34, 34, 0, 0),
        (LabelKind::Fold, 0, 9, 0, 0),
        (LabelKind::Hard, 0, 24, 0, 0),
    ];
    assert_eq!(counts, expected);
    assert_eq!(report.topics_without_truth, Vec::<String>::new());
    let lost: Vec<&str> = report
        .rows
        .iter()
        .filter(|r| r.outcome == Outcome::Lost)
        .map(|r| &*r.truth.label)
        .collect();
    assert_eq!(lost.len(), built.unmatched.len());
}

#[test]
fn with_the_first_part_only_every_multi_label_is_partly_lost() {
    let report = truth::compare(&built(Multi::First), &truth::load(&root("corpus/truth")).unwrap());
    let multi = report.by_kind()[2];
    assert_eq!(
        (multi.kind, multi.right, multi.lost, multi.wrong),
        (LabelKind::Multi, 0, 34, 0)
    );
}

#[test]
fn topics_with_several_parts_pair_up_by_row_under_both_policies() {
    let (all, first) = (built(Multi::All), built(Multi::First));
    assert_eq!(all.topics.iter().filter(|t| t.relevant.len() > 1).count(), 34);
    assert_eq!(
        all.with_several_parts().count(),
        35,
        "2.4GHz／5GHz／6GHzの違い is one section"
    );
    assert_eq!(first.with_several_parts().count(), 35);
    let pairs = pair_by_row(&first.topics, &all.topics);
    assert_eq!(pairs.len(), 816);
    for (in_first, in_all) in pairs {
        let (one, every) = (&first.topics[in_first], &all.topics[in_all]);
        assert_eq!((&one.query, &one.label), (&every.query, &every.label));
        assert_eq!(one.has_several_parts(), every.has_several_parts());
        assert_eq!(one.relevant.get_index(0), every.relevant.get_index(0));
        assert_eq!(one.parts_left_out.len(), every.parts.len() - 1);
    }
}

#[test]
fn labels_cover_the_corpus_under_every_labeling() {
    let (_, chunks) = &*CORPUS;
    let topics = built(Multi::All).topics;
    let ids: Vec<Docid> = chunks.iter().map(|c| Docid::new(&c.id).unwrap()).collect();
    let articles: Vec<Docid> = chunks.iter().map(|c| Docid::new(&c.article).unwrap()).collect();
    assert!(label_coverage(&strict_qrels(&topics), &ids).is_complete());
    assert!(label_coverage(&graded_qrels(&topics, chunks), &ids).is_complete());
    assert!(label_coverage(&article_qrels(&topics, chunks), &articles).is_complete());
    assert_eq!(label_coverage(&strict_qrels(&topics), &ids).judgments, 816 + 34);
}

#[test]
fn topics_survive_their_file() {
    for multi in [Multi::All, Multi::First] {
        let topics = built(multi).topics;
        let mut file = Vec::new();
        write_topics(&mut file, &topics).unwrap();
        assert_eq!(read_topics(file.as_slice(), "topics.jsonl").unwrap(), topics);
    }
}

#[test]
fn the_file_of_the_oracle_reads_as_topics_without_provenance() {
    let file = unzipped(&root("data/expected/queries.jsonl.gz"));
    let topics = read_topics(file.as_bytes(), "queries.jsonl").unwrap();
    assert_eq!(topics.len(), 816);
    for (read, built) in topics.iter().zip(&built(Multi::All).topics) {
        assert_eq!(oracle_fields(read), oracle_fields(built));
        assert_eq!(
            (read.row, read.file.as_str(), read.runner_up.as_ref()),
            (0, "", None)
        );
    }
    assert_eq!(
        rows(&graded_qrels(&topics, &CORPUS.1)),
        rows(&graded_qrels(&built(Multi::All).topics, &CORPUS.1))
    );
}

#[test]
fn the_one_query_without_words_is_warned_of() {
    let built = built(Multi::All);
    let wordless: Vec<&str> = built
        .warnings
        .iter()
        .filter_map(|w| match w {
            TopicWarning::QueryWithoutWords { query, .. } => Some(&**query),
            _ => None,
        })
        .collect();
    assert_eq!(wordless, ["〜"]);
}
