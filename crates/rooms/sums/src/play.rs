//! Playing a sum.

use super::analysis::{
    AT_A_TABLE, Counsel, MisereSums, Normal, SumMove, after, counsel, is_over, listable, moves, solve, valued_moves,
    winning_moves,
};
use super::language::write_sum;
use super::questions::value::{DEFINE, EXPR, MEMORY, PLAY, means};
use super::scene::sum_scene;
use super::script::{Vocabulary, vocabulary};
use super::why::reasoning;
use super::words::boards::spanned;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Means, Play, Result, Scene, Session, Shape, Summand, Trouble,
    Valued, Watch,
};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::Mutex;

pub(super) static TABLE: GameTable = GameTable {
    params: &[EXPR, DEFINE, PLAY, MEMORY, FROM],
    examples: &[
        "sums \"nim(4) + chomp(2,3)\"",
        "sums \"nim(3) + kayles(12)\"",
        "sums \"kayles(7) + boxing('110/111')\" --play misere",
        "sums \"treblecross(9) + cram(2,3)\"",
        "sums boxing(9,11)",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let vocabulary = vocabulary(ask.text_if("define"), ask.file("define"))?;
    let start = vocabulary.read(ask.text("expr"))?;
    listable(&start, AT_A_TABLE)?;
    // A script that goes wrong is found here, not in the middle of a game.
    moves(&start)?;
    let misere = ask.text("play") == "misere";
    let means = means(ask);
    let memory = Mutex::new(MisereSums::new(means.memory));
    let game = SumGame { vocabulary, start: start.clone(), misere, means, memory };
    Session::begin(game, At(start), ask)
}

struct SumGame {
    vocabulary: Vocabulary,
    start: Vec<Summand>,
    misere: bool,
    means: Means,
    memory: Mutex<MisereSums>,
}

/// A position: the summands, finished ones too, so that their numbers stay.
#[derive(Clone)]
struct At(Vec<Summand>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_sum(&self.0))
    }
}

/// What is known of a move: whether it wins, the nimber or misère nim value that it leaves, and why it wins.
struct Worth {
    play: SumMove,
    wins: Option<bool>,
    value: Option<u32>,
    why: String,
}

impl Worth {
    fn unknown(play: SumMove) -> Worth {
        Worth { play, wins: None, value: None, why: String::new() }
    }
}

impl SumGame {
    /// Every move with what is known of it; `exact` asks for the nimber that each leaves, not only for who wins.
    fn worth(&self, at: &At, exact: bool, watch: &mut dyn Watch) -> Result<Vec<Worth>> {
        if self.misere {
            return self.misere_worth(at, watch);
        }
        let all = moves(&at.0)?;
        // Nobody waits at a table for what takes the search minutes.
        if let Some(found) = counsel(&at.0, self.means, watch)? {
            let worth = |play: SumMove| match found.wins && play == found.play {
                true => Worth { wins: Some(true), value: Some(0), why: found.line.clone(), play },
                false => Worth::unknown(play),
            };
            return Ok(all.into_iter().map(worth).collect());
        }
        match solve(&at.0, self.means, watch) {
            Ok(Normal::Solved { nimbers, nimber }) => self.solved_worth(at, all, (&nimbers, nimber), exact, watch),
            Ok(Normal::Ending { moves }) => {
                let worth = |play: SumMove| {
                    let wins = moves.contains(&play);
                    Worth { wins: Some(wins), value: None, why: "wins at once".to_string(), play }
                };
                Ok(all.into_iter().map(worth).collect())
            }
            Ok(Normal::Argued { index, strategy, .. }) => {
                let worth = |play: SumMove| match play.index == index && play.step == strategy.step {
                    true => Worth { wins: Some(true), value: Some(0), why: strategy.line.clone(), play },
                    false => Worth::unknown(play),
                };
                Ok(all.into_iter().map(worth).collect())
            }
            Err(error) if error.trouble() == Trouble::TooLarge => Ok(all.into_iter().map(Worth::unknown).collect()),
            Err(error) => Err(error),
        }
    }

    fn misere_worth(&self, at: &At, watch: &mut dyn Watch) -> Result<Vec<Worth>> {
        let mut memory = self.memory.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut worth = Vec::new();
        for play in moves(&at.0)? {
            let value = memory.value(&after(&at.0, &play), watch)?;
            worth.push(Worth {
                play,
                wins: Some(value == 0),
                value: Some(value),
                why: "leaves a lost position".to_string(),
            });
        }
        Ok(worth)
    }

