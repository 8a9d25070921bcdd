//! Pictures of curves through points: a sheet of ten by ten board units with its window on the plane.

use super::fit::Kind;
use super::shape::Shape as Measures;
use kit::scene::{Anchor, Form, Segment};
use kit::{Ink, Scene, Shape};

/// The side of every sheet in board units.
pub const SHEET: f64 = 10.0;

/// A square window on the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its middle.
    pub middle: [f64; 2],
    /// Half its side.
    pub half: f64,
}

impl Window {
    /// The least square window around these points with a margin of that share of its half side.
    pub fn around(points: impl IntoIterator<Item = [f64; 2]>, margin: f64) -> Window {
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for axis in 0..2 {
                least[axis] = least[axis].min(point[axis]);
                most[axis] = most[axis].max(point[axis]);
            }
        }
        let middle = [0, 1].map(|axis| least[axis] / 2.0 + most[axis] / 2.0);
        let half = (0..2).map(|axis| most[axis] / 2.0 - least[axis] / 2.0).fold(0.0, f64::max);
        let floor = middle[0].abs().max(middle[1].abs()).max(1e-300) * 1e-9;
        Window { middle, half: (half * (1.0 + margin)).max(floor) }
    }

    /// Board units of a point of the plane; the plane's y runs upward.
    pub fn place(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let scale = SHEET / (2.0 * self.half);
        (SHEET / 2.0 + (x - self.middle[0]) * scale, SHEET / 2.0 - (y - self.middle[1]) * scale)
    }

    /// The point of the plane at board units.
    pub fn point(&self, x: f64, y: f64) -> [f64; 2] {
        let scale = 2.0 * self.half / SHEET;
        [self.middle[0] + (x - SHEET / 2.0) * scale, self.middle[1] - (y - SHEET / 2.0) * scale]
    }

    fn holds(&self, [x, y]: [f64; 2], margin: f64) -> bool {
        (x - self.middle[0]).abs() <= self.half * margin && (y - self.middle[1]).abs() <= self.half * margin
    }
}

/// The window for a conic: around the points, and around a whole ellipse that is not much larger than they are.
pub fn conic_window(points: &[[f64; 2]], measures: &Measures, kind: Kind) -> Window {
    let near = Window::around(points.iter().copied(), 0.35);
    let mut seen: Vec<[f64; 2]> = points.to_vec();
    match kind {
        Kind::Ellipse | Kind::Circle => seen.extend(parametric(kind, measures, &near).into_iter().flatten()),
        Kind::Hyperbola => seen.extend(measures.centre.into_iter().chain(measures.foci.iter().copied())),
        Kind::Parabola => seen.extend(measures.vertex.into_iter().chain(measures.foci.iter().copied())),
        Kind::CrossingLines => seen.extend(measures.centre),
        Kind::ParallelLines | Kind::OneLine => {}
    }
    let whole = Window::around(seen, 0.2);
    if whole.half <= 3.0 * near.half { whole } else { near }
}

/// The curve as chains of points, dense where the window sees it.
pub fn parametric(kind: Kind, measures: &Measures, window: &Window) -> Vec<Vec<[f64; 2]>> {
    let turn = |origin: [f64; 2], angle: f64, u: f64, v: f64| {
        let (sin, cos) = angle.sin_cos();
        [origin[0] + u * cos - v * sin, origin[1] + u * sin + v * cos]
    };
    let steps = 720;
    match (kind, measures.centre, measures.axes) {
        (Kind::Ellipse | Kind::Circle, Some(centre), Some([a, b])) => {
            let angle = measures.angle.unwrap_or(0.0);
            let at = |k: usize| {
                let t = std::f64::consts::TAU * k as f64 / steps as f64;
                turn(centre, angle, a * t.cos(), b * t.sin())
            };
            vec![(0..=steps).map(at).collect()]
        }
        (Kind::Hyperbola, Some(centre), Some([a, b])) => {
            let angle = measures.angle.unwrap_or(0.0);
            let reach = (centre[0] - window.middle[0]).hypot(centre[1] - window.middle[1]) + 2.0 * window.half;
            // x = a cosh t and y = b sinh t leave the window beyond this t.
            let last = (2.0 * reach / a.min(b)).max(1.0).ln() + 1.0;
            let branch = |side: f64| {
                let at = |k: i32| {
                    let t = last * f64::from(k) / steps as f64;
                    turn(centre, angle, side * a * t.cosh(), b * t.sinh())
                };
                (-(steps as i32)..=steps as i32).map(at).collect()
            };
            vec![branch(1.0), branch(-1.0)]
        }
        (Kind::Parabola, ..) => {
            let (Some(vertex), Some(f), Some(angle)) = (measures.vertex, measures.focal, measures.angle) else {
                return Vec::new();
            };
            let reach = (vertex[0] - window.middle[0]).hypot(vertex[1] - window.middle[1]) + 2.0 * window.half;
            let last = (4.0 * f * reach).sqrt().max(reach.min(4.0 * f));
            let at = |k: i32| {
                let v = last * f64::from(k) / steps as f64;
                turn(vertex, angle, v * v / (4.0 * f), v)
            };
            vec![(-(steps as i32)..=steps as i32).map(at).collect()]
        }
        _ => Vec::new(),
    }
}

