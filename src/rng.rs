//! Random streams: (run seed, purpose, index) → one [`Xoshiro256PlusPlus`] stream.
//!
//! Within one run no two (purpose, index) pairs share a seed: the pair is packed into a
//! 64-bit counter, and the counter is mixed by a bijection keyed by the run seed. So
//! training, validation and test games never meet, by construction.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of every stream (Blackman & Vigna, "Scrambled linear pseudorandom
/// number generators", 2021).
pub type Rng = Xoshiro256PlusPlus;

/// What a stream is for; each purpose has its own space of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// The optimiser's own draws: initial population, selection, variation.
    Optimiser = 1,
    /// Games that score candidates during the run.
    Train = 2,
    /// Validation games: they score the finalists, and on them the front is chosen.
    Validation = 3,
    /// Test games of policies that switch between members.
    Switching = 4,
    /// Games of `play`.
    Play = 5,
    /// Positions for measurements such as feature scales.
    Measure = 6,
    /// Draws that decide which candidates play more games.
    Racing = 7,
    /// Games by which policies that switch are searched for.
    SwitchingSearch = 8,
    /// Test games: they score the chosen front, and on them nothing is chosen.
    Test = 11,
    /// Games of `compare`.
    Compare = 12,
    /// Draws of statistics that are simulated.
    Inference = 13,
}

/// The largest index that a stream can have.
pub const MAX_INDEX: u64 = (1 << 56) - 1;

/// The 64-bit seed of stream `index` of `purpose` in the run `run_seed`.
///
/// Indices above [`MAX_INDEX`] wrap.
pub fn seed(run_seed: u64, purpose: Purpose, index: u64) -> u64 {
    let counter = ((purpose as u64) << 56) | (index & MAX_INDEX);
    mix(counter ^ mix(run_seed.wrapping_add(0x9e37_79b9_7f4a_7c15)))
}

/// The generator of stream `index` of `purpose` in the run `run_seed`.
pub fn stream(run_seed: u64, purpose: Purpose, index: u64) -> Rng {
    Rng::seed_from_u64(seed(run_seed, purpose, index))
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014), a bijection on 64 bits.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_seed_is_shared_between_purposes() {
        use Purpose::{Compare, Play, Switching, SwitchingSearch, Test, Train, Validation};
        let purposes = [Train, Validation, Switching, SwitchingSearch, Play, Test, Compare];
        let seeds: HashSet<u64> =
            purposes.iter().flat_map(|&p| (0..10_000).map(move |i| seed(7, p, i))).collect();
        assert_eq!(seeds.len(), 70_000);
    }

    #[test]
    fn runs_differ() {
        assert_ne!(seed(1, Purpose::Train, 0), seed(2, Purpose::Train, 0));
    }
}
