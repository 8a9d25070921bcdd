//! The writer: what of a solved search shows the answer.
//!
//! A land of the list needs its smaller nimbers reached and every other option either listed or answered. So the list
//! holds what is lost and little else: won positions are shown by their winning move.

use super::super::land::unfold;
use super::super::misere::Misere;
use super::super::proof::Proof;
use super::super::search::{Id, Search};
use super::super::words::sum_of;
use super::{KIND, MISERE, Subject, misere_statement, statement};
use kit::{Certificate, Result, Watch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// A raw position, what the certificate calls it, and what was found of it.
pub type Solved<T> = (Vec<u8>, Subject, T);

/// The certificate of raw positions that one search has solved, each with its nimber.
pub fn write(search: &mut Search, solved: &[Solved<u8>], watch: &mut dyn Watch) -> Result<Certificate> {
    let mut list = List { search, needed: FxHashMap::default(), queue: Vec::new() };
    for (raw, ..) in solved {
        let roots = list.search.lands_of(raw)?;
        list.need(&roots);
    }
    let mut done = 0;
    while let Some(&id) = list.queue.get(done) {
        done += 1;
        list.justify(id, watch)?;
    }
    let mut lines: Vec<(usize, String)> = list
        .queue
        .iter()
        .map(|&id| {
            (list.search.atlas.text(id).len(), format!("{} {}", unfold(&list.search.atlas.text(id)), list.needed[&id]))
        })
        .collect();
    lines.sort();
    let mut body: String = solved.iter().map(|(_, subject, _)| subject.line()).collect();
    for (_, line) in lines {
        writeln!(body, "{line}").expect("writing to a string cannot fail");
    }
    let statements: Vec<String> =
        solved.iter().map(|(_, subject, nimber)| statement(subject, (*nimber).into())).collect();
    Ok(Certificate::new("sprouts", KIND, statements.join("; "), body))
}

struct List<'a> {
    search: &'a mut Search,
    needed: FxHashMap<Id, u8>,
    queue: Vec<Id>,
}

impl List<'_> {
    fn need(&mut self, lands: &[Id]) {
        for &id in lands {
            if let Some(nimber) = self.search.known(id)
                && self.needed.insert(id, nimber).is_none()
            {
                self.queue.push(id);
            }
        }
    }

    /// The nimber of a sum if all its lands have one, and how many of them the list lacks.
    fn value(&self, lands: &[Id]) -> Option<(u8, usize)> {
        let mut sum = 0;
        for &id in lands {
            sum ^= self.search.known(id)?;
        }
        Some((sum, lands.iter().filter(|id| !self.needed.contains_key(id)).count()))
    }

    fn difficulty(&self, lands: &[Id]) -> u64 {
        lands.iter().map(|&id| self.search.difficulty(id)).sum()
    }

    /// The option of nimber k that costs the list least.
    fn cheapest(&self, options: &[Vec<Id>], k: u8) -> Option<Vec<Id>> {
        let fitting =
            options.iter().filter_map(|o| self.value(o).filter(|v| v.0 == k).map(|v| (v.1, self.difficulty(o), o)));
        fitting.min().map(|(_, _, option)| option.clone())
    }

    /// The same; where none is known, as when the search learnt of the nimber from elsewhere, it is looked for.
    fn found(&mut self, options: &[Vec<Id>], k: u8, watch: &mut dyn Watch) -> Result<Option<Vec<Id>>> {
        if let Some(option) = self.cheapest(options, k) {
            return Ok(Some(option));
        }
        for option in options {
            if Proof::default().lost_sum(self.search, option, k, watch)? {
                return Ok(Some(option.clone()));
            }
        }
        Ok(None)
    }

    /// Takes into the list what shows that the land has its nimber.
    fn justify(&mut self, id: Id, watch: &mut dyn Watch) -> Result<()> {
        let k = self.needed[&id];
        let options = self.search.options(id, watch)?;
        for less in 0..k {
            if let Some(option) = self.found(&options, less, watch)? {
                self.need(&option);
            }
        }
        for option in &options {
            let Some((_, lacking)) = self.value(option) else {
                self.reply(option, k, watch)?;
                continue;
            };
            if lacking > 0 && !self.reply(option, k, watch)? {
                self.need(option);
            }
        }
        Ok(())
    }

    /// Takes a move that answers this option into the list; false when none is known whose lands are solved.
    fn reply(&mut self, option: &[Id], k: u8, watch: &mut dyn Watch) -> Result<bool> {
        let mut best: Option<(usize, u64, Vec<Id>)> = None;
        for (i, &moved) in option.iter().enumerate() {
            let others: Vec<Id> = option.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &id)| id).collect();
            let Some((sum, lacking)) = self.value(&others) else { continue };
            // What was proved won elsewhere was not opened here. (A land of less has no such option to look for.)
            let won_elsewhere = match self.search.known(moved) {
                Some(nimber) => k ^ sum < nimber,
                None => self.search.note(moved).is((k ^ sum).into()) == Some(false),
            };
            if !self.search.expanded(moved) && !won_elsewhere {
                continue;
            }
            let answers = self.search.options(moved, watch)?;
            let answer = match won_elsewhere && best.is_none() {
                true => self.found(&answers, k ^ sum, watch)?,
                false => self.cheapest(&answers, k ^ sum),
            };
            if let Some(answer) = answer {
                let cost = lacking + self.value(&answer).map_or(0, |v| v.1);
                let mut lands = others;
                lands.extend(answer);
                let entry = (cost, self.difficulty(&lands), lands);
                if best.as_ref().is_none_or(|b| entry < *b) {
                    best = Some(entry);
                }
            }
        }
        // A solved option may be cheaper than its answer.
        if let (Some((_, lacking)), Some((cost, ..))) = (self.value(option), &best)
            && lacking < *cost
        {
            return Ok(false);
        }
        let Some((_, _, lands)) = best else { return Ok(false) };
        self.need(&lands);
        Ok(true)
    }
}

