//! Every loop looks: whatever is asked, with the largest values that the door lets in, returns soon when its watch
//! says so, and asks before it takes memory.

mod forger;

use forger::used;
use forgery::Brief;
use kit::{
    Ask, Essay, GameTable, Kind, NoFiles, Param, Question, Report, Result, Standing, Topic, Watch, memory,
    read_sentence,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// What an ask may take although its watch breaks after 20 ms: processor time, not the clock, since tests share their
/// machine, and three times what is promised, since it may be a slow one.
const MOST_TIME: Duration = Duration::from_millis(900);
/// What is promised: what takes longer is printed, though no test fails by it.
const PROMISED: Duration = Duration::from_millis(300);
/// The memory that is granted without a refusal.
const GRANTED: u64 = 64 << 20;
/// The memory that an ask may take without having asked, told by the system, which counts what was freed as well.
const UNASKED: u64 = 384 << 20;

/// Processor time is told for the whole program, so that only one test of it runs at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Chance from a seed; PARLOR_SEED makes other rounds of the same tests.
fn chance_from(seed: u64) -> ChaCha8Rng {
    let other = std::env::var("PARLOR_SEED").map_or(0, |text| text.parse::<u64>().expect("PARLOR_SEED is a number"));
    ChaCha8Rng::seed_from_u64(seed + 1000 * other)
}

/// Breaks soon and grants little.
fn stern() -> Brief {
    Brief::of(Duration::from_millis(20)).granting(GRANTED)
}

/// The example, and the example with each number (and then all of them) at its largest.
fn asks(question: &'static Question, example: &str) -> Vec<Ask> {
    let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
    let title = example.split(' ').take(2).collect::<Vec<_>>().join(" ");
    enlarged(&title, question.params, ask)
}

/// The ask of an example of a table.
fn seat(topic: &'static Topic, table: &'static GameTable, example: &str) -> Ask {
    let words = kit::ask::words(example).unwrap_or_else(|e| panic!("{example}: {e}"));
    table.ask(topic, &words[1..], &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"))
}

fn enlarged(title: &str, params: &'static [Param], ask: Ask) -> Vec<Ask> {
    let largest = |kind: Kind| match kind {
        Kind::Whole { most, .. } => Some(most.to_string()),
        Kind::Digits { most } => Some("9".repeat(most)),
        Kind::Real { most, .. } => Some(most.to_string()),
        _ => None,
    };
    let numbers: Vec<(&str, String)> =
        params.iter().filter(|p| p.name != "memory").filter_map(|p| Some((p.name, largest(p.kind)?))).collect();
    let mut changes: Vec<Vec<&(&str, String)>> = numbers.iter().map(|number| vec![number]).collect();
    changes.push(numbers.iter().collect());
    let changed = changes.into_iter().filter_map(|change| {
        let mut pairs: Vec<(String, String)> =
            ask.pairs().into_iter().filter(|(name, _)| change.iter().all(|(n, _)| n != name)).collect();
        pairs.extend(change.iter().map(|(name, value)| (name.to_string(), value.clone())));
        let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ask::of_pairs(title, params, pairs).ok()
    });
    [ask.clone()].into_iter().chain(changed).collect()
}

/// A value of a parameter, if it is of a kind that chance can choose; whole numbers of all sizes alike.
fn chosen(kind: Kind, chance: &mut ChaCha8Rng) -> Option<String> {
    match kind {
        Kind::Whole { least, most } => {
            let wide = (most as i128 - least as i128) as f64;
            let above = (wide + 1.0).powf(chance.random_range(0.0..1.0)) - 1.0;
            Some((least as i128 + above as i128).clamp(least.into(), most.into()).to_string())
        }
        Kind::Digits { most } => {
            let many = (most as f64).powf(chance.random_range(0.0..1.0)) as usize;
            Some((0..many.max(1)).map(|_| char::from(chance.random_range(b'1'..=b'9'))).collect())
        }
        Kind::Real { least, most } => Some((least + (most - least) * chance.random_range(0.0..1.0)).to_string()),
        Kind::Choice(words) => Some(words[chance.random_range(0..words.len())].to_string()),
        Kind::Switch => Some("yes".to_string()),
        Kind::Form { .. } | Kind::Text { .. } | Kind::Source { .. } => None,
    }
}

/// The ask with about half of its parameters by chance; not all that chance chooses is let in.
fn by_chance(title: &str, params: &'static [Param], ask: &Ask, chance: &mut ChaCha8Rng) -> Option<Ask> {
    let mut pairs = ask.pairs();
    for param in params.iter().filter(|p| p.name != "memory" && p.name != "threads") {
        if chance.random_range(0..2) == 0
            && let Some(value) = chosen(param.kind, chance)
        {
            pairs.retain(|(name, _)| name != param.name);
            pairs.push((param.name.to_string(), value));
        }
    }
    Ask::of_pairs(title, params, pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))).ok()
}

