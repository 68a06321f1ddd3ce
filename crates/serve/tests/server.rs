//! Sends requests to the server, and tests the responses as sent on the wire.

use pinnacle_serve::{Assets, MakePicture, Options, Server, Subject};
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;

/// A folder that is served while the test runs.
struct Served {
    folder: tempfile::TempDir,
    address: SocketAddr,
    start: String,
}

const SCRIPT: &str = "<script src=\"/.pinnacle/pinnacle.js\"></script>";

fn options() -> Options {
    let assets = Assets {
        script: b"js",
        worker: b"the worker",
        core: b"\0asm",
    };
    Options {
        assets: Some(assets),
        ..Options::default()
    }
}

/// Serves a folder of files, given by name and contents. `name` is the file or folder to serve.
fn serve_with(files: &[(&str, &str)], name: &str, options: Options) -> Served {
    let folder = folder_of(files);
    let path = folder.path().join(name);
    let server = Server::bind(&path, ([127, 0, 0, 1], 0).into(), options).unwrap();
    run(folder, server)
}

/// Makes a folder of files, given by name and contents.
fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, contents) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    folder
}

/// Runs a server for a folder in another thread.
fn run(folder: tempfile::TempDir, server: Server) -> Served {
    let (address, start) = (server.address().unwrap(), server.start().to_owned());
    std::thread::spawn(|| server.run(std::future::pending()));
    Served {
        folder,
        address,
        start,
    }
}

fn serve(files: &[(&str, &str)]) -> Served {
    serve_with(files, "", options())
}

/// A response.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

