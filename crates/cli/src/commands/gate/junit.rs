//! JUnit XML, which CI servers read: one suite, one test case for each measure.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Outcome;
use super::words::cut;
use crate::files;

type Xml = Writer<Vec<u8>>;

impl Outcome<'_> {
    /// The whole document. Words of files come through [`allowed`].
    pub(super) fn junit(&self) -> Vec<u8> {
        let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
        self.write_suites(&mut xml)
            .expect("writing to memory does not fail");
        let mut bytes = xml.into_inner();
        bytes.push(b'\n');
        bytes
    }

    fn write_suites(&self, xml: &mut Xml) -> io::Result<()> {
        let (tests, failures) = self.counts();
        // `skipped` is no attribute of `testsuites` in the schemas that servers check against
        let counts = [("tests", &tests[..]), ("failures", &failures), ("errors", "0")];
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        xml.create_element("testsuites")
            .with_attributes(counts)
            .write_inner_content(|xml| {
                xml.create_element("testsuite")
                    .with_attribute(("name", "sokutei gate"))
                    .with_attributes(counts)
                    .with_attribute(("skipped", "0"))
                    .write_inner_content(|xml| self.write_suite(xml))?;
                Ok(())
            })?;
        Ok(())
    }

    fn counts(&self) -> (String, String) {
        let measures = &self.gated.measures;
        let failures = measures
            .iter()
            .filter(|measure| !measure.verdict.passed())
            .count();
        (measures.len().to_string(), failures.to_string())
    }

    fn write_suite(&self, xml: &mut Xml) -> io::Result<()> {
        xml.create_element("properties").write_inner_content(|xml| {
            for (name, value) in self.properties() {
                xml.create_element("property")
                    .with_attributes([("name", &allowed(&name)[..]), ("value", &allowed(&value))])
                    .write_empty()?;
            }
            Ok(())
        })?;
        for place in 0..self.gated.measures.len() {
            xml.create_element("testcase")
                .with_attributes([
                    ("classname", "sokutei.gate"),
                    ("name", &allowed(&self.measure(place))[..]),
                ])
                .write_inner_content(|xml| self.write_case(xml, place))?;
        }
        Ok(())
    }

    fn write_case(&self, xml: &mut Xml, place: usize) -> io::Result<()> {
        let words = self.case_words(place);
        let text = BytesText::new(&words);
        let gated = &self.gated.measures[place];
        if gated.verdict.passed() {
            xml.create_element("system-out").write_text_content(text)?;
            return Ok(());
        }
        xml.create_element("failure")
            .with_attributes([
                ("message", &allowed(&self.message(place))[..]),
                ("type", gated.verdict.name()),
            ])
            .write_text_content(text)?;
        Ok(())
    }

    /// One line: the verdict and the difference.
    fn message(&self, place: usize) -> String {
        let difference = &self.gated.measures[place].evidence.difference;
        let interval = self.interval(place).map_or_else(String::new, |(low, high)| {
            let words = self.args.uncertainty.draws.interval_words();
            format!(", {words} {low:+.4} to {high:+.4}")
        });
        format!(
            "{}; difference {:+.4}{interval}",
            self.verdict(place),
            difference.point
        )
    }

    /// The message, the counts, what to know, and the topics that lost most, a line each.
    fn case_words(&self, place: usize) -> String {
        let changes = &self.changes[place];
        let mut lines = vec![
            self.message(place),
            format!(
                "topics: {} lost, {} tied, {} won",
                changes.lost, changes.tied, changes.won
            ),
        ];
        let warnings = self.gated.warnings();
        let about_it = warnings.iter().filter(|warning| warning.measure() == place);
        lines.extend(about_it.map(|warning| format!("warning: {warning}")));
        for lost in self.lost(place) {
            let loss = lost.loss;
            let mut line = format!(
                "{}: {:.4} to {:.4} ({:+.4})",
                cut(lost.topic.as_str()),
                loss.baseline,
                loss.candidate,
                loss.difference
            );
            line.extend(lost.is_missing.then_some(", not in the candidate at all"));
            line.extend(lost.query.map(|query| format!(", query: {}", cut(query))));
            lines.push(line);
        }
        let lines: Vec<String> = lines.iter().map(|line| allowed(line)).collect();
        lines.join("\n")
    }

    /// Conditions of the whole suite.
    fn properties(&self) -> Vec<(String, String)> {
        let args = self.args;
        let mut properties = vec![
            ("mode", self.gated.mode.name().to_owned()),
            ("size", self.gated.mode.size().to_string()),
            ("level", args.uncertainty.draws.level.to_string()),
            ("qrels", files::name(&args.qrels)),
            ("baseline", self.baseline().to_owned()),
            ("candidate", self.candidate().to_owned()),
            ("ties", args.ties.clone()),
            ("topics", self.judged.topics().len().to_string()),
            ("interval", args.uncertainty.method().to_owned()),
            ("replicates", args.replicates.to_string()),
            ("permutations", self.flips.permutations.to_string()),
            ("seed", args.uncertainty.draws.seed_words()),
        ];
        properties.extend(
            self.judged
                .groups
                .as_ref()
                .map(|groups| ("groups", groups.words())),
        );
        let named = properties.into_iter();
        named
            .map(|(name, value)| (name.to_owned(), cut(&value)))
            .collect()
    }
}

/// What XML 1.0 can hold and a person can look at: control characters, marks that reorder text and characters that XML forbids are written
/// as `\u{1b}`, so that ids stay told apart. Markup is the writer's to escape.
fn allowed(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        let forbidden = c.is_control()
            || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if forbidden {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_written_out() {
        assert_eq!(
            allowed("q\u{1b}[2J\u{0}\u{fffe}\u{202e}x\n"),
            "q\\u{1b}[2J\\u{0}\\u{fffe}\\u{202e}x\\u{a}"
        );
        assert_eq!(allowed("]]><&\"'猫🍣"), "]]><&\"'猫🍣");
    }
}
