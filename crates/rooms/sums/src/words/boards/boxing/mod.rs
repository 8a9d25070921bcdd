//! Boxing Match: remove a full square of stones, of any size.
//!
//! *Splitting.* Stones that lie in no full 2 x 2 square can only go one by one, so they count by their parity; the
//! others fall into components of overlapping 2 x 2 squares, and every larger square lies within one of these.
//!
//! *Cancelling.* Two components that shifts, turns and mirrors make of each other cancel: whatever is taken in one is
//! taken in the other. So a board that is its own mirror image, such that no full square meets its own image, is lost:
//! no full 2 x 2 square crosses the axis, hence every component has its image as another component.
//!
//! *The half turn.* A component that a half turn maps to itself, such that no full square has a stone in common with
//! its own image, is lost too: the second player takes the image of whatever is taken. It is full still, and what is
//! left has both properties again, because its full squares are some of those before. This is the ring around a hole.
//!
//! *The middle square.* On a full board of r x c with c - r even (c >= r) the first player takes the r x r square in
//! the middle, and the two halves that are left cancel.
//!
//! Components that remain are searched ([`parts`]); where they are out of reach, [`contest`] looks for a move after
//! which all cancels, and else plays by the parts that it can solve.

mod contest;
mod numbers;
mod parts;

pub use numbers::Boxing;
pub use parts::{cancelled_parts, squares};

use super::super::super::words::summand;
use super::cells::{Cells, Letters, MOST_SIDE};
use engine::impartial::{Done, Impartial, Limits, Perhaps, Spoken};
use engine::search::Note;
use kit::scene::{Act, Gesture};
use kit::{Error, Ink, Means, Result, Scene, Shape, Watch, Word};
use parts::Parts;
use std::sync::{Arc, Mutex, PoisonError};

/// The word.
pub static BOXING: Word = Word::of("boxing", "boxing(rows, columns) or boxing(\"110/111\")", |word, args| {
    Ok(summand(word.name, Match::default(), Cells::given(word, args, LETTERS)?))
})
.about("remove a full square of stones, of any size")
.examples(&["boxing(2,3)", "boxing(\"110/111/011\")", "boxing(3,3)", "boxing(\"1110111011\")"])
.board(|rows, columns| Ok(summand(BOXING.name, Match::default(), Cells::full(rows, columns))));

const LETTERS: Letters = Letters { set: "1X", rest: "0." };

/// Boxing Match on boards of any size, as it is spoken; a position is a board with its stones.
#[derive(Default)]
pub struct Match {
    parts: Mutex<Option<Arc<Parts>>>,
}

impl Match {
    /// What solves the parts of boards, anew when the limits have changed.
    fn parts(&self, means: Means) -> Arc<Parts> {
        let limits = Limits { memory: means.memory, threads: means.threads };
        let mut slot = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some(parts) if parts.limits == limits => parts.clone(),
            _ => slot.insert(Arc::new(Parts::new(limits))).clone(),
        }
    }
}

/// A full square: its side, and row and column of its corner from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its side.
    pub side: usize,
    /// The row of its top left stone.
    pub row: usize,
    /// The column of its top left stone.
    pub column: usize,
}

impl Square {
    /// The board without its stones.
    pub fn taken_off(self, board: &Cells) -> Cells {
        board.without([self.row, self.column], [self.side, self.side])
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Square { side, row, column } = self;
        write!(f, "{side}x{side} at {},{}", row + 1, column + 1)
    }
}

impl Impartial for Match {
    type Key = Cells;

    fn options(&self, at: &Cells, out: &mut Vec<Cells>) {
        out.extend(squares(at).into_iter().map(|square| square.taken_off(at)));
    }

    fn split(&self, at: &Cells, out: &mut Vec<Cells>) {
        parts::split(at, out);
    }

    fn canon(&self, at: &Cells) -> Cells {
        at.least_image()
    }

    fn known(&self, at: &Cells) -> Option<u32> {
        (at.count() < 2).then(|| at.count())
    }

    fn is_within(&self, at: &Cells) -> bool {
        !at.is_empty() && *at == at.least_image()
    }

    fn weight(&self, at: &Cells) -> u64 {
        at.count().into()
    }
}

impl Spoken for Match {
    fn rules(&self) -> String {
        "Remove all stones of a full square, of any size: 2x2 at 1,3 is the square with its top left stone in row 1, column 3.".to_string()
    }

    fn write(&self, at: &Cells) -> String {
        format!("\"{}\"", at.write(LETTERS))
    }

    fn steps(&self, at: &Cells) -> Vec<(String, Cells)> {
        squares(at).into_iter().map(|square| (square.to_string(), square.taken_off(at))).collect()
    }

    fn form(&self, at: &Cells) -> String {
        if at.is_empty() { String::new() } else { at.least_image().write(LETTERS) }
    }

