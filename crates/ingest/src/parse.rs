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

use crate::attributes::check_attributes;
use crate::elements::is_formatting;

/// Most of a page that is parsed between two looks at what it has cost.
const PIECE_BYTES: usize = 2 << 10;
/// Least of it; a tag may end in the next piece.
const MIN_PIECE_BYTES: usize = 16;
/// Nodes that one piece may make, or nearly: what may be there when a page is given up, beyond [`Limits::nodes`].
const PIECE_NODES: usize = 1_000_000;

/// What a page may cost.
struct Limits {
    /// Nodes of the tree. A node takes 128 bytes or so, its text and its attributes apart.
    nodes: usize,
    /// Nodes beyond two for each byte. Formatting elements that are never closed are made again in each paragraph, so a
    /// page can make more nodes than it has bytes.
    spare_nodes: usize,
    /// Steps of some nanoseconds. The parser looks through the open elements at most tags, so a page of n tags that stand
    /// d deep costs n · d steps; only what is deeper than [`ORDINARY_DEPTH`] is counted.
    steps: usize,
}

/// Depth that pages of people stay below.
const ORDINARY_DEPTH: usize = 64;
/// Further steps of a tag of formatting for each element around it: it is compared with all that are open, attribute by
/// attribute.
const FORMATTING_STEPS: usize = 20;

/// Ten million nodes are three pages of 20 MB. 60,000 elements each inside the one before reach the steps, 14,000 if they
/// are of formatting and all different; pages that people write stay below a hundredth of that.
const LIMITS: Limits = Limits {
    nodes: 10_000_000,
    spare_nodes: 1_000_000,
    steps: 2_000_000_000,
};

/// Parses a page. No step is recursive, nor is dropping the tree.
///
/// # Errors
/// The reason why a page is given up: it has so many nodes that they would fill the memory, or its elements are nested so
/// deeply, multiply so much or hold so many attributes that it would take for ever.
pub(crate) fn parse(html: &str) -> Result<Html, String> {
    parse_within(html, &LIMITS)
}

fn parse_within(html: &str, limits: &Limits) -> Result<Html, String> {
    check_attributes(html)?;
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
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(cost.next_piece_bytes()));
        rest = behind;
        parser.process(StrTendril::from_slice(piece));
        let sink = &parser.tokenizer.sink.sink;
        cost.add(&sink.0.borrow().tree, piece.len(), limits)?;
    }
    Ok(parser.finish())
}

#[derive(Debug, Default)]
struct Cost {
    read: usize,
    nodes: usize,
    steps: usize,
    /// The most nodes that one tag may make, as far as can be told: a tag opens the formatting elements again that were
    /// closed before their time, and these were nested, or were made by one piece.
    nodes_per_tag: usize,
}

impl Cost {
    /// After another piece, of so many bytes, is in the tree.
    fn add(&mut self, tree: &Tree<Node>, piece: usize, limits: &Limits) -> Result<(), String> {
        self.read += piece;
        let read = self.read;
        let nodes = tree.values().len();
        let grown = nodes - self.nodes;
        // What is of formatting was made by a tag of three bytes or more, or again by another, which compares nothing.
        let formatting = tree
            .values()
            .rev()
            .take(grown)
            .filter(|node| is_made_by_formatting(node));
        let compared = formatting.count().min(piece / 3);
        // The newest node stands about as deep as the parser does.
        let depth = tree
            .nodes()
            .next_back()
            .map_or(0, |node| node.ancestors().count());
        let beyond = depth.saturating_sub(ORDINARY_DEPTH);
        let steps_at_each = grown + FORMATTING_STEPS * compared;
        self.steps = self.steps.saturating_add(steps_at_each.saturating_mul(beyond));
        self.nodes = nodes;
        self.nodes_per_tag = self.nodes_per_tag.max(depth).max(grown);
        if nodes > 2 * read + limits.spare_nodes {
            return Err(format!(
                "its unclosed formatting elements grow to {nodes} nodes at byte {read}; close them"
            ));
        }
        if nodes > limits.nodes {
            return Err(format!(
                "it has more than {} elements and texts, at byte {read}; split the page",
                limits.nodes
            ));
        }
        if self.steps > limits.steps {
            return Err(format!(
                "its elements are nested {depth} deep at byte {read}; close them"
            ));
        }
        Ok(())
    }

    /// So much that the next piece makes no more than [`PIECE_NODES`], with a tag of four bytes.
    fn next_piece_bytes(&self) -> usize {
        (4 * PIECE_NODES / self.nodes_per_tag.max(1)).clamp(MIN_PIECE_BYTES, PIECE_BYTES)
    }
}

fn is_made_by_formatting(node: &Node) -> bool {
    matches!(node, Node::Element(element) if is_formatting(element.name()))
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
        let fonts: String = (0..500).map(|size| format!("<font size={size}>")).collect();
        let page = format!("<p>{fonts}{}", "<p>x".repeat(5_000));
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
    fn page_of_too_many_nodes_is_given_up_and_one_of_fewer_is_not() {
        let limits = Limits {
            nodes: 1_000,
            ..LIMITS
        };
        let page = "<br>".repeat(900);
        assert!(parse_within(&page, &limits).is_ok());
        let Err(reason) = parse_within(&page.repeat(2), &limits) else {
            panic!("not given up")
        };
        assert_eq!(
            reason,
            "it has more than 1000 elements and texts, at byte 4096; split the page"
        );
    }

    #[test]
    fn page_whose_nodes_multiply_is_read_in_smaller_pieces() {
        let mut cost = Cost::default();
        assert_eq!(cost.next_piece_bytes(), PIECE_BYTES);
        cost.nodes_per_tag = 60_000;
        assert_eq!(cost.next_piece_bytes(), 66);
        cost.nodes_per_tag = usize::MAX;
        assert_eq!(cost.next_piece_bytes(), MIN_PIECE_BYTES);
    }

    #[test]
    fn formatting_that_is_never_closed_is_given_up_before_other_elements() {
        let limits = Limits {
            steps: 1_000_000,
            ..LIMITS
        };
        let nested = |tag: &str| (0..500).map(|i| format!("<{tag} a={i}>")).collect::<String>();
        assert!(parse_within(&nested("div"), &limits).is_ok());
        let Err(reason) = parse_within(&nested("b"), &limits) else {
            panic!("not given up")
        };
        assert!(reason.starts_with("its elements are nested "), "{reason}");
    }

    #[test]
    fn page_of_endless_nesting_is_given_up() {
        let mut cost = Cost::default();
        let mut tree = Tree::new(Node::Document);
        let mut deepest = tree.root().id();
        for _ in 0..70_000 {
            deepest = tree.get_mut(deepest).expect("a node").append(Node::Fragment).id();
        }
        let reason = cost.add(&tree, 350_000, &LIMITS).expect_err("given up");
        assert_eq!(
            reason,
            "its elements are nested 70000 deep at byte 350000; close them"
        );
    }
}
