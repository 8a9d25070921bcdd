//! The disks by hand: each is put into the cavity, and a place where it would overlap is refused, decided in whole
//! numbers.

use super::decimal::{MOST_DECIMALS, Solution, few_decimals};
use super::packing::{Disks, Wall, disks_of};
use super::questions::{CONTAINER, DIAMETERS, SHAPE};
use super::slide::{Around, least_half};
use super::{known, scene, search};
use dashu::rational::RBig;
use engine::rational::{decimal_text, decimals, read, scaled, to_f64};
use kit::{Advice, Ask, End, Error, FROM, Game, GameTable, Play, Result, Scene, Score, Session, Watch, shorten};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::sync::Mutex;

/// The most disks at the table.
const MOST: usize = 60;

/// Decimals of a place; a hand is not more exact.
const PLACE_DECIMALS: usize = 12;

/// Walks of the search for a packing that hints lead to.
const WALKS: u64 = 4000;
const SEED: u64 = 8;
/// Ways to go on from what lies there that are tried before the search.
const TRIES: u64 = 300;

pub(super) static TABLE: GameTable = GameTable {
    params: &[DIAMETERS.or(known::FOURTEEN), CONTAINER.or("12"), SHAPE, FROM],
    examples: &[
        "disks",
        "disks --diameters 2,4,6,8,10 --container 18.1",
        "disks --diameters 1,1,1,1,1 --container 2.9 --shape square",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let diameters = ask.form::<Vec<RBig>>("diameters").clone();
    if diameters.len() > MOST {
        let limit = format!("the limit at the table is {MOST}");
        return Err(Error::too_large(format!("{} disks", diameters.len()), limit, "play with fewer"));
    }
    let wall = Wall::read(ask.text("shape"));
    let disks = disks_of(&diameters, wall);
    let size = ask.form::<RBig>("container").clone();
    // The check refuses what is no decimal or too far out, here and not at the first move.
    Solution::new(wall, &size, &diameters.iter().map(|d| [d.clone(), RBig::ZERO, RBig::ZERO]).collect::<Vec<_>>())?;
    let table = Cavity { diameters, size, disks, packing: Mutex::new(None), plan: Mutex::new(None) };
    let start = Laid { places: vec![None; table.diameters.len()] };
    Session::begin(table, start, ask)
}

/// The centre of a disk.
type Place = [RBig; 2];

struct Cavity {
    diameters: Vec<RBig>,
    size: RBig,
    disks: Disks,
    /// A packing of all disks, once a hint has looked for it: none if none was found.
    packing: Mutex<Option<Option<Vec<Place>>>>,
    /// The last way that was found to go on from what lay there.
    plan: Mutex<Option<Vec<Place>>>,
}

/// Where each disk lies that is in the cavity.
#[derive(Clone, Debug, PartialEq)]
struct Laid {
    places: Vec<Option<Place>>,
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let laid = self.places.iter().enumerate().filter_map(|(disk, place)| place.as_ref().map(|place| (disk, place)));
        let texts: Vec<String> = laid.map(|(disk, place)| format!("{}:{}", disk + 1, place_text(place))).collect();
        f.write_str(if texts.is_empty() { "empty".to_string() } else { texts.join(" ") }.as_str())
    }
}

/// A disk put to a place, or taken off.
#[derive(Clone, Debug, PartialEq)]
struct Put {
    disk: usize,
    place: Option<Place>,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} to {}", self.disk + 1, place_text(place)),
            None => write!(f, "{} off", self.disk + 1),
        }
    }
}

fn number_text(number: &RBig) -> String {
    let needed = decimals(number, MOST_DECIMALS).unwrap_or(PLACE_DECIMALS);
    scaled(number, needed).map_or_else(|| number.to_string(), |digits| decimal_text(&digits, needed))
}

/// A centre in doubles, to ten decimals.
fn rounded([x, y]: [f64; 2]) -> Option<Place> {
    Some([read(&format!("{x:.10}")).ok()?, read(&format!("{y:.10}")).ok()?])
}

