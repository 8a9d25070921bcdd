//! The workshop of a thread: it makes the options of lands and keeps its buffers.

use super::atlas::{Atlas, Id};
use super::canon::Canon;
use super::met::Met;
use super::moves::Moves;
use kit::Result;

/// Brings raw positions to numbered lands.
#[derive(Default)]
pub struct Workshop {
    canon: Canon,
    moves: Moves,
}

/// Where lands are numbered: their atlas, and the parts that were met as they came.
#[derive(Clone, Copy)]
pub struct Shelves<'a> {
    /// The lands.
    pub atlas: &'a Atlas,
    /// The parts.
    pub met: &'a Met,
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

fn each_land(canon: &mut Canon, raw: &[u8], shelves: Shelves<'_>, sum: &mut Vec<Id>) -> Result<()> {
    canon.split(raw);
    for i in 0..canon.parts.len() {
        let found = shelves.met.find(canon.parts.get(i));
        sum.push(match found {
            Some(id) => id,
            None => {
                let part = canon.parts.get(i).to_vec();
                let id = shelves.atlas.number(canon.canonical(&part))?;
                shelves.met.keep(&part, id);
                id
            }
        });
    }
    Ok(())
}

impl Workshop {
    /// The lands of a raw position, sorted.
    pub fn lands_of(&mut self, raw: &[u8], shelves: Shelves<'_>) -> Result<Vec<Id>> {
        let mut ids = Vec::new();
        each_land(&mut self.canon, raw, shelves, &mut ids)?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// The options of a land, each a sum of lands, the restrictive ones first. Equal lands cancel where they are told
    /// to, as they do in normal play.
    pub fn options(&mut self, land: &[u8], cancel: bool, shelves: Shelves<'_>) -> Result<Vec<Vec<Id>>> {
        let mut sums: Vec<(u64, Vec<Id>)> = Vec::new();
        let mut trouble = None;
        let (canon, atlas) = (&mut self.canon, shelves.atlas);
        self.moves.each(land, &mut |raw| {
            let mut sum: Vec<Id> = Vec::new();
            if let Err(error) = each_land(canon, raw, shelves, &mut sum) {
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
}

/// How hard a sum looks: its hardest land first.
fn weigh(sum: &[Id], atlas: &Atlas) -> u64 {
    let hardest = sum.iter().map(|&id| atlas.difficulty(id)).max().unwrap_or(0);
    let total: u64 = sum.iter().map(|&id| atlas.difficulty(id)).sum();
    hardest << 32 | total
}
