//! The graph that is asked about, the xor condition, and the two tests of the paper.

use super::family;
use engine::graphs::drawn::{self, Drawn};
use engine::graphs::layout::Drawing;
use engine::graphs::small::Small;
use engine::graphs::{Digraph, families, read};
use engine::modular::gf2;
use kit::memory;
use kit::{Error, Result, Watch, shorten};

/// The most vertices of a graph that is tested.
pub const MOST_VERTICES: usize = 1 << 16;

/// G1 of the paper: the other cubic graph on 16 vertices that passes both tests.
pub const G1: &str = "OsX@?_OA?K?o?Y?S?E??J";

/// Whose labels must add up to 0 at a vertex: its closed neighbourhood's, as in the paper, or its open one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// The vertex and its neighbours: each label is the xor of its neighbours' labels.
    Closed,
    /// The neighbours alone: the xor of each vertex's neighbours' labels is 0.
    Open,
}

impl Around {
    /// The variant of that name.
    pub fn named(name: &str) -> Around {
        if name == "open" { Around::Open } else { Around::Closed }
    }

    /// What a graph is called whose vertices have all the labels.
    pub fn magic(self) -> &'static str {
        match self {
            Around::Closed => "xor-magic",
            Around::Open => "open xor-magic",
        }
    }

    /// The matrix M as a graph: from each vertex to all those whose labels are added up there.
    pub fn neighbourhoods(self, graph: &Digraph) -> Digraph {
        graph.clone().with_loops(self == Around::Closed)
    }

    /// Whether all neighbourhoods are even, so that adding a constant to all labels keeps the condition.
    pub fn translates(self, graph: &Digraph) -> bool {
        let odd = usize::from(self == Around::Closed);
        (0..graph.order()).all(|v| graph.successors(v).len() % 2 == odd)
    }

    /// The vertices whose neighbourhoods do not add up to 0: the plain definition.
    pub fn broken(self, graph: &Digraph, labels: &[u32]) -> Vec<usize> {
        let own = |v: usize| if self == Around::Closed { labels[v] } else { 0 };
        let sum = |v: usize| graph.successors(v).iter().fold(own(v), |sum, &w| sum ^ labels[w as usize]);
        (0..graph.order()).filter(|&v| sum(v) != 0).collect()
    }

    /// The vertices whose neighbourhoods add up to two vertices of equal rows.
    pub fn centres(self, graph: &Digraph, (u, v): (usize, usize)) -> Vec<usize> {
        let matrix = self.neighbourhoods(graph).arrivals();
        let mut wanted = gf2::Vector::unit(graph.order(), u);
        wanted.flip(v);
        // Every vector of the nullspace agrees on the two, so their sum lies in the image.
        matrix.solve(&wanted).map(|sum| sum.ones().collect()).unwrap_or_default()
    }

    /// Whether the labels are distinct, of so many bits, and satisfy the condition everywhere.
    pub fn is_labelling(self, graph: &Digraph, labels: &[u32], bits: u32) -> bool {
        labels.len() == graph.order()
            && labels.iter().all(|&l| u64::from(l) < 1 << bits)
            && doubled(labels).is_none()
            && self.broken(graph, labels).is_empty()
    }
}

/// The graph that is asked about.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The graph.
    pub graph: Digraph,
    /// The condition on its labels.
    pub around: Around,
    /// Its usual drawing, if it was named.
    pub drawing: Option<Drawing>,
    /// Labels that its construction brings along.
    pub known: Option<Vec<u32>>,
    /// How a hand drew it, if one did.
    pub drawn: Option<Drawn>,
}

impl Subject {
    /// Accepts any undirected graph without loops.
    pub fn any(graph: Digraph) -> Result<Subject> {
        let order = graph.order();
        if order > MOST_VERTICES {
            return Err(Error::too_large(
                format!("a graph of {order} vertices"),
                format!("the limit is {MOST_VERTICES}"),
                "give a smaller one",
            ));
        }
        let refuse = |why: String, instead: &str| Err(Error::usage("GRAPH", why, instead));
        if let Some(v) = (0..order).find(|&v| graph.has_arc(v, v)) {
            return refuse(format!("there is a loop at vertex {}", v + 1), "give a graph without loops");
        }
        if let Some((a, b)) = graph.arcs().find(|&(a, b)| !graph.has_arc(b, a)) {
            return refuse(format!("the arc from {} to {} has no reverse", a + 1, b + 1), "give an undirected graph");
        }
        Ok(Subject { graph, around: Around::Closed, drawing: None, known: None, drawn: None })
    }

