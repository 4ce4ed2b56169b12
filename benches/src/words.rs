//! Made-up Japanese: words of kanji, katakana or Latin letters, each followed by hiragana.
//!
//! What an n-gram index costs depends on how many different n-grams there are and on how they are spread. Frequencies
//! here follow Zipf's law at three levels: characters within their script, words within the language, and words within an
//! article, which has favourites of its own. 400,000 characters made so hold about 33,000 different 2-grams and 119,000
//! 3-grams; the same length of the bundled articles holds 30,500 and 123,000.

use sokutei_measures::stats::NumpyRng;

/// Words of the language.
const VOCABULARY: usize = 4000;
/// Different hiragana endings.
const ENDINGS: usize = 60;
/// Favourite words of an article.
const FAVOURITES: usize = 60;
/// How often an article takes one of its favourites.
const OWN: f64 = 0.6;

/// Draws ranks from 0 by Zipf's law: rank r with a weight of (r + 1 + shift) to the power of −exponent.
struct Zipf {
    cumulative: Vec<f64>,
}

impl Zipf {
    fn new(n: usize, exponent: f64, shift: f64) -> Self {
        let mut sum = 0.0;
        let weights = (0..n).map(|rank| (rank as f64 + 1.0 + shift).powf(-exponent));
        let cumulative = weights.map(|weight| {
            sum += weight;
            sum
        });
        Self {
            cumulative: cumulative.collect(),
        }
    }

    fn draw(&self, rng: &mut NumpyRng) -> usize {
        let last = self.cumulative.len() - 1;
        let at = rng.random() * self.cumulative[last];
        self.cumulative.partition_point(|&c| c < at).min(last)
    }
}

/// A whole number below `n`.
pub(crate) fn below(rng: &mut NumpyRng, n: usize) -> usize {
    rng.integers(n as u64).expect("n is at least 1") as usize
}

/// A language: its words, and how often each is used.
pub struct Language {
    words: Vec<String>,
    endings: Vec<String>,
    word_ranks: Zipf,
    ending_ranks: Zipf,
    favourite_ranks: Zipf,
}

impl Language {
    /// The language of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = NumpyRng::new(seed);
        let scripts = Scripts::new();
        Self {
            words: (0..VOCABULARY).map(|_| scripts.word(&mut rng)).collect(),
            endings: (0..ENDINGS).map(|_| scripts.ending(&mut rng)).collect(),
            word_ranks: Zipf::new(VOCABULARY, 1.2, 1.7),
            ending_ranks: Zipf::new(ENDINGS, 1.0, 1.0),
            favourite_ranks: Zipf::new(FAVOURITES, 1.0, 1.7),
        }
    }

    /// The favourite words of one article.
    pub fn favourites(&self, rng: &mut NumpyRng) -> Vec<usize> {
        (0..FAVOURITES).map(|_| below(rng, VOCABULARY)).collect()
    }

    /// A piece of text of at least `len_chars` characters, which may end in the middle of a sentence.
    pub fn text(&self, rng: &mut NumpyRng, favourites: &[usize], len_chars: usize) -> String {
        let (mut text, mut len, mut n_words) = (String::new(), 0, 0);
        while len < len_chars {
            let word = if rng.random() < OWN {
                favourites[self.favourite_ranks.draw(rng)]
            } else {
                self.word_ranks.draw(rng)
            };
            let mark = match n_words % 7 {
                6 if rng.random() < 0.6 => "、",
                6 => "。 ",
                _ => "",
            };
            for part in [
                &self.words[word],
                &self.endings[self.ending_ranks.draw(rng)],
                mark,
            ] {
                text.push_str(part);
                len += part.chars().count();
            }
            n_words += 1;
        }
        text
    }
}

/// The characters of each script, frequent ones first.
struct Scripts {
    kanji: (Vec<char>, Zipf),
    hiragana: (Vec<char>, Zipf),
    katakana: (Vec<char>, Zipf),
    latin: (Vec<char>, Zipf),
}

impl Scripts {
    fn new() -> Self {
        // every 17th kanji: 1,200 of them over the whole block; which ones does not matter
        let kanji = (0..1200)
            .filter_map(|i| char::from_u32(0x4e00 + 17 * i))
            .collect();
        Self {
            kanji: (kanji, Zipf::new(1200, 0.8, 1.7)),
            hiragana: (('あ'..='ん').collect(), Zipf::new(82, 0.8, 1.7)),
            katakana: (('ア'..='ン').collect(), Zipf::new(82, 0.7, 1.7)),
            latin: (
                "etaoinsrhldcumfpgwybvk0123456789xjqz".chars().collect(),
                Zipf::new(36, 0.5, 1.7),
            ),
        }
    }

    fn string(rng: &mut NumpyRng, (chars, ranks): &(Vec<char>, Zipf), len: usize) -> String {
        (0..len).map(|_| chars[ranks.draw(rng)]).collect()
    }

    fn word(&self, rng: &mut NumpyRng) -> String {
        match rng.random() {
            x if x < 0.6 => {
                let len = [1, 2, 2, 2, 3][below(rng, 5)];
                Self::string(rng, &self.kanji, len)
            }
            x if x < 0.8 => {
                let len = 2 + below(rng, 5);
                Self::string(rng, &self.katakana, len)
            }
            _ => {
                let len = 2 + below(rng, 7);
                Self::string(rng, &self.latin, len)
            }
        }
    }

    fn ending(&self, rng: &mut NumpyRng) -> String {
        let len = [1, 1, 2, 2, 3, 4][below(rng, 6)];
        Self::string(rng, &self.hiragana, len)
    }
}
