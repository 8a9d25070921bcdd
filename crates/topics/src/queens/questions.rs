//! The questions: thin, the mathematics is next door.

use super::drawing::{Shading, board_scene};
use super::rules::{self, Board, Rule, Rules};
use super::{complete, count, lock, positions, solve};
use engine::{boards, quadratic};
use kit::scene::Piece;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const ALL: &[&dyn Question] = &[&Solve, &Count, &LockQuestion, &Complete, &Parity, &Tree, &Graph, &Draw];

const N: Param = Param::whole("n", "the side of the board", 1, 60).main();
const RULE: Param =
    Param::form("rule", "which squares are open", rules::RULE_SHAPE, |text| text.parse::<Rule>().map(|_| ()))
        .or("standard");
const PIECE: Param = Param::choice("piece", "the piece that is placed", rules::PIECES).or("queen");
const START: Param = Param::form(
    "start",
    "the first square of the alternate game, or the first removal of the complementary one",
    "row,column from 1",
    |text| boards::read_square(text).map(|_| ()),
);

pub(super) const GAME_PARAMS: &[Param] = &[N, RULE, PIECE, START];

/// The rules that an ask describes.
pub(super) fn rules_of(ask: &Ask) -> Rules {
    let rule = ask.text("rule").parse().expect("checked at the door");
    Rules::new(ask.size("n"), rules::piece(ask.text("piece")), rule)
}

/// The square of `--start`, refused where the rules have no use for it.
pub(super) fn start_of(ask: &Ask, rules: &Rules) -> Result<Option<usize>> {
    let Some(text) = ask.text("start") else { return Ok(None) };
    if !matches!(rules.rule, Rule::Alternate | Rule::Complementary) {
        let why = format!("the rule {} begins with the empty board", rules.rule);
        return Err(Error::usage("--start", why, "leave it out, or take --rule alternate or complementary"));
    }
    rules.read_square(text).map(Some)
}

/// Where the game begins: one board, or one for each first square up to symmetry.
fn starts_of(ask: &Ask, rules: &Rules) -> Result<Vec<(Option<usize>, Board)>> {
    let with = |s: usize| (Some(s), rules.after(&rules.bare(), s));
    Ok(match start_of(ask, rules)? {
        Some(s) => vec![with(s)],
        None if rules.needs_start() => boards::orbit_representatives(rules.n).into_iter().map(with).collect(),
        None => vec![(None, rules.bare())],
    })
}

fn square_fact(n: usize, s: usize) -> Fact {
    Fact::square(s / n + 1, s % n + 1)
}

fn square_list(n: usize, squares: &[usize]) -> Fact {
    Fact::list(squares.iter().map(|&s| square_fact(n, s)))
}

fn square_name(n: usize, s: usize) -> String {
    format!("({},{})", s / n + 1, s % n + 1)
}

pub(super) const SOLVE: Question = Question {
    name: "solve",
    about: "who wins, by which nimber, and with which moves",
    params: &[
            N,
            RULE,
            PIECE,
            START,
            Param::text("board", "the position to start from: rows joined by /, Q or X or 1 taken, . or 0 free", 3700),
            Param::switch("any", "take the board even if legal play cannot reach it"),
        ],
    examples: &[
            "queens solve 4",
            "queens solve 4 --board Q.../..../..../....",
            "queens solve 4 --rule alternate",
            "queens solve 8 --rule noon",
            "queens solve 3 --piece king --rule mod:3",
        ],
    answer: answer_solve,
};

fn answer_solve(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = rules_of(ask);
    if let Some(text) = ask.text("board") {
        start_of(ask, &rules)?;
        let board = rules.read(text)?;
        if !ask.flag("any") && rules.order_to(&board)?.is_none() {
            return Err(Error::usage("board", rules.why_unreachable(&board), "--any takes it all the same"));
        }
        return solution_report(&rules, &board, watch);
    }
    let starts = starts_of(ask, &rules)?;
    match starts.as_slice() {
        [(_, board)] => solution_report(&rules, board, watch),
        _ => every_start(&rules, &starts, watch),
    }
}


