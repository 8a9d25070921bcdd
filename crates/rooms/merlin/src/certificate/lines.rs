//! Grids and tori of two colours by their lines: how many ways to click change nothing.
//!
//! *Grids.* Let the clicks of a w x h grid change nothing. Its first line decides the next one, cell by cell, and so
//! on; line i is F_i(T + c) of the first, where T adds the neighbours in a line, c is 1 if a click changes its own
//! cell, and F_1 = 1, F_2 = x, F_{k+1} = x F_k + F_{k-1} over GF(2). The line after the last must be zero: F_{h+1}(T +
//! c) t = 0. The minimal polynomial of T is its characteristic polynomial F_{w+1} (the powers of T take the first unit
//! vector through all), so these t are as many as the polynomials modulo F_{w+1} that F_{h+1}(x + c) makes zero: 2^d, d
//! the degree of the greatest common divisor (Sutner 1989; Barua and Ramakrishnan 1996). That g is this divisor is
//! shown by dividing, and by u F + v G = g.
//!
//! *Tori.* Two lines side by side decide all, in the same way, and after h steps they must be there again. That is a
//! linear map of 2w numbers, whose kernel is shown as that of clicks is ([`super::kernel`]).

use super::board::{Lines, whole};
use super::kernel::{Linear, MOST_REDUCED, Quiet, text};
use dashu::integer::UBig;
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};

/// The longest side of a grid.
pub(super) const LONGEST: usize = 100_000;

/// The most cells that are computed when the lines of a torus are followed.
const MOST_FOLLOWED: usize = 1 << 27;

/// A polynomial over GF(2): bit i of the words is the coefficient of x^i; the last word is not 0.
type Poly = Vec<u64>;

fn trim(mut poly: Poly) -> Poly {
    while poly.last() == Some(&0) {
        poly.pop();
    }
    poly
}

/// The degree; `None` of 0.
fn degree(poly: &[u64]) -> Option<usize> {
    poly.last().map(|last| 64 * poly.len() - 1 - last.leading_zeros() as usize)
}

/// target + x^shift source.
fn add_shifted(target: &mut Poly, source: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    target.resize(target.len().max(words + source.len() + 1), 0);
    target[words..].iter_mut().zip(source).for_each(|(target, word)| *target ^= word << bits);
    if bits > 0 {
        target[words + 1..].iter_mut().zip(source).for_each(|(target, word)| *target ^= word >> (64 - bits));
    }
    while target.last() == Some(&0) {
        target.pop();
    }
}

fn product(a: &[u64], b: &[u64]) -> Poly {
    let mut product = Poly::new();
    for shift in (0..64 * a.len()).filter(|&i| a[i / 64] >> (i % 64) & 1 == 1) {
        add_shifted(&mut product, b, shift);
    }
    product
}

/// Quotient and remainder; the divisor is not 0.
fn divided(mut above: Poly, divisor: &[u64]) -> (Poly, Poly) {
    let mut quotient = Poly::new();
    while let (Some(high), Some(low)) = (degree(&above), degree(divisor)) {
        let Some(shift) = high.checked_sub(low) else { break };
        add_shifted(&mut above, divisor, shift);
        add_shifted(&mut quotient, &[1], shift);
    }
    (quotient, above)
}

/// The square: bit i becomes bit 2i.
fn squared(poly: &[u64]) -> Poly {
    let spread = |half: u64| (0..32).fold(0, |word, bit| word | (half >> bit & 1) << (2 * bit));
    trim(poly.iter().flat_map(|&word| [spread(word & 0xffff_ffff), spread(word >> 32)]).collect())
}

/// F_k(x + c) by doubling: F_{2k} = x F_k^2 and F_{2k+1} = F_k^2 + F_{k+1}^2 over GF(2), with x + c for x.
fn fibonacci(k: usize, loops: bool) -> Poly {
    let times_x = |poly: Poly| {
        let mut product = if loops { poly.clone() } else { Poly::new() };
        add_shifted(&mut product, &poly, 1);
        product
    };
    let (mut this, mut next) = (Poly::new(), vec![1]);
    for bit in (0..usize::BITS - k.leading_zeros()).rev() {
        let (square, next_square) = (squared(&this), squared(&next));
        let mut between = square.clone();
        add_shifted(&mut between, &next_square, 0);
        (this, next) = match k >> bit & 1 {
            0 => (times_x(square), between),
            _ => (between, times_x(next_square)),
        };
    }
    this
}

