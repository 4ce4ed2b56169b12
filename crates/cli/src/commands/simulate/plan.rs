//! Which sizes are looked at, in which units, for which differences.

use anyhow::{Result, bail};
use sokutei_measures::stats::{Bootstrap, Demand, Groups, PowerSettings, UnitSpread};

use crate::args::Simulate as Args;
use crate::commands::runs::groups::TopicGroups;
use crate::terminal::warn;

/// Sizes that are looked at if none are named, as far as they are below what there is.
const SIZES: [usize; 11] = [20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];
/// Differences that sizes are given for, beside the one that is planned with.
const DIFFERENCES: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// What is asked for, and of how much.
pub(super) struct Plan<'a> {
    pub(super) args: &'a Args,
    pub(super) topics: usize,
    pub(super) groups: Option<TopicGroups>,
    /// Topics, or groups of them.
    pub(super) units: usize,
    /// All sizes, upwards.
    pub(super) sizes: Vec<usize>,
    /// Those of which there are subsets.
    pub(super) subset_sizes: Vec<usize>,
    /// Upwards.
    pub(super) differences: Vec<f64>,
}

impl<'a> Plan<'a> {
    /// # Errors
    /// Fewer than two topics or groups; numbers that no plan can have.
    pub(super) fn new(args: &'a Args, topics: usize, groups: Option<TopicGroups>) -> Result<Self> {
        let units = groups.as_ref().map_or(topics, |g| g.groups.n_groups());
        check(args)?;
        if units < 2 {
            let unit = if groups.is_some() { "group" } else { "topic" };
            bail!(
                "{units} {unit}: nothing varies, so nothing can be said of other numbers; two are the fewest"
            );
        }
        let sizes = sizes(&args.sizes, units);
        let mut differences = DIFFERENCES.to_vec();
        differences.push(args.delta.abs());
        differences.sort_by(f64::total_cmp);
        differences.dedup_by(|a, b| a.total_cmp(b).is_eq());
        Ok(Self {
            subset_sizes: sizes.iter().copied().filter(|&n| n <= units).collect(),
            args,
            topics,
            groups,
            units,
            sizes,
            differences,
        })
    }

    /// Says which sizes are too large for subsets.
    pub(super) fn tell(&self) {
        let beyond: Vec<String> = self.sizes[self.subset_sizes.len()..]
            .iter()
            .map(usize::to_string)
            .collect();
        if !beyond.is_empty() {
            warn(&format!(
                "{}: more than the {} there are, so no subsets; formulas and resampled power only",
                beyond.join(", "),
                self.counted()
            ));
        }
    }

    /// "topic" or "group".
    pub(super) fn unit(&self) -> &'static str {
        if self.groups.is_some() { "group" } else { "topic" }
    }

    /// "816 topics", "96 groups by article".
    pub(super) fn counted(&self) -> String {
        let topics = crate::commands::runs::topics(self.topics);
        self.groups.as_ref().map_or(topics, TopicGroups::words)
    }

    /// The group of each topic.
    pub(super) fn group_of(&self) -> Option<&[usize]> {
        self.groups.as_ref().map(|g| Groups::of_topics(&g.groups))
    }

    pub(super) fn spread(&self, x: &[f64]) -> Result<UnitSpread> {
        Ok(match self.group_of() {
            None => UnitSpread::of(x)?,
            Some(groups) => UnitSpread::by_group(x, groups)?,
        })
    }

    pub(super) fn demand(&self) -> Demand {
        Demand {
            alpha: self.args.alpha,
            power: self.args.power,
        }
    }

    pub(super) fn bootstrap(&self) -> Bootstrap {
        Bootstrap {
            replicates: self.args.replicates,
            seed: self.args.seed,
            level: 1.0 - self.args.alpha,
            ..Bootstrap::default()
        }
    }

    pub(super) fn resampling(&self) -> PowerSettings {
        PowerSettings {
            resamples: self.args.resamples,
            alpha: self.args.alpha,
            seed: self.args.seed,
        }
    }
}

/// # Errors
/// No difference to plan with, or a power that even no difference has.
fn check(args: &Args) -> Result<()> {
    if args.delta == 0.0 || !args.delta.is_finite() {
        bail!(
            "--delta {}: the difference to plan with is a finite number other than 0",
            args.delta
        );
    }
    if args.power <= args.alpha {
        bail!(
            "--power {} is not above --alpha {}: so often a difference is found where there is none",
            args.power,
            args.alpha
        );
    }
    Ok(())
}

/// Sizes that were named, each once, or the usual ones below `units`; `units` itself where there are none.
fn sizes(asked: &[u32], units: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = asked.iter().map(|&n| n as usize).collect();
    if sizes.is_empty() {
        sizes = SIZES.into_iter().filter(|&n| n < units).collect();
    }
    if sizes.is_empty() {
        sizes.push(units);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sizes_are_below_what_there_is() {
        assert_eq!(sizes(&[], 816), [20, 30, 50, 100, 200, 500]);
        assert_eq!(sizes(&[], 20), [20]);
        assert_eq!(sizes(&[], 21), [20]);
        assert_eq!(sizes(&[], 3), [3]);
        assert_eq!(sizes(&[400, 100, 400], 200), [100, 400]);
    }
}
