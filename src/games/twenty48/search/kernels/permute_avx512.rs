//! Spawns in 16 lanes.
//!
//! ```text
//! lane    0   1   2   3   4   5   6   7 │ 8 … 15
//! tile    2                             │ 4
//! cell    0   0   1   1   2   2   3   3 │ the same
//! slide   ◄   ►   ◄   ►   ◄   ►   ◄   ► │ the same       ◄ towards the first cell
//! ```
//!
//! The eight spawns of a row share the lines that cross it. The 16 values of such a line by the
//! rank in the row fill a register, so that permuting the two of both slides by the ranks of the
//! slid row is a look-up in every lane.
#![allow(unsafe_code)]

use super::permute::{Tables, Tiles};
use super::permute_portable::empty_cells;
use crate::games::twenty48::heuristic::{BoardWeights, DEAD};
use crate::games::twenty48::rules::Board;
use std::arch::x86_64::*;

/// Bit of a permutation index that picks the table of the slide towards the last cell.
const LAST: i64 = 16 << 32;

/// What each spawn adds to its row, by tile, then cell.
const SPAWNS: [u32; 8] = [0x1, 0x10, 0x100, 0x1000, 0x2, 0x20, 0x200, 0x2000];

/// The lower lane of a pair in 16 bits, the upper in the next 16.
const PAIR: i64 = 0x0000_ffff_0000_ffff;

/// What a spawn in one row leaves as it is, by axis and row; pairs are both slides'.
#[repr(C, align(64))]
struct Rest {
    /// By row where four crossing lines are kept, by slide.
    crossing: [[[u16; 4]; 4]; 4],
    /// The rows without a spawn.
    rows: [i32; 8],
    /// Values of the other rows.
    values: [i64; 8],
    /// Not 0 if another row changes.
    changes: [i64; 8],
    /// Shapes of the other rows.
    shapes: [i64; 8],
    /// The largest rank of the other rows.
    largest: [i64; 8],
    /// The largest rank in a corner of the other rows.
    corners: [i64; 8],
}

