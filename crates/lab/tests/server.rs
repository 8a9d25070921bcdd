//! The lab as a server, by what it sends.

mod common;

use common::{get, request, send};
use rand::{RngExt, SeedableRng};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

static LAB: LazyLock<SocketAddr> = LazyLock::new(|| common::open(topics::ALL, lab::Limits::default()));

/// The links of a page.
fn links(page: &str, class: &str) -> Vec<String> {
    let link = |rest: &str| {
        let tag = rest.split('>').next().unwrap_or("");
        let href = tag.split("href=\"").nth(1)?.split('"').next()?;
        tag.contains(class).then(|| href.replace("&amp;", "&"))
    };
    page.split("<a ").skip(1).filter_map(link).collect()
}

#[test]
fn every_room_has_a_page_with_its_questions_its_table_and_its_claims() {
    let front = get(*LAB, "/").text();
    for topic in topics::ALL {
        assert!(front.contains(&format!("href=\"/{}\"", topic.name)));
        let reply = get(*LAB, &format!("/{}", topic.name));
        assert_eq!(reply.status, 200);
        let page = reply.text();
        for question in topic.questions {
            assert!(page.contains(&format!("action=\"/{}/{}\"", topic.name, question.name)));
            let form = get(*LAB, &format!("/{}/{}", topic.name, question.name)).text();
            for param in question.params {
                assert_eq!(form.contains(&format!("name=\"{}\"", param.name)), !param.local, "{}", param.name);
            }
        }
        assert_eq!(page.contains("id=\"verdicts\""), !topic.claims.is_empty());
        assert_eq!(page.contains(&format!("action=\"/{}/play\"", topic.name)), topic.table.is_some());
    }
}

#[test]
fn every_example_is_a_permalink_that_answers() {
    for topic in topics::ALL {
        for question in topic.questions {
            let form = get(*LAB, &format!("/{}/{}", topic.name, question.name)).text();
            let shown = links(&form, "class=\"example\"");
            assert!(!shown.is_empty(), "{} {}", topic.name, question.name);
            for link in shown {
                // A link is its own canonical form: no redirect, an answer or the work on it.
                let reply = get(*LAB, &link);
                assert_eq!(reply.status, 200, "{link}: {}", reply.text());
                let page = reply.text();
                assert!(page.contains("class=\"line\"") || page.contains("data-job="), "{link}");
            }
        }
    }
}

#[test]
fn one_ask_has_one_address() {
    let reply = get(*LAB, "/queens/count?n=4&rule=standard&piece=&ask=yes");
    assert_eq!((reply.status, reply.header("location")), (303, Some("/queens/count?n=4")));
    let reply = get(*LAB, "/disks/fourteen?ask=yes");
    assert_eq!(reply.status, 200);
}

#[test]
fn an_answer_can_be_taken_along_in_every_form() {
    let json: serde_json::Value = serde_json::from_slice(&get(*LAB, "/queens/lock/answer.json?n=5").body).unwrap();
    assert_eq!((&json["facts"]["queens"], &json["ask"]), (&5.into(), &"queens lock 5".into()));
    for (file, start) in [("scene.svg", &b"<svg"[..]), ("table.csv", b"fact,value"), ("answer.txt", b"5 queens")] {
        let reply = get(*LAB, &format!("/queens/lock/{file}?n=5"));
        assert!(reply.status == 200 && reply.body.starts_with(start), "{file}");
    }
    #[cfg(feature = "png")]
    assert!(get(*LAB, "/queens/lock/scene.png?n=5").body.starts_with(b"\x89PNG"));
    let sequence = get(*LAB, "/sums/table/table.txt?code=0.77&to=5").text();
    assert!(sequence.starts_with("0 0\n1 1\n"), "{sequence}");
    let certificate = get(*LAB, "/sums/value/certificate.txt?expr=nim(3)&certificate=yes");
    assert!(certificate.text().starts_with(kit::CERTIFICATE_MARK), "{}", certificate.text());
    assert_eq!(get(*LAB, "/queens/lock/passwords.txt?n=5").status, 404);
    assert_eq!(get(*LAB, "/queens/lock/scene.svg?n=5&part=nothing").status, 404);
}

