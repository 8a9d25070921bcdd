//! The solver: chooses the width of the words and the instructions, starts the threads, watches them and lets the table
//! grow.

use super::complete::Complete;
use super::graph::{Graph, Vertices};
use super::parts::News;
use super::search::{Bounds, Company, Field, Given, Halt, Portable, Processor, Search};
use super::table::{Bits, Knowledge, SPARE_BITS, Table};
use crate::search::Note;
use kit::watch::{Progress, Watch, tend};
use kit::{Error, Result, machine};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;

/// The stack of a thread: a line of play is no longer than the graph.
const STACK: usize = 1 << 21;

/// A question that one thread settles within so many positions is not given to more: starting them would cost more than
/// it gains, and its count of positions is the same in every run.
const ALONE: u64 = 1 << 20;
/// The same on graphs where there is much to do: a second of one thread is the better part of 13 x 13 queens.
const SOON: u64 = 1 << 15;
/// From so many vertices on there is much to do, and a table of all graphs on seven vertices, a tenth of a second, is
/// made first.
const MUCH: usize = 160;
/// The table's first size in bytes and the factor of its growth.
const FIRST_TABLE: usize = 1 << 20;
const GROWTH: usize = 4;

/// What a solver may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means {
    /// Bytes of the table.
    pub(super) memory: usize,
    pub(super) threads: usize,
    /// Positions that one thread visits for a question before it calls the others.
    pub(super) alone: u64,
    /// Only instructions that every processor has. (Other families of processors have no others here.)
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(super) portable: bool,
}

/// A search for nimbers of positions on one graph that remembers what it has found.
pub struct Solver {
    graph: Graph,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// A solver for `graph` whose table grows as needed to at most `memory` bytes. Each symmetry lists the images of
    /// the vertices; one that does not map the graph onto itself is refused. A whole group of symmetries serves best.
    pub fn new(graph: Graph, symmetries: &[Vec<usize>], memory: usize) -> Result<Self> {
        let threads = machine::threads().min(16);
        Solver::with_threads(graph, symmetries, memory, threads)
    }

    /// The same with a given number of threads.
    pub fn with_threads(graph: Graph, symmetries: &[Vec<usize>], memory: usize, threads: usize) -> Result<Self> {
        let alone = if graph.order() >= MUCH { SOON } else { ALONE };
        Solver::with_means(graph, symmetries, Means { memory, threads, alone, portable: false })
    }

