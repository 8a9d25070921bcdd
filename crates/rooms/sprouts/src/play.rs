//! A sheet of paper to play on.

use super::canon::Canon;
use super::misere::Misere;
use super::plain::{self, Curve};
use super::position::{Position, name};
use super::proof::Proof;
use super::questions::{check_curves, raw_of};
use super::scene::{self, MOST_DRAWN, Offer};
use super::search::Search;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Standing, Valued, Watch,
    shorten,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::sync::{Mutex, PoisonError};

pub(super) static TABLE: GameTable = GameTable {
    params: &[
        Param::whole("n", "spots at the start", 1, 12).main(),
        Param::choice("play", "normal: who cannot move loses; misere: wins", &["normal", "misere"]).or("normal"),
        FROM,
    ],
    examples: &["sprouts 2", "sprouts 3 --play misere"],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let n = ask.size("n");
    Session::begin(SproutsGame::new(n, ask.text("play") == "misere"), Position::start(n).with_names(), ask)
}

struct SproutsGame {
    n: usize,
    misere: bool,
    /// What was solved so far.
    book: Mutex<Book>,
    /// The last picture: a front end asks for it at every key.
    last: Mutex<Option<(String, Scene)>>,
}

struct Book {
    search: Search,
    proof: Proof,
    misere: Misere,
}

/// Nobody waits long at a table: positions with more lives are not solved.
const PATIENCE: usize = 24;
const TABLES: usize = 1 << 29;

impl SproutsGame {
    fn new(n: usize, misere: bool) -> SproutsGame {
        let book = Book { search: Search::new(TABLES), proof: Proof::default(), misere: Misere::new(TABLES) };
        SproutsGame { n, misere, book: Mutex::new(book), last: Mutex::new(None) }
    }

    /// Whether the position is lost, if it is small enough to know, and its nimber.
    fn lost(&self, at: &Position, watch: &mut dyn Watch) -> Result<Option<(bool, Option<u8>)>> {
        let lives: usize = at.degree.iter().map(|&d| usize::from(3 - d)).sum();
        if lives > PATIENCE {
            return Ok(None);
        }
        let raw = raw_of(at)?;
        let mut guard = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let book = &mut *guard;
        Ok(Some(match self.misere {
            true => (book.misere.lost(&raw, watch)?, None),
            false => {
                let nimber = book.proof.nimber_of(&mut book.search, &raw, watch)?;
                (nimber == 0, Some(nimber))
            }
        }))
    }
}

/// A curve with its short name: `A-B`, `A-A around C`, and a number where that does not tell it apart.
#[derive(Clone)]
struct Drawn {
    text: String,
    curve: Curve,
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Drawn) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Every curve with a name of its own.
fn named_curves(at: &Position) -> Vec<Drawn> {
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    let mut list = Vec::new();
    for curve in plain::curves(at) {
        let region = &at.regions[curve.region];
        let (u, v) = (region[curve.from.0][curve.from.1], region[curve.to.0][curve.to.1]);
        let mut text = format!("{}-{}", name(usize::from(u.min(v))), name(usize::from(u.max(v))));
        if !curve.inside.is_empty() {
            // A figure is called by its first vertex that is alive, or its first.
            let figure = |&b: &usize| {
                let walk = &region[b];
                let alive = walk.iter().copied().filter(|&w| at.lives(w) > 0).min();
                name(usize::from(alive.unwrap_or(walk[0])))
            };
            let figures: Vec<String> = curve.inside.iter().map(figure).collect();
            text = format!("{text} around {}", figures.join(","));
        }
        let count = used.entry(text.clone()).or_default();
        *count += 1;
        if *count > 1 {
            text = format!("{text} #{count}");
        }
        list.push(Drawn { text, curve });
    }
    list
}

impl Game for SproutsGame {
    type Position = Position;
    type Move = Drawn;

    fn title(&self) -> String {
        format!("{}Sprouts with {} spots", if self.misere { "misère " } else { "" }, self.n)
    }

    fn rules(&self) -> String {
        let end = if self.misere { "wins" } else { "loses" };
        format!(
            "Draw a curve from a spot to a spot, or back to the same one, crossing nothing, and put a new spot on it. No spot has more than three curve ends. Who \
             cannot move {end}. A move is A-B; a curve that closes around figures names them, A-A around C; a number tells apart what is left. Of moves that \
             amount to the same one is offered, all are accepted."
        )
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let position: Position = text.parse()?;
        check_curves(&position)?;
        Ok(position.with_names())
    }

    fn moves(&self, at: &Position) -> Vec<Drawn> {
        let mut seen = FxHashSet::default();
        let mut canon = Canon::default();
        let mut list = named_curves(at);
        list.retain(|drawn| match raw_of(&plain::draw(at, &drawn.curve)) {
            Ok(raw) => {
                canon.simplify(&raw);
                seen.insert(canon.lands.clone())
            }
            Err(_) => true,
        });
        list
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Drawn> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let all = named_curves(at);
        if let Some(drawn) = all.iter().find(|drawn| drawn.text == text) {
            return Ok(drawn.clone());
        }
        let some: Vec<&str> = all.iter().take(6).map(|d| d.text.as_str()).collect();
        let instead = match some.is_empty() {
            true => "no move is left".to_string(),
            false => format!("for example {}", some.join("  ")),
        };
        Err(Error::usage(format!("{:?}", shorten(&text)), "not a legal move here", instead))
    }

