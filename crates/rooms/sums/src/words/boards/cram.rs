//! Cram: cover two neighbouring free cells with a domino.
//!
//! *Components.* Free cells that hang together. A cell alone is nothing, two or three are one move. Of several free
//! cells whose only free neighbour is one and the same cell c, one is as good as all: a domino on c and any of them
//! leaves the others alone, and any other domino on c leaves them all alone; so all but one are dropped.
//!
//! *Pairing.* Let s be a half turn, a flip or a mirror that maps a set of free cells onto itself, such that no free
//! cell that has a free neighbour is its own image, and no domino covers a cell together with its image. Then a domino
//! D and its image s(D) have no cell in common, so the second player answers D with s(D), what is left is again such a
//! set, and the nimber is 0. A board with two even sides has the half turn: it is lost. With one even side the middle
//! of the half turn is a domino; playing it leaves such a set: the board is won.

use super::super::super::words::summand;
use super::cells::{Cells, Letters};
use super::plane::{Image, Plane, Sheet};
use engine::impartial::{Impartial, Spoken};
use kit::{Error, Ink, Result, Scene, Shape, Summand, Word};
use std::sync::LazyLock;

/// The word.
pub static CRAM: Word = Word::of("cram", "cram(rows, columns) or cram(\"..#/...\")", |word, args| {
    laid_out(&Cells::given(word, args, LETTERS)?)
})
.about("cover two neighbouring free cells with a domino")
.examples(&["cram(2,3)", "cram(\"..#/...\")", "cram(3,3)"])
.board(|rows, columns| laid_out(&Cells::full(rows, columns)));

/// Cram on a board that one number holds; a position is the set of free cells. Boards to 8 x 8 and others of at most 64
/// cells take 64 bits.
pub struct Cram<B = u64> {
    sheet: Sheet<B>,
    /// A domino that lies and one that stands, in the corner.
    dominoes: [B; 2],
    window: &'static Window,
}

const LETTERS: Letters = Letters { set: ".0", rest: "#X1" };
/// The most free cells the search takes on.
const MOST_FREE: usize = 42;
/// The longest side.
const MOST_SIDE: usize = 21;

impl<B: Plane> Cram<B> {
    /// The game on a board of that size, if the numbers hold it.
    pub fn fitting(rows: usize, columns: usize) -> Option<Self> {
        let sheet = Sheet::fitting(rows, columns)?;
        let dominoes = [B::one(0) | B::one(1), B::one(0) | B::one(sheet.stride)];
        let window = &WINDOWS[usize::from(rows * columns > 32)];
        Some(Cram { sheet, dominoes, window })
    }

    /// The first cells of the dominoes that lie and of those that stand.
    #[inline(always)]
    fn places(&self, free: B) -> [B; 2] {
        let across = self.sheet.without_last_column(free & (free >> 1));
        [across, free & (free >> self.sheet.stride)]
    }

    /// The free cells with three free neighbours or four.
    #[inline(always)]
    fn crowded(&self, free: B) -> B {
        let [left, right, above, below] = self.sheet.beside(free);
        free & ((left & right & (above | below)) | (above & below & (left | right)))
    }

