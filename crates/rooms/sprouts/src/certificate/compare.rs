//! The checker's own way to simplify and compare positions: an invariant by colours, then a renaming that makes two
//! lands equal. It shares no code with the search.
//!
//! Colours only guide: that lands are the same is said when a renaming has made them equal, so digests that collide do
//! no harm. Lands that no renaming is found for within [`MOST_STEPS`] count as different, which can only make a check
//! fail.

use crate::position::Position;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The least number of a name.
const NAME: u32 = 3;

/// The vertices along a boundary: digits, and names by number from [`NAME`] on.
pub(super) type Walk = Vec<u32>;
/// A simplified land: regions, boundaries, vertices. Its names are numbered one after the other.
pub(super) type Land = Vec<Vec<Walk>>;

/// The living lands of a position, by the rules that the essay argues.
pub(super) fn lands_of(at: &Position) -> Vec<Land> {
    let seen = at.seen();
    let vertex = |v: u16| match (at.degree[usize::from(v)], seen[usize::from(v)]) {
        (3, _) => None,
        (degree, 1) => Some(u32::from(degree)),
        _ => Some(u32::from(v) + 3),
    };
    let mut regions: Land = Vec::with_capacity(at.regions.len());
    for region in &at.regions {
        let mut walks: Vec<Walk> = Vec::with_capacity(region.len());
        for walk in region {
            let mut kept = Walk::with_capacity(walk.len());
            kept.extend(walk.iter().filter_map(|&v| vertex(v)));
            if !kept.is_empty() {
                walks.push(twice_in_a_row(kept));
            }
        }
        if lives(&walks) >= 2 {
            regions.push(walks);
        }
    }
    if has_names(&regions) {
        let mut places = vec![0u32; at.degree.len() + NAME as usize];
        regions.iter().flatten().flatten().for_each(|&v| places[v as usize] += 1);
        for v in regions.iter_mut().flatten().flatten() {
            if *v >= NAME && places[*v as usize] == 1 {
                *v = 2;
            }
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
    let mut lives = 0;
    for (w, walk) in region.iter().enumerate() {
        for (i, v) in walk.iter().enumerate() {
            lives += match *v < NAME {
                true => 3 - *v,
                false => u32::from(!region[..w].iter().flatten().chain(&walk[..i]).any(|u| u == v)),
            };
        }
    }
    lives
}

/// A name passed twice with nothing between is a vertex seen from one place.
fn twice_in_a_row(mut walk: Walk) -> Walk {
    let mut at = 0;
    while walk.len() >= 2 && at < walk.len() {
        let next = (at + 1) % walk.len();
        if walk[at] >= NAME && walk[at] == walk[next] {
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
            Some(last) if v >= NAME && *last == v => *last = 2,
            _ => kept.push(v),
        }
    }
    kept.sort_unstable();
    kept
}

/// Regions that share names, directly or through others, together.
fn apart(regions: Land) -> Vec<Land> {
    let mut lands: Vec<Land> = Vec::with_capacity(regions.len());
    for region in regions {
        let shares = |land: &Land| {
            region.iter().flatten().any(|v| *v >= NAME && land.iter().flatten().flatten().any(|u| u == v))
        };
        let mut together = (0..lands.len()).filter(|&at| shares(&lands[at])).collect::<Vec<usize>>();
        match together.pop() {
            None => lands.push(vec![region]),
            Some(last) => {
                let mut land = lands.swap_remove(last);
                // From the last to the first: what stands before a land that goes keeps its place.
                together.into_iter().rev().for_each(|other| land.append(&mut lands.swap_remove(other)));
                land.push(region);
                lands.push(land);
            }
        }
    }
    for land in &mut lands {
        // Lands that differ in turns, order and names alone are mostly written alike, which spares comparisons.
        land.iter_mut().flatten().for_each(turn);
        if has_names(land) {
            sort(land);
            number(land);
        }
        sort(land);
    }
    lands
}

fn has_names(land: &Land) -> bool {
    land.iter().flatten().flatten().any(|&v| v >= NAME)
}

/// Turns a walk so that it begins with what is least, all names taken as one.
fn turn(walk: &mut Walk) {
    let n = walk.len();
    let blind = |place: usize| walk[place % n].min(NAME);
    let least = (1..n).fold(0, |best, from| {
        let order = (0..n).map(|i| blind(from + i)).cmp((0..n).map(|i| blind(best + i)));
        if order.is_lt() { from } else { best }
    });
    walk.rotate_left(least);
}

fn sort(land: &mut Land) {
    land.iter_mut().for_each(|region| region.sort());
    land.sort();
}

/// Numbers the names as they come.
fn number(land: &mut Land) {
    let mut names: Vec<u32> = Vec::new();
    for v in land.iter_mut().flatten().flatten().filter(|v| **v >= NAME) {
        let place = names.iter().position(|name| name == v).unwrap_or_else(|| {
            names.push(*v);
            names.len() - 1
        });
        *v = place as u32 + NAME;
    }
}

/// A land as a position on its own.
pub(super) fn position_of(land: &Land) -> Position {
    let names = land.iter().flatten().flatten().max().map_or(0, |&v| (v + 1).saturating_sub(NAME));
    let mut degree = vec![2; names as usize];
    let mut vertex = |v: u32| {
        if v >= NAME {
            return (v - NAME) as u16;
        }
        degree.push(v as u8);
        degree.len() as u16 - 1
    };
    let regions = land.iter().map(|r| r.iter().map(|w| w.iter().map(|&v| vertex(v)).collect()).collect()).collect();
    Position { regions, degree, named: false }
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The colour of each name of a land.
type Colours = Vec<u64>;

/// Colours of names by their surroundings, blind to names, rotation and reflection.
fn colours(land: &Land) -> Colours {
    let names = land.iter().flatten().flatten().max().map_or(0, |&v| (v + 1).saturating_sub(NAME));
    refined(land, vec![7; names as usize])
}

fn colour(colours: &Colours, v: u32) -> u64 {
    if v < NAME { u64::from(v) } else { colours[(v - NAME) as usize] }
}

/// Colours that were given, refined by their surroundings.
fn refined(land: &Land, mut colours: Colours) -> Colours {
    // Without names there is nothing to colour.
    let rounds = if colours.is_empty() { 0 } else { 4 };
    for _ in 0..rounds {
        let mut views: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
        for region in land {
            let walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colours)).collect();
            let mut sorted = walls.clone();
            sorted.sort_unstable();
            let around = digest(&sorted);
            for (walk, wall) in region.iter().zip(walls) {
                for (i, &v) in walk.iter().enumerate().filter(|&(_, &v)| v >= NAME) {
                    views[(v - NAME) as usize].push(digest((corner(walk, i, &colours), wall, around)));
                }
            }
        }
        for (colour, mut view) in colours.iter_mut().zip(views) {
            view.sort_unstable();
            *colour = digest((*colour, view));
        }
    }
    colours
}

fn corner(walk: &[u32], i: usize, colours: &Colours) -> u64 {
    let n = walk.len();
    let (left, right) = (colour(colours, walk[(i + n - 1) % n]), colour(colours, walk[(i + 1) % n]));
    digest((colour(colours, walk[i]), left.min(right), left.max(right)))
}

fn wall(walk: &[u32], colours: &Colours) -> u64 {
    let mut corners: Vec<u64> = (0..walk.len()).map(|i| corner(walk, i, colours)).collect();
    corners.sort_unstable();
    digest(corners)
}

/// A number that lands have in common when they are the same, made without their order: how many digits of each kind
/// and names the boundaries of each region have. Most lands that are not the same differ in it already.
pub(super) fn outline(land: &Land) -> u64 {
    let of_walk = |walk: &Walk| {
        digest(walk.iter().fold([0u32; 4], |mut counts, &v| {
            counts[v.min(NAME) as usize] += 1;
            counts
        }))
    };
    let of_region = |region: &Vec<Walk>| digest(region.iter().map(of_walk).fold(0, u64::wrapping_add));
    land.iter().map(of_region).fold(0, u64::wrapping_add)
}

/// A number that lands have in common when they are the same.
pub(super) fn invariant(land: &Land) -> u64 {
    let colours = colours(land);
    let mut regions: Vec<Vec<u64>> = Vec::with_capacity(land.len());
    for region in land {
        let mut walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colours)).collect();
        walls.sort_unstable();
        regions.push(walls);
    }
    regions.sort();
    digest(regions)
}

