//! Promise: `serve` gives its page and its searches to the page at its own address and to nobody
//! else; requests are bounded; a search ends with the connection that asked for it; answers are
//! those of `analyse --stream`.
#![cfg(unix)]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use support::{bad, stonemask};
use tempfile::TempDir;

struct Server {
    child: Child,
    port: u16,
    token: String,
    page: TempDir,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let page = TempDir::new().unwrap();
        fs::write(page.path().join("index.html"), "<p>page</p>").unwrap();
        fs::create_dir(page.path().join("weights")).unwrap();
        fs::write(page.path().join("weights/one.bin"), [0, 255]).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["serve", "--table", "1", "--page"]).arg(page.path()).args(options).env_remove("STONEMASK_TIER");
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        if options.contains(&"--json") {
            let report: Value = serde_json::from_str(&address).unwrap();
            assert!(support::schema("output.schema.json").is_valid(&report), "{report}");
            report["address"].as_str().unwrap().clone_into(&mut address);
        }
        let (host, token) = address.trim().strip_prefix("http://127.0.0.1:").unwrap().split_once("/#token=").unwrap();
        assert_eq!(token.len(), 32);
        Server { port: host.parse().unwrap(), token: token.to_owned(), child, page }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// The status and all else that is sent until the end.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = self.connect();
        // A request that is refused may not be read to its end.
        let _ = stream.write_all(request.as_bytes());
        answer(&mut stream)
    }

    /// A request of a path with these headers.
    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n"))
    }

    fn host(&self) -> String {
        format!("host: 127.0.0.1:{}\r\n", self.port)
    }

    /// A request for an analysis.
    fn line(&self, line: &Value) -> String {
        let (text, token) = (line.to_string(), &self.token);
        let head = format!("{}authorization: Bearer {token}\r\nconnection: close\r\n", self.host());
        format!("POST /analyse HTTP/1.1\r\n{head}content-length: {}\r\n\r\n{text}", text.len())
    }

    /// The answers to a line.
    fn analyse(&self, line: &Value) -> Vec<Value> {
        let (status, text) = self.ask(&self.line(line));
        assert_eq!(status, 200, "{text}");
        assert!(text.contains("content-type: text/event-stream"), "{text}");
        let events = text.lines().filter_map(|line| line.strip_prefix("data: "));
        events.map(|event| serde_json::from_str(event).unwrap()).collect()
    }

    fn interrupt(&mut self) -> ExitStatus {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(stream: &mut TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0), text)
}

#[test]
fn files_are_those_of_the_page_and_no_others() {
    let server = Server::start(&[]);
    let host = server.host();
    let (status, text) = server.get("/", &host);
    assert_eq!(status, 200);
    assert!(text.ends_with("<p>page</p>") && text.contains("content-type: text/html"), "{text}");
    for guard in ["frame-ancestors 'none'", "default-src 'self'", "nosniff", "no-referrer", "cache-control: no-store"] {
        assert!(text.contains(guard), "{guard} in {text}");
    }
    assert_eq!(server.get("/weights/one.bin?x", &host).0, 200);
    fs::write(server.page.path().join("later.html"), "later").unwrap();
    for path in
        ["/later.html", "/../index.html", "/..%2findex.html", "//index.html", "/weights", "/etc/passwd", "/\u{1}"]
    {
        assert!(matches!(server.get(path, &host).0, 400 | 404), "{path}");
    }
    let (status, text) = server.ask(&format!("HEAD / HTTP/1.1\r\n{host}connection: close\r\n\r\n"));
    assert!(status == 200 && !text.contains("<p>"), "{text}");
    for (method, path) in [("POST", "/"), ("PUT", "/index.html"), ("DELETE", "/"), ("GET", "/analyse")] {
        assert_eq!(
            server.ask(&format!("{method} {path} HTTP/1.1\r\n{host}connection: close\r\n\r\n")).0,
            405,
            "{method}"
        );
    }
}

