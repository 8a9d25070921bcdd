//! Positions, games and universes: Section 2, Propositions 8 and 9, Questions 10 and 11, Figures 7 and 8.

use super::boards::degrees_by_ring;
use super::reachable;
use crate::ground::{Board, Ground};
use crate::rule::Rule;
use crate::rules::Rules;
use crate::walk::{MOST_CLASSES, Walk, too_many};
use crate::{boards, quadratic};
use crate::{count, positions, solve};
use engine::parity::subsets::SubsetGame;
use kit::Verdict::{Corrected, Holds, Open, Refuted, Settled};
use kit::scene::Piece;
use kit::{Effort, Finding, Result, Watch};

pub(super) fn ninety_two(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::new(8, Piece::Queen, Rule::Noon);
    let census = count::census(&rules, &rules.bare(), watch)?;
    let solutions = census.reachable[8];
    let evidence = format!("of the positions that Noon's game reaches on 8 x 8, {solutions} have eight queens");
    Ok(Finding::of(solutions == 92, Holds, Refuted, evidence))
}

pub(super) fn noon_most(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(7, 9);
    let mut most = Vec::new();
    for n in 1..=last {
        let rules = Rules::new(n, Piece::Queen, Rule::Noon);
        let walk = Walk::from(&rules, &rules.bare(), MOST_CLASSES, watch)?.ok_or_else(|| too_many(&rules))?;
        most.push(walk.levels.len() - 1);
    }
    let within = most.iter().zip(1..).all(|(&most, n)| most <= n);
    let evidence = format!(
        "for all n: two queens in a row attack each other, so each of the n rows holds one at most; exhaustively the most for \
         n = 1, 2, ... are {}",
        most.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    );
    Ok(Finding::of(within, Holds, Refuted, evidence))
}

pub(super) fn order_matters(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    // A set that is reached in one order while another order of the same squares meets a closed square.
    let (rules, reached) = reachable(3);
    let field = rules.parity_field(&rules.bare()).expect("small boards have a field");
    let witness = (0..1u64 << 9).filter(|&x| reached[x as usize]).find_map(|x| {
        let stuck = |s: usize| field.game.open(0) >> s & 1 == 1 && !reached_within(&field.game, x, 1 << s);
        engine::bits::ones(x).find(|&s| stuck(s)).map(|s| (x, s))
    });
    let most = (0..1u64 << 9).filter(|&x| reached[x as usize]).map(u64::count_ones).max().unwrap_or(0);
    Ok(match witness {
        Some((x, s)) => {
            let board: Board = (0..9).map(|t| x >> t & 1 == 1).collect();
            let evidence = format!(
                "on 3 x 3 the position {} is legal but cannot be reached when ({},{}) is taken first; the most queens there are {most}",
                rules.text(&board),
                s / 3 + 1,
                s % 3 + 1
            );
            Finding::of(most == 9, Holds, Refuted, evidence)
        }
        None => Finding::new(Refuted, "on 3 x 3 every order of every reachable set is legal"),
    })
}

/// Whether play that stays inside `goal` reaches it from `from`.
fn reached_within(game: &impl SubsetGame, goal: u64, from: u64) -> bool {
    from == goal || engine::bits::ones(game.open(from) & goal).any(|s| reached_within(game, goal, from | 1 << s))
}

/// Whether two rules give the same game when squares changed in one are the squares changed in the other.
fn same_game(n: usize, one: Rule, other: Rule, start: Option<usize>) -> bool {
    let board = |rule: Rule| {
        let rules = Rules::new(n, Piece::Queen, rule);
        let bare = rules.bare();
        let board = start.map_or(bare.clone(), |s| rules.after(&bare, s));
        rules.counting_field(&board).expect("small boards have a field")
    };
    let (a, b) = (board(one), board(other));
    a.squares == b.squares && (0..1u64 << a.squares.len()).all(|x| a.game.open(x) == b.game.open(x))
}

pub(super) fn prop8(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    for n in [2, 4] {
        for s in boards::orbit_representatives(n) {
            if !same_game(n, Rule::Alternate, Rule::Complementary, Some(s)) {
                return Ok(Finding::new(Refuted, format!("n = {n}, first square {}: the open squares differ", s + 1)));
            }
        }
    }
    let last = effort.pick(24, 60);
    let evidence = format!(
        "for all even n by the formula of degrees (compared for n up to {last}): every degree is odd, so an even number of \
         queens left means an odd number taken away; for n = 2 and 4 the same squares are open in all positions after the \
         same first square"
    );
    Ok(Finding::of((2..=last).all(degrees_by_ring), Holds, Open, evidence))
}

pub(super) fn prop9(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let most = effort.pick(3, 5);
    for n in (1..=most).step_by(2) {
        if !same_game(n, Rule::Standard, Rule::Complementary, None) {
            return Ok(Finding::new(Refuted, format!("n = {n}: the open squares differ")));
        }
    }
    let last = effort.pick(25, 59);
    let evidence = format!(
        "for all odd n by the formula of degrees (compared for n up to {last}): every degree is even, so queens left and queens \
         taken away have the same parity; for odd n up to {most} the same squares are open in all 2^(n*n) positions"
    );
    Ok(Finding::of((1..=last).all(degrees_by_ring), Holds, Open, evidence))
}

