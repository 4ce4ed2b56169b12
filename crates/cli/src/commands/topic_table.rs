//! Columns of topics: kinds of them for `measure --by`, groups of them for intervals and tests.

use std::collections::HashMap;
use std::io::{BufRead, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use indexmap::IndexMap;
use serde_json::Value;
use sokutei_measures::TopicId;

use crate::files;
use crate::terminal::warn;

/// A column that is made, not read: how many characters the query has.
const QUERY_LENGTH: &str = "query-length";
/// Names under which files hold the id of a topic.
const IDS: [&str; 5] = ["qid", "query_id", "query-id", "_id", "topic"];
/// Names under which they hold its query.
const QUERIES: [&str; 3] = ["query", "text", "title"];
/// What a topic has that the file does not name, or that has no such column.
const NONE: &str = "(none)";
/// More different values than this are a list, not a division.
const MOST: usize = 100;

/// The columns of all topics of a file.
pub(crate) struct TopicTable {
    name: String,
    rows: HashMap<String, IndexMap<String, String>>,
}

/// A column, and which topics have each of its values.
pub(crate) struct Division {
    pub(crate) column: String,
    /// Values in order, with places in the list of topics that was divided.
    pub(crate) slices: Vec<(String, Vec<usize>)>,
}

impl TopicTable {
    /// Reads JSONL, or a table with a header whose columns are parted by commas or tabs.
    ///
    /// # Errors
    /// A line that is no such row, a row without an id, a topic given twice.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = files::name(path);
        let text = files::read(path, |from, _| {
            let mut text = String::new();
            from.read_to_string(&mut text).map(|_| text)
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let rows = if text.trim_start().starts_with('{') {
            json_rows(text, &name)?
        } else {
            delimited_rows(text, &name)?
        };
        if rows.is_empty() {
            bail!("{name}: no topics");
        }
        Ok(Self { name, rows })
    }

    /// Each topic's value of a column, for those that have one.
    ///
    /// # Errors
    /// No topic has the column.
    pub(crate) fn column(&self, column: &str, topics: &[TopicId]) -> Result<Vec<Option<String>>> {
        let value = |topic: &TopicId| {
            let row = self.rows.get(topic.as_str());
            row.and_then(|row| value_of(row, column))
        };
        let values: Vec<Option<String>> = topics.iter().map(value).collect();
        if values.iter().all(Option::is_none) {
            bail!(
                "{}: no measured topic has a column {column:?}; there are {}",
                self.name,
                self.columns()
            );
        }
        Ok(values)
    }

    /// Whether one of the topics has a value of this column.
    pub(crate) fn has_column(&self, column: &str, topics: &[TopicId]) -> bool {
        let row = |topic: &TopicId| self.rows.get(topic.as_str());
        topics.iter().filter_map(row).any(|row| row.contains_key(column))
    }

    /// The query of a topic, if the file has it.
    pub(crate) fn query(&self, topic: &TopicId) -> Option<&str> {
        let row = self.rows.get(topic.as_str())?;
        QUERIES.iter().find_map(|name| row.get(*name)).map(String::as_str)
    }

    /// The file.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Divides `topics` by the values of a column.
    ///
    /// # Errors
    /// No topic has the column; more than [`MOST`] values.
    pub(crate) fn divide(&self, column: &str, topics: &[TopicId]) -> Result<Division> {
        let mut slices: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, value) in self.column(column, topics)?.into_iter().enumerate() {
            let value = value.unwrap_or_else(|| NONE.to_owned());
            slices.entry(value).or_default().push(place);
        }
        if slices.len() > MOST {
            bail!(
                "{}: column {column:?} has {} different values; --by is for at most {MOST}",
                self.name,
                slices.len()
            );
        }
        if let Some(without) = slices.get(NONE) {
            warn(&format!(
                "{}: {} of {} topics have no {column:?}",
                self.name,
                without.len(),
                topics.len()
            ));
        }
        let mut slices: Vec<(String, Vec<usize>)> = slices.into_iter().collect();
        slices.sort_by(|(a, _), (b, _)| {
            order(a)
                .partial_cmp(&order(b))
                .expect("numbers are finite")
                .then_with(|| a.cmp(b))
        });
        Ok(Division {
            column: column.to_owned(),
            slices,
        })
    }

    fn columns(&self) -> String {
        let mut columns: Vec<&str> = self
            .rows
            .values()
            .flat_map(|row| row.keys().map(String::as_str))
            .collect();
        if QUERIES.iter().any(|query| columns.contains(query)) {
            columns.push(QUERY_LENGTH);
        }
        columns.sort_unstable();
        columns.dedup();
        columns.join(", ")
    }
}

/// Numbers by size before words by letters; what has no value last.
fn order(value: &str) -> (u8, f64) {
    // "6-10" begins with its number
    let number: String = value.chars().take_while(char::is_ascii_digit).collect();
    match (value, number.parse::<f64>()) {
        (NONE, _) => (2, 0.0),
        (_, Ok(number)) => (0, number),
        _ => (1, 0.0),
    }
}

fn value_of(row: &IndexMap<String, String>, column: &str) -> Option<String> {
    if let Some(value) = row.get(column) {
        return Some(value.clone());
    }
    let query = QUERIES
        .iter()
        .find_map(|name| row.get(*name))
        .filter(|_| column == QUERY_LENGTH)?;
    let length = match query.chars().count() {
        0..=5 => "0-5",
        6..=10 => "6-10",
        11..=20 => "11-20",
        21..=40 => "21-40",
        _ => "41 and more",
    };
    Some(format!("{length} characters"))
}

type Rows = HashMap<String, IndexMap<String, String>>;

fn add(rows: &mut Rows, row: IndexMap<String, String>, place: &str) -> Result<()> {
    let id = IDS.iter().find_map(|name| row.get(*name)).cloned();
    let id = id.with_context(|| format!("{place}: no id of a topic; it is called {}", IDS.join(", ")))?;
    if rows.contains_key(&id) {
        bail!("{place}: topic {id} is there twice; keep one");
    }
    rows.insert(id, row);
    Ok(())
}

fn json_rows(text: &str, name: &str) -> Result<Rows> {
    let mut rows = Rows::new();
    for (i, line) in text.as_bytes().lines().enumerate() {
        let (line, place) = (line?, format!("{name}:{}", i + 1));
        if line.trim().is_empty() {
            continue;
        }
        let value: Value = serde_json::from_str(&line).with_context(|| format!("{place}: no JSON object"))?;
        let Value::Object(fields) = value else {
            bail!("{place}: no JSON object");
        };
        let plain = |(column, value): (String, Value)| match value {
            Value::String(text) => Some((column, text)),
            Value::Number(number) => Some((column, plain_number(&number))),
            Value::Bool(flag) => Some((column, flag.to_string())),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        };
        add(&mut rows, fields.into_iter().filter_map(plain).collect(), &place)?;
    }
    Ok(rows)
}

/// 7 and 7.0 are one number.
fn plain_number(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(whole) if number.is_f64() && whole.fract() == 0.0 && whole.abs() < 1e15 => format!("{whole}"),
        _ => number.to_string(),
    }
}

