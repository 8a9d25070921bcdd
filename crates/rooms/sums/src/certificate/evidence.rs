//! The lines of evidence: a script, the summands, a move, the lost couples.

use super::super::analysis::{ending_moves, is_over};
use super::super::language::MOST_SUMMANDS;
use super::super::script::{Vocabulary, check_vocabulary};
use super::pairs::name_of;
use super::writer::MOST_COUPLES;
use kit::{Certificate, Error, Result, Summand, Trouble};
use std::collections::HashMap;

/// The longest script that is read.
const MOST_SCRIPT: usize = 100_000;

/// The heads of the lines, in the order in which they stand.
const HEADS: [&str; 4] = ["script", "summand", "move", "lost"];

/// What a certificate brings.
pub(super) struct Evidence {
    pub(super) script: Option<String>,
    pub(super) vocabulary: Vocabulary,
    pub(super) summands: Vec<Summand>,
    /// The move, with its line.
    pub(super) play: Option<(usize, String)>,
    pub(super) couples: Vec<Couple>,
    /// The pile beside each listed component, by the name of its game. The standard hash is keyed, so that no file
    /// makes it slow.
    pub(super) piles: HashMap<String, u32>,
}

/// A component beside a pile, said to be lost.
pub(super) struct Couple {
    /// Its line in the file.
    pub(super) line: usize,
    pub(super) pile: u32,
    pub(super) component: Summand,
}

impl Evidence {
    /// Reads the lines of a certificate.
    pub(super) fn read(certificate: &Certificate) -> Result<Evidence> {
        let lines = Lines::sort(certificate)?;
        let script = lines.script()?;
        let vocabulary = check_vocabulary(script.as_deref(), certificate.body.len()).map_err(Error::failed)?;
        let calls = lines.of(1).iter();
        let summands: Result<Vec<Summand>> = calls.map(|&(line, call)| read_game(&vocabulary, line, call)).collect();
        let summands = summands?;
        if is_over(&summands) || !ending_moves(&summands)?.is_empty() {
            return Err(Error::failed("a summand has three in a row, or a move that makes them: it has no nimber"));
        }
        if script.is_some() && !summands.iter().any(|summand| vocabulary.defines(summand)) {
            return Err(Error::failed("there is a script, but no summand is a game of it"));
        }
        let play = match lines.of(2)[..] {
            [] => None,
            [(line, text)] => Some((line, text.to_string())),
            [_, (line, _), ..] => return Err(Certificate::broken(line, "there is a move already")),
        };
        let mut couples = Vec::new();
        let mut piles = HashMap::new();
        for &(line, rest) in lines.of(3) {
            let couple = read_couple(&vocabulary, line, rest)?;
            if piles.insert(name_of(&couple.component), couple.pile).is_some() {
                return Err(Certificate::broken(line, "this game is listed already"));
            }
            couples.push(couple);
        }
        Ok(Evidence { script, vocabulary, summands, play, couples, piles })
    }
}

/// The lines by their head, each with its number in the file.
struct Lines<'a>([Vec<(usize, &'a str)>; 4]);

impl<'a> Lines<'a> {
    fn sort(certificate: &'a Certificate) -> Result<Self> {
        let mut lines = Lines(Default::default());
        let mut last = 0;
        for (number, line) in certificate.lines() {
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            let Some(place) = HEADS.iter().position(|h| *h == head) else {
                let why = format!("{:?} is no line of a certificate of sums", kit::shorten(head));
                return Err(Certificate::broken(number, why));
            };
            if place < last {
                let why = format!("a line {head:?} does not come after a line {:?}", HEADS[last]);
                return Err(Certificate::broken(number, why));
            }
            if rest.is_empty() && line != "script" {
                return Err(Certificate::broken(number, format!("nothing follows {head:?}")));
            }
            last = place;
            lines.0[place].push((number, rest));
        }
        for (place, most) in [(1, MOST_SUMMANDS), (3, MOST_COUPLES)] {
            if lines.of(place).len() > most {
                let asked = format!("a certificate with {} lines {:?}", lines.of(place).len(), HEADS[place]);
                return Err(Error::too_large(asked, format!("at most {most} are read"), "certify a smaller position"));
            }
        }
        Ok(lines)
    }

    fn of(&self, place: usize) -> &[(usize, &'a str)] {
        &self.0[place]
    }

    /// The script, its lines joined.
    fn script(&self) -> Result<Option<String>> {
        let lines: Vec<&str> = self.of(0).iter().map(|(_, line)| *line).collect();
        let letters: usize = lines.iter().map(|line| line.len() + 1).sum();
        match letters > MOST_SCRIPT {
            true => {
                let limit = format!("at most {MOST_SCRIPT} bytes are read");
                Err(Error::too_large(format!("a script of {letters} bytes"), limit, "write a shorter one"))
            }
            false => Ok((!lines.is_empty()).then(|| lines.join("\n"))),
        }
    }
}

/// Reads a call, written in the one way in which the language writes it.
fn read_game(vocabulary: &Vocabulary, line: usize, call: &str) -> Result<Summand> {
    let sum = vocabulary.read(call).map_err(|error| Certificate::broken(line, error))?;
    match <[Summand; 1]>::try_from(sum) {
        Ok([game]) if game.call() == call => Ok(game),
        Ok([game]) => {
            let plain = kit::shorten(&game.call()).to_string();
            Err(Certificate::broken(line, format!("{} is written {plain}", kit::shorten(call))))
        }
        Err(_) => Err(Certificate::broken(line, format!("{} is not the call of one game", kit::shorten(call)))),
    }
}

/// Reads `0 boxing("110/111")`.
fn read_couple(vocabulary: &Vocabulary, line: usize, rest: &str) -> Result<Couple> {
    let fields = rest.split_once(' ');
    let pile = fields.and_then(|(pile, call)| Some((plain_number(pile)?, call)));
    let Some((pile, call)) = pile else {
        return Err(Certificate::broken(line, "a couple is a pile and a game"));
    };
    Ok(Couple { line, pile, component: read_game(vocabulary, line, call)? })
}

/// A number as it is printed: without a sign and without zeros before it.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

/// An error met while a line was checked, with the line, unless it is not the line's fault.
pub(super) fn at_line(line: usize, error: Error) -> Error {
    match error.trouble() {
        Trouble::Stopped | Trouble::TooLarge => error,
        Trouble::Usage | Trouble::Failed => Certificate::broken(line, error),
    }
}
