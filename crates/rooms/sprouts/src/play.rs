//! A sheet of paper to play on.

use super::canon::Canon;
use super::drawing;
use super::freehand;
use super::misere::Misere;
use super::plain::{self, Curve};
use super::position::{Position, name};
use super::proof::Proof;
use super::questions::{check_listed, raw_of};
use super::relax::relaxed;
use super::route::Ground;
use super::scene::{self, MOST_DRAWN, Offer};
use super::search::Search;
use super::sheet::Sheet;
use super::stroke::{self, Stroke};
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Valued, Watch, shorten,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) static TABLE: GameTable = GameTable {
    params: &[
        Param::whole("n", "spots at the start", 1, 12).or("3").main(),
        Param::choice("play", "normal: who cannot move loses; misere: wins", &["normal", "misere"]).or("normal"),
        FROM,
    ],
    examples: &["sprouts 2", "sprouts 3 --play misere"],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let mut game = SproutsGame::new(ask.size("n"), ask.text("play") == "misere");
    let start = match ask.text_if(FROM.name) {
        Some(text) => game.read_position(text)?,
        None => Leaf::of(Position::start(game.n).with_names()),
    };
    game.n = start.at.degree.len();
    game.bare = start.at.degree.iter().all(|&degree| degree == 0);
    Ok(Box::new(Session::new(game, start)))
}

/// What lies on the table: a position, and how it is drawn where its text is a whole scene. The text of the position
/// does not tell the drawing: that follows from the moves.
#[derive(Clone)]
struct Leaf {
    at: Position,
    sheet: Option<Arc<Sheet>>,
}

impl Leaf {
    fn of(at: Position) -> Leaf {
        Leaf { sheet: drawing::first(&at).map(Arc::new), at }
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)
    }
}

/// Nobody waits long at a table: positions with more lives are not solved.
const PATIENCE: usize = 24;

struct SproutsGame {
    /// The spots at the start, and whether nothing is drawn there yet.
    n: usize,
    bare: bool,
    misere: bool,
    /// What was solved so far.
    book: Mutex<Book>,
    /// The last picture: a front end asks for it at every key.
    last: Mutex<Option<(String, Option<Arc<Sheet>>, Scene)>>,
}

struct Book {
    search: Search,
    proof: Proof,
    misere: Misere,
}

impl SproutsGame {
    fn new(n: usize, misere: bool) -> SproutsGame {
        const TABLES: usize = 1 << 29;
        let book = Book { search: Search::new(TABLES), proof: Proof::default(), misere: Misere::new(TABLES) };
        SproutsGame { n, bare: true, misere, book: Mutex::new(book), last: Mutex::new(None) }
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

impl SproutsGame {
    /// Where to look for a winning curve, and why it wins.
    fn reasons(&self, at: &Position, drawn: &Drawn) -> (String, String) {
        let Curve { region, from, to, .. } = drawn.curve;
        let spot = name(usize::from(at.regions[region][from.0][from.1]));
        let does = match from.0 == to.0 {
            true => "close a curve and part a region in two",
            false => "join two figures and leave the regions whole",
        };
        let after = plain::draw(at, &drawn.curve);
        let lives: u64 = after.degree.iter().map(|&d| u64::from(3 - d)).sum();
        let left = kit::say::counted(lives, "life", "lives");
        let line = match self.misere {
            true => format!("leaves a lost position with {left}: whoever moves there makes the last move"),
            false => format!("leaves a position of nimber 0 with {left}: every answer to it can be answered"),
        };
        (format!("look at curves from {spot} that {does}"), line)
    }
}

/// A curve with its short name: `A-B`, `A-A around C`, and a number where that does not tell it apart. What a hand drew
/// has its course as well: `A-B along 120,-35 150,80`.
#[derive(Clone)]
struct Drawn {
    text: String,
    curve: Curve,
    stroke: Option<Stroke>,
}

/// The word between the name of a curve and its course, and the word with which a hand's stroke begins.
const ALONG: &str = " along ";
const DRAW: &str = "draw ";

impl PartialEq for Drawn {
    fn eq(&self, other: &Drawn) -> bool {
        self.text == other.text
    }
}

kit::shown_by_text!(Drawn);

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
        list.push(Drawn { text, curve, stroke: None });
    }
    list
}

