//! A graph to label by hand: contradictions show at once.

use super::condition::{self, Nullspace, Subject};
use super::scene::{self, Mark, binary};
use super::{bits, labellings};
use engine::graphs::layout::Drawing;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Valued, Watch, shorten,
};
use std::fmt;

/// The most vertices of a graph at the table.
const MOST: usize = 64;
/// The most bits of labels that lie beside the graph to be taken.
const MOST_BITS: u32 = 6;

const GRAPH: Param = Param::text("graph", "a graph: graph6, or a name such as dyck, crossed:4 or g1", 100_000).main();
pub(super) static TABLE: GameTable =
    GameTable { params: &[GRAPH, FROM], examples: &["magic cube:3", "magic dyck", "magic g1", "magic crossed:4"], sit };

fn sit(ask: &Ask, watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let puzzle = Puzzle::new(Subject::read(ask.text("graph"))?, watch)?;
    let start = puzzle.bare();
    Session::begin(puzzle, start, ask)
}

struct Puzzle {
    subject: Subject,
    drawing: Drawing,
    bits: u32,
    /// The normal forms of all labellings.
    classes: Vec<Vec<u32>>,
}

impl Puzzle {
    /// No vertex has a label.
    fn bare(&self) -> Position {
        Position { labels: vec![None; self.order()], bits: self.bits }
    }

    fn new(subject: Subject, watch: &mut dyn Watch) -> Result<Puzzle> {
        let order = subject.graph.order();
        if order > MOST {
            return Err(Error::too_large(
                format!("a graph of {order} vertices"),
                format!("the limit at the table is {MOST}"),
                "play a smaller one",
            ));
        }
        let space = Nullspace::of(&subject.graph, watch)?;
        if let Some((u, v)) = space.equal {
            let why = format!("it has no labelling: vertices {} and {} are equal in every one", u + 1, v + 1);
            return Err(Error::usage("GRAPH", why, "play a graph that passes test 2"));
        }
        let bits = bits::fewest(&subject, &space, watch)?.bits;
        let classes = labellings::classes(&subject, &space, bits, watch)?.normal;
        let drawing = scene::places(&subject.graph, subject.drawing.as_ref());
        Ok(Puzzle { subject, drawing, bits, classes })
    }

    fn order(&self) -> usize {
        self.subject.graph.order()
    }

    /// The closed neighbourhood of a vertex.
    fn closed(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.subject.graph.successors(v).iter().map(|&w| w as usize).chain([v])
    }

    /// The vertices where something is wrong: two equal labels, or a full closed neighbourhood whose xor is not zero.
    fn wrong(&self, at: &Position) -> Vec<bool> {
        let mut wrong = vec![false; self.order()];
        for (v, wrong) in wrong.iter_mut().enumerate() {
            let Some(label) = at.labels[v] else { continue };
            *wrong = (0..self.order()).any(|w| w != v && at.labels[w] == Some(label));
            let sum = self.closed(v).try_fold(0, |sum, w| at.labels[w].map(|l| sum ^ l));
            if sum.is_some_and(|sum| sum != 0) {
                *wrong = true;
            }
        }
        wrong
    }

    /// The label that a closed neighbourhood with one gap forces upon a vertex.
    fn forced(&self, at: &Position, v: usize) -> Option<u32> {
        self.closed(v).find_map(|centre| {
            self.closed(centre).filter(|&w| w != v).try_fold(0, |sum, w| at.labels[w].map(|l| sum ^ l))
        })
    }

