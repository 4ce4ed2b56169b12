//! **Wrong on purpose.** Never use these to measure anything; the right ones are in [`formulas`].
//!
//! Slices mean what they mean there. On the five documents of [`worked_example`](crate::worked_example):
//!
//! ```
//! use sokutei_measures::{Cutoff, formulas, mistakes::wrong};
//!
//! let k = Cutoff::new(5)?;
//! let (relevant, n_relevant) = ([false, false, true, false, true], 3);
//! let (gains, ideal) = ([0.0, 0.0, 2.0, 0.0, 1.0], [2.0, 1.0, 1.0]);
//! let pair = |right: f64, wrong: f64| format!("{right:.4} {wrong:.4}");
//!
//! // 1.3869 / 3.1309; ideal of the run: 2/log2(2) + 1/log2(3) = 2.6309; shifted: 2/log2(3) + 1/log2(5) = 1.6925
//! let right = formulas::ndcg(&gains, &ideal, k);
//! assert_eq!(pair(right, wrong::ndcg_with_ideal_from_run(&gains, k)), "0.4430 0.5271");
//! assert_eq!(pair(right, wrong::ndcg_with_shifted_discount(&gains, &ideal, k)), "0.4430 0.5406");
//! let right = formulas::recall(&relevant, n_relevant, k);
//! assert_eq!(pair(right, wrong::recall_over_cutoff(&relevant, k)), "0.6667 0.4000");
//! let right = formulas::average_precision(&relevant, n_relevant, k);
//! assert_eq!(pair(right, wrong::average_precision_over_seen(&relevant, k)), "0.2444 0.3667");
//! let right = formulas::reciprocal_rank(&relevant, k);
//! assert_eq!(pair(right, wrong::reciprocal_rank_from_zero(&relevant, k)), "0.3333 0.2500");
//! # Ok::<(), sokutei_measures::Error>(())
//! ```

use crate::cutoff::Cutoff;
use crate::formulas::{self, real};
use crate::ids::Docid;
use crate::measure::Gains;
use crate::stats;

/// nDCG against the best order of *what was returned*. Perfect for a run that finds one document of many.
///
/// The most flattering slip: nothing that was missed costs anything.
#[must_use]
pub fn ndcg_with_ideal_from_run(gains: &[f64], cutoff: Cutoff) -> f64 {
    let mut best = Cutoff::top(Some(cutoff), gains).to_vec();
    best.sort_by(|a, b| b.total_cmp(a));
    formulas::ndcg(gains, &best, cutoff)
}

/// nDCG with log2(rank) as the discount of the ranking (ranks 1 and 2 undiscounted) and log2(rank + 1) in the ideal.
///
/// Half of the formula from Järvelin & Kekäläinen, half from trec_eval. Can exceed 1.
#[must_use]
pub fn ndcg_with_shifted_discount(gains: &[f64], ideal: &[f64], cutoff: Cutoff) -> f64 {
    let early = |rank: usize| real(rank).log2().max(1.0);
    let ranked = Cutoff::top(Some(cutoff), gains).iter().enumerate();
    let dcg: f64 = ranked.map(|(i, gain)| gain / early(i + 1)).sum();
    let best = formulas::dcg(ideal, cutoff);
    if best > 0.0 { dcg / best } else { 0.0 }
}

/// Recall of articles with every chunk of a relevant article counted: `relevant_article[i]` for the *chunk* at rank
/// `i + 1`. Exceeds 1 as soon as an article returns two chunks.
#[must_use]
pub fn article_recall_with_repeats(relevant_article: &[bool], n_articles: usize, cutoff: Cutoff) -> f64 {
    formulas::recall(relevant_article, n_articles, cutoff)
}

/// Recall with the cutoff as its denominator, which is precision under another name.
#[must_use]
pub fn recall_over_cutoff(relevant: &[bool], cutoff: Cutoff) -> f64 {
    formulas::precision(relevant, cutoff)
}

/// Mean over the topics whose value is above 0; the failures vanish. 0 if nothing is left.
#[must_use]
pub fn mean_of_found(values: &[f64]) -> f64 {
    let found: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
    stats::mean(&found)
}

