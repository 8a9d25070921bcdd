//! Every puzzle of every sheet is fair: it opens where it says, it can be solved, and its difficulty is that of its
//! level.

use kit::worksheet::{Code, Level, Puzzle, puzzle_of, sheet};
use kit::{NoFiles, Play, Topic, Unwatched, read_sentence, sit_down};

fn topics_with_sheets() -> impl Iterator<Item = &'static Topic> {
    topics::ALL.iter().copied().filter(|topic| topic.worksheet.is_some())
}

fn sheet_of(topic: &'static Topic, level: Level, seed: u64) -> Vec<(Code, Puzzle)> {
    sheet(topic, level, 6, seed, &mut Unwatched).unwrap_or_else(|e| panic!("{} {level} {seed}: {e}", topic.name))
}

#[test]
fn eight_rooms_make_sheets_of_six_different_puzzles_on_every_level() {
    assert!(topics_with_sheets().count() >= 8);
    for topic in topics_with_sheets() {
        for level in Level::ALL {
            let puzzles = sheet_of(topic, level, 1);
            assert_eq!(puzzles.len(), 6, "{} {level}", topic.name);
            for (code, puzzle) in &puzzles {
                let again = puzzle_of(topics::ALL, &Code::read(&code.to_string()).unwrap(), &mut Unwatched).unwrap();
                assert_eq!((&again.opens, &again.solution), (&puzzle.opens, &puzzle.solution), "{code}");
                assert!(puzzle.task.ends_with(['.', '?']) && !puzzle.solution.is_empty(), "{code}: {}", puzzle.task);
                assert!(!puzzle.scene.shapes.is_empty(), "{code}");
            }
            let other = sheet_of(topic, level, 2);
            assert!(puzzles.iter().zip(&other).any(|(a, b)| a.1.opens != b.1.opens), "{}: one sheet only", topic.name);
        }
    }
}

#[test]
fn every_puzzle_opens_where_it_says_and_its_solution_solves_it() {
    for topic in topics_with_sheets() {
        for level in Level::ALL {
            for (code, puzzle) in sheet_of(topic, level, 5) {
                match puzzle.opens.strip_prefix("play ") {
                    Some(sentence) => {
                        let play =
                            sit_down(topics::ALL, sentence, &mut Unwatched).unwrap_or_else(|e| panic!("{code}: {e}"));
                        assert!(play.end().is_none(), "{code} is over before it begins");
                        solvable(&code, play, &puzzle);
                    }
                    None => {
                        read_sentence(topics::ALL, &puzzle.opens, &NoFiles).unwrap_or_else(|e| panic!("{code}: {e}"));
                    }
                }
            }
        }
    }
}

/// A puzzle for one is solved by the hints; in a game for two the task that speaks of one winning move has one.
fn solvable(code: &Code, mut play: Box<dyn Play>, puzzle: &Puzzle) {
    if play.solitaire() {
        for _ in 0..60 {
            if play.end().is_some() {
                return;
            }
            let hint = play.advise(&mut Unwatched).unwrap_or_else(|e| panic!("{code}: {e}"));
            play.play(&hint.play).unwrap();
        }
        panic!("{code} cannot be solved by the hints");
    }
    if puzzle.task.contains("One of") {
        let wins = play.values(&mut Unwatched).unwrap().into_iter().filter(|value| value.wins == Some(true));
        assert_eq!(wins.count(), 1, "{code}");
    }
}

#[test]
fn harder_sheets_measure_harder() {
    for topic in topics_with_sheets() {
        let measured = |level| {
            let sheet = sheet_of(topic, level, 7);
            sheet.iter().map(|(_, puzzle)| puzzle.difficulty.1).sum::<u64>()
        };
        let names = |level| sheet_of(topic, level, 7)[0].1.difficulty.0;
        assert_eq!(names(Level::Easy), names(Level::Hard), "{}: one measure for all levels", topic.name);
        let (easy, hard) = (measured(Level::Easy), measured(Level::Hard));
        assert!(easy < hard, "{}: easy measures {easy}, hard {hard}", topic.name);
    }
}
