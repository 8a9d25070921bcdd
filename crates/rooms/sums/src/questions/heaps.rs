//! The questions `table` and `period`: heap games by their codes.

use super::super::analysis::MisereSums;
use super::super::certificate::{MOST_LOST, heaps_certificate, is_checkable, misere_certificate, period_certificate};
use super::super::script::vocabulary;
use super::value::{MEMORY, PLAY};
use engine::heaps::{
    Heaps, Period, Rule, Theorem, find_period_under, foreseen, named_rules, read_checkpoint, write_checkpoint,
};
use engine::impartial::Forms;
use kit::scene::Anchor;
use kit::watch::{Progress, tend, tend_partly_from};
use kit::{Ask, Error, Fact, Ink, Param, Question, Report, Result, Scene, Shape, Standing, Table, Watch, say};

const CODE: Param = Param::form::<Rule>(
    "code",
    "a take-and-break code, or a name",
    "a code such as 0.137, 4.007, 0.8F, 0.(3), or a name such as kayles",
)
.main();
const RESUME: Param =
    Param::text("resume", "a checkpoint file: goes on from it if it exists, and keeps it up to date", 4000).local();
const MOST: i64 = 100_000_000;
/// The most rows that are listed.
const MOST_ROWS: usize = 1_000_000;
/// Threads that compute a table, where there are so many.
const THREADS: usize = 2;
/// Values that are computed between two looks at the watch, once there are so many; less than a tenth of a second.
const LONG_STRETCH: usize = 1 << 14;
/// The most misère forms are for heaps up to here.
const MOST_MISERE: usize = 200;

/// Computes values in steps that the watch can interrupt, with checkpoints.
struct Run {
    heaps: Heaps,
    /// The name under which the front end keeps it.
    name: Option<String>,
}

impl Run {
    fn start(rule: &Rule, ask: &Ask, watch: &mut dyn Watch) -> Result<Run> {
        let Some(name) = ask.text_if("resume").map(ToString::to_string) else {
            return Ok(Run { heaps: Heaps::new(rule), name: None });
        };
        let heaps = match watch.kept(&name)? {
            Some(bytes) => {
                let values = read_checkpoint(&name, &bytes, rule)?;
                watch.say(&format!("resumed with {} values", values.len()));
                Heaps::resume(rule, values)
            }
            None => Heaps::new(rule),
        };
        let run = Run { heaps, name: Some(name) };
        // What cannot be kept is refused before the work and not after it.
        run.save(watch)?;
        Ok(run)
    }

    fn save(&self, watch: &mut dyn Watch) -> Result<()> {
        match &self.name {
            Some(name) => watch.keep(name, &write_checkpoint(self.heaps.rule(), self.heaps.values())),
            None => Ok(()),
        }
    }

    fn extend(&mut self, to: usize, watch: &mut dyn Watch) -> Result<()> {
        // The values, in the tables of two threads.
        let missing = (to + 1).saturating_sub(self.heaps.values().len());
        kit::memory::take(watch, "the table", 4 * missing as u64)?;
        while self.heaps.values().len() <= to {
            let done = self.heaps.values().len();
            // Early values take longer to look up than to compute; later on two threads are to be kept busy. How long a
            // stretch takes is another matter: one heap of a long code may take a second.
            let until = (done + if done < LONG_STRETCH { 2000 } else { LONG_STRETCH }).min(to);
            let heaps = &mut self.heaps;
            let extend = |progress: &Progress| heaps.extend_on_under(THREADS, until, progress);
            let extended = tend_partly_from(watch, done as u64, Some(to as u64), extend)?;
            if !extended.is_some_and(|((), whole)| whole) {
                self.save(watch)?;
                return Err(Error::stopped(format!("{} values are computed", self.heaps.values().len())));
            }
            if watch.time_to_keep() {
                self.save(watch)?;
            }
        }
        Ok(())
    }
}

pub(super) const TABLE: Question = Question::of("table", answer_table)
    .about("the nimbers of a heap game, or its misère values and genera")
    .params(&[
        CODE,
        Param::whole("to", "the largest heap", 0, MOST).or("100"),
        Param::whole("from", "the first heap that is listed", 0, MOST).or("0"),
        PLAY,
        Param::whole("genus", "superscripts of the genus to compute in misère play", 1, 12).or("6"),
        RESUME,
        MEMORY,
    ])
    .examples(&[
        "sums table 0.77 --to 100",
        "sums table 0.6 --to 5000",
        "sums table grundy --to 60",
        "sums table 0.77 --to 14 --play misere",
    ]);

