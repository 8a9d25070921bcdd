//! Who wins Noon's game and by which nimber: lost couples of a part of the open squares and a heap.
//!
//! In Noon's game only the open squares matter: a move takes its square and all that it attacks. So a position is a
//! set of squares, and it is the sum of its parts, the sets that attacks hold together. A couple (S, k) is a part S
//! beside a heap of k counters; that it is lost says that the nimber of S is k.
//!
//! Some sets need no couple. A set of a few squares has its nimber by the definition, computed here. And a set that a
//! symmetry s pairs has nimber 0: if s is its own inverse, maps the set onto itself, and no square of the set is its
//! own image or attacks it, then s(v) is still open after a move at v, the answer s(v) leaves a set that s pairs again,
//! and the second player moves last.

use super::strategy::statement;
use super::{Evidence, Lines, Solved, check_all, head};
use crate::ground::Map;
use crate::rule::Rule;
use crate::rules::Rules;
use crate::solve::{noon_position, noon_solver};
use engine::bits::ones;
use engine::vertex_kayles::{MOST_VERTICES, Solver, Vertices};
use kit::{Certificate, CertificateKind, Error, Result, Watch, watch};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

pub(super) const PARTS: CertificateKind = CertificateKind {
    name: "parts",
    about: "the nimber of a position of Noon's game and all its winning moves, from a list of lost couples: a part of \
            the open squares beside a heap. The checker makes every move of every couple and finds it won, by other \
            couples of the list or by an answer that leads to such; small sets it computes by the definition, and sets \
            that a symmetry pairs are lost by the answer that mirrors. Established from: the rule, the theorem of \
            Sprague and Grundy, and that play ends",
    format: with_head!(
        "One or more positions by the rule noon, each: the head, then lines `lost K SET`: the part SET beside a heap of K \
         counters is lost for the player to move. A SET is a set of squares that are not missing, as a number in \
         hexadecimal digits 0-9a-f without zeros in front, 2^s for square s; it is one part, that is, its squares hang \
         together by attacks, and it has more than 8 squares. It stands for its images under the symmetries of the \
         ground (turns and reflections that keep the ground and its missing squares; on a torus of at most 144 squares, \
         missing ones counted, translations too), and none stands twice. A move from a set takes one of its squares and \
         those that this square attacks. A set is known in one of four ways: it is empty, with nimber 0. A symmetry that \
         is its own inverse maps it onto itself, and no square of the set is its own image or attacks its image: then \
         its nimber is 0. It has at most 8 squares: then its nimber is the least number that is not the nimber of a set \
         after a move. Or otherwise all its parts are known, each in one of these ways or because it is listed, with \
         nimber K; then its nimber is the exclusive or of theirs. For each line `lost K SET`: after every move the set \
         left is known and its nimber is not K, or all its parts but one are known, and from this one a move leads to a \
         known set such that its nimber and those of the other parts have the exclusive or K; and for every J < K some \
         move leads to a known set of nimber J. The set of the squares that are open in the position of the head is \
         known, its nimber is that of the position. If that is not 0, after each of its moves the set left is known (a \
         winning move if its nimber is 0), or it is shown as above not to have the nimber 0. At most 1000000 lines, 256 \
         squares, missing ones counted, K at most 127.\n\nIt states `POSITION has nimber K and is won by exactly SQUARES`, \
         or, if no move wins, `POSITION is lost for the player to move, nimber K`."
    ),
    examples: &["queens solve 6 --rule noon", "queens solve 2 --columns 16 --rule noon --piece king"],
    check: |certificate, watch| check_all(certificate, watch, check),
};

/// Sets of so many squares are computed.
const SMALL: usize = 8;
/// The most lines of a certificate, and the largest heap in one.
const MOST_LINES: usize = 1_000_000;
const MOST_HEAP: u64 = 127;

/// The most parts whose answers are kept.
const MOST_KEPT: usize = 1 << 20;

/// The squares of a set.
fn squares(set: &Vertices) -> impl Iterator<Item = usize> + use<> {
    set.0.into_iter().enumerate().flat_map(|(word, bits)| ones(bits).map(move |bit| 64 * word + bit))
}

/// Noon's game as sets of squares, and what is known of them.
struct Known {
    /// Each square with those that it attacks.
    closed: Vec<Vertices>,
    maps: Vec<Map>,
    /// Symmetries that are their own inverse, each with the squares that it does not pair.
    pairings: Vec<(usize, Vertices)>,
    listed: FxHashMap<Vertices, u32>,
    small: FxHashMap<Vertices, u32>,
    /// Which nimbers the known sets after a move from a part have, bit by bit; kept once the list is complete.
    answers: Option<FxHashMap<Vertices, u128>>,
}

