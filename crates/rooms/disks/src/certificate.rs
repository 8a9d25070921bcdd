//! Certificates: a packing with exact coordinates, and disks that plainly do not fit.
//!
//! *What is established.* `packing`: disks of these diameters, laid with their centres at these points, lie inside the
//! cavity and do not overlap; touching is allowed. The cavity is a circle or a square with its middle at the origin.
//! All numbers are decimals, made whole by one power of ten, and the conditions are compared in whole numbers
//! ([`Solution::check`]): 4 |p|^2 <= (D - d)^2 and D >= d, or 2 |x|, 2 |y| <= D - d; and 4 |p - q|^2 >= (d + e)^2 for
//! any two disks. So the disks fit. That a smaller cavity would not hold them is not established.
//!
//! `misfit`: disks of these diameters cannot lie in the cavity without overlap, wherever they are laid, by one of three
//! reasons that the checker finds for itself: a disk is larger than the cavity; the two largest do not fit side by side
//! (in a circle their diameters add up to more than D; in a square their centres are at most sqrt 2 (D - s) apart, s
//! the sum of their radii, and that is less than s); or their area is larger (in a square, pi is taken as 3.14159,
//! which is less).
//!
//! *From what.* From the numbers in the evidence alone, without rounding: no floating point decides.

use super::decimal::{MOST_DECIMALS, MOST_DISKS, Solution};
use super::packing::Wall;
use super::questions::verified;
use dashu::base::Signed;
use dashu::integer::IBig;
use dashu::rational::RBig;
use engine::rational::{decimal_text, decimals, read, scaled};
use kit::{Certificate, CertificateKind, Error, Report, Result, Standing, Watch};

/// The kinds of the room.
pub(super) const CERTIFICATES: &[CertificateKind] = &[
    CertificateKind {
        name: "packing",
        about: "A circle or a square and disks with exact diameters and centres. The checker establishes in whole numbers, without \
                tolerance, that every disk lies inside the cavity and that no two overlap; so disks of these diameters fit. That a smaller \
                cavity would not hold them is not established.",
        format: PACKING,
        examples: &["disks pack --diameters 2,4,6,8,10 --container 18.1", "disks verify \"circle 4;2 1 0;2 -1 0\""],
        check: packing,
    },
    CertificateKind {
        name: "misfit",
        about: "A circle or a square and diameters of disks that cannot lie in it without overlap, because one disk is larger than the cavity, or \
                the two largest do not fit side by side, or the disks have more area. The checker finds which.",
        format: MISFIT,
        examples: &["disks pack --diameters 2,1.5 --container 3", "disks pack --diameters 1,1,1,1,1 --container 2"],
        check: misfit,
    },
];

const PACKING: &str = "\
Lines of words with one space between two.

  circle D                         or: square D
  d x y                            a line for each disk, 1 to 500

Numbers are decimals: perhaps -, 1 to 30 digits without leading zeros (0 itself is one), perhaps a point and 1 to 100 digits; zero has no sign. \
D, the diameter of the circle or the side of the square, and the diameters d are greater than 0. The middle of the cavity is at 0 0, the \
disk's centre at x y.

Checks, exactly. Each disk lies inside: in a circle d <= D and 4 (x^2 + y^2) <= (D - d)^2; in a square 2 |x| <= D - d and 2 |y| <= D - d. Any two disks d x y and e u v \
do not overlap: 4 ((x - u)^2 + (y - v)^2) >= (d + e)^2.

States: N disks of diameters d, d, ... lie without overlap in a circle of diameter D (`in a square of side D`). The diameters stand in the order of \
their lines, without zeros at the end of their decimals; if all are equal, `N disks of diameter d`, for one disk `1 disk of diameter d lies`.";

const MISFIT: &str = "\
\x20 circle D                         or: square D
  disk d                           a line for each disk, 1 to 500

with numbers as in the kind packing. Checks, exactly, one of these. A d is greater than D. The two largest, d and e, have in a circle d + e > D, in a \
square 2 (2 D - d - e)^2 < (d + e)^2. The sum of all d^2 is in a circle greater than D^2, in a square 314159 times that sum is greater than \
400000 D^2.

States: N disks of diameters d, d, ... do not fit without overlap into a circle of diameter D (`into a square of side D`), named as in the \
kind packing; one disk `does not fit`.";

/// A decimal as it is named: without zeros at its end.
fn name(number: &RBig) -> String {
    let needed = decimals(number, MOST_DECIMALS).unwrap_or(MOST_DECIMALS);
    scaled(number, needed).map_or_else(|| number.to_string(), |digits| decimal_text(&digits, needed))
}

