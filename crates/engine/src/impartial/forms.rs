//! Misère canonical forms and the genus.
//!
//! Two games are equal in misère play when they have the same outcome in every sum. Conway (*On Numbers and Games*,
//! chapter 12): a game G simplifies to an option H of an option when every option of H is an option of G and every
//! other option of G has H among its own options, provided that G is won when H has no options; a game that simplifies
//! no further is the only form of its class. So forms are sets of forms, interned, and equality is equality of numbers.
//!
//! The *genus* of G is `g^{g0 g1 g2 ...}`: the nimber g, and the misère nim values g_i of G + *2 + ... + *2 with i
//! twos. Eventually the superscripts alternate between a and a xor 2, and by convention they are written up to the
//! first two that do.

use super::mex;
use kit::{Error, Result};
use rustc_hash::FxHashMap;
use std::fmt;

/// Interned misère canonical forms, their sums and values.
pub struct Forms {
    options: Vec<Box<[u32]>>,
    index: FxHashMap<Box<[u32]>, u32>,
    sums: FxHashMap<(u32, u32), u32>,
    normal: Vec<u32>,
    misere: Vec<u32>,
    limit: usize,
}

impl Forms {
    /// Nothing but the form 0; at most `limit` forms and sums are made.
    pub fn new(limit: usize) -> Self {
        let mut forms = Forms {
            options: Vec::new(),
            index: FxHashMap::default(),
            sums: FxHashMap::default(),
            normal: Vec::new(),
            misere: Vec::new(),
            limit,
        };
        forms.intern(Vec::new());
        forms
    }

    /// The form without options.
    pub const ZERO: u32 = 0;

    fn intern(&mut self, options: Vec<u32>) -> u32 {
        let options = options.into_boxed_slice();
        if let Some(&form) = self.index.get(&options) {
            return form;
        }
        let form = self.options.len() as u32;
        self.normal.push(mex(options.iter().map(|&o| self.normal[o as usize])));
        self.misere.push(match options.is_empty() {
            true => 1,
            false => mex(options.iter().map(|&o| self.misere[o as usize])),
        });
        self.index.insert(options.clone(), form);
        self.options.push(options);
        form
    }

    /// The canonical form of the game with these forms as options.
    ///
    /// # Errors
    /// When there are more forms and sums of forms than the limit.
    pub fn form(&mut self, mut options: Vec<u32>) -> Result<u32> {
        options.sort_unstable();
        options.dedup();
        if self.options.len() + self.sums.len() > self.limit {
            return Err(Error::too_large(
                "the misère canonical form",
                format!("more than {} forms and sums of forms", self.limit),
                "ask a smaller position, or its outcome only",
            ));
        }
        match self.simpler(&options) {
            Some(form) => Ok(form),
            None => Ok(self.intern(options)),
        }
    }

    /// The form that a game with these options simplifies to, if it does. One step is enough: the result is canonical
    /// already.
    fn simpler(&self, options: &[u32]) -> Option<u32> {
        let won = options.iter().any(|&o| self.misere[o as usize] == 0);
        // Whatever H is, some deleted option has it as an option, or nothing is deleted and G is H itself.
        let mut candidates: Vec<u32> = options.iter().flat_map(|&o| self.options[o as usize].iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|&h| {
            let kept = &self.options[h as usize];
            (!kept.is_empty() || won)
                && kept.iter().all(|o| options.binary_search(o).is_ok())
                && options
                    .iter()
                    .all(|o| kept.binary_search(o).is_ok() || self.options[*o as usize].binary_search(&h).is_ok())
        })
    }

    /// The form of a pile of n.
    ///
    /// # Errors
    /// When there are more forms and sums of forms than the limit.
    pub fn pile(&mut self, n: u32) -> Result<u32> {
        (0..=n)
            .try_fold((Vec::new(), 0), |(mut below, _): (Vec<u32>, u32), _| {
                let form = self.form(below.clone())?;
                below.push(form);
                Ok((below, form))
            })
            .map(|(_, form)| form)
    }

