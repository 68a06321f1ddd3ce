//! Requests for URLs: the properties that a program sets, and the rules for requests.
//!
//! Source: Chromium's `ppapi/proxy/url_request_info_resource.cc`,
//! `content/renderer/pepper/url_request_info_util.cc`, and for the requests that pages may not make
//! `third_party/WebKit/Source/platform/loader/fetch/FetchUtils.cpp`.

use crate::device::fetch::{Fetch, Request};
use crate::families::files::transfer::FilePart;
use crate::kernel::errors::PpError;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use crate::table::typed::Res;
use crate::urls;
use pinnacle_system::memory_budget::{Charge, OutOfBudget};
use pinnacle_system::state::{Refusal, Writer};
use std::sync::Arc;

mod saved;

/// Default number of buffered bytes at which a loader pauses the device.
const UPPER_THRESHOLD: i32 = 100_000_000;
/// Default number of buffered bytes below which a loader resumes the device.
const LOWER_THRESHOLD: i32 = 50_000_000;

/// A piece of the request body.
#[derive(Clone, Debug)]
enum Piece {
    Bytes(Arc<[u8]>),
    /// A part of a file. The host holds a reference to the file's name.
    File(FilePart),
}

/// The options of a request that its loader needs.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) stream_to_file: bool,
    follow_redirects: bool,
    pub(super) record_download: bool,
    pub(super) record_upload: bool,
    allow_cross_origin: bool,
    allow_credentials: bool,
    pub(super) upper_threshold: i32,
    pub(super) lower_threshold: i32,
}

/// `PPB_URLRequestInfo`.
#[derive(Debug)]
pub(crate) struct RequestInfo {
    url: Arc<str>,
    method: Arc<str>,
    headers: Arc<str>,
    /// The program's own referrer, user agent and transfer encoding.
    custom: [Option<Arc<str>>; 3],
    options: Options,
    body: Vec<Piece>,
    charge: Charge,
}

impl Resource for RequestInfo {
    fn name(&self) -> &'static str {
        "UrlRequestInfo"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn held(&self) -> Vec<u32> {
        let files = self.body.iter().filter_map(|piece| match piece {
            Piece::File(part) => Some(part.file_ref),
            Piece::Bytes(_) => None,
        });
        files.collect()
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        for piece in self.body {
            if let Piece::File(part) = piece {
                kernel.unhold_resource(part.file_ref);
            }
        }
    }
}

