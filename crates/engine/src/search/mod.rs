//! One search for impartial games.

mod note;
mod proof;
mod spread;
mod sweep;
mod table;

pub use note::{Effort, Note};
pub use proof::{Proof, Tree};
pub use spread::{BuildSpread, Spread, spread};
pub use sweep::{Swept, Walk, sweep};
pub use table::{Full, Table};
