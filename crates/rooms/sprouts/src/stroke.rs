//! What a hand drew, and which curve it is.
//!
//! A stroke begins and ends at spots and crosses nothing. Its class is read off the drawing: the corners of the walks
//! that it leaves and reaches, and, where it closes, the figures on its first side. Whoever draws through a line, ends
//! nowhere or uses a life that is not there is told so.

use super::plain::Curve;
use super::plane::{Pt, UNIT, by_angle, distance, encloses, far, lies_on, meet, turned_area};
use super::position::{Position, name};
use super::sheet::{Sheet, Side, Told, only_joined};
use kit::{Error, Result, shorten};

/// Steps of the grid between the whole numbers of a text: a text tells hundredths of a unit.
pub const HUNDREDTH: i64 = UNIT / 100;
/// The farthest that a text may tell, and the most points of a stroke and of a move.
const FARTHEST: i64 = 1500;
const MOST_POINTS: usize = 1000;
const MOST_BENDS: usize = 80;
/// How near to a spot a stroke begins and ends, and what of it is straight there.
const REACH: f64 = 0.7 * UNIT as f64;
const STRAIGHT: f64 = 0.3 * UNIT as f64;
/// How much of the trembling of a hand is left out, if that crosses nothing.
const TREMBLE: [f64; 3] = [0.08 * UNIT as f64, 0.03 * UNIT as f64, 0.0];

/// A curve that is to be drawn: its ends, its course from the one to the other, and which point of it is the spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The spots at its ends.
    pub ends: (u16, u16),
    /// Its course, the ends included.
    pub course: Vec<Pt>,
    /// The place of the new spot in the course, where it was marked.
    pub mark: Option<usize>,
}

impl Stroke {
    /// The course with a point for the new spot, and its place: where it was marked, or else halfway.
    pub fn spotted(&self) -> (Vec<Pt>, usize) {
        if let Some(mark) = self.mark {
            return (self.course.clone(), mark);
        }
        let all: f64 = self.course.windows(2).map(|w| far(w[0], w[1])).sum();
        let mut gone = 0.0;
        for (i, w) in self.course.windows(2).enumerate() {
            let length = far(w[0], w[1]);
            if gone + length >= all / 2.0 {
                let part = (all / 2.0 - gone) / length.max(1.0);
                let at = |a: i64, b: i64| a + ((b - a) as f64 * part).round() as i64;
                let spot = (at(w[0].0, w[1].0), at(w[0].1, w[1].1));
                let mut course = self.course.clone();
                // A bend that is as good as halfway is the spot, so that no stretch is tiny.
                for near in [i, i + 1] {
                    if near > 0 && near + 1 < course.len() && far(course[near], spot) < STRAIGHT / 3.0 {
                        return (course, near);
                    }
                }
                course.insert(i + 1, spot);
                return (course, i + 1);
            }
            gone += length;
        }
        (self.course.clone(), self.course.len() / 2)
    }

    /// The points between its ends as a text.
    pub fn text(&self) -> String {
        let word = |(i, p): (usize, &Pt)| {
            let star = if self.mark == Some(i) { "*" } else { "" };
            format!("{},{}{star}", p.0 / HUNDREDTH, p.1 / HUNDREDTH)
        };
        let last = self.course.len() - 1;
        let words: Vec<String> = self.course.iter().enumerate().take(last).skip(1).map(word).collect();
        words.join(" ")
    }
}

fn refuse(what: impl Into<String>, instead: &str) -> Error {
    Error::usage("the curve", what.into(), instead)
}

/// Points as a text tells them, and which of them has a star.
fn points_of(text: &str) -> Result<(Vec<Pt>, Option<usize>)> {
    let (mut points, mut mark) = (Vec::new(), None);
    for word in text.split_whitespace() {
        let plain = word.strip_suffix('*').unwrap_or(word);
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|v| v.abs() <= FARTHEST as f64);
        let point = plain.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let Some((x, y)) = point else {
            let wants = format!("write x,y with numbers to {FARTHEST}, as in 120,-35");
            return Err(Error::usage(format!("{:?}", shorten(word)), "no point of the sheet", wants));
        };
        if plain.len() < word.len() {
            mark = Some(points.len());
        }
        let point = (x.round() as i64 * HUNDREDTH, y.round() as i64 * HUNDREDTH);
        if points.last() != Some(&point) {
            points.push(point);
        } else if mark == Some(points.len()) {
            mark = Some(points.len() - 1);
        }
        if points.len() > MOST_POINTS {
            return Err(refuse(format!("it has more than {MOST_POINTS} points"), "draw a simpler one"));
        }
    }
    Ok((points, mark))
}

