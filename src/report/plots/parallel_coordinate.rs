//! `parallel_coordinate.png`: every front member as one line across its objectives and genes.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Span, count, short, with_digits};
use super::canvas::{Canvas, HEIGHT, Look, WIDTH};
use super::legend::{MARGIN, Symbol, heading, legend, nothing};
use super::picks::{PickMark, picks};
use super::{PlotData, PlottedObjective, Point, style};

const LEGEND_WIDTH: f64 = 250.0;
const BOTTOM: f64 = HEIGHT as f64 - 70.0;
const LEFT: f64 = 80.0;

/// One vertical axis.
struct Axis {
    lines: Vec<String>,
    span: Option<Span>,
    /// What it shows, if that is no gene.
    objective: Option<PlottedObjective>,
}

impl Axis {
    /// Whether the lowest value stands at the top, because it is the best.
    fn is_flipped(&self) -> bool {
        self.objective.as_ref().is_some_and(|objective| !objective.maximise)
    }
}

/// The axes on the page.
struct Layout {
    axes: Vec<Axis>,
    top: f64,
    gap: f64,
    /// Whether names run upwards, because they are too long to stand side by side.
    upwards: bool,
    /// The same for the numbers at the ends of the axes, with the room that they take.
    ends: Option<f64>,
}

/// Room for names that run upwards.
const NAME_HEIGHT: f64 = 210.0;
/// Names of more lines than this run upwards.
const MOST_LINES: usize = 5;

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let below = heading(canvas, data, "Front in parallel coordinates");
    let mut front: Vec<&Point> = data.points.iter().filter(|point| point.on_front).collect();
    let first = Span::of(front.iter().map(|point| value(point, 0)));
    front.sort_by(|a, b| value(a, 0).total_cmp(&value(b, 0)));
    let layout = layout(data, &front, below);
    layout.draw_axes(canvas, data.objectives.len());
    for point in front.iter().filter(|point| point.picks.is_empty()) {
        let colour = first.map_or(style::FRONT, |span| style::ramp(position(span, value(point, 0))));
        layout.draw_member(canvas, data, point, (colour, (60.0 / front.len() as f64).clamp(0.3, 0.85)));
    }
    let picks: Vec<PickMark> = picks(data).into_iter().filter(|pick| pick.point.on_front).collect();
    for pick in picks.iter().rev() {
        layout.draw_pick(canvas, data, pick);
    }
    if front.is_empty() {
        nothing(canvas, (560.0, (layout.top + BOTTOM) / 2.0), "no member on the front");
    }
    side(canvas, data, &front, &picks, first, below);
}

/// PlottedObjective `axis` of a member as it is shown; NaN where there is none.
fn value(point: &Point, axis: usize) -> f64 {
    point.shown().get(axis).map_or(f64::NAN, |estimate| estimate.value)
}

/// Objectives first, then genes.
fn coordinate(data: &PlotData, point: &Point, axis: usize) -> f64 {
    let objectives = data.objectives.len();
    if axis < objectives {
        return value(point, axis);
    }
    point.genes.get(axis - objectives).copied().unwrap_or(f64::NAN)
}

/// Place on an axis, 0 to 1; a constant stands in the middle.
fn position(span: Span, value: f64) -> f64 {
    if span.width() > 0.0 { span.share(value) } else { 0.5 }
}

fn layout(data: &PlotData, front: &[&Point], below: f64) -> Layout {
    let total = data.objectives.len() + data.gene_names.len();
    let right = f64::from(WIDTH) - LEGEND_WIDTH - MARGIN - 80.0;
    let gap = (right - LEFT) / (total.max(2) - 1) as f64;
    let names: Vec<String> =
        data.objectives.iter().map(objective_label).chain(data.gene_names.iter().cloned()).collect();
    let look = Look::new(style::SMALL, style::INK);
    let breaks = |name: &String| look.breaks_words(name, gap - 8.0);
    let upwards = names.iter().any(|name| breaks(name) || look.wrap(name, gap - 8.0).len() > MOST_LINES);
    let room = if upwards { NAME_HEIGHT } else { gap - 8.0 };
    let axis = |(i, name): (usize, &String)| Axis {
        lines: look.wrap(name, room),
        span: Span::of(front.iter().map(|point| coordinate(data, point, i))),
        objective: data.objectives.get(i).cloned(),
    };
    let axes: Vec<Axis> = names.iter().enumerate().map(axis).collect();
    let lines = axes.iter().flat_map(|axis| &axis.lines);
    let height = if upwards {
        lines.map(|line| look.width(line)).fold(0.0, f64::max)
    } else {
        axes.iter().map(|axis| axis.lines.len()).max().unwrap_or(1) as f64 * look.leading()
    };
    let level = Layout { axes, top: below + 30.0 + height, gap, upwards, ends: None };
    let width = |layout: &Layout| layout.ends().map(|text| look.width(&text)).fold(0.0, f64::max);
    if width(&level) <= gap - 6.0 {
        return level;
    }
    let turned = Layout { ends: Some(0.0), ..level };
    let room = width(&turned);
    Layout { top: turned.top + room, ends: Some(room), ..turned }
}

