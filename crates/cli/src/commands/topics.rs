//! `sokutei topics build`: cheat-sheets to topics and qrels.

use anyhow::{Context as _, Result, bail};
use sokutei_experiment::{Observer as _, Pages, Stage, pages};
use sokutei_ingest::Chunk;
use sokutei_measures::trec;
use sokutei_testset::{
    BuiltTopics, MatchOptions, SheetHeader, Similarity, article_qrels, build_topics_from, graded_qrels,
    strict_qrels, write_topics,
};

use super::warnings::Heard;
use super::{check_pages, ingest_options, match_options, voice_of};
use crate::args::{LabelingArg, TopicsBuild};
use crate::exit::Exit;
use crate::files::{self, Growing};
use crate::progress::Progress;

pub(crate) fn run(args: &TopicsBuild) -> Result<Exit> {
    let voice = voice_of(&args.run);
    check_pages(&args.dir)?;
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
    let progress = Progress::new(voice);
    progress.begin(Stage::Ingest);
    let header = SheetHeader::default();
    let read = Pages::read(
        &args.dir,
        &ingest_options(&args.pages)?,
        &header,
        &pages(&progress),
    )?;
    progress.end(Stage::Ingest, "");
    progress.begin(Stage::Topics);
    let built = build_topics_from(&header, &read.sheets, &options)?;
    progress.end(Stage::Topics, "");
    let mut heard = Heard::new(&args.warnings, voice);
    heard.pages(&read.warnings);
    heard.topics(&built.warnings);
    heard.tell()?;
    write(args, &read.chunks, &built)?;

    let r = &built.report;
    voice.note(&format!(
        "{} topics from {} rows of {} cheat-sheets: {} contained, {} similar, {} with several sections; {} rows found no section, {} could not be read; {} pages without a cheat-sheet",
        built.topics.len(), r.rows, r.sheets, r.contains, r.fuzzy, r.multi, r.dropped, r.skipped, built.articles_without_sheet.len()
    ));
    Ok(Exit::Fine)
}

fn write(args: &TopicsBuild, chunks: &[Chunk], built: &BuiltTopics) -> Result<()> {
    let mut bytes = Vec::new();
    write_topics(&mut bytes, &built.topics)?;
    let mut written = vec![Growing::begin(&args.output.output, args.output.force)?];
    written[0].put(&bytes)?;
    if let Some(path) = &args.qrels {
        let qrels = match args.labeling {
            LabelingArg::Strict => strict_qrels(&built.topics),
            LabelingArg::Graded => graded_qrels(&built.topics, chunks),
            LabelingArg::Article => article_qrels(&built.topics, chunks),
        };
        let mut bytes = Vec::new();
        trec::write_qrels(&mut bytes, &qrels)?;
        let mut file = Growing::begin(path, args.output.force)?;
        file.put(&bytes)?;
        written.push(file);
    }
    Growing::finish_all(written)
}
