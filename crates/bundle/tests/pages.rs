//! Pages in one file: the parts that are replaced, and those that are not.

use pinnacle_archive::{self as archive, Format, Limits, Opened, Source};
use pinnacle_bundle::{Bundle, Captured, Collected, Error, Options, Script};
use pinnacle_page::site::Site;
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

const SCRIPT: Script<'static> = Script {
    script: b"begin('</script>', '<!--');",
    worker: b"work();",
    core: b"\0asm",
};

/// A folder with files, each a path and its text.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Folder(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn bundle_with(&self, page: &str, options: &Options) -> Result<Bundle, Error> {
        let site = Site::open(self.path()).unwrap();
        Collected::page(&site, &self.path().join(page), options)?.html(&SCRIPT)
    }

    fn bundle(&self, page: &str) -> (String, Bundle) {
        let bundle = self.bundle_with(page, &Options::default()).unwrap();
        (String::from_utf8(bundle.html.clone()).unwrap(), bundle)
    }
}

/// Returns a text in base64, as in elements and `data:` URLs.
fn base64(text: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(text)
}

#[test]
fn the_script_and_the_files_come_before_all_scripts_of_the_page() {
    let folder = Folder::new(&[
        (
            "index.html",
            "<!doctype html><title>x</title><script>run()</script>",
        ),
        ("game.nmf", "{}"),
    ]);
    let (html, bundle) = folder.bundle("index.html");
    let file = format!(
        "<script type=\"application/x-pinnacle-file\" data-url=\"game.nmf\" \
         data-path=\"/game.nmf\" data-media-type=\"application/octet-stream\">{}</script>",
        base64("{}")
    );
    let at = |text: &str| {
        html.find(text)
            .unwrap_or_else(|| panic!("no {text} in {html}"))
    };
    assert!(html.starts_with("<!doctype html>"));
    assert!(at(&file) < at("<script data-bundle>"));
    assert!(at("data-part=\"pinnacle-worker.js\"") < at("<script data-bundle>"));
    assert!(at("<script data-bundle>") < at("<title>x</title><script>run()</script>"));
    assert_eq!((bundle.files, bundle.bytes), (1, 2));
}

#[test]
fn the_text_of_the_script_does_not_end_its_element() {
    let folder = Folder::new(&[("index.html", "<p>")]);
    let (html, _) = folder.bundle("index.html");
    assert!(
        html.contains("begin('<\\/script>', '<\\!--');</script>"),
        "{html}"
    );
}

#[test]
fn files_that_tags_load_are_inlined() {
    let folder = Folder::new(&[
        (
            "demo/index.html",
            "<link rel=stylesheet href=../look.css><img src=/a.png><script src='x.js?v=1'></script>\
             <video poster=a.jpg></video><style>b{background:url(../a.png)}</style>\
             <p style=\"background: url('../a.png')\">",
        ),
        (
            "look.css",
            "@import \"more.css\"; i{background:url( 'a.png' )}",
        ),
        ("more.css", "u { color: red }"),
        ("a.png", "picture"),
        ("demo/x.js", "script"),
    ]);
    let (html, _) = folder.bundle("demo/index.html");
    let picture = format!("data:image/png;base64,{}", base64("picture"));
    let more = format!(
        "data:text/css;charset=utf-8;base64,{}",
        base64("u { color: red }")
    );
    let look = format!("@import url(\"{more}\"); i{{background:url(\"{picture}\")}}");
    let look = format!("data:text/css;charset=utf-8;base64,{}", base64(&look));
    for part in [
        format!("<link rel=stylesheet href=\"{look}\">"),
        format!("<img src=\"{picture}\">"),
        format!(
            "<script src=\"data:text/javascript;base64,{}\"></script>",
            base64("script")
        ),
        "<video poster=a.jpg></video>".to_owned(),
        format!("<style>b{{background:url(\"{picture}\")}}</style>"),
        format!("<p style=\"background: url(&quot;{picture}&quot;)\">"),
        "data-url=\"../a.png\" data-path=\"/a.png\"".to_owned(),
    ] {
        assert!(html.contains(&part), "no {part} in {html}");
    }
}

#[test]
fn files_of_another_site_are_named_and_stay() {
    let folder = Folder::new(&[(
        "index.html",
        "<script src=http://example.com/x.js></script><base href=http://example.com/>\
         <link rel=stylesheet href=//fonts.example/a.css><a href=http://example.com/y>y</a>",
    )]);
    let (html, bundle) = folder.bundle("index.html");
    assert_eq!(
        bundle.elsewhere,
        ["http://example.com/x.js", "http://fonts.example/a.css"]
    );
    assert!(html.contains("<script src=http://example.com/x.js>"));
    assert!(
        html.contains("<base>"),
        "addresses are counted from the page: {html}"
    );
}

