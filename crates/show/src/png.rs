//! Scene -> PNG, by resvg with a font that comes along, so that letters look the same on a machine without fonts.

use crate::svg::still;
use kit::{Error, Result, Scene};
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Pixels of the PNG per pixel of the SVG.
const ZOOM: f32 = 2.0;

/// The scene as the bytes of a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>> {
    let trouble = |e: &dyn std::fmt::Display| Error::usage(&scene.name, format!("cannot be drawn: {e}"), "try --svg");
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    let options =
        usvg::Options { font_family: "Noto Sans".to_string(), fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&still(scene), &options).map_err(|e| trouble(&e))?;
    let size = tree.size().to_int_size().scale_by(ZOOM).ok_or_else(|| trouble(&"it has no size"))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| trouble(&"it has no size"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(ZOOM, ZOOM), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| trouble(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Shape;

    #[test]
    fn letters_leave_ink_without_any_font_installed() {
        let mut blank = Scene::new("a", "letters", 4.0, 4.0);
        let empty = png(&blank).unwrap();
        blank.add(Shape::text(2.0, 2.0, 2.0, "Q"));
        let drawn = png(&blank).unwrap();
        assert!(drawn.starts_with(b"\x89PNG") && drawn.len() > empty.len() + 100);
    }
}
