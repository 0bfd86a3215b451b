//! Every entry of every table of a weight vector against a second, plain way to value a line.

use super::super::{Feature, FeatureSet, Heuristic, LOW_RANK, crossing_places, layout};
use crate::games::twenty48::rules::{LINES, line_tables, ranks_of_line};
use crate::rng::{Purpose, Rng, stream};
use rand::RngExt;

/// Σ wᵢ·fᵢ/sᵢ × factor over the line features in their order, to the nearest integer, ties to even.
fn plain_value(line: u16, features: &[Feature], weights: &[f64], factor: f64) -> i32 {
    let mut sum = 0.0;
    for (feature, weight) in features.iter().zip(weights) {
        sum += weight / feature.scale() * factor * feature.line_value(ranks_of_line(line));
    }
    f64::round_ties_even(sum) as i32
}

fn plain_values(features: &[Feature], weights: &[f64], factor: f64) -> Vec<i32> {
    (0..=u16::MAX).map(|line| plain_value(line, features, weights, factor)).collect()
}

fn is_low(line: usize) -> bool {
    ranks_of_line(line as u16).iter().all(|&rank| rank <= LOW_RANK)
}

/// Random weights, some of them 0 or far from the others.
fn weights(count: usize, rng: &mut Rng) -> Vec<f64> {
    let weight = |rng: &mut Rng| match rng.random_range(0..6) {
        0 => 0.0,
        1 => rng.random::<f64>() * 1e6,
        2 => rng.random::<f64>() * 1e-6,
        _ => rng.random(),
    };
    (0..count).map(|i| if i == 0 { 0.5 } else { weight(rng) }).collect()
}

fn low_lines_are(heuristic: &Heuristic, expected: &[i32]) {
    for (line, value) in heuristic.low_lines().iter().enumerate().filter(|(line, _)| is_low(*line)) {
        assert_eq!(*value, expected[line], "{line:04x}");
    }
}

fn search_tables_are(heuristic: &Heuristic, expected: &[i32]) {
    let tables = heuristic.search_tables();
    for line in 0..LINES {
        let value = |line: u16| expected[usize::from(line)];
        let ends = line_tables().slid(line as u16).map(value);
        assert_eq!(tables.ends[line], ends, "{line:04x}");
        for cell in 0..4 {
            let rank = line >> (4 * cell) & 15;
            let place = crossing_places(line as u64)[cell] as u16;
            assert_eq!(tables.cross[layout(cell)].of(place)[rank], expected[line], "{line:04x} {cell}");
        }
    }
}

/// Tables are made in every order, with older ones still in use or dropped before.
#[test]
fn every_entry_is_the_rounded_sum() {
    let mut rng = stream(7, Purpose::Measure, 0);
    let mut kept = Vec::new();
    let named = |name| FeatureSet::from_name(name).unwrap().features().to_vec();
    let sets = [named("lines"), named("article"), Feature::ALL.to_vec()];
    for (i, features) in sets.iter().cycle().take(12).enumerate() {
        let weights = weights(features.len(), &mut rng);
        let heuristic = Heuristic::new(features, &weights).unwrap();
        let expected = plain_values(features, &weights, heuristic.factor());
        if i % 4 == 0 {
            search_tables_are(&heuristic, &expected);
        }
        if i % 5 < 3 {
            low_lines_are(&heuristic, &expected);
        }
        assert_eq!(heuristic.lines()[..], expected[..], "{weights:?}");
        low_lines_are(&heuristic, &expected);
        search_tables_are(&heuristic, &expected);
        assert_eq!(heuristic.lines()[..], expected[..], "{weights:?}");
        if i % 7 < 3 {
            kept.push((heuristic, expected));
        }
    }
    for (heuristic, expected) in &kept {
        assert_eq!(heuristic.lines()[..], expected[..]);
        low_lines_are(heuristic, expected);
        search_tables_are(heuristic, expected);
    }
}
