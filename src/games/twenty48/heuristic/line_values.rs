//! The values of lines: what a weight vector makes of the features of each.
//!
//! ```text
//! features of canonical lines ─► sums ─► by line
//! ```
//!
//! A line is worth as much as its mirror image, so one of each pair is canonical, and only that is
//! added up. Then each entry of the table takes its sum, in the order of the table: sums put where they
//! belong one by one take several times as long, as the mirror images of neighbours are so far apart that
//! they push each other out of the first cache.

use super::Feature;
use crate::games::twenty48::rules::{LINES, mirrored_line, ranks_of_line, zeroes_by_line};
use std::sync::LazyLock;

/// Lines without a larger rank than this are valued first, as few games get further.
pub(crate) const LOW_RANK: u8 = 13;

/// How many ranks those have.
pub(crate) const LOW_RANKS: usize = LOW_RANK as usize + 1;

/// The line features of a weight vector with their weights in fixed point.
pub(super) type Terms = Vec<(Feature, f64)>;

/// Lines that are added up together, in the registers of any machine.
const BLOCK: usize = 8;

/// The values of some lines.
struct Block {
    /// By feature: integers below 2²⁴, which half of the memory holds exactly. Reading it takes most of the
    /// time.
    values: [[f32; BLOCK]; Feature::ALL.len()],
    /// Of [`Feature::Sum35`], which is no integer.
    sum35: [f64; BLOCK],
}

/// What is known of lines, whatever the weights.
struct Canonical {
    /// The lines that are no larger than their mirror image; first those without a rank above
    /// [`LOW_RANK`].
    blocks: Vec<Block>,
    /// How many blocks hold those.
    low: usize,
    /// By line: where it or its mirror image is in the blocks.
    places: Box<[u16; LINES]>,
}

fn canonical() -> &'static Canonical {
    static CANONICAL: LazyLock<Canonical> = LazyLock::new(|| {
        let canonical = (0..=u16::MAX).filter(|&line| line <= mirrored_line(line));
        let is_low = |line: &u16| ranks_of_line(*line).iter().all(|&rank| rank <= LOW_RANK);
        let (mut lines, high): (Vec<u16>, Vec<u16>) = canonical.partition(is_low);
        let low = lines.len().div_ceil(BLOCK);
        lines.extend(high);
        let mut places = zeroes_by_line();
        for (place, &line) in lines.iter().enumerate() {
            places[usize::from(line)] = place as u16;
            places[usize::from(mirrored_line(line))] = place as u16;
        }
        Canonical { blocks: lines.chunks(BLOCK).map(block).collect(), low, places }
    });
    &CANONICAL
}

fn block(lines: &[u16]) -> Block {
    let value = |feature: Feature, i: usize| {
        lines.get(i).map_or(0.0, |&line| feature.line_value(ranks_of_line(line)))
    };
    Block {
        values: Feature::ALL.map(|feature| std::array::from_fn(|i| value(feature, i) as f32)),
        sum35: std::array::from_fn(|i| value(Feature::Sum35, i)),
    }
}

impl Block {
    fn values(&self, feature: Feature) -> [f64; BLOCK] {
        match feature {
            Feature::Sum35 => self.sum35,
            _ => self.values[feature as usize].map(f64::from),
        }
    }
}

/// The largest absolute value of a feature over all lines.
pub(super) fn largest(feature: Feature) -> f64 {
    static LARGEST: LazyLock<[f64; Feature::ALL.len()]> = LazyLock::new(|| {
        let values = |feature| canonical().blocks.iter().flat_map(move |block| block.values(feature));
        Feature::ALL.map(|feature| values(feature).fold(0.0, |largest, value| value.abs().max(largest)))
    });
    LARGEST[feature as usize]
}

/// Fills in the values of all lines.
pub(super) fn fill_all(terms: &Terms, table: &mut [i32; LINES]) {
    let canonical = canonical();
    let sums = sums(terms, &canonical.blocks);
    let sums = sums.as_flattened();
    for (entry, &place) in table.iter_mut().zip(canonical.places.iter()) {
        *entry = sums[usize::from(place)];
    }
}

/// Fills in the values of the lines without a rank above [`LOW_RANK`].
pub(super) fn fill_low(terms: &Terms, table: &mut [i32; LINES]) {
    let canonical = canonical();
    let sums = sums(terms, &canonical.blocks[..canonical.low]);
    let sums = sums.as_flattened();
    rows(LOW_RANKS).for_each(|row| {
        let entries = &mut table[row..row + LOW_RANKS];
        for (entry, &place) in entries.iter_mut().zip(&canonical.places[row..row + LOW_RANKS]) {
            *entry = sums[usize::from(place)];
        }
    });
}

/// The lines with an empty first cell and the first `ranks` ranks in the other cells, in their order: the lines
/// that differ in the first cell only come next. Loops over them are faster as
/// [`Iterator::for_each`].
pub(crate) fn rows(ranks: usize) -> impl Iterator<Item = usize> {
    (0..ranks)
        .flat_map(move |d| (0..ranks).flat_map(move |c| (0..ranks).map(move |b| b << 4 | c << 8 | d << 12)))
}

fn sums(terms: &Terms, blocks: &[Block]) -> Vec<[i32; BLOCK]> {
    blocks.iter().map(|block| sum(terms, block)).collect()
}

/// The sums of a block, each rounded.
#[inline]
fn sum(terms: &Terms, block: &Block) -> [i32; BLOCK] {
    let mut sums = [0.0; BLOCK];
    for &(feature, coefficient) in terms {
        match feature {
            Feature::Sum35 => add(&mut sums, coefficient, &block.sum35),
            _ => add(&mut sums, coefficient, &block.values[feature as usize]),
        }
    }
    let mut entries = [0; BLOCK];
    for (entry, sum) in entries.iter_mut().zip(sums) {
        *entry = rounded(sum);
    }
    entries
}

#[inline]
fn add<T: Copy + Into<f64>>(sums: &mut [f64; BLOCK], coefficient: f64, values: &[T; BLOCK]) {
    for (sum, &value) in sums.iter_mut().zip(values) {
        *sum += coefficient * value.into();
    }
}

/// The nearest integer, ties to even, of a number below 2³¹: adding 1.5·2⁵² pushes the fraction
/// out of the mantissa, whose lower half is the integer then.
#[inline]
fn rounded(x: f64) -> i32 {
    const PUSH: f64 = 6_755_399_441_055_744.0;
    (x + PUSH).to_bits() as i32
}
