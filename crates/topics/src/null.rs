//! The room to copy: a pile of pebbles from which two players take one or two in turn; who cannot move loses.
//!
//! *The question.* Who wins a pile of n? *The theorem.* The player to move loses exactly when n is a multiple of 3: from such a pile every
//! move leaves no multiple, and from any other pile taking n mod 3 leaves one; 0 is a multiple, and lost (Bachet, 1612). *The method.*
//! [`lost`] is that theorem, [`lost_by_definition`] walks the definition in O(n), and the tests make them agree.
//!
//! This topic is always built and tested but not listed: it is the shape that a new topic copies, so it must never rot.
//!
//! ```
//! assert!(topics::null::lost(21) && !topics::null::lost(22));
//! ```

use kit::{
    Advice, Ask, Claim, Effort, End, Error, Fact, Finding, Game, GameTable, Ink, Param, Play, Question, Report, Result,
    Scene, Session, Shape, Standing, Table, Topic, Valued, Verdict, Watch,
};
use std::fmt;

/// The topic.
pub struct Null;

impl Topic for Null {
    fn name(&self) -> &'static str {
        "null"
    }

    fn about(&self) -> &'static str {
        "a pile of pebbles, the room to copy"
    }

    fn questions(&self) -> &'static [&'static dyn Question] {
        &[&Solve]
    }

    fn claims(&self) -> &'static [Claim] {
        CLAIMS
    }

    fn table(&self) -> Option<&'static dyn GameTable> {
        Some(&Pebbles)
    }
}

const N: Param = Param::whole("n", "pebbles in the pile", 0, 1_000_000).main();

struct Solve;

impl Question for Solve {
    fn name(&self) -> &'static str {
        "solve"
    }

    fn about(&self) -> &'static str {
        "who wins a pile of N pebbles, and how"
    }

    fn params(&self) -> &'static [Param] {
        &[N]
    }

    fn examples(&self) -> &'static [&'static str] {
        &["null solve 20"]
    }

    fn answer(&self, ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
        let n = ask.size("n");
        let winning = winning_moves(n);
        let line = match winning.first() {
            Some(take) => format!("a pile of {n} is won by taking {take}"),
            None => format!("a pile of {n} is lost for the player to move"),
        };
        Ok(Report::new(line, Standing::Proved)
            .fact("outcome", if lost(n) { "P" } else { "N" })
            .fact("winning_moves", Fact::list(winning))
            .table(Table::sequence("lost", "n", "lost", 0, (0..=n.min(30)).map(|k| usize::from(lost(k)))))
            .scene(pile(n.min(30))))
    }
}

/// Whether the player to move loses, by the theorem.
pub fn lost(n: usize) -> bool {
    n.is_multiple_of(3)
}

/// Whether the player to move loses, by the definition.
pub fn lost_by_definition(n: usize) -> bool {
    let mut lost: Vec<bool> = Vec::with_capacity(n + 1);
    for k in 0..=n {
        lost.push((1..=2).all(|take| take > k || !lost[k - take]));
    }
    lost[n]
}

fn winning_moves(n: usize) -> Vec<usize> {
    (1..=2).filter(|&take| take <= n && lost(n - take)).collect()
}

const CLAIMS: &[Claim] = &[Claim {
    id: "null.multiples",
    source: "Bachet 1612",
    statement: "the player to move loses exactly the multiples of three",
    check: |effort, _watch| {
        let to = if effort == Effort::Slow { 3_000 } else { 300 };
        let exception = (0..to).find(|&n| lost(n) != lost_by_definition(n));
        Ok(match exception {
            None => Finding::new(Verdict::Holds, format!("all piles below {to}, by the definition")),
            Some(n) => Finding::new(Verdict::Refuted, format!("a pile of {n}")),
        })
    },
}];

struct Pebbles;

impl GameTable for Pebbles {
    fn params(&self) -> &'static [Param] {
        &[N]
    }

    fn examples(&self) -> &'static [&'static str] {
        &["null 10"]
    }

    fn sit(&self, ask: &Ask) -> Result<Box<dyn Play>> {
        Ok(Box::new(Session::new(Pile { start: ask.size("n") })))
    }
}

struct Pile {
    start: usize,
}

#[derive(Clone, PartialEq)]
struct Take(usize);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl Game for Pile {
    type Position = usize;
    type Move = Take;

    fn title(&self) -> String {
        format!("a pile of {} pebbles", self.start)
    }

    fn rules(&self) -> String {
        "Take one pebble or two. Who cannot move loses.".to_string()
    }

    fn start(&self) -> usize {
        self.start
    }

    fn read_position(&self, text: &str) -> Result<usize> {
        text.parse().map_err(|_| Error::usage(text, "not a number of pebbles", "write a whole number"))
    }

    fn moves(&self, &at: &usize) -> Vec<Take> {
        (1..=at.min(2)).map(Take).collect()
    }

    fn after(&self, &at: &usize, &Take(take): &Take) -> usize {
        at - take
    }

    fn end(&self, &at: &usize, turn: usize) -> Option<End> {
        (at == 0).then(|| End { winner: Some(1 - turn), line: "no pebble is left".to_string() })
    }

    fn advise(&self, &at: &usize, _watch: &mut dyn Watch) -> Result<Advice<Take>> {
        Ok(match winning_moves(at).first() {
            Some(&take) => {
                Advice { play: Take(take), standing: Standing::Proved, line: "leaves a multiple of 3".to_string() }
            }
            None => Advice { play: Take(1), standing: Standing::Proved, line: "every move loses".to_string() },
        })
    }

    fn values(&self, at: &usize, _watch: &mut dyn Watch) -> Result<Vec<Valued<Take>>> {
        let value = |play: Take| {
            let left = at - play.0;
            Valued { wins: Some(lost(left)), note: format!("leaves {left}"), play }
        };
        Ok(self.moves(at).into_iter().map(value).collect())
    }

    fn scene(&self, &at: &usize) -> Scene {
        let mut scene = pile(at);
        // Touching one of the last two pebbles takes it and those after it.
        for take in 1..=at.min(2) {
            let pebble = &mut scene.shapes[at - take];
            pebble.touch = Some(Take(take).to_string());
            pebble.label = Some(Take(take).to_string());
            pebble.fill = Some(Ink::Accent);
        }
        scene
    }
}

fn pile(n: usize) -> Scene {
    let mut scene = Scene::new("pile", format!("a pile of {n} pebbles"), n.max(1) as f64, 1.0);
    for pebble in 0..n {
        scene.add(Shape::circle(pebble as f64 + 0.5, 0.5, 0.4).fill(Ink::Solid));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theorem_and_the_definition_agree() {
        for n in 0..200 {
            assert_eq!(lost(n), lost_by_definition(n), "{n} pebbles");
        }
    }
}
