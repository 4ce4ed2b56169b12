//! How long do 10,000 sign flips take, for one pair of systems and for sixteen that share the draws, with sums as numpy rounds them and with a
//! tolerance?

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use sokutei_benches::values::{TOPICS, two_systems};
use sokutei_measures::stats::{NumpyRng, Paired, PairedDraws, PermutationTies, pairwise_sum};

/// Topics: the article-sized corpus, and four times as many.
const SIZES: [usize; 2] = [TOPICS, 4 * TOPICS];
/// Pairs: one, and six comparisons beside ten leads, as `sokutei reproduce` makes them.
const PAIRS: [usize; 2] = [1, 16];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("randomisation");
    for ties in [PermutationTies::NumpyStrict, PermutationTies::default()] {
        let settings = Paired {
            ties,
            ..Paired::default()
        };
        check_against_numpy(&settings);
        time(&mut group, &settings);
    }
    group.finish();
    c.final_summary();
}

fn time(group: &mut BenchmarkGroup<'_, WallTime>, settings: &Paired) {
    for n in SIZES {
        let (x, y) = two_systems(n);
        let expected = plain(&x, &y, settings);
        for pairs in PAIRS {
            let compared: Vec<(&[f64], &[f64])> = vec![(&x, &y); pairs];
            let compare = || {
                PairedDraws::new(n, settings)
                    .and_then(|draws| draws.compare_all(&compared))
                    .expect("valid")
            };
            for found in compare() {
                assert_eq!(
                    found.p_value.to_bits(),
                    expected.to_bits(),
                    "{n} topics: {} and {expected}",
                    found.p_value
                );
            }
            let flips = n as u64 * u64::from(settings.permutations);
            group.throughput(Throughput::Elements(flips * pairs as u64));
            let id = BenchmarkId::new(
                format!("{pairs} pairs, {}", settings.ties),
                format!("{n} topics, {} permutations", settings.permutations),
            );
            group.bench_function(id, |b| b.iter(compare));
        }
    }
}

/// numpy 2.4.6 on `default_rng(0)`: the resamples first, then `choice([-1, 1], (10000, n))`.
fn check_against_numpy(settings: &Paired) {
    let (x, y) = two_systems(TOPICS);
    let draws = PairedDraws::new(TOPICS, settings).expect("valid");
    let found = draws.compare(&x, &y).expect("valid");
    let numbers = [
        found.difference.point,
        found.difference.low,
        found.difference.high,
        found.p_value,
    ];
    let numpy = [
        0.009639985380116959,
        0.003002944644597605,
        0.016523029579156225,
        0.0052994700529947,
    ];
    assert_eq!(
        numbers.map(f64::to_bits),
        numpy.map(f64::to_bits),
        "numpy has {numpy:?}"
    );
    assert_eq!((found.win, found.tie, found.loss), (113, 1510, 201));
}

/// p as one writes it down, one flip after the other.
fn plain(x: &[f64], y: &[f64], settings: &Paired) -> f64 {
    let n = x.len();
    let differences: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - x).collect();
    let tolerance = match settings.ties {
        PermutationTies::NumpyStrict => 0.0,
        PermutationTies::Tolerance(tolerance) => tolerance,
    };
    let least = (pairwise_sum(&differences) / n as f64).abs() - tolerance;
    let mut rng = NumpyRng::new(settings.seed);
    // the interval's resamples come first in the stream
    for _ in 0..n * settings.replicates as usize {
        rng.integers(n as u64).expect("topics");
    }
    let hits = (0..settings.permutations).filter(|_| {
        let flipped: Vec<f64> = differences.iter().map(|d| d * f64::from(rng.sign())).collect();
        (pairwise_sum(&flipped) / n as f64).abs() >= least
    });
    (hits.count() + 1) as f64 / (f64::from(settings.permutations) + 1.0)
}
