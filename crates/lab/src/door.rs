//! The door: connections are let in a limited number at a time, from each machine and in all, and those that send or
//! take nothing are closed.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::service::Service as _;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::Sleep;

/// Connections that are open at a time; a browser opens six, and a class has thirty of them.
const MOST_CONNECTIONS: usize = 512;
/// Those of one machine: a class may stand behind a single address, but nobody takes all places alone.
const MOST_OF_ONE: usize = 256;

/// Who sends a request, by the number of the machine.
#[derive(Clone, Copy)]
pub(crate) struct Visitor(pub(crate) IpAddr);

/// How many connections each machine has.
type Crowd = Arc<Mutex<BTreeMap<IpAddr, usize>>>;

/// One connection among those of its machine, until it is dropped.
struct Place {
    crowd: Crowd,
    of: IpAddr,
}

impl Place {
    /// None when the machine has all that it may have.
    fn take(crowd: &Crowd, of: IpAddr) -> Option<Place> {
        let mut counts = crowd.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(of).or_default();
        (*count < MOST_OF_ONE).then(|| {
            *count += 1;
            Place { crowd: Arc::clone(crowd), of }
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.crowd.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.of) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.remove(&self.of)),
        }
    }
}

/// A connection that has so much patience with whoever asks and does not take the answer.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// When a writing that waits is given up.
    end: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// What a writing says, or that there is no patience left.
    fn within<T>(&mut self, context: &mut Context<'_>, said: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if said.is_ready() {
            self.end = None;
            return said;
        }
        let patience = self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let said = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, said)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let said = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within(context, said)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Serves until the program ends. A connection has so much patience for the head of a request, the time between two
/// requests included, and for each part of an answer to be taken.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Duration) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let crowd = Crowd::default();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let (stream, from) = match listener.accept().await {
            Ok(arrived) => arrived,
            Err(_) => {
                // A connection that broke at the door, or too many files open: others may come.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(own) = Place::take(&crowd, from.ip().to_canonical()) else { continue };
        let _ = stream.set_nodelay(true);
        let rooms = TowerToHyperService::new(router.clone());
        let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(Visitor(from.ip().to_canonical()));
            rooms.call(request)
        });
        let stream = Patient { stream, patience, end: None };
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(stream), service);
            let _ = connection.await;
            drop((place, own));
        });
    }
}

/// Reads the body of a request before anything else is done with it; whoever is too slow is turned away.
pub(crate) async fn read_body(request: Request, most: usize, patience: Duration) -> Option<Request> {
    let (head, body) = request.into_parts();
    let bytes = tokio::time::timeout(patience, axum::body::to_bytes(body, most)).await.ok()?.ok()?;
    Some(Request::from_parts(head, Body::from(bytes)))
}

#[cfg(test)]
mod tests {
    use super::{Crowd, MOST_OF_ONE, Place};

    #[test]
    fn a_machine_has_its_share_of_the_places_and_no_more() {
        let (crowd, [one, other]) = (Crowd::default(), [1, 2].map(|last| [10, 0, 0, last].into()));
        let mut places: Vec<Place> = std::iter::from_fn(|| Place::take(&crowd, one)).collect();
        assert_eq!(places.len(), MOST_OF_ONE);
        assert!(Place::take(&crowd, other).is_some(), "others have theirs");
        drop(places.pop());
        assert!(Place::take(&crowd, one).is_some(), "what is given back is there again");
        places.clear();
        assert!(crowd.lock().unwrap().is_empty(), "nobody is remembered who is gone");
    }
}
