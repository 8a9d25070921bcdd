//! Boxing Match: remove a full square of stones, of any size.
//!
//! *Splitting.* Stones that lie in no full 2 x 2 square can only go one by one, so they count by their parity; the
//! others fall into components of overlapping 2 x 2 squares, and every larger square lies within one of these.
//!
//! *The board as a number.* A position is the set of its stones: one number of 64 bits to 8 x 8 and 5 x 12, of 128 bits
//! to 8 x 16 and 4 x 30. The full squares of all sizes come out of shifts: a square of side n + 1 is four squares of
//! side n that overlap.
//!
//! *The mirror.* On a full board of r x c with c - r even (c >= r) the first player takes the r x r square in the
//! middle. The two halves that are left have no square in common, so whatever the opponent takes in one half can be
//! taken in the mirror image: the first player makes the last move. [`mirror_proof`] checks exactly this on a given
//! board, and a certificate carries the move.

use super::super::super::words::summand;
use super::plane::{Plane, Sheet};
use super::read_board;
use engine::impartial::{Impartial, Spoken};
use kit::scene::{Act, Gesture};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word.
pub static BOXING: BoxingWord = BoxingWord;

/// The word `boxing`.
pub struct BoxingWord;

const MOST_SIDE: usize = 30;

/// Boxing Match on a board that one number holds; a position is the set of stones. Boards to 8 x 8 and others of at
/// most 64 cells take 64 bits, those of at most 128 cells and 8 rows take 128.
pub struct Boxing<B = u64> {
    sheet: Sheet<B>,
    /// The full squares in the corner, by their side.
    squares: Vec<B>,
}

/// Boxing Match on larger boards, for play and for wins by the mirror; a position is its rows of bits.
pub struct Wide {
    columns: usize,
}

impl<B: Plane> Boxing<B> {
    /// The game on a board of that size, if the numbers hold it.
    pub fn fitting(rows: usize, columns: usize) -> Option<Self> {
        let sheet = Sheet::fitting(rows, columns)?;
        let squares = (0..=rows.min(columns)).map(|n| sheet.rectangle(n, n)).collect();
        Some(Boxing { sheet, squares })
    }
}

impl Boxing<u64> {
    /// The game on a board of that size, at most 8 x 8.
    pub fn new(rows: usize, columns: usize) -> Self {
        Boxing::fitting(rows, columns).expect("boards to 8 x 8 fit")
    }
}

impl Word for BoxingWord {
    fn name(&self) -> &str {
        "boxing"
    }

    fn usage(&self) -> &str {
        "boxing(rows, columns) or boxing(\"110/111\")"
    }

    fn about(&self) -> &str {
        "remove a full square of stones, of any size"
    }

    fn examples(&self) -> &'static [&'static str] {
        &["boxing(2,3)", "boxing(\"110/111/011\")", "boxing(3,3)"]
    }

    fn read(&self, args: &[Arg]) -> Result<Summand> {
        let most = MOST_SIDE as u64;
        let board = match args {
            [text] if text.kind == ArgKind::Quoted => read_board(&text.text, "1X", "0.", MOST_SIDE)?,
            [r, c] => vec![vec![true; c.whole("columns", 1, most)? as usize]; r.whole("rows", 1, most)? as usize],
            _ => return Err(self.refuse_count(args)),
        };
        let held = held_by::<u64>(&board).or_else(|| held_by::<u128>(&board));
        Ok(held.unwrap_or_else(|| summand(Wide { columns: board[0].len() }, &rows_of(&board))))
    }
}

/// The board as a summand, if numbers of that size hold it.
fn held_by<B: Plane>(board: &[Vec<bool>]) -> Option<Summand> {
    let game = Boxing::<B>::fitting(board.len(), board[0].len())?;
    let stones = game.sheet.set_of(board);
    Some(summand(game, &stones))
}

