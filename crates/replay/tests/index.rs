//! Finding the capture for a URL, in archives that the tests write.

use flate2::Compression;
use flate2::write::GzEncoder;
use pinnacle_archive::{Limits, Source};
use pinnacle_replay::{Index, MAX_BODY, MethodAndBody, Moment};
use std::io::Write;

/// A record: the fields after its type, and what it contains.
fn record(kind: &str, fields: &str, content: &str) -> String {
    let length = content.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\n{fields}Content-Length: {length}\r\n\r\n{content}\r\n\r\n"
    )
}

/// A record of an answer, by URL, date, name and what the server said.
fn answer(url: &str, date: &str, name: &str, said: &str) -> String {
    let fields = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nWARC-Record-ID: <urn:uuid:{name}>\r\n\
         WARC-Payload-Digest: sha1:{name}\r\n"
    );
    record("response", &fields, said)
}

/// A server's answer with a text in its body.
fn ok(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: Text/Plain; charset=\"x\"\r\n\r\n{text}")
}

fn index(records: &[String]) -> Index {
    let bytes = records.concat().into_bytes();
    let index = Index::open(Source::bytes(&bytes), &Limits::default());
    index.unwrap().unwrap()
}

/// The status and the content at a URL.
fn at(index: &Index, url: &str, moment: &str) -> Option<(u16, String)> {
    let capture = index.find(url, Moment::parse(moment).unwrap()).unwrap()?;
    let content = index.read(&capture, 0, u64::MAX).unwrap();
    Some((capture.status, String::from_utf8(content).unwrap()))
}

fn text(text: &str) -> Option<(u16, String)> {
    Some((200, text.to_owned()))
}

#[test]
fn the_nearest_capture_answers() {
    let url = "http://a.example/x";
    let index = index(&[
        answer(url, "2012-06-01T00:00:00Z", "1", &ok("old")),
        answer(url, "2014-06-01T00:00:00Z", "2", &ok("new")),
        answer(
            url,
            "2013-01-01T00:00:00Z",
            "3",
            "HTTP/1.1 503 Busy\r\n\r\nbusy",
        ),
    ]);
    assert_eq!(index.len(), 3);
    assert_eq!(at(&index, url, "2013"), text("old"));
    assert_eq!(at(&index, url, "20131201"), text("new"));
    assert_eq!(at(&index, "https://A.example/x#y", "1990"), text("old"));
    assert_eq!(at(&index, "http://a.example/y", "2013"), None);
    let capture = index.find(url, Moment::default()).unwrap().unwrap();
    assert_eq!(capture.url, url);
    assert_eq!(capture.media_type, "text/plain");
    assert_eq!(capture.charset.as_deref(), Some("x"));
    assert_eq!(index.read(&capture, 1, 1).unwrap(), b"l");
}

#[test]
fn random_queries_find_the_capture_without_one() {
    let index = index(&[
        answer(
            "http://a.example/x",
            "2013-01-01T00:00:00Z",
            "1",
            &ok("plain"),
        ),
        answer(
            "http://a.example/x?q=1",
            "2013-01-01T00:00:00Z",
            "2",
            &ok("query"),
        ),
    ]);
    assert_eq!(at(&index, "http://a.example/x?q=1", "2013"), text("query"));
    assert_eq!(at(&index, "http://a.example/x?_=99", "2013"), text("plain"));
}

#[test]
fn times_and_random_numbers_in_a_query_do_not_matter() {
    let index = index(&[
        answer(
            "http://a.example/x?level=1&t=1367409600000",
            "2013-01-01T00:00:00Z",
            "1",
            &ok("one"),
        ),
        answer(
            "http://a.example/x?level=2",
            "2013-01-01T00:00:00Z",
            "2",
            &ok("two"),
        ),
        answer(
            "http://a.example/x",
            "2013-01-01T00:00:00Z",
            "3",
            &ok("plain"),
        ),
    ]);
    for (query, expected) in [
        ("level=1&t=1700000000000", "one"),
        ("level=1", "one"),
        ("_=7&level=2&r=0.8444218515250481", "two"),
        ("level=3&t=1367409600000", "plain"),
    ] {
        let url = format!("http://a.example/x?{query}");
        assert_eq!(at(&index, &url, "2013"), text(expected), "{query}");
    }
}

