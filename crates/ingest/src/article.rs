//! One page: its sections, what became of each, and what was odd.

use serde::{Deserialize, Serialize};

use crate::chunk::Chunk;
use crate::decode::{EncodingSource, decode, detected};
use crate::heading::HeadingRule;
use crate::options::IngestOptions;
use crate::parse::parse;
use crate::table::Table;
use crate::walk::{Page, Part, read_page};
use crate::warning::IngestWarning;

/// A page of the collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Article {
    /// `t0`, `t1`, … or the slug, by the numbering; never empty, without white space.
    pub id: String,
    /// Path below the folder, `/` between its parts.
    pub file: String,
    /// Text of the first `h1`, else of the `title` element; may be empty, with a warning.
    pub title: String,
    /// The text that a reader sees: the lead, then heading and text of every section, kept or not, in document order,
    /// joined by line feeds. Spans are bytes of it.
    pub visible: String,
    /// Bytes of `visible` before the first section (`0..lead_end`): what stands before the first `h2`.
    pub lead_end: usize,
    /// Every `h2` of the page with what follows it.
    pub sections: Vec<Section>,
    /// Every table of the page, wherever it stands.
    pub tables: Vec<Table>,
    /// Code blocks that were left out.
    pub code_blocks: usize,
    /// WHATWG name of the encoding it was read in.
    pub encoding: &'static str,
    /// What told the encoding.
    pub encoding_source: EncodingSource,
}

/// An `h2` and the text up to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Text of the `h2`, white space runs as one space.
    pub heading: String,
    /// Lines joined by line feeds; no line is empty, none begins or ends with white space. May be empty.
    pub text: String,
    /// Fragment by which a link reaches the section: the id of the `h2`; else the first id (or name of an `a`) inside it;
    /// else that of an empty `a` right before it; else the id of the innermost element around it (`section`, `article`,
    /// `div`, `header`, `hgroup`, `a`) whose first heading it is.
    pub anchor: Option<String>,
    /// The last `h1` before the section, if there is one, then `heading`.
    pub path: Vec<String>,
    /// First byte in the article's `visible`.
    pub start: usize,
    /// Byte past the last: `visible[start..end]` is the heading, a line feed and the text, or the heading alone when the
    /// text is empty.
    pub end: usize,
    /// Whether it is a chunk, and if not, why.
    pub fate: SectionFate,
}

/// What became of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SectionFate {
    /// It is a chunk.
    Kept,
    /// This rule of the filter applies to its heading.
    DroppedHeading(HeadingRule),
    /// It has no text.
    Empty,
}

impl Article {
    /// The sections that are chunks, in document order; their place here is the number in their id.
    pub fn kept(&self) -> impl Iterator<Item = &Section> {
        self.sections
            .iter()
            .filter(|section| section.fate == SectionFate::Kept)
    }

    /// The sections that are chunks, as chunks. Ids are `<article>#<j>`, `j` from 0.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk> + '_ {
        self.kept().enumerate().map(|(j, section)| Chunk {
            id: format!("{}#{j}", self.id),
            article: self.id.clone(),
            title: self.title.clone(),
            heading: section.heading.clone(),
            path: section.path.clone(),
            text: section.text.clone(),
            start: section.start,
            end: section.end,
            anchor: section.anchor.clone(),
        })
    }

    /// The text before the first `h2`. It belongs to no section and is no chunk.
    #[must_use]
    pub fn lead(&self) -> &str {
        &self.visible[..self.lead_end]
    }
}

/// Reads one page.
///
/// The bytes are decoded as [`decode`](crate::decode()) says and parsed as browsers do, with scripting off. Then:
///
/// - Text comes from `body`. Comments are no text, nor is anything inside `pre`, `script`, `style`, `template`,
///   `noscript`, `svg`, `textarea`, `head`, nor a `code` element that spans lines ([`IngestOptions::keep_code`] keeps
///   `pre` and such a `code`). Inline `code` stays.
/// - The edges of block elements, and left-out elements, end a line; a line feed inside a text does not. White space
///   (Python's `\s`) runs are one space, ends of lines are stripped, empty lines vanish.
/// - Every `h2`, however deep it stands, ends the section before it and starts its own. Text before the first belongs to
///   no section ([`Article::lead`]).
/// - A heading, a title and a table cell are all text inside the element, nothing put between its parts, that of scripts
///   and of `rt` included, comments not.
///
/// These are the rules of the experiment that this project reproduces; `scripts/oracle` holds them in Python.
///
/// Never fails: a page that is not HTML gives an article without sections and the warning [`IngestWarning::NotHtml`], one
/// that would take for ever or fill the memory the same and [`IngestWarning::Unreadable`]: elements nested without end
/// (10,000 levels are read), more than ten million nodes, a tag of more than 60,000 attributes. See
/// [`IngestWarning::leaves_no_article`]. Memory and time are linear in the bytes for pages that people write.
#[must_use]
pub fn parse_article(
    bytes: &[u8],
    file: &str,
    id: &str,
    options: &IngestOptions,
) -> (Article, Vec<IngestWarning>) {
    let decoded = decode(bytes);
    let mut article = Article {
        id: id.to_owned(),
        file: file.to_owned(),
        title: String::new(),
        visible: String::new(),
        lead_end: 0,
        sections: Vec::new(),
        tables: Vec::new(),
        code_blocks: 0,
        encoding: decoded.encoding,
        encoding_source: decoded.source,
    };
    if let Some(reason) = why_not_html(&decoded.text) {
        return (
            article,
            vec![IngestWarning::NotHtml {
                file: file.to_owned(),
                reason,
            }],
        );
    }
    let mut warnings = Vec::new();
    if decoded.malformed > 0 {
        let likely = detected(bytes).name();
        warnings.push(IngestWarning::InvalidBytes {
            file: file.to_owned(),
            encoding: decoded.encoding,
            count: decoded.malformed,
            detected: Some(likely).filter(|likely| *likely != decoded.encoding),
        });
    }
    let nuls = decoded.text.bytes().filter(|b| *b == 0).count();
    if nuls > 0 {
        warnings.push(IngestWarning::NulCharacters {
            file: file.to_owned(),
            count: nuls,
        });
    }
    match parse(&decoded.text) {
        Ok(html) => {
            drop(decoded);
            let page = read_page(&html, options);
            drop(html);
            fill(&mut article, page, options, &mut warnings);
        }
        Err(reason) => warnings.push(IngestWarning::Unreadable {
            file: file.to_owned(),
            reason,
        }),
    }
    (article, warnings)
}

