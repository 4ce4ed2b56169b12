//! Cases that users of comparable tools reported, each under the number it has in our list of cases.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use sokutei_ingest::{Chunk, IngestOptions, ingest_dir, ingest_dir_with, read_chunks, write_chunks};
use support::{article, folder, page, parsed, sections, slug};

#[test]
fn r31_ids_are_kept_whole_or_refused_by_name() {
    let long = "x".repeat(80);
    let names = [long.as_str(), "日本語", "a#b", "100%", "深い/所", "a b"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.html")).collect();
    let bytes = page("h");
    let dir = folder(
        &files
            .iter()
            .map(|name| (name.as_str(), bytes.as_slice()))
            .collect::<Vec<_>>(),
    );

    let mut chunks = ingest_dir(dir.path(), &slug()).expect("pages").chunks();
    let mut ids: Vec<&str> = chunks.iter().map(|c| c.id.as_str()).collect();
    ids.sort_unstable();
    let mut expected = [
        format!("{long}#0"),
        "日本語#0".into(),
        "a#b#0".into(),
        "100%#0".into(),
        "深い/所#0".into(),
        "a%20b#0".into(),
    ];
    expected.sort_unstable();
    assert_eq!(ids, expected);

    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    assert_eq!(read_chunks(file.as_slice(), "s.jsonl").expect("chunks"), chunks);

    chunks[2].id = "a b#0".to_owned();
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    let error = read_chunks(file.as_slice(), "s.jsonl")
        .expect_err("white space")
        .to_string();
    assert_eq!(
        error,
        "s.jsonl:3:1: id `a b#0` is empty or holds white space; percent-encode the white space of ids"
    );
}

#[test]
fn r32_any_text_survives_the_chunk_file() {
    let chunk = Chunk {
        id: "a#0".to_owned(),
        article: "a".to_owned(),
        heading: "日本語 🍣".to_owned(),
        text: "\u{0} \u{2028} \u{2029} \r\n \u{85} \u{FEFF} \" \\ \u{10FFFF}".to_owned(),
        ..Chunk::default()
    };
    let mut file = Vec::new();
    write_chunks(&mut file, std::slice::from_ref(&chunk)).expect("memory takes it all");
    assert_eq!(file.iter().filter(|b| **b == b'\n').count(), 1);
    assert_eq!(
        read_chunks(file.as_slice(), "s.jsonl").expect("chunks"),
        std::slice::from_ref(&chunk)
    );

    let crlf = String::from_utf8(file).expect("UTF-8").replace('\n', "\r\n");
    assert_eq!(
        read_chunks(format!("\u{FEFF}{crlf}\r\n").as_bytes(), "s.jsonl").expect("chunks"),
        [chunk]
    );
}

#[test]
fn r33_inline_tags_stay_in_their_sentence() {
    let article = article("<h2>t</h2><p>Hello <b>world</b> again</p>");
    assert_eq!(sections(&article), [("t", "Hello world again")]);
}

#[test]
fn r34_parent_heading_is_kept_and_so_is_the_text_before_the_first_section() {
    let article = article("<h1>H1</h1><p>before</p><h2>H2</h2><p>after</p>");
    assert_eq!(article.sections[0].path, ["H1", "H2"]);
    assert_eq!(article.lead(), "H1\nbefore");

    let later = self::article("<h2>a</h2>x<h1>H1</h1><h2>b</h2>y<h1> </h1><h2>c</h2>z");
    let paths: Vec<&[String]> = later.sections.iter().map(|s| s.path.as_slice()).collect();
    assert_eq!(paths, [&["a"][..], &["H1", "b"], &["H1", "c"]]);
}

#[test]
fn r35_code_is_left_out_and_counted_or_kept_in_its_place() {
    let html = "<h2>t</h2><p>before</p><pre>one  two\n\n  three</pre><p>after <code>inline</code></p><code>a\nb</code>";
    let without = article(html);
    assert_eq!(sections(&without), [("t", "before\nafter inline")]);
    assert_eq!(without.code_blocks, 2);

    let (with, _) = parsed(
        html,
        &IngestOptions {
            keep_code: true,
            ..IngestOptions::default()
        },
    );
    assert_eq!(
        sections(&with),
        [("t", "before\none two\nthree\nafter inline\na\nb")]
    );
    assert_eq!(with.code_blocks, 0);
}

#[test]
fn r36_heading_is_a_field_and_begins_the_span() {
    let article = article("<h2>見出し</h2><p>本文</p>");
    let section = &article.sections[0];
    assert_eq!(
        (section.heading.as_str(), section.text.as_str()),
        ("見出し", "本文")
    );
    assert_eq!(&article.visible[section.start..section.end], "見出し\n本文");
}

#[test]
fn r38_cheat_sheet_cells_keep_their_borders_and_their_header() {
    let article = article(
        "<table><tr><th>知りたいこと</th><th>答え</th><th>詳しい節</th></tr><tr><td>ポートは</td><td>3389</td><td><a href='#p'>番号</a></td></tr></table>",
    );
    let rows = &article.tables[0].rows;
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(|c| c.text.as_str()).collect())
        .collect();
    assert_eq!(
        cells,
        [["知りたいこと", "答え", "詳しい節"], ["ポートは", "3389", "番号"]]
    );
    assert!(rows[0].iter().all(|cell| cell.header));
    assert_eq!(rows[1][2].links, ["#p"]);
    // In the text of a section, too, no two cells run together.
    assert_eq!(
        article.lead(),
        "知りたいこと\n答え\n詳しい節\nポートは\n3389\n番号"
    );
}

