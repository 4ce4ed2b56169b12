//! Measures of topics that mean several things: each *subtopic* is one of them, and a document may serve some and not others.
//!
//! `covered[i]` lists the numbers, from 0, of the subtopics to which the document at rank `i + 1` is relevant. `n_subtopics` counts the subtopics
//! to which *some* judged document is relevant; numbers that are not below it count nothing. All subtopics weigh the same. A cutoff hides the
//! ranks below it.
//!
//! Where a measure divides by the best ranking, `documents` holds what every judged document covers, returned or not, and equally good ones are
//! taken in that order. The best ranking is made greedily: the document that gains most comes next. To find the truly best one is hard (NP-hard,
//! Clarke et al., SIGIR 2008), so a ranking may be better than this one, and a normalised value may exceed 1 a little.
//!
//! Clarke, Craswell, Soboroff and Ashkan (WSDM 2011) describe α-nDCG, ERR-IA and NRBP as one family, with both normalisations; the TREC program
//! ndeval computes them so, and its values are matched.

mod alpha_dcg;
mod average_precision_ia;
mod err_ia;
mod novelty;
mod nrbp;
mod precision_ia;
mod subtopic_recall;

pub use alpha_dcg::{alpha_dcg, alpha_ndcg};
pub use average_precision_ia::average_precision_ia;
pub use err_ia::{err_ia, nerr_ia};
pub use nrbp::{nnrbp, nrbp};
pub use precision_ia::precision_ia;
pub use subtopic_recall::subtopic_recall;

/// A topic with three subtopics: the example in pyndeval's README, whose values it prints.
#[cfg(test)]
mod example {
    /// Returned: A (a), D (b), E (unjudged), B (b).
    pub(super) const COVERED: [&[usize]; 4] = [&[0], &[1], &[], &[1]];
    /// Judged: D (b), C (c), B (b), A (a).
    pub(super) const DOCUMENTS: [&[usize]; 4] = [&[1], &[2], &[1], &[0]];

    /// Equal up to the digits that pyndeval prints, which are cut and not rounded.
    pub(super) fn printed(value: f64, expected: f64) {
        assert!((0.0..1e-4).contains(&(value - expected)), "{value} {expected}");
    }
}
