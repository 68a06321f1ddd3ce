//! HTTP and HTTPS: worker threads make requests. A worker handles one request from start to end,
//! and performs each step when the program requests it.
//!
//! There are no cookies and no cache. Redirects are followed here, because each of them must be
//! allowed by the other origin and by the caller's choice of hosts.

use super::cors::{self, Asker, Headers};
use super::{MAX_REDIRECTS, Reach};
use crate::complaints::Complaints;
use crate::inbox::{InFlight, Inbox};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::fetch::{FetchError, FetchEvent, Head, MAX_PIECE, Request};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use ureq::http;
use ureq::{Agent, Body};
use url::Url;

/// Maximum number of workers. Further requests wait.
const MAX_WORKERS: usize = 12;

/// Maximum time that a server may take without sending anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program's next instruction for a load.
pub(super) enum Order {
    /// Read more of the body.
    Read,
    /// Follow a redirect to the next response.
    Follow,
}

/// A step of a load, requested by the program. It is in flight until the worker has finished it, or
/// the program has abandoned it.
#[derive(Clone)]
struct Step(Arc<Mutex<Option<InFlight>>>);

impl Step {
    fn begin(inbox: &Arc<Inbox>) -> Step {
        Step(Arc::new(Mutex::new(Some(inbox.begin()))))
    }

    fn end(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The program's handle of a load, which a worker may not have started yet.
pub(super) struct Line {
    orders: Sender<(Order, Step)>,
    step: Step,
    is_cut: Arc<AtomicBool>,
}

impl Line {
    /// Asks for the next step.
    pub(super) fn order(&mut self, inbox: &Arc<Inbox>, order: Order) {
        self.step = Step::begin(inbox);
        if self.orders.send((order, self.step.clone())).is_err() {
            // The worker has finished the load, and has reported the result.
            self.step.end();
        }
    }

    /// Returns true if its worker has finished the load.
    pub(super) fn is_over(&self) -> bool {
        Arc::strong_count(&self.is_cut) == 1
    }

    /// Cancels the load.
    pub(super) fn cut(self) {
        self.is_cut.store(true, Ordering::Relaxed);
        self.step.end();
    }
}

/// A load for a worker.
struct Job {
    id: u32,
    url: Url,
    request: Request,
    orders: Receiver<(Order, Step)>,
    /// The step that the worker is performing.
    step: Step,
    is_cut: Arc<AtomicBool>,
}

/// Threads that make requests.
pub(super) struct Workers {
    jobs: Sender<Job>,
    waiting: Arc<Mutex<Receiver<Job>>>,
    count: usize,
    context: Arc<Context>,
}

/// The state that all threads share.
struct Context {
    agent: Agent,
    reach: Reach,
    /// The origin of the document.
    origin: String,
    inbox: Arc<Inbox>,
    complaints: Complaints,
}

impl Workers {
    pub(super) fn new(reach: Reach, origin: String, inbox: Arc<Inbox>) -> Workers {
        let (jobs, waiting) = channel();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(PATIENCE))
            .timeout_per_write(Some(PATIENCE))
            .user_agent("Pinnacle")
            .build();
        let context = Context {
            agent: config.into(),
            reach,
            origin,
            inbox,
            complaints: Complaints::default(),
        };
        Workers {
            jobs,
            waiting: Arc::new(Mutex::new(waiting)),
            count: 0,
            context: Arc::new(context),
        }
    }

    /// Sets the receiver of complaints about failed loads. Must be called before the first load.
    pub(super) fn report_to(&mut self, complaints: Complaints) {
        if let Some(context) = Arc::get_mut(&mut self.context) {
            context.complaints = complaints;
        }
    }

    /// Begins a load.
    pub(super) fn begin(&mut self, id: u32, url: Url, request: Request) -> Line {
        let (orders, receiver) = channel();
        let is_cut = Arc::new(AtomicBool::new(false));
        let step = Step::begin(&self.context.inbox);
        let job = Job {
            id,
            url,
            request,
            orders: receiver,
            step: step.clone(),
            is_cut: is_cut.clone(),
        };
        if self.count < MAX_WORKERS {
            self.count += 1;
            let (waiting, context) = (self.waiting.clone(), self.context.clone());
            thread::spawn(move || {
                loop {
                    let next = waiting
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .recv();
                    match next {
                        Ok(job) => job.run(&context),
                        // The device was dropped.
                        Err(_) => break,
                    }
                }
            });
        }
        // The receiver cannot be dropped before `self`.
        let _ = self.jobs.send(job);
        Line {
            orders,
            step,
            is_cut,
        }
    }
}

/// A response whose head has arrived.
struct Response {
    status: u16,
    status_text: String,
    headers: Headers,
    length: Option<u64>,
    body: Body,
}

impl Context {
    /// Makes one request without following redirects.
    fn ask(
        &self,
        method: &str,
        url: &Url,
        headers: &Headers,
        body: &[u8],
    ) -> Result<Response, FetchError> {
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or_default();
        if !(self.reach)(host, port) {
            let why = format!(
                "the program is not allowed to reach this host; --net={host}:{port} allows it"
            );
            self.complaints.tell(url.as_str(), why);
            return Err(FetchError::Failed);
        }
        let mut builder = http::Request::builder().method(method).uri(url.as_str());
        for (name, value) in headers {
            builder = builder.header(name, value);
        }
        let answer = if body.is_empty() {
            let request = builder.body(()).map_err(|_| FetchError::Failed)?;
            self.agent.run(request)
        } else {
            let request = builder
                .body(body.to_vec())
                .map_err(|_| FetchError::Failed)?;
            self.agent.run(request)
        };
        let response = answer.map_err(|error| {
            self.complaints.tell(url.as_str(), error);
            FetchError::Failed
        })?;
        let status = response.status();
        let headers = response.headers().iter();
        let headers = headers.map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        Ok(Response {
            status: status.as_u16(),
            // HTTP/2 has no reason phrase, and the client does not keep that of HTTP/1.
            status_text: status.canonical_reason().unwrap_or_default().into(),
            headers: headers.collect(),
            length: response.body().content_length(),
            body: response.into_body(),
        })
    }

