//! The report's chapters, one file each, in the order of the article.
//!
//! A chapter turns [`Findings`] into sentences and tables. It computes nothing that another chapter or a file needs.

mod cluster;
mod conditions;
mod context_precision;
mod growth;
mod labelings;
mod leaders;
mod mistakes;
mod other_article;
mod paired;
mod prefixed;
mod ranks;
mod recall;
mod reversal;
mod several_labels;
mod spread;
mod systems;
mod test_set;
mod warnings;
mod worked_example;

use sokutei_report::{Cell, Chapter, Conditions};

use crate::findings::Findings;

/// All chapters in reading order.
pub(crate) fn all(findings: &Findings<'_>) -> Vec<Chapter> {
    vec![
        worked_example::chapter(),
        test_set::chapter(findings),
        several_labels::chapter(findings),
        systems::chapter(findings),
        leaders::chapter(findings),
        ranks::chapter(findings),
        recall::chapter(findings),
        labelings::chapter(findings),
        other_article::chapter(findings),
        prefixed::chapter(findings),
        growth::chapter(findings),
        spread::chapter(findings),
        cluster::chapter(findings),
        paired::chapter(findings),
        reversal::chapter(findings),
        mistakes::chapter(findings),
        context_precision::chapter(findings),
        warnings::chapter(findings),
        conditions::chapter(findings),
    ]
}

/// Decimals of values and differences.
const DECIMALS: u8 = 4;

/// What a grade is worth, in words.
const BINARY: &str = "binary (labelled section 1)";
const BOTH_GAINS: &str = "linear (2, 1) and exponential (3, 1)";

/// The conditions of a table over all topics.
fn conditions(
    findings: &Findings<'_>,
    measure: &str,
    cutoff: &str,
    gain: &str,
    labeling: &str,
) -> Conditions {
    Conditions {
        measure: measure.to_owned(),
        cutoff: cutoff.to_owned(),
        gain: gain.to_owned(),
        labeling: labeling.to_owned(),
        n: topics(findings.n_topics()),
        seed: "none".to_owned(),
    }
}

/// "1 topic", "2 topics".
fn topics(n: usize) -> String {
    format!("{n} topic{}", if n == 1 { "" } else { "s" })
}

/// A printed number of the article, or nothing.
fn published(value: Option<f64>, decimals: u8) -> Cell {
    value.map_or(Cell::Empty, |v| Cell::number(v, decimals))
}
