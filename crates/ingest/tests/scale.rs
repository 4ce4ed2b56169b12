//! Pages that are far larger or deeper than people write.

mod support;

use std::time::{Duration, Instant};

use support::{article, assert_spans, kinds, parsed};

const SECTION: &str =
    "<h2 id=x>見出し</h2><p>本文の<b>段落</b>です。<pre>code</pre><table><tr><td>a<td>b</table>";

#[test]
fn ten_thousand_nested_elements_of_any_kind_overflow_no_stack() {
    for element in [
        "div",
        "section id=x",
        "b",
        "span",
        "ul><li",
        "table><tr><td",
        "code",
        "h1><div",
        "svg><g",
        "template",
    ] {
        let html = format!(
            "<title>T</title><h2>before</h2>x{}<h2>inside</h2>y",
            format!("<{element}>").repeat(10_000)
        );
        let (article, warnings) = std::thread::Builder::new()
            .stack_size(256 << 10)
            .spawn(move || parsed(&html, &sokutei_ingest::IngestOptions::default()))
            .expect("a thread")
            .join()
            .expect("no overflow");
        assert_eq!(article.sections[0].heading, "before", "{element}");
        assert_spans(&article);
        let deep_tables = element.starts_with("table");
        assert_eq!(
            kinds(&warnings).contains(&"nested-tables"),
            deep_tables,
            "{element}"
        );
    }
}

#[test]
fn heading_beneath_ten_thousand_elements_still_splits() {
    let article = article(&format!("{}<h2>x</h2>y", "<div>".repeat(10_000)));
    assert_eq!(
        (
            article.sections[0].heading.as_str(),
            article.sections[0].text.as_str()
        ),
        ("x", "y")
    );
}

/// Of these, a page of 20 MB.
const SECTIONS: usize = 200_000;

#[test]
fn large_page_takes_time_linear_in_its_size() {
    let timed = |n: usize| {
        let html = SECTION.repeat(n);
        #[allow(clippy::disallowed_methods)] // how long it takes is what is tested
        let start = Instant::now();
        let article = article(&html);
        let elapsed = start.elapsed();
        assert_eq!(
            (article.sections.len(), article.tables.len(), article.code_blocks),
            (n, n, n)
        );
        (html.len(), elapsed)
    };
    let (_, small) = timed(SECTIONS / 16);
    let (bytes, large) = timed(SECTIONS);
    assert!(bytes > 20_000_000);
    // Sixteen times the page: 16 times the time if linear, 256 times if quadratic. Wide, for a machine that does other work.
    assert!(
        large < small * 120 + Duration::from_millis(500),
        "{small:?} for a sixteenth, {large:?} for the whole"
    );
}

#[test]
fn page_of_one_endless_text_is_one_line() {
    let html = format!("<h2>a</h2><p>{}", "あ &amp;".repeat(500_000));
    let text = &article(&html).sections[0].text;
    assert_eq!((text.len(), text.lines().count()), (500_000 * 5, 1));
}
