//! Whether labels and corpus still belong together.
//!
//! After a corpus was split anew its ids change, every measure falls to 0 and it looks like bad ranking. So the
//! first question is how many of the judged documents the corpus has at all.

use std::collections::BTreeSet;
use std::fmt;

use indexmap::IndexMap;
use serde::Serialize;
use sokutei_measures::{Docid, Judgments, Qrels, TopicId};

use crate::topic::Topic;

/// How much of what the qrels judge is in the corpus.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Coverage {
    /// Judgments: pairs of topic and document, of any grade.
    pub judgments: usize,
    /// Those whose document is in the corpus.
    pub covered: usize,
    /// Judged documents that are not in the corpus, in the order of the qrels.
    pub missing: Vec<MissingDocid>,
    /// Topics none of whose judged documents is in the corpus: they count 0 whatever is retrieved.
    pub uncovered_topics: Vec<TopicId>,
}

/// A judged document that the corpus does not have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MissingDocid {
    /// The document.
    pub docid: Docid,
    /// How many topics judge it.
    pub topics: usize,
}

impl Coverage {
    /// The part of the judgments whose document is in the corpus, from 0 to 1; 0 when there is no judgment.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        match self.judgments {
            0 => 0.0,
            all => self.covered as f64 / all as f64,
        }
    }

    /// Whether the corpus has every judged document (and there is one).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.judgments > 0 && self.covered == self.judgments
    }
}

/// How many missing documents a message names; the value holds all of them.
const SHOWN: usize = 8;

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.fraction();
        write!(
            f,
            "{} of {} judgments ({percent:.1} %) name documents of the corpus",
            self.covered, self.judgments
        )?;
        for (i, missing) in self.missing.iter().take(SHOWN).enumerate() {
            let topics = if missing.topics == 1 {
                "1 topic".into()
            } else {
                format!("{} topics", missing.topics)
            };
            write!(
                f,
                "{} {} ({topics})",
                if i == 0 { "; missing:" } else { "," },
                missing.docid
            )?;
        }
        if self.missing.len() > SHOWN {
            write!(f, ", and {} more", self.missing.len() - SHOWN)?;
        }
        Ok(())
    }
}

/// Compares the documents that the qrels judge with those that the corpus has.
///
/// ```
/// use sokutei_measures::{Docid, Qrels, TopicId};
/// use sokutei_testset::label_coverage;
///
/// let (old, new) = (Docid::new("t0#7")?, Docid::new("t0#6")?);
/// let mut qrels = Qrels::new();
/// qrels.insert(TopicId::new("q0")?, old, 1)?;
/// let coverage = label_coverage(&qrels, &[new]);
/// assert_eq!((coverage.covered, coverage.missing[0].docid.as_str()), (0, "t0#7"));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn label_coverage<'a>(qrels: &Qrels, docids: impl IntoIterator<Item = &'a Docid>) -> Coverage {
    let corpus: BTreeSet<&Docid> = docids.into_iter().collect();
    let mut coverage = Coverage::default();
    let mut missing: IndexMap<&Docid, usize> = IndexMap::new();
    for qid in qrels.topics() {
        let before = (coverage.judgments, coverage.covered);
        for (docid, _) in qrels.get(qid).into_iter().flat_map(Judgments::iter) {
            coverage.judgments += 1;
            if corpus.contains(docid) {
                coverage.covered += 1;
            } else {
                *missing.entry(docid).or_default() += 1;
            }
        }
        if coverage.judgments > before.0 && coverage.covered == before.1 {
            coverage.uncovered_topics.push(qid.clone());
        }
    }
    let missing = missing.into_iter().map(|(docid, topics)| MissingDocid {
        docid: docid.clone(),
        topics,
    });
    coverage.missing = missing.collect();
    coverage
}

/// Which topics have judgments, and which judgments have a topic.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TopicCoverage {
    /// Topics that the qrels judge.
    pub judged: usize,
    /// Topics without any judgment: they are searched but cannot be scored.
    pub only_in_topics: Vec<TopicId>,
    /// Judged topics without a query: they cannot be searched and count 0.
    pub only_in_qrels: Vec<TopicId>,
}

/// Compares the topics with those that the qrels judge; both lists in the order of their source.
#[must_use]
pub fn topic_coverage(topics: &[Topic], qrels: &Qrels) -> TopicCoverage {
    let asked: BTreeSet<&TopicId> = topics.iter().map(|t| &t.qid).collect();
    let (judged, only_in_topics): (Vec<&Topic>, Vec<&Topic>) = topics
        .iter()
        .partition(|t| qrels.get(&t.qid).is_some_and(|judgments| !judgments.is_empty()));
    TopicCoverage {
        judged: judged.len(),
        only_in_topics: only_in_topics.into_iter().map(|t| t.qid.clone()).collect(),
        only_in_qrels: qrels
            .topics()
            .filter(|qid| !asked.contains(qid))
            .cloned()
            .collect(),
    }
}
