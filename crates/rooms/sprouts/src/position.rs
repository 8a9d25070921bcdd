//! Positions as texts: regions, boundaries and vertices with their lives.
//!
//! ```text
//! position = number | region*            5, {0*3}, {AB.0}{AB}
//! region   = "{" boundary "." ... "}"    boundaries are separated by dots; {} is a region without any
//! boundary = vertex ... | "0*" number    the walk around one connected figure, the region always on the same hand
//! vertex   = "0" | "1" | "2" | "3" | name
//! name     = a capital and any small letters: A, B, Ab
//! ```
//!
//! A digit is a vertex seen from one place only: it has that many curve ends and three less as many lives. `0` stands
//! alone in its boundary. A name is seen from several places: twice with one life left, three times with none. In a
//! text without digits every vertex has its name, so a name alone in its boundary is a fresh spot and a name seen once
//! in a longer one has a single curve end: such a text is a whole scene.

use kit::{Error, Result, shorten};
use std::fmt;
use std::str::FromStr;

/// A walk around one connected figure of a region: vertices by number.
pub type Boundary = Vec<u16>;
/// The figures of a region.
pub type Region = Vec<Boundary>;

/// The most vertices that a text may hold.
pub const MOST_VERTICES: usize = 400;

/// The most characters of a text: so many vertices take no more.
const MOST_CHARACTERS: usize = 1 << 13;

/// The most letters of a name: far more than so many vertices need, and few enough for the name's number to fit.
const MOST_LETTERS: usize = 9;

/// A position: which vertices lie around which region, and how many curves end in each. Nothing is simplified here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The regions of the plane.
    pub regions: Vec<Region>,
    /// How many curves end in each vertex, 0 to 3.
    pub degree: Vec<u8>,
    /// Whether every vertex is written by its name, the name of its number.
    pub named: bool,
}

