//! Positions that are drawn from nothing: spots are put on a sheet and curves are drawn between them, in any order.
//!
//! The text is a row of words: `@x,y` puts a spot, in hundredths of a unit; `A-B x,y x,y*` leads a curve from A to B
//! along these points, a star where its spot is; `draw x,y x,y` is what a hand drew, from spot to spot; `@` alone is
//! the empty sheet. What a hand does adds words, and the steps come back as they are kept.

use super::drawing;
use super::plain;
use super::plane::{Pt, UNIT, distance, far};
use super::position::{Position, name};
use super::sheet::Sheet;
use super::stroke::{self, Stroke};
use kit::{Error, Result, shorten};
use std::sync::Arc;

/// The most spots that are put, and curves that are drawn.
const MOST_SPOTS: usize = 12;
const MOST_CURVES: usize = 35;
/// How far from the middle a spot may lie, in hundredths, and how near to other spots and to lines.
const FARTHEST: f64 = 600.0;
const NEAR_SPOT: f64 = 0.6 * UNIT as f64;
const NEAR_LINE: f64 = 0.3 * UNIT as f64;
/// The words that a text begins with, and that begin a hand's stroke.
const EMPTY: &str = "@";
const DRAW: &str = "draw";

/// A drawing with the steps that made it.
#[derive(Clone, Debug)]
pub(super) struct Freehand {
    /// The drawing.
    pub sheet: Arc<Sheet>,
    /// What it is a drawing of.
    pub at: Position,
    /// Each step as it is kept.
    pub steps: Vec<String>,
    /// Whether the last step drew a curve.
    pub fresh: bool,
}

fn refuse(word: &str, why: impl std::fmt::Display, instead: &str) -> Error {
    Error::usage(format!("{:?}", shorten(word)), why, instead)
}

/// Reads a drawing; `None` if the text is none.
pub(super) fn read(text: &str) -> Result<Option<Freehand>> {
    if !text.trim_start().starts_with(EMPTY) {
        return Ok(None);
    }
    let mut drawn = Freehand::empty();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_point = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    let mut at = 0;
    while at < words.len() {
        let points = words[at + 1..].iter().take_while(|word| is_point(word)).count();
        let path = words[at + 1..=at + points].join(" ");
        match words[at] {
            EMPTY if at == 0 => {}
            word if word.starts_with('@') && points == 0 => drawn.put(word)?,
            DRAW => drawn.draw(|at, sheet| stroke::drawn(at, sheet, &path))?,
            word => {
                let ends = drawn.ends(word)?;
                drawn.draw(|at, sheet| stroke::told_along(at, sheet, ends, &path))?;
            }
        }
        at += 1 + points;
    }
    Ok(Some(drawn))
}

impl Freehand {
    fn empty() -> Freehand {
        let at = Position::start(0).with_names();
        Freehand { sheet: Arc::default(), at, steps: Vec::new(), fresh: false }
    }

    /// The spots that a word such as A-B names.
    fn ends(&self, word: &str) -> Result<(u16, u16)> {
        let spot = |text: &str| (0..self.sheet.spots.len()).find(|&v| name(v) == text).map(|v| v as u16);
        let both = word.split_once('-').and_then(|(u, v)| Some((spot(u)?, spot(v)?)));
        both.map(|(u, v)| (u.min(v), u.max(v))).ok_or_else(|| {
            refuse(word, "no step of a drawing", "write @x,y for a spot, or A-B and the points of a curve")
        })
    }

    /// Puts a spot where there is room for it.
    fn put(&mut self, word: &str) -> Result<()> {
        let number = |part: &str| part.parse::<f64>().ok().filter(|v| v.is_finite());
        let place = word[1..].split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
        let Some(place) = place else {
            return Err(refuse(word, "no place", "write @x,y with numbers, as in @120,-35"));
        };
        let [x, y] = place.map(|v| v.clamp(-FARTHEST, FARTHEST).round() as i64);
        let spot: Pt = (x * stroke::HUNDREDTH, y * stroke::HUNDREDTH);
        if let Some(v) = self.sheet.spots.iter().position(|&other| far(other, spot) < NEAR_SPOT) {
            return Err(refuse(word, format!("too near to {}", name(v)), "put it elsewhere"));
        }
        if self.sheet.stretches().any(|(_, a, b)| distance(spot, a, b) < NEAR_LINE) {
            return Err(refuse(word, "too near to a line", "put it elsewhere"));
        }
        if self.steps.iter().filter(|step| step.starts_with('@')).count() == MOST_SPOTS {
            return Err(Error::too_large("the drawing", format!("the limit is {MOST_SPOTS} spots"), "draw fewer"));
        }
        let mut sheet = Sheet::clone(&self.sheet);
        sheet.spots.push(spot);
        self.at = sheet.position();
        self.sheet = Arc::new(sheet);
        self.steps.push(format!("@{x},{y}"));
        self.fresh = false;
        Ok(())
    }

