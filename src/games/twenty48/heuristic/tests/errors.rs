//! What is refused, and that the message names it.

use super::super::{Feature, FeatureSet, Heuristic};
use crate::error::Error;

fn refused(features: &[Feature], weights: &[f64]) -> String {
    let error = Heuristic::new(features, weights).unwrap_err();
    assert!(matches!(error, Error::Input(_)));
    error.to_string()
}

const TWO: [Feature; 2] = [Feature::Empty, Feature::Corner];

#[test]
fn a_wrong_number_of_weights() {
    assert!(refused(&TWO, &[1.0, 1.0, 1.0]).contains("3 weights: allowed are 2"));
    assert!(refused(&TWO, &[]).contains("0 weights: allowed are 2"));
}

#[test]
fn a_weight_out_of_range_names_its_feature() {
    for weight in [-0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e101] {
        let message = refused(&TWO, &[1.0, weight]);
        assert!(message.contains(&format!("weight of corner = {weight:?}")), "{message}");
        assert!(refused(&TWO, &[weight, 1.0]).contains("weight of empty"));
    }
}

#[test]
fn all_weights_zero() {
    for weights in [[0.0, 0.0], [0.0, -0.0], [1e-200, 0.0]] {
        assert!(refused(&TWO, &weights).contains("all weights are 0"));
    }
    assert!(Heuristic::new(&TWO, &[0.0, 1e-9]).is_ok());
}

#[test]
fn sets_and_lists_of_features() {
    assert_eq!(FeatureSet::from_name("lines").unwrap().features().len(), 8);
    assert_eq!(FeatureSet::from_name("article").unwrap().features().len(), 4);
    let message = |names: &[&str]| FeatureSet::from_names(names).unwrap_err().to_string();
    assert!(message(&["empty", "vibes"]).contains("\"vibes\": allowed is empty, merges"));
    assert!(message(&["empty", "mono1", "empty"]).contains("\"empty\" is there twice"));
    assert!(message(&[]).contains("no feature"));
    assert!(FeatureSet::from_name("all").unwrap_err().to_string().contains("lines, article"));
    let list = FeatureSet::from_names(&["corner", "empty"]).unwrap();
    assert_eq!(list.features(), [Feature::Corner, Feature::Empty]);
}
