//! Rows that are lines.

use std::io::BufRead;

use super::rows::{Beside, Row, Rows};
use crate::error::{Error, LineProblem};
use crate::reading::{Lines, Odd, Place, Unit};

/// What makes rows of lines.
pub(super) trait RowsOfLines {
    /// Whether a line that begins with `#` is a comment.
    const COMMENTS: bool;
    /// Takes the first line that is not blank; `false` if it is a row.
    ///
    /// # Errors
    /// A header without names for topic and docid.
    fn begin(&mut self, line: &str) -> Result<bool, LineProblem>;
    /// The row of a line.
    fn row<'a>(&'a self, line: &'a str) -> Result<Row<'a>, LineProblem>;
}

/// The rows of a text.
pub(super) struct LineRows<R, F> {
    pub(super) reader: R,
    pub(super) format: F,
}

impl<R: BufRead, F: RowsOfLines> Rows for LineRows<R, F> {
    const UNIT: Unit = Unit::Line;

    fn each(
        mut self,
        name: &str,
        odd: &mut Odd<'_>,
        mut add: impl FnMut(&Row<'_>, usize, &mut Odd<'_>) -> Result<(), Error>,
    ) -> Result<Beside, Error> {
        /// No line has so many columns: a comment is never taken for a row.
        const NO_ROW: (usize, usize) = (usize::MAX, usize::MAX);
        let mut lines = Lines::new(self.reader, name, F::COMMENTS.then_some(NO_ROW));
        let mut has_begun = false;
        while lines.advance_or_collect(odd)? {
            let number = lines.number();
            let line = lines.line();
            let line = line.strip_suffix('\n').unwrap_or(line);
            let line = line.strip_suffix('\r').unwrap_or(line);
            if !has_begun {
                has_begun = true;
                // without a header nothing can be read
                let begun = self.format.begin(line);
                if begun.map_err(|problem| odd.error(Place::Line(number), problem))? {
                    continue;
                }
            }
            match self.format.row(line) {
                Ok(row) => add(&row, number, odd)?,
                Err(problem) => odd.left_out(Place::Line(number), problem)?,
            }
        }
        Ok(Beside {
            comments: lines.comments,
            header: lines.header.take(),
        })
    }
}
