//! Gains of grades, and the best order by them.

use crate::qrels::Judgments;

/// Gains that were given by `grade=gain`; every other grade gains itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gains(pub(super) Vec<(i32, f64)>);

/// A ranking and the best one, as gains.
pub(super) struct Gained {
    /// Gain of the document at each rank; 0 where there is no grade of 0 or more.
    pub(super) by_rank: Vec<f64>,
    /// Gains above 0 of all judged documents, descending.
    pub(super) ideal: Vec<f64>,
}

impl Gains {
    /// Gain of a grade of 0 or more; 0 for everything else. May be negative if that was asked for.
    pub(super) fn of(&self, grade: Option<i32>) -> f64 {
        match grade {
            Some(grade) if grade >= 0 => {
                let given = self.0.iter().find(|(known, _)| *known == grade);
                given.map_or(f64::from(grade), |&(_, gain)| gain)
            }
            _ => 0.0,
        }
    }

    pub(super) fn seen(&self, grades: &[Option<i32>], judgments: &Judgments) -> Gained {
        let all = judgments.iter().map(|(_, grade)| self.of(Some(grade)));
        let mut ideal: Vec<f64> = all.filter(|gain| *gain > 0.0).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        Gained {
            by_rank: grades.iter().map(|&grade| self.of(grade)).collect(),
            ideal,
        }
    }

    /// The gains as shares of the largest one, for a measure that needs them between 0 and 1.
    ///
    /// Looked at are the grades from 0 to `largest` and those that were given. If their gains lie between 0 and 1 they stay; else gain g becomes
    /// (g − min) / (max − min), or 0 if all are equal. Unjudged documents gain 0 either way.
    pub(super) fn within_one(&self, grades: &[Option<i32>], largest: i32) -> Vec<f64> {
        let of_scale = (0..=largest).map(|grade| self.of(Some(grade)));
        let scale: Vec<f64> = of_scale.chain(self.0.iter().map(|&(_, gain)| gain)).collect();
        let min = scale.iter().copied().fold(f64::INFINITY, f64::min);
        let max = scale.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let fits = min >= 0.0 && max <= 1.0;
        let share = |grade: &Option<i32>| match *grade {
            Some(g) if g >= 0 && !fits && max > min => (self.of(*grade) - min) / (max - min),
            Some(g) if g >= 0 && !fits => 0.0,
            grade => self.of(grade),
        };
        grades.iter().map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_gain_themselves_unless_a_gain_is_given() {
        let gains = Gains(vec![(1, 3.0), (2, -1.0)]);
        let of = [None, Some(-1), Some(0), Some(1), Some(2), Some(3)].map(|grade| gains.of(grade));
        assert_eq!(of, [0.0, 0.0, 0.0, 3.0, -1.0, 3.0]);
    }

    #[test]
    fn shares_are_of_the_whole_scale_of_the_topic() {
        let grades = [Some(3), None, Some(1), Some(0)];
        let shares = Gains::default().within_one(&grades, 3);
        assert_eq!(shares, [1.0, 0.0, 1.0 / 3.0, 0.0]);
        // gains that lie between 0 and 1 stay as they are: 1 is not made of 0.5
        let gains = Gains(vec![(1, 0.25), (2, 0.5), (3, 0.5)]);
        assert_eq!(gains.within_one(&grades, 3), [0.5, 0.0, 0.25, 0.0]);
        // with a negative gain the least judged document gains nothing; an unjudged one nothing as well
        let gains = Gains(vec![(0, -1.0)]);
        assert_eq!(gains.within_one(&grades, 3), [1.0, 0.0, 0.5, 0.0]);
        let equal = Gains(vec![(0, 2.0), (1, 2.0)]);
        assert_eq!(equal.within_one(&[Some(1), Some(0)], 1), [0.0, 0.0]);
    }
}
