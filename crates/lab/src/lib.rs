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
//!
//! Without the feature `server` the same addresses are answered inside a page, by `Page`: nothing listens, nothing
//! waits, and a job is done when it is asked for (the module `pace` has both ways).

// What a server alone wants is not called by a page.
#![cfg_attr(not(feature = "server"), allow(dead_code))]

mod address;
mod analyse;
mod answers;
mod aside;
mod asks;
mod board;
mod claims;
mod errand;
mod essay;
mod events;
mod files;
mod form;
mod job;
mod job_queue;
mod job_watch;
mod jobs;
mod last;
mod learn;
mod limits;
mod live;
#[cfg_attr(feature = "server", path = "pace/served.rs")]
#[cfg_attr(not(feature = "server"), path = "pace/alone.rs")]
mod pace;
mod pages;
mod paper;
mod pictures;
mod play;
mod position;
mod preview;
mod rows;
mod sheets;
mod tables;
mod terms;
mod together;
mod token;
mod tree;

#[cfg(feature = "server")]
mod crew;
#[cfg(feature = "server")]
mod door;
#[cfg(feature = "server")]
mod guard;
#[cfg(not(feature = "server"))]
mod page;
#[cfg(feature = "server")]
mod runs;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod worker;

#[cfg(feature = "server")]
pub use crew::{WORKER, WORKER_MEMORY};
pub use limits::Limits;
#[cfg(not(feature = "server"))]
pub use pace::Bridge;
#[cfg(not(feature = "server"))]
pub use page::{Page, Told};
#[cfg(feature = "server")]
pub use server::{Settings, serve};
#[cfg(feature = "server")]
pub use worker::work;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use axum::routing::{get, post};
use kit::Topic;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

type Reply = Response;

/// What most pages are made of: the lab, the parts of the address, and what stands behind the question mark.
type At<Parts> = (State<Arc<Lab>>, Path<Parts>, RawQuery);

/// What all requests share.
struct Lab {
    topics: &'static [&'static Topic],
    host: String,
    port: u16,
    /// What a visitor from another machine must know.
    token: Option<String>,
    log: bool,
    patience: Duration,
    /// The folder whose journals of long runs are shown, if any.
    runs: Option<PathBuf>,
    jobs: jobs::Jobs,
    crew: Option<pace::Crew>,
    tables: tables::Tables,
    findings: claims::Findings,
    pictures: pictures::Pictures,
    /// Tables on two devices, where other machines may reach the lab.
    meetings: Option<together::Meetings>,
    /// Where positions are shown, outside of the jobs.
    views: pace::Views,
}

impl Lab {
    /// A lab that nobody can reach yet.
    fn new(topics: &'static [&'static Topic], limits: Limits) -> Lab {
        Lab {
            topics,
            host: String::new(),
            port: 0,
            token: None,
            log: false,
            patience: Duration::ZERO,
            runs: None,
            jobs: jobs::Jobs::open(limits),
            crew: None,
            tables: tables::Tables::default(),
            findings: claims::Findings::default(),
            pictures: pictures::Pictures::new(topics),
            meetings: None,
            views: pace::Views::new(),
        }
    }

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

fn router(lab: Arc<Lab>) -> Router {
    let rooms = Router::new()
        .route("/", get(pages::front))
        .route("/static/{file}", get(files::asset))
        .route("/favicon.ico", get(files::icon))
        .route("/jobs/{id}", get(events::state))
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
        .route("/{topic}", get(pages::topic))
        .route("/{topic}/claims", get(claims::known).post(claims::start))
        .route("/{topic}/play", get(play::route))
        .route("/{topic}/play/board", get(play::board))
        .route("/{topic}/play/board.svg", get(play::picture))
        .route("/{topic}/play/preview", get(preview::route))
        .route("/{topic}/play/analyse", get(analyse::route))
        .route("/{topic}/play/tree", get(tree::route))
        .route("/{topic}/play/advise", post(play::advise))
        .route("/{topic}/play/values", post(play::values))
        .route("/{topic}/{question}", get(asks::route))
        .route("/{topic}/{question}/live", get(live::route))
        .route("/{topic}/{question}/{file}", get(files::file))
        .fallback(pages::nothing_here)
        .method_not_allowed_fallback(pages::wrong_method);
    #[cfg(feature = "server")]
    let rooms = server::guarded(rooms, &lab);
    rooms.with_state(lab)
}