fn disks_text(diameters: &[RBig]) -> String {
    match diameters {
        [one] => format!("1 disk of diameter {}", name(one)),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => {
            format!("{} disks of diameter {}", diameters.len(), name(first))
        }
        _ => {
            let names: Vec<String> = diameters.iter().map(name).collect();
            format!("{} disks of diameters {}", diameters.len(), names.join(", "))
        }
    }
}

fn cavity_text(wall: Wall, size: &RBig) -> String {
    match wall {
        Wall::Circle => format!("a circle of diameter {}", name(size)),
        Wall::Square => format!("a square of side {}", name(size)),
    }
}

fn packing_statement(wall: Wall, size: &RBig, diameters: &[RBig]) -> String {
    let lie = if diameters.len() == 1 { "lies" } else { "lie" };
    format!("{} {lie} without overlap in {}", disks_text(diameters), cavity_text(wall, size))
}

fn misfit_statement(wall: Wall, size: &RBig, diameters: &[RBig]) -> String {
    let do_not = if diameters.len() == 1 { "does not" } else { "do not" };
    format!("{} {do_not} fit without overlap into {}", disks_text(diameters), cavity_text(wall, size))
}

/// The certificate of a packing.
pub(super) fn write_packing(solution: &Solution) -> Certificate {
    let unit = IBig::from(10).pow(solution.decimals);
    let exact = |digits: &IBig| RBig::from(digits.clone()) / RBig::from(unit.clone());
    let diameters: Vec<RBig> = solution.disks.iter().map(|disk| exact(&disk[0])).collect();
    let states = packing_statement(solution.wall, &exact(&solution.size), &diameters);
    Certificate::new("disks", "packing", states, solution.text())
}

/// The certificate of disks that plainly do not fit.
pub(super) fn write_misfit(wall: Wall, size: &RBig, diameters: &[RBig]) -> Certificate {
    let lines: String = diameters.iter().map(|diameter| format!("disk {}\n", name(diameter))).collect();
    let body = format!("{} {}\n{lines}", wall.name(), name(size));
    Certificate::new("disks", "misfit", misfit_statement(wall, size, diameters), body)
}

/// A decimal written in the one way.
fn decimal(word: &str) -> Option<RBig> {
    let plain = word.strip_prefix('-').unwrap_or(word);
    let (whole, part) = plain.split_once('.').map_or((plain, None), |(whole, part)| (whole, Some(part)));
    let digits =
        |text: &str, most: usize| (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits(whole, 30) && part.is_none_or(|part| digits(part, MOST_DECIMALS));
    if !fits || (whole.len() > 1 && whole.starts_with('0')) {
        return None;
    }
    read(word).ok().filter(|number| !number.is_zero() || plain == word)
}

/// The cavity, and the numbers of the lines after it, each with the words before them.
fn evidence<const N: usize>(certificate: &Certificate, label: Option<&str>) -> Result<(Wall, RBig, Vec<[RBig; N]>)> {
    let mut cavity = None;
    let mut disks = Vec::new();
    for (number, line) in certificate.lines() {
        let broken = |why: &str| Certificate::broken(number, why);
        let mut words = line.split(' ');
        if cavity.is_none() {
            let wall = match words.next() {
                Some("circle") => Wall::Circle,
                Some("square") => Wall::Square,
                _ => return Err(broken("the cavity comes first: circle D or square D")),
            };
            let size = read_all::<1>(words).filter(|size| positive(&size[0]));
            cavity = Some((wall, size.ok_or_else(|| broken("the size of a cavity is one positive decimal"))?));
            continue;
        }
        if disks.len() == MOST_DISKS {
            return Err(broken(&format!("more than {MOST_DISKS} disks")));
        }
        if label.is_some() && words.next() != label {
            return Err(broken("not a line of a disk"));
        }
        let disk = read_all::<N>(words).ok_or_else(|| broken("not a line of a disk in decimals"))?;
        if !positive(&disk[0]) {
            return Err(broken("the diameter of a disk is positive"));
        }
        disks.push(disk);
    }
    match cavity {
        Some((wall, [size])) if !disks.is_empty() => Ok((wall, size, disks)),
        _ => Err(Error::failed("a cavity and at least one disk are to be given")),
    }
}

fn positive(number: &RBig) -> bool {
    number.is_positive() && !number.is_zero()
}

fn read_all<'a, const N: usize>(words: impl Iterator<Item = &'a str>) -> Option<[RBig; N]> {
    words.map(decimal).collect::<Option<Vec<RBig>>>()?.try_into().ok()
}

