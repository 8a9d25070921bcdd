//! What the paper says of the spiral and of the Tribonacci word, each computed anew.

use super::super::boards::{board, piece};
use super::super::constants::{Of, deviation};
use super::super::grundy::{Frame, Grundy, by_definition};
use super::super::rows::{Row, RowWalk, differences, rows_by_mex};
use super::super::settle::settle_by_definition;
use super::super::tribonacci::{
    self, KAPPA, LAMBDA, Letter, Morphism, Represented, SIGMA, TAU, apply, floor_times_power,
};
use dashu::integer::{IBig, UBig};
use kit::{Effort, Finding, Result, Verdict, Watch};
use std::collections::{BTreeSet, HashMap};

/// `quick`, or more when there are minutes.
pub(super) fn far(effort: Effort, quick: usize, slow: usize) -> usize {
    if effort == Effort::Slow { slow } else { quick }
}

/// Holds unless a counterexample was met.
pub(super) fn unless(counterexample: Option<String>, evidence: impl Into<String>) -> Finding {
    match counterexample {
        None => Finding::new(Verdict::Holds, evidence),
        Some(place) => Finding::new(Verdict::Refuted, place),
    }
}

/// The first place where two sequences differ.
pub(super) fn differ<T: PartialEq + std::fmt::Debug>(
    what: &str,
    left: impl IntoIterator<Item = T>,
    right: impl IntoIterator<Item = T>,
) -> Option<String> {
    let mut pairs = left.into_iter().zip(right).enumerate();
    pairs.find(|(_, (l, r))| l != r).map(|(n, (l, r))| format!("{what} at {n}: {l:?} against {r:?}"))
}

pub(super) fn sequence(_: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let printed = [0, 9, 13, 17, 21, 82, 92, 102, 112, 228, 244, 260, 276, 445];
    let spiral = board("spiral")?;
    let cells = settle_by_definition(spiral, piece("queen")?, printed.len(), watch)?;
    let numbers = cells.into_iter().filter_map(|cell| spiral.number(cell));
    Ok(unless(differ("queen", numbers, printed), "the first 14 queens by walking along the spiral"))
}

pub(super) fn theorem1(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 401, 2817);
    let settled = settle_by_definition(board("spiral")?, piece("queen")?, count, watch)?;
    let by_mex = rows_by_mex(count.div_ceil(4) + 1);
    let four = |&[x, y, ..]: &[u64; 4]| {
        let (x, y) = (x as i64, y as i64);
        [(x, y), (-y, x), (-x, -y), (y, -x)]
    };
    let by_rows = std::iter::once((0, 0)).chain(by_mex[1..].iter().flat_map(four));
    let evidence = format!("{count} queens by walking along the spiral, against the mex rows");
    Ok(unless(differ("queen", settled, by_rows), evidence))
}

pub(super) fn complementary(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 20_000, 400_000);
    let rows = rows_by_mex(count);
    let whole = |i: usize, j: usize| {
        let mut both: Vec<u64> = rows[1..].iter().flat_map(|r| [r[i], r[j]]).collect();
        both.sort_unstable();
        // The smaller sequence reaches to its last member; below that nothing may be missing or doubled.
        let reach = rows[count - 1][i] as usize;
        differ("member", both.into_iter().take(reach), 1..)
    };
    let sets: Vec<BTreeSet<u64>> =
        (0..4).map(|i| rows.windows(2).map(|w| w[1][i] - w[0][i]).collect::<BTreeSet<_>>()).collect();
    let expected = [vec![1, 2], vec![2, 3], vec![1, 2], vec![3, 4, 5]];
    let odd = differ("differences", sets.iter().map(|s| s.iter().copied().collect::<Vec<_>>()), expected);
    let told = kit::say::listed(sets.iter().map(|set| format!("({})", kit::say::listed(set))));
    Ok(unless(whole(0, 1).or(whole(2, 3)).or(odd), format!("{count} rows by mex; differences {told} for X, Y, M, P")))
}

