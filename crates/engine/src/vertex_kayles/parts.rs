//! Node Kayles in parts ([`crate::search`]): the game as the ladder's planner sees it, and who runs its errands.
//!
//! The planner goes by proof numbers over sets of vertices. An errand is searched depth first by a [`Solver`] with one
//! thread, which tells of the sets that took some work.

use super::{Graph, Solver, Vertices};
use crate::bits::ones;
use crate::impartial::{Impartial, Key, Plan};
use crate::search::{Effort, Fact, Note, read_facts, write_facts, write_guesses};
use kit::parts::{Errand, Planner, Worker};
use kit::{Error, Result, Watch};
use std::sync::{Arc, Mutex, PoisonError};

/// Sets of vertices with what a search told of them.
pub type News = Arc<Mutex<Vec<(Vertices, Note)>>>;

/// Components of so many vertices the planner solves itself.
const LIGHT: usize = 32;
/// The memory of the solver that does so.
const LIGHT_MEMORY: usize = 1 << 26;
/// The positions of a search grow eightfold with so many vertices (queens on 12 x 12 to 14 x 14).
const EIGHTFOLD: f64 = 25.0;
/// Guesses of the planner count so many positions as one.
const SCALE: f64 = 64.0;

/// The game of sets of vertices. A set of one vertex v stands for a pile of v: what is solved beside the components.
struct Sets {
    graph: Graph,
    symmetries: Vec<Vec<usize>>,
    /// Symmetries that are their own inverse, each with the vertices that it does not pair.
    pairings: Vec<(usize, Vertices)>,
    light: Mutex<Solver>,
}

fn vertices(set: &Vertices) -> impl Iterator<Item = usize> + use<> {
    set.0.into_iter().enumerate().flat_map(|(word, bits)| ones(bits).map(move |bit| 64 * word + bit))
}

impl Sets {
    fn new(graph: Graph, symmetries: &[Vec<usize>]) -> Result<Sets> {
        let own_inverse = |image: &Vec<usize>| (0..image.len()).all(|v| image[image[v]] == v);
        let unpaired = |image: &Vec<usize>| (0..image.len()).filter(|&v| graph.closed(v).has(image[v])).collect();
        let pairings = symmetries.iter().enumerate().filter(|(_, image)| own_inverse(image));
        let pairings = pairings.map(|(place, image)| (place, unpaired(image))).collect();
        let light = Mutex::new(Solver::with_threads(graph.clone(), symmetries, LIGHT_MEMORY, 1)?);
        Ok(Sets { graph, symmetries: symmetries.to_vec(), pairings, light })
    }

    fn image(&self, symmetry: usize, set: &Vertices) -> Vertices {
        vertices(set).map(|v| self.symmetries[symmetry][v]).collect()
    }

    fn is_paired(&self, set: &Vertices) -> bool {
        self.pairings.iter().any(|(map, unpaired)| set.without(unpaired) == *set && self.image(*map, set) == *set)
    }

    fn least(&self, set: &Vertices) -> Vertices {
        (0..self.symmetries.len()).map(|map| self.image(map, set)).min().map_or(*set, |image| image.min(*set))
    }

    fn components(&self, set: &Vertices) -> Vec<Vertices> {
        let (mut rest, mut parts) = (*set, Vec::new());
        while let Some(first) = vertices(&rest).next() {
            let (mut part, mut waiting) = (Vertices::default(), vec![first]);
            while let Some(v) = waiting.pop() {
                if rest.has(v) {
                    part.insert(v);
                    let left = rest.without(self.graph.closed(v));
                    waiting.extend(vertices(&rest.without(&left)).filter(|&w| w != v));
                    rest = rest.without(&Vertices::from_iter([v]));
                }
            }
            parts.push(part);
        }
        parts
    }
}

impl Impartial for Sets {
    type Key = [u64; 4];

    fn options(&self, at: &[u64; 4], out: &mut Vec<[u64; 4]>) {
        let set = Vertices(*at);
        out.extend(vertices(&set).map(|v| self.graph.play(&set, v).0));
    }

    fn split(&self, at: &[u64; 4], out: &mut Vec<[u64; 4]>) {
        out.extend(self.components(&Vertices(*at)).iter().map(|part| part.0));
    }

    fn canon(&self, at: &[u64; 4]) -> [u64; 4] {
        self.least(&Vertices(*at)).0
    }

