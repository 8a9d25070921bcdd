//! Pictures of positions.
//!
//! A text that is a whole scene is drawn as it stands (module `map`), one from which dead vertices were dropped with
//! dead ones supplied (module `complete`), and one that no plane scene has, as plates: each region with its boundaries
//! as loops. Independent lands stand side by side. Curves are rounded wherever a check finds no crossing.

pub(super) mod freehand;
pub(super) mod sheet;

use crate::complete::complete;
use crate::layout::{CAREFUL, Effort, Layout, Point, QUICK, RADIUS, layout};
use crate::map::{Map, map_of};
use crate::position::{Position, name};
use kit::scene::{Form, Segment};
use kit::{Ink, Scene, Shape, Watch};

/// The side of a picture.
const SIDE: f64 = 2.0 * RADIUS + 0.6;

/// One land of a picture.
pub(super) struct Drawing {
    layout: Layout,
    /// The position with every vertex that is drawn.
    at: Position,
    /// The number of each vertex in the whole text; supplied ones have none.
    numbers: Vec<u16>,
}

/// What a land looks like.
enum Panel {
    Plane(Drawing),
    Plates(Position, Vec<u16>),
}

fn area(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn cross(a: &[Point], b: &[Point]) -> bool {
    let meets = |p: Point, q: Point, r: Point, s: Point| {
        area(p, q, r) * area(p, q, s) < 0.0 && area(r, s, p) * area(r, s, q) < 0.0
    };
    a.windows(2).any(|x| b.windows(2).any(|y| meets(x[0], x[1], y[0], y[1])))
}

/// The corners and, where nothing crosses, the rounded course of an edge.
fn course(layout: &Layout, edge: usize, round: bool) -> Vec<Point> {
    let (u, v) = layout.map.edges[edge];
    let p = |i: usize| layout.points[i];
    let bends = layout.vertices + 2 * edge;
    let corners = [p(usize::from(u)), p(bends), p(bends + 1), p(usize::from(v))];
    if !round {
        return corners.to_vec();
    }
    let mid = ((corners[1].0 + corners[2].0) / 2.0, (corners[1].1 + corners[2].1) / 2.0);
    let bend = |a: Point, b: Point, c: Point, t: f64| {
        let s = 1.0 - t;
        (s * s * a.0 + 2.0 * s * t * b.0 + t * t * c.0, s * s * a.1 + 2.0 * s * t * b.1 + t * t * c.1)
    };
    let first = (0..8).map(|i| bend(corners[0], corners[1], mid, f64::from(i) / 8.0));
    let second = (0..=8).map(|i| bend(mid, corners[2], corners[3], f64::from(i) / 8.0));
    first.chain(second).collect()
}

/// Which edges may be drawn round: those that cross nothing and keep clear of other spots.
fn rounded(layout: &Layout) -> Vec<bool> {
    let edges = layout.map.edges.len();
    let radius = layout.spot_radius();
    let clear = |e: usize| {
        let (u, v) = layout.map.edges[e];
        let others = (0..layout.vertices).filter(|&w| w != usize::from(u) && w != usize::from(v));
        let course = course(layout, e, true);
        let far = |w: usize| course.iter().all(|p| (p.0 - layout.points[w].0).hypot(p.1 - layout.points[w].1) > radius);
        others.into_iter().all(far)
    };
    let mut round: Vec<bool> = (0..edges).map(clear).collect();
    loop {
        let courses: Vec<Vec<Point>> = (0..edges).map(|e| course(layout, e, round[e])).collect();
        let mut changed = false;
        for a in 0..edges {
            for b in 0..a {
                if (round[a] || round[b]) && cross(&courses[a], &courses[b]) {
                    round[a] = false;
                    round[b] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return round;
        }
    }
}

/// The parts of a position that share no vertex, each with the numbers of its vertices.
fn parts(at: &Position) -> Vec<(Position, Vec<u16>)> {
    let mut part: Vec<usize> = (0..at.regions.len()).collect();
    let mut home: Vec<Option<usize>> = vec![None; at.degree.len()];
    for (r, region) in at.regions.iter().enumerate() {
        for &v in region.iter().flatten() {
            let first = *home[usize::from(v)].get_or_insert(r);
            let (a, b) = (part[first], part[r]);
            part.iter_mut().filter(|p| **p == b).for_each(|p| *p = a);
        }
    }
    let mut list = Vec::new();
    for p in 0..at.regions.len() {
        let mut regions: Vec<Vec<Vec<u16>>> =
            (0..at.regions.len()).filter(|&r| part[r] == p).map(|r| at.regions[r].clone()).collect();
        let mut numbers: Vec<u16> = regions.iter().flatten().flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            continue;
        }
        for v in regions.iter_mut().flatten().flatten() {
            *v = numbers.binary_search(v).map_or(0, |i| i as u16);
        }
        let degree = numbers.iter().map(|&v| at.degree[usize::from(v)]).collect();
        list.push((Position { regions, degree, named: true }, numbers));
    }
    list
}

/// The whole scene of a text, with its map.
fn scene_of(at: &Position) -> Option<(Position, Map)> {
    match map_of(at) {
        Some(map) => Some((at.clone(), map)),
        None => complete(at),
    }
}

fn panel((at, numbers): (Position, Vec<u16>), effort: Effort) -> Panel {
    let drawn = scene_of(&at).and_then(|(whole, map)| layout(&whole, map, effort).map(|layout| (whole, layout)));
    match drawn {
        Some((at, layout)) => Panel::Plane(Drawing { layout, at, numbers }),
        None => Panel::Plates(at, numbers),
    }
}

/// The text as its only part, if it is one.
fn only_part(at: &Position) -> Option<(Position, Vec<u16>)> {
    let mut parts = parts(at);
    parts.pop().filter(|_| parts.is_empty())
}

/// A whole scene laid out, if the text is one.
fn whole(at: &Position, effort: Effort) -> Option<Drawing> {
    match panel(only_part(at)?, effort) {
        Panel::Plane(scene) => Some(scene),
        Panel::Plates(..) => None,
    }
}

/// The layout of a text that holds every vertex of its scene: what has supplied ones is not laid out for nothing.
pub(super) fn unsupplied(at: &Position) -> Option<Layout> {
    let (whole, map) = scene_of(&only_part(at)?.0)?;
    (whole.degree.len() == at.degree.len()).then(|| layout(&whole, map, CAREFUL)).flatten()
}

/// The position as a picture.
pub fn scene(at: &Position, caption: &str) -> Scene {
    let parts = parts(at);
    let effort = CAREFUL.shared(parts.len());
    let panels: Vec<Panel> = parts.into_iter().map(|part| panel(part, effort)).collect();
    let supplied = panels.iter().any(|p| matches!(p, Panel::Plane(d) if d.at.degree.len() > d.numbers.len()));
    let plates = panels.iter().any(|p| matches!(p, Panel::Plates(..)));
    let caption = match (plates, supplied) {
        (true, _) => format!("{caption} (schematic: regions as plates, boundaries as loops)"),
        (false, true) => format!("{caption} (dead spots supplied)"),
        (false, false) => caption.to_string(),
    };
    let mut scenes: Vec<Scene> = panels
        .iter()
        .map(|panel| match panel {
            Panel::Plane(scene) => scene.scene(&caption, None),
            Panel::Plates(at, numbers) => plates_of(at, numbers, &caption),
        })
        .collect();
    match scenes.len() {
        0 => {
            let mut empty = Scene::new("position", caption, SIDE, SIDE);
            empty.add(Shape::text(SIDE / 2.0, SIDE / 2.0, 0.6, "nothing is left"));
            empty
        }
        1 => scenes.remove(0),
        count => {
            let mut sum = Scene::new("position", caption, count as f64 * (SIDE + 1.0) - 1.0, SIDE);
            for (i, scene) in scenes.iter().enumerate() {
                let x = i as f64 * (SIDE + 1.0);
                if i > 0 {
                    sum.add(Shape::text(x - 0.5, SIDE / 2.0, 1.0, "+"));
                }
                sum.place(scene, x, 0.0, SIDE / scene.frame[2].max(scene.frame[3]));
            }
            sum
        }
    }
}

impl Drawing {
    /// Turned so that spots lie much as in another scene.
    pub(super) fn turn_like(&mut self, other: &Drawing) {
        self.layout.turn_like(&other.layout);
    }

    /// The picture; the curves of the newest spot may be accented.
    pub(super) fn scene(&self, caption: &str, accent: Option<u16>) -> Scene {
        let (layout, at) = (&self.layout, &self.at);
        let mut scene = Scene::framed("position", caption, [-SIDE / 2.0, -SIDE / 2.0, SIDE, SIDE]);
        let round = rounded(layout);
        let ink = |fresh: bool| if fresh { Ink::Accent } else { Ink::Solid };
        for (edge, &smooth) in round.iter().enumerate() {
            let p = course(layout, edge, false);
            let mut path = vec![Segment::Move(p[0].0, p[0].1)];
            match smooth {
                true => {
                    let mid = ((p[1].0 + p[2].0) / 2.0, (p[1].1 + p[2].1) / 2.0);
                    path.push(quadratic(p[0], p[1], mid));
                    path.push(quadratic(mid, p[2], p[3]));
                }
                false => path.extend(p[1..].iter().map(|q| Segment::Line(q.0, q.1))),
            }
            let (u, v) = layout.map.edges[edge];
            let fresh = accent.is_some_and(|a| a == u || a == v);
            scene.add(Shape::new(Form::Path(path)).stroke(ink(fresh)).weight(if fresh { 0.12 } else { 0.08 }));
        }
        let radius = layout.spot_radius();
        for v in 0..at.degree.len() {
            let (x, y) = layout.points[v];
            let Some(number) = self.numbers.get(v).copied().filter(|_| at.degree[v] < 3) else {
                let what =
                    self.numbers.get(v).map_or("a dead spot".to_string(), |&n| format!("{}, dead", name(n.into())));
                scene.add(Shape::circle(x, y, 0.45 * radius).fill(Ink::Solid).label(what));
                continue;
            };
            let fresh = accent == Some(v as u16);
            let spot = Shape::circle(x, y, radius).fill(Ink::Paper).stroke(ink(fresh)).weight(0.06);
            let lives = match 3 - at.degree[v] {
                1 => "1 life".to_string(),
                many => format!("{many} lives"),
            };
            let letter = name(number.into());
            let size = 1.25 * radius / (0.6 + 0.4 * letter.len() as f64);
            scene.add(spot.label(format!("{letter}, {lives}")));
            scene.add(Shape::text(x, y, size, letter));
        }
        scene
    }
}

/// A quadratic curve as a cubic one.
fn quadratic(a: Point, b: Point, c: Point) -> Segment {
    let third = |p: Point, q: Point| (p.0 + 2.0 * (q.0 - p.0) / 3.0, p.1 + 2.0 * (q.1 - p.1) / 3.0);
    let (p, q) = (third(a, b), third(c, b));
    Segment::Curve([p.0, p.1, q.0, q.1, c.0, c.1])
}

/// Width and height of a plate, and for each loop where its middle lies.
type Plate<'a> = (f64, f64, Vec<(f64, &'a Vec<u16>)>);