/// See [`Spawns::sum`](super::Spawns::sum). Only for machines with AVX-512 F, BW, DQ and VL.
#[inline]
pub(super) fn sum(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    // SAFETY: `Spawns::new` picks this kernel only where it is available.
    unsafe {
        if tables.wide { sum_of::<true>(tables, after, tiles) } else { sum_of::<false>(tables, after, tiles) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn sum_of<const WIDE: bool>(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    let rest = rest::<WIDE>(tables, after);
    let cells = empty_cells(after);
    let mut best = [_mm512_set1_epi64(DEAD.into()); 8];
    let mut lines = lines_with(cells);
    while lines != 0 {
        let i = lines.trailing_zeros() as usize % 8;
        best[i] = row::<WIDE>(tables, &rest, i);
        lines &= lines - 1;
    }
    add_up(best, cells, tiles)
}

/// A bit for each row, then for each column, that has one of `cells`.
#[inline]
fn lines_with(cells: u16) -> u32 {
    let cells = u32::from(cells);
    let rows = cells | cells >> 1;
    let rows = (rows | rows >> 2) & 0x1111;
    let columns = cells | cells >> 8;
    let columns = (columns | columns >> 4) & 0xf;
    // Bits 0, 4, 8 and 12 meet in bits 12 to 15.
    (rows * 0x1248) >> 12 & 0xf | columns << 4
}

/// Adds up the best values of rows, each the lower lanes of pairs by tile and cell, and of columns.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn add_up(best: [__m512i; 8], cells: u16, tiles: Tiles) -> i64 {
    // By tile, then row, then cell; the tiles in different halves.
    let two = _mm512_setr_epi32(0, 2, 4, 6, 16, 18, 20, 22, 8, 10, 12, 14, 24, 26, 28, 30);
    let upper = _mm512_permutex2var_epi32(best[0], two, best[1]);
    let lower = _mm512_permutex2var_epi32(best[2], two, best[3]);
    let left = _mm512_permutex2var_epi32(best[4], two, best[5]);
    let right = _mm512_permutex2var_epi32(best[6], two, best[7]);
    // Columns back into the order of cells.
    let turned = _mm512_setr_epi32(0, 4, 16, 20, 1, 5, 17, 21, 2, 6, 18, 22, 3, 7, 19, 23);
    let turned_4 = _mm512_add_epi32(turned, _mm512_set1_epi32(8));
    let across_2 = _mm512_shuffle_i64x2::<0b01_00_01_00>(upper, lower);
    let across_4 = _mm512_shuffle_i64x2::<0b11_10_11_10>(upper, lower);
    let down_2 = _mm512_permutex2var_epi32(left, turned, right);
    let down_4 = _mm512_permutex2var_epi32(left, turned_4, right);
    let twos = if tiles == Tiles::Both { cells } else { 0 };
    let best_2 = _mm512_maskz_max_epi32(twos, across_2, down_2);
    let best_4 = _mm512_maskz_max_epi32(cells, across_4, down_4);
    let (best_2, best_4) = (widened(best_2), widened(best_4));
    let nine = _mm512_add_epi64(best_2, _mm512_slli_epi64::<3>(best_2));
    _mm512_reduce_add_epi64(_mm512_add_epi64(nine, best_4))
}

/// Sums of two 32-bit lanes in 64 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn widened(x: __m512i) -> __m512i {
    let odd = _mm512_srai_epi64::<32>(x);
    let even = _mm512_srai_epi64::<32>(_mm512_slli_epi64::<32>(x));
    _mm512_add_epi64(even, odd)
}

/// `[first, last]` in the lower half of each pair of lanes → one of them a lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn pairs(both: __m256i) -> __m512i {
    let x = _mm512_cvtepu32_epi64(both);
    _mm512_and_si512(_mm512_or_si512(x, _mm512_slli_epi64::<16>(x)), _mm512_set1_epi64(PAIR))
}

/// Each lane twice.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn twice(lanes: __m256i) -> __m512i {
    let x = _mm512_cvtepu32_epi64(lanes);
    _mm512_or_si512(x, _mm512_slli_epi64::<32>(x))
}

/// By lane of four 64-bit lanes, `merge` of the three others.
macro_rules! of_others {
    ($merge:ident, $x:expr) => {{
        let x = $x;
        let (a, b) = (_mm512_permutex_epi64::<0b00_11_10_01>(x), _mm512_permutex_epi64::<0b01_00_11_10>(x));
        $merge(_mm512_permutex_epi64::<0b10_01_00_11>(x), $merge(a, b))
    }};
}

/// Lines slid both ways, values and shapes of the slid lines.
struct Slid {
    lines: __m512i,
    values: __m512i,
    shapes: __m512i,
}

/// A load for each line beats gathers where those are microcode.
///
/// # Safety
/// Lines have 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn slid<const WIDE: bool>(tables: &Tables<'_>, lines: [u32; 8]) -> Slid {
    // SAFETY: by the contract of this function, as each table has an entry of the size read for every 16 bits.
    unsafe {
        let shapes = if WIDE {
            pairs(words(tables.shapes.ends.as_ptr().cast(), lines))
        } else {
            _mm512_setzero_si512()
        };
        Slid {
            lines: pairs(words(tables.slid.as_ptr().cast(), lines)),
            values: double_words(tables.values.ends.as_ptr().cast(), lines),
            shapes,
        }
    }
}

/// Eight entries of a table of 32-bit words.
///
/// # Safety
/// The table has all of `entries`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn words(table: *const i32, entries: [u32; 8]) -> __m256i {
    // SAFETY: by the contract of this function.
    let [a, b, c, d, e, f, g, h] = entries.map(|entry| unsafe { table.add(entry as usize).read() });
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}

