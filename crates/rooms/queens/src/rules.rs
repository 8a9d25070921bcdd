//! The rules as data: which squares are open, where a game begins, whether a board can arise.

use super::ground::{Board, Ground};
use super::rule::Rule;
use crate::boards;
use engine::parity::ParityGame;
use engine::parity::subsets::SubsetGame;
use kit::scene::Piece;
use kit::{Error, Result};
use rustc_hash::FxHashSet;

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

/// The name of a piece.
pub fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen => "queen",
        Piece::Rook => "rook",
        Piece::Bishop => "bishop",
        Piece::Knight => "knight",
        Piece::King => "king",
    }
}

/// A ground, a piece and a rule.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The squares.
    pub ground: Ground,
    /// The piece.
    pub piece: Piece,
    /// The rule.
    pub rule: Rule,
    /// For each square the squares that a piece there attacks.
    pub adjacency: Vec<Vec<usize>>,
    /// Whether the first move of the game is free because the rule allows none.
    free_start: bool,
}

/// How many subsets the search for a legal order may visit before it gives up.
const ORDER_LIMIT: usize = 2_000_000;

impl Rules {
    /// These rules on a ground.
    pub fn on(ground: Ground, piece: Piece, rule: Rule) -> Rules {
        let adjacency = ground.attacks(piece);
        let free_start = match rule {
            Rule::Alternate => true,
            Rule::Complementary => ground.present().all(|s| adjacency[s].len() % 2 == 1),
            _ => false,
        };
        Rules { ground, piece, rule, adjacency, free_start }
    }

    /// These rules on an n x n board.
    pub fn new(n: usize, piece: Piece, rule: Rule) -> Rules {
        Rules::on(Ground::square(n), piece, rule)
    }

    /// The standard game of queens.
    pub fn queens(n: usize) -> Rules {
        Rules::new(n, Piece::Queen, Rule::Standard)
    }

    /// How many squares are numbered.
    pub fn squares(&self) -> usize {
        self.ground.squares()
    }

    /// How many pieces attack a square. A piece does not attack its own square.
    pub fn attackers(&self, board: &Board, s: usize) -> usize {
        self.adjacency[s].iter().filter(|&&t| board[t]).count()
    }

    /// Whether a move may be made on square s: a piece placed, or in the complementary game removed.
    pub fn is_open(&self, board: &Board, s: usize) -> bool {
        self.is_changeable(board, s) && (self.rule.opens(self.attackers(board, s) as u32) || self.is_free_choice(board))
    }

    fn is_changeable(&self, board: &Board, s: usize) -> bool {
        board[s] == self.rule.removes() && !self.ground.is_missing(s)
    }

    /// Whether the first square of a game that needs one is still to be chosen.
    fn is_free_choice(&self, board: &Board) -> bool {
        self.free_start && *board == self.bare()
    }

    /// Whether a move may be made at all.
    pub fn any_open(&self, board: &Board) -> bool {
        let free = self.is_free_choice(board);
        self.open_squares(board, free).next().is_some()
    }

    /// The open squares, told once whether the choice is free: that compares whole boards.
    fn open_squares(&self, board: &Board, free: bool) -> impl Iterator<Item = usize> {
        let opens = move |s: &usize| free || self.rule.opens(self.attackers(board, *s) as u32);
        (0..self.squares()).filter(|&s| self.is_changeable(board, s)).filter(opens)
    }

    /// The squares where a move may be made.
    pub fn moves(&self, board: &Board) -> Vec<usize> {
        self.open_squares(board, self.is_free_choice(board)).collect()
    }

    /// The board after a move on square s.
    pub fn after(&self, board: &Board, s: usize) -> Board {
        let mut next = board.clone();
        next[s] = !next[s];
        next
    }

    /// The board before anything is chosen: empty, or full in the complementary game.
    pub fn bare(&self) -> Board {
        (0..self.squares()).map(|s| self.rule.removes() && !self.ground.is_missing(s)).collect()
    }

    /// Whether the first square is free to choose because the rule applies only after it.
    pub fn needs_start(&self) -> bool {
        self.free_start
    }

    /// The board's text.
    pub fn text(&self, board: &Board) -> String {
        self.ground.text(self.piece.letter(), board)
    }

    /// Reads a board on this ground.
    pub fn read(&self, text: &str) -> Result<Board> {
        let Ground { rows, columns, torus, .. } = self.ground;
        let (ground, board) = Ground::read(rows, columns, torus, self.piece.letter(), text)?;
        match ground == self.ground {
            true => Ok(board),
            false => Err(Error::usage("board", "other squares are missing", "mark the same squares with #")),
        }
    }

