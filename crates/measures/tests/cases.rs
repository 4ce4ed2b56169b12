//! Cases that users of other evaluation tools reported, one test each; what those tools did is said beside it.
//!
//! `case_…` are numbered as the list on evaluation has them, `r…` as the list on retrieval.
//!
//! Tukey and corrections for many comparisons (24) are in `families.rs`; start-up and memory (26) belong to the command. Gains as decimals
//! (4), where they are asked for, have tests of their own (`decimal_grades.rs`). Ids with white space (17) are refused in every format.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // values worked by hand, exact in doubles unless rounded below

use rayon::ThreadPoolBuilder;
use sokutei_measures::formulas::{self, RecallPoint};
use sokutei_measures::stats::{Generator, Paired, PermutationTies, bootstrap_mean, compare_paired};
use sokutei_measures::trec::{read_qrels, read_run, read_run_by, write_run};
use sokutei_measures::{
    Coverage, Docid, Duplicates, Error, Evaluation, Hit, Measure, Qrels, ReadingRules, Run, TieBreak,
    TopicId, comparison_warnings, evaluate, tie_ranges,
};

// ---- lines as in the reports, "|" between them

fn lines(text: &str) -> String {
    text.split('|').map(|line| format!("{}\n", line.trim())).collect()
}

fn qrels(text: &str) -> Qrels {
    read_qrels(lines(text).as_bytes(), "qrels.txt")
        .expect("valid qrels")
        .qrels
}

fn run(text: &str) -> Run {
    read_run(lines(text).as_bytes(), "x.run").expect("a valid run")
}

fn qrels_error(text: &str) -> String {
    read_qrels(lines(text).as_bytes(), "qrels.txt")
        .unwrap_err()
        .to_string()
}

fn run_error(text: &str) -> String {
    read_run(lines(text).as_bytes(), "x.run").unwrap_err().to_string()
}