fn delimited_rows(text: &str, name: &str) -> Result<Rows> {
    let is_tabbed = text.lines().next().is_some_and(|header| header.contains('\t'));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(if is_tabbed { b'\t' } else { b',' })
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let mut rows = Rows::new();
    for record in reader.records() {
        let record = record.with_context(|| format!("{name}: no table with a header"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row = header
            .iter()
            .cloned()
            .zip(record.iter().map(str::to_owned))
            .filter(|(_, value)| !value.is_empty());
        add(&mut rows, row.collect(), &format!("{name}:{line}"))?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(ids: &[&str]) -> Vec<TopicId> {
        ids.iter().map(|id| TopicId::new(id).expect("an id")).collect()
    }

    fn table(text: &str) -> TopicTable {
        let rows = if text.starts_with('{') {
            json_rows(text, "t")
        } else {
            delimited_rows(text, "t")
        };
        TopicTable {
            name: "t".to_owned(),
            rows: rows.expect("rows"),
        }
    }

    #[test]
    fn jsonl_and_tables_divide_alike() {
        let json = table(
            "{\"qid\":\"q1\",\"style\":\"short\",\"query\":\"猫\"}\n\n{\"qid\":\"q2\",\"style\":\"long\",\"query\":\"吾輩は猫である\"}\n",
        );
        let csv = table("qid,style,query\nq1,short,猫\nq2,long,吾輩は猫である\n");
        let tsv = table("query-id\tstyle\ttext\nq1\tshort\t猫\nq2\tlong\t吾輩は猫である\n");
        let topics = topics(&["q2", "q1", "q3"]);
        for table in [json, csv, tsv] {
            let styles = table.divide("style", &topics).expect("a column").slices;
            assert_eq!(
                styles,
                [
                    ("long".to_owned(), vec![0]),
                    ("short".to_owned(), vec![1]),
                    (NONE.to_owned(), vec![2])
                ]
            );
            let lengths = table.divide(QUERY_LENGTH, &topics).expect("queries").slices;
            assert_eq!(lengths[0], ("0-5 characters".to_owned(), vec![1]));
            assert_eq!(lengths[1], ("6-10 characters".to_owned(), vec![0]));
        }
    }

    #[test]
    fn a_column_that_is_nowhere_is_refused_with_those_that_are_there() {
        let error = |text: &str, column: &str| {
            let divided = table(text).divide(column, &topics(&["q1"]));
            divided.err().expect("refused").to_string()
        };
        assert_eq!(
            error("qid,style,query\nq1,short,猫\n", "stile"),
            "t: no measured topic has a column \"stile\"; there are qid, query, query-length, style"
        );
        assert_eq!(
            error("qid,style\nq1,short\n", QUERY_LENGTH),
            "t: no measured topic has a column \"query-length\"; there are qid, style"
        );
    }

    #[test]
    fn a_topic_twice_or_without_an_id_is_refused_with_its_line() {
        let error = |text: &str| json_rows(text, "t").expect_err("refused").to_string();
        assert_eq!(
            error("{\"qid\":\"q1\"}\n{\"qid\":\"q1\"}"),
            "t:2: topic q1 is there twice; keep one"
        );
        assert!(error("{\"x\":1}").starts_with("t:1: no id of a topic"));
        assert!(error("{\"qid\":\"q1\"}\n[1]").starts_with("t:2: no JSON object"));
    }
}
