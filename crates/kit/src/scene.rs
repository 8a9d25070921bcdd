//! Scenes: pictures as values.
//!
//! A scene is a list of shapes in board units, x to the right and y downward, each with an ink that *means* something.
//! Which colour an ink is, in light or dark, what a queen looks like and how many pixels a unit has belong to the crate
//! `show`. Where a touch plays a move, or under an answer asks anew, the shape carries that text; what else a hand may
//! do stands in [`Hand`].

mod hand;
mod workbench;

pub use hand::{Act, Gesture, Hand};
pub use workbench::{Sketch, Workbench};

use serde::{Deserialize, Serialize};

/// What a stroke or a filling means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ink {
    /// The sheet itself.
    Paper,
    /// Grid lines, axes, edges of a graph.
    Rule,
    /// The thing itself: pieces, letters, curves.
    Solid,
    /// What is there but not the point.
    Faint,
    /// What the eye should find: open squares, winning moves, the answer.
    Accent,
    /// What is wrong or closed.
    Warn,
    /// A degree from 0 (paper) to 100 (solid).
    Shade(u8),
    /// One of several kinds with no order; colours differ as long as `show` has different ones.
    Hue(u8),
}

/// A piece that `show` knows how to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A crowned queen.
    Queen,
    /// A rook's tower.
    Rook,
    /// A bishop's mitre.
    Bishop,
    /// A knight's head.
    Knight,
    /// A king's cross.
    King,
}

impl Piece {
    /// Its letter, as chess players write it.
    pub const fn letter(self) -> char {
        match self {
            Piece::Queen => 'Q',
            Piece::Rook => 'R',
            Piece::Bishop => 'B',
            Piece::Knight => 'N',
            Piece::King => 'K',
        }
    }
}

/// How a text stands on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// One stretch of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Segment {
    /// Lift the pen and go there.
    Move(f64, f64),
    /// A straight line to there.
    Line(f64, f64),
    /// A cubic curve: two control points and the end.
    Curve([f64; 6]),
    /// Back to the last lifting of the pen.
    Close,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Form {
    /// A rectangle by its upper left corner and its sides.
    Rect {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        w: f64,
        /// Height.
        h: f64,
    },
    /// A circle.
    Circle {
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Radius.
        r: f64,
    },
    /// A straight line.
    Line {
        /// From.
        x1: f64,
        /// From.
        y1: f64,
        /// To.
        x2: f64,
        /// To.
        y2: f64,
    },
    /// A path.
    Path(Vec<Segment>),
    /// Many small rectangles of one ink that differ in degree only: a heat map. It is one image, whatever their number.
    Raster {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        w: f64,
        /// Height.
        h: f64,
        /// How many stand in a row.
        columns: usize,
        /// Row by row, how much of the ink each has, from 0 to 100.
        degrees: Vec<u8>,
    },
    /// A text of one line, vertically centred on its point.
    Text {
        /// Its point.
        x: f64,
        /// Its point.
        y: f64,
        /// Height of a letter in board units.
        size: f64,
        /// How it stands on its point.
        anchor: Anchor,
        /// The text.
        text: String,
    },
    /// A piece centred on its point.
    Piece {
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Height in board units.
        size: f64,
        /// Which piece.
        piece: Piece,
    },
}

/// A shape: an outline, its inks, and what a touch does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// The outline.
    pub form: Form,
    /// The filling, if any.
    pub fill: Option<Ink>,
    /// The stroke, if any.
    pub stroke: Option<Ink>,
    /// The width of the stroke in board units.
    pub weight: f64,
    /// The text of the move that a touch plays; under an answer the words of another ask, as gestures say them.
    pub touch: Option<String>,
    /// What the shape is, in words, for those who cannot see it.
    pub label: Option<String>,
    /// What else it offers to a hand.
    pub hand: Option<Box<Hand>>,
}

impl Shape {
    /// A shape without ink.
    pub fn new(form: Form) -> Shape {
        Shape { form, fill: None, stroke: None, weight: 0.04, touch: None, label: None, hand: None }
    }