fn solution_report(rules: &Rules, board: &Board, watch: &mut dyn Watch) -> Result<Report> {
    let solution = solve::solve(rules, board, watch)?;
    let taken = board.iter().filter(|&&q| q).count();
    let line = match solution.winning.first() {
        Some(&s) => format!(
            "{} with {taken} taken is won for the player to move, for example on {} ({})",
            rules.title(),
            square_name(rules.n, s),
            solution.method
        ),
        None => format!("{} with {taken} taken is lost for the player to move ({})", rules.title(), solution.method),
    };
    let caption = format!("{}: {} winning moves marked", rules.title(), solution.winning.len());
    let mut scene = board_scene("solve", caption, rules, board, Shading::Parity);
    for &s in &solution.winning {
        let (x, y) = ((s % rules.n) as f64 + 0.5, (s / rules.n) as f64 + 0.5);
        scene.add(kit::Shape::circle(x, y, 0.22).fill(kit::Ink::Accent).label("winning move"));
    }
    Ok(Report::new(line, Standing::Proved)
        .fact("outcome", solve::outcome(solution.nimber))
        .fact("nimber", solution.nimber)
        .fact("winning_moves", square_list(rules.n, &solution.winning))
        .fact("positions", solution.positions)
        .fact("board", rules.text(board))
        .scene(scene))
}

/// One row for each starting square up to symmetry.
fn every_start(rules: &Rules, starts: &[(Option<usize>, Board)], watch: &mut dyn Watch) -> Result<Report> {
    let mut table = Table::new("starts", &["start", "outcome", "nimber", "winning moves"]);
    let (mut squares, mut nimbers, mut winning) = (Vec::new(), Vec::new(), Vec::new());
    let mut positions = 0;
    for (start, board) in starts {
        let start = start.expect("only a game with a first square has several starts");
        let solution = solve::solve(rules, board, watch)?;
        positions += solution.positions;
        table.row(vec![
            square_fact(rules.n, start),
            solve::outcome(solution.nimber).into(),
            solution.nimber.into(),
            square_list(rules.n, &solution.winning),
        ]);
        squares.push(start);
        nimbers.push(solution.nimber);
        winning.push(square_list(rules.n, &solution.winning));
    }
    let lost = nimbers.iter().filter(|&&k| k == 0).count();
    let line = format!(
        "{}: {} starting squares up to symmetry, {lost} of them lost for the player to move",
        rules.title(),
        squares.len()
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("starts", square_list(rules.n, &squares))
        .fact("outcome", Fact::list(nimbers.iter().map(|&k| solve::outcome(k))))
        .fact("nimber", nimbers)
        .fact("winning_moves", Fact::List(winning))
        .fact("positions", positions)
        .table(table))
}

pub(super) const COUNT: Question = Question {
    name: "count",
    about: "how many positions are reachable, locked and lost, how many classes and games",
    params: GAME_PARAMS,
    examples: &[
            "queens count 4",
            "queens count 5",
            "queens count 3 --rule mod:3",
            "queens count 3 --rule alternate --start 2,2",
        ],
    answer: answer_count,
};

fn answer_count(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rules = rules_of(ask);
    let starts = starts_of(ask, &rules)?;
    match starts.as_slice() {
        [(_, board)] => census_report(&rules, board, watch),
        _ => every_census(&rules, &starts, watch),
    }
}


/// The census of one start, by the number of pieces on the board.
struct ByPieces {
    reachable: Vec<u64>,
    locked: Vec<u64>,
    lost: Vec<u64>,
    fewest_to_lock: Option<usize>,
    most: Option<usize>,
}

impl ByPieces {
    /// Moves made from the start become pieces on the board; a board without a free square is complete, not locked.
    fn new(rules: &Rules, start: &Board, census: &count::Census) -> ByPieces {
        let (size, base) = (rules.squares(), start.iter().filter(|&&q| q).count());
        let removing = rules.rule == Rule::Complementary;
        let by_pieces = |moves: &[u64]| {
            let mut list = vec![0; size + 1];
            for (made, &count) in moves.iter().enumerate() {
                list[if removing { base - made } else { base + made }] = count;
            }
            list
        };
        let mut locked = by_pieces(&census.locked);
        locked[if removing { 0 } else { size }] = 0;
        let reachable = by_pieces(&census.reachable);
        ByPieces {
            fewest_to_lock: locked.iter().position(|&c| c > 0),
            most: reachable.iter().rposition(|&c| c > 0),
            lost: by_pieces(&census.lost),
            locked,
            reachable,
        }
    }
}

fn census_report(rules: &Rules, start: &Board, watch: &mut dyn Watch) -> Result<Report> {
    let census = count::census(rules, start, watch)?;
    let by = ByPieces::new(rules, start, &census);
    let reachable: u64 = by.reachable.iter().sum();
    let mut table = Table::new("by_queens", &["queens", "reachable", "locked", "lost"]).with_sequence(0, 1);
    for queens in 0..by.reachable.len() {
        let row = [queens as u64, by.reachable[queens], by.locked[queens], by.lost[queens]];
        table.row(row.into_iter().map(Fact::from).collect());
    }
    let even = quadratic::edge_form(&rules.adjacency).even_sets;
    let outcome = if census.start_lost { "P" } else { "N" };
    let line = format!(
        "{}: {reachable} of {even} sets with an even number of attacking pairs are reachable, outcome {outcome}",
        rules.title()
    );
    let report = Report::new(line, Standing::Proved)
        .fact("reachable", reachable)
        .fact("reachable_by_queens", by.reachable)
        .fact("locked_by_queens", by.locked)
        .fact("fewest_to_lock", by.fewest_to_lock)
        .fact("most_queens", by.most)
        .fact("classes", census.classes)
        .fact("games", census.games.map_or(Fact::Nothing, Fact::from))
        .fact("outcome", outcome)
        .fact("p_positions_by_queens", by.lost)
        .fact("even_sets", Fact::big(even));
    Ok(report.table(table))
}

