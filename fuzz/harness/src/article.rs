//! Bytes of a page → characters → tree → sections → chunks → topics.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::Encoding;
use sokutei_ingest::{
    Article, Chunk, EncodingSource, IngestOptions, IngestWarning, Ingested, Numbering, SectionFate, decode,
    parse_article, read_chunks, write_chunks,
};
use sokutei_measures::Docid;
use sokutei_measures::trec::{read_qrels, write_qrels};
use sokutei_testset::{
    Error, MatchOptions, article_qrels, build_topics, graded_qrels, label_coverage, read_topics,
    strict_qrels, write_topics,
};
use sokutei_text::squeeze;

/// Reads the bytes as a page under every option, and makes topics of its cheat-sheet.
pub fn article(bytes: &[u8]) {
    decoding(bytes);
    let plain = IngestOptions::default();
    let (page, warnings) = parsed(bytes, &plain);
    assert_eq!(
        parsed(bytes, &plain),
        (page.clone(), warnings.clone()),
        "a second run differs"
    );
    structure(&page, &warnings, &plain);

    // one of the two options, and always the same for the same bytes
    let skip_boilerplate = bytes.len().is_multiple_of(2);
    let other = IngestOptions {
        skip_boilerplate,
        keep_code: !skip_boilerplate,
        ..IngestOptions::default()
    };
    let (changed, changed_warnings) = parsed(bytes, &other);
    structure(&changed, &changed_warnings, &other);
    if skip_boilerplate {
        let headings = |page: &Article| {
            page.sections
                .iter()
                .map(|s| s.heading.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            headings(&changed),
            headings(&page),
            "leaving out boilerplate loses a heading"
        );
    }
    assert_eq!(changed.tables, page.tables);

    if !warnings.iter().any(IngestWarning::leaves_no_article) {
        collection(page);
    }
}

fn parsed(bytes: &[u8], options: &IngestOptions) -> (Article, Vec<IngestWarning>) {
    parse_article(bytes, "a.html", "a", options)
}

/// The characters are those that `encoding_rs` gives for the encoding that was found.
fn decoding(bytes: &[u8]) {
    let page = decode(bytes);
    let encoding = Encoding::for_label(page.encoding.as_bytes()).expect("a name of the Encoding Standard");
    let body = match (page.source, Encoding::for_bom(bytes)) {
        (EncodingSource::Bom, Some((_, mark))) => &bytes[mark..],
        (EncodingSource::Bom, None) => panic!("no byte order mark is there"),
        (_, found) => {
            assert!(found.is_none(), "a byte order mark is passed over");
            bytes
        }
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(body);
    assert_eq!(page.text, text);
    assert_eq!(page.malformed > 0, had_errors);
    assert!(page.malformed <= text.matches(char::REPLACEMENT_CHARACTER).count());
}

/// Spans, text, paths and fates of the sections; a warning for each that is no chunk.
fn structure(page: &Article, warnings: &[IngestWarning], options: &IngestOptions) {
    assert_eq!(squeeze(&page.title), page.title);
    let mut at = page.lead_end;
    tidy(page.lead());
    for section in &page.sections {
        let written = match section.text.as_str() {
            "" => section.heading.clone(),
            text => format!("{}\n{text}", section.heading),
        };
        assert_eq!(
            page.visible.get(section.start..section.end),
            Some(written.as_str())
        );
        let between = page.visible.get(at..section.start);
        assert!(matches!(between, Some("" | "\n")), "{between:?} between sections");
        at = section.end;

        assert_eq!(squeeze(&section.heading), section.heading);
        tidy(&section.text);
        assert!(matches!(section.path.as_slice(), [heading] | [_, heading] if *heading == section.heading));
        let fate = match options.drop_headings.matching(&section.heading) {
            Some(rule) => SectionFate::DroppedHeading(rule.clone()),
            None if section.text.is_empty() => SectionFate::Empty,
            None => SectionFate::Kept,
        };
        assert_eq!(section.fate, fate);
    }
    assert_eq!(at, page.visible.len());
    for cell in page.tables.iter().flat_map(|table| &table.rows).flatten() {
        assert_eq!(squeeze(&cell.text), cell.text);
    }

    let told = |kind| warnings.iter().filter(|w| w.kind() == kind).count();
    let left_out = page.sections.len() - page.kept().count();
    assert_eq!(told("dropped-heading") + told("empty-section"), left_out);
    if warnings.iter().any(IngestWarning::leaves_no_article) {
        assert!(page.sections.is_empty() && page.visible.is_empty() && page.tables.is_empty());
    } else {
        assert_eq!(told("no-heading") > 0, page.sections.is_empty());
        assert_eq!(told("no-title") > 0, page.title.is_empty());
    }
}

/// Lines without white space at their ends, none empty, unless there is no text at all.
fn tidy(text: &str) {
    for line in text.split('\n').filter(|_| !text.is_empty()) {
        assert!(!line.is_empty() && squeeze(line) == line, "{line:?}");
    }
}

/// Chunks, topics and qrels of a collection of one page.
fn collection(page: Article) {
    let ingested = Ingested {
        articles: vec![page],
        warnings: Vec::new(),
        numbering: Numbering::Ordinal,
        pages: 1,
        other_files: BTreeMap::new(),
    };
    let chunks = ingested.chunks();
    let ids: BTreeSet<&str> = chunks.iter().map(|chunk| chunk.id.as_str()).collect();
    assert_eq!(ids.len(), chunks.len());
    chunk_file(&chunks);

    let built = match build_topics(&ingested, &MatchOptions::ARTICLE) {
        Ok(built) => built,
        Err(Error::NoCheatSheet { .. } | Error::NoTopics { .. }) => return,
        Err(other) => panic!("{other}"),
    };
    assert_eq!(built.report.rows, built.topics.len() + built.unmatched.len());
    let mut file = Vec::new();
    write_topics(&mut file, &built.topics).expect("memory is written to");
    let read = read_topics(file.as_slice(), "topics.jsonl").expect("what was written");
    assert_eq!(read, built.topics);

    let docids: Vec<Docid> = ids.iter().map(|id| Docid::new(id).expect("an id")).collect();
    let (strict, graded) = (strict_qrels(&built.topics), graded_qrels(&built.topics, &chunks));
    for qrels in [&strict, &graded] {
        assert!(label_coverage(qrels, &docids).is_complete());
    }
    for qrels in [&strict, &graded, &article_qrels(&built.topics, &chunks)] {
        assert_eq!(qrels.len(), built.topics.len());
        let mut file = Vec::new();
        write_qrels(&mut file, qrels).expect("ids that can be written");
        let read = read_qrels(file.as_slice(), "x.qrels").expect("what was written");
        assert_eq!(read.qrels, *qrels);
    }
}

fn chunk_file(chunks: &[Chunk]) {
    let mut file = Vec::new();
    write_chunks(&mut file, chunks).expect("memory is written to");
    assert_eq!(
        read_chunks(file.as_slice(), "sections.jsonl").expect("what was written"),
        chunks
    );
}
