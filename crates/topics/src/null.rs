//! The room to copy: a pile of pebbles from which two players take one or two in turn; who cannot move loses.
//!
//! *The question.* Who wins a pile of n? *The theorem of thirds.* The player to move loses exactly when n is a multiple
//! of 3: from such a pile every move leaves no multiple, from any other taking n mod 3 leaves one; 0 is a multiple, and
//! lost (Bachet, 1612). *The method.* [`lost`] is that theorem, [`lost_by_definition`] the definition, in O(n). The
//! parts stand in the order of a larger room's files.
//!
//! ```
//! assert!(topics::null::lost(21) && !topics::null::lost(22));
//! ```

use kit::{
    Advice, Certificate, CertificateKind, Claim, End, Error, FROM, Fact, Finding, Game, GameTable, Ink, Param,
    Question, Report, Result, Scene, Session, Shape, Standing, Table, Topic, Valued, Verdict, Watch,
};

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "null",
    about: "a pile of pebbles, the room to copy",
    essay: "Two players take one pebble or two from a pile in turn, and who cannot move loses.\n\n## Theorem of thirds\nThe player \
            to move loses exactly the multiples of three: any move leads to another number, and from one a move leads back.",
    questions: QUESTIONS,
    claims: CLAIMS,
    table: Some(&TABLE),
    certificates: CERTIFICATES,
    ..Topic::EMPTY
};

const N: Param = Param::whole("n", "pebbles in the pile", 0, 1_000_000).main();

static QUESTIONS: &[Question] = &[Question::of("solve", |ask, _| {
    let n = ask.size("n");
    Ok(Report::new(statement(n), Standing::Proved)
        .fact("outcome", if lost(n) { "P" } else { "N" })
        .fact("winning_moves", Fact::list(winning_move(n)))
        .table(Table::sequence("lost", "n", "lost", 0, (0..=n.min(30)).map(|k| usize::from(lost(k)))))
        .scene(pile(n.min(30)))
        .certificate(Certificate::new("null", "third", statement(n), format!("pebbles {n}\n"))))
})
.about("who wins a pile of N pebbles, and how")
.params(&[N])
.examples(&["null solve 20"])];

static CLAIMS: &[Claim] = &[Claim::of("null.multiples", "Bachet 1612", |effort, _| {
    let to = effort.pick(300, 3_000);
    let alike = (0..to).all(|n| lost(n) == lost_by_definition(n));
    let evidence = format!("theorem of thirds; all piles below {to} by the definition");
    Ok(Finding::of(alike, Verdict::Holds, Verdict::Refuted, evidence))
})
.says("the player to move loses exactly the multiples of three")];

static TABLE: GameTable =
    GameTable { params: &[N, FROM], examples: &["null 10"], sit: |ask, _| Session::begin(Pile, ask.size("n"), ask) };

/// A position is a number of pebbles, a move is how many are taken.
struct Pile;

impl Game for Pile {
    type Position = usize;
    type Move = usize;

    fn title(&self) -> String {
        "a pile of pebbles".to_string()
    }
    fn rules(&self) -> String {
        "Take one pebble or two. Who cannot move loses.".to_string()
    }
    fn read_position(&self, text: &str) -> Result<usize> {
        text.parse().map_err(|_| Error::usage(text, "not a number of pebbles", "write a whole number"))
    }
    fn moves(&self, &at: &usize) -> Vec<usize> {
        (1..=at.min(2)).collect()
    }
    fn after(&self, &at: &usize, &take: &usize) -> usize {
        at - take
    }
    fn end(&self, &at: &usize, turn: usize) -> Option<End> {
        (at == 0).then(|| End { winner: Some(1 - turn), line: "no pebble is left".to_string() })
    }
    fn advise(&self, &at: &usize, _watch: &mut dyn Watch) -> Result<Advice<usize>> {
        let line = if lost(at) { "every move loses" } else { "leaves a multiple of 3" };
        Ok(Advice::proved(winning_move(at).unwrap_or(1), "look at what is left when you count by threes", line))
    }
    fn values(&self, at: &usize, _watch: &mut dyn Watch) -> Result<Vec<Valued<usize>>> {
        let value = |take| Valued { play: take, wins: Some(lost(at - take)), note: format!("leaves {}", at - take) };
        Ok(self.moves(at).into_iter().map(value).collect())
    }
    fn scene(&self, &at: &usize) -> Scene {
        let mut scene = pile(at);
        // Touching one of the last two pebbles takes it and those after it.
        (1..=at.min(2)).for_each(|take| scene.shapes[at - take].touch = Some(take.to_string()));
        scene
    }
}

fn pile(n: usize) -> Scene {
    let pebble = |place| Shape::circle(place as f64 + 0.5, 0.5, 0.4).fill(Ink::Solid);
    let scene = Scene::new("pile", format!("a pile of {n} pebbles"), n.max(1) as f64, 1.0);
    Scene { shapes: (0..n).map(pebble).collect(), ..scene }
}

static CERTIFICATES: &[CertificateKind] = &[CertificateKind {
    name: "third",
    about: "who wins a pile, recomputed from the definition",
    format: "one line: `pebbles` and their number, at most 10000",
    examples: &["null solve 20"],
    check: |certificate, _| {
        let n = certificate.body.strip_prefix("pebbles ").and_then(|rest| rest.strip_suffix('\n')?.parse().ok());
        let n = n.filter(|&n| n <= 10_000 && lost(n) == lost_by_definition(n));
        let n = n.ok_or_else(|| Certificate::broken(3, "not a number of pebbles up to 10000"))?;
        Ok(Report::new(statement(n), Standing::Proved))
    },
}];

fn statement(n: usize) -> String {
    match winning_move(n) {
        Some(take) => format!("a pile of {n} is won by taking {take}"),
        None => format!("a pile of {n} is lost for the player to move"),
    }
}

/// Whether the player to move loses, by the theorem.
pub fn lost(n: usize) -> bool {
    n.is_multiple_of(3)
}

/// Whether the player to move loses, by the definition.
pub fn lost_by_definition(n: usize) -> bool {
    let mut lost: Vec<bool> = Vec::new();
    (0..=n).for_each(|k| lost.push((1..=k.min(2)).all(|take| !lost[k - take])));
    lost[n]
}

fn winning_move(n: usize) -> Option<usize> {
    (1..=n.min(2)).find(|take| lost(n - take))
}

#[test]
fn the_theorem_and_the_definition_agree() {
    (0..200).for_each(|n| assert_eq!(lost(n), lost_by_definition(n), "{n} pebbles"));
}
