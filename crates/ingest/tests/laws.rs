//! What holds for every page, made at random.

mod support;

use proptest::prelude::*;
use sokutei_ingest::{IngestOptions, SectionFate, decode, parse_article};
use sokutei_text::{is_space, squeeze};
use support::{article, assert_spans};

/// Pages of tags, text and odd bytes in any order.
fn pages() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "a", "b", "body", "br", "button", "code", "div", "form", "h1", "h2", "h2", "h2", "h3", "head",
        "header", "html", "li", "math", "nav", "noscript", "option", "p", "pre", "ruby", "rt", "script",
        "section", "select", "style", "svg", "table", "tbody", "td", "template", "textarea", "th", "title",
        "tr", "ul",
    ]);
    let attribute = prop::sample::select(vec!["", " id=x", " name=n", " href='#y'", " class='a b'"]);
    let piece = prop_oneof![
        4 => (tag.clone(), attribute).prop_map(|(tag, attribute)| format!("<{tag}{attribute}>")),
        3 => tag.prop_map(|tag| format!("</{tag}>")),
        3 => prop::sample::select(vec!["x", "ポート", " ", "\n", "\u{3000}", "&amp;", "&#13;", "<!-- c -->", "<![CDATA[d]]>", "<", "\0", "FAQ"])
            .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn options() -> impl Strategy<Value = IngestOptions> {
    any::<(bool, bool)>().prop_map(|(skip_boilerplate, keep_code)| IngestOptions {
        skip_boilerplate,
        keep_code,
        ..IngestOptions::default()
    })
}

proptest! {
    #[test]
    fn any_bytes_give_an_article_whose_spans_hold(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        assert_spans(&parse_article(&bytes, "a.html", "a", &IngestOptions::default()).0);
    }

    #[test]
    fn any_page_gives_tidy_sections_whose_spans_hold(html in pages(), options in options()) {
        let (article, _) = parse_article(html.as_bytes(), "a.html", "a", &options);
        assert_spans(&article);
        for section in &article.sections {
            prop_assert_eq!(&squeeze(&section.heading), &section.heading);
            if !section.text.is_empty() {
                for line in section.text.split('\n') {
                    prop_assert!(!line.is_empty());
                    prop_assert_eq!(squeeze(line), line);
                }
            }
            prop_assert_eq!(section.path.last(), Some(&section.heading));
            prop_assert!(section.path.len() <= 2);
            prop_assert_eq!(section.fate == SectionFate::Empty, section.text.is_empty() && !matches!(section.fate, SectionFate::DroppedHeading(_)));
        }
    }

    #[test]
    fn every_cell_is_squeezed_and_every_table_is_there(html in pages()) {
        let (article, _) = parse_article(html.as_bytes(), "a.html", "a", &IngestOptions::default());
        for cell in article.tables.iter().flat_map(|t| &t.rows).flatten() {
            prop_assert_eq!(&squeeze(&cell.text), &cell.text);
        }
    }

    #[test]
    fn leaving_boilerplate_out_never_loses_a_heading(html in pages()) {
        let headings = |skip_boilerplate| {
            let options = IngestOptions { skip_boilerplate, ..IngestOptions::default() };
            let (article, _) = parse_article(html.as_bytes(), "a.html", "a", &options);
            article.sections.into_iter().map(|s| s.heading).collect::<Vec<_>>()
        };
        prop_assert_eq!(headings(true), headings(false));
    }

    #[test]
    fn white_space_between_words_does_not_matter(words in prop::collection::vec("[a-zあ-ん]{1,5}", 1..10), space in "[ \t\n\r\u{3000}\u{a0}]{1,4}") {
        let one = article(&format!("<h2>h</h2>{}", words.join(" ")));
        let other = article(&format!("<h2>h</h2>{}{}{}", space, words.join(&space), space));
        prop_assert_eq!(&one.sections[0].text, &other.sections[0].text);
    }

    #[test]
    fn utf8_is_always_decoded_as_it_is(text in "[^\u{0}-\u{1f}<]{0,200}") {
        // Not declared, so detected; a byte order mark is no text.
        let page = decode(text.as_bytes());
        prop_assert_eq!(page.encoding, "UTF-8");
        prop_assert_eq!(page.text.as_str(), text.strip_prefix('\u{FEFF}').unwrap_or(&text));
        prop_assert_eq!(page.malformed, 0);
    }

    #[test]
    fn no_character_is_made_up(html in pages()) {
        // Each visible character comes from the page, apart from line ends, spaces and what entities and NUL stand for.
        prop_assume!(!html.replace("&amp;", "").replace("&#13;", "").contains('&'));
        let article = article(&html);
        let visible = article.visible.chars().filter(|c| !is_space(*c) && !"&\u{FFFD}".contains(*c));
        for c in visible {
            prop_assert!(html.contains(c), "{:?} in {:?}", c, html);
        }
    }
}