    fn parts(&self, at: &[u64; 4], out: &mut Vec<[u64; 4]>) {
        let set = Vertices(*at);
        if self.is_paired(&set) {
            return;
        }
        let mut pile = 0;
        for part in self.components(&set) {
            if part.len() <= LIGHT {
                pile ^= self.light.lock().unwrap_or_else(PoisonError::into_inner).light(&part);
            } else if !self.is_paired(&part) {
                out.push(self.least(&part).0);
            }
        }
        if pile > 0 {
            out.push(Vertices::from_iter([pile as usize]).0);
        }
    }

    fn known(&self, at: &[u64; 4]) -> Option<u32> {
        let set = Vertices(*at);
        (set.len() == 1).then(|| vertices(&set).next().unwrap_or(0) as u32)
    }

    fn is_within(&self, at: &[u64; 4]) -> bool {
        let set = Vertices(*at);
        set.len() > 1 && vertices(&set).all(|v| v < self.graph.order())
    }

    fn weight(&self, at: &[u64; 4]) -> u64 {
        (8f64.powf(Vertices(*at).len() as f64 / EIGHTFOLD) / SCALE) as u64
    }
}

/// Who gives errands for the nimber of a position and for its moves to nimber 0; the facts are of these rules.
pub fn plan(graph: Graph, symmetries: &[Vec<usize>], position: &Vertices, rules: String) -> Result<Box<dyn Planner>> {
    Ok(Box::new(Plan::new(Arc::new(Sets::new(graph, symmetries)?), &position.0, rules)))
}

/// Who runs them, with a solver of one thread.
pub fn work(mut solver: Solver, rules: String) -> Box<dyn Worker> {
    let news = solver.tell();
    Box::new(Hand { solver, rules, news })
}

struct Hand {
    solver: Solver,
    rules: String,
    news: News,
}

/// The notes of sets as they are kept and sent.
pub fn written(rules: &str, notes: &[(Vertices, Note)]) -> Vec<u8> {
    write_facts(rules, &facts(notes))
}

fn facts(notes: &[(Vertices, Note)]) -> Vec<Fact> {
    notes.iter().filter_map(|(set, note)| Some(Fact { position: set.0.to_bytes()?, note: *note })).collect()
}

/// The notes of sets that stand under that name; those of another graph are refused.
pub fn read(name: &str, rules: &str, order: usize, bytes: &[u8]) -> Result<Vec<(Vertices, Note)>> {
    let facts = read_facts(name, rules, bytes)?;
    facts.iter().map(|fact| Ok((set_of(&fact.position, order)?, fact.note))).collect()
}

fn set_of(bytes: &[u8], order: usize) -> Result<Vertices> {
    let set = <[u64; 4]>::of_bytes(bytes).map(Vertices).filter(|set| vertices(set).all(|v| v < order));
    set.ok_or_else(|| Error::usage("a fact", "its position is none of this game", "learn facts of this game only"))
}

impl Worker for Hand {
    fn attempt(&mut self, errand: &Errand, budget: u64, watch: &mut dyn Watch) -> Result<(Vec<u8>, u64)> {
        let (set, k) = (set_of(&errand.position, self.solver.graph().order())?, errand.nimber);
        let before = self.solver.nodes();
        let found = match k >= Note::EXCLUDABLE {
            // That it has not so large a nimber would leave no trace: the nimber itself is found, whatever it takes.
            true => Some(Note::exactly(self.solver.nimber(&set, watch)?)),
            false => {
                let is = self.solver.attempt(&set, k, budget, watch)?;
                is.map(|is| if is { Note::exactly(k) } else { Note::excluding(k) })
            }
        };
        let guesses = match found {
            Some(note) => {
                self.news.lock().unwrap_or_else(PoisonError::into_inner).push((set, note));
                Vec::new()
            }
            None => {
                let effort = ((budget as f64 / SCALE) as u32).max(1);
                let note = Note::NOTHING.with_effort(k, Effort::of(effort, effort));
                write_guesses(&self.rules, &facts(&[(set, note)]))
            }
        };
        Ok((guesses, self.solver.nodes() - before))
    }

    fn news(&mut self) -> (Vec<u8>, usize) {
        let news = std::mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner));
        (written(&self.rules, &news), news.len())
    }

    fn learn(&mut self, facts: &[u8]) -> Result<()> {
        let facts = read("of a message", &self.rules, self.solver.graph().order(), facts)?;
        self.solver.learn(&facts);
        Ok(())
    }
}