/// The longest text of a parameter that chance writes.
const LONGEST: usize = 3000;

/// A text grown from another: a piece of it many times over, or a number in it of another size.
fn grown(text: &str, chance: &mut ChaCha8Rng) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = chance.random_range(0..letters.len().max(1)).min(letters.len());
    let end = (at + chance.random_range(1..=6)).min(letters.len());
    let room = (LONGEST.saturating_sub(letters.len()) / (end - at).max(1)).max(1) as f64;
    let (before, piece, after) = (&letters[..at], &letters[at..end], &letters[end..]);
    let many = room.powf(chance.random_range(0.0..1.0)) as usize;
    match piece.iter().position(char::is_ascii_digit).filter(|_| chance.random_range(0..3) == 0) {
        Some(digit) => {
            let run = piece[digit..].iter().take_while(|letter| letter.is_ascii_digit()).count();
            let number = 10f64.powf(chance.random_range(0.0..7.0)) as u64;
            let (head, tail) = (&letters[..at + digit], &letters[at + digit + run..]);
            format!("{}{number}{}", head.iter().collect::<String>(), tail.iter().collect::<String>())
        }
        None => [before, &piece.repeat(many), after].concat().into_iter().collect(),
    }
}

/// The ask of one of the examples with its texts grown: long codes and lists, large graphs, deep sums. Most of what
/// chance writes is refused at the door, so it tries again.
fn with_texts_by_chance(question: &'static Question, title: &str, chance: &mut ChaCha8Rng) -> Option<Ask> {
    let example = question.examples[chance.random_range(0..question.examples.len())];
    let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
    let is_text = |name: &str| {
        let kind = question.params.iter().find(|p| p.name == name).map(|p| p.kind);
        matches!(kind, Some(Kind::Form { .. } | Kind::Text { .. } | Kind::Source { .. }))
    };
    let mut found = None;
    let mut pairs = ask.pairs();
    for _ in 0..24 {
        let texts: Vec<usize> = (0..pairs.len()).filter(|&at| is_text(&pairs[at].0)).collect();
        let mut tried = pairs.clone();
        let &at = texts.get(chance.random_range(0..texts.len().max(1)))?;
        match chance.random_range(0..4) {
            // Words that may stand any number of times do.
            0 => {
                tried = (0..=chance.random_range(1..60)).fold(tried, |mut all, _| {
                    all.push(pairs[at].clone());
                    all
                });
            }
            _ => tried[at].1 = grown(&pairs[at].1, chance),
        }
        let read = Ask::of_pairs(title, question.params, tried.iter().map(|(n, v)| (n.as_str(), v.as_str())));
        if let Ok(ask) = read {
            pairs = tried;
            found = Some(ask);
        }
    }
    found
}

/// What is wrong with what is done under a stern watch, if anything is.
fn complaint(ask: Ask, work: impl FnOnce(&Ask, &mut dyn Watch) -> Result<()> + Send + 'static) -> Option<String> {
    let (line, before, held) = (ask.line(), used(), memory::resident().unwrap_or(0));
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || sender.send(work(&ask, &mut stern())))
        .expect("a thread can be started");
    if let Err(mpsc::RecvTimeoutError::Timeout) = receiver.recv_timeout(Duration::from_secs(20)) {
        return Some(format!("{line}: does not look within 20 s"));
    }
    let time = used().saturating_sub(before);
    let taken = memory::resident().unwrap_or(0).saturating_sub(held);
    if time > PROMISED {
        println!("{}: {time:?} of processor time", kit::shorten(&line));
    }
    match (time > MOST_TIME, taken > UNASKED) {
        (true, _) => Some(format!("{line}: {time:?} of processor time")),
        (_, true) => Some(format!("{line}: {} unasked", memory::in_words(taken))),
        _ => None,
    }
}

