//! The questions: thin, the mathematics is next door.

use super::certificate::{self, Solved, Subject};
use super::freehand;
use super::keeper;
use super::land::{self, compact, unfold};
use super::length;
use super::misere::Misere;
use super::parts::{Planner, Worker};
use super::plain;
use super::play;
use super::position::Position;
use super::proof::Proof;
use super::scene;
use super::search::Search;
use super::trees::{MOST_SPOTS, Trees};
use kit::parts::Shared;
use kit::{Ask, Certificate, Error, Fact, Param, Question, Report, Result, Scene, Standing, Table, Watch, parsed};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

pub(super) static QUESTIONS: &[Question] = &[SOLVE, TABLE, MOVES, VALUE, LENGTH, TREES, GAME];

const PLAY: Param =
    Param::choice("play", "normal: who cannot move loses; misere: wins", &["normal", "misere"]).or("normal");
const METHOD: Param = Param::choice("method", "proof-number search or depth first", &["proof", "depth"]).or("proof");
const THREADS: Param =
    Param::whole("threads", "threads that search together; 0: all that the machine has", 0, 64).or("1");
const KEEP: Param =
    Param::text("keep", "a file of what is proved: goes on from it if it exists, and keeps it up to date", 4000)
        .local();
const MEMORY: Param =
    Param::whole("memory", "MiB that the program may take, its tables above all", 16, 1 << 20).or("2048");
const TREES: Question = Question::of("trees", answer_trees)
    .about("how many canonical trees the positions of a start have: sets of options, nothing else forgotten")
    .params(&[Param::whole("spots", "the number of spots", 1, MOST_SPOTS as i64).main(), MEMORY])
    .examples(&["sprouts trees 3"]);

fn answer_trees(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let spots = ask.size("spots");
    let mut trees = Trees::new(ask.size("memory") << 20);
    let number = trees.after(spots, watch)?;
    let line = format!(
        "{} among the {} after {}",
        kit::say::count(number as u64, "canonical tree"),
        kit::say::count(trees.positions() as u64, "position"),
        kit::say::count(spots as u64, "spot"),
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("trees", number)
        .fact("positions", trees.positions())
        .argument("Canonical trees"))
}

const POSITION: Param = Param::read(
    "position",
    "a number of spots, regions such as {AB.0}{AB}, or a drawing such as \"@-200,0 @200,0 A-B 0,150\"",
    "a number of spots or regions such as {AB.0}{AB}: 0, 1, 2 curve ends, names for vertices seen from several places",
    |text| parsed(read_position(text)),
)
.main();

fn read_position(text: &str) -> Result<Position> {
    let position = match freehand::read(text)? {
        Some(drawn) => drawn.at,
        None => text.parse()?,
    };
    raw_of(&position)?;
    Ok(position)
}

/// The bytes of a position.
pub(super) fn raw_of(position: &Position) -> Result<Vec<u8>> {
    compact(position).ok_or_else(|| {
        Error::too_large(kit::shorten(&position.to_string()), "too many names", "write a smaller position")
    })
}

/// A search as the parameters describe it.
struct Solver {
    search: Search,
    proof: Option<Proof>,
    misere: Option<Misere>,
}

fn threads(ask: &Ask) -> usize {
    match ask.size("threads") {
        0 => kit::machine::threads(),
        threads => threads,
    }
}

/// What was found.
struct Found {
    lost: bool,
    /// In misère play there is none.
    nimber: Option<u8>,
}

impl Solver {
    fn new(ask: &Ask) -> Solver {
        let memory = ask.size("memory") << 20;
        Solver {
            search: Search::new(memory),
            proof: (ask.text("method") == "proof").then(|| Proof { threads: threads(ask) }),
            misere: (ask.text("play") == "misere").then(|| Misere::new(memory)),
        }
    }

    fn solve(&mut self, raw: &[u8], watch: &mut dyn Watch) -> Result<Found> {
        if let Some(misere) = &mut self.misere {
            return Ok(Found { lost: misere.lost(raw, watch)?, nimber: None });
        }
        let nimber = match &mut self.proof {
            Some(proof) => proof.nimber_of(&mut self.search, raw, watch)?,
            None => self.search.nimber_of(raw, watch)?,
        };
        Ok(Found { lost: nimber == 0, nimber: Some(nimber) })
    }