#[test]
fn positions_have_addresses_and_wrong_moves_are_refused_in_a_sentence() {
    let page = get(*LAB, "/queens/play?n=4&move=1,1&move=2,4");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("data-move=\""));
    let refused = get(*LAB, "/queens/play?n=4&move=1,1&move=1,1");
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("nothing can be done on this square"), "{}", refused.text());
    for query in ["n=4&you=third", "n=4&level=godlike", "n=0", "n=4&moves=1,1"] {
        assert_eq!(get(*LAB, &format!("/queens/play?{query}")).status, 400, "{query}");
    }
    let many = "&move=1,1".repeat(3000);
    assert_eq!(get(*LAB, &format!("/queens/play?n=4{many}")).status, 422);
    assert_eq!(get(*LAB, "/conics/play").status, 404);
    assert!(get(*LAB, "/queens/play/board.svg?n=4&move=1,1").text().starts_with("<svg"));
}

#[test]
fn a_game_is_looked_at_after_any_of_its_moves() {
    let game = "/queens/play?n=4&move=1,1&move=2,4";
    let page = get(*LAB, &format!("{game}&shown=1")).text();
    assert!(page.contains("After move 1 of 2.") && page.contains("data-looking"), "{page}");
    // A move is made where one looks; what follows there is another game.
    assert!(page.contains("data-here=\"/queens/play?n=4&amp;move=1,1\""));
    assert!(!get(*LAB, &format!("{game}&shown=2")).text().contains("data-looking"));
    for place in ["3", "-1", "x", ""] {
        assert_eq!(get(*LAB, &format!("{game}&shown={place}")).status, 400, "{place:?}");
    }
}

#[test]
fn a_window_on_a_table_is_searched_and_sorted_over_all_its_rows() {
    let rows =
        |query: &str| json_of(&get(*LAB, &format!("/sums/table/rows.json?code=0.77&to=2000&part=nimbers{query}")));
    assert_eq!((&rows("")["found"], &rows("")["next"]), (&2001.into(), &500.into()));
    assert!(rows("&row=2000")["html"].as_str().unwrap().contains("2000"));
    assert_eq!(rows("&find=1999")["found"], 1);
    assert!(rows("&sort=-0")["html"].as_str().unwrap().starts_with("<tr><td class=\"number\">2000"));
    assert_eq!(get(*LAB, "/sums/table/rows.json?code=0.77&to=20&part=nothing").status, 404);
}

fn json_of(reply: &common::Reply) -> serde_json::Value {
    serde_json::from_slice(&reply.body).unwrap_or_else(|e| panic!("{e}: {}", reply.text()))
}

