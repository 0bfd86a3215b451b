//! The step with vectors of 512 bits: a vector holds eight boards.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::tables::{Tables, Wide};
use crate::game::twenty48::{CELLS, FOUR_BELOW};
use std::arch::x86_64::*;

/// Games side by side.
pub(super) const GAMES: usize = 16;

/// Boards a vector.
const LANES: usize = 8;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t>(&'t Tables<'t>);

impl<'t> Step<'t> {
    /// The step of a machine that has what [`Kernel::Avx512`](super::Kernel::Avx512) asks for.
    pub fn new(tables: &'t Tables<'t>) -> Self {
        assert!(super::Kernel::Avx512.available());
        Self(tables)
    }
}

impl LockStep<GAMES> for Step<'_> {
    fn step(&self, lanes: &mut Lanes<GAMES>) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe {
            match self.0.wide {
                None => step::<false>(self.0, Wide { mono: 0, corner: 0 }, lanes),
                Some(wide) => step::<true>(self.0, wide, lanes),
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn step<const WIDE: bool>(tables: &Tables<'_>, wide: Wide, lanes: &mut Lanes<GAMES>) -> u32 {
    let mut over = 0;
    for part in 0..GAMES / LANES {
        let at = part * LANES;
        let board = load(&lanes.boards[at..]);
        let after = choose::<WIDE>(tables, wide, board);
        over |= u32::from(_mm512_cmpeq_epi64_mask(after, board)) << at;
        let draw = draw(&mut lanes.rng, at);
        let (next, empties) = spawn(after, draw);
        store(&mut lanes.boards[at..], next);
        let sum = _mm512_add_epi64(load(&lanes.empties[at..]), empties);
        store(&mut lanes.empties[at..], sum);
    }
    over
}

/// The afterstates of the best moves; a board without a move stays as it is.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn choose<const WIDE: bool>(tables: &Tables<'_>, wide: Wide, board: __m512i) -> __m512i {
    let columns = slides::<WIDE>(tables, wide, transposed(board));
    let rows = slides::<WIDE>(tables, wide, board);
    let moves = [
        (columns[0].crossing, columns[0].key),
        (columns[1].crossing, columns[1].key),
        (rows[0].along, rows[0].key),
        (rows[1].along, rows[1].key),
    ];
    let (mut after, mut best) = (board, _mm512_set1_epi64(i64::MIN));
    for (candidate, key) in moves {
        let legal = _mm512_cmpneq_epi64_mask(candidate, board);
        let better = _mm512_mask_cmpgt_epi64_mask(legal, key, best);
        after = _mm512_mask_mov_epi64(after, better, candidate);
        best = _mm512_mask_mov_epi64(best, better, key);
    }
    after
}

/// Boards after a slide.
#[derive(Clone, Copy)]
struct Slid {
    /// With the lines along the slide as rows.
    along: __m512i,
    /// With the lines across as rows.
    crossing: __m512i,
    /// The values in the upper halves, 0 in the lower.
    key: __m512i,
}

/// The boards with all rows slid towards their first cell, and towards their last.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn slides<const WIDE: bool>(tables: &Tables<'_>, wide: Wide, board: __m512i) -> [Slid; 2] {
    let low = _mm512_set1_epi32(0xffff);
    let upper = _mm512_set1_epi64(0xffff_ffff_0000_0000_u64 as i64);
    let even = slid_lines(tables, _mm512_and_si512(board, low));
    let odd = slid_lines(tables, _mm512_srli_epi32::<16>(board));
    let first = _mm512_mask_blend_epi16(0xaaaa_aaaa, even, _mm512_slli_epi32::<16>(odd));
    let last = _mm512_mask_blend_epi16(0xaaaa_aaaa, _mm512_srli_epi32::<16>(even), odd);
    let along = slid_values(tables, board);
    let (first_crossing, last_crossing) = (transposed(first), transposed(last));
    let first_across = values(tables, first_crossing);
    let last_across = values(tables, last_crossing);

    let sum = _mm512_slli_epi64::<32>(_mm512_add_epi32(first_across, along));
    let first_key = _mm512_add_epi32(sum, _mm512_and_si512(first_across, upper));
    let sum = _mm512_add_epi32(last_across, _mm512_slli_epi64::<32>(last_across));
    let last_key = _mm512_and_si512(_mm512_add_epi32(sum, along), upper);

    let mut slid = [
        Slid { along: first, crossing: first_crossing, key: first_key },
        Slid { along: last, crossing: last_crossing, key: last_key },
    ];
    if WIDE {
        add_wide(wide, &mut slid);
    }
    slid
}

