//! A mean of rates: all of something over all that it is counted by.

/// For the rate of every game and its weight, what it is counted by: values with the mean Σwx/Σw. Their standard error
/// is that of this ratio by the delta method (Cochran, *Sampling Techniques*, 3rd ed. 1977, §2.11). A game of weight 0 says
/// nothing, whatever its rate, NaN too. The rates themselves where there is no weight at all.
pub fn linearised(rates: &[f64], weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return rates.to_vec();
    }
    let games = || rates.iter().zip(weights);
    let all: f64 = games().filter(|(_, weight)| **weight != 0.0).map(|(rate, weight)| rate * weight).sum();
    let (ratio, usual) = (all / total, total / rates.len() as f64);
    let value = |(rate, weight): (&f64, &f64)| match *weight {
        0.0 => ratio,
        weight => ratio + weight / usual * (rate - ratio),
    };
    games().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Mean, Statistic};

    #[test]
    fn a_ratio_of_sums_by_hand() {
        // 10 in 5 steps and 60 in 15: 70 / 20 = 3.5, where the mean of the rates is 3.
        let values = linearised(&[2.0, 4.0], &[5.0, 15.0]);
        assert_eq!(values, [3.5 - 0.75, 3.5 + 0.75]);
        // The residuals 10 − 3.5·5 and 60 − 3.5·15 are ∓7.5; √(2·7.5² / 2) / 10.
        let estimate = Statistic::from(Mean).estimate(&values);
        assert!(estimate.value == 3.5 && (estimate.std_error - 0.75).abs() < 1e-12, "{estimate:?}");
        assert_eq!(linearised(&[2.0], &[0.0]), [2.0]);
        assert_eq!(linearised(&[2.0, f64::NAN], &[3.0, 0.0]), [2.0, 2.0]);
    }
}
