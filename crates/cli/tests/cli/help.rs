//! The output of `--help`. `BLESS=1` updates the expected texts.

use crate::{Folder, command, pinnacle, programs};
use pinnacle_testing::bless::expect_file;
use std::path::Path;
use std::process::Stdio;

/// Compares the help of a command with the file of that name.
#[track_caller]
fn check(name: &str, arguments: &[&str]) {
    let seen = pinnacle(arguments);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cli/help")
        .join(name);
    expect_file(path, seen.stdout).unwrap();
}

/// The commands that process files.
const COMMANDS: &[&str] = &[
    "run",
    "record",
    "dap",
    "info",
    "verify",
    "diff",
    "dis",
    "addr2line",
    "as",
    "stats",
    "strings",
    "graph",
    "explore",
    "demangle",
    "compress",
    "translate",
    "upgrade",
    "cc",
    "configure",
    "make",
    "strip",
    "sdk",
    "binfmt",
    "sysroot",
    "finalize",
    "opt",
    "freeze",
    "thaw",
    "shrink",
    "smith",
    "mutate",
    "scan",
    "serve",
    "bundle",
    "bisect",
    "cache",
    "explain",
    "docs",
    "completions",
    "man",
];

#[test]
fn help_of_each_command() {
    check("pinnacle.txt", &["--help"]);
    for command in COMMANDS {
        check(&format!("{command}.txt"), &[command, "--help"]);
    }
}

#[test]
fn every_help_has_examples_and_the_exit_status() {
    for command in COMMANDS {
        let help = pinnacle(&[command, "--help"]).stdout;
        assert!(help.contains("\nExamples:\n"), "{command}");
        assert!(help.contains("\nExit status:\n"), "{command}");
    }
}

#[test]
fn the_names_of_the_original_tools_work() {
    for (name, command) in [
        ("pnacl-abicheck", "verify"),
        ("pnacl-bccompress", "compress"),
        ("pnacl-bcdis", "dis"),
    ] {
        let help = pinnacle(&[name, "--help"]);
        assert_eq!(help.status, 0, "{}", help.stderr);
        assert_eq!(help.stdout, pinnacle(&[command, "--help"]).stdout);
        assert!(help.stdout.contains(name), "{}", help.stdout);
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let seen = pinnacle(&["completions", shell]);
        assert_eq!(seen.status, 0, "{shell}: {}", seen.stderr);
        assert!(seen.stdout.contains("verify"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    let page = pinnacle(&["man"]);
    assert_eq!(page.status, 0);
    assert!(page.stdout.contains(".TH pinnacle 1"), "{}", page.stdout);
    let folder = Folder::new();
    let seen = pinnacle(&["man", "--output", &folder.path("")]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let page = std::fs::read_to_string(folder.path("pinnacle-run.1")).unwrap();
    assert!(page.contains("lenient"), "{page}");
    let file = folder.file("file", "");
    pinnacle(&["man", "--output", &format!("{file}/below")]).refuses(2, &["below"]);
}

/// Regression test: the examples in the help texts named folders that a new user does not have.
#[test]
fn folders_for_manual_pages_and_completions_are_made() {
    let folder = Folder::new();
    let pages = folder.path("share/man/man1");
    assert_eq!(pinnacle(&["man", "--output", &pages]).status, 0);
    assert!(Path::new(&pages).join("pinnacle.1").is_file());
    let script = folder.path("zfunc/_pinnacle");
    let seen = pinnacle(&["completions", "zsh", "--output", &script]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(std::fs::read_to_string(script).unwrap().contains("verify"));
}

/// A regression test: the option had no effect after the file of a browser program.
#[test]
fn an_option_for_colours_may_follow_the_file() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", programs::pepper_flood());
    for (choice, expected) in [("always", true), ("never", false)] {
        let mut run = command();
        run.args(["run", "--engine", "interp", &path, "--timeout", "200ms"]);
        let output = run
            .args(["--color", choice])
            .stdout(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("used up its time"), "{text}");
        assert_eq!(text.contains('\x1b'), expected, "{text}");
    }
}

#[test]
fn colours_are_used_only_on_request() {
    let colours = |arguments: &[&str], no_color: &str| {
        let output = command().args(arguments).env("NO_COLOR", no_color).output();
        let output = output.unwrap();
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    for arguments in [&["run", "no-such-file"][..], &["run", "--nonsense"]] {
        assert!(!colours(arguments, ""));
        assert!(colours(&[&["--color=always"], arguments].concat(), ""));
        assert!(colours(&[&["--color=always"], arguments].concat(), "1"));
        assert!(!colours(&[&["--color", "never"], arguments].concat(), ""));
    }
}
