//! The lab with its crew: jobs that do not look are ended, those that take too much die alone, and the lab stays up.

mod lab;

use lab::{Lab, resident};
use std::process::Command;
use std::time::Instant;

#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_hangs_is_ended_and_the_lab_stays_up() {
    let lab = Lab::open(&["--memory", "0.5"]);
    let before = lab.workers();
    assert!(before.len() >= 2, "a crew stands ready");
    // Frozen from outside, a worker looks at nothing at all.
    let job = lab.job("/sums/value?expr=cram(6,7)");
    let busy = |pid: &&u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .skip(11)
            .take(2)
            .any(|t| t.parse::<u64>().unwrap_or(0) > 20)
    };
    lab.until("a busy worker", 60, || before.iter().any(|pid| busy(&pid)));
    let stubborn = before.iter().find(busy).copied().unwrap();
    assert!(Command::new("kill").args(["-STOP", &stubborn.to_string()]).status().unwrap().success());
    let begun = Instant::now();
    lab.ask("POST", &format!("/jobs/{job}/stop"));
    lab.until("the end of the worker", 20, || !lab.workers().contains(&stubborn));
    println!("{:?} from Stop to a free core", begun.elapsed());
    lab.until("a new worker", 20, || lab.workers().len() == before.len());
    assert!(lab.state(&job).contains("stopped"), "{}", lab.state(&job));
    // Killed from outside in the middle of its work, a job fails and the others do not.
    let job = lab.job("/sums/value?expr=cram(7,6)");
    lab.until("a busy worker", 60, || lab.workers().iter().any(|pid| busy(&pid)));
    lab.workers().iter().filter(busy).for_each(|pid| {
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
    });
    lab.until("its end", 20, || lab.state(&job).contains("too large") || lab.state(&job).contains("broke down"));
    assert!(lab.ask("GET", "/queens/solve?n=4").contains("200 OK"));
    assert!(resident(lab.child.id()) < 300 << 20, "the lab itself holds {}", resident(lab.child.id()));
}

#[test]
#[cfg(target_os = "linux")]
fn what_takes_too_much_dies_alone() {
    let lab = Lab::open(&["--memory", "0.05", "--seconds", "20"]);
    for path in ["/exile/queens?count=1000000", "/sums/value?expr=octal(0.137%2C100000)", "/queens/graph?n=60"] {
        lab.ask("GET", path);
        assert!(lab.ask("GET", "/queens/solve?n=4").contains("200 OK"), "after {path}");
    }
    lab.until("quiet", 60, || lab.workers().iter().all(|&pid| resident(pid) < 1 << 30));
    assert!(resident(lab.child.id()) < 300 << 20, "the lab itself holds {}", resident(lab.child.id()));
}
