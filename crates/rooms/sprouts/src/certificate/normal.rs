//! The checker of normal play.

use super::compare::{Land, invariant, lands_of, outline, position_of, same};
use super::options::{Count, curves, list_curves};
use super::read::{entry, read};
use super::statement;
use crate::plain::{Curve, draw};
use crate::position::Position;
use kit::{Certificate, Error, Fact, Report, Result, Standing, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks every line of the list and finds what it says of the positions.
pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (subjects, lines) = read(certificate)?;
    let mut book = Book::new(Count::new(lines.len(), watch));
    for (index, &(number, line)) in lines.iter().enumerate() {
        book.count.line(index)?;
        book.add(line).map_err(|why| Certificate::broken(number, why))?;
    }
    for (index, &(number, line)) in lines.iter().enumerate() {
        book.count.line(index)?;
        if let Some(why) = book.fault(line)? {
            return Err(Certificate::broken(number, why));
        }
    }
    let (mut statements, mut shown) = (Vec::new(), Vec::new());
    for (index, subject) in subjects.iter().enumerate() {
        let position = subject.position()?;
        let Weight { nimber, unlisted } = book.weigh(&position);
        if !unlisted.is_empty() {
            return Err(Certificate::broken(3 + index, format!("not every land of {position} is in the list")));
        }
        statements.push(statement(subject, nimber));
        shown.push((position.to_string(), nimber));
    }
    let outcome = |nimber: u32| if nimber == 0 { "P" } else { "N" };
    let report = Report::new(statements.join("; "), Standing::Proved);
    let report = match &shown[..] {
        [(position, nimber)] => {
            report.fact("position", position.as_str()).fact("nimber", *nimber).fact("outcome", outcome(*nimber))
        }
        all => report
            .fact("positions", Fact::list(all.iter().map(|(position, _)| position.clone())))
            .fact("nimbers", Fact::list(all.iter().map(|(_, nimber)| *nimber)))
            .fact("outcomes", Fact::list(all.iter().map(|(_, nimber)| outcome(*nimber)))),
    };
    Ok(report.fact("lands", lines.len()).fact("moves", book.count.moves))
}

/// The lands of the list by their outline, and what was found of positions on the way.
struct Book<'a> {
    /// Each with its invariant and its nimber.
    lands: FxHashMap<u64, Vec<(u64, Land, u32)>>,
    found: FxHashMap<Box<[u32]>, Option<u32>>,
    /// Lands that lead to listed lands of that nimber. What does not lead there ends the check, so it need not be kept.
    answered: FxHashSet<Box<[u32]>>,
    /// The curves of the land whose answer was looked for last: a list that serves again.
    tried: Vec<Curve>,
    /// The key of the land that was looked up last, likewise.
    key: Vec<u32>,
    count: Count<'a>,
}

/// A land in one row of numbers, which no other land has: hundreds of thousands are kept.
fn write_key(land: &Land, key: &mut Vec<u32>) {
    const ENDS: [u32; 2] = [u32::MAX, u32::MAX - 1];
    key.clear();
    for region in land {
        for walk in region {
            key.extend_from_slice(walk);
            key.push(ENDS[0]);
        }
        key.push(ENDS[1]);
    }
}

/// A position by the list: the sum of the nimbers of its listed lands, and the other lands but for equal ones, which
/// cancel in pairs: every move in one is answered by the same in the other.
struct Weight {
    nimber: u32,
    unlisted: Vec<Land>,
}

impl<'a> Book<'a> {
    fn new(count: Count<'a>) -> Book<'a> {
        Book {
            lands: FxHashMap::default(),
            found: FxHashMap::default(),
            answered: FxHashSet::default(),
            tried: Vec::new(),
            key: Vec::new(),
            count,
        }
    }

    /// Takes a line into the list.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let (position, k) = entry(line)?;
        let mut lands = lands_of(&position);
        let Some(land) = lands.pop().filter(|_| lands.is_empty()) else {
            return Err(format!("{position} is not one land"));
        };
        match self.listed(&land) {
            Some(other) if other != k => Err(format!("{position} is listed with nimber {other} as well")),
            Some(_) => Ok(()),
            None => {
                self.lands.entry(outline(&land)).or_default().push((invariant(&land), land, k));
                Ok(())
            }
        }
    }

    fn listed(&self, land: &Land) -> Option<u32> {
        let likely = self.lands.get(&outline(land))?;
        let invariant = invariant(land);
        likely.iter().find(|(like, other, _)| *like == invariant && same(land, other)).map(|&(_, _, k)| k)
    }

    /// The nimber of a land by the list, which must be complete.
    fn nimber(&mut self, land: &Land) -> Option<u32> {
        let mut key = std::mem::take(&mut self.key);
        write_key(land, &mut key);
        let known = match self.found.get(&key[..]) {
            Some(&known) => known,
            None => {
                let known = self.listed(land);
                self.found.insert(Box::from(&key[..]), known);
                known
            }
        };
        self.key = key;
        known
    }

