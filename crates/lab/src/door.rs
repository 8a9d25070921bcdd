//! The door: connections are let in a limited number at a time, and those that send nothing are closed.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::service::Service as _;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections that are open at a time; a browser opens six, and a class has thirty of them.
const MOST_CONNECTIONS: usize = 512;

/// Who sends a request, by the number of the machine.
#[derive(Clone, Copy)]
pub(crate) struct Visitor(pub(crate) IpAddr);

/// Serves until the program ends. A connection has so much patience for the head of a request, the time between two
/// requests included.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Duration) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
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
        let _ = stream.set_nodelay(true);
        let rooms = TowerToHyperService::new(router.clone());
        let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(Visitor(from.ip().to_canonical()));
            rooms.call(request)
        });
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(stream), service);
            let _ = connection.await;
            drop(place);
        });
    }
}

/// Reads the body of a request before anything else is done with it; whoever is too slow is turned away.
pub(crate) async fn read_body(request: Request, most: usize, patience: Duration) -> Option<Request> {
    let (head, body) = request.into_parts();
    let bytes = tokio::time::timeout(patience, axum::body::to_bytes(body, most)).await.ok()?.ok()?;
    Some(Request::from_parts(head, Body::from(bytes)))
}
