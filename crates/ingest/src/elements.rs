//! What the names of elements mean for text: the lists of the experiment.

/// Elements whose edges end a line.
pub(crate) fn is_block(name: &str) -> bool {
    // One line for a letter or two, so that the list can be read.
    #[rustfmt::skip]
    let is_block = matches!(
        name,
        "address" | "article" | "aside" | "blockquote" | "body" | "br" | "caption" | "center"
        | "dd" | "details" | "dialog" | "dir" | "div" | "dl" | "dt"
        | "fieldset" | "figcaption" | "figure" | "footer" | "form"
        | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hr" | "html"
        | "legend" | "li" | "main" | "menu" | "nav" | "ol" | "p" | "section" | "summary"
        | "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" | "ul"
    );
    is_block
}

/// Elements that are no text of the page, with all that is inside.
pub(crate) fn is_dropped(name: &str) -> bool {
    matches!(
        name,
        "pre" | "script" | "style" | "template" | "noscript" | "svg" | "textarea" | "head"
    )
}

/// Elements that hold what surrounds the text of a page.
pub(crate) fn is_boilerplate(name: &str) -> bool {
    matches!(name, "nav" | "aside" | "header" | "footer")
}

/// Elements that the parser opens again where one was closed before its time ("formatting" in the HTML standard).
pub(crate) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

pub(crate) fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}
