#!/usr/bin/env python3
"""Compare what `sokutei reproduce` wrote with what the oracle wrote, number by number.

    oracle_compare.py OURS ORACLE PREFIXED.run

OURS     output folder of `sokutei reproduce DIR --out OURS`
ORACLE   output folder of `oracle.py --parser html5lib all DIR --svd arpack -o ORACLE`
PREFIXED run of `oracle.py search ... --config bm25_23 --prefix-title`

Prints one line per comparison; exit 0 if all of them hold, 1 if one does not, 2 if a file is missing or has another shape.

The measures and statistics are computed here by the oracle's functions from the oracle's runs, with one exception, counted in the table: where LSA
lists differ by near ties alone, the order is ours."""
import argparse
import csv
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "oracle"))
import oracle  # noqa: E402  (the path above is where it lives)

# the oracle's name of a measure -> the name in values.json, per_topic.csv and comparisons.json
NAMES = {"Hit": "Success", "R": "R", "P": "P", "RR": "RR", "AP": "AP", "CP": "ContextPrecision", "nDCG": "nDCG",
         "nDCGexp": "nDCG(dcg='exp-log2')"}
SECTION = ("id", "article", "title", "heading", "text")
TOPIC = ("qid", "query", "relevant", "same_article", "source", "match")
LEXICAL_SCORES = 1e-10       # relative
NEAR_TIE = 1e-7              # relative, LSA
VALUES = 1e-9                # absolute: measures
DIGIT = 1e-12                # absolute: intervals and differences, all of them below 2 in size
PREFIXED = "bm25_23_prefixed"
NOTE = 160                   # characters of a note that are shown


class Shape(Exception):
    """A file that is not as expected."""


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, compared, equal, largest=None, tolerance="exact", note="", ok=None):
        self.rows.append((what, compared, equal, largest, tolerance, note, compared == equal if ok is None else ok))

    def same(self, what, ours, theirs, note=""):
        """Two mappings whose values must be equal; a key that one side lacks is a difference."""
        keys = list(dict.fromkeys([*theirs, *ours]))
        missing = object()
        bad = [k for k in keys if ours.get(k, missing) != theirs.get(k, missing)]
        self.add(what, len(keys), len(keys) - len(bad), note=note or first(bad))

    def close(self, what, ours, theirs, tolerance, note="", relative=False):
        """Two mappings of numbers."""
        keys = list(dict.fromkeys([*theirs, *ours]))
        bad, largest, bits = [], 0.0, 0
        for k in keys:
            x, y = ours.get(k), theirs.get(k)
            if x is None or y is None:
                bad.append(k)
                continue
            bits += x == y
            d = abs(x - y) / (max(abs(x), abs(y), 1e-300) if relative else 1.0)
            largest = max(largest, d)
            if not d <= tolerance:
                bad.append(k)
        shown = "%g%s" % (tolerance, " relative" if relative else "") if tolerance else "exact"
        same_bits = "%d to the last bit" % bits if tolerance else ""
        self.add(what, len(keys), len(keys) - len(bad), largest, shown, "; ".join(x for x in (note, same_bits, first(bad)) if x))

    def ok(self):
        return bool(self.rows) and all(r[-1] for r in self.rows)

    def print(self):
        cells = [("", "what", "compared", "equal", "largest difference", "tolerance", "note")]
        for what, compared, equal, largest, tolerance, note, ok in self.rows:
            note = note if len(note) <= NOTE else note[:NOTE] + "…"
            cells.append(("ok" if ok else "DIFFERS", what, str(compared), str(equal), "" if largest is None else "%.1e" % largest, tolerance, note))
        widths = [max(len(r[i]) for r in cells) for i in range(6)]
        for r in cells:
            print("  ".join(c.rjust(w) if i in (2, 3) else c.ljust(w) for i, (c, w) in enumerate(zip(r, widths))) + ("  " + r[6] if r[6] else ""))


def first(bad):
    return "first: %s" % " ".join(map(str, bad[0] if isinstance(bad[0], tuple) else (bad[0],))) if bad else ""


# ------------------------------------------------------------------------------------------------ reading

def path(folder, name):
    p = os.path.join(folder, name)
    if not os.path.isfile(p):
        raise Shape("%s does not exist" % p)
    return p


def read_json(folder, name):
    with open(path(folder, name), encoding="utf-8") as f:
        return json.load(f)


def read_qrels(folder, name):
    out = {}
    with open(path(folder, name), encoding="utf-8") as f:
        for line in f:
            topic, _, doc, grade = line.split()
            out[topic, doc] = int(grade)
    return out


