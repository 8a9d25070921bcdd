//! A position of play as its address says it: the table, the moves made, where the person sits, how well the house
//! plays.

use crate::address::{LEVEL, MOVE, SEAT, SHOWN, link, pairs_of, read, values};
use crate::tables::bring;
use crate::{last, play};
use kit::{Ask, End, Error, GameTable, Play, Result, Scene, Score, Topic, Unwatched};

/// The most moves of a game that an address may hold.
const MOST_MOVES: usize = 2000;

/// Where the person sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    First,
    Second,
    Both,
}

impl Seat {
    pub(crate) const ALL: [Seat; 3] = [Seat::First, Seat::Second, Seat::Both];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
            Seat::Both => "both",
        }
    }

    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Seat::First => "you move first",
            Seat::Second => "the house moves first",
            Seat::Both => "two people play",
        }
    }

    /// The other chair.
    pub(crate) fn swapped(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
            Seat::Both => Seat::Both,
        }
    }

    fn house(self) -> Option<usize> {
        match self {
            Seat::First => Some(1),
            Seat::Second => Some(0),
            Seat::Both => None,
        }
    }
}

/// How well the house plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// As well as it can.
    Best,
    /// With a slip now and then.
    Keen,
    /// With about as many good moves as slips.
    Friendly,
    /// With a good move now and then.
    Dreamy,
    /// Any move.
    Careless,
}

impl Level {
    pub(crate) const ALL: [Level; 5] = [Level::Best, Level::Keen, Level::Friendly, Level::Dreamy, Level::Careless];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Best => "best",
            Level::Keen => "keen",
            Level::Friendly => "friendly",
            Level::Dreamy => "dreamy",
            Level::Careless => "careless",
        }
    }

    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Level::Best => "as well as it can",
            Level::Keen => "keenly",
            Level::Friendly => "kindly",
            Level::Dreamy => "dreamily",
            Level::Careless => "carelessly",
        }
    }

    /// Of eight moves, how many it makes without thinking.
    fn slips(self) -> u64 {
        match self {
            Level::Best => 0,
            Level::Keen => 1,
            Level::Friendly => 4,
            Level::Dreamy => 6,
            Level::Careless => 8,
        }
    }

    /// Whether it makes its next move without thinking. That depends on the moves made so far and on nothing else, so
    /// that a link shows everyone the same game.
    pub(crate) fn slips_after(self, moves: &[String]) -> bool {
        play::hash(&format!("slip {}", moves.join(";"))) % 8 < self.slips()
    }
}

/// A position of play.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) topic: &'static Topic,
    pub(crate) table: &'static GameTable,
    pub(crate) ask: Ask,
    /// All moves of the game, also those after the position that is looked at.
    pub(crate) moves: Vec<String>,
    /// After how many moves the game is looked at, if not at its last position.
    pub(crate) shown: Option<usize>,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
}

impl Position {
    /// A table before its first move.
    pub(crate) fn start(topic: &'static Topic, table: &'static GameTable, ask: Ask) -> Position {
        Position { topic, table, ask, moves: Vec::new(), shown: None, seat: Seat::First, level: Level::Best }
    }

