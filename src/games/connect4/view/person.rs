//! A game of a person against a policy.

use super::super::policy::{Mover, PolicySpec};
use super::super::rules::Position;
use super::super::solver::Solver;
use super::watch::coloured;
use crate::error::Result;
use crate::problem::{Said, Session};

const HELP: &str = "a column from 1 to 7, u to take a move back, h for a hint, s to change sides, q to stop";
/// With as many stones or more, the solver has a hint within a second or two.
const SOLVED_STONES: u32 = 8;
/// The size of the solver's table: 2 to the power of this entries of 8 bytes, 32 MiB.
const TABLE_BITS: u32 = 22;

/// A game of a person, who begins, against a policy.
pub(super) struct Person {
    mover: Mover,
    seed: u64,
    is_first: bool,
    /// The positions so far, the empty board first.
    positions: Vec<Position>,
}

impl Person {
    pub(super) fn new(spec: &PolicySpec, seed: u64) -> Result<Self> {
        let mut person =
            Self { mover: Mover::new(spec)?, seed, is_first: true, positions: vec![Position::EMPTY] };
        person.mover.new_game(false, seed);
        Ok(person)
    }

    fn position(&self) -> Position {
        self.positions.last().copied().unwrap_or(Position::EMPTY)
    }

    fn is_over(&self) -> bool {
        self.position().is_won() || self.position().is_full()
    }

    fn is_mine(&self) -> bool {
        self.position().stones().is_multiple_of(2) == self.is_first
    }

    /// Lets the policy move, if it is its turn; what it did, in words.
    fn reply(&mut self) -> String {
        let position = self.position();
        let choice = if self.is_mine() { None } else { self.mover.choose(position) };
        let Some(choice) = choice else { return String::new() };
        self.positions.push(position.after(position.playable_in(choice.column)));
        format!("The policy takes column {}.\n", choice.column + 1)
    }

    /// The board and what was `said`, and how the game ended if it did.
    fn shown(&self, said: &str) -> Said {
        let board = coloured(self.position());
        match (self.position().is_won(), self.is_over()) {
            // The side that moved last won.
            (true, _) if self.is_mine() => Said::End(format!("{board}\n{said}The policy wins.\n")),
            (true, _) => Said::End(format!("{board}\n{said}You win.\n")),
            (false, true) => Said::End(format!("{board}\n{said}A draw.\n")),
            (false, false) => Said::More(format!("{board}\n{said}")),
        }
    }

    fn dropped(&mut self, column: u32) -> Said {
        match self.position().play(column) {
            Ok(next) => {
                self.positions.push(next);
                let said = self.reply();
                self.shown(&said)
            }
            Err(e) => Said::More(format!("{e}\n")),
        }
    }

    /// Back to the last position where the person was to move.
    fn undo(&mut self) -> Said {
        let mine = |position: &Position| position.stones().is_multiple_of(2) == self.is_first;
        let before = self.positions.iter().take(self.positions.len() - 1).rposition(mine);
        match before {
            Some(place) => {
                self.positions.truncate(place + 1);
                self.shown("Your move again.\n")
            }
            None => Said::More("There is no move to take back.\n".into()),
        }
    }

    fn hint(&mut self) -> Result<Said> {
        let position = self.position();
        if position.stones() < SOLVED_STONES {
            let choice = self.mover.choose(position);
            let column = choice.map_or(String::new(), |choice| (choice.column + 1).to_string());
            return Ok(Said::More(format!("The policy would take column {column} in your place.\n")));
        }
        let scores = Solver::new(TABLE_BITS)?.scores(position);
        let most = scores.iter().flatten().max().copied().unwrap_or_default();
        let best: Vec<String> = (1..=7)
            .filter(|&column| scores[column - 1] == Some(most))
            .map(|column| column.to_string())
            .collect();
        let verdict = match most {
            1.. => "wins",
            0 => "draws",
            _ => "loses latest",
        };
        Ok(Said::More(format!("By perfect play column {} {verdict}.\n", best.join(" or "))))
    }

    fn change_sides(&mut self) -> Said {
        self.is_first = !self.is_first;
        self.mover.new_game(!self.is_first, self.seed);
        let said = self.reply();
        self.shown(&said)
    }
}

impl Session for Person {
    fn begin(&mut self) -> Result<String> {
        Ok(format!("{}\nYou are X and begin. Type {HELP}.\n", coloured(self.position())))
    }

    fn answer(&mut self, line: &str) -> Result<Said> {
        Ok(match line.to_ascii_lowercase().as_str() {
            "q" | "quit" => Said::End(String::new()),
            "u" | "undo" => self.undo(),
            "h" | "hint" => return self.hint(),
            "s" | "sides" => self.change_sides(),
            text => match text.parse::<u32>() {
                Ok(column @ 1..) => self.dropped(column - 1),
                _ => Said::More(format!("Allowed is {HELP}.\n")),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person() -> Person {
        let policy = crate::games::connect4::policy::PRESETS[1].policy().unwrap();
        Person::new(&PolicySpec::of(&policy).unwrap(), 1).unwrap()
    }

    fn more(said: Said) -> String {
        match said {
            Said::More(text) => text,
            Said::End(text) => panic!("ended: {text}"),
        }
    }

    #[test]
    fn a_move_is_answered_and_taken_back() {
        let mut person = person();
        assert!(person.begin().unwrap().contains("You are X"));
        assert!(more(person.answer("u").unwrap()).contains("no move to take back"));
        assert!(more(person.answer("4").unwrap()).contains("The policy takes column"));
        assert_eq!(person.position().stones(), 2);
        more(person.answer("U").unwrap());
        assert_eq!(person.position(), Position::EMPTY);
        for bad in ["", "0", "x", "-1", "4.5"] {
            assert!(more(person.answer(bad).unwrap()).starts_with("Allowed is"), "{bad}");
        }
        assert!(more(person.answer("8").unwrap()).contains("column 8 does not exist: allowed are 1 to 7"));
        assert!(more(person.answer("h").unwrap()).contains("would take column"));
        assert!(more(person.answer("s").unwrap()).contains("The policy takes column"));
        assert_eq!(person.position().stones(), 1);
        assert_eq!(person.answer("q").unwrap(), Said::End(String::new()));
    }

    #[test]
    fn who_completes_four_wins() {
        // X has three in the lowest row.
        let mut person = at("172737");
        let Said::End(text) = person.answer("4").unwrap() else { panic!("it goes on") };
        assert!(text.contains("You win."), "{text}");
        // O has three above one another, and X does not answer.
        let mut person = at("172757");
        let Said::End(text) = person.answer("1").unwrap() else { panic!("it goes on") };
        assert!(text.contains("The policy wins."), "{text}");
    }

    #[test]
    fn hints_are_those_of_perfect_play() {
        // X has three in column 7.
        let mut person = at("12717172");
        assert_eq!(more(person.answer("h").unwrap()), "By perfect play column 7 wins.\n");
        assert!(more(at("44").answer("hint").unwrap()).contains("would take column"));
    }

    fn at(moves: &str) -> Person {
        let mut person = person();
        person.positions.push(moves.parse().unwrap());
        person
    }
}
