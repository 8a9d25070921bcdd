//! The puzzle to play: click cells until all have the colour that is wanted; or, with `--hidden`, find the rule.

mod hidden;

use super::least::{Weight, after_each, least};
use super::lit;
use super::puzzle::Puzzle;
use super::questions::{ADD, GRAPH, LEGEND, LIT_ONLY, MOD, NO_SELF, ROWS, SELF, TO, puzzle_of};
use super::scene::{Marks, picture};
use super::system::{Outcome, System};
use kit::{
    Advice, Ask, End, Error, Game, GameTable, Param, Play, Result, Scene, Score, Session, Standing, Valued, Watch, say,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const FROM: Param = Param::text("from", "the state to start from, scrambled by the seed if none is given", 100_000);
pub(super) static TABLE: GameTable = GameTable {
    params: &[
        GRAPH.or("grid:5x5").main(),
        MOD.or("2"),
        SELF,
        NO_SELF,
        ROWS,
        ADD,
        FROM,
        TO.or("all:0"),
        LEGEND,
        LIT_ONLY,
        Param::switch("hidden", "find the rule: the graph is secret, clicks show what they change"),
        hidden::DIFFICULTY,
        Param::seed(),
    ],
    examples: &[
        "merlin",
        "merlin grid:3x3 --mod 3 --seed 4",
        "merlin merlin",
        "merlin circle:6 --mod 3",
        "merlin petersen --self",
        "merlin circle:6 --mod 3 --legend WRB --to RRRWWW",
        "merlin grid:3x3 --lit-only",
        "merlin --difficulty hard --seed 3",
        "merlin --hidden --difficulty easy",
    ],
    sit,
};

fn sit(ask: &Ask, watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    if ask.flag("hidden") {
        return hidden::sit(ask);
    }
    if ask.has("difficulty") && ask.has("lit-only") {
        let why = "it is of starts that the seed draws, with clicks on any cells";
        return Err(Error::usage("--difficulty", why, "leave it or --lit-only out"));
    }
    let puzzle = puzzle_of(ask, ask.whole("mod") as u64)?;
    small_enough(&puzzle)?;
    let legend = ask.text_if("legend").map(|legend| puzzle.letters(legend)).transpose()?;
    let goal = puzzle.state(ask.text("to"), ask.text_if("legend"), ask.seed().wrapping_add(1))?;
    let lit = match ask.flag("lit-only") {
        true => Some(lit::Distances::to(&puzzle, &goal, watch)?),
        false => None,
    };
    let mut board = Board { puzzle, goal, legend, lit, par: None };
    // A start that is given is no start that is drawn: a game of any difficulty goes on from its own positions.
    let start = match (ask.text_if("from"), ask.text_if("difficulty")) {
        (Some(text), _) => board.puzzle.state(text, ask.text_if("legend"), ask.seed())?,
        (None, Some(level)) => board.graded(level, ask.seed(), watch)?,
        (None, None) => board.scrambled(ask.seed())?,
    };
    if !board.solvable(&start)? {
        return Err(Error::usage("--from", "this state cannot be solved", "ask merlin solve why, or leave it out"));
    }
    board.par = board.fewest(&start, watch)?;
    let start = board.at(start, 0);
    Ok(Box::new(Session::new(board, start)))
}

/// Starts that are drawn for a difficulty.
const DRAWS: usize = 60;

/// The most cells of a game.
const MOST_CELLS: usize = 2500;

fn small_enough(puzzle: &Puzzle) -> Result<()> {
    match puzzle.order() > MOST_CELLS {
        false => Ok(()),
        true => {
            let asked = format!("a game of {} cells", puzzle.order());
            Err(Error::too_large(asked, format!("the limit is {MOST_CELLS}"), "ask merlin solve instead"))
        }
    }
}

/// The most entries, solutions times cells, that are looked at between two moves.
const MOST_LOOKED: u64 = 1 << 21;

/// The game on a puzzle.
pub(super) struct Board {
    puzzle: Puzzle,
    /// The state that is wanted.
    goal: Vec<u32>,
    legend: Option<Vec<char>>,
    /// The distances to the goal, where only lit cells may be clicked.
    lit: Option<lit::Distances>,
    /// The fewest clicks from the start, if they are known.
    par: Option<u64>,
}

/// A state, the clicks that led there, and its text.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    cells: Vec<u32>,
    clicks: u64,
    text: String,
}

/// A click and its text: `row,column` on a board, the vertex's number elsewhere.
#[derive(Clone, PartialEq)]
pub(super) struct Click {
    vertex: usize,
    text: String,
}

