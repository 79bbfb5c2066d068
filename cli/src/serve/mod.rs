//! `stonemask serve`: the page of `web/` at an address of this machine, with the searches of this
//! command behind it.
//!
//! A program or page that is not meant to use it cannot: the server listens on loopback alone; it
//! answers requests that name it as host, so that another name that leads here (rebinding) does not
//! help; it refuses those that come from pages of others; and a search needs the token that stands
//! in the address which the user was given.

mod page;

use crate::analyse::desk::{Defaults, Desk, Hear, LONGEST};
use crate::error::Failure;
use crate::interrupt;
use crate::numbers::whole;
use crate::output::Output;
use crate::search_options::Memory;
use crate::threads::Threads;
use clap::{Args, ValueHint};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use page::Page;
use serde::Serialize;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use stonemask::game::search::Limits;
use tokio::sync::{Semaphore, mpsc};

/// How many connections there may be at once. A browser has six.
const CONNECTIONS: usize = 64;
/// How long a request may take to arrive, and a connection may rest.
const PATIENCE: Duration = Duration::from_secs(20);
/// How soon an interrupt is noticed.
const WINK: Duration = Duration::from_millis(50);
/// How many answers wait for a reader before it is given up.
const BEHIND: usize = 1024;
/// How long the head of a request may be, in bytes.
const HEAD: usize = 32 << 10;

/// Headers of every answer: the page may load and ask nothing but what is here, nobody frames it,
/// and nothing is kept.
const GUARDS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The port [default: a free one]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=u16::MAX.into()), allow_negative_numbers = true)]
    port: Option<u16>,
    /// The folder of the page, such as web/dist [default: the page that was built into this
    /// command]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct Report {
    /// With the token.
    address: String,
}

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let page = match &arguments.page {
        Some(folder) => Page::of_folder(folder)?,
        None => Page::built_in()?,
    };
    let defaults = Defaults { limits: Limits::default(), top: 1, table_bytes: arguments.memory.bytes()? };
    arguments.threads.check()?;
    let port = arguments.port.unwrap_or(0);
    let listening = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .and_then(|listener| listener.set_nonblocking(true).and(Ok(listener)))
        .and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
    let (port, listener) = listening.map_err(|error| Failure::bad_input(format!("--port {port}: {error}")))?;
    let desk = Desk::new(defaults);
    let site = Arc::new(Site {
        hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        token: format!("{:032x}", rand::random::<u128>()),
        page,
        desk: Arc::clone(&desk),
    });
    interrupt::watch()?;
    let workers = desk.start(arguments.threads.count())?;
    let report = Report { address: format!("http://127.0.0.1:{port}/#token={}", site.token) };
    output.print(&report, || report.address.clone())?;
    let failed = |error: io::Error| Failure::unfinished(format!("cannot serve: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let served = runtime.block_on(serve(listener, &site)).map_err(failed);
    drop(runtime);
    desk.close();
    desk.abandon();
    for worker in workers {
        worker.join().map_err(|_| Failure::unfinished("a thread ended by a defect"))?;
    }
    served
}

/// Takes connections until an end is asked for.
async fn serve(listener: TcpListener, site: &Arc<Site>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    while !interrupt::interrupted() {
        let stream = match tokio::time::timeout(WINK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Ok(Err(_)) => {
                // No file is left for it, say.
                tokio::time::sleep(WINK).await;
                continue;
            }
            Err(_) => continue,
        };
        // One more than there may be is closed at once.
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        let site = Arc::clone(site);
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let site = Arc::clone(&site);
                async move { Ok::<_, Infallible>(guarded(site.answer(request).await)) }
            });
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(HEAD);
            // Whoever hangs up has his reasons.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
    Ok(())
}