    /// The same graph with another condition; labels that came with it belonged to the other one.
    #[must_use]
    pub fn around(self, around: Around) -> Subject {
        let known = if around == self.around { self.known } else { None };
        Subject { around, known, ..self }
    }

    /// Accepts a connected graph on 2^n vertices, or says what it lacks.
    pub fn new(graph: Digraph) -> Result<Subject> {
        Subject::any(graph)?.candidate()
    }

    /// Refuses a graph that is not connected or has not 2^n vertices: xor-magic graphs are, and have.
    pub fn candidate(self) -> Result<Subject> {
        match self.lacks() {
            Some((why, instead)) => Err(Error::usage("GRAPH", why, instead)),
            None => Ok(self),
        }
    }

    /// Why the graph is not even asked whether it is xor-magic, and what would do.
    pub fn lacks(&self) -> Option<(String, &'static str)> {
        let order = self.graph.order();
        if !order.is_power_of_two() {
            let why = format!("{order} vertices are not a power of two");
            return Some((why, "give a graph on 2, 4, 8, 16 ... vertices"));
        }
        let parts = self.graph.components();
        (parts.len() > 1).then(|| {
            let why = format!(
                "it is disconnected, {} parts, and vertex {} is not joined to vertex 1",
                parts.len(),
                parts[1][0] + 1
            );
            (why, "give a connected graph")
        })
    }

    /// Reads a connected graph on 2^n vertices.
    pub fn read(text: &str) -> Result<Subject> {
        Subject::read_any(text)?.candidate()
    }

    /// Reads a name (`crossed:5`, `g1`, `dyck`, `cube:3`) or any text form of a graph.
    pub fn read_any(text: &str) -> Result<Subject> {
        let text = text.trim();
        if let Some(order) = text.strip_prefix("crossed:") {
            let order = order.parse::<u32>().ok().filter(|n| (2..=16).contains(n)).ok_or_else(|| {
                Error::usage(
                    format!("{:?}", shorten(text)),
                    "no such crossed prism",
                    "write crossed:N with N from 2 to 16",
                )
            })?;
            let built = family::crossed(order);
            return Ok(Subject {
                drawing: Some(family::prism_drawing(order)),
                known: Some(built.labels),
                ..Subject::any(built.graph)?
            });
        }
        if text == "g1" {
            return Subject::any(read::graph6(G1)?);
        }
        if let Some(drawn) = drawn::read(text)? {
            let plain = Subject::any(drawn.graph.clone())?;
            return Ok(Subject { drawing: Some(drawn.drawing()), drawn: Some(drawn), ..plain });
        }
        if let Some(named) = families::named(text)? {
            return Ok(Subject { drawing: Some(named.drawing), ..Subject::any(named.graph)? });
        }
        // One word that looks like a name is answered with the names, not with the troubles of graph6.
        let known = || {
            format!(
                "give graph6, an edge list, a file, or a name such as crossed:4, g1, {}",
                families::names().collect::<Vec<_>>().join(", ")
            )
        };
        match read::read(text) {
            Ok(graph) => Subject::any(graph),
            Err(e) if e.trouble() == kit::Trouble::Usage && families::nearest_name(text).is_some() => {
                let near = families::nearest_name(text).expect("it was there");
                Err(Error::usage(
                    format!("{:?}", shorten(text)),
                    format!("neither a graph ({e}) nor a known name, perhaps {near:?} is meant"),
                    known(),
                ))
            }
            Err(e) => Err(e),
        }
    }

    /// The least n with at most 2^n vertices: distinct labels need as many bits.
    pub fn order(&self) -> u32 {
        least_bits(self.graph.order())
    }

    /// Whether adding a constant to all labels keeps the condition.
    pub fn translates(&self) -> bool {
        self.around.translates(&self.graph)
    }

    /// The nullspace of M.
    pub fn nullspace(&self, watch: &mut dyn Watch) -> Result<Nullspace> {
        Nullspace::around(&self.graph, self.around, watch)
    }