/// What a hand drew, as a move.
fn read_stroke(leaf: &Leaf, stroke: impl FnOnce(&Sheet) -> Result<Stroke>) -> Result<Drawn> {
    let nowhere = || Error::usage("the curve", "this position has no drawing to draw in", "write a move by its name");
    let sheet = leaf.sheet.as_ref().ok_or_else(nowhere)?;
    let told = sheet.told(&leaf.at).ok_or_else(nowhere)?;
    let stroke = stroke(sheet)?;
    let curve = stroke::class(sheet, &told, &stroke).ok_or_else(nowhere)?;
    let named = named_curves(&leaf.at).into_iter().find(|drawn| drawn.curve == curve).ok_or_else(nowhere)?;
    let text = format!("{}{ALONG}{}", named.text, stroke.text());
    Ok(Drawn { text, curve, stroke: Some(stroke) })
}

/// A move by the name of its curve.
fn read_name(at: &Position, text: &str) -> Result<Drawn> {
    let all = named_curves(at);
    if let Some(drawn) = all.iter().find(|drawn| drawn.text == text) {
        return Ok(drawn.clone());
    }
    let some: Vec<&str> = all.iter().take(6).map(|d| d.text.as_str()).collect();
    let instead = match some.is_empty() {
        true => "no move is left".to_string(),
        false => format!("for example {}", some.join("  ")),
    };
    Err(Error::usage(format!("{:?}", shorten(text)), "not a legal move here", instead))
}

impl Game for SproutsGame {
    type Position = Leaf;
    type Move = Drawn;

    fn title(&self) -> String {
        let misere = if self.misere { "misère " } else { "" };
        match self.bare {
            true => format!("{misere}Sprouts with {}", kit::say::count(self.n as u64, "spot")),
            false => format!("{misere}Sprouts from a position with {}", kit::say::count(self.n as u64, "spot")),
        }
    }

    fn rules(&self) -> String {
        let end = if self.misere { "wins" } else { "loses" };
        format!(
            "Draw a curve from a spot to a spot, or back to the same one, crossing nothing, and put a new spot on it. No spot has more than three curve ends. Who \
             cannot move {end}. Draw with the pen from spot to spot; or a move is A-B; a curve that closes around figures names them, A-A around C; a number tells apart what is left. Of moves that \
             amount to the same one is offered, all are accepted."
        )
    }

    fn read_position(&self, text: &str) -> Result<Leaf> {
        if let Some(drawn) = freehand::read(text)? {
            check_listed(&drawn.at)?;
            return Ok(Leaf { at: drawn.at, sheet: Some(drawn.sheet) });
        }
        let position: Position = text.parse()?;
        check_listed(&position)?;
        Ok(Leaf::of(position.with_names()))
    }

    fn moves(&self, leaf: &Leaf) -> Vec<Drawn> {
        let at = &leaf.at;
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

    fn read_move(&self, leaf: &Leaf, text: &str) -> Result<Drawn> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(path) = text.strip_prefix(DRAW) {
            return read_stroke(leaf, |sheet| stroke::drawn(&leaf.at, sheet, path));
        }
        let Some((named, path)) = text.split_once(ALONG) else { return read_name(&leaf.at, &text) };
        let Curve { region, from, to, .. } = read_name(&leaf.at, named)?.curve;
        let spot = |corner: (usize, usize)| leaf.at.regions[region][corner.0][corner.1];
        let ends = (spot(from).min(spot(to)), spot(from).max(spot(to)));
        let drawn = read_stroke(leaf, |sheet| stroke::told_along(&leaf.at, sheet, ends, path))?;
        match drawn.text.split_once(ALONG).is_some_and(|(name, _)| name == named) {
            true => Ok(drawn),
            false => Err(Error::usage(
                format!("{:?}", shorten(&text)),
                "its course is another curve",
                format!("that one is {}", shorten(&drawn.text)),
            )),
        }
    }

    fn after(&self, leaf: &Leaf, play: &Drawn) -> Leaf {
        let at = plain::draw(&leaf.at, &play.curve);
        let play = (play.text.as_str(), &play.curve, play.stroke.as_ref());
        let sheet = leaf.sheet.as_ref().and_then(|sheet| drawing::after((sheet, &leaf.at), play, &at));
        Leaf { at, sheet }
    }

    fn end(&self, Leaf { at, .. }: &Leaf, turn: usize) -> Option<End> {
        let mut open = false;
        plain::each_curve(at, &mut |_| {
            open = true;
            false
        });
        let moves = at.degree.len() - self.n.min(at.degree.len());
        let winner = if self.misere { turn } else { 1 - turn };
        (!open).then(|| End { winner: Some(winner), line: format!("no curve can be drawn after {moves} moves") })
    }

