//! The questions about disks.

use super::contact::Tight;
use super::decimal::{Solution, few_decimals, positive, read_diameters};
use super::packing::{Disks, Pair, Wall, density, disks_of};
use super::search::Found;
use super::{certificate, contact, known, scene, search};
use dashu::rational::RBig;
use engine::rational::{read, to_f64};
use kit::{Ask, Certificate, Error, Fact, Param, Question, Report, Result, Standing, Table, Watch, parsed};

pub(super) static QUESTIONS: &[Question] = &[FOURTEEN, PACK, VERIFY, EQUAL, CONTEST];

/// What goes into a cavity, asked for here and at the table.
pub(super) const DIAMETERS: Param =
    Param::read("diameters", "the diameters of the disks", "decimals separated by commas: 2.150,2.250", |text| {
        parsed(read_diameters(text))
    });
pub(super) const CONTAINER: Param =
    Param::read("container", "the diameter of the circle, or the side of the square", "a positive decimal", |text| {
        parsed(positive(text))
    });
pub(super) const SHAPE: Param = Param::choice("shape", "the shape of the cavity", &["circle", "square"]).or("circle");
const SMALLEST: Param = Param::switch("smallest", "shrink the cavity as far as it goes");
const WALKS: Param =
    Param::whole("walks", "walks of the search, of 400 moves each, before it gives up", 1, 1_000_000).or("2000");

pub(super) const PACK: Question = Question::of("pack", answer_pack)
    .about("fit disks of given diameters into a circle or a square")
    .params(&[DIAMETERS.needed(), CONTAINER, SHAPE, SMALLEST, WALKS, Param::seed()])
    .examples(&[
        "disks pack --diameters 2,4,6,8,10 --container 18.1",
        "disks pack --diameters 1,1,1,1,1 --container 2.9 --shape square",
    ]);

fn answer_pack(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let diameters = ask.form::<Vec<RBig>>("diameters");
    let size = ask.form_if::<RBig>("container");
    let wall = Wall::read(ask.text("shape"));
    pack(diameters, size, wall, ask, watch)
}

pub(super) const FOURTEEN: Question = Question::of("fourteen", answer_fourteen)
    .about("the Formidable Fourteen: fourteen disks in a circle one foot across")
    .params(&[SMALLEST, WALKS, Param::seed()])
    .examples(&["disks fourteen --seed 8"]);

fn answer_fourteen(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    pack(&read_diameters(known::FOURTEEN)?, Some(&read("12")?), Wall::Circle, ask, watch)
}

fn pack(diameters: &[RBig], size: Option<&RBig>, wall: Wall, ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let disks = disks_of(diameters, wall);
    let (seed, walks) = (ask.seed(), ask.whole("walks") as u64);
    if ask.flag("smallest") {
        let start = size.map_or_else(|| loose_half(&disks), |size| to_f64(size) / 2.0);
        let start = if impossible(diameters, start * 2.0, wall).is_some() { loose_half(&disks) } else { start };
        let tight = search::smallest(&disks, start, seed, walks, watch)?;
        return shrunk(diameters, &disks, &tight);
    }
    let Some(size) = size else {
        return Err(Error::usage("--container", "missing", "give the size of the cavity, or --smallest"));
    };
    if let Some(reason) = impossible_exactly(diameters, size, wall) {
        return Ok(Report::new(format!("the disks do not fit: {reason}"), Standing::Proved)
            .fact("fits", false)
            .fact("container", to_f64(size))
            .fact("reason", reason)
            .fact("density", density(&disks, to_f64(size) / 2.0))
            .certificate(certificate::write_misfit(wall, size, diameters)));
    }
    match search::search(&disks, to_f64(size) / 2.0, seed, 0..walks, watch)? {
        Found::Fits(walk, tight) => fitted(diameters, size, &disks, &tight, walk),
        Found::Nearest((energy, layout), whole) => Ok(not_found(size, &disks, whole.then_some(walks), energy, &layout)),
    }
}

/// A cavity with plenty of room: four times the area of the disks, and room for the largest two.
fn loose_half(disks: &Disks) -> f64 {
    let area: f64 = disks.radii.iter().map(|r| r * r).sum();
    let largest = disks.radii.iter().fold(0.0f64, |most, &r| most.max(r));
    (4.0 * area).sqrt().max(2.0 * largest)
}

fn impossible(diameters: &[RBig], size: f64, wall: Wall) -> Option<String> {
    impossible_exactly(diameters, &engine::rational::from_f64(size)?, wall)
}