fn packing(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let (wall, size, disks) = evidence::<3>(certificate, None)?;
    let solution = Solution::new(wall, &size, &disks)?;
    let mut report = verified(&solution)?;
    let diameters: Vec<RBig> = disks.into_iter().map(|[diameter, ..]| diameter).collect();
    report.line = packing_statement(wall, &size, &diameters);
    Ok(report)
}

fn misfit(certificate: &Certificate, _watch: &mut dyn Watch) -> Result<Report> {
    let (wall, size, disks) = evidence::<1>(certificate, Some("disk"))?;
    let diameters: Vec<RBig> = disks.into_iter().map(|[diameter]| diameter).collect();
    match reason(&diameters, &size, wall) {
        Some(reason) => {
            let line = misfit_statement(wall, &size, &diameters);
            Ok(Report::new(line, Standing::Proved).fact("fits", false).fact("reason", reason))
        }
        None => {
            Err(Error::failed("neither one disk, nor the two largest, nor the area shows that the disks do not fit"))
        }
    }
}

/// Why disks plainly do not fit, if they do not.
fn reason(diameters: &[RBig], size: &RBig, wall: Wall) -> Option<&'static str> {
    let mut sorted: Vec<&RBig> = diameters.iter().collect();
    sorted.sort_by(|a, b| b.cmp(a));
    if sorted[0] > size {
        return Some("a disk is larger than the cavity");
    }
    let two = RBig::from(2u8);
    if let [first, second, ..] = sorted[..] {
        let sum = first + second;
        let room = &two * size - &sum;
        let apart = match wall {
            Wall::Circle => sum > *size,
            Wall::Square => &two * &room * &room < &sum * &sum,
        };
        if apart {
            return Some("the two largest disks do not fit together");
        }
    }
    let squares = diameters.iter().map(|d| d * d).fold(RBig::ZERO, |a, b| a + b);
    let over = match wall {
        Wall::Circle => squares > size * size,
        Wall::Square => &squares * RBig::from(314_159u32) > RBig::from(400_000u32) * size * size,
    };
    over.then_some("the disks have more area than the cavity")
}

#[cfg(test)]
mod tests {
    use super::super::TOPIC;
    use super::*;
    use kit::{Trouble, Unwatched};

    fn certificate_of(sentence: &str) -> Certificate {
        TOPIC.answer(sentence).unwrap().certificate.unwrap_or_else(|| panic!("{sentence} writes no certificate"))
    }

    fn check(kind: &str, body: &str) -> Result<Report> {
        let check = kit::find_kind(&TOPIC, kind).unwrap().check;
        check(&Certificate::new("disks", kind, "", body.to_string()), &mut Unwatched)
    }

    fn refused(kind: &str, cases: &[(&str, &str)]) {
        kit::trial::refused(cases, |body| {
            check(kind, body).inspect_err(|error| assert_eq!(error.trouble(), Trouble::Failed, "{body:?}: {error}"))
        });
    }

    #[test]
    fn what_examples_and_others_write_is_stated_so_and_stands() {
        forgery::examples_stand(&TOPIC);
        // What is stated names the cavity and the disks.
        forgery::stated(
            &TOPIC,
            &[
                (
                    "disks verify \"circle 4;2 1 0;2.0 -1 0\"",
                    "2 disks of diameter 2 lie without overlap in a circle of diameter 4",
                ),
                (
                    "disks verify \"circle 4;4.00 0 0\"",
                    "1 disk of diameter 4 lies without overlap in a circle of diameter 4",
                ),
                (
                    "disks verify \"square 2.50;1 0 0;0.50 1 1\"",
                    "2 disks of diameters 1, 0.5 lie without overlap in a square of side 2.5",
                ),
                (
                    "disks pack --diameters 2,1.5 --container 3",
                    "2 disks of diameters 2, 1.5 do not fit without overlap into a circle of diameter 3",
                ),
                (
                    "disks pack --diameters 3 --container 2 --shape square",
                    "1 disk of diameter 3 does not fit without overlap into a square of side 2",
                ),
            ],
        );
    }

