//! The standard normal distribution: its quantiles, and deviates drawn from it. All are the same on every
//! machine.

use crate::rng::Rng;
use libm::{log, sqrt};
use rand::RngExt;

/// Coefficients of the three rational approximations, lowest power first.
const CENTRE: [[f64; 8]; 2] = [
    [
        3.387_132_872_796_366_5,
        1.331_416_678_917_843_8e2,
        1.971_590_950_306_551_3e3,
        1.373_169_376_550_946e4,
        4.592_195_393_154_987e4,
        6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,
        2.509_080_928_730_122_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091e1,
        6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,
        2.121_379_430_158_659_7e4,
        3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,
        5.226_495_278_852_854e3,
    ],
];
const TAIL: [[f64; 8]; 2] = [
    [
        1.423_437_110_749_683_7,
        4.630_337_846_156_545,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1,
        1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];
const FAR_TAIL: [[f64; 8]; 2] = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        2.965_605_718_285_049e-1,
        2.653_218_952_657_612_4e-2,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        5.998_322_065_558_88e-1,
        1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_7e-15,
    ],
];

/// The value that a standard normal variable lies below with probability `p` (0 to 1; the ends
/// give infinities, anything else NaN), to about 16 digits.
///
/// Algorithm AS 241, PPND16 (Wichura, *Applied Statistics* 37, 1988).
pub fn quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&CENTRE, 0.180_625 - q * q);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    match tail {
        0.0 => q.signum() * f64::INFINITY,
        tail if tail > 0.0 => q.signum() * upper(tail),
        _ => f64::NAN,
    }
}

/// The value that a standard normal variable lies *above* with probability `tail` (above 0, up
/// to ½): exact where 1 − `tail` would lose digits.
pub fn upper_quantile(tail: f64) -> f64 {
    if tail >= 0.075 { -quantile(tail) } else { upper(tail) }
}

fn upper(tail: f64) -> f64 {
    let r = sqrt(-log(tail));
    if r <= 5.0 { ratio(&TAIL, r - 1.6) } else { ratio(&FAR_TAIL, r - 5.0) }
}

fn ratio([above, below]: &[[f64; 8]; 2], x: f64) -> f64 {
    let value = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    value(above) / value(below)
}

/// A deviate from two uniform numbers (Box & Muller 1958): the optimiser's mutations and the races are
/// drawn so.
pub fn draw(rng: &mut Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * log(1.0 - radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}

/// A deviate from one uniform number, whose quantile it is: the probabilities of a front are drawn so, and
/// keep their values by it. At most 8.3 from 0.
pub fn draw_quantile(rng: &mut Rng) -> f64 {
    quantile(share(rng.random()))
}

/// A number above 0 and below 1, so that its quantile is finite. The sum of the largest would round to 1.
fn share(bits: u64) -> f64 {
    (((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64).min(1.0 - f64::EPSILON / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};
    use statrs::distribution::{ContinuousCDF, Normal};

    #[test]
    fn known_values() {
        // The table of Wichura's paper.
        for (p, z) in [(0.25, -0.674_489_750_196_081_7), (0.001, -3.090_232_306_167_814)] {
            assert!((quantile(p) - z).abs() < 1e-14, "{p}: {}", quantile(p));
            assert_eq!(quantile(1.0 - p).signum(), 1.0);
        }
        assert!((quantile(1e-20) + 9.262_340_089_798_408).abs() < 1e-13);
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
        assert_eq!(quantile(0.5), 0.0);
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert!(quantile(1.5).is_nan() && quantile(f64::NAN).is_nan());
    }

    #[test]
    fn the_least_and_the_greatest_deviate_are_finite() {
        // 2⁻⁵⁴ and 1 − 2⁻⁵³, whose quantiles are −8.292 and 8.210.
        assert_eq!((share(0), share(u64::MAX)), (0.5_f64.powi(54), 1.0 - 0.5_f64.powi(53)));
        assert!(
            (quantile(share(0)) + 8.292).abs() < 1e-3 && (quantile(share(u64::MAX)) - 8.210).abs() < 1e-3
        );
    }

    #[test]
    fn deviates_have_the_moments_of_the_normal() {
        for one in [draw, draw_quantile] {
            let mut rng = stream(1, Purpose::Measure, 0);
            let sample: Vec<f64> = (0..100_000).map(|_| one(&mut rng)).collect();
            let moment = |power: i32| sample.iter().map(|x| x.powi(power)).sum::<f64>() / sample.len() as f64;
            // Of 100,000 deviates the first four moments have standard errors .0032, .0045, .012, .031.
            assert!(moment(1).abs() < 0.013 && (moment(2) - 1.0).abs() < 0.018);
            assert!(moment(3).abs() < 0.05 && (moment(4) - 3.0).abs() < 0.13);
        }
    }

    #[test]
    fn the_distribution_function_leads_back() {
        let normal = Normal::standard();
        for i in 1..1000 {
            let p = f64::from(i) / 1000.0;
            assert!((normal.cdf(quantile(p)) - p).abs() < 1e-9, "{p}");
            assert!((upper_quantile(p / 2.0) + quantile(p / 2.0)).abs() < 1e-12, "{p}");
        }
    }
}