#[test]
fn a_revisit_has_the_content_that_it_refers_to() {
    let first = "http://a.example/x";
    let revisit = |url: &str, fields: &str, said: &str| {
        let fields =
            format!("WARC-Target-URI: <{url}>\r\nWARC-Date: 2013-02-01T00:00:00Z\r\n{fields}");
        record("revisit", &fields, said)
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let index = index(&[
        // Before the record that it refers to.
        revisit(
            "http://b.example/1",
            "WARC-Refers-To: <urn:uuid:1>\r\n",
            head,
        ),
        answer(first, "2013-01-01T00:00:00Z", "1", &ok("content")),
        revisit(
            "http://b.example/2",
            "WARC-Refers-To-Target-URI: http://a.example/x\r\n\
             WARC-Refers-To-Date: 2013-01-01T00:00:00Z\r\n",
            "HTTP/1.1 304 Not Modified\r\n\r\n",
        ),
        revisit("http://b.example/3", "WARC-Payload-Digest: sha1:1\r\n", ""),
        revisit(
            "http://b.example/4",
            "WARC-Payload-Digest: sha1:2\r\n",
            head,
        ),
    ]);
    for number in 1..=3 {
        let url = format!("http://b.example/{number}");
        assert_eq!(at(&index, &url, "2013"), text("content"), "{url}");
    }
    assert_eq!(at(&index, "http://b.example/4", "2013"), None);
    let media_type = |url| {
        let capture = index.find(url, Moment::default()).unwrap().unwrap();
        (capture.url, capture.media_type)
    };
    let of = |url: &str, media_type: &str| (url.to_owned(), media_type.to_owned());
    assert_eq!(
        media_type("http://b.example/1"),
        of("http://b.example/1", "text/html")
    );
    assert_eq!(
        media_type("http://b.example/2"),
        of("http://b.example/2", "text/plain")
    );
}

#[test]
fn a_redirection_to_itself_is_passed_over() {
    let to = |target: &str| format!("HTTP/1.1 301 Moved\r\nLocation: {target}\r\n\r\n");
    let index = index(&[
        answer(
            "http://a.example/",
            "2013-01-01T00:00:00Z",
            "1",
            &to("https://a.example/"),
        ),
        answer(
            "https://a.example/",
            "2013-01-01T00:00:01Z",
            "2",
            &ok("secure"),
        ),
        answer("http://a.example/y", "2013-01-01T00:00:00Z", "3", &to("/z")),
        answer(
            "http://a.example/v",
            "2013-01-01T00:00:00Z",
            "4",
            &to("//a.example"),
        ),
        answer(
            "http://a.example/round",
            "2013-01-01T00:00:00Z",
            "5",
            &to("around"),
        ),
        answer(
            "http://a.example/around",
            "2013-01-01T00:00:00Z",
            "6",
            &to("round"),
        ),
    ]);
    assert_eq!(at(&index, "http://a.example/", "2013"), text("secure"));
    let moved = index.find("http://a.example/y", Moment::default()).unwrap();
    let moved = moved.unwrap();
    assert_eq!((moved.status, moved.location.as_deref()), (301, Some("/z")));
    let found = |url| {
        let found = index.find_content(url, Moment::default()).unwrap();
        found.map(|capture| capture.url)
    };
    assert_eq!(found("http://a.example/y"), None);
    assert_eq!(
        found("http://a.example/v").as_deref(),
        Some("https://a.example/")
    );
    assert_eq!(found("http://a.example/round"), None);
}

#[test]
fn pages_are_listed_with_titles_and_programs() {
    let page = |text: &str| format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}");
    let date = "2013-01-01T00:00:00Z";
    let index = index(&[
        answer(
            "http://a.example/1",
            date,
            "1",
            &page("<title>A  &amp; b\n</title>"),
        ),
        answer(
            "http://a.example/2",
            date,
            "2",
            &page("<script>embed('x.nmf')</script>"),
        ),
        answer(
            "http://a.example/3",
            date,
            "3",
            &page("<title>T</title><embed src=a.nmf type=application/x-pnacl>"),
        ),
    ]);
    let pages = index.pages().iter();
    let pages: Vec<_> = pages
        .map(|page| {
            (
                &page.url[17..],
                page.title.as_str(),
                page.programs,
                page.names_program,
            )
        })
        .collect();
    let expected = [
        ("2", "", 0, true),
        ("3", "T", 1, true),
        ("1", "A & b", 0, false),
    ];
    assert_eq!(pages, expected);
}

