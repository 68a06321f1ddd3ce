//! Responds to requests with captures of a web archive:
//!
//! | path | response |
//! |---|---|
//! | `/` | the pages of the archive |
//! | `/MOMENT/URL` | the capture of a URL that is nearest to a moment |
//! | the same, posted | the capture that answered the same method and body |
//! | `/MOMENT/urn:...` | a screenshot of a page |
//! | others | the same path on the site of the requesting page, which its `Referer` names |
//!
//! Two scripts are inserted into each page: the one that runs programs, and one that rewrites
//! addresses made by other scripts (`web/pages/serve/replay.ts`). The content security policy of
//! all responses prevents the browser from contacting any other server.

use crate::pages::{Features, REPLAY_SCRIPT_NAME, SCRIPT_URL};
use crate::site::{Body, MAX_PAGE, html, is_read, not_found, plain, redirect, set, whole};
use crate::{Options, archive_list};
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use pinnacle_replay::{Addresses, Capture, Index, MethodAndBody, Moment};
use std::fmt::Write as _;
use std::future::Future;
use std::io::{self, Error};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::task::{JoinHandle, spawn_blocking};

/// The content security policy of all responses. It allows nothing to be loaded from other servers.
pub(crate) const POLICY: &str = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; \
                                 base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

/// The methods besides `GET` and `HEAD` whose requests an archive can contain.
pub(crate) const METHODS: [Method; 4] = [Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// Content types of screenshots.
const PICTURES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];

/// Number of bytes that are read from the archive's scratch file at a time.
const PIECE: u64 = 256 << 10;

/// Responds to a request for a path outside the server's own ones.
pub(crate) async fn answer(
    index: &Arc<Index>,
    request: &Request<Bytes>,
    options: Options,
    features: Features,
) -> Response<Body> {
    let path = request.uri().path_and_query();
    let path = path.map_or("/", |path| path.as_str());
    let Some(place) = Place::of(path) else {
        return match by_asker(request, path) {
            Some(place) => redirect_with_method(request, &place),
            None if path == "/" => html(&archive_list::page(index, features)),
            None => not_found(),
        };
    };
    // The scripts inserted into the page recognise addresses by the complete time.
    if !path.starts_with(&format!("/{}/", place.moment)) {
        return redirect_with_method(request, &format!("/{}/{}", place.moment, place.url));
    }
    let found = match spawn_blocking(lookup(index, request, &place)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return unreadable(&error),
        Err(error) => return unreadable(&Error::other(error)),
    };
    let Some(capture) = found else {
        let text = match request.method() {
            method if is_read(method) => format!("{} is not in the archive.\n", place.url),
            method => format!(
                "The answer to this {method} request for {} is not in the archive.\n",
                place.url
            ),
        };
        return plain(StatusCode::NOT_FOUND, text);
    };
    if place.is_screenshot() {
        return screenshot(index, request, capture);
    }
    // Relative addresses in the page refer to the requested address.
    let Some(addresses) = Addresses::new(&place.url, place.moment) else {
        return not_found();
    };
    if (300..400).contains(&capture.status)
        && let Some(location) = &capture.location
        && let Some(to) = addresses.place(location)
    {
        return match capture.status {
            307 | 308 => redirect_with_method(request, &to),
            _ => redirect(&to),
        };
    }
    captured(index, request, capture, addresses, options)
        .await
        .unwrap_or_else(|error| unreadable(&error))
}

/// Returns a function that searches for the capture that answers a request.
fn lookup(
    index: &Arc<Index>,
    request: &Request<Bytes>,
    place: &Place,
) -> impl FnOnce() -> io::Result<Option<Capture>> + use<> {
    let (index, url, moment) = (index.clone(), place.url.clone(), place.moment);
    let (method, body) = (request.method().clone(), request.body().clone());
    let content_type = request.headers().get(header::CONTENT_TYPE).cloned();
    move || {
        let content_type = content_type.as_ref().and_then(|value| value.to_str().ok());
        let asked = MethodAndBody {
            method: method.as_str(),
            content_type: content_type.unwrap_or_default(),
            body: &body,
        };
        index.find_answer(&url, asked, moment)
    }
}

/// Redirects a request without changing its method and body.
fn redirect_with_method(request: &Request<Bytes>, to: &str) -> Response<Body> {
    let mut response = redirect(to);
    if !is_read(request.method()) {
        *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    }
    response
}

/// The time and URL of an archived page, from the path of a request.
struct Place {
    moment: Moment,
    url: String,
}

