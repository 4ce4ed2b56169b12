//! `sokutei agree assessors`: several judgments of the same documents.

use anyhow::{Result, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::agreement::{
    AgreementEstimate, Coefficient, CohenKappa, Distances, JudgedPairs, KappaWeights, Level, cohen_kappa,
    estimate_coefficients,
};
use sokutei_measures::{Docid, Judgments, Qrels, TopicId};

use super::super::{runs, voice_of};
use super::shown::bootstrap;
use crate::args::{AgreeAssessors as Args, DistancesArg};
use crate::files;
use crate::progress::Progress;

/// All that was found, for whatever prints it.
pub(super) struct Outcome<'a> {
    pub(super) args: &'a Args,
    pub(super) assessors: Vec<Assessor>,
    /// Pairs of topic and document: how many were judged by 1, 2, … of the assessors.
    pub(super) judged_by: Vec<usize>,
    pub(super) rows: Vec<Row>,
    /// Of two assessors: grades, and how often each pair of them was given.
    pub(super) cross_table: Option<(Vec<f64>, Vec<Vec<u64>>)>,
}

pub(super) struct Assessor {
    pub(super) name: String,
    pub(super) judgments: usize,
    pub(super) topics: usize,
    /// Judgments of pairs that another has judged, too.
    pub(super) shared: usize,
}

/// One coefficient.
pub(super) struct Row {
    pub(super) coefficient: Coefficient,
    /// Whose it is: two names, or "all".
    pub(super) between: String,
    pub(super) found: Found,
}

/// What a coefficient came to.
pub(super) enum Found {
    /// Nothing to compute it from.
    NoPairs,
    /// A value, or why there is none, over so many pairs and topics.
    Computed(Box<Computed>),
}

pub(super) struct Computed {
    pub(super) n_pairs: usize,
    pub(super) n_topics: usize,
    pub(super) over_pairs: AgreementEstimate,
    pub(super) over_topics: AgreementEstimate,
    /// Of Cohen's kappa.
    pub(super) asymptotic: Option<Asymptotic>,
}

pub(super) struct Asymptotic {
    pub(super) standard_error: f64,
    pub(super) ends: [f64; 2],
}

pub(super) fn run(args: &Args) -> Result<String> {
    let voice = voice_of(&args.run);
    runs::one_standard_input(&args.qrels[0], &args.qrels[1..])?;
    let progress = Progress::new(voice);
    let reading = args.reading();
    let all = args
        .qrels
        .iter()
        .map(|path| runs::qrels(path, &reading, &[], voice));
    let all = all.collect::<Result<Vec<Qrels>>>()?;
    let judged = JudgedPairs::new(&all.iter().collect::<Vec<_>>())?;
    let judged_by = judged_by(&judged, all.len());
    if judged_by[1..].iter().sum::<usize>() == 0 {
        bail!(nothing_shared(args, &all));
    }
    progress.begin(Stage::Statistics);
    let rows = rows(args, &judged)?;
    progress.end(Stage::Statistics, "");
    let cross_table = match all.len() {
        2 => {
            let both = judged.of_two(0, 1)?;
            Some((both.ratings.values().to_vec(), both.ratings.cross_table()?))
        }
        _ => None,
    };
    let assessors = assessors(args, &all);
    let outcome = Outcome {
        args,
        assessors,
        judged_by,
        rows,
        cross_table,
    };
    Ok(outcome.shown().in_format(args.format))
}

fn judged_by(judged: &JudgedPairs, assessors: usize) -> Vec<usize> {
    let at_least = |n: usize| judged.ratings.rated_by(n).len();
    (1..=assessors).map(|n| at_least(n) - at_least(n + 1)).collect()
}

/// The usual reason is another numbering, so the first pair of each file is shown.
fn nothing_shared(args: &Args, all: &[Qrels]) -> String {
    let first = |(path, qrels): (_, &Qrels)| {
        let topic = qrels
            .iter()
            .find_map(|(topic, judgments)| Some((topic, judgments.iter().next()?.0)));
        let pair = topic.map_or("nothing".to_owned(), |(topic, docid)| {
            format!("`{topic} {docid}`")
        });
        format!("{} begins with {pair}", files::name(path))
    };
    let paths = args.qrels.iter().map(|path| path.as_path());
    let firsts: Vec<String> = paths.zip(all).map(first).collect();
    format!(
        "no pair of topic and document was judged by two assessors: {}; look for another numbering, or the wrong file",
        firsts.join(", ")
    )
}

