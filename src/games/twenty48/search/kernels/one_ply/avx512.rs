//! The step with vectors of 512 bits: a vector holds eight boards.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::tables::{SLID_RANKS, Values, Wide};
use crate::games::twenty48::heuristic::{Spare, Spares, rows};
use crate::games::twenty48::rules::{CELLS, FOUR_BELOW, LINES, line_tables};
use std::arch::x86_64::*;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// Games side by side.
pub(super) const GAMES: usize = 16;

/// Boards a vector.
const LANES: usize = 8;

/// The first lane of the lower half of the games, and of the upper one: a vector each.
const LOWER: usize = 0;
const UPPER: usize = LANES;

/// What one heuristic's games look up.
#[derive(Debug)]
pub(super) struct Tables {
    /// One word, then for each line three: the line slid towards its first cell in the lower half of the
    /// first word, towards its last in the upper; and the values of the two. So four words that end with
    /// those of a line are there to load.
    slides: Spare<Box<[u32]>>,
}

impl Tables {
    pub fn new(values: Values<'_>) -> Self {
        static SPARES: Spares<Box<[u32]>> = Spares::new();
        Self { slides: SPARES.table(without_values, |slides| fill_values(slides, values.lines)) }
    }
}

fn without_values() -> Box<[u32]> {
    let mut slides = vec![0; 1 + WORDS * LINES];
    for (words, &[first, last]) in slides[1..].chunks_exact_mut(WORDS).zip(line_tables().all_slid()) {
        words[0] = u32::from(first) | u32::from(last) << 16;
    }
    slides.into()
}

/// Puts the values of slid lines behind the lines.
fn fill_values(slides: &mut [u32], values: &[i32; LINES]) {
    rows(SLID_RANKS).for_each(|row| {
        for words in slides[1 + WORDS * row..][..WORDS * SLID_RANKS].as_chunks_mut::<WORDS>().0 {
            words[1] = values[words[0] as usize & 0xffff] as u32;
            words[2] = values[words[0] as usize >> 16] as u32;
        }
    });
}

/// Words of a line in [`Tables::slides`].
const WORDS: usize = 3;

/// The step with the tables of one heuristic.
#[derive(Debug)]
pub(super) struct Step<'t> {
    rows: Lines,
    columns: Lines,
    tables: &'t Tables,
    values: Values<'t>,
}

impl<'t> Step<'t> {
    /// The step with `tables`, which were made of `values`, on a machine that can run it.
    pub fn new(tables: &'t Tables, values: Values<'t>) -> Self {
        assert!(super::Kernel::Avx512.is_available());
        Self { rows: Lines::default(), columns: Lines::default(), tables, values }
    }
}

impl LockStep<GAMES> for Step<'_> {
    const FEW: usize = LANES;

    const ALONE: usize = 2;

    fn step(&mut self, lanes: &mut Lanes<GAMES>, few: bool) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe {
            match self.values.wide {
                None => step::<false>(self, Wide { mono: 0, corner: 0 }, lanes, few),
                Some(wide) => step::<true>(self, wide, lanes, few),
            }
        }
    }
}

/// Makes the moves.
///
/// The look-ups of one half of the games fill the waits of the vectors of the other half; and words
/// are loaded long after the vectors that hold them were stored, or the other way round, which is faster.
/// If `few`, only the lower half moves.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn step<const WIDE: bool>(step: &mut Step<'_>, wide: Wide, lanes: &mut Lanes<GAMES>, few: bool) -> u32 {
    let Step { rows, columns, tables, values } = step;
    let (slides, values) = (&tables.slides[..], values.lines);
    rows.slide::<WIDE, ROWS, LOWER>(slides, &lanes.boards);
    columns.slide::<WIDE, COLUMNS, LOWER>(slides, &lanes.transposed);
    if !few {
        rows.slide::<WIDE, ROWS, UPPER>(slides, &lanes.boards);
    }
    rows.cross::<LOWER>();
    if !few {
        columns.slide::<WIDE, COLUMNS, UPPER>(slides, &lanes.transposed);
    }
    columns.cross::<LOWER>();
    rows.sum_across::<LOWER>(values);
    if !few {
        rows.cross::<UPPER>();
    }
    columns.sum_across::<LOWER>(values);
    if few {
        return finish::<WIDE, true, LOWER>(rows, columns, wide, lanes);
    }
    columns.cross::<UPPER>();
    rows.sum_across::<UPPER>(values);
    let over = finish::<WIDE, false, LOWER>(rows, columns, wide, lanes);
    columns.sum_across::<UPPER>(values);
    over | finish::<WIDE, false, UPPER>(rows, columns, wide, lanes)
}

/// Compilers make a call a part of the caller if its function is called once: these, and `FEW`, make several
/// functions of one that is called more often.
const ROWS: bool = false;
const COLUMNS: bool = true;

