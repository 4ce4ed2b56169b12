//! CPU time of the statistics alone, on values that Python makes as easily: what `scripts/race-statistics` times beside numpy, scipy
//! and ranx.
//!
//! ```sh
//! cargo run --release --package sokutei-benches --bin statistics-parts -- pair 1856 5
//! ```
//!
//! `pair N ROUNDS`: a bootstrap interval of 2,000 replicates and a sign-flip test of 10,000 permutations for two systems on N topics.
//! `tukey N ROUNDS`: the randomised Tukey HSD of 20 systems on N topics with 10,000 shuffles. Each on both generators. Prints one JSON
//! object a line: `part`, `generator`, `n`, `cpu_seconds` (all threads), `seconds`, and `values` that a peer must find, too. Runs on
//! Linux and macOS.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a program that measures: it prints, and it owns the clock

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::json;
use sokutei_benches::values::{several_systems, two_systems};
use sokutei_measures::stats::{Generator, Layout, Paired, Tukey, compare_paired, randomised_tukey};

const SYSTEMS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [part, n, rounds] = arguments.as_slice() else {
        return Err("usage: statistics-parts pair|tukey TOPICS ROUNDS".into());
    };
    let (n, rounds) = (n.parse()?, rounds.parse()?);
    for generator in [Generator::Numpy, Generator::NumpySpawned] {
        for _ in 0..rounds {
            let (wall, cpu) = (Instant::now(), cpu_time());
            let values = match part.as_str() {
                "pair" => pair(n, generator)?,
                "tukey" => tukey(n, generator)?,
                other => return Err(format!("{other}: there are pair and tukey").into()),
            };
            let (cpu, wall) = (cpu_time() - cpu, wall.elapsed());
            println!(
                "{}",
                json!({
                    "part": part, "generator": generator.name(), "n": n, "cpu_seconds": cpu.as_secs_f64(),
                    "seconds": wall.as_secs_f64(), "values": values,
                })
            );
        }
    }
    Ok(())
}

fn pair(n: usize, generator: Generator) -> Result<Vec<f64>, Box<dyn Error>> {
    let (x, y) = two_systems(n);
    let o = Paired {
        generator,
        ..Paired::default()
    };
    let c = black_box(compare_paired(&x, &y, &o)?);
    Ok(vec![
        c.difference.point,
        c.difference.low,
        c.difference.high,
        c.p_value,
    ])
}

fn tukey(n: usize, generator: Generator) -> Result<Vec<f64>, Box<dyn Error>> {
    let systems = several_systems(n, SYSTEMS);
    let systems: Vec<&[f64]> = systems.iter().map(Vec::as_slice).collect();
    let o = Tukey {
        generator,
        ..Tukey::default()
    };
    let tested = black_box(randomised_tukey(&[Layout::new(&systems)?], &o)?);
    Ok(tested[0].pairs.iter().map(|pair| pair.p_value).collect())
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn cpu_time() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(
        u64::try_from(spent.tv_sec).unwrap_or(0),
        u32::try_from(spent.tv_nsec).unwrap_or(0),
    )
}
