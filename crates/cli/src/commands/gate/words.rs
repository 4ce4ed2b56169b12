//! Verdicts in words, the same in every format.

use sokutei_measures::TopicId;
use sokutei_measures::stats::{GateMode, GateVerdict, TopicLoss};

use super::Outcome;

/// Characters of an id or a query that are shown; hostile files have long ones.
const SHOWN: usize = 200;

/// A topic that lost, by a measure.
pub(super) struct Lost<'a> {
    pub(super) topic: &'a TopicId,
    pub(super) loss: &'a TopicLoss,
    pub(super) query: Option<&'a str>,
    /// Whether the candidate has no line for it.
    pub(super) is_missing: bool,
}

impl Outcome<'_> {
    pub(super) fn status(&self) -> &'static str {
        status(self.gated.passed)
    }

    pub(super) fn baseline(&self) -> &str {
        &self.judged.runs[0].name
    }

    pub(super) fn candidate(&self) -> &str {
        &self.judged.runs[1].name
    }

    pub(super) fn measure(&self, place: usize) -> String {
        self.judged.measures[place].to_string()
    }

    /// The first line of everything.
    pub(super) fn headline(&self) -> String {
        let (status, baseline, candidate) = (self.status(), self.baseline(), self.candidate());
        let (candidate, baseline) = (cut(candidate), cut(baseline));
        let n = self.gated.measures.len();
        let failed: Vec<String> = (0..n)
            .filter(|&place| !self.gated.measures[place].verdict.passed())
            .map(|place| self.measure(place))
            .collect();
        match failed.len() {
            0 => format!("{status}: {candidate} against {baseline}"),
            _ => format!(
                "{status}: {candidate} against {baseline}, by {}",
                failed.join(", ")
            ),
        }
    }

    /// What is said of one measure: "failed: lower by 0.01 or more, p at most 0.05".
    pub(super) fn verdict(&self, place: usize) -> String {
        let verdict = self.gated.measures[place].verdict;
        let words = verdict_words(verdict, self.gated.mode, self.gated.alpha);
        format!("{}: {words}", status(verdict.passed()))
    }

    /// What to know before trusting the verdicts.
    pub(super) fn warnings(&self) -> Vec<String> {
        let words = |w: &sokutei_measures::stats::GateWarning| format!("{}: {w}", self.measure(w.measure()));
        self.gated.warnings().iter().map(words).collect()
    }

    /// The ends of the interval; a single unit has none.
    pub(super) fn interval(&self, place: usize) -> Option<(f64, f64)> {
        let evidence = &self.gated.measures[place].evidence;
        let difference = &evidence.difference;
        evidence.standard_error.map(|_| (difference.low, difference.high))
    }

    /// The topics that lost most by a measure.
    pub(super) fn lost(&self, place: usize) -> impl Iterator<Item = Lost<'_>> {
        let missing = &self.judged.runs[1].evaluation.coverage.judged_missing_in_run;
        self.changes[place].losses.iter().map(move |loss| {
            let topic = &self.judged.topics()[loss.place];
            Lost {
                topic,
                loss,
                query: self.judged.table.as_ref().and_then(|table| table.query(topic)),
                is_missing: missing.contains(topic),
            }
        })
    }

    /// How interval and p were found.
    pub(super) fn methods(&self) -> Vec<String> {
        let uncertainty = &self.args.uncertainty;
        let mut notes = vec![format!("Interval: {}.", uncertainty.words(self.args.replicates))];
        match self.gated.mode {
            GateMode::Drop { delta } => notes.push(format!(
                "Fails: p at most {} and a drop of at least {delta}. p: {}. {}",
                alpha(self.gated.alpha),
                self.flip_words(),
                self.family_words(),
            )),
            GateMode::NonInferiority { margin } => notes.push(format!(
                "Passes: the lower end of the interval is above {}. Every measure must pass, so nothing is corrected for their number (intersection–union).",
                if margin == 0.0 { "0".to_owned() } else { format!("−{margin}") }
            )),
        }
        if let Some(groups) = &self.judged.groups {
            let together = match self.gated.mode {
                GateMode::Drop { .. } => "drawn, and change their sign, together",
                GateMode::NonInferiority { .. } => "drawn together",
            };
            notes.push(format!(
                "Units are {}, not single topics: all topics of a group are {together}.",
                groups.words()
            ));
        }
        notes
    }

    fn flip_words(&self) -> String {
        let flips = self.flips;
        if flips.exact {
            format!("all 2^n = {} sign flips", flips.permutations)
        } else {
            format!("{} random sign flips, (b + 1) / (R + 1)", flips.permutations)
        }
    }

    fn family_words(&self) -> String {
        match self.gated.measures.len() {
            1 => "One measure: nothing to correct for.".to_owned(),
            n => format!("Corrected by holm for {n} measures, as is what is detectable."),
        }
    }
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

fn verdict_words(verdict: GateVerdict, mode: GateMode, level: f64) -> String {
    let (size, alpha) = (mode.size(), alpha(level));
    let gains = size == 0.0;
    match verdict {
        GateVerdict::NoDropFound => "no drop found".to_owned(),
        GateVerdict::DropNotSignificant => format!("lower by {size} or more, but p is above {alpha}"),
        GateVerdict::SmallDrop => format!("lower, p at most {alpha}, but by less than {size}"),
        GateVerdict::Dropped => format!("lower by {size} or more, p at most {alpha}"),
        GateVerdict::NotInferior if gains => "shown to be better".to_owned(),
        GateVerdict::NotInferior => format!("shown to lose less than {size}"),
        GateVerdict::NotShown if gains => "not shown to be better".to_owned(),
        GateVerdict::NotShown => format!("not shown to lose less than {size}; it may be as good"),
        GateVerdict::Inferior => format!("shown to lose more than {size}"),
    }
}

/// 1 − level without the dust of binary fractions.
fn alpha(alpha: f64) -> f64 {
    (alpha * 1e9).round() / 1e9
}

/// The beginning of a text that may be very long.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
