//! Qrels and runs in every format: the same data, the same result; and what is refused, and how it is told.
#![cfg(feature = "formats")]
#![allow(clippy::float_cmp)] // what is read is exact

use std::fmt::Write as _;

use proptest::prelude::*;
use sokutei_measures::formats::{Contents, FileFormat, contents, detect, read_qrels, read_run};
use sokutei_measures::trec::{self, ReadQrels, ReadRun};
use sokutei_measures::{Docid, Duplicates, Error, Hit, Oddities, Place, Qrels, ReadingRules, Run, TopicId};

fn qrels_as(text: &[u8], rules: ReadingRules) -> Result<ReadQrels, Error> {
    read_qrels(text, "x", detect(text, "x")?, rules)
}

fn run_as(text: &[u8], rules: ReadingRules) -> Result<ReadRun, Error> {
    read_run(text, "x", detect(text, "x")?, rules)
}

fn qrels(text: &str) -> Qrels {
    let read = qrels_as(text.as_bytes(), ReadingRules::default());
    read.unwrap_or_else(|e| panic!("{text}: {e}")).qrels
}

fn run(text: &str) -> Run {
    let read = run_as(text.as_bytes(), ReadingRules::default());
    read.unwrap_or_else(|e| panic!("{text}: {e}")).run
}

fn qrels_error(text: &str) -> String {
    qrels_as(text.as_bytes(), ReadingRules::default())
        .expect_err(text)
        .to_string()
}

fn run_error(text: &str) -> String {
    run_as(text.as_bytes(), ReadingRules::default())
        .expect_err(text)
        .to_string()
}

