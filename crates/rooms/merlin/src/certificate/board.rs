//! What certificates of the room have in common: the graph, the number of colours, lists of numbers, and how they are
//! named in a sentence.

use super::super::puzzle::Puzzle;
use super::digest::sha256;
use engine::graphs::Digraph;
use engine::graphs::read::{digraph6, to_digraph6};
use kit::{Certificate, Error, Result};

/// The most cells of a graph.
pub(super) const MOST_CELLS: usize = 1 << 21;

/// The most vertices of a graph that is written out whole.
pub(super) const MOST_WRITTEN: usize = 3000;

/// The most cells of a matrix that is written out.
const MOST_ENTERED: usize = 1000;

/// The most colours.
const MOST_COLOURS: u64 = 1 << 32;

/// The longest name of a graph or a state that a sentence repeats whole.
const LONGEST_NAME: usize = 300;

/// A graph, as a rule or written out.
pub(super) enum Board {
    /// Plus-shaped: a click on a cell changes its neighbours, and itself if `loops`.
    Grid { rows: usize, columns: usize, loops: bool },
    /// Written out.
    Graph(Digraph),
    /// Entry (i, j) is what a click on j adds at i.
    Matrix(Vec<Vec<u32>>),
}

/// A board with its colours.
pub(super) struct Rules {
    pub board: Board,
    pub colours: u64,
}

impl Rules {
    /// The rules of a puzzle; `None` if its graph is too large to be written.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Rules> {
        let n = puzzle.order();
        let row = |i: usize| (0..n).map(|j| puzzle.entry(i, j)).collect();
        let board = match puzzle.grid {
            _ if puzzle.is_weighted() && n > MOST_ENTERED => return None,
            _ if puzzle.is_weighted() => Board::Matrix((0..n).map(row).collect()),
            Some(grid) => Board::Grid { rows: grid.rows, columns: grid.columns, loops: grid.loops },
            None if puzzle.order() <= MOST_WRITTEN => Board::Graph(puzzle.graph.clone()),
            None => return None,
        };
        Some(Rules { board, colours: puzzle.colours() })
    }

    /// The lines that give them.
    pub(super) fn text(&self) -> String {
        format!("graph {}\ncolours {}\n", self.board.text(), self.colours)
    }

    /// The line that gives the graph alone.
    pub(super) fn graph_line(&self) -> String {
        format!("graph {}\n", self.board.text())
    }

    /// Reads that line; the colours are then all numbers that entries can be.
    pub(super) fn read_graph(lines: &mut Lines<'_>) -> Result<Rules> {
        let (number, text) = lines.labelled("graph")?;
        let board = Board::read(text).map_err(|why| Certificate::broken(number, why))?;
        Ok(Rules { board, colours: MOST_COLOURS })
    }

    /// Reads both lines.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Rules> {
        let board = Rules::read_graph(lines)?.board;
        let (number, text) = lines.labelled("colours")?;
        let colours = whole(text, MOST_COLOURS).filter(|&m| m >= 2);
        let colours = colours.ok_or_else(|| Certificate::broken(number, "only 2 to 4294967296 colours"))?;
        if let Board::Matrix(rows) = &board
            && rows.iter().flatten().any(|&entry| u64::from(entry) >= colours)
        {
            return Err(Certificate::broken(number, "an entry of the matrix is not below it"));
        }
        Ok(Rules { board, colours })
    }

    /// The number of cells.
    pub(super) fn order(&self) -> usize {
        match &self.board {
            Board::Grid { rows, columns, .. } => rows * columns,
            Board::Graph(graph) => graph.order(),
            Board::Matrix(rows) => rows.len(),
        }
    }

    /// `grid:5x5 self with 2 colours`.
    pub(super) fn name(&self) -> String {
        format!("{} with {} colours", self.graph_name(), self.colours)
    }

    /// `grid:5x5 self`.
    pub(super) fn graph_name(&self) -> String {
        let text = self.board.text();
        match &self.board {
            Board::Graph(graph) if text.len() > LONGEST_NAME => {
                let (vertices, arcs) = (graph.order(), graph.size());
                format!("digraph6 of {vertices} vertices and {arcs} arcs with SHA-256 {}", sha256(&text))
            }
            Board::Matrix(rows) if text.len() > LONGEST_NAME => {
                format!("matrix of {} cells with SHA-256 {}", rows.len(), sha256(&text))
            }
            _ => text,
        }
    }

    /// The cells that a click on v changes, and what it adds there.
    pub(super) fn each_added(&self, v: usize, add: impl FnMut(usize, u32)) {
        self.board.successors(v, add);
    }

    /// What clicks change.
    pub(super) fn effect(&self, clicks: &[u32]) -> Vec<u32> {
        let mut change = vec![0; clicks.len()];
        for (v, &times) in clicks.iter().enumerate() {
            self.click(&mut change, v, times);
        }
        change
    }

    /// So many clicks on v: each adds 1, or what the matrix says, at every successor of v.
    pub(super) fn click(&self, state: &mut [u32], v: usize, times: u32) {
        self.board.successors(v, |w, adds| state[w] = self.sum(state[w], self.product(times, adds)));
    }

    /// The product of two colours.
    fn product(&self, a: u32, b: u32) -> u32 {
        (u64::from(a) * u64::from(b) % self.colours) as u32
    }

    /// For each cell the sum of the weights of its successors, each times what is added there: by how much one click on
    /// it changes the weighted sum.
    pub(super) fn gains(&self, weights: &[u32]) -> Vec<u32> {
        let gain = |v: usize| {
            let mut gain = 0;
            self.board.successors(v, |w, adds| gain = self.sum(gain, self.product(weights[w], adds)));
            gain
        };
        (0..weights.len()).map(gain).collect()
    }

    /// The sum of two colours.
    pub(super) fn sum(&self, a: u32, b: u32) -> u32 {
        ((u64::from(a) + u64::from(b)) % self.colours) as u32
    }

    /// The name of a state in a sentence: `all:1`, its digits, its numbers with commas, or how many they are and their
    /// digest.
    pub(super) fn state_name(&self, state: &[u32]) -> String {
        if let Some(first) = state.first().filter(|first| state.iter().all(|colour| colour == *first)) {
            return format!("all:{first}");
        }
        let between = if self.colours <= 10 { "" } else { "," };
        let text = state.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
        match text.len() <= LONGEST_NAME {
            true => text,
            false => format!("of {} cells with SHA-256 {}", state.len(), sha256(&list_text(state))),
        }
    }

    /// Reads a labelled list of a colour for each cell.
    pub(super) fn list(&self, lines: &mut Lines<'_>, label: &str) -> Result<Vec<u32>> {
        let (number, text) = lines.labelled(label)?;
        read_list(text, self.order(), self.colours).ok_or_else(|| {
            let why = format!("not {} numbers from 0 to {}", self.order(), self.colours - 1);
            Certificate::broken(number, why)
        })
    }
}

