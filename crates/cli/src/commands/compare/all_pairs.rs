//! `--all-pairs`: every run with every other, by the randomised Tukey HSD.

use anyhow::Result;
use serde_json::{Value, json};
use sokutei_measures::Measure;
use sokutei_measures::stats::{
    Estimate, GroupedDraws, Layout, PairedDraws, Tukey, TukeyHsd, Verdict, paired_t_test, randomised_tukey,
    randomised_tukey_by_group,
};
use sokutei_report::{Cell, Column, Table, csv_rows, latex_table, markdown_table, text_table};

use super::csv::{end, number};
use super::tables::ends;
use super::{Compared, rows};
use crate::args::{Format, IntervalArg};

/// All pairs of systems by one measure.
pub(super) struct Tested<'a> {
    measure: &'a Measure,
    hsd: TukeyHsd,
    /// For each pair of `hsd`: the difference with its interval over topics, and over groups of them.
    differences: Vec<Estimate>,
    by_group: Option<ByGroup>,
    /// Root of the variance that neither systems nor topics explain; `None` for a single topic.
    residual_deviation: Option<f64>,
}

/// The same with whole groups of topics as units.
struct ByGroup {
    differences: Vec<Estimate>,
    hsd: TukeyHsd,
}

impl Tested<'_> {
    /// Mean difference of pair i in residual standard deviations.
    fn effect_size(&self, i: usize) -> Option<f64> {
        let deviation = self.residual_deviation.filter(|deviation| *deviation > 0.0)?;
        Some(self.hsd.pairs[i].difference / deviation)
    }

    fn verdict(&self, i: usize) -> Verdict {
        let p = self.hsd.pairs[i].p_value;
        let by_topic = rows::verdict(&self.differences[i], p);
        match &self.by_group {
            None => by_topic,
            Some(by_group) => by_topic.and(rows::verdict(
                &by_group.differences[i],
                by_group.hsd.pairs[i].p_value,
            )),
        }
    }
}