    /// What a touch on a vertex plays: a label comes off; on an empty vertex the forced label, or the least unused one
    /// where nothing is forced or the forced label is taken: a touch never doubles a label.
    fn touch(&self, at: &Position, v: usize) -> Option<Put> {
        if at.labels[v].is_some() {
            return Some(Put { vertex: v, label: None, bits: self.bits });
        }
        let is_unused = |label: &u32| !at.labels.contains(&Some(*label));
        let unused = (0..1u32 << self.bits).find(is_unused);
        self.forced(at, v).filter(is_unused).or(unused).map(|label| Put {
            vertex: v,
            label: Some(label),
            bits: self.bits,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    labels: Vec<Option<u32>>,
    bits: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |l: &Option<u32>| l.map_or_else(|| ".".to_string(), |l| binary(l, self.bits));
        f.write_str(&self.labels.iter().map(word).collect::<Vec<_>>().join(","))
    }
}

/// A label put on a vertex, or taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Put {
    vertex: usize,
    label: Option<u32>,
    bits: u32,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.label.map_or_else(|| ".".to_string(), |l| binary(l, self.bits));
        write!(f, "{}={label}", self.vertex + 1)
    }
}

fn read_label(text: &str, bits: u32) -> Option<u32> {
    let digits = text.len() as u32 == bits && text.bytes().all(|b| b == b'0' || b == b'1');
    digits.then(|| u32::from_str_radix(text, 2).ok()).flatten()
}

impl Game for Puzzle {
    type Position = Position;
    type Move = Put;

    fn title(&self) -> String {
        format!("{} vertices to label with {} bits", self.order(), self.bits)
    }

    fn rules(&self) -> String {
        format!(
            "Give every vertex its own label of {} bits so that each label is the xor of its neighbours' labels. \
             Write 3=01101 to put a label on vertex 3 and 3=. to take it off, or drag a label from below onto a vertex. Vertices where something is wrong are marked.",
            self.bits
        )
    }

    fn solitaire(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let word = |w: &str| if w == "." { Some(None) } else { read_label(w, self.bits).map(Some) };
        let labels: Option<Vec<Option<u32>>> = text.trim().split(',').map(word).collect();
        labels.filter(|l| l.len() == self.order()).map(|labels| Position { labels, bits: self.bits }).ok_or_else(|| {
            let wants = format!("write {} labels of {} bits or dots, joined by commas", self.order(), self.bits);
            Error::usage(format!("{:?}", shorten(text)), "not a position", wants)
        })
    }

