//! The rules as data: which squares are open, where a game begins, whether a board can arise.

use engine::parity::ParityGame;
use engine::subsets::SubsetGame;
use engine::{boards, subsets};
use kit::scene::Piece;
use kit::{Error, Result};
use rustc_hash::FxHashSet;
use std::fmt;

/// Which squares are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Free squares attacked by an even number of pieces.
    Standard,
    /// From one piece on: free squares attacked by an odd number.
    Alternate,
    /// From the full board: pieces attacked by an even number of the others are removed. On even boards the first
    /// removal is free.
    Complementary,
    /// Free squares that nothing attacks.
    Noon,
    /// Free squares whose number of attackers is a multiple of this.
    Mod(u32),
}

/// The grammar of a rule.
pub const RULE_SHAPE: &str = "standard, alternate, complementary, noon or mod:K with K from 1 to 999";

impl std::str::FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Rule> {
        let unknown = || {
            let names = ["standard", "alternate", "complementary", "noon", "mod:2"];
            kit::say::unknown(text, "no such rule", names.into_iter())
        };
        match text {
            "standard" => Ok(Rule::Standard),
            "alternate" => Ok(Rule::Alternate),
            "complementary" => Ok(Rule::Complementary),
            "noon" => Ok(Rule::Noon),
            other => {
                let modulus = other.strip_prefix("mod:").and_then(|k| k.parse().ok()).filter(|k| (1..=999).contains(k));
                modulus.map(Rule::Mod).ok_or_else(unknown)
            }
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Standard => f.write_str("standard"),
            Rule::Alternate => f.write_str("alternate"),
            Rule::Complementary => f.write_str("complementary"),
            Rule::Noon => f.write_str("noon"),
            Rule::Mod(k) => write!(f, "mod:{k}"),
        }
    }
}

/// The pieces by name.
pub const PIECES: &[&str] = &["queen", "rook", "bishop", "knight", "king"];

/// The piece of that name.
pub fn piece(name: &str) -> Piece {
    match name {
        "rook" => Piece::Rook,
        "bishop" => Piece::Bishop,
        "knight" => Piece::Knight,
        "king" => Piece::King,
        _ => Piece::Queen,
    }
}

/// The letter of a piece on boards.
pub fn letter(piece: Piece) -> char {
    match piece {
        Piece::Queen => 'Q',
        Piece::Rook => 'R',
        Piece::Bishop => 'B',
        Piece::Knight => 'N',
        Piece::King => 'K',
    }
}

/// Which squares are taken, by the number of the square.
pub type Board = Vec<bool>;

/// A board, a piece and a rule.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The side of the board.
    pub n: usize,
    /// The piece.
    pub piece: Piece,
    /// The rule.
    pub rule: Rule,
    /// For each square the squares that a piece there attacks.
    pub adjacency: Vec<Vec<usize>>,
}

/// How many subsets the search for a legal order may visit before it gives up.
const ORDER_LIMIT: usize = 2_000_000;

impl Rules {
    /// These rules on an n x n board.
    pub fn new(n: usize, piece: Piece, rule: Rule) -> Rules {
        Rules { n, piece, rule, adjacency: boards::adjacency(piece, n) }
    }

    /// The standard game of queens.
    pub fn queens(n: usize) -> Rules {
        Rules::new(n, Piece::Queen, Rule::Standard)
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.n * self.n
    }

    /// How many pieces attack a square. A piece does not attack its own square.
    pub fn attackers(&self, board: &Board, s: usize) -> usize {
        self.adjacency[s].iter().filter(|&&t| board[t]).count()
    }

    /// Whether a move may be made on square s: a piece placed, or in the complementary game removed.
    pub fn is_open(&self, board: &Board, s: usize) -> bool {
        let removing = self.rule == Rule::Complementary;
        if board[s] != removing {
            return false;
        }
        let attackers = self.attackers(board, s);
        match self.rule {
            Rule::Standard => attackers.is_multiple_of(2),
            Rule::Alternate => attackers % 2 == 1 || !board.contains(&true),
            Rule::Complementary => attackers.is_multiple_of(2) || self.n.is_multiple_of(2) && !board.contains(&false),
            Rule::Noon => attackers == 0,
            Rule::Mod(k) => attackers.is_multiple_of(k as usize),
        }
    }

    /// The squares where a move may be made.
    pub fn moves(&self, board: &Board) -> Vec<usize> {
        (0..self.squares()).filter(|&s| self.is_open(board, s)).collect()
    }

    /// The board after a move on square s.
    pub fn after(&self, board: &Board, s: usize) -> Board {
        let mut next = board.clone();
        next[s] = !next[s];
        next
    }

    /// The board before anything is chosen: empty, or full in the complementary game.
    pub fn bare(&self) -> Board {
        vec![self.rule == Rule::Complementary; self.squares()]
    }

    /// Whether the game needs a first square that is free to choose before the rule applies.
    pub fn needs_start(&self) -> bool {
        match self.rule {
            Rule::Alternate => true,
            Rule::Complementary => self.n.is_multiple_of(2),
            Rule::Standard | Rule::Noon | Rule::Mod(_) => false,
        }
    }