/// Eight entries of a table of 64-bit words.
///
/// # Safety
/// The table has all of `entries`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn double_words(table: *const i64, entries: [u32; 8]) -> __m512i {
    let two = |i: usize| {
        // SAFETY: by the contract of this function.
        let [a, b] = [entries[i], entries[i + 1]]
            .map(|entry| unsafe { _mm_loadl_epi64(table.add(entry as usize).cast()) });
        _mm_unpacklo_epi64(a, b)
    };
    let four = |i: usize| _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(two(i)), two(i + 2));
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(four(0)), four(4))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn rest<const WIDE: bool>(tables: &Tables<'_>, after: Board) -> Rest {
    let boards = _mm_set_epi64x(after.transposed().bits() as i64, after.bits() as i64);
    let rows = _mm256_cvtepu16_epi32(boards);
    let (across, down) = (after, after.transposed());
    let row = |i: u32| if i < 4 { across.row(i) } else { down.row(i - 4) };
    // SAFETY: rows have 16 bits.
    let slid = unsafe { slid::<WIDE>(tables, std::array::from_fn(|i| row(i as u32).into())) };
    let changes = _mm512_xor_si512(slid.lines, twice(rows));
    let (largest, corners) =
        if WIDE { largest(slid.lines) } else { (_mm512_setzero_si512(), _mm512_setzero_si512()) };
    // SAFETY: each store is of the size of its field, and every field is stored to.
    unsafe {
        let mut rest = std::mem::MaybeUninit::<Rest>::uninit();
        let to = rest.as_mut_ptr();
        _mm256_storeu_si256((&raw mut (*to).rows).cast(), rows);
        _mm512_storeu_si512((&raw mut (*to).values).cast(), of_others!(_mm512_add_epi32, slid.values));
        _mm512_storeu_si512((&raw mut (*to).changes).cast(), of_others!(_mm512_or_si512, changes));
        _mm512_storeu_si512((&raw mut (*to).shapes).cast(), of_others!(_mm512_add_epi32, slid.shapes));
        _mm512_storeu_si512((&raw mut (*to).largest).cast(), largest);
        _mm512_storeu_si512((&raw mut (*to).corners).cast(), corners);
        let crossing = crossing(slid.lines);
        for (i, lines) in crossing.into_iter().enumerate() {
            _mm256_storeu_si256((&raw mut (*to).crossing[i]).cast(), lines);
        }
        rest.assume_init()
    }
}

/// By row, where the lines that cross it are kept, of four boards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn crossing(slid: __m512i) -> [__m256i; 4] {
    let by_board = _mm256_setr_epi16(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
    let boards = _mm256_permutexvar_epi16(by_board, _mm512_cvtepi32_epi16(slid));
    let columns = transposed(boards);
    let swapped = _mm256_or_si256(_mm256_srli_epi16::<8>(columns), _mm256_slli_epi16::<8>(columns));
    let nibbles = _mm256_set1_epi16(0x0f0f);
    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(swapped), nibbles);
    let lower = _mm256_slli_epi16::<4>(_mm256_and_si256(swapped, nibbles));
    let mirrored = _mm256_or_si256(upper, lower);
    [outer(columns), inner(columns), inner(mirrored), outer(mirrored)]
}

/// A sixteenth of the place in the tables without the first cell of each line, with the bit of layout
/// above it: see [`crossing_places`](crate::games::twenty48::heuristic::crossing_places).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn outer(lines: __m256i) -> __m256i {
    _mm256_srli_epi16::<4>(lines)
}

/// The same without the second cell of each line.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn inner(lines: __m256i) -> __m256i {
    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(lines), _mm256_set1_epi16(0x0ff0));
    let lower = _mm256_and_si256(lines, _mm256_set1_epi16(0x000f));
    _mm256_or_si256(_mm256_or_si256(upper, lower), _mm256_set1_epi16(0x1000))
}