/// The greatest common divisor and u, v with u f + v g equal to it.
fn bezout(f: &Poly, g: &Poly, watch: &mut dyn Watch) -> Result<[Poly; 3]> {
    let (mut large, mut small) = (f.clone(), g.clone());
    let (mut of_large, mut of_small): (Poly, Poly) = (vec![1], Poly::new());
    let mut steps = 0;
    while let Some(low) = degree(&small) {
        watch::step(watch, steps, None, || format!("{steps} steps to the common divisor"))?;
        steps += 1;
        while let Some(shift) = degree(&large).and_then(|high| high.checked_sub(low)) {
            add_shifted(&mut large, &small, shift);
            add_shifted(&mut of_large, &of_small, shift);
        }
        std::mem::swap(&mut large, &mut small);
        std::mem::swap(&mut of_large, &mut of_small);
    }
    let mut rest = product(&of_large, f);
    add_shifted(&mut rest, &large, 0);
    let (of_g, _) = divided(rest, g);
    Ok([large, of_large, of_g])
}

fn hex(poly: &Poly) -> String {
    match poly.split_last() {
        None => "0".to_string(),
        Some((last, rest)) => {
            let rest: Vec<String> = rest.iter().rev().map(|word| format!("{word:016x}")).collect();
            format!("{last:x}{}", rest.concat())
        }
    }
}

/// Reads hexadecimal digits in small letters without leading zeros, of a polynomial of at most that degree.
fn read_hex(text: &str, most: usize) -> Option<Poly> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let plain = text.bytes().all(digit) && (text == "0" || !text.starts_with('0'));
    if text.is_empty() || !plain {
        return None;
    }
    let words = text.as_bytes().rchunks(16).map(|piece| u64::from_str_radix(std::str::from_utf8(piece).ok()?, 16).ok());
    let poly = trim(words.collect::<Option<Poly>>()?);
    Some(poly).filter(|poly| degree(poly).is_none_or(|degree| degree <= most))
}

fn statement(kind: &str, (rows, columns): (usize, usize), loops: bool, nullity: usize) -> String {
    let own = if loops { "self" } else { "no-self" };
    format!("{kind}:{rows}x{columns} {own} with 2 colours: exactly 2^{nullity} ways to click change nothing")
}

/// `KIND:RxC self`.
fn read_sides(lines: &mut Lines<'_>, kind: &str, [least, most]: [usize; 2]) -> Result<((usize, usize), bool)> {
    let (number, text) = lines.labelled("graph")?;
    let sides = |text: &str| -> Option<((usize, usize), bool)> {
        let (sides, own) = text.strip_prefix(kind)?.strip_prefix(':')?.split_once(' ')?;
        let loops = (own == "self").then_some(true).or((own == "no-self").then_some(false))?;
        let (rows, columns) = sides.split_once('x')?;
        let side = |word| whole(word, most as u64).map(|side| side as usize).filter(|&side| side >= least);
        Some(((side(rows)?, side(columns)?), loops))
    };
    let why = format!("a graph is {kind}:RxC self or {kind}:RxC no-self with sides from {least} to {most}");
    sides(text).ok_or_else(|| Certificate::broken(number, why))
}

/// The certificate of a grid's nullity; `None` for longer sides.
pub(crate) fn write_grid(sides: (usize, usize), loops: bool, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let (rows, columns) = sides;
    if rows.max(columns) > LONGEST {
        return Ok(None);
    }
    let (f, g) = (fibonacci(rows + 1, false), fibonacci(columns + 1, loops));
    let [common, first, second] = bezout(&f, &g, watch)?;
    let own = if loops { "self" } else { "no-self" };
    let polys = [("common", &common), ("first", &first), ("second", &second)];
    let polys: String = polys.map(|(label, poly)| format!("{label} {}\n", hex(poly))).concat();
    let states = statement("grid", sides, loops, degree(&common).unwrap_or(0));
    let body = format!("graph grid:{rows}x{columns} {own}\n{polys}");
    Ok(Some(Certificate::new("merlin", "nullity", states, body)))
}

