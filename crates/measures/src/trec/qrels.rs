//! `qid 0 docid grade`.

use std::io::{BufRead, BufWriter, Write};

use smol_str::SmolStr;

use super::check_first_column;
use crate::error::{Error, Field, LineProblem};
use crate::qrels::Qrels;
use crate::reading::{Lines, Odd, Oddity, Place, QrelsRows, ReadingRules};

const COLUMNS: &str = "topic, iteration, docid, grade";

/// Qrels of a file, and what was left out of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadQrels {
    /// The judgments.
    pub qrels: Qrels,
    /// Lines that repeated an earlier judgment with the same grade; each counts once in the qrels.
    pub duplicates: usize,
    /// Lines that started with `#`.
    pub comments: usize,
    /// Those of them that have the columns of a row: perhaps topics whose id starts with `#`, which no such file can hold.
    pub commented_rows: usize,
    /// What was odd and let through.
    pub oddities: Vec<Oddity>,
}

/// Reads TREC qrels; `name` stands for the file in messages.
///
/// # Errors
///
/// The first line that has not four columns, or whose grade is not a whole number, or that gives another grade
/// for a pair than an earlier line; a file without a row; a read that fails.
///
/// ```
/// use sokutei_measures::trec::read_qrels;
///
/// let read = read_qrels("q308 0 t128#2 2\r\nq308 0\tt128#3  1 \n\nq308 0 t128#3 1\n".as_bytes(), "x.qrels")?;
/// assert_eq!((read.qrels.n_judgments(), read.duplicates), (2, 1));
///
/// let error = read_qrels("q1 0 a 0.9\n".as_bytes(), "x.qrels").unwrap_err();
/// assert!(error.to_string().starts_with("x.qrels:1: column 4: grade \"0.9\" is not a whole number"));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn read_qrels(reader: impl BufRead, name: &str) -> Result<ReadQrels, Error> {
    read_qrels_by(reader, name, ReadingRules::default())
}

/// [`read_qrels`] by other rules for what is odd.
///
/// # Errors
///
/// As [`read_qrels`], for what the rules do not let through.
pub fn read_qrels_by(reader: impl BufRead, name: &str, rules: ReadingRules) -> Result<ReadQrels, Error> {
    let mut lines = Lines::new(reader, name, Some((4, 4)));
    let mut odd = Odd::new(name, rules);
    let mut rows = QrelsRows::new(rules.grades);
    let mut column = SecondColumn::default();
    while lines.advance_or_collect(&mut odd)? {
        let number = lines.number();
        let mut add = |rows: &mut QrelsRows, [topic, subtopic, docid, grade]: [&str; 4]| {
            if rules.subtopics {
                return rows.add_for(subtopic, (topic, docid, grade), number, Field::Column);
            }
            let added = rows.add((topic, docid, grade), number, Field::Column);
            column.see(subtopic);
            added.map_err(|problem| column.hint(problem))
        };
        match lines
            .columns::<4>(COLUMNS)
            .and_then(|columns| add(&mut rows, columns))
        {
            Ok(_) => {}
            Err(problem) => {
                let place = Place::Line(number);
                let columns = lines.leading::<4>().0;
                match problem {
                    LineProblem::Columns { found, expected, .. }
                        if found > expected && rows.is_grade(columns[3]) =>
                    {
                        odd.mended("the surplus ignored", place.clone(), problem)?;
                        if let Err(other) = add(&mut rows, columns) {
                            rows.mend(place, other, &mut odd)?;
                        }
                    }
                    problem => rows.mend(place, problem, &mut odd)?,
                }
            }
        }
    }
    if rows.qrels.is_empty() && !odd.collects() {
        return Err(Error::NoRows {
            file: name.to_owned(),
            columns: COLUMNS,
        });
    }
    Ok(ReadQrels {
        qrels: rows.qrels,
        duplicates: rows.duplicates,
        comments: lines.comments,
        commented_rows: lines.commented_rows,
        oddities: odd.into_found(),
    })
}

/// What stands in the second column where it is not read.
#[derive(Default)]
struct SecondColumn {
    first: Option<SmolStr>,
    has_several: bool,
}

impl SecondColumn {
    #[inline]
    fn see(&mut self, value: &str) {
        match &self.first {
            Some(first) => self.has_several |= *first != value,
            None => self.first = Some(value.into()),
        }
    }

    #[cold]
    fn hint(&self, problem: LineProblem) -> LineProblem {
        match problem {
            LineProblem::ConflictingGrades { .. } if self.has_several => LineProblem::AboutSubtopics {
                subtopic: None,
                conflict: Box::new(problem),
            },
            _ => problem,
        }
    }
}

