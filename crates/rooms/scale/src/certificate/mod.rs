//! Certificates: strategies that find the fakes, and refutations that show that fewer weighings or more coins will not
//! do.
//!
//! *What is established.* Of N coins F are fake and lighter; which ones is not known. A weighing lays equally many
//! coins on both pans, and the scale answers with the number of fakes on the left minus that on the right: the 5-way
//! scale tells 2 or more, 1, 0, -1, -2 or less, the 3-way scale its sign. That the fakes *are found within w weighings*
//! means: there is a rule for which coins to weigh, depending on the answers, so that after at most w weighings the
//! answers leave one set of F coins. A strategy in the evidence is such a rule, and [`reasoning`] establishes it for
//! all N-choose-F sets of coins: it starts itself from the one group of all coins, and computes which sets arrive at
//! which step. That they are *not always found within w weighings* means that there is no such rule; [`refute`]
//! establishes it by trying every weighing.
//!
//! *From what.* From the evidence and the rule of the scale ([`Scale::answer`]). The solvers are not asked. [`read`]
//! refuses whatever is not written in exactly one way; numbers are bounded before anything is made of them, and both
//! walks count their steps.
//!
//! *How large, how long.* `scale best 25` writes 4 kB; a million coins take 45 kB and are checked in milliseconds. The
//! longest refutation within reach of the exact search, 26 coins in 4 weighings, has 70 lines and takes a fraction of a
//! second.

mod cores;
pub mod read;
pub mod reasoning;
pub mod refute;
pub mod write;

use super::bounds::weighings_text;
use super::pile::Scale;
use super::plan::Plan;
use super::start::{Piles, Start};
use cores::Cores;
use kit::{Certificate, CertificateKind, Error, Fact, Report, Result, Standing, Watch};
use read::Line;
use refute::{Guide, Node, Pans, Refuter};

/// The kinds of the room.
pub const CERTIFICATES: &[CertificateKind] = &[
    CertificateKind {
        name: "strategy",
        about: "Of N coins F (1 to 6) are fake and lighter, or the two fakes lie in named piles. The evidence is a rule for which coins to weigh, and the checker establishes \
                that it finds every set of F fakes among the N coins within W weighings. It starts itself from all sets of F \
                coins in one group of N (or from all pairs that the piles allow), computes for every way in which the fakes can lie on the pans the answer and the step that it \
                leads to, and demands that each step lists exactly the kinds of sets that arrive there, and that a step which weighs \
                no more holds one set. That fewer weighings would not do is not established.",
        format: STRATEGY,
        examples: &["scale strategy 16 --method halving", "scale best 1000"],
        check: strategy,
    },
    CertificateKind {
        name: "optimum",
        about: "A strategy for N coins in W weighings as in the kind strategy, and that no strategy finds all sets of F fakes among these N \
                coins within W - 1 weighings. For that the checker tries every first weighing, and every weighing of the nodes \
                that the evidence leads to: each has an answer that leaves too many sets to count them out, or that is refuted in its turn.",
        format: OPTIMUM,
        examples: &[
            "scale best 12",
            "scale best 8 --fakes 3",
            "scale strategy 5",
            "scale separated 4 4",
            "scale doubly 1",
        ],
        check: optimum,
    },
    CertificateKind {
        name: "most",
        about: "A strategy for N coins in W weighings as in the kind strategy, and that for no greater number of coins all sets of F fakes are \
                found within W weighings: for each number from N + 1 on that counting of outcomes allows, W weighings are refuted as in the \
                kind optimum; beyond, there are more sets than outcomes.",
        format: MOST,
        examples: &["scale most 2", "scale most 3", "scale most 3 --scale 3"],
        check: most,
    },
];

const STRATEGY: &str = "\
Lines of words with one space between two. Numbers are decimal digits without sign or leading zeros.

  scale S START                    first
  step I groups SIZE... possible KIND...
  weigh L:R...
  ANSWER step J from ROW...

START is one of

  coins N fakes F                  F of N coins are fake; 1 <= F <= 6, F <= N, N <= 10000000, from F = 4 on N <= 10000
  separated A B                    one fake is among A coins, the other among B others; 1 <= A, B <= 10000000
  doubly N                         four piles of N coins; one fake is in each of the first two, or one in each of the others

each followed by `spare R` if R >= 1 more coins lie beside that are known to be real. S is 3, 5, 7, 9, 11, 13 or threshold; F is 2 for \
separated and doubly, and N in what follows is the number of all coins, the real ones included.

