//! Which squares are open, as a word: `standard`, `noon`, `mod:3`, `open:0,1:4`.

use kit::{Error, Result, say};
use std::fmt;

/// Which squares are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Free squares attacked by an even number of pieces.
    Standard,
    /// From one piece on: free squares attacked by an odd number.
    Alternate,
    /// From the full board: pieces attacked by an even number of the others are removed. Where no removal is legal on
    /// the full board, the first is free.
    Complementary,
    /// Free squares that nothing attacks.
    Noon,
    /// Free squares whose number of attackers is a multiple of this.
    Mod(u32),
    /// Free squares whose number of attackers leaves one of these remainders (bit i for the remainder i).
    Open {
        /// The remainders.
        remainders: u64,
        /// The modulus.
        modulus: u32,
    },
}

/// The grammar of a rule.
pub const RULE_SHAPE: &str = "standard, alternate, complementary, noon, mod:K with K from 1 to 999 or open:A,B,..:K \
                              with remainders below K and K from 1 to 64";

impl Rule {
    /// Whether pieces are removed.
    pub fn removes(self) -> bool {
        self == Rule::Complementary
    }

    /// Whether a move may be made on a square with so many attackers, the first move of a game apart.
    pub fn opens(self, attackers: u32) -> bool {
        match self {
            Rule::Standard | Rule::Complementary => attackers.is_multiple_of(2),
            Rule::Alternate => attackers % 2 == 1,
            Rule::Noon => attackers == 0,
            Rule::Mod(k) => attackers.is_multiple_of(k),
            Rule::Open { remainders, modulus } => remainders >> (attackers % modulus) & 1 == 1,
        }
    }

    /// The parity of the attackers that opens a square, for rules that look at the parity alone.
    pub fn parity(self) -> Option<u32> {
        match self {
            Rule::Standard | Rule::Complementary | Rule::Mod(2) => Some(0),
            Rule::Alternate => Some(1),
            Rule::Open { remainders: 1, modulus: 2 } => Some(0),
            Rule::Open { remainders: 2, modulus: 2 } => Some(1),
            _ => None,
        }
    }

    /// Whether every square is open whatever attacks it.
    pub fn opens_all(self) -> bool {
        match self {
            Rule::Mod(k) => k == 1,
            Rule::Open { remainders, modulus } => remainders == u64::MAX >> (64 - modulus),
            _ => false,
        }
    }
}

impl std::str::FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Rule> {
        let unknown = || {
            let names = ["standard", "alternate", "complementary", "noon", "mod:2", "open:0:2"];
            say::unknown(text, "no such rule", names.into_iter())
        };
        let number = |text: &str, most: u32| text.parse().ok().filter(|k| (1..=most).contains(k));
        match text {
            "standard" => Ok(Rule::Standard),
            "alternate" => Ok(Rule::Alternate),
            "complementary" => Ok(Rule::Complementary),
            "noon" => Ok(Rule::Noon),
            other => match (other.strip_prefix("mod:"), other.strip_prefix("open:")) {
                (Some(k), _) => number(k, 999).map(Rule::Mod).ok_or_else(unknown),
                (_, Some(rest)) => open(rest).ok_or_else(|| {
                    let why = "no remainders below a modulus from 1 to 64";
                    Error::usage(format!("{:?}", say::shorten(text)), why, "write open:0,1:4")
                }),
                _ => Err(unknown()),
            },
        }
    }
}

/// `0,1:4`.
fn open(text: &str) -> Option<Rule> {
    let (list, modulus) = text.split_once(':')?;
    let modulus = modulus.parse().ok().filter(|k| (1..=64).contains(k))?;
    let mut remainders = 0u64;
    for word in list.split(',') {
        remainders |= 1 << word.parse::<u32>().ok().filter(|&r| r < modulus)?;
    }
    Some(Rule::Open { remainders, modulus })
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Standard => f.write_str("standard"),
            Rule::Alternate => f.write_str("alternate"),
            Rule::Complementary => f.write_str("complementary"),
            Rule::Noon => f.write_str("noon"),
            Rule::Mod(k) => write!(f, "mod:{k}"),
            Rule::Open { remainders, modulus } => {
                let list: Vec<String> =
                    (0..*modulus).filter(|r| remainders >> r & 1 == 1).map(|r| r.to_string()).collect();
                write!(f, "open:{}:{modulus}", list.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::trial::written_as_read;

    #[test]
    fn rules_read_what_they_print() {
        written_as_read::<Rule>(&[
            "standard",
            "alternate",
            "complementary",
            "noon",
            "mod:7",
            "open:0,3:4",
            "open:63:64",
        ]);
        for text in ["mod:0", "mod:", "open:", "open::2", "open:2:2", "open:0:65", "open:0:0", "open:0,:2", "mod:1000"]
        {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
        assert!("stadard".parse::<Rule>().unwrap_err().to_string().contains("\"standard\""));
    }

    #[test]
    fn the_named_rules_are_open_rules() {
        let pairs = [("standard", "open:0:2"), ("alternate", "open:1:2"), ("mod:5", "open:0:5"), ("mod:1", "open:0:1")];
        for (named, open) in pairs {
            let (named, open): (Rule, Rule) = (named.parse().unwrap(), open.parse().unwrap());
            (0..100).for_each(|k| assert_eq!(named.opens(k), open.opens(k)));
            assert_eq!((named.parity(), named.opens_all()), (open.parity(), open.opens_all()));
        }
        assert!("open:0,1,2:3".parse::<Rule>().unwrap().opens_all());
    }
}
