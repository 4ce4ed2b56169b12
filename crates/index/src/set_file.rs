//! An index as a file: which array is which.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sokutei_measures::Docid;
use sokutei_text::CharNgrams;

use crate::analysis::Analysis;
use crate::build::SVD_SEED;
use crate::counting::NgramPostings;
use crate::latent::{Factors, Latent};
use crate::lexical::{Formula, Lexical};
use crate::lexicon::Lexicon;
use crate::set::{Engine, IndexSet};
use crate::store::{Array, Loading, Reader, Writer};
use crate::system::check_systems;
use crate::{Bm25, Error, FileProblem, Impacts, Postings, System, SystemSpec};

/// The one file of an index, in the folder that the user names.
const FILE: &str = "index.sokutei";
const KIND: &str = "index";

/// What the table of contents says about the arrays.
#[derive(Debug, Serialize, Deserialize)]
struct Description {
    n_docs: usize,
    /// N-gram lengths counted.
    lengths: Vec<usize>,
    systems: Vec<StoredSystem>,
    /// Systems whose factors are those of a system before them are not listed again.
    seed: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSystem {
    #[serde(flatten)]
    system: System,
    /// For LSA: the number of the factorisation, and the dimensions used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    latent: Option<StoredLatent>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct StoredLatent {
    factors: usize,
    dims: usize,
}

impl IndexSet {
    /// Writes the index into a folder, which is made if need be: one file, complete or not at all.
    ///
    /// An index that is there is replaced. The same index gives the same bytes. Returns the size of the file in bytes.
    ///
    /// # Errors
    /// [`Error::Io`] with the file and what was tried.
    pub fn save(&self, dir: &Path) -> Result<u64, Error> {
        let (ends, text) = self.docid_text();
        let mut writer = Writer::default();
        writer.add("docids/ends", &ends);
        writer.add("docids/text", text.as_bytes());
        for grams in &self.counted {
            let (n, postings) = (grams.n(), grams.postings());
            writer.add(format!("n{n}/terms"), &grams.lexicon().bits);
            writer.add(format!("n{n}/starts"), &postings.starts);
            writer.add(format!("n{n}/docs"), &postings.docs);
            writer.add(format!("n{n}/tfs"), &postings.tfs);
            writer.add(format!("n{n}/lens"), &postings.lens);
        }
        let mut factors: Vec<&Arc<Factors>> = Vec::new();
        let mut systems = Vec::new();
        for engine in &self.engines {
            let system = engine.retriever().system().clone();
            let latent = match engine {
                Engine::Lexical(lexical) => {
                    for (part, weights) in lexical.impacts().weights().iter().enumerate() {
                        writer.add(format!("{}/weights/{part}", system.tag), weights);
                    }
                    None
                }
                Engine::Latent(latent) => {
                    let known = factors.iter().position(|f| Arc::ptr_eq(f, latent.factors()));
                    let number = known.unwrap_or_else(|| {
                        factors.push(latent.factors());
                        factors.len() - 1
                    });
                    writer.add(format!("{}/lengths", system.tag), latent.lengths());
                    Some(StoredLatent {
                        factors: number,
                        dims: latent.dims(),
                    })
                }
            };
            systems.push(StoredSystem { system, latent });
        }
        for (number, factors) in factors.iter().enumerate() {
            writer.add(format!("factors/{number}/kept"), &factors.kept().bits);
            writer.add(
                format!("factors/{number}/singular-values"),
                factors.singular_values(),
            );
            writer.add(format!("factors/{number}/terms"), factors.terms());
            writer.add(format!("factors/{number}/docs"), factors.docs());
        }
        let lengths = self.counted.iter().map(|g| g.n()).collect();
        let description = Description {
            n_docs: self.docids.len(),
            lengths,
            systems,
            seed: SVD_SEED,
        };
        writer.write(&dir.join(FILE), KIND, &description)
    }

    /// Opens the index in a folder, by memory map.
    ///
    /// # Errors
    /// [`Error::Missing`] if there is none, [`Error::File`] if it is of another kind or version, cut short or damaged: each says
    /// what was found and what to do.
    pub fn load(dir: &Path) -> Result<Self, Error> {
        Self::load_with(dir, Loading::Mapped)
    }

    /// Opens the index in a folder, mapped or read.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_with(dir: &Path, loading: Loading) -> Result<Self, Error> {
        let path = dir.join(FILE);
        let reader = Reader::<Description>::open(&path, KIND, loading)?;
        let set = Stored { reader: &reader }.set();
        set.map_err(|problem| Error::File { path, problem })
    }

    /// The file that an index in this folder has.
    #[must_use]
    pub fn file_in(dir: &Path) -> PathBuf {
        dir.join(FILE)
    }

    /// All ids one behind the other, and where each ends.
    fn docid_text(&self) -> (Vec<u64>, String) {
        let text: String = self.docids.iter().map(Docid::as_str).collect();
        let ends = self.docids.iter().scan(0, |end, docid| {
            *end += docid.as_str().len() as u64;
            Some(*end)
        });
        (ends.collect(), text)
    }
}

/// Puts a set together from the arrays of a file.
struct Stored<'a> {
    reader: &'a Reader<Description>,
}

/// The arrays are undamaged, so what does not fit was written by something else.
fn misfit(what: impl Into<String>) -> FileProblem {
    FileProblem::Content(format!("{} do not fit the rest", what.into()))
}