    fn solve_start(&mut self, spots: usize, watch: &mut dyn Watch) -> Result<Found> {
        match (&self.misere, &mut self.proof) {
            (None, Some(proof)) => {
                let nimber = proof.nimber_of_start(&mut self.search, spots, watch)?;
                Ok(Found { lost: nimber == 0, nimber: Some(nimber) })
            }
            _ => self.solve(&land::start(spots), watch),
        }
    }

    /// The same, going on from what was kept under that name.
    fn solve_kept(&mut self, spots: usize, name: &str, watch: &mut dyn Watch) -> Result<Found> {
        if self.misere.is_some() {
            let instead = "ask for normal play, or without it";
            return Err(Error::usage(format!("--keep {name:?}"), "in misère play no facts are kept", instead));
        }
        let mut keeper = keeper::kept(&self.search.atlas, name, watch)?;
        let found = self.solve_start(spots, &mut keeper);
        keeper.close(found)
    }

    /// What shows answers to someone else, unless it would be too long.
    fn certificate(&mut self, solved: Vec<Solved<Found>>, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
        if let Some(misere) = &mut self.misere {
            if solved.iter().any(|(raw, ..)| land::land_lives(raw) > MISERE_CERTIFIED) {
                return Ok(None);
            }
            let solved: Vec<_> = solved.into_iter().map(|(raw, of, found)| (raw, of, found.lost)).collect();
            return certificate::write_misere(misere, &solved, watch).map(Some);
        }
        let solved: Vec<_> = solved.into_iter().filter_map(|(raw, of, found)| Some((raw, of, found.nimber?))).collect();
        certificate::write(&mut self.search, &solved, watch).map(Some)
    }

    fn positions(&self) -> u64 {
        self.misere.as_ref().map_or(self.search.positions(), Misere::positions)
    }

    fn stored(&self) -> u64 {
        self.misere.as_ref().map_or(self.search.stored(), Misere::stored)
    }
}

fn outcome(lost: bool) -> &'static str {
    if lost { "P" } else { "N" }
}

fn nimber_fact(nimber: Option<u8>) -> Fact {
    nimber.map_or(Fact::Nothing, Fact::from)
}

fn play_words(ask: &Ask) -> &'static str {
    match ask.text("play") {
        "misere" => " in misère play",
        _ => "",
    }
}

/// The most lives of a position whose misère certificate is written, those of nine spots: it lists whole sums, so it
/// grows faster than the search.
const MISERE_CERTIFIED: u32 = 27;

pub(super) const SOLVE: Question = Question::of("solve", answer_solve)
    .about("who wins a start of N spots, and its nimber")
    .params(&[Param::whole("n", "spots at the start", 0, 100).main(), PLAY, METHOD, THREADS, KEEP, MEMORY])
    .examples(&["sprouts solve 6", "sprouts solve 5 --method depth", "sprouts solve 5 --play misere"]);

/// The searches that share what they prove.
pub(super) static SHARED: &[Shared] = &[Shared {
    question: "solve",
    asks: "sprouts solve N",
    plan: |ask| Ok(Box::new(Planner::of_start(shared_spots(ask)?, ask.size("memory") << 20)?)),
    work: |ask| shared_spots(ask).map(|_| Box::new(Worker::new(ask.size("memory") << 20)) as _),
}];

/// The start of a search in parts; what has none is refused.
fn shared_spots(ask: &Ask) -> Result<usize> {
    for (name, only) in [("play", "normal"), ("method", "proof")] {
        if ask.text(name) != only {
            let why = format!("parts are of {only} only");
            return Err(Error::usage(format!("--{name} {}", ask.text(name)), why, "leave it out"));
        }
    }
    Ok(ask.size("n"))
}

fn answer_solve(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let mut solver = Solver::new(ask);
    let found = match ask.text_if("keep") {
        Some(name) => solver.solve_kept(n, name, watch)?,
        None => solver.solve_start(n, watch)?,
    };
    let who = if found.lost { "lost" } else { "won" };
    let value = found.nimber.map_or(String::new(), |k| format!(", nimber {k}"));
    let line = format!("a start of {n} spots is {who} for the player to move{}{value}", play_words(ask));
    let report = Report::new(line, Standing::Proved)
        .fact("outcome", outcome(found.lost))
        .fact("nimber", nimber_fact(found.nimber))
        .fact("positions", solver.positions())
        .fact("stored", solver.stored());
    let solved = vec![(land::start(n), Subject::Spots(n), found)];
    let Some(certificate) = solver.certificate(solved, watch)? else {
        return Ok(report);
    };
    let lands = certificate.body.lines().count() - 1;
    Ok(report.fact("certificate_lands", lands).certificate(certificate))
}

