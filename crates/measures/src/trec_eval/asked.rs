//! `-m`: from names with parameters to the values that are printed.

use super::catalogue::{GROUPS, KNOWN, Known, PERSISTENCE, Takes, is_in_group, needs_other_judgments};
use super::formula::Formula;
use super::levels::Gains;
use super::options::Version;
use super::parameters;
use crate::cutoff::Cutoff;
use crate::error::{Error, MeasureError};

/// The values that were asked for, in trec_eval's order.
///
/// What is written after `-m`: the name of a measure or of a group (`official`, `all_trec`, `set`), and behind a dot a list of parameters. A
/// measure that is asked for several times has all the parameters that were given for it; the usual ones are taken only if there are none.
#[derive(Clone, Debug)]
pub struct Measures {
    pub(super) columns: Vec<Column>,
    /// What was read otherwise than written: cutoffs that were cut to whole numbers.
    pub notes: Vec<String>,
}

/// One value of each topic, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) label: String,
    pub(super) formula: Formula,
}

impl Measures {
    /// Reads names as they stand after `-m`; `official` if there are none.
    ///
    /// # Errors
    ///
    /// A name that is not known, with the nearest one; one that needs preference judgments; parameters that the measure does not take.
    ///
    /// ```
    /// use sokutei_measures::trec_eval::{Measures, Version};
    ///
    /// let measures = Measures::read(&["P.10", "P.5", "map"], Version::Trec10)?;
    /// assert_eq!(measures.labels().collect::<Vec<_>>(), ["map", "P_5", "P_10"]);
    /// let error = Measures::read(&["P_5"], Version::Trec10).unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean P.5?"));
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    pub fn read<S: AsRef<str>>(asked: &[S], version: Version) -> Result<Self, Error> {
        let mut wanted: Vec<Wanted<'_>> = KNOWN.iter().map(|_| Wanted::default()).collect();
        let usual = ["official"];
        let texts: Vec<&str> = match asked {
            [] => usual.to_vec(),
            asked => asked.iter().map(AsRef::as_ref).collect(),
        };
        for text in texts {
            mark(&mut wanted, text, version)?;
        }
        let mut measures = Self {
            columns: Vec::new(),
            notes: Vec::new(),
        };
        for (known, wanted) in KNOWN.iter().zip(&wanted).filter(|(_, wanted)| wanted.is_asked) {
            measures.add(known, &wanted.parameters).map_err(|wrong| {
                refusal(
                    &format!("{}.{}", known.name, wrong.list),
                    wrong.problem,
                    usage(known),
                )
            })?;
        }
        Ok(measures)
    }

