//! The part of Graphviz's DOT language that says which vertices and edges there are.
//!
//! `[strict] graph|digraph [name] { statements }` with node statements, edge chains, groups `{a b}` and `subgraph x {a
//! b}` as ends, `a [..]` attribute lists and `key = value` lines (skipped), ports (dropped) and the three kinds of
//! comments.

use super::Digraph;
use super::read::Names;
use kit::{Error, Result, shorten};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Name(&'a str),
    Edge,
    Arc,
    Sign(char),
}

/// Whether the text begins like DOT.
pub(super) fn looks_like_dot(text: &str) -> bool {
    let begins = |word: &str| {
        let rest = text.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).map(|_| &text[word.len()..]);
        rest.is_some_and(|rest| rest.contains('{') && rest.starts_with(|c: char| c.is_whitespace() || c == '{'))
    };
    begins("graph") || begins("digraph") || begins("strict") || text.starts_with("//") || text.starts_with("/*")
}

fn refuse(part: impl std::fmt::Display, why: &str) -> Error {
    Error::usage(format!("DOT: {part}"), why, "give a graph such as digraph { a -> b; b -> c }")
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        let comment_end = match () {
            () if rest.starts_with("//") || first == '#' => Some(rest.find('\n').unwrap_or(rest.len())),
            () if rest.starts_with("/*") => {
                Some(rest.find("*/").map(|k| k + 2).ok_or_else(|| refuse("/*", "no end of the comment"))?)
            }
            () => None,
        };
        if let Some(end) = comment_end {
            rest = &rest[end..];
            continue;
        }
        let length = if rest.starts_with("->") {
            tokens.push(Token::Arc);
            2
        } else if rest.starts_with("--") {
            tokens.push(Token::Edge);
            2
        } else if first == '"' {
            let end = quoted_end(rest).ok_or_else(|| refuse(shorten(rest), "a quote is not closed"))?;
            tokens.push(Token::Name(&rest[1..end]));
            end + 1
        } else if "{}[];,=:".contains(first) {
            tokens.push(Token::Sign(first));
            1
        } else {
            let name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let begin = usize::from(first == '-');
            let end = rest[begin..].find(|c: char| !name(c)).map_or(rest.len(), |k| k + begin);
            if end == begin {
                return Err(refuse(format!("{:?}", shorten(rest)), "not a name or a sign of the language"));
            }
            tokens.push(Token::Name(&rest[..end]));
            end
        };
        rest = &rest[length..];
    }
}

fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes.then_some(at)
    })
}

/// Groups may nest this deep.
const DEEPEST: usize = 50;

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    directed: bool,
    names: Names<'a>,
    arcs: Vec<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn take(&mut self) -> Option<Token<'a>> {
        self.next += 1;
        self.tokens.get(self.next - 1).copied()
    }

    fn takes(&mut self, token: Token<'_>) -> bool {
        let there = self.peek() == Some(token);
        self.next += usize::from(there);
        there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Name(name)) if name.eq_ignore_ascii_case(word));
        self.next += usize::from(there);
        there
    }

    /// Statements up to the closing brace; returns the vertices that they mention.
    fn statements(&mut self, depth: usize) -> Result<Vec<usize>> {
        let mut mentioned = Vec::new();
        loop {
            match self.peek() {
                None => return Err(refuse("the end", "a brace is not closed")),
                Some(Token::Sign('}')) => {
                    self.next += 1;
                    return Ok(mentioned);
                }
                Some(Token::Sign(';' | ',')) => self.next += 1,
                Some(_) => mentioned.extend(self.statement(depth)?),
            }
        }
    }

    fn statement(&mut self, depth: usize) -> Result<Vec<usize>> {
        let defaults = matches!(self.peek(), Some(Token::Name(name)) if ["node", "edge", "graph"].contains(&name));
        if defaults && self.tokens.get(self.next + 1) == Some(&Token::Sign('[')) {
            self.next += 1;
            self.attributes()?;
            return Ok(Vec::new());
        }
        if self.tokens.get(self.next + 1) == Some(&Token::Sign('=')) {
            self.next += 3;
            return Ok(Vec::new());
        }
        let mut end = self.end_point(depth)?;
        let mut mentioned = end.clone();
        while let Some(sign @ (Token::Edge | Token::Arc)) = self.peek() {
            if (sign == Token::Arc) != self.directed {
                let wanted =
                    if self.directed { "in a digraph edges are written ->" } else { "in a graph edges are written --" };
                return Err(refuse("an edge", wanted));
            }
            self.next += 1;
            let other = self.end_point(depth)?;
            if end.len().saturating_mul(other.len()) > 1 << 24 {
                return Err(Error::too_large(
                    "a product of groups in DOT",
                    "the limit is 2^24 edges",
                    "write smaller groups",
                ));
            }
            for (&a, &b) in end.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
                self.arcs.push((a, b));
                if !self.directed {
                    self.arcs.push((b, a));
                }
            }
            mentioned.extend(&other);
            end = other;
        }
        self.attributes()?;
        Ok(mentioned)
    }

    /// A vertex or a group of vertices.
    fn end_point(&mut self, depth: usize) -> Result<Vec<usize>> {
        if depth > DEEPEST {
            return Err(refuse("groups", "nested too deep"));
        }
        if self.takes_word("subgraph") && matches!(self.peek(), Some(Token::Name(_))) {
            self.next += 1;
        }
        match self.take() {
            Some(Token::Sign('{')) => {
                let mut group = self.statements(depth + 1)?;
                group.sort_unstable();
                group.dedup();
                Ok(group)
            }
            Some(Token::Name(name)) => {
                let number = self.names.number(name)?;
                while self.takes(Token::Sign(':')) {
                    self.take();
                }
                Ok(vec![number])
            }
            other => Err(refuse(format!("{other:?}"), "a name of a vertex is wanted here")),
        }
    }

    fn attributes(&mut self) -> Result<()> {
        while self.takes(Token::Sign('[')) {
            loop {
                match self.take() {
                    None => return Err(refuse("the end", "a bracket is not closed")),
                    Some(Token::Sign(']')) => break,
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }
}

/// Reads a graph.
pub(super) fn read(text: &str) -> Result<Digraph> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens, next: 0, directed: false, names: Names::default(), arcs: Vec::new() };
    reader.takes_word("strict");
    reader.directed = reader.takes_word("digraph");
    if !reader.directed && !reader.takes_word("graph") {
        return Err(refuse("the beginning", "neither graph nor digraph"));
    }
    if matches!(reader.peek(), Some(Token::Name(_))) {
        reader.next += 1;
    }
    if !reader.takes(Token::Sign('{')) {
        return Err(refuse("the beginning", "an opening brace is wanted"));
    }
    reader.statements(0)?;
    if reader.peek().is_some() {
        return Err(refuse("after the last brace", "something follows"));
    }
    Ok(match reader.names.as_numbers()? {
        Some((order, vertex)) => {
            Digraph::from_arcs(order, reader.arcs.into_iter().map(|(a, b)| (vertex[a], vertex[b])))
        }
        None => Digraph::from_arcs(reader.names.count(), reader.arcs),
    })
}
