//! The drawing after a move: a function of the drawing before it and of the move's text, so that a link and an undo
//! bring back what was seen.

use super::plain::Curve;
use super::position::Position;
use super::relax::{relaxed, supple, tighten};
use super::route::Ground;
use super::scene;
use super::sheet::{Sheet, Told};
use super::stroke::Stroke;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The first drawing of a position, where its text is a whole scene.
pub(super) fn first(at: &Position) -> Option<Sheet> {
    let mut sheet = Sheet::of(&scene::unsupplied(at)?);
    if sheet.told(at).is_none() {
        let spots = sheet.spots.iter_mut();
        for p in spots.chain(sheet.lines.iter_mut().flat_map(|line| &mut line.course)) {
            p.0 = -p.0;
        }
    }
    (sheet.is_plane() && sheet.told(at).is_some()).then_some(sheet)
}

/// A good course for a curve.
pub(super) fn house(ground: &Ground<'_>, sheet: &Sheet, told: &Told, curve: &Curve) -> Option<Stroke> {
    let rings = &told.rings[curve.region];
    let ends = (rings[curve.from.0].spots[curve.from.1], rings[curve.to.0].spots[curve.to.1]);
    Some(Stroke { ends, course: tighten(sheet, &ground.route(curve)?), mark: None })
}

/// The drawing with a curve more, before it makes room; none if that is no drawing of what the move leaves.
pub(super) fn sketched(sheet: &Sheet, stroke: &Stroke, leaves: &Position) -> Option<Sheet> {
    let (course, spot) = stroke.spotted();
    let mut after = sheet.with(stroke.ends, &course, spot);
    let lines = after.lines.len();
    for line in &mut after.lines[lines - 2..] {
        line.course = supple(&line.course);
    }
    (after.is_plane() && after.told(leaves).is_some()).then_some(after)
}

/// Drawings that were made last: a front end replays a game at every look.
const KEPT: usize = 600;
type Known = (Arc<Sheet>, String, Arc<Sheet>);
static KNOWN: Mutex<VecDeque<Known>> = Mutex::new(VecDeque::new());

