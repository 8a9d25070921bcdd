//! The language: `3*kayles(7) + boxing("110/111/011")`, read into summands, with a caret under the place that will not
//! do.
//!
//! ```text
//! sum      = part { "+" part }
//! part     = [ count "*" ] ( call | "(" sum ")" ) | "*" count | "0"
//! call     = name "(" argument { "," argument } ")"
//! argument = number | code | "text" | "{" number { "," number } "}"
//! ```
//!
//! `*4` is a pile of four. Which names there are is not decided here: every topic lists its words.

use kit::{Arg, ArgKind, Error, Result, Summand, Word};

/// The most summands a sum may have.
pub const MOST_SUMMANDS: usize = 1000;
/// The longest text that is read, and the longest of a sum that is written: what is written can be read.
pub const MOST_CHARACTERS: usize = 200_000;
const MOST_NESTING: usize = 50;

/// The words of all topics; conformance finds a room that has words and is missing here.
pub fn all_words() -> Vec<&'static Word> {
    [queens::TOPIC.words, crate::TOPIC.words, sprouts::TOPIC.words, exile::TOPIC.words].concat()
}

/// A game that a person defined: a word that is no row of data.
pub trait OwnWord {
    /// Its name.
    fn name(&self) -> &str;

    /// Reads the arguments of a call.
    fn call(&self, args: &[Arg]) -> Result<Summand>;
}

/// Reads a sum.
pub fn read_sum(text: &str, words: &[&'static Word]) -> Result<Vec<Summand>> {
    read_sum_among(text, words, None)
}

/// Reads a sum of these games and perhaps one that a person defined.
pub fn read_sum_among(text: &str, words: &[&'static Word], own: Option<&dyn OwnWord>) -> Result<Vec<Summand>> {
    bounded(text)?;
    let mut reader = Reader { text, letters: text.chars().collect(), at: 0, words, own, nesting: 0 };
    let sum = reader.sum()?;
    reader.blanks();
    match reader.peek() {
        // `99*boxing(64,64)` is short and stands for much.
        None => bounded(&write_sum(&sum)).map(|()| sum),
        Some(')') => Err(reader.refuse(reader.at, "a bracket is closed that was not opened", "remove it")),
        Some(_) => Err(reader.refuse(reader.at, "a sum does not go on like this", "join games with +")),
    }
}

/// A text that is not too long to be read.
fn bounded(text: &str) -> Result<()> {
    match text.chars().count() <= MOST_CHARACTERS {
        true => Ok(()),
        false => Err(Error::too_large(
            "the sum",
            format!("{MOST_CHARACTERS} characters are read and written at most"),
            "take fewer or smaller games",
        )),
    }
}

/// The text of a sum; `0` when nothing is left.
pub fn write_sum(sum: &[Summand]) -> String {
    match sum.is_empty() {
        true => "0".to_string(),
        false => sum.iter().map(Summand::call).collect::<Vec<_>>().join(" + "),
    }
}

struct Reader<'a> {
    text: &'a str,
    letters: Vec<char>,
    at: usize,
    words: &'a [&'static Word],
    own: Option<&'a dyn OwnWord>,
    nesting: usize,
}

