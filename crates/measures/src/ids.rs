//! Names of documents and topics: opaque strings that TREC's white-space separated files can carry.

use std::borrow::Borrow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smol_str::SmolStr;

/// Why a string cannot be a [`Docid`], a [`TopicId`] or a [`SubtopicId`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// The string has no characters.
    #[error("{kind} is empty")]
    Empty {
        /// `"docid"`, `"topic id"` or `"subtopic"`.
        kind: &'static str,
    },
    /// The string holds white space, which would end a column of a TREC file.
    #[error(
        "{kind} {id:?} holds white space (U+{:04X}, character {position}); percent-encode it, as in a%20b",
        *.character as u32
    )]
    WhiteSpace {
        /// `"docid"`, `"topic id"` or `"subtopic"`.
        kind: &'static str,
        /// The string as given.
        id: String,
        /// The first white-space character.
        character: char,
        /// Its place, counted in characters from 1.
        position: usize,
    },
}

/// White space as Python's `str.split` sees it: Unicode's White_Space and the separators U+001C to U+001F.
fn is_white_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn check(kind: &'static str, id: &str) -> Result<(), IdError> {
    if id.is_empty() {
        return Err(IdError::Empty { kind });
    }
    if id.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(());
    }
    match id.chars().enumerate().find(|&(_, c)| is_white_space(c)) {
        None => Ok(()),
        Some((i, character)) => Err(IdError::WhiteSpace {
            kind,
            id: id.to_owned(),
            character,
            position: i + 1,
        }),
    }
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(SmolStr);

        impl $name {
            /// Takes the string as it is: nothing is trimmed, cut or decoded.
            ///
            /// # Errors
            ///
            /// An empty string, or one that holds white space.
            pub fn new(id: impl AsRef<str>) -> Result<Self, IdError> {
                let id = id.as_ref();
                check($kind, id)?;
                Ok(Self(SmolStr::new(id)))
            }

            /// The string itself.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(s: &str) -> Result<Self, IdError> {
                Self::new(s)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = String::deserialize(deserializer)?;
                Self::new(id).map_err(de::Error::custom)
            }
        }
    };
}

id_type! {
    /// Public name of a retrievable unit: `t128#2`, `guide/port#3`, `文書1`.
    ///
    /// Any UTF-8 without white space; `#`, `/`, `:` and `%` have no meaning here, and an article is never
    /// read out of it. Up to 23 bytes lie in the id itself, longer ones are shared by
    /// its clones. Ordered by bytes, which for UTF-8 is by code point.
    ///
    /// ```
    /// use sokutei_measures::Docid;
    ///
    /// assert_eq!(Docid::new("t128#2")?.as_str(), "t128#2");
    /// assert!(Docid::new("t128 2").is_err());
    /// # Ok::<(), sokutei_measures::IdError>(())
    /// ```
    Docid, "docid"
}

id_type! {
    /// Name of one information need: `q308`.
    ///
    /// Same rules as [`Docid`]; a type of its own, so that the two cannot be exchanged.
    TopicId, "topic id"
}

id_type! {
    /// Name of one of the things that a topic may mean: the second column of TREC's subtopic qrels.
    ///
    /// ```
    /// use sokutei_measures::SubtopicId;
    ///
    /// assert_eq!(SubtopicId::new("2")?.as_str(), "2");
    /// # Ok::<(), sokutei_measures::IdError>(())
    /// ```
    SubtopicId, "subtopic"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_every_character_that_is_not_white_space() {
        let long = "x".repeat(80);
        for id in ["t128#2", "a/b:c%20d", "文書1#２", "#", long.as_str()] {
            assert_eq!(Docid::new(id).unwrap().to_string(), id);
            assert_eq!(TopicId::new(id).unwrap().as_str(), id);
        }
    }

    #[test]
    fn white_space_of_any_script_is_refused_with_its_place() {
        for c in [' ', '\t', '\n', '\u{a0}', '\u{3000}', '\u{85}', '\u{1c}'] {
            let error = Docid::new(format!("ab{c}d")).unwrap_err();
            assert!(matches!(error, IdError::WhiteSpace { character, position: 3, .. } if character == c));
        }
        let message = Docid::new("a b").unwrap_err().to_string();
        assert_eq!(
            message,
            "docid \"a b\" holds white space (U+0020, character 2); percent-encode it, as in a%20b"
        );
        assert_eq!(TopicId::new("").unwrap_err().to_string(), "topic id is empty");
    }

    #[test]
    fn ids_travel_through_json_as_plain_strings() {
        let id = Docid::new("t1#0").unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"t1#0\"");
        assert_eq!(serde_json::from_str::<Docid>("\"t1#0\"").unwrap(), id);
        assert!(serde_json::from_str::<Docid>("\"t1 0\"").is_err());
    }

    #[test]
    fn ids_are_ordered_by_bytes() {
        let mut ids: Vec<Docid> = ["t10", "t9", "T1", "あ", "t1#1"]
            .map(|s| Docid::new(s).unwrap())
            .into();
        ids.sort();
        assert_eq!(
            ids.iter().map(Docid::as_str).collect::<Vec<_>>(),
            ["T1", "t1#1", "t10", "t9", "あ"]
        );
    }
}
