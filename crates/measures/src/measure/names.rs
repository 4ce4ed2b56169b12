//! Names of measures, and what to suggest when one is mistyped or comes from another tool.

use std::num::NonZeroU32;

use super::kind::{COMPATIBILITY, CutoffRule, GDEVAL_SCALE, HALF, HARMONIC, PERSISTENCE};
use super::user_model::{GOAL, PATIENCE};
use super::{Gains, GradeScale, MeasureKind, Real, UserModel};

/// Names that are read, with the measure they stand for.
const NAMES: [(&str, MeasureKind); 59] = [
    ("Success", MeasureKind::Success),
    ("Hit", MeasureKind::Success),
    ("HitRate", MeasureKind::Success),
    ("P", MeasureKind::Precision),
    ("Precision", MeasureKind::Precision),
    ("R", MeasureKind::Recall),
    ("Recall", MeasureKind::Recall),
    ("RR", MeasureKind::ReciprocalRank),
    ("MRR", MeasureKind::ReciprocalRank),
    ("AP", MeasureKind::AveragePrecision),
    ("MAP", MeasureKind::AveragePrecision),
    ("mAP", MeasureKind::AveragePrecision),
    ("nDCG", MeasureKind::Ndcg(Gains::Linear)),
    ("NDCG", MeasureKind::Ndcg(Gains::Linear)),
    ("ContextPrecision", MeasureKind::ContextPrecision),
    ("CP", MeasureKind::ContextPrecision),
    ("Judged", MeasureKind::Judged),
    ("IDBasedContextPrecision", MeasureKind::IdBasedContextPrecision),
    ("GMAP", MeasureKind::GeometricAveragePrecision),
    ("Rprec", MeasureKind::RPrecision),
    ("RPrec", MeasureKind::RPrecision),
    ("Bpref", MeasureKind::Bpref),
    ("BPref", MeasureKind::Bpref),
    ("infAP", MeasureKind::InferredAp),
    ("IPrec", MeasureKind::InterpolatedPrecision(Real::known(0.0))),
    ("SetP", MeasureKind::SetPrecision),
    ("SetRelP", MeasureKind::SetRelativePrecision),
    ("SetR", MeasureKind::SetRecall),
    ("SetAP", MeasureKind::SetAp),
    ("SetF", MeasureKind::SetF { beta: HARMONIC }),
    ("RBP", RANK_BIASED),
    ("RBPResidual", MeasureKind::RankBiasedResidual { p: PERSISTENCE }),
    (
        "ERR",
        MeasureKind::ExpectedReciprocalRank {
            largest: GDEVAL_SCALE,
        },
    ),
    ("Compat", OVERLAP),
    ("Accuracy", MeasureKind::Accuracy),
    ("BPM", of_reader(UserModel::BejeweledPlayer { goal: GOAL })),
    ("SDCG", of_reader(UserModel::ScaledDcg)),
    ("NERR8", of_reader(UserModel::Nerr8)),
    ("NERR9", of_reader(UserModel::Nerr9)),
    ("NERR10", of_reader(UserModel::Nerr10 { p: PATIENCE })),
    ("NERR11", of_reader(UserModel::Nerr11 { goal: GOAL })),
    ("INST", of_reader(UserModel::Inst { goal: GOAL })),
    ("INSQ", of_reader(UserModel::Insq { goal: GOAL })),
    ("alpha_DCG", MeasureKind::AlphaDcg { alpha: HALF }),
    ("α_DCG", MeasureKind::AlphaDcg { alpha: HALF }),
    ("alpha_nDCG", MeasureKind::AlphaNdcg { alpha: HALF }),
    ("α_nDCG", MeasureKind::AlphaNdcg { alpha: HALF }),
    ("ERR_IA", MeasureKind::IntentAwareErr),
    ("nERR_IA", MeasureKind::NormalizedIntentAwareErr),
    ("NRBP", NOVELTY),
    ("nNRBP", NORMALIZED_NOVELTY),
    ("AP_IA", MeasureKind::IntentAwareAp),
    ("MAP_IA", MeasureKind::IntentAwareAp),
    ("P_IA", MeasureKind::IntentAwarePrecision),
    ("StRecall", MeasureKind::SubtopicRecall),
    ("NumRet", MeasureKind::Returned),
    ("NumRelRet", MeasureKind::RelevantReturned),
    ("NumRel", MeasureKind::Relevant),
    ("NumQ", MeasureKind::Topics),
];

