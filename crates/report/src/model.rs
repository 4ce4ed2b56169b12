//! What a report says, in order: chapters of paragraphs, tables and notices.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Cell;

/// Version of the JSON form of [`ReportModel`].
pub const SCHEMA_VERSION: u32 = 1;

/// A whole report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportModel {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// First line.
    pub title: String,
    /// One paragraph: what was compared, on what.
    pub summary: String,
    /// In reading order.
    pub chapters: Vec<Chapter>,
}

/// A heading and what stands below it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chapter {
    /// Stable name, kebab-case.
    pub id: String,
    /// Heading.
    pub title: String,
    /// In reading order.
    pub blocks: Vec<Block>,
}

/// One thing in a chapter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Block {
    /// A sentence or more.
    Paragraph(String),
    /// Rows and columns with the conditions under which they hold.
    Table(Box<Table>),
    /// Typed warnings.
    Notices(Vec<Notice>),
}

/// A warning as a report shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// Kind of the warning, kebab-case.
    pub kind: String,
    /// How often it was raised.
    pub count: usize,
    /// What happened and what to do.
    pub message: String,
}

impl Notice {
    /// Counts warnings by kind, in the order of the kinds' names, each kind with its first message.
    pub fn grouped<'a>(warnings: impl IntoIterator<Item = (&'a str, String)>) -> Vec<Self> {
        let mut kinds: BTreeMap<&str, Self> = BTreeMap::new();
        for (kind, message) in warnings {
            kinds
                .entry(kind)
                .or_insert_with(|| Self {
                    kind: kind.to_owned(),
                    count: 0,
                    message,
                })
                .count += 1;
        }
        kinds.into_values().collect()
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Stable name, kebab-case, unique in the report.
    pub id: String,
    /// What the table shows.
    pub title: String,
    /// Under which conditions.
    pub conditions: Conditions,
    /// Left to right.
    pub columns: Vec<Column>,
    /// Top to bottom; each row has one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Sentences below the table.
    pub notes: Vec<String>,
}

/// The conditions of a table; each is always shown, "none" where it does not apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conditions {
    /// Measures, in their printed form.
    pub measure: String,
    /// How deep they look.
    pub cutoff: String,
    /// What a grade is worth.
    pub gain: String,
    /// Which labels count.
    pub labeling: String,
    /// How many topics (or other units) the values are means over.
    pub n: String,
    /// Seed of the random draws.
    pub seed: String,
}

impl Conditions {
    /// Conditions with nothing set: every field reads "none".
    #[must_use]
    pub fn none() -> Self {
        let none = || "none".to_owned();
        Self {
            measure: none(),
            cutoff: none(),
            gain: none(),
            labeling: none(),
            n: none(),
            seed: none(),
        }
    }

    /// The conditions in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let Self {
            measure,
            cutoff,
            gain,
            labeling,
            n,
            seed,
        } = self;
        format!(
            "measure: {measure} · cutoff: {cutoff} · gain: {gain} · labeling: {labeling} · n: {n} · seed: {seed}"
        )
    }
}

/// Where the numbers of a column come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Computed in this run.
    Computed,
    /// Printed in the article, for another corpus: beside ours for orientation, never a target.
    PublishedOtherCorpus,
}

/// Side on which a column's cells stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column's head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Heading without the origin.
    pub title: String,
    /// Side.
    pub align: Align,
    /// Where its numbers come from.
    pub origin: Origin,
}

impl Column {
    /// A column of words.
    pub fn words(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Left,
            origin: Origin::Computed,
        }
    }

    /// A column of numbers of this run.
    pub fn numbers(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Right,
            origin: Origin::Computed,
        }
    }

    /// A column of the article's printed numbers.
    pub fn published(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Right,
            origin: Origin::PublishedOtherCorpus,
        }
    }

    /// The heading with its origin.
    #[must_use]
    pub fn heading(&self) -> String {
        match self.origin {
            Origin::Computed => self.title.clone(),
            Origin::PublishedOtherCorpus => format!("{} (article: other corpus)", self.title),
        }
    }
}

impl Table {
    /// An empty table.
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        conditions: Conditions,
        columns: Vec<Column>,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            conditions,
            columns,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row does not have one cell per column: a mistake of the writer, not of its input.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(
            row.len(),
            self.columns.len(),
            "table `{}`: one cell per column",
            self.id
        );
        self.rows.push(row);
    }
}

impl Chapter {
    /// An empty chapter.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            blocks: Vec::new(),
        }
    }

    /// Appends a paragraph.
    pub fn say(&mut self, paragraph: impl Into<String>) {
        self.blocks.push(Block::Paragraph(paragraph.into()));
    }

    /// Appends a table.
    pub fn show(&mut self, table: Table) {
        self.blocks.push(Block::Table(Box::new(table)));
    }

    /// Appends warnings, unless there are none.
    pub fn warn(&mut self, notices: Vec<Notice>) {
        if !notices.is_empty() {
            self.blocks.push(Block::Notices(notices));
        }
    }
}
