//! The report as plain data, and its renderers.
//!
//! A [`ReportModel`] says what was found; [`text`], [`markdown`] and [`json`] say how it looks. The model holds every
//! digit, a renderer rounds. Nothing here computes a value, and nothing here reads a file.
//!
//! Text that came from pages is hostile: [`text`] removes control characters, [`markdown`] escapes what would be markup.

mod cell;
mod model;
mod render;

pub use cell::Cell;
pub use model::{
    Align, Block, Chapter, Column, Conditions, Notice, Origin, ReportModel, SCHEMA_VERSION, Table,
};
pub use render::{
    csv_rows, csv_table, json, latex_table, markdown, markdown_table, markdown_words, plain, text, text_table,
};