/// The certificate of misère outcomes, each with whether it is lost: the lost positions that an all-knowing player
/// leaves.
pub fn write_misere(misere: &mut Misere, solved: &[Solved<bool>], watch: &mut dyn Watch) -> Result<Certificate> {
    let mut queue: Vec<Vec<Id>> = Vec::new();
    let mut listed: FxHashSet<Vec<Id>> = FxHashSet::default();
    for (raw, _, lost) in solved {
        let root = misere.lands_of(raw)?;
        match lost {
            true if listed.insert(root.clone()) => queue.push(root),
            true => {}
            false => answer_misere(misere, &root, &mut queue, &mut listed, watch)?,
        }
    }
    let mut done = 0;
    while let Some(sum) = queue.get(done).cloned() {
        done += 1;
        for option in misere.options(&sum, watch)? {
            answer_misere(misere, &option, &mut queue, &mut listed, watch)?;
        }
    }
    let mut lines: Vec<(usize, String)> = Vec::new();
    for sum in &queue {
        let text = sum_of(&misere.bytes_of(sum)).to_string();
        lines.push((text.len(), text));
    }
    lines.sort();
    let mut body: String = solved.iter().map(|(_, subject, _)| subject.line()).collect();
    for (_, line) in lines {
        writeln!(body, "{line}").expect("writing to a string cannot fail");
    }
    let statements: Vec<String> = solved.iter().map(|(_, subject, lost)| misere_statement(subject, *lost)).collect();
    Ok(Certificate::new("sprouts", MISERE, statements.join("; "), body))
}

/// Lists an answer to a won sum, unless one is listed already or nothing is left to play.
fn answer_misere(
    misere: &mut Misere,
    sum: &[Id],
    queue: &mut Vec<Vec<Id>>,
    listed: &mut FxHashSet<Vec<Id>>,
    watch: &mut dyn Watch,
) -> Result<()> {
    let answers = misere.answers(sum, watch)?;
    if answers.iter().any(|answer| listed.contains(answer)) {
        return Ok(());
    }
    for answer in answers {
        if misere.lost_lands(&answer, watch)? {
            listed.insert(answer.clone());
            queue.push(answer);
            return Ok(());
        }
    }
    Ok(())
}
