//! The step with vectors of 512 bits: a vector holds eight boards.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::lookups::{self, SlidRows};
use super::tables::{BIAS, Tables, Wide};
use crate::game::twenty48::{CELLS, FOUR_BELOW};
use std::arch::x86_64::*;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Games side by side.
pub(super) const GAMES: usize = 16;

/// Boards a vector.
const LANES: usize = 8;

/// The first lane of each vector.
const PARTS: [usize; GAMES / LANES] = [0, LANES];

/// The step with the tables of one heuristic.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Step<'t> {
    columns: [u64; GAMES],
    slid_columns: SlidRows<GAMES>,
    slid_rows: SlidRows<GAMES>,
    /// In the order of [`crate::game::twenty48::Move::ALL`].
    slid: [Slid; 4],
    tables: &'t Tables<'t>,
}

impl<'t> Step<'t> {
    /// The step with `tables`, on a machine that can run it.
    pub fn new(tables: &'t Tables<'t>) -> Self {
        assert!(super::Kernel::Avx512.is_available());
        Self {
            columns: [0; GAMES],
            slid_columns: SlidRows::new(),
            slid_rows: SlidRows::new(),
            slid: [const { Slid::new() }; 4],
            tables,
        }
    }
}

impl LockStep<GAMES> for Step<'_> {
    fn step(&mut self, lanes: &mut Lanes<GAMES>) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe {
            match self.tables.wide {
                None => step::<false>(self, Wide { mono: 0, corner: 0 }, lanes),
                Some(wide) => step::<true>(self, wide, lanes),
            }
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn step<const WIDE: bool>(work: &mut Step<'_>, wide: Wide, lanes: &mut Lanes<GAMES>) -> u32 {
    let Step { columns, slid_columns, slid_rows, slid: [up, down, left, right], tables } = work;
    // In this order no vector is loaded right after its words were stored one by one.
    lookups::slide(tables, &lanes.boards, slid_rows);
    for at in PARTS {
        store(&mut columns[at..], transposed(load(&lanes.boards[at..])));
    }
    lookups::slide(tables, columns, slid_columns);
    split::<WIDE>(wide, slid_rows, left, right);
    lookups::sums(tables.values(), &left.across, &left.across_values);
    lookups::sums(tables.values(), &right.across, &right.across_values);
    split::<WIDE>(wide, slid_columns, up, down);
    lookups::sums(tables.values(), &up.across, &up.across_values);
    lookups::sums(tables.values(), &down.across, &down.across_values);
    let mut over = 0;
    for at in PARTS {
        let board = load(&lanes.boards[at..]);
        let (mut after, mut best) = (board, _mm512_set1_epi64(i64::MIN));
        choose(board, &up.across, up, at, &mut after, &mut best);
        choose(board, &down.across, down, at, &mut after, &mut best);
        choose(board, &left.along, left, at, &mut after, &mut best);
        choose(board, &right.along, right, at, &mut after, &mut best);
        over |= u32::from(_mm512_cmpeq_epi64_mask(after, board)) << at;
        let draw = draw(&mut lanes.rng, at);
        let (next, empties) = spawn(after, draw);
        store(&mut lanes.boards[at..], next);
        let sum = _mm512_add_epi64(load(&lanes.empties[at..]), empties);
        store(&mut lanes.empties[at..], sum);
    }
    over
}

/// Replaces what is worse than a legal slide.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn choose(
    board: __m512i,
    slid: &[u64; GAMES],
    side: &Slid,
    at: usize,
    after: &mut __m512i,
    best: &mut __m512i,
) {
    let (slid, sum) = (load(&slid[at..]), load(&side.keys[at..]));
    let across = _mm512_slli_epi64::<32>(load_halves(&side.across_values[at..]));
    let key = _mm512_add_epi32(sum, across);
    let legal = _mm512_cmpneq_epi64_mask(slid, board);
    let better = _mm512_mask_cmpgt_epi64_mask(legal, key, *best);
    *after = _mm512_mask_mov_epi64(*after, better, slid);
    *best = _mm512_mask_mov_epi64(*best, better, key);
}

