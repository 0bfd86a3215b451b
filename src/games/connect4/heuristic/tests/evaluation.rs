//! Values worked by hand, and what always holds.

use super::super::super::rules::Position;
use super::super::super::search::Evaluate;
use super::super::{Coefficients, FeatureSet, Heuristic};

/// The article's weights: 50, 10 and 1 for windows, 2 for a column off the edge.
fn article() -> Heuristic {
    let set = FeatureSet::from_name("article").unwrap();
    let weights: Vec<f64> = set
        .features()
        .iter()
        .zip([50.0, 10.0, 1.0, 2.0])
        .map(|(f, coefficient)| coefficient * f.scale())
        .collect();
    Heuristic::new(&set, &weights).unwrap()
}

#[test]
fn the_article_is_exact() {
    // One stone in the middle of the lowest row is in 7 windows: 4 across, 1 up, 2 diagonal. 7·1 + 3·2 = 13, of which the
    // largest coefficient, 50, is 10,000.
    let position: Position = "4".parse().unwrap();
    assert_eq!(article().value(position), -13 * 200);
    // The second stone in the corner is in 3 windows, one of which the first is in as well.
    let position: Position = "41".parse().unwrap();
    let first = 6 + 3 * 2;
    let second = 2;
    assert_eq!(article().value(position), (first - second) * 200);
}

#[test]
fn equal_weights_of_both_sides_are_zero_sum() {
    let mut second = article();
    second.play_as(false);
    for moves in ["", "4", "44", "4453", "1234567", "3445331122"] {
        let position: Position = moves.parse().unwrap();
        assert_eq!(article().value(position), second.value(position), "{moves}");
    }
}

#[test]
fn own_and_their_weights_belong_to_the_player() {
    let own = FeatureSet::from_names(&["own_one"]).unwrap();
    let their = FeatureSet::from_names(&["their_one"]).unwrap();
    let value = |set: &FeatureSet, is_first: bool| {
        let mut heuristic = Heuristic::new(set, &[1.0]).unwrap();
        heuristic.play_as(is_first);
        heuristic.value("4".parse().unwrap())
    };
    // The second player is to move.
    assert_eq!(value(&own, true), -7 * 10_000);
    assert_eq!(value(&own, false), 0);
    assert_eq!(value(&their, true), 0);
    assert_eq!(value(&their, false), -7 * 10_000);
}

#[test]
fn weights_are_checked() {
    let set = FeatureSet::from_name("article").unwrap();
    for weights in
        [[0.0; 4], [-1.0, 1.0, 1.0, 1.0], [f64::NAN, 1.0, 1.0, 1.0], [f64::INFINITY, 1.0, 1.0, 1.0]]
    {
        assert!(Heuristic::new(&set, &weights).is_err(), "{weights:?}");
    }
}

#[test]
fn weights_of_both_sides_become_weights_of_each() {
    let (article, threats) =
        (FeatureSet::from_name("article").unwrap(), FeatureSet::from_name("threats").unwrap());
    let weights = [61.5, 23.4, 3.93, 6.94];
    let mut left = Coefficients::of(&article, &weights);
    let split: Vec<f64> = threats.features().iter().map(|&feature| left.take(feature)).collect();
    assert_eq!(left.remaining(), None);
    assert_eq!(Heuristic::new(&article, &weights).unwrap(), Heuristic::new(&threats, &split).unwrap());
    let mut left = Coefficients::of(&FeatureSet::from_names(&["own_two"]).unwrap(), &[1.0]);
    assert_eq!(left.take(article.features()[1]), 0.0);
    assert_eq!(left.remaining().unwrap().name(), "own_two");
}
