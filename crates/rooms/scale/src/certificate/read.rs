//! Reads a written strategy strictly: one way to write each thing, every number bounded before anything is made of it.
//! What is read here is not believed; [`super::reasoning`] checks it.

use crate::pile::{Kind, MOST_CLASSES, MOST_FAKES, NONE, Scale, Weighing};
use crate::plan::{Next, Part, Plan, Step};
use crate::start::{Piles, Start};
use kit::{Certificate, Result};

/// The most coins of a strategy.
pub const MOST_COINS: u64 = 10_000_000;

/// The most coins among which four fakes or more lie.
pub const MOST_COINS_OF_MANY: u64 = 10_000;

/// A line with its number in the file.
pub type Line<'a> = (usize, &'a str);

/// A whole number up to `most`, in decimal digits without sign or leading zeros.
pub fn whole(word: &str, most: u64) -> Option<u64> {
    let plain = word == "0" || !word.starts_with(['0', '+']);
    word.parse().ok().filter(|&number| plain && number <= most)
}

/// The first line: `scale S coins N fakes F`, `scale S separated A B` or `scale S doubly N`, each with `spare R` where
/// there are real coins beside.
pub fn head(line: Option<Line<'_>>) -> Result<(Scale, Start)> {
    let (number, text) = line.unwrap_or((3, ""));
    let broken = |why: &str| Certificate::broken(number, why);
    let words: Vec<&str> = text.split(' ').collect();
    let ["scale", scale, rest @ ..] = &words[..] else {
        return Err(broken("not the head `scale S coins N fakes F`"));
    };
    let scale = Scale::of_word(scale).ok_or_else(|| broken("no such scale: 3, 5, 7, 9, 11, 13 or threshold"))?;
    let (piles, spare) = match *rest {
        [ref piles @ .., "spare", spare] => {
            let spare = whole(spare, MOST_COINS).filter(|&spare| spare > 0);
            (piles, spare.ok_or_else(|| broken("the number of real coins cannot be read"))? as u32)
        }
        _ => (rest, 0),
    };
    let size = |word: &str| whole(word, MOST_COINS).filter(|&size| size > 0).map(|size| size as u32);
    let no_size = || broken("a pile has from one to ten million coins");
    let piles = match *piles {
        ["coins", coins, "fakes", fakes] => {
            let fakes = whole(fakes, MOST_FAKES as u64).filter(|&fakes| fakes >= 1);
            let fakes = fakes.ok_or_else(|| broken("only 1 to 6 fakes"))?;
            // Beyond, the sets are too many to be counted.
            let most = if fakes <= 3 { MOST_COINS } else { MOST_COINS_OF_MANY };
            let coins = whole(coins, most).filter(|&coins| coins >= fakes);
            let few =
                "only as many coins as there are fakes, up to ten million, or ten thousand for four fakes and more";
            Piles::One(coins.ok_or_else(|| broken(few))? as u32, fakes as usize)
        }
        ["separated", a, b] => Piles::Two(size(a).ok_or_else(no_size)?, size(b).ok_or_else(no_size)?),
        ["doubly", n] => Piles::Four(size(n).ok_or_else(no_size)?),
        _ => return Err(broken("not the head `scale S coins N fakes F`")),
    };
    Ok((scale, Start { piles, spare }))
}

