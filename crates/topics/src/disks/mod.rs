//! Disks in a cavity: the Formidable Fourteen, and packings in general.
//!
//! *The question.* Fourteen disks with diameters from 2.150 to 3.736 inches are to lie flat, without overlapping, in a circular cavity
//! one foot across ("Formidable Fourteen Puzzle", in a lecture on sums of games). The disks fill 83 per cent of the cavity, and no
//! solution was printed with it. More generally: do these disks fit, and how small can the cavity be?
//!
//! *The letters.* Disk i has radius r_i and centre p_i; the cavity is a circle of radius R (or a square of side 2R) about the
//! origin. Its energy is the sum of the squares of all overlaps, max(0, r_i + r_j - |p_i - p_j|) and max(0, |p_i| + r_i - R). The disks fit
//! exactly when the least energy is zero.
//!
//! *The method.* [`packing::Descent`] goes down to the nearest minimum (L-BFGS; a step costs O(n^2)). [`search`] walks from minimum to
//! minimum: exchange two disks near in size (the move that matters: in a good packing of other sizes only a few disks
//! stand in the wrong place), put a squeezed disk into a hole, or shake; accept by Metropolis; restart. A success is tightened
//! ([`contact`]): the cavity shrinks until the disks are jammed, the overlaps that remain name the contacts, and Newton's method on
//! "all these gaps are zero" gives the last digits (about 1e-15). What carries no contact force is a rattler.
//!
//! *The proof.* A layout is an answer only after [`decimal`] has rounded it to few decimals and checked it in whole numbers:
//! 4|p_i - p_j|^2 >= (d_i + d_j)^2 and 4|p_i|^2 <= (D - d_i)^2, no tolerance. That a packing exists is then proved; that none is
//! smaller is not (standing `best`). That none exists at all is proved only where areas, one disk or two disks already show it.
//!
//! *Sources of comparison* are in [`known`]: equal disks in circle and square, and radii 1, 2, ..., N (the contest of 2005/06).
//!
//! ```
//! use topics::disks::decimal::Solution;
//! assert_eq!(Solution::read("circle 4\n2 1 0\n2 -1 0").unwrap().check(), None);
//! assert!(Solution::read("circle 4\n2 0.9999999 0\n2 -1 0").unwrap().check().is_some());
//! ```

pub mod certificate;
pub mod contact;
pub mod decimal;
pub mod known;
pub mod packing;
pub mod pictures;
pub mod questions;
pub mod search;

use decimal::Solution;
use kit::{CertificateKind, Claim, Effort, Error, Finding, Question, Report, Result, Standing, Topic, Verdict};

/// The diameters of the fourteen, in inches.
pub const FOURTEEN: &str = "2.150,2.250,2.308,2.348,2.586,2.684,2.684,2.964,2.986,3.194,3.320,3.414,3.670,3.736";

/// The topic.
pub struct DisksTopic;

impl Topic for DisksTopic {
    fn name(&self) -> &'static str {
        "disks"
    }

    fn about(&self) -> &'static str {
        "disks in a cavity: the Formidable Fourteen, and packings that are checked in whole numbers"
    }

    fn essay(&self) -> &'static str {
        "Fourteen disks with diameters from 2.150 to 3.736 inches are to lie flat in a circular cavity one foot across. \
         They fill 83 per cent of it, and the puzzle came without its solution. The search walks from minimum to minimum of \
         the squared overlaps; what it finds is rounded to few decimals and checked in whole numbers, so that a packing \
         that is shown is proved. How small the cavity can be remains open: the best found is called just that."
    }

    fn questions(&self) -> &'static [&'static dyn Question] {
        &[&questions::Fourteen, &questions::Pack, &questions::Verify, &questions::Equal, &questions::Contest]
    }

    fn claims(&self) -> &'static [Claim] {
        CLAIMS
    }

    fn certificates(&self) -> &'static [CertificateKind] {
        certificate::KINDS
    }
}

/// The report of a solution that stands up to the check, or the error with its first fault.
pub fn verified(solution: &Solution) -> Result<Report> {
    if let Some(fault) = solution.check() {
        return Err(Error::failed(fault));
    }
    let count = solution.disks.len();
    let (disks, half) = solution.disks();
    let line = format!(
        "{count} disks lie in a {} of {} without overlap, checked in whole numbers",
        solution.wall.name(),
        2.0 * half
    );
    let layout: Vec<f64> = solution.centres().into_iter().flatten().collect();
    let (contacts, rattlers) = contact::contacts(&disks, half, &layout);
    Ok(Report::new(line, Standing::Proved)
        .fact("fits", true)
        .fact("container", 2.0 * half)
        .fact("disks", count)
        .fact("decimals", solution.decimals)
        .fact("gap", solution.gap())
        .fact("density", questions::density(&disks, half))
        .scene(pictures::packing(&disks, half, &layout, &contacts, &rattlers)))
}

const CLAIMS: &[Claim] = &[Claim {
    id: "disks.fourteen",
    source: "Formidable Fourteen Puzzle",
    statement: "fourteen disks of the given diameters fit into a circle one foot across",
    check: |effort, watch| {
        let (diameters, size) = (questions::read_diameters(FOURTEEN)?, engine::rational::read("12")?);
        let disks = questions::disks_of(&diameters, packing::Wall::Circle);
        let walks = if effort == Effort::Slow { 4000 } else { 1500 };
        let found = search::search(&disks, 6.0, 8, 0..walks, watch)?;
        let solution = found.as_ref().ok().and_then(|(_, tight)| {
            decimal::few_decimals(packing::Wall::Circle, &size, &diameters, &tight.layout, tight.half)
        });
        Ok(match (solution, found) {
            (Some(solution), Ok((_, tight))) => Finding::of(
                solution.check().is_none(),
                Verdict::Holds,
                Verdict::Open,
                format!(
                    "found a packing with {} decimals that passes the check in whole numbers, least gap {:.1e}; tightened, it \
                     fits into a circle of {:.9} inches with {} contacts and {} loose disks",
                    solution.decimals,
                    solution.gap(),
                    2.0 * tight.half,
                    tight.contacts.len(),
                    tight.rattlers.len()
                ),
            ),
            _ => Finding::new(Verdict::Open, format!("no packing in {walks} walks of the search")),
        })
    },
}];
