//! Pictures of states: boards as boards, graphs by their drawings.

use super::puzzle::Puzzle;
use engine::graphs::layout::Drawing;
use kit::scene::{Scene, Shape, Workbench};
use kit::{Ink, scene::Segment};

/// The most squares of a board that are drawn.
const MOST_TILES: usize = 4096;
/// The most vertices and arcs of another graph that are drawn.
const MOST_DOTS: usize = 400;
const MOST_LINES: usize = 4000;

/// What a picture shows besides the graph.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks<'a> {
    /// The colours.
    pub state: Option<&'a [u32]>,
    /// How often each cell is clicked.
    pub clicks: Option<&'a [u32]>,
    /// What each cell counts in a sum that no click changes.
    pub weights: Option<&'a [u32]>,
    /// The colours that are wanted, where they are not all 0.
    pub goal: Option<&'a [u32]>,
    /// The letters of the colours.
    pub legend: Option<&'a [char]>,
    /// Whether touching a cell clicks it.
    pub touch: bool,
    /// Whether cells of colour 0 cannot be clicked.
    pub dark: bool,
    /// What a hand may do with the graph.
    pub hands: Option<&'a Workbench<'a>>,
    /// What a touch on a cell asks for, under an answer.
    pub asks: Option<&'a [String]>,
}

/// A picture, unless the graph is too large to be seen.
pub(super) fn picture(puzzle: &Puzzle, name: &str, caption: &str, marks: Marks<'_>) -> Option<Scene> {
    let n = puzzle.order();
    if n == 0 || n > MOST_TILES || puzzle.board.is_none() && (n > MOST_DOTS || puzzle.graph.size() > MOST_LINES) {
        return None;
    }
    let drawing = puzzle.drawing();
    let mut scene = Scene::framed(name, caption, drawing.frame(if drawing.tiled { 0.6 } else { 0.8 }));
    if !drawing.tiled {
        add_lines(&mut scene, puzzle, &drawing, marks.hands);
    }
    for (vertex, &(x, y)) in drawing.places.iter().enumerate() {
        add_cell(&mut scene, puzzle, drawing.tiled, vertex, (x, y), marks);
    }
    if let Some(hands) = marks.hands {
        hands.finish(&mut scene);
    }
    Some(scene)
}

/// The ink of a colour. A letter of the legend that begins the name of an ink has that ink; others have what is left.
fn ink(colour: u32, m: u64, legend: Option<&[char]>) -> Ink {
    match (colour, m) {
        _ if legend.is_some() => letter_inks(legend.unwrap_or_default())[colour as usize],
        (0, _) => Ink::Shade(6),
        (1, 2) => Ink::Accent,
        (c, 3..=9) => Ink::Hue(c as u8 - 1),
        // Beyond nine colours the number in the cell tells them apart; the shade tells how far they are from 0.
        (c, _) => Ink::Shade((10 + u64::from(c) * 45 / m) as u8),
    }
}

/// The inks of a legend's letters: white, red, blue, green, orange, purple or violet, sky or cyan, yellow, black; the
/// others get the inks that no letter names.
fn letter_inks(legend: &[char]) -> Vec<Ink> {
    let named = |letter: &char| match letter.to_ascii_uppercase() {
        'W' => Some(Ink::Shade(6)),
        'K' => Some(Ink::Shade(100)),
        'R' => Some(Ink::Hue(0)),
        'B' => Some(Ink::Hue(1)),
        'G' => Some(Ink::Hue(2)),
        'O' => Some(Ink::Hue(3)),
        'P' | 'V' => Some(Ink::Hue(4)),
        'C' | 'S' => Some(Ink::Hue(5)),
        'Y' => Some(Ink::Hue(6)),
        _ => None,
    };
    let own: Vec<Option<Ink>> = legend.iter().map(named).collect();
    let spare = |ink: &Ink| !own.contains(&Some(*ink));
    let mut left = std::iter::once(Ink::Shade(6)).chain((0..8).map(Ink::Hue)).filter(spare).cycle();
    own.iter().map(|ink| ink.unwrap_or_else(|| left.next().expect("there are more inks than are named"))).collect()
}