    /// Whether the labels are distinct, of so many bits, and satisfy the condition everywhere.
    pub fn is_labelling(&self, labels: &[u32], bits: u32) -> bool {
        self.around.is_labelling(&self.graph, labels, bits)
    }
}

/// The least n with at most 2^n vertices.
pub fn least_bits(vertices: usize) -> u32 {
    vertices.next_power_of_two().trailing_zeros()
}

/// The vertices whose closed neighbourhoods add up to two vertices of equal rows.
pub fn centres(graph: &Digraph, pair: (usize, usize)) -> Vec<usize> {
    Around::Closed.centres(graph, pair)
}

/// Whether every vertex has odd degree.
pub fn all_odd(graph: &Digraph) -> bool {
    Around::Closed.translates(graph)
}

/// The vertices whose label is not the xor of their neighbours' labels.
pub fn broken(graph: &Digraph, labels: &[u32]) -> Vec<usize> {
    Around::Closed.broken(graph, labels)
}

/// Two vertices with the same label.
pub fn doubled(labels: &[u32]) -> Option<(usize, usize)> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&v| (labels[v], v));
    order.windows(2).find(|w| labels[w[0]] == labels[w[1]]).map(|w| (w[0], w[1]))
}

/// Whether the labels are distinct, of so many bits, and each is the xor of its neighbours'.
pub fn is_labelling(graph: &Digraph, labels: &[u32], bits: u32) -> bool {
    Around::Closed.is_labelling(graph, labels, bits)
}

/// The nullspace of M, which is A + I, or A for open neighbourhoods, seen from the vertices.
#[derive(Clone, Debug)]
pub struct Nullspace {
    /// The dimension k of the nullspace.
    pub nullity: usize,
    /// Row v of Y: the k bits that a basis of the nullspace gives to vertex v.
    pub rows: gf2::Matrix,
    /// Two vertices with equal rows, if there are.
    pub equal: Option<(usize, usize)>,
}

impl Nullspace {
    /// The one of closed neighbourhoods.
    pub fn of(graph: &Digraph, watch: &mut dyn Watch) -> Result<Nullspace> {
        Nullspace::around(graph, Around::Closed, watch)
    }

    /// Computes it.
    pub fn around(graph: &Digraph, around: Around, watch: &mut dyn Watch) -> Result<Nullspace> {
        let n = graph.order();
        let bytes = u64::try_from(gf2::Matrix::bytes(n, n)).expect("at most 2^16 rows");
        memory::take(watch, "the matrix", 3 * bytes)?;
        if bytes > 1 << 27 {
            watch.say(&format!("eliminating in a matrix of {n} rows, {}", memory::in_words(bytes)));
        }
        let mut matrix = around.neighbourhoods(graph).arrivals();
        let pivots = matrix.echelon_within(n, watch)?;
        let basis = matrix.kernel_of_echelon(&pivots);
        let rows = gf2::Matrix::from_rows(n, &basis).transposed();
        let equal = equal_rows(&rows);
        Ok(Nullspace { nullity: basis.len(), rows, equal })
    }

    /// Test 1: the nullity is at least n.
    pub fn test1(&self) -> bool {
        self.nullity >= least_bits(self.rows.rows()) as usize
    }

    /// Test 2: the rows of Y are distinct.
    pub fn test2(&self) -> bool {
        self.equal.is_none()
    }
}

/// The same for a graph of at most 64 vertices, a word a row: the nullity, and row v of Y as bits. Microseconds.
pub fn small_nullspace(graph: &Small, around: Around) -> (usize, Vec<u64>) {
    let order = graph.order();
    let own = u64::from(around == Around::Closed);
    let mut rows: Vec<u64> = (0..order).map(|v| graph.row(v) | own << v).collect();
    let mut pivot_of = vec![usize::MAX; order];
    let mut rank = 0;
    for (column, place) in pivot_of.iter_mut().enumerate() {
        let Some(found) = (rank..order).find(|&r| rows[r] >> column & 1 == 1) else { continue };
        rows.swap(rank, found);
        let pivot = rows[rank];
        for (r, row) in rows.iter_mut().enumerate() {
            if r != rank && *row >> column & 1 == 1 {
                *row ^= pivot;
            }
        }
        *place = rank;
        rank += 1;
    }
    let free: Vec<usize> = (0..order).filter(|&v| pivot_of[v] == usize::MAX).collect();
    let row_of = |v: usize| match pivot_of[v] {
        usize::MAX => free.iter().enumerate().fold(0, |y, (i, &f)| y | u64::from(f == v) << i),
        r => free.iter().enumerate().fold(0, |y, (i, &f)| y | (rows[r] >> f & 1) << i),
    };
    (free.len(), (0..order).map(row_of).collect())
}

