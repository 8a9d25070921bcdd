//! What a forger would try: every change of a small certificate is refused or leaves one that says something true, and
//! no condition can be left out.

use super::super::land::{compact, start, unfold};
use super::super::misere::Misere;
use super::super::plain::{self, random_position};
use super::super::position::Position;
use super::super::proof::Proof;
use super::super::search::Search;
use super::compare::{Land, lands_of, position_of, same};
use super::*;
use forgery::{changes, examples_stand};
use kit::{Certificate, Fact, Report, Result, Unwatched};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

fn certified(n: usize) -> Certificate {
    let mut search = Search::new(1 << 30);
    let nimber = Proof::default().nimber_of(&mut search, &start(n), &mut Unwatched).unwrap();
    write(&mut search, &[(start(n), Subject::Spots(n), nimber)], &mut Unwatched).unwrap()
}

fn certified_misere(n: usize) -> Certificate {
    let mut misere = Misere::new(1 << 28);
    let lost = misere.lost(&start(n), &mut Unwatched).unwrap();
    write_misere(&mut misere, &[(start(n), Subject::Spots(n), lost)], &mut Unwatched).unwrap()
}

fn certified_text(kind: &str, text: &str) -> Certificate {
    let at: Position = text.parse().unwrap();
    let (raw, subject) = (compact(&at).unwrap(), Subject::of(&at));
    match kind == KIND {
        true => {
            let mut search = Search::new(1 << 28);
            let nimber = Proof::default().nimber_of(&mut search, &raw, &mut Unwatched).unwrap();
            write(&mut search, &[(raw, subject, nimber)], &mut Unwatched).unwrap()
        }
        false => {
            let mut misere = Misere::new(1 << 28);
            let lost = misere.lost(&raw, &mut Unwatched).unwrap();
            write_misere(&mut misere, &[(raw, subject, lost)], &mut Unwatched).unwrap()
        }
    }
}

fn check(kind: &str, body: &str) -> Result<Report> {
    let certificate = Certificate::new("sprouts", kind, "", body.to_string());
    (CERTIFICATES.iter().find(|k| k.name == kind).unwrap().check)(&certificate, &mut Unwatched)
}

fn refusal(kind: &str, body: &str) -> String {
    check(kind, body).map(|report| report.line).expect_err(body).to_string()
}

#[test]
fn certificates_of_small_starts_stand() {
    for n in 0..=5 {
        let good = certified(n);
        let report = check(KIND, &good.body).unwrap_or_else(|e| panic!("{n}: {e}"));
        assert_eq!(report.line, good.states);
        let words = if n == 1 { "1 spot".to_string() } else { format!("{n} spots") };
        assert_eq!(report.line, format!("{words}: nimber {}", u32::from(n > 2)));
        assert_eq!(report.get("lands"), Some(&Fact::from(good.body.lines().count() - 1)));
    }
}

#[test]
fn misere_certificates_of_small_starts_stand() {
    for (n, outcome) in [(0, "won"), (1, "won"), (2, "lost"), (3, "lost"), (4, "lost"), (5, "won")] {
        let good = certified_misere(n);
        let report = check(MISERE, &good.body).unwrap_or_else(|e| panic!("{n}: {e}"));
        assert_eq!(report.line, good.states);
        assert!(report.line.ends_with(&format!(": {outcome} in misère play")), "{}", report.line);
    }
}

/// Truths by the search, which shares no code with the checker.
struct Known {
    search: Search,
    misere: Misere,
}

impl Known {
    fn new() -> Known {
        Known { search: Search::new(1 << 28), misere: Misere::new(1 << 28) }
    }

    /// Whether what the checker says is so.
    fn agrees(&mut self, kind: &str, report: &Report) -> bool {
        let Some(Fact::Text(text)) = report.get("position") else { panic!("{report:?}") };
        let raw = compact(&text.parse().unwrap()).unwrap();
        match kind == KIND {
            true => {
                let nimber = self.search.nimber_of(&raw, &mut Unwatched).unwrap();
                report.get("nimber") == Some(&Fact::from(u32::from(nimber)))
            }
            false => {
                let lost = self.misere.lost(&raw, &mut Unwatched).unwrap();
                report.get("outcome") == Some(&Fact::from(if lost { "P" } else { "N" }))
            }
        }
    }
}

