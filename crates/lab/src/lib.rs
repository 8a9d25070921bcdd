//! The lab: every topic of the registry in the browser, to play, ask and look.
//!
//! The lab knows no topic. Forms are made from parameters, answers from reports, boards from scenes, so that a new
//! topic appears here without a line of code; a test looks for topics' names in these files. It never computes either:
//! an ask becomes a job, and the job is the topic's own work.
//!
//! | address | what |
//! |---|---|
//! | `/` | the rooms, with a picture each |
//! | `/TOPIC` | its essay in short, its questions, its table, its claims with verdicts |
//! | `/TOPIC/QUESTION?...` | the form; with parameters, the answer |
//! | `/TOPIC/QUESTION/FILE?...` | the answer as a file: `answer.json`, `table.csv`, `scene.svg`, ... |
//! | `/TOPIC/QUESTION/live?...` | the answer alone, while a hand moves something in its picture |
//! | `/TOPIC/play?...` | the table; every position has its own address |
//! | `/TOPIC/play/preview?...` | what the last of the moves changes in the picture |
//! | `/TOPIC/play/analyse?...` | what can be asked about a position |
//! | `/TOPIC/play/tree?...` | the positions one move on |
//! | `/together/ID` | a table on two devices, where other machines may reach the lab |
//! | `/learn`, `/learn/TOPIC/N` | the lessons, and one of them |
//! | `/worksheet/TOPIC?...`, `/puzzle/CODE` | puzzles to print, and one of them to play |
//! | `/paper/TOPIC`, `/words` | the paper with verdicts and figures; the glossary |
//! | `/runs`, `/runs?store=NAME` | the journals of long runs in the folder of `--runs`, and one of them |
//! | `/jobs/ID`, `/jobs/ID/events`, `/jobs/ID/stop` | a long answer: how far it is, as events, and its stop button |
//! | `/jobs/ID/again` | begins an answer anew that was stopped |
//!
//! Pages are made on the server and are whole without script, but for the house's own moves; `assets/lab.js` adds what
//! needs no reload. Safety is in the module `guard`, limits in [`Limits`].

mod address;
mod analyse;
mod answers;
mod aside;
mod asks;
mod board;
mod claims;
mod crew;
mod door;
mod errand;
mod essay;
mod events;
mod files;
mod form;
mod guard;
mod job;
mod job_queue;
mod job_watch;
mod jobs;
mod last;
mod learn;
mod limits;
mod live;
mod pages;
mod paper;
mod pictures;
mod play;
mod position;
mod preview;
mod rows;
mod runs;
mod sheets;
mod tables;
mod terms;
mod together;
mod token;
mod tree;
mod worker;

pub use crew::{WORKER, WORKER_MEMORY};
pub use limits::Limits;
pub use worker::work;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use kit::{Error, Result, Topic};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

type Reply = Response;

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
    /// The program that becomes a worker when it is called with [`WORKER`]; without one, jobs are threads of the lab.
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

/// What all requests share.
struct Lab {
    topics: &'static [&'static Topic],
    host: String,
    port: u16,
    /// What a visitor from another machine must know.
    token: Option<String>,
    log: bool,
    patience: Duration,
    runs: Option<PathBuf>,
    jobs: jobs::Jobs,
    crew: Option<crew::Crew>,
    tables: tables::Tables,
    findings: claims::Findings,
    pictures: pictures::Pictures,
    /// Tables on two devices, where other machines may reach the lab.
    meetings: Option<together::Meetings>,
    /// Positions are shown outside of the jobs, but not more of them at a time than this.
    views: tokio::sync::Semaphore,
}

impl Lab {
    /// The work of an errand: by the crew, or on the job's own thread where there is none.
    fn work(&self, errand: errand::Errand, command: &str) -> jobs::Work {
        let command = command.to_string();
        match self.crew.clone() {
            Some(crew) => Box::new(move |watch| crew.send(errand, &command, watch)),
            None => {
                let (topics, tables) = (self.topics, self.tables.clone());
                Box::new(move |watch| errand.carry_out(topics, &tables, watch))
            }
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
            topics,
            host: settings.host.clone(),
            port: address.port(),
            token: (!settings.open_to_all && !address.ip().is_loopback()).then(token::new),
            log: settings.log,
            patience: settings.patience,
            runs: settings.runs.clone(),
            jobs: jobs::Jobs::open(settings.limits),
            crew: settings.program.as_ref().map(|path| crew::Crew::open(path, settings.limits, jobs::workers())),
            tables: tables::Tables::default(),
            findings: claims::Findings::default(),
            pictures: pictures::Pictures::new(topics),
            meetings: (!address.ip().is_loopback()).then(together::Meetings::default),
            views: tokio::sync::Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)),
        });
        lab.pictures.paint(topics);
        let kept = lab.tables.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(std::time::Duration::from_secs(60)).await;
                kept.clear_idle();
            }
        });
        ready(address, lab.token.as_deref());
        door::serve(listener, router(lab), settings.patience).await.map_err(|e| trouble(place, e))
    })
}

fn router(lab: Arc<Lab>) -> Router {
    Router::new()
        .route("/", get(pages::front))
        .route("/static/{file}", get(files::asset))
        .route("/favicon.ico", get(files::icon))
        .route("/jobs/{id}", get(events::state))
        .route("/jobs/{id}/events", get(events::events))
        .route("/jobs/{id}/stop", post(events::stop))
        .route("/jobs/{id}/again", post(events::again))
        .route("/jobs/{id}/answer", get(events::answer))
        .route("/learn", get(learn::list))
        .route("/learn/{topic}/{number}", get(learn::route))
        .route("/learn/{topic}/{number}/{step}", get(learn::step))
        .route("/worksheet", get(sheets::list))
        .route("/worksheet/{topic}", get(sheets::route))
        .route("/puzzle", get(sheets::by_form))
        .route("/puzzle/{code}", get(sheets::puzzle))
        .route("/paper/{topic}", get(paper::route))
        .route("/words", get(terms::route))
        .route("/together/{id}", get(together::route).post(together::change))
        .route("/together/{id}/state", get(together::state))
        .route("/runs", get(runs::route))
        .route("/{topic}", get(pages::topic))
        .route("/{topic}/claims", get(claims::known).post(claims::start))
        .route("/{topic}/play", get(play::route))
        .route("/{topic}/play/board", get(play::board))
        .route("/{topic}/play/board.svg", get(play::picture))
        .route("/{topic}/play/preview", get(preview::route))
        .route("/{topic}/play/analyse", get(analyse::route))
        .route("/{topic}/play/tree", get(tree::route))
        .route("/{topic}/play/together", post(together::open))
        .route("/{topic}/play/advise", post(play::advise))
        .route("/{topic}/play/values", post(play::values))
        .route("/{topic}/{question}", get(asks::route))
        .route("/{topic}/{question}/live", get(live::route))
        .route("/{topic}/{question}/{file}", get(files::file))
        .fallback(pages::nothing_here)
        .method_not_allowed_fallback(pages::wrong_method)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&lab), guard::guard))
        .layer(axum::extract::DefaultBodyLimit::max(1 << 16))
        .with_state(lab)
}
