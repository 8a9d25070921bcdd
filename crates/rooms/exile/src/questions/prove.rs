//! `exile prove`: statements for all n, decided by automata.

use super::super::certificate;
use super::super::prove::{Proved, definitions, prove};
use super::super::scene::automaton;
use engine::automata::{Automaton, System};
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch};

pub(super) const PROVE: Question = Question::of("prove", answer)
    .about("is a statement about all n true: words T, theme; functions a, b, c, X, Y, M, P; A E ~ & | => <=>, sums, comparisons")
    .params(&[
        Param::text("statement", "such as \"A n: X(n+1) > X(n)\"", 4000).main(),
        Param::choice("system", "the numeration system, with its own words", definitions::SYSTEMS).or("tribonacci"),
        Param::whole("states", "the most states of an automaton on the way", 10, 20_000_000).or("1000000"),
    ])
    .examples(&[
        "exile prove \"A n: X(n+1) > X(n)\"",
        "exile prove \"~E n: n >= 1 & X(n+1) = X(n) + 1 & X(n+2) = X(n) + 2\"",
        "exile prove \"A n: n >= 1 => X(Y(n)) = X(n) + Y(n) | Y(X(n)) = X(n) + Y(n)\"",
        "exile prove \"A n: T[n] = a => T[n+1] = b\"",
        "exile prove \"X(n+1) = X(n) + 2\"",
        "exile prove \"~E i, n: n >= 1 & A u: i <= u & u < i + 3*n => F[u] = F[u+n]\" --system fibonacci",
        "exile prove \"~E i, n: n >= 1 & A u: i <= u & u <= i + n => t[u] = t[u+n]\" --system base2",
    ]);

fn answer(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let text = ask.text("statement");
    let system = ask.text("system");
    let proved = prove(system, text, ask.size("states"), ask.wants_certificate(), watch)?;
    let system = System::named(system)?;
    let mut names = Table::new("names", &["name", "states"]);
    for (name, states) in &proved.names {
        names.row(kit::row![name.clone(), *states]);
    }
    let example = |wanted: bool| match &proved.example {
        Some(values) if proved.truth == Some(wanted) => {
            Fact::List(values.iter().map(|(_, value)| Fact::big(value)).collect())
        }
        _ => Fact::Nothing,
    };
    let members = members(&proved.shown, &system);
    let report = Report::new(line(&proved, text, &system), Standing::Proved)
        .fact("truth", proved.truth)
        .fact("counterexample", example(false))
        .fact("example", example(true))
        .fact("members", members)
        .fact("automaton_states", proved.shown.len())
        .fact("largest_automaton", proved.largest)
        .fact("states", Fact::Whole(proved.states.into()))
        .fact("steps", proved.steps)
        .fact("dot", Fact::Document(proved.shown.dot()))
        .table(names);
    let report = report.certified(ask, |_| certificate::automata::of(&proved, watch))?;
    // A sentence without outermost numbers leaves one state and nothing to see.
    Ok(match proved.variables.is_empty() {
        true => report,
        false => report.scene(automaton::automaton(&proved.shown, caption(&proved, &system))),
    })
}

/// How many members of a set are listed.
const LISTED: usize = 20;

fn members(set: &Automaton, system: &System) -> Fact {
    match set.tracks().len() == 1 && !set.tracks()[0].string {
        true => Fact::List(set.first_members(system, LISTED).iter().map(Fact::big).collect()),
        false => Fact::Nothing,
    }
}

/// The answer in a sentence.
fn line(proved: &Proved, text: &str, system: &System) -> String {
    match (proved.truth, proved.example_text()) {
        (Some(true), Some(at)) => format!("true, first for {at}: {text}"),
        (Some(true), None) => format!("true: {text}"),
        (Some(false), Some(at)) => format!("false, first for {at}: {text}"),
        (Some(false), None) => format!("false: {text}"),
        (None, _) => format!("{}: {text}", of_set(proved, system)),
    }
}

