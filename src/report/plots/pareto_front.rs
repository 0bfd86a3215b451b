//! `pareto_front.png`: every pair of objectives, all evaluated points in grey, the front
//! with its standard errors. One objective is drawn against the order of evaluation.

use std::collections::HashSet;

use plotters::style::RGBColor;

use super::axis::{Span, count};
use super::canvas::{Canvas, HEIGHT, Look, WIDTH};
use super::legend::{self, MARGIN, Symbol, heading, legend};
use super::panel::Panel;
use super::picks::{PickMark, picks};
use super::{PlotData, PlottedObjective, Point, style};
use crate::statistics::Estimate;

const LEGEND_WIDTH: f64 = 290.0;
/// The front uses at least this share of every axis.
const FRONT_SHARE: f64 = 0.4;

/// One quantity: what is shown of every point.
struct Quantity {
    name: String,
    direction: String,
    cloud: Vec<f64>,
    front: Vec<Estimate>,
    truth: Vec<f64>,
    span: Span,
    is_log: bool,
}

impl Quantity {
    /// The ticks of an axis with room for `count`, which shows `span`.
    fn ticks(&self, span: Span, count: usize) -> Vec<(f64, String)> {
        if self.is_log { span.log_ticks(count) } else { span.ticks(count) }
    }
}

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let what = if data.objectives.len() == 1 { "Best against all evaluated" } else { "Pareto front" };
    let top = heading(canvas, data, what);
    let front: Vec<&Point> = data.points.iter().filter(|point| point.on_front).collect();
    let quantities = quantities(data, &front);
    let picks = picks(data);
    let grid = Grid::new(&quantities, top);
    let cells = grid.cells;
    for row in 0..cells {
        for column in 0..=row {
            let (x, y) = (&quantities[column], &quantities[row + 1]);
            let panel = grid.cell((column, row), (x.span, y.span));
            draw_axes(canvas, &panel, (x, row + 1 == cells), (y, column == 0));
            draw_cloud(canvas, &panel, (x, y));
            draw_truth(canvas, &panel, (x, y), cells == 1);
            draw_front(canvas, &panel, (x, y), &front);
            draw_picks(canvas, &panel, (x, y), (&front, &picks));
        }
    }
    let left = if cells == 1 { f64::from(WIDTH) - MARGIN - LEGEND_WIDTH } else { grid.left + grid.width };
    let entries = entries(data, &quantities, &front, &picks);
    legend(canvas, &entries, (left, top + 6.0), f64::from(WIDTH) - MARGIN - left);
}

/// The quantities of the axes: the objectives, before a lone one the order of evaluation.
fn quantities(data: &PlotData, front: &[&Point]) -> Vec<Quantity> {
    let mut all = Vec::new();
    if data.objectives.len() == 1 {
        all.push(order(data));
    }
    let objectives = data.objectives.iter().enumerate();
    all.extend(objectives.map(|(i, objective)| quantity(data, front, i, objective)));
    all
}

fn order(data: &PlotData) -> Quantity {
    let numbered = data.points.iter().zip(1..);
    let front = numbered.filter(|(point, _)| point.on_front).map(|(_, n)| Estimate::exact(f64::from(n)));
    Quantity {
        name: "evaluation, in order".into(),
        direction: String::new(),
        cloud: (1..).map(f64::from).take(data.points.len()).collect(),
        front: front.collect(),
        truth: Vec::new(),
        span: Span { low: 1.0, high: data.points.len().max(2) as f64 }.padded(0.02),
        is_log: false,
    }
}

fn quantity(data: &PlotData, front: &[&Point], i: usize, objective: &PlottedObjective) -> Quantity {
    let missing = Estimate { value: f64::NAN, std_error: f64::NAN, games: 0 };
    let cloud: Vec<f64> =
        data.points.iter().map(|point| point.training.get(i).map_or(f64::NAN, |e| e.value)).collect();
    let front: Vec<Estimate> =
        front.iter().map(|point| point.shown().get(i).copied().unwrap_or(missing)).collect();
    let truth = data.true_front.iter().flatten();
    let truth: Vec<f64> = truth.map(|point| point.get(i).copied().unwrap_or(f64::NAN)).collect();
    let direction = if objective.maximise { "higher is better →" } else { "← lower is better" };
    Quantity {
        name: objective.described(&[]),
        direction: direction.into(),
        span: focus(&front, &cloud, &truth, objective.maximise),
        cloud,
        front,
        truth,
        is_log: objective.is_log,
    }
}

