//! Non-dominated sorting: the front each point belongs to.
//!
//! Points are put in lexicographic order, so that only earlier points can dominate later
//! ones, and identical points are treated as one. Each point then goes to the first front
//! that does not dominate it, found by binary search (Zhang, Tian, Cheng & Jin, "An
//! efficient approach to nondominated sorting for evolutionary multiobjective
//! optimization", 2015). What differs is how "does this front dominate the point" is
//! answered:
//!
//! - up to two objectives, from the least second objective of the front, O(N log N) in all
//!   (Jensen, "Reducing the run-time complexity of multiobjective EAs", 2003, §III);
//! - from three on, by intersecting two bit sets, the members of the front and the points
//!   that are nowhere worse. The latter are built per objective from prefixes of the sorted
//!   column (Moreno, Rodriguez, Nebro & Lozano, "Merge nondominated sorting algorithm for
//!   many-objective optimization", 2020), in blocks of rows that, up to some
//!   thousand points, fit the cache: O(M·N²/64) word operations.

use super::order::lexicographic;
use std::cmp::Ordering;

/// Rows whose sets of dominators are held at a time. Every block goes through the columns from their
/// beginning: fewer rows, which would fit the cache for 32,000 points too, took up to four times
/// as long.
const BLOCK: usize = 1024;

/// The front of every point, 0 the best. Points are rows of equal length, minimised. Rows
/// with a NaN come one front behind all others and do not influence them.
pub fn non_dominated_ranks<P: AsRef<[f64]>>(points: &[P]) -> Vec<u32> {
    let rows = Rows::new(points);
    let unique = match rows.width {
        0..=2 => staircase_ranks(&rows),
        _ => bit_set_ranks(&rows),
    };
    let last = unique.iter().max().map_or(0, |worst| worst + 1);
    let mut ranks = vec![last; points.len()];
    for &(point, row) in &rows.members {
        ranks[point] = unique[row];
    }
    ranks
}

/// The members of each front, ascending, from the ranks of all points.
pub fn fronts(ranks: &[u32]) -> Vec<Vec<usize>> {
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for (i, &rank) in ranks.iter().enumerate() {
        let rank = rank as usize;
        if rank >= fronts.len() {
            fronts.resize_with(rank + 1, Vec::new);
        }
        fronts[rank].push(i);
    }
    fronts
}

/// Distinct points without a NaN in lexicographic order, row-major; −0 is 0.
pub(super) struct Rows {
    pub width: usize,
    values: Vec<f64>,
    /// (index of the point, its row), one entry per point without a NaN.
    pub members: Vec<(usize, usize)>,
}

impl Rows {
    pub fn new<P: AsRef<[f64]>>(points: &[P]) -> Self {
        let sound: Vec<usize> =
            (0..points.len()).filter(|&i| points[i].as_ref().iter().all(|v| !v.is_nan())).collect();
        let width = sound.first().map_or(0, |&i| points[i].as_ref().len());
        let mut keyed: Vec<(f64, usize)> =
            sound.iter().map(|&i| (points[i].as_ref().first().map_or(0.0, |v| v + 0.0), i)).collect();
        let order = |a: &(f64, usize), b: &(f64, usize)| {
            a.0.total_cmp(&b.0).then_with(|| lexicographic(points[a.1].as_ref(), points[b.1].as_ref()))
        };
        keyed.sort_unstable_by(|a, b| order(a, b).then(a.1.cmp(&b.1)));
        let mut rows = Self { width, values: Vec::with_capacity(width * sound.len()), members: Vec::new() };
        for (k, item) in keyed.iter().enumerate() {
            if k == 0 || order(&keyed[k - 1], item) != Ordering::Equal {
                rows.values.extend(points[item.1].as_ref().iter().map(|v| v + 0.0));
            }
            rows.members.push((item.1, (rows.values.len() / width.max(1)).saturating_sub(1)));
        }
        rows
    }

    pub fn len(&self) -> usize {
        self.members.last().map_or(0, |&(_, row)| row + 1)
    }

    pub fn value(&self, row: usize, objective: usize) -> f64 {
        self.values[row * self.width + objective]
    }

    /// Whether row `one` is nowhere worse than row `other`.
    pub fn covers(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|row| &self.values[row * self.width..][..self.width]);
        one.iter().zip(other).all(|(x, y)| x <= y)
    }

    /// Some of the rows, `chosen` in ascending order.
    pub fn part(&self, chosen: &[usize]) -> Self {
        let values = chosen.iter().flat_map(|&row| &self.values[row * self.width..][..self.width]);
        let members = (0..chosen.len()).map(|row| (chosen[row], row)).collect();
        Self { width: self.width, values: values.copied().collect(), members }
    }
}

/// Ranks of distinct rows with at most two objectives. In lexicographic order the newest
/// member of a front has its least second objective, and those grow from front to front.
fn staircase_ranks(rows: &Rows) -> Vec<u32> {
    let mut newest: Vec<f64> = Vec::new();
    let mut ranks = Vec::with_capacity(rows.len());
    for row in 0..rows.len() {
        let second = if rows.width == 2 { rows.value(row, 1) } else { 0.0 };
        let rank = newest.partition_point(|&least| least <= second);
        match newest.get_mut(rank) {
            Some(least) => *least = second,
            None => newest.push(second),
        }
        ranks.push(rank as u32);
    }
    ranks
}

