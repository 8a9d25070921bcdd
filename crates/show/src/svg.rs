//! Scene -> SVG: one file that is right on light and on dark paper, with moves and labels for whoever embeds it.

use crate::ground::Grounds;
use crate::palette::Letter;
use crate::{palette, pieces, raster};
use kit::scene::{Act, Anchor, Form, Gesture, Hand, Ink, Segment};
use kit::{Scene, Shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The longest side of a picture, and the side of a unit square when the board is small.
const SHEET: f64 = 640.0;
const UNIT: f64 = 56.0;
/// The margin around the frame, in pixels.
pub(crate) const MARGIN: f64 = 12.0;

/// The scene as a whole SVG document; one that moves if the scene does.
pub fn svg(scene: &Scene) -> String {
    scene.moving.clone().unwrap_or_else(|| still(scene))
}

/// The scene as a whole SVG document without motion.
pub fn still(scene: &Scene) -> String {
    drawn(scene, false, |out, _, [width, height]| {
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"'Noto Sans', 'DejaVu Sans', Arial, sans-serif\">",
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&scene.caption));
        let _ = writeln!(out, "<style>{}</style>", style(scene));
        let _ = writeln!(
            out,
            "<rect class=\"f-paper\" fill=\"{}\" width=\"{width}\" height=\"{height}\"/>",
            palette::hex(palette::colour(Ink::Paper, false)),
        );
    })
}

/// The scene with what stands before its shapes.
fn drawn(scene: &Scene, in_page: bool, begin: impl FnOnce(&mut String, &Pen, [String; 2])) -> String {
    let pen = Pen::of(scene, in_page);
    let mut out = String::new();
    begin(&mut out, &pen, pen.size(scene));
    pen.draw_all(&mut out, scene);
    out.push_str("</svg>\n");
    out
}

/// The scene as a part of a page: without a style of its own, since a strict page forbids one (it takes [`stylesheet`]
/// instead), on the page's own paper, and with a role and a name for every shape that can be touched or has a label.
///
/// What a hand can do stands in data attributes: `data-act` what, `data-says` the text to fill, `data-origin` and
/// `data-step` what is said of a pixel, `data-part` the pixels that a window is about; `data-name` how others speak of
/// the shape, `data-reach` the path to draw when a hand is above it, `data-layer` what switches it on.
pub fn inline(scene: &Scene) -> String {
    drawn(scene, true, |out, pen, [width, height]| {
        let _ = writeln!(
            out,
            "<svg class=\"scene\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"group\" aria-label=\"{}\"{}>",
            escape(&scene.caption),
            scene.gesture.as_ref().map_or(String::new(), |gesture| pen.offer(gesture) + &pen.part(scene))
        );
    })
}

/// What turns the inks of [`inline`] pictures on dark paper: when the person's system is dark and the root element does
/// not say `data-theme="light"`, and when it says `data-theme="dark"`. What is printed is on light paper.
pub fn stylesheet() -> String {
    let rules = |root: &str| -> String {
        let turn = |ink: Ink| {
            let (name, dark) = (palette::name(ink), palette::hex(palette::colour(ink, true)));
            let letter = letter_rule(Letter::Own(ink));
            format!("{root} .f-{name}{{fill:{dark}}}\n{root} .s-{name}{{stroke:{dark}}}\n{root} {letter}\n")
        };
        let plain = [Letter::Black, Letter::White].map(|letter| format!("{root} {}\n", letter_rule(letter)));
        palette::all().map(turn).chain(plain).collect()
    };
    format!(
        "@media screen and (prefers-color-scheme:dark){{\n{}}}\n@media screen{{\n{}}}\n",
        rules(":root:not([data-theme=light])"),
        rules(":root[data-theme=dark]")
    )
}

fn letter_rule(letter: Letter) -> String {
    format!(".t-{}{{fill:{}}}", letter.name(), palette::hex(letter.colour(true)))
}