/// Chooses and spawns in the lanes from `AT` on, of which everything is looked up.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn finish<const WIDE: bool, const FEW: bool, const AT: usize>(
    rows: &Lines,
    columns: &Lines,
    wide: Wide,
    lanes: &mut Lanes<GAMES>,
) -> u32 {
    let board = load(&lanes.boards[AT..]);
    let vertical = [columns.first(AT), columns.last(AT)];
    let horizontal = [rows.first(AT), rows.last(AT)];
    let [up_key, down_key] = columns.keys::<WIDE>(wide, AT, vertical);
    let [left_key, right_key] = rows.keys::<WIDE>(wide, AT, horizontal);
    let ([up, down], [left, right]) = (vertical, horizontal);
    let slid = [transposed(up), transposed(down), left, right];
    let after = best(board, slid, [up_key, down_key, left_key, right_key]);
    let draw = draw(&mut lanes.rng, AT);
    let (next, empties) = spawn(after, draw);
    store(&mut lanes.boards[AT..], next);
    store(&mut lanes.transposed[AT..], transposed(next));
    let sum = _mm512_add_epi64(load(&lanes.empties[AT..]), empties);
    store(&mut lanes.empties[AT..], sum);
    u32::from(_mm512_cmpeq_epi64_mask(after, board)) << AT
}

/// The slide with the largest key, the earliest if several tie; `board` if none changes it. The lower halves
/// of the keys are 0.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn best(board: __m512i, slid: [__m512i; 4], keys: [__m512i; 4]) -> __m512i {
    let key = |i: usize| {
        let legal = _mm512_cmpneq_epi64_mask(slid[i], board);
        let earlier = _mm512_set1_epi64(3 - i as i64);
        _mm512_mask_or_epi64(_mm512_set1_epi64(i64::MIN), legal, keys[i], earlier)
    };
    let keys = [key(0), key(1), key(2), key(3)];
    // By twos, so that few comparisons wait for others.
    let largest = _mm512_max_epi64(_mm512_max_epi64(keys[0], keys[1]), _mm512_max_epi64(keys[2], keys[3]));
    let is = |i: usize| _mm512_cmpeq_epi64_mask(keys[i], largest);
    let after = _mm512_mask_mov_epi64(slid[3], is(2), slid[2]);
    let after = _mm512_mask_mov_epi64(after, is(1), slid[1]);
    _mm512_mask_mov_epi64(after, is(0), slid[0])
}

/// The rows of boards, and what is looked up of them. Vectors are stored only where single words of
/// them are looked up; the rest is made again of what was found.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Lines {
    /// By lane, then row: the first of the line's words.
    slid: [[u32; 4]; GAMES],
    /// By lane: the values of the four slid rows, added up, in the upper half.
    sums: [[u32; 4]; GAMES],
    /// For either slide, by lane: the lines across or their mirror images.
    across: [[u64; GAMES]; 2],
    /// For either slide, by lane: 0, and the values of the lines across, added up.
    across_values: [[[AtomicU32; 2]; GAMES]; 2],
}

impl Lines {
    /// Looks all rows of `boards` up, from lane `AT` on.
    ///
    /// A load for each beats gathers where those are microcode. The four indices come by one load: words
    /// of a vector that was just stored take their time.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
    fn slide<const WIDE: bool, const AXIS: bool, const AT: usize>(
        &mut self,
        slides: &[u32],
        boards: &[u64; GAMES],
    ) {
        assert!(slides.len() > WORDS * LINES);
        let slides = slides.as_ptr();
        // The same lane of several arrays.
        #[allow(clippy::needless_range_loop)]
        for lane in AT..AT + LANES {
            let board = boards[lane];
            // SAFETY: the table has four words from those of any line on.
            let line = |line: u64| unsafe { _mm_loadu_si128(slides.add(WORDS * line as usize).cast()) };
            let a = line(board & 0xffff);
            let b = line(board >> 16 & 0xffff);
            let c = line(board >> 32 & 0xffff);
            let d = line(board >> 48);
            let sum = _mm_add_epi32(_mm_add_epi32(a, b), _mm_add_epi32(c, d));
            let slid = _mm_unpackhi_epi32(_mm_unpacklo_epi32(a, c), _mm_unpacklo_epi32(b, d));
            // SAFETY: there are 16 bytes to write.
            unsafe {
                _mm_storeu_si128(self.slid[lane].as_mut_ptr().cast(), slid);
                _mm_storeu_si128(self.sums[lane].as_mut_ptr().cast(), sum);
            }
        }
    }

