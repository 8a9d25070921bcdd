//! All connected cubic vertex-transitive graphs on 2^n vertices, by central involutions.
//!
//! *The argument.* Let G be such a graph on 2^n vertices, n >= 3. A Sylow 2-subgroup P of its group is transitive on a
//! power of two of points, and its centre holds an involution z. Were a vertex fixed by z, all were, since z commutes
//! with a transitive group; so z pairs the vertices. Let H have the pairs for vertices. P acts transitively on H too,
//! and every vertex of G has three edges, so all pairs look alike, and there are three cases. (1) No edge joins a pair,
//! and no two join the same two pairs: H is a connected cubic vertex-transitive graph on half the vertices, and G a
//! lift of it, two copies of H in which the edges of a set change over; edges of a spanning tree need not, since copies
//! may be exchanged at any vertex. (2) Each pair is joined by an edge: the other two edges of its vertices lead to two
//! other pairs (if they led to one, G had four vertices), so H is a circle, and G a ladder that closes straight (a
//! prism) or crosswise (a Moebius ladder). (3) A pair is joined to another by two edges at each vertex, and by the
//! third to a third pair: H is a circle of double and single edges in turn, and G the crossed prism, since the double
//! edges are all the four between their pairs and so absorb every exchange. (Three edges to one pair are K_{2,2} with
//! one too many.) So all of them are found among the lifts of those on half the vertices and these three.

use super::family;
use engine::graphs::families;
use engine::graphs::small::Small;
use kit::{Error, Result, Watch, watch};
use std::collections::BTreeSet;

/// The most n that is gone through: 2^9 lifts of each graph on 16 vertices.
pub const MOST: u32 = 5;

/// The connected cubic vertex-transitive graphs on 2^n vertices in canonical form, 2 <= n <= [`MOST`].
pub fn all(n: u32, watch: &mut dyn Watch) -> Result<Vec<Small>> {
    let order = 1usize << n;
    if n <= 2 {
        return Ok(vec![named("complete:4")?]);
    }
    let mut found = BTreeSet::new();
    let ladders = [named(&format!("prism:{}", order / 2))?, named(&format!("moebius:{}", order / 2))?];
    let crossed =
        Small::from_graph(&family::crossed(n).graph).ok_or_else(|| Error::failed("a small graph is wanted"))?;
    found.extend(ladders.into_iter().chain([crossed.canonical()]).filter(|graph| graph.symmetries().transitive));
    for base in all(n - 1, watch)? {
        let mut seen = BTreeSet::new();
        for lift in lifts(&base) {
            watch::step(watch, seen.len() as u64, None, || format!("{} graphs on {order} vertices", found.len()))?;
            // Vertices that see unlike neighbourhoods are told apart before anything is compared.
            let alike = {
                let kinds = lift.vertex_kinds();
                kinds.iter().all(|kind| *kind == kinds[0])
            };
            if alike && lift.is_connected() && seen.insert(lift.canonical()) && lift.symmetries().transitive {
                found.insert(lift.canonical());
            }
        }
    }
    Ok(found.into_iter().collect())
}

fn named(text: &str) -> Result<Small> {
    let graph = families::named(text)?.ok_or_else(|| Error::failed(format!("there is no graph {text}")))?.graph;
    Small::from_graph(&graph).map(|graph| graph.canonical()).ok_or_else(|| Error::failed("a small graph is wanted"))
}

/// Two copies of a graph with each set of edges off a spanning tree changed over.
pub fn lifts(base: &Small) -> impl Iterator<Item = Small> + '_ {
    let order = base.order();
    let edges: Vec<(usize, usize)> =
        (0..order).flat_map(|a| (0..a).map(move |b| (b, a))).filter(|&(b, a)| base.row(a) >> b & 1 == 1).collect();
    let mut joined = 1u64;
    let mut tree = BTreeSet::new();
    while let Some(&edge) = edges.iter().find(|&&(b, a)| (joined >> a ^ joined >> b) & 1 == 1) {
        joined |= 1 << edge.0 | 1 << edge.1;
        tree.insert(edge);
    }
    let chords: Vec<(usize, usize)> = edges.iter().copied().filter(|edge| !tree.contains(edge)).collect();
    (0..1u64 << chords.len()).map(move |set| {
        let mut rows = vec![0u64; 2 * order];
        for &(b, a) in &edges {
            let chord = chords.iter().position(|chord| *chord == (b, a));
            let change = if chord.is_some_and(|at| set >> at & 1 == 1) { order } else { 0 };
            for (u, v) in [(a, b + change), (a + order, b + order - change)] {
                rows[u] |= 1 << v;
                rows[v] |= 1 << u;
            }
        }
        Small::new(rows)
    })
}

/// The name of a graph among those that have one here.
pub fn name(graph: &Small) -> Option<String> {
    let order = graph.order();
    let half = order / 2;
    let crossed = Small::from_graph(&family::crossed(order.trailing_zeros().max(2)).graph).map(|g| g.canonical());
    let texts =
        [format!("prism:{half}"), format!("moebius:{half}"), "dyck".into(), "complete:4".into(), "cube:3".into()];
    let known = texts.into_iter().rev().filter_map(|text| named(&text).ok().map(|graph| (text, graph)));
    let crossed = crossed.map(|graph| (format!("crossed:{}", order.trailing_zeros()), graph));
    known.chain(crossed).find(|(_, other)| other == graph).map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::graphs::regular::connected_regular;
    use kit::Unwatched;

    #[test]
    fn up_to_sixteen_vertices_testing_every_cubic_graph_gives_the_same() {
        for n in 2..=4 {
            let mut plain = BTreeSet::new();
            connected_regular(1 << n, 3, &mut |graph| {
                if graph.symmetries().transitive {
                    plain.insert(graph.canonical());
                }
                true
            });
            assert_eq!(all(n, &mut Unwatched).unwrap(), plain.into_iter().collect::<Vec<_>>(), "2^{n} vertices");
        }
    }
}
