//! One rectangle with two axes.

use plotters::style::text_anchor::{HPos, VPos};

use super::axis::Span;
use super::canvas::{Canvas, Look};
use super::style;

/// A panel: where it stands on the page and the range of its axes.
#[derive(Debug, Clone, Copy)]
pub struct Panel {
    /// Left edge, pixels.
    pub left: f64,
    /// Top edge, pixels.
    pub top: f64,
    /// Right edge, pixels.
    pub right: f64,
    /// Bottom edge, pixels.
    pub bottom: f64,
    /// Values from left to right.
    pub x: Span,
    /// Values from bottom to top.
    pub y: Span,
}

impl Panel {
    /// Where the values (`x`, `y`) stand on the page.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let across = self.left + (self.right - self.left) * self.x.share(x);
        (across, self.bottom - (self.bottom - self.top) * self.y.share(y))
    }

    /// Whether both values are within the axes.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        self.x.contains(x) && self.y.contains(y)
    }

    /// The ticks of the horizontal axis: as many as there is room for.
    pub fn x_ticks(&self) -> Vec<(f64, String)> {
        self.x.ticks(self.x_room())
    }

    /// How many ticks the horizontal axis has room for.
    pub fn x_room(&self) -> usize {
        ((self.right - self.left) / 95.0).max(2.0) as usize
    }

    /// The ticks of the vertical axis.
    pub fn y_ticks(&self) -> Vec<(f64, String)> {
        self.y.ticks(self.y_room())
    }

    /// How many ticks the vertical axis has room for.
    pub fn y_room(&self) -> usize {
        ((self.bottom - self.top) / 45.0).ceil().max(2.0) as usize
    }

    /// Grid lines and frame.
    pub fn grid(&self, canvas: &mut Canvas, x_ticks: &[(f64, String)], y_ticks: &[(f64, String)]) {
        for (value, _) in x_ticks {
            let x = self.place(*value, self.y.low).0.floor() + 0.5;
            canvas.line((x, self.top), (x, self.bottom), 1.0, style::GRID, 1.0);
        }
        for (value, _) in y_ticks {
            let y = self.place(self.x.low, *value).1.floor() + 0.5;
            canvas.line((self.left, y), (self.right, y), 1.0, style::GRID, 1.0);
        }
        self.frame(canvas);
    }

    fn frame(&self, canvas: &mut Canvas) {
        let (left, top) = (self.left.floor() + 0.5, self.top.floor() + 0.5);
        let (right, bottom) = (self.right.floor() + 0.5, self.bottom.floor() + 0.5);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        canvas.path(&corners, 1.0, style::FRAME, 1.0);
    }

    /// Labels under the horizontal axis; those that would run into the previous are left out.
    pub fn x_labels(&self, canvas: &mut Canvas, ticks: &[(f64, String)]) {
        let look = Look::new(style::SMALL, style::INK).anchor(HPos::Center, VPos::Top);
        let mut free = f64::NEG_INFINITY;
        for (value, label) in ticks {
            let (x, half) = (self.place(*value, self.y.low).0, look.width(label) / 2.0);
            if x - half >= free {
                canvas.text(label, (x, self.bottom + 8.0), look);
                free = x + half + 8.0;
            }
        }
    }

    /// Labels left of the vertical axis.
    pub fn y_labels(&self, canvas: &mut Canvas, ticks: &[(f64, String)]) {
        let look = Look::new(style::SMALL, style::INK).anchor(HPos::Right, VPos::Center);
        for (value, label) in ticks {
            canvas.text(label, (self.left - 8.0, self.place(self.x.low, *value).1), look);
        }
    }

    /// The title of the horizontal axis, `below` pixels under the panel.
    pub fn x_title(&self, canvas: &mut Canvas, lines: &[String], below: f64) {
        let look = Look::new(style::BODY, style::INK).anchor(HPos::Center, VPos::Top);
        canvas.lines(lines, ((self.left + self.right) / 2.0, self.bottom + below), look);
    }

    /// The title of the vertical axis, its last line ending `before` pixels left of the panel.
    pub fn y_title(&self, canvas: &mut Canvas, lines: &[String], before: f64) {
        let look = Look::new(style::BODY, style::INK).anchor(HPos::Center, VPos::Bottom).upwards();
        let middle = (self.top + self.bottom) / 2.0;
        for (place, line) in lines.iter().rev().enumerate() {
            let x = self.left - before - place as f64 * look.leading();
            canvas.text(line, (x, middle), look);
        }
    }
}
