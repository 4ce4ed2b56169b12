//! Chunks and their file: one JSON object a line.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use sokutei_text::is_space;

use crate::Error;
use crate::jsonl::{self, Fault, null_is_empty};

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

/// Writes chunks as JSON Lines, as [`jsonl::write`] writes them.
///
/// # Errors
/// What the writer reports.
pub fn write_chunks(to: impl Write, chunks: &[Chunk]) -> io::Result<()> {
    jsonl::write(to, chunks)
}

/// Reads chunks from JSON Lines as [`jsonl`] reads them; `name` is what errors call the file.
///
/// # Errors
/// [`Error::BadChunk`] for a line that is not UTF-8, not a JSON object, lacks `id`, `article` or `text`, has a field of
/// another type, an id that is empty or holds white space, or ends before it starts; [`Error::RepeatedId`] for an id that
/// was there before; [`Error::ReadChunks`] when the reader fails.
pub fn read_chunks(from: impl BufRead, name: &str) -> Result<Vec<Chunk>, Error> {
    each_chunk(from, name).collect()
}

/// [`read_chunks`] one by one: what is no chunk is an error, and the next line follows. [`Error::ReadChunks`] is the end.
pub fn each_chunk(from: impl BufRead, name: &str) -> impl Iterator<Item = Result<Chunk, Error>> {
    let mut first_lines: HashMap<String, usize> = HashMap::new();
    jsonl::rows(from).map(move |row| {
        let (line, chunk): (usize, Chunk) = row.map_err(|fault| error_of(fault, name))?;
        check(&chunk).map_err(|(found, fix)| Error::BadChunk {
            name: name.to_owned(),
            line,
            column: 1,
            found,
            fix,
        })?;
        match first_lines.get(&chunk.id) {
            Some(&first) => Err(Error::RepeatedId {
                name: name.to_owned(),
                line,
                first,
                id: chunk.id,
            }),
            None => {
                first_lines.insert(chunk.id.clone(), line);
                Ok(chunk)
            }
        }
    })
}

fn error_of(fault: Fault, name: &str) -> Error {
    let name = name.to_owned();
    match fault {
        Fault::Read { line, source } => Error::ReadChunks { name, line, source },
        Fault::Row {
            line,
            column,
            found,
            fix,
        } => Error::BadChunk {
            name,
            line,
            column,
            found,
            fix: fix.unwrap_or("a chunk is an object with the strings id, article and text"),
        },
    }
}

/// What is wrong with the values of a chunk, and what to do.
fn check(chunk: &Chunk) -> Result<(), (String, &'static str)> {
    for (field, id) in [("id", &chunk.id), ("article", &chunk.article)] {
        if id.is_empty() || id.contains(is_space) {
            let found = format!("{field} `{id}` is empty or holds white space");
            return Err((found, "percent-encode the white space of ids"));
        }
    }
    if chunk.end < chunk.start {
        let (id, start, end) = (&chunk.id, chunk.start, chunk.end);
        let found = format!("`{id}` ends at byte {end} and starts at {start}");
        return Err((found, "write the file again from the pages"));
    }
    Ok(())
}
