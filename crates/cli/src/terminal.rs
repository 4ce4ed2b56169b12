//! What goes to stderr: messages and progress.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sokutei_experiment::{Observer, Stage};

/// An error, with its causes.
pub(crate) fn error(error: &anyhow::Error) {
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    let mut words = causes[0].clone();
    for pair in causes.windows(2).filter(|pair| !pair[0].contains(&pair[1])) {
        words.push_str(": ");
        words.push_str(&pair[1]);
    }
    say(&format!("error: {words}"));
}

/// Something odd that does not stop the work.
pub(crate) fn warn(words: &str) {
    say(&format!("warning: {words}"));
}

/// One line to stderr, safe to look at: names and words of pages come through here. A closed stderr is no reason to stop.
pub(crate) fn say(words: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", sokutei_report::plain(words));
}

/// Messages that `--quiet` turns off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Voice {
    pub(crate) quiet: bool,
}

impl Voice {
    /// Says something that helps but is no result.
    pub(crate) fn note(self, words: &str) {
        if !self.quiet {
            say(words);
        }
    }
}

/// Times every stage, and shows it on a terminal's stderr.
pub(crate) struct Stopwatch {
    visible: bool,
    running: RefCell<Option<(Instant, ProgressBar)>>,
    times: RefCell<Vec<(Stage, Duration, String)>>,
}

impl Stopwatch {
    pub(crate) fn new(voice: Voice) -> Self {
        let visible = !voice.quiet && std::io::stderr().is_terminal();
        Self {
            visible,
            running: RefCell::new(None),
            times: RefCell::new(Vec::new()),
        }
    }

    /// Stages that are done, in order: time and what each made.
    pub(crate) fn times(&self) -> Vec<(Stage, Duration, String)> {
        self.times.borrow().clone()
    }
}

impl Observer for Stopwatch {
    #[allow(clippy::disallowed_methods)] // the command owns the clock
    fn begin(&self, stage: Stage) {
        let bar = if self.visible {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(stage.name());
        bar.enable_steady_tick(Duration::from_millis(100));
        *self.running.borrow_mut() = Some((Instant::now(), bar));
    }

    fn end(&self, stage: Stage, what: &str) {
        let Some((start, bar)) = self.running.borrow_mut().take() else {
            return;
        };
        let elapsed = start.elapsed();
        bar.finish_and_clear();
        if self.visible {
            say(&format!(
                "{:<10} {:>7.3} s  {what}",
                stage.name(),
                elapsed.as_secs_f64()
            ));
        }
        self.times.borrow_mut().push((stage, elapsed, what.to_owned()));
    }
}