/// Dark paper turns every ink that is used; light is the attribute itself, so that a reader without style sheets sees
/// it right.
fn style(scene: &Scene) -> String {
    let mut rules = BTreeSet::from([format!(".f-paper{{fill:{}}}", palette::hex(palette::colour(Ink::Paper, true)))]);
    let grounds = Grounds::of(scene);
    for (index, shape) in scene.shapes.iter().enumerate().filter(|(_, shape)| shape.layer_name().is_none()) {
        let fill = match (&shape.form, shape.fill) {
            (Form::Text { .. }, Some(ink)) => Some(letter_rule(Letter::on(ink, grounds.ink(index), true))),
            (_, fill) => fill.map(|ink| turned("f", "fill", ink)),
        };
        rules.extend(fill.into_iter().chain(shape.stroke.map(|ink| turned("s", "stroke", ink))));
    }
    let rules: String = rules.into_iter().collect();
    format!("[data-move]{{cursor:pointer}}@media (prefers-color-scheme:dark){{{rules}}}")
}

fn turned(letter: &str, property: &str, ink: Ink) -> String {
    let dark = palette::hex(palette::colour(ink, true));
    format!(".{letter}-{}{{{property}:{dark}}}", palette::name(ink))
}

/// Board units to pixels.
pub(crate) struct Pen {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) scale: f64,
    /// Whether the shapes become part of a page.
    page: bool,
}

impl Pen {
    pub(crate) fn of(scene: &Scene, page: bool) -> Pen {
        let [left, top, w, h] = scene.frame;
        let scale = (SHEET / w.max(h).max(1e-9)).min(UNIT.max(SHEET / 12.0 / w.max(h).max(1.0)));
        // A drawing whose whole frame is a unit or two is not a board of squares: it fills the sheet.
        let scale = if w.max(h) < 3.0 { SHEET / w.max(h).max(1e-9) } else { scale };
        Pen { left, top, scale, page }
    }

    /// Width and height in pixels, the margin included.
    fn size(&self, scene: &Scene) -> [String; 2] {
        let [_, _, w, h] = scene.frame;
        [number(w * self.scale + 2.0 * MARGIN), number(h * self.scale + 2.0 * MARGIN)]
    }

    fn x(&self, x: f64) -> String {
        number((x - self.left) * self.scale + MARGIN)
    }

    fn y(&self, y: f64) -> String {
        number((y - self.top) * self.scale + MARGIN)
    }

    fn length(&self, length: f64) -> String {
        number(length * self.scale)
    }

    fn draw_all(&self, out: &mut String, scene: &Scene) {
        let grounds = Grounds::of(scene);
        for (index, shape) in scene.shapes.iter().enumerate().filter(|(_, s)| self.page || s.layer_name().is_none()) {
            self.draw(out, shape, grounds.under(index));
        }
    }

    /// `ground` is what a text is written on.
    fn draw(&self, out: &mut String, shape: &Shape, ground: Option<&Shape>) {
        let body = self.body(shape);
        let inner = match (&shape.label, &shape.form) {
            (Some(label), Form::Text { text, .. }) => {
                format!("<title>{}</title>{}</text>", escape(label), escape(text))
            }
            (None, Form::Text { text, .. }) => format!("{}</text>", escape(text)),
            (Some(label), form) => format!("<title>{}</title></{}>", escape(label), tag(form)),
            (None, _) => String::new(),
        };
        // On a page the letters of a button are a part of it, not a second one.
        let part = self.page && shape.touch.is_some() && ground.is_some_and(|ground| ground.touch == shape.touch);
        let touched = shape.touch.as_ref().filter(|_| !part);
        let mut touch = touched.map_or(String::new(), |m| format!(" data-move=\"{}\"", escape(m)));
        if self.page {
            touch.push_str(&shape.hand.as_ref().map_or(String::new(), |hand| self.hand(hand)));
            let handy = touched.is_some() || shape.offered().is_some();
            let role = if handy { "button\" tabindex=\"-1" } else { "img" };
            if let Some(name) = shape.label.as_ref().or(touched) {
                let _ = write!(touch, " role=\"{role}\" aria-label=\"{}\"", escape(name));
            }
        }
        let close = if inner.is_empty() { "/>" } else { ">" };
        let ground = ground.and_then(|ground| ground.fill).unwrap_or(Ink::Paper);
        let _ = writeln!(out, "<{body}{}{touch}{close}{inner}", self.inks(shape, ground));
    }

