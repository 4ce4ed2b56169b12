//! Which headings name a section that nobody searches for: FAQ, summary, references.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sokutei_text::{is_space, nfkc_lower};

use crate::Error;

/// How a rule looks at a heading. Both sides are compared after NFKC, lower case and stripping of the ends, so that
/// `ＦＡＱ` and `faq` are one.
///
/// Prints as `contains:…`, `prefix:…` or `exact:…` and parses from that. An empty pattern is refused by
/// [`HeadingPattern::from_str`]; built by hand, it matches as the empty string does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum HeadingPattern {
    /// The heading holds the text anywhere.
    Contains(String),
    /// The heading begins with the text.
    Prefix(String),
    /// The heading is the text.
    Exact(String),
}

/// One named rule of a [`HeadingFilter`]; the name is what reports show.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HeadingRule {
    /// What the rule is about: `faq`, `summary`, `references`. Several rules may share a name.
    pub name: String,
    /// When it applies.
    pub pattern: HeadingPattern,
}

/// The rules by which sections are dropped, in order; the first that applies is the one that is reported.
///
/// The default list is the experiment's: よくある質問 anywhere, a heading that begins with faq, q&a, まとめ, 参考 or 出典,
/// and the headings reference, references and summary.
///
/// ```
/// use sokutei_ingest::HeadingFilter;
///
/// let filter = HeadingFilter::default();
/// assert_eq!(filter.matching("ＦＡＱ（よくある質問）").map(|rule| rule.name.as_str()), Some("faq"));
/// assert_eq!(filter.matching("References").map(|rule| rule.name.as_str()), Some("references"));
/// assert!(filter.matching("Reference architecture").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HeadingFilter {
    /// The rules, tried from the first.
    pub rules: Vec<HeadingRule>,
}

impl HeadingFilter {
    /// A filter that drops nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { rules: Vec::new() }
    }

    /// The first rule that applies to a heading.
    #[must_use]
    pub fn matching(&self, heading: &str) -> Option<&HeadingRule> {
        let heading = folded(heading);
        self.rules
            .iter()
            .find(|rule| rule.pattern.matches_folded(&heading))
    }
}

impl Default for HeadingFilter {
    fn default() -> Self {
        use HeadingPattern::{Contains, Exact, Prefix};
        let rule = |name: &str, pattern: fn(String) -> HeadingPattern, text: &str| HeadingRule {
            name: name.to_owned(),
            pattern: pattern(text.to_owned()),
        };
        Self {
            rules: vec![
                rule("faq", Contains, "よくある質問"),
                rule("faq", Prefix, "faq"),
                rule("faq", Prefix, "q&a"),
                rule("summary", Prefix, "まとめ"),
                rule("summary", Exact, "summary"),
                rule("references", Prefix, "参考"),
                rule("references", Prefix, "出典"),
                rule("references", Exact, "reference"),
                rule("references", Exact, "references"),
            ],
        }
    }
}

impl HeadingPattern {
    /// Whether the pattern applies to a heading.
    #[must_use]
    pub fn matches(&self, heading: &str) -> bool {
        self.matches_folded(&folded(heading))
    }

    fn matches_folded(&self, heading: &str) -> bool {
        match self {
            Self::Contains(text) => heading.contains(&folded(text)),
            Self::Prefix(text) => heading.starts_with(&folded(text)),
            Self::Exact(text) => heading == folded(text),
        }
    }
}

impl fmt::Display for HeadingPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contains(text) => write!(f, "contains:{text}"),
            Self::Prefix(text) => write!(f, "prefix:{text}"),
            Self::Exact(text) => write!(f, "exact:{text}"),
        }
    }
}

impl FromStr for HeadingPattern {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        let unknown = || Error::UnknownHeadingPattern { found: s.to_owned() };
        let (kind, text) = s.split_once(':').ok_or_else(unknown)?;
        let text = text.to_owned();
        if folded(&text).is_empty() {
            return Err(unknown());
        }
        match kind {
            "contains" => Ok(Self::Contains(text)),
            "prefix" => Ok(Self::Prefix(text)),
            "exact" => Ok(Self::Exact(text)),
            _ => Err(unknown()),
        }
    }
}

impl From<HeadingPattern> for String {
    fn from(pattern: HeadingPattern) -> Self {
        pattern.to_string()
    }
}

impl TryFrom<String> for HeadingPattern {
    type Error = Error;

    fn try_from(s: String) -> Result<Self, Error> {
        s.parse()
    }
}

fn folded(heading: &str) -> String {
    let lower = nfkc_lower(heading);
    let stripped = lower.trim_matches(is_space);
    if stripped.len() == lower.len() {
        lower
    } else {
        stripped.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped_by(heading: &str) -> Option<String> {
        HeadingFilter::default()
            .matching(heading)
            .map(|rule| rule.pattern.to_string())
    }

    #[test]
    fn default_rules_drop_what_the_experiment_drops() {
        for (heading, rule) in [
            ("SSHのよくある質問と答え", "contains:よくある質問"),
            ("FAQ", "prefix:faq"),
            ("ｆａｑ：接続", "prefix:faq"),
            ("Q＆Aコーナー", "prefix:q&a"),
            ("まとめと次の一歩", "prefix:まとめ"),
            ("参考文献", "prefix:参考"),
            ("出典・注", "prefix:出典"),
            ("Reference", "exact:reference"),
            ("REFERENCES", "exact:references"),
            ("\u{3000}Summary ", "exact:summary"),
        ] {
            assert_eq!(dropped_by(heading).as_deref(), Some(rule), "{heading}");
        }
    }

    #[test]
    fn default_rules_keep_headings_that_only_look_alike() {
        for heading in [
            "この章のまとめ",
            "Summary of ports",
            "The FAQ file",
            "API reference",
            "References of a type",
            "",
        ] {
            assert_eq!(dropped_by(heading), None, "{heading}");
        }
    }

    #[test]
    fn patterns_of_a_user_are_folded_as_headings_are() {
        let pattern: HeadingPattern = "prefix:ＦＡＱ".parse().expect("a pattern");
        assert!(pattern.matches("faq 1"));
    }

    #[test]
    fn pattern_display_and_parse_are_inverses() {
        for text in ["contains:よくある質問", "prefix:q&a", "exact:a:b"] {
            assert_eq!(
                text.parse::<HeadingPattern>().expect("a pattern").to_string(),
                text
            );
        }
    }

    #[test]
    fn unknown_or_empty_pattern_is_refused_with_the_forms_there_are() {
        for text in ["faq", "regex:^faq", "prefix:", "exact:\u{3000}"] {
            let message = text
                .parse::<HeadingPattern>()
                .expect_err("no pattern")
                .to_string();
            assert_eq!(
                message,
                format!("heading pattern `{text}`: write contains:TEXT, prefix:TEXT or exact:TEXT")
            );
        }
    }

    #[test]
    fn empty_filter_drops_nothing() {
        assert!(HeadingFilter::none().matching("FAQ").is_none());
    }
}
