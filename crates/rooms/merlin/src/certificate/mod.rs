//! Certificates: clicks, and witnesses that there are none; how many ways to click change nothing, and what follows
//! from it.
//!
//! *What is established.* A graph with n cells and a number m of colours are in the evidence, the graph as a rule
//! (`grid:RxC`: a click on a cell changes its neighbours in the four directions, and the cell itself with `self`),
//! written out in digraph6, or as a matrix of what a click on j adds at i. A way to click says for each cell how often,
//! 0 to m - 1 times; a click on v adds 1 (or what the matrix says) modulo m at every successor of v. A *change* is what
//! is added to each cell. Each kind multiplies out:
//!
//! - *clicks*: these clicks make this change.
//! - *impossible*: there are weights whose sum over the cells no click changes (one click on any cell adds weights that
//!   sum to 0 modulo m), and the change would change the sum. So no clicks make it.
//! - *quiet*: exactly K ways to click change nothing ([`kernel`]).
//! - *least*: these clicks make the change, and of all K ways to make it, which [`kernel`] knows, none counts less.
//! - *hardest*: the most that a change counts that can be made; by going through all changes, or, where K = 1, because
//!   every change is made in one way.
//! - *smith*: determinant and invariant factors of the matrix over the integers ([`smith`]).
//! - *lit*: in how few clicks on lit cells one state leads to another, or that none do ([`lit`]).
//! - *nullity* and *torus*: how many ways to click change nothing on a large grid or torus of two colours, by its lines
//!   ([`lines`]).
//!
//! *From what.* From the evidence, and the rule of the click as [`board`] has it; neither the puzzle nor any solver is
//! asked. Every list is as long as the graph has cells, so that the file bounds what is made of it; sizes, colours and
//! products are bounded before.

mod board;
mod digest;
mod kernel;
mod lines;
mod lit;
mod smith;

use super::least::Weight;
use super::puzzle::Puzzle;
use board::{Lines, Rules, list_text};
use dashu::integer::UBig;
use kernel::Quiet;
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Trouble, Watch};

pub(super) use lines::{write_grid, write_torus};
pub(super) use lit::write_lit;
pub(super) use smith::write_smith;

