//! What the measures of diversity see of one topic.

use super::ranked_topic::RankedTopic;
use crate::formulas::diversity as formulas;
use crate::measure::{Measure, MeasureKind};
use crate::qrels::{Judgments, is_relevant};

/// Which subtopics the judged documents of a topic cover, at one threshold. Subtopics without a relevant document are not numbered.
pub(super) struct Covered {
    /// For each document in the order of the qrels.
    by_document: Vec<Vec<usize>>,
    /// Number of relevant documents of each subtopic.
    n_relevant: Vec<usize>,
    /// Places of the relevant documents, by docid descending: the order in which ndeval takes equally good ones into the best ranking.
    relevant: Vec<usize>,
}

impl Covered {
    pub(super) fn of(judgments: &Judgments, rel: i32) -> Self {
        let graded = judgments.by_document();
        let mut n_relevant = vec![0; judgments.n_subtopics().max(1)];
        let is_covered = |&&(_, grade): &&(usize, i32)| is_relevant(grade, rel);
        for &(subtopic, _) in graded.iter().flatten().filter(is_covered) {
            n_relevant[subtopic] += 1;
        }
        let mut next = 0..;
        let numbers: Vec<Option<usize>> = n_relevant
            .iter()
            .map(|&n| if n > 0 { next.next() } else { None })
            .collect();
        let by_document: Vec<Vec<usize>> = graded
            .iter()
            .map(|of_document| {
                let covered = of_document.iter().filter(is_covered);
                covered.filter_map(|&(subtopic, _)| numbers[subtopic]).collect()
            })
            .collect();
        n_relevant.retain(|&n| n > 0);
        let mut relevant: Vec<_> = judgments
            .iter()
            .enumerate()
            .filter(|(place, _)| !by_document[*place].is_empty())
            .map(|(place, (docid, _))| (docid, place))
            .collect();
        relevant.sort_unstable_by(|a, b| b.cmp(a));
        Self {
            relevant: relevant.into_iter().map(|(_, place)| place).collect(),
            by_document,
            n_relevant,
        }
    }

    /// What the document at each rank covers.
    fn ranking(&self, topic: &RankedTopic<'_>, judged_only: bool) -> Vec<&[usize]> {
        let mut covered: Vec<&[usize]> = vec![&[]; topic.grades.len()];
        for (of_document, found) in self.by_document.iter().zip(&topic.found_at) {
            if let Some(place) = found {
                covered[*place] = of_document;
            }
        }
        if judged_only {
            let mut grades = topic.grades.iter();
            covered.retain(|_| {
                grades
                    .next()
                    .is_some_and(|grade| grade.is_some_and(|grade| grade >= 0))
            });
        }
        covered
    }

    fn documents(&self) -> Vec<&[usize]> {
        self.relevant
            .iter()
            .map(|&place| &*self.by_document[place])
            .collect()
    }
}

/// Value of a measure of diversity.
pub(super) fn value(measure: &Measure, topic: &RankedTopic<'_>, covered: &Covered) -> f64 {
    let ranking = covered.ranking(topic, measure.is_judged_only());
    let n = covered.n_relevant.len();
    let cutoff = measure.cutoff();
    let depth = || cutoff.expect("a measure that needs a cutoff has one");
    let documents = || covered.documents();
    match measure.kind() {
        MeasureKind::AlphaDcg { alpha } => formulas::alpha_dcg(&ranking, n, alpha.get(), depth()),
        MeasureKind::AlphaNdcg { alpha } => {
            formulas::alpha_ndcg(&ranking, &documents(), n, alpha.get(), cutoff)
        }
        MeasureKind::IntentAwareErr => formulas::err_ia(&ranking, n, depth()),
        MeasureKind::NormalizedIntentAwareErr => formulas::nerr_ia(&ranking, &documents(), n, cutoff),
        MeasureKind::NoveltyAndRankBiasedPrecision { alpha, beta } => {
            formulas::nrbp(&ranking, n, alpha.get(), beta.get())
        }
        MeasureKind::NormalizedNoveltyAndRankBiasedPrecision { alpha, beta } => {
            formulas::nnrbp(&ranking, &documents(), n, alpha.get(), beta.get())
        }
        MeasureKind::IntentAwareAp => formulas::average_precision_ia(&ranking, &covered.n_relevant),
        MeasureKind::IntentAwarePrecision => formulas::precision_ia(&ranking, n, depth()),
        MeasureKind::SubtopicRecall => formulas::subtopic_recall(&ranking, n, cutoff),
        other => unreachable!("{} looks at no subtopics", other.name()),
    }
}
