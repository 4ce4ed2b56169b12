//! What an experiment is, before anything is computed.
//!
//! `reproduce` fills an [`ExperimentPlan`] from its flags; experiment files will fill the same type.

use std::path::PathBuf;

use sokutei_index::System;
use sokutei_ingest::{Chunk, IngestOptions};
use sokutei_measures::Measure;
use sokutei_measures::stats::PermutationTies;
use sokutei_testset::MatchOptions;

use crate::labeling::{EXPONENTIAL, measure};
use crate::{Error, Labeling};

/// An experiment: a folder of pages, how labels are read, which systems are compared, and how.
#[derive(Debug, Clone)]
pub struct ExperimentPlan {
    /// Folder of HTML pages.
    pub corpus: PathBuf,
    /// How pages become sections.
    pub ingest: IngestOptions,
    /// How cheat-sheet rows become topics.
    pub matching: MatchOptions,
    /// Folder of `*.truth.json` files that say what the authors meant, where there is one.
    pub truth: Option<PathBuf>,
    /// What of a section is searched.
    pub fields: Fields,
    /// The systems, in the order of the report. Tags are unique.
    pub systems: Vec<System>,
    /// Tag of the system that the single-system tables are about.
    pub focus: String,
    /// How many hits of a topic are kept, at least 1.
    pub depth: usize,
    /// What LSA returns for a query without any known term.
    pub unknown_queries: UnknownQueries,
    /// Paired comparisons, in the order of the report.
    pub comparisons: Vec<Contrast>,
    /// How uncertainty is computed.
    pub statistics: StatisticsPlan,
    /// Whether odd pages and cheat-sheets are an error. What is computed without one is the same either way.
    pub strict: bool,
}

/// What of a section is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fields {
    /// Heading, line feed, text.
    #[default]
    HeadingAndText,
    /// Text only.
    Text,
}

impl Fields {
    /// Its name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::HeadingAndText => "heading+text",
            Self::Text => "text",
        }
    }

    /// What of `chunk` is searched.
    #[must_use]
    pub fn text_of(self, chunk: &Chunk) -> String {
        match self {
            Self::HeadingAndText => format!("{}\n{}", chunk.heading, chunk.text),
            Self::Text => chunk.text.clone(),
        }
    }
}

/// What LSA returns for a query none of whose terms the index knows. Lexical systems return nothing for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownQueries {
    /// Nothing: the query says nothing about any section.
    #[default]
    NoHits,
    /// Every section with score 0, in corpus order, as a zero vector's cosines would have it. The published experiment
    /// and its reference implementation do this; a value above 0 on such a topic is an accident of the corpus order.
    CorpusOrder,
}

impl UnknownQueries {
    /// Its name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoHits => "no hits",
            Self::CorpusOrder => "corpus order with score 0",
        }
    }
}

/// Two systems on one measure; the difference is `b − a`.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// Labels under which they are compared.
    pub labeling: Labeling,
    /// The measure.
    pub measure: Measure,
    /// Tag of the baseline.
    pub a: String,
    /// Tag of the candidate.
    pub b: String,
}

/// Replicates, seeds and sizes of everything that is drawn at random.
#[derive(Debug, Clone, PartialEq)]
pub struct StatisticsPlan {
    /// Seed of every stream: each computation starts a fresh one, so that its value does not depend on what ran before.
    pub seed: u64,
    /// Bootstrap replicates.
    pub replicates: u32,
    /// Random sign flips of a paired comparison.
    pub permutations: u32,
    /// When a permuted difference counts as equal to the observed one.
    pub ties: PermutationTies,
    /// Confidence level of all intervals.
    pub level: f64,
    /// Subsets drawn per size.
    pub subsets: u32,
    /// Subset sizes; those that are not below the number of topics are left out.
    pub sizes: Vec<usize>,
    /// How many topics of another article on top are shown.
    pub sample: usize,
}

impl Default for StatisticsPlan {
    fn default() -> Self {
        Self {
            seed: 0,
            replicates: 2_000,
            permutations: 10_000,
            ties: PermutationTies::NumpyStrict,
            level: 0.95,
            subsets: 1_000,
            sizes: vec![20, 30, 50, 100, 200, 500, 1_000],
            sample: 15,
        }
    }
}

