//! `sokutei man`: manual pages, one for each command, from the same words as `--help`.

use std::io;

use anyhow::{Result, bail};
use clap::CommandFactory as _;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::args::{Args, Man};
use crate::exit::Exit;
use crate::files;
use crate::terminal::say;

/// When the words of the pages were last looked through. A clock would give other pages every day.
const REVISED: &str = "2026-11-30";

pub(crate) fn run(args: &Man) -> Result<Exit> {
    if !args.dir.is_dir() {
        bail!("{}: no such folder; make it first", args.dir.display());
    }
    let pages = pages()?;
    for (name, _) in &pages {
        files::check_target(&args.dir.join(name), args.force)?;
    }
    for (name, page) in &pages {
        files::write(&args.dir.join(name), page, args.force)?;
    }
    say(&format!(
        "{} pages → {}; read one: man -l {}",
        pages.len(),
        args.dir.display(),
        args.dir.join("sokutei.1").display()
    ));
    Ok(Exit::Fine)
}

/// File name and content of every page.
fn pages() -> Result<Vec<(String, Vec<u8>)>> {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    Ok(pages)
}

fn collect(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    pages.push((format!("{name}.1"), page(command, name)?));
    command.get_subcommands().try_for_each(|sub| collect(sub, pages))
}

/// One page. clap_mangen leaves out what stands before the help, which is where our examples are, and calls what stands
/// behind it "EXTRA".
fn page(command: &clap::Command, name: &str) -> io::Result<Vec<u8>> {
    let man = clap_mangen::Man::new(command.clone())
        .title(name.to_uppercase())
        .date(REVISED)
        .source(concat!("sokutei ", env!("CARGO_PKG_VERSION")))
        .manual("Sokutei");
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    if let Some(words) = command.get_before_help() {
        literal("EXAMPLES", &words.to_string(), &mut out)?;
    }
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    if let Some(words) = command.get_after_help() {
        literal("EXIT STATUS", &words.to_string(), &mut out)?;
    }
    if name != "sokutei" {
        let mut roff = Roff::new();
        roff.control("SH", ["SEE ALSO"]);
        roff.text([bold("sokutei"), roman("(1)")]);
        roff.to_writer(&mut out)?;
    }
    Ok(without_double_breaks(out))
}

/// Two breaks with an empty line between are one space too many: mandoc warns of it.
fn without_double_breaks(page: Vec<u8>) -> Vec<u8> {
    let page = String::from_utf8(page).expect("made of our names and help texts");
    page.replace("\n.br\n\n.br\n", "\n.sp\n").into_bytes()
}

/// A section whose lines stay as they are.
fn literal(title: &str, words: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    roff.control("nf", []);
    for line in words.lines() {
        roff.text([Inline::Roman(line.to_owned())]);
    }
    roff.control("fi", []);
    roff.to_writer(out)
}