/// Ranks of distinct rows with any number of objectives.
pub(super) fn bit_set_ranks(rows: &Rows) -> Vec<u32> {
    let columns: Vec<Column> = (1..rows.width).map(|objective| Column::new(rows, objective)).collect();
    let mut fronts: Vec<Front> = Vec::new();
    let mut ranks = Vec::with_capacity(rows.len());
    let mut block = Block::default();
    for start in (0..rows.len()).step_by(BLOCK) {
        block.fill(&columns, start, (start + BLOCK).min(rows.len()));
        for row in start..block.end {
            let dominators = block.dominators(row);
            let rank = fronts.partition_point(|front| front.meets(dominators));
            if rank == fronts.len() {
                fronts.push(Front { first_word: row / 64, words: Vec::new() });
            }
            fronts[rank].insert(row);
            ranks.push(rank as u32);
        }
    }
    ranks
}

/// One objective: rows from best to worst, in runs of equal values.
struct Column {
    order: Vec<u32>,
    /// Where each run ends in `order`.
    ends: Vec<u32>,
}

impl Column {
    fn new(rows: &Rows, objective: usize) -> Self {
        let mut keyed: Vec<(f64, u32)> =
            (0..rows.len()).map(|row| (rows.value(row, objective), row as u32)).collect();
        keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut ends = Vec::new();
        for run in keyed.chunk_by(|a, b| a.0 == b.0) {
            ends.push(ends.last().copied().unwrap_or(0) + run.len() as u32);
        }
        Self { order: keyed.into_iter().map(|(_, row)| row).collect(), ends }
    }

    fn runs(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.order[start as usize..end as usize])
    }
}

/// For the rows from `start` to `end`, the earlier rows that are nowhere worse.
#[derive(Default)]
struct Block {
    start: usize,
    end: usize,
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
    prefix: Vec<u64>,
}

impl Block {
    fn fill(&mut self, columns: &[Column], start: usize, end: usize) {
        (self.start, self.end, self.stride) = (start, end, end.div_ceil(64));
        self.words.clear();
        self.words.resize((end - start) * self.stride, !0);
        for column in columns {
            self.intersect(column);
        }
        for row in start..end {
            self.words[(row - start) * self.stride + row / 64] &= (1 << (row % 64)) - 1;
        }
    }

    /// Removes from every row the rows that are worse in one objective.
    fn intersect(&mut self, column: &Column) {
        self.prefix.clear();
        self.prefix.resize(self.stride, 0);
        for run in column.runs() {
            for &row in run.iter().filter(|&&row| (row as usize) < self.end) {
                self.prefix[row as usize / 64] |= 1 << (row % 64);
            }
            for &row in run.iter().filter(|&&row| (self.start..self.end).contains(&(row as usize))) {
                let (from, used) = ((row as usize - self.start) * self.stride, row as usize / 64 + 1);
                let words = self.words[from..from + used].iter_mut();
                words.zip(&self.prefix).for_each(|(word, prefix)| *word &= prefix);
            }
        }
    }

    fn dominators(&self, row: usize) -> &[u64] {
        let from = (row - self.start) * self.stride;
        &self.words[from..=from + row / 64]
    }
}

/// The rows of one front as a bit set whose leading empty words are not stored.
struct Front {
    first_word: usize,
    words: Vec<u64>,
}

impl Front {
    fn insert(&mut self, row: usize) {
        let word = row / 64 - self.first_word;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (row % 64);
    }

    /// Whether a member is in `set`.
    fn meets(&self, set: &[u64]) -> bool {
        let set = set.get(self.first_word..).unwrap_or(&[]);
        self.words.iter().zip(set).any(|(a, b)| a & b != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_are_those_worked_by_hand() {
        let points = [[1.0, 5.0], [2.0, 3.0], [4.0, 1.0], [2.0, 5.0], [3.0, 4.0], [5.0, 5.0], [2.0, 3.0]];
        let ranks = non_dominated_ranks(&points);
        assert_eq!(ranks, [0, 0, 0, 1, 1, 2, 0]);
        assert_eq!(fronts(&ranks), [vec![0, 1, 2, 6], vec![3, 4], vec![5]]);
        let points = [[1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [2.0, 0.0, 2.0], [2.0, 1.0, 2.0], [1.0, 1.0, 1.0]];
        assert_eq!(non_dominated_ranks(&points), [0, 1, 0, 2, 0]);
    }

    #[test]
    fn degenerate_sets() {
        assert!(non_dominated_ranks::<Vec<f64>>(&[]).is_empty());
        assert_eq!(non_dominated_ranks(&[[f64::NAN, 1.0]; 2]), [0, 0]);
        assert_eq!(non_dominated_ranks(&[[3.0], [1.0], [3.0], [2.0]]), [2, 0, 2, 1]);
        assert_eq!(non_dominated_ranks(&[[0.0, 1.0], [-0.0, 1.0]]), [0, 0]);
        assert_eq!(non_dominated_ranks(&[[0.0, 0.0, 1.0], [-0.0, 0.0, 1.0], [0.0, -0.0, 2.0]]), [0, 0, 1]);
    }

    #[test]
    fn a_chain_longer_than_a_block_has_as_many_fronts() {
        let chain: Vec<[f64; 3]> = (0..3000).rev().map(|i| [f64::from(i); 3]).collect();
        let ranks = non_dominated_ranks(&chain);
        assert!(ranks.iter().rev().zip(0..).all(|(&rank, i)| rank == i));
    }
}
