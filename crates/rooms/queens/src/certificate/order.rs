//! Games played to their end, and locked boards with a bound from below.

use super::{Lines, head};
use crate::ground::{Board, Map};
use crate::lock::Attacks;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, say, watch};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write as _;

pub(super) const ORDER: CertificateKind = CertificateKind {
    name: "order",
    about: "that so many pieces can be placed legally until no square is open: the checker plays the game",
    format: with_head!(
        "The head, by the rule standard with the bare board, then a line `play R,C` for each move, row and column from \
         1. Every move is legal and after the last none is.\n\nIt states `TITLE: P queens placed legally, and no more \
         can follow` with the number of moves (`1 queen`; the piece likewise)."
    ),
    examples: &["queens complete 5", "queens complete 6"],
    check: check_order,
};

pub(super) const LOCK: CertificateKind = CertificateKind {
    name: "lock",
    about: "that so many pieces lock a board, and a bound from below: the checker plays the game, and finds the bound by \
            Spencer's bound (queens on a square board of side n: at least (n - 1) / 2), by the theorem of even degrees \
            (if every square sees an even number of others, a locked board has as many pieces as squares modulo 2) and, \
            as far as that goes, by searching all smaller boards itself",
    format: with_head!(
        "One or more boards, each: the head, by the rule standard with the bare board, a line `play R,C` for each piece \
         as in the kind order, and `least L`, L from 0 to the number P of pieces. A free square is left. No set of \
         fewer than L pieces is without open squares and reached by legal play (some order of its pieces is legal). \
         That is clear for fewer than m / (g + 1) pieces on m squares each of which sees at most g others; for queens \
         on a square board of side n that is no torus and has all its squares, for fewer than (n - 1) / 2 (Spencer); \
         and, if every square sees an even number of others, for numbers of pieces that are odd where m is even or even \
         where m is odd. All other numbers below L are searched, on at most 128 squares: choose a free square that an \
         even number attack, with the fewest candidates, and try each of them, a piece on it or attacking it; the first \
         piece is tried up to the symmetries of the ground. A checker may stop at 60000000 pieces tried in all.\n\n\
         It states `P queens lock the R x C board, placed legally, and fewer never do`, or `and fewer than L never do` \
         if L < P (`1 queen locks`; `R x C torus`; ` without H squares`)."
    ),
    examples: &["queens lock 5", "queens lock 4 --columns 6"],
    check: check_lock,
};

/// What a search for a bound may visit: without and with the wish for a certificate.
const VISITS: [u64; 2] = [300_000, MOST_VISITS];
const MOST_VISITS: u64 = 60_000_000;

fn order_statement(rules: &Rules, pieces: usize) -> String {
    let counted = say::count(pieces as u64, rules::name(rules.piece));
    format!("{}: {counted} placed legally, and no more can follow", rules.title())
}

fn plays(rules: &Rules, order: &[usize]) -> String {
    order.iter().fold(String::new(), |mut text, &s| {
        let _ = writeln!(text, "play {}", rules.move_text(s));
        text
    })
}

/// The certificate of a game played to its end.
pub(crate) fn order_certificate(rules: &Rules, order: &[usize]) -> Certificate {
    let body = head(rules, &rules.bare()) + plays(rules, order).as_str();
    Certificate::new("queens", ORDER.name, order_statement(rules, order.len()), body)
}

/// Plays the lines `play`, which must lead to a board without a legal move.
fn played(lines: &mut Lines<'_>, rules: &Rules, start: &Board) -> Result<(Board, usize)> {
    let (mut board, mut moves) = (start.clone(), 0);
    while let Some(text) = lines.next_if("play") {
        let s = lines.square(rules, text)?;
        if !rules.is_open(&board, s) {
            return Err(lines.broken("the move is not legal"));
        }
        board[s] = !board[s];
        moves += 1;
    }
    match rules.moves(&board).first() {
        Some(&s) => Err(lines.broken(format!("after it {} is still open", rules.square_name(s)))),
        None => Ok((board, moves)),
    }
}

