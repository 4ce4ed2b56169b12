//! Which systems there are, as data: what a plan or an index file says about them.

use std::fmt;

use serde::{Deserialize, Serialize};
use sokutei_text::CharNgrams;

use crate::{Bm25, Bm25Variant, Error};

/// How many terms an LSA keeps unless told otherwise: the number of the article's experiment.
pub const DEFAULT_MAX_TERMS: usize = 30_000;

/// A retrieval system with all its parameters.
///
/// Printed with every choice by name, for reports and manifests: `bm25(char(2,3), k1=1.2, b=0.75, lucene)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SystemSpec {
    /// Okapi BM25.
    Bm25 {
        /// What a term is.
        #[serde(with = "ngrams_by_name")]
        ngrams: CharNgrams,
        /// How fast repetition saturates; ≥ 0.
        k1: f64,
        /// How much the length of a document counts; 0 to 1.
        b: f64,
        /// Which BM25.
        variant: Bm25Variant,
    },
    /// Cosine of TF-IDF vectors: sublinear tf, smooth idf.
    Tfidf {
        /// What a term is.
        #[serde(with = "ngrams_by_name")]
        ngrams: CharNgrams,
    },
    /// Latent semantic analysis: cosine in the space of the leading singular vectors of the TF-IDF matrix.
    Lsa {
        /// What a term is.
        #[serde(with = "ngrams_by_name")]
        ngrams: CharNgrams,
        /// Dimensions of the space.
        dims: usize,
        /// The terms of largest total count that take part; equal counts by code point.
        max_terms: usize,
    },
}

impl SystemSpec {
    /// BM25 in the [`Lucene`](Bm25Variant::Lucene) variant.
    #[must_use]
    pub fn bm25(ngrams: CharNgrams, k1: f64, b: f64) -> Self {
        Self::Bm25 {
            ngrams,
            k1,
            b,
            variant: Bm25Variant::Lucene,
        }
    }

    /// What a term is.
    #[must_use]
    pub fn ngrams(&self) -> CharNgrams {
        match self {
            Self::Bm25 { ngrams, .. } | Self::Tfidf { ngrams } | Self::Lsa { ngrams, .. } => *ngrams,
        }
    }

    /// The formula of a score, for people.
    #[must_use]
    pub fn formula(&self) -> &'static str {
        match self {
            Self::Bm25 {
                variant: Bm25Variant::Lucene,
                ..
            } => {
                "sum of qtf * idf * tf / (tf + k1 * (1 - b + b * len / avg_len)), idf = ln(1 + (N - df + 0.5) / (df + 0.5))"
            }
            Self::Tfidf { .. } => "cosine of weights (1 + ln tf) * idf, idf = ln((1 + N) / (1 + df)) + 1",
            Self::Lsa { .. } => {
                "cosine of q V and the document's row of U S, where U S V' is the truncated SVD of the TF-IDF matrix"
            }
        }
    }

    /// # Errors
    /// [`Error::Parameter`] for one outside its range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let at_least_one = |name, value: usize, expected| match value {
            0 => Err(Error::Parameter {
                name,
                value: value.to_string(),
                expected,
            }),
            _ => Ok(()),
        };
        match *self {
            Self::Bm25 { k1, b, .. } => Bm25::new(k1, b).map(|_| ()),
            Self::Tfidf { .. } => Ok(()),
            Self::Lsa { dims, max_terms, .. } => {
                at_least_one("dims", dims, "at least 1, usually 128 or 256")?;
                at_least_one("max_terms", max_terms, "at least 1, usually 30000")
            }
        }
    }
}

impl fmt::Display for SystemSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bm25 {
                ngrams,
                k1,
                b,
                variant,
            } => write!(f, "bm25({ngrams}, k1={k1}, b={b}, {variant})"),
            Self::Tfidf { ngrams } => write!(f, "tfidf({ngrams}, sublinear, smooth, l2)"),
            Self::Lsa {
                ngrams,
                dims,
                max_terms,
            } => {
                write!(
                    f,
                    "lsa({ngrams}, dims={dims}, max_terms={max_terms}, sublinear, smooth, l2)"
                )
            }
        }
    }
}

/// A system under the tag by which runs and reports name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct System {
    /// One word, unique within an experiment.
    pub tag: String,
    /// What it computes.
    pub spec: SystemSpec,
}

