#!/usr/bin/env python3
"""Count the headings of a folder's pages, and compare what `sokutei ingest` made of them with the oracle's sections.

    ingest_compare.py DIR SECTIONS.jsonl MESSAGES [SELECTOR]

SECTIONS  what `sokutei ingest DIR -o SECTIONS.jsonl` wrote; MESSAGES what it said on standard error
SELECTOR  a CSS selector: also counts the h2 beneath such elements, and those that are its children

html5lib finds each page's encoding by itself. A page that several links lead to is parsed once and counted each time.
Exit 0 if every section is the same, 1 if one is not."""
import collections
import functools
import os
import re
import statistics
import sys
import unicodedata
import warnings

from bs4 import BeautifulSoup

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "oracle"))
import oracle  # noqa: E402  (the path above is where it lives)

warnings.filterwarnings("ignore")
sys.setrecursionlimit(20000)
oracle.PARSER = "html5lib"
FIELDS = ("id", "article", "title", "heading", "text")
# what `sokutei ingest` says about the same thing
KINDS = {"pages without h2": "no-heading", "sections without text": "empty-section", "sections dropped by heading": "dropped-heading",
         "headings repeated in a page": "repeated-heading", "pages without a title": "no-title"}


def dropped(heading):
    return oracle.DROP_HEADING.search(unicodedata.normalize("NFKC", heading).lower().strip())


@functools.lru_cache(maxsize=None)
def read(path, selector):
    """(title, kept sections, counts, encoding) of one page."""
    with open(path, "rb") as f:
        soup = BeautifulSoup(f.read(), oracle.PARSER)
    parts = []
    oracle.walk(soup.body or soup, lambda s: parts and parts[-1][1].append(s), lambda h: parts.append((h, [])))
    sections = [(h, oracle.tidy(chunks)) for h, chunks in parts]
    with_text = [(h, t) for h, t in sections if t]
    kept = [(h, t) for h, t in with_text if not dropped(h)]
    h1 = soup.find("h1")
    title = oracle.squeeze((h1 or soup.title).get_text()) if h1 or soup.title else ""
    n = collections.Counter({"pages": 1})
    n.update({h: len(soup.find_all(h)) for h in ("h1", "h2", "h3")})
    n["pages without h2"] = not sections
    n["pages without a title"] = not title
    n["h2 without text of its own"] = sum(not h for h, _ in sections)
    n["sections without text"] = len(sections) - len(with_text)
    n["sections dropped by heading"] = len(with_text) - len(kept)
    n["sections"] = len(kept)
    n["headings repeated in a page"] = sum(v > 1 for v in collections.Counter(h for h, _ in kept).values())
    if selector:
        n["h2 beneath " + selector] = len(soup.select(selector + " h2"))
        n["h2 as child of " + selector] = len(soup.select(selector + " > h2"))
    return title, kept, n, soup.original_encoding


def pages(folder):
    """The pages in the order of their paths, in bytes."""
    found = [os.path.relpath(os.path.join(where, name), folder) for where, _, names in os.walk(folder) for name in names]
    return sorted((p for p in found if p.endswith((".html", ".htm")) and os.path.isfile(os.path.join(folder, p))), key=os.fsencode)


def said(messages):
    """{kind: count} of the lines `warning: KIND × COUNT: …`."""
    with open(messages, encoding="utf-8") as f:
        return {m[1]: int(m[2]) for m in re.finditer(r"(?m)^(?:note|warning): ([a-z-]+) × (\d+):", f.read())}


def median(sections):
    return statistics.median(len(s["text"]) for s in sections) if sections else "-"


def counts(files, links, theirs, ours, messages):
    """Pages that are files and pages that are links, counted here; all of them, as `sokutei ingest` says."""
    kinds = said(messages)
    kinds["sections"] = len(ours)
    line = "%-32s %8s %8s %8s"
    print(line % ("what", "files", "links", "sokutei"))
    for what in dict.fromkeys([*files, *links]):
        print(line % (what, files[what], links[what], kinds.get(KINDS.get(what, what), 0 if what in KINDS else "")))
    print(line % ("median characters of a section", median(theirs[False]), median(theirs[True]), median(ours)))


def compare(ours, theirs):
    """Whether all sections are the same; prints one line for each field."""
    fine = len(ours) == len(theirs)
    for field in FIELDS:
        equal = sum(a[field] == b[field] for a, b in zip(ours, theirs))
        fine &= equal == len(theirs)
        print("%s  sections: %-10s %d compared, %d equal" % ("ok" if equal == len(theirs) == len(ours) else "NO", field, len(theirs), equal))
    for a, b in zip(ours, theirs):
        if any(a[field] != b[field] for field in FIELDS):
            print("the first that differs:\n  sokutei %.300r\n  oracle  %.300r" % ({k: a[k] for k in FIELDS}, b))
            break
    return fine


def main():
    folder, sections, messages = sys.argv[1:4]
    selector = sys.argv[4] if len(sys.argv) == 5 else ""
    sums = {False: collections.Counter(), True: collections.Counter()}
    encodings, theirs, by_link = collections.Counter(), [], {False: [], True: []}
    for page in pages(folder):
        path = os.path.join(folder, page)
        title, kept, n, encoding = read(os.path.realpath(path), selector)
        encodings[encoding] += 1
        article = re.sub(r"\.html?$", "", page)
        made = [{"id": "%s#%d" % (article, i), "article": article, "title": title, "heading": h, "text": t} for i, (h, t) in enumerate(kept)]
        theirs += made
        link = os.path.islink(path)
        sums[link].update(n)
        by_link[link] += made
    ours = oracle.read_jsonl(sections)
    counts(sums[False], sums[True], by_link, ours, messages)
    print("%d characters in all sections, %d distinct texts" % (sum(len(s["text"]) for s in theirs), len({s["text"] for s in theirs})))
    print("encodings: " + ", ".join("%s %d" % e for e in encodings.most_common()))
    sys.exit(not compare(ours, theirs))


if __name__ == "__main__":
    main()
