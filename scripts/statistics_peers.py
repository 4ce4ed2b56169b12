"""What scipy, statsmodels, ranx and plain numpy say to a question about a sample: used by check-statistics.

Each function gives Questions: what is asked of ours, and which numbers the answer must have. A number that a peer does not have, or has by
another definition, comes with the reason and with what ours must be by its documentation."""
import math
import warnings

import numpy as np
import scipy.special
import scipy.stats
from scipy.stats._resampling import BootstrapResult

from statistics_numpy import Draws, as_large, ends, totals_and_sizes

warnings.filterwarnings("ignore")           # peers warn of the degenerate samples that are asked for here
NO_INTERVAL = "scipy has no BCa interval: all resamples on one side of the mean, or all alike"
ON_PAPER = "BCa counts half of the resamples that equal the mean: where they do so on paper, rounding puts them to a side"
OUT_OF_RANGE = "BCa's formula has left its range: ours takes the end of the resamples"
NO_ERROR = "all differences are equal: no t; scipy divides by 0, or by what rounding leaves"
NOISE = "differences are equal but for rounding: ours has no t and no effect size, scipy the ratio of two rounding errors"
NOTHING_DIFFERS = "no topic differs: p = 1, scipy has none"
UNEXPLAINED = "nothing is left unexplained but rounding: F is the ratio of two rounding errors"
ROUNDED_TIES = "ranx compares means without a tolerance: sums that are equal on paper may not count"
STRICT = "numpy-strict"
SLACK = 1e-13                               # of the largest value: how far rounding may move a mean


class Question:
    """`wanted`: (path in the answer, value, tolerance, known difference or None); a pair of counts is a range for a p-value."""

    def __init__(self, name, peer, ask, wanted):
        self.name, self.peer, self.ask, self.wanted = name, peer, ask, wanted


def scale(*values):
    return max([1e-300, *(abs(v) for v in values)])


def is_noise(d):
    """Equal but for rounding, as far as doubles of this size tell; and not equal."""
    return max(d) != min(d) and max(d) - min(d) <= 1e-12 * scale(*d)


# ------------------------------------------------------------------------------------------------ intervals

def bootstrap(case):
    """Of topics and of groups: numpy's percentiles, scipy's ends from the same resamples."""
    asked = {"task": "mean", "x": case.x, **settings(case)}
    x, size = np.array(case.x), scale(*case.x)
    rows = Draws(case.generator, case.seed).resamples(case.replicates, case.n)
    yield from intervals("bootstrap", asked, case, x[rows].mean(axis=1), (x,), np.mean, size)
    totals, sizes = totals_and_sizes(case.x, case.groups)

    def mean_over_topics(drawn, axis=-1):
        return totals[drawn].sum(axis=axis) / sizes[drawn].sum(axis=axis)

    rows = Draws(case.generator, case.seed).resamples(case.replicates, len(totals))
    drawn = (np.arange(len(totals)),)
    yield from intervals("cluster bootstrap", {**asked, "groups": case.groups}, case, mean_over_topics(rows), drawn, mean_over_topics, size)


def settings(case):
    return {"replicates": case.replicates, "seed": case.seed, "level": case.level, "generator": case.generator}


def intervals(name, asked, case, means, units, statistic, size):
    low, high = (float(v) for v in np.percentile(means, ends(case.level)))
    yield Question("%s, percentile" % name, "numpy", {**asked, "interval": "percentile"},
                   [("point", float(np.mean(case.x)), 0, None), ("low", low, 0, None), ("high", high, 0, None)])
    if len(units[0]) < 2:
        return
    # scipy takes the resamples as they are and makes the ends
    drawn = BootstrapResult(None, means, None)
    for method in ("percentile", "basic", "BCa"):
        found = scipy.stats.bootstrap(units, statistic, n_resamples=0, bootstrap_result=drawn, confidence_level=case.level, method=method)
        wanted = [float(v) for v in found.confidence_interval]
        reason, tolerance = None, 1e-12 * size
        if method == "BCa":
            tolerance = 1e-10 * size
            (by_formula, left_range), near = bca(units[0], statistic, means, case.level), SLACK * size
            if np.any((np.abs(means - statistic(units[0])) <= near) & (means != statistic(units[0]))):
                # all of them below, or all above
                sides = [bca(units[0], statistic, means, case.level, side * near)[0] for side in (1, -1)]
                reason, wanted = ON_PAPER, [(min(at) - tolerance, max(at) + tolerance) for at in zip(*sides)]
            elif not all(map(math.isfinite, wanted)):
                reason, wanted = NO_INTERVAL, by_formula
            elif left_range:
                reason, wanted = OUT_OF_RANGE, by_formula
        yield Question("%s, %s" % (name, method.lower()), "scipy", {**asked, "interval": method.lower()},
                       [("low", wanted[0], tolerance, reason), ("high", wanted[1], tolerance, reason)])


