//! Reading an experiment: TOML text, `--set` overrides, checked values.

use super::Experiment;
use crate::error::{Error, Result};
use crate::text;
use std::path::Path;
use toml::{Table, Value};

/// The experiment that `tune` runs when none is named.
pub const QUICK: &str = include_str!("../../experiments/quick.toml");

/// An experiment as written, before its problem completes it, with the name its errors carry.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file, or what stands for it in messages.
    pub origin: String,
    /// The question on line one, without its `#`; empty if there is none.
    pub question: String,
    /// The keys as written, with overrides applied.
    pub experiment: Experiment,
}

/// Reads the experiment file `path`, or the built-in one, and applies `key=value` overrides.
///
/// # Errors
/// Names the file and the key of what cannot be read, is unknown or is out of range.
pub fn load(path: Option<&Path>, overrides: &[String]) -> Result<Source> {
    match path {
        None => parse("experiments/quick.toml (built in)", QUICK, overrides),
        Some(path) => {
            let text = text::read(path)
                .map_err(|e| Error::Input(format!("{}: cannot read: {e}", path.display())))?;
            parse(&path.display().to_string(), &text, overrides)
        }
    }
}

/// Parses experiment `text`; `origin` names it in messages.
///
/// # Errors
/// As [`load`].
pub fn parse(origin: &str, text: &str, overrides: &[String]) -> Result<Source> {
    let mut table = table(origin, text)?;
    for (name, key) in SHORT {
        spell_out(&mut table, name, key);
    }
    for assignment in overrides {
        set(&mut table, &spelt_out(assignment))?;
    }
    let experiment: Experiment = serde_path_to_error::deserialize(Value::Table(table)).map_err(|e| {
        let path = e.path().to_string();
        let message = one_line(&e.into_inner().to_string());
        let key = if path == "." { String::new() } else { format!("{path}: ") };
        Error::Input(format!("{origin}: {key}{message}"))
    })?;
    super::validate::check(origin, &experiment)?;
    Ok(Source { origin: origin.to_owned(), question: question(text), experiment })
}

/// The keys and values of `text`, whatever they are.
///
/// # Errors
/// [`Error::Input`] naming `origin` and the line that is no TOML.
pub fn table(origin: &str, text: &str) -> Result<Table> {
    text.parse().map_err(|e| syntax_error(origin, text, &e))
}

/// Most characters of a line that a message shows.
const MOST_SHOWN: usize = 80;

/// Tables whose one word, as in `optimiser = "random"`, is short for this key.
const SHORT: [(&str, &str); 2] = [("optimiser", "algorithm"), ("sampling", "method")];

/// Turns `table = "word"` into `table.key = "word"`.
fn spell_out(experiment: &mut Table, table: &str, key: &str) {
    if let Some(value) = experiment.get_mut(table)
        && value.is_str()
    {
        let word = value.clone();
        *value = Value::Table(Table::from_iter([(key.to_owned(), word)]));
    }
}

/// The same for an override, which leaves the other keys of the table alone.
fn spelt_out(assignment: &str) -> String {
    let Some((name, value)) = assignment.split_once('=') else { return assignment.to_owned() };
    match SHORT.iter().find(|(table, _)| *table == name.trim()) {
        Some((table, key)) if !value.trim_start().starts_with('{') => format!("{table}.{key}={value}"),
        _ => assignment.to_owned(),
    }
}

/// The first line's comment, which asks the experiment's question.
fn question(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix('#').map(|q| q.trim().to_owned()).unwrap_or_default()
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message with the line it is about, whose key it names.
fn syntax_error(origin: &str, text: &str, error: &toml::de::Error) -> Error {
    let message = match one_line(error.message()).as_str() {
        "u64 value was too large" | "integer number overflowed" => {
            format!("allowed are whole numbers up to {}", i64::MAX)
        }
        message => message.to_owned(),
    };
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return Error::Input(format!("{origin}: {message}"));
    };
    let number = before.matches('\n').count();
    let line: String = text.lines().nth(number).unwrap_or_default().trim().chars().take(MOST_SHOWN).collect();
    Error::Input(format!("{origin}: line {}: {message}: {line:?}", number + 1))
}

