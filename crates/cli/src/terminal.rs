//! What goes to stderr: messages.

use std::borrow::Cow;
use std::io::Write as _;

use crate::kept_line::InLine;
use crate::{progress, snippet};

/// An error, with its causes, and the line it is about unless `voice` is quiet.
///
/// The first line is whole by itself, so that a script or an editor needs no other.
pub(crate) fn error(error: &anyhow::Error, voice: Voice) {
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    let mut words = causes[0].clone();
    for pair in causes.windows(2).filter(|pair| !pair[0].contains(&pair[1])) {
        words.push_str(": ");
        words.push_str(&pair[1]);
    }
    say(&format!("error: {words}"));
    let in_line = error.chain().find_map(|cause| cause.downcast_ref::<InLine>());
    if let Some(snippet) = in_line
        .filter(|_| !voice.quiet)
        .and_then(|e| snippet::of(e, width(), colours()))
    {
        let _ = write!(std::io::stderr().lock(), "{snippet}");
    }
}

/// Columns of the terminal, or of a page where stderr is none.
pub(crate) fn width() -> usize {
    const PAGE: usize = 100;
    let terminal = console::Term::stderr();
    if terminal.is_term() {
        usize::from(terminal.size().1).clamp(20, 2 * PAGE)
    } else {
        PAGE
    }
}

/// No colours, in clap's messages either, where `TERM` is `dumb`: below CI servers (the variable `CI`) anstream would send them there too.
pub(crate) fn respect_dumb_terminals() {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    if dumb && !forced {
        anstream::ColorChoice::Never.write_global();
    }
}

/// Whether stderr is a terminal that may be coloured. The rule is that of clap's messages: `NO_COLOR`, `CLICOLOR` and `TERM` say no.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

/// Something odd that does not stop the work.
pub(crate) fn warn(words: &str) {
    say(&format!("warning: {words}"));
}

/// A message without its middle, if a file put far too much into it: the beginning says where, the end what to do.
fn shortened(words: &str) -> Cow<'_, str> {
    const BEGINNING: usize = 3_000;
    const END: usize = 1_000;
    let Some((cut, _)) = words.char_indices().nth(BEGINNING) else {
        return words.into();
    };
    match words.char_indices().rev().nth(END - 1) {
        Some((end, _)) if end > cut => format!("{} … {}", &words[..cut], &words[end..]).into(),
        _ => words.into(),
    }
}

/// One line to stderr, safe to look at: names and words of pages come through here. A closed stderr is no reason to stop.
pub(crate) fn say(words: &str) {
    let words = shortened(words);
    progress::above(|| {
        let _ = writeln!(std::io::stderr().lock(), "{}", sokutei_report::plain(&words));
    });
}

/// Messages that `--quiet` turns off.
#[derive(Debug, Clone, Copy, Default)]
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
