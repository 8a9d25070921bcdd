//! The codes of take-and-break games.

use kit::{Error, Result, shorten};
use std::fmt;
use std::str::FromStr;

/// The rule of a heap game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The digits d0, d1, d2, ...
    digits: Vec<u8>,
    /// The digits that repeat after them for ever.
    tail: Vec<u8>,
    /// The parts of a break must differ, as in Grundy's game.
    distinct: bool,
}

/// The named heap games: rows of data.
const NAMED: &[(&str, &str)] = &[
    ("nim", "0.(3)"),
    ("kayles", "0.77"),
    ("dawson", "0.07"),
    ("dawson3", "0.007"),
    ("dawsonchess", "0.137"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("guiles", "0.15"),
    ("grundy", "grundy"),
];

/// The rule of that name, if there is one: `("kayles", "0.77")`.
pub fn named(name: &str) -> Option<Rule> {
    let (_, code) = NAMED.iter().find(|(n, _)| *n == name)?;
    Some(code.parse().expect("the table holds codes"))
}

/// Names and codes of the heap games that have a name.
pub fn named_rules() -> &'static [(&'static str, &'static str)] {
    NAMED
}

impl Rule {
    /// The game of taking one of these numbers of stones from a heap.
    pub fn subtraction(takes: &[u64]) -> Rule {
        let most = takes.iter().copied().max().unwrap_or(0) as usize;
        let mut digits = vec![0; most + 1];
        for &take in takes {
            digits[take as usize] = 3;
        }
        Rule { digits, tail: Vec::new(), distinct: false }
    }

    /// Grundy's game: break a heap into two that differ.
    pub fn grundy() -> Rule {
        Rule { digits: vec![4], tail: Vec::new(), distinct: true }
    }

    /// The digit that says what may be left after taking so many.
    pub fn digit(&self, take: usize) -> u8 {
        match self.digits.get(take) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(take - self.digits.len()) % self.tail.len()],
        }
    }

    /// The largest take, `None` when the code does not end.
    pub fn last_take(&self) -> Option<usize> {
        match self.tail.iter().any(|&d| d != 0) {
            true => None,
            false => Some(self.digits.iter().rposition(|&d| d != 0).unwrap_or(0)),
        }
    }

    /// How many digits come before the tail, the one before the point among them: longer takes belong to the tail.
    pub(super) fn first_digits(&self) -> usize {
        self.digits.len()
    }

    /// After so many takes the digits of the tail come again.
    pub(super) fn tail_length(&self) -> usize {
        self.tail.len().max(1)
    }

    /// The most heaps a move can leave.
    pub fn most_heaps(&self) -> usize {
        let all = self.digits.iter().chain(&self.tail).fold(0, |all, d| all | d);
        match all {
            8.. => 3,
            4.. => 2,
            _ => 1,
        }
    }

    /// Whether the parts of a break must differ.
    pub fn distinct(&self) -> bool {
        self.distinct
    }

    /// Every way to move from a heap of n: the sorted parts that are left, none of them empty.
    pub fn moves(&self, n: usize) -> Vec<Vec<usize>> {
        let mut moves = Vec::new();
        for take in 0..=n {
            self.each_rest(take, n - take, &mut |parts| moves.push(parts.to_vec()));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// Every way to leave a rest after such a take: the sorted parts, none of them empty.
    pub fn each_rest(&self, take: usize, rest: usize, each: &mut dyn FnMut(&[usize])) {
        let digit = self.digit(take);
        let mut tell = |parts: &[usize]| {
            if self.allows(parts) {
                each(parts);
            }
        };
        if digit & 1 != 0 && rest == 0 {
            tell(&[]);
        }
        if digit & 2 != 0 && rest > 0 && take > 0 {
            tell(&[rest]);
        }
        if digit & 4 != 0 {
            (1..=rest / 2).for_each(|a| tell(&[a, rest - a]));
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                (a..=(rest - a) / 2).for_each(|b| tell(&[a, b, rest - a - b]));
            }
        }
    }

    /// A bound on the number of moves from a heap of n, found without listing them.
    pub fn breadth(&self, n: usize) -> u64 {
        let ways = |take: usize| {
            let (digit, rest) = (self.digit(take), (n - take) as u64);
            let three = if digit & 8 != 0 { rest * rest / 12 + 1 } else { 0 };
            let two = if digit & 4 != 0 { rest / 2 } else { 0 };
            three + two + u64::from(digit & 3 != 0)
        };
        (0..=self.last_take().unwrap_or(n).min(n)).map(ways).sum()
    }

    fn allows(&self, parts: &[usize]) -> bool {
        !self.distinct || parts.windows(2).all(|w| w[0] != w[1])
    }
}

