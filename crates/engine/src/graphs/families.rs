//! Named graphs: grids and tori with the moves of chess pieces, circles, cubes, and cubic graphs by their LCF codes.
//!
//! A family's text is a name and numbers, `grid:3x4:knight`, `cube:5`. Families whose puzzle toggles the clicked cell
//! itself (grids, tori and the two toys) say so in [`Named::clicked_too`]; the graph itself is without loops.

use super::layout::Drawing;
use super::{Digraph, MOST_VERTICES};
use kit::say::nearest;
use kit::{Error, Result, shorten};
use std::f64::consts::TAU;

/// A named graph with its usual drawing.
#[derive(Clone, Debug)]
pub struct Named {
    /// The graph, without loops.
    pub graph: Digraph,
    /// Whether the puzzle on it changes the clicked cell too.
    pub clicked_too: bool,
    /// Its known drawing.
    pub drawing: Drawing,
    /// Rows, columns and shape, if it is a grid that is not rolled up.
    pub grid: Option<(usize, usize, Shape)>,
}

/// What a cell of a grid sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The four cells beside it.
    Plus,
    /// The four cells at its corners.
    X,
    /// The eight cells around it.
    King,
    /// A knight's jumps.
    Knight,
    /// All cells of its row and column.
    Cross,
    /// All cells of its row, column and diagonals.
    Queen,
}

/// The words for shapes after a grid or torus.
const SHAPES: &[(&str, Shape)] = &[
    ("plus", Shape::Plus),
    ("x", Shape::X),
    ("king", Shape::King),
    ("knight", Shape::Knight),
    ("cross", Shape::Cross),
    ("queen", Shape::Queen),
];

impl Shape {
    /// The steps it makes, and whether it repeats them until the edge.
    fn steps(self) -> (&'static [(isize, isize)], bool) {
        const PLUS: &[(isize, isize)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
        const X: &[(isize, isize)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
        const KING: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        const KNIGHT: &[(isize, isize)] = &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
        match self {
            Shape::Plus => (PLUS, false),
            Shape::X => (X, false),
            Shape::King => (KING, false),
            Shape::Knight => (KNIGHT, false),
            Shape::Cross => (PLUS, true),
            Shape::Queen => (KING, true),
        }
    }
}

/// Cubic graphs by their LCF codes: a Hamiltonian circle and, in turn, how far along it each vertex's third neighbour
/// lies.
const LCF: &[(&str, &[isize], usize)] = &[
    ("tetrahedron", &[2], 4),
    ("moebius-kantor", &[5, -5], 8),
    ("franklin", &[5, -5], 6),
    ("heawood", &[5, -5], 7),
    ("pappus", &[5, 7, -7, 7, -7, -5], 3),
    ("desargues", &[5, -5, 9, -9], 5),
    ("dodecahedron", &[10, 7, 4, -4, -7, 10, -4, 7, -7, 4], 2),
    ("mcgee", &[12, 7, -7], 8),
    ("nauru", &[5, -9, 7, -7, 9, -5], 4),
    ("dyck", &[5, -5, 13, -13], 8),
    ("tutte-coxeter", &[-13, -9, 7, -7, 9, 13], 5),
    ("frucht", &[-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2], 1),
];

/// The families with numbers, each with an example and its maker.
type Maker = fn(&[Number]) -> Result<Named>;
const FAMILIES: &[(&str, &str, Maker)] = &[
    ("grid", "grid:5x5 or grid:RxC:SHAPE", |n| rectangle(n, false)),
    ("torus", "torus:5x5 or torus:RxC:SHAPE", |n| rectangle(n, true)),
    ("circle", "circle:N with N from 3 on", |n| circle(one(n, 3)?)),
    ("cycle", "cycle:N with N from 3 on", |n| circle(one(n, 3)?)),
    ("path", "path:N", |n| path(one(n, 1)?)),
    ("complete", "complete:N", |n| complete(one(n, 1)?)),
    ("bipartite", "bipartite:AxB", |n| bipartite(n)),
    ("star", "star:N with N leaves", |n| star(one(n, 1)?)),
    ("wheel", "wheel:N with a rim of N from 3 on", |n| wheel(one(n, 3)?)),
    ("prism", "prism:N with N from 3 on", |n| generalised_petersen(one(n, 3)?, 1)),
    ("moebius", "moebius:N, a ladder of N from 3 on", |n| moebius(one(n, 3)?)),
    ("cube", "cube:D", |n| hypercube(one(n, 0)?)),
    ("petersen", "petersen or petersen:NxK", petersen),
    ("merlin", "merlin", |n| none(n).map(|()| merlin())),
    ("lightcube", "lightcube", |n| none(n).map(|()| lightcube())),
];

/// One piece of a family's text after its name.
#[derive(Clone, Copy, Debug)]
enum Number {
    One(usize),
    Two(usize, usize),
    Word(Shape),
}

/// Every name, for help and error lines.
pub fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|f| f.0).chain(LCF.iter().map(|l| l.0))
}

