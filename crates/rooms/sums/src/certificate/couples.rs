//! The kind `couples`: lost couples that prove the nimber of a sum.

use super::evidence::{Couple, Evidence, at_line};
use super::pairs::{name_of, unpaired};
use super::rulebook::{Options, Parts, Rulebook};
use super::{nimber_words, statement};
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Summand, Watch};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The row of this kind.
pub(super) const KIND: CertificateKind = CertificateKind {
    name: "couples",
    about: "The nimber of a sum of games in normal play. Each line \"lost\" says that a component beside a nim pile \
            is lost for the player to move. The checker computes every option of every such couple from the rules of \
            the game and finds each of them won, by other couples of the list or by an answer that leads to such; it \
            finds each component of the sum in the list, but for those that cancel in pairs; and the piles beside \
            these, added without carrying, are the nimber. Established from: the rules of the games, the theorem that components add up to their position \
            (each game's essay has it), the theorem of Sprague and Grundy, that equal games cancel, and that play ends. The game of a script \
            is what the script in the certificate says; that it ends is found by meeting all of its positions.",
    format: include_str!("couples.txt"),
    examples: &[
        "sums value \"nim(4) + chomp(2,2)\"",
        "sums value \"kayles(7) + boxing('110/111/011')\"",
        "sums value \"octal(0.137, 9) + treblecross(7)\"",
        "sums value \"treblecross('.X.......') + 2*boxing(9,10)\"",
        "sums value \"wythoff(2, 3) + subtract({1,3,4}, 6) + grundy(8)\"",
        "sums value \"cram(2,3) + cram('..#/...') + 2*dawson(5)\"",
        "sums value \"countdown(4) + nim(1)\" --define \"fn name() { \\\"countdown\\\" }\n\
         fn moves(n) { if n > 2 { [n - 1, n - 3, [1, 1]] } else { if n > 0 { [n - 1] } else { [] } } }\"",
        "sums value \"rows('oo.ooo')\" --define \"fn name() { \\\"rows\\\" }\n// Take two neighbours; a row falls apart at gaps.\n\
         fn moves(p) { let all = []; for i in 1..p.len { if p[i-1] == 'o' && p[i] == 'o' { \
         all.push(p.sub_string(0, i - 1) + \\\"..\\\" + p.sub_string(i + 1)); } } all }\n\
         fn split(p) { let all = []; let run = \\\"\\\"; for c in p { if c == 'o' { run += c; } else { \
         if run.len > 1 { all.push(run); } run = \\\"\\\"; } }\nif run.len > 1 { all.push(run); } all }\"",
    ],
    check,
};

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let evidence = Evidence::read(certificate)?;
    if let Some((line, _)) = evidence.play {
        return Err(Certificate::broken(line, "couples need no move"));
    }
    let nimber = proved_nimber(&evidence, &evidence.summands, watch)?;
    let line = statement(&evidence.summands, &nimber_words(nimber), evidence.script.as_deref());
    let report = Report::new(line, Standing::Proved)
        .fact("sum", super::write_sum(&evidence.summands))
        .fact("nimber", nimber)
        .fact("outcome", if nimber == 0 { "P" } else { "N" });
    Ok(with_script(report, &evidence))
}

/// Shows the script whose rules the statement speaks of.
pub(super) fn with_script(report: Report, evidence: &Evidence) -> Report {
    match &evidence.script {
        Some(script) => report.fact("script", Fact::Document(script.clone())),
        None => report,
    }
}

/// The row of the kind `nimbers`: several positions by the same couples.
pub(super) const NIMBERS: CertificateKind = CertificateKind {
    name: "nimbers",
    about: "The nimbers of several positions in normal play, each shown by the same list of lost couples as for the \
            kind couples, and established from the same.",
    format: include_str!("nimbers.txt"),
    examples: &["sums boards boxing --rows 2 --columns 3", "sums boards cram --rows 2 --columns 4"],
    check: check_each,
};

fn check_each(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let evidence = Evidence::read(certificate)?;
    if evidence.play.is_some() || evidence.script.is_some() {
        return Err(Error::failed("nimbers need neither a move nor a script"));
    }
    if evidence.summands.is_empty() {
        return Err(Error::failed("there is no line \"summand\""));
    }
    let alone: Vec<&[Summand]> = evidence.summands.chunks(1).collect();
    let nimbers = proved_nimbers(&evidence, &alone, watch)?;
    let calls = || evidence.summands.iter().map(Summand::call);
    Ok(Report::new(each_statement(&evidence.summands, &nimbers), Standing::Proved)
        .fact("positions", Fact::list(calls()))
        .fact("nimbers", Fact::list(nimbers)))
}

/// What is said of several positions.
pub(super) fn each_statement(positions: &[Summand], nimbers: &[u32]) -> String {
    let words = |(position, nimber): (&Summand, &u32)| format!("{}: {}", position.call(), nimber_words(*nimber));
    positions.iter().zip(nimbers).map(words).collect::<Vec<_>>().join("; ")
}

