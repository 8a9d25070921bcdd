//! Find the rule: the graph is secret, a click shows what it changes, and the player says what each button does.
//!
//! The score is the number of clicks, with a fine for each wrong declaration and for each button that the player was
//! told of. Nothing about a button is learnt from the clicks on others, unless the rule is known to be mutual, as it is
//! on the easy level: there the last button follows from the others, which is par.

use super::super::puzzle::Puzzle;
use super::super::questions::puzzle_of;
use super::super::scene::{Marks, picture};
use engine::graphs::Digraph;
use kit::{Advice, Ask, End, Error, Game, Param, Play, Result, Scene, Session, Valued, Watch, say};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

pub(super) const DIFFICULTY: Param = Param::choice(
    "difficulty",
    "how far the start is from the goal; of a hidden rule, how it is made",
    &["easy", "middle", "hard"],
);

/// What a wrong declaration and what being told cost, in clicks.
const WRONG: u64 = 2;
const TOLD: u64 = 3;

/// The most and the fewest buttons.
const MOST_BUTTONS: usize = 30;
const FEWEST_BUTTONS: usize = 3;

/// A table with a secret rule: by difficulty and seed, or a given graph whose buttons the seed has shuffled.
pub(super) fn sit(ask: &Ask) -> Result<Box<dyn Play>> {
    if let Some(name) = ["lit-only", "to", "legend"].into_iter().find(|name| ask.has(name)) {
        let why = "a hidden rule is found, not solved";
        return Err(Error::usage(format!("--{name}"), why, "leave it or --hidden out"));
    }
    let m = ask.whole("mod") as u64;
    let mut chance = ChaCha8Rng::seed_from_u64(ask.seed());
    let graph = match (ask.has("graph"), ask.text_if("difficulty")) {
        (true, Some(_)) => {
            let why = "a graph is given, so none is made";
            return Err(Error::usage("--difficulty", why, "leave it or the graph out"));
        }
        (true, None) => shuffled(&puzzle_of(ask, m)?, &mut chance)?,
        (false, level) => secret(level.unwrap_or("middle"), &mut chance),
    };
    if !(FEWEST_BUTTONS..=MOST_BUTTONS).contains(&graph.order()) {
        let asked = format!("a hidden rule of {} buttons", graph.order());
        let limit = format!("the limits are {FEWEST_BUTTONS} and {MOST_BUTTONS}");
        return Err(Error::too_large(asked, limit, "give another graph"));
    }
    let n = graph.order();
    let mutual = graph.is_symmetric() && (!graph.has_loops() || graph.arcs().filter(|(a, b)| a == b).count() == n);
    let puzzle = Puzzle::on_circle(format!("{n} buttons"), graph, m)?;
    let game = Secret { puzzle, mutual };
    let start = Known { cells: vec![0; n], knows: vec![Knows::Nothing; n], clicks: 0, wrong: 0, colours: m };
    Session::begin(game, start, ask)
}

/// A graph of that difficulty. Every button changes something, and no two are alike.
fn secret(level: &str, chance: &mut ChaCha8Rng) -> Digraph {
    let (n, mutual, most) = match level {
        "easy" => (4, true, 2),
        "hard" => (9, false, 4),
        _ => (6, false, 3),
    };
    loop {
        let mut graph = Digraph::new(n);
        for from in 0..n {
            for _ in 0..chance.random_range(1..=most) {
                let to = chance.random_range(0..n);
                match mutual {
                    true if from != to => graph.add_edge(from, to),
                    true => {}
                    false => graph.add_arc(from, to),
                }
            }
        }
        let lists: Vec<&[u32]> = (0..n).map(|v| graph.successors(v)).collect();
        let distinct = (0..n).all(|v| !lists[..v].contains(&lists[v]));
        if distinct && lists.iter().all(|list| !list.is_empty()) {
            return graph;
        }
    }
}

/// The graph with its buttons renamed.
fn shuffled(puzzle: &Puzzle, chance: &mut ChaCha8Rng) -> Result<Digraph> {
    if puzzle.is_weighted() {
        let why = "a hidden rule changes colours by 1";
        return Err(Error::usage(&puzzle.name, why, "give a matrix of 0 and 1, without --add"));
    }
    let mut names: Vec<usize> = (0..puzzle.order()).collect();
    names.shuffle(chance);
    Ok(Digraph::from_arcs(puzzle.order(), puzzle.graph.arcs().map(|(a, b)| (names[a], names[b]))))
}

