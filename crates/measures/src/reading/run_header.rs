//! The comment lines of a run file between the marks of ir_metadata, as text.

/// What stands between the two marks at the top of a run file, not yet understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunHeader {
    /// Line of the first mark, from 1. Line 1 of the text is the line after it.
    pub start: usize,
    /// The lines, each without the `#` at its beginning. No more than [`RunHeader::LARGEST`] bytes.
    pub text: String,
    /// Whether the second mark is there.
    pub is_closed: bool,
    /// Whether there was more text than is kept.
    pub is_cut: bool,
}

impl RunHeader {
    /// Bytes of a header that are kept.
    pub const LARGEST: usize = 1 << 20;

    /// The mark of the first line, without `#`.
    pub const START: &'static str = "ir_metadata.start";

    /// The mark of the last line, without `#`.
    pub const END: &'static str = "ir_metadata.end";

    pub(crate) fn is_start(comment: &str) -> bool {
        is_mark(comment, Self::START)
    }

    pub(crate) fn at(line: usize) -> Self {
        Self {
            start: line,
            ..Self::default()
        }
    }

    /// Takes a line of comment, or a blank one; an end mark closes the header.
    pub(crate) fn take(&mut self, line: &str) {
        if is_mark(line, Self::END) {
            self.is_closed = true;
            return;
        }
        let line = line.strip_prefix('#').unwrap_or(line);
        if self.text.len() + line.len() >= Self::LARGEST {
            self.is_cut = true;
        }
        if !self.is_cut {
            self.text.push_str(line.trim_end_matches(['\r', '\n']));
            self.text.push('\n');
        }
    }
}

fn is_mark(comment: &str, mark: &str) -> bool {
    comment.trim_start_matches('#').trim_ascii() == mark
}
