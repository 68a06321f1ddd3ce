//! Routes requests by their path:
//!
//! | path | response |
//! |---|---|
//! | `/.pinnacle/pinnacle.js`, `.../pinnacle-worker.js`, `.../pinnacle.wasm` | the assets of pages
//! |
//! | `/.pinnacle/` | the list of everything found in the folder |
//! | `/.pinnacle/open/PATH` | a page around a program or a manifest |
//! | `/.pinnacle/manifest/PATH` | a manifest for a program |
//! | `/.pinnacle/recording/PATH` | the page of a recording |
//! | `/.pinnacle/picture/PATH` | the picture of a page, a manifest or a program |
//! | `/.pinnacle/picture/MOMENT/URL` | the picture of a page in the web archive |
//! | all others | the folder; a listing for a folder without `index.html`; or the web archive |

use crate::files::Files;
use crate::pages::Features;
use crate::pictures::Pictures;
use crate::recordings::{Recordings, program_beside};
use crate::{Options, archive, find, inject, pages};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use pinnacle_replay::{Index, MAX_BODY, Page};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use tower_http::services::ServeDir;

/// The prefix of the paths of the server's own files. No folder is likely to have this name.
pub(crate) const OURS: &str = "/.pinnacle/";

/// Maximum size in bytes of a page into which the script is inserted. Larger pages are sent
/// unchanged.
pub(crate) const MAX_PAGE: usize = 16 << 20;

pub(crate) type Body = UnsyncBoxBody<Bytes, io::Error>;

/// The source of all paths outside [`OURS`].
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A folder, or one file in it.
    Folder(Files),
    /// A web archive.
    Archive(Arc<Index>),
}

/// The source of the files, and the options.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    source: Source,
    /// The path of the start page, escaped.
    start: String,
    options: Options,
    recordings: Option<Recordings>,
    pictures: Option<Pictures>,
}

impl Site {
    pub(crate) fn new(source: Source, start: String, options: Options) -> Site {
        Site {
            source,
            start,
            options,
            recordings: None,
            pictures: None,
        }
    }

    pub(crate) fn with_recordings(self, recordings: Recordings) -> Site {
        Site {
            recordings: Some(recordings),
            ..self
        }
    }

    pub(crate) fn with_pictures(self, pictures: Pictures) -> Site {
        Site {
            pictures: Some(pictures),
            ..self
        }
    }

    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the files of the folder, or `None` if an archive is served.
    fn files(&self) -> Option<&Files> {
        match &self.source {
            Source::Folder(files) => Some(files),
            Source::Archive(_) => None,
        }
    }

    fn has_script(&self) -> bool {
        self.options.assets.is_some()
    }

    fn features(&self) -> Features {
        Features {
            programs: self.has_script(),
            pictures: self.pictures.is_some(),
        }
    }

