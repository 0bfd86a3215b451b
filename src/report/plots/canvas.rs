//! A bitmap in memory with anti-aliased shapes and text, and the one place that writes a
//! PNG file. Coordinates are pixels from the top left corner.

use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

use plotters::prelude::{BitMapBackend, DrawingBackend};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, FontDesc, FontStyle, IntoFont, RGBColor, register_font};

use super::style::{Marker, WHITE};
use crate::error::{Error, Result};
use crate::run::atomic;

/// Width of every picture.
pub const WIDTH: u32 = 1440;
/// Height of every picture.
pub const HEIGHT: u32 = 900;

const FONT: &str = "sans-serif";
/// How much larger text is drawn than shown.
const FINE: i32 = 4;

/// Which way text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Left to right.
    None,
    /// Bottom to top.
    Up,
}

/// Makes the embedded fonts known to the text renderer, once.
pub fn register_fonts() -> Result<()> {
    static DONE: OnceLock<bool> = OnceLock::new();
    let done = DONE.get_or_init(|| {
        register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).is_ok()
            && register_font(FONT, FontStyle::Bold, dejavu::sans::bold()).is_ok()
    });
    if *done { Ok(()) } else { Err(Error::Internal("the embedded fonts cannot be read".into())) }
}

/// An empty page.
pub fn blank() -> Vec<u8> {
    vec![255; (WIDTH * HEIGHT * 3) as usize]
}

/// Writes `pixels` to `path`, so that no half picture is ever seen under that name.
pub fn save(pixels: &[u8], path: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    encode(pixels, &mut bytes).map_err(|cause| Error::io("write", path, cause.into()))?;
    atomic::replace(path, &bytes)
}

fn encode(pixels: &[u8], out: &mut impl Write) -> std::result::Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::FilterType::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()
}

/// The page while it is drawn. The first failure is kept and reported by
/// [`Canvas::finish`], so that painters need not pass errors on.
pub struct Canvas<'a> {
    backend: BitMapBackend<'a>,
    failure: Option<String>,
}

impl<'a> Canvas<'a> {
    /// Draws into `pixels`, a page from [`blank`].
    pub fn new(pixels: &'a mut [u8]) -> Self {
        Self { backend: BitMapBackend::with_buffer(pixels, (WIDTH, HEIGHT)), failure: None }
    }

    /// The first failure, if there was one.
    pub fn finish(mut self) -> std::result::Result<(), String> {
        let outcome = self.backend.present().map_err(|cause| cause.to_string());
        self.note(outcome);
        self.failure.map_or(Ok(()), Err)
    }

    fn note<E: ToString>(&mut self, outcome: std::result::Result<(), E>) {
        if let (Err(cause), None) = (outcome, &self.failure) {
            self.failure = Some(cause.to_string());
        }
    }

    fn pixel(&mut self, x: i32, y: i32, colour: RGBColor, cover: f64) {
        if cover > 0.0 {
            let color = colour.mix(cover.min(1.0)).to_backend_color();
            let outcome = self.backend.draw_pixel((x, y), color).map_err(|cause| cause.to_string());
            self.note(outcome);
        }
    }

    /// A filled rectangle from (`left`, `top`) to (`right`, `bottom`), as far as it is on the page.
    pub fn rect(&mut self, (left, top): (f64, f64), (right, bottom): (f64, f64), colour: RGBColor) {
        let (left, right) = (left.max(0.0), right.min(f64::from(WIDTH)));
        let (top, bottom) = (top.max(0.0), bottom.min(f64::from(HEIGHT)));
        let cover = |pixel: i32, from: f64, to: f64| {
            (f64::from(pixel + 1).min(to) - f64::from(pixel).max(from)).clamp(0.0, 1.0)
        };
        for y in top.floor() as i32..bottom.ceil() as i32 {
            for x in left.floor() as i32..right.ceil() as i32 {
                self.pixel(x, y, colour, cover(x, left, right) * cover(y, top, bottom));
            }
        }
    }

