//! TREC's qrels and run files, read strictly.
//!
//! Columns are separated by any number of ASCII blanks or tabs, before and after them too; lines end in LF or
//! CRLF; a UTF-8 byte-order mark at the start is skipped, and so are lines of white space. A line whose *first*
//! character is `#` is a comment: skipped and counted. Elsewhere `#` is an ordinary character of an id.
//! Everything else that is odd is an [`Error::Line`] with file, line, what was found and
//! what to do; nothing is repaired.
//!
//! | file | columns |
//! | --- | --- |
//! | qrels | topic, iteration (not read and written as 0, unless it is a subtopic: [`ReadingRules::subtopics`](crate::ReadingRules::subtopics)), docid, grade (whole number) |
//! | run | topic, `Q0` (not read), docid, rank (whole number), score (finite number), tag |
//!
//! What is written is read back as it was.

mod python_float;
mod qrels;
mod run;

pub use python_float::python_float;
pub use qrels::{ReadQrels, read_qrels, read_qrels_by, write_qrels};
pub use run::{OddRun, ReadRun, read_run, read_run_by, read_run_counted, read_run_of_trec_eval, write_run};

use crate::error::Error;
use crate::ids::TopicId;

/// The first column decides what a line is, so two ids cannot stand there.
fn check_first_column(topic: &TopicId) -> Result<(), Error> {
    let reason = match topic.as_str().chars().next() {
        Some('#') => "a line that starts with # is a comment",
        Some('\u{feff}') => "it starts with a byte-order mark",
        _ => return Ok(()),
    };
    Err(Error::Unwritable {
        what: "topic id",
        value: topic.to_string(),
        reason,
    })
}
