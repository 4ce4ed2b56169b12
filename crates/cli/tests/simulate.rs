//! What fewer or more topics would tell, and how many topics it takes.
#![allow(clippy::float_cmp)] // two formats print the same double

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};
use serde_json::Value;

/// Qrels of one relevant document a topic, and a run for each list of its ranks.
fn collection(folder: &Path, runs: &[(&str, &dyn Fn(usize) -> usize)], topics: usize) {
    let qrels: String = (0..topics).map(|t| format!("q{t} 0 d{t} 1\n")).collect();
    fs::write(folder.join("q"), qrels).expect("written");
    for (tag, rank_of) in runs {
        let mut run = String::new();
        for t in 0..topics {
            let rank = rank_of(t);
            for place in 1..=10 {
                let docid = if place == rank {
                    format!("d{t}")
                } else {
                    format!("x{place}")
                };
                run.push_str(&format!("q{t} Q0 {docid} {place} {} {tag}\n", 100 - place));
            }
        }
        fs::write(folder.join(format!("{tag}.run")), run).expect("written");
    }
}

/// Sixty topics on which B is a little better.
fn sixty(folder: &Path) {
    collection(
        folder,
        &[("A", &|t| t % 4 + 1), ("B", &|t| t * 7 % 5 % 3 + 1)],
        60,
    );
}

const AB: [&str; 6] = ["simulate", "q", "A.run", "B.run", "-m", "RR@10"];

fn json(folder: &Path, more: &[&str]) -> Value {
    let out = fine(folder, &[&AB[..], &["--format", "json"], more].concat());
    serde_json::from_str(&out).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn refused(folder: &Path, flags: &[&str]) -> String {
    let (code, out, said) = outcome(sokutei(folder).args(flags));
    assert_eq!((code, out.as_str()), (2, ""), "{flags:?}: {said}");
    said
}

#[test]
fn values_of_sixty_topics_are_numpys_and_scipys() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let found = json(
        dir.path(),
        &[
            "--sizes",
            "20,60,500",
            "--subsets",
            "200",
            "--intervals",
            "3",
            "--resamples",
            "300",
            "--delta",
            "0.1",
        ],
    );
    // numpy 2.4.6, scipy 1.17.1: a = 1 / (t % 4 + 1), b = 1 / (t * 7 % 5 % 3 + 1), t = 0 … 59; streams as METHODS says:
    // default_rng(0).choice(60, n, replace=False) for 200 subsets of 20 and then of 60, three subsets for intervals
    // (2,000 replicates), default_rng(0).integers(0, 60, n) for 300 resamples of each size
    let close =
        |found: &Value, expected: f64| assert!((number(found) - expected).abs() < 1e-9, "{found} {expected}");
    let (system, pair) = (&found["systems"][0], &found["pairs"][0]);
    close(&system["mean"], 0.520_833_333_333_333_3);
    close(&system["standard_deviation"], 0.293_376_746_273_860_8);
    close(&pair["difference"], 0.145_833_333_333_333_34);
    close(&pair["standard_deviation"], 0.406_406_152_084_312_6);
    let widths = [
        0.271_021_118_656_577_1,
        0.150_933_624_365_045_3,
        0.051_529_489_607_253_83,
    ];
    let powers = [55.0 / 300.0, 0.55, 1.0];
    let formulas = [
        0.180_225_291_738_955_77,
        0.466_110_550_252_613_7,
        0.999_793_373_967_542_8,
    ];
    let observed = [0.32, 250.0 / 300.0, 1.0];
    let detectable = [
        0.268_407_551_531_540_56,
        0.149_437_296_205_852_14,
        0.051_017_106_949_188_63,
    ];
    for (i, n) in [20, 60, 500].into_iter().enumerate() {
        let (of_system, of_pair) = (&system["sizes"][i], &pair["sizes"][i]);
        assert_eq!(
            (&of_system["n"], &of_pair["n"]),
            (&Value::from(n), &Value::from(n))
        );
        close(&of_system["expected_t_width"], widths[i]);
        close(&of_pair["power_at_delta"]["power"], powers[i]);
        close(&of_pair["power_at_delta"]["by_formula"], formulas[i]);
        close(&of_pair["power_as_observed"]["power"], observed[i]);
        close(&of_pair["detectable_difference"], detectable[i]);
    }
    let intervals = [0.279_201_388_888_888_85, 0.149_097_222_222_222_08];
    let middles = [
        [0.420_520_833_333_333_3, 0.637_604_166_666_666_6],
        [0.520_833_333_333_333_3; 2],
    ];
    for (i, reversed) in [0.04, 0.0].into_iter().enumerate() {
        let (of_system, of_pair) = (&system["sizes"][i], &pair["sizes"][i]);
        close(&of_system["mean_interval_width"], intervals[i]);
        close(&of_system["subset_means"]["p2_5"], middles[i][0]);
        close(&of_system["subset_means"]["p97_5"], middles[i][1]);
        close(&of_pair["reversal"]["reversed"], reversed);
    }
    // beyond the topics at hand there are no subsets
    assert!(
        system["sizes"][2]["mean_interval_width"].is_null() && system["sizes"][2]["subset_means"].is_null()
    );
    assert!(pair["sizes"][2]["reversal"].is_null());
}