enum Found<'a> {
    Row(&'static Word),
    Own(&'a dyn OwnWord),
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn refuse(&self, at: usize, why: &str, instead: &str) -> Error {
        let found: String = self.letters[at.min(self.letters.len())..].iter().take(12).collect();
        let found = if found.is_empty() { "the end".to_string() } else { format!("{found:?}") };
        Error::usage(format!("column {}, {found}", at + 1), why, instead).at(self.text, at)
    }

    fn sum(&mut self) -> Result<Vec<Summand>> {
        let mut sum = self.part()?;
        loop {
            self.blanks();
            if self.peek() != Some('+') {
                return Ok(sum);
            }
            self.at += 1;
            let start = self.at;
            sum.extend(self.part()?);
            self.check_size(sum.len(), start)?;
        }
    }

    fn check_size(&self, summands: usize, at: usize) -> Result<()> {
        match summands <= MOST_SUMMANDS {
            true => Ok(()),
            false => Err(Error::too_large(
                format!("a sum of {summands}"),
                format!("at most {MOST_SUMMANDS} summands"),
                "cancel equal pairs, or write fewer",
            )
            .at(self.text, at)),
        }
    }

    fn part(&mut self) -> Result<Vec<Summand>> {
        self.blanks();
        let start = self.at;
        match self.peek() {
            Some('(') => self.group(),
            Some('*') => {
                self.at += 1;
                self.blanks();
                let digits = self.digits();
                if digits.is_empty() {
                    return Err(self.refuse(self.at, "a number must follow the star", "write *4 for a pile of four"));
                }
                let pile = [Arg { text: digits, kind: ArgKind::Bare }];
                Ok(vec![self.call("nim", &pile, start)?])
            }
            Some(digit) if digit.is_ascii_digit() => self.multiple(start),
            Some(letter) if letter.is_alphabetic() => Ok(vec![self.named()?]),
            Some('-') => Err(self.refuse(start, "impartial games have no negatives: G + G = 0", "write + instead")),
            _ => Err(self.refuse(start, "a game is expected here", "write a call such as nim(4)")),
        }
    }

    fn group(&mut self) -> Result<Vec<Summand>> {
        let start = self.at;
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            return Err(self.refuse(start, "too many brackets inside each other", "write the sum without them"));
        }
        self.at += 1;
        let sum = self.sum()?;
        self.blanks();
        if self.peek() != Some(')') {
            return Err(self.refuse(self.at, "a bracket is not closed", "close it with )"));
        }
        self.at += 1;
        self.nesting -= 1;
        Ok(sum)
    }

    /// `3*kayles(7)`, or `0` for nothing.
    fn multiple(&mut self, start: usize) -> Result<Vec<Summand>> {
        let digits = self.digits();
        self.blanks();
        if self.peek() != Some('*') {
            return match digits.as_str() {
                "0" => Ok(Vec::new()),
                _ => Err(self.refuse(
                    start,
                    "a number alone is no game",
                    "write nim(4) or *4 for a pile, 3*kayles(7) for copies",
                )),
            };
        }
        let count = digits.parse().ok().filter(|&count: &usize| count <= MOST_SUMMANDS);
        let Some(count) = count else {
            return Err(Error::too_large(
                format!("{digits} copies"),
                format!("at most {MOST_SUMMANDS} summands"),
                "equal pairs cancel: write one copy or none",
            )
            .at(self.text, start));
        };
        self.at += 1;
        self.blanks();
        let inner = match self.peek() {
            Some('(') => self.group()?,
            Some(letter) if letter.is_alphabetic() => vec![self.named()?],
            _ => return Err(self.refuse(self.at, "a game must follow the star", "write 3*kayles(7)")),
        };
        self.check_size(count * inner.len(), start)?;
        Ok((0..count).flat_map(|_| inner.iter().cloned()).collect())
    }

    fn digits(&mut self) -> String {
        self.take_while(|c| c.is_ascii_digit())
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&fits) {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect()
    }

    fn named(&mut self) -> Result<Summand> {
        let start = self.at;
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        self.find(&name, start)?;
        self.blanks();
        if self.peek() != Some('(') {
            return Err(self.refuse(self.at, "the arguments are missing", &format!("write {name}(...)")));
        }
        self.at += 1;
        let arguments = self.arguments()?;
        self.call(&name, &arguments, start)
    }

    fn find(&self, name: &str, start: usize) -> Result<Found<'_>> {
        match self.own.filter(|word| word.name() == name) {
            Some(own) => Ok(Found::Own(own)),
            None => {
                let found = self.words.iter().copied().find(|word| word.name == name);
                let known = self.words.iter().map(|word| word.name).chain(self.own.map(OwnWord::name));
                let unknown = || kit::say::unknown(name, "no such game", known).at(self.text, start);
                found.map(Found::Row).ok_or_else(unknown)
            }
        }
    }

    fn call(&self, name: &str, arguments: &[Arg], start: usize) -> Result<Summand> {
        let read = match self.find(name, start)? {
            Found::Row(word) => word.call(arguments),
            Found::Own(word) => word.call(arguments),
        };
        read.map_err(|e| e.at(self.text, start))
    }

    fn arguments(&mut self) -> Result<Vec<Arg>> {
        let mut arguments = Vec::new();
        self.blanks();
        if self.peek() == Some(')') {
            self.at += 1;
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument()?);
            self.blanks();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') => {
                    self.at += 1;
                    return Ok(arguments);
                }
                None => return Err(self.refuse(self.at, "a bracket is not closed", "close it with )")),
                Some(_) => {
                    return Err(self.refuse(self.at, "not part of this argument", "separate arguments with commas"));
                }
            }
        }
    }

    fn argument(&mut self) -> Result<Arg> {
        self.blanks();
        let start = self.at;
        match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                self.at += 1;
                let text = self.take_while(|c| c != quote);
                self.close(quote, start, ArgKind::Quoted, text)
            }
            Some('{') => {
                self.at += 1;
                let text = self.take_while(|c| c != '}');
                self.close('}', start, ArgKind::Set, text)
            }
            _ => self.bare(start),
        }
    }

    fn close(&mut self, mark: char, start: usize, kind: ArgKind, text: String) -> Result<Arg> {
        if self.peek() != Some(mark) {
            return Err(self.refuse(start, "this is not closed", &format!("close it with {mark}")));
        }
        self.at += 1;
        Ok(Arg { text, kind })
    }

    /// A number or a code: its own brackets belong to it, `0.(3)`.
    fn bare(&mut self, start: usize) -> Result<Arg> {
        let mut depth = 0usize;
        while let Some(letter) = self.peek() {
            match letter {
                '(' => depth += 1,
                ')' if depth == 0 => break,
                ')' => depth -= 1,
                letter if letter.is_alphanumeric() || "._-!?=[]".contains(letter) => {}
                _ => break,
            }
            self.at += 1;
        }
        let text: String = self.letters[start..self.at].iter().collect();
        match text.is_empty() {
            true => {
                Err(self.refuse(start, "an argument is expected here", "write a number, a code, a \"text\" or a {set}"))
            }
            false => Ok(Arg { text, kind: ArgKind::Bare }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::WORDS;

    fn read(text: &str) -> Result<Vec<Summand>> {
        read_sum(text, WORDS)
    }

    #[test]
    fn sums_round_trip() {
        for text in [
            "nim(4) + chomp(\"3,3\")",
            "kayles(7) + kayles(7)",
            "octal(0.137, 20) + treblecross(\"..X....\")",
            "subtract({1,3,4}, 9)",
            "grundy(3, 9)",
            "wythoff(3, 5)",
            "octal(0.(3), 4)",
            "0",
        ] {
            let sum = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write_sum(&sum), text);
        }
        assert_eq!(write_sum(&read("2*(nim(1) + *3)").unwrap()), "nim(1) + nim(3) + nim(1) + nim(3)");
    }

    #[test]
    fn what_is_written_is_read() {
        let sum = read("82*boxing(60,3)").unwrap();
        assert_eq!(read(&write_sum(&sum)).unwrap().len(), 82);
        let error = read("99*boxing(64,64)").err().expect("some 400,000 letters").to_string();
        assert!(error.contains("200000 characters"), "{error}");
    }

    /// Sums that will not do, each with what is said and where.
    const BAD: &str = r#"
nim(4) + kalyes(7)
         ^ perhaps "kayles"
nim(4) +
         ^ a game is expected
nim(4
     ^ not closed
nim 4
    ^ arguments are missing
nim(4) nim(3)
       ^ does not go on
nim(-4)
^ negative
wythoff(3)
^ wrong number of arguments
3
^ a number alone
boxing("110/11")
^ ragged
nim(4))
      ^ not opened
octal(0.1G, 3)
^ digit 2 after the point
2000*nim(1)
^ at most 1000
kayles("x)
       ^ not closed
nim(3) - nim(2)
       ^ does not go on
"#;

    #[test]
    fn the_caret_stands_under_the_offending_place() {
        kit::trial::refused_at(BAD, read);
    }
}