/// The points that tell a course apart from a straight line by more than a tolerance (Douglas and Peucker 1973).
fn simplified(points: &[Pt], tolerance: f64) -> Vec<Pt> {
    let [first, .., last] = points else { return points.to_vec() };
    let bend = points[1..points.len() - 1].iter().map(|&p| distance(p, *first, *last)).enumerate();
    let farthest = bend.fold((0, tolerance), |best, (i, d)| if d > best.1 { (i + 1, d) } else { best });
    if farthest.0 == 0 {
        return vec![*first, *last];
    }
    let mut list = simplified(&points[..=farthest.0], tolerance);
    list.pop();
    list.extend(simplified(&points[farthest.0..], tolerance));
    list
}

/// What a hand drew, from spot to spot.
pub fn drawn(at: &Position, sheet: &Sheet, text: &str) -> Result<Stroke> {
    let (points, mark) = points_of(text)?;
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Err(refuse("it has no points", "draw from a spot to a spot"));
    };
    let u = spot_at(sheet, first).ok_or_else(|| refuse("it begins nowhere", "begin it at a spot"))?;
    let v = spot_at(sheet, last).ok_or_else(|| refuse("it ends nowhere", "lead it to a spot"))?;
    check_lives(at, u, v)?;
    let from = points.iter().position(|&p| far(p, sheet.spots[usize::from(u)]) > straight(sheet, u));
    let upto = points.iter().rposition(|&p| far(p, sheet.spots[usize::from(v)]) > straight(sheet, v));
    let inner: Vec<Pt> = match (from, upto) {
        (Some(from), Some(upto)) if from <= upto => points[from..=upto].to_vec(),
        _ => Vec::new(),
    };
    let mark = mark.zip(from).and_then(|(mark, from)| mark.checked_sub(from)).filter(|&m| m < inner.len());
    if u == v && inner.len() < 2 {
        return Err(refuse("it goes nowhere", "draw a loop, or lead it to another spot"));
    }
    let mut refused = None;
    for tremble in TREMBLE {
        let stroke = smooth(sheet, (u, v), &inner, mark, tremble);
        match check_course(sheet, &stroke) {
            Ok(()) => return Ok(forward(stroke)),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.unwrap_or_else(|| refuse("it cannot be drawn", "draw another")))
}

/// The spot that a hand means.
fn spot_at(sheet: &Sheet, p: Pt) -> Option<u16> {
    let near = sheet.spots.iter().enumerate().map(|(v, &q)| (far(p, q), v as u16));
    near.filter(|&(d, _)| d <= REACH).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, v)| v)
}

fn check_lives(at: &Position, u: u16, v: u16) -> Result<()> {
    for spot in [u, v] {
        if at.lives(spot) == 0 {
            let why = format!("{} has no life left: three curves end there", name(spot.into()));
            return Err(refuse(why, "take another spot"));
        }
    }
    match u == v && at.lives(u) < 2 {
        true => {
            let why = format!("{} has one life left, and a loop takes two", name(u.into()));
            Err(refuse(why, "lead it to another spot"))
        }
        false => Ok(()),
    }
}

/// How far from a spot a stroke is taken as straight: the lines that end there are straight so far as well.
fn straight(sheet: &Sheet, spot: u16) -> f64 {
    let own = sheet.leaving(spot).into_iter().map(|side| sheet.course(side)).map(|c| 0.6 * far(c[0], c[1]));
    own.chain([0.8 * sheet.room(spot.into())]).fold(STRAIGHT, f64::min)
}

fn smooth(sheet: &Sheet, ends: (u16, u16), inner: &[Pt], mark: Option<usize>, tremble: f64) -> Stroke {
    let (u, v) = (sheet.spots[usize::from(ends.0)], sheet.spots[usize::from(ends.1)]);
    let (parts, marked): (Vec<Pt>, Option<usize>) = match mark {
        Some(m) => {
            let mut one = simplified(&inner[..=m], tremble);
            let place = one.len() - 1;
            one.pop();
            one.extend(simplified(&inner[m..], tremble));
            (one, Some(place + 1))
        }
        None if ends.0 == ends.1 => {
            // A loop has no straight line to compare with: it is taken in two halves.
            let half = inner.len() / 2;
            let mut one = simplified(&inner[..=half], tremble);
            one.pop();
            one.extend(simplified(&inner[half..], tremble));
            (one, None)
        }
        None => (simplified(inner, tremble), None),
    };
    let course = [u].into_iter().chain(parts).chain([v]).collect();
    Stroke { ends, course, mark: marked }
}

/// The same from the spot that is named first.
fn forward(mut stroke: Stroke) -> Stroke {
    if stroke.ends.0 > stroke.ends.1 {
        stroke.ends = (stroke.ends.1, stroke.ends.0);
        stroke.course.reverse();
        stroke.mark = stroke.mark.map(|mark| stroke.course.len() - 1 - mark);
    }
    stroke
}