#[test]
fn a_changed_certificate_is_refused_or_says_something_true() {
    let mut known = Known::new();
    let texts = ["{0.1A1A}", "{0.AB}{AB}{2.0}", "{ABC}{A1B.C1}{2A}"];
    let of_texts =
        texts.into_iter().flat_map(|text| [KIND, MISERE].map(|kind| (kind, certified_text(kind, text).body)));
    let starts = (2..=3).flat_map(|n| [(KIND, certified(n).body), (MISERE, certified_misere(n).body)]);
    for (kind, body) in of_texts.chain(starts) {
        let good = check(kind, &body).unwrap_or_else(|e| panic!("{body}: {e}"));
        assert!(known.agrees(kind, &good), "{}", good.line);
        let (mut refused, mut said) = (0, 0);
        for (what, changed) in changes(&body) {
            match check(kind, &changed) {
                Err(error) => {
                    let line = error.to_string();
                    assert!(line.starts_with("line ") || error.trouble() == kit::Trouble::TooLarge, "{what}: {line}");
                    refused += 1;
                }
                Ok(report) => {
                    assert!(known.agrees(kind, &report), "{what}: {} by\n{changed}", report.line);
                    said += 1;
                }
            }
        }
        assert!(refused > 5 * said, "{refused} refused, {said} not, of\n{body}");
    }
}

#[test]
fn certificates_of_random_positions_stand() {
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    for round in 0..120 {
        let n = 2 + round % 5;
        let at = random_position(n, 1 + round % 7, &mut chance);
        for kind in [KIND, MISERE] {
            let good = certified_text(kind, &at.to_string());
            let report = check(kind, &good.body).unwrap_or_else(|e| panic!("{kind} {at}: {e}"));
            assert_eq!(report.line, good.states);
        }
    }
}

#[test]
#[ignore = "minutes"]
fn certificates_to_eleven_spots_stand() {
    for n in 6..=11 {
        let clock = std::time::Instant::now();
        let certificate = certified(n);
        let found = clock.elapsed();
        let clock = std::time::Instant::now();
        let report = check(KIND, &certificate.body).unwrap_or_else(|e| panic!("{n}: {e}"));
        println!(
            "{}, {} bytes, {found:?} to find, {:?} to check, {:?}",
            report.line,
            certificate.body.len(),
            clock.elapsed(),
            report.facts
        );
    }
}

/// Every land below a position with its nimber, the position first.
pub(super) fn all_lands(text: &str) -> (Vec<String>, u32) {
    let mut search = Search::new(1 << 28);
    let at: Position = text.parse().unwrap();
    let mut queue = search.lands_of(&compact(&at).unwrap()).unwrap();
    let (mut seen, mut lines) = (queue.iter().copied().collect::<BTreeSet<_>>(), Vec::new());
    let mut done = 0;
    while let Some(&id) = queue.get(done) {
        done += 1;
        lines.push(format!("{} {}", unfold(&search.atlas.text(id)), search.nimber(id, &mut Unwatched).unwrap()));
        let options = search.options(id, &mut Unwatched).unwrap();
        queue.extend(options.into_iter().flatten().filter(|&id| seen.insert(id)));
    }
    (lines, search.nimber_of(&compact(&at).unwrap(), &mut Unwatched).unwrap().into())
}

fn listed(text: &str, lines: &[String]) -> String {
    format!("position {text}\n{}\n", lines.join("\n"))
}

