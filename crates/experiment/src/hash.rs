//! SHA-256 in hexadecimal, of bytes and of ordered parts.

use sha2::{Digest as _, Sha256};

/// SHA-256 of `bytes`, 64 lower-case hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of named parts in their order; lengths go in too, so that no two lists of parts read the same.
pub(crate) fn sha256_parts<'a>(parts: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hash = Sha256::new();
    for (name, bytes) in parts {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    hex(&hash.finalize())
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_abc_is_the_standards_example() {
        // FIPS 180-4, example "abc"
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn parts_are_not_confused_when_joined() {
        assert_ne!(
            sha256_parts([("a", b"bc".as_slice())]),
            sha256_parts([("ab", b"c".as_slice())])
        );
    }
}
