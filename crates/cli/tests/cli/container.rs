//! Containers and their members: `archive!member`.

use crate::{Folder, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::archives::{answer, gzip, record, tar, zip};
use serde_json::Value;

/// A manifest that names a program.
fn manifest(url: &str) -> String {
    format!(r#"{{"program":{{"portable":{{"pnacl-translate":{{"url":"{url}"}}}}}}}}"#)
}

/// Makes a zip archive with a program, a page with its manifest and program, and a program in an
/// inner archive.
fn archive() -> Vec<u8> {
    let (hello, pepper) = (programs::hello(), programs::pepper());
    let page = "<!doctype html><embed type=application/x-pnacl src=app.nmf>";
    let inner = gzip(&tar(&[("deep.pexe", &hello)]));
    zip(&[
        ("hello.pexe", &hello),
        ("site/page.html", page.as_bytes()),
        ("site/app.nmf", manifest("app.pexe").as_bytes()),
        ("site/app.pexe", &pepper),
        ("other.html", b"<html><p>"),
        ("inner.tar.gz", &inner),
        ("picture.png", b"\x89PNG"),
    ])
}

#[test]
fn a_container_stands_for_its_programs() {
    let folder = Folder::new();
    let path = folder.file("all.zip", archive());
    for command in ["info", "verify", "stats"] {
        let seen = pinnacle(&[command, &path]);
        assert_eq!(seen.status, 0, "{command}: {}", seen.stderr);
        let told = "all.zip is a zip archive with 3 programs: hello.pexe, site/app.pexe, \
                    inner.tar.gz!deep.pexe; 2 pages or manifests: site/page.html, site/app.nmf";
        assert!(seen.stderr.contains(told), "{}", seen.stderr);
        let named = format!("{path}!inner.tar.gz!deep.pexe");
        assert!(seen.stdout.contains(&named), "{}", seen.stdout);
    }
    let seen = pinnacle_reading(&["info", "--json", "-"], &archive());
    let documents: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(documents.as_array().map(Vec::len), Some(3));
    assert_eq!(documents[0]["file"], "standard input!hello.pexe");
}

#[test]
fn a_folder_stands_for_the_programs_below_it() {
    let folder = Folder::new();
    let games = folder.path("games");
    std::fs::create_dir_all(folder.path("games/old")).unwrap();
    folder.file("games/hello.pexe", programs::hello());
    folder.file("games/old/all.zip", archive());
    folder.file("games/old/pepper.pexe.gz", gzip(&programs::pepper()));
    folder.file("games/readme.txt", "a text");
    folder.file("games/old/pictures.zip", zip(&[("a.png", b"\x89PNG")]));
    for command in ["info", "verify", "stats"] {
        let seen = pinnacle(&[command, "-r", &games]);
        assert_eq!(seen.status, 0, "{command}: {}", seen.stderr);
        let told = "games is a folder with 5 files and 5 programs";
        assert!(seen.stderr.contains(told), "{}", seen.stderr);
        let deep = format!("{games}/old/all.zip!inner.tar.gz!deep.pexe");
        for name in [format!("{games}/hello.pexe"), deep] {
            assert!(seen.stdout.contains(&name), "{}", seen.stdout);
        }
        pinnacle(&[command, &games]).refuses(2, &["is a directory"]);
    }
    folder.file("games/wrong.pexe", programs::two_errors());
    let seen = pinnacle(&["verify", "-r", &games]);
    assert_eq!(seen.status, 1, "{}", seen.stdout);
    let none = folder.path("none");
    std::fs::create_dir(&none).unwrap();
    pinnacle(&["info", "-r", &none]).refuses(1, &["none of them a program"]);
}

#[test]
fn a_member_is_named_after_its_container() {
    let folder = Folder::new();
    let path = folder.file("all.zip", archive());
    for member in ["hello.pexe", "inner.tar.gz!deep.pexe"] {
        let name = format!("{path}!{member}");
        let seen = pinnacle(&["run", &name]);
        assert_eq!(
            (seen.status, &*seen.stdout),
            (0, "hello\n"),
            "{}",
            seen.stderr
        );
        let seen = pinnacle(&["verify", &name]);
        assert!(seen.stdout.contains(": valid"), "{}", seen.stdout);
        let seen = pinnacle(&["dis", &name]);
        assert!(seen.stdout.starts_with("module"), "{}", seen.stdout);
    }
    let seen = pinnacle_reading(&["run", "--", "-!hello.pexe"], &archive());
    assert_eq!(seen.stdout, "hello\n", "{}", seen.stderr);
    // A nested container also gives the programs in it.
    let seen = pinnacle(&["verify", &format!("{path}!inner.tar.gz")]);
    assert!(
        seen.stdout.contains("inner.tar.gz!deep.pexe: valid"),
        "{}",
        seen.stdout
    );
    let words = &["it has no member none.pexe", "hint: ", "pinnacle info"];
    pinnacle(&["run", &format!("{path}!none.pexe")]).refuses(1, words);
    let words = &["with 3 programs", "but dis takes one", "all.zip!"];
    pinnacle(&["dis", &path]).refuses(2, words);
}

#[test]
fn a_compressed_program_is_a_program() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe.gz", gzip(&programs::hello()));
    assert_eq!(pinnacle(&["run", &path]).stdout, "hello\n");
    // A container with a single program stands for that program.
    let path = folder.file("one.zip", zip(&[("a/hello.pexe", &programs::hello())]));
    assert_eq!(pinnacle(&["run", &path]).stdout, "hello\n");
    // An existing file with the separator in its name takes precedence.
    let path = folder.file("one.zip!a", programs::hello());
    assert_eq!(pinnacle(&["run", &path]).stdout, "hello\n");
}

#[test]
fn a_page_runs_from_its_container() {
    let folder = Folder::new();
    let path = folder.file("all.zip", archive());
    let bare = pinnacle(&["run", &folder.file("app.pexe", programs::pepper())]);
    for member in ["site/page.html", "site/app.nmf", "site/app.pexe"] {
        let seen = pinnacle(&["run", &format!("{path}!{member}")]);
        assert_eq!(
            (seen.status, seen.stdout),
            (bare.status, bare.stdout.clone()),
            "{}",
            seen.stderr
        );
    }
}

#[test]
fn a_page_runs_from_a_web_archive_by_its_url() {
    let page = "<!doctype html><embed type=application/x-pnacl src=../app.nmf?v=1>";
    let crawl = [
        gzip(&answer(
            "http://a.test/app.nmf?v=1",
            "",
            manifest("bin/app.pexe").as_bytes(),
        )),
        gzip(&answer(
            "http://a.test/game/",
            "Content-Type: text/html\r\n",
            page.as_bytes(),
        )),
        gzip(&answer(
            "http://b.test/bin/app.pexe",
            "",
            b"of another site",
        )),
        gzip(&answer(
            "http://a.test/bin/app.pexe",
            "",
            &programs::pepper(),
        )),
        gzip(&record(
            "response",
            "http://old.test/",
            "2013-05-01T12:00:00Z",
            b"HTTP/1.1 301 Moved\r\nLocation: http://a.test/game/\r\n\r\n",
        )),
    ]
    .concat();
    let folder = Folder::new();
    let bare = pinnacle(&["run", &folder.file("app.pexe", programs::pepper())]);
    let wacz = zip(&[
        ("archive/data.warc.gz", &crawl),
        ("datapackage.json", b"{}"),
    ]);
    for (name, bytes) in [("crawl.warc.gz", &crawl), ("crawl.wacz", &wacz)] {
        let path = folder.file(name, bytes);
        let seen = pinnacle(&["info", &path]);
        let told = "with 1 program: http://a.test/bin/app.pexe; 2 pages or manifests";
        assert!(seen.stderr.contains(told), "{}", seen.stderr);
        for url in [
            "http://a.test/game/",
            "https://a.test/game/#top",
            "http://old.test/",
        ] {
            let seen = pinnacle(&["run", &format!("{path}!{url}")]);
            assert_eq!(
                (seen.status, seen.stdout),
                (bare.status, bare.stdout.clone()),
                "{url}: {}",
                seen.stderr
            );
        }
    }
}

#[test]
fn sections_that_are_not_read_are_named() {
    let folder = Folder::new();
    let hello = programs::hello();
    let path = folder.file("bad.zip", zip(&[("../a.pexe", &hello), ("b.pexe", &hello)]));
    let seen = pinnacle(&["verify", &path]);
    assert_eq!(seen.status, 1);
    assert!(
        seen.stderr.contains("leads out of the archive"),
        "{}",
        seen.stderr
    );
    assert!(
        seen.stderr.contains("1 program: b.pexe; 1 member not read"),
        "{}",
        seen.stderr
    );
    assert!(seen.stdout.contains("b.pexe: valid"), "{}", seen.stdout);
    let bomb = folder.file("bomb.zip", zip(&[("a.pexe", &vec![b' '; 64 << 20])]));
    pinnacle(&["run", &format!("{bomb}!a.pexe")])
        .refuses(1, &["which suggests a decompression bomb", "hint: "]);
    let empty = folder.file("empty.zip", zip(&[("picture.png", b"\x89PNG")]));
    let seen = pinnacle(&["info", &empty]);
    assert_eq!(seen.status, 1);
    assert!(
        seen.stderr.contains("with 1 file, none of them a program"),
        "{}",
        seen.stderr
    );
    assert!(!seen.stderr.contains("with 0 programs"), "{}", seen.stderr);
}
