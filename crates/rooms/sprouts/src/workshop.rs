//! The workshop of a thread: it makes the options of lands and keeps its buffers.

use super::atlas::{Atlas, Id};
use super::bench::{Bench, Stands};
use super::canon::Canon;
use super::met::Met;
use super::moves::Moves;
use kit::Result;
use std::sync::Arc;

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
        sum_of(&mut self.canon, raw, false, shelves)
    }

    /// The options of a land, each a sum of lands, the restrictive ones first. Equal lands cancel where they are told
    /// to, as they do in normal play. Other hands may help.
    pub(super) fn options(
        &mut self,
        land: &[u8],
        cancel: bool,
        shelves: Shelves<'_>,
        place: Option<Place<'_>>,
    ) -> Result<Vec<Vec<Id>>> {
        let atlas = shelves.atlas;
        let mut sums = match place {
            Some(place) => self.in_company(land, cancel, shelves, place)?,
            None => self.alone(land, cancel, shelves)?,
        };
        sums.sort_unstable();
        sums.dedup();
        let weighed = |mut sum: Vec<Id>| {
            sum.sort_unstable_by(|&one, &two| atlas.in_order(one, two));
            (weigh(&sum, atlas), sum)
        };
        let mut sums: Vec<(u64, Vec<Id>)> = sums.into_iter().map(weighed).collect();
        sums.sort_unstable_by(|(weight, sum), (other, lands)| {
            let mut pairs = sum.iter().zip(lands).map(|(&one, &two)| atlas.in_order(one, two));
            let first = || pairs.find(|order| order.is_ne()).unwrap_or_else(|| sum.len().cmp(&lands.len()));
            weight.cmp(other).then_with(first)
        });
        Ok(sums.into_iter().map(|(_, sum)| sum).collect())
    }

    fn alone(&mut self, land: &[u8], cancel: bool, shelves: Shelves<'_>) -> Result<Vec<Vec<Id>>> {
        let (canon, mut sums, mut trouble) = (&mut self.canon, Vec::new(), None);
        self.moves.each(land, &mut |raw| match sum_of(canon, raw, cancel, shelves) {
            Ok(sum) => sums.push(sum),
            Err(error) => trouble = Some(error),
        });
        trouble.map_or(Ok(sums), Err)
    }

    /// The positions are all made first, and lie on a bench where others find them.
    fn in_company(
        &mut self,
        land: &[u8],
        cancel: bool,
        shelves: Shelves<'_>,
        Place { stands, number, land: id }: Place<'_>,
    ) -> Result<Vec<Vec<Id>>> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        self.moves.each(land, &mut |raw| {
            bytes.extend_from_slice(raw);
            ends.push(bytes.len());
        });
        let bench = Arc::new(Bench::new(bytes, ends));
        stands.show(number, id, &bench);
        let canon = &mut self.canon;
        let sums = bench.finish(&mut |raw| {
            // What the search waits for goes before what is made ahead of it.
            if let Some(first) = (number > 0).then(|| stands.first()).flatten() {
                first.lend(&mut |raw| sum_of(canon, raw, cancel, shelves).ok());
            }
            sum_of(canon, raw, cancel, shelves)
        });
        stands.clear(number);
        sums
    }

    /// Lends a hand at the bench of another.
    pub(super) fn lend(&mut self, bench: &Bench, cancel: bool, shelves: Shelves<'_>) {
        bench.lend(&mut |raw| sum_of(&mut self.canon, raw, cancel, shelves).ok());
    }
}

/// Where a thread of a company stands, and the land of which it is to make the options.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) stands: &'a Stands,
    pub(super) number: usize,
    pub(super) land: Id,
}

/// The lands of a raw position, sorted.
fn sum_of(canon: &mut Canon, raw: &[u8], cancel: bool, shelves: Shelves<'_>) -> Result<Vec<Id>> {
    let mut sum = Vec::new();
    each_land(canon, raw, shelves, &mut sum)?;
    sum.sort_unstable();
    if cancel {
        drop_pairs(&mut sum);
    }
    Ok(sum)
}

/// How hard a sum looks: its hardest land first.
fn weigh(sum: &[Id], atlas: &Atlas) -> u64 {
    let hardest = sum.iter().map(|&id| atlas.difficulty(id)).max().unwrap_or(0);
    let total: u64 = sum.iter().map(|&id| atlas.difficulty(id)).sum();
    hardest << 32 | total
}