/// The kinds of the room.
pub(super) const CERTIFICATES: &[CertificateKind] = &[
    CertificateKind {
        name: "clicks",
        about: "A graph with m colours, a change for each cell, and clicks for each cell. The checker adds up what the clicks do, click on v adding 1 \
                modulo m at every successor of v, and establishes that they make just this change. T is the number of clicks altogether.",
        format: CLICKS,
        examples: &["merlin solve grid:5x5", "merlin solve circle:6 --mod 3 --from WRBWRB --legend WRB"],
        check: clicks,
    },
    CertificateKind {
        name: "impossible",
        about: "A graph with m colours and a change that no clicks make. The evidence has a weight for each cell; the checker establishes that one click on \
                any cell leaves the weighted sum of all cells the same modulo m, and that the change would alter it.",
        format: IMPOSSIBLE,
        examples: &["merlin solve circle:6 --from 100000", "merlin solve lightcube --from random --seed 3"],
        check: impossible,
    },
    CertificateKind {
        name: "quiet",
        about: "On a graph of n cells with m colours exactly K of the m^n ways to click change nothing; so one change in K can be made, each in K ways. The \
                evidence has clicks whose changes are independent, which bounds K from above, and independent clicks that change \
                nothing, which bounds it from below; the bounds meet.",
        format: QUIET,
        examples: &["merlin analyse circle:6 --mod 2", "merlin analyse petersen --mod 3"],
        check: quiet,
    },
    CertificateKind {
        name: "least",
        about: "Clicks that make a change, and that no clicks which make it count less. The evidence shows as in the kind quiet how many ways to click change \
                nothing; the ways to make the change are the given one plus these, and the checker goes through all of them.",
        format: LEAST,
        examples: &["merlin least grid:5x5", "merlin least circle:6 --mod 4 --from 130130 --weight either"],
        check: least,
    },
    CertificateKind {
        name: "hardest",
        about: "Of all changes that can be made, each by the clicks that count least, the most that one counts. The checker goes through \
                all the changes that can be made, starting from none and making one click at a time; or the evidence shows as in the kind quiet that \
                only no clicks change nothing, so that every change is made in one way.",
        format: HARDEST,
        examples: &["merlin hardest grid:4x4", "merlin hardest merlin"],
        check: hardest,
    },
    CertificateKind {
        name: "nullity",
        about: "On a grid of two colours exactly 2^d ways to click change nothing. By the theorem of Sutner (1989) d is the degree of the greatest common divisor of two \
                polynomials over GF(2), F_{R+1}(x) and F_{C+1}(x + c), where F_1 = 1, F_2 = x, F_{k+1} = x F_k + F_{k-1}, and c is 1 with self and 0 \
                without. The checker computes both, and establishes that the given polynomial divides both and is a sum of multiples of them.",
        format: NULLITY,
        examples: &["merlin nullity 19", "merlin nullity 1023x95"],
        check: lines::check_grid,
    },
    CertificateKind {
        name: "torus",
        about: "On a torus of two colours exactly 2^d ways to click change nothing. Two neighbouring lines of clicks that change nothing decide all \
                others, line after line, and must come back after a turn. The checker follows lines through the turn, and establishes the \
                number of pairs of lines that come back as in the kind quiet.",
        format: TORUS,
        examples: &["merlin nullity 33 --torus"],
        check: lines::check_torus,
    },
    CertificateKind {
        name: "smith",
        about: "Determinant and invariant factors of the matrix of a graph over the integers. The evidence is a list of additions of multiples of rows and columns; the \
                checker makes them and finds at most one number left in each row and column, each dividing the next in size. Additions change neither \
                the determinant nor the greatest common divisors of the minors.",
        format: smith::FORMAT,
        examples: &["merlin analyse circle:6"],
        check: smith::check,
    },
    CertificateKind {
        name: "lit",
        about: "Whether clicks on lit cells lead from one state to another, and by how few. The evidence is the graph and both states; the checker goes through \
                all states that can be reached from the first.",
        format: lit::FORMAT,
        examples: &["merlin solve grid:3x3 --from 100000000 --lit-only"],
        check: lit::check,
    },
];

const CLICKS: &str = "\
Lines of words with one space after the first word. Numbers are decimal digits without sign or leading zeros.

  graph GRAPH
  colours M                        2 <= M <= 4294967296
  change LIST
  clicks LIST

GRAPH is `grid:RxC self` or `grid:RxC no-self` with at most 2097152 cells, or `digraph6 LINE` with 1 to 3000 vertices, or `matrix ROW/ROW/...` with 1 to 1000 rows of as many numbers below M with commas. The cells of a grid are numbered row by row. A click on a \
cell of a grid changes the cells above, below, left and right of it, so far as they are there, and with self the cell itself. LINE is McKay's digraph6: & first, then the number n \
of vertices as one character of code n + 63 if n <= 62, otherwise ~ and three characters of six bits each, most significant first; then the n * n bits a -> b in the order (0,0), (0,1), \
..., (1,0), ..., six to a character of code 63 + bits, most significant first, filled up with zero bits. A click on a changes every b with a -> b. A changed cell goes up by 1; in \
a matrix, a click on cell j adds the j-th number of row i at cell i, for every i. LIST is a number from 0 to M - 1 \
for each cell, with commas.

Check. For each cell, the clicks on all cells that change it, each times what it adds there, add up, modulo M, to its change.

States: GRAPH with M colours: the change S is made by T clicks. T is the sum of the list of clicks. S names the change: `all:K` if every cell \
has K; otherwise its numbers, one after the other if M <= 10 and with commas if M > 10, if these are at most 300 characters; otherwise `of N cells with \
SHA-256 D`, D the SHA-256 of LIST in hexadecimal digits. If GRAPH has more than 300 characters `digraph6 of N vertices and A arcs with SHA-256 D` stands \
for it, or `matrix of N cells with SHA-256 D`, D the SHA-256 of GRAPH.";

const IMPOSSIBLE: &str = "\
\x20 graph GRAPH
  colours M
  change LIST
  weights LIST

