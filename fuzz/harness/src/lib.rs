//! What must hold for any input, as functions of bytes that panic when it does not.
//!
//! Each function is one fuzz target: `fuzz/fuzz_targets/` hands it what the fuzzer makes up, `tests/replay.rs` what was kept
//! in `fuzz/seeds/` and `fuzz/found/`. So whatever a fuzzer found once is looked at again by every `cargo test`, without a
//! fuzzer. Expectations come from definitions written down a second time here (difflib's, the measures', the index format's)
//! or from laws; never from what the program gave before.

mod article;
mod difflib;
mod evaluation;
mod formats;
mod index_edits;
mod index_file;
mod index_format;
mod ir_metadata;
mod jsonl;
mod lines;
mod matching;
mod measure_name;
mod trec;

pub use article::article;
pub use formats::formats;
pub use index_file::index_file;
pub use ir_metadata::ir_metadata;
pub use jsonl::jsonl;
pub use matching::matching;
pub use measure_name::measure_name;
pub use trec::trec;

/// What a fuzzer calls with each of its inputs.
pub type Target = fn(&[u8]);

/// Every target under its name, which is also the name of its folders.
pub const TARGETS: [(&str, Target); 8] = [
    ("article", article),
    ("matching", matching),
    ("trec", trec),
    ("formats", formats),
    ("index_file", index_file),
    ("ir_metadata", ir_metadata),
    ("jsonl", jsonl),
    ("measure_name", measure_name),
];
