//! All connected regular xor-magic graphs of an order and degree: by their labels, and by testing every graph.

use super::bits;
use super::certificate::checksum;
use super::condition::{self, Nullspace, Subject};
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

/// All of them by searching on labels; degree 3 on up to 64 vertices, any degree on up to 16.
pub fn by_labels(n: u32, degree: u32, watch: &mut dyn Watch) -> Result<Classification> {
    if degree != 3 || n < 3 {
        let work = |progress: &Progress| {
            let mut all = Collection::default();
            let odd = degree % 2 == 1;
            all.steps = Neighbourhoods::new(n, degree).search(progress, &mut |graph| all.take(&graph, odd));
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

/// Those that a budget reaches, and whether these are all: on 16 vertices so many steps of the search on labels; on 32
/// vertices, where degrees are odd, so many lifts of such graphs by even sets of edges taken by chance.
pub fn within(n: u32, degree: u32, budget: u64, watch: &mut dyn Watch) -> Result<(Classification, bool)> {
    let work = |progress: &Progress| {
        let mut all = Collection::default();
        let most = if n == 4 { budget } else { budget / 8 };
        all.steps = Neighbourhoods::new(4, degree).search_within(most, progress, &mut |graph| all.take(&graph, false));
        let complete = n == 4 && all.steps < most;
        match n {
            4 => (all, complete),
            _ => (lifted(&all.classified(), budget, progress), false),
        }
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
    let order = 1usize << n;
    let mut passing: Vec<Small> = Vec::new();
    let mut tested = 0u64;
    let mut stopped = None;
    connected_regular(order, degree as usize, &mut |graph| {
        tested += 1;
        let (_, test1, test2) = condition::small_tests(graph);
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
        let subject = Subject::new(graph.to_graph())?;
        let space = Nullspace::of(&subject.graph, watch)?;
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

    #[test]
    fn what_a_budget_reaches_is_magic_and_enough_of_it_reaches_all() {
        let (some, complete) = within(4, 7, 3_000, &mut Unwatched).unwrap();
        assert!(!complete && some.steps == 3_000);
        let (all, complete) = within(4, 4, 1_000_000, &mut Unwatched).unwrap();
        assert!(complete && kinds(&all) == kinds(&by_labels(4, 4, &mut Unwatched).unwrap()));
        let (lifts, complete) = within(5, 5, 8_000, &mut Unwatched).unwrap();
        assert!(!complete);
        for kind in some.kinds.iter().chain(&lifts.kinds) {
            let order = kind.graph.order();
            assert!(condition::is_labelling(&kind.graph.to_graph(), &kind.labels, order.trailing_zeros()));
            assert!(kind.graph.is_connected() && kind.graph.to_graph().regularity().is_some());
        }
    }

    #[test]
    fn both_ways_give_the_same_list_on_eight_vertices() {
        for degree in 1..8 {
            let (labels, graphs) =
                (by_labels(3, degree, &mut Unwatched).unwrap(), by_graphs(3, degree, &mut Unwatched).unwrap());
            assert_eq!(kinds(&labels), kinds(&graphs), "degree {degree}");
            for kind in labels.kinds.iter().chain(&graphs.kinds) {
                assert!(condition::is_labelling(&kind.graph.to_graph(), &kind.labels, 3), "degree {degree}");
            }
        }
    }

    #[test]
    fn three_ways_give_the_same_list_of_cubic_graphs_on_sixteen_vertices() {
        let planes = by_labels(4, 3, &mut Unwatched).unwrap();
        let graphs = by_graphs(4, 3, &mut Unwatched).unwrap();
        let mut sets = Collection::default();
        Neighbourhoods::new(4, 3).search(&Progress::default(), &mut |graph| sets.take(&graph, false));
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
