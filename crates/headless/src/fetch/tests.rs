//! Tests of loads, from a folder and from a small server.

use super::*;
use pinnacle_system::memory_budget::MemoryBudget;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::Duration;
use tempfile::TempDir;

struct Setting {
    urls: Urls,
    inbox: Arc<Inbox>,
    folder: TempDir,
}

fn setting(reach: Option<Reach>) -> Setting {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("sub/index.html"), "the index").unwrap();
    fs::write(folder.path().join("a b.txt"), "some text").unwrap();
    let inbox = Inbox::new(&MemoryBudget::default());
    let site = Some(Site::open(folder.path()).unwrap());
    let urls = Urls::new(site, "pages/x.html", reach, inbox.clone()).unwrap();
    Setting {
        urls,
        inbox,
        folder,
    }
}

#[test]
fn each_url_that_cannot_be_loaded_is_reported_with_its_reason() {
    let Setting {
        urls,
        inbox,
        folder,
    } = setting(Some(Arc::new(|host, _| host == "127.0.0.1")));
    let (lines, told) = std::sync::mpsc::channel();
    let urls = urls.with_report(Box::new(move |line| lines.send(line.to_owned()).unwrap()));
    let mut setting = Setting {
        urls,
        inbox,
        folder,
    };
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let closed = format!("http://{closed}/");
    for (url, why) in [
        (
            "http://localhost/none",
            "404 Not Found: the folder of the page",
        ),
        ("http://localhost/none", ""),
        ("http://localhost/sub/", ""),
        ("http://other.host/", "--net=other.host:80 allows it"),
        (&closed, ""),
        ("ftp://a/b", "expected http:, https: or data:"),
        ("data:", "data:"),
        ("//", "relative URL"),
    ] {
        let _ = setting.load(request(url));
        let line = told.try_recv().unwrap_or_default();
        assert!(line.contains(why), "{url}: {line:?}");
        let is_good = url.ends_with("sub/") || why.is_empty() && url.ends_with("none");
        assert_eq!(line.is_empty(), is_good, "{url}: {line:?}");
    }
}

fn request(url: &str) -> Request {
    Request {
        method: "GET".into(),
        url: url.into(),
        headers: Vec::new(),
        body: Vec::new(),
        follow_redirects: true,
        allow_cross_origin: true,
        allow_credentials: false,
    }
}

impl Setting {
    fn event(&self) -> FetchEvent {
        self.inbox.wait(Duration::from_secs(20));
        match self.inbox.next() {
            Some(Event::Fetch { event, .. }) => event,
            other => panic!("{other:?}"),
        }
    }

    /// Loads a URL up to its end.
    fn load(&mut self, request: Request) -> Result<(Head, Vec<u8>), FetchError> {
        self.urls.start(1, request);
        let head = match self.event() {
            FetchEvent::Head(head) => head,
            FetchEvent::Failed(error) => return Err(error),
            event => panic!("{event:?}"),
        };
        let mut body = Vec::new();
        loop {
            self.urls.read(1);
            match self.event() {
                FetchEvent::Data(bytes) => body.extend(bytes),
                FetchEvent::End => return Ok((head, body)),
                FetchEvent::Failed(error) => return Err(error),
                event => panic!("{event:?}"),
            }
        }
    }
}

#[test]
fn a_file_of_the_folder_is_a_response() {
    let mut setting = setting(None);
    let (head, body) = setting.load(request("http://localhost/a%20b.txt")).unwrap();
    assert_eq!(
        (head.status, head.length, &*body),
        (200, Some(9), &b"some text"[..])
    );
    let headers: Vec<_> = head
        .headers
        .iter()
        .map(|(n, v)| format!("{n}: {v}"))
        .collect();
    let expected = [
        "Accept-Ranges: bytes",
        "Content-Type: text/plain",
        "Content-Length: 9",
    ];
    assert_eq!(headers, expected);
    assert!(!setting.inbox.is_open(), "nothing is left");
}

#[test]
fn large_files_come_in_pieces() {
    let mut setting = setting(None);
    let bytes: Vec<u8> = (0..200_000_u32).map(|at| at as u8).collect();
    fs::write(setting.folder.path().join("large"), &bytes).unwrap();
    setting.urls.start(1, request("http://localhost/large"));
    setting.event();
    setting.urls.read(1);
    let FetchEvent::Data(first) = setting.event() else {
        panic!("no data");
    };
    assert_eq!(first.len(), 64 << 10);
    setting.urls.cancel(1);
    let (_, body) = setting.load(request("http://localhost/large")).unwrap();
    assert_eq!(body, bytes);
}

