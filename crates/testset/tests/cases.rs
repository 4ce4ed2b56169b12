//! What users of comparable tools ran into, one test per case.

mod fixtures;

use fixtures::{ingested, page, rows};
use sokutei_ingest::Chunk;
use sokutei_measures::{Docid, Inserted, Qrels, Run, TieBreak, TopicId, evaluate, trec};
use sokutei_testset::{
    ArticleOf, Error, MatchKind, MatchOptions, Similarity, article_qrels, build_topics, difflib_ratio,
    duplicate_chunks, graded_qrels, label_coverage, read_topics, strict_qrels, topic_coverage, write_topics,
};

fn build(pages: &[(&str, &str)]) -> Result<sokutei_testset::BuiltTopics, Error> {
    build_topics(&ingested(pages), &MatchOptions::ARTICLE)
}

fn docid(id: &str) -> Docid {
    Docid::new(id).unwrap()
}

fn chunk(id: &str, article: &str, heading: &str, text: &str) -> Chunk {
    let owned = str::to_owned;
    Chunk {
        id: owned(id),
        article: owned(article),
        heading: owned(heading),
        text: owned(text),
        ..Chunk::default()
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-5
}

#[test]
fn r51_popular_characters_collapse_the_ratio_of_long_texts_and_the_rule_can_be_switched_off() {
    let text = "あいうえお".repeat(50);
    let with_one_more = format!("あいうえおか{}", "あいうえお".repeat(49));
    let ratio = |similarity: Similarity| similarity.of(&text, &with_one_more);
    assert!(
        near(ratio(Similarity::Difflib), 0.01996),
        "as Python's default gives it"
    );
    assert!(near(ratio(Similarity::DifflibNoAutojunk), 0.97804));
}

#[test]
fn r52_the_label_is_the_first_argument_and_the_heading_the_second() {
    assert!(near(difflib_ratio("tide", "diet"), 0.25));
    assert!(near(difflib_ratio("diet", "tide"), 0.5));
    let label_diet = page(&[("問い", "答", "diet")], &["tide"]);
    assert!(near(
        build(&[("a.html", &label_diet)]).unwrap().topics[0].ratio,
        0.5
    ));
    let label_tide = page(&[("問い", "答", "tide")], &["diet"]);
    assert!(
        matches!(build(&[("a.html", &label_tide)]), Err(Error::NoTopics { .. })),
        "0.25 is below 0.5"
    );
}

#[test]
fn r53_a_label_shorter_than_its_heading_is_found_because_the_heading_contains_it() {
    let heading = "RDPのポート番号3389（TCPとUDP）と ss での確かめ方";
    assert!(
        near(difflib_ratio("ポート番号3389", heading), 0.42857),
        "the ratio alone would miss it"
    );
    let page = page(
        &[("RDPのポート番号", "3389", "ポート番号3389")],
        &["接続の手順", heading],
    );
    let topic = build(&[("a.html", &page)]).unwrap().topics.remove(0);
    assert_eq!(topic.match_kind, MatchKind::Contains);
    assert_eq!(topic.relevant.keys().collect::<Vec<_>>(), [&docid("t0#1")]);
}

#[test]
fn r54_both_sections_of_a_row_that_names_two_are_relevant() {
    let headings = ["HTTPとは何か", "メソッド一覧（GETほか）", "状態コード"];
    let page = page(
        &[("HTTP リクエストとは", "要求", "HTTPとは／メソッド一覧")],
        &headings,
    );
    let topic = build(&[("a.html", &page)]).unwrap().topics.remove(0);
    assert_eq!(
        topic.relevant.into_iter().collect::<Vec<_>>(),
        [(docid("t0#0"), 2), (docid("t0#1"), 2)]
    );
    assert_eq!(topic.same_article, 1);
}

#[test]
fn r55_pages_without_any_cheat_sheet_are_an_error_that_says_why_page_by_page() {
    let no_table = "<h1>題</h1><h2>節</h2><p>本文</p>";
    let other = "<table><tr><th>知りたいこと<th>答え</tr></table><h2>節</h2><p>本文</p>";
    let error = build(&[("a.html", no_table), ("b.html", other)]).unwrap_err();
    let expected = "no cheat-sheet (a table whose first row has the cells 知りたいこと, 答え, 詳しい節) in any of 2 \
                    articles: a.html: no table; b.html: one table, whose first row lacks 詳しい節; give each \
                    page that should have topics such a table";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn r56_short_pages_end_with_one_topic_or_one_reason_for_each_row() {
    let one_line = page(&[("空は", "青", "空")], &["空"]);
    let no_section = page(&[("月は", "白", "月")], &[]);
    let no_sheet = "<p>天気がよい。".to_owned();
    let built = build(&[
        ("a.html", &*one_line),
        ("b.html", &*no_section),
        ("c.html", &*no_sheet),
    ])
    .unwrap();
    assert_eq!(
        (built.topics.len(), built.unmatched.len(), built.skipped.len()),
        (1, 1, 0)
    );
    assert_eq!(built.articles_without_sheet.len(), 1);
    let report = built.report;
    assert_eq!(report.rows, built.topics.len() + built.unmatched.len());
    let nothing = build(&[
        ("a.html", &*no_sheet),
        ("b.html", &*no_sheet),
        ("c.html", &*no_sheet),
    ]);
    assert!(matches!(nothing, Err(Error::NoCheatSheet { articles, .. }) if articles.len() == 3));
}

#[test]
fn r57_a_topic_says_where_its_question_and_its_truth_come_from() {
    let page = page(
        &[("", "", ""), ("索引の作り方は", "語から引く", "索引の作りかた")],
        &["索引の作り方", "語の数"],
    );
    let built = build(&[("search.html", &page)]).unwrap();
    let topic = &built.topics[0];
    assert_eq!(
        (&*topic.file, topic.row, &*topic.label),
        ("search.html", 2, "索引の作りかた")
    );
    assert_eq!(
        (&*topic.source, &*topic.answer),
        ("早見表:索引の作りかた", "語から引く")
    );
    let part = &topic.parts[0];
    assert_eq!(
        (part.docid.as_str(), &*part.heading, part.match_kind),
        ("t0#0", "索引の作り方", MatchKind::Fuzzy)
    );
    assert!(near(part.ratio, 10.0 / 13.0), "5 code points of 7 and 6 match");
    let runner_up = topic.runner_up.as_ref().unwrap();
    assert_eq!(
        (runner_up.docid.as_str(), &*runner_up.heading),
        ("t0#1", "語の数")
    );
}

#[test]
fn r59_labels_of_an_older_split_are_seen_before_they_look_like_bad_ranking() {
    let old = page(
        &[("一", "答", "節A"), ("二", "答", "節C")],
        &["節A", "節B", "節C"],
    );
    let topics = build(&[("a.html", &old)]).unwrap().topics;
    let new_split = [docid("t0#0"), docid("t0#1")];
    let coverage = label_coverage(&strict_qrels(&topics), &new_split);
    assert!(near(coverage.fraction(), 0.5) && !coverage.is_complete());
    assert_eq!(coverage.uncovered_topics, [TopicId::new("q1").unwrap()]);
    let message = "1 of 2 judgments (50.0 %) name documents of the corpus; missing: t0#2 (1 topic)";
    assert_eq!(coverage.to_string(), message);
}

#[test]
fn r61_one_run_is_scored_for_sections_and_for_articles() {
    let a = page(&[("一", "答", "節A")], &["節A", "節B"]);
    let b = page(&[("二", "答", "節C")], &["節C"]);
    let pages = ingested(&[("a.html", &a), ("b.html", &b)]);
    let chunks = pages.chunks();
    let topics = build_topics(&pages, &MatchOptions::ARTICLE).unwrap().topics;
    // q0: the wrong section of the right article first; q1: the right section second
    let lines = "q0 Q0 t0#1 1 3 x\nq0 Q0 t0#0 2 2 x\nq1 Q0 t0#0 1 3 x\nq1 Q0 t1#0 2 2 x\n";
    let run: Run = trec::read_run(lines.as_bytes(), "x.run").unwrap();
    let rr = ["RR@10".parse().unwrap()];
    let of = ArticleOf::new(&chunks);
    let collapsed = run.collapse(|d| of.article(d).cloned());
    let sections = evaluate(&run, &strict_qrels(&topics), &rr, TieBreak::RankColumn);
    let articles = evaluate(
        &collapsed,
        &article_qrels(&topics, &chunks),
        &rr,
        TieBreak::RankColumn,
    );
    assert!(near(sections.values[0].mean(), 0.5));
    assert!(near(articles.values[0].mean(), 0.75), "rank 1 for q0, 2 for q1");
}

#[test]
fn r63_judged_documents_that_the_corpus_lacks_are_named_and_still_count_as_misses() {
    let page = page(&[("一", "答", "節A／節B"), ("二", "答", "節B")], &["節A", "節B"]);
    let pages = ingested(&[("a.html", &page)]);
    let topics = build_topics(&pages, &MatchOptions::ARTICLE).unwrap().topics;
    let mut chunks = pages.chunks();
    chunks.pop();
    let graded = graded_qrels(&topics, &chunks);
    let coverage = label_coverage(&graded, &[docid("t0#0")]);
    let missing: Vec<_> = coverage
        .missing
        .iter()
        .map(|m| (m.docid.as_str(), m.topics))
        .collect();
    assert_eq!(missing, [("t0#1", 2)]);
    let expected = [("q0", "t0#0", 2), ("q0", "t0#1", 2), ("q1", "t0#1", 2)];
    let expected = expected.map(|(q, d, g)| (q.to_owned(), d.to_owned(), g));
    assert_eq!(rows(&graded), expected, "the label stays");
    let of_article = rows(&article_qrels(&topics, &chunks));
    assert_eq!(
        of_article[1],
        ("q1".to_owned(), "t0".to_owned(), 1),
        "the topic knows its article"
    );
}

#[test]
fn r66_a_repeated_judgment_is_harmless_and_a_contradicting_one_names_its_pair() {
    let page = page(&[("一", "答", "節A")], &["節A"]);
    let topics = build(&[("a.html", &page)]).unwrap().topics;
    let mut qrels: Qrels = strict_qrels(&topics);
    let q0 = || TopicId::new("q0").unwrap();
    assert_eq!(qrels.insert(q0(), docid("t0#0"), 1).unwrap(), Inserted::Duplicate);
    let conflict = qrels.insert(q0(), docid("t0#0"), 2).unwrap_err().to_string();
    assert!(conflict.contains("q0") && conflict.contains("t0#0"), "{conflict}");
    let line = r#"{"qid":"q0","query":"一","relevant":{"t0#0":2,"t0#0":1}}"#;
    let error = read_topics(line.as_bytes(), "t.jsonl").unwrap_err().to_string();
    assert!(
        error.starts_with("t.jsonl:1:") && error.contains("docid `t0#0` has grade 2 and again 1"),
        "{error}"
    );
}

#[test]
fn r68_equal_sections_of_which_one_is_labelled_are_listed_with_the_topics_they_touch() {
    let sheet = page(&[("一", "答", "節A"), ("二", "答", "節B")], &["節A", "節B"]);
    let topics = build(&[("a.html", &sheet)]).unwrap().topics;
    let chunks = [
        chunk("t0#0", "t0", "節A", "同じ本文"),
        chunk("t0#1", "t0", "節B", "本文"),
        chunk("t1#0", "t1", "節A", "同じ本文"),
        chunk("t1#1", "t1", "別の見出し", "本文"),
    ];
    let groups = duplicate_chunks(&chunks, &topics);
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].docids, ["t0#0", "t1#0"]);
    assert_eq!(
        (&*groups[0].topics, &*groups[0].partly_labelled),
        (&["q0".to_owned()][..], &["q0".to_owned()][..])
    );
}

