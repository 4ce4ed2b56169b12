//! What must hold for every input, tried on random ones.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // laws state equality where the arithmetic is the same

use proptest::prelude::*;
use sokutei_measures::stats::{
    Bootstrap, Paired, PermutationTies, bootstrap_mean, cluster_bootstrap_mean, compare_paired,
    percentile_linear, standard_deviation, subset_spread,
};
use sokutei_measures::trec::{python_float, read_qrels, read_run, write_qrels, write_run};
use sokutei_measures::{
    Cutoff, Docid, Gains, Hit, Measure, MeasureKind, Qrels, RankingRules, Run, TieBreak, TopicId, Unjudged,
    evaluate, evaluate_by, first_relevant_ranks, tie_ranges,
};

// ---- inputs

/// One topic: grades of documents d0, d1, …, `None` unjudged; scores of those that were returned.
type Topic = (Vec<Option<i32>>, Vec<Option<u8>>);

fn topic() -> impl Strategy<Value = Topic> {
    (1usize..30).prop_flat_map(|n| {
        let grade = prop_oneof![2 => Just(None), 2 => (-1..4).prop_map(Some)];
        let score = prop_oneof![1 => Just(None), 3 => (0u8..12).prop_map(Some)]; // coarse, so that ties happen
        (prop::collection::vec(grade, n), prop::collection::vec(score, n))
    })
}

fn topics() -> impl Strategy<Value = Vec<Topic>> {
    prop::collection::vec(topic(), 1..8)
}

fn docid(i: usize) -> Docid {
    Docid::new(format!("d{i}")).expect("an id")
}

fn topic_id(i: usize) -> TopicId {
    TopicId::new(format!("q{i}")).expect("an id")
}

fn hits(scores: &[Option<u8>]) -> Vec<Hit> {
    let returned = scores
        .iter()
        .enumerate()
        .filter_map(|(i, score)| score.map(|score| (i, score)));
    returned
        .map(|(i, score)| Hit {
            docid: docid(i),
            score: f64::from(score),
        })
        .collect()
}

fn collection(topics: &[(usize, &Topic)]) -> (Run, Qrels) {
    let mut qrels = Qrels::new();
    for (q, (grades, _)) in topics {
        for (i, grade) in grades
            .iter()
            .enumerate()
            .filter_map(|(i, grade)| grade.map(|grade| (i, grade)))
        {
            qrels.insert(topic_id(*q), docid(i), grade).expect("judged once");
        }
    }
    let rankings = topics.iter().map(|(q, (_, scores))| (topic_id(*q), hits(scores)));
    (Run::from_hits("x", rankings).expect("no document twice"), qrels)
}

fn numbered(topics: &[Topic]) -> Vec<(usize, &Topic)> {
    topics.iter().enumerate().collect()
}

fn k(depth: u32) -> Cutoff {
    Cutoff::new(depth).expect("at least 1")
}

fn tie() -> impl Strategy<Value = TieBreak> {
    prop::sample::select(TieBreak::ALL.to_vec())
}

fn gains() -> impl Strategy<Value = Gains> {
    let table = prop::collection::btree_map(
        0..6i32,
        prop_oneof![0.0..10.0, (0..9i32).prop_map(f64::from)],
        1..5,
    );
    prop_oneof![
        Just(Gains::Linear),
        Just(Gains::Exponential),
        table.prop_map(|table| Gains::explicit(table).expect("grades and gains are at least 0")),
    ]
}

/// Any measure, by its name.
fn measure() -> impl Strategy<Value = Measure> {
    prop_oneof![
        share(),
        prop::sample::select(vec!["NumRet", "NumRet(rel=2)", "NumRel", "NumQ"]).prop_map(named)
    ]
}

fn named(name: impl AsRef<str>) -> Measure {
    name.as_ref().parse().unwrap_or_else(|e| panic!("{e}"))
}

