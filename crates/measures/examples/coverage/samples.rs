//! Test sets whose truth is known: values of two systems on topics that have nothing in common, or that come in articles.

use sokutei_measures::stats::{Groups, NumpyRng};

/// How alike two topics of one article are: the correlation of their values.
pub(crate) const ALIKE: f64 = 0.3;
/// Topics of an article, on average.
const TOPICS_PER_ARTICLE: f64 = 4.0;
/// How often the second system has the value of the first.
const SAME: f64 = 0.6;

/// What the values of a topic look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Values {
    /// 1, 1/2, 1/3 … 0, mostly 1 and 0; the second system has the same on three topics of five.
    ReciprocalRank,
    /// 0 or 1, mostly 1; the second system as above.
    Success,
    /// Normal, and so are the differences.
    Normal,
    /// Normal; the second system loses a little on most topics and wins much on some (an exponential difference).
    Skewed,
}

impl Values {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::ReciprocalRank, Self::Success, Self::Normal, Self::Skewed];

    /// As the tables call them.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReciprocalRank => "like RR@10",
            Self::Success => "0 and 1",
            Self::Normal => "normal",
            Self::Skewed => "skewed difference",
        }
    }

    /// The true mean of the first system.
    pub(crate) fn mean(self) -> f64 {
        match self {
            Self::ReciprocalRank => RANKS.iter().map(|(value, share)| value * share).sum(),
            Self::Success => 0.7,
            Self::Normal | Self::Skewed => 0.5,
        }
    }

    /// By how much the second system is better where it is better.
    pub(crate) fn gain(self) -> f64 {
        match self {
            Self::ReciprocalRank => (1.0 - SAME) * self.share_mended() * (1.0 - self.mean()),
            Self::Success => (1.0 - SAME) * self.share_mended() * 0.3,
            Self::Normal | Self::Skewed => 0.1,
        }
    }

    /// How many of the values that it has of its own a better system turns into 1.
    fn share_mended(self) -> f64 {
        if self == Self::Success { 0.8 } else { 0.5 }
    }

    /// Values of both systems on one topic.
    fn draw(self, better: bool, rng: &mut NumpyRng) -> (f64, f64) {
        let shift = if better { self.gain() } else { 0.0 };
        match self {
            Self::ReciprocalRank => self.mostly_alike(better, rng, |u| {
                let mut left = u;
                let found = RANKS.iter().find(|(_, share)| {
                    left -= share;
                    left < 0.0
                });
                found.map_or(0.0, |(value, _)| *value)
            }),
            Self::Success => self.mostly_alike(better, rng, |u| f64::from(u < 0.7)),
            Self::Normal => {
                let x = 0.5 + 0.25 * rng.standard_normal();
                (x, x + shift + 0.35 * rng.standard_normal())
            }
            Self::Skewed => {
                let x = 0.5 + 0.25 * rng.standard_normal();
                (x, x + shift + 0.35 * (-(-rng.random()).ln_1p() - 1.0))
            }
        }
    }

    fn mostly_alike(self, better: bool, rng: &mut NumpyRng, value: impl Fn(f64) -> f64) -> (f64, f64) {
        let x = value(rng.random());
        let own = value(rng.random());
        let mended = better && rng.random() < self.share_mended();
        let own = if mended { 1.0 } else { own };
        (x, if rng.random() < SAME { x } else { own })
    }

    /// Values of several systems on one topic: each has what the topic gives to all, or its own; the last may be better.
    pub(crate) fn of_systems(self, systems: usize, better: bool, rng: &mut NumpyRng) -> Vec<f64> {
        let shared = self.draw(false, rng).0;
        let one = |s: usize| {
            let own = self.draw(false, rng).0;
            let own = if rng.random() < SAME { shared } else { own };
            if better && s + 1 == systems && rng.random() < 0.3 {
                1.0
            } else {
                own
            }
        };
        (0..systems).map(one).collect()
    }
}

/// Values of RR@10 and how often they come.
const RANKS: [(f64, f64); 8] = [
    (1.0, 0.45),
    (1.0 / 2.0, 0.13),
    (1.0 / 3.0, 0.07),
    (1.0 / 4.0, 0.05),
    (1.0 / 5.0, 0.04),
    (1.0 / 7.0, 0.03),
    (1.0 / 10.0, 0.03),
    (0.0, 0.20),
];

/// Whether topics have something in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Topics {
    /// Each for itself.
    Independent,
    /// In articles of 1, 2, 3 … topics, four on average; topics of one article are alike by [`ALIKE`].
    ByArticle,
}

/// A test set.
pub(crate) struct TestSet {
    /// Values of the first system.
    pub(crate) x: Vec<f64>,
    /// Values of the second.
    pub(crate) y: Vec<f64>,
    /// Its articles; each topic its own if they are independent.
    pub(crate) articles: Groups,
}

impl TestSet {
    /// Draws `n` topics.
    ///
    /// A topic of an article takes the article's values with probability √0.3 and else its own: two of them then correlate by 0.3, whatever
    /// the values are, and each alone is as if it were independent.
    pub(crate) fn draw(values: Values, topics: Topics, n: usize, better: bool, rng: &mut NumpyRng) -> Self {
        let articles = match topics {
            Topics::Independent => Groups::new(0..n),
            Topics::ByArticle => articles(n, rng),
        };
        let of_articles: Vec<(f64, f64)> = (0..articles.n_groups())
            .map(|_| values.draw(better, rng))
            .collect();
        let topic = |&article: &usize| {
            let own = values.draw(better, rng);
            if topics == Topics::ByArticle && rng.random() < ALIKE.sqrt() {
                of_articles[article]
            } else {
                own
            }
        };
        let (x, y) = articles.of_topics().iter().map(topic).unzip();
        Self { x, y, articles }
    }

    /// `y - x`.
    pub(crate) fn differences(&self) -> Vec<f64> {
        self.x.iter().zip(&self.y).map(|(x, y)| y - x).collect()
    }
}

/// Sizes by the geometric distribution; the last article takes what is left.
fn articles(n: usize, rng: &mut NumpyRng) -> Groups {
    let mut article = 0;
    Groups::new((0..n).map(|_| {
        let place = article;
        if rng.random() < 1.0 / TOPICS_PER_ARTICLE {
            article += 1;
        }
        place
    }))
}
