//! The heading of a picture and its legend, which always stands outside the panels.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::PlotData;
use super::canvas::{Canvas, Look, WIDTH};
use super::style::{self, Marker};

/// Space at the edges of the page.
pub const MARGIN: f64 = 32.0;

/// What stands before a line of the legend.
#[derive(Debug, Clone, Copy)]
pub enum Symbol {
    /// A small disc.
    Dot(RGBColor),
    /// A disc with error bars.
    Measured(RGBColor),
    /// A ring with error bars.
    Hollow(RGBColor),
    /// A picked member.
    Picked(Marker, RGBColor),
    /// A line.
    Line(RGBColor),
    /// A bar.
    Bar(RGBColor),
    /// Nothing: a remark.
    Note,
}

/// Draws title and subtitle; `what` says what the picture shows. Returns the height below.
pub fn heading(canvas: &mut Canvas, data: &PlotData, what: &str) -> f64 {
    let room = f64::from(WIDTH) - 2.0 * MARGIN;
    let title = Look::new(style::TITLE, style::INK).bold();
    let body = Look::new(style::BODY, style::MUTED);
    let text = if data.title.is_empty() { what.to_string() } else { format!("{what}: {}", data.title) };
    let y = canvas.lines(&title.wrap(&text, room), (MARGIN, 22.0), title);
    if data.subtitle.is_empty() {
        return y + 14.0;
    }
    canvas.lines(&body.wrap(&data.subtitle, room), (MARGIN, y + 4.0), body) + 14.0
}

/// Draws the entries under each other in a column of `width` from `at`; returns the height below.
pub fn legend(canvas: &mut Canvas, entries: &[(Symbol, String)], at: (f64, f64), width: f64) -> f64 {
    let mut y = at.1;
    for (symbol, text) in entries {
        let note = matches!(symbol, Symbol::Note);
        let look = Look::new(style::BODY, if note { style::MUTED } else { style::INK });
        let indent = if note { 0.0 } else { 34.0 };
        symbol.draw(canvas, (at.0 + 13.0, y + 7.0));
        y = canvas.lines(&look.wrap(text, width - indent), (at.0 + indent, y), look) + 8.0;
    }
    y
}

impl Symbol {
    fn draw(self, canvas: &mut Canvas, at: (f64, f64)) {
        let (left, right) = ((at.0 - 11.0, at.1), (at.0 + 11.0, at.1));
        match self {
            Self::Dot(colour) => canvas.disc(at, 3.5, colour),
            Self::Measured(colour) => member(canvas, at, (11.0, 8.0), colour, true),
            Self::Hollow(colour) => member(canvas, at, (11.0, 8.0), colour, false),
            Self::Picked(marker, colour) => canvas.marker(marker, at, 8.0, colour),
            Self::Line(colour) => canvas.line(left, right, 2.5, colour, 1.0),
            Self::Bar(colour) => canvas.rect((left.0, at.1 - 7.0), (right.0, at.1 + 7.0), colour),
            Self::Note => {}
        }
    }
}

/// A disc or ring at `at` with error bars that reach (right, up) by `reach` pixels.
pub fn member(canvas: &mut Canvas, at: (f64, f64), reach: (f64, f64), colour: RGBColor, filled: bool) {
    sized_member(canvas, at, reach, (colour, 4.5), filled);
}

/// The same with a disc of another radius.
pub fn sized_member(
    canvas: &mut Canvas,
    at: (f64, f64),
    reach: (f64, f64),
    (colour, radius): (RGBColor, f64),
    filled: bool,
) {
    canvas.line((at.0 - reach.0, at.1), (at.0 + reach.0, at.1), 1.2, colour, 0.55);
    canvas.line((at.0, at.1 - reach.1), (at.0, at.1 + reach.1), 1.2, colour, 0.55);
    canvas.disc(at, radius, colour);
    if !filled {
        canvas.disc(at, radius * 0.6, style::WHITE);
    }
}

/// A remark in the middle of a panel that has nothing to show.
pub fn nothing(canvas: &mut Canvas, at: (f64, f64), text: &str) {
    canvas.text(text, at, Look::new(style::BODY, style::MUTED).anchor(HPos::Center, VPos::Center));
}