impl System {
    /// A system named `tag`.
    #[must_use]
    pub fn new(tag: impl Into<String>, spec: SystemSpec) -> Self {
        Self {
            tag: tag.into(),
            spec,
        }
    }
}

/// The six systems of the article's experiment, in its order.
///
/// ```
/// let tags: Vec<String> = sokutei_index::article_systems().into_iter().map(|s| s.tag).collect();
/// assert_eq!(tags, ["bm25_2", "bm25_23", "bm25_2_b03", "tfidf_23", "lsa_128", "lsa_256"]);
/// ```
#[must_use]
pub fn article_systems() -> Vec<System> {
    let ngrams = |min, max| CharNgrams::new(min, max).expect("a valid range");
    let lsa = |dims| SystemSpec::Lsa {
        ngrams: ngrams(2, 2),
        dims,
        max_terms: DEFAULT_MAX_TERMS,
    };
    vec![
        System::new("bm25_2", SystemSpec::bm25(ngrams(2, 2), 1.2, 0.75)),
        System::new("bm25_23", SystemSpec::bm25(ngrams(2, 3), 1.2, 0.75)),
        System::new("bm25_2_b03", SystemSpec::bm25(ngrams(2, 2), 1.2, 0.3)),
        System::new("tfidf_23", SystemSpec::Tfidf { ngrams: ngrams(2, 3) }),
        System::new("lsa_128", lsa(128)),
        System::new("lsa_256", lsa(256)),
    ]
}

/// Checks what makes a list of systems usable: tags that are unique words, parameters in range.
pub(crate) fn check_systems(systems: &[System]) -> Result<(), Error> {
    if systems.is_empty() {
        return Err(Error::NoSystems);
    }
    for (i, System { tag, spec }) in systems.iter().enumerate() {
        if tag.is_empty() || tag.contains(sokutei_text::is_space) {
            return Err(Error::Tag(tag.clone()));
        }
        if systems[..i].iter().any(|s| s.tag == *tag) {
            return Err(Error::DuplicateTag(tag.clone()));
        }
        spec.check().map_err(|problem| Error::System {
            tag: tag.clone(),
            problem: Box::new(problem),
        })?;
    }
    Ok(())
}

/// [`CharNgrams`] as its name, `char(2,3)`.
mod ngrams_by_name {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use sokutei_text::CharNgrams;

    #[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde calls
    pub(super) fn serialize<S: Serializer>(ngrams: &CharNgrams, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(ngrams)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<CharNgrams, D::Error> {
        String::deserialize(d)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_travel_through_json_with_their_variants_named() {
        for system in article_systems() {
            let json = serde_json::to_string(&system).expect("plain data");
            assert_eq!(
                serde_json::from_str::<System>(&json).expect("what was written"),
                system
            );
        }
        let json = serde_json::to_string(&article_systems()[1].spec).expect("plain data");
        assert_eq!(
            json,
            r#"{"kind":"bm25","ngrams":"char(2,3)","k1":1.2,"b":0.75,"variant":"lucene"}"#
        );
        assert_eq!(
            article_systems()[1].spec.to_string(),
            "bm25(char(2,3), k1=1.2, b=0.75, lucene)"
        );
    }

    #[test]
    fn an_unnamed_variant_is_refused() {
        let json = r#"{"kind":"bm25","ngrams":"char(2,3)","k1":1.2,"b":0.75}"#;
        assert!(serde_json::from_str::<SystemSpec>(json).is_err());
    }

    #[test]
    fn unusable_lists_of_systems_are_refused_by_name() {
        let refused = |systems: &[System]| check_systems(systems).expect_err("unusable").to_string();
        let [one, two, ..] = &article_systems()[..] else {
            unreachable!()
        };
        assert_eq!(refused(&[]), "no systems: name at least one, such as `bm25_2`");
        assert_eq!(
            refused(&[one.clone(), one.clone()]),
            "two systems have the tag `bm25_2`: give each its own"
        );
        for tag in ["", "my system", "a\tb"] {
            assert!(refused(&[System::new(tag, two.spec.clone())]).contains("a tag is one word"));
        }
        let mut wrong = two.clone();
        wrong.spec = SystemSpec::bm25(two.spec.ngrams(), -1.0, 0.75);
        assert_eq!(
            refused(&[wrong]),
            "system `bm25_23`: k1 = -1: expected a number from 0 up, usually 1.2"
        );
    }
}