/// Why the disks cannot fit, where that is plain: one disk, two disks, or the area.
fn impossible_exactly(diameters: &[RBig], size: &RBig, wall: Wall) -> Option<String> {
    let mut sorted: Vec<&RBig> = diameters.iter().collect();
    sorted.sort_by(|a, b| b.cmp(a));
    if sorted[0] > size {
        return Some(format!("a disk of diameter {} is larger than the cavity", to_f64(sorted[0])));
    }
    if let Some(second) = sorted.get(1) {
        let sum = sorted[0] + *second;
        // In a square the centres are at most sqrt 2 (D - s) apart, s the sum of the radii.
        let apart = match wall {
            Wall::Circle => sum > *size,
            Wall::Square => {
                let half = &sum / RBig::from(2u8);
                let room = size - &half;
                RBig::from(2u8) * &room * &room < &half * &half
            }
        };
        if apart {
            return Some("the two largest disks do not fit together".to_string());
        }
    }
    let squares: RBig = diameters.iter().map(|d| d * d).fold(RBig::ZERO, |a, b| a + b);
    // In a square the disks cover pi/4 of the sum of squares; 3.14159 is less than pi.
    let over = match wall {
        Wall::Circle => squares > size * size,
        Wall::Square => squares * RBig::from_parts(314159.into(), 400000u32.into()) > size * size,
    };
    over.then(|| "the disks have more area than the cavity".to_string())
}

fn fitted(diameters: &[RBig], size: &RBig, disks: &Disks, tight: &Tight, walk: u64) -> Result<Report> {
    let Some(solution) = few_decimals(disks.wall, size, diameters, &tight.layout, tight.half) else {
        let line = "a layout was found in doubles, but none with 15 decimals passes the check in whole numbers";
        return Ok(Report::new(line, Standing::Best).fact("fits", Fact::Nothing).fact("container", to_f64(size)));
    };
    let line = format!(
        "{} disks fit into a {} of {}: {} decimals pass the check in whole numbers; tightened, {:.9} would do",
        diameters.len(),
        disks.wall.name(),
        to_f64(size),
        solution.decimals,
        2.0 * tight.half
    );
    Ok(with_layout(Report::new(line, Standing::Proved).fact("fits", true), to_f64(size), disks, tight, &solution)
        .fact("walk", walk))
}

fn with_layout(report: Report, size: f64, disks: &Disks, tight: &Tight, solution: &Solution) -> Report {
    let layout: Vec<f64> = solution.centres().into_iter().flatten().collect();
    report
        .fact("container", size)
        .fact("smallest", 2.0 * tight.half)
        .fact("coordinates", Fact::List(solution.centres().into_iter().map(Fact::list).collect()))
        .fact("contacts", contact_list(&tight.contacts))
        .fact("contact_count", tight.contacts.len())
        .fact("rattlers", Fact::list(tight.rattlers.iter().map(|i| i + 1)))
        .fact("density", density(disks, size / 2.0))
        .fact("gap", solution.gap())
        .fact("decimals", solution.decimals)
        .fact("solution", Fact::Document(solution.text()))
        .table(coordinate_table(solution))
        .scene(scene::packing(disks, size / 2.0, &layout, &tight.contacts, &tight.rattlers))
        .certificate(certificate::write_packing(solution))
}

/// Pairs of disks from 1; 0 is the wall.
fn contact_list(contacts: &[Pair]) -> Fact {
    let pair = |contact: &Pair| match *contact {
        Pair::Disks(i, j) => Fact::list([i + 1, j + 1]),
        Pair::Wall(i, _) => Fact::list([0, i + 1]),
    };
    Fact::List(contacts.iter().map(pair).collect())
}

fn coordinate_table(solution: &Solution) -> Table {
    let mut table = Table::new("disks", &["disk", "diameter", "x", "y"]);
    let (disks, _) = solution.disks();
    for (index, [x, y]) in solution.centres().into_iter().enumerate() {
        table.row(kit::row![index + 1, 2.0 * disks.radii[index], x, y]);
    }
    table
}

