//! The checker's own way to simplify and compare positions: an invariant by colours, then a renaming that makes two lands equal. It shares no code with the search.

use super::position::Position;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A vertex of a simplified land: a digit, or a name by number from 3 on.
pub(super) type Walk = Vec<u32>;
/// A simplified land: regions, boundaries, vertices.
pub(super) type Land = Vec<Vec<Walk>>;

/// In normal play two equal lands are worth nothing: every move in one is answered by the same in the other.
pub(super) fn without_pairs(lands: Vec<Land>) -> Vec<Land> {
    let mut kept: Vec<Land> = Vec::with_capacity(lands.len());
    for land in lands {
        match kept.iter().position(|other| *other == land || invariant(other) == invariant(&land) && same(other, &land))
        {
            Some(twin) => {
                kept.remove(twin);
            }
            None => kept.push(land),
        }
    }
    kept
}

/// The living lands of a position, by the rules that the essay argues.
pub(super) fn lands_of(at: &Position) -> Vec<Land> {
    let seen = at.seen();
    let vertex = |v: u16| match (at.degree[usize::from(v)], seen[usize::from(v)]) {
        (3, _) => None,
        (degree, 1) => Some(u32::from(degree)),
        _ => Some(u32::from(v) + 3),
    };
    let mut regions: Land = Vec::new();
    for region in &at.regions {
        let walks: Vec<Walk> =
            region.iter().map(|walk| twice_in_a_row(walk.iter().filter_map(|&v| vertex(v)).collect())).collect();
        let walks: Vec<Walk> = walks.into_iter().filter(|walk| !walk.is_empty()).collect();
        if lives(&walks) >= 2 {
            regions.push(walks);
        }
    }
    let all: Vec<u32> = regions.iter().flatten().flatten().copied().collect();
    for v in regions.iter_mut().flatten().flatten() {
        if *v >= 3 && all.iter().filter(|&&u| u == *v).count() == 1 {
            *v = 2;
        }
    }
    for region in &mut regions {
        if lives(region) <= 3 {
            *region = vec![without_order(region)];
        }
    }
    apart(regions)
}

/// The lives of a region, or of the walks of several.
pub(super) fn lives(region: &[Walk]) -> u32 {
    let mut vertices: Vec<u32> = region.iter().flatten().copied().collect();
    let spots: u32 = vertices.iter().filter(|&&v| v < 3).map(|&v| 3 - v).sum();
    vertices.retain(|&v| v >= 3);
    vertices.sort_unstable();
    vertices.dedup();
    spots + vertices.len() as u32
}

/// A name passed twice with nothing between is a vertex seen from one place.
fn twice_in_a_row(mut walk: Walk) -> Walk {
    let mut at = 0;
    while walk.len() >= 2 && at < walk.len() {
        let next = (at + 1) % walk.len();
        if walk[at] >= 3 && walk[at] == walk[next] {
            walk[at] = 2;
            walk.remove(next);
        } else {
            at += 1;
        }
    }
    walk
}

fn without_order(region: &[Walk]) -> Walk {
    let mut vertices: Walk = region.iter().flatten().copied().collect();
    vertices.sort_unstable();
    let mut kept: Walk = Vec::new();
    for v in vertices {
        match kept.last_mut() {
            Some(last) if v >= 3 && *last == v => *last = 2,
            _ => kept.push(v),
        }
    }
    kept.sort_unstable();
    kept
}

/// Regions that share names, directly or through others, together.
fn apart(regions: Land) -> Vec<Land> {
    let mut lands: Vec<Land> = Vec::new();
    for region in regions {
        let shares =
            |land: &Land| region.iter().flatten().any(|v| *v >= 3 && land.iter().flatten().flatten().any(|u| u == v));
        let (together, rest): (Vec<Land>, Vec<Land>) = lands.into_iter().partition(shares);
        lands = rest;
        let mut land: Land = together.into_iter().flatten().collect();
        land.push(region);
        lands.push(land);
    }
    for land in &mut lands {
        for region in land.iter_mut() {
            region.sort();
        }
        land.sort();
    }
    lands.sort();
    lands
}

