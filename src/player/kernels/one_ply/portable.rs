//! The step in plain code: branchless, so that the processor works on several games at once.

use super::lanes::{Lanes, Step as LockStep};
use super::tables::{Tables, Wide};
use crate::game::twenty48::{Board, spawn_drawn};
use std::hint::select_unpredictable;

/// Games side by side.
pub(super) const GAMES: usize = 8;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t>(&'t Tables<'t>);

impl<'t> Step<'t> {
    pub fn new(tables: &'t Tables<'t>) -> Self {
        Self(tables)
    }
}

impl LockStep<GAMES> for Step<'_> {
    fn step(&self, lanes: &mut Lanes<GAMES>) -> u32 {
        match self.0.wide {
            None => step(self.0, lanes, |_, _| 0),
            Some(wide) => step(self.0, lanes, |after, crossing| wide_value(wide, after, crossing)),
        }
    }
}

/// `wide` is what board-wide features add to the value of an afterstate, which is seen as its lines
/// along the slide and its lines across.
#[inline(always)]
fn step(tables: &Tables<'_>, lanes: &mut Lanes<GAMES>, wide: impl Fn(Board, Board) -> i32) -> u32 {
    let mut over = 0;
    for lane in 0..GAMES {
        let board = Board::from_bits(lanes.boards[lane]);
        let after = choose(tables, board, &wide);
        over |= u32::from(after == board) << lane;
        lanes.empties[lane] += u64::from(after.empty_count());
        let draw = draw(&mut lanes.rng, lane);
        lanes.boards[lane] = spawn_drawn(after, draw).bits();
    }
    over
}

/// The afterstate of the best move, or the board if there is none.
#[inline(always)]
fn choose(tables: &Tables<'_>, board: Board, wide: &impl Fn(Board, Board) -> i32) -> Board {
    let transposed = board.transposed();
    let ([up, down], [up_value, down_value]) = slides(tables, transposed, wide);
    let ([left, right], [left_value, right_value]) = slides(tables, board, wide);
    let mut best = (transposed, i32::MIN);
    for (after, value) in [(up, up_value), (down, down_value)] {
        let better = (after != transposed) & (value > best.1);
        best = (
            select_unpredictable(better, after, best.0),
            select_unpredictable(better, value, best.1),
        );
    }
    best.0 = best.0.transposed();
    for (after, value) in [(left, left_value), (right, right_value)] {
        let better = (after != board) & (value > best.1);
        best = (
            select_unpredictable(better, after, best.0),
            select_unpredictable(better, value, best.1),
        );
    }
    best.0
}

/// `board` with all rows slid towards their first cell, and towards their last, and the values of
/// these boards.
#[inline(always)]
fn slides(tables: &Tables<'_>, board: Board, wide: &impl Fn(Board, Board) -> i32) -> ([Board; 2], [i32; 2]) {
    let (mut slid, mut values) = ([0_u64; 2], [0_i32; 2]);
    for row in 0..4 {
        let line = usize::from(board.row(row));
        for side in 0..2 {
            slid[side] |= u64::from(tables.slid[line][side]) << (16 * row);
            values[side] = values[side].wrapping_add(tables.slid_values[line][side]);
        }
    }
    let slid = slid.map(Board::from_bits);
    for side in 0..2 {
        let crossing = slid[side].transposed();
        for row in 0..4 {
            values[side] = values[side].wrapping_add(tables.values[usize::from(crossing.row(row))]);
        }
        values[side] = values[side].wrapping_add(wide(slid[side], crossing));
    }
    (slid, values)
}

/// What a doubled value gets besides its lines; see [`Tables`].
#[inline(always)]
fn wide_value(wide: Wide, after: Board, crossing: Board) -> i32 {
    let largest = largest_rank(after);
    let in_corner = [0, 3, 12, 15].iter().fold(false, |any, &cell| any | (after.rank(cell) == largest));
    let corner = select_unpredictable(in_corner, i32::from(largest), 0);
    wide.mono * (slope(after) + slope(crossing)) + wide.corner * corner
}

/// Ranks of the last row less those of the first, without the sign.
#[inline(always)]
fn slope(board: Board) -> i32 {
    let sum = |line: u16| {
        let pairs = (line & 0x0f0f) + (line >> 4 & 0x0f0f);
        i32::from((pairs >> 8) + (pairs & 0xff))
    };
    (sum(board.row(3)) - sum(board.row(0))).abs()
}

/// The largest rank of a board with a tile.
#[inline(always)]
fn largest_rank(board: Board) -> u8 {
    let present = (0..16).fold(0_u32, |present, cell| present | 1 << board.rank(cell));
    31 - present.leading_zeros() as u8
}

/// The next number of xoshiro256++ (Blackman & Vigna) in a lane.
#[inline(always)]
fn draw(rng: &mut [[u64; GAMES]; 4], lane: usize) -> u64 {
    let [s0, s1, s2, s3] = std::array::from_fn(|i| rng[i][lane]);
    let drawn = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
    let (mixed2, mixed3) = (s2 ^ s0, s3 ^ s1);
    rng[0][lane] = s0 ^ mixed3;
    rng[1][lane] = s1 ^ mixed2;
    rng[2][lane] = mixed2 ^ s1 << 17;
    rng[3][lane] = mixed3.rotate_left(45);
    drawn
}