/// The value of a property.
enum Property<'a> {
    Text(&'a mut Arc<str>),
    Custom(&'a mut Option<Arc<str>>),
    Bool(&'a mut bool),
    Number(&'a mut i32),
}

impl RequestInfo {
    pub(super) fn new(charge: Charge) -> RequestInfo {
        RequestInfo {
            url: "".into(),
            method: "".into(),
            headers: "".into(),
            custom: [const { None }; 3],
            options: Options {
                stream_to_file: false,
                follow_redirects: true,
                record_download: false,
                record_upload: false,
                allow_cross_origin: false,
                allow_credentials: false,
                upper_threshold: UPPER_THRESHOLD,
                lower_threshold: LOWER_THRESHOLD,
            },
            body: Vec::new(),
            charge,
        }
    }

    /// Returns a property by its `PP_URLRequestProperty`.
    fn property(&mut self, number: u32) -> Option<Property<'_>> {
        let options = &mut self.options;
        Some(match number {
            0 => Property::Text(&mut self.url),
            1 => Property::Text(&mut self.method),
            2 => Property::Text(&mut self.headers),
            3 => Property::Bool(&mut options.stream_to_file),
            4 => Property::Bool(&mut options.follow_redirects),
            5 => Property::Bool(&mut options.record_download),
            6 => Property::Bool(&mut options.record_upload),
            7 => Property::Custom(&mut self.custom[0]),
            8 => Property::Bool(&mut options.allow_cross_origin),
            9 => Property::Bool(&mut options.allow_credentials),
            10 => Property::Custom(&mut self.custom[1]),
            11 => Property::Number(&mut options.upper_threshold),
            12 => Property::Number(&mut options.lower_threshold),
            13 => Property::Custom(&mut self.custom[2]),
            _ => return None,
        })
    }

    /// Sets a property. Returns true if the number exists and the value has its type; undefined
    /// resets only custom properties.
    pub(super) fn set(&mut self, number: u32, value: Var, text: Option<&Arc<str>>) -> bool {
        match (self.property(number), value, text) {
            (Some(Property::Text(place)), _, Some(text)) => *place = text.clone(),
            (Some(Property::Custom(place)), _, Some(text)) => *place = Some(text.clone()),
            (Some(Property::Custom(place)), Var::Undefined, _) => *place = None,
            (Some(Property::Bool(place)), Var::Bool(value), _) => *place = value,
            (Some(Property::Number(place)), Var::Int32(value), _) => *place = value,
            _ => return false,
        }
        self.count().is_ok()
    }

    /// Charges the memory of the request to the budget.
    fn count(&mut self) -> Result<(), OutOfBudget> {
        let texts = [&self.url, &self.method, &self.headers];
        let texts = texts.into_iter().chain(self.custom.iter().flatten());
        let texts: usize = texts.map(|text| text.len()).sum();
        let pieces = self.body.iter().map(|piece| match piece {
            Piece::Bytes(bytes) => bytes.len() + size_of::<Piece>(),
            Piece::File(_) => size_of::<Piece>(),
        });
        let pieces: usize = pieces.sum();
        self.charge.resize((texts + pieces) as u64)
    }

    /// Appends bytes to the body.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), OutOfBudget> {
        self.append_piece(Piece::Bytes(bytes.into()))
    }

    /// Adds a part of a file to the body. The host holds a reference to the file.
    pub(super) fn append_file(&mut self, part: FilePart) -> Result<(), OutOfBudget> {
        self.append_piece(Piece::File(part))
    }

    fn append_piece(&mut self, piece: Piece) -> Result<(), OutOfBudget> {
        let more = match &piece {
            Piece::Bytes(bytes) => bytes.len() + size_of::<Piece>(),
            Piece::File(_) => size_of::<Piece>(),
        };
        self.charge.grow(more as u64)?;
        self.body.push(piece);
        Ok(())
    }
}

/// Methods that pages may not use.
const FORBIDDEN_METHODS: [&str; 3] = ["CONNECT", "TRACE", "TRACK"];

/// Methods that are converted to upper case.
const NORMALIZED_METHODS: [&str; 6] = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/// Headers that pages may not set.
const FORBIDDEN_HEADERS: [&str; 23] = [
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "connection",
    "content-length",
    "content-transfer-encoding",
    "cookie",
    "cookie2",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
    "set-cookie",
];

/// Headers with these prefixes are also forbidden.
const FORBIDDEN_PREFIXES: [&str; 2] = ["proxy-", "sec-"];

/// Returns true if a text is a token of HTTP.
fn is_token(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_letter)
}

/// Returns the method in the form in which it is sent, or `None` if a page may not use it.
fn method(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    if text.is_empty() {
        return Some("GET".into());
    }
    if !is_token(text) || FORBIDDEN_METHODS.contains(&&*upper) {
        return None;
    }
    match NORMALIZED_METHODS.contains(&&*upper) {
        true => Some(upper),
        false => Some(text.into()),
    }
}

/// Parses headers, one per line. Returns `None` if a page may not set one of them. Lines without a
/// colon are ignored.
fn headers(text: &str) -> Option<Vec<(String, String)>> {
    let mut headers = Vec::new();
    for line in text.split(['\n', '\r']) {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let (name, value) = (name.trim(), value.trim());
        let lower = name.to_ascii_lowercase();
        let is_forbidden = FORBIDDEN_HEADERS.contains(&&*lower)
            || FORBIDDEN_PREFIXES
                .iter()
                .any(|prefix| lower.starts_with(prefix));
        if is_forbidden || !is_token(name) || value.contains('\0') {
            return None;
        }
        headers.push((name.into(), value.into()));
    }
    Some(headers)
}

