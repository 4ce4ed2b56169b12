//! `sokutei check`: everything odd in files, not only the first of it.

mod file;
mod print;
mod rows;

use std::path::Path;

use anyhow::Result;
use sokutei_measures::{Duplicates, Grades, Oddities, ReadingRules, TopicId};

use super::runs;
use crate::args::{Check, CheckFormat};
use crate::exit::Exit;
use crate::files;
use file::{Checked, Holds};

/// Topics that one of two files has and the other has not.
struct Difference {
    qrels: String,
    run: String,
    only_in_qrels: Vec<TopicId>,
    only_in_run: Vec<TopicId>,
}

pub(crate) fn run(args: &Check) -> Result<Exit> {
    runs::one_standard_input(Path::new(""), &args.files)?;
    let rules = ReadingRules {
        oddities: Oddities::Collect,
        duplicates: Duplicates::First,
        subtopics: args.subtopics,
        grades: if args.decimal_grades {
            Grades::Decimal
        } else {
            Grades::Whole
        },
    };
    let format = args.input_format.map(crate::args::InputFormat::format);
    let checked = args
        .files
        .iter()
        .map(|path| file::check(path, format, args.contents.map(Into::into), rules))
        .collect::<Result<Vec<_>>>()?;
    let differences = differences(&checked);
    let out = match args.format {
        CheckFormat::Text => print::text(&checked, &differences),
        CheckFormat::Json => print::document(&checked, &differences),
    };
    files::print(out.as_bytes())?;
    let is_fine = differences.is_empty() && checked.iter().all(|file| file.findings.is_empty());
    Ok(if is_fine { Exit::Fine } else { Exit::No })
}

/// Each run beside each file of qrels, where their topics differ.
fn differences(checked: &[Checked]) -> Vec<Difference> {
    let of_kind = |wanted| checked.iter().filter(move |file| file.holds == Some(wanted));
    let mut differences = Vec::new();
    for qrels in of_kind(Holds::Qrels) {
        for run in of_kind(Holds::Run) {
            let only = |a: &Checked, b: &Checked| -> Vec<TopicId> {
                a.topics
                    .iter()
                    .filter(|t| !b.topics.contains(*t))
                    .cloned()
                    .collect()
            };
            let difference = Difference {
                qrels: qrels.name.clone(),
                run: run.name.clone(),
                only_in_qrels: only(qrels, run),
                only_in_run: only(run, qrels),
            };
            if !difference.only_in_qrels.is_empty() || !difference.only_in_run.is_empty() {
                differences.push(difference);
            }
        }
    }
    differences
}
