//! One table as comma-separated values, every digit kept.

use crate::{Cell, Column, Table};

/// A table as CSV (RFC 4180, lines ended by a line feed) with a header line; numbers in full, intervals as `low..high`.
#[must_use]
pub fn csv_table(table: &Table) -> String {
    let header: Vec<String> = table.columns.iter().map(Column::heading).collect();
    let rows = table.rows.iter().map(|cells| cells.iter().map(whole).collect());
    csv_rows(std::iter::once(header).chain(rows))
}

/// Rows of fields as CSV (RFC 4180, lines ended by a line feed), quoted only where they must be.
///
/// # Panics
/// If the rows have different numbers of fields: a mistake of the writer, not of its input.
pub fn csv_rows<R>(rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row)
            .expect("every row has the same number of fields");
    }
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("fields are UTF-8")
}

fn whole(cell: &Cell) -> String {
    match cell {
        Cell::Number { value, .. }
        | Cell::Signed { value, .. }
        | Cell::PValue { value, .. }
        | Cell::Share { value, .. } => {
            format!("{value:?}")
        }
        Cell::Interval { low, high, .. } => format!("{low:?}..{high:?}"),
        other => other.shown(),
    }
}
