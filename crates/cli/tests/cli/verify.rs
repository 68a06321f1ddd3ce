//! `pinnacle verify`.

use crate::{Folder, pinnacle, pinnacle_reading, programs};
use serde_json::Value;

#[test]
fn a_good_file() {
    let folder = Folder::new();
    let path = folder.file("good.pexe", programs::hello());
    let seen = pinnacle(&["verify", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(
        seen.stdout.contains("good.pexe: valid (1 function, "),
        "{}",
        seen.stdout
    );
}

#[test]
fn all_errors_of_all_functions_with_their_places() {
    let folder = Folder::new();
    let path = folder.file("bad.pexe", programs::two_errors());
    let seen = pinnacle(&["verify", &path]);
    assert_eq!(seen.status, 1);
    let lines: Vec<&str> = seen.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{}", seen.stdout);
    assert!(
        lines[0].contains("bad.pexe: error: P0813 at "),
        "{}",
        lines[0]
    );
    assert!(
        lines[0].contains("(@f0 %b0, instruction 0)"),
        "{}",
        lines[0]
    );
    // Each error is followed by its record.
    assert!(lines[1].starts_with("    "), "{}", lines[1]);
    assert!(lines[1].contains("<2, "), "{}", lines[1]);
    assert!(
        lines[2].contains("(@f1 %b0, instruction 0)"),
        "{}",
        lines[2]
    );
    assert!(
        lines[4].ends_with("not valid, 2 errors in 2 functions"),
        "{}",
        lines[4]
    );
}

#[test]
fn several_files_and_the_worst_status() {
    let folder = Folder::new();
    let good = folder.file("good.pexe", programs::hello());
    let bad = folder.file("bad.pexe", programs::two_errors());
    let seen = pinnacle(&["verify", &bad, &good]);
    assert_eq!(seen.status, 1);
    assert!(seen.stdout.ends_with("bytes)\n"), "{}", seen.stdout);
    let seen = pinnacle(&["verify", "no-such-file", &bad, &good]);
    assert_eq!(seen.status, 2);
    assert!(seen.stdout.contains("good.pexe: valid"), "{}", seen.stdout);
}

#[test]
fn quiet_leaves_the_answer_to_the_status() {
    let folder = Folder::new();
    let good = folder.file("good.pexe", programs::hello());
    let bad = folder.file("bad.pexe", programs::two_errors());
    for (path, status) in [(good, 0), (bad, 1)] {
        let seen = pinnacle(&["verify", "-q", &path]);
        assert_eq!(
            (seen.status, &*seen.stdout, &*seen.stderr),
            (status, "", "")
        );
    }
}

#[test]
fn json() {
    let seen = pinnacle_reading(&["verify", "--json", "-"], &programs::two_errors());
    assert_eq!(seen.status, 1);
    let documents: Value = serde_json::from_str(&seen.stdout).unwrap();
    let document = &documents[0];
    assert_eq!(document["file"], "standard input");
    assert_eq!(document["valid"], false);
    let error = &document["errors"][1];
    assert_eq!(error["code"], "P0813");
    assert_eq!(
        (&error["function"], &error["block"]),
        (&1.into(), &0.into())
    );
    assert_eq!(error["instruction"], 0);
    let bit = error["bit"].as_u64().unwrap();
    assert_eq!(error["position"], format!("{}:{}", bit / 8, bit % 8));
    let text = error["text"].as_str().unwrap();
    assert!(text.contains("<2, "), "{text}");
    assert_eq!(document["more"], false);
}

#[test]
fn json_of_texts() {
    let document = |text: &str| {
        let seen = pinnacle_reading(&["verify", "--json", "-"], text.as_bytes());
        assert_eq!((seen.status, &*seen.stderr), (1, ""));
        let documents: Value = serde_json::from_str(&seen.stdout).unwrap();
        documents[0].clone()
    };
    let wrong_text = document("module {\n  versio 1;\n}\n");
    assert_eq!(wrong_text["valid"], false);
    let error = &wrong_text["errors"][0];
    assert_eq!(error["code"], "T0101");
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &3.into()));

    let wrong_program = document("module {\n  version 2;\n}\n");
    let errors = wrong_program["errors"].as_array().unwrap();
    let error = errors.iter().find(|error| error["code"] == "P0208");
    let error = error.expect("the version is wrong");
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &3.into()));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let bad = programs::two_errors();
    let with = |jobs| pinnacle_reading(&["verify", "--jobs", jobs, "-"], &bad).stdout;
    assert_eq!(with("1"), with("4"));
}

#[test]
fn bytes_after_the_module_run_but_are_not_valid() {
    let folder = Folder::new();
    let mut bytes = programs::exit(0);
    bytes.extend_from_slice(b"archive");
    let path = folder.file("game.pexe", &bytes);
    let seen = pinnacle(&["verify", &path]);
    assert_eq!(seen.status, 1);
    assert!(seen.stdout.contains("error: P0209 at "), "{}", seen.stdout);
    assert!(
        seen.stdout.contains("`pinnacle run` ignores this"),
        "{}",
        seen.stdout
    );
    let seen = pinnacle(&["verify", "--allow-trailing-data", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stdout);
    assert_eq!(pinnacle(&["run", &path]).status, 0);
}

#[test]
fn only_a_thousand_errors_are_reported() {
    let seen = pinnacle_reading(&["verify", "-"], &programs::many_errors(1001));
    assert_eq!(seen.stdout.matches("error: P0813").count(), 1000);
    assert!(
        seen.stdout
            .ends_with("not valid, 1,000 errors in 1 function; only the first 1000 are reported, there are more\n"),
        "{}",
        seen.stdout.lines().last().unwrap_or_default()
    );
    let seen = pinnacle_reading(&["verify", "-"], &programs::many_errors(1000));
    assert!(
        seen.stdout
            .ends_with("not valid, 1,000 errors in 1 function\n"),
        "{}",
        seen.stdout.lines().last().unwrap_or_default()
    );
}

#[cfg(unix)]
#[test]
fn under_the_name_of_the_original_tool() {
    let folder = Folder::new();
    let path = folder.file("good.pexe", programs::hello());
    let name = folder.path("pnacl-abicheck");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pinnacle"), &name).unwrap();
    let output = std::process::Command::new(name)
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("good.pexe: valid"), "{said}");
}
