//! Python's `difflib.SequenceMatcher`, to the last bit.
//!
//! The label rule of the article is a difflib ratio of at least 0.5, so a matcher that is only similar to
//! difflib (longest common subsequence, edit distance, another junk rule) moves topics across that border.
//! Here are CPython's matching blocks, ratio and quick ratio over code points with `isjunk=None`, verified
//! against CPython 3.11. What a ratio is good for is decided elsewhere.
//!
//! As in Python, work on the second sequence is done once: index it as a [`Second`], then hold many first
//! sequences against it with one [`Matcher`], which keeps its buffers.

use std::ops::Range;

/// CPython's rule for popular characters.
///
/// Published as `autojunk` of `SequenceMatcher` (CPython, `Lib/difflib.py`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Autojunk {
    /// Python's default: when the *second* sequence has 200 code points or more, those that make up more than
    /// 1 % of it (more than `n / 100 + 1` occurrences) do not start a match. They may still extend one. On
    /// long texts of few characters the ratio collapses (bugs.python.org issues 31889 and 39249).
    #[default]
    On,
    /// No character is popular.
    Off,
}

/// `SequenceMatcher(None, a, b).ratio()` of CPython: 2·M / T, where M is the number of code points in the
/// matching blocks and T the length of both together.
///
/// Between 0 and 1; 1 when both are empty. Autojunk is on, as in Python. **The order matters**: `b` is the
/// sequence that is indexed, and the blocks that are found depend on it. Everywhere in this crate `a` is the
/// label that an author typed and `b` is the heading.
///
/// Cost: linear in the text when few characters repeat, cubic in the worst case (as in CPython). For many
/// comparisons use [`Matcher`].
///
/// ```
/// use sokutei_testset::difflib_ratio;
/// assert_eq!(difflib_ratio("tide", "diet"), 0.25);
/// assert_eq!(difflib_ratio("diet", "tide"), 0.5);
/// assert_eq!(difflib_ratio("", ""), 1.0);
/// ```
#[must_use]
pub fn difflib_ratio(a: &str, b: &str) -> f64 {
    let mut matcher = Matcher::new();
    matcher.set_first(a);
    matcher.ratio(&Second::new(b, Autojunk::On))
}

/// One matching block: `a[a..a + size] == b[b..b + size]`, counted in code points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Where it starts in the first sequence.
    pub a: usize,
    /// Where it starts in the second sequence.
    pub b: usize,
    /// Its length; 0 only in the sentinel at the end.
    pub size: usize,
}

/// A second sequence, indexed once: for each code point the places where it stands.
#[derive(Clone, Debug)]
pub struct Second {
    /// The group of each code point, in text order.
    groups_in_order: Vec<u32>,
    /// One group per distinct code point, in code-point order.
    groups: Vec<Group>,
    /// The places of all groups, one after the other, ascending inside a group.
    places: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Group {
    code_point: char,
    start: u32,
    count: u32,
    popular: bool,
}

impl Group {
    /// Its part of [`Second::places`]; empty for a popular code point, which starts no match.
    fn starts(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + if self.popular { 0 } else { self.count as usize }
    }
}

impl Second {
    /// Indexes `b`. Cost: n log n in its code points.
    ///
    /// # Panics
    /// When `b` has 2³² code points or more.
    #[must_use]
    pub fn new(b: &str, autojunk: Autojunk) -> Self {
        let mut placed: Vec<(char, u32)> = Vec::with_capacity(b.len());
        for (place, code_point) in b.chars().enumerate() {
            placed.push((
                code_point,
                u32::try_from(place).expect("a heading has fewer than 2^32 code points"),
            ));
        }
        let len = placed.len();
        placed.sort_unstable();
        let popular_above = len / 100 + 1;
        let mut groups: Vec<Group> = Vec::new();
        let mut groups_in_order = vec![0; len];
        for (i, &(code_point, place)) in placed.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if group.code_point == code_point => group.count += 1,
                _ => groups.push(Group {
                    code_point,
                    start: i as u32,
                    count: 1,
                    popular: false,
                }),
            }
            groups_in_order[place as usize] = groups.len() as u32 - 1;
        }
        if autojunk == Autojunk::On && len >= 200 {
            for group in &mut groups {
                group.popular = group.count as usize > popular_above;
            }
        }
        Self {
            groups_in_order,
            groups,
            places: placed.into_iter().map(|(_, place)| place).collect(),
        }
    }

    /// Number of code points.
    #[must_use]
    pub fn len_chars(&self) -> usize {
        self.groups_in_order.len()
    }

    fn group_of(&self, code_point: char) -> u32 {
        self.groups
            .binary_search_by_key(&code_point, |g| g.code_point)
            .map_or(ABSENT, |i| i as u32)
    }
}