#[test]
fn sizes_from_the_observed_variances_are_statsmodels() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let found = json(dir.path(), &["--delta", "0.1"]);
    let sizes = |form: &str, of: &str| -> Vec<u64> {
        let rows = found["topic_set_sizes"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["for"] == form && row["of"] == of);
        let sizes = row.unwrap_or_else(|| panic!("{form} {of}"))["sizes"]
            .as_array()
            .expect("sizes");
        sizes
            .iter()
            .map(|size| size["n"].as_u64().expect("a count"))
            .collect()
    };
    // for 0.01, 0.02, 0.05, 0.1: statsmodels 0.15.0 TTestPower, FTestAnovaPower; widths by the formula with scipy 1.17.1
    assert_eq!(sizes("t-test", "A->B"), [12_966, 3243, 521, 132]);
    assert_eq!(sizes("anova", "2 runs, within each"), [12_965, 3242, 520, 131]);
    assert_eq!(sizes("interval", "A"), [13_228, 3309, 531, 135]);
    assert_eq!(sizes("interval", "A->B"), [25_382, 6347, 1018, 256]);
}

#[test]
fn whole_groups_are_drawn_where_topics_name_them() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let rows: String = (0..60).map(|t| format!("q{t},a{}\n", t / 3)).collect();
    fs::write(dir.path().join("topics.csv"), format!("qid,page\n{rows}")).expect("written");
    let flags = ["--topics", "topics.csv", "--groups", "page", "--sizes", "5,20,40"];
    let found = json(dir.path(), &flags);
    assert_eq!(
        (&found["unit"], &found["groups"]["n_groups"]),
        (&Value::from("group"), &Value::from(20))
    );
    // a subset of all 20 groups is all topics
    let system = &found["systems"][0];
    assert_eq!(system["sizes"][1]["subset_means"]["min"], system["mean"]);
    assert!(system["sizes"][2]["subset_means"].is_null());
    let forms: Vec<&Value> = found["topic_set_sizes"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["for"])
        .collect();
    assert!(!forms.is_empty() && !forms.contains(&&Value::from("anova")));
    let (code, out, said) = outcome(sokutei(dir.path()).args(AB).args(flags));
    assert_eq!(code, 0);
    assert!(
        out.contains("n: 60 topics in 20 groups by page") && out.contains("How many groups it takes"),
        "{out}"
    );
    assert!(
        said.contains("40: more than the 20 groups by page there are, so no subsets"),
        "{said}"
    );
    assert!(
        said.contains("subsets of 20 groups are more than half of the 20 groups"),
        "{said}"
    );
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let (dir, _) = workspace();
    sixty(dir.path());
    // enough resamples that the work is cut into pieces
    let fewer = [
        "--subsets",
        "100",
        "--intervals",
        "2",
        "--replicates",
        "200",
        "--resamples",
        "100",
    ];
    for format in ["text", "json", "csv", "markdown", "latex"] {
        let of = |threads| {
            let flags = ["--format", format, "--threads", threads];
            fine(dir.path(), &[&AB[..], &fewer, &flags].concat())
        };
        let one = of("1");
        assert!(!one.is_empty() && one == of("8") && one == of("8"), "{format}");
    }
}

#[test]
fn csv_has_the_numbers_of_json() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let csv = fine(dir.path(), &[&AB[..], &["--format", "csv"]].concat());
    let found = json(dir.path(), &[]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0],
        [
            "measure",
            "run",
            "candidate",
            "n",
            "quantity",
            "difference",
            "value"
        ]
    );
    let value = |quantity: &str, n: &str, candidate: &str| {
        let row = rows
            .iter()
            .find(|row| row[4] == quantity && row[3] == n && row[2] == candidate);
        row.unwrap_or_else(|| panic!("{quantity}"))[6]
            .parse::<f64>()
            .expect("a number")
    };
    let (system, pair) = (&found["systems"][0]["sizes"][0], &found["pairs"][0]["sizes"][0]);
    assert_eq!(
        value("mean-interval-width", "20", ""),
        number(&system["mean_interval_width"])
    );
    assert_eq!(
        value("power-at-delta", "20", "B"),
        number(&pair["power_at_delta"]["power"])
    );
    assert_eq!(
        value("reversed", "20", "B"),
        number(&pair["reversal"]["reversed"])
    );
    let size = rows
        .iter()
        .find(|row| row[4] == "topics-for-t-test" && row[5] == "0.05")
        .expect("a size");
    let rows = found["topic_set_sizes"].as_array().expect("rows");
    let test = rows.iter().find(|row| row["for"] == "t-test").expect("a t-test");
    assert_eq!(size[3], test["sizes"][2]["n"].to_string());
}