/// Regions as plates, boundaries as loops of their vertices.
fn plates_of(at: &Position, numbers: &[u16], caption: &str) -> Scene {
    let loop_radius = |walk: &Vec<u16>| (0.16 * walk.len() as f64).max(0.45);
    let spot = 0.3;
    let mut plates: Vec<Plate<'_>> = Vec::new();
    for region in at.regions.iter().filter(|r| !r.is_empty()) {
        let (mut x, mut tall) = (0.3, 0.0f64);
        let mut loops = Vec::new();
        for walk in region {
            let r = if walk.len() == 1 { spot } else { loop_radius(walk) + spot };
            loops.push((x + r, walk));
            x += 2.0 * r + 0.3;
            tall = tall.max(2.0 * r);
        }
        plates.push((x, tall + 0.6, loops));
    }
    let wide = plates.iter().map(|p| p.0).fold(4.0, f64::max);
    let tall: f64 = plates.iter().map(|p| p.1 + 0.3).sum();
    let side = (wide + 0.4).max(tall + 0.1);
    let mut scene = Scene::new("position", caption, side, side);
    let mut y = 0.2 + (side - tall - 0.1) / 2.0;
    for (w, h, loops) in plates {
        let x = (side - w) / 2.0;
        scene.add(Shape::rect(x, y, w, h).fill(Ink::Shade(4)).stroke(Ink::Rule).label("a region"));
        for (middle, walk) in loops {
            let (cx, cy) = (x + middle, y + h / 2.0);
            let r = if walk.len() == 1 { 0.0 } else { loop_radius(walk) };
            scene.add(Shape::circle(cx, cy, r).stroke(Ink::Solid).weight(0.04));
            for (i, &v) in walk.iter().enumerate() {
                let angle = std::f64::consts::TAU * (i as f64 / walk.len() as f64 - 0.25);
                let (px, py) = (cx + r * angle.cos(), cy + r * angle.sin());
                let letter = name(usize::from(numbers[usize::from(v)]));
                let lives = format!("{letter}, {} lives", at.lives(v));
                scene.add(Shape::circle(px, py, spot).fill(Ink::Paper).stroke(Ink::Solid).label(lives));
                scene.add(Shape::text(px, py, 0.34, letter));
            }
        }
        y += h + 0.3;
    }
    scene
}

