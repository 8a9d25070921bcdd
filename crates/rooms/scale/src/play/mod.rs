//! The scale to play with: one weighs, the other answers.

mod log;

use self::log::{EMPTY, LAYING, Log, Pans, Turn};
use crate::best;
use crate::bounds::weighings_text;
use crate::pile::{Kind, MOST_FAKES, NONE, Scale, State, choose, members};
use crate::questions::check_size;
use crate::scene::balance::{self, Coin, PLACES};
use crate::scene::pairs;
use crate::tree::coins_text;
use kit::{
    Advice, Ask, End, Error, FROM, Game, GameTable, Param, Play, Result, Scene, Session, Standing, Valued, Watch,
    shorten,
};

pub(super) static TABLE: GameTable = GameTable {
    params: &[
        Param::whole("n", "coins in the pile", 4, 200).main(),
        Param::switch("hide", "you hide the fakes and answer, the house weighs"),
        Param::choice("scale", "how many answers the scale gives", &["5", "3"]).or("5"),
        Param::choice("fakes", "how many coins are fake", &["2", "3"]).or("2"),
        FROM,
    ],
    examples: &["scale 11", "scale 8 --hide", "scale 7 --scale 3", "scale 6 --fakes 3"],
    sit,
};

fn sit(ask: &Ask, _watch: &mut dyn Watch) -> Result<Box<dyn Play>> {
    let scale = if ask.text("scale") == "3" { Scale::Three } else { Scale::Five };
    let (fakes, coins) = (if ask.text("fakes") == "3" { 3 } else { 2 }, ask.size("n") as u32);
    check_size(scale, fakes, coins)?;
    let game = Balance { coins, fakes, scale, hide: ask.flag("hide") };
    let start = game.start_log();
    Session::begin(game, start, ask)
}

/// Steps of the search for par: a picture should not wait for it.
const PAR_STEPS: u64 = 20_000;

/// The game.
pub struct Balance {
    coins: u32,
    fakes: usize,
    scale: Scale,
    hide: bool,
}

/// Coins with the same history, and the kinds of sets that fit all answers.
struct Sight {
    groups: Vec<Vec<u32>>,
    kinds: Vec<Kind>,
}

impl Balance {
    /// What the first `weighings` answers of a log leave.
    fn sight(&self, answered: &[(Pans, usize)]) -> Sight {
        let mut rows: Vec<(Vec<i8>, u32)> =
            (1..=self.coins).map(|coin| (answered.iter().map(|(pans, _)| pans.place(coin)).collect(), coin)).collect();
        rows.sort();
        let groups: Vec<&[(Vec<i8>, u32)]> = rows.chunk_by(|a, b| a.0 == b.0).collect();
        let mut kinds = Vec::new();
        self.add_kinds(&groups, answered, &mut Vec::new(), &mut kinds);
        Sight { groups: groups.iter().map(|g| g.iter().map(|c| c.1).collect()).collect(), kinds }
    }

    fn add_kinds(
        &self,
        groups: &[&[(Vec<i8>, u32)]],
        answered: &[(Pans, usize)],
        chosen: &mut Vec<u8>,
        kinds: &mut Vec<Kind>,
    ) {
        if chosen.len() == self.fakes {
            let fits = |(place, (_, answer)): (usize, &(Pans, usize))| {
                let more = chosen.iter().map(|&g| i32::from(groups[usize::from(g)][0].0[place])).sum();
                self.scale.answer(more) == *answer
            };
            if answered.iter().enumerate().all(fits) {
                let mut kind = [NONE; MOST_FAKES];
                kind[..self.fakes].copy_from_slice(chosen);
                kinds.push(kind);
            }
            return;
        }
        for group in usize::from(chosen.last().copied().unwrap_or(0))..groups.len() {
            let taken = chosen.iter().filter(|&&g| usize::from(g) == group).count();
            if groups[group].len() > taken {
                chosen.push(group as u8);
                self.add_kinds(groups, answered, chosen, kinds);
                chosen.pop();
            }
        }
    }