kit::shown_by_text!(State, Click);

/// How the click on a cell is typed.
pub(super) fn click_text(puzzle: &Puzzle, vertex: usize) -> String {
    match puzzle.board {
        Some((_, columns)) => format!("{},{}", vertex / columns + 1, vertex % columns + 1),
        None => (vertex + 1).to_string(),
    }
}

impl Board {
    fn at(&self, cells: Vec<u32>, clicks: u64) -> State {
        let text = match &self.legend {
            None => self.puzzle.text(&cells),
            Some(letters) => {
                let columns = self.puzzle.board.map_or(cells.len(), |(_, columns)| columns).max(1);
                let row = |row: &[u32]| row.iter().map(|&c| letters[c as usize]).collect::<String>();
                cells.chunks(columns).map(row).collect::<Vec<_>>().join("/")
            }
        };
        State { cells, clicks, text }
    }

    fn click(&self, vertex: usize) -> Click {
        Click { vertex, text: click_text(&self.puzzle, vertex) }
    }

    /// A solvable state other than the goal.
    fn scrambled(&self, seed: u64) -> Result<Vec<u32>> {
        for k in 0..20 {
            let kind = if self.lit.is_some() { "random" } else { "scrambled" };
            let mut state = self.puzzle.state(kind, None, seed.wrapping_add(k << 32))?;
            if self.lit.is_none() {
                state.iter_mut().zip(&self.goal).for_each(|(c, &goal)| *c = self.puzzle.modulus.add(*c, goal));
            }
            if state != self.goal && self.solvable(&state)? {
                return Ok(state);
            }
        }
        match &self.lit {
            Some(_) => Err(Error::usage(&self.puzzle.name, "20 random states cannot be solved", "give --from")),
            None => Err(Error::usage(&self.puzzle.name, "no click changes anything", "give a graph with arcs")),
        }
    }

