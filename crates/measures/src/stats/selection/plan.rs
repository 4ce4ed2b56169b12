//! How a system is chosen, and where it is measured.

use crate::error::Error;
use crate::stats::checks;
use crate::stats::intervals::Bootstrap;

pub(super) const WHAT: &str = "selection";

/// On which topics the best system is chosen, and on which it is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionPlan {
    /// On all of them, both: the mean of the best is then too high, the more so the more systems there are and the less they differ.
    OnTestTopics,
    /// Chosen on some, measured on the others.
    Split {
        /// Places of the topics that it is chosen on, from 0, each once.
        dev: Vec<usize>,
    },
    /// Topics are dealt to folds; each fold measures the best of the other folds. The mean over all topics is that of the procedure "take the best", with
    /// nearly as many topics to choose on as there are; the system to use is the best of all topics.
    NestedCrossValidation {
        /// The fold of each topic, from 0; see [`deal_folds`](crate::stats::deal_folds).
        folds: Vec<usize>,
    },
}

/// How sure one may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelectionOptions {
    /// Intervals, and the resamples of which it is counted how often each system is the best.
    pub bootstrap: Bootstrap,
    /// Student's interval in place of the bootstrap's; not with groups of topics.
    pub student_t: bool,
}

impl SelectionPlan {
    /// Whether the plan fits so many topics.
    pub(super) fn check(&self, n: usize) -> Result<(), Error> {
        match self {
            Self::OnTestTopics => Ok(()),
            Self::Split { dev } => check_dev(dev, n),
            Self::NestedCrossValidation { folds } => check_folds(folds, n),
        }
    }
}

fn check_dev(dev: &[usize], n: usize) -> Result<(), Error> {
    checks::at_least(WHAT, "number of dev topics", dev.len(), 1)?;
    checks::at_most(WHAT, "number of dev topics", dev.len(), n.saturating_sub(1))?;
    let mut seen = vec![false; n];
    for &place in dev {
        checks::at_most(WHAT, "place of a dev topic", place, n - 1)?;
        if std::mem::replace(&mut seen[place], true) {
            return Err(Error::Setting {
                what: WHAT,
                name: "place of a dev topic",
                found: format!("{place} twice"),
                expected: "there once".to_owned(),
            });
        }
    }
    Ok(())
}

fn check_folds(folds: &[usize], n: usize) -> Result<(), Error> {
    checks::same_length(WHAT, n, folds.len())?;
    let count = folds.iter().max().map_or(0, |last| last.saturating_add(1));
    checks::at_least(WHAT, "number of folds", count, 2)?;
    checks::at_most(WHAT, "number of folds", count, n)?;
    let mut has_topics = vec![false; count];
    folds.iter().for_each(|&fold| has_topics[fold] = true);
    match has_topics.iter().position(|has| !has) {
        None => Ok(()),
        Some(fold) => Err(Error::Setting {
            what: WHAT,
            name: "number of topics of a fold",
            found: format!("0 in fold {fold} (from 0)"),
            expected: "at least 1".to_owned(),
        }),
    }
}
