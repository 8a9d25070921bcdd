//! Pictures of sums: the parts side by side, and the figures of games that bring no picture of their own.
//!
//! Heaps are drawn as rows of counters. What is taken shows where it is taken: a move that takes one counter is that
//! counter, a move that takes d of them is a bar below the d counters, a move that only breaks a heap is the cut. Where
//! no move leaves two heaps, as in nim, touching a counter takes it and all after it. Two piles of which more than one
//! may change are one piece on a board of two coordinates.

pub(super) mod bench;

use super::language::write_sum;
use kit::scene::{Anchor, Piece};
use kit::{Figure, Ink, Scene, Shape, Summand};
use std::collections::BTreeSet;

/// The largest heap that is drawn counter by counter.
const MOST_COUNTERS: u32 = 40;
/// The most parts that are drawn.
const MOST_PARTS: usize = 12;
/// How wide a row of parts grows before the next begins.
const ROW: f64 = 20.0;
/// The height of the letters above a part.
const LETTER: f64 = 0.5;

/// A part of a sum as it is drawn: its place in the sum, its picture and its title.
struct Pictured {
    index: usize,
    picture: Scene,
    title: String,
}

impl Pictured {
    /// Width and height with the title. A letter is about 0.55 of its height wide.
    fn size(&self) -> (f64, f64) {
        let letters = self.title.chars().count() as f64 * 0.55 * LETTER;
        (self.picture.frame[2].max(letters), self.picture.frame[3] + 2.4 * LETTER)
    }
}

/// The parts that are drawn.
fn drawn_parts(sum: &[Summand]) -> Vec<Pictured> {
    let picture = |s: &Summand| s.rules.scene(&s.position).or_else(|| plain_scene(s));
    let part = |(index, s): (usize, &Summand)| {
        let title = format!("{}: {}", index + 1, kit::shorten(&s.call()));
        Some(Pictured { index, picture: picture(s)?, title })
    };
    sum.iter().enumerate().filter_map(part).take(MOST_PARTS).collect()
}

/// The sum as a picture; `touches` makes its touches moves of the sum. Each part has at least the room that it had in
/// `start`, so that the others stay where they are while it grows smaller.
pub(super) fn sum_scene(sum: &[Summand], start: &[Summand], touches: bool) -> Option<Scene> {
    let (parts, first) = (drawn_parts(sum), drawn_parts(start));
    if parts.is_empty() {
        return None;
    }
    let size = |part: &Pictured| {
        let (now, begun) = (part.size(), first.iter().find(|one| one.index == part.index).map(Pictured::size));
        begun.filter(|_| sum.len() == start.len()).map_or(now, |begun| (now.0.max(begun.0), now.1.max(begun.1)))
    };
    let sizes: Vec<(f64, f64)> = parts.iter().map(size).collect();
    let places = side_by_side(&sizes);
    let far = |of: fn((f64, f64), (f64, f64)) -> f64| {
        places.iter().zip(&sizes).map(|(&place, &size)| of(place, size)).fold(4.0, f64::max)
    };
    let mut scene = Scene::new("sum", write_sum(sum), far(|p, s| p.0 + s.0), far(|p, s| p.1 + s.1));
    for (Pictured { index, mut picture, title }, (x, y)) in parts.into_iter().zip(places) {
        scene.add(Shape::text(x, y + LETTER, LETTER, title).anchor(Anchor::Start));
        for shape in &mut picture.shapes {
            shape.touch = shape.touch.take().filter(|_| touches).map(|touch| format!("{}: {touch}", index + 1));
            shape.hand = shape.hand.take().filter(|_| touches).map(|mut hand| {
                hand.gesture.iter_mut().for_each(|gesture| gesture.says = format!("{}: {}", index + 1, gesture.says));
                hand
            });
        }
        scene.place(&picture, x, y + 1.6 * LETTER, 1.0);
    }
    Some(scene)
}

