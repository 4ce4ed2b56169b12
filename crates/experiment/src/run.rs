//! A plan, carried out.

use indexmap::IndexMap;
use sokutei_report::ReportModel;

use crate::collection::Collection;
use crate::findings::Findings;
use crate::output::{Artefact, OutputFolder, Written};
use crate::plan::ExperimentPlan;
use crate::progress::{Observer, Stage};
use crate::retrieval::Retrieval;
use crate::statistics::Statistics;
use crate::values::{SystemValues, Values};
use crate::{Error, artefacts, manifest};

/// A finished experiment.
#[derive(Debug)]
pub struct Outcome {
    /// The report.
    pub report: ReportModel,
    /// The manifest, which does not change from run to run.
    pub manifest: serde_json::Value,
    /// What was written.
    pub written: Written,
}

/// Runs `plan` and writes its files to `output`.
///
/// The files depend on the pages and the plan alone: not on the number of threads, the time or the machine.
///
/// # Errors
/// Whatever a stage refuses, see [`Error`]; an output folder of another experiment is refused before anything is indexed.
pub fn run(plan: &ExperimentPlan, output: &OutputFolder, observer: &dyn Observer) -> Result<Outcome, Error> {
    plan.check()?;
    let collection = Collection::build(plan, observer)?;
    if plan.strict {
        collection.refuse_warnings()?;
    }
    let chunks = chunk_bytes(&collection);
    let topics = topic_bytes(&collection)?;
    let identity = manifest::identity(plan, &collection, &chunks, &topics);
    output.accepts(&identity)?;

    let retrieval = Retrieval::run(plan, &collection, observer)?;
    let values = measure(&collection, &retrieval, observer);
    observer.begin(Stage::Statistics);
    let statistics = Statistics::compute(plan, &collection, &retrieval, &values, observer)?;
    observer.end(
        Stage::Statistics,
        &format!("{} comparisons", statistics.paired.len()),
    );

    observer.begin(Stage::Write);
    let findings = Findings {
        plan,
        collection: &collection,
        retrieval: &retrieval,
        values: &values,
        statistics: &statistics,
    };
    let report = findings.report();
    let files: Vec<Artefact> = artefacts::all(&findings, &report, chunks, topics)?;
    let manifest = manifest::complete(identity, &findings, &files);
    let written = output.write(&manifest, &files, observer)?;
    observer.end(Stage::Write, &format!("{} files", files.len() + 1));
    Ok(Outcome {
        report,
        manifest,
        written,
    })
}

fn measure(collection: &Collection, retrieval: &Retrieval, observer: &dyn Observer) -> Values {
    use rayon::prelude::*;
    observer.begin(Stage::Measure);
    let runs: Vec<_> = retrieval.runs.values().chain([&retrieval.prefixed]).collect();
    observer.begin_part("measure", runs.len() as u64, "runs");
    let mut measured: Vec<SystemValues> = runs
        .par_iter()
        .map(|run| {
            let values = SystemValues::of(run, collection);
            observer.advance("measure", 1);
            values
        })
        .collect();
    let prefixed = measured.pop().expect("the prefixed run is measured last");
    let systems: IndexMap<String, SystemValues> = retrieval.runs.keys().cloned().zip(measured).collect();
    observer.end(Stage::Measure, &format!("{} runs under 3 labelings", runs.len()));
    Values { systems, prefixed }
}

fn chunk_bytes(collection: &Collection) -> Vec<u8> {
    let mut bytes = Vec::new();
    sokutei_ingest::write_chunks(&mut bytes, &collection.chunks).expect("writing to memory does not fail");
    bytes
}

fn topic_bytes(collection: &Collection) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    sokutei_testset::write_topics(&mut bytes, &collection.topics.topics)?;
    Ok(bytes)
}
