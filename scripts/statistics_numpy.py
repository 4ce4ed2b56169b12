"""The random draws of both generators, and what one makes of them, as one writes them in numpy: used by check-statistics and race-statistics."""
import numpy as np


def spawned(seed, purpose, replicate):
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(purpose, replicate)))


class Draws:
    """Resamples first, then signs: from one stream, or from one for each replicate."""

    def __init__(self, generator, seed):
        self.seed, self.alone = seed, generator == "numpy-spawned"
        self.rng = np.random.default_rng(seed)

    def resamples(self, rows, n):
        if self.alone:
            return np.stack([spawned(self.seed, 0, r).integers(0, n, n) for r in range(rows)])
        return self.rng.integers(0, n, (rows, n))

    def signs(self, rows, n):
        if not self.alone:
            return self.rng.choice([-1, 1], (rows, n))
        words = np.stack([spawned(self.seed, 1, r).bit_generator.random_raw(-(-n // 64)) for r in range(rows)])
        bits = words[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
        return 1 - 2 * bits.reshape(rows, -1)[:, :n].astype(np.int64)

    def weights(self, rows, n):
        if self.alone:
            return np.stack([spawned(self.seed, 3, r).standard_exponential(n, method="inv") for r in range(rows)])
        return self.rng.standard_exponential((rows, n), method="inv")

    def ranges(self, by_topic, rows):
        """Largest less smallest mean after each shuffle of every topic's values."""
        found = np.empty(rows)
        for r in range(rows):
            rng = spawned(self.seed, 2, r) if self.alone else self.rng
            means = rng.permuted(by_topic, axis=1).mean(axis=0)
            found[r] = means.max() - means.min()
        return found


def ends(level):
    low = (100.0 - 100.0 * level) / 2.0
    return [low, 100.0 - low]


def totals_and_sizes(values, groups):
    """Of each group, in the order of their first topics."""
    number = {}
    of = np.array([number.setdefault(g, len(number)) for g in groups])
    return np.bincount(of, weights=values), np.bincount(of)


def as_large(means, observed, tolerance, slack=0.0):
    """How many are as large as the one observed; with how far rounding may move a mean, the least and the most."""
    sizes, least = np.abs(means), abs(observed) - tolerance
    return int(np.sum(sizes >= least + slack)), int(np.sum(sizes >= least - slack))