#[test]
fn an_older_script_tag_and_a_policy_of_the_site_go() {
    let folder = Folder::new(&[(
        "index.html",
        "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\">\
         <script src=lib/pinnacle.js data-isolate></script><p>",
    )]);
    let (html, _) = folder.bundle("index.html");
    assert!(
        !html.contains("Policy") && !html.contains("data-isolate"),
        "{html}"
    );
}

#[test]
fn the_encoding_of_the_page_comes_before_the_files() {
    let latin = b"<meta http-equiv=Content-Type content='text/html; charset=ISO-8859-1'><p>\xE4";
    let folder = Folder::new(&[]);
    fs::write(folder.path().join("index.html"), latin).unwrap();
    let bundle = folder
        .bundle_with("index.html", &Options::default())
        .unwrap();
    assert!(bundle.html.starts_with(b"<meta charset=\"iso-8859-1\">\n"));
    assert!(
        bundle.html.ends_with(b"<p>\xE4"),
        "the bytes stay as they were"
    );
}

#[test]
fn hidden_files_and_what_is_left_out_stay_out() {
    let folder = Folder::new(&[
        ("index.html", "<p>"),
        (".env", "secret"),
        (".git/config", "secret"),
        ("old/a.txt", "old"),
        ("new.txt", "new"),
    ]);
    let options = Options {
        left_out: vec!["old/".into()],
        ..Options::default()
    };
    let bundle = folder.bundle_with("index.html", &options).unwrap();
    assert_eq!((bundle.files, bundle.bytes), (1, 3));
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_site_are_not_followed() {
    let outside = Folder::new(&[("secret.txt", "secret")]);
    let folder = Folder::new(&[("index.html", "<img src=a.png>")]);
    let link = |name| folder.path().join(name);
    std::os::unix::fs::symlink(outside.path().join("secret.txt"), link("a.png")).unwrap();
    std::os::unix::fs::symlink(outside.path(), link("folder")).unwrap();
    let (html, bundle) = folder.bundle("index.html");
    assert_eq!(bundle.files, 0);
    assert!(html.contains("<img src=a.png>"));
}

#[test]
fn more_than_the_limit_is_refused_with_advice() {
    let folder = Folder::new(&[("index.html", "<p>"), ("data.bin", "twelve bytes")]);
    let options = Options {
        max_size: 11,
        ..Options::default()
    };
    let error = folder.bundle_with("index.html", &options).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("with data.bin, its files exceed the limit of 11 bytes")
    );
    assert!(error.advice().unwrap().contains("--exclude"));
}

#[test]
fn a_program_alone_gets_a_page_and_a_manifest() {
    let options = Options::default();
    let bundle = Collected::program("a \"b\".pexe", b"PEXE", &options)
        .unwrap()
        .html(&SCRIPT)
        .unwrap();
    let html = String::from_utf8(bundle.html).unwrap();
    assert_eq!(bundle.files, 1);
    assert!(html.contains("<title>a &quot;b&quot;</title>"));
    assert!(html.contains("data-url=\"a%20%22b%22.pexe\""), "{html}");
    assert!(html.contains("src=\"a%20%22b%22.pexe.nmf\""));
}

#[test]
fn a_program_larger_than_the_limit_is_refused() {
    let options = Options {
        max_size: 3,
        ..Options::default()
    };
    let error = Collected::program("a.pexe", b"PEXE", &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.pexe: it has 4 bytes, more than the limit of 3"
    );
}

#[test]
fn a_manifest_gets_a_page_and_is_in_it() {
    let folder = Folder::new(&[("game.nmf", "{}"), ("game.pexe", "PEXE")]);
    let site = Site::open(folder.path()).unwrap();
    let manifest = folder.path().join("game.nmf");
    let bundle = Collected::manifest(&site, &manifest, &Options::default())
        .unwrap()
        .html(&SCRIPT)
        .unwrap();
    let html = String::from_utf8(bundle.html).unwrap();
    assert_eq!(bundle.files, 2);
    assert!(html.contains("data-url=\"game.nmf\""), "{html}");
    assert!(html.contains("src=\"game.nmf\""), "{html}");
}

/// Nested blocks and style sheets that import themselves do not recurse forever.
#[test]
fn hostile_style_sheets_take_no_more_than_their_size() {
    let deep = "(".repeat(1_000_000);
    let folder = Folder::new(&[
        (
            "index.html",
            "<link rel=stylesheet href=a.css><link rel=stylesheet href=deep.css>",
        ),
        ("a.css", "@import 'a.css';"),
        ("deep.css", &deep),
    ]);
    let (html, _) = folder.bundle("index.html");
    assert!(html.len() < 16 << 20);
}