fn of_set(proved: &Proved, system: &System) -> String {
    let (set, names) = (&proved.shown, proved.variables.join(", "));
    if set.is_empty() {
        return format!("holds for no {names}");
    }
    if set.tracks().len() != 1 {
        return format!("holds for the ({names}) of an automaton with {} states", set.len());
    }
    let first: Vec<String> = set.first_members(system, LISTED).iter().map(ToString::to_string).collect();
    match set.is_finite() {
        true => format!("holds for {names} = {} only", first.join(", ")),
        false => format!("holds for {names} = {}, ...", first[..first.len().min(10)].join(", ")),
    }
}

fn caption(proved: &Proved, system: &System) -> String {
    let (states, names) = (proved.shown.len(), proved.variables.join(", "));
    let how = if states == 1 { "the automaton of 1 state" } else { &format!("the automaton of {states} states") };
    format!("{how} that reads {names} in {} digits and accepts where the statement holds", system.name())
}

#[cfg(test)]
mod tests {
    use super::super::super::prove::check_body;
    use super::*;
    use crate::TOPIC;
    use kit::Unwatched;

    #[test]
    fn answers_are_true_false_or_a_set_and_say_why() {
        for (statement, line) in [
            ("A n: X(n+1) > X(n)", "true: A n: X(n+1) > X(n)"),
            ("A n: T[n] = a => T[n+1] = b", "false, first for n = 2: A n: T[n] = a => T[n+1] = b"),
            ("E n: X(n) = 14", "true, first for n = 9: E n: X(n) = 14"),
            ("A n, m: X(n) + Y(m) != 20", "false, first for n = 1, m = 7"),
            ("T[n] = c", "holds for n = 3, 10, 16, 23, 27, 34, 40, 47, 54, 60, ...: T[n] = c"),
            ("n < 4 & T[n] = a", "holds for n = 0, 2 only"),
            ("n < n", "holds for no n: n < n"),
            ("a(n) = m", "holds for the (n, m) of an automaton with"),
            ("T[3] = c", "true: T[3] = c"),
        ] {
            let report =
                TOPIC.answer(&format!("exile prove \"{statement}\"")).unwrap_or_else(|e| panic!("{statement}: {e}"));
            assert!(report.line.starts_with(line), "{}", report.line);
            assert_eq!(report.standing, Standing::Proved);
        }
    }

    #[test]
    fn a_least_counterexample_is_the_one_that_trying_finds() {
        // Row by row against the table itself.
        let rows = super::super::super::rows::rows_by_mex(200);
        let expected =
            (0..100usize).flat_map(|n| (0..100).map(move |m| (n, m))).find(|&(n, m)| rows[n][0] + rows[m][1] == 47);
        let proved = prove("tribonacci", "A n, m: X(n) + Y(m) != 47", 100_000, false, &mut Unwatched).unwrap();
        let (n, m) = expected.unwrap();
        assert_eq!(proved.example_text(), Some(format!("n = {n}, m = {m}")));
    }

    #[test]
    fn refusals_are_one_line_with_the_place_or_the_figure() {
        let refused = TOPIC.answer("exile prove \"A n: Z(n) = 1\"").unwrap_err();
        assert_eq!(refused.caret().unwrap().lines().last(), Some("     ^"), "{refused}");
        let small = TOPIC.answer("exile prove \"A n: X(n+1) > X(n)\" --states 50").unwrap_err();
        assert_eq!(small.trouble(), kit::Trouble::TooLarge);
        assert!(small.to_string().contains("the limit is 50 states"), "{small}");
        assert!(TOPIC.answer("exile prove \"A n: t[n] = 0\"").unwrap_err().to_string().contains("unknown"));
    }

    #[test]
    fn a_certificate_of_the_table_stands_and_a_changed_one_falls() {
        let text = "~E n: n >= 1 & X(n+2) = X(n) + 2";
        let proved = prove("tribonacci", text, 100_000, true, &mut Unwatched).unwrap();
        let body = proved.certificate.unwrap();
        assert_eq!(check_body(&body, &mut Unwatched).unwrap(), format!("tribonacci: {text}: true"));
        let other = body.replace(text, "~E n: n >= 1 & X(n+2) = X(n) + 3");
        assert!(check_body(&other, &mut Unwatched).is_err());
        assert!(check_body(&body.replacen("answer true", "answer false", 1), &mut Unwatched).is_err());
    }
}