/// The named graph of that text; `None` if the text does not begin with a known name.
///
/// # Errors
/// When its numbers are none that the family has, or the graph is too large.
pub fn named(text: &str) -> Result<Option<Named>> {
    let mut pieces = text.trim().split(':');
    let name = pieces.next().unwrap_or_default();
    let refuse =
        |why: &str, instead: &str| Error::usage(format!("{:?}", shorten(text)), why, format!("write {instead}"));
    if let Some(&(_, code, times)) = LCF.iter().find(|l| l.0 == name) {
        return match pieces.next() {
            None => Ok(Some(lcf(code, times))),
            Some(_) => Err(refuse("takes no numbers", name)),
        };
    }
    let Some((_, example, make)) = FAMILIES.iter().find(|f| f.0 == name) else { return Ok(None) };
    let numbers: Option<Vec<Number>> = pieces.map(read_number).collect();
    let numbers = numbers.ok_or_else(|| refuse("cannot be read", example))?;
    match make(&numbers) {
        Ok(named) => Ok(Some(named)),
        Err(e) if e.trouble() == kit::Trouble::Usage => Err(refuse(&e.to_string(), example)),
        Err(e) => Err(e),
    }
}

/// The name that was probably meant.
pub fn nearest_name(text: &str) -> Option<&'static str> {
    nearest(text.split(':').next().unwrap_or_default(), names())
}

fn read_number(piece: &str) -> Option<Number> {
    let whole = |t: &str| t.bytes().all(|b| b.is_ascii_digit()).then(|| t.parse::<usize>().ok()).flatten();
    if let Some(&(_, shape)) = SHAPES.iter().find(|s| s.0 == piece) {
        return Some(Number::Word(shape));
    }
    match piece.split_once('x') {
        Some((a, b)) => Some(Number::Two(whole(a)?, whole(b)?)),
        None => Some(Number::One(whole(piece)?)),
    }
}

fn misfit(why: impl std::fmt::Display) -> Error {
    Error::usage("its numbers", why, "see the example")
}

fn none(numbers: &[Number]) -> Result<()> {
    if numbers.is_empty() { Ok(()) } else { Err(misfit("there are none to give")) }
}

fn one(numbers: &[Number], least: usize) -> Result<usize> {
    match *numbers {
        [Number::One(n)] if n >= least => Ok(n),
        [Number::One(_)] => Err(misfit(format!("the least is {least}"))),
        _ => Err(misfit("one number is wanted")),
    }
}

/// Refuses more vertices or arcs than are ever made.
fn fits(vertices: Option<usize>, arcs: Option<usize>) -> Result<()> {
    match (vertices, arcs) {
        (Some(v), Some(a)) if v <= MOST_VERTICES && a <= 64 << 20 => Ok(()),
        (v, a) => {
            let told = |n: Option<usize>| n.map_or("too many".to_string(), |n| n.to_string());
            let asked = format!("a graph of {} vertices and {} arcs", told(v), told(a));
            Err(Error::too_large(
                asked,
                format!("the limits are {MOST_VERTICES} vertices and {} arcs", 64 << 20),
                "ask for less",
            ))
        }
    }
}

/// A grid with the moves of a shape, rolled up into a torus or not.
fn rectangle(numbers: &[Number], rolled: bool) -> Result<Named> {
    let (rows, columns, shape) = match *numbers {
        [Number::Two(rows, columns)] => (rows, columns, Shape::Plus),
        [Number::Two(rows, columns), Number::Word(shape)] => (rows, columns, shape),
        _ => return Err(misfit("rows and columns are wanted")),
    };
    if rows == 0 || columns == 0 {
        return Err(misfit("a side is at least 1"));
    }
    let (steps, sliding) = shape.steps();
    let reach = if sliding { rows.max(columns) } else { 1 };
    let cells = rows.checked_mul(columns);
    fits(cells, cells.and_then(|c| c.checked_mul(steps.len())?.checked_mul(reach)))?;
    let mut arcs = Vec::new();
    for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        let from = row * columns + column;
        for (down, right) in steps {
            for times in 1..=reach as isize {
                let (mut r, mut c) = (row as isize + down * times, column as isize + right * times);
                if rolled {
                    (r, c) = (r.rem_euclid(rows as isize), c.rem_euclid(columns as isize));
                } else if r < 0 || c < 0 || r >= rows as isize || c >= columns as isize {
                    break;
                }
                arcs.push((from, r as usize * columns + c as usize));
            }
        }
    }
    Ok(Named {
        graph: Digraph::from_arcs(rows * columns, arcs).with_loops(false),
        clicked_too: true,
        drawing: Drawing::grid(rows, columns),
        grid: (!rolled).then_some((rows, columns, shape)),
    })
}

