//! A label and headings → the sections that the label names.

use sokutei_testset::{
    Autojunk, Candidate, HeadingMatcher, MatchKind, MatchOptions, Matcher, Multi, Resolved, Second,
    Similarity,
};
use sokutei_text::is_space;

use crate::difflib;

/// Pairs of places that the slow definition may try.
const MOST_PAIRS: usize = 12_000;

/// The first two bytes are options, the rest is text: a label, then a heading on each line.
pub fn matching(bytes: &[u8]) {
    let [choice, threshold, text @ ..] = bytes else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split('\n');
    let label = lines.next().unwrap_or_default();
    let headings: Vec<&str> = lines.take(40).collect();
    let options = MatchOptions {
        multi: [Multi::All, Multi::First][usize::from(choice & 1)],
        similarity: Similarity::ALL[usize::from(choice >> 1) % Similarity::ALL.len()],
        threshold: match threshold {
            255 => 1.0,
            _ => f64::from(*threshold) / 256.0,
        },
    };
    options.validate().expect("a threshold from 0 to 1");
    for heading in &headings {
        blocks_and_ratios(label, heading);
        for similarity in Similarity::ALL {
            let ratio = similarity.of(label, heading);
            assert!((0.0..=1.0).contains(&ratio), "{similarity}: {ratio}");
        }
    }
    choice_of_headings(label, &headings, options);
}

/// The matching blocks are what they are said to be; ratios are those of the definition, and bounded by the quick ones.
fn blocks_and_ratios(label: &str, heading: &str) {
    let (a, b): (Vec<char>, Vec<char>) = (label.chars().collect(), heading.chars().collect());
    let mut matcher = Matcher::new();
    matcher.set_first(label);
    for (autojunk, on) in [(Autojunk::On, true), (Autojunk::Off, false)] {
        let second = Second::new(heading, autojunk);
        let ratio = matcher.ratio(&second);
        assert!(ratio <= matcher.quick_ratio(&second));
        assert!(matcher.quick_ratio(&second) <= matcher.real_quick_ratio(&second));
        assert!(matcher.real_quick_ratio(&second) <= 1.0);

        let blocks = matcher.matching_blocks(&second);
        let matched: usize = blocks.iter().map(|block| block.size).sum();
        if a.len() + b.len() > 0 {
            let expected = 2.0 * matched as f64 / (a.len() + b.len()) as f64;
            assert_eq!(ratio.to_bits(), expected.to_bits());
        }
        let last = blocks.last().expect("the sentinel");
        assert_eq!((last.a, last.b, last.size), (a.len(), b.len(), 0));
        for pair in blocks.windows(2) {
            let (end_a, end_b) = (pair[0].a + pair[0].size, pair[0].b + pair[0].size);
            assert!(pair[0].size > 0 && end_a <= pair[1].a && end_b <= pair[1].b);
            assert_eq!(a[pair[0].a..end_a], b[pair[0].b..end_b]);
            // adjacent blocks are joined, but for the sentinel
            assert!(pair[1].size == 0 || (end_a, end_b) != (pair[1].a, pair[1].b));
        }
        if a.len() * b.len() <= MOST_PAIRS {
            let expected = difflib::ratio(&a, &b, on);
            assert_eq!(
                ratio.to_bits(),
                expected.to_bits(),
                "{label:?} {heading:?} {autojunk:?}"
            );
        }
    }
}

/// The first heading that contains the label; else the most similar, the first of equals, from the threshold on.
fn choice_of_headings(label: &str, headings: &[&str], options: MatchOptions) {
    let contains = |part: &str| {
        headings
            .iter()
            .position(|heading| !part.is_empty() && heading.contains(part))
    };
    let best = |part: &str, without: &[usize]| {
        let mut best: Option<Candidate> = None;
        for (index, heading) in headings.iter().enumerate().filter(|(i, _)| !without.contains(i)) {
            let ratio = options.similarity.of(part, heading);
            if best.is_none_or(|b| ratio > b.ratio) {
                best = Some(Candidate {
                    index,
                    kind: MatchKind::Fuzzy,
                    ratio,
                });
            }
        }
        best
    };
    let mut parts: Vec<&str> = vec![label];
    if label.contains('／') && contains(label).is_none() {
        let split = label.split('／').map(|part| part.trim_matches(is_space));
        parts = split.filter(|part| !part.is_empty()).collect();
    }
    let mut expected = Resolved::default();
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 && options.multi == Multi::First {
            expected.left_out.push(part.to_owned());
            continue;
        }
        let found = match contains(part) {
            Some(index) => Some(Candidate {
                index,
                kind: MatchKind::Contains,
                ratio: 1.0,
            }),
            None => best(part, &[]).filter(|candidate| candidate.ratio >= options.threshold),
        };
        match found {
            Some(candidate) => expected.parts.push((part.to_owned(), candidate)),
            None => expected.missed.push(part.to_owned()),
        }
    }
    let mut matcher = HeadingMatcher::new(headings, options);
    let resolved = matcher.resolve(label);
    assert_eq!(resolved, expected);
    assert_eq!(matcher.resolve(label), expected, "a matcher that was used before");

    // the runner-up: the same without the headings that were found
    let without = resolved.headings();
    let next = matcher.best(label, &without);
    let containing = (0..headings.len())
        .find(|i| !without.contains(i) && !label.is_empty() && headings[*i].contains(label));
    match containing {
        Some(index) => {
            assert!(next.is_some_and(|next| next.index == index && next.kind == MatchKind::Contains));
        }
        None => assert_eq!(next, best(label, &without)),
    }
}
