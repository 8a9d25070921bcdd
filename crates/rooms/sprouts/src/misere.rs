//! Misère play: who makes the last move loses.
//!
//! Nimbers do not add up here. A position is a sum of lands; the lands of few lives are replaced by their misère
//! canonical forms ([`engine::impartial::Forms`]: reversible options pruned, equal forms play alike in every sum),
//! whose sum is one form. What remains, the large lands and one form, is numbered, and these sums are searched by proof
//! numbers ([`engine::search::Proof`]): to the engine each is a component of its own beside no pile, "of nimber 0" when
//! it is lost.

use super::land::land_lives;
use super::search::{Id, Search};
use engine::impartial::Forms;
use engine::search::{Effort, Note, Proof, Tree};
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Lands with at most so many lives are replaced by their forms: their whole trees are small.
const FORM_LIVES: u32 = 9;

/// What a sum takes beside its lands, and what each land and each option of it take, in bytes.
const SUM_BYTES: usize = 144;
const WORD_BYTES: usize = 4;

/// A sum: large lands, sorted, and the form of all small ones.
#[derive(PartialEq, Eq, Hash)]
struct Sum {
    lands: Vec<Id>,
    form: u32,
}

/// A search for misère outcomes that keeps what it learns.
pub struct Misere {
    search: Search,
    forms: Forms,
    /// The forms of small lands; large ones have none.
    form_of: FxHashMap<Id, Option<u32>>,
    numbers: FxHashMap<Arc<Sum>, u32>,
    sums: Vec<Known>,
    decided: u64,
    memory: usize,
    taken: usize,
}

/// A sum that was met.
struct Known {
    sum: Arc<Sum>,
    note: Note,
    /// The numbers of its options, once they were made.
    options: Option<Box<[u32]>>,
}

impl Misere {
    /// A search within so many bytes.
    pub fn new(memory: usize) -> Misere {
        Misere {
            search: Search::keeping_pairs(memory),
            forms: Forms::new(1 << 22),
            form_of: FxHashMap::default(),
            numbers: FxHashMap::default(),
            sums: Vec::new(),
            decided: 0,
            memory,
            taken: 0,
        }
    }

    /// Lands whose options were made.
    pub fn positions(&self) -> u64 {
        self.search.positions()
    }

    /// Sums whose outcome is kept.
    pub fn stored(&self) -> u64 {
        self.decided
    }

    /// Whether the player to move loses a raw position.
    pub fn lost(&mut self, raw: &[u8], watch: &mut dyn Watch) -> Result<bool> {
        let ids = self.search.lands_of(raw)?;
        self.lost_lands(&ids, watch)
    }

    /// The lands of a raw position.
    pub(super) fn lands_of(&mut self, raw: &[u8]) -> Result<Vec<Id>> {
        self.search.lands_of(raw)
    }

    /// The bytes of lands.
    pub(super) fn bytes_of(&self, ids: &[Id]) -> Vec<Vec<u8>> {
        ids.iter().map(|&id| self.search.atlas.text(id)).collect()
    }

