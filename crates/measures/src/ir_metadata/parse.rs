//! The events of a YAML parser, to a tree of bounded size.

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::{Node, Scalar};

/// Sequences and mappings within each other.
const DEPTH: usize = 32;
/// Values, keys among them, after aliases are resolved.
const NODES: usize = 20_000;
/// A key and its quotes may have 1,024 characters where a colon stands behind it, and each byte of it may be written as ten.
const LONGEST_KEY: usize = 100;

/// A line of the text, from 1, and what is wrong there.
type Problem = (usize, String);

/// The tree of the only document of a text.
pub(super) fn parse(text: &str) -> Result<Node, Problem> {
    let mut tree = Tree::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| (line_of(text, e.marker().index()), e.info().to_owned()))?;
        tree.take(event)
            .map_err(|problem| (line_of(text, span.start.index()), problem))?;
    }
    Ok(tree.root.unwrap_or_else(|| Node::plain("")))
}

/// Line, from 1, of a character. YAML ends a line at every carriage return, a file only at its line feeds.
fn line_of(text: &str, at: usize) -> usize {
    let n = 1 + text.chars().take(at).filter(|&c| c == '\n').count();
    n.min(text.lines().count().max(1))
}

/// What was built so far.
#[derive(Default)]
struct Tree {
    root: Option<Node>,
    /// Sequences and mappings that are not yet closed.
    open: Vec<Open>,
    /// Values that have a name, with the number of theirs.
    anchors: Vec<(usize, Node)>,
    n_nodes: usize,
    n_documents: usize,
}

struct Open {
    node: Node,
    /// Of a mapping, the key whose value comes next.
    key: Option<Scalar>,
    anchor: usize,
}

impl Tree {
    fn take(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::DocumentStart(_) => {
                self.n_documents += 1;
                if self.n_documents > 1 {
                    return Err("a second document; a header is one".to_owned());
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let is_text = is_text(tag.as_deref())?;
                let scalar = Scalar {
                    text: text.into_owned(),
                    is_plain: style == ScalarStyle::Plain && !is_text,
                    comment: None,
                };
                return self.add(Node::Scalar(scalar), anchor);
            }
            Event::SequenceStart(anchor, tag) => {
                is_text(tag.as_deref())?;
                return self.open(Node::Sequence(Vec::new()), anchor);
            }
            Event::MappingStart(anchor, tag) => {
                is_text(tag.as_deref())?;
                return self.open(Node::Mapping(Vec::new()), anchor);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Open { node, anchor, .. } = self.open.pop().expect("the parser pairs its events");
                // its values were counted when they came
                return self.put(node, anchor);
            }
            Event::Alias(anchor) => {
                let known = self.anchors.iter().rev().find(|(known, _)| *known == anchor);
                let (_, node) = known.ok_or("an alias within the value that it stands for")?;
                let (size, depth, node) = (size(node), depth(node), node.clone());
                self.count(size)?;
                check_depth(self.open.len() + depth)?;
                return self.put(node, 0);
            }
            Event::DocumentEnd | Event::StreamStart | Event::StreamEnd | Event::Nothing => {}
        }
        Ok(())
    }

    fn count(&mut self, n: usize) -> Result<(), String> {
        self.n_nodes = self.n_nodes.saturating_add(n);
        if self.n_nodes > NODES {
            return Err(format!("more than {NODES} values"));
        }
        Ok(())
    }

    fn open(&mut self, node: Node, anchor: usize) -> Result<(), String> {
        self.count(1)?;
        check_depth(self.open.len() + 1)?;
        self.open.push(Open {
            node,
            key: None,
            anchor,
        });
        Ok(())
    }

    fn add(&mut self, node: Node, anchor: usize) -> Result<(), String> {
        self.count(1)?;
        self.put(node, anchor)
    }

    /// Puts a value that is whole where it belongs.
    fn put(&mut self, node: Node, anchor: usize) -> Result<(), String> {
        if anchor > 0 {
            self.anchors.push((anchor, node.clone()));
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut open.node {
            Node::Sequence(values) => values.push(node),
            Node::Mapping(entries) => match open.key.take() {
                Some(key) => entries.push((key, node)),
                None => open.key = Some(key(node, entries)?),
            },
            Node::Scalar(_) => unreachable!("only sequences and mappings are opened"),
        }
        Ok(())
    }
}

/// A key that its mapping does not have yet.
fn key(node: Node, entries: &[(Scalar, Node)]) -> Result<Scalar, String> {
    let Node::Scalar(key) = node else {
        return Err("a key that is no single value".to_owned());
    };
    if key.text.len() > LONGEST_KEY {
        return Err(format!("a key of more than {LONGEST_KEY} bytes"));
    }
    if entries.iter().any(|(known, _)| known.text == key.text) {
        return Err(format!("key {:?} is given twice; keep one", key.text));
    }
    Ok(key)
}

fn check_depth(levels: usize) -> Result<(), String> {
    if levels > DEPTH {
        return Err(format!("more than {DEPTH} levels"));
    }
    Ok(())
}

/// Sequences and mappings within each other.
fn depth(node: &Node) -> usize {
    match node {
        Node::Scalar(_) => 0,
        Node::Sequence(values) => 1 + values.iter().map(depth).max().unwrap_or(0),
        Node::Mapping(entries) => 1 + entries.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
    }
}

fn size(node: &Node) -> usize {
    match node {
        Node::Scalar(_) => 1,
        Node::Sequence(values) => 1 + values.iter().map(size).sum::<usize>(),
        Node::Mapping(entries) => 1 + entries.iter().map(|(_, value)| 1 + size(value)).sum::<usize>(),
    }
}

/// Whether a tag makes a value text. Tags of other programs, which ask for objects of theirs, are refused.
fn is_text(tag: Option<&Tag>) -> Result<bool, String> {
    const OWN: [&str; 7] = ["str", "int", "float", "bool", "null", "seq", "map"];
    match tag {
        None => Ok(false),
        Some(tag) if tag.is_yaml_core_schema() && OWN.contains(&tag.suffix.as_str()) => {
            Ok(tag.suffix == "str")
        }
        Some(tag) => Err(format!("the type {:?} is none of YAML's own", tag.to_string())),
    }
}
