//! The quadratic form of attacking pairs: a basis of planes and a kernel, from which the number of even sets follows.
//!
//! *What is established.* The nullity of the attack matrix over GF(2), and how many sets of squares hold an even number
//! of attacking pairs.
//!
//! *From what.* From the attacks of the rules and the vectors of the evidence, of which nothing is believed: planes are
//! orthogonal to each other and to the kernel and each is not to itself, the kernel's vectors are independent and
//! attack nothing, and all of them are as many as the squares, so that they are a basis. The count is Arf's theorem.

use super::{Lines, head};
use crate::form::{Vector, adjacency_vectors, pairs_within, product, symplectic_basis};
use crate::rule::Rule;
use crate::rules::Rules;
use dashu::integer::UBig;
use kit::{Certificate, CertificateKind, Report, Result, Standing, Watch, watch};
use std::fmt::Write as _;

pub(super) const FORM: CertificateKind = CertificateKind {
    name: "form",
    about: "the nullity of the attacks and the number of sets with an even number of attacking pairs: the checker sees \
            that the vectors are a basis in which the form is a sum of planes and a kernel, and counts by Arf's theorem",
    format: with_head!(
        "The head, by the rule standard with the bare board, lines `plane U V`, then lines `kernel W`. A vector is a \
             set of squares in hexadecimal digits 0-9a-f: the squares that are there, m of them, numbered row by row from 0, \
         four to a digit, the first square of a digit its lowest bit, digits in the order of the squares, as many as \
         needed; there are no bits beyond the last square. B(U,V) is the number of attacks from U to V modulo 2. B(U,V) \
         = 1 for each plane, and B = 0 between a vector of one plane and a vector of another; B(W,s) = 0 for every \
         square s, and the W are independent. Twice the planes and the kernel are as many as the squares. Let q(U) be \
         the number of attacking pairs in U modulo 2, p the number of planes: q = 0 for E sets, E = 2^(m-1) if some \
         q(W) = 1, else 2^(m-1) + 2^(m-1-p), or with minus if q(U) q(V) = 1 for an odd number of planes.\n\nIt states \
         `the attacks on GROUND have nullity K; of 2^m sets, E hold an even number of attacking pairs` with the number \
         K of kernel lines."
    ),
    examples: &["queens parity 4", "queens parity 8 --piece knight"],
    check,
};

/// The most squares of a board whose basis is written without the wish for it.
const MOST_UNASKED: usize = 400;

/// The sentence of nullity and even sets.
fn statement(rules: &Rules, nullity: usize, even_sets: &UBig) -> String {
    let (ground, squares) = (rules.ground.title(), rules.ground.present().count());
    format!(
        "the attacks on {ground} have nullity {nullity}; of 2^{squares} sets, {even_sets} hold an even number of attacking \
         pairs"
    )
}

/// The certificate of these attacks.
pub(crate) fn certificate(rules: &Rules, wanted: bool, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let rows = adjacency_vectors(rules);
    if rows.len() > MOST_UNASKED && !wanted {
        return Ok(None);
    }
    let basis = symplectic_basis(&rows, watch)?;
    let (planes, kernel) = (basis.planes.len(), basis.kernel.len());
    let mut body = head(rules, &rules.bare());
    for (u, v) in &basis.planes {
        let _ = writeln!(body, "plane {} {}", text(u, rows.len()), text(v, rows.len()));
    }
    for w in &basis.kernel {
        let _ = writeln!(body, "kernel {}", text(w, rows.len()));
    }
    let odd = |v: &Vector| pairs_within(&rows, v);
    let arf = basis.planes.iter().filter(|(u, v)| odd(u) && odd(v)).count() % 2 == 1;
    let even = even_sets(planes, kernel, basis.kernel.iter().any(odd), arf);
    Ok(Some(Certificate::new("queens", FORM.name, statement(rules, kernel, &even), body)))
}

fn even_sets(planes: usize, kernel: usize, odd_kernel: bool, arf: bool) -> UBig {
    let half = UBig::ONE << (2 * planes + kernel - 1);
    let shift = UBig::ONE << (planes + kernel);
    match (odd_kernel, arf) {
        (true, _) => half,
        // Half of 2^(m - p): the difference between the two kinds of sets, halved.
        (false, false) => half + (shift >> 1),
        (false, true) => half - (shift >> 1),
    }
}

fn text(vector: &Vector, squares: usize) -> String {
    let digit = |at: usize| vector[at / 16] >> (at % 16 * 4) & 15;
    (0..squares.div_ceil(4)).map(|at| char::from_digit(digit(at) as u32, 16).unwrap_or('0')).collect()
}