#[test]
fn requests_of_others_are_refused() {
    let server = Server::start(&["--json"]);
    let (port, host) = (server.port, server.host());
    for hosts in [
        String::new(),
        format!("host: evil.example:{port}\r\n"),
        "host: 127.0.0.1\r\n".to_owned(),
        format!("host: 127.0.0.1:{port}.evil.example\r\n"),
        format!("{host}host: evil.example\r\n"),
    ] {
        assert!(matches!(server.get("/", &hosts).0, 400 | 403), "{hosts:?}");
    }
    for refused in [
        "origin: http://evil.example\r\n",
        "origin: null\r\n",
        "sec-fetch-site: cross-site\r\n",
        "sec-fetch-site: same-site\r\n",
    ] {
        assert_eq!(server.get("/", &format!("{host}{refused}")).0, 403, "{refused:?}");
    }
    let own = format!("{host}origin: http://127.0.0.1:{port}\r\nsec-fetch-site: same-origin\r\n");
    assert_eq!(server.get("/", &own).0, 200);
    assert_eq!(server.get("/", &format!("host: localhost:{port}\r\norigin: http://localhost:{port}\r\n")).0, 200);

    let line = json!({"id": "a", "game": "othello8", "nodes": 1000});
    let right = server.line(&line);
    assert_eq!(server.ask(&right).0, 200);
    let token = server.token.as_str();
    for wrong in ["", "Bearer ", "Bearer 0", &token[1..], &"0".repeat(32)] {
        let request = right.replace(&format!("Bearer {token}"), wrong);
        assert_ne!(request, right);
        assert_eq!(server.ask(&request).0, 401, "{wrong:?}");
    }
    assert_eq!(server.ask(&right.replace("connection", "origin: http://evil.example\r\nconnection")).0, 403);
}