    fn advise(&self, leaf: &Leaf, watch: &mut dyn Watch) -> Result<Advice<Drawn>> {
        let (moves, at) = (self.moves(leaf), &leaf.at);
        let mut unknown = None;
        for drawn in &moves {
            match self.lost(&plain::draw(at, &drawn.curve), watch)? {
                Some((true, _)) => {
                    let (look, line) = self.reasons(at, drawn);
                    return Ok(Advice::proved(drawn.clone(), look, line));
                }
                Some((false, _)) => {}
                None => unknown = Some(drawn.clone()),
            }
        }
        match (unknown, moves.into_iter().next()) {
            (Some(play), _) => {
                let look = "look for a curve that parts the sheet into two equal halves, so that you can mirror";
                Ok(Advice::guess(play, look, "too many lives are left to solve it"))
            }
            (None, Some(play)) => {
                let look = "the position is lost: look for the curve that leaves the most moves to be counted";
                Ok(Advice::proved(play, look, "every move loses against best play"))
            }
            (None, None) => Err(Error::usage("hint", "no move is left", "begin anew")),
        }
    }

    fn values(&self, leaf: &Leaf, watch: &mut dyn Watch) -> Result<Vec<Valued<Drawn>>> {
        let mut list = Vec::new();
        for play in self.moves(leaf) {
            let after = plain::draw(&leaf.at, &play.curve);
            let known = self.lost(&after, watch)?;
            let nimber = match known {
                Some((_, Some(k))) => format!("nimber {k}, "),
                _ => String::new(),
            };
            list.push(Valued { play, wins: known.map(|k| k.0), note: format!("{nimber}leaves {after}") });
        }
        Ok(list)
    }

    fn scene(&self, leaf: &Leaf) -> Scene {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let text = leaf.to_string();
        if let Some((.., scene)) = last.as_ref().filter(|(of, on, _)| *of == text && *on == leaf.sheet) {
            return scene.clone();
        }
        let scene = self.drawn(leaf);
        *last = Some((text, leaf.sheet.clone(), scene.clone()));
        scene
    }
}

impl SproutsGame {
    /// The board: the drawing that is kept, and previews of moves in it.
    fn drawn(&self, leaf: &Leaf) -> Scene {
        let Leaf { at, sheet } = leaf;
        let moves = self.moves(leaf).into_iter().enumerate();
        let told = sheet.as_ref().and_then(|sheet| sheet.told(at));
        let (Some(sheet), Some(told)) = (sheet, &told) else {
            let (picture, drawing) = scene::unkept(at, &self.title());
            let offer = |(i, drawn): (usize, Drawn)| {
                let near = drawing.as_ref().filter(|_| i < MOST_DRAWN);
                let leaves = near.and_then(|near| scene::preview(near, &plain::draw(at, &drawn.curve)));
                Offer { leaves, play: drawn.text }
            };
            return scene::board(picture, &moves.map(offer).collect::<Vec<_>>());
        };
        let ground = Ground::of(sheet, told);
        // A small loop and its spot have no room before the drawing makes it.
        let preview = |drawn: &Drawn| {
            let leaves = plain::draw(at, &drawn.curve);
            let stroke = drawing::house(ground.as_ref()?, sheet, told, &drawn.curve)?;
            let roomy = relaxed(&drawing::sketched(sheet, &stroke, &leaves)?, &leaves);
            Some(scene::sheet::still(&roomy, &leaves, true))
        };
        let offer = |(i, drawn): (usize, Drawn)| {
            let leaves = (i < MOST_DRAWN).then(|| preview(&drawn)).flatten();
            Offer { leaves, play: drawn.text }
        };
        let fresh = at.degree.last() == Some(&2);
        let offers: Vec<Offer> = moves.map(offer).collect();
        scene::board(scene::sheet::picture(sheet, at, &self.title(), fresh), &offers)
    }
}

