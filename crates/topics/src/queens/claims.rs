//! What the paper says, each statement with a way to find out.

use super::ground::Board;
use super::rule::Rule;
use super::rules::Rules;
use super::{complete, count, lock, positions, solve};
use engine::subsets::{self, SubsetGame};
use engine::{boards, quadratic};
use kit::scene::Piece;
use kit::{Claim, Effort, Error, Finding, Result, Verdict, Watch};
use std::fmt::Write as _;
use std::time::Instant;

use Verdict::{Corrected, Holds, Open, Refuted, Settled};

/// A statement, where it stands, and its check.
const fn claim(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    check: fn(Effort, &mut dyn Watch) -> Result<Finding>,
) -> Claim {
    Claim { id, source, statement, check }
}

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "queens.order-matters",
        "Mod 2 n-queens, Sec. 2",
        "the order of placing matters; at most n*n queens",
        order_matters,
    ),
    claim("queens.prop1", "Mod 2 n-queens, Prop. 1", "n odd: n*n queens can be placed, by the given order", prop1),
    claim("queens.prop2", "Mod 2 n-queens, Prop. 2", "n even: n*n queens cannot be placed", prop2),
    claim("queens.prop3", "Mod 2 n-queens, Prop. 3", "n even and positive: n*n - 2 queens can be placed", prop3),
    claim("queens.question4", "Mod 2 n-queens, Question 4", "is n*n - 2 the most for even n", question4),
    claim(
        "queens.fig4",
        "Mod 2 n-queens, Fig. 4 and text",
        "one queen locks n = 2 and 3; no single queen locks n > 3; the first player wins n = 1, 2, 3 with one queen",
        fig4,
    ),
    claim(
        "queens.prop5",
        "Mod 2 n-queens, Prop. 5",
        "n odd: first row and first column are a legal, locked position, by the given order",
        prop5,
    ),
    claim("queens.fig6", "Mod 2 n-queens, Fig. 6", "five moves lock the 3 x 3 board by its first row and column", fig6),
    claim(
        "queens.prop6",
        "Mod 2 n-queens, Prop. 6",
        "n even, n > 2: first row and column without their ends, and the far corner, are legal and locked",
        prop6,
    ),
    claim(
        "queens.corollary1",
        "Mod 2 n-queens, Cor. 1",
        "n odd and positive: at most 2n - 1 queens are needed to lock; n even and positive: at most 2n - 3",
        corollary1,
    ),
    claim(
        "queens.question7",
        "Mod 2 n-queens, Question 7",
        "the fewest queens that lock, and whether Corollary 1 is sharp",
        question7,
    ),
    claim(
        "queens.prop8",
        "Mod 2 n-queens, Prop. 8",
        "n even: alternate universe games correspond to complementary games",
        prop8,
    ),
    claim("queens.prop9", "Mod 2 n-queens, Prop. 9", "n odd: complementary games correspond to standard games", prop9),
    claim(
        "queens.question10",
        "Mod 2 n-queens, Question 10",
        "other n-queens games, in particular modulo k",
        question10,
    ),
    claim("queens.fig7", "Mod 2 n-queens, Fig. 7", "the first three levels of the game tree for n = 3", fig7),
    claim("queens.fig8", "Mod 2 n-queens, Fig. 8", "the full graph for n = 3 up to symmetry is quite large", fig8),
    claim(
        "queens.question11",
        "Mod 2 n-queens, Question 11",
        "can the bounds (n*n)! for the tree and 2^(n*n) for the positions be improved",
        question11,
    ),
    claim(
        "queens.run-times",
        "Mod 2 n-queens, after Question 4",
        "the whole game takes eleven minutes for n = 4 and would take 22 years for n = 6",
        run_times,
    ),
];

fn reachable(n: usize) -> (Rules, Vec<bool>) {
    let rules = Rules::queens(n);
    let field = rules.parity_field(&rules.bare()).expect("small boards have a field");
    let reachable = subsets::reachable(&field.game);
    (rules, reachable)
}