fn check_order(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (rules, start) = empty_start(&mut lines)?;
    let (_, moves) = played(&mut lines, &rules, &start)?;
    lines.end()?;
    Ok(Report::new(order_statement(&rules, moves), Standing::Proved))
}

fn lock_statement(rules: &Rules, pieces: usize, least: usize) -> String {
    let counted = say::count(pieces as u64, rules::name(rules.piece));
    let locks = if pieces == 1 { "locks" } else { "lock" };
    let bound = match least == pieces {
        true => "and fewer never do".to_string(),
        false => format!("and fewer than {least} never do"),
    };
    format!("{counted} {locks} the {}, placed legally, {bound}", rules.ground.name())
}

/// The certificate of locked boards, each by its rules and its order; the bounds are those that the checker can find
/// again.
pub(crate) fn lock_certificate(
    found: &[(&Rules, &[usize])],
    wanted: bool,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let (mut body, mut states, mut visits) = (String::new(), Vec::new(), VISITS[usize::from(wanted)]);
    for (rules, order) in found {
        let attacks = Attacks::of(&rules.ground, rules.piece);
        let mut least = counted_bound(&attacks);
        while least < order.len() && nothing_with(&attacks, least, &mut visits, watch)? == Some(true) {
            least += 1;
        }
        let _ = writeln!(body, "{}{}least {least}", head(rules, &rules.bare()), plays(rules, order));
        states.push(lock_statement(rules, order.len(), least));
    }
    Ok(Certificate::new("queens", LOCK.name, states.join("; "), body))
}

fn check_lock(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (mut states, mut visits) = (Vec::new(), MOST_VISITS);
    while states.is_empty() || lines.lines.peek().is_some() {
        let (rules, start) = empty_start(&mut lines)?;
        let (board, pieces) = played(&mut lines, &rules, &start)?;
        if rules.changeable(&board).is_empty() {
            return Err(lines.broken("the board is complete and not locked"));
        }
        let text = lines.next("least")?;
        let least = lines.number(text, pieces as u64)? as usize;
        let attacks = Attacks::of(&rules.ground, rules.piece);
        for pieces in counted_bound(&attacks)..least {
            match nothing_with(&attacks, pieces, &mut visits, watch)? {
                Some(true) => {}
                Some(false) => return Err(lines.broken(format!("a board with {pieces} pieces has no open square"))),
                None => return Err(lines.broken("the search for the bound is longer than allowed")),
            }
        }
        states.push(lock_statement(&rules, pieces, least));
    }
    Ok(Report::new(states.join("; "), Standing::Proved))
}

/// The head of a game that begins with the empty board, by the standard rule.
fn empty_start(lines: &mut Lines<'_>) -> Result<(Rules, Board)> {
    let (rules, start) = lines.head()?;
    match start == rules.bare() && rules.rule == Rule::Standard {
        true => Ok((rules, start)),
        false => Err(lines.broken("the game begins with the empty board, by the standard rule")),
    }
}

/// The bound that needs no search: each piece settles at most its own square and those it attacks; Spencer's bound.
fn counted_bound(attacks: &Attacks) -> usize {
    let squares = attacks.adjacency.len();
    let most = attacks.adjacency.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let spencer = attacks.side.map_or(0, |n| (n - 1).div_ceil(2));
    squares.div_ceil(most).max(spencer)
}

/// Whether no board with so many pieces is legally reached and without open squares; `None` when the visits run out.
fn nothing_with(attacks: &Attacks, pieces: usize, visits: &mut u64, watch: &mut dyn Watch) -> Result<Option<bool>> {
    let squares = attacks.adjacency.len();
    let even = attacks.adjacency.iter().all(|row| row.len().is_multiple_of(2));
    if even && (pieces + squares) % 2 == 1 {
        return Ok(Some(true));
    }
    if squares > 128 {
        return Ok(None);
    }
    let row = |list: &Vec<usize>| list.iter().fold(0u128, |row, &t| row | 1 << t);
    let rows: Vec<u128> = attacks.adjacency.iter().map(row).collect();
    let most = attacks.adjacency.iter().map(Vec::len).max().unwrap_or(0) as u32 + 1;
    let all = u128::MAX >> (128 - squares);
    let mut cases = Cases { rows, all, most, visits: *visits, start: *visits };
    let found = cases.some_up_to(&attacks.symmetries, pieces, watch)?;
    *visits = cases.visits;
    Ok(found.map(|found| !found))
}

