//! One topic as trec_eval's measures see it.

use super::levels::{Gained, Gains};
use super::options::Options;
use super::utility::Table;
use crate::formulas::Pooled;
use crate::qrels::Judgments;

/// A ranking after `-M` and `-J`, with what the qrels say.
pub(super) struct Seen<'q> {
    /// Grade of the document at each rank, `None` where the qrels do not name it.
    pub(super) grades: Vec<Option<i32>>,
    pub(super) relevant: Vec<bool>,
    pub(super) n_relevant: usize,
    level: i32,
    judgments: &'q Judgments,
    plain: Gained,
}

impl<'q> Seen<'q> {
    pub(super) fn of(grades: &[Option<i32>], judgments: &'q Judgments, options: &Options) -> Self {
        let level = i32::from(options.level);
        let depth = options
            .depth
            .map_or(grades.len(), |depth| depth.len().min(grades.len()));
        let mut grades = grades[..depth].to_vec();
        if options.judged_only {
            grades.retain(|grade| grade.is_some_and(|grade| grade >= 0));
        }
        let is_relevant = |grade: i32| grade >= level;
        Self {
            relevant: grades
                .iter()
                .map(|grade| grade.is_some_and(is_relevant))
                .collect(),
            n_relevant: judgments.iter().filter(|&(_, grade)| is_relevant(grade)).count(),
            plain: Gains::default().seen(&grades, judgments),
            grades,
            level,
            judgments,
        }
    }

    pub(super) fn n_found(&self) -> usize {
        self.relevant.iter().filter(|relevant| **relevant).count()
    }

    /// Whether each rank holds a document with a grade of 0 or more.
    pub(super) fn judged(&self) -> Vec<bool> {
        let judged = |grade: &Option<i32>| grade.is_some_and(|grade| grade >= 0);
        self.grades.iter().map(judged).collect()
    }

    /// The ranking as measures of incomplete judgments see it.
    pub(super) fn pooled(&self) -> Vec<Pooled> {
        let state = |grade: &Option<i32>| match *grade {
            None => Pooled::Outside,
            Some(grade) if grade < 0 => Pooled::Unjudged,
            Some(grade) if grade >= self.level => Pooled::Relevant,
            Some(_) => Pooled::NotRelevant,
        };
        self.grades.iter().map(state).collect()
    }

    /// Documents judged, with a grade from 0 to below the level.
    pub(super) fn n_not_relevant(&self) -> usize {
        let grades = self.judgments.iter().map(|(_, grade)| grade);
        grades.filter(|grade| (0..self.level).contains(grade)).count()
    }

    /// Grades as gains.
    pub(super) fn plain(&self) -> &Gained {
        &self.plain
    }

    pub(super) fn gained(&self, gains: &Gains) -> Gained {
        gains.seen(&self.grades, self.judgments)
    }

    pub(super) fn shares(&self, gains: &Gains) -> Vec<f64> {
        let largest = self.judgments.iter().map(|(_, grade)| grade).max().unwrap_or(0);
        gains.within_one(&self.grades, largest)
    }

    pub(super) fn table(&self, collection: u64) -> Table {
        Table {
            retrieved: self.grades.len(),
            found: self.n_found(),
            relevant: self.n_relevant,
            collection,
        }
    }
}