/// How many partial renamings are tried.
const MOST_STEPS: u32 = 1000;

/// Whether some renaming, with rotations of walks and reflections of regions, makes the lands equal.
pub(super) fn same(a: &Land, b: &Land) -> bool {
    Renaming { a, b, goal: shape(b, &|v| v), steps: MOST_STEPS }.fits(&colours(a), &colours(b))
}

/// The search for a renaming of one land that makes it another.
struct Renaming<'a> {
    a: &'a Land,
    b: &'a Land,
    goal: Land,
    steps: u32,
}

impl Renaming<'_> {
    /// Whether some renaming that keeps the colours will do.
    fn fits(&mut self, from: &Colours, to: &Colours) -> bool {
        let (sources, images) = (by_colour(from), by_colour(to));
        let alike = sources.len() == images.len()
            && sources.iter().zip(&images).all(|(a, b)| a.0 == b.0 && a.1.len() == b.1.len());
        if !alike || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let Some(tied) = (0..sources.len()).filter(|&c| sources[c].1.len() > 1).min_by_key(|&c| sources[c].1.len())
        else {
            let mut map = vec![0; from.len()];
            sources.iter().zip(&images).for_each(|(a, b)| map[a.1[0]] = b.1[0] as u32 + NAME);
            return shape(self.a, &|v| if v < NAME { v } else { map[(v - NAME) as usize] }) == self.goal;
        };
        let chosen = marked(self.a, from, sources[tied].1[0]);
        images[tied].1.iter().any(|&image| self.fits(&chosen, &marked(self.b, to, image)))
    }
}

