#!/usr/bin/env python3
"""Compare `sokutei trec-eval -q --rules trec9` with pytrec_eval on random runs and qrels.

    trec_eval_diff.py SOKUTEI CASES SEED

Each case is compared with all measures that pytrec_eval supports, at their usual parameters, and with a few at others: every topic, printed
with four decimals as trec_eval prints. Means are compared with the mean of pytrec_eval's values, within half a unit of the fourth decimal
and what adding in another order may change. pytrec_eval knows -l but not -M, -J and -c: for the first two it is given the shorter run, for
the third its values are averaged over all topics of the qrels, a missing one counting 0.

Prints counts; exit 0 if all lines are equal, 1 if one differs.

A case has 1 to 6 topics, up to 40 judged and 60 returned documents each, grades -1 to 4 or 0 and 1, scores with many ties and with near ties
that single precision makes equal, topics that the run lacks, topics that nobody judged, documents with letters beyond ASCII. Left out are two
things that trec_eval does not define: a topic whose grades are all below 0 (it takes the number of grades of the topic before), and NaN."""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

import pytrec_eval

# trec_eval prints these as counts; relstring and runid are words, which pytrec_eval does not return
COUNTS = {"num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret"}
WORDS = {"relstring", "runid"}
GEOMETRIC = {"gm_map", "gm_bpref"}
SUMS = COUNTS - {"num_q"}
OTHERS = ["P.1,2,7", "recall.3,50", "ndcg_cut.1,4,25", "map_cut.2,9", "success.2,3", "relative_P.4,8", "iprec_at_recall.0.05,0.33,0.5",
          "Rprec_mult.0.1,0.5,3.0"]
LETTERS = "abcxyzABC0123456789-_.#é語"
LEAST = 1e-5                 # of a geometric mean
LARGEST_LEVEL = 3


def docids(random_, n):
    ids = set()
    while len(ids) < n:
        ids.add("".join(random_.choice(LETTERS) for _ in range(random_.randint(1, 6))))
    return sorted(ids)


def score(random_, coarse):
    if coarse:
        return float(random_.randint(0, 4))
    # every third score stands next to another, nearer than single precision can tell
    near = random_.choice([0.0, 0.0, 1e-9, -1e-9])
    return round(random_.randint(1, 30) / 7, 3) + near


def make_case(random_):
    qrels, run = {}, {}
    grades = random_.choice([[0, 1], [-1, 0, 1], [-1, 0, 1, 2, 3, 4], [0, 0, 0, 0, 4]])
    coarse = random_.random() < 0.5
    for number in random_.sample(range(1, 40), random_.randint(1, 6)):
        topic = f"q{number}"
        ids = docids(random_, random_.randint(4, 60))
        judged = random_.sample(ids, random_.randint(1, min(40, len(ids))))
        state = random_.random()
        if state > 0.1:
            qrels[topic] = {d: random_.choice(grades) for d in judged}
            if all(grade < 0 for grade in qrels[topic].values()):
                qrels[topic][judged[0]] = random_.choice([0, 1])
        if state < 0.85:
            returned = random_.sample(ids, random_.randint(1, len(ids)))
            run[topic] = {d: score(random_, coarse) for d in returned}
    return qrels, run


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(row + "\n" for row in rows)


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


class Flags:
    """What is asked for besides measures, and the run that pytrec_eval is given for it."""

    def __init__(self, random_, qrels, run):
        self.level = random_.randint(1, LARGEST_LEVEL)
        self.complete = random_.random() < 0.3
        depth = random_.randint(1, 30) if random_.random() < 0.3 else None
        self.words = [f"-l{self.level}"] + ["-c"] * self.complete
        self.run = run
        if depth:
            self.words.append(f"-M{depth}")
            self.run = {t: dict(self.ranking(docs)[:depth]) for t, docs in run.items()}
        judged = {t: {d: s for d, s in docs.items() if qrels.get(t, {}).get(d, -1) >= 0} for t, docs in self.run.items()}
        # a topic with nothing left would be no topic for pytrec_eval
        if random_.random() < 0.3 and all(judged[t] for t in judged if t in qrels):
            self.words.append("-J")
            self.run = {t: docs for t, docs in judged.items() if docs}

    @staticmethod
    def ranking(docs):
        return sorted(docs.items(), key=lambda item: (single(item[1]), item[0].encode()), reverse=True)