/// The drawing after a move of that text. The house's curve is routed, a hand's is taken as it is; then what is tight
/// makes room. Where that fails everything is laid out anew.
pub(super) fn after(
    (sheet, at): (&Arc<Sheet>, &Position),
    (text, curve, stroke): (&str, &Curve, Option<&Stroke>),
    leaves: &Position,
) -> Option<Arc<Sheet>> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |(before, said, _): &&Known| said == text && before == sheet;
    if let Some((_, _, after)) = known().iter().find(same) {
        return Some(Arc::clone(after));
    }
    let followed = || {
        let told = sheet.told(at)?;
        let routed = match stroke {
            Some(stroke) => stroke.clone(),
            None => house(&Ground::of(sheet, &told)?, sheet, &told, curve)?,
        };
        Some(relaxed(&sketched(sheet, &routed, leaves)?, leaves))
    };
    let after = Arc::new(followed().or_else(|| first(leaves))?);
    let mut known = known();
    if known.len() >= KEPT {
        known.pop_front();
    }
    known.push_back((Arc::clone(sheet), text.to_string(), Arc::clone(&after)));
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::super::scene::sheet::{courses, letters};
    use super::*;
    use crate::plane::UNIT;
    use kit::scene::Segment;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A course as it is seen: rounded bends in eight stretches each.
    fn seen(path: &[Segment]) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for segment in path {
            match *segment {
                Segment::Move(x, y) | Segment::Line(x, y) => points.push((x, y)),
                Segment::Curve([a, b, c, d, e, f]) => {
                    let from = points[points.len() - 1];
                    points.extend((1..=8).map(|i| {
                        let t = f64::from(i) / 8.0;
                        let s = 1.0 - t;
                        let at = |p: f64, q: f64, r: f64, z: f64| {
                            s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * z
                        };
                        (at(from.0, a, c, e), at(from.1, b, d, f))
                    }));
                }
                Segment::Close => {}
            }
        }
        points.dedup();
        points
    }

    fn crossed(a: &[(f64, f64)], b: &[(f64, f64)]) -> bool {
        let area = |p: (f64, f64), q: (f64, f64), r: (f64, f64)| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
        let meets = |p, q, r, s| area(p, q, r) * area(p, q, s) < 0.0 && area(r, s, p) * area(r, s, q) < 0.0;
        a.windows(2).any(|x| b.windows(2).any(|y| meets(x[0], x[1], y[0], y[1])))
    }

    fn far(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
        let (ab, ap) = ((b.0 - a.0, b.1 - a.1), (p.0 - a.0, p.1 - a.1));
        let t = ((ap.0 * ab.0 + ap.1 * ab.1) / (ab.0 * ab.0 + ab.1 * ab.1)).clamp(0.0, 1.0);
        (ap.0 - t * ab.0).hypot(ap.1 - t * ab.1)
    }

    /// What a person sees of a drawing: no crossing, and no letter nearer than its size to a curve that does not end in
    /// its spot. The size of the smallest letter.
    fn look(sheet: &Sheet, at: &Position) -> f64 {
        assert!(sheet.is_plane() && sheet.told(at).is_some(), "{at}");
        let courses: Vec<Vec<(f64, f64)>> = courses(sheet).iter().map(|path| seen(path)).collect();
        for a in 0..courses.len() {
            assert!((0..a).all(|b| !crossed(&courses[a], &courses[b])), "{at}: line {a}");
        }
        let mut smallest = f64::INFINITY;
        for v in (0..at.degree.len()).filter(|&v| at.degree[v] < 3) {
            let p = (sheet.spots[v].0 as f64 / UNIT as f64, sheet.spots[v].1 as f64 / UNIT as f64);
            let size = letters(sheet, v);
            smallest = smallest.min(size);
            for (line, course) in sheet.lines.iter().zip(&courses) {
                let own = usize::from(line.ends.0) == v || usize::from(line.ends.1) == v;
                let near = course.windows(2).map(|w| far(p, w[0], w[1])).fold(f64::INFINITY, f64::min);
                assert!(own || near >= size, "{at}: the letter of {v} has size {size} and a curve at {near}");
            }
        }
        smallest
    }

    /// Plays random games to their end and says how many curves were drawn, how many drawings were laid out anew, and
    /// how many had letters that are hard to read.
    fn redraw(games: impl Iterator<Item = u64>) -> [usize; 3] {
        let mut counts = [0; 3];
        for seed in games {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let mut at = Position::start(2 + seed as usize % 5).with_names();
            let mut sheet = Arc::new(first(&at).unwrap());
            loop {
                let curves = plain::curves(&at);
                if curves.is_empty() {
                    break;
                }
                let curve = &curves[chance.random_range(0..curves.len())];
                let leaves = plain::draw(&at, curve);
                let told = sheet.told(&at).unwrap();
                let stroke = house(&Ground::of(&sheet, &told).unwrap(), &sheet, &told, curve);
                let routed = stroke.and_then(|stroke| sketched(&sheet, &stroke, &leaves));
                counts[0] += 1;
                counts[1] += usize::from(routed.is_none());
                sheet = match routed {
                    Some(routed) => Arc::new(relaxed(&routed, &leaves)),
                    None => Arc::new(first(&leaves).unwrap_or_else(|| panic!("{leaves} has no drawing"))),
                };
                counts[2] += usize::from(look(&sheet, &leaves) < 0.12);
                at = leaves;
            }
        }
        counts
    }

    fn play_out(games: u64) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let counts: Vec<[usize; 3]> = std::thread::scope(|scope| {
            let parts = (0..cores).map(|core| scope.spawn(move || redraw((core as u64..games).step_by(cores))));
            parts.collect::<Vec<_>>().into_iter().map(|part| part.join().unwrap()).collect()
        });
        let [curves, anew, small]: [usize; 3] = [0, 1, 2].map(|which| counts.iter().map(|part| part[which]).sum());
        let told = format!("{curves} curves, {anew} laid out anew, {small} drawings with small letters");
        println!("{told}");
        assert!(curves as u64 > 5 * games && 200 * anew < curves && 50 * small < curves, "{told}");
    }

    #[test]
    fn random_games_are_drawn_to_their_end() {
        play_out(200);
    }

    #[test]
    #[ignore = "minutes"]
    fn ten_thousand_random_games_are_drawn_to_their_end() {
        play_out(10_000);
    }
}
