//! trec_eval's lines on small files, every value worked out by hand.
#![cfg(feature = "evaluation")]

use proptest::prelude::*;
use sokutei_measures::trec::{read_qrels, read_run_of_trec_eval};
use sokutei_measures::trec_eval::{Measures, Options, Results, Value, Version, evaluate};
use sokutei_measures::{Cutoff, Qrels, Run};

/// q2 has no line in the run, q9 none in the qrels, and the run names q3 before q1.
const QRELS: &str = "\
q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq1 0 e -1\n\
q2 0 a 1\nq2 0 b 1\n\
q3 0 a 0\nq3 0 b 1\n";
const RUN: &str = "\
q3 Q0 b 1 9 mine\nq3 Q0 x 2 8 mine\n\
q9 Q0 a 1 1 mine\n\
q1 Q0 e 1 5 mine\nq1 Q0 b 2 4 mine\nq1 Q0 a 3 3 mine\nq1 Q0 x 4 2 mine\n";

fn files(qrels: &str, run: &str) -> (Qrels, Run) {
    let qrels = read_qrels(qrels.as_bytes(), "qrels").unwrap().qrels;
    (
        qrels,
        read_run_of_trec_eval(run.as_bytes(), "run").unwrap().read.run,
    )
}

fn options(measures: &[&str], version: Version) -> Options {
    Options::of(Measures::read(measures, version).unwrap(), version)
}

fn results(options: &Options) -> Results {
    let (qrels, run) = files(QRELS, RUN);
    evaluate(&run, &qrels, options).unwrap()
}