    fn solved_worth(
        &self,
        at: &At,
        all: Vec<SumMove>,
        (nimbers, nimber): (&[Option<u32>], u32),
        exact: bool,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Worth>> {
        if exact {
            match valued_moves(&at.0, nimbers, self.means, watch) {
                Ok(valued) => {
                    let worth = |(play, n): (SumMove, u32)| Worth {
                        play,
                        wins: Some(n == 0),
                        value: Some(n),
                        why: String::new(),
                    };
                    // A move that lets the opponent end the game leaves no nimber and loses.
                    let known = told(&valued);
                    let loud: Vec<SumMove> =
                        all.into_iter().filter(|play| !known.contains(&play.to_string())).collect();
                    let lost = |play| Worth { play, wins: Some(false), value: None, why: String::new() };
                    return Ok(valued.into_iter().map(worth).chain(loud.into_iter().map(lost)).collect());
                }
                // Who wins may be known where the nimbers of the options are not.
                Err(error) if error.trouble() == Trouble::TooLarge => {}
                Err(error) => return Err(error),
            }
        }
        let winning = winning_moves(&at.0, nimbers, self.means, watch)?;
        let complete = nimber == 0 || nimbers.iter().all(Option::is_some);
        let known = told(&winning);
        let worth = |play: SumMove| match known.contains(&play.to_string()) {
            true => Worth { wins: Some(true), value: Some(0), why: why(nimbers, &play), play },
            false => Worth { wins: complete.then_some(false), value: None, why: String::new(), play },
        };
        Ok(all.into_iter().map(worth).collect())
    }
}

/// The texts of moves, among which one of thousands is soon found.
fn told<T>(moves: &[(SumMove, T)]) -> FxHashSet<String> {
    moves.iter().map(|(play, _)| play.to_string()).collect()
}

impl SumGame {
    /// The part to look at, without the move in it.
    fn part(&self, at: &At, play: &SumMove) -> String {
        match at.0.len() {
            1 => "look for a move that leaves the opponent nothing but mirror images or equal halves".to_string(),
            _ => format!("look at part {}", play.index + 1),
        }
    }

    /// Where the proof looks: the nimbers of the parts, and the column that decides.
    fn where_to_look(&self, at: &At, play: &SumMove, watch: &mut dyn Watch) -> String {
        if self.misere {
            return format!("look at part {}; who cannot move wins, so count the moves to come", play.index + 1);
        }
        match solve(&at.0, self.means, watch) {
            Ok(Normal::Solved { nimbers, .. }) => {
                let known: Vec<u32> = nimbers.iter().map(|n| n.unwrap_or(0)).collect();
                let total = known.iter().fold(0, |sum, n| sum ^ n);
                let list: Vec<String> = known.iter().map(ToString::to_string).collect();
                match at.0.len() {
                    1 => format!("look for what has nimber 0: the whole has nimber {total}"),
                    _ => format!(
                        "look at the nimbers of the parts, {}: their xor is {total}, and one part can be changed so that it becomes 0",
                        list.join(", ")
                    ),
                }
            }
            _ => self.part(at, play),
        }
    }
}

/// Why a winning move wins, by the columns of the nimbers.
fn why(nimbers: &[Option<u32>], play: &SumMove) -> String {
    let known: Vec<u32> = nimbers.iter().map(|n| n.unwrap_or(0)).collect();
    let total = known.iter().fold(0, |sum, n| sum ^ n);
    let words = reasoning(&known).words(Some((play.index, &play.step.text, total ^ known[play.index])));
    format!("leaves nimber 0: {words}")
}

/// What a hand drew on a board, `1: 2,1 to 4,3`, as the move that it means; any other text as it is.
fn drawn(text: &str) -> Result<String> {
    let (part, rest) = text.split_once(':').map_or(("", text), |(part, rest)| (part, rest));
    match spanned(rest) {
        Some(step) if part.is_empty() => step,
        Some(step) => step.map(|step| format!("{part}: {step}")),
        None => Ok(text.to_string()),
    }
}

impl Game for SumGame {
    type Position = At;
    type Move = SumMove;

    fn title(&self) -> String {
        let misere = if self.misere { ", misère" } else { "" };
        format!("{}{misere}", write_sum(&self.start))
    }

    fn rules(&self) -> String {
        let mut rules: Vec<String> = Vec::new();
        for (index, summand) in self.start.iter().enumerate() {
            if index < 6 {
                rules.push(format!("{}: {}", index + 1, summand.rules.rules()));
            }
        }
        let end = if self.misere { "Who cannot move wins." } else { "Who cannot move loses." };
        format!("Move in one of the games: its number, a colon, the move. {end} {}", rules.join(" "))
    }

    fn read_position(&self, text: &str) -> Result<At> {
        let sum = self.vocabulary.read(text)?;
        listable(&sum, AT_A_TABLE)?;
        Ok(At(sum))
    }

    fn moves(&self, at: &At) -> Vec<SumMove> {
        // The script was tried when the game began; should it fail later, no move is left.
        moves(&at.0).unwrap_or_default()
    }

