//! Worksheets: puzzles to print, made fair by the room that knows them.
//!
//! A room makes one puzzle from a level and a place in a stream of chance; the kit makes a sheet of them, all
//! different. A puzzle is found again by its code alone: topic, level, seed and place.

use crate::ask::NoFiles;
use crate::{Ask, Error, GameTable, Play, Result, Scene, Topic, Watch, say, watch};
use std::fmt;

/// How hard a puzzle is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For the first minutes.
    Easy,
    /// For who has understood.
    Middle,
    /// For who wants more.
    Hard,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Middle, Level::Hard];
    /// Their names in that order.
    pub const NAMES: &'static [&'static str] = &["easy", "middle", "hard"];

    /// The level of that name.
    pub fn read(name: &str) -> Result<Level> {
        let place = Level::NAMES.iter().position(|known| *known == name);
        place
            .map(|place| Level::ALL[place])
            .ok_or_else(|| say::unknown(name, "no such level", Level::NAMES.iter().copied()))
    }

    /// The thing that fits the level.
    pub fn pick<T>(self, easy: T, middle: T, hard: T) -> T {
        match self {
            Level::Easy => easy,
            Level::Middle => middle,
            Level::Hard => hard,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Level::NAMES[*self as usize])
    }
}

/// A puzzle on paper.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What is to be done, in a sentence or two.
    pub task: String,
    /// The picture to work on.
    pub scene: Scene,
    /// What to write down, in words.
    pub solution: String,
    /// The picture of the solution, where one helps.
    pub solved: Option<Scene>,
    /// The sentence that opens the same puzzle: `play TOPIC ...`, or a question.
    pub opens: String,
    /// How hard it is: what was measured and what came out.
    pub difficulty: (&'static str, u64),
}

/// What a room puts on paper.
pub struct Worksheet {
    /// The heading of the sheet.
    pub title: &'static str,
    /// The rules, for somebody who sees only the sheet.
    pub rules: &'static str,
    /// Makes a puzzle of a level from a seed and a place in its stream, fair: solvable, and with one answer where the
    /// task asks for *the* answer. `None` where that place of the stream gives none.
    pub make: fn(Level, u64, u64, &mut dyn Watch) -> Result<Option<Puzzle>>,
}

/// A puzzle's name: what makes it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The name of the topic.
    pub topic: String,
    /// The level.
    pub level: Level,
    /// The seed of its sheet.
    pub seed: u64,
    /// The place in the stream.
    pub place: u64,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-{}", self.topic, self.level, self.seed, self.place)
    }
}

impl Code {
    /// Reads a code.
    pub fn read(text: &str) -> Result<Code> {
        let refuse = || {
            let why = "not the code of a puzzle";
            Error::usage(format!("{:?}", say::shorten(text)), why, "write TOPIC-LEVEL-SEED-PLACE as on the sheet")
        };
        let parts: Vec<&str> = text.trim().split('-').collect();
        let [topic, level, seed, place] = parts[..] else { return Err(refuse()) };
        let number = |text: &str| text.parse::<u64>().map_err(|_| refuse());
        Ok(Code { topic: topic.to_string(), level: Level::read(level)?, seed: number(seed)?, place: number(place)? })
    }
}

/// The table of a topic at the words after its name, such as `4 --from Q.../..../..../....`.
pub fn table_at(
    topic: &'static str,
    table: &'static GameTable,
    words: &str,
    watch: &mut dyn Watch,
) -> Result<Box<dyn Play>> {
    let words = crate::ask::words(words)?;
    (table.sit)(&Ask::read(format!("play {topic}"), table.params, &words, &NoFiles)?, watch)
}

/// The only move that wins at a table, and how many moves there are to choose from; `None` if none wins, several do, or
/// not all is known.
pub fn only_win(play: &dyn Play, watch: &mut dyn Watch) -> Result<Option<(String, usize)>> {
    let values = play.values(watch)?;
    let mut wins = values.iter().filter(|value| value.wins == Some(true));
    let known = values.iter().all(|value| value.wins.is_some());
    Ok(match (wins.next(), wins.next()) {
        (Some(win), None) if known && values.len() > 1 => Some((win.play.clone(), values.len())),
        _ => None,
    })
}

