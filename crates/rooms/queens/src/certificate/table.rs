//! Who wins, from the table of all sets: its digest, and how to compute it again.
//!
//! *What is established.* Whether the board of the head is lost, and exactly which moves on it win.
//!
//! *From what.* From the rules alone: the table is made anew by the definition, and the answer is read off it. The
//! digest is compared, so that who has a table can tell whether it is this one; a wrong digest is a wrong certificate.

use super::{Evidence, Lines, Solved, check_all, head, position_text, squares_text};
use crate::ground::Board;
use crate::rules::Rules;
use crate::solve::{self, TABLE_LIMIT};
use engine::bits::{HAS, ones};
use kit::memory;
use kit::{CertificateKind, Result, Watch, watch};

pub(super) const TABLE: CertificateKind = CertificateKind {
    name: "table",
    about: "who wins and all winning moves, recomputed from the definition: the checker makes the table of all sets of \
            squares that can change, one bit a set, by a loop of its own, and compares its digest (6 x 6: 8 GiB and some \
            minutes; 5 x 5: 4 MiB and a second)",
    format: with_head!(
        "One or more positions, each: the head, for a rule that looks at parity alone (standard, alternate, \
         complementary, mod:2, open:0:2, open:1:2) and a board from which the first move is not free; then `digest` and \
         16 hexadecimal digits 0-9a-f. The squares that can change (free ones; in the complementary game taken ones), at \
         most 36, are numbered from 0, row by row; a set x of them, as a number, has bit i for square i. Bit x of the \
         table says that the player to move loses when exactly the squares of x have changed; a square of x cannot \
         change again. Bits are packed into words of 64, bit x in word x / 64 at place x mod 64, a last word filled up \
         with zeros; the digest is FNV-1a over the words in order: start with cbf29ce484222325, for each word (a 64-bit \
         number) xor it in and multiply by 100000001b3 modulo 2^64.\n\nIt states `POSITION is won by exactly SQUARES`, or, \
         if no move wins, `POSITION is lost for the player to move`."
    ),
    examples: &["queens solve 5 --columns 4"],
    check: |certificate, watch| check_all(certificate, watch, check),
};

fn statement(rules: &Rules, board: &Board, winning: &[usize]) -> String {
    let position = position_text(rules, board);
    match winning.is_empty() {
        true => format!("{position} is lost for the player to move"),
        false => format!("{position} is won by exactly {}", squares_text(rules, winning)),
    }
}

