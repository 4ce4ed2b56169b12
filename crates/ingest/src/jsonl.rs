//! JSON Lines: one object a line, read so that whatever is wrong has its place.
//!
//! Every file of rows in this project goes through here (chunks, and the topics of `sokutei-testset`), so that all of them
//! are read alike: UTF-8, a byte order mark at the very start passed over, blank lines passed over, `\r\n` as good as
//! `\n`, null as good as a missing value where a row's fields say so ([`null_is_empty`]).

use std::io::{self, BufRead, Write};
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes rows: UTF-8, one object a line, each line ended by a line feed.
///
/// # Errors
/// What the writer reports, or a row that is no JSON (a map with keys that are no strings).
pub fn write<T: Serialize>(mut to: impl Write, rows: &[T]) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut to, row)?;
        to.write_all(b"\n")?;
    }
    to.flush()
}

/// Reads rows one by one, each with the number of its line, from 1. A line that is no row is a [`Fault::Row`], and the next follows; a
/// [`Fault::Read`] is the end.
///
/// ```
/// use sokutei_ingest::jsonl;
///
/// let mut rows = jsonl::rows::<Vec<u32>>("[1]\n\n[2, 3]\n[4,\n[5]\n".as_bytes());
/// assert_eq!(rows.next().unwrap()?, (1, vec![1]));
/// assert_eq!(rows.next().unwrap()?, (3, vec![2, 3]));
/// let fault = rows.next().unwrap().unwrap_err();
/// assert_eq!(fault.to_string(), "line 4, column 3: EOF while parsing a value");
/// assert_eq!(rows.next().unwrap()?, (5, vec![5]));
/// assert!(rows.next().is_none());
/// # Ok::<(), jsonl::Fault>(())
/// ```
pub fn rows<T: DeserializeOwned>(from: impl BufRead) -> impl Iterator<Item = Result<(usize, T), Fault>> {
    Rows {
        from,
        line: 0,
        bytes: Vec::new(),
        is_over: false,
        row: PhantomData,
    }
}

/// Why a line is no row.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The reader failed.
    #[error("line {line}: cannot be read")]
    Read {
        /// The line that was due, from 1.
        line: usize,
        /// The system's reason.
        source: io::Error,
    },
    /// A line is no row.
    #[error("line {line}, column {column}: {found}")]
    Row {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1, a byte order mark apart.
        column: usize,
        /// What is wrong there.
        found: String,
        /// What to do; `None` when it is JSON and only not the row that is wanted, which the caller can describe.
        fix: Option<&'static str>,
    },
}

struct Rows<R, T> {
    from: R,
    line: usize,
    bytes: Vec<u8>,
    is_over: bool,
    row: PhantomData<T>,
}

impl<R: BufRead, T: DeserializeOwned> Iterator for Rows<R, T> {
    type Item = Result<(usize, T), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let row = self.next_row().transpose();
        self.is_over = matches!(row, None | Some(Err(Fault::Read { .. })));
        row
    }
}

impl<R: BufRead, T: DeserializeOwned> Rows<R, T> {
    fn next_row(&mut self) -> Result<Option<(usize, T)>, Fault> {
        loop {
            self.line += 1;
            let line = self.line;
            self.bytes.clear();
            let read = self.from.read_until(b'\n', &mut self.bytes);
            if read.map_err(|source| Fault::Read { line, source })? == 0 {
                return Ok(None);
            }
            let fault = |(column, found, fix)| Fault::Row {
                line,
                column,
                found,
                fix,
            };
            if let Some(row) = row_of_line(&self.bytes, line == 1).map_err(fault)? {
                return Ok(Some((line, row)));
            }
        }
    }
}

/// The row of a line, none of a blank one; else column, what was found there, and what to do.
fn row_of_line<T: DeserializeOwned>(
    bytes: &[u8],
    is_first: bool,
) -> Result<Option<T>, (usize, String, Option<&'static str>)> {
    let text = str::from_utf8(bytes).map_err(|e| {
        let found = "bytes that are not UTF-8".to_owned();
        (e.valid_up_to() + 1, found, Some("save the file as UTF-8"))
    })?;
    let text = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(behind) if is_first => behind,
        _ => text,
    };
    if text.starts_with(BYTE_ORDER_MARK) {
        let found = "a byte order mark (U+FEFF) that does not begin the file".to_owned();
        return Err((1, found, Some("delete it; files were probably joined")));
    }
    // Without its line end, or an object that breaks off would be reported at column 0 of the next line.
    let text = text.trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    serde_json::from_str(text).map(Some).map_err(|e| {
        let fix = match e.classify() {
            serde_json::error::Category::Data => None,
            _ => Some("each line must be one whole JSON object"),
        };
        (e.column().max(1), without_place(&e), fix)
    })
}

/// serde_json's message without its own " at line 1 column 7": the line is not the file's.
#[must_use]
pub fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message,
    }
}

/// For `#[serde(deserialize_with)]`: null is the empty value of the type. Tables of other tools write a missing value so.
///
/// # Errors
/// What the deserializer reports.
pub fn null_is_empty<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    value: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(usize, u32)> {
        rows(bytes).map(|row| row.expect("a row")).collect()
    }

    fn fault(bytes: &[u8]) -> (String, Option<&'static str>) {
        let fault = rows::<u32>(bytes)
            .find_map(Result::err)
            .expect("something is wrong");
        let fix = match &fault {
            Fault::Row { fix, .. } => *fix,
            Fault::Read { .. } => None,
        };
        (fault.to_string(), fix)
    }

    #[test]
    fn blank_lines_line_ends_and_the_mark_at_the_start_do_not_matter() {
        assert_eq!(
            read("\u{feff}1\r\n \n\u{3000}\n 2 \n\n3".as_bytes()),
            [(1, 1), (4, 2), (6, 3)]
        );
        assert_eq!(read("\u{feff}".as_bytes()), []);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn a_second_mark_is_a_fault_wherever_it_stands() {
        for (file, line) in [("\u{feff}\u{feff}1", 1), ("1\n\u{feff}2", 2)] {
            let (message, fix) = fault(file.as_bytes());
            assert_eq!(
                message,
                format!("line {line}, column 1: a byte order mark (U+FEFF) that does not begin the file")
            );
            assert_eq!(fix, Some("delete it; files were probably joined"));
        }
    }

    #[test]
    fn faults_say_where_and_whether_it_is_json_at_all() {
        for (file, message, fix) in [
            (
                b"1\n\xff".as_slice(),
                "line 2, column 1: bytes that are not UTF-8",
                Some("save the file as UTF-8"),
            ),
            (
                b"1 2",
                "line 1, column 3: trailing characters",
                Some("each line must be one whole JSON object"),
            ),
            (
                b"\n\"x\"",
                "line 2, column 3: invalid type: string \"x\", expected u32",
                None,
            ),
        ] {
            assert_eq!(fault(file), (message.to_owned(), fix));
        }
    }
}
