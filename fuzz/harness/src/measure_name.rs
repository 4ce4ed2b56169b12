//! The name of a measure → the measure → its name.

use sokutei_measures::{Aggregate, Error, Measure, TieBreak, evaluate, worked_example};

/// Reads the bytes as the name of a measure: what is read prints as something that reads as the same, and has a value; what is
/// not read is refused with a suggestion that can be read.
pub fn measure_name(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Measure>() {
        Ok(measure) => known(&measure),
        Err(Error::Measure(error)) => {
            assert_eq!(error.text, text);
            assert!(!error.problem.is_empty() && !error.hint.is_empty());
            for suggested in suggestions(&text, &error.hint) {
                let read = suggested.parse::<Measure>();
                assert!(read.is_ok(), "{error}: {suggested:?} is suggested and not read");
            }
        }
        Err(other) => panic!("{other}"),
    }
}

fn known(measure: &Measure) {
    let name = measure.to_string();
    assert_eq!(name.parse::<Measure>().expect("what was printed"), *measure);
    assert!(!name.contains(char::is_whitespace), "{name:?} is one word");
    let json = serde_json::to_string(measure).expect("a string");
    assert_eq!(
        serde_json::from_str::<Measure>(&json).expect("what was written"),
        *measure
    );
    let (run, qrels) = (worked_example::run(), worked_example::qrels());
    for tie in TieBreak::ALL {
        let evaluation = evaluate(&run, &qrels, std::slice::from_ref(measure), tie);
        let values = evaluation.get(measure).expect("it was asked for");
        let value = values.aggregate();
        match measure.aggregate() {
            Aggregate::Sum => assert!(value >= 0.0 && value.fract() == 0.0, "{name}: {value}"),
            // sums of gains may round up
            Aggregate::Mean | Aggregate::GeometricMean => {
                assert!((0.0..=1.0 + 1e-9).contains(&value), "{name}: {value}")
            }
        }
    }
}

/// The measures that a hint tells to write instead of `text`: `write RR alone, or RR@10`, `did you mean P@5?`.
fn suggestions<'h>(text: &str, hint: &'h str) -> Vec<&'h str> {
    const NAMES: [&str; 15] = [
        "Success",
        "P@",
        "P(",
        "R@",
        "R(",
        "RR",
        "AP",
        "nDCG",
        "ContextPrecision",
        "Judged",
        "BPM(",
        "SDCG(",
        "NERR",
        "INST(",
        "INSQ(",
    ];
    // with another name, parameters and cutoff stay as they were written, and may have faults of their own
    if let Some(meant) = hint.strip_prefix("did you mean ") {
        let has_more = text.contains(['(', '@']);
        return meant
            .strip_suffix('?')
            .into_iter()
            .filter(|_| !has_more)
            .collect();
    }
    let measures = hint.strip_prefix("write ").unwrap_or_default();
    if !NAMES.iter().any(|name| measures.starts_with(name)) {
        return Vec::new();
    }
    let each = measures.split(" or ").map(|one| one.trim_end_matches(','));
    each.map(|one| one.strip_suffix(" alone").unwrap_or(one))
        .collect()
}