    fn sets(&self, answered: &[(Pans, usize)]) -> u64 {
        let sight = self.sight(answered);
        let sizes: Vec<u32> = sight.groups.iter().map(|g| g.len() as u32).collect();
        State { sizes, kinds: sight.kinds, spare: 0 }.count()
    }

    /// How many sets each answer to the waiting weighing would leave.
    fn left_by_answer(&self, at: &Log, pans: &Pans) -> Vec<u64> {
        let with = |answer| {
            let mut answered = at.answered.clone();
            answered.push((pans.clone(), answer));
            self.sets(&answered)
        };
        (0..self.scale.answers()).map(with).collect()
    }

    /// The coins that may be fake, group by group.
    fn suspects(&self, sight: &Sight) -> Vec<Vec<u32>> {
        let used = |group: usize| sight.kinds.iter().any(|k| members(k).contains(&(group as u8)));
        (0..sight.groups.len()).filter(|&g| used(g)).map(|g| sight.groups[g].clone()).collect()
    }

    /// A good weighing by the solver, as coins; also the weighings still needed after it if that is proved.
    fn solve(&self, at: &Log, stop: &dyn Fn(u64) -> bool) -> Option<(Pans, usize, bool)> {
        let sight = self.sight(&at.answered);
        // Unused groups are real coins.
        let used: Vec<usize> =
            (0..sight.groups.len()).filter(|&g| sight.kinds.iter().any(|k| members(k).contains(&(g as u8)))).collect();
        let rename = |kind: &Kind| kind.map(|c| used.binary_search(&usize::from(c)).map_or(NONE, |p| p as u8));
        let sizes: Vec<u32> = used.iter().map(|&g| sight.groups[g].len() as u32).collect();
        let spare = self.coins - sizes.iter().sum::<u32>();
        let (state, parents) = State::normal(&sizes, sight.kinds.iter().map(rename).collect(), spare);
        let (weighing, needed, proved) = best::next_weighing(self.scale, &state, stop)?;
        let mut pans = Pans { left: Vec::new(), right: Vec::new() };
        for (class, &(l, r)) in weighing.iter().enumerate() {
            let coins: Vec<u32> = parents[class].iter().flat_map(|&p| sight.groups[used[p]].iter().copied()).collect();
            pans.left.extend(&coins[..l as usize]);
            pans.right.extend(&coins[l as usize..(l + r) as usize]);
        }
        self.fill_up(&sight, &mut pans);
        Some((pans, needed, proved))
    }

    fn fill_up(&self, sight: &Sight, pans: &mut Pans) {
        let suspects: Vec<u32> = self.suspects(sight).concat();
        let missing = pans.left.len().abs_diff(pans.right.len());
        let real = (1..=self.coins).filter(|coin| !suspects.contains(coin)).take(missing);
        let lighter = if pans.left.len() < pans.right.len() { &mut pans.left } else { &mut pans.right };
        lighter.extend(real);
        pans.left.sort_unstable();
        pans.right.sort_unstable();
    }

    fn read_pans(&self, text: &str) -> Result<Pans> {
        let bad = |why: String| Error::usage(format!("{:?}", shorten(text)), why, "write a weighing such as 1-3 v 4-6");
        let (left, right) = text
            .split_once(" v ")
            .or_else(|| text.split_once(" vs "))
            .ok_or_else(|| bad("not a weighing".to_string()))?;
        let read = |side: &str| self.read_coins(side).map_err(bad);
        let (left, right) = (read(left)?, read(right)?);
        if left.len() != right.len() {
            return Err(bad(format!("{} coins against {}", left.len(), right.len())));
        }
        if let Some(twice) = left.iter().find(|c| right.contains(c)) {
            return Err(bad(format!("coin {twice} is on both pans")));
        }
        Ok(Pans { left, right })
    }

