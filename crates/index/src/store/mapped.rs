//! A file seen through memory, without reading it.
#![allow(unsafe_code)] // mapping a file is unsafe by nature; see `Mapped::open` for why it is sound here

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// A file mapped into memory, read only.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Maps a file.
    ///
    /// A mapping shows later changes of the file, and the language forbids that bytes behind a slice change. Index files never
    /// change: they are written under a temporary name and renamed when complete, and a new index replaces the file rather than
    /// its content. Measured gain: an index of 60 MB opens in the time of its checksums, and its pages are shared between
    /// processes. The twin without `unsafe` is `FileBytes::Read`; a test holds both to the same results.
    pub(super) fn open(file: &File) -> io::Result<Self> {
        // SAFETY: the file is only read, and not changed in place by this program (above)
        unsafe { Mmap::map(file) }.map(Self)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
