//! The game: a piece moves to earlier cells in turn; who cannot move loses.

use super::boards::{self, BOARD_NAMES, Board, Cell, Grid, PIECE_NAMES, Piece};
use super::grundy::{Frame, Grundy};
use super::scene;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Unwatched, Valued, Watch,
    parsed, shorten,
};
use std::collections::HashSet;
use std::fmt;

/// The farthest start.
const FAR: i64 = 60;

/// Reads `x,y`.
pub fn read_cell(text: &str) -> Result<Cell> {
    let bad = || Error::usage(format!("{:?}", shorten(text)), "not a cell", "write row and column as x,y such as 9,6");
    let (x, y) = text.split_once(',').ok_or_else(bad)?;
    let number = |part: &str| part.trim().parse::<i64>().map_err(|_| bad());
    Ok((number(x)?, number(y)?))
}

fn read_start(text: &str) -> Result<Cell> {
    let (x, y) = read_cell(text)?;
    match x.abs() <= FAR && y.abs() <= FAR {
        true => Ok((x, y)),
        false => {
            Err(Error::usage(format!("{text:?}"), format!("farther out than {FAR}"), "begin nearer to the origin"))
        }
    }
}

const PARAMS: &[Param] = &[
    Param::read("at", "the cell where the piece begins, row and column", "x,y", |text| parsed(read_start(text)))
        .main()
        .or("9,6"),
    Param::choice("board", "the numbering of the cells", BOARD_NAMES).or("quadrant"),
    Param::choice("piece", "the piece that moves", PIECE_NAMES).or("queen"),
    FROM,
];

pub(super) static TABLE: GameTable = GameTable {
    params: PARAMS,
    examples: &[
        "exile 9,6",
        "exile 5,-4 --board spiral",
        "exile 7,3 --board sector --piece maharaja",
        "exile 3,4 --board hexagon",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let board = boards::board(ask.text("board"))?;
    let piece = boards::piece(ask.text("piece"))?;
    let start = *ask.form::<Cell>("at");
    Session::begin(Walk::new(board, piece, start)?, Place(start), ask)
}

/// A game on a board with a piece.
pub struct Walk {
    board: &'static Board,
    piece: &'static Piece,
    start: Cell,
    table: Grundy,
}

impl Walk {
    /// A game that begins at a cell.
    pub fn new(board: &'static Board, piece: &'static Piece, start: Cell) -> Result<Walk> {
        if !board.holds(start) {
            return Err(Error::usage(
                format!("{},{}", start.0, start.1),
                format!("not a cell of the {}", board.name),
                format!("the board is: {}", board.about),
            ));
        }
        let slant = if board.grid == Grid::Hexagonal { (start.0 + start.1).abs() } else { 0 };
        let far = 2 * start.0.abs().max(start.1.abs()).max(slant) as usize + 1;
        let (rows, columns) = match board.name {
            "spiral" | "hexagon" => (far, far),
            "halfplane" => (far / 2 + 1, far),
            // Every earlier cell is within the sum of the coordinates, and a knight may go down two rows a column.
            _ => ((start.0 + 2 * start.1) as usize + 1, (start.0 + start.1) as usize + 1),
        };
        let table = Grundy::new(board, piece, Frame::new(board, rows, columns), &mut Unwatched)?;
        Ok(Walk { board, piece, start, table })
    }

    /// Whether the table holds the cell and every cell that can be reached from it: of those that come later than the
    /// start only some do.
    fn holds_all_after(&self, cell: Cell) -> bool {
        let mut seen = HashSet::from([cell]);
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            if self.table.get(cell).is_none() {
                return false;
            }
            open.extend(self.board.moves(self.piece, cell).into_iter().filter(|to| seen.insert(*to)));
        }
        true
    }

    fn value(&self, cell: Cell) -> u16 {
        self.table.get(cell).expect("the table holds every cell that can be reached")
    }
}

/// A cell as the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub Cell);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.0, self.0.1)
    }
}

