//! Which measures there are, and what each can be told.

use super::{Gains, GradeScale, Real, UserModel};

/// Which formula a [`Measure`](super::Measure) uses, with the parameters that are its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MeasureKind {
    /// [`formulas::success`](crate::formulas::success).
    Success,
    /// [`formulas::precision`](crate::formulas::precision).
    Precision,
    /// [`formulas::recall`](crate::formulas::recall).
    Recall,
    /// [`formulas::reciprocal_rank`](crate::formulas::reciprocal_rank).
    ReciprocalRank,
    /// [`formulas::average_precision`](crate::formulas::average_precision).
    AveragePrecision,
    /// The same per topic; the mean over topics is geometric.
    GeometricAveragePrecision,
    /// [`formulas::ndcg`](crate::formulas::ndcg) with these gains.
    Ndcg(Gains),
    /// [`formulas::context_precision`](crate::formulas::context_precision).
    ContextPrecision,
    /// [`formulas::set_precision`](crate::formulas::set_precision) of the ranks seen: relevant of those *returned*, where `P` divides by the cutoff.
    IdBasedContextPrecision,
    /// [`formulas::judged`](crate::formulas::judged).
    Judged,
    /// [`formulas::r_precision`](crate::formulas::r_precision).
    RPrecision,
    /// [`formulas::bpref`](crate::formulas::bpref).
    Bpref,
    /// [`formulas::inferred_ap`](crate::formulas::inferred_ap).
    InferredAp,
    /// [`formulas::interpolated_precision`](crate::formulas::interpolated_precision) at this share of recall, 0 to 1, with the rule of trec_eval 9.
    InterpolatedPrecision(Real),
    /// [`formulas::set_precision`](crate::formulas::set_precision).
    SetPrecision,
    /// [`formulas::set_relative_precision`](crate::formulas::set_relative_precision).
    SetRelativePrecision,
    /// [`formulas::set_recall`](crate::formulas::set_recall).
    SetRecall,
    /// [`formulas::set_ap`](crate::formulas::set_ap).
    SetAp,
    /// [`formulas::set_f`](crate::formulas::set_f).
    SetF {
        /// How much more recall weighs than precision, 0 to 1,000,000.
        beta: Real,
    },
    /// [`formulas::rank_biased_precision`](crate::formulas::rank_biased_precision).
    RankBiasedPrecision {
        /// Probability of going on to the next rank, 0 to 1.
        p: Real,
        /// The largest grade of the scale, at least 1, for graded gains; `None` for relevant or not.
        largest: Option<i32>,
    },
    /// [`formulas::rank_biased_residual`](crate::formulas::rank_biased_residual).
    RankBiasedResidual {
        /// Probability of going on to the next rank, 0 to 1.
        p: Real,
    },
    /// [`formulas::expected_reciprocal_rank`](crate::formulas::expected_reciprocal_rank).
    ExpectedReciprocalRank {
        /// The largest grade of the scale, at least 1.
        largest: i32,
    },
    /// [`formulas::compatibility`](crate::formulas::compatibility).
    Compatibility {
        /// Weight of a depth over that of the depth before, 0 to 1.
        p: Real,
        /// Whether the overlap of the ideal with itself is 1.
        normalize: bool,
    },
    /// [`formulas::accuracy`](crate::formulas::accuracy).
    Accuracy,
    /// [`formulas::diversity::alpha_dcg`](crate::formulas::diversity::alpha_dcg).
    AlphaDcg {
        /// How much a subtopic loses when it is covered, 0 to 1.
        alpha: Real,
    },
    /// [`formulas::diversity::alpha_ndcg`](crate::formulas::diversity::alpha_ndcg).
    AlphaNdcg {
        /// How much a subtopic loses when it is covered, 0 to 1.
        alpha: Real,
    },
    /// [`formulas::diversity::err_ia`](crate::formulas::diversity::err_ia).
    IntentAwareErr,
    /// [`formulas::diversity::nerr_ia`](crate::formulas::diversity::nerr_ia).
    NormalizedIntentAwareErr,
    /// [`formulas::diversity::nrbp`](crate::formulas::diversity::nrbp).
    NoveltyAndRankBiasedPrecision {
        /// How much a subtopic loses when it is covered, 0 to 1.
        alpha: Real,
        /// Probability of going on to the next rank, 0 to 1.
        beta: Real,
    },
    /// [`formulas::diversity::nnrbp`](crate::formulas::diversity::nnrbp).
    NormalizedNoveltyAndRankBiasedPrecision {
        /// How much a subtopic loses when it is covered, 0 to 1.
        alpha: Real,
        /// Probability of going on to the next rank, 0 to 1.
        beta: Real,
    },
    /// [`formulas::diversity::average_precision_ia`](crate::formulas::diversity::average_precision_ia).
    IntentAwareAp,
    /// [`formulas::diversity::precision_ia`](crate::formulas::diversity::precision_ia).
    IntentAwarePrecision,
    /// [`formulas::diversity::subtopic_recall`](crate::formulas::diversity::subtopic_recall).
    SubtopicRecall,
    /// `per_item` of [`formulas::ExpectedUtility`](crate::formulas::ExpectedUtility): a C/W/L measure.
    ExpectedUtility {
        /// When the reader goes on.
        model: UserModel,
        /// How grades become gains.
        scale: GradeScale,
    },
    /// Documents returned.
    Returned,
    /// Relevant documents returned.
    RelevantReturned,
    /// Relevant documents that the qrels know.
    Relevant,
    /// 1 for each topic.
    Topics,
}