/// Upper left corners, row by row.
fn side_by_side(sizes: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (mut x, mut y, mut tallest) = (0.0, 0.0, 0.0_f64);
    let mut places = Vec::new();
    for &(width, height) in sizes {
        if x > 0.0 && x + width > ROW {
            (x, y, tallest) = (0.0, y + tallest, 0.0);
        }
        places.push((x, y));
        x += width + 1.0;
        tallest = tallest.max(height);
    }
    places
}

/// More moves than any figure has that is drawn.
const MOST_TOLD: u64 = 50_000;

/// A picture of the figure that a game names.
fn plain_scene(summand: &Summand) -> Option<Scene> {
    // All moves are told with the figure: hundreds of large heaps have millions, and are not drawn.
    if summand.rules.breadth(&summand.position).is_some_and(|moves| moves > MOST_TOLD) {
        return None;
    }
    match summand.rules.figure(&summand.position)? {
        Figure::Piece([a, b], moves) if a.max(b) <= MOST_COUNTERS => Some(board_scene([a, b], &moves)),
        Figure::Heaps(heaps, moves) if heaps.len() <= 20 && heaps.iter().all(|&n| n <= MOST_COUNTERS) => {
            Some(heaps_scene(&heaps, &moves))
        }
        _ => None,
    }
}

fn board_scene([a, b]: [u32; 2], moves: &[([u32; 2], String)]) -> Scene {
    let mut scene = Scene::new("board", format!("a piece at {a},{b}"), f64::from(b) + 1.0, f64::from(a) + 1.0);
    for (row, column) in (0..=a).flat_map(|row| (0..=b).map(move |column| (row, column))) {
        let square = Shape::rect(column.into(), row.into(), 1.0, 1.0).fill(Ink::Paper).stroke(Ink::Rule);
        let square = square.label(format!("{row},{column}"));
        scene.add(match moves.iter().find(|(to, _)| *to == [row, column]) {
            Some((_, text)) => square.fill(Ink::Faint).touch(text.as_str()).label(text.as_str()),
            None => square,
        });
    }
    scene.add(Shape::piece(f64::from(b) + 0.5, f64::from(a) + 0.5, 0.8, Piece::Queen));
    scene
}

/// A move of a heap: the heap, what it leaves, and its text.
type HeapMove = (u32, Vec<u32>, String);

fn heaps_scene(heaps: &[u32], moves: &[HeapMove]) -> Scene {
    let breaks = moves.iter().any(|(_, left, _)| left.len() > 1);
    let heaps = if heaps.is_empty() { &[0] } else { heaps };
    let rows: Vec<Scene> = heaps.iter().map(|&heap| heap_row(heap, moves, breaks)).collect();
    let width = heaps.iter().copied().max().unwrap_or(0).max(1);
    let height: f64 = rows.iter().map(|row| row.frame[3]).sum();
    let mut scene = Scene::new("heaps", format!("heaps of {heaps:?}"), width.into(), height.max(1.0));
    let mut top = 0.0;
    for row in &rows {
        scene.place(row, 0.0, top, 1.0);
        top += row.frame[3];
    }
    scene
}

/// What a move takes of a heap: the counters before it, how many it takes, and the text of the move.
type Taking<'a> = (u32, u32, &'a str);

fn takings(heap: u32, moves: &[HeapMove], breaks: bool) -> Vec<Taking<'_>> {
    let mut takings = Vec::new();
    for (from, left, text) in moves {
        let left: Vec<u32> = left.iter().copied().filter(|&part| part > 0).collect();
        let taken = heap.saturating_sub(left.iter().sum());
        if *from != heap || left.len() > 2 {
            continue;
        }
        let before: BTreeSet<u32> = match (left.as_slice(), breaks) {
            (&[a, b], _) => [a, b].into(),
            (&[a], true) => [a, 0].into(),
            (&[a], false) => [a].into(),
            _ => [0].into(),
        };
        takings.extend(before.into_iter().map(|before| (before, taken, text.as_str())));
    }
    takings
}

