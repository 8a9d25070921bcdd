//! The lab with its crew: jobs that do not look are ended, those that take too much die alone, and the lab stays up.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Lab {
    child: Child,
    port: u16,
}

impl Lab {
    fn open(words: &[&str]) -> Lab {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("parlor"))
            .args(["serve", "--port", "0"])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.split("127.0.0.1:").nth(1).and_then(|rest| rest.split('/').next()).unwrap().parse().unwrap();
        Lab { child, port }
    }

    fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let origin = format!("http://127.0.0.1:{}", self.port);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: {origin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    /// The workers, by their numbers.
    fn workers(&self) -> Vec<u32> {
        let children = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap().flatten();
        let children = children.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let mut workers: Vec<u32> =
            children.flat_map(|list| list.split(' ').filter_map(|n| n.parse().ok()).collect::<Vec<_>>()).collect();
        workers.sort_unstable();
        workers
    }

    /// The number of the job that answers an address.
    fn job(&self, path: &str) -> String {
        let page = self.ask("GET", path);
        let number = page.split("data-job=\"").nth(1).unwrap_or_else(|| panic!("{path} is answered at once: {page}"));
        number.chars().take_while(char::is_ascii_digit).collect()
    }

    fn state(&self, job: &str) -> String {
        self.ask("GET", &format!("/jobs/{job}"))
    }

    fn until(&self, what: &str, patience: u64, condition: impl Fn() -> bool) -> Duration {
        let begun = Instant::now();
        while !condition() {
            assert!(begun.elapsed() < Duration::from_secs(patience), "{what} never came");
            std::thread::sleep(Duration::from_millis(10));
        }
        begun.elapsed()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resident(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

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
