//! The cheat-sheet of an article: the table in which its author wrote who wants to know what, the answer in
//! short, and the section that has it in full.

use std::fmt;

use serde::Serialize;
use sokutei_ingest::Table;

/// The header cells by which a cheat-sheet is known. Compared with the text of the cells exactly.
///
/// The default is the article's: 知りたいこと, 答え, 詳しい節, in any order and among any other columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetHeader {
    /// Over the column of questions.
    pub query: String,
    /// Over the column of short answers.
    pub answer: String,
    /// Over the column that names the section(s) with the full answer.
    pub label: String,
}

impl Default for SheetHeader {
    fn default() -> Self {
        Self {
            query: "知りたいこと".into(),
            answer: "答え".into(),
            label: "詳しい節".into(),
        }
    }
}

impl fmt::Display for SheetHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.query, self.answer, self.label)
    }
}

/// A row of a cheat-sheet that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetRow {
    /// Its place under the header row, from 1.
    pub row: usize,
    /// The question, not empty.
    pub query: String,
    /// The short answer; empty when the row has none.
    pub answer: String,
    /// The words for the section; may be empty.
    pub label: String,
}

/// Why a row cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum SkipReason {
    /// It ends before the column of the question or of the label.
    TooShort {
        /// How many cells it has.
        n_cells: usize,
        /// How many it needs.
        needed: usize,
    },
    /// The cell of the question is empty.
    NoQuestion,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { n_cells, needed } => write!(f, "it has {n_cells} cells and needs {needed}"),
            Self::NoQuestion => f.write_str("its question is empty"),
        }
    }
}

/// A row of a cheat-sheet that was left out, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SkippedRow {
    /// The article.
    pub article: String,
    /// Its file.
    pub file: String,
    /// The row's place under the header row, from 1.
    pub row: usize,
    /// The text of its cells.
    pub cells: Vec<String>,
    /// Why it was left out.
    #[serde(flatten)]
    pub reason: SkipReason,
}

impl fmt::Display for SkippedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: row {} of the cheat-sheet is skipped: {}",
            self.file, self.row, self.reason
        )
    }
}

/// A cheat-sheet as it stands in the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Which table of the page it is, from 0.
    pub table: usize,
    /// Its usable rows.
    pub rows: Vec<SheetRow>,
    /// The others: place, cells, reason.
    pub skipped: Vec<(usize, Vec<String>, SkipReason)>,
    /// How many later tables of the page have the header too; they are not read.
    pub further_sheets: usize,
}

/// Why a page has no cheat-sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum NoSheet {
    /// It has no table at all.
    NoTable,
    /// No table's first row has all three header cells.
    NoHeader {
        /// How many tables it has.
        tables: usize,
        /// What the nearest of them (the first with the fewest missing) lacks.
        missing: Vec<String>,
    },
}

impl fmt::Display for NoSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("no table"),
            Self::NoHeader { tables: 1, missing } => {
                write!(f, "one table, whose first row lacks {}", missing.join(", "))
            }
            Self::NoHeader { tables, missing } => {
                write!(
                    f,
                    "{tables} tables, the first row of the nearest lacks {}",
                    missing.join(", ")
                )
            }
        }
    }
}

/// An article that gives no topics because it has no cheat-sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArticleWithoutSheet {
    /// The article.
    pub article: String,
    /// Its file.
    pub file: String,
    /// Why.
    #[serde(flatten)]
    pub reason: NoSheet,
}

impl fmt::Display for ArticleWithoutSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.reason)
    }
}

/// The places of the three columns.
struct Columns {
    query: usize,
    answer: usize,
    label: usize,
}

/// The first of a page's tables whose first row has the cells of `header`, and its rows.
///
/// A row is usable when it reaches to the columns of question and label and has a question. Where a header
/// text stands twice in the row, its first column counts.
///
/// # Errors
/// [`NoSheet`], when no table has the header.
pub fn find_sheet(tables: &[Table], header: &SheetHeader) -> Result<Sheet, NoSheet> {
    let mut nearest: Option<Vec<String>> = None;
    for (place, table) in tables.iter().enumerate() {
        match columns(table, header) {
            Ok(columns) => {
                let further_sheets = tables[place + 1..]
                    .iter()
                    .filter(|t| self::columns(t, header).is_ok());
                let further_sheets = further_sheets.count();
                return Ok(read_rows(table, &columns, place, further_sheets));
            }
            Err(missing) => {
                if nearest.as_ref().is_none_or(|n| missing.len() < n.len()) {
                    nearest = Some(missing);
                }
            }
        }
    }
    Err(match nearest {
        None => NoSheet::NoTable,
        Some(missing) => NoSheet::NoHeader {
            tables: tables.len(),
            missing,
        },
    })
}

