//! What people read, as whole snapshots; and hostile words in every renderer.

use sokutei_report::{Cell, Chapter, Column, Conditions, Notice, ReportModel, SCHEMA_VERSION, Table};

fn example() -> ReportModel {
    let mut conditions = Conditions::none();
    "RR@10".clone_into(&mut conditions.measure);
    "3 topics".clone_into(&mut conditions.n);
    let columns = vec![
        Column::words("system"),
        Column::numbers("RR@10"),
        Column::numbers("95 %"),
        Column::published("RR@10"),
    ];
    let mut table = Table::new("systems", "Six systems", conditions, columns);
    table.push(vec![
        Cell::text("文字2"),
        Cell::number(0.709, 4),
        Cell::interval(0.691, 0.726, 3),
        Cell::number(0.6954, 4),
    ]);
    table.push(vec![
        Cell::text("b|c"),
        Cell::number(1.0, 4),
        Cell::Empty,
        Cell::Empty,
    ]);
    table.notes.push("One note.".to_owned());
    let mut chapter = Chapter::new("systems", "The systems");
    chapter.say("Two systems on *three* topics.");
    chapter.show(table);
    chapter.warn(vec![Notice {
        kind: "no-heading".to_owned(),
        count: 2,
        message: "a.html: no h2".to_owned(),
    }]);
    ReportModel {
        schema_version: SCHEMA_VERSION,
        title: "Report".to_owned(),
        summary: "What and on what.".to_owned(),
        chapters: vec![chapter],
    }
}

#[test]
fn text_is_aligned_by_display_width() {
    insta::assert_snapshot!(sokutei_report::text(&example()));
}

#[test]
fn markdown_has_pipe_tables() {
    insta::assert_snapshot!(sokutei_report::markdown(&example()));
}

#[test]
fn json_keeps_every_digit() {
    let value: serde_json::Value =
        serde_json::from_str(&sokutei_report::json(&example())).expect("valid JSON");
    assert_eq!(
        value["chapters"][0]["blocks"][1]["table"]["rows"][0][1]["value"],
        serde_json::json!(0.709)
    );
    assert_eq!(
        value["chapters"][0]["blocks"][1]["table"]["columns"][3]["origin"],
        "published-other-corpus"
    );
}

#[test]
fn hostile_words_become_neither_markup_nor_terminal_commands() {
    let mut report = example();
    "<script>alert(1)</script>\u{1b}[2J\u{202e}x | y\n# z".clone_into(&mut report.title);
    let text = sokutei_report::text(&report);
    assert!(!text.contains(['\u{1b}', '\u{202e}']));
    assert!(
        text.lines().next().is_some_and(|l| l.ends_with("# z")),
        "a title stays on its line"
    );
    let markdown = sokutei_report::markdown(&report);
    assert!(markdown.starts_with("# \\<script\\>"), "{markdown}");
    assert!(!markdown.contains("\n# z") && !markdown.contains('\u{1b}'));
}

#[test]
fn csv_keeps_every_digit_and_quotes_what_it_must() {
    let mut table = Table::new(
        "t",
        "T",
        Conditions::none(),
        vec![Column::words("a,b"), Column::numbers("v")],
    );
    table.push(vec![Cell::text("say \"x\""), Cell::number(0.1 + 0.2, 4)]);
    table.push(vec![Cell::Empty, Cell::interval(0.5, 1.0, 2)]);
    assert_eq!(
        sokutei_report::csv_table(&table),
        "\"a,b\",v\n\"say \"\"x\"\"\",0.30000000000000004\n,0.5..1.0\n"
    );
}
