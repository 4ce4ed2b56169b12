//! What all readers of qrels and runs share: lines, rows that are checked as they are added, and what becomes of odd ones.

mod lines;
mod odd;
mod qrels_rows;
mod run_header;
mod run_rows;

pub use odd::{Duplicates, Grades, Oddities, Oddity, Place, ReadingRules, Unit};
pub use run_header::RunHeader;

pub(crate) use lines::Lines;
pub(crate) use odd::Odd;
pub(crate) use qrels_rows::QrelsRows;
#[cfg(feature = "formats")]
pub(crate) use run_rows::parse_score;
pub(crate) use run_rows::{RunRows, row_of};
