//! The checker of certificates: the plain rules, and its own way to simplify and compare positions (module `compare`). It shares no code with the search.

use super::compare::{Land, invariant, lands_of, lives, position_of, same, without_pairs};
use super::plain::{self, Curve};
use super::position::Position;
use kit::{Certificate, Error, Report, Result, Standing, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replays a certificate.
pub fn verify(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (position, nimber, lines) = read(&certificate.body)?;
    let mut book = Book::default();
    for (text, k) in &lines {
        book.add(text, *k)?;
    }
    for (index, (text, k)) in lines.iter().enumerate() {
        kit::watch::step(watch, index as u64, Some(lines.len() as u64), || format!("{index} lines were checked"))?;
        book.check(text, *k)?;
    }
    let lands = without_pairs(lands_of(&position));
    match book.sum(&lands) {
        Some(sum) if sum == nimber => {}
        Some(sum) => return Err(Error::failed(format!("{position}: the list gives nimber {sum}, not {nimber}"))),
        None => return Err(Error::failed(format!("{position}: it is not in the list"))),
    }
    let line = format!("{position} has nimber {nimber}: {} lands replayed with every move", lines.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("position", position.to_string())
        .fact("nimber", nimber)
        .fact("outcome", if nimber == 0 { "P" } else { "N" })
        .fact("lands", lines.len())
        .fact("moves", book.moves))
}

/// Replays a certificate of misère play: from every listed position there is a move, and every move has an answer to a listed one or
/// leaves nothing to play.
pub fn verify_misere(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let bad = |line: &str, why: &str| Error::failed(format!("the line {:?}: {why}", kit::shorten(line)));
    let mut lines = certificate.body.lines();
    let first = lines.next().unwrap_or("");
    let position = first.strip_prefix("position ").ok_or_else(|| bad(first, "it should name the position"))?;
    let position: Position = position.parse().map_err(|e: Error| bad(first, &e.to_string()))?;
    let second = lines.next().unwrap_or("");
    let lost = match second {
        "outcome P" => true,
        "outcome N" => false,
        _ => return Err(bad(second, "it should name the outcome")),
    };
    let mut losses = Losses::default();
    let mut list = Vec::new();
    for line in lines {
        let listed: Position = line.parse().map_err(|e: Error| bad(line, &e.to_string()))?;
        let classes = losses.classes(&listed);
        losses.listed.insert(classes);
        list.push(listed);
    }
    for (index, listed) in list.iter().enumerate() {
        kit::watch::step(watch, index as u64, Some(list.len() as u64), || format!("{index} lines were checked"))?;
        losses.check(listed)?;
    }
    let stands = match lost {
        true => {
            let classes = losses.classes(&position);
            losses.listed.contains(&classes)
        }
        false => losses.won(&position),
    };
    if !stands {
        return Err(Error::failed(format!("{position}: the list does not show its outcome")));
    }
    let who = if lost { "lost" } else { "won" };
    let line = format!("{position} is {who} in misère play: {} lost positions replayed with every move", list.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("position", position.to_string())
        .fact("outcome", if lost { "P" } else { "N" })
        .fact("lands", list.len())
        .fact("moves", losses.moves))
}

/// Lands of so many lives are compared by their moves.
const SMALL: u32 = 3;

/// Lost positions as sorted lists of classes of equal lands.
///
/// Small lands are equal when their moves lead to equal positions, the others when a renaming makes them so. The former is needed: in a
/// region of three lives the order does not matter, but it decides whether {AB}{AB} is left or {22}, and both have one move, to nothing.
#[derive(Default)]
struct Losses {
    class_of: FxHashMap<u64, Vec<(Land, usize)>>,
    small: FxHashMap<Land, usize>,
    trees: FxHashMap<Vec<Vec<usize>>, usize>,
    count: usize,
    listed: FxHashSet<Vec<usize>>,
    won: FxHashMap<Vec<usize>, bool>,
    moves: u64,
}

impl Losses {
    fn classes(&mut self, at: &Position) -> Vec<usize> {
        let mut classes: Vec<usize> = lands_of(at).into_iter().map(|land| self.class(land)).collect();
        classes.sort_unstable();
        classes
    }

    fn class(&mut self, land: Land) -> usize {
        if lives(&land.concat()) <= SMALL {
            return self.class_by_moves(land);
        }
        let likely = self.class_of.entry(invariant(&land)).or_default();
        match likely.iter().find(|(other, _)| *other == land || same(&land, other)) {
            Some(&(_, class)) => class,
            None => {
                self.count += 1;
                likely.push((land, self.count));
                self.count
            }
        }
    }

    fn class_by_moves(&mut self, land: Land) -> usize {
        if let Some(&class) = self.small.get(&land) {
            return class;
        }
        let mut options = Vec::new();
        each_option(&position_of(&land), &mut |option| {
            options.push(option);
            true
        });
        let mut lead: Vec<Vec<usize>> = options.iter().map(|option| self.classes(option)).collect();
        lead.sort();
        lead.dedup();
        let class = *self.trees.entry(lead).or_insert_with(|| {
            self.count += 1;
            self.count
        });
        self.small.insert(land, class);
        class
    }

    /// Whether the player to move wins by the list, or because nothing is left to play.
    fn won(&mut self, at: &Position) -> bool {
        let key = self.classes(at);
        if let Some(&won) = self.won.get(&key) {
            return won;
        }
        let (mut any, mut won) = (false, false);
        each_option(at, &mut |option| {
            any = true;
            self.moves += 1;
            let classes = self.classes(&option);
            won = self.listed.contains(&classes);
            !won
        });
        let won = won || !any;
        self.won.insert(key, won);
        won
    }

    fn check(&mut self, at: &Position) -> Result<()> {
        let mut any = false;
        let mut trouble = None;
        each_option(at, &mut |option| {
            any = true;
            self.moves += 1;
            if !self.won(&option) {
                trouble = Some(format!("{at}: nothing in the list answers the move to {option}"));
            }
            trouble.is_none()
        });
        match trouble {
            Some(line) => Err(Error::failed(line)),
            None if !any => Err(Error::failed(format!("{at}: no move is left, so it is won in misère play"))),
            None => Ok(()),
        }
    }
}

type Lines = Vec<(String, u32)>;

fn read(body: &str) -> Result<(Position, u32, Lines)> {
    let bad = |line: &str, why: &str| Error::failed(format!("the line {:?}: {why}", kit::shorten(line)));
    let mut lines = body.lines();
    let first = lines.next().unwrap_or("");
    let position = first.strip_prefix("position ").ok_or_else(|| bad(first, "it should name the position"))?;
    let position: Position = position.parse().map_err(|e: Error| bad(first, &e.to_string()))?;
    let second = lines.next().unwrap_or("");
    let nimber = second.strip_prefix("nimber ").and_then(|k| k.parse().ok()).filter(|&k: &u32| k < 64);
    let nimber = nimber.ok_or_else(|| bad(second, "it should name the nimber"))?;
    let mut list = Vec::new();
    for line in lines {
        let entry = line.rsplit_once(' ').and_then(|(text, k)| Some((text.to_string(), k.parse().ok()?)));
        list.push(entry.filter(|e| e.1 < 64).ok_or_else(|| bad(line, "it should be a land and its nimber"))?);
    }
    Ok((position, nimber, list))
}

/// The lands of the list by an invariant, and what was found of positions on the way.
#[derive(Default)]
struct Book {
    lands: FxHashMap<u64, Vec<(Land, u32)>>,
    found: FxHashMap<Land, Option<u32>>,
    answered: FxHashMap<(Vec<Land>, u32), bool>,
    moves: u64,
}

impl Book {
    fn add(&mut self, text: &str, k: u32) -> Result<()> {
        let position: Position = text.parse().map_err(|e: Error| Error::failed(format!("{text}: {e}")))?;
        let lands = lands_of(&position);
        let [land] = lands.as_slice() else {
            return Err(Error::failed(format!("{text}: it is not one land")));
        };
        if self.nimber(land).is_some_and(|other| other != k) {
            return Err(Error::failed(format!("{text}: it is listed with two nimbers")));
        }
        self.found.clear();
        self.lands.entry(invariant(land)).or_default().push((land.clone(), k));
        Ok(())
    }

    fn nimber(&mut self, land: &Land) -> Option<u32> {
        if let Some(&known) = self.found.get(land) {
            return known;
        }
        let likely = self.lands.get(&invariant(land));
        let known = likely.and_then(|list| list.iter().find(|(other, _)| same(land, other)).map(|&(_, k)| k));
        self.found.insert(land.clone(), known);
        known
    }

    fn sum(&mut self, lands: &[Land]) -> Option<u32> {
        lands.iter().try_fold(0, |sum, land| Some(sum ^ self.nimber(land)?))
    }

    /// Whether the land has the nimber, given the other lines.
    fn check(&mut self, text: &str, k: u32) -> Result<()> {
        let position: Position = text.parse().map_err(|e: Error| Error::failed(format!("{text}: {e}")))?;
        let mut reached = vec![false; k as usize];
        let mut trouble = None;
        each_option(&position, &mut |option| {
            self.moves += 1;
            let lands = without_pairs(lands_of(&option));
            match self.sum(&lands) {
                Some(sum) if sum == k => trouble = Some(format!("{text} {k}: a move leads to {option} of nimber {k}")),
                Some(sum) if sum < k => reached[sum as usize] = true,
                Some(_) => {}
                None => {
                    let answered = match self.answered.get(&(lands.clone(), k)) {
                        Some(&answered) => answered,
                        None => {
                            let answered = self.answer(&lands, k);
                            self.answered.insert((lands, k), answered);
                            answered
                        }
                    };
                    if !answered {
                        trouble = Some(format!("{text} {k}: nothing in the list answers the move to {option}"));
                    }
                }
            }
            trouble.is_none()
        });
        if let Some(line) = trouble {
            return Err(Error::failed(line));
        }
        match reached.iter().position(|&r| !r) {
            Some(less) => Err(Error::failed(format!("{text} {k}: no move to a listed sum of nimber {less}"))),
            None => Ok(()),
        }
    }

    /// Whether some move in one of the lands makes the sum k, all by the list.
    fn answer(&mut self, lands: &[Land], k: u32) -> bool {
        for (i, land) in lands.iter().enumerate() {
            let others: Vec<Land> = lands.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, l)| l.clone()).collect();
            let Some(sum) = self.sum(&others) else { continue };
            let mut answered = false;
            each_option(&position_of(land), &mut |option| {
                self.moves += 1;
                answered = self.sum(&without_pairs(lands_of(&option))) == Some(k ^ sum);
                !answered
            });
            if answered {
                return true;
            }
        }
        false
    }
}