    /// Responds to a request.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let mut response = self.checked(request).await;
        let headers = response.headers_mut();
        // Pages of other origins must not load these files. They must not show them in a frame
        // either, where users could be tricked into clicking.
        set(headers, header::CACHE_CONTROL, "no-cache");
        set(
            headers,
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        );
        set(headers, header::X_FRAME_OPTIONS, "SAMEORIGIN");
        let policy = match self.source {
            Source::Folder(_) => "frame-ancestors 'self'",
            Source::Archive(_) => archive::POLICY,
        };
        set(headers, header::CONTENT_SECURITY_POLICY, policy);
        if let Source::Archive(_) = self.source {
            // Looking up a host name contacts other servers too, and no policy prevents it.
            let name = HeaderName::from_static("x-dns-prefetch-control");
            set(headers, name, "off");
        }
        if self.options.isolate {
            set(
                headers,
                HeaderName::from_static("cross-origin-opener-policy"),
                "same-origin",
            );
            // Old pages load scripts and images from hosts that do not send the header that
            // `require-corp` would demand.
            set(
                headers,
                HeaderName::from_static("cross-origin-embedder-policy"),
                "credentialless",
            );
        }
        response
    }

    async fn checked(&self, request: Request<Incoming>) -> Response<Body> {
        let host = request
            .headers()
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        if !host.is_some_and(is_own_name) {
            let text = "Only requests to an address or to localhost are answered here.\n";
            return plain(StatusCode::MISDIRECTED_REQUEST, text);
        }
        let (parts, body) = request.into_parts();
        let mut content = Bytes::new();
        if !is_read(&parts.method) {
            let is_captured = matches!(self.source, Source::Archive(_))
                && archive::METHODS.contains(&parts.method)
                && !parts.uri.path().starts_with(OURS);
            if !is_captured {
                let mut response =
                    plain(StatusCode::METHOD_NOT_ALLOWED, "Files can only be read.\n");
                set(response.headers_mut(), header::ALLOW, "GET, HEAD");
                return response;
            }
            content = match received(body).await {
                Ok(content) => content,
                Err(response) => return response,
            };
        }
        let request = &Request::from_parts(parts, content);
        let path = request.uri().path();
        if let Some(ours) = path.strip_prefix(OURS) {
            return self.ours(ours, request.uri().query()).await;
        }
        let files = match &self.source {
            Source::Folder(files) => files,
            Source::Archive(index) => {
                return archive::answer(index, request, self.options, self.features()).await;
            }
        };
        if path == "/" && self.start != "/" && files.folder().is_none() {
            return redirect(&self.start);
        }
        match self.file(files, request).await {
            Some(response) => response,
            None => self.listing(path).await.unwrap_or_else(not_found),
        }
    }

    /// Responds to a request for a path below [`OURS`].
    async fn ours(&self, path: &str, query: Option<&str>) -> Response<Body> {
        match (path, self.options.assets) {
            ("", _) => return self.listing("/").await.unwrap_or_else(not_found),
            ("pinnacle.js", Some(assets)) => return own(JAVASCRIPT, assets.script),
            ("pinnacle-worker.js", Some(assets)) => return own(JAVASCRIPT, assets.worker),
            ("pinnacle.wasm", Some(assets)) => return own("application/wasm", assets.core),
            ("pinnacle.js" | "pinnacle-worker.js" | "pinnacle.wasm", None) => {
                return plain(StatusCode::NOT_FOUND, format!("{}\n", crate::NO_ASSETS));
            }
            (pages::STYLE_NAME, _) => return own("text/css", pages::STYLE.as_bytes()),
            (pages::SCRIPT_NAME, _) => return own(JAVASCRIPT, pages::SCRIPT.as_bytes()),
            (pages::REPLAY_SCRIPT_NAME, _) => {
                return own(JAVASCRIPT, pages::REPLAY_SCRIPT.as_bytes());
            }
            _ => {}
        }
        let (what, path) = path.split_once('/').unwrap_or_default();
        if let ("picture", Source::Archive(index)) = (what, &self.source) {
            return self.picture_of_capture(index, path, query).await;
        }
        let Some(name) = decoded(path).filter(|name| self.has(name)) else {
            return not_found();
        };
        match what {
            "open" => html(&pages::around(&name, self.options.view, self.has_script())),
            "manifest" => own("application/json", pages::manifest(&name).as_bytes()),
            "recording" => self.recording(name).await,
            "picture" => self.picture_of_file(name).await,
            _ => not_found(),
        }
    }

    /// Responds with the page of a recording.
    async fn recording(&self, name: String) -> Response<Body> {
        let (Some(recordings), Some(files)) = (self.recordings.clone(), self.files().cloned())
        else {
            return not_found();
        };
        made("text/html; charset=utf-8", move || {
            recordings.page(&files, &name)
        })
        .await
    }

    /// Responds with the picture of a file in the folder.
    async fn picture_of_file(&self, name: String) -> Response<Body> {
        match (self.pictures.clone(), self.files().cloned()) {
            (Some(pictures), Some(files)) => picture(move || pictures.of_file(&files, &name)).await,
            _ => not_found(),
        }
    }

    /// Responds with the picture of a captured page, if it is in the list and has a program.
    async fn picture_of_capture(
        &self,
        index: &Index,
        place: &str,
        query: Option<&str>,
    ) -> Response<Body> {
        let place = match query {
            Some(query) => format!("{place}?{query}"),
            None => place.to_owned(),
        };
        let is_listed =
            |page: &Page| page.programs > 0 && format!("{}/{}", page.moment, page.url) == place;
        match self.pictures.clone() {
            Some(pictures) if index.pages().iter().any(is_listed) => {
                picture(move || pictures.of_capture(&place)).await
            }
            _ => not_found(),
        }
    }

    /// Returns true if the path names a file for which a page can be generated.
    fn has(&self, path: &str) -> bool {
        let is_inside = path.split('/').all(|part| !["", ".", ".."].contains(&part));
        is_inside
            && self
                .files()
                .and_then(|files| files.status(Path::new(path)).ok())
                .is_some_and(|metadata| metadata.is_file())
    }

    /// Responds with a file of the folder, or returns `None` if it does not exist.
    async fn file<B>(&self, files: &Files, request: &Request<B>) -> Option<Response<Body>> {
        let path = request.uri().path();
        let is_page = self.options.inject && self.has_script() && is_page(path);
        let mut inner = Request::new(Empty::<Bytes>::new());
        *inner.uri_mut() = request.uri().clone();
        // A page that may be changed is requested without conditions and ranges, so that it is
        // complete.
        if !is_page {
            *inner.method_mut() = request.method().clone();
            inner.headers_mut().clone_from(request.headers());
        }
        if !has_version(files, &inner).await {
            inner.headers_mut().remove(header::RANGE);
        }
        let mut files = ServeDir::with_backend("", files.clone());
        let answer = files.try_call(inner).await;
        let response = match answer {
            Ok(response) if response.status() == StatusCode::NOT_FOUND => return None,
            Ok(response) => response.map(BodyExt::boxed_unsync),
            // A forbidden path is reported like a missing one.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::PermissionDenied | ErrorKind::NotADirectory
                ) =>
            {
                return None;
            }
            Err(error) => {
                let text = format!("The file cannot be read: {error}\n");
                return Some(plain(StatusCode::INTERNAL_SERVER_ERROR, text));
            }
        };
        let mut response = match is_page && response.status() == StatusCode::OK {
            true => injected(response).await,
            false => response,
        };
        if let Some(kind) = own_type(path) {
            set(response.headers_mut(), header::CONTENT_TYPE, kind);
        }
        Some(response)
    }

    /// Responds with the listing of a folder.
    async fn listing(&self, path: &str) -> Option<Response<Body>> {
        let name = decoded(path.strip_prefix('/')?)?;
        let is_inside = name
            .split_terminator('/')
            .all(|part| !["", ".", ".."].contains(&part));
        if !is_inside || !(name.is_empty() || name.ends_with('/')) {
            return None;
        }
        let (files, below) = (self.files()?.clone(), name.clone());
        let has_recordings = self.recordings.is_some();
        let found = tokio::task::spawn_blocking(move || {
            let folder = files.folder()?;
            let is_folder = files.status(Path::new(&below)).ok()?.is_dir();
            let mut found = is_folder.then(|| find::find(folder, &below))?;
            found.files.retain(|one| {
                one.kind != find::Kind::Recording
                    || has_recordings && program_beside(&files, &one.path).is_some()
            });
            Some(found)
        });
        let found = found.await.ok()??;
        Some(html(&pages::listing(&name, &found, self.features())))
    }
}

