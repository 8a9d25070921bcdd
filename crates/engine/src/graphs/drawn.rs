//! Graphs as a hand draws them: where the vertices lie on a sheet, and what joins them.
//!
//! The text is a row of words: `sheet=LEFT,TOP,WIDTH,HEIGHT` says how large the paper is, `@x,y` puts a vertex, `a-b`
//! joins two vertices or parts them if they are joined, `a>b` does the same with an arc, and `a-x` takes a vertex away.
//! Vertices are numbered as they are put; those that are taken away count until the end of the text. So whatever a hand
//! does is a text in which a place was changed or to which a word was added.

use super::Digraph;
use super::layout::Drawing;
use kit::scene::Sketch;
use kit::{Error, Result, shorten};
use std::collections::BTreeSet;
use std::fmt;

/// The most vertices of a drawing, and the farthest that a place may be.
const MOST: usize = 100;
const FARTHEST: f64 = 1000.0;
/// What is left between a vertex and the edge of the sheet, and around the vertices where no sheet is given.
const EDGE: f64 = 0.3;
const MARGIN: f64 = 1.6;
/// The most vertices and lines of a graph that is given into a hand.
const MOST_HANDED: usize = 64;
const MOST_LINES: usize = 200;
/// The word for the place where vertices are taken away.
const BIN: &str = "x";

/// A graph with places.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The graph, with the loops that are drawn.
    pub graph: Digraph,
    /// Where its vertices lie.
    pub places: Vec<(f64, f64)>,
    /// Left, top, width and height of the paper.
    pub sheet: [f64; 4],
    /// The numbers, from 0, of the vertices that the text put and took away.
    pub taken: Vec<usize>,
}

/// A number to hundredths, without a sign for zero.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

fn refuse(word: &str, why: impl fmt::Display, instead: &str) -> Error {
    Error::usage(format!("{:?}", shorten(word)), why, instead)
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(word: &str, text: &str) -> Result<[f64; N]> {
    let list: Option<Vec<f64>> =
        text.split(',').map(|part| part.trim().parse().ok().filter(|v: &f64| v.abs() <= FARTHEST)).collect();
    let how = "write @x,y for a vertex and sheet=LEFT,TOP,WIDTH,HEIGHT for the paper, numbers to 1000";
    list.and_then(|list| list.try_into().ok()).ok_or_else(|| refuse(word, "no place on a sheet", how))
}

/// What a text says, before vertices are taken away.
#[derive(Default)]
struct Draft {
    sheet: Option<[f64; 4]>,
    places: Vec<(f64, f64)>,
    arcs: BTreeSet<(usize, usize)>,
    taken: BTreeSet<usize>,
}

impl Draft {
    fn vertex(&self, word: &str, name: &str) -> Result<usize> {
        let number = name.parse::<usize>().ok().filter(|number| (1..=self.places.len()).contains(number));
        let why = || format!("there are vertices 1 to {}", self.places.len());
        number.map(|number| number - 1).ok_or_else(|| refuse(word, why(), "write a-b with two of them, or a-x"))
    }

    fn read(&mut self, word: &str) -> Result<()> {
        if let Some(sides) = word.strip_prefix("sheet=") {
            let [left, top, width, height] = numbers(word, sides)?;
            if !(2.0..=200.0).contains(&width) || !(2.0..=200.0).contains(&height) {
                return Err(refuse(word, "a sheet is 2 to 200 wide and high", "give it such sides"));
            }
            self.sheet = Some([left, top, width, height].map(rounded));
            return Ok(());
        }
        if let Some(place) = word.strip_prefix('@') {
            let [x, y] = numbers(word, place)?;
            self.places.push((x, y));
            return match self.places.len() > MOST {
                true => Err(Error::too_large("the drawing", format!("the limit is {MOST} vertices"), "draw fewer")),
                false => Ok(()),
            };
        }
        let (from, to, both) = match (word.split_once('-'), word.split_once('>')) {
            (Some((from, to)), _) => (from, to, true),
            (None, Some((from, to))) => (from, to, false),
            (None, None) => return Err(refuse(word, "no word of a drawing", "write @x,y, a-b, a>b or a-x")),
        };
        let from = self.vertex(word, from)?;
        match (to, both) {
            (BIN, true) => drop(self.taken.insert(from)),
            (to, both) => self.join(from, self.vertex(word, to)?, both),
        }
        Ok(())
    }

    /// Joins what is apart and parts what is joined.
    fn join(&mut self, a: usize, b: usize, both: bool) {
        let joined = self.arcs.contains(&(a, b)) || both && self.arcs.contains(&(b, a));
        for arc in [(a, b), (b, a)].into_iter().take(1 + usize::from(both)) {
            match joined {
                true => drop(self.arcs.remove(&arc)),
                false => drop(self.arcs.insert(arc)),
            }
        }
    }

    fn finish(self, text: &str) -> Result<Drawn> {
        let kept: Vec<usize> = (0..self.places.len()).filter(|v| !self.taken.contains(v)).collect();
        if kept.is_empty() {
            return Err(refuse(text, "no vertex is left", "draw one at least, as in @0,0"));
        }
        let number = |v: &usize| kept.binary_search(v).ok();
        let arcs = self.arcs.iter().filter_map(|(a, b)| Some((number(a)?, number(b)?)));
        let graph = Digraph::from_arcs(kept.len(), arcs);
        let places: Vec<(f64, f64)> = kept.iter().map(|&v| self.places[v]).collect();
        let sheet = self.sheet.unwrap_or_else(|| {
            let [left, top, width, height] = Drawing::dots(places.clone()).frame(MARGIN);
            [left, top, width.min(200.0), height.min(200.0)].map(rounded)
        });
        let places = places.into_iter().map(|place| within(sheet, place)).collect();
        Ok(Drawn { graph, places, sheet, taken: self.taken.into_iter().collect() })
    }
}

/// The nearest place on the sheet.
fn within([left, top, width, height]: [f64; 4], (x, y): (f64, f64)) -> (f64, f64) {
    let kept = |value: f64, from: f64, side: f64| rounded(value.clamp(from + EDGE, from + side - EDGE));
    (kept(x, left, width), kept(y, top, height))
}

/// Reads a drawn graph; `None` if the text is none.
///
/// # Errors
/// When a word of a drawing is none, or there are too many vertices.
pub fn read(text: &str) -> Result<Option<Drawn>> {
    let text = text.trim();
    let place = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    if !text.starts_with("sheet=") && !text.strip_prefix('@').is_some_and(place) {
        return Ok(None);
    }
    let mut draft = Draft::default();
    text.split_whitespace().try_for_each(|word| draft.read(word))?;
    draft.finish(text).map(Some)
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(self.sheet, None, true))
    }
}

