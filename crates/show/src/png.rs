//! Scene -> PNG: its shapes painted one after the other, on light paper, with a font that comes along, so that letters
//! look the same on a machine without fonts.
//!
//! The layout is that of [`crate::svg`]. A reader of SVG would paint it as well, but with its shapers of every script
//! it was a tenth of what a newcomer waits for; the slow suite has one and compares (`xtask/painter`).

use crate::ground::Grounds;
use crate::palette::{self, Letter, Rgb};
use crate::pieces;
use crate::svg::{MARGIN, Pen};
use kit::scene::{Anchor, Form, Ink, Segment};
use kit::{Error, Result, Scene, Shape};
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke,
    Transform,
};
use ttf_parser::{Face, OutlineBuilder};

/// Pixels of the PNG per pixel of the SVG.
const ZOOM: f64 = 2.0;

/// The scene as the bytes of a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>> {
    let trouble = |e: &dyn std::fmt::Display| Error::usage(&scene.name, format!("cannot be drawn: {e}"), "try --svg");
    let mut easel = Easel::of(scene).ok_or_else(|| trouble(&"it has no size"))?;
    let grounds = Grounds::of(scene);
    for (index, shape) in scene.shapes.iter().enumerate().filter(|(_, shape)| shape.layer_name().is_none()) {
        easel.draw(shape, grounds.ink(index));
    }
    easel.pixels.encode_png().map_err(|e| trouble(&e))
}

/// The sheet, and where things come to stand on it.
struct Easel {
    pen: Pen,
    pixels: Pixmap,
    face: Face<'static>,
}

impl Easel {
    fn of(scene: &Scene) -> Option<Easel> {
        let pen = Pen::of(scene, false);
        let [_, _, w, h] = scene.frame;
        let side = |side: f64| ((side * pen.scale + 2.0 * MARGIN).ceil().max(1.0) * ZOOM) as u32;
        let mut pixels = Pixmap::new(side(w), side(h))?;
        pixels.fill(solid(palette::colour(Ink::Paper, false)));
        let face = Face::parse(notosans::REGULAR_TTF, 0).expect("the font that comes along is whole");
        Some(Easel { pen, pixels, face })
    }

    fn x(&self, x: f64) -> f32 {
        (((x - self.pen.left) * self.pen.scale + MARGIN) * ZOOM) as f32
    }

