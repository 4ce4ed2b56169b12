//! The topics behind a difference.

use serde::Serialize;

use crate::error::Error;
use crate::stats::paired::differences;

/// How many topics gained and lost, and which lost most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TopicChanges {
    /// Topics on which the candidate is better.
    pub won: usize,
    /// Topics on which both are equal, but for rounding.
    pub tied: usize,
    /// Topics on which the candidate is worse.
    pub lost: usize,
    /// The largest losses, largest first; equal ones in the order of the topics.
    pub losses: Vec<TopicLoss>,
}

/// One topic on which the candidate is worse.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TopicLoss {
    /// Its place among the topics, from 0.
    pub place: usize,
    /// Value of the baseline.
    pub baseline: f64,
    /// Value of the candidate.
    pub candidate: f64,
    /// candidate − baseline, below 0.
    pub difference: f64,
}

/// What became of each topic; at most `most` losses are listed, all are counted.
///
/// ```
/// use sokutei_measures::stats::topic_changes;
///
/// let changes = topic_changes(&[1.0, 0.5, 0.5, 0.0], &[0.5, 0.5, 0.25, 1.0], 1)?;
/// assert_eq!((changes.won, changes.tied, changes.lost), (1, 1, 2));
/// assert_eq!((changes.losses.len(), changes.losses[0].place, changes.losses[0].difference), (1, 0, -0.5));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No values, different lengths, a value that is not finite.
pub fn topic_changes(baseline: &[f64], candidate: &[f64], most: usize) -> Result<TopicChanges, Error> {
    const WHAT: &str = "changes by topic";
    let differences = differences(WHAT, baseline, candidate)?;
    let loss = |(place, &difference): (usize, &f64)| TopicLoss {
        place,
        baseline: baseline[place],
        candidate: candidate[place],
        difference,
    };
    let all = differences.iter().enumerate().map(loss);
    let won = all.clone().filter(|topic| topic.difference > 0.0).count();
    let mut losses: Vec<TopicLoss> = all.filter(|topic| topic.difference < 0.0).collect();
    let lost = losses.len();
    losses.sort_by(|a, b| a.difference.total_cmp(&b.difference)); // stable
    losses.truncate(most);
    Ok(TopicChanges {
        won,
        tied: baseline.len() - won - lost,
        lost,
        losses,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_losses_keep_the_order_of_the_topics() {
        let changes = topic_changes(&[0.5, 1.0, 0.5, 0.25], &[0.25, 0.0, 0.25, 0.5], 10).unwrap();
        let places: Vec<usize> = changes.losses.iter().map(|loss| loss.place).collect();
        assert_eq!(places, [1, 0, 2]);
        assert_eq!((changes.won, changes.tied, changes.lost), (1, 0, 3));
    }

    #[test]
    fn rounding_is_no_loss() {
        let half = 0.5 - f64::EPSILON / 4.0; // the double below one half
        let changes = topic_changes(&[0.5, 0.5], &[half, 0.25], 10).unwrap();
        assert_eq!((changes.won, changes.tied, changes.lost), (0, 1, 1));
    }

    #[test]
    fn swapping_the_systems_swaps_the_counts() {
        let (x, y) = ([0.5, 1.0, 0.5, 0.25], [0.25, 0.0, 0.5, 0.5]);
        let (a, b) = (
            topic_changes(&x, &y, 0).unwrap(),
            topic_changes(&y, &x, 0).unwrap(),
        );
        assert_eq!((a.won, a.tied, a.lost), (b.lost, b.tied, b.won));
        assert!(a.losses.is_empty());
    }

    #[test]
    fn values_belong_together() {
        let message = |x: &[f64], y: &[f64]| topic_changes(x, y, 1).unwrap_err().to_string();
        assert!(message(&[], &[]).contains("no values"));
        assert!(message(&[1.0], &[]).contains("1 values against 0"));
        assert!(message(&[1.0], &[f64::NAN]).contains("NaN"));
    }
}
