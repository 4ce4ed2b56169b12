//! Markdown with pipe tables.

use crate::{Align, Block, Notice, ReportModel, Table};

/// The report as GitHub-flavoured Markdown that ends in a line feed. What came from pages is escaped.
#[must_use]
pub fn markdown(report: &ReportModel) -> String {
    let mut out = format!("# {}\n\n{}\n", escape(&report.title), escape(&report.summary));
    for chapter in &report.chapters {
        out.push_str(&format!("\n## {}\n", escape(&chapter.title)));
        for block in &chapter.blocks {
            out.push('\n');
            match block {
                Block::Paragraph(words) => out.push_str(&format!("{}\n", escape(words))),
                Block::Table(table) => push_table(&mut out, table),
                Block::Notices(notices) => notices.iter().for_each(|n| push_notice(&mut out, n)),
            }
        }
    }
    out
}

/// One table with its title and conditions.
#[must_use]
pub fn markdown_table(table: &Table) -> String {
    let mut out = String::new();
    push_table(&mut out, table);
    out
}

fn push_table(out: &mut String, table: &Table) {
    out.push_str(&format!(
        "**{}**  \n{}\n\n",
        escape(&table.title),
        escape(&table.conditions.line())
    ));
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&row(table.columns.iter().map(|c| escape(&c.heading())).collect()));
    let rule = |align| if align == Align::Right { "---:" } else { "---" }.to_owned();
    out.push_str(&row(table.columns.iter().map(|c| rule(c.align)).collect()));
    for cells in &table.rows {
        out.push_str(&row(cells.iter().map(|c| escape(&c.shown())).collect()));
    }
    for note in &table.notes {
        out.push_str(&format!("\n{}\n", escape(note)));
    }
}

fn push_notice(out: &mut String, notice: &Notice) {
    out.push_str(&format!(
        "- `{}` × {}: {}\n",
        notice.kind,
        notice.count,
        escape(&notice.message)
    ));
}

/// Words that stay words in Markdown: nothing from a page becomes markup. Control characters are spaces, characters with a meaning are
/// escaped.
#[must_use]
pub fn markdown_words(words: &str) -> String {
    escape(words)
}

fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '!' | '$' => {
                out.extend(['\\', c])
            }
            c if crate::render::text::is_unprintable(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
