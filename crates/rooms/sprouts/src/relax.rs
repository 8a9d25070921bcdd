//! Curves that are drawn tight, and drawings that make room.
//!
//! What is nearer than it should be pushes; what has room stays exactly where it is. No point moves further than a
//! third of its distance from the nearest stretch of curve, nor that stretch towards it, so nothing can cross (Bertault
//! 1999); what came out is read in whole numbers all the same, and thrown away unless it draws the same position.

use super::plane::{Pt, UNIT, distance, far, in_triangle, lies_on, meet, middle};
use super::position::Position;
use super::sheet::{Sheet, only_joined};

const ONE: f64 = UNIT as f64;
/// How near a curve may come to a spot and to another curve before they push.
const SPOT_ROOM: f64 = 0.6;
const LINE_ROOM: f64 = 0.34;
const ANGLE_ROOM: f64 = 0.2;
/// Bends that are nearer to the next point than this are taken out where nothing lies between.
const CLOSE: f64 = 0.25 * ONE;
/// A stretch that is longer is given a bend.
const LONG: f64 = 0.8 * ONE;
const ROUNDS: usize = 40;
/// What a tightened curve keeps clear of.
const TIGHT: f64 = 0.42 * ONE;

/// Whether a stretch meets nothing of a sheet, apart from its own ends.
pub fn is_free(sheet: &Sheet, a: Pt, b: Pt) -> bool {
    sheet.stretches().all(|(_, c, d)| !meet(a, b, c, d) || only_joined(a, b, c, d))
        && sheet.spots.iter().all(|&spot| spot == a || spot == b || !lies_on(spot, a, b))
}

/// How near a stretch comes to spots and bends that are not its ends.
fn clearance(sheet: &Sheet, a: Pt, b: Pt) -> f64 {
    let points = sheet.spots.iter().chain(sheet.lines.iter().flat_map(|line| &line.course));
    points.filter(|&&p| p != a && p != b).map(|&p| distance(p, a, b)).fold(f64::INFINITY, f64::min)
}

/// Takes bends out of a course wherever nothing lies between it and the short cut.
pub fn tighten(sheet: &Sheet, course: &[Pt]) -> Vec<Pt> {
    let mut course = course.to_vec();
    let points: Vec<Pt> = sheet.spots.iter().chain(sheet.lines.iter().flat_map(|line| &line.course)).copied().collect();
    let mut changed = true;
    while changed {
        changed = false;
        let mut k = 1;
        while k + 1 < course.len() && course.len() > 3 {
            let [a, b, c] = [course[k - 1], course[k], course[k + 1]];
            let empty = |p: &Pt| *p == a || *p == c || !in_triangle(*p, [a, b, c]);
            let own = |(i, p): (usize, &Pt)| (k - 1..=k + 1).contains(&i) || empty(p);
            let kept = clearance(sheet, a, b).min(clearance(sheet, b, c)).min(TIGHT);
            let apart = |w: &[Pt]| !meet(a, c, w[0], w[1]) || only_joined(a, c, w[0], w[1]);
            if a != c
                && clearance(sheet, a, c) >= kept
                && points.iter().all(empty)
                && course.iter().enumerate().all(own)
                && is_free(sheet, a, c)
                && course[..k].windows(2).all(apart)
                && course[k + 1..].windows(2).all(apart)
            {
                course.remove(k);
                changed = true;
            } else {
                k += 1;
            }
        }
    }
    course
}

/// Gives long stretches bends.
pub fn supple(course: &[Pt]) -> Vec<Pt> {
    let mut fine = vec![course[0]];
    for pair in course.windows(2) {
        let parts = (far(pair[0], pair[1]) / LONG).ceil().clamp(1.0, 12.0) as i64;
        for k in 1..parts {
            let at = |a: i64, b: i64| a + (b - a) * k / parts;
            fine.push((at(pair[0].0, pair[1].0), at(pair[0].1, pair[1].1)));
        }
        fine.push(pair[1]);
    }
    if let [a, b] = fine[..] {
        fine.insert(1, middle(a, b));
    }
    fine
}

