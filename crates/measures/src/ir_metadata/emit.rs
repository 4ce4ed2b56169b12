//! A tree as lines of YAML in block style.

use std::fmt::Write as _;

use super::{Node, Scalar};

/// The lines, without line ends.
pub(super) fn lines(entries: &[(Scalar, Node)]) -> Vec<String> {
    let mut lines = Vec::new();
    mapping(entries, 0, String::new(), &mut lines);
    lines
}

/// `first` stands before the first entry, instead of blanks: the dash of a sequence.
fn mapping(entries: &[(Scalar, Node)], indent: usize, first: String, lines: &mut Vec<String>) {
    let mut before = first;
    for (key, node) in entries {
        let start = format!("{before}{}:", written(key));
        value(node, indent, start, lines);
        before = " ".repeat(indent);
    }
}

/// A value behind its key.
fn value(node: &Node, indent: usize, start: String, lines: &mut Vec<String>) {
    match node {
        Node::Scalar(scalar) => lines.push(line(start, scalar)),
        Node::Sequence(values) if values.is_empty() => lines.push(format!("{start} []")),
        Node::Mapping(entries) if entries.is_empty() => lines.push(format!("{start} {{}}")),
        Node::Sequence(values) => {
            lines.push(start);
            let before = " ".repeat(indent);
            values
                .iter()
                .for_each(|node| item(node, indent, before.clone(), lines));
        }
        Node::Mapping(entries) => {
            lines.push(start);
            let indent = indent + 2;
            mapping(entries, indent, " ".repeat(indent), lines);
        }
    }
}

/// A value of a sequence.
fn item(node: &Node, indent: usize, before: String, lines: &mut Vec<String>) {
    let start = format!("{before}-");
    let inside = format!("{start} ");
    match node {
        Node::Scalar(scalar) => lines.push(line(start, scalar)),
        Node::Sequence(values) if values.is_empty() => lines.push(format!("{start} []")),
        Node::Mapping(entries) if entries.is_empty() => lines.push(format!("{start} {{}}")),
        Node::Sequence(values) => {
            let mut before = inside;
            for node in values {
                item(node, indent + 2, before, lines);
                before = " ".repeat(indent + 2);
            }
        }
        Node::Mapping(entries) => mapping(entries, indent + 2, inside, lines),
    }
}

fn line(mut start: String, scalar: &Scalar) -> String {
    let text = written(scalar);
    if !text.is_empty() {
        start.push(' ');
        start.push_str(&text);
    }
    if let Some(comment) = &scalar.comment {
        start.push_str(" # ");
        start.extend(comment.chars().filter(|c| !c.is_control()));
    }
    start
}

/// A value in one line: as it was where it had no quotes, otherwise in double quotes, whatever it had.
fn written(scalar: &Scalar) -> String {
    let text = &scalar.text;
    if scalar.is_plain && stands_alone(scalar) {
        return text.clone();
    }
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if is_shown(c) => quoted.push(c),
            c => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
        }
    }
    quoted.push('"');
    quoted
}

/// Whether a value without quotes is read as the same wherever it stands. Text that begins with a sign may mean something else in a block
/// than within brackets, where it may have come from.
fn stands_alone(scalar: &Scalar) -> bool {
    let text = scalar.text.as_str();
    let is_text = scalar.to_json().is_string();
    let begins_with_sign = !text.starts_with(char::is_alphanumeric);
    let may_end_sooner = text.ends_with(':') || text.contains(": ") || text.contains(" #");
    text.chars().all(is_shown) && !(is_text && (begins_with_sign || may_end_sooner))
}

/// Whether a character stands for itself: no line end of any kind, no control character, nothing that turns the order of a line.
fn is_shown(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