    /// What a page needs to know of a shape that a hand can use.
    fn hand(&self, hand: &Hand) -> String {
        let mut out = hand.gesture.as_ref().map_or(String::new(), |gesture| self.offer(gesture));
        if let Some(name) = &hand.name {
            let _ = write!(out, " data-name=\"{}\"", escape(name));
        }
        if !hand.reach.is_empty() {
            let _ = write!(out, " data-reach=\"{}\"", self.path(&hand.reach, |p| p));
        }
        if let Some(layer) = hand.layer {
            let _ = write!(out, " data-layer=\"{}\"", escape(layer));
        }
        out
    }

    /// The part of a picture that a gesture of the whole sheet is about: what lies before the first point is margin.
    fn part(&self, scene: &Scene) -> String {
        if scene.gesture.as_ref().is_none_or(|gesture| gesture.act != Act::Window) {
            return String::new();
        }
        let [left, top, width, height] = scene.frame;
        let [right, low] = [self.x(left + width), self.y(top + height)];
        format!(" data-part=\"{} {} {right} {low}\"", self.x(left.max(0.0)), self.y(top.max(0.0)))
    }

    /// A gesture, with its coordinates for the pixels of the picture.
    fn offer(&self, gesture: &Gesture) -> String {
        let [x, y] = gesture.point([self.left - MARGIN / self.scale, self.top - MARGIN / self.scale]);
        let [dx, dy] = gesture.step.map(|step| step / self.scale);
        let onto = gesture.onto.as_ref().map_or(String::new(), |text| format!(" data-onto=\"{}\"", escape(text)));
        format!(
            " data-act=\"{}\" data-says=\"{}\"{onto} data-origin=\"{x:e} {y:e}\" data-step=\"{dx:e} {dy:e}\"",
            gesture.act.name(),
            escape(&gesture.says)
        )
    }

    fn body(&self, shape: &Shape) -> String {
        match &shape.form {
            Form::Rect { x, y, w, h } => {
                let [x, y, w, h] = [self.x(*x), self.y(*y), self.length(*w), self.length(*h)];
                format!("rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
            }
            Form::Raster { x, y, w, h, columns, degrees } => {
                // The image is the mask of a rectangle, whose ink the paper turns as it turns any other.
                let image = raster::data_url(*columns, degrees);
                let id = raster::name_of(&image);
                let sides = [self.x(*x), self.y(*y), self.length(*w), self.length(*h)];
                let [x, y, w, h] = sides.map(|side| escape(&side));
                format!(
                    "mask id=\"{id}\"><image href=\"{image}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" \
                     preserveAspectRatio=\"none\" image-rendering=\"pixelated\"/></mask>\n<rect mask=\"url(#{id})\" x=\"{x}\" \
                     y=\"{y}\" width=\"{w}\" height=\"{h}\""
                )
            }
            Form::Circle { x, y, r } => {
                format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", self.x(*x), self.y(*y), self.length(*r))
            }
            Form::Line { x1, y1, x2, y2 } => {
                let [x1, y1, x2, y2] = [self.x(*x1), self.y(*y1), self.x(*x2), self.y(*y2)];
                format!("line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke-linecap=\"round\"")
            }
            Form::Path(segments) => format!("path d=\"{}\" stroke-linejoin=\"round\"", self.path(segments, |p| p)),
            Form::Text { x, y, size, anchor, .. } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                // A letter's middle is about 0.36 of its size above the base line; not every reader knows
                // dominant-baseline.
                let base = self.y(y + 0.36 * size);
                format!(
                    "text x=\"{}\" y=\"{base}\" font-size=\"{}\" text-anchor=\"{anchor}\"",
                    self.x(*x),
                    self.length(*size)
                )
            }
            Form::Piece { x, y, size, piece } => {
                let place = |(px, py): (f64, f64)| (x + px * size, y + py * size);
                format!("path d=\"{}\"", self.path(pieces::outline(*piece), place))
            }
        }
    }

