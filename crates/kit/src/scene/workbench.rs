//! Things on a sheet that a hand builds: points are put, moved, joined, parted and taken away.
//!
//! What is built is a text of the room's own; this is how it looks and what a hand may do with it, alike wherever
//! something is built.

use super::{Act, Form, Gesture, Ink, Scene, Segment, Shape};

/// By how much more room makes a sheet larger on every side, and how large it grows.
const ROOM: f64 = 2.0;
const LARGEST: f64 = 60.0;
/// The height of the strip with the bin, below the sheet.
const STRIP: f64 = 1.1;

/// What a hand builds, in words. Points are numbered from 0 here and from 1 in the text.
pub trait Sketch {
    /// Left, top, width and height of the paper.
    fn sheet(&self) -> [f64; 4];
    /// The text, with `{x}` and `{y}` for the place of one point, and without loops if they go without saying.
    fn text(&self, moved: Option<usize>, loops: bool) -> String;
    /// The text on another paper.
    fn text_on(&self, sheet: [f64; 4], loops: bool) -> String;
    /// The word that joins two points, and parts them if they are joined.
    fn joined(&self, a: usize, b: usize) -> String;
    /// The words that put a point at `{x}`, `{y}`.
    fn put(&self, loops: bool) -> String;
    /// The name of the place where points are taken away.
    fn bin(&self) -> &'static str;
}

/// What a hand may do with a sketch in a picture: move a point, join or part two by dragging one onto the other, take
/// one away, put a new one, part two by touching what joins them, and take a larger sheet.
pub struct Workbench<'a> {
    sketch: Box<dyn Sketch + 'a>,
    /// Whether loops are a part of the sketch rather than said beside it.
    loops: bool,
    /// Whether the picture is of a sketch already, with its sheet and the bin.
    marked: bool,
    /// The words of an ask for the sketch of that text; true says that it has a point more.
    says: Box<dyn Fn(&str, bool) -> String + 'a>,
}

impl<'a> Workbench<'a> {
    /// A bench for a sketch; `marked` where it was read from such a text.
    pub fn new(
        sketch: impl Sketch + 'a,
        marked: bool,
        loops: bool,
        says: impl Fn(&str, bool) -> String + 'a,
    ) -> Workbench<'a> {
        Workbench { sketch: Box::new(sketch), loops, marked, says: Box::new(says) }
    }

    /// The text of the sketch as it is.
    pub fn text(&self) -> String {
        self.sketch.text(None, self.loops)
    }

    fn said(&self, text: &str) -> String {
        (self.says)(text, false).trim_start().to_string()
    }

    /// The shape of a point, which can be dragged.
    #[must_use]
    pub fn vertex(&self, shape: Shape, v: usize) -> Shape {
        let joins = format!("{} {}-{{onto}}", self.text(), v + 1);
        let drag = Gesture::new(Act::Drag, self.said(&self.sketch.text(Some(v), self.loops))).onto(self.said(&joins));
        shape.named((v + 1).to_string()).gesture(drag)
    }

    /// The shape of an edge, which is cut where it is touched.
    #[must_use]
    pub fn edge(&self, shape: Shape, a: usize, b: usize) -> Shape {
        if !self.marked {
            return shape;
        }
        let parts = format!("{} {}", self.text(), self.sketch.joined(a, b));
        shape.touch(self.said(&parts)).label(format!("from {} to {}; a touch cuts it", a + 1, b + 1))
    }

    /// What the sheet as a whole offers, and on a sketch the bin and a way to more room.
    pub fn finish(&self, scene: &mut Scene) {
        let text = format!("{} {}", self.text(), self.sketch.put(self.loops));
        scene.gesture = Some(Gesture::new(Act::Put, (self.says)(&text, true).trim_start()));
        let [left, top, width, height] = self.sketch.sheet();
        if !self.marked {
            return;
        }
        // The strip below the sheet leaves all of it to the points.
        scene.frame = [left, top, width, height + STRIP];
        let low = top + height + STRIP / 2.0;
        scene.add(Shape::rect(left, top, width, height).stroke(Ink::Faint).weight(0.03));
        add_bin(scene, left + 0.5, low, self.sketch.bin());
        if width.max(height) + 2.0 * ROOM <= LARGEST {
            let sheet = [left - ROOM, top - ROOM, width + 2.0 * ROOM, height + 2.0 * ROOM];
            add_room(scene, left + width - 0.5, low, self.said(&self.sketch.text_on(sheet, self.loops)));
        }
    }
}

fn add_bin(scene: &mut Scene, x: f64, y: f64, name: &str) {
    let plate = Shape::rect(x - 0.4, y - 0.4, 0.8, 0.8).fill(Ink::Paper).stroke(Ink::Faint).weight(0.03);
    scene.add(plate.label("the bin: a point that is let go here is taken away").named(name));
    let at = |dx: f64, dy: f64| (x + dx, y + dy);
    let bin = [at(-0.22, -0.15), at(-0.15, 0.28), at(0.15, 0.28), at(0.22, -0.15)];
    scene.add(Shape::chain(&bin, true).stroke(Ink::Solid).weight(0.05));
    scene.add(Shape::line(x - 0.3, y - 0.2, x + 0.3, y - 0.2).stroke(Ink::Solid).weight(0.06));
}

fn add_room(scene: &mut Scene, x: f64, y: f64, says: String) {
    let plate = Shape::rect(x - 0.4, y - 0.4, 0.8, 0.8).fill(Ink::Paper).stroke(Ink::Faint).weight(0.03);
    scene.add(plate.touch(says).label("more room on every side"));
    let arrows = vec![
        Segment::Move(x - 0.08, y - 0.25),
        Segment::Line(x - 0.25, y - 0.25),
        Segment::Line(x - 0.25, y - 0.08),
        Segment::Move(x - 0.25, y - 0.25),
        Segment::Line(x + 0.25, y + 0.25),
        Segment::Move(x + 0.08, y + 0.25),
        Segment::Line(x + 0.25, y + 0.25),
        Segment::Line(x + 0.25, y + 0.08),
    ];
    scene.add(Shape::new(Form::Path(arrows)).stroke(Ink::Solid).weight(0.05));
}
