//! The puzzle to play: click cells until all are 0.

use super::least::{Weight, least};
use super::puzzle::Puzzle;
use super::questions::{GRAPH, LEGEND, MOD, NO_SELF, SELF, puzzle_of};
use super::scene::{Marks, picture};
use super::system::System;
use kit::{Advice, Ask, End, Error, Game, GameTable, Param, Play, Result, Scene, Session, Valued, Watch};
use std::fmt;

const FROM: Param = Param::text("from", "the state to start from, scrambled by the seed if none is given", 100_000);
pub(super) static TABLE: GameTable = GameTable {
    params: &[GRAPH.or("grid:5x5").main(), MOD.or("2"), SELF, NO_SELF, FROM, LEGEND, Param::seed()],
    examples: &[
        "merlin",
        "merlin grid:3x3 --mod 3 --seed 4",
        "merlin merlin",
        "merlin circle:6 --mod 3",
        "merlin petersen --self",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let puzzle = puzzle_of(ask, ask.whole("mod") as u64)?;
    if puzzle.order() > MOST_CELLS {
        let asked = format!("a game of {} cells", puzzle.order());
        return Err(Error::too_large(asked, format!("the limit is {MOST_CELLS}"), "ask merlin solve instead"));
    }
    let start = match ask.text_if("from") {
        Some(text) => puzzle.state(text, ask.text_if("legend"), ask.seed())?,
        None => scrambled(&puzzle, ask.seed())?,
    };
    let system = System::new(&puzzle, &mut kit::Unwatched)?;
    let target = vec![0; puzzle.order()];
    if system.solve(&puzzle.change(&start, &target), &mut kit::Unwatched)?.clicks.is_err() {
        return Err(Error::usage("--from", "this state cannot be solved", "ask merlin solve why, or leave it out"));
    }
    let board = Board { puzzle };
    let start = board.at(start);
    Ok(Box::new(Session::new(board, start)))
}

/// The most cells of a game.
const MOST_CELLS: usize = 2500;

/// A solvable state other than the solved one.
fn scrambled(puzzle: &Puzzle, seed: u64) -> Result<Vec<u32>> {
    let states = (0..20).map(|k| puzzle.state("scrambled", None, seed.wrapping_add(k << 32)));
    for state in states {
        let state = state?;
        if state.iter().any(|&c| c != 0) {
            return Ok(state);
        }
    }
    Err(Error::usage(&puzzle.name, "no click changes anything", "give a graph with arcs"))
}

/// The game on a puzzle.
pub(super) struct Board {
    puzzle: Puzzle,
}

/// A state and its text.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    cells: Vec<u32>,
    text: String,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A click and its text: `row,column` on a board, the vertex's number elsewhere.
#[derive(Clone, PartialEq)]
pub(super) struct Click {
    vertex: usize,
    text: String,
}

impl fmt::Display for Click {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How the click on a cell is typed.
pub(super) fn click_text(puzzle: &Puzzle, vertex: usize) -> String {
    match puzzle.board {
        Some((_, columns)) => format!("{},{}", vertex / columns + 1, vertex % columns + 1),
        None => (vertex + 1).to_string(),
    }
}

impl Board {
    fn at(&self, cells: Vec<u32>) -> State {
        State { text: self.puzzle.text(&cells), cells }
    }

    /// A shortest solution, with how far to trust that it is one.
    fn solution(&self, at: &State, watch: &mut dyn Watch) -> Result<super::least::Least> {
        let system = System::new(&self.puzzle, watch)?;
        let wanted = self.puzzle.change(&at.cells, &vec![0; at.cells.len()]);
        let outcome = system.solve(&wanted, watch)?;
        let clicks = outcome.clicks.expect("clicks never leave the states that can be solved");
        least(&system, clicks, &outcome.kernel_size, Weight::Clicks, 1, watch)
    }
}

impl Game for Board {
    type Position = State;
    type Move = Click;

    fn title(&self) -> String {
        format!("Merlin's magic on {} with {} colours", self.puzzle.name, self.puzzle.colours())
    }

    fn rules(&self) -> String {
        let itself = match self.puzzle.graph.has_loops() {
            true => "itself and ",
            false => "",
        };
        format!(
            "Clicking a cell changes {itself}its neighbours: each goes to the next colour, from {} back to 0. Make every cell 0. The order of \
             clicks does not matter, and {} clicks on one cell are none.",
            self.puzzle.colours() - 1,
            self.puzzle.colours()
        )
    }

    fn solitaire(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Result<State> {
        Ok(self.at(self.puzzle.state(text, None, 0)?))
    }

    fn moves(&self, _at: &State) -> Vec<Click> {
        (0..self.puzzle.order()).map(|vertex| Click { vertex, text: click_text(&self.puzzle, vertex) }).collect()
    }

    fn after(&self, at: &State, play: &Click) -> State {
        let mut cells = at.cells.clone();
        for &next in self.puzzle.graph.successors(play.vertex) {
            cells[next as usize] = self.puzzle.modulus.add(cells[next as usize], 1);
        }
        self.at(cells)
    }

    fn turn(&self, _at: &State, _moves_made: usize) -> usize {
        0
    }

    fn end(&self, at: &State, _turn: usize) -> Option<End> {
        at.cells.iter().all(|&c| c == 0).then(|| End { winner: Some(0), line: "every cell is 0".to_string() })
    }

    fn advise(&self, at: &State, watch: &mut dyn Watch) -> Result<Advice<Click>> {
        let solution = self.solution(at, watch)?;
        let vertex = solution.clicks.iter().position(|&t| t > 0).expect("a state that is not solved needs a click");
        let line = format!("{} more clicks do it", solution.least);
        let play = Click { vertex, text: click_text(&self.puzzle, vertex) };
        Ok(Advice { play, standing: solution.standing, line })
    }

    fn values(&self, at: &State, watch: &mut dyn Watch) -> Result<Vec<Valued<Click>>> {
        let solution = self.solution(at, watch)?;
        let note = |t: u32| match t {
            0 => String::new(),
            t => format!("clicked {t} of the {} times of a short solution", solution.least),
        };
        let moves = self.moves(at).into_iter();
        Ok(moves.map(|play| Valued { wins: None, note: note(solution.clicks[play.vertex]), play }).collect())
    }

    fn scene(&self, at: &State) -> Scene {
        let marks = Marks { state: Some(&at.cells), clicks: None, touch: true, ..Marks::default() };
        let caption = format!("{} with {} colours", self.puzzle.name, self.puzzle.colours());
        picture(&self.puzzle, "board", &caption, marks).unwrap_or_else(|| Scene::new("board", caption, 1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{NoFiles, Unwatched};

    fn sit(words: &[&str]) -> Result<Box<dyn Play>> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        super::sit(&Ask::read("play merlin", TABLE.params, &words, &NoFiles)?, &mut kit::Unwatched)
    }

    #[test]
    fn following_the_hints_solves_it_in_as_many_clicks_as_they_say() {
        for words in [&["grid:4x4"][..], &["grid:3x3", "--mod", "3", "--seed", "9"], &["circle:6", "--mod", "4"]] {
            let mut play = sit(words).unwrap();
            let mut last = usize::MAX;
            while play.end().is_none() {
                let advice = play.advise(&mut Unwatched).unwrap();
                let left: usize = advice.line.split(' ').next().unwrap().parse().unwrap();
                assert!(last == usize::MAX || left + 1 == last, "{words:?}");
                last = left;
                play.play(&advice.play).unwrap();
            }
            assert_eq!(last, 1);
        }
    }

    #[test]
    fn only_solvable_states_are_put_on_the_table() {
        assert!(sit(&["circle:6", "--from", "100000"]).is_err());
        assert!(sit(&["circle:6", "--from", "101000"]).is_ok());
        assert!(sit(&["path:1"]).is_err());
        for seed in 0..30 {
            let play = sit(&["grid:5x5", "--seed", &seed.to_string()]).unwrap();
            assert!(play.end().is_none());
        }
    }
}
