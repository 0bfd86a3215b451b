//! The features by name.

use super::super::rules::{COLUMNS, Position, column_cells};
use super::{threats, windows};

/// What is counted of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Count {
    /// Windows with three stones of the side and none of the other.
    Three,
    /// Windows with two.
    Two,
    /// Windows with one.
    One,
    /// Columns between each stone and the nearer edge, added up.
    Centre,
    /// Threats that cannot be carried out yet.
    Hanging,
    /// Hanging threats in the rows that the side gets at the end: odd for the first player, even for the second.
    Parity,
    /// Threats that can be carried out at once.
    Playable,
    /// Threats with another one right above.
    Stacked,
    /// 1 if the other side has to play below a threat first, when nothing else is left.
    Tempo,
}

/// How many counts there are.
pub(super) const COUNTS: usize = 9;

impl Count {
    /// All counts, in the order of their numbers.
    pub const ALL: [Self; COUNTS] = [
        Self::Three,
        Self::Two,
        Self::One,
        Self::Centre,
        Self::Hanging,
        Self::Parity,
        Self::Playable,
        Self::Stacked,
        Self::Tempo,
    ];

    /// Its typical spread: the standard deviation of the count of one side, and of the difference of both, over positions
    /// of real play (`cargo run --release --example connect4-scales`; 36,904 positions).
    const fn spread(self) -> [f64; 2] {
        match self {
            Self::Three => [1.29, 1.23],
            Self::Two => [2.24, 2.34],
            Self::One => [3.90, 3.93],
            Self::Centre => [6.53, 3.47],
            Self::Hanging => [0.94, 0.90],
            Self::Parity => [0.61, 0.63],
            Self::Playable => [0.32, 0.50],
            Self::Stacked => [0.38, 0.43],
            Self::Tempo => [0.46, 0.79],
        }
    }
}

/// Whose counts a feature is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The count of the player less that of the other side: attack and defence weigh the same.
    Both,
    /// The count of the player.
    Own,
    /// That of the other side, which counts against the player.
    Their,
}

/// A feature: a count, and whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Feature {
    /// What is counted.
    pub count: Count,
    /// Of which side.
    pub side: Side,
}

/// Name and meaning of each feature.
macro_rules! features {
    ($($count:ident: [$both:literal, $own:literal, $their:literal], $meaning:literal;)*) => {
        const FEATURES: [(Feature, &str, &str); 3 * COUNTS] = [$(
            (Feature { count: Count::$count, side: Side::Both }, $both, concat!($meaning, ", less those of the other side")),
            (Feature { count: Count::$count, side: Side::Own }, $own, concat!($meaning, ", of the player alone")),
            (Feature { count: Count::$count, side: Side::Their }, $their, concat!($meaning, ", of the other side, counted against the player")),
        )*];
    };
}

features! {
    Three: ["three", "own_three", "their_three"], "lines of four cells with three stones, and none of the other side";
    Two: ["two", "own_two", "their_two"], "lines of four cells with two stones, and none of the other side";
    One: ["one", "own_one", "their_one"], "lines of four cells with one stone, and none of the other side";
    Centre: ["centre", "own_centre", "their_centre"], "columns between stones and the nearer edge";
    Hanging: ["hanging", "own_hanging", "their_hanging"], "cells that complete four, but cannot be taken yet";
    Parity: ["parity", "own_parity", "their_parity"], "hanging cells in odd rows for the first player, in even rows for the second";
    Playable: ["playable", "own_playable", "their_playable"], "cells that complete four at once";
    Stacked: ["stacked", "own_stacked", "their_stacked"], "cells that complete four, below another such cell";
    Tempo: ["tempo", "own_tempo", "their_tempo"], "1 if the opponent has to give way first in the end";
}

impl Feature {
    /// All features.
    pub fn all() -> impl Iterator<Item = Self> {
        FEATURES.iter().map(|(feature, ..)| *feature)
    }

    /// Its name in experiments and policies.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |(_, name, _)| name)
    }

    /// What it is, in words.
    pub fn meaning(self) -> &'static str {
        self.row().map_or("", |(.., meaning)| meaning)
    }

    /// The feature of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        FEATURES.iter().find(|(_, known, _)| *known == name).map(|(feature, ..)| *feature)
    }

    /// Its value on `position` for the side to move.
    pub fn value(self, position: Position) -> i32 {
        let counts = counts(position).map(|counts| counts[self.count as usize]);
        let [own, their] = if position.stones().is_multiple_of(2) { counts } else { [counts[1], counts[0]] };
        match self.side {
            Side::Both => own - their,
            Side::Own => own,
            Side::Their => their,
        }
    }

    /// Its typical spread in real play, by which it is divided so that equal weights matter equally.
    pub const fn scale(self) -> f64 {
        let [one, difference] = self.count.spread();
        match self.side {
            Side::Both => difference,
            Side::Own | Side::Their => one,
        }
    }

    fn row(self) -> Option<&'static (Self, &'static str, &'static str)> {
        FEATURES.iter().find(|(known, ..)| *known == self)
    }
}

/// The counts of both sides on a position, those of the first player first.
pub(super) fn counts(position: Position) -> [[i32; COUNTS]; 2] {
    let first_moves = position.stones().is_multiple_of(2);
    let (own, others) = (position.own(), position.others());
    let (own_threats, their_threats) = (position.threats(), position.threats_of_others());
    let gives_way = threats::gives_way(own_threats | their_threats, position);
    let own_counts = of_side(own, others, own_threats, first_moves, gives_way == Some(false), position);
    let their_counts = of_side(others, own, their_threats, !first_moves, gives_way == Some(true), position);
    if first_moves { [own_counts, their_counts] } else { [their_counts, own_counts] }
}

fn of_side(
    stones: u64,
    others: u64,
    cells: u64,
    is_first: bool,
    has_tempo: bool,
    position: Position,
) -> [i32; COUNTS] {
    let windows = windows::of(stones, others);
    let threats = threats::of(cells, is_first, position);
    let counts = [
        windows.three,
        windows.two,
        windows.one,
        to_the_edge(stones),
        threats.hanging.count_ones(),
        threats.parity.count_ones(),
        threats.playable.count_ones(),
        threats.stacked.count_ones(),
        has_tempo.into(),
    ];
    counts.map(|count| count as i32)
}

/// The columns between each of `stones` and the nearer edge, added up.
fn to_the_edge(stones: u64) -> u32 {
    /// The columns at least 1, 2 and 3 away from both edges.
    const INNER: [u64; 3] = [inner(1), inner(2), inner(3)];
    INNER.iter().map(|columns| (stones & columns).count_ones()).sum()
}

const fn inner(distance: u32) -> u64 {
    let (mut cells, mut column) = (0, distance);
    while column < COLUMNS - distance {
        cells |= column_cells(column);
        column += 1;
    }
    cells
}
