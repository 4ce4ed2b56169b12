//! Random numbers: numpy's stream, and rows of draws that many value vectors share.

mod draws;
mod numpy_rng;
mod seed_sequence;
mod ziggurat;
mod ziggurat_tables;

pub use numpy_rng::NumpyRng;

pub(in crate::stats) use draws::{Indexes, Rows, Signs};