/// An empty sheet with its border and the axes of the plane if they pass through the window.
pub fn sheet(name: &str, caption: impl Into<String>, window: &Window) -> Scene {
    let mut scene = Scene::new(name, caption, SHEET, SHEET);
    let (x, y) = window.place([0.0, 0.0]);
    if x > 0.0 && x < SHEET {
        scene.add(Shape::line(x, 0.0, x, SHEET).weight(0.02));
    }
    if y > 0.0 && y < SHEET {
        scene.add(Shape::line(0.0, y, SHEET, y).weight(0.02));
    }
    scene.add(Shape::rect(0.0, 0.0, SHEET, SHEET).stroke(Ink::Rule).weight(0.04));
    scene
}

/// Adds a chain of points of the plane; it breaks where it leaves the window.
pub fn add_chain(scene: &mut Scene, window: &Window, chain: &[[f64; 2]], ink: Ink, weight: f64) {
    let mut path: Vec<Segment> = Vec::new();
    let mut drawn = false;
    for pair in chain.windows(2) {
        let Some((from, to)) = clip(window, pair[0], pair[1]) else {
            drawn = false;
            continue;
        };
        let ((x, y), (u, v)) = (window.place(from), window.place(to));
        if !drawn {
            path.push(Segment::Move(x, y));
        }
        path.push(Segment::Line(u, v));
        drawn = to == pair[1];
    }
    if !path.is_empty() {
        scene.add(Shape::new(Form::Path(path)).stroke(ink).weight(weight));
    }
}

/// The part of a stretch inside the window, by Liang and Barsky.
pub fn clip(window: &Window, from: [f64; 2], to: [f64; 2]) -> Option<([f64; 2], [f64; 2])> {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let step = to[axis] - from[axis];
        let [low, high] = [window.middle[axis] - window.half, window.middle[axis] + window.half];
        for (distance, speed) in [(low - from[axis], step), (from[axis] - high, -step)] {
            if speed == 0.0 {
                if distance > 0.0 {
                    return None;
                }
            } else if speed > 0.0 {
                enter = enter.max(distance / speed);
            } else {
                leave = leave.min(distance / speed);
            }
        }
    }
    let at = |t: f64| [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    (enter < leave).then(|| (at(enter), if leave == 1.0 { to } else { at(leave) }))
}

/// Adds the line through two points, from edge to edge.
pub fn add_line(scene: &mut Scene, window: &Window, p: [f64; 2], q: [f64; 2], ink: Ink, weight: f64) {
    let length = (q[0] - p[0]).hypot(q[1] - p[1]);
    if length == 0.0 {
        return;
    }
    let far = 8.0 * window.half / length;
    let at = |t: f64| [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
    add_chain(scene, window, &[at(-far), at(far)], ink, weight);
}

/// Adds numbered points, each number on the side where it is farthest from what is drawn already.
pub fn add_points(scene: &mut Scene, window: &Window, points: &[[f64; 2]]) {
    let places: Vec<(f64, f64)> = points.iter().map(|&p| window.place(p)).collect();
    let mut drawn = stretches(scene);
    drawn.extend(places.iter().map(|&p| [p, p]));
    for (index, (&(x, y), &point)) in places.iter().zip(points).enumerate() {
        let label = format!("point {} at {}, {}", index + 1, point[0], point[1]);
        scene.add(Shape::circle(x, y, 0.13).fill(Ink::Accent).label(label));
        // Of sixteen directions those that stay on the sheet.
        let around = (0..16).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 16.0).sin_cos();
            (x + 0.42 * cos, y - 0.42 * sin)
        });
        let inside = around.filter(|&(u, v)| u > 0.3 && u < SHEET - 0.3 && v > 0.3 && v < SHEET - 0.3);
        let room = |p: &(f64, f64)| drawn.iter().map(|s| distance(*p, *s)).fold(9.0, f64::min);
        // A direction must be better by a hair to be taken instead of an earlier one, so that rounding does not choose.
        let best = inside.fold(None, |best: Option<((f64, f64), f64)>, p| match best {
            Some((_, most)) if room(&p) < most + 1e-6 => best,
            _ => Some((p, room(&p))),
        });
        let (u, v) = best.map_or((x + 0.3, y - 0.3), |(p, _)| p);
        scene.add(Shape::text(u, v, 0.42, (index + 1).to_string()));
        drawn.push([(u - 0.1, v), (u + 0.1, v)]);
    }
}