pub(super) const TABLE: Question = Question::of("table", answer_table)
    .about("outcomes and nimbers of all starts up to N spots, each solved afresh")
    .params(&[Param::whole("to", "the last number of spots", 0, 100).or("6"), PLAY, METHOD, THREADS, MEMORY])
    .examples(&["sprouts table --to 6", "sprouts table --to 6 --play misere"]);

fn answer_table(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let to = ask.size("to");
    let mut table = Table::new("starts", &["n", "outcome", "nimber", "positions", "stored"]).with_sequence(0, 2);
    let (mut outcomes, mut nimbers) = (Vec::new(), Vec::new());
    for n in 0..=to {
        let mut solver = Solver::new(ask);
        let found = solver.solve_start(n, watch)?;
        outcomes.push(outcome(found.lost));
        nimbers.push(nimber_fact(found.nimber));
        table.row(kit::row![n, outcome(found.lost), nimber_fact(found.nimber), solver.positions(), solver.stored()]);
    }
    let line = format!("starts of 0 to {to} spots{}: {}", play_words(ask), outcomes.join(" "));
    let report = Report::new(line, Standing::Proved)
        .fact("outcomes", Fact::list(outcomes))
        .fact("nimbers", Fact::List(nimbers))
        .table(table);
    if !ask.wants_certificate() {
        return Ok(report);
    }
    // One search for all starts, so that the certificate lists each land once.
    let mut solver = Solver::new(ask);
    let mut solved = Vec::new();
    for n in 0..=to {
        let found = solver.solve_start(n, watch)?;
        solved.push((land::start(n), Subject::Spots(n), found));
    }
    report.certified(ask, |_| solver.certificate(solved, watch))
}

/// A position in canonical form: its lands, each a text.
pub(super) fn canonical_texts(raw: &[u8]) -> Vec<String> {
    let mut canon = super::canon::Canon::exact();
    canon.simplify(raw);
    canon.lands.iter().map(|land| unfold(land).to_string()).collect()
}

fn joined(texts: &[String]) -> String {
    match texts.is_empty() {
        true => "{}".to_string(),
        false => texts.join(" + "),
    }
}

/// The most moves that are drawn.
const MOST_PREVIEWS: usize = 16;

/// The most curves that are listed.
const MOST_CURVES: u64 = 1 << 20;

/// Refuses positions with more curves than can be listed.
fn check_curves(at: &Position, most: u64) -> Result<()> {
    let mut count = 0;
    plain::each_curve(at, &mut |_| {
        count += 1;
        count <= most
    });
    match count > most {
        true => {
            let limit = format!("more than {most} curves can be drawn");
            Err(Error::too_large(kit::shorten(&at.to_string()), limit, "ask a smaller position"))
        }
        false => Ok(()),
    }
}

/// Curves times corners of a position whose moves are listed where nobody can say stop, as at a table: each is drawn
/// and what it leaves is brought to canonical form. From twelve lone spots it is 295,704.
const MOST_LISTED: u64 = 1 << 21;

/// Refuses positions whose moves are too many, or too long, to be listed at once.
pub(super) fn check_listed(at: &Position) -> Result<()> {
    let corners = at.regions.iter().flatten().map(|walk| walk.len() as u64).sum::<u64>().max(1);
    check_curves(at, MOST_LISTED / corners)
}

pub(super) const MOVES: Question = Question::of("moves", answer_moves)
    .about("the moves of a position, what each leaves and whether it wins")
    .params(&[POSITION, PLAY, METHOD, THREADS, MEMORY])
    .examples(&["sprouts moves 2", "sprouts moves {AB.0}{AB}"]);

/// An option: how many curves lead there, the position after the first of them, its canonical text and its bytes.
type Different = (u64, Position, String, Vec<u8>);

