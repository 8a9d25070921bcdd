//! Forgeries, each of them refused for its own reason, beside what stands up.

use super::super::script::vocabulary;
use super::rulebook::Rulebook;
use super::{CERTIFICATES, Effort, couples_certificate, digest};
use kit::{Certificate, CertificateKind, Fact, NoFiles, Report, Result, Trouble, Unwatched, read_sentence};

fn kind(name: &str) -> &'static CertificateKind {
    CERTIFICATES.iter().find(|kind| kind.name == name).unwrap()
}

/// What the evidence alone establishes, the lines of a script first.
fn check(name: &str, script: &str, lines: &[&str]) -> Result<Report> {
    let script = script.split('\n').filter(|line| !line.is_empty()).map(|line| format!("script {line}\n"));
    let body = script.chain(lines.iter().map(|line| format!("{line}\n"))).collect();
    (kind(name).check)(&Certificate::new("sums", name, "", body), &mut Unwatched)
}

fn couples(lines: &[&str]) -> Result<Report> {
    check("couples", "", lines)
}

fn refused(report: Result<Report>, part: &str) {
    let line = match report {
        Ok(report) => panic!("accepted: {}; it should be refused with {part:?}", report.line),
        Err(error) => error.to_string(),
    };
    assert!(line.contains(part) && !line.contains('\n'), "{line:?} does not say {part:?}");
}

#[test]
fn the_digest_is_that_of_fowler_noll_and_vo() {
    // Test vectors of the draft "The FNV Non-Cryptographic Hash Algorithm".
    assert_eq!(digest(""), 0xcbf29ce484222325);
    assert_eq!(digest("a"), 0xaf63dc4c8601ec8c);
    assert_eq!(digest("foobar"), 0x85944171f73967e8);
}

#[test]
fn what_stands_up_says_exactly_what() {
    for (lines, states) in [
        (&["summand nim(2)", "lost 1 nim(1)", "lost 2 nim(2)"][..], "nim(2): nimber 2"),
        (&["summand nim(1)", "summand nim(1)", "lost 1 nim(1)"], "nim(1) + nim(1): nimber 0"),
        (&["summand nim(1, 2)", "lost 1 nim(1)", "lost 2 nim(2)"], "nim(1, 2): nimber 3"),
        // Grundy's heap of three has one move, to 1 and 2, and these have none.
        (&["summand grundy(3)", "lost 0 grundy(1)", "lost 0 grundy(2)", "lost 1 grundy(3)"], "grundy(3): nimber 1"),
        // An unlisted option is answered: from "3" of chomp's single row the piles 1 and 2 are left.
        (&["summand chomp(\"1\")", "lost 0 chomp(\"1\")"], "chomp(\"1\"): nimber 0"),
        (&["summand nim(0)"], "nim(0): nimber 0"),
        (&[], "0: nimber 0"),
    ] {
        let report = couples(lines).unwrap_or_else(|e| panic!("{lines:?}: {e}"));
        assert_eq!(report.line, states);
        let nimber = report.get("nimber").and_then(Fact::as_whole).unwrap();
        assert_eq!(report.get("outcome"), Some(&Fact::from(if nimber == 0 { "P" } else { "N" })));
    }
}

/// Dawson's Kayles on six pins is lost for the player to move beside a pile of 3; its moves lead to 4, 1+3 and 2+2.
const PINS: &[&str] = &["summand dawson(6)", "lost 0 dawson(1)", "lost 1 dawson(2)", "lost 1 dawson(3)"];