/// A stretch between two places of the sheet.
type Stretch = [(f64, f64); 2];

/// The stretches that the lines and paths of a scene consist of.
fn stretches(scene: &Scene) -> Vec<Stretch> {
    let mut all = Vec::new();
    for shape in &scene.shapes {
        match &shape.form {
            Form::Line { x1, y1, x2, y2 } => all.push([(*x1, *y1), (*x2, *y2)]),
            Form::Circle { x, y, .. } => all.push([(*x, *y), (*x, *y)]),
            Form::Path(segments) => {
                let mut pen = None;
                for segment in segments {
                    let end = match *segment {
                        Segment::Move(x, y) => {
                            pen = None;
                            Some((x, y))
                        }
                        Segment::Line(x, y) => Some((x, y)),
                        _ => None,
                    };
                    all.extend(pen.zip(end).map(|(from, to)| [from, to]));
                    pen = end;
                }
            }
            _ => {}
        }
    }
    all
}

fn distance((x, y): (f64, f64), [(x1, y1), (x2, y2)]: Stretch) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let square = dx * dx + dy * dy;
    let t = if square == 0.0 { 0.0 } else { (((x - x1) * dx + (y - y1) * dy) / square).clamp(0.0, 1.0) };
    (x - x1 - t * dx).hypot(y - y1 - t * dy)
}

/// Adds the centre and the foci that are in sight.
pub fn add_marks(scene: &mut Scene, window: &Window, measures: &Measures) {
    for &focus in measures.foci.iter().filter(|&&f| window.holds(f, 0.97)) {
        let (x, y) = window.place(focus);
        scene.add(Shape::circle(x, y, 0.09).stroke(Ink::Solid).weight(0.04).label("focus"));
    }
    if let Some(centre) = measures.centre.filter(|&c| window.holds(c, 0.97)) {
        let (x, y) = window.place(centre);
        for (dx, dy) in [(0.1, 0.0), (0.0, 0.1)] {
            scene.add(Shape::line(x - dx, y - dy, x + dx, y + dy).stroke(Ink::Solid).weight(0.04));
        }
    }
}

/// Adds a line of text below the sheet.
pub fn add_foot(scene: &mut Scene, text: impl Into<String>) {
    let text: String = text.into();
    let size = (1.7 * SHEET / text.chars().count().max(1) as f64).min(0.45);
    scene.frame[3] = SHEET + 0.8;
    scene.add(Shape::text(0.1, SHEET + 0.42, size, text).anchor(Anchor::Start));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_places_and_finds_points() {
        let window = Window::around([[0.0, 0.0], [2.0, 1.0]], 0.0);
        assert_eq!(window.place([0.0, 0.5]), (0.0, 5.0));
        let [x, y] = window.point(0.0, 5.0);
        assert!((x, y) == (0.0, 0.5));
    }

    #[test]
    fn numbers_keep_off_the_curve() {
        let window = Window { middle: [0.0, 0.0], half: 1.0 };
        let mut scene = sheet("test", "a circle", &window);
        let circle: Vec<[f64; 2]> =
            (0..=90).map(|k| f64::from(k) * 4f64.to_radians()).map(|t| [0.7 * t.cos(), 0.7 * t.sin()]).collect();
        add_chain(&mut scene, &window, &circle, Ink::Solid, 0.07);
        let drawn = stretches(&scene);
        let points: Vec<[f64; 2]> = circle.iter().copied().step_by(11).take(5).collect();
        add_points(&mut scene, &window, &points);
        let mut numbers = 0;
        for shape in &scene.shapes {
            if let Form::Text { x, y, .. } = shape.form {
                numbers += 1;
                assert!(drawn.iter().all(|&s| distance((x, y), s) > 0.25), "a number at {x}, {y}");
            }
        }
        assert_eq!(numbers, 5);
    }

    #[test]
    fn a_stretch_is_cut_at_the_window() {
        let window = Window { middle: [0.0, 0.0], half: 1.0 };
        assert_eq!(clip(&window, [-2.0, 0.0], [2.0, 0.0]), Some(([-1.0, 0.0], [1.0, 0.0])));
        assert_eq!(clip(&window, [-2.0, 3.0], [2.0, 3.0]), None);
    }
}