fn fill(article: &mut Article, page: Page, options: &IngestOptions, warnings: &mut Vec<IngestWarning>) {
    article.title = page.title;
    article.visible = page.visible;
    article.lead_end = page.lead_end;
    article.tables = page.tables;
    article.code_blocks = page.code_blocks;
    article.sections = page
        .parts
        .into_iter()
        .map(|part| section(part, &article.visible, options))
        .collect();

    let file = || article.file.clone();
    if article.title.is_empty() {
        warnings.push(IngestWarning::NoTitle { file: file() });
    }
    if article.sections.is_empty() {
        warnings.push(IngestWarning::NoHeading { file: file() });
    }
    if page.tables_left_out > 0 {
        warnings.push(IngestWarning::NestedTables {
            file: file(),
            left_out: page.tables_left_out,
        });
    }
    for section in &article.sections {
        let heading = || section.heading.clone();
        match &section.fate {
            SectionFate::Kept => {}
            SectionFate::Empty => warnings.push(IngestWarning::EmptySection {
                file: file(),
                heading: heading(),
            }),
            SectionFate::DroppedHeading(rule) => {
                warnings.push(IngestWarning::DroppedHeading {
                    file: file(),
                    heading: heading(),
                    rule: rule.clone(),
                });
            }
        }
    }
    warnings.extend(repeated_headings(article));
}

fn section(part: Part, visible: &str, options: &IngestOptions) -> Section {
    let written = &visible[part.start..part.end];
    let text = written[part.heading.len()..]
        .strip_prefix('\n')
        .unwrap_or_default()
        .to_owned();
    let fate = match options.drop_headings.matching(&part.heading) {
        Some(rule) => SectionFate::DroppedHeading(rule.clone()),
        None if text.is_empty() => SectionFate::Empty,
        None => SectionFate::Kept,
    };
    let path = part.h1.into_iter().chain([part.heading.clone()]).collect();
    Section {
        heading: part.heading,
        text,
        anchor: part.anchor,
        path,
        start: part.start,
        end: part.end,
        fate,
    }
}

/// One warning for each heading that several kept sections have, in the order of their first.
fn repeated_headings(article: &Article) -> Vec<IngestWarning> {
    let mut headings: Vec<(&str, usize)> = article
        .kept()
        .enumerate()
        .map(|(j, section)| (section.heading.as_str(), j))
        .collect();
    headings.sort_unstable();
    let mut repeated: Vec<(usize, &str, usize)> = headings
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() > 1)
        .map(|same| (same[0].1, same[0].0, same.len()))
        .collect();
    repeated.sort_unstable();
    let warn = |(_, heading, count): (usize, &str, usize)| IngestWarning::RepeatedHeading {
        file: article.file.clone(),
        heading: heading.to_owned(),
        count,
    };
    repeated.into_iter().map(warn).collect()
}

/// Why a text is no HTML, if it is none.
fn why_not_html(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("the file is empty".to_owned());
    }
    let bytes = text.as_bytes();
    let is_tag = |pair: &[u8]| {
        pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'!' | b'/' | b'?'))
    };
    if !bytes.windows(2).any(is_tag) {
        return Some("it holds no tag".to_owned());
    }
    // A stray NUL does not make a page binary; an image has NULs and none of the tags by which pages are known.
    let nuls = bytes.iter().filter(|b| **b == 0).count();
    if nuls > 0 && !has_known_tag(bytes) {
        return Some(format!(
            "binary, it holds {nuls} NUL bytes; if it is UTF-16, save it as UTF-8"
        ));
    }
    None
}

fn has_known_tag(bytes: &[u8]) -> bool {
    const KNOWN: [&[u8]; 9] = [
        b"!doctype html",
        b"html",
        b"head",
        b"body",
        b"title",
        b"meta",
        b"h1",
        b"h2",
        b"div",
    ];
    let known_at = |at: usize| {
        let rest = &bytes[at + 1..];
        KNOWN.iter().any(|tag| {
            rest.get(..tag.len())
                .is_some_and(|name| name.eq_ignore_ascii_case(tag))
                && rest
                    .get(tag.len())
                    .is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/'))
        })
    };
    bytes.iter().enumerate().any(|(at, b)| *b == b'<' && known_at(at))
}
