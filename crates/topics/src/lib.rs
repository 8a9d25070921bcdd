//! The rooms of Parlor, one module per topic, and the list that makes them known.
//!
//! A new topic is three steps: copy [`null`] to a crate of its own, name it here and in [`ALL`], add its golden file.

pub mod null;

pub use {conics, disks, exile, magic, merlin, queens, scale, sprouts, sums};

use kit::Topic;

/// Every topic that front ends show, in the order of their tables.
pub static ALL: &[&Topic] = &[
    &queens::TOPIC,
    &sums::TOPIC,
    &sprouts::TOPIC,
    &merlin::TOPIC,
    &magic::TOPIC,
    &exile::TOPIC,
    &scale::TOPIC,
    &conics::TOPIC,
    &disks::TOPIC,
];

/// The topic that is built and tested but not shown.
pub static NULL: &Topic = &null::TOPIC;