impl Served {
    /// Sends a request with this request line and these headers.
    fn ask(&self, line: &str, headers: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "{line} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer {
            status,
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    fn get(&self, path: &str) -> Answer {
        self.get_with(path, "")
    }

    fn get_with(&self, path: &str, headers: &str) -> Answer {
        self.ask(
            &format!("GET {path}"),
            &format!("Host: localhost\r\n{headers}"),
        )
    }
}

#[test]
fn files_have_their_types_and_are_not_for_other_sites() {
    let served = serve(&[
        ("a.pexe", "PEXE"),
        ("a.nmf", "{}"),
        ("a.wasm", ""),
        ("a.js", ""),
        ("a.odd", "x"),
    ]);
    for (path, kind) in [
        ("/a.pexe", "application/x-pnacl"),
        ("/a.nmf", "application/json"),
        ("/a.wasm", "application/wasm"),
        ("/a.js", "text/javascript"),
        ("/a.odd", "application/octet-stream"),
    ] {
        let answer = served.get(path);
        assert_eq!(
            (answer.status, answer.header("Content-Type")),
            (200, Some(kind)),
            "{path}"
        );
        assert_eq!(
            answer.header("Cross-Origin-Resource-Policy"),
            Some("same-origin")
        );
    }
    assert_eq!(served.get("/a.pexe").body, "PEXE");
    assert_eq!(served.get("/b.pexe").status, 404);
}

#[test]
fn pages_are_isolated_by_default() {
    let policies = |served: &Served| {
        let answer = served.get("/a.html");
        ["Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy"]
            .map(|name| answer.header(name).map(str::to_owned))
    };
    let files = [("a.html", "")];
    let isolated = [
        Some("same-origin".to_owned()),
        Some("credentialless".to_owned()),
    ];
    assert_eq!(policies(&serve(&files)), isolated);
    let open = Options {
        isolate: false,
        ..options()
    };
    assert_eq!(policies(&serve_with(&files, "", open)), [None, None]);
}

#[test]
fn parts_of_files_are_sent_on_request() {
    let served = serve(&[("a.pexe", "0123456789")]);
    let answer = served.get_with("/a.pexe", "Range: bytes=2-4\r\n");
    assert_eq!((answer.status, answer.body.as_str()), (206, "234"));
    assert_eq!(answer.header("Content-Range"), Some("bytes 2-4/10"));
    assert_eq!(
        served.get_with("/a.pexe", "Range: bytes=20-\r\n").status,
        416
    );
}

#[test]
fn unchanged_files_are_not_sent_again() {
    let served = serve(&[("a.pexe", "PEXE")]);
    let modified = served
        .get("/a.pexe")
        .header("Last-Modified")
        .unwrap()
        .to_owned();
    let again = served.get_with("/a.pexe", &format!("If-Modified-Since: {modified}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let before = "If-Modified-Since: Thu, 01 Jan 1998 00:00:00 GMT\r\n";
    assert_eq!(served.get_with("/a.pexe", before).body, "PEXE");
}

#[test]
fn a_part_of_another_version_is_not_sent() {
    let served = serve(&[("a.txt", "0123456789")]);
    let range = "Range: bytes=2-4\r\n";
    let date = served.get("/a.txt");
    let date = date.header("last-modified").unwrap().to_owned();
    let same = served.get_with("/a.txt", &format!("{range}If-Range: {date}\r\n"));
    assert_eq!((same.status, &*same.body), (206, "234"));
    for version in [
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "\"another\"",
        "W/\"another\"",
        "nonsense",
    ] {
        let whole = served.get_with("/a.txt", &format!("{range}If-Range: {version}\r\n"));
        assert_eq!(
            (whole.status, &*whole.body),
            (200, "0123456789"),
            "{version}"
        );
    }
    let missing = served.get_with("/b.txt", &format!("{range}If-Range: {date}\r\n"));
    assert_eq!(missing.status, 404);
}

#[test]
fn pages_of_other_origins_cannot_show_these_in_a_frame() {
    let served = serve(&[("p.html", "<p>"), ("a.nmf", "{}")]);
    let paths = ["/p.html", "/a.nmf", "/", "/.pinnacle/open/a.nmf", "/none"];
    for answer in paths.map(|path| served.get(path)) {
        assert_eq!(answer.header("x-frame-options"), Some("SAMEORIGIN"));
        let policy = answer.header("content-security-policy");
        assert_eq!(policy, Some("frame-ancestors 'self'"));
    }
}

#[test]
fn names_that_begin_with_a_dot_are_not_served() {
    let served = serve(&[
        (".env", "secret"),
        (".git/config", "secret"),
        (".git/index.html", "secret"),
        ("sub/.hidden/x.html", "secret"),
        (".x.pexe", "secret"),
        ("a.txt", "text"),
    ]);
    #[cfg(unix)]
    for (target, link) in [
        (".git", "git"),
        (".env", "env.txt"),
        (".git/index.html", "link.html"),
    ] {
        std::os::unix::fs::symlink(target, served.folder.path().join(link)).unwrap();
    }
    for path in [
        "/.env",
        "/%2eenv",
        "/%2Egit/config",
        "/.git/config",
        "/.git/",
        "/.git",
        "/sub/.hidden/x.html",
        "/sub/.hidden/",
        "/sub/%2e%2e/.env",
        "/sub/../.env",
        "/git/config",
        "/git/",
        "/env.txt",
        "/link.html",
        "/.pinnacle/open/.x.pexe",
        "/.pinnacle/open/.git/index.html",
        "/.pinnacle/manifest/.x.pexe",
    ] {
        let answer = served.get(path);
        assert!(!answer.body.contains("secret"), "{path}");
        assert_eq!(answer.status, 404, "{path}");
    }
    assert_eq!(served.get("/a.txt").body, "text");
    let listing = served.get("/").body;
    assert!(
        !listing.contains("env") && !listing.contains("git"),
        "{listing}"
    );
    let named = served.folder.path().join(".x.pexe");
    let error = Server::bind(&named, ([127, 0, 0, 1], 0).into(), options()).unwrap_err();
    assert!(error.to_string().contains("begin with a dot"), "{error}");
}

#[test]
fn only_reading_is_possible() {
    let served = serve(&[("a.pexe", "PEXE")]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = served.ask(&format!("{method} /a.pexe"), "Host: localhost\r\n");
        assert_eq!(
            (answer.status, answer.header("Allow")),
            (405, Some("GET, HEAD")),
            "{method}"
        );
    }
    let head = served.ask("HEAD /a.pexe", "Host: localhost\r\n");
    assert_eq!(
        (
            head.status,
            head.header("Content-Length"),
            head.body.as_str()
        ),
        (200, Some("4"), "")
    );
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let served = serve(&[("inside/a.html", ""), ("secret.txt", "secret")]);
    let inside = serve_with(&[], "", options());
    let outside = served.folder.path().join("secret.txt");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inside.folder.path().join("link.txt")).unwrap();
        std::os::unix::fs::symlink(served.folder.path(), inside.folder.path().join("folder"))
            .unwrap();
        std::os::unix::fs::symlink("real.txt", inside.folder.path().join("good.txt")).unwrap();
        fs::write(inside.folder.path().join("real.txt"), "real").unwrap();
        assert_eq!(inside.get("/good.txt").body, "real");
    }
    let name = served.folder.path().file_name().unwrap().to_str().unwrap();
    for path in [
        "/link.txt".to_owned(),
        "/folder/secret.txt".to_owned(),
        "/folder/".to_owned(),
        format!("/../{name}/secret.txt"),
        format!("/%2e%2e/{name}/secret.txt"),
        format!("/..%2f{name}%2fsecret.txt"),
        format!("/x/..%5c..%5c{name}/secret.txt"),
        format!("/{}", outside.display()),
        format!("/.pinnacle/open/..%2f{name}%2fsecret.txt"),
        format!("/.pinnacle/open/{}", outside.display()),
        format!("/..%2f{name}/"),
        "/real.txt%00".to_owned(),
    ] {
        let answer = inside.get(&path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"), "{path}");
    }
}

#[test]
fn other_names_for_this_machine_are_refused() {
    let served = serve(&[("a.txt", "secret")]);
    for headers in [
        "Host: example.com\r\n",
        "Host: localhost.example.com:8000\r\n",
        "",
    ] {
        let answer = served.ask("GET /a.txt", headers);
        assert_eq!(answer.status, 421, "{headers}");
        assert!(!answer.body.contains("secret"));
    }
    let own = format!("Host: {}\r\n", served.address);
    assert_eq!(served.ask("GET /a.txt", &own).body, "secret");
}

#[test]
fn pages_get_the_script_and_are_sent_whole() {
    let served = serve(&[
        ("index.html", "<title>x</title>"),
        ("b/c.HTM", "<head>"),
        ("d.txt", "<head>"),
    ]);
    assert_eq!(served.get("/").body, format!("{SCRIPT}<title>x</title>"));
    let page = served.get_with(
        "/b/c.HTM",
        "Range: bytes=0-1\r\nIf-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n",
    );
    assert_eq!(page.status, 200);
    assert_eq!(page.body, format!("<head>{SCRIPT}"));
    assert_eq!(page.header("Last-Modified"), None);
    assert_eq!(served.get("/d.txt").body, "<head>");
    assert_eq!(served.get("/.pinnacle/pinnacle.js").body, "js");
    let core = served.get("/.pinnacle/pinnacle.wasm?0123");
    assert_eq!(
        (core.body.as_str(), core.header("Content-Type")),
        ("\0asm", Some("application/wasm"))
    );
}

#[test]
fn pages_stay_unchanged_on_request() {
    let plain = Options {
        inject: false,
        ..options()
    };
    let served = serve_with(&[("a.html", "<title>x</title>")], "", plain);
    let page = served.get("/a.html");
    assert_eq!(page.body, "<title>x</title>");
    assert!(page.header("Last-Modified").is_some());
}

#[test]
fn without_the_script_pages_stay_as_they_are_and_the_listing_says_so() {
    let without = Options {
        assets: None,
        ..options()
    };
    let served = serve_with(&[("a.html", "x"), ("a.pexe", "")], "", without);
    assert_eq!(served.get("/a.html").body, "x");
    for path in ["/", "/.pinnacle/open/a.pexe"] {
        let page = served.get(path).body;
        assert!(
            page.contains("cargo xtask page") && !page.contains("pinnacle.js\"></script>"),
            "{page}"
        );
    }
    let script = served.get("/.pinnacle/pinnacle.js");
    assert!(script.status == 404 && script.body.contains("cargo xtask page"));
}

#[test]
fn a_folder_without_an_index_shows_what_is_below_it() {
    let manifest = r#"{"program":{"portable":{"pnacl-translate":{"url":"b.pexe"}}}}"#;
    let files = [
        ("x/a.nmf", manifest),
        ("x/b.pexe", ""),
        ("y/p.html", "<embed src=a.nmf>"),
        ("z/index.html", ""),
    ];
    let served = serve(&files);
    assert_eq!(served.start, "/.pinnacle/");
    let all = served.get("/").body;
    for part in [
        "<a href=\"/.pinnacle/open/x/a.nmf\">a.nmf</a><td>manifest of b.pexe",
        "<a href=\"/.pinnacle/open/x/b.pexe\">b.pexe</a><td>program",
        "<a href=\"/y/p.html\">p.html</a><td>page with a program",
        "<a href=\"/z/index.html\">index.html</a><td>page",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let one = served.get("/x/").body;
    assert!(one.contains("b.pexe") && !one.contains("p.html"));
    assert_eq!(served.get("/x").header("Location"), Some("/x/"));
    assert_eq!(served.get("/z/").body, SCRIPT);
    assert_eq!(served.get("/w/").status, 404);
}

#[test]
fn the_listing_of_a_folder_with_an_index_is_at_our_own_path() {
    let served = serve(&[("index.html", ""), ("a.pexe", "")]);
    assert_eq!(served.start, "/");
    assert!(served.get("/.pinnacle/").body.contains("a.pexe"));
}

#[test]
fn a_lone_program_has_a_page_and_nothing_beside_it_is_served() {
    let options = Options {
        view: [320, 200],
        ..options()
    };
    let served = serve_with(
        &[("a b.pexe", "PEXE"), ("secret.txt", "secret")],
        "a b.pexe",
        options,
    );
    assert_eq!(served.start, "/.pinnacle/open/a%20b.pexe");
    assert_eq!(
        served.get("/").header("Location"),
        Some("/.pinnacle/open/a%20b.pexe")
    );
    let page = served.get("/.pinnacle/open/a%20b.pexe").body;
    assert!(
        page.contains("src=\"/.pinnacle/manifest/a%20b.pexe\" width=\"320\" height=\"200\""),
        "{page}"
    );
    assert!(page.contains(SCRIPT));
    let manifest = served.get("/.pinnacle/manifest/a%20b.pexe").body;
    assert_eq!(
        manifest,
        r#"{"program":{"portable":{"pnacl-translate":{"url":"/a%20b.pexe"}}}}"#
    );
    assert_eq!(served.get("/a%20b.pexe").body, "PEXE");
    for path in ["/secret.txt", "/.pinnacle/", "/.pinnacle/open/secret.txt"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_manifest_has_a_page_and_its_folder_is_served() {
    let served = serve_with(&[("a.nmf", "{}"), ("a.pexe", "PEXE")], "a.nmf", options());
    assert_eq!(served.start, "/.pinnacle/open/a.nmf");
    let page = served.get("/.pinnacle/open/a.nmf").body;
    assert!(
        page.contains("<base href=\"/\">") && page.contains("src=\"/a.nmf\""),
        "{page}"
    );
    assert_eq!(served.get("/a.pexe").body, "PEXE");
}

#[test]
fn other_files_are_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let bind = |path: &Path| Server::bind(path, ([127, 0, 0, 1], 0).into(), options());
    let error = bind(&folder.path().join("none")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    let file = folder.path().join("a.txt");
    fs::write(&file, "").unwrap();
    assert!(
        bind(&file)
            .unwrap_err()
            .to_string()
            .contains("manifest (.nmf)")
    );
}

/// Returns a web archive of responses at one moment, each given by URL, status line with header
/// fields, and content.
fn archive(answers: &[(&str, &str, &str)]) -> String {
    let record = |(url, head, content): &(&str, &str, &str)| {
        let answer = format!("HTTP/1.1 {head}\r\n\r\n{content}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n\
             WARC-Date: 2013-05-01T12:00:00Z\r\nContent-Length: {}\r\n\r\n{answer}\r\n\r\n",
            answer.len()
        )
    };
    answers.iter().map(record).collect()
}

#[test]
fn a_web_archive_shows_its_pages_and_what_they_load() {
    let archive = archive(&[
        (
            "http://old.example/a/",
            "200 OK\r\nContent-Type: text/html; charset=utf-8",
            "<title>A &amp; b</title><img src=/x.png><embed src=x.nmf type=application/x-pnacl>",
        ),
        (
            "http://old.example/x.png",
            "200 OK\r\nContent-Type: image/png",
            "0123456789",
        ),
        (
            "http://old.example/moved",
            "302 Found\r\nLocation: //other.example/y",
            "",
        ),
        (
            "http://old.example/gone",
            "410 Gone\r\nContent-Type: text/plain",
            "was here",
        ),
        (
            "http://old.example/s.css",
            "200 OK\r\nContent-Type: text/css",
            "p{background:url(//other.example/z)}",
        ),
    ]);
    let served = serve_with(&[("old", &archive)], "old", options());
    assert_eq!(served.start, "/");
    let list = served.get("/").body;
    assert!(list.contains("<a href=\"/20130501120000/http://old.example/a/\">A &amp; b</a>"));
    assert!(list.contains("<td>page with a program<td>"), "{list}");

    let page = served.get("/20130501120000/http://old.example/a/");
    assert_eq!(
        page.header("Content-Type"),
        Some("text/html; charset=utf-8")
    );
    let script = "<script src=\"/.pinnacle/pinnacle.js\" data-replay=\"/20130501120000/\"></script>\
                  <script src=\"/.pinnacle/replay.js\" data-replay=\"/20130501120000/\"></script>";
    assert!(page.body.starts_with(script), "{}", page.body);
    assert!(
        page.body
            .contains("<img src=\"/20130501120000/http://old.example/x.png\">")
    );

    let picture = served.get_with(
        "/20130501120000/http://old.example/x.png",
        "Range: bytes=2-4\r\n",
    );
    assert_eq!((picture.status, picture.body.as_str()), (206, "234"));
    assert_eq!(picture.header("Content-Range"), Some("bytes 2-4/10"));
    let picture = served.get("/20130501120000mp_/http://old.example/x.png");
    assert_eq!((picture.status, picture.body.as_str()), (302, ""));
    let moved = served.get("/20130501120000/http://old.example/moved");
    assert_eq!(
        (moved.status, moved.header("Location")),
        (302, Some("/20130501120000/http://other.example/y"))
    );
    let gone = served.get("/20130501120000/http://old.example/gone");
    assert_eq!((gone.status, gone.body.as_str()), (410, "was here"));
    let missing = served.get("/20130501120000/http://old.example/none");
    assert_eq!(missing.status, 404);
    let sheet = served.get("/20130501120000/http://old.example/s.css");
    assert_eq!(
        sheet.body,
        "p{background:url(\"/20130501120000/http://other.example/z\")}"
    );
}

#[test]
fn the_list_of_an_archive_has_pictures_of_pages_with_programs() {
    let page = "200 OK\r\nContent-Type: text/html";
    let archive = archive(&[
        (
            "http://old.example/?a=1&b=2",
            page,
            "<embed src=x.nmf type=application/x-pnacl>",
        ),
        ("http://old.example/text", page, "<p>"),
    ]);
    let folder = folder_of(&[("old", &archive)]);
    let path = folder.path().join("old");
    let server = Server::bind(&path, ([127, 0, 0, 1], 0).into(), options()).unwrap();
    let served = run(folder, server.with_pictures(Arc::new(Names)));
    let list = served.get("/").body;
    let url = "/.pinnacle/picture/20130501120000/http://old.example/?a=1";
    assert_eq!(list.matches("<img").count(), 1);
    assert!(
        list.contains(&format!("<img src=\"{url}&amp;b=2\"")),
        "{list}"
    );
    let picture = served.get(&format!("{url}&b=2"));
    let name = "picture of 20130501120000/http://old.example/?a=1&b=2";
    assert_eq!((picture.status, picture.body.as_str()), (200, name));
    let text = served.get("/.pinnacle/picture/20130501120000/http://old.example/text");
    assert_eq!(text.status, 404, "a page without a program does not run");
}

#[test]
fn a_form_that_is_posted_is_answered_from_the_archive() {
    let url = "http://old.example/vote";
    let said = "POST /vote HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{\"a\":[1]}";
    let request = format!(
        "WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: {url}\r\n\
         WARC-Date: 2013-05-01T12:00:00Z\r\nContent-Length: {}\r\n\r\n{said}\r\n\r\n",
        said.len()
    );
    let captured = archive(&[(url, "200 OK\r\nContent-Type: text/plain", "counted")]);
    let moved = archive(&[(
        "http://old.example/moved",
        "307 Temporary\r\nLocation: /vote",
        "",
    )]);
    let moved = moved + &request.replace("/vote\r", "/moved\r");
    let served = serve_with(
        &[("old.warc", &format!("{captured}{request}{moved}"))],
        "old.warc",
        options(),
    );
    let post = |path: &str, body: &str, headers: &str| {
        let headers = format!(
            "Host: localhost\r\nContent-Type: application/json\r\n{headers}\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        served.ask(&format!("POST {path}"), &headers)
    };
    let place = "/20130501120000/http://old.example/vote";
    let answer = post(place, "{\"a\": [1]}", "");
    assert_eq!((answer.status, answer.body.as_str()), (200, "counted"));
    let other = post(place, "{\"a\": [2]}", "");
    assert_eq!(other.status, 404);
    assert!(
        other
            .body
            .contains("POST request for http://old.example/vote")
    );
    assert_eq!(served.get(place).status, 404);
    let to = |answer: Answer| (answer.status, answer.header("Location").map(str::to_owned));
    let expected = (307, Some(place.to_owned()));
    let asker = "Referer: http://localhost:1/20130501120000/http://old.example/a\r\n";
    assert_eq!(to(post("/vote", "", asker)), expected);
    assert_eq!(
        to(post(
            &place.replace("20130501120000", "20130501120000mp_"),
            "",
            ""
        )),
        expected
    );
    let moved = "/20130501120000/http://old.example/moved";
    assert_eq!(to(post(moved, "{\"a\":[1]}", "")), expected);
    assert_eq!(post("/.pinnacle/", "", "").status, 405);
    assert_eq!(
        served
            .ask(&format!("TRACE {place}"), "Host: localhost\r\n")
            .status,
        405
    );
    let large = format!(
        "Host: localhost\r\nContent-Length: {}\r\n\r\n",
        (1 << 20) + 1
    );
    assert_eq!(served.ask(&format!("POST {place}"), &large).status, 413);
}

#[test]
fn the_list_of_an_archive_shows_the_screenshots_in_it() {
    let page = archive(&[(
        "http://old.example/?a=1",
        "200 OK\r\nContent-Type: text/html",
        "<title>A</title>",
    )]);
    let shot = |name: &str, kind: &str| {
        format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {name}\r\n\
             WARC-Date: 2013-05-01T12:00:00Z\r\nContent-Type: {kind}\r\n\
             Content-Length: 7\r\n\r\npicture\r\n\r\n"
        )
    };
    let name = "urn:view:http://old.example/?a=1";
    let shots = shot(name, "image/png") + &shot("urn:x:page", "text/html");
    let served = serve_with(&[("old.warc", &(page + &shots))], "old.warc", options());
    let list = served.get("/").body;
    let place = format!("/20130501120000/{name}");
    let picture = format!("<img src=\"{place}\" alt=\"\" loading=\"lazy\">");
    assert!(list.contains(&picture), "{list}");
    let picture = served.get(&place);
    assert_eq!((picture.status, picture.body.as_str()), (200, "picture"));
    assert_eq!(picture.header("Content-Type"), Some("image/png"));
    // Nothing else is served under these names.
    assert_eq!(served.get("/20130501120000/urn:x:page").status, 404);
    assert_eq!(served.get("/20130501120000/urn:x:none").status, 404);
}

#[test]
fn a_path_without_a_site_belongs_to_that_of_the_page_that_asks() {
    let archive = archive(&[("http://old.example/x", "200 OK", "x")]);
    let served = serve_with(&[("old.warc", &archive)], "old.warc", options());
    let asker = "Referer: http://localhost:1/20130501120000/https://old.example/a/b.css\r\n";
    let answer = served.get_with("/x?y", asker);
    assert_eq!(
        (answer.status, answer.header("Location")),
        (302, Some("/20130501120000/https://old.example/x?y"))
    );
    assert_eq!(served.get("/x").status, 404);
    let other = served.get_with("/x", "Referer: http://localhost:1/.pinnacle/\r\n");
    assert_eq!(other.status, 404);
}

#[test]
fn no_answer_of_an_archive_lets_a_page_ask_another_server() {
    let archive = archive(&[(
        "http://old.example/",
        "200 OK\r\nContent-Type: text/html\r\nContent-Security-Policy: default-src *\r\n\
         Set-Cookie: a=b\r\nAccess-Control-Allow-Origin: *",
        "<link rel=preconnect href=//other.example>",
    )]);
    let served = serve_with(&[("old.warc", &archive)], "old.warc", options());
    for path in [
        "/",
        "/20130501120000/http://old.example/",
        "/2013/http://none.example/",
    ] {
        let answer = served.get(path);
        let policy = answer.header("Content-Security-Policy").unwrap();
        assert!(
            policy.starts_with("default-src 'self' "),
            "{path}: {policy}"
        );
        assert!(
            !policy.contains('*') && !policy.contains("http"),
            "{policy}"
        );
        assert_eq!(answer.header("X-Frame-Options"), Some("SAMEORIGIN"));
        assert_eq!(
            answer.header("Cross-Origin-Resource-Policy"),
            Some("same-origin")
        );
        assert_eq!(answer.header("Set-Cookie"), None);
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
        assert!(!answer.body.contains("preconnect"));
    }
    let answer = served.ask("GET /", "Host: old.example\r\n");
    assert_eq!(answer.status, 421);
}

#[test]
fn it_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::bind(folder.path(), ([127, 0, 0, 1], 0).into(), options()).unwrap();
    let address = server.address().unwrap();
    server.run(std::future::ready(())).unwrap();
    assert!(TcpStream::connect(address).is_err());
}

/// Returns names instead of pictures, and an error for the program `dark.pexe`.
struct Names;

impl MakePicture for Names {
    fn picture(&self, subject: Subject<'_>) -> Result<Vec<u8>, String> {
        match subject {
            Subject::File("dark.pexe") => Err("It shows no picture.".into()),
            Subject::File(name) | Subject::Capture(name) => Ok(format!("picture of {name}").into()),
        }
    }
}

#[test]
fn the_list_of_a_folder_has_pictures_of_programs_alone() {
    let files = [
        ("a b.pexe", "PEXE"),
        ("dark.pexe", "PEXE"),
        ("text.html", "<p>"),
        ("game.html", "<embed src=a.nmf type=application/x-pnacl>"),
        ("secret.txt", ""),
    ];
    let without = serve(&files);
    assert!(!without.get("/").body.contains("<img"));
    assert_eq!(without.get("/.pinnacle/picture/a%20b.pexe").status, 404);

    let folder = folder_of(&files);
    let server = Server::bind(folder.path(), ([127, 0, 0, 1], 0).into(), options()).unwrap();
    let served = run(folder, server.with_pictures(Arc::new(Names)));
    let list = served.get("/").body;
    assert_eq!(list.matches("<img").count(), 3);
    assert!(list.contains("<img src=\"/.pinnacle/picture/a%20b.pexe\" alt=\"\" loading=\"lazy\">"));
    assert!(!list.contains("picture/text.html"));
    let picture = served.get("/.pinnacle/picture/a%20b.pexe");
    assert_eq!(picture.header("content-type"), Some("image/png"));
    assert_eq!(picture.body, "picture of a b.pexe");
    let dark = served.get("/.pinnacle/picture/dark.pexe");
    assert_eq!(dark.header("content-type"), Some("image/svg+xml"));
    assert!(dark.body.contains("<title>It shows no picture.</title>"));
    assert_eq!(served.get("/.pinnacle/picture/../x.pexe").status, 404);
    assert_eq!(served.get("/.pinnacle/picture/missing.pexe").status, 404);
}
