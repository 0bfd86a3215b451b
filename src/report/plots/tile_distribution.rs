//! `tile_distribution.png`: how often each tile was the largest of a game, for each picked member.

use std::collections::BTreeSet;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Span, count};
use super::canvas::{Canvas, HEIGHT, Look, WIDTH};
use super::legend::{MARGIN, Symbol, heading, legend};
use super::panel::Panel;
use super::picks::picks;
use super::{PlotData, TileShares, style};

const LEGEND_WIDTH: f64 = 260.0;

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let top = heading(canvas, data, "Largest tile of each game");
    let colours = colours(data);
    let tiles: Vec<u32> = tiles(data).into_iter().collect();
    let panel = Panel {
        left: 110.0,
        top,
        right: f64::from(WIDTH) - LEGEND_WIDTH - MARGIN - 24.0,
        bottom: f64::from(HEIGHT) - 90.0,
        x: Span { low: 0.0, high: tiles.len().max(1) as f64 },
        y: Span { low: 0.0, high: highest(data) * 1.12 },
    };
    let y_ticks = panel.y_ticks();
    panel.grid(canvas, &[], &y_ticks);
    panel.y_labels(canvas, &y_ticks);
    for (place, tile) in tiles.iter().enumerate() {
        group(canvas, &panel, data, (place, *tile), &colours);
    }
    let names: Vec<_> =
        tiles.iter().enumerate().map(|(i, tile)| (i as f64 + 0.5, tile.to_string())).collect();
    panel.x_labels(canvas, &names);
    panel.x_title(canvas, &["largest tile of the game".into()], 42.0);
    panel.y_title(canvas, &["share of games (%), ± 1 standard error".into()], 56.0);
    legend(canvas, &entries(data, &colours), (panel.right + 24.0, panel.top + 8.0), LEGEND_WIDTH);
}

fn tiles(data: &PlotData) -> BTreeSet<u32> {
    data.tiles.iter().flat_map(|policy| policy.shares.iter().map(|share| share.0)).collect()
}

/// The top of the highest bar with its error, in per cent.
fn highest(data: &PlotData) -> f64 {
    let ends = data.tiles.iter().flat_map(|policy| policy.shares.iter());
    let ends = ends.map(|(_, share, error)| 100.0 * (share + if error.is_finite() { *error } else { 0.0 }));
    Span::of(ends).map_or(1.0, |span| span.high).max(1.0)
}

/// The colour of the pick a policy is named after, else the next free one.
fn colours(data: &PlotData) -> Vec<RGBColor> {
    let picks = picks(data);
    let named = |policy: &TileShares| {
        let pick = picks.iter().find(|pick| pick.point.picks.contains(&policy.label))?;
        Some(pick.colour)
    };
    let taken: Vec<_> = data.tiles.iter().filter_map(named).collect();
    let spare = style::PICKS.into_iter().chain([style::FRONT]).filter(|colour| !taken.contains(colour));
    let mut spare: Vec<_> = spare.collect::<Vec<_>>().into_iter().rev().collect();
    data.tiles.iter().map(|policy| named(policy).or_else(|| spare.pop()).unwrap_or(style::FRAME)).collect()
}

fn group(
    canvas: &mut Canvas,
    panel: &Panel,
    data: &PlotData,
    (place, tile): (usize, u32),
    colours: &[RGBColor],
) {
    let slot = 0.8 / data.tiles.len() as f64;
    for (i, (policy, colour)) in data.tiles.iter().zip(colours).enumerate() {
        let Some((_, share, error)) = policy.shares.iter().find(|share| share.0 == tile) else { continue };
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
    let entry = |(policy, colour): (&TileShares, &RGBColor)| {
        let text =
            format!("{} ({}\u{a0}games)", policy.label.replacen(':', " ", 1), count(policy.games as usize));
        (Symbol::Bar(*colour), text)
    };
    let shares = data.tiles.iter().flat_map(|policy| &policy.shares);
    let skipped = shares.filter(|share| !share.1.is_finite()).count();
    let remark = (skipped > 0).then(|| (Symbol::Note, format!("shares left out as not finite: {skipped}")));
    let scenario = data.tiles_of.iter().map(|name| (Symbol::Note, format!("games of the scenario {name}")));
    data.tiles.iter().zip(colours).map(entry).chain(scenario).chain(remark).collect()
}
