//! How long does the randomised Tukey HSD of all pairs of systems take, on one stream and on a stream for each shuffle?

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::values::{TOPICS, several_systems};
use sokutei_measures::stats::{Generator, Layout, NumpyRng, Tukey, mean, randomised_tukey};

/// Systems: a small comparison, and a track.
const SIZES: [usize; 2] = [5, 20];
/// Shuffles; their number only multiplies the time.
const PERMUTATIONS: u32 = 500;
/// Purpose of the streams that shuffles draw from, by the documentation of `Generator`.
const SHUFFLES: u32 = 2;

fn main() {
    let mut c = Criterion::default().sample_size(10).configure_from_args();
    let mut group = c.benchmark_group("tukey");
    for systems in SIZES {
        let values = several_systems(TOPICS, systems);
        let layout = layout(&values);
        for generator in [Generator::Numpy, Generator::NumpySpawned] {
            let settings = Tukey {
                permutations: PERMUTATIONS,
                generator,
                ..Tukey::default()
            };
            let tested = || randomised_tukey(std::slice::from_ref(&layout), &settings).expect("valid");
            let found: Vec<f64> = tested()[0].pairs.iter().map(|pair| pair.p_value).collect();
            assert_eq!(found, plain(&values, &settings), "{systems} systems, {generator}");
            let shuffled = TOPICS as u64 * systems as u64 * u64::from(PERMUTATIONS);
            group.throughput(Throughput::Elements(shuffled));
            let id = BenchmarkId::new(
                generator.name(),
                format!("{systems} systems, {TOPICS} topics, {PERMUTATIONS} permutations"),
            );
            group.bench_function(id, |b| b.iter(tested));
        }
    }
    group.finish();
    c.final_summary();
}

fn layout(values: &[Vec<f64>]) -> Layout {
    Layout::new(&values.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>()).expect("equally long")
}

/// p of every pair as one writes it down: a shuffle of each topic's values, then the means.
fn plain(values: &[Vec<f64>], settings: &Tukey) -> Vec<f64> {
    let mut shared = NumpyRng::new(settings.seed);
    let ranges: Vec<f64> = (0..settings.permutations)
        .map(|replicate| match settings.generator {
            Generator::NumpySpawned => {
                let mut own = NumpyRng::spawned(settings.seed, &[SHUFFLES, replicate]);
                shuffled_range(values, &mut own)
            }
            _ => shuffled_range(values, &mut shared),
        })
        .collect();
    let means: Vec<f64> = values.iter().map(|of_system| mean(of_system)).collect();
    let pairs = (0..means.len()).flat_map(|a| (a + 1..means.len()).map(move |b| (a, b)));
    let p = pairs.map(|(a, b)| {
        let least = (means[b] - means[a]).abs() - settings.tolerance;
        let hits = ranges.iter().filter(|range| **range >= least).count();
        (hits as f64 + 1.0) / (f64::from(settings.permutations) + 1.0)
    });
    p.collect()
}

fn shuffled_range(values: &[Vec<f64>], rng: &mut NumpyRng) -> f64 {
    let topics = values[0].len();
    let mut sums = vec![0.0; values.len()];
    for topic in 0..topics {
        for (sum, from) in sums.iter_mut().zip(rng.permutation(values.len())) {
            *sum += values[from][topic];
        }
    }
    let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = sums.iter().copied().fold(f64::INFINITY, f64::min);
    (largest - smallest) / topics as f64
}