#[test]
fn r69_optional_fields_that_are_missing_or_null_are_empty() {
    let bare = r#"{"qid":"q0","query":"問い","relevant":{"a":2}}"#;
    let nulls = r#"{"qid":"q0","query":"問い","relevant":{"a":2},"answer":null,"match":null,"ratio":null,"row":null,
        "file":null,"parts":null,"runner_up":null,"same_article":null,"source":null}"#;
    let read = |text: &str| read_topics(text.replace('\n', " ").as_bytes(), "t.jsonl").unwrap();
    assert_eq!(read(bare), read(nulls));
    assert_eq!(
        (&*read(bare)[0].answer, read(bare)[0].match_kind),
        ("", MatchKind::Given)
    );
}

#[test]
fn r71_topics_and_judgments_without_each_other_are_listed_on_both_sides() {
    let page = page(&[("一", "答", "節A"), ("二", "答", "節B")], &["節A", "節B"]);
    let topics = build(&[("a.html", &page)]).unwrap().topics;
    let mut qrels = Qrels::default();
    qrels
        .insert(TopicId::new("q1").unwrap(), docid("t0#1"), 1)
        .unwrap();
    qrels
        .insert(TopicId::new("q9").unwrap(), docid("t0#0"), 1)
        .unwrap();
    let coverage = topic_coverage(&topics, &qrels);
    assert_eq!(coverage.judged, 1);
    assert_eq!(coverage.only_in_topics, [TopicId::new("q0").unwrap()]);
    assert_eq!(coverage.only_in_qrels, [TopicId::new("q9").unwrap()]);
}

#[test]
fn r74_a_topic_without_judgments_survives_its_file_and_is_declared_in_the_qrels() {
    let topics = read_topics(r#"{"qid":"q7","query":"問い"}"#.as_bytes(), "t.jsonl").unwrap();
    let mut file = Vec::new();
    write_topics(&mut file, &topics).unwrap();
    assert_eq!(read_topics(file.as_slice(), "t.jsonl").unwrap(), topics);
    for qrels in [
        strict_qrels(&topics),
        graded_qrels(&topics, &[]),
        article_qrels(&topics, &[]),
    ] {
        assert_eq!(qrels.topics().collect::<Vec<_>>(), [&topics[0].qid]);
        assert_eq!(
            topic_coverage(&topics, &qrels).only_in_topics,
            [topics[0].qid.clone()]
        );
        assert!(near(label_coverage(&qrels, []).fraction(), 0.0), "never NaN");
    }
}
