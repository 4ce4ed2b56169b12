//! One walk over the tree of a page, in document order and without recursion: title, sections, anchors, tables.

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::node::Element;
use scraper::{Html, Node};
use sokutei_text::{is_space, squeeze};

use crate::anchor::{Wrappers, anchor_before, anchor_of, attribute};
use crate::elements::{is_block, is_boilerplate, is_dropped, is_heading};
use crate::lines::Lines;
use crate::options::IngestOptions;
use crate::table::{Table, Tables};

/// What a page holds, before headings are judged.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// The text before the first `h2`, then each section's heading and text, joined by line feeds.
    pub(crate) visible: String,
    pub(crate) lead_end: usize,
    pub(crate) parts: Vec<Part>,
    pub(crate) tables: Vec<Table>,
    pub(crate) tables_left_out: usize,
    pub(crate) code_blocks: usize,
}

/// An `h2` and what follows it. `visible[start..end]` is the heading, and a line feed and the text if there is text.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) heading: String,
    pub(crate) anchor: Option<String>,
    /// The last `h1` before the heading.
    pub(crate) h1: Option<String>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Reads the tree of a page.
pub(crate) fn read_page(html: &Html, options: &IngestOptions) -> Page {
    Walk::over(html, options)
}

/// A `code` element that spans lines: a line feed between its first and its last character that is no white space.
fn spans_lines(code: NodeRef<'_, Node>) -> bool {
    let (mut begun, mut line_ended) = (false, false);
    for node in code.descendants() {
        let Node::Text(text) = node.value() else { continue };
        for c in text.chars() {
            if !is_space(c) {
                if line_ended {
                    return true;
                }
                begun = true;
            } else if c == '\n' {
                line_ended = begun;
            }
        }
    }
    false
}

/// An element whose text is wanted: from when it opened, in bytes of [`Walk::text`].
#[derive(Clone, Copy, Debug)]
struct Span {
    node: NodeId,
    from: usize,
}

/// What the walk is inside of, as far as the text of sections is concerned.
#[derive(Clone, Copy, Debug)]
enum Inside {
    /// Beneath this element no text counts.
    Dropped(NodeId),
    /// A heading that starts a section.
    Heading(Span),
}

/// A heading that is open: what is known about its anchor, best first.
#[derive(Debug, Default)]
struct Anchors {
    own: Option<String>,
    inside: Option<String>,
    before: Option<String>,
    around: Option<String>,
}

struct Walk<'a> {
    options: &'a IngestOptions,
    /// All text nodes so far, those of scripts too: what an element's `get_text` would be is a range of it.
    text: String,
    page: Page,
    lines: Lines,
    inside: Option<Inside>,
    anchors: Anchors,
    wrappers: Wrappers,
    tables: Tables,
    /// The element whose text sections come from (`body`, else the whole document), while the walk is in it.
    in_root: bool,
    boilerplate: usize,
    /// A `code` element that spans no lines; then nothing inside it does.
    inline_code: Option<NodeId>,
    /// Code blocks that are kept, innermost last.
    kept_code: Vec<NodeId>,
    h1: Option<String>,
    open_h1: Option<Span>,
    first_h1: Option<Title>,
    first_title: Option<Title>,
}

#[derive(Debug)]
enum Title {
    Open(Span),
    Done(String),
}

impl<'a> Walk<'a> {
    fn over(html: &Html, options: &'a IngestOptions) -> Page {
        let document = html.tree.root();
        let body = document
            .descendants()
            .find(|node| matches!(node.value(), Node::Element(e) if e.name() == "body"));
        let root = body.unwrap_or(document).id();
        let mut walk = Walk {
            options,
            text: String::new(),
            page: Page::default(),
            lines: Lines::default(),
            inside: None,
            anchors: Anchors::default(),
            wrappers: Wrappers::default(),
            tables: Tables::default(),
            in_root: false,
            boilerplate: 0,
            inline_code: None,
            kept_code: Vec::new(),
            h1: None,
            open_h1: None,
            first_h1: None,
            first_title: None,
        };
        for edge in document.traverse() {
            match edge {
                Edge::Open(node) => {
                    match node.value() {
                        Node::Text(text) => walk.on_text(text),
                        Node::Element(element) => walk.open(node, element),
                        _ => {}
                    }
                    walk.in_root |= node.id() == root;
                }
                Edge::Close(node) => {
                    walk.in_root &= node.id() != root;
                    if let Node::Element(element) = node.value() {
                        walk.close(node.id(), element.name());
                    }
                }
            }
        }
        walk.finish()
    }

    fn on_text(&mut self, text: &str) {
        self.text.push_str(text);
        if !self.in_root || self.inside.is_some() || self.boilerplate > 0 {
            return;
        }
        if self.kept_code.is_empty() {
            self.lines.text(&mut self.page.visible, text);
        } else {
            self.lines.preformatted(&mut self.page.visible, text);
        }
    }

