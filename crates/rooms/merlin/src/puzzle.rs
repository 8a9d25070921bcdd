//! The puzzle: a graph, a number of colours, and the text forms of its states.

use super::rule::{Reading, Rule};
use engine::graphs::Digraph;
use engine::graphs::drawn::Drawn;
use engine::graphs::families::Shape;
use engine::graphs::layout::{Drawing, layout};
use engine::modular::zmod::Modulus;
use kit::{Error, Result, shorten};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A rectangle of cells in plus shape, which can be solved row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Whether a click changes the clicked cell too.
    pub loops: bool,
}

/// A graph with a number of colours.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What was asked for, in a few words.
    pub name: String,
    /// Clicking v changes the successors of v.
    pub graph: Digraph,
    /// What it adds there, in the order of the successors; 1 everywhere if nothing is said.
    weights: Option<Vec<Vec<u32>>>,
    /// Whether the rule was given as a matrix.
    pub by_matrix: bool,
    /// The colours are the integers modulo this.
    pub modulus: Modulus,
    /// If it is a plus-shaped grid.
    pub grid: Option<Grid>,
    /// Rows and columns, if states are written as boards.
    pub board: Option<(usize, usize)>,
    drawing: Option<Drawing>,
    /// How a hand drew it, if one did.
    pub drawn: Option<Drawn>,
}

impl Puzzle {
    /// The puzzle on a graph by its name or by any text form of graphs.
    pub fn from_text(text: &str, names: bool, loops: Option<bool>, m: u64) -> Result<Puzzle> {
        Puzzle::read(text, Reading { names, loops, ..Reading::PLAIN }, m)
    }

    /// The puzzle of a rule in text.
    pub fn read(text: &str, reading: Reading, m: u64) -> Result<Puzzle> {
        let mut rule = Rule::read(text, reading)?;
        let (named, drawn, by_matrix) = (rule.named.take(), rule.drawn.take(), rule.by_matrix);
        let (graph, weights) = rule.modulo(m);
        let mut puzzle = Puzzle {
            name: shorten(text.trim()),
            graph,
            weights,
            by_matrix,
            modulus: Modulus::new(m),
            grid: None,
            board: None,
            drawing: drawn.as_ref().map(Drawn::drawing),
            drawn,
        };
        if let Some(named) = named {
            let loops = reading.loops.unwrap_or(named.clicked_too);
            let plus = named.grid.filter(|g| g.2 == Shape::Plus && reading.add == 1);
            puzzle.grid = plus.map(|(rows, columns, _)| Grid { rows, columns, loops });
            puzzle.board = named.drawing.tiled.then(|| board_of(&named.drawing)).flatten();
            puzzle.drawing = Some(named.drawing);
        }
        Ok(puzzle)
    }

    /// What a click on a cell changes: each successor and what is added there, from 1 to m - 1.
    pub fn adds(&self, vertex: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let weight = move |k: usize| self.weights.as_ref().map_or(1, |weights| weights[vertex][k]);
        self.graph.successors(vertex).iter().enumerate().map(move |(k, &next)| (next as usize, weight(k)))
    }

    /// Clicks a cell so many times.
    pub fn click(&self, state: &mut [u32], vertex: usize, times: u32) {
        for (next, weight) in self.adds(vertex) {
            state[next] = self.modulus.add(state[next], self.modulus.multiply(weight, times));
        }
    }

    /// Whether a click adds something else than 1 somewhere.
    pub fn is_weighted(&self) -> bool {
        self.weights.is_some()
    }

    /// The entry of A in row i and column j: what a click on j adds at i.
    pub fn entry(&self, i: usize, j: usize) -> u32 {
        match (self.graph.successors(j).binary_search(&(i as u32)), &self.weights) {
            (Err(_), _) => 0,
            (Ok(_), None) => 1,
            (Ok(k), Some(weights)) => weights[j][k],
        }
    }

    /// The number of buttons.
    pub fn order(&self) -> usize {
        self.graph.order()
    }

    /// The number of colours.
    pub fn colours(&self) -> u64 {
        self.modulus.value()
    }

    /// Where its vertices are drawn.
    pub fn drawing(&self) -> Drawing {
        self.drawing.clone().unwrap_or_else(|| layout(&self.graph))
    }

    /// What clicks change: the definition, A t.
    pub fn effect(&self, clicks: &[u32]) -> Vec<u32> {
        let mut change = vec![0; self.order()];
        for (vertex, &times) in clicks.iter().enumerate().filter(|&(_, &t)| t != 0) {
            self.click(&mut change, vertex, times);
        }
        change
    }

    /// The effect of weights on columns, y A: zero for a witness.
    pub fn pulled_back(&self, y: &[u32]) -> Vec<u32> {
        let modulus = self.modulus;
        let sum = |v: usize| self.adds(v).fold(0, |s, (w, weight)| modulus.add(s, modulus.multiply(weight, y[w])));
        (0..self.order()).map(sum).collect()
    }