/// The case distinction: which piece settles a square that needs one.
struct Cases {
    rows: Vec<u128>,
    all: u128,
    /// The most squares that one piece settles.
    most: u32,
    visits: u64,
    start: u64,
}

#[derive(Clone, Copy)]
struct Case {
    taken: u128,
    odd: u128,
    /// Squares whose pieces were tried in an earlier case.
    excluded: u128,
}

impl Cases {
    /// The first case distinction, by whole orbits of the symmetries: some square has the fewest orbits that settle
    /// it; a board can be turned so that it holds the first square of the first of them that it meets, and none
    /// before it.
    fn some_up_to(&mut self, maps: &[Map], pieces: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        let orbit = |s: usize| maps.iter().fold(1u128 << s, |orbit, map| orbit | 1 << map[s]);
        let settling = |s: usize| bits(self.rows[s] | 1 << s).map(orbit).collect::<BTreeSet<u128>>();
        let orbits = (0..self.rows.len()).map(settling).min_by_key(BTreeSet::len).unwrap_or_default();
        let mut excluded = 0;
        for orbit in orbits.into_iter().filter(|_| pieces > 0) {
            let s = orbit.trailing_zeros() as usize;
            match self.some(Case { taken: 1 << s, odd: self.rows[s], excluded }, pieces - 1, watch)? {
                Some(false) => excluded |= orbit,
                other => return Ok(other),
            }
        }
        Ok(Some(false))
    }

    /// Whether so many more pieces can lock the board; `None` when the visits run out.
    fn some(&mut self, case: Case, left: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        let needy = self.all & !case.odd & !case.taken;
        if left == 0 || needy == 0 {
            // Settled too early still leaves pieces to place: any squares will do, if the board stays settled.
            return match (left, needy) {
                (0, 0) => Ok(self.dismantled(case.taken)),
                (0, _) => Ok(Some(false)),
                _ => self.each(case, self.all & !case.taken & !case.excluded, left, watch),
            };
        }
        if needy.count_ones() > left as u32 * self.most {
            return Ok(Some(false));
        }
        let free = self.all & !case.taken & !case.excluded;
        let serving = |s: usize| (self.rows[s] | 1 << s) & free;
        let candidates = bits(needy).map(serving).min_by_key(|set| set.count_ones()).unwrap_or(free);
        self.each(case, candidates, left, watch)
    }

    fn each(&mut self, mut case: Case, candidates: u128, left: usize, watch: &mut dyn Watch) -> Result<Option<bool>> {
        for s in bits(candidates) {
            let Some(rest) = self.visits.checked_sub(1) else { return Ok(None) };
            self.visits = rest;
            if rest % (1 << 16) == 0 {
                let done = self.start - rest;
                watch::step(watch, done, None, || format!("{done} sets were visited"))?;
            }
            let next = Case { taken: case.taken | 1 << s, odd: case.odd ^ self.rows[s], ..case };
            match self.some(next, left - 1, watch)? {
                Some(false) => case.excluded |= 1 << s,
                other => return Ok(other),
            }
        }
        Ok(Some(false))
    }

    /// Whether the pieces can be lifted one by one, each attacked by an even number of those that stand; `None` when
    /// the visits run out.
    fn dismantled(&mut self, taken: u128) -> Option<bool> {
        let (mut seen, mut left) = (FxHashSet::default(), vec![taken]);
        while let Some(standing) = left.pop() {
            if standing == 0 {
                return Some(true);
            }
            if seen.insert(standing) {
                self.visits = self.visits.checked_sub(1)?;
                let liftable = |s: &usize| (self.rows[*s] & standing).count_ones().is_multiple_of(2);
                left.extend(bits(standing).filter(liftable).map(|s| standing & !(1 << s)));
            }
        }
        Some(false)
    }
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    crate::walk::squares(set)
}
