//! Graphs with their labels as pictures.

use engine::graphs::Digraph;
use engine::graphs::layout::{Drawing, layout};
use kit::scene::{Act, Form, Gesture, Workbench};
use kit::{Ink, Scene, Shape};

/// The most vertices that are drawn.
pub(super) const MOST_DRAWN: usize = 64;

const RADIUS: f64 = 0.62;
/// What is left around the middles of the outermost vertices.
pub(super) const MARGIN: f64 = RADIUS + 0.4;

/// Places for the vertices, far enough apart for circles with labels.
pub(super) fn places(graph: &Digraph, known: Option<&Drawing>) -> Drawing {
    let drawing = match known {
        Some(drawing) if !drawing.tiled => drawing.clone(),
        _ => layout(graph),
    };
    let p = &drawing.places;
    let pairs = (0..p.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let nearest = pairs.map(|(i, j)| (p[i].0 - p[j].0).hypot(p[i].1 - p[j].1)).fold(f64::MAX, f64::min);
    // Where the layout has crowded two vertices, spreading everything would only shrink the rest: at most threefold.
    let scale = if nearest < 1.6 { (1.6 / nearest).min(3.0) } else { 1.0 };
    Drawing::dots(p.iter().map(|&(x, y)| (x * scale, y * scale)).collect())
}

/// How a vertex looks.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    /// Its label, if it has one.
    pub(super) label: Option<u32>,
    /// Whether something is wrong there.
    pub(super) wrong: bool,
    /// The move that a touch plays.
    pub(super) touch: Option<String>,
}

/// A label in so many binary digits.
pub(super) fn binary(label: u32, bits: u32) -> String {
    (0..bits).rev().map(|b| if label >> b & 1 == 1 { '1' } else { '0' }).collect()
}

/// The graph with its vertices marked.
pub(super) fn scene(name: &str, caption: &str, graph: &Digraph, drawing: &Drawing, marks: &[Mark], bits: u32) -> Scene {
    handed((name, caption), graph, drawing, marks, bits, None)
}

/// The same for a hand to change the graph.
pub(super) fn handed(
    (name, caption): (&str, &str),
    graph: &Digraph,
    drawing: &Drawing,
    marks: &[Mark],
    bits: u32,
    hands: Option<&Workbench<'_>>,
) -> Scene {
    let mut scene = Scene::framed(name, caption, drawing.frame(MARGIN));
    for (a, b) in graph.edges() {
        let ((x1, y1), (x2, y2)) = (drawing.places[a], drawing.places[b]);
        let line = Shape::line(x1, y1, x2, y2).weight(0.06);
        scene.add(match hands {
            Some(hands) => hands.edge(line, a, b),
            None => line,
        });
    }
    let size = (2.0 * RADIUS / (0.62 * f64::from(bits.max(1)))).min(0.52);
    for (v, mark) in marks.iter().enumerate() {
        let (x, y) = drawing.places[v];
        let text = mark.label.map_or_else(|| format!("{}", v + 1), |label| binary(label, bits));
        let said = match mark.label {
            Some(_) => format!("vertex {} has label {text}", v + 1),
            None => format!("vertex {} without label", v + 1),
        };
        let ink = if mark.wrong {
            Ink::Warn
        } else if mark.label.is_some() {
            Ink::Solid
        } else {
            Ink::Faint
        };
        let mut circle = Shape::circle(x, y, RADIUS)
            .fill(Ink::Paper)
            .stroke(ink)
            .weight(if mark.wrong { 0.12 } else { 0.06 })
            .label(said);
        circle.touch = mark.touch.clone();
        scene.add(match hands {
            Some(hands) => hands.vertex(circle, v),
            None => circle,
        });
        // The circle under them is what is touched.
        scene.add(Shape::text(x, y, size, text).fill(ink));
    }
    if let Some(hands) = hands {
        hands.finish(&mut scene);
    }
    scene
}

