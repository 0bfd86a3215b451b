//! A 2048 on an array of tiles, as the rules are told: the judge of the fast one in tests.
//!
//! It has no largest tile, so the two agree wherever no two 32768 merge.

use super::{Board, Move};

/// Tiles in four rows, top to bottom; 0 is an empty cell.
pub type Tiles = [[u32; 4]; 4];

/// The cells of line `i` in the order in which tiles arrive at the edge of `direction`.
fn path(direction: Move, i: usize) -> [(usize, usize); 4] {
    let cell = |k: usize| match direction {
        Move::Left => (i, k),
        Move::Right => (i, 3 - k),
        Move::Up => (k, i),
        Move::Down => (3 - k, i),
    };
    [cell(0), cell(1), cell(2), cell(3)]
}

/// The tiles of a line after the slide, nearest to the edge first, and the points.
fn slide_line(line: [u32; 4]) -> (Vec<u32>, u64) {
    let mut waiting: Vec<u32> = line.into_iter().filter(|&tile| tile != 0).collect();
    let (mut slid, mut gain) = (Vec::new(), 0);
    while !waiting.is_empty() {
        let tile = waiting.remove(0);
        if waiting.first() == Some(&tile) {
            waiting.remove(0);
            slid.push(2 * tile);
            gain += u64::from(2 * tile);
        } else {
            slid.push(tile);
        }
    }
    (slid, gain)
}

/// The tiles after the slide, and the points; unchanged tiles mean that the move is illegal.
pub fn slide(tiles: &Tiles, direction: Move) -> (Tiles, u64) {
    let (mut after, mut gain) = ([[0; 4]; 4], 0);
    for i in 0..4 {
        let cells = path(direction, i);
        let (slid, points) = slide_line(cells.map(|(r, c)| tiles[r][c]));
        gain += points;
        for ((r, c), tile) in cells.into_iter().zip(slid) {
            after[r][c] = tile;
        }
    }
    (after, gain)
}

/// The tiles after a legal move, and the points; `None` if the move is illegal.
pub fn moved(tiles: &Tiles, direction: Move) -> Option<(Tiles, u64)> {
    let (after, gain) = slide(tiles, direction);
    (after != *tiles).then_some((after, gain))
}

/// True if every cell is taken and no two neighbours are equal, or there is no tile to move.
pub fn is_over(tiles: &Tiles) -> bool {
    let full = tiles.iter().flatten().all(|&tile| tile != 0);
    let pair_in_row = (0..4).any(|r| (0..3).any(|c| tiles[r][c] == tiles[r][c + 1]));
    let pair_in_column = (0..3).any(|r| (0..4).any(|c| tiles[r][c] == tiles[r + 1][c]));
    let empty = tiles.iter().flatten().all(|&tile| tile == 0);
    empty || full && !pair_in_row && !pair_in_column
}

/// The empty cells, row by row.
pub fn empty_cells(tiles: &Tiles) -> Vec<(usize, usize)> {
    let cells = (0..4).flat_map(|r| (0..4).map(move |c| (r, c)));
    cells.filter(|&(r, c)| tiles[r][c] == 0).collect()
}

/// True if `direction` makes a tile that the fast board cannot hold.
pub fn merges_beyond_range(tiles: &Tiles, direction: Move) -> bool {
    slide(tiles, direction).0.iter().flatten().any(|&tile| tile > 32_768)
}

/// The same tiles on the fast board.
pub fn fast(tiles: &Tiles) -> Board {
    Board::from_tiles(tiles).unwrap()
}

/// A strategy of any board, its ranks up to `largest`, about a third of the cells empty in half of
/// the cases and few ranks in the others, so that merges are frequent.
pub fn any_board(largest: u8) -> impl proptest::strategy::Strategy<Value = Board> {
    use proptest::prelude::*;
    let cells = move |rank: BoxedStrategy<u8>| proptest::collection::vec(rank, 16);
    let wide = cells((0..=largest).boxed());
    let sparse = cells(prop_oneof![1 => Just(0), 2 => 1..=largest].boxed());
    let base = 0..largest;
    let narrow = base.prop_flat_map(move |base| {
        cells(prop_oneof![1 => Just(0), 3 => base..=(base + 2).min(largest)].boxed())
    });
    prop_oneof![wide, sparse, narrow].prop_map(|ranks| {
        let placed = ranks.iter().zip(0..);
        placed.fold(Board::default(), |board, (&rank, cell)| board.place(cell, rank))
    })
}
