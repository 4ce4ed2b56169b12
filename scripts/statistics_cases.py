"""Samples that are hard on statistics, drawn from a seed: used by check-statistics."""

SIZES = [1, 1, 2, 2, 3, 3, 4, 5, 8, 12, 13, 14, 20, 20, 50, 51, 63, 64, 65, 129, 200, 300]
KINDS = ["normal", "rr", "binary", "coarse", "mostly-equal", "constant", "equal", "heavy-tails", "shifted", "tiny", "one-differs", "signed-alike"]
SEEDS = [0, 1, 42, 2 ** 32 - 1, 2 ** 40 + 7, 2 ** 64 - 1]


class Case:
    """Two systems on the same topics, groups of the topics, and settings."""

    def __init__(self, r, number, kind):
        n = r.choice(SIZES)
        self.name = "case %d (%s, n = %d)" % (number, kind, n)
        self.kind, self.n = kind, n
        self.x, self.y = pair(r, kind, n)
        self.groups = groups(r, n)
        self.replicates = r.choice([1, 2, 7, 63, 64, 65, 200, 500])
        self.permutations = r.choice([1, 9, 64, 65, 300, 1024, 2000])
        self.seed = r.choice([*SEEDS, r.randrange(2 ** 32)])
        self.level = r.choice([0.95, 0.95, 0.9, 0.99, 0.5])
        self.generator = r.choice(["numpy", "numpy-spawned"])
        self.p = p_values(r)
        self.systems = systems(r, kind, min(n, 60))
        self.trials = r.choice([1, 2, 3, 10, 20, 29, 148, 263, 1856])
        self.successes = r.choice([0, self.trials, r.randint(0, self.trials)])


def pair(r, kind, n):
    x = values(r, kind, n)
    if kind == "equal":
        return x, list(x)
    if kind == "shifted":                       # equal differences, but for how they round
        return x, [v + 0.1 for v in x]
    if kind == "mostly-equal":
        return x, [r.choice([0.0, 0.25, 1.0, v]) if r.random() < 0.15 else v for v in x]
    if kind == "one-differs":
        y = list(x)
        y[r.randrange(n)] += 0.3
        return x, y
    if kind == "signed-alike":                  # every difference of one size, to either side
        return x, [v + r.choice([-0.2, 0.2]) for v in x]
    better = r.choice([0.0, 0.0, 0.1]) if kind == "normal" else 0.0
    return x, [v + better for v in values(r, kind, n)]


def values(r, kind, n):
    draw = {"normal": lambda: r.gauss(0.3, 0.2),
            "rr": lambda: r.choice([1.0, 1.0, 1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 7, 0.0, 0.0]),
            "binary": lambda: float(r.random() < 0.6),
            "coarse": lambda: r.randint(0, 10) / 10,
            "heavy-tails": lambda: r.gauss(0, 1) / max(abs(r.gauss(0, 1)), 1e-3),
            "tiny": lambda: r.gauss(0, 1) * 1e-7}
    if kind == "constant":
        value = r.choice([0.0, 1.0, 0.1, 0.3])
        return [value] * n
    return [draw.get(kind, draw["rr"])() for _ in range(n)]


def groups(r, n):
    """Of unequal size: one large one at times, single topics at others."""
    style, names = r.choice(["few", "many", "one", "singles", "one-large"]), list(range(n))
    if style == "few":
        return [r.randrange(max(1, n // 6 + 1)) for _ in names]
    if style == "many":
        return [r.randrange(n) for _ in names]
    if style == "one":
        return [7 for _ in names]
    return [0 if style == "one-large" and r.random() < 0.5 else 1000 - i for i in names]


def p_values(r):
    draw = r.choice([r.random, lambda: r.random() ** 4, lambda: r.choice([0.0, 0.01, 0.01, 0.05, 0.5, 1.0])])
    return [draw() for _ in range(r.choice([1, 2, 3, 6, 15, 40]))]


def systems(r, kind, n):
    """Two to six systems: alike on each topic, or not at all; equal ones among them."""
    m = r.randint(2, 6)
    base = values(r, kind, n)
    if kind == "equal":
        return [list(base) for _ in range(m)]
    if kind == "shifted":
        return [[v + s / 10 for v in base] for s in range(m)]
    of = [values(r, kind, n) if r.random() < 0.5 else [v if r.random() < 0.7 else w for v, w in zip(base, values(r, kind, n))] for _ in range(m)]
    if r.random() < 0.2:
        of[-1] = list(of[0])
    return of