    fn read_move(&self, at: &At, text: &str) -> Result<SumMove> {
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        let text = &drawn(text)?;
        let wanted = plain(text);
        let moves = moves(&at.0)?;
        let exact = moves.iter().find(|m| plain(&m.to_string()) == wanted);
        // With one game left to move in, its number may be left out.
        let bare = || {
            let mut fits = moves.iter().filter(|m| plain(&m.step.text) == wanted);
            fits.next().filter(|first| fits.all(|m| m.step == first.step))
        };
        exact.or_else(bare).cloned().ok_or_else(|| {
            let some: Vec<String> = moves.iter().take(4).map(ToString::to_string).collect();
            Error::usage(
                format!("{:?}", kit::shorten(text)),
                "not a legal move here",
                format!("for example {}", some.join("   ")),
            )
        })
    }

    fn after(&self, at: &At, play: &SumMove) -> At {
        At(after(&at.0, play))
    }

    fn end(&self, at: &At, turn: usize) -> Option<End> {
        if is_over(&at.0) {
            return Some(End { winner: Some(1 - turn), line: "three in a row".to_string() });
        }
        self.moves(at).is_empty().then(|| match self.misere {
            true => End { winner: Some(turn), line: "no move is left, and who cannot move wins".to_string() },
            false => End { winner: Some(1 - turn), line: "no move is left".to_string() },
        })
    }

    fn advise(&self, at: &At, watch: &mut dyn Watch) -> Result<Advice<SumMove>> {
        if !self.misere
            && let Some(Counsel { play, wins, line }) = counsel(&at.0, self.means, watch)?
        {
            let look = self.part(at, &play);
            return Ok(match wins {
                true => Advice::proved(play, look, line),
                false => Advice::guess(play, look, format!("not solved; {line}")),
            });
        }
        let mut worth = self.worth(at, false, watch)?;
        if let Some(place) = worth.iter().position(|w| w.wins == Some(true)) {
            let Worth { play, why, .. } = worth.swap_remove(place);
            let look = self.where_to_look(at, &play, watch);
            return Ok(Advice::proved(play, look, why));
        }
        let decided = worth.iter().all(|w| w.wins.is_some());
        let first = worth.into_iter().next().expect("asked only while there are moves");
        Ok(match decided {
            true => {
                let look = "the position is lost; look for the move that is hardest to answer";
                let line = match self.misere {
                    true => "every move loses",
                    false => "every move loses: the xor of the parts' nimbers is 0 already, and every move changes it",
                };
                Advice::proved(first.play, look, line)
            }
            false => {
                let look = self.part(at, &first.play);
                Advice::guess(first.play, look, "out of reach of the search")
            }
        })
    }

    fn values(&self, at: &At, watch: &mut dyn Watch) -> Result<Vec<Valued<SumMove>>> {
        let note = |n: u32| match self.misere {
            true => format!("misère value {n}"),
            false => format!("nimber {n}"),
        };
        let valued =
            |worth: Worth| Valued { play: worth.play, wins: worth.wins, note: worth.value.map_or(String::new(), note) };
        Ok(self.worth(at, true, watch)?.into_iter().map(valued).collect())
    }

    fn scene(&self, at: &At) -> Scene {
        sum_scene(&at.0, &self.start, true).unwrap_or_else(|| {
            let text = kit::shorten(&at.to_string());
            let mut scene = Scene::new("sum", at.to_string(), 20.0, 2.0);
            scene.add(Shape::text(10.0, 1.2, 0.7, text));
            scene
        })
    }
}

#[cfg(test)]
mod tests {
    use kit::{Unwatched, sit_down};

    #[test]
    fn a_square_is_taken_from_corner_to_corner_and_written_as_a_move() {
        let sit = || sit_down(&[&super::super::TOPIC], "sums \"nim(2) + boxing(4,5)\"", &mut Unwatched).unwrap();
        for (drawn, written) in
            [("2: 1,1 to 3,3", "2: 3x3 at 1,1"), ("2: 4,5 to 3,4", "2: 2x2 at 3,4"), ("2: 3,1 to 1,3", "2: 3x3 at 1,1")]
        {
            let mut play = sit();
            play.play(drawn).unwrap_or_else(|e| panic!("{drawn}: {e}"));
            assert_eq!(play.history(), [written], "{drawn}");
        }
        let mut play = sit();
        assert!(play.play("2: 1,1 to 2,3").unwrap_err().to_string().contains("no square"));
        assert!(play.play("1: 1,1 to 2,2").unwrap_err().to_string().contains("not a legal move"));
        assert!(play.play("2: 4,5 to 99,100").is_err() && play.history().is_empty());
    }
}
