//! The writer: which couples to list, with the solver's nimbers as a guide.

use super::super::analysis::{SumMove, after};
use super::super::language::MOST_SUMMANDS;
use super::super::script::Vocabulary;
use super::couples;
use super::mirror::{self, wins_with};
use super::pairs::{name_of, unpaired};
use super::rulebook::{Parts, Rulebook};
use super::{nimber_words, statement};
use kit::{Certificate, CertificateKind, Error, Means, Position, Result, Summand, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most couples a certificate may list.
pub(crate) const MOST_COUPLES: usize = 300_000;
/// The most couples of a certificate that nobody asked for.
pub(crate) const FREE_COUPLES: usize = 60;
/// The most components within two moves of a sum whose certificate nobody asked for. The writer asks for the nimber of
/// each of them, which may be far more work than the answer was, and in the end the couples are too many.
const FREE_NEAR: usize = 500;

/// What to do where a proof is too large to be written.
const RECOMPUTE: &str = "ask a smaller position, or ask without the certificate, which computes the answer anew";

/// The options that the solver is asked about at once.
const AT_ONCE: usize = 4;

/// What a certificate may take to write.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The most couples.
    couples: usize,
    /// The most components within two moves of the sum.
    near: usize,
    /// What the solver may take.
    means: Means,
}

impl Effort {
    /// For a certificate that was asked for, or for one that comes along where it costs next to nothing.
    pub(crate) fn of(asked: bool, means: Means) -> Effort {
        let [couples, near] = if asked { [MOST_COUPLES, usize::MAX] } else { [FREE_COUPLES, FREE_NEAR] };
        Effort { couples, near, means }
    }
}

/// Writes the couples that prove the nimber of a sum.
pub(crate) fn couples_certificate(
    sum: &[Summand],
    nimber: u32,
    vocabulary: &Vocabulary,
    effort: Effort,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let script = script_of(sum, vocabulary);
    let states = statement(sum, &nimber_words(nimber), script.as_deref());
    let lost = lost_lines([sum].into_iter(), vocabulary, effort, watch)?;
    let body = format!("{}{}{lost}", script_lines(script.as_deref()), summand_lines(sum)?);
    finished(&couples::KIND, states, body, script.is_some(), watch)
}

/// Writes the couples that prove the nimbers of several positions.
pub(crate) fn nimbers_certificate(
    positions: &[Summand],
    nimbers: &[u32],
    vocabulary: &Vocabulary,
    effort: Effort,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let lost = lost_lines(positions.chunks(1), vocabulary, effort, watch)?;
    let body = format!("{}{lost}", summand_lines(positions)?);
    Ok(Certificate::new("sums", couples::NIMBERS.name, couples::each_statement(positions, nimbers), body))
}

/// Writes the move after which all cancels, and the couples of what does not cancel in pairs.
pub(crate) fn mirror_certificate(
    sum: &[Summand],
    play: &SumMove,
    vocabulary: &Vocabulary,
    effort: Effort,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let script = script_of(sum, vocabulary);
    let lost = lost_lines([&after(sum, play)[..]].into_iter(), vocabulary, effort, watch)?;
    let body = format!("{}{}move {play}\n{lost}", script_lines(script.as_deref()), summand_lines(sum)?);
    let states = statement(sum, &wins_with(&play.to_string()), script.as_deref());
    finished(&mirror::KIND, states, body, script.is_some(), watch)
}

/// The certificate. What the script of a certificate may take is less than what the person's own may, so one with a
/// script is checked at once.
fn finished(
    kind: &CertificateKind,
    states: String,
    body: String,
    scripted: bool,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let certificate = Certificate::new("sums", kind.name, states, body);
    match scripted {
        true => (kind.check)(&certificate, watch).map(|_| certificate),
        false => Ok(certificate),
    }
}

/// The script, if a summand is a game of it, as it stands in a certificate: lines joined by line feeds.
fn script_of(sum: &[Summand], vocabulary: &Vocabulary) -> Option<String> {
    let script = vocabulary.script.as_ref().filter(|_| sum.iter().any(|summand| vocabulary.defines(summand)))?;
    Some(script.lines().map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>().join("\n"))
}

fn script_lines(script: Option<&str>) -> String {
    let line = |line: &str| if line.is_empty() { "script\n".to_string() } else { format!("script {line}\n") };
    script.into_iter().flat_map(|script| script.split('\n')).map(line).collect()
}

fn summand_lines(sum: &[Summand]) -> Result<String> {
    match sum.len() > MOST_SUMMANDS {
        true => Err(Error::too_large("the certificate", format!("at most {MOST_SUMMANDS} summands"), "cancel pairs")),
        false => Ok(sum.iter().map(|summand| format!("summand {}\n", summand.call())).collect()),
    }
}

