//! Treblecross: put an X on a strip; three in a row win.
//!
//! A move within two cells of an X lets the opponent win at once. Without these moves the game is a normal impartial
//! game, and a run of n playable cells has the moves of Dawson's Kayles with three pins on n + 2: the X and the two
//! cells on either side of it go.

use super::super::super::words::summand;
use engine::heaps::{HeapGame, named};
use engine::impartial::{Impartial, Method, Spoken};
use kit::{Arg, ArgKind, Error, Ink, Result, Scene, Shape, Summand, Word};

/// The word.
pub static TREBLECROSS: TreblecrossWord = TreblecrossWord;

/// The word `treblecross`.
pub struct TreblecrossWord;

const MOST_CELLS: u64 = 2000;

/// Treblecross; a position is its strip.
pub struct Strip {
    /// The heap game of the theorem, if it stands in for the search.
    heaps: Option<HeapGame>,
}

impl Strip {
    /// The game, with the theorem or with the search.
    pub fn new(by_theorem: bool) -> Self {
        let heaps = || HeapGame::new("dawson3", "", named("dawson3").expect("a row of the table"));
        Strip { heaps: by_theorem.then(heaps) }
    }
}

fn is_playable(strip: &[u8], cell: usize) -> bool {
    strip[cell.saturating_sub(2)..(cell + 3).min(strip.len())].iter().all(|&c| c == b'.')
}

impl Word for TreblecrossWord {
    fn name(&self) -> &str {
        "treblecross"
    }

    fn usage(&self) -> &str {
        "treblecross(n) or treblecross(\"..X....\")"
    }

    fn about(&self) -> &str {
        "put an X on the strip; three in a row win"
    }

    fn examples(&self) -> &'static [&'static str] {
        &["treblecross(7)", "treblecross(\"..X.....\")"]
    }

    fn read(&self, args: &[Arg]) -> Result<Summand> {
        let strip = match args {
            [text] if text.kind == ArgKind::Quoted => text.text.clone(),
            [n] => ".".repeat(n.whole("cells", 0, MOST_CELLS)? as usize),
            _ => return Err(self.refuse_count(args)),
        };
        let written = || format!("strip {:?}", kit::shorten(&strip));
        if let Some((place, letter)) = strip.chars().enumerate().find(|(_, c)| !".X".contains(*c)) {
            return Err(Error::usage(
                written(),
                format!("{letter:?} in cell {} is no cell", place + 1),
                "write . and X",
            ));
        }
        if strip.len() as u64 > MOST_CELLS {
            return Err(Error::too_large(written(), format!("the limit is {MOST_CELLS} cells"), "cut it down"));
        }
        let cells = strip.as_bytes();
        if strip.contains("XXX") {
            return Err(Error::usage(written(), "the game is over: three in a row", "give a strip without them"));
        }
        if let Some(cell) = (0..cells.len()).find(|&c| cells[c] == b'.' && completes(cells, c)) {
            return Err(Error::usage(
                written(),
                format!("whoever is to move wins at once with X at {}, whatever stands beside it", cell + 1),
                "give a strip without two X within three cells",
            ));
        }
        Ok(summand(Strip::new(true), &strip))
    }
}

/// Whether an X there makes three in a row.
fn completes(strip: &[u8], cell: usize) -> bool {
    let is_x = |i: isize| usize::try_from(i).ok().and_then(|i| strip.get(i)) == Some(&b'X');
    let c = cell as isize;
    (is_x(c - 2) && is_x(c - 1)) || (is_x(c - 1) && is_x(c + 1)) || (is_x(c + 1) && is_x(c + 2))
}

/// Whether the player to move loses "strip + *k" by the rules as they are told: three in a row win the whole at once,
/// any free cell may be taken. Exponential: the direct search.
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
        out.extend(self.steps(at).into_iter().map(|(_, to)| to));
    }

    fn split(&self, at: &String, out: &mut Vec<String>) {
        let strip = at.as_bytes();
        let mut run = 0;
        for cell in 0..=strip.len() {
            if cell < strip.len() && is_playable(strip, cell) {
                run += 1;
            } else if run > 0 {
                out.push(".".repeat(run));
                run = 0;
            }
        }
    }

    fn known(&self, at: &String) -> Option<u32> {
        let heaps = self.heaps.as_ref()?;
        (!at.contains('X')).then(|| heaps.heap_nimber(at.len() as u32 + if at.is_empty() { 0 } else { 2 }))
    }

    fn weight(&self, at: &String) -> u64 {
        at.len() as u64
    }
}

impl Spoken for Strip {
    fn name(&self) -> String {
        "treblecross".to_string()
    }

    fn rules(&self) -> String {
        "Put an X on a free cell that has no X within two cells, for otherwise the opponent makes three in a row at once.".to_string()
    }

    fn write(&self, at: &String) -> String {
        format!("\"{at}\"")
    }

    fn read(&self, text: &str) -> Result<String> {
        let strip = text.trim_matches('"');
        match strip.bytes().all(|c| c == b'.' || c == b'X') {
            true => Ok(strip.to_string()),
            false => Err(Error::usage(kit::shorten(text), "not a strip", "write . and X")),
        }
    }

    fn steps(&self, at: &String) -> Vec<(String, String)> {
        let cells = (0..at.len()).filter(|&cell| is_playable(at.as_bytes(), cell));
        let play = |cell: usize| format!("{}X{}", &at[..cell], &at[cell + 1..]);
        cells.map(|cell| (format!("X at {}", cell + 1), play(cell))).collect()
    }

    fn method(&self) -> Method {
        Method::Memo
    }

    fn scene(&self, at: &String) -> Option<Scene> {
        if at.is_empty() || at.len() > 40 {
            return None;
        }
        let mut scene = Scene::new("treblecross", format!("the strip {at}"), at.len() as f64, 1.0);
        for (cell, letter) in at.chars().enumerate() {
            let x = cell as f64;
            let square = Shape::rect(x + 0.03, 0.03, 0.94, 0.94).stroke(Ink::Rule);
            scene.add(match is_playable(at.as_bytes(), cell) {
                true => square.fill(Ink::Faint).touch(format!("X at {}", cell + 1)),
                false => square,
            });
            if letter == 'X' {
                scene.add(Shape::line(x + 0.2, 0.2, x + 0.8, 0.8).stroke(Ink::Solid).weight(0.1));
                scene.add(Shape::line(x + 0.2, 0.8, x + 0.8, 0.2).stroke(Ink::Solid).weight(0.1));
            }
        }
        Some(scene)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::{Limits, Solver, nimber_by_definition};
    use kit::Unwatched;

    #[test]
    fn the_search_the_theorem_and_the_told_rules_agree() {
        let search = Solver::new(Strip::new(false), Limits::default());
        let theorem = Strip::new(true);
        for n in 0..=40 {
            let strip = ".".repeat(n);
            let found = search.nimber(&strip, Method::Memo, &mut Unwatched).unwrap();
            assert_eq!(theorem.known(&strip), Some(found), "{n}");
            if n <= 9 {
                assert_eq!(nimber_by_definition(&Strip::new(false), &strip), found, "{n}");
            }
            if n <= 12 {
                for k in 0..4 {
                    let lost = literal_lost(0, n as u32, k, &mut rustc_hash::FxHashMap::default());
                    // With fewer than three cells nobody can win by three in a row and the told rules say nothing.
                    assert!(n < 3 || lost == (found == k), "{n} cells + *{k}");
                }
            }
        }
    }
}