/// One heap as a row of counters with its moves.
fn heap_row(heap: u32, moves: &[HeapMove], breaks: bool) -> Scene {
    let takings = takings(heap, moves, breaks);
    let deep: BTreeSet<u32> = takings.iter().map(|&(_, taken, _)| taken).filter(|&taken| breaks && taken > 1).collect();
    let height = 1.2 + 0.4 * deep.len() as f64;
    let mut scene = Scene::new("heap", format!("{heap} counters"), heap.max(1).into(), height);
    for place in 0..heap {
        let counter = Shape::circle(f64::from(place) + 0.5, 0.5, 0.38).fill(Ink::Shade(20)).stroke(Ink::Solid);
        let counter = counter.label(format!("counter {}", place + 1));
        // In a heap that is only made smaller, a counter goes with all after it.
        let here = |&&(before, taken, _): &&Taking<'_>| before == place && if breaks { taken == 1 } else { taken > 0 };
        scene.add(match takings.iter().find(here) {
            Some(&(_, _, text)) => counter.fill(Ink::Accent).touch(text).label(text),
            None => counter,
        });
    }
    for (before, taken, text) in takings {
        let (x, width) = (f64::from(before), f64::from(taken));
        let bar = match (taken, deep.iter().position(|&d| d == taken)) {
            (0, _) => Shape::rect(x - 0.1, 0.05, 0.2, 0.9).fill(Ink::Accent),
            (_, Some(row)) => Shape::rect(x + 0.12, 1.05 + 0.4 * row as f64, width - 0.24, 0.26).fill(Ink::Accent),
            (_, None) => continue,
        };
        scene.add(bar.touch(text).label(text));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::super::language::{all_words, read_sum};
    use super::*;

    fn parse_sum(text: &str) -> Vec<Summand> {
        read_sum(text, &all_words()).unwrap()
    }

    /// The moves that the touches of a sum's picture play.
    fn touched(text: &str) -> BTreeSet<String> {
        let scene = sum_scene(&parse_sum(text), &[], true).unwrap();
        scene.shapes.iter().filter_map(|shape| shape.touch.clone()).collect()
    }

    #[test]
    fn every_move_of_a_small_heap_can_be_touched() {
        for text in [
            "nim(5)",
            "kayles(7)",
            "grundy(8)",
            "subtract({1,3,4}, 9)",
            "octal(0.137, 9)",
            "dawson3(9)",
            "wythoff(3, 5)",
            "kayles(2, 2, 5)",
            "nim(3) + kayles(12)",
        ] {
            let sum = parse_sum(text);
            let steps = |(index, s): (usize, &Summand)| {
                let steps = s.rules.steps(&s.position).unwrap();
                steps.into_iter().map(|step| format!("{}: {}", index + 1, step.text)).collect::<Vec<_>>()
            };
            let all: BTreeSet<String> = sum.iter().enumerate().flat_map(steps).collect();
            assert_eq!(touched(text), all, "{text}");
        }
    }

    #[test]
    fn a_part_stays_while_others_grow_smaller() {
        let (start, later) = (parse_sum("nim(9) + kayles(12)"), parse_sum("nim(2) + kayles(12)"));
        let place = |sum: &[Summand], start: &[Summand]| {
            let scene = sum_scene(sum, start, true).unwrap();
            let second = scene.shapes.iter().find(|shape| shape.touch.as_ref().is_some_and(|t| t.starts_with("2:")));
            (second.unwrap().form.clone(), scene.frame)
        };
        assert_eq!(place(&later, &start), place(&start, &start));
        assert_ne!(place(&later, &[]).0, place(&start, &start).0, "by itself it would stand elsewhere");
    }

    #[test]
    fn parts_stand_side_by_side_until_the_row_is_full() {
        assert_eq!(side_by_side(&[(3.0, 2.0), (4.0, 1.0)]), [(0.0, 0.0), (4.0, 0.0)]);
        assert_eq!(side_by_side(&[(15.0, 2.0), (9.0, 1.0)]), [(0.0, 0.0), (0.0, 2.0)]);
    }
}
