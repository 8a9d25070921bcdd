//! Queens in exile: non-attacking queens on infinite boards (Dekking, Shallit and Sloane, Electronic J. Combin. 27(1),
//! 2020, P1.52). The essay that people read, with the proofs that reports name, is `essay.md`.
//!
//! *The spiral.* Four queens settle per row n of a table X, Y, M, P built by mex ([`rows`]); its differences follow the
//! theme song ([`tribonacci`]). So the n-th queen, and the queen at a given cell, are found in O(log n) for numbers of
//! any size. *The quadrant.* [`greedy`] streams its queens in O(1) each; [`columns`] proves that every column of the
//! table of values is additively periodic and finds the period. Cells are (x, y): x rows south, y columns east.
//!
//! *For all n.* [`prove`] decides statements about the word, the places of its letters and the table by automata:
//! Theorem 1, Theorem 20 and Corollary 21 among them ([`prove::theorems`]). [`constants`] has the bounds of Theorems 15
//! to 17.
//!
//! *Any board.* [`boards`] are numberings, pieces are lists of slides and leaps; [`settle`] places them, [`grundy`]
//! computes the values, each beside its plain definition.
//!
//! ```
//! use exile::{columns, greedy, rows::Queen};
//! let queen = Queen::nth(&9u8.into());
//! assert_eq!((queen.x.to_string(), queen.y.to_string()), ("4".into(), "8".into()));
//! assert_eq!(greedy::rows(10), [0, 2, 4, 1, 3, 8, 10, 12, 14, 5]);
//! assert_eq!(columns::prove(9, &mut kit::Unwatched).unwrap().periods[9].period, 64);
//! ```

pub mod boards;
mod certificate;
mod claims;
pub mod columns;
pub mod completions;
pub mod constants;
pub mod corners;
pub mod greedy;
pub mod grundy;
mod lessons;
pub mod permutations;
pub mod piles;
pub mod play;
pub mod prove;
mod questions;
pub mod rows;
mod scene;
pub mod settle;
pub mod space;
mod strips;
pub mod tribonacci;
mod words;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Queens in exile",
    about: "queens in exile: infinite boards, the Tribonacci word, the golden lines",
    picture: "exile look --width 13",
    words: &[&words::EXILE, &words::MAHARAJA],
    ..kit::furnished!("exile")
};

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Effort, Unwatched, Verdict};

    #[test]
    fn every_claim_comes_to_its_verdict() {
        for claim in TOPIC.claims {
            let finding = (claim.check)(Effort::Quick, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", claim.id));
            let expected = match claim.id {
                "exile.conjecture22" | "exile.conjecture24" | "exile.golden" => Verdict::Open,
                "exile.quasi-periodic" => Verdict::Settled,
                "exile.column1" => Verdict::Corrected,
                "exile.conjecture26" => Verdict::Refuted,
                _ => Verdict::Holds,
            };
            assert_eq!(finding.verdict, expected, "{}: {}", claim.id, finding.evidence);
        }
    }

    #[test]
    #[ignore = "minutes"]
    fn every_claim_keeps_its_verdict_with_more_effort() {
        for claim in TOPIC.claims {
            let verdict =
                |effort| (claim.check)(effort, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", claim.id)).verdict;
            assert_eq!(verdict(Effort::Slow), verdict(Effort::Quick), "{}", claim.id);
        }
    }

    #[test]
    fn bad_input_is_refused_at_the_door_with_the_part_that_offends() {
        let cases = [
            ("exile queens 0", "the least is 1"),
            ("exile queens 5 --board spirl", "perhaps \"spiral\" is meant"),
            ("exile queens 5 --piece quen", "perhaps \"queen\" is meant"),
            ("exile greedy 0", "the least is 1"),
            ("exile nth -4", "negative"),
            ("exile nth 10^1000000000", "digits"),
            ("exile tribonacci 99^15000", "beyond 10^20000"),
            ("exile where 9^21000 1", "beyond 10^20000"),
            ("exile where 1.5 2", "not a whole number"),
            ("exile table 16", "not a size"),
            ("exile table 0x5", "a side of 0"),
            ("exile columns 100000", "the limit is"),
        ];
        kit::trial::refused(&cases, |sentence| kit::read_sentence(&[&TOPIC], sentence, &kit::NoFiles));
        let off = kit::sit_down(&[&TOPIC], "exile -1,3", &mut Unwatched).map(|_| ()).unwrap_err().to_string();
        assert!(off.contains("not a cell of the quadrant"), "{off}");
        let negative = TOPIC.answer("exile where -1 3 --board quadrant").unwrap_err();
        assert!(negative.to_string().contains("the quadrant has no such cell"), "{negative}");
        let big = TOPIC.answer("exile table 100000x100000").unwrap_err();
        assert_eq!(big.trouble(), kit::Trouble::TooLarge);
    }
}
