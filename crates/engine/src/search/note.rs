//! What a search knows of a component, in one word.

/// Two guesses at the work that an open couple "component + *k" still needs: to show that it is won, and that it is
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// To show that the player to move wins: one option must be lost.
    pub win: u32,
    /// To show that the player to move loses: all options must be won.
    pub loss: u32,
}

impl Effort {
    /// More than any guess.
    pub const MOST: u32 = 1 << 30;

    /// Both guesses without end.
    pub const ENDLESS: Effort = Effort { win: Effort::MOST, loss: Effort::MOST };

    /// The greater of each.
    #[must_use]
    pub fn max(self, other: Effort) -> Effort {
        Effort { win: self.win.max(other.win), loss: self.loss.max(other.loss) }
    }

    /// Two guesses, each cut off below [`Effort::MOST`].
    pub fn of(win: u32, loss: u32) -> Effort {
        Effort { win: win.min(Effort::MOST - 1), loss: loss.min(Effort::MOST - 1) }
    }
}

/// What is known of a component: nothing, its nimber, or nimbers that it has not and the effort of one couple.
///
/// Bit 63 is set when the nimber is known; it stands in the low 16 bits. Otherwise bit 62 says that a thread is at work
/// on it, the bits 0 to 15 which nimbers it has not, 16 to 21 hold a pile k, 22 to 41 and 42 to 61 the two efforts of
/// its couple with k, exact below 32,768 and rounded up by less than one part in 16,384 above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note(u64);

const EXACT: u64 = 1 << 63;
const BUSY: u64 = 1 << 62;
const NOT: u64 = 0xFFFF;
const PILES: u32 = 64;
/// The bits of an effort: a number below 2^15, and by how many places it is shifted.
const DIGITS: u32 = 15;
const PACKED: u32 = (1 << 20) - 1;

fn pack(effort: u32) -> u64 {
    let shift = (u32::BITS - effort.leading_zeros()).saturating_sub(DIGITS);
    let digits = effort.div_ceil(1 << shift);
    // Rounded up it may have one bit too many.
    match digits >> DIGITS {
        0 => u64::from(shift << DIGITS | digits),
        _ => u64::from((shift + 1) << DIGITS | digits >> 1),
    }
}

fn unpack(bits: u64) -> u32 {
    let bits = bits as u32 & PACKED;
    (bits & ((1 << DIGITS) - 1)) << (bits >> DIGITS)
}

impl Note {
    /// Nothing is known.
    pub const NOTHING: Note = Note(0);

    /// The largest nimber that a note holds.
    pub const MOST: u32 = u16::MAX as u32;

    /// Piles from here on cannot be excluded, only met.
    pub const EXCLUDABLE: u32 = 16;

    /// The nimber is known.
    pub fn exactly(nimber: u32) -> Note {
        debug_assert!(nimber <= Note::MOST);
        Note(EXACT | u64::from(nimber))
    }

    /// The nimber is none of a set of small ones, given as bits.
    pub fn not(set: u32) -> Note {
        Note(u64::from(set) & NOT)
    }

    /// The nimber is not k; nothing is noted of a pile that is too large.
    pub fn excluding(k: u32) -> Note {
        Note::not(if k < Note::EXCLUDABLE { 1 << k } else { 0 })
    }

    /// The same with the effort of the couple with k, if it fits.
    #[must_use]
    pub fn with_effort(self, k: u32, effort: Effort) -> Note {
        if self.0 & EXACT != 0 || k >= PILES {
            return self;
        }
        let bits = u64::from(k) << 16 | pack(effort.win) << 22 | pack(effort.loss) << 42;
        Note(self.0 & NOT | bits)
    }

    /// The nimber, if it is known.
    #[inline(always)]
    pub fn nimber(self) -> Option<u32> {
        (self.0 & EXACT != 0).then_some(self.0 as u32 & 0xFFFF)
    }