    /// A start whose fewest clicks are as many as the difficulty wants, or as near to that as the draws came.
    fn graded(&self, level: &str, seed: u64, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let order = self.puzzle.order();
        let (fewest, most) = match level {
            "easy" => (1, order / 8 + 2),
            "middle" => (order / 8 + 3, order / 4 + 3),
            _ => (order / 4 + 4, order),
        };
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut best: Option<(usize, Vec<u32>)> = None;
        let most = most.max(fewest);
        for _ in 0..DRAWS {
            let mut state = self.goal.clone();
            for _ in 0..chance.random_range(fewest..=most.min(2 * fewest + 2)) {
                self.puzzle.click(&mut state, chance.random_range(0..order), 1);
            }
            if state == self.goal {
                continue;
            }
            // Where the fewest are not known, the clicks that were made must do.
            let Some(needed) = self.fewest(&state, watch)? else { return Ok(state) };
            let needed = usize::try_from(needed).unwrap_or(usize::MAX);
            let off = fewest.saturating_sub(needed) + needed.saturating_sub(most);
            if off == 0 {
                return Ok(state);
            }
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, state));
            }
        }
        best.map_or_else(|| self.scrambled(seed), |(_, state)| Ok(state))
    }

    fn solvable(&self, state: &[u32]) -> Result<bool> {
        if let Some(lit) = &self.lit {
            return Ok(lit.from(state).is_some());
        }
        let system = System::new(&self.puzzle, &mut kit::Unwatched)?;
        let outcome = system.solve(&self.puzzle.change(state, &self.goal), &mut kit::Unwatched)?;
        Ok(outcome.clicks.is_ok())
    }

    /// The fewest clicks to the goal, where all ways can be looked at quickly.
    fn fewest(&self, state: &[u32], watch: &mut dyn Watch) -> Result<Option<u64>> {
        if let Some(lit) = &self.lit {
            return Ok(lit.from(state));
        }
        let (system, outcome) = self.solved(state, watch)?;
        if !self.few(&outcome) {
            return Ok(None);
        }
        let clicks = outcome.clicks.expect("the start can be solved");
        let found = least(&system, clicks, &outcome.kernel_size, Weight::Clicks, 1, watch)?;
        Ok((found.standing == Standing::Proved).then_some(found.least))
    }

    fn solved(&self, state: &[u32], watch: &mut dyn Watch) -> Result<(System<'_>, Outcome)> {
        let system = System::new(&self.puzzle, watch)?;
        let outcome = system.solve(&self.puzzle.change(state, &self.goal), watch)?;
        Ok((system, outcome))
    }

    /// Whether all solutions can be looked at between two moves.
    fn few(&self, outcome: &Outcome) -> bool {
        let most = MOST_LOOKED / (self.puzzle.order() as u64).max(1);
        u64::try_from(&outcome.kernel_size).is_ok_and(|size| size <= most)
    }

    /// The state that a click leads to.
    fn clicked(&self, cells: &[u32], vertex: usize) -> Vec<u32> {
        let mut cells = cells.to_vec();
        self.puzzle.click(&mut cells, vertex, 1);
        cells
    }

    /// Where to look for a cell: its row on a board, its neighbours elsewhere.
    fn region(&self, vertex: usize) -> String {
        match self.puzzle.board {
            Some((_, columns)) => format!("look at row {}", vertex / columns + 1),
            None => {
                let near = self.puzzle.adds(vertex).find(|&(w, _)| w != vertex).map_or(vertex, |(w, _)| w);
                format!("look around cell {}", self.puzzle.cell(near))
            }
        }
    }

    /// A hint where only lit cells may be clicked: by the table of distances.
    fn advise_lit(&self, lit: &lit::Distances, at: &State) -> Result<Advice<Click>> {
        let Some(way) = lit.way(&self.puzzle, &at.cells) else {
            let why = "no clicks on lit cells lead from here to the goal";
            return Err(Error::usage("a hint", why, "take clicks back"));
        };
        let vertex = *way.first().expect("a game that goes on is not at its goal");
        let line = format!(
            "cell {} is lit, and of all orders of clicks on lit cells the shortest have {} left, this one first",
            self.puzzle.cell(vertex),
            say::count(way.len() as u64, "click")
        );
        Ok(Advice::proved(self.click(vertex), self.region(vertex), line))
    }

    /// A hint from all solutions: a cell that every one clicks, if there is one, otherwise one of a shortest.
    fn advise_from_all(&self, system: &System<'_>, clicks: &[u32], watch: &mut dyn Watch) -> Result<Advice<Click>> {
        let kernel = system.kernel();
        let after = after_each(&self.puzzle, clicks, &kernel, watch)?;
        let left = after.iter().map(|a| a.0).min().expect("there are cells");
        let best = after.iter().enumerate().filter(|(_, a)| a.0 == left);
        let (vertex, &(_, always)) = best.max_by_key(|&(v, a)| (a.1, std::cmp::Reverse(v))).expect("one is least");
        let solutions = kernel.iter().fold(1u64, |size, (order, _)| size.saturating_mul(*order));
        let reason = match (solutions, always) {
            (1, _) => "the equations A t = s have one solution, and it clicks there".to_string(),
            (many, true) => format!("all {many} solutions of A t = s click there"),
            (many, false) => format!("a shortest of the {many} solutions of A t = s clicks there"),
        };
        let line = format!("{reason}; {} in all", say::count(left + 1, "click"));
        Ok(Advice::proved(self.click(vertex), self.region(vertex), line))
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
        let m = self.puzzle.colours();
        let letter = |c: u32| self.legend.as_ref().map_or(c.to_string(), |l| l[c as usize].to_string());
        let how = match self.puzzle.is_weighted() {
            true => format!("each goes on by what the rule adds there, modulo {m}"),
            false => format!("each goes to the next colour, from {} back to {}", letter((m - 1) as u32), letter(0)),
        };
        let wanted = match self.goal.iter().all(|&c| c == self.goal[0]) {
            true => format!("Make every cell {}.", letter(self.goal[0])),
            false => {
                format!("Reach {}; what is wanted stands in the corner of each cell.", self.at(self.goal.clone(), 0))
            }
        };
        let order = match self.lit {
            Some(_) => format!("Only lit cells, those that are not {}, can be clicked.", letter(0)),
            None => format!("The order of clicks does not matter, and {m} clicks on one cell are none."),
        };
        format!("Clicking a cell changes {itself}its neighbours: {how}. {wanted} {order}")
    }

    fn solitaire(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Result<State> {
        let legend: Option<String> = self.legend.as_ref().map(|letters| letters.iter().collect());
        Ok(self.at(self.puzzle.state(text, legend.as_deref(), 0)?, 0))
    }

    fn moves(&self, at: &State) -> Vec<Click> {
        let may = |v: &usize| self.lit.is_none() || at.cells[*v] != 0;
        (0..self.puzzle.order()).filter(may).map(|vertex| self.click(vertex)).collect()
    }

    fn after(&self, at: &State, play: &Click) -> State {
        self.at(self.clicked(&at.cells, play.vertex), at.clicks + 1)
    }

    fn turn(&self, _at: &State, _moves_made: usize) -> usize {
        0
    }

    fn end(&self, at: &State, _turn: usize) -> Option<End> {
        let clicks = say::count(at.clicks, "click");
        if at.cells == self.goal {
            let done = match self.goal.iter().all(|&c| c == 0) {
                true => "every cell is 0",
                false => "the goal is reached",
            };
            let par = match self.par {
                Some(par) if par >= at.clicks => ", and no fewer do".to_string(),
                Some(par) => format!("; par is {par}"),
                None => String::new(),
            };
            return Some(End { winner: Some(0), line: format!("{done} after {clicks}{par}") });
        }
        let dead = self.lit.is_some() && at.cells.iter().all(|&c| c == 0);
        dead.then(|| End { winner: None, line: format!("no cell is lit any more after {clicks}") })
    }

    fn advise(&self, at: &State, watch: &mut dyn Watch) -> Result<Advice<Click>> {
        if let Some(lit) = &self.lit {
            return self.advise_lit(lit, at);
        }
        let (system, outcome) = self.solved(&at.cells, watch)?;
        let few = self.few(&outcome);
        let clicks = outcome.clicks.expect("clicks never leave the states that can be solved");
        if few {
            return self.advise_from_all(&system, &clicks, watch);
        }
        let found = least(&system, clicks, &outcome.kernel_size, Weight::Clicks, 1, watch)?;
        let vertex = found.clicks.iter().position(|&t| t > 0).expect("a state that is not solved needs a click");
        let line = format!(
            "the shortest solution of A t = s that was found clicks there; {} in all",
            say::count(found.least, "click")
        );
        Ok(Advice::new(self.click(vertex), found.standing, self.region(vertex), line))
    }

    fn score(&self, at: &State) -> Option<Score> {
        Some(Score { name: "clicks", value: at.clicks as f64 })
    }

    fn values(&self, at: &State, watch: &mut dyn Watch) -> Result<Vec<Valued<Click>>> {
        let moves = self.moves(at);
        let told = |left: u64, best: u64| match left == best {
            true => format!("{} left after it: it lies in a shortest solution", say::count(left, "click")),
            false => format!("{} left after it", say::count(left, "click")),
        };
        if let Some(lit) = &self.lit {
            let left: Vec<_> = moves.iter().map(|play| lit.from(&self.clicked(&at.cells, play.vertex))).collect();
            let best = left.iter().flatten().min().copied().unwrap_or(0);
            let worth = |left: Option<u64>| match left {
                Some(left) => (None, told(left, best)),
                None => (Some(false), "the goal cannot be reached after it".to_string()),
            };
            let valued = moves.into_iter().zip(left.into_iter().map(worth));
            return Ok(valued.map(|(play, (wins, note))| Valued { play, wins, note }).collect());
        }
        let (system, outcome) = self.solved(&at.cells, watch)?;
        let few = self.few(&outcome);
        let clicks = outcome.clicks.expect("clicks never leave the states that can be solved");
        let notes: Vec<String> = match few {
            true => {
                let after = after_each(&self.puzzle, &clicks, &system.kernel(), watch)?;
                let best = after.iter().map(|a| a.0).min().unwrap_or(0);
                after.iter().map(|&(left, _)| told(left, best)).collect()
            }
            false => {
                let found = least(&system, clicks, &outcome.kernel_size, Weight::Clicks, 1, watch)?;
                let left =
                    format!("{} left after it in the solution that was found", say::count(found.least - 1, "click"));
                found.clicks.iter().map(|&t| if t > 0 { left.clone() } else { String::new() }).collect()
            }
        };
        Ok(moves.into_iter().map(|play| Valued { wins: None, note: notes[play.vertex].clone(), play }).collect())
    }

    fn scene(&self, at: &State) -> Scene {
        let plain = self.goal.iter().all(|&c| c == 0);
        let marks = Marks {
            state: Some(&at.cells),
            goal: (!plain).then_some(&self.goal),
            legend: self.legend.as_deref(),
            touch: true,
            dark: self.lit.is_some(),
            ..Marks::default()
        };
        let clicks = say::count(at.clicks, "click");
        let caption = format!("{} with {} colours, {clicks} made", self.puzzle.name, self.puzzle.colours());
        picture(&self.puzzle, "board", &caption, marks).unwrap_or_else(|| Scene::new("board", caption, 1.0, 1.0))
    }
}

#[cfg(test)]
mod tests;