fn read(lines: &Lines<'_>, text: &str, squares: usize) -> Result<Vector> {
    if text.len() != squares.div_ceil(4) {
        return Err(lines.broken(format!("a vector of {squares} squares has {} digits", squares.div_ceil(4))));
    }
    let mut vector = vec![0u64; squares.div_ceil(64)];
    for (at, letter) in text.chars().enumerate() {
        let digit = letter.to_digit(16).filter(|_| !letter.is_ascii_uppercase());
        let digit = digit.ok_or_else(|| lines.broken("a digit is 0 to 9 or a to f"))?;
        vector[at / 16] |= u64::from(digit) << (at % 16 * 4);
    }
    match squares % 64 != 0 && vector[squares / 64] >> (squares % 64) != 0 {
        true => Err(lines.broken("the last digit names squares beyond the board")),
        false => Ok(vector),
    }
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (rules, start) = lines.head()?;
    if start != rules.bare() || rules.rule != Rule::Standard {
        return Err(lines.broken("the attacks are those of the empty board, by the standard rule"));
    }
    let rows = adjacency_vectors(&rules);
    let m = rows.len();
    // A vector and what it attacks, with the line where it stands.
    let mut planes: Vec<[(usize, Vector, Vector); 2]> = Vec::new();
    while let Some(rest) = lines.next_if("plane") {
        let (u, v) = rest.split_once(' ').ok_or_else(|| lines.broken("a plane is two vectors"))?;
        let (u, v) = (read(&lines, u, m)?, read(&lines, v, m)?);
        let attacked = |v: &Vector| product(&rows, v);
        let (au, av) = (attacked(&u), attacked(&v));
        if planes.len() > m || !dot(&au, &v) {
            return Err(lines.broken("B(U,V) is 0, or there are too many planes"));
        }
        planes.push([(lines.at, u, au), (lines.at, v, av)]);
    }
    let (mut kernel, mut reduced): (Vec<Vector>, Vec<(usize, Vector)>) = (Vec::new(), Vec::new());
    while let Some(rest) = lines.next_if("kernel") {
        let w = read(&lines, rest, m)?;
        if kernel.len() >= m || product(&rows, &w).iter().any(|&word| word != 0) {
            return Err(lines.broken("the vector is not in the kernel"));
        }
        if !independent(&mut reduced, &w) {
            return Err(lines.broken("the vector is a sum of others in the kernel"));
        }
        kernel.push(w);
    }
    lines.end()?;
    if 2 * planes.len() + kernel.len() != m {
        return Err(lines.broken(format!("{} vectors are no basis of {m} squares", 2 * planes.len() + kernel.len())));
    }
    orthogonal(&planes, watch)?;
    let odd = |v: &Vector| pairs_within(&rows, v);
    let arf = planes.iter().filter(|[(_, u, _), (_, v, _)]| odd(u) && odd(v)).count() % 2 == 1;
    let even = even_sets(planes.len(), kernel.len(), kernel.iter().any(odd), arf);
    Ok(Report::new(statement(&rules, kernel.len(), &even), Standing::Proved))
}

/// Different planes do not meet: with B = 1 inside each this makes their vectors independent.
fn orthogonal(planes: &[[(usize, Vector, Vector); 2]], watch: &mut dyn Watch) -> Result<()> {
    for (done, plane) in planes.iter().enumerate() {
        watch::step(watch, done as u64, Some(planes.len() as u64), || format!("{done} planes were compared"))?;
        for (_, _, attacked) in plane {
            let meets = |other: &&(usize, Vector, Vector)| dot(attacked, &other.1);
            if let Some((line, _, _)) = planes[done + 1..].iter().flatten().find(meets) {
                return Err(Certificate::broken(*line, "the plane meets an earlier one"));
            }
        }
    }
    Ok(())
}

fn dot(a: &Vector, b: &Vector) -> bool {
    a.iter().zip(b).fold(0, |ones, (a, b)| ones ^ (a & b).count_ones()) % 2 == 1
}