/// After so many walks, or before they came to their end.
fn not_found(size: &RBig, disks: &Disks, walks: Option<u64>, energy: f64, layout: &[f64]) -> Report {
    let (half, blown) = disks.valid(layout);
    let tried = walks.map_or("so far".to_string(), |walks| format!("in {walks} walks"));
    let line = format!(
        "no packing was found {tried}; the nearest layout would need a {} of {:.6}",
        disks.wall.name(),
        2.0 * half
    );
    Report::new(line, Standing::Best)
        .fact("fits", Fact::Nothing)
        .fact("container", to_f64(size))
        .fact("smallest", 2.0 * half)
        .fact("energy", energy)
        .fact("density", density(disks, to_f64(size) / 2.0))
        .scene(scene::packing(disks, half, &blown, &[], &[]))
}

/// The report of the smallest cavity: its size rounded up to ten decimals, so that a layout in decimals passes the
/// check in it.
fn shrunk(diameters: &[RBig], disks: &Disks, tight: &Tight) -> Result<Report> {
    let digits = 10;
    let up = (2.0 * tight.half * 1e10).ceil() + 1.0 + (2.0 * tight.half * 1e-4).ceil();
    let size = RBig::from_parts((up as i128).into(), dashu::integer::UBig::from(10u8).pow(digits));
    let solution = few_decimals(disks.wall, &size, diameters, &tight.layout, tight.half)
        .ok_or_else(|| Error::failed("the smallest layout does not pass the check in whole numbers"))?;
    let line = format!(
        "{} disks: the smallest {} found is {:.12} with {} contacts and {} loose disks",
        diameters.len(),
        disks.wall.name(),
        2.0 * tight.half,
        tight.contacts.len(),
        tight.rattlers.len()
    );
    let report = Report::new(line, Standing::Best).fact("fits", true);
    Ok(with_layout(report, to_f64(&size), disks, tight, &solution))
}

pub(super) const VERIFY: Question = Question::of("verify", answer_verify)
    .about("check a packing in whole numbers, without any tolerance")
    .params(&[Param::source(
        "file",
        "circle SIZE or square SIZE, then DIAMETER X Y for each disk, in decimals",
        200_000,
    )
    .main()])
    .examples(&["disks verify \"circle 4;2 1 0;2 -1 0\""]);

fn answer_verify(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let text = ask.text("file");
    let solution = read_solution(text)?;
    Ok(verified(&solution)?.certificate(certificate::write_packing(&solution)))
}

/// Reads a solution: lines, or one line with semicolons, or a certificate given whole, which must state what it shows.
pub(super) fn read_solution(text: &str) -> Result<Solution> {
    if !text.starts_with(kit::CERTIFICATE_MARK) {
        return Solution::read(&text.replace(';', "\n"));
    }
    let given = Certificate::read(text)?;
    if given.kind != "packing" {
        return Err(Error::usage(format!("a certificate of kind {:?}", given.kind), "not a packing", "give a packing"));
    }
    kit::verify(&[&super::TOPIC], &given, &mut kit::Unwatched)?;
    Solution::read(&given.body)
}

const TRIES: Param = Param::whole("walks", "walks without success that end the search", 1, 100_000).or("8");

pub(super) const EQUAL: Question = Question::of("equal", answer_equal)
    .about("the smallest circle or square around N equal disks, beside the published value")
    .params(&[Param::whole("n", "equal disks of radius 1", 1, 30).main(), SHAPE, TRIES, Param::seed()])
    .examples(&["disks equal 7", "disks equal 5 --shape square"]);

fn answer_equal(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let wall = Wall::read(ask.text("shape"));
    let radii = vec![1.0; n];
    // The published size is a circle's radius or a square's side around disks of radius 1.
    let measure = if wall == Wall::Circle { 1.0 } else { 2.0 };
    compared(Disks { radii, wall }, known::equal(n, wall), measure, ask, watch)
}

pub(super) const CONTEST: Question = Question::of("contest", answer_contest)
    .about("the smallest circle around disks of radius 1, 2, ..., N, beside the published value")
    .params(&[Param::whole("n", "disks of radius 1, 2, ..., N", 1, 32).main(), TRIES, Param::seed()])
    .examples(&["disks contest 6"]);

fn answer_contest(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let n = ask.size("n");
    let radii = (1..=n).map(|r| r as f64).collect();
    compared(Disks { radii, wall: Wall::Circle }, known::contest(n), 1.0, ask, watch)
}