/// Makes a picture, and responds with it. If the program shows nothing, the response is a picture
/// with the reason, because browsers mark a missing picture as an error.
async fn picture(make: impl FnOnce() -> Result<Bytes, String> + Send + 'static) -> Response<Body> {
    let pictured = tokio::task::spawn_blocking(make).await;
    let reason = match pictured {
        Ok(Ok(bytes)) => return made("image/png", || Ok(bytes)).await,
        Ok(Err(reason)) => reason,
        Err(_) => "An internal error: it cannot be made.".to_owned(),
    };
    made("image/svg+xml", move || {
        Ok(pages::no_picture(&reason).into())
    })
    .await
}

/// Runs `make` in a thread that may block, and responds with its result or its error message.
async fn made(
    kind: &'static str,
    make: impl FnOnce() -> Result<Bytes, String> + Send + 'static,
) -> Response<Body> {
    match tokio::task::spawn_blocking(make).await {
        Ok(Ok(bytes)) => {
            let mut response = Response::new(whole(bytes));
            set(response.headers_mut(), header::CONTENT_TYPE, kind);
            response
        }
        Ok(Err(message)) => plain(StatusCode::UNPROCESSABLE_ENTITY, format!("{message}\n")),
        Err(_) => plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "An internal error: it cannot be made.\n",
        ),
    }
}

/// Returns true for a method that has no body.
pub(crate) fn is_read(method: &Method) -> bool {
    [Method::GET, Method::HEAD].contains(method)
}

/// Receives the body of a request, with limits on its size and time.
async fn received(body: Incoming) -> Result<Bytes, Response<Body>> {
    let too_large = || {
        let text =
            format!("Bodies of more than {MAX_BODY} bytes are not looked up in the archive.\n");
        plain(StatusCode::PAYLOAD_TOO_LARGE, text)
    };
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    let body = Limited::new(body, MAX_BODY).collect();
    match tokio::time::timeout(crate::PATIENCE, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(plain(StatusCode::BAD_REQUEST, "The body cannot be read.\n")),
        Err(_) => Err(plain(
            StatusCode::REQUEST_TIMEOUT,
            "The body did not arrive in time.\n",
        )),
    }
}

