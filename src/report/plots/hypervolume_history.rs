//! `hypervolume_history.png`: how the hypervolume and the size of the front grew.

use super::axis::{Span, count, short};
use super::canvas::{Canvas, HEIGHT, WIDTH};
use super::legend::{MARGIN, Symbol, heading, legend, nothing};
use super::panel::Panel;
use super::{HistoryPoint, PlotData, style};

const LEGEND_WIDTH: f64 = 250.0;

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let top = heading(canvas, data, "Hypervolume history");
    let history = &data.history;
    let volume = |point: &HistoryPoint| point.hypervolume;
    let smoothed = |point: &HistoryPoint| point.smoothed;
    let size = |point: &HistoryPoint| point.front_size as f64;
    let upper = panel(history, (top, 590.0), range(history.iter().flat_map(|it| [volume(it), smoothed(it)])));
    let lower = panel(history, (625.0, f64::from(HEIGHT) - 105.0), sizes(history.iter().map(size)));
    grid(canvas, &upper);
    if data.is_smoothed() {
        series(canvas, &upper, history, smoothed, style::PICKS[1]);
    }
    series(canvas, &upper, history, volume, style::FRONT);
    grid(canvas, &lower);
    series(canvas, &lower, history, size, style::PICKS[0]);
    upper.y_title(canvas, &["hypervolume  higher is better →".into()], 76.0);
    lower.y_title(canvas, &["front size".into(), "(members)".into()], 76.0);
    bottom_axis(canvas, &lower, history);
    legend(canvas, &entries(data), (upper.right + 24.0, upper.top + 8.0), LEGEND_WIDTH);
}

fn panel(history: &[HistoryPoint], (top, bottom): (f64, f64), y: Span) -> Panel {
    let generations = Span::of(history.iter().map(|point| f64::from(point.generation)));
    let x = generations.unwrap_or(Span { low: 0.0, high: 1.0 });
    let x = if x.width() < 1.0 { Span { low: x.low - 1.0, high: x.high + 1.0 } } else { x };
    Panel {
        left: 140.0,
        top,
        right: f64::from(WIDTH) - LEGEND_WIDTH - MARGIN - 24.0,
        bottom,
        x: x.padded(0.015),
        y,
    }
}

fn range(values: impl Iterator<Item = f64>) -> Span {
    Span::of(values).unwrap_or(Span { low: 0.0, high: 1.0 }).padded(0.06)
}

/// Counts start at zero.
fn sizes(values: impl Iterator<Item = f64>) -> Span {
    let high = values.fold(1.0, f64::max);
    Span { low: 0.0, high: high * 1.1 }
}

fn grid(canvas: &mut Canvas, panel: &Panel) {
    let y_ticks = panel.y_ticks();
    panel.grid(canvas, &whole_ticks(panel), &y_ticks);
    panel.y_labels(canvas, &y_ticks);
}

fn series(
    canvas: &mut Canvas,
    panel: &Panel,
    history: &[HistoryPoint],
    value: impl Fn(&HistoryPoint) -> f64,
    colour: plotters::style::RGBColor,
) {
    let places: Vec<_> = history.iter().map(|point| (f64::from(point.generation), value(point))).collect();
    let runs = places
        .split(|(_, y)| !y.is_finite())
        .map(|run| run.iter().map(|(x, y)| panel.place(*x, *y)).collect::<Vec<_>>());
    let runs: Vec<_> = runs.filter(|run| !run.is_empty()).collect();
    if runs.is_empty() {
        let middle = ((panel.left + panel.right) / 2.0, (panel.top + panel.bottom) / 2.0);
        nothing(canvas, middle, "no finite value");
    }
    for run in &runs {
        canvas.path(run, 2.2, colour, 1.0);
        let dots = if history.len() <= 120 { run.len() } else { 1 };
        run.iter().rev().take(dots).for_each(|at| canvas.disc(*at, 3.5, colour));
    }
}