    /// The boards slid towards the first cell, from lane `at` on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn first(&self, at: usize) -> __m512i {
        let [lower, upper] = load_two(&self.slid[at..]);
        _mm512_permutex2var_epi16(lower, even_words(), upper)
    }

    /// The boards slid towards the last cell, from lane `at` on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn last(&self, at: usize) -> __m512i {
        let [lower, upper] = load_two(&self.slid[at..]);
        _mm512_permutex2var_epi16(lower, odd_words(), upper)
    }

    /// Takes the lines across of the slid boards, from lane `AT` on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
    fn cross<const AT: usize>(&mut self) {
        let (first, last) = (self.first(AT), self.last(AT));
        store(&mut self.across[0][AT..], canonical(transposed(first)));
        store(&mut self.across[1][AT..], canonical(transposed(last)));
    }

    /// Adds up the values of the lines across, from lane `AT` on.
    #[inline(always)]
    fn sum_across<const AT: usize>(&mut self, values: &[i32; LINES]) {
        let value = |line: u64| values[line as usize];
        for (across, sums) in self.across.iter().zip(&self.across_values) {
            for (&lines, sum) in across[AT..AT + LANES].iter().zip(&sums[AT..AT + LANES]) {
                let upper = value(lines >> 48).wrapping_add(value(lines >> 32 & 0xffff));
                let lower = value(lines & 0xffff).wrapping_add(value(lines >> 16 & 0xffff));
                // An atomic store, which is an ordinary one here, keeps compilers from filling vectors.
                sum[1].store(upper.wrapping_add(lower) as u32, Relaxed);
            }
        }
    }

    /// The values of both slid boards from lane `at` on, in the upper halves; the lower halves are 0.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
    fn keys<const WIDE: bool>(&self, wide: Wide, at: usize, boards: [__m512i; 2]) -> [__m512i; 2] {
        let [lower, upper] = load_two(&self.sums[at..]);
        // The upper half of each sum.
        let sums = _mm512_permutex2var_epi64(lower, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), upper);
        let along = [_mm512_slli_epi64::<32>(sums), _mm512_and_si512(sums, _mm512_set1_epi64(!0xffff_ffff))];
        let across = self.across_values.each_ref().map(|values| load(&values[at..]));
        let keys = [_mm512_add_epi32(along[0], across[0]), _mm512_add_epi32(along[1], across[1])];
        if !WIDE {
            return keys;
        }
        // Both slides make the same tiles.
        let largest = largest_rank(boards[0]);
        [
            _mm512_add_epi32(keys[0], wide_part(wide, largest, boards[0])),
            _mm512_add_epi32(keys[1], wide_part(wide, largest, boards[1])),
        ]
    }
}

/// The words of 16 bits with an even number, of two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn even_words() -> __m512i {
    const WORDS: [u16; 32] = {
        let (mut words, mut i) = ([0; 32], 0);
        while i < 32 {
            words[i] = 2 * i as u16;
            i += 1;
        }
        words
    };
    load(&WORDS)
}

/// The words of 16 bits with an odd number, of two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn odd_words() -> __m512i {
    _mm512_add_epi16(even_words(), _mm512_set1_epi16(1))
}

/// What doubled values get besides their lines, see [`super::tables::Doubled`], in the upper halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn wide_part(wide: Wide, largest: __m512i, board: __m512i) -> __m512i {
    let bonus = _mm512_mul_epu32(largest, _mm512_set1_epi64(wide.corner.into()));
    let corner = _mm512_maskz_mov_epi64(in_corner(board, largest), bonus);
    let slope = _mm512_add_epi64(slope(board), slope(transposed(board)));
    let sum = _mm512_add_epi64(_mm512_mul_epu32(slope, _mm512_set1_epi64(wide.mono.into())), corner);
    _mm512_slli_epi64::<32>(sum)
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

/// Of each line and its mirror image the smaller number. They have the same value, so half of the
/// table stays unused, and more of the other half stays in the first cache.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn canonical(board: __m512i) -> __m512i {
    let exchange = _mm512_set4_epi32(0x0e0f_0c0d, 0x0a0b_0809, 0x0607_0405, 0x0203_0001);
    let bytes = _mm512_shuffle_epi8(board, exchange);
    let (lower, upper) = (_mm512_srli_epi16::<4>(bytes), _mm512_slli_epi16::<4>(bytes));
    let mirrored = _mm512_ternarylogic_epi64::<0xca>(_mm512_set1_epi8(15), lower, upper);
    _mm512_min_epu16(board, mirrored)
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

/// Puts a tile on each board as `draw` decides, see [`crate::games::twenty48::rules::spawn`], and counts
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

/// Loads 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load<T: Words>(words: &[T]) -> __m512i {
    assert!(size_of_val(words) >= size_of::<__m512i>());
    // SAFETY: there are 64 bytes to read, without padding.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Loads 128 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_two(words: &[[u32; 4]]) -> [__m512i; 2] {
    let words = words.as_flattened();
    [load(words), load(&words[LANES / 2 * 4..])]
}

/// Stores 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u64], x: __m512i) {
    assert!(size_of_val(words) >= size_of::<__m512i>());
    // SAFETY: there are 64 bytes to write, and integers may hold any bits.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), x) }
}

/// What vectors are loaded from: integers without padding, of which no other thread knows.
trait Words {}
impl Words for u16 {}
impl Words for u32 {}
impl Words for u64 {}
impl Words for [AtomicU32; 2] {}