    fn open(&mut self, node: NodeRef<'_, Node>, element: &Element) {
        let name = element.name();
        let span = Span {
            node: node.id(),
            from: self.text.len(),
        };
        self.tables.open(name, span.from);
        match name {
            "a" => {
                if let Some(href) = attribute(element, "href") {
                    self.tables.link(href);
                }
            }
            "h1" if self.first_h1.is_none() => self.first_h1 = Some(Title::Open(span)),
            "title" if self.first_title.is_none() => self.first_title = Some(Title::Open(span)),
            _ => {}
        }
        match self.inside {
            Some(Inside::Heading(_)) if self.anchors.inside.is_none() => {
                self.anchors.inside = anchor_of(element).map(str::to_owned);
            }
            Some(_) => {}
            None if self.in_root => self.open_in_text(node, element, span),
            None => {}
        }
    }

    /// An element opens where text counts.
    fn open_in_text(&mut self, node: NodeRef<'_, Node>, element: &Element, span: Span) {
        let name = element.name();
        if is_dropped(name) || name == "code" && self.is_code_block(node) {
            self.lines.end_line();
            if name == "pre" || name == "code" {
                if self.options.keep_code {
                    self.kept_code.push(span.node);
                    return;
                }
                self.page.code_blocks += 1;
            }
            self.inside = Some(Inside::Dropped(span.node));
            return;
        }
        self.wrappers.open(span.node, element);
        if is_heading(name) {
            let around = self.wrappers.heading();
            if name == "h2" {
                self.anchors = Anchors {
                    own: attribute(element, "id").map(str::to_owned),
                    inside: None,
                    before: anchor_before(node).map(str::to_owned),
                    around,
                };
                self.inside = Some(Inside::Heading(span));
                return;
            }
            if name == "h1" && self.open_h1.is_none() {
                self.open_h1 = Some(span);
            }
        }
        if is_block(name) {
            self.lines.end_line();
        }
        if self.options.skip_boilerplate && is_boilerplate(name) {
            self.boilerplate += 1;
        }
    }

    fn is_code_block(&mut self, code: NodeRef<'_, Node>) -> bool {
        if self.inline_code.is_some() || !self.kept_code.is_empty() {
            return false;
        }
        let block = spans_lines(code);
        if !block {
            self.inline_code = Some(code.id());
        }
        block
    }

    fn close(&mut self, node: NodeId, name: &str) {
        self.tables.close(name, self.text.len());
        for title in [&mut self.first_h1, &mut self.first_title] {
            if let Some(Title::Open(span)) = title
                && span.node == node
            {
                *title = Some(Title::Done(squeeze(&self.text[span.from..])));
            }
        }
        match self.inside {
            Some(Inside::Dropped(dropped)) if dropped == node => self.inside = None,
            Some(Inside::Heading(span)) if span.node == node => {
                self.inside = None;
                self.start_part(squeeze(&self.text[span.from..]));
            }
            Some(_) => {}
            None if self.in_root => self.close_in_text(node, name),
            None => {}
        }
    }

    fn close_in_text(&mut self, node: NodeId, name: &str) {
        self.wrappers.close(node);
        if self.kept_code.last() == Some(&node) {
            self.kept_code.pop();
            self.lines.end_line();
        } else if self.inline_code == Some(node) {
            self.inline_code = None;
        }
        if let Some(span) = self.open_h1
            && span.node == node
        {
            self.open_h1 = None;
            self.h1 = Some(squeeze(&self.text[span.from..]))
                .filter(|h1| !h1.is_empty())
                .or(self.h1.take());
        }
        if is_block(name) {
            self.lines.end_line();
        }
        if self.options.skip_boilerplate && is_boilerplate(name) {
            self.boilerplate -= 1;
        }
    }

    fn start_part(&mut self, heading: String) {
        self.end_part();
        let visible = &mut self.page.visible;
        if !visible.is_empty() {
            visible.push('\n');
        }
        let start = visible.len();
        visible.push_str(&heading);
        let anchors = std::mem::take(&mut self.anchors);
        let anchor = anchors
            .own
            .or(anchors.inside)
            .or(anchors.before)
            .or(anchors.around);
        self.page.parts.push(Part {
            heading,
            anchor,
            h1: self.h1.clone(),
            start,
            end: start,
        });
        self.lines = Lines::new(true);
    }

    fn end_part(&mut self) {
        let end = self.page.visible.len();
        match self.page.parts.last_mut() {
            Some(part) => part.end = end,
            None => self.page.lead_end = end,
        }
    }

    fn finish(mut self) -> Page {
        self.end_part();
        if let Some(Title::Done(title)) = self.first_h1.or(self.first_title) {
            self.page.title = title;
        }
        (self.page.tables, self.page.tables_left_out) = self.tables.finish(&self.text);
        self.page
    }
}