    /// A straight line with round ends; `alpha` 1 is opaque.
    pub fn line(&mut self, a: (f64, f64), b: (f64, f64), width: f64, colour: RGBColor, alpha: f64) {
        if ![a.0, a.1, b.0, b.1].iter().all(|place| place.abs() < f64::from(10 * WIDTH)) {
            return; // no place on any page
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length_squared = (dx * dx + dy * dy).max(1e-9);
        let flat = dx.abs() >= dy.abs();
        let ((from, to), slope) = if flat {
            ((a.0.min(b.0), a.0.max(b.0)), if dx == 0.0 { 0.0 } else { dy / dx })
        } else {
            ((a.1.min(b.1), a.1.max(b.1)), dx / dy)
        };
        for major in (from - width).floor() as i32..=(to + width).ceil() as i32 {
            let along = (f64::from(major) + 0.5).clamp(from, to);
            let middle = if flat { a.1 + (along - a.0) * slope } else { a.0 + (along - a.1) * slope };
            for minor in (middle - width - 1.0).floor() as i32..=(middle + width + 1.0).ceil() as i32 {
                let (x, y) = if flat { (major, minor) } else { (minor, major) };
                let (px, py) = (f64::from(x) + 0.5 - a.0, f64::from(y) + 0.5 - a.1);
                let part = ((px * dx + py * dy) / length_squared).clamp(0.0, 1.0);
                let distance = (px - part * dx).hypot(py - part * dy);
                self.pixel(x, y, colour, alpha * (width / 2.0 + 0.5 - distance).clamp(0.0, width.min(1.0)));
            }
        }
    }

    /// Lines through `points`, one after the other.
    pub fn path(&mut self, points: &[(f64, f64)], width: f64, colour: RGBColor, alpha: f64) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, colour, alpha);
        }
    }

    /// A filled disc.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: RGBColor) {
        self.shape((x, y), radius, colour, |px, py| radius - (px - x).hypot(py - y));
    }

    /// A filled convex polygon with a white rim, so that it stands out from what it covers.
    pub fn marker(&mut self, marker: Marker, at: (f64, f64), radius: f64, colour: RGBColor) {
        self.polygon(&marker.corners(at.0, at.1, radius + 2.5), at, radius + 2.5, WHITE);
        self.polygon(&marker.corners(at.0, at.1, radius), at, radius, colour);
    }

    fn polygon(&mut self, corners: &[(f64, f64)], at: (f64, f64), radius: f64, colour: RGBColor) {
        let next = corners.iter().cycle().skip(1);
        let edges: Vec<_> = corners.iter().zip(next).map(|(a, b)| (*a, *b)).collect();
        let inside = |px: f64, py: f64| {
            let depth = edges.iter().map(|(a, b)| {
                let (ex, ey) = (b.0 - a.0, b.1 - a.1);
                (ex * (py - a.1) - ey * (px - a.0)) / ex.hypot(ey)
            });
            depth.fold(f64::INFINITY, f64::min)
        };
        self.shape(at, radius, colour, inside);
    }

    /// Fills where `depth` (distance inside the rim) is positive, within `radius`.
    fn shape(&mut self, at: (f64, f64), radius: f64, colour: RGBColor, depth: impl Fn(f64, f64) -> f64) {
        for y in (at.1 - radius - 1.0).floor() as i32..=(at.1 + radius + 1.0).ceil() as i32 {
            for x in (at.0 - radius - 1.0).floor() as i32..=(at.0 + radius + 1.0).ceil() as i32 {
                let inside = depth(f64::from(x) + 0.5, f64::from(y) + 0.5);
                self.pixel(x, y, colour, (inside + 0.5).clamp(0.0, 1.0));
            }
        }
    }

    /// One line of text, placed by the anchor of `look`. It is drawn [`FINE`] times as large
    /// and averaged down, because the renderer puts letters at whole pixels.
    pub fn text(&mut self, text: &str, at: (f64, f64), look: Look) {
        let font = look.font(FINE);
        let (width, height) = (look.width(text), (look.size / 1.24).round());
        let (left, top) = look.corner(width, height);
        let columns = (width + look.size) as usize;
        let mut mask = vec![0.0_f32; columns * (2.0 * look.size) as usize];
        let outcome = font.draw(text, (0, 0), |x, y, cover| {
            let (x, y) = (x.div_euclid(FINE), y.div_euclid(FINE) + (look.size / 2.0) as i32);
            let place = usize::try_from(y).ok().zip(usize::try_from(x).ok().filter(|x| *x < columns));
            if let Some(sum) = place.and_then(|(y, x)| mask.get_mut(y * columns + x)) {
                *sum += cover / (FINE * FINE) as f32;
            }
            Ok::<(), String>(())
        });
        self.note(outcome.map_err(|cause| cause.to_string()).and_then(|inner| inner));
        for (i, cover) in mask.into_iter().enumerate().filter(|(_, cover)| *cover > 0.0) {
            let x = left + (i % columns) as f64;
            let y = top + (i / columns) as f64 - (look.size / 2.0).floor();
            let (x, y) = if look.turn == Turn::Up { (y, -x) } else { (x, y) };
            self.pixel((at.0 + x).round() as i32, (at.1 + y).round() as i32, look.colour, cover.into());
        }
    }

    /// Lines of text under each other from `top`, which is returned moved below them.
    pub fn lines(&mut self, lines: &[String], (x, top): (f64, f64), look: Look) -> f64 {
        let mut y = top;
        for line in lines {
            self.text(line, (x, y), look);
            y += look.leading();
        }
        y
    }
}