def bca(units, statistic, means, level, moved=0.0):
    """Efron (1987), with half a resample at least on either side -> (the ends, whether the formula has left its range)"""
    point, n = statistic(units) + moved, len(means)
    count = (np.sum(means < point) + np.sum(means <= point)) / 2
    bias = scipy.special.ndtri(min(max(count, 0.5), max(n - 0.5, 0.5)) / n)
    left_out = np.array([statistic(np.delete(units, i)) for i in range(len(units))])
    from_middle = left_out.mean() - left_out
    spread = np.sum(from_middle ** 2)
    acceleration = 0.0 if spread == 0 else np.sum(from_middle ** 3) / (6 * spread ** 1.5)
    found, left_range = [], False
    for q in ends(level):
        z = bias + scipy.special.ndtri(q / 100)
        shrink = 1 - acceleration * z
        left_range = left_range or shrink <= 0
        share = scipy.special.ndtr(bias + z / shrink) if shrink > 0 else float(z > 0)
        found.append(float(np.percentile(means, 100 * share)))
    return found, left_range


def wilson(case):
    from statsmodels.stats.proportion import proportion_confint
    low, high = proportion_confint(case.successes, case.trials, alpha=1 - case.level, method="wilson")
    yield Question("Wilson interval", "statsmodels",
                   {"task": "wilson", "successes": case.successes, "n": case.trials, "level": case.level},
                   [("low", float(low), 1e-12, None), ("high", float(high), 1e-12, None)])


# ------------------------------------------------------------------------------------------------ tests of a pair

def differences(case):
    return np.array(case.y) - np.array(case.x)


def t_test(case):
    ask, d = {"task": "t-test", "x": case.x, "y": case.y, "level": case.level}, differences(case)
    if case.n < 2:
        yield Question("paired t", "scipy", ask, [("error", "paired t-test: n is 1; it must be at least 2", 0, None)])
        return
    mean, size = float(d.mean()), scale(*d)
    wanted = [("difference.point", mean, 0, None), ("degrees_of_freedom", case.n - 1, 0, None)]
    if max(d) == min(d):
        wanted += [("t", None, 0, NO_ERROR), ("p_value", 1.0 if d[0] == 0 else None, 0, NO_ERROR),
                   ("difference.low", mean, 1e-15 * size, None), ("difference.high", mean, 1e-15 * size, None)]
    else:
        found = scipy.stats.ttest_rel(case.y, case.x)
        ci = found.confidence_interval(case.level)
        wanted += [("difference.low", float(ci.low), 1e-11 * size, None), ("difference.high", float(ci.high), 1e-11 * size, None)]
        if is_noise(d):
            wanted += [("t", None, 0, NOISE), ("p_value", None, 0, NOISE)]
        else:
            wanted += [("t", float(found.statistic), 1e-10 * scale(found.statistic), None),
                       ("p_value", float(found.pvalue), 1e-9 * found.pvalue, None)]
    yield Question("paired t", "scipy", ask, wanted)


def sign_test(case):
    d = differences(case)
    for tolerance in (0.0, 0.05):
        win, loss = int(np.sum(d > tolerance)), int(np.sum(d < -tolerance))
        p, reason = (1.0, NOTHING_DIFFERS) if win + loss == 0 else (scipy.stats.binomtest(win, win + loss).pvalue, None)
        yield Question("sign test", "scipy", {"task": "sign-test", "x": case.x, "y": case.y, "tie_tolerance": tolerance},
                       [("win", win, 0, None), ("loss", loss, 0, None), ("tie", case.n - win - loss, 0, None), ("p_value", float(p), 1e-11 * p, reason)])


ZEROS = {"left-out": "wilcox", "ranked": "pratt", "split": "zsplit"}