fn finished(id: &serde_json::Value) -> serde_json::Value {
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let job = json_of(&get(*LAB, &format!("/jobs/{id}")));
        if job["state"] != "queued" && job["state"] != "running" {
            return job;
        }
        assert!(Instant::now() < deadline, "{job}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_house_moves_and_every_move_has_a_value() {
    let job = json_of(&request(*LAB, "POST", "/queens/play/advise?n=4&move=1,1", &[]));
    assert_eq!(finished(&job["id"])["state"], "done");
    let advice = json_of(&get(*LAB, &format!("/jobs/{}/answer", job["id"])));
    assert_eq!(advice["standing"], "proved");
    let next = format!("/queens/play?n=4&move=1,1&move={}", advice["move"].as_str().unwrap());
    assert_eq!(get(*LAB, &next).status, 200);
    let job = json_of(&request(*LAB, "POST", "/queens/play/values?n=4&move=1,1", &[]));
    assert_eq!(finished(&job["id"])["state"], "done");
    let values = json_of(&get(*LAB, &format!("/jobs/{}/answer", job["id"])));
    let values = values["values"].as_array().unwrap();
    assert!(values.iter().all(|v| v["wins"].is_boolean()) && values.len() > 3);
    // The house wins where it can, and here it cannot: every first move wins on 4 x 4.
    let advised = values.iter().find(|v| v["move"] == advice["move"]).unwrap();
    assert_eq!(advised["wins"].as_bool(), Some(values.iter().any(|v| v["wins"] == true)));
}

#[test]
fn claims_come_with_verdicts() {
    let job = json_of(&request(*LAB, "POST", "/scale/claims", &[]));
    assert_eq!(finished(&job["id"])["state"], "done");
    let html = json_of(&get(*LAB, &format!("/jobs/{}/answer", job["id"])));
    assert!(html["html"].as_str().unwrap().contains("verdict-holds"));
    assert!(get(*LAB, "/scale").text().contains("verdict-holds"));
}

#[test]
fn a_long_job_tells_how_far_it_is_survives_a_reload_and_really_stops() {
    let ask = "/sprouts/solve?n=40";
    let page = get(*LAB, ask).text();
    let id =
        page.split("data-job=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("it takes long").to_string();
    assert!(get(*LAB, ask).text().contains(&format!("data-job=\"{id}\"")), "a reload meets the same job");
    std::thread::sleep(Duration::from_millis(300));
    let job = json_of(&get(*LAB, &format!("/jobs/{id}")));
    assert_eq!(job["state"], "running", "{job}");
    assert!(job["done"].as_u64().unwrap() > 0, "{job}");
    assert_eq!(json_of(&request(*LAB, "POST", &format!("/jobs/{id}/stop"), &[]))["id"].to_string(), id);
    assert_eq!(finished(&id.parse::<u64>().unwrap().into())["state"], "stopped");
    let events = get(*LAB, &format!("/jobs/{id}/events"));
    assert!(events.head.contains("text/event-stream") && events.text().starts_with("data: {"), "{}", events.head);
}

#[test]
fn what_is_too_large_is_refused_with_the_command_line() {
    let small = lab::Limits { time: Duration::from_millis(700), memory: 1 << 28 };
    let address = common::open(topics::ALL, small);
    let reply = get(address, "/queens/count?n=6");
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("8.7 GiB") && reply.text().contains("parlor queens count 6"), "{}", reply.text());
    get(address, "/sprouts/solve?n=40");
    std::thread::sleep(Duration::from_millis(1500));
    let reply = get(address, "/sprouts/solve?n=40");
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(reply.text().contains("parlor sprouts solve 40"));
}

#[test]
fn strangers_are_turned_away() {
    let port = LAB.port();
    for host in
        ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example", "10.0.0.1:7777"]
    {
        assert_eq!(request(*LAB, "GET", "/", &[("Host", host)]).status, 403, "{host}");
    }
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        assert_eq!(request(*LAB, "GET", "/", &[("Host", &host)]).status, 200, "{host}");
    }
    let foreign = [("Origin", "http://evil.example")];
    assert_eq!(request(*LAB, "POST", "/queens/claims", &foreign).status, 403);
    let picture = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")];
    assert_eq!(request(*LAB, "GET", "/queens/count?n=4", &picture).status, 403);
    let frame = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")];
    assert_eq!(request(*LAB, "GET", "/", &frame).status, 403);
    let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")];
    assert_eq!(request(*LAB, "GET", "/queens/count?n=4", &link).status, 200);
}

#[test]
fn every_page_carries_the_strict_policy() {
    for path in ["/", "/queens", "/nowhere", "/queens/count?n=4", "/queens/count?n=-1", "/static/lab.js"] {
        let reply = get(*LAB, path);
        let policy = reply.header("content-security-policy").unwrap_or_default().to_string();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        let page = reply.text();
        // Nothing of the page would be refused by its own policy, and nothing comes from elsewhere.
        if reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="), "{path}");
            assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "{path}");
        }
    }
}

