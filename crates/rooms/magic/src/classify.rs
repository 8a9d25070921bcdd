//! All connected regular xor-magic graphs of an order and degree: by their labels, and by testing every graph.

use super::bits;
use super::certificate::checksum;
use super::condition::{self, Around, Subject};
use super::family::{self, Built};
use super::neighbourhoods::Neighbourhoods;
use super::planes::Growth;
use engine::graphs::read;
use engine::graphs::regular::connected_regular;
use engine::graphs::small::Small;
use kit::watch::{self, Progress};
use kit::{Result, Watch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A graph in canonical form with labels of its vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The graph, in canonical form.
    pub graph: Small,
    /// Labels that satisfy the condition.
    pub labels: Vec<u32>,
}

impl Kind {
    /// Its graph6 line.
    pub fn graph6(&self) -> String {
        read::to_graph6(&self.graph.to_graph())
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Classification {
    /// One of each kind, in order of their canonical forms.
    pub kinds: Vec<Kind>,
    /// Steps of the search, or graphs tested.
    pub steps: u64,
    /// Labelled graphs that were found before isomorphs were removed.
    pub labelled: u64,
}

impl Classification {
    /// FNV-1a over the graph6 lines: two runs can be compared by it.
    pub fn hash(&self) -> String {
        checksum(&self.kinds.iter().map(|k| k.graph6() + "\n").collect::<String>())
    }
}

/// Labels by canonical form; of several the first in order is kept, so that the answer does not depend on threads.
#[derive(Default)]
struct Collection {
    kinds: FxHashMap<Small, Vec<u32>>,
    labelled: u64,
    steps: u64,
}

impl Collection {
    /// Takes a graph whose vertices are their own labels. When all degrees are odd every vertex of a graph is found as
    /// the root 0, since translations carry any label to 0; then it is enough to keep those whose root is of the least
    /// kind, and most canonical forms are saved.
    fn take(&mut self, graph: &Small, any_root: bool) {
        self.labelled += 1;
        if any_root {
            let kinds = graph.vertex_kinds();
            if kinds.iter().any(|&kind| kind < kinds[0]) {
                return;
            }
        }
        let names = graph.canonical_names();
        let mut labels = vec![0; names.len()];
        names.iter().enumerate().for_each(|(label, &name)| labels[name] = label as u32);
        self.keep(graph.renamed(&names), labels);
    }

    fn keep(&mut self, graph: Small, labels: Vec<u32>) {
        self.kinds.entry(graph).and_modify(|old| *old = labels.clone().min(std::mem::take(old))).or_insert(labels);
    }

    fn merged(mut self, other: Collection) -> Collection {
        self.labelled += other.labelled;
        self.steps += other.steps;
        other.kinds.into_iter().for_each(|(graph, labels)| self.keep(graph, labels));
        self
    }

    fn classified(self) -> Classification {
        let sorted: BTreeMap<Small, Vec<u32>> = self.kinds.into_iter().collect();
        let kinds = sorted.into_iter().map(|(graph, labels)| Kind { graph, labels }).collect();
        Classification { kinds, steps: self.steps, labelled: self.labelled }
    }
}

/// The parts into which the search over planes is cut, so that threads share it and a bar can show it.
const PARTS: usize = 2000;

/// Whether neighbourhoods of that degree are even, so that translations keep the condition.
fn even(degree: u32, around: Around) -> bool {
    degree.is_multiple_of(2) == (around == Around::Open)
}

/// All of them by searching on labels; degree 3 on up to 64 vertices, any degree on up to 16.
pub fn by_labels(n: u32, degree: u32, watch: &mut dyn Watch) -> Result<Classification> {
    by_labels_around(n, degree, Around::Closed, watch)
}

/// The same for either condition; degree 3 goes beyond 16 vertices only where neighbourhoods are closed.
pub fn by_labels_around(n: u32, degree: u32, around: Around, watch: &mut dyn Watch) -> Result<Classification> {
    if degree != 3 || n < 3 || around == Around::Open {
        let work = |progress: &Progress| {
            let mut all = Collection::default();
            let any_root = even(degree, around);
            let search = Neighbourhoods::new(n, degree, around);
            all.steps = search.search(progress, &mut |graph| all.take(&graph, any_root));
            all
        };
        return watch::tend(watch, None, |_| "the search on labels is not finished".to_string(), work)
            .map(Collection::classified);
    }
    let parts = Growth::start(n).parts(if n > 4 { PARTS } else { 1 });
    let of = parts.len() as u64;
    let work = |progress: &Progress| {
        let search = |part: &Growth| {
            let mut all = Collection::default();
            let mut steps = 0;
            part.complete(progress, &mut steps, &mut |graph| all.take(&graph, true));
            progress.add(1);
            Collection { steps, ..all }
        };
        parts.par_iter().map(search).reduce(Collection::default, Collection::merged)
    };
    let unfinished = |done| format!("{done} of {of} parts of the search on labels are done");
    watch::tend(watch, Some(of), unfinished, work).map(Collection::classified)
}

/// How often a search on 32 vertices begins anew.
const ROUNDS: u64 = 8;

/// Those that a budget reaches, and whether these are all. On 16 vertices so many steps of the search on labels. On 32
/// half of the steps goes to one search, which may come to its end, half to searches that begin anew with another order
/// of neighbourhoods; where neighbourhoods are even, lifts of smaller graphs by even sets of edges, taken by chance,
/// are added, one for 64 steps.
pub fn within(
    (n, degree, around): (u32, u32, Around),
    budget: u64,
    watch: &mut dyn Watch,
) -> Result<(Classification, bool)> {
    let work = |progress: &Progress| {
        let mut all = Collection::default();
        let mut search = Neighbourhoods::new(n, degree, around);
        let most = if n == 4 { budget } else { budget / 2 };
        all.steps = search.search_within(most, progress, &mut |graph| all.take(&graph, false));
        if n == 4 || all.steps < most {
            let complete = all.steps < most;
            return (all, complete);
        }
        let mut chance = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..ROUNDS {
            search.shuffle(&mut chance);
            let steps = search.search_within(most / ROUNDS, progress, &mut |graph| all.take(&graph, false));
            all.steps += steps;
        }
        if even(degree, around) {
            let mut small = Collection::default();
            let base = Neighbourhoods::new(n - 1, degree, around);
            small.steps = base.search_within(budget / 8, progress, &mut |graph| small.take(&graph, false));
            all = all.merged(lifted(&small.classified(), budget, progress));
        }
        (all, false)
    };
    let (found, complete) = watch::tend(watch, None, |_| "the budget is not used up".to_string(), work)?;
    Ok((found.classified(), complete))
}

/// Lifts of a list, each as often as the next.
fn lifted(base: &Classification, budget: u64, progress: &Progress) -> Collection {
    let mut all = Collection::default();
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    for kind in base.kinds.iter().cycle().take(if base.kinds.is_empty() { 0 } else { budget as usize / 64 }) {
        if progress.stopped() {
            break;
        }
        all.steps += 1;
        let built = Built { graph: kind.graph.to_graph(), labels: kind.labels.clone() };
        let lift = family::lift(&built, &family::even_set(&built.graph, &mut chance));
        let Some(graph) = Small::from_graph(&lift.graph).filter(Small::is_connected) else { continue };
        all.labelled += 1;
        let names = graph.canonical_names();
        let mut labels = vec![0; names.len()];
        names.iter().zip(&lift.labels).for_each(|(&name, &label)| labels[name] = label);
        all.keep(graph.renamed(&names), labels);
    }
    all
}

/// All of them by testing every connected regular graph.
pub fn by_graphs(n: u32, degree: u32, watch: &mut dyn Watch) -> Result<Classification> {
    by_graphs_around(n, degree, Around::Closed, watch)
}

/// The same for either condition.
pub fn by_graphs_around(n: u32, degree: u32, around: Around, watch: &mut dyn Watch) -> Result<Classification> {
    let order = 1usize << n;
    let mut passing: Vec<Small> = Vec::new();
    let mut tested = 0u64;
    let mut stopped = None;
    connected_regular(order, degree as usize, &mut |graph| {
        tested += 1;
        let (_, test1, test2) = condition::small_tests_around(graph, around);
        if test1 && test2 {
            passing.push(graph.clone());
        }
        if tested.is_multiple_of(256) {
            stopped = watch::step(watch, tested, None, || format!("{tested} graphs are tested")).err();
        }
        stopped.is_none()
    });
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    let mut all = Collection { steps: tested, ..Collection::default() };
    for graph in passing {
        let subject = Subject::new(graph.to_graph())?.around(around);
        let space = subject.nullspace(watch)?;
        let answer = bits::suffices(&subject, &space, n, watch)?;
        if answer.bits == n {
            let names = graph.canonical_names();
            let mut labels = vec![0; order];
            names.iter().zip(&answer.labels).for_each(|(&name, &label)| labels[name] = label);
            all.labelled += 1;
            all.keep(graph.renamed(&names), labels);
        }
    }
    Ok(all.classified())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn kinds(c: &Classification) -> Vec<Small> {
        c.kinds.iter().map(|k| k.graph.clone()).collect()
    }

    const CLOSED: Around = Around::Closed;
    const OPEN: Around = Around::Open;

    fn all_stand(list: &Classification, around: Around) {
        for kind in &list.kinds {
            let n = kind.graph.order().trailing_zeros();
            assert!(around.is_labelling(&kind.graph.to_graph(), &kind.labels, n), "{}", kind.graph6());
            assert!(kind.graph.is_connected() && kind.graph.to_graph().regularity().is_some());
        }
    }

    #[test]
    fn what_a_budget_reaches_is_magic_and_enough_of_it_reaches_all() {
        let (some, complete) = within((4, 7, CLOSED), 3_000, &mut Unwatched).unwrap();
        assert!(!complete && some.steps == 3_000);
        let (all, complete) = within((4, 4, CLOSED), 1_000_000, &mut Unwatched).unwrap();
        assert!(complete && kinds(&all) == kinds(&by_labels(4, 4, &mut Unwatched).unwrap()));
        all_stand(&some, CLOSED);
        for (degree, around) in [(5, CLOSED), (4, CLOSED), (4, OPEN), (5, OPEN)] {
            let (list, complete) = within((5, degree, around), 16_000, &mut Unwatched).unwrap();
            assert!(!complete && !list.kinds.is_empty(), "degree {degree}, {around:?}");
            all_stand(&list, around);
        }
        // A vertex labelled 0 leaves two equal labels beside it.
        let (none, complete) = within((5, 3, OPEN), 16_000, &mut Unwatched).unwrap();
        assert!(complete && none.kinds.is_empty());
    }

    #[test]
    fn both_ways_give_the_same_list_on_eight_vertices() {
        for (degree, around) in (1..8).flat_map(|degree| [(degree, CLOSED), (degree, OPEN)]) {
            let labels = by_labels_around(3, degree, around, &mut Unwatched).unwrap();
            let graphs = by_graphs_around(3, degree, around, &mut Unwatched).unwrap();
            assert_eq!(kinds(&labels), kinds(&graphs), "degree {degree}, {around:?}");
            all_stand(&labels, around);
            all_stand(&graphs, around);
        }
    }

    #[test]
    fn open_graphs_are_the_complements_of_closed_ones() {
        let complement = |graph: &Small| {
            let all = u64::MAX >> (64 - graph.order());
            Small::new((0..graph.order()).map(|v| all & !graph.row(v) & !(1 << v)).collect()).canonical()
        };
        let mut compared = 0;
        for (n, degree) in (1..7).map(|degree| (3, degree)).chain([(4, 11), (4, 12)]) {
            let whole = |list: Classification| {
                let graphs = list.kinds.into_iter().map(|kind| kind.graph);
                graphs.filter(|graph| complement(graph).is_connected()).collect::<Vec<_>>()
            };
            let rest = (1 << n) - 1 - degree;
            let open = whole(by_labels_around(n, rest, OPEN, &mut Unwatched).unwrap());
            let mut turned: Vec<Small> = open.iter().map(complement).collect();
            turned.sort();
            let closed = match n {
                3 => whole(by_labels(n, degree, &mut Unwatched).unwrap()),
                _ => whole(within((n, degree, CLOSED), 3_000, &mut Unwatched).unwrap().0),
            };
            let within = |some: &[Small], all: &[Small]| some.iter().all(|graph| all.contains(graph));
            assert!(within(&closed, &turned) && (n > 3 || closed == turned), "degree {degree} on 2^{n}");
            compared += closed.len();
        }
        assert!(compared > 0);
    }

    #[test]
    fn three_ways_give_the_same_list_of_cubic_graphs_on_sixteen_vertices() {
        let planes = by_labels(4, 3, &mut Unwatched).unwrap();
        let graphs = by_graphs(4, 3, &mut Unwatched).unwrap();
        let mut sets = Collection::default();
        let search = Neighbourhoods::new(4, 3, CLOSED);
        search.search(&Progress::default(), &mut |graph| sets.take(&graph, false));
        assert_eq!(graphs.steps, 4060);
        assert_eq!(kinds(&planes), kinds(&graphs));
        assert_eq!(kinds(&planes), kinds(&sets.classified()));
    }

    #[test]
    #[ignore = "minutes"]
    fn thirty_two_vertices_twice_alike() {
        let first = by_labels(5, 3, &mut Unwatched).unwrap();
        let second = by_labels(5, 3, &mut Unwatched).unwrap();
        assert_eq!(first.kinds, second.kinds);
        // Without the choice of roots the list is the same.
        let mut all = Collection::default();
        Growth::start(5).complete(&Progress::default(), &mut 0, &mut |graph| all.take(&graph, false));
        assert_eq!(kinds(&first), kinds(&all.classified()));
        for kind in &first.kinds {
            assert!(kind.graph.is_connected() && condition::is_labelling(&kind.graph.to_graph(), &kind.labels, 5));
        }
    }
}