/// Where the header cells stand in the table's first row, or which of them do not.
fn columns(table: &Table, header: &SheetHeader) -> Result<Columns, Vec<String>> {
    let first = table.rows.first().map_or(&[][..], Vec::as_slice);
    let place = |text: &str| first.iter().position(|cell| cell.text == text);
    let (query, answer, label) = (place(&header.query), place(&header.answer), place(&header.label));
    if let (Some(query), Some(answer), Some(label)) = (query, answer, label) {
        return Ok(Columns { query, answer, label });
    }
    let all = [
        (query, &header.query),
        (answer, &header.answer),
        (label, &header.label),
    ];
    Err(all
        .into_iter()
        .filter(|(place, _)| place.is_none())
        .map(|(_, text)| text.clone())
        .collect())
}

fn read_rows(table: &Table, columns: &Columns, place: usize, further_sheets: usize) -> Sheet {
    let mut sheet = Sheet {
        table: place,
        rows: Vec::new(),
        skipped: Vec::new(),
        further_sheets,
    };
    let needed = columns.query.max(columns.label) + 1;
    for (row, cells) in table.rows.iter().enumerate().skip(1) {
        let text = |column: usize| {
            cells
                .get(column)
                .map(|cell| cell.text.clone())
                .unwrap_or_default()
        };
        let query = text(columns.query);
        let reason = if cells.len() < needed {
            SkipReason::TooShort {
                n_cells: cells.len(),
                needed,
            }
        } else if query.is_empty() {
            SkipReason::NoQuestion
        } else {
            sheet.rows.push(SheetRow {
                row,
                query,
                answer: text(columns.answer),
                label: text(columns.label),
            });
            continue;
        };
        sheet
            .skipped
            .push((row, cells.iter().map(|cell| cell.text.clone()).collect(), reason));
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use sokutei_ingest::Cell;

    fn table(rows: &[&[&str]]) -> Table {
        let cell = |text: &&str| Cell {
            text: (*text).to_owned(),
            header: false,
            links: Vec::new(),
        };
        Table {
            rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        }
    }

    const HEAD: &[&str] = &["知りたいこと", "答え", "詳しい節"];

    #[test]
    fn the_first_table_with_the_header_is_the_sheet() {
        let tables = [
            table(&[]),
            table(&[&["語", "意味"]]),
            table(&[HEAD, &["q", "a", "l"]]),
            table(&[HEAD]),
        ];
        let sheet = find_sheet(&tables, &SheetHeader::default()).unwrap();
        assert_eq!((sheet.table, sheet.further_sheets), (2, 1));
        let row = SheetRow {
            row: 1,
            query: "q".into(),
            answer: "a".into(),
            label: "l".into(),
        };
        assert_eq!(sheet.rows, [row]);
    }

    #[test]
    fn columns_may_stand_in_any_order() {
        let tables = [table(&[
            &["番号", "詳しい節", "知りたいこと", "答え"],
            &["1", "l", "q", "a"],
        ])];
        let sheet = find_sheet(&tables, &SheetHeader::default()).unwrap();
        assert_eq!(
            (
                &*sheet.rows[0].query,
                &*sheet.rows[0].answer,
                &*sheet.rows[0].label
            ),
            ("q", "a", "l")
        );
    }

    #[test]
    fn rows_that_cannot_be_used_are_listed_with_their_reason() {
        let tables = [table(&[HEAD, &["q", "a"], &["", "a", "l"], &[], &["q", "", ""]])];
        let sheet = find_sheet(&tables, &SheetHeader::default()).unwrap();
        let skipped: Vec<_> = sheet
            .skipped
            .iter()
            .map(|(row, _, reason)| (*row, *reason))
            .collect();
        let short = |n_cells| SkipReason::TooShort { n_cells, needed: 3 };
        assert_eq!(
            skipped,
            [(1, short(2)), (2, SkipReason::NoQuestion), (3, short(0))]
        );
        assert_eq!((sheet.rows.len(), sheet.rows[0].row), (1, 4));
    }

    #[test]
    fn a_row_that_ends_before_the_answer_only_has_an_empty_answer() {
        let tables = [table(&[&["知りたいこと", "詳しい節", "答え"], &["q", "l"]])];
        assert_eq!(
            find_sheet(&tables, &SheetHeader::default()).unwrap().rows[0].answer,
            ""
        );
    }

    #[test]
    fn a_page_without_a_sheet_says_what_the_nearest_table_lacks() {
        let header = SheetHeader::default();
        assert_eq!(find_sheet(&[], &header), Err(NoSheet::NoTable));
        let tables = [table(&[&["a"]]), table(&[&["知りたいこと", "答え", "詳しい節 "]])];
        let no_sheet = find_sheet(&tables, &header).unwrap_err();
        assert_eq!(
            no_sheet.to_string(),
            "2 tables, the first row of the nearest lacks 詳しい節"
        );
    }

    #[test]
    fn other_header_words_are_data() {
        let header = SheetHeader {
            query: "Q".into(),
            answer: "A".into(),
            label: "See".into(),
        };
        assert!(
            find_sheet(&[table(&[&["See", "Q", "A"]])], &header)
                .unwrap()
                .rows
                .is_empty()
        );
    }
}