impl Place {
    /// Parses `/MOMENT/URL`. Ignores letters after the moment, which other replay tools use.
    fn of(path: &str) -> Option<Place> {
        let (moment, url) = path.strip_prefix('/')?.split_once('/')?;
        let digits = moment.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == '_');
        let moment = Moment::parse(digits)?;
        let (scheme, rest) = url.split_once(':')?;
        if scheme == "urn" {
            let url = url.to_owned();
            return Some(Place { moment, url });
        }
        // Some software merges two slashes into one.
        let rest = rest.trim_start_matches('/');
        let is_web = ["http", "https"].contains(&scheme) && !rest.is_empty();
        is_web.then(|| Place {
            moment,
            url: format!("{scheme}://{rest}"),
        })
    }

    /// Returns true for the name of a screenshot, such as `urn:view:http://example.com/`.
    fn is_screenshot(&self) -> bool {
        self.url.starts_with("urn:")
    }
}

/// Responds with a captured screenshot.
fn screenshot(index: &Arc<Index>, request: &Request<Bytes>, capture: Capture) -> Response<Body> {
    let Some(kind) = PICTURES.iter().find(|kind| **kind == capture.media_type) else {
        return not_found();
    };
    let mut response = part(index, request, capture, StatusCode::OK);
    let headers = response.headers_mut();
    set(headers, header::CONTENT_TYPE, kind);
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    response
}

/// Returns the archive address for a path that a page has built from this server's name. The path
/// is resolved on the original site of that page.
fn by_asker<B>(request: &Request<B>, path: &str) -> Option<String> {
    let asker = request.headers().get(header::REFERER)?.to_str().ok()?;
    let (_, asker) = asker.split_once("://")?;
    let asker = Place::of(&asker[asker.find('/')?..])?;
    Addresses::new(&asker.url, asker.moment)?.place(path)
}

/// Responds with a capture.
async fn captured<B>(
    index: &Arc<Index>,
    request: &Request<B>,
    capture: Capture,
    addresses: Addresses,
    options: Options,
) -> io::Result<Response<Body>> {
    let is_page = ["text/html", "application/xhtml+xml"].contains(&capture.media_type.as_str());
    let is_style_sheet = capture.media_type == "text/css";
    let status = StatusCode::from_u16(capture.status).unwrap_or(StatusCode::OK);
    let mut content_type = capture.media_type.clone();
    if let Some(charset) = &capture.charset {
        let _ = write!(content_type, "; charset={charset}");
    }
    let is_changed = (is_page || is_style_sheet) && capture.size <= MAX_PAGE as u64;
    let mut response = if is_changed {
        let index = index.clone();
        let read = spawn_blocking(move || index.read(&capture, 0, capture.size));
        let content = read.await.map_err(Error::other)??;
        let content = match is_page {
            true => {
                let tags = tags(addresses.prefix(), options);
                addresses.page(&content, &tags)
            }
            false => style_sheet(&addresses, content),
        };
        let mut response = Response::new(whole(content));
        *response.status_mut() = status;
        response
    } else {
        part(index, request, capture, status)
    };
    if let Ok(content_type) = HeaderValue::from_str(&content_type)
        && !content_type.is_empty()
    {
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, content_type);
    }
    // Requests for addresses that could not be rewritten are resolved by their `Referer`.
    set(
        response.headers_mut(),
        header::REFERRER_POLICY,
        "same-origin",
    );
    Ok(response)
}

/// Returns the script tags that are inserted at the start of a page.
fn tags(prefix: &str, options: Options) -> String {
    let mut tags = String::new();
    let script = (options.inject && options.assets.is_some()).then_some(SCRIPT_URL);
    let own = format!("/.pinnacle/{REPLAY_SCRIPT_NAME}");
    // The script that runs programs comes first, because it needs the browser's own functions,
    // which `replay.js` replaces.
    for url in script.into_iter().chain([own.as_str()]) {
        let _ = write!(
            tags,
            "<script src=\"{url}\" data-replay=\"{prefix}\"></script>"
        );
    }
    tags
}

/// Rewrites the addresses in a style sheet. Its encoding need not be known, because addresses are
/// ASCII.
fn style_sheet(addresses: &Addresses, content: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(content) {
        Ok(text) => addresses.style_sheet(&text).into_bytes(),
        Err(error) => {
            let text: String = error.as_bytes().iter().copied().map(char::from).collect();
            let text = addresses.style_sheet(&text);
            text.chars()
                .map(|character| u8::try_from(character).unwrap_or(b'?'))
                .collect()
        }
    }
}

