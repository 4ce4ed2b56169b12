//! `qid Q0 docid rank score tag`.

use std::io::{BufRead, BufWriter, Write};

use super::check_first_column;
use super::python_float::push_python_float;
use crate::error::{Error, LineProblem};
use crate::ids::Docid;
use crate::reading::{Lines, Odd, Oddity, Place, ReadingRules, RunHeader, RunRows, row_of};
use crate::run::{Run, RunRow};

const COLUMNS: &str = "topic, Q0, docid, rank, score, tag";

/// A run of a file, and what was left out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRun {
    /// The run.
    pub run: Run,
    /// Lines that started with `#`.
    pub comments: usize,
    /// Those of them that have the columns of a row: perhaps topics whose id starts with `#`, which no such file can hold.
    pub commented_rows: usize,
    /// What was odd and let through.
    pub oddities: Vec<Oddity>,
    /// The header of ir_metadata, whose lines are no comments.
    pub header: Option<RunHeader>,
}

/// Reads a TREC run; `name` stands for the file in messages.
///
/// Rows need not be grouped by topic nor sorted; they stay in input order, and a
/// [`TieBreak`](crate::TieBreak) makes the ranking.
///
/// # Errors
///
/// The first line that has not six columns, or whose rank is not a whole number, or whose score is no finite
/// number, or whose tag differs, or that repeats a document of its topic; a file without a row; a read that fails.
///
/// ```
/// use sokutei_measures::trec::read_run;
///
/// let run = read_run("q308 Q0 t128#2 1 29.7 bm25_23\n".as_bytes(), "bm25_23.run")?;
/// assert_eq!((run.tag.as_str(), run.n_rows()), ("bm25_23", 1));
///
/// let error = read_run("q Q0 a 1 3 r\nq Q0 b 2 2 r\nq Q0 a 3 1 r\n".as_bytes(), "r.run").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "r.run:3: topic q already has docid a on line 1; keep one of the two lines"
/// );
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn read_run(reader: impl BufRead, name: &str) -> Result<Run, Error> {
    read_run_counted(reader, name).map(|read| read.run)
}

/// [`read_run`], and how many lines were comments.
///
/// # Errors
///
/// As [`read_run`].
pub fn read_run_counted(reader: impl BufRead, name: &str) -> Result<ReadRun, Error> {
    read_run_by(reader, name, ReadingRules::default())
}

/// [`read_run`] by other rules for what is odd.
///
/// # Errors
///
/// As [`read_run`], for what the rules do not let through.
pub fn read_run_by(reader: impl BufRead, name: &str, rules: ReadingRules) -> Result<ReadRun, Error> {
    let mut lines = Lines::new(reader, name, Some((6, 5)));
    let mut odd = Odd::new(name, rules);
    let mut rows = RunRows::default();
    while lines.advance_or_collect(&mut odd)? {
        let number = lines.number();
        let added = lines
            .columns::<6>(COLUMNS)
            .and_then(|columns| add(&mut rows, columns, number));
        if let Err(problem) = added {
            mend(&mut rows, lines.leading::<6>().0, number, problem, &mut odd)?;
        }
    }
    let tag = rows.tag.take().map_or_else(String::new, |(tag, _)| tag);
    let Some(run) = rows.into_run(tag).or_else(|| odd.collects().then(Run::empty)) else {
        return Err(Error::NoRows {
            file: name.to_owned(),
            columns: COLUMNS,
        });
    };
    Ok(ReadRun {
        run,
        comments: lines.comments,
        commented_rows: lines.commented_rows,
        oddities: odd.into_found(),
        header: lines.header.take(),
    })
}

/// A run that trec_eval reads, and in what it is odd.
#[derive(Clone, Debug, PartialEq)]
pub struct OddRun {
    /// The run; its tag is that of the last line.
    pub read: ReadRun,
    /// Lines with words behind the tag, which were passed over.
    pub longer_lines: usize,
    /// Lines with another tag than the line before.
    pub tag_changes: usize,
}

