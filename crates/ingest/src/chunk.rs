//! Chunks and their file: one JSON object a line.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Deserializer, Serialize};
use sokutei_text::is_space;

use crate::Error;

/// A section that can be found: the unit that is indexed, judged and ranked.
///
/// Serialises with its fields in the order below, which is the row of `sections.jsonl`. Reading takes a missing or null
/// `title`, `heading`, `path`, `start`, `end` or `anchor` as empty, and passes over fields it does not know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chunk {
    /// `<article>#<j>`, `j` from 0 over the kept sections of the article. Opaque: never take it apart.
    pub id: String,
    /// Id of the article.
    pub article: String,
    /// Title of the article.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub title: String,
    /// Heading of the section.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub heading: String,
    /// The `h1` before it, if any, then the heading.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub path: Vec<String>,
    /// Text of the section, without its heading.
    pub text: String,
    /// First byte in the article's visible text.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub start: usize,
    /// Byte past the last in the article's visible text.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub end: usize,
    /// Fragment by which a link reaches the section.
    #[serde(default)]
    pub anchor: Option<String>,
}

fn null_is_empty<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(value: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or_default())
}

/// Writes chunks as JSON Lines: UTF-8, one object a line, each line ended by a line feed.
///
/// # Errors
/// What the writer reports.
pub fn write_chunks(mut to: impl Write, chunks: &[Chunk]) -> io::Result<()> {
    for chunk in chunks {
        serde_json::to_writer(&mut to, chunk)?;
        to.write_all(b"\n")?;
    }
    to.flush()
}

/// Reads chunks from JSON Lines; `name` is what errors call the file. Blank lines and a byte order mark are passed over.
///
/// # Errors
/// [`Error::BadChunk`] for a line that is not UTF-8, not a JSON object, lacks `id`, `article` or `text`, has a field of
/// another type, an id that is empty or holds white space, or ends before it starts; [`Error::RepeatedId`] for an id that
/// was there before; [`Error::ReadChunks`] when the reader fails.
pub fn read_chunks(mut from: impl BufRead, name: &str) -> Result<Vec<Chunk>, Error> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut first_lines: HashMap<String, usize> = HashMap::new();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = from.read_until(b'\n', &mut bytes);
        if read.map_err(|source| Error::ReadChunks {
            name: name.to_owned(),
            line,
            source,
        })? == 0
        {
            break;
        }
        let content = if line == 1 {
            bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)
        } else {
            &bytes
        };
        // Without its line end, or an object that breaks off would be reported at column 0 of the next line.
        let content = content.trim_ascii_end();
        if content.is_empty() {
            continue;
        }
        let chunk = chunk_of_line(content).map_err(|wrong| Error::BadChunk {
            name: name.to_owned(),
            line,
            column: wrong.column,
            found: wrong.found,
            fix: wrong.fix,
        })?;
        if let Some(&first) = first_lines.get(&chunk.id) {
            return Err(Error::RepeatedId {
                name: name.to_owned(),
                line,
                first,
                id: chunk.id,
            });
        }
        first_lines.insert(chunk.id.clone(), line);
        chunks.push(chunk);
    }
    Ok(chunks)
}

struct Wrong {
    column: usize,
    found: String,
    fix: &'static str,
}

fn chunk_of_line(line: &[u8]) -> Result<Chunk, Wrong> {
    let text = str::from_utf8(line).map_err(|e| Wrong {
        column: e.valid_up_to() + 1,
        found: "bytes that are not UTF-8".to_owned(),
        fix: "save the file as UTF-8",
    })?;
    let chunk: Chunk = serde_json::from_str(text).map_err(|e| {
        let message = e.to_string();
        let found = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(what, _)| what)
            .to_owned();
        let fix = match e.classify() {
            serde_json::error::Category::Data => "a chunk is an object with the strings id, article and text",
            _ => "each line must be one whole JSON object",
        };
        Wrong {
            column: e.column().max(1),
            found,
            fix,
        }
    })?;
    for (field, id) in [("id", &chunk.id), ("article", &chunk.article)] {
        if id.is_empty() || id.contains(is_space) {
            return Err(Wrong {
                column: 1,
                found: format!("{field} `{id}` is empty or holds white space"),
                fix: "percent-encode the white space of ids",
            });
        }
    }
    if chunk.end < chunk.start {
        return Err(Wrong {
            column: 1,
            found: format!(
                "`{}` ends at byte {} and starts at {}",
                chunk.id, chunk.end, chunk.start
            ),
            fix: "write the file again from the pages",
        });
    }
    Ok(chunk)
}