/// The rows of a board as bits.
fn rows_of(board: &[Vec<bool>]) -> Vec<u32> {
    let row = |cells: &Vec<bool>| cells.iter().zip(0..).map(|(&full, c)| u32::from(full) << c).sum();
    board.iter().map(row).collect()
}

/// Reads a board that has so many columns, and so many rows if that is told.
fn read_fitting(text: &str, rows: Option<usize>, columns: usize) -> Result<Vec<Vec<bool>>> {
    let board = read_board(text.trim_matches('"'), "1X", "0.", MOST_SIDE)?;
    if board[0].len() != columns || rows.is_some_and(|rows| board.len() != rows) {
        let rows = rows.map_or(String::new(), |rows| format!("{rows} "));
        return Err(Error::usage(kit::shorten(text), "another size", format!("write {rows}rows of {columns}")));
    }
    Ok(board)
}

impl<B: Plane> Boxing<B> {
    /// The corners of the full squares of the next size, from those of one size.
    fn larger(&self, corners: B) -> B {
        let pairs = corners & self.sheet.without_first_column(corners) >> 1;
        pairs & pairs >> self.sheet.stride
    }

    /// For each size from 1 on, the corners of the full squares of that size.
    fn full_squares(&self, stones: B) -> impl Iterator<Item = (usize, B)> {
        let corners = std::iter::successors(Some(stones), |&corners| Some(self.larger(corners)));
        corners.take_while(|&corners| corners != B::EMPTY).zip(1..).map(|(corners, size)| (size, corners))
    }

    /// The cells of the 2 x 2 squares with these corners.
    fn covered(&self, corners: B) -> B {
        let pairs = corners | corners << 1;
        pairs | pairs << self.sheet.stride
    }

    /// The corners of the 2 x 2 squares of each component.
    fn components(&self, stones: B) -> impl Iterator<Item = B> {
        let mut left = self.larger(stones);
        std::iter::from_fn(move || {
            let mut part = (left != B::EMPTY).then(|| left.lowest())?;
            loop {
                let cells = self.covered(part);
                // A square with its corner at p covers p, p + 1, and both in the next row.
                let meeting = cells | cells >> 1;
                let grown = left & (meeting | meeting >> self.sheet.stride);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left = left & !part;
            Some(part)
        })
    }

    /// The rows of the board, as the person sees them.
    fn rows(&self, at: B) -> Vec<u32> {
        let cell = |r: usize, c: usize| u32::from(at.has(self.sheet.cell(r, c))) << c;
        (0..self.sheet.rows).map(|r| (0..self.sheet.columns).map(|c| cell(r, c)).sum()).collect()
    }
}

impl<B: Plane> Impartial for Boxing<B> {
    type Key = B;

    fn options(&self, at: &B, out: &mut Vec<B>) {
        for (size, corners) in self.full_squares(*at) {
            let square = self.squares[size];
            out.extend(corners.cells().map(|corner| *at & !(square << corner)));
        }
    }

    fn split(&self, at: &B, out: &mut Vec<B>) {
        let loose = *at & !self.covered(self.larger(*at));
        if loose.count() % 2 == 1 {
            out.push(loose.lowest());
        }
        out.extend(self.components(*at).map(|corners| self.covered(corners)));
    }

    fn canon(&self, at: &B) -> B {
        self.sheet.image(*at).least
    }

    fn known(&self, at: &B) -> Option<u32> {
        match at.count() {
            0 => Some(0),
            1 => Some(1),
            _ => None,
        }
    }