/// A length for people: decimals where they say something.
fn length_text(length: f64) -> String {
    if length >= 0.001 { format!("{length:.3}") } else { format!("{length:.1e}") }
}

fn place_text([x, y]: &Place) -> String {
    format!("{},{}", number_text(x), number_text(y))
}

impl Cavity {
    fn read_place(&self, text: &str) -> Result<Place> {
        let refuse =
            |why: String| Err(Error::usage(format!("{:?}", shorten(text)), why, "write a place such as 1.5,-2"));
        let Some((x, y)) = text.split_once(',') else { return refuse("not a place".to_string()) };
        let (x, y) = (read(x.trim())?, read(y.trim())?);
        let far = RBig::from(2u8) * &self.size;
        for number in [&x, &y] {
            if decimals(number, PLACE_DECIMALS).is_none() {
                return refuse(format!("a place has at most {PLACE_DECIMALS} decimals"));
            }
            if *number > far || *number < -far.clone() {
                return refuse("that is far outside of the cavity".to_string());
            }
        }
        Ok([x, y])
    }

    fn read_disk(&self, text: &str) -> Result<usize> {
        let disk = text.parse::<usize>().ok().filter(|disk| (1..=self.diameters.len()).contains(disk));
        disk.map(|disk| disk - 1).ok_or_else(|| {
            let wants = format!("the disks are 1 to {}", self.diameters.len());
            Error::usage(format!("{:?}", shorten(text)), "no such disk", wants)
        })
    }

    /// What is wrong when a disk lies there beside the others: it reaches beyond the wall, or overlaps one of them.
    fn fault(&self, at: &Laid, disk: usize, place: &Place) -> Option<String> {
        let others = at.places.iter().enumerate().filter(|&(other, _)| other != disk);
        let others = others.filter_map(|(other, place)| place.as_ref().map(|place| (other, place)));
        let laid: Vec<(usize, &Place)> = others.chain([(disk, place)]).collect();
        let numbers: Vec<[RBig; 3]> =
            laid.iter().map(|(i, [x, y])| [self.diameters[*i].clone(), x.clone(), y.clone()]).collect();
        let solution = match Solution::new(self.disks.wall, &self.size, &numbers) {
            Ok(solution) => solution,
            Err(why) => return Some(why.to_string()),
        };
        solution.check().map(|fault| match fault {
            super::decimal::Fault::Outside(_, by) => {
                format!("disk {} reaches {} beyond the wall", disk + 1, length_text(by))
            }
            super::decimal::Fault::Overlap(i, j, by) => {
                format!("disks {} and {} overlap by {}", laid[i].0 + 1, laid[j].0 + 1, length_text(by))
            }
        })
    }

    /// The disks that lie there but one, in doubles.
    fn others(&self, at: &Laid, but: usize) -> Vec<([f64; 2], f64)> {
        let laid = at.places.iter().enumerate().filter(|&(disk, _)| disk != but);
        let laid = laid.filter_map(|(disk, place)| Some((disk, place.as_ref()?)));
        laid.map(|(disk, [x, y])| ([to_f64(x), to_f64(y)], self.disks.radii[disk])).collect()
    }

    /// A centre in doubles as a place, if the disk fits there.
    fn fitting(&self, at: &Laid, disk: usize, centre: [f64; 2]) -> Option<Place> {
        rounded(centre).filter(|place| self.fault(at, disk, place).is_none())
    }

