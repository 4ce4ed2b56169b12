//! Every warning and every error: what makes it, and what it says.

mod fixtures;

use std::path::Path;

use fixtures::{ingested, page, root};
use serde_json::json;
use sokutei_ingest::{IngestOptions, parse_article};
use sokutei_testset::{
    BuiltTopics, Error, MatchOptions, NoSheet, SheetHeader, Similarity, SkipReason, TopicWarning,
    build_topics, build_topics_under, read_topics, truth, write_topics,
};

fn build(html: &str) -> BuiltTopics {
    build_topics(&ingested(&[("a.html", html)]), &MatchOptions::ARTICLE).unwrap()
}

fn warnings(html: &str) -> Vec<(&'static str, String)> {
    build(html)
        .warnings
        .iter()
        .map(|w| (w.kind(), w.to_string()))
        .collect()
}

fn one(kind: &'static str, message: &str) -> Vec<(&'static str, String)> {
    vec![(kind, message.to_owned())]
}

#[test]
fn a_query_of_punctuation_only_is_warned_of() {
    let html = page(&[("？！", "答", "節A"), ("…", "答", "節A")], &["節A"]);
    let found = warnings(&html);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].0, "query-without-words");
    assert_eq!(
        found[0].1,
        "q0: the query `？！` has no words; write a question or drop the row"
    );
}

#[test]
fn a_query_asked_twice_is_warned_of_once_with_all_topics() {
    let html = page(
        &[
            ("API とは", "答", "節A"),
            ("ほか", "答", "節A"),
            ("ＡＰＩ　とは", "答", "節B"),
        ],
        &["節A", "節B"],
    );
    let message = "2 topics ask `API とは` (q0, q2); check that they mean the same sections";
    assert_eq!(warnings(&html), one("duplicate-query", message));
}

#[test]
fn a_label_that_several_headings_contain_is_warned_of() {
    let html = page(&[("問い", "答", "索引")], &["語", "索引とは", "索引の作り方"]);
    let message = "a.html: 2 headings contain the label `索引` of q0; the first, `索引とは`, is taken: lengthen the label \
                   if another is meant";
    assert_eq!(warnings(&html), one("ambiguous-label", message));
    let built = build(&html);
    assert_eq!(
        built.topics[0].runner_up.as_ref().unwrap().heading,
        "索引の作り方"
    );
}

#[test]
fn an_empty_label_that_meets_an_empty_heading_is_warned_of() {
    let html = page(&[("問い", "答", "")], &["節A", ""]);
    let message = "a.html: row 1 (q0) has no label and was matched to an empty heading; name the section";
    assert_eq!(warnings(&html), one("empty-label", message));
}

#[test]
fn a_row_without_an_answer_is_warned_of() {
    let html = page(&[("問い", "", "節A")], &["節A"]);
    assert_eq!(
        warnings(&html),
        one("no-answer", "a.html: row 1 (q0) has no answer; write one")
    );
}

#[test]
fn a_second_cheat_sheet_in_a_page_is_warned_of_and_not_read() {
    let first = page(&[("一", "答", "節A")], &["節A"]);
    let second = page(&[("二", "答", "節B")], &["節B"]);
    let html = format!("{first}{second}");
    assert_eq!(build(&html).topics.len(), 1);
    let message = "a.html: 1 more cheat-sheets after the first are not read; join them into one table";
    assert_eq!(warnings(&html), one("further-sheet", message));
}

#[test]
fn a_warning_serialises_with_its_kind() {
    let warning = TopicWarning::FurtherSheet {
        file: "a.html".into(),
        count: 1,
    };
    let expected = json!({"kind": "further-sheet", "file": "a.html", "count": 1});
    assert_eq!(serde_json::to_value(&warning).unwrap(), expected);
}

#[test]
fn rows_that_cannot_be_read_are_listed_and_not_counted_as_rows() {
    let html = page(&[("一", "答", "節A"), ("", "答", "節A")], &["節A"])
        .replace("</table>", "<tr><td>短い行<td>答え</tr><tr></tr></table>");
    let built = build(&html);
    assert_eq!((built.report.rows, built.report.skipped), (1, 3));
    let reasons: Vec<_> = built.skipped.iter().map(|s| (s.row, s.reason)).collect();
    let short = |n_cells| SkipReason::TooShort { n_cells, needed: 3 };
    assert_eq!(
        reasons,
        [(2, SkipReason::NoQuestion), (3, short(2)), (4, short(0))]
    );
    assert_eq!(built.skipped[1].cells, ["短い行", "答え"]);
    let message = "a.html: row 3 of the cheat-sheet is skipped: it has 2 cells and needs 3";
    assert_eq!(built.skipped[1].to_string(), message);
    assert_eq!(built.warnings[1].to_string(), message);
    let expected = json!({
        "kind": "skipped-row", "article": "t0", "file": "a.html", "row": 3, "cells": ["短い行", "答え"],
        "reason": "too-short", "n_cells": 2, "needed": 3,
    });
    assert_eq!(serde_json::to_value(&built.warnings[1]).unwrap(), expected);
}