/// The group of a code point that the second sequence does not have.
const ABSENT: u32 = u32::MAX;

/// A first sequence and the buffers for comparing it with many second ones.
///
/// ```
/// use sokutei_testset::{Autojunk, Block, Matcher, Second};
/// let heading = Second::new("private volatile", Autojunk::On);
/// let mut matcher = Matcher::new();
/// matcher.set_first("private Thread");
/// assert_eq!(matcher.matching_blocks(&heading)[0], Block { a: 0, b: 0, size: 8 });
/// assert!(matcher.ratio(&heading) <= matcher.quick_ratio(&heading));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    first: Vec<char>,
    first_sorted: Vec<char>,
    /// The group, in the second sequence at hand, of each code point of the first.
    groups: Vec<u32>,
    /// Length of the match that ends at each place of `b`, for the row before and for this one; `[j + 1]`
    /// belongs to place `j`. All zero between two searches.
    before: Row,
    row: Row,
    /// Pairs of ranges that are still to be searched.
    pending: Vec<(Range<usize>, Range<usize>)>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    lengths: Vec<u32>,
    touched: Vec<u32>,
}

impl Row {
    fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.lengths[place as usize] = 0;
        }
    }

    fn set(&mut self, place: usize, length: u32) {
        self.lengths[place] = length;
        self.touched.push(place as u32);
    }
}

impl Matcher {
    /// A matcher whose first sequence is empty.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the first sequence; it stays until the next call.
    pub fn set_first(&mut self, a: &str) {
        self.first.clear();
        self.first.extend(a.chars());
        self.first_sorted.clone_from(&self.first);
        self.first_sorted.sort_unstable();
    }

    /// `ratio()`: see [`difflib_ratio`].
    pub fn ratio(&mut self, b: &Second) -> f64 {
        let mut matched = 0;
        self.search(b, |block| matched += block.size);
        self.ratio_of(matched, b)
    }

    /// `quick_ratio()`: the ratio if order did not matter; never below [`Matcher::ratio`].
    #[must_use]
    pub fn quick_ratio(&self, b: &Second) -> f64 {
        let mut matched = 0;
        let mut groups = b.groups.iter();
        let mut group = groups.next();
        for run in self.first_sorted.chunk_by(|x, y| x == y) {
            while group.is_some_and(|g| g.code_point < run[0]) {
                group = groups.next();
            }
            if let Some(g) = group
                && g.code_point == run[0]
            {
                matched += run.len().min(g.count as usize);
            }
        }
        self.ratio_of(matched, b)
    }

    /// `real_quick_ratio()`: the ratio if the shorter were wholly inside the longer; never below
    /// [`Matcher::quick_ratio`].
    #[must_use]
    pub fn real_quick_ratio(&self, b: &Second) -> f64 {
        self.ratio_of(self.first.len().min(b.len_chars()), b)
    }

    /// `get_matching_blocks()`: ascending in both sequences, adjacent ones joined; the last is a sentinel
    /// `(len(a), len(b), 0)`.
    pub fn matching_blocks(&mut self, b: &Second) -> Vec<Block> {
        let mut found = Vec::new();
        self.search(b, |block| found.push(block));
        found.sort_unstable_by_key(|block| (block.a, block.b));
        let mut joined: Vec<Block> = Vec::with_capacity(found.len() + 1);
        for block in found {
            match joined.last_mut() {
                Some(last) if last.a + last.size == block.a && last.b + last.size == block.b => {
                    last.size += block.size;
                }
                _ => joined.push(block),
            }
        }
        joined.push(Block {
            a: self.first.len(),
            b: b.len_chars(),
            size: 0,
        });
        joined
    }

    fn ratio_of(&self, matched: usize, b: &Second) -> f64 {
        match self.first.len() + b.len_chars() {
            0 => 1.0,
            total => 2.0 * matched as f64 / total as f64,
        }
    }

