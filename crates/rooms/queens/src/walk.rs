//! The positions that play reaches, walked class by class: no table of all sets.
//!
//! A class is an orbit of the symmetries that keep the start; its members have the same moves, nimber and number of
//! games. Level k holds the classes after k moves, each once, with the places in the next level where its moves lead.
//! Cost: one image for each move of each class and each symmetry. Good where most sets are not reached, as in Noon's
//! game.

use super::ground::{Board, Map};
use super::rules::Rules;
use kit::{Error, Result, Watch, watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most classes that are kept.
pub const MOST_CLASSES: usize = 2_000_000;
/// The most squares of a board: its bits fill a word.
pub const MOST_SQUARES: usize = 128;

/// The class of a position.
#[derive(Clone, Debug)]
pub struct Class {
    /// The least of its boards, a bit for each taken square.
    pub board: u128,
    /// How many boards it has.
    pub size: u64,
    /// For each legal move its class in the next level.
    pub moves: Vec<u32>,
}

/// All classes that play from a start reaches, by the number of moves made.
pub struct Walk {
    /// The levels.
    pub levels: Vec<Vec<Class>>,
}

/// The rules over words: a board is a set of bits.
pub struct Words {
    rows: Vec<u128>,
    present: u128,
    rules: Rules,
    bare: u128,
}

impl Words {
    /// These rules, if their boards fit a word.
    pub fn new(rules: &Rules) -> Option<Words> {
        (rules.squares() <= MOST_SQUARES).then(|| Words {
            rows: rules.adjacency.iter().map(|row| row.iter().fold(0, |bits, &t| bits | 1 << t)).collect(),
            present: rules.ground.present().fold(0, |bits, s| bits | 1 << s),
            bare: word(&rules.bare()),
            rules: rules.clone(),
        })
    }

    /// The squares where a move may be made.
    pub fn open(&self, board: u128) -> u128 {
        let changeable = if self.rules.rule.removes() { board } else { self.present & !board };
        if self.rules.needs_start() && board == self.bare {
            return changeable;
        }
        let opens = |&s: &usize| self.rules.rule.opens((self.rows[s] & board).count_ones());
        squares(changeable).filter(opens).fold(0, |open, s| open | 1 << s)
    }
}

/// A board as bits.
pub fn word(board: &Board) -> u128 {
    board.iter().enumerate().filter(|&(_, &taken)| taken).fold(0, |bits, (s, _)| bits | 1 << s)
}

/// The squares of a word.
pub fn squares(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let s = word.trailing_zeros() as usize;
            word &= word - 1;
            s
        })
    })
}

/// Where a symmetry takes a board.
pub fn image(map: &Map, board: u128) -> u128 {
    squares(board).fold(0, |image, s| image | 1 << map[s])
}

/// The least image of a board.
pub fn least(maps: &[Map], board: u128) -> u128 {
    maps.iter().map(|map| image(map, board)).min().unwrap_or(board)
}

/// How many images a board has.
fn orbit(maps: &[Map], board: u128) -> u64 {
    (maps.len() / maps.iter().filter(|map| image(map, board) == board).count().max(1)) as u64
}

impl Walk {
    /// Walks from a board; `None` when the classes are too many or the board too large.
    pub fn from(rules: &Rules, start: &Board, most: usize, watch: &mut dyn Watch) -> Result<Option<Walk>> {
        let Some(words) = Words::new(rules) else { return Ok(None) };
        let start = word(start);
        let maps: Vec<Map> = rules.ground.symmetries().into_iter().filter(|map| image(map, start) == start).collect();
        let mut levels = vec![vec![Class { board: start, size: 1, moves: Vec::new() }]];
        let mut known = 1;
        while let Some(level) = levels.last_mut() {
            let mut places: FxHashMap<u128, u32> = FxHashMap::default();
            let mut next: Vec<Class> = Vec::new();
            for (done, class) in level.iter_mut().enumerate() {
                if done % 1024 == 0 {
                    watch::step(watch, (known + next.len()) as u64, None, || format!("{known} classes were walked"))?;
                }
                for s in squares(words.open(class.board)) {
                    let board = least(&maps, class.board ^ 1 << s);
                    let place = *places.entry(board).or_insert_with(|| {
                        next.push(Class { board, size: orbit(&maps, board), moves: Vec::new() });
                        next.len() as u32 - 1
                    });
                    class.moves.push(place);
                }
                if known + next.len() > most {
                    return Ok(None);
                }
            }
            if next.is_empty() {
                break;
            }
            known += next.len();
            levels.push(next);
        }
        Ok(Some(Walk { levels }))
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// How many classes there are up to all the symmetries of the ground, which the start may not have.
    pub fn classes_up_to(&self, maps: &[Map]) -> u64 {
        let all = self.levels.iter().flatten().map(|class| least(maps, class.board));
        all.collect::<FxHashSet<u128>>().len() as u64
    }

    /// The nimber of each class.
    pub fn nimbers(&self) -> Vec<Vec<u32>> {
        self.backward(|options: &[u32]| (0..).find(|k| !options.contains(k)).unwrap_or(0))
    }

    /// The least boards of the classes that are lost for the player to move.
    pub fn lost_boards(&self) -> FxHashSet<u128> {
        let nimbers = self.nimbers();
        let classes = self.levels.iter().flatten().zip(nimbers.iter().flatten());
        classes.filter(|&(_, &nimber)| nimber == 0).map(|(class, _)| class.board).collect()
    }

    /// The number of complete games from each class, if the number from the start fits a word.
    pub fn games(&self) -> Option<u128> {
        let sum = |options: &[Option<u128>]| match options {
            [] => Some(1),
            some => some.iter().try_fold(0u128, |sum, games| sum.checked_add((*games)?)),
        };
        self.backward(sum)[0][0]
    }

    /// A value for each class, made from those of its options.
    fn backward<T: Clone>(&self, value: impl Fn(&[T]) -> T) -> Vec<Vec<T>> {
        let mut values: Vec<Vec<T>> = Vec::new();
        for level in self.levels.iter().rev() {
            let of = |class: &Class| {
                let options: Vec<T> =
                    class.moves.iter().map(|&m| values[values.len() - 1][m as usize].clone()).collect();
                value(&options)
            };
            let level: Vec<T> = level.iter().map(of).collect();
            values.push(level);
        }
        values.reverse();
        values
    }
}

/// The refusal of a walk that did not fit.
pub fn too_many(rules: &Rules) -> Error {
    Error::too_large(
        format!("walking {}", rules.title()),
        format!("its positions are more than {MOST_CLASSES} up to symmetry, or its squares more than {MOST_SQUARES}"),
        "ask for a smaller board",
    )
}
