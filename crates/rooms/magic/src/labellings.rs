//! Labellings up to the maps that keep the condition: linear ones, and translations when all degrees are odd.

use super::bits::{Points, missing_subspaces};
use super::condition::{Nullspace, Subject};
use engine::graphs::small::Small;
use kit::{Error, Result, Watch};
use std::collections::HashMap;

/// The most classes that are listed.
pub const MOST_CLASSES: usize = 100_000;

/// All labellings of a graph by a number of bits.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The normal form of each class, in order.
    pub normal: Vec<Vec<u32>>,
    /// The labellings in each class: the order of the affine group, or of the linear one.
    pub each: u128,
    /// The number of classes that symmetries of the graph do not carry into each other; only for graphs of at most 64
    /// vertices.
    pub inequivalent: Option<usize>,
}

/// The normal form of labels: vertex by vertex, what is not an affine (linear) combination of labels before it becomes
/// the next power of two; in the affine case vertex 0 has the label 0.
pub fn normal(labels: &[u32], affine: bool) -> Vec<u32> {
    let origin = if affine { labels[0] } else { 0 };
    // Reduced vectors with their images.
    let mut basis: Vec<(u32, u32)> = Vec::new();
    labels
        .iter()
        .map(|&label| {
            let (mut rest, mut image) = (label ^ origin, 0);
            for &(vector, to) in &basis {
                if rest & (1 << (31 - vector.leading_zeros())) != 0 {
                    rest ^= vector;
                    image ^= to;
                }
            }
            if rest != 0 {
                let unit = 1 << basis.len();
                basis.push((rest, unit ^ image));
                basis.sort_by_key(|b| std::cmp::Reverse(b.0));
                image = unit;
            }
            image
        })
        .collect()
}

/// The order of the group of invertible linear maps of n bits.
pub fn linear_group(n: u32) -> u128 {
    (0..n).map(|i| (1u128 << n) - (1 << i)).product()
}

/// All labellings of so many bits, by classes.
pub fn classes(subject: &Subject, space: &Nullspace, n: u32, watch: &mut dyn Watch) -> Result<Classes> {
    let affine = subject.translates();
    let each = linear_group(n) * if affine { 1 << n } else { 1 };
    let none = Classes { normal: Vec::new(), each, inequivalent: Some(0) };
    if !space.test2() {
        return Ok(none);
    }
    let points = Points::of(space, affine).ok_or_else(|| {
        Error::too_large(
            format!("a nullspace of {} dimensions", space.nullity),
            "the limit is 23",
            "ask for bits or test",
        )
    })?;
    if points.dimension < n as usize {
        return Ok(none);
    }
    let mut list: Vec<Vec<u32>> = Vec::new();
    missing_subspaces(
        points.dimension,
        &points.differences(),
        points.dimension - n as usize,
        u64::MAX,
        watch,
        &mut |z| {
            list.push(normal(&points.project(z), affine));
            list.len() <= MOST_CLASSES
        },
    )?;
    if list.len() > MOST_CLASSES {
        return Err(Error::too_large(
            "the number of classes of labellings",
            format!("the limit is {MOST_CLASSES}"),
            "ask for bits or test",
        ));
    }
    list.sort_unstable();
    let inequivalent = Small::from_graph(&subject.graph).map(|graph| up_to_symmetry(&list, &graph, affine));
    Ok(Classes { normal: list, each, inequivalent })
}

/// The number of orbits of classes under the symmetries of the graph.
fn up_to_symmetry(list: &[Vec<u32>], graph: &Small, affine: bool) -> usize {
    let place: HashMap<&Vec<u32>, usize> = list.iter().enumerate().map(|(i, labels)| (labels, i)).collect();
    let generators = graph.symmetries().generators;
    let mut seen = vec![false; list.len()];
    let mut orbits = 0;
    for start in 0..list.len() {
        if seen[start] {
            continue;
        }
        orbits += 1;
        seen[start] = true;
        let mut queue = vec![start];
        while let Some(at) = queue.pop() {
            for p in &generators {
                let moved: Vec<u32> = (0..p.len()).map(|v| list[at][p[v]]).collect();
                let to = place[&normal(&moved, affine)];
                if !std::mem::replace(&mut seen[to], true) {
                    queue.push(to);
                }
            }
        }
    }
    orbits
}

/// Labels that agree with those already placed, if a class allows it: the class's labels moved by a map that keeps the
/// condition.
pub fn completing(classes: &[Vec<u32>], placed: &[Option<u32>], n: u32, affine: bool) -> Option<Vec<u32>> {
    classes.iter().find_map(|labels| move_onto(labels, placed, n, affine))
}