/// The name of a vertex: A to Z, Aa to Zz, ...
pub fn name(vertex: usize) -> String {
    let capital = char::from(b'A' + (vertex % 26) as u8);
    let mut text = String::from(capital);
    let mut rest = vertex / 26;
    while rest > 0 {
        rest -= 1;
        text.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    text
}

/// The number of a name of at most [`MOST_LETTERS`] letters: the inverse of [`name`].
fn number(name: &str) -> usize {
    let mut letters = name.bytes();
    let capital = usize::from(letters.next().map_or(0, |c| c - b'A'));
    let rest = letters.rev().fold(0, |sum, c| sum * 26 + usize::from(c - b'a') + 1);
    rest * 26 + capital
}

impl Position {
    /// A start of n spots.
    pub fn start(n: usize) -> Position {
        let spots = (0..n).map(|v| vec![v as u16]).collect();
        Position { regions: vec![spots], degree: vec![0; n], named: false }
    }

    /// The same position with every vertex written by its name.
    #[must_use]
    pub fn with_names(mut self) -> Position {
        self.named = true;
        self
    }

    /// The lives of a vertex.
    pub fn lives(&self, vertex: u16) -> u8 {
        3 - self.degree[usize::from(vertex)]
    }

    /// How often each vertex is seen.
    pub fn seen(&self) -> Vec<u8> {
        let mut seen = vec![0u8; self.degree.len()];
        for &v in self.regions.iter().flatten().flatten() {
            seen[usize::from(v)] = seen[usize::from(v)].saturating_add(1);
        }
        seen
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.regions.is_empty() {
            return f.write_str("{}");
        }
        let seen = self.seen();
        let mut names: Vec<Option<usize>> = vec![None; self.degree.len()];
        let mut next = 0;
        for region in &self.regions {
            f.write_str("{")?;
            let spots = match self.named {
                true => 0,
                false => region.iter().filter(|b| b.len() == 1 && self.degree[usize::from(b[0])] == 0).count(),
            };
            let mut first = true;
            if spots > 1 {
                write!(f, "0*{spots}")?;
                first = false;
            }
            for boundary in region {
                if spots > 1 && boundary.len() == 1 && self.degree[usize::from(boundary[0])] == 0 {
                    continue;
                }
                if !first {
                    f.write_str(".")?;
                }
                first = false;
                for &v in boundary {
                    let v = usize::from(v);
                    if self.named {
                        f.write_str(&name(v))?;
                    } else if seen[v] == 1 {
                        write!(f, "{}", self.degree[v])?;
                    } else {
                        let known = *names[v].get_or_insert_with(|| {
                            next += 1;
                            next - 1
                        });
                        f.write_str(&name(known))?;
                    }
                }
            }
            f.write_str("}")?;
        }
        Ok(())
    }
}

/// What stands at a place of a text.
#[derive(Clone, PartialEq)]
enum Token {
    Open,
    Close,
    Dot,
    Digit(u8),
    Spots(usize),
    Name(String),
}

/// A boundary as it was written: vertices and where they stand.
type Written = Vec<(usize, Token)>;

fn refuse(text: &str, place: usize, what: impl fmt::Display, instead: &str) -> Error {
    let part = text.get(place..).map_or("", |rest| rest.split(['{', '}', '.']).find(|p| !p.is_empty()).unwrap_or(""));
    Error::usage(format!("{:?} at place {}", shorten(part), place + 1), what, instead).at(text, place)
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>> {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let place = at;
        at += 1;
        let token = match bytes[place] {
            b'{' => Token::Open,
            b'}' => Token::Close,
            b'.' => Token::Dot,
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'0' if bytes.get(at) == Some(&b'*') => {
                let digits = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
                at += 1 + digits;
                match text[at - digits..at].parse::<usize>() {
                    Ok(count) if count <= MOST_VERTICES => Token::Spots(count),
                    Ok(_) => {
                        let limit = format!("the limit is {MOST_VERTICES}");
                        return Err(Error::too_large(shorten(&text[place..at]), limit, "write fewer spots"));
                    }
                    Err(_) => return Err(refuse(text, place, "no number of spots follows the star", "write 0*3")),
                }
            }
            digit @ b'0'..=b'3' => Token::Digit(digit - b'0'),
            b'4'..=b'9' => {
                return Err(refuse(
                    text,
                    place,
                    "a vertex has three lives, so at most three curves end in it",
                    "write 0 to 3",
                ));
            }
            b'A'..=b'Z' => {
                at += bytes[at..].iter().take_while(|b| b.is_ascii_lowercase()).count();
                if at - place > MOST_LETTERS {
                    let why = format!("a name has at most {MOST_LETTERS} letters");
                    return Err(refuse(text, place, why, "take a shorter name"));
                }
                Token::Name(text[place..at].to_string())
            }
            b'a'..=b'z' => return Err(refuse(text, place, "a name begins with a capital", "write A, B, Ab")),
            _ => return Err(refuse(text, place, "no part of a position", "write regions such as {AB.0}{AB}")),
        };
        list.push((place, token));
    }
    Ok(list)
}

/// Reads regions of tokens; every vertex with the place where it stands.
fn regions_of(text: &str, tokens: &[(usize, Token)]) -> Result<Vec<Vec<Written>>> {
    let mut regions: Vec<Vec<Written>> = Vec::new();
    let mut open: Option<usize> = None;
    for (place, token) in tokens {
        let place = *place;
        match (token, open) {
            (Token::Open, None) => {
                open = Some(place);
                regions.push(vec![Vec::new()]);
            }
            (Token::Open, Some(_)) => return Err(refuse(text, place, "a region is still open", "close it with }")),
            (_, None) => return Err(refuse(text, place, "outside of every region", "open one with {")),
            (Token::Close, Some(_)) => {
                let region = regions.last().expect("a region is open");
                if region.len() > 1 && region.last().is_some_and(Vec::is_empty) {
                    return Err(refuse(text, place, "an empty boundary", "write vertices after the dot"));
                }
                open = None;
            }
            (other, Some(_)) => {
                let region = regions.last_mut().expect("a region is open");
                let boundary = region.last_mut().expect("a region has a boundary in the making");
                match other {
                    Token::Dot if boundary.is_empty() => {
                        return Err(refuse(text, place, "an empty boundary", "write vertices between the dots"));
                    }
                    Token::Dot => region.push(Vec::new()),
                    vertex => boundary.push((place, vertex.clone())),
                }
            }
        }
    }
    if let Some(place) = open {
        return Err(refuse(text, place, "the region is not closed", "close it with }"));
    }
    Ok(regions)
}

impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position> {
        if text.len() > MOST_CHARACTERS {
            let limit = format!("the limit is {MOST_CHARACTERS}");
            return Err(Error::too_large(format!("a text of {} characters", text.len()), limit, "write a shorter one"));
        }
        let trimmed = text.trim();
        if !trimmed.is_empty() && trimmed.bytes().all(|b| b.is_ascii_digit()) {
            return match trimmed.parse::<usize>() {
                Ok(n) if n <= MOST_VERTICES => Ok(Position::start(n)),
                _ => Err(Error::too_large(
                    shorten(trimmed),
                    format!("the limit is {MOST_VERTICES} spots"),
                    "write fewer",
                )),
            };
        }
        if trimmed.is_empty() {
            return Err(Error::usage("\"\"", "no position", "write a number of spots or regions such as {AB.0}{AB}"));
        }
        if !text.is_ascii() {
            let place = text.find(|c: char| !c.is_ascii()).unwrap_or(0);
            return Err(refuse(text, place, "no part of a position", "write regions such as {AB.0}{AB}"));
        }
        Reader::new(text)?.read()
    }
}