/// Several pictures side by side, so many in a row.
pub fn strip(name: &str, caption: &str, scenes: &[Scene], row: usize) -> Scene {
    let (size, columns) = (4.0, row.min(scenes.len()).max(1));
    let rows = scenes.len().div_ceil(columns).max(1);
    let mut strip = Scene::new(name, caption, size * columns as f64, (size + 0.5) * rows as f64);
    for (i, scene) in scenes.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * size, (i / columns) as f64 * (size + 0.5));
        let scale = (size - 0.2) / scene.frame[2].max(scene.frame[3]);
        strip.place(scene, x + 0.1, y + (size - 0.2 - scale * scene.frame[3]) / 2.0, scale);
        let letters = fitting(&scene.caption, size - 0.2, 0.3);
        strip.add(Shape::text(x + size / 2.0, y + size + 0.2, letters, scene.caption.clone()));
    }
    strip
}

/// The positions of a game, each turned like the one before it, its newest curve accented.
///
/// Not all of them when it is to stop.
pub fn story(history: &[Position], captions: &[&str], watch: &mut dyn Watch) -> Vec<Scene> {
    let mut before: Option<Drawing> = None;
    let mut scenes = Vec::with_capacity(history.len());
    for (i, (at, caption)) in history.iter().zip(captions).enumerate() {
        if watch.look(i as u64, Some(history.len() as u64)).is_break() {
            break;
        }
        let Some(mut now) = whole(at, CAREFUL) else {
            scenes.push(scene(at, caption));
            continue;
        };
        if let Some(before) = &before {
            now.turn_like(before);
        }
        scenes.push(now.scene(caption, (i > 0).then(|| at.degree.len() as u16 - 1)));
        before = Some(now);
    }
    scenes
}

