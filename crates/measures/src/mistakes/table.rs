//! Right and wrong means of all nine slips on one run.

use rustc_hash::FxHashSet;

use super::{Mistake, MistakeKind, wrong};
use crate::cutoff::Cutoff;
use crate::error::Error;
use crate::evaluate::{gains_of, judged_topics, relevant_at};
use crate::formulas;
use crate::ids::{Docid, TopicId};
use crate::measure::{Gains, Measure};
use crate::qrels::Qrels;
use crate::run::Run;
use crate::stats;
use crate::tie_break::TieBreak;

/// The nine slips on one run, in the order of [`MistakeKind::ALL`]; means over all topics of `strict`.
///
/// `strict` holds the documents that were meant, `graded` those and the merely related ones; both cover the same
/// topics. `article_of` names the article of a document, as in [`Run::collapse`]. A topic that the run lacks counts 0.
///
/// ```
/// use sokutei_measures::{Cutoff, Docid, TieBreak, mistakes, worked_example};
///
/// let (run, qrels) = (worked_example::run(), worked_example::qrels());
/// let one_article = |_: &Docid| Docid::new("a").ok();
/// let rows = mistakes::all(&run, &qrels, &qrels, one_article, Cutoff::new(5)?, TieBreak::RankColumn)?;
/// let row = &rows[0];
/// assert_eq!(format!("{} {:.4} {:.4} {:+.4}", row.measure, row.right, row.wrong, row.effect()), "nDCG@5 0.4430 0.5271 +0.0842");
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// `strict` and `graded` do not judge the same topics.
pub fn all(
    run: &Run,
    strict: &Qrels,
    graded: &Qrels,
    article_of: impl Fn(&Docid) -> Option<Docid>,
    cutoff: Cutoff,
    tie: TieBreak,
) -> Result<Vec<Mistake>, Error> {
    check_topics(strict, graded)?;
    let topics = judged_topics(strict)
        .map(|(topic, _)| Topic::of(run, topic, strict, graded, &article_of, tie))
        .collect();
    let table = Table { topics, cutoff };
    Ok(MistakeKind::ALL.into_iter().map(|kind| table.row(kind)).collect())
}

struct Table<'r> {
    topics: Vec<Topic<'r>>,
    cutoff: Cutoff,
}

