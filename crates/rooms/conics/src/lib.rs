//! The conic through five random points. The essay that people read is `essay.md`.
//!
//! *The question.* Five points are tossed into a square and the curve of second order through them is drawn: how often
//! is it an ellipse? (V. Ochkov's New Year's card of 2017, in Recreational Mathematics Magazine, which counted "28.16
//! per cent", and asked for the circle.)
//!
//! *The letters.* The curve is A x^2 + B xy + C y^2 + D x + E y + F = 0; the sign of B^2 - 4AC decides: positive a
//! hyperbola, negative an ellipse, zero a parabola, and there are four more kinds for points in special position. All
//! questions are affine: a square may be any parallelogram, a disk any ellipse.
//!
//! *The methods.*
//! - [`fit`] decides the kind in whole numbers: orientation tests, then the discriminant of degree 12, then two
//!   in-circle tests; the plain definition is [`fit::by_elimination`]. No tolerance anywhere.
//! - [`sample`] tosses: [`engine::sampling::tosses`] has the discriminant in six cross products and decides doubtful
//!   tosses in whole numbers.
//! - [`purcell`] tosses four points and integrates the fifth exactly, between the two parabolas through the four.
//! - [`exact`] integrates everything: five points of an ellipse are A u(theta_i) + b, and for the square and the normal
//!   distribution A and b integrate out, leaving four gaps ([`gaps`]), and for the triangle too ([`triangle`]); for the
//!   disk three points move to the circle and the pencil of conics through four of its points leaves three gaps and a
//!   parameter ([`pencil`]). Cut at its kinks and flattened at its corners ([`flags`]) the integrand takes
//!   Gauss-Legendre rules, whose error falls tenfold with each node. Half disk, ring and other convex polygons are
//!   integrated over parabolas ([`parabolas`]).
//!
//! *What comes out.* Square 0.28077404403708, disk 0.29817745229857, normal points 0.21599749939407, triangle
//! 0.2388577704 (the digits that stand still when the rule is refined).
//!
//! *Beside it.* [`sylvester`] (points in convex position, tossed) and [`convex`] (exactly, or with a proved bound:
//! [`taylor`] integrates in the numbers of [`enclosure`]), [`relation`] (closed forms for digits), [`curve`] (higher
//! order), [`chain`] and [`catenary`] (the hanging chain), [`frames`] (the card).
//!
//! ```
//! use conics::fit::{Fit, Five, Kind, fit};
//! let five = Five::read(&["0,0", "1,1", "2,4", "3,9", "4,16"]).unwrap();
//! assert!(matches!(fit(&five), Fit::Unique(Kind::Parabola, _)));
//! ```

mod certificate;
mod claims;
mod lessons;
mod questions;
mod scene;

pub mod border;
pub mod catenary;
pub mod chain;
pub mod convex;
pub mod curve;
pub mod elimination;
pub mod enclosure;
pub mod exact;
pub mod fit;
pub mod flags;
pub mod frames;
pub mod gaps;
pub mod levels;
pub mod measures;
pub mod openings;
pub mod outline;
pub mod parabolas;
pub mod pencil;
pub mod purcell;
pub mod quadrature;
pub mod region;
pub mod relation;
pub mod sample;
pub mod sylvester;
pub mod taylor;
pub mod triangle;
pub mod window;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "conics",
    title: "Five points, one conic",
    about: "the conic through five points, and how often it is an ellipse",
    picture: "conics fit 0,0 3,1 5,4 2,6 -1,3",
    essay: include_str!("essay.md"),
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: include_str!("paper.md"),
    ..Topic::EMPTY
};
