//! LaTeX tables with the rules of the package booktabs.

use crate::{Align, Table};

/// One table as a `table` float: title and conditions are the caption, notes stand below. Needs `\usepackage{booktabs}`, and for words that
/// are not Latin an engine that reads UTF-8 (LuaLaTeX, XeLaTeX, upLaTeX) with a font that has them.
///
/// What came from pages is escaped: no word becomes a command.
#[must_use]
pub fn latex_table(table: &Table) -> String {
    let columns: String = table
        .columns
        .iter()
        .map(|column| if column.align == Align::Right { 'r' } else { 'l' })
        .collect();
    let row = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let mut out = String::from("\\begin{table}\n  \\centering\n");
    let caption = format!("{} ({})", table.title, table.conditions.line());
    out.push_str(&format!("  \\caption{{{}}}\n", escape(&caption)));
    out.push_str(&format!("  \\begin{{tabular}}{{{columns}}}\n    \\toprule\n"));
    out.push_str(&row(table.columns.iter().map(|c| escape(&c.heading())).collect()));
    out.push_str("    \\midrule\n");
    for cells in &table.rows {
        out.push_str(&row(cells.iter().map(|cell| escape(&cell.shown())).collect()));
    }
    out.push_str("    \\bottomrule\n  \\end{tabular}\n");
    for note in &table.notes {
        out.push_str(&format!("\n  {{\\footnotesize {}\\par}}\n", escape(note)));
    }
    out.push_str("\\end{table}\n");
    out
}

/// Characters with a meaning become those that print them. `[` is braced: behind the end of a row it would be a length.
fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            '[' => out.push_str("{[}"),
            '-' => out.push_str("{-}"), // two in a row would be a dash
            '−' => out.push_str("$-$"),
            c if crate::render::text::is_unprintable(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Conditions};

    #[test]
    fn every_character_with_a_meaning_is_printed_and_not_obeyed() {
        assert_eq!(
            escape("\\input{x} 50% $a_1^2$ ~ [1] & #\u{1b}--"),
            "\\textbackslash{}input\\{x\\} 50\\% \\$a\\_1\\textasciicircum{}2\\$ \\textasciitilde{} {[}1] \\& \\# {-}{-}"
        );
    }

    #[test]
    fn a_table_has_its_caption_rules_and_notes() {
        let mut table = Table::new(
            "t",
            "Means",
            Conditions::none(),
            vec![Column::words("run"), Column::numbers("nDCG@10")],
        );
        table.push(vec![Cell::text("bm25_2"), Cell::number(0.5, 4)]);
        table.notes.push("95 % of it.".to_owned());
        let latex = latex_table(&table);
        for line in [
            "  \\begin{tabular}{lr}",
            "    run & nDCG@10 \\\\",
            "    bm25\\_2 & 0.5000 \\\\",
            "    \\bottomrule",
            "  {\\footnotesize 95 \\% of it.\\par}",
            "\\end{table}",
        ] {
            assert!(latex.lines().any(|l| l == line), "{line} in {latex}");
        }
    }
}