/// The captures of a web archive, in order: URL, content type and content.
fn captures(bytes: &[u8]) -> Vec<(String, String, String)> {
    let Ok(Opened::Container(container)) = archive::open(Source::bytes(bytes), &Limits::default())
    else {
        panic!("it is not a container");
    };
    assert_eq!(container.format(), Format::Wacz);
    let mut found = Vec::new();
    let walked = container.each(&mut |member| {
        if let Some(capture) = member.capture {
            assert_eq!(
                (&*capture.date, capture.status),
                ("2013-05-01T12:00:05Z", Some(200))
            );
            let mut text = String::new();
            member.contents?.read_to_string(&mut text)?;
            found.push((member.name, capture.media_type, text));
        }
        Ok(ControlFlow::Continue(()))
    });
    assert!(walked.is_ok(), "{walked:?}");
    found
}

fn captured(site: &str) -> Captured {
    Captured {
        site: site.parse().unwrap(),
        time: SystemTime::UNIX_EPOCH + Duration::from_secs(1_367_409_605),
    }
}

#[test]
fn a_web_archive_has_the_page_and_its_files_as_they_are() {
    let page = "<title>A game</title><embed src=game.nmf>";
    let folder = Folder::new(&[
        ("index.html", page),
        ("game.nmf", "{}"),
        ("data/é.txt", "x"),
    ]);
    let site = Site::open(folder.path()).unwrap();
    let options = Options::default();
    let collected = Collected::page(&site, &folder.path().join("index.html"), &options).unwrap();
    let archive = collected
        .wacz(&captured("http://old.example/game/"))
        .unwrap();
    assert_eq!(archive.url.as_str(), "http://old.example/game/");
    assert_eq!((archive.files, archive.size), (3, page.len() as u64 + 3));
    let capture = |path: &str, kind: &str, content: &str| {
        let url = format!("http://old.example/game/{path}");
        (url, kind.to_owned(), content.to_owned())
    };
    assert_eq!(
        captures(&archive.bytes),
        [
            capture("index.html", "text/html", page),
            capture("", "text/html", page),
            capture("data/%C3%A9.txt", "text/plain", "x"),
            capture("game.nmf", "application/octet-stream", "{}"),
        ]
    );
}

#[test]
fn the_index_of_a_web_archive_names_the_place_of_each_record() {
    let options = Options::default();
    let collected = Collected::program("a b.pexe", b"PEXE", &options).unwrap();
    let archive = collected
        .wacz(&captured("http://www.old.example/"))
        .unwrap();
    let member = |name: &str| {
        archive::find(Source::bytes(&archive.bytes), name, &Limits::default()).unwrap()
    };
    let index = String::from_utf8(member("indexes/index.cdx")).unwrap();
    let keys = index.lines().map(|line| line.split(" {").next().unwrap());
    assert_eq!(
        keys.collect::<Vec<_>>(),
        [
            "example,old)/ 20130501120005",
            "example,old)/a%20b.pexe 20130501120005",
            "example,old)/a%20b.pexe.nmf 20130501120005",
        ]
    );
    // The bytes at the offset are a record that is compressed by itself.
    let line = index.lines().nth(1).unwrap();
    let entry: serde_json::Value = serde_json::from_str(&line[line.find('{').unwrap()..]).unwrap();
    let number = |name: &str| entry[name].as_str().unwrap().parse::<usize>().unwrap();
    let stored = find_stored(&archive.bytes);
    let record = &stored[number("offset")..][..number("length")];
    let mut text = String::new();
    flate2::read::GzDecoder::new(record)
        .read_to_string(&mut text)
        .unwrap();
    assert!(
        text.starts_with("WARC/1.1\r\nWARC-Type: response\r\n"),
        "{text}"
    );
    assert!(text.ends_with("\r\n\r\nPEXE\r\n\r\n"), "{text}");
    let digest = entry["digest"].as_str().unwrap();
    assert!(
        text.contains(&format!("WARC-Payload-Digest: {digest}\r\n")),
        "{text}"
    );

    let about: serde_json::Value = serde_json::from_slice(&member("datapackage.json")).unwrap();
    assert_eq!(about["mainPageUrl"], "http://www.old.example/");
    assert_eq!(about["resources"].as_array().map(Vec::len), Some(3));
    let pages = String::from_utf8(member("pages/pages.jsonl")).unwrap();
    assert!(
        pages.lines().nth(1).unwrap().contains("\"title\":\"a b\""),
        "{pages}"
    );
}

/// Returns the web archive in a WACZ. It is stored without compression, so it begins with the first
/// record.
fn find_stored(wacz: &[u8]) -> &[u8] {
    let start = wacz.windows(3).position(|bytes| bytes == [0x1f, 0x8b, 8]);
    &wacz[start.unwrap()..]
}
