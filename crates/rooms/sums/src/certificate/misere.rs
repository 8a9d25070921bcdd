//! The kind `misere`: who wins sums in misère play, where who cannot move wins.
//!
//! The evidence lists lost sums of components. One stands when every move leads to a won sum: nothing is left to move
//! there, or some move leads to a listed sum. Play ends, so by induction all that is listed is lost. A component
//! without moves changes nothing in any sum and is left out; equal components do not cancel here. The rules come from
//! the rulebook, as for couples; no form, no genus and no nimber is believed.

use super::super::analysis::{MisereSums, ending_moves, is_over};
use super::super::language::{all_words, read_sum, write_sum};
use super::super::script::{Vocabulary, check_vocabulary};
use super::rulebook::{Options, Parts, Rulebook};
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Summand, Watch};
use std::collections::{BTreeMap, HashSet};

/// The row of this kind.
pub(super) const KIND: CertificateKind = CertificateKind {
    name: "misere",
    about: "Who wins sums of games in misère play, where who cannot move wins. Lost sums are listed; the checker makes \
            every move of every listed one by the rules of the games and finds that nothing is left to move or that an \
            answer leads to a listed sum. Established from: the rules of the games, that components add up to their \
            position, and that play ends. It says nothing of the genus.",
    format: include_str!("misere.txt"),
    examples: &[
        "sums value kayles(9) --play misere",
        "sums value \"nim(2) + chomp(2,2) + nim(1)\" --play misere",
        "sums table 0.77 --to 8 --play misere",
    ],
    check,
};

/// The most lost sums of a certificate, and the most sums whose outcome it states.
pub(crate) const MOST_LOST: usize = 100_000;
const MOST_SUMS: usize = 1000;

fn statement(sums: &[(String, bool)]) -> String {
    let words = |(sum, lost): &(String, bool)| format!("{sum}: {} in misère play", if *lost { "lost" } else { "won" });
    sums.iter().map(words).collect::<Vec<_>>().join("; ")
}

/// The rules of sums: the components of a position that have moves, sorted, and what its moves lead to.
struct Board<'a> {
    book: Rulebook<'a>,
    /// How many moves may still be looked at: a short file may name heaps whose moves have moves without end.
    moves: u64,
}

/// The moves that are looked at for a file of so many bytes.
fn most_moves(bytes: usize) -> u64 {
    2_000_000 + 2_000 * bytes as u64
}

impl Board<'_> {
    /// The moves of a component.
    fn moves(&mut self, of: &Summand, watch: &mut dyn Watch) -> Result<Options> {
        let moves = self.book.options(of, watch)?;
        let left = self.moves.checked_sub(moves.len() as u64);
        self.moves = left.ok_or_else(|| {
            let limit = "a file of its length may ask for fewer moves to be looked at";
            Error::too_large("the certificate", limit, "give one of smaller components")
        })?;
        Ok(moves)
    }

    fn reduced(&mut self, sum: &[Summand], watch: &mut dyn Watch) -> Result<Parts> {
        let mut parts = Vec::new();
        for summand in sum {
            for part in self.book.components(summand)? {
                if !self.moves(&part, watch)?.is_empty() {
                    parts.push((part.call(), part));
                }
            }
        }
        parts.sort_by(|one, two| one.0.cmp(&two.0));
        Ok(parts.into_iter().map(|(_, part)| part).collect())
    }

    /// The sums after every move of a reduced sum, each once, by their texts.
    fn options(&mut self, sum: &[Summand], watch: &mut dyn Watch) -> Result<BTreeMap<String, Parts>> {
        let mut options = BTreeMap::new();
        for (index, part) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1].call() == part.call() {
                continue;
            }
            for left in self.moves(part, watch)?.iter() {
                let after = [&sum[..index], &sum[index + 1..], left].concat();
                let after = self.reduced(&after, watch)?;
                options.insert(write_sum(&after), after);
            }
        }
        Ok(options)
    }
}

fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let vocabulary = check_vocabulary(None, certificate.body.len()).map_err(Error::failed)?;
    let mut board = Board { book: Rulebook::new(&vocabulary), moves: most_moves(certificate.body.len()) };
    let (sums, lost) = read(certificate)?;
    let listed: HashSet<String> = lost.iter().map(|(_, sum)| write_sum(sum)).collect();
    for (done, (line, sum)) in lost.iter().enumerate() {
        kit::watch::step(watch, done as u64, Some(lost.len() as u64), || format!("{done} lost sums were checked"))?;
        let text = write_sum(sum);
        if sum.is_empty() || write_sum(&board.reduced(sum, watch)?) != text {
            return Err(Certificate::broken(*line, "not a sorted sum of components that have moves"));
        }
        for (option, after) in board.options(sum, watch)? {
            let answered = after.is_empty() || board.options(&after, watch)?.keys().any(|sum| listed.contains(sum));
            if !answered {
                return Err(Certificate::broken(
                    *line,
                    format!("nothing answers the move to {}", kit::shorten(&option)),
                ));
            }
        }
    }
    let mut outcomes = Vec::new();
    for (line, sum) in &sums {
        let reduced = board.reduced(sum, watch)?;
        let is_lost = listed.contains(&write_sum(&reduced));
        let won = reduced.is_empty() || board.options(&reduced, watch)?.keys().any(|sum| listed.contains(sum));
        if !is_lost && !won {
            return Err(Certificate::broken(*line, "the list does not show who wins this sum"));
        }
        outcomes.push((write_sum(sum), is_lost));
    }
    Ok(Report::new(statement(&outcomes), Standing::Proved)
        .fact("sums", Fact::list(outcomes.iter().map(|(sum, _)| sum.clone())))
        .fact("outcomes", Fact::list(outcomes.iter().map(|(_, lost)| if *lost { "P" } else { "N" }))))
}

/// Sums, each with its line.
type Lines = Vec<(usize, Vec<Summand>)>;

/// The sums whose outcomes are stated, and the lost ones.
fn read(certificate: &Certificate) -> Result<(Lines, Lines)> {
    let words = all_words();
    let (mut sums, mut lost): (Lines, Lines) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (line, text) in certificate.lines() {
        let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
        let list = match head {
            "sum" if lost.is_empty() && sums.len() < MOST_SUMS => &mut sums,
            "lost" if seen.insert(rest) && lost.len() < MOST_LOST => &mut lost,
            "sum" => {
                return Err(Certificate::broken(line, "sums stand in front of the lost ones, at most 1000 of them"));
            }
            "lost" => return Err(Certificate::broken(line, "this sum is listed already, or there are too many")),
            _ => return Err(Certificate::broken(line, format!("{:?} is no line of this kind", kit::shorten(head)))),
        };
        let sum = read_sum(rest, &words).map_err(|error| Certificate::broken(line, error))?;
        if write_sum(&sum) != rest {
            return Err(Certificate::broken(line, format!("the sum is written {}", kit::shorten(&write_sum(&sum)))));
        }
        if is_over(&sum) || !ending_moves(&sum)?.is_empty() {
            return Err(Certificate::broken(line, "three in a row, or a move that makes them, end the game"));
        }
        list.push((line, sum));
    }
    match sums.is_empty() {
        true => Err(Error::failed("there is no line \"sum\"")),
        false => Ok((sums, lost)),
    }
}

/// Writes the lost sums that show who wins these, at most so many.
pub(crate) fn misere_certificate(
    sums: &[Vec<Summand>],
    most: usize,
    misere: &mut MisereSums,
    vocabulary: &Vocabulary,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let mut writer = Writer {
        board: Board { book: Rulebook::new(vocabulary), moves: u64::MAX },
        misere,
        lost: BTreeMap::new(),
        todo: Vec::new(),
    };
    let mut outcomes = Vec::new();
    for sum in sums {
        let reduced = writer.board.reduced(sum, watch)?;
        let is_lost = writer.misere.value(&reduced, watch)? == 0;
        match is_lost {
            true => writer.list(reduced),
            false => writer.answer(&reduced, watch)?,
        }
        while let Some(sum) = writer.todo.pop() {
            if writer.lost.len() > most {
                let limit = format!("more than {most} lost sums");
                return Err(Error::too_large("the certificate", limit, "ask a smaller position"));
            }
            for option in writer.board.options(&sum, watch)?.into_values() {
                writer.answer(&option, watch)?;
            }
        }
        outcomes.push((write_sum(sum), is_lost));
    }
    let heads: String = outcomes.iter().map(|(sum, _)| format!("sum {sum}\n")).collect();
    let lines: String = writer.lost.keys().map(|sum| format!("lost {sum}\n")).collect();
    Ok(Certificate::new("sums", KIND.name, statement(&outcomes), format!("{heads}{lines}")))
}

struct Writer<'a> {
    board: Board<'a>,
    misere: &'a mut MisereSums,
    lost: BTreeMap<String, ()>,
    todo: Vec<Parts>,
}

