//! A document of YAML as a tree.

use serde_json::{Map, Value};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A single value.
    Scalar(Scalar),
    /// Values in order.
    Sequence(Vec<Node>),
    /// Keys with values, in order.
    Mapping(Vec<(Scalar, Node)>),
}

/// A single value, as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scalar {
    /// The text, without quotes.
    pub text: String,
    /// Whether it stood without quotes, so that it may be a number, a truth value or null.
    pub is_plain: bool,
    /// Words for people behind it; written, never read.
    pub comment: Option<String>,
}

impl Scalar {
    /// Text, which is written in quotes.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_plain: false,
            comment: None,
        }
    }

    /// What is written without quotes: a number, a truth value, a key of letters.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            is_plain: true,
            ..Self::text(text)
        }
    }

    /// The same with words for people behind it.
    #[must_use]
    pub fn with_comment(self, comment: impl Into<String>) -> Self {
        Self {
            comment: Some(comment.into()),
            ..self
        }
    }
}

impl Node {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Scalar(Scalar::text(text))
    }

    /// What is written without quotes.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Scalar(Scalar::plain(text))
    }

    /// Keys with values.
    #[must_use]
    pub fn mapping<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::Mapping(entries.map(|(key, value)| (Scalar::plain(key), value)).into())
    }

    /// Whether nothing is there.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.is_null())
    }

    /// The entries of a mapping; nothing becomes one without entries.
    pub(super) fn as_mapping(&mut self) -> Option<&mut Vec<(Scalar, Self)>> {
        if self.is_null() {
            *self = Self::Mapping(Vec::new());
        }
        match self {
            Self::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The values of a sequence; nothing becomes one without values, a single value the first of one.
    pub fn as_sequence(&mut self) -> Option<&mut Vec<Self>> {
        if self.is_null() {
            *self = Self::Sequence(Vec::new());
        } else if matches!(self, Self::Scalar(_)) {
            let first = std::mem::replace(self, Self::Sequence(Vec::new()));
            *self = Self::Sequence(vec![first]);
        }
        match self {
            Self::Sequence(values) => Some(values),
            _ => None,
        }
    }

    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Scalar(scalar) => scalar.to_json(),
            Self::Sequence(values) => values.iter().map(Self::to_json).collect(),
            Self::Mapping(entries) => mapping_to_json(entries),
        }
    }
}

/// The value of a key, which is null if it was not there.
pub(super) fn value_of<'a>(entries: &'a mut Vec<(Scalar, Node)>, key: &str) -> &'a mut Node {
    let at = entries.iter().position(|(known, _)| known.text == key);
    let at = at.unwrap_or_else(|| {
        entries.push((Scalar::plain(key), Node::plain("")));
        entries.len() - 1
    });
    &mut entries[at].1
}

pub(super) fn mapping_to_json(entries: &[(Scalar, Node)]) -> Value {
    let entries = entries
        .iter()
        .map(|(key, value)| (key.text.clone(), value.to_json()));
    Value::Object(entries.collect::<Map<_, _>>())
}