/// With every land in the list nothing but the two conditions on its nimber can refuse a line.
#[test]
fn a_nimber_must_be_the_least_that_no_move_leads_to() {
    for text in ["{0.0.0}", "{0.1A1A}", "{0.AB}{AB.2}", "{0.1.2}"] {
        let (lines, nimber) = all_lands(text);
        assert_eq!(check(KIND, &listed(text, &lines)).unwrap().line, format!("{text}: nimber {nimber}"));
        let land = lines[0].rsplit_once(' ').unwrap().0.to_string();
        for wrong in (0..nimber).chain([7]) {
            let mut lines = lines.clone();
            lines[0] = format!("{land} {wrong}");
            let why = refusal(KIND, &listed(text, &lines));
            let part = match wrong > nimber {
                true => format!("line 4: no move leads to listed lands of nimber {nimber}"),
                false => "line 4: a move leads to ".to_string(),
            };
            assert!(why.starts_with(&part), "{text}: {why}");
        }
        for (i, line) in lines.iter().enumerate().skip(1) {
            let (other, k) = line.rsplit_once(' ').unwrap();
            let mut lines = lines.clone();
            lines[i] = format!("{other} {}", k.parse::<u32>().unwrap() + 1);
            refusal(KIND, &listed(text, &lines));
        }
    }
    assert!(["{0.0.0}", "{0.1A1A}", "{0.AB}{AB.2}", "{0.1.2}"].iter().any(|text| all_lands(text).1 > 1));
}

#[test]
fn a_list_without_answers_proves_nothing() {
    let cases = [
        ("", "line 3: \"\" is neither"),
        ("spots 2\n", "line 3: not every land of {0*2} is in the list"),
        ("spots 2\n{0*2} 0\n", "line 4: nothing in the list answers the move to"),
        ("spots 2\n{22} 1\n{0} 0\n", "line 3: not every land of {0*2} is in the list"),
        ("position {0*2.AB}{AB}\n{0*2.AB}{AB} 3\n", "line 4: nothing in the list answers the move to"),
        ("spots 1\n{0} 0\n{0}{0} 0\n", "line 5: {0}{0} is not one land"),
        ("spots 1\n{0} 0\n{2} 0\n", "line 5: {2} is not one land"),
        ("spots 0\n{} 0\n", "line 4: {} is not one land"),
        ("spots 1\n{0} 0\n{12} 0\n{1.2} 1\n", "line 6: {1.2} is listed with nimber 0 as well"),
        ("spots 1\n{0} 0\n\n", "line 5: \"\" is not a land"),
    ];
    kit::trial::refused(&cases, |body| check(KIND, body));
    // One spot makes two forced moves, and {22} is the second of them.
    assert_eq!(check(KIND, "spots 1\n{22} 1\n{0} 0\n").unwrap().line, "1 spot: nimber 0");
    assert_eq!(check(KIND, "spots 1\n{22} 1\n{0} 0\n{0} 0\n").unwrap().line, "1 spot: nimber 0");
    assert_eq!(check(KIND, "spots 1\n{0} 0\n").unwrap().line, "1 spot: nimber 0", "its only option is answered");
    assert_eq!(check(KIND, "spots 0\n").unwrap().line, "0 spots: nimber 0");
}

#[test]
fn equal_lands_are_worth_nothing_together() {
    assert_eq!(check(KIND, "position {0*4.12}{21.0*4}\n").unwrap().line, "{0*4.12}{21.0*4}: nimber 0");
    for other in ["{22.0*4}", "{0*4}", "{0*3.12}", "{0*4.121}", "{0*4.12}{21.0*4}"] {
        let why = refusal(KIND, &format!("position {{0*4.12}}{other}\n"));
        assert!(why.starts_with("line 3: not every land"), "{why}");
    }
}

/// Curves that enclose nothing: what a checker sees that cannot count to 64 boundaries.
fn open_options(land: &Land) -> Vec<Vec<Land>> {
    let at = position_of(land);
    let curves = plain::curves(&at).into_iter().filter(|curve| curve.inside.is_empty());
    curves.map(|curve| lands_of(&plain::draw(&at, &curve))).collect()
}

fn open_nimber(land: &Land, known: &mut BTreeMap<Land, u32>) -> u32 {
    if let Some((_, &nimber)) = known.iter().find(|(other, _)| same(other, land)) {
        return nimber;
    }
    let options = open_options(land);
    let values = options.iter().map(|lands| lands.iter().fold(0, |sum, land| sum ^ open_nimber(land, known)));
    let nimber = engine::impartial::mex(values.collect::<Vec<u32>>());
    known.insert(land.clone(), nimber);
    nimber
}

/// The text of a land, each region with dead boundaries up to 65: 2^64 ways to share out the others.
fn padded(land: &Land) -> String {
    let text = position_of(land).to_string();
    let pad = |region: &str| {
        let spots = region.strip_prefix("0*").and_then(|rest| rest.split('.').next()?.parse().ok()).unwrap_or(1);
        let boundaries = region.split('.').count() + spots - 1;
        format!("{{{region}{}}}", ".3".repeat(65 - boundaries))
    };
    text.split_terminator('}').map(|region| pad(&region[1..])).collect()
}