/// The number of curves, and the positions that they lead to, each once.
fn different_options(position: &Position, watch: &mut dyn Watch) -> Result<(u64, Vec<Different>)> {
    let mut kinds: FxHashMap<String, usize> = FxHashMap::default();
    let mut rows: Vec<Different> = Vec::new();
    let mut curves = 0u64;
    let mut trouble = None;
    plain::each_curve(position, &mut |curve| {
        let looked = kit::watch::step(watch, curves, None, || format!("{curves} curves were drawn"));
        curves += 1;
        let after = plain::draw(position, &curve);
        let raw = match looked.and_then(|()| raw_of(&after)) {
            Ok(raw) => raw,
            Err(error) => {
                trouble = Some(error);
                return false;
            }
        };
        let text = joined(&canonical_texts(&raw));
        match kinds.get(&text) {
            Some(&row) => rows[row].0 += 1,
            None => {
                kinds.insert(text.clone(), rows.len());
                rows.push((1, after, text, raw));
            }
        }
        true
    });
    match trouble {
        Some(error) => Err(error),
        None => Ok((curves, rows)),
    }
}

fn answer_moves(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let position = ask.form::<Position>("position").clone();
    check_curves(&position, MOST_CURVES)?;
    let (curves, rows) = different_options(&position, watch)?;
    let mut solver = Solver::new(ask);
    let mut table = Table::new("moves", &["curves", "leaves", "canonical", "nimber", "wins"]);
    let (mut winning, mut solved) = (Vec::new(), Vec::new());
    for (count, after, text, raw) in &rows {
        let found = solver.solve(raw, watch)?;
        if found.lost {
            winning.push(text.clone());
        }
        let row = vec![
            (*count).into(),
            after.to_string().into(),
            text.as_str().into(),
            nimber_fact(found.nimber),
            found.lost.into(),
        ];
        table.row(row);
        solved.push((raw.clone(), Subject::of(after), found));
    }
    let line = format!(
        "{position} has {curves} moves to {} different positions, {} of them winning{}",
        rows.len(),
        winning.len(),
        play_words(ask)
    );
    let report = Report::new(line, Standing::Proved)
        .fact("moves", curves)
        .fact("options", Fact::list(rows.iter().map(|row| row.2.clone())))
        .fact("winning", Fact::list(winning))
        .table(table);
    let report = match (solved.is_empty(), ask.wants_certificate()) {
        (true, _) => report.argument("replay by the rules"),
        (false, true) => report.certified(ask, |_| solver.certificate(solved, watch))?,
        (false, false) => report,
    };
    // Pictures take longer than small answers: who is asked to stop shows those that there are.
    let shown = rows.iter().take(MOST_PREVIEWS).take_while(|_| watch.look(curves, None).is_continue());
    let pictures: Vec<Scene> = shown.map(|row| scene::scene(&row.1.clone().with_names(), &row.2)).collect();
    Ok(match pictures.is_empty() {
        true => report,
        false => report.scene(scene::strip("previews", &format!("the moves of {position}"), &pictures, 4)),
    })
}

pub(super) const VALUE: Question = Question::of("value", answer_value)
    .about("who wins a position, its nimber, and its canonical form by lands")
    .params(&[POSITION, PLAY, METHOD, THREADS, MEMORY])
    .examples(&[
        "sprouts value {AB.0}{AB}",
        "sprouts value {ADBD.CEFE}",
        "sprouts value {0*2.AB}{AB.0*3}",
        "sprouts value 4 --play misere",
        "sprouts value \"@-200,0 @200,0 @0,-250 A-B 0,150\"",
        "sprouts value @",
    ]);

