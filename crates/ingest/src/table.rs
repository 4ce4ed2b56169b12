//! Tables of a page as data.

use std::ops::Range;

use sokutei_text::squeeze;

/// A `table` element.
///
/// Rows and cells are those found anywhere inside, as `find_all` of BeautifulSoup finds them: a table that holds another
/// has the inner rows among its own, and a row the cells of a table inside one of its cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The `tr` elements in document order; a row without cells is an empty row.
    pub rows: Vec<Vec<Cell>>,
}

/// A `td` or `th` element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// All text inside, nothing put between its parts (`<br>` is nothing), white space runs as one space, ends stripped.
    pub text: String,
    /// `th`, not `td`.
    pub header: bool,
    /// The `href` of each link inside, as it is written, in document order.
    pub links: Vec<String>,
}

/// Gathers tables while a page is walked. `text` is the text of the page so far, in which cells are ranges.
///
/// Elements are numbered as they open, so what lies inside one is a range of those numbers.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    tables: Vec<Range<usize>>,
    rows: Vec<Range<usize>>,
    cells: Vec<CellSpan>,
    links: Vec<String>,
    open: Vec<(Kind, usize)>,
    open_cells: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Table,
    Row,
    Cell,
}

#[derive(Debug)]
struct CellSpan {
    text: Range<usize>,
    links: Range<usize>,
    header: bool,
}

impl Tables {
    /// An element opens when the page's text is `at` bytes long.
    pub(crate) fn open(&mut self, name: &str, at: usize) {
        match name {
            "table" => {
                self.open.push((Kind::Table, self.tables.len()));
                self.tables.push(self.rows.len()..usize::MAX);
            }
            "tr" => {
                self.open.push((Kind::Row, self.rows.len()));
                self.rows.push(self.cells.len()..usize::MAX);
            }
            "td" | "th" => {
                self.open.push((Kind::Cell, self.cells.len()));
                self.open_cells += 1;
                let links = self.links.len()..usize::MAX;
                self.cells.push(CellSpan {
                    text: at..usize::MAX,
                    links,
                    header: name == "th",
                });
            }
            _ => {}
        }
    }

    /// The same element closes.
    pub(crate) fn close(&mut self, name: &str, at: usize) {
        if !matches!(name, "table" | "tr" | "td" | "th") {
            return;
        }
        match self.open.pop() {
            Some((Kind::Table, i)) => self.tables[i].end = self.rows.len(),
            Some((Kind::Row, i)) => self.rows[i].end = self.cells.len(),
            Some((Kind::Cell, i)) => {
                self.cells[i].text.end = at;
                self.cells[i].links.end = self.links.len();
                self.open_cells -= 1;
            }
            None => {}
        }
    }

    /// A link opens; it belongs to every cell that is open.
    pub(crate) fn link(&mut self, href: &str) {
        if self.open_cells > 0 {
            self.links.push(href.to_owned());
        }
    }

    /// The tables in document order, and how many had to be left out.
    ///
    /// A table inside a table is written out once for each table, row and cell around it. A page may write out 16 times
    /// its own text and 4 MiB: far more than pages nest, and a bound for those that are made to nest without end. A table
    /// that would go past what is left is left out.
    pub(crate) fn finish(self, text: &str) -> (Vec<Table>, usize) {
        let cost = Costs::new(&self);
        let mut budget = 16 * text.len() + (4 << 20);
        let mut kept = Vec::new();
        let mut left_out = 0;
        for table in &self.tables {
            let cost = cost.of_rows(table);
            if cost > budget {
                left_out += 1;
                continue;
            }
            budget -= cost;
            let rows = self.rows[table.clone()].iter();
            kept.push(Table {
                rows: rows
                    .map(|row| {
                        self.cells[row.clone()]
                            .iter()
                            .map(|c| self.cell(c, text))
                            .collect()
                    })
                    .collect(),
            });
        }
        (kept, left_out)
    }

    fn cell(&self, span: &CellSpan, text: &str) -> Cell {
        Cell {
            text: squeeze(&text[span.text.clone()]),
            header: span.header,
            links: self.links[span.links.clone()].to_vec(),
        }
    }
}

/// What rows would take to write out, in bytes or so, from sums over all rows before.
struct Costs {
    before_row: Vec<usize>,
}

impl Costs {
    fn new(tables: &Tables) -> Self {
        let link_lens = running_sums(tables.links.iter().map(|link| link.len() + size_of::<String>()));
        let before_cell = running_sums(tables.cells.iter().map(|cell| {
            let links = link_lens[cell.links.end] - link_lens[cell.links.start];
            size_of::<Cell>() + cell.text.len() + links
        }));
        let of_row =
            |row: &Range<usize>| size_of::<Vec<Cell>>() + before_cell[row.end] - before_cell[row.start];
        Self {
            before_row: running_sums(tables.rows.iter().map(of_row)),
        }
    }

    fn of_rows(&self, rows: &Range<usize>) -> usize {
        self.before_row[rows.end] - self.before_row[rows.start]
    }
}

/// `sums[i]` is the sum of the first `i` values. Saturates: a sum that large is past every budget.
fn running_sums(values: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sum = 0usize;
    let mut sums = vec![0];
    sums.extend(values.map(|value| {
        sum = sum.saturating_add(value);
        sum
    }));
    sums
}
