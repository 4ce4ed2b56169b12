//! `sokutei topics build`: cheat-sheets to topics and qrels.

use anyhow::{Context as _, Result, bail};
use sokutei_experiment::Pages;
use sokutei_ingest::WarningTally;
use sokutei_measures::trec;
use sokutei_testset::{
    MatchOptions, SheetHeader, Similarity, article_qrels, build_topics_from, graded_qrels, strict_qrels,
    write_topics,
};

use super::{ingest_options, match_options, tell_warnings, threads, voice};
use crate::args::{LabelingArg, TopicsBuild};
use crate::exit::Exit;
use crate::files::{self, Growing};
use crate::terminal::warn;

pub(crate) fn run(args: &TopicsBuild) -> Result<Exit> {
    threads(&args.run)?;
    let similarity: Similarity = args.similarity.parse().context("--similarity")?;
    let options = MatchOptions {
        similarity,
        threshold: args.threshold,
        ..match_options(&args.labels)
    };
    files::check_target(&args.output.output, args.output.force)?;
    if let Some(path) = &args.qrels {
        if files::is_same(path, &args.output.output) {
            bail!(
                "{}: topics and qrels cannot go to one place; give --qrels another name",
                files::name(path)
            );
        }
        files::check_target(path, args.output.force)?;
    }
    let header = SheetHeader::default();
    let pages = Pages::read(&args.dir, &ingest_options(&args.pages)?, &header, &|_, _| ())?;
    let mut about_pages = WarningTally::default();
    about_pages.extend(pages.warnings);
    tell_warnings(&about_pages, voice(&args.run));
    let built = build_topics_from(&header, &pages.sheets, &options)?;
    for warning in &built.warnings {
        warn(&warning.to_string());
    }
    let serious = about_pages.serious() + built.warnings.len();
    if args.strict && serious > 0 {
        bail!("{serious} warnings, and --strict makes them an error; nothing was written");
    }

    let mut bytes = Vec::new();
    write_topics(&mut bytes, &built.topics)?;
    let mut written = vec![Growing::begin(&args.output.output, args.output.force)?];
    written[0].put(&bytes)?;
    if let Some(path) = &args.qrels {
        let qrels = match args.labeling {
            LabelingArg::Strict => strict_qrels(&built.topics),
            LabelingArg::Graded => graded_qrels(&built.topics, &pages.chunks),
            LabelingArg::Article => article_qrels(&built.topics, &pages.chunks),
        };
        let mut bytes = Vec::new();
        trec::write_qrels(&mut bytes, &qrels)?;
        let mut file = Growing::begin(path, args.output.force)?;
        file.put(&bytes)?;
        written.push(file);
    }
    Growing::finish_all(written)?;

    let r = &built.report;
    voice(&args.run).note(&format!(
        "{} topics from {} rows of {} cheat-sheets: {} contained, {} similar, {} with several sections; {} rows found no section, {} could not be read; {} pages without a cheat-sheet",
        built.topics.len(), r.rows, r.sheets, r.contains, r.fuzzy, r.multi, r.dropped, r.skipped, built.articles_without_sheet.len()
    ));
    Ok(Exit::Fine)
}