Steps are numbered 0, 1, 2, ... in the order of their lines. A step line is followed by nothing (the fakes are found), or by one weigh line and \
then the answers that can occur, each once, in the order MUCH-LESS LESS EQUAL MORE MUCH-MORE (S = 5), LESS EQUAL MORE (S = 3 and \
threshold), or LESS-m ... LESS-1 EQUAL MORE-1 ... MORE-m (S = 2m + 1 from 7 on).

A step knows its coins as groups 0, 1, 2, ... (at most 250) of the SIZEs given, each group a row of coins in order; all other coins are known to be \
real, so the sizes add up to at most N. A KIND is F group numbers, ascending, joined by - (0-0 or 0-3 or 1-1-2), and stands for every set that takes so \
many different coins of each group as its number occurs; it must hold at least one set (no number occurs more often than its group has coins). The \
kinds of a step ascend strictly, compared number by number.

weigh has one L:R for each group, L + R <= SIZE: the first L coins of the group lie on the left pan, the next R on the right, the rest aside. The sums of \
all L and of all R may differ by no more than the coins known to be real, which fill up the lighter-filled pan. If d is the number of fakes on the left \
minus that on the right, the 5-way scale answers MUCH-LESS for d >= 2, LESS for 1, EQUAL for 0, MORE for -1, MUCH-MORE for d <= -2; the 3-way scale \
LESS for d > 0, EQUAL for 0, MORE for d < 0; the threshold scale LESS for d >= 2, MORE for d <= -2, EQUAL otherwise; the scale of 2m + 1 answers \
LESS-d for 0 < d < m, LESS-m for d >= m, EQUAL for 0, and MORE in the same way for d < 0.

An answer leads to step J and says of which coins its groups consist: one ROW for each group of step J, parts joined by +. A part is a group number of this \
step and L, A or R for all of its coins that lie left, aside or right, or such a part with FROM:TO for the coins FROM, ..., TO - 1 of those (counted \
from 0; FROM <= TO <= how many lie there). A row has as many coins as its group in step J; no coin is in two parts.

Checks. Step 0 has the groups of START: one of all coins but the real ones and the one kind of F zeros (0-0); two of A and B coins and the kind 0-1; four of \
N coins and the kinds 0-1 2-3. For each kind of a step and each choice of left, aside or right for each of its \
fakes, so far as these places have the coins: the answer must have a line; all the coins at these places must be in its rows (no possible fake \
becomes real); and each choice of new groups for the fakes, so far as enough coins of those places go there, must be a kind that step J \
lists. Every answer line must so occur, and every kind that a step other than 0 lists must so arrive. A step without weighing lists one kind \
and its groups have just the coins that the kind takes. No step is reached from itself, each is reached from step 0; W is the most \
weighings on any way. A checker may stop at 2^20 choices of new groups.

States: F fakes among N coins on the S-way scale are found within W weighings (`1 weighing` for one; `1 fake`, and then `is found`). For the other starts the \
sentence begins `one fake of A coins and one of B others`, or `one fake in each of A and B or one in each of C and D, four piles of N coins,`; real coins are \
`beside R real coins` (`beside a real coin` for one) before `on the`; the threshold scale is `the threshold scale`.";

const OPTIMUM: &str = "\
The lines of the kind strategy, then

  refute coins N weighings V       (or refute separated A B weighings V, refute doubly N weighings V)
  try L:R... ANSWER                any number of lines

with V = W - 1. The try lines are the walk of this procedure for the start and V weighings:

A node has groups with sizes, kinds (as in a step) and a number of real coins. The first node has the groups and kinds of \
step 0 and the R real coins of the first line. A node is hopeless for v weighings if it has more sets than a^v, where a is the number of answers of the scale.

To refute a node for v weighings: if it is hopeless for v, it is refuted. Otherwise, if v is 0, the certificate is refused. Otherwise go through all its weighings, one \
L:R for each group with L + R <= SIZE, in ascending order (L of group 0, then R of group 0, then L of group 1, ...), leaving out those where \
the sums of all L and all R differ by more than the real coins, and those where in the first group with L not equal to R it is R that is greater (their mirror \
images do the same). Each weighing splits each group into its left, aside and right part, and each answer leaves a node: the kinds with parts in \
place of groups, so far as they hold a set and give this answer; its groups are the parts that occur in a kind, in the order of their groups and left, aside, \
right; all other coins are real. If one of these nodes is hopeless for v - 1, the weighing is refuted. Otherwise the next line must be try with this \
weighing and the name of an answer, and the node of this answer is refuted for v - 1 before the next weighing is looked at. When the walk is over no line may be left. \
A checker may stop when it has looked at 2^24 pairs L:R.

For two fakes on the 5-way scale cores may stand in place of the try lines:

  hard BLOCK...                    any number of lines