fn plain(graph: Digraph, places: Vec<(f64, f64)>) -> Named {
    Named { graph, clicked_too: false, drawing: Drawing::dots(places), grid: None }
}

/// Points on a circle of that radius, the first at the top, clockwise.
fn ring(n: usize, radius: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..n).map(move |k| {
        let angle = TAU * k as f64 / n as f64;
        (radius * angle.sin(), -radius * angle.cos())
    })
}

/// The radius at which n points on a circle are 1.6 apart, and no less than 1.6.
fn roomy(n: usize) -> f64 {
    (0.8 / (TAU / 2.0 / n.max(2) as f64).sin()).max(1.6)
}

fn circle(n: usize) -> Result<Named> {
    fits(Some(n), n.checked_mul(2))?;
    Ok(plain(Digraph::from_edges(n, (0..n).map(|v| (v, (v + 1) % n))), ring(n, roomy(n)).collect()))
}

fn path(n: usize) -> Result<Named> {
    fits(Some(n), n.checked_mul(2))?;
    // A long path turns around at the edge of the sheet like a plough.
    let width = if n <= 12 { n.max(1) } else { ((n as f64).sqrt() * 1.6) as usize };
    let place = |v: usize| {
        let (row, along) = (v / width, v % width);
        let column = if row.is_multiple_of(2) { along } else { width - 1 - along };
        (1.6 * column as f64, 1.6 * row as f64)
    };
    let graph = Digraph::from_edges(n, (1..n).map(|v| (v - 1, v)));
    Ok(Named { grid: Some((1, n, Shape::Plus)), ..plain(graph, (0..n).map(place).collect()) })
}

fn complete(n: usize) -> Result<Named> {
    fits(Some(n), n.checked_mul(n))?;
    let edges = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    Ok(plain(Digraph::from_edges(n, edges), ring(n, roomy(n)).collect()))
}

fn bipartite(numbers: &[Number]) -> Result<Named> {
    let [Number::Two(a, b)] = *numbers else { return Err(misfit("the sizes of both sides are wanted")) };
    fits(a.checked_add(b), a.checked_mul(b).and_then(|e| e.checked_mul(2)))?;
    let tall = a.max(b) as f64;
    let side = |n: usize, x: f64| (0..n).map(move |k| (x, 1.6 * (k as f64 + 0.5) * tall / n as f64));
    let places = side(a, 0.0).chain(side(b, 1.0 + 1.2 * tall)).collect();
    Ok(plain(Digraph::from_edges(a + b, (0..a).flat_map(|u| (0..b).map(move |v| (u, a + v)))), places))
}

fn star(n: usize) -> Result<Named> {
    fits(n.checked_add(1), n.checked_mul(2))?;
    let places = std::iter::once((0.0, 0.0)).chain(ring(n, roomy(n))).collect();
    Ok(plain(Digraph::from_edges(n + 1, (1..=n).map(|v| (0, v))), places))
}

fn wheel(n: usize) -> Result<Named> {
    fits(n.checked_add(1), n.checked_mul(4))?;
    let places = std::iter::once((0.0, 0.0)).chain(ring(n, roomy(n))).collect();
    let edges = (0..n).flat_map(|v| [(0, v + 1), (v + 1, (v + 1) % n + 1)]);
    Ok(plain(Digraph::from_edges(n + 1, edges), places))
}

fn moebius(n: usize) -> Result<Named> {
    let double = n.checked_mul(2);
    fits(double, n.checked_mul(6))?;
    let edges = (0..2 * n).flat_map(|v| [(v, (v + 1) % (2 * n)), (v, (v + n) % (2 * n))]);
    Ok(plain(Digraph::from_edges(2 * n, edges), ring(2 * n, roomy(2 * n)).collect()))
}

fn petersen(numbers: &[Number]) -> Result<Named> {
    match *numbers {
        [] => generalised_petersen(5, 2),
        [Number::Two(n, k)] if n >= 3 && k >= 1 && 2 * k < n => generalised_petersen(n, k),
        _ => Err(misfit("N is at least 3 and K less than half of it")),
    }
}