/// The couples that prove the nimbers of all these sums.
fn lost_lines<'s>(
    sums: impl Iterator<Item = &'s [Summand]>,
    vocabulary: &Vocabulary,
    effort: Effort,
    watch: &mut dyn Watch,
) -> Result<String> {
    let mut proof = Proof {
        book: Rulebook::new(vocabulary),
        means: effort.means,
        values: FxHashMap::default(),
        listed: FxHashMap::default(),
        answered: FxHashMap::default(),
        todo: Vec::new(),
    };
    let mut groups = Vec::new();
    for sum in sums {
        let components: Result<Vec<Parts>> = sum.iter().map(|summand| proof.book.components(summand)).collect();
        groups.extend(unpaired(components?.concat()));
    }
    for group in groups {
        let parts = vec![group[0].clone()];
        proof.look_near(&group[0], effort.near, watch)?;
        proof.learn(&[&parts], watch)?;
        proof.list(&parts);
        while let Some(component) = proof.todo.pop() {
            let count = proof.listed.len();
            kit::watch::step(watch, count as u64, None, || format!("{count} couples of the certificate"))?;
            proof.prove(&component, watch)?;
            if count > effort.couples {
                let limit = format!("more than {} couples", effort.couples);
                return Err(Error::too_large("the certificate", limit, RECOMPUTE));
            }
        }
    }
    let mut lines: Vec<&(String, u32)> = proof.listed.values().collect();
    lines.sort_unstable();
    Ok(lines.into_iter().map(|(call, pile)| format!("lost {pile} {call}\n")).collect())
}

/// The couples chosen so far.
struct Proof<'a> {
    book: Rulebook<'a>,
    means: Means,
    /// Nimbers of components, by the names of their games.
    values: FxHashMap<String, u32>,
    /// Listed components, by the names of their games: the call, and the pile.
    listed: FxHashMap<String, (String, u32)>,
    /// What options of a component add up to that are known to be listed: answers that need no second look.
    answered: FxHashMap<String, FxHashSet<u32>>,
    /// Listed components whose options are not answered yet.
    todo: Parts,
}

