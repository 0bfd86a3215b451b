//! `param_importances.png`: how much each gene matters for each objective.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::Span;
use super::canvas::{Canvas, HEIGHT, Look, WIDTH};
use super::legend::{MARGIN, Symbol, heading, legend};
use super::panel::Panel;
use super::{GeneImportance, PlotData, style};

const LEGEND_WIDTH: f64 = 300.0;

/// More genes than this are left to the table.
const MAX_GENES: usize = 16;

/// Draws the picture.
pub fn paint(data: &PlotData, canvas: &mut Canvas) {
    let top = heading(canvas, data, "Which genes matter among the finalists");
    let shown: Vec<(&GeneImportance, RGBColor)> = data
        .importance
        .iter()
        .filter(|i| !i.genes.is_empty())
        .zip(style::PICKS.into_iter().cycle())
        .collect();
    let panel = Panel {
        left: 110.0,
        top,
        right: f64::from(WIDTH) - LEGEND_WIDTH - MARGIN - 24.0,
        bottom: f64::from(HEIGHT) - 100.0,
        x: Span { low: 0.0, high: 1.0 },
        y: Span { low: 0.0, high: 1.0 },
    };
    if shown.is_empty() {
        nothing(canvas, &panel);
    } else {
        bars(canvas, panel, data, &shown);
    }
    legend(canvas, &entries(data, &shown), (panel.right + 24.0, panel.top + 8.0), LEGEND_WIDTH);
}

fn nothing(canvas: &mut Canvas, panel: &Panel) {
    panel.grid(canvas, &[], &[]);
    let look = Look::new(style::BODY, style::MUTED).anchor(HPos::Center, VPos::Center);
    let middle = ((panel.left + panel.right) / 2.0, (panel.top + panel.bottom) / 2.0);
    canvas.text("The genes explain nothing that these finalists can show.", middle, look);
}

fn bars(canvas: &mut Canvas, panel: Panel, data: &PlotData, shown: &[(&GeneImportance, RGBColor)]) {
    let order = order(data, shown);
    let values = shown.iter().flat_map(|(importance, _)| importance.genes.iter().map(|share| 100.0 * share));
    let span = Span::of(values.chain([0.0])).unwrap_or(panel.y);
    let high = span.high.max(1.0) * 1.1;
    let low = if span.low < 0.0 { span.low.min(-0.02 * high) * 1.1 } else { 0.0 };
    let panel = Panel { x: Span { low: 0.0, high: order.len() as f64 }, y: Span { low, high }, ..panel };
    let y_ticks = panel.y_ticks();
    panel.grid(canvas, &[], &y_ticks);
    panel.y_labels(canvas, &y_ticks);
    let slot = 0.8 / shown.len() as f64;
    for (place, &gene) in order.iter().enumerate() {
        for (i, (importance, colour)) in shown.iter().enumerate() {
            let share = 100.0 * importance.genes[gene];
            let x = place as f64 + 0.1 + slot * i as f64;
            let (left, right) = (panel.place(x, 0.0).0, panel.place(x + slot * 0.92, 0.0).0);
            let (top, bottom) = (panel.place(x, share.max(0.0)).1, panel.place(x, share.min(0.0)).1);
            canvas.rect((left, top), (right, bottom), *colour);
        }
    }
    let zero = panel.place(0.0, 0.0).1;
    canvas.line((panel.left, zero), (panel.right, zero), 1.4, style::INK, 1.0);
    names(canvas, &panel, data, &order);
    panel.y_title(canvas, &["loss of R² when the gene's values are shuffled (points of %)".into()], 56.0);
}

fn names(canvas: &mut Canvas, panel: &Panel, data: &PlotData, order: &[usize]) {
    let look = Look::new(style::SMALL, style::INK).anchor(HPos::Center, VPos::Top);
    let room = (panel.right - panel.left) / order.len() as f64 - 6.0;
    for (place, &gene) in order.iter().enumerate() {
        let x = panel.place(place as f64 + 0.5, panel.y.low).0;
        canvas.lines(&look.wrap(&data.gene_names[gene], room), (x, panel.bottom + 8.0), look);
    }
}

/// The genes that matter most for any objective, in falling order.
fn order(data: &PlotData, shown: &[(&GeneImportance, RGBColor)]) -> Vec<usize> {
    let most = |gene: usize| shown.iter().map(|(i, _)| i.genes[gene]).fold(f64::NEG_INFINITY, f64::max);
    let mut order: Vec<usize> = (0..data.gene_names.len()).collect();
    order.sort_by(|&a, &b| most(b).total_cmp(&most(a)).then(a.cmp(&b)));
    order.truncate(MAX_GENES);
    order
}

fn entries(data: &PlotData, shown: &[(&GeneImportance, RGBColor)]) -> Vec<(Symbol, String)> {
    let bar = |(importance, colour): &(&GeneImportance, RGBColor)| {
        let percent = 100.0 * importance.explained;
        (Symbol::Bar(*colour), format!("{}: the genes explain {percent:.0}\u{a0}%", importance.objective))
    };
    let silent = data.importance.iter().filter(|importance| importance.genes.is_empty());
    let note = |i: &GeneImportance| (Symbol::Note, format!("{}: the genes explain nothing", i.objective));
    let hidden = data.gene_names.len().saturating_sub(MAX_GENES);
    let more =
        (hidden > 0 && !shown.is_empty()).then(|| (Symbol::Note, format!("{hidden} more genes left out")));
    let figures = if data.is_exact() { "exact values" } else { "validation figures" };
    let how = (Symbol::Note, format!("{figures} of left-out finalists"));
    shown.iter().map(bar).chain(silent.map(note)).chain(more).chain([how]).collect()
}