    fn read_coins(&self, text: &str) -> Result<Vec<u32>, String> {
        let mut coins = Vec::new();
        for word in text.split([' ', ',']).filter(|w| !w.is_empty()) {
            let number = |w: &str| w.parse::<u32>().map_err(|_| format!("{:?} is no coin", shorten(w)));
            let (from, to) = match word.split_once('-') {
                Some((from, to)) => (number(from)?, number(to)?),
                None => (number(word)?, number(word)?),
            };
            if from < 1 || to > self.coins || from > to {
                return Err(format!("{:?}: the coins are 1 to {}", shorten(word), self.coins));
            }
            coins.extend(from..=to);
        }
        coins.sort_unstable();
        match coins.windows(2).find(|w| w[0] == w[1]) {
            Some(twice) => Err(format!("coin {} is named twice", twice[0])),
            None if coins.is_empty() => Err("a pan is empty".to_string()),
            None => Ok(coins),
        }
    }

    fn read_answer(&self, at: &Log, pans: &Pans, text: &str) -> Result<Turn> {
        let wanted = text.trim().to_uppercase().replace(['-', '_'], " ");
        let names = self.scale.names();
        let signs: &[&str] = if self.scale == Scale::Five { &["<<", "<", "=", ">", ">>"] } else { &["<", "=", ">"] };
        let answer = names.iter().position(|n| *n == wanted).or_else(|| signs.iter().position(|s| *s == wanted));
        let Some(answer) = answer else {
            let written = format!("{:?}", shorten(text));
            return Err(Error::usage(written, "not an answer of this scale", format!("answer {}", names.join(", "))));
        };
        self.check_answer(&at.answered, pans, answer)?;
        Ok(Turn::Answer(answer, names[answer]))
    }

    /// Refuses an answer that leaves no set, and names the first weighing whose answer it cannot stand beside.
    fn check_answer(&self, answered: &[(Pans, usize)], pans: &Pans, answer: usize) -> Result<()> {
        let leaves = |before: usize| {
            let mut log = answered[..before].to_vec();
            log.push((pans.clone(), answer));
            self.sets(&log) > 0
        };
        if leaves(answered.len()) {
            return Ok(());
        }
        let set = if self.fakes == 2 { "pair" } else { "set" };
        let clash = (0..answered.len()).find(|&before| !leaves(before)).unwrap_or(answered.len());
        let why = match clash {
            0 => format!("no {set} is left; that answer is impossible for this weighing"),
            number => format!("no {set} is left; the last answer contradicts weighing {number}"),
        };
        Err(Error::usage(self.scale.names()[answer], why, "answer again, or take weighings back"))
    }

    fn start_log(&self) -> Log {
        Log { answered: Vec::new(), open: None, laid: Pans::default(), scale: self.scale }
    }

    /// Coins that lie on the pans: each pan may be empty, and they need not be equally many.
    fn read_laid(&self, text: &str) -> Result<Pans> {
        let bad = |why: String| Error::usage(format!("{:?}", shorten(text)), why, "write laying 1-3 v 4");
        let (left, right) = text.split_once(" v ").ok_or_else(|| bad("no pans".to_string()))?;
        let read = |side: &str| if side.trim() == EMPTY { Ok(Vec::new()) } else { self.read_coins(side).map_err(bad) };
        let pans = Pans { left: read(left)?, right: read(right)? };
        match pans.left.iter().find(|coin| pans.right.contains(coin)) {
            Some(twice) => Err(bad(format!("coin {twice} is on both pans"))),
            None if pans.is_empty() => Err(bad("nothing is laid".to_string())),
            None => Ok(pans),
        }
    }

    /// A coin that a hand lays: `3 left`.
    fn read_lay(&self, at: &Log, text: &str) -> Result<Turn> {
        let written = || format!("{:?}", shorten(text));
        let (coin, place) = text.split_once(' ').unwrap_or((text, ""));
        let coin = coin.parse().ok().filter(|coin| (1..=self.coins).contains(coin)).ok_or_else(|| {
            Error::usage(written(), "no coin of this pile", format!("the coins are 1 to {}", self.coins))
        })?;
        let place = PLACES.iter().position(|name| *name == place.trim()).ok_or_else(|| {
            Error::usage(
                written(),
                "a coin is laid on a pan or aside",
                "write coin 3 left, coin 3 right or coin 3 aside",
            )
        })?;
        match at.laid.with(coin, place) == at.laid {
            true => Err(Error::usage(written(), "it lies there already", "lay it elsewhere")),
            false => Ok(Turn::Lay(coin, place)),
        }
    }

