//! What the papers say of disks.

use super::{decimal, known, packing, search};
use kit::{Claim, Finding, Verdict};

pub(super) static CLAIMS: &[Claim] = &[Claim::of("disks.fourteen", "Formidable Fourteen Puzzle", |effort, watch| {
        let (diameters, size) = (decimal::read_diameters(known::FOURTEEN)?, engine::rational::read("12")?);
        let disks = packing::disks_of(&diameters, packing::Wall::Circle);
        let walks = effort.pick(1500, 4000);
        let found = search::search(&disks, 6.0, 8, 0..walks, watch)?.tight()?;
        let solution = found.as_ref().and_then(|tight| {
            decimal::few_decimals(packing::Wall::Circle, &size, &diameters, &tight.layout, tight.half)
        });
        Ok(match (solution, found) {
            (Some(solution), Some(tight)) => Finding::of(
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
    })
    .says("fourteen disks of the given diameters fit into a circle one foot across")];