fn compared(
    disks: Disks,
    known: Option<known::Known>,
    measure: f64,
    ask: &Ask,
    watch: &mut dyn Watch,
) -> Result<Report> {
    let walks = ask.whole("walks") as u64;
    let tight = search::smallest(&disks, loose_half(&disks), ask.seed(), walks, watch)?;
    let diameters: Vec<RBig> = disks.radii.iter().map(|&r| RBig::from((2.0 * r) as i64)).collect();
    let mut report = shrunk(&diameters, &disks, &tight)?;
    let found = measure * tight.half;
    let what = if disks.wall == Wall::Circle { "radius" } else { "side" };
    report.line =
        format!("{} disks: the smallest {} found has {what} {found:.10}", disks.radii.len(), disks.wall.name());
    let report = report.fact("found", found);
    Ok(match known {
        Some(known) => report
            .fact("published", known.size)
            .fact("agrees", known.agrees(found))
            .fact("proved", known.proved)
            .fact("source", known.source),
        None => report.fact("published", Fact::Nothing),
    })
}

/// The report of a solution that stands up to the check, or the error with its first fault.
pub(super) fn verified(solution: &Solution) -> Result<Report> {
    if let Some(fault) = solution.check() {
        return Err(Error::failed(fault));
    }
    let count = solution.disks.len();
    let (disks, half) = solution.disks();
    let line = format!(
        "{count} disks lie in a {} of {} without overlap, checked in whole numbers",
        solution.wall.name(),
        2.0 * half
    );
    let layout: Vec<f64> = solution.centres().into_iter().flatten().collect();
    let (contacts, rattlers) = contact::contacts(&disks, half, &layout);
    Ok(Report::new(line, Standing::Proved)
        .fact("fits", true)
        .fact("container", 2.0 * half)
        .fact("disks", count)
        .fact("decimals", solution.decimals)
        .fact("gap", solution.gap())
        .fact("density", density(&disks, half))
        .scene(scene::packing(&disks, half, &layout, &contacts, &rattlers)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOPIC;
    use kit::Unwatched;

    #[test]
    fn what_cannot_fit_is_said_at_once() {
        for (sentence, part) in [
            ("disks pack --diameters 3 --container 2", "larger than the cavity"),
            ("disks pack --diameters 2,1.5 --container 3", "two largest"),
            ("disks pack --diameters 1,1,1,1,1 --container 2", "area"),
            ("disks pack --diameters 2,2 --container 3 --shape square", "two largest"),
        ] {
            let report = TOPIC.answer(sentence).unwrap();
            assert_eq!(report.get("fits"), Some(&Fact::Truth(false)), "{sentence}");
            assert!(report.line.contains(part) && report.standing == Standing::Proved, "{sentence}: {}", report.line);
        }
    }

    #[test]
    fn bad_disks_are_refused() {
        let cases = [
            ("disks pack --diameters 1,0,2 --container 9", "not positive"),
            ("disks pack --diameters 1,-2 --container 9", "not positive"),
            ("disks pack --diameters 1,NaN --container 9", "not a number"),
            ("disks pack --diameters 1,,2 --container 9", "missing"),
            ("disks pack --diameters 1,2", "--container"),
            ("disks pack --diameters 1 --container 0", "not positive"),
            ("disks equal 0", "least is 1"),
        ];
        kit::trial::refused(&cases, |sentence| TOPIC.answer(sentence));
        let crowd = format!("disks pack --diameters {} --container 9", ["1"; 501].join(","));
        assert_eq!(TOPIC.answer(&crowd).unwrap_err().trouble(), kit::Trouble::TooLarge);
    }

    #[test]
    fn a_fault_fails_the_verification() {
        let failed = TOPIC.answer("disks verify \"circle 4;2 0.9999999 0;2 -1 0\"").unwrap_err();
        assert_eq!(failed.trouble(), kit::Trouble::Failed);
        assert_eq!(failed.to_string(), "disks 1 and 2 overlap by 1.000e-7");
    }

    #[test]
    fn a_packing_certifies_itself() {
        let report = TOPIC.answer("disks pack --diameters 2,4,6,8,10 --container 18.1").unwrap();
        assert_eq!((report.get("fits"), &report.standing), (Some(&Fact::Truth(true)), &Standing::Proved));
        let certificate = report.certificate.expect("a packing has one");
        let verify = |certificate: &Certificate| kit::verify(&[&super::super::TOPIC], certificate, &mut Unwatched);
        assert!(verify(&certificate).is_ok());
        let broken = Certificate { body: certificate.body.replacen("circle 18.1", "circle 17.9", 1), ..certificate };
        assert_eq!(verify(&broken).unwrap_err().trouble(), kit::Trouble::Failed);
    }
}