#[test]
fn equal_runs_have_no_test_and_are_told() {
    let (dir, _) = workspace();
    collection(dir.path(), &[("A", &|t| t % 4 + 1), ("B", &|t| t % 4 + 1)], 40);
    let (code, out, said) = outcome(sokutei(dir.path()).args(AB).args(["--format", "json"]));
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains(
            "RR@10 A->B: every topic has the same difference, so it has no test, no power and no size"
        ),
        "{said}"
    );
    let found: Value = serde_json::from_str(&out).expect("JSON");
    let pair = &found["pairs"][0];
    assert!(pair["standard_deviation"].is_null());
    for size in pair["sizes"].as_array().expect("sizes") {
        assert!(
            ["power_at_delta", "power_as_observed", "detectable_difference"]
                .iter()
                .all(|key| size[*key].is_null())
        );
        assert_eq!(
            (
                number(&size["reversal"]["reversed"]),
                number(&size["reversal"]["tied"])
            ),
            (1.0, 1.0)
        );
    }
    let forms = found["topic_set_sizes"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["for"].as_str());
    assert_eq!(
        forms.collect::<Vec<_>>(),
        [Some("interval"), Some("interval"), Some("anova")]
    );
}

#[test]
fn constant_values_have_no_width_and_no_size() {
    let (dir, _) = workspace();
    collection(dir.path(), &[("A", &|_| 2), ("B", &|_| 1)], 25);
    let (code, out, said) = outcome(sokutei(dir.path()).args(AB).args(["--format", "json"]));
    assert_eq!(code, 0, "{said}");
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(found["topic_set_sizes"], Value::Array(Vec::new()));
    let size = &found["systems"][0]["sizes"][0];
    assert_eq!(
        (
            number(&size["mean_interval_width"]),
            number(&size["expected_t_width"])
        ),
        (0.0, 0.0)
    );
    assert_eq!(number(&found["pairs"][0]["difference"]), 0.5);
    // text has such a table too, and no NaN
    let text = fine(dir.path(), &AB);
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn one_run_has_intervals_and_no_pairs() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let text = fine(
        dir.path(),
        &["simulate", "q", "A.run", "-m", "RR@10", "-m", "P@1"],
    );
    assert!(
        text.contains("Each run with fewer and more") && !text.contains("against the first"),
        "{text}"
    );
    assert!(text.contains("measure: RR@10, P@1"));
}

#[test]
fn few_topics_are_looked_at_whole() {
    let (dir, _) = workspace();
    collection(dir.path(), &[("A", &|t| t % 2 + 1), ("B", &|_| 1)], 2);
    let found = json(dir.path(), &[]);
    assert_eq!(found["pairs"][0]["sizes"][0]["n"], 2);
    collection(dir.path(), &[("A", &|_| 2), ("B", &|_| 1)], 1);
    assert!(
        refused(dir.path(), &AB)
            .contains("1 topic: nothing varies, so nothing can be said of other numbers; two are the fewest")
    );
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let (dir, _) = workspace();
    sixty(dir.path());
    let with = |more: &[&str]| refused(dir.path(), &[&AB[..], more].concat());
    assert!(with(&["--sizes", "1"]).contains("1 is not in 2..=100000"));
    assert!(with(&["--sizes", "20,x"]).contains("invalid value 'x'"));
    assert!(
        with(&["--delta", "0"])
            .contains("--delta 0: the difference to plan with is a finite number other than 0")
    );
    assert!(with(&["--delta", "nan"]).contains("--delta NaN"));
    assert!(with(&["--alpha", "1"]).contains("expected a number above 0 and below 1"));
    assert!(with(&["--power", "0.04"]).contains("--power 0.04 is not above --alpha 0.05"));
    assert!(with(&["--subsets", "0"]).contains("0 is not in 1..=100000"));
    assert!(with(&["--groups", "page"]).contains("--topics"));
    assert!(with(&["-m", "GMAP"]).contains("geometric"));
    assert!(with(&["-m", "NumRet"]).contains("count"));
    assert!(refused(dir.path(), &["simulate", "q", "none.run", "-m", "RR"]).contains("none.run"));
    fs::write(dir.path().join("t.csv"), "qid,page\nq0,a\n").expect("written");
    assert!(
        with(&["--topics", "t.csv", "--groups", "pages"])
            .contains("no measured topic has a column \"pages\"")
    );
    fs::write(
        dir.path().join("t.csv"),
        (0..60)
            .map(|t| format!("q{t},a\n"))
            .fold("qid,page\n".to_owned(), |a, b| a + &b),
    )
    .expect("written");
    assert!(with(&["--topics", "t.csv", "--groups", "page"]).contains("1 group: nothing varies"));
}

