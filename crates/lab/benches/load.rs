//! The lab under load: 2,000 small asks over 32 connections on loopback.
//!
//! Prints requests per second and the slowest; a request that fails ends the bench.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const ASKS: usize = 2000;
const CONNECTIONS: usize = 32;

fn open() -> SocketAddr {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let settings = lab::Settings { port: 0, ..lab::Settings::default() };
        lab::serve(topics::ALL, &settings, |address, _| sender.send(address).expect("someone listens"))
            .expect("the lab opens");
    });
    receiver.recv().expect("the lab opens")
}

/// One request on a connection that stays open; gives the status and the bytes of the body.
fn ask(reader: &mut BufReader<TcpStream>, address: SocketAddr, path: &str) -> (u16, usize) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    reader.get_mut().write_all(request.as_bytes()).expect("the lab listens");
    let mut line = String::new();
    reader.read_line(&mut line).expect("the lab answers");
    let status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line).expect("the lab answers");
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the lab answers");
    (status, length)
}

/// Small asks, all different in the first round, so that most are computed and some are found again.
fn path(number: usize) -> String {
    match number % 4 {
        0 => format!("/sums/value?expr=nim({})+%2B+kayles({})", number % 97, number % 31),
        1 => format!("/merlin/nullity?n={}", 1 + number % 400),
        2 => format!("/exile/nth?n={}", 1 + number),
        _ => format!("/queens/play?n={}&move=1,1", 4 + number % 5),
    }
}

fn main() {
    let address = open();
    // The pictures of the front page are painted first, so that they do not count.
    std::thread::sleep(Duration::from_secs(5));
    let begun = Instant::now();
    let workers: Vec<_> = (0..CONNECTIONS)
        .map(|worker| {
            std::thread::spawn(move || {
                let stream = TcpStream::connect(address).expect("the lab listens");
                stream.set_nodelay(true).expect("a socket can be set");
                let mut reader = BufReader::new(stream);
                let mut slowest = (Duration::ZERO, String::new());
                for number in (worker..ASKS).step_by(CONNECTIONS) {
                    let path = path(number);
                    let one = Instant::now();
                    let (status, length) = ask(&mut reader, address, &path);
                    assert!(status == 200 && length > 500, "{path}: status {status}, {length} bytes");
                    slowest = slowest.max((one.elapsed(), path));
                }
                slowest
            })
        })
        .collect();
    let slowest =
        workers.into_iter().map(|worker| worker.join().expect("no request fails")).max().expect("someone asked");
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{ASKS} asks over {CONNECTIONS} connections: {seconds:.2} s, {:.0} a second, none failed",
        ASKS as f64 / seconds
    );
    println!("slowest: {:.1} ms for {}", slowest.0.as_secs_f64() * 1e3, slowest.1);
}
