//! `pinnacle scan`.

use crate::{Folder, command, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::archives::{answer, gzip, tar, zip};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

const PAGE: &str =
    "<!doctype html><title>Pepper</title><embed type=application/x-pnacl src=app.nmf>";
const MANIFEST: &str = r#"{"program":{"portable":{"pnacl-translate":{"url":"app.pexe"}}}}"#;

/// Makes a folder with a site, archives, copies and damaged files.
fn collection(folder: &Folder) -> String {
    let (hello, pepper) = (programs::hello(), programs::pepper());
    for name in ["all/site", "all/old"] {
        fs::create_dir_all(folder.path(name)).expect("a folder");
    }
    folder.file("all/site/index.html", PAGE);
    folder.file("all/site/app.nmf", MANIFEST);
    folder.file("all/site/app.pexe", &pepper);
    folder.file("all/site/style.css", "body {}");
    folder.file(
        "all/old/backup.tar.gz",
        gzip(&tar(&[("app.pexe", &pepper), ("b/hello.pexe", &hello)])),
    );
    folder.file("all/old/cut.zip", &zip(&[("x.pexe", &hello)])[..40]);
    folder.file("all/old/cut.pexe", &hello[..hello.len() / 2]);
    folder.file("all/text.pnasm", "// a program\nmodule {\n}");
    folder.path("all")
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn a_folder_is_lines_in_the_order_of_its_files() {
    let folder = Folder::new();
    let all = collection(&folder);
    let seen = pinnacle(&["scan", "-j", "1", &all]);
    assert_eq!(seen.status, 1, "{}", seen.stderr);
    let found = lines(&seen.stdout);
    let places: Vec<&str> = found
        .iter()
        .filter_map(|line| line["place"].as_str())
        .collect();
    let expected = [
        "text.pnasm",
        "old/backup.tar.gz!app.pexe",
        "old/backup.tar.gz!b/hello.pexe",
        "old/cut.pexe",
        "old/cut.zip",
        "site/app.nmf",
        "site/app.pexe",
        "site/index.html",
    ];
    let expected: Vec<String> = expected
        .iter()
        .map(|name| format!("{all}/{name}"))
        .collect();
    assert_eq!(places, expected);
    let program = &found[6];
    assert_eq!(program["pages"], json!([places[7]]));
    assert_eq!(program["manifests"], json!([places[5]]));
    assert_eq!(program["duplicate_of"], places[1]);
    assert_eq!(found[4]["kind"], "failure");
    assert!(
        seen.stderr
            .contains("8 files scanned: 5 programs, 1 manifest, 1 page, 1 copy"),
        "{}",
        seen.stderr
    );
    for jobs in ["2", "7"] {
        assert_eq!(pinnacle(&["scan", "-j", jobs, &all]).stdout, seen.stdout);
    }
}

#[test]
fn lines_have_the_fields_of_the_schema() {
    let schema = include_str!("../../../../docs/schemas/scan-1.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let properties = schema["properties"].as_object().expect("properties");
    let folder = Folder::new();
    let seen = pinnacle(&["scan", &collection(&folder)]);
    let mut kinds = BTreeSet::new();
    for line in lines(&seen.stdout) {
        kinds.insert(line["kind"].to_string());
        for (name, value) in line.as_object().expect("an object") {
            let property = properties
                .get(name)
                .unwrap_or_else(|| panic!("no {name} in the schema"));
            let types = match &property["type"] {
                Value::String(one) => vec![one.as_str()],
                Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
                // The schema lists the values instead of a type.
                _ => continue,
            };
            let found = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "integer",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            assert!(types.contains(&found), "{name}: {value}");
        }
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

#[test]
fn a_killed_scan_resumes_with_the_same_lines() {
    let folder = Folder::new();
    let all = collection(&folder);
    let journal = folder.path("journal");
    let whole = pinnacle(&["scan", "--resume", &journal, &all]);
    let bytes = fs::read(&journal).expect("a journal");
    // A killed scan may leave a journal of any length.
    for part in 0..=10 {
        fs::write(&journal, &bytes[..bytes.len() * part / 10]).expect("a journal");
        let seen = pinnacle(&["scan", "--resume", &journal, &all]);
        assert_eq!(
            (seen.status, &seen.stdout),
            (1, &whole.stdout),
            "{}",
            seen.stderr
        );
    }
    // A changed file is read again; the others are not.
    let before = fs::metadata(&journal).expect("a journal").len();
    folder.file("all/site/app.pexe", programs::hello());
    let seen = pinnacle(&["scan", "--resume", &journal, &all]);
    assert_ne!(seen.stdout, whole.stdout);
    let text = fs::read_to_string(&journal).expect("a journal");
    let more = &text[usize::try_from(before).expect("a size")..];
    assert_eq!(more.matches("file\t").count(), 1, "{more}");
    let words = &["is not the journal of a scan with these options", "hint: "];
    pinnacle(&["scan", "--resume", &journal, "--max-size", "1m", &all]).refuses(2, words);
}

#[test]
fn a_stream_is_read_as_it_comes() {
    let crawl = [
        gzip(&answer(
            "http://a.test/",
            "Content-Type: text/html\r\n",
            PAGE.as_bytes(),
        )),
        gzip(&answer("http://a.test/app.nmf", "", MANIFEST.as_bytes())),
        gzip(&answer("http://a.test/app.pexe", "", &programs::pepper())),
    ];
    let seen = pinnacle_reading(&["scan", "-"], &crawl.concat());
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let found = lines(&seen.stdout);
    assert_eq!(found[2]["place"], "-!http://a.test/app.pexe");
    assert_eq!(found[2]["pages"], json!(["-!http://a.test/"]));
}

#[test]
fn a_table_and_lines_are_written_to_files() {
    let folder = Folder::new();
    let all = collection(&folder);
    let (csv, out) = (folder.path("all.csv"), folder.path("lines.jsonl"));
    let seen = pinnacle(&["scan", &all, "--csv", &csv, "-o", &out]);
    assert_eq!((seen.status, &*seen.stdout), (1, ""), "{}", seen.stderr);
    let rows = fs::read_to_string(csv).expect("a table");
    assert_eq!(rows.lines().count(), 9, "{rows}");
    assert_eq!(lines(&fs::read_to_string(out).expect("lines")).len(), 8);
    pinnacle(&["scan", &all, "-o", "/nowhere/x"]).refuses(2, &["cannot write /nowhere/x"]);
}

#[test]
fn databases_are_written_whole_or_not_at_all() {
    let folder = Folder::new();
    let all = collection(&folder);
    let (database, tables) = (folder.path("scan.db"), folder.path("tables"));
    let words = ["scan", &all, "--sqlite", &database, "--parquet", &tables];
    let mut written = Vec::new();
    // A second scan replaces the files with identical ones.
    for _ in 0..2 {
        let seen = pinnacle(&words);
        assert_eq!((seen.status, &*seen.stdout), (1, ""), "{}", seen.stderr);
        let programs = fs::read(format!("{tables}/programs.parquet")).expect("a table");
        written.push((fs::read(&database).expect("a database"), programs));
    }
    assert!(written[0] == written[1]);
    assert!(written[0].0.starts_with(b"SQLite format 3\0"));
    assert!(written[0].1.starts_with(b"PAR1") && written[0].1.ends_with(b"PAR1"));
    pinnacle(&["scan", &all, "--sqlite", &tables]).refuses(2, &["is a directory"]);
    pinnacle(&["scan", &all, "--parquet", &database]).refuses(2, &["cannot write"]);
    assert!(fs::read(&database).expect("it is there") == written[0].0);
    // No temporary files are left.
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 3);
    assert_eq!(fs::read_dir(&tables).expect("a folder").count(), 11);
}

#[test]
fn unreadable_and_slow_files_have_a_line() {
    let folder = Folder::new();
    let hello = folder.file("hello.pexe", programs::hello());
    let nowhere = folder.path("nowhere");
    let seen = pinnacle(&["scan", &nowhere, &hello, "--max-size", "100"]);
    assert_eq!(seen.status, 1);
    let found = lines(&seen.stdout);
    assert_eq!(
        (&found[0]["kind"], &found[0]["error"]["code"]),
        (&json!("failure"), &json!("unreadable"))
    );
    assert_eq!(found[1]["error"]["code"], "too-large");
}

#[test]
fn a_catalogue_has_a_page_for_each_program() {
    let folder = Folder::new();
    let all = collection(&folder);
    let site = folder.path("site");
    let seen = pinnacle(&["scan", &all, "--html", &site]);
    assert_eq!((seen.status, &*seen.stdout), (1, ""), "{}", seen.stderr);
    let read = |name: &str| fs::read_to_string(format!("{site}/{name}")).expect("a file");
    assert!(read("index.html").contains("<script src=\"data-000.js\">"));
    let data = read("data-000.js");
    let rows = data
        .strip_prefix("addRows(")
        .and_then(|text| text.strip_suffix(");\n"));
    let rows: Vec<Value> = serde_json::from_str(rows.expect("a call")).expect("JSON");
    assert_eq!(rows.len(), 8);
    let pages = fs::read_dir(format!("{site}/programs")).expect("pages");
    // Identical programs share one page.
    assert_eq!(pages.count(), 4);
    let (place, page) = (rows[1][0].as_str(), rows[1][8].as_str());
    let page = read(&format!("programs/{}.html", page.expect("a page")));
    assert!(
        page.contains(place.expect("a place")) && page.contains("PPB_Core;1.0"),
        "{page}"
    );
}

#[test]
fn a_program_is_run_as_its_page_says() {
    let folder = Folder::new();
    fs::create_dir(folder.path("all")).expect("a folder");
    folder.file("all/app.pexe", programs::pepper_hello());
    folder.file("all/app.nmf", MANIFEST);
    folder.file(
        "all/index.html",
        PAGE.replace(
            "<embed",
            "<p><embed src=none.nmf type=application/x-pnacl><embed id=it",
        ),
    );
    let (all, site, out) = (
        folder.path("all"),
        folder.path("site"),
        folder.path("lines"),
    );
    let journal = folder.path("journal");
    let words = [
        "scan", &all, "--html", &site, "--run", "-o", &out, "--resume", &journal,
    ];
    let mut results = Vec::new();
    for _ in 0..2 {
        let seen = pinnacle(&words);
        assert_eq!(seen.status, 0, "{}", seen.stderr);
        let found = lines(&fs::read_to_string(&out).expect("lines"));
        let run = found[1]["run"].clone();
        assert_eq!(
            (&run["status"], &run["console"][0]),
            (&json!(0), &json!("hello"))
        );
        assert_eq!(run["start"], format!("{all}/index.html"));
        results.push(run);
    }
    assert_eq!(results[0], results[1]);
    // The second scan ran nothing.
    let text = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(text.matches("\nran\t").count(), 1);
    assert!(!std::path::Path::new(&site).join("unfinished").exists());
}

/// A program with endless output fills no disk, neither with its output nor with the part that is
/// kept.
#[test]
fn a_program_without_end_is_stopped() {
    let folder = Folder::new();
    let flood = folder.file("flood.pexe", programs::pepper_flood());
    let (site, out) = (folder.path("site"), folder.path("lines"));
    let words = [
        "scan",
        &flood,
        "--html",
        &site,
        "--run",
        "--run-timeout",
        "1s",
        "-o",
        &out,
    ];
    assert_eq!(pinnacle(&words).status, 0);
    let found = lines(&fs::read_to_string(&out).expect("lines"));
    assert_eq!(found[0]["run"]["status"], 124);
    assert_eq!(found[0]["run"]["console"][0], "x".repeat(200));
}

#[cfg(target_os = "linux")]
#[test]
fn a_scan_that_is_killed_leaves_no_process() {
    use std::time::Duration;
    let folder = Folder::new();
    let flood = folder.file("flood.pexe", programs::pepper_flood());
    let site = folder.path("site");
    let mut child = command()
        .args([
            "scan",
            &flood,
            "--html",
            &site,
            "--run",
            "--run-timeout",
            "10m",
        ])
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command runs");
    let runs = || {
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines
            .filter(|line| {
                let line = String::from_utf8_lossy(line);
                line.contains(&flood) && line.contains("--end-with-stdin")
            })
            .count()
    };
    while runs() == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    // No time limit, because the machine may be busy. If the process never ends, the test hangs.
    while runs() > 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_web_archive_that_is_scanned_in_parts_and_joined_gives_the_lines_of_the_whole() {
    let folder = Folder::new();
    let page = PAGE.as_bytes();
    let records = [
        answer("http://a.test/", "Content-Type: text/html\r\n", page),
        answer("http://b.test/copy.pexe", "", &programs::pepper()),
        answer("http://a.test/app.nmf", "", MANIFEST.as_bytes()),
        answer("http://a.test/app.pexe", "", &programs::pepper()),
        answer("http://a.test/cut.pexe", "", &programs::pepper()[..99]),
    ]
    .map(|record| gzip(&record));
    let archive = folder.file("crawl.warc.gz", records.concat());
    let name = format!("--name={archive}");
    let mut parts = Vec::new();
    for (number, part) in records.chunks(2).enumerate() {
        let path = folder.path(&format!("{number}.jsonl"));
        let words = ["scan", "--unlinked", &name, "-", "-o", &path];
        pinnacle_reading(&words, &part.concat());
        parts.push(path);
    }
    let whole = pinnacle(&["scan", &archive]);
    let words: Vec<&str> = ["scan", "--join"]
        .into_iter()
        .chain(parts.iter().map(String::as_str))
        .collect();
    let joined = pinnacle(&words);
    assert_eq!(joined.stdout, whole.stdout);
    assert_eq!((joined.status, whole.status), (1, 1));
    assert_eq!(
        lines(&joined.stdout)[3]["duplicate_of"],
        format!("{archive}!http://b.test/copy.pexe")
    );

    pinnacle(&["scan", "--join", &archive])
        .refuses(2, &["crawl.warc.gz:1 is not a line", "--unlinked"]);
}

#[test]
fn the_contact_sheet_has_become_a_catalogue() {
    pinnacle(&["sheet", "a.pexe", "-o", "x.html"]).refuses(2, &["hint: pinnacle scan"]);
    pinnacle(&["scan", "a.pexe", "--run"]).refuses(2, &["--html"]);
}