    /// A rectangle.
    pub fn rect(x: f64, y: f64, w: f64, h: f64) -> Shape {
        Shape::new(Form::Rect { x, y, w, h })
    }

    /// A circle.
    pub fn circle(x: f64, y: f64, r: f64) -> Shape {
        Shape::new(Form::Circle { x, y, r })
    }

    /// A line in [`Ink::Rule`].
    pub fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Shape {
        Shape::new(Form::Line { x1, y1, x2, y2 }).stroke(Ink::Rule)
    }

    /// A polygon, or an open chain of lines.
    pub fn chain(points: &[(f64, f64)], closed: bool) -> Shape {
        let mut path: Vec<Segment> = Vec::with_capacity(points.len() + 1);
        for (index, &(x, y)) in points.iter().enumerate() {
            path.push(if index == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) });
        }
        if closed {
            path.push(Segment::Close);
        }
        Shape::new(Form::Path(path))
    }

    /// A centred text in [`Ink::Solid`].
    pub fn text(x: f64, y: f64, size: f64, text: impl Into<String>) -> Shape {
        Shape::new(Form::Text { x, y, size, anchor: Anchor::Middle, text: text.into() }).fill(Ink::Solid)
    }

    /// A piece in [`Ink::Solid`].
    pub fn piece(x: f64, y: f64, size: f64, piece: Piece) -> Shape {
        Shape::new(Form::Piece { x, y, size, piece }).fill(Ink::Solid)
    }

    /// Fills it.
    #[must_use]
    pub fn fill(mut self, ink: Ink) -> Shape {
        self.fill = Some(ink);
        self
    }

    /// Strokes it.
    #[must_use]
    pub fn stroke(mut self, ink: Ink) -> Shape {
        self.stroke = Some(ink);
        self
    }

    /// The width of its stroke.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Shape {
        self.weight = weight;
        self
    }

    /// Lets a text start or end at its point.
    #[must_use]
    pub fn anchor(mut self, to: Anchor) -> Shape {
        if let Form::Text { anchor, .. } = &mut self.form {
            *anchor = to;
        }
        self
    }

    /// Makes a touch play a move.
    #[must_use]
    pub fn touch(mut self, play: impl Into<String>) -> Shape {
        self.touch = Some(play.into());
        self
    }

    /// Says what it is.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Shape {
        self.label = Some(label.into());
        self
    }

    /// What it offers to a hand, to be filled in.
    fn hand(&mut self) -> &mut Hand {
        self.hand.get_or_insert_default()
    }

    /// Lets a hand do something with it.
    #[must_use]
    pub fn gesture(mut self, gesture: Gesture) -> Shape {
        self.hand().gesture = Some(gesture);
        self
    }

    /// Gives it the name by which the gestures of other shapes speak of it.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Shape {
        self.hand().name = Some(name.into());
        self
    }

    /// Draws a path while a hand is above it.
    #[must_use]
    pub fn reach(mut self, path: Vec<Segment>) -> Shape {
        self.hand().reach = path;
        self
    }

    /// Makes it a part of a layer that a reader switches on and off.
    #[must_use]
    pub fn layer(mut self, layer: &'static str) -> Shape {
        self.hand().layer = Some(layer);
        self
    }

    /// The layer that it belongs to.
    pub fn layer_name(&self) -> Option<&'static str> {
        self.hand.as_ref().and_then(|hand| hand.layer)
    }

    /// What a hand can do with it.
    pub fn offered(&self) -> Option<&Gesture> {
        self.hand.as_ref().and_then(|hand| hand.gesture.as_ref())
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Its name: a file name's stem when a report has several.
    pub name: String,
    /// What it shows, in one sentence: the caption and the text for those who cannot see it.
    pub caption: String,
    /// Left, top, width and height of the sheet in board units.
    pub frame: [f64; 4],
    /// The shapes, the later over the earlier.
    pub shapes: Vec<Shape>,
    /// The same as a whole SVG document that moves by itself, without a script, for whoever can show motion.
    pub moving: Option<String>,
    /// What a hand can do with the sheet as a whole.
    pub gesture: Option<Gesture>,
    /// Whether the question that drew it is cheap enough to be asked again while a hand moves: within 50 milliseconds
    /// at the sizes of its examples.
    pub live: bool,
}