#[test]
fn a_missing_file_is_a_404_and_not_a_failure() {
    let mut setting = setting(None);
    let outside = setting
        .folder
        .path()
        .parent()
        .unwrap()
        .join("outside-of-it.txt");
    fs::write(&outside, "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, setting.folder.path().join("link")).unwrap();
    for path in [
        "nothing",
        "sub/x",
        "link",
        "%2e%2e/outside-of-it.txt",
        "a b.txt/x",
        "..%2foutside-of-it.txt",
    ] {
        let (head, body) = setting
            .load(request(&format!("http://localhost/{path}")))
            .unwrap();
        assert_eq!(head.status, 404, "{path}");
        assert_eq!(body, b"404 Not Found\n", "{path}");
    }
    fs::remove_file(outside).unwrap();
}

#[test]
fn files_whose_names_begin_with_a_dot_are_404() {
    let mut setting = setting(None);
    for path in [".env", ".git/config", "sub/.htaccess"] {
        let path = setting.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "secret").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(".git", setting.folder.path().join("git")).unwrap();
    for path in [
        ".env",
        "%2Eenv",
        ".git/config",
        ".git",
        "sub/.htaccess",
        "git/config",
    ] {
        let (head, body) = setting
            .load(request(&format!("http://localhost/{path}")))
            .unwrap();
        assert_eq!(
            (head.status, &*body),
            (404, &b"404 Not Found\n"[..]),
            "{path}"
        );
    }
}

#[test]
fn a_program_that_is_named_alone_loads_nothing_beside_it() {
    let Setting { inbox, folder, .. } = setting(None);
    fs::write(folder.path().join("x.pexe"), "PEXE").unwrap();
    let program = folder.path().join("x.pexe");
    for (site, beside) in [(None, 404), (Some(folder.path()), 200)] {
        let found = pinnacle_page::locate::program_alone(&program, site).unwrap();
        let urls = Urls::new(found.site, &found.document, None, inbox.clone()).unwrap();
        let mut setting = Setting {
            urls,
            inbox: inbox.clone(),
            folder: tempfile::tempdir().unwrap(),
        };
        for (path, status) in [("x.pexe", 200), ("a%20b.txt", beside), ("sub/", beside)] {
            let url = format!("http://localhost/{path}");
            let (head, _) = setting.load(request(&url)).unwrap();
            assert_eq!(head.status, status, "{url}");
        }
    }
}

#[test]
fn a_range_of_another_version_of_the_file_is_not_sent() {
    let mut setting = setting(None);
    let mut range = request("http://localhost/a%20b.txt");
    range.headers = vec![("Range".into(), "bytes=5-".into())];
    let (head, body) = setting.load(range.clone()).unwrap();
    assert_eq!((head.status, &*body), (206, &b"text"[..]));
    for validator in ["\"v1\"", "Tue, 01 Jan 2030 00:00:00 GMT"] {
        let mut range = range.clone();
        range.headers.push(("If-Range".into(), validator.into()));
        let (head, body) = setting.load(range).unwrap();
        assert_eq!(
            (head.status, &*body),
            (200, &b"some text"[..]),
            "{validator}"
        );
    }
}

#[test]
fn directories_redirect_to_their_index() {
    let mut setting = setting(None);
    let (head, body) = setting.load(request("http://localhost/sub?q")).unwrap();
    assert_eq!(head.url, "http://localhost/sub/?q");
    assert_eq!(body, b"the index");
    let asking = Request {
        follow_redirects: false,
        ..request("http://localhost/sub")
    };
    setting.urls.start(1, asking);
    let FetchEvent::Head(head) = setting.event() else {
        panic!("no head");
    };
    assert_eq!(
        (head.status, head.redirect.as_deref()),
        (301, Some("/sub/"))
    );
    setting.urls.follow_redirect(1);
    assert!(matches!(setting.event(), FetchEvent::Head(head) if head.status == 200));
}

#[test]
fn files_are_only_read() {
    let mut setting = setting(None);
    let post = Request {
        method: "POST".into(),
        body: b"new".to_vec(),
        ..request("http://localhost/a%20b.txt")
    };
    setting.urls.start(1, post);
    assert_eq!(setting.event(), FetchEvent::Sent(3));
    assert!(matches!(setting.event(), FetchEvent::Head(head) if head.status == 405));
    let head = Request {
        method: "HEAD".into(),
        ..request("http://localhost/a%20b.txt")
    };
    let (head, body) = setting.load(head).unwrap();
    assert_eq!((head.length, body.len()), (Some(9), 0));
}

#[test]
fn data_urls_hold_their_response() {
    let mut setting = setting(None);
    let (head, body) = setting.load(request("data:text/html;base64,aGk=")).unwrap();
    assert_eq!((head.status, &*body), (200, &b"hi"[..]));
    assert_eq!(head.headers[0].1, "text/html");
    assert_eq!(setting.load(request("data:none")), Err(FetchError::Failed));
}

#[test]
fn without_the_network_others_fail() {
    let mut setting = setting(None);
    for url in [
        "http://other/",
        "https://localhost/",
        "file:///etc/passwd",
        "blob:x",
        "ftp://a/",
    ] {
        assert_eq!(setting.load(request(url)), Err(FetchError::Failed), "{url}");
    }
}

/// Starts a server that answers requests, one after the other, with these responses. Returns its
/// port, and a thread that returns the requests.
fn server(answers: Vec<String>) -> (u16, std::thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let mut requests = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
                request.push(byte[0]);
            }
            requests.push(String::from_utf8(request).unwrap());
            let answer = answer.replace("$PORT", &port.to_string());
            stream.write_all(answer.as_bytes()).unwrap();
        }
        requests
    });
    (port, thread)
}