/// Responds with the content of a capture, or with the requested range of it.
fn part<B>(
    index: &Arc<Index>,
    request: &Request<B>,
    capture: Capture,
    status: StatusCode,
) -> Response<Body> {
    let size = capture.size;
    let range = request.headers().get(header::RANGE);
    let range = range
        .filter(|_| status == StatusCode::OK)
        .and_then(|range| range_of(range.to_str().ok()?, size));
    let (start, end) = range.unwrap_or((0, size));
    let content = match *request.method() {
        Method::HEAD => whole(Bytes::new()),
        _ => Content {
            index: index.clone(),
            capture: Arc::new(capture),
            at: start,
            end,
            reading: None,
        }
        .boxed_unsync(),
    };
    let mut response = Response::new(content);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, (end - start).into());
    set(headers, header::ACCEPT_RANGES, "bytes");
    *response.status_mut() = status;
    if range.is_some() {
        let range = format!("bytes {start}-{}/{size}", end - 1);
        if let Ok(range) = HeaderValue::from_str(&range) {
            response.headers_mut().insert(header::CONTENT_RANGE, range);
        }
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    response
}

/// Returns the byte range of a request, with an exclusive end. Returns `None`, which means the
/// whole content, for several ranges and for one that starts after the end.
fn range_of(range: &str, size: u64) -> Option<(u64, u64)> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let (start, end) = match (first.trim(), last.trim()) {
        ("", last) => (size.saturating_sub(last.parse().ok()?), size),
        (first, "") => (first.parse().ok()?, size),
        (first, last) => (
            first.parse().ok()?,
            last.parse::<u64>().ok()?.checked_add(1)?,
        ),
    };
    let end = end.min(size);
    (start < end).then_some((start, end))
}

/// A response body that streams the content of a capture, with one piece at a time in memory.
struct Content {
    index: Arc<Index>,
    capture: Arc<Capture>,
    at: u64,
    end: u64,
    /// The task that reads the next piece.
    reading: Option<JoinHandle<io::Result<Vec<u8>>>>,
}

impl HttpBody for Content {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.at >= self.end {
            return Poll::Ready(None);
        }
        let (at, length) = (self.at, PIECE.min(self.end - self.at));
        let (index, capture) = (self.index.clone(), self.capture.clone());
        let reading = self
            .reading
            .get_or_insert_with(|| spawn_blocking(move || index.read(&capture, at, length)));
        let Poll::Ready(read) = Pin::new(reading).poll(context) else {
            return Poll::Pending;
        };
        self.reading = None;
        let piece = read.map_err(Error::other).and_then(|read| read);
        self.at = match &piece {
            Ok(piece) if !piece.is_empty() => at + piece.len() as u64,
            _ => self.end,
        };
        Poll::Ready(Some(piece.map(|piece| Frame::data(piece.into()))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.end - self.at)
    }
}

fn unreadable(error: &Error) -> Response<Body> {
    let text = format!("The capture cannot be read: {error}\n");
    plain(StatusCode::INTERNAL_SERVER_ERROR, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_moments_and_urls() {
        for (path, expected) in [
            (
                "/2013/http://a.example/b?c=d",
                Some("20130101000000 http://a.example/b?c=d"),
            ),
            (
                "/20130501120000mp_/https://a.example/",
                Some("20130501120000 https://a.example/"),
            ),
            (
                "/2013/http:/a.example/",
                Some("20130101000000 http://a.example/"),
            ),
            (
                "/2013/urn:view:http://a.example/?b",
                Some("20130101000000 urn:view:http://a.example/?b"),
            ),
            ("/2013/ftp://a.example/", None),
            ("/x/http://a.example/", None),
            ("/http://a.example/", None),
            ("/", None),
        ] {
            let found = Place::of(path).map(|place| format!("{} {}", place.moment, place.url));
            assert_eq!(found.as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn ranges_are_within_the_content() {
        for (range, expected) in [
            ("bytes=0-0", Some((0, 1))),
            ("bytes=5-", Some((5, 10))),
            ("bytes=-3", Some((7, 10))),
            ("bytes=-30", Some((0, 10))),
            ("bytes=5-500", Some((5, 10))),
            ("bytes=10-", None),
            ("bytes=3-2", None),
            ("bytes=0-1,3-4", None),
            ("bytes=0-18446744073709551615", None),
        ] {
            assert_eq!(range_of(range, 10), expected, "{range}");
        }
        assert_eq!(range_of("bytes=0-", 0), None);
    }
}