/// An answer with the headers of all.
fn guarded(mut answer: Response<Answer>) -> Response<Answer> {
    for (name, value) in GUARDS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

struct Site {
    /// Names by which this server is meant.
    hosts: [String; 2],
    token: String,
    page: Page,
    desk: Arc<Desk>,
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Response<Answer> {
        if let Err(reason) = self.admit(request.headers()) {
            return told(StatusCode::FORBIDDEN, reason);
        }
        match (request.method(), request.uri().path()) {
            (&Method::POST, "/analyse") => self.analyse(request).await,
            (_, "/analyse") => not_allowed("POST"),
            (&Method::GET | &Method::HEAD, path) => match self.page.file(path) {
                Some((bytes, kind)) => of_type(kind, Answer::Whole(Full::new(bytes))),
                None => told(StatusCode::NOT_FOUND, "there is no such file"),
            },
            _ => not_allowed("GET, HEAD"),
        }
    }

    /// Whether a request is meant for this server, and comes from its own page if it comes from
    /// one.
    fn admit(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        let mut hosts = headers.get_all(header::HOST).iter();
        if !matches!((hosts.next(), hosts.next()), (Some(host), None) if host.to_str().is_ok_and(is_own)) {
            return Err("the host is not this server");
        }
        let is_own_origin = |origin: &HeaderValue| {
            origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")).is_some_and(is_own)
        };
        if !headers.get_all(header::ORIGIN).iter().all(is_own_origin) {
            return Err("the origin is another page");
        }
        let site = HeaderName::from_static("sec-fetch-site");
        if !headers.get_all(site).iter().all(|site| site == "same-origin" || site == "none") {
            return Err("the request comes from another site");
        }
        Ok(())
    }

    /// A line of `analyse --stream`; its answers are events, and the search ends with the
    /// connection.
    async fn analyse(&self, request: Request<Incoming>) -> Response<Answer> {
        let given =
            request.headers().get(header::AUTHORIZATION).and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
        if !given.is_some_and(|given| is_equal(given, self.token.as_bytes())) {
            let answer = told(StatusCode::UNAUTHORIZED, "the token of the address is missing or wrong");
            return with(answer, header::WWW_AUTHENTICATE, "Bearer");
        }
        if !self.desk.has_room() {
            return told(StatusCode::SERVICE_UNAVAILABLE, "too many positions wait");
        }
        let body = Limited::new(request.into_body(), LONGEST).collect();
        let line = match tokio::time::timeout(PATIENCE, body).await {
            Err(_) => return told(StatusCode::REQUEST_TIMEOUT, "the request took too long"),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                return told(StatusCode::PAYLOAD_TOO_LARGE, "a line is longer than 1 MiB");
            }
            Ok(Err(_)) => return told(StatusCode::BAD_REQUEST, "the request broke off"),
            Ok(Ok(body)) => body.to_bytes(),
        };
        let (send, receive) = mpsc::channel::<Bytes>(BEHIND);
        let hear: Hear = Arc::new(move |line| send.try_send(Bytes::from(format!("data: {line}\n\n"))).is_ok());
        let waiting = self.desk.take(&line, &hear).map(|id| Waiting { id, desk: Arc::clone(&self.desk) });
        of_type("text/event-stream", Answer::Events { receive, waiting })
    }
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

/// A position that a connection waits for.
struct Waiting {
    id: String,
    desk: Arc<Desk>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.desk.forget(&self.id);
    }
}

/// The body of an answer.
enum Answer {
    Whole(Full<Bytes>),
    Events {
        receive: mpsc::Receiver<Bytes>,
        #[expect(dead_code, reason = "its end is the use of it")]
        waiting: Option<Waiting>,
    },
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Answer::Whole(whole) => Pin::new(whole).poll_frame(context),
            Answer::Events { receive, .. } => {
                receive.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Answer::Whole(whole) => whole.is_end_stream(),
            Answer::Events { .. } => false,
        }
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        match self {
            Answer::Whole(whole) => whole.size_hint(),
            Answer::Events { .. } => hyper::body::SizeHint::default(),
        }
    }
}

fn of_type(kind: &'static str, body: Answer) -> Response<Answer> {
    with(Response::new(body), header::CONTENT_TYPE, kind)
}

fn with(mut answer: Response<Answer>, name: HeaderName, value: &'static str) -> Response<Answer> {
    answer.headers_mut().insert(name, HeaderValue::from_static(value));
    answer
}

fn told(status: StatusCode, reason: &'static str) -> Response<Answer> {
    let mut answer =
        of_type("text/plain; charset=utf-8", Answer::Whole(Full::new(Bytes::from_static(reason.as_bytes()))));
    *answer.status_mut() = status;
    // A body that was refused is not read to its end.
    with(answer, header::CONNECTION, "close")
}

fn not_allowed(methods: &'static str) -> Response<Answer> {
    with(told(StatusCode::METHOD_NOT_ALLOWED, "the method does not apply to this path"), header::ALLOW, methods)
}
