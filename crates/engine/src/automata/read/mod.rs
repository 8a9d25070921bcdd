//! Reads statements.
//!
//! Precedence, the loosest first: `A x, y:` and `E x:` reach as far right as they can; `<=>`; `=>` (to the right); `|`;
//! `&`; `~`; comparisons, which may be chained (`0 < x <= y`); `+ -`; `*`. Parentheses may hold a formula or a sum;
//! which it is turns out by reading it.

use super::linear::Relation;
use super::numeration::System;
use super::statement::{Formula, Name, NameKind, Part, Statement, Sum, Variable};
use kit::say::nearest;
use kit::{Error, Result};

/// The most characters of a statement.
pub const LONGEST: usize = 4000;
/// How deep parentheses, quantifiers and negations may be nested.
const DEEPEST: usize = 60;
/// The largest number in a statement.
const LARGEST: i64 = 1_000_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Digits(String),
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 20] =
    ["<=>", "=>", "<=", ">=", "!=", "<", ">", "=", "|", "&", "~", "+", "-", "*", "(", ")", "[", "]", ",", ":"];

/// What has been read of an expression: parentheses may hold either.
enum Read {
    Formula(Formula),
    Sum(Sum),
    /// A name that is neither bound nor known: a letter of the word on the other side, or a free variable.
    Loose(String),
    /// A string variable, which stands in brackets only.
    Strung(u32),
}

struct Reader<'a> {
    text: &'a str,
    system: &'a System,
    vocabulary: &'a [Name],
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
    variables: Vec<Variable>,
    /// Bound variables, the innermost last.
    scope: Vec<u32>,
    free: Vec<u32>,
}

/// Reads a statement whose names are those of the vocabulary.
///
/// # Errors
/// When the text is no statement in these names, with the place.
pub fn read(text: &str, system: &System, vocabulary: &[Name]) -> Result<Statement> {
    if text.chars().count() > LONGEST {
        let why = format!("longer than {LONGEST} characters");
        return Err(Error::usage("the statement", why, "say it in fewer words"));
    }
    let tokens = tokens(text)?;
    let mut reader = Reader {
        text,
        system,
        vocabulary,
        tokens,
        at: 0,
        depth: 0,
        variables: Vec::new(),
        scope: Vec::new(),
        free: Vec::new(),
    };
    let (read, column) = reader.statement()?;
    if *reader.peek() != Token::End {
        return Err(reader.refuse_here("not expected here", "end the statement, or join two with & | => <=>"));
    }
    let formula = reader.formula(read, column)?;
    Ok(Statement { text: text.to_string(), formula, variables: reader.variables, free: reader.free })
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let run = |from: usize, fits: &dyn Fn(char) -> bool| {
            let length = chars[from..].iter().take_while(|c| fits(**c)).count();
            chars[from..from + length].iter().collect::<String>()
        };
        let rest: String = chars[at..chars.len().min(at + 3)].iter().collect();
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        } else if chars[at].is_ascii_digit() {
            let digits = run(at, &|c| c.is_ascii_digit());
            at += digits.len();
            tokens.push((Token::Digits(digits), start));
        } else if chars[at].is_ascii_alphabetic() {
            let word = run(at, &|c| c.is_ascii_alphanumeric() || c == '_');
            at += word.len();
            tokens.push((Token::Word(word), start));
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            at += sign.len();
            tokens.push((Token::Sign(sign), start));
        } else {
            let why = "no sign of the language";
            let instead = "use A E ~ & | => <=> = != < <= > >= + - * ( ) [ ], names and numbers";
            return Err(Error::usage(format!("{:?}", chars[at]), why, instead).at(text, start));
        }
    }
    tokens.push((Token::End, chars.len()));
    Ok(tokens)
}

