//! Every method against the plain definition, on all small boards and on seeded ones of every shape.

use super::count;
use super::ground::{Board, Ground};
use super::rule::Rule;
use super::rules::{self, Rules};
use super::{certificate, lock, solve};
use engine::parity::subsets;
use kit::Unwatched;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const RULES: [&str; 9] =
    ["standard", "alternate", "complementary", "noon", "mod:1", "mod:2", "mod:3", "open:1,2:4", "open:1:2"];

/// The nimber and the winning moves by the definition: a game is what its moves are.
fn by_definition(rules: &Rules, board: &Board) -> (u32, Vec<usize>) {
    let bits = |board: &Board| board.iter().enumerate().fold(0u32, |bits, (s, &taken)| bits | u32::from(taken) << s);
    fn nimber(rules: &Rules, board: &Board, known: &mut [Option<u32>], bits: &dyn Fn(&Board) -> u32) -> u32 {
        let place = bits(board) as usize;
        if let Some(nimber) = known[place] {
            return nimber;
        }
        let after = |s: &usize| rules.after(board, *s);
        let options: Vec<u32> = rules.moves(board).iter().map(|s| nimber(rules, &after(s), known, bits)).collect();
        let mex = (0..).find(|k| !options.contains(k)).unwrap();
        known[place] = Some(mex);
        mex
    }
    let mut known = vec![None; 1 << board.len()];
    let wins = |s: &usize, known: &mut Vec<Option<u32>>| nimber(rules, &rules.after(board, *s), known, &bits) == 0;
    let winning = rules.moves(board).into_iter().filter(|s| wins(s, &mut known)).collect();
    (nimber(rules, board, &mut known, &bits), winning)
}

/// A ground of at most 12 squares: a rectangle, a torus, perhaps with missing squares.
fn ground(chance: &mut ChaCha8Rng) -> Ground {
    let rows = chance.random_range(1..=4);
    let columns = chance.random_range(1..=12 / rows);
    let torus = chance.random_range(0..3) == 0;
    let mark = |chance: &mut ChaCha8Rng| if chance.random_range(0..6) == 0 { '#' } else { '.' };
    let row = |chance: &mut ChaCha8Rng| (0..columns).map(|_| mark(chance)).collect::<String>();
    let text = (0..rows).map(|_| row(chance)).collect::<Vec<_>>().join("/");
    match Ground::read(rows, columns, torus, 'Q', &text) {
        Ok((ground, _)) => ground,
        Err(_) => Ground::new(rows, columns, torus),
    }
}

/// Rules on such a ground, and a board that a few random moves lead to.
fn case(chance: &mut ChaCha8Rng) -> (Rules, Board) {
    let rule: Rule = RULES[chance.random_range(0..RULES.len())].parse().unwrap();
    let piece = rules::piece(rules::PIECES[chance.random_range(0..rules::PIECES.len())]);
    let rules = Rules::on(ground(chance), piece, rule);
    let mut board = rules.bare();
    let least = usize::from(rules.needs_start());
    for _ in 0..chance.random_range(least..least + 3) {
        let moves = rules.moves(&board);
        if !moves.is_empty() {
            board = rules.after(&board, moves[chance.random_range(0..moves.len())]);
        }
    }
    (rules, board)
}

fn small_rules() -> Vec<Rules> {
    let grounds = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (1, 5)];
    let mut all = Vec::new();
    for (rows, columns) in grounds {
        for torus in [false, true] {
            for piece in rules::PIECES {
                let on = |rule: &str| {
                    Rules::on(Ground::new(rows, columns, torus), rules::piece(piece), rule.parse().unwrap())
                };
                all.extend(RULES.map(on));
            }
        }
    }
    all
}

fn compare_solution(rules: &Rules, board: &Board) {
    let solution = solve::solve(rules, board, &mut Unwatched).unwrap();
    let (nimber, winning) = by_definition(rules, board);
    let place = format!("{} from {}", rules.title(), rules.text(board));
    assert_eq!((solution.nimber, solution.winning), (nimber, winning), "{place}");
}

#[test]
fn solutions_are_those_of_the_definition() {
    small_rules().iter().for_each(|rules| compare_solution(rules, &rules.bare()));
    let mut chance = ChaCha8Rng::seed_from_u64(19);
    for _ in 0..600 {
        let (rules, board) = case(&mut chance);
        compare_solution(&rules, &board);
    }
}

/// Where a theorem decides, the definition says the same; and each theorem decides something.
#[test]
fn theorems_decide_as_the_definition_does() {
    let mut chance = ChaCha8Rng::seed_from_u64(20);
    let mut decided: std::collections::BTreeMap<&str, usize> = Default::default();
    let seeded = (0..6000).map(|_| case(&mut chance));
    let small = small_rules().into_iter().map(|rules| (rules.clone(), rules.bare()));
    for (rules, board) in small.chain(seeded).collect::<Vec<_>>() {
        if let Some((nimber, theorem)) = solve::forced(&rules, &board) {
            let place = format!("{theorem}: {} from {}", rules.title(), rules.text(&board));
            assert_eq!(nimber, by_definition(&rules, &board).0, "{place}");
            *decided.entry(theorem).or_default() += 1;
        }
    }
    assert!(decided.len() == 4 && decided.values().all(|&cases| cases >= 200), "{decided:?}");
}

#[test]
fn a_census_is_that_of_the_definition() {
    let mut chance = ChaCha8Rng::seed_from_u64(21);
    let seeded = (0..400).map(|_| case(&mut chance)).collect::<Vec<_>>();
    let small = small_rules().into_iter().filter(|rules| !rules.needs_start());
    for (rules, board) in small.map(|rules| (rules.clone(), rules.bare())).chain(seeded) {
        let census = count::census(&rules, &board, &mut Unwatched).unwrap();
        let plain = count::by_definition(&rules, &board).unwrap();
        assert_eq!(census, plain, "{} from {}", rules.title(), rules.text(&board));
    }
}

