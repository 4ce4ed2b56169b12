//! Numbers that are either ours or a window into an index file.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use bytemuck::Pod;

use super::FileBytes;

/// A slice of `T`: built in memory, or lying in a loaded file without having been copied.
///
/// Everything that searches sees only the slice.
pub(crate) enum Array<T: Pod> {
    /// Built here.
    Owned(Vec<T>),
    /// A window into a loaded file.
    Stored(Window<T>),
}

/// `len` numbers of a file from byte `start`; alignment and bounds were checked by [`Array::stored`].
pub(crate) struct Window<T> {
    file: Arc<FileBytes>,
    start: usize,
    len_bytes: usize,
    of: PhantomData<T>,
}

impl<T: Pod> Array<T> {
    /// The numbers in `len_bytes` bytes of `file` from `start` on.
    ///
    /// `None` if they go past the end, do not divide into whole numbers, or do not lie where such numbers may lie.
    pub(crate) fn stored(file: &Arc<FileBytes>, start: usize, len_bytes: usize) -> Option<Self> {
        let bytes = file.bytes().get(start..start.checked_add(len_bytes)?)?;
        bytemuck::try_cast_slice::<u8, T>(bytes).ok()?;
        Some(Self::Stored(Window {
            file: Arc::clone(file),
            start,
            len_bytes,
            of: PhantomData,
        }))
    }
}

impl<T: Pod> Deref for Array<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(numbers) => numbers,
            Self::Stored(w) => bytemuck::cast_slice(&w.file.bytes()[w.start..w.start + w.len_bytes]),
        }
    }
}

impl<T: Pod> From<Vec<T>> for Array<T> {
    fn from(numbers: Vec<T>) -> Self {
        Self::Owned(numbers)
    }
}

impl<T: Pod> Default for Array<T> {
    fn default() -> Self {
        Self::Owned(Vec::new())
    }
}

impl<T: Pod> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.len(), std::any::type_name::<T>())
    }
}
