//! Some values of a column, unpacked.

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::{ParquetError, Result};

use super::schema::{Column, Kind};
use crate::formats::scalar::Scalar;

/// Values of some rows, one after the other.
pub(super) struct Batch {
    values: Values,
    /// For each row the place of its value, where values may be missing.
    places: Option<Vec<Option<usize>>>,
}

enum Values {
    Text(Vec<ByteArray>),
    Signed32(Vec<i32>),
    Signed64(Vec<i64>),
    Unsigned32(Vec<i32>),
    Unsigned64(Vec<i64>),
    Real32(Vec<f32>),
    Real64(Vec<f64>),
}

impl Batch {
    /// The values of the next rows, `n` at most; none at the end.
    pub(super) fn read(reader: &mut ColumnReader, column: &Column, n: usize) -> Result<Self> {
        let unsigned = column.kind == Kind::Unsigned;
        let (values, levels) = match reader {
            ColumnReader::ByteArrayColumnReader(reader) => {
                let (values, levels) = read(reader, n)?;
                (Values::Text(values), levels)
            }
            ColumnReader::Int32ColumnReader(reader) => {
                let (values, levels) = read(reader, n)?;
                let values = if unsigned {
                    Values::Unsigned32(values)
                } else {
                    Values::Signed32(values)
                };
                (values, levels)
            }
            ColumnReader::Int64ColumnReader(reader) => {
                let (values, levels) = read(reader, n)?;
                let values = if unsigned {
                    Values::Unsigned64(values)
                } else {
                    Values::Signed64(values)
                };
                (values, levels)
            }
            ColumnReader::FloatColumnReader(reader) => {
                let (values, levels) = read(reader, n)?;
                (Values::Real32(values), levels)
            }
            ColumnReader::DoubleColumnReader(reader) => {
                let (values, levels) = read(reader, n)?;
                (Values::Real64(values), levels)
            }
            _ => {
                return Err(ParquetError::General(
                    "another type than its description says".to_owned(),
                ));
            }
        };
        let mut batch = Self { values, places: None };
        if column.max_definition > 0 {
            batch.places = Some(places(&levels, column.max_definition, batch.n_values())?);
        }
        Ok(batch)
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.places.as_ref().map_or_else(|| self.n_values(), Vec::len)
    }

    fn n_values(&self) -> usize {
        match &self.values {
            Values::Text(values) => values.len(),
            Values::Signed32(values) | Values::Unsigned32(values) => values.len(),
            Values::Signed64(values) | Values::Unsigned64(values) => values.len(),
            Values::Real32(values) => values.len(),
            Values::Real64(values) => values.len(),
        }
    }

    /// The value of a row, from 0.
    pub(super) fn value(&self, row: usize) -> Scalar<'_> {
        let place = match &self.places {
            None => row,
            Some(places) => match places[row] {
                Some(place) => place,
                None => return Scalar::Other("null"),
            },
        };
        match &self.values {
            Values::Text(values) => match std::str::from_utf8(values[place].data()) {
                Ok(text) => Scalar::Text(text.into()),
                Err(_) => Scalar::Other("bytes that are not UTF-8"),
            },
            Values::Signed32(values) => Scalar::Whole(values[place].to_string()),
            Values::Signed64(values) => Scalar::Whole(values[place].to_string()),
            Values::Unsigned32(values) => Scalar::Whole(values[place].cast_unsigned().to_string()),
            Values::Unsigned64(values) => Scalar::Whole(values[place].cast_unsigned().to_string()),
            Values::Real32(values) => Scalar::Real(values[place].into()),
            Values::Real64(values) => Scalar::Real(values[place]),
        }
    }
}

/// Values, and for each row the level that says whether it has one.
fn read<T: DataType>(reader: &mut ColumnReaderImpl<T>, n: usize) -> Result<(Vec<T::T>, Vec<i16>)> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    reader.read_records(n, Some(&mut levels), None, &mut values)?;
    Ok((values, levels))
}

fn places(levels: &[i16], max: i16, n_values: usize) -> Result<Vec<Option<usize>>> {
    let mut next = 0;
    let places = levels.iter().map(|level| {
        (*level == max).then(|| {
            next += 1;
            next - 1
        })
    });
    let places = places.collect();
    if next != n_values {
        return Err(ParquetError::General(format!(
            "{next} values announced, {n_values} found"
        )));
    }
    Ok(places)
}
