//! Normalisation and analysers: what becomes a term, and which white space counts.
//!
//! Everything above this crate asks it two questions: *what does this text look like once width and case no longer
//! matter* ([`nfkc_lower`]) and *which terms does it hold* ([`CharNgrams`]). The crate knows nothing of documents,
//! queries or files.
//!
//! ```
//! use sokutei_text::{CharNgrams, Normalized};
//!
//! let bigrams = CharNgrams::new(2, 2)?;
//! let text = Normalized::new("ＲＤＰの３３８９");
//! let terms: Vec<String> = bigrams.terms(&text).map(|t| t.to_string()).collect();
//! assert_eq!(terms, ["rd", "dp", "pの", "の3", "33", "38", "89"]);
//! # Ok::<(), sokutei_text::Error>(())
//! ```

mod error;
mod ngram;
mod normal;
mod plain;
mod space;

pub use error::Error;
pub use ngram::{CharNgrams, MAX_N, Ngram};
pub use normal::{Normalized, nfkc, nfkc_lower};
pub use space::{is_space, squeeze};
