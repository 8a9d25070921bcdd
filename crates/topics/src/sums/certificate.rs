//! Certificates: the lost couples that prove a nimber, and the mirror that proves a win; and the code that checks them.
//!
//! A couple (G, k) is the sum of a component G and a pile of k. A certificate lists couples that are said to be lost. It stands up when for
//! each of them every option is won: an option G' of G beside *k, because the components of G' are all listed and their piles do not add up
//! to k, or because some option of G' has all its components listed and these do add up to k; and the pile moves to *j, j < k, because some
//! option of G has all its components listed with piles that add up to j. Play ends, so by induction everything listed is lost, and
//! (G, k) lost says N(G) = k. The checker knows the rules (moves and components, as texts) and nothing of the solver: no symmetries, no
//! canonical forms, no tables.

use super::boards::mirror_proof;
use super::language::write_sum;
use super::script::{Vocabulary, vocabulary};
use kit::{Certificate, Error, Means, Report, Result, Rules, Standing, Strategy, Summand, Watch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The most couples a certificate may list.
pub(super) const MOST_COUPLES: usize = 300_000;
/// The most couples of a certificate that nobody asked for.
pub(super) const FREE_COUPLES: usize = 60;

/// Writes the couples that prove the nimbers of a sum.
pub(super) fn couples_certificate(
    sum: &[Summand],
    nimbers: &[u32],
    script: &Option<String>,
    budget: usize,
    means: Means,
    watch: &mut dyn Watch,
) -> Result<Certificate> {
    let total = nimbers.iter().fold(0, |sum, n| sum ^ n);
    let mut body = format!("sum {}\nnimber {total}\n", write_sum(sum));
    for line in script.iter().flat_map(|s| s.lines()) {
        body += &format!("script {line}\n");
    }
    let mut count = 0;
    let mut done: FxHashSet<String> = FxHashSet::default();
    for (index, summand) in sum.iter().enumerate() {
        if !done.insert(summand.call()) {
            continue;
        }
        let mut proof =
            Proof { rules: &summand.rules, means, values: FxHashMap::default(), listed: FxHashMap::default() };
        let mut todo = Vec::new();
        proof.list(&summand.position, &mut todo, watch)?;
        while let Some(position) = todo.pop() {
            proof.prove(&position, &mut todo, watch)?;
            count += 1;
            kit::watch::step(watch, count as u64, None, || format!("{count} couples of the certificate"))?;
            if count > budget {
                let limit = format!("more than {budget} couples");
                return Err(Error::too_large("the certificate", limit, "ask a smaller position"));
            }
        }
        let mut lines: Vec<(&String, &u32)> = proof.listed.iter().collect();
        lines.sort_unstable();
        for (position, k) in lines {
            body += &format!("lost {} {k} {position}\n", index + 1);
        }
    }
    Ok(Certificate::new("sums", "couples", body + "end\n"))
}

/// Chooses which couples to list, with the solver's nimbers as a guide.
struct Proof<'a> {
    rules: &'a Arc<dyn Rules>,
    means: Means,
    values: FxHashMap<String, u32>,
    listed: FxHashMap<String, u32>,
}

impl Proof<'_> {
    fn value(&mut self, positions: &[String], watch: &mut dyn Watch) -> Result<Vec<u32>> {
        let new: Vec<String> = positions.iter().filter(|p| !self.values.contains_key(*p)).cloned().collect();
        let values = self.rules.nimbers(&new, self.means, watch)?;
        self.values.extend(new.into_iter().zip(values));
        Ok(positions.iter().map(|p| self.values[p]).collect())
    }

    /// Lists all components of a position.
    fn list(&mut self, position: &str, todo: &mut Vec<String>, watch: &mut dyn Watch) -> Result<()> {
        let parts = self.rules.split(position);
        let values = self.value(&parts, watch)?;
        for (part, value) in parts.into_iter().zip(values) {
            if self.listed.insert(part.clone(), value).is_none() {
                todo.push(part);
            }
        }
        Ok(())
    }

    fn is_listed(&self, position: &str) -> bool {
        self.rules.split(position).iter().all(|part| self.listed.contains_key(part))
    }

    /// Lists what the couple (position, its nimber) needs.
    fn prove(&mut self, position: &str, todo: &mut Vec<String>, watch: &mut dyn Watch) -> Result<()> {
        let k = self.listed[position];
        let options = self.targets(position)?;
        let values = self.value(&options, watch)?;
        for j in 0..k {
            let with_j: Vec<&String> = options.iter().zip(&values).filter(|(_, v)| **v == j).map(|(o, _)| o).collect();
            if !with_j.iter().any(|o| self.is_listed(o)) {
                self.list(with_j[0], todo, watch)?;
            }
        }
        for (option, value) in options.iter().zip(values) {
            if self.is_listed(option) {
                continue;
            }
            if value < k {
                self.list(option, todo, watch)?;
                continue;
            }
            let replies = self.targets(option)?;
            let worth = self.value(&replies, watch)?;
            let good: Vec<&String> = replies.iter().zip(&worth).filter(|(_, v)| **v == k).map(|(r, _)| r).collect();
            if !good.iter().any(|r| self.is_listed(r)) {
                self.list(good[0], todo, watch)?;
            }
        }
        Ok(())
    }

    fn targets(&self, position: &str) -> Result<Vec<String>> {
        Ok(self.rules.steps(position)?.into_iter().map(|step| step.to).collect())
    }
}

