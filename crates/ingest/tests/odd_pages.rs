//! Headings where nobody expects them, and characters that nobody typed on purpose. Expected sections are those of the
//! Python implementation in `scripts/oracle` with html5lib's tree, unless the HTML standard is named beside them.

mod support;

use sokutei_ingest::{IngestOptions, SectionFate, read_chunks, write_chunks};
use support::{article, assert_spans, kinds, parsed, sections};

/// A page and its sections, each a heading and a text.
type Example = (&'static str, &'static [(&'static str, &'static str)]);

#[track_caller]
fn agree(examples: &[Example]) {
    for (html, expected) in examples {
        let article = article(html);
        assert_eq!(sections(&article), *expected, "{html:?}");
        assert_spans(&article);
    }
}

#[test]
fn nul_is_dropped_from_text_and_replaced_where_it_is_written_as_a_reference() {
    agree(&[
        ("<h2>a\0b</h2><p>c\0d</p>", &[("ab", "cd")]),
        ("<h2>a&#0;b</h2>c", &[("a\u{FFFD}b", "c")]),
        ("<h2>a</h2><select>\0<option>b\0c</select>", &[("a", "bc")]),
    ]);
    let (article, warnings) = parsed(
        "<title>T</title><h2 id='x\0y'>a\0</h2>b",
        &IngestOptions::default(),
    );
    // WHATWG HTML, 13.2.5.37, "attribute value (single-quoted) state": U+0000 is U+FFFD
    assert_eq!(article.sections[0].anchor.as_deref(), Some("x\u{FFFD}y"));
    assert_eq!(kinds(&warnings), ["nul-characters"]);
    assert!(
        warnings[0].to_string().contains("2 NUL characters"),
        "{}",
        warnings[0]
    );
}

#[test]
fn line_separators_are_white_space_and_end_no_line() {
    agree(&[
        (
            "<h2>a\u{2028}b</h2>c\u{2028}d\u{2029}e\u{85}f",
            &[("a b", "c d e f")],
        ),
        ("<h2>a&#x2028;b</h2>c&#x2029;d", &[("a b", "c d")]),
    ]);
}

#[test]
fn lone_carriage_returns_are_line_feeds() {
    agree(&[
        ("<h2>a\rb</h2>c\rd\r\ne<p>f\r\r</p>", &[("a b", "c d e\nf")]),
        // so a code element with one spans lines, and is left out; one that is written as a reference stays what it is
        ("<h2>a</h2>b<code>c\rd</code>e", &[("a", "b\ne")]),
        ("<h2>a</h2>b<code>c&#13;d</code>e", &[("a", "bc de")]),
        ("<h2>a</h2>b<pre>\rc\rd</pre>e", &[("a", "b\ne")]),
    ]);
}

#[test]
fn odd_characters_survive_the_chunk_file() {
    let page = "<title>T</title><h2 id='あ\u{2028}#%\0'>a&#0;\u{200b}b</h2>c&#13;d \u{FEFF}e\u{7f}\"\\";
    let (article, _) = parsed(page, &IngestOptions::default());
    let chunks: Vec<_> = article.chunks().collect();
    assert_eq!(chunks[0].anchor.as_deref(), Some("あ\u{2028}#%\u{FFFD}"));
    assert_eq!(chunks[0].heading, "a\u{FFFD}\u{200b}b");
    assert_eq!(chunks[0].text, "c d \u{FEFF}e\u{7f}\"\\");
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    assert_eq!(read_chunks(file.as_slice(), "s.jsonl").expect("chunks"), chunks);
}

#[test]
fn heading_that_is_never_closed_ends_where_browsers_end_it() {
    agree(&[
        ("<h2>a<h2>b<p>c", &[("a", ""), ("bc", "")]),
        ("<h2>a<h3>b</h3>c", &[("a", "b\nc")]),
        ("<h2>a<div>b</div>c</h3>d", &[("abc", "d")]),
        ("<h2>a<b>b<h2>c</b>d</h2>e", &[("abcde", "")]),
        ("<h2>a<ul><li>b</h2>c", &[("ab", "c")]),
        ("<h2>a", &[("a", "")]),
        ("<p>x</p><h2", &[]),
        ("<h2>a</h2 b>c</h2>d", &[("a", "cd")]),
        ("</h2>a<h2>b</h2>c", &[("b", "c")]),
        ("<p><h2>a</p>b</h2>c", &[("ab", "c")]),
        ("<div><h2>a</div>b</h2>c", &[("a", "bc")]),
    ]);
}