A BLOCK is a pile N (2 <= N <= 99; any two of its coins may be the fakes) or a rectangle AxB (1 <= A <= B <= 99; one coin of the A and one of the B); those of a line, at most \
20 of them without a common coin, ascend, piles before rectangles. Each line must be a core: three weighings do not find the fakes there beside any number of real coins. A checker \
sees it by trying all weighings of the core, and of what they leave for two weighings and for one; it may stop after 2^27 ways to lay a block. The walk is then the same without lines: a node for 3 weighings is also \
refuted if its kinds are blocks, no two with a common group, that hold those of a core, each in a block of its own (a pile holds a smaller pile and a rectangle of no more coins, a rectangle one with sides no \
longer, and a pile of 2); a weighing goes on with the first answer that leaves such a node, and where more than 3 weighings are left with the first of the answers that leave the most sets.

States: F fakes among N coins on the S-way scale are found within W weighings, and not always within V.";

const MOST: &str = "\
The lines of the kind strategy for a START of coins N fakes F without spare, then for each n = N + 1, N + 2, ... as long as there are no more sets of F among n coins than a^W, a the number of answers:

  refute coins n weighings W
  try L:R... ANSWER                any number of lines, or hard lines

as in the kind optimum. W is the most weighings of the strategy.

States: F fakes among N coins on the S-way scale are found within W weighings, and among no greater number of coins.";

fn statement(scale: Scale, start: &Start, weighings: usize) -> String {
    let are = if start.fakes() == 1 { "is" } else { "are" };
    format!("{} on the {} {are} found within {}", start.text(), scale.title(), weighings_text(weighings))
}

fn optimum_statement(scale: Scale, start: &Start, weighings: usize) -> String {
    format!("{}, and not always within {}", statement(scale, start, weighings), weighings - 1)
}

fn most_statement(scale: Scale, start: &Start, weighings: usize) -> String {
    format!("{}, and among no greater number of coins", statement(scale, start, weighings))
}

/// A line of a refutation.
fn trial_text(scale: Scale, pans: &Pans, answer: usize) -> String {
    let pans: Vec<String> = pans.iter().map(|(left, right)| format!("{left}:{right}")).collect();
    format!("try {} {}", pans.join(" "), scale.names()[answer].replace(' ', "-"))
}

/// Whether that many coins have more sets than so many weighings have outcomes.
fn beyond_outcomes(scale: Scale, fakes: usize, coins: u32, weighings: usize) -> bool {
    refute::choose(coins, fakes) > refute::outcomes(scale, weighings)
}

/// The strategy of the evidence, its weighings, and the lines after it.
fn checked_strategy<'a>(
    certificate: &'a Certificate,
    watch: &mut dyn Watch,
) -> Result<(Plan, usize, std::vec::IntoIter<Line<'a>>)> {
    let mut lines: Vec<Line<'_>> = certificate.lines().collect();
    let head = read::head(lines.first().copied())?;
    let end = lines.iter().position(|(_, line)| line.starts_with("refute")).unwrap_or(lines.len());
    let rest = lines.split_off(end);
    let plan = read::plan(head, &lines[1..])?;
    let (sizes, kinds) = (plan.start.sizes(), plan.start.kinds());
    if plan.steps.first().is_none_or(|step| step.sizes != sizes || step.kinds != kinds) {
        let wanted = match plan.start.piles {
            Piles::One(..) => "all the coins in one group and all sets of them",
            _ => "the piles of the first line and all their pairs",
        };
        return Err(Error::failed(format!("step 0: it does not begin with {wanted}")));
    }
    let weighings = reasoning::check(&plan, watch)?;
    Ok((plan, weighings, rest.into_iter()))
}

fn report(line: String, plan: &Plan, weighings: usize) -> Report {
    Report::new(line, Standing::Proved)
        .fact("coins", plan.coins())
        .fact("fakes", plan.fakes())
        .fact("weighings", weighings)
        .fact("sets", Fact::big(Node::start(&plan.start).count()))
        .fact("steps", plan.steps.len())
}

fn strategy(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (plan, weighings, mut rest) = checked_strategy(certificate, watch)?;
    nothing_left(&mut rest)?;
    Ok(report(statement(plan.scale, &plan.start, weighings), &plan, weighings))
}

fn optimum(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (plan, weighings, rest) = checked_strategy(certificate, watch)?;
    let fewer = weighings.checked_sub(1).ok_or_else(|| Error::failed("fewer than no weighings cannot be refuted"))?;
    let mut script = Script { scale: plan.scale, lines: rest };
    refute_all(&mut script, plan.scale, [plan.start], fewer, watch)?;
    Ok(report(optimum_statement(plan.scale, &plan.start, weighings), &plan, weighings))
}