/// Boards after a slide.
#[derive(Debug)]
#[repr(align(64))]
struct Slid {
    /// With the lines along the slide as rows.
    along: [u64; GAMES],
    /// With the lines across as rows.
    across: [u64; GAMES],
    /// In the upper halves: the values but for the lines across. The lower halves are 0.
    keys: [u64; GAMES],
    /// The values of the lines across.
    across_values: [AtomicU32; GAMES],
}

impl Slid {
    const fn new() -> Self {
        let across_values = [const { AtomicU32::new(0) }; GAMES];
        Self { along: [0; GAMES], across: [0; GAMES], keys: [0; GAMES], across_values }
    }
}

/// The boards slid towards the first cell and towards the last, from their rows.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn split<const WIDE: bool>(wide: Wide, rows: &SlidRows<GAMES>, first: &mut Slid, last: &mut Slid) {
    for at in PARTS {
        let (even, odd) = (load_atomic(&rows.even[at..]), load_atomic(&rows.odd[at..]));
        let a = _mm512_mask_blend_epi16(0xaaaa_aaaa, even, _mm512_slli_epi32::<16>(odd));
        let b = _mm512_mask_blend_epi16(0xaaaa_aaaa, _mm512_srli_epi32::<16>(even), odd);
        let (a_across, b_across) = (transposed(a), transposed(b));
        let sums = _mm512_sub_epi32(load_atomic(&rows.sums[at..]), _mm512_set1_epi32(4 * BIAS));
        let mut a_key = _mm512_slli_epi64::<32>(sums);
        let mut b_key = _mm512_and_si512(sums, _mm512_set1_epi64(!0xffff_ffff));
        if WIDE {
            // Both slides make the same tiles.
            let largest = largest_rank(a);
            a_key = add_wide(wide, largest, a, a_across, a_key);
            b_key = add_wide(wide, largest, b, b_across, b_key);
        }
        store(&mut first.along[at..], a);
        store(&mut first.across[at..], a_across);
        store(&mut first.keys[at..], a_key);
        store(&mut last.along[at..], b);
        store(&mut last.across[at..], b_across);
        store(&mut last.keys[at..], b_key);
    }
}

/// Adds to the keys what doubled values get besides their lines; see [`Tables`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn add_wide(wide: Wide, largest: __m512i, along: __m512i, across: __m512i, key: __m512i) -> __m512i {
    let bonus = _mm512_mul_epu32(largest, _mm512_set1_epi64(wide.corner.into()));
    let corner = _mm512_maskz_mov_epi64(in_corner(along, largest), bonus);
    let slope = _mm512_add_epi64(slope(along), slope(across));
    let sum = _mm512_add_epi64(_mm512_mul_epu32(slope, _mm512_set1_epi64(wide.mono.into())), corner);
    _mm512_add_epi32(key, _mm512_slli_epi64::<32>(sum))
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
    let differ = _mm512_add_epi64(_mm512_xor_si512(corners, everywhere), _mm512_set1_epi8(0x7f));
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

/// The next numbers of xoshiro256++ (Blackman & Vigna) in the lanes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn draw(rng: &mut [[u64; GAMES]; 4], at: usize) -> __m512i {
    let (s0, s1) = (load(&rng[0][at..]), load(&rng[1][at..]));
    let (s2, s3) = (load(&rng[2][at..]), load(&rng[3][at..]));
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

#[inline]
#[target_feature(enable = "avx512f")]
fn load_atomic(words: &[AtomicU64]) -> __m512i {
    assert!(words.len() >= LANES);
    // SAFETY: there are eight words to read, and no other thread sees them.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Eight words of 32 bits, zeros in the upper halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_halves(words: &[AtomicU32]) -> __m512i {
    assert!(words.len() >= LANES);
    // SAFETY: there are eight words to read, and no other thread sees them.
    unsafe { _mm512_cvtepu32_epi64(_mm256_loadu_si256(words.as_ptr().cast())) }
}
