//! How well do intervals and tests keep their promise? Draws test sets whose truth is known, and prints Markdown tables of how often 95 %
//! intervals hold it, how often tests at 5 % and at 1 % see a difference where there is none, and how often where there is one.
//!
//! ```sh
//! cargo run --release --package sokutei-measures --example coverage -- 2000 0     # sets for each cell, seed
//! ```
//!
//! The tables are in docs/METHODS.md, section 9. The same sets and seed give the same tables on any number of threads; 2,000 sets take some
//! minutes. `tests/statistics.rs` runs a small part of it.

mod families;
mod pairs;
mod samples;

use std::error::Error as StdError;
use std::io::{self, Write};

use families::{Family, WAYS};
use pairs::{Cell, Counts, TESTS};
use samples::{Topics, Values};

const SIZES: [usize; 3] = [20, 50, 200];
const REPLICATES: u32 = 2000;
const INTERVALS: [&str; 5] = ["percentile", "basic", "bca", "student-t", "wilson"];
const WITH_ARTICLES: [&str; 8] = [
    "percentile",
    "basic",
    "bca",
    "student-t",
    "wilson",
    "cluster-percentile",
    "cluster-basic",
    "cluster-bca",
];

fn main() -> Result<(), Box<dyn StdError>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (sets, seed) = match arguments.as_slice() {
        [] => (2000, 0),
        [sets] => (sets.parse()?, 0),
        [sets, seed] => (sets.parse()?, seed.parse()?),
        _ => return Err("usage: coverage [SETS [SEED]]".into()),
    };
    if sets == 0 {
        return Err("SETS is 0; at least one is needed".into());
    }
    let mut out = io::stdout().lock();
    print_settings(&mut out, sets, seed)?;
    for topics in [Topics::Independent, Topics::ByArticle] {
        let simulated = cells(topics, sets, seed)?;
        print_pairs(&mut out, topics, sets, &simulated)?;
    }
    print_families(&mut out, sets, seed)?;
    Ok(())
}

fn print_settings(out: &mut impl Write, sets: usize, seed: u64) -> io::Result<()> {
    let error = |percent: f64| (percent * (100.0 - percent) / sets as f64).sqrt();
    writeln!(
        out,
        "{sets} sets a cell, seed {seed}, {REPLICATES} resamples, sign patterns and shuffles each. Standard error of a number: {:.1} near 5 \
         and 95, {:.1} near 1, {:.1} near 50.\n",
        error(5.0),
        error(1.0),
        error(50.0)
    )
}

/// A cell without and one with a difference, and what was counted in them.
struct Simulated {
    values: Values,
    n: usize,
    equal: Counts,
    different: Counts,
}

fn cells(topics: Topics, sets: usize, seed: u64) -> Result<Vec<Simulated>, Box<dyn StdError>> {
    let mut simulated = Vec::new();
    for values in Values::ALL {
        for n in SIZES {
            let counts = |better| {
                pairs::simulate(&Cell {
                    values,
                    topics,
                    n,
                    better,
                    sets,
                    replicates: REPLICATES,
                    seed,
                })
            };
            simulated.push(Simulated {
                values,
                n,
                equal: counts(false)?,
                different: counts(true)?,
            });
        }
    }
    Ok(simulated)
}

fn print_pairs(out: &mut impl Write, topics: Topics, sets: usize, simulated: &[Simulated]) -> io::Result<()> {
    let (where_, intervals): (_, &[&str]) = match topics {
        Topics::Independent => ("independent topics", &INTERVALS),
        Topics::ByArticle => ("topics that are alike within articles", &WITH_ARTICLES),
    };
    for of in ["mean", "difference"] {
        let names = intervals.iter().filter(|name| of == "mean" || **name != "wilson");
        let names: Vec<&str> = names.copied().collect();
        let title = format!("Coverage of 95 % intervals of a {of}, {where_}, in %");
        print_table(out, &title, &names, simulated, sets, |cell, name| {
            let skewed_means_are_normal = of == "mean" && cell.values == Values::Skewed;
            let counted = cell.equal.get(&format!("{of} {name}"));
            counted.filter(|_| !skewed_means_are_normal).copied()
        })?;
    }
    for level in ["5 %", "1 %"] {
        let title = format!("No difference, {where_}: p at most {level}, in %");
        print_table(out, &title, &TESTS, simulated, sets, |cell, test| {
            cell.equal.get(&format!("{level} {test}")).copied()
        })?;
    }
    let title = format!("A difference, {where_}: p at most 5 %, in %");
    print_table(out, &title, &TESTS, simulated, sets, |cell, test| {
        cell.different.get(&format!("5 % {test}")).copied()
    })
}

/// Cells down, methods across; methods and cells without any number are left out.
fn print_table(
    out: &mut impl Write,
    title: &str,
    names: &[&str],
    simulated: &[Simulated],
    sets: usize,
    counted: impl Fn(&Simulated, &str) -> Option<usize>,
) -> io::Result<()> {
    let is_there = |name: &&&str| simulated.iter().any(|cell| counted(cell, name).is_some());
    let names: Vec<&str> = names.iter().filter(is_there).copied().collect();
    writeln!(out, "**{title}**\n\n| values | n | {} |", names.join(" | "))?;
    writeln!(out, "| --- | ---: |{}", " ---: |".repeat(names.len()))?;
    for cell in simulated {
        let numbers: Vec<Option<usize>> = names.iter().map(|name| counted(cell, name)).collect();
        if numbers.iter().any(Option::is_some) {
            let percent = numbers
                .iter()
                .map(|number| number.map_or("–".to_owned(), |hits| percent(hits, sets)));
            let line = percent.collect::<Vec<String>>().join(" | ");
            writeln!(out, "| {} | {} | {line} |", cell.values.name(), cell.n)?;
        }
    }
    writeln!(out)
}

fn percent(hits: usize, of: usize) -> String {
    format!("{:.1}", 100.0 * hits as f64 / of as f64)
}

fn print_families(out: &mut impl Write, sets: usize, seed: u64) -> io::Result<()> {
    writeln!(
        out,
        "**All 10 pairs of 5 systems, values like RR@10, independent topics: p at most 5 %, in %**\n"
    )?;
    writeln!(out, "| | n | {} |", WAYS.join(" | "))?;
    writeln!(out, "| --- | ---: |{}", " ---: |".repeat(WAYS.len()))?;
    for n in SIZES {
        for (better, what) in [
            (false, "all equal: sets with a false alarm"),
            (true, "one better: sets with a false alarm"),
            (true, "one better: true differences found"),
        ] {
            let family = Family {
                n,
                better,
                sets,
                permutations: REPLICATES,
                seed,
            };
            let found = families::simulate(&family).map_err(io::Error::other)?;
            let share = |way: &&str| {
                if what.ends_with("found") {
                    percent(found[way].true_alarms, 4 * sets)
                } else {
                    percent(found[way].false_alarms, sets)
                }
            };
            let line: Vec<String> = WAYS.iter().map(share).collect();
            writeln!(out, "| {what} | {n} | {} |", line.join(" | "))?;
        }
    }
    Ok(())
}
