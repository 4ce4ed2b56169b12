"""What race-statistics times of others: one task, once, in a process of its own.

    statistics_timed.py numpy|numpy-spawned|scipy|ranx pair|tukey TOPICS

Prints {"cpu_seconds", "seconds", "values"}; what is imported, compiled or made beforehand is not in the times. The values are those of
benches/src/values.rs. `numpy-spawned` draws as ours does with a stream for each replicate; it is compared and not timed."""
import json
import sys
import time

import numpy as np

from statistics_numpy import Draws, as_large

REPLICATES, PERMUTATIONS, SYSTEMS, TOLERANCE = 2000, 10_000, 20, 1e-12


def rr(i):
    return 1 / (i * 7919 % 13 + 1) if i * 7919 % 13 < 10 else 0.0


def two_systems(n):
    x = [rr(i) for i in range(n)]
    y = [rr(i + 1) if i % 7 == 0 else min(1, rr(i) + 0.25) if i % 20 == 3 else rr(i) for i in range(n)]
    return np.array(x), np.array(y)


def several_systems(n):
    def value(i, s):
        return rr(i + 1) if (i + s) % 7 == 0 else min(1, rr(i) + 0.25) if (i + s) % 7 == 1 and i % 40 < s else rr(i)
    return np.array([[value(i, s) for s in range(SYSTEMS)] for i in range(n)])


def numpy_pair(x, y):
    d, rng = y - x, np.random.default_rng(0)
    low, high = np.percentile(d[rng.integers(0, len(d), (REPLICATES, len(d)))].mean(axis=1), [2.5, 97.5])
    means = (rng.choice([-1, 1], (PERMUTATIONS, len(d))) * d).mean(axis=1)
    hits = np.sum(np.abs(means) >= abs(d.mean()) - TOLERANCE)
    return [d.mean(), low, high, (hits + 1) / (PERMUTATIONS + 1)]


def spawned_pair(x, y):
    d, draws = y - x, Draws("numpy-spawned", 0)
    low, high = np.percentile(d[draws.resamples(REPLICATES, len(d))].mean(axis=1), [2.5, 97.5])
    hits = as_large((draws.signs(PERMUTATIONS, len(d)) * d).mean(axis=1), d.mean(), TOLERANCE)[0]
    return [d.mean(), low, high, (hits + 1) / (PERMUTATIONS + 1)]


def scipy_pair(x, y):
    from scipy.stats import bootstrap, permutation_test
    d = y - x
    interval = bootstrap((d,), np.mean, n_resamples=REPLICATES, method="percentile", rng=np.random.default_rng(0)).confidence_interval
    p = permutation_test((d,), np.mean, permutation_type="samples", n_resamples=PERMUTATIONS, rng=np.random.default_rng(0)).pvalue
    return [d.mean(), interval.low, interval.high, p]


def ranx_pair(x, y):
    from ranx.statistical_tests import fisher_randomization_test
    return [fisher_randomization_test(x, y, n_permutations=PERMUTATIONS)[0]]


def tukey(generator):
    def all_pairs(by_topic):
        ranges, means = Draws(generator, 0).ranges(by_topic, PERMUTATIONS), by_topic.mean(axis=0)
        pairs = [(a, b) for a in range(SYSTEMS) for b in range(a + 1, SYSTEMS)]
        return [(np.sum(ranges >= abs(means[b] - means[a]) - TOLERANCE) + 1) / (PERMUTATIONS + 1) for a, b in pairs]
    return all_pairs


TASKS = {("numpy", "pair"): numpy_pair, ("numpy-spawned", "pair"): spawned_pair, ("scipy", "pair"): scipy_pair, ("ranx", "pair"): ranx_pair,
         ("numpy", "tukey"): tukey("numpy"), ("numpy-spawned", "tukey"): tukey("numpy-spawned")}


def main():
    peer, part, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
    given = two_systems(n) if part == "pair" else (several_systems(n),)
    work = TASKS[peer, part]
    if peer in ("scipy", "ranx"):           # what the first call imports and compiles
        work(*(values[:20] for values in given))
    wall, cpu = time.perf_counter(), time.process_time()
    values = [float(value) for value in work(*given)]
    cost = time.process_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"cpu_seconds": cost[0], "seconds": cost[1], "values": values}))


if __name__ == "__main__":
    main()
