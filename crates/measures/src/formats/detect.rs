//! What a file is, by how it begins.

use super::FileFormat;
use super::delimited::Delimited;
use super::rows::{Slot, slot};
use crate::error::Error;

/// The format of a file that begins with `head`: some kilobytes, or all of it.
///
/// A file that begins with `PAR1` is Parquet; an object whose first value is an object or a list is JSON; an object whose first value is anything else is a JSON line; a
/// first line that names topic and docid is the header of CSV or TSV; all else are TREC columns.
///
/// # Errors
///
/// A JSON list.
pub fn detect(head: &[u8], name: &str) -> Result<FileFormat, Error> {
    let refused = |found: &str| {
        Err(Error::Form {
            file: name.to_owned(),
            found: found.to_owned(),
        })
    };
    if head.starts_with(b"PAR1") {
        return Ok(FileFormat::Parquet);
    }
    let text = text(head);
    let start = text.trim_ascii_start();
    if let Some(inside) = start.strip_prefix('{') {
        match first_value(inside.trim_ascii_start()) {
            First::Nested | First::Empty => return Ok(FileFormat::Json),
            First::Scalar => return Ok(FileFormat::Jsonl),
            First::NotJson => {}
        }
    }
    if let Some(inside) = start.strip_prefix('[')
        && inside.trim_ascii_start().starts_with(['{', '['])
    {
        return refused(
            "this is a JSON list; write an object of topics, such as {\"q1\": {\"d1\": 1}}, or one object a line",
        );
    }
    // a comment of JSON lines is no header
    let mut lines = text.lines().filter(|line| !line.trim_ascii().is_empty());
    if let Some(first) = lines.next() {
        for (format, delimited) in [
            (FileFormat::Tsv, Delimited::tsv()),
            (FileFormat::Csv, Delimited::csv()),
        ] {
            if delimited.is_header(first) {
                return Ok(format);
            }
        }
        let mut rest = std::iter::once(first)
            .chain(lines)
            .filter(|line| !line.starts_with('#'));
        if let Some(inside) = rest
            .next()
            .and_then(|line| line.trim_ascii_start().strip_prefix('{'))
            && matches!(first_value(inside.trim_ascii_start()), First::Scalar)
        {
            return Ok(FileFormat::Jsonl);
        }
    }
    Ok(FileFormat::Trec)
}

/// The beginning as text, up to the first byte that is none, and without a byte-order mark.
fn text(head: &[u8]) -> &str {
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&head[..e.valid_up_to()]).expect("valid up to here"),
    };
    valid.strip_prefix('\u{feff}').unwrap_or(valid)
}

enum First {
    Nested,
    Scalar,
    Empty,
    NotJson,
}

/// What the first key of an object leads to; `inside` is what follows its brace.
fn first_value(inside: &str) -> First {
    if inside.starts_with('}') {
        return First::Empty;
    }
    let Some(key) = inside.strip_prefix('"') else {
        return First::NotJson;
    };
    let Some(behind) = behind_string(key).map(str::trim_ascii_start) else {
        return First::NotJson;
    };
    match behind.strip_prefix(':').map(str::trim_ascii_start) {
        None => First::NotJson,
        Some(value) if value.starts_with(['{', '[']) => First::Nested,
        Some(_) => First::Scalar,
    }
}

/// What follows the closing quote.
fn behind_string(text: &str) -> Option<&str> {
    let mut escaped = false;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(&text[i + 1..]),
            _ => {}
        }
    }
    None
}

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Judgments.
    Qrels,
    /// Rankings.
    Run,
    /// Topics with their queries, one JSON object a line.
    Topics,
    /// Sections of articles, one JSON object a line.
    Sections,
}

/// What is in a file of a format that begins with `head`; `None` if that cannot be told, as of Parquet (see
/// [`parquet_contents`](super::parquet_contents)).
///
/// Columns and keys tell it, and in a JSON object of objects the numbers of its first topic: whole ones are grades.
#[must_use]
pub fn contents(head: &[u8], format: FileFormat) -> Option<Contents> {
    let text = text(head);
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_ascii().is_empty() && !line.starts_with('#'));
    match format {
        FileFormat::Trec => match lines.next()?.split_ascii_whitespace().count() {
            4 => Some(Contents::Qrels),
            6 => Some(Contents::Run),
            _ => None,
        },
        // its description stands at the end
        FileFormat::Parquet => None,
        FileFormat::Csv => of_names(&Delimited::csv().names(lines.next()?)),
        FileFormat::Tsv => of_names(&Delimited::tsv().names(lines.next()?)),
        FileFormat::Jsonl => {
            let object: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(lines.next()?).ok()?;
            let has = |key| object.contains_key(key);
            if has("qid") && has("query") {
                return Some(Contents::Topics);
            }
            if has("id") && has("article") && has("text") {
                return Some(Contents::Sections);
            }
            of_names(&object.keys().cloned().collect::<Vec<_>>())
        }
        FileFormat::Json => {
            let inside = text.trim_ascii_start().strip_prefix('{')?;
            let key = inside.trim_ascii_start().strip_prefix('"')?;
            let value = behind_string(key)?.trim_ascii_start().strip_prefix(':')?;
            let rows = value.trim_ascii_start().strip_prefix('{');
            let Some(rows) = rows else {
                return Some(Contents::Run);
            };
            let rows = rows.split('}').next().unwrap_or(rows);
            let numbers = rows
                .split(',')
                .filter_map(|row| row.rsplit_once(':'))
                .map(|(_, number)| number.trim_ascii());
            let is_whole = |number: &str| number.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            let mut numbers = numbers;
            Some(if numbers.all(is_whole) {
                Contents::Qrels
            } else {
                Contents::Run
            })
        }
    }
}

pub(super) fn of_names(names: &[String]) -> Option<Contents> {
    let has = |wanted| names.iter().any(|name| slot(name) == Some(wanted));
    if !has(Slot::Topic) || !has(Slot::Docid) {
        None
    } else if has(Slot::Grade) {
        Some(Contents::Qrels)
    } else if has(Slot::Rank) {
        Some(Contents::Run)
    } else if has(Slot::Score) {
        // BEIR calls grades so, and documents thus
        let is_beir = names.iter().any(|name| name == "corpus-id");
        Some(if is_beir { Contents::Qrels } else { Contents::Run })
    } else {
        None
    }
}