fn objective_label(objective: &PlottedObjective) -> String {
    objective.described(&[if objective.maximise { "max" } else { "min" }])
}

impl Layout {
    fn x(&self, axis: usize) -> f64 {
        (LEFT + self.gap * axis as f64).floor() + 0.5
    }

    fn y(&self, axis: &Axis, value: f64) -> Option<f64> {
        let share = axis.span.filter(|_| value.is_finite()).map(|span| position(span, value))?;
        let up = if axis.is_flipped() { 1.0 - share } else { share };
        Some(BOTTOM - up * (BOTTOM - self.top))
    }

    fn draw_axes(&self, canvas: &mut Canvas, objectives: usize) {
        for (i, axis) in self.axes.iter().enumerate() {
            let x = self.x(i);
            let colour = if i < objectives { style::FRONT } else { style::INK };
            self.draw_name(canvas, axis, x, colour);
            canvas.line((x, self.top), (x, BOTTOM), 1.4, style::FRAME, 1.0);
            self.draw_ends(canvas, axis, x);
        }
    }

    fn draw_name(&self, canvas: &mut Canvas, axis: &Axis, x: f64, colour: RGBColor) {
        let look = Look::new(style::SMALL, colour);
        let size = axis.lines.len() as f64 * look.leading();
        if !self.upwards {
            let look = look.anchor(HPos::Center, VPos::Top);
            canvas.lines(&axis.lines, (x, self.top - 24.0 - self.ends.unwrap_or(0.0) - size), look);
            return;
        }
        for (i, line) in axis.lines.iter().enumerate() {
            let across = x - size / 2.0 + i as f64 * look.leading();
            canvas.text(line, (across, self.top - 28.0 - self.ends.unwrap_or(0.0)), look.upwards());
        }
    }

    /// What a place on `axis` stands for, in as many digits as fit between two axes.
    fn number(&self, axis: &Axis, place: f64) -> String {
        let value = axis.objective.as_ref().map_or(place, |objective| objective.value_at(place));
        if self.ends.is_some() {
            return with_digits(value, 3);
        }
        let look = Look::new(style::SMALL, style::MUTED);
        let texts = (1..=4).rev().map(|digits| with_digits(value, digits));
        let fitting = texts.into_iter().find(|text| look.width(text) <= self.gap - 6.0);
        fitting.unwrap_or_else(|| with_digits(value, 1))
    }

    /// What stands above and below `axis`.
    fn ends_of(&self, axis: &Axis) -> (Option<String>, String) {
        match axis.span {
            None => (None, "no value".into()),
            Some(span) if span.width() == 0.0 => (Some("all equal".into()), self.number(axis, span.low)),
            Some(span) => {
                let (low, high) = (self.number(axis, span.low), self.number(axis, span.high));
                if axis.is_flipped() { (Some(low), high) } else { (Some(high), low) }
            }
        }
    }

    /// Everything that stands above or below an axis.
    fn ends(&self) -> impl Iterator<Item = String> + '_ {
        self.axes
            .iter()
            .map(|axis| self.ends_of(axis))
            .flat_map(|(above, under)| above.into_iter().chain([under]))
    }

    fn draw_ends(&self, canvas: &mut Canvas, axis: &Axis, x: f64) {
        let look = Look::new(style::SMALL, style::MUTED);
        let (above, under) = match self.ends {
            None => (look.anchor(HPos::Center, VPos::Bottom), look.anchor(HPos::Center, VPos::Top)),
            Some(_) => {
                let look = look.upwards();
                (look.anchor(HPos::Left, VPos::Center), look.anchor(HPos::Right, VPos::Center))
            }
        };
        let (top, bottom) = self.ends_of(axis);
        if let Some(top) = top {
            canvas.text(&top, (x, self.top - 6.0), above);
        }
        canvas.text(&bottom, (x, BOTTOM + 8.0), under);
    }

    /// The places of a member, in runs that break where a value is missing.
    fn runs(&self, data: &PlotData, point: &Point) -> Vec<Vec<(f64, f64)>> {
        let mut runs = vec![Vec::new()];
        for (i, axis) in self.axes.iter().enumerate() {
            match (self.y(axis, coordinate(data, point, i)), runs.last_mut()) {
                (Some(y), Some(run)) => run.push((self.x(i), y)),
                _ => runs.push(Vec::new()),
            }
        }
        runs
    }

    fn draw_member(
        &self,
        canvas: &mut Canvas,
        data: &PlotData,
        point: &Point,
        (colour, alpha): (RGBColor, f64),
    ) {
        for run in self.runs(data, point) {
            canvas.path(&run, 1.5, colour, alpha);
            if let [alone] = run[..] {
                canvas.disc(alone, 3.0, colour);
            }
        }
    }

    fn draw_pick(&self, canvas: &mut Canvas, data: &PlotData, pick: &PickMark) {
        for run in self.runs(data, pick.point) {
            canvas.path(&run, 6.0, style::WHITE, 0.8);
            canvas.path(&run, 3.2, pick.colour, 1.0);
            run.iter().for_each(|at| canvas.marker(pick.marker, *at, 7.0, pick.colour));
        }
    }
}

