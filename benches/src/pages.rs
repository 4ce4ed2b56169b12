//! A collection as HTML pages.

use crate::collection::{Collection, Section};

/// A page, and what its reader must find.
#[derive(Debug, Clone)]
pub struct Page {
    /// The bytes, UTF-8.
    pub html: String,
    /// Heading and text of each section, in order.
    pub sections: Vec<(String, String)>,
}

/// One page per article: navigation, `h1`, a cheat-sheet, and its sections with paragraphs, lists, links and code.
#[must_use]
pub fn pages(collection: &Collection) -> Vec<Page> {
    let articles = collection.sections.chunk_by(|a, b| a.article == b.article);
    articles.map(page).collect()
}

fn page(sections: &[Section]) -> Page {
    let title = &sections[0].heading;
    let mut html = format!(
        "<!DOCTYPE html><html lang=ja><head><meta charset=utf-8><title>{title}</title><style>h2 {{ color: #336 }}</style></head>\
         <body class=\"article wide\">\n<nav><ul><li><a href=\"/\">home</a><li><a href=\"../index.html\">index</a></ul></nav>\n\
         <h1 id=\"top\">{title}｜解説</h1>\n<table class=\"sheet\"><tr><th>知りたいこと</th><th>答え</th><th>詳しい節</th></tr>\n"
    );
    for Section { heading, .. } in sections {
        html += &format!("<tr><td>{heading}とは</td><td>本文を参照</td><td>{heading}</td></tr>\n");
    }
    html += "</table>\n";
    for (i, section) in sections.iter().enumerate() {
        html += &format!("<h2 id=\"s{i}\" class=\"section\">{}</h2>\n", section.heading);
        for (j, paragraph) in section.text.lines().enumerate() {
            html += &match j % 3 {
                0 => format!("<p>{}</p>\n", linked(paragraph)),
                1 => format!(
                    "<ul class=\"notes\">\n  <li>{paragraph}</li>\n</ul>\n<pre><code>$ run --level {j}</code></pre>\n"
                ),
                _ => format!(
                    "<div class=\"box\"><p data-n=\"{j}\"><strong>{paragraph}</strong><!-- {j} --></p></div>\n"
                ),
            };
        }
    }
    html += "</body></html>\n";
    let expected = sections.iter().map(|s| (s.heading.clone(), s.text.clone()));
    Page {
        html,
        sections: expected.collect(),
    }
}

/// The paragraph with its first ten characters in a link.
fn linked(paragraph: &str) -> String {
    let at = paragraph
        .char_indices()
        .nth(10)
        .map_or(paragraph.len(), |(at, _)| at);
    let (head, tail) = paragraph.split_at(at);
    format!("<a href=\"page.html?a=1&amp;b=2\" title=\"link\">{head}</a>{tail}")
}
