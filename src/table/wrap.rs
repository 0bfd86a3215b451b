//! Sentences as lines that fit the terminal. A figure stays on one line with its error or its interval.

use super::Width;
use std::borrow::Cow;
use textwrap::core::{Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

/// How far the lines after the first are indented.
const INDENT: &str = "  ";

/// `sentence` with a line end, broken at spaces into lines of at most `width` columns, of which those after the
/// first are indented. A word that is longer than a line is cut with `…`.
pub fn wrap(sentence: &str, width: Width) -> String {
    let Some(width) = width else { return format!("{sentence}\n") };
    let room = width.saturating_sub(INDENT.len()).max(1);
    let pieces: Vec<Cow<'_, str>> = units(sentence).flat_map(|unit| pieces(unit, room)).collect();
    let words: Vec<Word<'_>> = pieces.iter().map(|piece| Word::from(piece)).collect();
    let lines = wrap_first_fit(&words, &[width as f64, room as f64]);
    let text = |line: &&[Word<'_>]| {
        let text: String = line.iter().map(|word| format!("{}{}", word.word, word.whitespace)).collect();
        text.trim_end().to_owned()
    };
    lines.iter().map(text).collect::<Vec<_>>().join(&format!("\n{INDENT}")) + "\n"
}

/// The parts of `sentence` between which a line may end, each with the space that follows it.
fn units(sentence: &str) -> impl Iterator<Item = &str> {
    let ends = sentence.match_indices(' ').map(|(at, _)| at + 1);
    let ends = ends.filter(|&at| !is_inside_a_figure(&sentence[..at - 1], &sentence[at..]));
    let mut start = 0;
    ends.chain([sentence.len()]).map(move |end| &sentence[std::mem::replace(&mut start, end)..end])
}

/// Whether the space between `before` and `after` is one of `1 ± 2` or of `1 [0, 2]`.
fn is_inside_a_figure(before: &str, after: &str) -> bool {
    let is_figure = |c: char| c.is_ascii_digit() || " +−.,%?e".contains(c);
    let opened = before.rfind('[').map(|at| &before[at + 1..]);
    let begins = after.strip_prefix('[').is_some_and(|rest| rest.starts_with(is_figure));
    before.ends_with('±')
        || after.starts_with('±')
        || begins
        || opened.is_some_and(|text| !text.is_empty() && text.chars().all(is_figure))
}

/// `unit` itself if it has room on a line, else its words, cut where even one of them has none.
fn pieces(unit: &str, room: usize) -> Vec<Cow<'_, str>> {
    if display_width(unit.trim_end()) <= room {
        return vec![unit.into()];
    }
    let word = |word| if display_width(word) <= room { Cow::from(word) } else { cut(word, room).into() };
    unit.split_inclusive(' ').map(word).collect()
}

/// `name` in at most `width` columns, at least 1: cut in the middle with `…`, since names often differ at
/// their ends.
pub fn cut(name: &str, width: usize) -> String {
    if display_width(name) <= width {
        return name.to_owned();
    }
    let room = width.saturating_sub(1);
    let head = prefix(name.chars(), room.div_ceil(2));
    let tail = prefix(name.chars().rev(), room / 2);
    format!("{}…{}", head, tail.chars().rev().collect::<String>())
}

/// As many of the first `chars` as have room in `width` columns.
fn prefix(chars: impl Iterator<Item = char>, width: usize) -> String {
    let mut text = String::new();
    for c in chars {
        text.push(c);
        if display_width(&text) > width {
            text.pop();
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_never_broken() {
        let text = "it has 1,234 ± 56 and +7 [−1.5, +15.5], which is [not known] yet";
        let lines = |width| wrap(text, Some(width)).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            lines(21),
            ["it has 1,234 ± 56 and", "  +7 [−1.5, +15.5],", "  which is [not", "  known] yet"]
        );
        assert_eq!(wrap(text, None), format!("{text}\n"));
        for width in 12..90 {
            assert!(lines(width).iter().all(|line| display_width(line) <= width), "{width}");
        }
    }

    #[test]
    fn a_figure_wider_than_a_line_is_broken_between_its_numbers() {
        assert_eq!(wrap("a +7,000 [−1.5, +15.5] b", Some(14)), "a +7,000\n  [−1.5,\n  +15.5] b\n");
    }

    #[test]
    fn names_are_cut_in_the_middle() {
        assert_eq!(cut("share_max_rank_4096", 12), "share_…_4096");
        assert_eq!(cut("score", 5), "score");
        assert_eq!((cut("score", 4), cut("score", 1)), ("sc…e".into(), "…".into()));
        assert_eq!(cut("漢字漢字", 5), "漢…字");
        assert_eq!(wrap("read abcdefghijklmnop", Some(10)), "read\n  abcd…nop\n");
    }
}
