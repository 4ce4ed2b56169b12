//! The claims of pages about their size, looked at before any page is unpacked.
//!
//! A header is a structure of Thrift's compact protocol. Of it, only the kind of page, the two sizes and the number of values are
//! read here, each of which stands for memory that unpacking takes at once.

use parquet::file::metadata::ColumnChunkMetaData;

/// Bytes of a page, unpacked. Writers aim at one megabyte; those that make one page of a column stay below 100.
const LARGEST_PAGE: i64 = 256 << 20;
/// Values of a page: each takes at least some bytes when it is unpacked.
const MOST_VALUES: i64 = 32 << 20;
/// Structures within structures.
const DEPTH: usize = 8;

/// Looks at every page header of a column of a row group.
///
/// # Errors
/// Headers that are none, that reach beyond the file, or that claim too much.
pub(super) fn check(file: &[u8], chunk: &ColumnChunkMetaData) -> Result<(), String> {
    let outside = || "damaged: a column lies outside the file".to_owned();
    let first = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let start = usize::try_from(first).map_err(|_| outside())?;
    let length = usize::try_from(chunk.compressed_size()).map_err(|_| outside())?;
    let end = start.checked_add(length).ok_or_else(outside)?;
    let mut rest = file.get(start..end).ok_or_else(outside)?;
    let mut values = 0;
    while !rest.is_empty() && values < chunk.num_values() {
        let mut from = Compact { rest };
        let header = Header::read(&mut from).ok_or("damaged: a page without a header")?;
        header.check()?;
        values += header.rows();
        let packed = usize::try_from(header.packed).ok();
        let behind = packed.and_then(|packed| from.rest.get(packed..));
        rest = behind.ok_or("damaged: a page ends behind its column")?;
    }
    Ok(())
}

/// What a page says about itself.
#[derive(Default)]
struct Header {
    unpacked: i64,
    packed: i64,
    /// Of the data, in either version, or of a dictionary.
    values: i64,
    is_data: bool,
}

impl Header {
    fn read(from: &mut Compact<'_>) -> Option<Self> {
        let mut header = Self::default();
        let mut field = 0;
        while let Some(kind) = from.next_field(&mut field)? {
            match (field, kind) {
                (2, Compact::I32) => header.unpacked = from.number()?,
                (3, Compact::I32) => header.packed = from.number()?,
                // the headers of data, of a dictionary, and of data in the second version
                (5 | 7 | 8, Compact::STRUCT) => {
                    header.is_data = field != 7;
                    header.values = first_number(from)?;
                }
                _ => from.skip(kind, DEPTH)?,
            }
        }
        Some(header)
    }

    fn check(&self) -> Result<(), String> {
        if self.unpacked < 0 || self.packed < 0 || self.values < 0 {
            return Err("damaged: a page of negative size".to_owned());
        }
        for (claim, most, what) in [
            (self.unpacked, LARGEST_PAGE, "bytes"),
            (self.values, MOST_VALUES, "values"),
        ] {
            if claim > most {
                return Err(format!(
                    "a page of {claim} {what}, and {most} are the most that is read; write smaller pages or row groups"
                ));
            }
        }
        Ok(())
    }

    /// Values that count towards those of the column.
    fn rows(&self) -> i64 {
        if self.is_data { self.values } else { 0 }
    }
}

/// The first field of a structure, a number; the others are passed over.
fn first_number(from: &mut Compact<'_>) -> Option<i64> {
    let (mut number, mut field) = (0, 0);
    while let Some(kind) = from.next_field(&mut field)? {
        match (field, kind) {
            (1, Compact::I32) => number = from.number()?,
            _ => from.skip(kind, DEPTH)?,
        }
    }
    Some(number)
}

/// Values of Thrift's compact protocol; `None` is what is no such thing.
struct Compact<'a> {
    rest: &'a [u8],
}

impl Compact<'_> {
    const I32: u8 = 5;
    const STRUCT: u8 = 12;

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn bytes(&mut self, n: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(n).ok()?..)?;
        Some(())
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A signed number: its sign is in the last bit.
    fn number(&mut self) -> Option<i64> {
        let bits = self.unsigned()?;
        Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed())
    }

    /// The type of the next field, whose number is put into `field`; none at the end of the structure.
    fn next_field(&mut self, field: &mut i64) -> Option<Option<u8>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Some(None);
        }
        *field = match byte >> 4 {
            0 => self.number()?,
            step => field.checked_add(i64::from(step))?,
        };
        Some(Some(byte & 0x0f))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        let deeper = depth.checked_sub(1)?;
        match kind {
            1 | 2 => Some(()),
            3 => self.bytes(1),
            4..=6 => self.unsigned().map(|_| ()),
            7 => self.bytes(8),
            8 => {
                let n = self.unsigned()?;
                self.bytes(n)
            }
            9 | 10 => {
                let byte = self.byte()?;
                let n = match byte >> 4 {
                    15 => self.unsigned()?,
                    n => u64::from(n),
                };
                (0..n).try_for_each(|_| self.skip_item(byte & 0x0f, deeper))
            }
            Self::STRUCT => {
                let mut field = 0;
                while let Some(kind) = self.next_field(&mut field)? {
                    self.skip(kind, deeper)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// In lists a truth value takes a byte.
    fn skip_item(&mut self, kind: u8, depth: usize) -> Option<()> {
        match kind {
            1 | 2 => self.bytes(1),
            kind => self.skip(kind, depth),
        }
    }
}