pub(super) fn theme(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 20_000, 400_000);
    let rows = rows_by_mex(count + 1);
    let difference = |i: usize| rows.windows(2).map(move |w| w[1][i] - w[0][i]);
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).map(|d| u64::from(d - b'0')).collect::<Vec<_>>();
    let printed_y = digits("2333 2333333 233333 2333333 2333 2333333 233333 2333333 2333333");
    let printed_x = digits("1212 1212212 121212 1212212 1212 1212212 121212 1212212 1212212");
    let theta = tribonacci::theme(count);
    let printed_theta = tribonacci::letters("cabacabaabacababacabaabacabacabaabacababacabaaba");
    let wrong = differ("difference of Y", difference(1), printed_y)
        .or(differ("difference of X", difference(0), printed_x))
        .or(differ("letter of the theme song", theta.iter().copied(), printed_theta))
        .or(differ("fixed point", apply(SIGMA, &theta[..count / 8]), theta.iter().copied()))
        .or(differ("difference of Y", difference(1), theta.iter().map(|l| l.pick([3, 3, 2]))))
        .or(differ("difference of X", difference(0), theta.iter().map(|l| l.pick([2, 1, 1]))));
    Ok(unless(wrong, format!("the printed beginnings, and {count} rows by mex against the fixed point of sigma")))
}

pub(super) fn theorem2(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 200_000, 4_000_000);
    let (theta, t) = (tribonacci::theme(count), tribonacci::word(count));
    let shifted = std::iter::once(Letter::C).chain(t.iter().copied());
    let cube = |w: &[Letter]| (0..3).fold(w.to_vec(), |w, _| apply(TAU, &w));
    let aba = tribonacci::letters("aba");
    let eleven = Letter::ALL.into_iter().find(|&l| {
        let (left, right) = (cube(&[l]), apply(SIGMA, &[l]));
        [left, aba.clone()].concat() != [aba.clone(), right].concat()
    });
    let wrong = differ("letter", theta, shifted).or(eleven.map(|l| format!("(11) at {l}")));
    Ok(unless(wrong, format!("{count} letters, both fixed points from their own morphisms; (11) on all letters")))
}

/// The weights 1, 2, 4, 7, ... of the digits.
fn value(string: u32) -> u32 {
    let (mut weights, mut sum) = ((1, 2, 4), 0);
    for digit in 0..32 {
        if string >> digit & 1 == 1 {
            sum += weights.0;
        }
        if string >> digit == 0 {
            break;
        }
        weights = (weights.1, weights.2, weights.0 + weights.1 + weights.2);
    }
    sum
}

pub(super) fn representation(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let length = far(effort, 14, 20) as u32;
    let mut appended: HashMap<u32, u32> = HashMap::new();
    let mut behind: HashMap<u32, u32> = HashMap::new();
    let mut back: HashMap<u32, u32> = HashMap::new();
    let mut wrong = None;
    for string in 0..1u32 << length {
        let (here, zero) = (value(string), value(string << 1));
        let same = *appended.entry(here).or_insert(zero) == zero && *back.entry(zero).or_insert(here) == here;
        let shifted = value(string >> 1) + (string & 1);
        if !same || *behind.entry(here).or_insert(shifted) != shifted {
            wrong = wrong.or(Some(format!("the string {string:b}")));
        }
    }
    // Lemma 10 as counts and as sets: strings of length n without 111 are 0A, 10A, 110A of shorter ones.
    let canonical = |n: u32| (0..1u32 << n).filter(|s| s & s >> 1 & s >> 2 == 0);
    for n in 3..=length.min(14) {
        let parts = [(n - 1, 0u32), (n - 2, 1 << (n - 1)), (n - 3, 3 << (n - 2))];
        let union: Vec<u32> = parts.into_iter().flat_map(|(m, lead)| canonical(m).map(move |s| s | lead)).collect();
        let numbers = canonical(n).map(value);
        wrong = wrong.or(differ("a string", canonical(n), union)).or(differ("a number", numbers, 0..));
    }
    Ok(unless(wrong, format!("all binary strings of length {length}; Lemma 10 to length {}", length.min(14))))
}

