//! Theorems by machine.

pub mod automaton;
pub mod decide;
pub mod learn;
pub mod library;
pub mod linear;
pub mod minimise;
pub mod numeration;
pub mod plan;
pub mod product;
pub mod project;
pub mod read;
pub mod statement;

pub use automaton::{Automaton, DEAD, Track, Work};
pub use numeration::System;

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Things numbered in the order in which they were met, and how many of them have been followed up.
struct Index<T> {
    numbers: FxHashMap<T, u32>,
    things: Vec<T>,
    followed: usize,
}

impl<T: Clone + Eq + Hash> Index<T> {
    fn new(first: T) -> Index<T> {
        let mut index = Index { numbers: FxHashMap::default(), things: Vec::new(), followed: 0 };
        index.of(first);
        index
    }

    /// The number of a thing, a new one if it was not met before.
    fn of(&mut self, thing: T) -> u32 {
        let next = self.things.len() as u32;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.things.push(thing.clone());
            next
        })
    }

    /// The next thing to follow up.
    fn following(&mut self) -> Option<T> {
        let thing = self.things.get(self.followed)?.clone();
        self.followed += 1;
        Some(thing)
    }

    fn len(&self) -> usize {
        self.things.len()
    }
}
