//! x
pub mod null;
use kit::Topic;
/// x
pub static ALL: &[&Topic] = &[];
/// x
pub static NULL: &Topic = &null::TOPIC;
