//! The Tribonacci word T = abacabaabacab... and the Tribonacci representations, exact for numbers of any size.
//!
//! T is the fixed point of a -> ab, b -> ac, c -> a; the Tribonacci numbers are T_0 = T_1 = 0, T_2 = 1, T_n = T_(n-1) +
//! T_(n-2) + T_(n-3). Every n has one representation n = sum e_j T_(j+3), e_j in {0, 1}, j = 0, 1, ..., without three
//! consecutive ones, and the greedy algorithm finds it. Writing `shifted(s)` = sum e_j T_(j+3+s), Theorems 11, 12 and
//! 14 of the paper become
//!
//! - T\[n\] is a, b or c as the representation of n ends in 0, 01 or 11;
//! - the first n letters hold `shifted(-1)` a's, `shifted(-2)` b's and `shifted(-3)` c's (n represented);
//! - the n-th a, b, c stand at places `shifted(1) + 1`, `shifted(2) + 2`, `shifted(3) + 4` (n - 1 represented, places
//!   from 1).
//!
//! A representation has about 3.8 digits per decimal digit, so everything here costs O(log n) additions.

use dashu::integer::UBig;

/// A letter of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// a
    A,
    /// b
    B,
    /// c
    C,
}

impl Letter {
    /// All three, in order.
    pub const ALL: [Letter; 3] = [Letter::A, Letter::B, Letter::C];

    /// The letter as it is printed.
    pub fn glyph(self) -> char {
        match self {
            Letter::A => 'a',
            Letter::B => 'b',
            Letter::C => 'c',
        }
    }

    /// Which of three things belongs to the letter.
    pub fn pick<T: Copy>(self, [a, b, c]: [T; 3]) -> T {
        match self {
            Letter::A => a,
            Letter::B => b,
            Letter::C => c,
        }
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.glyph())
    }
}

/// A morphism of words: the images of a, b and c.
pub type Morphism = [&'static str; 3];

/// tau, whose fixed point is the Tribonacci word (8).
pub const TAU: Morphism = ["ab", "ac", "a"];
/// sigma, whose fixed point from c is the theme song (6).
pub const SIGMA: Morphism = ["cabaaba", "cababa", "caba"];
/// lambda of Lemma 18.
pub const LAMBDA: Morphism = ["ba", "ca", "a"];
/// kappa of Lemma 19.
pub const KAPPA: Morphism = ["acab", "aab", "ab"];

/// A word from its printed letters; anything but a, b, c is left out.
pub fn letters(text: &str) -> Vec<Letter> {
    let of = |glyph| Letter::ALL.into_iter().find(|l| l.glyph() == glyph);
    text.chars().filter_map(of).collect()
}

/// The printed letters of a word.
pub fn text(word: &[Letter]) -> String {
    word.iter().map(|l| l.glyph()).collect()
}

/// The image of a word.
pub fn apply(morphism: Morphism, word: &[Letter]) -> Vec<Letter> {
    let images = morphism.map(letters);
    word.iter().flat_map(|l| &images[*l as usize]).copied().collect()
}

/// The first `length` letters of the fixed point that begins with `seed`, whose image must begin with it and be longer.
pub fn fixed_point(morphism: Morphism, seed: Letter, length: usize) -> Vec<Letter> {
    let images = morphism.map(letters);
    let mut word = images[seed as usize].clone();
    let mut read = 1;
    while word.len() < length {
        let image = &images[word[read] as usize];
        word.extend_from_slice(image);
        read += 1;
    }
    word.truncate(length);
    word
}

/// The first letters of the Tribonacci word.
pub fn word(length: usize) -> Vec<Letter> {
    fixed_point(TAU, Letter::A, length)
}

/// The first letters of the theme song, by its own morphism.
pub fn theme(length: usize) -> Vec<Letter> {
    fixed_point(SIGMA, Letter::C, length)
}

/// T_0, T_1, ..., so many of them.
pub fn numbers(count: usize) -> Vec<UBig> {
    let mut all = vec![UBig::ZERO, UBig::ZERO, UBig::ONE];
    while all.len() < count {
        let [.., a, b, c] = &all[..] else { unreachable!("three to begin with") };
        all.push(a + b + c);
    }
    all.truncate(count);
    all
}

/// A number with its canonical representation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Represented {
    /// The digits e_0, e_1, ...: the least significant first, no leading zero at the end.
    digits: Vec<bool>,
}

