use super::super::{classify, condition, family};
use super::*;
use forgery::{changes, examples_stand};
use kit::Unwatched;

fn check(kind: &str, body: &str) -> Result<Report> {
    let certificate = Certificate::new("magic", kind, "", body.to_string());
    (CERTIFICATES.iter().find(|k| k.name == kind).unwrap().check)(&certificate, &mut Unwatched)
}

fn refusal(kind: &str, body: &str) -> String {
    check(kind, body).map(|report| report.line).expect_err(&shorten(body)).to_string()
}

fn crossed(n: u32) -> Certificate {
    let built = family::crossed(n);
    labelled(&built.graph, &built.labels).unwrap()
}

#[test]
fn a_labelled_graph_stands_and_states_which_and_what() {
    for n in [2, 3, 6, 7, 8] {
        let good = crossed(n);
        assert_eq!(check(LABELLED, &good.body).unwrap().line, good.states);
        let graph6 = good.body.split(' ').next().unwrap();
        match n {
            ..7 => assert_eq!(good.states, format!("{graph6}: xor-magic of order {n}")),
            _ => assert_eq!(
                good.states,
                format!(
                    "the graph of {} vertices and graph6 checksum {}: xor-magic of order {n}",
                    1 << n,
                    checksum(graph6)
                )
            ),
        }
    }
    assert_eq!(checksum(""), "cbf29ce484222325");
    assert_eq!(checksum("a"), "af63dc4c8601ec8c", "a test vector of FNV-1a");
    for (body, states) in [
        ("@ 0", "@: xor-magic of order 0"),
        ("C~ 1,2,4,7", "C~: connected, with distinct labels of 3 bits, each the xor of its neighbours' labels"),
        ("C~ 0,1,2,3", "C~: xor-magic of order 2"),
        (
            "C~ 0,9223372036854775808,1,9223372036854775809",
            "C~: connected, with distinct labels of 64 bits, each the xor of its neighbours' labels",
        ),
    ] {
        assert_eq!(check(LABELLED, body).unwrap().line, states);
    }
}

#[test]
fn a_graph_beyond_the_limit_is_not_written() {
    for (order, written) in [(MOST_VERTICES, true), (MOST_VERTICES + 1, false)] {
        let (graph, labels) = (Digraph::from_edges(order, []), vec![0; order]);
        assert_eq!(labelled(&graph, &labels).is_some(), written);
        assert_eq!(open_labelled(&graph, &labels).is_some(), written);
        assert_eq!(twins(&graph, (0, 1), &[0]).is_some(), written);
        assert_eq!(fewest(&graph, &labels, fewest::MOST_DIMENSIONS).is_some(), written);
        assert_eq!(fewest(&graph, &labels, fewest::MOST_DIMENSIONS + 1), None);
    }
}

#[test]
fn only_one_kind_shows_that_a_list_is_complete() {
    assert!(is_complete(&all(4, 3, &[]).unwrap()));
    assert!(!is_complete(&crossed(3)));
}

#[test]
fn what_breaks_the_definition_is_refused_with_the_reason() {
    let built = family::crossed(3);
    let spoilt = |spoil: fn(&mut Vec<u64>)| {
        let mut labels: Vec<u64> = built.labels.iter().map(|&l| l.into()).collect();
        spoil(&mut labels);
        line(&built.graph, &labels)
    };
    let cases = [
        (spoilt(|l| l.swap(0, 1)), "neighbours' xor"),
        (spoilt(|l| l[3] = l[4]), "stands twice"),
        (spoilt(|l| l.push(8)), "8 vertices and 9 labels"),
        (spoilt(|_| {}).replace(',', " "), "8 vertices and 1 labels"),
        (spoilt(|_| {}).replace('3', "03"), "\"03\" is not a label"),
        (spoilt(|_| {}).replace('3', "+3"), "\"+3\" is not a label"),
        (spoilt(|_| {}).replace('3', "٣"), "is not a label"),
        (spoilt(|_| {}).replace('3', "18446744073709551619"), "is not a label"),
        (spoilt(|_| {}).replace('\n', "\n\n"), "line 4: more than one graph"),
        ("C~".to_string(), "not a graph and its labels"),
        ("A? 0,1".to_string(), "not connected"),
        ("C~ 0,1,2".to_string(), "4 vertices and 3 labels"),
        ("C~  0,1,2,3".to_string(), "\" 0\" is not a label"),
        ("~??C~ 0,1,2,3".to_string(), "\"~??C~\" is not the shortest form"),
        (">>graph6<<C~ 0,1,2,3".to_string(), "does not occur in graph6"),
        ("? ".to_string(), "0 vertices and 1 labels"),
        (" 0".to_string(), "ends within"),
        ("~~?????~ 0".to_string(), "need"),
        (format!("{} 0", "~".repeat(1_397_765)), "the limit is 4096 vertices"),
        (String::new(), "line 3: \"\" is not a graph"),
        ("C~ 0,1,0,1".to_string(), "the label 0 stands twice"),
        (tailed(0), "vertex 1 has label 0, its neighbours' xor is 1"),
        (tailed(4), "vertex 5 has label 0, its neighbours' xor is 1"),
    ];
    kit::trial::refused(&cases, |body| check(LABELLED, &body));
    assert!(!strict(&"~".repeat(1_397_764)).unwrap_err().contains("the limit is 4096"));
}

