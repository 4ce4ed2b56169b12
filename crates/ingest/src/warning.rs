//! What was odd about pages and files: typed, named, never silent.

use std::fmt;

use serde::Serialize;

use crate::heading::HeadingRule;

/// How much a warning should worry its reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Done as asked, and worth counting: a section dropped by a rule.
    Note,
    /// Something is missing or doubtful.
    Warning,
}

/// One odd thing met while reading. `file` is the path below the folder, with `/`.
///
/// Serialises as an object with `kind` (the word of [`IngestWarning::kind`]) and the fields of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
#[allow(missing_docs)] // the fields are what the sentences of Display say
pub enum IngestWarning {
    /// A page without any `h2`: it yields no chunk.
    NoHeading { file: String },
    /// A page with neither an `h1` nor a `title` that has text.
    NoTitle { file: String },
    /// A page that the system does not give out, that is no regular file, too large, or given up by the parser (nested
    /// without end, too many elements, a tag of endless attributes). No article is made of it.
    Unreadable { file: String, reason: String },
    /// A page that is not HTML: binary, or without any tag. No article is made of it.
    NotHtml { file: String, reason: String },
    /// A heading with nothing beneath it: no chunk.
    EmptySection { file: String, heading: String },
    /// A section left out by a rule of the [`HeadingFilter`](crate::HeadingFilter).
    DroppedHeading {
        file: String,
        heading: String,
        rule: HeadingRule,
    },
    /// Kept sections of one page share a heading, so a label cannot tell them apart.
    RepeatedHeading {
        file: String,
        heading: String,
        count: usize,
    },
    /// Pages whose slugs are equal; their ids keep the suffix.
    DuplicateId { id: String, files: Vec<String> },
    /// Byte sequences that the encoding does not allow; each became U+FFFD. `detected`: the encoding that the bytes look
    /// like, if that is another one.
    InvalidBytes {
        file: String,
        encoding: &'static str,
        count: usize,
        detected: Option<&'static str>,
    },
    /// NUL characters in a page, which the HTML rules drop or replace.
    NulCharacters { file: String, count: usize },
    /// Tables nested so deeply that writing them all out would multiply the page; `left_out` of them are missing from
    /// [`Article::tables`](crate::Article::tables). Their text is in the sections nevertheless.
    NestedTables { file: String, left_out: usize },
    /// A folder whose name ends as a page's.
    DirectoryNamedHtml { file: String },
    /// A symbolic link to a folder; it is not followed.
    SymlinkedFolder { file: String },
    /// A folder inside that holds pages, under a numbering that reads the top level only.
    FolderNotRead { folder: String },
    /// A file with the suffix in other letters (`.HTML`); it is not read.
    SuffixCase { file: String },
    /// A file name that is not UTF-8; `file` shows it with U+FFFD.
    NameNotUtf8 { file: String },
}

impl IngestWarning {
    /// The kind in kebab case: `no-heading`, `invalid-bytes`, …
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoHeading { .. } => "no-heading",
            Self::NoTitle { .. } => "no-title",
            Self::Unreadable { .. } => "unreadable",
            Self::NotHtml { .. } => "not-html",
            Self::EmptySection { .. } => "empty-section",
            Self::DroppedHeading { .. } => "dropped-heading",
            Self::RepeatedHeading { .. } => "repeated-heading",
            Self::DuplicateId { .. } => "duplicate-id",
            Self::InvalidBytes { .. } => "invalid-bytes",
            Self::NulCharacters { .. } => "nul-characters",
            Self::NestedTables { .. } => "nested-tables",
            Self::DirectoryNamedHtml { .. } => "directory-named-html",
            Self::SymlinkedFolder { .. } => "symlinked-folder",
            Self::FolderNotRead { .. } => "folder-not-read",
            Self::SuffixCase { .. } => "suffix-case",
            Self::NameNotUtf8 { .. } => "name-not-utf8",
        }
    }

    /// [`Level::Note`] for what a rule asked for, [`Level::Warning`] for all else.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            Self::DroppedHeading { .. } => Level::Note,
            _ => Level::Warning,
        }
    }

    /// Whether a page with this warning could not be read at all, so that no article is made of it.
    /// [`parse_article`](crate::parse_article) gives an empty one beside it, [`ingest_dir`](crate::ingest_dir) none.
    #[must_use]
    pub fn leaves_no_article(&self) -> bool {
        matches!(self, Self::NotHtml { .. } | Self::Unreadable { .. })
    }
}