/// Every position after a move. Of boundaries that are alike, vertex by vertex and without names, the first ones stand for all.
fn each_option(at: &Position, each: &mut dyn FnMut(Position) -> bool) {
    let seen = at.seen();
    let alike: Vec<Vec<Option<usize>>> = at
        .regions
        .iter()
        .map(|region| {
            let plain = |b: usize| region[b].iter().all(|&v| seen[usize::from(v)] == 1);
            let degrees = |b: usize| region[b].iter().map(|&v| at.degree[usize::from(v)]).collect::<Vec<_>>();
            // The boundary before this one that it is like.
            (0..region.len())
                .map(|b| (0..b).rev().find(|&a| plain(a) && plain(b) && degrees(a) == degrees(b)))
                .collect()
        })
        .collect();
    plain::each_curve(at, &mut |curve| match stands_for_all(&curve, &alike[curve.region]) {
        true => each(plain::draw(at, &curve)),
        false => true,
    });
}

fn stands_for_all(curve: &Curve, like: &[Option<usize>]) -> bool {
    let (a, b) = (curve.from.0, curve.to.0);
    if like[a].is_some() || b != a && like[b].is_some_and(|first| first != a) {
        return false;
    }
    // A boundary goes inside only if the one before it that is like it does, or is the curve's own.
    curve.inside.iter().all(|&i| like[i].is_none_or(|before| before == a || curve.inside.contains(&before)))
}