/// Four boards, rows and columns exchanged, as [`Board::transposed`] does it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn transposed(x: __m256i) -> __m256i {
    let and = |x, mask: u64| _mm256_and_si256(x, _mm256_set1_epi64x(mask as i64));
    let (up, down) = (
        _mm256_slli_epi64::<12>(and(x, 0x0000_f0f0_0000_f0f0)),
        _mm256_srli_epi64::<12>(and(x, 0x0f0f_0000_0f0f_0000)),
    );
    let x = _mm256_or_si256(and(x, 0xf0f0_0f0f_f0f0_0f0f), _mm256_or_si256(up, down));
    let (up, down) = (
        _mm256_slli_epi64::<24>(and(x, 0x0000_0000_ff00_ff00)),
        _mm256_srli_epi64::<24>(and(x, 0x00ff_00ff_0000_0000)),
    );
    _mm256_or_si256(and(x, 0xff00_ff00_00ff_00ff), _mm256_or_si256(up, down))
}

/// By row: the largest rank of the others, and the largest in a corner of the others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn largest(lines: __m512i) -> (__m512i, __m512i) {
    let x = _mm512_or_si512(lines, _mm512_slli_epi32::<8>(lines));
    let x = _mm512_and_si512(x, _mm512_set1_epi32(0x00ff_00ff));
    let x = _mm512_or_si512(x, _mm512_slli_epi32::<4>(x));
    let ranks = _mm512_and_si512(x, _mm512_set1_epi32(0x0f0f_0f0f));
    let x = _mm512_max_epu8(ranks, _mm512_srli_epi32::<8>(ranks));
    let x = _mm512_max_epu8(x, _mm512_srli_epi32::<16>(x));
    let byte = _mm512_set1_epi32(0xff);
    let rows = _mm512_and_si512(x, byte);
    let ends = _mm512_max_epu8(ranks, _mm512_srli_epi32::<24>(ranks));
    let corners = _mm512_maskz_and_epi32(0xc3c3, ends, byte);
    (of_others!(_mm512_max_epi32, rows), of_others!(_mm512_max_epi32, corners))
}

/// The better slide along row `i` (from 4 on, column `i - 4`), in the lower lane of each pair, for
/// a spawn of each tile in each cell of it; cells that hold a tile are of no use.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn row<const WIDE: bool>(tables: &Tables<'_>, rest: &Rest, i: usize) -> __m512i {
    // SAFETY: there are 32 bytes to read.
    let spawns = unsafe { _mm256_loadu_si256(SPAWNS.as_ptr().cast()) };
    let lines = _mm256_or_si256(_mm256_set1_epi32(rest.rows[i]), spawns);
    let line = rest.rows[i] as u32;
    // SAFETY: rows and spawns have 16 bits.
    let slid = unsafe { slid::<WIDE>(tables, SPAWNS.map(|spawn| line | spawn)) };
    let changes = _mm512_xor_si512(slid.lines, twice(lines));
    let changes = _mm512_or_si512(changes, _mm512_set1_epi64(rest.changes[i]));
    let legal = _mm512_test_epi32_mask(changes, changes);
    let rank = |x| _mm512_or_si512(_mm512_and_si512(x, _mm512_set1_epi32(15)), _mm512_set1_epi64(LAST));
    let ranks = [
        rank(slid.lines),
        rank(_mm512_srli_epi32::<4>(slid.lines)),
        rank(_mm512_srli_epi32::<8>(slid.lines)),
        rank(_mm512_srli_epi32::<12>(slid.lines)),
    ];
    let indices = [rest.crossing[i % 4][i / 4 * 2], rest.crossing[i % 4][i / 4 * 2 + 1]];
    let mut value = _mm512_add_epi32(slid.values, _mm512_set1_epi64(rest.values[i]));
    let crossing = |j: usize| {
        let [first, last] = [indices[0][j], indices[1][j]].map(usize::from);
        // SAFETY: `outer` and `inner` give 13 bits, and both layouts have 2¹³ times 16 entries.
        unsafe {
            let first = tables.values.cross.as_ptr().cast::<[i32; 16]>().add(first);
            let last = tables.values.cross.as_ptr().cast::<[i32; 16]>().add(last);
            _mm512_permutex2var_epi32(
                _mm512_load_si512(first.cast()),
                ranks[j],
                _mm512_load_si512(last.cast()),
            )
        }
    };
    let upper = _mm512_add_epi32(crossing(0), crossing(1));
    let lower = _mm512_add_epi32(crossing(2), crossing(3));
    value = _mm512_add_epi32(value, _mm512_add_epi32(upper, lower));
    if WIDE {
        let shapes = _mm512_add_epi32(slid.shapes, _mm512_set1_epi64(rest.shapes[i]));
        let mono = _mm512_add_epi32(smaller(shapes), smaller(crossing_shapes(tables, indices, ranks)));
        let corner = corner(rest, i, ranks);
        value = _mm512_add_epi32(value, weighed(tables.weights, corner, mono));
    }
    value = _mm512_mask_mov_epi32(_mm512_set1_epi32(DEAD), legal, value);
    _mm512_max_epi32(value, _mm512_srli_epi64::<32>(value))
}

