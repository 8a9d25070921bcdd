//! How many positions there are, counted once more.

use super::{Lines, bound, check_all, head, position_text};
use crate::count::Census;
use crate::ground::Board;
use crate::positions::Levels;
use crate::rules::Rules;
use crate::walk::{Words, least, squares, word};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, watch};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const CENSUS: CertificateKind = CertificateKind {
    name: "census",
    about: "how many positions are reached, have no move and are lost after each number of moves, counted again: the \
            checker keeps every position by itself, without symmetries; where at most 26 squares can change, as one of \
            the sets of these squares, each looked at once",
    format: with_head!(
        "One or more positions, each: the head, then `reachable`, `locked` and `lost`, each with one number for 0, 1, 2, \
         ... moves from the board of the head: the positions that play reaches, those of them without a legal move, \
         those lost for the player to move; trailing zeros are left out. At most 128 squares, \
         missing ones counted, of which at most 26 can change (free ones; in the complementary game taken ones), or at \
         most 4000000 positions.\n\nIt states `POSITION: R positions are reached, L of them have no move, M are lost for \
         the player to move` with the sums of the three lines."
    ),
    examples: &[
        "queens count 3 --rule mod:3",
        "queens count 3 --rule alternate",
        "queens count 3",
        "queens count 4 --rule noon",
    ],
    check: |certificate, watch| check_all(certificate, watch, check_census),
};

pub(super) const LEVELS: CertificateKind = CertificateKind {
    name: "levels",
    about: "the sizes of the levels of a game tree or of the graph of positions up to symmetry, listed again",
    format: with_head!(
        "The head, then `tree` or `graph` and one number for each level from 0 moves on: in a tree the games of so many \
         moves, as far as the list goes, each number above 0; in a graph the positions after so many moves up to the \
         symmetries of the ground (as in the kind strategy) that keep the board of the head, until no move is left. At \
         most 20000 in all, and 128 squares, missing ones counted.\n\nIt states `the tree of POSITION has levels of A B \
         C nodes`, or `the graph of POSITION ...`, with these numbers."
    ),
    examples: &["queens tree 3 --levels 3", "queens graph 3"],
    check: check_levels,
};

/// The most positions that a checker keeps.
const MOST_POSITIONS: usize = 4_000_000;
/// The most squares that can change whose sets a checker numbers.
const MOST_NUMBERED: usize = 26;
/// The most nodes of a tree or graph.
const MOST_NODES: u64 = 20_000;

fn census_statement(rules: &Rules, board: &Board, reachable: &[u64], locked: &[u64], lost: &[u64]) -> String {
    let sum = |counts: &[u64]| counts.iter().sum::<u64>();
    format!(
        "{}: {} positions are reached, {} of them have no move, {} are lost for the player to move",
        position_text(rules, board),
        sum(reachable),
        sum(locked),
        sum(lost)
    )
}