    /// Draws a curve; the rules say what it leaves, and the drawing must be one of that.
    fn draw(&mut self, stroke: impl FnOnce(&Position, &Sheet) -> Result<Stroke>) -> Result<()> {
        let tight = || Error::usage("the curve", "there is no room for it", "draw it with more room");
        if self.at.degree.len() >= MOST_SPOTS + MOST_CURVES {
            return Err(Error::too_large("the drawing", format!("the limit is {MOST_CURVES} curves"), "draw fewer"));
        }
        let stroke = stroke(&self.at, &self.sheet)?;
        let told = self.sheet.told(&self.at).ok_or_else(tight)?;
        let curve = stroke::class(&self.sheet, &told, &stroke).ok_or_else(tight)?;
        let leaves = plain::draw(&self.at, &curve);
        let (u, v) = stroke.ends;
        let step = format!("{}-{} {}", name(u.into()), name(v.into()), stroke.text()).trim_end().to_string();
        let drawn = (step.as_str(), &curve, Some(&stroke));
        self.sheet = drawing::after((&self.sheet, &self.at), drawn, &leaves).ok_or_else(tight)?;
        self.at = leaves;
        self.steps.push(step);
        self.fresh = true;
        Ok(())
    }

    /// The text of so many of its steps.
    pub(super) fn text(&self, steps: usize) -> String {
        match steps {
            0 => EMPTY.to_string(),
            _ => self.steps[..steps].join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Freehand {
        read(text).unwrap().unwrap()
    }

    #[test]
    fn a_drawing_from_nothing_is_the_position_that_it_looks_like() {
        assert_eq!(drawn("@").at.to_string(), Position::start(0).with_names().to_string());
        assert_eq!(drawn("@0,0 @300,0").at, Position::start(2).with_names());
        // A loop around one of two spots, and a spot that is put outside of it afterwards.
        let looped = drawn("@-200,0 @0,0 @300,200 draw -200,0 -100,200 150,100 150,-100 -100,-200 -200,0");
        let told = looped.sheet.told(&"{AD.B}{AD.C}".parse().unwrap());
        assert!(told.is_some(), "{}", looped.at);
        let more = drawn(&format!("{} @300,-300", looped.text(4)));
        assert!(more.sheet.told(&"{AD.B}{AD.C.E}".parse().unwrap()).is_some(), "{}", more.at);
    }

    #[test]
    fn what_is_kept_is_read_back_as_the_same_drawing() {
        let one = drawn("@-200,0 @200,0 draw -200,0 0,120* 200,0 draw -195,5 0,-220 205,0 @0,350");
        let again = drawn(&one.text(one.steps.len()));
        assert_eq!((&again.sheet, &again.at, &again.steps), (&one.sheet, &one.at, &one.steps));
        assert_eq!(one.steps.len(), 5);
        assert_eq!(drawn(&one.text(2)).at, Position::start(2).with_names());
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_in_one_line() {
        let cases = [
            ("@0,0 @10,10", "too near to A"),
            ("@0", "no place"),
            ("@0,NaN", "no place"),
            ("@0,0 x", "no step"),
            ("@0,0 A-C 1,1", "no step"),
            ("@0,0 draw", "no points"),
            ("@0,0 @300,0 draw 0,0 100,100", "ends nowhere"),
            ("@0,0 @300,0 draw 0,0 300,0 @80,10", "too near to a line"),
            ("@0,0 @300,0 A-B A-B 150,90 A-B 150,-90 A-B 150,200", "no life left"),
        ];
        kit::trial::refused(&cases, read);
        assert!(read("5").unwrap().is_none() && read("{AB}{AB}").unwrap().is_none());
    }
}