    /// The board's text.
    pub fn text(&self, board: &Board) -> String {
        boards::board_text(self.n, letter(self.piece), |s| board[s])
    }

    /// Reads a board.
    pub fn read(&self, text: &str) -> Result<Board> {
        boards::read_board(self.n, letter(self.piece), text)
    }

    /// The square of a text `r,c`.
    pub fn read_square(&self, text: &str) -> Result<usize> {
        let (row, column) = boards::read_square(text)?;
        self.square(row, column)
    }

    /// The square in that row and column, both from 1.
    pub fn square(&self, row: usize, column: usize) -> Result<usize> {
        match row <= self.n && column <= self.n {
            true => Ok(boards::square(self.n, row - 1, column - 1)),
            false => Err(Error::usage(
                format!("square {row},{column}"),
                format!("the board has {0} rows and {0} columns", self.n),
                "name a square on it",
            )),
        }
    }

    /// What a square is called in sentences: `(2,3)`.
    pub fn square_name(&self, s: usize) -> String {
        format!("({},{})", s / self.n + 1, s % self.n + 1)
    }

    /// The squares that may be chosen first, one of each kind up to symmetry.
    pub fn first_squares(&self) -> Vec<usize> {
        boards::orbit_representatives(self.n)
    }

    /// The number of attacking pairs on a board.
    pub fn attacking_pairs(&self, board: &Board) -> usize {
        (0..self.squares()).filter(|&s| board[s]).map(|s| self.attackers(board, s)).sum::<usize>() / 2
    }

    /// A legal order of moves from the bare board to this one; `None` when there is none. Searched backward: the last
    /// move must have been legal without its own piece.
    pub fn order_to(&self, board: &Board) -> Result<Option<Vec<usize>>> {
        let bare = self.bare();
        let changed: Vec<usize> = (0..self.squares()).filter(|&s| board[s] != bare[s]).collect();
        if self.rule == Rule::Standard && self.attacking_pairs(board) % 2 == 1 {
            return Ok(None);
        }
        let mut now = board.clone();
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        match self.unwind(&mut now, &changed, &mut order, &mut seen) {
            Some(true) => {
                order.reverse();
                Ok(Some(order))
            }
            Some(false) => Ok(None),
            None => Err(Error::too_large(
                "finding a legal order for this board",
                format!("the search was given up after {ORDER_LIMIT} positions"),
                "--any takes the board as it is",
            )),
        }
    }

    /// Takes moves back until the board is bare. `None` when the search grows too large.
    fn unwind(
        &self,
        board: &mut Board,
        changed: &[usize],
        order: &mut Vec<usize>,
        seen: &mut FxHashSet<Board>,
    ) -> Option<bool> {
        if order.len() == changed.len() {
            return Some(true);
        }
        if seen.len() >= ORDER_LIMIT {
            return None;
        }
        let last = |board: &mut Board, s: usize| {
            board[s] = !board[s];
            let legal = self.is_open(board, s);
            board[s] = !board[s];
            legal
        };
        for &s in changed {
            if board[s] != (self.rule == Rule::Complementary) && last(board, s) {
                board[s] = !board[s];
                order.push(s);
                if seen.insert(board.clone()) && self.unwind(board, changed, order, seen)? {
                    return Some(true);
                }
                order.pop();
                board[s] = !board[s];
            }
        }
        Some(false)
    }

    /// Why a board cannot arise, for the refusal.
    pub fn why_unreachable(&self, board: &Board) -> String {
        let pairs = self.attacking_pairs(board);
        match self.rule {
            Rule::Standard if pairs % 2 == 1 => {
                format!("it has {pairs} attacking pairs, and legal play keeps their number even")
            }
            Rule::Noon => "two of its pieces attack each other".to_string(),
            _ => "no order of its moves is legal".to_string(),
        }
    }

    /// The game from this board on, over the squares that can still change, for rules that look at parity alone.
    pub fn parity_field(&self, board: &Board) -> Option<Field<ParityGame>> {
        // The parity of attackers that opens a square, less what the pieces on the board contribute.
        let target = |s: usize| {
            let fixed = self.attackers(board, s) % 2 == 1;
            match self.rule {
                Rule::Standard | Rule::Mod(2) | Rule::Complementary => fixed,
                Rule::Alternate => !fixed,
                Rule::Noon | Rule::Mod(_) => unreachable!("left out below"),
            }
        };
        if !matches!(self.rule, Rule::Standard | Rule::Alternate | Rule::Complementary | Rule::Mod(2)) {
            return None;
        }
        let squares = self.changeable(board);
        if squares.len() > 40 {
            return None;
        }
        let targets = squares.iter().enumerate().filter(|&(_, &s)| target(s)).fold(0, |bits, (i, _)| bits | 1 << i);
        Some(Field { game: ParityGame::new(self.rows_among(&squares), targets), squares })
    }

    /// The game from this board on by counting attackers, for every rule, on at most 40 squares.
    pub fn counting_field(&self, board: &Board) -> Option<Field<CountingGame>> {
        let squares = self.changeable(board);
        (squares.len() <= 40).then(|| {
            let rows = self.rows_among(&squares);
            let fixed = squares.iter().map(|&s| self.attackers(board, s) as u32).collect();
            Field { game: CountingGame { rows, fixed, rule: self.rule }, squares }
        })
    }