    fn path(&self, segments: &[Segment], place: impl Fn((f64, f64)) -> (f64, f64)) -> String {
        let at = |x: f64, y: f64| {
            let (x, y) = place((x, y));
            format!("{} {}", self.x(x), self.y(y))
        };
        let word = |segment: &Segment| match *segment {
            Segment::Move(x, y) => format!("M{}", at(x, y)),
            Segment::Line(x, y) => format!("L{}", at(x, y)),
            Segment::Curve([a, b, c, d, x, y]) => format!("C{} {} {}", at(a, b), at(c, d), at(x, y)),
            Segment::Close => "Z".to_string(),
        };
        segments.iter().map(word).collect()
    }

    fn inks(&self, shape: &Shape, ground: Ink) -> String {
        let mut classes = Vec::new();
        let mut out = String::new();
        match shape.fill {
            Some(ink) if matches!(shape.form, Form::Text { .. }) => {
                let [light, dark] = [false, true].map(|dark| Letter::on(ink, ground, dark));
                classes.push(format!("t-{}", dark.name()));
                let _ = write!(out, " fill=\"{}\"", palette::hex(light.colour(false)));
            }
            Some(ink) => {
                classes.push(format!("f-{}", palette::name(ink)));
                let _ = write!(out, " fill=\"{}\"", palette::hex(palette::colour(ink, false)));
            }
            None => out.push_str(" fill=\"none\""),
        }
        if let Some(ink) = shape.stroke {
            classes.push(format!("s-{}", palette::name(ink)));
            let colour = palette::hex(palette::colour(ink, false));
            // A hair line is still a line: nothing thinner than three quarters of a pixel.
            let width = number((shape.weight * self.scale).max(0.75));
            let _ = write!(out, " stroke=\"{colour}\" stroke-width=\"{width}\"");
        }
        match classes.is_empty() {
            true => out,
            false => format!(" class=\"{}\"{out}", classes.join(" ")),
        }
    }
}

fn tag(form: &Form) -> &'static str {
    match form {
        Form::Rect { .. } | Form::Raster { .. } => "rect",
        Form::Circle { .. } => "circle",
        Form::Line { .. } => "line",
        Form::Path(_) | Form::Piece { .. } => "path",
        Form::Text { .. } => "text",
    }
}