/// A drawing as points that are pushed about: spots first, then bends.
struct Loose {
    points: Vec<(f64, f64)>,
    spots: usize,
    /// Stretches between points.
    stretches: Vec<(usize, usize)>,
    /// The points that a stretch joins with each.
    beside: Vec<Vec<usize>>,
    /// Bends of the newest curve, with the points beside them: they pass as straight as they can.
    fresh: Vec<[usize; 3]>,
}

impl Loose {
    fn of(sheet: &Sheet) -> Loose {
        let real = |p: &Pt| (p.0 as f64 / ONE, p.1 as f64 / ONE);
        let mut loose = Loose {
            points: sheet.spots.iter().map(real).collect(),
            spots: sheet.spots.len(),
            stretches: Vec::new(),
            beside: Vec::new(),
            fresh: Vec::new(),
        };
        for (number, line) in sheet.lines.iter().enumerate() {
            let first = loose.points.len();
            let bends = line.course.len() - 2;
            loose.points.extend(line.course[1..=bends].iter().map(real));
            let mut way = vec![usize::from(line.ends.0)];
            way.extend(first..first + bends);
            way.push(usize::from(line.ends.1));
            loose.stretches.extend(way.windows(2).map(|w| (w[0], w[1])));
            if number + 2 >= sheet.lines.len() {
                loose.fresh.extend(way.windows(3).map(|w| [w[0], w[1], w[2]]));
            }
        }
        loose.beside = vec![Vec::new(); loose.points.len()];
        for &(a, b) in &loose.stretches {
            loose.beside[a].push(b);
            loose.beside[b].push(a);
        }
        loose
    }

    /// One round of pushes; false when nothing moved.
    fn round(&mut self, heat: f64) -> bool {
        let points = &self.points;
        let mut force = vec![(0.0f64, 0.0f64); points.len()];
        let mut room = vec![f64::INFINITY; points.len()];
        let mut push = |i: usize, along: (f64, f64), size: f64| {
            force[i] = (force[i].0 + size * along.0, force[i].1 + size * along.1);
        };
        for &(a, b) in &self.stretches {
            let (pa, pb) = (points[a], points[b]);
            let low = (pa.0.min(pb.0) - 1.0, pa.1.min(pb.1) - 1.0);
            let high = (pa.0.max(pb.0) + 1.0, pa.1.max(pb.1) + 1.0);
            for (p, &at) in points.iter().enumerate() {
                if at.0 < low.0 || at.0 > high.0 || at.1 < low.1 || at.1 > high.1 || p == a || p == b {
                    continue;
                }
                let (foot, t) = foot_of(at, pa, pb);
                let apart = (at.0 - foot.0, at.1 - foot.1);
                let square = apart.0 * apart.0 + apart.1 * apart.1;
                if square > 1.0 {
                    continue;
                }
                let far = square.sqrt();
                for i in [p, a, b] {
                    room[i] = if far < 1e-7 { 0.0 } else { room[i].min(far) };
                }
                // Lines that end in one spot leave it at an angle; what follows a bend of its own line is left alone.
                let joined = |q: usize| self.beside[p].contains(&q);
                let near = match p < self.spots {
                    true => SPOT_ROOM,
                    false if a < self.spots && joined(a) || b < self.spots && joined(b) => ANGLE_ROOM,
                    false => LINE_ROOM,
                };
                let own = |q: usize| (q >= self.spots || p < self.spots) && joined(q);
                if far < near && far > 1e-7 && !own(a) && !own(b) {
                    let size = (near - far) / far;
                    push(p, apart, 0.5 * size);
                    push(a, apart, -0.5 * size * (1.0 - t));
                    push(b, apart, -0.5 * size * t);
                }
            }
        }
        for i in 0..self.spots {
            for j in 0..i {
                let apart = (points[i].0 - points[j].0, points[i].1 - points[j].1);
                let far = (apart.0 * apart.0 + apart.1 * apart.1).sqrt();
                room[i] = room[i].min(far / 2.0);
                room[j] = room[j].min(far / 2.0);
                if far < 2.0 * SPOT_ROOM && far > 1e-7 {
                    let size = 0.25 * (2.0 * SPOT_ROOM - far) / far;
                    push(i, apart, size);
                    push(j, apart, -size);
                }
            }
        }
        for &[a, b, c] in &self.fresh {
            let mid = ((points[a].0 + points[c].0) / 2.0, (points[a].1 + points[c].1) / 2.0);
            push(b, (mid.0 - points[b].0, mid.1 - points[b].1), 0.35);
        }
        self.step(&force, &room, heat)
    }

