//! Spawns in 8 lanes: a spawn of each tile in each cell of a row, one slide at a time.
//!
//! The 16 values of a line by the rank in the row fill two registers; a look-up permutes both and
//! picks by the highest bit of the rank.
#![allow(unsafe_code)]

use super::permute::{Tables, Tiles};
use super::permute_portable::{Line, Others, Rows, empty_cells};
use crate::games::twenty48::heuristic::{BoardWeights, DEAD, layout};
use crate::games::twenty48::rules::Board;
use std::arch::x86_64::*;

/// See [`Spawns::sum`](super::Spawns::sum). Only for machines with AVX2.
#[inline]
pub(super) fn sum(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    // SAFETY: `Spawns::new` picks this kernel only where it is available.
    unsafe {
        if tables.wide { sum_of::<true>(tables, after, tiles) } else { sum_of::<false>(tables, after, tiles) }
    }
}

#[target_feature(enable = "avx2")]
fn sum_of<const WIDE: bool>(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    let cells = empty_cells(after);
    let across = best::<WIDE>(tables, after);
    let down = turned(best::<WIDE>(tables, after.transposed()));
    let (mut twos, mut fours) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for (r, (across, down)) in across.into_iter().zip(down).enumerate() {
        let bits = _mm256_set1_epi32(i32::from(cells >> (4 * r)));
        let bit = _mm256_setr_epi32(1, 2, 4, 8, 1, 2, 4, 8);
        let empty = _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);
        let best = _mm256_and_si256(_mm256_max_epi32(across, down), empty);
        twos = _mm256_add_epi64(twos, _mm256_cvtepi32_epi64(_mm256_castsi256_si128(best)));
        fours = _mm256_add_epi64(fours, _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(best)));
    }
    let fours = added(fours);
    if tiles == Tiles::Both { 9 * added(twos) + fours } else { fours }
}

#[inline]
#[target_feature(enable = "avx2")]
fn added(x: __m256i) -> i64 {
    let x = _mm_add_epi64(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    _mm_extract_epi64::<0>(x) + _mm_extract_epi64::<1>(x)
}

/// Lines and cells exchanged in each half.
#[inline]
#[target_feature(enable = "avx2")]
fn turned([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
    let (upper_ab, upper_cd) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(upper_ab, upper_cd),
        _mm256_unpackhi_epi64(upper_ab, upper_cd),
    ]
}

/// By row of `board` the better slide along it, by tile and cell; cells that hold a tile are of no use.
#[inline]
#[target_feature(enable = "avx2")]
fn best<const WIDE: bool>(tables: &Tables<'_>, board: Board) -> [__m256i; 4] {
    let rows = Rows::new::<WIDE>(tables, board);
    let mut best = [_mm256_set1_epi32(DEAD); 4];
    let cells = empty_cells(board);
    for (r, best) in best.iter_mut().enumerate() {
        if cells >> (4 * r) & 15 != 0 {
            *best = row::<WIDE>(tables, &rows, r);
        }
    }
    best
}

/// The spawns in a row, slid both ways.
struct Slid {
    lines: [__m256i; 2],
    values: [__m256i; 2],
    shapes: [__m256i; 2],
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(both: __m256i) -> [__m256i; 2] {
    [_mm256_and_si256(both, _mm256_set1_epi32(0xffff)), _mm256_srli_epi32::<16>(both)]
}

/// A load for each line beats gathers where those are microcode.
///
/// # Safety
/// Lines have 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn slid<const WIDE: bool>(tables: &Tables<'_>, lines: [u32; 8]) -> Slid {
    // SAFETY: by the contract of this function, as each table has an entry for every 16 bits: of one
    // word, or of two in `values`.
    unsafe {
        let slid = words::<1>(tables.slid.as_ptr().cast(), lines);
        let ends: *const i32 = tables.values.ends.as_ptr().cast();
        let values = [words::<2>(ends, lines), words::<2>(ends.add(1), lines)];
        let shapes =
            if WIDE { words::<1>(tables.shapes.ends.as_ptr().cast(), lines) } else { _mm256_setzero_si256() };
        Slid { lines: halves(slid), values, shapes: halves(shapes) }
    }
}

/// The first words of eight entries of a table.
///
/// # Safety
/// The table has all of `entries`, `WORDS` words each.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn words<const WORDS: usize>(table: *const i32, entries: [u32; 8]) -> __m256i {
    // SAFETY: by the contract of this function.
    let word = |entry: u32| unsafe { table.add(WORDS * entry as usize).read() };
    let [a, b, c, d, e, f, g, h] = entries.map(word);
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}