/// The shapes of the lines that cross the row, added.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn crossing_shapes(tables: &Tables<'_>, indices: [[u16; 4]; 2], ranks: [__m512i; 4]) -> __m512i {
    let shapes = |j: usize| {
        let [first, last] = [indices[0][j], indices[1][j]].map(usize::from);
        // SAFETY: `outer` and `inner` give 13 bits, and both layouts have 2¹³ times 16 entries.
        let both = unsafe {
            let first = tables.shapes.cross.as_ptr().cast::<[u16; 16]>().add(first);
            let last = tables.shapes.cross.as_ptr().cast::<[u16; 16]>().add(last);
            let first = _mm512_castsi256_si512(_mm256_load_si256(first.cast()));
            _mm512_inserti64x4::<1>(first, _mm256_load_si256(last.cast()))
        };
        _mm512_permutexvar_epi16(ranks[j], both)
    };
    let sum =
        _mm512_add_epi16(_mm512_add_epi16(shapes(0), shapes(1)), _mm512_add_epi16(shapes(2), shapes(3)));
    _mm512_and_si512(sum, _mm512_set1_epi32(0xffff))
}

/// The smaller of ascents and descents.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn smaller(steps: __m512i) -> __m512i {
    let smaller = _mm512_min_epu8(steps, _mm512_srli_epi32::<8>(steps));
    _mm512_and_si512(smaller, _mm512_set1_epi32(0xff))
}

/// The largest rank where it stands in a corner, else 0.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn corner(rest: &Rest, i: usize, [a, b, c, d]: [__m512i; 4]) -> __m512i {
    let rank = _mm512_set1_epi32(15);
    let ends = _mm512_max_epi32(a, d);
    let row = _mm512_and_si512(_mm512_max_epi32(ends, _mm512_max_epi32(b, c)), rank);
    let largest = _mm512_max_epi32(row, _mm512_set1_epi64(rest.largest[i]));
    let mut corners = _mm512_set1_epi64(rest.corners[i]);
    if matches!(i % 4, 0 | 3) {
        corners = _mm512_max_epi32(corners, _mm512_and_si512(ends, rank));
    }
    _mm512_maskz_mov_epi32(_mm512_cmpeq_epi32_mask(corners, largest), largest)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn weighed(weights: BoardWeights, corner: __m512i, mono: __m512i) -> __m512i {
    let corner = _mm512_mullo_epi32(corner, _mm512_set1_epi32(weights.corner));
    _mm512_sub_epi32(corner, _mm512_mullo_epi32(mono, _mm512_set1_epi32(weights.mono)))
}
