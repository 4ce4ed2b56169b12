//! How long do bootstrap intervals take, for one system and for sixty that share the draws?

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::values::{TOPICS, two_systems};
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, Estimate, NumpyRng, bootstrap_mean, pairwise_sum, percentile_linear,
};

/// Topics: the article-sized corpus, and four times as many.
const SIZES: [usize; 2] = [TOPICS, 4 * TOPICS];
/// Value vectors: one, and six systems by ten measures.
const VECTORS: [usize; 2] = [1, 60];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("bootstrap");
    let settings = Bootstrap::default();
    check_against_numpy(&settings);
    for n in SIZES {
        let (x, y) = two_systems(n);
        for vectors in VECTORS {
            let values: Vec<&[f64]> = [x.as_slice(), y.as_slice()]
                .into_iter()
                .cycle()
                .take(vectors)
                .collect();
            let estimates = || {
                BootstrapDraws::new(n, &settings)
                    .and_then(|draws| draws.means(&values))
                    .expect("valid")
            };
            let expected = [plain(&x, &settings), plain(&y, &settings)];
            for (found, expected) in estimates().iter().zip(expected.iter().cycle()) {
                assert_eq!(bits(&[found.low, found.high]), bits(expected), "{n} topics");
            }
            let draws = n as u64 * u64::from(settings.replicates);
            group.throughput(Throughput::Elements(draws * vectors as u64));
            let id = BenchmarkId::new(
                format!("{vectors} vectors"),
                format!("{n} topics, {} replicates", settings.replicates),
            );
            group.bench_function(id, |b| b.iter(estimates));
        }
    }
    group.finish();
    c.final_summary();
}

/// numpy 2.4.6: `np.percentile(x[default_rng(0).integers(0, n, (2000, n))].mean(axis=1), [2.5, 97.5])`.
fn check_against_numpy(settings: &Bootstrap) {
    let (x, y) = two_systems(TOPICS);
    for (values, expected) in [
        (x, [0.2257301239209134, 0.21363046287593987, 0.23822597400619605]),
        (y, [0.23537010930103036, 0.2222428902116402, 0.247431268057296]),
    ] {
        let Estimate { point, low, high, .. } = bootstrap_mean(&values, settings).expect("valid");
        assert_eq!(
            bits(&[point, low, high]),
            bits(&expected),
            "numpy has {expected:?}"
        );
    }
}

/// The interval as one writes it down, one draw after the other.
fn plain(x: &[f64], settings: &Bootstrap) -> [f64; 2] {
    let mut rng = NumpyRng::new(settings.seed);
    let mut mean = || {
        let drawn = x
            .iter()
            .map(|_| x[rng.integers(x.len() as u64).expect("topics") as usize]);
        pairwise_sum(&drawn.collect::<Vec<f64>>()) / x.len() as f64
    };
    let means: Vec<f64> = (0..settings.replicates).map(|_| mean()).collect();
    [2.5, 97.5].map(|q| percentile_linear(&means, q).expect("means"))
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|v| v.to_bits()).collect()
}