/// A move that a touch plays: its name and, where it is drawn, the picture of what it leaves.
pub(super) struct Offer {
    pub play: String,
    pub leaves: Option<Scene>,
}

/// The most moves that are drawn beside the board, and the most that stand below it by name.
pub(super) const MOST_DRAWN: usize = 16;
const MOST_NAMED: usize = 60;
const NAMES_ACROSS: usize = 4;

/// A position of which no drawing is kept.
///
/// With it the drawing that pictures of its moves are turned like, if it is a whole scene.
pub(super) fn unkept(at: &Position, title: &str) -> (Scene, Option<Drawing>) {
    let fresh = at.degree.len().checked_sub(1).filter(|&v| at.degree[v] == 2).map(|v| v as u16);
    match whole(at, CAREFUL) {
        Some(now) => (now.scene(title, fresh), Some(now)),
        None => (scene(at, title), None),
    }
}

/// What a move leaves, turned like the position before it.
pub(super) fn preview(at: &Drawing, leaves: &Position) -> Option<Scene> {
    let mut after = whole(leaves, QUICK)?;
    after.turn_like(at);
    Some(after.scene("", leaves.degree.len().checked_sub(1).map(|spot| spot as u16)))
}

/// The board with its moves: previews below it, further names below them; a touch plays the move. (Beside the board
/// they would halve it on a narrow screen, where it is drawn on with a finger.)
pub(super) fn board(picture: Scene, offers: &[Offer]) -> Scene {
    if offers.is_empty() {
        return picture;
    }
    let (drawn, named): (Vec<&Offer>, Vec<&Offer>) = offers.iter().partition(|offer| offer.leaves.is_some());
    let shown = named.len().min(MOST_NAMED);
    // Few previews are larger; many take half of the board's height.
    let columns = (4..).find(|c| c * c >= 2 * drawn.len()).unwrap_or(4);
    let plate = SIDE / columns as f64;
    let names = SIDE + 0.2 + drawn.len().div_ceil(columns) as f64 * plate;
    let lines = shown.div_ceil(NAMES_ACROSS) + usize::from(named.len() > shown);
    let mut board = Scene::new("position", picture.caption.clone(), SIDE, names + lines as f64 * 0.8);
    board.place(&picture, 0.0, 0.0, SIDE / picture.frame[2].max(picture.frame[3]));
    for (i, offer) in drawn.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * plate, SIDE + 0.2 + (i / columns) as f64 * plate);
        add_preview(&mut board, offer, [x + 0.1, y, plate - 0.2]);
    }
    for (i, offer) in named.iter().take(shown).enumerate() {
        let across = SIDE / NAMES_ACROSS as f64;
        let (x, y) = ((i % NAMES_ACROSS) as f64 * across, names + (i / NAMES_ACROSS) as f64 * 0.8);
        let plate = Shape::rect(x + 0.1, y, across - 0.2, 0.65).fill(Ink::Shade(4)).stroke(Ink::Rule).weight(0.03);
        board.add(plate.touch(offer.play.clone()).label(format!("play {}", offer.play)));
        let size = fitting(&offer.play, across - 0.3, 0.36);
        board.add(Shape::text(x + across / 2.0, y + 0.325, size, offer.play.clone()));
    }
    if named.len() > shown {
        let more = format!("and {} more by name", named.len() - shown);
        board.add(Shape::text(SIDE / 2.0, names + lines as f64 * 0.8 - 0.4, 0.36, more).fill(Ink::Rule));
    }
    board
}

