//! A short summary in Markdown, for the page that a CI server shows of a job.

use anyhow::{Result, bail};
use sokutei_report::{markdown_table, markdown_words};

use super::Outcome;

/// Topics that a summary names, over all measures.
const TOPICS: usize = 50;
/// What servers accept: GitHub drops a summary above 1024 KiB.
const BYTES: usize = 1 << 20;

impl Outcome<'_> {
    /// The summary, with what `before` bytes are in its file already below [`BYTES`]: status first, a heading of level 3, then the tables. Topics are
    /// left out if they do not fit, which is said.
    ///
    /// # Errors
    /// It does not fit without topics either.
    pub(super) fn summary(&self, before: usize) -> Result<String> {
        let left = BYTES.saturating_sub(before);
        let whole = self.summary_with(Some(TOPICS));
        if whole.len() < left {
            return Ok(whole);
        }
        let short = self.summary_with(None);
        if short.len() >= left {
            bail!(
                "--summary: {} bytes behind {before} are more than the 1 MiB that a page may have; ask for fewer measures, or name another file",
                short.len()
            );
        }
        Ok(short)
    }

    fn summary_with(&self, topics: Option<usize>) -> String {
        let mut out = format!("### Gate {}\n\n", markdown_words(&self.headline()));
        out.push_str(&markdown_table(&self.verdicts()));
        for warning in self.warnings() {
            out.push_str(&format!("\n- {}\n", markdown_words(&warning)));
        }
        match topics {
            None => out.push_str("\nThe topics that lost are left out: they would not fit into 1 MiB.\n"),
            Some(most) => {
                if let Some(losses) = self.losses(most) {
                    out.push_str(&format!("\n{}", markdown_table(&losses)));
                    out.push_str(&format!("\nA summary names at most {most} topics.\n"));
                }
            }
        }
        out
    }
}