/// The range to show: the front with its errors, and of the rest as much as leaves the
/// front [`FRONT_SHARE`] of it.
fn focus(front: &[Estimate], cloud: &[f64], truth: &[f64], maximise: bool) -> Span {
    let everything = Span::of(cloud.iter().chain(truth).copied());
    let error = |e: &Estimate| if e.std_error.is_finite() { e.std_error } else { 0.0 };
    let ends = front.iter().flat_map(|e| [e.value - error(e), e.value + error(e)]);
    let Some(core) = Span::of(ends) else {
        return everything.unwrap_or(Span { low: 0.0, high: 1.0 }).padded(0.05);
    };
    let Some(all) = everything else { return core.padded(0.05) };
    let least = middle_spread(cloud) * if front.len() < 3 { 1.0 } else { 0.25 };
    let room = core.width().max(least) * (1.0 / FRONT_SHARE - 1.0);
    let (below, above) = ((core.low - all.low).max(0.0), (all.high - core.high).max(0.0));
    let (worse, better) = if maximise { (below, above) } else { (above, below) };
    let better = better.min(room / 2.0);
    let worse = worse.min(room - better);
    let (below, above) = if maximise { (worse, better) } else { (better, worse) };
    Span { low: core.low - below, high: core.high + above }.padded(0.04)
}

/// The range of the middle four fifths, of which even a narrow front shows some.
fn middle_spread(values: &[f64]) -> f64 {
    let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    let at = |part: usize| finite.get(finite.len() * part / 10).copied().unwrap_or(0.0);
    (at(9) - at(1)).max(0.0)
}

/// The panels: a lower triangle of `cells` × `cells`, `width` and `height` apart.
struct Grid {
    cells: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

const GAP: f64 = 22.0;

impl Grid {
    /// Leaves room for the titles, which take more lines the longer the names are.
    fn new(quantities: &[Quantity], top: f64) -> Self {
        let cells = quantities.len() - 1;
        let split = |from: f64, to: f64| (to - from + GAP) / cells as f64;
        let bottom = f64::from(HEIGHT) - 44.0;
        let lines = |some: &[Quantity], room: f64| {
            some.iter().map(|quantity| title(quantity, room).len()).max().unwrap_or(1) as f64 * 20.0
        };
        let left = MARGIN + 66.0 + lines(&quantities[1..], split(top, bottom - 40.0) - GAP);
        let right = f64::from(WIDTH) - MARGIN - if cells == 1 { LEGEND_WIDTH + 24.0 } else { 0.0 };
        let width = split(left, right);
        let height = split(top, bottom - lines(&quantities[..cells], width - GAP));
        Self { cells, left, top, width, height }
    }

