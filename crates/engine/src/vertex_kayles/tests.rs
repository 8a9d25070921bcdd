//! The fast search against the definition, and known values.

use super::solver::Means;
use super::table::{Knowledge, Table};
use super::*;
use crate::bits::square_symmetries as square;
use kit::watch::Impatient;
use kit::{Trouble, Unwatched};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const MEMORY: usize = 1 << 26;

/// The first terms of A344227, n = 0..=13.
const NOON: [u32; 14] = [0, 1, 1, 2, 1, 3, 1, 2, 3, 1, 0, 1, 0, 1];

type Attack = fn(usize, usize) -> bool;

fn queen(r: usize, c: usize) -> bool {
    r == 0 || c == 0 || r == c
}

const PIECES: [Attack; 5] = [
    queen,
    |r, c| r == 0 || c == 0,
    |r, c| r == c,
    |r, c| (r, c) == (1, 2) || (r, c) == (2, 1),
    |r, c| r <= 1 && c <= 1,
];

fn board(rows: usize, columns: usize, attack: Attack) -> Graph {
    let place = |v: usize| (v / columns, v % columns);
    let joined = |v, w| attack(place(v).0.abs_diff(place(w).0), place(v).1.abs_diff(place(w).1));
    Graph::new(rows * columns, joined).unwrap()
}

fn random_graph(random: &mut ChaCha8Rng, order: usize, density: f64) -> Graph {
    let edges: Vec<Vec<bool>> = (0..order).map(|_| (0..order).map(|_| random.random_bool(density)).collect()).collect();
    Graph::new(order, |v, w| edges[v][w]).unwrap()
}

/// The solver's four answers agree with the definition, with and without room in the table.
fn agree(graph: &Graph, symmetries: &[Vec<usize>], position: &Vertices) {
    let nimber = nimber_by_definition(graph, position);
    let options: Vec<(usize, u32)> =
        position.iter().map(|v| (v, nimber_by_definition(graph, &graph.play(position, v)))).collect();
    let winning: Vec<usize> = options.iter().filter(|option| option.1 == 0).map(|option| option.0).collect();
    for memory in [0, MEMORY] {
        let mut solver = Solver::new(graph.clone(), symmetries, memory).unwrap();
        assert_eq!(solver.nimber(position, &mut Unwatched).unwrap(), nimber, "{graph:?} {position:?}");
        for k in 0..4 {
            assert_eq!(solver.wins(position, k, &mut Unwatched).unwrap(), k != nimber);
        }
        assert_eq!(solver.winning_moves(position, &mut Unwatched).unwrap(), winning);
        assert_eq!(solver.options(position, &mut Unwatched).unwrap(), options);
    }
}

#[test]
fn every_piece_on_small_boards_agrees_with_the_definition() {
    for attack in PIECES {
        for n in 0..=4 {
            let graph = board(n, n, attack);
            agree(&graph, &square(n), &graph.start());
        }
        let graph = board(3, 6, attack);
        agree(&graph, &[(0..18).rev().collect()], &graph.start());
    }
    for n in 5..=6 {
        let graph = board(n, n, queen);
        agree(&graph, &square(n), &graph.start());
    }
}

#[test]
fn random_graphs_agree_with_the_definition() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..60 {
        let order = random.random_range(0..=24);
        let density = if order > 16 { random.random_range(0.3..0.9) } else { random.random_range(0.0..1.0) };
        let graph = random_graph(&mut random, order, density);
        agree(&graph, &[], &graph.start());
    }
}

#[test]
fn random_positions_on_boards_agree_with_the_definition() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for n in [7, 11, 12, 14, 16] {
        let graph = board(n, n, queen);
        for _ in 0..4 {
            let mut position = graph.start();
            while position.len() > 26 {
                let free: Vec<usize> = position.iter().collect();
                position = graph.play(&position, free[random.random_range(0..free.len())]);
            }
            agree(&graph, &square(n), &position);
        }
    }
}