fn measures(names: &[&str]) -> Vec<Measure> {
    names
        .iter()
        .map(|name| name.parse().unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

fn evaluation(run: &Run, qrels: &Qrels, names: &[&str], tie: TieBreak) -> Evaluation {
    evaluate(run, qrels, &measures(names), tie)
}

fn means(run: &Run, qrels: &Qrels, names: &[&str], tie: TieBreak) -> Vec<f64> {
    evaluation(run, qrels, names, tie)
        .values
        .iter()
        .map(|values| values.mean())
        .collect()
}

fn mean(run: &Run, qrels: &Qrels, name: &str, tie: TieBreak) -> f64 {
    means(run, qrels, &[name], tie)[0]
}

fn four(value: f64) -> String {
    format!("{value:.4}")
}

fn fours(values: &[f64]) -> Vec<String> {
    values.iter().copied().map(four).collect()
}

fn ids(topics: &[TopicId]) -> Vec<&str> {
    topics.iter().map(TopicId::as_str).collect()
}

fn topic(id: &str) -> TopicId {
    TopicId::new(id).expect("an id")
}

fn docid(id: &str) -> Docid {
    Docid::new(id).expect("an id")
}

// ---- the cases

#[test]
fn case_01_ties_are_broken_by_a_named_rule_and_reported() {
    let judged = qrels("1 0 a 0 | 1 0 b 1 | 1 0 c 0");
    let a = run("1 Q0 b 1 1.0 x | 1 Q0 a 2 1.0 x");
    let b = run("1 Q0 b 1 1.0 x | 1 Q0 c 2 1.0 x");
    assert_eq!(four(mean(&a, &judged, "nDCG", TieBreak::Trec)), "1.0000");
    assert_eq!(four(mean(&b, &judged, "nDCG", TieBreak::Trec)), "0.6309");
    assert_eq!(four(mean(&b, &judged, "nDCG", TieBreak::RankColumn)), "1.0000");
    let ranges = tie_ranges(&b, &judged, &measures(&["nDCG"]), TieBreak::Trec.into());
    let range = &ranges.ranges[0];
    assert_eq!(
        fours(&[range.low, range.mean, range.high]),
        ["0.6309", "0.8155", "1.0000"]
    );
    let coverage = |tie| evaluation(&b, &judged, &["nDCG"], tie).coverage;
    assert_eq!(ids(&coverage(TieBreak::Trec).decided_by_ties), ["1"]);
    assert!(coverage(TieBreak::RankColumn).decided_by_ties.is_empty());
    // a tie that the measure does not look at decides nothing
    let below = run("1 Q0 b 1 2.0 x | 1 Q0 z 2 1.0 x | 1 Q0 a 3 1.0 x");
    let decided = |name| {
        evaluation(&below, &judged, &[name], TieBreak::Trec)
            .coverage
            .decided_by_ties
            .len()
    };
    assert_eq!(["nDCG@1", "RR", "Judged@2"].map(decided), [0, 0, 1]);
    let same_grades = run("1 Q0 b 1 2.0 x | 1 Q0 a 2 1.0 x | 1 Q0 c 3 1.0 x");
    assert!(
        evaluation(&same_grades, &judged, &["nDCG"], TieBreak::Trec)
            .coverage
            .decided_by_ties
            .is_empty()
    );
}

#[test]
fn case_02_one_ranking_feeds_every_measure() {
    // ir_measures: RR 0.5 and Success@1 0, but RR@10 1.0
    for (relevant, other) in [("a", "b"), ("b", "a")] {
        let judged = qrels(&format!("q1 0 {relevant} 1 | q1 0 {other} 0"));
        let run = run("q1 Q0 a 1 1.0 x | q1 Q0 b 2 1.0 x");
        for tie in TieBreak::ALL {
            let names = ["RR", "RR@10", "AP", "Success@1", "R@1", "nDCG@1", "Judged@1"];
            let [rr, rr10, ap, success, recall, ndcg, judged_share] =
                means(&run, &judged, &names, tie).try_into().expect("seven");
            assert_eq!((rr, rr10), (ap, ap));
            assert_eq!(
                (success, recall, ndcg),
                (f64::from(u8::from(rr == 1.0)), success, success)
            );
            assert_eq!(judged_share, 1.0);
        }
    }
}

#[test]
fn case_03_scores_are_doubles_unless_the_old_rule_is_asked_for() {
    let judged = qrels("q1 0 a 1 | q1 0 b 0");
    let run = run("q1 Q0 b 1 1.000000011 r | q1 Q0 a 2 1.000000012 r");
    assert_eq!(mean(&run, &judged, "RR", TieBreak::Trec), 1.0); // trec_eval 10
    assert_eq!(mean(&run, &judged, "RR", TieBreak::Trec9), 0.5); // trec_eval 9.0.8, pytrec_eval
}

#[test]
fn case_04_fractional_grades_are_refused_and_never_truncated() {
    assert_eq!(
        qrels_error("q1 0 a 0.9 | q1 0 b 1.7"),
        "qrels.txt:1: column 4: grade \"0.9\" is not a whole number; give whole grades and map them to gains, or ask for decimal grades"
    );
}

#[test]
fn case_05_a_topic_missing_from_the_run_counts_zero_and_both_means_exist() {
    let judged = qrels("q1 0 d1 1 | q1 0 d2 0 | q2 0 d1 1");
    let run = run("q1 Q0 d2 1 0.5 r | q1 Q0 d1 2 0.5 r");
    let evaluation = evaluation(&run, &judged, &["AP"], TieBreak::Trec);
    let (values, coverage) = (&evaluation.values[0], &evaluation.coverage);
    assert_eq!(values.values, [0.5, 0.0]);
    assert_eq!(values.mean(), 0.25);
    assert_eq!(values.mean_without(&coverage.judged_missing_in_run), 0.5);
    assert_eq!(
        (coverage.n_topics, ids(&coverage.judged_missing_in_run)),
        (2, vec!["q2"])
    );
}

#[test]
fn case_06_no_common_topic_is_an_error_that_shows_both_sides() {
    let evaluation = evaluation(&run("q9 Q0 a 1 1 r"), &qrels("q1 0 a 1"), &["AP"], TieBreak::Trec);
    assert_eq!(
        evaluation.coverage.require_overlap().unwrap_err().to_string(),
        "no topic of the run is judged: the run has \"q9\", the qrels have \"q1\"; \
         look for a suffix, leading zeros or another numbering, or the wrong file"
    );
}

#[test]
fn case_07_the_ideal_is_cut_where_the_measure_is_cut() {
    let judged: Vec<String> = (0..12).map(|i| format!("q 0 d{i} 1")).collect();
    let found: Vec<String> = (0..10)
        .map(|i| format!("q Q0 d{i} {} {} r", i + 1, 20 - i))
        .collect();
    let (judged, run) = (qrels(&judged.join("|")), run(&found.join("|")));
    assert_eq!(mean(&run, &judged, "nDCG@10", TieBreak::Trec), 1.0);
    assert_eq!(four(mean(&run, &judged, "nDCG", TieBreak::Trec)), "0.8922");
}

#[test]
fn case_08_the_ideal_comes_from_the_qrels_and_not_from_the_run() {
    let ndcg = mean(
        &run("q Q0 a 1 1 r"),
        &qrels("q 0 a 1 | q 0 b 1"),
        "nDCG@10",
        TieBreak::Trec,
    );
    assert_eq!(four(ndcg), "0.6131");
}

#[test]
fn case_09_a_topic_without_judgments_is_listed_and_disturbs_no_other() {
    let mut judged = Qrels::new();
    judged.insert(topic("q1"), docid("a"), 1).expect("new");
    judged.declare(topic("q2"));
    judged.insert(topic("q3"), docid("b"), 1).expect("new");
    let run = run("q1 Q0 a 1 1 r | q2 Q0 a 1 1 r | q3 Q0 b 1 1 r");
    for _ in 0..3 {
        let evaluation = evaluation(&run, &judged, &["nDCG@10", "RR"], TieBreak::Trec);
        for values in &evaluation.values {
            assert_eq!(
                (ids(&values.topics), values.values.as_slice()),
                (vec!["q1", "q3"], &[1.0, 1.0][..])
            );
        }
        assert_eq!(ids(&evaluation.coverage.without_judgments), ["q2"]);
        assert_eq!(evaluation.coverage.n_topics, 2);
    }
}

#[test]
fn case_10_a_second_evaluation_gives_the_same() {
    let (judged, run) = (qrels("q 0 a 1 | q 0 b 2"), run("q Q0 a 1 2 r | q Q0 b 2 1 r"));
    let names = ["nDCG@10", "nDCG@20"];
    let first = evaluation(&run, &judged, &names, TieBreak::Trec);
    assert_eq!(first, evaluation(&run, &judged, &names, TieBreak::Trec));
    assert_eq!(first.values.len(), 2);
}

#[test]
fn case_11_a_bad_cutoff_is_an_error_that_names_the_measure() {
    // pytrec_eval aborts the interpreter, ir_measures crashes
    for (text, hint) in [
        ("P@0", "P@1"),
        ("P@-1", "P@1"),
        ("P@x", "P@10"),
        ("P@5.0", "P@5"),
        ("P_0", "P@10"),
    ] {
        let message = text.parse::<Measure>().unwrap_err().to_string();
        assert!(
            message.contains(&format!("{text:?}")) && message.contains(hint),
            "{message}"
        );
    }
}

#[test]
fn case_12_whole_and_decimal_scores_are_the_same_numbers() {
    let judged = qrels("q 0 a 1 | q 0 b 0");
    let whole = run("q Q0 b 1 2 r | q Q0 a 2 10 r");
    let decimal = run("q Q0 b 1 2.0 r | q Q0 a 2 1e1 r");
    assert_eq!(whole, decimal);
    assert_eq!(mean(&whole, &judged, "RR", TieBreak::Trec), 1.0);
}

#[test]
fn case_13_a_document_twice_is_an_error_with_both_lines() {
    assert_eq!(
        run_error("q1 Q0 a 1 3 r | q1 Q0 b 2 2 r | q1 Q0 a 3 1 r"),
        "x.run:3: topic q1 already has docid a on line 1; keep one of the two lines"
    );
    for (duplicates, expected) in [(Duplicates::First, 3.0), (Duplicates::Best, 3.0)] {
        let rules = ReadingRules {
            duplicates,
            ..ReadingRules::default()
        };
        let text = lines("q1 Q0 a 1 3 r | q1 Q0 b 2 2 r | q1 Q0 a 3 1 r");
        let read = read_run_by(text.as_bytes(), "x.run", rules).expect("let through");
        assert_eq!(read.run.hits(&topic("q1"))[0].score, expected);
        assert_eq!((read.run.n_rows(), read.oddities[0].count), (2, 1));
    }
}

#[test]
fn case_14_docids_may_contain_a_number_sign() {
    let judged = qrels("q308 0 t128#2 2 | # a comment | #x 0 a 1 ");
    assert_eq!(judged.len(), 1);
    assert_eq!(
        mean(&run("q308 Q0 t128#2 1 1.0 r"), &judged, "RR", TieBreak::Trec),
        1.0
    );
}

#[test]
fn case_15_line_ends_marks_tabs_and_blanks_do_not_matter() {
    let plain = ("q1 0 a 1\nq1 0 b 0\n", "q1 Q0 b 1 2 r\nq1 Q0 a 2 1 r\n");
    let expected = read_qrels(plain.0.as_bytes(), "x").expect("valid").qrels;
    let expected_run = read_run(plain.1.as_bytes(), "x").expect("valid");
    let variants: [fn(&str) -> String; 6] = [
        |s| s.replace('\n', "\r\n"),
        |s| s.replace(' ', "\t"),
        |s| s.replace(' ', "   "),
        |s| s.replace('\n', "  \n"),
        |s| format!("\u{feff}{s}"),
        |s| s.trim_end().to_owned(), // no line end after the last line
    ];
    for vary in variants {
        assert_eq!(
            read_qrels(vary(plain.0).as_bytes(), "x").expect("valid").qrels,
            expected
        );
        assert_eq!(
            read_run(vary(plain.1).as_bytes(), "x").expect("valid"),
            expected_run
        );
    }
    let joined = format!("{}\u{feff}{}", plain.0, "q2 0 a 1\n");
    let message = read_qrels(joined.as_bytes(), "x").unwrap_err().to_string();
    assert!(message.starts_with("x:3: a byte-order mark"), "{message}");
    let twice = format!("\u{feff}\u{feff}{}", plain.1);
    let message = read_run(twice.as_bytes(), "x").unwrap_err().to_string();
    assert!(message.starts_with("x:1: a byte-order mark"), "{message}");
}

#[test]
fn case_16_blank_lines_are_skipped_in_both_files() {
    assert_eq!(qrels("q 0 a 1 | | q 0 b 0 |"), qrels("q 0 a 1 | q 0 b 0"));
    assert_eq!(
        run("q Q0 a 1 2 r | | q Q0 b 2 1 r | "),
        run("q Q0 a 1 2 r | q Q0 b 2 1 r")
    );
}

#[test]
fn case_17_too_many_columns_are_counted() {
    assert_eq!(
        run_error("q1 Q0 a b 1 1.0 r"),
        "x.run:1: expected 6 columns (topic, Q0, docid, rank, score, tag), found 7; ids hold no white space"
    );
}

#[test]
fn case_18_a_score_that_is_not_a_finite_number_stops_with_its_line() {
    for (score, word) in [
        ("abc", "not a number"),
        ("NaN", "not finite"),
        ("1e400", "not finite"),
        ("", "found 5"),
    ] {
        let message = run_error(&format!("q Q0 a 1 1 r | q Q0 b 2 {score} r"));
        assert!(
            message.starts_with("x.run:2: ") && message.contains(word),
            "{message}"
        );
    }
}

#[test]
fn case_19_interpolated_precision_has_two_rules_and_both_have_names() {
    let qrels = qrels("1 0 a 1|1 0 b 1|1 0 c 1");
    let run = run("1 Q0 a 1 3 r|1 Q0 x 2 2 r|1 Q0 b 3 1 r");
    // ir_measures and trec_eval up to 9.0.8
    let names = ["IPrec@0.4", "IPrec@0.8"];
    assert_eq!(
        fours(&means(&run, &qrels, &names, TieBreak::Trec)),
        ["0.6667", "0.0000"]
    );
    // trec_eval 10
    let relevant = [true, false, true];
    let at = |share| formulas::interpolated_precision(&relevant, 3, share, RecallPoint::Trec10);
    assert_eq!(fours(&[0.4, 0.8].map(at)), ["1.0000", "0.6667"]);
}

#[test]
fn case_20_rbp_says_how_grades_become_gains_and_what_it_does_not_know() {
    let run = run("1 Q0 a 1 3 r|1 Q0 x 2 2 r|1 Q0 b 3 1 r");
    let graded = qrels("1 0 a 3|1 0 b 1|1 0 c 0");
    let names = ["RBP(max_rel=3,p=0.9)", "RBP(rel=1,p=0.9)", "RBPResidual(p=0.9)"];
    // 0.1 (1 + 0.81/3); 0.1 (1 + 0.81); unjudged at rank 2: 0.1 · 0.9, and behind rank 3: 0.9³
    assert_eq!(
        fours(&means(&run, &graded, &names, TieBreak::Trec)),
        ["0.1270", "0.1810", "0.8190"]
    );
    let binary = qrels("1 0 a 1|1 0 b 0");
    assert_eq!(
        four(mean(&run, &binary, "RBP(rel=1,p=0.9)", TieBreak::Trec)),
        "0.1000"
    );
    // a grade above the scale counts as its largest: never above 1
    assert!(mean(&run, &graded, "RBP(max_rel=1,p=0.95)", TieBreak::Trec) < 1.0);
}

#[test]
fn context_precision_by_ids_divides_by_what_was_returned() {
    // two of three returned are relevant; P@5 divides by 5
    let qrels = qrels("1 0 a 1|1 0 b 1|1 0 c 1");
    let run = run("1 Q0 a 1 3 r|1 Q0 x 2 2 r|1 Q0 b 3 1 r");
    let names = [
        "IDBasedContextPrecision@5",
        "IDBasedContextPrecision@2",
        "P@5",
        "R@5",
    ];
    let expected = ["0.6667", "0.5000", "0.4000", "0.6667"];
    assert_eq!(fours(&means(&run, &qrels, &names, TieBreak::Trec)), expected);
}

#[test]
fn case_21_one_measure_at_two_cutoffs_is_two_values() {
    let (judged, run) = (qrels("q 0 a 1"), run("q Q0 b 1 2 r | q Q0 a 2 1 r"));
    assert_eq!(means(&run, &judged, &["P@1", "P@2"], TieBreak::Trec), [0.0, 0.5]);
}

#[test]
fn case_22_values_are_joined_by_topic_whatever_the_order_of_files() {
    // ranx: MRR 0.0
    let judged = qrels("q1 0 a 1 | q2 0 b 1");
    let run = run("q2 Q0 b 1 1.0 r | q1 Q0 a 1 1.0 r");
    let evaluation = evaluation(&run, &judged, &["RR"], TieBreak::Trec);
    assert_eq!(evaluation.values[0].mean(), 1.0);
    let turned = evaluate(
        &run,
        &qrels("q2 0 b 1 | q1 0 a 1"),
        &measures(&["RR"]),
        TieBreak::Trec,
    );
    let joined = evaluation.values[0]
        .aligned(&turned.values[0])
        .expect("the same topics");
    assert_eq!(joined, evaluation.values[0].values);
}

#[test]
fn case_23_a_randomisation_test_repeats_itself_and_is_never_zero() {
    let x: Vec<f64> = (0..20).map(|i| f64::from(i) / 40.0).collect();
    let y: Vec<f64> = x.iter().map(|v| v + 0.25).collect();
    let o = Paired {
        seed: 42,
        ..Paired::default()
    };
    for generator in [Generator::Numpy, Generator::NumpySpawned] {
        for ties in [PermutationTies::default(), PermutationTies::NumpyStrict] {
            let o = Paired { generator, ties, ..o };
            let first = compare_paired(&x, &y, &o).expect("values");
            for threads in [1, 2, 8] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let again = pool
                    .expect("threads")
                    .install(|| compare_paired(&x, &y, &o).expect("values"));
                assert_eq!(again, first, "{generator}, {ties}, {threads} threads");
            }
            // all 20 differ by the same: in ranx p = 0.0; of 2^20 signs two are as large, too few to be drawn
            assert!(
                !first.exact && first.p_value == 1.0 / 10_001.0,
                "{}",
                first.p_value
            );
        }
    }
    // all eight signs of three topics: only +++ and --- are as large
    let exact = compare_paired(&[0.0; 3], &[0.1, 0.2, 0.3], &o).expect("values");
    assert_eq!((exact.exact, exact.p_value), (true, 0.25));
    // of the 16 sums ±0.1 ±0.2 ±0.3 ±0.6 ten are as large as 0.1 + 0.2 - 0.3 + 0.6, four of them but for rounding
    let tied = compare_paired(&[0.0; 4], &[0.1, 0.2, -0.3, 0.6], &o).expect("values");
    assert_eq!(tied.p_value, 10.0 / 16.0);
}

#[test]
fn case_25_the_mean_is_over_judged_topics_and_the_rest_is_listed() {
    let run = run("q1 Q0 a 1 1 r | q2 Q0 a 1 1 r | q3 Q0 a 1 1 r");
    let evaluation = evaluation(&run, &qrels("q1 0 a 1 | q3 0 b 1"), &["RR"], TieBreak::Trec);
    assert_eq!(evaluation.values[0].mean(), 0.5);
    assert_eq!(ids(&evaluation.coverage.in_run_not_judged), ["q2"]);
}

#[test]
fn case_27_legal_input_always_has_a_defined_value() {
    let names = [
        "Judged@10",
        "Judged",
        "P@5",
        "R@5",
        "RR",
        "AP",
        "nDCG@5",
        "nDCG(dcg='exp-log2')",
        "ContextPrecision@5",
        "GMAP",
        "Rprec",
        "Bpref",
        "infAP",
        "IPrec@0.0",
        "SetP",
        "SetP(relative=True)",
        "SetR",
        "SetAP",
        "SetF(beta=0.0)",
        "RBP(p=1.0)",
        "RBPResidual(p=0.0)",
        "ERR@10",
        "Compat",
        "Compat(p=0.0,normalize=False)",
        "Accuracy",
        "BPM(T=0.0,max_rel=1)@5",
        "SDCG(max_rel=2147483647)@10",
        "NERR8(max_rel=1)@10",
        "NERR9(max_rel=1)@10",
        "NERR10(p=1.0,max_rel=1)",
        "NERR11(T=0.0,max_rel=1)",
        "INST(T=0.5,max_rel=1)",
        "INSQ(T=0.0,min_rel=2147483646,max_rel=2147483647)",
        "P(judged_only=True)@5",
    ];
    // Bpref with nothing judged not relevant: trec_eval 1.0, another program NaN
    let only_relevant = (run("1 Q0 a 1 2 r|1 Q0 b 2 1 r"), qrels("1 0 a 1"));
    assert_eq!(
        mean(&only_relevant.0, &only_relevant.1, "Bpref", TieBreak::Trec),
        1.0
    );
    // answered with an empty list; nothing relevant; grades below 0; grades beyond reason
    let judged = qrels("q1 0 a 1 | q2 0 a 0 | q3 0 a -1 | q4 0 a 2147483647 | q4 0 b 1");
    let empty = Run::from_hits("x", [(topic("q1"), Vec::<Hit>::new())]).expect("an empty ranking is legal");
    let full = run("q1 Q0 z 1 1 r | q2 Q0 a 1 1 r | q3 Q0 a 1 1 r | q4 Q0 b 1 2 r | q4 Q0 a 2 1 r");
    for run in [&empty, &full] {
        let evaluation = evaluation(run, &judged, &names, TieBreak::Trec);
        for values in &evaluation.values {
            assert!(
                values.values.iter().all(|v| (0.0..=1.0).contains(v)),
                "{} {:?}",
                values.measure,
                values.values
            );
        }
        assert_eq!(ids(&evaluation.coverage.no_relevant), ["q2", "q3"]);
    }
    let nothing = evaluate(&empty, &Qrels::new(), &measures(&names), TieBreak::Trec);
    assert!(nothing.values.iter().all(|values| values.mean() == 0.0));
    assert_eq!(nothing.coverage, Coverage::default());
}

#[test]
fn case_28_fractional_gains_of_a_perfect_ranking_give_one() {
    // trec_eval 9.0.8 and 10.0 print 0.0000
    let judged = qrels("q 0 a 1 | q 0 b 2 | q 0 c 0");
    let run = run("q Q0 b 1 3 r | q Q0 a 2 2 r | q Q0 c 3 1 r");
    let values = means(
        &run,
        &judged,
        &["nDCG(gains={1:0.3,2:0.9})", "nDCG(gains={1:0.9,2:0.3})"],
        TieBreak::Trec,
    );
    assert_eq!(
        values.into_iter().map(four).collect::<Vec<_>>(),
        ["1.0000", "0.7967"]
    );
}

// ---- cases of the list on retrieval, under their numbers there

#[test]
fn r66_a_qrels_line_twice_is_counted_once_and_a_contradiction_is_an_error() {
    let read = read_qrels(lines("q 0 a 1 | q 0 a 1 | q 0 b 0").as_bytes(), "qrels.txt").expect("valid");
    assert_eq!((read.qrels.n_judgments(), read.duplicates), (2, 1));
    assert_eq!(
        qrels_error("q 0 a 1 | q 0 b 0 | q 0 a 2"),
        "qrels.txt:3: topic q, docid a has grade 2 here and 1 on line 1; keep one"
    );
}

#[test]
fn r70_a_query_without_hits_counts_zero_and_the_mean_is_over_all_ten() {
    let judged: Vec<String> = (0..10).map(|i| format!("q{i} 0 d{i} 1")).collect();
    let judged = qrels(&judged.join("|"));
    let hits = |i: usize| match i {
        7 => Vec::new(),
        _ => vec![Hit {
            docid: docid(&format!("d{i}")),
            score: 1.0,
        }],
    };
    let rankings = (0..10).map(|i| (topic(&format!("q{i}")), hits(i)));
    let run = Run::from_hits("r", rankings).expect("ten rankings, one of them empty");
    let mut file = Vec::new();
    write_run(&mut file, &run).expect("memory takes it all");
    assert_eq!(read_run(file.as_slice(), "r.run").expect("nine lines"), run);
    let names = [
        "Success@5",
        "P@1",
        "R@5",
        "RR@10",
        "AP",
        "nDCG@10",
        "ContextPrecision@5",
    ];
    let evaluation = evaluation(&run, &judged, &names, TieBreak::Trec);
    for values in &evaluation.values {
        assert_eq!((values.topics.len(), values.values[7]), (10, 0.0));
        assert_eq!(four(values.mean()), "0.9000", "{}", values.measure);
    }
    assert_eq!(ids(&evaluation.coverage.judged_missing_in_run), ["q7"]);
}

#[test]
fn r71_topics_of_one_side_only_follow_one_rule_and_are_listed() {
    // only in the qrels: counts 0; only in the run: left out; judged by nobody: left out
    let mut judged = qrels("q1 0 a 1 | q2 0 a 1");
    judged.declare(topic("q3"));
    let run = run("q1 Q0 a 1 1 r | q3 Q0 a 1 1 r | q4 Q0 a 1 1 r");
    let evaluation = evaluation(&run, &judged, &["RR@10", "nDCG@10", "Judged@10"], TieBreak::Trec);
    for values in &evaluation.values {
        assert_eq!((ids(&values.topics), values.mean()), (vec!["q1", "q2"], 0.5));
    }
    let coverage = &evaluation.coverage;
    assert_eq!(coverage.n_topics, 2);
    assert_eq!(ids(&coverage.judged_missing_in_run), ["q2"]);
    assert_eq!(ids(&coverage.without_judgments), ["q3"]);
    assert_eq!(ids(&coverage.in_run_not_judged), ["q4"]);
}

#[test]
fn r73_the_grade_from_which_a_document_is_relevant_is_part_of_the_measure() {
    // grades 1 to 5, the worst first
    let judged = qrels("q 0 a 1 | q 0 b 2 | q 0 c 3 | q 0 d 4 | q 0 e 5");
    let run = run("q Q0 a 1 5 r | q Q0 b 2 4 r | q Q0 c 3 3 r | q Q0 d 4 2 r | q Q0 e 5 1 r");
    let names = [
        "P@5",
        "P(rel=2)@5",
        "P(rel=4)@5",
        "RR",
        "RR(rel=2)",
        "RR(rel=4)",
        "R(rel=4)@4",
        "P(rel=6)@5",
    ];
    let means = means(&run, &judged, &names, TieBreak::Trec);
    assert_eq!(means, [1.0, 0.8, 0.4, 1.0, 0.5, 0.25, 0.5, 0.0]);
    for (measure, name) in measures(&names).iter().zip(names) {
        assert_eq!(measure.to_string(), name, "the threshold is printed");
    }
}

// ---- other input that is bad, and said to be

#[test]
fn statistics_of_nothing_or_of_other_lengths_are_errors() {
    assert!(matches!(
        bootstrap_mean(&[], &Default::default()),
        Err(Error::EmptySample { .. })
    ));
    assert!(matches!(
        compare_paired(&[1.0], &[], &Paired::default()),
        Err(Error::LengthMismatch { .. })
    ));
}

#[test]
fn a_mean_and_its_wins_that_disagree_are_warned_of() {
    // many small wins, one large loss
    let y: Vec<f64> = (0..20).map(|i| if i == 0 { -1.0 } else { 0.02 }).collect();
    let c = compare_paired(&[0.0; 20], &y, &Paired::default()).expect("values");
    let text = comparison_warnings("nDCG@10 a->b", &c)[0].to_string();
    assert_eq!(
        text,
        "nDCG@10 a->b: the mean differs by -0.0310, yet 19 topics win and 1 lose; \
         read the topics with the largest differences"
    );
}