def wilcoxon(case):
    d = differences(case)
    size = np.abs(d)
    different = int(np.sum(d != 0))
    tied = len(np.unique(size)) < case.n
    for zeros, method in ZEROS.items():
        ask = {"task": "wilcoxon", "x": case.x, "y": case.y, "zeros": zeros}
        if different == 0:
            yield Question("Wilcoxon, no difference", "scipy", ask, [("p_value", 1.0, 0, NOTHING_DIFFERS)])
            continue
        for continuity in (False, True):
            p = scipy.stats.wilcoxon(d, zero_method=method, correction=continuity, method="asymptotic").pvalue
            yield Question("Wilcoxon, normal", "scipy", {**ask, "distribution": {"normal": {"continuity": continuity}}},
                           [("p_value", float(p), 1e-10 * p, None)])
        if different > 50:
            continue
        ask["distribution"] = "exact"
        if not tied and different == case.n:
            p, name = scipy.stats.wilcoxon(d, zero_method=method, method="exact").pvalue, "Wilcoxon, exact"
            yield Question(name, "scipy", ask, [("p_value", float(p), 1e-12, None)])
        elif case.n <= 12:
            every = scipy.stats.PermutationMethod(n_resamples=math.inf)
            p = scipy.stats.wilcoxon(d, zero_method=method, method=every).pvalue
            yield Question("Wilcoxon, exact with ties", "scipy (all signs)", ask, [("p_value", float(p), 1e-12, None)])
        yield Question("Wilcoxon, exact", "whole numbers", ask, [("p_value", exact_wilcoxon(d, zeros), 1e-12, None)])


def exact_wilcoxon(d, zeros):
    """All patterns of signs, counted in whole numbers."""
    if zeros == "left-out":
        d = d[d != 0]
    doubled = np.rint(2 * scipy.stats.rankdata(np.abs(d))).astype(int)
    counts = {0: 1}
    for rank in doubled[d != 0].tolist():
        after = dict(counts)
        for total, patterns in counts.items():
            after[total + rank] = after.get(total + rank, 0) + patterns
        counts = after
    observed = int(min(doubled[d > 0].sum(), doubled[d < 0].sum()))
    tail = sum(patterns for total, patterns in counts.items() if total <= observed)
    return min(1.0, 2 * tail / 2 ** int(np.sum(d != 0)))


def comparison(case):
    """The paired comparison of topics: interval, sign flips by both rules, counts and sizes."""
    d = differences(case)
    ask = {"task": "compare", "x": case.x, "y": case.y, "permutations": case.permutations, **settings(case)}
    draws = Draws(case.generator, case.seed)
    low, high = (float(v) for v in np.percentile(d[draws.resamples(case.replicates, case.n)].mean(axis=1), ends(case.level)))
    means = (draws.signs(case.permutations, case.n) * d).mean(axis=1)
    described = [("difference.point", float(d.mean()), 0, None), ("difference.low", low, 0, None), ("difference.high", high, 0, None),
                 ("win", int(np.sum(d > 0)), 0, None), ("tie", int(np.sum(d == 0)), 0, None), ("loss", int(np.sum(d < 0)), 0, None), *sizes_of(d, case.level)]
    yield from flips("sign flips", ask, case, means, d.mean(), scale(*d), described)
    if 2 ** case.n <= case.permutations:
        every = all_signs(case.n) * d
        count = as_large(every.mean(axis=1), d.mean(), 1e-12)[0]
        yield Question("sign flips, all", "numpy", ask, [("p_value", count / 2 ** case.n, 0, None), ("exact", True, 0, None)])
        if case.n > 1:
            p = scipy.stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=math.inf, vectorized=True).pvalue
            yield Question("sign flips, all", "scipy", ask, [("p_value", float(p), 1e-12, None)])


def sizes_of(d, level):
    spread = 0.0 if len(d) < 2 or max(d) == min(d) else float(np.std(d, ddof=1))
    mean, size = float(d.mean()), scale(*d)
    reason = NOISE if is_noise(d) else NO_ERROR if len(d) > 1 and max(d) == min(d) else None
    effect = 0.0 if mean == 0 else mean / spread if spread > 0 else None         # infinite is null
    z = scipy.stats.norm.ppf(0.5 + level / 2) + scipy.stats.norm.ppf(0.8)
    detectable = float(z * spread / math.sqrt(len(d))) if len(d) > 1 else None
    found = [("standard_deviation", spread, 1e-12 * size, None), ("minimal_detectable_difference", detectable, 1e-12 * size, None)]
    if reason != NOISE:
        found.append(("effect_size", effect, 1e-10 * scale(effect or 0), reason))
    return found


