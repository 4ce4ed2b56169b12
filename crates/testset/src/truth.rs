//! What the authors of the bundled corpus meant, and how often label matching finds it.
//!
//! A truth file stands beside each article: for every row of its cheat-sheet the heading(s) that the author
//! had in mind, also where no matching rule can find them. The experiment never reads it; it measures the
//! matching.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sokutei_ingest::jsonl::without_place;

use crate::build_topics::BuiltTopics;
use crate::error::Error;
use crate::topic::Topic;

/// How a label relates to the heading that it means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabelKind {
    /// It is part of the heading.
    Substring,
    /// Difflib's ratio is at least 0.5, and the right heading is on top.
    Near,
    /// It names two sections, joined by ／.
    Multi,
    /// It equals the heading only after NFKC and lower case.
    Fold,
    /// The rule of the article fails.
    Hard,
}

impl LabelKind {
    /// Every kind, the easy ones first.
    pub const ALL: [Self; 5] = [Self::Substring, Self::Near, Self::Multi, Self::Fold, Self::Hard];

    /// Its name, as in the files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Substring => "substring",
            Self::Near => "near",
            Self::Multi => "multi",
            Self::Fold => "fold",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for LabelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the author of one article meant.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ArticleTruth {
    /// The article's file name without its ending.
    pub slug: String,
    /// One entry per row of the cheat-sheet.
    pub questions: Vec<TrueLabel>,
}

/// What the author of one row meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrueLabel {
    /// The question.
    pub query: String,
    /// The label.
    pub label: String,
    /// The headings that are meant.
    pub sections: Vec<String>,
    /// Further headings of the article that answer the question too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// How the label relates to them.
    pub kind: LabelKind,
    /// How the question is put (overlap, paraphrase, verbatim, subjectless, short).
    #[serde(default)]
    pub style: String,
}

/// Reads every `*.truth.json` of a folder, in the order of their names.
///
/// # Errors
/// [`Error::NoTruthFolder`] when there is no such folder, [`Error::NoTruth`] when there is no such file in it,
/// [`Error::Truth`] with line and column when one is malformed, [`Error::Io`] when the folder or a file cannot be read.
pub fn load(dir: &Path) -> Result<Vec<ArticleTruth>, Error> {
    let io = |path: &Path, action| {
        let name = path.display().to_string();
        move |source| Error::io(name, action, source)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir).map_err(|source| match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::NoTruthFolder {
            path: dir.to_owned(),
            found: if dir.exists() {
                "not a folder"
            } else {
                "no such folder"
            },
        },
        _ => io(dir, "listed")(source),
    })? {
        let path = entry.map_err(io(dir, "listed"))?.path();
        if path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with(".truth.json"))
        {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(Error::NoTruth { path: dir.to_owned() });
    }
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = fs::read(path).map_err(io(path, "read"))?;
        serde_json::from_slice(&bytes).map_err(|e| Error::Truth {
            path: path.clone(),
            line: e.line(),
            column: e.column(),
            found: without_place(&e),
        })
    };
    paths.iter().map(read).collect()
}

/// What became of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Exactly the headings that are meant are labelled.
    Right,
    /// A heading is labelled that is neither meant nor listed in `also`.
    Wrong,
    /// Beside or instead of meant ones a heading of `also` is labelled, and none else.
    Also,
    /// Only some of the meant headings are labelled, or none.
    Lost,
}

/// A row of a cheat-sheet, what is true of it, and what was made of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JudgedRow {
    /// The slug of the article.
    pub slug: String,
    /// What its author meant.
    pub truth: TrueLabel,
    /// The headings that are labelled; empty when the row gave no topic.
    pub labelled: Vec<String>,
    /// What that amounts to.
    pub outcome: Outcome,
}

/// How often rows of one kind came out right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct KindAccuracy {
    /// The kind.
    pub kind: LabelKind,
    /// Rows of this kind: `right + wrong + also + lost`.
    pub rows: usize,
    /// Rows with exactly the headings that are meant.
    pub right: usize,
    /// Rows with a heading that does not answer.
    pub wrong: usize,
    /// Rows with a heading that answers but is not the one meant.
    pub also: usize,
    /// Rows with too few headings, or none.
    pub lost: usize,
}

/// Matching compared with the truth.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TruthReport {
    /// Every row of the truth, in its order.
    pub rows: Vec<JudgedRow>,
    /// Topics of which the truth knows nothing (as qids).
    pub topics_without_truth: Vec<String>,
}

impl TruthReport {
    /// The counts by kind, in the order of [`LabelKind::ALL`]; a kind without rows is in it with zeros.
    #[must_use]
    pub fn by_kind(&self) -> Vec<KindAccuracy> {
        LabelKind::ALL.iter().map(|&kind| self.accuracy(kind)).collect()
    }

    fn accuracy(&self, kind: LabelKind) -> KindAccuracy {
        let mut counts = KindAccuracy {
            kind,
            rows: 0,
            right: 0,
            wrong: 0,
            also: 0,
            lost: 0,
        };
        for row in self.rows.iter().filter(|row| row.truth.kind == kind) {
            counts.rows += 1;
            match row.outcome {
                Outcome::Right => counts.right += 1,
                Outcome::Wrong => counts.wrong += 1,
                Outcome::Also => counts.also += 1,
                Outcome::Lost => counts.lost += 1,
            }
        }
        counts
    }
}

/// Compares a built test set with the truth. A row is known by its article (file name without ending, in whatever
/// folder), question and label; equal rows of one article are taken in order.
#[must_use]
pub fn compare(built: &BuiltTopics, truth: &[ArticleTruth]) -> TruthReport {
    let mut topics: BTreeMap<(&str, &str, &str), Vec<&Topic>> = BTreeMap::new();
    for topic in built.topics.iter().rev() {
        topics
            .entry((slug(&topic.file), &topic.query, &topic.label))
            .or_default()
            .push(topic);
    }
    let mut report = TruthReport::default();
    for article in truth {
        for question in &article.questions {
            let key = (
                article.slug.as_str(),
                question.query.as_str(),
                question.label.as_str(),
            );
            let topic = topics.get_mut(&key).and_then(Vec::pop);
            report.rows.push(judge(&article.slug, question, topic));
        }
    }
    let unknown: BTreeSet<&str> = topics.values().flatten().map(|t| t.qid.as_str()).collect();
    let in_order = built
        .topics
        .iter()
        .map(|t| t.qid.as_str())
        .filter(|qid| unknown.contains(qid));
    report.topics_without_truth = in_order.map(str::to_owned).collect();
    report
}

fn judge(slug: &str, truth: &TrueLabel, topic: Option<&Topic>) -> JudgedRow {
    let mut labelled: Vec<String> = Vec::new();
    for part in topic.iter().flat_map(|t| &t.parts) {
        if !labelled.contains(&part.heading) {
            labelled.push(part.heading.clone());
        }
    }
    let meant = |heading: &String| truth.sections.contains(heading);
    let outcome = if labelled.iter().any(|h| !meant(h) && !truth.also.contains(h)) {
        Outcome::Wrong
    } else if labelled.iter().any(|h| !meant(h)) {
        Outcome::Also
    } else if truth.sections.iter().all(|h| labelled.contains(h)) && !labelled.is_empty() {
        Outcome::Right
    } else {
        Outcome::Lost
    };
    JudgedRow {
        slug: slug.to_owned(),
        truth: truth.clone(),
        labelled,
        outcome,
    }
}

fn slug(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".html")
        .or_else(|| name.strip_suffix(".htm"))
        .unwrap_or(name)
}
