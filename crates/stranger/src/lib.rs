//! A crate that uses the engine as a stranger would: by its own name, with nothing else of the house.

use parlor_engine::impartial::{Impartial, Limits, Method, Solver, nimber_by_definition};
use parlor_engine::{Result, Unwatched};

/// Node Kayles on a path: who takes a vertex takes its neighbours with it. A position is the length of the path; a
/// move may leave two paths, so options are pairs.
pub struct PathKayles;

impl Impartial for PathKayles {
    type Key = [u64; 2];

    fn options(&self, at: &[u64; 2], out: &mut Vec<[u64; 2]>) {
        // Components are single paths: the second is empty.
        for taken in 0..at[0] {
            let left = taken.saturating_sub(1);
            let right = (at[0] - taken).saturating_sub(2);
            out.push([left, right]);
        }
    }

    fn split(&self, at: &[u64; 2], out: &mut Vec<[u64; 2]>) {
        out.extend(at.iter().filter(|&&path| path > 0).map(|&path| [path, 0]));
    }
}

/// The nimber of a path, by a search.
///
/// # Errors
/// When the search outgrows its memory.
pub fn nimber(path: u64) -> Result<u32> {
    Solver::new(PathKayles, Limits::default()).nimber(&[path, 0], Method::Couples, &mut Unwatched)
}

/// The same by the definition alone, for paths of a dozen vertices.
pub fn nimber_slowly(path: u64) -> u32 {
    struct Whole;
    impl Impartial for Whole {
        type Key = Vec<u64>;
        fn options(&self, at: &Vec<u64>, out: &mut Vec<Vec<u64>>) {
            for (place, &path) in at.iter().enumerate() {
                let mut steps = Vec::new();
                PathKayles.options(&[path, 0], &mut steps);
                out.extend(steps.into_iter().map(|step| {
                    let mut after = at.clone();
                    after[place] = step[0];
                    after.push(step[1]);
                    after.retain(|&path| path > 0);
                    after
                }));
            }
        }
    }
    nimber_by_definition(&Whole, &vec![path])
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::heaps::{Heaps, Rule};

    #[test]
    fn a_game_of_ones_own_agrees_with_its_definition_and_with_its_octal_code() {
        let dawson = Heaps::table(&"0.137".parse::<Rule>().unwrap(), 60).unwrap();
        for path in 0..9 {
            assert_eq!(nimber(path).unwrap(), nimber_slowly(path), "{path}");
        }
        for path in 0..60 {
            assert_eq!(nimber(path).unwrap(), u32::from(dawson[path as usize]), "{path}");
        }
    }
}