/// Returns the options of a request for its loader and the request for a device, or the reason why
/// it is not allowed.
pub(super) fn prepare(
    kernel: &mut Kernel,
    request: Res<RequestInfo>,
) -> Result<(Options, Result<Request, PpError>), PpError> {
    let Some(info) = kernel.resources.of::<RequestInfo>(request.id) else {
        return Err(PpError::BadArgument);
    };
    let options = info.options.clone();
    if options.lower_threshold < 0 || options.upper_threshold <= options.lower_threshold {
        return Err(PpError::Failed);
    }
    let pieces = info.body.clone();
    let fetch = &kernel.devices.fetch;
    let checked = check(info, fetch.as_ref());
    let request = checked.and_then(|request| {
        let body = body(kernel, &pieces)?;
        Ok(Request { body, ..request })
    });
    Ok((options, request))
}

/// Returns the bytes of the request body.
fn body(kernel: &mut Kernel, pieces: &[Piece]) -> Result<Vec<u8>, PpError> {
    let mut body = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => {
                if !kernel.has_room((body.len() + bytes.len()) as u64) {
                    return Err(PpError::NoMemory);
                }
                body.extend_from_slice(bytes);
            }
            Piece::File(part) => part.read(kernel, &mut body)?,
        }
    }
    Ok(body)
}

/// Checks a request. Returns the request for the device, without the body.
fn check(info: &RequestInfo, fetch: &dyn Fetch) -> Result<Request, PpError> {
    if info.custom.iter().any(Option::is_some) {
        return Err(PpError::NoAccess);
    }
    let method = method(&info.method).ok_or(PpError::NoAccess)?;
    let headers = headers(&info.headers).ok_or(PpError::NoAccess)?;
    let document = fetch.document_url();
    let url = urls::resolve(&fetch.base_url(), &info.url)
        .and_then(|url| urls::resolve("", &fetch.captured_url(url.into())))
        .ok_or(PpError::Failed)?;
    let options = &info.options;
    // The content of a data: URL belongs to the program.
    let is_ours = url.scheme() == "data"
        || urls::resolve(&document, "").is_some_and(|one| urls::is_same_origin(&one, &url));
    if url.scheme() == "javascript" || !is_ours && !options.allow_cross_origin {
        return Err(PpError::NoAccess);
    }
    Ok(Request {
        method,
        url: url.into(),
        headers,
        body: Vec::new(),
        follow_redirects: options.follow_redirects,
        allow_cross_origin: options.allow_cross_origin,
        allow_credentials: options.allow_credentials,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_methods_are_sent_in_upper_case() {
        assert_eq!(method("").as_deref(), Some("GET"));
        assert_eq!(method("post").as_deref(), Some("POST"));
        assert_eq!(method("patch").as_deref(), Some("patch"));
    }

    #[test]
    fn methods_that_pages_may_not_use_are_refused() {
        for text in ["connect", "TRACE", "Track", "G T", "GET\n"] {
            assert_eq!(method(text), None, "{text:?}");
        }
    }

    #[test]
    fn headers_are_lines() {
        let read = headers("A: 1\r\nb:2 \nnothing\n\nC:").unwrap();
        let read: Vec<_> = read.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(read, [("A", "1"), ("b", "2"), ("C", "")]);
    }

    #[test]
    fn headers_that_pages_may_not_set_are_refused() {
        for text in [
            "Host: a",
            "cookie: a",
            "SEC-anything: a",
            "Proxy-x: a",
            "User-Agent: a",
            "a b: c",
            ": c",
        ] {
            assert_eq!(headers(text), None, "{text}");
        }
    }
}