impl Known {
    fn new(rules: &Rules) -> Known {
        let closed: Vec<Vertices> =
            (0..rules.squares()).map(|s| rules.adjacency[s].iter().copied().chain([s]).collect()).collect();
        let maps = rules.ground.symmetries();
        let own_inverse = |map: &Map| (0..map.len()).all(|s| map[map[s]] == s);
        let unpaired = |map: &Map| (0..map.len()).filter(|&s| closed[s].has(map[s])).collect();
        let pairings = maps.iter().enumerate().filter(|(_, map)| own_inverse(map));
        let pairings = pairings.map(|(place, map)| (place, unpaired(map))).collect();
        let (listed, small) = (FxHashMap::default(), FxHashMap::default());
        Known { closed, maps, pairings, listed, small, answers: None }
    }

    fn after(&self, set: &Vertices, square: usize) -> Vertices {
        set.without(&self.closed[square])
    }

    fn image(&self, set: &Vertices, map: usize) -> Vertices {
        squares(set).map(|s| self.maps[map][s]).collect()
    }

    /// The same for all images of a set.
    fn least(&self, set: &Vertices) -> Vertices {
        (0..self.maps.len()).map(|map| self.image(set, map)).min().unwrap_or(*set)
    }

    fn is_paired(&self, set: &Vertices) -> bool {
        self.pairings.iter().any(|(map, unpaired)| set.without(unpaired) == *set && self.image(set, *map) == *set)
    }