    /// The pairs that fit all answers, coin by coin.
    fn pairs(&self, sight: &Sight) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for kind in &sight.kinds {
            let (a, b) = (usize::from(kind[0]), usize::from(kind[1]));
            for &x in &sight.groups[a] {
                pairs.extend(sight.groups[b].iter().filter(|&&y| a != b || x < y).map(|&y| (x.min(y), x.max(y))));
            }
        }
        pairs
    }

    /// How many weighings a perfect weigher needs, where a short search tells it.
    fn par(&self) -> Option<String> {
        let (_, needed, proved) = self.solve(&self.start_log(), &|steps| steps > PAR_STEPS)?;
        proved.then(|| format!("; par is {}", weighings_text(needed)))
    }

    /// Coins can be taken in hand; a touch lays one on the emptier pan, or takes it back.
    fn take_hold(&self, scene: &mut Scene, at: &Log) {
        let laid = &at.laid;
        balance::take_hold(scene, |coin| {
            let place = match laid.place(coin) {
                0 if laid.left.len() <= laid.right.len() => 0,
                0 => 1,
                _ => 2,
            };
            Turn::Lay(coin, place).to_string()
        });
    }
}

/// Where to look for a good weighing: answers that share the sets that are left as evenly as they can.
fn look_of(sets: u64, answers: usize) -> String {
    let share = sets.div_ceil(answers as u64);
    format!(
        "look at the {sets} sets that are still possible: a weighing with {answers} answers should leave about {share} of them whichever comes"
    )
}

impl Game for Balance {
    type Position = Log;
    type Move = Turn;

    fn title(&self) -> String {
        // Sides can be swapped at the table, so the title names nobody.
        let first =
            if self.hide { "one hides them and answers, the other weighs" } else { "one weighs, the other answers" };
        format!("{} fakes among {} coins on the {}: {first}", self.fakes, self.coins, self.scale.title())
    }

    fn rules(&self) -> String {
        let who = match self.hide {
            true => "Hide the fakes and answer each weighing truly; an answer that fits no fakes is refused.",
            false => {
                "Weigh until only one set of fakes is possible. The adversary has not chosen the fakes: he answers so as to keep most sets possible."
            }
        };
        format!(
            "{} of {} coins are fake and lighter than the others. A weighing puts equally many coins on both pans, 1-3 v 4-6; the answer \
             says by how many fakes they differ ({}; LESS: the left pan is lighter and has more fakes). {who}",
            self.fakes,
            self.coins,
            self.scale.names().join(", ")
        )
    }

    fn read_position(&self, text: &str) -> Result<Log> {
        let mut log = self.start_log();
        if text.trim() == "start" {
            return Ok(log);
        }
        for part in text.split('/') {
            if !log.laid.is_empty() {
                return Err(Error::usage(shorten(text), "coins that are laid come last", "weigh them first"));
            }
            if log.open.is_some() {
                return Err(Error::usage(shorten(text), "a weighing without its answer", "answer it before the next"));
            }
            if let Some(laid) = part.trim().strip_prefix(LAYING) {
                log.laid = self.read_laid(laid)?;
                continue;
            }
            let (pans, answer) = part.split_once('=').map_or((part, None), |(p, a)| (p, Some(a)));
            let pans = self.read_pans(pans.trim())?;
            match answer {
                None => log.open = Some(pans),
                Some(answer) => match self.read_answer(&log, &pans, answer)? {
                    Turn::Answer(answer, _) => log.answered.push((pans, answer)),
                    Turn::Weigh(_) | Turn::Lay(..) => unreachable!("an answer was read"),
                },
            }
        }
        Ok(log)
    }

