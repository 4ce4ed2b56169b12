//! `qid Q0 docid rank score tag`.

use std::hash::BuildHasher;
use std::io::{BufRead, BufWriter, Write};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::check_first_column;
use super::lines::Lines;
use super::python_float::push_python_float;
use crate::error::{Error, LineProblem};
use crate::ids::{Docid, TopicId};
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
    let mut lines = Lines::new(reader, name, (6, 5));
    let mut rows = Rows::default();
    while lines.advance()? {
        let [topic, _, docid, rank, score, tag] = lines.columns::<6>(COLUMNS)?;
        let number = lines.number();
        row_of(docid, rank, score)
            .and_then(|row| rows.check_tag(tag, number).map(|()| row))
            .and_then(|row| rows.add(topic, row, number))
            .map_err(|problem| lines.error(problem))?;
    }
    Ok(ReadRun {
        run: rows.into_run(name)?,
        comments: lines.comments,
        commented_rows: lines.commented_rows,
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
    let mut lines = Lines::new(reader, name, (6, 5));
    let mut rows = Rows::default();
    let (mut longer_lines, mut tag_changes) = (0, 0);
    while lines.advance()? {
        let ([topic, _, docid, rank, score, tag], more) = lines.first_columns::<6>(COLUMNS)?;
        longer_lines += usize::from(more > 0);
        let number = lines.number();
        let rank = if rank.parse::<u32>().is_ok() { rank } else { "0" };
        if rows.check_tag(tag, number).is_err() {
            tag_changes += 1;
            rows.tag = Some((tag.to_owned(), number));
        }
        row_of(docid, rank, score)
            .and_then(|row| rows.add(topic, row, number))
            .map_err(|problem| lines.error(problem))?;
    }
    Ok(OddRun {
        read: ReadRun {
            run: rows.into_run(name)?,
            comments: lines.comments,
            commented_rows: lines.commented_rows,
        },
        longer_lines,
        tag_changes,
    })
}

/// What was read so far.
#[derive(Default)]
struct Rows {
    topics: IndexMap<TopicId, Topic, FxBuildHasher>,
    /// Place of the topic of the row before: rows of a topic mostly stand together.
    current: usize,
    /// The tag, and the line that gave it.
    tag: Option<(String, usize)>,
}

/// Rows of one topic while the file is read.
#[derive(Default)]
struct Topic {
    rows: Vec<RunRow>,
    /// The line of each row.
    lines: Vec<u32>,
    /// Places of the rows by their documents.
    places: HashTable<u32>,
}

impl Rows {
    fn into_run(self, name: &str) -> Result<Run, Error> {
        let Some((tag, _)) = self.tag else {
            return Err(Error::NoRows {
                file: name.to_owned(),
                columns: COLUMNS,
            });
        };
        let topics = self.topics.into_iter().map(|(topic, known)| (topic, known.rows));
        Ok(Run::from_checked(tag, topics.collect()))
    }

    fn check_tag(&mut self, tag: &str, line: usize) -> Result<(), LineProblem> {
        match &self.tag {
            None => self.tag = Some((tag.to_owned(), line)),
            Some((first, _)) if first == tag => {}
            Some((first, first_line)) => {
                return Err(LineProblem::SecondTag {
                    found: tag.to_owned(),
                    first: first.clone(),
                    first_line: *first_line,
                });
            }
        }
        Ok(())
    }

    fn add(&mut self, topic: &str, row: RunRow, line: usize) -> Result<(), LineProblem> {
        let is_current = self
            .topics
            .get_index(self.current)
            .is_some_and(|(id, _)| id.as_str() == topic);
        if !is_current {
            self.go_to(topic)?;
        }
        self.topics[self.current]
            .add(row, line)
            .map_err(|(docid, first_line)| LineProblem::DuplicateDocument {
                topic: TopicId::new(topic).expect("it became the current one"),
                docid,
                first_line,
            })
    }

    /// Makes a topic the current one. The one before is most likely whole, and gives back what it had in reserve; a new one will most
    /// likely have as many rows.
    fn go_to(&mut self, topic: &str) -> Result<(), LineProblem> {
        let mut n_rows = 0;
        if let Some((_, before)) = self.topics.get_index_mut(self.current) {
            before.shrink_to_fit();
            n_rows = before.rows.len().min(LARGEST_GUESS);
        }
        self.current = match self.topics.get_index_of(topic) {
            Some(place) => place,
            None => {
                let topic = TopicId::new(topic).map_err(|problem| LineProblem::Id { column: 1, problem })?;
                self.topics.insert_full(topic, Topic::with_capacity(n_rows)).0
            }
        };
        Ok(())
    }
}

/// No more rows than this are planned for a topic because another one had them.
const LARGEST_GUESS: usize = 1 << 14;

impl Topic {
    fn with_capacity(n_rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(n_rows),
            lines: Vec::with_capacity(n_rows),
            places: HashTable::with_capacity(n_rows),
        }
    }

    fn shrink_to_fit(&mut self) {
        let Self { rows, lines, places } = self;
        rows.shrink_to_fit();
        lines.shrink_to_fit();
        places.shrink_to_fit(|&place| hash(&rows[place as usize].docid));
    }

    /// Adds a row; if its document is there already, gives it back with the line that has it.
    fn add(&mut self, row: RunRow, line: usize) -> Result<(), (Docid, usize)> {
        let Self { rows, lines, places } = self;
        let is_same = |&place: &u32| rows[place as usize].docid == row.docid;
        match places.entry(hash(&row.docid), is_same, |&place| {
            hash(&rows[place as usize].docid)
        }) {
            Entry::Occupied(place) => Err((row.docid, lines[*place.get() as usize] as usize)),
            Entry::Vacant(free) => {
                free.insert(u32::try_from(rows.len()).expect("memory holds fewer than 2^32 rows"));
                rows.push(row);
                lines.push(u32::try_from(line).unwrap_or(u32::MAX));
                Ok(())
            }
        }
    }
}

fn hash(docid: &Docid) -> u64 {
    FxBuildHasher.hash_one(docid)
}

fn row_of(docid: &str, rank: &str, score: &str) -> Result<RunRow, LineProblem> {
    let docid = Docid::new(docid).map_err(|problem| LineProblem::Id { column: 3, problem })?;
    let rank = rank.parse().map_err(|_| LineProblem::Rank {
        found: rank.to_owned(),
    })?;
    let score = parse_score(score)?;
    Ok(RunRow { docid, rank, score })
}

fn parse_score(text: &str) -> Result<f64, LineProblem> {
    match text.parse::<f64>() {
        Ok(score) if score.is_finite() => Ok(score),
        Ok(_) => Err(LineProblem::ScoreNotFinite {
            found: text.to_owned(),
        }),
        Err(_) => Err(LineProblem::Score {
            found: text.to_owned(),
        }),
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
