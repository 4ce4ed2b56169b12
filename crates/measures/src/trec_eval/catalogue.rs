//! Names of measures in the order in which they are printed, what each takes, and names of groups.

use super::formula::Formula;
use super::levels::Gains;
use super::options::Version;
use crate::cutoff::Cutoff;

/// A measure, before its parameters.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
}

/// What stands after the dot, and what is taken where nothing does.
pub(super) enum Takes {
    Nothing(fn() -> Formula),
    /// One value for each cutoff.
    Cutoffs(fn(Cutoff) -> Formula, &'static [u32]),
    /// One value for each number of at least 0.
    Numbers(fn(f64) -> Formula, &'static [f64]),
    /// One value of a list; `None` if it has not the right length or range, which the text describes.
    List(fn(&[f64]) -> Option<Formula>, &'static [f64], &'static str),
    /// One value, with gains of grades.
    Gains(fn(Gains) -> Formula),
    /// One value, with `p=0.8` and gains of grades.
    Persistence(fn(f64, Gains) -> Formula),
}

const CUTOFFS: [u32; 9] = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const TENTHS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const FIFTHS: [f64; 10] = [0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0];

/// Persistence of `rbp` and `rbp_resid` unless `p=` says otherwise.
pub(super) const PERSISTENCE: f64 = 0.9;

const fn plain(name: &'static str, formula: fn() -> Formula) -> Known {
    Known {
        name,
        takes: Takes::Nothing(formula),
    }
}

const fn cut(name: &'static str, formula: fn(Cutoff) -> Formula) -> Known {
    cut_at(name, formula, &CUTOFFS)
}

const fn cut_at(name: &'static str, formula: fn(Cutoff) -> Formula, usual: &'static [u32]) -> Known {
    Known {
        name,
        takes: Takes::Cutoffs(formula, usual),
    }
}

const fn gained(name: &'static str, formula: fn(Gains) -> Formula) -> Known {
    Known {
        name,
        takes: Takes::Gains(formula),
    }
}

/// Every measure, in the order of the output.
pub(super) static KNOWN: [Known; 41] = [
    plain("runid", || Formula::Runid),
    plain("num_q", || Formula::NumQ),
    plain("num_ret", || Formula::NumRet),
    plain("num_rel", || Formula::NumRel),
    plain("num_rel_ret", || Formula::NumRelRet),
    plain("map", || Formula::Map),
    plain("gm_map", || Formula::GmMap),
    plain("Rprec", || Formula::Rprec),
    plain("bpref", || Formula::Bpref),
    plain("recip_rank", || Formula::RecipRank),
    Known {
        name: "iprec_at_recall",
        takes: Takes::Numbers(Formula::IprecAtRecall, &TENTHS),
    },
    cut("P", Formula::P),
    Known {
        name: "relstring",
        takes: Takes::List(relstring, &[10.0], "one whole number of at least 0"),
    },
    cut("recall", Formula::Recall),
    plain("infAP", || Formula::InfAp),
    plain("gm_bpref", || Formula::GmBpref),
    Known {
        name: "Rprec_mult",
        takes: Takes::Numbers(Formula::RprecMult, &FIFTHS),
    },
    Known {
        name: "utility",
        takes: Takes::List(utility, &[1.0, -1.0, 0.0, 0.0], "four numbers"),
    },
    Known {
        name: "11pt_avg",
        takes: Takes::List(eleven_points, &TENTHS, "numbers of at least 0"),
    },
    plain("binG", || Formula::BinG),
    gained("G", Formula::G),
    gained("dcg", Formula::Dcg),
    gained("ideal_dcg", Formula::IdealDcg),
    gained("ndcg", Formula::Ndcg),
    gained("ndcg_rel", Formula::NdcgRel),
    gained("Rndcg", Formula::Rndcg),
    cut("ndcg_cut", Formula::NdcgCut),
    cut("map_cut", Formula::MapCut),
    cut("relative_P", Formula::RelativeP),
    cut_at("success", Formula::Success, &[1, 5, 10]),
    plain("set_P", || Formula::SetP),
    plain("set_relative_P", || Formula::SetRelativeP),
    plain("set_recall", || Formula::SetRecall),
    plain("set_map", || Formula::SetMap),
    Known {
        name: "set_F",
        takes: Takes::List(set_f, &[1.0], "one number of at least 0"),
    },
    plain("num_nonrel_judged_ret", || Formula::NumNonrelJudgedRet),
    plain("num_nonjudged_ret", || Formula::NumNonjudgedRet),
    plain("yaap", || Formula::Yaap),
    Known {
        name: "rbp",
        takes: Takes::Persistence(|p, gains| Formula::Rbp { p, gains }),
    },
    Known {
        name: "rbp_resid",
        takes: Takes::Persistence(|p, _| Formula::RbpResid(p)),
    },
    cut_at("unj", Formula::Unj, &[5, 10, 20]),
];

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole and at least 0, as was looked at
fn relstring(numbers: &[f64]) -> Option<Formula> {
    match numbers {
        [length] if *length >= 0.0 && length.fract() == 0.0 => Some(Formula::Relstring(*length as usize)),
        _ => None,
    }
}

fn utility(numbers: &[f64]) -> Option<Formula> {
    numbers.try_into().ok().map(Formula::Utility)
}

fn eleven_points(numbers: &[f64]) -> Option<Formula> {
    let mut shares = numbers.to_vec();
    shares.sort_by(f64::total_cmp);
    (shares.first()? >= &0.0).then_some(Formula::ElevenPoints(shares))
}

fn set_f(numbers: &[f64]) -> Option<Formula> {
    match numbers {
        [beta] if *beta >= 0.0 => Some(Formula::SetF(*beta)),
        _ => None,
    }
}

/// Names of groups.
pub(super) const GROUPS: [&str; 3] = ["official", "all_trec", "set"];

const OFFICIAL: [&str; 12] = [
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "map",
    "gm_map",
    "Rprec",
    "bpref",
    "recip_rank",
    "iprec_at_recall",
    "P",
];

const SET: [&str; 11] = [
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "utility",
    "set_P",
    "set_recall",
    "set_relative_P",
    "set_map",
    "set_F",
];

/// Measures that `all_trec` leaves out in both versions.
const NOT_IN_ALL: [&str; 4] = ["dcg", "ideal_dcg", "num_nonjudged_ret", "yaap"];

/// Measures that version 9 does not have in `all_trec`.
const NOT_IN_NINE: [&str; 3] = ["rbp", "rbp_resid", "unj"];

/// Whether a measure belongs to a group; `None` if there is no such group.
pub(super) fn is_in_group(group: &str, name: &str, version: Version) -> Option<bool> {
    match group {
        "official" => Some(OFFICIAL.contains(&name)),
        "set" => Some(SET.contains(&name)),
        "all_trec" => {
            let absent =
                NOT_IN_ALL.contains(&name) || version == Version::Trec9 && NOT_IN_NINE.contains(&name);
            Some(!absent)
        }
        _ => None,
    }
}

/// Whether a name needs judgments of another kind: preferences, or several judgment sets.
pub(super) fn needs_other_judgments(name: &str) -> bool {
    const OTHERS: [&str; 5] = [
        "all_prefs",
        "qrels_jg",
        "map_avgjg",
        "P_avgjg",
        "Rprec_mult_avgjg",
    ];
    name.starts_with("prefs") || OTHERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_name_measures_that_exist() {
        let exists = |name: &&str| KNOWN.iter().any(|known| known.name == *name);
        for list in [&OFFICIAL[..], &SET, &NOT_IN_ALL, &NOT_IN_NINE] {
            assert!(list.iter().all(exists));
        }
        for group in GROUPS {
            assert_eq!(is_in_group(group, "num_q", Version::Trec10), Some(true));
        }
        assert_eq!(is_in_group("all_trec", "rbp", Version::Trec10), Some(true));
        assert_eq!(is_in_group("all_trec", "rbp", Version::Trec9), Some(false));
        assert_eq!(is_in_group("prefs", "num_q", Version::Trec10), None);
    }
}
