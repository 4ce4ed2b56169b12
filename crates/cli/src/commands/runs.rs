//! Qrels and runs from files, for `measure` and `compare`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use sokutei_experiment::{Observer, Stage};
use sokutei_measures::ir_metadata::Metadata;
use sokutei_measures::{
    Aggregate, Coverage, Error, Evaluation, LineProblem, Measure, Oddity, Qrels, RankingRules, ReadingRules,
    Run, RunHeader, RunRow, TieBreak, TieRanges, TopicId, UnjudgedBounds, evaluate_by, formats, tie_ranges,
    trec, unjudged_bounds,
};

use super::articles::Articles;
use super::subtopics;
use crate::args::Reading;
use crate::files;
use crate::kept_line::InLine;
use crate::terminal::{Voice, warn};

/// Columns of the two kinds of files.
const QRELS_COLUMNS: usize = 4;
const RUN_COLUMNS: usize = 6;

/// Reads qrels, with subtopics if some measure asks for them; lines that are there twice, what was mended, and comments are counted.
pub(crate) fn qrels(path: &Path, reading: &Reading, measures: &[Measure], voice: Voice) -> Result<Qrels> {
    subtopics::require_whole_grades(measures, reading.decimal_grades)?;
    let rules = ReadingRules {
        subtopics: subtopics::are_asked_for(measures),
        ..reading.rules()
    };
    let read = files::read_as(path, reading.format(), |from, name, format, _| {
        formats::read_qrels(from, name, format, rules)
    })
    .map_err(|e| with_hint(e, RUN_COLUMNS))?;
    if read.duplicates > 0 {
        warn(&format!(
            "{}: {} lines are there twice and count once",
            files::name(path),
            read.duplicates
        ));
    }
    tell_oddities(path, &read.oddities);
    tell_comments(path, (read.comments, read.commented_rows), voice);
    subtopics::tell(&files::name(path), &read.qrels, measures, voice);
    Ok(read.qrels)
}

/// A run, and what its header says.
struct ReadRun {
    run: Run,
    metadata: Option<Metadata>,
}

fn run(path: &Path, reading: &Reading, voice: Voice) -> Result<ReadRun> {
    let read = files::read_as(path, reading.format(), |from, name, format, _| {
        formats::read_run(from, name, format, reading.rules())
    })
    .map_err(|e| with_hint(e, QRELS_COLUMNS))?;
    tell_oddities(path, &read.oddities);
    tell_comments(path, (read.comments, read.commented_rows), voice);
    Ok(ReadRun {
        run: read.run,
        metadata: read.header.as_ref().and_then(|header| metadata(path, header)),
    })
}

/// What a header says; one that cannot be read is told, and the rows count all the same.
fn metadata(path: &Path, header: &RunHeader) -> Option<Metadata> {
    let read = Metadata::read(header);
    read.map_err(|e| {
        let name = files::name(path);
        warn(&format!(
            "{name}:{}: the header of ir_metadata is not read: {}",
            e.line, e.problem
        ));
    })
    .ok()
}

/// Reads a run with what trec_eval lets pass, which is counted.
pub(crate) fn run_of_trec_eval(path: &Path, voice: Voice) -> Result<Run> {
    let odd = files::read(path, |from, name| trec::read_run_of_trec_eval(from, name))
        .map_err(|e| with_hint(e, QRELS_COLUMNS))?;
    let name = files::name(path);
    if odd.longer_lines > 0 {
        let longer = lines(odd.longer_lines);
        warn(&format!(
            "{name}: {longer} with words behind the tag, which are passed over"
        ));
    }
    if odd.tag_changes > 0 {
        let tag = &odd.read.run.tag;
        warn(&format!(
            "{name}: more than one tag; the last, {tag}, names the run"
        ));
    }
    tell_comments(path, (odd.read.comments, odd.read.commented_rows), voice);
    Ok(odd.read.run)
}

