//! One table as comma-separated values, every digit kept.

use crate::{Cell, Table};

/// A table as CSV (RFC 4180) with a header line; numbers in full, intervals as `low..high`.
#[must_use]
pub fn csv_table(table: &Table) -> String {
    let mut out = row(table.columns.iter().map(crate::Column::heading));
    for cells in &table.rows {
        out.push_str(&row(cells.iter().map(whole)));
    }
    out
}

fn whole(cell: &Cell) -> String {
    match cell {
        Cell::Number { value, .. } | Cell::Signed { value, .. } | Cell::Share { value, .. } => {
            format!("{value:?}")
        }
        Cell::Interval { low, high, .. } => format!("{low:?}..{high:?}"),
        other => other.shown(),
    }
}

fn row(fields: impl Iterator<Item = String>) -> String {
    let mut line = fields.map(|f| quoted(&f)).collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
