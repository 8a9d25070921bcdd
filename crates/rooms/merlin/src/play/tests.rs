use super::*;
use kit::{NoFiles, Unwatched};
use rand::{RngExt, SeedableRng};

fn sit(words: &[&str]) -> Result<Box<dyn Play>> {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    super::sit(&Ask::read("play merlin", TABLE.params, &words, &NoFiles)?, &mut kit::Unwatched)
}

#[test]
fn following_the_hints_plays_par() {
    for words in [
        &["grid:4x4"][..],
        &["grid:3x3", "--mod", "3", "--seed", "9"],
        &["circle:6", "--mod", "4"],
        &["circle:6", "--mod", "3", "--legend", "WRB", "--to", "RRRWWW"],
        &["grid:3x3", "--lit-only"],
        &["021/102/210", "--mod", "5", "--seed", "2"],
    ] {
        let mut play = sit(words).unwrap();
        while play.end().is_none() {
            let advice = play.advise(&mut Unwatched).unwrap();
            assert!(advice.look.contains("look") && !advice.line.is_empty(), "{words:?}: {}", advice.look);
            play.play(&advice.play).unwrap();
        }
        let line = play.end().unwrap().line;
        assert!(line.contains("and no fewer do"), "{words:?}: {line}");
    }
}

#[test]
fn detours_are_counted_and_par_is_told() {
    let mut play = sit(&["grid:3x3", "--from", "110100000"]).unwrap();
    for text in ["2,2", "2,2", "1,1"] {
        play.play(text).unwrap();
    }
    assert_eq!(play.end().unwrap().line, "every cell is 0 after 3 clicks; par is 1");
}

/// The value of a click is the fewest clicks of the state after it, found anew.
#[test]
fn values_agree_with_the_fewest_clicks_after_each_click() {
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(17);
    for round in 0..200 {
        let (graph, m) =
            [("grid:4x4", "2"), ("circle:6", "4"), ("circle:4", "3"), ("0211/1020/3101/0110", "4"), ("path:5", "2")]
                [chance.random_range(0..5)];
        let seed = round.to_string();
        let play = match sit(&[graph, "--mod", m, "--seed", &seed]) {
            Ok(play) => play,
            Err(error) => panic!("{graph} {m}: {error}"),
        };
        for value in play.values(&mut Unwatched).unwrap() {
            let mut after = sit(&[graph, "--mod", m, "--from", &play.position()]).unwrap();
            after.play(&value.play).unwrap();
            let left: u64 = value.note.split(' ').next().unwrap().parse().unwrap();
            let puzzle = Puzzle::from_text(graph, true, None, m.parse().unwrap()).unwrap();
            let state = puzzle.state(&after.position(), None, 0).unwrap();
            let system = System::new(&puzzle, &mut Unwatched).unwrap();
            let wanted = puzzle.change(&state, &vec![0; state.len()]);
            let outcome = system.solve(&wanted, &mut Unwatched).unwrap();
            let truth =
                least(&system, outcome.clicks.unwrap(), &outcome.kernel_size, Weight::Clicks, 1, &mut Unwatched)
                    .unwrap();
            assert_eq!(left, truth.least, "{graph} mod {m} seed {seed}: {}", value.play);
        }
    }
}

#[test]
fn only_solvable_states_are_put_on_the_table() {
    assert!(sit(&["circle:6", "--from", "100000"]).is_err());
    assert!(sit(&["circle:6", "--from", "101000"]).is_ok());
    assert!(sit(&["circle:6", "--from", "101000", "--to", "100000"]).is_err());
    assert!(sit(&["path:1"]).is_err());
    for seed in 0..30 {
        let play = sit(&["grid:5x5", "--seed", &seed.to_string()]).unwrap();
        assert!(play.end().is_none());
    }
}

#[test]
fn starts_are_as_far_from_the_goal_as_their_difficulty_says() {
    for (level, fewest, most) in [("easy", 1, 5), ("middle", 6, 9), ("hard", 10, 25)] {
        for seed in 1..=12 {
            let mut play = sit(&["grid:5x5", "--difficulty", level, "--seed", &seed.to_string()]).unwrap();
            let mut clicks = 0;
            while play.end().is_none() {
                let advice = play.advise(&mut Unwatched).unwrap();
                play.play(&advice.play).unwrap();
                clicks += 1;
            }
            assert!((fewest..=most).contains(&clicks), "{level} {seed}: {clicks}");
            assert!(play.end().unwrap().line.contains("no fewer do"));
        }
    }
    let [one, other] = ["3", "4"].map(|seed| sit(&["--difficulty", "easy", "--seed", seed]).unwrap().position());
    assert_ne!(one, other);
    assert!(sit(&["path:3", "--difficulty", "hard"]).is_ok() && sit(&["path:2", "--difficulty", "middle"]).is_ok());
    assert!(sit(&["path:3", "--difficulty", "easy", "--lit-only"]).is_err());
    assert!(sit(&["grid:2x2", "--difficulty", "easy", "--from", "10/00"]).is_ok());
}

#[test]
fn the_letters_of_the_legend_have_the_colours_that_they_name() {
    use kit::Ink;
    let play = sit(&["circle:3", "--mod", "3", "--legend", "WBR", "--from", "WBR", "--to", "BRW"]).unwrap();
    assert_eq!(play.position(), "WBR");
    let scene = play.scene();
    let inks: Vec<Ink> = scene.shapes.iter().filter(|s| s.touch.is_some()).filter_map(|s| s.fill).collect();
    assert_eq!(inks, [Ink::Shade(6), Ink::Hue(1), Ink::Hue(0)]);
    let labels: Vec<&str> = scene.shapes.iter().filter_map(|s| s.label.as_deref()).collect();
    assert!(labels.contains(&"cell 3, colour R, wanted W"), "{labels:?}");
    assert!(sit(&["circle:3", "--mod", "3", "--legend", "WB"]).is_err());
}

#[test]
fn dead_cells_cannot_be_clicked_where_only_lit_ones_may() {
    let mut play = sit(&["grid:1x3", "--lit-only", "--from", "100"]).unwrap();
    assert_eq!(play.moves(), ["1,1"]);
    assert!(play.play("1,2").is_err());
    // A click that leaves its own cell lit cannot be the last one.
    assert!(sit(&["circle:6", "--lit-only", "--from", "101000"]).is_err());
    let values = play.values(&mut Unwatched).unwrap();
    assert!(values.iter().all(|v| v.note.starts_with(|c: char| c.is_ascii_digit()) || v.wins == Some(false)));
}