fn size(flags: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = fine(
        dir.path(),
        &[&["topic-set-size"], flags, &["--format", "json"]].concat(),
    );
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn sizes_from_plain_numbers() {
    // statsmodels 0.15.0: TTestPower().solve_power(0.05 / 0.3, alpha=0.05, power=0.8) = 284.49
    for spread in [["--variance", "0.09"], ["--sd", "0.3"]] {
        let found = size(&[&["t-test", "--difference", "-0.05"], &spread[..]].concat());
        assert_eq!(
            (&found["topics"], &found["formula"], &found["schema_version"]),
            (&Value::from(285), &Value::from("noncentral-t"), &Value::from(1))
        );
        assert!(number(&found["achieved_power"]) >= 0.8 && number(&found["power_with_one_less"]) < 0.8);
    }
    let normal = size(&[
        "t-test",
        "--difference",
        "0.05",
        "--sd",
        "0.3",
        "--formula",
        "normal-approximation",
    ]);
    assert_eq!(
        (&normal["topics"], &normal["formula"]),
        (&Value::from(285), &Value::from("normal-approximation"))
    );
    // R 4: power.anova.test(groups = 3, between.var = 1, within.var = 3, power = .80), n = 15.496, of three means 2 apart
    let anova = size(&["anova", "--systems", "3", "--difference", "2", "--variance", "3"]);
    assert_eq!(anova["topics"], 16);
    let interval = size(&["interval", "--width", "0.1", "--sd", "0.3"]);
    assert_eq!(interval["topics"], 141);
    assert!(
        number(&interval["expected_width"]) <= 0.1 && number(&interval["expected_width_with_one_less"]) > 0.1
    );
    // two topics are the fewest, and one less is no number
    assert!(size(&["t-test", "--difference", "100", "--sd", "0.1"])["power_with_one_less"].is_null());
}

#[test]
fn sizes_are_printed_in_every_format() {
    let (dir, _) = workspace();
    let flags = [
        "topic-set-size",
        "t-test",
        "--difference",
        "0.05",
        "--variance",
        "0.09",
        "--format",
    ];
    let of = |format| fine(dir.path(), &[&flags[..], &[format]].concat());
    assert!(of("text").contains("Topics for a two-sided paired t-test"));
    assert!(of("markdown").contains("| 285 |"));
    assert!(of("latex").contains("\\toprule"));
    let csv = of("csv");
    assert!(
        csv.starts_with(
            "topics,achieved_power,power_with_one_less,difference,variance,alpha,power,formula\n285,0.80"
        ),
        "{csv}"
    );
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let (dir, _) = workspace();
    let with = |flags: &[&str]| refused(dir.path(), &[&["topic-set-size"], flags].concat());
    assert!(
        with(&["t-test", "--difference", "0", "--sd", "1"])
            .contains("difference is 0; it must be a finite number other than 0")
    );
    assert!(with(&["t-test", "--difference", "nan", "--sd", "1"]).contains("difference is NaN"));
    assert!(
        with(&["t-test", "--difference", "1", "--sd", "-1"]).contains("variance is -1; it must be above 0")
    );
    assert!(
        with(&["t-test", "--difference", "1", "--variance", "0"])
            .contains("variance is 0; it must be above 0")
    );
    assert!(with(&["t-test", "--difference", "1e-9", "--sd", "1"]).contains("10000000 topics are enough"));
    assert!(
        with(&["t-test", "--difference", "1", "--sd", "1", "--power", "0.05"])
            .contains("power is 0.05; it must be above alpha (0.05)")
    );
    assert!(
        with(&["t-test", "--difference", "1", "--sd", "1", "--alpha", "0"]).contains("above 0 and below 1")
    );
    assert!(with(&["t-test", "--difference", "1"]).contains("--variance <VARIANCE>|--sd <DEVIATION>"));
    assert!(
        with(&["t-test", "--difference", "1", "--sd", "1", "--variance", "1"])
            .contains("cannot be used with")
    );
    assert!(
        with(&["anova", "--difference", "1", "--sd", "1", "--systems", "1"])
            .contains("1 is not in 2..=100000")
    );
    assert!(with(&["interval", "--width", "0", "--sd", "1"]).contains("width is 0; it must be above 0"));
    assert!(with(&["interval", "--width", "1e-9", "--sd", "1"]).contains("width is 0.000000001"));
}
