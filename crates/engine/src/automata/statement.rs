//! Statements: first-order formulas about whole numbers from 0 on, with addition, words and functions.

use super::linear::Relation;

/// A name that statements may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is written.
    pub name: String,
    /// What it stands for.
    pub kind: NameKind,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A word, indexed from 0 as in `T[n]`, with its letters in order.
    Word {
        /// The letters; the value of `T[n]` is a letter's place in this list.
        letters: Vec<String>,
    },
    /// A function from numbers to numbers, called as in `a(n)`.
    Function,
}

/// A sum of multiples and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sum {
    /// How many times what.
    pub parts: Vec<(i64, Part)>,
    /// What is added to them.
    pub constant: i64,
}

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The value of a number's representation, or of a digit string, with zeros put behind it.
    Variable {
        /// The variable.
        variable: u32,
        /// How many zeros.
        zeros: usize,
    },
    /// The value of the representation of a sum with zeros put behind it.
    Shifted {
        /// The sum.
        of: Box<Sum>,
        /// How many zeros, at least one.
        zeros: usize,
    },
    /// A function's value, or the letter of a word.
    Value {
        /// The place of the name in the vocabulary.
        name: usize,
        /// Where it is taken.
        at: Box<Sum>,
    },
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A sum against 0. A sum that asks for a function or a word at a negative place makes it false.
    Compare(Sum, Relation),
    /// The sum is a weight of the numeration system.
    Weight(Sum),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// The first only if the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all values, or for some values, of the variables.
    Quantified {
        /// All, or some.
        all: bool,
        /// Which variables.
        variables: Vec<u32>,
        /// What is said of them.
        body: Box<Formula>,
    },
}

/// A variable of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// As it is written.
    pub name: String,
    /// A digit string up to leading zeros instead of a number.
    pub string: bool,
}

/// A statement that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// As it was written.
    pub text: String,
    /// What it says.
    pub formula: Formula,
    /// All its variables; a formula names them by their places.
    pub variables: Vec<Variable>,
    /// Those that no quantifier binds, in the order of their first use.
    pub free: Vec<u32>,
}

impl Sum {
    /// A constant.
    pub fn constant(value: i64) -> Sum {
        Sum { parts: Vec::new(), constant: value }
    }

    /// One part, once.
    pub fn part(part: Part) -> Sum {
        Sum { parts: vec![(1, part)], constant: 0 }
    }

    /// The variable, if the sum is nothing else.
    pub fn as_variable(&self) -> Option<u32> {
        match self {
            Sum { parts, constant: 0 } => match parts[..] {
                [(1, Part::Variable { variable, zeros: 0 })] => Some(variable),
                _ => None,
            },
            _ => None,
        }
    }

    /// The sum with a multiple of another; `None` beyond machine words.
    pub fn plus(mut self, times: i64, other: Sum) -> Option<Sum> {
        self.constant = self.constant.checked_add(times.checked_mul(other.constant)?)?;
        for (more, part) in other.parts {
            let more = times.checked_mul(more)?;
            match self.parts.iter_mut().find(|(_, own)| *own == part) {
                Some((own, _)) => *own = own.checked_add(more)?,
                None => self.parts.push((more, part)),
            }
        }
        self.parts.retain(|(times, _)| *times != 0);
        Some(self)
    }

    /// Calls `visit` with every variable.
    pub fn variables(&self, visit: &mut impl FnMut(u32)) {
        for (_, part) in &self.parts {
            match part {
                Part::Variable { variable, .. } => visit(*variable),
                Part::Shifted { of: sum, .. } | Part::Value { at: sum, .. } => sum.variables(visit),
            }
        }
    }

    /// Calls `visit` with every name of the vocabulary.
    pub fn names(&self, visit: &mut impl FnMut(usize)) {
        for (_, part) in &self.parts {
            match part {
                Part::Variable { .. } => {}
                Part::Shifted { of, .. } => of.names(visit),
                Part::Value { name, at } => {
                    visit(*name);
                    at.names(visit);
                }
            }
        }
    }
}

impl Formula {
    /// Calls `visit` with every name of the vocabulary.
    pub fn names(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Formula::Compare(sum, _) | Formula::Weight(sum) => sum.names(visit),
            Formula::Not(inner) | Formula::Quantified { body: inner, .. } => inner.names(visit),
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|formula| formula.names(visit)),
            Formula::Implies(left, right) | Formula::Iff(left, right) => {
                left.names(visit);
                right.names(visit);
            }
        }
    }
}