    /// to - from.
    pub fn change(&self, from: &[u32], to: &[u32]) -> Vec<u32> {
        from.iter().zip(to).map(|(&a, &b)| self.modulus.subtract(b, a)).collect()
    }

    /// Reads a state.
    pub fn state(&self, text: &str, legend: Option<&str>, seed: u64) -> Result<Vec<u32>> {
        let (n, m) = (self.order(), self.colours());
        let refuse = |why: String, instead: &str| Error::usage(format!("state {:?}", shorten(text)), why, instead);
        let text = text.trim();
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut random = || (0..n).map(|_| chance.random_range(0..m) as u32).collect::<Vec<u32>>();
        if text == "random" {
            return Ok(random());
        }
        if text == "scrambled" {
            return Ok(self.effect(&random()));
        }
        if let Some(colour) = text.strip_prefix("all:") {
            let colour = match legend {
                Some(legend) => legend.chars().position(|c| colour == c.to_string()).map(|k| k as u64),
                None => None,
            }
            .or_else(|| colour.parse().ok());
            return match colour {
                Some(colour) if colour < m => Ok(vec![colour as u32; n]),
                _ => Err(refuse(format!("the colours are 0 to {}", m - 1), "give one of them after all:")),
            };
        }
        let colours = match legend {
            Some(legend) => self.by_legend(text, legend)?,
            None => by_digits(text).map_err(|why| refuse(why, HOW))?,
        };
        if let Some(&beyond) = colours.iter().find(|&&c| c >= m) {
            return Err(refuse(format!("the colour {beyond} is beyond {}", m - 1), "give colours below --mod"));
        }
        let colours = self.without_taken(colours);
        if colours.len() != n {
            return Err(refuse(format!("{} colours for {n} cells", colours.len()), "give one for each cell"));
        }
        Ok(colours.into_iter().map(|c| c as u32).collect())
    }

    /// A state that was written before a hand took cells away, without these.
    fn without_taken(&self, colours: Vec<u64>) -> Vec<u64> {
        let taken = self.drawn.as_ref().map_or(&[][..], |drawn| &drawn.taken);
        match colours.len() == self.order() + taken.len() {
            true => (0..).zip(colours).filter(|(v, _)| !taken.contains(v)).map(|(_, colour)| colour).collect(),
            false => colours,
        }
    }

    /// The letters of the colours: one for each, all different.
    pub fn letters(&self, legend: &str) -> Result<Vec<char>> {
        let letters: Vec<char> = legend.chars().collect();
        let twice = letters.iter().enumerate().find(|(k, c)| letters[..*k].contains(c));
        if let Some((_, letter)) = twice {
            return Err(Error::usage(
                format!("--legend {legend:?}"),
                format!("{letter:?} occurs twice"),
                "give different letters",
            ));
        }
        if letters.len() as u64 != self.colours() {
            let why = format!("{} letters for {} colours", letters.len(), self.colours());
            return Err(Error::usage(format!("--legend {legend:?}"), why, "give one letter for each colour"));
        }
        Ok(letters)
    }

    fn by_legend(&self, text: &str, legend: &str) -> Result<Vec<u64>> {
        let letters = self.letters(legend)?;
        let cells = text.chars().filter(|c| letters.contains(c) || !(c.is_whitespace() || *c == '/' || *c == ','));
        let colour = |c: char| {
            letters.iter().position(|&l| l == c).map(|k| k as u64).ok_or_else(|| {
                Error::usage(
                    format!("state {:?}", shorten(text)),
                    format!("{c:?} is not in the legend {legend}"),
                    "use its letters",
                )
            })
        };
        cells.map(colour).collect()
    }

    /// The text of a state or of a vector of clicks: digits where they do, rows joined by `/` where there are rows.
    pub fn text(&self, state: &[u32]) -> String {
        let cell = |c: &u32| c.to_string();
        let between = if self.colours() <= 10 { "" } else { "," };
        let row = |row: &[u32]| row.iter().map(cell).collect::<Vec<_>>().join(between);
        match self.board {
            Some((_, columns)) => state.chunks(columns).map(row).collect::<Vec<_>>().join("/"),
            None => row(state),
        }
    }

    /// The same cells in a circle with another graph.
    pub fn on_circle(name: String, graph: Digraph, m: u64) -> Result<Puzzle> {
        let circle = Puzzle::read(&format!("circle:{}", graph.order()), Reading::PLAIN, m)?;
        Ok(Puzzle { name, graph, ..circle })
    }

    /// The same cells, of which only these do anything.
    pub fn restricted(&self, does: impl Fn(usize) -> bool) -> Puzzle {
        let arcs = self.graph.arcs().filter(|&(from, _)| does(from));
        Puzzle {
            graph: Digraph::from_arcs(self.order(), arcs),
            weights: None,
            drawing: Some(self.drawing()),
            ..self.clone()
        }
    }

