//! `/jobs/ID`: how far a long answer is, as JSON and as server-sent events, its stop button, and what came out.

use crate::jobs::{Answer, Job, State as JobState};
use crate::pages::trouble;
use crate::{Lab, Reply, claims, files};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How often a page hears of its job.
const PACE: Duration = Duration::from_millis(200);

fn job_of(lab: &Lab, id: &str) -> Result<Arc<Job>, Box<Reply>> {
    let found = id.parse().ok().and_then(|id| lab.jobs.get(id));
    found.inspect(|job| job.see()).ok_or_else(|| {
        Box::new(trouble(lab, StatusCode::NOT_FOUND, "That job is not known, or no longer; ask the question again."))
    })
}

/// Where a job stands, in a sentence.
pub(crate) fn in_words(lab: &Lab, job: &Job) -> String {
    let glimpse = job.glimpse();
    let seconds = format!("{:.0} s", glimpse.seconds);
    match (&glimpse.state, glimpse.of) {
        (JobState::Queued, _) => match lab.jobs.before(job.id) {
            None | Some(0) => "Waiting for a free core; it is next.".to_string(),
            Some(before) => format!("Waiting for a free core; {before} before it."),
        },
        (JobState::Running, Some(of)) => {
            format!("Working: {} of {} steps, {seconds}.", grouped(glimpse.done), grouped(of))
        }
        (JobState::Running, None) if glimpse.done > 0 => {
            format!("Working: {} steps, {seconds}.", grouped(glimpse.done))
        }
        (JobState::Running, None) => format!("Working, {seconds}."),
        (JobState::Ended(Ok(_)), _) => "Done.".to_string(),
        (JobState::Ended(Err(error)), of) if error.is_stopped() && glimpse.done > 0 => match of {
            Some(of) => format!("{error} ({} of {} steps, {seconds}).", grouped(glimpse.done), grouped(of)),
            None => format!("{error} ({} steps, {seconds}).", grouped(glimpse.done)),
        },
        (JobState::Ended(Err(error)), _) => format!("{error}."),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap_or("")).collect();
    groups.join(" ")
}

fn described(lab: &Lab, job: &Job) -> Value {
    let glimpse = job.glimpse();
    let (state, error) = match &glimpse.state {
        JobState::Queued => ("queued", None),
        JobState::Running => ("running", None),
        JobState::Ended(Ok(_)) => ("done", None),
        JobState::Ended(Err(error)) if error.is_stopped() => ("stopped", Some(error.to_string())),
        JobState::Ended(Err(error)) => ("failed", Some(error.to_string())),
    };
    json!({
        "id": job.id,
        "state": state,
        "error": error,
        "done": glimpse.done,
        "of": glimpse.of,
        "seconds": (glimpse.seconds * 1000.0).round() / 1000.0,
        "remarks": glimpse.remarks,
        "cut": glimpse.cut,
        "line": in_words(lab, job),
        "command": job.command,
    })
}

/// What a page needs to follow a job.
pub(crate) fn started(lab: &Lab, job: &Job) -> Response {
    files::typed("application/json", described(lab, job).to_string())
}

/// `/jobs/ID`
pub(crate) async fn state(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    match job_of(&lab, &id) {
        Ok(job) => started(&lab, &job),
        Err(reply) => *reply,
    }
}

/// `/jobs/ID/events`
#[cfg(feature = "server")]
pub(crate) async fn events(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    let job = match job_of(&lab, &id) {
        Ok(job) => job,
        Err(reply) => return *reply,
    };
    // `None` follows the last event, and closes the stream.
    let stream = futures_util::stream::unfold(Some((lab, job)), |next| async {
        let (lab, job) = next?;
        job.wait(PACE).await;
        job.see();
        let over = job.ended().is_some();
        let event = format!("data: {}\n\n", described(&lab, &job));
        Some((Ok::<_, std::convert::Infallible>(event), (!over).then_some((lab, job))))
    });
    files::typed("text/event-stream", axum::body::Body::from_stream(stream))
}

/// `POST /jobs/ID/stop`
pub(crate) async fn stop(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    match job_of(&lab, &id) {
        Ok(job) => {
            lab.jobs.stop(&job);
            job.wait(Duration::from_millis(500)).await;
            started(&lab, &job)
        }
        Err(reply) => *reply,
    }
}

/// `POST /jobs/ID/again`: whoever asks the question of this job now begins it anew.
pub(crate) async fn again(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    match job_of(&lab, &id) {
        Ok(job) => {
            lab.jobs.forget(&job);
            started(&lab, &job)
        }
        Err(reply) => *reply,
    }
}

/// `/jobs/ID/answer`: what came out, for the script of a page. A report has an address of its own.
pub(crate) async fn answer(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    let job = match job_of(&lab, &id) {
        Ok(job) => job,
        Err(reply) => return *reply,
    };
    let answer = match job.ended() {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => {
            let body = json!({ "error": error.to_string() }).to_string();
            return files::typed("application/json", body);
        }
        None => return trouble(&lab, StatusCode::CONFLICT, "That job has not ended yet."),
    };
    let value = match answer.as_ref() {
        Answer::Advice(advice) => json!({
            "move": advice.play,
            "look": advice.look,
            "standing": advice.standing.kind(),
            "trust": advice.trust(),
        }),
        Answer::Values(values) => {
            let one = |v: &kit::Valued<String>| json!({ "move": v.play, "wins": v.wins, "note": v.note });
            json!({ "values": values.iter().map(one).collect::<Vec<_>>() })
        }
        Answer::Finding { verdict, evidence } => json!({ "verdict": verdict, "evidence": evidence }),
        Answer::Claims => json!({ "html": claims::of_job(&lab, &job) }),
        Answer::Report(report) => show::json(&job.command, report),
    };
    files::typed("application/json", value.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_stand_in_groups() {
        assert_eq!([0, 999, 1000, 1_234_567].map(super::grouped), ["0", "999", "1 000", "1 234 567"]);
    }
}