    fn step(&mut self, force: &[(f64, f64)], room: &[f64], heat: f64) -> bool {
        let mut moved = false;
        for (p, (f, room)) in self.points.iter_mut().zip(force.iter().zip(room)) {
            let size = (f.0 * f.0 + f.1 * f.1).sqrt();
            if size > 2e-3 {
                let by = (heat * size).min(0.3).min(room / 3.1) / size;
                *p = (p.0 + by * f.0, p.1 + by * f.1);
                moved = true;
            }
        }
        moved
    }

    fn onto(&self, sheet: &Sheet) -> Sheet {
        let grid = |p: &(f64, f64)| ((p.0 * ONE).round() as i64, (p.1 * ONE).round() as i64);
        let mut after = sheet.clone();
        let mut next = self.spots;
        for (spot, p) in after.spots.iter_mut().zip(&self.points) {
            *spot = grid(p);
        }
        for line in &mut after.lines {
            let last = line.course.len() - 1;
            for bend in &mut line.course[1..last] {
                *bend = grid(&self.points[next]);
                next += 1;
            }
            line.course[0] = after.spots[usize::from(line.ends.0)];
            line.course[last] = after.spots[usize::from(line.ends.1)];
        }
        after
    }
}

/// The point of a stretch that is nearest to p, and how far along it lies.
fn foot_of(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> ((f64, f64), f64) {
    let (ab, ap) = ((b.0 - a.0, b.1 - a.1), (p.0 - a.0, p.1 - a.1));
    let length = ab.0 * ab.0 + ab.1 * ab.1;
    let t = if length > 0.0 { ((ap.0 * ab.0 + ap.1 * ab.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    ((a.0 + t * ab.0, a.1 + t * ab.1), t)
}

/// The same drawing without bends that stand too close.
fn thinned(sheet: &Sheet) -> Sheet {
    let mut sheet = sheet.clone();
    for line in 0..sheet.lines.len() {
        let mut k = 1;
        while k + 1 < sheet.lines[line].course.len() && sheet.lines[line].course.len() > 3 {
            let course = &sheet.lines[line].course;
            let [a, b, c] = [course[k - 1], course[k], course[k + 1]];
            let points = sheet.spots.iter().chain(sheet.lines.iter().flat_map(|line| &line.course));
            let mut others = points.filter(|&&p| p != a && p != b && p != c);
            let close = far(a, b).min(far(b, c)) < CLOSE && a != c;
            if close && others.all(|&p| !in_triangle(p, [a, b, c])) && is_free(&sheet, a, c) {
                sheet.lines[line].course.remove(k);
            } else {
                k += 1;
            }
        }
    }
    sheet
}

/// The same drawing with more room where it is tight.
#[must_use]
pub fn relaxed(sheet: &Sheet, at: &Position) -> Sheet {
    let mut loose = Loose::of(sheet);
    for round in 0..ROUNDS {
        if !loose.round(0.5 - 0.4 * round as f64 / ROUNDS as f64) {
            break;
        }
    }
    let moved = loose.onto(sheet);
    let good = |sheet: &Sheet| {
        let within = |p: &Pt| p.0.abs().max(p.1.abs()) < 20 * UNIT;
        sheet.lines.iter().flat_map(|line| &line.course).all(within) && sheet.is_plane() && sheet.told(at).is_some()
    };
    let thin = thinned(&moved);
    [thin, moved].into_iter().find(good).unwrap_or_else(|| sheet.clone())
}
