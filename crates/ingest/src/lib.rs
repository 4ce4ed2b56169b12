//! HTML pages to articles and chunks: encodings, visible text, sections at H2, anchors, tables, warnings.