/// A double cover of a random graph, joined nowhere to its own copy, is paired by the exchange of the copies; with one
/// edge between a vertex and its copy it is not, and the nimber is what the definition says.
#[test]
fn paired_positions_are_lost_and_nearly_paired_ones_are_judged() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for round in 0..20 {
        let half = random.random_range(8..=11);
        let across: Vec<Vec<bool>> = (0..half).map(|_| (0..half).map(|_| random.random_bool(0.3)).collect()).collect();
        let within = random_graph(&mut random, half, 0.3);
        let joined = |v: usize, w: usize| {
            let (a, b) = (v.min(w) % half, v.max(w) % half);
            let (a, b) = (a.min(b), a.max(b));
            if (v < half) == (w < half) {
                within.closed(a).has(b)
            } else if a == b {
                round % 2 == 1 && a == 0
            } else {
                across[a][b]
            }
        };
        let graph = Graph::new(2 * half, joined).unwrap();
        let exchange: Vec<usize> = (0..2 * half).map(|v| (v + half) % (2 * half)).collect();
        agree(&graph, std::slice::from_ref(&exchange), &graph.start());
        if round % 2 == 0 {
            assert_eq!(nimber_by_definition(&graph, &graph.start()), 0);
        }
    }
}

/// The graph with so many vertices that it is a large one: no move of `graph`'s leaves the others in play.
fn enlarged(graph: &Graph) -> Graph {
    Graph::new(graph.order() + 160, |v, w| w < graph.order() && graph.closed(v).has(w)).unwrap()
}

/// Sets on both sides of the sizes up to which a large graph needs no table, dense, sparse, and in parts.
#[test]
fn middling_sets_of_large_graphs_agree_with_the_definition() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for round in 0..48 {
        let order = 19 + round % 16;
        let density = if order > 26 { random.random_range(0.25..0.7) } else { random.random_range(0.1..0.7) };
        let (whole, cut) = (random_graph(&mut random, order, density), random.random_range(1..order));
        let parted = |v: usize, w: usize| whole.closed(v).has(w) && (round % 3 > 0 || (v < cut) == (w < cut));
        let graph = Graph::new(order, parted).unwrap();
        let nimber = nimber_by_definition(&graph, &graph.start());
        for portable in [false, true] {
            let means = Means { memory: 1 << 16, threads: 1, alone: 0, portable };
            let mut solver = Solver::with_means(enlarged(&graph), &[], means).unwrap();
            for k in 0..5 {
                let wins = solver.wins(&graph.start(), k, &mut Unwatched).unwrap();
                assert_eq!(wins, nimber != k, "{graph:?} + *{k}");
            }
        }
    }
}

/// What a large board leaves after some moves, against the same squares as a graph of their own, which is a small one.
#[test]
fn a_large_board_agrees_with_what_is_left_of_it() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for round in 0..12 {
        let n = 13 + round % 4;
        let (graph, most) = (board(n, n, queen), 36 + 2 * round);
        let mut position = graph.start();
        while position.len() > most {
            let free: Vec<usize> = position.iter().collect();
            position = graph.play(&position, free[random.random_range(0..free.len())]);
        }
        let squares: Vec<usize> = position.iter().collect();
        let left = Graph::new(squares.len(), |v, w| graph.closed(squares[v]).has(squares[w])).unwrap();
        let mut small = Solver::with_threads(left.clone(), &[], MEMORY, 1).unwrap();
        let mut large = Solver::with_threads(graph, &square(n), MEMORY, 1 + round % 2).unwrap();
        let nimber = small.nimber(&left.start(), &mut Unwatched).unwrap();
        assert_eq!(large.nimber(&position, &mut Unwatched).unwrap(), nimber, "{n}: {position:?}");
        let winning: Vec<usize> =
            small.winning_moves(&left.start(), &mut Unwatched).unwrap().into_iter().map(|v| squares[v]).collect();
        assert_eq!(large.winning_moves(&position, &mut Unwatched).unwrap(), winning, "{n}: {position:?}");
    }
}

fn noon(n: usize, threads: usize, memory: usize) -> (u32, u64) {
    let graph = board(n, n, queen);
    let start = graph.start();
    let mut solver = Solver::with_threads(graph, &square(n), memory, threads).unwrap();
    (solver.nimber(&start, &mut Unwatched).unwrap(), solver.nodes())
}

/// Sides below and above the sizes at which sets become small, words and entries of the table of all graphs.
#[test]
fn small_graphs_agree_with_the_definition_on_any_processor() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for round in 0..300 {
        let order = 4 + round % 14;
        let density = random.random_range(0.05..0.8);
        let graph = random_graph(&mut random, order, density);
        let nimber = nimber_by_definition(&graph, &graph.start());
        for portable in [false, true] {
            for many in [false, true] {
                let whole = if many { enlarged(&graph) } else { graph.clone() };
                let means = Means { memory: 1 << 16, threads: 1, alone: 0, portable };
                let mut solver = Solver::with_means(whole, &[], means).unwrap();
                for k in 0..4 {
                    assert_eq!(
                        solver.wins(&graph.start(), k, &mut Unwatched).unwrap(),
                        nimber != k,
                        "{graph:?} + *{k}"
                    );
                }
            }
        }
    }
}

