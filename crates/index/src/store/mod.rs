//! Files that hold arrays: named, aligned, checked, and read in place.
//!
//! Layout, all numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 0–7 | `SOKUTEI\n` |
//! | 8–15 | kind of content, padded with zeros |
//! | 16–19 | format version |
//! | 20–23 | CRC-32 of the table of contents |
//! | 24–31 | bytes in the table of contents |
//! | 32–39 | bytes in the whole file |
//! | 40–59 | zeros |
//! | 60–63 | CRC-32 of bytes 0–59 |
//! | 64– | the table of contents: JSON, the names, places and CRC-32 of the arrays, and what they mean |
//! | … | the arrays, each from a multiple of 64 on; zeros between |
//!
//! Every byte is covered: by a checksum, or by having to be zero. The module knows nothing of what the arrays mean.

mod array;
mod file;
mod mapped;
mod read;
mod write;

pub(crate) use array::Array;
pub(crate) use file::FileBytes;
pub use file::Loading;
pub(crate) use read::Reader;
pub(crate) use write::Writer;

use serde::{Deserialize, Serialize};

#[cfg(target_endian = "big")]
compile_error!("index files are little-endian and read in place: big-endian machines are not supported");

const MAGIC: [u8; 8] = *b"SOKUTEI\n";
/// Raised whenever a file of the format before would be read wrongly.
pub(crate) const FORMAT: u32 = 1;
const HEADER: usize = 64;
const ALIGNMENT: usize = 64;

/// One array of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    name: String,
    /// `u32`, `u64`, `f64` or `u8`.
    of: String,
    /// Place from the beginning of the first array.
    offset: u64,
    bytes: u64,
    crc32: u32,
}

/// The table of contents.
#[derive(Debug, Serialize, Deserialize)]
struct Contents<D> {
    description: D,
    arrays: Vec<Entry>,
}

/// The numbers that files may hold.
pub(crate) trait Number: bytemuck::Pod {
    /// Name in the table of contents.
    const NAME: &'static str;
}

impl Number for u8 {
    const NAME: &'static str = "u8";
}

impl Number for u32 {
    const NAME: &'static str = "u32";
}

impl Number for u64 {
    const NAME: &'static str = "u64";
}

impl Number for f64 {
    const NAME: &'static str = "f64";
}

fn padded_kind(kind: &str) -> [u8; 8] {
    let mut padded = [0; 8];
    padded[..kind.len()].copy_from_slice(kind.as_bytes());
    padded
}
