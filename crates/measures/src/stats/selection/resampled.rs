//! Means of resamples, of topics or of whole groups.

use super::plan::SelectionOptions;
use crate::error::Error;
use crate::stats::intervals::{Bootstrap, BootstrapDraws, ClusterDraws, Estimate, Groups, t_interval};

/// Means of every vector on every resample: the same resamples for all of them.
pub(super) fn resampled(
    vectors: &[&[f64]],
    groups: Option<&Groups>,
    o: &Bootstrap,
) -> Result<Vec<Vec<f64>>, Error> {
    match groups {
        None => BootstrapDraws::new(vectors[0].len(), o)?.resampled(vectors),
        Some(groups) => {
            let draws = ClusterDraws::new(groups, o)?;
            vectors.iter().map(|x| draws.resampled(x)).collect()
        }
    }
}

/// Mean and interval of values on topics, or on groups of them.
pub(super) fn estimate(x: &[f64], groups: Option<&Groups>, o: &SelectionOptions) -> Result<Estimate, Error> {
    match groups {
        None if o.student_t => t_interval(x, o.bootstrap.level),
        None => BootstrapDraws::new(x.len(), &o.bootstrap)?.mean(x),
        Some(groups) => {
            let estimates = ClusterDraws::new(groups, &o.bootstrap)?.means(&[x])?;
            let [estimate] = <[Estimate; 1]>::try_from(estimates).expect("one vector, one estimate");
            Ok(estimate)
        }
    }
}
