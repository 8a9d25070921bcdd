//! The mathematics of Parlor: impartial games, heap games and their periods, linear algebra over Z/m, automata that
//! decide statements, graphs, parity games, exact rationals, and chance by the thousand million.
//!
//! It knows no topic, no front end, no file and no clock. Every module is a ladder that stays whole: the plain
//! definition, then each faster method, all answering alike on every small case in the tests. Long work takes a
//! [`Watch`] that sees its progress and may stop it; [`Unwatched`] lets it run.
//!
//! **The nimber of a game of your own** needs its moves, and nothing else:
//!
//! ```
//! use parlor_engine::impartial::{Impartial, Limits, Method, Solver};
//!
//! /// From a pile take 1, 3 or 4.
//! struct Take;
//! impl Impartial for Take {
//!     type Key = u32;
//!     fn options(&self, pile: &u32, out: &mut Vec<u32>) {
//!         out.extend([1, 3, 4].iter().filter_map(|taken| pile.checked_sub(*taken)));
//!     }
//! }
//! let solver = Solver::new(Take, Limits::default());
//! assert_eq!(solver.nimber(&20, Method::Memo, &mut parlor_engine::Unwatched).unwrap(), 2);
//! ```
//!
//! **The period of an octal code**, with the theorem that proves it:
//!
//! ```
//! use parlor_engine::heaps::{Heaps, Rule, find_period};
//!
//! let kayles: Rule = "0.77".parse().unwrap();
//! let values = Heaps::table(&kayles, 1000).unwrap();
//! let period = find_period(&kayles, &values).unwrap();
//! assert_eq!((period.period, period.preperiod, period.proved), (12, 71, true));
//! assert_eq!(period.theorem.unwrap().to_string(), "the window of Guy and Smith");
//! ```
//!
//! **A system over Z/6**, where not every number has an inverse:
//!
//! ```
//! use parlor_engine::modular::howell::Columns;
//!
//! let rows = [[1, 2], [3, 5]];
//! let system = Columns::new(6, 2, 2, |i, j| rows[i][j]).unwrap();
//! assert_eq!(system.solve(&[1, 2]), Some(vec![5, 1]));
//! assert_eq!(system.kernel_size().to_string(), "1");
//! let singular = Columns::new(6, 1, 1, |_, _| 2).unwrap();
//! assert_eq!(singular.solve(&[3]), None);
//! ```

pub mod automata;
pub mod bits;
pub mod clauses;
pub mod graphs;
pub mod heaps;
pub mod impartial;
pub mod linear;
pub mod modular;
pub mod parity;
pub mod rational;
pub mod sampling;
pub mod search;
pub mod vertex_kayles;

pub use kit::{Error, Result, Unwatched, Watch};