#[test]
fn scripts_and_files_of_the_person_are_not_accepted_over_the_web() {
    for query in ["/sums/value?expr=nim(3)&define=fn+moves(n)%7B%7D", "/sums/table?code=0.77&resume=/tmp/x"] {
        let reply = get(*LAB, query);
        assert!(reply.status == 400 && reply.text().contains("not accepted over the web"), "{query}");
    }
    // A source names no file of the server.
    let reply = get(*LAB, "/disks/verify?file=/etc/passwd");
    assert!(reply.status < 500 && !reply.text().contains("root:"), "{}", reply.status);
}

#[test]
fn a_thousand_malformed_requests_get_no_server_error() {
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let pieces: Vec<String> = topics::ALL
        .iter()
        .flat_map(|t| t.questions.iter().map(move |q| format!("/{}/{}", t.name, q.name)))
        .chain(topics::ALL.iter().map(|t| format!("/{}/play", t.name)))
        .chain(
            ["/", "/jobs/1", "/jobs/x/events", "/static/..%2f..%2fetc", "//", "/%00", "/queens/count/answer.json"]
                .map(String::from),
        )
        .collect();
    let junk = [
        "n",
        "=",
        "&",
        "%",
        "%zz",
        "move",
        "-1",
        "9999999999999999999",
        "\u{7f}",
        "(((",
        "expr",
        "NaN",
        "/",
        "?",
        "graph",
        "grid:",
        "+",
        "\"",
        "0.",
        ";",
        "to",
        "1,1",
    ];
    for round in 0..1000 {
        let mut path = pieces[chance.random_range(0..pieces.len())].clone();
        path.push('?');
        for _ in 0..chance.random_range(0..12) {
            path.push_str(junk[chance.random_range(0..junk.len())]);
        }
        let method = ["GET", "POST", "PUT", "HEAD", "get", "OPTIONS", "\u{1}"]
            [if round % 3 == 0 { chance.random_range(0..7) } else { 0 }];
        let mut bytes = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", *LAB).into_bytes();
        let damaged = round % 5 == 0 || round % 11 == 0;
        if round % 5 == 0 {
            let place = chance.random_range(0..bytes.len());
            bytes[place] = chance.random();
        }
        if round % 11 == 0 {
            bytes.truncate(chance.random_range(0..bytes.len()));
        }
        if let Some(reply) = send(*LAB, &bytes, !damaged) {
            assert!(reply.status < 500, "{}: {}", reply.status, String::from_utf8_lossy(&bytes));
        }
    }
    assert_eq!(get(*LAB, "/").status, 200);
    let long = format!("/queens/solve?n=4&board={}", "Q".repeat(100_000));
    assert_eq!(get(*LAB, &long).status, 414);
}

/// Opens a lab with settings of its own; the token is there if it wants one.
fn open_with(settings: lab::Settings) -> (SocketAddr, Option<String>) {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let settings = lab::Settings { port: 0, ..settings };
        lab::serve(topics::ALL, &settings, |address, token| sender.send((address, token.map(String::from))).unwrap())
            .unwrap();
    });
    let (address, token) = receiver.recv_timeout(Duration::from_secs(20)).expect("the lab opens");
    (SocketAddr::from(([127, 0, 0, 1], address.port())), token)
}

#[test]
fn a_lab_for_other_machines_wants_its_token() {
    let everywhere = || lab::Settings { host: "0.0.0.0".to_string(), ..lab::Settings::default() };
    let (address, token) = open_with(everywhere());
    let token = token.expect("a token");
    assert!(token.len() == 32 && open_with(everywhere()).1 != Some(token.clone()), "made up anew each time");
    let ask = |path: &str, cookie: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
        send(address, head.as_bytes(), true).expect("an answer")
    };
    for (path, cookie) in [("/", "a=b"), ("/?token=", "token="), ("/?token=0", "token=0"), ("/static/lab.js", "x")] {
        assert_eq!(ask(path, cookie).status, 401, "{path} {cookie}");
    }
    let entered = ask(&format!("/queens/solve?n=4&token={token}"), "a=b");
    assert_eq!((entered.status, entered.header("location")), (303, Some("/queens/solve?n=4")));
    let cookie = entered.header("set-cookie").unwrap().to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(ask("/queens/solve?n=4", &format!("a=b; {}", cookie.split(';').next().unwrap())).status, 200);
    let (address, token) = open_with(lab::Settings { open_to_all: true, ..everywhere() });
    assert_eq!(token, None);
    let head = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    assert_eq!(send(address, head.as_bytes(), true).unwrap().status, 200);
}