/// Checks the kind nullity.
pub(super) fn check_grid(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (sides, loops) = read_sides(&mut lines, "grid", [1, LONGEST])?;
    let mut poly = |label: &str| -> Result<Poly> {
        let (number, text) = lines.labelled(label)?;
        let why = format!("not a polynomial of degree at most {} in hexadecimal digits", sides.0.max(sides.1));
        read_hex(text, sides.0.max(sides.1)).ok_or_else(|| Certificate::broken(number, why))
    };
    let (common, first, second) = (poly("common")?, poly("first")?, poly("second")?);
    lines.end()?;
    let nullity = degree(&common).ok_or_else(|| Error::failed("the common divisor is 0"))?;
    let (f, g) = (fibonacci(sides.0 + 1, false), fibonacci(sides.1 + 1, loops));
    for (poly, side) in [(&f, "first"), (&g, "second")] {
        if !divided(poly.clone(), &common).1.is_empty() {
            return Err(Error::failed(format!("the common divisor does not divide the polynomial of the {side} side")));
        }
    }
    let mut sum = product(&first, &f);
    add_shifted(&mut sum, &product(&second, &g), 0);
    if sum != common {
        return Err(Error::failed("the two products do not add up to the common divisor"));
    }
    let line = statement("grid", sides, loops, nullity);
    Ok(Report::new(line, Standing::Proved).fact("nullity", nullity))
}

/// The lines of a torus, two at a time.
struct Torus {
    width: usize,
    height: usize,
    loops: bool,
}

impl Torus {
    /// The lines along the shorter side; `None` if following them takes too long.
    fn new(sides: (usize, usize), loops: bool) -> Option<Torus> {
        let (width, height) = (sides.0.min(sides.1), sides.0.max(sides.1));
        let followed = height.checked_mul(2 * width * width)?;
        (2 * width <= MOST_REDUCED && followed <= MOST_FOLLOWED).then_some(Torus { width, height, loops })
    }
}

impl Linear for Torus {
    fn order(&self) -> usize {
        2 * self.width
    }

    fn colours(&self) -> u64 {
        2
    }

    /// By how much two lines differ from those `height` steps on.
    fn effect(&self, list: &[u32]) -> Vec<u32> {
        let w = self.width;
        let (mut this, mut next) = (list[..w].to_vec(), list[w..].to_vec());
        for _ in 0..self.height {
            let beside = |j: usize| next[(j + 1) % w] ^ next[(j + w - 1) % w] ^ if self.loops { next[j] } else { 0 };
            let after = (0..w).map(|j| this[j] ^ beside(j)).collect();
            (this, next) = (next, after);
        }
        this.into_iter().chain(next).zip(list).map(|(a, b)| a ^ b).collect()
    }
}

/// The certificate of a torus's nullity; `None` where it would be too long.
pub(crate) fn write_torus(sides: (usize, usize), loops: bool, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let Some(torus) = Torus::new(sides, loops).filter(|torus| torus.width >= 3) else { return Ok(None) };
    let Some(reduction) = text(&torus, watch)? else { return Ok(None) };
    let nullity = reduction.lines().filter(|line| line.starts_with("quiet")).count();
    let body = format!("graph torus:{}x{} {}\n{reduction}", sides.0, sides.1, if loops { "self" } else { "no-self" });
    Ok(Some(Certificate::new("merlin", "torus", statement("torus", sides, loops, nullity), body)))
}

/// Checks the kind torus.
pub(super) fn check_torus(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = Lines::of(certificate);
    let (sides, loops) = read_sides(&mut lines, "torus", [3, MOST_FOLLOWED])?;
    let torus = Torus::new(sides, loops).ok_or_else(|| {
        let limit =
            format!("the limits are a shorter side of {} and {MOST_FOLLOWED} cells to follow", MOST_REDUCED / 2);
        Error::too_large(format!("a {} x {} torus", sides.0, sides.1), limit, "give a smaller one")
    })?;
    let quiet = Quiet::read(&torus, &mut lines)?;
    lines.end()?;
    let nullity = quiet.vectors.len();
    debug_assert_eq!(quiet.size, UBig::ONE << nullity);
    Ok(Report::new(statement("torus", sides, loops, nullity), Standing::Proved).fact("nullity", nullity))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_agrees_with_the_recurrence() {
        for loops in [false, true] {
            let (mut this, mut next) = (Poly::new(), vec![1]);
            for k in 0..300 {
                assert_eq!(fibonacci(k, loops), this, "F_{k}");
                let mut after = this;
                add_shifted(&mut after, &next, 1);
                if loops {
                    add_shifted(&mut after, &next, 0);
                }
                (this, next) = (next, after);
            }
        }
    }

    #[test]
    fn hexadecimal_digits_are_read_back() {
        for k in [1, 2, 5, 63, 64, 65, 66, 128, 129, 200] {
            let poly = fibonacci(k, true);
            assert_eq!(read_hex(&hex(&poly), k - 1), Some(poly.clone()));
            assert_eq!(read_hex(&hex(&poly), (k - 1).wrapping_sub(1)).is_none(), k > 1, "F_{k} has degree {}", k - 1);
        }
        assert_eq!(read_hex("0", 0), Some(Poly::new()));
    }
}
