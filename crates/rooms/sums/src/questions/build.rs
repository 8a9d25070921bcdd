//! The question `build`: a sum that a hand puts together, with the nimbers of its parts in binary.

use super::super::analysis::{Normal, SumMove, after, ending_moves, solve, winning_moves};
use super::super::language::{MOST_CHARACTERS, all_words, read_sum, write_sum};
use super::super::scene::bench::{Bench, Offer, Part, bench};
use super::super::why::reasoning;
use kit::{Ask, Error, Fact, Means, Param, Question, Report, Result, Standing, Summand, Table, Watch};

/// The most parts on the table.
const MOST_PARTS: usize = 12;
/// Nobody waits while a hand builds.
const MEANS: Means = Means { memory: 200 << 20, threads: 1 };

/// The games of the list, each in the size in which it is added.
const GAMES: [&str; 12] = [
    "nim(3)",
    "kayles(5)",
    "dawson(6)",
    "grundy(7)",
    "officers(6)",
    "wythoff(2,3)",
    "chomp(2,3)",
    "cram(2,3)",
    "boxing(2,3)",
    "treblecross(7)",
    "subtract({1,2,3}, 6)",
    "dawsonchess(5)",
];

pub(super) const BUILD: Question = Question::of("build", answer)
    .about("a sum put together by hand: games from a list, their sizes, their nimbers in binary, a winning move")
    .params(&[Param::text("expr", "the sum so far, or 0 for an empty table", MOST_CHARACTERS)
        .or("nim(3) + kayles(5)")
        .main()])
    .examples(&["sums build", "sums build \"nim(5) + chomp(2,3) + kayles(4)\"", "sums build 0"]);

/// The terms of a sum as they are written.
fn terms(text: &str) -> Vec<String> {
    let (mut terms, mut depth) = (vec![String::new()], 0i32);
    let mut quoted: Option<char> = None;
    for letter in text.chars() {
        match (letter, quoted) {
            ('\'' | '"', None) => quoted = Some(letter),
            (_, Some(mark)) if mark == letter => quoted = None,
            ('(' | '{', None) => depth += 1,
            (')' | '}', None) => depth -= 1,
            _ => {}
        }
        match letter == '+' && depth == 0 && quoted.is_none() {
            true => terms.push(String::new()),
            false => terms.last_mut().expect("there is one").push(letter),
        }
    }
    terms.iter().map(|term| term.trim().to_string()).filter(|term| !term.is_empty() && term != "0").collect()
}

/// The words of an ask for a sum of these terms.
fn words(terms: &[String]) -> String {
    let text = if terms.is_empty() { "0".to_string() } else { terms.join(" + ") };
    format!("\"{}\"", text.replace('"', "'"))
}

/// Where the numbers of a term stand that are its sizes: the last two in its brackets, outside of texts and lists.
fn sizes(term: &str) -> Vec<std::ops::Range<usize>> {
    let Some(open) = term.find('(') else { return Vec::new() };
    if term.contains(['\'', '"']) {
        return Vec::new();
    }
    let from = term.rfind('}').unwrap_or(open);
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (place, letter) in term.char_indices().skip_while(|(place, _)| *place < from) {
        match found.last_mut() {
            _ if !letter.is_ascii_digit() => {}
            Some(last) if last.end == place => last.end += 1,
            _ => found.push(place..place + 1),
        }
    }
    found.split_off(found.len().saturating_sub(2))
}

/// The term with a number one larger or smaller, if that is a game.
fn resized(term: &str, place: &std::ops::Range<usize>, by: i64) -> Option<String> {
    let number = term[place.clone()].parse::<i64>().ok()? + by;
    let text = format!("{}{number}{}", &term[..place.start], &term[place.end..]);
    (number >= 0 && read(&text).is_ok_and(|games| !games.is_empty())).then_some(text)
}