/// The worksheets of a topic, or an error that says it has none.
pub fn worksheet_of(topic: &Topic) -> Result<&'static Worksheet> {
    topic.worksheet.ok_or_else(|| {
        Error::usage(topic.name, "this topic has no worksheets", "ask for those of a topic with puzzles to print")
    })
}

/// The most puzzles of a sheet.
pub const MOST: usize = 60;

/// A sheet of puzzles with their codes, all different.
pub fn sheet(
    topic: &Topic,
    level: Level,
    count: usize,
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Vec<(Code, Puzzle)>> {
    let worksheet = worksheet_of(topic)?;
    let mut sheet: Vec<(Code, Puzzle)> = Vec::new();
    // A level with few puzzles, or a stream that runs dry, must end.
    let tries = 40 * count as u64 + 100;
    for place in 0..tries {
        if sheet.len() == count {
            return Ok(sheet);
        }
        watch::step(watch, sheet.len() as u64, Some(count as u64), || format!("a sheet of {count} puzzles"))?;
        let Some(puzzle) = (worksheet.make)(level, seed, place, watch)? else { continue };
        if sheet.iter().all(|(_, other)| other.opens != puzzle.opens || other.task != puzzle.task) {
            sheet.push((Code { topic: topic.name.to_string(), level, seed, place }, puzzle));
        }
    }
    match sheet.len() == count {
        true => Ok(sheet),
        false => {
            let limit = format!("this level has only {} different puzzles within reach", sheet.len());
            Err(Error::too_large(say::count(count as u128, "puzzle"), limit, "ask for fewer, or for another level"))
        }
    }
}

/// The puzzle of a code.
pub fn puzzle_of(all: &[&'static Topic], code: &Code, watch: &mut dyn Watch) -> Result<Puzzle> {
    let worksheet = worksheet_of(crate::find_topic(all, &code.topic)?)?;
    (worksheet.make)(code.level, code.seed, code.place, watch)?.ok_or_else(|| {
        Error::usage(code, "there is no puzzle at that place", "write the code as it stands on the sheet")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    static SHEET: Worksheet = Worksheet {
        title: "piles",
        rules: "count",
        make: |level, seed, place, _| {
            let number = (seed + place) % level.pick(3, 30, 300);
            let scene = Scene::new("pile", "a pile", 1.0, 1.0);
            let puzzle = |number: u64| Puzzle {
                task: format!("count {number}"),
                scene,
                solution: number.to_string(),
                solved: None,
                opens: format!("play pile {number}"),
                difficulty: ("pebbles", number),
            };
            Ok((number > 0).then(|| puzzle(number)))
        },
    };
    static TOPIC: Topic = Topic { name: "pile", worksheet: Some(&SHEET), ..Topic::EMPTY };

    #[test]
    fn a_sheet_holds_different_puzzles_and_each_is_found_by_its_code() {
        let sheet = sheet(&TOPIC, Level::Middle, 12, 5, &mut Unwatched).unwrap();
        assert_eq!(sheet.len(), 12);
        for (code, puzzle) in &sheet {
            let read = Code::read(&code.to_string()).unwrap();
            assert_eq!(&read, code);
            assert_eq!(puzzle_of(&[&TOPIC], &read, &mut Unwatched).unwrap().opens, puzzle.opens);
        }
        assert_eq!(sheet[0].0.to_string(), "pile-middle-5-0");
    }

    #[test]
    fn what_cannot_be_is_refused_in_a_line() {
        let few = sheet(&TOPIC, Level::Easy, 3, 0, &mut Unwatched).unwrap_err().to_string();
        assert!(few.contains("only 2 different puzzles"), "{few}");
        for text in ["", "pile", "pile-easy-1", "pile-heavy-1-1", "pile-easy-x-1", "pile-easy-1-1-1"] {
            assert!(Code::read(text).is_err(), "{text}");
        }
        let none = Code::read("pile-easy-0-0").unwrap();
        assert!(
            puzzle_of(&[&TOPIC], &none, &mut Unwatched).unwrap_err().to_string().contains("no puzzle at that place")
        );
        assert!(worksheet_of(&Topic { name: "x", ..Topic::EMPTY }).is_err());
    }
}
