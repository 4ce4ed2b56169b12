//! From texts to every system over them.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sokutei_measures::Docid;
use sokutei_text::CharNgrams;

use crate::analysis::Analysis;
use crate::counting::Counts;
use crate::latent::{Factors, Latent};
use crate::lexical::{Formula, Lexical};
use crate::progress::{Part, Progress};
use crate::set::{Engine, IndexSet};
use crate::stats::{BuildStats, FactorStats, LengthStats};
use crate::svd::SvdMethod;
use crate::system::check_systems;
use crate::{Bm25, DuplicateId, Error, Impacts, IndexWarning, System, SystemSpec};

/// Seed of every factorisation; written into the index file.
pub(crate) const SVD_SEED: u64 = 0;

impl IndexSet {
    /// Builds `systems` over `texts`; the text of `docids[i]` is `texts[i]`, and documents are numbered in this order.
    ///
    /// The same input gives the same index, to the bit, on any number of threads of the current rayon pool.
    ///
    /// # Errors
    /// Ids and texts of different number, ids that are not unique (all are listed), tags that are not unique words, parameters
    /// outside their range.
    pub fn build<T: AsRef<str> + Sync>(
        docids: Vec<Docid>,
        texts: &[T],
        systems: &[System],
        progress: &dyn Progress,
    ) -> Result<(Self, Vec<IndexWarning>, BuildStats), Error> {
        let mut corpus = Corpus::count(docids, texts, systems, progress)?;
        let (lexical, latent) = rayon::join(
            || {
                let build = |place: usize| Some((place, corpus.lexical(place, progress)?));
                (0..systems.len())
                    .into_par_iter()
                    .filter_map(build)
                    .collect::<Vec<_>>()
            },
            || {
                let groups = latent_groups(systems);
                let build = |group: &LatentGroup<'_>| group.build(&corpus, progress);
                groups.par_iter().map(build).collect::<Vec<_>>()
            },
        );
        let (latent, factorisations): (Vec<_>, Vec<_>) = latent.into_iter().unzip();
        let mut engines: Vec<(usize, Engine)> =
            lexical.into_iter().chain(latent.into_iter().flatten()).collect();
        engines.sort_by_key(|&(place, _)| place);
        corpus.stats.factorisations = factorisations;
        corpus.warn_of(engines.iter().map(|(_, engine)| engine));
        let set = Self {
            docids: corpus.docids,
            counted: corpus.counts.lengths().to_vec(),
            engines: engines.into_iter().map(|(_, engine)| engine).collect(),
        };
        Ok((set, corpus.warnings, corpus.stats))
    }

    /// The same systems, in turn: `visit` is called with sets that hold every system once between them, and each set is gone
    /// before the next is made. So memory holds the weights of one system, not of all.
    ///
    /// LSA systems that share a factorisation come together, after the others.
    ///
    /// # Errors
    /// As [`IndexSet::build`], and what `visit` returns.
    pub fn build_in_turn<T: AsRef<str> + Sync, E: From<Error>>(
        docids: Vec<Docid>,
        texts: &[T],
        systems: &[System],
        progress: &dyn Progress,
        mut visit: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<(Vec<IndexWarning>, BuildStats), E> {
        let mut corpus = Corpus::count(docids, texts, systems, progress)?;
        for place in 0..systems.len() {
            if let Some(engine) = corpus.lexical(place, progress) {
                let set = corpus.set_of(vec![engine]);
                visit(&set)?;
                corpus.warn_of(&set.engines);
            }
        }
        let groups = latent_groups(systems);
        corpus.counts.keep(|n| {
            groups
                .iter()
                .any(|g| (g.ngrams.min()..=g.ngrams.max()).contains(&n))
        });
        for group in &groups {
            let (engines, stats) = group.build(&corpus, progress);
            let set = corpus.set_of(engines.into_iter().map(|(_, engine)| engine).collect());
            visit(&set)?;
            corpus.warn_of(&set.engines);
            corpus.stats.factorisations.push(stats);
        }
        Ok((corpus.warnings, corpus.stats))
    }
}

/// A counted corpus, from which systems are made.
struct Corpus<'a> {
    systems: &'a [System],
    docids: Arc<[Docid]>,
    counts: Counts,
    stats: BuildStats,
    warnings: Vec<IndexWarning>,
}