#[test]
fn ways_to_share_out_64_boundaries_are_all_tried() {
    let mut known = BTreeMap::new();
    open_nimber(&lands_of(&Position::start(3))[0], &mut known);
    let lines: Vec<String> = known.iter().map(|(land, k)| format!("{} {k}", padded(land))).collect();
    let mut search = Search::new(1 << 28);
    let mut is_true = |land: &Land, k: u32| {
        let raw = compact(&position_of(land)).unwrap();
        u32::from(search.nimber_of(&raw, &mut Unwatched).unwrap()) == k
    };
    let wrong: Vec<&Land> = known.iter().filter(|&(land, &k)| !is_true(land, k)).map(|(land, _)| land).collect();
    assert!(!wrong.is_empty(), "such a checker is deceived");
    for land in wrong {
        let why = refusal(KIND, &listed(&position_of(land).to_string(), &lines));
        assert!(why.starts_with("line "), "{why}");
    }
    for spots in [64, 65, 66, 129] {
        let why = refusal(KIND, &format!("spots {spots}\n{{0*{spots}}} 1\n{{0*{}.1A1A}} 0\n", spots - 2));
        assert!(why.starts_with("line 4: nothing in the list answers"), "{why}");
        let why = refusal(MISERE, &format!("spots {spots}\n{{0*{spots}}}\n"));
        assert!(why.starts_with("line 4: nothing in the list answers"), "{why}");
    }
}

#[test]
fn an_empty_misere_list_proves_nothing_but_of_a_position_without_moves() {
    let cases = [
        ("spots 1\n", "line 3: the list does not show the outcome of {0}"),
        ("spots 2\n", "line 3: the list does not show"),
        ("position {22}\n", "line 3: the list does not show"),
        ("position {22}\n{}\n", "line 4: {} has no move, so it is won"),
        ("position {2}\n{2}\n", "line 4: {2} has no move, so it is won"),
        ("spots 2\n{0*2}\n", "line 4: nothing in the list answers the move of {0*2}"),
        ("spots 1\n{22}\n{0}\n", "line 5: nothing in the list answers the move of {0}"),
        ("spots 1\n{22}\n{22} 0\n", "line 5: \"{22} 0\" is not a position"),
        ("spots 3\n{22}\n", "line 3: the list does not show"),
    ];
    kit::trial::refused(&cases, |body| check(MISERE, body));
    // {22} has one move, to nothing: lost. {0} moves to {AB}{AB}, which is the same.
    for (body, states) in [
        ("spots 0\n", "0 spots: won in misère play"),
        ("position {2}{33}\n", "{2}{33}: won in misère play"),
        ("position {22}\n{22}\n", "{22}: lost in misère play"),
        ("position {AB}{AB}\n{22}\n", "{AB}{AB}: lost in misère play"),
        ("spots 1\n{22}\n", "1 spot: won in misère play"),
    ] {
        assert_eq!(check(MISERE, body).unwrap().line, states);
    }
}

/// The first certificate that needs small lands to be compared by their moves.
#[test]
fn the_misere_certificate_of_eight_spots_stands() {
    let good = certified_misere(8);
    assert_eq!(check(MISERE, &good.body).unwrap().line, good.states);
}

#[test]
fn the_examples_write_certificates_that_stand() {
    examples_stand(&super::super::TOPIC);
}

/// Two regions with four boundaries of two names each: along the names there is one circle of eight boundaries, or two
/// of four. No name looks different from any other.
#[test]
fn lands_that_look_alike_are_not_taken_for_each_other() {
    let (circle, circles) = ("{AB.CD.EF.GH}{BC.DE.FG.HA}", "{AB.CD.EF.GH}{BC.DA.FG.HE}");
    for (text, other) in [(circle, circles), (circles, circle)] {
        let body = certified_text(KIND, text).body.replacen(text, other, 1);
        assert!(refusal(KIND, &body).starts_with("line 3: not every land"), "{body}");
    }
}