#[test]
fn an_unlisted_option_needs_an_answer_in_its_only_unlisted_component() {
    // From five pins one moves to 3, which is answered by 3 -> 1, and to 1+2, where 2 -> 0 answers: neither need be
    // listed.
    let five = &["summand dawson(5)", "lost 0 dawson(5)", "lost 0 dawson(1)"];
    assert_eq!(couples(five).unwrap().line, "dawson(5): nimber 0");
    refused(
        couples(&five[..2]),
        "dawson(5) beside 0 is not shown to be lost: nothing answers the move to dawson(1) + dawson(2)",
    );
    // Six pins: 4, 1+3 and 2+2 have 2, 1 and 0, so the nimber is 3, and a list without 4 does not show it.
    let with = |more: &[&'static str]| couples(&[PINS, more].concat());
    refused(with(&["lost 3 dawson(6)"]), "nothing answers the move to dawson(4)");
    assert_eq!(with(&["lost 2 dawson(4)", "lost 3 dawson(6)"]).unwrap().line, "dawson(6): nimber 3");
    refused(with(&["lost 2 dawson(4)"]), "the component dawson(6) is not listed");
    refused(with(&["lost 2 dawson(4)", "lost 1 dawson(6)"]), "nothing answers the move to dawson(1) + dawson(3)");
    refused(with(&["lost 2 dawson(4)", "lost 4 dawson(6)"]), "nothing answers the move in the pile to 3");
    // A move in the pile to 0 needs an answer like any other: 1 is all that a heap of two can become.
    let two = &["summand subtract({1}, 2)", "lost 1 subtract({1}, 1)", "lost 2 subtract({1}, 2)"];
    refused(couples(two), "nothing answers the move in the pile to 0");
    // Two unlisted components are never answered by one move: three loose pairs of pins beside each other.
    let two = &["summand octal(4.1, 2)", "lost 0 octal(4.1, 2)"];
    refused(couples(two), "nothing answers the move to octal(4.1, 1)");
    let two = &["summand octal(4.1, 2)", "lost 0 octal(4.1, 2)", "lost 1 octal(4.1, 1)"];
    refused(
        couples(two),
        "beside 0 is not shown to be lost: nothing answers the move to octal(4.1, 1) + octal(4.1, 1)",
    );
}

#[test]
fn a_couple_counts_for_its_own_game_alone() {
    // A changed digit of the code is another game; once it made the check fail itself.
    refused(
        couples(&["summand octal(0.137, 1)", "lost 1 octal(0.147, 1)"]),
        "the component octal(0.137, 1) is not listed",
    );
    refused(couples(&["summand nim(1)", "lost 1 kayles(1)"]), "the component nim(1) is not listed");
    refused(couples(&["summand boxing(\"11/11\")", "lost 1 boxing(\"10/00\")"]), "is not listed");
    // What the sum does without is checked as well.
    refused(couples(&["summand nim(1)", "lost 1 nim(1)", "lost 2 kayles(1)"]), "line 5: kayles(1) beside 2");
}

#[test]
fn lines_are_read_strictly() {
    for (lines, part) in [
        (&["summand nim(1)", "lost 1 nim(1)", "lost 1 nim(1)"][..], "line 5: this game is listed already"),
        (&["summand nim(1)", "lost 1 nim(1)", "lost 0 nim(1)"], "line 5: this game is listed already"),
        (&["lost 1 nim(1)", "summand nim(1)"], "line 4: a line \"summand\" does not come after a line \"lost\""),
        (&["summand nim(1)", "script fn moves(n) {}"], "does not come after"),
        (&["nimber 0"], "line 3: \"nimber\" is no line"),
        (&["summand nim(1)", ""], "line 4: \"\" is no line"),
        (&["summand"], "nothing follows"),
        (&["summand "], "nothing follows"),
        (&["summand nim(1)", "move 1: 1x1 at 1,1", "lost 1 nim(1)"], "line 4: couples need no move"),
        (&["summand nim( 1)", "lost 1 nim(1)"], "line 3: nim( 1) is written nim(1)"),
        (&["summand nim(2, 1)"], "is written nim(1, 2)"),
        (&["summand *1", "lost 1 nim(1)"], "is written nim(1)"),
        (&["summand nim(1) + nim(1)", "lost 1 nim(1)"], "is not the call of one game"),
        (&["summand 0"], "is not the call of one game"),
        (&["summand 99999999*nim(3)"], "too large"),
        (&["summand nim(1)", "lost 01 nim(1)"], "a couple is a pile and a game"),
        (&["summand nim(1)", "lost +1 nim(1)"], "a couple is a pile and a game"),
        (&["summand nim(1)", "lost 4294967297 nim(1)"], "a couple is a pile and a game"),
        (&["summand nim(1)", "lost 1"], "a couple is a pile and a game"),
        (&["summand nim(1)", "lost 1  nim(1)"], "is written nim(1)"),
        (&["summand nim(1)", "lost 4294967295 nim(1)"], "nothing answers the move in the pile to 1"),
        (&["summand nim(1, 2)", "lost 3 nim(1, 2)"], "line 4: nim(1, 2) is not one component"),
        (&["summand nim(1)", "lost 0 nim(0)", "lost 1 nim(1)"], "nim(0) is not one component"),
        (&["summand kalyes(3)"], "perhaps \"kayles\""),
        (&["summand octal(0.137, 100001)"], "line 3"),
        (&["script fn moves(n) { [] }", "summand nim(1)", "lost 1 nim(1)"], "no summand is a game of it"),
    ] {
        refused(couples(lines), part);
    }
}

/// A strip that is over, and one that the next move ends: each for itself has no nimber and no misère outcome here.
#[test]
fn strips_that_end_the_whole_sum_are_refused() {
    for strip in ["XXX", ".XXX.", "XX.", ".XX", "X.X", "..X.X"] {
        let call = format!("treblecross(\"{strip}\")");
        let (summand, sum, lost) = (format!("summand {call}"), format!("sum {call}"), format!("lost {call}"));
        for kind in ["couples", "nimbers"] {
            refused(check(kind, "", &[&summand]), "three in a row");
            refused(check(kind, "", &["summand nim(1)", &summand, "lost 1 nim(1)"]), "three in a row");
        }
        refused(check("misere", "", &[&sum]), "three in a row");
        refused(check("misere", "", &["sum nim(1)", "lost nim(1)", &lost]), "three in a row");
    }
    assert!(check("couples", "", &["summand treblecross(\"X...\")", "lost 1 treblecross(\"X...\")"]).is_ok());
}

#[test]
fn several_nimbers_need_neither_a_move_nor_a_script() {
    let good = ["summand nim(1)", "summand nim(0)", "lost 1 nim(1)"];
    assert_eq!(check("nimbers", "", &good).unwrap().line, "nim(1): nimber 1; nim(0): nimber 0");
    let why = "neither a move nor a script";
    refused(check("nimbers", "", &["summand nim(1)", "move 1: 1x1 at 1,1", "lost 1 nim(1)"]), why);
    refused(check("nimbers", "fn moves(n) { [] }", &["summand game(1)", "lost 0 game(1)"]), why);
    refused(check("nimbers", "", &["lost 1 nim(1)"]), "no line \"summand\"");
    // Each by itself: two that cancel do not cancel here.
    let two = ["summand nim(1)", "summand nim(1)", "lost 1 nim(1)"];
    assert_eq!(check("nimbers", "", &two).unwrap().line, "nim(1): nimber 1; nim(1): nimber 1");
    refused(check("nimbers", "", &two[..2]), "is not listed");
}

/// A board stands for its images, so that one of them is listed once, and for nothing else.
#[test]
fn a_board_stands_for_its_images() {
    let corner = "lost 1 cram(\"..#/.##\")";
    for call in ["..#/.##", "##./#..", "#..##/##.##", ".##/..#", "..##/.###"] {
        let summand = format!("summand cram(\"{call}\")");
        let report = couples(&[&summand, corner]).unwrap_or_else(|e| panic!("{call}: {e}"));
        assert_eq!(report.line, format!("cram(\"{call}\"): nimber 1"));
        let again = format!("lost 1 cram(\"{call}\")");
        refused(couples(&[&summand, corner, &again]), "this game is listed already");
    }
    for other in ["...", "..#/..#", "#.#/...", "..##/#..#"] {
        refused(couples(&[&format!("summand cram(\"{other}\")"), corner]), "is not listed");
    }
    refused(couples(&["summand boxing(\"110/100\")", corner]), "is not listed");
}

/// Rows of stones fall apart at gaps; two neighbours are taken.
const ROWS: &str = "fn name() { \"rows\" }
fn moves(p) { let all = []; for i in 1..p.len { if p[i-1] == 'o' && p[i] == 'o' {
all.push(p.sub_string(0, i - 1) + \"..\" + p.sub_string(i + 1)); } } all }
fn split(p) { let all = []; let run = \"\"; for c in p { if c == 'o' { run += c; } else { if run.len > 1 { all.push(run); } run = \"\"; } }
if run.len > 1 { all.push(run); } all }";

#[test]
fn the_game_of_a_script_is_part_of_the_statement() {
    let lines = &["summand rows(\"oo.ooo\")", "lost 1 rows(\"oo\")", "lost 1 rows(\"ooo\")"];
    let report = check("couples", ROWS, lines).unwrap();
    let by = format!(", by the rules of the script in this certificate, digest {:016x}", digest(ROWS));
    assert_eq!(report.line, format!("rows(\"oo.ooo\"): nimber 0{by}"));
    assert_eq!(report.get("script"), Some(&Fact::Document(ROWS.to_string())));
    assert_eq!(couples(&[]).unwrap().get("script"), None);
    // Another letter anywhere in the script is another statement.
    let other = check("couples", &ROWS.replace("all", "most"), lines).unwrap();
    assert_ne!(other.line, report.line);
    // An empty line is the word alone.
    let body = "script fn moves(n) {\nscript\nscript []\nscript }\nsummand game(1)\nlost 0 game(1)\n".to_string();
    let report = (kind("couples").check)(&Certificate::new("sums", "couples", "", body), &mut Unwatched).unwrap();
    assert_eq!(report.get("script"), Some(&Fact::Document("fn moves(n) {\n\n[]\n}".to_string())));
    let body = "script fn moves(n) {\nscript \nscript []\nscript }\nsummand game(1)\nlost 0 game(1)\n".to_string();
    refused((kind("couples").check)(&Certificate::new("sums", "couples", "", body), &mut Unwatched), "nothing follows");
}

#[test]
fn a_script_proves_nothing_by_failing_or_by_never_ending() {
    let a = &["summand game(\"a\")", "lost 0 game(\"a\")"][..];
    let bare = &["summand game(\"a\")"][..];
    let three = &["summand game(3)", "lost 0 game(3)"][..];
    // What cancels is not listed, and must end all the same.
    let pair = &["summand game(\"a\")", "summand game(\"a\")"][..];
    for (script, lines, part) in [
        ("fn moves(p) { [p] }", pair, "the game of the script comes back to game(\"a\")"),
        ("fn moves(p) { [p] }", a, "the game of the script comes back to game(\"a\")"),
        ("fn moves(p) { if p == \"a\" { [\"b\"] } else { [\"a\"] } }", a, "comes back to game(\"a\")"),
        (
            "fn moves(p) { switch p { \"a\" => [\"b\"], \"b\" => [\"c\", \"d\"], _ => [\"b\"] } }",
            a,
            "comes back to game(\"b\")",
        ),
        (
            "fn moves(p) { if p == \"a\" { [\"bb\"] } else { [\"aa\"] } }\nfn split(p) { [p.sub_string(0, 1)] }",
            a,
            "comes back",
        ),
        ("fn moves(n) { if n == 3 { [[1, 1, 2]] } else { [[3]] } }", three, "comes back to game(3)"),
        ("fn moves(p) { [p + \"a\"] }", a, "letters of a script's positions are kept"),
        ("fn moves(p) { [\"b\"] }\nfn split(p) { throw \"x\" }", bare, "Runtime error: x"),
        ("fn moves(p) { [\"b\"] }\nfn split(p) { if p == \"b\" { throw \"x\" } [p] }", a, "Runtime error: x"),
        ("fn moves(p) { throw \"x\" }", a, "Runtime error: x"),
        ("fn moves(p) { throw \"x\" }\nfn split(p) { [] }", bare, "Runtime error: x"),
        (
            "fn moves(p) { [\"b\"] }\nfn split(p) { [] }",
            bare,
            "game(\"a\") has 1 moves, but fn split leaves 0 components",
        ),
        (
            "fn moves(p) { if p == \"a\" { [\"b\"] } else { [] } }\nfn split(p) { [\"b\"] }",
            &["summand game(\"a\")", "lost 0 game(\"b\")"],
            "has 1 moves, but fn split leaves 0",
        ),
        (
            "fn moves(p) { if p == \"c\" { [\"b\"] } else { [] } }\nfn split(p) { if p == \"a\" { [\"c\"] } else { [p] } }",
            &["summand game(\"a\")", "lost 0 game(\"b\")", "lost 1 game(\"c\")"],
            "has 0 moves, but fn split leaves 1",
        ),
        (
            "fn moves(p) { if p.len > 1 { [p.sub_string(1)] } else { [] } }\nfn split(p) { if p == \"ba\" { [] } else { [p] } }",
            &["summand game(\"cba\")", "lost 1 game(\"cba\")"],
            "game(\"ba\") has 1 moves, but fn split leaves 0",
        ),
        (
            "fn moves(p) { if p == \"a\" { [\"b\"] } else { [] } }\nfn split(p) { switch p { \"b\" => [\"c\"], \"c\" => [\"d\"], _ => [p] } }",
            &["summand game(\"a\")", "lost 1 game(\"a\")"],
            "fn split takes the component game(\"c\") apart",
        ),
        ("fn moves(n) { [[n, -1]] }", three, "a heap outside"),
        ("fn moves(p) { [] }\nfn split(p) { 7 }", bare, "a value of type i64"),
    ] {
        refused(check("couples", script, lines), part);
    }
    for (script, part) in [
        ("fn moves(p) { loop {} }", "does not come to an end"),
        ("fn moves(p) { [] }\nloop {}", "does not come to an end"),
        ("fn moves(p) { 7 }", "a value of type i64"),
        ("fn moves(p) { [] }\nfn split(a, b) { [] }", "fn split does not take 1"),
        ("fn moves(p) { [] }\nfn name(a) { \"game\" }", "fn name does not take 0"),
        ("fn moves(p) { [] }\nfn name() { throw \"x\" }", "Runtime error: x"),
        ("fn moves(p) { [] }\nfn name() { \"nim\" }", "taken"),
        ("fn moves(p) { sleep(1000000); [] }", "a game has no clock"),
        ("fn moves(p) { let f = Fn(\"sle\" + \"ep\"); f.call(1000000.0); [] }", "a game has no clock"),
        ("fn moves(p) { timestamp(); [] }", "a game has no clock"),
        ("fn f() { for i in 0..9 { let b = this; } } fn moves(p) { p.f(); [] }", "'this' is disabled"),
        ("fn moves(p) { let b = blob(1900); for i in 0..1000 { let c = b; } [] }", "takes more than a certificate may"),
        (
            "fn moves(p) { let b = []; b.pad(500, 0); let c = b; for i in 0..500 { c[i] = b; } let d = c; d = c; [] }",
            "takes more than a certificate may",
        ),
        ("fn moves(p) { [\"x\\\"y\"] }", "a text with quotes or line breaks"),
        ("fn moves(p) { import \"other\" as other; [] }", "Too many modules"),
        ("fn moves(p) { eval(\"[]\") }", "reserved"),
        ("fn moves(p) { let x = []; x.pad(3000, 0); [] }", "Size of array"),
        ("fn moves(p) { let x = #{}; for i in 0..2000 { x[`k${i}`] = 0; } [] }", "takes more than a certificate may"),
        ("fn deep(n) { if n > 0 { deep(n - 1); } } fn moves(p) { deep(32); [] }", "Stack overflow"),
        (
            "fn moves(p) { if p.len < 40 { for i in 0..300000 {} [p + \"a\"] } else { [] } }",
            "takes more than a certificate may",
        ),
    ] {
        refused(check("couples", script, a), part);
    }
    let many: String = (0..51).map(|i| format!("let x{i} = 0; ")).collect();
    refused(check("couples", &format!("fn moves(p) {{ {many} [] }}"), a), "Too many variables");
    let constant = "0, ".repeat(500);
    let copies = format!("fn moves(p) {{ for i in 0..3000 {{ let x = [{constant}0]; }} [] }}");
    refused(check("couples", &copies, a), "does not come to an end");
    let long = format!("// {}\nfn moves(n) {{ [] }}", "x".repeat(100_000));
    refused(check("couples", &long, three), "a script of");
    let head = "fn moves(n) { [] }";
    let whole = |bytes: usize| format!("{head}\n//{}", "x".repeat(bytes - head.len() - 4));
    assert!(check("couples", &whole(100_000), three).is_ok());
    refused(check("couples", &whole(100_001), three), "a script of 100001 bytes");
}

#[test]
fn the_components_of_a_split_that_fails_are_a_refusal_and_not_nothing() {
    let words = vocabulary(Some("fn moves(p) { [] }\nfn split(p) { throw \"x\" }"), None).unwrap();
    let game = &words.read("game(\"a\")").unwrap()[0];
    let error = Rulebook::new(&words).components(game).err().unwrap();
    assert!(error.to_string().contains("Runtime error: x"), "{error}");
}

#[test]
fn a_script_that_is_honest_stands_up() {
    let count = "fn moves(n) { if n > 0 { [n - 1] } else { [] } }";
    let lines = &["summand game(3)", "lost 1 game(1)", "lost 0 game(2)", "lost 1 game(3)"];
    assert!(check("couples", count, lines).unwrap().line.starts_with("game(3): nimber 1, by the rules"));
    refused(check("couples", count, &["summand game(3)", "lost 0 game(3)"]), "nothing answers the move to game(2)");
    // Lines of play are many more than positions, and each position is met once. One or two are taken: the nimbers are
    // n mod 3.
    let two = "fn moves(n) { switch n { 0 => [], 1 => [0], _ => [n - 1, n - 2] } }";
    let lost = (1..=60).map(|n| format!("lost {} game({n})", n % 3));
    let lines: Vec<String> = std::iter::once("summand game(60)".to_string()).chain(lost).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert!(check("couples", two, &lines).unwrap().line.starts_with("game(60): nimber 0, by the rules"));
    // What a call may take it may take every time.
    let busy = "fn moves(n) { for i in 0..400000 {} if n > 0 { [n - 1] } else { [] } }";
    let lines = &["summand game(3)", "lost 1 game(1)", "lost 0 game(2)", "lost 1 game(3)"];
    assert!(check("couples", busy, lines).is_ok());
    // What the sum does without must end as well.
    let z = "fn moves(p) { if p == \"z\" { [\"y\"] } else { if p == \"y\" { [\"z\"] } else { [] } } }";
    let lines = &["summand game(\"a\")", "lost 0 game(\"a\")", "lost 0 game(\"z\")"];
    assert!(check("couples", z, &lines[..2]).is_ok());
    refused(check("couples", z, lines), "comes back to game(\"z\")");
    // Two positions with the same option are no circle, and a text without fn split is whole.
    let meet = "fn moves(p) { switch p { \"a\" => [\"b\", \"c\"], \"b\" => [\"d\"], \"c\" => [\"d\"], _ => [] } }";
    let lines = &["summand game(\"a\")", "lost 0 game(\"a\")", "lost 0 game(\"d\")"];
    assert!(check("couples", meet, lines).unwrap().line.starts_with("game(\"a\"): nimber 0, by the rules"));
}

/// The pile beside what is listed and what is answered add up without carrying: g leads to a + b, a has nimber 1, and
/// from b only 1 can be reached, so that a + b is not answered to 1.
#[test]
fn an_answer_adds_up_with_what_is_listed_beside_it() {
    let script = "fn moves(p) { switch p { \"g\" => [\"ab\", \"e\"], \"ab\" => [\"b\", \"ac\"], \"ac\" => [\"c\", \"a\"], \
                  \"a\" => [\"e\"], \"b\" => [\"c\"], \"c\" => [\"e\"], _ => [] } }\n\
                  fn split(p) { switch p { \"ab\" => [\"a\", \"b\"], \"ac\" => [\"a\", \"c\"], \"e\" => [], _ => [p] } }";
    let lines = &["summand game(\"g\")", "lost 1 game(\"a\")", "lost 1 game(\"c\")", "lost 1 game(\"g\")"];
    refused(check("couples", script, lines), "nothing answers the move to game(\"a\") + game(\"b\")");
    let lines = &[
        "summand game(\"g\")",
        "lost 1 game(\"a\")",
        "lost 0 game(\"b\")",
        "lost 1 game(\"c\")",
        "lost 2 game(\"g\")",
    ];
    assert!(check("couples", script, lines).unwrap().line.starts_with("game(\"g\"): nimber 2"));
}

#[test]
fn a_check_is_bounded() {
    // A game without end that never comes back, and positions that would not fit.
    let longer = "fn moves(p) { if p.len < 9000 { [p + \"a\"] } else { [] } }";
    let error = check("couples", longer, &["summand game(\"a\")", "lost 0 game(\"a\")"]).unwrap_err();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
    for call in ["octal(0.(8), 500)", "octal(C.(F), 500)", "octal(4.(7), 2000)"] {
        let error = couples(&[&format!("summand {call}"), &format!("lost 1 {call}")]).unwrap_err();
        assert_eq!(error.trouble(), Trouble::TooLarge, "{call}: {error}");
    }
    let code = "7".repeat(1000);
    refused(couples(&[&format!("summand octal(0.{code}, 100000)")]), "moves, the limit is");
    let piles: Vec<String> = (90_000..92_800).map(|pile| pile.to_string()).collect();
    refused(couples(&[&format!("lost 0 nim({})", piles.join(", "))]), "is not one component");
    refused(couples(&[&format!("summand {}nim(1){}", "(".repeat(9000), ")".repeat(9000))]), "too many brackets");
    refused(couples(&["summand nim(1)"; 1001]), "at most 1000 are read");
    refused(couples(&["lost 0 x"; 300_001]), "at most 300000 are read");
    // The letters of all positions that are met: nim(3) alone has some hundreds.
    let words = vocabulary(None, None).unwrap();
    let three = &words.read("nim(3)").unwrap()[0];
    assert_eq!(Rulebook::within(&words, 1000).options(three, &mut Unwatched).unwrap().len(), 3);
    assert_eq!(Rulebook::within(&words, 322).options(three, &mut Unwatched).unwrap().len(), 3);
    let error = Rulebook::within(&words, 321).options(three, &mut Unwatched).err().unwrap();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
    assert_eq!(couples(&["summand nim(0)"; 1000]).unwrap().get("nimber"), Some(&Fact::from(0u32)));
}

const BOARD: &str = "summand boxing(\"1111\")";

#[test]
fn a_mirror_is_checked_on_the_board_itself() {
    let mirror = |lines: &[&str]| check("mirror", "", lines);
    let wins = mirror(&["summand boxing(\"111\")", "move 1: 1x1 at 1,2"]).unwrap();
    assert_eq!(wins.line, "boxing(\"111\"): the player to move wins with 1: 1x1 at 1,2");
    assert_eq!(wins.get("outcome"), Some(&Fact::from("N")));
    assert_eq!(wins.get("winning_moves"), Some(&Fact::list(["1: 1x1 at 1,2"])));
    let down = mirror(&["summand boxing(\"11/11/11/11\")", "move 1: 2x2 at 2,1"]).unwrap();
    assert_eq!(down.line, "boxing(\"11/11/11/11\"): the player to move wins with 1: 2x2 at 2,1");
    let beside =
        mirror(&["summand nim(1)", "summand boxing(\"1\")", "summand nim(1)", "move 2: 1x1 at 1,1", "lost 1 nim(1)"]);
    assert_eq!(beside.unwrap().line, "nim(1) + boxing(\"1\") + nim(1): the player to move wins with 2: 1x1 at 1,1");
    for (lines, part) in [
        (&[BOARD, "move 1: 1x1 at 1,2"][..], "is not listed"),
        (&["summand boxing(\"1111/1111\")", "move 1: 1x1 at 1,2"], "is not listed"),
        (&["summand boxing(\"111\")"], "there is no line \"move\""),
        (&["summand boxing(\"111\")", "move 1: 1x1 at 1,2", "move 1: 1x1 at 1,2"], "line 5: there is a move already"),
        (&["summand boxing(\"101\")", "move 1: 1x1 at 1,2"], "there is no stone in row 1, column 2"),
        (&["summand boxing(\"111\")", "move 1: 1x1 at 1,4"], "row 1, column 4 is not on the board"),
        (&["summand boxing(\"111\")", "move 1: 1x1 at 2,1"], "row 2, column 1 is not on the board"),
        (&["summand boxing(\"111\")", "move 1: 4294967295x4294967295 at 1,1"], "is not on the board"),
        (&["summand boxing(\"101\")", "move 1: 0x0 at 1,2"], "count from 1"),
        (&["summand boxing(\"101\")", "move 1: 1x1 at 0,2"], "count from 1"),
        (&["summand boxing(\"101\")", "move 1: 1x1 at 1,0"], "count from 1"),
        (&["summand boxing(\"111\")", "move 2: 1x1 at 1,2"], "there is no summand 2"),
        (&["summand boxing(\"111\")", "move 0: 1x1 at 1,2"], "a move is written like"),
        (&["summand boxing(\"111\")", "move 1: 1x2 at 1,2"], "a move is written like"),
        (&["summand boxing(\"111\")", "move 1: 01x01 at 1,2"], "a move is written like"),
        (&["summand boxing(\"111\")", "move 1:1x1 at 1,2"], "a move is written like"),
        (&["summand nim(1)", "move 1: 1x1 at 1,1"], "nim(1) is no board of Boxing Match"),
        (
            &["summand boxing(\"111\")", "summand nim(1)", "move 1: 1x1 at 1,2", "lost 1 nim(1)"],
            "the nimber is 1, so the move does not win",
        ),
        (&["summand boxing(\"111\")", "summand nim(1)", "move 1: 1x1 at 1,2"], "the component nim(1) is not listed"),
        (
            &["summand boxing(\"111\")", "summand nim(1)", "move 1: 1x1 at 1,2", "lost 0 nim(1)"],
            "is not shown to be lost",
        ),
        (&["summand boxing(\"111\")", "move 1: 1x1 at 1,2", "lost 0 nim(1)"], "is not shown to be lost"),
    ] {
        refused(mirror(lines), part);
    }
}

#[test]
fn a_mirror_beside_a_game_of_a_script_says_whose_rules_these_are() {
    let script = "fn moves(n) { [] }";
    let lines = &["summand boxing(\"1\")", "summand game(2)", "move 1: 1x1 at 1,1", "lost 0 game(2)"];
    let report = check("mirror", script, lines).unwrap();
    let by = format!(", by the rules of the script in this certificate, digest {:016x}", digest(script));
    assert_eq!(report.line, format!("boxing(\"1\") + game(2): the player to move wins with 1: 1x1 at 1,1{by}"));
    assert_eq!(report.get("script"), Some(&Fact::Document(script.to_string())));
}

/// The certificate of an ask.
fn written(sentence: &str) -> Certificate {
    let (question, ask) = read_sentence(&[&crate::TOPIC], sentence, &NoFiles).unwrap();
    let report =
        (question.answer)(&ask.with_certificate(), &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    report.certificate.unwrap_or_else(|| panic!("{sentence} has no certificate"))
}

#[test]
fn a_certificate_comes_along_only_where_it_costs_next_to_nothing() {
    let means = kit::Means { memory: 1 << 24, threads: 1 };
    let words = vocabulary(None, None).unwrap();
    let write = |call: &str, nimber: u32, asked: bool| {
        couples_certificate(&words.read(call).unwrap(), nimber, &words, Effort::of(asked, means), &mut Unwatched)
    };
    for (call, nimber) in [("nim(20)", 20), ("cram(2,3)", 1), ("kayles(7)", 2), ("boxing('110/111/011')", 3)] {
        let [free, asked] = [false, true].map(|asked| write(call, nimber, asked).unwrap().body);
        assert_eq!(free, asked, "{call}");
    }
    for call in ["cram(5,6)", "cram(5,7)", "boxing(6,6)"] {
        refused(write(call, 0, false).map(|_| Report::new(call, kit::Standing::Proved)), "within two moves");
    }
}

/// Every text that differs from a file in one line left out, doubled, cut or changed over, one number more, or one
/// letter.
fn changes(file: &str) -> Vec<String> {
    let lines: Vec<&str> = file.lines().collect();
    let join = |lines: &[&str]| lines.join("\n") + "\n";
    let mut all = Vec::new();
    for i in 0..lines.len() {
        all.push(join(&[&lines[..i], &lines[i + 1..]].concat()));
        all.push(join(&[&lines[..=i], &lines[i..]].concat()));
        all.extend((0..i).map(|j| {
            let mut swapped = lines.clone();
            swapped.swap(i, j);
            join(&swapped)
        }));
        let middle = (0..=lines[i].len() / 2).rev().find(|&cut| lines[i].is_char_boundary(cut)).unwrap_or(0);
        all.push(join(&[&lines[..i], &[&lines[i][..middle]], &lines[i + 1..]].concat()));
        all.push(join(&lines[..i]));
    }
    for (at, letter) in file.char_indices() {
        let (before, after) = (&file[..at], &file[at + letter.len_utf8()..]);
        if letter.is_ascii_digit() && !before.ends_with(|c: char| c.is_ascii_digit()) {
            let digits = file[at..].find(|c: char| !c.is_ascii_digit()).unwrap();
            let more = file[at..at + digits].parse::<u64>().unwrap_or(0).wrapping_add(1);
            all.push(format!("{before}{more}{}", &file[at + digits..]));
        }
        all.extend(['x', '0'].map(|other| format!("{before}{other}{after}")));
    }
    all.retain(|changed| changed != file);
    all
}

#[test]
fn every_small_change_is_refused_or_leaves_the_same_statement() {
    for kind in CERTIFICATES {
        for example in kind.examples {
            let certificate = written(example);
            assert_eq!(certificate.kind, kind.name, "{example}");
            let original = kit::verify(&[&crate::TOPIC], &certificate, &mut Unwatched)
                .unwrap_or_else(|e| panic!("{example}: {e}"));
            for changed in changes(&certificate.to_file()) {
                let read = Certificate::read(&changed);
                match read.and_then(|read| kit::verify(&[&crate::TOPIC], &read, &mut Unwatched)) {
                    Ok(report) => {
                        assert_eq!((&report.line, &report.facts), (&original.line, &original.facts), "{changed}");
                        // Only the order of couples, couples that nothing needs and the mask that spares a check of
                        // periods work make no difference.
                        let mut left: Vec<String> = certificate.to_file().lines().map(ToString::to_string).collect();
                        for line in changed.lines().filter(|line| !line.starts_with("mask ")) {
                            let place = left.iter().position(|l| l == line);
                            left.remove(place.unwrap_or_else(|| panic!("{line:?} is accepted in\n{changed}")));
                        }
                        let idle = |line: &String| line.starts_with("lost ") || line.starts_with("mask ");
                        assert!(left.iter().all(idle), "{left:?} is missed in\n{changed}");
                    }
                    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
                }
            }
        }
    }
}

#[test]
fn the_certificates_of_every_word_stand_up() {
    let words = super::super::language::all_words();
    for call in words.iter().flat_map(|word| word.examples.iter().copied()) {
        let certificate = written(&format!("sums value \"{}\"", call.replace('"', "'")));
        let report =
            kit::verify(&[&crate::TOPIC], &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{call}: {e}"));
        assert!(report.line.contains(": nimber "), "{call}: {}", report.line);
    }
}