    fn y(&self, y: f64) -> f32 {
        (((y - self.pen.top) * self.pen.scale + MARGIN) * ZOOM) as f32
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.pen.scale * ZOOM) as f32
    }

    /// `ground` is the ink that a text is written on.
    fn draw(&mut self, shape: &Shape, ground: Ink) {
        if let Form::Raster { .. } = shape.form {
            return self.lay(shape);
        }
        // What is not finite or has no extent leaves no ink.
        let Some(path) = self.outline(&shape.form) else { return };
        if let Some(ink) = shape.fill {
            let colour = match shape.form {
                Form::Text { .. } => Letter::on(ink, ground, false).colour(false),
                _ => palette::colour(ink, false),
            };
            self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
        }
        if let Some(ink) = shape.stroke {
            // A hair line is still a line: nothing thinner than three quarters of a pixel.
            let width = ((shape.weight * self.pen.scale).max(0.75) * ZOOM) as f32;
            let line_cap = if matches!(shape.form, Form::Line { .. }) { LineCap::Round } else { LineCap::Butt };
            let line_join = if matches!(shape.form, Form::Path(_)) { LineJoin::Round } else { LineJoin::Miter };
            let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
            let paint = paint(palette::colour(ink, false));
            self.pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }

    fn outline(&self, form: &Form) -> Option<Path> {
        match form {
            Form::Rect { x, y, w, h } => {
                let rect = Rect::from_xywh(self.x(*x), self.y(*y), self.length(*w), self.length(*h))?;
                Some(PathBuilder::from_rect(rect))
            }
            Form::Circle { x, y, r } => PathBuilder::from_circle(self.x(*x), self.y(*y), self.length(*r)),
            Form::Line { x1, y1, x2, y2 } => {
                let mut path = PathBuilder::new();
                path.move_to(self.x(*x1), self.y(*y1));
                path.line_to(self.x(*x2), self.y(*y2));
                path.finish()
            }
            Form::Path(segments) => self.path(segments, |p| p),
            Form::Piece { x, y, size, piece } => {
                self.path(pieces::outline(*piece), |(px, py)| (x + px * size, y + py * size))
            }
            Form::Text { x, y, size, anchor, text } => {
                // The base line of the SVG.
                self.letters(text, self.x(*x), self.y(y + 0.36 * size), self.length(*size), *anchor)
            }
            Form::Raster { .. } => None,
        }
    }

    fn path(&self, segments: &[Segment], place: impl Fn((f64, f64)) -> (f64, f64)) -> Option<Path> {
        let at = |x: f64, y: f64| {
            let (x, y) = place((x, y));
            (self.x(x), self.y(y))
        };
        let mut path = PathBuilder::new();
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => path.move_to(at(x, y).0, at(x, y).1),
                Segment::Line(x, y) => path.line_to(at(x, y).0, at(x, y).1),
                Segment::Curve([a, b, c, d, x, y]) => {
                    let ((a, b), (c, d), (x, y)) = (at(a, b), at(c, d), at(x, y));
                    path.cubic_to(a, b, c, d, x, y);
                }
                Segment::Close => path.close(),
            }
        }
        path.finish()
    }

    /// The outlines of a line of text, letter after letter.
    fn letters(&self, text: &str, x: f32, y: f32, size: f32, anchor: Anchor) -> Option<Path> {
        let scale = size / f32::from(self.face.units_per_em());
        let glyphs: Vec<_> = text.chars().map(|letter| self.face.glyph_index(letter).unwrap_or_default()).collect();
        let step = |glyph| f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        let width: f32 = glyphs.iter().map(|&glyph| step(glyph)).sum();
        let mut pen = GlyphPen { path: PathBuilder::new(), x: x - width * share_before(anchor), y, scale };
        for &glyph in &glyphs {
            self.face.outline_glyph(glyph, &mut pen);
            pen.x += step(glyph);
        }
        pen.path.finish()
    }

    /// A heat map: one image of the ink, thinned by its degrees.
    fn lay(&mut self, shape: &Shape) {
        let (Form::Raster { x, y, w, h, columns, degrees }, Some(ink)) = (&shape.form, shape.fill) else { return };
        let columns = (*columns).max(1);
        let rows = degrees.len().div_ceil(columns);
        let Some(mut image) = Pixmap::new(columns as u32, rows as u32) else { return };
        let [r, g, b] = palette::colour(ink, false);
        for (pixel, &degree) in image.pixels_mut().iter_mut().zip(degrees) {
            let alpha = (u16::from(degree.min(100)) * 255 / 100) as u8;
            *pixel = tiny_skia::ColorU8::from_rgba(r, g, b, alpha).premultiply();
        }
        let [wide, high] = [self.length(*w) / columns as f32, self.length(*h) / rows as f32];
        let place = Transform::from_row(wide, 0.0, 0.0, high, self.x(*x), self.y(*y));
        let paint = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, image.as_ref(), &paint, place, None);
    }
}

fn share_before(anchor: Anchor) -> f32 {
    match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    }
}

fn solid([r, g, b]: Rgb) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(solid(colour));
    paint
}

/// Writes the outlines of letters where they stand; fonts count upwards.
struct GlyphPen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl GlyphPen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heat_map_has_its_degrees() {
        let mut heat = Scene::new("d", "heat", 4.0, 2.0);
        let degrees = vec![0, 30, 60, 100, 100, 50, 20, 0];
        let raster = Form::Raster { x: 0.0, y: 0.0, w: 4.0, h: 2.0, columns: 4, degrees: degrees.clone() };
        heat.add(Shape::new(raster).fill(Ink::Solid));
        let (pixels, easel) = (Pixmap::decode_png(&png(&heat).unwrap()).unwrap(), Easel::of(&heat).unwrap());
        let [paper, ink] = [Ink::Paper, Ink::Solid].map(|ink| f64::from(palette::colour(ink, false)[0]));
        for (cell, degree) in degrees.into_iter().enumerate() {
            let [x, y] = [easel.x((cell % 4) as f64 + 0.5), easel.y((cell / 4) as f64 + 0.5)];
            let seen = f64::from(pixels.pixel(x as u32, y as u32).unwrap().red());
            let meant = paper + (ink - paper) * f64::from(degree) / 100.0;
            assert!((seen - meant).abs() < 2.0, "cell {cell}: {seen} for {meant}");
        }
    }

    #[test]
    fn letters_leave_ink_without_any_font_installed() {
        let mut blank = Scene::new("a", "letters", 4.0, 4.0);
        let empty = png(&blank).unwrap();
        blank.add(Shape::text(2.0, 2.0, 2.0, "Q"));
        let drawn = png(&blank).unwrap();
        assert!(drawn.starts_with(b"\x89PNG") && drawn.len() > empty.len() + 100);
    }
}