#[test]
fn rows_without_a_section_are_listed_with_the_nearest_heading() {
    let html = page(
        &[("一", "答", "節A"), ("二", "答1", "まったく別")],
        &["節A", "別の話"],
    );
    let built = build(&html);
    assert_eq!(built.unmatched[0].row, 2);
    let message = "a.html: row 2: no section for the label `まったく別` (nearest: `別の話`, 0.250)";
    assert_eq!(built.unmatched[0].to_string(), message);
    assert_eq!(
        (built.warnings[0].kind(), built.warnings[0].to_string()),
        ("unmatched-row", message.to_owned())
    );
}

#[test]
fn an_article_without_sections_or_sheet_beside_others_is_listed() {
    let good = page(&[("一", "答", "節A")], &["節A"]);
    let no_section = page(&[("二", "答", "節A")], &[]);
    let no_sheet = "<h2>節</h2><p>本文</p>";
    let pages = ingested(&[("a.html", &*good), ("b.html", &*no_section), ("c.html", no_sheet)]);
    let built = build_topics(&pages, &MatchOptions::ARTICLE).unwrap();
    assert_eq!(
        (built.unmatched[0].file.as_str(), &built.unmatched[0].nearest),
        ("b.html", &None)
    );
    assert_eq!(built.articles_without_sheet[0].reason, NoSheet::NoTable);
    assert_eq!(built.articles_without_sheet[0].to_string(), "c.html: no table");
    let kinds: Vec<_> = built.warnings.iter().map(TopicWarning::kind).collect();
    assert_eq!(kinds, ["unmatched-row", "article-without-sheet"]);
    let expected =
        json!({"kind": "article-without-sheet", "article": "t2", "file": "c.html", "reason": "no-table"});
    assert_eq!(serde_json::to_value(&built.warnings[1]).unwrap(), expected);
    assert_eq!(built.warnings[1].to_string(), "no cheat-sheet: c.html: no table");
}

#[test]
fn a_part_of_a_label_that_finds_nothing_is_listed() {
    let built = build(&page(&[("一", "答", "節A／zzzz")], &["節A"]));
    assert_eq!(built.partly_missed[0].missed, ["zzzz"]);
    assert_eq!(built.topics[0].parts_missed, ["zzzz"]);
    let warning = &built.warnings[0];
    let message = "a.html: row 1 (q0): no section for `zzzz`";
    assert_eq!(
        (warning.kind(), warning.to_string()),
        ("partly-missed", message.to_owned())
    );
    assert!(built.topics[0].has_several_parts());
}