#[test]
fn r41_anchor_is_found_on_the_heading_inside_it_before_it_or_around_it() {
    for (html, anchors) in [
        (
            "<section id=a><h2>x</h2></section><h2><a id=b></a>y</h2>",
            vec![Some("a"), Some("b")],
        ),
        ("<h2 id=own><a id=b></a>x</h2>", vec![Some("own")]),
        (
            "<h2 id=''><span><a name=n></a></span><b id=c>x</b></h2>",
            vec![Some("n")],
        ),
        ("<h2><input name=n>x</h2>", vec![None]),
        ("<p>t</p><a name=n></a>\n<!-- c --><h2>x</h2>", vec![Some("n")]),
        ("<a name=n>text</a><h2>x</h2>", vec![None]),
        // Only the first heading of a wrapper, and the innermost wrapper that has an id.
        (
            "<div id=d><h2>x</h2><h2>y</h2></div><h2>z</h2>",
            vec![Some("d"), None, None],
        ),
        (
            "<div id=o><div><article id=i><h2>x</h2></article></div></div>",
            vec![Some("i")],
        ),
        ("<div id=d><h3>s</h3><h2>x</h2></div>", vec![None]),
        (
            "<div id=d><h3>s</h3><section id=e>t<h2>x</h2></section></div>",
            vec![Some("e")],
        ),
        ("<main id=m><h2>x</h2></main>", vec![None]),
    ] {
        let article = article(html);
        let found: Vec<Option<&str>> = article.sections.iter().map(|s| s.anchor.as_deref()).collect();
        assert_eq!(found, anchors, "{html}");
    }
}

#[test]
fn r44_offset_of_a_repeated_text_is_its_own() {
    let article = article("<h2>a</h2>chunk<h2>a</h2>chunk");
    let spans: Vec<_> = article.sections.iter().map(|s| (s.start, s.end)).collect();
    assert_eq!(spans, [(0, 7), (8, 15)]);
}

#[test]
fn r50_language_of_a_page_does_not_matter() {
    let pages: Vec<(String, String)> = (0..10)
        .map(|i| {
            let lang = ["", " lang=ja", " lang=de", " lang=x-y"][if i == 7 { 2 } else { i % 2 }];
            (
                format!("{i}.html"),
                format!("<html{lang}><title>T</title><h2>h{i}</h2>text"),
            )
        })
        .collect();
    let dir = folder(
        &pages
            .iter()
            .map(|(name, html)| (name.as_str(), html.as_bytes()))
            .collect::<Vec<_>>(),
    );
    let ingested = ingest_dir(dir.path(), &IngestOptions::default()).expect("pages");
    assert_eq!((ingested.chunks().len(), ingested.warnings.len()), (10, 0));
}

#[test]
fn r56_short_japanese_pages_are_read_in_one_step_each() {
    let dir = folder(&[
        ("a.html", "<h2>空</h2>天気がよい。".as_bytes()),
        ("b.html", "<h2>散歩</h2>。".as_bytes()),
        ("c.html", "<h2>月</h2>".as_bytes()),
    ]);
    let steps = AtomicUsize::new(0);
    let ingested = ingest_dir_with(dir.path(), &IngestOptions::default(), &|_, of| {
        assert_eq!(of, 3);
        steps.fetch_add(1, Ordering::Relaxed);
    })
    .expect("pages");
    assert_eq!(steps.into_inner(), 3, "a page is looked at once");
    let chunks = ingested.chunks();
    let found: Vec<_> = chunks
        .iter()
        .map(|c| (c.id.as_str(), c.heading.as_str(), c.text.as_str()))
        .collect();
    assert_eq!(
        found,
        [("t0#0", "空", "天気がよい。"), ("t1#0", "散歩", "。")],
        "the third has no text"
    );
}

#[test]
fn r69_missing_title_is_an_empty_title() {
    for line in [
        r#"{"id":"a#0","article":"a","text":"t"}"#,
        r#"{"text":"t","id":"a#0","article":"a","title":null,"heading":null,"path":null,"start":null,"end":null,"anchor":null,"other":1}"#,
    ] {
        let chunks = read_chunks(line.as_bytes(), "s.jsonl").expect("chunks");
        let expected = Chunk {
            id: "a#0".to_owned(),
            article: "a".to_owned(),
            text: "t".to_owned(),
            ..Chunk::default()
        };
        assert_eq!(chunks, [expected]);
    }
}
