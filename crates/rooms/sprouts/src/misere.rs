//! Misère play: who makes the last move loses.
//!
//! Nimbers do not add up here. A position is a sum of lands; the lands of few lives are replaced by their misère
//! canonical forms ([`engine::impartial::Forms`]: reversible options pruned, equal forms play alike in every sum),
//! whose sum is one form. What remains, the large lands and one form, is the key under which outcomes are kept.

use super::land::land_lives;
use super::search::{Id, Search};
use engine::impartial::Forms;
use kit::{Result, Watch};
use rustc_hash::FxHashMap;

/// Lands with at most so many lives are replaced by their forms: their whole trees are small.
const FORM_LIVES: u32 = 7;

/// A sum: large lands, sorted, and the form of all small ones.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sum {
    lands: Vec<Id>,
    form: u32,
}

/// A search for misère outcomes that keeps what it learns.
pub struct Misere {
    search: Search,
    forms: Forms,
    form_of: FxHashMap<Id, u32>,
    lost: FxHashMap<Sum, bool>,
}

impl Misere {
    /// A search within so many bytes.
    pub fn new(memory: usize) -> Misere {
        Misere {
            search: Search::keeping_pairs(memory),
            forms: Forms::new(1 << 22),
            form_of: FxHashMap::default(),
            lost: FxHashMap::default(),
        }
    }

    /// Lands whose options were made.
    pub fn positions(&self) -> u64 {
        self.search.positions()
    }

    /// Sums whose outcome is kept.
    pub fn stored(&self) -> u64 {
        self.lost.len() as u64
    }

    /// Whether the player to move loses a raw position.
    pub fn lost(&mut self, raw: &[u8], watch: &mut dyn Watch) -> Result<bool> {
        let ids = self.search.lands_of(raw)?;
        let sum = self.sum(&ids, 0, watch)?;
        self.lost_sum(&sum, watch)
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

    /// Whether the player to move loses a sum of lands.
    pub(super) fn lost_lands(&mut self, ids: &[Id], watch: &mut dyn Watch) -> Result<bool> {
        let sum = self.sum(ids, 0, watch)?;
        self.lost_sum(&sum, watch)
    }

    fn form(&mut self, id: Id, watch: &mut dyn Watch) -> Result<u32> {
        if let Some(&form) = self.form_of.get(&id) {
            return Ok(form);
        }
        let mut options = Vec::new();
        for option in self.search.options(id, watch)? {
            let mut sum = 0;
            for land in option {
                let form = self.form(land, watch)?;
                sum = self.forms.sum(sum, form)?;
            }
            options.push(sum);
        }
        let form = self.forms.form(options)?;
        self.form_of.insert(id, form);
        Ok(form)
    }

    /// Lands and a form, small lands folded into the form.
    fn sum(&mut self, ids: &[Id], mut form: u32, watch: &mut dyn Watch) -> Result<Sum> {
        let mut lands = Vec::with_capacity(ids.len());
        for &id in ids {
            if land_lives(&self.search.atlas.text(id)) <= FORM_LIVES {
                let small = self.form(id, watch)?;
                form = self.forms.sum(form, small)?;
            } else {
                lands.push(id);
            }
        }
        lands.sort_unstable();
        Ok(Sum { lands, form })
    }

    fn lost_sum(&mut self, sum: &Sum, watch: &mut dyn Watch) -> Result<bool> {
        if sum.lands.is_empty() {
            return Ok(self.forms.misere(sum.form) == 0);
        }
        if let Some(&known) = self.lost.get(sum) {
            return Ok(known);
        }
        let mut next: Vec<Sum> = Vec::new();
        for &form in &self.forms.options(sum.form).to_vec() {
            next.push(Sum { lands: sum.lands.clone(), form });
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
        let known = next.iter().any(|option| self.lost.get(option) == Some(&true));
        let lost = !known && !self.any_lost(next, watch)?;
        self.lost.insert(sum.clone(), lost);
        Ok(lost)
    }

    /// Whether one of these sums is lost, the restrictive ones first.
    fn any_lost(&mut self, mut sums: Vec<Sum>, watch: &mut dyn Watch) -> Result<bool> {
        sums.sort_by_cached_key(|sum| sum.lands.iter().map(|&id| self.search.difficulty(id)).sum::<u64>());
        for sum in &sums {
            if self.lost_sum(sum, watch)? {
                return Ok(true);
            }
        }
        Ok(false)
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
        truth.nimber(&Position::start(2));
        let all: Vec<Position> = truth.met().map(|(p, _)| p.clone()).collect();
        let mut misere = Misere::new(1 << 28);
        for position in all {
            let found = misere.lost(&compact(&position).unwrap(), &mut Unwatched).unwrap();
            assert_eq!(found, truth.misere_lost(&position), "{position}");
        }
    }

    #[test]
    fn the_first_starts() {
        let mut misere = Misere::new(1 << 28);
        let lost: Vec<bool> = (1..6).map(|n| misere.lost(&start(n), &mut Unwatched).unwrap()).collect();
        assert_eq!(lost, [false, true, true, true, false]);
    }
}
