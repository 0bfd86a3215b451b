//! Colours, markers and type sizes, the same in every picture. The colours are the
//! palette of Okabe and Ito ("Color universal design", 2008), safe for colour-blind readers.

use plotters::style::RGBColor;

/// Title, in pixels of line height, bold.
pub const TITLE: f64 = 27.0;
/// Axis titles and legend.
pub const BODY: f64 = 17.0;
/// Tick labels.
pub const SMALL: f64 = 15.0;

/// Text and axes.
pub const INK: RGBColor = RGBColor(33, 37, 41);
/// Secondary text.
pub const MUTED: RGBColor = RGBColor(95, 103, 111);
/// Grid lines.
pub const GRID: RGBColor = RGBColor(229, 232, 235);
/// Frames of panels.
pub const FRAME: RGBColor = RGBColor(150, 156, 162);
/// All evaluated points.
pub const CLOUD: RGBColor = RGBColor(196, 201, 206);
/// Members of the front.
pub const FRONT: RGBColor = RGBColor(0, 114, 178);
/// The true front of a benchmark problem.
pub const TRUTH: RGBColor = RGBColor(60, 60, 60);
/// Paper.
pub const WHITE: RGBColor = RGBColor(255, 255, 255);

/// Colours of the picked members, the first for the knee.
pub const PICKS: [RGBColor; 6] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(33, 37, 41),
];

/// The shape of a picked member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A square on its corner.
    Diamond,
    /// A triangle on its base.
    Up,
    /// A triangle on its tip.
    Down,
    /// A square on its side.
    Square,
    /// Five corners.
    Pentagon,
    /// Six corners.
    Hexagon,
}

/// Shapes of the picked members, in step with [`PICKS`].
pub const MARKERS: [Marker; 6] =
    [Marker::Diamond, Marker::Up, Marker::Down, Marker::Square, Marker::Pentagon, Marker::Hexagon];

impl Marker {
    /// The corners, on a circle of `radius` around (`x`, `y`), clockwise on the screen.
    pub fn corners(self, x: f64, y: f64, radius: f64) -> Vec<(f64, f64)> {
        let (count, turn) = match self {
            Self::Diamond => (4, 0.0),
            Self::Up => (3, 0.0),
            Self::Down => (3, 0.5),
            Self::Square => (4, 0.125),
            Self::Pentagon => (5, 0.0),
            Self::Hexagon => (6, 0.0),
        };
        let angle =
            |corner: u32| (f64::from(corner) / f64::from(count) + turn - 0.25) * std::f64::consts::TAU;
        (0..count)
            .map(|corner| (x + radius * angle(corner).cos(), y + radius * angle(corner).sin()))
            .collect()
    }
}

/// Stops of the colour ramp: viridis without its palest end.
const RAMP: [(f64, f64, f64); 6] = [
    (68.0, 1.0, 84.0),
    (65.0, 68.0, 135.0),
    (42.0, 120.0, 142.0),
    (34.0, 168.0, 132.0),
    (122.0, 209.0, 81.0),
    (210.0, 220.0, 40.0),
];

/// The colour at `share` of the ramp, 0 dark to 1 light.
pub fn ramp(share: f64) -> RGBColor {
    let place = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let low = (place as usize).min(RAMP.len() - 2);
    let part = place - low as f64;
    let (from, to) = (RAMP[low], RAMP[low + 1]);
    let mix = |a: f64, b: f64| (a + (b - a) * part).round() as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}
