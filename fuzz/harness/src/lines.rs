//! The lines of a file, for errors that name one.

/// Number of lines; what stands behind the last line feed is one, if it is anything.
pub(crate) fn count(bytes: &[u8]) -> usize {
    each(bytes).count()
}

/// The first `n` lines, each with its line feed.
pub(crate) fn first(bytes: &[u8], n: usize) -> &[u8] {
    &bytes[..each(bytes).take(n).map(<[u8]>::len).sum()]
}

/// Line `n`, from 1.
pub(crate) fn line(bytes: &[u8], n: usize) -> &[u8] {
    each(bytes).nth(n - 1).expect("a line that exists")
}

/// The lines, each with its line feed.
pub(crate) fn each(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n')
}
