//! For tests alone: the judge of everything that prunes a front one point at a time.

use crate::rng::{Purpose, stream};
use rand::RngExt;

/// The `keep` points of `front` that stay when the one with the least `room` goes again and again, ties
/// broken by the latest. Everything is measured again after every removal.
pub fn pruned_slowly(front: &[Vec<f64>], keep: usize, room: impl Fn(&[Vec<f64>]) -> Vec<f64>) -> Vec<usize> {
    let mut left: Vec<usize> = (0..front.len()).collect();
    while left.len() > keep {
        let points: Vec<Vec<f64>> = left.iter().map(|&i| front[i].clone()).collect();
        let room = room(&points);
        let least = (0..left.len()).rev().min_by(|&a, &b| room[a].total_cmp(&room[b])).unwrap();
        left.remove(least);
    }
    left
}

/// `n` random points of the unit sphere whose `m` coordinates are all positive: a front.
pub fn arc(n: usize, m: usize) -> Vec<Vec<f64>> {
    let mut rng = stream(n as u64, Purpose::Measure, m as u64);
    let mut point = || {
        let raw: Vec<f64> = (0..m).map(|_| rng.random()).collect();
        let length = raw.iter().map(|v| v * v).sum::<f64>().sqrt();
        raw.iter().map(|v| v / length).collect()
    };
    (0..n).map(|_| point()).collect()
}