impl Drawn {
    /// A graph that lies on a sheet of that frame; `None` if it is too large for a hand.
    pub fn of(graph: &Digraph, drawing: &Drawing, frame: [f64; 4]) -> Option<Drawn> {
        let small = (1..=MOST_HANDED).contains(&graph.order()) && graph.edges().count() <= MOST_LINES;
        let sheet = frame.map(rounded);
        let fits =
            sheet.iter().all(|v| v.abs() <= FARTHEST / 2.0) && sheet[2..].iter().all(|v| (2.0..=200.0).contains(v));
        let places = || drawing.places.iter().map(|&place| within(sheet, place)).collect();
        (small && fits).then(|| Drawn { graph: graph.clone(), places: places(), sheet, taken: Vec::new() })
    }

    /// How it is drawn.
    pub fn drawing(&self) -> Drawing {
        Drawing::dots(self.places.clone())
    }

    /// Its text on a sheet, with a place to fill in for one vertex, and without its loops if they go without saying.
    fn written(&self, sheet: [f64; 4], moved: Option<usize>, loops: bool) -> String {
        let mut text = format!("sheet={}", sheet.map(|side| rounded(side).to_string()).join(","));
        for (v, (x, y)) in self.places.iter().enumerate() {
            text.push_str(&if moved == Some(v) { " @{x},{y}".to_string() } else { format!(" @{x},{y}") });
        }
        for (a, b) in self.graph.arcs() {
            let both = self.graph.has_arc(b, a);
            if (a != b || loops) && !(both && a > b) {
                text.push_str(&format!(" {}{}{}", a + 1, if both { '-' } else { '>' }, b + 1));
            }
        }
        text
    }
}

/// What a hand does with it, in words.
impl Sketch for Drawn {
    fn sheet(&self) -> [f64; 4] {
        self.sheet
    }

    fn text(&self, moved: Option<usize>, loops: bool) -> String {
        self.written(self.sheet, moved, loops)
    }

    fn text_on(&self, sheet: [f64; 4], loops: bool) -> String {
        self.written(sheet, None, loops)
    }

    fn joined(&self, a: usize, b: usize) -> String {
        let both = self.graph.has_arc(a, b) && self.graph.has_arc(b, a);
        format!("{}{}{}", a + 1, if both { '-' } else { '>' }, b + 1)
    }

