//! The book of replies on 6 x 6: the winning moves of the first positions, which would take a table of 8 GiB to find.
//!
//! A line of the book is a position with few queens, up to the eight symmetries, and the set of its winning moves:
//! two numbers of nine hexadecimal digits, bit s for square s, row by row from 0. The position is the least of its
//! images, as a number. A position without winning moves is lost. Beyond the book at most 2^31 sets are left, less
//! than a second. The book is made and compared by the slow test at the end of this file; without it the table
//! answers.

use super::ground::{Board, Map};
use super::rule::Rule;
use super::rules::Rules;
use super::walk::{image, least, word};
use kit::scene::Piece;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The text of the book.
const TEXT: &str = include_str!("book.txt");

/// The side of its board.
const SIDE: usize = 6;

fn pages() -> &'static FxHashMap<u128, u128> {
    static PAGES: OnceLock<FxHashMap<u128, u128>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let number = |text: &str| u128::from_str_radix(text, 16).ok();
        let line = |line: &str| line.split_once(' ').and_then(|(board, moves)| Some((number(board)?, number(moves)?)));
        TEXT.lines().filter_map(line).collect()
    })
}

/// The winning moves of a position that the book has.
pub fn winning(rules: &Rules, board: &Board) -> Option<Vec<usize>> {
    let ours = rules.piece == Piece::Queen && rules.rule == Rule::Standard && rules.ground.side() == Some(SIDE);
    if !ours {
        return None;
    }
    let (maps, position) = (rules.ground.symmetries(), word(board));
    let page = least(&maps, position);
    let moves = *pages().get(&page)?;
    let turn: &Map = maps.iter().find(|map| image(map, position) == page)?;
    Some((0..board.len()).filter(|&s| moves >> turn[s] & 1 == 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use crate::walk::{Words, squares};
    use kit::Unwatched;
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    /// The most queens of a position in the book.
    const DEPTH: usize = 4;

    /// The positions with at most so many queens, up to symmetry.
    fn positions(rules: &Rules) -> BTreeSet<u128> {
        let (words, maps) = (Words::new(rules).unwrap(), rules.ground.symmetries());
        let (mut all, mut level) = (BTreeSet::from([0]), BTreeSet::from([0]));
        for _ in 0..DEPTH {
            let after = |&board: &u128| squares(words.open(board)).map(move |s| board | 1 << s).collect::<Vec<_>>();
            level = level.iter().flat_map(after).map(|board| least(&maps, board)).collect();
            all.extend(&level);
        }
        all
    }

    /// Every position of the book is one of the first, and a book with some has all.
    #[test]
    fn the_book_has_the_first_positions() {
        let expected = positions(&Rules::queens(SIDE));
        assert!(pages().is_empty() || pages().keys().copied().collect::<BTreeSet<_>>() == expected);
        assert_eq!(pages().len(), TEXT.lines().count(), "every line is read");
    }

    /// What the book says follows from itself: a move that wins leads to a lost position, another to one that is not.
    #[test]
    fn the_book_agrees_with_itself() {
        let rules = Rules::queens(SIDE);
        let (words, maps) = (Words::new(&rules).unwrap(), rules.ground.symmetries());
        for (&board, &moves) in pages().iter().filter(|(board, _)| (board.count_ones() as usize) < DEPTH) {
            for s in squares(words.open(board)) {
                let lost = pages()[&least(&maps, board | 1 << s)] == 0;
                assert_eq!(lost, moves >> s & 1 == 1, "{board:09x}, square {s}");
            }
            assert_eq!(moves & !words.open(board), 0, "{board:09x}");
        }
    }

    /// The table of all 2^36 sets says what the book says. With PARLOR_WRITE set the book is written instead.
    #[test]
    #[ignore = "minutes, and 8 GiB"]
    fn the_book_is_that_of_the_table() {
        let rules = Rules::queens(SIDE);
        let field = rules.parity_field(&rules.bare()).unwrap();
        let lost = solve::layer(&field.game, None, &mut Unwatched).unwrap();
        let words = Words::new(&rules).unwrap();
        let mut text = String::new();
        for board in positions(&rules) {
            let wins = |&s: &usize| lost.get((board | 1 << s) as u64);
            let moves = squares(words.open(board)).filter(wins).fold(0u128, |moves, s| moves | 1 << s);
            writeln!(text, "{board:09x} {moves:09x}").unwrap();
        }
        if std::env::var_os("PARLOR_WRITE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book.txt");
            std::fs::write(path, &text).unwrap();
            return;
        }
        assert!(text == TEXT, "the book differs from the table; PARLOR_WRITE writes it anew");
    }
}
