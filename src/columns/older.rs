//! Names that older programs gave to columns. Tables are read under these names, and written under those of today.

/// What followed an objective's name, or `rank` and `games`, in the header of a table, with what follows today.
const SUFFIXES: [(&str, &str); 2] = [("_holdout", "_validation"), ("_fresh", "_test")];

/// The `table`, which an older program may have written, with the columns of its header called as today.
pub fn with_todays_header(table: &str) -> String {
    let (header, rows) = table.split_once('\n').unwrap_or((table, ""));
    let todays = |column: &str| {
        let parts = SUFFIXES.iter().find_map(|(old, new)| Some((column.rsplit_once(old)?, *new)));
        let is_end = |end: &str| ["", "_se", "_low", "_high"].contains(&end);
        match parts {
            Some(((name, end), new)) if is_end(end) => format!("{name}{new}{end}"),
            _ => column.to_owned(),
        }
    };
    let header: Vec<String> = header.split(',').map(todays).collect();
    format!("{}\n{rows}", header.join(","))
}

#[cfg(test)]
mod tests {
    use super::with_todays_header;

    #[test]
    fn columns_get_their_names_of_today_and_rows_stay() {
        let old = "id,rank_holdout,a_fresh_start,m,m_holdout,m_holdout_se,m_fresh_low,m_fresh\n1,_fresh,2\n";
        let new =
            "id,rank_validation,a_fresh_start,m,m_validation,m_validation_se,m_test_low,m_test\n1,_fresh,2\n";
        assert_eq!(with_todays_header(old), new);
        assert_eq!(with_todays_header(new), new);
    }
}
