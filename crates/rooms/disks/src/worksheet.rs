//! Disks to print of which two overlap: which, is found by Pythagoras and not by the eye.

use kit::worksheet::{Level, Puzzle, Worksheet};
use kit::{Ink, Result, Scene, Shape, Watch};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Do they overlap?",
    rules: "B 4 at (-9, 3) is a disk of radius 4 with its centre at (-9, 3). Two disks overlap if the square of the distance of their centres is less \
            than the square of the sum of their radii. All disks lie inside the circle around (0, 0).",
    make,
};

/// A disk in whole numbers: radius and centre.
type Disk = [i64; 3];

/// The square of the distance of two centres less that of the sum of the radii: negative if they overlap.
fn room([r, x, y]: Disk, [s, u, v]: Disk) -> i64 {
    (x - u).pow(2) + (y - v).pow(2) - (r + s).pow(2)
}

fn inside(half: i64, [r, x, y]: Disk) -> bool {
    r <= half && x * x + y * y <= (half - r).pow(2)
}

/// Disks inside the circle of which exactly two overlap, and by little; no other two are nearer than `apart`.
fn disks(
    chance: &mut ChaCha8Rng,
    half: i64,
    count: usize,
    [deep, apart]: [i64; 2],
) -> Option<(Vec<Disk>, (usize, usize))> {
    let mut disks: Vec<Disk> = Vec::new();
    let mut pair = None;
    for _ in 0..4000 {
        if disks.len() == count {
            break;
        }
        let radius = chance.random_range(2..=half / 3);
        let disk = [radius, chance.random_range(-half..=half), chance.random_range(-half..=half)];
        let rooms: Vec<i64> = disks.iter().map(|&other| room(disk, other)).collect();
        let over: Vec<usize> = (0..disks.len()).filter(|&i| rooms[i] < 0).collect();
        let clear = rooms.iter().all(|&room| room >= apart || (-deep..0).contains(&room));
        if !inside(half, disk) || !clear || over.len() > 1 || over.len() == 1 && pair.is_some() {
            continue;
        }
        pair = over.first().map(|&other| (other, disks.len())).or(pair);
        disks.push(disk);
    }
    (disks.len() == count).then_some(())?;
    Some((disks, pair?))
}

fn make(level: Level, seed: u64, place: u64, _watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let (half, count, margins) = level.pick((12, 4, [12, 12]), (16, 5, [6, 1]), (20, 6, [3, 0]));
    let Some((disks, (first, second))) = disks(&mut chance, half, count, margins) else { return Ok(None) };
    let list = disks.iter().enumerate().map(|(i, [r, x, y])| format!("{} {r} at ({x}, {y})", name(i)));
    let list: Vec<String> = list.collect();
    let [a, b] = [disks[first], disks[second]];
    let distance = (a[1] - b[1]).pow(2) + (a[2] - b[2]).pow(2);
    let short = -room(a, b);
    let texts: Vec<String> = disks.iter().map(|[r, x, y]| format!("{} {x} {y}", 2 * r)).collect();
    Ok(Some(Puzzle {
        task: format!("Which two of these disks overlap? {}.", list.join("; ")),
        scene: picture(half, &disks, None),
        solution: format!(
            "{} and {}: the square of the distance is {distance}, that of the sum of the radii {}",
            name(first),
            name(second),
            (a[0] + b[0]).pow(2)
        ),
        solved: Some(picture(half, &disks, Some((first, second)))),
        opens: format!("disks verify \"circle {}; {}\"", 2 * half, texts.join("; ")),
        // The less they overlap, the harder it is to see.
        difficulty: (
            "hundredths by which the pair is near to touching",
            100 - (100 * short / (a[0] + b[0]).pow(2)) as u64,
        ),
    }))
}

fn name(place: usize) -> char {
    char::from(b'A' + place as u8)
}

fn picture(half: i64, disks: &[Disk], marked: Option<(usize, usize)>) -> Scene {
    let sheet = 10.0;
    let scale = (sheet / 2.0 - 0.1) / half as f64;
    let at = |v: i64| v as f64 * scale;
    let mut scene = Scene::new("disks", "the disks", sheet, sheet);
    scene.add(Shape::circle(sheet / 2.0, sheet / 2.0, at(half)).stroke(Ink::Solid).weight(0.05));
    for (place, &[r, x, y]) in disks.iter().enumerate() {
        let (cx, cy) = (sheet / 2.0 + at(x), sheet / 2.0 - at(y));
        let chosen = marked.is_some_and(|(a, b)| place == a || place == b);
        let disk = Shape::circle(cx, cy, at(r)).stroke(if chosen { Ink::Accent } else { Ink::Solid });
        scene.add(disk.weight(if chosen { 0.09 } else { 0.04 }));
        scene.add(Shape::text(cx, cy, (at(r) * 0.8).min(0.6), name(place).to_string()));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Solution;

    #[test]
    fn exactly_the_named_pair_overlaps_and_the_rooms_own_check_refuses_it() {
        for level in Level::ALL {
            for (code, puzzle) in kit::worksheet::sheet(&crate::TOPIC, level, 4, 3, &mut kit::Unwatched).unwrap() {
                let text = puzzle.opens.split('"').nth(1).unwrap().to_string();
                let packing = Solution::read(&text.replace(';', "\n")).unwrap();
                assert!(packing.check().is_some(), "{code}");
                // Without one of the two it is a packing.
                let names: Vec<char> = puzzle.solution.chars().filter(char::is_ascii_uppercase).take(2).collect();
                for gone in names {
                    let gone = usize::from(gone as u8 - b'A') + 1;
                    let kept = text.split(';').enumerate().filter(|(place, _)| *place != gone).map(|(_, part)| part);
                    let kept = kept.collect::<Vec<_>>().join("\n");
                    assert!(Solution::read(&kept).unwrap().check().is_none(), "{code} without {gone}");
                }
            }
        }
    }
}
