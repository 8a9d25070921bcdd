//! Certificates of the room: writers and checkers, a file a kind.
//!
//! A checker shares with the solvers only the rules: [`Rules`] and, over bits, [`Words`](super::walk::Words). Every
//! kind begins with the same lines, which say what is played:
//!
//! ```text
//! ground 4 x 4          rows and columns, each from 1 to 60, perhaps followed by `torus`
//! piece queen           queen, rook, bishop, knight or king
//! rule standard         the rule as the command line takes it
//! from ..../..../..     the board: rows joined by /, the piece's letter taken, . free, # missing
//! ```
//!
//! Where a kind takes several positions, their evidence follows one after another, each with its head, and the
//! statement is that of each, joined by `; `.

/// What all kinds say of their head and of the names in statements.
macro_rules! with_head {
    ($($rest:expr),*) => {
        concat!(
            $($rest,)*
            "\n\nThe head is four lines:\n\
             \n  ground R x C        rows and columns, 1 to 60, perhaps followed by ` torus`\
             \n  piece NAME          queen, rook, bishop, knight or king\
             \n  rule RULE           standard, alternate, complementary, noon, mod:K (K from 1 to 999) or open:A,B,..:K\
             \n                      (remainders ascending and below K, K from 1 to 64)\
             \n  from BOARD          rows joined by /; Q, R, B, N (knight) or K by the piece for a taken square, . for a\
             \n                      free one, # for a missing one; not all are missing\n\n\
             Numbers are decimal, without sign and without zeros in front; words are separated by one blank. Squares \
             are numbered row by row from 0, missing ones too. Pieces attack as in chess, but nothing blocks: lines \
             run on behind pieces and behind missing squares. On a torus lines close; what is reached along two lines \
             is attacked once, and no piece attacks its own square. A move puts a piece on a free square: by the rule \
             standard if an even number of pieces attack it, alternate: an odd number, noon: none, mod:K: a multiple \
             of K, open:A,B,..:K: a number that leaves one of these remainders modulo K. By the rule complementary a \
             move removes a piece that an even number of the others attack. The bare board is empty (complementary: \
             full). From it the first move is free by the rule alternate, and by the rule complementary if every \
             square sees an odd number of others. Who cannot move loses.\n\n\
             In statements TITLE is like `mod 2 queens on 3 x 3`: the rule (standard is `mod 2`, alternate `alternate \
             universe`, noon `Noon's`, mod:K `mod K`, others as they are written), the piece with s, and GROUND, `R x \
             C` with ` torus` and ` without 1 square` (` without H squares`) where that is so. POSITION is TITLE for \
             the bare board of a ground without missing squares, otherwise `TITLE from BOARD`. SQUARES are like \
             `(1,1) (1,2)`, row and column from 1, in the order of their numbers. Several positions in one file are \
             stated one after the other, joined by `; `."
        )
    };
}

mod bound;
mod census;
mod code;
mod form;
mod nimbers;
mod order;
mod parts;
mod strategy;
mod table;

pub(super) use census::{census_certificate, levels_certificate};
pub(super) use form::certificate as form_certificate;
pub(super) use nimbers::certificate as nimbers_certificate;
pub(super) use order::{lock_certificate, order_certificate};

use super::ground::{Board, Ground};
use super::rule::Rule;
use super::rules::{self, Rules};
use engine::vertex_kayles::Solver;
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Watch};

pub(super) static CERTIFICATES: &[CertificateKind] = &[
    strategy::STRATEGY,
    parts::PARTS,
    table::TABLE,
    order::ORDER,
    order::LOCK,
    form::FORM,
    census::CENSUS,
    census::LEVELS,
    nimbers::NIMBERS,
];

/// The largest side of a board in a certificate.
pub(super) const MOST_SIDE: usize = 60;

/// The lines that say what is played and from where.
fn head(rules: &Rules, board: &Board) -> String {
    let Ground { rows, columns, torus, .. } = rules.ground;
    let torus = if torus { " torus" } else { "" };
    let (piece, rule, text) = (rules::name(rules.piece), rules.rule, rules.text(board));
    format!("ground {rows} x {columns}{torus}\npiece {piece}\nrule {rule}\nfrom {text}\n")
}

/// A solved position: its board and its winning moves.
pub(super) type Solved = (Board, Vec<usize>);

/// What a writer makes of one position: its lines and what they show.
type Evidence = (String, String);

/// By the rule noon a board of more squares is certified by its parts, if that is wished for.
const MOST_WHOLE: usize = 30;

/// The certificate of solved positions: strategies where all are small, else, if it is wished for, couples of parts by
/// the rule noon and tables otherwise.
pub(super) fn solution_certificate(
    rules: &Rules,
    solved: &[Solved],
    wanted: bool,
    watch: &mut dyn Watch,
) -> Result<Option<Certificate>> {
    let mut all = Vec::new();
    if wanted && rules.rule == Rule::Noon && rules.squares() > MOST_WHOLE {
        for solved in solved {
            all.extend(parts::evidence(rules, solved, watch)?);
        }
        return Ok((all.len() == solved.len()).then(|| bound(parts::PARTS.name, all)));
    }
    for solved in solved {
        all.extend(strategy::evidence(rules, solved, wanted, watch)?);
        if all.is_empty() {
            break;
        }
    }
    if all.len() == solved.len() {
        return Ok(Some(bound(strategy::STRATEGY.name, all)));
    }
    all.clear();
    for solved in solved.iter().filter(|_| wanted) {
        all.extend(table::evidence(rules, solved, watch)?);
    }
    Ok((!all.is_empty() && all.len() == solved.len()).then(|| bound(table::TABLE.name, all)))
}