/// Adds to the keys what doubled values get besides their lines; see [`Tables`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn add_wide(wide: Wide, slid: &mut [Slid; 2]) {
    let mono = _mm512_set1_epi64(wide.mono.into());
    // Both slides make the same tiles.
    let largest = largest_rank(slid[0].along);
    let bonus = _mm512_mul_epu32(largest, _mm512_set1_epi64(wide.corner.into()));
    for slid in slid {
        let slope = _mm512_add_epi64(slope(slid.along), slope(slid.crossing));
        let corner = _mm512_maskz_mov_epi64(in_corner(slid.along, largest), bonus);
        let sum = _mm512_add_epi64(_mm512_mul_epu32(slope, mono), corner);
        slid.key = _mm512_add_epi64(slid.key, _mm512_slli_epi64::<32>(sum));
    }
}

/// Ranks of the last row less those of the first, without the sign.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn slope(board: __m512i) -> __m512i {
    let pairs = _mm512_add_epi8(nibbles(board), nibbles(_mm512_srli_epi64::<4>(board)));
    let ends = _mm512_and_si512(pairs, _mm512_set1_epi64(0xffff_0000_0000_ffff_u64 as i64));
    // The complement of the first row's two bytes: 255 less each.
    let ends = _mm512_xor_si512(ends, _mm512_set1_epi64(0xffff));
    let sum = _mm512_sad_epu8(ends, _mm512_setzero_si512());
    _mm512_abs_epi64(_mm512_sub_epi64(sum, _mm512_set1_epi64(2 * 255)))
}

/// The largest rank of each board.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn largest_rank(board: __m512i) -> __m512i {
    let max = _mm512_max_epu8(nibbles(board), nibbles(_mm512_srli_epi64::<4>(board)));
    let max = _mm512_max_epu8(max, _mm512_srli_epi64::<32>(max));
    let max = _mm512_max_epu8(max, _mm512_srli_epi64::<16>(max));
    let max = _mm512_max_epu8(max, _mm512_srli_epi64::<8>(max));
    _mm512_and_si512(max, _mm512_set1_epi64(15))
}

/// Whether a tile of rank `largest` stands in a corner.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn in_corner(board: __m512i, largest: __m512i) -> __mmask8 {
    let shifts = _mm512_set1_epi64(0x3c30_0c00_3c30_0c00);
    let corners = nibbles(_mm512_multishift_epi64_epi8(shifts, board));
    let everywhere = _mm512_shuffle_epi8(largest, _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0));
    // The top bit of a byte becomes 1 where a corner differs.
    let differ = _mm512_add_epi64(
        _mm512_xor_si512(corners, everywhere),
        _mm512_set1_epi8(0x7f),
    );
    let top = _mm512_set1_epi8(-128);
    _mm512_cmpneq_epi64_mask(_mm512_and_si512(differ, top), top)
}

/// The lower nibble of every byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn nibbles(x: __m512i) -> __m512i {
    _mm512_and_si512(x, _mm512_set1_epi8(15))
}

/// Rows and columns exchanged: a byte of the result holds two cells that are 16 bits apart.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn transposed(board: __m512i) -> __m512i {
    let lower = _mm512_set1_epi64(0x2c0c_2808_2404_2000);
    let upper = _mm512_set1_epi64(0x3818_3414_3010_2c0c);
    let lower = _mm512_multishift_epi64_epi8(lower, board);
    let upper = _mm512_multishift_epi64_epi8(upper, board);
    _mm512_ternarylogic_epi64::<0xca>(_mm512_set1_epi8(15), lower, upper)
}

/// Looks up sixteen lines, each below 2^16: slid towards the first cell in the lower half of the
/// answer, towards the last in the upper.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn slid_lines(tables: &Tables<'_>, lines: __m512i) -> __m512i {
    // SAFETY: every index is below the 2^16 entries of the table, of four bytes each.
    unsafe { _mm512_i32gather_epi32::<4>(lines, tables.slid.as_ptr().cast()) }
}

