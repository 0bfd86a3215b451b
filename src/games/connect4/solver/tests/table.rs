//! The transposition table.

use super::super::Solver;
use super::super::table::{Bounds, FACTOR, SIZES, Table, mixed};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

const KEYS: std::ops::Range<u64> = 0..1 << 49;

/// Bounds that tell keys apart mostly.
fn bounds(key: u64) -> Bounds {
    Bounds { lower: -((key % 22) as i32), upper: (key / 22 % 22) as i32 }
}

/// The key that [`mixed`] turns into `mixed`.
fn unmixed(mixed: u64) -> u64 {
    // Each step doubles the low bits in which the product with the factor is 1 (Newton's method).
    let inverse = (0..6)
        .fold(1_u64, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(inverse))));
    let product = mixed.wrapping_mul(inverse) % KEYS.end;
    product ^ product >> 25
}

fn random_keys(seed: u64, count: usize) -> Vec<u64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| random.random_range(KEYS)).collect()
}

#[test]
fn sizes_have_bounds() {
    for log2_entries in [0, 15, 31, u32::MAX] {
        let error = Solver::new(log2_entries).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        let expected =
            format!("transposition table of 2^{log2_entries} entries: the exponent must lie in 16..=30");
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(SIZES, 16..=30);
    assert!(Solver::new(16).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn the_last_bounds_of_a_position_are_known_or_none(
        puts in proptest::collection::vec((0..40_usize, -21..=21_i32, 0..=21_i32, any::<u32>()), 1..200),
        keys in proptest::collection::vec(KEYS, 40),
    ) {
        let mut table = Table::new(16).unwrap();
        let mut last = HashMap::new();
        for (key, lower, width, nodes) in puts {
            let bounds = Bounds { lower, upper: (lower + width).min(21) };
            table.put(keys[key], bounds, nodes.into());
            last.insert(keys[key], bounds);
            prop_assert_eq!(table.get(keys[key]), Some(bounds), "what was put last is known");
        }
        for key in keys {
            let found = table.get(key);
            prop_assert!(found.is_none() || found == last.get(&key).copied());
        }
    }

    #[test]
    fn mixing_can_be_undone(key in KEYS) {
        prop_assert_eq!(unmixed(mixed(key)), key);
    }

    #[test]
    fn keys_that_differ_in_one_mixed_bit_are_told_apart(key in KEYS, size in 16..=22_u32) {
        let mut table = Table::new(size).unwrap();
        table.put(key, bounds(key), 1);
        prop_assert_eq!(table.get(key), Some(bounds(key)));
        for bit in 0..49 {
            prop_assert_eq!(table.get(key ^ 1 << bit), None);
            prop_assert_eq!(table.get(unmixed(mixed(key) ^ 1 << bit)), None);
        }
    }
}

#[test]
fn a_full_table_never_answers_for_another_position() {
    let mut table = Table::new(16).unwrap();
    let (put, not_put) = (random_keys(1, 400_000), random_keys(2, 400_000));
    for &key in &put {
        table.put(key, bounds(key), key % 1000);
    }
    let known: Vec<_> = put.iter().filter_map(|&key| Some((key, table.get(key)?))).collect();
    assert!(known.iter().all(|&(key, found)| found == bounds(key)));
    assert!(known.len() > 60_000, "nearly all places are taken");
    assert!(not_put.iter().all(|&key| table.get(key).is_none()));
}

#[test]
fn what_cost_most_stays_and_what_came_last_is_there() {
    let mut table = Table::new(16).unwrap();
    let (dear, cheap) = (random_keys(3, 1000), random_keys(4, 300_000));
    for &key in &dear {
        table.put(key, bounds(key), 1 << 40);
    }
    for &key in &cheap {
        table.put(key, bounds(key), 100);
        assert_eq!(table.get(key), Some(bounds(key)));
    }
    // Two dear ones seldom share a bucket, where one of them goes.
    assert!(dear.iter().filter(|&&key| table.get(key).is_some()).count() > 950);
}

#[test]
fn a_cleared_table_knows_nothing_and_never_remembers() {
    let mut table = Table::new(16).unwrap();
    let key = 12_345;
    table.put(key, bounds(key), u64::MAX);
    for _ in 0..600 {
        table.clear();
        assert_eq!(table.get(key), None);
    }
    table.put(key, bounds(key), 1);
    assert_eq!(table.get(key), Some(bounds(key)));
}
