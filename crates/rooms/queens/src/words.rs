//! The games on boards as words of the language of sums: `queens(4)`, `queens(3, noon)`, `queens(3, mod:3,
//! "Q../.../...")`, `noon(8)`.

use super::ground::Board;
use super::rule::Rule;
use super::rules::Rules;
use super::scene::{Shading, board_scene};
use super::solve;
use engine::vertex_kayles::MOST_VERTICES;
use kit::scene::Piece;
use kit::{Arg, Error, Means, Position, Result, Scene, Step, Summand, Watch, Word};
use std::sync::Arc;

/// The largest side of a call.
const MOST: u64 = 16;
/// The most squares that a table made for one summand may have: 2^30 bits are 128 MiB.
const TABLE: usize = 30;

/// What the room offers to the language of sums.
pub(super) static WORDS: &[&Word] = &[&QUEENS, &NOON];

/// Queens under any rule.
static QUEENS: Word =
    Word::of("queens", "queens(n), queens(n, RULE) or queens(n, RULE, \"BOARD\")", |word, args| match args {
        [n] => laid_out(word, n, Rule::Standard, None),
        [n, rule] => laid_out(word, n, rule.text.parse()?, None),
        [n, rule, board] => laid_out(word, n, rule.text.parse()?, Some(board)),
        _ => Err(word.refuse_count(args)),
    })
    .about("place a queen on an open square: standard, alternate, complementary, noon or mod:K")
    .examples(&["queens(2)", "queens(3)", "queens(3, \"mod:3\")", "queens(2, complementary)"]);

/// Queens that never attack each other.
static NOON: Word = Word::of("noon", "noon(n) or noon(n, \"BOARD\")", |word, args| match args {
    [n] => laid_out(word, n, Rule::Noon, None),
    [n, board] => laid_out(word, n, Rule::Noon, Some(board)),
    _ => Err(word.refuse_count(args)),
})
.about("place a queen on a square that no queen attacks")
.examples(&["noon(3)", "noon(4)", "noon(4, \"Q.../..../..../....\")"]);

fn laid_out(word: &Word, side: &Arg, rule: Rule, board: Option<&Arg>) -> Result<Summand> {
    let rules = Rules::new(side.whole("side", 1, MOST)? as usize, Piece::Queen, rule);
    let board = match board {
        Some(arg) => rules.read(arg.quoted("board")?)?,
        None => rules.bare(),
    };
    Ok(Summand { rules: Arc::new(BoardRules { word: word.name, rules }), position: Position::new(board) })
}

struct BoardRules {
    word: &'static str,
    rules: Rules,
}

impl BoardRules {
    fn reach(&self, board: &Board) -> std::result::Result<(), String> {
        let left = self.rules.changeable(board).len();
        let (within, limit) = match self.rules.rule {
            Rule::Noon => (self.rules.squares() <= MOST_VERTICES, MOST_VERTICES),
            _ if solve::forced(&self.rules, board).is_some() => (true, TABLE),
            rule if rule.parity().is_none() => (left <= solve::COUNTING_LIMIT, solve::COUNTING_LIMIT),
            _ => (left <= TABLE, TABLE),
        };
        match within {
            true => Ok(()),
            false => Err(format!("{left} squares can change and tables in a sum end at {limit}")),
        }
    }
}

impl kit::Rules for BoardRules {
    fn name(&self) -> String {
        self.word.to_string()
    }

    /// Arguments that are not said are the standard rule and the bare board.
    fn write(&self, position: &Position) -> String {
        let (board, bare): (&Board, Board) = (position.of(), self.rules.bare());
        let (n, rule) = (self.rules.ground.rows, &self.rules.rule);
        let rule = match (self.word, rule) {
            ("noon", _) => String::new(),
            (_, Rule::Standard) if *board == bare => String::new(),
            (_, rule) => format!(", \"{rule}\""),
        };
        match *board == bare {
            true => format!("{n}{rule}"),
            false => format!("{n}{rule}, \"{}\"", self.rules.text(board)),
        }
    }

    fn rules(&self) -> String {
        super::play::rules_text(&self.rules)
    }

    fn steps(&self, position: &Position) -> Result<Vec<Step>> {
        let board: &Board = position.of();
        let to = |s: usize| Position::new(self.rules.after(board, s));
        let step = |s: usize| Step { text: self.rules.move_text(s), to: to(s) };
        Ok(self.rules.moves(board).into_iter().map(step).collect())
    }

    fn nimbers(&self, positions: &[Position], _means: Means, watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let boards: Vec<&Board> = positions.iter().map(Position::of).collect();
        if let Some(trouble) = boards.iter().find_map(|board| self.reach(board).err()) {
            return Err(Error::too_large(self.rules.title(), trouble, "give a board with fewer free squares"));
        }
        if self.rules.rule == Rule::Noon {
            let mut solver = solve::noon_solver(&self.rules)?;
            let nimber = |board: &&Board| solver.nimber(&solve::noon_position(&self.rules, board), watch);
            return boards.iter().map(nimber).collect();
        }
        boards.iter().map(|board| solve::solve(&self.rules, board, watch).map(|s| s.nimber)).collect()
    }

    fn out_of_reach(&self, position: &Position) -> Option<String> {
        self.reach(position.of()).err()
    }

    fn scene(&self, position: &Position) -> Option<Scene> {
        Some(board_scene("board", self.rules.title(), &self.rules, position.of(), Shading::Open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{ArgKind, Unwatched};

    fn arg(text: &str) -> Arg {
        let kind = if text.contains('/') { ArgKind::Quoted } else { ArgKind::Bare };
        Arg { text: text.to_string(), kind }
    }

    #[test]
    fn nimbers_are_the_mex_of_the_steps() {
        let means = Means { memory: 1 << 20, threads: 1 };
        for args in [&["2"][..], &["3"], &["3", "mod:3"], &["2", "alternate"], &["2", "complementary"], &["3", "noon"]]
        {
            let Summand { rules, position } = QUEENS.call(&args.iter().map(|a| arg(a)).collect::<Vec<_>>()).unwrap();
            let reached: Vec<Position> = rules.steps(&position).unwrap().into_iter().map(|s| s.to).collect();
            let options = rules.nimbers(&reached, means, &mut Unwatched).unwrap();
            let own = rules.nimbers(std::slice::from_ref(&position), means, &mut Unwatched).unwrap()[0];
            assert!(!options.contains(&own) && (0..own).all(|k| options.contains(&k)), "{}", rules.call(&position));
        }
    }

    #[test]
    fn calls_read_back_and_large_boards_are_out_of_reach() {
        let game = NOON.call(&[arg("4"), arg("Q.../..../..../....")]).unwrap();
        assert_eq!(game.call(), "noon(4, \"Q.../..../..../....\")");
        assert_eq!(QUEENS.call(&[arg("4")]).unwrap().call(), "queens(4)");
        let large = QUEENS.call(&[arg("8")]).unwrap();
        assert!(large.rules.out_of_reach(&large.position).is_some());
        assert!(QUEENS.call(&[arg("17")]).is_err() && QUEENS.call(&[]).is_err());
    }
}