def all_signs(n):
    return 1 - 2 * (np.arange(2 ** n)[:, None] >> np.arange(n) & 1)


def flips(name, ask, case, means, observed, size, described):
    strict = as_large(means, observed, 0.0)[0]
    yield Question("%s, numpy-strict" % name, "numpy", {**ask, "ties": STRICT},
                   [("p_value", (strict + 1) / (case.permutations + 1), 0, None), ("exact", False, 0, None), *described])
    least, most = as_large(means, observed, 1e-12, SLACK * size)
    yield Question("%s, tolerance" % name, "numpy", {**ask, "exact": False},
                   [("p_value", ((least + 1) / (case.permutations + 1), (most + 1) / (case.permutations + 1)), 0, None)])


def comparison_by_group(case):
    d = differences(case)
    totals, sizes = totals_and_sizes(d, case.groups)
    ask = {"task": "compare", "x": case.x, "y": case.y, "groups": case.groups, "permutations": case.permutations, **settings(case)}
    draws = Draws(case.generator, case.seed)
    rows = draws.resamples(case.replicates, len(totals))
    low, high = (float(v) for v in np.percentile(totals[rows].sum(axis=1) / sizes[rows].sum(axis=1), ends(case.level)))
    means = (draws.signs(case.permutations, len(totals)) * totals).sum(axis=1) / case.n
    described = [("difference.point", float(d.mean()), 0, None), ("difference.low", low, 0, None), ("difference.high", high, 0, None),
                 ("n_groups", len(totals), 0, None), ("n", case.n, 0, None)]
    yield from flips("group flips", ask, case, means, totals.sum() / case.n, scale(*totals), described)
    if 2 ** len(totals) <= case.permutations:
        every = (all_signs(len(totals)) * totals).sum(axis=1) / case.n
        least, most = as_large(every, totals.sum() / case.n, 1e-12, SLACK * scale(*totals))
        yield Question("group flips, all", "numpy", ask,
                       [("p_value", (least / len(every), most / len(every)), 0, None), ("exact", True, 0, None)])


def bootstrap_test(case):
    d = differences(case)
    means = d[Draws(case.generator, case.seed).resamples(case.replicates, case.n)].mean(axis=1)
    least, most = as_large(means - d.mean(), d.mean(), 1e-12, SLACK * scale(*d))
    yield Question("bootstrap test", "numpy", {"task": "bootstrap-test", "x": case.x, "y": case.y, **settings(case)},
                   [("0", ((least + 1) / (case.replicates + 1), (most + 1) / (case.replicates + 1)), 0, None)])


def bayesian_bootstrap(case):
    d = differences(case)
    for groups in (None, case.groups):
        totals, sizes = totals_and_sizes(d, groups or range(case.n))
        weights = Draws(case.generator, case.seed).weights(case.replicates, len(totals))
        means = (weights * totals).sum(axis=1) / (weights * sizes).sum(axis=1)
        low, high = (float(v) for v in np.percentile(means, ends(case.level)))
        # a weighted mean that is 0 but for rounding may fall to either side
        least, most = (float(np.mean(means > s * SLACK * scale(*totals))) for s in (1, -1))
        ask = {"task": "bayesian-bootstrap", "x": case.x, "y": case.y, **settings(case)}
        yield Question("Bayesian bootstrap%s" % (" by group" if groups else ""), "numpy", {**ask, "groups": groups},
                       [("low", low, 1e-12 * scale(*totals), None), ("high", high, 1e-12 * scale(*totals), None),
                        ("p_greater", (least, most), 0, None)])


# ------------------------------------------------------------------------------------------------ families

def correction(case):
    from statsmodels.stats.multitest import multipletests
    for ours, theirs in (("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh")):
        wanted = multipletests(case.p, method=theirs)[1]
        yield Question("correction, %s" % ours, "statsmodels", {"task": "correction", "p": case.p, "correction": ours},
                       [(str(i), float(p), 1e-14, None) for i, p in enumerate(wanted)])