/// Legend and colour bar.
fn side(
    canvas: &mut Canvas,
    data: &PlotData,
    front: &[&Point],
    picks: &[PickMark],
    first: Option<Span>,
    top: f64,
) {
    let left = f64::from(WIDTH) - LEGEND_WIDTH - MARGIN;
    let mut entries: Vec<_> =
        picks.iter().map(|pick| (Symbol::Picked(pick.marker, pick.colour), pick.label())).collect();
    entries.push((Symbol::Note, format!("{} on the front; one line each", count(front.len()))));
    let trained = front.iter().filter(|point| point.test.is_none()).count();
    let figures = match trained {
        _ if data.is_exact() => "objectives: exact values".to_string(),
        0 => "objectives: test games".to_string(),
        all if all == front.len() => "objectives: training games (no test figures)".to_string(),
        some => format!("objectives: test games, {} of training games", count(some)),
    };
    entries.push((Symbol::Note, figures));
    entries.push((
        Symbol::Note,
        "blue axes: objectives, the better end (max or min) is up; black axes: genes".into(),
    ));
    let broken = front.iter().filter(|point| has_gap(data, point)).count();
    if broken > 0 {
        entries.push((Symbol::Note, format!("line broken by a NaN or infinite value: {}", count(broken))));
    }
    let below = legend(canvas, &entries, (left, top), LEGEND_WIDTH);
    let varied = first.filter(|span| span.width() > 0.0);
    if let (Some(span), Some(objective)) = (varied, data.objectives.first()) {
        colour_bar(canvas, objective, span, (left, below));
    }
}

fn has_gap(data: &PlotData, point: &Point) -> bool {
    (0..data.objectives.len() + data.gene_names.len()).any(|i| !coordinate(data, point, i).is_finite())
}

/// The colours of the lines, under the legend that ends at `below`.
fn colour_bar(canvas: &mut Canvas, objective: &PlottedObjective, span: Span, (left, below): (f64, f64)) {
    let look = Look::new(style::SMALL, style::INK);
    let name = look.wrap(&format!("line colour: {}", objective.name), LEGEND_WIDTH);
    let top = canvas.lines(&name, (left, below + 14.0), look) + 14.0;
    let height = (BOTTOM - top).clamp(40.0, 200.0);
    let bottom = top + height;
    for row in 0..height as u32 {
        let y = bottom - f64::from(row);
        canvas.rect((left, y - 1.0), (left + 22.0, y), style::ramp(f64::from(row) / height));
    }
    let look = look.anchor(HPos::Left, VPos::Center);
    for (share, value) in [(0.0, span.low), (0.5, span.low / 2.0 + span.high / 2.0), (1.0, span.high)] {
        canvas.text(&short(objective.value_at(value)), (left + 32.0, bottom - share * height), look);
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas;
    use super::super::tests::data;
    use super::*;

    #[test]
    fn ends_that_are_wider_than_the_gap_are_turned() {
        let turned = |genes: usize| {
            let mut data = data(2, 100);
            data.gene_names = (1..=genes).map(|g| format!("x{g}")).collect();
            for point in &mut data.points {
                point.genes = (0..genes).map(|g| 0.000_321 * (point.id + g as u64) as f64).collect();
            }
            let front: Vec<&Point> = data.points.iter().filter(|point| point.on_front).collect();
            let layout = layout(&data, &front, 100.0);
            let look = Look::new(style::SMALL, style::MUTED);
            let widest = layout.ends().map(|text| look.width(&text)).fold(0.0, f64::max);
            assert!(layout.ends.is_some() || widest <= layout.gap - 6.0, "{widest} of {}", layout.gap);
            assert!(widest < 70.0 - 8.0, "room below an axis: {widest}");
            layout.ends.is_some()
        };
        canvas::register_fonts().unwrap();
        assert!(!turned(8) && turned(32));
    }
}