/// The positions of a game, the start first.
pub(super) fn replay(n: usize, misere: bool, moves: &[&str], watch: &mut dyn Watch) -> Result<Vec<Position>> {
    let game = SproutsGame::new(n, misere);
    let mut leaves = vec![Leaf::of(Position::start(n).with_names())];
    for (done, text) in moves.iter().enumerate() {
        kit::watch::step(watch, done as u64, Some(moves.len() as u64), || format!("{done} moves are made"))?;
        let leaf = &leaves[leaves.len() - 1];
        let play = game.read_move(leaf, text)?;
        leaves.push(game.after(leaf, &play));
    }
    Ok(leaves.into_iter().map(|leaf| leaf.at).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn names_of_moves_differ_and_all_are_accepted() {
        let game = SproutsGame::new(3, false);
        let mut at = Leaf::of(Position::start(game.n).with_names());
        for step in 0..4 {
            let all = named_curves(&at.at);
            let texts: FxHashSet<&str> = all.iter().map(|d| d.text.as_str()).collect();
            assert_eq!(texts.len(), all.len(), "{at}");
            for drawn in &all {
                assert!(game.read_move(&at, &drawn.text).is_ok());
            }
            at = game.after(&at, &all[(step * 7) % all.len()]);
            assert_eq!(game.read_position(&at.to_string()).unwrap().at, at.at);
        }
    }

    #[test]
    fn every_offered_move_has_a_touch() {
        let game = SproutsGame::new(4, false);
        let mut at = Leaf::of(Position::start(game.n).with_names());
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

    /// Draws random games by hand: each stroke is the curve that it should be, its text brings the same drawing back,
    /// and the position does not depend on who drew it.
    #[test]
    fn what_a_hand_draws_is_the_curve_that_it_looks_like() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        let (mut strokes, mut refused) = (0, 0);
        for n in (2..=4).cycle().take(24) {
            let game = SproutsGame::new(n, false);
            let mut leaf = Leaf::of(Position::start(n).with_names());
            loop {
                let all = named_curves(&leaf.at);
                let Some(named) = (!all.is_empty()).then(|| &all[chance.random_range(0..all.len())]) else { break };
                let leaves = plain::draw(&leaf.at, &named.curve);
                let sheet = leaf.sheet.as_ref().expect("a game is drawn");
                let told = sheet.told(&leaf.at).unwrap();
                let ground = Ground::of(sheet, &told).unwrap();
                let stroke = drawing::house(&ground, sheet, &told, &named.curve).unwrap();
                let words = stroke.course.iter().map(|p| format!("{},{}", p.0 / 1000, p.1 / 1000));
                strokes += 1;
                let next = match game.read_move(&leaf, &format!("draw {}", words.collect::<Vec<_>>().join(" "))) {
                    Ok(drawn) => {
                        let hand = drawn.stroke.clone().unwrap();
                        assert!(drawing::sketched(sheet, &hand, &leaves).is_some(), "{} is {}", drawn.text, named.text);
                        let again = game.read_move(&leaf, &drawn.text).unwrap();
                        assert!(again.text == drawn.text && again.stroke == drawn.stroke, "{}", drawn.text);
                        drawn
                    }
                    Err(_) => {
                        refused += 1;
                        named.clone()
                    }
                };
                leaf = game.after(&leaf, &next);
            }
        }
        assert!(strokes > 120 && 10 * refused < strokes, "{refused} of {strokes}");
    }

    #[test]
    fn what_is_no_curve_is_refused_with_the_reason() {
        let game = SproutsGame::new(2, false);
        let mut leaf = Leaf::of(Position::start(2).with_names());
        let spot = |leaf: &Leaf, v: usize| {
            let (x, y) = leaf.sheet.as_ref().unwrap().spots[v];
            [x / 1000, y / 1000]
        };
        let line = |leaf: &Leaf, text: String| game.read_move(leaf, &text).map(|d| d.text).unwrap_err().to_string();
        let [ax, ay] = spot(&leaf, 0);
        for (text, part) in [
            ("draw".to_string(), "not a legal move"),
            ("draw 1400,1400 1300,1300".to_string(), "begins nowhere"),
            (format!("draw {ax},{ay} 1400,1400"), "ends nowhere"),
            (format!("draw {ax},{ay} {ax},{ay}"), "goes nowhere"),
            (format!("draw {ax},{ay} x,y"), "no point"),
            (format!("draw {ax},{ay} 1e9,NaN"), "no point"),
        ] {
            let said = line(&leaf, text.clone());
            assert!(said.contains(part), "{text}: {said}");
        }
        for play in ["A-B", "A-C", "A-B"] {
            leaf = game.after(&leaf, &game.read_move(&leaf, play).unwrap());
        }
        let ([ax, ay], [cx, cy]) = (spot(&leaf, 0), spot(&leaf, 2));
        assert!(line(&leaf, format!("draw {ax},{ay} {cx},{cy}")).contains("A has no life left"));
        let [ex, ey] = spot(&leaf, 4);
        let looped = format!("draw {ex},{ey} {},{ey} {ex},{} {ex},{ey}", ex + 90, ey + 90);
        assert!(line(&leaf, looped).contains("a loop takes two"));
        let [dx, dy] = spot(&leaf, 3);
        let far = format!("draw {dx},{dy} {},{dy} {},{} {ex},{ey}", dx - 1200, dx + 1200, dy + 1);
        let said = line(&leaf, far);
        assert!(said.contains("crosses"), "{said}");
        let other = format!("{}{ALONG}{cx},{cy}", named_curves(&leaf.at)[0]);
        assert!(game.read_move(&leaf, &other).is_err());
    }
}
