//! The pictures of the room: pans with coins, and strategies as trees.

pub(super) mod balance;
pub(super) mod tree;