/// Any measure whose values are shares of 1.
fn share() -> impl Strategy<Value = Measure> {
    let cutoff = prop::option::of(1..120u32);
    let real = prop_oneof![Just(0.0), Just(1.0), Just(0.8), 0.0..1.0];
    (0..41u8, cutoff, 1..4i32, any::<bool>(), real, gains()).prop_map(
        |(kind, cutoff, rel, judged_only, x, gains)| {
            let at = cutoff.map_or(String::new(), |k| format!("@{k}"));
            let judged_only = if judged_only { ",judged_only=True" } else { "" };
            let depth = cutoff.unwrap_or(10);
            match kind {
                0 => named(format!("Success(rel={rel}{judged_only})@{depth}")),
                1 => named(format!("P(rel={rel}{judged_only})@{depth}")),
                2 => named(format!("R(rel={rel}{judged_only})@{depth}")),
                3 => named(format!("RR(rel={rel}{judged_only}){at}")),
                4 => named(format!("AP(rel={rel}{judged_only}){at}")),
                5 => named(format!("ContextPrecision(rel={rel}{judged_only}){at}")),
                6 => Measure::ndcg(gains, cutoff.map(k)),
                7 => Measure::ndcg(gains, cutoff.map(k))
                    .judged_only()
                    .expect("it has that form"),
                8 => named(format!("Judged{at}")),
                9 => named(format!("Rprec(rel={rel}{judged_only})")),
                10 => named(format!("Bpref(rel={rel})")),
                11 => named(format!("infAP(rel={rel})")),
                12 => named(format!("IPrec(rel={rel}{judged_only})@{x}")),
                13 => named(format!("SetP(rel={rel}{judged_only})")),
                14 => named(format!("SetR(rel={rel})")),
                15 => named(format!("SetAP(rel={rel}{judged_only})")),
                16 => named(format!("SetF(rel={rel},beta={}{judged_only})", x * 9.0)),
                17 => named(format!("RBP(rel={rel},p={x}){at}")),
                18 => named(format!("RBP(max_rel={rel},p={x}){at}")),
                19 => named(format!("ERR(max_rel={rel}){at}")),
                20 => named(format!("Accuracy(rel={rel}){at}")),
                22 => named(format!("IDBasedContextPrecision(rel={rel}{judged_only}){at}")),
                23 => named(format!("alpha_DCG(rel={rel},alpha={x}{judged_only})@{depth}")),
                24 => named(format!("alpha_nDCG(rel={rel},alpha={x}{judged_only}){at}")),
                25 => named(format!("ERR_IA(rel={rel}{judged_only})@{depth}")),
                26 => named(format!("nERR_IA(rel={rel}{judged_only}){at}")),
                27 => named(format!("NRBP(rel={rel},alpha={x},beta={})", 1.0 - x)),
                28 => named(format!("nNRBP(rel={rel},alpha=0.3,beta={x})")),
                29 => named(format!("AP_IA(rel={rel}{judged_only})")),
                30 => named(format!("P_IA(rel={rel}{judged_only})@{depth}")),
                31 => named(format!("StRecall(rel={rel}){at}")),
                21 => named(format!("GMAP(rel={rel}{judged_only}){at}")),
                32 => named(format!("BPM(T={},max_rel={rel})@{depth}", x * 9.0)),
                33..40 => reader(kind - 33, x, rel, depth),
                _ => named(format!(
                    "Compat(p={x},normalize={})",
                    if rel == 1 { "True" } else { "False" }
                )),
            }
        },
    )
}

/// A C/W/L measure for which a better document further up is never worse.
fn reader(which: u8, x: f64, least: i32, depth: u32) -> Measure {
    let scale = format!("min_rel={},max_rel=3", least - 1);
    named(match which {
        0 => format!("SDCG({scale})@{depth}"),
        1 => format!("NERR8({scale})@{depth}"),
        2 => format!("NERR9({scale})@{depth}"),
        3 => format!("NERR10(p={x},{scale})"),
        4 => format!("NERR11(T={},{scale})", x * 9.0),
        5 => format!("INST(T={},{scale})", 0.5 + x * 9.0),
        _ => format!("INSQ(T={},{scale})", x * 9.0),
    })
}