/// Ticks at whole generations.
fn whole_ticks(panel: &Panel) -> Vec<(f64, String)> {
    let whole = panel.x_ticks().into_iter().filter(|(value, _)| value.fract() == 0.0 && *value >= 0.0);
    // Where others are not whole, these have digits after the point.
    let label = |text: &str| text.trim_end_matches('0').strip_suffix('.').unwrap_or(text).to_owned();
    whole.map(|(value, text)| (value, label(&text))).collect()
}

fn bottom_axis(canvas: &mut Canvas, panel: &Panel, history: &[HistoryPoint]) {
    panel.x_labels(canvas, &whole_ticks(panel));
    let at = |generation: f64| history.iter().find(|point| f64::from(point.generation) == generation);
    let evaluations = |(value, _)| at(value).map(|point| (value, count(point.evaluations as usize)));
    let second: Vec<_> = whole_ticks(panel).into_iter().filter_map(evaluations).collect();
    Panel { bottom: panel.bottom + 20.0, ..*panel }.x_labels(canvas, &second);
    panel.x_title(canvas, &["generation (upper row), evaluations so far (lower row)".into()], 56.0);
}

fn entries(data: &PlotData) -> Vec<(Symbol, String)> {
    let history = &data.history;
    let figures = if data.is_exact() { "exact values" } else { "its training figures" };
    let mut entries =
        vec![(Symbol::Line(style::FRONT), format!("hypervolume of the front so far, on {figures}"))];
    if data.is_smoothed() {
        entries.push((Symbol::Line(style::PICKS[1]), "the same by what the optimiser heard".into()));
    }
    entries.push((Symbol::Line(style::PICKS[0]), "members of the front so far".into()));
    let mut measured = history.iter().filter(|point| !point.hypervolume.is_nan());
    if let Some(first) = measured.next() {
        let last = measured.next_back().unwrap_or(first);
        entries.push((Symbol::Note, format!("first: {}", short(first.hypervolume))));
        entries.push((Symbol::Note, format!("last: {}", short(last.hypervolume))));
    }
    if let Some(last) = history.last() {
        let many = |number: u64, what: &str| {
            format!("{} {what}{}", count(number as usize), if number == 1 { "" } else { "s" })
        };
        let games = if data.is_exact() { String::new() } else { format!(", {}", many(last.games, "game")) };
        let generations = many(history.len() as u64, "generation");
        let spent = format!("{generations}, {}{games}", many(last.evaluations, "evaluation"));
        entries.push((Symbol::Note, spent));
    }
    let unmeasured = history.iter().filter(|point| point.hypervolume.is_nan()).count();
    if unmeasured > 0 {
        entries
            .push((Symbol::Note, format!("generations without a box to measure in: {}", count(unmeasured))));
    }
    let infinite = history.iter().filter(|point| point.hypervolume.is_infinite()).count();
    if infinite > 0 {
        entries.push((Symbol::Note, format!("left out, as infinite: {}", count(infinite))));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::super::tests::{benchmark, data};
    use super::*;

    #[test]
    fn generations_are_whole_numbers() {
        let ticks = |low: f64, high: f64| -> Vec<String> {
            let panel =
                Panel { x: Span { low, high }, ..panel(&[], (0.0, 100.0), Span { low: 0.0, high: 1.0 }) };
            whole_ticks(&panel).into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(ticks(0.985, 2.015), ["1", "2"]);
        assert_eq!(ticks(0.4, 40.6), ["5", "10", "15", "20", "25", "30", "35", "40"]);
        assert_eq!(ticks(0.0, 100_000.0).last().map(String::as_str), Some("100k"));
    }

    #[test]
    fn games_are_spoken_of_where_they_were_played() {
        let said =
            |data: &PlotData| entries(data).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ");
        let exact = said(&benchmark());
        assert!(exact.contains("on exact values") && !exact.contains("game"), "{exact}");
        let played = said(&data(2, 50));
        assert!(played.contains("on its training figures") && played.contains(" games"), "{played}");
    }
}
