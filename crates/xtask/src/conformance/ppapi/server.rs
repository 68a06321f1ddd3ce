//! The local web server for the page of the tests. It serves the files of a folder, and the URLs at
//! which Chromium's test server answers with parts of the request.

use super::super::browser;
use super::super::http::{self, Answer, Request};
use super::web_socket;
use crate::process::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders that a server serves.
#[derive(Clone)]
pub(super) struct Site {
    /// The folder of the tests.
    pub(super) folder: PathBuf,
    /// The folder of the program for the page of the tests. With it, the page gets the script that
    /// makes its element work.
    pub(super) program: Option<PathBuf>,
}

/// The page of the tests.
pub(super) const PAGE: &str = "test_case.html";

/// A statement of the page that sets an attribute of the element.
const MARKED: &str = "obj.setAttribute(\"id\", \"plugin\");";

/// Files of the program's folder, as the page of the tests names them.
const PROGRAM_FILES: [&str; 2] = ["ppapi_nacl_tests_pnacl.nmf", "tests.pexe"];

/// Starts a server on a free local port. It runs until this process ends. Returns the port.
pub(super) fn start(site: &Site) -> Result<u16> {
    let site = site.clone();
    http::start(move |request, reader| {
        if let Some(key) = request.header("Sec-WebSocket-Key") {
            let stream = *reader.get_ref();
            return web_socket::serve(reader, stream, request, key).map(|()| None);
        }
        Ok(Some(answer(request, &site)))
    })
}

fn answer(request: &Request, site: &Site) -> Answer {
    let html = || String::from("Content-Type: text/html\r\n");
    let (path, query) = request.path_and_query();
    if let Some(status) = redirect(path) {
        return Answer::new(status, format!("Location: {query}\r\n"), Vec::new());
    }
    if let Some(answer) = site
        .program
        .as_ref()
        .and_then(|program| of_page(site, program, request))
    {
        return answer;
    }
    match path {
        "echo" if request.method == "POST" => Answer::new("200 OK", html(), request.body.clone()),
        "echo" => Answer::new("200 OK", html(), b"Echo".to_vec()),
        "echoheader" => {
            let value = request.header(query).unwrap_or("None");
            Answer::new("200 OK", html(), value.as_bytes().to_vec())
        }
        _ => file(&site.folder, path).unwrap_or_else(Answer::not_found),
    }
}

/// Returns what only pages with a program need: the page with its script, and the files that it
/// loads.
fn of_page(site: &Site, program: &Path, request: &Request) -> Option<Answer> {
    let (path, query) = request.path_and_query();
    let page = request.header("Referer").unwrap_or(query);
    // The scripts of workers need the same headers as their page.
    let isolation = match page.ends_with(browser::IS_ISOLATED) {
        true => browser::ISOLATED,
        false => "",
    };
    if path == PAGE {
        let mut page = file(&site.folder, path)?;
        // Chromium translated its program beforehand, so the page names the type of such programs.
        let text = String::from_utf8_lossy(&page.body);
        let text = text.replace("application/x-nacl", "application/x-pnacl");
        // In an isolated page, too, the threads of a recorded program take turns, and the browser
        // can suspend its main thread.
        let text = match isolation.is_empty() {
            true => text,
            false => text.replace(
                MARKED,
                &format!("{MARKED} obj.setAttribute(\"data-record\", \"\");"),
            ),
        };
        page.body = browser::with_script(&text).into_bytes();
        page.headers += isolation;
        return Some(page);
    }
    if PROGRAM_FILES.contains(&path) {
        return file(program, path);
    }
    let (body, kind) = browser::script_file(path)?;
    let headers = format!("Content-Type: {kind}\r\n{isolation}");
    Some(Answer::new("200 OK", headers, body))
}

/// Returns the status of a redirect to the URL in the query, if the path requests one.
fn redirect(path: &str) -> Option<&'static str> {
    Some(match path {
        "server-redirect" | "server-redirect-301" => "301 Moved Permanently",
        "server-redirect-302" => "302 Found",
        "server-redirect-303" => "303 See Other",
        "server-redirect-307" => "307 Temporary Redirect",
        "server-redirect-308" => "308 Permanent Redirect",
        _ => return None,
    })
}

/// Returns a file of the folder. A second file next to it can give the status and the headers.
fn file(folder: &Path, path: &str) -> Option<Answer> {
    let body = http::file_below(folder, path)?;
    let mut beside = folder.join(path).into_os_string();
    beside.push(".mock-http-headers");
    let Ok(head) = fs::read_to_string(beside) else {
        let kind = match path.rsplit('.').next() {
            Some("html") => "text/html",
            Some("css") => "text/css",
            Some("json") => "application/json",
            _ => "text/plain",
        };
        return Some(Answer::new(
            "200 OK",
            format!("Content-Type: {kind}\r\n"),
            body,
        ));
    };
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
    let status = lines
        .next()
        .and_then(|line| line.split_once(' '))?
        .1
        .to_owned();
    let headers = lines.map(|line| format!("{line}\r\n")).collect();
    Some(Answer {
        status,
        headers,
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(text: &str) -> (String, String) {
        let request = Request::read(&mut text.as_bytes()).expect("a request");
        let site = Site {
            folder: env!("CARGO_MANIFEST_DIR").into(),
            program: None,
        };
        let answer = answer(&request, &site);
        (
            answer.status,
            String::from_utf8_lossy(&answer.body).into_owned(),
        )
    }

    #[test]
    fn parts_of_a_request_come_back() {
        let echo = "POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody";
        assert_eq!(answered(echo), ("200 OK".into(), "body".into()));
        let header = "GET /echoheader?foo HTTP/1.1\r\nFoo: 1\r\n\r\n";
        assert_eq!(answered(header).1, "1");
        let moved = answered("GET /server-redirect-307?/echo HTTP/1.1\r\n\r\n");
        assert_eq!(moved.0, "307 Temporary Redirect");
    }

    #[test]
    fn only_files_of_the_folder_are_served() {
        assert_eq!(answered("GET /Cargo.toml HTTP/1.0\r\n\r\n").0, "200 OK");
        assert_eq!(
            answered("GET /../../Cargo.toml HTTP/1.0\r\n\r\n").0,
            "404 Not Found"
        );
        assert_eq!(
            answered("GET //etc/hosts HTTP/1.0\r\n\r\n").0,
            "404 Not Found"
        );
    }
}
