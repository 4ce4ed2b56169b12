//! What a reader should know before quoting a number from this report.

use sokutei_report::{Chapter, Notice};

use crate::findings::Findings;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("warnings", "Warnings about these numbers");
    let notices: Vec<Notice> = findings.number_notices();
    if notices.is_empty() {
        chapter.say("None was raised.");
    }
    chapter.warn(notices);
    chapter
}