    /// Names of the values, as they stand in the first column of the output.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.label.as_str())
    }

    /// Adds the values of one measure.
    fn add<'a>(&mut self, known: &Known, lists: &[&'a str]) -> Result<(), Wrong<'a>> {
        let name = known.name;
        match &known.takes {
            Takes::Nothing(formula) => {
                self.add_each(
                    name,
                    lists,
                    *formula,
                    |_| Err("it takes no parameters".to_owned()),
                )
            }
            Takes::Cutoffs(formula, usual) => self.add_cutoffs(name, lists, *formula, usual),
            Takes::Numbers(formula, usual) => self.add_numbers(name, lists, *formula, usual),
            Takes::List(formula, usual, expected) => {
                let plain = || formula(usual).expect("the usual parameters are right");
                self.add_each(name, lists, plain, |list| {
                    formula(&parameters::numbers(list)?).ok_or_else(|| format!("it takes {expected}"))
                })
            }
            Takes::Gains(formula) => self.add_each(
                name,
                lists,
                || formula(Gains::default()),
                |list| Ok(formula(parameters::pairs(list, false)?.gains)),
            ),
            Takes::Persistence(formula) => self.add_each(
                name,
                lists,
                || formula(PERSISTENCE, Gains::default()),
                |list| {
                    let pairs = parameters::pairs(list, true)?;
                    Ok(formula(pairs.p.unwrap_or(PERSISTENCE), pairs.gains))
                },
            ),
        }
    }

    /// One value for each list, which is part of its name.
    fn add_each<'a>(
        &mut self,
        name: &str,
        lists: &[&'a str],
        usual: impl FnOnce() -> Formula,
        read: impl Fn(&str) -> Result<Formula, String>,
    ) -> Result<(), Wrong<'a>> {
        if lists.is_empty() {
            self.push(name.to_owned(), usual());
        }
        for list in lists {
            let formula = read(list).map_err(|problem| Wrong { problem, list })?;
            self.push(format!("{name}_{list}"), formula);
        }
        Ok(())
    }

    /// One value for each cutoff of all lists, ascending.
    fn add_cutoffs<'a>(
        &mut self,
        name: &str,
        lists: &[&'a str],
        formula: fn(Cutoff) -> Formula,
        usual: &[u32],
    ) -> Result<(), Wrong<'a>> {
        let mut all: Vec<Cutoff> = Vec::new();
        for list in lists {
            let (cutoffs, was_cut) = parameters::cutoffs(list).map_err(|problem| Wrong { problem, list })?;
            all.extend(cutoffs);
            if was_cut {
                let note = format!("{name}.{list}: fractions of cutoffs are cut off, as trec_eval does");
                self.notes.push(note);
            }
        }
        if lists.is_empty() {
            all.extend(usual.iter().filter_map(|&k| Cutoff::new(k).ok()));
        }
        all.sort_unstable();
        all.dedup();
        for cutoff in all {
            self.push(format!("{name}_{cutoff}"), formula(cutoff));
        }
        Ok(())
    }

    /// One value for each number of all lists, ascending.
    fn add_numbers<'a>(
        &mut self,
        name: &str,
        lists: &[&'a str],
        formula: fn(f64) -> Formula,
        usual: &[f64],
    ) -> Result<(), Wrong<'a>> {
        let mut all: Vec<f64> = Vec::new();
        for list in lists {
            let wrong = |problem| Wrong { problem, list };
            let numbers = parameters::numbers(list).map_err(wrong)?;
            if let Some(below) = numbers.iter().find(|x| **x < 0.0) {
                return Err(wrong(format!("{below} is below 0")));
            }
            all.extend(numbers);
        }
        if lists.is_empty() {
            all.extend_from_slice(usual);
        }
        all.sort_by(f64::total_cmp);
        all.dedup_by_key(|x| x.to_bits());
        for number in all {
            self.push(format!("{name}_{number:.2}"), formula(number));
        }
        Ok(())
    }

    /// Adds a value, once.
    fn push(&mut self, label: String, formula: Formula) {
        let column = Column { label, formula };
        if !self.columns.contains(&column) {
            self.columns.push(column);
        }
    }
}

/// What is wrong with the parameters of a measure.
struct Wrong<'a> {
    problem: String,
    list: &'a str,
}

/// How a measure was asked for.
#[derive(Default)]
struct Wanted<'a> {
    is_asked: bool,
    parameters: Vec<&'a str>,
}

fn mark<'a>(wanted: &mut [Wanted<'a>], text: &'a str, version: Version) -> Result<(), Error> {
    let (name, list) = match text.split_once('.') {
        None => (text, None),
        Some((name, list)) => (name, Some(list)),
    };
    if let Some(place) = KNOWN.iter().position(|known| known.name == name) {
        wanted[place].is_asked = true;
        wanted[place].parameters.extend(list);
        return Ok(());
    }
    if is_in_group(name, "", version).is_some() {
        if list.is_some() {
            let hint = "give them to a single measure, as in P.5,10".to_owned();
            return Err(refusal(text, "a group takes no parameters".to_owned(), hint));
        }
        for (known, wanted) in KNOWN.iter().zip(wanted) {
            wanted.is_asked |= is_in_group(name, known.name, version) == Some(true);
        }
        return Ok(());
    }
    let problem = if needs_other_judgments(name) {
        "it needs preference judgments or several judgment sets, which are not read here".to_owned()
    } else {
        format!("trec_eval has no measure {name:?}")
    };
    let hint = match nearest(name) {
        _ if needs_other_judgments(name) => all_names(),
        Some(near) => format!("did you mean {near}?"),
        None => by_nearness(name),
    };
    Err(refusal(text, problem, hint))
}

