//! Facts of a search: said, learnt, and kept on the shelf of its watch.

use super::atlas::{Atlas, Id};
use super::land::{END, WALL};
use engine::search::{Fact, Keeper, read_facts, write_facts};
use kit::{Error, Result, Watch};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The rules that facts are proved by: what a text means and what a nimber is. Texts of lands that mean something else
/// get another number.
pub const RULES: &str = "sprouts lands 1";

/// What was proved since this was asked last, in the order of the proofs.
pub fn news(atlas: &Atlas) -> Vec<Fact> {
    facts(atlas, &atlas.news())
}

fn facts(atlas: &Atlas, ids: &[Id]) -> Vec<Fact> {
    ids.iter().map(|&id| Fact { position: atlas.text(id), note: atlas.note(id).proved() }).collect()
}

/// Learns what was proved elsewhere.
pub fn learn(atlas: &Atlas, facts: &[Fact]) -> Result<()> {
    for fact in facts {
        atlas.learn(land(atlas, &fact.position)?, fact.note);
    }
    Ok(())
}

/// The number of a land whose text comes from elsewhere: what is no text of a land stays out.
pub fn land(atlas: &Atlas, text: &[u8]) -> Result<Id> {
    if text.last() != Some(&END) || !text.contains(&WALL) {
        return Err(Error::usage("a fact", "its position is no land", "learn facts of this game only"));
    }
    atlas.number(text)
}

/// All lands of an atlas of which something is proved, in the order in which that was first heard of.
#[derive(Default)]
pub struct Proved {
    ids: Vec<Id>,
    seen: FxHashSet<Id>,
}

impl Proved {
    /// The facts by now; the atlas must tell.
    pub fn facts(&mut self, atlas: &Atlas) -> Vec<Fact> {
        for id in atlas.news() {
            if self.seen.insert(id) {
                self.ids.push(id);
            }
        }
        facts(atlas, &self.ids)
    }
}

/// A watch that goes on from what the shelf holds under that name, and keeps it up to date from now on.
pub fn kept<'a>(atlas: &Arc<Atlas>, name: &str, watch: &'a mut dyn Watch) -> Result<Keeper<'a>> {
    atlas.tell();
    let (told, mut proved) = (Arc::clone(atlas), Proved::default());
    let read = |bytes: &[u8]| {
        let facts = read_facts(name, RULES, bytes)?;
        learn(atlas, &facts)?;
        Ok(facts.len())
    };
    Keeper::open(name, watch, read, move || write_facts(RULES, &proved.facts(&told)))
}

#[cfg(test)]
mod tests {
    use super::super::certificate::{self, CERTIFICATES, Subject};
    use super::super::land::start;
    use super::super::proof::Proof;
    use super::super::search::Search;
    use super::*;
    use forgery::Shelf;

    #[test]
    fn a_run_that_is_stopped_again_and_again_comes_to_its_end_and_its_certificate_stands() {
        let mut shelf = Shelf { bytes: None, looks: 0 };
        let mut held = 0;
        for round in 1..200 {
            // Guesses are not kept: a run must last long enough to prove something new.
            shelf.looks = 2 + 2 * round;
            let mut search = Search::new(1 << 28);
            let mut keeper = kept(&search.atlas, "a", &mut shelf).unwrap();
            let answer = Proof { threads: 1 + round % 2 }.nimber_of_start(&mut search, 9, &mut keeper);
            let answer = keeper.close(answer);
            let now = read_facts("a", RULES, shelf.bytes.as_ref().unwrap()).unwrap().len();
            assert!(now >= held, "nothing that was kept is lost");
            held = now;
            let Ok(nimber) = answer else { continue };
            assert_eq!((nimber, round > 2), (1, true));
            let raw = start(9);
            let written =
                certificate::write(&mut search, &[(raw, Subject::Spots(9), nimber)], &mut kit::Unwatched).unwrap();
            assert!((CERTIFICATES[0].check)(&written, &mut kit::Unwatched).is_ok());
            return;
        }
        panic!("it never came to its end");
    }

    #[test]
    fn what_is_damaged_is_refused_before_the_work() {
        let mut shelf = Shelf { bytes: Some(write_facts("sprouts lands 0", &[])), looks: 9 };
        let why = |shelf: &mut Shelf| kept(&Arc::default(), "b.facts", shelf).err().unwrap().to_string();
        assert!(why(&mut shelf).contains("sprouts lands 0"));
        shelf.bytes = Some(write_facts(RULES, &[])[1..].to_vec());
        assert!(why(&mut shelf).contains("b.facts"));
    }
}
