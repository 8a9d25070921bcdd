//! Regular xor-magic graphs of any degree on at most 32 vertices by their labels.
//!
//! The neighbourhood of the point v is a set of k labels whose xor is v, or 0 where neighbourhoods are open. Choose one
//! for every point such that u is chosen for v exactly when v is chosen for u. The search grows from label 0 and always
//! decides a reached point with the fewest neighbourhoods left. *Symmetry.* Linear maps keep the condition. Those that
//! keep every decided point with its neighbourhood, and the point that is next, carry the neighbourhoods that fit into
//! each other; of each class only the least is tried. On 32 vertices there are ten million maps: there all
//! neighbourhoods are tried, as far as a budget goes.

use super::condition::Around;
use engine::bits::ones;
use engine::graphs::small::Small;
use kit::watch::Progress;
use rand::seq::SliceRandom as _;

/// The search for one order and degree.
pub struct Neighbourhoods {
    n: u32,
    degree: u32,
    /// For each label the sets that may be its neighbourhood.
    choices: Vec<Vec<u32>>,
    /// All invertible linear maps; none where they are not used.
    maps: Vec<Map>,
}

/// A linear map by the image of each label.
type Map = [u8; 16];

#[derive(Clone, Copy)]
struct State {
    yes: [u32; 32],
    no: [u32; 32],
    decided: u32,
    reached: u32,
}

/// Steps done, and the number after which the search is given up.
struct Steps {
    done: u64,
    most: u64,
}

impl Neighbourhoods {
    /// All graphs on 2^n vertices, n <= 5, regular of that degree.
    pub fn new(n: u32, degree: u32, around: Around) -> Neighbourhoods {
        assert!(n <= 5 && degree < 1 << n, "degree {degree} on 2^{n} vertices");
        let order = 1u32 << n;
        let mut choices = vec![Vec::new(); order as usize];
        // Sets of so many labels, by Gosper's step from each to the next number with as many ones.
        let mut set = (1u64 << degree) - 1;
        while set < 1 << order {
            let xor = ones(set).fold(0, |sum, w| sum ^ w);
            match around {
                Around::Closed if set >> xor & 1 == 0 => choices[xor].push(set as u32),
                Around::Open if xor == 0 => {
                    (0..order as usize).filter(|v| set >> v & 1 == 0).for_each(|v| choices[v].push(set as u32));
                }
                _ => {}
            }
            if set == 0 {
                break;
            }
            let (low, ripple) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
            set = ripple | (((set ^ ripple) >> 2) / low);
        }
        Neighbourhoods { n, degree, choices, maps: if n < 5 { linear_maps(n) } else { Vec::new() } }
    }

    /// Visits every connected graph, vertices being their own labels; returns the steps.
    pub fn search(&self, progress: &Progress, visit: &mut dyn FnMut(Small)) -> u64 {
        self.search_within(u64::MAX, progress, visit)
    }

    /// The same, given up after so many steps: as long as fewer are returned, every graph was visited.
    pub fn search_within(&self, most: u64, progress: &Progress, visit: &mut dyn FnMut(Small)) -> u64 {
        let start = State { yes: [0; 32], no: [0; 32], decided: 0, reached: 1 };
        let mut steps = Steps { done: 0, most };
        let maps: Vec<&Map> = self.maps.iter().collect();
        self.extend(&start, &maps, progress, &mut steps, visit);
        steps.done
    }

    /// Tries neighbourhoods in another order from now on: a search that is given up comes to other graphs. Where
    /// symmetries are used the order does not matter to them.
    pub fn shuffle(&mut self, chance: &mut impl rand::Rng) {
        self.choices.iter_mut().for_each(|sets| sets.shuffle(chance));
    }

    fn fitting<'a>(&'a self, state: &State, v: usize) -> impl Iterator<Item = u32> + 'a {
        let (yes, no) = (state.yes[v], state.no[v]);
        self.choices[v].iter().copied().filter(move |s| s & yes == yes && s & no == 0)
    }

    /// A reached point without a neighbourhood that has the fewest left.
    fn narrowest(&self, state: &State) -> Option<usize> {
        let mut best = (usize::MAX, None);
        for v in ones(u64::from(state.reached & !state.decided)) {
            let count = self.fitting(state, v).take(best.0).count();
            if count < best.0 {
                best = (count, Some(v));
            }
        }
        best.1
    }

    /// Goes on from a state; `maps` are those that keep all of it.
    fn extend(
        &self,
        state: &State,
        maps: &[&Map],
        progress: &Progress,
        steps: &mut Steps,
        visit: &mut dyn FnMut(Small),
    ) {
        if progress.stopped() || steps.done >= steps.most {
            return;
        }
        steps.done += 1;
        let Some(v) = self.narrowest(state) else {
            if state.reached.count_ones() == 1 << self.n {
                let rows = (0..1usize << self.n).map(|v| u64::from(state.yes[v]));
                visit(Small::new(rows.collect()));
            }
            return;
        };
        let maps: Vec<&Map> = maps.iter().copied().filter(|map| map[v] as usize == v).collect();
        for set in self.fitting(state, v) {
            if maps.len() < 2 {
                self.extend(&self.decide(state, v, set), &[], progress, steps, visit);
            } else if maps.iter().all(|map| image(map, set) >= set) {
                let keeping: Vec<&Map> = maps.iter().copied().filter(|map| image(map, set) == set).collect();
                self.extend(&self.decide(state, v, set), &keeping, progress, steps, visit);
            }
        }
    }

    fn decide(&self, state: &State, v: usize, set: u32) -> State {
        let mut next = *state;
        next.decided |= 1 << v;
        next.reached |= set;
        next.yes[v] = set;
        for w in 0..1usize << self.n {
            if set >> w & 1 == 1 { next.yes[w] |= 1 << v } else { next.no[w] |= 1 << v }
        }
        debug_assert!(next.yes[v].count_ones() == self.degree);
        next
    }
}

fn image(map: &Map, set: u32) -> u32 {
    ones(u64::from(set)).fold(0, |image, w| image | 1 << map[w])
}

/// The invertible linear maps of n bits.
fn linear_maps(n: u32) -> Vec<Map> {
    let mut maps: Vec<Map> = vec![[0; 16]];
    for j in 0..n {
        let size = 1usize << j;
        let mut wider = Vec::new();
        for map in &maps {
            // The image of a further unit vector lies outside the span of the images before it.
            for image in (0..1u8 << n).filter(|image| !map[..size].contains(image)) {
                let mut next = *map;
                (0..size).for_each(|x| next[size + x] = next[x] ^ image);
                wider.push(next);
            }
        }
        maps = wider;
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_have_the_orders_of_the_textbooks() {
        assert_eq!([1, 2, 3, 4].map(|n| linear_maps(n).len()), [1, 6, 168, 20160]);
    }

    #[test]
    fn every_graph_found_satisfies_the_condition() {
        for (degree, around) in (1..8).flat_map(|degree| [(degree, Around::Closed), (degree, Around::Open)]) {
            let mut found = 0;
            Neighbourhoods::new(3, degree, around).search(&Progress::default(), &mut |graph| {
                found += 1;
                assert!(graph.is_connected());
                for v in 0..8 {
                    let own = if around == Around::Closed { v } else { 0 };
                    assert_eq!(ones(graph.row(v)).fold(own, |sum, w| sum ^ w), 0);
                    assert_eq!(graph.row(v).count_ones(), degree);
                }
            });
            assert!(found < 1000);
        }
    }
}