fn every_census(rules: &Rules, starts: &[(Option<usize>, Board)], watch: &mut dyn Watch) -> Result<Report> {
    let columns = ["start", "reachable", "locked", "fewest to lock", "most queens", "classes", "games", "outcome"];
    let mut table = Table::new("starts", &columns);
    for (start, board) in starts {
        let census = count::census(rules, board, watch)?;
        let by = ByPieces::new(rules, board, &census);
        table.row(vec![
            square_fact(rules.n, start.expect("only a game with a first square has several starts")),
            by.reachable.iter().sum::<u64>().into(),
            by.locked.iter().sum::<u64>().into(),
            by.fewest_to_lock.into(),
            by.most.into(),
            census.classes.into(),
            census.games.map_or(Fact::Nothing, Fact::from),
            if census.start_lost { "P" } else { "N" }.into(),
        ]);
    }
    let column = |index: usize| Fact::List(table.rows.iter().map(|row| row[index].clone()).collect());
    let line = format!("{}: {} starting squares up to symmetry", rules.title(), starts.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("starts", column(0))
        .fact("reachable", column(1))
        .fact("fewest_to_lock", column(3))
        .fact("most_queens", column(4))
        .fact("classes", column(5))
        .fact("games", column(6))
        .fact("outcome", column(7))
        .table(table))
}

pub(super) const LOCK_QUESTION: Question = Question {
    name: "lock",
    about: "a locked board, legally reached, with as few queens as can be found",
    params: &[N, PIECE],
    examples: &["queens lock 5", "queens lock 10"],
    answer: answer_lock_question,
};

fn answer_lock_question(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let piece = rules::piece(ask.text("piece"));
    let rules = Rules::new(ask.size("n"), piece, Rule::Standard);
    let n = rules.n;
    if n == 1 {
        return Ok(Report::new(
            "a board of one square is complete with one queen and never locked",
            Standing::Proved,
        )
        .fact("queens", Fact::Nothing)
        .fact("board", Fact::Nothing)
        .fact("order", Fact::Nothing));
    }
    let found = lock::fewest(&rules.adjacency, n, watch)?;
    let board = complete::execute(&rules, &found.order)?;
    let count = found.queens.len();
    let (standing, line) = match found.proved {
        true => (
            Standing::Proved,
            format!("{count} queens lock the {n} x {n} board and fewer never do ({})", found.method),
        ),
        false => (
            Standing::Best,
            format!(
                "{count} queens lock the {n} x {n} board; at least {} are needed ({})",
                found.at_least, found.method
            ),
        ),
    };
    let caption =
        format!("{count} queens lock the {n} x {n} board: every free square has an odd number of attackers");
    Ok(Report::new(line, standing)
        .fact("queens", count)
        .fact("board", rules.text(&board))
        .fact("order", square_list(n, &found.order))
        .fact("at_least", found.at_least)
        .scene(board_scene("lock", caption, &rules, &board, Shading::Attackers)))
}


pub(super) const COMPLETE: Question = Question {
    name: "complete",
    about: "the paper's constructions: N*N queens for odd N, N*N - 2 for even N, move by move",
    params: &[N],
    examples: &["queens complete 5", "queens complete 6"],
    answer: answer_complete,
};

fn answer_complete(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let rules = Rules::queens(n);
    let order = complete::order(n)?;
    let board = complete::execute(&rules, &order)?;
    let line = match n {
        2 => "on 2 x 2 one queen locks the board, so n*n - 2 = 2 queens cannot be placed".to_string(),
        _ => format!("{} queens placed legally on {n} x {n}, and no more can follow", order.len()),
    };
    let caption = format!("{} queens on {n} x {n}", order.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("queens", order.len())
        .fact("order", square_list(n, &order))
        .fact("board", rules.text(&board))
        .scene(board_scene("complete", caption, &rules, &board, Shading::Attackers)))
}


pub(super) const PARITY: Question = Question {
    name: "parity",
    about: "linear algebra over GF(2): the nullity of the attacks, and the sets with an even number of attacking pairs",
    params: &[N, PIECE],
    examples: &["queens parity 6", "queens parity 20", "queens parity 8 --piece knight"],
    answer: answer_parity,
};