    /// The name of a cell: `(row, column)` on a board, its number from 1 elsewhere.
    pub fn cell(&self, vertex: usize) -> String {
        match self.board {
            Some((_, columns)) => format!("({}, {})", vertex / columns + 1, vertex % columns + 1),
            None => (vertex + 1).to_string(),
        }
    }
}

const HOW: &str = "write a digit for each cell, numbers with commas, all:K, random or scrambled; letters need --legend";

/// A tiled drawing whose squares fill a rectangle row by row.
fn board_of(drawing: &Drawing) -> Option<(usize, usize)> {
    let columns = drawing.places.iter().take_while(|p| p.1 == drawing.places[0].1).count().max(1);
    let rows = drawing.places.len() / columns;
    let grid = Drawing::grid(rows, columns);
    (grid.places == drawing.places).then_some((rows, columns))
}

/// The colours of a state without a legend: numbers with commas or blanks, or a digit for each cell with `.` for 0 and
/// X for 1.
fn by_digits(text: &str) -> Result<Vec<u64>, String> {
    if text.contains(',')
        || text.split_whitespace().count() > 1 && text.split_whitespace().any(|w| w.len() > 1 && !w.contains('/'))
    {
        let pieces = text.split([',', '/', ' ', '\n', '\t']).filter(|p| !p.is_empty());
        return pieces.map(|p| p.parse().map_err(|_| format!("{p:?} is not a colour"))).collect();
    }
    let cells = text.chars().filter(|c| !c.is_whitespace() && *c != '/');
    let colour = |c: char| match c {
        '.' => Ok(0),
        'X' | 'Q' => Ok(1),
        _ => c.to_digit(10).map(u64::from).ok_or_else(|| format!("{c:?} is not a digit")),
    };
    cells.map(colour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn puzzle(text: &str, m: u64) -> Puzzle {
        Puzzle::from_text(text, true, None, m).unwrap()
    }

    #[test]
    fn states_are_read_in_all_their_forms() {
        let board = puzzle("grid:2x3", 3);
        for text in ["012/210", "012210", "0 1 2 / 2 1 0", "0,1,2,2,1,0", ".12/21."] {
            assert_eq!(board.state(text, None, 1).unwrap(), [0, 1, 2, 2, 1, 0], "{text}");
        }
        assert_eq!(board.state("WRB/BRW", Some("WRB"), 1).unwrap(), [0, 1, 2, 2, 1, 0]);
        assert_eq!(board.state("all:2", None, 1).unwrap(), [2; 6]);
        assert_eq!(board.state("all:B", Some("WRB"), 1).unwrap(), [2; 6]);
        assert_eq!(board.state("random", None, 7).unwrap(), board.state("random", None, 7).unwrap());
        assert_eq!(board.text(&[0, 1, 2, 2, 1, 0]), "012/210");
        let many = puzzle("circle:3", 1 << 32);
        assert_eq!(many.state("4294967295,0,12", None, 1).unwrap(), [u32::MAX, 0, 12]);
    }

    #[test]
    fn states_that_do_not_fit_are_refused() {
        let board = puzzle("grid:2x3", 3);
        let cases = [
            (("01221", None), "5 colours for 6 cells"),
            (("012213", None), "beyond 2"),
            (("01221a", None), "not a digit"),
            (("all:3", None), "0 to 2"),
            (("all:", None), "0 to 2"),
            (("", None), "0 colours"),
            (("WRBWRX", Some("WRB")), "not in the legend"),
            (("WRBWRB", Some("WR")), "2 letters for 3"),
            (("WRBWRB", Some("WRR")), "occurs twice"),
            (("0,1,2,x", None), "not a colour"),
        ];
        kit::trial::refused(&cases, |(text, legend)| board.state(text, legend, 1));
    }

    #[test]
    fn unknown_graphs_are_answered_with_the_nearest_name() {
        let line = Puzzle::from_text("petersn", true, None, 2).unwrap_err().to_string();
        assert!(line.contains("petersen"), "{line}");
        assert!(Puzzle::from_text("nosuchfile.txt", true, None, 2).is_err());
    }

    proptest! {
        #[test]
        fn reading_a_state_never_panics(text in "\\PC{0,30}", tame in "[0-9WRB,/ .X:al-]{0,20}", legend in "[A-Z]{0,4}") {
            let board = puzzle("grid:2x3", 3);
            for text in [&text, &tame] {
                for legend in [None, Some(legend.as_str())] {
                    if let Ok(state) = board.state(text, legend, 1) {
                        prop_assert_eq!(&board.state(&board.text(&state), None, 1).unwrap(), &state);
                    }
                }
            }
        }
    }
}