    /// The sets that attacks hold together.
    fn parts(&self, set: &Vertices) -> Vec<Vertices> {
        let (mut rest, mut parts) = (*set, Vec::new());
        while let Some(first) = squares(&rest).next() {
            let (mut part, mut waiting) = (Vertices::default(), vec![first]);
            while let Some(s) = waiting.pop() {
                if rest.has(s) {
                    part.insert(s);
                    let left = rest.without(&self.closed[s]);
                    waiting.extend(squares(&rest.without(&left)).filter(|&t| t != s));
                    rest = rest.without(&Vertices::from_iter([s]));
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The nimber of a set of a few squares, by the definition.
    fn computed(&mut self, set: &Vertices) -> u32 {
        if set.is_empty() {
            return 0;
        }
        if let Some(&nimber) = self.small.get(set) {
            return nimber;
        }
        let options: Vec<u32> = squares(set).map(|s| self.computed(&self.after(set, s))).collect();
        let nimber = engine::impartial::mex(options);
        self.small.insert(*set, nimber);
        nimber
    }

    /// The nimber of a part, if it is known.
    fn part(&mut self, part: &Vertices) -> Option<u32> {
        match part.len() <= SMALL {
            true => Some(self.computed(part)),
            false if self.is_paired(part) => Some(0),
            false => self.listed.get(&self.least(part)).copied(),
        }
    }

    /// The nimber of a set, if it is known.
    fn set(&mut self, set: &Vertices) -> Option<u32> {
        match set.len() <= SMALL {
            true => Some(self.computed(set)),
            false if self.is_paired(set) => Some(0),
            false => self.parts(set).iter().try_fold(0, |sum, part| Some(sum ^ self.part(part)?)),
        }
    }

    /// Whether a move from this part leads to a known set of that nimber.
    fn reaches(&mut self, part: &Vertices, nimber: u32) -> bool {
        if self.answers.is_none() {
            return squares(part).any(|s| self.set(&self.after(part, s)) == Some(nimber));
        }
        let key = self.least(part);
        let kept = self.answers.as_ref().and_then(|answers| answers.get(&key)).copied();
        let reached = kept.unwrap_or_else(|| {
            squares(part).filter_map(|s| self.set(&self.after(part, s))).fold(0, |all, nimber| all | bit(nimber))
        });
        if let Some(answers) = self.answers.as_mut().filter(|answers| answers.len() < MOST_KEPT) {
            answers.insert(key, reached);
        }
        reached & bit(nimber) != 0
    }

    /// The nimber of a set if it is known, or whether it is shown not to be `k`.
    fn shown(&mut self, set: &Vertices, k: u32) -> Shown {
        if let Some(nimber) = self.set(set) {
            return Shown::Nimber(nimber);
        }
        let parts = self.parts(set);
        let nimbers: Vec<Option<u32>> = parts.iter().map(|part| self.part(part)).collect();
        let others = nimbers.iter().flatten().fold(0, |sum, nimber| sum ^ nimber);
        let mut open = parts.iter().zip(&nimbers).filter(|(_, nimber)| nimber.is_none());
        match (open.next(), open.next()) {
            (Some((part, _)), None) if self.reaches(part, others ^ k) => Shown::Another,
            _ => Shown::Nothing,
        }
    }

    /// Makes sure that a couple is lost.
    fn judge(&mut self, set: &Vertices, k: u32) -> std::result::Result<(), String> {
        let mut reached = Vec::new();
        for s in squares(set) {
            match self.shown(&self.after(set, s), k) {
                Shown::Nimber(nimber) if nimber != k => reached.push(nimber),
                Shown::Another => {}
                _ => return Err(format!("the move on square {s} has no answer")),
            }
        }
        match (0..k).find(|j| !reached.contains(j)) {
            Some(j) => Err(format!("no move answers a heap reduced to {j}")),
            None => Ok(()),
        }
    }
}

/// One bit for a nimber; none for what no couple can have.
fn bit(nimber: u32) -> u128 {
    1u128.checked_shl(nimber).unwrap_or(0)
}

/// What is shown of the nimber of a set.
enum Shown {
    Nimber(u32),
    /// It is another one.
    Another,
    Nothing,
}

fn check(lines: &mut Lines<'_>, watch: &mut dyn Watch) -> Result<String> {
    let (rules, board) = lines.head()?;
    if rules.rule != Rule::Noon || rules.squares() > MOST_VERTICES {
        return Err(lines.broken(format!("the rule is noon, on at most {MOST_VERTICES} squares")));
    }
    let begins = lines.at;
    let (mut known, mut couples) = (Known::new(&rules), Vec::new());
    while let Some(rest) = lines.next_if("lost") {
        let (k, text) = rest.split_once(' ').ok_or_else(|| lines.broken("a couple is a heap and a set"))?;
        let k = lines.number(k, MOST_HEAP)? as u32;
        let set = read_set(text)
            .filter(|set| squares(set).all(|s| s < rules.squares() && rules.ground.present().any(|t| t == s)));
        let set = set.ok_or_else(|| lines.broken("there is no such set of squares"))?;
        if set.len() <= SMALL || known.parts(&set).len() != 1 {
            return Err(lines.broken(format!("the set is no part of more than {SMALL} squares")));
        }
        if couples.len() >= MOST_LINES || known.listed.insert(known.least(&set), k).is_some() {
            return Err(lines.broken(format!("listed twice, or more than {MOST_LINES} lines")));
        }
        couples.push((lines.at, set, k));
    }
    known.answers = Some(FxHashMap::default());
    for (done, (line, set, k)) in couples.iter().enumerate() {
        watch::step(watch, done as u64, Some(couples.len() as u64), || format!("{done} lines were checked"))?;
        known.judge(set, *k).map_err(|why| Certificate::broken(*line, why))?;
    }
    let start = noon_position(&rules, &board);
    let nimber = known.set(&start).ok_or_else(|| Certificate::broken(begins, "the position is not listed"))?;
    let mut winning = Vec::new();
    for s in squares(&start).filter(|_| nimber != 0) {
        match known.shown(&known.after(&start, s), 0) {
            Shown::Nimber(0) => winning.push(s),
            Shown::Nimber(_) | Shown::Another => {}
            Shown::Nothing => {
                let why = format!("whether the move {} wins is not shown", rules.move_text(s));
                return Err(Certificate::broken(begins, why));
            }
        }
    }
    Ok(statement(&rules, &board, nimber, &winning))
}

/// The digits of a set.
fn write_set(set: &Vertices) -> String {
    let digits: String = set.0.iter().rev().map(|word| format!("{word:016x}")).collect();
    digits.trim_start_matches('0').to_string()
}

/// The set of digits in their one way of writing.
fn read_set(text: &str) -> Option<Vertices> {
    let plain = !text.starts_with('0') && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let mut set = Vertices::default();
    let digits = text.as_bytes().rchunks(16);
    if !plain || text.is_empty() || digits.len() > set.0.len() {
        return None;
    }
    for (word, digits) in set.0.iter_mut().zip(digits) {
        *word = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(set)
}

/// The evidence for a position of Noon's game, with the search as a guide.
pub(super) fn evidence(rules: &Rules, solved: &Solved, watch: &mut dyn Watch) -> Result<Option<Evidence>> {
    match rules.rule != Rule::Noon || rules.squares() > MOST_VERTICES {
        true => Ok(None),
        false => guided(rules, solved, noon_solver(rules)?, watch).map(Some),
    }
}

/// The same with a solver that may know something already.
pub(super) fn guided(rules: &Rules, solved: &Solved, solver: Solver, watch: &mut dyn Watch) -> Result<Evidence> {
    let (board, winning) = solved;
    let mut proof = Proof { known: Known::new(rules), solver, todo: Vec::new(), lines: Vec::new() };
    let start = noon_position(rules, board);
    let nimber = proof.list(&start, watch)?;
    for s in squares(&start).filter(|_| nimber != 0) {
        let after = proof.known.after(&start, s);
        match winning.contains(&s) {
            true => drop(proof.list(&after, watch)?),
            false => proof.answer(&after, 0, watch)?,
        }
    }
    while let Some((set, k)) = proof.todo.pop() {
        if proof.lines.len() > MOST_LINES {
            let limit = format!("more than {MOST_LINES} couples");
            return Err(Error::too_large("the certificate", limit, "ask a smaller board"));
        }
        proof.prove(&set, k, watch)?;
    }
    let mut body = head(rules, board);
    proof.lines.sort_unstable();
    for (set, k) in &proof.lines {
        let _ = writeln!(body, "lost {k} {}", write_set(set));
    }
    Ok((body, statement(rules, board, nimber, winning)))
}

/// The couples chosen so far.
struct Proof {
    known: Known,
    solver: Solver,
    /// Couples whose moves are not answered yet.
    todo: Vec<(Vertices, u32)>,
    lines: Vec<(Vertices, u32)>,
}

impl Proof {
    /// Lists what is needed so that a set is known; its nimber.
    fn list(&mut self, set: &Vertices, watch: &mut dyn Watch) -> Result<u32> {
        if let Some(nimber) = self.known.set(set) {
            return Ok(nimber);
        }
        let mut sum = 0;
        for part in self.known.parts(set) {
            sum ^= match self.known.part(&part) {
                Some(nimber) => nimber,
                None => {
                    let nimber = self.solver.nimber(&part, watch)?;
                    self.known.listed.insert(self.known.least(&part), nimber);
                    self.todo.push((part, nimber));
                    self.lines.push((part, nimber));
                    nimber
                }
            };
        }
        Ok(sum)
    }

    /// Lists what a couple needs.
    fn prove(&mut self, set: &Vertices, k: u32, watch: &mut dyn Watch) -> Result<()> {
        for s in squares(set) {
            let after = self.known.after(set, s);
            let mut below = false;
            for j in 0..k {
                below = below || !self.solver.wins(&after, j, watch)?;
            }
            // A smaller nimber answers a smaller heap as well.
            match below {
                true => drop(self.list(&after, watch)?),
                false => self.answer(&after, k, watch)?,
            }
        }
        Ok(())
    }

    /// Lists an answer to the move to this set, whose nimber is greater than k, unless one is listed.
    fn answer(&mut self, set: &Vertices, k: u32, watch: &mut dyn Watch) -> Result<()> {
        if !matches!(self.known.shown(set, k), Shown::Nothing) {
            return Ok(());
        }
        let mut parts = self.known.parts(set);
        parts.sort_by_key(Vertices::len);
        let last = parts.pop().unwrap_or_default();
        let mut nimbers = Vec::new();
        for part in &parts {
            nimbers.push(self.solver.nimber(part, watch)?);
        }
        let others = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
        if let Some(square) = self.solver.move_to(&last, others ^ k, watch)? {
            for part in &parts {
                self.list(part, watch)?;
            }
            self.list(&self.known.after(&last, square), watch)?;
            return Ok(());
        }
        // The answer lies in a smaller part.
        let total = others ^ self.solver.nimber(&last, watch)?;
        for (place, part) in parts.iter().enumerate() {
            if let Some(square) = self.solver.move_to(part, total ^ nimbers[place] ^ k, watch)? {
                for other in parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part) {
                    self.list(other, watch)?;
                }
                self.list(&last, watch)?;
                self.list(&self.known.after(part, square), watch)?;
                return Ok(());
            }
        }
        Err(Error::failed("the search finds no answer to a move that it calls won"))
    }
}

#[cfg(test)]
mod tests;