/// The classes of a started game are boards up to all eight symmetries.
#[test]
fn classes_of_a_started_game_are_least_images() {
    let rules = Rules::new(4, rules::piece("queen"), Rule::Alternate);
    let start = rules.after(&rules.bare(), 0);
    let field = rules.parity_field(&start).unwrap();
    let reached = subsets::reachable(&field.game);
    let maps = crate::boards::symmetries(4);
    let board = |x: usize| (0..15).filter(|i| x >> i & 1 == 1).fold(1u32, |b, i| b | 1 << field.squares[i]);
    let image = |map: &Vec<usize>, b: u32| (0..16).filter(|s| b >> s & 1 == 1).fold(0u32, |i, s| i | 1 << map[s]);
    let least = |x: usize| maps.iter().map(|map| image(map, board(x))).min().unwrap();
    let classes: std::collections::HashSet<u32> = (0..1 << 15).filter(|&x| reached[x]).map(least).collect();
    let census = count::census(&rules, &start, &mut Unwatched).unwrap();
    assert_eq!((census.classes, classes.len()), (Some(3840), 3840));
}

/// The fewest pieces without an open square on boards of any shape, over all subsets.
#[test]
fn locks_are_those_of_the_definition() {
    let mut chance = ChaCha8Rng::seed_from_u64(22);
    for _ in 0..200 {
        let ground = ground(&mut chance);
        let piece = rules::piece(rules::PIECES[chance.random_range(0..rules::PIECES.len())]);
        let attacks = lock::Attacks::of(&ground, piece);
        let found = lock::fewest_within(&attacks, 1_000_000, 1_000, &mut Unwatched).unwrap();
        let title = ground.title();
        assert!(found.proved && lock::is_legal_order(&attacks.adjacency, &found.order), "{title}");
        assert!(lock::is_locked(&attacks.adjacency, &found.order), "{title}");
        assert_eq!(found.queens.len(), lock::tests::fewest_by_definition(&attacks.adjacency), "{title}");
    }
}

/// Strategies and tables of seeded positions pass their checkers and state the nimber of the definition.
#[test]
fn certificates_of_seeded_positions_pass() {
    let mut chance = ChaCha8Rng::seed_from_u64(23);
    let pass =
        |certificate: &kit::Certificate| kit::verify(&[&super::TOPIC], certificate, &mut Unwatched).unwrap().line;
    let (mut strategies, mut tables) = (0, 0);
    while strategies < 200 || tables < 200 {
        let (rules, board) = case(&mut chance);
        let (nimber, winning) = by_definition(&rules, &board);
        let solved = [(board.clone(), winning.clone())];
        let strategy = certificate::solution_certificate(&rules, &solved, false, &mut Unwatched).unwrap().unwrap();
        assert!(pass(&strategy).contains(&format!("nimber {nimber}")), "{}", strategy.to_file());
        strategies += 1;
        if let Some(table) = certificate::table_alone(&rules, &solved[0], &mut Unwatched).unwrap() {
            assert_eq!(pass(&table).contains("is won by"), nimber > 0, "{}", table.to_file());
            tables += 1;
        }
    }
}

/// Nullities and even sets of boards of any shape, counted over all subsets.
#[test]
fn forms_count_as_the_definition_does() {
    let mut chance = ChaCha8Rng::seed_from_u64(24);
    for _ in 0..200 {
        let rules = Rules::on(ground(&mut chance), case(&mut chance).0.piece, Rule::Standard);
        let even = crate::quadratic::even_sets_by_definition(&lock::Attacks::of(&rules.ground, rules.piece).adjacency);
        let form = certificate::form_certificate(&rules, false, &mut Unwatched).unwrap().unwrap();
        assert!(form.states.contains(&format!(", {even} hold an even number")), "{}", form.to_file());
        kit::verify(&[&super::TOPIC], &form, &mut Unwatched).unwrap();
    }
}

/// The house knows what the theorems know, on boards that no search could solve.
#[test]
fn the_house_plays_the_trivial_halves_as_proved() {
    for sentence in ["queens 8 --rule alternate --start 1,1", "queens 9 --rule complementary", "queens 11"] {
        let play = kit::sit_down(&[&super::TOPIC], sentence, &mut Unwatched).unwrap();
        let advice = play.advise(&mut Unwatched).unwrap();
        assert_eq!(advice.standing, kit::Standing::Proved, "{sentence}");
        assert!(advice.line.ends_with("wins"), "{sentence}: {}", advice.line);
    }
}

/// On 6 x 6 the house has a proved reply at once: from the book up to four queens, beyond it from a table of 256 MiB.
#[test]
fn the_house_replies_on_six_from_the_book() {
    /// Refuses the memory that a table would take.
    struct Poor;
    impl kit::Watch for Poor {
        fn look(&mut self, _: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            std::ops::ControlFlow::Continue(())
        }
        fn take(&mut self, what: &str, bytes: u64) -> kit::Result<()> {
            Err(kit::Error::too_large(what, format!("{bytes} bytes"), "take less"))
        }
    }
    let mut play = kit::sit_down(&[&super::TOPIC], "queens 6", &mut Unwatched).unwrap();
    for queens in 0..5 {
        let advice = play.advise(&mut Poor).unwrap();
        assert_eq!(advice.standing, kit::Standing::Proved, "{queens} queens: {}", advice.line);
        assert_eq!(advice.line.contains(" wins"), queens % 2 == 1, "6 x 6 is lost: {}", advice.line);
        play.play(&advice.play).unwrap();
    }
}