    /// Calls `found` for each block: the longest first, then what lies before and after it.
    fn search(&mut self, b: &Second, mut found: impl FnMut(Block)) {
        self.groups.clear();
        self.groups.extend(self.first.iter().map(|&c| b.group_of(c)));
        for row in [&mut self.before, &mut self.row] {
            if row.lengths.len() <= b.len_chars() {
                row.lengths.resize(b.len_chars() + 1, 0);
            }
        }
        self.pending.clear();
        self.pending.push((0..self.first.len(), 0..b.len_chars()));
        while let Some((in_a, in_b)) = self.pending.pop() {
            let block = self.longest(b, &in_a, &in_b);
            if block.size == 0 {
                continue;
            }
            found(block);
            if in_a.start < block.a && in_b.start < block.b {
                self.pending.push((in_a.start..block.a, in_b.start..block.b));
            }
            let (after_a, after_b) = (block.a + block.size, block.b + block.size);
            if after_a < in_a.end && after_b < in_b.end {
                self.pending.push((after_a..in_a.end, after_b..in_b.end));
            }
        }
    }

    /// `find_longest_match`: of the longest matches the one that starts first in `a`, of those the one that
    /// starts first in `b`; then widened over equal neighbours, which only popular code points can be.
    fn longest(&mut self, b: &Second, in_a: &Range<usize>, in_b: &Range<usize>) -> Block {
        let mut best = Block {
            a: in_a.start,
            b: in_b.start,
            size: 0,
        };
        for i in in_a.clone() {
            std::mem::swap(&mut self.before, &mut self.row);
            self.row.clear();
            let Some(group) = b.groups.get(self.groups[i] as usize) else {
                continue;
            };
            for &place in &b.places[group.starts()] {
                let j = place as usize;
                if j < in_b.start {
                    continue;
                }
                if j >= in_b.end {
                    break;
                }
                let length = self.before.lengths[j] + 1;
                self.row.set(j + 1, length);
                let size = length as usize;
                if size > best.size {
                    best = Block {
                        a: i + 1 - size,
                        b: j + 1 - size,
                        size,
                    };
                }
            }
        }
        self.before.clear();
        self.row.clear();
        let equal = |i: usize, j: usize| self.groups[i] == b.groups_in_order[j];
        while best.a > in_a.start && best.b > in_b.start && equal(best.a - 1, best.b - 1) {
            best = Block {
                a: best.a - 1,
                b: best.b - 1,
                size: best.size + 1,
            };
        }
        while best.a + best.size < in_a.end
            && best.b + best.size < in_b.end
            && equal(best.a + best.size, best.b + best.size)
        {
            best.size += 1;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(a: &str, b: &str, autojunk: Autojunk) -> Vec<(usize, usize, usize)> {
        let mut matcher = Matcher::new();
        matcher.set_first(a);
        matcher
            .matching_blocks(&Second::new(b, autojunk))
            .into_iter()
            .map(|x| (x.a, x.b, x.size))
            .collect()
    }

    #[test]
    fn blocks_of_the_python_manual_are_found() {
        // docs.python.org, difflib: SequenceMatcher(None, "abxcd", "abcd").get_matching_blocks()
        assert_eq!(
            blocks("abxcd", "abcd", Autojunk::On),
            [(0, 0, 2), (3, 2, 2), (5, 4, 0)]
        );
    }

    #[test]
    fn an_empty_side_leaves_only_the_sentinel() {
        assert_eq!(blocks("", "", Autojunk::On), [(0, 0, 0)]);
        assert_eq!(blocks("", "見出し", Autojunk::On), [(0, 3, 0)]);
        assert_eq!(blocks("見出し", "", Autojunk::On), [(3, 0, 0)]);
    }

    #[test]
    fn a_popular_character_extends_a_match_but_starts_none() {
        // 200 code points: あ stands there 199 times (more than 3), x once
        let b = format!("{}x", "あ".repeat(199));
        assert_eq!(blocks("あ", &b, Autojunk::On), [(0, 0, 1), (1, 200, 0)]);
        assert_eq!(blocks("ああx", &b, Autojunk::On), [(0, 197, 3), (3, 200, 0)]);
        // Python: the search starts nothing, and widening from the two beginnings meets y first
        assert_eq!(blocks("yあ", &b, Autojunk::On), [(2, 200, 0)]);
        assert_eq!(blocks("yあ", &b, Autojunk::Off), [(1, 0, 1), (2, 200, 0)]);
    }

    #[test]
    fn a_matcher_used_before_gives_the_same_as_a_new_one() {
        let headings = ["索引の作り方", "", "索引", "ああああ索引あああ", "引索"];
        let mut used = Matcher::new();
        for label in ["索引とは", "作り方", "", "ああ"] {
            used.set_first(label);
            for heading in headings {
                let second = Second::new(heading, Autojunk::On);
                let mut new = Matcher::new();
                new.set_first(label);
                assert_eq!(
                    used.matching_blocks(&second),
                    new.matching_blocks(&second),
                    "{label} {heading}"
                );
            }
        }
    }
}