/// What a measure's `@` and its general parameters may be.
pub(super) struct Shape {
    pub(super) cutoff: CutoffRule,
    pub(super) takes_rel: bool,
    pub(super) takes_judged_only: bool,
}

/// Whether a measure has a cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutoffRule {
    Needed,
    Optional,
    Never,
    /// What stands behind `@` is a share of recall.
    Recall,
}

/// The largest grade that gdeval takes.
pub(super) const GDEVAL_SCALE: i32 = 4;
/// cwl_eval's and ir_measures' persistence.
pub(super) const PERSISTENCE: Real = Real::known(0.8);
/// ir_measures' persistence of Compat.
pub(super) const COMPATIBILITY: Real = Real::known(0.95);
/// ndeval's alpha and beta.
pub(super) const HALF: Real = Real::known(0.5);
/// The harmonic mean.
pub(super) const HARMONIC: Real = Real::known(1.0);

impl MeasureKind {
    /// The measure's name without parameters, as printed.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Success => "Success",
            Self::Precision => "P",
            Self::Recall => "R",
            Self::ReciprocalRank => "RR",
            Self::AveragePrecision => "AP",
            Self::GeometricAveragePrecision => "GMAP",
            Self::Ndcg(_) => "nDCG",
            Self::ContextPrecision => "ContextPrecision",
            Self::IdBasedContextPrecision => "IDBasedContextPrecision",
            Self::Judged => "Judged",
            Self::RPrecision => "Rprec",
            Self::Bpref => "Bpref",
            Self::InferredAp => "infAP",
            Self::InterpolatedPrecision(_) => "IPrec",
            Self::SetPrecision | Self::SetRelativePrecision => "SetP",
            Self::SetRecall => "SetR",
            Self::SetAp => "SetAP",
            Self::SetF { .. } => "SetF",
            Self::RankBiasedPrecision { .. } => "RBP",
            Self::RankBiasedResidual { .. } => "RBPResidual",
            Self::ExpectedReciprocalRank { .. } => "ERR",
            Self::Compatibility { .. } => "Compat",
            Self::Accuracy => "Accuracy",
            Self::AlphaDcg { .. } => "alpha_DCG",
            Self::AlphaNdcg { .. } => "alpha_nDCG",
            Self::IntentAwareErr => "ERR_IA",
            Self::NormalizedIntentAwareErr => "nERR_IA",
            Self::NoveltyAndRankBiasedPrecision { .. } => "NRBP",
            Self::NormalizedNoveltyAndRankBiasedPrecision { .. } => "nNRBP",
            Self::IntentAwareAp => "AP_IA",
            Self::IntentAwarePrecision => "P_IA",
            Self::SubtopicRecall => "StRecall",
            Self::ExpectedUtility { model, .. } => model.name(),
            Self::Returned | Self::RelevantReturned => "NumRet",
            Self::Relevant => "NumRel",
            Self::Topics => "NumQ",
        }
    }

    /// Whether `dcg='log2'` may be said of it, and nothing else.
    pub(super) fn discounts_by_log2_alone(&self) -> bool {
        matches!(
            self,
            Self::ExpectedUtility {
                model: UserModel::ScaledDcg,
                ..
            }
        )
    }

    /// Whether it has to be told a largest grade, and is not.
    pub(super) fn lacks_scale(&self) -> bool {
        matches!(self, Self::ExpectedUtility { scale, .. } if *scale == GradeScale::UNKNOWN)
    }

    pub(super) fn shape(&self) -> Shape {
        use CutoffRule::{Needed, Never, Optional, Recall};
        let (cutoff, takes_rel, takes_judged_only) = match self {
            Self::Success | Self::Precision | Self::Recall => (Needed, true, true),
            Self::ReciprocalRank
            | Self::AveragePrecision
            | Self::GeometricAveragePrecision
            | Self::ContextPrecision
            | Self::IdBasedContextPrecision => (Optional, true, true),
            Self::Ndcg(_) => (Optional, false, true),
            Self::Judged => (Optional, false, false),
            Self::RPrecision
            | Self::SetPrecision
            | Self::SetRelativePrecision
            | Self::SetAp
            | Self::SetF { .. } => (Never, true, true),
            Self::InterpolatedPrecision(_) => (Recall, true, true),
            Self::Bpref | Self::InferredAp | Self::SetRecall | Self::RelevantReturned | Self::Relevant => {
                (Never, true, false)
            }
            Self::RankBiasedPrecision { largest, .. } => (Optional, largest.is_none(), false),
            Self::RankBiasedResidual { .. } | Self::ExpectedReciprocalRank { .. } => (Optional, false, false),
            Self::Accuracy => (Optional, true, false),
            Self::AlphaDcg { .. } | Self::IntentAwareErr | Self::IntentAwarePrecision => (Needed, true, true),
            Self::AlphaNdcg { .. } | Self::NormalizedIntentAwareErr => (Optional, true, true),
            Self::SubtopicRecall => (Optional, true, false),
            Self::IntentAwareAp => (Never, true, true),
            Self::NoveltyAndRankBiasedPrecision { .. }
            | Self::NormalizedNoveltyAndRankBiasedPrecision { .. } => (Never, true, false),
            Self::ExpectedUtility { model, .. } => {
                (if model.has_cutoff() { Needed } else { Never }, false, false)
            }
            Self::Compatibility { .. } | Self::Returned | Self::Topics => (Never, false, false),
        };
        Shape {
            cutoff,
            takes_rel,
            takes_judged_only,
        }
    }

    /// Whether the measure asks which subtopics a document serves.
    #[must_use]
    pub fn is_of_diversity(&self) -> bool {
        matches!(
            self,
            Self::AlphaDcg { .. }
                | Self::AlphaNdcg { .. }
                | Self::IntentAwareErr
                | Self::NormalizedIntentAwareErr
                | Self::NoveltyAndRankBiasedPrecision { .. }
                | Self::NormalizedNoveltyAndRankBiasedPrecision { .. }
                | Self::IntentAwareAp
                | Self::IntentAwarePrecision
                | Self::SubtopicRecall
        )
    }

    /// Whether it looks at the grade of each rank, and at nothing else.
    pub(crate) fn is_of_grades(&self) -> bool {
        matches!(
            self,
            Self::RankBiasedPrecision { largest: Some(_), .. }
                | Self::ExpectedReciprocalRank { .. }
                | Self::ExpectedUtility { .. }
        )
    }

    /// Whether the name without `rel` would be another measure, so that `rel=1` is printed too.
    pub(super) fn always_prints_rel(&self) -> bool {
        matches!(
            self,
            Self::RankBiasedPrecision { largest: None, .. } | Self::RelevantReturned
        )
    }

    /// Parameters of its own that differ from the usual, as printed.
    pub(super) fn own_parameters(&self) -> Vec<String> {
        let mut own = Vec::new();
        match self {
            Self::Ndcg(Gains::Exponential) => own.push("dcg='exp-log2'".to_owned()),
            Self::Ndcg(Gains::Explicit(table)) => own.push(format!("gains={table}")),
            Self::SetRelativePrecision => own.push("relative=True".to_owned()),
            Self::SetF { beta } if *beta != HARMONIC => own.push(format!("beta={beta}")),
            Self::RankBiasedPrecision { p, largest } => {
                own.extend(largest.map(|largest| format!("max_rel={largest}")));
                own.extend((*p != PERSISTENCE).then(|| format!("p={p}")));
            }
            Self::RankBiasedResidual { p } if *p != PERSISTENCE => own.push(format!("p={p}")),
            Self::ExpectedReciprocalRank { largest } if *largest != GDEVAL_SCALE => {
                own.push(format!("max_rel={largest}"));
            }
            Self::Compatibility { p, normalize } => {
                own.extend((*p != COMPATIBILITY).then(|| format!("p={p}")));
                own.extend((!normalize).then(|| "normalize=False".to_owned()));
            }
            Self::AlphaDcg { alpha } | Self::AlphaNdcg { alpha } if *alpha != HALF => {
                own.push(format!("alpha={alpha}"));
            }
            Self::NoveltyAndRankBiasedPrecision { alpha, beta }
            | Self::NormalizedNoveltyAndRankBiasedPrecision { alpha, beta } => {
                own.extend((*alpha != HALF).then(|| format!("alpha={alpha}")));
                own.extend((*beta != HALF).then(|| format!("beta={beta}")));
            }
            Self::ExpectedUtility { model, scale } => {
                own.extend(model.own_parameter());
                own.extend((scale.least != 0).then(|| format!("min_rel={}", scale.least)));
                own.push(format!("max_rel={}", scale.largest));
            }
            _ => {}
        }
        own
    }
}
