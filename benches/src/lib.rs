//! Inputs for the benches: made in code from a seed, of any size, so that a bench needs no files.
//!
//! * [`words`]: made-up Japanese that has about as many different n-grams as real articles of its length
//! * [`collection`]: sections, and questions of which one knows the section they came from
//! * [`pages`]: the same sections as HTML, with what a reader must find in it
//! * [`values`]: values of a measure, one per topic, for two systems
//!
//! Each bench asks one question, which is its file name, and compares results with a plain implementation before it takes
//! any time: `cargo bench --package sokutei-benches --bench ngram_counting -- --quick`. All cores take part unless
//! `RAYON_NUM_THREADS` says otherwise. Times of the whole program are another matter, see `runs/README.md`.

pub mod collection;
pub mod pages;
pub mod values;
pub mod words;

/// Seed of every input, so that two people time the same work.
pub const SEED: u64 = 20_261_130;