/// Two decimals at most, no trailing zeros, no negative zero: the same text on every machine.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// The text as it stands between tags. Control characters are written out: a picture with one is no XML.
pub(crate) fn escape(text: &str) -> String {
    kit::say::printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::scene::Piece;

    #[test]
    fn control_characters_are_written_out() {
        let mut scene = Scene::new("board", "a \u{1b}[31m board", 4.0, 4.0);
        scene.add(Shape::text(1.5, 0.5, 0.5, "\u{9b}2J\u{0}"));
        let drawn = svg(&scene);
        assert!(drawn.contains("a \\u{1b}[31m board") && drawn.contains("\\u{9b}2J\\u{0}"), "{drawn}");
        assert!(!drawn.contains(|c: char| c.is_control() && c != '\n'), "{drawn:?}");
    }

    #[test]
    fn a_scene_becomes_well_formed_text() {
        let mut scene = Scene::new("board", "a <small> board", 4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Shade(30)).touch("a1").label("square a1"));
        scene.add(Shape::piece(0.5, 0.5, 0.8, Piece::Queen));
        scene.add(Shape::text(1.5, 0.5, 0.5, "3 & 4"));
        let text = svg(&scene);
        kit::trial::says(
            &text,
            &["a &lt;small&gt; board", "data-move=\"a1\"", "<title>square a1</title></rect>", "3 &amp; 4</text>"],
        );
        assert_eq!(text.matches('<').count(), text.matches('>').count());
    }

    #[test]
    fn a_part_of_a_page_has_no_style_and_names_what_can_be_touched() {
        let mut scene = Scene::new("board", "a board", 4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Shade(30)).touch("a1").label("square a1, free"));
        scene.add(Shape::rect(1.0, 0.0, 1.0, 1.0).fill(Ink::Solid).touch("b1"));
        let text = inline(&scene);
        for part in
            ["data-move=\"a1\" role=\"button\" tabindex=\"-1\" aria-label=\"square a1, free\"", "aria-label=\"b1\""]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("<style"));
        let sheet = stylesheet();
        assert!(sheet.contains(".f-shade30{") && sheet.contains("[data-theme=dark] .s-solid{"));
    }

    #[test]
    fn a_letter_is_written_so_that_it_can_be_read_on_what_lies_under_it() {
        let mut scene = Scene::new("board", "a board", 4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Accent).touch("a1"));
        let mut letter = Shape::text(0.5, 0.5, 0.5, "0");
        letter.touch = Some("a1".to_string());
        scene.add(letter);
        scene.add(Shape::text(2.5, 0.5, 0.5, "1").fill(Ink::Faint));
        let text = inline(&scene);
        // On the accent: white on light paper, black on dark paper; on paper its own ink.
        assert!(text.contains("class=\"t-black\" fill=\"#ffffff\">0</text>"), "{text}");
        assert!(text.contains("class=\"t-faint\""), "{text}");
        assert_eq!(text.matches("role=\"button\"").count(), 1, "{text}");
        assert!(svg(&scene).contains(".t-black{fill:#000000}"));
        assert!(stylesheet().contains("[data-theme=dark] .t-black{") && stylesheet().contains(".f-hue7{"));
    }

    #[test]
    fn what_a_hand_can_do_is_written_for_pages_and_layers_only_there() {
        use kit::scene::Act;
        let mut scene = Scene::new("sheet", "a sheet", 10.0, 10.0);
        let drag = Gesture::new(Act::Drag, "\"p\" to {x},{y}").scaled([1.0, 2.0], [0.5, -0.5]).onto("p joins {onto}");
        scene.add(Shape::circle(4.0, 6.0, 0.2).fill(Ink::Accent).label("p").gesture(drag).named("p"));
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Ink::Shade(30)).layer("counts"));
        let line = vec![Segment::Move(0.0, 0.0), Segment::Line(1.0, 1.0)];
        scene.add(Shape::rect(1.0, 0.0, 1.0, 1.0).fill(Ink::Paper).touch("a").reach(line));
        let (text, plain) = (inline(&scene), svg(&scene));
        kit::trial::says(
            &text,
            &[
                "data-act=\"drag\" data-says=\"&quot;p&quot; to {x},{y}\" data-onto=\"p joins {onto}\"",
                "data-name=\"p\" role=\"button\" tabindex=\"-1\" aria-label=\"p\"",
                "data-layer=\"counts\"",
                "data-reach=\"M12 12L68 68\"",
            ],
        );
        assert!(!plain.contains("data-act") && !plain.contains("data-layer") && !plain.contains("f-shade30"));
        // What is said of the pixel where the point lies is what is said of the point.
        let numbers = |name: &str| -> Vec<f64> {
            let rest = text.split_once(&format!("{name}=\"")).unwrap().1;
            rest.split_once('"').unwrap().0.split(' ').map(|n| n.parse().unwrap()).collect()
        };
        let (origin, step, scale) = (numbers("data-origin"), numbers("data-step"), UNIT);
        let pixel = [MARGIN + 4.0 * scale, MARGIN + 6.0 * scale];
        let said = [0, 1].map(|axis| origin[axis] + step[axis] * pixel[axis]);
        assert!((said[0] - 3.0).abs() < 1e-9 && (said[1] + 1.0).abs() < 1e-9, "{said:?}");
    }

    #[test]
    fn numbers_are_short_and_never_negative_zero() {
        assert_eq!([number(-0.001), number(12.50), number(3.0)], ["0", "12.5", "3"]);
    }
}