/// One warning for each kind of rows that were let through.
fn tell_oddities(path: &Path, oddities: &[Oddity]) {
    for oddity in oddities {
        let Some((place, problem)) = oddity.first.first() else {
            continue;
        };
        warn(&format!(
            "{}: {} × {}, {}; the first at {place}: {problem}",
            files::name(path),
            oddity.kind,
            oddity.count,
            oddity.remedy,
        ));
    }
}

/// Says in which order the files come if the line has as many columns as the other kind, and that a binary file is neither.
fn with_hint(mut error: anyhow::Error, others: usize) -> anyhow::Error {
    let Some(in_line) = error.downcast_mut::<InLine>() else {
        return error;
    };
    let Some(Error::Line { problem, .. }) = in_line.cause().downcast_ref::<Error>() else {
        return error;
    };
    let packed = PACKED.iter().find(|(start, _)| in_line.line.starts_with(start));
    let hint = match problem {
        _ if packed.is_some() => packed.map(|(_, by)| format!("it is packed by {by}: unpack it first")),
        LineProblem::Columns { found, .. } if *found == others => {
            Some("the qrels come first, then the runs".to_owned())
        }
        _ if in_line.line.contains(&0) && !is_utf16(&in_line.line) => {
            Some("this is no text file, or not the file that is meant".to_owned())
        }
        _ => None,
    };
    in_line.hint = hint;
    error
}

/// How files begin that were packed otherwise than by gzip, which is read.
const PACKED: [(&[u8], &str); 4] = [
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ", "xz"),
    (b"BZh", "bzip2"),
    (b"PK\x03\x04", "zip"),
];

/// Text all the same, and to be saved as UTF-8.
fn is_utf16(line: &[u8]) -> bool {
    line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff])
}

/// What is left out is counted: a topic id that begins with # would be lost without a word.
fn tell_comments(path: &Path, (comments, like_rows): (usize, usize), voice: Voice) {
    let name = files::name(path);
    if like_rows > 0 {
        warn(&format!(
            "{name}: {} begin with # and were passed over as comments, but look like rows; a topic id cannot begin with #",
            lines(like_rows)
        ));
    }
    let others = comments - like_rows;
    if others > 0 {
        voice.note(&format!("note: {name}: {} of comment passed over", lines(others)));
    }
}

fn lines(n: usize) -> String {
    format!("{n} line{}", if n == 1 { "" } else { "s" })
}

/// A difference of two runs is a mean of differences: what is summed, or averaged otherwise, has no such thing.
pub(crate) fn require_means(measures: &[Measure]) -> Result<()> {
    let other = measures
        .iter()
        .find(|measure| measure.aggregate() != Aggregate::Mean);
    match other {
        None => Ok(()),
        Some(measure) if measure.aggregate() == Aggregate::GeometricMean => {
            bail!("{measure}: compare works on means of topics, and this mean is geometric; compare AP")
        }
        Some(measure) => {
            bail!("{measure}: compare works on means of topics, and this is a count; leave it out")
        }
    }
}

/// Standard input is read to its end by the first that asks for it.
pub(crate) fn one_standard_input(qrels: &Path, runs: &[PathBuf]) -> Result<()> {
    let paths = runs.iter().map(PathBuf::as_path).chain([qrels]);
    if paths.filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("-: standard input can be read once; name files for the others");
    }
    Ok(())
}

/// Reads runs, each with the name it has in tables: its tag, or its file where tags are not unique.
fn runs(paths: &[PathBuf], reading: &Reading, voice: Voice) -> Result<Vec<(String, ReadRun)>> {
    let runs = paths
        .iter()
        .map(|path| run(path, reading, voice))
        .collect::<Result<Vec<_>>>()?;
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    for ReadRun { run, .. } in &runs {
        *tags.entry(run.tag.clone()).or_default() += 1;
    }
    let name = |(run, path): (ReadRun, &PathBuf)| {
        let tag = &run.run.tag;
        let name = if tags[tag] == 1 {
            tag.clone()
        } else {
            files::name(path)
        };
        (name, run)
    };
    Ok(runs.into_iter().zip(paths).map(name).collect())
}