#[cfg(test)]
mod tests {
    use super::super::land::start;
    use super::super::misere::Misere;
    use super::super::proof::Proof;
    use super::super::search::Search;
    use super::super::{certificate, position::Position};
    use super::*;
    use kit::Unwatched;

    fn certified(n: usize) -> Certificate {
        let mut search = Search::new(1 << 30);
        let nimber = Proof::default().nimber_of(&mut search, &start(n), &mut Unwatched).unwrap();
        let position = Position::start(n).to_string();
        certificate::write(&mut search, &start(n), &position, nimber, &mut Unwatched).unwrap()
    }

    #[test]
    fn certificates_of_small_starts_stand() {
        for n in 0..=5 {
            let report = verify(&certified(n), &mut Unwatched).unwrap_or_else(|e| panic!("{n}: {e}"));
            assert_eq!(report.get("nimber"), Some(&kit::Fact::from(u32::from(n > 2))), "{n}");
        }
    }

    #[test]
    fn a_changed_certificate_falls() {
        let good = certified(4);
        let lines: Vec<&str> = good.body.lines().collect();
        let mut fallen = 0;
        for i in 1..lines.len() {
            // A line left out, and a line with another nimber.
            let mut less = lines.clone();
            less.remove(i);
            let other = match lines[i].strip_suffix('0') {
                Some(text) => format!("{text}1"),
                None => format!("{}0", &lines[i][..lines[i].len() - 1]),
            };
            let mut wrong = lines.clone();
            wrong[i] = &other;
            for changed in [less, wrong] {
                let body = changed.join("\n");
                fallen += usize::from(verify(&Certificate::new("sprouts", "nimbers", body), &mut Unwatched).is_err());
            }
        }
        // A left-out line may be one that another answer replaces; a wrong nimber never passes.
        assert!(fallen >= lines.len() - 1, "{fallen} of {}", 2 * (lines.len() - 1));
    }