impl Writer<'_> {
    fn list(&mut self, sum: Parts) {
        if self.lost.insert(write_sum(&sum), ()).is_none() {
            self.todo.push(sum);
        }
    }

    /// Lists an answer to a won sum, unless one is listed or nothing is left to move.
    fn answer(&mut self, sum: &[Summand], watch: &mut dyn Watch) -> Result<()> {
        let options = self.board.options(sum, watch)?;
        if options.keys().any(|option| self.lost.contains_key(option)) {
            return Ok(());
        }
        for option in options.into_values() {
            if self.misere.value(&option, watch)? == 0 {
                self.list(option);
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn checked(lines: &[&str]) -> Result<String> {
        let certificate = Certificate::new("sums", KIND.name, "", lines.join("\n") + "\n");
        check(&certificate, &mut Unwatched).map(|report| report.line)
    }

    #[test]
    fn lost_sums_stand_only_if_every_move_is_answered() {
        assert_eq!(checked(&["sum nim(1)", "lost nim(1)"]).unwrap(), "nim(1): lost in misère play");
        assert_eq!(checked(&["sum nim(2)", "lost nim(1)"]).unwrap(), "nim(2): won in misère play");
        assert_eq!(checked(&["sum 0"]).unwrap(), "0: won in misère play");
        let two = ["sum nim(2) + nim(2)", "lost nim(1)", "lost nim(2) + nim(2)"];
        assert_eq!(checked(&two).unwrap(), "nim(2) + nim(2): lost in misère play");
        let cases = [
            (&["sum nim(2)", "lost nim(2)"][..], "nothing answers the move to nim(1)"),
            (&["sum nim(2) + nim(2)", "lost nim(2) + nim(2)"], "nothing answers the move to"),
            (&["sum nim(1) + nim(1)"], "does not show who wins"),
            (&["lost nim(1)"], "no line \"sum\""),
            (&["sum nim(1)", "lost nim(1)", "lost nim(1)"], "listed already"),
            (&["lost nim(1)", "sum nim(1)"], "in front of the lost ones"),
            (&["sum nim(1)", "lost 0"], "not a sorted sum"),
            (&["sum nim(1)", "lost nim(1, 2)"], "not a sorted sum"),
            (&["sum *1"], "is written nim(1)"),
            (&["sum nim(1)", "won nim(1)"], "no line of this kind"),
            (&["sum treblecross(\"X.X....\")"], "three in a row"),
            (&["sum treblecross(\"XXX....\")"], "three in a row"),
            (&["sum nim(1)", "lost treblecross(\"X.X....\")"], "three in a row"),
            (&["sum nim(1)", "lost nim(2) + nim(1)"], "not a sorted sum"),
        ];
        kit::trial::refused(&cases, checked);
    }

    #[test]
    fn a_short_file_asks_for_few_moves() {
        let cases = [(&["sum nim(1)", "lost chomp(\"2,2\") + nim(99999)"][..], "fewer moves to be looked at")];
        kit::trial::refused(&cases, checked);
    }

    #[test]
    fn sums_lost_sums_and_moves_are_bounded() {
        assert!(checked(&["sum 0"; MOST_SUMS]).is_ok());
        assert!(checked(&["sum 0"; MOST_SUMS + 1]).unwrap_err().to_string().contains("at most 1000"));
        assert_eq!((most_moves(0), most_moves(7)), (2_000_000, 2_014_000));
        let vocabulary = check_vocabulary(None, 0).unwrap();
        let three = vocabulary.read("nim(3)").unwrap();
        for (moves, stands) in [(3, true), (2, false)] {
            let mut board = Board { book: Rulebook::new(&vocabulary), moves };
            assert_eq!(board.moves(&three[0], &mut Unwatched).is_ok(), stands);
            assert!(!stands || board.moves == 0);
        }
    }
    /// A won sum has one answer in the list, whichever came first, and the list is bounded.
    #[test]
    fn a_writer_lists_no_more_than_it_needs() {
        let vocabulary = check_vocabulary(None, 0).unwrap();
        let written = |call: &str, most: usize| {
            let sums = [vocabulary.read(call).unwrap()];
            misere_certificate(&sums, most, &mut MisereSums::new(1 << 24), &vocabulary, &mut Unwatched)
        };
        for (call, lost) in [("kayles(9)", 7), ("kayles(14)", 12)] {
            let certificate = written(call, lost).unwrap();
            assert_eq!(certificate.body.matches("lost ").count(), lost, "{call}");
            assert_eq!(check(&certificate, &mut Unwatched).unwrap().line, certificate.states);
            let why = written(call, lost - 1).unwrap_err().to_string();
            assert!(why.contains(&format!("more than {} lost sums", lost - 1)), "{why}");
        }
    }
}