/// The certificate of a position of Noon's game, with a solver that knows something already.
pub(super) fn noon_certificate(
    rules: &Rules,
    solved: Solved,
    wanted: bool,
    solver: Solver,
    watch: &mut dyn Watch,
) -> Result<Option<Certificate>> {
    match wanted && rules.squares() > MOST_WHOLE {
        true => Ok(Some(bound(parts::PARTS.name, vec![parts::guided(rules, &solved, solver, watch)?]))),
        false => solution_certificate(rules, &[solved], wanted, watch),
    }
}

/// The certificate by table of a position that may have a strategy too.
#[cfg(test)]
pub(super) fn table_alone(rules: &Rules, solved: &Solved, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    Ok(table::evidence(rules, solved, watch)?.map(|evidence| bound(table::TABLE.name, vec![evidence])))
}

/// One certificate of several pieces of evidence.
fn bound(kind: &str, all: Vec<Evidence>) -> Certificate {
    let (bodies, states): (Vec<String>, Vec<String>) = all.into_iter().unzip();
    Certificate::new("queens", kind, states.join("; "), bodies.concat())
}

/// Checks pieces of evidence until no line is left; each begins with its head.
fn check_all(
    certificate: &Certificate,
    watch: &mut dyn Watch,
    check: fn(&mut Lines<'_>, &mut dyn Watch) -> Result<String>,
) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let mut states = vec![check(&mut lines, watch)?];
    while lines.lines.peek().is_some() {
        states.push(check(&mut lines, watch)?);
    }
    Ok(Report::new(states.join("; "), Standing::Proved))
}

/// The lines of evidence, read one after another.
struct Lines<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    /// The number of the line read last.
    at: usize,
}

impl<'a> Lines<'a> {
    fn of(certificate: &'a Certificate) -> Lines<'a> {
        let lines: Box<dyn Iterator<Item = (usize, &str)>> = Box::new(certificate.lines());
        Lines { lines: lines.peekable(), at: 2 }
    }

    /// The refusal of the line read last.
    fn broken(&self, why: impl std::fmt::Display) -> Error {
        Certificate::broken(self.at, why)
    }

    /// What follows this word on the next line, if the line begins with it.
    fn next_if(&mut self, word: &str) -> Option<&'a str> {
        let (at, line) = *self.lines.peek()?;
        let rest = line.strip_prefix(word)?.strip_prefix(' ')?;
        self.at = at;
        self.lines.next();
        Some(rest)
    }

    /// What follows this word on the next line, which must begin with it.
    fn next(&mut self, word: &str) -> Result<&'a str> {
        self.next_if(word).ok_or_else(|| Certificate::broken(self.at + 1, format!("here stands a line `{word} ...`")))
    }

    /// Refuses what is left over.
    fn end(&mut self) -> Result<()> {
        match self.lines.next() {
            None => Ok(()),
            Some((at, _)) => Err(Certificate::broken(at, "nothing more is expected")),
        }
    }

    /// A whole number in its one way of writing, up to a limit.
    fn number(&self, text: &str, most: u64) -> Result<u64> {
        let number = text.parse::<u64>().ok().filter(|number| *number <= most && number.to_string() == text);
        number.ok_or_else(|| self.broken(format!("{:?} is no whole number up to {most}", kit::shorten(text))))
    }

    /// A square of these rules, `row,column` from 1.
    fn square(&self, rules: &Rules, text: &str) -> Result<usize> {
        let s = rules.read_square(text).map_err(|error| self.broken(error))?;
        match rules.move_text(s) == text {
            true => Ok(s),
            false => Err(self.broken("a square is row,column without blanks")),
        }
    }

    /// A board of these rules.
    fn board(&self, rules: &Rules, text: &str) -> Result<Board> {
        let board = rules.read(text).map_err(|error| self.broken(error))?;
        match rules.text(&board) == text {
            true => Ok(board),
            false => Err(self.broken("a board has the piece's letter for taken and . for free")),
        }
    }

    /// The lines of [`head`].
    fn head(&mut self) -> Result<(Rules, Board)> {
        let ground = self.next("ground")?;
        let (sides, torus) = ground.strip_suffix(" torus").map_or((ground, false), |sides| (sides, true));
        let (rows, columns) = sides.split_once(" x ").ok_or_else(|| self.broken("a ground is rows x columns"))?;
        let side = |text: &str| self.number(text, MOST_SIDE as u64).map(|n| n as usize);
        let (rows, columns) = (side(rows)?, side(columns)?);
        if rows == 0 || columns == 0 {
            return Err(self.broken("a ground has squares"));
        }
        let name = self.next("piece")?;
        if !rules::PIECES.contains(&name) {
            return Err(self.broken("no such piece"));
        }
        let piece = rules::piece(name);
        let text = self.next("rule")?;
        let rule: Rule = text.parse().map_err(|error| self.broken(error))?;
        if rule.to_string() != text {
            return Err(self.broken("the rule is written otherwise"));
        }
        let text = self.next("from")?;
        let read = Ground::read(rows, columns, torus, piece.letter(), text);
        let (ground, _) = read.map_err(|error| self.broken(error))?;
        let rules = Rules::on(ground, piece, rule);
        let board = self.board(&rules, text)?;
        Ok((rules, board))
    }
}

/// `(1,1) (1,2)`.
fn squares_text(rules: &Rules, squares: &[usize]) -> String {
    squares.iter().map(|&s| rules.square_name(s)).collect::<Vec<_>>().join(" ")
}

/// How a statement names a position: the game, and the board unless it is where the game begins.
fn position_text(rules: &Rules, board: &Board) -> String {
    match *board == rules.bare() && board.len() == rules.ground.present().count() {
        true => rules.title(),
        false => format!("{} from {}", rules.title(), rules.text(board)),
    }
}

#[cfg(test)]
mod tests;