/// Measures that an unjudged document at the end can raise: it counts (`NumRet`), it is one more that stands below relevant ones
/// (Accuracy), it makes the compared depth longer (Compat).
fn can_gain_at_the_end(measure: &Measure) -> bool {
    matches!(
        measure.kind(),
        MeasureKind::Returned | MeasureKind::Accuracy | MeasureKind::Compatibility { .. }
    )
}

fn value(run: &Run, qrels: &Qrels, measure: Measure) -> f64 {
    evaluate(run, qrels, &[measure], TieBreak::Trec).values[0].mean()
}

fn sample(len: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.0..1.0], len)
}

/// Every order of the numbers below `n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(n - 1);
    let with_last = |order: &Vec<usize>| {
        let order = order.clone();
        (0..n).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, n - 1);
            longer
        })
    };
    shorter.iter().flat_map(with_last).collect()
}

/// Two samples over the same topics.
fn two_samples() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (1usize..60).prop_flat_map(|n| (sample(n), sample(n)))
}

fn quick() -> Paired {
    Paired {
        replicates: 200,
        permutations: 200,
        ..Paired::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    // ---- measures

    #[test]
    fn every_value_is_between_zero_and_one(topics in topics(), measure in share(), tie in tie()) {
        let (run, qrels) = collection(&numbered(&topics));
        for value in &evaluate(&run, &qrels, &[measure], tie).values[0].values {
            prop_assert!((0.0..=1.0 + 1e-12).contains(value), "{value}");
        }
    }

    #[test]
    fn measures_print_and_parse_back(measure in measure()) {
        let text = measure.to_string();
        prop_assert_eq!(text.parse::<Measure>().expect("printed by us"), measure.clone());
        let json = serde_json::to_string(&measure).expect("a string");
        prop_assert_eq!(serde_json::from_str::<Measure>(&json).expect("our own"), measure);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[A-Za-z@(){}=,:'0-9. -]{0,24}|\\PC{0,12}") {
        let _ = text.parse::<Measure>();
    }

    #[test]
    fn the_order_of_topics_changes_nothing(topics in topics(), measure in measure(), tie in tie()) {
        let forwards = numbered(&topics);
        let backwards: Vec<(usize, &Topic)> = forwards.iter().rev().copied().collect();
        let (run, qrels) = collection(&forwards);
        let (reversed_run, reversed_qrels) = collection(&backwards);
        let expected = evaluate(&run, &qrels, std::slice::from_ref(&measure), tie);
        prop_assert_eq!(&evaluate(&reversed_run, &qrels, std::slice::from_ref(&measure), tie).values, &expected.values);
        let other = evaluate(&reversed_run, &reversed_qrels, &[measure], tie);
        prop_assert_eq!(&expected.values[0].aligned(&other.values[0]).expect("the same topics"), &expected.values[0].values);
        prop_assert!((expected.values[0].mean() - other.values[0].mean()).abs() < 1e-12);
    }

    #[test]
    fn measuring_twice_and_together_gives_the_same(topics in topics(), measures in prop::collection::vec(measure(), 1..6)) {
        let (run, qrels) = collection(&numbered(&topics));
        let together = evaluate(&run, &qrels, &measures, TieBreak::Trec);
        prop_assert_eq!(&together, &evaluate(&run, &qrels, &measures, TieBreak::Trec));
        for (values, measure) in together.values.iter().zip(measures) {
            prop_assert_eq!(values, &evaluate(&run, &qrels, &[measure], TieBreak::Trec).values[0]);
        }
    }

    #[test]
    fn an_unjudged_document_at_the_end_never_raises_a_measure(topic in topic(), measure in measure()) {
        prop_assume!(!can_gain_at_the_end(&measure));
        let (run, qrels) = collection(&[(0, &topic)]);
        let mut hits: Vec<Hit> = hits(&topic.1);
        hits.push(Hit { docid: Docid::new("new").expect("an id"), score: -1.0 });
        let longer = Run::from_hits("x", [(topic_id(0), hits)]).expect("no document twice");
        prop_assert!(value(&longer, &qrels, measure.clone()) <= value(&run, &qrels, measure));
    }

    #[test]
    fn a_better_document_further_up_never_costs_a_reader(
        grades in prop::collection::vec(0..4i32, 2..30), place in 0usize..30, raised in any::<bool>(),
        which in 0..7u8, x in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0], least in 1..4i32, depth in 1..40u32,
    ) {
        let measure = reader(which, x, least, depth);
        let of = |grades: &[i32]| {
            let scores = (0..grades.len()).rev().map(|rank| Some(rank as u8)).collect();
            let (run, qrels) = collection(&[(0, &(grades.iter().copied().map(Some).collect(), scores))]);
            value(&run, &qrels, measure.clone())
        };
        let mut better = grades.clone();
        let place = place % (grades.len() - 1);
        if raised {
            better[place] = 3;
        } else {
            better[place..=place + 1].sort_unstable_by(|a, b| b.cmp(a));
        }
        prop_assert!(of(&better) >= of(&grades) - 1e-12, "{} {:?} {:?}", measure, grades, better);
    }

    #[test]
    fn readers_with_one_way_to_stop_have_measures_that_are_known(topics in topics(), depth in 1..40u32) {
        let (run, qrels) = collection(&numbered(&topics));
        let of = |name: &str| value(&run, &qrels, named(name.replace("{k}", &depth.to_string())));
        // who is never content reads to the cutoff
        let (patient, precision) = (of("BPM(T=1000.0,max_rel=1)@{k}"), of("P@{k}"));
        prop_assert!((patient - precision).abs() < 1e-12);
        // who is content with one relevant document stops at its rank r: 1 of r documents read
        prop_assert!((of("BPM(max_rel=1)@1000") - of("RR")).abs() < 1e-12);
        prop_assert!((of("NERR8(max_rel=1)@1000") - of("RR")).abs() < 1e-12);
    }

    #[test]
    fn recall_and_success_grow_with_the_cutoff(topics in topics(), depth in 1..40u32) {
        let (run, qrels) = collection(&numbered(&topics));
        let grows = |of: fn(Cutoff) -> Measure| {
            value(&run, &qrels, of(k(depth))) <= value(&run, &qrels, of(k(depth + 1)))
        };
        prop_assert!(grows(Measure::recall) && grows(Measure::success));
    }

    #[test]
    fn with_one_relevant_document_measures_coincide(topic in topic(), place in 0usize..30, depth in 1..40u32) {
        let n = topic.0.len();
        let grades = (0..n).map(|i| (i == place % n).then_some(1)).collect();
        let (run, qrels) = collection(&[(0, &(grades, topic.1))]);
        let of = |measure| value(&run, &qrels, measure);
        prop_assert_eq!(of(Measure::success(k(depth))), of(Measure::recall(k(depth))));
        prop_assert_eq!(of(Measure::average_precision(None)), of(Measure::reciprocal_rank(None)));
        prop_assert_eq!(of(Measure::context_precision(k(depth))), of(Measure::average_precision(k(depth))));
        let (rr, cut) = (of(Measure::reciprocal_rank(None)), of(Measure::reciprocal_rank(k(depth))));
        prop_assert_eq!(cut, if rr >= 1.0 / f64::from(depth) { rr } else { 0.0 });
    }

    #[test]
    fn average_precision_is_never_above_context_precision(topics in topics(), depth in 1..40u32) {
        let (run, qrels) = collection(&numbered(&topics));
        let ap = value(&run, &qrels, Measure::average_precision(k(depth)));
        prop_assert!(ap <= value(&run, &qrels, Measure::context_precision(k(depth))) + 1e-12);
    }

    #[test]
    fn the_best_order_of_all_judged_documents_has_ndcg_one(topic in topic(), gains in gains(), depth in 1..40u32) {
        let mut judged: Vec<(usize, i32)> =
            topic.0.iter().enumerate().filter_map(|(i, grade)| grade.map(|grade| (i, grade))).collect();
        judged.sort_by(|a, b| gains.gain(b.1).total_cmp(&gains.gain(a.1)));
        let best = judged.iter().enumerate().map(|(rank, (i, _))| Hit { docid: docid(*i), score: 100.0 - rank as f64 });
        let run = Run::from_hits("best", [(topic_id(0), best.collect())]).expect("no document twice");
        let (_, qrels) = collection(&[(0, &topic)]);
        let something = judged.iter().any(|(_, grade)| gains.gain(*grade) > 0.0);
        let found = value(&run, &qrels, Measure::ndcg(gains, k(depth)));
        prop_assert!((found - f64::from(u8::from(something))).abs() < 1e-12, "{found}");
    }

    #[test]
    fn reciprocal_rank_is_one_over_the_first_relevant_rank(topics in topics(), rel in 1..4i32, tie in tie()) {
        let (run, qrels) = collection(&numbered(&topics));
        let measure = Measure::reciprocal_rank(None).with_rel(rel).expect("at least 1");
        let values = &evaluate(&run, &qrels, &[measure], tie).values[0].values;
        let ranks = first_relevant_ranks(&run, &qrels, rel, tie);
        let inverse: Vec<f64> = ranks.iter().map(|rank| rank.map_or(0.0, |rank| 1.0 / f64::from(rank))).collect();
        prop_assert_eq!(values, &inverse);
    }

    #[test]
    fn a_ranking_is_a_rearrangement_whatever_the_tie_rule(topic in topic(), tie in tie()) {
        let (run, _) = collection(&[(0, &topic)]);
        let sorted = |mut ids: Vec<Docid>| { ids.sort(); ids };
        let ranking = run.ranking(&topic_id(0), tie).into_iter().cloned().collect();
        prop_assert_eq!(sorted(ranking), sorted(hits(&topic.1).into_iter().map(|hit| hit.docid).collect()));
    }

    #[test]
    fn tie_rules_agree_when_nothing_ties(topic in topic()) {
        let scores = topic.1.iter().enumerate().map(|(i, score)| score.map(|_| i as u8)).collect();
        let (run, qrels) = collection(&[(0, &(topic.0, scores))]);
        let measures = [Measure::average_precision(None), Measure::judged(k(3))];
        let expected = evaluate(&run, &qrels, &measures, TieBreak::Trec);
        prop_assert!(expected.coverage.decided_by_ties.is_empty());
        for tie in [TieBreak::Trec9, TieBreak::DocidAsc, TieBreak::InputOrder] {
            prop_assert_eq!(&evaluate(&run, &qrels, &measures, tie), &expected);
        }
    }

    #[test]
    fn the_range_over_ties_is_that_of_every_order_of_the_documents(
        (grades, scores) in (2usize..6).prop_flat_map(|n| {
            let grade = prop_oneof![Just(None), (0..3).prop_map(Some)];
            (prop::collection::vec(grade, n), prop::collection::vec(0..2u8, n))
        }),
        measure in share(),
    ) {
        let (_, qrels) = collection(&[(0, &(grades, vec![]))]);
        prop_assume!(!qrels.is_empty());
        let run_of = |order: &[usize]| {
            let hits = order.iter().map(|&i| Hit { docid: docid(i), score: f64::from(scores[i]) });
            Run::from_hits("x", [(topic_id(0), hits.collect())]).expect("no document twice")
        };
        // each order of the input is as likely as any other
        let orders = permutations(scores.len());
        let of_order = |order: &Vec<usize>| {
            evaluate(&run_of(order), &qrels, std::slice::from_ref(&measure), TieBreak::InputOrder).values[0].values[0]
        };
        let values: Vec<f64> = orders.iter().map(of_order).collect();
        let found = tie_ranges(&run_of(&orders[0]), &qrels, std::slice::from_ref(&measure), TieBreak::Trec.into());
        let range = &found.ranges[0];
        let [low, high] = [f64::min, f64::max].map(|end: fn(f64, f64) -> f64| values.iter().copied().reduce(end).expect("orders"));
        let aggregate = |x: f64| measure.aggregate().of(&[x]);
        prop_assert!((range.low - aggregate(low)).abs() < 1e-12 && (range.high - aggregate(high)).abs() < 1e-12);
        let mean = aggregate(values.iter().sum::<f64>() / values.len() as f64);
        prop_assert!((range.mean - mean).abs() < 1e-12, "{} {mean}", range.mean);
        prop_assert_eq!(found.n_sampled, 0);
    }

    #[test]
    fn removing_unjudged_documents_is_what_judged_only_does(topics in topics(), rel in 1..4i32, depth in 1..40u32) {
        let (run, qrels) = collection(&numbered(&topics));
        let rules = RankingRules { ties: TieBreak::Trec, unjudged: Unjudged::Removed };
        for name in ["P(rel={rel})@{k}", "AP(rel={rel})@{k}", "RR(rel={rel})", "Rprec(rel={rel})"] {
            let plain = named(name.replace("{rel}", &rel.to_string()).replace("{k}", &depth.to_string()));
            let judged_only = plain.clone().judged_only().expect("it has that form");
            let removed = evaluate_by(&run, &qrels, &[plain], rules);
            let expected = evaluate(&run, &qrels, &[judged_only], TieBreak::Trec);
            prop_assert_eq!(&removed.values[0].values, &expected.values[0].values);
        }
    }

    #[test]
    fn collapsing_twice_is_collapsing_once(topics in topics(), parts in 1usize..6) {
        let (run, _) = collection(&numbered(&topics));
        let article_of = |docid: &Docid| {
            let number: Option<usize> = docid.as_str().strip_prefix('d').and_then(|n| n.parse().ok());
            number.map(|n| Docid::new(format!("a{}", n / parts)).expect("an id"))
        };
        let once = run.collapse(article_of);
        prop_assert_eq!(&once.collapse(article_of), &once);
        for topic in run.topics() {
            prop_assert!(once.hits(topic).len() <= run.hits(topic).len());
            prop_assert!(once.hits(topic).iter().zip(1..).all(|(row, rank)| row.rank == rank));
        }
    }

    // ---- files

    #[test]
    fn files_are_read_back_as_they_were(topics in topics()) {
        let (run, qrels) = collection(&numbered(&topics));
        let (mut run_file, mut qrels_file) = (Vec::new(), Vec::new());
        write_run(&mut run_file, &run).expect("to memory");
        write_qrels(&mut qrels_file, &qrels).expect("to memory");
        if !run.is_empty() {
            prop_assert_eq!(&read_run(run_file.as_slice(), "x").expect("written by us"), &run);
        }
        if !qrels.is_empty() {
            let read = read_qrels(qrels_file.as_slice(), "x").expect("written by us");
            prop_assert!(read.qrels.topics().eq(qrels.topics()));
            prop_assert_eq!((&read.qrels, read.duplicates, read.comments), (&qrels, 0, 0));
        }
    }

    #[test]
    fn ids_of_any_script_survive_a_file(id in "[^\\s#\u{feff}\u{1c}-\u{1f}\u{85}][^\\s\u{1c}-\u{1f}\u{85}]{0,20}") {
        let docid = Docid::new(&id).expect("no white space");
        let topic = TopicId::new(&id).expect("no white space");
        let run = Run::from_hits("x", [(topic, vec![Hit { docid, score: 1.0 }])]).expect("one document");
        let mut file = Vec::new();
        write_run(&mut file, &run).expect("to memory");
        prop_assert_eq!(read_run(file.as_slice(), "x").expect("written by us"), run);
    }

    #[test]
    fn no_file_makes_the_readers_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[q0-9 Q\t\r\n#.eadbx-]{0,200}") {
        let _ = (read_qrels(bytes.as_slice(), "x"), read_run(bytes.as_slice(), "x"));
        let _ = (read_qrels(text.as_bytes(), "x"), read_run(text.as_bytes(), "x"));
    }

    #[test]
    fn printed_doubles_read_back_as_the_same_bits(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            let text = python_float(value);
            prop_assert_eq!(text.parse::<f64>().expect("a number").to_bits(), bits, "{}", text);
        }
    }

    // ---- statistics

    #[test]
    fn an_interval_of_a_constant_sample_has_no_width(value in 0.0..1.0f64, n in 1usize..50) {
        // the mean of equal values may differ from them by rounding, but each resample rounds the same way
        let e = bootstrap_mean(&vec![value; n], &Bootstrap { replicates: 50, ..Bootstrap::default() }).expect("values");
        prop_assert_eq!((e.low, e.high), (e.point, e.point));
    }

    #[test]
    fn an_interval_lies_within_the_sample(x in sample(1..60)) {
        let e = bootstrap_mean(&x, &Bootstrap { replicates: 100, ..Bootstrap::default() }).expect("values");
        let (least, most) = x.iter().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(*v), m.max(*v)));
        prop_assert!(least - 1e-12 <= e.low && e.low <= e.high && e.high <= most + 1e-12);
    }

    #[test]
    fn swapping_systems_negates_the_difference((x, y) in two_samples(), strict in any::<bool>(), exact in any::<bool>()) {
        let ties = if strict { PermutationTies::NumpyStrict } else { PermutationTies::default() };
        let o = Paired { ties, exact, ..quick() };
        let (a, b) = (compare_paired(&x, &y, &o).expect("values"), compare_paired(&y, &x, &o).expect("values"));
        prop_assert_eq!(a.difference.point, -b.difference.point);
        prop_assert!((a.difference.low + b.difference.high).abs() < 1e-12);
        prop_assert!((a.difference.high + b.difference.low).abs() < 1e-12);
        prop_assert_eq!((a.win, a.tie, a.loss), (b.loss, b.tie, b.win));
        prop_assert_eq!((a.p_value, a.effect_size), (b.p_value, -b.effect_size));
        prop_assert_eq!(a.minimal_detectable_difference, b.minimal_detectable_difference);
    }

    #[test]
    fn a_system_does_not_differ_from_itself(x in sample(1..60)) {
        let c = compare_paired(&x, &x, &quick()).expect("values");
        prop_assert_eq!((c.p_value, c.difference.low, c.difference.high), (1.0, 0.0, 0.0));
        prop_assert_eq!((c.win, c.tie, c.loss), (0, x.len(), 0));
    }

    #[test]
    fn p_values_are_probabilities_and_never_zero((x, y) in two_samples(), strict in any::<bool>()) {
        let ties = if strict { PermutationTies::NumpyStrict } else { PermutationTies::default() };
        let c = compare_paired(&x, &y, &Paired { ties, ..quick() }).expect("values");
        prop_assert!(c.p_value > 0.0 && c.p_value <= 1.0);
        prop_assert!(!c.effect_size.is_nan() && !c.minimal_detectable_difference.is_nan());
        prop_assert_eq!(c.win + c.tie + c.loss, x.len());
    }

    #[test]
    fn percentiles_grow_with_q(x in sample(1..60), a in 0.0..100.0f64, b in 0.0..100.0f64) {
        let at = |q| percentile_linear(&x, q).expect("values");
        prop_assert!(at(a.min(b)) <= at(a.max(b)) + 1e-12);
    }

    #[test]
    fn group_names_do_not_matter(x in sample(1..60), names in prop::collection::vec(0usize..9, 60)) {
        let groups = &names[..x.len()];
        let renamed: Vec<usize> = groups.iter().map(|g| usize::MAX - 17 * g).collect();
        let o = Bootstrap { replicates: 50, ..Bootstrap::default() };
        prop_assert_eq!(
            cluster_bootstrap_mean(&x, groups, &o).expect("values"),
            cluster_bootstrap_mean(&x, &renamed, &o).expect("values")
        );
    }

    #[test]
    fn subsets_spread_around_the_mean_and_less_when_larger(x in sample(20..60)) {
        let rows = subset_spread(&x, &[2, 18], 100, 0).expect("values");
        for r in &rows {
            prop_assert!(r.min <= r.p2_5 && r.p2_5 <= r.p5 && r.p5 <= r.median);
            prop_assert!(r.median <= r.p95 && r.p95 <= r.p97_5 && r.p97_5 <= r.max);
        }
        if standard_deviation(&x) > 0.05 {
            prop_assert!(rows[1].p95 - rows[1].p5 <= rows[0].p95 - rows[0].p5);
        }
    }
}