/// The size of letters at which a text fits a width.
fn fitting(text: &str, width: f64, most: f64) -> f64 {
    (width / (0.56 * text.chars().count().max(1) as f64)).min(most)
}

fn add_preview(board: &mut Scene, offer: &Offer, [x, y, size]: [f64; 3]) {
    let plate = Shape::rect(x, y, size, size).fill(Ink::Paper).stroke(Ink::Rule).weight(0.03);
    board.add(plate.touch(offer.play.clone()).label(format!("play {}", offer.play)));
    let letters = fitting(&offer.play, size - 0.2, (0.12 * size).min(0.45));
    if let Some(after) = &offer.leaves {
        let inner = size - 0.5 - letters;
        let scale = inner / after.frame[2].max(after.frame[3]);
        board.place(after, x + (size - inner) / 2.0, y + 0.15, scale);
    }
    board.add(Shape::text(x + size / 2.0, y + size - 0.15 - letters / 2.0, letters, offer.play.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::Canon;
    use crate::land::{compact, unfold};
    use crate::plain;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn assert_no_crossing(layout: &Layout, what: &Position) {
        let round = rounded(layout);
        let courses: Vec<Vec<Point>> = (0..round.len()).map(|e| course(layout, e, round[e])).collect();
        for a in 0..courses.len() {
            for b in 0..a {
                assert!(!cross(&courses[a], &courses[b]), "{what}: edges {a} and {b}");
            }
        }
    }

    /// Whether a point lies within a closed chain of points.
    fn encloses(chain: &[Point], p: Point) -> bool {
        let pairs = chain.iter().zip(chain.iter().cycle().skip(1));
        let crossed = |(a, b): &(&Point, &Point)| {
            (a.1 > p.1) != (b.1 > p.1) && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0
        };
        pairs.filter(crossed).count() % 2 == 1
    }

    #[test]
    fn a_loop_encloses_the_figures_that_its_name_says_and_no_others() {
        let mut loops = 0;
        for n in 2..=5 {
            let start = Position::start(n).with_names();
            for curve in plain::curves(&start).into_iter().filter(|curve| curve.from == curve.to) {
                let after = plain::draw(&start, &curve);
                let Drawing { layout, .. } = whole(&after, CAREFUL).expect("a loop is drawn");
                let mut chain = course(&layout, 0, false);
                let mut second = course(&layout, 1, false);
                if chain.last() != second.first() {
                    second.reverse();
                }
                chain.extend(second);
                for (boundary, walk) in start.regions[0].iter().enumerate().filter(|(b, _)| *b != curve.from.0) {
                    let spot = layout.points[usize::from(walk[0])];
                    assert_eq!(encloses(&chain, spot), curve.inside.contains(&boundary), "{after}");
                }
                loops += 1;
            }
        }
        assert!(loops > 20, "{loops}");
    }

    #[test]
    fn random_games_are_drawn_without_crossings() {
        let mut chance = ChaCha8Rng::seed_from_u64(4);
        for n in 1..=4 {
            let mut at = Position::start(n).with_names();
            loop {
                let scene = whole(&at, CAREFUL).unwrap_or_else(|| panic!("{at}"));
                assert_eq!(scene.at, at, "a whole scene is drawn as it stands");
                assert_no_crossing(&scene.layout, &at);
                let curves = plain::curves(&at);
                if curves.is_empty() {
                    break;
                }
                at = plain::draw(&at, &curves[chance.random_range(0..curves.len())]);
            }
        }
    }

    /// Every land of random games is completed to a scene of which it is the canonical form again.
    #[test]
    fn lands_are_completed_to_drawings_of_themselves() {
        let mut chance = ChaCha8Rng::seed_from_u64(9);
        let mut canon = Canon::exact();
        let mut completed = 0;
        for round in 0..40 {
            let mut at = Position::start(2 + round % 5);
            for step in 0.. {
                let curves = plain::curves(&at);
                if curves.is_empty() {
                    break;
                }
                at = plain::draw(&at, &curves[chance.random_range(0..curves.len())]);
                canon.simplify(&compact(&at).unwrap());
                for land in canon.lands.clone() {
                    let simple = unfold(&land);
                    let (whole, map) = complete(&simple).unwrap_or_else(|| panic!("{simple}"));
                    canon.simplify(&compact(&whole).unwrap());
                    assert_eq!(canon.lands, [land], "{simple} was drawn as {whole}");
                    completed += 1;
                    if step % 3 == 0 && round % 4 == 0 {
                        assert!(map_of(&whole).is_some() || map.edges.len() > 12, "{whole} is the text of a scene");
                        let layout = layout(&whole, map, CAREFUL).unwrap();
                        assert_no_crossing(&layout, &whole);
                    }
                }
            }
        }
        assert!(completed > 200, "{completed}");
    }

    #[test]
    fn every_text_has_a_picture() {
        for text in
            ["{AB2}{AB}", "{ABC}{ABC}", "{1}", "{}", "{222}", "{2}", "{3}", "{A.0}{A.0*2}", "{12}{12}", "{A2A1}"]
        {
            let scene = scene(&text.parse().unwrap(), text);
            assert!(!scene.shapes.is_empty() && !scene.caption.contains("schematic"), "{text}: {}", scene.caption);
        }
        // Four regions that see each other pairwise, three at a time in a way that no sphere allows.
        for text in ["{ABCD}{ABCD}{EF}{EF}{G.H}{G.H}", "{A1.B2}{AB}"] {
            let scene = scene(&text.parse().unwrap(), text);
            assert!(scene.caption.contains("schematic"), "{text}: {}", scene.caption);
        }
    }
}