#[test]
fn fewer_bits_are_refuted_or_the_certificate_is_refused() {
    let certificate_of = |text: &str| {
        let subject = condition::Subject::read_any(text).unwrap();
        let space = condition::Nullspace::of(&subject.graph, &mut Unwatched).unwrap();
        let found = super::super::bits::fewest(&subject, &space, &mut Unwatched).unwrap();
        (fewest(&subject.graph, &found.labels, space.nullity).unwrap(), found, subject)
    };
    for text in ["g1", "cube:3", "complete:5", "complete:3", "1 2, 2 3, 3 1, 4 5, 5 6, 6 4", "complete:4", "complete:6"]
    {
        let (good, found, subject) = certificate_of(text);
        assert_eq!(check(FEWEST, &good.body).unwrap().line, good.states, "{text}");
        // The same labels with one bit more are labels, but not of the fewest bits.
        let top = 1 << found.bits;
        let odd = subject.translates();
        if odd {
            let more: Vec<u64> = found.labels.iter().map(|&label| u64::from(label) | top).collect();
            let why = refusal(FEWEST, &line(&subject.graph, &more));
            assert!(why.contains("fewer bits do"), "{text}: {why}");
        }
    }
    let why = refusal(FEWEST, "C~ 0,1,2,2\n");
    assert!(why.contains("stands twice"), "{why}");
    let why = refusal(FEWEST, "C~ 0,1,2,4\n");
    assert!(why.contains("neighbours' xor"), "{why}");
    assert!(refusal(FEWEST, "C~ 0,1,2,3\nC~ 0,1,2,3\n").contains("more than one graph"));
    assert!(refusal(FEWEST, "").contains("line 3"));
    // Labels of a complete graph have the xor 0. Of 22 vertices the nullity is beyond the bound, but there are too few
    // labels of four bits.
    let left = [0, 1, 2, 3, 4, 8, 12, 5, 16, 21];
    let labels: Vec<u64> = (0..32).filter(|label| !left.contains(label)).collect();
    let complete = condition::Subject::read_any("complete:22").unwrap().graph;
    assert!(check(FEWEST, &line(&complete, &labels)).unwrap().line.ends_with("are 5"));
    // No edges: only the label 0 is an empty xor.
    assert!(refusal(FEWEST, "A? 0,1\n").contains("neighbours' xor"));
}

