//! Characters of a page to its tree.
//!
//! The tree is the one that browsers build, with scripting off: what a `noscript` holds is elements, as html5lib has it.
//! html5lib 1.1 is of 2020 and leaves out what the standard and html5ever have: it takes `template` for an ordinary element
//! (so that its content can spill out), throws tags inside `select` away, and does not leave foreign content at `</p>` and
//! `</br>`. On pages with none of these odd spots the two trees are equal.

use ego_tree::Tree;
use html5ever::driver::{ParseOpts, parse_document};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use scraper::{Html, HtmlTreeSink, Node};

/// How much of a page is parsed between two looks at what it has cost.
const PIECE_BYTES: usize = 2 << 10;
/// Steps a page may cost. The parser looks through the open elements at most tags, so a page of n tags that stand d deep
/// costs n · d steps of some nanoseconds. Pages that people write stay below a hundredth of this; 60,000 elements each
/// inside the one before reach it.
const MAX_STEPS: usize = 2_000_000_000;
/// Nodes that a page may have beyond two for each byte. Formatting elements that are never closed are made again in each
/// paragraph, so a page can make more nodes than it has bytes.
const MAX_SPARE_NODES: usize = 1_000_000;

/// Parses a page. No step is recursive, nor is dropping the tree.
///
/// # Errors
/// The reason why a page is given up: its elements are nested so deeply, or multiply so much, that it would take for ever.
pub(crate) fn parse(html: &str) -> Result<Html, String> {
    let tree_builder = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let options = ParseOpts {
        tree_builder,
        ..ParseOpts::default()
    };
    let mut parser = parse_document(HtmlTreeSink::new(Html::new_document()), options);
    let mut cost = Cost::default();
    let mut rest = html;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        rest = behind;
        parser.process(StrTendril::from_slice(piece));
        let sink = &parser.tokenizer.sink.sink;
        cost.add(&sink.0.borrow().tree, html.len() - rest.len())?;
    }
    Ok(parser.finish())
}

#[derive(Debug, Default)]
struct Cost {
    nodes: usize,
    steps: usize,
}

impl Cost {
    /// After another piece: `read` bytes are in the tree so far.
    fn add(&mut self, tree: &Tree<Node>, read: usize) -> Result<(), String> {
        let nodes = tree.values().len();
        // The newest node stands about as deep as the parser does.
        let depth = tree
            .nodes()
            .next_back()
            .map_or(0, |node| node.ancestors().count());
        self.steps = self
            .steps
            .saturating_add((nodes - self.nodes).saturating_mul(depth));
        self.nodes = nodes;
        if nodes > 2 * read + MAX_SPARE_NODES {
            return Err(format!(
                "its unclosed formatting elements grow to {nodes} nodes at byte {read}; close them"
            ));
        }
        if self.steps > MAX_STEPS {
            return Err(format!(
                "its elements are nested {depth} deep at byte {read}; close them"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_thousand_nested_elements_are_read_and_dropped() {
        let html = parse(&"<div>".repeat(10_000)).expect("10,000 levels are fine");
        let deepest = html.tree.nodes().next_back().expect("nodes");
        assert_eq!(deepest.ancestors().count(), 10_000 + 2);
    }

    #[test]
    fn pieces_make_the_tree_that_one_piece_makes() {
        // Characters of three bytes, entities, tags and line ends across the borders of pieces.
        let page = "<p>ポート&amp;番号\r\n<b class=x>太字</b></p>".repeat(3_000);
        let whole = Html::parse_document(&page);
        assert_eq!(parse(&page).expect("a flat page").tree, whole.tree);
    }

    #[test]
    fn page_that_multiplies_its_nodes_is_given_up() {
        let fonts: String = (0..2_000).map(|size| format!("<font size={size}>")).collect();
        let page = format!("<p>{fonts}{}", "<p>x".repeat(2_000));
        // Not expect_err: it would print the tree.
        let Err(reason) = parse(&page) else {
            panic!("not given up")
        };
        assert!(
            reason.starts_with("its unclosed formatting elements grow to "),
            "{reason}"
        );
    }

    #[test]
    fn page_of_endless_nesting_is_given_up() {
        let mut cost = Cost::default();
        let mut tree = Tree::new(Node::Document);
        let mut deepest = tree.root().id();
        for _ in 0..70_000 {
            deepest = tree.get_mut(deepest).expect("a node").append(Node::Fragment).id();
        }
        let reason = cost.add(&tree, 350_000).expect_err("given up");
        assert_eq!(
            reason,
            "its elements are nested 70000 deep at byte 350000; close them"
        );
    }
}
