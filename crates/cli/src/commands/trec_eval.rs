//! `sokutei trec-eval`: trec_eval's flags and lines.

use anyhow::Result;
use sokutei_measures::trec_eval::{Measures, Options, Results, Version, evaluate};

use super::runs;
use crate::args::{Reading, TrecEval as Args};
use crate::exit::Exit;
use crate::files;
use crate::terminal::{Voice, warn};

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let voice = Voice::default();
    let options = options(args)?;
    runs::one_standard_input(&args.qrels, std::slice::from_ref(&args.run))?;
    let qrels = runs::qrels(&args.qrels, &Reading::strict(), &[], voice)?;
    let run = runs::run_of_trec_eval(&args.run, voice)?;
    let results = evaluate(&run, &qrels, &options)?;
    tell(&results, args);
    runs::tell_strangers(&files::name(&args.run), &qrels, &run);
    files::print(lines(&results, args).as_bytes())?;
    Ok(Exit::Fine)
}

fn options(args: &Args) -> Result<Options> {
    let version: Version = args.rules.parse()?;
    let measures = Measures::read(&args.measures, version)?;
    for note in &measures.notes {
        warn(note);
    }
    Ok(Options {
        level: args.level,
        depth: args.depth.map(Into::into),
        complete: args.complete,
        judged_only: args.judged_only,
        collection: args.collection,
        ..Options::of(measures, version)
    })
}

fn lines(results: &Results, args: &Args) -> String {
    let topics = results.topic_lines().filter(|_| args.per_topic);
    let all = results.summary_lines().filter(|_| !args.no_summary);
    topics.chain(all).map(|line| format!("{line}\n")).collect()
}

/// Which topics did not take part as one might think.
fn tell(results: &Results, args: &Args) {
    let missing = if args.complete {
        "not in the run and counted 0"
    } else {
        "not in the run and left out of the means (see --complete)"
    };
    let coverage = &results.coverage;
    runs::tell_topics(
        &files::name(&args.run),
        &[
            (&coverage.judged_missing_in_run, missing),
            (
                &coverage.in_run_not_judged,
                "of the run without a judgment and left out",
            ),
            (
                &coverage.decided_by_ties,
                "with equal scores, which docids put in order, descending",
            ),
        ],
    );
}
