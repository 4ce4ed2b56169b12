//! A reader that keeps the line it is at, so that an error about the line can show it: also on standard input, which cannot be
//! read again, and of a compressed file.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};

use memchr::memrchr;

use crate::exit::is_content;

/// Passes everything on, and holds the line that was read last.
pub(crate) struct KeptLine<R> {
    from: R,
    line: Vec<u8>,
    /// For documents that are one line: nothing is kept.
    keeps: bool,
}

impl<R: BufRead> KeptLine<R> {
    pub(crate) fn new(from: R) -> Self {
        Self {
            from,
            line: Vec::new(),
            keeps: true,
        }
    }

    /// Keeps nothing from now on: lines mean nothing in the document that is read.
    pub(crate) fn keep_nothing(&mut self) {
        self.keeps = false;
    }

    /// An error about what was read, with the line.
    pub(crate) fn error(self, error: impl Error + Send + Sync + 'static) -> InLine {
        let broken = std::iter::successors(Some(&error as &dyn Error), |&e| e.source())
            .filter_map(|e| e.downcast_ref::<io::Error>())
            .any(is_content);
        let hint = broken.then(|| "it is packed, and damaged or cut off: copy it again".to_owned());
        InLine {
            error: Box::new(error),
            line: self.line,
            hint,
        }
    }

    fn keep(&mut self, n: usize) {
        // they are in the buffer already: nothing is read for this
        let Ok(read) = self.from.fill_buf().map(|b| &b[..n.min(b.len())]) else {
            return;
        };
        if self.line.ends_with(b"\n") {
            self.line.clear();
        }
        let before_the_last = read.len().saturating_sub(1);
        if let Some(end) = memrchr(b'\n', &read[..before_the_last]) {
            self.line.clear();
            self.line.extend_from_slice(&read[end + 1..]);
        } else {
            self.line.extend_from_slice(read);
        }
    }
}

impl<R: BufRead> BufRead for KeptLine<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.from.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        if n > 0 && self.keeps {
            self.keep(n);
        }
        self.from.consume(n);
    }
}

impl<R: BufRead> Read for KeptLine<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(into)?;
        self.consume(n);
        Ok(n)
    }
}

/// An error of a file, the line at which reading ended, and what the command can say beyond the library that read it.
#[derive(Debug)]
pub(crate) struct InLine {
    error: Box<dyn Error + Send + Sync>,
    /// With its line end, if it has one.
    pub(crate) line: Vec<u8>,
    /// What to do, where only the command knows.
    pub(crate) hint: Option<String>,
}

impl InLine {
    /// What the library said.
    pub(crate) fn cause(&self) -> &(dyn Error + 'static) {
        &*self.error
    }
}

impl fmt::Display for InLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl Error for InLine {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.cause())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line that is kept after `n` lines were read, through a buffer of `size` bytes.
    fn kept(text: &str, n: usize, size: usize) -> String {
        let mut from = KeptLine::new(io::BufReader::with_capacity(size, text.as_bytes()));
        for _ in 0..n {
            from.read_until(b'\n', &mut Vec::new()).expect("memory is read");
        }
        String::from_utf8(from.line).expect("UTF-8")
    }

    #[test]
    fn the_line_that_was_read_last_is_kept_whatever_the_buffer() {
        let text = "one\ntwo two\n\nfour";
        for size in [1, 2, 3, 5, 8, 100] {
            for (n, line) in [(1, "one\n"), (2, "two two\n"), (3, "\n"), (4, "four")] {
                assert_eq!(kept(text, n, size), line, "line {n}, buffer of {size}");
            }
        }
    }

    #[test]
    fn a_reader_that_takes_several_lines_at_once_leaves_the_last() {
        let mut from = KeptLine::new("one\ntwo\nthr".as_bytes());
        let mut text = String::new();
        from.read_to_string(&mut text).expect("memory is read");
        assert_eq!(
            (text.as_str(), from.line.as_slice()),
            ("one\ntwo\nthr", &b"thr"[..])
        );
    }
}
