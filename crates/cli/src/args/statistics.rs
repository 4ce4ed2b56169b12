//! Flags of the commands that compute intervals and tests.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use sokutei_measures::stats::{BootstrapInterval, Correction, Generator};

/// How uncertain numbers are shown to be.
#[derive(Debug, ClapArgs)]
pub(crate) struct Uncertainty {
    /// Which interval
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = IntervalArg::Percentile)]
    pub(crate) interval: IntervalArg,
    #[command(flatten)]
    pub(crate) draws: Draws,
}

/// Level and random numbers of intervals and tests.
#[derive(Debug, ClapArgs)]
pub(crate) struct Draws {
    /// Coverage of intervals; tests are at 1 − level
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = level, allow_negative_numbers = true)]
    pub(crate) level: f64,
    /// Seed of the random streams
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Where random numbers come from: numpy's one stream, or one of its streams for each replicate, for large work
    #[arg(long, value_enum, value_name = "GENERATOR", default_value_t = GeneratorArg::Numpy)]
    pub(crate) rng: GeneratorArg,
}

/// Topics that belong together.
#[derive(Debug, ClapArgs)]
pub(crate) struct Grouping {
    /// Topics with their columns: JSONL, or CSV or TSV with a header
    #[arg(long, value_name = "TOPICS", value_hint = ValueHint::FilePath)]
    pub(crate) topics: Option<PathBuf>,
    /// Column of the topics whose values are the groups for intervals and tests; article where the file has it
    #[arg(long, value_name = "COLUMN", requires = "topics")]
    pub(crate) groups: Option<String>,
}

/// An interval of a mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IntervalArg {
    /// Percentiles of resampled means
    Percentile,
    /// Twice the mean less those percentiles
    Basic,
    /// Percentiles moved for bias and skewness
    Bca,
    /// Mean and standard error with Student's distribution
    StudentT,
    /// Wilson's, of proportions: for measures that are 0 or 1 for each topic
    Wilson,
}

impl IntervalArg {
    /// The kind of bootstrap; none for an interval by formula.
    pub(crate) fn bootstrap(self) -> Option<BootstrapInterval> {
        match self {
            Self::Percentile => Some(BootstrapInterval::Percentile),
            Self::Basic => Some(BootstrapInterval::Basic),
            Self::Bca => Some(BootstrapInterval::Bca),
            Self::StudentT | Self::Wilson => None,
        }
    }
}

/// A source of random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GeneratorArg {
    /// One stream, as numpy's default_rng(seed)
    Numpy,
    /// A stream of its own for each replicate, as numpy's SeedSequence spawns them
    NumpySpawned,
}

impl GeneratorArg {
    pub(crate) fn generator(self) -> Generator {
        match self {
            Self::Numpy => Generator::Numpy,
            Self::NumpySpawned => Generator::NumpySpawned,
        }
    }
}

/// What is done about several p-values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CorrectionArg {
    /// Step down; any false alarm at all in a share of at most 1 − level of such families
    Holm,
    /// Each p times the size of the family
    Bonferroni,
    /// Benjamini and Hochberg: few false alarms among the alarms
    Bh,
    /// Each p for itself
    None,
}

impl CorrectionArg {
    pub(crate) fn correction(self) -> Correction {
        match self {
            Self::Holm => Correction::Holm,
            Self::Bonferroni => Correction::Bonferroni,
            Self::Bh => Correction::BenjaminiHochberg,
            Self::None => Correction::None,
        }
    }
}

/// A test that is not among the usual ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestArg {
    /// Wilcoxon's signed ranks: not about means
    Wilcoxon,
    /// Wins against losses: not about means
    Sign,
    /// P(candidate > baseline) by the Bayesian bootstrap: no p-value
    Bayes,
}

/// A share between 0 and 1, neither of them.
fn level(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(level) if level > 0.0 && level <= 0.9999 => Ok(level),
        Ok(percent) if percent > 1.0 && percent < 100.0 => {
            Err(format!("it is a share; for {percent} % say {}", percent / 100.0))
        }
        _ => Err("it must be above 0 and at most 0.9999, 0.95 say".to_owned()),
    }
}

impl Uncertainty {
    /// An interval of a difference of means was asked for.
    ///
    /// # Errors
    /// One that is for proportions.
    pub(crate) fn require_difference(&self) -> anyhow::Result<()> {
        if self.interval == IntervalArg::Wilson {
            anyhow::bail!("--interval wilson is for proportions, and a difference is none; choose another");
        }
        Ok(())
    }

    /// Its name in files.
    pub(crate) fn method(&self) -> &'static str {
        match self.interval {
            IntervalArg::Percentile => "bootstrap percentile",
            IntervalArg::Basic => "bootstrap basic",
            IntervalArg::Bca => "bootstrap bca",
            IntervalArg::StudentT => "student-t",
            IntervalArg::Wilson => "wilson",
        }
    }

    /// How the interval is made: "bootstrap percentile, 2000 replicates".
    pub(crate) fn words(&self, replicates: u32) -> String {
        match self.interval {
            IntervalArg::StudentT => "Student's t".to_owned(),
            IntervalArg::Wilson => "Wilson".to_owned(),
            IntervalArg::Percentile => format!("bootstrap percentile, {replicates} replicates"),
            IntervalArg::Basic => format!("bootstrap basic, {replicates} replicates"),
            IntervalArg::Bca => format!("bootstrap BCa, {replicates} replicates"),
        }
    }

    /// How a bootstrap interval is made, where one by formula was asked for as well.
    pub(crate) fn bootstrap_words(&self, replicates: u32) -> String {
        match self.interval.bootstrap() {
            Some(_) => self.words(replicates),
            None => format!("bootstrap percentile, {replicates} replicates"),
        }
    }
}

impl Draws {
    /// "95 % interval".
    pub(crate) fn interval_words(&self) -> String {
        format!("{} interval", self.level_words())
    }

    /// 1 − level, without the dust of binary fractions.
    pub(crate) fn alpha(&self) -> f64 {
        percent(1.0 - self.level) / 100.0
    }

    /// Warns where an interval has no resample beyond its ends.
    pub(crate) fn warn_of_few(&self, replicates: u32) {
        let beyond = f64::from(replicates) * (1.0 - self.level) / 2.0;
        if replicates > 0 && beyond < 1.0 - 1e-9 {
            crate::terminal::warn(&format!(
                "{replicates} replicates are too few for an interval at {}: less than one lies beyond each end; take at least {}",
                self.level_words(),
                (2.0 / (1.0 - self.level) - 1e-6).ceil()
            ));
        }
    }

    /// "95 %".
    pub(crate) fn level_words(&self) -> String {
        format!("{} %", percent(self.level))
    }

    /// The seed, and the generator where it is not the usual one.
    pub(crate) fn seed_words(&self) -> String {
        match self.rng {
            GeneratorArg::Numpy => self.seed.to_string(),
            GeneratorArg::NumpySpawned => format!("{} ({})", self.seed, self.rng.generator()),
        }
    }
}

/// A share in percent, without the dust of binary fractions.
fn percent(share: f64) -> f64 {
    (share * 1e8).round() / 1e6
}
