//! The solver: chooses the width of the words and the instructions, starts the threads and watches them.

use super::graph::{Graph, Vertices};
use super::search::{Field, Portable, Processor, Search};
use super::table::{Bits, SPARE_BITS, Table};
use kit::watch::{Progress, Watch, tend};
use kit::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A search for nimbers of positions on one graph that remembers what it has found.
pub struct Solver {
    graph: Graph,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// A solver for `graph` whose table takes at most `memory` bytes (touched only as far as needed). Each symmetry lists the images of the
    /// vertices; one that does not map the graph onto itself is refused.
    pub fn new(graph: Graph, symmetries: &[Vec<usize>], memory: usize) -> Result<Self> {
        if let Some(place) = symmetries.iter().position(|image| !graph.has_symmetry(image)) {
            let which = format!("symmetry {}", place + 1);
            return Err(Error::usage(which, "it does not map the graph onto itself", "give an automorphism"));
        }
        let engine = match (graph.order() + SPARE_BITS).div_ceil(64) {
            1 => engine::<1>(&graph, symmetries, memory),
            2 => engine::<2>(&graph, symmetries, memory),
            3 => engine::<3>(&graph, symmetries, memory),
            4 => engine::<4>(&graph, symmetries, memory),
            _ => engine::<5>(&graph, symmetries, memory),
        };
        Ok(Solver { graph, engine })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    /// The nimber of `position`.
    pub fn nimber(&self, position: &Vertices, watch: &mut dyn Watch) -> Result<u32> {
        self.watched(watch, |progress| self.engine.nimber(position, progress))
    }

    /// Whether the player to move wins `position` beside a heap of `k`.
    pub fn wins(&self, position: &Vertices, k: u32, watch: &mut dyn Watch) -> Result<bool> {
        self.watched(watch, |progress| self.engine.is(position, k, progress).map(|is| !is))
    }

    /// The moves from `position` to nimber 0, in increasing order.
    pub fn winning_moves(&self, position: &Vertices, watch: &mut dyn Watch) -> Result<Vec<usize>> {
        self.watched(watch, |progress| {
            let judge = |v| Some((v, self.engine.is(&self.graph.play(position, v), 0, progress)?));
            let judged: Option<Vec<_>> = position.iter().map(judge).collect();
            Some(judged?.into_iter().filter(|&(_, wins)| wins).map(|(v, _)| v).collect())
        })
    }

    /// Every move from `position` with the nimber of the position it leads to, in increasing order of the vertices.
    pub fn options(&self, position: &Vertices, watch: &mut dyn Watch) -> Result<Vec<(usize, u32)>> {
        self.watched(watch, |progress| {
            let judge = |v| Some((v, self.engine.nimber(&self.graph.play(position, v), progress)?));
            position.iter().map(judge).collect()
        })
    }

    fn watched<T: Send>(&self, watch: &mut dyn Watch, work: impl Fn(&Progress) -> Option<T> + Sync) -> Result<T> {
        let unfinished = |done| format!("the search had visited {done} positions and had not settled the nimber");
        let answer = tend(watch, None, unfinished, |progress| work(progress))?;
        answer.ok_or_else(|| Error::failed("the search halted without an answer"))
    }
}

/// A search of some width.
trait Engine: Send + Sync {
    fn nodes(&self) -> u64;
    fn is(&self, position: &Vertices, k: u32, progress: &Progress) -> Option<bool>;
    fn nimber(&self, position: &Vertices, progress: &Progress) -> Option<u32>;
}

struct Sized<P, const W: usize> {
    field: Field<W>,
    table: Table<W>,
    nodes: AtomicU64,
    processor: std::marker::PhantomData<P>,
}

fn engine<const W: usize>(graph: &Graph, symmetries: &[Vec<usize>], memory: usize) -> Box<dyn Engine> {
    #[cfg(target_arch = "x86_64")]
    if super::search::Wide::detected() {
        return Box::new(Sized::<super::search::Wide, W>::new(graph, symmetries, memory));
    }
    Box::new(Sized::<Portable, W>::new(graph, symmetries, memory))
}

impl<P: Processor, const W: usize> Sized<P, W> {
    fn new(graph: &Graph, symmetries: &[Vec<usize>], memory: usize) -> Self {
        let closed = (0..graph.order()).map(|v| narrow(graph.closed(v))).collect();
        let moving = symmetries.iter().filter(|image| image.iter().enumerate().any(|(v, &w)| v != w));
        let symmetries = moving.map(|image| image.iter().map(|&v| v as u16).collect()).collect();
        let (nodes, processor) = (AtomicU64::new(0), std::marker::PhantomData);
        Sized { field: Field::new(closed, symmetries), table: Table::within(memory), nodes, processor }
    }
}

impl<P: Processor + Send + Sync, const W: usize> Engine for Sized<P, W> {
    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn is(&self, position: &Vertices, k: u32, _progress: &Progress) -> Option<bool> {
        let halt = AtomicBool::new(false);
        let mut search = Search::new(&self.field, &self.table, &halt);
        let r = search.is::<P>(narrow(position), k);
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        r
    }

    fn nimber(&self, position: &Vertices, _progress: &Progress) -> Option<u32> {
        let halt = AtomicBool::new(false);
        let mut search = Search::new(&self.field, &self.table, &halt);
        let r = search.nimber::<P>(narrow(position));
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        r
    }
}

fn narrow<const W: usize>(set: &Vertices) -> Bits<W> {
    std::array::from_fn(|word| set.0.get(word).copied().unwrap_or(0))
}