    fn cell(&self, (column, row): (usize, usize), (x, y): (Span, Span)) -> Panel {
        let left = self.left + self.width * column as f64;
        let top = self.top + self.height * row as f64;
        Panel { left, top, right: left + self.width - GAP, bottom: top + self.height - GAP, x, y }
    }
}

/// Grid; numbers and titles only at the outer edges.
fn draw_axes(
    canvas: &mut Canvas,
    panel: &Panel,
    (x, lowest): (&Quantity, bool),
    (y, first): (&Quantity, bool),
) {
    let (x_ticks, y_ticks) = (x.ticks(panel.x, panel.x_room()), y.ticks(panel.y, panel.y_room()));
    panel.grid(canvas, &x_ticks, &y_ticks);
    if lowest {
        panel.x_labels(canvas, &x_ticks);
        panel.x_title(canvas, &title(x, panel.right - panel.left), 34.0);
    }
    if first {
        panel.y_labels(canvas, &y_ticks);
        panel.y_title(canvas, &title(y, panel.bottom - panel.top), 64.0);
    }
}

fn title(quantity: &Quantity, room: f64) -> Vec<String> {
    let look = Look::new(style::BODY, style::INK);
    let one = format!("{}  {}", quantity.name, quantity.direction);
    if look.width(&one) <= room {
        return vec![one];
    }
    let mut lines = look.wrap(&quantity.name, room);
    lines.push(quantity.direction.clone());
    lines
}

/// Each pixel is painted once, however many points fall on it.
fn draw_cloud(canvas: &mut Canvas, panel: &Panel, (x, y): (&Quantity, &Quantity)) {
    let mut taken = HashSet::new();
    let radius = if x.cloud.len() > 3_000 { 1.5 } else { 2.6 };
    for (x, y) in x.cloud.iter().zip(&y.cloud).filter(|(x, y)| panel.contains(**x, **y)) {
        let at = panel.place(*x, *y);
        if taken.insert((at.0.round() as i32, at.1.round() as i32)) {
            canvas.disc(at, radius, style::CLOUD);
        }
    }
}

/// The true front: a line for two objectives, broken where it is, else dots.
fn draw_truth(canvas: &mut Canvas, panel: &Panel, (x, y): (&Quantity, &Quantity), line: bool) {
    let pairs = x.truth.iter().zip(&y.truth).filter(|(x, y)| panel.contains(**x, **y));
    let mut places: Vec<(f64, f64)> = pairs.map(|(x, y)| panel.place(*x, *y)).collect();
    if !line {
        places.iter().for_each(|at| canvas.disc(*at, 1.0, style::TRUTH));
        return;
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let mut lengths: Vec<f64> = places.windows(2).map(length).collect();
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
    for pair in places.windows(2).filter(|pair| length(pair) <= (10.0 * usual).max(20.0)) {
        canvas.line(pair[0], pair[1], 1.3, style::TRUTH, 1.0);
    }
}

fn draw_front(canvas: &mut Canvas, panel: &Panel, (x, y): (&Quantity, &Quantity), front: &[&Point]) {
    for ((x, y), point) in x.front.iter().zip(&y.front).zip(front) {
        if point.picks.is_empty() && panel.contains(x.value, y.value) {
            let radius = if front.len() > 100 { 3.4 } else { 4.5 };
            draw_member(canvas, panel, (x, y), (style::FRONT, radius), point.test.is_some());
        }
    }
}

fn draw_member(
    canvas: &mut Canvas,
    panel: &Panel,
    (x, y): (&Estimate, &Estimate),
    look: (RGBColor, f64),
    filled: bool,
) {
    let error = |e: &Estimate| if e.std_error.is_finite() { e.std_error } else { 0.0 };
    let at = panel.place(x.value, y.value);
    let end = panel.place(x.value + error(x), y.value + error(y));
    legend::sized_member(canvas, at, (end.0 - at.0, at.1 - end.1), look, filled);
}

fn draw_picks(
    canvas: &mut Canvas,
    panel: &Panel,
    (x, y): (&Quantity, &Quantity),
    (front, picks): (&[&Point], &[PickMark]),
) {
    for pick in picks.iter().rev() {
        let Some(i) = front.iter().position(|point| point.id == pick.point.id) else { continue };
        let (x, y) = (&x.front[i], &y.front[i]);
        if panel.contains(x.value, y.value) {
            draw_member(canvas, panel, (x, y), (pick.colour, 4.5), true);
            let at = panel.place(x.value, y.value);
            canvas.marker(pick.marker, at, 9.0, pick.colour);
            if pick.is_knee() {
                draw_name(canvas, panel, at, "knee", pick.colour);
            }
        }
    }
}

/// A name beside a marker, on the side where the panel has room.
fn draw_name(canvas: &mut Canvas, panel: &Panel, at: (f64, f64), name: &str, colour: RGBColor) {
    let look = Look::new(style::BODY, colour).bold();
    let width = look.width(name);
    let left = if at.0 + 16.0 + width < panel.right { at.0 + 13.0 } else { at.0 - 13.0 - width };
    let top = if at.1 - 24.0 > panel.top { at.1 - 24.0 } else { at.1 + 10.0 };
    canvas.rect((left - 2.0, top - 2.0), (left + width + 2.0, top + 15.0), style::WHITE);
    canvas.text(name, (left, top), look);
}

fn entries(data: &PlotData, all: &[Quantity], front: &[&Point], picks: &[PickMark]) -> Vec<(Symbol, String)> {
    let exact = data.is_exact();
    let games = if exact { "" } else { ", training games" };
    let mut entries =
        vec![(Symbol::Dot(style::CLOUD), format!("all {} evaluated{games}", count(data.points.len())))];
    let test = front.iter().filter(|point| point.test.is_some()).count();
    let trained = front.len() - test;
    // Picked members have markers of their own; where all are picked none of these is drawn.
    let drawn = |is_test: bool, symbol: Symbol| {
        let mut others = front.iter().filter(|point| point.picks.is_empty());
        if others.any(|point| point.test.is_some() == is_test) { symbol } else { Symbol::Note }
    };
    if test > 0 {
        let text = format!("front, test games ± 1 standard error ({})", count(test));
        entries.push((drawn(true, Symbol::Measured(style::FRONT)), text));
    }
    if trained > 0 {
        let figures =
            if exact { "exact values" } else { "training games ± 1 standard error: no test figures" };
        let text = format!("front, {figures} ({})", count(trained));
        entries.push((drawn(false, Symbol::Hollow(style::FRONT)), text));
    }
    let picked = picks.iter().filter(|pick| pick.point.on_front);
    entries.extend(picked.map(|pick| (Symbol::Picked(pick.marker, pick.colour), pick.label())));
    if data.true_front.is_some() {
        entries.push((Symbol::Line(style::TRUTH), "true front".into()));
    }
    entries.extend(remarks(all));
    entries
}

/// What is not shown, counted.
fn remarks(all: &[Quantity]) -> Vec<(Symbol, String)> {
    let points = all[0].cloud.len();
    let finite = |i: &usize| all.iter().all(|quantity| quantity.cloud[*i].is_finite());
    let within = |i: &usize| all.iter().all(|quantity| quantity.span.contains(quantity.cloud[*i]));
    let skipped = (0..points).filter(|i| !finite(i)).count();
    let outside = (0..points).filter(finite).filter(|i| !within(i)).count();
    let members = all[0].front.len();
    let lost =
        (0..members).filter(|i| !all.iter().all(|quantity| quantity.front[*i].value.is_finite())).count();
    let remark = |number: usize, text: &str| {
        (number > 0).then(|| (Symbol::Note, format!("{text}: {}", count(number))))
    };
    [
        (members == 0).then(|| (Symbol::Note, "no member on the front".into())),
        remark(outside, "evaluated, outside the axes, which keep to the front"),
        remark(skipped, "evaluated, left out for a NaN or infinite value"),
        remark(lost, "on the front, left out for a NaN or infinite value"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::data;
    use super::*;

    #[test]
    fn the_marker_of_the_front_is_explained_where_it_is_drawn() {
        crate::report::plots::canvas::register_fonts().unwrap();
        let has_marker = |data: &PlotData| {
            let front: Vec<&Point> = data.points.iter().filter(|point| point.on_front).collect();
            let entries = entries(data, &quantities(data, &front), &front, &picks(data));
            let said: Vec<&String> = entries.iter().map(|(_, text)| text).collect();
            assert!(said.iter().any(|text| text.contains("test games ± 1 standard error")), "{said:?}");
            entries.iter().any(|(symbol, _)| matches!(symbol, Symbol::Measured(_)))
        };
        assert!(has_marker(&data(2, 200)));
        // One member, which is picked for everything.
        assert!(!has_marker(&data(2, 1)));
    }
}
