//! `sokutei`: flags in, library calls, words out. Everything that decides a number is in the libraries.

mod appended;
mod args;
mod commands;
mod exit;
mod files;
mod kept_line;
mod progress;
mod signals;
mod snippet;
mod terminal;
mod usage;
#[cfg(feature = "zstd")]
mod zstd;

use clap::Parser as _;

fn main() -> std::process::ExitCode {
    if let Err(error) = signals::answer() {
        terminal::warn(&format!(
            "Ctrl-C will not be answered with exit code 130: {error}"
        ));
    }
    terminal::respect_dumb_terminals();
    let args = args::Args::parse();
    let voice = commands::voice(&args.command);
    match commands::run(args) {
        Ok(code) => code.into(),
        Err(error) => {
            terminal::error(&error, voice);
            exit::code_of(&error).into()
        }
    }
}