    /// The squares that can still change: free ones, or in the complementary game taken ones.
    pub fn changeable(&self, board: &Board) -> Vec<usize> {
        let removing = self.rule == Rule::Complementary;
        (0..self.squares()).filter(|&s| board[s] == removing).collect()
    }

    fn rows_among(&self, squares: &[usize]) -> Vec<u64> {
        let mut index = vec![None; self.squares()];
        squares.iter().enumerate().for_each(|(i, &s)| index[s] = Some(i));
        let row = |s: &usize| self.adjacency[*s].iter().filter_map(|&t| index[t]).fold(0u64, |row, i| row | 1 << i);
        squares.iter().map(row).collect()
    }

    /// What a board is called in sentences: `mod 2 queens on 6 x 6`.
    pub fn title(&self) -> String {
        let pieces = match self.piece {
            Piece::Queen => "queens",
            Piece::Rook => "rooks",
            Piece::Bishop => "bishops",
            Piece::Knight => "knights",
            Piece::King => "kings",
        };
        let rule = match self.rule {
            Rule::Standard => "mod 2".to_string(),
            Rule::Alternate => "alternate universe".to_string(),
            Rule::Complementary => "complementary".to_string(),
            Rule::Noon => "Noon's".to_string(),
            Rule::Mod(k) => format!("mod {k}"),
        };
        format!("{rule} {pieces} on {0} x {0}", self.n)
    }
}

/// A game over some of the squares: bit i of a position is square `squares[i]`.
pub struct Field<G> {
    /// The game.
    pub game: G,
    /// The squares of the board, in the order of the bits.
    pub squares: Vec<usize>,
}

impl<G: SubsetGame> Field<G> {
    /// The open squares of the board when those of x have changed.
    pub fn open(&self, x: u64) -> Vec<usize> {
        subsets::squares_of(self.game.open(x)).map(|i| self.squares[i]).collect()
    }
}

/// Any rule by counting attackers: the plain definition, which the parity games are compared with.
pub struct CountingGame {
    rows: Vec<u64>,
    /// Attackers on the board that do not change; in the complementary game all attackers at the beginning.
    fixed: Vec<u32>,
    rule: Rule,
}

impl SubsetGame for CountingGame {
    fn squares(&self) -> usize {
        self.rows.len()
    }

    fn open(&self, x: u64) -> u64 {
        let open = |s: usize| {
            let changed = (self.rows[s] & x).count_ones();
            match self.rule {
                Rule::Standard => (self.fixed[s] + changed).is_multiple_of(2),
                Rule::Alternate => (self.fixed[s] + changed) % 2 == 1,
                Rule::Complementary => (self.fixed[s] - changed).is_multiple_of(2),
                Rule::Noon => self.fixed[s] + changed == 0,
                Rule::Mod(k) => (self.fixed[s] + changed).is_multiple_of(k),
            }
        };
        (0..self.squares()).filter(|&s| x >> s & 1 == 0 && open(s)).fold(0, |mask, s| mask | 1 << s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_open_the_squares_that_the_rules_open() {
        for rule in ["standard", "alternate", "complementary", "noon", "mod:2", "mod:3"] {
            for name in PIECES {
                let rules = Rules::new(3, piece(name), rule.parse().unwrap());
                let mut board = rules.bare();
                if rules.rule == Rule::Alternate {
                    board[4] = true;
                }
                let counting = rules.counting_field(&board).unwrap();
                let parity = rules.parity_field(&board);
                for x in 0..1u64 << counting.squares.len() {
                    let mut now = board.clone();
                    subsets::squares_of(x).for_each(|i| now[counting.squares[i]] = !now[counting.squares[i]]);
                    assert_eq!(counting.open(x), rules.moves(&now), "{rule} {name} {x:b}");
                    if let Some(parity) = &parity {
                        assert_eq!(parity.open(x), rules.moves(&now), "{rule} {name} {x:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn orders_are_found_exactly_for_the_reachable_boards() {
        let rules = Rules::queens(3);
        let field = rules.parity_field(&rules.bare()).unwrap();
        let reachable = subsets::reachable(&field.game);
        for x in 0..1u64 << 9 {
            let board: Board = (0..9).map(|s| x >> s & 1 == 1).collect();
            let order = rules.order_to(&board).unwrap();
            assert_eq!(order.is_some(), reachable[x as usize], "{}", rules.text(&board));
            let mut now = rules.bare();
            for s in order.into_iter().flatten() {
                assert!(rules.is_open(&now, s));
                now[s] = true;
            }
        }
    }

    #[test]
    fn rules_read_what_they_print() {
        for text in ["standard", "alternate", "complementary", "noon", "mod:7"] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
        assert!("mod:0".parse::<Rule>().is_err() && "mod:".parse::<Rule>().is_err());
        assert!("stadard".parse::<Rule>().unwrap_err().to_string().contains("\"standard\""));
    }
}