impl ExperimentPlan {
    /// The published experiment on the pages in `corpus`: six systems, depth 100, sections numbered `t0#0`.
    #[must_use]
    pub fn article(corpus: PathBuf) -> Self {
        let contrast = |labeling, name: &str, a: &str, b: &str| Contrast {
            labeling,
            measure: measure(name),
            a: a.to_owned(),
            b: b.to_owned(),
        };
        Self {
            corpus,
            ingest: IngestOptions {
                numbering: sokutei_ingest::Numbering::Ordinal,
                ..IngestOptions::default()
            },
            matching: MatchOptions::default(),
            truth: None,
            fields: Fields::HeadingAndText,
            systems: sokutei_index::article_systems(),
            focus: "bm25_23".to_owned(),
            depth: 100,
            unknown_queries: UnknownQueries::CorpusOrder,
            comparisons: vec![
                contrast(Labeling::Strict, "RR@10", "bm25_2", "bm25_23"),
                contrast(Labeling::Strict, "RR@10", "bm25_2", "bm25_2_b03"),
                contrast(Labeling::Strict, "RR@10", "tfidf_23", "bm25_23"),
                contrast(Labeling::Strict, "RR@10", "lsa_128", "lsa_256"),
                contrast(Labeling::Strict, "R@10", "bm25_2", "bm25_23"),
                contrast(Labeling::Graded, "nDCG@10", "tfidf_23", "bm25_23"),
            ],
            statistics: StatisticsPlan::default(),
            strict: false,
        }
    }

    /// The measures whose values are written for every topic and that get an interval, by labeling.
    #[must_use]
    pub fn headline() -> Vec<(Labeling, Measure)> {
        let strict = ["Success@1", "Success@5", "R@10", "RR@10", "nDCG@10", "AP@100"]
            .map(|m| (Labeling::Strict, m.to_owned()));
        let graded = ["nDCG@10".to_owned(), format!("{EXPONENTIAL}@10")].map(|m| (Labeling::Graded, m));
        let article = ["Success@1", "RR@10"].map(|m| (Labeling::Article, m.to_owned()));
        strict
            .into_iter()
            .chain(graded)
            .chain(article)
            .map(|(l, m)| (l, measure(&m)))
            .collect()
    }

    /// Whether the plan holds together: tags that name files, systems that exist, measures that are taken, a depth.
    ///
    /// # Errors
    /// [`Error::Plan`], naming what does not.
    pub fn check(&self) -> Result<(), Error> {
        let tags: Vec<&str> = self.systems.iter().map(|s| s.tag.as_str()).collect();
        for tag in &tags {
            let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            if tag.starts_with('.') || tag.is_empty() || !tag.chars().all(word) {
                return Err(Error::Plan(format!(
                    "the tag `{tag}` names a file: use letters, digits, `_`, `-` and `.` only, and no `.` in front"
                )));
            }
        }
        let prefixed = crate::retrieval::prefixed_tag(&self.focus);
        if tags.contains(&prefixed.as_str()) {
            return Err(Error::Plan(format!(
                "the tag `{prefixed}` is taken by the run of prefixed queries"
            )));
        }
        for tag in self
            .comparisons
            .iter()
            .flat_map(|c| [&c.a, &c.b])
            .chain([&self.focus])
        {
            if !tags.contains(&tag.as_str()) {
                return Err(Error::Plan(format!(
                    "no system has the tag `{tag}`; there are {}",
                    tags.join(", ")
                )));
            }
        }
        for Contrast {
            labeling, measure, ..
        } in &self.comparisons
        {
            if !labeling.measures().contains(measure) {
                return Err(Error::Plan(format!(
                    "{measure} is not taken under the {labeling} labeling"
                )));
            }
        }
        if self.depth == 0 {
            return Err(Error::Plan("depth 0 keeps no hit; use 1 or more".to_owned()));
        }
        Ok(())
    }
}