    pub(super) fn with_means(graph: Graph, symmetries: &[Vec<usize>], means: Means) -> Result<Self> {
        if let Some(place) = symmetries.iter().position(|image| !graph.has_symmetry(image)) {
            let which = format!("symmetry {}", place + 1);
            return Err(Error::usage(which, "it does not map the graph onto itself", "give an automorphism"));
        }
        let engine = match (graph.order() + SPARE_BITS).div_ceil(64) {
            1 => engine::<1>(&graph, symmetries, means),
            2 => engine::<2>(&graph, symmetries, means),
            3 => engine::<3>(&graph, symmetries, means),
            4 => engine::<4>(&graph, symmetries, means),
            _ => engine::<5>(&graph, symmetries, means),
        };
        Ok(Solver { graph, engine })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The positions visited so far. As soon as several threads are at work the number depends on their luck.
    pub fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    /// The nimber of `position`.
    pub fn nimber(&mut self, position: &Vertices, watch: &mut dyn Watch) -> Result<u32> {
        self.watched(position, watch, |engine, _, progress| engine.nimber(position, progress))
    }

    /// Whether the player to move wins `position` beside a heap of `k`.
    pub fn wins(&mut self, position: &Vertices, k: u32, watch: &mut dyn Watch) -> Result<bool> {
        self.watched(position, watch, |engine, _, progress| engine.is(position, k, progress).map(|is| !is))
    }

    /// The moves from `position` to nimber 0, in increasing order.
    pub fn winning_moves(&mut self, position: &Vertices, watch: &mut dyn Watch) -> Result<Vec<usize>> {
        self.watched(position, watch, |engine, graph, progress| {
            let mut moves = Vec::new();
            for v in position.iter() {
                if engine.is(&graph.play(position, v), 0, progress)? {
                    moves.push(v);
                }
            }
            Some(moves)
        })
    }

    /// Every move from `position` with the nimber of the position it leads to, in increasing order of the vertices.
    pub fn options(&mut self, position: &Vertices, watch: &mut dyn Watch) -> Result<Vec<(usize, u32)>> {
        self.watched(position, watch, |engine, graph, progress| {
            position.iter().map(|v| Some((v, engine.nimber(&graph.play(position, v), progress)?))).collect()
        })
    }

    /// A move from `position` to nimber `k`, if there is one: of those the first that leaves least.
    pub fn move_to(&mut self, position: &Vertices, k: u32, watch: &mut dyn Watch) -> Result<Option<usize>> {
        self.watched(position, watch, |engine, graph, progress| {
            let mut moves: Vec<(usize, usize)> = position.iter().map(|v| (graph.play(position, v).len(), v)).collect();
            moves.sort_unstable();
            for (_, v) in moves {
                if engine.is(&graph.play(position, v), k, progress)? {
                    return Some(Some(v));
                }
            }
            Some(None)
        })
    }

    /// Whether the nimber of `position` is `k`, searched by one thread; nothing once so many positions were visited.
    pub fn attempt(&mut self, position: &Vertices, k: u32, budget: u64, watch: &mut dyn Watch) -> Result<Option<bool>> {
        self.watched(position, watch, |engine, _, progress| engine.attempt(position, k, budget, progress))
    }

    /// The nimber of a position that is soon solved, with nobody watching.
    pub(super) fn light(&mut self, position: &Vertices) -> u32 {
        self.engine.nimber(position, &Progress::default()).expect("nobody stops it")
    }

    /// Has it tell from now on of the sets that took some work.
    pub fn tell(&mut self) -> News {
        let news = News::default();
        self.engine.tell(news.clone());
        news
    }

    /// Learns what was proved of sets, each the least of its images, as far as the memory allows.
    pub fn learn(&mut self, facts: &[(Vertices, Note)]) {
        self.engine.learn(facts);
    }

    fn watched<T: Send>(
        &mut self,
        position: &Vertices,
        watch: &mut dyn Watch,
        work: impl FnOnce(&mut dyn Engine, &Graph, &Progress) -> Option<T> + Send,
    ) -> Result<T> {
        if let Some(stray) = position.iter().find(|&v| v >= self.graph.order()) {
            let instead = format!("the graph has the vertices 0 to {}", self.graph.order().saturating_sub(1));
            return Err(Error::usage(format!("vertex {stray}"), "it is not in the graph", instead));
        }
        let unfinished = |done| format!("the search had visited {done} positions and had not settled the question");
        let (graph, engine) = (&self.graph, &mut self.engine);
        let answer = tend(watch, None, unfinished, |progress| work(engine.as_mut(), graph, progress))?;
        answer.ok_or_else(|| Error::failed("the search halted without an answer"))
    }
}

/// A search of some width for some processor. It answers nothing when it was stopped.
trait Engine: Send + Sync {
    fn nodes(&self) -> u64;

    /// Whether the nimber of `position` is `k`.
    fn is(&mut self, position: &Vertices, k: u32, progress: &Progress) -> Option<bool>;

    /// The same by one thread, or that so many positions were visited.
    fn attempt(&mut self, position: &Vertices, k: u32, budget: u64, progress: &Progress) -> Option<Option<bool>>;

    fn tell(&mut self, news: News);

    fn learn(&mut self, facts: &[(Vertices, Note)]);

    fn nimber(&mut self, position: &Vertices, progress: &Progress) -> Option<u32> {
        for k in 0.. {
            if self.is(position, k, progress)? {
                return Some(k);
            }
        }
        None
    }
}

struct Searcher<P, const W: usize> {
    field: Field<W>,
    table: Table<W>,
    means: Means,
    nodes: u64,
    /// Whether there is much to do: then a table of all graphs on seven vertices pays.
    much: bool,
    news: Option<News>,
    processor: PhantomData<P>,
}

fn engine<const W: usize>(graph: &Graph, symmetries: &[Vec<usize>], means: Means) -> Box<dyn Engine> {
    #[cfg(target_arch = "x86_64")]
    if !means.portable && super::search::Wide::detected() {
        return Box::new(Searcher::<super::search::Wide, W>::new(graph, symmetries, means));
    }
    Box::new(Searcher::<Portable, W>::new(graph, symmetries, means))
}

impl<P: Processor + Send + Sync, const W: usize> Searcher<P, W> {
    fn new(graph: &Graph, symmetries: &[Vec<usize>], means: Means) -> Self {
        let closed = (0..graph.order()).map(|v| narrow(graph.closed(v))).collect();
        let moving = symmetries.iter().filter(|image| image.iter().enumerate().any(|(v, &w)| v != w));
        let symmetries = moving.map(|image| image.iter().map(|&v| v as u16).collect()).collect();
        let table = Table::within(FIRST_TABLE.min(means.memory / 16));
        Searcher {
            field: Field::new(closed, symmetries),
            table,
            means,
            nodes: 0,
            much: graph.order() >= MUCH,
            news: None,
            processor: PhantomData,
        }
    }

