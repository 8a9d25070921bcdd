//! The door to the network: where the lab listens, and what it does for visitors on other machines.

use crate::{Lab, Limits, crew, door, events, guard, jobs, router, runs, together, token};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use kit::{Error, Result, Topic};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How to open a lab.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name or number to listen at.
    pub host: String,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// What a job may take.
    pub limits: Limits,
    /// Whether whoever can reach the lab may enter; otherwise only who knows its token, except on this machine alone.
    pub open_to_all: bool,
    /// How long a connection may be silent before its request is whole.
    pub patience: Duration,
    /// Whether every request is told on standard error.
    pub log: bool,
    /// The folder whose journals of long runs are shown, if any.
    pub runs: Option<PathBuf>,
    /// The program that becomes a worker when it is called with [`crate::WORKER`]; without one, jobs are threads of the
    /// lab.
    pub program: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: "127.0.0.1".to_string(),
            port: 7777,
            limits: Limits::default(),
            program: None,
            runs: None,
            open_to_all: false,
            log: false,
            patience: Duration::from_secs(20),
        }
    }
}

/// Opens the lab and serves until the program ends. `ready` learns the address when the door is open.
pub fn serve(
    topics: &'static [&'static Topic],
    settings: &Settings,
    ready: impl FnOnce(SocketAddr, Option<&str>),
) -> Result<()> {
    let trouble = |what: String, e: std::io::Error| Error::usage(what, e, "choose another --host or --port");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| trouble("the lab".to_string(), e))?;
    runtime.block_on(async {
        let place = format!("{}:{}", settings.host, settings.port);
        let listener = tokio::net::TcpListener::bind((settings.host.as_str(), settings.port)).await;
        let listener = listener.map_err(|e| trouble(place.clone(), e))?;
        let address = listener.local_addr().map_err(|e| trouble(place.clone(), e))?;
        let lab = Arc::new(Lab {
            host: settings.host.clone(),
            port: address.port(),
            token: (!settings.open_to_all && !address.ip().is_loopback()).then(token::new),
            log: settings.log,
            patience: settings.patience,
            runs: settings.runs.clone(),
            crew: settings.program.as_ref().map(|path| crew::Crew::open(path, settings.limits, jobs::workers())),
            meetings: (!address.ip().is_loopback()).then(together::Meetings::default),
            ..Lab::new(topics, settings.limits)
        });
        lab.pictures.paint(topics);
        let kept = lab.tables.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_secs(60)).await;
                kept.clear_idle();
            }
        });
        ready(address, lab.token.as_deref());
        door::serve(listener, router(lab), settings.patience).await.map_err(|e| trouble(place, e))
    })
}

/// What only a lab has that listens: events, runs, tables on two devices, and its guard.
pub(crate) fn guarded(rooms: Router<Arc<Lab>>, lab: &Arc<Lab>) -> Router<Arc<Lab>> {
    rooms
        .route("/jobs/{id}/events", get(events::events))
        .route("/runs", get(runs::route))
        .route("/together/{id}", get(together::route).post(together::change))
        .route("/together/{id}/state", get(together::state))
        .route("/{topic}/play/together", post(together::open))
        .layer(from_fn_with_state(Arc::clone(lab), guard::guard))
        .layer(DefaultBodyLimit::max(1 << 16))
}