    /// Where a disk comes to lie that a hand lets go at a place: there, or touching what is in its way.
    fn let_go(&self, at: &Laid, disk: usize, place: Place) -> Result<Put> {
        let Some(why) = self.fault(at, disk, &place) else { return Ok(Put { disk, place: Some(place) }) };
        let (to, radius) = ([to_f64(&place[0]), to_f64(&place[1])], self.disks.radii[disk]);
        let others = self.others(at, disk);
        let around = Around { wall: self.disks.wall, half: to_f64(&self.size) / 2.0, others: &others };
        // Farther than its own width it does not slide: that is no place that the hand meant.
        let near = |p: &[f64; 2]| (p[0] - to[0]).hypot(p[1] - to[1]) <= 2.0 * radius;
        let mut found = around.nearest(radius, to).into_iter().take_while(near);
        let place = found.find_map(|p| self.fitting(at, disk, p));
        let refuse = || Error::usage(format!("disk {}", disk + 1), why, "let it go where there is room");
        place.map(|place| Put { disk, place: Some(place) }).ok_or_else(refuse)
    }

    /// Places for all disks that leave those that lie there where they are: the others go, large ones first, into
    /// corners that chance draws.
    fn completing(&self, at: &Laid, watch: &mut dyn Watch) -> Result<Option<Vec<Place>>> {
        let known = self.plan.lock().ok().and_then(|plan| plan.clone());
        let keeps = |plan: &Vec<Place>| {
            at.places.iter().zip(plan).all(|(here, there)| here.as_ref().is_none_or(|p| p == there))
        };
        if let Some(plan) = known.filter(keeps) {
            return Ok(Some(plan));
        }
        let mut waiting: Vec<usize> = (0..at.places.len()).filter(|&disk| at.places[disk].is_none()).collect();
        waiting.sort_by(|&a, &b| self.diameters[b].cmp(&self.diameters[a]).then(a.cmp(&b)));
        let mut chance = ChaCha8Rng::seed_from_u64(SEED);
        let tries = (TRIES * 400 / (at.places.len() as u64).pow(2).max(400)).max(10);
        for tried in 0..tries {
            kit::watch::step(watch, tried, Some(tries), || format!("{tried} of {tries} ways to go on were tried"))?;
            if let Some(laid) = self.tried(at, &waiting, &mut chance) {
                let plan: Vec<Place> = laid.places.into_iter().flatten().collect();
                if let Ok(mut kept) = self.plan.lock() {
                    *kept = Some(plan.clone());
                }
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    /// One way to go on, if it comes to the end.
    fn tried(&self, at: &Laid, waiting: &[usize], chance: &mut ChaCha8Rng) -> Option<Laid> {
        let mut laid = at.clone();
        for &disk in waiting {
            let others = self.others(&laid, disk);
            let around = Around { wall: self.disks.wall, half: to_f64(&self.size) / 2.0, others: &others };
            let mut corners = around.corners(self.disks.radii[disk]);
            if corners.is_empty() {
                let aside = [chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0)];
                corners = around.nearest(self.disks.radii[disk], aside.map(|t: f64| t * around.half));
            }
            let drawn = (!corners.is_empty()).then(|| corners[chance.random_range(0..corners.len())])?;
            laid.places[disk] = rounded(drawn);
        }
        // Doubles drew it; whether it holds is decided in whole numbers, once for all.
        let holds = waiting.last().is_none_or(|&disk| {
            laid.places[disk].as_ref().is_some_and(|place| self.fault(&laid, disk, place).is_none())
        });
        holds.then_some(laid)
    }

    /// A place where a disk fits beside those that lie there: against the wall and a neighbour, or against two, found
    /// in doubles, rounded, and checked.
    fn free_place(&self, at: &Laid, disk: usize) -> Option<Place> {
        let half = to_f64(&self.size) / 2.0;
        let radius = self.disks.radii[disk];
        // A hair's breadth away from touching, so that rounding to few decimals does no harm.
        let step = half / 24.0;
        let mut spots: Vec<(f64, f64)> = (-24i32..=24)
            .flat_map(|i| (-24i32..=24).map(move |j| (f64::from(i) * step, f64::from(j) * step)))
            .filter(|(x, y)| x.hypot(*y) + radius <= half || self.disks.wall == Wall::Square)
            .collect();
        // The farthest from the middle first: the wall is the best neighbour.
        spots.sort_by(|a, b| b.0.hypot(b.1).total_cmp(&a.0.hypot(a.1)));
        let clear = |&(x, y): &(f64, f64)| {
            at.places.iter().enumerate().filter(|(other, _)| *other != disk).all(|(other, place)| {
                place
                    .as_ref()
                    .is_none_or(|[px, py]| (x - to_f64(px)).hypot(y - to_f64(py)) >= radius + self.disks.radii[other])
            })
        };
        let exact = |(x, y): (f64, f64)| -> Option<Place> {
            Some([read(&format!("{x:.3}")).ok()?, read(&format!("{y:.3}")).ok()?])
        };
        spots.into_iter().filter(clear).filter_map(exact).find(|place| self.fault(at, disk, place).is_none())
    }

    /// A packing of all disks, looked for once.
    fn packing(&self, watch: &mut dyn Watch) -> Result<Option<Vec<Place>>> {
        if let Some(known) = self.packing.lock().ok().and_then(|kept| kept.clone()) {
            return Ok(known);
        }
        let half = to_f64(&self.size) / 2.0;
        let found = search::search(&self.disks, half, SEED, 0..WALKS, watch)?.tight()?;
        let solution = found
            .and_then(|tight| few_decimals(self.disks.wall, &self.size, &self.diameters, &tight.layout, tight.half));
        let places = solution.map(|solution| {
            let number = |digits| read(&decimal_text(digits, solution.decimals));
            solution.disks.iter().map(|[_, x, y]| Ok([number(x)?, number(y)?])).collect::<Result<Vec<Place>>>()
        });
        let places = places.transpose()?;
        if let Ok(mut kept) = self.packing.lock() {
            *kept = Some(places.clone());
        }
        Ok(places)
    }
}

impl Game for Cavity {
    type Position = Laid;
    type Move = Put;

    fn title(&self) -> String {
        let (count, wall) = (self.diameters.len(), self.disks.wall.name());
        format!("{count} disks for a {wall} of {}", number_text(&self.size))
    }

    fn rules(&self) -> String {
        "Put every disk into the cavity so that none overlaps another or the wall. Write 3 to 1.5,-2 to put the centre of disk 3 there, the middle \
         of the cavity being 0,0; write 3 off to take it out. A place where it would overlap is refused, decided in whole numbers; 3 near 1.5,-2 lets it slide \
         until it touches what is in its way."
            .to_string()
    }

    fn solitaire(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Result<Laid> {
        let mut at = Laid { places: vec![None; self.diameters.len()] };
        if text.trim() == "empty" {
            return Ok(at);
        }
        for word in text.split_whitespace() {
            let Some((disk, place)) = word.split_once(':') else {
                let wants = "write empty, or disks with their places such as 1:0.5,2 3:-1,0";
                return Err(Error::usage(format!("{:?}", shorten(word)), "not a disk at a place", wants));
            };
            let (disk, place) = (self.read_disk(disk)?, self.read_place(place)?);
            if at.places[disk].is_some() {
                return Err(Error::usage(format!("disk {}", disk + 1), "it lies there already", "name it once"));
            }
            if let Some(why) = self.fault(&at, disk, &place) {
                return Err(Error::usage(format!("{:?}", shorten(word)), why, "put it where it does not overlap"));
            }
            at.places[disk] = Some(place);
        }
        Ok(at)
    }

    fn moves(&self, at: &Laid) -> Vec<Put> {
        let offered = |disk: usize| match at.places[disk] {
            Some(_) => Some(Put { disk, place: None }),
            None => self.free_place(at, disk).map(|place| Put { disk, place: Some(place) }),
        };
        (0..self.diameters.len()).filter_map(offered).collect()
    }

    fn read_move(&self, at: &Laid, text: &str) -> Result<Put> {
        let text = text.trim();
        if let Some(disk) = text.strip_suffix(" off") {
            let disk = self.read_disk(disk.trim())?;
            return match at.places[disk] {
                Some(_) => Ok(Put { disk, place: None }),
                None => Err(Error::usage(format!("{text:?}"), "that disk is not in the cavity", "take another")),
            };
        }
        if let Some((disk, place)) = text.split_once(" near ") {
            return self.let_go(at, self.read_disk(disk.trim())?, self.read_place(place)?);
        }
        let Some((disk, place)) = text.split_once(" to ") else {
            return Err(Error::usage(format!("{:?}", shorten(text)), "not a move", "write 3 to 1.5,-2, or 3 off"));
        };
        let (disk, place) = (self.read_disk(disk.trim())?, self.read_place(place)?);
        if at.places[disk].as_ref() == Some(&place) {
            return Err(Error::usage(format!("{:?}", shorten(text)), "it lies there already", "move it elsewhere"));
        }
        match self.fault(at, disk, &place) {
            Some(why) => Err(Error::usage(format!("{:?}", shorten(text)), why, "put it where it does not overlap")),
            None => Ok(Put { disk, place: Some(place) }),
        }
    }

    fn after(&self, at: &Laid, play: &Put) -> Laid {
        let mut next = at.clone();
        next.places[play.disk] = play.place.clone();
        next
    }

    fn turn(&self, _at: &Laid, _moves_made: usize) -> usize {
        0
    }

    fn end(&self, at: &Laid, _turn: usize) -> Option<End> {
        at.places.iter().all(Option::is_some).then(|| {
            let line = format!("all {} disks lie in the cavity, checked in whole numbers", at.places.len());
            End { winner: Some(0), line }
        })
    }

    /// The next disk of a way to go on from what lies there; or else of a packing that was found, for which what is in
    /// the way comes off first.
    fn advise(&self, at: &Laid, watch: &mut dyn Watch) -> Result<Advice<Put>> {
        let goes_on = self.completing(at, watch)?;
        let Some(packing) = (match goes_on {
            Some(plan) => Some(plan),
            None => self.packing(watch)?,
        }) else {
            let limit = format!("no packing was found in {WALKS} walks");
            return Err(Error::too_large("this set of disks", limit, "take a larger cavity"));
        };
        let right = |disk: usize| at.places[disk].as_ref() == Some(&packing[disk]);
        let settled = (0..packing.len()).filter(|&disk| right(disk)).count();
        // Large disks first, as a person would.
        let mut order: Vec<usize> = (0..packing.len()).filter(|&disk| !right(disk)).collect();
        order.sort_by(|&a, &b| self.diameters[b].cmp(&self.diameters[a]).then(a.cmp(&b)));
        let fits = |&disk: &usize| self.fault(at, disk, &packing[disk]).is_none();
        let (play, line) = match order.iter().copied().find(fits) {
            Some(disk) => {
                let line = format!("{settled} disks lie as in a packing that was found, and this one joins them");
                (Put { disk, place: Some(packing[disk].clone()) }, line)
            }
            None => {
                let disk = order.into_iter().find(|&disk| at.places[disk].is_some());
                let disk = disk.ok_or_else(|| Error::failed("the packing does not fit beside itself"))?;
                (Put { disk, place: None }, "it is in the way of a packing that was found".to_string())
            }
        };
        let look = match play.place {
            Some(_) => {
                "look for the largest disk that still waits, and for a place against the wall or between two others"
            }
            None => "look for a disk that is in the way of the larger ones",
        };
        Ok(Advice::guess(play, look, line))
    }

    /// The least cavity that would hold what lies there.
    fn score(&self, at: &Laid) -> Option<Score> {
        let laid = self.others(at, usize::MAX);
        let value = 2.0 * least_half(self.disks.wall, &laid);
        (!laid.is_empty()).then_some(Score { name: "cavity that would do", value })
    }

    fn scene(&self, at: &Laid) -> Scene {
        let half = to_f64(&self.size) / 2.0;
        let centre = |place: &Place| (to_f64(&place[0]), to_f64(&place[1]));
        let over = self.end(at, 0).is_some();
        let offered = if over { Vec::new() } else { self.moves(at) };
        let disks: Vec<scene::Held> = (0..self.diameters.len())
            .map(|disk| scene::Held {
                radius: self.disks.radii[disk],
                centre: at.places[disk].as_ref().map(centre),
                touch: offered.iter().find(|put| put.disk == disk).map(ToString::to_string),
            })
            .collect();
        scene::by_hand(self.disks.wall, half, &disks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Unwatched, sit_down};

    fn table(sentence: &str) -> Box<dyn Play> {
        sit_down(&[&super::super::TOPIC], sentence, &mut Unwatched).unwrap()
    }

    #[test]
    fn hints_alone_fill_the_cavity() {
        for sentence in TABLE.examples {
            let mut play = table(sentence);
            let mut moves = 0;
            while play.end().is_none() {
                let advice = play.advise(&mut Unwatched).unwrap();
                play.play(&advice.play).unwrap_or_else(|e| panic!("{sentence}: {e}"));
                moves += 1;
                assert!(moves <= 14, "{sentence}");
            }
        }
    }

    #[test]
    fn a_hint_goes_on_from_what_lies_there() {
        let mut play = table("disks --diameters 2,4,6,8,10 --container 18.1");
        play.play("1 to 0,0").unwrap();
        let mut moves = 0;
        while play.end().is_none() {
            let advice = play.advise(&mut Unwatched).unwrap();
            play.play(&advice.play).unwrap();
            moves += 1;
            assert!(moves <= 7);
        }
    }

    #[test]
    fn a_disk_that_is_let_go_slides_until_it_touches() {
        let mut play = table("disks --diameters 2,2,1 --container 4.2");
        play.play("1 near 2.5,0").unwrap();
        assert!(play.position().starts_with("1:1.09999999"), "{}", play.position());
        play.play("2 near 0.3,0.2").unwrap();
        let played = play.history()[1].clone();
        assert!(played.starts_with("2 to -"), "{played}");
        // What has no room within its own width is refused with the reason.
        let mut full = table("disks --diameters 2,2,2 --container 4");
        full.play("1 to 1,0").unwrap();
        full.play("2 to -1,0").unwrap();
        let line = full.play("3 near 0,0").unwrap_err().to_string();
        assert!(line.contains("overlap"), "{line}");
        assert!(full.score().is_some_and(|score| (score.value - 4.0).abs() < 1e-9));
    }

    #[test]
    fn overlaps_are_refused_in_whole_numbers() {
        let mut play = table("disks --diameters 2,2,1 --container 4");
        play.play("1 to 1,0").unwrap();
        let cases = [
            ("2 to -0.999999999999,0", "disks 1 and 2 overlap by"),
            ("2 to -1.000000000001,0", "disk 2 reaches 1.0"),
            ("2 to -1.0000000000001,0", "at most 12 decimals"),
            ("2 to 1e30,0", "far outside"),
            ("4 to 0,0", "no such disk"),
            ("2 to x,0", "x"),
            ("2 off", "not in the cavity"),
            ("1 to 1,0", "lies there already"),
            ("hello", "not a move"),
        ];
        kit::trial::refused(&cases, |text| play.play(text));
        play.play("2 to -1,0").unwrap();
        assert_eq!(play.position(), "1:1,0 2:-1,0");
        assert_eq!(table("disks --diameters 2,2,1 --container 4 --from \"2:-1,0 1:1,0\"").position(), "1:1,0 2:-1,0");
        assert!(play.end().is_none());
        play.play("3 to 0,1.118").unwrap_err();
        play.play("3 to 0,1.119").unwrap();
        assert_eq!(play.end().unwrap().line, "all 3 disks lie in the cavity, checked in whole numbers");
    }

    #[test]
    fn every_offer_is_legal() {
        let mut play = table("disks");
        for _ in 0..6 {
            let moves = play.moves();
            for text in &moves {
                let mut other = table(&format!("disks --from {:?}", play.position()));
                other.play(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            }
            let next = moves.into_iter().rfind(|text| text.contains(" to ")).unwrap();
            play.play(&next).unwrap();
        }
    }
}
