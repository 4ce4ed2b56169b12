//! The numbers that the article prints, for its own corpus of 3,193 sections and 1,856 topics.
//!
//! They stand beside ours for orientation and are marked as another corpus's. Nothing is ever checked against them,
//! apart from the hand-worked example, whose input the article gives in full.

/// Hit@1, Hit@5, Recall@10, MRR@10 and nDCG@10 of a system (strict labels).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Headline {
    pub(crate) tag: &'static str,
    pub(crate) success_1: f64,
    pub(crate) success_5: f64,
    pub(crate) recall_10: f64,
    pub(crate) rr_10: f64,
    pub(crate) ndcg_10: f64,
}

const fn headline(tag: &'static str, v: [f64; 5]) -> Headline {
    Headline {
        tag,
        success_1: v[0],
        success_5: v[1],
        recall_10: v[2],
        rr_10: v[3],
        ndcg_10: v[4],
    }
}

const HEADLINES: [Headline; 6] = [
    headline("bm25_2", [0.5884, 0.8475, 0.8917, 0.6954, 0.7435]),
    headline("bm25_23", [0.6088, 0.8432, 0.8971, 0.7090, 0.7548]),
    headline("bm25_2_b03", [0.5900, 0.8443, 0.8928, 0.6965, 0.7445]),
    headline("tfidf_23", [0.5145, 0.8055, 0.8831, 0.6362, 0.6960]),
    headline("lsa_128", [0.2538, 0.5943, 0.7478, 0.3934, 0.4773]),
    headline("lsa_256", [0.3405, 0.6934, 0.8173, 0.4853, 0.5647]),
];

/// The article's row of a system, if it has one.
pub(crate) fn headline_of(tag: &str) -> Option<&'static Headline> {
    HEADLINES.iter().find(|h| h.tag == tag)
}

/// Recall at 1, 3, 5, 10, 20, 50, 100, where the article prints it.
pub(crate) fn recall_of(tag: &str) -> Option<[f64; 7]> {
    match tag {
        "bm25_2" => Some([0.588, 0.780, 0.848, 0.892, 0.917, 0.941, 0.955]),
        "bm25_23" => Some([0.609, 0.787, 0.843, 0.897, 0.925, 0.946, 0.959]),
        "tfidf_23" => Some([0.515, 0.726, 0.805, 0.883, 0.923, 0.945, 0.961]),
        "lsa_256" => Some([0.341, 0.571, 0.693, 0.817, 0.891, 0.941, 0.962]),
        _ => None,
    }
}

/// First relevant section at rank 1, at rank 2, and not within the first ten: printed for `bm25_2`.
pub(crate) fn ranks_of(tag: &str) -> Option<[usize; 3]> {
    (tag == "bm25_2").then_some([1_092, 242, 201])
}

/// Topics of the article.
pub(crate) const TOPICS: usize = 1_856;
/// Its sections.
pub(crate) const SECTIONS: usize = 3_193;
/// Its articles.
pub(crate) const ARTICLES: usize = 247;
/// Topics whose first hit is in another article.
pub(crate) const OTHER_ARTICLE_FIRST: usize = 351;
/// Topics that name several sections, and their RR@10 with the first and with all of them relevant.
pub(crate) const SEVERAL_LABELS: (usize, f64, f64) = (10, 0.268, 0.448);
/// Raw and prefixed queries of `bm25_23`: (RR@10, R@10).
pub(crate) const PREFIXED: [(f64, f64); 2] = [(0.7090, 0.8971), (0.6414, 0.9375)];
/// RR@10 of `bm25_23`: interval over topics, interval over articles.
pub(crate) const CLUSTER: [(f64, f64); 2] = [(0.6906, 0.7257), (0.6892, 0.7282)];
/// AP@100 under strict labels and nDCG@10 under graded ones (linear gain): printed for `bm25_23` only.
pub(crate) fn ap_100_and_graded_ndcg_10_of(tag: &str) -> Option<(f64, f64)> {
    (tag == "bm25_23").then_some((0.7117, 0.6235))
}

/// graded nDCG@10 of `bm25_23`, right and with the ideal taken from the retrieved list.
pub(crate) const IDEAL_FROM_RUN: (f64, f64) = (0.62, 0.84);

/// Subset size, mean and interval of RR@10, mean and interval of R@10.
pub(crate) const GROWTH: [(usize, [f64; 3], [f64; 3]); 7] = [
    (20, [0.649, 0.471, 0.808], [0.850, 0.700, 1.000]),
    (30, [0.696, 0.549, 0.836], [0.867, 0.733, 0.967]),
    (50, [0.755, 0.650, 0.856], [0.920, 0.840, 0.980]),
    (100, [0.673, 0.592, 0.753], [0.860, 0.790, 0.920]),
    (200, [0.748, 0.697, 0.796], [0.930, 0.895, 0.965]),
    (500, [0.715, 0.680, 0.747], [0.902, 0.878, 0.928]),
    (1_856, [0.709, 0.691, 0.726], [0.897, 0.883, 0.911]),
];

/// A paired comparison as the article prints it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paired {
    pub(crate) difference: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) p: f64,
    pub(crate) win_tie_loss: [usize; 3],
}

/// The article's row for labeling, measure and two systems.
pub(crate) fn paired_of(labeling: &str, measure: &str, a: &str, b: &str) -> Option<Paired> {
    let row = |difference, low, high, p, win_tie_loss| {
        Some(Paired {
            difference,
            low,
            high,
            p,
            win_tie_loss,
        })
    };
    match (labeling, measure, a, b) {
        ("strict", "RR@10", "bm25_2", "bm25_23") => row(0.0136, 0.0044, 0.0228, 0.0044, [252, 1_398, 206]),
        ("strict", "RR@10", "bm25_2", "bm25_2_b03") => {
            row(0.0011, -0.0054, 0.0083, 0.7480, [175, 1_502, 179])
        }
        ("strict", "RR@10", "tfidf_23", "bm25_23") => row(0.0728, 0.0626, 0.0832, 0.0001, [444, 1_279, 133]),
        ("strict", "RR@10", "lsa_128", "lsa_256") => row(0.0919, 0.0811, 0.1031, 0.0001, [702, 949, 205]),
        ("strict", "R@10", "bm25_2", "bm25_23") => row(0.0054, -0.0016, 0.0124, 0.1521, [25, 1_816, 15]),
        ("graded", "nDCG@10", "tfidf_23", "bm25_23") => {
            row(-0.0044, -0.0080, -0.0008, 0.0150, [713, 476, 667])
        }
        _ => None,
    }
}