    /// Old and new table together keep within the memory while one is moved into the other.
    fn can_grow(&self) -> bool {
        self.table.bytes() * (1 + GROWTH) <= self.means.memory
    }

    /// One thread or several search until the first of them has an answer or must halt.
    fn run(&self, set: Bits<W>, k: u32, threads: usize, nodes: u64, progress: &Progress) -> (Result<bool, Halt>, u64) {
        let company = Company::of(threads);
        let lost = if self.can_grow() { self.table.room() as u64 / (16 * threads as u64) } else { u64::MAX };
        let given = Given {
            field: &self.field,
            table: &self.table,
            complete: Complete::get::<P>(self.much),
            much: self.much,
            company: &company,
            progress,
            bounds: Bounds { nodes, lost },
            news: self.news.as_ref(),
        };
        let one = || {
            let mut search = Search::new(given);
            let answer = search.is::<P>(set, k).ok_or(search.halt);
            company.halt.store(true, Ordering::Relaxed);
            (answer, search.nodes)
        };
        if threads == 1 {
            return one();
        }
        let answers = machine::company(threads, STACK, |_| one());
        let nodes = answers.iter().map(|(_, nodes)| nodes).sum();
        let told = |answer: &Result<bool, Halt>| *answer == Err(Halt::Told);
        let first = answers.iter().map(|(answer, _)| *answer).min_by_key(|answer| (answer.is_err(), told(answer)));
        (first.unwrap_or(Err(Halt::Told)), nodes)
    }
}

impl<P: Processor + Send + Sync, const W: usize> Engine for Searcher<P, W> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is(&mut self, position: &Vertices, k: u32, progress: &Progress) -> Option<bool> {
        let (set, mut threads) = (narrow(position), 1);
        let mut left = if self.means.threads > 1 { self.means.alone } else { u64::MAX };
        loop {
            let (answer, nodes) = self.run(set, k, threads, left, progress);
            self.nodes += nodes;
            match answer {
                Ok(is) => return Some(is),
                Err(Halt::Told) => return None,
                // What the search has found is in the table: begun again it is soon where it was.
                Err(Halt::Full) => {
                    self.table = self.table.moved(self.table.bytes() * GROWTH);
                    left = left.saturating_sub(nodes);
                }
                Err(Halt::Spent) => (threads, left) = (self.means.threads, u64::MAX),
            }
        }
    }

    fn attempt(&mut self, position: &Vertices, k: u32, budget: u64, progress: &Progress) -> Option<Option<bool>> {
        let (set, mut left) = (narrow(position), budget);
        loop {
            let (answer, nodes) = self.run(set, k, 1, left, progress);
            self.nodes += nodes;
            left = left.saturating_sub(nodes);
            match answer {
                Ok(is) => return Some(Some(is)),
                Err(Halt::Told) => return None,
                Err(Halt::Full) => self.table = self.table.moved(self.table.bytes() * GROWTH),
                Err(Halt::Spent) => return Some(None),
            }
        }
    }

    fn tell(&mut self, news: News) {
        self.news = Some(news);
    }

    fn learn(&mut self, facts: &[(Vertices, Note)]) {
        let mut lost = 0;
        for (set, note) in facts.iter().filter(|(set, _)| !set.is_empty()) {
            lost += usize::from(self.table.add(&narrow(set), Knowledge::of_note(*note)));
            if lost > self.table.room() / 16 && self.can_grow() {
                self.table = self.table.moved(self.table.bytes() * GROWTH);
                lost = 0;
            }
        }
    }
}

fn narrow<const W: usize>(set: &Vertices) -> Bits<W> {
    std::array::from_fn(|word| set.0.get(word).copied().unwrap_or(0))
}