    fn moves(&self, at: &Position) -> Vec<Put> {
        let unused: Vec<u32> = (0..1u32 << self.bits).filter(|l| !at.labels.contains(&Some(*l))).collect();
        let put = |vertex: usize, label| Put { vertex, label, bits: self.bits };
        let empty = (0..self.order()).filter(|&v| at.labels[v].is_none());
        let placed = (0..self.order()).filter(|&v| at.labels[v].is_some());
        let puts = empty.flat_map(|v| unused.iter().map(move |&l| put(v, Some(l))));
        puts.chain(placed.map(|v| put(v, None))).collect()
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Put> {
        let refuse = |why: &str| {
            let wants = format!("write VERTEX=LABEL with {} binary digits, or VERTEX=. to take it off", self.bits);
            Err(Error::usage(format!("{:?}", shorten(text)), why, wants))
        };
        let Some((vertex, label)) = text.trim().split_once('=') else { return refuse("not a move") };
        let Some(vertex) = vertex.trim().parse::<usize>().ok().filter(|v| (1..=self.order()).contains(v)) else {
            return refuse("no such vertex");
        };
        let label = match label.trim() {
            "." => None,
            word => match read_label(word, self.bits) {
                Some(label) => Some(label),
                None => return refuse("not a label"),
            },
        };
        if at.labels[vertex - 1] == label {
            return refuse("that changes nothing");
        }
        Ok(Put { vertex: vertex - 1, label, bits: self.bits })
    }

    fn after(&self, at: &Position, play: &Put) -> Position {
        let mut next = at.clone();
        next.labels[play.vertex] = play.label;
        next
    }

    fn turn(&self, _at: &Position, _moves_made: usize) -> usize {
        0
    }

    fn end(&self, at: &Position, _turn: usize) -> Option<End> {
        let labels: Vec<u32> = at.labels.iter().copied().collect::<Option<_>>()?;
        condition::is_labelling(&self.subject.graph, &labels, self.bits)
            .then(|| End { winner: Some(0), line: "every label is the xor of its neighbours' labels".to_string() })
    }

    fn advise(&self, at: &Position, _watch: &mut dyn Watch) -> Result<Advice<Put>> {
        let affine = self.subject.translates();
        let put = |vertex: usize, label| Put { vertex, label, bits: self.bits };
        let complete = |placed: &[Option<u32>]| labellings::completing(&self.classes, placed, self.bits, affine);
        if let Some(labels) = complete(&at.labels) {
            let empty = (0..self.order()).filter(|&v| at.labels[v].is_none());
            // A forced vertex first, since the person can see why.
            let vertex = empty.clone().find(|&v| self.forced(at, v).is_some()).or(empty.clone().next());
            let vertex = vertex.expect("a full and right position is an end");
            let (look, line) = match self.forced(at, vertex) {
                Some(_) => (
                    "look for a vertex that stands alone without a label in its closed neighbourhood: the invariant says what is missing",
                    "the labels of a closed neighbourhood have xor 0, and one gap is left in one of them",
                ),
                None => ("nothing is forced yet: look for a vertex without a label", "a labelling with it exists"),
            };
            return Ok(Advice::proved(put(vertex, Some(labels[vertex])), look, line));
        }
        // Some label must come off: one without which the rest can be completed, or else any.
        let placed: Vec<usize> = (0..self.order()).filter(|&v| at.labels[v].is_some()).collect();
        let without = |v: usize| {
            let mut rest = at.labels.clone();
            rest[v] = None;
            rest
        };
        let (vertex, line) = match placed.iter().find(|&&v| complete(&without(v)).is_some()) {
            Some(&v) => (v, "no labelling continues this; without that label one does"),
            None => (*placed.last().expect("the empty position can be completed"), "no labelling continues this"),
        };
        let look = "look for a label that has to come off: the invariant is violated, or will be whatever follows";
        Ok(Advice::proved(put(vertex, None), look, line))
    }

    fn values(&self, at: &Position, _watch: &mut dyn Watch) -> Result<Vec<Valued<Put>>> {
        let affine = self.subject.translates();
        let value = |play: Put| {
            let next = self.after(at, &play);
            let completes = labellings::completing(&self.classes, &next.labels, self.bits, affine).is_some();
            let note = if completes { "can be completed" } else { "cannot be completed" };
            Valued { play, wins: Some(completes), note: note.to_string() }
        };
        // Judging a thousand moves would keep the person waiting; the touches are the moves that matter.
        Ok((0..self.order()).filter_map(|v| self.touch(at, v)).map(value).collect())
    }

    fn scene(&self, at: &Position) -> Scene {
        let wrong = self.wrong(at);
        let contradictions = wrong.iter().filter(|&&w| w).count();
        let caption = match contradictions {
            0 => format!("{} of {} vertices are labelled", at.labels.iter().flatten().count(), self.order()),
            n => format!("something is wrong at {n} vertices"),
        };
        let over = self.end(at, 0).is_some();
        let mark = |v: usize| {
            let touch = if over { None } else { self.touch(at, v) };
            Mark { label: at.labels[v], wrong: wrong[v], touch: touch.map(|t| t.to_string()) }
        };
        let marks: Vec<Mark> = (0..self.order()).map(mark).collect();
        let mut scene = scene::scene("labels", &caption, &self.subject.graph, &self.drawing, &marks, self.bits);
        if !over && self.bits <= MOST_BITS {
            scene::add_palette(&mut scene, &at.labels, self.bits);
        }
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::new(Subject::read(text).unwrap(), &mut Unwatched).unwrap()
    }

    fn begun(text: &str) -> Session<Puzzle> {
        let puzzle = puzzle(text);
        let start = puzzle.bare();
        Session::new(puzzle, start)
    }

    #[test]
    fn hints_alone_solve_the_puzzle() {
        for text in ["cube:3", "dyck", "g1", "crossed:4"] {
            let mut session = begun(text);
            let mut moves = 0;
            while session.end().is_none() {
                let advice = session.advise(&mut Unwatched).unwrap();
                session.play(&advice.play).unwrap();
                moves += 1;
                assert!(moves <= session.game().order(), "{text}: a hint was taken back");
            }
        }
    }

    #[test]
    fn touches_in_any_order_never_double_a_label_and_each_vertex_is_one_button() {
        for text in ["cube:3", "dyck", "g1", "crossed:4"] {
            let game = puzzle(text);
            let order = game.order();
            for step in [1, order - 1, 3, 5] {
                let mut at = game.bare();
                for v in (0..order).map(|i| i * step % order) {
                    at = game.touch(&at, v).map_or(at.clone(), |put| game.after(&at, &put));
                    let placed: Vec<u32> = at.labels.iter().copied().flatten().collect();
                    assert_eq!(condition::doubled(&placed), None, "{text}, every {step}th vertex");
                }
            }
            let scene = game.scene(&game.bare());
            assert_eq!(scene.shapes.iter().filter(|shape| shape.touch.is_some()).count(), order);
        }
    }

    #[test]
    fn labels_are_dragged_from_the_palette_and_used_ones_are_not_offered() {
        for text in ["cube:3", "g1", "crossed:4"] {
            let mut session = begun(text);
            let labels = 1usize << session.game().bits;
            for used in 0..3 {
                let scene = session.scene();
                let tiles: Vec<_> = scene.shapes.iter().filter_map(kit::Shape::offered).collect();
                assert_eq!(tiles.len(), labels - used, "{text}");
                let names = scene.shapes.iter().filter_map(|s| s.hand.as_ref()?.name.clone()).count();
                assert_eq!(names, session.game().order());
                let [.., bottom] = scene.frame;
                assert!(bottom > 0.0 && scene.shapes.iter().all(|shape| inside(shape, scene.frame)), "{text}");
                let said = tiles[used].said(&|_| (used + 1).to_string());
                session.play(&said).unwrap();
            }
        }
    }

    fn inside(shape: &kit::Shape, [left, top, width, height]: [f64; 4]) -> bool {
        match shape.form {
            kit::scene::Form::Rect { x, y, w, h } => {
                x >= left && y >= top && x + w <= left + width + 1e-9 && y + h <= top + height + 1e-9
            }
            _ => true,
        }
    }

    #[test]
    fn contradictions_show_at_once_and_hints_repair_them() {
        let mut session = begun("cube:3");
        session.play("1=000").unwrap();
        session.play("2=000").unwrap();
        assert_eq!(session.game().wrong(session.now()).iter().filter(|&&w| w).count(), 2);
        let hint = session.advise(&mut Unwatched).unwrap().play;
        assert!(hint.ends_with("=."), "{hint}");
        session.undo();
        for play in ["2=001", "3=010", "5=100"] {
            session.play(play).unwrap();
        }
        assert!(session.game().wrong(session.now())[0], "0 + 1 + 2 + 4 is not 0");
        let text = session.position();
        assert_eq!(session.game().read_position(&text).unwrap(), *session.now());
        for bad in ["9=000", "1=0000", "1=2", "x", "1=000"] {
            assert!(session.play(bad).is_err(), "{bad}");
        }
    }

    /// The labellings of 64 vertices are too many to be gone through while somebody waits.
    #[test]
    fn a_table_whose_labellings_take_long_can_be_left() {
        let ask = TABLE.ask(&crate::TOPIC, &["crossed:6".to_string()], &kit::NoFiles).unwrap();
        let error = sit(&ask, &mut kit::watch::Impatient).err().expect("it was not looked at the watch");
        assert!(error.is_stopped(), "{error}");
    }
}
