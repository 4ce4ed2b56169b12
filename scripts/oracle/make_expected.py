#!/usr/bin/env python3
"""Write the oracle's values for a folder of articles, small enough to be kept in a repository.

    make_expected.py HTML_DIR OUT_DIR

Runs `oracle.py --parser html5lib all HTML_DIR --svd arpack`, once with `--multi all` and once with `--multi first`, and the search with the
article's subject before each query; then writes what data/expected/README.md describes. Same input and machine, same bytes."""
import argparse
import contextlib
import gzip
import json
import os
import platform
import sys
import tempfile
from importlib.metadata import version

import numpy as np

import oracle

SCORED_RANKS = 10            # lexical runs: scores of the first ranks only
LEXICAL, LSA = "%.13g", "%.9g"
PER_QUERY = ("strict:Hit@1", "strict:Hit@5", "strict:R@10", "strict:P@5", "strict:RR@10", "strict:AP@100", "strict:CP@10", "strict:nDCG@10",
             "graded:nDCG@10", "graded:nDCGexp@10", "graded:P@10", "graded:AP@100", "graded:CP@10",
             "article:Hit@1", "article:RR@10")
PACKAGES = ("numpy", "scipy", "scikit-learn", "beautifulsoup4", "html5lib", "lxml", "ir_measures", "pytrec_eval-terrier")


def write_gz(path, text):
    """The bytes of `gzip -n9`: no name, no time."""
    with open(path, "wb") as f:
        f.write(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def compact(obj):
    return json.dumps(obj, ensure_ascii=False, separators=(",", ":"))


def write_run(path, run, lsa):
    """One JSON line per topic: all documents in order; scores of all of them (LSA) or of the first ten."""
    lines = []
    for q, rows in run.items():
        scores = ",".join((LSA if lsa else LEXICAL) % s for _, s in (rows if lsa else rows[:SCORED_RANKS]))
        lines.append('{"qid":%s,"docs":%s,"scores":[%s]}' % (compact(q), compact([d for d, _ in rows]), scores))
    write_gz(path, "".join(x + "\n" for x in lines))


def zero_topics(run):
    """Topics that have a list, all of whose scores are 0: the query has no term that the index knows."""
    return [q for q, rows in run.items() if rows and all(s == 0 for _, s in rows)]


def means(per_query):
    return {m: float(np.mean(v)) for m, v in per_query.items()}


def first_hits(run, queries):
    """How many topics have a first hit inside the article they came from, in another one, or none at all."""
    c = {"own_article": 0, "other_article": 0, "no_hit": 0}
    for q in queries:
        rows = run.get(q["qid"], [])
        own = {oracle.article_of(d) for d in q["relevant"]}
        c["no_hit" if not rows else "own_article" if oracle.article_of(rows[0][0]) in own else "other_article"] += 1
    return c


def run_oracle(html, out, multi):
    with contextlib.redirect_stderr(open(os.devnull, "w")):
        oracle.main(["--parser", "html5lib", "all", html, "--svd", "arpack", "--multi", multi, "-o", out])


def load(folder):
    sections, queries = (oracle.read_jsonl(os.path.join(folder, x)) for x in ("sections.jsonl", "queries.jsonl"))
    return sections, queries, oracle.graded_qrels(queries, sections), oracle.load_runs(os.path.join(folder, "runs"))


def several_labels(folders):
    """The topics that have more than one labelled section under --multi all, measured under both policies."""
    loaded = {multi: load(folder) for multi, folder in folders.items()}
    chosen = [(q["query"], q["source"]) for q in loaded["all"][1] if len(q["relevant"]) > 1]
    out = {"topics": len(chosen), "strict:RR@10": {}}
    for multi, (_s, queries, qrels, runs) in loaded.items():
        part = [q for q in queries if (q["query"], q["source"]) in set(chosen)]
        out["strict:RR@10"][multi] = {t: means(oracle.per_query(r, part, qrels))["strict:RR@10"] for t, r in runs.items()}
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("html")
    ap.add_argument("out")
    a = ap.parse_args()
    os.makedirs(os.path.join(a.out, "runs"), exist_ok=True)

    def to(name):
        return os.path.join(a.out, name)

    def plain(folder, name):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            return f.read()

    with tempfile.TemporaryDirectory() as tmp:
        folders = {m: os.path.join(tmp, m) for m in ("all", "first")}
        for multi, folder in folders.items():
            run_oracle(a.html, folder, multi)
        base = folders["all"]
        prefix = os.path.join(tmp, "prefix")
        with contextlib.redirect_stderr(open(os.devnull, "w")):
            oracle.main(["search", "--sections", base + "/sections.jsonl", "--queries", base + "/queries.jsonl",
                         "--config", "bm25_23", "--prefix-title", "-o", prefix])
        _sections, queries, qrels, runs = load(base)
        prefixed = oracle.read_run(os.path.join(prefix, "bm25_23.run"))

        for name in ("sections.jsonl", "queries.jsonl", "qrels.txt"):
            write_gz(to(name + ".gz"), plain(base, name))
        for tag, run in runs.items():
            write_run(to("runs/%s.jsonl.gz" % tag), run, tag.startswith("lsa"))
        write_run(to("runs/bm25_23_prefixed.jsonl.gz"), prefixed, False)

        for name in ("evalset_report.json", "stats.json", "mistakes.json"):
            oracle.dump(to(name), json.loads(plain(base, name)))
        values = {tag: oracle.per_query(run, queries, qrels) for tag, run in runs.items()}
        metrics = json.loads(plain(base, "metrics.json"))
        for tag, m in metrics.items():
            for library in m["ir_measures"].values():
                for k in sorted(library):
                    library[k] = library.pop(k)
            m["first_hits"] = first_hits(runs[tag], queries)
            m["zero_score_topics"] = zero_topics(runs[tag])
            if m["zero_score_topics"]:
                known = {q: r for q, r in runs[tag].items() if q not in m["zero_score_topics"]}
                m["mean_zero_score_topics_empty"] = means(oracle.per_query(known, queries, qrels))
        oracle.dump(to("metrics.json"), metrics)
        values["bm25_23_prefixed"] = oracle.per_query(prefixed, queries, qrels)
        oracle.dump(to("prefixed.json"), {"mean": means(values["bm25_23_prefixed"]), "ranks": oracle.rank_distribution(prefixed, queries)})
        write_gz(to("perquery.json.gz"), compact({"qids": [q["qid"] for q in queries],
                                                  "systems": {t: {m: v[m] for m in PER_QUERY} for t, v in values.items()}}) + "\n")
        first = json.loads(plain(folders["first"], "metrics.json"))
        oracle.dump(to("multi_first.json"), {
            "report": json.loads(plain(folders["first"], "evalset_report.json")),
            "several_labels": several_labels(folders),
            "systems": {t: {k: m[k] for k in ("mean", "ranks")} for t, m in first.items()}})
        toy = oracle.toy()
        toy["ir_measures"] = dict(sorted(toy["ir_measures"].items()))
        oracle.dump(to("toy.json"), toy)
        oracle.dump(to("versions.json"), {"python": platform.python_version(), **{p: version(p) for p in PACKAGES}})
    total = sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk(a.out) for f in fs)
    print("%s: %d topics, %.2f MB" % (a.out, len(queries), total / 1e6), file=sys.stderr)


if __name__ == "__main__":
    main()