fn mended(text: &str) -> ReadRun {
    let rules = ReadingRules {
        oddities: Oddities::Mend,
        ..ReadingRules::default()
    };
    run_as(text.as_bytes(), rules).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn rows(run: &Run, topic: &str) -> Vec<(String, u32, f64)> {
    run.hits(&TopicId::new(topic).expect("an id"))
        .iter()
        .map(|row| (row.docid.to_string(), row.rank, row.score))
        .collect()
}

/// The three kinds of oddities, as name and number.
fn kinds(read: &ReadRun) -> Vec<(&'static str, usize)> {
    read.oddities.iter().map(|o| (o.kind, o.count)).collect()
}

/// The same qrels, written by hand in every format; q3 has no judgment and only JSON can say so.
const QRELS: [(&str, FileFormat); 13] = [
    ("q1 0 d#1 1\nq1 0 d2 0\nq2 0 d#1 2\n", FileFormat::Trec),
    (
        "\u{feff}q1\t0\td#1\t1\r\n\r\n q1 0  d2 0 \r\n# no row\r\nq2 0 d#1 2",
        FileFormat::Trec,
    ),
    (
        r#"{"q1": {"d#1": 1, "d2": 0}, "q2": {"d#1": 2}}"#,
        FileFormat::Json,
    ),
    (
        "\u{feff}\n{\"q1\":\r\n{\"d#1\":1.0,\"d2\":-0.0},\"q2\":{\"d#1\":2e0}}\n",
        FileFormat::Json,
    ),
    (
        r#"{"\u0071\u0031": {"d\u00231": 1, "d2": 0}, "q2": {"d#1": 2}}"#,
        FileFormat::Json,
    ),
    (
        "{\"qid\":\"q1\",\"docid\":\"d#1\",\"relevance\":1}\n\n{\"grade\":0.0,\"doc_id\":\"d2\",\"query_id\":\"q1\"}\r\n{\"query-id\":\"q2\",\"corpus-id\":\"d#1\",\"score\":2,\"more\":[{\"qid\":\"x\"}]}",
        FileFormat::Jsonl,
    ),
    (
        "\u{feff}# made by hand\n {\"qid\":\"q1\",\"docid\":\"d#1\",\"relevance\":1}\n{\"qid\":\"q1\",\"docid\":\"d2\",\"rel\":0}\n{\"qid\":\"q2\",\"docid\":\"d#1\",\"label\":2}\n",
        FileFormat::Jsonl,
    ),
    // BEIR's
    (
        "query-id\tcorpus-id\tscore\nq1\td#1\t1\nq1\td2\t0\nq2\td#1\t2\n",
        FileFormat::Tsv,
    ),
    (
        "\u{feff}rel\tx\tdoc_id\tq_id\r\n1\ta b\td#1\tq1\r\n0\t\"\t d2 \tq1\r\n\r\n2\t\td#1\tq2\r\n",
        FileFormat::Tsv,
    ),
    // pandas', ranx'
    ("q_id,doc_id,rel\nq1,d#1,1\nq1,d2,0\nq2,d#1,2\n", FileFormat::Csv),
    (
        "\"topic\",\"docno\",\"grade\",\"note\"\r\n\"q1\",\"d#1\",\"1\",\"a \"\"b\"\", c\"\r\nq1 , \"d2\" ,0,\r\n\r\nq2,d#1,2,",
        FileFormat::Csv,
    ),
    (
        "score,grade,query_id,corpus_id\n9,1,q1,d#1\n9,0,q1,d2\n9,2,q2,d#1\n",
        FileFormat::Csv,
    ),
    (
        "topic_id,docid,label\nq1,d#1,1\nq1,d#1,1\nq1,d2,0\nq2,d#1,2\n",
        FileFormat::Csv,
    ),
];

/// The same run, likewise.
const RUNS: [(&str, FileFormat); 8] = [
    (
        "q1 Q0 b 1 2.5 x\nq1 Q0 a 2 10 x\nq2 Q0 a 1 -1e-3 x\n",
        FileFormat::Trec,
    ),
    (
        r#"{"q1": {"b": 2.5, "a": 10}, "q2": {"a": -0.001}}"#,
        FileFormat::Json,
    ),
    (
        r#"{"q1": {"b": 25e-1, "a": 1e1}, "q2": {"a": -1e-3}, "q3": {}}"#,
        FileFormat::Json,
    ),
    (
        "{\"qid\":\"q1\",\"docid\":\"b\",\"score\":2.5}\n{\"qid\":\"q1\",\"docid\":\"a\",\"score\":10.0}\n{\"qid\":\"q2\",\"docid\":\"a\",\"score\":-0.001}\n",
        FileFormat::Jsonl,
    ),
    (
        "{\"qid\":\"q1\",\"docid\":\"b\",\"score\":2.5,\"rank\":1}\n{\"qid\":\"q1\",\"docid\":\"a\",\"score\":10,\"rank\":2.0}\n{\"qid\":\"q2\",\"docid\":\"a\",\"score\":-1E-3,\"rank\":1}\n",
        FileFormat::Jsonl,
    ),
    (
        "q_id,doc_id,score\nq1,b,2.5\nq1,a,10\nq2,a,-0.001\n",
        FileFormat::Csv,
    ),
    (
        "qid\tdocid\trank\tscore\nq1\tb\t1\t2.5\nq1\ta\t2\t1e1\nq2\ta\t1\t-1e-3\n",
        FileFormat::Tsv,
    ),
    (
        "topic,docno,score,rank\r\nq1,\"b\",2.50,1\r\nq1,a,10.,2\r\nq2,a,-.001,1",
        FileFormat::Csv,
    ),
];

#[test]
fn the_same_data_is_the_same_in_every_format() {
    let mut expected = Qrels::new();
    for (topic, docid, grade) in [("q1", "d#1", 1), ("q1", "d2", 0), ("q2", "d#1", 2)] {
        let (topic, docid) = (
            TopicId::new(topic).expect("an id"),
            Docid::new(docid).expect("an id"),
        );
        expected.insert(topic, docid, grade).expect("no conflict");
    }
    for (text, format) in QRELS {
        assert_eq!(detect(text.as_bytes(), "x").expect("known"), format, "{text}");
        // numbers with a point are taken for scores where nothing else tells
        let holds = if text.contains("\"d#1\":1.0") {
            Contents::Run
        } else {
            Contents::Qrels
        };
        assert_eq!(contents(text.as_bytes(), format), Some(holds), "{text}");
        assert_eq!(qrels(text), expected, "{text}");
    }
    for (text, format) in RUNS {
        assert_eq!(detect(text.as_bytes(), "x").expect("known"), format, "{text}");
        assert_eq!(contents(text.as_bytes(), format), Some(Contents::Run), "{text}");
        let run = run(text);
        assert_eq!(
            rows(&run, "q1"),
            [("b".to_owned(), 1, 2.5), ("a".to_owned(), 2, 10.0)],
            "{text}"
        );
        assert_eq!(rows(&run, "q2"), [("a".to_owned(), 1, -0.001)], "{text}");
        assert_eq!((run.len(), run.tag.as_str()), (2, "x"), "{text}");
    }
}

#[test]
fn ranks_without_scores_and_lists_fall_from_minus_one() {
    let expected = [("b".to_owned(), 1, -1.0), ("a".to_owned(), 2, -2.0)];
    for text in [
        r#"{"q1": ["b", "a"]}"#,
        "{\"qid\":\"q1\",\"docid\":\"b\",\"rank\":1}\n{\"qid\":\"q1\",\"docid\":\"a\",\"rank\":2}\n",
        "qid,docid,rank\nq1,b,1\nq1,a,2\n",
    ] {
        assert_eq!(rows(&run(text), "q1"), expected, "{text}");
    }
    // ids may be whole numbers in JSON
    assert_eq!(rows(&run(r#"{"q1": [7, 3]}"#), "q1")[0].0, "7");
}

#[test]
fn a_topic_without_judgments_is_declared_by_json() {
    let read = qrels(r#"{"q1": {"a": 1}, "q2": {}, "q3": {"b": 1}}"#);
    assert_eq!((read.len(), read.n_judgments()), (3, 2));
}

#[test]
fn errors_say_where_what_and_what_to_do() {
    for (text, expected) in [
        (
            r#"{"q1": {"a": 1, "a": 1}}"#,
            "x: at \"q1\".\"a\": key \"a\" is given twice; keep one",
        ),
        (
            r#"{"q1": {"a": 1}, "q1": {"b": 1}}"#,
            "x: at \"q1\": key \"q1\" is given twice; keep one",
        ),
        (
            r#"{"q1": {"a": 0.5}}"#,
            "x: at \"q1\".\"a\": field \"grade\": grade \"0.5\" is not a whole number; give whole grades and map them to gains, or ask for decimal grades",
        ),
        (
            r#"{"q1": {"a": 3000000000}}"#,
            "x: at \"q1\".\"a\": field \"grade\": grade \"3000000000\" is not a whole number between -2147483648 and 2147483647",
        ),
        (
            r#"{"q1": {"a": "1"}}"#,
            "x: at \"q1\".\"a\": this is a string; expected a number",
        ),
        (
            r#"{"q1": {"a b": 1}}"#,
            "x: at \"q1\".\"a b\": field \"docid\": docid \"a b\" holds white space (U+0020, character 2); percent-encode it, as in a%20b",
        ),
        // found by fuzzing: there is no second line
        (
            "{\"q1\": {\"a\n",
            "x:1: byte 11: control character (\\u0000-\\u001F) found while parsing a string",
        ),
        (
            r#"{"q1": ["a"]}"#,
            "x: at \"q1\".1: this is a list; expected an object of documents with grades",
        ),
        ("{}", "x: no rows; expected {\"topic\": {\"docid\": grade}}"),
        ("qid,docid,rel\n", "x: no rows; each names a topic and a document"),
        (
            "qid,docid,rel\nq1,a\n",
            "x:2: expected 3 columns (those of the first line), found 2",
        ),
        (
            "qid,docid,rel\nq1,\"a,1\n",
            "x:2: a quoted field does not end in a quote before the next comma; fields with line breaks are not read",
        ),
        (
            "qid,docid,query_id,rel\nq1,a,q1,1\n",
            "x:1: \"qid\" and \"query_id\" both name the topic; keep one",
        ),
        (
            "qid,docid,rel,rel\nq1,a,1,1\n",
            "x:1: key \"rel\" is given twice; keep one",
        ),
        (
            "qid,docid\nq1,a\n",
            "x:2: no grade; it is named by one of grade, relevance, rel, label, score",
        ),
        ("qid,docid,rel\nq1,,1\n", "x:2: field \"docid\": docid is empty"),
        (
            "qid\tdocid\trel\nq1\ta b\t1\n",
            "x:2: field \"docid\": docid \"a b\" holds white space (U+0020, character 2); percent-encode it, as in a%20b",
        ),
        (
            "qid,docid,rel\nq1,a,1\n\nq1,a,2\n",
            "x:4: topic q1, docid a has grade 2 here and 1 on line 2; keep one",
        ),
        (
            "{\"qid\":\"q1\",\"docid\":\"a\",\"rel\":true}\n",
            "x:1: field \"rel\" is true or false; expected a number",
        ),
        (
            "{\"qid\":\"q1\",\"qid\":\"q1\",\"docid\":\"a\",\"rel\":1}\n",
            "x:1: key \"qid\" is given twice; keep one",
        ),
        (
            "{\"qid\":\"q1\",\"rel\":1}\n",
            "x:1: no docid; it is named by one of docid, doc_id, docno, corpus-id, corpus_id",
        ),
        (
            "q1,0,a,1\n",
            "x:1: expected 4 columns (topic, iteration, docid, grade), found 1; rows of a CSV file need a first line that names the columns, such as query_id,doc_id,score",
        ),
        #[cfg(not(feature = "parquet"))]
        (
            "PAR1\u{15}\u{4}",
            "x: this is a Parquet file, and this program was built without them; build it with `cargo build --release --features parquet`, or save the file as CSV or JSON lines",
        ),
    ] {
        assert_eq!(qrels_error(text), expected, "{text}");
    }
    assert_eq!(
        run_error(r#"{"q1": ["a", "b", "a"]}"#),
        "x: at \"q1\".3: topic q1 already has docid a on item 1; keep one of the two items"
    );
    let message = run_error("qid,docid,score\nq1,a,abc\n");
    assert_eq!(message, "x:2: field \"score\": score \"abc\" is not a number");
}

#[test]
fn hostile_input_is_refused_and_never_stops_the_program() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
    let texts = [
        deep("{\"a\":", "}"),
        format!("{{\"q\":{}}}", deep("[", "]")),
        format!("{{\"q\":{{\"d\":{}}}}}", deep("{\"a\":", "}")),
        format!("{{\"qid\":\"q\",\"docid\":\"d\",\"rel\":{}}}", deep("[", "]")),
        format!("{{\"qid\":\"q\",\"docid\":\"d\",\"more\":{}}}", deep("[", "]")),
        r#"{"q": {"d": 1e400}}"#.to_owned(),
        format!("{{\"q\": {{\"d\": {}}}}}", "9".repeat(400)),
        r#"{"q": {"d": NaN}}"#.to_owned(),
        r#"{"q": {"d": 1}} {"#.to_owned(),
        r#"{"q": {"d": 1"#.to_owned(),
        r#"{"q": {"\ud800": 1}}"#.to_owned(),
        r#"{"q": 1, "r": {"d": 1}}"#.to_owned(),
        r#"{"q": {"": 1}}"#.to_owned(),
        r#"{"": {"d": 1}}"#.to_owned(),
        r#"{"q": {"d": null}}"#.to_owned(),
        r#"[{"qid": "q"}]"#.to_owned(),
        "qid,docid,rel,score\nq,d,99999999999999999999,1\n".to_owned(),
        "qid,docid,rel\n\0,d\n".to_owned(),
    ];
    for text in texts {
        let message = qrels_error(&text);
        assert!(message.starts_with("x:"), "{message}");
        let collect = ReadingRules {
            oddities: Oddities::Collect,
            ..ReadingRules::default()
        };
        let _ = qrels_as(text.as_bytes(), collect);
        let _ = run_as(text.as_bytes(), collect);
    }
    let bytes: [(&[u8], &str); 3] = [
        (
            b"qid,docid,rel\nq,\xff,1\n",
            "x:2: byte 3 of the line is not UTF-8; save the file as UTF-8",
        ),
        (
            b"{\"q\":\n{\"\xff\": 1}}",
            "x:2: byte 3 of the line is not UTF-8; save the file as UTF-8",
        ),
        (
            b"{\"qid\":\"\xff\",\"docid\":\"d\",\"rel\":1}",
            "x:1: byte 9 of the line is not UTF-8; save the file as UTF-8",
        ),
    ];
    for (text, expected) in bytes {
        let message = qrels_as(text, ReadingRules::default()).unwrap_err().to_string();
        assert_eq!(message, expected);
    }
}

#[test]
fn what_is_let_through_is_mended_by_the_written_rules_and_counted() {
    let read = mended(
        "q Q0 a 1 5 r\nq Q0 a 2 9 r\nq Q0 b x 4 r\nq Q0 c 3 nan r\nq Q0 d 4 inf r\nq Q0 e 5 1 r more\n",
    );
    assert_eq!(
        rows(&read.run, "q"),
        [
            ("a".to_owned(), 1, 5.0),
            ("b".to_owned(), 2, 4.0),
            ("e".to_owned(), 5, 1.0)
        ]
    );
    assert_eq!(
        kinds(&read),
        [
            ("duplicate-document", 1),
            ("rank", 1),
            ("score-not-finite", 2),
            ("extra-columns", 1)
        ]
    );
    assert_eq!(read.oddities[2].first[1].0, Place::Line(5));
    let csv = mended("qid,docid,rank,score\nq,a,1,5\nq,a,2,9\nq,b,x,4\nq,c,3,nan\n");
    assert_eq!(
        rows(&csv.run, "q"),
        [("a".to_owned(), 1, 5.0), ("b".to_owned(), 2, 4.0)]
    );
    assert_eq!(
        kinds(&csv),
        [("duplicate-document", 1), ("rank", 1), ("score-not-finite", 1)]
    );
    // an id with a space is no surplus: the numbers do not stand where they should
    let rules = ReadingRules {
        oddities: Oddities::Mend,
        ..ReadingRules::default()
    };
    let message = run_as(b"q Q0 a b 1 2.0 r\n", rules).unwrap_err().to_string();
    assert!(message.contains("found 7; ids hold no white space"), "{message}");
    let judged = qrels_as(b"q 0 a 1\nq 0 a 2\nq 0 b 1 x\n", rules).expect("mended");
    let topic = TopicId::new("q").expect("an id");
    let grades: Vec<i32> = judged
        .qrels
        .get(&topic)
        .expect("judged")
        .iter()
        .map(|(_, g)| g)
        .collect();
    assert_eq!(grades, [1, 1]);
    assert_eq!(judged.oddities.len(), 2);
}

#[test]
fn of_two_rows_for_a_document_the_first_or_the_best_is_kept() {
    let text = b"q Q0 a 1 1 r\nq Q0 b 2 2 r\nq Q0 a 3 3 r\nq Q0 a 4 3 r\n";
    for (duplicates, kept) in [
        (Duplicates::First, ("a".to_owned(), 1, 1.0)),
        (Duplicates::Best, ("a".to_owned(), 3, 3.0)),
    ] {
        let rules = ReadingRules {
            duplicates,
            ..ReadingRules::default()
        };
        let read = run_as(text, rules).expect("duplicates are let through");
        assert_eq!(rows(&read.run, "q"), [kept, ("b".to_owned(), 2, 2.0)]);
        assert_eq!(kinds(&read), [("duplicate-document", 2)]);
        // all else is as strict as ever
        assert!(run_as(b"q Q0 a 1 nan r\n", rules).is_err());
    }
}

#[test]
fn everything_odd_is_collected_up_to_the_end_of_the_file() {
    let rules = ReadingRules {
        oddities: Oddities::Collect,
        ..ReadingRules::default()
    };
    let read = run_as(
        b"q Q0 a 1 5 r\n\xff\nq Q0\nq Q0 a 2 4 r\nq Q0 b 2 x r\nq Q0 c 2 1 s\nq Q0 d 9 1 r\n",
        rules,
    )
    .expect("all is collected");
    assert_eq!(
        kinds(&read),
        [
            ("not-utf8", 1),
            ("missing-columns", 1),
            ("duplicate-document", 1),
            ("score", 1),
            ("second-tag", 1)
        ]
    );
    assert_eq!(read.run.n_rows(), 2);
}

/// An id that every format can hold: no white space, no quotes or separators, nothing that begins a comment.
fn id() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9文書#%:/_.-]{0,6}".prop_map(|tail| format!("i{tail}"))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text")
}

/// Scores in JSON, which has no other way to write them than shortest digits.
fn number(score: f64) -> String {
    serde_json::to_string(&score).expect("finite")
}

proptest! {
    #[test]
    fn what_is_written_in_another_format_is_read_as_the_same(
        judged in prop::collection::btree_map(id(), prop::collection::btree_map(id(), -3..5_i32, 1..6), 1..5),
        scored in prop::collection::btree_map(
            id(),
            prop::collection::btree_map(id(), prop::num::f64::NORMAL | prop::num::f64::ZERO, 1..6),
            1..5,
        ),
    ) {
        let mut texts = [String::new(), "qid,docid,rel\n".to_owned(), "query-id\tcorpus-id\tscore\n".to_owned(), String::new()];
        let mut topics = Vec::new();
        for (topic, documents) in &judged {
            let mut object = Vec::new();
            for (docid, grade) in documents {
                writeln!(texts[0], "{topic} 0 {docid} {grade}").expect("text");
                writeln!(texts[1], "{topic},{docid},{grade}").expect("text");
                writeln!(texts[2], "{topic}\t{docid}\t{grade}").expect("text");
                writeln!(texts[3], "{{\"qid\":{},\"docid\":{},\"rel\":{grade}}}", quoted(topic), quoted(docid)).expect("text");
                object.push(format!("{}:{grade}.0", quoted(docid)));
            }
            topics.push(format!("{}:{{{}}}", quoted(topic), object.join(",")));
        }
        let expected = trec::read_qrels(texts[0].as_bytes(), "x").expect("valid").qrels;
        for text in texts.iter().chain([&format!("{{{}}}", topics.join(","))]) {
            prop_assert_eq!(&qrels(text), &expected, "{}", text);
        }
        let hits = scored.iter().map(|(topic, documents)| {
            let hit = |(docid, &score): (&String, &f64)| Hit { docid: Docid::new(docid).expect("an id"), score };
            (TopicId::new(topic).expect("an id"), documents.iter().map(hit).collect())
        });
        let expected = Run::from_hits("x", hits).expect("valid");
        let mut texts = ["topic,docno,score\n".to_owned(), "q_id\tdoc_id\tscore\n".to_owned(), String::new()];
        let mut topics = Vec::new();
        for (topic, documents) in &scored {
            let mut object = Vec::new();
            for (docid, &score) in documents {
                let score = number(score);
                writeln!(texts[0], "{topic},{docid},{score}").expect("text");
                writeln!(texts[1], "{topic}\t{docid}\t{score}").expect("text");
                writeln!(texts[2], "{{\"score\":{score},\"qid\":{},\"docid\":{}}}", quoted(topic), quoted(docid)).expect("text");
                object.push(format!("{}:{score}", quoted(docid)));
            }
            topics.push(format!("{}:{{{}}}", quoted(topic), object.join(",")));
        }
        let mut columns = Vec::new();
        trec::write_run(&mut columns, &expected).expect("written");
        let columns = String::from_utf8(columns).expect("UTF-8");
        for text in texts.iter().chain([&columns, &format!("{{{}}}", topics.join(","))]) {
            prop_assert_eq!(&run(text), &expected, "{}", text);
        }
    }

    #[test]
    fn no_bytes_stop_the_program(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[{}\\[\\]\":,a-q0-9 \t\n.#-]{0,200}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            for format in FileFormat::ALL {
                let _ = contents(bytes, format);
                for oddities in [Oddities::Refuse, Oddities::Mend, Oddities::Collect] {
                    let rules = ReadingRules { oddities, ..ReadingRules::default() };
                    let _ = read_qrels(bytes, "x", format, rules);
                    let _ = read_run(bytes, "x", format, rules);
                }
            }
        }
    }
}