fn answer(head: &str, body: &str) -> String {
    let len = body.len();
    format!("HTTP/1.1 {head}\r\nContent-Length: {len}\r\nConnection: close\r\n\r\n{body}")
}

fn everywhere() -> Option<Reach> {
    Some(Arc::new(|_, _| true))
}

const FOR_ALL: &str = "\r\nAccess-Control-Allow-Origin: *";

#[test]
fn another_origin_answers_if_it_consents() {
    let mut setting = setting(everywhere());
    let (port, thread) = server(vec![
        answer(&format!("404 Not Found{FOR_ALL}\r\nX-Own: 1"), "gone"),
        answer("200 OK", "secret"),
    ]);
    let url = format!("http://127.0.0.1:{port}/x");
    let (head, body) = setting.load(request(&url)).unwrap();
    assert_eq!(
        (head.status, &*head.status_text, &*body),
        (404, "Not Found", &b"gone"[..])
    );
    assert_eq!((head.length, head.headers), (Some(4), Vec::new()));
    assert_eq!(setting.load(request(&url)), Err(FetchError::NoAccess));
    let requests = thread.join().unwrap();
    assert!(
        requests[0]
            .to_lowercase()
            .contains("origin: http://localhost\r\n"),
        "{requests:?}"
    );
    // The thread reports that it has ended a moment after its last action.
    while setting.inbox.is_open() {
        std::thread::yield_now();
    }
}

#[test]
fn a_document_on_a_server_needs_no_permission_for_its_own_files() {
    let Setting { inbox, folder, .. } = setting(None);
    let (port, thread) = server(vec![answer("200 OK\r\nX-Own: 1\r\nSet-Cookie: a=b", "own")]);
    let document = format!("http://127.0.0.1:{port}/page.html");
    let urls = Urls::new(None, &document, everywhere(), inbox.clone()).unwrap();
    let mut setting = Setting {
        urls,
        inbox,
        folder,
    };
    let put = Request {
        method: "PUT".into(),
        ..request(&format!("http://127.0.0.1:{port}/file"))
    };
    let (head, body) = setting.load(put).unwrap();
    assert_eq!(body, b"own");
    assert!(head.headers.iter().any(|(name, _)| name == "x-own"));
    assert!(head.headers.iter().all(|(name, _)| name != "set-cookie"));
    assert!(thread.join().unwrap()[0].starts_with("PUT /file "));
    let elsewhere = Urls::new(None, "ftp://host/", None, setting.inbox.clone());
    assert!(elsewhere.is_err());
}

#[test]
fn redirects_are_followed_and_their_last_address_is_told() {
    let mut setting = setting(everywhere());
    let (port, thread) = server(vec![
        answer(&format!("302 Found{FOR_ALL}\r\nLocation: /second"), ""),
        answer(&format!("200 OK{FOR_ALL}"), "there"),
    ]);
    let (head, body) = setting
        .load(request(&format!("http://127.0.0.1:{port}/first")))
        .unwrap();
    assert_eq!(head.url, format!("http://127.0.0.1:{port}/second"));
    assert_eq!(body, b"there");
    thread.join().unwrap();
}

#[test]
fn unusual_requests_need_a_preflight() {
    let mut setting = setting(everywhere());
    let (port, thread) = server(vec![answer(&format!("200 OK{FOR_ALL}"), "")]);
    let put = Request {
        method: "PUT".into(),
        ..request(&format!("http://127.0.0.1:{port}/"))
    };
    assert_eq!(setting.load(put), Err(FetchError::NoAccess));
    assert!(thread.join().unwrap()[0].starts_with("OPTIONS / "));
}

#[test]
fn only_what_may_be_reached_is_reached() {
    let reach: Reach = Arc::new(|host, port| host == "localhost" && port == 1);
    let mut setting = setting(Some(reach));
    let (port, _thread) = server(vec![answer("200 OK", "")]);
    let url = format!("http://127.0.0.1:{port}/");
    assert_eq!(setting.load(request(&url)), Err(FetchError::Failed));
}

#[test]
fn a_load_that_is_given_up_is_in_flight_no_more() {
    let mut setting = setting(everywhere());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    setting
        .urls
        .start(1, request(&format!("http://127.0.0.1:{port}/")));
    assert!(setting.inbox.is_waiting());
    setting.urls.cancel(1);
    assert!(!setting.inbox.is_open());
}
