//! Random numbers: numpy's stream, and rows of draws that many value vectors share.

mod draws;
mod generator;
mod numpy_rng;
mod seed_sequence;
mod shuffles;
mod ziggurat;
mod ziggurat_tables;

pub use generator::Generator;
pub use numpy_rng::NumpyRng;

pub(in crate::stats) use draws::{Indexes, Rows, Signs, Weights};
pub(crate) use generator::{Purpose, of_replicate};

pub(in crate::stats) use generator::Source;
pub(in crate::stats) use shuffles::Shuffles;