/// Adds a vector to a reduced list, each with a bit that later ones lack; false when it is a sum of those in the
/// list.
fn independent(reduced: &mut Vec<(usize, Vector)>, vector: &Vector) -> bool {
    let mut rest = vector.clone();
    for (bit, other) in reduced.iter() {
        if rest[bit / 64] >> (bit % 64) & 1 == 1 {
            rest.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
        }
    }
    let Some(word) = rest.iter().position(|&word| word != 0) else { return false };
    reduced.push((word * 64 + rest[word].trailing_zeros() as usize, rest));
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Ground;
    use kit::Unwatched;
    use kit::scene::Piece;

    fn judged(body: String) -> Result<String> {
        check(&Certificate::new("queens", "form", "", body), &mut Unwatched).map(|report| report.line)
    }

    /// The nullity and the number of even sets from the definition.
    #[test]
    fn sets_are_counted_as_one_by_one() {
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::King] {
            for (rows, columns) in [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4)] {
                let rules = Rules::on(Ground::new(rows, columns, false), piece, Rule::Standard);
                let attacked: Vec<u32> = adjacency_vectors(&rules).iter().map(|row| row[0] as u32).collect();
                let squares = attacked.len();
                let within = |set: u32| {
                    let members = (0..squares).filter(|&s| set >> s & 1 == 1);
                    members.map(|s| (attacked[s] & set).count_ones()).sum::<u32>() / 2
                };
                let even = (0..1u32 << squares).filter(|&set| within(set) % 2 == 0).count();
                let vanishes = |set: &u32| attacked.iter().all(|row| (row & set).count_ones() % 2 == 0);
                let nullity = (0..1u32 << squares).filter(vanishes).count().ilog2() as usize;
                let good = certificate(&rules, true, &mut Unwatched).unwrap().unwrap();
                let told = statement(&rules, nullity, &UBig::from(even));
                assert_eq!(judged(good.body).unwrap(), told, "{piece:?} {rows} x {columns}");
            }
        }
    }

    #[test]
    fn what_is_no_basis_is_refused() {
        let rules = Rules::new(5, Piece::Knight, Rule::Standard);
        let good = certificate(&rules, true, &mut Unwatched).unwrap().unwrap().body;
        let of = |word: &str| good.lines().filter(|line| line.starts_with(word)).collect::<Vec<_>>();
        let (planes, kernel) = (of("plane "), of("kernel "));
        assert!(planes.len() > 1 && kernel.len() > 2, "{good}");
        let digits = |line: &str| u128::from_str_radix(&line["kernel ".len()..], 16).unwrap();
        let sum = format!("kernel {:0width$x}", digits(kernel[0]) ^ digits(kernel[1]), width = kernel[0].len() - 7);
        let vector = planes[0].split(' ').nth(1).unwrap();
        for (line, other, why) in [
            (planes[1], planes[0], "meets an earlier one"),
            (kernel[1], kernel[0], "is a sum of others"),
            (kernel[2], sum.as_str(), "is a sum of others"),
            (kernel[0], &format!("kernel {vector}"), "not in the kernel"),
            (planes[0], &format!("plane {vector} {vector}"), "B(U,V) is 0"),
            (kernel[0], "", "nothing more is expected"),
        ] {
            let refused = judged(good.replacen(line, other, 1)).unwrap_err().to_string();
            assert!(refused.contains(why), "{other}: {refused}");
        }
        let other_rule = good.replace("rule standard", "rule alternate");
        assert!(judged(other_rule).unwrap_err().to_string().contains("standard rule"));
        let taken = good.replacen("from .", "from N", 1);
        assert!(judged(taken).unwrap_err().to_string().contains("empty board"));
    }

    /// Boards of more squares than a word has bits, and of as many; the count of planes of both kinds differs.
    #[test]
    fn vectors_of_more_than_a_word_are_read_and_told_apart() {
        for (piece, rows, columns) in [
            (Piece::Queen, 9, 9),
            (Piece::Rook, 9, 9),
            (Piece::Knight, 9, 9),
            (Piece::Knight, 8, 8),
            (Piece::Bishop, 8, 8),
            (Piece::King, 7, 10),
            (Piece::King, 5, 6),
            (Piece::Knight, 5, 6),
            (Piece::King, 4, 4),
        ] {
            let rules = Rules::on(Ground::new(rows, columns, false), piece, Rule::Standard);
            let good = certificate(&rules, true, &mut Unwatched).unwrap().unwrap();
            assert_eq!(judged(good.body.clone()).unwrap(), good.states, "{piece:?} {rows} x {columns}");
            let lines: Vec<&str> = good.body.lines().collect();
            for place in 4..lines.len() {
                let without = [&lines[..place], &lines[place + 1..]].concat().join("\n") + "\n";
                assert!(judged(without).unwrap_err().to_string().contains("are no basis of"));
            }
        }
    }

    #[test]
    fn vectors_have_their_digits_and_no_more_squares() {
        let rules = Rules::new(9, Piece::Rook, Rule::Standard);
        let good = certificate(&rules, true, &mut Unwatched).unwrap().unwrap().body;
        let line = good.lines().nth(4).unwrap();
        let (start, last) = line.split_at(line.len() - 1);
        assert!("01".contains(last), "{line}");
        for (other, why) in [
            (start.to_string(), "81 squares has 21 digits"),
            (format!("{line}0"), "81 squares has 21 digits"),
            (format!("{start}2"), "beyond the board"),
            (format!("{start}8"), "beyond the board"),
            (format!("{start}A"), "0 to 9 or a to f"),
            (format!("{start}g"), "0 to 9 or a to f"),
        ] {
            let refused = judged(good.replacen(line, &other, 1)).unwrap_err().to_string();
            assert!(refused.contains(why), "{other}: {refused}");
        }
    }

    #[test]
    fn what_is_found_is_said() {
        let body = "ground 1 x 3\npiece king\nrule standard\nfrom ...\nplane 1 2\nkernel 5\n";
        let told = "the attacks on 1 x 3 have nullity 1; of 2^3 sets, 6 hold an even number of attacking pairs";
        assert_eq!(judged(body.to_string()).unwrap(), told);
    }
}
