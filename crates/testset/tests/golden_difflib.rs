//! CPython's difflib on 2,274 pairs: the same doubles, the same blocks.

mod fixtures;

use sokutei_testset::{Autojunk, Matcher, Second, Similarity, difflib_ratio};

#[test]
fn golden_ratios_blocks_and_quick_ratios_equal_cpython() {
    let golden = fixtures::golden("difflib.json.gz");
    let cases = golden["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    if fixtures::is_ours() {
        assert_eq!(cases.len(), 2_274, "cases of the repository's file");
    }
    let mut matcher = Matcher::new();
    let (mut n_blocks, mut n_quick, mut mismatches) = (0, 0, Vec::new());
    for (i, case) in cases.iter().enumerate() {
        let (a, b) = (case["a"].as_str().unwrap(), case["b"].as_str().unwrap());
        let second = Second::new(b, Autojunk::On);
        matcher.set_first(a);
        let mut check = |what, same: bool| {
            if !same {
                mismatches.push((i, what));
            }
        };
        let bits = |name: &str| case[name].as_f64().map(f64::to_bits);
        let ratio = matcher.ratio(&second);
        check("ratio", Some(ratio.to_bits()) == bits("ratio"));
        check("free function", difflib_ratio(a, b).to_bits() == ratio.to_bits());
        check(
            "similarity",
            Similarity::Difflib.of(a, b).to_bits() == ratio.to_bits(),
        );
        check("bounds", ratio <= matcher.quick_ratio(&second));
        check(
            "bounds",
            matcher.quick_ratio(&second) <= matcher.real_quick_ratio(&second),
        );
        if let Some(blocks) = case.get("blocks") {
            let ours: Vec<[usize; 3]> = matcher
                .matching_blocks(&second)
                .iter()
                .map(|x| [x.a, x.b, x.size])
                .collect();
            check("blocks", serde_json::to_value(ours).unwrap() == *blocks);
            n_blocks += 1;
        }
        if bits("quick_ratio").is_some() {
            check(
                "quick_ratio",
                Some(matcher.quick_ratio(&second).to_bits()) == bits("quick_ratio"),
            );
            n_quick += 1;
        }
    }
    assert_eq!(mismatches, []);
    if fixtures::is_ours() {
        assert_eq!((n_blocks, n_quick), (228, 228), "every tenth case has them");
    }
}