/// All lines, with one blank between the columns.
fn lines(results: &Results) -> Vec<String> {
    let all = results.topic_lines().chain(results.summary_lines());
    all.map(|line| line.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn lines_of(qrels: &str, run: &str, options: &Options) -> Vec<String> {
    let (qrels, run) = files(qrels, run);
    lines(&evaluate(&run, &qrels, options).unwrap())
}

#[test]
fn topics_come_by_id_and_those_that_the_run_lacks_are_left_out() {
    // q1: relevant a at rank 3 of two: AP (1/3)/2; q3: relevant b at rank 1 of one: AP 1
    let expected = [
        "num_ret q1 4",
        "map q1 0.1667",
        "num_ret q3 2",
        "map q3 1.0000",
        "runid all mine",
        "num_q all 2",
        "num_ret all 6",
        "map all 0.5833",
        "gm_map all 0.4082", // √(1/6)
    ];
    let asked = ["runid", "num_q", "num_ret", "map", "gm_map"];
    for version in Version::ALL {
        let found = results(&options(&asked, version));
        assert_eq!(lines(&found), expected);
        assert_eq!(found.n_topics(), 2);
        assert_eq!(found.coverage.judged_missing_in_run[0].as_str(), "q2");
        assert_eq!(found.coverage.in_run_not_judged[0].as_str(), "q9");
    }
}

#[test]
fn with_all_topics_a_missing_one_counts_zero_and_version_nine_does_not_show_it() {
    let asked = [
        "num_rel",
        "map",
        "gm_map",
        "utility.0,0,1,0",
        "num_q",
        "relstring.3",
    ];
    let with = |version| Options {
        complete: true,
        ..options(&asked, version)
    };
    let all = [
        "num_q all 3",
        "num_rel all 5",
        "map all 0.3889",             // (1/6 + 1) / 3
        "gm_map all 0.0119",          // ∛(1/6 · 10⁻⁵ · 1)
        "utility_0,0,1,0 all 0.3333", // one relevant document of q1 is not retrieved; q2 counts 0, not its two
    ];
    let q1 = [
        "num_rel q1 2",
        "map q1 0.1667",
        "relstring_3 q1 '.02'",
        "utility_0,0,1,0 q1 1.0000",
    ];
    let q2 = [
        "num_rel q2 2",
        "map q2 0.0000",
        "relstring_3 q2 ''",
        "utility_0,0,1,0 q2 0.0000",
    ];
    let q3 = [
        "num_rel q3 1",
        "map q3 1.0000",
        "relstring_3 q3 '1-'",
        "utility_0,0,1,0 q3 0.0000",
    ];
    assert_eq!(
        lines(&results(&with(Version::Trec10))),
        [&q1[..], &q2, &q3, &all].concat()
    );
    assert_eq!(
        lines(&results(&with(Version::Trec9))),
        [&q1[..], &q3, &all].concat()
    );
}

#[test]
fn level_depth_and_judged_only_change_what_is_seen() {
    let asked = [
        "num_ret",
        "num_rel",
        "num_rel_ret",
        "recip_rank",
        "num_nonrel_judged_ret",
        "num_nonjudged_ret",
    ];
    let of_q1 = |change: &dyn Fn(&mut Options)| {
        let mut options = options(&asked, Version::Trec10);
        change(&mut options);
        let lines = lines(&results(&options));
        let values = lines.iter().filter(|line| line.contains(" q1 "));
        values
            .map(|line| line.rsplit(' ').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // ranking e b a x, with grades -1 0 2 and none
    assert_eq!(of_q1(&|_| ()), ["4", "2", "1", "0.3333", "1", "2"]);
    assert_eq!(of_q1(&|o| o.level = 2), ["4", "1", "1", "0.3333", "1", "2"]);
    assert_eq!(of_q1(&|o| o.level = 0), ["4", "3", "2", "0.5000", "0", "2"]);
    assert_eq!(
        of_q1(&|o| o.depth = Some(Cutoff::new(2).unwrap())),
        ["2", "2", "0", "0.0000", "1", "1"]
    );
    assert_eq!(
        of_q1(&|o| o.judged_only = true),
        ["2", "2", "1", "0.5000", "1", "0"]
    );
}

#[test]
fn a_topic_of_which_nothing_is_left_is_zero_everywhere() {
    // the one document returned is unjudged, and is taken out: trec_eval prints nan for some of these
    let options = Options {
        judged_only: true,
        ..options(&["all_trec", "Rndcg.1=0", "dcg", "unj"], Version::Trec10)
    };
    let found = lines_of("q 0 a 1\n", "q Q0 x 1 1 r\n", &options);
    let numbers = found
        .iter()
        .filter(|line| line.contains('.') && !line.contains("utility"));
    let mut n = 0;
    for line in numbers {
        let value = line.rsplit(' ').next().unwrap();
        let least = line.starts_with("gm_");
        assert!(value == "0.0000" || least, "{line}");
        n += 1;
    }
    assert!(n > 150, "{n}");
}

#[test]
fn c03_near_ties_are_ties_in_version_nine() {
    let (qrels, run) = (
        "q1 0 a 1\nq1 0 b 0\n",
        "q1 Q0 b 1 1.000000011 r\nq1 Q0 a 2 1.000000012 r\n",
    );
    let of = |version| {
        lines_of(qrels, run, &options(&["recip_rank"], version))
            .pop()
            .unwrap()
    };
    assert_eq!(of(Version::Trec10), "recip_rank all 1.0000");
    assert_eq!(of(Version::Trec9), "recip_rank all 0.5000");
}

#[test]
fn c19_recall_points_of_two_versions() {
    let (qrels, run) = (
        "q 0 a 1\nq 0 b 1\nq 0 c 1\n",
        "q Q0 a 1 3 r\nq Q0 x 2 2 r\nq Q0 b 3 1 r\n",
    );
    let of = |version| {
        let lines = lines_of(
            qrels,
            run,
            &options(&["iprec_at_recall.0.4,0.8", "11pt_avg"], version),
        );
        lines[lines.len() - 3..].to_vec()
    };
    let nine = [
        "iprec_at_recall_0.40 all 0.6667",
        "iprec_at_recall_0.80 all 0.0000",
        "11pt_avg all 0.6061",
    ];
    let ten = [
        "iprec_at_recall_0.40 all 1.0000",
        "iprec_at_recall_0.80 all 0.6667",
        "11pt_avg all 0.6970",
    ];
    assert_eq!(of(Version::Trec9), nine);
    assert_eq!(of(Version::Trec10), ten);
}

#[test]
fn c20_rank_biased_precision_is_scaled_by_the_grades_of_the_topic() {
    let run = "q Q0 a 1 3 r\nq Q0 x 2 2 r\nq Q0 b 3 1 r\n";
    let of = |qrels: &str, asked: &str| {
        lines_of(qrels, run, &options(&[asked], Version::Trec10))
            .pop()
            .unwrap()
    };
    assert_eq!(of("q 0 a 3\nq 0 b 1\nq 0 c 0\n", "rbp"), "rbp all 0.1270"); // 0.1 · (1 + 0.81/3)
    assert_eq!(of("q 0 a 1\nq 0 b 0\n", "rbp"), "rbp all 0.1000");
    assert_eq!(of("q 0 a 1\nq 0 b 1\n", "rbp.p=0.5"), "rbp_p=0.5 all 0.6250"); // 0.5 · (1 + 0.25)
    // x is unjudged: 0.1 · 0.9, and 0.9³ after the last rank
    assert_eq!(of("q 0 a 1\nq 0 b 0\n", "rbp_resid"), "rbp_resid all 0.8190");
}

#[test]
fn c28_gains_that_differ_by_less_than_one_keep_their_order() {
    let (qrels, run) = (
        "q 0 a 1\nq 0 b 2\nq 0 c 0\n",
        "q Q0 b 1 3 r\nq Q0 a 2 2 r\nq Q0 c 3 1 r\n",
    );
    let of = |asked| {
        lines_of(qrels, run, &options(&[asked], Version::Trec10))
            .pop()
            .unwrap()
    };
    assert_eq!(of("ndcg.1=0.3,2=0.9"), "ndcg_1=0.3,2=0.9 all 1.0000");
    // (0.3 + 0.9/log2 3) / (0.9 + 0.3/log2 3)
    assert_eq!(of("ndcg.1=0.9,2=0.3"), "ndcg_1=0.9,2=0.3 all 0.7967");
}

#[test]
fn c06_no_common_topic_shows_both_sides() {
    let (qrels, run) = files("q1 0 a 1\n", "q9 Q0 a 1 1 r\n");
    for complete in [false, true] {
        let options = Options {
            complete,
            ..options(&["map"], Version::Trec10)
        };
        let message = evaluate(&run, &qrels, &options).unwrap_err().to_string();
        assert!(
            message.contains("\"q9\"") && message.contains("\"q1\""),
            "{message}"
        );
    }
}

#[test]
fn lines_are_padded_and_separated_by_tabs() {
    let results = results(&options(&["map"], Version::Trec10));
    let first = results.topic_lines().next().unwrap().to_string();
    assert_eq!(first, "map                   \tq1\t0.1667");
}

proptest! {
    /// Whatever is judged, retrieved and asked for: a value is a number, and shares are shares.
    #[test]
    fn every_value_is_finite(
        judged in prop::collection::vec((0..3_u8, 0..12_u8, -2..6_i32), 1..30),
        returned in prop::collection::vec((0..3_u8, 0..12_u8, 0..5_u8), 1..40),
        level in 0..6_u16,
        depth in prop::option::of(1..9_u32),
        complete: bool,
        judged_only: bool,
        nine: bool,
    ) {
        let mut seen = std::collections::BTreeSet::new();
        let qrels: String = judged
            .iter()
            .filter(|(topic, doc, _)| seen.insert((*topic, *doc)))
            .map(|(topic, doc, grade)| format!("q{topic} 0 d{doc} {grade}\n"))
            .collect();
        let mut seen = std::collections::BTreeSet::new();
        let run: String = returned
            .iter()
            .filter(|(topic, doc, _)| seen.insert((*topic, *doc)))
            .map(|(topic, doc, score)| format!("q{topic} Q0 d{doc} 1 {score} r\n"))
            .collect();
        let (qrels, run) = files(&qrels, &run);
        let asked = [
            "all_trec", "dcg", "ideal_dcg", "yaap", "num_nonjudged_ret", "set_F.0", "unj", "rbp.p=1,0=2,1=2",
            "ndcg.0=1,1=-1e9,2=1e9", "G.0=1,1=-1e9,2=1e9,3=1e-9", "ndcg_rel.1=-1,2=0.5", "Rndcg.1=0,2=0.3,3=0.3", "rbp_resid.p=0",
        ];
        let version = if nine { Version::Trec9 } else { Version::Trec10 };
        let options = Options {
            level,
            depth: depth.map(|depth| Cutoff::new(depth).unwrap()),
            complete,
            judged_only,
            ..options(&asked, version)
        };
        let Ok(results) = evaluate(&run, &qrels, &options) else {
            return Ok(()); // no common topic
        };
        for line in results.topic_lines().chain(results.summary_lines()) {
            if let Value::Number(number) = line.value {
                prop_assert!(number.is_finite(), "{line}");
                let shares = ["map", "P_", "recall", "bpref", "iprec", "binG", "Rprec", "set_", "relative_P", "unj", "success", "ndcg_cut"];
                if shares.iter().any(|name| line.name.starts_with(name)) {
                    prop_assert!((0.0..=1.0 + 1e-12).contains(number), "{line}");
                }
            }
        }
    }
}