impl Proof<'_> {
    /// Refuses a component with more others than that within two moves, before any of them is solved.
    fn look_near(&mut self, component: &Summand, most: usize, watch: &mut dyn Watch) -> Result<()> {
        if most == usize::MAX {
            return Ok(());
        }
        let options = self.book.options(component, watch)?;
        let first: FxHashMap<String, &Summand> = options.iter().flatten().map(|part| (part.call(), part)).collect();
        let mut near: FxHashSet<String> = first.keys().cloned().collect();
        for part in first.values() {
            near.extend(self.book.options(part, watch)?.iter().flatten().map(Summand::call));
            if near.len() > most {
                let limit = format!("more than {most} components within two moves");
                return Err(Error::too_large("the certificate", limit, RECOMPUTE));
            }
        }
        Ok(())
    }

    /// Asks the solver for the nimbers of all these components that are not known yet.
    fn learn(&mut self, all: &[&Parts], watch: &mut dyn Watch) -> Result<()> {
        let mut new: FxHashMap<String, &Summand> = FxHashMap::default();
        for part in all.iter().copied().flatten() {
            let name = name_of(part);
            if !self.values.contains_key(&name) {
                new.insert(name, part);
            }
        }
        // The parts of one position share its rules, and their solver.
        let Some(rules) = new.values().next().map(|part| part.rules.clone()) else {
            return Ok(());
        };
        let (names, positions): (Vec<String>, Vec<Position>) =
            new.into_iter().map(|(name, part)| (name, part.position.clone())).unzip();
        let values = rules.nimbers(&positions, self.means, watch)?;
        self.values.extend(names.into_iter().zip(values));
        Ok(())
    }

    fn value(&self, parts: &[Summand]) -> u32 {
        parts.iter().fold(0, |sum, part| sum ^ self.values[&name_of(part)])
    }

    /// How many components of these are not listed.
    fn missing(&self, parts: &[Summand]) -> usize {
        parts.iter().filter(|part| !self.listed.contains_key(&name_of(part))).count()
    }

    /// Lists components whose nimbers are known.
    fn list(&mut self, parts: &[Summand]) {
        for part in parts {
            let name = name_of(part);
            if !self.listed.contains_key(&name) {
                self.listed.insert(name.clone(), (part.call(), self.values[&name]));
                self.todo.push(part.clone());
            }
        }
    }

    /// What the piles of the listed components add up to, if all of them are listed.
    fn listed_sum(&self, parts: &[Summand]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.listed.get(&name_of(part))?.1))
    }

    /// Lists components, whose nimbers are asked for.
    fn learn_and_list(&mut self, parts: &Parts, watch: &mut dyn Watch) -> Result<()> {
        self.learn(&[parts], watch)?;
        self.list(parts);
        Ok(())
    }

    /// Which of these positions are lost beside a pile.
    fn lost_beside(&self, positions: &[&Summand], pile: u32, watch: &mut dyn Watch) -> Result<Vec<bool>> {
        match positions.first() {
            Some(first) => {
                let all: Vec<Position> = positions.iter().map(|position| position.position.clone()).collect();
                first.rules.lost_among(&all, pile, self.means, watch)
            }
            None => Ok(Vec::new()),
        }
    }

    /// Lists what the couple of a component and its nimber needs. The solver is asked which options are lost beside
    /// piles, as far as that is needed, and not for the nimbers of all of them.
    fn prove(&mut self, component: &Summand, watch: &mut dyn Watch) -> Result<()> {
        let k = self.listed[&name_of(component)].1;
        let mut options = self.book.positions_after(component, watch)?;
        options.retain(|(_, parts)| self.listed_sum(parts).is_none());
        // The options of smaller nimbers; with those that are listed already they answer every move in the pile.
        for j in 0..k {
            let lost = self.lost_beside(&options.iter().map(|(whole, _)| whole).collect::<Vec<_>>(), j, watch)?;
            let mut lost = lost.into_iter();
            let (below, others) = options.into_iter().partition(|_| lost.next() == Some(true));
            options = others;
            let below: Vec<(Summand, Parts)> = below;
            for (_, parts) in &below {
                self.learn_and_list(parts, watch)?;
            }
        }
        for (_, parts) in &options {
            self.answer(parts, k, watch)?;
        }
        Ok(())
    }

    /// Whether a move from this component leads to listed ones that add up to so much.
    fn reaches(&mut self, part: &Summand, wanted: u32, watch: &mut dyn Watch) -> Result<bool> {
        let name = name_of(part);
        if self.answered.get(&name).is_some_and(|sums| sums.contains(&wanted)) {
            return Ok(true);
        }
        let sums: FxHashSet<u32> =
            self.book.options(part, watch)?.iter().filter_map(|option| self.listed_sum(option)).collect();
        let found = sums.contains(&wanted);
        self.answered.insert(name, sums);
        Ok(found)
    }

    /// Lists an answer to the move to this position, unless one is listed: a move in one of its components that makes
    /// all add up to k.
    fn answer(&mut self, position: &Parts, k: u32, watch: &mut dyn Watch) -> Result<()> {
        if self.listed_sum(position).is_some() {
            return Ok(());
        }
        let without = |index: usize| [&position[..index], &position[index + 1..]].concat();
        for (index, part) in position.iter().enumerate() {
            if let Some(others) = self.listed_sum(&without(index))
                && self.reaches(part, others ^ k, watch)?
            {
                return Ok(());
            }
        }
        // A component alone has a greater nimber than k; of several, one has a move that makes up for the others.
        let mut wanted = vec![k];
        if position.len() > 1 {
            self.learn(&[position], watch)?;
            let total = self.value(position);
            wanted = position.iter().map(|part| total ^ self.value(std::slice::from_ref(part)) ^ k).collect();
        }
        for (index, (part, &wanted)) in position.iter().zip(&wanted).enumerate() {
            if position.len() > 1 && self.value(std::slice::from_ref(part)) <= wanted {
                continue;
            }
            if let Some(left) = self.move_to(part, wanted, watch)? {
                self.learn_and_list(&without(index), watch)?;
                return self.learn_and_list(&left, watch);
            }
        }
        Ok(())
    }

    /// What a move from a component to a position of that nimber leaves: one with few components that are not listed.
    fn move_to(&mut self, part: &Summand, nimber: u32, watch: &mut dyn Watch) -> Result<Option<Parts>> {
        let mut options = self.book.positions_after(part, watch)?;
        options.sort_by_cached_key(|(_, parts)| (self.missing(parts), parts.len()));
        for some in options.chunks(AT_ONCE) {
            let lost = self.lost_beside(&some.iter().map(|(whole, _)| whole).collect::<Vec<_>>(), nimber, watch)?;
            if let Some(place) = lost.iter().position(|&lost| lost) {
                return Ok(Some(some[place].1.clone()));
            }
        }
        Ok(None)
    }
}
