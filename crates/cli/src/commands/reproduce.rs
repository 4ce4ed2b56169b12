//! `sokutei reproduce`: the main job.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::json;
use sokutei_experiment::{ExperimentPlan, OutputFolder, StatisticsPlan, Written};
use sokutei_report::{Block, Cell, Chapter, Column, Conditions, ReportModel, Table};

use super::{check_pages, heading_filter, match_options, numbering, voice_of};
use crate::args::Reproduce;
use crate::exit::Exit;
use crate::files;
use crate::progress::{Done, Progress};
use crate::terminal::{Voice, warn};

/// The bundled articles, relative to the project's folder, and what their authors meant.
const BUNDLED: &str = "corpus/articles";
const BUNDLED_TRUTH: &str = "corpus/truth";

pub(crate) fn run(args: Reproduce) -> Result<Exit> {
    let voice = voice_of(&args.run);
    if let Some(dir) = &args.dir {
        check_pages(dir)?;
    }
    let output = OutputFolder::open(&args.out, args.force)?;
    let plan = plan(&args)?;
    let watch = Progress::with_lines(voice);
    let outcome = sokutei_experiment::run(&plan, &output, &watch)?;
    output.write_volatile("run.json", &volatile(&plan, &watch))?;
    let mut report = outcome.report;
    tell_left_out(&report);
    report.chapters.push(timings(&watch));
    print(&report)?;
    tell_written(&args, &output, outcome.written, &plan.focus, voice);
    Ok(Exit::Fine)
}

/// Kinds of warnings that mean that something was not read at all. The others are in the report; who asked for these pages should
/// not have to look for them there.
const LEFT_OUT: [&str; 5] = [
    "folder-not-read",
    "not-html",
    "suffix-case",
    "symlinked-folder",
    "unreadable",
];

fn tell_left_out(report: &ReportModel) {
    let blocks = report.chapters.iter().flat_map(|chapter| &chapter.blocks);
    let notices = blocks.filter_map(|block| match block {
        Block::Notices(notices) => Some(notices),
        _ => None,
    });
    for notice in notices.flatten().filter(|n| LEFT_OUT.contains(&n.kind.as_str())) {
        warn(&format!("{} × {}: {}", notice.kind, notice.count, notice.message));
    }
}

fn tell_written(args: &Reproduce, output: &OutputFolder, written: Written, focus: &str, voice: Voice) {
    let out = args.out.display();
    if written.replaced > 0 && !args.force {
        let by = match output.made_by() {
            Some(version) if version != env!("CARGO_PKG_VERSION") => format!("made by version {version}"),
            _ => "made from other inputs or changed by somebody".to_owned(),
        };
        warn(&format!(
            "{out}: {} files held other bytes ({by}) and were replaced",
            written.replaced
        ));
    }
    voice.note(&format!(
        "{out}: {} files written, {} replaced, {} already there and verified, {} outdated removed",
        written.written, written.replaced, written.verified, written.removed
    ));
    voice.note(&format!(
        "next: read {out}/report.md, or measure anything else: sokutei measure {out}/qrels/strict.qrels {out}/runs/{focus}.run -m RR@10 --ties rank-column"
    ));
}

fn plan(args: &Reproduce) -> Result<ExperimentPlan> {
    let (dir, truth) = match &args.dir {
        Some(dir) => (dir.clone(), args.truth.clone()),
        None if Path::new(BUNDLED).is_dir() => (
            PathBuf::from(BUNDLED),
            Some(args.truth.clone().unwrap_or_else(|| BUNDLED_TRUTH.into())),
        ),
        None => bail!(
            "{BUNDLED}: no bundled articles in this folder; name a folder of HTML articles: sokutei reproduce DIR"
        ),
    };
    let mut plan = ExperimentPlan::article(dir);
    plan.ingest.numbering = numbering(args.ids);
    plan.ingest.drop_headings = heading_filter(&args.headings)?;
    plan.matching = match_options(&args.labels);
    plan.truth = truth;
    plan.depth = args.depth;
    plan.strict = args.strict;
    plan.statistics = StatisticsPlan {
        seed: args.seed,
        ..plan.statistics
    };
    Ok(plan)
}

/// What differs from run to run, and therefore is no part of the report.
#[allow(clippy::disallowed_methods)] // the command owns the clock; run.json is the place for it
fn volatile(plan: &ExperimentPlan, watch: &Progress) -> serde_json::Value {
    let stage = |d: &Done| {
        json!({
            "stage": d.stage.name(),
            "seconds": d.wall.as_secs_f64(),
            "cpu_seconds": d.cpu.map(|cpu| cpu.as_secs_f64()),
            "peak_rss_bytes": d.peak_rss_bytes,
            "made": d.made,
        })
    };
    let stages: Vec<_> = watch.done().iter().map(stage).collect();
    json!({
        "schema_version": 1,
        "sokutei": env!("CARGO_PKG_VERSION"),
        "corpus": plan.corpus.display().to_string(),
        "threads": rayon::current_num_threads(),
        "os": std::env::consts::OS,
        "arch": std::env::consts::ARCH,
        "unix_time": std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs()),
        "stages": stages,
    })
}

fn timings(watch: &Progress) -> Chapter {
    let mut chapter = Chapter::new("timings", "Stage timings");
    let conditions = Conditions {
        n: "1 run".to_owned(),
        ..Conditions::none()
    };
    let columns = vec![
        Column::words("stage"),
        Column::numbers("seconds"),
        Column::words("made"),
    ];
    let title = format!(
        "Wall time with {} threads (also in run.json; not in report.md)",
        rayon::current_num_threads()
    );
    let mut table = Table::new("timings", title, conditions, columns);
    for done in watch.done() {
        table.push(vec![
            Cell::text(done.stage.name()),
            Cell::number(done.wall.as_secs_f64(), 3),
            Cell::text(done.made),
        ]);
    }
    chapter.show(table);
    chapter
}

fn print(report: &ReportModel) -> Result<()> {
    files::print(sokutei_report::text(report).as_bytes())
}