/// Sets `assignment`, a dotted key = a value; parts that are numbers index lists, as in `scenario.0.games=100`. A list that
/// is not there gets a first entry.
///
/// # Errors
/// [`Error::Input`] naming the assignment and what is wrong with it.
pub fn set(table: &mut Table, assignment: &str) -> Result<()> {
    let bad = |why: &str| Error::Input(format!("--set {assignment}: {why}"));
    let (key, text) = assignment.split_once('=').ok_or_else(|| bad("key=value is allowed"))?;
    let value = parse_value(text.trim());
    let parts: Vec<&str> = key.trim().split('.').collect();
    if parts.iter().any(|part| part.is_empty()) {
        return Err(bad("the key has an empty part"));
    }
    let (last, parents) = parts.split_last().ok_or_else(|| bad("the key is empty"))?;
    let mut place = table;
    let mut rest = parents;
    while let Some((part, tail)) = rest.split_first() {
        rest = tail;
        let next = rest.first().unwrap_or(last);
        let entry = place.entry(*part).or_insert_with(|| match next.parse::<usize>() {
            Ok(0) if !rest.is_empty() => Value::Array(vec![Value::Table(Table::new())]),
            Ok(_) => Value::Array(Vec::new()),
            Err(_) => Value::Table(Table::new()),
        });
        place = match entry {
            Value::Table(inner) => inner,
            Value::Array(items) => {
                let here = next.parse::<usize>().ok().filter(|&i| i < items.len() && !rest.is_empty());
                let here = here.ok_or_else(|| {
                    bad(&format!(
                        "{part} has {} entries; {part}.0.key=value sets a key of the first",
                        items.len()
                    ))
                })?;
                rest = rest.get(1..).unwrap_or_default();
                items[here].as_table_mut().ok_or_else(|| bad(&format!("{part} holds no keys")))?
            }
            _ => return Err(bad(&format!("{part} holds no keys"))),
        };
    }
    place.insert((*last).to_owned(), value);
    Ok(())
}