const RANK_BIASED: MeasureKind = MeasureKind::RankBiasedPrecision {
    p: PERSISTENCE,
    largest: None,
};
const OVERLAP: MeasureKind = MeasureKind::Compatibility {
    p: COMPATIBILITY,
    normalize: true,
};

const NOVELTY: MeasureKind = MeasureKind::NoveltyAndRankBiasedPrecision {
    alpha: HALF,
    beta: HALF,
};
const NORMALIZED_NOVELTY: MeasureKind = MeasureKind::NormalizedNoveltyAndRankBiasedPrecision {
    alpha: HALF,
    beta: HALF,
};

const fn of_reader(model: UserModel) -> MeasureKind {
    MeasureKind::ExpectedUtility {
        model,
        scale: GradeScale::UNKNOWN,
    }
}

/// Names of other tools (trec_eval, ranx, Ragas, ndeval), which are suggested but not read.
const FOREIGN: [(&str, &str); 18] = [
    ("ndcg_cut", "nDCG"),
    ("map_cut", "AP"),
    ("recip_rank", "RR"),
    ("hit_rate", "Success"),
    ("hits", "Success"),
    ("context_precision", "ContextPrecision"),
    ("reciprocal_rank", "RR"),
    ("gm_map", "GMAP"),
    ("set_p", "SetP"),
    ("set_recall", "SetR"),
    ("set_map", "SetAP"),
    ("set_f", "SetF"),
    ("num_ret", "NumRet"),
    ("num_rel", "NumRel"),
    ("num_rel_ret", "NumRelRet"),
    ("num_q", "NumQ"),
    ("r_precision", "Rprec"),
    ("strec", "StRecall"),
];

/// Measures that ir_measures or trec_eval compute and this crate does not: no nearest name is suggested for them.
const NOT_HERE: [&str; 1] = ["nERR"];

/// The measure of a name, with default parameters.
pub(super) fn kind_of(name: &str) -> Option<MeasureKind> {
    NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, kind)| kind.clone())
}

/// What a person who wrote `text`, whose name is `name`, probably meant.
pub(super) fn suggestion(text: &str, name: &str) -> String {
    let rest = text.strip_prefix(name).unwrap_or("").trim();
    // trec_eval glues the cutoff on: ndcg_cut_10, P_5, P.5; people forget the @: RR10
    let is_cutoff = |digits: &&str| digits.parse::<NonZeroU32>().is_ok();
    let (base, glued) = match name.rsplit_once(['_', '.']) {
        _ if same_letters(name).is_some() => (name, None), // nerr8 has no cutoff of 8
        Some((base, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            (base, Some(digits).filter(is_cutoff))
        }
        _ => match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "" => (name, None),
            base => (base, Some(&name[base.len()..]).filter(is_cutoff)),
        },
    };
    let names = || {
        let mut names: Vec<&str> = NAMES.iter().map(|(_, kind)| kind.name()).collect();
        names.dedup();
        names.join(", ")
    };
    if NOT_HERE.iter().any(|known| known.eq_ignore_ascii_case(base)) {
        return format!(
            "it is known elsewhere but not computed here; there are {}",
            names()
        );
    }
    let Some(found) = nearest(base) else {
        return format!("there are {}", names());
    };
    let canonical = kind_of(found).expect("a known name");
    let rest = match (canonical.shape().cutoff, glued, rest) {
        (CutoffRule::Needed | CutoffRule::Optional, Some(digits), _) => format!("@{digits}"),
        (CutoffRule::Needed, None, "") => "@10".to_owned(),
        (CutoffRule::Recall, _, "") => "@0.1".to_owned(),
        (_, _, rest) => rest.to_owned(),
    };
    let rest = match rest.strip_prefix('(') {
        _ if !canonical.lacks_scale() || rest.contains("max_rel") => rest,
        Some(others) => format!("(max_rel=3,{others}"),
        None => format!("(max_rel=3){rest}"),
    };
    format!("did you mean {}{rest}?", canonical.name())
}

