//! Cubes to print that are to be labelled, each in one way.

use super::condition::Subject;
use super::scene::{Mark, binary, labelled, places, scene};
use kit::worksheet::{Level, Puzzle, Worksheet};
use kit::{Result, Watch};
use rand::seq::SliceRandom;
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "The xor-magic cube",
    rules: "Put the numbers 000 to 111 on the corners, each once, so that every number is the xor of its three neighbours. The xor \
            has a 1 where an odd number of them has a 1. Numbers in circles with a dark rim are given.",
    make,
};

const BITS: u32 = 3;
const CORNERS: usize = 8;

/// All labellings of the cube: the numbers 0 to 7 in some order, each the xor of its neighbours.
fn labellings(closed: &[Vec<usize>]) -> Vec<[u32; CORNERS]> {
    let mut found = Vec::new();
    extend(closed, &mut Vec::new(), &mut found);
    found
}

fn extend(closed: &[Vec<usize>], labels: &mut Vec<u32>, found: &mut Vec<[u32; CORNERS]>) {
    let corner = labels.len();
    let whole = |around: &&Vec<usize>| around.iter().all(|&v| v < corner);
    if closed.iter().filter(whole).any(|around| around.iter().fold(0, |sum, &v| sum ^ labels[v]) != 0) {
        return;
    }
    if let Ok(all) = <[u32; CORNERS]>::try_from(labels.as_slice()) {
        found.push(all);
        return;
    }
    for label in 0..1 << BITS {
        if !labels.contains(&label) {
            labels.push(label);
            extend(closed, labels, found);
            labels.pop();
        }
    }
}

/// How many empty corners no closed neighbourhood forces at once.
fn unforced(closed: &[Vec<usize>], given: &[bool]) -> u64 {
    let forced =
        |v: usize| closed.iter().any(|around| around.contains(&v) && around.iter().all(|&w| w == v || given[w]));
    (0..CORNERS).filter(|&v| !given[v] && !forced(v)).count() as u64
}

fn make(level: Level, seed: u64, place: u64, _watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let subject = Subject::read("cube:3")?;
    let around = |v: usize| subject.graph.successors(v).iter().map(|&w| w as usize).chain([v]).collect();
    let closed: Vec<Vec<usize>> = (0..CORNERS).map(around).collect();
    let all = labellings(&closed);
    let labels = all[chance.random_range(0..all.len())];
    let mut corners: Vec<usize> = (0..CORNERS).collect();
    corners.shuffle(&mut chance);
    let mut given = [false; CORNERS];
    corners[..level.pick(5, 5, 4)].iter().for_each(|&v| given[v] = true);
    let fits = |other: &&[u32; CORNERS]| (0..CORNERS).all(|v| !given[v] || other[v] == labels[v]);
    let hard = unforced(&closed, &given);
    let wanted = level.pick(0, 1, 2);
    if all.iter().filter(fits).count() != 1 || hard != wanted {
        return Ok(None);
    }
    let drawing = places(&subject.graph, subject.drawing.as_ref());
    let shown = |v: usize| given[v].then_some(labels[v]);
    let marks: Vec<Mark> = (0..CORNERS).map(|v| Mark { label: shown(v), ..Mark::default() }).collect();
    let words: Vec<String> = (0..CORNERS).map(|v| shown(v).map_or(".".to_string(), |l| binary(l, BITS))).collect();
    let missing = (0..CORNERS).filter(|&v| !given[v]).map(|v| format!("{}: {}", v + 1, binary(labels[v], BITS)));
    Ok(Some(Puzzle {
        task: "Label the empty corners. There is one way.".to_string(),
        scene: scene("cube", "the cube", &subject.graph, &drawing, &marks, BITS),
        solution: missing.collect::<Vec<_>>().join("  "),
        solved: Some(labelled("cube", "all labels", &subject.graph, subject.drawing.as_ref(), &labels, BITS)),
        opens: format!("play magic cube:3 --from {}", words.join(",")),
        difficulty: ("corners that nothing forces at once", hard),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_has_as_many_labellings_as_the_room_counts() {
        let subject = Subject::read("cube:3").unwrap();
        let around = |v: usize| subject.graph.successors(v).iter().map(|&w| w as usize).chain([v]).collect();
        let closed: Vec<Vec<usize>> = (0..CORNERS).map(around).collect();
        assert_eq!(labellings(&closed).len(), 1344);
    }
}