#[test]
fn twins_are_shown_by_closed_neighbourhoods_that_add_up_to_them() {
    for text in ["moebius:4", "circle:8", "wheel:7", "petersen", "1 2, 3 4"] {
        let graph = condition::Subject::read_any(text).unwrap().graph;
        let space = condition::Nullspace::of(&graph, &mut Unwatched).unwrap();
        if space.equal.is_none() {
            assert_eq!(text, "petersen", "the only one here whose rows differ");
            continue;
        }
        let good = twins(&graph, space.equal.unwrap(), &condition::centres(&graph, space.equal.unwrap())).unwrap();
        assert_eq!(check(TWINS, &good.body).unwrap().line, good.states, "{text}");
        for (what, body) in changes(&good.body) {
            if let Ok(report) = check(TWINS, &body) {
                // What passes is true: the rows of the two vertices are equal.
                let words: Vec<&str> = body.trim_end().split(' ').collect();
                let graph = read::graph6(words[0]).unwrap();
                let rows = condition::Nullspace::of(&graph, &mut Unwatched).unwrap().rows;
                let vertex = |text: &str| text.parse::<usize>().unwrap() - 1;
                assert_eq!(rows.row(vertex(words[1])), rows.row(vertex(words[2])), "{what}: {}", report.line);
            }
        }
    }
    let cases = [
        ("C~ 1 2 1", "vertex 3 lies in the wrong number"),
        ("Bg 2 3 2", "vertex 1 lies in the wrong number"),
        ("C~ 2 1 1,2", "ascending"),
        ("C~ 1 2 2,1", "ascending"),
        ("C~ 1 5 1,2", "not a vertex"),
        ("@ 1 1 1", "ascending"),
        // A path: the closed neighbourhoods of 1 and 2 are {1,2} and {1,2,3}.
        ("Bg 1 2 1,1,1", "ascending"),
        ("Bg 1 2 2", "vertex 3 lies in the wrong number"),
        ("C~ 1 2", "are wanted"),
        ("", "are wanted"),
    ];
    kit::trial::refused(&cases, |body| check(TWINS, body));
}

#[test]
fn a_list_is_complete_or_refused() {
    for (n, degree) in [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7), (4, 3), (4, 4), (2, 1), (2, 2), (2, 3)]
    {
        let kinds = classify::by_labels(n, degree, &mut Unwatched).unwrap().kinds;
        let good = all(1 << n, degree as usize, &kinds).unwrap();
        assert_eq!(check(ALL, &good.body).unwrap().line, good.states);
        let (vertices, count) = (1 << n, kinds.len());
        let states =
            format!("connected {degree}-regular xor-magic graphs on {vertices} vertices: {count} up to isomorphism");
        assert_eq!(good.states, states);
        for without in 0..kinds.len() {
            let rest: Vec<Kind> =
                kinds.iter().enumerate().filter(|(k, _)| *k != without).map(|(_, k)| k.clone()).collect();
            let short = all(1 << n, degree as usize, &rest).unwrap();
            assert!(refusal(ALL, &short.body).contains("a graph is missing"), "{n} {degree}");
            let why = refusal(ALL, &(good.body.clone() + &line_of(&kinds[without])));
            assert!(why.contains("the graph is isomorphic to that of line"), "{n} {degree}: {why}");
        }
    }
    let cases = [
        ("", "line 3: vertices V degree D"),
        ("vertices 8 degree 8\n", "vertices V degree D"),
        ("vertices 16 degree 6\n", "vertices V degree D"),
        ("vertices 4 degree 4\n", "vertices V degree D"),
        ("vertices 16 degree 4\n", "a graph is missing"),
        ("vertices 32 degree 3\n", "vertices V degree D"),
        ("vertices 8 degree 03\n", "vertices V degree D"),
        ("vertices 8 degree 3\nC~ 0,1,2,3\n", "the graphs are not of degree 3 on 8 vertices"),
    ];
    kit::trial::refused(&cases, |body| check(ALL, body));
}

/// A list on 16 vertices whose labels were moved by a linear map states the same: the neighbours of 0 need not be those
/// that the checker begins with. The graph that it moved does not count twice.
#[test]
fn labels_of_another_orbit_are_as_good_and_no_other_graph() {
    let kinds = classify::by_labels(4, 4, &mut Unwatched).unwrap().kinds;
    let good = all(16, 4, &kinds).unwrap();
    assert_eq!(good.states, "connected 4-regular xor-magic graphs on 16 vertices: 2 up to isomorphism");
    let moved = |kind: &Kind| {
        let labels = kind.labels.iter().map(|&w| w ^ (w & 1) << 3 ^ (w & 8) >> 2).collect();
        Kind { graph: kind.graph.clone(), labels }
    };
    let turned: Vec<Kind> = kinds.iter().map(moved).collect();
    assert!(turned.iter().zip(&kinds).all(|(a, b)| a.labels != b.labels));
    assert_eq!(check(ALL, &all(16, 4, &turned).unwrap().body).unwrap().line, good.states);
    let why = refusal(ALL, &(good.body.clone() + &line_of(&turned[1])));
    assert!(why.contains("line 6: the graph is isomorphic to that of line 5"), "{why}");
    for (what, body) in changes(&good.body) {
        if let Ok(report) = check(ALL, &body) {
            assert_eq!(report.line, good.states, "{what}");
        }
    }
}

