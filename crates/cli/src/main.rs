//! `sokutei`: flags in, library calls, words out. Everything that decides a number is in the libraries.

mod args;
mod commands;
mod exit;
mod files;
mod signals;
mod terminal;

use clap::Parser as _;

fn main() -> std::process::ExitCode {
    if let Err(error) = signals::answer() {
        terminal::warn(&format!(
            "Ctrl-C will not be answered with exit code 130: {error}"
        ));
    }
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(code) => code.into(),
        Err(error) => {
            terminal::error(&error);
            exit::code_of(&error).into()
        }
    }
}
