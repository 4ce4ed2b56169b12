//! What an observer of an experiment is told: every stage, and every part of it to its end.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;

use sokutei_experiment::{ExperimentPlan, Observer, OutputFolder, Stage, run};

/// A part: of which stage, how much there is to do, in which unit, how much was done, and how often it was ended.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    stage: Stage,
    total: u64,
    unit: String,
    done: u64,
    ended: u64,
}

/// Writes down what it is told, and does not let a part be told of outside its stage.
#[derive(Default)]
struct Notebook {
    running: Mutex<Option<Stage>>,
    stages: Mutex<Vec<Stage>>,
    parts: Mutex<BTreeMap<String, Part>>,
}

impl Notebook {
    fn with<T>(&self, name: &str, note: impl FnOnce(&mut Part) -> T) -> T {
        let mut parts = self.parts.lock().expect("no panic");
        let part = parts
            .get_mut(name)
            .unwrap_or_else(|| panic!("{name} was not begun"));
        assert_eq!(
            Some(part.stage),
            *self.running.lock().expect("no panic"),
            "{name}"
        );
        note(part)
    }
}

impl Observer for Notebook {
    fn begin(&self, stage: Stage) {
        assert_eq!(self.running.lock().expect("no panic").replace(stage), None);
    }

    fn end(&self, stage: Stage, _: &str) {
        assert_eq!(self.running.lock().expect("no panic").take(), Some(stage));
        self.stages.lock().expect("no panic").push(stage);
    }

    fn begin_part(&self, name: &str, total: u64, unit: &str) {
        let part = Part {
            stage: self.running.lock().expect("no panic").expect("a stage runs"),
            total,
            unit: unit.to_owned(),
            done: 0,
            ended: 0,
        };
        let before = self.parts.lock().expect("no panic").insert(name.to_owned(), part);
        assert_eq!(before, None, "{name} is begun once");
    }

    fn advance(&self, name: &str, units: u64) {
        self.with(name, |part| part.done += units);
    }

    fn end_part(&self, name: &str) {
        self.with(name, |part| part.ended += 1);
    }
}

#[test]
fn every_stage_is_told_and_every_part_is_counted_to_its_end() {
    let dir = tempfile::TempDir::new().expect("a temporary folder");
    let pages = dir.path().join("pages");
    fs::create_dir(&pages).expect("a new folder");
    for name in ["a", "b", "c"] {
        let page = format!(
            "<meta charset=utf-8><h1>{name}</h1>\
             <table><tr><th>知りたいこと</th><th>答え</th><th>詳しい節</th></tr>\
             <tr><td>{name}の意味</td><td>x</td><td>とは</td></tr>\
             <tr><td>{name}の番号</td><td>x</td><td>番号</td></tr></table>\
             <h2>{name}とは</h2><p>意味を短く説明します。</p><h2>{name}の番号</h2><p>番号は3389です。</p>"
        );
        fs::write(pages.join(format!("{name}.html")), page).expect("written");
    }
    let output = OutputFolder::open(&dir.path().join("out"), false).expect("a new folder");
    let notebook = Notebook::default();
    run(&ExperimentPlan::article(pages), &output, &notebook).expect("the experiment runs");

    // systems are built and searched in turn
    let mut stages = notebook.stages.lock().expect("no panic").clone();
    let rounds = stages.iter().filter(|stage| **stage == Stage::Search).count();
    assert_eq!(
        rounds, 5,
        "four lexical systems, and one factorisation for the two others"
    );
    stages.sort_unstable();
    stages.dedup();
    assert_eq!(stages, Stage::ALL);
    let parts = notebook.parts.into_inner().expect("no panic");
    for (name, part) in &parts {
        if part.total > 0 {
            assert_eq!(part.done, part.total, "{name}");
        } else {
            assert_eq!(part.ended, 1, "{name} has no count, so its end must be told");
        }
    }
    let of = |name: &str| (parts[name].stage, parts[name].total, parts[name].unit.as_str());
    assert_eq!(of("read"), (Stage::Ingest, 3, "pages"));
    assert_eq!(of("count n-grams"), (Stage::Index, 6, "documents"));
    assert_eq!(of("factorise lsa_128, lsa_256").0, Stage::Index);
    // six topics, and on the focus system once more with the subject in front
    assert_eq!(of("search bm25_23"), (Stage::Search, 6 * 2, "topics"));
    assert_eq!(of("search lsa_128"), (Stage::Search, 6, "topics"));
    assert_eq!(of("measure"), (Stage::Measure, 7, "runs"));
    assert_eq!(of("compute").0, Stage::Statistics);
    let files = fs::read_dir(dir.path().join("out")).expect("written").count();
    let inside = ["qrels", "runs"].map(|f| {
        fs::read_dir(dir.path().join("out").join(f))
            .expect("written")
            .count()
    });
    assert_eq!(
        of("write"),
        (Stage::Write, (files - 2 + inside[0] + inside[1]) as u64, "files")
    );
}