as in the kind clicks. Checks, modulo M. For each cell, the weights of the cells that a click on it changes, each times what the click adds there, add up to 0. The sum of weight times change over all cells \
is not 0.

States: GRAPH with M colours: the change S cannot be made.";

const QUIET: &str = "\
\x20 graph GRAPH                      as in the kind clicks, at most 400 cells
  colours M
  reach LIST                       any number of lines
  quiet LIST                       any number of lines

Checks, modulo M. The lead of a list is its first number that is not 0, its order is M / gcd(M, lead). Let the clicks of each reach line be added up to a change: these \
changes have a lead, each at a later cell than that of the line before; P is the product of their orders. The clicks of each quiet line add up to the change 0 everywhere; \
the quiet lists have a lead, each at a later cell than that of the line before; K is the product of their orders. P * K = M^n, n the number of cells.

States: GRAPH with M colours: exactly K ways to click change nothing, and one change in K can be made.";

const LEAST: &str = "\
\x20 graph GRAPH                      as in the kind clicks, at most 400 cells
  colours M
  counted WHAT                     clicks, buttons or either
  change LIST
  clicks LIST
  reach LIST                       any number of lines, as in the kind quiet
  quiet LIST                       any number of lines, as in the kind quiet

Checks. The clicks make the change, as in the kind clicks. The reach and quiet lines stand as in the kind quiet; K * n is at most 2^25. What clicks count is the sum over \
all cells: of the number t of its clicks (clicks), of 1 if t > 0 (buttons), of the smaller of t and M - t (either). The given clicks count W, and so does or more every \
list that comes from them by adding, for each quiet line, the line 0 to (its order - 1) times, modulo M.

States: GRAPH with M colours: the change S is made by W clicks and by no fewer (`W buttons`, `W clicks and unclicks`).";

const HARDEST: &str = "\
\x20 graph GRAPH                      as in the kind clicks, at most 400 cells
  colours M
  counted WHAT                     as in the kind least
  reach LIST                       any number of lines, as in the kind quiet

Checks. Without reach lines: starting from the change 0 everywhere, all changes are found that one more unit makes: one click on a cell (clicks), or one or M - 1 clicks \
(either), or 1 to M - 1 clicks, M at most 401 (buttons); W is the number of rounds until nothing new is found. A checker may stop after 2^17 units. With reach lines: they stand as in the \
kind quiet with no quiet line, so K = 1; W is the number of cells times M - 1 (clicks), 1 (buttons), or M / 2 rounded down (either).

States: GRAPH with M colours: a change that can be made takes at most W clicks, and one of them no fewer (units as in the kind least).";

const NULLITY: &str = "\
\x20 graph grid:RxC self              or no-self; 1 <= R, C <= 100000
  common HEX
  first HEX
  second HEX

HEX are hexadecimal digits 0-9a-f without leading zeros (0 for zero) of the number whose bit i is the coefficient of x^i; the degree is at most the larger side.

Checks, over GF(2). Let F be F_{R+1}(x), and G be F_{C+1}(x + 1) with self and F_{C+1}(x) with no-self. common is not 0 and divides F and G, and \
first * F + second * G = common. d is the degree of common.

States: grid:RxC self with 2 colours: exactly 2^d ways to click change nothing.";

const TORUS: &str = "\
\x20 graph torus:RxC self             or no-self; 3 <= R, C, the smaller at most 200, its square times twice the larger at most 2^27
  reach LIST                       any number of lines
  quiet LIST                       any number of lines

Let w be the smaller and h the larger side. A LIST is 2 w numbers 0 or 1 with commas: two lines of w cells. A step takes lines a, b to b, c, where modulo 2 c at each cell is the sum of \
a there, of b at the two cells beside it (the last is beside the first), and with self of b there. What a list changes is the list after h steps plus the list, modulo 2.

Checks. The lines stand as in the kind quiet with M = 2, this meaning of change, and n = 2 w. d is the number of quiet lines.

States: torus:RxC self with 2 colours: exactly 2^d ways to click change nothing.";

/// `15 clicks`, `15 buttons`, `15 clicks and unclicks`.
fn amount(weight: Weight, number: u64) -> String {
    let unit = match weight {
        Weight::Buttons => "buttons",
        Weight::Clicks => "clicks",
        Weight::Either => "clicks and unclicks",
    };
    format!("{number} {unit}")
}

