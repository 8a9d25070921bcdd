//! A picture painted as PNG is the picture that its SVG says, as a painter of others reads it.

use kit::scene::{Anchor, Form, Ink, Piece, Scene, Segment, Shape};
use resvg::usvg;
use show::png;
use show::svg::still;
use std::sync::Arc;

/// Pixels of a PNG for each unit of its SVG.
const ZOOM: f32 = 2.0;

/// The same picture by a painter of others, from the SVG.
fn by_svg(scene: &Scene) -> resvg::tiny_skia::Pixmap {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    let family = "Noto Sans".to_string();
    let options = usvg::Options { font_family: family, fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&still(scene), &options).unwrap();
    let size = tree.size().to_int_size().scale_by(ZOOM).unwrap();
    let mut pixels = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    let zoom = resvg::tiny_skia::Transform::from_scale(ZOOM, ZOOM);
    resvg::render(&tree, zoom, &mut pixels.as_mut());
    pixels
}

fn scenes() -> Vec<Scene> {
    let mut board = Scene::new("a", "shapes", 6.0, 4.0);
    board.add(Shape::rect(0.5, 0.5, 2.0, 1.0).fill(Ink::Hue(1)).stroke(Ink::Solid).weight(0.05));
    board.add(Shape::circle(4.0, 1.0, 0.8).fill(Ink::Faint).stroke(Ink::Hue(3)).weight(0.1));
    board.add(Shape::line(0.5, 3.5, 5.5, 2.5).stroke(Ink::Solid).weight(0.2));
    let curve = vec![Segment::Move(1.0, 2.0), Segment::Curve([2.0, 4.0, 3.0, 0.0, 5.0, 3.0])];
    board.add(Shape::new(Form::Path(curve)).stroke(Ink::Hue(2)).weight(0.03));
    let mut letters = Scene::new("b", "letters", 6.0, 4.0);
    letters.add(Shape::rect(0.0, 0.0, 6.0, 2.0).fill(Ink::Solid));
    letters.add(Shape::text(3.0, 1.0, 0.7, "nimber 12, x ≤ 3"));
    letters.add(Shape::text(0.2, 3.0, 0.5, "left").fill(Ink::Hue(3)).anchor(Anchor::Start));
    letters.add(Shape::text(5.8, 3.0, 0.5, "right").anchor(Anchor::End));
    let mut pieces = Scene::new("c", "pieces", 5.0, 1.0);
    for (place, piece) in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::King].iter().enumerate() {
        pieces.add(Shape::piece(place as f64 + 0.5, 0.5, 0.8, *piece));
    }
    vec![board, letters, pieces]
}

#[test]
fn it_paints_what_the_svg_says() {
    for scene in scenes() {
        let (ours, theirs) = (resvg::tiny_skia::Pixmap::decode_png(&png(&scene).unwrap()).unwrap(), by_svg(&scene));
        assert_eq!((ours.width(), ours.height()), (theirs.width(), theirs.height()), "{}", scene.caption);
        let pairs = ours.data().iter().zip(theirs.data());
        let off: Vec<u8> = pairs.map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = off.iter().map(|&d| f64::from(d)).sum::<f64>() / off.len() as f64;
        let inked = theirs.data().chunks(4).filter(|pixel| pixel[..3] != theirs.data()[..3]).count();
        assert!(inked > 1000, "{} has ink", scene.caption);
        // Kerning and rounding shift edges by a part of a pixel; a shape that is missing is far more.
        assert!(mean < 1.5, "{}: {mean:.3} of 255 apart", scene.caption);
    }
}