/// The labels below the graph, to be dragged onto its vertices; those in use are grey and stay.
pub(super) fn add_palette(scene: &mut Scene, used: &[Option<u32>], bits: u32) {
    const HIGH: f64 = 0.7;
    let vertices = scene.shapes.iter_mut().filter(|shape| matches!(shape.form, Form::Circle { .. }));
    for (v, circle) in vertices.enumerate() {
        *circle = circle.clone().named((v + 1).to_string());
    }
    let [left, top, width, height] = scene.frame;
    let wide = 0.3 + 0.25 * f64::from(bits);
    let row = ((width / (wide + 0.15)) as usize).max(4).min(1 << bits);
    let all = row as f64 * (wide + 0.15) - 0.15;
    let rows = (1usize << bits).div_ceil(row);
    let start = left + width / 2.0 - all / 2.0;
    scene.frame = [left.min(start), top, width.max(all), height + rows as f64 * (HIGH + 0.15) + 0.1];
    for label in 0..1u32 << bits {
        let (column, line) = ((label as usize % row) as f64, (label as usize / row) as f64);
        let (x, y) = (start + column * (wide + 0.15), top + height + 0.1 + line * (HIGH + 0.15));
        let text = binary(label, bits);
        let (taken, ink) = match used.contains(&Some(label)) {
            true => (true, Ink::Faint),
            false => (false, Ink::Solid),
        };
        let said = if taken { format!("label {text}, in use") } else { format!("label {text}") };
        let tile = Shape::rect(x, y, wide, HIGH).fill(if taken { Ink::Shade(12) } else { Ink::Paper });
        let tile = tile.stroke(ink).weight(0.04).label(said);
        let drop = Gesture::new(Act::Drop, format!("{{onto}}={text}"));
        scene.add(if taken { tile } else { tile.gesture(drop) });
        scene.add(Shape::text(x + wide / 2.0, y + HIGH / 2.0, 0.36, text).fill(ink));
    }
}

/// Several graphs side by side, five in a row, each over its words.
pub(super) fn gallery(name: &str, caption: &str, graphs: &[(String, Digraph)]) -> Scene {
    const SIDE: f64 = 8.0;
    const ROW: usize = 5;
    let rows = graphs.len().div_ceil(ROW).max(1);
    let columns = graphs.len().clamp(1, ROW);
    let mut scene = Scene::new(name, caption, SIDE * columns as f64, (SIDE + 1.5) * rows as f64);
    for (number, (words, graph)) in graphs.iter().enumerate() {
        let (x, y) = ((number % ROW) as f64 * SIDE, (number / ROW) as f64 * (SIDE + 1.5));
        let drawing = places(graph, None);
        let [left, top, width, height] = drawing.frame(0.6);
        let scale = (SIDE - 1.0) / width.max(height);
        let place = |v: usize| {
            let (px, py) = drawing.places[v];
            (x + SIDE / 2.0 + (px - left - width / 2.0) * scale, y + SIDE / 2.0 + (py - top - height / 2.0) * scale)
        };
        for (a, b) in graph.edges() {
            let ((x1, y1), (x2, y2)) = (place(a), place(b));
            scene.add(Shape::line(x1, y1, x2, y2).weight(0.06));
        }
        for v in 0..graph.order() {
            let (px, py) = place(v);
            scene.add(Shape::circle(px, py, 0.16).fill(Ink::Solid));
        }
        scene.add(Shape::text(x + SIDE / 2.0, y + SIDE + 0.6, 0.7, words.clone()));
    }
    scene
}

/// The graph with all its labels.
pub(super) fn labelled(
    name: &str,
    caption: &str,
    graph: &Digraph,
    known: Option<&Drawing>,
    labels: &[u32],
    bits: u32,
) -> Scene {
    let marks: Vec<Mark> = labels.iter().map(|&l| Mark { label: Some(l), ..Mark::default() }).collect();
    scene(name, caption, graph, &places(graph, known), &marks, bits)
}