fn read(text: &str) -> Result<Vec<Summand>> {
    read_sum(text, &all_words())
}

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let terms = terms(ask.text("expr"));
    if terms.len() > MOST_PARTS {
        let limit = format!("the table takes {MOST_PARTS}");
        return Err(Error::too_large(format!("{} parts", terms.len()), limit, "ask sums value instead"));
    }
    let parts: Vec<Vec<Summand>> = terms.iter().map(|term| read(term)).collect::<Result<_>>()?;
    let mut nimbers = Vec::new();
    for part in &parts {
        nimbers.push(match ending_moves(part)?.is_empty() {
            true => nimber(part, watch)?,
            false => None,
        });
    }
    let all: Option<Vec<u32>> = nimbers.iter().copied().collect();
    let sum: Vec<Summand> = parts.iter().flatten().cloned().collect();
    let winning = match &all {
        Some(_) => first_winning(&sum, watch)?,
        None => None,
    };
    let told = told(all.as_deref(), winning.as_ref());
    let scene = bench(&on_bench(&terms, parts, &nimbers, all.as_deref(), winning.as_ref(), &sum), &told);
    let report = match &all {
        Some(all) => {
            let xor = all.iter().fold(0, |sum, n| sum ^ n);
            let report = Report::new(told, Standing::Proved).fact("nimber", xor);
            report.fact("outcome", if xor == 0 { "P" } else { "N" }).argument("theorem of Sprague and Grundy")
        }
        None => Report::new(told, Standing::Best).fact("nimber", Fact::Nothing).fact("outcome", Fact::Nothing),
    };
    let move_told = winning.map_or(Fact::Nothing, |play| Fact::from(play.to_string()));
    Ok(report.fact("winning_move", move_told).table(columns(&terms, &nimbers)).scene(scene))
}

fn nimber(part: &[Summand], watch: &mut dyn Watch) -> Result<Option<u32>> {
    match solve(part, MEANS, watch) {
        Ok(Normal::Solved { nimber, .. }) => Ok(Some(nimber)),
        Ok(_) => Ok(None),
        Err(error) if error.trouble() == kit::Trouble::TooLarge => Ok(None),
        Err(error) => Err(error),
    }
}

fn first_winning(sum: &[Summand], watch: &mut dyn Watch) -> Result<Option<SumMove>> {
    let Ok(Normal::Solved { nimbers, nimber }) = solve(sum, MEANS, watch) else { return Ok(None) };
    if nimber == 0 {
        return Ok(None);
    }
    Ok(winning_moves(sum, &nimbers, MEANS, watch)?.into_iter().next().map(|(play, _)| play))
}

fn told(nimbers: Option<&[u32]>, winning: Option<&SumMove>) -> String {
    match (nimbers, winning) {
        (None, _) => "a part is out of reach here, or lets somebody end the whole game".to_string(),
        (Some([]), _) => "the table is empty: who has to move loses".to_string(),
        (Some(_), Some(play)) => format!("the player to move wins with {play}"),
        (Some(all), None) if all.iter().fold(0, |sum, n| sum ^ n) == 0 => {
            "the exclusive or is 0: the player to move loses".to_string()
        }
        (Some(_), None) => "the player to move wins".to_string(),
    }
}

fn columns(terms: &[String], nimbers: &[Option<u32>]) -> Table {
    let known: Vec<u32> = nimbers.iter().map(|n| n.unwrap_or(0)).collect();
    let mut table = Table::new("columns", &["part", "nimber", "binary"]);
    for ((term, nimber), binary) in terms.iter().zip(nimbers).zip(reasoning(&known).binary) {
        table.row(kit::row![term.as_str(), *nimber, nimber.map_or(Fact::Nothing, |_| binary.into())]);
    }
    table
}