    pub(crate) fn read(
        topic: &'static Topic,
        table: &'static GameTable,
        pairs: &[(String, String)],
    ) -> Result<Position> {
        let word = |name: &'static str, known: &[&str]| -> Result<usize> {
            let given = values(pairs, name).last().unwrap_or(known[0]);
            let place = known.iter().position(|k| *k == given);
            place.ok_or_else(|| {
                Error::usage(
                    format!("{name}={}", kit::shorten(given)),
                    "unknown",
                    format!("there are {}", known.join(", ")),
                )
            })
        };
        let moves: Vec<String> = values(pairs, MOVE).map(ToString::to_string).collect();
        if moves.len() > MOST_MOVES {
            return Err(Error::too_large(
                format!("a game of {} moves", moves.len()),
                format!("the lab's limit is {MOST_MOVES}"),
                "begin anew",
            ));
        }
        let shown = values(pairs, SHOWN).last().map(|text| {
            let place = text.parse::<usize>().ok().filter(|&place| place <= moves.len());
            let wants = format!("write a number from 0 to {}", moves.len());
            place.ok_or_else(|| Error::usage(format!("{SHOWN}={}", kit::shorten(text)), "no such position", wants))
        });
        Ok(Position {
            topic,
            table,
            shown: shown.transpose()?.filter(|&place| place < moves.len()),
            seat: Seat::ALL[word(SEAT, &Seat::ALL.map(Seat::name))?],
            level: Level::ALL[word(LEVEL, &Level::ALL.map(Level::name))?],
            ask: read(&format!("play {}", topic.name), table.params, pairs)?,
            moves,
        })
    }

    /// The pairs of its address without the moves.
    fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = pairs_of(&self.ask);
        if self.seat != Seat::First {
            pairs.push((SEAT.to_string(), self.seat.name().to_string()));
        }
        if self.level != Level::Best {
            pairs.push((LEVEL.to_string(), self.level.name().to_string()));
        }
        pairs
    }

    /// Its address, below `/TOPIC/play`.
    pub(crate) fn link(&self, below: &str) -> String {
        let mut pairs = self.pairs();
        pairs.extend(self.moves.iter().map(|text| (MOVE.to_string(), text.clone())));
        pairs.extend(self.shown.map(|place| (SHOWN.to_string(), place.to_string())));
        link(&format!("/{}/play{below}", self.topic.name), &pairs)
    }

    /// The moves that lead to what is shown.
    pub(crate) fn made(&self) -> &[String] {
        &self.moves[..self.shown.unwrap_or(self.moves.len())]
    }

    /// The same with so many moves.
    pub(crate) fn cut(&self, moves: usize) -> Position {
        Position { moves: self.moves[..moves].to_vec(), shown: None, ..self.clone() }
    }

    /// A new game: a new puzzle where one is made by chance, otherwise the same start.
    pub(crate) fn anew(&self, solitaire: bool) -> Position {
        match self.ask.anew().filter(|_| solitaire) {
            Some(ask) => Position { ask, ..self.cut(0) },
            None => self.cut(0),
        }
    }

    /// The position that is shown, with nothing after it: where a move is made.
    pub(crate) fn here(&self) -> Position {
        self.cut(self.made().len())
    }

    /// The same game looked at after so many moves.
    pub(crate) fn looked(&self, moves: usize) -> Position {
        Position { shown: (moves < self.moves.len()).then_some(moves), ..self.clone() }
    }

    /// The same with the moves as the table writes them: what a hand drew is snapped to a move, which is the address.
    pub(crate) fn written(&self, view: &View) -> Position {
        let rest = self.moves[view.made.len().min(self.moves.len())..].iter();
        Position { moves: view.made.iter().chain(rest).cloned().collect(), ..self.clone() }
    }

    /// The same after one more move.
    pub(crate) fn after(&self, play: &str) -> Position {
        let mut after = self.here();
        after.moves.push(play.to_string());
        after
    }

    /// The same from that chair.
    pub(crate) fn seated(&self, seat: Seat) -> Position {
        Position { seat, ..self.clone() }
    }

    /// The same against that house.
    pub(crate) fn at_level(&self, level: Level) -> Position {
        Position { level, ..self.clone() }
    }

    /// A fresh table at this position.
    pub(crate) fn sit(&self) -> Result<Box<dyn Play>> {
        let mut play = (self.table.sit)(&self.ask, &mut Unwatched)?;
        bring(play.as_mut(), self.made())?;
        Ok(play)
    }

    /// The picture, with the place of the last move framed.
    fn scene(&self, play: &dyn Play) -> Result<Scene> {
        let mut scene = play.scene();
        if let Some((text, rest)) = self.made().split_last() {
            last::mark(&self.cut(rest.len()).sit()?.scene(), &mut scene, text);
        }
        Ok(scene)
    }

    /// What there is to see.
    pub(crate) fn view(&self) -> Result<View> {
        let play = self.sit()?;
        let (house, end) = (self.seat.house().filter(|_| !play.solitaire()), play.end());
        // What undo leads back to: before the person's last move and the house's answer to it.
        let mut back = self.made().len().checked_sub(1);
        while let (Some(length), Some(house)) = (back, house)
            && length > 0
            && play.turn_after(length) == house
        {
            back = Some(length - 1);
        }
        Ok(View {
            title: play.title(),
            rules: play.rules(),
            solitaire: play.solitaire(),
            position: play.position(),
            made: play.history(),
            moves: play.moves(),
            turn: play.turn(),
            house_to_move: end.is_none() && house == Some(play.turn()),
            house,
            score: play.score(),
            end,
            back,
            scene: self.scene(play.as_ref())?,
            looked_at: self.shown.map(|place| (place, self.moves.len())),
        })
    }
}

/// A position as a page shows it.
pub(crate) struct View {
    pub(crate) title: String,
    pub(crate) rules: String,
    pub(crate) solitaire: bool,
    pub(crate) position: String,
    /// The moves made, as the table writes them.
    pub(crate) made: Vec<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) turn: usize,
    /// The player that the house plays.
    pub(crate) house: Option<usize>,
    pub(crate) house_to_move: bool,
    pub(crate) end: Option<End>,
    /// What counts in a puzzle.
    pub(crate) score: Option<Score>,
    /// How many moves remain when the last one is taken back.
    pub(crate) back: Option<usize>,
    pub(crate) scene: Scene,
    /// The move after which a game is looked at again, and how many it has.
    pub(crate) looked_at: Option<(usize, usize)>,
}

impl View {
    /// Whose turn it is or how it ended, in a sentence, as seen from the person's chair.
    pub(crate) fn status(&self) -> String {
        match self.looked_at {
            Some((0, all)) => format!("The start of {all} moves. {}", self.turn_or_end()),
            Some((place, all)) => format!("After move {place} of {all}. {}", self.turn_or_end()),
            None => self.turn_or_end(),
        }
    }

    fn turn_or_end(&self) -> String {
        let Some(end) = &self.end else {
            return match (self.solitaire, self.house) {
                (true, _) => "Your move.".to_string(),
                (false, Some(_)) if self.house_to_move && self.looked_at.is_some() => "The house's move.".to_string(),
                (false, Some(_)) if self.house_to_move => "The house is thinking.".to_string(),
                (false, Some(_)) => "Your move.".to_string(),
                (false, None) => format!("Player {} to move.", self.turn + 1),
            };
        };
        end.told(self.house, self.solitaire)
    }
}
