//! Lines of a file, as columns with a line number.

use std::io::{self, BufRead};

use memchr::memchr;

use super::{Odd, Place, RunHeader};
use crate::error::{Error, LineProblem};

/// Reads the lines that hold something, one after the other, into one buffer.
pub(crate) struct Lines<'n, R> {
    reader: R,
    name: &'n str,
    buffer: Vec<u8>,
    number: usize,
    /// Lines that started with `#`, outside the header.
    pub(crate) comments: usize,
    /// Those of them that look like rows.
    pub(crate) commented_rows: usize,
    /// Columns of a row, and which of them, from 1, is a number; `None` for files without comments.
    row: Option<(usize, usize)>,
    /// The header of ir_metadata, if there is one before the first row.
    pub(crate) header: Option<RunHeader>,
    has_begun: bool,
}

impl<'n, R: BufRead> Lines<'n, R> {
    pub(crate) fn new(reader: R, name: &'n str, row: Option<(usize, usize)>) -> Self {
        Self {
            reader,
            name,
            buffer: Vec::new(),
            number: 0,
            comments: 0,
            commented_rows: 0,
            row,
            header: None,
            has_begun: false,
        }
    }

    /// Number of the line that was read last, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The line that was read last, with its end, without a byte-order mark.
    pub(crate) fn line(&self) -> &str {
        let line = std::str::from_utf8(&self.buffer).expect("checked by advance");
        line.strip_prefix('\u{feff}').unwrap_or(line)
    }

    /// Makes the next line with columns the current one, and passes over lines that cannot be read if all that is odd is collected.
    pub(crate) fn advance_or_collect(&mut self, odd: &mut Odd<'_>) -> Result<bool, Error> {
        loop {
            match self.advance() {
                Err(Error::Line { line, problem, .. }) if odd.collects() => {
                    odd.left_out(Place::Line(line), problem)?;
                }
                advanced => return advanced,
            }
        }
    }

    /// An error about the line that was read last.
    pub(crate) fn error(&self, problem: LineProblem) -> Error {
        Error::Line {
            file: self.name.to_owned(),
            line: self.number,
            problem,
        }
    }

    /// Makes the next line with columns the current one; `false` at the end of the file.
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        loop {
            self.buffer.clear();
            self.read_line().map_err(|source| Error::Read {
                file: self.name.to_owned(),
                source,
            })?;
            if self.buffer.is_empty() {
                return Ok(false);
            }
            self.number += 1;
            let problem = match std::str::from_utf8(&self.buffer) {
                Err(e) => LineProblem::NotUtf8 {
                    byte: e.valid_up_to() + 1,
                },
                Ok(line) => match line.strip_prefix('\u{feff}') {
                    Some(rest) if self.number > 1 || rest.starts_with('\u{feff}') => {
                        LineProblem::ByteOrderMark
                    }
                    stripped => {
                        let line = stripped.unwrap_or(line);
                        let is_blank = line.split_ascii_whitespace().next().is_none();
                        let row = self.row.filter(|_| line.starts_with('#'));
                        if row.is_none() && !is_blank {
                            self.has_begun = true;
                            return Ok(true);
                        }
                        if self.is_of_header() {
                            continue;
                        }
                        if let Some(row) = row {
                            let line = self.line();
                            let is_row = is_row(line, row);
                            self.comments += 1;
                            self.commented_rows += usize::from(is_row);
                        }
                        continue;
                    }
                },
            };
            return Err(self.error(problem));
        }
    }

    /// Whether the line that was read last, a comment or a blank one, belongs to a header. That takes it.
    fn is_of_header(&mut self) -> bool {
        if self.has_begun {
            return false;
        }
        // the line is looked at while the header changes
        let buffer = std::mem::take(&mut self.buffer);
        let line = std::str::from_utf8(&buffer).expect("checked by advance");
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let taken = match &mut self.header {
            Some(header) if !header.is_closed => {
                header.take(line);
                true
            }
            None if self.row.is_some() && line.starts_with('#') && RunHeader::is_start(line) => {
                self.header = Some(RunHeader::at(self.number));
                true
            }
            _ => false,
        };
        self.buffer = buffer;
        taken
    }

    /// Appends everything up to the next line end, and that, to the buffer.
    fn read_line(&mut self) -> io::Result<()> {
        loop {
            let read = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let (n, is_whole) = match memchr(b'\n', read) {
                Some(end) => (end + 1, true),
                None => (read.len(), read.is_empty()),
            };
            self.buffer.extend_from_slice(&read[..n]);
            self.reader.consume(n);
            if is_whole {
                return Ok(());
            }
        }
    }

    /// The `N` columns of the current line.
    pub(crate) fn columns<const N: usize>(&self, names: &'static str) -> Result<[&str; N], LineProblem> {
        let (columns, found) = self.leading::<N>();
        if found == N {
            return Ok(columns);
        }
        Err(LineProblem::Columns {
            expected: N,
            names,
            found,
        })
    }

    /// The first `N` columns of the current line, empty where there are fewer, and how many there are.
    #[inline(always)]
    pub(crate) fn leading<const N: usize>(&self) -> ([&str; N], usize) {
        let line = self.line();
        let mut columns = [""; N];
        let mut found = 0;
        let mut rest = line;
        while let Some(start) = rest.bytes().position(|b| !is_blank(b)) {
            rest = &rest[start..];
            let end = rest.bytes().position(is_blank).unwrap_or(rest.len());
            let (column, behind) = rest.split_at(end);
            if let Some(place) = columns.get_mut(found) {
                *place = column;
            }
            found += 1;
            rest = behind;
        }
        (columns, found)
    }
}

/// ASCII white space; the comparison first, because most bytes are above.
fn is_blank(byte: u8) -> bool {
    byte <= b' ' && byte.is_ascii_whitespace()
}

fn is_row(line: &str, (columns, number): (usize, usize)) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_number = words
        .nth(number - 1)
        .is_some_and(|word| word.parse::<f64>().is_ok());
    is_number && words.count() == columns - number
}
