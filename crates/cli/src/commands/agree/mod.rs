//! `sokutei agree`: runs, orders of systems, and assessors.

mod assessors;
mod assessors_tables;
mod runs;
mod shown;
mod systems;
mod systems_tables;

use anyhow::Result;

use crate::args::Agree;
use crate::exit::Exit;
use crate::files;

pub(crate) fn run(args: &Agree) -> Result<Exit> {
    let out = match args {
        Agree::Runs(a) => runs::run(a)?,
        Agree::Systems(a) => systems::run(a)?,
        Agree::Assessors(a) => assessors::run(a)?,
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}