#[test]
fn who_sends_nothing_is_not_kept() {
    let (address, token) =
        open_with(lab::Settings { patience: Duration::from_millis(300), ..lab::Settings::default() });
    assert_eq!(token, None, "on this machine alone nobody needs one");
    for part in ["", "GET / HT", "POST /jobs/1/stop HTTP/1.1\r\nHost: HERE\r\nContent-Length: 5\r\n\r\nab"] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(part.replace("HERE", &address.to_string()).as_bytes()).unwrap();
        let mut said = Vec::new();
        // The lab closes; a time-out here would be an error.
        stream.read_to_end(&mut said).unwrap_or_else(|e| panic!("{part:?} is kept: {e}"));
    }
}

/// Whoever asks for more than the system holds back and takes nothing of it is let go, and its answer ends there.
#[test]
fn who_takes_nothing_is_not_kept() {
    let (address, _) = open_with(lab::Settings { patience: Duration::from_millis(300), ..lab::Settings::default() });
    let page = get(address, "/static/lab.css").text().len();
    let many = (64 << 20) / page;
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut asking = stream.try_clone().unwrap();
    // The lab stops reading when it cannot write, so that asking may have to wait as well.
    let asked = std::thread::spawn(move || {
        let head = format!("GET /static/lab.css HTTP/1.1\r\nHost: {address}\r\n\r\n");
        (0..many).all(|_| asking.write_all(head.as_bytes()).is_ok())
    });
    std::thread::sleep(Duration::from_secs(3));
    let mut said = Vec::new();
    // What the system held back is still there, and then the connection ends, in peace or not.
    let end = stream.read_to_end(&mut said);
    let kept = end.as_ref().is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock);
    assert!(!kept && !said.is_empty() && said.len() < many * page, "{} bytes of {} answers, {end:?}", said.len(), many);
    asked.join().unwrap();
}

#[test]
fn runs_are_shown_of_the_folder_that_was_named_and_of_no_other() {
    let folder = std::env::temp_dir().join(format!("parlor-lab-runs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let line = |at: u32| {
        format!("{{\"run\":\"a <b>\",\"at\":{at},\"state\":\"at work\",\"positions\":{at}000,\"workers\":3}}\n")
    };
    std::fs::write(folder.join("long.facts.log"), format!("{}{}", line(10), line(20))).unwrap();
    let settings = lab::Settings { port: 0, runs: Some(folder.clone()), ..lab::Settings::default() };
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || lab::serve(topics::ALL, &settings, |address, _| sender.send(address).unwrap()).unwrap());
    let address = receiver.recv_timeout(Duration::from_secs(20)).expect("the lab opens");
    assert!(get(address, "/runs").text().contains("href=\"/runs?store=long.facts\""));
    let page = get(address, "/runs?store=long.facts");
    let text = page.text();
    assert!(page.status == 200 && page.header("refresh") == Some("5"), "{text}");
    assert!(text.contains("a &lt;b&gt;") && text.contains("20,000") && text.contains(">1000<"), "{text}");
    for name in ["..%2Flong.facts", "%2Fetc%2Fpasswd", "long", "", "long.facts%00"] {
        assert_eq!(get(address, &format!("/runs?store={name}")).status, 404, "{name}");
    }
    assert_eq!(get(*LAB, "/runs?store=long.facts").status, 404, "a lab that was told of no folder");
    std::fs::remove_dir_all(folder).unwrap();
}