fn add_cell(scene: &mut Scene, puzzle: &Puzzle, tiled: bool, vertex: usize, (x, y): (f64, f64), marks: Marks<'_>) {
    let m = puzzle.colours();
    let colour = marks.state.map_or(0, |s| s[vertex]);
    let outline = match tiled {
        true => Shape::rect(x - 0.46, y - 0.46, 0.92, 0.92),
        false => Shape::circle(x, y, 0.45),
    };
    let cell = outline.fill(ink(colour, m, marks.legend)).stroke(Ink::Rule).weight(0.03);
    let mut label = format!("cell {}", puzzle.cell(vertex));
    let colour_text = |colour: u32| match marks.legend {
        Some(letters) => letters[colour as usize].to_string(),
        None => colour.to_string(),
    };
    if marks.state.is_some() {
        label.push_str(&format!(", colour {}", colour_text(colour)));
    }
    let goal = marks.goal.map(|goal| goal[vertex]);
    if let Some(goal) = goal {
        label.push_str(&format!(", wanted {}", colour_text(goal)));
    }
    let clicks = marks.clicks.map_or(0, |t| t[vertex]);
    if clicks > 0 {
        label.push_str(&format!(", clicked {clicks}"));
    }
    let weight = marks.weights.map_or(0, |w| w[vertex]);
    if weight > 0 {
        label.push_str(&format!(", counts {weight} in the sum"));
    }
    scene.add(offering(cell.label(label), puzzle, vertex, marks));
    if weight > 0 {
        add_weight(scene, tiled, (x, y), weight, marks.weights.is_some_and(|w| w.iter().all(|&w| w <= 1)));
    }
    let size = |text: &str| 0.42f64.min(0.9 / text.len() as f64);
    if clicks > 0 {
        scene.add(Shape::circle(x, y, 0.27).fill(Ink::Solid));
        if m > 2 {
            let text = clicks.to_string();
            scene.add(Shape::text(x, y, size(&text).min(0.36), text).fill(Ink::Paper));
        }
    } else if (m > 2 || marks.legend.is_some()) && marks.state.is_some() && marks.clicks.is_none() {
        let text = colour_text(colour);
        scene.add(Shape::text(x, y, size(&text), text));
    }
    if let Some(goal) = goal {
        // What is wanted stands in the lower right corner.
        let text = colour_text(goal);
        scene.add(
            Shape::circle(x + 0.3, y + 0.3, 0.15).fill(ink(goal, m, marks.legend)).stroke(Ink::Solid).weight(0.03),
        );
        scene.add(Shape::text(x + 0.3, y + 0.3, 0.2f64.min(0.4 / text.len() as f64), text));
    }
}

/// The cell with what a hand can do with it.
fn offering(mut cell: Shape, puzzle: &Puzzle, vertex: usize, marks: Marks<'_>) -> Shape {
    let dark = marks.dark && marks.state.is_none_or(|state| state[vertex] == 0);
    if marks.touch && !dark {
        cell = cell.touch(super::play::click_text(puzzle, vertex));
    }
    if let Some(asks) = marks.asks {
        cell = cell.touch(asks[vertex].clone());
    }
    match marks.hands {
        Some(hands) => hands.vertex(cell, vertex),
        None => cell,
    }
}

/// A cell that counts in a sum has a frame, not a dot: nothing is clicked there. How often it counts stands in its
/// corner, unless that is once for all.
fn add_weight(scene: &mut Scene, tiled: bool, (x, y): (f64, f64), weight: u32, once: bool) {
    let frame = match tiled {
        true => Shape::rect(x - 0.39, y - 0.39, 0.78, 0.78),
        false => Shape::circle(x, y, 0.4),
    };
    scene.add(frame.stroke(Ink::Solid).weight(0.1));
    if !once {
        let text = format!("{weight}x");
        scene.add(Shape::rect(x + 0.02, y - 0.5, 0.48, 0.32).fill(Ink::Solid));
        scene.add(Shape::text(x + 0.26, y - 0.34, 0.3f64.min(0.8 / text.len() as f64), text).fill(Ink::Paper));
    }
}

/// Lines between vertices, with an arrow where only one direction is there, and a ring where only some vertices change
/// themselves.
fn add_lines(scene: &mut Scene, puzzle: &Puzzle, drawing: &Drawing, hands: Option<&Workbench<'_>>) {
    let graph = &puzzle.graph;
    let loops = (0..graph.order()).filter(|&v| graph.has_arc(v, v)).count();
    for (a, b) in graph.arcs() {
        let ((x1, y1), (x2, y2)) = (drawing.places[a], drawing.places[b]);
        if a == b {
            if loops < graph.order() {
                scene.add(Shape::circle(x1 + 0.38, y1 - 0.38, 0.2).stroke(Ink::Rule).weight(0.05));
            }
            continue;
        }
        let both = graph.has_arc(b, a);
        if both && a > b {
            continue;
        }
        let line = Shape::line(x1, y1, x2, y2).weight(0.05);
        scene.add(match hands {
            Some(hands) => hands.edge(line, a, b),
            None => line,
        });
        if !both {
            let length = (x2 - x1).hypot(y2 - y1).max(1e-9);
            let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
            let (tx, ty) = (x2 - 0.47 * dx, y2 - 0.47 * dy);
            let wing = |side: f64| (tx - 0.3 * dx + side * 0.13 * dy, ty - 0.3 * dy - side * 0.13 * dx);
            let (left, right) = (wing(1.0), wing(-1.0));
            let path = vec![
                Segment::Move(tx, ty),
                Segment::Line(left.0, left.1),
                Segment::Line(right.0, right.1),
                Segment::Close,
            ];
            scene.add(Shape::new(kit::scene::Form::Path(path)).fill(Ink::Solid));
        }
    }
}
