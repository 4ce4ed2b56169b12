//! Bars on a terminal: which stage runs, how far its parts are, how fast, and how long it may still take.
//!
//! Nothing here is coloured, and nothing is drawn into a pipe, a file, or a terminal that cannot move its cursor.

use std::io::IsTerminal as _;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sokutei_experiment::{Observer, Stage};

use crate::terminal::{Voice, say};
use crate::usage::Usage;

/// Every bar of the program. Messages are printed above them, see [`above`].
static BARS: LazyLock<MultiProgress> =
    LazyLock::new(|| MultiProgress::with_draw_target(ProgressDrawTarget::hidden()));

/// Takes every bar away for good: the program ends.
pub(crate) fn stop() {
    let _ = BARS.clear();
    BARS.set_draw_target(ProgressDrawTarget::hidden());
}

/// From this width on there is room for a bar beside the numbers.
const WIDE: u16 = 60;

/// Prints something while bars may be on the screen: they are taken away for it and drawn again below.
pub(crate) fn above<T>(print: impl FnOnce() -> T) -> T {
    BARS.suspend(print)
}

/// A stage that is done.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    pub(crate) stage: Stage,
    pub(crate) wall: Duration,
    /// CPU time of all threads within the stage.
    pub(crate) cpu: Option<Duration>,
    /// The most memory that the process had held by its end.
    pub(crate) peak_rss_bytes: Option<u64>,
    /// What it made.
    pub(crate) made: String,
}

/// Shows stages and their parts, and keeps their times.
pub(crate) struct Progress {
    visible: bool,
    lines: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    stage: Option<(Instant, Usage, ProgressBar)>,
    parts: Vec<(String, ProgressBar)>,
    done: Vec<Done>,
}

impl Progress {
    /// Bars on a terminal's stderr, unless `voice` is quiet.
    pub(crate) fn new(voice: Voice) -> Self {
        let visible = !voice.quiet && std::io::stderr().is_terminal();
        if visible {
            // hidden all the same where TERM is dumb
            BARS.set_draw_target(ProgressDrawTarget::stderr());
        }
        Self {
            visible,
            lines: false,
            state: Mutex::default(),
        }
    }

    /// The same, with a line on the terminal for every stage that is done.
    pub(crate) fn with_lines(voice: Voice) -> Self {
        let mut progress = Self::new(voice);
        progress.lines = true;
        progress
    }

    /// Stages that are done, in order.
    pub(crate) fn done(&self) -> Vec<Done> {
        self.state().done.clone()
    }

    /// A panic elsewhere leaves bars that can still be taken away.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bar(&self, total: u64, unit: &str, template: &str) -> ProgressBar {
        if !self.visible {
            return ProgressBar::hidden();
        }
        let unit = unit.to_owned();
        let style = ProgressStyle::with_template(template).expect("the templates below are valid");
        let style = style
            .with_key(
                "count",
                move |state: &ProgressState, out: &mut dyn std::fmt::Write| count(state, &unit, out),
            )
            .with_key("rate", rate)
            .with_key("left", left)
            .progress_chars("=> ")
            .tick_chars("|/-\\ ");
        BARS.add(ProgressBar::new(total).with_style(style))
    }
}

/// What was begun and not ended, because of an error, does not stay on the screen.
impl Drop for Progress {
    fn drop(&mut self) {
        let state = self.state();
        let parts = state.parts.iter().map(|(_, bar)| bar);
        parts
            .chain(state.stage.as_ref().map(|(.., bar)| bar))
            .for_each(ProgressBar::finish_and_clear);
    }
}

impl Observer for Progress {
    #[allow(clippy::disallowed_methods)] // the command owns the clock
    fn begin(&self, stage: Stage) {
        let bar = self.bar(0, "", "{spinner} {msg} {elapsed}");
        bar.set_message(stage.name());
        if self.visible {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        self.state().stage = Some((Instant::now(), Usage::so_far(), bar));
    }

    fn end(&self, stage: Stage, what: &str) {
        let mut state = self.state();
        for (_, bar) in state.parts.drain(..) {
            bar.finish_and_clear();
        }
        let Some((start, before, bar)) = state.stage.take() else {
            return;
        };
        let (elapsed, after) = (start.elapsed(), Usage::so_far());
        bar.finish_and_clear();
        if self.visible && self.lines {
            say(&format!(
                "{:<10} {:>7.3} s  {what}",
                stage.name(),
                elapsed.as_secs_f64()
            ));
        }
        state.done.push(Done {
            stage,
            wall: elapsed,
            cpu: after
                .cpu
                .zip(before.cpu)
                .map(|(after, before)| after.saturating_sub(before)),
            peak_rss_bytes: after.peak_rss_bytes,
            made: what.to_owned(),
        });
    }

    fn begin_part(&self, name: &str, total: u64, unit: &str) {
        if !self.visible {
            return;
        }
        let bar = self.bar(total, unit, &template(total > 0, !unit.is_empty(), width()));
        bar.set_message(name.to_owned());
        bar.set_prefix(unit.to_owned());
        bar.tick();
        self.state().parts.push((name.to_owned(), bar));
    }

    fn advance(&self, name: &str, units: u64) {
        if let Some((_, bar)) = self.state().parts.iter().find(|(n, _)| n == name) {
            bar.inc(units);
        }
    }

    fn end_part(&self, name: &str) {
        let mut state = self.state();
        if let Some(place) = state.parts.iter().position(|(n, _)| n == name) {
            state.parts.remove(place).1.finish_and_clear();
        }
    }
}

fn width() -> u16 {
    console::Term::stderr().size().1
}

/// What a part shows: its name, its bar if there is room and an end, and what is counted.
fn template(has_end: bool, has_units: bool, width: u16) -> String {
    let counted = match (has_end, has_units) {
        (true, _) => "{human_pos}/{human_len} {prefix} {rate} {left}",
        (false, true) => "{count} {rate}",
        (false, false) => "",
    };
    if has_end && width >= WIDE {
        format!("  {{msg:14!}} [{{wide_bar}}] {counted}")
    } else {
        format!("  {{wide_msg}} {}", counted.replace("{prefix} ", ""))
    }
}

/// What is done of something without a known end; nothing is not worth a number.
fn count(state: &ProgressState, unit: &str, out: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "{} {unit}", indicatif::HumanCount(state.pos()));
    }
}

/// Units in a second, as short as it can be said.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let per_second = state.per_sec();
    if !per_second.is_finite() || per_second <= 0.0 {
        return;
    }
    let decimals = usize::from(per_second < 10.0);
    let _ = write!(out, "{per_second:.decimals$}/s");
}

/// The time left, once there is something to judge it by.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.pos() == 0 {
        return;
    }
    let _ = match state.eta().as_secs() {
        s @ 0..100 => write!(out, "{s} s left"),
        s => write!(out, "{} min left", s.div_ceil(60)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_shown_where_there_is_room_and_an_end() {
        assert!(template(true, true, 80).contains("{wide_bar}"));
        assert!(!template(true, true, 40).contains("{wide_bar}"));
        assert!(!template(false, true, 80).contains("{wide_bar}"));
        for t in [
            template(true, true, 80),
            template(true, true, 40),
            template(false, true, 80),
            template(false, false, 80),
        ] {
            ProgressStyle::with_template(&t).expect("a valid template");
        }
    }
}
