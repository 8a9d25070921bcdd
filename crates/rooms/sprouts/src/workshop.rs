//! The workshop of a thread: it makes the options of lands and keeps its buffers.

use super::atlas::{Atlas, Id};
use super::canon::Canon;
use super::moves::Moves;
use engine::search::spread;
use kit::Result;

/// Numbers texts: an open table over an arena of their bytes.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    slots: Vec<u32>,
}

impl Texts {
    fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let end = self.starts.get(number + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[self.starts[number]..end]
    }

    fn memory(&self) -> usize {
        self.bytes.capacity() + self.starts.capacity() * 8 + self.slots.capacity() * 4
    }

    /// The number of a text, a new one if it was never met.
    fn number(&mut self, text: &[u8]) -> u32 {
        if self.starts.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(text) as usize & mask;
        loop {
            match self.slots[at] {
                u32::MAX => break,
                number if self.get(number) == text => return number,
                _ => at = (at + 1) & mask,
            }
        }
        let number = self.starts.len() as u32;
        self.slots[at] = number;
        self.starts.push(self.bytes.len());
        self.bytes.extend_from_slice(text);
        number
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 10);
        let mut slots = vec![u32::MAX; size];
        for number in 0..self.starts.len() as u32 {
            let mut at = spread(self.get(number)) as usize & (size - 1);
            while slots[at] != u32::MAX {
                at = (at + 1) & (size - 1);
            }
            slots[at] = number;
        }
        self.slots = slots;
    }
}

/// Brings raw positions to numbered lands. Most parts of new positions look just like parts met before: their number is
/// kept under the text as it came.
#[derive(Default)]
pub struct Workshop {
    canon: Canon,
    moves: Moves,
    met: Texts,
    id_of: Vec<Id>,
}

impl Workshop {
    /// Forgets the texts that it met, where they take more than so many bytes: they only save work.
    pub fn forget_beyond(&mut self, bytes: usize) {
        if self.memory() > bytes {
            self.met = Texts::default();
            self.id_of = Vec::new();
        }
    }
}

/// Equal neighbours cancel: in normal play two equal lands are nothing.
fn drop_pairs(sum: &mut Vec<Id>) {
    let mut kept = 0;
    for i in 0..sum.len() {
        if kept > 0 && sum[kept - 1] == sum[i] {
            kept -= 1;
        } else {
            sum[kept] = sum[i];
            kept += 1;
        }
    }
    sum.truncate(kept);
}

fn each_land(
    canon: &mut Canon,
    met: &mut Texts,
    id_of: &mut Vec<Id>,
    raw: &[u8],
    atlas: &Atlas,
    sum: &mut Vec<Id>,
) -> Result<()> {
    canon.split(raw);
    for i in 0..canon.parts.len() {
        let part = met.number(canon.parts.get(i)) as usize;
        if part == id_of.len() {
            id_of.push(atlas.number(canon.canonical(met.get(part as u32)))?);
        }
        sum.push(id_of[part]);
    }
    Ok(())
}

impl Workshop {
    /// The lands of a raw position, sorted.
    pub fn lands_of(&mut self, raw: &[u8], atlas: &Atlas) -> Result<Vec<Id>> {
        let mut ids = Vec::new();
        each_land(&mut self.canon, &mut self.met, &mut self.id_of, raw, atlas, &mut ids)?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// The options of a land, each a sum of lands, the restrictive ones first. Equal lands cancel where they are told
    /// to, as they do in normal play.
    pub fn options(&mut self, land: &[u8], cancel: bool, atlas: &Atlas) -> Result<Vec<Vec<Id>>> {
        let mut sums: Vec<(u64, Vec<Id>)> = Vec::new();
        let mut trouble = None;
        let (canon, met, id_of) = (&mut self.canon, &mut self.met, &mut self.id_of);
        self.moves.each(land, &mut |raw| {
            let mut sum: Vec<Id> = Vec::new();
            if let Err(error) = each_land(canon, met, id_of, raw, atlas, &mut sum) {
                trouble = Some(error);
            }
            sum.sort_unstable();
            if cancel {
                drop_pairs(&mut sum);
            }
            sums.push((0, sum));
        });
        if let Some(error) = trouble {
            return Err(error);
        }
        sums.sort_unstable();
        sums.dedup();
        for (weight, sum) in &mut sums {
            *weight = weigh(sum, atlas);
            sum.sort_unstable_by(|&one, &two| atlas.in_order(one, two));
        }
        sums.sort_unstable_by(|(weight, sum), (other, lands)| {
            let mut pairs = sum.iter().zip(lands).map(|(&one, &two)| atlas.in_order(one, two));
            let first = || pairs.find(|order| order.is_ne()).unwrap_or_else(|| sum.len().cmp(&lands.len()));
            weight.cmp(other).then_with(first)
        });
        Ok(sums.into_iter().map(|(_, sum)| sum).collect())
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.met.memory() + self.id_of.capacity() * size_of::<Id>()
    }
}

/// How hard a sum looks: its hardest land first.
fn weigh(sum: &[Id], atlas: &Atlas) -> u64 {
    let hardest = sum.iter().map(|&id| atlas.difficulty(id)).max().unwrap_or(0);
    let total: u64 = sum.iter().map(|&id| atlas.difficulty(id)).sum();
    hardest << 32 | total
}