    #[test]
    fn each_rule_of_a_packing_is_kept() {
        for body in [
            "circle 4\n2 1 0\n2 -1 0\n",
            "circle 4\n2 1.000 0.0\n",
            "square 2\n1 0.5 0.5\n1 -0.5 0.5\n1 0.5 -0.5\n1 -0.5 -0.5\n",
            "circle 999999999999999999999999999999\n1 0 0\n",
        ] {
            assert!(check("packing", body).is_ok(), "{body:?}");
        }
        refused(
            "packing",
            &[
                ("", "a cavity and at least one disk"),
                ("circle 4\n", "a cavity and at least one disk"),
                ("2 1 0\ncircle 4\n", "line 3: the cavity comes first"),
                ("container 4\n2 1 0\n", "line 3: the cavity comes first"),
                ("circle 4 4\n2 1 0\n", "line 3: the size"),
                ("circle\n2 1 0\n", "line 3: the size"),
                ("circle 0\n2 1 0\n", "line 3: the size"),
                ("circle -4\n2 1 0\n", "line 3: the size"),
                ("circle 4\ncircle 4\n2 1 0\n", "line 4: not a line"),
                ("circle 4\n2 1\n", "line 4: not a line"),
                ("circle 4\n2 1 0 0\n", "line 4: not a line"),
                ("circle 4\n2 1 0 \n", "line 4: not a line"),
                ("circle 4\n2  1 0\n", "line 4: not a line"),
                ("circle 4\n2 1 0\n\n", "line 5: not a line"),
                ("circle 4\n2 1 0 # remark\n", "line 4: not a line"),
                ("circle 4\n0 1 0\n", "line 4: the diameter"),
                ("circle 4\n-2 1 0\n", "line 4: the diameter"),
                ("circle 4\n2 1/1 0\n", "line 4: not a line"),
                ("circle 4\n2 1e0 0\n", "line 4: not a line"),
                ("circle 4\n2 +1 0\n", "line 4: not a line"),
                ("circle 4\n2 01 0\n", "line 4: not a line"),
                ("circle 4\n2 1. 0\n", "line 4: not a line"),
                ("circle 4\n2 .5 0\n", "line 4: not a line"),
                ("circle 4\n2 -0 0\n", "line 4: not a line"),
                ("circle 4\n2 -0.00 0\n", "line 4: not a line"),
                ("circle 4\n2 - 0\n", "line 4: not a line"),
                ("circle 4\n2 １ 0\n", "line 4: not a line"),
                ("circle 4\n2 NaN 0\n", "line 4: not a line"),
                ("circle 4\n2 inf 0\n", "line 4: not a line"),
                ("circle 1000000000000000000000000000000\n2 1 0\n", "line 3: the size"),
                ("circle 4\n2 1.0000001 0\n", "disk 1 reaches"),
                ("circle 1\n2 0 0\n", "disk 1 reaches"),
                ("square 4\n2 1 1.01\n", "disk 1 reaches"),
                ("square 4\n2 -1.01 1\n", "disk 1 reaches"),
                ("square 1\n2 0 0\n", "disk 1 reaches"),
                ("circle 4\n2 0.99999999999999999999999999999999 0\n2 -1 0\n", "disks 1 and 2 overlap"),
                ("circle 9\n2 1 0\n2 -1 0\n2 1 0\n", "disks 1 and 3 overlap"),
            ],
        );
        let decimals = |n: usize| format!("circle 4\n2 0.{} 0\n", "1".repeat(n));
        assert!(check("packing", &decimals(100)).is_ok());
        refused("packing", &[(&decimals(101), "line 4: not a line")]);
        let crowd = |n: usize| {
            format!("square 1000\n{}", (0..n).map(|k| format!("1 {}.5 0\n", k as i32 - 250)).collect::<String>())
        };
        assert!(check("packing", &crowd(500)).is_ok());
        refused("packing", &[(&crowd(501), "line 504: more than 500 disks")]);
    }

