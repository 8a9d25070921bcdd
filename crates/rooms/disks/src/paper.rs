//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "The Formidable Fourteen, a puzzle",
    sections: &[Section::new(
        "Fourteen disks and a cavity",
        "Fourteen disks of given diameters are to lie flat in a circular cavity one foot across. The puzzle came without its solution.",
    )
    .claims(&["disks.fourteen"])
    .figures(&["disks fourteen --seed 8"])
    .questions(&["disks equal 7", "disks contest 6"])],
};