/// Returns false if `If-Range` names another version of the file. The response must then contain
/// the whole file.
async fn has_version(files: &Files, request: &Request<Empty<Bytes>>) -> bool {
    let headers = request.headers();
    let (Some(version), true) = (
        headers.get(header::IF_RANGE),
        headers.contains_key(header::RANGE),
    ) else {
        return true;
    };
    let mut head = Request::new(Empty::<Bytes>::new());
    *head.method_mut() = Method::HEAD;
    *head.uri_mut() = request.uri().clone();
    let mut files = ServeDir::with_backend("", files.clone());
    let Ok(response) = files.try_call(head).await else {
        return false;
    };
    // A weak validator does not guarantee identical bytes.
    let is_strong = !version.as_bytes().starts_with(b"W/");
    let mut own = [header::ETAG, header::LAST_MODIFIED].into_iter();
    is_strong && own.any(|name| response.headers().get(name) == Some(version))
}

const JAVASCRIPT: &str = "text/javascript";

/// Returns true for a host name that only the user can have chosen. A page of another site could
/// resolve its own name to this address, and would then have the same origin.
fn is_own_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.to_ascii_lowercase();
    let inner = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    match inner {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            let is_local = name == "localhost" || name.ends_with(".localhost");
            is_local || name.parse::<std::net::Ipv4Addr>().is_ok()
        }
    }
}

/// Returns true if a path looks like that of a page.
fn is_page(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    [".html", ".htm", "/"].iter().any(|end| path.ends_with(end))
}

/// Returns the content type of files that common tables do not contain.
fn own_type(path: &str) -> Option<&'static str> {
    match Path::new(path).extension()?.to_str()? {
        "nmf" => Some("application/json"),
        "pexe" => Some("application/x-pnacl"),
        _ => None,
    }
}

/// Inserts the script into a page.
async fn injected(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let length = parts.headers.get(header::CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_none_or(|length| length > MAX_PAGE) {
        return Response::from_parts(parts, body);
    }
    let Ok(page) = Limited::new(body, MAX_PAGE).collect().await else {
        return plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The page cannot be read.\n",
        );
    };
    let page = inject::with_script(page.to_bytes().into(), pages::SCRIPT_URL);
    for name in [
        header::CONTENT_LENGTH,
        header::LAST_MODIFIED,
        header::ETAG,
        header::ACCEPT_RANGES,
    ] {
        parts.headers.remove(name);
    }
    Response::from_parts(parts, whole(page))
}

/// Decodes the path of a URL. Returns `None` if it is invalid.
fn decoded(path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    (!path.contains('\0')).then(|| path.into_owned())
}

pub(crate) fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

pub(crate) fn whole(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into())
        .map_err(|never| match never {})
        .boxed_unsync()
}

fn own(kind: &'static str, bytes: &[u8]) -> Response<Body> {
    let mut response = Response::new(whole(bytes.to_vec()));
    set(response.headers_mut(), header::CONTENT_TYPE, kind);
    response
}

pub(crate) fn html(page: &str) -> Response<Body> {
    own("text/html; charset=utf-8", page.as_bytes())
}

pub(crate) fn plain(status: StatusCode, text: impl Into<String>) -> Response<Body> {
    let mut response = own("text/plain; charset=utf-8", text.into().as_bytes());
    *response.status_mut() = status;
    response
}

pub(crate) fn not_found() -> Response<Body> {
    plain(StatusCode::NOT_FOUND, "There is nothing here.\n")
}

pub(crate) fn redirect(to: &str) -> Response<Body> {
    let mut response = plain(StatusCode::FOUND, "");
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_own_names_and_nothing_else_is() {
        for host in [
            "localhost",
            "LOCALHOST:8000",
            "a.localhost:1",
            "127.0.0.1:80",
            "[::1]:8000",
            "[::1]",
        ] {
            assert!(is_own_name(host), "{host}");
        }
        for host in [
            "example.com",
            "localhost.example.com:8000",
            "127.0.0.1.example.com",
            "",
            ":8000",
            "[x]",
        ] {
            assert!(!is_own_name(host), "{host}");
        }
    }
}