/// The strategy that lines after the head describe.
pub fn plan((scale, start): (Scale, Start), lines: &[Line<'_>]) -> Result<Plan> {
    let mut plan = Plan { scale, start, steps: Vec::new() };
    for &(number, line) in lines {
        read_line(&mut plan, line).map_err(|why| Certificate::broken(number, why))?;
    }
    Ok(plan)
}

fn read_line(plan: &mut Plan, line: &str) -> Result<(), &'static str> {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["step", number, "groups", ref rest @ ..] => {
            if whole(number, u64::MAX) != Some(plan.steps.len() as u64) {
                return Err("steps are not numbered in order from 0");
            }
            let step = read_step(rest, plan.fakes())?;
            plan.steps.push(step);
        }
        ["weigh", ref pans @ ..] => {
            let answers = plan.scale.answers();
            let step = plan.steps.last_mut().ok_or("a weighing before the first step")?;
            if step.weighing.is_some() {
                return Err("a step weighs once");
            }
            let weighing = pans.iter().map(|pan| read_pan(pan)).collect::<Option<Weighing>>();
            step.weighing = Some(weighing.ok_or("a pan cannot be read")?);
            step.next = vec![None; answers];
        }
        [name, "step", to, "from", ref rows @ ..] => {
            let answer = plan.scale.names().iter().position(|known| known.replace(' ', "-") == name);
            let answer = answer.ok_or("no such answer")?;
            let step = plan.steps.last_mut().ok_or("an answer before the first step")?;
            if answer >= step.next.len() || step.next[answer..].iter().any(Option::is_some) {
                return Err("answers follow a weighing, each once, in their order");
            }
            let to = whole(to, u64::from(u32::MAX)).ok_or("the number of a step cannot be read")? as usize;
            let groups = rows.iter().map(|row| read_row(row)).collect::<Option<Vec<Vec<Part>>>>();
            step.next[answer] = Some(Next { step: to, groups: groups.ok_or("a row cannot be read")? });
        }
        _ => return Err("neither a step, nor a weighing, nor an answer"),
    }
    Ok(())
}

fn read_step(words: &[&str], fakes: usize) -> Result<Step, &'static str> {
    let cut = words.iter().position(|&word| word == "possible").ok_or("`possible` is missing")?;
    let sizes = words[..cut].iter().map(|word| whole(word, MOST_COINS).map(|size| size as u32));
    let sizes: Vec<u32> = sizes.collect::<Option<_>>().ok_or("a size cannot be read")?;
    if sizes.len() > MOST_CLASSES {
        return Err("more than 250 groups");
    }
    let kinds = words[cut + 1..].iter().map(|word| read_kind(word, sizes.len(), fakes));
    let kinds: Vec<Kind> = kinds.collect::<Option<_>>().ok_or("a kind of set cannot be read or names no group")?;
    match kinds.windows(2).all(|pair| pair[0] < pair[1]) {
        true => Ok(Step { sizes, kinds, weighing: None, next: Vec::new() }),
        false => Err("kinds of sets do not ascend"),
    }
}

/// `0-0-3`: as many groups as there are fakes, ascending.
fn read_kind(text: &str, groups: usize, fakes: usize) -> Option<Kind> {
    let most = (groups as u64).checked_sub(1)?;
    let numbers: Vec<u8> = text.split('-').map(|word| whole(word, most).map(|n| n as u8)).collect::<Option<_>>()?;
    let mut kind = [NONE; MOST_FAKES];
    kind.get_mut(..fakes).filter(|_| numbers.len() == fakes && numbers.is_sorted())?.copy_from_slice(&numbers);
    Some(kind)
}

/// `4:4`: coins of a group on the left and on the right.
fn read_pan(text: &str) -> Option<(u32, u32)> {
    let (left, right) = text.split_once(':')?;
    let number = |word| whole(word, MOST_COINS).map(|n| n as u32);
    Some((number(left)?, number(right)?))
}

/// `0L+2A1:3`: parts of groups.
fn read_row(text: &str) -> Option<Vec<Part>> {
    text.split('+').map(read_part).collect()
}

fn read_part(text: &str) -> Option<Part> {
    let at = text.find(['L', 'A', 'R'])?;
    let group = whole(&text[..at], MOST_CLASSES as u64)? as usize;
    let place = match text.as_bytes()[at] {
        b'L' => 1,
        b'A' => 0,
        _ => -1,
    };
    match &text[at + 1..] {
        "" => Some(Part::whole((group, place))),
        slice => read_pan(slice).map(|(from, to)| Part { group, place, from, to }),
    }
}
