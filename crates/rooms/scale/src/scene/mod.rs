//! The pictures of the room: pans with coins, strategies as trees, and the map of shares.

pub(super) mod balance;
pub(super) mod map;
pub(super) mod pairs;
pub(super) mod tree;