/// Writes the move after which mirroring wins.
pub(super) fn mirror_certificate(sum: &[Summand], index: usize, strategy: &Strategy) -> Certificate {
    let body = format!("sum {}\nmove {}: {}\nend\n", write_sum(sum), index + 1, strategy.step.text);
    Certificate::new("sums", strategy.kind, body)
}

/// Checks a certificate of this topic.
pub(super) fn verify(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    match certificate.kind.as_str() {
        "couples" => verify_couples(&certificate.body, watch),
        "mirror" => verify_mirror(&certificate.body),
        other => {
            Err(Error::usage(format!("sums {other}"), "no such kind of certificate", "there are couples and mirror"))
        }
    }
}

fn broken(line: usize, why: impl std::fmt::Display) -> Error {
    Error::failed(format!("line {}: {why}", line + 2))
}

/// The lines of a body by their first word, which must end with `end`.
fn lines(body: &str) -> Result<Vec<(usize, &str, &str)>> {
    let mut lines: Vec<(usize, &str, &str)> = Vec::new();
    for (number, line) in body.lines().enumerate() {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        lines.push((number, head, rest));
    }
    match lines.pop() {
        Some((_, "end", "")) => Ok(lines),
        _ => Err(Error::failed("the certificate is cut off: its last line is not \"end\"")),
    }
}

fn only<'a>(lines: &[(usize, &'a str, &'a str)], head: &str) -> Result<&'a str> {
    let found: Vec<&str> = lines.iter().filter(|(_, h, _)| *h == head).map(|(_, _, rest)| *rest).collect();
    match found[..] {
        [one] => Ok(one),
        _ => Err(Error::failed(format!("the certificate has {} lines {head:?} instead of one", found.len()))),
    }
}

fn read_again(vocabulary: &Vocabulary, text: &str) -> Result<Vec<Summand>> {
    vocabulary.read(text).map_err(|e| Error::failed(format!("the sum cannot be read: {e}")))
}

fn verify_couples(body: &str, watch: &mut dyn Watch) -> Result<Report> {
    let lines = lines(body)?;
    let script: Vec<&str> = lines.iter().filter(|(_, head, _)| *head == "script").map(|(_, _, rest)| *rest).collect();
    let script = (!script.is_empty()).then(|| script.join("\n"));
    let vocabulary = vocabulary(script.as_deref(), None)?;
    let text = only(&lines, "sum")?;
    let sum = read_again(&vocabulary, text)?;
    let claimed: u32 = only(&lines, "nimber")?.parse().map_err(|_| Error::failed("the nimber is no number"))?;
    let mut listed: FxHashMap<(usize, String), u32> = FxHashMap::default();
    let mut couples = Vec::new();
    for &(number, head, rest) in &lines {
        match head {
            "sum" | "nimber" | "script" => {}
            "lost" => {
                let (index, k, position) = read_couple(number, rest, &sum, &vocabulary)?;
                if listed.insert((index, position.clone()), k).is_some_and(|other| other != k) {
                    return Err(broken(number, "the position is listed with two piles"));
                }
                couples.push((number, index, k, position));
            }
            _ => return Err(broken(number, format!("{head:?} is no line of a certificate"))),
        }
    }
    let checker = Checker { sum: &sum, listed };
    let mut total = 0;
    for (index, summand) in sum.iter().enumerate() {
        let first = sum.iter().position(|s| s.call() == summand.call()).expect("it is there");
        total ^= checker
            .listed_value(first, &summand.position)
            .ok_or_else(|| Error::failed(format!("summand {} has a component that is not listed", index + 1)))?;
    }
    if total != claimed {
        return Err(Error::failed(format!("the listed piles add up to {total}, the certificate says {claimed}")));
    }
    for (done, (number, index, k, position)) in couples.iter().enumerate() {
        kit::watch::step(watch, done as u64, Some(couples.len() as u64), || format!("{done} couples checked"))?;
        checker.check(*index, *k, position).map_err(|why| broken(*number, why))?;
    }
    let outcome = if claimed == 0 { "P" } else { "N" };
    let line = format!("{} lost couples prove that {text} has nimber {claimed}", couples.len());
    Ok(Report::new(line, Standing::Proved)
        .fact("sum", text)
        .fact("nimber", claimed)
        .fact("outcome", outcome)
        .fact("couples", couples.len()))
}

