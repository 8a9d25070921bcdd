//! Boxing Match on a board that one number holds: the search's own form of the game.
//!
//! *The board as a number.* A position is the set of its stones: one number of 64 bits to 8 x 8 and 5 x 12, of 128 bits
//! to 8 x 16, 4 x 32 and 2 x 64. The full squares of all sizes come out of shifts: a square of side n + 1 is four
//! squares of side n that overlap.

use super::super::cells::Cells;
use super::super::plane::{Plane, Sheet};
use engine::impartial::Impartial;

/// Boxing Match on a board that one number holds; a position is the set of stones.
pub struct Boxing<B = u64> {
    sheet: Sheet<B>,
    /// The full squares in the corner, by their side.
    squares: Vec<B>,
}

impl<B: Plane> Boxing<B> {
    /// The game on a board of that size, if the numbers hold it.
    pub fn fitting(rows: usize, columns: usize) -> Option<Self> {
        let sheet = Sheet::fitting(rows, columns)?;
        let squares = (0..=rows.min(columns)).map(|n| sheet.rectangle(n, n)).collect();
        Some(Boxing { sheet, squares })
    }

    /// The board with these stones.
    pub fn board(&self, stones: B) -> Cells {
        self.sheet.cells_of(stones)
    }

    /// The stones of a board that is no larger, in its corner.
    pub fn stones(&self, board: &Cells) -> B {
        self.sheet.set_of(board)
    }
}

impl Boxing<u64> {
    /// The game on a board of that size, at most 8 x 8.
    pub fn new(rows: usize, columns: usize) -> Self {
        Boxing::fitting(rows, columns).expect("boards to 8 x 8 fit")
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Method, Solver, nimber_by_definition};
    use kit::Unwatched;

    fn full<B: Plane>(rows: usize, columns: usize) -> (Boxing<B>, B) {
        let game = Boxing::<B>::fitting(rows, columns).unwrap();
        let stones = game.stones(&Cells::full(rows, columns));
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
            assert_eq!(found, nimber_by_definition(&probe, &board), "{board:x}");
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
            assert_eq!(proof.nimber(&board, Method::Proof, &mut Unwatched).unwrap(), found, "{board:x}");
            assert_eq!(memo.nimber(&board, Method::Memo, &mut Unwatched).unwrap(), found, "{board:x}");
            if round % 2 == 0 {
                assert_eq!(plainly(&game, board, &mut Default::default()), found, "{board:x}");
            }
        }
    }
}
