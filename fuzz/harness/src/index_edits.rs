//! Changes of an index file that leave it a file with right checksums.

use serde_json::Value;

use crate::index_format::{Parts, StoredArray, laid_out, sealed};

/// One change: what is done, to which part, at which place, with which value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit {
    pub(crate) what: u8,
    pub(crate) part: u8,
    pub(crate) place: u16,
    pub(crate) value: u8,
}

/// Bytes of one edit.
const EDIT: usize = 5;

/// Reads edits, five bytes each; what is left over is none.
pub(crate) fn edits(bytes: &[u8]) -> impl Iterator<Item = Edit> {
    bytes.chunks_exact(EDIT).take(12).map(|e| Edit {
        what: e[0],
        part: e[1],
        place: u16::from_le_bytes([e[2], e[3]]),
        value: e[4],
    })
}

/// Numbers that sit on some border.
const WHOLE: [u64; 12] = [
    0,
    1,
    2,
    3,
    7,
    8,
    63,
    64,
    0x7FFF_FFFF,
    0xFFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF,
    u64::MAX,
];
const REAL: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-12,
    5e-324,
    1e100,
    -1e100,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const WORDS: [&str; 12] = [
    "bm25",
    "tfidf",
    "lsa",
    "char(2,3)",
    "char(1,1)",
    "char(3,3)",
    "char(0,9)",
    "lucene",
    "a b",
    "",
    "lsa_1",
    "docids/text",
];
const TYPES: [&str; 4] = ["u8", "u32", "u64", "f64"];

impl Edit {
    /// Changes an array, or which arrays there are. Edits of another kind leave everything as it is.
    pub(crate) fn change_arrays(self, parts: &mut Parts) {
        if parts.arrays.is_empty() {
            return;
        }
        let n = parts.arrays.len();
        let (part, other) = (usize::from(self.part) % n, usize::from(self.value) % n);
        match self.what % 16 {
            0..=3 => self.set_element(&mut parts.arrays[part]),
            4 => {
                let bytes = &mut parts.arrays[part].bytes;
                bytes.truncate(usize::from(self.place) % (bytes.len() + 1));
            }
            5 => {
                let bytes = &mut parts.arrays[part].bytes;
                let tail = bytes[bytes.len().saturating_sub(8 * usize::from(self.value % 9))..].to_vec();
                bytes.extend_from_slice(&tail);
            }
            6 => drop(parts.arrays.remove(part)),
            7 => parts.arrays[part].name = parts.arrays[other].name.clone(),
            8 => parts.arrays[part].of = TYPES[usize::from(self.value) % 4].to_owned(),
            9 => parts.arrays[part].bytes = parts.arrays[other].bytes.clone(),
            10 => parts.arrays.swap(part, other),
            _ => {}
        }
    }

    /// Sets a number of an array: to one of a list, to another of the array, or a byte further.
    fn set_element(self, array: &mut StoredArray) {
        let (of, bytes) = (array.of.as_str(), &mut array.bytes);
        let width = match of {
            "u8" => 1,
            "u32" => 4,
            _ => 8,
        };
        let n = bytes.len() / width;
        if n == 0 {
            return;
        }
        let at = usize::from(self.place) % n * width;
        let value = usize::from(self.value);
        if self.what % 16 == 3 {
            bytes[at] = bytes[at].wrapping_add(self.value);
        } else if value >= 128 {
            bytes.copy_within(value % n * width..(value % n + 1) * width, at);
        } else {
            let number = match of {
                "f64" => REAL[value % REAL.len()].to_bits(),
                _ => WHOLE[value % WHOLE.len()],
            };
            bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
        }
    }

    /// Changes the table of contents. Edits of another kind leave it as it is.
    pub(crate) fn change_contents(self, contents: &mut Value) {
        let value = usize::from(self.value);
        match self.what % 16 {
            11 => {
                if let Some(leaf) = nth(contents, usize::from(self.place), &|v| v.is_number()) {
                    *leaf = match value % 16 {
                        15 => Value::from(-1),
                        14 => Value::from(1e308),
                        13 => Value::from(leaf.as_u64().unwrap_or(0).wrapping_add(64)),
                        12 => Value::from(leaf.as_u64().unwrap_or(0).wrapping_add(1)),
                        i => Value::from(WHOLE[i]),
                    };
                }
            }
            12 => {
                if let Some(leaf) = nth(contents, usize::from(self.place), &|v| v.is_string()) {
                    *leaf = Value::from(WORDS[value % WORDS.len()]);
                }
            }
            13 => {
                if let Some(Value::Array(list)) =
                    nth(contents, usize::from(self.place % 8), &|v| v.is_array())
                    && !list.is_empty()
                {
                    let at = usize::from(self.part) % list.len();
                    match value % 3 {
                        0 => drop(list.remove(at)),
                        1 => list.push(list[at].clone()),
                        _ => list.swap(at, 0),
                    }
                }
            }
            14 => {
                if let Some(Value::Object(map)) =
                    nth(contents, usize::from(self.place % 32), &|v| v.is_object())
                    && let Some(key) = map.keys().nth(usize::from(self.part) % map.len().max(1)).cloned()
                {
                    map.shift_remove(&key);
                }
            }
            _ => {}
        }
    }
}

/// The `n`th value of a kind, from the front and from 0, counting on from the beginning when there are fewer.
fn nth<'v>(value: &'v mut Value, n: usize, wanted: &dyn Fn(&Value) -> bool) -> Option<&'v mut Value> {
    let mut still = n % count(value, wanted).max(1);
    find(value, &mut still, wanted)
}

fn count(value: &Value, wanted: &dyn Fn(&Value) -> bool) -> usize {
    let inside: usize = match value {
        Value::Array(list) => list.iter().map(|v| count(v, wanted)).sum(),
        Value::Object(map) => map.values().map(|v| count(v, wanted)).sum(),
        _ => 0,
    };
    inside + usize::from(wanted(value))
}

fn find<'v>(value: &'v mut Value, n: &mut usize, wanted: &dyn Fn(&Value) -> bool) -> Option<&'v mut Value> {
    if wanted(value) {
        if *n == 0 {
            return Some(value);
        }
        *n -= 1;
    }
    match value {
        Value::Array(list) => list.iter_mut().find_map(|v| find(v, n, wanted)),
        Value::Object(map) => map.values_mut().find_map(|v| find(v, n, wanted)),
        _ => None,
    }
}

/// A file with all edits made, first those of arrays, then those of the table of contents.
pub(crate) fn edited(mut parts: Parts, edits: &[Edit]) -> Vec<u8> {
    for edit in edits {
        edit.change_arrays(&mut parts);
    }
    let (mut contents, body) = laid_out(&parts);
    for edit in edits {
        edit.change_contents(&mut contents);
    }
    sealed(&contents, &body)
}
