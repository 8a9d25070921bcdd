//! Who wins and by which nimber: a list of lost positions, each of whose moves has an answer in the list.
//!
//! *What is established.* The nimber of the board of the head, and exactly which moves on it win.
//!
//! *From what.* From the rules and the list. A line says that a board beside a heap is lost; every move on the board
//! and in the heap of every line, needed or not, must have an answer that the list has. Pieces are only placed (or only
//! taken) and counters only go, so play ends and no line rests on itself. Images under symmetries of the ground count
//! as one board.

use super::{Evidence, Lines, Solved, check_all, head, position_text, squares_text};
use crate::ground::{Board, Map};
use crate::rules::Rules;
use crate::walk::{self, Walk, Words, least, word};
use kit::{Certificate, CertificateKind, Result, Watch, watch};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

pub(super) const STRATEGY: CertificateKind = CertificateKind {
    name: "strategy",
    about: "the nimber of a position and all its winning moves, from a list of lost positions: the checker makes every \
            move of every listed position and finds its answer in the list, so by induction on the squares left all of \
            them are lost",
    format: with_head!(
        "One or more positions, each: the head, then one or more lines `lost K BOARD`: the board beside a heap of K \
         counters is lost for the player to move. The first is the board of the head with its nimber K. A board stands \
         for its images under the symmetries of the ground (turns and reflections that keep the ground and its missing \
         squares; on a torus of at most 144 squares, missing ones counted, translations too); no board stands twice \
         with the same K. For each line: after every move on the board, some move on the board leads to a listed board \
         with the same K, or the board after the first move is itself listed with a smaller K; and for every J < K some \
         move leads to a board listed with J. For the board of the head: each move leads to a board listed with 0 (a \
         winning move) or to one from which a move leads to such a board. At most 1000000 lines, 128 squares, missing \
         ones counted, K at most 127.\n\nIt states `POSITION has nimber K and is won by exactly SQUARES`, or, if no move \
         wins, `POSITION is lost for the player to move, nimber K`."
    ),
    examples: &[
        "queens solve 3 --rule mod:3",
        "queens solve 4 --board Q.../..../..../....",
        "queens solve 5 --rule noon",
    ],
    check: |certificate, watch| check_all(certificate, watch, check),
};

/// The most lines of a certificate.
const MOST_LINES: usize = 1_000_000;

/// The most classes from which a strategy is chosen: without and with the wish for it.
const CLASSES: [usize; 2] = [20_000, 60_000];

pub(super) fn statement(rules: &Rules, board: &Board, nimber: u32, winning: &[usize]) -> String {
    let position = position_text(rules, board);
    match winning.is_empty() {
        true => format!("{position} is lost for the player to move, nimber {nimber}"),
        false => format!("{position} has nimber {nimber} and is won by exactly {}", squares_text(rules, winning)),
    }
}

/// The evidence for a position whose strategy is small enough.
pub(super) fn evidence(
    rules: &Rules,
    (board, winning): &Solved,
    wanted: bool,
    watch: &mut dyn Watch,
) -> Result<Option<Evidence>> {
    let Some(walk) = Walk::from(rules, board, CLASSES[usize::from(wanted)], watch)? else { return Ok(None) };
    let nimbers = walk.nimbers();
    let (maps, mut known) = (rules.ground.symmetries(), FxHashSet::default());
    let mut body = head(rules, board);
    // The start may lack symmetries that the ground has: then classes of the walk are images of each other.
    for (k, position) in chosen(&walk, &nimbers).into_iter().filter(|&(k, p)| known.insert((k, least(&maps, p)))) {
        let text = rules.text(&(0..rules.squares()).map(|s| position >> s & 1 == 1).collect());
        let _ = writeln!(body, "lost {k} {text}");
    }
    Ok(Some((body, statement(rules, board, nimbers[0][0], winning))))
}

