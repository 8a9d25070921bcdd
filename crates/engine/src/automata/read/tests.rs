//! Statements as they are written, and as they may not be.

use super::super::tests::library;
use super::*;

fn formula(text: &str) -> Formula {
    library("tribonacci").unwrap().read(text).unwrap_or_else(|e| panic!("{text}: {e}")).formula
}

#[test]
fn a_free_variable_is_one_though_another_of_its_name_was_bound_before() {
    let statement = library("tribonacci").unwrap().read("(A n: n >= 0) & n = 0 & n = 1").unwrap();
    assert_eq!((statement.variables.len(), &statement.free[..]), (2, &[1][..]));
}

#[test]
fn precedence_is_as_documented() {
    for (written, meant) in [
        ("A n, m: n = 0 | m = 0 & n = 1 => n = m", "A n, m: ((n = 0) | ((m = 0) & (n = 1))) => (n = m)"),
        ("A n: ~n = 0 & n < 3", "A n: (~(n = 0)) & (n < 3)"),
        ("A n: n = 0 => n = 1 => n = 2", "A n: n = 0 => (n = 1 => n = 2)"),
        ("A n: n = 0 <=> n = 1 => n = 2", "A n: (n = 0) <=> (n = 1 => n = 2)"),
        ("A n: 2*n + 1 < 3*(n + 1) - n", "A n: ((2*n) + 1) < (3*n + 3 - n)"),
        ("A n: 0 <= n - 1 < 5", "A n: (0 <= n - 1) & (n - 1 < 5)"),
        ("A n: T[n] = b | n >= 2", "A n: (T[n] = 1) | (2 <= n)"),
        ("A n: [n 01] = n + 2*[n]", "A n: [n 0 1] = 3*n"),
        ("A n: [n 01] = n", "A n: [n 00] + 1 = n"),
        ("A n: -n + 3 = 3 - n", "A n: 3 - n = 3 - n"),
    ] {
        assert_eq!(formula(written), formula(meant), "{written}");
    }
}

#[test]
fn an_inner_variable_hides_an_outer_one_and_a_letter() {
    let Formula::Quantified { variables, body, .. } = formula("A n: n = 0 & E n: n = 1") else { panic!("all") };
    let Formula::And(parts) = *body else { panic!("and") };
    let Formula::Quantified { variables: inner, .. } = &parts[1] else { panic!("some") };
    assert_ne!(&variables, inner);
    // Bound, c is a variable; loose, it is the letter.
    assert_ne!(formula("A c: T[3] = c"), formula("A n: T[3] = c"));
}

/// Statements that will not do, each with what is said and where.
const BAD: &str = r#"
A n: a(n+1
          ^ ")" is expected
A n: q(n) = 1
     ^ unknown
A n: aa(n) = 1
     ^ perhaps a is meant
A n: n = 3 +
            ^ is expected
A n: n = ) 3
         ^ is expected
T[n] & n = 1
^ a statement is expected
A n: T(n) = 0
     ^ write T[n]
A n: a[n] = 0
     ^ write a(n)
A n: n*n = n
       ^ cannot decide
A n: n ? 3
       ^ no sign
a = 3
^ write a(n)
A : n = 0
  ^ not expected
A n n = 0
    ^ ":" is expected
A n, : n = 0
     ^ a variable is expected
A n: n = 0 n = 1
           ^ not expected here
A n: n = 1000000000001
         ^ too large
A n: [n 2] = 0
        ^ from 0 to 1
A string x: x = 0
            ^ in brackets
A n: (n = 0) + 1 = 2
     ^ a number is expected

^ is expected
A n: 999999999999*n = 999999999999*999999999999*n
                                   ^ too large
"#;

#[test]
fn bad_statements_are_refused_at_the_place() {
    kit::trial::refused_at(BAD, |text| library("tribonacci").unwrap().read(text));
}

#[test]
fn nesting_and_length_have_limits() {
    let deep = format!("{}n = 0{}", "(".repeat(2000), ")".repeat(1990));
    let refused = library("tribonacci").unwrap().read(&deep).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("nested deeper"), "{refused}");
    let long = format!("n = 0{}", " & n = 0".repeat(1000));
    assert!(library("tribonacci").unwrap().read(&long).map(|_| ()).unwrap_err().to_string().contains("longer than"));
    let chain = format!("n = 0{}", " => n = 0".repeat(100));
    assert!(library("tribonacci").unwrap().read(&chain).map(|_| ()).unwrap_err().to_string().contains("a chain of"));
}
