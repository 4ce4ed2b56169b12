//! A short way through [`nfkc_lower`](crate::nfkc_lower) for the characters that make up nearly all Japanese and English text.

use unicode_normalization::UnicodeNormalization;

/// What NFKC and lower case make of a *plain* character: one that gives one character, whatever stands before it, and whatever
/// stands behind it if that is plain too.
fn plain(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f' => Some(c.to_ascii_lowercase()),
        '\u{3000}' => Some(' '),
        // punctuation, kana without the combining marks between them, unified ideographs
        '、'..='〩' | 'ぁ'..='ゖ' | 'ァ'..='ヾ' | '一'..='\u{9fff}' => Some(c),
        // wide forms of ASCII
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase()),
        _ => None,
    }
}

/// NFKC and lower case, plain characters one by one and the stretches between them by the tables.
///
/// `None` if there is a capital sigma: its lower case depends on the whole word around it.
pub(crate) fn nfkc_lower(s: &str) -> Option<String> {
    let mut out = String::with_capacity(s.len());
    let mut chars = s.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let is_plain = |next: Option<&(usize, char)>| next.is_none_or(|&(_, c)| plain(c).is_some());
        if let Some(folded) = plain(c).filter(|_| is_plain(chars.peek())) {
            out.push(folded);
            continue;
        }
        // a stretch that is not plain, from the character before it, which its first may join
        while chars.next_if(|&(_, c)| plain(c).is_none()).is_some() {}
        let end = chars.peek().map_or(s.len(), |&(place, _)| place);
        let folded: String = s[start..end].nfkc().collect();
        if folded.contains('Σ') {
            return None;
        }
        out.push_str(&folded.to_lowercase());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_the_tables(s: &str) -> String {
        s.nfkc().collect::<String>().to_lowercase()
    }

    fn check(s: &str) {
        if let Some(folded) = nfkc_lower(s) {
            assert_eq!(folded, by_the_tables(s), "{s:?}");
        }
    }

    #[test]
    fn every_character_alone_and_among_plain_ones_is_folded_as_by_the_tables() {
        for c in (0..=0x0010_ffff).filter_map(char::from_u32) {
            check(&format!("{c}"));
            check(&format!("かA{c}ハ{c}。{c}{c}Ｅ"));
        }
    }

    #[test]
    fn marks_that_join_are_folded_as_by_the_tables() {
        let joining = [
            '\u{301}', '\u{327}', '\u{3099}', '\u{309a}', '゛', 'ﾞ', '\u{1161}', '\u{11a8}', '\u{fe0f}',
            '\u{200d}',
        ];
        for before in [
            'a', 'Ｅ', 'か', 'ハ', 'ー', '、', '\u{3000}', '漢', '\u{1100}', 'é', 'Σ', 'ﾊ', '가',
        ] {
            for first in joining {
                for second in joining {
                    check(&format!("{before}{first}{second}は{first}"));
                }
            }
        }
    }

    #[test]
    fn a_capital_sigma_is_left_to_the_tables() {
        for s in ["ΟΔΟΣ", "x Σ", "\u{3f9}", "\u{1d6ba}"] {
            assert_eq!(nfkc_lower(s), None, "{s}");
        }
        assert_eq!(
            nfkc_lower("ＲＤＰのポート３３８９").as_deref(),
            Some("rdpのポート3389")
        );
    }
}
