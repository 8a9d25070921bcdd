//! Playing a sum.

use super::analysis::{MisereSums, Normal, SumMove, after, moves, solve, valued_moves, winning_moves};
use super::language::write_sum;
use super::questions::value::{DEFINE, EXPR, MEMORY, PLAY, means};
use super::scene::sum_scene;
use super::script::{Vocabulary, vocabulary};
use super::words::boards::spanned;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Means, Play, Result, Scene, Session, Shape, Standing, Summand,
    Valued, Watch,
};
use std::fmt;
use std::sync::Mutex;

pub(super) static TABLE: GameTable = GameTable {
    params: &[EXPR, DEFINE, PLAY, MEMORY, FROM],
    examples: &[
        "sums \"nim(4) + chomp(2,3)\"",
        "sums \"nim(3) + kayles(12)\"",
        "sums \"kayles(7) + boxing('110/111')\" --play misere",
        "sums \"treblecross(9) + cram(2,3)\"",
    ],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let vocabulary = vocabulary(ask.text_if("define"), ask.file("define"))?;
    let start = vocabulary.read(ask.text("expr"))?;
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

impl SumGame {
    /// Each move with what it is worth: the nimber it leaves, or the misère nim value; `None` where that is out of
    /// reach. Not `exact`, a nimber that is not 0 may be any other that is not 0.
    fn worth(&self, at: &At, exact: bool, watch: &mut dyn Watch) -> Result<Vec<(SumMove, Option<u32>)>> {
        if self.misere {
            let mut memory = self.memory.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut valued = Vec::new();
            for play in moves(&at.0)? {
                let value = memory.value(&after(&at.0, &play), watch)?;
                valued.push((play, Some(value)));
            }
            return Ok(valued);
        }
        Ok(match solve(&at.0, self.means, watch) {
            Ok(Normal::Solved { nimbers, .. }) if !exact => {
                let winning = winning_moves(&at.0, &nimbers, self.means, watch)?;
                let wins = |play: &SumMove| winning.iter().any(|(one, _)| one == play);
                moves(&at.0)?.into_iter().map(|m| (m.clone(), Some(u32::from(!wins(&m))))).collect()
            }
            Ok(Normal::Solved { nimbers, .. }) => {
                let valued = valued_moves(&at.0, &nimbers, self.means, watch)?;
                valued.into_iter().map(|(play, n)| (play, Some(n))).collect()
            }
            Ok(Normal::Argued { index, strategy, .. }) => {
                let wins = |play: &SumMove| play.index == index && play.step == strategy.step;
                moves(&at.0)?.into_iter().map(|m| (m.clone(), wins(&m).then_some(0))).collect()
            }
            Err(error) if error.trouble() == kit::Trouble::TooLarge => {
                moves(&at.0)?.into_iter().map(|m| (m, None)).collect()
            }
            Err(error) => return Err(error),
        })
    }
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
        self.vocabulary.read(text).map(At)
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
        self.moves(at).is_empty().then(|| match self.misere {
            true => End { winner: Some(turn), line: "no move is left, and who cannot move wins".to_string() },
            false => End { winner: Some(1 - turn), line: "no move is left".to_string() },
        })
    }

    fn advise(&self, at: &At, watch: &mut dyn Watch) -> Result<Advice<SumMove>> {
        let worth = self.worth(at, false, watch)?;
        let advice =
            |play: &SumMove, standing, line: &str| Advice { play: play.clone(), standing, line: line.to_string() };
        if let Some((play, _)) = worth.iter().find(|(_, n)| *n == Some(0)) {
            let line = if self.misere { "leaves a lost position" } else { "leaves nimber 0" };
            return Ok(advice(play, Standing::Proved, line));
        }
        let (first, _) = worth.first().expect("asked only while there are moves");
        Ok(match worth.iter().all(|(_, n)| n.is_some()) {
            true => advice(first, Standing::Proved, "every move loses"),
            false => advice(first, Standing::Best, "out of reach of the search"),
        })
    }

    fn values(&self, at: &At, watch: &mut dyn Watch) -> Result<Vec<Valued<SumMove>>> {
        let note = |n: u32| match self.misere {
            true => format!("misère value {n}"),
            false => format!("nimber {n}"),
        };
        let worth = self.worth(at, true, watch)?;
        let valued = |(play, n): (SumMove, Option<u32>)| Valued {
            play,
            wins: n.map(|n| n == 0),
            note: n.map_or(String::new(), note),
        };
        Ok(worth.into_iter().map(valued).collect())
    }

    fn scene(&self, at: &At) -> Scene {
        sum_scene(&at.0, true).unwrap_or_else(|| {
            let text = kit::shorten(&at.to_string());
            let mut scene = Scene::new("sum", at.to_string(), 20.0, 2.0);
            scene.add(Shape::text(10.0, 1.2, 0.7, text));
            scene
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
