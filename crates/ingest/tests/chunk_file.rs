//! The row of `sections.jsonl`, and what is said about lines that are none.

mod support;

use sokutei_ingest::{IngestOptions, ingest_dir, read_chunks, write_chunks};
use support::folder;

#[test]
fn row_has_its_fields_in_the_documented_order() {
    let dir = folder(&[(
        "a.html",
        "<h1>題</h1>前<section id=s><h2>節</h2><p>一<p>二</section><h2>b</h2>c".as_bytes(),
    )]);
    let chunks = ingest_dir(dir.path(), &IngestOptions::default())
        .expect("a page")
        .chunks();
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    assert_eq!(
        String::from_utf8(file).expect("UTF-8"),
        concat!(
            r#"{"id":"t0#0","article":"t0","title":"題","heading":"節","path":["題","節"],"text":"一\n二","start":8,"end":19,"anchor":"s"}"#,
            "\n",
            r#"{"id":"t0#1","article":"t0","title":"題","heading":"b","path":["題","b"],"text":"c","start":20,"end":23,"anchor":null}"#,
            "\n",
        )
    );
}

#[test]
fn empty_file_has_no_chunks() {
    assert_eq!(read_chunks(b"\n \n".as_slice(), "s.jsonl").expect("chunks"), []);
}

#[test]
fn malformed_line_is_an_error_with_its_place_and_its_remedy() {
    let good = r#"{"id":"a#0","article":"a","text":"t"}"#;
    let object = "a chunk is an object with the strings id, article and text";
    for (line, place, found, fix) in [
        (
            r#"{"id":"a#1","article":"a"}"#,
            "3:26",
            "missing field `text`",
            object,
        ),
        (
            r#"{"id":1,"article":"a","text":"t"}"#,
            "3:7",
            "invalid type: integer `1`, expected a string",
            object,
        ),
        (
            r#"{"id":"a#1","article":"a","text":"t","path":"p"}"#,
            "3:47",
            "invalid type: string \"p\", expected a sequence",
            object,
        ),
        (
            r#"["a#1"]"#,
            "3:7",
            "invalid length 1, expected struct Chunk with 9 elements",
            object,
        ),
        (
            r#"{"id":"a#1","#,
            "3:12",
            "EOF while parsing a value",
            "each line must be one whole JSON object",
        ),
        (
            "a#1\ta\tt",
            "3:1",
            "expected value",
            "each line must be one whole JSON object",
        ),
        (
            r#"{"id":"","article":"a","text":"t"}"#,
            "3:1",
            "id `` is empty or holds white space",
            "percent-encode the white space of ids",
        ),
        (
            r#"{"id":"a#1","article":"a　b","text":"t"}"#,
            "3:1",
            "article `a　b` is empty or holds white space",
            "percent-encode the white space of ids",
        ),
        (
            r#"{"id":"a#1","article":"a","text":"t","start":9,"end":3}"#,
            "3:1",
            "`a#1` ends at byte 3 and starts at 9",
            "write the file again from the pages",
        ),
    ] {
        let file = format!("{good}\n\n{line}\n");
        let error = read_chunks(file.as_bytes(), "s.jsonl")
            .expect_err(line)
            .to_string();
        assert_eq!(error, format!("s.jsonl:{place}: {found}; {fix}"), "{line}");
    }
}

#[test]
fn line_that_is_not_utf8_is_an_error() {
    let error = read_chunks(b"{\"id\":\"\x83|\"}".as_slice(), "s.jsonl")
        .expect_err("Shift_JIS")
        .to_string();
    assert_eq!(
        error,
        "s.jsonl:1:8: bytes that are not UTF-8; save the file as UTF-8"
    );
}

#[test]
fn id_that_is_there_twice_is_an_error_with_both_lines() {
    let row = r#"{"id":"a#0","article":"a","text":"t"}"#;
    let error = read_chunks(format!("{row}\n\n{row}\n").as_bytes(), "s.jsonl")
        .expect_err("twice")
        .to_string();
    assert_eq!(
        error,
        "s.jsonl:3: id `a#0` is also on line 1; ids must be unique, remove or rename one of the two"
    );
}

#[test]
fn reader_that_fails_is_an_error_with_the_line_that_was_due() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let error = read_chunks(std::io::BufReader::new(Broken), "s.jsonl").expect_err("broken");
    assert_eq!(error.to_string(), "s.jsonl:1: cannot be read");
    let cause = std::error::Error::source(&error).expect("a cause");
    assert_eq!(cause.to_string(), "the disk is gone");
}