    /// The sums after a move in one of the lands, the restrictive ones first.
    pub(super) fn options(&mut self, ids: &[Id], watch: &mut dyn Watch) -> Result<Vec<Vec<Id>>> {
        let mut list = Vec::new();
        for (i, &id) in ids.iter().enumerate() {
            for option in self.search.options(id, watch)? {
                let rest = ids.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &land)| land);
                let mut sum: Vec<Id> = rest.chain(option).collect();
                sum.sort_unstable();
                list.push(sum);
            }
        }
        list.sort();
        list.dedup();
        list.sort_by_cached_key(|sum| sum.iter().map(|&id| self.search.difficulty(id)).sum::<u64>());
        Ok(list)
    }

    /// The same, but first those that are known to be lost: answers for which nothing has to be searched.
    pub(super) fn answers(&mut self, ids: &[Id], watch: &mut dyn Watch) -> Result<Vec<Vec<Id>>> {
        let (mut lost, mut others) = (Vec::new(), Vec::new());
        for option in self.options(ids, watch)? {
            let number = self.sum(&option, Forms::ZERO, watch)?;
            match self.sums[number as usize].note.is(0) {
                Some(true) => lost.push(option),
                _ => others.push(option),
            }
        }
        lost.append(&mut others);
        Ok(lost)
    }

    /// Whether the player to move loses a sum of lands.
    pub(super) fn lost_lands(&mut self, ids: &[Id], watch: &mut dyn Watch) -> Result<bool> {
        let sum = self.sum(ids, Forms::ZERO, watch)?;
        Proof::default().lost(&mut Sums { misere: self, watch, steps: 0 }, &sum, 0)
    }

    fn form(&mut self, id: Id, watch: &mut dyn Watch) -> Result<u32> {
        if let Some(&Some(form)) = self.form_of.get(&id) {
            return Ok(form);
        }
        let mut options = Vec::new();
        for option in self.search.options(id, watch)? {
            let mut sum = Forms::ZERO;
            for land in option {
                let form = self.form(land, watch)?;
                sum = self.forms.sum(sum, form)?;
            }
            options.push(sum);
        }
        let form = self.forms.form(options)?;
        self.form_of.insert(id, Some(form));
        Ok(form)
    }

    /// The form of a small land, nothing for a large one.
    fn form_if_small(&mut self, id: Id, watch: &mut dyn Watch) -> Result<Option<u32>> {
        if let Some(&form) = self.form_of.get(&id) {
            return Ok(form);
        }
        if land_lives(&self.search.atlas.text(id)) <= FORM_LIVES {
            return self.form(id, watch).map(Some);
        }
        self.form_of.insert(id, None);
        Ok(None)
    }

    /// The number of a sum of lands and a form, small lands folded into the form.
    fn sum(&mut self, ids: &[Id], mut form: u32, watch: &mut dyn Watch) -> Result<u32> {
        let mut lands = Vec::with_capacity(ids.len());
        for &id in ids {
            match self.form_if_small(id, watch)? {
                Some(small) => form = self.forms.sum(form, small)?,
                None => lands.push(id),
            }
        }
        lands.sort_unstable();
        self.number(Sum { lands, form })
    }

    fn number(&mut self, sum: Sum) -> Result<u32> {
        if let Some(&number) = self.numbers.get(&sum) {
            return Ok(number);
        }
        self.take(SUM_BYTES + WORD_BYTES * sum.lands.len())?;
        let note = match (sum.lands.is_empty(), self.forms.misere(sum.form)) {
            (false, _) => Note::NOTHING,
            (true, 0) => Note::exactly(0),
            (true, _) => Note::excluding(0),
        };
        let (sum, number) = (Arc::new(sum), self.sums.len() as u32);
        self.numbers.insert(Arc::clone(&sum), number);
        self.sums.push(Known { sum, note, options: None });
        Ok(number)
    }

    fn take(&mut self, bytes: usize) -> Result<()> {
        self.taken += bytes;
        if self.taken + self.search.memory() > self.memory {
            let limit = format!("the tables would take more than {} MB", self.memory >> 20);
            return Err(Error::too_large("the misère search", limit, "give it more with --memory"));
        }
        Ok(())
    }

    /// Makes the options of a sum, the restrictive ones first, unless they were made.
    fn expand(&mut self, number: u32, watch: &mut dyn Watch) -> Result<()> {
        if self.sums[number as usize].options.is_some() {
            return Ok(());
        }
        let sum = Arc::clone(&self.sums[number as usize].sum);
        let mut next = Vec::new();
        for &form in &self.forms.options(sum.form).to_vec() {
            next.push(self.number(Sum { lands: sum.lands.clone(), form })?);
        }
        for (i, &id) in sum.lands.iter().enumerate() {
            if i > 0 && sum.lands[i - 1] == id {
                continue;
            }
            for option in self.search.options(id, watch)? {
                let rest = sum.lands.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &land)| land);
                let ids: Vec<Id> = rest.chain(option).collect();
                next.push(self.sum(&ids, sum.form, watch)?);
            }
        }
        next.sort_unstable();
        next.dedup();
        next.sort_by_cached_key(|&option| self.breadth(option));
        self.take(WORD_BYTES * next.len())?;
        self.sums[number as usize].options = Some(next.into_boxed_slice());
        Ok(())
    }

    /// How hard a sum looks: a guess at the number of its moves.
    fn breadth(&self, number: u32) -> u64 {
        let sum = &self.sums[number as usize].sum;
        let lands: u64 = sum.lands.iter().map(|&id| self.search.difficulty(id)).sum();
        lands + self.forms.options(sum.form).len() as u64
    }
}

