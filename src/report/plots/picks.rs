//! The picked members: one colour, marker and name each, the same in every picture.

use plotters::style::RGBColor;

use crate::run::NamedPick;

use super::style::{MARKERS, Marker, PICKS};
use super::{PlotData, Point};

/// A picked member of the front.
#[derive(Debug, Clone)]
pub struct PickMark<'a> {
    /// The member.
    pub point: &'a Point,
    /// Its colour.
    pub colour: RGBColor,
    /// Its shape.
    pub marker: Marker,
}

impl PickMark<'_> {
    /// What it is picked for and its number, for example `knee, best mean_score (id 812)`.
    pub fn label(&self) -> String {
        let names: Vec<_> = self.point.picks.iter().map(NamedPick::words).collect();
        format!("{} (id\u{a0}{})", names.join(", "), self.point.id)
    }

    /// Whether it is the knee.
    pub fn is_knee(&self) -> bool {
        self.point.picks.contains(&NamedPick::Knee)
    }
}

/// Every picked member: the knee, then the best of each objective, then others.
pub fn picks(data: &PlotData) -> Vec<PickMark<'_>> {
    let mut points: Vec<&Point> = data.points.iter().filter(|point| !point.picks.is_empty()).collect();
    points.sort_by_key(|point| point.picks.iter().map(|name| place(data, name)).min());
    let looks = PICKS.iter().zip(MARKERS).cycle();
    let pick = |(point, (colour, marker)): (_, (&RGBColor, _))| PickMark { point, colour: *colour, marker };
    points.into_iter().zip(looks).map(pick).collect()
}

/// Where a pick stands in the legend.
fn place(data: &PlotData, pick: &NamedPick) -> usize {
    let others = data.objectives.len() + 1;
    let place = |name: &str| data.objectives.iter().position(|objective| objective.name == name);
    match pick {
        NamedPick::Knee => 0,
        NamedPick::Best(name) => place(name).map_or(others, |i| i + 1),
    }
}
