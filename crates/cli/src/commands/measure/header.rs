//! A header of ir_metadata for the run, with what was measured.

use sokutei_measures::Measure;
use sokutei_measures::ir_metadata::{Node, Scalar};

use super::{Measured, Outcome};
use crate::commands::ir_metadata::begun;
use crate::files;

impl Outcome<'_> {
    /// The run's own header, or a new one, completed: its version and tag, the measures, the file of qrels. What the header has
    /// stays as it is.
    ///
    /// The schema lists the names of measures and has no place for their values, which stand behind them as comments.
    pub(super) fn header(&self) -> String {
        let m = &self.runs[0];
        let mut metadata = m.run.metadata.clone().unwrap_or_else(|| begun(&m.run.tag));
        metadata.complete(&["tag"], Node::text(&m.run.tag));
        let path = ["research goal", "evaluation", "reported measures"];
        if let Some(reported) = metadata.entry(&path).and_then(Node::as_sequence) {
            self.report(m, reported);
        }
        let qrels = Node::text(files::name(&self.args.qrels));
        metadata.complete(&["data", "test collection", "qrels"], qrels);
        metadata.to_string()
    }

    fn report(&self, m: &Measured, reported: &mut Vec<Node>) {
        for (i, values) in m.run.evaluation.values.iter().enumerate() {
            let name = trec_name(&values.measure);
            let is_it = |node: &Node| matches!(node, Node::Scalar(known) if known.text == name);
            let mut words = format!("{} {:?}", values.measure.aggregate().name(), values.aggregate());
            if let Some(ends) = m.intervals[i] {
                let interval = self.args.uncertainty.draws.interval_words();
                words.push_str(&format!(", {interval} {:?} to {:?}", ends.low, ends.high));
            }
            let node = Node::Scalar(Scalar::text(name.clone()).with_comment(words));
            match reported.iter().position(is_it) {
                Some(place) => reported[place] = node,
                None => reported.push(node),
            }
        }
    }
}

/// The name that the schema proposes, trec_eval's, where trec_eval has the same measure; otherwise ours.
fn trec_name(measure: &Measure) -> String {
    let name = measure.to_string();
    let (kind, cutoff) = match name.split_once('@') {
        Some((kind, cutoff)) => (kind, Some(cutoff)),
        None => (name.as_str(), None),
    };
    let known = match (kind, cutoff) {
        ("AP", None) => "map",
        ("AP", Some(_)) => "map_cut_",
        ("nDCG", None) => "ndcg",
        ("nDCG", Some(_)) => "ndcg_cut_",
        ("P", Some(_)) => "P_",
        ("R", Some(_)) => "recall_",
        ("Success", Some(_)) => "success_",
        ("RR", None) => "recip_rank",
        ("Rprec", None) => "Rprec",
        ("Bpref", None) => "bpref",
        _ => return name,
    };
    format!("{known}{}", cutoff.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trec_evals_where_it_has_the_measure() {
        for (ours, theirs) in [
            ("AP", "map"),
            ("AP@100", "map_cut_100"),
            ("nDCG@10", "ndcg_cut_10"),
            ("P@5", "P_5"),
            ("R@1000", "recall_1000"),
            ("Success@1", "success_1"),
            ("RR", "recip_rank"),
            ("RR@10", "RR@10"),
            ("AP(rel=2)", "AP(rel=2)"),
        ] {
            assert_eq!(trec_name(&ours.parse().expect("a measure")), theirs);
        }
    }
}