/// Writes TREC qrels, in the order of the qrels; those of subtopics one subtopic after the other, with its name in the second column. Grades have
/// their decimals, and a topic without judgments has no line.
///
/// # Errors
///
/// A topic id that would make its line a comment (nothing is written then), or a write that fails.
pub fn write_qrels(writer: impl Write, qrels: &Qrels) -> Result<(), Error> {
    qrels.topics().try_for_each(check_first_column)?;
    let mut writer = BufWriter::new(writer);
    let mut write = || {
        for (topic, judgments) in qrels.iter() {
            for subtopic in judgments.subtopics() {
                for (docid, grade) in judgments.of_subtopic(subtopic) {
                    writeln!(writer, "{topic} {subtopic} {docid} {grade}")?;
                }
            }
            if judgments.n_subtopics() > 0 {
                continue;
            }
            for ((docid, _), grade) in judgments.iter().zip(judgments.numbers()) {
                writeln!(writer, "{topic} 0 {docid} {grade}")?;
            }
        }
        writer.flush()
    };
    write().map_err(|source| Error::Write {
        what: "qrels",
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Docid, TopicId};

    fn message(text: &str) -> String {
        read_qrels(text.as_bytes(), "x.qrels").unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_number_of_columns_is_named_with_the_number_found() {
        assert_eq!(
            message("q 0 a 1\nq 0 a\n"),
            "x.qrels:2: expected 4 columns (topic, iteration, docid, grade), found 3"
        );
        assert_eq!(
            message("q 0 a b 1\n"),
            "x.qrels:1: expected 4 columns (topic, iteration, docid, grade), found 5; ids hold no white space"
        );
    }

    #[test]
    fn a_conflict_names_the_pair_and_both_lines() {
        assert_eq!(
            message("q 0 b 1\nq 0 a 1\n\nr 0 a 2\nq 0 a 2\n"),
            "x.qrels:5: topic q, docid a has grade 2 here and 1 on line 2; keep one"
        );
    }

    #[test]
    fn a_conflict_of_several_second_columns_asks_whether_they_are_subtopics() {
        let expected = "x.qrels:2: topic q, docid a has grade 2 here and 1 on line 1; keep one; \
             or is the second column a subtopic? Ask for a measure of diversity as well, such as alpha_nDCG@10";
        assert_eq!(message("q 1 a 1\nq 2 a 2\n"), expected);
        assert!(message("q 1 a 1\nq 1 a 2\n").ends_with("keep one"));
    }

    #[test]
    fn subtopics_are_read_where_they_are_asked_for_and_written_back() {
        let rules = ReadingRules {
            subtopics: true,
            ..ReadingRules::default()
        };
        let text = "q 2 a 1\nq 2 b 0\nq 1 a 2\nr 0 a 1\n";
        let read = read_qrels_by(text.as_bytes(), "x", rules).unwrap();
        let judged = read.qrels.get(&TopicId::new("q").unwrap()).unwrap();
        let grades: Vec<_> = judged.iter().map(|(d, g)| (d.as_str(), g)).collect();
        assert_eq!(
            (judged.n_subtopics(), &grades[..]),
            (2, &[("a", 2), ("b", 0)][..])
        );
        let mut out = Vec::new();
        write_qrels(&mut out, &read.qrels).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
        let error = read_qrels_by("q 1 a 1\nq 2 a 2\nr 1 a 0\nq 2 a 1\n".as_bytes(), "x", rules).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x:4: subtopic 2: topic q, docid a has grade 1 here and 2 on line 2; keep one"
        );
    }

    #[test]
    fn grades_are_whole_numbers() {
        for (grade, word) in [
            ("1.0", "gains"),
            ("1e3", "gains"),
            ("abc", "between"),
            ("99999999999", "between"),
        ] {
            let message = message(&format!("q 0 a {grade}\n"));
            assert!(message.contains(grade) && message.contains(word), "{message}");
        }
        let read = read_qrels("q 0 a -2\nq 0 b +1\nq 0 c 2147483647\n".as_bytes(), "x").unwrap();
        let judged = read.qrels.get(&TopicId::new("q").unwrap()).unwrap();
        assert_eq!(
            judged.iter().map(|(_, g)| g).collect::<Vec<_>>(),
            [-2, 1, i32::MAX]
        );
    }

    #[test]
    fn a_file_without_a_row_is_an_error() {
        for text in ["", "# nothing\n\n"] {
            let expected = "x.qrels: no rows; expected lines of topic, iteration, docid, grade";
            assert_eq!(message(text), expected);
        }
    }

    #[test]
    fn comments_are_counted_and_other_signs_are_ids() {
        let read = read_qrels(
            "# made by hand\n# a note of five words\n#q 0 a 1\nq#1 0 #a 1\n".as_bytes(),
            "x",
        )
        .unwrap();
        assert_eq!(
            (read.comments, read.commented_rows, read.qrels.n_judgments()),
            (3, 1, 1)
        );
        let mut hash = Qrels::new();
        hash.insert(TopicId::new("#1").unwrap(), Docid::new("a").unwrap(), 1)
            .unwrap();
        let mut out = Vec::new();
        let error = write_qrels(&mut out, &hash).unwrap_err().to_string();
        assert_eq!(
            error,
            "topic id \"#1\" cannot be written as a TREC column: a line that starts with # is a comment"
        );
        assert!(out.is_empty());
    }

    #[test]
    fn bytes_that_are_not_utf8_are_named() {
        let error = read_qrels(&b"q 0 a 1\nq 0 \x83\x86 1\n"[..], "x").unwrap_err();
        assert_eq!(
            error.to_string(),
            "x:2: byte 5 of the line is not UTF-8; save the file as UTF-8"
        );
    }

    #[test]
    fn an_ideographic_space_inside_an_id_is_named() {
        assert_eq!(
            message("q 0 a\u{3000}b 1\n"),
            "x.qrels:1: column 3: docid \"a\\u{3000}b\" holds white space (U+3000, character 2); \
             percent-encode it, as in a%20b"
        );
    }
}
