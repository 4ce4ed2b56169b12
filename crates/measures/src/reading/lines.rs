//! Lines of a file, as columns with a line number.

use std::io::{self, BufRead};
use std::ops::Range;

use memchr::memchr;

use super::{Odd, Place, RunHeader};
use crate::error::{Error, LineProblem};

/// Reads the lines that hold something, one after the other, mostly where they lie in the reader's buffer.
pub(crate) struct Lines<'n, R: BufRead> {
    reader: R,
    name: &'n str,
    /// Where the current line lies in the reader's buffer, of which nothing before it is needed; `0..0` if it was copied.
    at: Range<usize>,
    /// A line that does not lie in one buffer.
    copied: Vec<u8>,
    /// Whether the reader's buffer is ASCII, once it was looked at.
    is_ascii: Option<bool>,
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

/// Leaves the reader behind the line that was read last.
impl<R: BufRead> Drop for Lines<'_, R> {
    fn drop(&mut self) {
        self.reader.consume(self.at.end);
    }
}

impl<'n, R: BufRead> Lines<'n, R> {
    pub(crate) fn new(reader: R, name: &'n str, row: Option<(usize, usize)>) -> Self {
        Self {
            reader,
            name,
            at: 0..0,
            copied: Vec::new(),
            is_ascii: None,
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
    pub(crate) fn line(&mut self) -> &str {
        let line = std::str::from_utf8(self.bytes()).expect("checked by advance");
        line.strip_prefix('\u{feff}').unwrap_or(line)
    }

    fn bytes(&mut self) -> &[u8] {
        if self.at.is_empty() {
            return &self.copied;
        }
        let buffer = self.reader.fill_buf().expect("it holds the line already");
        &buffer[self.at.clone()]
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
            let is_line = self.go_on().map_err(|source| Error::Read {
                file: self.name.to_owned(),
                source,
            })?;
            if !is_line {
                return Ok(false);
            }
            self.number += 1;
            match self.look() {
                Ok(Seen::Columns) => {
                    self.has_begun = true;
                    return Ok(true);
                }
                Ok(_) if self.is_of_header() => {}
                Ok(Seen::Nothing) => {}
                Ok(Seen::Comment { is_row }) => {
                    self.comments += 1;
                    self.commented_rows += usize::from(is_row);
                }
                Err(problem) => return Err(self.error(problem)),
            }
        }
    }

    /// Whether the current line, a comment or a blank one, belongs to a header. That takes it.
    fn is_of_header(&mut self) -> bool {
        if self.has_begun || self.row.is_none() {
            return false;
        }
        let (mut header, number) = (self.header.take(), self.number);
        let line = self.line();
        let is_taken = match &mut header {
            Some(header) if !header.is_closed => {
                header.take(line);
                true
            }
            None if line.starts_with('#') && RunHeader::is_start(line) => {
                header = Some(RunHeader::at(number));
                true
            }
            _ => false,
        };
        self.header = header;
        is_taken
    }

    /// What the current line is.
    fn look(&mut self) -> Result<Seen, LineProblem> {
        let (row, is_first) = (self.row, self.number == 1);
        let is_ascii = self.is_ascii == Some(true) && !self.at.is_empty();
        let bytes = self.bytes();
        // what is no ASCII is above, white space and # are below
        if is_ascii && bytes[0] > b'#' {
            return Ok(Seen::Columns);
        }
        let line = std::str::from_utf8(bytes).map_err(|e| LineProblem::NotUtf8 {
            byte: e.valid_up_to() + 1,
        })?;
        let line = match line.strip_prefix('\u{feff}') {
            Some(rest) if !is_first || rest.starts_with('\u{feff}') => {
                return Err(LineProblem::ByteOrderMark);
            }
            stripped => stripped.unwrap_or(line),
        };
        Ok(match row.filter(|_| line.starts_with('#')) {
            Some(row) => Seen::Comment {
                is_row: is_row(line, row),
            },
            None if line.split_ascii_whitespace().next().is_none() => Seen::Nothing,
            None => Seen::Columns,
        })
    }

    /// Makes the next line the current one; `false` at the end of the file.
    fn go_on(&mut self) -> io::Result<bool> {
        let start = self.at.end;
        let buffer = filled(&mut self.reader)?;
        let read = &buffer[start..];
        if let Some(end) = memchr(b'\n', read) {
            if self.is_ascii.is_none() {
                self.is_ascii = Some(buffer.is_ascii());
            }
            self.at = start..start + end + 1;
            return Ok(true);
        }
        self.copied.clear();
        self.copied.extend_from_slice(read);
        let all = buffer.len();
        self.at = 0..0;
        self.is_ascii = None;
        self.reader.consume(all);
        self.copy_to_line_end()?;
        Ok(!self.copied.is_empty())
    }

    fn copy_to_line_end(&mut self) -> io::Result<()> {
        loop {
            let read = filled(&mut self.reader)?;
            let (n, is_whole) = match memchr(b'\n', read) {
                Some(end) => (end + 1, true),
                None => (read.len(), read.is_empty()),
            };
            self.copied.extend_from_slice(&read[..n]);
            self.reader.consume(n);
            if is_whole {
                return Ok(());
            }
        }
    }

    /// The `N` columns of the current line.
    pub(crate) fn columns<const N: usize>(&mut self, names: &'static str) -> Result<[&str; N], LineProblem> {
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
    pub(crate) fn leading<const N: usize>(&mut self) -> ([&str; N], usize) {
        let line = self.line();
        let mut columns = [""; N];
        let mut found = 0;
        each_word(line, |word| {
            if let Some(place) = columns.get_mut(found) {
                *place = word;
            }
            found += 1;
        });
        (columns, found)
    }
}

/// What a line is.
enum Seen {
    Columns,
    Nothing,
    Comment { is_row: bool },
}

/// What is in a reader's buffer; it is filled if it is empty.
fn filled<R: BufRead>(reader: &mut R) -> io::Result<&[u8]> {
    loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    reader.fill_buf() // the borrow checker wants it asked for again; it is full
}

/// Gives `each` what stands between ASCII white space.
#[inline(always)]
fn each_word<'l>(line: &'l str, mut each: impl FnMut(&'l str)) {
    let bytes = line.as_bytes();
    let mut start = 0;
    let mut at_blank = |place: usize| {
        if place > start {
            each(&line[start..place]);
        }
        start = place + 1;
    };
    let (eights, rest) = bytes.as_chunks::<8>();
    for (i, eight) in eights.iter().enumerate() {
        let mut candidates = low_bytes(u64::from_le_bytes(*eight));
        while candidates != 0 {
            let place = i * 8 + candidates.trailing_zeros() as usize / 8;
            candidates &= candidates - 1;
            if bytes[place].is_ascii_whitespace() {
                at_blank(place);
            }
        }
    }
    for (place, byte) in (bytes.len() - rest.len()..).zip(rest) {
        if byte.is_ascii_whitespace() {
            at_blank(place);
        }
    }
    at_blank(bytes.len());
}

/// The highest bit of every byte that is a blank or less, all other bits 0.
fn low_bytes(eight: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    // without its highest bit a byte is at most 7f: nothing is carried into the next
    let above_blank = (eight & !HIGH) + (0x7f - b' ' as u64) * EACH;
    !(above_blank | eight) & HIGH
}

fn is_row(line: &str, (columns, number): (usize, usize)) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_number = words
        .nth(number - 1)
        .is_some_and(|word| word.parse::<f64>().is_ok());
    is_number && words.count() == columns - number
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn low_bytes_are_found_among_all_others() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                for other in [0x21, 0x7f, 0x80, 0xff] {
                    let mut eight = [other; 8];
                    eight[place] = byte;
                    let expected = if byte <= b' ' { 0x80 << (8 * place) } else { 0 };
                    assert_eq!(
                        low_bytes(u64::from_le_bytes(eight)),
                        expected,
                        "{byte} among {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn words_are_those_of_the_standard_library() {
        for text in [
            "",
            " ",
            "a",
            "a b",
            "  ab\tcd  \r\n",
            "a\u{b}b c",
            "日本 語\u{3000}x y",
            "12345678 1234567 \n",
            "a\0b c",
        ] {
            let mut words = Vec::new();
            each_word(text, |word| words.push(word));
            assert_eq!(
                words,
                text.split_ascii_whitespace().collect::<Vec<_>>(),
                "{text:?}"
            );
        }
    }

    /// Lines with their numbers, read through a buffer of a few bytes, and what is left behind the last of them.
    fn through(capacity: usize, text: &str) -> Vec<(usize, String)> {
        let mut lines = Lines::new(
            BufReader::with_capacity(capacity, text.as_bytes()),
            "x",
            Some((2, 2)),
        );
        let mut all = Vec::new();
        while lines.advance().expect("text") {
            all.push((lines.number(), lines.line().to_owned()));
        }
        assert_eq!((lines.comments, lines.commented_rows), (2, 1), "{capacity}");
        all
    }

    #[test]
    fn a_line_is_the_same_in_one_buffer_and_in_many() {
        let text = "\u{feff}q 1\r\n\n#c\n# 1\n \t\n日本 2\nlonger than some buffers 3\n\nlast 4";
        let expected = [
            (1, "q 1\r\n"),
            (6, "日本 2\n"),
            (7, "longer than some buffers 3\n"),
            (9, "last 4"),
        ];
        let expected: Vec<(usize, String)> = expected.map(|(n, line)| (n, line.to_owned())).into();
        for capacity in 1..80 {
            assert_eq!(through(capacity, text), expected, "{capacity}");
        }
    }

    #[test]
    fn the_reader_is_left_behind_the_line_that_was_read_last() {
        for capacity in 1..20 {
            let mut reader = BufReader::with_capacity(capacity, "one\ntwo\nthree\n".as_bytes());
            let mut lines = Lines::new(&mut reader, "x", None);
            assert!(lines.advance().expect("text") && lines.advance().expect("text"));
            drop(lines);
            let mut rest = String::new();
            reader.read_line(&mut rest).expect("text");
            assert_eq!(rest, "three\n", "{capacity}");
        }
    }
}