    fn put(&self, loops: bool) -> String {
        let new = self.graph.order() + 1;
        // Where every vertex is joined to itself, a new one is too.
        match loops && (0..self.graph.order()).all(|v| self.graph.has_arc(v, v)) {
            true => format!("@{{x}},{{y}} {new}-{new}"),
            false => "@{x},{y}".to_string(),
        }
    }

    fn bin(&self) -> &'static str {
        BIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::scene::Workbench;
    use kit::{Scene, Shape};

    fn drawn(text: &str) -> Drawn {
        read(text).unwrap().unwrap()
    }

    #[test]
    fn a_text_puts_joins_parts_and_takes_away() {
        let path = drawn("@0,0 @2,0 @4,1.5 1-2 2-3");
        assert_eq!(path.graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert_eq!(drawn(&path.to_string()), path);
        assert_eq!(drawn(&format!("{path} 1-3")).graph.edges().count(), 3);
        assert_eq!(drawn(&format!("{path} 2-1")).graph.edges().collect::<Vec<_>>(), [(1, 2)]);
        let less = drawn(&format!("{path} 1-3 2-x"));
        assert_eq!((less.graph.edges().collect::<Vec<_>>(), &less.taken[..]), (vec![(0, 1)], &[1][..]));
        assert_eq!(drawn(&less.to_string()), Drawn { taken: Vec::new(), ..less });
        let arcs = drawn("@0,0 @2,0 1>2 1-1");
        assert_eq!(arcs.graph.arcs().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
        assert_eq!(drawn(&arcs.to_string()).graph, arcs.graph);
        assert_eq!(drawn("@0,0 @2,0 1>2 2-1").graph.size(), 0, "an arc in either direction joins");
    }

    #[test]
    fn whatever_is_dragged_off_the_sheet_stays_at_its_edge() {
        let far = drawn("sheet=0,0,10,8 @-99,4 @999,999 1-2");
        assert_eq!(far.places, [(0.3, 4.0), (9.7, 7.7)]);
    }

    #[test]
    fn other_texts_are_left_to_other_readers_and_bad_ones_are_refused_in_one_line() {
        for text in ["@", "1-2", "petersen", "C~", ""] {
            assert_eq!(read(text).unwrap(), None, "{text}");
        }
        let many = "@0,0 ".repeat(101);
        for text in [
            "@0",
            "@0,0 1-2",
            "@0,0 x-1",
            "@0,0 1-x",
            "@0,0 y",
            "@1e9,0",
            "@0,NaN",
            "sheet=1,2,3 @0,0",
            "sheet=0,0,1e3,2 @0,0",
            "sheet=0,0,9,9",
            "@0,0 @1,1 1-nowhere",
            many.as_str(),
        ] {
            let line = read(text).unwrap_err().to_string();
            assert!(!line.contains('\n') && !line.is_empty(), "{text}: {line}");
        }
    }

    #[test]
    fn what_a_workbench_says_is_read_as_what_a_hand_did() {
        let path = drawn("@0,0 @2,0 @4,1 1-2 2-3");
        let bench = Workbench::new(path.clone(), true, true, |text, _| text.to_string());
        let vertex = bench.vertex(Shape::circle(0.0, 0.0, 1.0), 2);
        let drag = vertex.offered().unwrap();
        let moved = drawn(&drag.said(&|place| if place == "{x}" { "3".to_string() } else { "0.5".to_string() }));
        assert_eq!((moved.places[2], moved.graph), ((3.0, 0.5), path.graph.clone()));
        assert_eq!(drawn(&drag.said_onto("1").unwrap()).graph.edges().count(), 3);
        assert_eq!(drawn(&drag.said_onto("2").unwrap()).graph.edges().count(), 1);
        assert_eq!(drawn(&drag.said_onto(BIN).unwrap()).graph.order(), 2);
        let cut = bench.edge(Shape::line(0.0, 0.0, 1.0, 1.0), 0, 1).touch.unwrap();
        assert_eq!(drawn(&cut).graph.edges().collect::<Vec<_>>(), [(1, 2)]);
        let mut scene = Scene::new("graph", "", 1.0, 1.0);
        bench.finish(&mut scene);
        let put = scene.gesture.clone().unwrap().said(&|_| "1".to_string());
        assert_eq!((drawn(&put).graph.order(), drawn(&put).places[3]), (4, (1.0, 1.0)));
        let room = scene.shapes.iter().find_map(|shape| shape.touch.clone()).unwrap();
        assert!(drawn(&room).sheet[2] > path.sheet[2] && drawn(&room).graph == path.graph);
        assert!(scene.shapes.iter().any(|s| s.hand.as_ref().is_some_and(|h| h.name.as_deref() == Some(BIN))));
    }
}
