//! Values of RR@10 by topic for two systems that answer most topics alike. The same numbers are easily made in Python:
//!
//! ```python
//! def rr(i): return 1 / (i * 7919 % 13 + 1) if i * 7919 % 13 < 10 else 0.0
//! x = [rr(i) for i in range(n)]
//! y = [rr(i + 1) if i % 7 == 0 else min(1, rr(i) + 0.25) if i % 20 == 3 else rr(i) for i in range(n)]
//! ```

/// Topics of the article-sized corpus.
pub const TOPICS: usize = 1824;

/// `x` and `y` of the module's example, for `n` topics.
#[must_use]
pub fn two_systems(n: usize) -> (Vec<f64>, Vec<f64>) {
    let y = |i: usize| match i {
        _ if i.is_multiple_of(7) => rr(i + 1),
        _ if i % 20 == 3 => (rr(i) + 0.25).min(1.0),
        _ => rr(i),
    };
    ((0..n).map(rr).collect(), (0..n).map(y).collect())
}

fn rr(i: usize) -> f64 {
    match i * 7919 % 13 {
        rank if rank < 10 => 1.0 / (rank + 1) as f64,
        _ => 0.0,
    }
}

/// Values of `systems` systems on the same `n` topics; in Python, for system s: `rr(i + 1) if (i + s) % 7 == 0 else min(1, rr(i) + 0.25)
/// if (i + s) % 7 == 1 and i % 40 < s else rr(i)`.
#[must_use]
pub fn several_systems(n: usize, systems: usize) -> Vec<Vec<f64>> {
    let value = |i: usize, s: usize| match (i + s) % 7 {
        0 => rr(i + 1),
        1 if i % 40 < s => (rr(i) + 0.25).min(1.0),
        _ => rr(i),
    };
    (0..systems)
        .map(|s| (0..n).map(|i| value(i, s)).collect())
        .collect()
}