/// Tests 1 and 2 of closed neighbourhoods for a graph of at most 64 vertices.
pub fn small_tests(graph: &Small) -> (usize, bool, bool) {
    small_tests_around(graph, Around::Closed)
}

/// Nullity, test 1 and test 2 for a graph of at most 64 vertices.
pub fn small_tests_around(graph: &Small, around: Around) -> (usize, bool, bool) {
    let (nullity, mut rows) = small_nullspace(graph, around);
    rows.sort_unstable();
    let distinct = rows.windows(2).all(|w| w[0] != w[1]);
    (nullity, nullity >= least_bits(graph.order()) as usize, distinct)
}

fn equal_rows(rows: &gf2::Matrix) -> Option<(usize, usize)> {
    let mut order: Vec<usize> = (0..rows.rows()).collect();
    order.sort_by(|&a, &b| rows.row(a).cmp(rows.row(b)).then(a.cmp(&b)));
    order.windows(2).find(|w| rows.row(w[0]) == rows.row(w[1])).map(|w| (w[0].min(w[1]), w[0].max(w[1])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_nullspace_is_all_that_satisfies_the_condition() {
        let names =
            ["cube:3", "petersen:8x3", "prism:4", "moebius:4", "circle:8", "complete:8", "wheel:7", "cube:4", "g1"];
        let variants = [Around::Closed, Around::Open];
        for (text, around) in names.into_iter().flat_map(|text| variants.map(|around| (text, around))) {
            let subject = Subject::read(text).unwrap().around(around);
            let graph = &subject.graph;
            let plain = (0u32..1 << graph.order())
                .filter(|x| {
                    around.broken(graph, &(0..graph.order()).map(|v| x >> v & 1).collect::<Vec<_>>()).is_empty()
                })
                .count();
            let space = subject.nullspace(&mut Unwatched).unwrap();
            assert_eq!(plain, 1 << space.nullity, "{text}");
            let small = Small::from_graph(graph).unwrap();
            let (nullity, rows) = small_nullspace(&small, around);
            assert_eq!(nullity, space.nullity);
            assert!((0..graph.order()).all(|v| space.rows.row(v).first().copied().unwrap_or(0) == rows[v]), "{text}");
            assert_eq!(small_tests_around(&small, around), (nullity, space.test1(), space.test2()), "{text}");
            let columns = space.rows.transposed();
            for y in 0..space.nullity {
                let bits: Vec<u32> = (0..graph.order()).map(|v| u32::from(columns.get(y, v))).collect();
                assert!(around.broken(graph, &bits).is_empty(), "{text}");
            }
        }
    }

    #[test]
    fn g1_passes_both_tests_and_the_second_graph_of_the_paper_does_not() {
        let tests = |text: &str| {
            let space = Nullspace::of(&Subject::read(text).unwrap().graph, &mut Unwatched).unwrap();
            (space.nullity, space.test1(), space.test2())
        };
        assert_eq!(tests("g1"), (6, true, true));
        // The matrix printed for the second graph of Figure 4: rows 3 and 4 of M are equal, and so are two rows of Y.
        let printed = "01000011/10110000/01011000/01101000/00110100/00001011/10000101/10000110";
        assert_eq!(tests(printed), (4, true, false));
    }

    #[test]
    fn what_is_no_subject_is_refused_in_one_line() {
        let cases = [
            ("petersen", "not a power of two"),
            ("1 2, 3 4", "disconnected"),
            ("1 1, 1 2", "loop"),
            ("1 -> 2", "no reverse"),
            ("GhC", "characters after the head"),
            ("cube:17", "too large"),
            ("crossed:99", "crossed:N"),
            ("dyk", "\"dyck\""),
            ("", "nothing to read"),
        ];
        kit::trial::refused(&cases, Subject::read);
    }
}