fn fold(digest: u64, word: u64) -> u64 {
    (digest ^ word).wrapping_mul(0x0100_0000_01b3)
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The evidence for a position that was solved by the table of one bit a set.
pub(super) fn evidence(rules: &Rules, solved: &Solved, watch: &mut dyn Watch) -> Result<Option<Evidence>> {
    let (board, winning) = solved;
    let free = rules.needs_start() && *board == rules.bare();
    let Some(field) = rules.parity_field(board).filter(|f| f.squares.len() <= TABLE_LIMIT && !free) else {
        return Ok(None);
    };
    let lost = solve::layer(&field.game, None, watch)?;
    let sets = 1u64 << field.squares.len();
    let mut digest = SEED;
    for base in (0..sets).step_by(64) {
        if base % (1 << 26) == 0 {
            watch::step(watch, base, Some(sets), || "the digest was not finished".to_string())?;
        }
        let word = (base..sets.min(base + 64)).filter(|&x| lost.get(x)).fold(0, |word, x| word | 1 << (x % 64));
        digest = fold(digest, word);
    }
    let body = format!("{}digest {digest:016x}\n", head(rules, board));
    Ok(Some((body, statement(rules, board, winning))))
}

fn check(lines: &mut Lines<'_>, watch: &mut dyn Watch) -> Result<String> {
    let (rules, board) = lines.head()?;
    let Some(parity) = rules.rule.parity() else { return Err(lines.broken("the rule looks at more than parity")) };
    if rules.needs_start() && board == rules.bare() {
        return Err(lines.broken("the first square is not chosen yet"));
    }
    let squares = rules.changeable(&board);
    if squares.len() > TABLE_LIMIT {
        return Err(lines.broken(format!("{} squares can change, the limit is {TABLE_LIMIT}", squares.len())));
    }
    let digest = lines.next("digest")?;
    let rows: Vec<u64> = squares.iter().map(|&s| mask(&squares, |t| rules.adjacency[s].contains(&t))).collect();
    let odd: Vec<bool> = squares.iter().map(|&s| (rules.attackers(&board, s) as u32 + parity) % 2 == 1).collect();
    let table = lost_table(&rows, &odd, watch)?;
    let found = table.iter().fold(SEED, |digest, &word| fold(digest, word));
    if format!("{found:016x}") != digest {
        return Err(lines.broken(format!("the digest of the table is {found:016x}")));
    }
    let lost = |x: u64| table[(x / 64) as usize] >> (x % 64) & 1 == 1;
    let winning: Vec<usize> = (0..squares.len()).filter(|&i| !odd[i] && lost(1 << i)).map(|i| squares[i]).collect();
    Ok(statement(&rules, &board, &winning))
}

fn mask(squares: &[usize], holds: impl Fn(usize) -> bool) -> u64 {
    squares.iter().enumerate().filter(|&(_, &t)| holds(t)).fold(0, |mask, (i, _)| mask | 1 << i)
}

/// The sets of six squares, as bits of a word, by how many squares they have.
pub(super) fn sets_by_size() -> [u64; 7] {
    std::array::from_fn(|size| {
        (0..64u64).filter(|x| x.count_ones() as usize == size).fold(0, |level, x| level | 1 << x)
    })
}

/// The lost sets, the larger before the smaller. A word holds the 64 sets that agree beyond the six lowest squares:
/// among these, square s is open on a pattern that depends on the six lowest bits of its row, inverted if the rest of
/// the row says so.
fn lost_table(rows: &[u64], odd: &[bool], watch: &mut dyn Watch) -> Result<Vec<u64>> {
    let m = rows.len();
    let words = 1usize << m.saturating_sub(6);
    memory::take(watch, "the table of all sets", 8 * words as u64)?;
    let patterns: Vec<u64> =
        rows.iter().map(|row| (0..6).filter(|s| row >> s & 1 == 1).fold(0, |pattern, s| pattern ^ HAS[s])).collect();
    let real = if m < 6 { (1u64 << (1 << m)) - 1 } else { u64::MAX };
    let levels = sets_by_size();
    let mut table = vec![0u64; words];
    for place in (0..words).rev() {
        if place % (1 << 20) == 0 {
            let done = (words - place) as u64;
            watch::step(watch, done, Some(words as u64), || format!("{done} of {words} words were made"))?;
        }
        let high = (place as u64) << 6;
        let open = |s: usize| {
            let inverted = ((rows[s] & high).count_ones() % 2 == 1) != odd[s];
            !(patterns[s] ^ if inverted { u64::MAX } else { 0 })
        };
        let free = ones(!(place as u64) & (words as u64 - 1)).map(|bit| bit + 6);
        let mut won = free.fold(0, |won, s| won | open(s) & table[place | 1 << (s - 6)]);
        let low: Vec<(usize, u64)> = (0..m.min(6)).map(|s| (s, open(s))).collect();
        // Among the six lowest squares too the larger sets come first.
        let mut lost = !won & real & levels[6];
        for level in levels[..6].iter().rev() {
            won |= level & low.iter().fold(0, |won, &(s, open)| won | open & ((lost & HAS[s]) >> (1 << s)));
            lost |= !won & real & level;
        }
        table[place] = lost;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published value of FNV-1a of the letter a, and of two words by the definition.
    #[test]
    fn the_digest_is_the_one_of_the_format() {
        assert_eq!(fold(SEED, 0x61), 0xaf63_dc4c_8601_ec8c);
        let by_hand =
            |digest: u64, word: u64| ((u128::from(digest ^ word) * 0x0100_0000_01b3) & u128::from(u64::MAX)) as u64;
        let words = [0x0123_4567_89ab_cdef, u64::MAX];
        assert_eq!(
            words.iter().fold(SEED, |digest, &word| fold(digest, word)),
            by_hand(by_hand(SEED, words[0]), words[1])
        );
    }
}
