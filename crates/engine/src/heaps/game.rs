//! Heap games as impartial games: for the ladder, for sums, and for the language.

use super::{Heaps, Rule};
use crate::impartial::{Impartial, Method, Spoken};
use kit::Figure;
use std::sync::RwLock;

/// A heap game; a position is the sorted list of its heaps.
pub struct HeapGame {
    rule: Rule,
    /// The arguments before the heaps: `0.137, ` or `{1, 3}, `.
    prefix: String,
    /// The values so far, for the nimbers that need no search.
    values: RwLock<Vec<u16>>,
    /// Whether nimbers come from the table; without it the rungs of the ladder search.
    tabled: bool,
}

impl HeapGame {
    /// The game of that rule, with such arguments before the heaps; its nimbers come from its table.
    pub fn new(prefix: &str, rule: Rule) -> Self {
        HeapGame { rule, prefix: prefix.to_string(), values: RwLock::new(Vec::new()), tabled: true }
    }

    /// The same game without its table, for searches.
    pub fn untabled(rule: Rule) -> Self {
        HeapGame { tabled: false, ..HeapGame::new("", rule) }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The nimber of one heap, from the table.
    pub fn heap_nimber(&self, n: u32) -> u32 {
        let n = n as usize;
        if let Some(&value) = self.values.read().expect("no thread fails while it writes").get(n) {
            return value.into();
        }
        let mut values = self.values.write().expect("no thread fails while it writes");
        if values.len() <= n {
            let mut heaps = Heaps::resume(&self.rule, std::mem::take(&mut values));
            heaps.extend(n.max(255));
            *values = heaps.values().to_vec();
        }
        values[n].into()
    }
}

impl Impartial for HeapGame {
    type Key = Vec<u32>;

    fn options(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
        out.extend(self.steps(at).into_iter().map(|(_, to)| to));
    }

    fn split(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
        out.extend(at.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
    }

    fn known(&self, at: &Vec<u32>) -> Option<u32> {
        self.tabled.then(|| at.iter().fold(0, |sum, &heap| sum ^ self.heap_nimber(heap)))
    }

    fn weight(&self, at: &Vec<u32>) -> u64 {
        at.iter().map(|&heap| u64::from(heap)).sum()
    }
}

impl HeapGame {
    /// Each move of a position once: the heap, what it leaves of it, and its text.
    fn heap_moves(&self, at: &[u32]) -> Vec<(u32, Vec<u32>, String)> {
        let different = at.iter().enumerate().filter(|&(index, heap)| index == 0 || at[index - 1] != *heap);
        let moves = different.flat_map(|(_, &heap)| {
            let all = self.rule.moves(heap as usize).into_iter();
            all.map(move |left| (heap, left.into_iter().map(|part| part as u32).collect::<Vec<u32>>()))
        });
        moves.map(|(heap, left)| (heap, left.clone(), heap_text(heap, &left))).collect()
    }
}

/// A move of a heap as a person types it: `7 -> 2+4`, `7 -> 0`.
pub fn heap_text(heap: u32, left: &[u32]) -> String {
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    format!("{heap} -> {}", if left.is_empty() { "0".to_string() } else { left.join("+") })
}

/// Sorted heaps after a move of one of them.
pub fn heaps_after(heaps: &[u32], heap: u32, left: &[u32]) -> Vec<u32> {
    let mut after = heaps.to_vec();
    if let Some(place) = after.iter().position(|&one| one == heap) {
        after.remove(place);
    }
    after.extend(left.iter().filter(|&&part| part > 0));
    after.sort_unstable();
    after
}

impl Spoken for HeapGame {
    fn rules(&self) -> String {
        let breaks = match (self.rule.distinct(), self.rule.most_heaps()) {
            (true, _) => "Break a heap into two of different size.",
            (false, 1) => "Take stones from a heap.",
            (false, _) => "Take stones from a heap and perhaps break the rest.",
        };
        format!("{breaks} The code is {}. A move is written 7 -> 2+4, or 7 -> 0 when nothing is left.", self.rule)
    }

    fn write(&self, at: &Vec<u32>) -> String {
        let heaps: Vec<String> = at.iter().map(ToString::to_string).collect();
        let heaps = if heaps.is_empty() { "0".to_string() } else { heaps.join(", ") };
        format!("{}{heaps}", self.prefix)
    }

    fn steps(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
        let moves = self.heap_moves(at);
        moves.into_iter().map(|(heap, left, text)| (text, heaps_after(at, heap, &left))).collect()
    }

    fn figure(&self, at: &Vec<u32>) -> Option<Figure> {
        Some(Figure::Heaps(at.clone(), self.heap_moves(at)))
    }

    fn breadth(&self, at: &Vec<u32>) -> Option<u64> {
        Some(at.iter().map(|&heap| self.rule.breadth(heap as usize)).fold(0, u64::saturating_add))
    }

    fn method(&self) -> Method {
        Method::Memo
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::{Limits, Solver, nimber_by_definition};
    use kit::Unwatched;

    #[test]
    fn the_table_and_the_ladder_agree() {
        for code in ["0.77", "0.07", "grundy", "0.6", "0.8", "4.02"] {
            let rule: Rule = code.parse().unwrap();
            let (tabled, untabled) = (HeapGame::new("", rule.clone()), HeapGame::untabled(rule));
            for at in [vec![], vec![3], vec![7], vec![2, 5], vec![1, 3, 4]] {
                let plain = nimber_by_definition(&untabled, &at);
                assert_eq!(tabled.known(&at), Some(plain), "{code} {at:?}");
            }
            let couples = Solver::new(untabled, Limits::default());
            for n in 0..30 {
                let found = couples.nimber(&vec![n], Method::Couples, &mut Unwatched).unwrap();
                assert_eq!(found, tabled.heap_nimber(n), "{code} {n}");
            }
        }
    }

    #[test]
    fn there_are_no_more_moves_than_the_breadth_says() {
        for code in ["0.77", "0.07", "grundy", "0.6", "0.8", "4.02", "C.(F)", "0.(3)", "0.1C"] {
            let game = HeapGame::untabled(code.parse().unwrap());
            for heap in 0..25 {
                let (moves, breadth) = (game.steps(&vec![heap]).len() as u64, game.breadth(&vec![heap]).unwrap());
                assert!(moves <= breadth && breadth <= 8 * moves + 8, "{code} {heap}: {moves} moves, {breadth}");
            }
        }
    }

    #[test]
    fn positions_and_moves_are_text() {
        let game = HeapGame::new("0.137, ", "0.137".parse().unwrap());
        assert_eq!(game.write(&vec![3, 7]), "0.137, 3, 7");
        assert!(game.steps(&vec![3]).iter().any(|(text, to)| text == "3 -> 0" && to.is_empty()));
    }
}
