//! Proof-number search on couples, over the tables of a [`Search`]: the engine's ([`engine::search::Proof`]), with
//! lands as its components.

use super::search::{Id, Search};
use engine::search::{self, Effort, Note, Tree};
use kit::{Error, Result, Watch};

/// Proof-number search over the tables of a [`Search`].
#[derive(Default)]
pub struct Proof;

impl Proof {
    /// The nimber of a raw position.
    pub fn nimber_of(&mut self, search: &mut Search, raw: &[u8], watch: &mut dyn Watch) -> Result<u8> {
        let mut sum = 0;
        for id in search.lands_of(raw) {
            sum ^= self.nimber(search, id, watch)?;
        }
        Ok(sum)
    }

    /// The nimber of a start of so many spots. All that are known repeat 0 0 0 1 1 1, so that nimber is tried first: to
    /// prove "G + *1 lost" at once is far less work than to refute "G lost" and then prove it. Only the order of the
    /// work rests on the guess.
    pub fn nimber_of_start(&mut self, search: &mut Search, spots: usize, watch: &mut dyn Watch) -> Result<u8> {
        let lands = search.lands_of(&super::land::start(spots));
        if let &[id] = lands.as_slice() {
            let guess = u8::from(spots % 6 > 2);
            if self.lost(search, id, guess, watch)? {
                return Ok(guess);
            }
        }
        self.nimber_of(search, &super::land::start(spots), watch)
    }

    /// The nimber of a land.
    pub fn nimber(&mut self, search: &mut Search, id: Id, watch: &mut dyn Watch) -> Result<u8> {
        let nimber = search::Proof::default().nimber(&mut Lands { search, watch }, &id)?;
        u8::try_from(nimber)
            .map_err(|_| Error::too_large("the nimber", "the table holds up to 255", "ask a smaller position"))
    }

    /// Whether the land has nimber k.
    pub fn lost(&mut self, search: &mut Search, id: Id, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        search::Proof::default().lost(&mut Lands { search, watch }, &id, k.into())
    }
}

/// The lands and their options as the engine's search wants them.
struct Lands<'a> {
    search: &'a mut Search,
    watch: &'a mut dyn Watch,
}

impl Tree for Lands<'_> {
    type Part = Id;
    /// Where the option stands.
    type Raw = usize;
    type Halt = Error;

    fn options(&mut self, land: &Id, out: &mut Vec<usize>) -> Result<()> {
        self.search.option_places(*land, out, self.watch)
    }

    fn split(&mut self, option: &usize, out: &mut Vec<Id>) {
        out.extend_from_slice(self.search.lands_at(*option));
    }

    fn note(&self, land: &Id) -> Note {
        self.search.note(*land)
    }

    fn learn(&mut self, land: &Id, note: Note) -> Result<()> {
        self.search.learn(*land, note);
        Ok(())
    }

    /// That a land is won is shown by one move, that it is lost by all: a restrictive land is the easier one.
    fn guess(&self, land: &Id) -> Effort {
        let breadth = u32::try_from(self.search.difficulty(*land)).unwrap_or(Effort::MOST);
        Effort::of(1 + breadth / 64, 1 + breadth / 4)
    }

    /// Games of Sprouts end: a start of n spots has at most 3n - 1 moves.
    fn step(&mut self, _depth: usize) -> Result<()> {
        Ok(())
    }
}