fn refusal(text: &str, problem: String, hint: String) -> Error {
    Error::Measure(MeasureError {
        text: text.to_owned(),
        problem,
        hint,
    })
}

/// Every name there is; before them those of which half of the letters are right, the nearest first.
fn by_nearness(name: &str) -> String {
    const MOST: usize = 3;
    let lower = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = names()
        .map(|known| (strsim::osa_distance(&known.to_lowercase(), &lower), known))
        .filter(|(distance, _)| distance * 2 <= lower.chars().count())
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    let near: Vec<&str> = near.into_iter().take(MOST).map(|(_, known)| known).collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("near to it: {}; ", near.join(", ")),
    };
    format!("{near}{}", all_names())
}

fn all_names() -> String {
    format!("there are {}", names().collect::<Vec<_>>().join(", "))
}

fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.into_iter().chain(KNOWN.iter().map(|known| known.name))
}

/// How a measure is written.
fn usage(known: &Known) -> String {
    let name = known.name;
    let example = match known.takes {
        Takes::Nothing(_) => return format!("write {name}"),
        Takes::Cutoffs(..) => "5,10",
        Takes::Numbers(..) => "0.1,0.5",
        Takes::List(_, usual, _) if usual.len() == 4 => "1,-1,0,0",
        Takes::List(_, usual, _) if usual.len() > 1 => ".25,.5,.75",
        Takes::List(_, [ten], _) if *ten > 1.0 => "20",
        Takes::List(..) => "0.5",
        Takes::Gains(_) => "1=3,2=9",
        Takes::Persistence(_) => "p=0.8",
    };
    format!("write {name}, or {name}.{example}")
}

/// Names of ir_measures and of other tools, with those of trec_eval.
const FOREIGN: [(&str, &str); 9] = [
    ("ap", "map_cut"),
    ("map", "map_cut"),
    ("ndcg", "ndcg_cut"),
    ("rr", "recip_rank"),
    ("mrr", "recip_rank"),
    ("p", "P"),
    ("precision", "P"),
    ("r", "recall"),
    ("hit", "success"),
];

/// What a person probably meant who wrote a name that is not known: `P_5` and `P@5` are `P.5`.
fn nearest(name: &str) -> Option<String> {
    let split = name.rsplit_once(['_', '@']);
    let cutoff = split.filter(|(_, digits)| digits.parse::<u32>().is_ok_and(|k| k > 0));
    let base = cutoff.map_or(name, |(base, _)| base);
    let lower = base.to_lowercase();
    let foreign = FOREIGN.iter().find(|(known, _)| *known == lower);
    let known = KNOWN.iter().find(|known| known.name == base);
    let known = known.or_else(|| {
        let (_, ours) = foreign?;
        KNOWN.iter().find(|known| known.name == *ours)
    });
    let Some(known) = known.or_else(|| similar(&lower)) else {
        let distance = |group: &&str| strsim::osa_distance(group, &lower) * 3 <= lower.len();
        return GROUPS.into_iter().find(distance).map(str::to_owned);
    };
    match (cutoff, &known.takes) {
        (Some((_, digits)), Takes::Cutoffs(..)) => Some(format!("{}.{digits}", known.name)),
        _ => Some(known.name.to_owned()),
    }
}

