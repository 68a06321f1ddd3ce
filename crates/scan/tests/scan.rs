//! Scans collections, and tests the lines: kinds, containers, links, copies, damage.

mod sample;

use parquet::file::reader::{FileReader, SerializedFileReader};
use pinnacle_archive::{Limits, Source};
use pinnacle_scan::{Found, Join, failure, files, line, table};
use pinnacle_testing::archives::{answer, gzip, tar, zip};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Returns the completed lines of a source.
fn scan(place: &str, bytes: &[u8]) -> Vec<Value> {
    let mut lines = Vec::new();
    let source = Source::bytes(bytes);
    files(place, source, &Limits::default(), &mut |found| {
        match found {
            Found::File(file) => lines.extend(line(file)),
            Found::Failure(place, error) => lines.push(failure(&place, &error)),
            Found::Other => {}
        }
        ControlFlow::Continue(())
    });
    joined(lines)
}

fn joined(mut lines: Vec<Value>) -> Vec<Value> {
    let mut join = Join::default();
    lines.iter().for_each(|line| join.add(line));
    let joined = join.finish();
    for (number, line) in lines.iter_mut().enumerate() {
        joined.complete(number, line);
    }
    lines
}

fn manifest(url: &str) -> String {
    format!(
        r#"{{"program":{{"portable":{{"pnacl-translate":{{"url":"{url}"}}}},"x86-64":{{"url":"a.nexe"}}}}}}"#
    )
}

const PAGE: &str = "<!doctype html><title>A game</title>\
                    <embed id=e type=application/x-pnacl src=app.nmf width=640>";

/// Returns the line of a place.
fn at<'a>(lines: &'a [Value], place: &str) -> &'a Value {
    let found = lines.iter().find(|line| line["place"] == place);
    found.unwrap_or_else(|| panic!("no {place} in {lines:#?}"))
}

#[test]
fn page_manifest_and_program_lead_to_each_other() {
    let program = sample::program();
    let site = zip(&[
        ("game/index.html", PAGE.as_bytes()),
        ("game/app.nmf", manifest("bin/app.pexe").as_bytes()),
        ("game/bin/app.pexe", &program),
        ("game/about.html", b"<html>nothing"),
        ("game/picture.png", b"\x89PNG"),
        ("copy.tar.gz", &gzip(&tar(&[("app.pexe", &program)]))),
    ]);
    let lines = scan("site.zip", &site);
    let places: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["place"].as_str())
        .collect();
    let (page, nmf, pexe, copy) = (
        "site.zip!game/index.html",
        "site.zip!game/app.nmf",
        "site.zip!game/bin/app.pexe",
        "site.zip!copy.tar.gz!app.pexe",
    );
    assert_eq!(places, [page, nmf, pexe, copy]);
    let line = at(&lines, page);
    assert_eq!(line["title"], "A game");
    assert_eq!(line["elements"][0]["place"], nmf);
    assert_eq!(line["elements"][0]["width"], 640);
    let line = at(&lines, nmf);
    assert_eq!(line["programs"][0]["place"], pexe);
    // The archive does not have that file.
    assert_eq!(line["programs"][1]["url"], "a.nexe");
    assert_eq!(line["programs"][1]["place"], Value::Null);
    assert_eq!(line["pages"], json!([page]));
    let line = at(&lines, pexe);
    assert_eq!(
        (&line["manifests"], &line["pages"]),
        (&json!([nmf]), &json!([page]))
    );
    assert_eq!(line["duplicate_of"], Value::Null);
    let line = at(&lines, copy);
    assert_eq!(line["duplicate_of"], pexe);
    assert_eq!(line["valid"], true);
}

#[test]
fn a_web_archive_comes_over_a_pipe() {
    let program = sample::program();
    let crawl = [
        gzip(&answer("http://a.test/bin/app.pexe", "", &program)),
        gzip(&answer(
            "http://a.test/app.nmf?v=1",
            "",
            manifest("/bin/app.pexe").as_bytes(),
        )),
        gzip(&answer(
            "http://a.test/",
            "Content-Type: text/html\r\n",
            PAGE.replace("app.nmf", "app.nmf?v=1").as_bytes(),
        )),
        gzip(&answer("http://a.test/picture", "", b"\x89PNG")),
    ];
    let bytes = crawl.concat();
    let mut lines = Vec::new();
    files(
        "-",
        Source::stream(&bytes[..]),
        &Limits::default(),
        &mut |found| {
            match found {
                Found::File(file) => lines.extend(line(file)),
                Found::Failure(place, error) => panic!("{place}: {error}"),
                Found::Other => {}
            }
            ControlFlow::Continue(())
        },
    );
    let lines = joined(lines);
    let line = at(&lines, "-!http://a.test/bin/app.pexe");
    assert_eq!(line["manifests"], json!(["-!http://a.test/app.nmf?v=1"]));
    assert_eq!(line["pages"], json!(["-!http://a.test/"]));
    assert_eq!(at(&lines, "-!http://a.test/")["media_type"], "text/html");
}