    /// Makes a preflight request if one is necessary.
    fn preflight(&self, request: &Request, url: &Url, asker: &Asker) -> Result<(), FetchError> {
        if !cors::needs_preflight(&request.method, &request.headers) {
            return Ok(());
        }
        let mut headers = vec![
            ("Origin".into(), asker.origin.clone()),
            (
                "Access-Control-Request-Method".into(),
                request.method.clone(),
            ),
        ];
        let unusual = cors::unusual_headers(&request.headers).join(",");
        if !unusual.is_empty() {
            headers.push(("Access-Control-Request-Headers".into(), unusual));
        }
        let answer = self.ask("OPTIONS", url, &headers, &[])?;
        let allows = cors::preflight_allows(
            answer.status,
            &answer.headers,
            asker,
            &request.method,
            &request.headers,
        );
        match allows {
            true => Ok(()),
            false => Err(FetchError::NoAccess),
        }
    }
}

/// Returns the target of a redirect, as given in the response.
fn location(response: &Response) -> Option<String> {
    match response.status {
        301 | 302 | 303 | 307 | 308 => {
            cors::header(&response.headers, "location").map(str::to_owned)
        }
        _ => None,
    }
}

/// Changes a request to follow a redirect. If the method becomes `GET`, the body is not sent again.
fn redirected(request: &mut Request, status: u16) {
    let method = request.method.as_str();
    let becomes_get = match status {
        301 | 302 => method == "POST",
        303 => method != "HEAD",
        _ => false,
    };
    if becomes_get {
        request.method = "GET".into();
        request.body.clear();
        request
            .headers
            .retain(|(name, _)| !name.to_ascii_lowercase().starts_with("content-"));
    }
}

impl Job {
    /// Loads a URL, and posts its events.
    fn run(mut self, context: &Context) {
        if let Err(error) = self.load(context) {
            let why = match error {
                FetchError::NoAccess => "its server does not let pages of other origins read it",
                _ => "the request or its answer is malformed",
            };
            context.complaints.tell(self.url.as_str(), why);
            self.tell(context, FetchEvent::Failed(error));
        }
        self.step.end();
    }

    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    fn tell(&self, context: &Context, event: FetchEvent) {
        if !self.is_cut() {
            let id = self.id;
            context.inbox.post(Event::Fetch { id, event });
        }
    }