#[test]
fn answers_are_those_of_the_stream() {
    let server = Server::start(&["--threads", "2"]);
    let lines = [
        json!({"id": "a", "game": "othello8", "position": "--------X-------X----XOO-OOOOO----OXOO---OOOO----OX------------- O", "moves": ["a3"], "nodes": 5000}),
        json!({"id": "b", "game": "othello6", "moves": ["e3"], "depth": 4, "top": 2}),
        json!({"id": "c", "game": "gomoku", "position": "5x5 renju -----/-----/--X--/-----/----- O", "nodes": 500}),
        json!({"id": "d", "game": "nogo", "rows": 3, "cols": 3}),
        json!({"id": "e", "game": "gomoku", "level": 3, "seed": 7, "moves": "h8"}),
        json!({"id": "f", "game": "othello8", "moves": "f5", "level": 2}),
        json!({"id": "g", "game": "othello6", "moves": "a1", "level": 2}),
        json!({"id": "h", "game": "nogo", "level": 10}),
        json!({"id": "i", "game": "nogo", "level": 1, "nodes": 5}),
        json!({"id": "j", "game": "nogo", "seed": 1}),
        json!({"game": "nogo"}),
        json!(["x"]),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    command.args(["analyse", "--stream", "--table", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let streamed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let schema = support::schema("output.schema.json");
    let timeless = |mut answer: Value| {
        assert!(schema.is_valid(&answer), "{answer:#}");
        answer.as_object_mut().unwrap().remove("seconds");
        answer.to_string()
    };
    let mut streamed: Vec<String> =
        streamed.lines().map(|line| timeless(serde_json::from_str(line).unwrap())).collect();
    let mut served = Vec::new();
    for line in &lines {
        let answers = server.analyse(line);
        assert_eq!(answers.len(), 1, "{line}");
        served.extend(answers.into_iter().map(timeless));
    }
    streamed.sort();
    served.sort();
    assert_eq!(served, streamed);
    for (id, moves) in [("e", "h8"), ("f", "f5")] {
        let answer = served.iter().find(|answer| answer.contains(&format!("\"id\":\"{id}\""))).unwrap();
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert!(answer["move"].as_str().is_some_and(|ply| ply != moves), "{answer}");
    }
}

#[test]
fn requests_are_bounded() {
    let server = Server::start(&[]);
    let (host, token) = (server.host(), &server.token);
    let head = format!("POST /analyse HTTP/1.1\r\n{host}authorization: Bearer {token}\r\nconnection: close\r\n");
    let endless = "x".repeat(2 << 20);
    assert_eq!(server.ask(&format!("{head}content-length: {}\r\n\r\n{endless}", 2 << 20)).0, 413);
    let chunk = format!("100000\r\n{}\r\n", &endless[..1 << 20]);
    assert_eq!(server.ask(&format!("{head}transfer-encoding: chunked\r\n\r\n{chunk}{chunk}")).0, 413);
    assert!(matches!(server.get("/", &format!("{host}x: {}\r\n", &endless[..1 << 16])).0, 400 | 431));
    assert!(matches!(server.get(&format!("/{}", &endless[..1 << 17]), &host).0, 400 | 414 | 431));
    assert_eq!(server.ask("\u{0}\u{1}\u{2}\r\n\r\n").0, 400);

    // Of a crowd that says nothing some are turned away at once; when it has left, the next one is
    // served.
    let mut crowd: Vec<TcpStream> =
        (0..300).filter_map(|_| TcpStream::connect(("127.0.0.1", server.port)).ok()).collect();
    let begun = Instant::now();
    let refused = crowd.iter_mut().rev().take(200).filter(|stream| {
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        matches!((&mut &**stream).read(&mut [0]), Ok(0) | Err(_)) && begun.elapsed() < Duration::from_secs(20)
    });
    assert!(refused.count() >= 150);
    drop(crowd);
    let begun = Instant::now();
    while server.get("/", &host).0 != 200 {
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_search_ends_with_its_connection_and_all_end_with_the_server() {
    let mut server = Server::start(&[]);
    let endless = |id: &str| json!({"id": id, "game": "othello8", "time": 1000, "report": 0.01});
    // One thread: the second is answered when the first has hung up.
    let mut first = server.connect();
    first.write_all(server.line(&endless("a")).as_bytes()).unwrap();
    let mut lines = BufReader::new(first.try_clone().unwrap()).lines().map(Result::unwrap);
    assert!(
        lines.by_ref().filter(|line| line.starts_with("data: ")).take(3).all(|line| line.contains("\"interim\":true"))
    );
    let mut waiting = server.connect();
    waiting.write_all(server.line(&endless("b")).as_bytes()).unwrap();
    let taken = server.analyse(&endless("a"));
    assert_eq!(taken[0]["error"], "an analysis of this id is not done yet");
    drop(waiting);
    drop((lines, first));
    let begun = Instant::now();
    assert_eq!(server.analyse(&json!({"id": "c", "game": "othello8", "nodes": 1000})).len(), 1);
    assert!(begun.elapsed() < Duration::from_secs(20));

    let mut last = server.connect();
    last.write_all(server.line(&endless("d")).as_bytes()).unwrap();
    let begun = Instant::now();
    assert_eq!(server.interrupt().code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
}

#[test]
fn bad_input_is_one_line() {
    let empty = TempDir::new().unwrap();
    let folder = empty.path().to_str().unwrap();
    bad(&["serve", "--page", folder], 2, &format!("--page {folder}: there is no index.html in it"));
    let missing = format!("{folder}/none");
    bad(&["serve", "--page", &missing], 2, &format!("--page {missing}: No such file or directory"));
    let server = Server::start(&[]);
    let (page, port) = (server.page.path().to_str().unwrap(), server.port.to_string());
    bad(&["serve", "--page", page, "--port", &port], 2, &format!("--port {port}: Address already in use"));
    assert_eq!(stonemask(&["serve", "--page", page, "--port", "0"]).status.code(), Some(2));
}