#[test]
fn pages_have_pictures_that_were_captured() {
    let date = "2013-01-01T00:00:00Z";
    let page = |url: &str, name: &str| {
        let said = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\
                    <link rel=icon href=i.png>";
        answer(url, date, name, said)
    };
    let shot = |name: &str, media_type: &str| {
        let fields = format!(
            "WARC-Target-URI: {name}\r\nWARC-Date: {date}\r\nContent-Type: {media_type}\r\n"
        );
        record("resource", &fields, "picture")
    };
    let icon = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\npicture";
    let index = index(&[
        page("http://a.example/1", "1"),
        page("http://a.example/2", "2"),
        page("http://a.example/2?q", "3"),
        page("http://b.example/", "4"),
        shot("urn:view:http://a.example/1", "image/png"),
        shot("urn:thumbnail:http://a.example/1", "image/jpeg"),
        shot("urn:thumbnail:http://a.example/2", "text/html"),
        shot("urn:view:http://a.example/2", "image/png"),
        answer("http://a.example/i.png", date, "5", icon),
    ]);
    let pictures = index.pages().iter().map(|page| page.picture.as_deref());
    let expected = [
        Some("urn:thumbnail:http://a.example/1"),
        Some("urn:view:http://a.example/2"),
        Some("http://a.example/i.png"),
        None,
    ];
    assert_eq!(pictures.collect::<Vec<_>>(), expected);
}

#[test]
fn a_damaged_archive_has_what_was_before_the_damage() {
    let good = answer(
        "http://a.example/",
        "2013-01-01T00:00:00Z",
        "1",
        &ok("good"),
    );
    let whole = index(std::slice::from_ref(&good));
    assert!(whole.damage().is_none());
    let damaged = index(&[good.clone(), "no record".to_owned()]);
    assert!(damaged.damage().is_some());
    assert_eq!(at(&damaged, "http://a.example/", "2013"), text("good"));
    let broken = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nnot brotli at all";
    let broken = answer("http://a.example/b", "2013-01-01T00:00:00Z", "2", broken);
    let partly = index(&[broken, good]);
    let (refused, count) = partly.refused();
    assert_eq!((refused[0].0.as_str(), count), ("http://a.example/b", 1));
    assert_eq!(partly.len(), 1);
}

#[test]
fn a_bomb_ends_the_reading() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&vec![0; 40 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
    let length = head.len() + packed.len();
    let fields = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n\
         Content-Length: {length}\r\n\r\n"
    );
    let bytes = [fields.as_bytes(), head, &packed, b"\r\n\r\n"].concat();
    let error = Index::open(Source::bytes(&bytes), &Limits::default()).unwrap_err();
    assert!(error.is_final(), "{error}");
}

#[test]
fn other_files_have_no_index() {
    for bytes in [
        &b"text"[..],
        b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ] {
        let index = Index::open(Source::bytes(bytes), &Limits::default());
        assert!(matches!(index, Ok(None)), "{index:?}");
    }
}

/// A record of a request, by URL and name, with the name of its answer.
fn request(url: &str, name: &str, answer: Option<&str>, said: &str) -> String {
    let concurrent = answer
        .map(|answer| format!("WARC-Concurrent-To: <urn:uuid:{answer}>\r\n"))
        .unwrap_or_default();
    let fields = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2013-01-01T00:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:{name}>\r\n{concurrent}"
    );
    record("request", &fields, said)
}