    /// Waits for the program's next order. Returns `None` if the load was cancelled.
    fn next_order(&mut self) -> Option<Order> {
        self.step.end();
        let (order, step) = self.orders.recv().ok()?;
        self.step = step;
        Some(order)
    }

    fn load(&mut self, context: &Context) -> Result<(), FetchError> {
        let mut asker = Asker {
            origin: context.origin.clone(),
            with_credentials: self.request.allow_credentials,
        };
        if matches!(self.request.method.as_str(), "GET" | "HEAD") {
            self.request.body.clear();
        }
        for _ in 0..=MAX_REDIRECTS {
            if self.is_cut() {
                return Ok(());
            }
            let response = self.respond(context, &asker)?;
            let Some(redirect) = location(&response) else {
                return self.deliver(context, response, &asker);
            };
            let target = self.url.join(&redirect);
            let target = target.map_err(|_| FetchError::Failed)?;
            let status = response.status;
            if !self.request.follow_redirects {
                let head = self.head(&response, &asker, Some(redirect));
                self.tell(context, FetchEvent::Head(head));
                match self.next_order() {
                    Some(Order::Follow) => {}
                    Some(Order::Read) => return Err(FetchError::Failed),
                    None => return Ok(()),
                }
            }
            if !matches!(target.scheme(), "http" | "https") {
                return Err(FetchError::Failed);
            }
            if target.origin() != self.url.origin() && !self.is_same_origin(&asker) {
                asker.origin = "null".into();
            }
            redirected(&mut self.request, status);
            self.url = target;
        }
        Err(FetchError::Failed)
    }

    /// Returns the response to one request, if the other origin allows the program to see it.
    fn respond(&self, context: &Context, asker: &Asker) -> Result<Response, FetchError> {
        let request = &self.request;
        let is_same_origin = self.is_same_origin(asker);
        let mut headers = request.headers.clone();
        if !is_same_origin {
            context.preflight(request, &self.url, asker)?;
        }
        if !is_same_origin || !matches!(request.method.as_str(), "GET" | "HEAD") {
            headers.push(("Origin".into(), asker.origin.clone()));
        }
        let response = context.ask(&request.method, &self.url, &headers, &request.body)?;
        if !request.body.is_empty() {
            self.tell(context, FetchEvent::Sent(request.body.len() as u64));
        }
        match is_same_origin || cors::allows(&response.headers, asker) {
            true => Ok(response),
            false => Err(FetchError::NoAccess),
        }
    }

    /// Returns true if the URL has the document's origin, so that no permission is needed.
    fn is_same_origin(&self, asker: &Asker) -> bool {
        self.url.origin().ascii_serialization() == asker.origin
    }

    fn head(&self, response: &Response, asker: &Asker, redirect: Option<String>) -> Head {
        let headers = response.headers.clone();
        let headers = match self.is_same_origin(asker) {
            true => cors::without_cookies(headers),
            false => cors::shown(headers, asker),
        };
        Head {
            url: self.url.as_str().into(),
            status: response.status,
            status_text: response.status_text.clone(),
            headers,
            redirect,
            length: response.length,
        }
    }

    /// Posts the head of the response, then the pieces of the body as they are requested.
    fn deliver(
        &mut self,
        context: &Context,
        response: Response,
        asker: &Asker,
    ) -> Result<(), FetchError> {
        if response.status >= 400 {
            let why = format!("{} {}", response.status, response.status_text);
            context.complaints.tell(self.url.as_str(), why);
        }
        let head = self.head(&response, asker, None);
        self.tell(context, FetchEvent::Head(head));
        let mut reader = response.body.into_reader();
        let mut piece = vec![0; MAX_PIECE];
        while self.next_order().is_some() {
            match reader.read(&mut piece).map_err(|_| FetchError::Failed)? {
                0 => {
                    self.tell(context, FetchEvent::End);
                    return Ok(());
                }
                count => self.tell(context, FetchEvent::Data(piece[..count].to_vec())),
            }
        }
        Ok(())
    }
}