def our_name(measure):
    """strict:Hit@5 -> (strict, Success@5)"""
    labeling, rest = measure.split(":")
    kind, k = rest.split("@")
    return labeling, "%s@%s" % (NAMES[kind], k)


def oracle_name(labeling, measure):
    """The inverse; None for a measure that the oracle does not have."""
    kind, _, k = measure.rpartition("@")
    back = {v: o for o, v in NAMES.items()}
    return "%s:%s@%s" % (labeling, back[kind], k) if kind in back else None


def oracle_key(name):
    """`strict RR@10`, as comparisons.json has it -> `strict:RR@10`; None for any other key."""
    labeling, _, measure = name.partition(" ")
    return oracle_name(labeling, measure)


def pairs(nested):
    return {(a, b): v for a, inner in nested.items() for b, v in inner.items()}


def triple(x):
    """An interval as a list, or as an object with point, low, high."""
    return [float(x[k]) for k in ("point", "low", "high")] if isinstance(x, dict) else [float(v) for v in x]


# ------------------------------------------------------------------------------------------------ the collection

def compare_collection(t, ours, theirs, sections, queries, qrels):
    mine = oracle.read_jsonl(path(ours, "sections.jsonl"))
    for i, field in enumerate(SECTION):
        t.same("sections: %s" % field, {n: s.get(field) for n, s in enumerate(mine)}, {n: s[field] for n, s in enumerate(sections)},
               "" if i else "%d articles" % len({s["article"] for s in sections}))
    topics = oracle.read_jsonl(path(ours, "topics.jsonl"))
    for field in TOPIC:
        t.same("topics: %s" % field, {n: q.get(field) for n, q in enumerate(topics)}, {n: q[field] for n, q in enumerate(queries)})
    t.same("qrels: graded", read_qrels(ours, "qrels/graded.qrels"), {(q, d): g for q, docs in qrels.items() for d, g in docs.items()})
    t.same("qrels: strict", read_qrels(ours, "qrels/strict.qrels"), {(q["qid"], d): 1 for q in queries for d in q["relevant"]})
    t.same("qrels: article", read_qrels(ours, "qrels/article.qrels"), {(q["qid"], oracle.article_of(d)): 1 for q in queries for d in q["relevant"]})


# ------------------------------------------------------------------------------------------------ the runs

def compare_lexical(t, tag, mine, theirs):
    topics = list(dict.fromkeys([*theirs, *mine]))
    ids = {q: [d for d, _ in mine.get(q, [])] for q in topics}
    t.same("run %s: ids, rank by rank" % tag, ids, {q: [d for d, _ in theirs.get(q, [])] for q in topics}, "")
    t.close("run %s: scores" % tag, {(q, d): s for q, rows in mine.items() for d, s in rows}, {(q, d): s for q, rows in theirs.items() for d, s in rows},
            LEXICAL_SCORES, relative=True)
    return theirs


def compare_lsa(t, tag, mine, theirs):
    """-> the run that measures are expected of: the oracle's, near ties in our order."""
    # a query without a known term: every score is 0, and the first documents of the corpus are listed
    zero = [q for q, rows in theirs.items() if rows and all(s == 0 for _, s in rows)]
    t.same("run %s: no known term, corpus order" % tag, {q: mine.get(q) for q in zero}, {q: theirs[q] for q in zero})
    mine, known = ({q: rows for q, rows in run.items() if q not in zero} for run in (mine, theirs))
    d = oracle.diff_runs(mine, known, NEAR_TIE)
    t.add("run %s: lists" % tag, d["queries"], d["queries"] - d["different"], d["max_rel_score_diff"], "%g relative" % NEAR_TIE,
          "%d identical, %d by near ties%s" % (d["identical"], d["near_tie_only"], "; first: %s" % d["examples"][0] if d["examples"] else ""))
    return {q: mine[q] if q in mine and only_near_ties(mine[q], rows) else rows for q, rows in theirs.items()}


def only_near_ties(mine, theirs):
    return [d for d, _ in mine] != [d for d, _ in theirs] and oracle.diff_runs({"q": mine}, {"q": theirs}, NEAR_TIE)["different"] == 0


def compare_runs(t, ours, theirs, prefixed):
    """-> {tag: run that measures are expected of}"""
    expected = {}
    for tag, run in oracle.load_runs(os.path.join(theirs, "runs")).items():
        mine = oracle.read_run(path(ours, "runs/%s.run" % tag))
        compare = compare_lsa if oracle.CONFIGS[tag]["kind"] == "lsa" else compare_lexical
        expected[tag] = compare(t, tag, mine, run)
    mine = oracle.read_run(path(ours, "runs/%s.run" % PREFIXED))
    expected[PREFIXED] = compare_lexical(t, PREFIXED, mine, oracle.read_run(prefixed))
    return expected