    fn after(&self, at: &Position, play: &Drawn) -> Position {
        plain::draw(at, &play.curve)
    }

    fn end(&self, at: &Position, turn: usize) -> Option<End> {
        let mut open = false;
        plain::each_curve(at, &mut |_| {
            open = true;
            false
        });
        let moves = at.degree.len() - self.n.min(at.degree.len());
        let winner = if self.misere { turn } else { 1 - turn };
        (!open).then(|| End { winner: Some(winner), line: format!("no curve can be drawn after {moves} moves") })
    }

    fn advise(&self, at: &Position, watch: &mut dyn Watch) -> Result<Advice<Drawn>> {
        let moves = self.moves(at);
        let mut unknown = None;
        for drawn in &moves {
            match self.lost(&plain::draw(at, &drawn.curve), watch)? {
                Some((true, _)) => {
                    let line = "leaves a lost position".to_string();
                    return Ok(Advice { play: drawn.clone(), standing: Standing::Proved, line });
                }
                Some((false, _)) => {}
                None => unknown = Some(drawn.clone()),
            }
        }
        match (unknown, moves.into_iter().next()) {
            (Some(play), _) => {
                let line = "too many lives are left to solve it".to_string();
                Ok(Advice { play, standing: Standing::Best, line })
            }
            (None, Some(play)) => {
                let line = "every move loses against best play".to_string();
                Ok(Advice { play, standing: Standing::Proved, line })
            }
            (None, None) => Err(Error::usage("hint", "no move is left", "begin anew")),
        }
    }

    fn values(&self, at: &Position, watch: &mut dyn Watch) -> Result<Vec<Valued<Drawn>>> {
        let mut list = Vec::new();
        for play in self.moves(at) {
            let after = plain::draw(at, &play.curve);
            let known = self.lost(&after, watch)?;
            let nimber = match known {
                Some((_, Some(k))) => format!("nimber {k}, "),
                _ => String::new(),
            };
            list.push(Valued { play, wins: known.map(|k| k.0), note: format!("{nimber}leaves {after}") });
        }
        Ok(list)
    }

    fn scene(&self, at: &Position) -> Scene {
        let text = at.to_string();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, scene)) = last.as_ref().filter(|(of, _)| *of == text) {
            return scene.clone();
        }
        let offer = |(i, drawn): (usize, Drawn)| Offer {
            leaves: (i < MOST_DRAWN).then(|| plain::draw(at, &drawn.curve)),
            play: drawn.text,
        };
        let offers: Vec<Offer> = self.moves(at).into_iter().enumerate().map(offer).collect();
        let scene = scene::board(at, &self.title(), &offers);
        *last = Some((text, scene.clone()));
        scene
    }
}

/// The positions of a game, the start first.
pub(super) fn replay(n: usize, misere: bool, moves: &[&str]) -> Result<Vec<Position>> {
    let game = SproutsGame::new(n, misere);
    let mut history = vec![Position::start(n).with_names()];
    for text in moves {
        let at = &history[history.len() - 1];
        let play = game.read_move(at, text)?;
        history.push(game.after(at, &play));
    }
    Ok(history)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_moves_differ_and_all_are_accepted() {
        let game = SproutsGame::new(3, false);
        let mut at = Position::start(game.n).with_names();
        for step in 0..4 {
            let all = named_curves(&at);
            let texts: FxHashSet<&str> = all.iter().map(|d| d.text.as_str()).collect();
            assert_eq!(texts.len(), all.len(), "{at}");
            for drawn in &all {
                assert!(game.read_move(&at, &drawn.text).is_ok());
            }
            at = game.after(&at, &all[(step * 7) % all.len()]);
            assert_eq!(game.read_position(&at.to_string()).unwrap(), at);
        }
    }

    #[test]
    fn every_offered_move_has_a_touch() {
        let game = SproutsGame::new(4, false);
        let mut at = Position::start(game.n).with_names();
        for step in 0..8 {
            let moves: Vec<String> = game.moves(&at).iter().map(ToString::to_string).collect();
            let scene = game.scene(&at);
            let touches: Vec<String> = scene.shapes.iter().filter_map(|s| s.touch.clone()).collect();
            assert_eq!(touches, moves, "{at}");
            let [left, top, width, height] = scene.frame;
            for shape in &scene.shapes {
                if let kit::scene::Form::Rect { x, y, w, h } = shape.form {
                    let inside = x >= left && y >= top && x + w <= left + width + 1e-9 && y + h <= top + height + 1e-9;
                    assert!(inside, "{at}: a plate outside of the sheet");
                }
            }
            match moves.get(step * 5 % moves.len().max(1)) {
                Some(text) => at = game.after(&at, &game.read_move(&at, text).unwrap()),
                None => break,
            }
        }
    }
}