impl Board {
    fn text(&self) -> String {
        match self {
            Board::Grid { rows, columns, loops } => {
                format!("grid:{rows}x{columns} {}", if *loops { "self" } else { "no-self" })
            }
            Board::Graph(graph) => format!("digraph6 {}", to_digraph6(graph)),
            Board::Matrix(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| list_text(row)).collect();
                format!("matrix {}", rows.join("/"))
            }
        }
    }

    fn read(text: &str) -> Result<Board, &'static str> {
        const HOW: &str = "a graph is grid:RxC self, grid:RxC no-self, digraph6 and its line or matrix and its rows";
        let (kind, rest) = text.split_once(' ').ok_or(HOW)?;
        if kind == "matrix" {
            let n = rest.split('/').count();
            let row = |row: &str| read_list(row, n, MOST_COLOURS);
            let rows = rest.split('/').take(MOST_ENTERED).map(row).collect::<Option<Vec<_>>>();
            let rows = rows.filter(|rows| rows.len() == n).ok_or("not a square matrix of 1 to 1000 rows")?;
            return Ok(Board::Matrix(rows));
        }
        if kind == "digraph6" {
            // The head of a larger graph would say so before its pairs are looked at.
            let graph = digraph6(rest).ok().filter(|graph| (1..=MOST_WRITTEN).contains(&graph.order()));
            let graph = graph.ok_or("not the digraph6 line of 1 to 3000 vertices")?;
            return match to_digraph6(&graph) == rest {
                true => Ok(Board::Graph(graph)),
                false => Err("not the digraph6 line as it is written"),
            };
        }
        let loops = match rest {
            "self" => true,
            "no-self" => false,
            _ => return Err(HOW),
        };
        let sides = kind.strip_prefix("grid:").and_then(|sides| sides.split_once('x')).ok_or(HOW)?;
        let side = |word| whole(word, MOST_CELLS as u64).filter(|&side| side > 0).map(|side| side as usize);
        let (rows, columns) = side(sides.0).zip(side(sides.1)).ok_or("a side is a whole number from 1 on")?;
        match rows.checked_mul(columns).is_some_and(|cells| cells <= MOST_CELLS) {
            true => Ok(Board::Grid { rows, columns, loops }),
            false => Err("more than 2097152 cells"),
        }
    }

    /// The cells that a click on v changes, and what it adds there.
    fn successors(&self, v: usize, mut add: impl FnMut(usize, u32)) {
        let mut each = |w| add(w, 1);
        match self {
            Board::Graph(graph) => graph.successors(v).iter().for_each(|&w| each(w as usize)),
            Board::Matrix(rows) => rows.iter().enumerate().for_each(|(w, row)| add(w, row[v])),
            Board::Grid { rows, columns, loops } => {
                let (row, column) = (v / columns, v % columns);
                if *loops {
                    each(v);
                }
                if row > 0 {
                    each(v - columns);
                }
                if row + 1 < *rows {
                    each(v + columns);
                }
                if column > 0 {
                    each(v - 1);
                }
                if column + 1 < *columns {
                    each(v + 1);
                }
            }
        }
    }
}

