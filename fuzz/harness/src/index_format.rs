//! The format of index files a second time, as `crates/index/src/store` documents it: taken apart and sealed again.

use serde_json::{Value, json};

const HEADER: usize = 64;
const ALIGNMENT: usize = 64;

/// A file in parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) description: Value,
    pub(crate) arrays: Vec<StoredArray>,
}

#[derive(Clone, Debug)]
pub(crate) struct StoredArray {
    pub(crate) name: String,
    /// `u8`, `u32`, `u64` or `f64`.
    pub(crate) of: String,
    pub(crate) bytes: Vec<u8>,
}

/// The parts of a file that is undamaged.
pub(crate) fn split(file: &[u8]) -> Option<Parts> {
    let contents: Value = serde_json::from_slice(file.get(HEADER..contents_end(file)?)?).ok()?;
    let first = contents_end(file)?.next_multiple_of(ALIGNMENT);
    let array = |entry: &Value| {
        let place = place(entry, first)?;
        Some(StoredArray {
            name: entry["name"].as_str()?.to_owned(),
            of: entry["of"].as_str()?.to_owned(),
            bytes: file.get(place)?.to_owned(),
        })
    };
    Some(Parts {
        description: contents["description"].clone(),
        arrays: contents["arrays"]
            .as_array()?
            .iter()
            .map(array)
            .collect::<Option<_>>()?,
    })
}

/// The table of contents of these parts, without checksums, and what stands behind it.
pub(crate) fn laid_out(parts: &Parts) -> (Value, Vec<u8>) {
    let mut entries = Vec::new();
    let mut body: Vec<u8> = Vec::new();
    for array in &parts.arrays {
        body.resize(body.len().next_multiple_of(ALIGNMENT), 0);
        entries.push(json!({
            "name": array.name, "of": array.of, "offset": body.len(), "bytes": array.bytes.len(),
            "crc32": 0,
        }));
        body.extend_from_slice(&array.bytes);
    }
    (json!({"description": parts.description, "arrays": entries}), body)
}

/// A file of this table of contents, whatever it says, and of the bytes behind it.
pub(crate) fn sealed(contents: &Value, body: &[u8]) -> Vec<u8> {
    let contents = contents.to_string();
    let mut file = b"SOKUTEI\nindex\0\0\0".to_vec();
    file.extend_from_slice(&1u32.to_le_bytes());
    file.resize(HEADER, 0);
    file.extend_from_slice(contents.as_bytes());
    file[24..32].copy_from_slice(&(contents.len() as u64).to_le_bytes());
    file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
    file.extend_from_slice(body);
    reseal(&mut file);
    file
}

/// Makes length and checksums of a file right, as far as it can be taken apart.
pub(crate) fn reseal(file: &mut Vec<u8>) {
    let Some(end) = contents_end(file).filter(|end| *end <= file.len()) else {
        return;
    };
    if let Ok(mut contents) = serde_json::from_slice::<Value>(&file[HEADER..end])
        && correct_sums(
            &mut contents,
            &file[end.next_multiple_of(ALIGNMENT).min(file.len())..],
        )
    {
        // a checksum of other length moves what follows
        let body = file.split_off(end.next_multiple_of(ALIGNMENT).min(file.len()));
        file.truncate(HEADER);
        file.extend_from_slice(contents.to_string().as_bytes());
        let len = (file.len() - HEADER) as u64;
        file[24..32].copy_from_slice(&len.to_le_bytes());
        file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
        file.extend_from_slice(&body);
    }
    let end = contents_end(file).expect("it was just written");
    let (of_contents, whole) = (crc32fast::hash(&file[HEADER..end]), file.len() as u64);
    file[20..24].copy_from_slice(&of_contents.to_le_bytes());
    file[32..40].copy_from_slice(&whole.to_le_bytes());
    let of_header = crc32fast::hash(&file[..60]);
    file[60..64].copy_from_slice(&of_header.to_le_bytes());
}

/// Corrects the checksums in a table of contents; whether one was wrong.
fn correct_sums(contents: &mut Value, body: &[u8]) -> bool {
    let Some(entries) = contents.get_mut("arrays").and_then(Value::as_array_mut) else {
        return false;
    };
    let mut changed = false;
    for entry in entries {
        let sum = place(entry, 0)
            .and_then(|place| body.get(place))
            .map(crc32fast::hash);
        if let (Some(sum), Some(written)) = (sum, entry.get_mut("crc32"))
            && *written != sum
        {
            *written = sum.into();
            changed = true;
        }
    }
    changed
}

fn place(entry: &Value, first: usize) -> Option<std::ops::Range<usize>> {
    let number = |name| usize::try_from(entry.get(name)?.as_u64()?).ok();
    let start = first.checked_add(number("offset")?)?;
    Some(start..start.checked_add(number("bytes")?)?)
}

/// Where the table of contents ends, as the header says.
fn contents_end(file: &[u8]) -> Option<usize> {
    let len = u64::from_le_bytes(file.get(24..32)?.try_into().ok()?);
    usize::try_from(len)
        .ok()?
        .checked_add(HEADER)
        .filter(|_| file.len() >= HEADER)
}
