//! Xor-magic graphs: connected graphs on 2^n vertices whose distinct n-bit labels are each the xor of their neighbours'
//! labels. After Siehler's "Xor-Magic Graphs", which tests the 4,060 cubic graphs on 16 vertices and calls 32 vertices
//! not feasible.
//!
//! *Letters.* M is the adjacency matrix with ones on the diagonal, k its nullity over GF(2), Y the matrix whose columns
//! are a basis of its nullspace; row v of Y is a point of GF(2)^k. Test 1: k >= n. Test 2: the rows of Y are distinct.
//! Both are necessary (Theorem 2).
//!
//! *The exact answer* ([`bits`]). Labels of m bits are m functionals on GF(2)^k, and they are distinct exactly when the
//! subspace Z that all of them annihilate contains no difference of two rows. So the fewest bits are k less the largest
//! dimension of such a Z: a critical problem of Crapo and Rota. When all degrees are odd the constant 1 lies in the
//! nullspace, all differences lie in a hyperplane, and one dimension of Z is free: k - 1 bits always suffice after test
//! 2, which is why G1 with nullity 6 has five. The search over echelon forms is exhaustive; [`sat`] stands behind it
//! and beside it.
//!
//! *Lifts* ([`family`]). In two copies of an xor-magic graph of odd degrees let the edges of a set s change over
//! between the copies, and add the copy as a bit. At a vertex the new bits add up to the number of its edges in s. So
//! every even set s that is no cut gives an xor-magic graph of the next order; the paper's gluing is the case of a
//! circle of four edges, which proves Theorem 1. The strong product of two xor-magic graphs is xor-magic, since closed
//! neighbourhoods multiply.
//!
//! *Classification* ([`planes`], [`classify`]). A closed neighbourhood of a cubic graph is an affine plane of AG(n,2).
//! Choosing a plane through every point, consistently and up to affine maps, takes 7, 91 and 5.2 million steps for n =
//! 3, 4, 5, and isomorphs among 83,200 labelled graphs are removed by canonical forms: 1, 1 and 109 graphs. On 8 and 16
//! vertices testing every graph gives the same list. Any degree on 8 and up to 5 on 16 vertices goes by
//! [`neighbourhoods`].
//!
//! *Order 6.* On 64 vertices the same search begins alike and is out of reach: 300,000 random walks down its tree
//! (Knuth's estimate, [`planes::Growth::sample`]) put it at 2.9 10^22 steps, standard error 12 per cent, where order 5
//! is estimated at 5.8 10^6: a hundred million years of two cores, and some 10^12 labelled graphs at the end. What can
//! be had are examples by the million, from lifts; a list would take a way to reject isomorphs early, and would be too
//! long to print.
//!
//! ```
//! use magic::{condition::{Nullspace, Subject}, bits};
//! let g1 = Subject::read("g1")?;
//! let space = Nullspace::of(&g1.graph, &mut kit::Unwatched)?;
//! assert!(space.nullity == 6 && space.test1() && space.test2());
//! assert_eq!(bits::fewest(&g1, &space, &mut kit::Unwatched)?.bits, 5);
//! # Ok::<(), kit::Error>(())
//! ```

pub mod bits;
mod certificate;
mod claims;
pub mod classify;
pub mod condition;
pub mod family;
pub mod labellings;
mod lessons;
pub mod neighbourhoods;
mod paper;
pub mod planes;
mod play;
mod questions;
pub mod sat;
mod scene;
pub mod squares;
pub mod transitive;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "magic",
    title: "Xor-magic graphs",
    about: "xor-magic graphs: every label is the xor of its neighbours' labels",
    picture: "magic label crossed:4",
    essay: "A connected graph on 2^n vertices is xor-magic if its vertices can carry all n-bit numbers so that each is the xor of its neighbours' numbers. The cube \
     is, and so is the Dyck graph; most graphs are not.\n\n\
     One bit of the labels is a vector in the nullspace of the adjacency matrix with ones on its diagonal, so linear algebra finds graphs that cannot be magic; \
     whether the others are, and how many bits distinct labels need at least, is a search for a large subspace that misses all differences of rows.\n\n\
     In a cubic xor-magic graph every vertex and its neighbours form a plane of the affine space over two elements. Choosing a plane through every point finds all of \
     them: 1 on 8 vertices, 1 on 16 and 109 on 32, four of these vertex-transitive.\n\n\
     Lifts: in two copies of an xor-magic graph of odd degrees let the edges of a set change over between the copies, and add the copy as a bit. At a vertex the new bits \
     add up to the number of its edges in the set. So every set of edges that is even at each vertex and leaves the graph connected gives an xor-magic graph of the \
     next order; the paper's gluing is the case of a circle of four edges, so there is one of every order.\n\n\
     Fewest bits: with k the nullity and Y a basis of the nullspace as columns, labels of m bits are m functionals on the rows of Y, and two vertices are labelled alike \
     exactly when the difference of their rows lies in what all of them annihilate. So the fewest bits are k less the dimension of the largest subspace that contains \
     no difference of two rows.\n\n\
     Central involutions: a Sylow 2-subgroup of the group of a cubic vertex-transitive graph on 2^n vertices is transitive, and an involution z of its centre fixes no \
     vertex, so it pairs them. All pairs look alike. Either the pairs form a cubic vertex-transitive graph on half the vertices and the graph is a lift of it; or \
     each pair is joined by an edge, and it is a prism or a Moebius ladder; or pairs are joined by four edges and by two in turn, and it is the crossed prism. So all \
     of them are found from those on half the vertices: 1, 2, 4 and 10 on 4, 8, 16 and 32.\n\n\
     Cayley graphs of the group of bits with an odd number of generators of sum 0 label themselves.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};