/// Heaps and boards of a strategy, the start first.
fn chosen(walk: &Walk, nimbers: &[Vec<u32>]) -> Vec<(u32, u128)> {
    let mut wanted = vec![(nimbers[0][0], 0usize, 0usize)];
    let mut seen: FxHashSet<(u32, usize, usize)> = wanted.iter().copied().collect();
    let moves = |level: usize, class: usize| walk.levels[level][class].moves.iter().map(|&m| m as usize);
    let with = |level: usize, class: usize, k: u32| moves(level, class).find(move |&m| nimbers[level + 1][m] == k);
    let mut next = 0;
    let mut add = |wanted: &mut Vec<_>, entry| {
        if seen.insert(entry) {
            wanted.push(entry);
        }
    };
    // The moves at the start are all valued, whatever its nimber.
    for m in moves(0, 0) {
        match nimbers[1][m] {
            0 => add(&mut wanted, (0, 1, m)),
            _ => with(1, m, 0).into_iter().for_each(|reply| add(&mut wanted, (0, 2, reply))),
        }
    }
    while let Some(&(k, level, class)) = wanted.get(next) {
        next += 1;
        for m in moves(level, class) {
            let nimber = nimbers[level + 1][m];
            match nimber < k {
                true => add(&mut wanted, (nimber, level + 1, m)),
                false => {
                    with(level + 1, m, k).into_iter().for_each(|reply| add(&mut wanted, (k, level + 2, reply)));
                }
            }
        }
        for j in 0..k {
            with(level, class, j).into_iter().for_each(|m| add(&mut wanted, (j, level + 1, m)));
        }
    }
    wanted.into_iter().map(|(k, level, class)| (k, walk.levels[level][class].board)).collect()
}

fn check(lines: &mut Lines<'_>, watch: &mut dyn Watch) -> Result<String> {
    let (rules, board) = lines.head()?;
    let begins = lines.at + 1;
    let words = Words::new(&rules).ok_or_else(|| lines.broken("the board has more than 128 squares"))?;
    let maps = rules.ground.symmetries();
    let mut listed: Vec<(usize, u32, u128)> = Vec::new();
    let mut known: FxHashSet<(u32, u128)> = FxHashSet::default();
    while let Some(rest) = lines.next_if("lost") {
        watch::step(watch, listed.len() as u64, None, || "the list was not read".to_string())?;
        let (k, text) = rest.split_once(' ').ok_or_else(|| lines.broken("a line is `lost K BOARD`"))?;
        let (k, position) = (lines.number(k, 127)? as u32, word(&lines.board(&rules, text)?));
        if listed.len() >= MOST_LINES || !known.insert((k, least(&maps, position))) {
            return Err(lines.broken(format!("listed twice, or more than {MOST_LINES} lines")));
        }
        listed.push((lines.at, k, position));
    }
    let list = List { words, maps, known };
    for (done, &(line, k, position)) in listed.iter().enumerate() {
        watch::step(watch, done as u64, Some(listed.len() as u64), || format!("{done} lines were checked"))?;
        list.answers(k, position).map_err(|why| Certificate::broken(line, why))?;
    }
    let Some(&(first, nimber, start)) = listed.first().filter(|(_, _, start)| *start == word(&board)) else {
        return Err(Certificate::broken(begins, "the first lost position is the board of the head"));
    };
    let mut winning = Vec::new();
    for s in walk::squares(list.words.open(start)) {
        let after = start ^ 1 << s;
        if list.has(0, after) {
            winning.push(s);
        } else if !list.reaches(0, after) {
            let why = format!("whether the move {} wins is not shown", rules.move_text(s));
            return Err(Certificate::broken(first, why));
        }
    }
    Ok(statement(&rules, &board, nimber, &winning))
}

struct List {
    words: Words,
    maps: Vec<Map>,
    known: FxHashSet<(u32, u128)>,
}

impl List {
    fn has(&self, k: u32, board: u128) -> bool {
        self.known.contains(&(k, least(&self.maps, board)))
    }

    /// Whether some move leads to a board listed with k.
    fn reaches(&self, k: u32, board: u128) -> bool {
        walk::squares(self.words.open(board)).any(|s| self.has(k, board ^ 1 << s))
    }