def anova(case):
    """statsmodels' model of systems and topics, and its analysis of repeated measures; both take long for many topics."""
    import pandas
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import AnovaRM, anova_lm
    by_topic = np.array(case.systems).T
    n, m = by_topic.shape
    ask = {"task": "anova", "systems": case.systems}
    if n < 2:
        yield Question("two-way ANOVA", "statsmodels", ask, [("error", "number of topics is 1", 0, None)])
        return
    if n > 20:
        return
    long = pandas.DataFrame({"v": by_topic.ravel(), "t": np.repeat(np.arange(n), m), "s": np.tile(np.arange(m), n)})
    rows = anova_lm(ols("v ~ C(s) + C(t)", long).fit())
    squares = [float(rows.loc[row, "sum_sq"]) for row in ("C(s)", "C(t)", "Residual")]
    size = max(1e-300, float(np.abs(by_topic).max()))
    noise = squares[2] <= 1e-26 * size * size * n * m
    wanted = [("1.%s.sum_of_squares" % row, value, 1e-9 * scale(*squares) + 1e-24 * size * size, None)
              for row, value in zip(("systems", "topics", "residual"), squares)]
    if noise:
        wanted += [("1.systems.f", None, 0, UNEXPLAINED), ("1.systems.p_value", None, 0, UNEXPLAINED)]
    else:
        for row, name in (("systems", "C(s)"), ("topics", "C(t)")):
            f, p = float(rows.loc[name, "F"]), float(rows.loc[name, "PR(>F)"])
            wanted += [("1.%s.f" % row, f, 1e-7 * f + 1e-9, None), ("1.%s.p_value" % row, p, 1e-6 * p + 1e-9, None)]
        repeated = AnovaRM(long, "v", "t", within=["s"]).fit().anova_table
        f = float(repeated["F Value"].iloc[0])
        yield Question("two-way ANOVA", "statsmodels (AnovaRM)", ask, [("1.systems.f", f, 1e-7 * f + 1e-9, None)])
    yield Question("two-way ANOVA", "statsmodels (anova_lm)", ask, wanted)


def tukey(case):
    by_topic = np.array(case.systems).T
    trials = min(case.permutations, 300)
    found = Draws(case.generator, case.seed).ranges(by_topic, trials)
    means, size, wanted = by_topic.mean(axis=0), scale(*by_topic.ravel()), []
    pairs = [(a, b) for a in range(len(means)) for b in range(a + 1, len(means))]
    for place, (a, b) in enumerate(pairs):
        least, most = as_large(found, means[b] - means[a], 1e-12, SLACK * size * math.sqrt(len(by_topic)))
        wanted += [("pairs.%d.p_value" % place, ((least + 1) / (trials + 1), (most + 1) / (trials + 1)), 0, None),
                   ("pairs.%d.difference" % place, float(means[b] - means[a]), 1e-13 * size, None)]
    yield Question("randomised Tukey HSD", "numpy",
                   {"task": "tukey", "systems": case.systems, "permutations": trials, "seed": case.seed, "generator": case.generator}, wanted)


def ranx(case):
    """Its t-test is scipy's. Its randomisation test is compared within five standard errors of both numbers of shuffles."""
    from ranx.statistical_tests import fisher_randomization_test, paired_student_t_test
    x, y = np.array(case.x), np.array(case.y)
    d = differences(case)
    if case.n < 5 or max(d) == min(d) or is_noise(d):
        return
    p = paired_student_t_test(x, y)[0]
    yield Question("paired t", "ranx", {"task": "t-test", "x": case.x, "y": case.y}, [("p_value", float(p), 1e-9 * p, None)])
    trials = 20_000
    p = float(fisher_randomization_test(x, y, n_permutations=trials)[0])
    means = (Draws("numpy", 99).signs(trials, case.n) * d).mean(axis=1)
    # p without the sums that equal the observed one on paper
    without = as_large(means, d.mean(), -1e-12)[0] / trials
    near = 5 * math.sqrt(2 * max(p, 1 / trials) * (1 - p) / trials) + 2 / trials
    with_ties = as_large(means, d.mean(), 1e-12)[0] / trials
    reason = ROUNDED_TIES if with_ties - without > near / 5 else None
    wanted = (without - near, with_ties + near) if reason else (p - near, p + near)
    yield Question("sign flips, sampled", "ranx", {"task": "compare", "x": case.x, "y": case.y, "permutations": trials, "exact": False, "replicates": 1},
                   [("p_value", wanted, 0, reason)])


EVERY_CASE = [bootstrap, wilson, t_test, sign_test, wilcoxon, comparison, comparison_by_group, bootstrap_test, bayesian_bootstrap,
              correction, tukey]
EVERY_FIFTH = [anova, ranx]
