//! The model as it is, every digit kept.

use crate::ReportModel;

/// The report as one indented JSON document that ends in a line feed.
///
/// # Panics
/// Never: the model holds nothing that JSON cannot hold but non-finite numbers, which are written as null.
#[must_use]
pub fn json(report: &ReportModel) -> String {
    let mut out = serde_json::to_string_pretty(report).expect("the model has string keys only");
    out.push('\n');
    out
}
