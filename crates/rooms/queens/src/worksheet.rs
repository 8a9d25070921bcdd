//! Boards to print: which squares are open, which queen locks, which move alone wins.

use super::ground::Board;
use super::play::TABLE;
use super::rules::Rules;
use super::scene::{Shading, board_scene, winning_scene};
use kit::worksheet::{Level, Puzzle, Worksheet, only_win, table_at};
use kit::{Result, Watch, say};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Mod 2 queens",
    rules: "Queens attack along rows, columns and diagonals, and do not block each other. A free square is open if an even number \
            of queens attack it (none is even). Two players put queens on open squares in turn; who finds no open square loses.",
    make,
};

/// How many boards a place of the stream tries: one queen seldom locks.
const TRIES: usize = 60;

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    for _ in 0..TRIES {
        let rules = Rules::queens(level.pick(chance.random_range(4..6), 4, 4));
        let queens = level.pick(chance.random_range(2..4), chance.random_range(4..8), chance.random_range(4..7));
        let Some(board) = played(&rules, queens, &mut chance) else { continue };
        let found = match level {
            Level::Easy => Some(open_squares(&rules, &board)),
            Level::Middle => lock(&rules, &board),
            Level::Hard => winning(&rules, &board, watch)?,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A board after so many random moves, unless the game ends before.
fn played(rules: &Rules, queens: usize, chance: &mut ChaCha8Rng) -> Option<Board> {
    (0..queens).try_fold(rules.bare(), |board, _| {
        let moves = rules.moves(&board);
        let choice = (!moves.is_empty()).then(|| moves[chance.random_range(0..moves.len())])?;
        Some(rules.after(&board, choice))
    })
}

fn opens(rules: &Rules, board: &Board) -> String {
    format!("play queens {} --from {}", rules.ground.rows, rules.text(board))
}

fn puzzle(rules: &Rules, board: &Board, task: String, squares: &[usize]) -> Puzzle {
    let names: Vec<String> = squares.iter().map(|&s| rules.square_name(s)).collect();
    Puzzle {
        task,
        scene: board_scene("board", rules.title(), rules, board, Shading::Plain),
        solution: names.join("  "),
        solved: Some(winning_scene(rules, board, squares)),
        opens: opens(rules, board),
        difficulty: ("queens on the board", board.iter().filter(|&&taken| taken).count() as u64),
    }
}

fn open_squares(rules: &Rules, board: &Board) -> Puzzle {
    let open = rules.moves(board);
    puzzle(rules, board, "Mark every open square. How many are there?".to_string(), &open)
}

/// The queen that locks the board, if there is exactly one.
fn lock(rules: &Rules, board: &Board) -> Option<Puzzle> {
    let locks = |&s: &usize| rules.moves(&rules.after(board, s)).is_empty();
    let open = rules.moves(board);
    let winning: Vec<usize> = open.iter().copied().filter(locks).collect();
    (winning.len() == 1 && open.len() > 2).then(|| {
        let task = "One queen locks this board: no square is open after it. Where does she go?".to_string();
        puzzle(rules, board, task, &winning)
    })
}

fn winning(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let text = opens(rules, board);
    let play = table_at("queens", &TABLE, text.trim_start_matches("play queens "), watch)?;
    let Some((only, moves)) = only_win(&*play, watch)? else { return Ok(None) };
    let task = format!("One of the {} wins. Which?", say::count(moves as u128, "open square"));
    Ok(Some(puzzle(rules, board, task, &[rules.read_square(&only)?])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queen_of_the_sheet_locks_and_is_the_only_one() {
        let sheet = kit::worksheet::sheet(&crate::TOPIC, Level::Middle, 4, 1, &mut kit::Unwatched).unwrap();
        for (code, puzzle) in sheet {
            let rules = Rules::queens(4);
            let board = rules.read(puzzle.opens.rsplit(' ').next().unwrap()).unwrap();
            let locks = |s: &usize| rules.moves(&rules.after(&board, *s)).is_empty();
            let found: Vec<usize> = rules.moves(&board).into_iter().filter(locks).collect();
            assert_eq!(found.len(), 1, "{code}");
            assert_eq!(puzzle.solution, rules.square_name(found[0]), "{code}");
        }
    }
}