#[test]
fn every_question_returns_at_once_when_its_watch_says_so() {
    let _alone = alone();
    let mut complaints = Vec::new();
    for topic in topics::ALL {
        for question in topic.questions {
            for example in question.examples {
                let answer = |ask: &Ask, watch: &mut dyn Watch| (question.answer)(ask, watch).map(drop);
                complaints.extend(asks(question, example).into_iter().filter_map(|ask| complaint(ask, answer)));
            }
        }
    }
    complaints.dedup();
    assert!(complaints.is_empty(), "{} asks:\n{}", complaints.len(), complaints.join("\n"));
}

/// The same rounds twice: few of them, and as many as take minutes.
macro_rules! by_chance_few_and_many {
    ($rounds:ident: $quick:ident $few:literal, $slow:ident $many:literal) => {
        #[test]
        fn $quick() {
            let _alone = alone();
            $rounds($few);
        }

        #[test]
        #[ignore = "minutes"]
        fn $slow() {
            let _alone = alone();
            $rounds($many);
        }
    };
}

/// Asks by chance: a few of every question in the ordinary run, and hundreds where there is time.
fn ask_by_chance(rounds: usize) {
    let mut complaints = Vec::new();
    let (mut chance, mut asked) = (chance_from(24), 0);
    for (topic, question) in topics::ALL.iter().flat_map(|topic| topic.questions.iter().map(move |q| (topic, q))) {
        let title = format!("{} {}", topic.name, question.name);
        for round in 0..rounds {
            let example = question.examples[round % question.examples.len()];
            let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
            let answer = |ask: &Ask, watch: &mut dyn Watch| (question.answer)(ask, watch).map(drop);
            let ask = by_chance(&title, question.params, &ask, &mut chance);
            asked += usize::from(ask.is_some());
            complaints.extend(ask.and_then(|ask| complaint(ask, answer)));
        }
    }
    println!("{asked} asks");
    assert!(complaints.is_empty(), "{} asks:\n{}", complaints.len(), complaints.join("\n"));
}

/// Texts by chance, of the questions that have such parameters.
fn ask_with_texts_by_chance(rounds: usize) {
    let (mut complaints, mut chance, mut asked) = (Vec::new(), chance_from(25), 0);
    for (topic, question) in topics::ALL.iter().flat_map(|topic| topic.questions.iter().map(move |q| (topic, q))) {
        let title = format!("{} {}", topic.name, question.name);
        for _ in 0..rounds {
            let answer = |ask: &Ask, watch: &mut dyn Watch| (question.answer)(ask, watch).map(drop);
            let Some(ask) = with_texts_by_chance(question, &title, &mut chance) else { continue };
            asked += 1;
            complaints.extend(complaint(ask, answer));
        }
    }
    println!("{asked} asks");
    assert!(asked > 20 * rounds && complaints.is_empty(), "{asked} asks:\n{}", complaints.join("\n"));
}

by_chance_few_and_many!(ask_with_texts_by_chance: every_question_with_long_texts_returns_at_once 4, every_question_with_long_texts_returns_at_once_hundreds_of_times 200);

