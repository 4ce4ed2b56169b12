//! What is text and what is not, page by page. Expected values are those of the Python implementation in `scripts/oracle`
//! with html5lib's tree, unless worked out by hand as said.

mod support;

use sokutei_ingest::{HeadingFilter, HeadingPattern, HeadingRule, IngestOptions, SectionFate};
use support::{article, assert_spans, kinds, parsed, sections};

/// A page and its sections, each a heading and a text.
type Example = (&'static str, &'static [(&'static str, &'static str)]);

const EXAMPLES: &[Example] = &[
    // Inline elements, comments and entities; <br> ends a line in text and is nothing in a heading.
    (
        "<h2>a<br>b <code>c\n d</code><!-- no --></h2>x<br>y",
        &[("ab c d", "x\ny")],
    ),
    (
        "<h2>a</h2>&lt;p&gt;&#x3042;&copy &nbsp;&notit; AT&T",
        &[("a", "<p>あ© ¬it; AT&T")],
    ),
    ("<H2 ID=x>A</H2 ><P>b</P\n>", &[("A", "b")]),
    ("<h2>a</h2>b<![CDATA[c]]>d<?php e ?>f", &[("a", "bdf")]),
    // A heading is all that is inside, as get_text has it: ruby, even a script.
    (
        "<h2><ruby>測定<rp>(</rp><rt>そくてい</rt><rp>)</rp></ruby>器</h2><ruby>漢<rt>かん</rt></ruby>字",
        &[("測定(そくてい)器", "漢かん字")],
    ),
    (
        "<h2>a<script>s</script><style>t</style></h2>b<script>s</script><style>t</style>c",
        &[("ast", "b\nc")],
    ),
    ("<h2>a<div><h2>inner</h2></div></h2>b", &[("ainner", "b")]),
    ("<h2></h2>x<h2> </h2>", &[("", "x"), ("", "")]),
    // White space is Python's: U+0085 and U+001C too. A line feed in a text is no line end.
    (
        "<h2>a</h2>one\ntwo\u{3000}three\u{a0}four\u{85}five\u{1c}six<p>  </p>\n<p>seven</p>",
        &[("a", "one two three four five six\nseven")],
    ),
    // Code: pre goes, a code element goes when it spans lines, inline code stays.
    (
        "<h2>a</h2>x<pre>code</pre>y <code>in\u{3000}line</code> z <code>\nx </code>w <code>two\nlines</code>v",
        &[("a", "x\ny in line z x w\nv")],
    ),
    ("<h2>a</h2><code>x<code>y\nz</code></code>q", &[("a", "q")]),
    // Elements that are no text, and what looks like them.
    (
        "<h2>a</h2>x<noscript>n<h2>no</h2></noscript><template>t</template><textarea>u</textarea><svg><text>v</text></svg>y",
        &[("a", "x\ny")],
    ),
    (
        "<h2>a</h2><details><summary>s</summary>d</details><dl><dt>t<dd>d</dl><select><option>o1<option>o2</select><button>b</button>",
        &[("a", "s\nd\nt\nd\no1o2b")],
    ),
    (
        "<h2>a</h2><xmp><b>b</b></xmp>c<iframe><b>i</b></iframe><noembed>n</noembed>",
        &[("a", "<b>b</b>c<b>i</b>n")],
    ),
    ("<h2>a</h2><plaintext>b</h2><h2>c", &[("a", "b</h2><h2>c")]),
    (
        "<h2>a</h2>b<math><mi>x</mi><annotation-xml encoding=text/html><p>in</annotation-xml></math>c",
        &[("a", "bx\ninc")],
    ),
    ("<html><frameset><noframes><h2>a</h2>b</noframes></frameset>", &[]),
    // The tree is the browsers': closing tags that were left out, text out of place.
    (
        "<div><section><header><h2>a</h2></header>x</section></div>y<ul><li>1<li>2</ul><table><tr><td>p<td>q</table><h2>b</h2>z",
        &[("a", "x\ny\n1\n2\np\nq"), ("b", "z")],
    ),
    ("<p>lead<h2>a<p>b<h2>c</h2>d", &[("ab", ""), ("c", "d")]),
    (
        "<h2>a</h2><table><caption>cap</caption>foster<tr><td>in</table>after</body>tail",
        &[("a", "foster\ncap\nin\naftertail")],
    ),
    ("<h2>a</h2><a href=x>b<a href=y>c<p>d</a>e", &[("a", "bc\nde")]),
];

