//! The command sokutei: flags, exit codes, progress, printing.
fn main() {}
