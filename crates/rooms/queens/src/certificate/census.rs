//! How many positions there are, counted once more.
//!
//! *What is established.* By each number of moves, how many positions play reaches from the board of the head, how many
//! of them have no legal move, how many are lost for the player to move; and for the levels how many nodes they have.
//!
//! *From what.* From the rules alone. The numbers of the evidence are only compared: every position is kept by itself
//! or visited as a set, without symmetries.

use super::table::sets_by_size;
use super::{Lines, bound, check_all, head, position_text};
use crate::count::Census;
use crate::ground::Board;
use crate::positions::Levels;
use crate::rules::Rules;
use crate::walk::{Words, least, squares, word};
use engine::bits::HAS;
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
        true => by_numbers(&Field::new(&rules, &words, &board, &field), watch)?,
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

/// So many squares, the first ones, are looked at in a word of all their sets.
const LOW: usize = 6;
/// After so many words the watch is looked at.
const LOOK: usize = 1 << 12;

/// The squares that can change, and in which sets of them each is open: bit x of word h stands for the set 64 h + x.
struct Field {
    /// Of each square: the squares that it attacks, and for each number of these among the squares of h the sets of the
    /// first squares with which it is open.
    squares: Vec<(usize, Vec<u64>)>,
    /// The squares that are open at the start: the first move may be free.
    first: u128,
    places: Vec<usize>,
}

impl Field {
    fn new(rules: &Rules, words: &Words, board: &Board, field: &[usize]) -> Field {
        let of = |s: usize| {
            let attacks = |i: &usize| rules.adjacency[s].contains(&field[*i]);
            let set = (0..field.len()).filter(attacks).fold(0, |set, i| set | 1 << i);
            let standing = rules.adjacency[s].iter().filter(|&&t| board[t]).count() as u32;
            // Pieces that have come, or gone, among those that attack the square.
            let opens = |changed: u32| match rules.rule.removes() {
                true => changed <= standing && rules.rule.opens(standing - changed),
                false => rules.rule.opens(standing + changed),
            };
            let low = |x: u64| (x as usize & set).count_ones();
            let sets = |high: u32| (0..64u64).filter(|&x| opens(high + low(x))).fold(0, |sets, x| sets | 1 << x);
            (set, (0..=field.len() as u32).map(sets).collect())
        };
        let squares = field.iter().map(|&s| of(s)).collect();
        Field { squares, first: words.open(word(board)), places: field.to_vec() }
    }

    /// The sets of word h in which square i is open.
    fn open(&self, i: usize, h: usize) -> u64 {
        let (attacked, sets) = &self.squares[i];
        let among = (attacked >> LOW & h).count_ones() as usize;
        let without = if i < LOW { !HAS[i] } else { u64::from(h >> (i - LOW) & 1 == 0) * u64::MAX };
        let open = sets[among] & without;
        match h {
            0 => open & !1 | (self.first >> self.places[i] & 1) as u64,
            _ => open,
        }
    }
}