impl fmt::Display for IngestWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeading { file } => write!(f, "{file}: no h2, so no section; mark its sections with h2"),
            Self::NoTitle { file } => write!(f, "{file}: no title; give the page an h1 or a title element"),
            Self::Unreadable { file, reason } => write!(f, "{file}: not read: {reason}"),
            Self::NotHtml { file, reason } => write!(f, "{file}: not HTML: {reason}"),
            Self::EmptySection { file, heading } => {
                write!(f, "{file}: section `{heading}` has no text and is left out")
            }
            Self::DroppedHeading { file, heading, rule } => {
                write!(
                    f,
                    "{file}: section `{heading}` dropped by the rule {} ({})",
                    rule.name, rule.pattern
                )
            }
            Self::RepeatedHeading { file, heading, count } => {
                write!(
                    f,
                    "{file}: {count} sections are called `{heading}`; a label finds the first only"
                )
            }
            Self::DuplicateId { id, files } => {
                write!(
                    f,
                    "{}: all would have the id `{id}`; their ids keep the suffix",
                    files.join(", ")
                )
            }
            Self::InvalidBytes {
                file,
                encoding,
                count,
                detected,
            } => {
                let noun = if *count == 1 { "sequence" } else { "sequences" };
                write!(
                    f,
                    "{file}: {count} byte {noun} not valid in {encoding}, replaced by U+FFFD"
                )?;
                match detected {
                    Some(other) => write!(
                        f,
                        "; the bytes look like {other}: correct the page's meta charset"
                    ),
                    None => f.write_str("; save the page in one encoding"),
                }
            }
            Self::NulCharacters { file, count } => {
                write!(
                    f,
                    "{file}: {count} NUL characters, dropped or replaced as HTML asks; remove them"
                )
            }
            Self::NestedTables { file, left_out } => {
                write!(
                    f,
                    "{file}: tables nested too deeply; {left_out} of them are not read as tables"
                )
            }
            Self::DirectoryNamedHtml { file } => write!(f, "{file}: a folder, not a page; rename it"),
            Self::SymlinkedFolder { file } => {
                write!(
                    f,
                    "{file}: a symbolic link to a folder, not followed; copy the folder or read it by itself"
                )
            }
            Self::FolderNotRead { folder } => {
                write!(
                    f,
                    "{folder}/: holds pages that ordinal numbering does not read; use --ids slug for them"
                )
            }
            Self::SuffixCase { file } => {
                write!(
                    f,
                    "{file}: not read, only .html and .htm in small letters are pages; rename it"
                )
            }
            Self::NameNotUtf8 { file } => write!(f, "{file}: the file's name is not UTF-8; rename it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeadingPattern;

    #[test]
    fn kind_is_the_serialised_kind() {
        let file = || "a.html".to_owned();
        let heading = || "x".to_owned();
        let rule = HeadingRule {
            name: "faq".to_owned(),
            pattern: HeadingPattern::Prefix("faq".to_owned()),
        };
        for warning in [
            IngestWarning::NoHeading { file: file() },
            IngestWarning::NoTitle { file: file() },
            IngestWarning::Unreadable {
                file: file(),
                reason: String::new(),
            },
            IngestWarning::NotHtml {
                file: file(),
                reason: String::new(),
            },
            IngestWarning::EmptySection {
                file: file(),
                heading: heading(),
            },
            IngestWarning::DroppedHeading {
                file: file(),
                heading: heading(),
                rule,
            },
            IngestWarning::RepeatedHeading {
                file: file(),
                heading: heading(),
                count: 2,
            },
            IngestWarning::DuplicateId {
                id: heading(),
                files: vec![file()],
            },
            IngestWarning::InvalidBytes {
                file: file(),
                encoding: "UTF-8",
                count: 1,
                detected: None,
            },
            IngestWarning::NulCharacters {
                file: file(),
                count: 1,
            },
            IngestWarning::NestedTables {
                file: file(),
                left_out: 1,
            },
            IngestWarning::DirectoryNamedHtml { file: file() },
            IngestWarning::SymlinkedFolder { file: file() },
            IngestWarning::FolderNotRead { folder: file() },
            IngestWarning::SuffixCase { file: file() },
            IngestWarning::NameNotUtf8 { file: file() },
        ] {
            let json = serde_json::to_value(&warning).expect("a warning serialises");
            assert_eq!(json["kind"], warning.kind());
            assert!(!warning.to_string().is_empty());
        }
    }
}
