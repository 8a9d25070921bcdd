//! Certificates of sums: who writes them, what exactly they establish, and who checks them.
//!
//! *Couples* establish the nimber of a sum. A couple (G, k) is a component G beside a pile of k stones. The evidence
//! lists couples that are said to be lost, and it stands up when every option of every listed couple is won: an option
//! G' of G beside *k, because the components of G' are all listed and their piles do not add up to k, or because all
//! but one are listed and that one has an option whose components are listed too, so that they all add up to k; and the
//! move in the pile to *j, j < k, because some option of G has all its components listed with piles that add up to j.
//! Play ends, so by induction everything listed is lost; (G, k) lost says N(G) = k, and nimbers of components add up
//! without carrying (Sprague 1935, Grundy 1939). Every listed couple is checked, whether the sum needs it or not.
//!
//! *Pairs.* Of the components of the sum those need no couple that cancel ([`pairs`]): equal ones, and in Boxing Match
//! those that are images of each other or that a half turn makes lost.
//!
//! *Nimbers* are couples for several positions at once, *heaps* ([`heaps`]) the table of a take-and-break game by its
//! definition, *periods* ([`period`]) the window of such a table after which it repeats, and *misère* outcomes
//! ([`misere`]) lists of lost sums.
//!
//! *Mirrors* establish a win where the nimber is out of reach: after a named move on a board of Boxing Match everything
//! cancels, in pairs or by couples. So every move has an answer.
//!
//! *From what.* The checkers use the rules of the games as the language knows them ([`rulebook`]): how a position is
//! written, its components, and the moves of a component. They use no solver, no symmetry, no canonical form and no
//! table, with one exception: the components of a position of Sprouts come from that room in the simplified form that
//! it searches. That the components of a position add up to it is a theorem about each game, told in its essay. Of a
//! script nothing is believed: it is run within bounds, its faults are refusals, every position that its game can reach
//! is met, and none may come back. What `fn split` returns is by definition what the position is the sum of; the
//! checker only makes sure that a position with moves does not fall apart into nothing.
//!
//! *What is read.* A game stands in the evidence as its call, `octal(0.137, 9)`, in the one way in which the language
//! writes it. Another spelling of it is refused, so that one game has one name, and a couple of another game never
//! counts for this one.

mod couples;
mod evidence;
mod heaps;
mod mirror;
mod misere;
mod pairs;
mod period;
mod rulebook;
mod stretches;
#[cfg(test)]
mod tests;
mod window;
mod writer;

pub(super) use heaps::{heaps_certificate, is_checkable};
pub(super) use misere::{MOST_LOST, misere_certificate};
pub(super) use period::period_certificate;
pub(super) use writer::{Effort, FREE_COUPLES, couples_certificate, mirror_certificate, nimbers_certificate};

use super::language::write_sum;
use kit::{CertificateKind, Summand};

/// The kinds of this topic.
pub(super) static CERTIFICATES: &[CertificateKind] =
    &[couples::KIND, couples::NIMBERS, mirror::KIND, heaps::KIND, period::KIND, misere::KIND];

/// What a certificate states of a sum. The rules of a game that a script defines are part of the statement, by the
/// script's digest.
fn statement(sum: &[Summand], what: &str, script: Option<&str>) -> String {
    let by = script.map_or(String::new(), |script| {
        format!(", by the rules of the script in this certificate, digest {:016x}", digest(script))
    });
    format!("{}: {what}{by}", write_sum(sum))
}

/// What is said of a sum with that nimber.
fn nimber_words(nimber: u32) -> String {
    format!("nimber {nimber}")
}

/// FNV-1a over the bytes of a script, its lines joined by line feeds: tells scripts apart, though not for someone who
/// sets out to make two alike.
fn digest(script: &str) -> u64 {
    script.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