def sokutei_lines(program, qrels, run, measures, flags):
    """Our lines: (measure, topic) -> what is printed."""
    with tempfile.TemporaryDirectory() as folder:
        q, r = os.path.join(folder, "q"), os.path.join(folder, "r")
        write(q, (f"{t} 0 {d} {g}" for t, docs in qrels.items() for d, g in docs.items()))
        write(r, (f"{t} Q0 {d} {i + 1} {s!r} x" for t, docs in run.items() for i, (d, s) in enumerate(docs.items())))
        command = [program, "trec-eval", "-q", "--rules", "trec9", *flags.words]
        for measure in measures:
            command += ["-m", measure]
        done = subprocess.run(command + [q, r], capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"trec-eval-diff: exit code {done.returncode}: {done.stderr}")
    lines = (line.split("\t") for line in done.stdout.splitlines())
    return {(name.rstrip(), topic): value for name, topic, value in lines}


def printed(name, value):
    return str(int(value)) if name in COUNTS else f"{value:6.4f}"


class Count:
    def __init__(self):
        self.cases = self.topics = self.lines = self.means = self.nan = 0
        self.bad = []
        self.flags = {}

    def compare(self, case, what, ours, theirs):
        if ours != theirs:
            self.bad.append(f"case {case} {what}: sokutei {ours}, pytrec_eval {theirs}")


def compare_means(count, case, ours, values, missing):
    """The lines of all topics, against what the topics' values come to; `missing` has the judgments of topics that count 0."""
    names = sorted({name for of in values.values() for name in of} - WORDS - {"num_q"})
    for name in names:
        column = [of[name] for _, of in sorted(values.items())]
        if any(math.isnan(value) for value in column):
            continue
        n = len(column) + len(missing)
        if name == "num_rel":
            expected = sum(column) + sum(missing)
        elif name in SUMS:
            expected = sum(column)
        elif name in GEOMETRIC:
            expected = math.exp((sum(column) + len(missing) * math.log(LEAST)) / n)
        else:
            expected = sum(column) / n
        count.means += 1
        found = ours.get((name, "all"))
        if found is None or abs(float(found) - expected) > 5e-5 + 1e-12:
            count.bad.append(f"case {case} {name} of all: sokutei {found}, pytrec_eval {expected}")


def one(program, case, random_, count):
    qrels, run = make_case(random_)
    if not set(qrels) & set(run):
        return False
    flags = Flags(random_, qrels, run)
    usual = sorted(pytrec_eval.supported_measures)
    measures = usual if random_.random() < 0.7 else OTHERS
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(measures), relevance_level=flags.level)
    values = evaluator.evaluate(flags.run)
    ours = sokutei_lines(program, qrels, run, [m for m in measures if m not in WORDS], flags)
    for topic, of in values.items():
        count.topics += 1
        for name, value in of.items():
            if name in WORDS or name == "num_q":
                continue
            if math.isnan(value):
                count.nan += 1
            elif name not in GEOMETRIC:  # trec_eval has no line of a topic for these; their mean is compared
                count.lines += 1
                count.compare(case, f"{name} of {topic}", ours.pop((name, topic), None), printed(name, value))
    absent = [t for t in qrels if t not in run] if flags.complete else []
    missing = [sum(grade >= flags.level for grade in qrels[t].values()) for t in absent]
    compare_means(count, case, ours, values, missing)
    topics = str(len(values) + len(missing))
    count.compare(case, "topics", ours.get(("num_q", "all"), topics), topics)
    for word in flags.words:
        count.flags[word[:2]] = count.flags.get(word[:2], 0) + 1
    left = [key for key in ours if key[1] != "all"]
    if left:
        count.bad.append(f"case {case}: lines that pytrec_eval does not have: {left[:3]}")
    count.cases += 1
    return True


def main():
    program, cases, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    count, made, empty = Count(), 0, 0
    while count.cases < cases:
        made += 1
        if not one(program, made, random.Random(f"{seed}/{made}"), count):
            empty += 1
    print(f"{count.cases} cases (seed {seed}; {empty} more without a common topic), {count.topics} topics")
    print(f"{count.lines} lines of topics compared, {count.means} of all topics, {count.nan} NaN of pytrec_eval passed over")
    print("flags: " + ", ".join(f"{flag} in {n}" for flag, n in sorted(count.flags.items())))
    print(f"{len(count.bad)} differ")
    for bad in count.bad[:20]:
        print(f"  {bad}")
    sys.exit(1 if count.bad else 0)


main()