    #[test]
    fn equal_lands_are_worth_nothing_together() {
        let body = "position {0*4.12}{21.0*4}\nnimber 0\n".to_string();
        verify(&Certificate::new("sprouts", "nimbers", body), &mut Unwatched).unwrap();
        let body = "position {0*4.12}{22.0*4}\nnimber 0\n".to_string();
        assert!(verify(&Certificate::new("sprouts", "nimbers", body), &mut Unwatched).is_err());
    }

    /// The first certificate that needs small lands to be compared by their moves.
    #[test]
    fn the_misere_certificate_of_eight_spots_stands() {
        let mut misere = Misere::new(1 << 28);
        let lost = misere.lost(&start(8), &mut Unwatched).unwrap();
        let text = Position::start(8).to_string();
        let good = certificate::write_misere(&mut misere, &start(8), &text, lost, &mut Unwatched).unwrap();
        verify_misere(&good, &mut Unwatched).unwrap();
        let mut losses = Losses::default();
        let classes = ["{AB}{AB}", "{22}", "{12}"].map(|text| losses.classes(&text.parse().unwrap()));
        assert!(classes[0] == classes[1] && classes[1] != classes[2]);
    }

    #[test]
    fn misere_certificates_stand_and_fall() {
        for n in 1..=4 {
            let mut misere = Misere::new(1 << 28);
            let lost = misere.lost(&start(n), &mut Unwatched).unwrap();
            let text = Position::start(n).to_string();
            let good = certificate::write_misere(&mut misere, &start(n), &text, lost, &mut Unwatched).unwrap();
            verify_misere(&good, &mut Unwatched).unwrap_or_else(|e| panic!("{n}: {e}"));
            let (from, to) = if lost { ("outcome P", "outcome N") } else { ("outcome N", "outcome P") };
            let other = Certificate::new("sprouts", "misere", good.body.replace(from, to));
            assert!(verify_misere(&other, &mut Unwatched).is_err(), "{n} with the other outcome");
            let without: Vec<&str> = good.body.lines().take(2).collect();
            let empty = Certificate::new("sprouts", "misere", without.join("\n"));
            assert!(verify_misere(&empty, &mut Unwatched).is_err(), "{n} with an empty list");
        }
    }

    #[test]
    #[ignore = "minutes"]
    fn certificates_to_eleven_spots_stand() {
        for n in 6..=11 {
            let certificate = certified(n);
            let report = verify(&certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{n}: {e}"));
            println!("{n}: {}, {} bytes", report.line, certificate.body.len());
        }
    }
}