    fn weigh(&mut self, at: &Position) -> Weight {
        let mut weight = Weight { nimber: 0, unlisted: Vec::new() };
        for land in lands_of(at) {
            match self.nimber(&land) {
                Some(nimber) => weight.nimber ^= nimber,
                None => match weight.unlisted.iter().position(|other| same(other, &land)) {
                    Some(twin) => drop(weight.unlisted.remove(twin)),
                    None => weight.unlisted.push(land),
                },
            }
        }
        weight
    }

    /// Why a line does not stand by the others, if it does not.
    fn fault(&mut self, line: &str) -> Result<Option<String>> {
        let (position, k) = entry(line).map_err(Error::failed)?;
        let mut reached = vec![false; k as usize];
        for curve in curves(&position)? {
            self.count.step(&position)?;
            let option = draw(&position, &curve);
            let Weight { nimber, unlisted } = self.weigh(&option);
            match &unlisted[..] {
                [] if nimber == k => return Ok(Some(format!("a move leads to {option} of nimber {k}"))),
                [] if nimber < k => reached[nimber as usize] = true,
                [] => {}
                // One move can only make a listed land of one that is not.
                [land] if self.leads_to(land, k ^ nimber)? => {}
                _ => return Ok(Some(format!("nothing in the list answers the move to {option}"))),
            }
        }
        let missed = reached.iter().position(|&r| !r);
        Ok(missed.map(|less| format!("no move leads to listed lands of nimber {less}")))
    }

    /// Whether some move in a land leads to listed lands of that nimber.
    fn leads_to(&mut self, land: &Land, nimber: u32) -> Result<bool> {
        let mut key = Vec::new();
        write_key(land, &mut key);
        key.push(nimber);
        if self.answered.contains(&key[..]) {
            return Ok(true);
        }
        let position = position_of(land);
        let mut tried = std::mem::take(&mut self.tried);
        list_curves(&position, &mut tried)?;
        let mut found = false;
        // The last ones join two boundaries: most answers do, and half of the moves are drawn that way.
        for curve in tried.iter().rev() {
            self.count.step(&position)?;
            let weight = self.weigh(&draw(&position, curve));
            found = weight.unlisted.is_empty() && weight.nimber == nimber;
            if found {
                self.answered.insert(Box::from(&key[..]));
                break;
            }
        }
        self.tried = tried;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::forgeries::all_lands;
    use super::*;
    use kit::Unwatched;

    /// One move cannot turn two lands that are not listed into listed ones: where such an option is left a line never
    /// stands, whatever else is listed.
    #[test]
    fn an_option_with_two_lands_that_are_not_listed_is_not_answered() {
        let mut tried = 0;
        for text in ["{0.A}{A.12}", "{0.A}{A.0*2}", "{12.A}{A.0}"] {
            let (lines, _) = all_lands(text);
            let root: Position = text.parse().unwrap();
            for curve in curves(&root).unwrap() {
                let option = lands_of(&draw(&root, &curve));
                if option.len() != 2 || same(&option[0], &option[1]) {
                    continue;
                }
                let mut watch = Unwatched;
                let mut book = Book::new(Count::new(1 << 10, &mut watch));
                for line in &lines {
                    let land = lands_of(&entry(line).unwrap().0).remove(0);
                    if !option.iter().any(|missing| same(missing, &land)) {
                        book.add(line).unwrap();
                    }
                }
                assert!(book.fault(&lines[0]).unwrap().is_some(), "{text}");
                tried += 1;
            }
        }
        assert!(tried > 0);
    }

    /// Lands that differ only in where a boundary or a region ends have different keys.
    #[test]
    fn no_two_lands_have_one_key() {
        let lands: [Land; 6] = [
            vec![vec![vec![1, 2]]],
            vec![vec![vec![1], vec![2]]],
            vec![vec![vec![1]], vec![vec![2]]],
            vec![vec![vec![1, 2], vec![1]]],
            vec![vec![vec![1, 2]], vec![vec![1]]],
            vec![vec![vec![1], vec![2, 1]]],
        ];
        let keys = lands.map(|land| {
            let mut key = vec![7; 9];
            write_key(&land, &mut key);
            key
        });
        assert_eq!(keys.iter().collect::<FxHashSet<_>>().len(), keys.len(), "{keys:?}");
    }

    /// Without the lands of nimber 0 in the list every option of nimber 0 has moves to listed lands, of other nimbers
    /// only.
    #[test]
    fn an_answer_must_lead_to_the_nimber_itself() {
        for text in ["{0*3}", "{0.2}", "{0.12}"] {
            let (lines, nimber) = all_lands(text);
            assert_ne!(nimber, 0, "{text}");
            let mut watch = Unwatched;
            let mut book = Book::new(Count::new(1 << 10, &mut watch));
            for line in lines[1..].iter().filter(|line| !line.ends_with(" 0")) {
                book.add(line).unwrap();
            }
            let claim = format!("{} 0", lines[0].rsplit_once(' ').unwrap().0);
            let why = book.fault(&claim).unwrap().expect(text);
            assert!(why.starts_with("nothing in the list answers"), "{why}");
        }
    }
}
