//! Headers of ir_metadata: what PyYAML reads in them is what is read here; written ones are read back; hostile ones are refused.
#![cfg(feature = "formats")]

use std::fs;
use std::path::PathBuf;

use sokutei_measures::ir_metadata::{Metadata, Node, Scalar};
use sokutei_measures::trec::{ReadRun, read_run_counted};

fn read(text: &str) -> ReadRun {
    read_run_counted(text.as_bytes(), "x.run").unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn metadata(text: &str) -> Metadata {
    let header = read(text).header.expect("it has a header");
    Metadata::read(&header).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A run whose header has these lines.
fn with(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("#{line}\n")).collect();
    format!("# ir_metadata.start\n{lines}# ir_metadata.end\nq1 Q0 d1 1 2.5 r\n")
}

fn refused(lines: &str) -> String {
    let header = read(&with(lines)).header.expect("it has a header");
    Metadata::read(&header).expect_err(lines).to_string()
}

fn golden() -> Vec<(String, String, serde_json::Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ir_metadata");
    let paths = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = paths.map(|entry| entry.expect("listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "run"));
    paths.sort();
    let text = |path: PathBuf| fs::read_to_string(path).expect("UTF-8");
    let files = paths.into_iter().map(|path| {
        let expected = serde_json::from_str(&text(path.with_extension("json"))).expect("JSON");
        (path.display().to_string(), text(path), expected)
    });
    files.collect()
}

#[test]
fn headers_are_read_as_pyyaml_reads_them() {
    let golden = golden();
    assert_eq!(golden.len(), 4);
    for (name, text, expected) in golden {
        assert_eq!(metadata(&text).to_json(), expected, "{name}");
        let read = read(&text);
        assert_eq!(
            (read.comments, read.commented_rows, read.run.n_rows()),
            (0, 0, 1),
            "{name}"
        );
    }
}

#[test]
fn what_is_written_is_read_back() {
    for (name, text, expected) in golden() {
        let written = metadata(&text).to_string();
        let again = metadata(&format!("{written}q1 Q0 d1 1 2.5 r\n"));
        assert_eq!(again.to_json(), expected, "{name}: {written}");
        assert_eq!(again.to_string(), written, "{name}");
        assert!(written.lines().all(|line| line.starts_with("# ")), "{written}");
    }
    // one that is written as we would write it stays as it is
    let (_, text, _) = golden().remove(0);
    let kept = ["  abstract:", "  fields:", "- ir", "- \"nlp\"", "- nlp"];
    for line in text.lines().take_while(|line| line.starts_with('#')) {
        if !kept.iter().any(|other| line.contains(other)) {
            assert!(
                metadata(&text).to_string().lines().any(|written| written == line),
                "{line}"
            );
        }
    }
}

#[test]
fn any_text_survives() {
    for text in [
        "",
        " ",
        "#",
        "a: b",
        "- a",
        "'",
        "\"",
        "\\",
        "\n",
        "a\n\nb\n",
        "\t",
        "\u{0}",
        "\u{1b}[31m",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{202e}",
        "true",
        "1",
        "~",
        "*a",
        "&a",
        "!a",
        "%a",
        "@",
        "`",
        "{",
        "[a]",
        "測定",
        "a #b",
        "ir_metadata.end",
        "\u{10ffff}",
    ] {
        let mut written = Metadata::default();
        written.complete(&["tag"], Node::text(text));
        let list = Node::Sequence(vec![Node::text(text), Node::mapping([("k", Node::text(text))])]);
        written.complete(&["data", "other"], list);
        written
            .entries
            .push((Scalar::text(format!("key {text}")), Node::text(text)));
        let read = metadata(&format!("{written}q1 Q0 d1 1 2.5 r\n"));
        assert_eq!(read, written, "{text:?}");
    }
}

#[test]
fn values_are_completed_and_never_replaced() {
    let mut known = metadata(&with(
        " tag: a\n data: ~\n actor: somebody\n research goal:\n   evaluation:\n     baseline: b",
    ));
    known.complete(&["tag"], Node::text("b"));
    known.complete(&["data", "test collection", "qrels"], Node::text("x.qrels"));
    known.complete(&["actor", "name"], Node::text("else"));
    known
        .entry(&["research goal", "evaluation", "baseline"])
        .and_then(Node::as_sequence)
        .expect("a list")
        .push(Node::text("c"));
    assert_eq!(
        known.to_string(),
        "# ir_metadata.start\n# tag: a\n# data:\n#   test collection:\n#     qrels: \"x.qrels\"\n# actor: somebody\n# research goal:\n#   evaluation:\n#     baseline:\n#     - b\n#     - \"c\"\n# ir_metadata.end\n"
    );
}

#[test]
fn what_is_no_header_is_told_with_its_line() {
    for (lines, expected) in [
        (
            " tag: a\n tag: b",
            "ir_metadata, line 3: key \"tag\" is given twice; keep one",
        ),
        (
            " tag: !!python/object:os.system x",
            "ir_metadata, line 2: the type",
        ),
        (
            " tag: !x y",
            "ir_metadata, line 2: the type \"!x\" is none of YAML's own",
        ),
        (" - a", "ir_metadata, line 2: no mapping of keys to values"),
        (" words", "ir_metadata, line 2: no mapping of keys to values"),
        ("a: 1\n---\nb: 2", "ir_metadata, line 3: a second document"),
        (" a: 1\n [x]: 2", "ir_metadata, line 3: "),
        (" a: \"b", "ir_metadata, line "),
        (" a: *b", "ir_metadata, line 2: "),
        (
            " a: &b [*b]",
            "ir_metadata, line 2: an alias within the value that it stands for",
        ),
    ] {
        let said = refused(lines);
        assert!(said.starts_with(expected), "{lines}: {said}");
    }
    let open = read("# ir_metadata.start\n# tag: a\nq1 Q0 d1 1 2.5 r\n")
        .header
        .expect("begun");
    assert_eq!(
        Metadata::read(&open).expect_err("open").to_string(),
        "ir_metadata, line 1: no line `# ir_metadata.end` before the first row"
    );
    assert_eq!(metadata(&with("")), Metadata::default());
}

#[test]
fn a_header_stands_before_the_rows_and_only_once() {
    let read = read(
        "# a comment\n# ir_metadata.start\n# tag: a\n# ir_metadata.end\n# ir_metadata.start\nq1 Q0 d1 1 2.5 r\n# ir_metadata.start\n# tag: b\n",
    );
    assert_eq!(read.comments, 4);
    assert_eq!(
        Metadata::read(&read.header.expect("one")).expect("YAML").tag(),
        Some("a")
    );
}

#[test]
fn hostile_headers_are_bounded() {
    // the "billion laughs": each line holds the one before ten times
    let laughs: String = (1..12).fold(" a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned(), |lines, i| {
        let alias = format!("*a{}", i - 1);
        lines + &format!(" a{i}: &a{i} [{}]\n", [alias.as_str(); 10].join(","))
    });
    assert_eq!(refused(&laughs), "ir_metadata, line 6: more than 20000 values");
    let ladder: String = (1..200).fold(" a0: &a0 [x]\n".to_owned(), |lines, i| {
        lines + &format!(" a{i}: &a{i} [*a{}]\n", i - 1)
    });
    assert!(refused(&ladder).ends_with("more than 32 levels"));
    for deep in [
        "[".repeat(100_000),
        "{a: ".repeat(100_000),
        "- ".repeat(100_000),
        "? ".repeat(100_000),
    ] {
        assert!(refused(&format!(" a: 1\n b:\n  {deep}")).starts_with("ir_metadata, line "));
    }
    let many: String = (0..30_000).map(|i| format!(" k{i}: 1\n")).collect();
    assert!(refused(&many).ends_with("more than 20000 values"));
    let long = format!(" a: {}\n", "x".repeat(2 << 20));
    assert_eq!(refused(&long), "ir_metadata, line 1: more than 1 MiB of text");
    assert!(refused(&format!(" {}: 1", "k".repeat(101))).ends_with("a key of more than 100 bytes"));
}

proptest::proptest! {
    #[test]
    fn no_text_stops_the_reader(lines in "[ -~\n\t\u{80}-\u{3000}]{0,200}") {
        let header = read(&with(&lines)).header.expect("it has a header");
        if let Ok(known) = Metadata::read(&header) {
            let again = metadata(&format!("{known}q1 Q0 d1 1 2.5 r\n"));
            proptest::prop_assert_eq!(again.to_json(), known.to_json());
        }
    }
}