/// The secret.
struct Secret {
    puzzle: Puzzle,
    /// Whether the player is told that changes are mutual.
    mutual: bool,
}

/// What the player knows of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knows {
    Nothing,
    /// It was clicked.
    Seen,
    /// Its rule was declared rightly.
    Found,
    /// Its rule was told.
    Told,
}

impl Knows {
    /// The sign in a position's text.
    fn sign(self) -> char {
        match self {
            Knows::Nothing => '-',
            Knows::Seen => 's',
            Knows::Found => 'f',
            Knows::Told => 't',
        }
    }

    fn is_rule(self) -> bool {
        matches!(self, Knows::Found | Knows::Told)
    }
}

/// A position: the colours, what is known, and what it has cost.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    cells: Vec<u32>,
    knows: Vec<Knows>,
    clicks: u64,
    wrong: u64,
    colours: u64,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.colours <= 10 { "" } else { "," };
        let cells: Vec<String> = self.cells.iter().map(ToString::to_string).collect();
        let knows: String = self.knows.iter().map(|k| k.sign()).collect();
        write!(f, "{} {knows} clicks {} wrong {}", cells.join(between), self.clicks, self.wrong)
    }
}

impl Known {
    fn told(&self) -> u64 {
        self.knows.iter().filter(|k| **k == Knows::Told).count() as u64
    }

    fn score(&self) -> u64 {
        self.clicks + WRONG * self.wrong + TOLD * self.told()
    }
}

/// What a player does.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    Click(usize),
    /// Says what a button changes.
    Declare(usize, Vec<u32>),
    /// Asks what a button changes.
    Ask(usize),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Click(v) => write!(f, "{}", v + 1),
            Turn::Ask(v) => write!(f, "tell {}", v + 1),
            Turn::Declare(v, cells) => {
                let cells: Vec<String> = cells.iter().map(|w| (w + 1).to_string()).collect();
                let list = if cells.is_empty() { "none".to_string() } else { cells.join(" ") };
                write!(f, "{}: {list}", v + 1)
            }
        }
    }
}

const HOW: &str = "click with 3, declare with 3: 1 2 4 (or 3: none), or ask with tell 3";

impl Secret {
    fn order(&self) -> usize {
        self.puzzle.order()
    }

    fn button(&self, word: &str) -> Result<usize> {
        let n = self.order();
        let number = word.trim().parse::<usize>().ok().filter(|k| (1..=n).contains(k));
        number.map(|k| k - 1).ok_or_else(|| {
            Error::usage(format!("{:?}", kit::shorten(word.trim())), format!("not a button from 1 to {n}"), HOW)
        })
    }

    /// The clicks that show everything.
    fn par(&self) -> usize {
        self.order() - usize::from(self.mutual)
    }

    /// Whether what is known of the others decides a button that was not clicked.
    fn follows(&self, at: &Known, v: usize) -> bool {
        self.mutual && at.knows.iter().enumerate().all(|(w, k)| w == v || *k != Knows::Nothing)
    }
}

impl Game for Secret {
    type Position = Known;
    type Move = Turn;

    fn title(&self) -> String {
        format!("Find the rule: {} buttons, {} colours", self.order(), self.puzzle.colours())
    }

    fn rules(&self) -> String {
        let mutual = match (self.mutual, self.puzzle.graph.has_loops()) {
            (false, _) => "Whether a button changes another says nothing of whether it is changed by it.",
            (true, false) => "Changes are mutual, and no button changes itself.",
            (true, true) => "Changes are mutual, and every button changes itself.",
        };
        format!(
            "A click moves the colours of some buttons one on, always the same ones for one button; which ones is secret. Say what each button changes: {HOW}. {mutual} \
             Every click counts 1, a wrong declaration {WRONG}, being told {TOLD}; par is {}.",
            self.par()
        )
    }