pub(super) fn word(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 6_000, 100_000);
    let t = tribonacci::word(count);
    let mut before = [0u32; 3];
    let mut wrong = None;
    for (n, &letter) in t.iter().enumerate() {
        let big = UBig::from(n);
        if Represented::new(&big).letter() != letter || tribonacci::counts(&big) != before.map(UBig::from) {
            wrong = wrong.or(Some(format!("place {n}")));
        }
        before[letter as usize] += 1;
    }
    let powers: Vec<Vec<Letter>> =
        std::iter::successors(Some(vec![Letter::A]), |w| Some(apply(TAU, w))).take(18).collect();
    let numbers = tribonacci::numbers(24);
    for (n, image) in powers.iter().enumerate() {
        let of = |letter| UBig::from(image.iter().filter(|&&l| l == letter).count());
        let counts = Letter::ALL.map(of);
        let stated = [&numbers[n + 2], &numbers[n + 1], &numbers[n]];
        if UBig::from(image.len()) != numbers[n + 3] || counts.iter().ne(stated) {
            wrong = wrong.or(Some(format!("the length or the letters of tau^{n}(a)")));
        }
        if n >= 3 && *image != [&powers[n - 1][..], &powers[n - 2], &powers[n - 3]].concat() {
            wrong = wrong.or(Some(format!("Theorem 6 at {n}")));
        }
    }
    Ok(unless(wrong, format!("{count} letters one by one, and tau^n(a) for n < 18")))
}

pub(super) fn indexing(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 3_000, 60_000);
    let t = tribonacci::word(count * 7);
    let of = |letter| t.iter().enumerate().filter(move |(_, l)| **l == letter).map(|(n, _)| n + 1).collect::<Vec<_>>();
    let [a, b, c] = Letter::ALL.map(of);
    let mut wrong = differ("a", a.iter().copied(), [1, 3, 5, 7, 8, 10])
        .or(differ("b", b.iter().copied(), [2, 6, 9, 13, 15, 19]))
        .or(differ("c", c.iter().copied(), [4, 11, 17, 24, 28, 35]));
    let (mut taken, mut gaps) = (BTreeSet::new(), BTreeSet::new());
    let mex = |set: &BTreeSet<usize>| (1..).find(|v| !set.contains(v)).expect("finite");
    let [mut first_a, mut first_b] = [0usize; 2];
    for n in 1..=count {
        let (an, bn, cn) = (a[n - 1], b[n - 1], c[n - 1]);
        // (14)-(16): the least free number, the least free difference, and c = a + b + n. Sets are pruned below their
        // mex.
        let stated = n > 400 || (mex(&taken) == an && an + mex(&gaps) == bn);
        taken.extend([an, bn, cn]);
        gaps.extend([bn - an, cn - bn]);
        let theorem14 = tribonacci::places(&UBig::from(n)) == [an, bn, cn].map(UBig::from);
        let counted = an == n + first_a + first_b
            && bn == 2 * n + 2 * first_a + first_b
            && cn == 4 * n + 3 * first_a + 2 * first_b;
        if !stated || !theorem14 || !counted || cn != an + bn + n {
            wrong = wrong.or(Some(format!("n = {n}")));
        }
        match t[n - 1] {
            Letter::A => first_a += 1,
            Letter::B => first_b += 1,
            Letter::C => {}
        }
    }
    for (places, rises) in [(&a, [2, 2, 1]), (&b, [4, 3, 2]), (&c, [7, 6, 4])] {
        let stated = t.iter().map(|l| l.pick(rises));
        wrong = wrong.or(differ("a difference", places.windows(2).map(|w| w[1] - w[0]), stated));
    }
    Ok(unless(wrong, format!("n to {count} by the word; the mex rules (14), (15) to 400")))
}

