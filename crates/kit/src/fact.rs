//! Facts: the typed values of an answer.

use serde::{Deserialize, Serialize};

/// A typed value. What it becomes in JSON is said at each variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Unknown or not applicable: `null`.
    Nothing,
    /// A truth value.
    Truth(bool),
    /// A whole number: a JSON number up to 2^53 in size, beyond that a decimal string.
    Whole(i128),
    /// A whole number of any size in decimal: as [`Fact::Whole`].
    Big(String),
    /// A real number.
    Real(f64),
    /// A text: boards, words, sentences.
    Text(String),
    /// A long text with a format of its own (DOT, a strategy): a string, only summarised on a terminal.
    Document(String),
    /// A list.
    List(Vec<Fact>),
}

impl Fact {
    /// A square as `[row, column]` from 1.
    pub fn square(row: usize, column: usize) -> Fact {
        Fact::List(vec![row.into(), column.into()])
    }

    /// A list of anything that is a fact.
    pub fn list<T: Into<Fact>>(items: impl IntoIterator<Item = T>) -> Fact {
        Fact::List(items.into_iter().map(Into::into).collect())
    }

    /// An exact number whose size is not known beforehand.
    pub fn big(number: impl ToString) -> Fact {
        Fact::Big(number.to_string())
    }

    /// The number, if it is a whole one that fits.
    pub fn as_whole(&self) -> Option<i128> {
        match self {
            Fact::Whole(value) => Some(*value),
            Fact::Big(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Fact::Text(text) | Fact::Big(text) | Fact::Document(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Fact]> {
        match self {
            Fact::List(items) => Some(items),
            _ => None,
        }
    }
}

/// The value in one line, as tables and CSV show it.
impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fact::Nothing => f.write_str("-"),
            Fact::Truth(true) => f.write_str("yes"),
            Fact::Truth(false) => f.write_str("no"),
            Fact::Whole(value) => write!(f, "{value}"),
            Fact::Real(value) => write!(f, "{value}"),
            Fact::Big(text) | Fact::Text(text) => f.write_str(text),
            Fact::Document(text) => write!(f, "({} lines)", text.lines().count()),
            Fact::List(items) => {
                // A list of lists (squares) keeps its inner brackets; a flat one needs none.
                for (index, item) in items.iter().enumerate() {
                    let gap = if index > 0 { " " } else { "" };
                    match item {
                        Fact::List(inner) => {
                            let inner: Vec<String> = inner.iter().map(ToString::to_string).collect();
                            write!(f, "{gap}({})", inner.join(","))?;
                        }
                        other => write!(f, "{gap}{other}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

macro_rules! whole {
    ($($t:ty),*) => {$(
        impl From<$t> for Fact {
            fn from(value: $t) -> Fact {
                Fact::Whole(value as i128)
            }
        }
    )*};
}
whole!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, i128);

impl From<u128> for Fact {
    fn from(value: u128) -> Fact {
        i128::try_from(value).map_or_else(|_| Fact::Big(value.to_string()), Fact::Whole)
    }
}
impl From<bool> for Fact {
    fn from(value: bool) -> Fact {
        Fact::Truth(value)
    }
}
impl From<f64> for Fact {
    fn from(value: f64) -> Fact {
        Fact::Real(value)
    }
}
impl From<&str> for Fact {
    fn from(value: &str) -> Fact {
        Fact::Text(value.to_string())
    }
}
impl From<String> for Fact {
    fn from(value: String) -> Fact {
        Fact::Text(value)
    }
}
impl<T: Into<Fact>> From<Option<T>> for Fact {
    fn from(value: Option<T>) -> Fact {
        value.map_or(Fact::Nothing, Into::into)
    }
}
impl<T: Into<Fact>> From<Vec<T>> for Fact {
    fn from(value: Vec<T>) -> Fact {
        Fact::list(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_squares_keep_their_brackets() {
        let squares = Fact::List(vec![Fact::square(1, 2), Fact::square(3, 4)]);
        assert_eq!(squares.to_string(), "(1,2) (3,4)");
        assert_eq!(Fact::from(vec![1, 2, 3]).to_string(), "1 2 3");
        assert_eq!(Fact::from(u128::MAX).as_text(), Some("340282366920938463463374607431768211455"));
    }
}
