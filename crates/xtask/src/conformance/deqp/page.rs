//! dEQP's program for Pepper in a page of Chromium.
//!
//! A load of the page runs many cases. The page sends what the program prints to the server, so
//! that the results before a crash are known.

use super::super::bounded::Ended;
use super::super::browser::{self, Browser};
use super::super::http::{self, Answer, Request};
use super::super::options::Options;
use crate::process::Result;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The page, and the program's manifest and file.
const PAGE: &str = "deqp.html";
const MANIFEST_FILE: &str = "deqp.nmf";
const PROGRAM: &str = "deqp.pexe";

const MANIFEST: &str =
    "{\"program\": {\"portable\": {\"pnacl-translate\": {\"url\": \"deqp.pexe\"}}}}\n";

/// The path to which the page sends what the program has printed.
const LOG: &str = "log";

/// The prefix of the program's messages with what it prints.
const PREFIX: &str = "log:";

/// The script of the page, without the values at its beginning.
const SCRIPT: &str = include_str!("page.js");

/// The status that stands for a case that takes too long.
const TIMED_OUT: i32 = 124;

/// A browser with a server of the page.
pub(super) struct Page {
    browser: Browser,
    port: u16,
    load: Arc<Mutex<Load>>,
    /// Held while a page is open.
    turn: Mutex<()>,
}

/// One load of the page.
#[derive(Default)]
struct Load {
    number: u32,
    program: PathBuf,
    arguments: Vec<String>,
    /// The output of the program so far.
    log: String,
}

impl Page {
    /// Starts a browser and a server. `data` is the folder of dEQP's files.
    pub(super) fn start(options: &Options, data: PathBuf) -> Result<Page> {
        let browser = Browser::start(options.timeout * super::CASES_IN_TIME)?;
        let load = Arc::new(Mutex::new(Load::default()));
        let limit = options.timeout.as_secs();
        let served = Arc::clone(&load);
        let port = http::start(move |request, _| {
            let answer = answer(request, &served, &data, limit);
            Ok(Some(answer.unwrap_or_else(Answer::not_found)))
        })?;
        Ok(Page {
            browser,
            port,
            load,
            turn: Mutex::new(()),
        })
    }

    /// Runs the program with arguments in a new page. Its standard output is in the result.
    pub(super) fn run(&self, program: &Path, arguments: Vec<String>) -> Result<Ended> {
        let poisoned = |error: &dyn std::fmt::Display| error.to_string();
        let _turn = self.turn.lock().map_err(|error| poisoned(&error))?;
        let lock = || self.load.lock().map_err(|error| poisoned(&error));
        let number = {
            let mut load = lock()?;
            *load = Load {
                number: load.number + 1,
                program: program.to_owned(),
                arguments,
                log: String::new(),
            };
            load.number
        };
        let (port, isolated) = (self.port, browser::IS_ISOLATED);
        let url = format!("http://127.0.0.1:{port}/{PAGE}?{number}{isolated}");
        let (Ok(message) | Err(message)) = self.browser.open(&url)?;
        let status = match message.as_str() {
            "exit status 0" => 0,
            text if text.starts_with("took too long") => TIMED_OUT,
            _ => 1,
        };
        Ok(Ended {
            status,
            stdout: std::mem::take(&mut lock()?.log),
            stderr: message,
        })
    }
}

/// Answers a request of the page. `None` if there is no such file.
fn answer(request: &Request, load: &Mutex<Load>, data: &Path, limit: u64) -> Option<Answer> {
    let (path, query) = request.path_and_query();
    let mut load = load.lock().ok()?;
    let (body, kind) = match path {
        PAGE => (page(&load, limit).into_bytes(), "text/html"),
        MANIFEST_FILE => (MANIFEST.into(), "application/json"),
        PROGRAM => {
            let file = std::fs::read(&load.program).ok()?;
            (without_launcher(&file).to_vec(), "application/x-pnacl")
        }
        LOG => {
            // A page that was given up may still send something.
            if query == load.number.to_string() {
                load.log += &String::from_utf8_lossy(&request.body);
            }
            (Vec::new(), "text/plain")
        }
        _ => match browser::script_file(path) {
            Some(file) => file,
            None => (http::file_below(data, path)?, "application/octet-stream"),
        },
    };
    let headers = format!("Content-Type: {kind}\r\n{}", browser::ISOLATED);
    Some(Answer::new("200 OK", headers, body))
}

/// Returns a program without the lines before it by which builds execute it.
fn without_launcher(file: &[u8]) -> &[u8] {
    const MAGIC: &[u8] = b"\nPEXE";
    let begin = file.windows(MAGIC.len()).position(|bytes| bytes == MAGIC);
    begin.map_or(file, |line_end| &file[line_end + 1..])
}