/// Asks whose loops are short for short texts: one heap of a long code takes a second, a position of many figures has a
/// million curves, hundreds of disks descend for seconds.
#[test]
fn long_codes_and_large_positions_return_at_once() {
    let _alone = alone();
    let code = |digit: &str, many: usize| digit.repeat(many);
    let heaps = [
        ("period 0.", "7", 150, ""),
        ("period 0.", "37", 450, ""),
        ("period 0.", "F", 1000, ""),
        ("period C.", "8F", 300, ""),
        ("period 0.(", "47", 500, ")"),
        ("table 0.", "7", 1000, " --to 100000000"),
        ("table 0.", "F", 1000, " --to 20000"),
        ("table 0.(", "7", 1000, ") --to 60000"),
        ("table 0.", "F", 1000, " --to 200 --play misere"),
    ]
    .map(|(head, digits, many, tail)| format!("sums {head}{}{tail}", code(digits, many)));
    let others = [
        format!("disks pack --diameters {}1 --container 30", code("1,", 400)),
        format!("disks pack --diameters {}1 --container 50 --shape square", code("1,2,", 150)),
        format!("disks pack --diameters {}1 --smallest", code("1,", 300)),
        "sums value \"treblecross(2000)\" --moves".to_string(),
        format!("sums value \"treblecross(\\\"X{}\\\")\" --moves", code(".", 1900)),
        "sprouts moves 16".to_string(),
        "sprouts moves {ABCDEFGHIJKLMNOPQRSTUVWXYZ}{ABCDEFGHIJKLMNOPQRSTUVWXYZ}".to_string(),
    ];
    let told = heaps.iter().chain(&others).filter_map(|sentence| {
        let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        complaint(ask, |ask, watch| (question.answer)(ask, watch).map(drop))
    });
    let complaints: Vec<String> = told.map(|said| kit::shorten(&said)).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

by_chance_few_and_many!(ask_by_chance: every_question_by_chance_returns_at_once 4, every_question_by_chance_returns_at_once_hundreds_of_times 200);

/// What examples of the topic give to a parameter of that name and kind that has a grammar: chance takes one of them.
fn written(topic: &'static Topic, param: &Param, chance: &mut ChaCha8Rng) -> Option<String> {
    let of = |question: &'static Question| {
        let same = |p: &&Param| p.name == param.name && matches!(p.kind, Kind::Form { .. } | Kind::Text { .. });
        let asks = question.params.iter().any(|p| same(&p)).then_some(question.examples).into_iter().flatten();
        asks.filter_map(|example| {
            let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).ok()?;
            ask.pairs().into_iter().find(|(name, _)| name == param.name).map(|(_, text)| text)
        })
    };
    let mut texts: Vec<String> = topic.questions.iter().flat_map(of).collect();
    texts.sort();
    texts.dedup();
    let place = chance.random_range(0..texts.len().max(1));
    texts.into_iter().nth(place)
}

/// The ask by chance, at times with another text where a parameter has a grammar; whole numbers are mostly small ones.
fn by_chance_and_text(topic: &'static Topic, question: &'static Question, chance: &mut ChaCha8Rng) -> Option<Ask> {
    let title = format!("{} {}", topic.name, question.name);
    let example = question.examples[chance.random_range(0..question.examples.len())];
    let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
    let ask = by_chance(&title, question.params, &ask, chance)?;
    let mut pairs = ask.pairs();
    for param in question.params {
        if chance.random_range(0..3) == 0
            && let Some(text) = written(topic, param, chance)
        {
            pairs.retain(|(name, _)| name != param.name);
            pairs.push((param.name.to_string(), text));
        }
    }
    Ask::of_pairs(&title, question.params, pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))).ok()
}

/// What is wrong with an answer that says proved: it has neither a certificate nor an argument that stands in the
/// essay, or its certificate is refused.
fn bare(report: &Report, essay: &Essay<'_>, time: Duration) -> Option<String> {
    if let Some(name) = report.get(kit::ARGUMENT).map(ToString::to_string)
        && essay.part(&name).is_none()
    {
        return Some(format!("no part of the essay is called {name}"));
    }
    let Some(certificate) = &report.certificate else {
        return report.get(kit::ARGUMENT).is_none().then(|| "neither a certificate nor an argument".to_string());
    };
    let file = kit::Certificate::read(&certificate.to_file());
    match file.and_then(|file| kit::verify(topics::ALL, &file, &mut Brief::of(time).granting(GRANTED))) {
        Ok(_) => None,
        // There was no time or no memory for it here.
        Err(why) if why.is_stopped() || why.to_string().contains("little is granted") => None,
        Err(why) => Some(format!("its certificate is refused: {why}")),
    }
}