/// An outer circle of n, an inner one that steps by k, and spokes.
fn generalised_petersen(n: usize, k: usize) -> Result<Named> {
    fits(n.checked_mul(2), n.checked_mul(6))?;
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)]);
    let inner = roomy(n);
    Ok(plain(Digraph::from_edges(2 * n, edges), ring(n, inner + 1.6).chain(ring(n, inner)).collect()))
}

fn hypercube(dimension: usize) -> Result<Named> {
    if dimension > 20 {
        return Err(Error::too_large(format!("cube:{dimension}"), "the limit is cube:20", "ask for less"));
    }
    let n = 1usize << dimension;
    let edges = (0..n).flat_map(|v| (0..dimension).map(move |d| (v, v ^ 1 << d)));
    // Three directions make the usual picture of a cube; the further ones put copies to the right and below, a little
    // askew so that their edges do not cover those of the cube.
    let direction = |d: usize| match d {
        0 => (2.2, 0.0),
        1 => (0.0, 2.2),
        2 => (0.9, -0.8),
        _ => {
            let far = 4.4 * f64::from(1 << ((d - 3) / 2));
            if d % 2 == 1 { (far, 0.12 * far) } else { (-0.12 * far, far) }
        }
    };
    let place = |v: usize| {
        (0..dimension).filter(|d| v >> d & 1 == 1).map(direction).fold((0.0, 0.0), |sum, d| (sum.0 + d.0, sum.1 + d.1))
    };
    Ok(plain(Digraph::from_edges(n, edges), (0..n).map(place).collect()))
}

fn lcf(code: &[isize], times: usize) -> Named {
    let n = code.len() * times;
    let third = |v: usize| (v as isize + code[v % code.len()]).rem_euclid(n as isize) as usize;
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, third(v))]);
    plain(Digraph::from_edges(n, edges), ring(n, roomy(n)).collect())
}

/// The rule of the toy of 1978: a corner changes its square of four, the middle of a side that side, the centre the
/// plus.
fn merlin() -> Named {
    let corner = [(0, [1, 3, 4]), (2, [1, 4, 5]), (6, [3, 4, 7]), (8, [4, 5, 7])];
    let side = [(1, [0, 2]), (3, [0, 6]), (5, [2, 8]), (7, [6, 8])];
    let arcs = corner
        .iter()
        .flat_map(|&(from, to)| to.map(|t| (from, t)))
        .chain(side.iter().flat_map(|&(from, to)| to.map(|t| (from, t))))
        .chain([1, 3, 5, 7].map(|t| (4, t)));
    Named { graph: Digraph::from_arcs(9, arcs), clicked_too: true, drawing: Drawing::grid(3, 3), grid: None }
}