/// Reciprocal rank after the ranking went through something that sorts by id, a set or a map.
#[must_use]
pub fn reciprocal_rank_in_id_order(ranking: &[(&Docid, bool)], cutoff: Cutoff) -> f64 {
    let mut by_id = ranking.to_vec();
    by_id.sort();
    let relevant: Vec<bool> = by_id.into_iter().map(|(_, relevant)| relevant).collect();
    formulas::reciprocal_rank(&relevant, cutoff)
}

/// AP over the relevant documents seen: Context Precision under AP's name. One document at rank 1 is perfect.
#[must_use]
pub fn average_precision_over_seen(relevant: &[bool], cutoff: Cutoff) -> f64 {
    formulas::context_precision(relevant, cutoff)
}

/// nDCG of grades with exponential gains, to be reported as if it were linear. Not wrong in itself: wrong to compare.
///
/// `grades` by rank, 0 where unjudged; `judged` all grades of the topic in any order.
#[must_use]
pub fn ndcg_with_exponential_gains(grades: &[i32], judged: &[i32], cutoff: Cutoff) -> f64 {
    let gains: Vec<f64> = grades
        .iter()
        .map(|&grade| Gains::Exponential.gain(grade))
        .collect();
    let mut ideal: Vec<f64> = judged
        .iter()
        .map(|&grade| Gains::Exponential.gain(grade))
        .collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    formulas::ndcg(&gains, &ideal, cutoff)
}

/// 1 / (rank + 1): a rank counted from 0, and then one too many added. At most a half.
#[must_use]
pub fn reciprocal_rank_from_zero(relevant: &[bool], cutoff: Cutoff) -> f64 {
    let seen = Cutoff::top(Some(cutoff), relevant);
    seen.iter()
        .position(|relevant| *relevant)
        .map_or(0.0, |i| 1.0 / real(i + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn k(depth: u32) -> Cutoff {
        Cutoff::new(depth).unwrap()
    }

    #[test]
    fn an_ideal_from_the_run_forgives_everything_that_was_missed() {
        // one of two relevant documents, alone at rank 1: 1 / (1 + 1/log2(3)) = 0.6131
        let (gains, ideal) = ([1.0], [1.0, 1.0]);
        assert_eq!(ndcg_with_ideal_from_run(&gains, k(10)), 1.0);
        assert!((formulas::ndcg(&gains, &ideal, k(10)) - 0.6131).abs() < 5e-5);
    }

    #[test]
    fn a_shifted_discount_can_exceed_one() {
        // two documents of grade 1 at ranks 1 and 2: (1 + 1) / (1 + 0.63093)
        let value = ndcg_with_shifted_discount(&[1.0, 1.0], &[1.0, 1.0], k(10));
        assert!((value - 2.0 / (1.0 + 1.0 / 3f64.log2())).abs() < 1e-15 && value > 1.0);
    }

    #[test]
    fn repeated_articles_give_more_than_everything() {
        assert_eq!(article_recall_with_repeats(&[true, true, true], 1, k(10)), 3.0);
    }

    #[test]
    fn leaving_out_failures_raises_the_mean() {
        assert_eq!(mean_of_found(&[1.0, 0.5, 0.0, 0.0]), 0.75); // right: 0.375
        assert_eq!(mean_of_found(&[0.0]), 0.0);
    }

    #[test]
    fn id_order_has_nothing_to_do_with_rank() {
        // the example in id order: d1, d3, d4, d7, d9
        let ids = ["d3", "d7", "d1", "d9", "d4"].map(|id| Docid::new(id).unwrap());
        let ranking: Vec<(&Docid, bool)> = ids.iter().zip([false, false, true, false, true]).collect();
        assert_eq!(reciprocal_rank_in_id_order(&ranking, k(5)), 1.0); // right: 1/3
    }

    #[test]
    fn exponential_gains_are_another_measure() {
        let value = ndcg_with_exponential_gains(&[0, 0, 2, 0, 1], &[2, 1, 1], k(5));
        assert!((value - 0.4568).abs() < 5e-5); // linear: 0.4430
    }
}
