//! Text nodes and block edges to tidy lines.

use sokutei_text::is_space;

/// Writes the text of one part of a page behind what is already in a string: each run of white space is one space, ends
/// of lines are stripped, empty lines vanish.
///
/// The caller says where lines end ([`Lines::end_line`]); a line feed inside a text is only white space.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Something stands before the next line, so it needs a line feed.
    follows: bool,
    in_line: bool,
    space_due: bool,
}

impl Lines {
    /// `follows`: the part's first line comes behind a line feed (behind a heading), not at once.
    pub(crate) fn new(follows: bool) -> Self {
        Self {
            follows,
            ..Self::default()
        }
    }

    pub(crate) fn text(&mut self, out: &mut String, text: &str) {
        for (i, piece) in text.split(is_space).enumerate() {
            self.space_due |= i > 0;
            if piece.is_empty() {
                continue;
            }
            if !self.in_line {
                if self.follows {
                    out.push('\n');
                }
                (self.follows, self.in_line) = (true, true);
            } else if self.space_due {
                out.push(' ');
            }
            self.space_due = false;
            out.push_str(piece);
        }
    }

    /// The same for preformatted text: its line feeds end lines.
    pub(crate) fn preformatted(&mut self, out: &mut String, text: &str) {
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                self.end_line();
            }
            self.text(out, line);
        }
    }

    pub(crate) fn end_line(&mut self) {
        (self.in_line, self.space_due) = (false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(follows: bool, write: impl Fn(&mut Lines, &mut String)) -> String {
        let mut out = String::new();
        write(&mut Lines::new(follows), &mut out);
        out
    }

    #[test]
    fn white_space_runs_across_text_nodes_are_one_space() {
        let text = written(false, |lines, out| {
            for piece in [" \n", "Hello ", "\u{3000}world", "\u{a0}", "\n\t", "!", " "] {
                lines.text(out, piece);
            }
        });
        assert_eq!(text, "Hello world !");
    }

    #[test]
    fn empty_lines_vanish() {
        let text = written(false, |lines, out| {
            lines.end_line();
            lines.text(out, "a ");
            lines.end_line();
            lines.text(out, " \n ");
            lines.end_line();
            lines.end_line();
            lines.text(out, " b");
        });
        assert_eq!(text, "a\nb");
    }

    #[test]
    fn first_line_of_a_part_behind_a_heading_begins_with_a_line_feed() {
        assert_eq!(written(true, |lines, out| lines.text(out, "a")), "\na");
        assert_eq!(written(true, |lines, out| lines.text(out, " ")), "");
    }

    #[test]
    fn preformatted_line_feeds_end_lines() {
        assert_eq!(
            written(false, |lines, out| lines.preformatted(out, "a  b\n\n  c\n")),
            "a b\nc"
        );
    }
}