impl Represented {
    /// The canonical representation, by the greedy algorithm.
    pub fn new(n: &UBig) -> Represented {
        // Climb to the first T_k beyond n, then come down by T_(k-3) = T_k - T_(k-1) - T_(k-2).
        let [mut low, mut middle, mut high] = [UBig::ONE, UBig::from(2u8), UBig::from(4u8)];
        let mut digit = 0usize;
        while &low <= n {
            let next = &low + &middle + &high;
            low = std::mem::replace(&mut middle, std::mem::replace(&mut high, next));
            digit += 1;
        }
        let mut digits = vec![false; digit];
        let mut rest = n.clone();
        for place in (0..digit).rev() {
            let below = &high - &middle - &low;
            high = std::mem::replace(&mut middle, std::mem::replace(&mut low, below));
            if low <= rest {
                rest -= &low;
                digits[place] = true;
            }
        }
        Represented { digits }
    }

    /// Whether the digit of that weight is set, e_0 being the last one written.
    pub fn digit(&self, place: usize) -> bool {
        self.digits.get(place).copied().unwrap_or(false)
    }

    /// The number of digits.
    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// True for the representation of 0.
    pub fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    /// The sum of e_j T_(j+3+s) for s = -3, ..., 3.
    pub fn shifted(&self) -> [UBig; 7] {
        let mut window: [UBig; 7] = numbers(7).try_into().expect("seven numbers");
        let mut sums: [UBig; 7] = Default::default();
        for &digit in &self.digits {
            if digit {
                for (sum, number) in sums.iter_mut().zip(&window) {
                    *sum += number;
                }
            }
            let next = &window[4] + &window[5] + &window[6];
            window.rotate_left(1);
            window[6] = next;
        }
        sums
    }

    /// The letter T\[n\], places from 0 (Theorem 11).
    pub fn letter(&self) -> Letter {
        match (self.digit(1), self.digit(0)) {
            (_, false) => Letter::A,
            (false, true) => Letter::B,
            (true, true) => Letter::C,
        }
    }
}

/// The digits, the most significant first; 0 is `0`.
impl std::fmt::Display for Represented {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        let text: String = self.digits.iter().rev().map(|&d| if d { '1' } else { '0' }).collect();
        f.write_str(&text)
    }
}

/// The numbers of a, b and c among the first n letters of the word (Theorem 12).
pub fn counts(n: &UBig) -> [UBig; 3] {
    let [c, b, a, ..] = Represented::new(n).shifted();
    [a, b, c]
}

/// The places a_n, b_n, c_n of the n-th a, b and c, from 1; all 0 for n = 0 (Theorem 14).
pub fn places(n: &UBig) -> [UBig; 3] {
    labelled(n).0
}

/// The places of the n-th letters, and the label of row n, from the one representation that both need.
pub fn labelled(n: &UBig) -> ([UBig; 3], Letter) {
    if *n == UBig::ZERO {
        return (Default::default(), Letter::C);
    }
    let before = Represented::new(&(n - UBig::ONE));
    let [.., a, b, c] = before.shifted();
    ([a + UBig::ONE, b + UBig::from(2u8), c + UBig::from(4u8)], before.letter())
}

/// The letter T\[n\], places from 0.
pub fn letter(n: &UBig) -> Letter {
    Represented::new(n).letter()
}