impl Stored<'_> {
    fn set(&self) -> Result<IndexSet, FileProblem> {
        let Description {
            n_docs,
            lengths,
            systems,
            ..
        } = self.reader.description();
        let plain: Vec<System> = systems.iter().map(|s| s.system.clone()).collect();
        check_systems(&plain).map_err(|e| FileProblem::Content(e.to_string()))?;
        let docids = self.docids(*n_docs)?;
        if !lengths.is_sorted_by(|a, b| a < b) {
            return Err(misfit("the lengths of the n-grams"));
        }
        let counted: Vec<Arc<NgramPostings>> = lengths
            .iter()
            .map(|&n| self.grams(n, *n_docs).map(Arc::new))
            .collect::<Result<_, _>>()?;
        let mut factors: Vec<Arc<Factors>> = Vec::new();
        let mut engines = Vec::new();
        for StoredSystem { system, latent } in systems {
            let analysis = Analysis::new(system.spec.ngrams(), &counted);
            let analysis = analysis.ok_or_else(|| misfit(format!("the n-grams of {}", system.tag)))?;
            engines.push(match latent {
                None => self.lexical(system, &docids, analysis)?,
                Some(latent) => {
                    if latent.factors == factors.len() {
                        factors.push(Arc::new(self.factors(latent.factors, analysis)?));
                    }
                    let shared = factors.get(latent.factors).ok_or_else(|| misfit("the factors"))?;
                    self.latent(system, &docids, shared, latent.dims)?
                }
            });
        }
        Ok(IndexSet {
            docids,
            counted,
            engines,
        })
    }

    fn docids(&self, n_docs: usize) -> Result<Arc<[Docid]>, FileProblem> {
        let ends: Array<u64> = self.reader.array("docids/ends")?;
        let text: Array<u8> = self.reader.array("docids/text")?;
        let text = std::str::from_utf8(&text).map_err(|_| misfit("the ids"))?;
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let docids: Option<Vec<Docid>> = begins
            .zip(ends.iter().copied())
            .map(|(begin, end)| Docid::new(text.get(begin as usize..end as usize)?).ok())
            .collect();
        let complete = ends.len() == n_docs && ends.last().copied().unwrap_or(0) == text.len() as u64;
        let are_unique = |docids: &Vec<Docid>| {
            let mut seen: FxHashSet<&Docid> = FxHashSet::default();
            docids.iter().all(|docid| seen.insert(docid))
        };
        docids
            .filter(|docids| complete && are_unique(docids))
            .map(Arc::from)
            .ok_or_else(|| misfit("the ids"))
    }

    fn grams(&self, n: usize, n_docs: usize) -> Result<NgramPostings, FileProblem> {
        let what = || misfit(format!("the {n}-grams"));
        let lexicon = Lexicon::new(self.reader.array(&format!("n{n}/terms"))?).ok_or_else(what)?;
        let postings = Postings {
            starts: self.reader.array(&format!("n{n}/starts"))?,
            docs: self.reader.array(&format!("n{n}/docs"))?,
            tfs: self.reader.array(&format!("n{n}/tfs"))?,
            lens: self.reader.array(&format!("n{n}/lens"))?,
        };
        let fits = postings.is_consistent() && postings.n_docs() == n_docs && CharNgrams::new(n, n).is_ok();
        NgramPostings::new(n, lexicon, postings)
            .filter(|_| fits)
            .ok_or_else(what)
    }

    fn lexical(
        &self,
        system: &System,
        docids: &Arc<[Docid]>,
        analysis: Analysis,
    ) -> Result<Engine, FileProblem> {
        let tag = &system.tag;
        let formula = match system.spec {
            SystemSpec::Bm25 { k1, b, .. } => {
                Formula::Bm25(Bm25::new(k1, b).map_err(|_| misfit("parameters"))?)
            }
            SystemSpec::Tfidf { .. } => Formula::Tfidf,
            SystemSpec::Lsa { .. } => return Err(misfit(format!("the parts of {tag}"))),
        };
        let parts = 0..analysis.parts().len();
        let weights = parts
            .map(|part| self.reader.array(&format!("{tag}/weights/{part}")))
            .collect::<Result<_, _>>()?;
        let impacts = Impacts::new(analysis.postings(), weights);
        let impacts = impacts.ok_or_else(|| misfit(format!("the weights of {tag}")))?;
        Ok(Engine::Lexical(Lexical::new(
            system.clone(),
            Arc::clone(docids),
            analysis,
            impacts,
            formula,
        )))
    }

    fn factors(&self, number: usize, analysis: Analysis) -> Result<Factors, FileProblem> {
        let what = || misfit(format!("factors {number}"));
        let kept = Lexicon::new(self.reader.array(&format!("factors/{number}/kept"))?).ok_or_else(what)?;
        let factors = Factors::new(
            analysis,
            kept,
            self.reader.array(&format!("factors/{number}/singular-values"))?,
            self.reader.array(&format!("factors/{number}/terms"))?,
            self.reader.array(&format!("factors/{number}/docs"))?,
        );
        factors.ok_or_else(what)
    }

    fn latent(
        &self,
        system: &System,
        docids: &Arc<[Docid]>,
        factors: &Arc<Factors>,
        dims: usize,
    ) -> Result<Engine, FileProblem> {
        let lengths = self.reader.array(&format!("{}/lengths", system.tag))?;
        let is_lsa = matches!(system.spec, SystemSpec::Lsa { .. });
        let latent = Latent::new(
            system.clone(),
            Arc::clone(docids),
            Arc::clone(factors),
            dims,
            lengths,
        );
        let latent = latent
            .filter(|_| is_lsa)
            .ok_or_else(|| misfit(format!("the parts of {}", system.tag)))?;
        Ok(Engine::Latent(latent))
    }
}
