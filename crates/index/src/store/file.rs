//! The bytes of a file, mapped or read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::mapped::Mapped;

/// How a file comes into memory. The results are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loading {
    /// Mapped: pages come when they are touched, and are shared between processes. Do not change the file meanwhile.
    #[default]
    Mapped,
    /// Read whole, for file systems that cannot map or files that may be overwritten in place.
    Read,
}

/// The bytes of a file, beginning where an `f64` may begin.
pub(crate) enum FileBytes {
    Mapped(Mapped),
    /// Eight bytes to a number, for the alignment; the file's length in bytes.
    Read(Vec<u64>, usize),
}

impl FileBytes {
    pub(crate) fn open(path: &Path, loading: Loading) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        match loading {
            // an empty file cannot be mapped; it is refused later, by its length
            Loading::Mapped if len > 0 => Mapped::open(&file).map(Self::Mapped),
            Loading::Mapped | Loading::Read => {
                let mut numbers = vec![0u64; len.div_ceil(8)];
                file.read_exact(&mut bytemuck::cast_slice_mut(&mut numbers)[..len])?;
                Ok(Self::Read(numbers, len))
            }
        }
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => mapped.bytes(),
            Self::Read(numbers, len) => &bytemuck::cast_slice(numbers)[..*len],
        }
    }
}

impl fmt::Debug for FileBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes().len())
    }
}