/// Builds the three sequences from nothing by the rules (14)-(16), each of which names one number.
pub(super) fn unique(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 400, 4_000);
    let (mut taken, mut gaps) = (BTreeSet::from([0]), BTreeSet::from([0]));
    let mex = |set: &BTreeSet<usize>| (1..).find(|v| !set.contains(v)).expect("finite");
    let mut wrong = None;
    for n in 1..=count {
        let a = mex(&taken);
        let b = a + mex(&gaps);
        let c = a + b + n;
        taken.extend([a, b, c]);
        gaps.extend([b - a, c - b]);
        if tribonacci::places(&UBig::from(n)) != [a, b, c].map(UBig::from) {
            wrong = wrong.or(Some(format!("n = {n}")));
        }
    }
    Ok(unless(wrong, format!("{count} triples built by the rules alone are the places of a, b, c")))
}

pub(super) fn bounds(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 20_000, 400_000);
    let t = tribonacci::word(count * 7);
    let mut found = Vec::new();
    let mut holds = true;
    for (letter, power, least, first) in [(Letter::A, 1, -1, 12737), (Letter::B, 2, -2, 329), (Letter::C, 3, -3, 2047)]
    {
        let places = t.iter().enumerate().filter(|(_, l)| **l == letter).map(|(n, _)| n as i64 + 1).take(count);
        let off: Vec<i64> = places.zip(1u64..).map(|(place, n)| place - floor_times_power(n, power) as i64).collect();
        let (low, high) = (off.iter().min().copied(), off.iter().max().copied());
        let exception = off.iter().position(|&d| d == 1).map(|n| n + 1);
        holds &= low == Some(least) && high == Some(1) && exception == Some(first);
        let told = |value: Option<i64>| value.map_or("nowhere".to_string(), |value| value.to_string());
        let first = told(exception.map(|n| n as i64));
        found.push(format!("{letter}: from {} to {}, +1 first at {first}", told(low), told(high)));
    }
    // The ranges for all n, from bounds on the deviations: the floor lies below the multiple by less than 1.
    let mut proved = Vec::new();
    for (power, letter, least) in [(1, "a", -1), (2, "b", -2), (3, "c", -3)] {
        let (low, high) = deviation(Of::Place(power), 4);
        let (above, below): (f64, f64) = (low.parse().unwrap_or(f64::MIN), high.parse().unwrap_or(f64::MAX));
        holds &= above.ceil() == f64::from(least) && (below + 1.0).ceil() == 2.0;
        let (less, more) = deviation(Of::Count(power), 4);
        proved.push(format!("{letter}: places between {low} and {high}, counts between {less} and {more}"));
    }
    let evidence = format!(
        "for all n, by the theorem of the bounds in the essay, less the multiples of n: {}; so the floors are missed by -1..1, -2..1, -3..1; n to \
         {count}, floors exact: {}",
        proved.join("; "),
        found.join("; ")
    );
    Ok(Finding::of(holds, Verdict::Holds, Verdict::Corrected, evidence))
}

/// What the paper prints of the constants (22)-(26), as far as it is known: value and digits.
const CONSTANTS: [(&str, &str); 6] = [
    ("psi", "1.8392867552141611325518525646532866004241787"),
    ("1/psi", "0.54368901269207636157"),
    ("x", "-0.41964337760708"),
    ("y", "0.60629072920719"),
    ("modulus", "0.73735270576"),
    ("k", "0.18280353296829"),
];

pub(super) fn constants(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let digits = far(effort, 60, 2000);
    let computed = super::super::constants::constants(digits, watch)?;
    let wrong = CONSTANTS.iter().find_map(|(name, stated)| {
        let (_, value) = computed.iter().find(|(other, _)| other == name)?;
        (!value.starts_with(stated)).then(|| format!("{name} is {value}, stated {stated}"))
    });
    let seen = format!(
        "psi, 1/psi, the other roots, their modulus and k between whole numbers over 10^{digits}, rounded outwards"
    );
    Ok(unless(wrong, seen))
}

