//! Which columns are read, and what their values are.

use parquet::basic::{Compression, ConvertedType, LogicalType, Type as Physical};
use parquet::schema::types::{ColumnDescriptor, SchemaDescriptor};

use crate::formats::rows::{self, Slot};

/// How values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Signed,
    /// In the bits of signed numbers.
    Unsigned,
    Real,
}

/// A column that is read.
pub(super) struct Column {
    /// Its place among the columns that hold values.
    pub(super) leaf: usize,
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) kind: Kind,
    /// 1 where a value may be missing.
    pub(super) max_definition: i16,
}

/// The columns of a table that are read.
///
/// # Errors
/// No name for topic or docid, two names for one thing, and a type that holds neither names nor numbers.
pub(super) fn columns(schema: &SchemaDescriptor, subtopics: bool) -> Result<Vec<Column>, String> {
    let root = |leaf: &ColumnDescriptor| leaf.path().parts().first().cloned().unwrap_or_default();
    let mut names: Vec<String> = schema.columns().iter().map(|leaf| root(leaf)).collect();
    // a nested column has one name, however many leaves
    names.dedup();
    rows::columns(names, subtopics).map_err(|problem| problem.to_string())?;
    let mut columns = Vec::new();
    for (leaf, column) in schema.columns().iter().enumerate() {
        let name = root(column);
        let Some(slot) = rows::slot_that_is_read(&name, subtopics) else {
            continue;
        };
        let kind = kind(column).map_err(|what| {
            format!(
                "column {name:?} holds {what}; save it as strings, whole numbers or floating-point numbers"
            )
        })?;
        columns.push(Column {
            leaf,
            name,
            slot,
            kind,
            max_definition: column.max_def_level(),
        });
    }
    Ok(columns)
}

fn kind(column: &ColumnDescriptor) -> Result<Kind, String> {
    if column.path().parts().len() > 1 || column.max_rep_level() > 0 {
        return Err("lists or structures".to_owned());
    }
    let logical = column.logical_type_ref();
    let converted = column.converted_type();
    if matches!(logical, Some(LogicalType::Decimal(_))) || converted == ConvertedType::DECIMAL {
        return Err("decimals".to_owned());
    }
    match (column.physical_type(), logical, converted) {
        (Physical::FLOAT | Physical::DOUBLE, _, _) => Ok(Kind::Real),
        (
            Physical::BYTE_ARRAY,
            None | Some(LogicalType::String | LogicalType::Enum | LogicalType::Json | LogicalType::Unknown),
            _,
        ) => Ok(Kind::Text),
        (Physical::INT32 | Physical::INT64, Some(LogicalType::Integer(int)), _) => Ok(if int.is_signed {
            Kind::Signed
        } else {
            Kind::Unsigned
        }),
        (Physical::INT32 | Physical::INT64, None | Some(LogicalType::Unknown), converted) => {
            whole(converted).ok_or_else(|| other(converted.to_string()))
        }
        (Physical::BOOLEAN, _, _) => Err("true and false".to_owned()),
        (Physical::INT96, _, _) => Err("points in time".to_owned()),
        (_, Some(logical), _) => Err(other(format!("{logical:?}"))),
        (physical, _, _) => Err(other(physical.to_string())),
    }
}

fn whole(converted: ConvertedType) -> Option<Kind> {
    use ConvertedType as C;
    match converted {
        C::NONE | C::INT_8 | C::INT_16 | C::INT_32 | C::INT_64 => Some(Kind::Signed),
        C::UINT_8 | C::UINT_16 | C::UINT_32 | C::UINT_64 => Some(Kind::Unsigned),
        _ => None,
    }
}

fn other(of_type: String) -> String {
    // "Timestamp(TimestampType { … })": the first word says it
    let word: String = of_type
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    format!("values of type {word}")
}

/// # Errors
/// A way to pack that is not read.
pub(super) fn check_packing(packing: Compression, name: &str) -> Result<(), String> {
    let by = match packing {
        Compression::LZO => "LZO",
        Compression::BROTLI(_) => "brotli",
        _ => return Ok(()),
    };
    Err(format!(
        "column {name:?} is packed by {by}; write it with snappy, gzip, lz4 or zstd"
    ))
}
