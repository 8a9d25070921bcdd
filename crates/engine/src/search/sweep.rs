//! Nimbers of all positions in one sweep: no search, no hashing.
//!
//! Where the positions below a start can be numbered so that every option has a smaller number than its position, one
//! pass in that order meets only options whose nimbers are known. The table is one byte a position.

use kit::{Error, Result, Watch};

/// A walk over positions in an order in which options come before their positions. It begins at position 0, which has
/// no options.
pub trait Walk {
    /// How many positions there are.
    fn positions(&self) -> usize;

    /// Goes on to the next position; called once less than there are positions.
    fn advance(&mut self);

    /// Calls `see` with the number of every option of the present position.
    fn each_option(&self, see: impl FnMut(usize));

    /// An earlier position with the same nimber, such as a mirror image.
    fn twin(&self) -> Option<usize> {
        None
    }
}

/// Nimbers of many positions, all computed.
pub trait Swept<K>: Send + Sync {
    /// The nimber of a position, if it is one of them.
    fn nimber(&self, at: &K) -> Option<u32>;
}

/// Positions between two looks at the watch.
const LOOK: usize = 1 << 14;

/// The nimbers by number.
///
/// # Errors
/// When the watch asks to stop, or a nimber is above 255.
pub fn sweep(mut walk: impl Walk, watch: &mut dyn Watch) -> Result<Vec<u8>> {
    let all = walk.positions();
    let mut nimbers = vec![0u8; all];
    for at in 1..all {
        if at % LOOK == 0 {
            let unfinished = || format!("{at} of {all} positions have their nimber");
            kit::watch::step(watch, at as u64, Some(all as u64), unfinished)?;
        }
        walk.advance();
        nimbers[at] = match walk.twin() {
            Some(twin) => nimbers[twin],
            None => least_missing(&nimbers, &walk)?,
        };
    }
    Ok(nimbers)
}

/// The mex over the options of the present position.
#[inline(always)]
fn least_missing(nimbers: &[u8], walk: &impl Walk) -> Result<u8> {
    // Nearly all nimbers are below 64.
    let (mut low, mut high) = (0u64, [0u64; 4]);
    walk.each_option(|option| {
        let nimber = nimbers[option];
        if nimber < 64 {
            low |= 1 << nimber;
        } else {
            high[usize::from(nimber >> 6)] |= 1 << (nimber & 63);
        }
    });
    high[0] = low;
    match high.iter().position(|&word| word != u64::MAX) {
        Some(word) => Ok(64 * word as u8 + high[word].trailing_ones() as u8),
        None => Err(Error::too_large("the nimber", "the table holds up to 255", "ask a smaller position")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::mex;
    use kit::Unwatched;

    /// A pile from which one to three stones are taken, or with `all` any number.
    struct Pile {
        at: usize,
        most: usize,
        all: bool,
    }

    impl Walk for Pile {
        fn positions(&self) -> usize {
            self.most + 1
        }
        fn advance(&mut self) {
            self.at += 1;
        }
        fn each_option(&self, see: impl FnMut(usize)) {
            let least = if self.all { 0 } else { self.at.saturating_sub(3) };
            (least..self.at).for_each(see);
        }
    }

    #[test]
    fn a_sweep_gives_the_mex_of_the_options_and_refuses_what_no_byte_holds() {
        let nimbers = sweep(Pile { at: 0, most: 40, all: false }, &mut Unwatched).unwrap();
        for n in 0..=40usize {
            assert_eq!(u32::from(nimbers[n]), mex((n.saturating_sub(3)..n).map(|m| m as u32 % 4)));
        }
        let nimbers = sweep(Pile { at: 0, most: 255, all: true }, &mut Unwatched).unwrap();
        assert!(nimbers.iter().enumerate().all(|(n, &nimber)| n == usize::from(nimber)));
        let error = sweep(Pile { at: 0, most: 256, all: true }, &mut Unwatched).unwrap_err();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge);
    }
}