/// Returns the page that runs the program with the arguments of a load.
fn page(load: &Load, limit: u64) -> String {
    let mut attributes = format!(
        "ps_verbosity=\"0\" ps_stdout=\"/dev/tty\" ps_tty_prefix=\"{PREFIX}\" data-visitor=\"off\""
    );
    for (at, argument) in (1..).zip(&load.arguments) {
        let argument = argument.replace('&', "&amp;").replace('"', "&quot;");
        let _ = write!(attributes, " arg{at}=\"{argument}\"");
    }
    let number = load.number;
    browser::with_script(&format!(
        "<!doctype html>\n<title>dEQP-GLES2</title>\n\
         <embed id=\"program\" type=\"application/x-pnacl\" src=\"{MANIFEST_FILE}\" \
         width=\"256\" height=\"256\" {attributes}>\n\
         <script>\nconst LOG = \"/{LOG}?{number}\";\nconst PREFIX = \"{PREFIX}\";\n\
         const LIMIT = {limit};\n{SCRIPT}</script>\n"
    ))
}

/// Returns the cases in dEQP's log that make a call that WebGL refuses, and the reason.
pub(super) fn refused(log: &str) -> Vec<(String, &'static str)> {
    let cases = log.split("Test case '").skip(1);
    let refused = cases.filter_map(|case| {
        let (name, calls) = case.split_once("'..")?;
        Some((name.to_owned(), calls.lines().find_map(refusal)?))
    });
    refused.collect()
}

/// Returns the reason why WebGL refuses the call in a line.
fn refusal(line: &str) -> Option<&'static str> {
    let (_, arguments) = line.split_once("glBlendFunc")?.1.split_once('(')?;
    let mut factors = arguments.split([',', ')']).map(str::trim);
    let pair = (factors.next()?, factors.next()?);
    let is = |(one, other): (&str, &str)| {
        one.ends_with("CONSTANT_COLOR") && other.ends_with("CONSTANT_ALPHA")
    };
    let reason = "WebGL does not blend with the constant colour and the constant alpha together";
    (is(pair) || is((pair.1, pair.0))).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(load: &Mutex<Load>, request: &str) -> Option<String> {
        let request = Request::read(&mut request.as_bytes()).expect("a request");
        let data = Path::new(env!("CARGO_MANIFEST_DIR"));
        let answer = answer(&request, load, data, 60)?;
        Some(String::from_utf8_lossy(&answer.body).into_owned())
    }

    #[test]
    fn the_arguments_are_attributes_of_the_element() {
        let load = Mutex::new(Load {
            arguments: vec!["--deqp-case=a,b".into(), "--x=\"&".into()],
            ..Load::default()
        });
        let page = ask(&load, "GET /deqp.html?0&isolated HTTP/1.1\r\n\r\n").expect("a page");
        assert!(
            page.contains(" arg1=\"--deqp-case=a,b\" arg2=\"--x=&quot;&amp;\">"),
            "{page}"
        );
        assert!(ask(&load, "GET /Cargo.toml HTTP/1.1\r\n\r\n").is_some());
        assert!(ask(&load, "GET /../Cargo.toml HTTP/1.1\r\n\r\n").is_none());
    }

    #[test]
    fn pages_get_a_program_without_its_launcher() {
        assert_eq!(
            without_launcher(b"#!/bin/sh\n# PEXE\nPEXE\x01"),
            b"PEXE\x01"
        );
        assert_eq!(without_launcher(b"PEXE\x01"), b"PEXE\x01");
    }

    #[test]
    fn the_log_shows_calls_that_web_gl_refuses() {
        let log = "Test case 'a'..\n  <Text>glBlendFunc(GL_ONE, GL_CONSTANT_ALPHA);</Text>\n\
             Test case 'b'..\n  <Text>glBlendFuncSeparate(GL_ONE_MINUS_CONSTANT_ALPHA, \
             GL_CONSTANT_COLOR, GL_ONE, GL_ONE);</Text>\n  Fail (GL error)\n\
             Test case 'c'..\n  <Text>glBlendFuncSeparate(GL_ONE, GL_ONE, GL_CONSTANT_COLOR, \
             GL_CONSTANT_ALPHA);</Text>\n";
        let refused = refused(log);
        let names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b"]);
    }

    #[test]
    fn only_the_page_that_is_open_adds_to_the_log() {
        let load = Mutex::new(Load {
            number: 2,
            ..Load::default()
        });
        for (number, text) in [(2, "Test "), (1, "late"), (2, "case")] {
            let length = text.len();
            let head = format!("POST /log?{number} HTTP/1.1\r\nContent-Length: {length}\r\n\r\n");
            ask(&load, &format!("{head}{text}"));
        }
        assert_eq!(load.into_inner().expect("a load").log, "Test case");
    }
}
