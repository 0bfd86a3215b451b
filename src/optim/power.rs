//! Powers of the variation operators.

/// The greatest exponent that is multiplied out.
const MAX_WHOLE: f64 = 64.0;

/// `base` ≥ 0 to the power `exponent` ≥ 0; faster for small whole exponents, the usual
/// case. Unlike the standard library's functions, the same on every machine.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    if exponent > MAX_WHOLE || exponent.fract() != 0.0 {
        return libm::pow(base, exponent);
    }
    let (mut square, mut left, mut result) = (base, exponent as u32, 1.0);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_exponents_agree_with_the_general_case() {
        assert_eq!(power(3.0, 4.0), 81.0);
        assert_eq!(
            (power(0.0, 0.0), power(0.0, 21.0), power(f64::INFINITY, 16.0)),
            (1.0, 0.0, f64::INFINITY)
        );
        for (base, exponent) in [(1.7, 16.0), (0.3, 21.0), (1.0001, 64.0), (0.5, 2.5), (1.1, 100.0)] {
            let expected = libm::pow(base, exponent);
            assert!((power(base, exponent) / expected - 1.0).abs() < 1e-14, "{base}^{exponent}");
        }
    }
}