impl Reader<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn column(&self) -> usize {
        self.tokens[self.at].1
    }

    fn shown(&self) -> String {
        match self.peek() {
            Token::Word(text) | Token::Digits(text) => format!("{text:?}"),
            Token::Sign(sign) => format!("{sign:?}"),
            Token::End => "the end".to_string(),
        }
    }

    fn refuse_here(&self, why: &str, instead: &str) -> Error {
        Error::usage(self.shown(), why, instead).at(self.text, self.column())
    }

    fn refuse(&self, what: &str, why: &str, instead: &str, column: usize) -> Error {
        Error::usage(what, why, instead).at(self.text, column)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn take(&mut self, sign: &'static str) -> bool {
        let there = *self.peek() == Token::Sign(sign);
        if there {
            self.next();
        }
        there
    }

    fn expect(&mut self, sign: &'static str, instead: &str) -> Result<()> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.refuse_here(&format!("{sign:?} is expected"), instead)),
        }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.refuse_here(&format!("nested deeper than {DEEPEST}"), "write it flatter"));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn formula(&self, read: Read, column: usize) -> Result<Formula> {
        match read {
            Read::Formula(formula) => Ok(formula),
            Read::Sum(_) | Read::Loose(_) | Read::Strung(_) => {
                let instead = "compare it with something, as in n = 0";
                Err(self.refuse("a number", "a statement is expected", instead, column))
            }
        }
    }

    fn sum(&mut self, read: Read, column: usize) -> Result<Sum> {
        match read {
            Read::Sum(sum) => Ok(sum),
            Read::Loose(name) => Ok(Sum::part(Part::Variable { variable: self.unbound(&name, column)?, zeros: 0 })),
            Read::Formula(_) => {
                Err(self.refuse("a statement", "a number is expected", "put parentheses around the statement", column))
            }
            Read::Strung(variable) => {
                let name = format!("the string {}", self.variables[variable as usize].name);
                Err(self.refuse(&name, "not a number", "write its value in brackets, as in [x] or [x 0]", column))
            }
        }
    }

    /// A free variable of that name; names of the vocabulary in a wrong place are refused.
    fn unbound(&mut self, name: &str, column: usize) -> Result<u32> {
        if let Some(known) = self.vocabulary.iter().find(|known| known.name == name) {
            let how = if known.kind == NameKind::Function { format!("{name}(n)") } else { format!("{name}[n]") };
            return Err(self.refuse(&format!("{name:?}"), "it needs its place", &format!("write {how}"), column));
        }
        // A bound variable of another part may have the same name.
        let met = self.free.iter().find(|&&free| self.variables[free as usize].name == name);
        if let Some(&old) = met {
            return Ok(old);
        }
        self.variables.push(Variable { name: name.to_string(), string: false });
        let fresh = self.variables.len() as u32 - 1;
        self.free.push(fresh);
        Ok(fresh)
    }

    fn statement(&mut self) -> Result<(Read, usize)> {
        let (mut left, column) = self.implication()?;
        while self.take("<=>") {
            let (right, there) = self.implication()?;
            let both = (Box::new(self.formula(left, column)?), Box::new(self.formula(right, there)?));
            left = Read::Formula(Formula::Iff(both.0, both.1));
        }
        Ok((left, column))
    }

    fn implication(&mut self) -> Result<(Read, usize)> {
        // Collected and folded from the right, so that a long chain needs no deep recursion here.
        let mut parts = vec![self.joined("|", Formula::Or, |r| r.joined("&", Formula::And, Reader::comparison))?];
        while self.take("=>") {
            parts.push(self.joined("|", Formula::Or, |r| r.joined("&", Formula::And, Reader::comparison))?);
            if parts.len() > DEEPEST {
                return Err(self.refuse_here(&format!("a chain of more than {DEEPEST}"), "write it flatter"));
            }
        }
        let (mut whole, mut column) = parts.pop().expect("at least one");
        while let Some((before, there)) = parts.pop() {
            let both = (Box::new(self.formula(before, there)?), Box::new(self.formula(whole, column)?));
            (whole, column) = (Read::Formula(Formula::Implies(both.0, both.1)), there);
        }
        Ok((whole, column))
    }

    /// Parts joined by a sign, as one formula of them all.
    fn joined(
        &mut self,
        sign: &'static str,
        make: fn(Vec<Formula>) -> Formula,
        part: impl Fn(&mut Self) -> Result<(Read, usize)>,
    ) -> Result<(Read, usize)> {
        let (first, column) = part(self)?;
        if *self.peek() != Token::Sign(sign) {
            return Ok((first, column));
        }
        let mut all = vec![self.formula(first, column)?];
        while self.take(sign) {
            let (read, there) = part(self)?;
            all.push(self.formula(read, there)?);
        }
        Ok((Read::Formula(make(all)), column))
    }

    fn comparison(&mut self) -> Result<(Read, usize)> {
        let (first, column) = self.addition()?;
        let mut left = (first, column);
        let mut all = Vec::new();
        while let Some(sign) = self.comparing() {
            let (right, there) = self.addition()?;
            // The right side is the left side of the next link of a chain.
            let (near, far) = self.two_sides(left.0, left.1, right, there)?;
            all.push(self.compared(near, sign, far.clone(), left.1)?);
            left = (Read::Sum(far), there);
        }
        Ok(match all.len() {
            0 => left,
            1 => (Read::Formula(all.remove(0)), column),
            _ => (Read::Formula(Formula::And(all)), column),
        })
    }

    fn comparing(&mut self) -> Option<&'static str> {
        match self.peek() {
            Token::Sign(sign @ ("=" | "!=" | "<" | "<=" | ">" | ">=")) => {
                let sign = *sign;
                self.next();
                Some(sign)
            }
            _ => None,
        }
    }

    /// Both sides of a comparison as sums; a loose name beside a word is one of its letters.
    fn two_sides(&mut self, left: Read, column: usize, right: Read, there: usize) -> Result<(Sum, Sum)> {
        let left = match (left, &right) {
            (Read::Loose(name), Read::Sum(other)) => self.letter(name, other),
            (left, _) => left,
        };
        let near = self.sum(left, column)?;
        let right = match right {
            Read::Loose(name) => self.letter(name, &near),
            right => right,
        };
        let far = self.sum(right, there)?;
        Ok((near, far))
    }

    /// The number of a letter of the word that the other side asks for.
    fn letter(&self, name: String, other: &Sum) -> Read {
        let letters = match &other.parts[..] {
            [(1, Part::Value { name: word, .. })] if other.constant == 0 => match &self.vocabulary[*word].kind {
                NameKind::Word { letters } => letters,
                NameKind::Function => return Read::Loose(name),
            },
            _ => return Read::Loose(name),
        };
        match letters.iter().position(|letter| *letter == name) {
            Some(place) => Read::Sum(Sum::constant(place as i64)),
            None => Read::Loose(name),
        }
    }

    fn compared(&self, left: Sum, sign: &str, right: Sum, column: usize) -> Result<Formula> {
        let (relation, turned) = match sign {
            "=" => (Relation::Equal, false),
            "!=" => (Relation::Unequal, false),
            "<" => (Relation::Less, false),
            "<=" => (Relation::AtMost, false),
            ">" => (Relation::Less, true),
            _ => (Relation::AtMost, true),
        };
        let (low, high) = if turned { (right, left) } else { (left, right) };
        let difference = low.plus(-1, high).ok_or_else(|| self.overflow(column))?;
        Ok(Formula::Compare(difference, relation))
    }

    fn overflow(&self, column: usize) -> Error {
        self.refuse("a number here", "too large", &format!("numbers are at most {LARGEST}"), column)
    }

    fn addition(&mut self) -> Result<(Read, usize)> {
        let minus = *self.peek() == Token::Sign("-");
        let column = self.column();
        let mut whole = match minus {
            true => Read::Sum(Sum::default()),
            false => self.multiplication()?.0,
        };
        while let Token::Sign(sign @ ("+" | "-")) = *self.peek() {
            self.next();
            let (more, there) = self.multiplication()?;
            let (near, far) = (self.sum(whole, column)?, self.sum(more, there)?);
            let times = if sign == "+" { 1 } else { -1 };
            whole = Read::Sum(near.plus(times, far).ok_or_else(|| self.overflow(there))?);
        }
        Ok((whole, column))
    }

    fn multiplication(&mut self) -> Result<(Read, usize)> {
        let (mut whole, column) = self.primary()?;
        while self.take("*") {
            let (factor, there) = self.primary()?;
            let (near, far) = (self.sum(whole, column)?, self.sum(factor, there)?);
            let (times, of) = match (near.parts.is_empty(), far.parts.is_empty()) {
                (true, _) => (near.constant, far),
                (_, true) => (far.constant, near),
                _ => {
                    let why = "two variables are multiplied, which this logic cannot decide";
                    return Err(self.refuse("\"*\"", why, "multiply by a number, as in 2*n", there));
                }
            };
            whole = Read::Sum(Sum::default().plus(times, of).ok_or_else(|| self.overflow(there))?);
        }
        Ok((whole, column))
    }

    fn primary(&mut self) -> Result<(Read, usize)> {
        let column = self.column();
        let read = match self.next() {
            Token::Sign("~") => {
                let (inner, there) = self.deeper(Reader::comparison)?;
                Read::Formula(Formula::Not(Box::new(self.formula(inner, there)?)))
            }
            Token::Sign("(") => {
                let (inner, _) = self.deeper(Reader::statement)?;
                self.expect(")", "close the parenthesis")?;
                inner
            }
            Token::Sign("[") => Read::Sum(self.deeper(Reader::bracket)?),
            Token::Digits(digits) => match digits.parse().ok().filter(|&n| n <= LARGEST) {
                Some(number) => Read::Sum(Sum::constant(number)),
                None => return Err(self.overflow(column)),
            },
            Token::Word(word) => self.word(word, column)?,
            Token::Sign(_) | Token::End => {
                self.at = self.tokens.iter().position(|(_, at)| *at == column).unwrap_or(self.at);
                return Err(self.refuse_here("a number, a name or a statement is expected", "write one, as in n + 1"));
            }
        };
        Ok((read, column))
    }

    fn word(&mut self, word: String, column: usize) -> Result<Read> {
        let quantifier = (word == "A" || word == "E") && matches!(self.peek(), Token::Word(_));
        if quantifier {
            return self.deeper(|reader| reader.quantified(word == "A")).map(Read::Formula);
        }
        match self.peek() {
            Token::Sign("(") => self.call(word, column),
            Token::Sign("[") => {
                let name = self.known(&word, column, "[")?;
                self.next();
                let at = self.deeper(Reader::inner_sum)?;
                self.expect("]", "close the bracket")?;
                Ok(Read::Sum(Sum::part(Part::Value { name, at: Box::new(at) })))
            }
            _ => {
                let bound = self.scope.iter().rev().find(|v| self.variables[**v as usize].name == word);
                Ok(match bound {
                    Some(&variable) if self.variables[variable as usize].string => Read::Strung(variable),
                    Some(&variable) => Read::Sum(Sum::part(Part::Variable { variable, zeros: 0 })),
                    None => Read::Loose(word),
                })
            }
        }
    }

    fn call(&mut self, word: String, column: usize) -> Result<Read> {
        let name = if word == WEIGHT { None } else { Some(self.known(&word, column, "(")?) };
        self.next();
        let at = self.deeper(Reader::inner_sum)?;
        self.expect(")", "close the parenthesis")?;
        Ok(match name {
            Some(name) => Read::Sum(Sum::part(Part::Value { name, at: Box::new(at) })),
            None => Read::Formula(Formula::Weight(at)),
        })
    }

    fn inner_sum(&mut self) -> Result<Sum> {
        let (read, column) = self.addition()?;
        self.sum(read, column)
    }

    /// The place of a name in the vocabulary, used with that bracket.
    fn known(&self, word: &str, column: usize, bracket: &str) -> Result<usize> {
        let found = self.vocabulary.iter().position(|known| known.name == word);
        let names = || self.vocabulary.iter().map(|known| known.name.as_str()).chain([WEIGHT]);
        let Some(place) = found else {
            let instead = match nearest(word, names()) {
                Some(near) => format!("perhaps {near} is meant"),
                None => format!("{} knows {}", self.system.name(), names().collect::<Vec<_>>().join(" ")),
            };
            return Err(self.refuse(&format!("{word:?}"), "unknown", &instead, column));
        };
        match (&self.vocabulary[place].kind, bracket) {
            (NameKind::Word { .. }, "(") => {
                Err(self.refuse(&format!("{word:?}"), "a word, not a function", &format!("write {word}[n]"), column))
            }
            (NameKind::Function, "[") => {
                Err(self.refuse(&format!("{word:?}"), "a function, not a word", &format!("write {word}(n)"), column))
            }
            _ => Ok(place),
        }
    }

    fn quantified(&mut self, all: bool) -> Result<Formula> {
        let string = *self.peek() == Token::Word("string".to_string());
        if string {
            self.next();
        }
        let (mut variables, before) = (Vec::new(), self.scope.len());
        loop {
            let Token::Word(name) = self.peek().clone() else {
                return Err(self.refuse_here("a variable is expected", "write A n: or E n, m:"));
            };
            self.next();
            self.variables.push(Variable { name, string });
            variables.push(self.variables.len() as u32 - 1);
            if !self.take(",") {
                break;
            }
        }
        self.expect(":", "write A n: or E n, m:")?;
        self.scope.extend(&variables);
        let (read, column) = self.statement()?;
        self.scope.truncate(before);
        Ok(Formula::Quantified { all, variables, body: Box::new(self.formula(read, column)?) })
    }

    /// `[t 0 1 1]`: the value of the representation of t with digits put behind it.
    fn bracket(&mut self) -> Result<Sum> {
        let (read, column) = self.addition()?;
        let mut digits = Vec::new();
        while let Token::Digits(more) = self.peek().clone() {
            for digit in more.bytes().map(|b| usize::from(b - b'0')) {
                if digit >= self.system.radix() || digits.len() >= 20 {
                    let most = format!("give at most 20 digits from 0 to {}", self.system.radix() - 1);
                    return Err(self.refuse_here(&format!("no digits of {}", self.system.name()), &most));
                }
                digits.push(digit);
            }
            self.next();
        }
        self.expect("]", "write digits and close the bracket, as in [n 0 1]")?;
        let zeros = digits.len();
        let part = match read {
            Read::Strung(variable) => Part::Variable { variable, zeros },
            other => match self.sum(other, column)? {
                sum if zeros == 0 => return Ok(sum),
                sum => match sum.as_variable() {
                    Some(variable) => Part::Variable { variable, zeros },
                    None => Part::Shifted { of: Box::new(sum), zeros },
                },
            },
        };
        let behind = i64::try_from(self.system.value(&digits)).map_err(|_| self.overflow(column))?;
        Sum::part(part).plus(1, Sum::constant(behind)).ok_or_else(|| self.overflow(column))
    }
}

/// The predicate that holds of the weights of the system.
pub const WEIGHT: &str = "weight";

#[cfg(test)]
mod tests;
