//! `pinnacle cache`.

use crate::{Folder, Seen, command};
use serde_json::{Value, json};
use std::fs;

/// Runs the command with a cache in a folder.
fn with_cache(folder: &str, arguments: &[&str]) -> Seen {
    let mut command = command();
    let command = command.args(arguments).env("PINNACLE_CACHE_DIR", folder);
    Seen::new(command.output().expect("the command runs"))
}

fn document(folder: &str, arguments: &[&str]) -> Value {
    let seen = with_cache(folder, arguments);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    serde_json::from_str(&seen.stdout).expect("JSON")
}

/// A file that looks like an entry of the cache.
fn add_entry(folder: &str, digit: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(format!("{folder}/{}.entry", digit.repeat(64)), "123").unwrap();
}

#[test]
fn the_cache_is_counted_and_emptied() {
    let scratch = Folder::new();
    let folder = scratch.path("cache");
    let info = |entries: u64| {
        json!({
            "schema": "cache-info/1", "folder": folder, "entries": entries, "bytes": 3 * entries,
            "limit": 512 << 20, "usable": true, "refusal": null, "refused": 0,
        })
    };
    assert_eq!(document(&folder, &["cache", "info", "--json"]), info(0));
    assert!(fs::metadata(&folder).is_err(), "looking makes no folder");
    add_entry(&folder, "a");
    add_entry(&folder, "b");
    assert_eq!(document(&folder, &["cache", "info", "--json"]), info(2));
    let text = with_cache(&folder, &["cache", "info"]).stdout;
    assert!(
        text.contains("\nentries  2\nsize     6 of at most 536,870,912 bytes\n"),
        "{text}"
    );
    assert_eq!(
        document(&folder, &["cache", "clear", "--json"]),
        json!({
            "schema": "cache-clear/1", "folder": folder, "removed_entries": 2, "removed_bytes": 6,
            "removed_refused": 0,
        })
    );
    assert_eq!(document(&folder, &["cache", "info", "--json"]), info(0));
    assert_eq!(
        with_cache(&folder, &["cache", "clear"]).stdout,
        "removed 0 programs, 0 bytes\n"
    );
}

#[test]
fn the_folder_of_the_user_is_the_default() {
    let home = Folder::new();
    let output = command()
        .args(["cache", "info"])
        .env_remove("PINNACLE_CACHE_DIR")
        .env("XDG_CACHE_HOME", home.path("caches"))
        .env("HOME", home.path(""))
        .output();
    let seen = Seen::new(output.unwrap());
    let lines: Vec<&str> = seen.stdout.lines().collect();
    assert!(
        lines[0].starts_with("folder   ") && lines[0].contains("pinnacle"),
        "{lines:?}"
    );
    if cfg!(target_os = "linux") {
        assert_eq!(
            lines[0],
            format!("folder   {}", home.path("caches/pinnacle"))
        );
    }
}

#[test]
fn its_size_comes_from_the_environment() {
    let scratch = Folder::new();
    let with_size = |size: &str| {
        let mut command = command();
        command.args(["cache", "info"]);
        command.env("PINNACLE_CACHE_DIR", scratch.path("cache"));
        Seen::new(command.env("PINNACLE_CACHE_SIZE", size).output().unwrap())
    };
    assert!(with_size("1k").stdout.contains("at most 1,024 bytes"));
    assert!(with_size("").stdout.contains("at most 536,870,912 bytes"));
    with_size("huge").refuses(2, &["PINNACLE_CACHE_SIZE", "512k"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_may_write_to_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Folder::new();
    let folder = scratch.path("cache");
    add_entry(&folder, "a");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    let seen = with_cache(&folder, &["cache", "info"]);
    assert!(
        seen.stderr.contains("hint: the cache is not used"),
        "{}",
        seen.stderr
    );
    assert_eq!(
        document(&folder, &["cache", "info", "--json"])["usable"],
        false
    );
}

#[test]
fn a_path_that_is_not_a_folder_is_an_error() {
    let scratch = Folder::new();
    let file = scratch.file("file", "");
    with_cache(&file, &["cache", "info"]).refuses(2, &["cannot read the cache in", &file]);
    with_cache(&file, &["cache", "clear"]).refuses(2, &["cannot empty the cache in", &file]);
}
