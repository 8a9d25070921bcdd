//! Drawings: places in the plane for the vertices of a graph.
//!
//! Named graphs bring their own. Any other is placed so that distances on the sheet follow distances in the graph: the
//! stress sum (|p_i - p_j| - d_ij)^2 / d_ij^2 is lowered by majorisation (Gansner, Koren and North 2004), which never
//! raises it, from several fixed starts, so the drawing of a graph is always the same. O(n^2) a round; components are
//! placed side by side.

use super::Digraph;
use std::f64::consts::TAU;

/// Places for the vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The centre of each vertex, at least about 1 from any other.
    pub places: Vec<(f64, f64)>,
    /// True when the vertices are unit squares side by side and edges need not be drawn.
    pub tiled: bool,
}

impl Drawing {
    /// A board of unit squares, row by row.
    pub fn grid(rows: usize, columns: usize) -> Drawing {
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (c as f64 + 0.5, r as f64 + 0.5)));
        Drawing::tiles(cells.collect())
    }

    /// Unit squares at these centres.
    pub fn tiles(places: Vec<(f64, f64)>) -> Drawing {
        Drawing { places, tiled: true }
    }

    /// Dots joined by lines.
    pub fn dots(places: Vec<(f64, f64)>) -> Drawing {
        Drawing { places, tiled: false }
    }

    /// Left, top, width and height of what must be seen, with a margin around the centres.
    pub fn frame(&self, margin: f64) -> [f64; 4] {
        let bounds = self.places.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |b, &(x, y)| {
            [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)]
        });
        match self.places.is_empty() {
            true => [0.0, 0.0, 1.0, 1.0],
            false => [
                bounds[0] - margin,
                bounds[1] - margin,
                bounds[2] - bounds[0] + 2.0 * margin,
                bounds[3] - bounds[1] + 2.0 * margin,
            ],
        }
    }
}

/// The most vertices of one component that are placed by stress; more go on a circle.
const MOST_PLACED: usize = 600;
/// The length of an edge on the sheet.
const EDGE: f64 = 1.8;

/// A drawing of any graph.
pub fn layout(graph: &Digraph) -> Drawing {
    let neighbours = graph.neighbours();
    let mut places = vec![(0.0, 0.0); graph.order()];
    let (mut left, mut top, mut tallest) = (0.0, 0.0, 0.0f64);
    let wide = 4.0 + 2.2 * (graph.order() as f64).sqrt();
    for component in graph.components() {
        let drawn = Drawing::dots(component_places(&component, &neighbours));
        let [x, y, width, height] = drawn.frame(0.8);
        if left > 0.0 && left + width > wide {
            (left, top, tallest) = (0.0, top + tallest, 0.0);
        }
        for (&vertex, &(px, py)) in component.iter().zip(&drawn.places) {
            places[vertex] = (left + px - x, top + py - y);
        }
        left += width;
        tallest = tallest.max(height);
    }
    Drawing::dots(places)
}

fn component_places(component: &[usize], neighbours: &[Vec<u32>]) -> Vec<(f64, f64)> {
    let n = component.len();
    let circle = |turn: f64| -> Vec<(f64, f64)> {
        let radius = EDGE * n as f64 / TAU;
        (0..n).map(|k| TAU * (k as f64 * turn / n as f64)).map(|a| (radius * a.sin(), -radius * a.cos())).collect()
    };
    if n > MOST_PLACED {
        return circle(1.0);
    }
    let distance = distances(component, neighbours);
    // Starts: the vertices around a circle in their order, and spirals of the golden angle at several turns.
    let mut starts = vec![circle(1.0)];
    for turn in 0..if n <= 80 { 6 } else { 1 } {
        let spiral = |k: usize| {
            let (radius, angle) = (EDGE * (k as f64 + 0.5).sqrt() / 2.0, 2.399_963 * k as f64);
            (radius * (angle + turn as f64).cos(), radius * (angle * (1.0 + 0.13 * turn as f64)).sin())
        };
        starts.push((0..n).map(spiral).collect());
    }
    let rounds = if n <= 120 { 300 } else { 60 };
    let relaxed = starts.into_iter().map(|start| relax(start, &distance, rounds));
    relaxed.min_by(|a, b| stress(a, &distance).total_cmp(&stress(b, &distance))).expect("there is a start")
}

/// Steps between all pairs of a component, directions ignored.
fn distances(component: &[usize], neighbours: &[Vec<u32>]) -> Vec<Vec<f64>> {
    let n = component.len();
    let index = |v: u32| component.binary_search(&(v as usize)).expect("neighbours are in one component");
    let lists: Vec<Vec<usize>> = component.iter().map(|&v| neighbours[v].iter().map(|&w| index(w)).collect()).collect();
    let from = |start: usize| {
        let mut distance = vec![f64::NAN; n];
        distance[start] = 0.0;
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &w in &lists[v] {
                if distance[w].is_nan() {
                    distance[w] = distance[v] + 1.0;
                    queue.push(w);
                }
            }
        }
        distance
    };
    (0..n).map(from).collect()
}

/// The stress of a drawing: how badly distances on the sheet follow those in the graph.
fn stress(places: &[(f64, f64)], distance: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..places.len() {
        for j in 0..i {
            let wanted = EDGE * distance[i][j];
            let apart = (places[i].0 - places[j].0).hypot(places[i].1 - places[j].1);
            sum += ((apart - wanted) / wanted).powi(2);
        }
    }
    sum
}

/// Lowers the stress by moving each vertex to the weighted mean of where the others want it.
fn relax(mut places: Vec<(f64, f64)>, distance: &[Vec<f64>], rounds: usize) -> Vec<(f64, f64)> {
    let n = places.len();
    for _ in 0..if n > 1 { rounds } else { 0 } {
        for i in 0..n {
            let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
            for j in (0..n).filter(|&j| j != i) {
                let wanted = EDGE * distance[i][j];
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let apart = dx.hypot(dy).max(1e-9);
                x += weight * (places[j].0 + wanted * dx / apart);
                y += weight * (places[j].1 + wanted * dy / apart);
                total += weight;
            }
            places[i] = (x / total, y / total);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::families::named;
    use super::*;

    fn nearest_pair(drawing: &Drawing) -> f64 {
        let p = &drawing.places;
        let pairs = (0..p.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| (p[i].0 - p[j].0).hypot(p[i].1 - p[j].1)).fold(f64::MAX, f64::min)
    }

    #[test]
    fn known_drawings_keep_vertices_apart() {
        for text in [
            "grid:4x5",
            "torus:3x3",
            "circle:12",
            "path:30",
            "complete:9",
            "cube:4",
            "cube:6",
            "petersen",
            "dyck",
            "lightcube",
            "merlin",
            "bipartite:3x5",
            "wheel:6",
            "star:7",
        ] {
            let drawing = named(text).unwrap().unwrap().drawing;
            assert!(nearest_pair(&drawing) > 0.7, "{text}: {}", nearest_pair(&drawing));
        }
    }

    #[test]
    fn any_graph_is_spread_out_the_same_way_each_time() {
        for text in ["petersen", "cube:3", "grid:5x5", "path:9", "star:8", "complete:7"] {
            let graph = named(text).unwrap().unwrap().graph;
            let drawing = layout(&graph);
            assert!(nearest_pair(&drawing) > 0.45, "{text}: {}", nearest_pair(&drawing));
            assert_eq!(drawing, layout(&graph));
        }
        let parts = Digraph::from_edges(9, [(0, 1), (2, 3), (4, 5), (5, 6)]);
        assert!(nearest_pair(&layout(&parts)) > 1.0);
    }
}