    fn solitaire(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Result<Known> {
        let instead = "write colours, signs and counts as the table does, such as 000000 ------ clicks 0 wrong 0";
        let refuse = |why: &str| Error::usage(format!("position {:?}", kit::shorten(text)), why, instead);
        let words: Vec<&str> = text.split_whitespace().collect();
        let [cells, signs, "clicks", clicks, "wrong", wrong] = words[..] else {
            return Err(refuse("not colours, signs, clicks and wrong declarations"));
        };
        let all = [Knows::Nothing, Knows::Seen, Knows::Found, Knows::Told];
        let knows: Option<Vec<Knows>> = signs.chars().map(|c| all.into_iter().find(|k| k.sign() == c)).collect();
        let knows = knows.filter(|knows| knows.len() == self.order()).ok_or_else(|| refuse("the signs do not fit"))?;
        let number = |word: &str| word.parse::<u32>().map(u64::from).map_err(|_| refuse("a count is not a number"));
        let cells = self.puzzle.state(cells, None, 0)?;
        Ok(Known { cells, knows, clicks: number(clicks)?, wrong: number(wrong)?, colours: self.puzzle.colours() })
    }

    fn moves(&self, at: &Known) -> Vec<Turn> {
        let open = (0..self.order()).filter(|&v| !at.knows[v].is_rule());
        (0..self.order()).map(Turn::Click).chain(open.map(Turn::Ask)).collect()
    }

    fn read_move(&self, at: &Known, text: &str) -> Result<Turn> {
        let text = text.trim();
        let known = |v: usize| match at.knows[v].is_rule() {
            true => Err(Error::usage(format!("{text:?}"), format!("the rule of {} is known already", v + 1), HOW)),
            false => Ok(v),
        };
        if let Some(word) = text.strip_prefix("tell ") {
            return Ok(Turn::Ask(known(self.button(word)?)?));
        }
        let Some((button, list)) = text.split_once(':') else { return Ok(Turn::Click(self.button(text)?)) };
        let v = known(self.button(button)?)?;
        let words = list.split([' ', ',']).filter(|word| !word.is_empty() && *word != "none");
        let mut cells = words.map(|word| self.button(word).map(|w| w as u32)).collect::<Result<Vec<u32>>>()?;
        cells.sort_unstable();
        cells.dedup();
        Ok(Turn::Declare(v, cells))
    }

    fn after(&self, at: &Known, play: &Turn) -> Known {
        let mut next = at.clone();
        match play {
            Turn::Click(v) => {
                self.puzzle.click(&mut next.cells, *v, 1);
                next.clicks += 1;
                if next.knows[*v] == Knows::Nothing {
                    next.knows[*v] = Knows::Seen;
                }
            }
            Turn::Ask(v) => next.knows[*v] = Knows::Told,
            Turn::Declare(v, cells) => match self.puzzle.graph.successors(*v) == cells.as_slice() {
                true => next.knows[*v] = Knows::Found,
                false => next.wrong += 1,
            },
        }
        next
    }

    fn turn(&self, _at: &Known, _moves_made: usize) -> usize {
        0
    }

    fn end(&self, at: &Known, _turn: usize) -> Option<End> {
        at.knows.iter().all(|k| k.is_rule()).then(|| End {
            winner: Some(0),
            line: format!(
                "every rule is known: score {} ({}, {}, {} told), par {}",
                at.score(),
                say::count(at.clicks, "click"),
                say::counted(at.wrong, "wrong declaration", "wrong declarations"),
                at.told(),
                self.par()
            ),
        })
    }

    fn advise(&self, at: &Known, _watch: &mut dyn Watch) -> Result<Advice<Turn>> {
        let open = || (0..self.order()).filter(|&v| !at.knows[v].is_rule());
        if let Some(v) = open().find(|&v| at.knows[v] == Knows::Seen || self.follows(at, v)) {
            let rule = self.puzzle.graph.successors(v).to_vec();
            let (look, line) = match at.knows[v] {
                Knows::Seen => {
                    (format!("look back at the click on {}", v + 1), "what changed then is its rule".to_string())
                }
                _ => {
                    let line = format!("changes are mutual, so they are the rule of {}", v + 1);
                    ("look at the rules of the others that you know".to_string(), line)
                }
            };
            return Ok(Advice::proved(Turn::Declare(v, rule), look, line));
        }
        let v = open().next().expect("the game goes on");
        let line = format!("a click on {} shows its whole rule", v + 1);
        Ok(Advice::proved(Turn::Click(v), "look for a button that was not clicked", line))
    }

    fn values(&self, at: &Known, _watch: &mut dyn Watch) -> Result<Vec<Valued<Turn>>> {
        let note = |play: &Turn| match play {
            Turn::Click(v) if at.knows[*v] == Knows::Nothing => "costs 1 and shows a rule".to_string(),
            Turn::Click(_) => "costs 1 and shows nothing new".to_string(),
            _ => format!("costs {TOLD}"),
        };
        Ok(self.moves(at).into_iter().map(|play| Valued { wins: None, note: note(&play), play }).collect())
    }

    fn scene(&self, at: &Known) -> Scene {
        let shown = self.puzzle.restricted(|v| at.knows[v].is_rule());
        let marks = Marks { state: Some(&at.cells), touch: true, ..Marks::default() };
        let rules = at.knows.iter().filter(|k| k.is_rule()).count();
        let caption = format!("{rules} of {} rules known, score {}", self.order(), at.score());
        picture(&shown, "board", &caption, marks).unwrap_or_else(|| Scene::new("board", caption, 1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{NoFiles, Unwatched};

    fn sit(words: &[&str]) -> Result<Box<dyn Play>> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        super::sit(&Ask::read("play merlin", super::super::TABLE.params, &words, &NoFiles)?)
    }

    #[test]
    fn who_follows_the_hints_plays_par_on_every_level() {
        for (level, par) in [("easy", 3), ("middle", 6), ("hard", 9)] {
            for seed in 0..200 {
                let mut play = sit(&["--difficulty", level, "--seed", &seed.to_string()]).unwrap();
                while play.end().is_none() {
                    let advice = play.advise(&mut Unwatched).unwrap();
                    play.play(&advice.play).unwrap();
                }
                let line = play.end().unwrap().line;
                assert!(line.contains(&format!("score {par} ")) && line.contains(&format!("par {par}")), "{line}");
            }
        }
    }

    #[test]
    fn a_click_shows_just_what_the_declared_rule_says() {
        for seed in 0..200 {
            let mut play = sit(&["--mod", "3", "--seed", &seed.to_string()]).unwrap();
            for v in 1..=6 {
                let before = play.position();
                play.play(&v.to_string()).unwrap();
                let after = play.position();
                let changed: Vec<String> = (0..6)
                    .filter(|&k| before.as_bytes()[k] != after.as_bytes()[k])
                    .map(|k| (k + 1).to_string())
                    .collect();
                // A wrong declaration costs and decides nothing, the right one is taken.
                let wrong = if changed.len() == 6 { "none".to_string() } else { "1 2 3 4 5 6".to_string() };
                play.play(&format!("{v}: {wrong}")).unwrap();
                assert!(play.position().ends_with(&format!("wrong {v}")), "{}", play.position());
                play.play(&format!("{v}: {}", changed.join(","))).unwrap();
            }
            assert!(play.end().unwrap().line.contains("score 18 (6 clicks, 6 wrong declarations, 0 told)"));
        }
    }

    #[test]
    fn being_told_ends_it_too_and_positions_are_read_back() {
        let mut play = sit(&["circle:5", "--seed", "3"]).unwrap();
        for v in 1..=5 {
            assert_eq!(
                sit(&["circle:5", "--seed", "3", "--from", &play.position()]).unwrap().position(),
                play.position()
            );
            play.play(&format!("tell {v}")).unwrap();
        }
        assert!(play.end().unwrap().line.contains("score 15"));
        let cases = [
            (&["--lit-only"][..], "found, not solved"),
            (&["circle:50"], "limits are 3 and 30"),
            (&["circle:5", "--difficulty", "easy"], "a graph is given"),
            (&["circle:5", "--add", "2", "--mod", "5"], "by 1"),
            (&["--from", "000000 -----x clicks 0 wrong 0"], "signs"),
            (&["--from", "nothing"], "not colours"),
        ];
        kit::trial::refused(&cases, sit);
        let mut play = sit(&[]).unwrap();
        for text in ["7", "0", ":", "9: 1", "1: 9", "tell x", "nonsense"] {
            assert!(play.play(text).is_err(), "{text}");
        }
    }
}