    #[test]
    fn each_reason_of_a_misfit_is_exact() {
        for (fits, not) in [
            ("circle 3\ndisk 3\n", "circle 3\ndisk 3.000000000000000000000000000001\n"),
            ("circle 3\ndisk 1\ndisk 2\n", "circle 3\ndisk 1.0000000000000000000000001\ndisk 2\n"),
            // Two unit disks in a square: the side is 2 + sqrt 2 = 3.41421356...
            ("square 3.4142136\ndisk 2\ndisk 2\n", "square 3.4142135\ndisk 2\ndisk 2\n"),
            ("square 2\ndisk 2\n", "square 2\ndisk 2.0000001\n"),
            // 25 > 24.99; four unit squares hold pi / 4 of them.
            (
                "circle 5\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 1\n",
                "circle 5\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 2\ndisk 1.01\n",
            ),
        ] {
            assert!(check("misfit", not).is_ok(), "{not:?}");
            refused("misfit", &[(fits, "neither one disk, nor the two largest, nor the area")]);
        }
        // Area in a square: 100 disks of diameter 2 have area 314.159...; a side of 17.72 has 313.99, one of 17.73 has
        // 314.35.
        let hundred = |side: &str| format!("square {side}\n{}", "disk 2\n".repeat(100));
        // 102 * 35000^2 + 26704^2 + 688^2 + 144^2 + 48^2 = 400000 * 314159: just as much as is not shown to be too
        // much.
        let whole = format!("square 314159\n{}disk 26704\ndisk 688\ndisk 144\n", "disk 35000\n".repeat(102));
        refused("misfit", &[(&format!("{whole}disk 48\n"), "neither one disk")]);
        assert!(check("misfit", &format!("{whole}disk 48.001\n")).is_ok());
        assert!(check("misfit", &hundred("17.72")).is_ok());
        // The two largest, wherever they stand in the list.
        let late = check("misfit", "square 10\ndisk 1\ndisk 6\ndisk 6\n").unwrap();
        assert_eq!(late.get("reason"), Some(&kit::Fact::from("the two largest disks do not fit together")));
        refused("misfit", &[(&hundred("17.73"), "neither one disk")]);
        refused(
            "misfit",
            &[
                ("circle 3\n", "a cavity and at least one disk"),
                ("circle 3\n4\n", "line 4: not a line"),
                ("circle 3\ndisk 4 0 0\n", "line 4: not a line"),
                ("circle 3\nDisk 4\n", "line 4: not a line"),
                ("circle 3\ndisk 4\ndisk 0\n", "line 5: the diameter"),
                ("circle 3\ndisk 4e0\n", "line 4: not a line"),
            ],
        );
    }

    /// Every small change of every line is refused, or states the same: coordinates may have room, decimals may end in
    /// zeros.
    #[test]
    fn every_change_is_refused_or_states_the_same_of_the_same_disks() {
        for sentence in CERTIFICATES.iter().flat_map(|kind| kind.examples) {
            let certificate = certificate_of(sentence);
            let mut stood = 0;
            for body in forgery::bodies(&certificate.body) {
                if check(&certificate.kind, &body).is_ok_and(|report| report.line == certificate.states) {
                    stood += 1;
                    let words = |body: &str| -> Vec<Vec<RBig>> {
                        let numbers = |line: &str| line.split(' ').filter_map(|word| read(word).ok()).collect();
                        body.lines().map(numbers).collect()
                    };
                    let sizes = |body: &str| words(body).into_iter().map(|line| line[0].clone()).collect::<Vec<_>>();
                    assert_eq!(sizes(&body), sizes(&certificate.body), "{sentence}:\n{body}");
                }
            }
            assert!(stood < 600, "{sentence}: {stood} changes stood");
        }
    }

    #[test]
    fn numbers_far_out_are_refused_in_one_line() {
        for sentence in [
            "disks verify \"circle 1e300;2 0 0\"",
            "disks verify \"circle 1e309;2 0 0\"",
            "disks verify \"circle 1e30;2 0 0\"",
            "disks verify \"circle 4;2 1e200 0\"",
            "disks verify \"circle 4;2 0 -1e31\"",
            "disks verify \"circle 4;1e300 0 0\"",
            "disks verify \"circle 4;2 1e-101 0\"",
        ] {
            let line = TOPIC.answer(sentence).unwrap_err().to_string();
            assert!(line.contains("1e30") || line.contains("100 decimals"), "{sentence}: {line}");
            assert!(!line.contains("inf"), "{sentence}: {line}");
        }
        for sentence in [
            "disks verify \"circle 9e29;1e-99 0 0\"",
            "disks verify \"square 1e-99;1e-100 0 0\"",
            "disks verify \"circle 1e29;1e-100 4e28 1;1 0 0\"",
        ] {
            let report = TOPIC.answer(sentence).unwrap();
            let told = format!("{report:?}");
            assert!(!told.contains("NaN") && !told.contains("inf"), "{sentence}: {told}");
        }
    }

    #[test]
    fn a_certificate_given_whole_must_state_what_it_shows() {
        let certificate = certificate_of("disks verify \"circle 4;2 1 0;2 -1 0\"");
        for (states, stands) in [(certificate.states.clone(), true), ("3 disks".to_string(), false)] {
            let file = Certificate { states, ..certificate.clone() }.to_file();
            assert_eq!(super::super::questions::read_solution(&file).is_ok(), stands, "{file}");
        }
        let misfit = certificate_of("disks pack --diameters 2,1.5 --container 3").to_file();
        assert!(super::super::questions::read_solution(&misfit).is_err());
    }
}