    fn answers(&self, k: u32, board: u128) -> std::result::Result<(), String> {
        for s in walk::squares(self.words.open(board)) {
            let after = board ^ 1 << s;
            if !self.reaches(k, after) && !(0..k).any(|j| self.has(j, after)) {
                return Err(format!("the move on square {} of the list of squares has no answer", s + 1));
            }
        }
        match (0..k).find(|&j| !self.reaches(j, board)) {
            Some(j) => Err(format!("no move answers a heap reduced to {j}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Ground;
    use crate::rule::Rule;
    use kit::Unwatched;
    use kit::scene::Piece;

    /// With the nimbers of all positions listed, the start stands with its own nimber and with no other.
    #[test]
    fn a_start_has_one_nimber() {
        let mut met = FxHashSet::default();
        // Kings that never attack each other on a row play Dawson's Kayles, with nimbers up to 9.
        let square = |piece: Piece, n: usize| Rules::new(n, piece, Rule::Standard);
        let row = |n: usize| Rules::on(Ground::new(1, n, false), Piece::King, Rule::Noon);
        let squares = [(Piece::Queen, 3), (Piece::Rook, 3), (Piece::Knight, 3), (Piece::King, 3), (Piece::Knight, 4)];
        let games = squares.into_iter().map(|(piece, n)| square(piece, n)).chain((1..=9).map(row));
        for rules in games {
            let walk = Walk::from(&rules, &rules.bare(), CLASSES[1], &mut Unwatched).unwrap().unwrap();
            let nimbers = walk.nimbers();
            let line = |k: u32, position: u128| {
                let board = (0..rules.squares()).map(|s| position >> s & 1 == 1).collect();
                format!("lost {k} {}\n", rules.text(&board))
            };
            let later = walk.levels.iter().zip(&nimbers).skip(1).flat_map(|(level, nimbers)| level.iter().zip(nimbers));
            let later: String = later.map(|(class, &k)| line(k, class.board)).collect();
            for claimed in 0..=nimbers[0][0] + 2 {
                let body = format!("{}{}{later}", head(&rules, &rules.bare()), line(claimed, 0));
                let certificate = Certificate::new("queens", "strategy", "", body);
                let checked = check(&mut Lines::of(&certificate), &mut Unwatched);
                assert_eq!(
                    checked.is_ok(),
                    claimed == nimbers[0][0],
                    "{}, nimber {claimed}: {checked:?}",
                    rules.title()
                );
            }
            met.insert(nimbers[0][0]);
        }
        assert!(met.iter().any(|&nimber| nimber > 1), "{met:?}");
    }

    /// A list that lacks a line shows nothing, or the same: a winning move is never passed over.
    #[test]
    fn what_is_not_listed_is_not_passed_over() {
        let (mut refused, mut undecided) = (0, 0);
        let boards = [(Piece::Queen, 3, 3), (Piece::Queen, 4, 4), (Piece::Knight, 3, 4), (Piece::King, 2, 4)];
        for (piece, rows, columns) in boards.into_iter().chain((5..=13).map(|columns| (Piece::King, 1, columns))) {
            let rules = Rules::on(Ground::new(rows, columns, false), piece, Rule::Noon);
            let solution = crate::solve::solve(&rules, &rules.bare(), &mut Unwatched).unwrap();
            let solved = (rules.bare(), solution.winning);
            let (body, states) = evidence(&rules, &solved, true, &mut Unwatched).unwrap().unwrap();
            let judged = |lines: &[&str]| {
                let certificate = Certificate::new("queens", "strategy", "", lines.join("\n") + "\n");
                check(&mut Lines::of(&certificate), &mut Unwatched)
            };
            let lines: Vec<&str> = body.lines().collect();
            assert_eq!(judged(&lines).unwrap(), states);
            for place in 4..lines.len() {
                match judged(&[&lines[..place], &lines[place + 1..]].concat()) {
                    Ok(line) => assert_eq!(line, states),
                    Err(why) => {
                        refused += 1;
                        undecided += usize::from(why.to_string().contains("is not shown"));
                    }
                }
                let twice = judged(&[&lines[..=place], &lines[place..]].concat()).unwrap_err().to_string();
                assert!(twice.contains("listed twice"), "{twice}");
            }
        }
        assert!(refused > 10 && undecided > 0, "{refused} {undecided}");
    }
}
