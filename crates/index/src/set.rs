//! Every system of an experiment over one corpus.

use std::sync::Arc;

use sokutei_measures::{Docid, Hit};

use crate::counting::NgramPostings;
use crate::latent::Latent;
use crate::lexical::Lexical;
use crate::{Error, Retriever, ScoredOrd, System};

/// Several systems over one corpus, sharing what they can: the text is counted once, systems over the same n-grams share their
/// postings, LSA systems that differ in dimensions only share one factorisation.
///
/// ```
/// use sokutei_index::{Depth, IndexSet, Silent, article_systems};
/// use sokutei_measures::Docid;
///
/// let docids = ["t0#0", "t0#1", "t1#0"].map(Docid::new).into_iter().collect::<Result<Vec<_>, _>>()?;
/// let texts = ["東京都の人口", "京都と東北の人口", "大阪の人口"];
/// let (set, warnings, _) = IndexSet::build(docids, &texts, &article_systems()[..4], &Silent)?;
/// assert!(warnings.is_empty());
///
/// let hits = set.retriever("bm25_2")?.search("東京", Depth::new(10)?);
/// assert_eq!(hits.len(), 1);
/// assert_eq!(set.hits(&hits)[0].docid.as_str(), "t0#0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct IndexSet {
    pub(crate) docids: Arc<[Docid]>,
    pub(crate) counted: Vec<Arc<NgramPostings>>,
    pub(crate) engines: Vec<Engine>,
}

/// One system, as what it is.
pub(crate) enum Engine {
    Lexical(Lexical),
    Latent(Latent),
}

impl Engine {
    pub(crate) fn retriever(&self) -> &dyn Retriever {
        match self {
            Self::Lexical(lexical) => lexical,
            Self::Latent(latent) => latent,
        }
    }
}

impl IndexSet {
    /// The tags of the systems, in the order in which they were given.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.systems().map(|s| s.tag.as_str())
    }

    /// The systems, in the order in which they were given.
    pub fn systems(&self) -> impl Iterator<Item = &System> {
        self.engines.iter().map(|e| e.retriever().system())
    }

    /// A system by its tag.
    ///
    /// # Errors
    /// [`Error::UnknownSystem`], which lists the tags there are.
    pub fn retriever(&self, tag: &str) -> Result<&dyn Retriever, Error> {
        let found = self
            .engines
            .iter()
            .map(Engine::retriever)
            .find(|r| r.system().tag == tag);
        found.ok_or_else(|| Error::UnknownSystem {
            tag: tag.to_owned(),
            known: self.tags().map(str::to_owned).collect(),
        })
    }

    /// The ids of the documents, in corpus order.
    #[must_use]
    pub fn docids(&self) -> &[Docid] {
        &self.docids
    }

    /// The number of a document.
    #[must_use]
    pub fn ord(&self, docid: &str) -> Option<u32> {
        self.docids
            .iter()
            .position(|d| d.as_str() == docid)
            .map(|place| place as u32)
    }

    /// The same ranking with the documents' ids.
    ///
    /// # Panics
    /// If the ranking is not one of this index.
    #[must_use]
    pub fn hits(&self, ranking: &[ScoredOrd]) -> Vec<Hit> {
        ranking
            .iter()
            .map(|s| Hit {
                docid: self.docids[s.ord as usize].clone(),
                score: s.score,
            })
            .collect()
    }
}

impl std::fmt::Debug for IndexSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "IndexSet({} documents: {})",
            self.docids.len(),
            self.tags().collect::<Vec<_>>().join(", ")
        )
    }
}