#[test]
fn damage_is_a_line_and_not_an_end() {
    let program = sample::program();
    let mut damaged = program.clone();
    let middle = damaged.len() / 2;
    damaged.truncate(middle);
    let archive = zip(&[
        ("cut.pexe", &damaged),
        ("../out.pexe", &program),
        ("bad.nmf", b"{\"program\": 1"),
        ("good.pexe", &program),
    ]);
    let lines = scan("a.zip", &archive);
    let line = at(&lines, "a.zip!cut.pexe");
    assert_eq!(
        (&line["kind"], &line["valid"]),
        (&json!("program"), &json!(false))
    );
    assert!(line["error"]["code"].is_string(), "{line}");
    let failed = lines.iter().find(|line| line["kind"] == "failure");
    assert_eq!(failed.expect("a failure")["error"]["code"], "bad-name");
    assert_eq!(at(&lines, "a.zip!bad.nmf")["error"]["code"], "manifest");
    assert_eq!(at(&lines, "a.zip!good.pexe")["valid"], true);
    // A truncated container yields the files before the damage, and the error.
    let tar = tar(&[("a.pexe", &program), ("b.pexe", &program)]);
    let lines = scan("a.tar", &tar[..program.len() + 1200]);
    assert_eq!(lines[0]["place"], "a.tar!a.pexe");
    assert_eq!(lines.last().expect("a line")["kind"], "failure");
}

#[test]
fn no_damage_makes_the_scan_fail() {
    let archive = zip(&[
        ("index.html", PAGE.as_bytes()),
        ("app.nmf", manifest("app.pexe").as_bytes()),
        ("app.pexe", &sample::program()),
    ]);
    for at in (0..archive.len()).step_by(3) {
        let mut damaged = archive.clone();
        damaged[at] ^= 0x41;
        scan("a.zip", &damaged);
    }
}

#[test]
fn a_changed_program_resembles_the_original() {
    let functions = |count: u32, changed: u32| sample::with_functions(count, changed);
    let lines = [
        ("a", functions(60, 0)),
        ("b", functions(60, 5)),
        ("c", functions(60, 60)),
    ];
    let lines = lines
        .into_iter()
        .flat_map(|(name, bytes)| scan(name, &bytes));
    let lines = joined(lines.collect());
    assert_eq!(lines[0]["similar"][0]["place"], "b");
    assert_eq!(lines[1]["similar"][0]["place"], "a");
    assert_eq!(lines[2]["similar"], json!([]));
}

#[test]
fn lines_are_rows() {
    let lines = scan("=a.pexe", &sample::program());
    let mut text = Vec::new();
    let mut rows = table::csv::Csv::new(&mut text).expect("memory");
    lines
        .iter()
        .for_each(|line| rows.add(line).expect("memory"));
    let text = String::from_utf8(text).expect("text");
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[0].starts_with("place,kind,format,size,sha256,valid"),
        "{text}"
    );
    assert!(rows[1].starts_with("'=a.pexe,program,pexe,"), "{text}");
}

/// Returns the lines of a site whose page embeds a program, a copy of the program, and a damaged
/// archive.
fn lines_of_every_kind() -> Vec<Value> {
    let program = sample::program();
    let site = zip(&[
        ("index.html", PAGE.as_bytes()),
        ("app.nmf", manifest("app.pexe").as_bytes()),
        ("app.pexe", &program),
        ("copy.pexe", &program),
    ]);
    let cut = scan("cut.zip", &site[..40]);
    let site = scan("site.zip", &site);
    joined(site.into_iter().chain(cut).collect())
}

#[test]
fn lines_are_tables_of_sqlite() {
    let lines = lines_of_every_kind();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scan.db");
    table::sqlite::write(&path, &mut |add| lines.iter().try_for_each(add)).expect("a database");
    let database = Connection::open(path).expect("a database");
    let ask = |question: &str| -> String {
        let answer = database.query_row(question, [], |row| row.get(0));
        answer.unwrap_or_else(|error| panic!("{question}: {error}"))
    };
    let program = at(&lines, "site.zip!app.pexe");
    let size = ask("SELECT typeof(size) || ' ' || size FROM programs WHERE place LIKE '%app.pexe'");
    assert_eq!(size, format!("integer {}", program["size"]));
    assert_eq!(ask("SELECT title FROM pages"), "A game");
    assert_eq!(
        ask("SELECT duplicate_of FROM duplicates"),
        "site.zip!app.pexe"
    );
    assert_eq!(ask("SELECT place FROM failures"), "cut.zip");
    // Joins the page to its program by the names of their places.
    let way = "SELECT programs.place FROM pages
               JOIN links AS element ON element.line = pages.line
               JOIN links AS entry ON entry.place = element.target
               JOIN programs ON programs.place = entry.target";
    assert_eq!(ask(way), "site.zip!app.pexe");
}

#[test]
fn lines_are_tables_of_parquet() {
    let lines = lines_of_every_kind();
    let mut tables = table::parquet::Tables::new(tempfile::tempfile).expect("files");
    lines
        .iter()
        .for_each(|line| tables.add(line).expect("a row"));
    let mut rows = Vec::new();
    for (name, file) in tables.finish().expect("files") {
        let reader = SerializedFileReader::new(file).expect("a file of Parquet");
        for row in reader.get_row_iter(None).expect("rows") {
            rows.push((name, row.expect("a row").to_string()));
        }
    }
    let of = |name: &str| -> Vec<&str> {
        let rows = rows.iter().filter(|row| row.0 == name);
        rows.map(|row| row.1.as_str()).collect()
    };
    assert_eq!(of("programs").len(), 2);
    let size = format!("size: {}", at(&lines, "site.zip!app.pexe")["size"]);
    assert!(of("programs")[0].contains(&size), "{rows:#?}");
    let duplicate = "place: \"site.zip!copy.pexe\", duplicate_of: \"site.zip!app.pexe\"";
    assert!(of("duplicates")[0].contains(duplicate), "{rows:#?}");
    assert_eq!(of("links").len(), 3, "{rows:#?}");
    assert!(of("links").iter().any(|link| link.contains("target: null")));
    assert!(
        of("failures")[0].contains("place: \"cut.zip\""),
        "{rows:#?}"
    );
}