/// The nimber of the sum of these, after every listed couple was checked.
pub(super) fn proved_nimber(evidence: &Evidence, summands: &[Summand], watch: &mut dyn Watch) -> Result<u32> {
    Ok(proved_nimbers(evidence, &[summands], watch)?[0])
}

/// The nimbers of these sums, after every listed couple was checked.
fn proved_nimbers(evidence: &Evidence, sums: &[&[Summand]], watch: &mut dyn Watch) -> Result<Vec<u32>> {
    let summands = sums.concat();
    let mut judge =
        Judge { book: Rulebook::new(&evidence.vocabulary), piles: &evidence.piles, answers: HashMap::new() };
    for Couple { line, component, .. } in &evidence.couples {
        if !judge.book.is_component(component).map_err(|error| at_line(*line, error))? {
            let why = format!("{} is not one component", kit::shorten(&component.call()));
            return Err(Certificate::broken(*line, why));
        }
    }
    let components: Result<Vec<Parts>> = summands.iter().map(|summand| judge.book.components(summand)).collect();
    let components = components?;
    let mut rest = components.iter();
    let parts = sums.iter().map(|sum| rest.by_ref().take(sum.len()).flatten().cloned().collect());
    let nimbers: Result<Vec<u32>> = parts.map(|parts| judge.unpaired(parts)).collect();
    let listed: Parts = evidence.couples.iter().map(|couple| couple.component.clone()).collect();
    let scripted = components.iter().flatten().filter(|part| evidence.vocabulary.defines(part)).cloned();
    judge.book.explore(&listed.into_iter().chain(scripted).collect::<Parts>(), watch)?;
    for (summand, parts) in summands.iter().zip(&components).filter(|(s, _)| evidence.vocabulary.splits(s)) {
        judge.book.check_split(summand, parts)?;
    }
    for couple in &evidence.couples {
        judge.judge(couple, watch).map_err(|error| at_line(couple.line, error))?;
    }
    nimbers
}

/// The most components whose answers are kept.
const MOST_KEPT: usize = 1 << 20;

/// Finds the options of couples won.
struct Judge<'a> {
    book: Rulebook<'a>,
    piles: &'a HashMap<String, u32>,
    /// What the options of a component add up to where they are listed, for components that are not.
    answers: HashMap<String, Rc<[u32]>>,
}

impl Judge<'_> {
    /// What the piles of the listed components add up to, and the components that are not listed.
    fn add_up<'p>(&self, parts: &'p [Summand]) -> (u32, Vec<&'p Summand>) {
        let mut open = Vec::new();
        let mut sum = 0;
        for part in parts {
            match self.piles.get(&name_of(part)) {
                Some(pile) => sum ^= pile,
                None => open.push(part),
            }
        }
        (sum, open)
    }

    /// What the components add up to: those that do not cancel must be listed.
    fn unpaired(&self, components: Parts) -> Result<u32> {
        let mut sum = 0;
        for group in unpaired(components) {
            let Some(pile) = self.piles.get(&name_of(&group[0])) else {
                let call = group[0].call();
                return Err(Error::failed(format!("the component {} is not listed", kit::shorten(&call))));
            };
            sum ^= pile;
        }
        Ok(sum)
    }

    /// Makes sure that every option of a couple is won.
    fn judge(&mut self, couple: &Couple, watch: &mut dyn Watch) -> Result<()> {
        let Couple { pile, component, .. } = couple;
        let not_shown = |move_: &str| {
            let call = component.call();
            let call = kit::shorten(&call);
            Err(Error::failed(format!("{call} beside {pile} is not shown to be lost: nothing answers {move_}")))
        };
        let mut reached = HashSet::new();
        let options: Options = self.book.options(component, watch)?;
        for option in options.iter() {
            let won = match self.add_up(option) {
                (sum, open) if open.is_empty() => {
                    reached.insert(sum);
                    sum != *pile
                }
                (sum, open) => match open[..] {
                    [part] => self.answers(part, watch)?.contains(&(sum ^ pile)),
                    _ => false,
                },
            };
            if !won {
                return not_shown(&format!("the move to {}", kit::shorten(&super::write_sum(option))));
            }
        }
        match (0..*pile).find(|left| !reached.contains(left)) {
            Some(left) => not_shown(&format!("the move in the pile to {left}")),
            None => Ok(()),
        }
    }

    /// What the options of a component add up to, of those whose components are all listed.
    fn answers(&mut self, component: &Summand, watch: &mut dyn Watch) -> Result<Rc<[u32]>> {
        let name = name_of(component);
        if let Some(answers) = self.answers.get(&name) {
            return Ok(answers.clone());
        }
        let options = self.book.options(component, watch)?;
        let listed = options.iter().map(|option| self.add_up(option)).filter(|(_, open)| open.is_empty());
        let mut answers: Vec<u32> = listed.map(|(sum, _)| sum).collect();
        answers.sort_unstable();
        answers.dedup();
        let answers: Rc<[u32]> = answers.into();
        if self.answers.len() < MOST_KEPT {
            self.answers.insert(name, answers.clone());
        }
        Ok(answers)
    }
}