    fn moves(&self, at: &Log) -> Vec<Turn> {
        if let Some(pans) = &at.open {
            let left = self.left_by_answer(at, pans);
            let names = self.scale.names();
            return (0..left.len()).filter(|&a| left[a] > 0).map(|a| Turn::Answer(a, names[a])).collect();
        }
        // Some of the many weighings: suspects in order, more and more of them; first the half of each group against
        // the other.
        let sight = self.sight(&at.answered);
        let groups = self.suspects(&sight);
        let suspects = groups.concat();
        let mut offered: Vec<Turn> = Vec::new();
        let mut offer = |left: &[u32], right: &[u32]| {
            let mut pans = Pans { left: left.to_vec(), right: right.to_vec() };
            pans.left.sort_unstable();
            pans.right.sort_unstable();
            let turn = Turn::Weigh(pans);
            if !left.is_empty() && !offered.contains(&turn) {
                offered.push(turn);
            }
        };
        if at.laid.is_full() {
            offer(&at.laid.left, &at.laid.right);
        }
        for k in 1..=suspects.len() / 2 {
            offer(&suspects[..k], &suspects[k..2 * k]);
        }
        let halves = |from_left: bool| -> Vec<u32> {
            let part = |g: &Vec<u32>| {
                if from_left { g[..g.len() / 2].to_vec() } else { g[g.len() / 2..2 * (g.len() / 2)].to_vec() }
            };
            groups.iter().flat_map(part).collect()
        };
        offer(&halves(true), &halves(false));
        offered.truncate(30);
        offered
    }

    fn read_move(&self, at: &Log, text: &str) -> Result<Turn> {
        match &at.open {
            Some(pans) => self.read_answer(at, pans, text),
            None => match text.trim().strip_prefix("coin ") {
                Some(coin) => self.read_lay(at, coin.trim()),
                None => self.read_pans(text.trim()).map(Turn::Weigh),
            },
        }
    }

    fn after(&self, at: &Log, play: &Turn) -> Log {
        let mut log = at.clone();
        match (play, log.open.take()) {
            (Turn::Weigh(pans), _) => {
                log.open = Some(pans.clone());
                log.laid = Pans::default();
            }
            (Turn::Lay(coin, place), _) => log.laid = log.laid.with(*coin, *place),
            (Turn::Answer(answer, _), Some(pans)) => log.answered.push((pans, *answer)),
            (Turn::Answer(..), None) => {}
        }
        log
    }

    fn turn(&self, at: &Log, _moves_made: usize) -> usize {
        // Player 0 is the person: weighing, or answering when hiding.
        usize::from(at.open.is_some() != self.hide)
    }

    fn end(&self, at: &Log, _turn: usize) -> Option<End> {
        if at.open.is_some() {
            return None;
        }
        let sight = self.sight(&at.answered);
        let sizes: Vec<u32> = sight.groups.iter().map(|g| g.len() as u32).collect();
        let state = State { sizes, kinds: sight.kinds.clone(), spare: 0 };
        (state.count() == 1).then(|| {
            let fakes = coins_text(&self.suspects(&sight).concat());
            let weighings = weighings_text(at.answered.len());
            let par = self.par().unwrap_or_default();
            End {
                winner: Some(usize::from(self.hide)),
                line: format!("the fakes are {fakes}, found in {weighings}{par}"),
            }
        })
    }