fn answer_table(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let (rule, to) = (ask.form::<Rule>("code").clone(), ask.size("to"));
    // Treblecross is asked by its cells; its heaps have two pins more.
    let strips = ask.text("code").trim() == STRIPS;
    if ask.text("play") == "misere" {
        return misere_table(&rule, to, strips, ask, watch);
    }
    let last = if strips { to + 2 } else { to };
    Heaps::check(&rule, last)?;
    let mut run = Run::start(&rule, ask, watch)?;
    run.extend(last, watch)?;
    run.save(watch)?;
    let values = match strips {
        true => strip_values(run.heaps.values(), to),
        false => run.heaps.values()[..=to].to_vec(),
    };
    let report = table_report(&run.heaps, &values, strips, ask.size("from"));
    Ok(match ask.wants_certificate() {
        _ if !is_checkable(&rule, last) => report.argument("the rare and the common values"),
        true => report.certificate(heaps_certificate(&rule, &run.heaps.values()[..=last])),
        false => report,
    })
}

/// The game whose table counts cells of a strip.
const STRIPS: &str = "treblecross";

/// The nimbers of strips of Treblecross to so many cells, from those of three pins in a row: n cells are n + 2 pins
/// from three cells on, and one cell is a single move. Two cells are two moves one after the other; none are nothing.
fn strip_values(pins: &[u16], to: usize) -> Vec<u16> {
    (0..=to).map(|cells| if cells == 0 || cells == 2 { 0 } else { pins[cells + 2] }).collect()
}

fn table_report(heaps: &Heaps, values: &[u16], strips: bool, from: usize) -> Report {
    let to = values.len() - 1;
    let top = values.iter().max().copied().unwrap_or(0);
    let split = heaps.split();
    let line = match strips {
        true => format!("treblecross: nimbers of the strips of 0 to {to} cells, the largest is {top}"),
        false => {
            let (rule, name) = (heaps.rule(), name_of(heaps.rule()));
            format!("{rule}: nimbers of the heaps 0 to {to}, the largest is {top}{name}")
        }
    };
    let listed = &values[from.min(values.len())..];
    let listed = &listed[..listed.len().min(MOST_ROWS)];
    let zeros = values.iter().filter(|&&v| v == 0).count();
    let report = Report::new(line, Standing::Proved)
        .fact("code", heaps.rule().to_string())
        .fact("largest", top)
        .fact("lost_heaps", zeros)
        .fact("rare_heaps", heaps.rare().filter(|&n| n <= to).count())
        .fact("mask", format!("{:b}{}", split.mask, if split.parity { " with the parity of the heap" } else { "" }))
        .fact("last", values[to])
        .fact("values", Fact::list(values.iter().take(MOST_ROWS).copied()))
        .table(Table::sequence("nimbers", "n", "nimber", from as i64, listed.iter().copied()))
        .scene(plot(heaps.rule(), values));
    let cut = values.len() > MOST_ROWS || from + listed.len() < values.len();
    match cut {
        true => report
            .fact("shown", format!("{} values at a time; a later first heap shows others", say::grouped(MOST_ROWS))),
        false => report,
    }
}