/// Size, colour and placing of text.
#[derive(Clone, Copy)]
pub struct Look {
    size: f64,
    colour: RGBColor,
    bold: bool,
    anchor: (HPos, VPos),
    turn: Turn,
}

impl Look {
    /// Upright text placed by its top left corner.
    pub fn new(size: f64, colour: RGBColor) -> Self {
        Self { size, colour, bold: false, anchor: (HPos::Left, VPos::Top), turn: Turn::None }
    }

    /// The same in bold.
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same, placed by another point of its box.
    pub fn anchor(self, horizontal: HPos, vertical: VPos) -> Self {
        Self { anchor: (horizontal, vertical), ..self }
    }

    /// The same, running bottom to top.
    pub fn upwards(self) -> Self {
        Self { turn: Turn::Up, ..self }
    }

    /// Distance between two lines.
    pub fn leading(&self) -> f64 {
        (self.size * 1.15).round()
    }

    /// Width of `text` in pixels.
    pub fn width(&self, text: &str) -> f64 {
        let fine = self.font(FINE).layout_box(text);
        fine.map_or(0.0, |((left, _), (right, _))| f64::from(right - left) / f64::from(FINE) + 0.5)
    }

    /// Breaks `text` into lines no wider than `room`: at spaces, else after `_` and the
    /// like, else anywhere.
    pub fn wrap(&self, text: &str, room: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        for piece in pieces(text).flat_map(|piece| self.fitting(piece, room)) {
            let last = lines.len() - 1;
            if !lines[last].is_empty() && self.width((lines[last].clone() + &piece).trim_end()) > room {
                lines.push(piece);
            } else {
                lines[last].push_str(&piece);
            }
        }
        lines.into_iter().map(|line| line.trim().to_string()).collect()
    }

    /// Whether [`Look::wrap`] has to break within a word.
    pub fn breaks_words(&self, text: &str, room: f64) -> bool {
        pieces(text).any(|piece| self.width(piece.trim_end()) > room)
    }

    /// `piece` whole, or letter by letter where even alone it is too wide.
    fn fitting(&self, piece: &str, room: f64) -> Vec<String> {
        if self.width(piece.trim_end()) <= room {
            vec![piece.to_string()]
        } else {
            piece.chars().map(String::from).collect()
        }
    }

    /// The top left corner of a box of text, seen from its anchor.
    fn corner(&self, width: f64, height: f64) -> (f64, f64) {
        let left = match self.anchor.0 {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        let top = match self.anchor.1 {
            VPos::Top => 0.0,
            VPos::Center => -height / 2.0,
            VPos::Bottom => -height,
        };
        // The renderer sets letters a little above the box it reports.
        (left.round(), (top + 0.12 * self.size).round())
    }

    /// The font, `times` as large.
    fn font(&self, times: i32) -> FontDesc<'static> {
        let weight = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        (FONT, self.size * f64::from(times), weight).into_font()
    }
}

/// What a line may be broken between.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', '_', '-', '/', ':', '@'])
}