fn hex(digit: u8) -> char {
    char::from_digit(digit.into(), 16).expect("digits are below 16").to_ascii_uppercase()
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.distinct {
            return f.write_str("grundy");
        }
        let digits: String = self.digits[1..].iter().map(|&d| hex(d)).collect();
        write!(f, "{}.{digits}", hex(self.digits[0]))?;
        match self.tail.is_empty() {
            true => Ok(()),
            false => write!(f, "({})", self.tail.iter().map(|&d| hex(d)).collect::<String>()),
        }
    }
}

const SHAPE: &str = "write a code such as 0.77, 0.137, 4.007, 0.8F or 0.(3)";
const MOST_DIGITS: usize = 1000;

/// Reads a code, or the name of a heap game. A digit that will not do is named with its place.
impl FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Rule> {
        let text = text.trim();
        if matches!(text, "grundy" | "4!.0" | "4!." | "4!") {
            return Ok(Rule::grundy());
        }
        if let Some((_, code)) = NAMED.iter().find(|(name, _)| *name == text) {
            return code.parse();
        }
        if let Some(set) = text.strip_prefix("subtract(").and_then(|t| t.strip_suffix(')')) {
            return subtraction_set(set);
        }
        let refuse = |why: &str| Err(Error::usage(format!("code {:?}", shorten(text)), why, SHAPE));
        let plain = plain_notation(text);
        let text = match &plain {
            Ok(plain) => plain.as_str(),
            Err(part) => return refuse(part),
        };
        let Some((whole, rest)) = text.split_once('.') else {
            return match kit::say::nearest(text, NAMED.iter().map(|(name, _)| *name)) {
                Some(near) => refuse(&format!("there is no point in it; perhaps {near:?} is meant")),
                None => refuse("there is no point in it"),
            };
        };
        let (digits, tail) = match rest.split_once('(') {
            Some((digits, tail)) => match tail.strip_suffix(')') {
                Some("") => return refuse("nothing repeats between the brackets"),
                Some(tail) => (digits, tail),
                None => return refuse("a bracket is not closed"),
            },
            None => (rest, ""),
        };
        if digits.len() + tail.len() > MOST_DIGITS {
            return Err(Error::too_large("the code", format!("{MOST_DIGITS} digits are read"), "write a shorter one"));
        }
        let whole = match before_point(whole) {
            Ok(digit) => digit,
            Err(why) => return refuse(&why),
        };
        let mut all = vec![whole];
        let mut repeated = Vec::new();
        for (place, letter) in digits.chars().chain(tail.chars()).enumerate() {
            let Some(digit) = letter.to_digit(16) else {
                return refuse(&out_of_range(place + 1, letter));
            };
            match place < digits.chars().count() {
                true => all.push(digit as u8),
                false => repeated.push(digit as u8),
            }
        }
        if all.iter().chain(&repeated).all(|&d| d == 0) {
            return refuse("no digit allows a move");
        }
        Ok(Rule { digits: all, tail: repeated, distinct: false })
    }
}

/// What is said of a letter behind the point that is no digit.
fn out_of_range(place: usize, letter: char) -> String {
    let why = match letter.is_ascii_alphabetic() {
        true => ": digits beyond F leave four heaps and more, which is not known",
        false => "",
    };
    format!("digit {place} after the point, {letter:?}, is out of range 0 to F{why}")
}

/// The digit before the point, or why it will not do.
fn before_point(whole: &str) -> Result<u8, String> {
    match whole {
        "" => Ok(0),
        one if one.chars().count() == 1 => match one.chars().next().and_then(|c| c.to_digit(16)) {
            Some(d) if d & 3 == 0 => Ok(d as u8),
            Some(_) => Err(format!(
                "digit {one} before the point is out of range: a move that takes nothing must break the heap, so only 0, 4, 8 and C"
            )),
            None => Err(format!("{one:?} before the point is no digit")),
        },
        _ => Err("more than one digit before the point".to_string()),
    }
}

