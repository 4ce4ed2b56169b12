//! The report as plain data, and its renderers: text, Markdown, JSON.