fn line_of(kind: &Kind) -> String {
    graphs(std::slice::from_ref(kind)).unwrap().body
}

/// A comparison that gives up shows nothing.
#[test]
fn graphs_that_are_not_told_apart_stand_in_no_list() {
    assert_eq!(told_apart(Alike::Different, 4), Ok(()));
    let why = |alike| told_apart(alike, 4).unwrap_err();
    assert!(why(Alike::Isomorphic).ends_with("isomorphic to that of line 4"));
    assert!(why(Alike::Undecided).contains("of line 4 takes too long to decide"));
}

#[test]
fn squares_are_counted_in_another_way() {
    let good = squares(&super::super::squares::all());
    assert_eq!(check("squares", &good.body).unwrap().line, good.states);
    assert!(good.states.contains(": 880; in "), "{}", good.states);
    let (first, rest) = good.body.split_once('\n').unwrap();
    assert!(refusal("squares", rest).contains("1 squares are missing"));
    assert!(refusal("squares", &format!("{first}\n{}", good.body)).contains("line 4: the square stands twice"));
    assert!(refusal("squares", &good.body.replacen('/', " ", 1)).contains("line 3: not a magic square"));
    assert!(refusal("squares", "").contains("880 squares are missing"));
    let vanishes = |line: &&str| {
        let number = |word: &str| word.parse::<u8>().unwrap();
        let rows: Vec<Vec<u8>> = line.split('/').map(|row| row.split(' ').map(number).collect()).collect();
        let columns = (0..4).map(|column| rows.iter().fold(0, |xor, row| xor ^ row[column]));
        rows.iter().map(|row| row.iter().fold(0, |xor, number| xor ^ number)).chain(columns).all(|xor| xor == 0)
    };
    let vanishing = good.body.lines().filter(vanishes).count();
    assert!(vanishing > 0 && good.states.contains(&format!(": 880; in {vanishing} of them")), "{vanishing}");
}

#[test]
fn a_list_stands_and_says_how_many() {
    for (n, degree) in [(3, 3), (3, 7), (4, 3), (4, 4)] {
        let kinds = classify::by_labels(n, degree, &mut Unwatched).unwrap().kinds;
        let good = graphs(&kinds).unwrap();
        let line = check(GRAPHS, &good.body).unwrap().line;
        assert_eq!(line, good.states);
        let (vertices, count) = (1 << n, kinds.len());
        assert_eq!(
            line,
            format!(
                "connected {degree}-regular xor-magic graphs on {vertices} vertices: at least {count} up to \
                 isomorphism"
            )
        );
    }
    assert!(graphs(&[]).is_none());
}

#[test]
#[ignore = "minutes"]
fn long_lists_stand() {
    for (n, degree) in [(4, 5), (5, 3)] {
        let good = graphs(&classify::by_labels(n, degree, &mut Unwatched).unwrap().kinds).unwrap();
        let clock = std::time::Instant::now();
        assert_eq!(check(GRAPHS, &good.body).unwrap().line, good.states);
        println!("{}, {} bytes, checked in {:?}", good.states, good.body.len(), clock.elapsed());
    }
    let kinds = classify::by_labels(4, 5, &mut Unwatched).unwrap().kinds;
    let good = all(16, 5, &kinds).unwrap();
    assert_eq!(check(ALL, &good.body).unwrap().line, good.states);
    assert!(refusal(ALL, &all(16, 5, &kinds[1..]).unwrap().body).contains("a graph is missing"));
}

