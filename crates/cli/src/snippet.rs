//! The line that an error is about, with an arrow to what was found.

use std::error::Error;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use sokutei_ingest::Error as IngestError;
use sokutei_measures::{Error as MeasuresError, Field, IdError, LineProblem};
use sokutei_report::plain;
use sokutei_testset::Error as TestsetError;
use textwrap::core::display_width;

use crate::kept_line::InLine;

/// What stands left of the line: its number, a bar, blanks.
const GUTTER: usize = 12;
/// Columns that the drawing never reaches: what is shown was cut already.
const WIDEST: usize = 10_000;

/// Where in a line something is wrong.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    file: String,
    /// From 1.
    line: usize,
    /// Bytes of the line; empty for a place between two bytes.
    span: Range<usize>,
    /// A few words about it.
    label: String,
}

/// The line and the arrow, `width` columns wide at most; none if the error is not about a line.
pub(crate) fn of(error: &InLine, width: usize, colours: bool) -> Option<String> {
    // no line was kept
    if error.line.is_empty() {
        return None;
    }
    let line = trimmed(&error.line);
    let place = place(error.cause(), line)?;
    let cut = Cut::new(line, &place, width.saturating_sub(GUTTER).max(20));
    let renderer = if colours {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let label = AnnotationKind::Primary.span(cut.span).label(cut.label);
    let snippet = Snippet::source(cut.text).line_start(place.line).annotation(label);
    let drawn = renderer
        .term_width(WIDEST)
        .render(&[Group::with_level(Level::ERROR).element(snippet)]);
    // the place is that of the whole line, not of what is shown of it
    let indent = place.line.to_string().len();
    let file = plain(&place.file);
    let column = place.span.start + 1;
    Some(format!(
        "{:indent$}--> {file}:{}:{column}\n{drawn}\n",
        "", place.line
    ))
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn place(cause: &(dyn Error + 'static), text: &[u8]) -> Option<Place> {
    if let Some(MeasuresError::Line { file, line, problem }) = cause.downcast_ref() {
        let (span, label) = of_problem(problem, text);
        return Some(Place {
            file: file.clone(),
            line: *line,
            span,
            label,
        });
    }
    let (file, line, span, label) = if let Some(error) = cause.downcast_ref::<IngestError>() {
        match error {
            IngestError::BadChunk {
                name,
                line,
                column,
                found,
                ..
            } => (name, line, byte(*column, text), found.clone()),
            IngestError::RepeatedId {
                name,
                line,
                first,
                id,
            } => (name, line, quoted(id, text), also_on(*first)),
            _ => return None,
        }
    } else if let Some(error) = cause.downcast_ref::<TestsetError>() {
        match error {
            TestsetError::Line {
                file,
                line,
                column,
                found,
                ..
            } => (file, line, byte(*column, text), found.clone()),
            TestsetError::RepeatedTopic {
                file,
                line,
                first_line,
                qid,
            } => (file, line, quoted(qid, text), also_on(*first_line)),
            _ => return None,
        }
    } else {
        return None;
    };
    Some(Place {
        file: file.clone(),
        line: *line,
        span,
        label,
    })
}

fn also_on(line: usize) -> String {
    format!("also on line {line}")
}

/// The character at a column, from 1; the end of the line for a column past it.
fn byte(column: usize, text: &[u8]) -> Range<usize> {
    let start = column.saturating_sub(1).min(text.len());
    start..(start + 1).min(text.len())
}

/// The first place where an id stands in quotes, without them.
fn quoted(id: &str, text: &[u8]) -> Range<usize> {
    let wanted = format!("\"{id}\"");
    let found = text.windows(wanted.len()).position(|w| w == wanted.as_bytes());
    found.map_or(0..0, |at| at + 1..at + 1 + id.len())
}

fn of_problem(problem: &LineProblem, text: &[u8]) -> (Range<usize>, String) {
    match problem {
        LineProblem::NotUtf8 { byte: at } => (byte(*at, text), "not UTF-8".to_owned()),
        LineProblem::ByteOrderMark => (0..3.min(text.len()), "U+FEFF".to_owned()),
        LineProblem::Columns { expected, found, .. } if found < expected => {
            let missing = expected - found;
            let are = if missing == 1 { "column is" } else { "columns are" };
            (text.len()..text.len(), format!("{missing} {are} missing"))
        }
        LineProblem::Columns { expected, found, .. } => {
            let surplus = column(expected + 1, text).start..column(*found, text).end;
            (surplus, format!("more than {expected} columns"))
        }
        LineProblem::Id { field, problem } => {
            let id = match problem {
                IdError::WhiteSpace { id, .. } => id.as_str(),
                _ => "",
            };
            (of_field(field, id, text), "no id".to_owned())
        }
        LineProblem::FractionalGrade { field, found } | LineProblem::Grade { field, found } => {
            (of_field(field, found, text), "not a whole grade".to_owned())
        }
        LineProblem::DecimalGrade { field, found } => {
            (of_field(field, found, text), "not a grade".to_owned())
        }
        LineProblem::Rank { field, found } => (of_field(field, found, text), "not a rank".to_owned()),
        LineProblem::Score { field, found } => (of_field(field, found, text), "not a number".to_owned()),
        LineProblem::ScoreNotFinite { field, found } => {
            (of_field(field, found, text), "not finite".to_owned())
        }
        LineProblem::DuplicateDocument {
            first_line, docid, ..
        } => (word(3, docid.as_str(), text), also_on(*first_line)),
        LineProblem::AboutSubtopics { conflict, .. } => of_problem(conflict, text),
        LineProblem::ConflictingGrades {
            grade,
            first_grade,
            first_line,
            ..
        } => (
            word(4, grade, text),
            format!("{first_grade} on line {first_line}"),
        ),
        LineProblem::SecondTag {
            first, first_line, ..
        } => (column(6, text), format!("`{first}` on line {first_line}")),
        _ => (0..text.len(), "this line".to_owned()),
    }
}

/// The bytes of a column, or the last place where its value stands: numbers are behind ids.
fn of_field(field: &Field, value: &str, text: &[u8]) -> Range<usize> {
    match field {
        Field::Column(n) => column(*n, text),
        Field::Named(_) if value.is_empty() => 0..text.len(),
        Field::Named(_) => {
            let found = text.windows(value.len()).rposition(|w| w == value.as_bytes());
            found.map_or(0..text.len(), |at| at..at + value.len())
        }
    }
}

/// The bytes of a column between white space, from 1; the end of the line if there are fewer.
fn column(n: usize, text: &[u8]) -> Range<usize> {
    let mut at = 0;
    let words = text.split(u8::is_ascii_whitespace).map(|word| {
        let start = at;
        at += word.len() + 1;
        start..start + word.len()
    });
    let mut words = words.filter(|word| !word.is_empty());
    words.nth(n - 1).unwrap_or(text.len()..text.len())
}

/// The column of a TREC line, or where the same stands in a line of another format.
fn word(n: usize, value: &str, text: &[u8]) -> Range<usize> {
    let place = column(n, text);
    if text[place.clone()].trim_ascii() == value.as_bytes() {
        return place;
    }
    match text.windows(value.len()).rposition(|w| w == value.as_bytes()) {
        Some(at) => at..at + value.len(),
        None => place,
    }
}

/// As much of a line as fits, safe to look at, with the place in it.
#[derive(Debug)]
struct Cut {
    text: String,
    span: Range<usize>,
    label: String,
}

impl Cut {
    /// `width` is that of the text, in columns of the terminal.
    fn new(line: &[u8], place: &Place, width: usize) -> Self {
        // four bytes are the longest character: more cannot be shown, however long the line is
        let most = 4 * width;
        let span = &place.span;
        let marked = shown(&line[span.start..span.end.min(span.start + most)]);
        let marked = fitting(marked.chars(), width / 2);
        let label = fitting(plain(&place.label).chars(), width / 2);
        let before = shown(&line[span.start.saturating_sub(most)..span.start]);
        let after = shown(&line[span.end..line.len().min(span.end + most)]);
        // the label stands behind the place; what stands before is worth more than what follows
        let room = width.saturating_sub(display_width(&marked));
        let before_room = room
            - (display_width(&label) + 1)
                .max(display_width(&after).min(room / 3))
                .min(room);
        let before: String = fitting(before.chars().rev(), before_room).chars().rev().collect();
        let after = fitting(after.chars(), room.saturating_sub(display_width(&before)));
        Self {
            span: before.len()..before.len() + marked.len(),
            // an empty line is still a line
            text: format!("{before}{marked}{after} "),
            label,
        }
    }
}

/// Bytes as words that cannot move the cursor.
fn shown(bytes: &[u8]) -> String {
    plain(&String::from_utf8_lossy(bytes))
}

/// The first characters, as many as fit, and a mark if that is not all of them.
fn fitting(chars: impl Iterator<Item = char>, width: usize) -> String {
    const MARK: &str = "…";
    let chars: Vec<char> = chars.collect();
    let widths = chars.iter().map(|c| display_width(c.encode_utf8(&mut [0; 4])));
    if widths.clone().sum::<usize>() <= width {
        return chars.into_iter().collect();
    }
    let mut used = display_width(MARK);
    let fits = |w: &usize| {
        used += *w;
        used <= width
    };
    let n = widths.take_while(fits).count();
    chars[..n].iter().collect::<String>() + MARK
}