fn order_matters(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
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

fn prop1(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(21, 59);
    for n in (1..=last).step_by(2) {
        let rules = Rules::queens(n);
        let played = complete::order(n).and_then(|order| complete::execute(&rules, &order));
        match played {
            Ok(board) if board.iter().all(|&q| q) => {}
            Ok(board) => {
                return Ok(Finding::new(Refuted, format!("n = {n}: the order ends at {}", rules.text(&board))));
            }
            Err(error) => return Ok(Finding::new(Refuted, format!("n = {n}: {error}"))),
        }
    }
    Ok(Finding::new(Holds, format!("the paper's steps were played move by move for every odd n up to {last}")))
}

/// The parity of all degrees, if they agree, and of the number of attacking pairs on the full board.
fn degrees_and_pairs(n: usize) -> (Option<usize>, usize) {
    let degrees: Vec<usize> = boards::adjacency(Piece::Queen, n).iter().map(Vec::len).collect();
    let parity = degrees.iter().all(|d| d % 2 == degrees[0] % 2).then(|| degrees[0] % 2);
    (parity, degrees.iter().sum::<usize>() / 2)
}

fn prop2(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(30, 60);
    let exception = (2..=last).step_by(2).find(|&n| degrees_and_pairs(n).0 != Some(1));
    let full_at_four = reachable(4).1[0xffff];
    let evidence = format!(
        "for every even n up to {last} each square of the full board sees an odd number of others, so the last queen \
         never finds an open square; of the 2^16 sets for n = 4 the full one is {}",
        if full_at_four { "reached" } else { "not reached" }
    );
    Ok(match exception {
        Some(n) => Finding::new(Refuted, format!("n = {n}: some degree is even")),
        None => Finding::of(!full_at_four, Holds, Refuted, evidence),
    })
}

fn prop3(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(20, 60);
    let two = reachable(2).1.iter().enumerate().filter(|(_, r)| **r).map(|(x, _)| x.count_ones()).max();
    for n in (4..=last).step_by(2) {
        let order = complete::order(n)?;
        let board = complete::execute(&Rules::queens(n), &order)?;
        let queens = board.iter().filter(|&&q| q).count();
        if queens != n * n - 2 {
            return Ok(Finding::new(Refuted, format!("n = {n}: the construction places {queens}")));
        }
    }
    let evidence = format!(
        "played move by move for every even n from 4 to {last}; but on 2 x 2 the most is {} and not n*n - 2 = 2, so the \
         condition must be n > 2",
        two.unwrap_or(0)
    );
    Ok(Finding::of(two == Some(2), Holds, Corrected, evidence))
}

fn question4(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(30, 60);
    // The argument of the essay: n*n - 1 queens would be an odd number of pairs.
    let fails = (2..=last).step_by(2).find(|&n| {
        let (degrees, pairs) = degrees_and_pairs(n);
        degrees != Some(1) || pairs % 2 != 0
    });
    if let Some(n) = fails {
        return Ok(Finding::new(Open, format!("the parity argument fails for n = {n}")));
    }
    let most = |n: usize, watch: &mut dyn Watch| -> Result<Option<usize>> {
        let rules = Rules::queens(n);
        let census = count::census(&rules, &rules.bare(), watch)?;
        Ok(census.reachable.iter().rposition(|&c| c > 0))
    };
    let four = most(4, watch)?;
    let mut evidence = format!(
        "yes for n > 2: all degrees are odd and the full board has an even number of pairs (checked to n = {last}), so n*n - 1 queens would \
         make an odd number of attacking pairs, which legal play never does; n*n - 2 is reached. Exhaustively n = 4: {}",
        four.unwrap_or(0)
    );
    if effort == Effort::Slow {
        let six = most(6, watch)?;
        let _ = write!(evidence, ", n = 6: {}", six.unwrap_or(0));
        return Ok(Finding::of(four == Some(14) && six == Some(34), Settled, Refuted, evidence));
    }
    Ok(Finding::of(four == Some(14), Settled, Refuted, evidence))
}

fn fig4(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(30, 60);
    let locks = |n: usize| {
        let rules = Rules::queens(n);
        (0..n * n).filter(|&s| rules.moves(&rules.after(&rules.bare(), s)).is_empty()).count()
    };
    let locking: Vec<usize> = (1..=last).filter(|&n| n > 1 && locks(n) > 0).collect();
    let mut wins = true;
    for n in 1..=3 {
        let rules = Rules::queens(n);
        wins &= solve::solve(&rules, &rules.bare(), watch)?.nimber > 0 && locks(n) > 0;
    }
    let evidence = format!(
        "of n = 2..{last} a single queen locks exactly n = {locking:?}; n = 1, 2, 3 are won with one queen: {wins}"
    );
    Ok(Finding::of(locking == [2, 3] && wins, Holds, Refuted, evidence))
}

/// Whether the hook of Propositions 5 and 6 is locked and legally reached.
fn hook_stands(n: usize) -> Result<std::result::Result<(), String>> {
    let rules = Rules::queens(n);
    let board = complete::hook(n);
    if !rules.moves(&board).is_empty() {
        return Ok(Err(format!("n = {n}: {} is not locked", rules.text(&board))));
    }
    let order = match n % 2 {
        1 => Some(complete::hook_order(n)),
        _ => rules.order_to(&board)?,
    };
    let Some(order) = order else {
        return Ok(Err(format!("n = {n}: {} is reached by no order", rules.text(&board))));
    };
    Ok(match complete::execute(&rules, &order) {
        Ok(played) if played == board => Ok(()),
        Ok(_) => Err(format!("n = {n}: the order ends elsewhere")),
        Err(error) => Err(format!("n = {n}: {error}")),
    })
}

fn prop5(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(31, 59);
    for n in (1..=last).step_by(2) {
        if let Err(trouble) = hook_stands(n)? {
            return Ok(Finding::new(Refuted, trouble));
        }
    }
    Ok(Finding::new(
        Holds,
        format!("the paper's order was played for every odd n up to {last}, and no square is open after it"),
    ))
}

fn fig6(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::queens(3);
    let order = complete::hook_order(3);
    let played = complete::execute(&rules, &order);
    let locked = played.as_ref().is_ok_and(|board| rules.moves(board).is_empty());
    let evidence = format!("{} moves, legal: {}, locked after them: {locked}", order.len(), played.is_ok());
    Ok(Finding::of(order.len() == 5 && locked, Holds, Refuted, evidence))
}

fn prop6(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(20, 60);
    for n in (4..=last).step_by(2) {
        if let Err(trouble) = hook_stands(n)? {
            return Ok(Finding::new(Refuted, trouble));
        }
    }
    Ok(Finding::new(
        Holds,
        format!("for every even n from 4 to {last} a legal order was found and played, and no square is open after it"),
    ))
}

fn corollary1(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    // "Positive" includes n = 1, which is complete and never locked, and n = 2, where 2n - 3 = 1 must do.
    let last = effort.pick(5, 6);
    let mut rows = Vec::new();
    let mut exceptions = Vec::new();
    for n in 1..=last {
        let rules = Rules::queens(n);
        let census = count::census(&rules, &rules.bare(), watch)?;
        let fewest = census.locked[..n * n].iter().position(|&c| c > 0);
        let bound = if n % 2 == 1 { 2 * n - 1 } else { 2 * n - 3 };
        match fewest {
            Some(k) if k <= bound => rows.push(format!("n = {n}: {k} <= {bound}")),
            Some(k) => exceptions.push(format!("n = {n}: {k} > {bound}")),
            None => exceptions.push(format!("n = {n} is never locked, only complete")),
        }
    }
    for n in last + 1..=20 {
        if let Err(trouble) = hook_stands(n)? {
            exceptions.push(trouble);
        }
    }
    let evidence = format!(
        "fewest queens by exhaustive count: {}; the boards of Propositions 5 and 6 were played for n up to 20. Exceptions: {}",
        rows.join(", "),
        if exceptions.is_empty() { "none".to_string() } else { exceptions.join(", ") }
    );
    let only_one = exceptions.len() == 1 && exceptions[0].starts_with("n = 1 ");
    Ok(match (exceptions.is_empty(), only_one) {
        (true, _) => Finding::new(Holds, evidence),
        (false, true) => Finding::new(Corrected, evidence),
        (false, false) => Finding::new(Refuted, evidence),
    })
}

fn question7(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(7, 10);
    let mut rows = Vec::new();
    let mut sharp = Vec::new();
    let mut within = true;
    for n in 2..=last {
        let rules = Rules::queens(n);
        let found = lock::fewest(&lock::Attacks::queens(n), watch)?;
        let board = complete::execute(&rules, &found.order)?;
        if !rules.moves(&board).is_empty() {
            return Err(Error::failed(format!("n = {n}: the board found is not locked")));
        }
        let bound = if n % 2 == 1 { 2 * n - 1 } else { 2 * n - 3 };
        let queens = found.queens.len();
        if queens == bound {
            sharp.push(n);
        }
        within &= queens <= bound;
        rows.push(match found.proved {
            true => format!("{n}: {queens} (bound {bound})"),
            false => format!("{n}: {} to {queens} (bound {bound})", found.at_least),
        });
    }
    let evidence = format!(
        "fewest queens n by n, each board played legally and minimal by exhausted search where one number stands: {}. Corollary 1 is sharp only for \
         n in {sharp:?}; for larger n the question stays open",
        rows.join(", ")
    );
    // Values for small n do not settle the question for all n; a value above the bound would refute the corollary.
    Ok(Finding::of(within, Open, Refuted, evidence))
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

fn prop8(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let sizes = [2, 4];
    for n in sizes {
        for s in boards::orbit_representatives(n) {
            if !same_game(n, Rule::Alternate, Rule::Complementary, Some(s)) {
                return Ok(Finding::new(Refuted, format!("n = {n}, first square {s}: the open squares differ")));
            }
        }
    }
    // The reason, for every n at hand: all degrees are odd.
    let last = effort.pick(30, 60);
    let odd = (2..=last).step_by(2).all(|n| degrees_and_pairs(n).0 == Some(1));
    let evidence = format!(
        "n = {sizes:?}: in all positions after the same first square the same squares are open; the reason, that every degree is odd, \
         was checked for even n up to {last}: {odd}"
    );
    Ok(Finding::of(odd, Holds, Refuted, evidence))
}

fn prop9(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let sizes: &[usize] = if effort == Effort::Slow { &[1, 3, 5] } else { &[1, 3] };
    for &n in sizes {
        if !same_game(n, Rule::Standard, Rule::Complementary, None) {
            return Ok(Finding::new(Refuted, format!("n = {n}: the open squares differ")));
        }
    }
    let last = effort.pick(31, 59);
    let even = (1..=last).step_by(2).all(|n| degrees_and_pairs(n).0 == Some(0));
    let evidence = format!(
        "n = {sizes:?}: in all 2^(n*n) positions the same squares are open; the reason, that every degree is even, was checked for odd n up to {last}: {even}"
    );
    Ok(Finding::of(even, Holds, Refuted, evidence))
}

fn question10(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(4, 5);
    let mut rows = Vec::new();
    let mut stable = true;
    for n in 2..=last {
        let mut nimbers = Vec::new();
        for k in 1..=4 * n as u32 {
            let rules = Rules::new(n, Piece::Queen, Rule::Mod(k));
            nimbers.push(solve::solve(&rules, &rules.bare(), watch)?.nimber);
        }
        // Beyond the greatest possible number of attackers the rule is Noon's.
        let rules = Rules::new(n, Piece::Queen, Rule::Noon);
        let noon = solve::solve(&rules, &rules.bare(), watch)?.nimber;
        stable &= nimbers.last() == Some(&noon);
        rows.push(format!("n = {n}: {nimbers:?} (Noon {noon})"));
    }
    let evidence = format!(
        "the rule mod k opens squares whose attackers are a multiple of k; nimbers for k = 1, 2, ..., 4n: {}. For k beyond the number of attackers it is Noon's \
         game: {stable}",
        rows.join("; ")
    );
    Ok(Finding::of(stable, Settled, Open, evidence))
}

fn fig7(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::queens(3);
    let levels = positions::tree(&rules, &rules.bare(), 3)?;
    let legal = levels.moves.iter().all(|&(level, from, to)| {
        let (a, b) = (&levels.boards[level][from], &levels.boards[level + 1][to]);
        (0..9).filter(|&s| a[s] != b[s]).all(|s| !a[s] && rules.attackers(a, s) % 2 == 0)
    });
    let sizes = levels.sizes();
    let evidence = format!(
        "levels of {sizes:?} nodes; every edge is a legal move: {legal}. The drawing itself is not in the text, so only its size can be compared: 9 first moves, of which \
         the centre locks"
    );
    let leaves = levels.boards[1].iter().filter(|b| rules.moves(b).is_empty()).count();
    Ok(Finding::of(legal && sizes.len() == 3 && leaves == 1, Holds, Refuted, evidence))
}

fn fig8(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let rules = Rules::queens(3);
    let levels = positions::graph(&rules, &rules.bare())?;
    let sizes = levels.sizes();
    let total: usize = sizes.iter().sum();
    // Counted a second way: reachable sets that are the least of their eight images.
    let (_, reached) = reachable(3);
    let maps = boards::symmetries(3);
    let image = |x: usize, map: &[usize]| (0..9).filter(|s| x >> s & 1 == 1).fold(0usize, |y, s| y | 1 << map[s]);
    let least = (0..512).filter(|&x| reached[x] && maps.iter().all(|map| image(x, map) >= x)).count();
    let evidence = format!(
        "{total} positions up to symmetry and {} edges, by level {sizes:?}; counted again as least images: {least}. The caption calls it a \
         partial game tree, the text the full graph",
        levels.moves.len()
    );
    Ok(Finding::of(least == total, Holds, Refuted, evidence))
}

fn question11(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(5, 6);
    let mut rows = Vec::new();
    let mut within = true;
    for n in 1..=last {
        let rules = Rules::queens(n);
        let even = quadratic::edge_form(&rules.adjacency).even_sets;
        let census = count::census(&rules, &rules.bare(), watch)?;
        let reachable: u64 = census.reachable.iter().sum();
        within &= dashu::integer::UBig::from(reachable) <= even;
        let games = census.games.map_or(String::new(), |g| format!(", {g} games"));
        rows.push(format!("n = {n}: {reachable} reachable of {even} even sets of 2^{}{games}", n * n));
    }
    let far = quadratic::edge_form(&boards::adjacency(Piece::Queen, 20));
    let evidence = format!(
        "yes: legal play keeps the number of attacking pairs even, so the positions are at most the zeros of a quadratic form, counted exactly for every n by a Gauss sum (nullity at \
         n = 20: {}). {}",
        far.nullity,
        rows.join("; ")
    );
    Ok(Finding::of(within, Settled, Refuted, evidence))
}

fn run_times(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let time = |n: usize, watch: &mut dyn Watch| -> Result<f64> {
        let rules = Rules::queens(n);
        let start = Instant::now();
        count::census(&rules, &rules.bare(), watch)?;
        Ok(start.elapsed().as_secs_f64())
    };
    let four = time(4, watch)?;
    let five = time(5, watch)?;
    let mut evidence = format!("here n = 4 takes {four:.4} s and n = 5 takes {five:.2} s, all positions and outcomes");
    if effort == Effort::Slow {
        let six = time(6, watch)?;
        let _ = write!(evidence, ", n = 6 (2^36 sets) takes {six:.0} s");
        return Ok(Finding::of(four < 660.0 && six < 22.0 * 365.25 * 86400.0, Refuted, Holds, evidence));
    }
    let _ = write!(evidence, "; n = 6 is left to --slow");
    Ok(Finding::of(four < 660.0, Open, Holds, evidence))
}
