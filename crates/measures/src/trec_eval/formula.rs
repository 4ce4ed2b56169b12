//! One value of the output: what is computed, and how topics are summed up.

use super::levels::Gains;
use crate::cutoff::Cutoff;

/// What is computed, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    Runid,
    NumQ,
    NumRet,
    NumRel,
    NumRelRet,
    Map,
    GmMap,
    Rprec,
    Bpref,
    RecipRank,
    IprecAtRecall(f64),
    P(Cutoff),
    Relstring(usize),
    Recall(Cutoff),
    InfAp,
    GmBpref,
    RprecMult(f64),
    Utility([f64; 4]),
    ElevenPoints(Vec<f64>),
    BinG,
    G(Gains),
    Dcg(Gains),
    IdealDcg(Gains),
    Ndcg(Gains),
    NdcgRel(Gains),
    Rndcg(Gains),
    NdcgCut(Cutoff),
    MapCut(Cutoff),
    RelativeP(Cutoff),
    Success(Cutoff),
    SetP,
    SetRelativeP,
    SetRecall,
    SetMap,
    SetF(f64),
    NumNonrelJudgedRet,
    NumNonjudgedRet,
    Yaap,
    Rbp { p: f64, gains: Gains },
    RbpResid(f64),
    Unj(Cutoff),
}

/// How the values of topics become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Summary {
    /// Not at all.
    Nothing,
    /// The run's tag, which no topic has.
    Tag,
    /// The number of topics.
    Topics,
    Sum,
    Mean,
    /// exp of the mean of ln(max(value, 0.00001)); printed for all topics together only.
    GeometricMean,
}

impl Formula {
    pub(super) fn summary(&self) -> Summary {
        match self {
            Self::Runid => Summary::Tag,
            Self::NumQ => Summary::Topics,
            Self::Relstring(_) => Summary::Nothing,
            Self::NumRet
            | Self::NumRel
            | Self::NumRelRet
            | Self::NumNonrelJudgedRet
            | Self::NumNonjudgedRet => Summary::Sum,
            Self::GmMap | Self::GmBpref => Summary::GeometricMean,
            _ => Summary::Mean,
        }
    }

    /// Whether there is a line for each topic.
    pub(super) fn is_of_topics(&self) -> bool {
        !matches!(
            self.summary(),
            Summary::Tag | Summary::Topics | Summary::GeometricMean
        )
    }
}
