//! `pinnacle sheet`.

use crate::{Folder, Seen, command, pinnacle, programs};
use serde_json::Value;

/// Makes a sheet as JSON.
fn sheet(folder: &Folder, arguments: &[&str]) -> (Seen, Value) {
    let out = folder.path("sheet.json");
    let seen = pinnacle(&[&["sheet", "--json", "-o", &out], arguments].concat());
    let text = std::fs::read_to_string(out).unwrap_or_else(|_| panic!("{}", seen.stderr));
    (seen, serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn a_file_that_cannot_be_read_is_a_failure_and_the_others_are_shown() {
    let folder = Folder::new();
    let hello = folder.file("hello.pexe", programs::pepper_hello());
    let (seen, entries) = sheet(&folder, &["nothere.pexe", &hello]);
    seen.refuses(2, &["cannot read nothere.pexe"]);
    assert_eq!(entries[0]["status"], 2);
    assert_eq!(entries[1]["status"], 0);
    assert_eq!(entries[1]["console"][0], "hello");
}

#[test]
fn a_file_that_is_not_a_program_is_told() {
    let folder = Folder::new();
    let text = folder.file("a.txt", "not a program");
    let (seen, entries) = sheet(&folder, &[&text]);
    seen.refuses(1, &["a.txt", "P0101"]);
    assert_eq!(entries[0]["status"], 1);
}

#[test]
fn what_is_kept_is_not_kept_for_files_that_are_not_there() {
    let folder = Folder::new();
    let keep = folder.path("keep");
    let path = folder.path("late.pexe");
    let (seen, _) = sheet(&folder, &["--keep", &keep, &path]);
    assert_eq!(seen.status, 2);
    folder.file("late.pexe", programs::pepper_hello());
    for _ in 0..2 {
        let (seen, entries) = sheet(&folder, &["--keep", &keep, &path]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        assert_eq!(entries[0]["console"][0], "hello");
    }
}

#[test]
fn numbers_that_no_program_could_be_run_with_are_refused() {
    for (option, value, words) in [
        ("--time", "nan", "number of seconds"),
        ("--time", "-1", "number of seconds"),
        ("--view", "big", "WIDTHxHEIGHT"),
    ] {
        let option = format!("{option}={value}");
        pinnacle(&["sheet", "x.pexe", "-o", "/dev/null", &option]).refuses(2, &[words]);
    }
    pinnacle(&["sheet", "-", "-o", "/dev/null"]).refuses(2, &["standard input"]);
}

/// A program that floods its output, which once went to a file of hundreds of megabytes in a
/// folder that anybody could have made before.
#[cfg(unix)]
#[test]
fn what_a_program_writes_fills_no_disk_and_its_folder_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let flood = folder.file("flood.pexe", programs::pepper_flood());
    let temporary = folder.path("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let out = folder.path("sheet.json");
    let mut child = command()
        .env("TMPDIR", &temporary)
        .args(["sheet", "--json", "--timeout", "1s", "-o", &out, &flood])
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command runs");
    let mut names = std::collections::BTreeSet::new();
    let mut largest = 0;
    while child.try_wait().unwrap().is_none() {
        for entry in std::fs::read_dir(&temporary).unwrap().flatten() {
            names.insert(entry.file_name());
            if let Ok(about) = entry.metadata() {
                assert_eq!(about.permissions().mode() & 0o777, 0o700);
            }
            let files = std::fs::read_dir(entry.path()).into_iter().flatten();
            for file in files.flatten() {
                largest = file.metadata().map_or(0, |about| about.len()).max(largest);
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert_eq!(names.len(), 1, "{names:?}");
    for name in names {
        let name = name.into_string().unwrap();
        assert!(
            name.starts_with("pinnacle-sheet-") && !name.contains(&id),
            "{name}"
        );
    }
    assert!(largest < 1 << 20, "a file of {largest} bytes");
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
    let entries: Value = serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap();
    assert_eq!(entries[0]["status"], 124);
    assert_eq!(entries[0]["console"][0], "x".repeat(200));
}
