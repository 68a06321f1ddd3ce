//! A web server on a local port: the requests that it reads and the answers that it writes. The
//! suites that open pages serve their files with it.

use crate::process::Result;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path};
use std::thread;
use std::time::Duration;

/// Maximum size of a request's head and of its body.
const MAX_REQUEST: u64 = 16 << 20;

/// Maximum time without data from a client.
const PATIENCE: Duration = Duration::from_secs(60);

/// An HTTP request.
pub(super) struct Request {
    pub(super) method: String,
    /// The path and the query.
    target: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request.
    pub(super) fn read(reader: &mut impl BufRead) -> io::Result<Request> {
        let mut reader = reader.take(MAX_REQUEST);
        let mut line = String::new();
        let mut next = |line: &mut String| {
            line.clear();
            match reader.read_line(line)? {
                0 => Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
                _ => Ok(()),
            }
        };
        next(&mut line)?;
        let mut words = line.split_whitespace().map(str::to_owned);
        let method = words.next().unwrap_or_default();
        let target = words.next().unwrap_or_default();
        let mut headers = Vec::new();
        loop {
            next(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let mut request = Request {
            method,
            target,
            headers,
            body: Vec::new(),
        };
        let length = request.header("Content-Length");
        let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
        reader.take(length).read_to_end(&mut request.body)?;
        Ok(request)
    }

    /// Returns the value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }

    /// Returns the path without its leading slash, and the query.
    pub(super) fn path_and_query(&self) -> (&str, &str) {
        let target = self.target.trim_start_matches('/');
        target.split_once('?').unwrap_or((target, ""))
    }
}

/// An HTTP response.
pub(super) struct Answer {
    pub(super) status: String,
    /// Header lines, each with its line end.
    pub(super) headers: String,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn new(status: &str, headers: String, body: Vec<u8>) -> Answer {
        Answer {
            status: status.to_owned(),
            headers,
            body,
        }
    }

    /// The answer for a path that does not exist.
    pub(super) fn not_found() -> Answer {
        let text = b"There is no such file.\n".to_vec();
        let headers = String::from("Content-Type: text/html\r\n");
        Answer::new("404 Not Found", headers, text)
    }

    fn write(&self, method: &str, mut out: impl Write) -> io::Result<()> {
        let length = self.body.len();
        write!(out, "HTTP/1.1 {}\r\n{}", self.status, self.headers)?;
        write!(out, "Content-Length: {length}\r\nConnection: close\r\n\r\n")?;
        // The head alone has the length that the body would have.
        if method == "HEAD" {
            return Ok(());
        }
        out.write_all(&self.body)
    }
}

/// Starts a server on a free local port. It runs until this process ends. Returns the port.
///
/// `answer` gets each request in a thread of its own, and the connection. It returns `None` if it
/// has answered by itself.
pub(super) fn start<A>(answer: A) -> Result<u16>
where
    A: Fn(&Request, &mut BufReader<&TcpStream>) -> io::Result<Option<Answer>>
        + Clone
        + Send
        + 'static,
{
    let said = |error: io::Error| format!("cannot serve pages: {error}");
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(said)?;
    let port = listener.local_addr().map_err(said)?.port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            // Ignore errors: they are caused by the client, whose test reports them.
            thread::spawn(move || serve(&stream, answer));
        }
    });
    Ok(port)
}

fn serve(
    stream: &TcpStream,
    answer: impl Fn(&Request, &mut BufReader<&TcpStream>) -> io::Result<Option<Answer>>,
) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream);
    let request = Request::read(&mut reader)?;
    match answer(&request, &mut reader)? {
        Some(answer) => answer.write(&request.method, stream),
        None => Ok(()),
    }
}

/// Reads a file below a folder. No path leads out of the folder.
pub(super) fn file_below(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let is_below = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    is_below.then(|| fs::read(folder.join(path)).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_alone_has_the_length_of_the_body() {
        let answer = Answer::new("200 OK", String::new(), b"body".to_vec());
        let written = |method| {
            let mut out = Vec::new();
            answer
                .write(method, &mut out)
                .expect("memory takes everything");
            String::from_utf8(out).expect("ASCII")
        };
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n";
        assert_eq!(written("HEAD"), head);
        assert_eq!(written("GET"), format!("{head}body"));
    }
}