fn on_bench(
    terms: &[String],
    parts: Vec<Vec<Summand>>,
    nimbers: &[Option<u32>],
    all: Option<&[u32]>,
    winning: Option<&SumMove>,
    sum: &[Summand],
) -> Bench {
    let known: Vec<u32> = nimbers.iter().map(|n| n.unwrap_or(0)).collect();
    let reasoning = reasoning(&known);
    let with = |index: usize, term: Option<String>| {
        let mut changed = terms.to_vec();
        match term {
            Some(term) => changed[index] = term,
            None => drop(changed.remove(index)),
        }
        words(&changed)
    };
    let part = |(index, games): (usize, Vec<Summand>)| {
        let changed = |place: &std::ops::Range<usize>, by: i64| {
            resized(&terms[index], place, by).map(|term| with(index, Some(term)))
        };
        Part {
            text: terms[index].clone(),
            nimber: nimbers[index].map(|n| (n, reasoning.binary[index].clone())),
            sizes: sizes(&terms[index]).iter().map(|place| [changed(place, -1), changed(place, 1)]).collect(),
            without: Some(with(index, None)),
            games,
        }
    };
    let room = terms.len() < MOST_PARTS;
    let so_far = words(terms);
    let so_far = so_far.trim_matches('"');
    let offers = GAMES.iter().filter(|_| room).filter_map(|text| {
        let (with, drops) = match terms.is_empty() {
            true => (format!("\"{text}\""), format!("\"0 {{onto}} {text}\"")),
            false => (format!("\"{so_far} + {text}\""), format!("\"{so_far} {{onto}} {text}\"")),
        };
        Some(Offer { text, games: read(text).ok()?, with, drops })
    });
    Bench {
        offers: offers.collect(),
        xor: all.map(|all| (all.iter().fold(0, |sum, n| sum ^ n), reasoning.sum.clone())),
        winning: winning.map(|play| {
            let left: Vec<Summand> = after(sum, play);
            (play.to_string(), format!("\"{}\"", write_sum(&left).replace('"', "'")))
        }),
        parts: parts.into_iter().enumerate().map(part).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Shape;

    fn asked(words: &str) -> Report {
        crate::TOPIC.answer(&format!("sums build {words}")).unwrap_or_else(|e| panic!("{words}: {e}"))
    }

    #[test]
    fn terms_and_their_sizes_are_found() {
        assert_eq!(terms("nim(3)+ 2*kayles(4) + boxing('1+1') + 0"), ["nim(3)", "2*kayles(4)", "boxing('1+1')"]);
        let told = |term: &str| sizes(term).into_iter().map(|place| term[place].to_string()).collect::<Vec<_>>();
        assert_eq!(
            [told("nim(31)"), told("chomp(2,13)"), told("subtract({1,2}, 6)")],
            [vec!["31"], vec!["2", "13"], vec!["6"]]
        );
        assert!(told("boxing('11')").is_empty() && told("0").is_empty());
    }

    #[test]
    fn whatever_a_hand_says_is_answered_with_the_value_of_its_sum() {
        for start in ["0", "\"nim(3) + kayles(5)\"", "\"chomp(2,3) + boxing('110/111')\""] {
            let report = asked(start);
            let touches = report.scenes[0].shapes.iter().filter_map(|shape| shape.touch.clone());
            let drops = report.scenes[0].shapes.iter().filter_map(Shape::offered).map(|g| g.said(&|_| "+".to_string()));
            let all: Vec<String> = touches.chain(drops).collect();
            assert!(all.len() >= 24, "{start}");
            for words in all {
                let next = asked(&words);
                let value = crate::TOPIC.answer(&format!("sums value {words}")).unwrap();
                if next.get("nimber") != Some(&Fact::Nothing) {
                    assert_eq!(next.get("nimber"), value.get("nimber"), "{words}");
                    assert_eq!(next.get("outcome"), value.get("outcome"), "{words}");
                }
            }
        }
    }

    #[test]
    fn the_winning_move_leaves_nothing_in_any_column() {
        let report = asked("\"nim(4) + chomp(2,2)\"");
        let label = |shape: &&Shape| shape.label.as_deref().is_some_and(|l| l.starts_with("play the winning move"));
        let says = report.scenes[0].shapes.iter().find(label).and_then(|shape| shape.touch.clone()).unwrap();
        assert_eq!(asked(&says).get("nimber"), Some(&Fact::from(0u32)));
    }

    #[test]
    fn too_many_parts_are_refused() {
        let many = vec!["nim(1)"; 13].join(" + ");
        let line = crate::TOPIC.answer(&format!("sums build \"{many}\"")).unwrap_err().to_string();
        assert!(line.contains("the table takes 12"), "{line}");
    }
}