/// Reads a run with what trec_eval lets pass: words behind the tag, several tags, and anything in the rank column (it counts as 0 where it is no
/// whole number, and is of no use for [`TieBreak::RankColumn`](crate::TieBreak::RankColumn)).
///
/// # Errors
///
/// As [`read_run`] for everything else: trec_eval reads the score `abc` as 0, and this does not.
///
/// ```
/// use sokutei_measures::trec::read_run_of_trec_eval;
///
/// let odd = read_run_of_trec_eval("q Q0 a - 2 r1 two words\nq Q0 b - 1 r2\n".as_bytes(), "x.run")?;
/// assert_eq!((odd.read.run.tag.as_str(), odd.longer_lines, odd.tag_changes), ("r2", 1, 1));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn read_run_of_trec_eval(reader: impl BufRead, name: &str) -> Result<OddRun, Error> {
    let mut lines = Lines::new(reader, name, Some((6, 5)));
    let mut rows = RunRows::default();
    let (mut longer_lines, mut tag_changes) = (0, 0);
    while lines.advance()? {
        let number = lines.number();
        let (columns, found) = lines.leading::<6>();
        let [topic, _, docid, rank, score, tag] = columns;
        let added = if found < columns.len() {
            Err(LineProblem::Columns {
                expected: columns.len(),
                names: COLUMNS,
                found,
            })
        } else {
            longer_lines += usize::from(found > columns.len());
            if rows.check_tag(tag, number).is_err() {
                tag_changes += 1;
                rows.tag = Some((tag.to_owned(), number));
            }
            let rank = if rank.parse::<u32>().is_ok() { rank } else { "0" };
            row_of(docid, rank, score).and_then(|row| rows.add(topic, row, number))
        };
        added.map_err(|problem| lines.error(problem))?;
    }
    let tag = rows.tag.take().map_or_else(String::new, |(tag, _)| tag);
    let run = rows.into_run(tag).ok_or_else(|| Error::NoRows {
        file: name.to_owned(),
        columns: COLUMNS,
    })?;
    Ok(OddRun {
        read: ReadRun {
            run,
            comments: lines.comments,
            commented_rows: lines.commented_rows,
            oddities: Vec::new(),
            header: lines.header.take(),
        },
        longer_lines,
        tag_changes,
    })
}

#[inline(always)]
fn add(
    rows: &mut RunRows,
    [topic, _, docid, rank, score, tag]: [&str; 6],
    line: usize,
) -> Result<(), LineProblem> {
    let row = row_of(docid, rank, score)?;
    rows.check_tag(tag, line)?;
    rows.add(topic, row, line)
}

/// Does with a line as the rules say, after `problem` kept it from being added.
#[cold]
fn mend(
    rows: &mut RunRows,
    columns: [&str; 6],
    line: usize,
    problem: LineProblem,
    odd: &mut Odd<'_>,
) -> Result<(), Error> {
    let [topic, q0, docid, rank, score, tag] = columns;
    let place = Place::Line(line);
    let again = |rows: &mut RunRows, columns, odd: &mut Odd<'_>| match add(rows, columns, line) {
        Ok(()) => Ok(()),
        Err(problem) => mend(rows, columns, line, problem, odd),
    };
    match problem {
        // what stands where the numbers should be tells whether the surplus is at the end
        LineProblem::Columns { expected, found, .. }
            if found > expected && row_of(docid, rank, score).is_ok() =>
        {
            odd.mended("the surplus ignored", place, problem)?;
            again(rows, columns, odd)
        }
        LineProblem::Rank { .. } => {
            odd.mended("the row's place in its topic taken", place, problem)?;
            let rank = (rows.n_rows(topic) + 1).to_string();
            again(rows, [topic, q0, docid, &rank, score, tag], odd)
        }
        LineProblem::ScoreNotFinite { .. } => odd.mended("left out", place, problem),
        LineProblem::DuplicateDocument { .. } => match row_of(docid, rank, score) {
            Ok(row) => rows.mend(topic, row, place, problem, odd),
            Err(other) => odd.left_out(place, other),
        },
        _ => odd.left_out(place, problem),
    }
}

/// Writes a TREC run, rows in the order of the run, each with its own rank.
///
/// Scores are written as Python's `repr` writes them ([`python_float`](fn@super::python_float)): the shortest digits that read back as
/// the same double.
///
/// # Errors
///
/// A tag that is empty or holds white space, a topic id that would make its line a comment (nothing is written
/// then), or a write that fails.
pub fn write_run(writer: impl Write, run: &Run) -> Result<(), Error> {
    run.topics().try_for_each(check_first_column)?;
    if let Err(error) = Docid::new(&run.tag) {
        let reason = match error {
            crate::ids::IdError::Empty { .. } => "it is empty",
            crate::ids::IdError::WhiteSpace { .. } => "it holds white space",
        };
        return Err(Error::Unwritable {
            what: "tag",
            value: run.tag.clone(),
            reason,
        });
    }
    let mut writer = BufWriter::new(writer);
    let mut line = String::new();
    let mut write = || {
        for (topic, rows) in run.iter() {
            for RunRow { docid, rank, score } in rows {
                line.clear();
                for part in [topic.as_str(), " Q0 ", docid.as_str(), " "] {
                    line.push_str(part);
                }
                push_whole(&mut line, *rank);
                line.push(' ');
                push_python_float(&mut line, *score);
                line.push(' ');
                line.push_str(&run.tag);
                line.push('\n');
                writer.write_all(line.as_bytes())?;
            }
        }
        writer.flush()
    };
    write().map_err(|source| Error::Write { what: "run", source })
}