impl Scene {
    /// An empty sheet from the origin.
    pub fn new(name: impl Into<String>, caption: impl Into<String>, width: f64, height: f64) -> Scene {
        Scene::framed(name, caption, [0.0, 0.0, width, height])
    }

    /// An empty sheet anywhere.
    pub fn framed(name: impl Into<String>, caption: impl Into<String>, frame: [f64; 4]) -> Scene {
        let (name, caption) = (name.into(), caption.into());
        Scene { name, caption, frame, shapes: Vec::new(), moving: None, gesture: None, live: false }
    }

    /// Says that its question may be asked again while a hand moves.
    #[must_use]
    pub fn live(mut self) -> Scene {
        self.live = true;
        self
    }

    /// Everything that a hand can do with it besides touching.
    pub fn gestures(&self) -> impl Iterator<Item = &Gesture> {
        self.gesture.iter().chain(self.shapes.iter().filter_map(Shape::offered))
    }

    /// The names of its layers, each once.
    pub fn layers(&self) -> Vec<&'static str> {
        let mut layers = Vec::new();
        for layer in self.shapes.iter().filter_map(Shape::layer_name) {
            if !layers.contains(&layer) {
                layers.push(layer);
            }
        }
        layers
    }

    /// Adds a shape on top.
    pub fn add(&mut self, shape: Shape) -> &mut Self {
        self.shapes.push(shape);
        self
    }

    /// Puts another scene into this one, its frame's corner at that point, at that scale.
    pub fn place(&mut self, other: &Scene, x: f64, y: f64, scale: f64) -> &mut Self {
        let [left, top, ..] = other.frame;
        let at = |px: f64, py: f64| (x + (px - left) * scale, y + (py - top) * scale);
        for shape in &other.shapes {
            let mut shape = shape.clone();
            shape.weight *= scale;
            move_form(&mut shape.form, &at, scale);
            if let Some(hand) = &mut shape.hand {
                move_path(&mut hand.reach, &at);
                if let Some(gesture) = &mut hand.gesture {
                    gesture.placed(x - left * scale, y - top * scale, scale);
                }
            }
            self.shapes.push(shape);
        }
        self
    }
}

fn move_form(form: &mut Form, at: &dyn Fn(f64, f64) -> (f64, f64), scale: f64) {
    match form {
        Form::Rect { x, y, w, h } | Form::Raster { x, y, w, h, .. } => {
            (*x, *y) = at(*x, *y);
            (*w, *h) = (*w * scale, *h * scale);
        }
        Form::Circle { x, y, r } => {
            (*x, *y) = at(*x, *y);
            *r *= scale;
        }
        Form::Line { x1, y1, x2, y2 } => {
            (*x1, *y1) = at(*x1, *y1);
            (*x2, *y2) = at(*x2, *y2);
        }
        Form::Path(segments) => move_path(segments, at),
        Form::Text { x, y, size, .. } | Form::Piece { x, y, size, .. } => {
            (*x, *y) = at(*x, *y);
            *size *= scale;
        }
    }
}

fn move_path(segments: &mut [Segment], at: &dyn Fn(f64, f64) -> (f64, f64)) {
    for segment in segments {
        match segment {
            Segment::Move(x, y) | Segment::Line(x, y) => (*x, *y) = at(*x, *y),
            Segment::Curve(points) => {
                for pair in points.chunks_exact_mut(2) {
                    (pair[0], pair[1]) = at(pair[0], pair[1]);
                }
            }
            Segment::Close => {}
        }
    }
}