fn weight_text(weight: Weight) -> &'static str {
    match weight {
        Weight::Buttons => "buttons",
        Weight::Clicks => "clicks",
        Weight::Either => "either",
    }
}

fn read_weight(lines: &mut Lines<'_>) -> Result<Weight> {
    let (number, text) = lines.labelled("counted")?;
    match [Weight::Buttons, Weight::Clicks, Weight::Either].into_iter().find(|weight| weight_text(*weight) == text) {
        Some(weight) => Ok(weight),
        None => Err(Certificate::broken(number, "counted are clicks, buttons or either")),
    }
}

fn clicks_statement(rules: &Rules, s: &[u32], t: &[u32]) -> String {
    let total = Weight::Clicks.total(t, rules.colours);
    format!("{}: the change {} is made by {total} clicks", rules.name(), rules.state_name(s))
}

fn impossible_statement(rules: &Rules, s: &[u32]) -> String {
    format!("{}: the change {} cannot be made", rules.name(), rules.state_name(s))
}

fn quiet_statement(rules: &Rules, size: &UBig) -> String {
    format!("{}: exactly {size} ways to click change nothing, and one change in {size} can be made", rules.name())
}

fn least_statement(rules: &Rules, s: &[u32], weight: Weight, least: u64) -> String {
    let amount = amount(weight, least);
    format!("{}: the change {} is made by {amount} and by no fewer", rules.name(), rules.state_name(s))
}

fn hardest_statement(rules: &Rules, weight: Weight, most: u64) -> String {
    let amount = amount(weight, most);
    format!("{}: a change that can be made takes at most {amount}, and one of them no fewer", rules.name())
}

/// A certificate for the change s: clicks t with A t = s, or y with y A = 0 and y . s != 0; `None` if the graph is too
/// large to be written.
pub(super) fn write(puzzle: &Puzzle, s: &[u32], answer: std::result::Result<&[u32], &[u32]>) -> Option<Certificate> {
    let rules = Rules::of(puzzle)?;
    let (kind, label, states, list) = match answer {
        Ok(t) => ("clicks", "clicks", clicks_statement(&rules, s, t), t),
        Err(y) => ("impossible", "weights", impossible_statement(&rules, s), y),
    };
    let body = format!("{}change {}\n{label} {}\n", rules.text(), list_text(s), list_text(list));
    Some(Certificate::new("merlin", kind, states, body))
}

/// The certificate of the number of ways to change nothing; `None` for too many cells.
pub(super) fn write_quiet(puzzle: &Puzzle, size: &UBig, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let Some(rules) = Rules::of(puzzle) else { return Ok(None) };
    let states = quiet_statement(&rules, size);
    let certificate = |lines: String| Certificate::new("merlin", "quiet", states, format!("{}{lines}", rules.text()));
    Ok(kernel::text(&rules, watch)?.map(certificate))
}

/// The certificate of the fewest clicks t for the change s; of the clicks alone where there are too many cells or ways.
pub(super) fn write_least(
    puzzle: &Puzzle,
    s: &[u32],
    t: &[u32],
    weight: Weight,
    watch: &mut dyn Watch,
) -> Result<Option<Certificate>> {
    let Some(rules) = Rules::of(puzzle) else { return Ok(None) };
    let Some(reduction) = kernel::text(&rules, watch)? else { return Ok(write(puzzle, s, Ok(t))) };
    let least = weight.total(t, rules.colours);
    let (change, clicks) = (list_text(s), list_text(t));
    let counted = weight_text(weight);
    let body = format!("{}counted {counted}\nchange {change}\nclicks {clicks}\n{reduction}", rules.text());
    let states = least_statement(&rules, s, weight, least);
    stands(Certificate::new("merlin", "least", states, body), self::least, watch)
        .map(|stands| stands.or_else(|| write(puzzle, s, Ok(t))))
}