    /// The free cells that hang together with the first one.
    #[inline(always)]
    fn component(&self, free: B) -> B {
        let mut part = free.lowest();
        loop {
            // Three steps at a time: that it has not grown is seldom and costly to ask.
            let grown = (0..3).fold(part, |part, _| self.sheet.spread(part) & free);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The nimber of a component that fits the window, lying or standing.
    #[inline(always)]
    fn nimber_in_window(&self, part: B) -> Option<u32> {
        let (set, [rows, columns]) = self.sheet.cornered(part);
        let wide = self.window.columns;
        if rows.min(columns) > 4 || rows.max(columns) > wide {
            return None;
        }
        let (set, rows) = if rows > 4 { (self.sheet.turned(set, rows), columns) } else { (set, rows) };
        let row = |r: u32| ((set >> (self.sheet.stride * r)).word() & ((1 << wide) - 1)) << (wide * r);
        let place = (0..rows).fold(0, |place, r| place | row(r));
        Some(self.window.nimbers[place as usize].into())
    }

    /// A component without the cells that are as good as another: all but one of the ends that share their only
    /// neighbour.
    #[inline(always)]
    fn pruned(&self, part: B) -> B {
        let stride = self.sheet.stride;
        let [left, right, above, below] = self.sheet.beside(part).map(|side| side & part);
        // An odd number of neighbours, and not two opposite ones beside a third.
        let ends = (left ^ right ^ above ^ below) & !((left & right) | (above & below));
        // The cells that have an end at their left, right, above and below.
        let at_left = (ends & right) << 1;
        let at_right = (ends & left) >> 1;
        let at_top = (ends & below) << stride;
        let at_bottom = (ends & above) >> stride;
        let second = (at_right & at_left) << 1;
        let third = (at_top & (at_left | at_right)) >> stride;
        let fourth = (at_bottom & (at_left | at_right | at_top)) << stride;
        part & !(second | third | fourth)
    }

    /// Whether a symmetry pairs the moves of a component, which is then lost: see the head of this file.
    fn is_paired(&self, image: &Image<B>) -> bool {
        if image.same == [false; 3] {
            return false;
        }
        let (set, [rows, columns]) = (image.set, image.sides);
        let [across, down] = self.places(set);
        let row = |places: B, r: u32| (places >> (self.sheet.stride * r)) & self.sheet.rectangle(1, columns as usize);
        let column = |places: B, c: u32| (places >> c) & self.sheet.rectangle(rows as usize, 1);
        // The places on the axis itself: of the cells when a side is odd, of the dominoes across it when it is even.
        let middle_row = if rows % 2 == 1 { row(set, rows / 2) } else { row(down, rows / 2 - 1) };
        let middle_column = if columns % 2 == 1 { column(set, columns / 2) } else { column(across, columns / 2 - 1) };
        let centre = match (rows % 2, columns % 2) {
            (0, 0) => B::EMPTY,
            (0, _) => row(down, rows / 2 - 1) & B::one(columns / 2),
            (_, 0) => row(across, rows / 2) & B::one(columns / 2 - 1),
            _ => row(set, rows / 2) & B::one(columns / 2),
        };
        let [half, flip, mirror] = image.same;
        (half && centre == B::EMPTY) || (flip && middle_row == B::EMPTY) || (mirror && middle_column == B::EMPTY)
    }
}

/// The nimbers of all sets of free cells on a small board of four rows.
struct Window {
    columns: u32,
    nimbers: LazyLock<Vec<u8>>,
}

/// Small boards are solved sooner than the large window is made.
static WINDOWS: [Window; 2] = [
    Window { columns: 4, nimbers: LazyLock::new(|| window_nimbers(4)) },
    Window { columns: 5, nimbers: LazyLock::new(|| window_nimbers(5)) },
];

/// By the definition: a domino makes the number of a set smaller, so that what it leaves is already known.
fn window_nimbers(columns: u32) -> Vec<u8> {
    let inner = (0..4).fold(0u32, |set, r| set | ((1 << (columns - 1)) - 1) << (columns * r));
    let mut nimbers = vec![0u8; 1 << (4 * columns)];
    for free in 1..nimbers.len() {
        let mut met = 0u32;
        for (places, domino) in [(free >> 1 & inner as usize, 3), (free >> columns, 1 | 1 << columns)] {
            let mut places = free & places;
            while places != 0 {
                met |= 1 << nimbers[free & !(domino << places.trailing_zeros())];
                places &= places - 1;
            }
        }
        nimbers[free] = met.trailing_ones() as u8;
    }
    nimbers
}

impl<B: Plane> Cram<B> {
    /// The set of a board of its size.
    pub fn free(&self, board: &Cells) -> B {
        self.sheet.set_of(board)
    }
}

impl Cram<u64> {
    /// The game on a board of that size, at most 8 x 8.
    pub fn new(rows: usize, columns: usize) -> Self {
        Cram::fitting(rows, columns).expect("boards to 8 x 8 fit")
    }
}

/// The board as a summand, if it is within reach.
fn laid_out(board: &Cells) -> Result<Summand> {
    let free = board.count() as usize;
    let reach = |why: String| {
        Error::too_large(format!("cram with {free} free cells"), why, "ask a smaller board, 6 x 7 is within reach")
    };
    if free > MOST_FREE {
        return Err(reach(format!("the search reaches {MOST_FREE}")));
    }
    if board.height().max(board.width()) > MOST_SIDE {
        return Err(reach(format!("a side has at most {MOST_SIDE} cells")));
    }
    let held = held_by::<u64>(board).or_else(|| held_by::<u128>(board));
    held.ok_or_else(|| reach(format!("a board of {} x {} is too large", board.height(), board.width())))
}

/// The board as a summand, if numbers of that size hold it.
fn held_by<B: Plane>(board: &Cells) -> Option<Summand> {
    let game = Cram::<B>::fitting(board.height(), board.width())?;
    let free = game.free(board);
    Some(summand(CRAM.name, game, free))
}

impl<B: Plane> Impartial for Cram<B> {
    type Key = B;

    fn options(&self, at: &B, out: &mut Vec<B>) {
        // The most crowded dominoes first: they are most often the ones that win, and then the others need not be
        // looked at.
        let crowded = self.crowded(*at);
        for wanted in [2, 1, 0] {
            for ((places, domino), step) in self.places(*at).into_iter().zip(self.dominoes).zip([1, self.sheet.stride])
            {
                let [first, second] = [crowded, crowded >> step];
                let places = match wanted {
                    2 => places & first & second,
                    1 => places & (first ^ second),
                    _ => places & !(first | second),
                };
                out.extend(places.cells().map(|cell| *at & !(domino << cell)));
            }
        }
    }

    fn split(&self, at: &B, out: &mut Vec<B>) {
        let mut left = *at;
        while left != B::EMPTY {
            let part = self.component(left);
            left = left & !part;
            if part.count() > 1 {
                out.push(part);
            }
        }
    }

    fn canon(&self, at: &B) -> B {
        self.sheet.image(*at).least
    }

    fn parts(&self, at: &B, out: &mut Vec<B>) {
        let (mut left, mut pile) = (*at, 0);
        while left != B::EMPTY {
            let part = self.component(left);
            left = left & !part;
            if let Some(nimber) = self.nimber_in_window(part) {
                pile ^= nimber;
                continue;
            }
            let image = self.sheet.image(self.pruned(part));
            if !self.is_paired(&image) {
                out.push(image.least);
            }
        }
        if pile > 0 {
            out.push(B::one(pile));
        }
    }

    fn known(&self, at: &B) -> Option<u32> {
        // A cell alone has no moves; beside the components of `parts` it stands for what the window knows.
        (at.lowest() == *at).then(|| at.first())
    }

    fn is_within(&self, at: &B) -> bool {
        at.count() > 1 && *at & !self.sheet.board() == B::EMPTY
    }

    /// The moves.
    fn weight(&self, at: &B) -> u64 {
        let [across, down] = self.places(*at);
        (across.count() + down.count()).into()
    }
}

impl<B: Plane> Spoken for Cram<B> {
    fn rules(&self) -> String {
        "Cover two neighbouring free cells with a domino: 1,1-1,2.".to_string()
    }

    fn write(&self, at: &B) -> String {
        format!("\"{}\"", self.sheet.cells_of(*at).write(LETTERS))
    }

    fn steps(&self, at: &B) -> Vec<(String, B)> {
        let (rows, columns) = (self.sheet.rows, self.sheet.columns);
        let cells = |along: usize, down: usize| {
            (0..rows - down).flat_map(move |r| (0..columns - along).map(move |c| [(r, c), (r + down, c + along)]))
        };
        let free = |cell: &(usize, usize)| at.has(self.sheet.cell(cell.0, cell.1));
        let dominoes = cells(1, 0).chain(cells(0, 1)).filter(|domino| domino.iter().all(free));
        let name = |(r, c): (usize, usize)| format!("{},{}", r + 1, c + 1);
        let step = |[one, two]: [(usize, usize); 2]| {
            let domino = B::one(self.sheet.cell(one.0, one.1)) | B::one(self.sheet.cell(two.0, two.1));
            (format!("{}-{}", name(one), name(two)), *at & !domino)
        };
        dominoes.map(step).collect()
    }

    fn scene(&self, at: &B) -> Option<Scene> {
        let board = self.sheet.cells_of(*at);
        let mut scene = board.scene("cram", format!("cram with {} free cells", at.count()), |r, c| {
            let cell = Shape::rect(c as f64 + 0.03, r as f64 + 0.03, 0.94, 0.94);
            vec![if board.has(r, c) { cell.stroke(Ink::Rule) } else { cell.fill(Ink::Solid) }]
        });
        for (text, to) in self.steps(at) {
            let ends: Vec<(usize, usize)> = (*at & !to).cells().map(|cell| self.sheet.place(cell)).collect();
            let middle = |along: fn(&(usize, usize)) -> usize| ends.iter().map(along).sum::<usize>() as f64 / 2.0 + 0.5;
            scene.add(Shape::circle(middle(|c| c.1), middle(|c| c.0), 0.16).fill(Ink::Faint).touch(text));
        }
        Some(scene)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Method, Solver, mex};
    use kit::Unwatched;
    use rustc_hash::FxHashMap;

    const LIMITS: Limits = Limits { memory: 1 << 26, threads: 1 };

    /// The mex over all options, every board remembered as it is: no components, no symmetry, no window.
    fn plainly<B: Plane>(game: &Cram<B>, at: B, known: &mut FxHashMap<B, u32>) -> u32 {
        if let Some(&nimber) = known.get(&at) {
            return nimber;
        }
        let mut options = Vec::new();
        game.options(&at, &mut options);
        let nimber = mex(options.into_iter().map(|option| plainly(game, option, known)));
        known.insert(at, nimber);
        nimber
    }

    #[test]
    fn every_set_of_small_boards_agrees_with_the_definition_on_every_rung() {
        for (rows, columns) in [(3, 3), (2, 5), (4, 3)] {
            let game = Cram::new(rows, columns);
            let places: Vec<u32> = game.sheet.board().cells().collect();
            let solvers = [Method::Memo, Method::Couples, Method::Proof]
                .map(|method| (method, Solver::new(Cram::new(rows, columns), LIMITS)));
            let mut known = FxHashMap::default();
            for code in 0..1u32 << places.len() {
                let free = places.iter().enumerate().filter(|(i, _)| code >> i & 1 == 1);
                let at = free.fold(0, |set, (_, &cell)| set | 1u64 << cell);
                let plain = plainly(&game, at, &mut known);
                for (method, solver) in &solvers {
                    let found = solver.nimber(&at, *method, &mut Unwatched).unwrap();
                    assert_eq!(found, plain, "{method:?} {}", game.write(&at));
                }
            }
        }
    }

    /// Random sets on boards that the window does not cover.
    fn random_sets_agree<B: Plane>(rows: usize, columns: usize, free: u32) {
        let mut seed = (rows * 100 + columns) as u64;
        let mut next = move |below: u32| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as u32 % below
        };
        let game = Cram::<B>::fitting(rows, columns).unwrap();
        let places: Vec<u32> = game.sheet.board().cells().collect();
        let solver = Solver::new(Cram::<B>::fitting(rows, columns).unwrap(), LIMITS);
        for _ in 0..25 {
            let mut at = B::EMPTY;
            while at.count() < free {
                at = at | B::one(places[next(places.len() as u32) as usize]);
            }
            let found = solver.nimber(&at, Method::Proof, &mut Unwatched).unwrap();
            assert_eq!(found, plainly(&game, at, &mut FxHashMap::default()), "{}", game.write(&at));
        }
    }

    #[test]
    fn random_sets_on_larger_boards_agree_with_the_definition() {
        for (rows, columns) in [(5, 5), (6, 5), (5, 7), (4, 9), (3, 12)] {
            random_sets_agree::<u64>(rows, columns, 20);
            random_sets_agree::<u128>(rows, columns, 18);
        }
        random_sets_agree::<u128>(7, 10, 24);
    }

    #[test]
    fn full_boards_agree_between_the_rungs_and_with_the_literature() {
        // Lemoine and Viennot, Nimbers are inevitable, and Uiterwijk, Solving Cram using combinatorial game theory.
        for (rows, columns, nimber) in
            [(3, 4, 1), (3, 5, 1), (3, 6, 4), (3, 7, 1), (4, 5, 2), (5, 5, 0), (2, 7, 1), (4, 4, 0)]
        {
            for method in [Method::Couples, Method::Proof] {
                for turned in [false, true] {
                    let game = if turned { Cram::new(columns, rows) } else { Cram::new(rows, columns) };
                    let all = game.sheet.board();
                    let found = Solver::new(game, LIMITS).nimber(&all, method, &mut Unwatched).unwrap();
                    assert_eq!(found, nimber, "{rows} x {columns} {method:?}");
                }
            }
        }
    }

    #[test]
    fn moves_and_texts_are_those_of_the_board_as_it_stands() {
        let game = Cram::new(3, 2);
        let at = game.free(&Cells::read("../.#/..", LETTERS, 3).unwrap());
        let texts: Vec<String> = game.steps(&at).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, ["1,1-1,2", "3,1-3,2", "1,1-2,1", "2,1-3,1"]);
        assert_eq!(game.write(&at), "\"../.#/..\"");
        let mut options = Vec::new();
        game.options(&at, &mut options);
        let mut steps: Vec<u64> = game.steps(&at).into_iter().map(|(_, to)| to).collect();
        options.sort_unstable();
        steps.sort_unstable();
        assert_eq!(options, steps);
    }
}