fn answer_parity(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let piece = rules::piece(ask.text("piece"));
    let rules = Rules::new(ask.size("n"), piece, Rule::Standard);
    let form = quadratic::edge_form(&rules.adjacency);
    let line = format!(
        "the attacks on {0} x {0} have nullity {1}; of 2^{2} sets, {3} hold an even number of attacking pairs",
        rules.n,
        form.nullity,
        rules.squares(),
        form.even_sets
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("nullity", form.nullity)
        .fact("rank", rules.squares() - form.nullity)
        .fact("arf", if form.vanishes_on_kernel { Fact::Whole(form.arf.into()) } else { Fact::Nothing })
        .fact("even_sets", Fact::Text(form.even_sets.to_string())))
}


const LEVELS: Param = Param::whole("levels", "how many levels, the start included", 1, 12).or("3");

pub(super) const TREE: Question = Question {
    name: "tree",
    about: "the first levels of the game tree, as DOT and as a picture",
    params: &[N, LEVELS, RULE, PIECE, START],
    examples: &["queens tree 3 --levels 3"],
    answer: answer_tree,
};

fn answer_tree(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let rules = rules_of(ask);
    let start = single_start(ask, &rules)?;
    let levels = positions::tree(&rules, &start, ask.size("levels"))?;
    levels_report("tree", &rules, &levels, "games begun")
}


pub(super) const GRAPH: Question = Question {
    name: "graph",
    about: "the graph of all positions up to symmetry, as DOT and as a picture",
    params: GAME_PARAMS,
    examples: &["queens graph 3"],
    answer: answer_graph,
};

fn answer_graph(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let rules = rules_of(ask);
    let start = single_start(ask, &rules)?;
    let levels = positions::graph(&rules, &start)?;
    levels_report("graph", &rules, &levels, "positions up to symmetry")
}


fn single_start(ask: &Ask, rules: &Rules) -> Result<Board> {
    match starts_of(ask, rules)?.as_slice() {
        [(_, board)] => Ok(board.clone()),
        _ => Err(Error::usage("--start", format!("{} needs a first square", rules.title()), "give row,column")),
    }
}

fn levels_report(name: &'static str, rules: &Rules, levels: &positions::Levels, what: &str) -> Result<Report> {
    let sizes = levels.sizes();
    let total: usize = sizes.iter().sum();
    let line = format!("{}: {total} {what} on {} levels, {} moves", rules.title(), sizes.len(), levels.moves.len());
    let report = Report::new(line.clone(), Standing::Proved)
        .fact("nodes", total)
        .fact("nodes_by_level", Fact::list(sizes.iter().copied()))
        .fact("edges", levels.moves.len())
        .fact("dot", Fact::Document(levels.dot(rules)))
        .table(Table::sequence("levels", "level", "nodes", 0, sizes));
    // Beyond a few hundred boards a picture is no longer legible; the DOT is there for tools made for it.
    Ok(if total <= 600 { report.scene(levels.scene(name, &line, rules)) } else { report })
}

pub(super) const DRAW: Question = Question {
    name: "draw",
    about: "a board shaded by the number of attackers, and modulo 2",
    params: &[
            N,
            PIECE,
            Param::text("board", "the board: rows joined by /, Q or X or 1 taken, . or 0 free; none is empty", 3700),
        ],
    examples: &["queens draw 8 --board ..Q...../......Q./......../Q......./...Q..../......../.....Q../........"],
    answer: answer_draw,
};

fn answer_draw(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let piece: Piece = rules::piece(ask.text("piece"));
    let rules = Rules::new(ask.size("n"), piece, Rule::Standard);
    let board = match ask.text("board") {
        Some(text) => rules.read(text)?,
        None => rules.bare(),
    };
    let attackers: Vec<usize> = (0..rules.squares()).map(|s| rules.attackers(&board, s)).collect();
    let open = rules.moves(&board).len();
    let taken = board.iter().filter(|&&q| q).count();
    let line = format!("{taken} taken, {open} squares open, {} attacking pairs", rules.attacking_pairs(&board));
    Ok(Report::new(line.clone(), Standing::Proved)
        .fact("board", rules.text(&board))
        .fact("attackers", Fact::list(attackers.chunks(rules.n).map(|row| Fact::list(row.iter().copied()))))
        .fact("open", open)
        .fact("attacking_pairs", rules.attacking_pairs(&board))
        .scene(board_scene(
            "attackers",
            format!("{line}; the number of attackers"),
            &rules,
            &board,
            Shading::Attackers,
        ))
        .scene(board_scene("parity", format!("{line}; odd squares shaded"), &rules, &board, Shading::Parity)))
}