fn answer_value(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let position = ask.form::<Position>("position").clone();
    let drawn = freehand::read(ask.text("position"))?;
    let raw = raw_of(&position)?;
    let lands = canonical_texts(&raw);
    let mut solver = Solver::new(ask);
    let found = match solver.solve(&raw, watch) {
        Ok(found) => Some(found),
        // A drawing stays in the hand, also where its value is not found in time.
        Err(error) if error.is_stopped() && drawn.is_some() => None,
        Err(error) => return Err(error),
    };
    let (line, standing) = match &found {
        Some(found) => {
            let who = if found.lost { "lost" } else { "won" };
            let value = found.nimber.map_or(String::new(), |k| format!(", nimber {k}"));
            (format!("{position} is {who} for the player to move{}{value}", play_words(ask)), Standing::Proved)
        }
        None => (format!("{position} is not solved in this time"), Standing::Best),
    };
    let picture = match &drawn {
        Some(drawn) => {
            let says = |text: &str| ask.words_with(&[("position", Some(text))]).trim_start().to_string();
            scene::freehand::in_hand(drawn, &line, &says)
        }
        None => scene::scene(&position.clone().with_names(), &position.to_string()),
    };
    let report = Report::new(line, standing)
        .fact("outcome", found.as_ref().map(|found| outcome(found.lost)))
        .fact("nimber", nimber_fact(found.as_ref().and_then(|found| found.nimber)))
        .fact("canonical", joined(&lands))
        .fact("lands", Fact::list(lands))
        .fact("positions", solver.positions())
        .fact("stored", solver.stored())
        .scene(picture);
    match found {
        Some(found) => {
            let solved = vec![(raw, Subject::of(&position), found)];
            report.certified(ask, |_| solver.certificate(solved, watch))
        }
        None => Ok(report),
    }
}

pub(super) const LENGTH: Question = Question::of("length", answer_length)
    .about("the shortest and the longest game of N spots, by all games up to 5 spots, else by random ones")
    .params(&[
        Param::whole("n", "spots at the start", 0, 60).main(),
        Param::whole("games", "random games for more than 5 spots", 1, 100_000).or("20"),
        Param::seed(),
        MEMORY,
    ])
    .examples(&["sprouts length 4", "sprouts length 12"]);

fn answer_length(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let (shortest, longest, standing) = match n <= 5 {
        true => {
            let (short, long) = length::lengths(&land::start(n), ask.size("memory") << 20, watch)?;
            (u64::from(short), u64::from(long), Standing::Proved)
        }
        false => random_lengths(n, ask, watch)?,
    };
    let how = if n <= 5 { "all games" } else { "random games" };
    let line = format!("{how} of {n} spots last {shortest} to {longest} moves");
    Ok(Report::new(line, standing)
        .fact("shortest", shortest)
        .fact("longest", longest)
        .fact("within_bounds", n == 0 || shortest >= 2 * n as u64 && longest < 3 * n as u64)
        .argument("length of a game"))
}

fn random_lengths(n: usize, ask: &Ask, watch: &mut dyn Watch) -> Result<(u64, u64, Standing)> {
    let mut chance = ChaCha8Rng::seed_from_u64(ask.seed());
    let games = ask.size("games") as u64;
    let (mut shortest, mut longest) = (u64::MAX, 0);
    for game in 0..games {
        kit::watch::step(watch, game, Some(games), || format!("{game} games were played"))?;
        let length = length::random_length(n, &mut chance) as u64;
        shortest = shortest.min(length);
        longest = longest.max(length);
    }
    Ok((shortest, longest, Standing::checked(format!("{games} random games"))))
}

pub(super) const GAME: Question = Question::of("game", answer_game)
    .about("a game as a strip of pictures: N spots and the moves, by the names that play gives them")
    .params(&[
        Param::whole("n", "spots at the start", 1, 12).main(),
        Param::text("moves", "the moves, separated by semicolons", 4000).main(),
        PLAY,
    ])
    .examples(&["sprouts game 2 \"A-B; A-B\"", "sprouts game 3 \"A-A around B; B-D; C-C; C-F\""]);

fn answer_game(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let texts: Vec<&str> = ask.text("moves").split(';').map(str::trim).filter(|t| !t.is_empty()).collect();
    let history = play::replay(ask.size("n"), ask.text("play") == "misere", &texts, watch)?;
    let last = history.last().map(ToString::to_string).unwrap_or_default();
    let mut over = true;
    if let Some(at) = history.last() {
        plain::each_curve(at, &mut |_| {
            over = false;
            false
        });
    }
    let captions: Vec<&str> = std::iter::once("start").chain(texts.iter().copied()).collect();
    let pictures = scene::story(&history, &captions, watch);
    let line = format!("after {} moves: {last}{}", texts.len(), if over { ", no move is left" } else { "" });
    Ok(Report::new(line, Standing::Proved)
        .fact("position", last)
        .fact("moves", texts.len())
        .fact("over", over)
        .fact("positions", Fact::list(history.iter().map(ToString::to_string)))
        .argument("replay by the rules")
        .scene(scene::strip("game", "a game of Sprouts", &pictures, 4)))
}
