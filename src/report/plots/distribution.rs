//! `distribution.png`: how often each value of the category came up in a game, for each picked member.

use std::collections::BTreeSet;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Span, count};
use super::canvas::{Canvas, HEIGHT, Look, WIDTH};
use super::legend::{MARGIN, Symbol, heading, legend};
use super::panel::Panel;
use super::picks::picks;
use super::{CategoryShares, PlotData, style};

const LEGEND_WIDTH: f64 = 260.0;

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let top = heading(canvas, data, &title(&data.category.what));
    let colours = colours(data);
    let values: Vec<i64> = values(data).into_iter().collect();
    let panel = Panel {
        left: 110.0,
        top,
        right: f64::from(WIDTH) - LEGEND_WIDTH - MARGIN - 24.0,
        bottom: f64::from(HEIGHT) - 90.0,
        x: Span { low: 0.0, high: values.len().max(1) as f64 },
        y: Span { low: 0.0, high: highest(data) * 1.12 },
    };
    let y_ticks = panel.y_ticks();
    panel.grid(canvas, &[], &y_ticks);
    panel.y_labels(canvas, &y_ticks);
    for (place, value) in values.iter().enumerate() {
        group(canvas, &panel, data, (place, *value), &colours);
    }
    let names: Vec<_> =
        values.iter().enumerate().map(|(i, value)| (i as f64 + 0.5, label(data, *value))).collect();
    panel.x_labels(canvas, &names);
    panel.x_title(canvas, &[format!("{} of the game", data.category.what)], 42.0);
    panel.y_title(canvas, &["share of games (%), ± 1 standard error".into()], 56.0);
    legend(canvas, &entries(data, &colours), (panel.right + 24.0, panel.top + 8.0), LEGEND_WIDTH);
}

/// `Largest piece of each game`.
fn title(what: &str) -> String {
    let mut chars = what.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{} of each game", chars.as_str())
}

fn label(data: &PlotData, value: i64) -> String {
    data.category.labels.get(&value).cloned().unwrap_or_else(|| value.to_string())
}

fn values(data: &PlotData) -> BTreeSet<i64> {
    data.shares.iter().flat_map(|policy| policy.shares.iter().map(|share| share.0)).collect()
}

/// The top of the highest bar with its error, in per cent.
fn highest(data: &PlotData) -> f64 {
    let ends = data.shares.iter().flat_map(|policy| policy.shares.iter());
    let ends = ends.map(|(_, share, error)| 100.0 * (share + if error.is_finite() { *error } else { 0.0 }));
    Span::of(ends).map_or(1.0, |span| span.high).max(1.0)
}

/// The colour of the pick a policy is named after, else the next free one.
fn colours(data: &PlotData) -> Vec<RGBColor> {
    let picks = picks(data);
    let named = |policy: &CategoryShares| {
        let pick = picks.iter().find(|pick| pick.point.picks.contains(&policy.pick))?;
        Some(pick.colour)
    };
    let taken: Vec<_> = data.shares.iter().filter_map(named).collect();
    let spare = style::PICKS.into_iter().chain([style::FRONT]).filter(|colour| !taken.contains(colour));
    let mut spare: Vec<_> = spare.collect::<Vec<_>>().into_iter().rev().collect();
    data.shares.iter().map(|policy| named(policy).or_else(|| spare.pop()).unwrap_or(style::FRAME)).collect()
}

fn group(
    canvas: &mut Canvas,
    panel: &Panel,
    data: &PlotData,
    (place, value): (usize, i64),
    colours: &[RGBColor],
) {
    let slot = 0.8 / data.shares.len() as f64;
    for (i, (policy, colour)) in data.shares.iter().zip(colours).enumerate() {
        let Some((_, share, error)) = policy.shares.iter().find(|share| share.0 == value) else { continue };
        if share.is_finite() {
            let x = place as f64 + 0.1 + slot * i as f64;
            bar(canvas, panel, (x, x + slot * 0.92), (100.0 * share, 100.0 * error), *colour);
        }
    }
}

fn bar(
    canvas: &mut Canvas,
    panel: &Panel,
    (from, to): (f64, f64),
    (share, error): (f64, f64),
    colour: RGBColor,
) {
    let (left_top, right_bottom) = (panel.place(from, share), panel.place(to, 0.0));
    canvas.rect(left_top, right_bottom, colour);
    let middle = (left_top.0 + right_bottom.0) / 2.0;
    let error = if error.is_finite() { error } else { 0.0 };
    let (high, low) = (panel.place(from, share + error).1, panel.place(from, (share - error).max(0.0)).1);
    if error > 0.0 {
        canvas.line((middle, high), (middle, low), 1.4, style::INK, 1.0);
        canvas.line((middle - 4.0, high), (middle + 4.0, high), 1.4, style::INK, 1.0);
        canvas.line((middle - 4.0, low), (middle + 4.0, low), 1.4, style::INK, 1.0);
    }
    let look = Look::new(style::SMALL, style::INK).anchor(HPos::Center, VPos::Bottom);
    let label = if share >= 9.95 { format!("{share:.0}") } else { format!("{share:.1}") };
    if right_bottom.0 - left_top.0 >= look.width(&label) {
        canvas.text(&label, (middle, high - 5.0), look);
    }
}

fn entries(data: &PlotData, colours: &[RGBColor]) -> Vec<(Symbol, String)> {
    let entry = |(policy, colour): (&CategoryShares, &RGBColor)| {
        let text = format!("{} ({}\u{a0}games)", policy.pick.words(), count(policy.games as usize));
        (Symbol::Bar(*colour), text)
    };
    let shares = data.shares.iter().flat_map(|policy| &policy.shares);
    let skipped = shares.filter(|share| !share.1.is_finite()).count();
    let remark = (skipped > 0).then(|| (Symbol::Note, format!("shares left out as not finite: {skipped}")));
    let scenario =
        data.category.scenario.iter().map(|name| (Symbol::Note, format!("games of the scenario {name}")));
    data.shares.iter().zip(colours).map(entry).chain(scenario).chain(remark).collect()
}
