//! HTML pages to articles and chunks: encodings, visible text, sections at H2, anchors, tables, warnings.
//!
//! A folder of pages becomes an [`Ingested`]: one [`Article`] per page, its [`Section`]s cut at every `h2`, its tables
//! as data, and a typed [`IngestWarning`] for whatever was odd. [`PageFolder`] gives the same page by page, in bounded memory. The sections that are kept are the [`Chunk`]s which the
//! rest of the project indexes and judges. The crate knows nothing of questions, labels or indexes; which table is a
//! cheat-sheet is for others to say.
//!
//! What counts as text is written down at [`parse_article`].
//!
//! ```
//! use sokutei_ingest::{IngestOptions, parse_article};
//!
//! let page = "<title>Ports</title><p>Lead.</p><h2 id=rdp>RDP</h2><p>Port <b>3389</b>.</p><h2>FAQ</h2><p>…</p>";
//! let (article, warnings) = parse_article(page.as_bytes(), "ports.html", "ports", &IngestOptions::default());
//!
//! let kept: Vec<_> = article.kept().collect();
//! assert_eq!(kept.len(), 1);
//! assert_eq!((kept[0].heading.as_str(), kept[0].text.as_str()), ("RDP", "Port 3389."));
//! assert_eq!(kept[0].anchor.as_deref(), Some("rdp"));
//! assert_eq!(article.lead(), "Lead.");
//! assert_eq!(warnings[0].to_string(), "ports.html: section `FAQ` dropped by the rule faq (prefix:faq)");
//! ```

mod anchor;
mod article;
mod attributes;
mod chunk;
mod decode;
mod elements;
mod error;
mod folder;
mod heading;
mod in_order;
mod ingest;
pub mod jsonl;
mod lines;
mod options;
mod parse;
mod prescan;
mod scan;
mod slug;
mod table;
mod walk;
mod warning;

pub use article::{Article, Section, SectionFate, parse_article};
pub use chunk::{Chunk, each_chunk, read_chunks, write_chunks};
pub use decode::{Decoded, EncodingSource, decode};
pub use error::Error;
pub use heading::{HeadingFilter, HeadingPattern, HeadingRule};
pub use ingest::{Ingested, PAGES_AHEAD, PageFolder, ReadPage, ingest_dir, ingest_dir_with};
pub use options::{IngestOptions, MAX_PAGE_BYTES, Numbering};
pub use table::{Cell, Table};
pub use warning::{IngestWarning, Level};