pub(crate) fn measures(names: &[String]) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = Vec::new();
    for name in names {
        let measure: Measure = name
            .parse()
            .map_err(|e| several(name).unwrap_or_else(|| anyhow::Error::from(e)))?;
        if measures.contains(&measure) {
            warn(&format!("{measure} is asked for twice and measured once"));
        } else {
            measures.push(measure);
        }
    }
    Ok(measures)
}

/// Several measures in one flag, as other tools take them.
fn several(text: &str) -> Option<anyhow::Error> {
    let mut depth = 0_usize;
    let parts: Vec<&str> = text
        .split(|c: char| {
            match c {
                '(' | '{' => depth += 1,
                ')' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (c == ',' || c.is_whitespace())
        })
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() < 2 || !parts.iter().all(|part| part.parse::<Measure>().is_ok()) {
        return None;
    }
    let quote = |part: &&str| {
        if part.contains('(') {
            format!("-m \"{part}\"")
        } else {
            format!("-m {part}")
        }
    };
    let flags: Vec<String> = parts.iter().map(quote).collect();
    Some(anyhow!(
        "measure {text:?}: {} measures in one flag; repeat it: {}",
        parts.len(),
        flags.join(" ")
    ))
}

pub(crate) fn ties(name: &str) -> Result<TieBreak> {
    Ok(name.parse()?)
}

/// How runs are measured.
pub(crate) struct How {
    pub(crate) rules: RankingRules,
    /// Documents that become articles first.
    pub(crate) collapse: Option<Articles>,
    /// Whether all orders of equal scores are looked at, too.
    pub(crate) tie_range: bool,
    /// Whether all judgments of unjudged documents are, too.
    pub(crate) bounds: bool,
}

impl From<TieBreak> for How {
    fn from(ties: TieBreak) -> Self {
        Self {
            rules: ties.into(),
            collapse: None,
            tie_range: false,
            bounds: false,
        }
    }
}

/// A run with its values.
pub(crate) struct MeasuredRun {
    pub(crate) name: String,
    /// As the file names it.
    pub(crate) tag: String,
    /// What its header says, if it has one.
    pub(crate) metadata: Option<Metadata>,
    pub(crate) evaluation: Evaluation,
    /// If they were asked for.
    pub(crate) tie_ranges: Option<TieRanges>,
    /// Likewise.
    pub(crate) bounds: Option<Vec<UnjudgedBounds>>,
}

/// Measures every run, and says on stderr which topics did not take part as one might think.
///
/// # Errors
/// A run that cannot be read, or that shares no topic with the qrels.
pub(crate) fn evaluate_all(
    qrels: &Qrels,
    paths: &[PathBuf],
    measures: &[Measure],
    (how, reading): (&How, &Reading),
    (voice, progress): (Voice, &dyn Observer),
) -> Result<Vec<MeasuredRun>> {
    progress.begin(Stage::Measure);
    progress.begin_part("measure", paths.len() as u64, "runs");
    tell_scale(qrels, measures);
    tell_decimals(qrels, measures);
    let mut measured = Vec::new();
    for (name, read) in runs(paths, reading, voice)? {
        let ReadRun { mut run, metadata } = read;
        let tag = run.tag.clone();
        let mut rules = how.rules;
        if let Some(articles) = &how.collapse {
            run = articles.collapse(&name, &run, rules.ties)?;
            rules.ties = TieBreak::RankColumn; // the order in which articles were found
        }
        let evaluation = evaluate_by(&run, qrels, measures, rules);
        evaluation
            .coverage
            .require_overlap()
            .with_context(|| name.clone())?;
        tell_coverage(&name, &evaluation.coverage);
        tell_strangers(&name, qrels, &run);
        let tie_ranges = how.tie_range.then(|| tie_ranges(&run, qrels, measures, rules));
        let bounds = how
            .bounds
            .then(|| unjudged_bounds(&run, qrels, measures, rules.ties))
            .transpose()?;
        measured.push(MeasuredRun {
            name,
            tag,
            metadata,
            evaluation,
            tie_ranges,
            bounds,
        });
        progress.advance("measure", 1);
    }
    progress.end(Stage::Measure, "");
    Ok(measured)
}

/// Warns of grades above the scale that a measure assumes.
fn tell_scale(qrels: &Qrels, measures: &[Measure]) {
    for measure in measures {
        let Some(largest) = measure.largest_grade() else {
            continue;
        };
        let above = numbers(qrels).filter(|&grade| grade > f64::from(largest));
        let (n, highest) = above.fold((0, 0.0), |(n, highest), grade| (n + 1, grade.max(highest)));
        if n > 0 {
            warn(&format!(
                "{measure}: judgments with a grade above {largest}, the largest of its scale: {n}; they count as {largest}, or say max_rel={}",
                highest.ceil()
            ));
        }
    }
}

/// Warns of grades that miss the threshold of a measure by less than 1: with decimals, `rel=1` may not be what is meant.
fn tell_decimals(qrels: &Qrels, measures: &[Measure]) {
    if !qrels.has_decimals() {
        return;
    }
    for measure in measures {
        let Some(rel) = measure.rel().map(f64::from) else {
            continue;
        };
        let n = numbers(qrels)
            .filter(|&grade| grade > rel - 1.0 && grade < rel)
            .count();
        if n > 0 {
            warn(&format!(
                "{measure}: judgments with a grade above {} and below {rel}, from which on a document is relevant to it: {n}",
                rel - 1.0
            ));
        }
    }
}

/// All grades, with their decimals.
fn numbers(qrels: &Qrels) -> impl Iterator<Item = f64> {
    qrels.iter().flat_map(|(_, judgments)| judgments.numbers())
}

/// Warns when not one judged document was retrieved: more often two numberings, or articles against sections, than a bad run.
pub(crate) fn tell_strangers(name: &str, qrels: &Qrels, run: &Run) {
    let judged = |(topic, rows): (&TopicId, &[RunRow])| {
        qrels
            .get(topic)
            .is_some_and(|j| rows.iter().any(|row| j.grade(&row.docid).is_some()))
    };
    if run.iter().any(judged) {
        return;
    }
    let in_run = run
        .iter()
        .find_map(|(_, rows)| rows.first())
        .map_or("nothing", |row| row.docid.as_str());
    let in_qrels = qrels
        .iter()
        .find_map(|(_, j)| j.iter().next())
        .map_or("nothing", |(d, _)| d.as_str());
    warn(&format!(
        "{name}: no judged document is in the run, so every value is 0; the run has `{in_run}`, the qrels have `{in_qrels}`: same --ids, and sections on both sides?"
    ));
}

fn tell_coverage(name: &str, c: &Coverage) {
    tell_topics(
        name,
        &[
            (&c.judged_missing_in_run, "not in the run and counted 0"),
            (&c.in_run_not_judged, "of the run without a judgment and left out"),
            (
                &c.without_judgments,
                "in the qrels without a judgment and left out",
            ),
            (&c.no_relevant, "without a relevant document and counted 0"),
            (
                &c.decided_by_ties,
                "with equal scores whose order decides a value (see --ties)",
            ),
        ],
    );
}

/// A warning for each list that has something in it.
pub(crate) fn tell_topics(name: &str, lists: &[(&Vec<TopicId>, &str)]) {
    for (ids, what) in lists {
        if let Some(first) = ids.first() {
            warn(&format!(
                "{name}: {} {what}; the first is {first}",
                topics(ids.len())
            ));
        }
    }
}

/// "1 topic", "2 topics".
pub(crate) fn topics(n: usize) -> String {
    format!("{n} topic{}", if n == 1 { "" } else { "s" })
}

/// Measures as they are written everywhere, whatever alias was typed.
pub(crate) fn names(measures: &[Measure]) -> String {
    measures
        .iter()
        .map(Measure::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
