//! Where a link to a section points: ids on headings, beside them, inside them and around them.

use ego_tree::{NodeId, NodeRef};
use scraper::Node;
use scraper::node::Element;

/// Elements whose id leads to the heading that comes first inside them.
fn is_wrapper(name: &str) -> bool {
    matches!(name, "section" | "article" | "div" | "header" | "hgroup" | "a")
}

/// Wrappers with an id that are open and have not yet met a heading, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Wrappers(Vec<(NodeId, String)>);

impl Wrappers {
    pub(crate) fn open(&mut self, node: NodeId, element: &Element) {
        if is_wrapper(element.name())
            && let Some(id) = anchor_of(element)
        {
            self.0.push((node, id.to_owned()));
        }
    }

    pub(crate) fn close(&mut self, node: NodeId) {
        if self.0.last().is_some_and(|(open, _)| *open == node) {
            self.0.pop();
        }
    }

    /// A heading begins: the id of the innermost wrapper whose first heading it is. No wrapper that is open now has its
    /// first heading still to come.
    pub(crate) fn heading(&mut self) -> Option<String> {
        let innermost = self.0.pop();
        self.0.clear();
        innermost.map(|(_, id)| id)
    }
}

/// The anchor that an element is: its id, or the name of an `a`.
pub(crate) fn anchor_of(element: &Element) -> Option<&str> {
    let named = || attribute(element, "name").filter(|_| element.name() == "a");
    attribute(element, "id").or_else(named)
}

/// An empty `<a id>` right before a heading, as old pages have it.
pub(crate) fn anchor_before(heading: NodeRef<'_, Node>) -> Option<&str> {
    let mut before = heading.prev_sibling();
    while let Some(node) = before {
        match node.value() {
            Node::Comment(_) => {}
            Node::Text(text) if text.chars().all(sokutei_text::is_space) => {}
            Node::Element(element) if element.name() == "a" && !node.has_children() => {
                return anchor_of(element);
            }
            _ => return None,
        }
        before = node.prev_sibling();
    }
    None
}

/// The value of an attribute, if it is not empty.
pub(crate) fn attribute<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element
        .attrs()
        .find(|(key, value)| *key == name && !value.is_empty())
        .map(|(_, value)| value)
}