    /// The square of a text `r,c`.
    pub fn read_square(&self, text: &str) -> Result<usize> {
        let (row, column) = boards::read_square(text)?;
        self.square(row, column)
    }

    /// The square in that row and column, both from 1.
    pub fn square(&self, row: usize, column: usize) -> Result<usize> {
        let Ground { rows, columns, .. } = self.ground;
        let refuse = |why| Err(Error::usage(format!("square {row},{column}"), why, "name a square on it"));
        match (row <= rows && column <= columns).then(|| (row - 1) * columns + column - 1) {
            None => refuse(format!("the board has {rows} rows and {columns} columns")),
            Some(s) if self.ground.is_missing(s) => refuse("it is missing on this board".to_string()),
            Some(s) => Ok(s),
        }
    }

    /// The row and the column of a square, both from 1.
    pub fn place(&self, s: usize) -> (usize, usize) {
        (s / self.ground.columns + 1, s % self.ground.columns + 1)
    }

    /// What a square is called in sentences: `(2,3)`.
    pub fn square_name(&self, s: usize) -> String {
        let (row, column) = self.place(s);
        format!("({row},{column})")
    }

    /// How a move on a square is written: `2,3`.
    pub fn move_text(&self, s: usize) -> String {
        let (row, column) = self.place(s);
        format!("{row},{column}")
    }

    /// The squares that may be chosen first, one of each kind up to symmetry.
    pub fn first_squares(&self) -> Vec<usize> {
        let maps = self.ground.symmetries();
        self.ground.present().filter(|&s| maps.iter().all(|map| map[s] >= s)).collect()
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
        if self.keeps_pairs_even() && self.attacking_pairs(board) % 2 == 1 {
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
            if board[s] != self.rule.removes() && last(board, s) {
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
            _ if self.keeps_pairs_even() && pairs % 2 == 1 => {
                format!("it has {pairs} attacking pairs, and legal play keeps their number even")
            }
            Rule::Noon => "two of its pieces attack each other".to_string(),
            _ => "no order of its moves is legal".to_string(),
        }
    }

    /// Whether legal play keeps the number of attacking pairs even: each piece placed adds an even number.
    pub fn keeps_pairs_even(&self) -> bool {
        !self.rule.removes() && self.rule.parity() == Some(0)
    }

    /// The game from this board on, over the squares that can still change, for rules that look at parity alone.
    pub fn parity_field(&self, board: &Board) -> Option<Field<ParityGame>> {
        let parity = self.rule.parity()?;
        let squares = self.changeable(board);
        if squares.len() > 40 {
            return None;
        }
        // The parity of attackers that opens a square, less what the pieces on the board contribute.
        let target = |s: usize| (self.attackers(board, s) as u64 + u64::from(parity)) % 2;
        let targets = squares.iter().enumerate().fold(0, |bits, (i, &s)| bits | target(s) << i);
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
        self.ground.present().filter(|&s| board[s] == self.rule.removes()).collect()
    }

    fn rows_among(&self, squares: &[usize]) -> Vec<u64> {
        let mut index = vec![None; self.squares()];
        squares.iter().enumerate().for_each(|(i, &s)| index[s] = Some(i));
        let row = |s: &usize| self.adjacency[*s].iter().filter_map(|&t| index[t]).fold(0u64, |row, i| row | 1 << i);
        squares.iter().map(row).collect()
    }

    /// What a board is called in sentences: `mod 2 queens on 6 x 6`.
    pub fn title(&self) -> String {
        let rule = match self.rule {
            Rule::Standard => "mod 2".to_string(),
            Rule::Alternate => "alternate universe".to_string(),
            Rule::Complementary => "complementary".to_string(),
            Rule::Noon => "Noon's".to_string(),
            Rule::Mod(k) => format!("mod {k}"),
            rule @ Rule::Open { .. } => rule.to_string(),
        };
        format!("{rule} {}s on {}", name(self.piece), self.ground.title())
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
        engine::bits::ones(self.game.open(x)).map(|i| self.squares[i]).collect()
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
            let removed = self.rule.removes();
            self.rule.opens(if removed { self.fixed[s] - changed } else { self.fixed[s] + changed })
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
                    engine::bits::ones(x).for_each(|i| now[counting.squares[i]] = !now[counting.squares[i]]);
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
        let reachable = engine::parity::subsets::reachable(&field.game);
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
}