/// The six faces of a cube, 3 x 3 buttons each; the plus shape runs on over the edges. Faces are numbered as their net
/// is read: up, then left, front, right, back, then down.
fn lightcube() -> Named {
    // Each face by its corner on the net (column, row) and its place in space: the point of its first cell, the step
    // along a row and the step down a column, with the cube's surface at coordinates 0 and 4 and cells at 1, 2, 3.
    type Space = [i32; 3];
    const FACES: [((usize, usize), Space, Space, Space); 6] = [
        ((3, 0), [1, 4, 1], [1, 0, 0], [0, 0, 1]),
        ((0, 3), [0, 3, 1], [0, 0, 1], [0, -1, 0]),
        ((3, 3), [1, 3, 4], [1, 0, 0], [0, -1, 0]),
        ((6, 3), [4, 3, 3], [0, 0, -1], [0, -1, 0]),
        ((9, 3), [3, 3, 0], [-1, 0, 0], [0, -1, 0]),
        ((3, 6), [1, 0, 3], [1, 0, 0], [0, 0, -1]),
    ];
    let mut cells: Vec<Space> = Vec::new();
    let mut places = Vec::new();
    for ((left, top), start, along, down) in FACES {
        for (row, column) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            cells.push(std::array::from_fn(|k| start[k] + along[k] * column + down[k] * row));
            places.push(((left + column as usize) as f64 + 0.5, (top + row as usize) as f64 + 0.5));
        }
    }
    // Cells touch along an edge when they are one step apart on a face, or one step each from a common edge of the
    // cube.
    let touch = |a: &Space, b: &Space| (0..3).map(|k| (a[k] - b[k]).pow(2)).sum::<i32>();
    let on_one_face = |a: &Space, b: &Space| (0..3).any(|k| a[k] == b[k] && (a[k] == 0 || a[k] == 4));
    let n = cells.len();
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let edges = pairs.filter(|&(a, b)| match on_one_face(&cells[a], &cells[b]) {
        true => touch(&cells[a], &cells[b]) == 1,
        false => touch(&cells[a], &cells[b]) == 2,
    });
    let graph = Digraph::from_edges(n, edges.collect::<Vec<_>>());
    Named { graph, clicked_too: true, drawing: Drawing::tiles(places), grid: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> Digraph {
        named(text).unwrap().unwrap().graph
    }

    #[test]
    fn families_have_the_orders_sizes_and_degrees_of_the_textbooks() {
        for (text, order, edges, degree) in [
            ("grid:3x4", 12, 17, None),
            ("grid:4x4:king", 16, 42, None),
            ("grid:8x8:knight", 64, 168, None),
            ("grid:3x3:queen", 9, 28, None),
            ("grid:3x3:cross", 9, 18, Some(4)),
            ("grid:3x3:x", 9, 8, None),
            ("torus:5x4", 20, 40, Some(4)),
            ("circle:6", 6, 6, Some(2)),
            ("path:1", 1, 0, Some(0)),
            ("complete:6", 6, 15, Some(5)),
            ("bipartite:3x4", 7, 12, None),
            ("cube:4", 16, 32, Some(4)),
            ("petersen", 10, 15, Some(3)),
            ("petersen:8x3", 16, 24, Some(3)),
            ("prism:4", 8, 12, Some(3)),
            ("moebius:4", 8, 12, Some(3)),
            ("wheel:5", 6, 10, None),
            ("star:5", 6, 5, None),
            ("lightcube", 54, 108, Some(4)),
        ] {
            let graph = graph(text);
            assert!(graph.is_symmetric() && !graph.has_loops(), "{text}");
            assert_eq!((graph.order(), graph.edges().count(), graph.regularity()), (order, edges, degree), "{text}");
            assert_eq!(graph.components().len(), if text.ends_with(":x") { 2 } else { 1 }, "{text}");
        }
    }

    /// The length of the shortest circle through any vertex.
    fn girth(graph: &Digraph) -> u32 {
        let mut best = u32::MAX;
        for (a, b) in graph.edges() {
            let without: Vec<_> = graph.edges().filter(|&e| e != (a, b)).collect();
            let way = Digraph::from_edges(graph.order(), without).distances(a)[b];
            best = best.min(way.map_or(u32::MAX, |d| d + 1));
        }
        best
    }

    #[test]
    fn codes_give_cubic_graphs_of_the_known_girth_and_diameter() {
        for (name, girth_known, diameter) in [
            ("tetrahedron", 3, 1),
            ("heawood", 6, 3),
            ("moebius-kantor", 6, 4),
            ("pappus", 6, 4),
            ("desargues", 6, 5),
            ("dodecahedron", 5, 5),
            ("mcgee", 7, 4),
            ("nauru", 6, 4),
            ("dyck", 6, 5),
            ("tutte-coxeter", 8, 4),
            ("franklin", 4, 3),
            ("frucht", 3, 4),
            ("petersen", 5, 2),
        ] {
            let graph = graph(name);
            assert_eq!(graph.regularity(), Some(3), "{name}");
            let far = (0..graph.order()).flat_map(|v| graph.distances(v)).map(Option::unwrap).max();
            assert_eq!((girth(&graph), far), (girth_known, Some(diameter)), "{name}");
        }
    }

    #[test]
    fn the_toy_changes_four_three_and_five_lamps() {
        let toy = graph("merlin").with_loops(true);
        let changed: Vec<usize> = (0..9).map(|v| toy.successors(v).len()).collect();
        assert_eq!(changed, [4, 3, 4, 3, 5, 3, 4, 3, 4]);
        assert!(!toy.is_symmetric());
    }

    #[test]
    fn unknown_and_misfitting_texts_are_refused_in_words() {
        assert!(named("pertersen").unwrap().is_none());
        assert_eq!(nearest_name("pertersen"), Some("petersen"));
        for text in [
            "grid",
            "grid:3",
            "grid:0x3",
            "grid:3x3:rook",
            "circle:2",
            "circle:-3",
            "cube:x",
            "petersen:4x2",
            "dyck:3",
            "merlin:3",
            "grid:99999999999999999999x2",
        ] {
            assert!(named(text).is_err(), "{text}");
        }
        assert_eq!(named("grid:100000x100000").unwrap_err().trouble(), kit::Trouble::TooLarge);
        assert_eq!(named("complete:100000").unwrap_err().trouble(), kit::Trouble::TooLarge);
    }
}