/// A code of the extended notations in the plain one, or which part of it has no counterpart here. A tail in square
/// brackets is one in round ones, and `{2,3}`, so many heaps may be left, is the digit of these bits.
fn plain_notation(code: &str) -> Result<String, String> {
    let unknown = [
        ('!', "the mark ! (heaps left must differ) is known in Grundy's game 4!.0 only"),
        ('?', "the mark ? (heaps left may not all be equal) is not known"),
        ('=', "the mark = (heaps left must be equal) is not known"),
        ('+', "digits such as {2+}, any number of heaps, are not known"),
        ('u', "the mark u (an unequal split) is known in Grundy's game 4!.0 only"),
    ];
    if let Some((_, why)) = unknown.iter().find(|(mark, _)| code.contains(*mark) && code.contains('.')) {
        return Err((*why).to_string());
    }
    if code.split_once('.').is_some_and(|(whole, _)| whole.chars().count() > 1 && !whole.contains('{')) {
        return Err("more than one digit before the point: games that add to heaps are not known".to_string());
    }
    let mut plain = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once('{') {
        let (heaps, after) = after.split_once('}').ok_or("a brace is not closed")?;
        let mut digit = 0u8;
        for heap in heaps.split(',') {
            let bit: u32 =
                heap.trim().parse().ok().filter(|&n| n <= 3).ok_or_else(|| {
                    format!("{:?} between braces is not a number of heaps from 0 to 3", shorten(heap))
                })?;
            digit |= 1 << bit;
        }
        plain.push_str(before);
        plain.push(hex(digit));
        rest = after;
    }
    plain.push_str(rest);
    Ok(plain.replace('[', "(").replace(']', ")"))
}

fn subtraction_set(set: &str) -> Result<Rule> {
    let inner = set.trim().strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(set);
    let takes: Option<Vec<u64>> = inner.split(',').map(|n| n.trim().parse().ok()).collect();
    match takes {
        Some(takes) if takes.iter().all(|t| (1..=MOST_DIGITS as u64).contains(t)) => Ok(Rule::subtraction(&takes)),
        _ => Err(Error::usage(
            format!("subtract({})", shorten(set)),
            "not a set of takes",
            format!("write subtract({{1,3,4}}) with takes from 1 to {MOST_DIGITS}"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::trial::written_as_read;

    #[test]
    fn codes_round_trip_and_names_are_rows() {
        written_as_read::<Rule>(&["0.77", "4.007", "0.8F", "0.(3)", "0.1(25)", "grundy", "C.1"]);
        assert_eq!(".77".parse::<Rule>().unwrap(), named("kayles").unwrap());
        assert_eq!("subtract({1,3,4})".parse::<Rule>().unwrap().to_string(), "0.3033");
        assert_eq!("0.(3)".parse::<Rule>().unwrap().digit(999), 3);
        assert_eq!("0.1(25)".parse::<Rule>().unwrap().digit(3), 5);
        for (code, plain) in [("0.[37]", "0.(37)"), ("0.{2,3}1", "0.C1"), ("4!.0", "grundy"), ("{2}.{0,1}", "4.3")] {
            assert_eq!(code.parse::<Rule>().unwrap(), plain.parse::<Rule>().unwrap(), "{code}");
        }
    }

    #[test]
    fn a_bad_digit_is_named_with_its_place() {
        let cases = [
            ("0.1G7", "digit 2 after the point"),
            ("0.1(3x)", "digit 3 after the point"),
            ("3.7", "digit 3 before the point"),
            ("77", "no point"),
            ("kaylse", "perhaps \"kayles\""),
            ("0.(3", "not closed"),
            ("0.()", "nothing repeats"),
            ("0.000", "no digit allows"),
            ("12.7", "more than one digit"),
            ("20.017", "games that add to heaps"),
            ("0.3!", "the mark !"),
            ("0.7?", "the mark ?"),
            ("0.4=", "the mark ="),
            ("0.{2+}", "{2+}"),
            ("0.{4}", "from 0 to 3"),
            ("0.{2", "brace is not closed"),
            ("4.0123456u7", "the mark u"),
            ("0.G", "four heaps and more"),
        ];
        kit::trial::refused(&cases, str::parse::<Rule>);
    }

    #[test]
    fn moves_are_what_the_digits_say() {
        let kayles = named("kayles").unwrap();
        assert_eq!(kayles.moves(3), [vec![1], vec![1, 1], vec![2]]);
        assert_eq!(Rule::grundy().moves(5), [vec![1, 4], vec![2, 3]]);
        assert_eq!(Rule::grundy().moves(2), Vec::<Vec<usize>>::new());
        assert_eq!("0.8".parse::<Rule>().unwrap().moves(5), [vec![1, 1, 2]]);
        assert_eq!(Rule::subtraction(&[1, 3]).moves(3), [vec![], vec![2]]);
    }
}