pub(super) fn morphisms(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 100_000, 2_000_000);
    let theta = tribonacci::theme(count);
    let check = |name: &str, morphism: Morphism| {
        let image = apply(morphism, &theta);
        let t = tribonacci::word(image.len());
        differ(name, image, t)
    };
    let composed = Letter::ALL.into_iter().find(|&l| apply(TAU, &apply(LAMBDA, &[l])) != apply(KAPPA, &[l]));
    let wrong = check("lambda", LAMBDA).or(check("kappa", KAPPA)).or(composed.map(|l| format!("kappa at {l}")));
    Ok(unless(wrong, format!("the images of {count} letters; kappa is first lambda, then tau")))
}

pub(super) fn theorem20(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 20_000, 400_000);
    let rows = rows_by_mex(count);
    let theta = tribonacci::theme(count);
    let steps = rows.windows(2).map(|w| std::array::from_fn(|i| w[1][i] - w[0][i]));
    let wrong = differ("row", steps, theta.into_iter().map(differences));
    Ok(unless(wrong, format!("{count} rows by mex against the theme song by its morphism")))
}

pub(super) fn corollary21(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 5_000, 100_000);
    let exception = RowWalk::new(count).zip(rows_by_mex(count)).enumerate().find(|(n, (walked, by_mex))| {
        let row = Row::nth(&UBig::from(*n));
        let [a, b, c] = tribonacci::places(&row.n).map(IBig::from);
        let big = IBig::from(*n);
        let stated = [&b - &a, &c - &b, &c - &b - &b + &a, &c - &a];
        let other = [&a + &big, &b + &big];
        walked != by_mex || stated != by_mex.map(IBig::from) || other != [by_mex[1], by_mex[3]].map(IBig::from)
    });
    Ok(unless(exception.map(|(n, _)| format!("row {n}")), format!("{count} rows by mex")))
}

pub(super) fn slopes(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    // With s = Y/X the polynomial s^3 - s^2 - s - 1 has the simple root psi; |Y^3 - Y^2 X - Y X^2 - X^3| <= 40 X^2 puts
    // s within 40/X of it.
    let mut wrong = None;
    for power in 1..=60usize {
        let row = Row::nth(&UBig::from(10u8).pow(power));
        let (x, y) = (IBig::from(row.x), IBig::from(row.y));
        let polynomial = &y * &y * &y - &y * &y * &x - &y * &x * &x - &x * &x * &x;
        let room = IBig::from(40) * &x * &x;
        if polynomial > room || -polynomial > room {
            wrong = wrong.or(Some(format!("row 10^{power}")));
        }
    }
    Ok(unless(wrong, "rows 10, 100, ..., 10^60, exactly: |Y/X - psi| stays below 40/X"))
}

pub(super) fn remark_v(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let count = far(effort, 200_000, 4_000_000);
    let mut longest = [1, 1];
    for (slot, column) in [(0, 0), (1, 2)] {
        let (mut run, mut last) = (1, 0);
        for row in RowWalk::new(count).skip(1) {
            run = if row[column] == last + 1 { run + 1 } else { 1 };
            last = row[column];
            // Row 0 is not a member: the run counts from row 1.
            longest[slot] = longest[slot].max(if row[1] == 2 { 1 } else { run });
        }
    }
    let evidence = format!("{count} rows: at most {} consecutive X and {} consecutive M", longest[0], longest[1]);
    Ok(Finding::of(longest[0] < 3 && longest[1] < 5, Verdict::Holds, Verdict::Refuted, evidence))
}