#[test]
fn isomorphic_graphs_on_any_number_of_vertices_are_no_list() {
    for n in [3, 6, 7] {
        let built = family::crossed(n);
        let order = built.graph.order();
        let turned = |v: usize| (5 * v + 3) % order;
        let other = Digraph::from_edges(order, built.graph.edges().map(|(a, b)| (turned(a), turned(b))));
        let mut labels = vec![0; order];
        built.labels.iter().enumerate().for_each(|(v, &label)| labels[turned(v)] = label.into());
        let body = crossed(n).body + line(&other, &labels).as_str();
        let why = refusal(GRAPHS, &body);
        match n {
            7 => assert!(why.contains("line 3: a graph of 128 vertices, the limit in a list is 64"), "{why}"),
            _ => assert_eq!(why, "line 4: the graph is isomorphic to that of line 3"),
        }
    }
}

#[test]
fn what_does_not_belong_into_a_list_is_refused() {
    let (cube, complete) = (crossed(3).body, family::complete(3));
    let complete = labelled(&complete.graph, &complete.labels).unwrap().body;
    let cases = [
        (String::new(), "line 3: no graph is there"),
        (format!("{cube}\n"), "line 4: \"\" is not a graph"),
        (format!("{cube}{cube}"), "line 4: the graph is isomorphic to that of line 3"),
        (format!("{cube}{complete}"), "line 4: degree 7 on 8 vertices, unlike the first graph"),
        (format!("{cube}{}", crossed(4).body), "line 4: degree 3 on 16 vertices, unlike the first graph"),
        ("C~ 1,2,4,7\n".to_string(), "line 3: 4 vertices with labels of 3 bits are not xor-magic"),
        (irregular(), "line 3: the graph is not regular"),
    ];
    kit::trial::refused(&cases, |body| check(GRAPHS, &body));
    let why = refusal(GRAPHS, &"\n".repeat(MOST_LINES + 1));
    assert!(why.contains("a list of 65537 graphs is too large: the limit is 65536"), "{why}");
    assert!(refusal(GRAPHS, &"\n".repeat(MOST_LINES)).starts_with("line 3: \"\" is not a graph"));
}

/// Four vertices joined throughout with labels of xor 0, and one of label 0 joined to the first of them: only there
/// the condition fails.
fn tailed(at: usize) -> String {
    let place = |v: usize| if v < at { v } else { v + 1 };
    let pairs = (0..4).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = pairs.map(|(a, b)| (place(a), place(b))).chain([(at, place(0))]);
    let mut labels = vec![1, 2, 4, 7];
    labels.insert(at, 0);
    line(&Digraph::from_edges(5, edges), &labels)
}

/// Two planes, each joined throughout, and 0 joined to all of the other plane, whose xor is 0.
fn irregular() -> String {
    let planes = [0, 4].into_iter().flat_map(|s| (s..s + 4).flat_map(move |b| (s..b).map(move |a| (a, b))));
    let graph = Digraph::from_edges(8, planes.chain((4..8).map(|v| (0, v))));
    let body = line(&graph, &(0..8).collect::<Vec<u64>>());
    assert!(check(LABELLED, &body).unwrap().line.ends_with(": xor-magic of order 3"));
    body
}

#[test]
fn the_examples_write_certificates_that_stand() {
    examples_stand(&super::super::TOPIC);
}

#[test]
fn a_changed_certificate_is_refused_or_says_something_true() {
    let list = graphs(&classify::by_labels(4, 4, &mut Unwatched).unwrap().kinds).unwrap();
    assert_eq!(list.body.lines().count(), 2);
    for good in [crossed(2), crossed(3), list] {
        let (mut refused, mut said) = (0, 0);
        for (what, body) in changes(&good.body) {
            match check(&good.kind, &body) {
                Err(error) => {
                    assert!(error.to_string().starts_with("line "), "{what}: {error}");
                    refused += 1;
                }
                Ok(report) => {
                    for line in body.lines() {
                        let (graph6, labels) = line.split_once(' ').unwrap();
                        let labels: Vec<u32> = labels.split(',').map(|l| l.parse().unwrap()).collect();
                        let graph =
                            condition::Subject::new(read::read(&format!(">>graph6<<{graph6}")).unwrap()).unwrap().graph;
                        assert!(
                            condition::is_labelling(&graph, &labels, bits(&[*labels.iter().max().unwrap() as u64])),
                            "{what}: {}",
                            report.line
                        );
                    }
                    said += 1;
                }
            }
        }
        assert!(refused > 10 * said, "{refused} refused, {said} not");
    }
}