/// Numbers without trailing zeros.
fn numbers(counts: &[u64]) -> String {
    let end = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    counts[..end].iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The certificate of censuses, if the checker can count so far.
pub(crate) fn census_certificate(rules: &Rules, all: &[(&Board, &Census)]) -> Option<Certificate> {
    let positions: u64 = all.iter().flat_map(|(_, census)| &census.reachable).sum();
    let numbered = all.iter().all(|(board, _)| rules.changeable(board).len() <= MOST_NUMBERED);
    if rules.squares() > 128 || positions > MOST_POSITIONS as u64 && !numbered {
        return None;
    }
    let evidence = |(board, census): &(&Board, &Census)| {
        let Census { reachable, locked, lost, .. } = census;
        let [r, k, l] = [reachable, locked, lost].map(|counts| numbers(counts));
        let body = format!("{}reachable {r}\nlocked {k}\nlost {l}\n", head(rules, board));
        (body, census_statement(rules, board, reachable, locked, lost))
    };
    Some(bound(CENSUS.name, all.iter().map(evidence).collect()))
}

/// The certificate of a tree or a graph.
pub(crate) fn levels_certificate(name: &str, rules: &Rules, start: &Board, levels: &Levels) -> Certificate {
    let sizes: Vec<u64> = levels.sizes().into_iter().map(|size| size as u64).collect();
    let body = format!("{}{name} {}\n", head(rules, start), numbers(&sizes));
    Certificate::new("queens", LEVELS.name, levels_statement(name, rules, start, &sizes), body)
}

fn levels_statement(name: &str, rules: &Rules, start: &Board, sizes: &[u64]) -> String {
    format!("the {name} of {} has levels of {} nodes", position_text(rules, start), numbers(sizes))
}

fn check_census(lines: &mut Lines<'_>, watch: &mut dyn Watch) -> Result<String> {
    let (rules, board) = lines.head()?;
    let words = Words::new(&rules).ok_or_else(|| lines.broken("the board has more than 128 squares"))?;
    let mut told = Vec::new();
    for name in ["reachable", "locked", "lost"] {
        told.push((lines.next(name)?, name, lines.at));
    }
    let field = rules.changeable(&board);
    let counted = match field.len() <= MOST_NUMBERED {
        true => by_numbers(&words, word(&board), &field, watch)?,
        false => by_levels(&words, word(&board), watch)?
            .ok_or_else(|| lines.broken(format!("more than {MOST_POSITIONS} positions are reached")))?,
    };
    for ((told, name, at), counts) in told.into_iter().zip(&counted) {
        if told != numbers(counts) {
            return Err(Certificate::broken(at, format!("counted again, {name} is {}", numbers(counts))));
        }
    }
    let [reachable, locked, lost] = counted;
    Ok(census_statement(&rules, &board, &reachable, &locked, &lost))
}

/// Positions reached, without a move, and lost, by the number of moves.
type Counts = [Vec<u64>; 3];

/// Every position of a level is kept; `None` where there are too many.
fn by_levels(words: &Words, start: u128, watch: &mut dyn Watch) -> Result<Option<Counts>> {
    let mut levels: Vec<FxHashMap<u128, bool>> = vec![[(start, false)].into_iter().collect()];
    let mut known = 1;
    loop {
        let mut next: FxHashMap<u128, bool> = FxHashMap::default();
        for (done, &position) in levels[levels.len() - 1].keys().enumerate() {
            if done % 4096 == 0 {
                watch::step(watch, (known + next.len()) as u64, None, || "positions were left".to_string())?;
            }
            next.extend(squares(words.open(position)).map(|s| (position ^ 1 << s, false)));
            if known + next.len() > MOST_POSITIONS {
                return Ok(None);
            }
        }
        if next.is_empty() {
            break;
        }
        known += next.len();
        levels.push(next);
    }
    let (mut locked, mut lost) = (vec![0; levels.len()], vec![0; levels.len()]);
    for level in (0..levels.len()).rev() {
        let (now, later) = levels.split_at_mut(level + 1);
        for (&position, is_lost) in &mut now[level] {
            let open = words.open(position);
            *is_lost = squares(open).all(|s| !later[0][&(position ^ 1 << s)]);
            locked[level] += u64::from(open == 0);
            lost[level] += u64::from(*is_lost);
        }
    }
    Ok(Some([levels.iter().map(|level| level.len() as u64).collect(), locked, lost]))
}

/// A position is the number of the set of squares that have changed. A move adds a square, so what leads to a set has
/// smaller numbers than it and what it leads to has larger ones: one pass up finds what is reached, one down who loses.
fn by_numbers(words: &Words, start: u128, field: &[usize], watch: &mut dyn Watch) -> Result<Counts> {
    let sets = 1usize << field.len();
    kit::memory::take(watch, "one mark for each set of squares", 2 * sets as u64)?;
    let board = |x: usize| engine::bits::ones(x as u64).fold(start, |board, i| board ^ 1 << field[i]);
    let mut place = [usize::MAX; 128];
    field.iter().enumerate().for_each(|(i, &s)| place[s] = i);
    let (mut reached, mut lost) = (vec![false; sets], vec![false; sets]);
    reached[0] = true;
    let mut counts: Counts = std::array::from_fn(|_| vec![0; field.len() + 1]);
    let look = |watch: &mut dyn Watch, done: usize| match done % (1 << 16) {
        0 => watch::step(watch, done as u64, Some(2 * sets as u64), || "sets were left".to_string()),
        _ => Ok(()),
    };
    for x in 0..sets {
        look(watch, x)?;
        if reached[x] {
            squares(words.open(board(x))).for_each(|s| reached[x | 1 << place[s]] = true);
        }
    }
    for x in (0..sets).rev() {
        look(watch, 2 * sets - 1 - x)?;
        if reached[x] {
            let open = words.open(board(x));
            lost[x] = squares(open).all(|s| !lost[x | 1 << place[s]]);
            let moves = x.count_ones() as usize;
            counts[0][moves] += 1;
            counts[1][moves] += u64::from(open == 0);
            counts[2][moves] += u64::from(lost[x]);
        }
    }
    Ok(counts)
}

fn check_levels(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (rules, board) = lines.head()?;
    let words = Words::new(&rules).ok_or_else(|| lines.broken("the board has more than 128 squares"))?;
    let (name, told) = match lines.next_if("tree") {
        Some(told) => ("tree", told),
        None => ("graph", lines.next("graph")?),
    };
    lines.end()?;
    let asked = told.split(' ').count();
    let start = word(&board);
    let sizes = match name {
        "tree" => tree_sizes(&words, start, asked),
        _ => graph_sizes(&words, &rules, start, watch)?,
    };
    let sizes = sizes.ok_or_else(|| lines.broken(format!("there are more than {MOST_NODES} nodes")))?;
    if numbers(&sizes) != told {
        return Err(lines.broken(format!("counted again, the levels are {}", numbers(&sizes))));
    }
    Ok(Report::new(levels_statement(name, &rules, &board, &sizes), Standing::Proved))
}

/// How many games of each length there are, so many lengths at most.
fn tree_sizes(words: &Words, start: u128, levels: usize) -> Option<Vec<u64>> {
    let (mut sizes, mut level) = (Vec::new(), vec![start]);
    while !level.is_empty() && sizes.len() < levels {
        sizes.push(level.len() as u64);
        if sizes.iter().sum::<u64>() > MOST_NODES {
            return None;
        }
        let after = |&board: &u128| squares(words.open(board)).map(move |s| board ^ 1 << s);
        level = if sizes.len() < levels { level.iter().flat_map(after).collect() } else { Vec::new() };
    }
    Some(sizes)
}

fn graph_sizes(words: &Words, rules: &Rules, start: u128, watch: &mut dyn Watch) -> Result<Option<Vec<u64>>> {
    let keeps = |map: &crate::ground::Map| crate::walk::image(map, start) == start;
    let maps: Vec<_> = rules.ground.symmetries().into_iter().filter(keeps).collect();
    let (mut sizes, mut level) = (Vec::new(), FxHashSet::from_iter([start]));
    while !level.is_empty() {
        sizes.push(level.len() as u64);
        watch::step(watch, sizes.iter().sum(), None, || "levels were left".to_string())?;
        if sizes.iter().sum::<u64>() > MOST_NODES {
            return Ok(None);
        }
        let mut next = FxHashSet::default();
        for &board in &level {
            next.extend(squares(words.open(board)).map(|s| least(&maps, board ^ 1 << s)));
        }
        level = next;
    }
    Ok(Some(sizes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;
    use kit::Unwatched;
    use kit::scene::Piece;

    /// The two ways to count agree, and with the solver's census.
    #[test]
    fn positions_are_counted_alike_by_levels_and_by_numbers() {
        let same = |counts: &Counts| counts.clone().map(|list| numbers(&list));
        for piece in [Piece::Queen, Piece::Rook, Piece::Knight] {
            for (n, rule) in [1, 2, 3, 4].into_iter().flat_map(|n| [(n, "standard"), (n, "noon"), (n, "mod:3")]) {
                let rules = Rules::new(n, piece, rule.parse::<Rule>().unwrap());
                let (board, words) = (rules.bare(), Words::new(&rules).unwrap());
                let levels = by_levels(&words, word(&board), &mut Unwatched).unwrap().unwrap();
                let numbered = by_numbers(&words, word(&board), &rules.changeable(&board), &mut Unwatched).unwrap();
                assert_eq!(same(&levels), same(&numbered), "{n} {rule}");
                let census = crate::count::census(&rules, &board, &mut Unwatched).unwrap();
                assert_eq!(same(&levels), same(&[census.reachable, census.locked, census.lost]), "{n} {rule}");
            }
        }
    }
}
