//! `difflib.SequenceMatcher` as CPython's documentation defines it, and slow.
//!
//! From the documentation of `find_longest_match`: it returns (i, j, k) such that a[i:i+k] equals b[j:j+k]; for all (i', j', k')
//! that meet those conditions, also k >= k', i <= i', and if i == i', j <= j'. From that of the class: the same is applied to
//! the pieces left and right of the match. With `autojunk`, an item whose duplicates account for more than 1 % of a second
//! sequence of at least 200 items is popular: no match holds it, but a match that was found is extended over equal items,
//! whichever they are (and one of length 0 from the two beginnings, as CPython's code does).

/// `ratio()`: 2.0 · M / T.
pub(crate) fn ratio(a: &[char], b: &[char], autojunk: bool) -> f64 {
    match a.len() + b.len() {
        0 => 1.0,
        total => 2.0 * matched(a, b, &popular(b, autojunk)) as f64 / total as f64,
    }
}

/// The items of the second sequence that start no match.
fn popular(b: &[char], autojunk: bool) -> Vec<char> {
    if !autojunk || b.len() < 200 {
        return Vec::new();
    }
    let mut items = b.to_vec();
    items.sort_unstable();
    let same = items.chunk_by(|x, y| x == y);
    same.filter(|same| same.len() > b.len() / 100 + 1)
        .map(|same| same[0])
        .collect()
}

/// How many items all matches hold together.
fn matched(a: &[char], b: &[char], popular: &[char]) -> usize {
    let (mut i, mut j, mut size) = longest(a, b, popular);
    while i > 0 && j > 0 && a[i - 1] == b[j - 1] {
        (i, j, size) = (i - 1, j - 1, size + 1);
    }
    while i + size < a.len() && j + size < b.len() && a[i + size] == b[j + size] {
        size += 1;
    }
    match size {
        0 => 0,
        _ => size + matched(&a[..i], &b[..j], popular) + matched(&a[i + size..], &b[j + size..], popular),
    }
}

/// The longest match, of these the first in `a`, of these the first in `b`: every pair of places is tried.
fn longest(a: &[char], b: &[char], popular: &[char]) -> (usize, usize, usize) {
    let mut best = (0, 0, 0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let pairs = a[i..].iter().zip(&b[j..]);
            let size = pairs.take_while(|(x, y)| x == y && !popular.contains(x)).count();
            if size > best.2 {
                best = (i, j, size);
            }
        }
    }
    best
}
