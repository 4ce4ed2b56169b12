//! For programs that read tables.

use sokutei_measures::Measure;
use sokutei_report::csv_rows;

use super::Outcome;

/// Rows of one kind of thing at one size.
struct About<'a> {
    measure: &'a Measure,
    run: &'a str,
    candidate: &'a str,
    n: usize,
}

impl About<'_> {
    fn row(&self, quantity: &str, difference: Option<f64>, value: f64) -> Vec<String> {
        vec![
            self.measure.to_string(),
            self.run.to_owned(),
            self.candidate.to_owned(),
            self.n.to_string(),
            quantity.to_owned(),
            difference.map_or(String::new(), |difference| format!("{difference:?}")),
            format!("{value:?}"),
        ]
    }
}

impl Outcome<'_> {
    /// One table with one number a row; what there is not has no row.
    pub(super) fn csv(&self) -> String {
        let header = [
            "measure",
            "run",
            "candidate",
            "n",
            "quantity",
            "difference",
            "value",
        ];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        self.push_systems(&mut rows);
        self.push_pairs(&mut rows);
        for needs in &self.needs {
            let quantity = format!("{}s-for-{}", self.plan.unit(), needs.form.name());
            for (difference, size) in self.plan.differences.iter().zip(&needs.sizes) {
                // what is asked for is n itself
                let n = size.map_or(String::new(), |n| n.to_string());
                let words = [needs.measure.to_string(), needs.of.clone(), String::new(), n];
                let deviation = format!("{:?}", needs.deviation);
                let more = [quantity.clone(), format!("{difference:?}"), deviation];
                rows.push(words.into_iter().chain(more).collect());
            }
        }
        csv_rows(rows)
    }

    fn push_systems(&self, rows: &mut Vec<Vec<String>>) {
        for system in &self.systems {
            for size in &system.sizes {
                let about = About {
                    measure: system.measure,
                    run: system.name,
                    candidate: "",
                    n: size.n,
                };
                rows.push(about.row("expected-t-width", None, size.expected_width));
                let Some(of) = &size.subsets else { continue };
                let means = of.means;
                for (quantity, value) in [
                    ("mean-interval-width", of.width),
                    ("subset-min", means.min),
                    ("subset-p2.5", means.p2_5),
                    ("subset-median", means.median),
                    ("subset-p97.5", means.p97_5),
                    ("subset-max", means.max),
                ] {
                    rows.push(about.row(quantity, None, value));
                }
            }
        }
    }

    fn push_pairs(&self, rows: &mut Vec<Vec<String>>) {
        let delta = Some(self.plan.args.delta);
        for pair in &self.pairs {
            for size in &pair.sizes {
                let about = About {
                    measure: pair.measure,
                    run: pair.baseline,
                    candidate: pair.candidate,
                    n: size.n,
                };
                let observed = Some(pair.spread.mean);
                for (quantity, difference, value) in [
                    ("reversed", observed, size.reversal.map(|r| r.reversed)),
                    ("tied", observed, size.reversal.map(|r| r.tied)),
                    ("power-at-delta", delta, size.planned.map(|p| p.power)),
                    (
                        "power-at-delta-by-formula",
                        delta,
                        size.planned.and_then(|p| p.by_formula),
                    ),
                    ("power-as-observed", observed, size.observed.map(|p| p.power)),
                    ("detectable-difference", None, size.detectable),
                ] {
                    rows.extend(value.map(|value| about.row(quantity, difference, value)));
                }
            }
        }
    }
}
