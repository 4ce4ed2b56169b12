//! One measure, one number per topic.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::ids::TopicId;
use crate::measure::Measure;
use crate::stats;

/// Values of one measure, `values[i]` for `topics[i]`, in the order of the qrels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopicValues {
    /// What was measured.
    pub measure: Measure,
    /// The topics: all that have a judgment.
    pub topics: Vec<TopicId>,
    /// Their values.
    pub values: Vec<f64>,
}

impl TopicValues {
    /// Mean over all topics, a topic that the run lacks counting 0; 0 if there are no topics.
    ///
    /// Summed pairwise as numpy does ([`stats::pairwise_sum`]), so that the last digit agrees too.
    #[must_use]
    pub fn mean(&self) -> f64 {
        stats::mean(&self.values)
    }

    /// The value of the run: the mean, or what the measure has in its place: a sum of counts, a geometric mean.
    #[must_use]
    pub fn aggregate(&self) -> f64 {
        self.measure.aggregate().of(&self.values)
    }

    /// Mean over the topics that are not in `left_out`; 0 if none remains.
    ///
    /// With [`Coverage::judged_missing_in_run`](crate::Coverage::judged_missing_in_run) this is what trec_eval
    /// prints without `-c`. Say so where you show it: a system that answers only easy topics gains by it.
    #[must_use]
    pub fn mean_without(&self, left_out: &[TopicId]) -> f64 {
        let left_out: FxHashSet<&TopicId> = left_out.iter().collect();
        let kept = self
            .topics
            .iter()
            .zip(&self.values)
            .filter(|(topic, _)| !left_out.contains(topic));
        stats::mean(&kept.map(|(_, value)| *value).collect::<Vec<f64>>())
    }

    /// Values of `other` in the order of this one's topics: what a paired comparison needs.
    ///
    /// # Errors
    ///
    /// The two do not cover the same topics.
    pub fn aligned(&self, other: &Self) -> Result<Vec<f64>, Error> {
        let by_topic: FxHashMap<&TopicId, f64> =
            other.topics.iter().zip(other.values.iter().copied()).collect();
        let own: FxHashSet<&TopicId> = self.topics.iter().collect();
        let only_left: Vec<TopicId> = self
            .topics
            .iter()
            .filter(|topic| !by_topic.contains_key(topic))
            .cloned()
            .collect();
        let only_right: Vec<TopicId> = other
            .topics
            .iter()
            .filter(|topic| !own.contains(topic))
            .cloned()
            .collect();
        if only_left.is_empty() && only_right.is_empty() {
            return Ok(self.topics.iter().map(|topic| by_topic[topic]).collect());
        }
        let (left, right) = (
            format!("the first {}", self.measure),
            format!("the second {}", other.measure),
        );
        Err(Error::TopicsDiffer {
            left,
            right,
            only_left,
            only_right,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rows: &[(&str, f64)]) -> TopicValues {
        TopicValues {
            measure: "RR@10".parse().unwrap(),
            topics: rows.iter().map(|(id, _)| TopicId::new(id).unwrap()).collect(),
            values: rows.iter().map(|(_, value)| *value).collect(),
        }
    }

    #[test]
    fn values_are_joined_by_topic_and_not_by_place() {
        let (a, b) = (
            values(&[("q1", 1.0), ("q2", 0.5)]),
            values(&[("q2", 0.25), ("q1", 0.0)]),
        );
        assert_eq!(a.aligned(&b).unwrap(), [0.0, 0.25]);
        let error = a
            .aligned(&values(&[("q2", 1.0), ("q3", 1.0)]))
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "the first RR@10 and the second RR@10 cover different topics: \"q1\" only in the first RR@10, \
             \"q3\" only in the second RR@10"
        );
    }

    #[test]
    fn means_say_which_topics_they_are_over() {
        let v = values(&[("q1", 1.0), ("q2", 0.5), ("q3", 0.0)]);
        assert_eq!(v.mean(), 0.5);
        assert_eq!(v.mean_without(&[TopicId::new("q3").unwrap()]), 0.75);
        assert_eq!(v.mean_without(&v.topics), 0.0);
        assert_eq!(values(&[]).mean(), 0.0);
    }
}