fn move_onto(labels: &[u32], placed: &[Option<u32>], n: u32, affine: bool) -> Option<Vec<u32>> {
    let fixed: Vec<(u32, u32)> = labels.iter().zip(placed).filter_map(|(&l, p)| p.map(|p| (l, p))).collect();
    let (from, to) = match (affine, fixed.first()) {
        (true, Some(&first)) => first,
        _ => (0, 0),
    };
    // A linear map by reduced vectors and their images; it must be injective where it is given.
    let mut basis: Vec<(u32, u32)> = Vec::new();
    let reduce = |basis: &[(u32, u32)], mut x: u32| {
        let mut image = 0;
        for &(vector, y) in basis {
            if x & (1 << (31 - vector.leading_zeros())) != 0 {
                x ^= vector;
                image ^= y;
            }
        }
        (x, image)
    };
    for (l, p) in fixed {
        let (rest, image) = reduce(&basis, l ^ from);
        let wanted = p ^ to ^ image;
        if rest == 0 && wanted != 0 {
            return None;
        }
        if rest != 0 {
            let images: Vec<u32> = basis.iter().map(|b| b.1).collect();
            if in_span(&images, wanted) {
                return None;
            }
            basis.push((rest, wanted));
            basis.sort_by_key(|b| std::cmp::Reverse(b.0));
        }
    }
    for unit in 0..n {
        let (rest, image) = reduce(&basis, 1 << unit);
        if rest != 0 {
            let images: Vec<u32> = basis.iter().map(|b| b.1).collect();
            let fresh = (0..1u32 << n).find(|&y| !in_span(&images, y ^ image))?;
            basis.push((rest, fresh ^ image));
            basis.sort_by_key(|b| std::cmp::Reverse(b.0));
        }
    }
    Some(labels.iter().map(|&l| reduce(&basis, l ^ from).1 ^ to).collect())
}

fn in_span(vectors: &[u32], x: u32) -> bool {
    let mut reduced: Vec<u32> = Vec::new();
    let mut reduce = |mut v: u32, keep: bool| {
        for &r in &reduced {
            v = v.min(v ^ r);
        }
        if keep && v != 0 {
            reduced.push(v);
            reduced.sort_unstable_by(|a, b| b.cmp(a));
        }
        v
    };
    for &v in vectors {
        reduce(v, true);
    }
    reduce(x, false) == 0
}

#[cfg(test)]
mod tests {
    use super::super::condition::{broken, is_labelling};
    use super::*;
    use kit::Unwatched;

    fn classes_of(text: &str) -> (Subject, Classes) {
        let subject = Subject::read(text).unwrap();
        let space = Nullspace::of(&subject.graph, &mut Unwatched).unwrap();
        let classes = classes(&subject, &space, subject.order(), &mut Unwatched).unwrap();
        (subject, classes)
    }

    /// The slow truth: every bijection.
    fn count_labellings(subject: &Subject) -> u128 {
        fn place(subject: &Subject, labels: &mut Vec<u32>, used: u64, count: &mut u128) {
            let v = labels.len();
            if v == subject.graph.order() {
                *count += u128::from(broken(&subject.graph, labels).is_empty());
                return;
            }
            for label in (0..subject.graph.order() as u32).filter(|l| used >> l & 1 == 0) {
                labels.push(label);
                place(subject, labels, used | 1 << label, count);
                labels.pop();
            }
        }
        let mut count = 0;
        place(subject, &mut Vec::new(), 0, &mut count);
        count
    }

    #[test]
    fn classes_times_the_group_are_all_labellings() {
        for text in [
            "complete:4",
            "cube:3",
            "prism:4",
            "moebius:4",
            "circle:8",
            "circle:4",
            "complete:8",
            "wheel:7",
            "bipartite:4x4",
        ] {
            let (subject, classes) = classes_of(text);
            assert_eq!(classes.normal.len() as u128 * classes.each, count_labellings(&subject), "{text}");
        }
    }

    #[test]
    fn normal_forms_are_labellings_and_normal() {
        for text in ["cube:3", "crossed:4", "crossed:5", "dyck"] {
            let (subject, classes) = classes_of(text);
            assert!(!classes.normal.is_empty() && classes.inequivalent.unwrap() >= 1, "{text}");
            for labels in classes.normal.iter().take(50) {
                assert!(is_labelling(&subject.graph, labels, subject.order()), "{text}");
                assert_eq!(&normal(labels, true), labels);
                let moved: Vec<u32> =
                    labels.iter().map(|l| (l ^ l << 1 & 0b1111 ^ 5) & ((1 << subject.order()) - 1)).collect();
                let distinct: std::collections::HashSet<u32> = moved.iter().copied().collect();
                if distinct.len() == moved.len() {
                    assert_eq!(&normal(&moved, true), labels, "{text}");
                }
            }
        }
    }

    #[test]
    fn placed_labels_are_completed_or_refused() {
        let (subject, classes) = classes_of("cube:3");
        let mut placed = vec![None; 8];
        (placed[0], placed[1], placed[2]) = (Some(5), Some(2), Some(7));
        let labels = completing(&classes.normal, &placed, 3, true).unwrap();
        assert!(is_labelling(&subject.graph, &labels, 3) && labels[..3] == [5, 2, 7]);
        // Vertex 3 lies opposite vertex 0 on a face; a closed neighbourhood that does not add up cannot be completed.
        for (v, label) in [(0, 1), (1, 2), (2, 4), (4, 3)] {
            placed[v] = Some(label);
        }
        assert_eq!(completing(&classes.normal, &placed, 3, true), None);
    }
}
