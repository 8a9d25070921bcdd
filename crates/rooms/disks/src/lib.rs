//! Disks in a cavity: the Formidable Fourteen, and packings in general. The essay that people read is `essay.md`.
//!
//! *The question.* Fourteen disks with diameters from 2.150 to 3.736 inches are to lie flat, without overlapping, in a
//! circular cavity one foot across ("Formidable Fourteen Puzzle", in a lecture on sums of games). The disks fill 83 per
//! cent of the cavity, and no solution was printed with it. More generally: do these disks fit, and how small can the
//! cavity be?
//!
//! *The letters.* Disk i has radius r_i and centre p_i; the cavity is a circle of radius R (or a square of side 2R)
//! about the origin. Its energy is the sum of the squares of all overlaps, max(0, r_i + r_j - |p_i - p_j|) and max(0,
//! |p_i| + r_i - R). The disks fit exactly when the least energy is zero.
//!
//! *The method.* [`packing::Descent`] goes down to the nearest minimum (L-BFGS; a step costs O(n^2)). [`search`] walks
//! from minimum to minimum: exchange two disks near in size (the move that matters: in a good packing of other sizes
//! only a few disks stand in the wrong place), put a squeezed disk into a hole, or shake; accept by Metropolis;
//! restart. A success is tightened ([`contact`]): the cavity shrinks until the disks are jammed, the overlaps that
//! remain name the contacts, and Newton's method on "all these gaps are zero" gives the last digits (about 1e-15). What
//! carries no contact force is a rattler.
//!
//! *The proof.* A layout is an answer only after [`decimal`] has rounded it to few decimals and checked it in whole
//! numbers: 4|p_i - p_j|^2 >= (d_i + d_j)^2 and 4|p_i|^2 <= (D - d_i)^2, no tolerance. That a packing exists is then
//! proved; that none is smaller is not (standing `best`). That none exists at all is proved only where areas, one disk
//! or two disks already show it.
//!
//! *Sources of comparison* are in [`known`]: equal disks in circle and square, and radii 1, 2, ..., N (the contest of
//! 2005/06).
//!
//! ```
//! use disks::decimal::Solution;
//! assert_eq!(Solution::read("circle 4\n2 1 0\n2 -1 0").unwrap().check(), None);
//! assert!(Solution::read("circle 4\n2 0.9999999 0\n2 -1 0").unwrap().check().is_some());
//! ```

mod certificate;
mod claims;
pub mod contact;
pub mod decimal;
pub mod known;
mod lessons;
pub mod packing;
mod play;
mod questions;
mod scene;
pub mod search;
pub mod slide;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "The Formidable Fourteen",
    about: "disks in a cavity: the Formidable Fourteen, and packings that are checked in whole numbers",
    picture: "disks fourteen --seed 8",
    ..kit::furnished!("disks")
};
