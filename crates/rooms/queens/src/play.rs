//! A board to play at.

use super::ground::Board;
use super::questions::{COLUMNS, N, PIECE, RULE, START, TORUS, rules_of, start_of};
use super::rule::Rule;
use super::rules::{Field, Rules};
use super::scene::{Shading, board_scene};
use super::{book, solve};
use engine::parity::subsets::SubsetGame as _;
use engine::parity::{ParityGame, Table};
use kit::memory;
use kit::watch::step;
use kit::{Advice, Ask, End, Error, FROM, Game, GameTable, Play, Result, Scene, Session, Valued, Watch};
use std::fmt;
use std::sync::{Mutex, PoisonError};

pub(super) static TABLE: GameTable = GameTable {
    params: &[N, RULE, PIECE, START, FROM, COLUMNS, TORUS],
    examples: &[
        "queens 4",
        "queens 5",
        "queens 4 --rule alternate --start 1,1",
        "queens 4 --rule complementary",
        "queens 8 --rule noon",
        "queens 8 --rule alternate --start 1,1",
        "queens 3 --columns 4 --torus",
        "queens 4 --from ...#/..../..../#...",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    // The text of the position says which squares are missing.
    let (rules, _) = rules_of(ask, FROM.name)?;
    let start = match start_of(ask, &rules)? {
        Some(s) => rules.after(&rules.bare(), s),
        None => rules.bare(),
    };
    let game = QueensGame { rules, solved: Mutex::new(None) };
    let start = game.position(start);
    Session::begin(game, start, ask)
}

struct QueensGame {
    rules: Rules,
    /// The last table that was made; it answers for every later position of the game.
    solved: Mutex<Option<Solved>>,
}

/// Outcomes of all positions that contain a board.
struct Solved {
    board: Board,
    field: Field<ParityGame>,
    lost: Table,
}

impl Solved {
    fn open(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Option<Solved>> {
        let Some(field) = rules.parity_field(board).filter(|f| f.game.squares() <= solve::TABLE_LIMIT) else {
            return Ok(None);
        };
        let bytes = field.game.table_bytes();
        if memory::take(watch, "the table", bytes).is_err() {
            return Ok(None);
        }
        if bytes > 1 << 28 {
            watch.say(&format!("solving 2^{} positions, {}", field.game.squares(), memory::in_words(bytes)));
        }
        let lost = solve::layer(&field.game, None, watch)?;
        Ok(Some(Solved { board: board.clone(), field, lost }))
    }

    /// The winning moves at a board that was reached from the table's own.
    fn winning(&self, board: &Board) -> Option<Vec<usize>> {
        let mut x = 0u64;
        for s in (0..board.len()).filter(|&s| board[s] != self.board[s]) {
            x |= 1 << self.field.squares.iter().position(|&t| t == s)?;
        }
        let wins = |&i: &usize| self.lost.get(x | 1 << i);
        Some(engine::bits::ones(self.field.game.open(x)).filter(wins).map(|i| self.field.squares[i]).collect())
    }

    /// Whether a table made for that board would be so much smaller that this one should go.
    fn outgrown(&self, left: usize) -> bool {
        self.field.squares.len() > left + 5
    }
}

/// A board that carries its text.
#[derive(Clone)]
struct Position {
    board: Board,
    text: String,
}

kit::shown_by_text!(Position);

/// A move is a square, `2,3` from 1.
#[derive(Clone, PartialEq)]
struct Square {
    row: usize,
    column: usize,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// At the table nobody waits long: Noon's game is searched up to 100 squares, rules that need counting up to 20
/// squares.
const NOON_PATIENCE: usize = 100;
const COUNTING_PATIENCE: usize = 20;

impl QueensGame {
    fn square(&self, s: usize) -> Square {
        {
            let (row, column) = self.rules.place(s);
            Square { row, column }
        }
    }

    fn number(&self, square: &Square) -> usize {
        (square.row - 1) * self.rules.ground.columns + square.column - 1
    }

    fn position(&self, board: Board) -> Position {
        Position { text: self.rules.text(&board), board }
    }

    /// The winning moves, where they can be known.
    fn winning(&self, board: &Board, watch: &mut dyn Watch) -> Result<Option<Vec<usize>>> {
        let left = self.rules.changeable(board).len();
        let by_solving = match self.rules.rule {
            _ if solve::forced(&self.rules, board).is_some() => true,
            Rule::Noon => self.rules.squares() <= NOON_PATIENCE,
            rule => rule.parity().is_none() && left <= COUNTING_PATIENCE,
        };
        if by_solving {
            return solve::solve(&self.rules, board, watch).map(|solution| Some(solution.winning));
        }
        // The first choice of a game that needs one is not under the rule yet.
        if self.rules.needs_start() && *board == self.rules.bare() {
            return Ok(None);
        }
        if let Some(winning) = book::winning(&self.rules, board) {
            return Ok(Some(winning));
        }
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        let known = solved.as_ref().filter(|solved| !solved.outgrown(left)).and_then(|solved| solved.winning(board));
        if known.is_none() {
            // The old table makes room before the new one is made.
            *solved = None;
            *solved = Solved::open(&self.rules, board, watch)?;
        }
        Ok(known.or_else(|| solved.as_ref().and_then(|solved| solved.winning(board))))
    }

    /// Why nothing that is played matters: where to look, and what follows.
    fn forced_reason(&self, board: &Board, nimber: u32, theorem: &str) -> [String; 2] {
        let left = self.rules.changeable(board).len();
        let (parity, all) = if nimber == 1 { ("odd", "wins") } else { ("even", "loses") };
        let what = if self.rules.rule.removes() { "pieces" } else { "free squares" };
        [
            format!("look at how many {what} there are, not where"),
            format!(
                "there are {left} {what}; by the {theorem} the number of moves to come is {parity}, so every move {all}"
            ),
        ]
    }

    /// A winning move, one that ends the game if there is one: where to look, and why it wins.
    fn winning_advice(&self, board: &Board, all: &[usize]) -> Advice<Square> {
        let answers = |s: usize| self.rules.moves(&self.rules.after(board, s)).len();
        let s = all.iter().copied().min_by_key(|&s| (answers(s) > 0, s)).expect("some move wins");
        let square = self.square(s);
        let reason = match answers(s) {
            0 => "it leaves no square open".to_string(),
            1 => "the one answer to it loses".to_string(),
            some => format!("all {some} answers to it lose"),
        };
        let many = kit::say::count(all.len() as u64, "winning move");
        let line = format!("{} wins, since {reason}; 1 of {many}", self.rules.square_name(s));
        let look = format!("look at row {}", square.row);
        Advice::proved(square, look, line)
    }

    /// Without a solution: the move that leaves the opponent the fewest moves.
    fn guess(&self, board: &Board, watch: &mut dyn Watch) -> usize {
        let moves = self.rules.moves(board);
        let mut best: Option<(usize, usize)> = None;
        for (done, &s) in moves.iter().enumerate() {
            // On a large board the first that was looked at must do for someone in a hurry.
            if best.is_some() && watch.look(done as u64, Some(moves.len() as u64)).is_break() {
                break;
            }
            let left = self.rules.moves(&self.rules.after(board, s)).len();
            if best.is_none_or(|(least, _)| left < least) {
                best = Some((left, s));
            }
        }
        best.expect("asked only while a move is left").1
    }
}

/// Where to look when no move is known to win.
const FEWEST: &str = "look for the move that leaves the opponent the fewest open squares";

/// The rules in a few sentences.
pub(super) fn rules_text(rules: &Rules) -> String {
    let open = match rules.rule {
        Rule::Standard => "Place a piece on a free square that an even number of pieces attack.",
        Rule::Alternate => {
            "Place a piece on a free square that an odd number of pieces attack; the first piece goes anywhere."
        }
        Rule::Complementary => {
            "Remove a piece that an even number of the others attack; where there is none on the full board, any is the first."
        }
        Rule::Noon => "Place a piece on a free square that no piece attacks.",
        Rule::Mod(_) => "Place a piece on a free square whose number of attackers is a multiple of the modulus.",
        Rule::Open { .. } => "Place a piece on a free square whose number of attackers leaves one of the remainders.",
    };
    format!("{open} Pieces do not block each other. Who cannot move loses. A move is row,column.")
}

impl Game for QueensGame {
    type Position = Position;
    type Move = Square;

    fn title(&self) -> String {
        self.rules.title()
    }

    fn rules(&self) -> String {
        rules_text(&self.rules)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        Ok(self.position(self.rules.read(text)?))
    }

    fn moves(&self, at: &Position) -> Vec<Square> {
        self.rules.moves(&at.board).into_iter().map(|s| self.square(s)).collect()
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Square> {
        let s = self.rules.read_square(text)?;
        if self.rules.is_open(&at.board, s) {
            return Ok(self.square(s));
        }
        let why = match at.board[s] != self.rules.rule.removes() {
            true => "nothing can be done on this square".to_string(),
            false => format!("it is closed, {} attack it", self.rules.attackers(&at.board, s)),
        };
        Err(Error::usage(text.trim(), why, "choose an open square"))
    }

    fn after(&self, at: &Position, play: &Square) -> Position {
        self.position(self.rules.after(&at.board, self.number(play)))
    }

    fn end(&self, at: &Position, turn: usize) -> Option<End> {
        (!self.rules.any_open(&at.board)).then(|| {
            let count = kit::say::count(at.board.iter().filter(|&&q| q).count() as u64, "piece");
            End { winner: Some(1 - turn), line: format!("no square is open with {count} on the board") }
        })
    }

    fn advise(&self, at: &Position, watch: &mut dyn Watch) -> Result<Advice<Square>> {
        let guess = |watch: &mut dyn Watch| self.square(self.guess(&at.board, watch));
        if let Some((nimber, theorem)) = solve::forced(&self.rules, &at.board) {
            let [look, line] = self.forced_reason(&at.board, nimber, theorem);
            return Ok(Advice::proved(guess(watch), look, line));
        }
        Ok(match self.winning(&at.board, watch)?.as_deref() {
            Some([]) => {
                Advice::proved(guess(watch), FEWEST, "every move loses against best play; this leaves the fewest")
            }
            Some(all) => self.winning_advice(&at.board, all),
            None => Advice::guess(
                guess(watch),
                FEWEST,
                "too many squares are left to solve it; this leaves the fewest open",
            ),
        })
    }

    fn values(&self, at: &Position, watch: &mut dyn Watch) -> Result<Vec<Valued<Square>>> {
        let winning = self.winning(&at.board, watch)?;
        let value = |s: usize| {
            let left = self.rules.moves(&self.rules.after(&at.board, s)).len();
            let wins = winning.as_ref().map(|known| known.contains(&s));
            Valued { play: self.square(s), wins, note: format!("leaves {left} open") }
        };
        let moves = self.rules.moves(&at.board);
        let all = moves.len();
        let valued = moves.into_iter().enumerate().map(|(done, s)| {
            step(watch, done as u64, Some(all as u64), || format!("{done} of {all} moves are valued"))?;
            Ok(value(s))
        });
        valued.collect()
    }

    fn scene(&self, at: &Position) -> Scene {
        board_scene("board", self.rules.title(), &self.rules, &at.board, Shading::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{NoFiles, Unwatched};

    fn sit(words: &[&str]) -> Box<dyn Play> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        super::sit(&Ask::read("play queens", TABLE.params, &words, &NoFiles).unwrap(), &mut Unwatched).unwrap()
    }

    #[test]
    fn hints_say_where_to_look_and_why() {
        for (words, part) in [
            (&["5"][..], "theorem of even degrees"),
            (&["4", "--rule", "alternate", "--start", "1,1"], "theorem of odd degrees"),
            (&["4", "--rule", "complementary"], "theorem of handshakes"),
            (&["4"], "wins, since all"),
            (&["2"], "leaves no square open"),
        ] {
            let advice = sit(words).advise(&mut Unwatched).unwrap();
            assert!(advice.look.contains("look") && advice.line.contains(part), "{words:?}: {}", advice.line);
        }
    }

    /// Breaks off at the first look.
    struct Hurried(u32);

    impl Watch for Hurried {
        fn look(&mut self, _: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            self.0 += 1;
            std::ops::ControlFlow::Break(())
        }
    }

    /// On the largest board someone in a hurry gets the first move that was looked at, after one look.
    #[test]
    fn a_hint_on_a_large_board_ends_when_it_is_told_to() {
        let mut hurried = Hurried(0);
        let advice = sit(&["60", "--rule", "complementary"]).advise(&mut hurried).unwrap();
        assert_eq!((advice.play.as_str(), hurried.0), ("1,1", 1));
        assert!(advice.line.contains("theorem of handshakes"), "{}", advice.line);
    }

    #[test]
    fn open_squares_are_those_that_are_open_one_by_one() {
        for (n, rule) in [(4, "complementary"), (3, "complementary"), (4, "alternate"), (4, "standard"), (4, "noon")] {
            let rules = Rules::new(n, kit::scene::Piece::Queen, rule.parse().unwrap());
            let mut board = rules.bare();
            loop {
                let one_by_one: Vec<usize> = (0..rules.squares()).filter(|&s| rules.is_open(&board, s)).collect();
                assert_eq!(rules.moves(&board), one_by_one, "{rule}: {}", rules.text(&board));
                assert_eq!(rules.any_open(&board), !one_by_one.is_empty());
                let Some(&s) = one_by_one.get(one_by_one.len() / 2) else { break };
                board = rules.after(&board, s);
            }
        }
    }

    /// What a hint says of a forced game comes true, whatever is played.
    #[test]
    fn forced_games_end_as_the_hint_says() {
        for words in
            [&["3"][..], &["5"], &["4", "--rule", "alternate", "--start", "2,2"], &["3", "--rule", "complementary"]]
        {
            for seed in 0..50usize {
                let mut play = sit(words);
                let wins = play.advise(&mut Unwatched).unwrap().line.ends_with("every move wins");
                let mut made = 0;
                while play.end().is_none() {
                    let moves = play.moves();
                    play.play(&moves[(seed * 7919 + made * 104_729) % moves.len()]).unwrap();
                    made += 1;
                }
                assert_eq!(made % 2 == 1, wins, "{words:?}, seed {seed}");
            }
        }
    }
}
