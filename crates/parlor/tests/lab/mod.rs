//! A lab in a process of its own, with its crew, for the tests that open one.

#![allow(unreachable_pub, dead_code, reason = "several test programs take what they need of it")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A lab that is closed when it goes out of sight.
pub struct Lab {
    /// The process.
    pub child: Child,
    port: u16,
}

impl Lab {
    pub fn open(words: &[&str]) -> Lab {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
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

    pub fn ask(&self, method: &str, path: &str) -> String {
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
    pub fn workers(&self) -> Vec<u32> {
        let children = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap().flatten();
        let children = children.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let mut workers: Vec<u32> =
            children.flat_map(|list| list.split(' ').filter_map(|n| n.parse().ok()).collect::<Vec<_>>()).collect();
        workers.sort_unstable();
        workers
    }

    /// The number of the job that answers an address.
    pub fn job(&self, path: &str) -> String {
        let page = self.ask("GET", path);
        let number = page.split("data-job=\"").nth(1).unwrap_or_else(|| panic!("{path} is answered at once: {page}"));
        number.chars().take_while(char::is_ascii_digit).collect()
    }

    pub fn state(&self, job: &str) -> String {
        self.ask("GET", &format!("/jobs/{job}"))
    }

    pub fn until(&self, what: &str, patience: u64, condition: impl Fn() -> bool) -> Duration {
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
        let all = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).is_ok();
        let workers = if all { self.workers() } else { Vec::new() };
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A worker that a test has frozen does not see that its lab is gone.
        for worker in workers {
            let _ = Command::new("kill").args(["-9", &worker.to_string()]).stderr(Stdio::null()).status();
        }
    }
}

/// The bytes that a process holds.
pub fn resident(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}