pub(super) fn question10(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(3, 4);
    let (mut rows, mut stable) = (Vec::new(), true);
    for n in 2..=last {
        let nimber = |rule: Rule, watch: &mut dyn Watch| {
            let rules = Rules::new(n, Piece::Queen, rule);
            solve::solve(&rules, &rules.bare(), watch).map(|solution| solution.nimber)
        };
        let nimbers = (1..=4 * n as u32).map(|k| nimber(Rule::Mod(k), watch)).collect::<Result<Vec<u32>>>()?;
        // Beyond the greatest possible number of attackers the rule is Noon's.
        stable &= nimbers.last() == Some(&nimber(Rule::Noon, watch)?);
        let row: Vec<String> = nimbers.iter().map(ToString::to_string).collect();
        rows.push(format!("n = {n}: {}", row.join(" ")));
    }
    let evidence = format!(
        "open-ended. One way to play modulo k: squares whose attackers are a multiple of k are open (or leave other \
         remainders), which for k beyond the number of attackers is {} game. Nimbers for k = 1, 2, ..., 4n: {}",
        if stable { "Noon's" } else { "not even Noon's" },
        rows.join("; ")
    );
    Ok(Finding::new(Open, evidence))
}

pub(super) fn fig7(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::queens(3);
    let levels = positions::tree(&rules, &rules.bare(), 3, watch)?;
    let illegal = levels.moves.iter().filter(|&&(level, from, to)| {
        let (a, b) = (&levels.boards[level][from], &levels.boards[level + 1][to]);
        (0..9).any(|s| a[s] != b[s] && (a[s] || rules.attackers(a, s) % 2 == 1))
    });
    let (illegal, sizes) = (illegal.count(), levels.sizes());
    let leaves = levels.boards[1].iter().filter(|b| rules.moves(b).is_empty()).count();
    let evidence = format!(
        "levels of {} nodes, {illegal} of their edges illegal. The drawing itself is not in the text, so only its size can be \
         compared: 9 first moves, of which {leaves}, the centre, locks",
        super::list(&sizes)
    );
    Ok(Finding::of(illegal == 0 && sizes.len() == 3 && leaves == 1, Holds, Refuted, evidence))
}

pub(super) fn fig8(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::queens(3);
    let levels = positions::graph(&rules, &rules.bare(), watch)?;
    let sizes = levels.sizes();
    let total: usize = sizes.iter().sum();
    // Counted a second way: reachable sets that are the least of their eight images.
    let (_, reached) = reachable(3);
    let maps = boards::symmetries(3);
    let image = |x: usize, map: &[usize]| (0..9).filter(|s| x >> s & 1 == 1).fold(0usize, |y, s| y | 1 << map[s]);
    let least = (0..512).filter(|&x| reached[x] && maps.iter().all(|map| image(x, map) >= x)).count();
    let evidence = format!(
        "{total} positions up to symmetry and {} edges, by level {}; counted again as least images: {least}. The caption calls \
         it a partial game tree, the text the full graph",
        levels.moves.len(),
        super::list(&sizes)
    );
    Ok(Finding::of(least == total, Holds, Refuted, evidence))
}

pub(super) fn question11(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(4, 6);
    let (mut rows, mut within) = (Vec::new(), true);
    for n in 1..=last {
        let rules = Rules::queens(n);
        let even = quadratic::edge_form(&rules.adjacency).even_sets;
        let census = count::census(&rules, &rules.bare(), watch)?;
        let reachable: u64 = census.reachable.iter().sum();
        within &= dashu::integer::UBig::from(reachable) <= even;
        let games = census.games.map_or(String::new(), |g| format!(", {}", kit::say::count(g, "game")));
        rows.push(format!("n = {n}: {reachable} reachable of {even} even sets of 2^{}{games}", n * n));
    }
    let far = quadratic::edge_form(&Ground::square(20).attacks(Piece::Queen));
    let evidence = format!(
        "yes, for all n: legal play keeps the number of attacking pairs even, so the positions are at most the zeros of a \
         quadratic form, counted exactly by a Gauss sum (nullity at n = 20: {}). {}",
        far.nullity,
        rows.join("; ")
    );
    Ok(Finding::of(within, Settled, Refuted, evidence))
}

/// The statement is about the authors' machine; what can be checked is the step from the first time to the second.
pub(super) fn run_times(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let (four, years) = (11.0 / (60.0 * 24.0 * 365.25), 22.0);
    let expected = four * (1u64 << (36 - 16)) as f64;
    let largest = effort.pick(5, 6);
    let mut times = Vec::new();
    for n in [4, largest] {
        let rules = Rules::queens(n);
        let start = kit::Clock::start();
        count::census(&rules, &rules.bare(), watch)?;
        times.push(start.seconds());
    }
    let evidence = format!(
        "eleven minutes times 2^36 / 2^16 sets are {expected:.1} years. On this machine n = 4 takes {:.4} s, one \
         {:.0}th of theirs, and n = {largest} takes {:.1} s",
        times[0],
        660.0 / times[0].max(1e-9),
        times[1]
    );
    Ok(Finding::of((expected - years).abs() < 0.5, Holds, Corrected, evidence))
}
