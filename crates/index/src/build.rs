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
        check_systems(systems)?;
        check_docids(&docids, texts.len())?;
        let ranges: Vec<CharNgrams> = systems.iter().map(|s| s.spec.ngrams()).collect();
        let counts = Counts::of(texts, &ranges, progress);
        let docids: Arc<[Docid]> = docids.into();
        let (lexical, latent) = rayon::join(
            || build_lexical(systems, &docids, &counts, progress),
            || build_latent(systems, &docids, &counts, progress),
        );
        let (latent, factorisations): (Vec<_>, Vec<_>) = latent.into_iter().unzip();
        let mut engines: Vec<(usize, Engine)> =
            lexical.into_iter().chain(latent.into_iter().flatten()).collect();
        engines.sort_by_key(|&(place, _)| place);
        let engines: Vec<Engine> = engines.into_iter().map(|(_, engine)| engine).collect();

        let stats = BuildStats {
            n_docs: docids.len(),
            lengths: counts
                .lengths()
                .iter()
                .map(|grams| LengthStats::of(grams))
                .collect(),
            factorisations,
        };
        let warnings = warnings(&docids, &counts, &engines);
        Ok((
            Self {
                docids,
                counted: counts.lengths().to_vec(),
                engines,
            },
            warnings,
            stats,
        ))
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

/// The lexical systems, each with its place in the list.
fn build_lexical(
    systems: &[System],
    docids: &Arc<[Docid]>,
    counts: &Counts,
    progress: &dyn Progress,
) -> Vec<(usize, Engine)> {
    let build = |(place, system): (usize, &System)| {
        let ngrams = system.spec.ngrams();
        let analysis = Analysis::over(ngrams, counts);
        let part = Part::Weights(system.tag.clone());
        progress.begin(&part, 0);
        let (impacts, formula) = match system.spec {
            SystemSpec::Bm25 { k1, b, .. } => {
                let bm25 = Bm25::new(k1, b).expect("checked with the other parameters");
                (Impacts::bm25(analysis.postings(), bm25), Formula::Bm25(bm25))
            }
            SystemSpec::Tfidf { .. } => {
                let order = |add: &mut dyn FnMut(usize, u32)| counts.in_order_of_first_sight(ngrams, add);
                (Impacts::tfidf(analysis.postings(), order), Formula::Tfidf)
            }
            SystemSpec::Lsa { .. } => return None,
        };
        progress.end(&part);
        let lexical = Lexical::new(system.clone(), Arc::clone(docids), analysis, impacts, formula);
        Some((place, Engine::Lexical(lexical)))
    };
    systems.par_iter().enumerate().filter_map(build).collect()
}

/// The LSA systems by factorisation, each with its place in the list.
fn build_latent(
    systems: &[System],
    docids: &Arc<[Docid]>,
    counts: &Counts,
    progress: &dyn Progress,
) -> Vec<(Vec<(usize, Engine)>, FactorStats)> {
    let mut groups: Vec<LatentGroup<'_>> = Vec::new();
    for (place, system) in systems.iter().enumerate() {
        if let SystemSpec::Lsa {
            ngrams,
            dims,
            max_terms,
        } = system.spec
        {
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
    }
    groups
        .par_iter()
        .map(|group| group.build(docids, counts, progress))
        .collect()
}

/// LSA systems that differ in their dimensions only.
struct LatentGroup<'a> {
    ngrams: CharNgrams,
    max_terms: usize,
    members: Vec<(usize, &'a System, usize)>,
}

impl LatentGroup<'_> {
    fn build(
        &self,
        docids: &Arc<[Docid]>,
        counts: &Counts,
        progress: &dyn Progress,
    ) -> (Vec<(usize, Engine)>, FactorStats) {
        let tags: Vec<String> = self
            .members
            .iter()
            .map(|(_, system, _)| system.tag.clone())
            .collect();
        let cuts: Vec<usize> = self.members.iter().map(|&(_, _, dims)| dims).collect();
        let part = Part::Factorise(tags.clone());
        progress.begin(&part, 0);
        let grown = |columns: usize| progress.advance(&part, columns as u64);
        let analysis = Analysis::over(self.ngrams, counts);
        let (factors, svd) = Factors::build(analysis, self.max_terms, &cuts, SVD_SEED, &grown);
        progress.end(&part);

        let (basis, space, angle) = match svd.method {
            SvdMethod::Full { space } => (space, space, 0.0),
            SvdMethod::Krylov { basis, space, angle } => (basis, space, angle),
        };
        let stats = FactorStats {
            tags,
            n_terms: factors.kept().len(),
            dims: factors.dims(),
            singular_values: svd.singular_values,
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
                Arc::clone(docids),
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

fn warnings(docids: &[Docid], counts: &Counts, engines: &[Engine]) -> Vec<IndexWarning> {
    let ids = |ords: Vec<u32>| ords.into_iter().map(|ord| docids[ord as usize].clone()).collect();
    let mut warnings = Vec::new();
    if !counts.blank().is_empty() {
        warnings.push(IndexWarning::EmptyDocuments {
            docids: ids(counts.blank().to_vec()),
        });
    }
    let mut seen: Vec<CharNgrams> = Vec::new();
    for engine in engines {
        let System { tag, spec } = engine.retriever().system();
        let ngrams = spec.ngrams();
        if !seen.contains(&ngrams) {
            seen.push(ngrams);
            // the shortest n-grams of a range are there whenever any are
            let shortest = counts
                .of_length(ngrams.min())
                .expect("every range was counted")
                .postings();
            let without =
                |&ord: &u32| shortest.len_of(ord) == 0 && counts.blank().binary_search(&ord).is_err();
            let without: Vec<u32> = (0..docids.len() as u32).filter(without).collect();
            if !without.is_empty() {
                let analyser = ngrams.to_string();
                warnings.push(IndexWarning::DocumentsWithoutTerms {
                    analyser,
                    docids: ids(without),
                });
            }
        }
        if let (Engine::Latent(latent), &SystemSpec::Lsa { dims: asked, .. }) = (engine, spec)
            && latent.dims() < asked
        {
            let (tag, used, n_terms) = (tag.clone(), latent.dims(), latent.factors().kept().len());
            warnings.push(IndexWarning::FewerDimensions {
                tag,
                asked,
                used,
                n_docs: docids.len(),
                n_terms,
            });
        }
    }
    warnings
}
