//! What the measures see of one topic.

use super::{RankingRules, Unjudged};
use crate::formulas::Pooled;
use crate::ids::TopicId;
use crate::qrels::{Judgments, is_relevant};
use crate::run::Run;

/// What the qrels say of the document at a rank: its place in the judgments of the topic, and its grade; `None` if it is unjudged.
pub(crate) type Judged = Option<(usize, i32)>;

/// One ranking with what the qrels say of its documents.
pub(crate) struct RankedTopic<'q> {
    /// Grade of the document at each rank, `None` if unjudged.
    pub(crate) grades: Vec<Option<i32>>,
    /// For each judged document, in the order of the qrels, the place from 0 at which it was returned.
    pub(super) found_at: Vec<Option<usize>>,
    pub(super) judgments: &'q Judgments,
}

/// A ranking, and where its order is the tie rule's and not the system's.
pub(crate) struct RankedRows {
    pub(crate) rows: Vec<Judged>,
    /// Whether each row ties with the one after it; one fewer than rows.
    pub(super) ties_with_next: Vec<bool>,
}

impl RankedRows {
    pub(crate) fn of(run: &Run, topic: &TopicId, judgments: &Judgments, rules: RankingRules) -> Self {
        let mut ranked = run.ranked_rows(topic, rules.ties);
        let mut rows: Vec<Judged> = ranked.iter().map(|row| judgments.find(&row.docid)).collect();
        if rules.unjudged == Unjudged::Removed {
            let is_judged = |judged: &Judged| judged.is_some_and(|(_, grade)| grade >= 0);
            let mut of_row = rows.iter();
            ranked.retain(|_| of_row.next().is_some_and(is_judged));
            rows.retain(is_judged);
        }
        let ties_with_next = ranked
            .windows(2)
            .map(|pair| rules.ties.ties(pair[0], pair[1]))
            .collect();
        Self { rows, ties_with_next }
    }

    /// Whether documents of different grades tie. Tied rows are neighbours, so neighbours of different grades suffice.
    pub(crate) fn has_tied_grades(&self) -> bool {
        let grade = |judged: Judged| judged.map(|(_, grade)| grade);
        let pairs = self.rows.windows(2).zip(&self.ties_with_next);
        pairs
            .into_iter()
            .any(|(pair, &tied)| tied && grade(pair[0]) != grade(pair[1]))
    }
}

impl<'q> RankedTopic<'q> {
    pub(crate) fn of(rows: &[Judged], judgments: &'q Judgments) -> Self {
        let mut found_at = vec![None; judgments.len()];
        for (place, row) in rows.iter().enumerate() {
            if let Some((position, _)) = row {
                found_at[*position] = Some(place);
            }
        }
        Self {
            grades: rows.iter().map(|row| row.map(|(_, grade)| grade)).collect(),
            found_at,
            judgments,
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

    /// Grade at each rank with its decimals, `None` if unjudged.
    pub(super) fn numbers(&self) -> Vec<Option<f64>> {
        let mut numbers: Vec<Option<f64>> = self.grades.iter().map(|grade| grade.map(f64::from)).collect();
        if self.judgments.has_decimals() {
            for (place, number) in self.found_at.iter().zip(self.judgments.numbers()) {
                if let Some(place) = place {
                    numbers[*place] = Some(number);
                }
            }
        }
        numbers
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
        let mut ideal: Vec<(f64, Option<usize>)> = self
            .judgments
            .numbers()
            .zip(self.found_at.iter().copied())
            .collect();
        ideal.retain(|&(grade, _)| grade > 0.0);
        let place = |place: Option<usize>| place.unwrap_or(usize::MAX);
        ideal.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| place(a.1).cmp(&place(b.1))));
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