fn name_of(rule: &Rule) -> String {
    let code = rule.to_string();
    let names: Vec<&str> = named_rules().iter().filter(|(_, c)| *c == code).map(|(name, _)| *name).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

/// The values as points.
fn plot(rule: &Rule, values: &[u16]) -> Scene {
    let (width, height) = (60.0, 30.0);
    let top = f64::from(values.iter().max().copied().unwrap_or(0).max(1));
    let last = (values.len() - 1).max(1) as f64;
    let caption = format!("the nimbers of {rule} for heaps to {}", values.len() - 1);
    let mut scene = Scene::framed("nimbers", caption, [-5.0, -2.0, width + 7.0, height + 5.0]);
    scene.add(Shape::line(0.0, height, width, height).weight(0.1));
    scene.add(Shape::line(0.0, 0.0, 0.0, height).weight(0.1));
    scene.add(Shape::text(-0.8, 0.8, 1.6, format!("{top}")).anchor(Anchor::End));
    scene.add(Shape::text(-0.8, height, 1.6, "0").anchor(Anchor::End));
    scene.add(Shape::text(width, height + 2.0, 1.6, format!("{}", values.len() - 1)).anchor(Anchor::End));
    let every = values.len().div_ceil(2500);
    let radius = if values.len() > 400 { 0.14 } else { 0.3 };
    for (n, &value) in values.iter().enumerate().step_by(every) {
        let (x, y) = (n as f64 / last * width, height - f64::from(value) / top * height);
        scene.add(Shape::circle(x, y, radius).fill(Ink::Solid));
    }
    scene
}

/// Misère forms of the heaps 0, 1, ..., each a set of sums of forms of smaller heaps.
fn misere_table(rule: &Rule, to: usize, strips: bool, ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    if to > MOST_MISERE {
        return Err(Error::too_large(
            format!("misère play to {to}"),
            format!("the limit is {MOST_MISERE}"),
            "ask a smaller --to",
        ));
    }
    let mut forms = Forms::new((ask.size("memory") << 20) / 200);
    let heaps = misere_forms(rule, if strips { to + 2 } else { to }, &mut forms, watch)?;
    let mut table = Table::new("misere", &["n", "nimber", "misere_value", "genus"]).with_sequence(0, 2);
    let (mut values, mut genera, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..=to {
        let form = match n {
            2 if strips => two_moves(&mut forms)?,
            n if strips && n > 0 => heaps[n + 2],
            n => heaps[n],
        };
        let genus = forms.genus(form, ask.size("genus"))?;
        values.push(forms.misere(form));
        if forms.misere(form) == 0 {
            lost.push(n);
        }
        table.row(kit::row![n, forms.nimber(form), forms.misere(form), genus.to_string()]);
        genera.push(genus.to_string());
    }
    let (game, what) = if strips { (STRIPS.to_string(), "strips") } else { (rule.to_string(), "heaps") };
    let line = format!("{game} in misère play: the {what} {lost:?} of those to {to} are lost for the player to move");
    let report = Report::new(line, Standing::Proved)
        .fact("code", rule.to_string())
        .fact("misere_values", Fact::list(values))
        .fact("genus", Fact::list(genera))
        .fact("lost_heaps", Fact::list(lost))
        .table(table);
    if !ask.wants_certificate() {
        return Ok(report);
    }
    let words = vocabulary(None, None)?;
    let call = |n: usize| if strips { format!("treblecross({n})") } else { format!("octal({rule}, {n})") };
    let sums = (0..=to).map(|n| words.read(&call(n))).collect::<Result<Vec<_>>>()?;
    let mut misere = MisereSums::new(ask.size("memory") << 20);
    Ok(report.certificate(misere_certificate(&sums, MOST_LOST, &mut misere, &words, watch)?))
}

/// The forms of the heaps 0 to some.
fn misere_forms(rule: &Rule, to: usize, forms: &mut Forms, watch: &mut dyn Watch) -> Result<Vec<u32>> {
    let mut heaps: Vec<u32> = Vec::new();
    for n in 0..=to {
        kit::watch::step(watch, n as u64, Some(to as u64), || format!("{n} heaps have their form"))?;
        let mut options = Vec::new();
        for parts in rule.moves(n) {
            options.push(parts.iter().try_fold(Forms::ZERO, |sum, &part| forms.sum(sum, heaps[part]))?);
        }
        heaps.push(forms.form(options)?);
    }
    Ok(heaps)
}

/// The form of two moves one after the other.
fn two_moves(forms: &mut Forms) -> Result<u32> {
    let one = forms.form(vec![Forms::ZERO])?;
    forms.form(vec![one])
}

pub(super) const PERIOD: Question = Question::of("period", answer_period)
    .about("the period of a heap game, proved by a window of the table")
    .params(&[
        CODE,
        Param::whole(
            "to",
            "the largest heap to compute; left out, a million, or 25 millions where few heaps are rare",
            1,
            MOST,
        ),
        RESUME,
    ])
    .examples(&[
        "sums period 0.07",
        "sums period 0.77 --to 1000",
        "sums period \"subtract({1,3,4})\"",
        "sums period \"0.(3)\" --to 500",
        "sums period 0.28",
    ]);

/// Where at most [`FEW_RARE`] heaps are rare, values cost little, and a period is looked for so far.
const LONG_REACH: usize = 25_000_000;
const FEW_RARE: usize = 5000;

fn answer_period(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let rule = ask.form::<Rule>("code").clone();
    let asked = ask.whole_if("to").map(|to| to as usize);
    asked.map_or(Ok(()), |to| Heaps::check(&rule, to))?;
    let mut run = Run::start(&rule, ask, watch)?;
    let mut to = asked.unwrap_or_else(|| first_reach(&rule));
    let mut target = 400.min(to);
    let mut found;
    loop {
        run.extend(target, watch)?;
        if asked.is_none() && target == SHORT_REACH && run.heaps.rare().count() <= FEW_RARE {
            to = LONG_REACH;
        }
        let values = &run.heaps.values()[..=target];
        kit::memory::take(watch, "the period", 2 * target as u64)?;
        let unfinished = |_| format!("{target} values are computed");
        let (period, far) = tend(watch, None, unfinished, |progress| {
            let period = find_period_under(&rule, values, progress);
            let far = if period.is_none() { foreseen(&rule, values, progress) } else { None };
            (period, far)
        })?;
        let proved = period.as_ref().is_some_and(|p| p.proved);
        found = period;
        if proved || target == to {
            break;
        }
        target = next_target(target, found.as_ref(), far).min(to);
    }
    run.save(watch)?;
    // The window of Guy and Smith is checked value by value; the other theorems are arguments of the essay.
    let window = |p: &&Period| p.proved && p.theorem == Some(Theorem::Window) && ask.wants_certificate();
    let certificate = match found.as_ref().filter(window) {
        Some(period) => period_certificate(&run.heaps, period, watch)?,
        None => None,
    };
    let report = period_report(&rule, target, found);
    report.certified(ask, |_| Ok(certificate))
}

/// A period is looked for so far when nobody says how far.
const SHORT_REACH: usize = 1_000_000;

/// How far to look when nobody says: a code that is harder than others as far as is quick.
fn first_reach(rule: &Rule) -> usize {
    match (rule.last_take(), rule.most_heaps()) {
        // Every take and every break: the cube of the heap.
        (None, 2..) => 800,
        (None, _) | (_, 3..) => 4000,
        _ => SHORT_REACH,
    }
}

/// Straight to what the theorem needs once a period shows or is foreseen, a fifth further otherwise.
fn next_target(target: usize, found: Option<&Period>, foreseen: Option<usize>) -> usize {
    let needed = found.and_then(|p| Some(p.needed? + p.period)).or(foreseen);
    needed.filter(|&needed| needed > target && needed < 8 * target).unwrap_or(target + target / 5 + 100)
}

fn period_report(rule: &Rule, to: usize, found: Option<Period>) -> Report {
    let Some(p) = found else {
        let line = format!("{rule} shows no period in the heaps 0 to {to}");
        let nothing = ["period", "preperiod", "saltus"].into_iter();
        return nothing
            .fold(Report::new(line, Standing::checked(to.to_string())), |r, name| r.fact(name, Fact::Nothing));
    };
    let standing = if p.proved { Standing::Proved } else { Standing::checked(to.to_string()) };
    let saltus = if p.saltus == 0 { String::new() } else { format!(" + {}", p.saltus) };
    let window = match (p.needed, p.theorem) {
        (Some(needed), Some(theorem)) if p.proved => {
            format!("checked on n = {} .. {needed}, which proves it by {theorem}", p.preperiod)
        }
        (Some(needed), _) => format!("checked on n = {} .. {}, a proof needs n to {needed}", p.window.0, p.window.1),
        (None, _) => format!("checked on n = {} .. {}; no theorem here extends it", p.window.0, p.window.1),
    };
    let line = format!("{rule}: g(n + {}) = g(n){saltus} from n = {} on, {window}", p.period, p.preperiod);
    let report = Report::new(line, standing);
    let report = match p.theorem.filter(|_| p.proved) {
        Some(Theorem::Window) => report.argument("the window of Guy and Smith"),
        Some(Theorem::Climb) => report.argument("the heights of three heaps"),
        Some(Theorem::State) => report.argument("the state of an endless code"),
        None => report,
    };
    report
        .fact("code", rule.to_string())
        .fact("period", p.period)
        .fact("preperiod", p.preperiod)
        .fact("saltus", p.saltus)
        .fact("window", Fact::list([p.window.0, p.window.1]))
        .fact("window_needed", p.needed)
        .fact("theorem", p.theorem.filter(|_| p.proved).map(|t| t.to_string()))
        .fact("proved", p.proved)
}