    /// Whether the nimber is k, if that is known.
    #[inline(always)]
    pub fn is(self, k: u32) -> Option<bool> {
        match self.nimber() {
            Some(nimber) => Some(nimber == k),
            None => (k < Note::EXCLUDABLE && self.0 >> k & 1 == 1).then_some(false),
        }
    }

    /// The nimbers that it is known not to be, as bits; none when the nimber itself is known.
    #[inline(always)]
    pub fn excluded(self) -> u32 {
        if self.0 & EXACT != 0 { 0 } else { (self.0 & NOT) as u32 }
    }

    /// The effort of its couple with k, if that was the last one to be left open.
    #[inline(always)]
    pub fn effort(self, k: u32) -> Option<Effort> {
        let (win, loss) = (unpack(self.0 >> 22), unpack(self.0 >> 42));
        let kept = self.0 & EXACT == 0 && win > 0 && (self.0 >> 16) as u32 & (PILES - 1) == k;
        kept.then_some(Effort { win, loss })
    }

    /// Both notes together; the efforts are those of the second if it has any.
    #[must_use]
    pub fn and(self, other: Note) -> Note {
        if self.0 & EXACT != 0 || other.0 & EXACT != 0 {
            return if self.0 & EXACT != 0 { self } else { other };
        }
        let (kept, added) = (self.0 & !(NOT | BUSY), other.0 & !(NOT | BUSY));
        Note(if added != 0 { added } else { kept } | (self.0 | other.0) & (NOT | BUSY))
    }

    /// The same with the mark that a thread is at work on the component, or without it.
    #[must_use]
    pub fn busy(self, busy: bool) -> Note {
        match busy {
            true if self.0 & EXACT == 0 => Note(self.0 | BUSY),
            true => self,
            false => Note(self.0 & !BUSY),
        }
    }

    /// The word itself, for stores that keep notes as words.
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.0
    }

    /// The note that a word holds.
    #[inline(always)]
    pub fn of_word(word: u64) -> Note {
        Note(word)
    }

    /// What of the note is proved: its nimber, or which nimbers it has not; no guess and no mark.
    #[must_use]
    pub fn proved(self) -> Note {
        Note(if self.0 & EXACT != 0 { self.0 } else { self.0 & NOT })
    }

    /// Whether a thread is at work on the component.
    #[inline(always)]
    pub fn is_busy(self) -> bool {
        self.0 & (EXACT | BUSY) == BUSY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_gives_back_what_was_noted() {
        let effort = Effort { win: 3, loss: 32_767 };
        let open = Note::not(0b101).with_effort(7, effort);
        assert_eq!((open.is(0), open.is(1), open.is(2)), (Some(false), None, Some(false)));
        assert_eq!((open.effort(7), open.effort(6), open.nimber()), (Some(effort), None, None));
        let more = open.and(Note::not(0b10));
        assert_eq!((more.excluded(), more.effort(7)), (0b111, Some(effort)));
        let known = more.and(Note::exactly(300));
        assert_eq!((known.nimber(), known.is(300), known.is(0)), (Some(300), Some(true), Some(false)));
        assert_eq!((known.and(open), known.excluded(), known.effort(7)), (known, 0, None));
        let marked = open.busy(true).and(Note::not(0b10));
        assert!(marked.is_busy() && !known.busy(true).is_busy() && !marked.busy(false).is_busy());
        assert_eq!((marked.excluded(), marked.effort(7)), (0b111, Some(effort)));
        assert_eq!(Note::NOTHING.is(0), None);
        assert_eq!(Note::NOTHING.effort(0), None);
        assert_eq!((marked.proved(), known.proved()), (Note::not(0b111), known));
        assert_eq!(Note::of_word(marked.word()), marked);
    }

    #[test]
    fn efforts_are_rounded_up_by_little() {
        for effort in
            (0..31).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]).filter(|&e| e <= Effort::MOST)
        {
            let kept = unpack(pack(effort));
            assert!(kept >= effort && kept - effort <= effort >> 14, "{effort} became {kept}");
        }
    }
}
