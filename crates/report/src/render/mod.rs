//! One renderer per format, all over the same model.

mod json;
mod markdown;
mod text;

pub use json::json;
pub use markdown::markdown;
pub use text::text;