#[test]
fn text_of_odd_pages_is_that_of_the_python_implementation() {
    for (html, expected) in EXAMPLES {
        let article = article(html);
        assert_eq!(sections(&article), *expected, "{html}");
        assert_spans(&article);
    }
}

#[test]
fn title_is_the_first_h1_else_the_title_element() {
    for (html, title) in [
        ("<title>T &amp; t</title><h2>a</h2>b", "T & t"),
        (
            "<title>T</title><h2>a</h2>b<h1>one\n<b>h1</b></h1><h1>two</h1>",
            "one h1",
        ),
        // An h1 without text is the title nevertheless.
        ("<h1> </h1><title>T</title><h2>a</h2>b", ""),
        ("<svg><title>S</title></svg><h2>a</h2>b", "S"),
        ("<h2>a</h2>b", ""),
    ] {
        let (article, warnings) = parsed(html, &IngestOptions::default());
        assert_eq!(article.title, title, "{html}");
        assert_eq!(
            kinds(&warnings),
            if title.is_empty() {
                vec!["no-title"]
            } else {
                vec![]
            },
            "{html}"
        );
    }
}

#[test]
fn text_before_the_first_heading_is_the_lead_and_in_no_section() {
    let article = article("<h1>T</h1><p>one<p>two<h2>a</h2>b");
    assert_eq!((article.lead(), article.lead_end), ("T\none\ntwo", 9));
    assert_eq!(article.visible, "T\none\ntwo\na\nb");
    assert_eq!(sections(&article), [("a", "b")]);
    assert_spans(&article);
}

// By hand: white space alone makes no line, so no line feed stands before the heading.
#[test]
fn page_that_begins_with_its_heading_has_an_empty_lead() {
    let article = article("<title>T</title><body>\n <h2>a</h2>b<h2>c</h2>");
    assert_eq!((article.lead(), article.visible.as_str()), ("", "a\nb\nc"));
    let spans: Vec<_> = article.sections.iter().map(|s| (s.start, s.end)).collect();
    assert_eq!(spans, [(0, 3), (4, 5)]);
}

#[test]
fn section_says_why_it_is_no_chunk() {
    let (article, warnings) = parsed(
        "<title>T</title><h2>よくある質問</h2>x<h2>b</h2><h2>c</h2>y<h2>c</h2>z<h2>まとめ</h2>",
        &IngestOptions::default(),
    );
    let rule = |name: &str, pattern| {
        SectionFate::DroppedHeading(HeadingRule {
            name: name.to_owned(),
            pattern,
        })
    };
    let fates: Vec<_> = article.sections.iter().map(|s| s.fate.clone()).collect();
    assert_eq!(
        fates,
        [
            rule("faq", HeadingPattern::Contains("よくある質問".to_owned())),
            SectionFate::Empty,
            SectionFate::Kept,
            SectionFate::Kept,
            rule("summary", HeadingPattern::Prefix("まとめ".to_owned())),
        ]
    );
    let messages: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "a.html: section `よくある質問` dropped by the rule faq (contains:よくある質問)",
            "a.html: section `b` has no text and is left out",
            "a.html: section `まとめ` dropped by the rule summary (prefix:まとめ)",
            "a.html: 2 sections are called `c`; a label finds the first only",
        ]
    );
}

#[test]
fn heading_rules_can_be_replaced() {
    let rule = HeadingRule {
        name: "history".to_owned(),
        pattern: "exact:履歴".parse().expect("a pattern"),
    };
    let options = IngestOptions {
        drop_headings: HeadingFilter { rules: vec![rule] },
        ..IngestOptions::default()
    };
    let (article, _) = parsed("<h2>FAQ</h2>x<h2>履歴</h2>y<h2>履歴の見方</h2>z", &options);
    let kept: Vec<_> = article.kept().map(|s| s.heading.as_str()).collect();
    assert_eq!(kept, ["FAQ", "履歴の見方"]);
}

