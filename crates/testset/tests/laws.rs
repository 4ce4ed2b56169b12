//! What holds for any input.

mod fixtures;

use std::collections::HashMap;

use fixtures::{ingested, page};
use proptest::collection::vec;
use proptest::prelude::*;
use sokutei_measures::Docid;
use sokutei_testset::{
    Autojunk, Error, HeadingMatcher, MatchOptions, Matcher, Multi, Second, SheetHeader, Similarity,
    article_qrels, build_topics, find_sheet, graded_qrels, label_coverage, read_topics, strict_qrels,
    topic_coverage, write_topics,
};

/// The matching blocks of difflib, transcribed from its documentation's algorithm without any cleverness.
fn plain_matched(a: &[char], b: &[char], popular: &[char]) -> usize {
    let (mut besti, mut bestj, mut best) = (0, 0, 0);
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for (i, x) in a.iter().enumerate() {
        let mut row = HashMap::new();
        for j in (0..b.len()).filter(|&j| b[j] == *x && !popular.contains(x)) {
            let length = j
                .checked_sub(1)
                .and_then(|before| lengths.get(&before))
                .unwrap_or(&0)
                + 1;
            row.insert(j, length);
            if length > best {
                (besti, bestj, best) = (i + 1 - length, j + 1 - length, length);
            }
        }
        lengths = row;
    }
    while besti > 0 && bestj > 0 && a[besti - 1] == b[bestj - 1] {
        (besti, bestj, best) = (besti - 1, bestj - 1, best + 1);
    }
    while besti + best < a.len() && bestj + best < b.len() && a[besti + best] == b[bestj + best] {
        best += 1;
    }
    if best == 0 {
        return 0;
    }
    let before = plain_matched(&a[..besti], &b[..bestj], popular);
    before + best + plain_matched(&a[besti + best..], &b[bestj + best..], popular)
}

fn plain_ratio(a: &str, b: &str, autojunk: Autojunk) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let count = |c: &char| b.iter().filter(|x| *x == c).count();
    let popular: Vec<char> = match autojunk {
        Autojunk::On if b.len() >= 200 => b
            .iter()
            .copied()
            .filter(|c| count(c) > b.len() / 100 + 1)
            .collect(),
        _ => Vec::new(),
    };
    match a.len() + b.len() {
        0 => 1.0,
        total => 2.0 * plain_matched(&a, &b, &popular) as f64 / total as f64,
    }
}

fn heading() -> impl Strategy<Value = String> {
    "[索引語の作り方とはAPIa／ ]{0,12}"
}

fn sheet() -> impl Strategy<Value = Vec<(String, String, String)>> {
    vec((heading(), heading(), heading()), 0..6)
}

fn pages() -> impl Strategy<Value = Vec<(String, String)>> {
    vec((sheet(), vec(heading(), 0..6)), 0..4).prop_map(|pages| {
        let html = |(rows, headings): (Vec<(String, String, String)>, Vec<String>)| {
            let rows: Vec<_> = rows.iter().map(|(q, a, l)| (&**q, &**a, &**l)).collect();
            page(&rows, &headings.iter().map(String::as_str).collect::<Vec<_>>())
        };
        pages
            .into_iter()
            .enumerate()
            .map(|(i, p)| (format!("p{i}.html"), html(p)))
            .collect()
    })
}

fn options() -> impl Strategy<Value = MatchOptions> {
    let similarity = proptest::sample::select(Similarity::ALL.to_vec());
    let multi = proptest::sample::select(vec![Multi::All, Multi::First]);
    (multi, 0.0..=1.0, similarity).prop_map(|(multi, threshold, similarity)| MatchOptions {
        multi,
        threshold,
        similarity,
    })
}

