//! CPU time of the parts of the main job, one by one, on sections and topics of real pages: what `run.json` cannot tell apart
//! because `sokutei reproduce` does several of them at once.
//!
//! ```sh
//! cargo run --release --package sokutei-benches --bin job-parts -- sections.jsonl topics.jsonl graded.qrels
//! ```
//!
//! Prints one JSON object a line, with the fields of the oracle's `--timing`: `stage`, `part`, `seconds`, `cpu_seconds` (all
//! threads). Runs on Linux and macOS.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a program that measures: it prints, and it owns the clock

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sokutei_index::{Depth, IndexSet, Part, Progress, Silent, System, SystemSpec, article_systems};
use sokutei_ingest::{Chunk, read_chunks};
use sokutei_measures::stats::{Bootstrap, Paired, PermutationTies, bootstrap_mean, compare_paired};
use sokutei_measures::trec::read_qrels;
use sokutei_measures::{Docid, Evaluation, Measure, Qrels, Run, TieBreak, evaluate};
use sokutei_testset::{Topic, read_topics};

/// Hits per topic.
const DEPTH: usize = 100;
/// The five measures of the article's headline, of qrels in which labelled sections have grade 2.
const MEASURES: [&str; 5] = [
    "RR(rel=2)@10",
    "AP(rel=2)@100",
    "Success(rel=2)@1",
    "R(rel=2)@10",
    "nDCG@10",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [sections, topics, qrels] = arguments.as_slice() else {
        return Err("usage: job-parts SECTIONS TOPICS QRELS".into());
    };
    let open = |path: &String| {
        File::open(path)
            .map(BufReader::new)
            .map_err(|e| format!("{path}: {e}"))
    };
    let start = Moment::now();
    let chunks = read_chunks(open(sections)?, sections)?;
    let topics = read_topics(open(topics)?, topics)?;
    let qrels = read_qrels(open(qrels)?, qrels)?.qrels;
    start.tell("read", "sections, topics, qrels");
    let texts: Vec<String> = chunks
        .iter()
        .map(|c| format!("{}\n{}", c.heading, c.text))
        .collect();
    let (latent, lexical): (Vec<System>, Vec<System>) = article_systems()
        .into_iter()
        .partition(|s| matches!(s.spec, SystemSpec::Lsa { .. }));

    let one: Vec<System> = lexical.iter().filter(|s| s.tag == "bm25_23").cloned().collect();
    let build = |systems: &[System]| -> Result<IndexSet, Box<dyn Error>> {
        let start = Moment::now();
        let (index, ..) = IndexSet::build(docids(&chunks)?, &texts, systems, &Silent)?;
        start.tell("index", &format!("count and weigh {}", tags(systems)));
        Ok(index)
    };
    drop(build(&one)?);
    let index = build(&lexical)?;
    let runs = search(&index, &topics)?;
    drop(index);

    let start = Moment::now();
    let factorising = Factorising::default();
    let (index, ..) = IndexSet::build(docids(&chunks)?, &texts, &latent, &factorising)?;
    start.tell("index", &format!("count and factorise {}", tags(&latent)));
    search(&index, &topics)?;
    drop(index);

    statistics(&qrels, &runs)
}

fn docids(chunks: &[Chunk]) -> Result<Vec<Docid>, sokutei_measures::IdError> {
    chunks.iter().map(|c| Docid::new(&c.id)).collect()
}

fn tags(systems: &[System]) -> String {
    systems
        .iter()
        .map(|s| s.tag.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Every topic on every system: scores and places only; their ids are not part of the search.
fn search(index: &IndexSet, topics: &[Topic]) -> Result<Vec<Run>, Box<dyn Error>> {
    let queries: Vec<&str> = topics.iter().map(|t| t.query.as_str()).collect();
    let depth = Depth::new(DEPTH)?;
    let mut runs = Vec::new();
    for tag in index.tags() {
        let retriever = index.retriever(tag)?;
        let start = Moment::now();
        let found = retriever.search_batch(&queries, depth);
        start.tell("search", tag);
        let rankings = topics
            .iter()
            .zip(&found)
            .map(|(topic, hits)| (topic.qid.clone(), index.hits(hits)));
        runs.push(Run::from_hits(tag, rankings)?);
    }
    Ok(runs)
}

/// One run under five measures, one interval, one comparison: what other tools are asked for, too.
fn statistics(qrels: &Qrels, runs: &[Run]) -> Result<(), Box<dyn Error>> {
    let measures: Vec<Measure> = MEASURES
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?;
    let run = |tag: &str| {
        runs.iter()
            .find(|run| run.tag == tag)
            .expect("one of the article's systems")
    };
    let start = Moment::now();
    let evaluation = evaluate(run("bm25_23"), qrels, &measures, TieBreak::RankColumn);
    start.tell("measure", "bm25_23, 5 measures");

    let rr = |evaluation: &Evaluation| evaluation.values[0].values.clone();
    let (x, y) = (
        rr(&evaluate(run("bm25_2"), qrels, &measures, TieBreak::RankColumn)),
        rr(&evaluation),
    );
    let start = Moment::now();
    bootstrap_mean(&y, &Bootstrap::default())?;
    start.tell("statistics", "bootstrap, one vector");
    let settings = Paired {
        ties: PermutationTies::NumpyStrict,
        ..Paired::default()
    };
    let start = Moment::now();
    compare_paired(&x, &y, &settings)?;
    start.tell("statistics", "paired, one comparison");
    Ok(())
}

/// Tells the factorisation apart from the counting before it: no other part runs meanwhile.
#[derive(Default)]
struct Factorising(Mutex<Option<Moment>>);

impl Factorising {
    fn begun(&self, part: &Part) -> Option<std::sync::MutexGuard<'_, Option<Moment>>> {
        let factorises = matches!(part, Part::Factorise(_));
        factorises.then(|| self.0.lock().expect("nobody panics in here"))
    }
}

impl Progress for Factorising {
    fn begin(&self, part: &Part, _: u64) {
        if let Some(mut begun) = self.begun(part) {
            *begun = Some(Moment::now());
        }
    }

    fn advance(&self, _: &Part, _: u64) {}

    fn end(&self, part: &Part) {
        if let Some(start) = self.begun(part).and_then(|mut begun| begun.take()) {
            start.tell("index", &part.to_string());
        }
    }
}

/// A point in time, by the clock on the wall and by the work done so far.
struct Moment {
    wall: Instant,
    cpu: Duration,
}

impl Moment {
    fn now() -> Self {
        Self {
            wall: Instant::now(),
            cpu: cpu(),
        }
    }

    fn tell(&self, stage: &str, part: &str) {
        let line = serde_json::json!({
            "stage": stage,
            "part": part,
            "seconds": self.wall.elapsed().as_secs_f64(),
            "cpu_seconds": (cpu() - self.cpu).as_secs_f64(),
        });
        println!("{line}");
    }
}

/// CPU time of all threads since the start.
fn cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