/// A move, written as the cell it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct To(pub Cell);

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.0, self.0.1)
    }
}

impl Game for Walk {
    type Position = Place;
    type Move = To;

    fn title(&self) -> String {
        format!("a {} in exile on the {}, from {}", self.piece.name, self.board.name, Place(self.start))
    }

    fn rules(&self) -> String {
        format!(
            "Move the {} to a cell that comes earlier ({}). Cells are row,column. Who cannot move loses.",
            self.piece.name, self.board.about
        )
    }

    fn read_position(&self, text: &str) -> Result<Place> {
        let cell = read_cell(text)?;
        match self.holds_all_after(cell) {
            true => Ok(Place(cell)),
            false => {
                Err(Error::usage(format!("{text:?}"), "not a cell of this game", "write one nearer to the origin"))
            }
        }
    }

    fn moves(&self, at: &Place) -> Vec<To> {
        self.board.moves(self.piece, at.0).into_iter().map(To).collect()
    }

    fn read_move(&self, at: &Place, text: &str) -> Result<To> {
        let cell = read_cell(text)?;
        match self.board.moves(self.piece, at.0).contains(&cell) {
            true => Ok(To(cell)),
            false => Err(Error::usage(
                format!("{:?}", shorten(text)),
                format!("not a {}'s move from {at} to an earlier cell", self.piece.name),
                "write row and column of a marked cell",
            )),
        }
    }

    fn after(&self, _at: &Place, play: &To) -> Place {
        Place(play.0)
    }

    fn end(&self, at: &Place, turn: usize) -> Option<End> {
        self.moves(at).is_empty().then(|| End { winner: Some(1 - turn), line: format!("no move is left from {at}") })
    }

    fn advise(&self, at: &Place, _watch: &mut dyn Watch) -> Result<Advice<To>> {
        let moves = self.moves(at);
        // Where every move loses, the largest value left makes the opponent look longest.
        let best = moves.iter().copied().min_by_key(|to| match self.value(to.0) {
            0 => (0, 0),
            value => (1, u16::MAX - value),
        });
        let play = best.expect("the game goes on");
        let (look, line) = match self.value(play.0) {
            0 => (
                "look for a cell where an exile settles: it has nimber 0, and whoever moves away from it loses",
                "a cell of value 0, where an exile settles; from it no move leads to another one",
            ),
            _ => (
                "you stand where an exile settles: no cell in reach has nimber 0; look for the one that is hardest to leave",
                "every move loses, since no cell of value 0 attacks another",
            ),
        };
        Ok(Advice::proved(play, look, line))
    }

    fn values(&self, at: &Place, _watch: &mut dyn Watch) -> Result<Vec<Valued<To>>> {
        let valued = |to: To| {
            let value = self.value(to.0);
            Valued { play: to, wins: Some(value == 0), note: format!("nimber {value}") }
        };
        Ok(self.moves(at).into_iter().map(valued).collect())
    }

    fn scene(&self, at: &Place) -> Scene {
        let moves: Vec<(Cell, String)> = self.moves(at).into_iter().map(|to| (to.0, to.to_string())).collect();
        scene::board_of_play(self.board, &self.table, at.0, &moves, format!("{}, now at {at}", self.title()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_only_where_all_that_follows_is_known() {
        for (board, piece) in [("hexagon", "queen"), ("spiral", "queen"), ("quadrant", "knight"), ("halfplane", "king")]
        {
            let (board, piece) = (boards::board(board).unwrap(), boards::piece(piece).unwrap());
            let walk = Walk::new(board, piece, (3, 4)).unwrap();
            let mut begun = 0;
            for (x, y) in (-9..10).flat_map(|x| (-9..10).map(move |y| (x, y))) {
                if let Ok(place) = walk.read_position(&format!("{x},{y}")) {
                    walk.values(&place, &mut Unwatched).unwrap();
                    begun += 1;
                }
            }
            assert!(begun > 10, "{}", board.name);
            assert!(walk.read_position("3,4").is_ok(), "{}", board.name);
        }
    }
}
