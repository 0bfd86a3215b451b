//! Windows by how many stones of one side they hold, and none of the other.

use super::super::rules::{BOARD, DIRECTIONS};

/// Windows that hold stones of one side alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Windows {
    pub(super) one: u32,
    pub(super) two: u32,
    pub(super) three: u32,
}

/// The windows that hold some of `stones` and none of `others`.
///
/// All windows of a direction are counted at once: bit by bit two half adders count the stones of the four cells.
pub(super) fn of(stones: u64, others: u64) -> Windows {
    let open = BOARD & !others;
    let mut counts = Windows::default();
    for shift in DIRECTIONS {
        let windows = open & open >> shift & open >> (2 * shift) & open >> (3 * shift);
        let (odd, pair) = (stones ^ stones >> shift, stones & stones >> shift);
        let (odds, carry) = (odd ^ odd >> (2 * shift), odd & odd >> (2 * shift));
        // With four stones both pairs are full; that is a game that is over.
        let twos = pair ^ pair >> (2 * shift) ^ carry;
        counts.one += (windows & odds & !twos).count_ones();
        counts.two += (windows & !odds & twos).count_ones();
        counts.three += (windows & odds & twos).count_ones();
    }
    counts
}
