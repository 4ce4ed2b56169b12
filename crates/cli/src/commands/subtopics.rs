//! Qrels of subtopics, which measures of diversity ask for.

use anyhow::{Result, bail};
use sokutei_measures::{Judgments, Measure, Qrels};

use crate::terminal::{Voice, warn};

/// Whether qrels are to be read with their subtopics.
pub(super) fn are_asked_for(measures: &[Measure]) -> bool {
    measures.iter().any(is_of_diversity)
}

fn is_of_diversity(measure: &Measure) -> bool {
    measure.kind().is_of_diversity()
}

/// Refuses decimal grades of subtopics: whether a document serves one is yes or no, and other measures would see a largest grade without its decimals.
///
/// # Errors
/// A measure of diversity beside `--decimal-grades`.
pub(super) fn require_whole_grades(measures: &[Measure], decimal_grades: bool) -> Result<()> {
    match measures.iter().find(|measure| is_of_diversity(measure)) {
        Some(measure) if decimal_grades => {
            bail!(
                "{measure}: judgments of subtopics have whole grades; leave --decimal-grades out, or measure it in a call of its own"
            )
        }
        _ => Ok(()),
    }
}

/// Warns if no topic has several subtopics, and says what the other measures see if some have.
pub(super) fn tell(name: &str, qrels: &Qrels, measures: &[Measure], voice: Voice) {
    let Some(of_diversity) = measures.iter().find(|measure| is_of_diversity(measure)) else {
        return;
    };
    let most = qrels
        .iter()
        .map(|(_, judgments)| Judgments::n_subtopics(judgments))
        .max();
    if most.unwrap_or(0) <= 1 {
        warn(&format!(
            "{name}: no topic has more than one subtopic, so {of_diversity} measures no diversity; TREC qrels have subtopics in the second column, \
             JSON lines, CSV and TSV in `subtopic`"
        ));
    } else if let Some(other) = measures.iter().find(|measure| !is_of_diversity(measure)) {
        voice.note(&format!(
            "note: {name}: {other} takes the largest grade of a document over its subtopics"
        ));
    }
}