impl<'a> Corpus<'a> {
    fn count<T: AsRef<str> + Sync>(
        docids: Vec<Docid>,
        texts: &[T],
        systems: &'a [System],
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        check_systems(systems)?;
        check_docids(&docids, texts.len())?;
        let ranges: Vec<CharNgrams> = systems.iter().map(|s| s.spec.ngrams()).collect();
        let counts = Counts::of(texts, &ranges, progress);
        let mut corpus = Self {
            systems,
            docids: docids.into(),
            stats: BuildStats {
                n_docs: texts.len(),
                lengths: counts
                    .lengths()
                    .iter()
                    .map(|grams| LengthStats::of(grams))
                    .collect(),
                factorisations: Vec::new(),
            },
            counts,
            warnings: Vec::new(),
        };
        corpus.warn_of_texts(&ranges);
        Ok(corpus)
    }

    /// A set of some of the systems.
    fn set_of(&self, engines: Vec<Engine>) -> IndexSet {
        IndexSet {
            docids: Arc::clone(&self.docids),
            counted: self.counts.lengths().to_vec(),
            engines,
        }
    }

    /// The system of this place in the list, if it is a lexical one.
    fn lexical(&self, place: usize, progress: &dyn Progress) -> Option<Engine> {
        let system = &self.systems[place];
        let ngrams = system.spec.ngrams();
        let part = Part::Weights(system.tag.clone());
        let make = |weigh: &dyn Fn(&Analysis) -> (Impacts, Formula)| {
            progress.begin(&part, 0);
            let analysis = Analysis::over(ngrams, &self.counts);
            let (impacts, formula) = weigh(&analysis);
            progress.end(&part);
            let docids = Arc::clone(&self.docids);
            Some(Engine::Lexical(Lexical::new(
                system.clone(),
                docids,
                analysis,
                impacts,
                formula,
            )))
        };
        match system.spec {
            SystemSpec::Bm25 { k1, b, .. } => {
                let bm25 = Bm25::new(k1, b).expect("checked with the other parameters");
                make(&|analysis| (Impacts::bm25(analysis.postings(), bm25), Formula::Bm25(bm25)))
            }
            SystemSpec::Tfidf { .. } => {
                let order =
                    |add: &mut dyn FnMut(usize, u32)| self.counts.in_order_of_first_sight(ngrams, add);
                make(&|analysis| (Impacts::tfidf(analysis.postings(), order), Formula::Tfidf))
            }
            SystemSpec::Lsa { .. } => None,
        }
    }

    fn warn_of_texts(&mut self, ranges: &[CharNgrams]) {
        let ids = |ords: &[u32]| {
            ords.iter()
                .map(|&ord| self.docids[ord as usize].clone())
                .collect()
        };
        let blank = self.counts.blank();
        if !blank.is_empty() {
            self.warnings
                .push(IndexWarning::EmptyDocuments { docids: ids(blank) });
        }
        let mut seen: Vec<CharNgrams> = Vec::new();
        for &ngrams in ranges {
            if seen.contains(&ngrams) {
                continue;
            }
            seen.push(ngrams);
            // the shortest n-grams of a range are there whenever any are
            let shortest = self
                .counts
                .of_length(ngrams.min())
                .expect("every range was counted")
                .postings();
            let without = |&ord: &u32| shortest.len_of(ord) == 0 && blank.binary_search(&ord).is_err();
            let without: Vec<u32> = (0..self.docids.len() as u32).filter(without).collect();
            if !without.is_empty() {
                self.warnings.push(IndexWarning::DocumentsWithoutTerms {
                    analyser: ngrams.to_string(),
                    docids: ids(&without),
                });
            }
        }
    }