#[inline]
#[target_feature(enable = "avx2")]
fn row<const WIDE: bool>(tables: &Tables<'_>, rows: &Rows, r: usize) -> __m256i {
    let line: &Line = &rows.lines[r];
    let spawns = [0x1, 0x10, 0x100, 0x1000, 0x2, 0x20, 0x200, 0x2000];
    let spawned = spawns.map(|spawn| line.bits as u32 | spawn);
    // SAFETY: rows and spawns have 16 bits; and there are 32 bytes to load.
    let (slid, lines) =
        unsafe { (slid::<WIDE>(tables, spawned), _mm256_loadu_si256(spawned.as_ptr().cast())) };
    let mut best = _mm256_set1_epi32(DEAD);
    for (end, stuck) in rows.stuck(r).into_iter().enumerate() {
        let places = [0, 16, 32, 48].map(|shift| (line.places[end] >> shift) as u16);
        let ranks = [
            slid.lines[end],
            _mm256_srli_epi32::<4>(slid.lines[end]),
            _mm256_srli_epi32::<8>(slid.lines[end]),
            _mm256_srli_epi32::<12>(slid.lines[end]),
        ];
        let mut value = _mm256_add_epi32(slid.values[end], _mm256_set1_epi32(line.values[end]));
        for (place, rank) in places.into_iter().zip(ranks) {
            value = _mm256_add_epi32(value, permuted(tables.values.cross[layout(r)].of(place), rank));
        }
        if WIDE {
            let part = board_part(tables, &rows.others[r][end], places, r, slid.shapes[end], ranks);
            value = _mm256_add_epi32(value, part);
        }
        let same = _mm256_cmpeq_epi32(slid.lines[end], lines);
        let illegal = _mm256_and_si256(same, _mm256_set1_epi32(if stuck { -1 } else { 0 }));
        let value = _mm256_blendv_epi8(value, _mm256_set1_epi32(DEAD), illegal);
        best = _mm256_max_epi32(best, value);
    }
    best
}

/// By lane, the value of the rank in its lowest four bits.
#[inline]
#[target_feature(enable = "avx2")]
fn permuted(values: &[i32; 16], ranks: __m256i) -> __m256i {
    let values = values.as_ptr();
    // SAFETY: 16 values, eight in each half.
    let halves = unsafe { [_mm256_loadu_si256(values.cast()), _mm256_loadu_si256(values.add(8).cast())] };
    let [low, high] = halves.map(|half| _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(half, ranks)));
    let upper = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(ranks));
    _mm256_castps_si256(_mm256_blendv_ps(low, high, upper))
}

/// By lane, the shape of the rank in its lowest four bits: bytes are looked up in each half.
#[inline]
#[target_feature(enable = "avx2")]
fn permuted_shapes(shapes: &[u16; 16], ranks: __m256i) -> __m256i {
    let shapes = shapes.as_ptr();
    // SAFETY: 16 shapes, eight in each half.
    let halves = unsafe { [_mm_loadu_si128(shapes.cast()), _mm_loadu_si128(shapes.add(8).cast())] };
    let [low, high] = halves.map(|half| _mm256_broadcastsi128_si256(half));
    let rank = _mm256_and_si256(ranks, _mm256_set1_epi32(7));
    let even = _mm256_slli_epi32::<1>(rank);
    // Bytes 2·rank and 2·rank + 1; the upper bytes are cleared by their highest bit.
    let bytes = _mm256_or_si256(even, _mm256_slli_epi32::<8>(even));
    let bytes = _mm256_or_si256(bytes, _mm256_set1_epi32(0x8080_0100_u32 as i32));
    let [low, high] = [low, high].map(|half| _mm256_castsi256_ps(_mm256_shuffle_epi8(half, bytes)));
    let upper = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(ranks));
    _mm256_castps_si256(_mm256_blendv_ps(low, high, upper))
}

/// The smaller of ascents and descents.
#[inline]
#[target_feature(enable = "avx2")]
fn smaller(steps: __m256i) -> __m256i {
    let smaller = _mm256_min_epu8(steps, _mm256_srli_epi32::<8>(steps));
    _mm256_and_si256(smaller, _mm256_set1_epi32(0xff))
}

/// The board-wide part with `ranks` in row `r`, which has the shapes `shapes`.
#[inline]
#[target_feature(enable = "avx2")]
fn board_part(
    tables: &Tables<'_>,
    others: &Others,
    places: [u16; 4],
    r: usize,
    shapes: __m256i,
    ranks: [__m256i; 4],
) -> __m256i {
    let crossing = |j: usize| permuted_shapes(tables.shapes.cross[layout(r)].of(places[j]), ranks[j]);
    let upper = _mm256_add_epi32(crossing(0), crossing(1));
    let columns = _mm256_add_epi32(upper, _mm256_add_epi32(crossing(2), crossing(3)));
    let rows = _mm256_add_epi32(shapes, _mm256_set1_epi32(others.shapes.into()));
    let mono = _mm256_add_epi32(smaller(rows), smaller(columns));
    let [a, b, c, d] = ranks.map(|rank| _mm256_and_si256(rank, _mm256_set1_epi32(15)));
    let ends = _mm256_max_epi32(a, d);
    let row = _mm256_max_epi32(ends, _mm256_max_epi32(b, c));
    let largest = _mm256_max_epi32(row, _mm256_set1_epi32(others.largest.into()));
    let mut corners = _mm256_set1_epi32(others.corners.into());
    if r == 0 || r == 3 {
        corners = _mm256_max_epi32(corners, ends);
    }
    let corner = _mm256_and_si256(_mm256_cmpeq_epi32(corners, largest), largest);
    weighed(tables.weights, corner, mono)
}

#[inline]
#[target_feature(enable = "avx2")]
fn weighed(weights: BoardWeights, corner: __m256i, mono: __m256i) -> __m256i {
    let corner = _mm256_mullo_epi32(corner, _mm256_set1_epi32(weights.corner));
    _mm256_sub_epi32(corner, _mm256_mullo_epi32(mono, _mm256_set1_epi32(weights.mono)))
}
