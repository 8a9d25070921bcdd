//! A lab on a free port and the least of a client, so that the tests send exactly what they mean.

#![allow(unreachable_pub, dead_code, reason = "several test programs take what they need of it")]

use kit::Topic;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

/// Opens a lab on a thread of its own; it closes with the tests.
pub fn open(topics: &'static [&'static Topic], limits: lab::Limits) -> SocketAddr {
    open_with(topics, lab::Settings { limits, ..lab::Settings::default() })
}

/// The same with settings of its own, but for the port, which is free.
pub fn open_with(topics: &'static [&'static Topic], settings: lab::Settings) -> SocketAddr {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let settings = lab::Settings { port: 0, ..settings };
        lab::serve(topics, &settings, |address, _| sender.send(address).unwrap()).unwrap();
    });
    receiver.recv_timeout(Duration::from_secs(20)).expect("the lab opens")
}

/// What the lab answered.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")));
        line.and_then(|line| line.split_once(": ")).map(|(_, value)| value.trim())
    }
}

/// Sends bytes and reads until the lab closes the connection; hangs up first if the request is not whole.
pub fn send(address: SocketAddr, request: &[u8], whole: bool) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).expect("the lab listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The lab may close before it has read everything; what it said before counts.
    let _ = stream.write_all(request);
    if !whole {
        let _ = stream.shutdown(std::net::Shutdown::Write);
    }
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let split = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunk(&bytes[split + 4..]) } else { bytes[split + 4..].to_vec() };
    Some(Reply { status, head, body })
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|s| usize::from_str_radix(s.trim(), 16).ok());
        let Some(size) = size.filter(|&size| size > 0 && end + 2 + size <= bytes.len()) else { break };
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    body
}

/// A request of the lab's own page.
pub fn request(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        text.push_str(&format!("Host: {address}\r\n"));
    }
    headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
    text.push_str("\r\n");
    send(address, text.as_bytes(), true).unwrap_or_else(|| panic!("{method} {path}: no answer"))
}

pub fn get(address: SocketAddr, path: &str) -> Reply {
    request(address, "GET", path, &[])
}