/// A position is the number of the set of squares that have changed, 64 of them a word. A move adds a square, so what
/// leads to a set has smaller numbers than it and what it leads to has larger ones: one pass up finds what is reached,
/// one down who loses. Within a word at most six moves are made.
fn by_numbers(field: &Field, watch: &mut dyn Watch) -> Result<Counts> {
    let m = field.squares.len();
    let (low, blocks) = (m.min(LOW), 1usize << m.saturating_sub(LOW));
    kit::memory::take(watch, "two marks for each set of squares", 16 * blocks as u64)?;
    let (mut reached, mut lost) = (vec![0u64; blocks], vec![0u64; blocks]);
    reached[0] = 1;
    for h in 0..blocks {
        if h % LOOK == 0 {
            watch::step(watch, h as u64, Some(2 * blocks as u64), || "sets were left".to_string())?;
        }
        let open: [u64; LOW] = std::array::from_fn(|i| if i < low { field.open(i, h) } else { 0 });
        for _ in 0..low {
            reached[h] = (0..low).fold(reached[h], |all, i| all | (all & open[i]) << (1 << i));
        }
        let here = reached[h];
        for i in LOW..m {
            reached[h | 1 << (i - LOW)] |= here & field.open(i, h);
        }
    }
    let sizes = sets_by_size();
    let mut counts: Counts = std::array::from_fn(|_| vec![0; m + 1]);
    for h in (0..blocks).rev() {
        if h % LOOK == 0 {
            let done = (2 * blocks - h) as u64;
            watch::step(watch, done, Some(2 * blocks as u64), || "sets were left".to_string())?;
        }
        let open: [u64; LOW] = std::array::from_fn(|i| if i < low { field.open(i, h) } else { 0 });
        let (mut any, mut won) = (open.iter().fold(0, |any, open| any | open), 0);
        for i in LOW..m {
            let open = field.open(i, h);
            (any, won) = (any | open, won | open & lost[h | 1 << (i - LOW)]);
        }
        for sets in sizes.into_iter().rev() {
            let here = (0..low).fold(won, |won, i| won | open[i] & lost[h] >> (1 << i));
            lost[h] |= sets & !here;
        }
        for (size, sets) in (h.count_ones() as usize..).zip(sizes).take(m + 1 - h.count_ones() as usize) {
            for (count, marked) in counts.iter_mut().zip([!0, !any, lost[h]]) {
                count[size] += u64::from((reached[h] & sets & marked).count_ones());
            }
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
            let rules = ["standard", "noon", "mod:3", "alternate", "complementary", "open:0,2:3"];
            for (n, rule) in [1, 2, 3, 4].into_iter().flat_map(|n| rules.map(|rule| (n, rule))) {
                let rules = Rules::new(n, piece, rule.parse::<Rule>().unwrap());
                let (board, words) = (rules.bare(), Words::new(&rules).unwrap());
                let levels = by_levels(&words, word(&board), &mut Unwatched).unwrap().unwrap();
                let field = Field::new(&rules, &words, &board, &rules.changeable(&board));
                let numbered = by_numbers(&field, &mut Unwatched).unwrap();
                assert_eq!(same(&levels), same(&numbered), "{n} {rule}");
                // Where the first move is free the solver is asked from each first move.
                if !rules.needs_start() {
                    let census = crate::count::census(&rules, &board, &mut Unwatched).unwrap();
                    assert_eq!(same(&levels), same(&[census.reachable, census.locked, census.lost]), "{n} {rule}");
                }
            }
        }
    }

    /// All 2^25 sets are looked at, 64 at a time; the numbers are those of the solver's tables.
    #[test]
    fn the_board_of_five_is_counted_again() {
        let body = "ground 5 x 5\npiece queen\nrule standard\nfrom ...../...../...../...../.....\n\
                    reachable 1 25 140 1148 5906 26982 85400 238392 539903 1021950 1635064 2230712 2602756 2605292 \
                    2230264 1637720 1021880 545511 239252 88396 28004 6730 1148 140 25 1\n\
                    locked 0 0 0 0 0 4 0 8 0 160 0 448 0 2536 0 2656 0 5306 0 1744 0 824 0 0 0 1\n\
                    lost 0 25 0 1148 0 26982 0 238392 0 1021950 0 2230712 0 2605292 0 1637720 0 545511 0 88396 0 6730 \
                    0 140 0 1\n";
        let certificate = Certificate::new("queens", CENSUS.name, "", body.to_string());
        assert_eq!(
            (CENSUS.check)(&certificate, &mut Unwatched).unwrap().line,
            "mod 2 queens on 5 x 5: 16792742 positions are reached, 13687 of them have no move, 8402999 are lost for \
             the player to move"
        );
    }

    /// Pieces that stand from the start count as attackers, and missing squares are none.
    #[test]
    fn positions_of_boards_that_are_not_bare_are_counted_alike() {
        for (rule, text) in [
            ("standard", "Q..../..#.Q"),
            ("mod:3", "Q...Q/..Q.."),
            ("alternate", "Q..../....."),
            ("complementary", "QQ.QQ/QQ#QQ"),
            ("noon", "...../.Q.../....."),
        ] {
            let text = format!("ground {} x 5\npiece queen\nrule {rule}\nfrom {text}\n", text.split('/').count());
            let certificate = Certificate::new("queens", CENSUS.name, "", text);
            let (rules, board) = Lines::of(&certificate).head().unwrap();
            let words = Words::new(&rules).unwrap();
            let levels = by_levels(&words, word(&board), &mut Unwatched).unwrap().unwrap();
            let field = Field::new(&rules, &words, &board, &rules.changeable(&board));
            let numbered = by_numbers(&field, &mut Unwatched).unwrap();
            assert_eq!(levels.map(|list| numbers(&list)), numbered.map(|list| numbers(&list)), "{certificate:?}");
        }
    }

    fn judged(kind: &CertificateKind, body: String) -> Result<String> {
        (kind.check)(&Certificate::new("queens", kind.name, "", body), &mut Unwatched).map(|report| report.line)
    }

    /// Everything that is counted, from the rules alone: games of each length, their positions, and those as classes of
    /// the images that keep the start.
    fn levels_by_definition(rules: &Rules, start: &Board) -> [Vec<usize>; 3] {
        let keeps = |map: &crate::ground::Map| (0..map.len()).all(|s| start[map[s]] == start[s]);
        let maps: Vec<_> = rules.ground.symmetries().into_iter().filter(keeps).collect();
        let image = |board: &Board, map: &crate::ground::Map| -> Board {
            let mut image = board.clone();
            (0..map.len()).for_each(|s| image[map[s]] = board[s]);
            image
        };
        let mut sizes: [Vec<usize>; 3] = Default::default();
        let mut games = vec![start.clone()];
        while !games.is_empty() {
            let positions: std::collections::BTreeSet<&Board> = games.iter().collect();
            let classes: std::collections::BTreeSet<Board> =
                positions.iter().map(|board| maps.iter().map(|map| image(board, map)).min().unwrap()).collect();
            for (sizes, size) in sizes.iter_mut().zip([games.len(), positions.len(), classes.len()]) {
                sizes.push(size);
            }
            games =
                games.iter().flat_map(|board| rules.moves(board).into_iter().map(|s| rules.after(board, s))).collect();
        }
        sizes
    }

    #[test]
    fn trees_graphs_and_positions_are_counted_as_by_the_definition() {
        let text = |sizes: &[usize]| sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        for (rule, rows) in [
            ("standard", &["..", ".."][..]),
            ("standard", &["Q.", ".."]),
            ("standard", &["...", "...", "..."]),
            ("standard", &["Q..", "...", "..."]),
            ("noon", &["...", "...", "..."]),
            ("alternate", &["...", ".Q."]),
            ("complementary", &["QQ", "QQ", "QQ"]),
            ("noon", &[".....", "....."]),
        ] {
            let (size, board) = (format!("{} x {}", rows.len(), rows[0].len()), rows.join("/"));
            let head = format!("ground {size}\npiece queen\nrule {rule}\nfrom {board}\n");
            let certificate = Certificate::new("queens", "", "", head.clone());
            let (rules, start) = Lines::of(&certificate).head().unwrap();
            let [tree, positions, graph] = levels_by_definition(&rules, &start);
            for (name, sizes) in [("tree", &tree), ("graph", &graph)] {
                let told =
                    format!("the {name} of {} has levels of {} nodes", position_text(&rules, &start), text(sizes));
                let body = |sizes: &[usize]| format!("{head}{name} {}\n", text(sizes));
                assert_eq!(judged(&LEVELS, body(sizes)).unwrap(), told);
                for level in 0..sizes.len() {
                    let mut forged = sizes.clone();
                    forged[level] += 1;
                    assert!(judged(&LEVELS, body(&forged)).is_err(), "{name} {head}");
                }
                // The beginning of a tree is one as well; a graph is told to its end.
                let begun = judged(&LEVELS, body(&sizes[..1]));
                assert_eq!(begun.is_ok(), name == "tree" || sizes.len() == 1, "{name} {head}: {begun:?}");
            }
            let words = Words::new(&rules).unwrap();
            let counted = by_levels(&words, word(&start), &mut Unwatched).unwrap().unwrap();
            assert_eq!(numbers(&counted[0]), text(&positions), "{head}");
            let lines = ["reachable", "locked", "lost"].iter().zip(&counted);
            let body: String = lines.map(|(name, counts)| format!("{name} {}\n", numbers(counts))).collect();
            let [reached, locked, lost] = counted.clone().map(|counts| counts.into_iter().sum::<u64>());
            let told = format!(
                "{}: {reached} positions are reached, {locked} of them have no move, {lost} are lost for the player to \
                 move",
                position_text(&rules, &start)
            );
            assert_eq!(judged(&CENSUS, format!("{head}{body}")).unwrap(), told);
            for name in ["reachable ", "locked ", "lost "] {
                let forged = body.replacen(name, &format!("{name}1"), 1);
                assert!(judged(&CENSUS, format!("{head}{forged}")).is_err(), "{name} {head}");
            }
        }
        assert_eq!((numbers(&[1, 0, 1, 0, 0]), numbers(&[0, 0])), ("1 0 1".to_string(), String::new()));
    }

    /// A start without a move on a board of few squares: the sets of six squares that are not there are none.
    #[test]
    fn a_locked_start_is_counted() {
        let head = "ground 2 x 2\npiece queen\nrule standard\nfrom Q./..\n";
        let told = "mod 2 queens on 2 x 2 from Q./..: 1 positions are reached, 1 of them have no move, 1 are lost for the \
                    player to move";
        assert_eq!(judged(&CENSUS, format!("{head}reachable 1\nlocked 1\nlost 1\n")).unwrap(), told);
    }

    #[test]
    fn trees_and_graphs_are_bounded() {
        let head = "ground 5 x 5\npiece queen\nrule standard\nfrom ...../...../...../...../.....\n";
        for levels in ["tree 1 25 280 3444 41328 1", "graph 1 6"] {
            let why = judged(&LEVELS, format!("{head}{levels}\n")).unwrap_err().to_string();
            assert!(why.contains("more than 20000 nodes"), "{why}");
        }
    }
}
