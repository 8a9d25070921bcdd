//! The disks by hand: each is put into the cavity, and a place where it would overlap is refused, decided in whole
//! numbers.

use super::decimal::{MOST_DECIMALS, Solution, few_decimals, positive, read_diameters};
use super::packing::{Disks, Wall, disks_of};
use super::{known, scene, search};
use dashu::rational::RBig;
use engine::rational::{decimal_text, decimals, read, scaled, to_f64};
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Standing, Watch, parsed,
    shorten,
};
use std::fmt;
use std::sync::Mutex;

/// The most disks at the table.
const MOST: usize = 60;

/// Decimals of a place; a hand is not more exact.
const PLACE_DECIMALS: usize = 12;

/// Walks of the search for a packing that hints lead to.
const WALKS: u64 = 4000;
const SEED: u64 = 8;

pub(super) static TABLE: GameTable = GameTable {
    params: &[
        Param::read("diameters", "the diameters of the disks", "decimals separated by commas: 2.150,2.250", |text| {
            parsed(read_diameters(text))
        })
        .or(known::FOURTEEN),
        Param::read(
            "container",
            "the diameter of the circle, or the side of the square",
            "a positive decimal",
            |text| parsed(positive(text)),
        )
        .or("12"),
        Param::choice("shape", "the shape of the cavity", &["circle", "square"]).or("circle"),
        FROM,
    ],
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
    let table = Cavity { diameters, size, disks, packing: Mutex::new(None) };
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
            super::decimal::Fault::Outside(_, by) => format!("disk {} reaches {by:.3e} beyond the wall", disk + 1),
            super::decimal::Fault::Overlap(i, j, by) => {
                format!("disks {} and {} overlap by {by:.3e}", laid[i].0 + 1, laid[j].0 + 1)
            }
        })
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
        let found = search::search(&self.disks, half, SEED, 0..WALKS, watch)?;
        let solution = found.ok().and_then(|(_, tight)| {
            few_decimals(self.disks.wall, &self.size, &self.diameters, &tight.layout, tight.half)
        });
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
         of the cavity being 0,0; write 3 off to take it out. A place where it would overlap is refused, decided in whole numbers."
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

    /// The next disk of a packing that was found; what lies elsewhere and is in the way comes off first.
    fn advise(&self, at: &Laid, watch: &mut dyn Watch) -> Result<Advice<Put>> {
        let Some(packing) = self.packing(watch)? else {
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
        Ok(Advice { play, standing: Standing::Best, line })
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
    fn overlaps_are_refused_in_whole_numbers() {
        let mut play = table("disks --diameters 2,2,1 --container 4");
        play.play("1 to 1,0").unwrap();
        for (text, part) in [
            ("2 to -0.999999999999,0", "disks 1 and 2 overlap by"),
            ("2 to -1.000000000001,0", "disk 2 reaches 1.0"),
            ("2 to -1.0000000000001,0", "at most 12 decimals"),
            ("2 to 1e30,0", "far outside"),
            ("4 to 0,0", "no such disk"),
            ("2 to x,0", "x"),
            ("2 off", "not in the cavity"),
            ("1 to 1,0", "lies there already"),
            ("hello", "not a move"),
        ] {
            let line = play.play(text).unwrap_err().to_string();
            assert!(line.contains(part) && !line.contains('\n'), "{text}: {line}");
        }
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