/// Colours refined with one name set apart.
fn marked(land: &Land, colours: &Colours, name: usize) -> Colours {
    let mut colours = colours.clone();
    colours[name] = digest((colours[name], "chosen"));
    refined(land, colours)
}

/// The names of each colour, in order of the colours.
fn by_colour(colours: &Colours) -> Vec<(u64, Vec<usize>)> {
    let mut sorted: Vec<(u64, usize)> = colours.iter().enumerate().map(|(name, &colour)| (colour, name)).collect();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|&(_, name)| name).collect())).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn land(text: &str) -> Land {
        let lands = lands_of(&text.parse().unwrap());
        assert_eq!(lands.len(), 1, "{text}");
        lands[0].clone()
    }

    #[test]
    fn lands_are_the_same_up_to_names_turns_and_mirrors_of_regions() {
        for (a, b) in [
            ("{0*2.12.221}", "{122.0.21.0}"),
            ("{0.1A2B}{AB.0}", "{0.FG}{G1F2.0}"),
            ("{0.112122.112122}", "{112212.112212.0}"),
            ("{AB.CD.EF.GH}{BC.DE.FG.HA}", "{PQ.RS.TU.VW}{QV.WT.UR.SP}"),
        ] {
            let [a, b] = [a, b].map(land);
            assert!(same(&a, &b) && same(&b, &a) && invariant(&a) == invariant(&b), "{a:?} and {b:?}");
            assert_eq!(outline(&a), outline(&b), "{a:?} and {b:?}");
        }
        for (a, b) in [
            ("{0*2.12}", "{0*2.22}"),
            ("{0*2.12}", "{0*2.1.2}"),
            ("{0.1A2B}{AB.0}", "{0.12AB}{AB.0}"),
            ("{0.112122.112122}", "{0.112122.112212}"),
            ("{AB.CD.EF.GH}{BC.DE.FG.HA}", "{AB.CD.EF.GH}{BC.DA.FG.HE}"),
            ("{0.AB}{0.AB}", "{0.0.AB}{AB}"),
        ] {
            let [a, b] = [a, b].map(land);
            assert!(!same(&a, &b) && !same(&b, &a), "{a:?} and {b:?}");
        }
        assert_eq!(invariant(&land("{AB.CD.EF.GH}{BC.DE.FG.HA}")), invariant(&land("{AB.CD.EF.GH}{BC.DA.FG.HE}")));
    }

    #[test]
    fn positions_become_lands_by_the_rules() {
        for (text, lands) in [
            ("{}", ""),
            ("{3}{33.2}", ""),
            ("{22}", "{22}"),
            ("{1}", "{1}"),
            ("{A2}{A3}", "{22}"),
            ("{0.AA1}", "{0.21}"),
            ("{0.A3A1}", "{0.21}"),
            ("{0.1A2A}", "{0.1A2A}"),
            ("{0.A1A}", "{0.12}"),
            ("{12}", "{12}"),
            ("{2.1}", "{12}"),
            ("{22.2}", "{222}"),
            ("{22.22}", "{22.22}"),
            ("{A2A}", "{22}"),
            ("{A2A2}", "{222}"),
            ("{0}{0.1}", "{0} {0.1}"),
            ("{0.AB}{AC}{C2.B}{0}", "{0.AB}{AC}{BC2} {0}"),
        ] {
            let found = lands_of(&text.parse().unwrap());
            let lands: Vec<_> = lands.split_whitespace().map(plain).collect();
            assert_eq!(found.len(), lands.len(), "{text}: {found:?}");
            for expected in lands {
                assert!(found.iter().any(|land| shape(land, &|v| v) == shape(&expected, &|v| v)), "{text}: {found:?}");
            }
        }
    }

    /// Regions that are met between others bring these together, wherever they stand.
    #[test]
    fn regions_that_share_names_through_others_are_one_land() {
        for text in ["{0.AB}{0.CD}{0.EF}{BC.0}{DE.FA}", "{BC.0}{DE.FA}{0.AB}{0.CD}{0.EF}", "{0.AB}{1.0}{0.CD}{0.BCDA}"]
        {
            let at: Position = text.parse().unwrap();
            let lands = lands_of(&at);
            let regions: usize = lands.iter().map(Vec::len).sum();
            assert_eq!((lands.len(), regions), (1 + usize::from(text.contains("{1.0}")), at.regions.len()), "{text}");
            let largest = lands.iter().max_by_key(|land| land.len()).unwrap();
            assert!(largest.iter().flatten().flatten().max().is_some_and(|&v| v < NAME + 6), "{largest:?}");
        }
    }

    /// How a walk is turned says nothing of its names, and all turns of it come out as one.
    #[test]
    fn walks_begin_with_what_is_least() {
        for (walk, turned) in [
            (vec![2, 1, 0], vec![0, 2, 1]),
            (vec![5, 1, 4, 1, 2], vec![1, 2, 5, 1, 4]),
            (vec![7], vec![7]),
            (vec![2, 1, 2, 1, 1], vec![1, 1, 2, 1, 2]),
        ] {
            for by in 0..walk.len() {
                let mut other = walk.clone();
                other.rotate_left(by);
                turn(&mut other);
                assert_eq!(other, turned, "{walk:?} turned by {by}");
            }
        }
    }

    /// A text as it stands, simplified in nothing.
    fn plain(text: &str) -> Land {
        let at: Position = text.parse().unwrap();
        let seen = at.seen();
        let vertex = |&v: &u16| match seen[usize::from(v)] {
            1 => u32::from(at.degree[usize::from(v)]),
            _ => u32::from(v) + NAME,
        };
        let mut land: Land =
            at.regions.iter().map(|r| r.iter().map(|walk| walk.iter().map(vertex).collect()).collect()).collect();
        sort(&mut land);
        number(&mut land);
        sort(&mut land);
        land
    }

    #[test]
    fn a_comparison_ends_when_its_steps_are_used_up() {
        let land = land("{AB.CD.EF.GH}{BC.DE.FG.HA}");
        let [from, to] = [colours(&land), colours(&land)];
        let renaming = |steps: u32| Renaming { a: &land, b: &land, goal: shape(&land, &|v| v), steps }.fits(&from, &to);
        assert!(renaming(MOST_STEPS) && !renaming(0) && !renaming(1));
    }
}