/// Reads `1 0 "110/111"` and makes sure that the position is one of the summand's game, by reading its call.
fn read_couple(number: usize, rest: &str, sum: &[Summand], vocabulary: &Vocabulary) -> Result<(usize, u32, String)> {
    let mut fields = rest.splitn(3, ' ');
    let index = fields.next().and_then(|f| f.parse::<usize>().ok()).filter(|i| (1..=sum.len()).contains(i));
    let k = fields.next().and_then(|f| f.parse::<u32>().ok());
    let (Some(index), Some(k), Some(position)) = (index, k, fields.next()) else {
        return Err(broken(number, "a couple is a summand's number, a pile and a position"));
    };
    let call = sum[index - 1].rules.call(position);
    match vocabulary.read(&call).as_deref() {
        Ok([one]) if one.position == position && one.call() == call => Ok((index - 1, k, position.to_string())),
        _ => Err(broken(number, format!("{call} is no position of the game"))),
    }
}

struct Checker<'a> {
    sum: &'a [Summand],
    listed: FxHashMap<(usize, String), u32>,
}

impl Checker<'_> {
    /// What the piles of the components add up to, if all are listed.
    fn listed_value(&self, index: usize, position: &str) -> Option<u32> {
        let parts = self.sum[index].rules.split(position);
        parts.into_iter().try_fold(0, |sum, part| Some(sum ^ self.listed.get(&(index, part))?))
    }

    fn targets(&self, index: usize, position: &str) -> Result<Vec<String>, String> {
        let steps = self.sum[index].rules.steps(position).map_err(|e| e.to_string())?;
        Ok(steps.into_iter().map(|step| step.to).collect())
    }

    /// Whether every option of the couple is won.
    fn check(&self, index: usize, k: u32, position: &str) -> Result<(), String> {
        let mut reached = FxHashSet::default();
        for option in self.targets(index, position)? {
            let won = match self.listed_value(index, &option) {
                Some(value) => {
                    reached.insert(value);
                    value != k
                }
                None => self.targets(index, &option)?.iter().any(|r| self.listed_value(index, r) == Some(k)),
            };
            if !won {
                return Err(format!("{position} with a pile of {k} is not shown to be lost: nothing answers {option}"));
            }
        }
        match (0..k).find(|j| !reached.contains(j)) {
            Some(j) => {
                Err(format!("{position} with a pile of {k} is not shown to be lost: nothing answers the pile {j}"))
            }
            None => Ok(()),
        }
    }
}

fn verify_mirror(body: &str) -> Result<Report> {
    let lines = lines(body)?;
    let vocabulary = vocabulary(None, None)?;
    let text = only(&lines, "sum")?;
    let sum = read_again(&vocabulary, text)?;
    let play = only(&lines, "move")?;
    let [summand] = &sum[..] else {
        return Err(Error::failed("a mirror wins a single board"));
    };
    if !summand.call().starts_with("boxing(") {
        return Err(Error::failed(format!("{} is no board of Boxing Match", kit::shorten(text))));
    }
    let steps = summand.rules.steps(&summand.position)?;
    let Some(step) = steps.iter().find(|step| format!("1: {}", step.text) == play) else {
        return Err(Error::failed(format!("{} is no move of the board", kit::shorten(play))));
    };
    let rows = step.to.trim_matches('"').split('/');
    let board: Vec<Vec<bool>> = rows.map(|row| row.chars().map(|c| c == '1').collect()).collect();
    if !mirror_proof(&board) {
        return Err(Error::failed(format!(
            "after {play} the board does not mirror itself, or a square meets its own image"
        )));
    }
    let line =
        format!("after {play} every move of the opponent can be answered in the mirror: the player to move wins");
    Ok(Report::new(line, Standing::Proved)
        .fact("sum", text)
        .fact("outcome", "N")
        .fact("winning_moves", kit::Fact::list([play])))
}