fn most(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let (plan, weighings, rest) = checked_strategy(certificate, watch)?;
    let Start { piles: Piles::One(coins, fakes), spare: 0 } = plan.start else {
        return Err(Error::failed("greater numbers of coins are refuted for one pile without real coins beside it"));
    };
    let mut script = Script { scale: plan.scale, lines: rest };
    // Every refutation has a line of its own, so the file bounds this walk.
    let end = (coins + 1..).zip(0..=script.lines.len()).map(|(coins, _)| coins);
    let end = end.take_while(|&coins| !beyond_outcomes(plan.scale, fakes, coins, weighings)).last();
    let greater = (coins + 1..=end.unwrap_or(coins)).map(|coins| Start::pile(coins, fakes));
    refute_all(&mut script, plan.scale, greater, weighings, watch)?;
    Ok(report(most_statement(plan.scale, &plan.start, weighings), &plan, weighings))
}

/// Checks the lines of a refutation, its heading included.
pub fn refutes(scale: Scale, start: Start, weighings: usize, text: &str, watch: &mut dyn Watch) -> Result<()> {
    let lines: Vec<Line<'_>> = (1..).zip(text.lines()).collect();
    refute_all(&mut Script { scale, lines: lines.into_iter() }, scale, [start], weighings, watch).map(drop)
}

/// Refutes so many weighings for each of these starts by the lines that are left, all of them; says how many weighings
/// were tried in all.
fn refute_all(
    script: &mut Script<'_>,
    scale: Scale,
    starts: impl IntoIterator<Item = Start>,
    weighings: usize,
    watch: &mut dyn Watch,
) -> Result<u64> {
    let mut tried = 0;
    for start in starts {
        let heading = format!("refute {} weighings {weighings}", start.words());
        script.expect(&heading)?;
        let cores = script.cores(&start, watch)?;
        let (mut nothing, mut by_cores) = (cores::Nothing, None);
        let guide: &mut dyn Guide = match cores.is_empty() {
            true => script,
            false => by_cores.insert(Cores { cores, finder: &mut nothing }),
        };
        let mut refuter = Refuter { scale, guide, watch, tried };
        refuter.refute(&Node::start(&start), weighings)?;
        tried = refuter.tried;
    }
    nothing_left(&mut script.lines).map(|()| tried)
}

fn nothing_left(lines: &mut std::vec::IntoIter<Line<'_>>) -> Result<()> {
    match lines.next() {
        None => Ok(()),
        Some((number, _)) => Err(Certificate::broken(number, "nothing more is to be shown here")),
    }
}

/// The lines of a refutation, one after the other.
struct Script<'a> {
    scale: Scale,
    lines: std::vec::IntoIter<Line<'a>>,
}

impl Script<'_> {
    fn expect(&mut self, wanted: &str) -> Result<()> {
        match self.lines.next() {
            Some((_, line)) if line == wanted => Ok(()),
            Some((number, _)) => Err(Certificate::broken(number, format!("{wanted:?} is to come here"))),
            None => Err(Error::failed(format!("{wanted:?} is missing"))),
        }
    }

    /// The cores that come here, each seen to be one; none where the walk is told line by line.
    fn cores(&mut self, start: &Start, watch: &mut dyn Watch) -> Result<Vec<Vec<cores::Block>>> {
        let all = self.lines.as_slice();
        let count = all.iter().take_while(|(_, line)| line.starts_with("hard ")).count();
        let lines: Vec<Line<'_>> = self.lines.by_ref().take(count).collect();
        match lines.first() {
            Some(&(number, _)) if self.scale != Scale::Five || start.fakes() != 2 => {
                Err(Certificate::broken(number, "cores are for two fakes on the 5-way scale"))
            }
            _ => cores::read(&lines, watch),
        }
    }
}

impl Guide for Script<'_> {
    fn answer(&mut self, _node: &Node, pans: &Pans, _weighings: usize) -> Result<usize> {
        let answers: Vec<String> = (0..self.scale.answers()).map(|a| trial_text(self.scale, pans, a)).collect();
        let Some((number, line)) = self.lines.next() else {
            return Err(Error::failed(format!("the answer to {:?} is missing", answers[0].replace("try ", ""))));
        };
        let named = answers.iter().position(|answer| answer == line);
        named.ok_or_else(|| Certificate::broken(number, format!("a line such as {:?} is to come here", answers[0])))
    }
}

#[cfg(test)]
mod forgeries;
#[cfg(test)]
mod tests;
