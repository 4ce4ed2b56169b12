//! One renderer per format, all over the same model.

mod csv;
mod json;
mod latex;
mod markdown;
mod text;

pub use csv::{csv_rows, csv_table};
pub use json::json;
pub use latex::latex_table;
pub use markdown::{markdown, markdown_table, markdown_words};
pub use text::{plain, text, text_table};