impl Table<'_> {
    fn row(&self, kind: MistakeKind) -> Mistake {
        let (labeling, measure, right) = self.right(kind);
        Mistake {
            kind,
            labeling,
            measure,
            right,
            wrong: self.wrong(kind),
        }
    }

    fn of_each(&self, value: impl Fn(&Topic<'_>) -> f64) -> Vec<f64> {
        self.topics.iter().map(value).collect()
    }

    fn mean(&self, value: impl Fn(&Topic<'_>) -> f64) -> f64 {
        stats::mean(&self.of_each(value))
    }

    /// Labels and measure that were meant, and its mean.
    fn right(&self, kind: MistakeKind) -> (&'static str, Measure, f64) {
        let k = self.cutoff;
        match kind {
            MistakeKind::IdealFromRun | MistakeKind::ShiftedDiscount | MistakeKind::ExponentialAsLinear => {
                let mean = self.mean(|t| formulas::ndcg(&t.gains, &t.ideal, k));
                ("graded", Measure::ndcg(Gains::Linear, k), mean)
            }
            MistakeKind::RepeatedArticles => {
                let mean = self.mean(|t| formulas::recall(&t.articles, t.n_articles, k));
                ("article", Measure::recall(k), mean)
            }
            MistakeKind::RecallOverCutoff => {
                let mean = self.mean(|t| formulas::recall(&t.strict, t.n_strict, k));
                ("strict", Measure::recall(k), mean)
            }
            MistakeKind::UnansweredLeftOut | MistakeKind::RankColumnLost | MistakeKind::RanksFromZero => {
                let mean = self.mean(|t| formulas::reciprocal_rank(&t.strict, k));
                ("strict", Measure::reciprocal_rank(k), mean)
            }
            MistakeKind::SeenInsteadOfAll => {
                let mean = self.mean(|t| formulas::average_precision(&t.related, t.n_related, k));
                ("graded", Measure::average_precision(k), mean)
            }
        }
    }

    /// The mean that the slip gives.
    fn wrong(&self, kind: MistakeKind) -> f64 {
        let k = self.cutoff;
        match kind {
            MistakeKind::IdealFromRun => self.mean(|t| wrong::ndcg_with_ideal_from_run(&t.gains, k)),
            MistakeKind::ShiftedDiscount => {
                self.mean(|t| wrong::ndcg_with_shifted_discount(&t.gains, &t.ideal, k))
            }
            MistakeKind::RepeatedArticles => {
                self.mean(|t| wrong::article_recall_with_repeats(&t.chunk_articles, t.n_articles, k))
            }
            MistakeKind::RecallOverCutoff => self.mean(|t| wrong::recall_over_cutoff(&t.strict, k)),
            MistakeKind::UnansweredLeftOut => {
                wrong::mean_of_found(&self.of_each(|t| formulas::reciprocal_rank(&t.strict, k)))
            }
            MistakeKind::RankColumnLost => self.mean(|t| {
                let ranking = t.ranking.iter().copied().zip(t.strict.iter().copied());
                wrong::reciprocal_rank_in_id_order(&ranking.collect::<Vec<_>>(), k)
            }),
            MistakeKind::SeenInsteadOfAll => self.mean(|t| wrong::average_precision_over_seen(&t.related, k)),
            MistakeKind::ExponentialAsLinear => {
                self.mean(|t| wrong::ndcg_with_exponential_gains(&t.grades, &t.judged, k))
            }
            MistakeKind::RanksFromZero => self.mean(|t| wrong::reciprocal_rank_from_zero(&t.strict, k)),
        }
    }
}

fn check_topics(strict: &Qrels, graded: &Qrels) -> Result<(), Error> {
    let only_in = |these: &Qrels, those: &Qrels| -> Vec<TopicId> {
        let absent = |topic: &&TopicId| those.get(topic).is_none_or(|judgments| judgments.is_empty());
        judged_topics(these)
            .map(|(topic, _)| topic)
            .filter(absent)
            .cloned()
            .collect()
    };
    let (only_left, only_right) = (only_in(strict, graded), only_in(graded, strict));
    if only_left.is_empty() && only_right.is_empty() {
        return Ok(());
    }
    let (left, right) = ("the strict qrels".to_owned(), "the graded qrels".to_owned());
    Err(Error::TopicsDiffer {
        left,
        right,
        only_left,
        only_right,
    })
}

/// One topic, seen through all three labelings. Slices are by rank.
struct Topic<'r> {
    ranking: Vec<&'r Docid>,
    /// Relevant in the strict qrels, and how many there are.
    strict: Vec<bool>,
    n_strict: usize,
    /// Relevant in the graded qrels, and how many there are.
    related: Vec<bool>,
    n_related: usize,
    /// Graded grades, 0 where unjudged; all grades of the topic.
    grades: Vec<i32>,
    judged: Vec<i32>,
    /// Linear gains and their best order.
    gains: Vec<f64>,
    ideal: Vec<f64>,
    /// Chunk by chunk, whether its article is relevant; the same with repeated articles removed; how many there are.
    chunk_articles: Vec<bool>,
    articles: Vec<bool>,
    n_articles: usize,
}

impl<'r> Topic<'r> {
    fn of(
        run: &'r Run,
        topic: &TopicId,
        strict: &Qrels,
        graded: &Qrels,
        article_of: &impl Fn(&Docid) -> Option<Docid>,
        tie: TieBreak,
    ) -> Self {
        let (meant, related) = match (strict.get(topic), graded.get(topic)) {
            (Some(meant), Some(related)) => (meant, related),
            _ => unreachable!("the topics were compared before"),
        };
        let ranking = run.ranking(topic, tie);
        let grade_in = |judgments: &crate::qrels::Judgments| -> Vec<Option<i32>> {
            ranking.iter().map(|docid| judgments.grade(docid)).collect()
        };
        let (strict_grades, grades) = (grade_in(meant), grade_in(related));
        let (gains, ideal) = gains_of(
            &Gains::Linear,
            grades.iter().map(|grade| grade.map(f64::from)),
            related,
        );
        let article = |docid: &Docid| article_of(docid).unwrap_or_else(|| docid.clone());
        let relevant = meant
            .iter()
            .filter(|(_, grade)| crate::qrels::is_relevant(*grade, 1));
        let relevant_articles: FxHashSet<Docid> = relevant.map(|(docid, _)| article(docid)).collect();
        let mut seen: FxHashSet<Docid> = FxHashSet::default();
        let (mut chunk_articles, mut articles) = (Vec::new(), Vec::new());
        for docid in &ranking {
            let article = article(docid);
            let is_relevant = relevant_articles.contains(&article);
            chunk_articles.push(is_relevant);
            if seen.insert(article) {
                articles.push(is_relevant);
            }
        }
        Self {
            strict: relevant_at(&strict_grades, 1),
            n_strict: meant.n_relevant(1),
            related: relevant_at(&grades, 1),
            n_related: related.n_relevant(1),
            grades: grades.iter().map(|grade| grade.unwrap_or(0)).collect(),
            judged: related.iter().map(|(_, grade)| grade).collect(),
            gains,
            ideal,
            chunk_articles,
            articles,
            n_articles: relevant_articles.len(),
            ranking,
        }
    }
}