pub(super) fn position_of(land: &Land) -> Position {
    let mut degree = Vec::new();
    let mut names: FxHashMap<u32, u16> = FxHashMap::default();
    let mut number = |v: u32| {
        let new = degree.len() as u16;
        if v < 3 {
            degree.push(v as u8);
            return new;
        }
        *names.entry(v).or_insert_with(|| {
            degree.push(2);
            new
        })
    };
    let regions = land.iter().map(|r| r.iter().map(|w| w.iter().map(|&v| number(v)).collect()).collect()).collect();
    Position { regions, degree, named: false }
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Colours of names by their surroundings, blind to names, rotation and reflection.
fn colours(land: &Land) -> FxHashMap<u32, u64> {
    let mut colours: FxHashMap<u32, u64> =
        land.iter().flatten().flatten().filter(|&&v| v >= 3).map(|&v| (v, 7)).collect();
    for _ in 0..4 {
        let colour = |v: u32| if v < 3 { u64::from(v) } else { colours[&v] };
        let mut views: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        for region in land {
            let walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colour)).collect();
            let mut sorted = walls.clone();
            sorted.sort_unstable();
            for (walk, wall) in region.iter().zip(walls) {
                for (i, &v) in walk.iter().enumerate().filter(|&(_, &v)| v >= 3) {
                    views.entry(v).or_default().push(digest((corner(walk, i, &colour), wall, &sorted)));
                }
            }
        }
        colours = views
            .into_iter()
            .map(|(v, mut view)| {
                view.sort_unstable();
                (v, digest((colours[&v], view)))
            })
            .collect();
    }
    colours
}

fn corner(walk: &[u32], i: usize, colour: &dyn Fn(u32) -> u64) -> u64 {
    let n = walk.len();
    let (left, right) = (colour(walk[(i + n - 1) % n]), colour(walk[(i + 1) % n]));
    digest((colour(walk[i]), left.min(right), left.max(right)))
}

fn wall(walk: &[u32], colour: &dyn Fn(u32) -> u64) -> u64 {
    let mut corners: Vec<u64> = (0..walk.len()).map(|i| corner(walk, i, colour)).collect();
    corners.sort_unstable();
    digest(corners)
}

pub(super) fn invariant(land: &Land) -> u64 {
    let colours = colours(land);
    let colour = |v: u32| if v < 3 { u64::from(v) } else { colours[&v] };
    let mut regions: Vec<Vec<u64>> = land
        .iter()
        .map(|region| {
            let mut walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colour)).collect();
            walls.sort_unstable();
            walls
        })
        .collect();
    regions.sort();
    digest(regions)
}

/// Whether some renaming, with rotations of walks and reflections of regions, makes the lands equal.
pub(super) fn same(a: &Land, b: &Land) -> bool {
    let (from, to) = (colours(a), colours(b));
    let mut names: Vec<u32> = from.keys().copied().collect();
    names.sort_unstable();
    let plain = |land: &Land, name: &dyn Fn(u32) -> u32| shape(land, name);
    let goal = plain(b, &|v| v);
    rename(a, &names, &from, &to, &mut FxHashMap::default(), &goal)
}

fn rename(
    a: &Land,
    names: &[u32],
    from: &FxHashMap<u32, u64>,
    to: &FxHashMap<u32, u64>,
    map: &mut FxHashMap<u32, u32>,
    goal: &Vec<Vec<Walk>>,
) -> bool {
    let Some((&name, rest)) = names.split_first() else {
        return shape(a, &|v| if v < 3 { v } else { map[&v] }) == *goal;
    };
    let mut images: Vec<u32> = to.iter().filter(|&(_, c)| *c == from[&name]).map(|(&v, _)| v).collect();
    images.sort_unstable();
    for image in images {
        if map.values().any(|&taken| taken == image) {
            continue;
        }
        map.insert(name, image);
        if rename(a, rest, from, to, map, goal) {
            return true;
        }
        map.remove(&name);
    }
    false
}

/// The land with each walk turned and each region mirrored to the least, all sorted.
fn shape(land: &Land, name: &dyn Fn(u32) -> u32) -> Vec<Vec<Walk>> {
    let mut regions: Vec<Vec<Walk>> = land
        .iter()
        .map(|region| {
            let side = |mirrored: bool| {
                let mut walks: Vec<Walk> = region
                    .iter()
                    .map(|walk| {
                        let mut walk: Walk = walk.iter().map(|&v| name(v)).collect();
                        if mirrored {
                            walk.reverse();
                        }
                        let turns = (0..walk.len()).map(|i| [&walk[i..], &walk[..i]].concat());
                        turns.min().unwrap_or_default()
                    })
                    .collect();
                walks.sort();
                walks
            };
            side(false).min(side(true))
        })
        .collect();
    regions.sort();
    regions
}