#[test]
fn heading_in_a_table_splits_as_anywhere() {
    agree(&[
        ("<table><tr><td>x<h2>a</h2>b<td>c</table>d", &[("a", "b\nc\nd")]),
        (
            "<table><tr><td><h2>a<td>b<h2>c</table>d",
            &[("a", "b"), ("c", "d")],
        ),
        // out of place: moved before the table
        ("<table><tr><h2>a</h2><td>b</table>c", &[("a", "b\nc")]),
        ("<table><h2>a</h2>x<tr><td>b</table>c", &[("a", "x\nb\nc")]),
        (
            "<table><caption><h2>a</h2>b</caption><tr><td>c</table>d",
            &[("a", "b\nc\nd")],
        ),
        ("<table><caption><h2>a<tr><td>c</table>d", &[("a", "c\nd")]),
    ]);
    // the cells are data all the same
    let article = article("<table><tr><td>x<h2>a</h2>b<td>c</table>d");
    let cells: Vec<&str> = article.tables[0].rows[0]
        .iter()
        .map(|cell| cell.text.as_str())
        .collect();
    assert_eq!(cells, ["xab", "c"]);
}

#[test]
fn heading_in_a_link_a_button_or_foreign_content_splits_too() {
    agree(&[
        ("<a href=x><h2>a</h2>b</a>c", &[("a", "bc")]),
        ("<a href=x><h2>a<a href=y>b</h2>c</a>d", &[("ab", "cd")]),
        ("<a href=x><h2>a</a>b</h2>c", &[("ab", "c")]),
        ("<button><h2>a</h2>b</button>c", &[("a", "bc")]),
        ("<svg><h2>a</h2>b</svg>c", &[("a", "bc")]),
        ("<math><mi><h2>a</h2>b</mi></math>c", &[("a", "bc")]),
        ("<ul><li><h2>a<li>b</ul>c", &[("ab", "c")]),
    ]);
}

/// html5lib 1.1 throws tags inside `select` away. The standard keeps them since 2025 (WHATWG HTML, 13.2.6.4.7, "in body"; the
/// insertion mode "in select" is gone), and `select` bounds the scope in which `</h2>` looks for its heading.
#[test]
fn heading_in_a_select_splits_as_the_standard_has_it() {
    agree(&[
        (
            "<h2>z</h2><select><option>o<h2>a</h2>b</select>c",
            &[("z", "o"), ("a", "bc")],
        ),
        ("<select><h2>a</h2></select>c", &[("a", "c")]),
        ("<h2>z</h2><select><option>o<p>b</select>c", &[("z", "o\nb\nc")]),
        ("<h2>a<select><option>b</h2>c</select>d", &[("abcd", "")]),
    ]);
}

#[test]
fn heading_without_text_starts_a_section_without_a_name() {
    agree(&[
        (
            "<h2></h2>a<h2> \n </h2>b<h2>&nbsp;</h2>c<h2><img alt=x></h2>d<h2><!-- --></h2>",
            &[("", "a"), ("", "b"), ("", "c"), ("", "d"), ("", "")],
        ),
        // of no width, and no white space
        (
            "<h2>\u{200b}</h2>a<h2>&#xFEFF;</h2>b",
            &[("\u{200b}", "a"), ("\u{FEFF}", "b")],
        ),
    ]);
    let (article, warnings) = parsed(
        "<title>T</title><h2></h2>a<h2></h2>b<h2></h2>",
        &IngestOptions::default(),
    );
    let fates: Vec<_> = article.sections.iter().map(|s| &s.fate).collect();
    assert_eq!(
        fates,
        [&SectionFate::Kept, &SectionFate::Kept, &SectionFate::Empty]
    );
    assert_eq!(kinds(&warnings), ["empty-section", "repeated-heading"]);
}

// By hand: what is put in comes out.
#[test]
fn heading_of_a_hundred_kilobytes_is_kept_whole() {
    let long = "見出し ".repeat(10_000);
    let long = long.trim_end();
    assert!(long.len() > 99_000);
    let (article, warnings) = parsed(
        &format!(
            "<title>T</title><h2>{long}</h2>a<h2 id={}>b</h2>c<h2>{long}</h2>d",
            "x".repeat(100_000)
        ),
        &IngestOptions::default(),
    );
    assert_eq!(sections(&article), [(long, "a"), ("b", "c"), (long, "d")]);
    assert_eq!(
        article.sections[1].anchor.as_ref().map(String::len),
        Some(100_000)
    );
    assert_eq!(kinds(&warnings), ["repeated-heading"]);
    assert_spans(&article);
    let chunks: Vec<_> = article.chunks().collect();
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    assert_eq!(read_chunks(file.as_slice(), "s.jsonl").expect("chunks"), chunks);
}