/// The values of the rows of each board: the sum of the even rows in the lower half, of the odd ones
/// in the upper... added by the caller.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn values(tables: &Tables<'_>, board: __m512i) -> __m512i {
    let even = _mm512_and_si512(board, _mm512_set1_epi32(0xffff));
    let odd = _mm512_srli_epi32::<16>(board);
    let table = tables.values.as_ptr();
    // SAFETY: every index has 16 bits, and the table has 2^16 entries of four bytes.
    let (even, odd) =
        unsafe { (_mm512_i32gather_epi32::<4>(even, table), _mm512_i32gather_epi32::<4>(odd, table)) };
    _mm512_add_epi32(even, odd)
}

/// The values of the rows of each board, slid towards the first cell (lower half) and towards the last
/// (upper half).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn slid_values(tables: &Tables<'_>, board: __m512i) -> __m512i {
    let low = _mm512_set1_epi64(0xffff);
    let lines = [
        _mm512_and_si512(board, low),
        _mm512_and_si512(_mm512_srli_epi64::<16>(board), low),
        _mm512_and_si512(_mm512_srli_epi64::<32>(board), low),
        _mm512_srli_epi64::<48>(board),
    ];
    let table = tables.slid_values.as_ptr().cast();
    // SAFETY: every index has 16 bits, and the table has 2^16 entries of eight bytes.
    let [a, b, c, d] = lines.map(|lines| unsafe { _mm512_i64gather_epi64::<8>(lines, table) });
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}

/// The next numbers of xoshiro256++ (Blackman & Vigna) in the lanes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn draw(rng: &mut [[u64; GAMES]; 4], at: usize) -> __m512i {
    let [s0, s1, s2, s3] = [0, 1, 2, 3].map(|word| load(&rng[word][at..]));
    let drawn = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(s0, s3)), s0);
    let (mixed2, mixed3) = (_mm512_xor_si512(s2, s0), _mm512_xor_si512(s3, s1));
    store(&mut rng[0][at..], _mm512_xor_si512(s0, mixed3));
    store(&mut rng[1][at..], _mm512_xor_si512(s1, mixed2));
    store(&mut rng[2][at..], _mm512_xor_si512(mixed2, _mm512_slli_epi64::<17>(s1)));
    store(&mut rng[3][at..], _mm512_rol_epi64::<45>(mixed3));
    drawn
}

/// Puts a tile on each board as `draw` decides, see [`crate::game::twenty48::spawn`], and counts
/// the cells that were empty. A full board stays as it is.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn spawn(board: __m512i, draw: __m512i) -> (__m512i, __m512i) {
    let cells = _mm512_set1_epi64(CELLS as i64);
    let tile = _mm512_or_si512(board, _mm512_srli_epi64::<2>(board));
    // Neither bit of the two, at the lowest bits of the cells.
    let empty = _mm512_ternarylogic_epi64::<0x02>(tile, _mm512_srli_epi64::<1>(tile), cells);
    let count = _mm512_popcnt_epi64(empty);
    let k = _mm512_srli_epi64::<32>(_mm512_mul_epu32(_mm512_srli_epi64::<32>(draw), count));
    // In each nibble the count of empty cells up to it; it is the cell if it is the first with k + 1.
    let counts = _mm512_mullo_epi64(empty, cells);
    let wanted = _mm512_mullo_epi64(_mm512_add_epi64(k, _mm512_set1_epi64(1)), cells);
    let difference = _mm512_xor_si512(counts, wanted);
    let tops = _mm512_slli_epi64::<3>(cells);
    // a & !b & c
    let zeros = _mm512_ternarylogic_epi64::<0x20>(_mm512_sub_epi64(difference, cells), difference, tops);
    let top = _mm512_and_si512(zeros, _mm512_sub_epi64(_mm512_setzero_si512(), zeros));
    let lower = _mm512_and_si512(draw, _mm512_set1_epi64(0xffff_ffff));
    let four = _mm512_cmplt_epu64_mask(lower, _mm512_set1_epi64(FOUR_BELOW.into()));
    let shift = _mm512_mask_blend_epi64(four, _mm512_set1_epi64(3), _mm512_set1_epi64(2));
    (_mm512_or_si512(board, _mm512_srlv_epi64(top, shift)), count)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64]) -> __m512i {
    assert!(words.len() >= LANES);
    // SAFETY: there are eight words to read.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u64], x: __m512i) {
    assert!(words.len() >= LANES);
    // SAFETY: there are eight words to write.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), x) }
}