const FORM: &str = "application/x-www-form-urlencoded";

/// A request that a browser sent to post a form.
fn posted(fields: &str) -> String {
    let length = fields.len();
    format!("POST /x HTTP/1.1\r\nContent-Type: {FORM}\r\nContent-Length: {length}\r\n\r\n{fields}")
}

/// The content at a URL for a form that is posted.
fn at_post(index: &Index, url: &str, content_type: &str, body: &str) -> Option<String> {
    let asked = MethodAndBody {
        method: "POST",
        content_type,
        body: body.as_bytes(),
    };
    let capture = index.find_answer(url, asked, Moment::default()).unwrap()?;
    let content = index.read(&capture, 0, u64::MAX).unwrap();
    Some(String::from_utf8(content).unwrap())
}

#[test]
fn a_request_that_posts_is_answered_by_method_and_body() {
    let url = "http://a.example/x?y";
    let date = "2013-01-01T00:00:00Z";
    let get = "GET /x HTTP/1.1\r\n\r\n";
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>posted</title>";
    let revisit = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nWARC-Record-ID: <urn:uuid:r>\r\n\
         WARC-Payload-Digest: sha1:1\r\n"
    );
    let revisit = record("revisit", &revisit, "HTTP/1.1 200 OK\r\n\r\n");
    let back = "HTTP/1.1 303 See Other\r\nLocation: /x?y\r\n\r\n";
    let index = index(&[
        answer(url, date, "1", &ok("one")),
        request(url, "r1", Some("1"), &posted("a=1&b=%C3%A4+c")),
        // Some crawlers write the request first, and name it in the answer.
        request(url, "r2", None, &posted("a=2")),
        answer(url, date, "2", &ok("two")).replacen(
            "WARC-Date",
            "WARC-Concurrent-To: <urn:uuid:r2>\r\nWARC-Date",
            1,
        ),
        // Others name neither.
        request(url, "r3", None, get),
        answer(url, date, "3", &ok("plain")),
        request(url, "r4", None, &posted("a=4")),
        answer(url, date, "4", &ok("four")),
        revisit,
        request(url, "r5", Some("r"), &posted("a=5")),
        answer("http://a.example/page", date, "6", page),
        request("http://a.example/page", "r6", Some("6"), &posted("")),
        answer(url, date, "7", back),
        request(url, "r7", Some("7"), &posted("a=7")),
        // The answer to this one is missing.
        request(url, "r8", Some("8"), &posted("a=8")),
    ]);
    let form = |body| at_post(&index, url, FORM, body);
    assert_eq!(form("a=1&b=ä%20c").as_deref(), Some("one"));
    assert_eq!(form("a=2").as_deref(), Some("two"));
    assert_eq!(form("a=4").as_deref(), Some("four"));
    assert_eq!(form("a=5").as_deref(), Some("one"));
    assert_eq!(form("a=7").as_deref(), Some(""));
    assert_eq!((form("a=8"), form("a=9"), form("")), (None, None, None));
    assert_eq!(form("a=2&time=1700000000000").as_deref(), Some("two"));
    assert_eq!(at_post(&index, url, "", "a=1&b=%C3%A4+c"), None);
    // A GET gets none of these.
    assert_eq!(at(&index, url, "2013"), text("plain"));
    assert_eq!(at(&index, "http://a.example/page", "2013"), None);
    assert_eq!(
        at_post(&index, "http://a.example/page", FORM, "").as_deref(),
        Some("<title>posted</title>")
    );
    assert!(index.pages().is_empty());
}

#[test]
fn a_body_that_is_too_large_is_left_out() {
    let url = "http://a.example/x";
    let date = "2013-01-01T00:00:00Z";
    let body = "a".repeat(MAX_BODY + 1);
    let index = index(&[
        request(url, "r", Some("1"), &posted(&body)),
        answer(url, date, "1", &ok("large")),
    ]);
    assert_eq!(at_post(&index, url, FORM, &body), None);
    assert_eq!(at_post(&index, url, FORM, &body[1..]), None);
}