#[test]
fn options_are_read_from_what_they_were_written_to() {
    let options = IngestOptions::default();
    let json = serde_json::to_string(&options).expect("options serialise");
    assert_eq!(
        serde_json::from_str::<IngestOptions>(&json).expect("options"),
        options
    );
    assert_eq!(
        serde_json::from_str::<IngestOptions>("{}").expect("defaults"),
        options
    );
    let error = serde_json::from_str::<IngestOptions>(r#"{"drop_headings":[{"name":"x","pattern":"faq"}]}"#)
        .expect_err("no pattern");
    assert!(
        error
            .to_string()
            .starts_with("heading pattern `faq`: write contains:TEXT"),
        "{error}"
    );
}

// By hand: the same page with and without the option.
#[test]
fn boilerplate_is_left_out_on_demand_and_its_headings_are_not() {
    let html = "<header><h1>T</h1>menu</header>lead<nav>n<h2>a</h2>m</nav>x<aside>y</aside>z<header><h2>b</h2>by me</header>w<footer>f</footer>";
    let all = article(html);
    assert_eq!(all.lead(), "T\nmenu\nlead\nn");
    assert_eq!(sections(&all), [("a", "m\nx\ny\nz"), ("b", "by me\nw\nf")]);

    let (less, _) = parsed(
        html,
        &IngestOptions {
            skip_boilerplate: true,
            ..IngestOptions::default()
        },
    );
    assert_eq!((less.title.as_str(), less.lead()), ("T", "lead"));
    assert_eq!(sections(&less), [("a", "x\nz"), ("b", "w")]);
    assert_eq!(less.sections[1].path, ["T", "b"]);
    assert_spans(&less);
}

#[test]
fn tables_are_data_with_their_cells_apart() {
    let article = article(concat!(
        "<table><caption>c</caption><tr><th>知りたい<br>こと<th>答え<tr><td> a\n <b>b</b><td>",
        "<a href='#s1'>x</a><a href=y.html>y</a><a name=n>z</a></table><table><tr></table><h2>h</h2>t",
    ));
    assert_eq!(article.tables.len(), 2);
    let rows = &article.tables[0].rows;
    let texts: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
        .collect();
    assert_eq!(texts, [["知りたいこと", "答え"], ["a b", "xyz"]]);
    assert!(rows[0].iter().all(|cell| cell.header) && rows[1].iter().all(|cell| !cell.header));
    assert_eq!(rows[1][1].links, ["#s1", "y.html"]);
    assert_eq!(article.tables[1].rows, [vec![]]);
}

#[test]
fn outer_table_has_the_rows_and_cells_of_the_inner_one() {
    let article = article("<table><tr><td>a<table><tr><td>b<td>c</table>d<tr><td>e</table>");
    let texts: Vec<Vec<Vec<&str>>> = article
        .tables
        .iter()
        .map(|t| {
            t.rows
                .iter()
                .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
                .collect()
        })
        .collect();
    assert_eq!(texts[0], [vec!["abcd", "b", "c"], vec!["b", "c"], vec!["e"]]);
    assert_eq!(texts[1], [["b", "c"]]);
}

#[test]
fn tables_nested_without_end_are_left_out_and_counted() {
    let html = format!("<title>T</title><h2>h</h2>{}", "<table><tr><td>x".repeat(1_000));
    let (article, warnings) = parsed(&html, &IngestOptions::default());
    assert_eq!(kinds(&warnings), ["nested-tables"]);
    let message = warnings[0].to_string();
    let left_out = 1_000 - article.tables.len();
    assert_eq!(
        message,
        format!("a.html: tables nested too deeply; {left_out} of them are not read as tables")
    );
    assert!(!article.tables.is_empty());
    assert_eq!(article.sections[0].text.len(), 2 * 1_000 - 1);
}
