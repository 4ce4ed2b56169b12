//! Laws of the analyser.

use proptest::prelude::*;
use sokutei_text::{CharNgrams, Ngram, Normalized, is_space, squeeze};

proptest! {
    #[test]
    fn packed_order_is_code_point_order(a in "\\PC{1,3}", b in "\\PC{1,3}") {
        let pack = |s: &str| Ngram::new(&s.chars().collect::<Vec<_>>()).expect("one to three code points");
        prop_assert_eq!(pack(&a).cmp(&pack(&b)), a.chars().cmp(b.chars()));
        prop_assert_eq!(pack(&a).to_string(), a.as_str());
        prop_assert_eq!(pack(&a).len_chars(), a.chars().count());
        prop_assert_eq!(Ngram::from_bits(pack(&a).bits()), Some(pack(&a)));
    }

    #[test]
    fn the_number_of_terms_follows_from_the_length(text in any::<String>(), min in 1usize..=3, more in 0usize..=2) {
        let max = (min + more).min(3);
        let analyser = CharNgrams::new(min, max).expect("a valid range");
        let normalized = Normalized::new(&text);
        prop_assert_eq!(analyser.terms(&normalized).count(), analyser.count(normalized.chars().len()));
    }

    #[test]
    fn squeezed_text_is_squeezed_already(text in any::<String>()) {
        let once = squeeze(&text);
        prop_assert_eq!(&squeeze(&once), &once);
        prop_assert!(!once.contains("  ") && !once.starts_with(is_space) && !once.ends_with(is_space));
    }
}
