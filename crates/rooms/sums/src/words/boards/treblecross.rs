//! Treblecross: put an X on a strip; three in a row win, whatever stands beside the strip.
//!
//! *Stupid moves.* On three cells or more, an X within two cells of another lets the opponent make three in a row: the
//! two have a free cell between them, or beside them one that is on the strip and free. So such moves are legal and
//! lose at once, and a position in which somebody can make three in a row is won by whoever is to move. Without them
//! the game is a normal impartial game: a cell is *playable* if no X stands on it or within two cells of it, and a run
//! of n playable cells has the moves of Dawson's Kayles with three pins on n + 2 pins: the X and the two cells on
//! either side of it go.
//!
//! *Short strips.* On one or two cells there are never three in a row, no move is stupid, and the theorem does not
//! speak of them: one cell has nimber 1, as three pins have, but two cells have 0, where four pins have 1. A run of one
//! or two playable cells on a longer strip is another thing; it is written with the X that bounds it, `X...` and
//! `X....`.

use super::super::super::words::summand;
use engine::heaps::{HeapGame, named};
use engine::impartial::{Impartial, Method, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word.
pub static TREBLECROSS: Word = Word::of("treblecross", "treblecross(n) or treblecross(\"..X....\")", read)
    .about("put an X on the strip; three in a row win")
    .examples(&["treblecross(7)", "treblecross(\"..X.....\")", "treblecross(2)", "treblecross(\"X...\")"]);

const MOST_CELLS: u64 = 2000;
/// The longest strip that is drawn.
const MOST_DRAWN: usize = 40;
/// Strips shorter than this have no three in a row.
const SHORT: usize = 3;

/// Treblecross; a position is its strip.
pub struct Strip {
    /// The heap game of the theorem, if it stands in for the search.
    heaps: Option<HeapGame>,
}

impl Strip {
    /// The game, with the theorem or with the search.
    pub fn new(by_theorem: bool) -> Self {
        let heaps = || HeapGame::new("", named("dawson3").expect("a row of the table"));
        Strip { heaps: by_theorem.then(heaps) }
    }
}

/// Whether an X there is no stupid move.
fn is_playable(strip: &[u8], cell: usize) -> bool {
    let near = match strip.len() < SHORT {
        true => cell..cell + 1,
        false => cell.saturating_sub(2)..(cell + 3).min(strip.len()),
    };
    strip[near].iter().all(|&c| c == b'.')
}

fn has_three(strip: &[u8]) -> bool {
    strip.windows(3).any(|three| three == b"XXX")
}

fn read(word: &Word, args: &[Arg]) -> Result<Summand> {
    let strip = match args {
        [text] if text.kind == ArgKind::Quoted => text.text.clone(),
        [n] => ".".repeat(n.whole("cells", 0, MOST_CELLS)? as usize),
        _ => return Err(word.refuse_count(args)),
    };
    let written = || format!("strip {:?}", kit::shorten(&strip));
    if let Some((place, letter)) = strip.chars().enumerate().find(|(_, c)| !".X".contains(*c)) {
        return Err(Error::usage(written(), format!("{letter:?} in cell {} is no cell", place + 1), "write . and X"));
    }
    if strip.len() as u64 > MOST_CELLS {
        return Err(Error::too_large(written(), format!("the limit is {MOST_CELLS} cells"), "cut it down"));
    }
    Ok(summand(word.name, Strip::new(true), strip))
}

/// Whether the player to move loses "strip + *k" by the rules as they are told: three in a row win the whole at once,
/// any free cell may be taken, and who cannot move loses. Exponential: the direct search.
pub fn literal_lost(strip: u32, n: u32, k: u32, memo: &mut rustc_hash::FxHashMap<(u32, u32), bool>) -> bool {
    if let Some(&known) = memo.get(&(strip, k)) {
        return known;
    }
    let three = |s: u32| s & (s >> 1) & (s >> 2) != 0;
    let moves = (0..n).map(|c| strip | 1 << c).filter(|&s| s != strip);
    let lost = !moves.clone().any(three)
        && !(0..k).any(|j| literal_lost(strip, n, j, memo))
        && !moves.into_iter().any(|s| literal_lost(s, n, k, memo));
    memo.insert((strip, k), lost);
    lost
}

impl Impartial for Strip {
    type Key = String;

    fn options(&self, at: &String, out: &mut Vec<String>) {
        let cells = (0..at.len()).filter(|&cell| is_playable(at.as_bytes(), cell));
        out.extend(cells.map(|cell| crossed(at, cell)));
    }

    fn split(&self, at: &String, out: &mut Vec<String>) {
        let strip = at.as_bytes();
        if strip.len() < SHORT {
            out.extend(at.contains('.').then(|| at.clone()));
            return;
        }
        let playable: Vec<bool> = (0..strip.len()).map(|cell| is_playable(strip, cell)).collect();
        for run in playable.chunk_by(|one, two| one == two).filter(|run| run[0]) {
            let bound = if run.len() < SHORT { "X.." } else { "" };
            out.push(format!("{bound}{}", ".".repeat(run.len())));
        }
    }

    fn known(&self, at: &String) -> Option<u32> {
        let heaps = self.heaps.as_ref()?;
        let run = match at.as_str() {
            "X..." => 1,
            "X...." => 2,
            strip if strip.len() >= SHORT && !strip.contains('X') => strip.len() as u32,
            _ => return None,
        };
        Some(heaps.heap_nimber(run + 2))
    }

    fn weight(&self, at: &String) -> u64 {
        at.len() as u64
    }
}

/// The strip with an X more.
fn crossed(strip: &str, cell: usize) -> String {
    format!("{}X{}", &strip[..cell], &strip[cell + 1..])
}

impl Spoken for Strip {
    fn rules(&self) -> String {
        "Put an X on a free cell. Whoever makes three in a row wins the whole at once, so an X within two cells of another (an arrow points at such cells) gives the game away.".to_string()
    }

    fn write(&self, at: &String) -> String {
        format!("\"{at}\"")
    }

    fn steps(&self, at: &String) -> Vec<(String, String)> {
        if has_three(at.as_bytes()) {
            return Vec::new();
        }
        let free = at.bytes().enumerate().filter(|(_, letter)| *letter == b'.');
        free.map(|(cell, _)| (format!("X at {}", cell + 1), crossed(at, cell))).collect()
    }

    fn can_end(&self) -> bool {
        true
    }

    fn is_over(&self, at: &String) -> bool {
        has_three(at.as_bytes())
    }

    fn method(&self) -> Method {
        Method::Memo
    }

    fn scene(&self, at: &String) -> Option<Scene> {
        (!at.is_empty() && at.len() <= MOST_DRAWN).then(|| strip_scene(at))
    }
}

/// The strip, and below it the pins of Dawson's Kayles that stand for it: an X knocks down the three below it.
fn strip_scene(at: &str) -> Scene {
    let strip = at.as_bytes();
    let (cells, pins) = (strip.len(), strip.len() >= SHORT);
    let frame = if pins { [-1.0, -0.6, cells as f64 + 2.0, 2.7] } else { [0.0, 0.0, cells as f64, 1.0] };
    let mut scene = Scene::framed("treblecross", format!("the strip {at}"), frame);
    for (cell, &letter) in strip.iter().enumerate() {
        let x = cell as f64;
        let square = Shape::rect(x + 0.03, 0.03, 0.94, 0.94).stroke(Ink::Rule);
        let text = format!("X at {}", cell + 1);
        scene.add(match (letter, is_playable(strip, cell)) {
            (b'X', _) => square,
            (_, true) => square.fill(Ink::Faint).touch(text),
            // A stupid move, unless it makes three in a row.
            (_, false) => square.touch(text),
        });
        if letter == b'X' {
            scene.add(Shape::line(x + 0.2, 0.2, x + 0.8, 0.8).stroke(Ink::Solid).weight(0.1));
            scene.add(Shape::line(x + 0.2, 0.8, x + 0.8, 0.2).stroke(Ink::Solid).weight(0.1));
        } else if !is_playable(strip, cell) && !has_three(strip) {
            arrow_onto(x + 0.5, &mut scene);
        }
    }
    for pin in (0..cells + 2).filter(|_| pins) {
        // Pin p stands below the border of the cells p - 2 and p - 1, half a cell to the left.
        let taken = (pin.saturating_sub(2)..=pin.min(cells - 1)).any(|cell| strip[cell] == b'X');
        let shape = Shape::circle(pin as f64 - 0.5, 1.6, 0.3).stroke(Ink::Rule).label(format!("pin {}", pin + 1));
        scene.add(if taken { shape } else { shape.fill(Ink::Solid) });
    }
    scene
}

/// An arrow above a cell, pointing down.
fn arrow_onto(x: f64, scene: &mut Scene) {
    for [x1, y1, x2, y2] in [[x, -0.5, x, -0.06], [x - 0.14, -0.22, x, -0.06], [x + 0.14, -0.22, x, -0.06]] {
        scene.add(Shape::line(x1, y1, x2, y2).stroke(Ink::Warn).weight(0.06));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Solver};
    use kit::Unwatched;

    /// The strip as bits, for the search by the rules as told.
    fn bits(strip: &str) -> u32 {
        strip.bytes().zip(0..).map(|(letter, cell)| u32::from(letter == b'X') << cell).sum()
    }

    fn can_end(strip: &str) -> bool {
        let game = Strip::new(false);
        game.steps(&strip.to_string()).iter().any(|(_, to)| game.is_over(to))
    }

    #[test]
    fn every_strip_of_few_cells_agrees_with_the_rules_as_told() {
        let (search, theorem) =
            (Solver::new(Strip::new(false), Limits::default()), Solver::new(Strip::new(true), Limits::default()));
        for n in 0..=9u32 {
            let mut memo = rustc_hash::FxHashMap::default();
            for code in 0..1u32 << n {
                let strip: String = (0..n).map(|c| if code >> c & 1 == 1 { 'X' } else { '.' }).collect();
                if has_three(strip.as_bytes()) || can_end(&strip) {
                    continue;
                }
                let nimber = theorem.nimber(&strip, Method::Memo, &mut Unwatched).unwrap();
                assert_eq!(search.nimber(&strip, Method::Memo, &mut Unwatched).unwrap(), nimber, "{strip:?}");
                for k in 0..4 {
                    assert_eq!(literal_lost(bits(&strip), n, k, &mut memo), nimber == k, "{strip:?} + *{k}");
                }
            }
        }
    }

    #[test]
    fn seeded_strips_of_more_cells_agree_with_the_rules_as_told() {
        use rand::{RngExt, SeedableRng};
        let theorem = Solver::new(Strip::new(true), Limits::default());
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        let mut memos: rustc_hash::FxHashMap<u32, rustc_hash::FxHashMap<_, _>> = rustc_hash::FxHashMap::default();
        let mut compared = 0;
        while compared < 200 {
            let n = chance.random_range(10..=12u32);
            let strip: String = (0..n).map(|_| if chance.random_bool(0.15) { 'X' } else { '.' }).collect();
            if has_three(strip.as_bytes()) || can_end(&strip) {
                continue;
            }
            let nimber = theorem.nimber(&strip, Method::Memo, &mut Unwatched).unwrap();
            let memo = memos.entry(n).or_default();
            for k in 0..4 {
                assert_eq!(literal_lost(bits(&strip), n, k, memo), nimber == k, "{strip:?} + *{k}");
            }
            compared += 1;
        }
    }

    #[test]
    fn long_strips_agree_between_the_search_and_the_theorem() {
        let search = Solver::new(Strip::new(false), Limits::default());
        for n in 3..=40 {
            let strip = ".".repeat(n);
            let found = search.nimber(&strip, Method::Memo, &mut Unwatched).unwrap();
            assert_eq!(Strip::new(true).known(&strip), Some(found), "{n}");
        }
    }

    #[test]
    fn a_stupid_move_is_legal_and_lets_the_opponent_end_the_game() {
        let game = Strip::new(true);
        for n in 3..=8usize {
            for code in 0..1u32 << n {
                let strip: String = (0..n).map(|c| if code >> c & 1 == 1 { 'X' } else { '.' }).collect();
                if has_three(strip.as_bytes()) {
                    assert!(game.steps(&strip).is_empty() && game.is_over(&strip));
                    continue;
                }
                assert_eq!(game.steps(&strip).len(), strip.matches('.').count());
                for (cell, (_, to)) in (0..n).filter(|&c| strip.as_bytes()[c] == b'.').zip(game.steps(&strip)) {
                    let stupid = !is_playable(strip.as_bytes(), cell);
                    assert_eq!(stupid && !can_end(&strip), !can_end(&strip) && can_end(&to), "{strip} {to}");
                }
            }
        }
    }

    #[test]
    fn every_free_cell_can_be_touched_and_the_pins_are_those_of_dawsons_kayles() {
        let scene = strip_scene("..X....");
        let touched = scene.shapes.iter().filter(|shape| shape.touch.is_some()).count();
        assert_eq!(touched, 6);
        let pins: Vec<bool> = scene
            .shapes
            .iter()
            .filter(|shape| shape.label.as_deref().is_some_and(|label| label.starts_with("pin")))
            .map(|shape| shape.fill.is_some())
            .collect();
        assert_eq!(pins, [true, true, false, false, false, true, true, true, true]);
    }
}