/// Sums in misère play as the engine's search wants them.
struct Sums<'a> {
    misere: &'a mut Misere,
    watch: &'a mut dyn Watch,
    steps: u64,
}

impl Tree for Sums<'_> {
    type Part = u32;
    type Raw = u32;
    type Halt = Error;

    fn options(&mut self, sum: &u32, out: &mut Vec<u32>) -> Result<()> {
        self.misere.expand(*sum, self.watch)?;
        out.extend(self.misere.sums[*sum as usize].options.iter().flatten());
        Ok(())
    }

    fn split(&mut self, option: &u32, out: &mut Vec<u32>) {
        out.push(*option);
    }

    fn note(&self, sum: &u32) -> Note {
        self.misere.sums[*sum as usize].note
    }

    fn learn(&mut self, sum: &u32, note: Note) -> Result<()> {
        let known = &mut self.misere.sums[*sum as usize];
        let open = known.note.is(0).is_none();
        known.note = known.note.and(note);
        self.misere.decided += u64::from(open && known.note.is(0).is_some());
        Ok(())
    }

    fn guess(&self, sum: &u32) -> Effort {
        let breadth = u32::try_from(self.misere.breadth(*sum)).unwrap_or(Effort::MOST);
        Effort::of(1 + breadth / 64, 1 + breadth / 4)
    }

    fn step(&mut self, _depth: usize) -> Result<()> {
        self.steps += 1;
        let steps = self.steps;
        kit::watch::step(self.watch, steps, None, || format!("{steps} sums were searched"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::land::{compact, start};
    use super::super::plain::Truth;
    use super::super::position::Position;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn outcomes_agree_with_the_definition_on_every_position_of_two_spots() {
        let mut truth = Truth::default();
        let mut misere = Misere::new(1 << 28);
        for (position, _) in Truth::below(&Position::start(2)) {
            let found = misere.lost(&compact(&position).unwrap(), &mut Unwatched).unwrap();
            assert_eq!(found, truth.misere_lost(&position), "{position}");
        }
    }

    /// Lemoine and Viennot: from five spots on the first player loses exactly when the spots leave 1, 2 or 3 by six.
    #[test]
    fn the_first_starts() {
        let mut misere = Misere::new(1 << 28);
        let lost: Vec<bool> = (1..8).map(|n| misere.lost(&start(n), &mut Unwatched).unwrap()).collect();
        assert_eq!(lost, [false, true, true, true, false, false, true]);
    }

    #[test]
    fn memory_that_ends_is_said_and_a_search_can_be_stopped() {
        let full = Misere::new(1 << 20).lost(&start(9), &mut Unwatched).unwrap_err();
        assert_eq!(full.trouble(), kit::Trouble::TooLarge, "{full}");
        let stopped = Misere::new(1 << 28).lost(&start(9), &mut kit::watch::Impatient).unwrap_err();
        assert!(stopped.is_stopped());
    }
}
