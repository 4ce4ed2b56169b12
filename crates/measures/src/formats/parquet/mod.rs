//! Parquet: a table in columns, packed, whose description stands at its end.
//!
//! Strings, whole numbers of any width and floating-point numbers are read, from columns that are not nested; the others of
//! the file are not looked at. Whatever a file claims about its size is checked against its length before memory is taken.

mod batch;
mod bounded;
mod page_headers;
mod schema;

use std::io::{BufRead, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use parquet::column::reader::ColumnReader;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::FileReader as _;
use parquet::file::serialized_reader::SerializedFileReader;

use self::batch::Batch;
use self::bounded::Bounded;
use self::schema::Column;
use super::rows::{Beside, Row, Rows, typed};
use super::{Contents, detect};
use crate::error::Error;
use crate::reading::{Odd, Unit};

/// The largest file that is read: all of it lies in memory, because it is read from its end.
const LARGEST_FILE: u64 = 2 << 30;

/// Rows of a column that are unpacked at once.
const ROWS: usize = 1 << 10;

/// A table whose description was read.
pub(super) struct Table<'n> {
    name: &'n str,
    bytes: Bytes,
    reader: SerializedFileReader<Bounded>,
    /// Whether subtopics are read.
    subtopics: bool,
}

impl<'n> Table<'n> {
    /// Reads a file to its end, and its description.
    ///
    /// # Errors
    /// A read that fails, a file that is too large, and one that is no Parquet.
    pub(super) fn read(reader: impl BufRead, name: &'n str) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let read = reader.take(LARGEST_FILE + 1).read_to_end(&mut bytes);
        read.map_err(|source| Error::Read {
            file: name.to_owned(),
            source,
        })?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(refused(
                name,
                "a Parquet file of more than 2 GiB; split it, or save it as JSON lines".to_owned(),
            ));
        }
        let bytes = Bytes::from(bytes);
        let reader = guarded(|| SerializedFileReader::new(Bounded(bytes.clone())));
        let reader = reader.map_err(|what| refused(name, what))?;
        Ok(Self {
            name,
            bytes,
            reader,
            subtopics: false,
        })
    }

    pub(super) fn with_subtopics(self, subtopics: bool) -> Self {
        Self { subtopics, ..self }
    }

    fn metadata(&self) -> &ParquetMetaData {
        self.reader.metadata()
    }

    /// What is in it, by the names of its columns; `None` if they do not tell it.
    pub(super) fn contents(&self) -> Option<Contents> {
        let schema = self.metadata().file_metadata().schema_descr();
        let leaves = schema.columns().iter();
        let names: Vec<String> = leaves
            .filter_map(|leaf| leaf.path().parts().first().cloned())
            .collect();
        detect::of_names(&names)
    }

    fn readers(&self, group: usize, columns: &[Column]) -> Result<Vec<ColumnReader>, Error> {
        let description = self.metadata().row_group(group);
        for column in columns {
            let chunk = description.columns().get(column.leaf);
            let chunk = chunk.ok_or_else(|| refused(self.name, "a row group lacks columns".to_owned()))?;
            let checked = schema::check_packing(chunk.compression(), &column.name)
                .and_then(|()| page_headers::check(&self.bytes, chunk));
            checked.map_err(|what| refused(self.name, what))?;
        }
        let group = guarded(|| self.reader.get_row_group(group));
        let group = group.map_err(|what| refused(self.name, what))?;
        columns
            .iter()
            .map(|column| {
                let reader = guarded(|| group.get_column_reader(column.leaf));
                reader.map_err(|what| refused(self.name, what))
            })
            .collect()
    }

    /// The next rows of all columns, none at the end of their row group.
    fn batches(&self, readers: &mut [ColumnReader], columns: &[Column]) -> Result<Vec<Batch>, Error> {
        let mut batches = Vec::with_capacity(columns.len());
        for (reader, column) in readers.iter_mut().zip(columns) {
            let batch = guarded(|| Batch::read(reader, column, ROWS));
            let batch =
                batch.map_err(|what| refused(self.name, format!("column {:?}: {what}", column.name)))?;
            batches.push(batch);
        }
        let n = batches.first().map_or(0, Batch::len);
        if batches.iter().any(|batch| batch.len() != n) {
            return Err(refused(
                self.name,
                "damaged: columns of different lengths".to_owned(),
            ));
        }
        Ok(batches)
    }
}

impl Rows for Table<'_> {
    const UNIT: Unit = Unit::Row;

    fn each(
        self,
        name: &str,
        odd: &mut Odd<'_>,
        mut add: impl FnMut(&Row<'_>, usize, &mut Odd<'_>) -> Result<(), Error>,
    ) -> Result<Beside, Error> {
        let schema = self.metadata().file_metadata().schema_descr_ptr();
        let columns = schema::columns(&schema, self.subtopics).map_err(|what| refused(name, what))?;
        let mut number = 0;
        for group in 0..self.metadata().num_row_groups() {
            let mut readers = self.readers(group, &columns)?;
            loop {
                let batches = self.batches(&mut readers, &columns)?;
                let n = batches.first().map_or(0, Batch::len);
                if n == 0 {
                    break;
                }
                for i in 0..n {
                    number += 1;
                    match row(&columns, &batches, i) {
                        Ok(row) => add(&row, number, odd)?,
                        Err(problem) => odd.left_out(Unit::Row.place(number), problem)?,
                    }
                }
            }
        }
        Ok(Beside::default())
    }
}

fn row<'a>(
    columns: &'a [Column],
    batches: &'a [Batch],
    i: usize,
) -> Result<Row<'a>, crate::error::LineProblem> {
    let mut row = Row::default();
    for (column, batch) in columns.iter().zip(batches) {
        let text = typed(column.slot, &column.name, batch.value(i))?;
        row.set(column.slot, (&column.name).into(), text)?;
    }
    Ok(row)
}

fn refused(name: &str, what: String) -> Error {
    Error::Form {
        file: name.to_owned(),
        found: format!("not read as Parquet: {what}"),
    }
}

/// What the library says, or that it met what it thought impossible: its decoders index by lengths that a file claims.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("damaged: what it says about itself cannot be".to_owned()),
    }
}