#[test]
fn known_nimbers_of_the_queens() {
    for (n, &nimber) in NOON.iter().enumerate().take(10) {
        let (found, nodes) = noon(n, 2, MEMORY);
        assert_eq!(found, nimber, "n = {n}");
        assert_eq!(noon(n, 2, MEMORY), (found, nodes), "a short search visits the same positions every time");
    }
}

/// The smallest memory never grows, the next grows once or twice and then overflows, the last only grows.
#[test]
fn a_crowded_or_growing_table_costs_time_but_no_truth() {
    for memory in [1 << 10, 1 << 16, 1 << 20] {
        assert_eq!(noon(9, 1, memory).0, NOON[9]);
    }
}

#[test]
fn threads_in_company_agree_with_one_on_any_processor() {
    for n in [9, 10, 11] {
        for (threads, memory, portable) in [(2, MEMORY, false), (4, 1 << 18, true)] {
            let graph = board(n, n, queen);
            let start = graph.start();
            let means = Means { memory, threads, alone: 0, portable };
            let mut solver = Solver::with_means(graph, &square(n), means).unwrap();
            assert_eq!(solver.nimber(&start, &mut Unwatched).unwrap(), NOON[n], "n = {n}, {threads} threads");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn more_known_nimbers_of_the_queens() {
    for (n, &nimber) in NOON.iter().enumerate().skip(10) {
        assert_eq!(noon(n, 2, 1 << 31).0, nimber, "n = {n}");
        assert_eq!(noon(n, 1, 1 << 24).0, nimber, "n = {n} in a small table");
    }
}

#[test]
fn a_table_remembers_and_moves() {
    let table = Table::<2>::within(1 << 12);
    for set in 1..60u64 {
        let knowledge = if set % 2 == 0 { Knowledge::exactly(set as u32) } else { Knowledge::excluding(3) };
        assert!(!table.add(&[set << 40, set], knowledge));
    }
    let table = table.moved(1 << 14);
    for set in 1..60u64 {
        let knowledge = table.get(&[set << 40, set]);
        let expected = if set % 2 == 0 { [Some(set == 2), Some(set == 4)] } else { [None, None] };
        assert_eq!([knowledge.is(2), knowledge.is(4)], expected);
        assert_eq!(knowledge.is(3), Some(false));
        assert_eq!(table.get(&[set << 41 | 1, set]), Knowledge::NOTHING);
    }
}

#[test]
fn an_edgeless_graph_is_a_heap_of_parity() {
    let mut solver = Solver::new(Graph::new(256, |_, _| false).unwrap(), &[], MEMORY).unwrap();
    assert_eq!(solver.nimber(&Vertices::first(256), &mut Unwatched).unwrap(), 0);
    assert_eq!(solver.nimber(&Vertices::first(255), &mut Unwatched).unwrap(), 1);
}

#[test]
fn what_will_not_do_is_refused() {
    assert_eq!(Graph::new(257, |_, _| false).unwrap_err().trouble(), Trouble::TooLarge);
    let one_way = vec![[1].into_iter().collect(), Vertices::default()];
    assert_eq!(Graph::from_rows(one_way).unwrap_err().trouble(), Trouble::Usage);
    let other_way = vec![Vertices::default(), [0].into_iter().collect()];
    assert_eq!(Graph::from_rows(other_way).unwrap_err().trouble(), Trouble::Usage);
    let path = Graph::new(3, |v, w| w == v + 1).unwrap();
    for image in [vec![1, 0, 2], vec![0, 0, 0], vec![0, 1], vec![0, 1, 3]] {
        assert_eq!(
            Solver::new(path.clone(), &[image], MEMORY).err().map(|error| error.trouble()),
            Some(Trouble::Usage)
        );
    }
    let mut solver = Solver::new(path, &[], MEMORY).unwrap();
    assert!(solver.nimber(&Vertices::first(4), &mut Unwatched).is_err());
}

#[test]
fn a_long_search_can_be_stopped() {
    let graph = board(16, 16, queen);
    let start = graph.start();
    let mut solver = Solver::new(graph, &square(16), MEMORY).unwrap();
    assert!(solver.nimber(&start, &mut Impatient).unwrap_err().is_stopped());
}
