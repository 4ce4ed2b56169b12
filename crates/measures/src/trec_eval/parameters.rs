//! What stands after the dot of `-m`: lists of numbers, and pairs.

use super::levels::Gains;
use crate::cutoff::Cutoff;

/// A list of cutoffs, and whether one of them was cut to a whole number.
pub(super) fn cutoffs(text: &str) -> Result<(Vec<Cutoff>, bool), String> {
    let mut was_cut = false;
    let cutoff = |word: &str| {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        let is_number = !whole.is_empty() && (whole.len() + fraction.len()).gt(&0);
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let refused = || format!("{word:?} is no cutoff: whole numbers of at least 1, between commas");
        if !is_number || !digits(whole) || !digits(fraction) {
            return Err(refused());
        }
        was_cut |= word.contains('.');
        let depth: u32 = whole.parse().map_err(|_| refused())?;
        Cutoff::new(depth).map_err(|_| refused())
    };
    let cutoffs = text.split(',').map(cutoff).collect::<Result<Vec<_>, _>>()?;
    Ok((cutoffs, was_cut))
}

/// A list of numbers: `.25,.5,.75`, `2,-1,0,0`.
pub(super) fn numbers(text: &str) -> Result<Vec<f64>, String> {
    text.split(',').map(number).collect()
}

/// Larger than any gain that means something; sums of so large numbers keep seven decimals, so that differences of sums have their sign.
const LARGEST: f64 = 1e9;

fn number(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number.abs() <= LARGEST => Ok(number + 0.0),
        // words such as "inf" parse too
        Ok(number) if number.is_finite() => Err(format!("{word} is not between -1e9 and 1e9")),
        _ => Err(format!(
            "{word:?} is no number; they stand between commas, as in .25,.5"
        )),
    }
}

/// Pairs `grade=gain`, and `p=` where it has a meaning.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Pairs {
    pub(super) p: Option<f64>,
    pub(super) gains: Gains,
}

/// Reads `1=3,2=9,4=4.5`, or `p=0.8,1=0.5` if `takes_p`.
pub(super) fn pairs(text: &str, takes_p: bool) -> Result<Pairs, String> {
    let mut pairs = Pairs::default();
    for word in text.split(',') {
        let Some((name, value)) = word.split_once('=') else {
            let example = if takes_p { "p=0.8" } else { "1=3,2=9" };
            return Err(format!(
                "{word:?} is no pair of a name and a number, as in {example}"
            ));
        };
        let value = number(value)?;
        if takes_p && name == "p" {
            if !(0.0..=1.0).contains(&value) || pairs.p.is_some() {
                return Err(format!("p is {value}; it must be one number from 0 to 1"));
            }
            pairs.p = Some(value);
            continue;
        }
        let level = name.parse::<i32>().ok().filter(|level| *level >= 0);
        let Some(level) = level else {
            return Err(format!(
                "{name:?} is no grade; gains are given to grades of 0 or more, as in 2=9"
            ));
        };
        if pairs.gains.0.iter().any(|(known, _)| *known == level) {
            return Err(format!("grade {level} has two gains"));
        }
        pairs.gains.0.push((level, value));
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutoffs_are_whole_numbers_and_fractions_are_cut() {
        let read = |text| cutoffs(text).map(|(k, cut)| (k.iter().map(|k| k.get()).collect::<Vec<_>>(), cut));
        assert_eq!(read("10,20,23.4"), Ok((vec![10, 20, 23], true)));
        assert_eq!(read("5"), Ok((vec![5], false)));
        for wrong in [
            "",
            "0",
            "-1",
            "x",
            "5,",
            ",5",
            "0.5",
            ".5",
            "1e3",
            "+5",
            "4294967296",
            "1.2.3",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_may_begin_with_their_point() {
        assert_eq!(numbers(".25,.5,.75"), Ok(vec![0.25, 0.5, 0.75]));
        assert_eq!(numbers("2,-1,0,-0"), Ok(vec![2.0, -1.0, 0.0, 0.0]));
        for wrong in ["", "1,,2", "nan", "inf", "1 2", "a", "1e10", "-1e10"] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pairs_are_of_grades_and_of_p() {
        let read = pairs("1=3,2=9,4=4.5", false).unwrap();
        assert_eq!((read.p, read.gains.0), (None, vec![(1, 3.0), (2, 9.0), (4, 4.5)]));
        let read = pairs("p=0.8,1=0.5", true).unwrap();
        assert_eq!((read.p, read.gains.0), (Some(0.8), vec![(1, 0.5)]));
        for (wrong, takes_p) in [
            ("p=0.8", false),
            ("p=1.5", true),
            ("p=.5,p=.6", true),
            ("0.8", true),
            ("1", false),
            ("-1=2", false),
            ("1=2,1=3", false),
            ("1=x", false),
            ("", false),
        ] {
            assert!(pairs(wrong, takes_p).is_err(), "{wrong}");
        }
    }
}