# ------------------------------------------------------------------------------------------------ measures

def compare_measures(t, ours, runs, per_query, queries, ranks):
    document = read_json(ours, "values.json")
    systems = {**document["systems"], **document["prefixed"]}
    for tag, values in per_query.items():
        mine = {(lab, m): v for lab, ms in systems.get(tag, {}).items() if lab in ("strict", "graded", "article") for m, v in ms.items()
                if oracle_name(lab, m) in values}
        t.close("means: %s" % tag, mine, {our_name(m): float(np.mean(v)) for m, v in values.items()}, VALUES)
    strict = {q["qid"]: set(q["relevant"]) for q in queries}
    curves = {tag: [np.mean([oracle.recall([d for d, _ in run.get(q, ())], rel, k) for q, rel in strict.items()]) for k in range(1, 101)]
              for tag, run in runs.items() if tag != PREFIXED}
    t.close("means: R@1 to R@100", flat(document["recall_at_1_to_100"]), flat(curves), VALUES)
    t.same("ranks of the first relevant section", pairs(document["first_relevant_ranks"]), pairs(ranks))
    qids = [q["qid"] for q in queries]
    mine, theirs, unknown = {}, {}, 0
    with open(path(ours, "per_topic.csv"), encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            name = oracle_name(row["labeling"], row["measure"])
            if row["system"] not in per_query or name not in per_query[row["system"]]:
                unknown += 1
                continue
            mine[row["system"], name, row["topic"]] = float(row["value"])
    for tag, name in dict.fromkeys(k[:2] for k in mine):
        theirs.update({(tag, name, q): v for q, v in zip(qids, per_query[tag][name])})
    t.close("values of single topics", mine, theirs, VALUES, "%d measures" % len({k[1] for k in mine}) + ("; %d rows that the oracle lacks" % unknown if unknown else ""))
    if not mine:
        raise Shape("per_topic.csv holds no value that the oracle knows")


# ------------------------------------------------------------------------------------------------ statistics

def compare_statistics(t, ours, theirs, per_query, queries):
    c = read_json(ours, "comparisons.json")
    seed, replicates, flips = c.get("seed", 0), c.get("replicates", 2000), c.get("permutations", 10000)
    oracle_stats = read_json(theirs, "stats.json")
    groups = [oracle.article_of(next(iter(q["relevant"]))) for q in queries]

    def intervals(what, mine, wanted, function):
        """mine: {tag: {"labeling measure": interval}}; wanted: the pairs that the oracle reports."""
        found, expected = {}, {}
        for tag, by_measure in mine.items():
            for name, x in by_measure.items():
                key = oracle_key(name)
                if tag in per_query and key in per_query[tag]:
                    found.update({(tag, key, i): v for i, v in enumerate(triple(x))})
                    expected.update({(tag, key, i): v for i, v in enumerate(function(per_query[tag][key]))})
        for tag, key in wanted:
            if (tag, key, 0) not in found:
                expected.update({(tag, key, i): v for i, v in enumerate(function(per_query[tag][key]))})
        t.close(what, found, expected, DIGIT)

    intervals("bootstrap: point, low, high", c["bootstrap"], [(tag, m) for tag, ms in oracle_stats["bootstrap"].items() for m in ms],
              lambda x: oracle.bootstrap_ci(x, replicates, seed))
    intervals("cluster bootstrap: point, low, high", c["cluster_bootstrap"], [(tag, "strict:RR@10") for tag in oracle_stats["cluster_bootstrap"]],
              lambda x: oracle.cluster_bootstrap_ci(x, groups, replicates, seed))

    clusters = {tag: v["clusters"] for tag, v in c["cluster_bootstrap"].items()}
    t.same("cluster bootstrap: articles", clusters, {tag: len(set(groups)) for tag in clusters})

    numbers, p, counts = ({}, {}), ({}, {}), ({}, {})
    for r in c["paired"]:
        key = "%s %s->%s" % (oracle_name(r["labeling"], r["measure"]), r["a"], r["b"])
        x, y = (per_query[r[s]][oracle_name(r["labeling"], r["measure"])] for s in "ab")
        e = oracle.paired(x, y, replicates, flips, seed)
        for i, (mine, expected) in enumerate(zip((r["difference"], r["low"], r["high"]), (e["diff"], *e["ci95"]))):
            numbers[0][key, i], numbers[1][key, i] = mine, expected
        p[0][key], p[1][key] = r["p"], e["perm_p"]
        for k in ("win", "tie", "loss"):
            counts[0][key, k], counts[1][key, k] = r[k], e[k]
    p[1].update({key: "not compared" for key in oracle_stats["paired"] if key not in p[0]})
    t.close("paired: difference, low, high", *numbers, DIGIT)
    t.same("paired: p", *p)
    t.same("paired: win, tie, loss", *counts)

    # growth, spread and reversal: {tag or comparison: {size: …}}, as the oracle has them
    n = len(queries)
    sizes = [s for s in (20, 30, 50, 100, 200, 500, 1000) if s < n]
    base = next(iter(oracle_stats["growth"]))
    rr, r10 = per_query[base]["strict:RR@10"], per_query[base]["strict:R@10"]
    t.close("growth: point, low, high", flat(c["growth"]), flat({base: oracle.growth(rr, r10, [*sizes, n], seed)}), DIGIT)
    t.close("subset spread", flat(c["subset_spread"]), flat({base: oracle.subset_spread(rr, sizes, seed=seed)}), DIGIT)
    reversals = {}
    for key in oracle_stats["reversal"]:
        measure, pair = key.split(" ")
        a, b = pair.split("->")
        reversals[key] = oracle.reversal(per_query[a][measure], per_query[b][measure], sizes, seed=seed)
    t.close("reversal: reversed, tied", flat({reversal_key(k): v for k, v in c["reversal"].items()}), flat(reversals), 0)


def reversal_key(name):
    """`strict RR@10 a->b`, as comparisons.json has it -> `strict:RR@10 a->b`"""
    measure, _, systems = name.rpartition(" ")
    return "%s %s" % (oracle_key(measure), systems)


def flat(x, prefix=()):
    """Nested objects and lists of numbers -> {key path: number}"""
    if isinstance(x, dict):
        return {k: v for key, y in x.items() for k, v in flat(y, (*prefix, str(key))).items()}
    if isinstance(x, list):
        return {k: v for i, y in enumerate(x) for k, v in flat(y, (*prefix, str(i))).items()}
    return {prefix: float(x)} if isinstance(x, (int, float)) else {}


def compare_focus(t, ours, runs, queries, qrels):
    """What is reported of one system only."""
    c = read_json(ours, "comparisons.json")
    other = c["first_hit_in_other_article"]
    run = runs[other["system"]]
    elsewhere = [q["qid"] for q in queries if run.get(q["qid"])
                 and oracle.article_of(run[q["qid"]][0][0]) not in {oracle.article_of(d) for d in q["relevant"]}]
    t.same("first hit in another article: topics", dict(enumerate(other["topics"])), dict(enumerate(elsewhere)))
    t.same("first hit in another article: sample", {q: True for q in other["sample"]}, {q: q in elsewhere for q in other["sample"]})
    expected = oracle.mistakes(run, queries, qrels)
    mine = c["mistakes"]
    t.close("mistakes: right, wrong", {(i + 1, k): m[k] for i, m in enumerate(mine) for k in ("right", "wrong")},
            {(i + 1, k): m[k] for i, m in enumerate(expected) for k in ("right", "wrong")}, VALUES)


# ------------------------------------------------------------------------------------------------ all

def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("ours", "oracle", "prefixed"):
        ap.add_argument(name)
    a = ap.parse_args()
    t = Table()
    try:
        sections, queries = (oracle.read_jsonl(path(a.oracle, x)) for x in ("sections.jsonl", "queries.jsonl"))
        qrels = oracle.graded_qrels(queries, sections)
        compare_collection(t, a.ours, a.oracle, sections, queries, qrels)
        runs = compare_runs(t, a.ours, a.oracle, a.prefixed)
        per_query = {tag: oracle.per_query(run, queries, qrels) for tag, run in runs.items()}
        ranks = {tag: oracle.rank_distribution(run, queries) for tag, run in runs.items() if tag != PREFIXED}
        compare_measures(t, a.ours, runs, per_query, queries, ranks)
        compare_statistics(t, a.ours, a.oracle, per_query, queries)
        compare_focus(t, a.ours, runs, queries, qrels)
    except (Shape, KeyError, TypeError, ValueError) as e:
        t.print()
        print("oracle_compare: %s: %s" % (type(e).__name__, e), file=sys.stderr)
        return 2
    t.print()
    bad = [r for r in t.rows if not r[-1]]
    print("\n%d comparisons, %d differ" % (len(t.rows), len(bad)))
    return 0 if t.ok() else 1


if __name__ == "__main__":
    sys.exit(main())