    /// The form of the sum of two forms.
    ///
    /// # Errors
    /// When there are more forms and sums of forms than the limit.
    pub fn sum(&mut self, a: u32, b: u32) -> Result<u32> {
        let pair = (a.min(b), a.max(b));
        if pair.0 == Forms::ZERO {
            return Ok(pair.1);
        }
        if let Some(&form) = self.sums.get(&pair) {
            return Ok(form);
        }
        let mut options = Vec::new();
        for (moved, stays) in [(a, b), (b, a)] {
            for option in self.options[moved as usize].clone() {
                options.push(self.sum(option, stays)?);
            }
        }
        let form = self.form(options)?;
        self.sums.insert(pair, form);
        Ok(form)
    }

    /// The options of a form.
    pub fn options(&self, form: u32) -> &[u32] {
        &self.options[form as usize]
    }

    /// The nimber of a form.
    pub fn nimber(&self, form: u32) -> u32 {
        self.normal[form as usize]
    }

    /// The misère nim value of a form: 0 exactly when the player to move loses.
    pub fn misere(&self, form: u32) -> u32 {
        self.misere[form as usize]
    }

    /// The genus from so many superscripts, written up to the first two of the alternation at its end.
    ///
    /// # Errors
    /// When there are more forms and sums of forms than the limit.
    pub fn genus(&mut self, form: u32, most: usize) -> Result<Genus> {
        let two = self.pile(2)?;
        let mut at = form;
        let mut over = Vec::new();
        while over.len() < most {
            over.push(self.misere(at));
            at = self.sum(at, two)?;
        }
        // Written up to the first two of the alternation that ends the list.
        while let [.., a, b, c] = over[..] {
            if b != a ^ 2 || c != a {
                break;
            }
            over.pop();
        }
        Ok(Genus { nimber: self.nimber(form), over })
    }

    /// How many forms there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// False: there is always the form 0.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }
}

/// A genus: the nimber and the superscripts, the last two of which alternate for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The nimber.
    pub nimber: u32,
    /// The misère nim values with 0, 1, 2, ... piles of two beside it.
    pub over: Vec<u32>,
}

impl Genus {
    /// Whether it is the genus of a sum of nim piles, so that the game is tame as far as its genus tells.
    pub fn is_tame(&self) -> bool {
        let (g, over) = (self.nimber, &self.over[..]);
        match g {
            0 => over == [1, 2, 0] || over == [0, 2],
            1 => over == [0, 3, 1] || over == [1, 3],
            _ => over == [g, g ^ 2],
        }
    }
}

/// `4^146`: superscripts of one digit are written side by side, longer ones with commas.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.over.iter().any(|&g| g > 9) { "," } else { "" };
        let over: Vec<String> = self.over.iter().map(ToString::to_string).collect();
        write!(f, "{}^{}", self.nimber, over.join(gap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_have_the_genus_of_the_textbook() {
        // Winning Ways, chapter 13: 0^120, 1^031, 2^20, 3^31, 4^46 and so on.
        let mut forms = Forms::new(1 << 20);
        for (n, genus) in [(0, "0^120"), (1, "1^031"), (2, "2^20"), (3, "3^31"), (4, "4^46"), (5, "5^57")] {
            let form = forms.pile(n).unwrap();
            let found = forms.genus(form, 12).unwrap();
            assert_eq!(found.to_string(), genus);
            assert!(found.is_tame());
        }
        let two = forms.pile(2).unwrap();
        let four = forms.sum(two, two).unwrap();
        assert_ne!(four, Forms::ZERO);
        assert_eq!(forms.genus(four, 12).unwrap().to_string(), "0^02");
    }

    #[test]
    fn one_and_one_is_zero_and_a_reversible_option_goes() {
        let mut forms = Forms::new(1 << 20);
        let one = forms.pile(1).unwrap();
        assert_eq!(forms.sum(one, one).unwrap(), Forms::ZERO);
        // {*2}: its only option has 0 as an option, but it is lost in misère play, so it does not simplify to 0.
        let two = forms.pile(2).unwrap();
        let game = forms.form(vec![two]).unwrap();
        assert_eq!((forms.nimber(game), forms.misere(game)), (0, 0));
        assert_ne!(game, Forms::ZERO);
    }
}
