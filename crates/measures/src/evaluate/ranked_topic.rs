//! What the measures see of one topic.

use crate::formulas::Pooled;
use crate::ids::TopicId;
use crate::qrels::{Judgments, is_relevant};
use crate::run::Run;
use crate::tie_break::TieBreak;

/// One ranking with what the qrels say of its documents.
pub(crate) struct RankedTopic<'q> {
    /// Grade of the document at each rank, `None` if unjudged.
    pub(crate) grades: Vec<Option<i32>>,
    /// For each judged document, in the order of the qrels, the place from 0 at which it was returned.
    pub(super) found_at: Vec<Option<usize>>,
    pub(super) judgments: &'q Judgments,
    /// Whether documents of different grades tie.
    pub(crate) decided_by_ties: bool,
}

impl<'q> RankedTopic<'q> {
    pub(crate) fn of(run: &Run, topic: &TopicId, judgments: &'q Judgments, tie: TieBreak) -> Self {
        let rows = run.ranked_rows(topic, tie);
        let mut found_at = vec![None; judgments.len()];
        let mut grades = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let judged = judgments.find(&row.docid);
            if let Some((position, _)) = judged {
                found_at[position] = Some(place);
            }
            grades.push(judged.map(|(_, grade)| grade));
        }
        // tied rows are neighbours, so neighbours of different grades suffice
        let decided_by_ties = rows
            .windows(2)
            .zip(grades.windows(2))
            .any(|(r, g)| g[0] != g[1] && tie.ties(r[0], r[1]));
        Self {
            grades,
            found_at,
            judgments,
            decided_by_ties,
        }
    }

    /// Grades of the judged documents alone; those below 0 count as unjudged.
    pub(super) fn judged_grades(&self) -> Vec<Option<i32>> {
        self.grades
            .iter()
            .copied()
            .filter(|grade| grade.is_some_and(|grade| grade >= 0))
            .collect()
    }

    /// Whether each rank holds a document that somebody judged, be it with 0 or less.
    pub(super) fn judged(&self) -> Vec<bool> {
        self.grades.iter().map(Option::is_some).collect()
    }

    /// The ranking as measures of incomplete judgments see it.
    pub(super) fn pooled(&self, rel: i32) -> Vec<Pooled> {
        let state = |grade: &Option<i32>| match *grade {
            None => Pooled::Outside,
            Some(grade) if grade < 0 => Pooled::Unjudged,
            Some(grade) if is_relevant(grade, rel) => Pooled::Relevant,
            Some(_) => Pooled::NotRelevant,
        };
        self.grades.iter().map(state).collect()
    }

    /// Documents judged, with a grade from 0 to below `rel`.
    pub(super) fn n_not_relevant(&self, rel: i32) -> usize {
        let grades = self.judgments.iter().map(|(_, grade)| grade);
        grades
            .filter(|&grade| grade >= 0 && !is_relevant(grade, rel))
            .count()
    }

    /// The ideal ranking, as places in the one that was returned: best grade first, documents of one grade as they were returned, then those
    /// that were not.
    pub(super) fn ideal_places(&self) -> Vec<Option<usize>> {
        let grades = self.judgments.iter().map(|(_, grade)| grade);
        let mut ideal: Vec<(i32, Option<usize>)> = grades.zip(self.found_at.iter().copied()).collect();
        ideal.retain(|&(grade, _)| grade > 0);
        ideal.sort_by_key(|&(grade, place)| (std::cmp::Reverse(grade), place.unwrap_or(usize::MAX)));
        ideal.into_iter().map(|(_, place)| place).collect()
    }
}

/// Which ranks hold a document of grade `rel` or more.
pub(crate) fn relevant_at(grades: &[Option<i32>], rel: i32) -> Vec<bool> {
    grades
        .iter()
        .map(|grade| grade.is_some_and(|grade| is_relevant(grade, rel)))
        .collect()
}