/// Asks by chance and at limits whose answer is proved and comes soon: it has a certificate that stands, or names an
/// argument of the essay. The registry's test asks this of the examples alone.
fn proved_by_chance(rounds: usize, time: Duration) {
    let (mut chance, mut proved, mut complaints) = (chance_from(15), 0, Vec::new());
    for topic in topics::ALL {
        let essay = Essay::read(topic.essay);
        for question in topic.questions {
            let chosen = (0..rounds).filter_map(|_| by_chance_and_text(topic, question, &mut chance));
            let mut all: Vec<Ask> = question.examples.iter().flat_map(|example| asks(question, example)).collect();
            all.truncate(rounds);
            all.extend(chosen);
            for ask in all {
                let line = ask.line();
                let mut watch = Brief::of(time).granting(GRANTED);
                let Ok(report) = (question.answer)(&ask.with_certificate(), &mut watch) else { continue };
                if report.standing == Standing::Proved {
                    proved += 1;
                    complaints.extend(bare(&report, &essay, time).map(|why| format!("{line}: {why}")));
                }
            }
        }
    }
    complaints.sort();
    complaints.dedup();
    println!("{proved} answers are proved");
    assert!(proved > 10 * rounds, "{proved}");
    assert!(complaints.is_empty(), "{} of {proved}:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn what_is_proved_by_chance_has_a_certificate_or_names_its_argument() {
    let _alone = alone();
    proved_by_chance(4, Duration::from_millis(20));
}

#[test]
#[ignore = "minutes"]
fn what_is_proved_by_chance_hundreds_of_times_has_a_certificate_or_names_its_argument() {
    let _alone = alone();
    proved_by_chance(200, Duration::from_millis(20));
}

/// The same with patience, so that larger answers come to their end.
#[test]
#[ignore = "minutes"]
fn what_is_proved_by_chance_and_with_patience_has_a_certificate_or_names_its_argument() {
    let _alone = alone();
    proved_by_chance(12, Duration::from_secs(2));
}

/// What is wrong with a table under a stern watch: with sitting down, and with what is wished then.
fn complaints_at(table: &'static GameTable, ask: &Ask) -> Vec<String> {
    let sit = |ask: &Ask, watch: &mut dyn Watch| (table.sit)(ask, watch).map(drop);
    let mut complaints: Vec<String> =
        complaint(ask.clone(), sit).map(|said| format!("sit: {said}")).into_iter().collect();
    // Whoever sat down may ask for a hint, for values, and for the picture.
    let Ok(play) = (table.sit)(ask, &mut stern()) else { return complaints };
    let play = std::sync::Arc::new(Mutex::new(play));
    for (name, wish) in WISHES {
        let play = play.clone();
        let work = move |_: &Ask, watch: &mut dyn Watch| {
            let play = play.lock().unwrap_or_else(PoisonError::into_inner);
            wish(&**play, watch)
        };
        complaints.extend(complaint(ask.clone(), work).map(|said| format!("{name}: {said}")));
    }
    complaints
}

fn tables() -> impl Iterator<Item = (&'static Topic, &'static GameTable)> {
    topics::ALL.iter().filter_map(|topic| Some((*topic, topic.table?)))
}

/// At their examples, and at the largest boards that can be sat down at.
#[test]
fn every_table_returns_at_once_when_its_watch_says_so() {
    let _alone = alone();
    let mut complaints = Vec::new();
    for (topic, table) in tables() {
        let title = format!("play {}", topic.name);
        let seats = table.examples.iter().map(|example| seat(topic, table, example));
        let asks = seats.flat_map(|ask| enlarged(&title, table.params, ask));
        complaints.extend(asks.flat_map(|ask| complaints_at(table, &ask)));
    }
    complaints.dedup();
    assert!(complaints.is_empty(), "{} tables:\n{}", complaints.len(), complaints.join("\n"));
}

/// Tables by chance, as questions are.
fn sit_by_chance(rounds: usize) {
    let (mut complaints, mut chance, mut seated) = (Vec::new(), chance_from(24), 0);
    for (topic, table) in tables() {
        let title = format!("play {}", topic.name);
        for round in 0..rounds {
            let ask = seat(topic, table, table.examples[round % table.examples.len()]);
            let Some(ask) = by_chance(&title, table.params, &ask, &mut chance) else { continue };
            seated += 1;
            complaints.extend(complaints_at(table, &ask));
        }
    }
    println!("{seated} tables");
    assert!(seated > rounds && complaints.is_empty(), "{seated} tables:\n{}", complaints.join("\n"));
}

by_chance_few_and_many!(sit_by_chance: every_table_by_chance_returns_at_once 12, every_table_by_chance_returns_at_once_hundreds_of_times 200);

/// Tables begun at positions by chance: those after some moves, with their texts grown.
fn begin_by_chance(rounds: usize) {
    let (mut complaints, mut chance, mut seated) = (Vec::new(), chance_from(26), 0);
    for (topic, table) in tables().filter(|(_, table)| table.params.iter().any(|p| p.name == kit::FROM.name)) {
        let title = format!("play {}", topic.name);
        for round in 0..rounds {
            let ask = seat(topic, table, table.examples[round % table.examples.len()]);
            let Ok(mut play) = (table.sit)(&ask, &mut stern()) else { continue };
            for _ in 0..chance.random_range(0..6) {
                let moves = play.moves();
                let Some(text) = moves.get(chance.random_range(0..moves.len().max(1))) else { break };
                play.play(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", ask.line()));
            }
            let mut text = play.position();
            for _ in 0..chance.random_range(0..12) {
                let tried = grown(&text, &mut chance);
                let mut pairs = ask.pairs();
                pairs.push((kit::FROM.name.to_string(), tried.clone()));
                let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                let Ok(begun) = Ask::of_pairs(&title, table.params, pairs) else { continue };
                if (table.sit)(&begun, &mut stern()).is_ok() {
                    text = tried;
                    seated += 1;
                    complaints.extend(complaints_at(table, &begun));
                }
            }
        }
    }
    println!("{seated} tables");
    assert!(seated > rounds && complaints.is_empty(), "{seated} tables:\n{}", complaints.join("\n"));
}

by_chance_few_and_many!(begin_by_chance: every_table_from_a_position_by_chance_returns_at_once 6, every_table_from_a_position_by_chance_returns_at_once_hundreds_of_times 150);

/// Positions of Sprouts whose pictures were slow: what is no whole scene was laid out anew for each of its previews.
#[test]
fn pictures_of_large_positions_of_sprouts_come_at_once() {
    let _alone = alone();
    let letters = |many: usize| (b'A'..=b'Z').chain(b'a'..=b'z').map(char::from).take(many).collect::<String>();
    let (topic, table) = tables().find(|(topic, _)| topic.name == "sprouts").expect("a table");
    let mut complaints = Vec::new();
    for text in [
        "{CCmodpJJWAD}".to_string(),
        "{ABCDEFGHIJ}{ABCDEFGHIJ}".to_string(),
        format!("{{{0}}}{{{0}}}", letters(26)),
        "{A.B.C.D.E.F.G.H.I.J.K.L}".to_string(),
    ] {
        let ask = table.ask(topic, &["--from".to_string(), text.clone()], &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        assert!((table.sit)(&ask, &mut stern()).is_ok(), "{text}");
        complaints.extend(complaints_at(table, &ask));
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    // Larger ones are refused at the door.
    let large = format!("{{{0}}}{{{0}}}", letters(52));
    let ask = table.ask(topic, &["--from".to_string(), large], &NoFiles).unwrap_or_else(|e| panic!("{e}"));
    assert!((table.sit)(&ask, &mut stern()).is_err());
}

/// Hundreds of large heaps have as many moves as there is memory for: a table refuses them by their number, and an
/// answer that needs no list of them is given.
#[test]
fn heaps_with_too_many_moves_are_refused_at_the_door() {
    let _alone = alone();
    let heaps = |least: usize, many: usize, step: usize| {
        let all: Vec<String> = (0..many).map(|place| (least + step * place).to_string()).collect();
        format!("nim(3) + kayles({})", all.join(", "))
    };
    let (topic, table) = tables().find(|(topic, _)| topic.name == "sums").expect("a table");
    let large = heaps(40_000, 300, 37);
    for words in [vec![large.clone()], vec!["nim(3)".to_string(), "--from".to_string(), large.clone()]] {
        let ask = table.ask(topic, &words, &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        let error = (table.sit)(&ask, &mut stern()).err().map(|e| e.to_string()).unwrap_or_default();
        assert!(error.contains("moves") && error.contains("the limit is 200000 moves"), "{error}");
    }
    for allowed in [heaps(100_000, 1, 0), heaps(300, 60, 1), heaps(5, 2000, 0)] {
        let ask = table.ask(topic, &[allowed], &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        assert!((table.sit)(&ask, &mut stern()).is_ok(), "{}", ask.line());
        let complaints: Vec<String> = complaints_at(table, &ask).iter().map(|said| kit::shorten(said)).collect();
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
    // Moves may be few and long.
    let ask = table.ask(topic, &[heaps(300, 300, 1)], &NoFiles).unwrap_or_else(|e| panic!("{e}"));
    assert!((table.sit)(&ask, &mut stern()).is_err_and(|error| error.to_string().contains("letters")));
    for (sentence, answered) in [
        // Lost: there is no winning move to list.
        (format!("sums value \"{large}\""), true),
        (format!("sums value \"{}\"", large.replace("nim(3)", "nim(4)")), false),
        ("sums value \"1000*kayles(100000)\"".to_string(), true),
        ("sums value \"kayles(100000)\" --moves".to_string(), true),
    ] {
        let (question, ask) = read_sentence(topics::ALL, &sentence, &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        match (question.answer)(&ask, &mut Brief::of(Duration::from_secs(600)).granting(GRANTED)) {
            Ok(_) => assert!(answered, "{}", kit::shorten(&sentence)),
            Err(error) => assert!(!answered && error.to_string().contains("the limit is"), "{error}"),
        }
    }
}

/// Of a long strip every move has as many after it, each as long: whether one of them ends the game was looked through
/// without a look at the watch.
#[test]
fn long_strips_return_at_once() {
    let _alone = alone();
    let (topic, table) = tables().find(|(topic, _)| topic.name == "sums").expect("a table");
    let strip = format!("treblecross(\"X{}\")", ".".repeat(1900));
    let seats = [vec![strip.clone()], vec!["treblecross(9)".to_string(), "--from".to_string(), strip]];
    let complaints: Vec<String> = seats
        .iter()
        .flat_map(|words| {
            let ask = table.ask(topic, words, &NoFiles).unwrap_or_else(|e| panic!("{e}"));
            assert!((table.sit)(&ask, &mut stern()).is_ok(), "{words:?}");
            complaints_at(table, &ask)
        })
        .map(|said| kit::shorten(&said))
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// What a person wishes at a table.
type Wish = fn(&dyn kit::Play, &mut dyn Watch) -> Result<()>;

const WISHES: [(&str, Wish); 4] = [
    ("moves", |play, _| {
        play.moves();
        Ok(())
    }),
    ("hint", |play, watch| play.advise(watch).map(drop)),
    ("values", |play, watch| play.values(watch).map(drop)),
    ("picture", |play, _| {
        play.scene();
        Ok(())
    }),
];

/// What a question shows when it is stopped; on a busy machine it may have nothing after half a second.
fn shown_when_stopped(sentence: &str) -> Report {
    let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    let shown = |seconds: f64| (question.answer)(&ask, &mut Brief::of(Duration::from_secs_f64(seconds)));
    let last = || shown(8.0).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    [0.5, 2.0].into_iter().find_map(|seconds| shown(seconds).ok()).unwrap_or_else(last)
}

/// Long work that has something to show before its end shows it when it is stopped, with the standing that this has.
#[test]
fn what_is_cut_short_shows_what_it_has() {
    let _alone = alone();
    for (sentence, fact) in [
        ("conics odds --tosses 1000000000000", "ellipse"),
        ("conics odds --method purcell --tosses 1000000000000", "ellipse"),
        ("conics sylvester --tosses 10000000000", "four"),
        ("disks equal 9 --walks 100000", "found"),
        ("disks contest 8 --walks 100000", "found"),
        ("disks pack --diameters 1,1,1,1,1,1,1 --container 2.9 --walks 100000", "smallest"),
        ("queens lock 40", "at_least"),
        ("scale best 110 --effort 1000", "at_least"),
        ("scale most 6", "at_most"),
    ] {
        let report = shown_when_stopped(sentence);
        assert_ne!(report.standing, Standing::Proved, "{sentence}: {}", report.line);
        assert!(report.get(fact).is_some_and(|fact| *fact != kit::Fact::Nothing), "{sentence}: {}", report.line);
        let tossed = report.get("tosses").and_then(kit::Fact::as_whole);
        assert!(tossed.is_none_or(|tossed| (1..10_000_000_000).contains(&tossed)), "{sentence}: {}", report.line);
    }
}