proptest! {
    #[test]
    fn every_similarity_is_between_zero_and_one_and_never_panics(a in ".{0,30}", b in ".{0,30}") {
        for similarity in Similarity::ALL {
            let ratio = similarity.of(&a, &b);
            prop_assert!((0.0..=1.0).contains(&ratio), "{similarity}: {ratio}");
        }
    }

    #[test]
    fn equal_texts_have_ratio_one(a in ".{0,60}") {
        prop_assert!(Similarity::Difflib.of(&a, &a) >= 1.0);
    }

    #[test]
    fn ratios_equal_the_plain_algorithm(a in "[あいう]{0,40}", b in "[あいうえ]{0,40}") {
        for (autojunk, similarity) in [(Autojunk::On, Similarity::Difflib), (Autojunk::Off, Similarity::DifflibNoAutojunk)] {
            prop_assert_eq!(similarity.of(&a, &b).to_bits(), plain_ratio(&a, &b, autojunk).to_bits());
        }
    }

    #[test]
    fn ratios_of_long_texts_equal_the_plain_algorithm(a in "[あいうえおabcd]{150,230}", b in "[あいうえおabcdxyz]{190,230}") {
        for (autojunk, similarity) in [(Autojunk::On, Similarity::Difflib), (Autojunk::Off, Similarity::DifflibNoAutojunk)] {
            prop_assert_eq!(similarity.of(&a, &b).to_bits(), plain_ratio(&a, &b, autojunk).to_bits());
        }
    }

    #[test]
    fn blocks_are_ascending_equal_and_joined(a in "[あいう]{0,40}", b in "[あいう]{0,40}") {
        let (x, y): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut matcher = Matcher::new();
        matcher.set_first(&a);
        let blocks = matcher.matching_blocks(&Second::new(&b, Autojunk::On));
        for block in &blocks {
            prop_assert_eq!(&x[block.a..block.a + block.size], &y[block.b..block.b + block.size]);
        }
        for pair in blocks.windows(2) {
            let (end_a, end_b) = (pair[0].a + pair[0].size, pair[0].b + pair[0].size);
            prop_assert!(end_a <= pair[1].a && end_b <= pair[1].b);
            prop_assert!(pair[1].size == 0 || (end_a, end_b) != (pair[1].a, pair[1].b));
        }
    }

    #[test]
    fn quick_ratios_bound_the_ratio(a in ".{0,30}", b in ".{0,30}") {
        let second = Second::new(&b, Autojunk::On);
        let mut matcher = Matcher::new();
        matcher.set_first(&a);
        prop_assert!(matcher.ratio(&second) <= matcher.quick_ratio(&second));
        prop_assert!(matcher.quick_ratio(&second) <= matcher.real_quick_ratio(&second));
    }

    #[test]
    fn resolving_finds_headings_that_exist_and_loses_no_part(
        headings in vec(heading(), 0..6), label in heading(), options in options(),
    ) {
        let mut matcher = HeadingMatcher::new(&headings, options);
        let resolved = matcher.resolve(&label);
        for (part, candidate) in &resolved.parts {
            prop_assert!(candidate.index < headings.len());
            prop_assert!(label.contains(part.as_str()));
            prop_assert!((0.0..=1.0).contains(&candidate.ratio));
        }
        let parts = resolved.parts.len() + resolved.missed.len() + resolved.left_out.len();
        let whole = !label.contains('／') || headings.iter().any(|h| h.contains(&label));
        let split = label.split('／').filter(|p| !p.trim().is_empty()).count();
        prop_assert_eq!(parts, if whole { 1 } else { split });
    }

    #[test]
    fn topics_lead_back_to_their_rows_and_label_sections_that_exist(pages in pages(), options in options()) {
        let ingested = ingested(&pages);
        let built = match build_topics(&ingested, &options) {
            Ok(built) => built,
            Err(Error::NoCheatSheet { articles, .. }) => {
                prop_assert_eq!(articles.len(), pages.len());
                return Ok(());
            }
            Err(Error::NoTopics { .. }) => return Ok(()),
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        };
        let chunks = ingested.chunks();
        let counts = built.report;
        prop_assert_eq!(counts.rows, built.topics.len() + built.unmatched.len());
        prop_assert_eq!(counts.contains + counts.fuzzy, built.topics.len());
        for (i, topic) in built.topics.iter().enumerate() {
            prop_assert_eq!(topic.qid.as_str(), format!("q{i}"));
            let article = ingested.articles.iter().find(|a| a.file == topic.file).unwrap();
            let sheet = find_sheet(&article.tables, &SheetHeader::default()).unwrap();
            let row = sheet.rows.iter().find(|r| r.row == topic.row).unwrap();
            prop_assert_eq!((&row.query, &row.label, &row.answer), (&topic.query, &topic.label, &topic.answer));
            prop_assert!(!topic.relevant.is_empty());
            for docid in topic.relevant.keys() {
                let chunk = chunks.iter().find(|c| c.id == docid.as_str());
                prop_assert_eq!(chunk.map(|c| &c.article), Some(&topic.article));
            }
        }
        let ids: Vec<_> = chunks.iter().map(|c| Docid::new(&c.id).unwrap()).collect();
        for qrels in [strict_qrels(&built.topics), graded_qrels(&built.topics, &chunks)] {
            prop_assert!(label_coverage(&qrels, &ids).is_complete());
            prop_assert_eq!(topic_coverage(&built.topics, &qrels).judged, built.topics.len());
        }
        prop_assert_eq!(article_qrels(&built.topics, &chunks).topics().count(), built.topics.len());
    }

    #[test]
    fn topics_survive_their_file(pages in pages(), options in options()) {
        if let Ok(built) = build_topics(&ingested(&pages), &options) {
            let mut file = Vec::new();
            write_topics(&mut file, &built.topics).unwrap();
            prop_assert_eq!(read_topics(file.as_slice(), "t.jsonl").unwrap(), built.topics);
        }
    }

    #[test]
    fn reading_any_bytes_never_panics(bytes in vec(any::<u8>(), 0..200), text in "[{}\":,a0 \n]{0,80}") {
        let _ = read_topics(bytes.as_slice(), "t.jsonl");
        let _ = read_topics(text.as_bytes(), "t.jsonl");
    }
}
