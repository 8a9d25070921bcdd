//! The checker of certificates: the plain rules, and its own way to simplify and compare positions. It shares no code with the search.

use super::plain::{self, Curve};
use super::position::Position;
use kit::{Certificate, Error, Report, Result, Standing, Watch};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// A vertex of a simplified land: a digit, or a name by number from 3 on.
type Walk = Vec<u32>;
type Land = Vec<Vec<Walk>>;

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

/// Lost positions as sorted lists of classes of equal lands.
#[derive(Default)]
struct Losses {
    class_of: FxHashMap<u64, Vec<(Land, usize)>>,
    count: usize,
    listed: FxHashSet<Vec<usize>>,
    won: FxHashMap<Vec<usize>, bool>,
    moves: u64,
}

impl Losses {
    fn classes(&mut self, at: &Position) -> Vec<usize> {
        let mut classes: Vec<usize> = Vec::new();
        for land in lands_of(at) {
            let likely = self.class_of.entry(invariant(&land)).or_default();
            classes.push(match likely.iter().find(|(other, _)| *other == land || same(&land, other)) {
                Some(&(_, class)) => class,
                None => {
                    self.count += 1;
                    likely.push((land, self.count));
                    self.count
                }
            });
        }
        classes.sort_unstable();
        classes
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

/// In normal play two equal lands are worth nothing: every move in one is answered by the same in the other.
fn without_pairs(lands: Vec<Land>) -> Vec<Land> {
    let mut kept: Vec<Land> = Vec::with_capacity(lands.len());
    for land in lands {
        match kept.iter().position(|other| *other == land || invariant(other) == invariant(&land) && same(other, &land))
        {
            Some(twin) => {
                kept.remove(twin);
            }
            None => kept.push(land),
        }
    }
    kept
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

/// The living lands of a position, by the rules that the essay argues.
fn lands_of(at: &Position) -> Vec<Land> {
    let seen = at.seen();
    let vertex = |v: u16| match (at.degree[usize::from(v)], seen[usize::from(v)]) {
        (3, _) => None,
        (degree, 1) => Some(u32::from(degree)),
        _ => Some(u32::from(v) + 3),
    };
    let mut regions: Land = Vec::new();
    for region in &at.regions {
        let walks: Vec<Walk> =
            region.iter().map(|walk| twice_in_a_row(walk.iter().filter_map(|&v| vertex(v)).collect())).collect();
        let walks: Vec<Walk> = walks.into_iter().filter(|walk| !walk.is_empty()).collect();
        if lives(&walks) >= 2 {
            regions.push(walks);
        }
    }
    let all: Vec<u32> = regions.iter().flatten().flatten().copied().collect();
    for v in regions.iter_mut().flatten().flatten() {
        if *v >= 3 && all.iter().filter(|&&u| u == *v).count() == 1 {
            *v = 2;
        }
    }
    for region in &mut regions {
        if lives(region) <= 3 {
            *region = vec![without_order(region)];
        }
    }
    apart(regions)
}

fn lives(region: &[Walk]) -> u32 {
    let mut vertices: Vec<u32> = region.iter().flatten().copied().collect();
    let spots: u32 = vertices.iter().filter(|&&v| v < 3).map(|&v| 3 - v).sum();
    vertices.retain(|&v| v >= 3);
    vertices.sort_unstable();
    vertices.dedup();
    spots + vertices.len() as u32
}

/// A name passed twice with nothing between is a vertex seen from one place.
fn twice_in_a_row(mut walk: Walk) -> Walk {
    let mut at = 0;
    while walk.len() >= 2 && at < walk.len() {
        let next = (at + 1) % walk.len();
        if walk[at] >= 3 && walk[at] == walk[next] {
            walk[at] = 2;
            walk.remove(next);
        } else {
            at += 1;
        }
    }
    walk
}

fn without_order(region: &[Walk]) -> Walk {
    let mut vertices: Walk = region.iter().flatten().copied().collect();
    vertices.sort_unstable();
    let mut kept: Walk = Vec::new();
    for v in vertices {
        match kept.last_mut() {
            Some(last) if v >= 3 && *last == v => *last = 2,
            _ => kept.push(v),
        }
    }
    kept.sort_unstable();
    kept
}

/// Regions that share names, directly or through others, together.
fn apart(regions: Land) -> Vec<Land> {
    let mut lands: Vec<Land> = Vec::new();
    for region in regions {
        let shares =
            |land: &Land| region.iter().flatten().any(|v| *v >= 3 && land.iter().flatten().flatten().any(|u| u == v));
        let (together, rest): (Vec<Land>, Vec<Land>) = lands.into_iter().partition(shares);
        lands = rest;
        let mut land: Land = together.into_iter().flatten().collect();
        land.push(region);
        lands.push(land);
    }
    for land in &mut lands {
        for region in land.iter_mut() {
            region.sort();
        }
        land.sort();
    }
    lands.sort();
    lands
}

fn position_of(land: &Land) -> Position {
    let mut degree = Vec::new();
    let mut names: FxHashMap<u32, u16> = FxHashMap::default();
    let mut number = |v: u32| {
        let new = degree.len() as u16;
        if v < 3 {
            degree.push(v as u8);
            return new;
        }
        *names.entry(v).or_insert_with(|| {
            degree.push(2);
            new
        })
    };
    let regions = land.iter().map(|r| r.iter().map(|w| w.iter().map(|&v| number(v)).collect()).collect()).collect();
    Position { regions, degree, named: false }
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Colours of names by their surroundings, blind to names, rotation and reflection.
fn colours(land: &Land) -> FxHashMap<u32, u64> {
    let mut colours: FxHashMap<u32, u64> =
        land.iter().flatten().flatten().filter(|&&v| v >= 3).map(|&v| (v, 7)).collect();
    for _ in 0..4 {
        let colour = |v: u32| if v < 3 { u64::from(v) } else { colours[&v] };
        let mut views: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        for region in land {
            let walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colour)).collect();
            let mut sorted = walls.clone();
            sorted.sort_unstable();
            for (walk, wall) in region.iter().zip(walls) {
                for (i, &v) in walk.iter().enumerate().filter(|&(_, &v)| v >= 3) {
                    views.entry(v).or_default().push(digest((corner(walk, i, &colour), wall, &sorted)));
                }
            }
        }
        colours = views
            .into_iter()
            .map(|(v, mut view)| {
                view.sort_unstable();
                (v, digest((colours[&v], view)))
            })
            .collect();
    }
    colours
}

fn corner(walk: &[u32], i: usize, colour: &dyn Fn(u32) -> u64) -> u64 {
    let n = walk.len();
    let (left, right) = (colour(walk[(i + n - 1) % n]), colour(walk[(i + 1) % n]));
    digest((colour(walk[i]), left.min(right), left.max(right)))
}

fn wall(walk: &[u32], colour: &dyn Fn(u32) -> u64) -> u64 {
    let mut corners: Vec<u64> = (0..walk.len()).map(|i| corner(walk, i, colour)).collect();
    corners.sort_unstable();
    digest(corners)
}

fn invariant(land: &Land) -> u64 {
    let colours = colours(land);
    let colour = |v: u32| if v < 3 { u64::from(v) } else { colours[&v] };
    let mut regions: Vec<Vec<u64>> = land
        .iter()
        .map(|region| {
            let mut walls: Vec<u64> = region.iter().map(|walk| wall(walk, &colour)).collect();
            walls.sort_unstable();
            walls
        })
        .collect();
    regions.sort();
    digest(regions)
}

/// Whether some renaming, with rotations of walks and reflections of regions, makes the lands equal.
fn same(a: &Land, b: &Land) -> bool {
    let (from, to) = (colours(a), colours(b));
    let mut names: Vec<u32> = from.keys().copied().collect();
    names.sort_unstable();
    let plain = |land: &Land, name: &dyn Fn(u32) -> u32| shape(land, name);
    let goal = plain(b, &|v| v);
    rename(a, &names, &from, &to, &mut FxHashMap::default(), &goal)
}

fn rename(
    a: &Land,
    names: &[u32],
    from: &FxHashMap<u32, u64>,
    to: &FxHashMap<u32, u64>,
    map: &mut FxHashMap<u32, u32>,
    goal: &Vec<Vec<Walk>>,
) -> bool {
    let Some((&name, rest)) = names.split_first() else {
        return shape(a, &|v| if v < 3 { v } else { map[&v] }) == *goal;
    };
    let mut images: Vec<u32> = to.iter().filter(|&(_, c)| *c == from[&name]).map(|(&v, _)| v).collect();
    images.sort_unstable();
    for image in images {
        if map.values().any(|&taken| taken == image) {
            continue;
        }
        map.insert(name, image);
        if rename(a, rest, from, to, map, goal) {
            return true;
        }
        map.remove(&name);
    }
    false
}

/// The land with each walk turned and each region mirrored to the least, all sorted.
fn shape(land: &Land, name: &dyn Fn(u32) -> u32) -> Vec<Vec<Walk>> {
    let mut regions: Vec<Vec<Walk>> = land
        .iter()
        .map(|region| {
            let side = |mirrored: bool| {
                let mut walks: Vec<Walk> = region
                    .iter()
                    .map(|walk| {
                        let mut walk: Walk = walk.iter().map(|&v| name(v)).collect();
                        if mirrored {
                            walk.reverse();
                        }
                        let turns = (0..walk.len()).map(|i| [&walk[i..], &walk[..i]].concat());
                        turns.min().unwrap_or_default()
                    })
                    .collect();
                walks.sort();
                walks
            };
            side(false).min(side(true))
        })
        .collect();
    regions.sort();
    regions
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
