"""Makes a folder of pages larger: every page several times, each copy with other words. Used by scripts/growth.

A copy keeps the page's markup, its hiragana and its punctuation. A share of its words (runs of kanji, of katakana, of Latin letters) is
exchanged for words of the same script from anywhere in the folder, a frequent word more often. Within one copy of a page the same
word is always exchanged for the same other one, so that a cheat-sheet still names its headings. What is exchanged depends on the seed, the
number of the copy, the file's name and the word alone.

New text of real authors brings new n-grams, fewer and fewer of them; so do these copies, at the seams of the exchanged words."""
import bisect
import itertools
import os
import random
import re
import zlib

# markup, and what is inside elements whose text is no text
MARKUP = re.compile(r"(<(script|style)\b.*?</\2\s*>|<!--.*?-->|<[^>]*>|&#?\w+;)", re.S | re.I)
WORD = re.compile(r"[\u3400-\u9fff々]+|[ァ-ヺー]+|[A-Za-z]+")
TITLE = re.compile(r"(<(title|h1)\b[^>]*>)", re.I)
# words that decide what a section or a table is
FIXED = {"知", "答", "詳", "節", "質問", "参考", "出典", "faq", "q", "a", "reference", "references", "summary"}


def script(word):
    return 0 if word[0] >= "\u3400" else 1 if word[0] >= "ァ" else 2


def pieces(page):
    """-> [(text, markup)]: text between tags, and the tag after it"""
    out, at = [], 0
    for found in MARKUP.finditer(page):
        out.append((page[at:found.start()], found[0]))
        at = found.end()
    return out + [(page[at:], "")]


class Larger:
    def __init__(self, folder, seed, share):
        self.folder, self.seed, self.share = folder, seed, share
        self.names = sorted(n for n in os.listdir(folder) if n.endswith((".html", ".htm")))
        self.pages = {name: pieces(self.read(name)) for name in self.names}
        counts = [{}, {}, {}]
        for page in self.pages.values():
            for text, _ in page:
                for word in WORD.findall(text):
                    by_word = counts[script(word)]
                    by_word[word] = by_word.get(word, 0) + 1
        self.words = [sorted(by_word) for by_word in counts]
        self.cumulative = [list(itertools.accumulate(by_word[w] for w in words)) for by_word, words in zip(counts, self.words)]

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as f:
            return f.read()

    def draw(self, rng, kind):
        """A word of a script, by frequency."""
        cumulative = self.cumulative[kind]
        return self.words[kind][bisect.bisect_right(cumulative, rng.randrange(cumulative[-1]))]

    def copy(self, name, number, with_sheets):
        """Copy `number` of a page, from 1; copy 0 is the page itself."""
        exchanged = {}

        def exchange(found):
            word = found[0]
            other = exchanged.get(word)
            if other is None:
                rng = random.Random(zlib.crc32(("%d %d %s %s" % (self.seed, number, name, word)).encode()))
                keep = word.lower() in FIXED or rng.random() >= self.share
                other = exchanged[word] = word if keep else self.draw(rng, script(word))
            return other
        page = "".join(WORD.sub(exchange, text) + markup for text, markup in self.pages[name])
        # titles stay unique, and so does the subject that is taken from them
        page = TITLE.sub(lambda found: "%s%d版 " % (found[1], number + 1), page)
        return page if with_sheets else page.replace("知りたいこと", "調べたいこと")

    def write(self, out, times, with_sheets):
        """Writes the pages and `times` - 1 copies; names keep copies together, in order."""
        os.makedirs(out)
        for number in range(times):
            for name in self.names:
                page = self.copy(name, number, with_sheets) if number else "".join(a + b for a, b in self.pages[name])
                with open(os.path.join(out, "c%03d-%s" % (number, name)), "w", encoding="utf-8") as f:
                    f.write(page)