/// Turns tokens into a position and checks what the grammar cannot say.
struct Reader<'a> {
    text: &'a str,
    regions: Vec<Vec<Written>>,
    named: bool,
    names: Vec<(usize, String)>,
    degree: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self> {
        let tokens = tokens(text)?;
        let named = !tokens.iter().any(|(_, t)| matches!(t, Token::Digit(_) | Token::Spots(_)))
            && tokens.iter().any(|(_, t)| matches!(t, Token::Name(_)));
        let regions = regions_of(text, &tokens)?;
        let mut names: Vec<(usize, String)> = Vec::new();
        for (_, token) in &tokens {
            if let Token::Name(n) = token {
                names.push((number(n), n.clone()));
            }
        }
        names.sort();
        names.dedup();
        let degree = vec![0; names.len()];
        Ok(Reader { text, regions, named, names, degree })
    }

    fn read(mut self) -> Result<Position> {
        let regions = std::mem::take(&mut self.regions);
        let mut read: Vec<Region> = Vec::new();
        for region in &regions {
            let mut boundaries = Vec::new();
            for boundary in region {
                self.boundary(boundary, &mut boundaries)?;
                if self.degree.len() > MOST_VERTICES {
                    let limit = format!("the limit is {MOST_VERTICES} vertices");
                    return Err(Error::too_large(shorten(self.text), limit, "write a smaller position"));
                }
            }
            read.push(boundaries);
        }
        self.count_names(&regions)?;
        Ok(Position { regions: read, degree: self.degree, named: self.named })
    }

    fn boundary(&mut self, tokens: &[(usize, Token)], out: &mut Region) -> Result<()> {
        let alone = tokens.len() == 1;
        let mut walk = Boundary::new();
        for (place, token) in tokens {
            match token {
                Token::Digit(0) | Token::Spots(_) if !alone => {
                    let why = "no curve ends in this spot, so it stands alone in its boundary";
                    return Err(refuse(self.text, *place, why, "separate it by dots"));
                }
                Token::Spots(count) => {
                    for _ in 0..*count {
                        out.push(vec![self.degree.len() as u16]);
                        self.degree.push(0);
                    }
                    return Ok(());
                }
                Token::Digit(digit) => {
                    walk.push(self.degree.len() as u16);
                    self.degree.push(*digit);
                }
                Token::Name(n) => {
                    let vertex =
                        self.names.binary_search_by_key(&number(n), |(k, _)| *k).expect("names were collected");
                    walk.push(vertex as u16);
                }
                Token::Open | Token::Close | Token::Dot => unreachable!("regions hold vertices"),
            }
        }
        if !walk.is_empty() {
            out.push(walk);
        }
        Ok(())
    }

    /// The degree of a name is how often it is seen; a name alone in its boundary is a fresh spot.
    fn count_names(&mut self, regions: &[Vec<Written>]) -> Result<()> {
        let mut places: Vec<Vec<(usize, usize, usize, usize)>> = vec![Vec::new(); self.names.len()];
        for (r, region) in regions.iter().enumerate() {
            for (b, boundary) in region.iter().enumerate() {
                for (place, token) in boundary {
                    if let Token::Name(n) = token {
                        let vertex = self.names.binary_search_by_key(&number(n), |(k, _)| *k).expect("collected");
                        places[vertex].push((*place, r, b, boundary.len()));
                    }
                }
            }
        }
        for (vertex, places) in places.iter().enumerate() {
            if let Some(&(place, ..)) = places.get(3) {
                let why = "seen a fourth time, though a vertex has only three sides";
                return Err(refuse(self.text, place, why, "take another name"));
            }
            if places.len() == 1 && !self.named {
                let why = "this name is seen only once";
                return Err(refuse(self.text, places[0].0, why, "write the digit 1 or 2, or names throughout"));
            }
            for (i, &(place, r, b, _)) in places.iter().enumerate() {
                if places[..i].iter().any(|&(_, r2, b2, _)| r2 == r && b2 != b) {
                    let why = "a vertex of a connected figure cannot lie on two boundaries of one region";
                    return Err(refuse(self.text, place, why, "join the boundaries or take another name"));
                }
            }
            let fresh = places.len() == 1 && places[0].3 == 1;
            self.degree[vertex] = if fresh { 0 } else { places.len() as u8 };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in ["{}", "{0*3}", "{0}", "{0.1A1A}", "{0*2.AB}{AB}", "{2}", "{12.AB}{A2B}{}", "{ADBD.C}", "{A.B}"] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
            assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        }
        assert_eq!("3".parse::<Position>().unwrap().to_string(), "{0*3}");
        for v in [0, 25, 26, 27, 51, 700, 701, 702, 703, 5000] {
            assert_eq!(number(&name(v)), v, "{}", name(v));
        }
    }

    #[test]
    fn malformed_texts_are_refused_with_the_place() {
        for (text, place, part) in [
            ("{0.0", 1, "not closed"),
            ("{0}}", 4, "outside"),
            ("{0{", 3, "still open"),
            ("{5}", 2, "three lives"),
            ("{A1.2A}{A2}{A2}", 13, "fourth"),
            ("{A2}", 2, "only once"),
            ("{10}", 3, "alone"),
            ("{A1.A2}", 5, "two boundaries"),
            ("{a}", 2, "capital"),
            ("{0..0}", 4, "empty"),
            ("{0.}", 4, "empty"),
            ("{0.Aaaaaaaaaa}", 4, "at most 9 letters"),
            ("{0*}", 2, "star"),
            ("{é}", 2, "no part"),
            ("12x", 3, "capital"),
            ("12.", 1, "outside"),
        ] {
            let line = text.parse::<Position>().unwrap_err().to_string();
            assert!(line.contains(part) && line.contains(&format!("place {place}")), "{text}: {line}");
        }
        assert!("".parse::<Position>().is_err());
        assert!("99999999999999999999".parse::<Position>().is_err());
        assert!("{0*500}".parse::<Position>().is_err());
        assert!("{0*400}".parse::<Position>().is_ok());
        assert!("{0*400.0}".parse::<Position>().is_err());
        let long = "{}".repeat(4096);
        assert!(long.parse::<Position>().is_ok());
        let line = format!("{long}{{}}").parse::<Position>().unwrap_err().to_string();
        assert!(line.contains("8194 characters is too large"), "{line}");
    }
}