#[test]
fn sheets_of_which_no_row_finds_a_section_are_an_error() {
    let html = page(&[("一", "答", "zzzz"), ("", "答", "節A")], &["節A"]);
    let error = build_topics(&ingested(&[("a.html", &*html)]), &MatchOptions::ARTICLE).unwrap_err();
    let expected = "no topic from 1 cheat-sheet(s): 1 rows found no section, 1 were skipped: a.html: row 1: no section \
                    for the label `zzzz` (nearest: `節A`, 0.000); a.html: row 2 of the cheat-sheet is skipped: its \
                    question is empty";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn no_article_at_all_is_an_error() {
    let error = build_topics(&ingested::<&str>(&[]), &MatchOptions::ARTICLE).unwrap_err();
    let expected = "in any of 0 articles; give each page that should have topics such a table";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[test]
fn a_long_list_of_pages_is_cut_in_the_message_only() {
    let pages: Vec<(String, String)> = (0..20)
        .map(|i| (format!("p{i:02}.html"), "<h2>節</h2>".into()))
        .collect();
    let error = build_topics(&ingested(&pages), &MatchOptions::ARTICLE).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("p07.html: no table; and 12 more; give"),
        "{error}"
    );
    assert!(matches!(error, Error::NoCheatSheet { articles, .. } if articles.len() == 20));
}

#[test]
fn a_threshold_that_is_none_is_an_error() {
    let options = MatchOptions {
        threshold: 1.5,
        ..MatchOptions::ARTICLE
    };
    let error = build_topics(&ingested::<&str>(&[]), &options).unwrap_err();
    assert_eq!(error.to_string(), "threshold 1.5: expected a number from 0 to 1");
}

#[test]
fn an_unknown_similarity_is_an_error_that_lists_the_known_ones() {
    let error = "cosine".parse::<Similarity>().unwrap_err();
    let message = "unknown similarity `cosine`: expected one of difflib, difflib-no-autojunk, jaro, jaro-winkler, \
                   normalized-levenshtein, normalized-damerau-levenshtein, sorensen-dice";
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_article_id_that_no_file_could_name_is_an_error() {
    let html = page(&[("一", "答", "節A")], &["節A"]);
    let mut pages = ingested(&[("a.html", &html)]);
    pages.articles = vec![parse_article(html.as_bytes(), "a b.html", "a b", &IngestOptions::default()).0];
    let error = build_topics(&pages, &MatchOptions::ARTICLE).unwrap_err();
    let message = "a b.html: section id `a b#0` cannot be a document id";
    assert_eq!(error.to_string(), message);
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(
        cause.contains("holds white space") && cause.contains("a%20b"),
        "{cause}"
    );
}

#[test]
fn sheets_under_another_header_are_found_when_asked_for() {
    let html = page(&[("一", "答", "節A")], &["節A"]).replace("知りたいこと", "質問");
    let pages = ingested(&[("a.html", &html)]);
    let header = SheetHeader {
        query: "質問".into(),
        ..SheetHeader::default()
    };
    assert_eq!(
        build_topics_under(&header, &pages, &MatchOptions::ARTICLE)
            .unwrap()
            .topics
            .len(),
        1
    );
    assert!(build_topics(&pages, &MatchOptions::ARTICLE).is_err());
}

#[test]
fn malformed_lines_are_errors_with_their_place() {
    let error = |bytes: &[u8]| {
        let file = [b"{\"qid\":\"q0\",\"query\":\"x\"}\n\r\n", bytes].concat();
        read_topics(file.as_slice(), "t.jsonl").unwrap_err().to_string()
    };
    let whole = "t.jsonl:3:7: EOF while parsing a value; each line must be one whole JSON object";
    assert_eq!(error(b"{\"qid\":"), whole);
    let utf8 = "t.jsonl:3:9: bytes that are not UTF-8; save the file as UTF-8";
    assert_eq!(error(b"{\"qid\":\"\xff\"}"), utf8);
    let mark = "t.jsonl:3:1: a byte order mark (U+FEFF) that does not begin the file; delete it; files were probably joined";
    assert_eq!(error("\u{feff}{}".as_bytes()), mark);
    let starts = |bytes: &[u8], start: &str| {
        let message = error(bytes);
        assert!(message.starts_with(start), "{message}");
        assert!(
            message.ends_with("; a topic is an object with at least `qid` and `query`, and `relevant` an object of grades by docid"),
            "{message}"
        );
    };
    starts(b"[]", "t.jsonl:3:");
    starts(b"{\"qid\":\"q1\"}", "t.jsonl:3:12: missing field `query`; ");
    starts(b"{\"qid\":\"q 1\",\"query\":\"x\"}", "t.jsonl:3:");
    starts(
        b"{\"qid\":\"q1\",\"query\":\"x\",\"relevant\":{\"a b\":1}}",
        "t.jsonl:3:",
    );
    starts(
        b"{\"qid\":\"q1\",\"query\":\"x\",\"relevant\":{\"a\":1.5}}",
        "t.jsonl:3:",
    );
    starts(b"{\"qid\":\"q1\",\"query\":\"x\",\"ratio\":1.5}", "t.jsonl:3:");
    starts(
        b"{\"qid\":\"q1\",\"query\":\"x\",\"match\":\"exact\"}",
        "t.jsonl:3:",
    );
}

#[test]
fn a_qid_used_twice_is_an_error_that_names_both_lines() {
    let file = "\u{feff}{\"qid\":\"q0\",\"query\":\"x\"}\n\n{\"qid\":\"q0\",\"query\":\"y\"}\n";
    let error = read_topics(file.as_bytes(), "t.jsonl").unwrap_err();
    assert_eq!(
        error.to_string(),
        "t.jsonl:3: qid `q0` is already used in line 1; each topic needs its own"
    );
}

#[test]
fn an_empty_file_has_no_topics() {
    assert_eq!(read_topics(&b""[..], "t.jsonl").unwrap(), []);
}

#[test]
fn a_full_disk_is_an_error() {
    let topics = build(&page(&[("一", "答", "節A")], &["節A"])).topics;
    let mut room = [0_u8; 10];
    assert!(matches!(
        write_topics(&mut room[..], &topics),
        Err(Error::Io { .. })
    ));
}

#[test]
fn truth_folders_that_hold_none_are_errors() {
    let remedy = "give the folder that holds the `*.truth.json` files";
    let missing = truth::load(Path::new("/nowhere/truth")).unwrap_err();
    assert!(matches!(missing, Error::NoTruthFolder { .. }));
    assert_eq!(
        missing.to_string(),
        format!("/nowhere/truth: no such folder; {remedy}")
    );
    let file = root("corpus/README.md");
    let not_a_folder = truth::load(&file).unwrap_err();
    assert!(matches!(not_a_folder, Error::NoTruthFolder { .. }));
    assert_eq!(
        not_a_folder.to_string(),
        format!("{}: not a folder; {remedy}", file.display())
    );
    let no_truth = truth::load(&root("corpus/articles")).unwrap_err();
    assert!(
        no_truth
            .to_string()
            .ends_with("no `*.truth.json` in it; expected one for each article"),
        "{no_truth}"
    );
}
