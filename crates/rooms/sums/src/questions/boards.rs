//! The question `boards`: the nimbers of the full boards of a game, one for each pair of sides.

use super::super::analysis::{Normal, solve};
use super::super::certificate::{Effort, nimbers_certificate};
use super::super::language::all_words;
use super::super::script::vocabulary;
use super::value::{MEMORY, means};
use kit::scene::Anchor;
use kit::{
    Ask, Error, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Trouble, Watch, find_word,
};

/// Games whose boards have two sides that may be changed over.
const GAMES: &[&str] = &["boxing", "chomp", "cram", "wythoff"];
const MOST_SIDE: i64 = 30;

pub(super) const BOARDS: Question = Question::of("boards", answer_boards)
    .about("the nimbers of a game's full boards, for every pair of sides")
    .params(&[
        Param::choice("game", "the game", GAMES).main(),
        Param::whole("rows", "the largest shorter side", 1, MOST_SIDE).or("4"),
        Param::whole("columns", "the largest longer side", 1, MOST_SIDE).or("6"),
        MEMORY,
    ])
    .examples(&[
        "sums boards boxing",
        "sums boards cram --rows 4 --columns 5",
        "sums boards chomp --rows 6 --columns 8",
    ]);

fn answer_boards(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let game = ask.text("game");
    let words = all_words();
    let word = find_word(&words, game)?;
    let (rows, columns) = (ask.size("rows"), ask.size("columns"));
    let sides: Vec<(usize, usize)> = (1..=rows).flat_map(|r| (r..=columns).map(move |c| (r, c))).collect();
    if sides.is_empty() {
        return Err(Error::usage("the sides", "no board has them", "let --columns be 1 or more"));
    }
    let (mut nimbers, mut solved) = (Vec::new(), Vec::new());
    for (done, &(r, c)) in sides.iter().enumerate() {
        kit::watch::step(watch, done as u64, Some(sides.len() as u64), || format!("{done} boards are solved"))?;
        let board = word.board.map_or_else(|| Err(word.refuse_count(&[])), |board| board(r, c));
        let answer = board.and_then(|board| Ok((solve(std::slice::from_ref(&board), means(ask), watch)?, board)));
        nimbers.push(match answer {
            Ok((Normal::Solved { nimber, .. }, board)) => {
                solved.push(board);
                Some(nimber)
            }
            Ok(_) => None,
            Err(error) if error.trouble() == Trouble::TooLarge => None,
            Err(error) => return Err(error),
        });
    }
    let answer = report(game, &sides, &nimbers);
    if !ask.wants_certificate() {
        return Ok(answer);
    }
    let effort = Effort::of(true, means(ask));
    let known: Vec<u32> = nimbers.into_iter().flatten().collect();
    let certificate = nimbers_certificate(&solved, &known, &vocabulary(None, None)?, effort, watch)?;
    Ok(answer.certificate(certificate))
}

fn report(game: &str, sides: &[(usize, usize)], nimbers: &[Option<u32>]) -> Report {
    let mut table = Table::new("boards", &["rows", "columns", "nimber", "outcome"]);
    for (&(r, c), nimber) in sides.iter().zip(nimbers) {
        let outcome = nimber.map(|n| if n == 0 { "P" } else { "N" });
        table.row(kit::row![r, c, *nimber, outcome]);
    }
    let known = nimbers.iter().flatten().count();
    let lost = nimbers.iter().filter(|n| **n == Some(0)).count();
    let open = nimbers.len() - known;
    let reach = if open == 0 { String::new() } else { format!(", {open} out of reach") };
    let line = format!("{game}: the nimbers of {known} full boards, {lost} lost for the player to move{reach}");
    Report::new(line, Standing::Proved)
        .fact("game", game)
        .fact("boards", known)
        .fact("lost_boards", lost)
        .fact("out_of_reach", open)
        .fact("largest", nimbers.iter().flatten().max().copied())
        .fact("nimbers", Fact::list(nimbers.iter().copied()))
        .table(table)
        .scene(picture(game, sides, nimbers))
}

/// A square for each board, lost ones marked.
fn picture(game: &str, sides: &[(usize, usize)], nimbers: &[Option<u32>]) -> Scene {
    let most = |side: fn(&(usize, usize)) -> usize| sides.iter().map(side).max().unwrap_or(0);
    let (rows, columns) = (most(|s| s.0), most(|s| s.1));
    let caption = format!("the nimbers of {game} on full boards to {rows} x {columns}");
    let mut scene = Scene::framed("boards", caption, [0.1, 0.1, columns as f64 + 1.1, rows as f64 + 1.1]);
    for c in 1..=columns {
        scene.add(Shape::text(c as f64 + 0.5, 0.6, 0.35, c.to_string()).fill(Ink::Rule));
    }
    for r in 1..=rows {
        scene.add(Shape::text(0.7, r as f64 + 0.5, 0.35, r.to_string()).anchor(Anchor::End).fill(Ink::Rule));
    }
    for (&(r, c), nimber) in sides.iter().zip(nimbers) {
        let cell = Shape::rect(c as f64, r as f64, 1.0, 1.0).stroke(Ink::Rule);
        scene.add(if *nimber == Some(0) { cell.fill(Ink::Shade(25)) } else { cell });
        let text = nimber.map_or_else(|| "?".to_string(), |n| n.to_string());
        scene.add(Shape::text(c as f64 + 0.5, r as f64 + 0.5, 0.4, text));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_those_whose_words_have_a_board() {
        let with_board = all_words().into_iter().filter(|word| word.board.is_some());
        let mut names: Vec<&str> = with_board.map(|word| word.name).collect();
        names.sort_unstable();
        assert_eq!(names, GAMES);
    }
}