/// A TOML value, or the bare text as a string.
fn parse_value(text: &str) -> Value {
    let parsed = format!("value = {text}").parse::<Table>();
    let value = parsed.ok().and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::Algorithm;

    fn message(text: &str, overrides: &[&str]) -> String {
        let overrides: Vec<String> = overrides.iter().map(|s| (*s).to_owned()).collect();
        match parse("x.toml", text, &overrides) {
            Ok(_) => "accepted".into(),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn bad_values_name_file_key_value_and_range() {
        for (text, parts) in [
            ("[optimiser]\npop_size = -5", vec!["x.toml", "optimiser.pop_size", "-5", "from 2 to 100000"]),
            ("[optimiser.crossover]\nprob = nan", vec!["x.toml", "optimiser.crossover.prob", "NaN"]),
            ("[bounds]\nempty = [0.5, 0.1]", vec!["x.toml", "bounds.empty", "0.5"]),
            ("initial = [[nan, 1.0]]", vec!["x.toml", "initial[0][0]", "NaN"]),
            ("seed = = 3", vec!["x.toml", "line 1"]),
            ("sampling = \"races\"", vec!["x.toml", "sampling.method", "`races`", "`growing`"]),
            ("[sampling]\nextra = -1.0", vec!["x.toml", "sampling.extra = -1", "from 0 to 1000"]),
            ("[stop]\nminutes = 0.0", vec!["x.toml", "stop.minutes = 0", "above 0"]),
            ("[stop]\nstalled = { by = 0.1 }", vec!["x.toml", "stop.stalled", "`generations`"]),
            (
                "[[objective]]\nmetric=\"score\"\nstatistic=\"p0\"",
                vec!["objective[0].statistic", "p0", "p1 to p99"],
            ),
            (
                "[[objective]]\nmetric=\"level\"\nstatistic=\"share\"\nat=64.0\nscale=\"log\"",
                vec!["x.toml", "objective[0].scale = \"log\"", "allowed is \"linear\" for a share"],
            ),
        ] {
            let message = message(text, &[]);
            for part in parts {
                assert!(message.contains(part), "{message} lacks {part}");
            }
            assert!(!message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn overrides_reach_tables_and_lists() {
        let text = "# Why?\n[[scenario]]\ngames = 5";
        let overrides = ["optimiser.n_gen=12".into(), "scenario.0.games=7".into(), "domain=zdt1".into()];
        let source = parse("x.toml", text, &overrides).unwrap();
        assert_eq!(source.experiment.optimiser.n_gen.get(), 12);
        assert_eq!(source.experiment.scenario[0].games.get(), 7);
        assert_eq!(source.experiment.domain.as_deref(), Some("zdt1"));
        assert_eq!(source.question, "Why?");
    }

    #[test]
    fn an_optimiser_may_be_named_alone() {
        let settings = |text: &str, overrides: &[&str]| {
            let overrides: Vec<String> = overrides.iter().map(|s| (*s).to_owned()).collect();
            let optimiser = parse("x.toml", text, &overrides).unwrap().experiment.optimiser;
            (optimiser.algorithm, optimiser.n_gen.get())
        };
        assert_eq!(settings("", &[]), (Algorithm::Nsga2, 40));
        assert_eq!(settings("optimiser = \"random\"", &[]), (Algorithm::Random, 40));
        assert_eq!(settings("optimiser = \"ga\"", &["optimiser.n_gen=7"]), (Algorithm::Ga, 7));
        let table = "[optimiser]\nalgorithm = \"ga\"\nn_gen = 5";
        assert_eq!(settings(table, &["optimiser=cmaes"]), (Algorithm::Cmaes, 5));
        assert_eq!(settings(table, &["optimiser=\"random\"", "optimiser.n_gen=6"]), (Algorithm::Random, 6));
        assert_eq!(settings(table, &["optimiser={ n_gen = 3 }"]), (Algorithm::Nsga2, 3));
        for (text, overrides) in [
            ("optimiser = \"nsga3\"", vec![]),
            ("", vec!["optimiser=nsga3"]),
            ("", vec!["optimiser.algorithm=nsga3"]),
        ] {
            let (said, names) = (message(text, &overrides), "`nsga2`, `random`, `ga`, `cmaes`");
            let expected = format!("optimiser.algorithm: unknown variant `nsga3`, expected one of {names}");
            assert!(said.starts_with(&format!("x.toml: {expected}")), "{said}");
        }
        assert!(message("optimiser = 3", &[]).contains("optimiser: invalid type: integer `3`"));
    }

    #[test]
    fn a_list_that_is_not_there_gets_a_first_entry() {
        let overrides = ["scenario.0.games=7", "scenario.0.depth=2", "objective.0.metric=moves"];
        let experiment = parse("x.toml", "", &overrides.map(String::from)).unwrap().experiment;
        assert_eq!(experiment.scenario.len(), 1);
        assert_eq!(
            (experiment.scenario[0].games.get(), experiment.scenario[0].keys["depth"].as_integer()),
            (7, Some(2))
        );
        assert_eq!((experiment.objective.len(), experiment.objective[0].metric.as_str()), (1, "moves"));
        let said = message("", &["objective.1.metric=score"]);
        assert!(
            said.contains("--set objective.1.metric=score: objective has 0 entries; objective.0."),
            "{said}"
        );
        assert!(message("", &["initial.0=[0.5]"]).contains("initial has 0 entries"));
    }

    #[test]
    fn a_line_that_is_wrong_is_shown() {
        let said = message("seed = 1\n[optimiser]\nn_gen = 3\nn_gen = 4", &[]);
        assert_eq!(said, "x.toml: line 4: duplicate key: \"n_gen = 4\"");
        let said = message("# ?\nseed = 18446744073709551615", &[]);
        let allowed = "allowed are whole numbers up to 9223372036854775807";
        assert_eq!(said, format!("x.toml: line 2: {allowed}: \"seed = 18446744073709551615\""));
        assert!(message("seed =", &[]).starts_with("x.toml: line 1: "));
    }

    #[test]
    fn bad_overrides_are_refused() {
        let bad = ["x", "=3", "a..b=1", "scenario.4.games=1", "scenario.0=1", "seed.x=1", "scenario.games=7"];
        for bad in bad {
            let message = message("seed = 1\n[[scenario]]\ngames = 5", &[bad]);
            assert!(message.contains("--set"), "{bad}: {message}");
        }
        assert!(message("", &["optimiser.n_gne=3"]).contains("n_gne"));
    }
}