    fn advise(&self, at: &Log, watch: &mut dyn Watch) -> Result<Advice<Turn>> {
        if let Some(pans) = &at.open {
            let left = self.left_by_answer(at, pans);
            let most = left.iter().copied().max().unwrap_or(0);
            let answer = left.iter().position(|&l| l == most).unwrap_or(0);
            let name = self.scale.names()[answer];
            let line = format!("{name} keeps {most} of {} sets", left.iter().sum::<u64>());
            let look = "look for the answer that leaves the most sets: it makes the weigher's work longest";
            return Ok(Advice::guess(Turn::Answer(answer, name), look, line));
        }
        let found = kit::watch::tend(
            watch,
            None,
            |_| "the search for a weighing".to_string(),
            |progress| self.solve(at, &|_| progress.stopped()),
        )?;
        let sets = self.sets(&at.answered);
        let Some((pans, needed, proved)) = found else {
            return Err(Error::too_large(format!("{sets} sets"), "no good weighing was found", "weigh as you like"));
        };
        let needed = weighings_text(needed);
        let (standing, line) = match proved {
            true => (Standing::Proved, format!("{sets} sets are left; {needed} suffice and no fewer")),
            false => (Standing::Best, format!("{sets} sets are left; {needed} suffice")),
        };
        let look = look_of(sets, self.scale.names().len());
        Ok(Advice::new(Turn::Weigh(pans), standing, look, line))
    }

    fn values(&self, at: &Log, _watch: &mut dyn Watch) -> Result<Vec<Valued<Turn>>> {
        let note = |play: &Turn| match (play, &at.open) {
            (Turn::Weigh(pans), _) => {
                let worst = self.left_by_answer(at, pans).into_iter().max().unwrap_or(0);
                format!("leaves at most {worst} sets")
            }
            (Turn::Answer(answer, _), Some(pans)) => format!("leaves {} sets", self.left_by_answer(at, pans)[*answer]),
            (Turn::Answer(..), None) | (Turn::Lay(..), _) => String::new(),
        };
        let valued = |play: Turn| Valued { note: note(&play), wins: None, play };
        Ok(self.moves(at).into_iter().map(valued).collect())
    }

    fn scene(&self, at: &Log) -> Scene {
        let sight = self.sight(&at.answered);
        let suspects = self.suspects(&sight).concat();
        let sets = self.sets(&at.answered);
        let found = sets == 1;
        let coin = |coin: u32| match (suspects.contains(&coin), found) {
            (true, true) => Coin::Fake,
            (true, false) => Coin::Suspect,
            (false, _) => Coin::Real,
        };
        let (pans, tip, weighed) = match (&at.open, at.answered.last()) {
            (Some(pans), _) => (Some(pans), 0, Some(None)),
            // The beam leans to the pan with more coins.
            _ if !at.laid.is_empty() => {
                let more = at.laid.right.len() as i32 - at.laid.left.len() as i32;
                (Some(&at.laid), -more.signum(), None)
            }
            (None, Some((pans, answer))) => {
                let tip = *answer as i32 - self.scale.answers() as i32 / 2;
                (Some(pans), tip, Some(Some(self.scale.names()[*answer])))
            }
            (None, None) => (None, 0, None),
        };
        let (left, right) = pans.map_or((Vec::new(), Vec::new()), |p| (p.left.clone(), p.right.clone()));
        let caption = format!("{sets} of {} sets are possible", choose(self.coins, self.fakes));
        let mut scene = balance::at_table(caption, [&left, &right], self.coins, tip, coin);
        if let (Some(pans), Some(answer)) = (pans, weighed) {
            balance::tell(&mut scene, tip, &pans.to_string(), answer);
        }
        let found = at.open.is_none() && found;
        if at.open.is_none() && !found {
            self.take_hold(&mut scene, at);
        }
        let offered = if found { Vec::new() } else { self.moves(at) };
        // The answers, or a few weighings about a third of the suspects.
        let skip = if at.open.is_some() || at.laid.is_full() {
            0
        } else {
            (suspects.len() / 3).saturating_sub(3).min(offered.len().saturating_sub(5))
        };
        let shown: Vec<String> = offered.iter().skip(skip).take(5).map(ToString::to_string).collect();
        balance::buttons(&mut scene, &shown);
        if self.fakes == 2 && self.coins <= pairs::MOST {
            pairs::add(&mut scene, self.coins, &self.pairs(&sight));
        }
        scene
    }
}

#[cfg(test)]
mod tests;