/// A whole number up to `most`, in decimal digits without sign or leading zeros.
pub(super) fn whole(word: &str, most: u64) -> Option<u64> {
    let plain = word == "0" || !word.starts_with(['0', '+']);
    word.parse().ok().filter(|&number| plain && number <= most)
}

/// Reads so many colours with commas between them. Nothing of the size of the graph is made before, so the file bounds
/// the memory.
pub(super) fn read_list(text: &str, length: usize, colours: u64) -> Option<Vec<u32>> {
    let numbers = text.split(',').take(length + 1).map(|word| whole(word, colours - 1).map(|n| n as u32));
    numbers.collect::<Option<Vec<u32>>>().filter(|numbers| numbers.len() == length)
}

/// A list as it is written.
pub(super) fn list_text(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The lines of evidence, one after the other.
pub(super) struct Lines<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(certificate: &'a Certificate) -> Lines<'a> {
        let lines: Box<dyn Iterator<Item = (usize, &'a str)> + 'a> = Box::new(certificate.lines());
        Lines { lines: lines.peekable() }
    }

    /// The next line, which must begin with that word: its number, and what follows the word.
    pub(super) fn labelled(&mut self, label: &str) -> Result<(usize, &'a str)> {
        match self.next_if(label) {
            Some(found) => Ok(found),
            None => match self.lines.next() {
                Some((number, _)) => Err(Certificate::broken(number, format!("a line {label:?} is to come here"))),
                None => Err(Error::failed(format!("the line {label:?} is missing"))),
            },
        }
    }

    /// The next line if it begins with that word.
    pub(super) fn next_if(&mut self, label: &str) -> Option<(usize, &'a str)> {
        let rest = |line: &'a str| line.strip_prefix(label)?.strip_prefix(' ');
        let &(number, line) = self.lines.peek()?;
        let found = rest(line).map(|rest| (number, rest))?;
        self.lines.next();
        Some(found)
    }

    /// The next line, whatever it is.
    pub(super) fn next_line(&mut self) -> Option<(usize, &'a str)> {
        self.lines.next()
    }

    /// Whether nothing is left.
    pub(super) fn ended(&mut self) -> bool {
        self.lines.peek().is_none()
    }

    /// Nothing may be left.
    pub(super) fn end(mut self) -> Result<()> {
        match self.lines.next() {
            None => Ok(()),
            Some((number, _)) => Err(Certificate::broken(number, "nothing more is to be shown here")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rule::Reading;
    use super::*;

    fn rules(body: &str) -> Result<Rules> {
        Rules::read(&mut Lines::of(&Certificate::new("merlin", "clicks", "", body.to_string())))
    }

    #[test]
    fn entries_of_a_matrix_lie_below_the_colours() {
        assert!(rules("graph matrix 0,1/2,0\ncolours 3\n").is_ok());
        for colours in [1, 2] {
            assert!(rules(&format!("graph matrix 0,1/2,0\ncolours {colours}\n")).is_err(), "{colours} colours");
        }
    }

    #[test]
    fn a_matrix_has_at_most_a_thousand_rows() {
        let body = |n: usize| format!("graph matrix {}\ncolours 2\n", vec![vec!["0"; n].join(","); n].join("/"));
        assert_eq!(rules(&body(MOST_ENTERED)).unwrap().order(), MOST_ENTERED);
        assert!(rules(&body(MOST_ENTERED + 1)).err().unwrap().to_string().contains("1 to 1000 rows"));
    }

    /// A matrix is named whole up to 300 characters: 294 of twelve rows of digits, and one more for each 10.
    #[test]
    fn a_long_matrix_is_named_by_its_digest() {
        let named = |tens: usize| {
            let row = |i: usize| (0..12).map(|j| if 12 * i + j < tens { 10 } else { 1 }).collect::<Vec<u32>>();
            let rows: Vec<String> = (0..12).map(|i| list_text(&row(i))).collect();
            rules(&format!("graph matrix {}\ncolours 11\n", rows.join("/"))).unwrap().graph_name()
        };
        assert!(named(6).len() == 300 && named(6).starts_with("matrix 10,10,10,10,10,10,1,"), "{}", named(6));
        assert!(named(7).starts_with("matrix of 12 cells with SHA-256 "), "{}", named(7));
        assert_ne!(named(7), named(8));
    }

    /// A puzzle of weights is written up to as many cells as are read.
    #[test]
    fn a_puzzle_of_a_thousand_weights_is_written() {
        let written = |n: usize| {
            let rows = vec![vec!["2"; n].join(","); n].join("/");
            Rules::of(&Puzzle::read(&rows, Reading::PLAIN, 3).unwrap()).is_some()
        };
        assert!(written(MOST_ENTERED) && !written(MOST_ENTERED + 1));
    }

    #[test]
    fn every_cell_has_its_gain() {
        let rules = rules("graph grid:1x3 self\ncolours 5\n").unwrap();
        assert_eq!(rules.gains(&[1, 0, 3]), [1, 4, 3]);
    }
}
