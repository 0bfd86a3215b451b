//! A mean of rates: all of something over all that it is counted by.

/// For the rate of every game and its weight, what it is counted by: values with the mean Σwx/Σw. Their standard error
/// is that of this ratio by the delta method (Cochran, *Sampling Techniques*, 3rd ed. 1977, §2.11). The rates themselves
/// where there is no weight.
pub fn linearised(rates: &[f64], weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return rates.to_vec();
    }
    let ratio = rates.iter().zip(weights).map(|(rate, weight)| rate * weight).sum::<f64>() / total;
    let usual = total / rates.len() as f64;
    rates.iter().zip(weights).map(|(rate, weight)| ratio + weight / usual * (rate - ratio)).collect()
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
    }
}
