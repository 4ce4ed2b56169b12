//! Aligned text for a terminal.

use comfy_table::{CellAlignment, ContentArrangement, Table as Grid, presets};

use crate::{Align, Block, Notice, ReportModel, Table};

/// Columns at which sentences are wrapped; tables are as wide as they are.
const WIDTH: usize = 110;

/// The report as plain text that ends in a line feed; columns are aligned by display width (Japanese characters are two
/// wide). No colours.
#[must_use]
pub fn text(report: &ReportModel) -> String {
    let mut out = format!(
        "{}\n{}\n\n{}\n",
        plain(&report.title),
        "=".repeat(72),
        wrapped(&report.summary, "")
    );
    for chapter in &report.chapters {
        out.push_str(&format!("\n\n{}\n{}\n", plain(&chapter.title), "-".repeat(72)));
        for block in &chapter.blocks {
            out.push('\n');
            match block {
                Block::Paragraph(words) => out.push_str(&format!("{}\n", wrapped(words, ""))),
                Block::Table(table) => push_table(&mut out, table),
                Block::Notices(notices) => notices.iter().for_each(|n| push_notice(&mut out, n)),
            }
        }
    }
    out
}

/// One table with its title and conditions.
#[must_use]
pub fn text_table(table: &Table) -> String {
    let mut out = String::new();
    push_table(&mut out, table);
    out
}

fn push_table(out: &mut String, table: &Table) {
    out.push_str(&format!(
        "{}\n  {}\n",
        plain(&table.title),
        plain(&table.conditions.line())
    ));
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    grid.set_header(table.columns.iter().map(|c| plain(&c.heading())));
    for cells in &table.rows {
        grid.add_row(cells.iter().map(|c| plain(&c.shown())));
    }
    for (column, head) in grid.column_iter_mut().zip(&table.columns) {
        column.set_cell_alignment(match head.align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    for line in grid.lines() {
        out.push_str(&format!(" {}\n", line.trim_end()));
    }
    for note in &table.notes {
        out.push_str(&format!("{}\n", wrapped(note, "  ")));
    }
}

fn push_notice(out: &mut String, notice: &Notice) {
    let words = format!("warning: {} × {}: {}", notice.kind, notice.count, notice.message);
    out.push_str(&format!("{}\n", wrapped(&words, "  ")));
}

/// A sentence on lines of [`WIDTH`] columns, the later ones indented by two more.
fn wrapped(words: &str, indent: &str) -> String {
    let further = if indent.is_empty() {
        String::new()
    } else {
        format!("{indent}  ")
    };
    let options = textwrap::Options::new(WIDTH)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::Custom(unbroken))
        .initial_indent(indent)
        .subsequent_indent(&further);
    textwrap::fill(&plain(words), options)
}

/// The parts that a line end may stand between by Unicode's rules (UAX #14): words with the blanks behind them, single characters
/// of Japanese. A hyphen is no such place: names of flags and systems stay whole.
fn unbroken(line: &str) -> Box<dyn Iterator<Item = textwrap::core::Word<'_>> + '_> {
    let ends = unicode_linebreak::linebreaks(line).map(|(end, _)| end);
    let mut ends = ends.filter(|&end| end == line.len() || !line[..end].ends_with('-'));
    let mut start = 0;
    Box::new(std::iter::from_fn(move || {
        let end = ends.next()?;
        let part = &line[start..end];
        start = end;
        Some(textwrap::core::Word::from(part))
    }))
}

/// Words as they may go to a terminal: control characters (line ends among them) and the marks that reorder text become
/// spaces, so that words from pages, file names and ids can neither move a cursor nor forge a line.
#[must_use]
pub fn plain(words: &str) -> String {
    words
        .chars()
        .map(|c| if is_unprintable(c) { ' ' } else { c })
        .collect()
}

/// Control characters (ESC and line ends among them), and the marks that reorder text on the screen.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand after UAX #14: a break follows a blank, and stands between ideographs or kana, but not before closing punctuation (、).
    #[test]
    fn lines_may_end_after_blanks_and_within_japanese_but_not_after_hyphens() {
        let parts: Vec<String> = unbroken("a bm25-x 検索、です")
            .map(|word| format!("{}{}", word.word, word.whitespace))
            .collect();
        assert_eq!(parts, ["a ", "bm25-x ", "検", "索、", "で", "す"]);
    }
}