/// A course that a move tells: the points between its ends, as they stand.
pub fn told_along(at: &Position, sheet: &Sheet, ends: (u16, u16), text: &str) -> Result<Stroke> {
    let (points, mark) = points_of(text)?;
    check_lives(at, ends.0, ends.1)?;
    let (u, v) = (sheet.spots[usize::from(ends.0)], sheet.spots[usize::from(ends.1)]);
    let stroke = Stroke { ends, course: [u].into_iter().chain(points).chain([v]).collect(), mark: mark.map(|m| m + 1) };
    check_course(sheet, &stroke)?;
    Ok(stroke)
}

/// Whether a course crosses nothing, and if not, what.
fn check_course(sheet: &Sheet, stroke: &Stroke) -> Result<()> {
    let course = &stroke.course;
    if course.len() > MOST_BENDS {
        return Err(refuse(format!("it has more than {MOST_BENDS} bends"), "draw a simpler one"));
    }
    let around = "draw around it";
    let mut last = None;
    for w in course.windows(2) {
        for (line, a, b) in sheet.stretches() {
            if meet(w[0], w[1], a, b) && !only_joined(w[0], w[1], a, b) {
                let (u, v) = sheet.lines[line].ends;
                let ends = format!("{} to {}", name(u.into()), name(v.into()));
                return Err(refuse(format!("it crosses the line from {ends}"), around));
            }
        }
        let through = |&(v, &p): &(usize, &Pt)| {
            let own = [stroke.ends.0, stroke.ends.1].contains(&(v as u16)) && (p == w[0] || p == w[1]);
            lies_on(p, w[0], w[1]) && !own
        };
        if let Some((v, _)) = sheet.spots.iter().enumerate().find(through) {
            return Err(refuse(format!("it passes through {}", name(v)), around));
        }
        last = Some(w);
    }
    let crossed = |i: usize, j: usize| {
        let (a, b, c, d) = (course[i], course[i + 1], course[j], course[j + 1]);
        meet(a, b, c, d) && !only_joined(a, b, c, d)
    };
    let itself = (0..course.len() - 1).any(|i| (0..i).any(|j| crossed(i, j)));
    match itself || last.is_none() || course.windows(2).any(|w| w[0] == w[1]) {
        true => Err(refuse("it crosses itself", "draw it without a knot")),
        false => Ok(()),
    }
}

/// The corner of a walk from which a course leaves: region, boundary, place.
fn corner(sheet: &Sheet, told: &Told, spot: u16, next: Pt) -> Option<(usize, usize, usize)> {
    let here = sheet.spots[usize::from(spot)];
    let leaving: Vec<Side> = sheet.leaving(spot);
    let before = |side: &&Side| {
        let to = sheet.course(**side)[1];
        by_angle((to.0 - here.0, to.1 - here.1), (next.0 - here.0, next.1 - here.1)).is_le()
    };
    let side = leaving.iter().rev().find(before).or(leaving.last());
    for (r, rings) in told.rings.iter().enumerate() {
        for (b, ring) in rings.iter().enumerate() {
            let place = match side {
                Some(side) => ring.sides.iter().position(|s| s == side),
                None => (ring.spots == [spot]).then_some(0),
            };
            if let Some(place) = place {
                return Some((r, b, place));
            }
        }
    }
    None
}

/// Which curve a course is, on a sheet that is told in the order of its position.
pub fn class(sheet: &Sheet, told: &Told, stroke: &Stroke) -> Option<Curve> {
    let mut course = stroke.course.clone();
    let from = corner(sheet, told, stroke.ends.0, course[1])?;
    let to = corner(sheet, told, stroke.ends.1, course[course.len() - 2])?;
    let region = from.0;
    if to.0 != region {
        return None;
    }
    let (mut from, mut to) = ((from.1, from.2), (to.1, to.2));
    if from > to {
        (from, to) = (to, from);
        course.reverse();
    }
    let rings = &told.rings[region];
    if from.0 != to.0 {
        return Some(Curve { region, from, to, inside: Vec::new() });
    }
    let own = &rings[from.0];
    // The first side lies to the left of the walk from the one corner to the other and back along the curve.
    let mut chain: Vec<Pt> = Vec::new();
    for &side in &own.sides[from.1.min(own.sides.len())..to.1.min(own.sides.len())] {
        let mut part = sheet.course(side);
        part.pop();
        chain.extend(part);
    }
    chain.extend(course[1..].iter().rev());
    let first_is_within = match (from == to, own.sides.first()) {
        (true, None) => true,
        // The first side of a loop is the one where its own figure is not.
        (true, Some(&side)) => !encloses(&chain, sheet.course(side)[1]),
        (false, _) => turned_area(&chain) > 0,
    };
    let point = |b: &usize| sheet.spots[usize::from(rings[*b].spots[0])];
    let others = (0..rings.len()).filter(|&b| b != from.0);
    let inside = others.filter(|b| encloses(&chain, point(b)) == first_is_within).collect();
    Some(Curve { region, from, to, inside })
}