    fn is_heavy(&self, at: &Cells) -> bool {
        cancelled_parts(at).iter().any(|part| parts::blocks(part) > parts::LIGHT)
    }

    fn solved(&self, at: &[Cells], means: Means, watch: &mut dyn Watch) -> Option<Result<Vec<u32>>> {
        Some(self.parts(means).nimbers(at, watch))
    }

    fn solved_beside(&self, at: &[Cells], k: u32, means: Means, watch: &mut dyn Watch) -> Option<Result<Vec<bool>>> {
        Some(self.parts(means).lost_among(at, k, watch))
    }

    fn errand(
        &self,
        part: &Cells,
        k: u32,
        budget: u64,
        means: Means,
        watch: &mut dyn Watch,
    ) -> Option<Result<Done<Cells>>> {
        Some(self.parts(means).errand(part, k, budget, watch))
    }

    fn proved(&self, of: &Cells, means: Means) -> Option<Vec<(Cells, Note)>> {
        Some(self.parts(means).proved(of))
    }

    fn learn(&self, facts: &[(Cells, Note)], means: Means) -> Option<Result<()>> {
        Some(self.parts(means).learn_facts(facts))
    }

    fn out_of_reach(&self, at: &Cells) -> Option<String> {
        parts::out_of_reach(at)
    }

    fn strategy(&self, at: &Cells, beside: u32, means: Means, watch: &mut dyn Watch) -> Perhaps<Cells> {
        contest::strategy(at, beside, &self.parts(means), watch)
    }

    fn counsel(&self, at: &Cells, beside: u32, means: Means, watch: &mut dyn Watch) -> Perhaps<Cells> {
        contest::counsel(at, beside, &self.parts(means), watch)
    }

    fn scene(&self, at: &Cells) -> Option<Scene> {
        Some(board_scene(at))
    }
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
        true => Ok(Square { side: high, row: r.min(s) - 1, column: c.min(d) - 1 }.to_string()),
        false => Err(Error::usage(
            format!("{:?}", kit::shorten(text)),
            format!("{high} rows and {wide} columns are no square"),
            "span as many columns as rows",
        )),
    })
}