fn assessors(args: &Args, all: &[Qrels]) -> Vec<Assessor> {
    let names = args.qrels.iter().map(|path| files::name(path));
    names
        .enumerate()
        .map(|(i, name)| assessor(name, i, all))
        .collect()
}

fn assessor(name: String, number: usize, all: &[Qrels]) -> Assessor {
    let own = &all[number];
    let by_another = |topic: &TopicId, docid: &Docid| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != number);
        others
            .filter_map(|(_, other)| other.get(topic))
            .any(|judged| judged.grade(docid).is_some())
    };
    let shared_of = |(topic, judged): (&TopicId, &Judgments)| {
        judged
            .iter()
            .filter(|(docid, _)| by_another(topic, docid))
            .count()
    };
    Assessor {
        name,
        judgments: own.n_judgments(),
        topics: own.iter().filter(|(_, judged)| !judged.is_empty()).count(),
        shared: own.iter().map(shared_of).sum(),
    }
}

/// Every coefficient: of each two assessors, then of all.
fn rows(args: &Args, judged: &JudgedPairs) -> Result<Vec<Row>> {
    let distances = match args.distances {
        DistancesArg::Grades => Distances::Grades,
        DistancesArg::Positions => Distances::Positions,
    };
    let kappas = [
        KappaWeights::Unweighted,
        KappaWeights::Linear(distances),
        KappaWeights::Quadratic(distances),
    ];
    let n = args.qrels.len();
    let mut rows = Vec::new();
    for i in 0..n {
        for j in i + 1..n {
            let between = format!(
                "{} and {}",
                files::name(&args.qrels[i]),
                files::name(&args.qrels[j])
            );
            let pairs = judged.of_two(i, j).ok();
            rows.extend(of_pairs(
                args,
                &between,
                pairs.as_ref(),
                &kappas.map(Coefficient::Cohen),
            )?);
        }
    }
    let complete = judged.judged_by(n).ok();
    rows.extend(of_pairs(args, "all", complete.as_ref(), &[Coefficient::Fleiss])?);
    let shared = judged.judged_by(2)?;
    let alphas = [Level::Nominal, Level::Ordinal].map(Coefficient::Krippendorff);
    rows.extend(of_pairs(args, "all", Some(&shared), &alphas)?);
    Ok(rows)
}

fn of_pairs(
    args: &Args,
    between: &str,
    pairs: Option<&JudgedPairs>,
    coefficients: &[Coefficient],
) -> Result<Vec<Row>> {
    let row = |coefficient: &Coefficient, found: Found| Row {
        coefficient: *coefficient,
        between: between.to_owned(),
        found,
    };
    let Some(pairs) = pairs else {
        return Ok(coefficients.iter().map(|of| row(of, Found::NoPairs)).collect());
    };
    let o = bootstrap(&args.resampling);
    let over = |units| estimate_coefficients(&pairs.ratings, &units, coefficients, &o);
    let both = over(pairs.by_pair())?.into_iter().zip(over(pairs.by_topic())?);
    let found = both.zip(coefficients).map(|((over_pairs, over_topics), of)| {
        let asymptotic = asymptotic(*of, pairs, o.level)?;
        let (n_pairs, n_topics) = (pairs.len(), pairs.n_topics());
        let computed = Computed {
            n_pairs,
            n_topics,
            over_pairs,
            over_topics,
            asymptotic,
        };
        Ok(row(of, Found::Computed(Box::new(computed))))
    });
    found.collect()
}

fn asymptotic(of: Coefficient, pairs: &JudgedPairs, level: f64) -> Result<Option<Asymptotic>> {
    let Coefficient::Cohen(weights) = of else {
        return Ok(None);
    };
    let whole: Option<CohenKappa> = cohen_kappa(&pairs.ratings, weights).ok(); // why there is none is told beside the value
    let with_ends = |kappa: CohenKappa| -> Result<Asymptotic> {
        let ends = kappa.asymptotic_interval(level)?;
        Ok(Asymptotic {
            standard_error: kappa.standard_error,
            ends,
        })
    };
    whole.map(with_ends).transpose()
}