    fn weight(&self, at: &B) -> u64 {
        at.count().into()
    }
}

/// The board as an argument of the language.
fn rows_text(board: &[u32], columns: usize) -> String {
    let row = |bits: &u32| (0..columns).map(|c| if bits >> c & 1 == 1 { '1' } else { '0' }).collect();
    format!("\"{}\"", board.iter().map(row).collect::<Vec<String>>().join("/"))
}

fn square_text(size: usize, row: usize, column: usize) -> String {
    format!("{size}x{size} at {},{}", row + 1, column + 1)
}

/// The square that a hand spans from corner to corner, `2,1 to 4,3`, as the move that takes it; none where the text is
/// no such span.
pub(crate) fn spanned(text: &str) -> Option<Result<String>> {
    let corner = |word: &str| -> Option<(usize, usize)> {
        let (row, column) = word.trim().split_once(',')?;
        let place = |word: &str| word.trim().parse().ok().filter(|place| (1..=MOST_SIDE).contains(place));
        Some((place(row)?, place(column)?))
    };
    let (from, to) = text.split_once(" to ")?;
    let ((r, c), (s, d)) = (corner(from)?, corner(to)?);
    let (high, wide) = (r.abs_diff(s) + 1, c.abs_diff(d) + 1);
    Some(match high == wide {
        true => Ok(square_text(high, r.min(s) - 1, c.min(d) - 1)),
        false => Err(Error::usage(
            format!("{:?}", kit::shorten(text)),
            format!("{high} rows and {wide} columns are no square"),
            "span as many columns as rows",
        )),
    })
}

const RULES: &str = "Remove all stones of a full square, of any size: 2x2 at 1,3 is the square with its top left stone in row 1, column 3.";

impl<B: Plane> Spoken for Boxing<B> {
    fn name(&self) -> String {
        "boxing".to_string()
    }

    fn rules(&self) -> String {
        RULES.to_string()
    }

    fn write(&self, at: &B) -> String {
        rows_text(&self.rows(*at), self.sheet.columns)
    }

    fn read(&self, text: &str) -> Result<B> {
        Ok(self.sheet.set_of(&read_fitting(text, Some(self.sheet.rows), self.sheet.columns)?))
    }

    fn steps(&self, at: &B) -> Vec<(String, B)> {
        let mut steps = Vec::new();
        for (size, corners) in self.full_squares(*at) {
            for corner in corners.cells() {
                let (row, column) = self.sheet.place(corner);
                steps.push((square_text(size, row, column), *at & !(self.squares[size] << corner)));
            }
        }
        steps
    }

    fn out_of_reach(&self, at: &B) -> Option<String> {
        let largest = self.components(*at).max_by_key(|corners| corners.count())?;
        let (height, width) = self.sheet.extent(self.covered(largest));
        let (most, blocks) = (most_blocks(height.min(width)), largest.count());
        (blocks > most).then(|| {
            format!("{blocks} full 2 x 2 squares hang together in {height} rows and {width} columns, the search reaches {most}")
        })
    }

    fn strategy(&self, at: &B) -> Option<(String, B, &'static str, String)> {
        let (text, after, line) = middle_square(&self.rows(*at), self.sheet.columns)?;
        let cells = |r: usize| (0..self.sheet.columns).map(move |c| (r, c));
        let left = (0..self.sheet.rows).flat_map(cells).filter(|&(r, c)| after[r] >> c & 1 == 1);
        let after = left.fold(B::EMPTY, |set, (r, c)| set | B::one(self.sheet.cell(r, c)));
        Some((text, after, "mirror", line))
    }