/// Appends a whole number in decimal digits.
fn push_whole(line: &mut String, number: u32) {
    use std::fmt::Write as _;
    write!(line, "{number}").expect("a string takes whatever is written");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hits::Hit;
    use crate::ids::TopicId;

    fn message(text: &str) -> String {
        read_run(text.as_bytes(), "x.run").unwrap_err().to_string()
    }

    #[test]
    fn rows_of_topics_may_be_mixed_and_stay_in_input_order() {
        let run = read_run("q2 Q0 b 2 1 r\nq1 Q0 a 1 5 r\nq2 Q0 a 1 3 r\n".as_bytes(), "x").unwrap();
        assert_eq!(
            run.topics().map(TopicId::as_str).collect::<Vec<_>>(),
            ["q2", "q1"]
        );
        let q2 = run.hits(&TopicId::new("q2").unwrap());
        assert_eq!(
            q2.iter()
                .map(|row| (row.docid.as_str(), row.rank))
                .collect::<Vec<_>>(),
            [("b", 2), ("a", 1)]
        );
    }

    #[test]
    fn scores_and_ranks_are_numbers() {
        assert_eq!(
            message("q Q0 a 1 abc r\n"),
            "x.run:1: column 5: score \"abc\" is not a number"
        );
        for score in ["NaN", "inf", "-Infinity", "1e400"] {
            let expected = format!(
                "x.run:1: column 5: score \"{score}\" is not finite; \
                 runs are ordered by score, so each needs a place"
            );
            assert_eq!(message(&format!("q Q0 a 1 {score} r\n")), expected);
        }
        for rank in ["1.0", "-1", "first"] {
            let expected = format!("x.run:1: column 4: rank \"{rank}\" is not a whole number of at least 0");
            assert_eq!(message(&format!("q Q0 a {rank} 1 r\n")), expected);
        }
    }

    #[test]
    fn a_comment_that_looks_like_a_row_is_counted_as_such() {
        let text = "# six words that are no row\n#q Q0 a 1 0.5 r\nq Q0 a 1 0.5 r\n";
        let read = read_run_counted(text.as_bytes(), "x").unwrap();
        assert_eq!((read.comments, read.commented_rows, read.run.n_rows()), (2, 1, 1));
    }

    #[test]
    fn what_trec_eval_lets_pass_is_counted_and_the_rest_refused() {
        let text = "q Q0 a 1.0 3 r\nq Q0 b first 2 r more words\nq Q0 c 7 1 s\nq Q0 d 8 0 s\n";
        let odd = read_run_of_trec_eval(text.as_bytes(), "x").unwrap();
        assert_eq!((odd.longer_lines, odd.tag_changes), (1, 1));
        assert_eq!(odd.read.run.tag, "s");
        let ranks: Vec<u32> = odd
            .read
            .run
            .hits(&TopicId::new("q").unwrap())
            .iter()
            .map(|row| row.rank)
            .collect();
        assert_eq!(ranks, [0, 0, 7, 8]);
        for text in [
            "q Q0 a 1 2\n",
            "q Q0 a 1 abc r\n",
            "q Q0 a 1 2 r\nq Q0 a 2 1 r\n",
            "",
        ] {
            assert!(read_run_of_trec_eval(text.as_bytes(), "x").is_err(), "{text:?}");
        }
    }

    #[test]
    fn two_runs_in_one_file_are_told_apart() {
        assert_eq!(
            message("q Q0 a 1 2 r\nq Q0 b 2 1 s\n"),
            "x.run:2: tag \"s\" here and \"r\" on line 1; a file holds one run, split it by tag"
        );
    }

    #[test]
    fn a_run_is_written_as_python_writes_it() {
        let hit = |id: &str, score| Hit {
            docid: Docid::new(id).unwrap(),
            score,
        };
        let hits = vec![
            hit("t1#0", 14.855334090696047),
            hit("t1#1", 1.0),
            hit("t1#2", 1e-5),
        ];
        let run = Run::from_hits("bm25_2", [(TopicId::new("q0").unwrap(), hits)]).unwrap();
        let mut out = Vec::new();
        write_run(&mut out, &run).unwrap();
        assert_eq!(
            String::from_utf8(out.clone()).unwrap(),
            "q0 Q0 t1#0 1 14.855334090696047 bm25_2\nq0 Q0 t1#1 2 1.0 bm25_2\nq0 Q0 t1#2 3 1e-05 bm25_2\n"
        );
        assert_eq!(read_run(out.as_slice(), "x").unwrap(), run);
    }

    #[test]
    fn a_tag_that_would_shift_the_columns_is_refused() {
        for (tag, reason) in [("my run", "it holds white space"), ("", "it is empty")] {
            let hit = Hit {
                docid: Docid::new("a").unwrap(),
                score: 1.0,
            };
            let run = Run::from_hits(tag, [(TopicId::new("q").unwrap(), vec![hit])]).unwrap();
            let error = write_run(Vec::new(), &run).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("tag {tag:?} cannot be written as a TREC column: {reason}")
            );
        }
    }
}