const FIGURE4: &str = "
 10  11  21  20  19  18  16  17  15   7  12   3   8   9  14
 19   6  12   4  17   9  10  14  16   8   1  13  15  11   7
 12   5   8  15   1   3   6  13  10  11   0   4   7  19  21
  3  15  16   7  14  13  12  11   8   9   5   6   2  18   1
 11  13   0   1   3  10   9   2   7   6   8  12  14  17   5
 20  14   7   8   6   2   4   5   0   1   3  11  10  16   9
 17  12  10  11   7   0   1   3   2   5   4   9  13   6  20
 16   9  14   6   5   4   2   0   1   3   7  10  11  15   8
 18  17  13   9   2   1   3   4   5   0   6   8  12   7  19
 15  16   6  10   8   5   0   1   3   4   2   7   9  13  12
 14  18   3  12   4   6   7   8   9  10  11   5   0   1   2
  7  19  11  13   9   8   5  12   4   2  14  15   6  10  16
  6  20   9  14   0  11  15   7  13  12  10  17  16   8  18
 21  10  15   2  12   7  13   6  11  16   9  14  18  20  17
 22   8  17  16  11  19  14  10  12  13  15   2   5  21  23";

/// The numbers of a printed table, row by row.
pub(super) fn printed(text: &str) -> impl Iterator<Item = u32> + '_ {
    text.split_whitespace().map(|word| word.parse().expect("a printed number"))
}

pub(super) fn figure4(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let spiral = board("spiral")?;
    let cell = spiral.cell.expect("the spiral has numbers");
    let values = by_definition(spiral, piece("queen")?, (0..625).map(cell));
    let centre = (-7..=7).flat_map(|x| (-7..=7).map(move |y| (x, y))).map(|cell| values[&cell]);
    let axis = (-12..=12).map(|y| values[&(0, y)]);
    let printed_axis = [19, 30, 13, 24, 12, 16, 9, 14, 6, 5, 4, 2, 0, 1, 3, 7, 10, 11, 15, 8, 18, 23, 21, 17, 26];
    let wrong = differ("value", centre, printed(FIGURE4)).or(differ("value on the axis", axis, printed_axis));
    Ok(unless(wrong, "the 15 x 15 centre and the axis from -12 to 12, by the definition"))
}

pub(super) fn conjecture22(effort: Effort, watch: &mut dyn Watch) -> Result<Finding> {
    let radius = far(effort, 300, 2000);
    let spiral = board("spiral")?;
    let side = 2 * radius + 1;
    let table = Grundy::new(spiral, piece("queen")?, Frame::new(spiral, side, side), watch)?;
    let mut told = Vec::new();
    for value in [0, 10, 100] {
        let bounds: Vec<String> =
            [("rows", (0, 1)), ("columns", (1, 0)), ("diagonals", (1, 1)), ("antidiagonals", (1, -1))]
                .into_iter()
                .map(|(name, direction)| {
                    match super::super::questions::table::bound(&table, ("", direction, 1), value) {
                        Some(bound) => format!("{name} to {bound}"),
                        None => format!("no {name}"),
                    }
                })
                .collect();
        told.push(format!("every number to {value} in all {}", bounds.join(", ")));
    }
    let doubled = doubled(&table, radius as i64);
    let evidence = format!("within radius {radius}: {}; no number twice in a line", told.join("; "));
    Ok(match doubled {
        None => Finding::new(Verdict::Open, evidence),
        Some(line) => Finding::new(Verdict::Refuted, line),
    })
}

/// A line of the table with a number twice, if there is one, looking at lines through the axes.
fn doubled(table: &Grundy, radius: i64) -> Option<String> {
    let mut seen = vec![usize::MAX; 1 << 16];
    let mut stamp = 0;
    for index in -radius..=radius {
        for (dx, dy, x, y) in [(0, 1, index, 0), (1, 0, 0, index), (1, 1, index, 0), (1, -1, index, 0)] {
            stamp += 1;
            for step in -2 * radius..=2 * radius {
                let Some(value) = table.get((x + step * dx, y + step * dy)) else { continue };
                if std::mem::replace(&mut seen[usize::from(value)], stamp) == stamp {
                    return Some(format!("{value} stands twice on the line through ({x}, {y}) along ({dx}, {dy})"));
                }
            }
        }
    }
    None
}