fn similar(lower: &str) -> Option<&'static Known> {
    let distance = |known: &Known| strsim::osa_distance(&known.name.to_lowercase(), lower);
    let best = KNOWN.iter().min_by_key(|known| distance(known))?;
    (distance(best) * 3 <= lower.chars().count()).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(asked: &[&str]) -> Vec<String> {
        let measures = Measures::read(asked, Version::Trec10).unwrap();
        measures.labels().map(str::to_owned).collect()
    }

    fn message(asked: &str) -> String {
        Measures::read(&[asked], Version::Trec10).unwrap_err().to_string()
    }

    #[test]
    fn order_and_names_are_those_of_the_output() {
        assert_eq!(
            labels(&["ndcg", "map", "P.7,5,3"]),
            ["map", "P_3", "P_5", "P_7", "ndcg"]
        );
        assert_eq!(
            labels(&["iprec_at_recall..10,.20", "Rprec_mult.5.0,0.2", "11pt_avg..25,.5"]),
            [
                "iprec_at_recall_0.10",
                "iprec_at_recall_0.20",
                "Rprec_mult_0.20",
                "Rprec_mult_5.00",
                "11pt_avg_.25,.5"
            ]
        );
        assert_eq!(
            labels(&[
                "utility.2,-1,0,0",
                "ndcg.1=3,2=9",
                "relstring",
                "rbp.p=0.8",
                "set_F.0.5"
            ]),
            [
                "relstring",
                "utility_2,-1,0,0",
                "ndcg_1=3,2=9",
                "set_F_0.5",
                "rbp_p=0.8"
            ]
        );
        assert_eq!(labels(&[]), labels(&["official"]));
    }

    #[test]
    fn c21_a_measure_asked_twice_has_both_cutoffs() {
        assert_eq!(labels(&["P.1", "P.2"]), ["P_1", "P_2"]);
        assert_eq!(labels(&["P.1", "P.1,1"]), ["P_1"]);
        assert_eq!(labels(&["utility.1,0,0,0", "utility.0,1,0,0"]).len(), 2);
        // what is given takes the place of what is usual
        assert_eq!(labels(&["set_F", "success", "success.3"]), ["success_3", "set_F"]);
    }

    #[test]
    fn cutoffs_with_a_fraction_are_noted() {
        let measures = Measures::read(&["ndcg_cut.10,23.4"], Version::Trec10).unwrap();
        assert_eq!(
            measures.labels().collect::<Vec<_>>(),
            ["ndcg_cut_10", "ndcg_cut_23"]
        );
        assert_eq!(
            measures.notes,
            ["ndcg_cut.10,23.4: fractions of cutoffs are cut off, as trec_eval does"]
        );
    }

    #[test]
    fn a_name_that_is_not_known_is_answered_with_the_nearest() {
        for (asked, near) in [
            ("P_5", "P.5"),
            ("p@10", "P.10"),
            ("nDCG@10", "ndcg_cut.10"),
            ("ndcg_cut_10", "ndcg_cut.10"),
            ("RR", "recip_rank"),
            ("recip_rnk", "recip_rank"),
            ("MAP", "map_cut"),
            ("rprec", "Rprec"),
            ("oficial", "official"),
        ] {
            let expected = format!("did you mean {near}?");
            assert!(message(asked).ends_with(&expected), "{}", message(asked));
        }
        let far = message("success_rate");
        assert!(far.contains("; near to it: success"), "{far}");
        assert!(!message("BLEURT").contains("near to it"));
        assert!(message("BLEURT").contains("there are official, all_trec, set, runid, num_q"));
    }

    #[test]
    fn measures_of_preferences_are_refused_by_name() {
        for name in ["prefs", "all_prefs", "prefs_simp", "qrels_jg", "map_avgjg"] {
            assert!(message(name).contains("it needs preference judgments"), "{name}");
            assert!(!message(name).contains("near to it"), "{name}");
        }
    }

    #[test]
    fn wrong_parameters_are_named() {
        for (asked, words) in [
            ("P.0", "\"0\" is no cutoff"),
            ("P.", "write P, or P.5,10"),
            ("map.5", "it takes no parameters"),
            ("official.5", "a group takes no parameters"),
            ("utility.1,2", "it takes four numbers"),
            ("iprec_at_recall.-.1", "-0.1 is below 0"),
            ("ndcg.1", "is no pair"),
            ("rbp.p=2", "from 0 to 1"),
            ("set_F.-1", "at least 0"),
            ("relstring.2.5", "whole number"),
        ] {
            assert!(message(asked).contains(words), "{}", message(asked));
        }
    }
}