/// The certificate of the hardest change; `None` where there are too many cells or changes.
pub(super) fn write_hardest(
    puzzle: &Puzzle,
    most: u64,
    weight: Weight,
    only: bool,
    watch: &mut dyn Watch,
) -> Result<Option<Certificate>> {
    let Some(rules) = Rules::of(puzzle) else { return Ok(None) };
    let reduction = if only { kernel::text(&rules, watch)? } else { Some(String::new()) };
    let Some(reduction) = reduction else { return Ok(None) };
    let body = format!("{}counted {}\n{reduction}", rules.text(), weight_text(weight));
    let states = hardest_statement(&rules, weight, most);
    stands(Certificate::new("merlin", "hardest", states, body), hardest, watch)
}

/// The certificate if its check keeps to the limits: whether it does is known best by trying.
fn stands(
    certificate: Certificate,
    check: fn(&Certificate, &mut dyn Watch) -> Result<Report>,
    watch: &mut dyn Watch,
) -> Result<Option<Certificate>> {
    match check(&certificate, watch) {
        Ok(report) if report.line == certificate.states => Ok(Some(certificate)),
        Ok(report) => Err(Error::failed(format!("{:?} where the check shows {:?}", certificate.states, report.line))),
        Err(error) if error.trouble() == Trouble::TooLarge => Ok(None),
        Err(error) => Err(error),
    }
}

/// That clicks make a change, or the first cell where they do not.
fn made(rules: &Rules, s: &[u32], t: &[u32]) -> Result<()> {
    match rules.effect(t).iter().zip(s).position(|(made, wanted)| made != wanted) {
        None => Ok(()),
        Some(cell) => Err(Error::failed(format!("the clicks do not change cell {} as wanted", cell + 1))),
    }
}

fn clicks(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let (s, t) = (rules.list(&mut lines, "change")?, rules.list(&mut lines, "clicks")?);
    lines.end()?;
    made(&rules, &s, &t)?;
    Ok(Report::new(clicks_statement(&rules, &s, &t), Standing::Proved).fact("valid", true))
}

fn impossible(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let (s, y) = (rules.list(&mut lines, "change")?, rules.list(&mut lines, "weights")?);
    lines.end()?;
    if let Some(cell) = rules.gains(&y).iter().position(|&gain| gain != 0) {
        return Err(Error::failed(format!("a click on cell {} changes the weighted sum", cell + 1)));
    }
    let product = |(&a, &b): (&u32, &u32)| u128::from(a) * u128::from(b);
    let sum: u128 = s.iter().zip(&y).map(product).sum();
    match sum % u128::from(rules.colours) {
        0 => Err(Error::failed("the wanted change leaves the weighted sum as it is")),
        _ => Ok(Report::new(impossible_statement(&rules, &s), Standing::Proved).fact("valid", true)),
    }
}

fn quiet(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let quiet = Quiet::read(&rules, &mut lines)?;
    lines.end()?;
    Ok(Report::new(quiet_statement(&rules, &quiet.size), Standing::Proved).fact("valid", true))
}

fn least(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let weight = read_weight(&mut lines)?;
    let (s, t) = (rules.list(&mut lines, "change")?, rules.list(&mut lines, "clicks")?);
    let quiet = Quiet::read(&rules, &mut lines)?;
    lines.end()?;
    made(&rules, &s, &t)?;
    let total = weight.total(&t, rules.colours);
    let least = quiet.least(&rules, t, weight, watch)?;
    match least == total {
        true => Ok(Report::new(least_statement(&rules, &s, weight, least), Standing::Proved).fact("valid", true)),
        false => Err(Error::failed(format!("{} do as well, fewer than the {total} given", amount(weight, least)))),
    }
}

fn hardest(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let rules = Rules::read(&mut lines)?;
    let weight = read_weight(&mut lines)?;
    let most = match lines.ended() {
        true => kernel::hardest(&rules, weight, watch)?,
        false => {
            let quiet = Quiet::read(&rules, &mut lines)?;
            lines.end()?;
            if quiet.size != UBig::ONE {
                return Err(Error::failed("some clicks change nothing, so a change is made in several ways"));
            }
            weight.most(rules.colours) * rules.order() as u64
        }
    };
    Ok(Report::new(hardest_statement(&rules, weight, most), Standing::Proved).fact("valid", true))
}

#[cfg(test)]
mod tests;