/// The known name that differs in case only.
fn same_letters(name: &str) -> Option<&'static str> {
    NAMES
        .iter()
        .map(|(known, _)| *known)
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// The known name that is nearest, if one is near enough: case is free, then up to a third of the letters.
fn nearest(name: &str) -> Option<&'static str> {
    let wanted = name.to_lowercase();
    let foreign = || {
        FOREIGN
            .iter()
            .find(|(known, _)| *known == wanted)
            .map(|(_, ours)| *ours)
    };
    same_letters(name).or_else(foreign).or_else(|| {
        let distance = |known: &str| strsim::osa_distance(&known.to_lowercase(), &wanted);
        let best = NAMES
            .iter()
            .map(|(known, _)| *known)
            .min_by_key(|known| distance(known))?;
        (distance(best) * 3 <= wanted.chars().count()).then_some(best)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_tools_lead_to_ours() {
        for (text, name, expected) in [
            ("ndcg_cut_10", "ndcg_cut_10", "did you mean nDCG@10?"),
            ("P_5", "P_5", "did you mean P@5?"),
            ("RR10", "RR10", "did you mean RR@10?"),
            ("ndcg10", "ndcg10", "did you mean nDCG@10?"),
            ("recip_rank", "recip_rank", "did you mean RR?"),
            ("map", "map", "did you mean AP?"),
            ("hit_rate@3", "hit_rate", "did you mean Success@3?"),
            ("recall", "recall", "did you mean R@10?"),
            ("success_1", "success_1", "did you mean Success@1?"),
            // found by fuzzing: Success@0 is no measure
            ("Success.0", "Success.0", "did you mean Success@10?"),
            ("map_cut_4294967296", "map_cut_4294967296", "did you mean AP?"),
            ("ndgc@10", "ndgc", "did you mean nDCG@10?"),
            ("Sucess@5", "Sucess", "did you mean Success@5?"),
            ("ndcg(rel=2)@10", "ndcg", "did you mean nDCG(rel=2)@10?"),
            ("nerr8", "nerr8", "did you mean NERR8(max_rel=3)@10?"),
            ("nerr11(T=2)", "nerr11", "did you mean NERR11(max_rel=3,T=2)?"),
            ("sdcg_5", "sdcg_5", "did you mean SDCG(max_rel=3)@5?"),
            ("insq(max_rel=2)", "insq", "did you mean INSQ(max_rel=2)?"),
            // neither has a cutoff
            ("rprec_5", "rprec_5", "did you mean Rprec?"),
            ("iprec", "iprec", "did you mean IPrec@0.1?"),
        ] {
            assert_eq!(suggestion(text, name), expected);
        }
    }

    #[test]
    fn a_name_like_nothing_gets_the_list() {
        let expected = "there are Success, P, R, RR, AP, nDCG, ContextPrecision, Judged, IDBasedContextPrecision, GMAP, Rprec, Bpref, infAP, IPrec, SetP, SetR, SetAP, \
                        SetF, RBP, RBPResidual, ERR, Compat, Accuracy, BPM, SDCG, NERR8, NERR9, NERR10, NERR11, INST, INSQ, alpha_DCG, alpha_nDCG, ERR_IA, nERR_IA, NRBP, nNRBP, AP_IA, P_IA, StRecall, NumRet, NumRel, NumQ";
        assert_eq!(suggestion("BLEURT", "BLEURT"), expected);
        // not nDCG@10: that would be another measure
        let expected = format!("it is known elsewhere but not computed here; {expected}");
        assert_eq!(suggestion("nERR@10", "nERR"), expected);
    }
}
