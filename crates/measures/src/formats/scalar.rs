//! Single values of JSON, as the text that a column of TREC would hold.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value that is neither object nor list, or what it is instead.
#[derive(Debug)]
pub(super) enum Scalar<'a> {
    Text(Cow<'a, str>),
    Whole(String),
    Real(f64),
    /// Something else, in words.
    Other(&'static str),
}

impl<'a> Scalar<'a> {
    /// An id: text, or the digits of a whole number.
    pub(super) fn id(self) -> Result<Cow<'a, str>, &'static str> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Whole(digits) => Ok(digits.into()),
            Self::Real(_) => Err("a fractional number"),
            Self::Other(what) => Err(what),
        }
    }

    /// A number; one without a fraction looks like a whole one.
    pub(super) fn number(self) -> Result<Cow<'a, str>, &'static str> {
        match self {
            Self::Whole(digits) => Ok(digits.into()),
            // the digits read back as the same number, and end in no ".0"
            Self::Real(number) => Ok(format!("{number}").into()),
            Self::Text(_) => Err("a string"),
            Self::Other(what) => Err(what),
        }
    }
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a number")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(text.to_owned().into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Whole(number.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Whole(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Real(number))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Other("true or false"))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Other("null"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("a list"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("an object"))
    }
}

/// A key, borrowed where it has no escapes.
#[derive(Debug)]
pub(super) struct Key<'a>(pub(super) Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(text.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(text.to_owned().into()))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

/// Line and byte, from 1, at which serde_json stopped. A line end belongs to the line that it ends.
pub(super) fn place(error: &serde_json::Error, text: &str) -> (usize, usize) {
    match (error.line(), error.column()) {
        (line, 0) if line > 1 => {
            let before = text.split('\n').nth(line - 2).map_or(0, str::len);
            (line - 1, before + 1)
        }
        place => place,
    }
}

/// What serde_json said, without the place, which is told elsewhere.
pub(super) fn words(error: &serde_json::Error, text: &str) -> String {
    let whole = error.to_string();
    let words = whole.rsplit_once(" at line ").map_or(&*whole, |(words, _)| words);
    let hint = if text.contains("NaN") || text.contains("Infinity") {
        "; NaN and Infinity are no JSON: leave such rows out"
    } else {
        ""
    };
    format!("byte {}: {words}{hint}", place(error, text).1)
}
