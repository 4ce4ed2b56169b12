//! Bytes → the header of a run.

use sokutei_measures::ir_metadata::Metadata;
use sokutei_measures::{RunHeader, trec};

/// The YAML of a header: what is understood is written as what it is.
pub fn ir_metadata(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let lines: String = text.split('\n').map(|line| format!("# {line}\n")).collect();
    let file = format!(
        "# {}\n{lines}# {}\nq Q0 d 1 1 x\n",
        RunHeader::START,
        RunHeader::END
    );
    let Some(header) = header_of(&file) else {
        return;
    };
    match Metadata::read(&header) {
        Err(error) => assert!(
            (1..=file.split('\n').count()).contains(&error.line),
            "{error}: {file:?}"
        ),
        Ok(metadata) => is_written_and_read(&metadata),
    }
}

fn header_of(file: &str) -> Option<RunHeader> {
    let read = trec::read_run_counted(file.as_bytes(), "x").ok()?;
    assert_eq!(read.run.n_rows(), 1);
    read.header
}

fn is_written_and_read(metadata: &Metadata) {
    let json = metadata.to_json();
    let keys = metadata.unknown_keys().count();
    assert!(keys <= metadata.entries.len());
    let written = format!("{metadata}q Q0 d 1 1 x\n");
    let header = header_of(&written).unwrap_or_else(|| panic!("no header in {written:?}"));
    let again = Metadata::read(&header).unwrap_or_else(|e| panic!("{e}: {written:?}"));
    assert_eq!(again.to_json(), json, "{written:?}");
    assert_eq!(format!("{again}q Q0 d 1 1 x\n"), written);
}