impl<'a> Compared<'a> {
    /// Tests all pairs by each measure.
    ///
    /// # Errors
    /// Runs over different topics; what the statistics refuse.
    pub(super) fn all_pairs(&self) -> Result<Vec<Tested<'a>>> {
        let values = (0..self.measures.len())
            .map(|i| self.judged.values(i))
            .collect::<Result<Vec<_>>>()?;
        let layouts = values.iter().map(|systems| {
            let systems: Vec<&[f64]> = systems.iter().map(Vec::as_slice).collect();
            Layout::new(&systems)
        });
        let layouts = layouts.collect::<Result<Vec<Layout>, _>>()?;
        let tukey = Tukey {
            permutations: self.args.permutations,
            seed: self.args.uncertainty.draws.seed,
            generator: self.args.uncertainty.draws.rng.generator(),
            ..Tukey::default()
        };
        let tested = randomised_tukey(&layouts, &tukey)?;
        let mut by_group = match self.groups {
            None => Vec::new(),
            Some(groups) => randomised_tukey_by_group(&layouts, &groups.groups, &tukey)?,
        }
        .into_iter();
        let all = self.measures.iter().zip(tested).zip(&values).zip(&layouts);
        all.map(|(((measure, hsd), values), layout)| {
            let (differences, over_groups) = self.intervals(&hsd, values)?;
            let by_group = over_groups.zip(by_group.next());
            Ok(Tested {
                measure,
                hsd,
                differences,
                by_group: by_group.map(|(differences, hsd)| ByGroup { differences, hsd }),
                residual_deviation: layout.anova().ok().map(|anova| anova.residual.mean_square.sqrt()),
            })
        })
        .collect()
    }

    /// Intervals of the differences over topics, and over groups if there are any.
    fn intervals(
        &self,
        hsd: &TukeyHsd,
        values: &[Vec<f64>],
    ) -> Result<(Vec<Estimate>, Option<Vec<Estimate>>)> {
        let pairs: Vec<(&[f64], &[f64])> = hsd
            .pairs
            .iter()
            .map(|p| (&values[p.a][..], &values[p.b][..]))
            .collect();
        // the interval is all that is wanted: one pattern of signs is the least that can be asked for
        let options = sokutei_measures::stats::Paired {
            permutations: 1,
            ..rows::options(self.args)
        };
        let over_topics = if self.args.uncertainty.interval == IntervalArg::StudentT && hsd.n > 1 {
            let t = |(x, y): &(&[f64], &[f64])| Ok(paired_t_test(x, y, options.level)?.difference);
            pairs.iter().map(t).collect::<Result<Vec<_>>>()?
        } else {
            let compared = PairedDraws::new(hsd.n, &options)?.compare_all(&pairs)?;
            compared.into_iter().map(|c| c.difference).collect()
        };
        let by_group = self.groups.map(|groups| -> Result<Vec<Estimate>> {
            let compared = GroupedDraws::new(&groups.groups, &options)?.compare_all(&pairs)?;
            Ok(compared.into_iter().map(|c| c.difference).collect())
        });
        Ok((over_topics, by_group.transpose()?))
    }

    pub(super) fn print_pairs(&self, tested: &[Tested<'_>]) -> String {
        match self.args.format {
            Format::Json => self.pairs_document(tested),
            Format::Csv => csv_rows(self.pairs_csv(tested)),
            Format::Text => text_table(&self.pairs_table(tested)),
            Format::Markdown => markdown_table(&self.pairs_table(tested)),
            Format::Latex => latex_table(&self.pairs_table(tested)),
        }
    }

    fn name(&self, system: usize) -> &str {
        &self.measured[system].name
    }

    fn pairs_table(&self, tested: &[Tested<'_>]) -> Table {
        let interval = self.args.uncertainty.draws.interval_words();
        let mut columns = vec![
            Column::words("measure"),
            Column::words("A"),
            Column::numbers("mean"),
            Column::words("B"),
            Column::numbers("mean"),
            Column::numbers("B − A"),
            Column::numbers(&interval),
            Column::numbers("p Tukey"),
        ];
        if let Some(g) = self.groups {
            columns.push(Column::numbers(format!("{interval} by {}", g.column)));
            columns.push(Column::numbers(format!("p Tukey by {}", g.column)));
        }
        columns.extend([Column::numbers("effect size"), Column::words("verdict")]);
        let mut table = Table::new("all-pairs", "All pairs of systems", self.conditions(), columns);
        for t in tested {
            for i in 0..t.hsd.pairs.len() {
                table.push(self.pair_cells(t, i));
            }
        }
        let (systems, pairs) = (self.measured.len(), tested[0].hsd.pairs.len());
        table.notes.push(format!(
            "p: randomised Tukey HSD, {} shuffles within topics, (b + 1) / (R + 1); it is corrected for the family of {pairs} pairs of \
             {systems} systems of each measure, not for the number of measures ({}).",
            self.args.permutations,
            tested.len()
        ));
        table.notes.push(format!(
            "Interval: {}; of each pair alone. Effect size: difference in residual standard deviations of systems × topics.",
            self.args.uncertainty.words(self.args.replicates)
        ));
        if let Some(groups) = self.groups {
            table.notes.push(format!(
                "By {}: whole groups are drawn ({}) and shuffled. The verdict needs both.",
                groups.column,
                tested[0]
                    .by_group
                    .as_ref()
                    .map_or_else(String::new, |b| b.differences[0].method.to_string())
            ));
        }
        table
    }

    fn pair_cells(&self, t: &Tested<'_>, i: usize) -> Vec<Cell> {
        let (pair, d) = (&t.hsd.pairs[i], &t.differences[i]);
        let mut cells = vec![
            Cell::text(t.measure.to_string()),
            Cell::text(self.name(pair.a)),
            Cell::number(t.hsd.means[pair.a], 4),
            Cell::text(self.name(pair.b)),
            Cell::number(t.hsd.means[pair.b], 4),
            Cell::signed(pair.difference, 4),
            ends(d),
        ];
        cells.push(Cell::p_value(pair.p_value, 4));
        if let Some(by_group) = &t.by_group {
            cells.push(ends(&by_group.differences[i]));
            cells.push(Cell::p_value(by_group.hsd.pairs[i].p_value, 4));
        }
        cells.push(
            t.effect_size(i)
                .map_or_else(|| Cell::text("not defined"), |e| Cell::signed(e, 3)),
        );
        cells.push(Cell::text(verdict(t.verdict(i))));
        cells
    }

    fn pairs_document(&self, tested: &[Tested<'_>]) -> String {
        let mut document = self.document_head();
        document["test"] = json!("randomised-tukey-hsd");
        document["permutations"] = json!(self.args.permutations);
        document["family_size"] = json!(tested[0].hsd.pairs.len());
        let all = tested
            .iter()
            .flat_map(|t| (0..t.hsd.pairs.len()).map(move |i| (t, i)));
        document["pairs"] = all.map(|(t, i)| self.pair_document(t, i)).collect();
        format!("{document:#}\n")
    }

    fn pair_document(&self, t: &Tested<'_>, i: usize) -> Value {
        let (pair, d) = (&t.hsd.pairs[i], &t.differences[i]);
        json!({
            "measure": t.measure.to_string(),
            "a": {"run": self.name(pair.a), "mean": t.hsd.means[pair.a]},
            "b": {"run": self.name(pair.b), "mean": t.hsd.means[pair.b]},
            "n": t.hsd.n, "difference": pair.difference, "low": rows::has_interval(d).then_some(d.low), "high": rows::has_interval(d).then_some(d.high), "level": d.level,
            "interval": d.method.name(), "p_tukey": pair.p_value, "effect_size": t.effect_size(i),
            "by_group": t.by_group.as_ref().map(|b| json!({"difference": b.differences[i], "p_tukey": b.hsd.pairs[i].p_value})),
            "verdict": verdict(t.verdict(i)),
        })
    }

    fn pairs_csv(&self, tested: &[Tested<'_>]) -> Vec<Vec<String>> {
        let mut header = vec![
            "measure",
            "a",
            "a_mean",
            "b",
            "b_mean",
            "n",
            "difference",
            "low",
            "high",
            "p_tukey",
            "effect_size",
            "verdict",
            "family_size",
        ];
        if self.groups.is_some() {
            header.extend(["group_low", "group_high", "group_p_tukey"]);
        }
        let mut rows = vec![header.into_iter().map(str::to_owned).collect()];
        for t in tested {
            for (i, (pair, d)) in t.hsd.pairs.iter().zip(&t.differences).enumerate() {
                let mut row = vec![
                    t.measure.to_string(),
                    self.name(pair.a).to_owned(),
                    number(t.hsd.means[pair.a]),
                    self.name(pair.b).to_owned(),
                    number(t.hsd.means[pair.b]),
                    t.hsd.n.to_string(),
                    number(pair.difference),
                    end(d, d.low),
                    end(d, d.high),
                    number(pair.p_value),
                    t.effect_size(i).map_or_else(String::new, number),
                    verdict(t.verdict(i)).to_owned(),
                    t.hsd.pairs.len().to_string(),
                ];
                if let Some(by_group) = &t.by_group {
                    let d = &by_group.differences[i];
                    row.extend([d.low, d.high].map(|x| end(d, x)));
                    row.push(number(by_group.hsd.pairs[i].p_value));
                }
                rows.push(row);
            }
        }
        rows
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NotDistinguishable => "not distinguishable here",
        Verdict::SecondAhead => "B ahead on this test set",
        Verdict::FirstAhead => "A ahead on this test set",
        Verdict::Unclear => "unclear: intervals and p disagree",
    }
}
