//! Games played to their end, and locked boards with a bound from below.
//!
//! *What is established.* That so many pieces are placed legally and no square is open then; of a lock also that
//! squares are free, and that no board with fewer pieces than the bound is legally reached and has no open square.
//!
//! *From what.* The order of the evidence is played by the rules. Of the bound the evidence says only the number; the
//! boards below it are searched here ([`super::bound`]), those of queens through the code of their attacks
//! ([`super::code`]).

use super::bound::below;
use super::code::{Below, MOST_SUMS};
use super::{Lines, head};
use crate::ground::Board;
use crate::lock::Attacks;
use crate::rule::Rule;
use crate::rules::{self, Rules};
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, say};
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
            as far as that goes, by listing all smaller boards itself: those of queens on a square board through the code \
            of the attacks, others by a search",
    format: with_head!(
        "One or more boards, each: the head, by the rule standard with the bare board, a line `play R,C` for each piece \
         as in the kind order, and `least L`, L from 0 to the number P of pieces. A free square is left. No set of \
         fewer than L pieces is without open squares and reached by legal play (some order of its pieces is legal). \
         That is clear for fewer than m / (g + 1) pieces on m squares each of which sees at most g others; for queens \
         on a square board of side n that is no torus and has all its squares, for fewer than (n - 1) / 2 (Spencer); \
         and, if every square sees an even number of others, for numbers of pieces that are odd where m is even or even \
         where m is odd. Other numbers below L of queens on a square board of side 4 to 21 (no torus, no square missing) \
         are settled by the code of the attacks: the squares that an even number attack are all taken, are not none, \
         have the parity of the number of pieces, and are the complement of a sum of rows of the attack matrix over \
         GF(2). In a basis of these sums and 1 where each row has an own square, in which no other row is, and at most \
         t eighths of each orbit of the eight symmetries are own squares, some image of a set of k squares is a sum of \
         at most k t / 8 rows; squares near the corners may be set aside, with rows that lie in them added in all \
         ways. For each such set of fewer than L squares, or for one of its images under the symmetries, the parities of \
         lines follow up to those of pieces that every square sees an even number of; a multiple of 4 lines is odd; and the pieces beside the set are sought line by \
         line. A checker may stop at 1000000000 sums of rows for a board. All other numbers below L \
         are searched, on at most 128 squares: choose a free square that an \
         even number attack, with the fewest candidates, and try each of them, a piece on it or attacking it; the first \
         piece is tried up to the symmetries of the ground. Where at most four pieces are left, a set is given up if no \
         sum of so many rows of the attack matrix over GF(2) looks on some fixed squares as it must: 1 on the free ones \
         that an even number attack, 0 on the other free ones, anything where a piece stands in the end; a checker without \
         such tables of sums needs more pieces tried. A checker may stop at 60000000 pieces tried in all.\n\n\
         It states `P queens lock the R x C board, placed legally, and fewer never do`, or `and fewer than L never do` \
         if L < P (`1 queen locks`; `R x C torus`; ` without H squares`)."
    ),
    examples: &["queens lock 5", "queens lock 4 --columns 6"],
    check: check_lock,
};

/// What a search for a bound may visit: without and with the wish for a certificate.
const VISITS: [u64; 2] = [300_000, MOST_VISITS];
const SUMS: [u64; 2] = [300_000, MOST_SUMS];
pub(super) const MOST_VISITS: u64 = 60_000_000;

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
    let (mut body, mut states) = (String::new(), Vec::new());
    let (mut visits, sums) = (VISITS[usize::from(wanted)], SUMS[usize::from(wanted)]);
    for (rules, order) in found {
        let attacks = Attacks::of(&rules.ground, rules.piece);
        let least = match below(&attacks, order.len(), sums, &mut visits, watch)? {
            Below::Nothing => order.len(),
            Below::Board(least) | Below::Long(least) => least,
        };
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
        match below(&attacks, least, MOST_SUMS, &mut visits, watch)? {
            Below::Nothing => {}
            Below::Board(pieces) => {
                return Err(lines.broken(format!("a board with {pieces} pieces has no open square")));
            }
            Below::Long(_) => return Err(lines.broken("the search for the bound is longer than allowed")),
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
