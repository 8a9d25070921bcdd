//! Why a move wins: the nimbers of the parts in binary, and the column that the proof of the theorem looks at.
//!
//! Write the nimbers one below the other in binary and count the ones in every column. The exclusive or has a 1 where
//! the count is odd. If all counts are even, a move changes one nimber, hence some column, and leaves an odd one. If
//! not, take the highest odd column: some part with nimber n has a 1 there, and n xor x, with x the exclusive or of
//! all, is smaller than n, because the highest bit that changes falls. A part has a move to every smaller nimber, so it
//! has one to n xor x, and after it every column is even.

/// A sum's nimbers and what the proof says of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasoning {
    /// The nimbers of the parts, in binary, all of one length.
    pub binary: Vec<String>,
    /// Their exclusive or, in binary.
    pub sum: String,
    /// The worth of the highest column with an odd number of ones.
    pub column: Option<u32>,
    /// The parts that have a 1 in that column, from 0, each with the smaller nimber that a move leads to.
    pub movable: Vec<(usize, u32)>,
}

/// The proof's look at these nimbers.
pub fn reasoning(nimbers: &[u32]) -> Reasoning {
    let sum = nimbers.iter().fold(0, |sum, n| sum ^ n);
    let most = nimbers.iter().copied().max().unwrap_or(0);
    let width = (32 - most.leading_zeros()).max(1) as usize;
    let column = (sum != 0).then(|| 1 << (31 - sum.leading_zeros()));
    let with_bit =
        |bit: u32| nimbers.iter().enumerate().filter(move |(_, n)| *n & bit != 0).map(move |(i, n)| (i, n ^ sum));
    Reasoning {
        binary: nimbers.iter().map(|n| format!("{n:0width$b}")).collect(),
        sum: format!("{sum:0width$b}"),
        column,
        movable: column.map_or_else(Vec::new, |bit| with_bit(bit).collect()),
    }
}

impl Reasoning {
    /// The argument in words; `play` is a winning move: its part, from 0, its text, and the nimber that it leaves
    /// there.
    pub fn words(&self, play: Option<(usize, &str, u32)>) -> String {
        let Some(column) = self.column else {
            return format!(
                "{} = {}: every column has an even number of ones, a move changes one nimber and leaves an odd column",
                self.written(),
                self.sum
            );
        };
        let width = self.sum.len();
        let mut words = format!(
            "{} = {}: the highest column with an odd number of ones is that of {column}",
            self.written(),
            self.sum
        );
        if let Some((part, text, left)) = play {
            let (binary, left_binary) = (&self.binary[part], format!("{left:0width$b}"));
            words += &match self.movable.iter().any(|&(index, _)| index == part) {
                true => format!(
                    "; part {} has a 1 there, so it has a move to {binary} xor {} = {left_binary} = {left}",
                    part + 1,
                    self.sum
                ),
                false => format!("; part {} can go from {binary} up to {left_binary} = {left}", part + 1),
            };
            words += &format!(", {text}, after which every column is even");
        }
        words
    }

    fn written(&self) -> String {
        if self.binary.is_empty() { "0".to_string() } else { self.binary.join(" xor ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_decides_which_part_may_move() {
        let four_and_two = reasoning(&[4, 2]);
        assert_eq!((four_and_two.binary.join(" "), &*four_and_two.sum), ("100 010".to_string(), "110"));
        assert_eq!((four_and_two.column, four_and_two.movable.clone()), (Some(4), vec![(0, 2)]));
        assert!(four_and_two.words(Some((0, "4 -> 2", 2))).contains("100 xor 110 = 010 = 2, 4 -> 2"));
        assert_eq!(reasoning(&[5, 3, 6]).column, None);
        assert!(reasoning(&[]).words(None).contains("even"));
    }

    #[test]
    fn a_part_with_the_bit_can_always_go_down_to_what_cancels() {
        for (a, b, c) in (0..16).flat_map(|a| (0..16).flat_map(move |b| (0..16).map(move |c| (a, b, c)))) {
            let nimbers = [a, b, c];
            let found = reasoning(&nimbers);
            assert_eq!(found.column.is_none(), a ^ b ^ c == 0);
            assert!(found.column.is_none() || !found.movable.is_empty());
            for (part, left) in found.movable {
                assert!(left < nimbers[part]);
                assert_eq!(
                    nimbers.iter().enumerate().fold(left, |sum, (i, n)| if i == part { sum } else { sum ^ n }),
                    0
                );
            }
        }
    }
}
