//! The bytes of a file, by offsets that the file claims.

use bytes::Bytes;
use bytes::buf::{Buf as _, Reader};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// A file in memory. What lies outside is an error, also where the sum of offset and length is no number.
pub(super) struct Bounded(pub(super) Bytes);

impl Bounded {
    fn part(&self, start: u64, length: Option<usize>) -> Result<Bytes> {
        let start = usize::try_from(start).ok();
        let end = match length {
            None => Some(self.0.len()),
            Some(length) => start.and_then(|start| start.checked_add(length)),
        };
        match (start, end) {
            (Some(start), Some(end)) if start <= end && end <= self.0.len() => Ok(self.0.slice(start..end)),
            _ => Err(ParquetError::EOF(format!(
                "bytes from {} on are wanted, and there are {}",
                start.map_or("very far".to_owned(), |start| start.to_string()),
                self.0.len()
            ))),
        }
    }
}

impl Length for Bounded {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
}

impl ChunkReader for Bounded {
    type T = Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        self.part(start, None).map(|bytes| bytes.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.part(start, Some(length))
    }
}
