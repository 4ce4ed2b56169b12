//! Sections of articles, and questions of which one knows the answer.

use sokutei_measures::stats::NumpyRng;
use sokutei_measures::{Docid, TopicId};

use crate::words::{Language, below};

/// Sections per article, as many as the article's corpus has.
const PER_ARTICLE: usize = 12;
/// Mean length of a section in characters.
const LEN_CHARS: usize = 400;

/// A section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its article, from 0.
    pub article: usize,
    /// Its heading: one line.
    pub heading: String,
    /// Its text: lines of one paragraph each.
    pub text: String,
}

/// Sections in corpus order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    /// The sections; those of one article stand together.
    pub sections: Vec<Section>,
}

/// What somebody wants to know, and the section they read it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The query.
    pub query: String,
    /// Place of the section in the corpus, from 0.
    pub section: usize,
}

impl Collection {
    /// `n` sections of about 400 characters. The first sections of a longer collection of the same seed are the same.
    #[must_use]
    pub fn new(n: usize, seed: u64) -> Self {
        let language = Language::new(seed);
        let mut rng = NumpyRng::new(seed + 1);
        let mut favourites = Vec::new();
        let section = |i: usize| {
            if i.is_multiple_of(PER_ARTICLE) {
                favourites = language.favourites(&mut rng);
            }
            let heading = 8 + below(&mut rng, 12);
            let heading = language.text(&mut rng, &favourites, heading);
            // lengths from 0.3 to 1.7 of the mean, in paragraphs of up to 150 characters
            let mut left = LEN_CHARS * (3 + below(&mut rng, 15)) / 10;
            let mut paragraphs = Vec::new();
            while left > 0 {
                let paragraph = left.min(150);
                paragraphs.push(language.text(&mut rng, &favourites, paragraph).trim().to_owned());
                left -= paragraph;
            }
            Section {
                article: i / PER_ARTICLE,
                heading: heading.trim().to_owned(),
                text: paragraphs.join("\n"),
            }
        };
        Self {
            sections: (0..n).map(section).collect(),
        }
    }

    /// What is searched: heading, line feed, text.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let text = |s: &Section| format!("{}\n{}", s.heading, s.text);
        self.sections.iter().map(text).collect()
    }

    /// Their ids: `t0#0`, `t0#1`, ….
    #[must_use]
    pub fn docids(&self) -> Vec<Docid> {
        let id = |i: usize| format!("t{}#{}", i / PER_ARTICLE, i % PER_ARTICLE);
        let ids = (0..self.sections.len()).map(|i| Docid::new(id(i)).expect("no white space"));
        ids.collect()
    }

    /// `n` questions of 9 to 26 characters: a piece of a section's heading, and a piece of its text.
    #[must_use]
    pub fn questions(&self, n: usize, seed: u64) -> Vec<Question> {
        let mut rng = NumpyRng::new(seed + 2);
        let piece = |rng: &mut NumpyRng, from: &str, len: usize| -> String {
            let chars: Vec<char> = from.chars().collect();
            let len = len.min(chars.len());
            let start = below(rng, chars.len() - len + 1);
            chars[start..start + len].iter().collect()
        };
        let question = |_| {
            let section = below(&mut rng, self.sections.len());
            let Section { heading, text, .. } = &self.sections[section];
            let (of_heading, of_text) = (3 + below(&mut rng, 8), 5 + below(&mut rng, 10));
            let heading = piece(&mut rng, heading, of_heading);
            let text = piece(&mut rng, text, of_text);
            // on one line, as people type
            let words = [heading.as_str(), text.as_str()];
            let words = words.iter().flat_map(|piece| piece.split_whitespace());
            Question {
                query: words.collect::<Vec<_>>().join(" "),
                section,
            }
        };
        (0..n).map(question).collect()
    }
}

/// The id of the topic of question `i`.
///
/// # Panics
/// Never: the id is a word.
#[must_use]
pub fn topic(i: usize) -> TopicId {
    TopicId::new(format!("q{i}")).expect("no white space")
}