    fn scene(&self, at: &B) -> Option<Scene> {
        Some(board_scene(&self.rows(*at), self.sheet.columns))
    }
}

/// The most 2 x 2 squares in one component that a search reaches in minutes, by the component's smaller side: full
/// boards of 3 x 30, 4 x 16, 5 x 11, 6 x 10 and 7 x 8.
fn most_blocks(side: usize) -> u32 {
    match side {
        0..=2 => u32::MAX,
        3 => 58,
        4 => 45,
        5 => 40,
        6 => 45,
        _ => 42,
    }
}

/// The move to the middle of a full board, the rows after it, and why it wins.
fn middle_square(board: &[u32], columns: usize) -> Option<(String, Vec<u32>, String)> {
    let full = ((1u64 << columns) - 1) as u32;
    let rows = board.len();
    let side = rows.min(columns);
    if board.iter().any(|&row| row != full) || (rows.max(columns) - side) % 2 == 1 {
        return None;
    }
    let (top, left) = ((rows - side) / 2, (columns - side) / 2);
    let after = board.iter().copied().enumerate();
    let hole = (((1u64 << side) - 1) << left) as u32;
    let after = after.map(|(r, row)| if (top..top + side).contains(&r) { row & !hole } else { row }).collect();
    let line = match rows == columns {
        true => format!("the {side} x {side} square is the whole board"),
        false => format!(
            "the {side} x {side} square in the middle leaves two halves that mirror each other: answer every move in the other half"
        ),
    };
    Some((square_text(side, top, left), after, line))
}

/// Whether the player who is not to move wins the board by mirroring: the board is its own mirror image (left-right or
/// top-bottom) and no full square meets its own image. This stays so after every move and its answer, since a later
/// square is a square of the first board.
pub fn mirror_proof(board: &[Vec<bool>]) -> bool {
    let flipped: Vec<Vec<bool>> = (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect();
    mirrors_across(board) || mirrors_across(&flipped)
}

fn mirrors_across(board: &[Vec<bool>]) -> bool {
    let width = board[0].len();
    let symmetric = board.iter().all(|row| (0..width).all(|c| row[c] == row[width - 1 - c]));
    symmetric
        && full_squares(board).iter().all(|&(size, _, column)| {
            // The image takes the columns from width - column - size on.
            let image = width - column - size;
            column + size <= image || image + size <= column
        })
}

/// Every full square: size, row and column of its corner.
fn full_squares(board: &[Vec<bool>]) -> Vec<(usize, usize, usize)> {
    let (rows, columns) = (board.len(), board[0].len());
    let mut found = Vec::new();
    for size in 1..=rows.min(columns) {
        for r in 0..=rows - size {
            for c in 0..=columns - size {
                if (r..r + size).all(|i| (c..c + size).all(|j| board[i][j])) {
                    found.push((size, r, c));
                }
            }
        }
    }
    found
}

impl Wide {
    fn cells(&self, at: &[u32]) -> Vec<Vec<bool>> {
        at.iter().map(|row| (0..self.columns).map(|c| row >> c & 1 == 1).collect()).collect()
    }
}

impl Impartial for Wide {
    type Key = Vec<u32>;

    fn options(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
        out.extend(self.steps(at).into_iter().map(|(_, to)| to));
    }

    fn weight(&self, at: &Vec<u32>) -> u64 {
        at.iter().map(|row| u64::from(row.count_ones())).sum()
    }
}

impl Spoken for Wide {
    fn name(&self) -> String {
        "boxing".to_string()
    }

    fn rules(&self) -> String {
        RULES.to_string()
    }

    fn write(&self, at: &Vec<u32>) -> String {
        rows_text(at, self.columns)
    }

    fn read(&self, text: &str) -> Result<Vec<u32>> {
        Ok(rows_of(&read_fitting(text, None, self.columns)?))
    }

    fn steps(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
        let remove = |(size, r, c): (usize, usize, usize)| {
            let mut board = at.clone();
            let hole = (((1u64 << size) - 1) << c) as u32;
            board[r..r + size].iter_mut().for_each(|row| *row &= !hole);
            (square_text(size, r, c), board)
        };
        full_squares(&self.cells(at)).into_iter().map(remove).collect()
    }

    fn out_of_reach(&self, at: &Vec<u32>) -> Option<String> {
        let stones: u32 = at.iter().map(|row| row.count_ones()).sum();
        (stones > 16).then(|| format!("{stones} stones on a board wider or higher than 8"))
    }

    fn strategy(&self, at: &Vec<u32>) -> Option<(String, Vec<u32>, &'static str, String)> {
        let (text, after, line) = middle_square(at, self.columns)?;
        Some((text, after, "mirror", line))
    }

    fn scene(&self, at: &Vec<u32>) -> Option<Scene> {
        Some(board_scene(at, self.columns))
    }
}

fn board_scene(board: &[u32], columns: usize) -> Scene {
    let stones: u32 = board.iter().map(|row| row.count_ones()).sum();
    let mut scene = Scene::new("boxing", format!("a board with {stones} stones"), columns as f64, board.len() as f64);
    for (r, row) in board.iter().enumerate() {
        for c in 0..columns {
            let name = format!("{},{}", r + 1, c + 1);
            scene.add(Shape::rect(c as f64, r as f64, 1.0, 1.0).stroke(Ink::Rule));
            if row >> c & 1 == 1 {
                let stone = Shape::circle(c as f64 + 0.5, r as f64 + 0.5, 0.38).fill(Ink::Solid);
                let span = Gesture::new(Act::Span, "{from} to {to}");
                scene.add(stone.touch(square_text(1, r, c)).gesture(span).named(name));
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Method, Solver, nimber_by_definition};
    use kit::Unwatched;

    fn full<B: Plane>(rows: usize, columns: usize) -> (Boxing<B>, B) {
        let game = Boxing::<B>::fitting(rows, columns).unwrap();
        let stones = game.sheet.set_of(&vec![vec![true; columns]; rows]);
        (game, stones)
    }

    /// The nimber of a full board by proof numbers, in numbers of that size.
    fn nimber<B: Plane>(rows: usize, columns: usize) -> u32 {
        let (game, all) = full::<B>(rows, columns);
        Solver::new(game, Limits { memory: 1 << 26, threads: 1 }).nimber(&all, Method::Proof, &mut Unwatched).unwrap()
    }

    #[test]
    fn splitting_and_symmetry_agree_with_the_definition_on_every_small_board() {
        let (game, _) = full::<u64>(3, 3);
        let (probe, _) = full::<u64>(3, 3);
        let memo = Solver::new(game, Limits { memory: 1 << 24, threads: 1 });
        for code in (0..1u64 << 9).step_by(7) {
            let board = (0..9).filter(|i| code >> i & 1 == 1).fold(0, |b, i| b | 1 << (i / 3 * 8 + i % 3));
            let found = memo.nimber(&board, Method::Proof, &mut Unwatched).unwrap();
            assert_eq!(found, nimber_by_definition(&probe, &board), "{}", probe.write(&board));
        }
    }

    #[test]
    fn boards_of_both_sizes_of_number_and_both_ways_round_agree() {
        for (rows, columns) in [(1, 9), (2, 5), (3, 5), (4, 4), (4, 5), (3, 7)] {
            let found = nimber::<u64>(rows, columns.min(8));
            assert_eq!(nimber::<u64>(columns.min(8), rows), found);
            assert_eq!(nimber::<u128>(rows, columns.min(8)), found);
        }
        // Boards that only 128 bits hold, lying and standing, against the heap game that two rows are: a stone of one
        // column leaves its neighbour alone, a square takes two columns.
        let mut rows_of_two = vec![0u32, 0];
        for n in 2..=20usize {
            let stone = (0..n).map(|left| rows_of_two[left] ^ rows_of_two[n - 1 - left] ^ 1);
            let square = (0..n - 1).map(|left| rows_of_two[left] ^ rows_of_two[n - 2 - left]);
            rows_of_two.push(engine::impartial::mex(stone.chain(square)));
        }
        for n in [9, 12, 16, 17, 20] {
            assert_eq!(nimber::<u128>(2, n), rows_of_two[n], "2 x {n}");
            assert_eq!(nimber::<u128>(n, 2), rows_of_two[n], "{n} x 2");
        }
        assert!(Boxing::<u128>::fitting(9, 9).is_none() && Boxing::<u64>::fitting(5, 13).is_none());
    }

    /// The mex over all options, every board remembered as it is: no components, no symmetry.
    fn plainly(game: &Boxing, at: u64, known: &mut rustc_hash::FxHashMap<u64, u32>) -> u32 {
        if let Some(&nimber) = known.get(&at) {
            return nimber;
        }
        let mut options = Vec::new();
        game.options(&at, &mut options);
        let nimber = engine::impartial::mex(options.into_iter().map(|option| plainly(game, option, known)));
        known.insert(at, nimber);
        nimber
    }

    #[test]
    fn partial_boards_to_five_by_six_agree_with_the_plain_mex_and_with_the_memo() {
        let mut seed = 11u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        let game = Boxing::new(5, 6);
        let couples = Solver::new(Boxing::new(5, 6), Limits { memory: 1 << 26, threads: 1 });
        let memo = Solver::new(Boxing::new(5, 6), Limits { memory: 1 << 28, threads: 1 });
        let proof = Solver::new(Boxing::new(5, 6), Limits { memory: 1 << 26, threads: 2 });
        let small: Vec<u32> = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)]
            .map(|(r, c)| plainly(&game, game.sheet.rectangle(r, c), &mut Default::default()))
            .to_vec();
        assert_eq!(small, [2, 2, 1, 3, 5, nimber::<u64>(4, 4)]);
        for round in 0..40 {
            let stones = if round % 2 == 0 { 15 } else { 24 };
            let mut board = 0u64;
            while board.count_ones() < stones {
                let cell = next() % 30;
                board |= 1 << (cell / 6 * 8 + cell % 6);
            }
            let found = couples.nimber(&board, Method::Couples, &mut Unwatched).unwrap();
            assert_eq!(proof.nimber(&board, Method::Proof, &mut Unwatched).unwrap(), found, "{}", game.write(&board));
            assert_eq!(memo.nimber(&board, Method::Memo, &mut Unwatched).unwrap(), found, "{}", game.write(&board));
            if round % 2 == 0 {
                assert_eq!(plainly(&game, board, &mut Default::default()), found, "{}", game.write(&board));
            }
        }
    }

    #[test]
    fn moves_are_named_as_the_board_stands() {
        let (lying, stones) = full::<u128>(3, 10);
        let (standing, same) = full::<u128>(10, 3);
        assert!(lying.steps(&stones).iter().any(|(text, _)| text == "3x3 at 1,8"));
        let (_, after) = standing.steps(&same).into_iter().find(|(text, _)| text == "2x2 at 9,2").unwrap();
        assert!(standing.write(&after).ends_with("111/100/100\""), "{}", standing.write(&after));
        assert_eq!(standing.read(&standing.write(&after)).unwrap(), after);
        assert!(standing.read("\"111/111\"").is_err() && lying.read("\"11\"").is_err());
    }

    #[test]
    fn the_mirror_wins_where_the_search_says_so() {
        for rows in 1..=4 {
            for columns in rows..=5 {
                let (game, all) = full::<u64>(rows, columns);
                let solver = Solver::new(game, Limits::default());
                let nimber = solver.nimber(&all, Method::Couples, &mut Unwatched).unwrap();
                if let Some((_, after, ..)) = solver.game().strategy(&all) {
                    assert_ne!(nimber, 0);
                    assert_eq!(solver.nimber(&after, Method::Couples, &mut Unwatched).unwrap(), 0);
                    assert!((columns - rows) % 2 == 0);
                }
            }
        }
        let broken = read_board("11011/11111", "1", "0", 30).unwrap();
        assert!(!mirror_proof(&broken));
        assert!(mirror_proof(&read_board("11011/11011", "1", "0", 30).unwrap()));
        assert!(!mirror_proof(&read_board("11010/11011", "1", "0", 30).unwrap()));
    }
}
