//! Where two CSV files differ, with names and values apart: a column that has a new name keeps its values.

/// Most values of one file that are shown.
const MOST_SHOWN: usize = 5;

/// A CSV file: its header and its rows.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// What differs between the baseline `was` and `is`, a line each; `file` names the baseline. Rows are counted
/// from 1 below the header.
pub fn differences(file: &str, was: &str, is: &str) -> Vec<String> {
    if was == is {
        return Vec::new();
    }
    let (old, new) = (table(was), table(is));
    let mut found = header_differences(&old.header, &new.header);
    found.extend(value_differences(&old, &new));
    if found.is_empty() {
        found.push("the bytes differ, but no name and no value: see quotes and line ends".into());
    }
    found.into_iter().map(|line| format!("{file}: {line}")).collect()
}

fn table(text: &str) -> Table {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    Table { header: rows.next().unwrap_or_default(), rows: rows.collect() }
}

/// Columns that have another name, or that only one file has.
fn header_differences(old: &[String], new: &[String]) -> Vec<String> {
    if old.len() == new.len() {
        let pairs = old.iter().zip(new).zip(1..).filter(|((old, new), _)| old != new);
        return pairs.map(|((old, new), i)| format!("header, column {i}: `{old}` is now `{new}`")).collect();
    }
    let only = |some: &[String], other: &[String], what: &str| -> Vec<String> {
        let named = some.iter().zip(1..).filter(|(name, _)| !other.contains(name));
        named.map(|(name, i)| format!("header, column {i}: `{name}` {what}")).collect()
    };
    let mut found = vec![format!("header: {} columns are now {}", old.len(), new.len())];
    found.extend(only(old, new, "is gone"));
    found.extend(only(new, old, "is new"));
    found
}

/// Values that differ in the columns of both. Columns belong together by place if there are equally many,
/// else by name.
fn value_differences(old: &Table, new: &Table) -> Vec<String> {
    let mut found = Vec::new();
    if old.rows.len() != new.rows.len() {
        found.push(format!("{} rows are now {}", old.rows.len(), new.rows.len()));
    }
    let same_width = old.header.len() == new.header.len();
    let place =
        |i: usize| if same_width { Some(i) } else { new.header.iter().position(|n| *n == old.header[i]) };
    let columns: Vec<(usize, usize)> = (0..old.header.len()).filter_map(|i| Some((i, place(i)?))).collect();
    let mut values = Vec::new();
    for ((before, after), row) in old.rows.iter().zip(&new.rows).zip(1..) {
        for &(i, j) in &columns {
            let value = |row: &[String], i: usize| row.get(i).map_or("nothing", String::as_str).to_owned();
            let (before, after) = (value(before, i), value(after, j));
            if before != after {
                values.push(format!(
                    "row {row}, column {} `{}`: {before} is now {after}",
                    i + 1,
                    old.header[i]
                ));
            }
        }
    }
    let total = values.len();
    values.truncate(MOST_SHOWN);
    found.extend(values);
    if total > MOST_SHOWN {
        found.push(format!("{total} values differ in all; the first {MOST_SHOWN} are shown"));
    }
    found
}

#[test]
fn the_same_bytes_do_not_differ() {
    assert!(differences("f.csv", "id,a\n1,2\n", "id,a\n1,2\n").is_empty());
}

#[test]
fn a_new_name_is_no_new_value() {
    let found = differences("f.csv", "id,a_fresh\n1,2.5\n", "id,a_test\n1,2.5\n");
    assert_eq!(found, ["f.csv: header, column 2: `a_fresh` is now `a_test`"]);
}

#[test]
fn a_new_value_is_named_by_row_and_column() {
    let found = differences("f.csv", "id,a\n1,2.5\n7,3\n", "id,b\n1,2.5\n7,4\n");
    let expected = ["f.csv: header, column 2: `a` is now `b`", "f.csv: row 2, column 2 `a`: 3 is now 4"];
    assert_eq!(found, expected);
}

#[test]
fn a_column_or_a_row_more_is_said_and_the_rest_is_compared_by_name() {
    let found = differences("f.csv", "id,a,b\n1,2,3\n", "id,b\n1,4\n9,9\n");
    let expected = [
        "f.csv: header: 3 columns are now 2",
        "f.csv: header, column 2: `a` is gone",
        "f.csv: 1 rows are now 2",
        "f.csv: row 1, column 3 `b`: 3 is now 4",
    ];
    assert_eq!(found, expected);
}

#[test]
fn line_ends_count() {
    let found = differences("f.csv", "id\n1\n", "id\r\n1\r\n");
    assert_eq!(found, ["f.csv: the bytes differ, but no name and no value: see quotes and line ends"]);
}

#[test]
fn many_values_are_counted() {
    let (was, is) = ("a\n1\n1\n1\n1\n1\n1\n", "a\n2\n2\n2\n2\n2\n2\n");
    let found = differences("f.csv", was, is);
    assert_eq!(found.len(), 6);
    assert_eq!(found[5], "f.csv: 6 values differ in all; the first 5 are shown");
}