/// The label theta_n of row n: theta = c T (Theorem 2).
pub fn label(n: &UBig) -> Letter {
    match *n == UBig::ZERO {
        true => Letter::C,
        false => letter(&(n - UBig::ONE)),
    }
}

/// floor(n psi^k) of the Tribonacci constant psi, k = 1, 2 or 3, exactly: an integer v is at most n psi^k exactly when
/// v / n is at most the root, and the minimal polynomials of psi, psi^2, psi^3 change sign once beyond 1.
pub fn floor_times_power(n: u64, k: u32) -> u64 {
    // Minimal polynomials, highest coefficient first.
    let polynomial: [i128; 4] = match k {
        1 => [1, -1, -1, -1],
        2 => [1, -3, -1, -1],
        3 => [1, -7, 5, -1],
        _ => panic!("the power {k} is not one of 1, 2, 3"),
    };
    let wide = i128::from(n);
    assert!(n < 1 << 38, "the cube of the place stays within 128 bits");
    // p(v / n) n^3 <= 0 holds for v / n at most the root, and v / n is at least 1.
    let below = |v: i128| {
        let [p3, p2, p1, p0] = polynomial;
        p3 * v * v * v + p2 * v * v * wide + p1 * v * wide * wide + p0 * wide * wide * wide <= 0
    };
    let (mut low, mut high) = (wide, wide * 7 + 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        match below(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    u64::try_from(if n == 0 { 0 } else { low }).expect("it is between n and 7n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(n: usize) -> UBig {
        UBig::from(n)
    }

    #[test]
    fn the_representation_is_the_greedy_one_and_has_no_three_ones() {
        let weights: Vec<usize> = [1, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927, 1705].to_vec();
        for n in 0..1500usize {
            let written = Represented::new(&big(n)).to_string();
            assert!(!written.contains("111"), "{n}: {written}");
            assert!(n == 0 || written.starts_with('1'), "{n}: {written}");
            let value: usize = written.bytes().rev().zip(&weights).filter(|(d, _)| *d == b'1').map(|(_, w)| w).sum();
            assert_eq!(value, n);
        }
    }

    #[test]
    fn letters_counts_and_places_agree_with_the_word_itself() {
        let word = word(3000);
        let mut count = [0usize; 3];
        for (n, &letter_there) in word.iter().enumerate() {
            assert_eq!(letter(&big(n)), letter_there, "T[{n}]");
            assert_eq!(counts(&big(n)), count.map(big), "letters before {n}");
            count[letter_there as usize] += 1;
            let place = &places(&big(count[letter_there as usize]))[letter_there as usize];
            assert_eq!(*place, big(n + 1), "place of a {letter_there}");
        }
    }

    #[test]
    fn numbers_far_beyond_machine_words_stay_exact() {
        // a_n is the place of the n-th a, so the letter there is a and n - 1 of them stand before it.
        let n = UBig::from(10u8).pow(1000) + UBig::from(7u8);
        let places = places(&n);
        for (letter_there, place) in Letter::ALL.into_iter().zip(&places) {
            let before = place - UBig::ONE;
            assert_eq!(letter(&before), letter_there);
            assert_eq!(counts(&before)[letter_there as usize], &n - UBig::ONE);
        }
    }

    #[test]
    fn floors_of_multiples_of_the_constant_are_those_of_long_decimals() {
        // psi to 60 decimals (A058265) as a fraction.
        let scale = UBig::from(10u8).pow(60);
        let digits = "1839286755214161132551852564653286600424178746097592246778758";
        let psi: UBig = digits.parse().unwrap();
        for n in (0..2000u64).chain((1u64 << 32)..(1 << 32) + 50) {
            let mut product = UBig::from(n);
            for k in 1..=3 {
                product = &product * &psi;
                let floor = &product / scale.pow(k as usize);
                assert_eq!(UBig::from(floor_times_power(n, k)), floor, "n = {n}, power {k}");
            }
        }
    }
}