/// The stones; one is taken by touch, a larger square by spanning it from corner to corner.
fn board_scene(board: &Cells) -> Scene {
    let caption = format!("a board with {} stones", board.count());
    board.scene("boxing", caption, |r, c| {
        let mut shapes = vec![Shape::rect(c as f64, r as f64, 1.0, 1.0).stroke(Ink::Rule)];
        if board.has(r, c) {
            let stone = Shape::circle(c as f64 + 0.5, r as f64 + 0.5, 0.38).fill(Ink::Solid);
            let stone = stone.touch(Square { side: 1, row: r, column: c }.to_string());
            let span = Gesture::new(Act::Span, "{from} to {to}");
            shapes.push(stone.gesture(span).named(format!("{},{}", r + 1, c + 1)));
        }
        shapes
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Method, Solver, nimber_by_definition};
    use kit::Unwatched;

    const MEANS: Means = Means { memory: 1 << 26, threads: 1 };

    fn board(text: &str) -> Cells {
        Cells::read(text, LETTERS, MOST_SIDE).unwrap()
    }

    fn nimber(game: &Match, at: &Cells) -> u32 {
        game.solved(std::slice::from_ref(at), MEANS, &mut Unwatched).unwrap().unwrap()[0]
    }

    /// Numbers that look random, from a seed.
    fn dice(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        }
    }

    #[test]
    fn parts_and_what_cancels_agree_with_the_definition() {
        let game = Match::default();
        for code in 0..1u32 << 12 {
            let mut at = Cells::empty(3, 4);
            (0..12).filter(|i| code >> i & 1 == 1).for_each(|i| at.insert(i / 4, i % 4));
            if at.count() <= 7 {
                assert_eq!(nimber(&game, &at), nimber_by_definition(&game, &at), "{}", game.write(&at));
            }
        }
        let mut next = dice(29);
        for round in 0..200 {
            // Long and high boards too, whose parts no number of the small sheet holds, and sparse ones of any shape.
            let (rows, columns) = [(2, 12), (12, 2), (9, 9), (3, 17), (17, 3)][round % 5];
            let mut at = Cells::empty(rows, columns);
            let (top, left) = (next(rows - 1), next(columns - 1));
            for _ in 0..8 {
                at.insert((top + next(3)).min(rows - 1), (left + next(4)).min(columns - 1));
            }
            let found = nimber(&game, &at);
            assert_eq!(found, nimber_by_definition(&game, &at), "{}", game.write(&at));
            for k in 0..3 {
                let lost = game.solved_beside(std::slice::from_ref(&at), k, MEANS, &mut Unwatched).unwrap().unwrap();
                assert_eq!(lost[0], found == k, "{} + *{k}", game.write(&at));
            }
        }
    }

    #[test]
    fn a_part_that_no_number_holds_has_the_nimber_of_its_image_that_one_does() {
        // Stones in two rows, bent around a corner: the same 2 x 2 squares in a row, a heap game, straight or bent.
        let bent = board("111111111/111111111/110000000/110000000/110000000/110000000/110000000/110000000/110000000");
        assert!(bent.height() == 9 && bent.width() == 9);
        let game = Match::default();
        let plain = Solver::new(Match::default(), Limits { memory: 1 << 26, threads: 1 });
        assert_eq!(nimber(&game, &bent), plain.nimber(&bent, Method::Memo, &mut Unwatched).unwrap());
    }

    #[test]
    fn rings_and_mirrors_cancel_only_where_the_search_finds_zero() {
        let game = Match::default();
        for text in [
            "11111/10001/11111",
            "111111/111111/110011/110011/111111/111111",
            "1111/1111/1001/1001/1111/1111",
            "1111/1111/1111/1111",
            "1110111/1110111",
            "110011/110011/110011",
            "111011/111011",
        ] {
            let at = board(text);
            let numbers = Boxing::<u64>::fitting(at.height(), at.width()).unwrap();
            let stones = numbers.stones(&at);
            let plain = Solver::new(numbers, Limits::default());
            let searched = plain.nimber(&stones, Method::Proof, &mut Unwatched).unwrap();
            assert_eq!(nimber(&game, &at), searched, "{text}");
            assert!(!cancelled_parts(&at).is_empty() || searched == 0, "{text}");
        }
        assert!(cancelled_parts(&board("111111/111111/110011/110011/111111/111111")).is_empty());
        assert!(!cancelled_parts(&board("1111/1111/1111/1111")).is_empty());
    }

    #[test]
    fn the_middle_square_and_every_strategy_leave_a_lost_board() {
        let game = Match::default();
        for (rows, columns) in [(1, 3), (2, 4), (3, 5), (4, 4), (5, 3), (2, 6), (4, 2)] {
            let found = game.strategy(&Cells::full(rows, columns), 0, MEANS, &mut Unwatched).unwrap().unwrap();
            assert_eq!(nimber(&game, &found.to), 0, "{rows} x {columns}");
        }
        let mut next = dice(4);
        let mut found = 0;
        for _ in 0..60 {
            let mut at = Cells::empty(5, 9);
            (0..36).for_each(|_| at.insert(next(5), next(9)));
            for beside in 0..3 {
                if let Some(advised) = game.strategy(&at, beside, MEANS, &mut Unwatched).unwrap() {
                    assert_eq!(nimber(&game, &advised.to), beside, "{}", game.write(&at));
                    found += 1;
                }
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn the_mirror_answers_every_answer_to_the_end() {
        let game = Match::default();
        let mut next = dice(77);
        for _ in 0..3 {
            let mut at = Cells::full(12, 18);
            let mut moves = 0;
            while let Some(advised) = game.strategy(&at, 0, MEANS, &mut Unwatched).unwrap() {
                at = advised.to;
                moves += 1;
                let replies = squares(&at);
                match replies.len() {
                    0 => break,
                    n => at = replies[next(n)].taken_off(&at),
                }
            }
            assert!(at.is_empty(), "after {moves} moves nothing was proved on {}", game.write(&at));
        }
    }

    #[test]
    fn moves_are_named_as_the_board_stands_and_all_of_them_can_be_spanned() {
        let game = Match::default();
        let standing = Cells::full(10, 3);
        let steps = game.steps(&standing);
        let (_, after) = steps.iter().find(|(text, _)| text == "2x2 at 9,2").unwrap();
        assert!(game.write(after).ends_with("111/100/100\""), "{}", game.write(after));
        assert_eq!(Cells::read(game.write(after).trim_matches('"'), LETTERS, MOST_SIDE).unwrap(), *after);
        // Every square is spanned from its corners, whichever comes first.
        for square in squares(&standing) {
            let Square { side, row, column } = square;
            let (top, bottom) = (row + 1, row + side);
            let (left, right) = (column + 1, column + side);
            for span in [format!("{top},{left} to {bottom},{right}"), format!("{bottom},{left} to {top},{right}")] {
                assert_eq!(spanned(&span).unwrap().unwrap(), square.to_string());
            }
        }
        assert!(spanned("1,1 to 2,3").unwrap().is_err() && spanned("2x2 at 1,1").is_none());
    }

    #[test]
    fn what_is_out_of_reach_says_what_is_known() {
        let why = parts::out_of_reach(&Cells::full(10, 21)).unwrap();
        assert!(why.contains("180 full 2 x 2 squares hang together in 10 rows and 21 columns"), "{why}");
        assert!(parts::out_of_reach(&Cells::full(10, 20).without([0, 5], [10, 10])).is_none());
    }
}