    fn warn_of<'e>(&mut self, engines: impl IntoIterator<Item = &'e Engine>) {
        for engine in engines {
            let System { tag, spec } = engine.retriever().system();
            if let (Engine::Latent(latent), &SystemSpec::Lsa { dims: asked, .. }) = (engine, spec)
                && latent.dims() < asked
            {
                self.warnings.push(IndexWarning::FewerDimensions {
                    tag: tag.clone(),
                    asked,
                    used: latent.dims(),
                    n_docs: self.docids.len(),
                    n_terms: latent.factors().kept().len(),
                });
            }
        }
    }
}

fn check_docids(docids: &[Docid], texts: usize) -> Result<(), Error> {
    if docids.len() != texts {
        return Err(Error::Lengths {
            docids: docids.len(),
            texts,
        });
    }
    if u32::try_from(docids.len()).is_err() {
        return Err(Error::TooManyDocuments(docids.len()));
    }
    // of each id, its first document, and its place among the duplicates once it is one
    let mut known: FxHashMap<&Docid, (usize, Option<usize>)> = FxHashMap::default();
    let mut duplicates: Vec<DuplicateId> = Vec::new();
    for (ord, docid) in docids.iter().enumerate() {
        let (first, listed) = known.entry(docid).or_insert((ord, None));
        match listed {
            _ if *first == ord => {}
            Some(place) => duplicates[*place].ords.push(ord),
            None => {
                *listed = Some(duplicates.len());
                duplicates.push(DuplicateId {
                    docid: docid.clone(),
                    ords: vec![*first, ord],
                });
            }
        }
    }
    if duplicates.is_empty() {
        Ok(())
    } else {
        Err(Error::DuplicateIds(duplicates))
    }
}

/// The LSA systems by factorisation, each with its place in the list.
fn latent_groups(systems: &[System]) -> Vec<LatentGroup<'_>> {
    let mut groups: Vec<LatentGroup<'_>> = Vec::new();
    for (place, system) in systems.iter().enumerate() {
        let SystemSpec::Lsa {
            ngrams,
            dims,
            max_terms,
        } = system.spec
        else {
            continue;
        };
        match groups
            .iter_mut()
            .find(|g| g.ngrams == ngrams && g.max_terms == max_terms)
        {
            Some(group) => group.members.push((place, system, dims)),
            None => groups.push(LatentGroup {
                ngrams,
                max_terms,
                members: vec![(place, system, dims)],
            }),
        }
    }
    groups
}

/// LSA systems that differ in their dimensions only.
struct LatentGroup<'a> {
    ngrams: CharNgrams,
    max_terms: usize,
    members: Vec<(usize, &'a System, usize)>,
}

impl LatentGroup<'_> {
    fn build(&self, corpus: &Corpus<'_>, progress: &dyn Progress) -> (Vec<(usize, Engine)>, FactorStats) {
        let tags: Vec<String> = self
            .members
            .iter()
            .map(|(_, system, _)| system.tag.clone())
            .collect();
        let cuts: Vec<usize> = self.members.iter().map(|&(_, _, dims)| dims).collect();
        let part = Part::Factorise(tags.clone());
        progress.begin(&part, 0);
        let grown = |columns: usize| progress.advance(&part, columns as u64);
        let analysis = Analysis::over(self.ngrams, &corpus.counts);
        let (factors, method) = Factors::build(analysis, self.max_terms, &cuts, SVD_SEED, &grown);
        progress.end(&part);

        let (basis, space, angle) = match method {
            SvdMethod::Full { space } => (space, space, 0.0),
            SvdMethod::Krylov { basis, space, angle } => (basis, space, angle),
        };
        let stats = FactorStats {
            tags,
            n_terms: factors.kept().len(),
            dims: factors.dims(),
            singular_values: factors.singular_values().to_vec(),
            basis,
            space,
            angle,
            seed: SVD_SEED,
        };
        let factors = Arc::new(factors);
        let engine = |&(place, system, dims): &(usize, &System, usize)| {
            let dims = dims.min(factors.dims());
            let lengths = factors.lengths(dims).into();
            let latent = Latent::new(
                system.clone(),
                Arc::clone(&corpus.docids),
                Arc::clone(&factors),
                dims,
                lengths,
            );
            (
                place,
                Engine::Latent(latent.expect("a length was computed for each document")),
            )
        };
        (self.members.iter().map(engine).collect(), stats)
    }
}
