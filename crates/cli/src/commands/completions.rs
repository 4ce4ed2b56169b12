//! `sokutei completions`: what a shell needs to complete our commands, flags and values.

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::{Args, Completions};
use crate::exit::Exit;
use crate::files;

pub(crate) fn run(args: &Completions) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "sokutei", &mut script);
    if args.shell == Shell::Zsh {
        script = after_all_files(script);
    }
    files::print(&script)?;
    Ok(Exit::Fine)
}

/// zsh takes what follows `*::` for a command line of its own: after the first run, or qrels, no flag would be completed.
fn after_all_files(script: Vec<u8>) -> Vec<u8> {
    let script = String::from_utf8(script).expect("made of our names and help texts");
    let script = script.replace("'*::runs ", "'*:runs ");
    script.replace("'*::qrels ", "'*:qrels ").into_bytes()
}
